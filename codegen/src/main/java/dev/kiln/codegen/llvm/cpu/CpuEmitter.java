package dev.kiln.codegen.llvm.cpu;

import dev.kiln.codegen.ArtifactKind;
import dev.kiln.codegen.Emitter;
import dev.kiln.codegen.Job;
import dev.kiln.codegen.TrapSites;
import dev.kiln.codegen.Unit;
import dev.kiln.codegen.llvm.LlvmModule;
import dev.kiln.codegen.llvm.Template;
import java.util.ArrayList;
import java.util.List;

/** Prints units for the CPU: a module each, so that they compile at the same time, and one more. */
public final class CpuEmitter implements Emitter {
  /** LLVM's name of the machine. */
  public static final String TRIPLE = "x86_64-unknown-linux-gnu";

  /** What functions that say nothing are made for. */
  private static final String PROCESSOR = "x86-64-v2";

  /** File name of the library. */
  public static final String ARTIFACT = "cpu-linux-x86_64.so";

  @Override
  public List<Job> emit(List<Unit> units, TrapSites traps) {
    var modules = new ArrayList<String>();
    for (Unit unit : units) {
      var module = new LlvmModule(TRIPLE, about(unit));
      CpuFunction.define(module, unit, traps);
      modules.add(module.text());
    }
    modules.add(level());
    return List.of(
        new Job(
            CpuBackend.NAME,
            ARTIFACT,
            ArtifactKind.SHARED_LIBRARY,
            TRIPLE,
            PROCESSOR,
            /* features= */ "",
            modules));
  }

  private static String level() {
    var module = new LlvmModule(TRIPLE, List.of("Kiln: the level of the processor"));
    CpuLevel.define(module);
    return module.text();
  }

  private static List<String> about(Unit unit) {
    return List.of(Template.fill("Kiln: $ for $", unit.kernel().name(), unit.target()));
  }
}
