package dev.kiln.codegen.llvm;

import dev.kiln.ir.DType;
import dev.kiln.ir.LowOp;
import dev.kiln.ir.Type;
import dev.kiln.ir.Type.MemoryType;
import dev.kiln.ir.Value;
import dev.kiln.lower.flat.Arena;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Prints reads and writes of memory and of cells. */
final class MemoryOps {
  /** Of memory in registers: the widest access. */
  private static final int REGISTERS_ALIGNMENT = 16;

  private final FunctionText text;
  private final Operands operands;
  private final ControlFlow control;
  private final Places places;
  private final Flavour flavour;

  MemoryOps(
      FunctionText text, Operands operands, ControlFlow control, Places places, Flavour flavour) {
    this.text = text;
    this.operands = operands;
    this.control = control;
    this.places = places;
    this.flavour = flavour;
  }

  // Cells: slots that LLVM makes registers of

  void declare(LowOp.DeclareCell op) {
    text.slot(Operands.name(op.cell()), Operands.type(op.initial()));
    writeCell(op.cell(), op.initial());
  }

  void read(LowOp.ReadCell op) {
    String type = Operands.type(op.result()).text();
    text.define(
        Operands.name(op.result()), Template.fill("load $, ptr $", type, operands.of(op.cell())));
  }

  void write(LowOp.WriteCell op) {
    writeCell(op.cell(), op.value());
  }

  private void writeCell(Value cell, Value value) {
    text.line(Template.fill("store $, ptr $", operands.typed(value), operands.of(cell)));
  }

  // Places

  void tensor(LowOp.TensorMemory op) {
    operands.bind(op.memory(), operands.tensor(op.tensor()).pointer());
    places.put(op.memory(), flavour.tensorPointer(), flavour.tensorAlignment());
  }

  void extent(LowOp.Dim op) {
    operands.bind(op.result(), operands.tensor(op.tensor()).extents().get(op.axis()));
  }

  void isLarge(LowOp.IsLarge op) {
    Operands.Tensor tensor = operands.tensor(op.tensor());
    String size = Integer.toString(op.tensor().buffer().element().bytes());
    String bytes = size;
    String row = "0";
    for (String extent : tensor.extents()) {
      String wide = text.value(Template.fill("zext i32 $ to i64", extent));
      boolean isRow = !bytes.equals(size);
      row = isRow ? text.value(Template.fill("mul i64 $, $", wide, size)) : row;
      bytes = text.value(Template.fill("mul i64 $, $", bytes, wide));
    }
    String address =
        text.value(Template.fill("ptrtoint $ $ to i64", flavour.tensorPointer(), tensor.pointer()));
    String either = text.value(Template.fill("or i64 $, $", address, row));
    String rest = text.value(Template.fill("and i64 $, $", either, op.alignment() - 1));
    String isAligned = text.value(Template.fill("icmp eq i64 $, 0", rest));
    String isLarge = text.value(Template.fill("icmp uge i64 $, $", bytes, op.bytes()));
    text.define(Operands.name(op.result()), Template.fill("and i1 $, $", isAligned, isLarge));
  }

  void arena(LowOp.ArenaMemory op) {
    text.define(Operands.name(op.memory()), flavour.arena(op.byteOffset()));
    long aligned = Arena.ALIGNMENT | op.byteOffset();
    places.put(op.memory(), flavour.arenaPointer(), Long.lowestOneBit(aligned));
  }

  void registers(LowOp.RegisterMemory op) {
    LlvmType element = element(op.memory());
    text.slots(Operands.name(op.memory()), element, op.elements(), REGISTERS_ALIGNMENT);
    places.put(op.memory(), "ptr", REGISTERS_ALIGNMENT);
  }

  // Memory

  void load(LowOp.Load op) {
    Value mask = op.mask();
    LlvmType type = LlvmType.stored(op.result().arithmetic());
    if (op.index().lanes() > 1) {
      loaded(op, type, gather(op, type, mask(mask, type.lanes())));
    } else if (mask == null) {
      loaded(op, type, plain(op, type));
    } else if (mask.lanes() > 1) {
      loaded(op, type, masked(op, type, mask));
    } else {
      guarded(op, type, mask);
    }
  }

