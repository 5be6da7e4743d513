package dev.kiln.codegen.llvm.nvptx;

import dev.kiln.codegen.ArtifactKind;
import dev.kiln.codegen.Backend;
import dev.kiln.codegen.Target;
import dev.kiln.lower.CommonPasses;
import dev.kiln.lower.canonical.Simplify;
import dev.kiln.lower.emittable.ExpandFma;
import dev.kiln.lower.emittable.ExpandHalfConversions;
import dev.kiln.lower.emittable.ExpandMath;
import dev.kiln.lower.emittable.GuardDivision;
import dev.kiln.lower.emittable.UnrollRegisters;
import dev.kiln.lower.flat.CountRegisters;
import dev.kiln.lower.laidout.DropUnitAxes;
import dev.kiln.lower.laidout.InferFragments;
import dev.kiln.lower.scheduled.OrderBlocks;
import dev.kiln.lower.scheduled.OverlapCopies;
import dev.kiln.lower.scheduled.ResolvePipelines;
import dev.kiln.lower.synchronised.PlaceBarriers;
import dev.kiln.lower.thread.LowerToThreads;
import dev.kiln.pass.Fact;
import dev.kiln.pass.Feature;
import dev.kiln.pass.Machine;
import dev.kiln.pass.Pass;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** NVIDIA's GPUs: a block is run by threads in warps; shared tiles are shared memory. */
public final class CudaBackend {
  public static final String NAME = "cuda";

  /** Threads of a block whose kernel does not say. */
  private static final int THREADS = 256;

  /** The widest access of a thread. */
  private static final int VECTOR_BYTES = 16;

  /** Registers of 32 bits that a thread may have. */
  private static final int REGISTERS = 255;

  /** Those of a multiprocessor, of which a block may have all. */
  private static final int BLOCK_REGISTERS = 65_536;

  private static final Set<Feature> FEATURES =
      EnumSet.of(
          Feature.ROUNDING,
          Feature.FMA,
          Feature.F16_CONVERSION,
          Feature.BF16_CONVERSION,
          Feature.POWERS_OF_TWO);

  /** What threads have to help themselves with where there are no copies of boxes. */
  private static final Set<Feature> CHUNKS = with(FEATURES, Feature.CHUNK_COPIES);

  /** What came with sm_89. */
  private static final Set<Feature> BYTES = with(CHUNKS, Feature.BYTE_PRODUCTS);

  /** What came with sm_90, and in part went with it; copies of boxes want aligned tensors. */
  private static final Set<Feature> HOPPER =
      with(FEATURES, Feature.WARPGROUPS, Feature.BYTE_PRODUCTS, Feature.BOX_COPIES);

  private static final Set<Feature> HOPPER_PLAIN =
      with(FEATURES, Feature.WARPGROUPS, Feature.BYTE_PRODUCTS);

  private static Set<Feature> with(Set<Feature> some, Feature... more) {
    var all = EnumSet.copyOf(some);
    all.addAll(List.of(more));
    return all;
  }

  /**
   * One architecture.
   *
   * @param ptx the version of PTX that its code is written in: what drivers must know
   * @param scratchBytes shared memory that one block may have
   */
  private record Architecture(
      String name, String tag, int ptx, long scratchBytes, Set<Feature> features) {
    Architecture(String name, int ptx, long scratchBytes, Set<Feature> features) {
      this(name, name, ptx, scratchBytes, features);
    }

    Target target() {
      var machine =
          new Machine(
              NAME + ":" + name,
              VECTOR_BYTES,
              REGISTERS,
              BLOCK_REGISTERS,
              scratchBytes,
              THREADS,
              features);
      return new Target(NAME, name, tag, machine);
    }
  }

  private static final List<Architecture> ARCHITECTURES =
      List.of(
          new Architecture("sm_80", 70, 166_912, CHUNKS),
          new Architecture("sm_86", 71, 101_376, CHUNKS),
          new Architecture("sm_89", 84, 101_376, BYTES),
          new Architecture("sm_90a", 80, 232_448, HOPPER),
          new Architecture("sm_90a", "sm_90a.plain", 80, 232_448, HOPPER_PLAIN),
          new Architecture("sm_100a", 86, 232_448, BYTES),
          new Architecture("sm_120", 87, 101_376, BYTES));

  /** What most of the machines in use run: sm_90a its own kind only, sm_80 all later ones. */
  private static final List<String> STANDARD = List.of("sm_80", "sm_90a", "sm_90a.plain");

  private static final List<Pass> OWN =
      List.of(
          OrderBlocks.PASS,
          OverlapCopies.PASS,
          ResolvePipelines.PASS,
          DropUnitAxes.PASS,
          InferFragments.PASS,
          LowerToThreads.PASS,
          CountRegisters.PASS,
          PlaceBarriers.PASS,
          ExpandMath.PASS,
          GuardDivision.PASS,
          ExpandFma.PASS,
          ExpandHalfConversions.PASS,
          UnrollRegisters.PASS,
          Simplify.LATE.needs(Fact.LOW_OPS, Fact.MATHS_EXPANDED).gives(Fact.LEGAL));

  public static final Backend BACKEND =
      new Backend(
          NAME,
          ARCHITECTURES.stream().map(Architecture::target).toList(),
          STANDARD,
          CommonPasses.ALL,
          OWN,
          new NvptxEmitter(
              ARCHITECTURES.stream()
                  .collect(Collectors.toMap(Architecture::name, Architecture::ptx, Math::max))),
          new Ptxas(),
          ArtifactKind.PTX,
          List.of("cuda"));

  private CudaBackend() {}
}
