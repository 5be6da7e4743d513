package dev.kiln.ir;

import org.jspecify.annotations.Nullable;

/**
 * The one result of an operation, a region argument or a kernel parameter.
 *
 * @param id unique in its kernel, given by {@link Values} only
 * @param hint the user's name for it, or empty; for readers, without meaning
 */
public record Value(int id, Type type, String hint) {
  /** What messages call it: the user's name, or what it is. */
  public String called() {
    return hint.isEmpty() ? "tile" : hint;
  }

  /** The dtype of an arithmetic value. */
  public DType dtype() {
    return arithmetic().dtype();
  }

  /** The number of lanes of an arithmetic value; 1 for a scalar. */
  public int lanes() {
    return arithmetic().lanes();
  }

  public Type.Arithmetic arithmetic() {
    if (type instanceof Type.Arithmetic arithmetic) {
      return arithmetic;
    }
    throw new IllegalStateException("%" + id + " of type " + type + " is not arithmetic");
  }

  /** The type of a tensor, tile or region. */
  public Type.Buffer buffer() {
    if (type instanceof Type.Buffer buffer) {
      return buffer;
    }
    throw new IllegalStateException("%" + id + " of type " + type + " is not a buffer");
  }

  /** This value with another type, which takes its place everywhere in a kernel. */
  public Value withType(Type changed) {
    return changed.equals(type) ? this : new Value(id, changed, hint);
  }

  /** The id alone: values of one kernel differ by it, and tables of values are everywhere. */
  @Override
  public int hashCode() {
    return id;
  }

  /** As a record's own, in plain code, which costs a compiler that has just started less. */
  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Value value
        && value.id == id
        && value.type.equals(type)
        && value.hint.equals(hint);
  }

  @Override
  public String toString() {
    return "%" + id + (hint.isEmpty() ? "" : "." + hint);
  }
}