  /** Defines the result of a read whose instruction gives it as it lies in memory. */
  private void loaded(LowOp.Load op, LlvmType type, String instruction) {
    String name = Operands.name(op.result());
    if (op.result().dtype() == DType.BOOL) {
      Typed bytes = type.with(text.value(instruction));
      text.define(name, Template.fill("icmp ne $, zeroinitializer", bytes));
    } else {
      text.define(name, instruction);
    }
  }

  private String plain(LowOp.Load op, LlvmType type) {
    Typed pointer = pointer(op.memory(), operands.of(op.index()), "inbounds ");
    long alignment = places.alignment(op.memory(), op.index(), type.lanes());
    String scope = places.scope(op.memory());
    return Template.fill("load $, $, align $$", type.text(), pointer, alignment, scope);
  }

  private String masked(LowOp.Load op, LlvmType type, Value mask) {
    List<Typed> arguments =
        List.of(
            pointer(op.memory(), operands.of(op.index()), ""),
            alignment(op.memory()),
            operands.typed(mask),
            type.with("zeroinitializer"));
    String name = Template.fill("llvm.masked.load.$.$", type.mangled(), space(op.memory()));
    return text.call(type.text(), name, arguments) + places.scope(op.memory());
  }

  private String gather(LowOp.Load op, LlvmType type, Typed mask) {
    List<Typed> arguments =
        List.of(
            pointers(op.memory(), op.index()),
            alignment(op.memory()),
            mask,
            type.with("zeroinitializer"));
    String space = Template.fill("v$$", type.lanes(), space(op.memory()));
    String name = Template.fill("llvm.masked.gather.$.$", type.mangled(), space);
    return text.call(type.text(), name, arguments) + places.scope(op.memory());
  }

  /** A read that happens as a whole or not at all. */
  private void guarded(LowOp.Load op, LlvmType type, Value mask) {
    String read = text.label("read");
    String end = text.label("end");
    String before = text.block();
    text.branch(operands.of(mask), read, end);
    text.begin(read);
    String value = text.value(plain(op, type));
    text.begin(end);
    loaded(
        op,
        type,
        Template.fill("phi $ [$, %$], [zeroinitializer, %$]", type.text(), value, read, before));
  }

  void store(LowOp.Store op) {
    Value mask = op.mask();
    LlvmType type = LlvmType.stored(op.value().arithmetic());
    Typed value = type.with(stored(op.value(), type));
    if (op.index().lanes() > 1) {
      scatter(op, type, value);
    } else if (mask == null) {
      plainStore(op, value, type.lanes());
    } else if (mask.lanes() > 1) {
      maskedStore(op, type, value, mask);
    } else {
      control.when(operands.of(mask), () -> plainStore(op, value, type.lanes()));
    }
  }

  private void plainStore(LowOp.Store op, Typed value, int lanes) {
    Typed pointer = pointer(op.memory(), operands.of(op.index()), "inbounds ");
    long alignment =
        op.isStreamed()
            ? (long) lanes * bytes(op.memory())
            : places.alignment(op.memory(), op.index(), lanes);
    String ending = places.scope(op.memory());
    if (op.isStreamed()) {
      ending += ", !nontemporal " + text.module().node("!{i32 1}");
    }
    text.line(Template.fill("store $, $, align $$", value, pointer, alignment, ending));
  }

  private void maskedStore(LowOp.Store op, LlvmType type, Typed value, Value mask) {
    List<Typed> arguments =
        List.of(
            value,
            pointer(op.memory(), operands.of(op.index()), ""),
            alignment(op.memory()),
            operands.typed(mask));
    String name = Template.fill("llvm.masked.store.$.$", type.mangled(), space(op.memory()));
    text.line(text.call("void", name, arguments) + places.scope(op.memory()));
  }

  private void scatter(LowOp.Store op, LlvmType type, Typed value) {
    List<Typed> arguments =
        List.of(
            value,
            pointers(op.memory(), op.index()),
            alignment(op.memory()),
            mask(op.mask(), type.lanes()));
    String space = Template.fill("v$$", type.lanes(), space(op.memory()));
    String name = Template.fill("llvm.masked.scatter.$.$", type.mangled(), space);
    text.line(text.call("void", name, arguments) + places.scope(op.memory()));
  }

  /** Of data that will be read, into all levels of the cache. */
  void prefetch(LowOp.Prefetch op) {
    List<Typed> arguments =
        List.of(
            pointer(op.memory(), operands.of(op.index()), ""),
            LlvmType.I32.with("0"),
            LlvmType.I32.with("3"),
            LlvmType.I32.with("1"));
    text.line(text.call("void", "llvm.prefetch." + space(op.memory()), arguments));
  }

