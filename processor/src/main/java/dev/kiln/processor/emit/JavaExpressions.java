package dev.kiln.processor.emit;

import com.palantir.javapoet.ClassName;
import com.palantir.javapoet.CodeBlock;
import dev.kiln.ir.DType;
import dev.kiln.ir.Literal;
import dev.kiln.ir.LowOp;
import dev.kiln.ir.Op;
import dev.kiln.ir.TileOp;
import dev.kiln.ir.Value;
import java.util.List;
import java.util.function.Function;

/**
 * Scalar operations of the IR as Java expressions of the same value: the IR's arithmetic is Java's.
 */
final class JavaExpressions {
  private static final ClassName TILE = ClassName.get("dev.kiln.lang", "Tile");

  private final Function<Value, CodeBlock> operand;

  /** Expressions whose operands are printed by {@code operand}, in parentheses where needed. */
  JavaExpressions(Function<Value, CodeBlock> operand) {
    this.operand = operand;
  }

  /** The name of a scalar's Java type. */
  static String javaType(DType type) {
    return switch (type) {
      case BOOL -> "boolean";
      case I32, I16, I8, U8 -> "int";
      case I64 -> "long";
      case F32, F16, BF16, E4M3, E5M2 -> "float";
      case F64 -> "double";
    };
  }

  /** The value of an operation that may stand before a grid and gives one. */
  CodeBlock of(Op op) {
    return switch (op) {
      case LowOp.Constant constant -> literal(constant.value());
      case LowOp.Dim dim -> CodeBlock.of("$L.dim($L)", operand.apply(dim.tensor()), dim.axis());
      case LowOp.Binary binary -> binary(binary);
      case LowOp.Unary unary -> unary(unary);
      case LowOp.Compare compare -> compare(compare);
      case LowOp.Select select ->
          CodeBlock.of(
              "$L ? $L : $L",
              operand.apply(select.condition()),
              operand.apply(select.whenTrue()),
              operand.apply(select.whenFalse()));
      case LowOp.Fma fma -> call("Math.fma", List.of(fma.left(), fma.right(), fma.addend()));
      case LowOp.Math math ->
          CodeBlock.of("$T.$L", TILE, call(math.function().text(), math.arguments()));
      case LowOp.Cast cast -> cast(cast);
      case LowOp.Bitcast bitcast -> bitcast(bitcast);
      case TileOp tile -> throw notScalar(tile);
      case LowOp.Grid _,
          LowOp.ResidentBlocks _,
          LowOp.If _,
          LowOp.For _,
          LowOp.While _,
          LowOp.Break _,
          LowOp.Continue _,
          LowOp.Trap _,
          LowOp.Print _,
          LowOp.Splat _,
          LowOp.Lanes _,
          LowOp.ReduceLanes _,
          LowOp.Lane _,
          LowOp.Shuffle _,
          LowOp.DeclareCell _,
          LowOp.ReadCell _,
          LowOp.WriteCell _,
          LowOp.IsLarge _,
          LowOp.TensorMemory _,
          LowOp.AllocMemory _,
          LowOp.ArenaMemory _,
          LowOp.RegisterMemory _,
          LowOp.OfThreads _,
          LowOp.Load _,
          LowOp.Store _,
          LowOp.Prefetch _,
          LowOp.AtomicUpdate _,
          LowOp.CompareAndSet _ ->
          throw notScalar(op);
    };
  }

  private static IllegalStateException notScalar(Op op) {
    return new IllegalStateException("no scalar expression before a grid: " + op);
  }

  private CodeBlock call(String function, List<Value> arguments) {
    CodeBlock.Builder call = CodeBlock.builder().add("$L(", function);
    for (int i = 0; i < arguments.size(); i++) {
      call.add(i == 0 ? "$L" : ", $L", operand.apply(arguments.get(i)));
    }
    return call.add(")").build();
  }

  private CodeBlock binary(LowOp.Binary op) {
    String sign =
        switch (op.operator()) {
          case ADD -> "+";
          case SUB -> "-";
          case MUL -> "*";
          case DIV -> "/";
          case REM -> "%";
          case AND -> "&";
          case OR -> "|";
          case XOR -> "^";
          case SHL -> "<<";
          case SHR -> ">>";
          case USHR -> ">>>";
          case MIN -> "min";
          case MAX -> "max";
        };
    return Character.isLetter(sign.charAt(0))
        ? call("Math." + sign, List.of(op.left(), op.right()))
        : infix(op.left(), sign, op.right());
  }

