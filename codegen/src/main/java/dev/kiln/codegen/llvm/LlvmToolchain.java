package dev.kiln.codegen.llvm;

import dev.kiln.codegen.Job;
import dev.kiln.codegen.llvm.worker.Llvm;
import dev.kiln.codegen.llvm.worker.LlvmTarget;
import dev.kiln.codegen.llvm.worker.ModuleText;
import dev.kiln.codegen.llvm.worker.Optimisation;
import dev.kiln.codegen.llvm.worker.Product;
import dev.kiln.codegen.llvm.worker.Request;
import dev.kiln.codegen.llvm.worker.WorkerException;
import java.util.ArrayList;
import java.util.List;

/** Turns the emitters' jobs into artifacts, by way of LLVM. */
public record LlvmToolchain(Llvm llvm) {

  /** Sends a job off; what is returned gives the artifact's bytes. */
  public Llvm.Promise submit(Job job) throws WorkerException {
    return llvm.submit(request(job));
  }

  private static Request request(Job job) {
    var target = new LlvmTarget(job.triple(), job.processor(), job.features());
    return switch (job.kind()) {
      case SHARED_LIBRARY ->
          new Request(Product.SHARED_LIBRARY, target, Optimisation.QUICK, modules(job));
      case PTX -> new Request(Product.ASSEMBLY, target, Optimisation.FULL, modules(job));
    };
  }

  private static List<ModuleText> modules(Job job) {
    var modules = new ArrayList<ModuleText>();
    for (String text : job.modules()) {
      modules.add(new ModuleText("%s/%d.ll".formatted(job.artifact(), modules.size()), text));
    }
    return modules;
  }
}
