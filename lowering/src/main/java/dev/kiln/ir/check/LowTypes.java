package dev.kiln.ir.check;

import dev.kiln.ir.BinaryOperator;
import dev.kiln.ir.BoxInstruction;
import dev.kiln.ir.ChunkInstruction;
import dev.kiln.ir.CompareOperator;
import dev.kiln.ir.DType;
import dev.kiln.ir.LoadInstruction;
import dev.kiln.ir.LowOp;
import dev.kiln.ir.MathFunction;
import dev.kiln.ir.MatrixInstruction;
import dev.kiln.ir.Op;
import dev.kiln.ir.Scope;
import dev.kiln.ir.Type;
import dev.kiln.ir.UnaryOperator;
import dev.kiln.ir.Value;
import dev.kiln.ir.WarpgroupInstruction;
import dev.kiln.ir.text.Printer;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The typing rules of the low dialect. */
final class LowTypes {
  private final Findings findings;

  LowTypes(Findings findings) {
    this.findings = findings;
  }

  void check(LowOp op) {
    switch (op) {
      case LowOp.Grid grid -> grid(grid);
      case LowOp.ResidentBlocks blocks -> {
        type(op, blocks.total(), Type.I64);
        type(op, blocks.result(), Type.I64);
      }
      case LowOp.If branch -> type(op, branch.condition(), Type.BOOL);
      case LowOp.For loop -> {
        index(op, loop.lower());
        type(op, loop.upper(), loop.lower().type());
        type(op, loop.index(), loop.lower().type());
      }
      case LowOp.While loop -> type(op, loop.test(), Type.BOOL);
      case LowOp.Break _, LowOp.Continue _ -> {}
      case LowOp.Trap trap -> dtype(op, trap.condition(), DType.BOOL);
      case LowOp.Print print ->
          print.values().forEach(value -> type(op, value, new Type.ScalarType(dtypeOf(value))));
      case LowOp.Constant constant -> dtype(op, constant.result(), constant.value().dtype());
      case LowOp.Binary binary -> binary(binary);
      case LowOp.Unary unary -> unary(unary);
      case LowOp.Compare compare -> compare(compare);
      case LowOp.Select select -> {
        type(op, select.condition(), like(select.result(), DType.BOOL));
        type(op, select.whenTrue(), select.result().type());
        type(op, select.whenFalse(), select.result().type());
      }
      case LowOp.Fma fma -> {
        computedFloat(op, fma.result());
        type(op, fma.left(), fma.result().type());
        type(op, fma.right(), fma.result().type());
        type(op, fma.addend(), fma.result().type());
      }
      case LowOp.Math math -> math(math);
      case LowOp.Cast cast ->
          type(op, cast.operand(), like(cast.result(), dtypeOf(cast.operand())));
      case LowOp.Bitcast bitcast -> bitcast(bitcast);
      case LowOp.Splat splat -> {
        vector(op, splat.result());
        type(op, splat.scalar(), scalar(splat.result()));
      }
      case LowOp.Lanes lanes -> {
        vector(op, lanes.result());
        integer(op, lanes.result());
      }
      case LowOp.ReduceLanes reduce -> {
        vector(op, reduce.vector());
        type(op, reduce.result(), scalar(reduce.vector()));
      }
      case LowOp.Lane lane -> lane(lane);
      case LowOp.Shuffle shuffle -> shuffle(shuffle);
      case LowOp.DeclareCell cell -> cell(op, cell.cell(), cell.initial());
      case LowOp.ReadCell cell -> cell(op, cell.cell(), cell.result());
      case LowOp.WriteCell cell -> cell(op, cell.cell(), cell.value());
      case LowOp.Dim dim -> dim(dim);
      case LowOp.IsLarge large -> isLarge(large);
      case LowOp.TensorMemory memory -> {
        if (tensor(op, memory.tensor())) {
          DType element = memory.tensor().buffer().element();
          type(op, memory.memory(), new Type.MemoryType(element, Scope.GLOBAL));
        }
      }
      case LowOp.AllocMemory alloc -> onChip(op, alloc.memory(), alloc.elements());
      case LowOp.ArenaMemory arena -> {
        onChip(op, arena.memory(), arena.elements());
        findings.require(arena.byteOffset() >= 0, op, "The place in the arena is negative.");
      }
      case LowOp.RegisterMemory memory -> onChip(op, memory.memory(), memory.elements());
      case LowOp.ThreadIndex thread -> type(op, thread.result(), Type.I32);
      case LowOp.Barrier _, LowOp.Phase _ -> {}
      case LowOp.Part part -> part(part);
      case LowOp.ExchangeThreads exchange -> {
        type(op, exchange.result(), exchange.value().type());
        findings.require(
            exchange.value().type() instanceof Type.ScalarType,
            op,
            "%s is no scalar.",
            exchange.value());
        findings.require(
            exchange.mask() >= 1 && exchange.mask() <= 31,
            op,
            "A mask of threads is 1 to 31, not %s.",
            exchange.mask());
      }
      case LowOp.MultiplyMatrices multiply -> multiply(multiply);
      case LowOp.LoadMatrices load -> load(load);
      case LowOp.CopyBox copy -> copy(copy);
      case LowOp.StartCopy copy -> start(copy);
      case LowOp.AwaitCopies await -> count(op, await.pending());
      case LowOp.InitPhase init -> phase(op, init.phases(), init.phase());
      case LowOp.ExpectBytes expect -> phase(op, expect.phases(), expect.phase());
      case LowOp.DeliverBytes deliver -> phase(op, deliver.phases(), deliver.phase());
      case LowOp.ArriveAtPhase arrive -> phase(op, arrive.phases(), arrive.phase());
      case LowOp.AwaitPhase await -> {
        phase(op, await.phases(), await.phase());
        type(op, await.isOdd(), Type.BOOL);
      }
      case LowOp.EndPhases end -> phase(op, end.phases(), end.phase());
      case LowOp.PublishWrites _, LowOp.CommitProducts _, LowOp.CommitCopies _ -> {}
      case LowOp.BeginProducts begin -> begin(begin);
      case LowOp.MultiplyWarpgroup multiply -> multiply(multiply);
      case LowOp.AwaitProducts await -> await(await);
      case LowOp.Load load -> access(op, load.memory(), load.index(), load.result(), load.mask());
      case LowOp.Store store -> store(store);
      case LowOp.Prefetch prefetch -> {
        memory(op, prefetch.memory());
        type(op, prefetch.index(), Type.I64);
      }
      case LowOp.AtomicUpdate update ->
          access(op, update.memory(), update.index(), update.value(), update.mask());
      case LowOp.CompareAndSet swap -> {
        access(op, swap.memory(), swap.index(), swap.replacement(), null);
        type(op, swap.expected(), swap.replacement().type());
        type(op, swap.done(), Type.BOOL);
      }
    }
  }

