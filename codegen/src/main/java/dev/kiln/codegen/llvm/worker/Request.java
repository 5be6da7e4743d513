package dev.kiln.codegen.llvm.worker;

import java.util.List;

/**
 * One piece of work for the worker; equal requests give equal bytes.
 *
 * @param product what to make
 * @param target what to make it for
 * @param optimisation the middle end's work
 * @param modules what to make it from: exactly one module, save for a shared library, which is
 *     linked from one or more
 */
public record Request(
    Product product, LlvmTarget target, Optimisation optimisation, List<ModuleText> modules) {
  /** Checks the number of modules. */
  public Request {
    modules = List.copyOf(modules);
    if (modules.isEmpty() || (modules.size() > 1 && product != Product.SHARED_LIBRARY)) {
      throw new IllegalArgumentException(product + " from " + modules.size() + " modules");
    }
  }

  /** Returns the request that makes a shared library for Linux on x86-64. */
  public static Request sharedLibrary(List<ModuleText> modules) {
    return new Request(
        Product.SHARED_LIBRARY, LlvmTarget.X86_64_LINUX, Optimisation.QUICK, modules);
  }
}
