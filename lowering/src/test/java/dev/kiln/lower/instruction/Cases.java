package dev.kiln.lower.instruction;

import dev.kiln.interp.TensorData;
import dev.kiln.ir.BoxInstruction;
import dev.kiln.ir.ChunkInstruction;
import dev.kiln.ir.CompareOperator;
import dev.kiln.ir.DType;
import dev.kiln.ir.Instruction;
import dev.kiln.ir.LoadInstruction;
import dev.kiln.ir.LowOp;
import dev.kiln.ir.MatrixInstruction;
import dev.kiln.ir.OpBuilder;
import dev.kiln.ir.Value;
import dev.kiln.ir.WarpgroupInstruction;
import dev.kiln.lower.tileop.Indices;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/** Kernels of one instruction each, with arguments: some for every row of the table. */
final class Cases {
  private final List<Case> all = new ArrayList<>();
  private final SplittableRandom random = new SplittableRandom(1);

  private Cases() {}

  /** A kernel with its arguments, of which the last is the result. */
  record Case(String name, KernelOfThreads kernel) {
    @Override
    public String toString() {
      return name;
    }
  }

  static List<Case> of(Instruction row) {
    var cases = new Cases();
    switch (row) {
      case MatrixInstruction matrix -> cases.add(matrix);
      case WarpgroupInstruction warpgroup -> cases.add(warpgroup);
      case LoadInstruction load -> cases.add(load);
      case ChunkInstruction chunk -> cases.add(chunk);
      case BoxInstruction box -> cases.add(box);
    }
    return cases.all;
  }

  private TensorData numbers(DType dtype, int size) {
    return Numbers.random(dtype, random, size);
  }

  private void add(String name, KernelOfThreads kernel) {
    all.add(new Case(name, kernel));
  }

  /** Two warps, whose registers begin at others than the first of their memory. */
  private void add(MatrixInstruction row) {
    int threads = 64;
    int lefts = row.leftLayout().registers();
    int rights = row.rightLayout().registers();
    var kernel = new KernelOfThreads(threads);
    Value a = kernel.tensor(numbers(row.left(), threads * lefts));
    Value b = kernel.tensor(numbers(row.right(), threads * rights));
    Value c = kernel.tensor(numbers(row.accumulator(), threads * 4));
    OpBuilder out = kernel.out();
    Value left = kernel.registers(row.left(), lefts + 3);
    Value right = kernel.registers(row.right(), rights + 1);
    Value sums = kernel.registers(row.accumulator(), 9);
    kernel.toRegisters(a, left, 3, lefts);
    kernel.toRegisters(b, right, 1, rights);
    kernel.toRegisters(c, sums, 5, 4);
    out.add(
        new LowOp.MultiplyMatrices(
            row, sums, out.i64(5), left, out.i64(3), right, out.i64(1), out.loc()));
    kernel.fromRegisters(sums, 5, 4, c);
    add(row.name(), kernel);
  }

  private void add(LoadInstruction row) {
    for (int bytes : row.elementBytes()) {
      add(row, bytes == 2 ? DType.F16 : DType.E4M3);
    }
  }

  /** Two warps that name rows in any order; those that name none give no index of the memory. */
  private void add(LoadInstruction row, DType dtype) {
    int threads = 64;
    int length = 16 / dtype.bytes();
    int count = 4 / dtype.bytes() * row.count();
    var order = TensorData.zeros(DType.I64, threads);
    for (int i = 0; i < threads; i++) {
      order.setBits(i, i % 32 < 8 * row.count() ? length * random.nextInt(threads) : -3);
    }
    var kernel = new KernelOfThreads(threads);
    Value rows = kernel.tensor(order);
    Value data = kernel.tensor(numbers(dtype, threads * length));
    Value result = kernel.tensor(TensorData.zeros(dtype, threads * count));
    OpBuilder out = kernel.out();
    Value memory = kernel.shared(dtype, threads * length, 48);
    kernel.toShared(data, memory, threads * length);
    out.add(new LowOp.Barrier(out.loc()));
    Value start = out.load(rows, kernel.thread(), 1, null);
    Value registers = kernel.registers(dtype, count + 3);
    out.add(
        new LowOp.LoadMatrices(
            registers, out.i64(3), memory, start, row.count(), row.isTransposed(), out.loc()));
    kernel.fromRegisters(registers, 3, count, result);
    add(row.name() + " " + dtype, kernel);
  }

