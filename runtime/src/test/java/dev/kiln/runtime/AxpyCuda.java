package dev.kiln.runtime;

import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;

/**
 * The kernel of {@link AxpyLibrary} for CUDA, as the processor would leave it, from hand-written
 * PTX.
 *
 * <p>In variant 0 block {@code b} adds {@code alpha * x[b]} to {@code y[b]}, and stops with trap 1
 * at a NaN. In variant 1 a block does that for 32 elements, whose part of {@code x} comes through a
 * tensor map where there can be one. Variant 2 is for the CPU alone. Variant 3 writes to a wild
 * address.
 */
final class AxpyCuda {

  static final String MANIFEST =
      """
      artifact.cuda-sm_80=cuda-sm_80.ptx
      artifact.cuda-sm_90a=cuda-sm_90a.ptx
      kernel=pkg.Vectors.axpy
      kiln.version=0
      launcher=pkg.AxpyKernel
      param.0=x tensor f32 1 read n
      param.1=y tensor f32 1 readwrite n
      param.2=alpha scalar float
      trap.1=Vectors.java:7:12 not a number
      variant.0.constants=bm=1
      variant.0.sm_80.scratchBytes=0
      variant.0.sm_80.threads=1
      variant.0.sm_90a.scratchBytes=0
      variant.0.sm_90a.threads=1
      variant.0.targets=cuda
      variant.1.constants=bm=32
      variant.1.sm_90a.map.0=0 32 0
      variant.1.sm_90a.plain=_plain
      variant.1.sm_90a.scratchBytes=0
      variant.1.sm_90a.threads=32
      variant.1.targets=cuda
      variant.2.constants=
      variant.2.targets=cpu
      variant.3.constants=
      variant.3.sm_80.threads=1
      variant.3.targets=cuda
      variants=4
      """;

  private static final String HEAD =
      """
      .version 8.0
      .target %s
      .address_size 64
      """;

  /** One element of a block; %s is the architecture. */
  private static final String ONE =
      """
      .visible .entry kiln_k0_%s(.param .align 8 .b8 args[72])
      {
        .reg .pred %%p<2>;
        .reg .b32 %%r<4>;
        .reg .f32 %%f<5>;
        .reg .b64 %%rd<8>;
        ld.param.u64 %%rd1, [args];
        ld.param.u64 %%rd2, [args+16];
        ld.param.f32 %%f1, [args+32];
        ld.param.u64 %%rd3, [args+64];
        mov.u32 %%r1, %%ctaid.x;
        mul.wide.u32 %%rd4, %%r1, 4;
        add.s64 %%rd5, %%rd1, %%rd4;
        add.s64 %%rd6, %%rd2, %%rd4;
        ld.global.f32 %%f2, [%%rd5];
        setp.nan.f32 %%p1, %%f2, %%f2;
        @!%%p1 bra GOOD;
        atom.global.cas.b32 %%r2, [%%rd3], 0, 1;
      GOOD:
        ld.global.f32 %%f3, [%%rd6];
        fma.rn.f32 %%f4, %%f1, %%f2, %%f3;
        st.global.f32 [%%rd6], %%f4;
        ret;
      }
      """;

  /** A write to an address that nobody has. */
  private static final String WILD =
      """
      .visible .entry kiln_k3_%s(.param .align 8 .b8 args[72])
      {
        .reg .b64 %%rd<2>;
        mov.u64 %%rd1, 64;
        st.global.u32 [%%rd1], 1;
        ret;
      }
      """;