  private CodeBlock infix(Value left, String sign, Value right) {
    return CodeBlock.of("$L $L $L", operand.apply(left), sign, operand.apply(right));
  }

  private CodeBlock unary(LowOp.Unary op) {
    DType type = op.result().dtype();
    String box = type == DType.I64 ? "Long" : "Integer";
    List<Value> argument = List.of(op.operand());
    return switch (op.operator()) {
      case NEG -> CodeBlock.of("-$L", operand.apply(op.operand()));
      case NOT -> CodeBlock.of(type == DType.BOOL ? "!$L" : "~$L", operand.apply(op.operand()));
      case ABS -> call("Math.abs", argument);
      case SQRT -> narrowed(type, call("Math.sqrt", argument));
      case FLOOR -> narrowed(type, call("Math.floor", argument));
      case CEIL -> narrowed(type, call("Math.ceil", argument));
      case RINT -> narrowed(type, call("Math.rint", argument));
      case TRUNC -> CodeBlock.of("$T.$L", TILE, call("trunc", argument));
      case POPCOUNT -> call(box + ".bitCount", argument);
      case CLZ -> call(box + ".numberOfLeadingZeros", argument);
    };
  }

  private static CodeBlock narrowed(DType type, CodeBlock value) {
    return type == DType.F32 ? CodeBlock.of("(float) $L", value) : value;
  }

  private CodeBlock compare(LowOp.Compare op) {
    String sign =
        switch (op.operator()) {
          case EQ -> "==";
          case NE -> "!=";
          case LT, BELOW -> "<";
          case LE -> "<=";
          case GT -> ">";
          case GE -> ">=";
        };
    if (op.operator() != dev.kiln.ir.CompareOperator.BELOW) {
      return infix(op.left(), sign, op.right());
    }
    String box = op.left().dtype() == DType.I64 ? "Long" : "Integer";
    return CodeBlock.of("$L < 0", call(box + ".compareUnsigned", List.of(op.left(), op.right())));
  }

  private CodeBlock cast(LowOp.Cast op) {
    CodeBlock value = operand.apply(op.operand());
    DType from = op.operand().dtype();
    DType to = op.result().dtype();
    if (to == DType.BOOL) {
      return from == DType.BOOL ? value : CodeBlock.of("$L != 0", value);
    }
    return from == DType.BOOL
        ? CodeBlock.of("$L ? 1 : 0", value)
        : CodeBlock.of("($L) $L", javaType(to), value);
  }

  private CodeBlock bitcast(LowOp.Bitcast op) {
    String function =
        switch (op.result().dtype()) {
          case F32 -> "Float.intBitsToFloat";
          case F64 -> "Double.longBitsToDouble";
          case I32 -> "Float.floatToRawIntBits";
          case I64 -> "Double.doubleToRawLongBits";
          case F16, BF16, E4M3, E5M2, I8, I16, U8, BOOL -> throw notScalar(op);
        };
    return call(function, List.of(op.operand()));
  }

  private static CodeBlock literal(Literal value) {
    return switch (value.dtype()) {
      case BOOL -> CodeBlock.of("$L", value.asBoolean());
      case I8, I16, I32, U8 -> CodeBlock.of("$L", value.asLong());
      case I64 -> CodeBlock.of("$LL", value.asLong());
      case F16, BF16, E4M3, E5M2, F32 -> floating((float) value.asDouble());
      case F64 -> floating(value.asDouble());
    };
  }

  private static CodeBlock floating(float value) {
    return Float.isFinite(value)
        ? CodeBlock.of("$Lf", value)
        : CodeBlock.of("Float.intBitsToFloat($L)", Float.floatToRawIntBits(value));
  }

  private static CodeBlock floating(double value) {
    return Double.isFinite(value)
        ? CodeBlock.of("$L", value)
        : CodeBlock.of("Double.longBitsToDouble($LL)", Double.doubleToRawLongBits(value));
  }
}
