package dev.kiln.ir;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The low dialect: what one thread, or one vector lane, does. Arithmetic works on scalars, and lane
 * by lane on vectors of one length; all operands of an operation have the same number of lanes.
 */
public sealed interface LowOp extends Op {

  // Structure

  /**
   * Runs the body once for every block of the grid; blocks are independent. One to three extents,
   * the first varies fastest. Each block is run by {@code threads} threads, all of which run the
   * body; registers, cells and values are a thread's own, other memory is one for the block.
   *
   * @param wanted threads that the user asks for where blocks are run by several; 0 for no wish
   * @param group how many neighbours along the second extent had best be run before the next along
   *     the first, since they share what they read; 1 for no preference
   * @param isPersistent whether the user asks that those who run a block go on with others, where a
   *     machine runs only so many at once; see {@link ResidentBlocks}
   */
  record Grid(
      @Argument List<Value> blocks,
      List<Value> extents,
      int wanted,
      int threads,
      int group,
      boolean isPersistent,
      Body body,
      Loc loc)
      implements LowOp, Effect.Control {
    public Grid {
      blocks = List.copyOf(blocks);
      extents = List.copyOf(extents);
      if (threads < 1) {
        throw new IllegalArgumentException("a block has at least 1 thread, not " + threads);
      }
    }

    /** A grid whose blocks are run by one thread each. */
    public Grid(List<Value> blocks, List<Value> extents, Body body, Loc loc) {
      this(blocks, extents, 0, 1, 1, /* isPersistent= */ false, body, loc);
    }

    /** The same grid with blocks that are run by {@code some} threads, which run {@code inner}. */
    public Grid sharedOut(int some, Body inner) {
      return new Grid(blocks, extents, wanted, some, group, isPersistent, inner, loc);
    }

    /** The same grid with another preferred order of blocks. */
    public Grid grouped(int neighbours) {
      return new Grid(blocks, extents, wanted, threads, neighbours, isPersistent, body, loc);
    }
  }

  /**
   * As many of {@code total} blocks as the machine runs at once, all where it runs more; both I64.
   * Stands before the grid, whose only extent it is; the grid's blocks share {@code total} pieces
   * of work out among themselves.
   */
  record ResidentBlocks(@Result Value result, Value total, Loc loc) implements LowOp, Effect.Pure {}

  /** Runs one of two bodies; the condition is a scalar. */
  record If(Value condition, Body then, Body otherwise, Loc loc) implements LowOp, Effect.Control {}

  /** {@code for (index = lower; index < upper; index += step)}; bounds are evaluated once. */
  record For(
      @Argument Value index, Value lower, Value upper, long step, LoopKind kind, Body body, Loc loc)
      implements LowOp, Effect.Control {
    public For {
      if (step <= 0) {
        throw new IllegalArgumentException("the step of a counted loop is positive, not " + step);
      }
    }
  }

  /**
   * {@code for (; condition gives test; update) body}: runs {@code condition}, leaves when {@code
   * test}, a value it defines, is false, then {@code body}, then {@code update}. With {@code
   * Continue} the update still runs.
   */
  record While(Body condition, Value test, Body body, Body update, Loc loc)
      implements LowOp, Effect.Control {}

  /** Leaves the innermost loop; last in its body. */
  record Break(Loc loc) implements LowOp, Effect.Control {}

  /** Goes on with the next iteration of the innermost loop; last in its body. */
  record Continue(Loc loc) implements LowOp, Effect.Control {}

  /**
   * Ends the launch with an error at this place when the condition holds in any lane.
   *
   * @param message what the user says about it; may be empty
   */
  record Trap(Value condition, TrapReason reason, String message, Loc loc)
      implements LowOp, Effect.Traps {
    /** A trap of which the user says nothing. */
    public Trap(Value condition, TrapReason reason, Loc loc) {
      this(condition, reason, /* message= */ "", loc);
    }

    /** The reason, and what the user says about it. */
    public String sentence() {
      return message.isEmpty() ? reason.sentence() : reason.sentence() + ": " + message;
    }
  }

  /**
   * Prints a line: file and line of this place, then the label and the values, which are scalars.
   */
  record Print(String label, List<Value> values, Loc loc) implements LowOp, Effect.Prints {
    public Print {
      values = List.copyOf(values);
    }

    /** What comes before the values. */
    public String heading() {
      return loc.file() + ":" + loc.line() + ":" + (label.isEmpty() ? "" : " " + label);
    }
  }

