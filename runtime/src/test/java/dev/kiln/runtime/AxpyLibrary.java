package dev.kiln.runtime;

import dev.kiln.codegen.llvm.worker.ModuleText;
import dev.kiln.codegen.llvm.worker.Request;
import dev.kiln.codegen.llvm.worker.Worker;
import dev.kiln.codegen.llvm.worker.WorkerException;
import dev.kiln.codegen.llvm.worker.WorkerSettings;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/**
 * A kernel as the processor would leave it, from hand-written LLVM IR: block {@code b} adds {@code
 * alpha * x[b]} to {@code y[b]}.
 *
 * <p>Variant 0 stops with trap 1 at a NaN and with trap 2 if another thread writes its scratch
 * memory. Variant 1 sets {@code y[b]} to the level of the code. Variant 2 is not for the CPU.
 */
final class AxpyLibrary {

  static final String MANIFEST =
      """
      artifact.cpu=cpu-linux-x86_64.so
      kernel=pkg.Vectors.axpy
      kiln.version=0
      launcher=pkg.AxpyKernel
      param.0=x tensor f32 1 read n
      param.1=y tensor f32 1 readwrite n
      param.2=alpha scalar float
      trap.1=Vectors.java:7:12 not a number
      trap.2=Vectors.java:8:3 scratch memory is shared
      variant.0.constants=bm=1,fast=true
      variant.0.targets=cpu
      variant.0.v2.scratchBytes=64
      variant.0.v3.scratchBytes=128
      variant.0.v4.scratchBytes=256
      variant.1.constants=
      variant.1.targets=cpu
      variant.2.constants=
      variant.2.targets=cuda
      variants=3
      """;

  private static final String LEVEL =
      """
      define i32 @kiln_cpu_level() { ret i32 3 }
      """;

  private static final String FUNCTIONS =
      """
      define i32 @kiln_k0_v%1$d(ptr %%args, i64 %%first, i64 %%last, ptr %%scratch) {
      entry:
        %%xs = load ptr, ptr %%args
        %%yslot = getelementptr i64, ptr %%args, i64 2
        %%ys = load ptr, ptr %%yslot
        %%alphaslot = getelementptr i64, ptr %%args, i64 4
        %%alpha = load float, ptr %%alphaslot
        br label %%loop
      loop:
        %%b = phi i64 [ %%first, %%entry ], [ %%next, %%work ]
        %%more = icmp slt i64 %%b, %%last
        br i1 %%more, label %%body, label %%done
      body:
        store volatile i64 %%b, ptr %%scratch
        %%xp = getelementptr float, ptr %%xs, i64 %%b
        %%x = load float, ptr %%xp
        %%nan = fcmp uno float %%x, %%x
        br i1 %%nan, label %%trap1, label %%check
      check:
        %%back = load volatile i64, ptr %%scratch
        %%own = icmp eq i64 %%back, %%b
        br i1 %%own, label %%work, label %%trap2
      work:
        %%yp = getelementptr float, ptr %%ys, i64 %%b
        %%y = load float, ptr %%yp
        %%product = fmul float %%alpha, %%x
        %%sum = fadd float %%y, %%product
        store float %%sum, ptr %%yp
        %%next = add i64 %%b, 1
        br label %%loop
      trap1:
        ret i32 1
      trap2:
        ret i32 2
      done:
        ret i32 0
      }
      define i32 @kiln_k1_v%1$d(ptr %%args, i64 %%first, i64 %%last, ptr %%scratch) {
      entry:
        %%yslot = getelementptr i64, ptr %%args, i64 2
        %%ys = load ptr, ptr %%yslot
        br label %%loop
      loop:
        %%b = phi i64 [ %%first, %%entry ], [ %%next, %%work ]
        %%more = icmp slt i64 %%b, %%last
        br i1 %%more, label %%work, label %%done
      work:
        %%yp = getelementptr float, ptr %%ys, i64 %%b
        store float %1$d.0, ptr %%yp
        %%next = add i64 %%b, 1
        br label %%loop
      done:
        ret i32 0
      }
      """;

  /** The library's bytes. */
  static final byte[] BYTES = compile();

  private AxpyLibrary() {}

  private static byte[] compile() {
    String text = LEVEL + FUNCTIONS.formatted(2) + FUNCTIONS.formatted(3) + FUNCTIONS.formatted(4);
    try {
      return Worker.shared(WorkerSettings.of(AxpyLibrary.class.getClassLoader()))
          .run(Request.sharedLibrary(List.of(new ModuleText("axpy", text))));
    } catch (WorkerException e) {
      throw new IllegalStateException(e);
    }
  }

  /** The kernel with another manifest. */
  static KernelInfo info(String manifest) {
    Map<String, byte[]> files = new HashMap<>();
    files.put("manifest.properties", manifest.getBytes(StandardCharsets.UTF_8));
    files.put("cpu-linux-x86_64.so", BYTES);
    files.put("tile.0.ir", "kernel axpy".getBytes(StandardCharsets.UTF_8));
    files.put(
        "stages.zip", zip(Map.of("0/cpu/LOWERED.ir", "lowered", "0/cpu/CHECKED.ir", "checked")));
    return new KernelInfo(new Resources("pkg.Vectors", "axpy", files::get));
  }

  private static byte[] zip(Map<String, String> texts) {
    var bytes = new ByteArrayOutputStream();
    try (var zip = new ZipOutputStream(bytes)) {
      for (Map.Entry<String, String> text : texts.entrySet()) {
        zip.putNextEntry(new ZipEntry(text.getKey()));
        zip.write(text.getValue().getBytes(StandardCharsets.UTF_8));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }
}
