package dev.kiln.processor.model;

import dev.kiln.codegen.llvm.worker.Wire;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import javax.lang.model.element.Modifier;

/** Lists as bytes. */
public final class Data {
  private Data() {}

  /** Writes one thing. */
  @FunctionalInterface
  public interface Writer<T> {
    /** Writes {@code value}. */
    void write(T value, DataOutputStream out) throws IOException;
  }

  /** Reads one thing. */
  @FunctionalInterface
  public interface Reader<T> {
    /** Reads what a writer wrote. */
    T read(DataInputStream in) throws IOException;
  }

  /** Writes the number of values, then each. */
  public static <T> void write(DataOutputStream out, Collection<T> values, Writer<T> each)
      throws IOException {
    out.writeInt(values.size());
    for (T value : values) {
      each.write(value, out);
    }
  }

  /** Reads what {@link #write} wrote. */
  public static <T> List<T> read(DataInputStream in, Reader<T> each) throws IOException {
    int count = in.readInt();
    List<T> values = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      values.add(each.read(in));
    }
    return values;
  }

  static void write(DataOutputStream out, Set<Modifier> modifiers) throws IOException {
    write(out, modifiers, (modifier, to) -> Wire.text(to, modifier.name()));
  }

  static Set<Modifier> readModifiers(DataInputStream in) throws IOException {
    Set<Modifier> modifiers = EnumSet.noneOf(Modifier.class);
    modifiers.addAll(read(in, from -> Modifier.valueOf(Wire.text(from))));
    return modifiers;
  }
}