  private void add(ChunkInstruction row) {
    for (DType dtype : DType.values()) {
      int elements = row.bytes() / dtype.bytes();
      boolean isOne = row == ChunkInstruction.ELEMENT && dtype.bytes() < 4;
      if (isOne || (row != ChunkInstruction.ELEMENT && elements > 0)) {
        add(row, dtype, isOne ? 1 : elements);
      }
    }
  }

  /** Two groups of copies, of which the second is waited for later; threads read each other's. */
  private void add(ChunkInstruction row, DType dtype, int elements) {
    int threads = 64;
    int size = threads * elements;
    var valid = TensorData.zeros(DType.I32, threads);
    for (int i = 0; i < threads; i++) {
      valid.setBits(i, random.nextInt(elements + 1));
    }
    var kernel = new KernelOfThreads(threads);
    Value source = kernel.tensor(numbers(dtype, 2 * size));
    Value counts = kernel.tensor(valid);
    Value result = kernel.tensor(TensorData.zeros(dtype, 2 * size));
    OpBuilder out = kernel.out();
    Value memory = kernel.shared(dtype, 2 * size, 32);
    Value count = out.load(counts, kernel.thread(), 1, null);
    for (int group = 0; group < 2; group++) {
      Value from =
          Indices.plus(Indices.times(kernel.thread(), elements, out), (long) group * size, out);
      Value mirrored = Indices.subtract(out.i64(2L * size - elements), from, out);
      out.add(new LowOp.StartCopy(memory, from, source, mirrored, elements, count, out.loc()));
      out.add(new LowOp.CommitCopies(out.loc()));
    }
    out.add(new LowOp.AwaitCopies(1, out.loc()));
    out.add(new LowOp.AwaitCopies(0, out.loc()));
    out.add(new LowOp.Barrier(out.loc()));
    kernel.fromShared(memory, result, 2 * size);
    add("%s of %d %s".formatted(row, elements, dtype), kernel);
  }

  private void add(WarpgroupInstruction row) {
    for (WarpgroupInstruction.Place left : row.leftPlaces()) {
      for (WarpgroupInstruction.Place right : row.rightPlaces()) {
        boolean isAcross = right == WarpgroupInstruction.Place.ACROSS;
        add(new WarpgroupCase(row, left, right, isAcross ? 72 : 16, left != right));
      }
    }
  }

  private record WarpgroupCase(
      WarpgroupInstruction row,
      WarpgroupInstruction.Place left,
      WarpgroupInstruction.Place right,
      int columns,
      boolean adds) {
    boolean isLeftAcross() {
      return left == WarpgroupInstruction.Place.ACROSS;
    }

    boolean isRightAcross() {
      return right == WarpgroupInstruction.Place.ACROSS;
    }

    /** The second step of the depth, of panels of two steps. */
    Value index(boolean isAcross, OpBuilder out) {
      return out.i64((long) row.depth() * (isAcross ? 64 : 1));
    }
  }

  /** A warpgroup whose operands and sums begin at others than the first of their memory. */
  private void add(WarpgroupCase one) {
    WarpgroupInstruction row = one.row();
    int threads = 128;
    int sums = one.columns() / 2;
    var kernel = new KernelOfThreads(threads);
    boolean isHeld = one.left() == WarpgroupInstruction.Place.REGISTERS;
    int lefts = isHeld ? 8 : 64 * 128 / row.left().bytes();
    int rights = (one.isRightAcross() ? 128 : one.columns()) * 128 / row.right().bytes();
    Value a = kernel.tensor(numbers(row.left(), isHeld ? threads * lefts : lefts));
    Value b = kernel.tensor(numbers(row.right(), rights));
    Value c = kernel.tensor(numbers(DType.F32, threads * sums));
    OpBuilder out = kernel.out();
    Value right = kernel.shared(row.right(), rights, 9216);
    kernel.toShared(b, right, rights);
    Value left = isHeld ? kernel.registers(row.left(), 12) : kernel.shared(row.left(), lefts, 1024);
    if (isHeld) {
      kernel.toRegisters(a, left, 4, lefts);
    } else {
      kernel.toShared(a, left, lefts);
    }
    Value accumulator = kernel.registers(DType.F32, sums + 2);
    kernel.toRegisters(c, accumulator, 2, sums);
    out.add(new LowOp.PublishWrites(out.loc()));
    out.add(new LowOp.Barrier(out.loc()));
    var used = isHeld ? List.of(accumulator, left) : List.of(accumulator);
    var counts = isHeld ? List.of(sums + 2, 12) : List.of(sums + 2);
    out.add(new LowOp.BeginProducts(used, counts, out.loc()));
    out.add(
        new LowOp.MultiplyWarpgroup(
            row.left(),
            one.columns(),
            one.adds(),
            accumulator,
            out.i64(2),
            left,
            isHeld ? out.i64(4) : one.index(one.isLeftAcross(), out),
            one.isLeftAcross(),
            0,
            right,
            one.index(one.isRightAcross(), out),
            one.isRightAcross(),
            one.isRightAcross() ? 2L * 64 * row.depth() : 0,
            out.loc()));
    out.add(new LowOp.CommitProducts(out.loc()));
    out.add(new LowOp.AwaitProducts(0, accumulator, out.i64(2), sums, out.loc()));
    kernel.fromRegisters(accumulator, 2, sums, c);
    add("%s %s * %s".formatted(row, one.left(), one.right()), kernel);
  }

