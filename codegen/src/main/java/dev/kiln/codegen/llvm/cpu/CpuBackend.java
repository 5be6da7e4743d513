package dev.kiln.codegen.llvm.cpu;

import dev.kiln.codegen.ArtifactKind;
import dev.kiln.codegen.Backend;
import dev.kiln.codegen.Finishing;
import dev.kiln.codegen.Target;
import dev.kiln.lower.CommonPasses;
import dev.kiln.lower.canonical.Simplify;
import dev.kiln.lower.emittable.ExpandFma;
import dev.kiln.lower.emittable.ExpandHalfConversions;
import dev.kiln.lower.emittable.ExpandMath;
import dev.kiln.lower.emittable.GuardDivision;
import dev.kiln.lower.laidout.InferLayouts;
import dev.kiln.lower.laidout.VectorLayouts;
import dev.kiln.lower.loops.ForwardStores;
import dev.kiln.lower.loops.FuseLoops;
import dev.kiln.lower.loops.PrefetchBlocks;
import dev.kiln.lower.loops.StreamStores;
import dev.kiln.lower.scheduled.ResolvePipelines;
import dev.kiln.lower.tileop.LowerTileOps;
import dev.kiln.pass.Fact;
import dev.kiln.pass.Feature;
import dev.kiln.pass.Machine;
import dev.kiln.pass.Pass;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * The CPU: a block is run by one thread, which has vector registers; tiles are scratch memory in
 * its caches.
 */
public final class CpuBackend {
  public static final String NAME = "cpu";

  /** On-chip memory of a block: more than any cache holds is a mistake, not a kernel. */
  private static final long SCRATCH_BYTES = 32L << 20;

  /** SSE4.2: rounding, and nothing else that passes ask for. */
  private static final Target V2 = target(2, 16, 16, EnumSet.of(Feature.ROUNDING));

  /** AVX2. */
  private static final Target V3 =
      target(
          3,
          32,
          16,
          EnumSet.of(
              Feature.ROUNDING,
              Feature.FMA,
              Feature.F16_CONVERSION,
              Feature.MASKED_MEMORY,
              Feature.GATHER));

  /** AVX-512. */
  private static final Target V4 =
      target(
          4,
          64,
          32,
          EnumSet.of(
              Feature.ROUNDING,
              Feature.FMA,
              Feature.F16_CONVERSION,
              Feature.MASKED_MEMORY,
              Feature.GATHER,
              Feature.SCALING));

  private static final List<Pass> OWN =
      List.of(
          ResolvePipelines.PASS,
          InferLayouts.with(VectorLayouts.RULES),
          LowerTileOps.PASS,
          Simplify.LOWERED,
          FuseLoops.PASS,
          ForwardStores.PASS,
          StreamStores.PASS,
          PrefetchBlocks.PASS,
          ExpandMath.PASS,
          GuardDivision.PASS,
          ExpandFma.PASS,
          ExpandHalfConversions.PASS,
          Simplify.LATE.needs(Fact.LOW_OPS, Fact.MATHS_EXPANDED).gives(Fact.LEGAL));

  public static final Backend BACKEND =
      new Backend(
          NAME,
          List.of(V2, V3, V4),
          List.of(V2.tag(), V3.tag(), V4.tag()),
          CommonPasses.ALL,
          OWN,
          new CpuEmitter(),
          Finishing.NONE,
          ArtifactKind.SHARED_LIBRARY,
          List.of("cpu"));

  private CpuBackend() {}

  private static Target target(
      int level, int vectorBytes, int vectorRegisters, Set<Feature> features) {
    String architecture = "x86-64-v" + level;
    var machine =
        new Machine(
            NAME + ":" + architecture, vectorBytes, vectorRegisters, SCRATCH_BYTES, features);
    return new Target(NAME, architecture, "v" + level, machine);
  }
}
