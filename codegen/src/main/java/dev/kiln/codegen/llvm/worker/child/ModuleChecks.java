package dev.kiln.codegen.llvm.worker.child;

import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.regex.Pattern;
import org.bytedeco.javacpp.BytePointer;
import org.bytedeco.javacpp.IntPointer;
import org.bytedeco.javacpp.SizeTPointer;
import org.bytedeco.llvm.LLVM.LLVMAttributeRef;
import org.bytedeco.llvm.LLVM.LLVMModuleRef;
import org.bytedeco.llvm.LLVM.LLVMValueRef;
import org.bytedeco.llvm.global.LLVM;

/**
 * What LLVM would let pass in silence: unknown intrinsics, external functions, unknown processors.
 */
final class ModuleChecks {
  private static final Set<String> X86_LEVELS =
      Set.of("x86-64", "x86-64-v2", "x86-64-v3", "x86-64-v4");
  private static final Pattern NVPTX = Pattern.compile("sm_(70|75|80|86|87|89|90a?|100a?|120a?)");

  /** What NVIDIA's driver has for every kernel. */
  private static final Set<String> PROVIDED = Set.of("vprintf");

  private static final String CPU_ATTRIBUTE = "target-cpu";

  private ModuleChecks() {}

  static void checkCpu(String cpu) {
    if (!X86_LEVELS.contains(cpu) && !NVPTX.matcher(cpu).matches()) {
      throw new RefusedException("unknown processor " + cpu);
    }
  }

  static void check(LLVMModuleRef module) {
    LLVMValueRef function = LLVM.LLVMGetFirstFunction(module);
    while (function != null && !function.isNull()) {
      if (LLVM.LLVMIsDeclaration(function) != 0) {
        checkIntrinsic(function);
      }
      checkCpuAttribute(function);
      function = LLVM.LLVMGetNextFunction(function);
    }
  }

  private static void checkIntrinsic(LLVMValueRef function) {
    if (LLVM.LLVMGetIntrinsicID(function) == 0) {
      try (SizeTPointer length = new SizeTPointer(1)) {
        String name = LLVM.LLVMGetValueName2(function, length).getString();
        if (PROVIDED.contains(name)) {
          return;
        }
        String what = name.startsWith("llvm.") ? "unknown intrinsic " : "external function ";
        throw new RefusedException(what + name);
      }
    }
  }

  private static void checkCpuAttribute(LLVMValueRef function) {
    LLVMAttributeRef attribute =
        LLVM.LLVMGetStringAttributeAtIndex(
            function, LLVM.LLVMAttributeFunctionIndex, CPU_ATTRIBUTE, CPU_ATTRIBUTE.length());
    if (attribute != null && !attribute.isNull()) {
      try (IntPointer length = new IntPointer(1)) {
        BytePointer value = LLVM.LLVMGetStringAttributeValue(attribute, length);
        byte[] bytes = new byte[length.get()];
        value.capacity(bytes.length).get(bytes);
        checkCpu(new String(bytes, StandardCharsets.US_ASCII));
      }
    }
  }
}
