package dev.kiln.interp;

import dev.kiln.ir.Op;
import dev.kiln.ir.Value;
import org.jspecify.annotations.Nullable;

/** What each value of a kernel is at the moment, by id. */
final class Frame {
  private final @Nullable Datum[] values;

  Frame(int size) {
    this(new Datum[size]);
  }

  private Frame(@Nullable Datum[] values) {
    this.values = values;
  }

  /** The same values so far; variables are still common. */
  Frame copy() {
    return new Frame(values.clone());
  }

  void define(Value value, Datum datum) {
    values[value.id()] = datum;
  }

  Lanes lanes(Value value) {
    return (Lanes) get(value);
  }

  View view(Value value) {
    return (View) get(value);
  }

  Memory memory(Value value) {
    return (Memory) get(value);
  }

  Cell cell(Value value) {
    return (Cell) get(value);
  }

  /** A scalar that decides something, so that it may not be poison. */
  long scalar(Op op, Value value) {
    Lanes lanes = lanes(value);
    if (lanes.isPoison(0)) {
      throw new InterpreterException(op, value + " is poison: nothing has written it.");
    }
    return lanes.bits(0);
  }

  private Datum get(Value value) {
    Datum datum = values[value.id()];
    if (datum == null) {
      throw new IllegalStateException(value + " has no value yet");
    }
    return datum;
  }
}
