package dev.kiln.ir;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Appends operations to a body that is being built, all with one {@link Loc} until {@link #at}. A
 * local of whoever builds; never kept.
 */
public final class OpBuilder {
  private final Values values;
  private final List<Op> ops = new ArrayList<>();
  private Loc loc;

  public OpBuilder(Values values, Loc loc) {
    this.values = values;
    this.loc = loc;
  }

  /** Everything appended from here on is blamed on {@code loc}. */
  public OpBuilder at(Loc loc) {
    this.loc = loc;
    return this;
  }

  public Loc loc() {
    return loc;
  }

  public Values values() {
    return values;
  }

  public Body build() {
    return new Body(ops);
  }

  public List<Op> ops() {
    return List.copyOf(ops);
  }

  public void add(Op op) {
    ops.add(op);
  }

  /** The operation appended last; null when there is none. */
  public @Nullable Op last() {
    return ops.isEmpty() ? null : ops.getLast();
  }

  /**
   * Gives {@code value} the user's name for it, when the last operation defines it and it has none.
   * The value to use from here on.
   */
  public Value named(Value value, String hint) {
    if (ops.isEmpty() || !value.hint().isEmpty() || !Ops.results(ops.getLast()).contains(value)) {
      return value;
    }
    Value renamed = new Value(value.id(), value.type(), hint);
    ops.set(ops.size() - 1, Ops.rename(ops.getLast(), operand -> operand, result -> renamed));
    return renamed;
  }

  /** A body of its own, filled by {@code fill}, with this builder's place. */
  public Body nested(Consumer<OpBuilder> fill) {
    var inner = new OpBuilder(values, loc);
    fill.accept(inner);
    return inner.build();
  }

  // Arithmetic

  /** A constant of {@code type}, in every lane when it is a vector. */
  public Value constant(Type.Arithmetic type, Literal literal) {
    Value result = values.value(type);
    add(new LowOp.Constant(result, literal, loc));
    return result;
  }

  public Value constant(Type.Arithmetic type, long value) {
    return constant(type, Literal.of(type.dtype(), value));
  }

  public Value constant(Type.Arithmetic type, double value) {
    return constant(type, Literal.of(type.dtype(), value));
  }

  public Value i32(int value) {
    return constant(Type.I32, value);
  }

  public Value i64(long value) {
    return constant(Type.I64, value);
  }

  public Value binary(BinaryOperator operator, Value left, Value right) {
    Value result = values.value(left.type());
    add(new LowOp.Binary(result, operator, left, right, loc));
    return result;
  }

  public Value unary(UnaryOperator operator, Value operand) {
    Value result = values.value(operand.type());
    add(new LowOp.Unary(result, operator, operand, loc));
    return result;
  }

  public Value compare(CompareOperator operator, Value left, Value right) {
    Value result = values.value(left.arithmetic().with(DType.BOOL));
    add(new LowOp.Compare(result, operator, left, right, loc));
    return result;
  }

  public Value select(Value condition, Value whenTrue, Value whenFalse) {
    Value result = values.value(whenTrue.type());
    add(new LowOp.Select(result, condition, whenTrue, whenFalse, loc));
    return result;
  }

  public Value fma(Value left, Value right, Value addend, boolean exact) {
    Value result = values.value(addend.type());
    add(new LowOp.Fma(result, left, right, addend, exact, loc));
    return result;
  }

  public Value math(MathFunction function, Value... arguments) {
    Value result = values.value(arguments[0].type());
    add(new LowOp.Math(result, function, List.of(arguments), loc));
    return result;
  }

  /** The operand converted to {@code dtype}; itself when it is of that dtype. */
  public Value cast(DType dtype, Value operand) {
    if (operand.dtype() == dtype) {
      return operand;
    }
    Value result = values.value(operand.arithmetic().with(dtype), operand.hint());
    add(new LowOp.Cast(result, operand, loc));
    return result;
  }

  public Value bitcast(DType dtype, Value operand) {
    Value result = values.value(operand.arithmetic().with(dtype));
    add(new LowOp.Bitcast(result, operand, loc));
    return result;
  }

  // Vectors

  /** The scalar in {@code lanes} lanes; itself when one lane is asked for. */
  public Value splat(Value scalar, int lanes) {
    if (lanes == 1) {
      return scalar;
    }
    Value result = values.value(Type.Arithmetic.of(scalar.dtype(), lanes));
    add(new LowOp.Splat(result, scalar, loc));
    return result;
  }

  public Value lanes(DType dtype, int lanes) {
    Value result = values.value(Type.Arithmetic.of(dtype, lanes));
    add(new LowOp.Lanes(result, loc));
    return result;
  }

  public Value reduceLanes(ReduceKind kind, Value vector) {
    Value result = values.value(new Type.ScalarType(vector.dtype()));
    add(new LowOp.ReduceLanes(result, kind, vector, loc));
    return result;
  }

  public Value lane(Value vector, int lane) {
    Value result = values.value(new Type.ScalarType(vector.dtype()));
    add(new LowOp.Lane(result, vector, lane, loc));
    return result;
  }

  public Value shuffle(Value left, Value right, List<Integer> lanes) {
    Value result = values.value(Type.Arithmetic.of(left.dtype(), lanes.size()));
    add(new LowOp.Shuffle(result, left, right, lanes, loc));
    return result;
  }

  // Cells and memory

  public Value cell(Value initial, String hint) {
    Value cell = values.value(new Type.CellType(initial.arithmetic()), hint);
    add(new LowOp.DeclareCell(cell, initial, loc));
    return cell;
  }

  public Value read(Value cell) {
    if (!(cell.type() instanceof Type.CellType type)) {
      throw new IllegalArgumentException(cell + " is no cell");
    }
    Value result = values.value(type.content(), cell.hint());
    add(new LowOp.ReadCell(result, cell, loc));
    return result;
  }

  public void write(Value cell, Value value) {
    add(new LowOp.WriteCell(cell, value, loc));
  }

  public Value dim(Value tensor, int axis) {
    Value result = values.value(Type.I32);
    add(new LowOp.Dim(result, tensor, axis, loc));
    return result;
  }

  /** {@code lanes} neighbours from a scalar index, or a gather when the index is a vector. */
  public Value load(Value memory, Value index, int lanes, @Nullable Value mask) {
    if (!(memory.type() instanceof Type.MemoryType type)) {
      throw new IllegalArgumentException(memory + " is no memory");
    }
    Value result = values.value(Type.Arithmetic.of(type.element(), lanes));
    add(new LowOp.Load(result, memory, index, mask, loc));
    return result;
  }

  public void store(Value memory, Value index, Value value, @Nullable Value mask) {
    add(new LowOp.Store(memory, index, value, mask, loc));
  }

  // Control

  /** What a counted loop's body is made from: its builder and its index. */
  public interface LoopBody {
    void fill(OpBuilder body, Value index);
  }

  /** {@code for (index = lower; index < upper; index += step)}; the index is of lower's type. */
  public void loop(Value lower, Value upper, long step, LoopBody fill) {
    Value index = values.like(lower);
    Body body = nested(inner -> fill.fill(inner, index));
    add(new LowOp.For(index, lower, upper, step, LoopKind.SERIAL, body, loc));
  }

  public void when(Value condition, Consumer<OpBuilder> then) {
    add(new LowOp.If(condition, nested(then), Body.EMPTY, loc));
  }
}
