package dev.kiln.ir;

/** Hands out values with ids that are new in one kernel. The only maker of values. */
public final class Values {
  private int next;

  private Values(int next) {
    this.next = next;
  }

  /** For a kernel that is being built from nothing. */
  public static Values fresh() {
    return new Values(0);
  }

  /** For a pass over {@code kernel}: new ids start behind its largest. */
  public static Values after(Kernel kernel) {
    return new Values(kernel.largestId() + 1);
  }

  public Value value(Type type, String hint) {
    return new Value(next++, type, hint);
  }

  public Value value(Type type) {
    return value(type, "");
  }

  /** A new value with the type and the hint of {@code model}. */
  public Value like(Value model) {
    return value(model.type(), model.hint());
  }
}