  /** 32 elements of a block, x by the copy engine. */
  private static final String MAPPED =
      """
      .visible .entry kiln_k1_sm_90a(.param .align 8 .b8 args[72], .param .align 64 .b8 map0[128])
      {
        .shared .align 128 .b8 tile[128];
        .shared .align 8 .b64 bar;
        .reg .pred %p<4>;
        .reg .b32 %r<10>;
        .reg .f32 %f<5>;
        .reg .b64 %rd<10>;
        mov.u32 %r1, %tid.x;
        mov.u32 %r2, %ctaid.x;
        mov.u32 %r3, bar;
        mov.u32 %r4, tile;
        shl.b32 %r5, %r2, 5;
        setp.ne.u32 %p1, %r1, 0;
        @%p1 bra STARTED;
        mbarrier.init.shared::cta.b64 [%r3], 1;
        fence.proxy.async.shared::cta;
        mbarrier.arrive.expect_tx.shared::cta.b64 _, [%r3], 128;
        mov.b64 %rd1, map0;
        cvta.param.u64 %rd2, %rd1;
        cp.async.bulk.tensor.1d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [%r4], [%rd2, {%r5}], [%r3];
      STARTED:
        bar.sync 0;
      WAIT:
        mbarrier.try_wait.parity.shared::cta.b64 %p2, [%r3], 0;
        @!%p2 bra WAIT;
        add.u32 %r6, %r5, %r1;
        ld.param.u32 %r7, [args+8];
        setp.ge.u32 %p3, %r6, %r7;
        @%p3 bra DONE;
        shl.b32 %r8, %r1, 2;
        add.u32 %r9, %r4, %r8;
        ld.shared.f32 %f1, [%r9];
        ld.param.f32 %f2, [args+32];
        ld.param.u64 %rd3, [args+16];
        mul.wide.u32 %rd4, %r6, 4;
        add.s64 %rd5, %rd3, %rd4;
        ld.global.f32 %f3, [%rd5];
        fma.rn.f32 %f4, %f1, %f2, %f3;
        st.global.f32 [%rd5], %f4;
      DONE:
        ret;
      }
      .visible .entry kiln_k1_sm_90a_plain(.param .align 8 .b8 args[72])
      {
        .reg .pred %p<2>;
        .reg .b32 %r<5>;
        .reg .f32 %f<5>;
        .reg .b64 %rd<8>;
        mov.u32 %r1, %tid.x;
        mov.u32 %r2, %ctaid.x;
        mad.lo.u32 %r3, %r2, 32, %r1;
        ld.param.u32 %r4, [args+8];
        setp.ge.u32 %p1, %r3, %r4;
        @%p1 bra DONE;
        mul.wide.u32 %rd1, %r3, 4;
        ld.param.u64 %rd2, [args];
        ld.param.u64 %rd3, [args+16];
        ld.param.f32 %f1, [args+32];
        add.s64 %rd4, %rd2, %rd1;
        add.s64 %rd5, %rd3, %rd1;
        ld.global.f32 %f2, [%rd4];
        ld.global.f32 %f3, [%rd5];
        fma.rn.f32 %f4, %f1, %f2, %f3;
        st.global.f32 [%rd5], %f4;
      DONE:
        ret;
      }
      """;

  static final String PTX_80 =
      HEAD.formatted("sm_80") + ONE.formatted("sm_80") + WILD.formatted("sm_80");
  static final String PTX_90A = HEAD.formatted("sm_90a") + ONE.formatted("sm_90a") + MAPPED;

  private AxpyCuda() {}

  /** The kernel with a manifest and PTX. */
  static Launcher launcher(String manifest) {
    return launcher(manifest, PTX_90A);
  }

  /** The kernel with a manifest and PTX for sm_90a. */
  static Launcher launcher(String manifest, String ptx90a) {
    return launcher(manifest, ptx90a, bytes("cubin kiln_k0_sm_90a"));
  }

  /** The kernel with a manifest and code for sm_90a. */
  static Launcher launcher(String manifest, String ptx90a, byte[] cubin90a) {
    Map<String, byte[]> files = new HashMap<>();
    files.put("manifest.properties", bytes(manifest));
    files.put("cuda-sm_80.ptx", bytes(PTX_80));
    files.put("cuda-sm_90a.ptx", bytes(ptx90a));
    files.put("cuda-sm_80.cubin", bytes("cubin kiln_k0_sm_80"));
    files.put("cuda-sm_90a.cubin", cubin90a);
    return new Launcher(new KernelInfo(new Resources("pkg.Vectors", "axpy", files::get)));
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
