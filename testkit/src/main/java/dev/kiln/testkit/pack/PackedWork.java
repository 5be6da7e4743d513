package dev.kiln.testkit.pack;

import dev.kiln.ir.Body;
import dev.kiln.ir.Kernel;
import dev.kiln.ir.Ops;
import dev.kiln.ir.TileOp;
import dev.kiln.testkit.random.CorpusWorkloads;
import dev.kiln.testkit.random.KernelGenerator;
import dev.kiln.testkit.random.Workload;
import java.util.List;
import java.util.stream.IntStream;

/** A kernel to pack, with what it is run on. */
public sealed interface PackedWork {

  /** What stands for the kernel's method. */
  String name();

  /** The kernel as it is. */
  Kernel kernel();

  /** What to run it on: the same each time. */
  List<Workload> workloads();

  /**
   * The kernel as it is, and with each number of stages if it has pipelined loops: one variant
   * each, whose results must have the same bits.
   */
  default List<Kernel> variants() {
    List<Kernel> staged =
        IntStream.rangeClosed(1, MOST_STAGES).mapToObj(stages -> staged(stages)).toList();
    return staged.stream().distinct().count() == 1 ? List.of(kernel()) : staged;
  }

  /** The most stages that a pipelined loop is run with. */
  int MOST_STAGES = 4;

  private Kernel staged(int stages) {
    return kernel().withBody(staged(kernel().body(), stages));
  }

  private static Body staged(Body body, int stages) {
    return Ops.flatMap(
        body,
        op -> {
          var inner = Ops.mapBodies(op, nested -> staged(nested, stages));
          return List.of(
              inner instanceof TileOp.Pipelined loop
                  ? new TileOp.Pipelined(
                      loop.index(),
                      loop.extent(),
                      stages,
                      loop.isOverlapped(),
                      loop.body(),
                      loop.loc())
                  : inner);
        });
  }

  /** The random kernel of a seed. */
  record Random(long seed) implements PackedWork {
    static final String PREFIX = "seed";

    @Override
    public String name() {
      return PREFIX + seed;
    }

    @Override
    public Kernel kernel() {
      return KernelGenerator.of(seed).kernel();
    }

    @Override
    public List<Workload> workloads() {
      return List.of(KernelGenerator.of(seed).workload());
    }
  }

  /** A kernel that a source was translated to. */
  record Corpus(String name, Kernel kernel) implements PackedWork {
    @Override
    public List<Workload> workloads() {
      return CorpusWorkloads.of(kernel);
    }
  }
}