  // Arithmetic

  /** A constant; in every lane when the result is a vector. */
  record Constant(@Result Value result, Literal value, Loc loc) implements LowOp, Effect.Pure {}

  /** {@code left op right}; operands and result have one type. */
  record Binary(@Result Value result, BinaryOperator operator, Value left, Value right, Loc loc)
      implements LowOp, Effect.Pure {}

  /** {@code op operand}; operand and result have one type. */
  record Unary(@Result Value result, UnaryOperator operator, Value operand, Loc loc)
      implements LowOp, Effect.Pure {}

  /** {@code left op right}, a truth value a lane. */
  record Compare(@Result Value result, CompareOperator operator, Value left, Value right, Loc loc)
      implements LowOp, Effect.Pure {}

  /** {@code condition ? whenTrue : whenFalse}; both are evaluated. */
  record Select(@Result Value result, Value condition, Value whenTrue, Value whenFalse, Loc loc)
      implements LowOp, Effect.Pure {}

  /** {@code left * right + addend}, rounded once when {@code exact}, else once or twice. */
  record Fma(@Result Value result, Value left, Value right, Value addend, boolean exact, Loc loc)
      implements LowOp, Effect.Pure {}

  /** A function of the language's portable maths. */
  record Math(@Result Value result, MathFunction function, List<Value> arguments, Loc loc)
      implements LowOp, Effect.Pure {
    public Math {
      arguments = List.copyOf(arguments);
    }
  }

  /**
   * Converts to the dtype of the result with Java's rules: float to integer truncates, saturates
   * and takes NaN to 0; integers wrap; to a smaller float rounds to nearest even; to BOOL is {@code
   * != 0}.
   */
  record Cast(@Result Value result, Value operand, Loc loc) implements LowOp, Effect.Pure {}

  /** The same bits as another dtype of the same size. */
  record Bitcast(@Result Value result, Value operand, Loc loc) implements LowOp, Effect.Pure {}

  // Vectors

  /** The scalar in every lane. */
  record Splat(@Result Value result, Value scalar, Loc loc) implements LowOp, Effect.Pure {}

  /** 0, 1, 2, ... by lane. */
  record Lanes(@Result Value result, Loc loc) implements LowOp, Effect.Pure {}

  /**
   * All lanes combined to a scalar, pairwise (lower half with upper half, again and again). Of
   * truth values only MAX, whether any lane is true, and MIN, whether all are.
   */
  record ReduceLanes(@Result Value result, ReduceKind kind, Value vector, Loc loc)
      implements LowOp, Effect.Pure {}

  /** One lane. */
  record Lane(@Result Value result, Value vector, int lane, Loc loc)
      implements LowOp, Effect.Pure {}

  /** Lane l of the result is lane {@code lanes[l]} of left and right side by side. */
  record Shuffle(@Result Value result, Value left, Value right, List<Integer> lanes, Loc loc)
      implements LowOp, Effect.Pure {
    public Shuffle {
      lanes = List.copyOf(lanes);
    }
  }

  // Cells

  /** Makes a mutable variable that lives to the end of the enclosing body. */
  record DeclareCell(@Result Value cell, Value initial, Loc loc)
      implements LowOp, Effect.Allocates {}

  /** The value that the cell holds now. */
  record ReadCell(@Result Value result, Value cell, Loc loc) implements LowOp, Effect.Reads {}

  /** Gives the cell a new value. */
  record WriteCell(Value cell, Value value, Loc loc) implements LowOp, Effect.Writes {}

  // Memory

  /** Extent of a tensor parameter, an I32. */
  record Dim(@Result Value result, Value tensor, int axis, Loc loc) implements LowOp, Effect.Pure {}

  /**
   * Whether a tensor parameter takes {@code bytes} or more, and its address and the size of its
   * rows are multiples of {@code alignment} bytes.
   */
  record IsLarge(@Result Value result, Value tensor, long bytes, int alignment, Loc loc)
      implements LowOp, Effect.Pure {}

  /** The memory of a tensor parameter. */
  record TensorMemory(@Result Value memory, Value tensor, Loc loc) implements LowOp, Effect.Pure {}

  /** Makes on-chip memory for the rest of the enclosing body, 64-byte aligned, undefined. */
  record AllocMemory(@Result Value memory, long elements, Loc loc)
      implements LowOp, Effect.Allocates {}