  private void grid(LowOp.Grid op) {
    int rank = op.extents().size();
    findings.require(
        rank >= 1 && rank <= 3 && op.blocks().size() == rank,
        op,
        "%s block indices for %s extents; there are 1 to 3 of each.",
        op.blocks().size(),
        rank);
    op.extents().forEach(extent -> index(op, extent));
    for (int i = 0; i < Math.min(rank, op.blocks().size()); i++) {
      type(op, op.blocks().get(i), op.extents().get(i).type());
    }
  }

  private void binary(LowOp.Binary op) {
    type(op, op.left(), op.result().type());
    type(op, op.right(), op.result().type());
    if (arithmetic(op, op.result())) {
      DType dtype = op.result().dtype();
      findings.require(
          allows(op.operator(), dtype),
          op,
          "%s does not work on %s.",
          word(op.operator()),
          dtype.text());
    }
  }

  private static boolean allows(BinaryOperator operator, DType dtype) {
    return switch (operator) {
      case ADD, SUB, MUL, DIV, REM, MIN, MAX -> isNumber(dtype);
      case AND, OR, XOR -> dtype.isInteger() || dtype == DType.BOOL;
      case SHL, SHR, USHR -> dtype.isInteger();
    };
  }

  private void unary(LowOp.Unary op) {
    type(op, op.operand(), op.result().type());
    if (arithmetic(op, op.result())) {
      DType dtype = op.result().dtype();
      findings.require(
          allows(op.operator(), dtype),
          op,
          "%s does not work on %s.",
          word(op.operator()),
          dtype.text());
    }
  }

  private static boolean allows(UnaryOperator operator, DType dtype) {
    return switch (operator) {
      case NEG, ABS -> isNumber(dtype);
      case NOT -> dtype.isInteger() || dtype == DType.BOOL;
      case SQRT, FLOOR, CEIL, TRUNC, RINT -> isComputedFloat(dtype);
      case POPCOUNT, CLZ -> dtype.isInteger();
    };
  }