  private void add(BoxInstruction row) {
    for (boolean isSwizzled : List.of(false, true)) {
      add(row, DType.F16, isSwizzled, /* isRounded= */ false);
      add(row, DType.U8, isSwizzled, /* isRounded= */ false);
      add(row, DType.F32, isSwizzled, /* isRounded= */ false);
      add(row, DType.F32, isSwizzled, /* isRounded= */ true);
    }
  }

  /** Boxes that begin before the tensor, in it, and in it to end behind it. */
  private void add(BoxInstruction row, DType dtype, boolean isSwizzled, boolean isRounded) {
    Integer[] dims = new Integer[row.rank()];
    Integer[] extents = new Integer[row.rank()];
    for (int axis = 0; axis < row.rank(); axis++) {
      dims[axis] = 3 + axis % 2;
      extents[axis] = 2 + axis % 2;
    }
    dims[row.rank() - 1] = 160 / dtype.bytes();
    extents[row.rank() - 1] = (isSwizzled ? 128 : 48) / dtype.bytes();
    int size = Arrays.stream(extents).reduce(1, (x, y) -> x * y);
    for (int begin : List.of(-1, 2, 0)) {
      var kernel = new KernelOfThreads(32);
      TensorData data = TensorData.zeros(dtype, dims);
      Numbers.fill(data, random);
      Value tensor = kernel.whole(data);
      Value result = kernel.tensor(TensorData.zeros(dtype, size));
      copy(kernel, new Box(tensor, begin, List.of(extents), isSwizzled, isRounded), result);
      add(
          "%s %s from %d%s%s"
              .formatted(
                  row, dtype, begin, isSwizzled ? " swizzled" : "", isRounded ? " rounded" : ""),
          kernel);
    }
  }

  private record Box(
      Value tensor, int begin, List<Integer> extents, boolean isSwizzled, boolean isRounded) {
    int size() {
      return extents.stream().reduce(1, (x, y) -> x * y);
    }

    List<Value> origin(OpBuilder out) {
      var origin = new ArrayList<Value>();
      for (int axis = 0; axis < extents.size(); axis++) {
        origin.add(out.i32(axis == extents.size() - 1 ? 9 * begin : begin));
      }
      return origin;
    }
  }

  private static void copy(KernelOfThreads kernel, Box box, Value result) {
    OpBuilder out = kernel.out();
    DType dtype = box.tensor().buffer().element();
    int first = 1024 / dtype.bytes();
    Value memory = kernel.shared(dtype, first + box.size(), 2048);
    Value phases = kernel.shared(DType.I64, 2, 0);
    Value phase = out.i64(1);
    Value isOne = out.compare(CompareOperator.EQ, kernel.thread(), out.i64(5));
    out.when(
        isOne,
        once -> {
          once.add(new LowOp.InitPhase(phases, phase, 1, once.loc()));
          once.add(new LowOp.PublishWrites(once.loc()));
        });
    out.add(new LowOp.Barrier(out.loc()));
    out.when(
        isOne,
        once -> {
          long bytes = (long) box.size() * dtype.bytes();
          once.add(new LowOp.ExpectBytes(phases, phase, bytes, once.loc()));
          once.add(
              new LowOp.CopyBox(
                  box.tensor(),
                  box.origin(once),
                  box.extents(),
                  memory,
                  once.i64(first),
                  box.isSwizzled(),
                  box.isRounded(),
                  phases,
                  phase,
                  once.loc()));
        });
    out.add(new LowOp.AwaitPhase(phases, phase, kernel.no(), out.loc()));
    kernel.fromShared(memory, first, result, box.size());
  }
}