  /** On-chip memory at a fixed place of the block's arena: what AllocMemory becomes. */
  record ArenaMemory(@Result Value memory, long byteOffset, long elements, Loc loc)
      implements LowOp, Effect.Pure {}

  /**
   * Memory of the thread's own for the rest of the enclosing body, undefined: registers, once every
   * index of it is constant.
   */
  record RegisterMemory(@Result Value memory, long elements, Loc loc)
      implements LowOp, Effect.Allocates {}

  /**
   * Reads memory at an I64 index counted in elements. A scalar index and a vector result read
   * neighbours; an index vector gathers. Lanes whose mask is false read zero and touch no memory;
   * the mask has a truth value for each lane of the result, one for a scalar.
   */
  record Load(@Result Value result, Value memory, Value index, @Nullable Value mask, Loc loc)
      implements LowOp, Effect.Reads {}

  /**
   * Writes memory; as {@link Load}. Lanes of an index vector that collide: the last one wins.
   *
   * @param isStreamed whether it is written past the caches: neighbours without a mask, at an
   *     address that is a multiple of their size
   */
  record Store(
      Value memory, Value index, Value value, @Nullable Value mask, boolean isStreamed, Loc loc)
      implements LowOp, Effect.Writes {
    /** Through the caches. */
    public Store(Value memory, Value index, Value value, @Nullable Value mask, Loc loc) {
      this(memory, index, value, mask, /* isStreamed= */ false, loc);
    }

    /** The same, past the caches. */
    public Store streamed() {
      return new Store(memory, index, value, mask, /* isStreamed= */ true, loc);
    }
  }

  /**
   * Asks for the line of memory at a scalar I64 index to be in a cache soon. The index may lie
   * outside.
   */
  record Prefetch(Value memory, Value index, Loc loc) implements LowOp, Effect.Hints {}

  /** Adds to memory atomically, lane after lane; relaxed order. */
  record AtomicUpdate(Value memory, Value index, Value value, @Nullable Value mask, Loc loc)
      implements LowOp, Effect.Writes {}

  /**
   * Writes {@code replacement} to a scalar I64 index if memory holds the bits of {@code expected}
   * there, atomically; whether it did. For elements of any dtype but F32 and F64.
   */
  record CompareAndSet(
      @Result Value done, Value memory, Value index, Value expected, Value replacement, Loc loc)
      implements LowOp, Effect.Writes {}

  // Threads of a block

  /** What threads of one block do together; none of it where a block is run by one thread. */
  sealed interface OfThreads extends LowOp {}

  /** The number of this thread in its block, an I32 from 0. */
  record ThreadIndex(@Result Value result, Loc loc) implements OfThreads, Effect.Pure {}

  /**
   * Waits for all threads of the block: what they wrote before is seen by all behind. Never stands
   * where threads may have parted.
   */
  record Barrier(Loc loc) implements OfThreads, Effect.Synchronises {}

  /**
   * A stretch of code in which no two threads touch one element of the block's or the grid's memory
   * unless both read it, or both update it atomically: what has to be kept apart lies in different
   * phases, and barriers are put between them. Otherwise the same as its body.
   */
  record Phase(Body body, Loc loc) implements OfThreads, Effect.Control {}

  /**
   * Parts the block to its end: its first {@code threads} threads, whole warps, run {@code first},
   * the others {@code rest}. In either, a {@link Barrier} or a {@link Phase} is for the threads of
   * that part, and what is said of whether threads have parted is said of them. Last in the body of
   * a grid.
   *
   * @param firstRegisters how many registers each of the first threads may use; 0 for as many as
   *     the block begins with
   * @param restRegisters the same for the others
   */
  record Part(int threads, int firstRegisters, int restRegisters, Body first, Body rest, Loc loc)
      implements OfThreads, Effect.Control {}

  /**
   * The scalar that the thread has whose number differs from this one's in just the bits of {@code
   * mask}, 1 to 31: a thread of the same warp, which is 32 threads that follow a multiple of 32.
   * Never stands where the threads of a warp may have parted.
   */
  record ExchangeThreads(@Result Value result, Value value, int mask, Loc loc)
      implements OfThreads, Effect.Synchronises {}

  /**
   * The threads of a warp multiply two small matrices and add the product to a third: an
   * instruction whose row says where each thread holds what. The operands are register memories, an
   * I64 index each where the thread's elements begin. Never stands where the threads of a warp may
   * have parted.
   */
  record MultiplyMatrices(
      MatrixInstruction instruction,
      Value accumulator,
      Value accumulatorIndex,
      Value left,
      Value leftIndex,
      Value right,
      Value rightIndex,
      Loc loc)
      implements OfThreads, Effect.Synchronises {}