  private void compare(LowOp.Compare op) {
    type(op, op.right(), op.left().type());
    type(op, op.result(), like(op.left(), DType.BOOL));
    if (arithmetic(op, op.left())) {
      DType dtype = op.left().dtype();
      findings.require(
          allows(op.operator(), dtype),
          op,
          "%s does not work on %s.",
          word(op.operator()),
          dtype.text());
    }
  }

  private static boolean allows(CompareOperator operator, DType dtype) {
    return switch (operator) {
      case EQ, NE -> isNumber(dtype) || dtype == DType.BOOL;
      case LT, LE, GT, GE -> isNumber(dtype);
      case BELOW -> dtype.isInteger();
    };
  }

  private void math(LowOp.Math op) {
    computedFloat(op, op.result());
    int arity = op.function().arity();
    findings.require(
        op.arguments().size() == arity, op, "%s takes %s arguments.", word(op.function()), arity);
    for (int i = 0; i < op.arguments().size(); i++) {
      boolean isExponent = op.function() == MathFunction.LDEXP && i == 1;
      type(
          op,
          op.arguments().get(i),
          isExponent ? like(op.result(), DType.I32) : op.result().type());
    }
  }

  private void bitcast(LowOp.Bitcast op) {
    if (arithmetic(op, op.operand()) && arithmetic(op, op.result())) {
      boolean isSameSize =
          op.operand().lanes() == op.result().lanes()
              && op.operand().dtype().bytes() == op.result().dtype().bytes();
      findings.require(isSameSize, op, "The two types differ in size or lanes.");
    }
  }

  private void lane(LowOp.Lane op) {
    if (vector(op, op.vector())) {
      type(op, op.result(), scalar(op.vector()));
      findings.require(
          op.lane() >= 0 && op.lane() < op.vector().lanes(), op, "There is no lane %s.", op.lane());
    }
  }

  private void shuffle(LowOp.Shuffle op) {
    type(op, op.right(), op.left().type());
    if (arithmetic(op, op.left())) {
      int lanes = 2 * op.left().lanes();
      type(op, op.result(), Type.Arithmetic.of(op.left().dtype(), Math.max(1, op.lanes().size())));
      findings.require(
          op.lanes().stream().allMatch(lane -> lane >= 0 && lane < lanes),
          op,
          "A lane number is not below %s.",
          lanes);
    }
  }

  private void cell(Op op, Value cell, Value content) {
    if (findings.require(cell.type() instanceof Type.CellType, op, "%s is no variable.", cell)) {
      type(op, content, ((Type.CellType) cell.type()).content());
    }
  }

  private void dim(LowOp.Dim op) {
    type(op, op.result(), Type.I32);
    if (tensor(op, op.tensor())) {
      int rank = op.tensor().buffer().rank();
      findings.require(
          op.axis() >= 0 && op.axis() < rank,
          op,
          "A tensor of rank %s has no axis %s.",
          rank,
          op.axis());
    }
  }

  private void onChip(Op op, Value memory, long elements) {
    findings.require(
        memory.type() instanceof Type.MemoryType type && type.scope() != Scope.GLOBAL,
        op,
        "%s is no on-chip memory.",
        memory);
    findings.require(elements > 0, op, "Memory of %s elements cannot be.", elements);
  }

  private void multiply(LowOp.MultiplyMatrices op) {
    MatrixInstruction row = op.instruction();
    registers(op, op.accumulator(), row.accumulator());
    registers(op, op.left(), row.left());
    registers(op, op.right(), row.right());
    type(op, op.accumulatorIndex(), Type.I64);
    type(op, op.leftIndex(), Type.I64);
    type(op, op.rightIndex(), Type.I64);
  }

  private void copy(LowOp.CopyBox op) {
    if (tensor(op, op.tensor())) {
      int rank = op.tensor().buffer().rank();
      findings.require(
          op.origin().size() == rank && op.extents().size() == rank,
          op,
          "A box of a tensor of rank %s has as many extents and indices.",
          rank);
      findings.require(
          BoxInstruction.of(rank).isPresent(),
          op,
          "No box of a tensor of rank %s is copied.",
          rank);
      type(op, op.memory(), new Type.MemoryType(op.tensor().buffer().element(), Scope.SHARED));
      findings.require(
          !op.isRounded() || op.tensor().buffer().element() == DType.F32,
          op,
          "Only elements of f32 are rounded to TF32.");
    }
    op.origin().forEach(index -> type(op, index, Type.I32));
    findings.require(
        op.extents().stream()
            .allMatch(extent -> extent >= 1 && extent <= BoxInstruction.MOST_EXTENT),
        op,
        "The extents of a box are 1 to %s.",
        BoxInstruction.MOST_EXTENT);
    type(op, op.index(), Type.I64);
    phase(op, op.phases(), op.phase());
  }

