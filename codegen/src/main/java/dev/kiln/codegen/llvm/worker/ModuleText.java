package dev.kiln.codegen.llvm.worker;

/**
 * One module of LLVM IR.
 *
 * @param name what messages call it
 * @param text LLVM IR in text form
 */
public record ModuleText(String name, String text) {}