  /**
   * The threads of a warp read {@code count} (1, 2 or 4) matrices of 8 rows of 16 bytes from the
   * block's memory, of elements of 1 or 2 bytes. Thread {@code 8 * m + r} gives the index of the
   * first of the neighbours that are row {@code r} of matrix {@code m}, at a multiple of 16 bytes;
   * what the others give is ignored. Thread {@code t} gets of each matrix 4 bytes of row {@code t /
   * 4}, the {@code t % 4}-th of them, side by side in the registers from {@code registersIndex} on;
   * of the matrix of 8 by 8 transposed when {@code transposed}, where elements have 2 bytes. Never
   * stands where the threads of a warp may have parted.
   */
  record LoadMatrices(
      Value registers,
      Value registersIndex,
      Value memory,
      Value index,
      int count,
      boolean transposed,
      Loc loc)
      implements OfThreads, Effect.Synchronises {
    /** The row of the table that this is. */
    public LoadInstruction instruction() {
      return LoadInstruction.of(count, transposed).orElseThrow();
    }
  }

  // Copies that run beside the threads

  /**
   * Starts to copy a box of a tensor, at {@code origin} with these {@code extents}, row after row
   * to the block's memory, and counts the bytes off at a {@linkplain AwaitPhase phase} when they
   * are there; what lies outside of the tensor is zero. One thread runs it. Needs rows of the
   * tensor that begin at multiples of 16 bytes.
   *
   * @param origin one a dimension of the tensor, I32
   * @param index where the box goes, at a multiple of 128 bytes, of 1024 when swizzled
   * @param isSwizzled whether 16-byte chunks are permuted as {@link
   *     dev.kiln.layout.Layout.Swizzled} says, for rows of 128 bytes
   * @param isRounded whether elements, of F32, are rounded as {@link Precision#TF32} says
   */
  record CopyBox(
      Value tensor,
      List<Value> origin,
      List<Integer> extents,
      Value memory,
      Value index,
      boolean isSwizzled,
      boolean isRounded,
      Value phases,
      Value phase,
      Loc loc)
      implements OfThreads, Effect.Writes {
    public CopyBox {
      origin = List.copyOf(origin);
      extents = List.copyOf(extents);
    }

    /** The row of the table that this is. */
    public BoxInstruction instruction() {
      return BoxInstruction.of(origin.size()).orElseThrow();
    }
  }

  /**
   * Starts to copy neighbours from a tensor's memory to the block's: {@code elements} of them, 1 or
   * as many as 4, 8 or 16 bytes have, both indices then multiples of that number. Those from number
   * {@code valid} on, an I32, become zero. They are there once this thread has waited for them;
   * until then nothing else may touch where they go. Every thread runs it for itself.
   */
  record StartCopy(
      Value memory,
      Value index,
      Value source,
      Value sourceIndex,
      int elements,
      Value valid,
      Loc loc)
      implements OfThreads, Effect.Writes {
    /** The dtype of what is copied. */
    public DType element() {
      return ((Type.MemoryType) memory.type()).element();
    }

    /** The row of the table that this is. */
    public ChunkInstruction instruction() {
      return ChunkInstruction.of(elements, element()).orElseThrow();
    }
  }

  /** Ends a group of copies that this thread has started. */
  record CommitCopies(Loc loc) implements OfThreads, Effect.Synchronises {}

  /**
   * Waits until at most {@code pending} groups of copies of this thread are under way: what the
   * others have copied counts as written by this thread now.
   */
  record AwaitCopies(int pending, Loc loc) implements OfThreads, Effect.Synchronises {}

  /**
   * Makes element {@code phase} of {@code phases}, I64 of the block's memory, count phases: one
   * ends when {@code arrivals} threads have arrived and all bytes that were expected have come. One
   * thread runs it, a barrier follows.
   */
  record InitPhase(Value phases, Value phase, int arrivals, Loc loc)
      implements OfThreads, Effect.Writes {}

  /** Arrives at the current phase, which ends no sooner than {@code bytes} more have come. */
  record ExpectBytes(Value phases, Value phase, long bytes, Loc loc)
      implements OfThreads, Effect.Synchronises {}

