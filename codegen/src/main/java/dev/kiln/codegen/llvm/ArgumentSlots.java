package dev.kiln.codegen.llvm;

import dev.kiln.codegen.llvm.Operands.Tensor;
import dev.kiln.ir.Param;
import dev.kiln.ir.Type;
import dev.kiln.ir.Value;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads what a launch passes, slots of 8 bytes at {@code %args}: for a tensor its address and its
 * extents, for a scalar itself, then the three extents of the grid, then what a target adds.
 */
public final class ArgumentSlots {
  private static final int SLOT_BYTES = 8;
  private static final int GRID_RANK = 3;
  private static final String EXTENT_RANGE = "!{i64 0, i64 2147483648}";

  private final FunctionText text;
  private final Operands operands;
  private final String pointer;
  private int slots;

  /** Slots of a function whose tensors have addresses of the type {@code pointer}. */
  public ArgumentSlots(FunctionText text, Operands operands, String pointer) {
    this.text = text;
    this.operands = operands;
    this.pointer = pointer;
  }

  /** How many slots have been read. */
  public int count() {
    return slots;
  }

  /** Reads a parameter, next in order, and says what it is called. */
  public void bind(Param param) {
    Value value = param.value();
    switch (value.type()) {
      case Type.TensorType tensor -> operands.bind(value, tensor(tensor));
      case Type.ScalarType scalar -> operands.bind(value, scalar(scalar));
      case Type.VectorType _,
          Type.TileType _,
          Type.RegionType _,
          Type.CellType _,
          Type.MemoryType _ ->
          throw new IllegalStateException(param.name() + " cannot be a parameter");
    }
  }

  /** Reads the extents of the grid, three I64. */
  public List<String> grid() {
    List<String> extents = new ArrayList<>();
    for (int axis = 0; axis < GRID_RANK; axis++) {
      extents.add(extent());
    }
    return extents;
  }

  /** Reads an address and calls it {@code name}. */
  public void address(String name) {
    text.define(name, Template.fill("load $, ptr $", pointer, next()));
  }

  private Tensor tensor(Type.TensorType type) {
    String address = text.value(Template.fill("load $, ptr $", pointer, next()));
    List<String> extents = new ArrayList<>();
    for (int axis = 0; axis < type.rank(); axis++) {
      extents.add(text.value(Template.fill("trunc i64 $ to i32", extent())));
    }
    return new Tensor(address, extents);
  }

  private String extent() {
    String range = text.module().node(EXTENT_RANGE);
    return text.value(Template.fill("load i64, ptr $, !range $", next(), range));
  }

  private String scalar(Type.ScalarType type) {
    String register = LlvmType.of(type).text();
    String stored = LlvmType.stored(type).text();
    String loaded = text.value(Template.fill("load $, ptr $", stored, next()));
    return register.equals(stored)
        ? loaded
        : text.value(Template.fill("icmp ne $ $, 0", stored, loaded));
  }

  private String next() {
    return text.value(
        Template.fill("getelementptr inbounds i8, ptr %args, i64 $", SLOT_BYTES * slots++));
  }
}
