package dev.kiln.codegen.llvm.worker.child;

import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.bytedeco.javacpp.BytePointer;
import org.bytedeco.javacpp.Pointer;
import org.bytedeco.llvm.LLVM.LLVMDiagnosticHandler;
import org.bytedeco.llvm.LLVM.LLVMDiagnosticInfoRef;
import org.bytedeco.llvm.LLVM.LLVMFatalErrorHandler;
import org.bytedeco.llvm.global.LLVM;

/**
 * LLVM as loaded into this process, with the handlers that keep it from ending the process.
 *
 * <p>LLVM exits on an error diagnostic and aborts on a fatal error unless told otherwise.
 * Diagnostics are collected for the thread whose request they belong to. After a fatal error LLVM
 * must not be returned to, so the thread's request is failed and the thread parked for good; other
 * threads go on.
 */
final class LlvmLibrary {
  private static final ThreadLocal<StringBuilder> ERRORS =
      ThreadLocal.withInitial(StringBuilder::new);
  private static final ThreadLocal<Consumer<RefusedException>> ON_FATAL_ERROR = new ThreadLocal<>();

  /** Called by LLVM for the life of the process. */
  private static final LLVMDiagnosticHandler DIAGNOSTICS =
      new LLVMDiagnosticHandler() {
        @Override
        public void call(LLVMDiagnosticInfoRef diagnostic, Pointer context) {
          collect(diagnostic);
        }
      };

  /** Called by LLVM for the life of the process. */
  private static final LLVMFatalErrorHandler FATAL =
      new LLVMFatalErrorHandler() {
        @Override
        public void call(BytePointer reason) {
          failAndPark(reason.getString());
        }
      };

  static {
    LLVM.LLVMInitializeX86TargetInfo();
    LLVM.LLVMInitializeX86Target();
    LLVM.LLVMInitializeX86TargetMC();
    LLVM.LLVMInitializeX86AsmPrinter();
    LLVM.LLVMInitializeX86AsmParser();
    LLVM.LLVMInitializeNVPTXTargetInfo();
    LLVM.LLVMInitializeNVPTXTarget();
    LLVM.LLVMInitializeNVPTXTargetMC();
    LLVM.LLVMInitializeNVPTXAsmPrinter();
    LLVM.LLVMInstallFatalErrorHandler(FATAL);
  }

  private LlvmLibrary() {}

  /** Loads LLVM now rather than with the first request. */
  static void load() {}

  /** Says what a fatal error of LLVM on this thread does before the thread is parked. */
  static void onFatalError(Consumer<RefusedException> action) {
    ON_FATAL_ERROR.set(action);
  }

  static LLVMDiagnosticHandler diagnostics() {
    return DIAGNOSTICS;
  }

  /** Throws what LLVM has complained about on this thread since the last call. */
  static void throwErrors() {
    String errors = ERRORS.get().toString().strip();
    ERRORS.remove();
    if (!errors.isEmpty()) {
      throw new RefusedException(errors);
    }
  }

  private static void collect(LLVMDiagnosticInfoRef diagnostic) {
    if (LLVM.LLVMGetDiagInfoSeverity(diagnostic) == LLVM.LLVMDSError) {
      BytePointer text = LLVM.LLVMGetDiagInfoDescription(diagnostic);
      ERRORS.get().append(text.getString()).append('\n');
      LLVM.LLVMDisposeMessage(text);
    }
  }

  private static void failAndPark(String reason) {
    ON_FATAL_ERROR.get().accept(new RefusedException("LLVM gave up: " + reason.strip()));
    while (true) {
      LockSupport.park();
    }
  }
}
