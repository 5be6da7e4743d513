package dev.kiln.interp;

import dev.kiln.ir.LowOp;
import dev.kiln.ir.Value;
import dev.kiln.ir.WarpgroupInstruction;
import java.util.List;

/** What the 128 threads of a warpgroup do together. */
final class WarpgroupExecution {
  static final int THREADS = 128;

  /** Swizzled lines have so many bytes. */
  private static final int LINE_BYTES = 128;

  private static final int CHUNK_BYTES = 16;

  private final LowOp.MultiplyWarpgroup op;
  private final List<BlockThread> group;
  private final Moment moment;
  private final int product;
  private final int rows;
  private final int depth;

  private WarpgroupExecution(LowOp.MultiplyWarpgroup op, List<BlockThread> group) {
    this.op = op;
    this.group = group;
    this.rows = op.instruction().rows();
    this.depth = op.instruction().depth();
    group.forEach(thread -> thread.products().start());
    product = group.getFirst().products().started();
    History common = Clock.common(group.stream().map(BlockThread::clock).toList());
    moment = new Moment(group.getFirst().warpgroupActor(), common.before() + product, common);
  }

  static boolean isForWarpgroup(LowOp op) {
    return op instanceof LowOp.MultiplyWarpgroup
        || op instanceof LowOp.BeginProducts
        || op instanceof LowOp.CommitProducts
        || op instanceof LowOp.AwaitProducts;
  }

  static void run(LowOp op, List<BlockThread> group) {
    switch (op) {
      case LowOp.BeginProducts begin -> group.forEach(thread -> begin(begin, thread));
      case LowOp.CommitProducts _ -> group.forEach(thread -> thread.products().commit());
      case LowOp.AwaitProducts await -> group.forEach(thread -> await(await, thread));
      case LowOp.MultiplyWarpgroup multiply -> new WarpgroupExecution(multiply, group).multiply();
      case LowOp other -> throw new IllegalStateException(other + " is not for a warpgroup");
    }
  }

  private static void begin(LowOp.BeginProducts op, BlockThread thread) {
    for (int i = 0; i < op.registers().size(); i++) {
      Memory registers = thread.frame().memory(op.registers().get(i));
      for (int at = 0; at < op.counts().get(i); at++) {
        requireRegister(op, registers, op.registers().get(i), at);
        thread.watch().store(op, registers, at, /* isSame= */ true);
      }
    }
    thread.products().begin();
  }

  private static void await(LowOp.AwaitProducts op, BlockThread thread) {
    Products products = thread.products();
    products.await(op.pending());
    History history = thread.clock().history();
    history.add(thread.warpgroupActor(), history.before() + products.ended());
    Memory registers = thread.frame().memory(op.accumulator());
    long first = thread.frame().scalar(op, op.accumulatorIndex());
    for (int i = 0; i < op.registers(); i++) {
      requireRegister(op, registers, op.accumulator(), first + i);
      if (registers.ledger() instanceof RegisterUses uses) {
        uses.finish(registers.at(first + i), registers.element().bytes());
      }
    }
  }

  private static void requireRegister(LowOp op, Memory registers, Value memory, long at) {
    if (!registers.holds(at)) {
      throw new InterpreterException(op, "Register %s is outside of %s.".formatted(at, memory));
    }
  }

  /** Computed at once: until it is waited for nothing can see that. */
  private void multiply() {
    boolean isHeld = op.leftPlace() == WarpgroupInstruction.Place.REGISTERS;
    Matrix left = isHeld ? heldLeft() : new Operand(Side.LEFT).read();
    Matrix right = new Operand(Side.RIGHT).read();
    for (int row = 0; row < rows; row++) {
      for (int column = 0; column < op.columns(); column++) {
        add(row, column, left, right);
      }
    }
  }

  /** A row of {@code left} times a column of {@code right}, each sum rounded. */
  private void add(int row, int column, Matrix left, Matrix right) {
    BlockThread thread = group.get(row / 16 * 32 + row % 8 * 4 + column % 8 / 2);
    Memory sums = thread.frame().memory(op.accumulator());
    int register = column / 8 * 4 + row / 8 % 2 * 2 + column % 2;
    long at = thread.frame().scalar(op, op.accumulatorIndex()) + register;
    use(sums, op.accumulator(), at, /* isWritten= */ true);
    boolean isPoison = op.adds() && sums.isPoison(at);
    float sum = op.adds() ? Float.intBitsToFloat((int) sums.get(at)) : 0;
    for (int k = 0; k < depth; k++) {
      int a = row * depth + k;
      int b = column * depth + k;
      isPoison |= left.poison[a] || right.poison[b];
      sum += left.elements[a] * right.elements[b];
    }
    if (isPoison) {
      sums.setPoison(at);
    } else {
      sums.set(at, Float.floatToRawIntBits(sum));
    }
  }

