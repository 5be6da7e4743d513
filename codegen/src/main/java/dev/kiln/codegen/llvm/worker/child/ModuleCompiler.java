package dev.kiln.codegen.llvm.worker.child;

import dev.kiln.codegen.llvm.worker.ModuleText;
import dev.kiln.codegen.llvm.worker.Optimisation;
import dev.kiln.codegen.llvm.worker.Product;
import dev.kiln.codegen.llvm.worker.Request;
import java.nio.charset.StandardCharsets;
import org.bytedeco.javacpp.BytePointer;
import org.bytedeco.javacpp.Pointer;
import org.bytedeco.llvm.LLVM.LLVMContextRef;
import org.bytedeco.llvm.LLVM.LLVMErrorRef;
import org.bytedeco.llvm.LLVM.LLVMMemoryBufferRef;
import org.bytedeco.llvm.LLVM.LLVMModuleRef;
import org.bytedeco.llvm.LLVM.LLVMPassBuilderOptionsRef;
import org.bytedeco.llvm.LLVM.LLVMTargetDataRef;
import org.bytedeco.llvm.LLVM.LLVMTargetMachineRef;
import org.bytedeco.llvm.LLVM.LLVMTargetRef;
import org.bytedeco.llvm.global.LLVM;

/** Compiles one module in a context of its own: parse, check, optimise, emit. */
final class ModuleCompiler {
  private final Request request;
  private final ModuleText source;

  ModuleCompiler(Request request, ModuleText source) {
    this.request = request;
    this.source = source;
  }

  byte[] compile(Product product) {
    LlvmLibrary.load();
    ModuleChecks.checkCpu(request.target().cpu());
    LLVMContextRef context = LLVM.LLVMContextCreate();
    LLVM.LLVMContextSetDiagnosticHandler(context, LlvmLibrary.diagnostics(), null);
    LLVMTargetMachineRef machine = machine();
    LLVMModuleRef module = new LLVMModuleRef();
    try {
      parse(context, module);
      prepare(module, machine);
      ModuleChecks.check(module);
      optimise(module, machine);
      byte[] bytes =
          switch (product) {
            case OPTIMISED_IR -> text(module);
            case ASSEMBLY -> emit(module, machine, LLVM.LLVMAssemblyFile);
            case OBJECT, SHARED_LIBRARY -> emit(module, machine, LLVM.LLVMObjectFile);
          };
      LlvmLibrary.throwErrors();
      return bytes;
    } finally {
      if (!module.isNull()) {
        LLVM.LLVMDisposeModule(module);
      }
      LLVM.LLVMDisposeTargetMachine(machine);
      LLVM.LLVMContextDispose(context);
    }
  }

  private LLVMTargetMachineRef machine() {
    LLVMTargetRef target = new LLVMTargetRef();
    String triple = request.target().triple();
    try (BytePointer tripleText = new BytePointer(triple);
        BytePointer error = new BytePointer((Pointer) null)) {
      if (LLVM.LLVMGetTargetFromTriple(tripleText, target, error) != 0) {
        throw refusal(error);
      }
    }
    return LLVM.LLVMCreateTargetMachine(
        target,
        triple,
        request.target().cpu(),
        request.target().features(),
        LLVM.LLVMCodeGenLevelAggressive,
        LLVM.LLVMRelocPIC,
        LLVM.LLVMCodeModelDefault);
  }

  private void parse(LLVMContextRef context, LLVMModuleRef module) {
    byte[] bytes = source.text().getBytes(StandardCharsets.UTF_8);
    try (BytePointer text = new BytePointer(bytes.length + 1L);
        BytePointer name = new BytePointer(source.name());
        BytePointer error = new BytePointer((Pointer) null)) {
      text.put(bytes).put(bytes.length, (byte) 0);
      // The parser takes the buffer over.
      LLVMMemoryBufferRef buffer =
          LLVM.LLVMCreateMemoryBufferWithMemoryRangeCopy(text, bytes.length, name);
      if (LLVM.LLVMParseIRInContext(context, buffer, module, error) != 0) {
        throw refusal(error);
      }
    }
  }

  private void prepare(LLVMModuleRef module, LLVMTargetMachineRef machine) {
    LLVM.LLVMSetTarget(module, request.target().triple());
    LLVMTargetDataRef layout = LLVM.LLVMCreateTargetDataLayout(machine);
    LLVM.LLVMSetModuleDataLayout(module, layout);
    LLVM.LLVMDisposeTargetData(layout);
    try (BytePointer error = new BytePointer((Pointer) null)) {
      if (LLVM.LLVMVerifyModule(module, LLVM.LLVMReturnStatusAction, error) != 0) {
        throw refusal(error);
      }
      LLVM.LLVMDisposeMessage(error);
    }
  }

  private void optimise(LLVMModuleRef module, LLVMTargetMachineRef machine) {
    Optimisation optimisation = request.optimisation();
    if (optimisation.passes().isEmpty()) {
      return;
    }
    LLVMPassBuilderOptionsRef options = LLVM.LLVMCreatePassBuilderOptions();
    int vectorisation = optimisation.vectorisation() ? 1 : 0;
    LLVM.LLVMPassBuilderOptionsSetLoopVectorization(options, vectorisation);
    LLVM.LLVMPassBuilderOptionsSetLoopInterleaving(options, vectorisation);
    LLVM.LLVMPassBuilderOptionsSetSLPVectorization(options, vectorisation);
    LLVM.LLVMPassBuilderOptionsSetLoopUnrolling(options, optimisation.unrolling() ? 1 : 0);
    LLVMErrorRef error = LLVM.LLVMRunPasses(module, optimisation.passes(), machine, options);
    LLVM.LLVMDisposePassBuilderOptions(options);
    if (error != null && !error.isNull()) {
      BytePointer message = LLVM.LLVMGetErrorMessage(error);
      String text = message.getString();
      LLVM.LLVMDisposeErrorMessage(message);
      throw new RefusedException(source.name() + ": " + text);
    }
    LlvmLibrary.throwErrors();
  }

  private static byte[] text(LLVMModuleRef module) {
    BytePointer text = LLVM.LLVMPrintModuleToString(module);
    byte[] bytes = text.getStringBytes();
    LLVM.LLVMDisposeMessage(text);
    return bytes;
  }

  private byte[] emit(LLVMModuleRef module, LLVMTargetMachineRef machine, int fileType) {
    LLVMMemoryBufferRef buffer = new LLVMMemoryBufferRef();
    try (BytePointer error = new BytePointer((Pointer) null)) {
      if (LLVM.LLVMTargetMachineEmitToMemoryBuffer(machine, module, fileType, error, buffer) != 0) {
        throw refusal(error);
      }
    }
    byte[] bytes = new byte[Math.toIntExact(LLVM.LLVMGetBufferSize(buffer))];
    LLVM.LLVMGetBufferStart(buffer).capacity(bytes.length).get(bytes);
    LLVM.LLVMDisposeMemoryBuffer(buffer);
    return bytes;
  }

  private RefusedException refusal(BytePointer error) {
    String text = error.getString().strip();
    LLVM.LLVMDisposeMessage(error);
    return new RefusedException(source.name() + ": " + text);
  }
}
