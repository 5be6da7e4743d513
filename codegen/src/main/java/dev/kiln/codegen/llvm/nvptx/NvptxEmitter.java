package dev.kiln.codegen.llvm.nvptx;

import dev.kiln.codegen.ArtifactKind;
import dev.kiln.codegen.Emitter;
import dev.kiln.codegen.Job;
import dev.kiln.codegen.TensorMaps;
import dev.kiln.codegen.TrapSites;
import dev.kiln.codegen.Unit;
import dev.kiln.codegen.llvm.LlvmModule;
import dev.kiln.codegen.llvm.Template;
import dev.kiln.ir.LowOp;
import dev.kiln.ir.Op;
import dev.kiln.ir.Ops;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Prints units for NVIDIA's GPUs: one PTX file an architecture, with all units for it. */
final class NvptxEmitter implements Emitter {
  /** LLVM's name of the machine. */
  static final String TRIPLE = "nvptx64-nvidia-cuda";

  /** The version of PTX that knows products of 8-bit floats by warps. */
  private static final int BYTE_PRODUCTS = 84;

  /** The version of PTX that the code of each architecture is written in, by its name. */
  private final Map<String, Integer> versions;

  NvptxEmitter(Map<String, Integer> versions) {
    this.versions = Map.copyOf(versions);
  }

  @Override
  public List<Job> emit(List<Unit> units, TrapSites traps) {
    Map<String, List<Unit>> byArchitecture = new LinkedHashMap<>();
    for (Unit unit : units) {
      String architecture = unit.target().architecture();
      byArchitecture.computeIfAbsent(architecture, a -> new ArrayList<>()).add(unit);
    }
    var jobs = new ArrayList<Job>();
    byArchitecture.forEach(
        (architecture, own) -> {
          String name = CudaBackend.NAME + "-" + architecture;
          String version = "+ptx" + version(architecture, own);
          jobs.add(
              new Job(
                  name,
                  name + ".ptx",
                  ArtifactKind.PTX,
                  TRIPLE,
                  architecture,
                  version,
                  List.of(module(own, traps))));
        });
    return jobs;
  }

  /** Products of 8-bit floats by warps are a later word of PTX than the architectures' first. */
  private int version(String architecture, List<Unit> units) {
    int least = Objects.requireNonNull(versions.get(architecture));
    return units.stream()
            .anyMatch(unit -> Ops.any(unit.kernel().body(), NvptxEmitter::isOfByteFloats))
        ? Math.max(least, BYTE_PRODUCTS)
        : least;
  }

  private static boolean isOfByteFloats(Op op) {
    return op instanceof LowOp.MultiplyMatrices multiply
        && multiply.instruction().left().isByteFloat();
  }

  /** A spare is for tensors that have no map: without maps nobody takes it. */
  @Override
  public List<Unit> needed(List<Unit> units) {
    var mapped = new HashSet<String>();
    for (Unit unit : units) {
      if (!TensorMaps.of(unit.kernel()).maps().isEmpty()) {
        mapped.add(unit.symbol());
      }
    }
    return units.stream()
        .filter(unit -> !unit.target().isSpare() || mapped.contains(servedBy(unit)))
        .toList();
  }

  /** The symbol of the unit that a spare stands in for. */
  private static String servedBy(Unit spare) {
    String symbol = spare.symbol();
    int rest = spare.target().tag().length() - spare.target().tag().indexOf('.');
    return symbol.substring(0, symbol.length() - rest);
  }

  private static String module(List<Unit> units, TrapSites traps) {
    Unit first = units.getFirst();
    var module =
        new LlvmModule(
            TRIPLE, List.of(Template.fill("Kiln: $ for $", first.kernel().name(), first.target())));
    module.global(NvptxFlavour.arena());
    units.forEach(unit -> NvptxFunction.define(module, unit, traps));
    return module.text();
  }
}