  private void phase(Op op, Value phases, Value phase) {
    type(op, phases, new Type.MemoryType(DType.I64, Scope.SHARED));
    type(op, phase, Type.I64);
  }

  private void multiply(LowOp.MultiplyWarpgroup op) {
    Optional<WarpgroupInstruction> row = row(op);
    findings.require(
        row.isPresent(),
        op,
        "A warpgroup multiplies f16, bf16, f32, e4m3 or e5m2, not %s.",
        op.operand().text());
    findings.require(
        op.columns() % 8 == 0 && op.columns() >= 8 && op.columns() <= 256,
        op,
        "A warpgroup multiplies 8 to 256 columns, a multiple of 8, not %s.",
        op.columns());
    registers(op, op.accumulator(), DType.F32);
    findings.require(
        row.isEmpty()
            || (row.get().leftPlaces().contains(op.leftPlace())
                && row.get().rightPlaces().contains(op.rightPlace())),
        op,
        "Operands of %s lie along the depth in memory.",
        op.operand().text());
    boolean isHeld = op.leftPlace() == WarpgroupInstruction.Place.REGISTERS;
    type(op, op.left(), new Type.MemoryType(op.operand(), isHeld ? Scope.FRAGMENT : Scope.SHARED));
    DType right = row.map(WarpgroupInstruction::right).orElse(op.operand());
    type(op, op.right(), new Type.MemoryType(right, Scope.SHARED));
    type(op, op.accumulatorIndex(), Type.I64);
    type(op, op.leftIndex(), Type.I64);
    type(op, op.rightIndex(), Type.I64);
  }

  /** The row for its operands; where there is none for the right one, that for two left ones. */
  private static Optional<WarpgroupInstruction> row(LowOp.MultiplyWarpgroup op) {
    DType right =
        op.right().type() instanceof Type.MemoryType memory ? memory.element() : op.operand();
    return WarpgroupInstruction.of(op.operand(), right)
        .or(() -> WarpgroupInstruction.of(op.operand(), op.operand()));
  }

  private void load(LowOp.LoadMatrices op) {
    type(op, op.registersIndex(), Type.I64);
    type(op, op.index(), Type.I64);
    Optional<LoadInstruction> row = LoadInstruction.of(op.count(), op.transposed());
    findings.require(row.isPresent(), op, "1, 2 or 4 matrices are loaded, not %s.", op.count());
    if (findings.require(
        op.memory().type() instanceof Type.MemoryType type
            && (row.isEmpty() || row.get().elementBytes().contains(type.element().bytes())),
        op,
        op.transposed()
            ? "%s is no memory of elements of 2 bytes."
            : "%s is no memory of elements of 1 or 2 bytes.",
        op.memory())) {
      registers(op, op.registers(), ((Type.MemoryType) op.memory().type()).element());
    }
  }

  private void part(LowOp.Part op) {
    findings.require(
        op.threads() > 0 && op.threads() % 32 == 0,
        op,
        "A part of a block is of whole warps, not of %s threads.",
        op.threads());
  }

  private void begin(LowOp.BeginProducts op) {
    findings.require(op.registers().size() == op.counts().size(), op, "Each register has a count.");
    op.registers().forEach(memory -> onChip(op, memory, 1));
  }

  private void await(LowOp.AwaitProducts op) {
    registers(op, op.accumulator(), DType.F32);
    type(op, op.accumulatorIndex(), Type.I64);
    count(op, op.pending());
    count(op, op.registers());
  }

  private void count(Op op, int count) {
    findings.require(count >= 0, op, "What is counted is not negative, as %s is.", count);
  }

  private void isLarge(LowOp.IsLarge op) {
    tensor(op, op.tensor());
    type(op, op.result(), Type.BOOL);
    findings.require(
        Integer.bitCount(op.alignment()) == 1,
        op,
        "An alignment is a power of two, not %s.",
        op.alignment());
  }