  void update(LowOp.AtomicUpdate op) {
    for (int lane = 0; lane < op.value().lanes(); lane++) {
      int current = lane;
      Value mask = op.mask();
      if (mask == null) {
        updateLane(op, current);
      } else {
        control.when(lane(mask, current), () -> updateLane(op, current));
      }
    }
  }

  private void updateLane(LowOp.AtomicUpdate op, int lane) {
    DType dtype = op.value().dtype();
    String index = lane(op.index(), op.index().lanes() > 1 ? lane : 0);
    if (op.index().lanes() == 1 && lane > 0) {
      index = text.value(Template.fill("add i64 $, $", index, lane));
    }
    Typed value = summand(op.value(), lane);
    text.value(
        Template.fill(
            "atomicrmw $ $, $ monotonic, align $",
            dtype.isFloat() ? "fadd" : "add",
            pointer(op.memory(), index, "inbounds "),
            value,
            dtype.bytes()));
  }

  /** One lane of what is added to memory; halves are kept as bits, and added as what they are. */
  private Typed summand(Value value, int lane) {
    Typed bits = Operands.type(value).times(1).with(lane(value, lane));
    if (value.dtype() != DType.F16 && value.dtype() != DType.BF16) {
      return bits;
    }
    LlvmType half = value.dtype() == DType.F16 ? LlvmType.HALF : LlvmType.BFLOAT;
    return half.with(text.value(Template.fill("bitcast $ to $", bits, half.text())));
  }

  void swap(LowOp.CompareAndSet op) {
    Typed expected = operands.typed(op.expected());
    String pair =
        text.value(
            Template.fill(
                "cmpxchg $, $, $ monotonic monotonic, align $",
                pointer(op.memory(), operands.of(op.index()), "inbounds "),
                expected,
                operands.typed(op.replacement()),
                bytes(op.memory())));
    String type = Template.fill("{ $, i1 }", expected.type());
    text.define(Operands.name(op.done()), Template.fill("extractvalue $ $, 1", type, pair));
  }

  /** One lane of a vector; a scalar is its own lane. */
  private String lane(Value vector, int lane) {
    return vector.lanes() == 1
        ? operands.of(vector)
        : text.value(Template.fill("extractelement $, i64 $", operands.typed(vector), lane));
  }

  /** How a value lies in memory: a truth value as a byte, everything else as it is. */
  private String stored(Value value, LlvmType type) {
    return value.dtype() == DType.BOOL
        ? text.value(Template.fill("zext $ to $", operands.typed(value), type.text()))
        : operands.of(value);
  }

  private Typed mask(@Nullable Value mask, int lanes) {
    return mask == null
        ? new LlvmType("i1", "i1", lanes).with("splat (i1 true)")
        : operands.typed(mask);
  }

  private static Typed alignment(Value memory) {
    return LlvmType.I32.with(Integer.toString(bytes(memory)));
  }

  private Typed pointer(Value memory, String index, String flags) {
    String type = places.pointer(memory);
    String element = element(memory).text();
    String base = Template.fill("$ $", type, operands.of(memory));
    return new Typed(
        type, text.value(Template.fill("getelementptr $$, $, i64 $", flags, element, base, index)));
  }

  private Typed pointers(Value memory, Value indices) {
    String type = places.pointer(memory);
    String base = Template.fill("$ $", type, operands.of(memory));
    String element = element(memory).text();
    return new Typed(
        Template.fill("<$ x $>", indices.lanes(), type),
        text.value(Template.fill("getelementptr $, $, $", element, base, operands.typed(indices))));
  }

  /** The part of an intrinsic's name that says which address space a pointer is of. */
  private String space(Value memory) {
    String digits = places.pointer(memory).replaceAll("[^0-9]", "");
    return "p" + (digits.isEmpty() ? "0" : digits);
  }

  private static LlvmType element(Value memory) {
    return LlvmType.stored(new Type.ScalarType(memoryType(memory).element()));
  }

  private static int bytes(Value memory) {
    return memoryType(memory).element().bytes();
  }

  private static MemoryType memoryType(Value memory) {
    if (memory.type() instanceof MemoryType type) {
      return type;
    }
    throw new IllegalStateException(memory + " is not memory");
  }
}