  private void use(Memory registers, Value memory, long at, boolean isWritten) {
    requireRegister(op, registers, memory, at);
    if (registers.ledger() instanceof RegisterUses uses) {
      var use = new RegisterUses.Use(op, product, isWritten);
      uses.use(use, registers.at(at), registers.element().bytes());
    }
  }

  /** The left operand of each thread's registers. */
  private Matrix heldLeft() {
    var matrix = new Matrix(rows, depth);
    for (int i = 0; i < matrix.elements.length; i++) {
      int row = i / depth;
      int k = i % depth;
      BlockThread thread = group.get(row / 16 * 32 + row % 8 * 4 + k % 8 / 2);
      Memory registers = thread.frame().memory(op.left());
      int register = k / 8 * 4 + row / 8 % 2 * 2 + k % 2;
      long at = thread.frame().scalar(op, op.leftIndex()) + register;
      use(registers, op.left(), at, /* isWritten= */ false);
      matrix.set(i, registers, at);
    }
    return matrix;
  }

  /** The elements of a row, or of a column of the right operand, side by side. */
  private static final class Matrix {
    private final float[] elements;
    private final boolean[] poison;

    Matrix(int extent, int depth) {
      elements = new float[extent * depth];
      poison = new boolean[extent * depth];
    }

    void set(int i, Memory memory, long at) {
      elements[i] = WarpExecution.factor(memory.element(), memory.get(at));
      poison[i] = memory.isPoison(at);
    }
  }

  private enum Side {
    LEFT,
    RIGHT
  }

  /** An operand in the block's memory, which all threads name alike. */
  private final class Operand {
    private final Value value;
    private final boolean isAcross;
    private final long panel;
    private final int extent;
    private final Memory memory;
    private final long first;

    Operand(Side side) {
      boolean isLeft = side == Side.LEFT;
      value = isLeft ? op.left() : op.right();
      isAcross = isLeft ? op.isLeftAcross() : op.isRightAcross();
      panel = isLeft ? op.leftPanel() : op.rightPanel();
      extent = isLeft ? rows : op.columns();
      Value index = isLeft ? op.leftIndex() : op.rightIndex();
      Frame frame = group.getFirst().frame();
      memory = frame.memory(value);
      first = frame.scalar(op, index);
      for (BlockThread thread : group) {
        if (!memory.isSamePlace(thread.frame().memory(value))
            || first != thread.frame().scalar(op, index)) {
          throw new InterpreterException(
              op, "Thread %s gives another place of %s.".formatted(thread.number(), value));
        }
      }
      requireInLines();
    }

    /** What is read of a row of 128 bytes ends with it. */
    private void requireInLines() {
      int bytes = memory.element().bytes();
      int start = memory.at(first);
      int length = (isAcross ? Math.min(extent, LINE_BYTES / bytes) : depth) * bytes;
      if (start % CHUNK_BYTES != 0 || start % LINE_BYTES + length > LINE_BYTES) {
        throw new InterpreterException(
            op,
            "At byte %s no %s bytes of a row of 128 begin, for %s."
                .formatted(start, length, value));
      }
      if (isAcross && extent * bytes > LINE_BYTES && panel * bytes % CHUNK_BYTES != 0) {
        throw new InterpreterException(op, "Panels lie a multiple of 16 bytes apart.");
      }
    }

    Matrix read() {
      var matrix = new Matrix(extent, depth);
      int line = LINE_BYTES / memory.element().bytes();
      for (int i = 0; i < matrix.elements.length; i++) {
        int across = i / depth;
        int k = i % depth;
        long offset =
            isAcross
                ? across / line * panel + (long) k * line + across % line
                : (long) across * line + k;
        matrix.set(i, memory, read(offset));
      }
      return matrix;
    }

    /** Where the element at {@code offset} lies. */
    private long read(long offset) {
      long at = memory.swizzled(first + offset);
      if (!memory.holds(at)) {
        throw new InterpreterException(
            op, "It reads element %s, outside of %s.".formatted(at, value));
      }
      if (memory.ledger() instanceof Accesses accesses) {
        int bytes = memory.element().bytes();
        RaceException race = accesses.read(op, moment, memory.at(at), bytes);
        if (race != null) {
          throw race;
        }
        accesses.requirePublished(op, moment, memory.at(at), bytes);
      }
      return at;
    }
  }
}