  /**
   * Counts bytes off that the current phase expects, as a copy does whose bytes have come; what the
   * thread has written is seen by those that wait for the phase.
   */
  record DeliverBytes(Value phases, Value phase, long bytes, Loc loc)
      implements OfThreads, Effect.Synchronises {}

  /** Arrives at the current phase. */
  record ArriveAtPhase(Value phases, Value phase, Loc loc)
      implements OfThreads, Effect.Synchronises {}

  /**
   * Waits until the phase has ended whose number is even when {@code isOdd} is false, and odd when
   * it is true; the phases before the first have odd numbers. What was copied for it is seen from
   * here on.
   */
  record AwaitPhase(Value phases, Value phase, Value isOdd, Loc loc)
      implements OfThreads, Effect.Synchronises {}

  /** Ends the use of memory for phases. One thread runs it, behind a barrier. */
  record EndPhases(Value phases, Value phase, Loc loc) implements OfThreads, Effect.Writes {}

  /**
   * What the thread has written to the block's memory is seen, behind the next barrier, by copies
   * and matrix instructions that run beside the threads.
   */
  record PublishWrites(Loc loc) implements OfThreads, Effect.Synchronises {}

  // Matrix instructions of a warpgroup, the 128 threads that follow a multiple of 128

  /**
   * Starts {@code accumulator [64, columns] += left [64, d] * right [d, columns]} by a warpgroup,
   * {@code d} being as many elements as 32 bytes have. The accumulator lies in registers as {@link
   * MatrixInstruction} says, a warp for each 16 rows, 4 registers for each 8 columns; so does a
   * left operand in registers. An operand in memory lies in swizzled rows of 128 bytes, {@code
   * index} being where it would begin without the swizzle: along the depth, its rows (of the right
   * one: columns) one behind the other, or across, with panels of 64 rows (columns), each a row of
   * 128 bytes a step of the depth, that lie {@code panel} elements apart. All threads of a
   * warpgroup run it together.
   *
   * @param operand the left operand's dtype: F16 or BF16; F32, of which 10 bits of fraction are
   *     taken; or E4M3 or E5M2, where the right one may be either. Operands of the latter three lie
   *     along the depth in memory
   * @param adds whether the product is added to the accumulator; else it takes its place
   */
  record MultiplyWarpgroup(
      DType operand,
      int columns,
      boolean adds,
      Value accumulator,
      Value accumulatorIndex,
      Value left,
      Value leftIndex,
      boolean isLeftAcross,
      long leftPanel,
      Value right,
      Value rightIndex,
      boolean isRightAcross,
      long rightPanel,
      Loc loc)
      implements OfThreads, Effect.Synchronises {
    /** The row of the table that this is. */
    public WarpgroupInstruction instruction() {
      DType other = ((Type.MemoryType) right.type()).element();
      return WarpgroupInstruction.of(operand, other).orElseThrow();
    }

    /** Where the left operand lies. */
    public WarpgroupInstruction.Place leftPlace() {
      boolean isHeld =
          left.type() instanceof Type.MemoryType memory && memory.scope() == Scope.FRAGMENT;
      return isHeld ? WarpgroupInstruction.Place.REGISTERS : inMemory(isLeftAcross);
    }

    /** Where the right operand lies. */
    public WarpgroupInstruction.Place rightPlace() {
      return inMemory(isRightAcross);
    }

    private static WarpgroupInstruction.Place inMemory(boolean isAcross) {
      return isAcross ? WarpgroupInstruction.Place.ACROSS : WarpgroupInstruction.Place.ALONG;
    }
  }

  /**
   * What was written to registers before is there for the products that follow: stands before the
   * first one.
   *
   * @param registers of the products, each whole; none that a product under way uses
   * @param counts how many elements each has
   */
  record BeginProducts(List<Value> registers, List<Integer> counts, Loc loc)
      implements OfThreads, Effect.Synchronises {
    public BeginProducts {
      registers = List.copyOf(registers);
      counts = List.copyOf(counts);
    }
  }

  /** Ends a group of products. */
  record CommitProducts(Loc loc) implements OfThreads, Effect.Synchronises {}

  /**
   * Waits until at most {@code pending} groups are under way. Until then nothing else may touch the
   * registers and memory that the others use.
   *
   * @param registers so many of {@code accumulator}, from {@code accumulatorIndex} on, have their
   *     sums from here on, and no product under way uses them; 0 where one does
   */
  record AwaitProducts(
      int pending, Value accumulator, Value accumulatorIndex, int registers, Loc loc)
      implements OfThreads, Effect.Synchronises {}
}