  private void store(LowOp.Store op) {
    access(op, op.memory(), op.index(), op.value(), op.mask());
    findings.require(
        !op.isStreamed() || (op.mask() == null && op.index().lanes() == 1),
        op,
        "Only neighbours without a mask are streamed.");
  }

  private void start(LowOp.StartCopy op) {
    type(op, op.index(), Type.I64);
    type(op, op.sourceIndex(), Type.I64);
    type(op, op.valid(), Type.I32);
    if (memory(op, op.memory()) && op.memory().type() instanceof Type.MemoryType memory) {
      type(op, op.memory(), new Type.MemoryType(memory.element(), Scope.SHARED));
      type(op, op.source(), new Type.MemoryType(memory.element(), Scope.GLOBAL));
      findings.require(
          ChunkInstruction.of(op.elements(), memory.element()).isPresent(),
          op,
          "4, 8 or 16 bytes are copied, or one element, not %s elements.",
          op.elements());
    }
  }

  private void registers(Op op, Value memory, DType element) {
    type(op, memory, new Type.MemoryType(element, Scope.FRAGMENT));
  }

  private boolean memory(Op op, Value value) {
    return findings.require(value.type() instanceof Type.MemoryType, op, "%s is no memory.", value);
  }

  private void access(Op op, Value memory, Value index, Value value, @Nullable Value mask) {
    if (!memory(op, memory) || !arithmetic(op, index) || !arithmetic(op, value)) {
      return;
    }
    dtype(op, value, ((Type.MemoryType) memory.type()).element());
    dtype(op, index, DType.I64);
    findings.require(
        index.lanes() == 1 || index.lanes() == value.lanes(),
        op,
        "%s indices for %s lanes.",
        index.lanes(),
        value.lanes());
    if (mask != null) {
      type(op, mask, like(value, DType.BOOL));
    }
  }

  private boolean tensor(Op op, Value value) {
    return findings.require(value.type() instanceof Type.TensorType, op, "%s is no tensor.", value);
  }

  private void type(Op op, Value value, Type expected) {
    findings.require(
        value.type().equals(expected),
        op,
        "%s is of type %s, expected %s.",
        value,
        Printer.print(value.type()),
        Printer.print(expected));
  }

  private void dtype(Op op, Value value, DType expected) {
    if (arithmetic(op, value)) {
      findings.require(
          value.dtype() == expected,
          op,
          "%s is of %s, expected %s.",
          value,
          value.dtype().text(),
          expected.text());
    }
  }

  private void index(Op op, Value value) {
    findings.require(
        value.type().equals(Type.I32) || value.type().equals(Type.I64),
        op,
        "%s is of type %s, expected i32 or i64.",
        value,
        Printer.print(value.type()));
  }

  private void integer(Op op, Value value) {
    findings.require(
        !(value.type() instanceof Type.Arithmetic type) || type.dtype().isInteger(),
        op,
        "%s is no integer.",
        value);
  }

  private void computedFloat(Op op, Value value) {
    findings.require(
        value.type() instanceof Type.Arithmetic type && isComputedFloat(type.dtype()),
        op,
        "%s is no f32 or f64.",
        value);
  }

  private boolean vector(Op op, Value value) {
    return findings.require(value.type() instanceof Type.VectorType, op, "%s is no vector.", value);
  }

  private boolean arithmetic(Op op, Value value) {
    return findings.require(
        value.type() instanceof Type.Arithmetic, op, "%s is no number and no vector.", value);
  }

  private static String word(Enum<?> operator) {
    return operator.name().toLowerCase(Locale.ROOT);
  }

  private static boolean isNumber(DType dtype) {
    return isComputedFloat(dtype) || dtype.isInteger();
  }

  /** F16 and BF16 are moved and converted; nothing is computed in them. */
  private static boolean isComputedFloat(DType dtype) {
    return dtype == DType.F32 || dtype == DType.F64;
  }

  private static DType dtypeOf(Value value) {
    return value.type() instanceof Type.Arithmetic type ? type.dtype() : DType.BOOL;
  }

  /** The type of {@code value} with another dtype; BOOL where it is not arithmetic. */
  private static Type like(Value value, DType dtype) {
    return value.type() instanceof Type.Arithmetic type ? type.with(dtype) : Type.BOOL;
  }

  private static Type scalar(Value value) {
    return new Type.ScalarType(dtypeOf(value));
  }
}
