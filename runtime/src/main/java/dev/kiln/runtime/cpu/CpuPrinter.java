package dev.kiln.runtime.cpu;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;

/**
 * What machine code calls to print a line: {@code void print(ptr heading, ptr kinds, ptr values)},
 * with two texts that end with a zero byte, a letter of kind a value ({@code b} truth value, {@code
 * i} integer, {@code f} float, {@code d} double), and 8 bytes a value.
 */
public final class CpuPrinter {

  private static final long ADDRESS = link();

  private CpuPrinter() {}

  /** The address of the function. */
  public static long address() {
    return ADDRESS;
  }

  @SuppressWarnings("restricted")
  private static long link() {
    try {
      MethodHandle print =
          MethodHandles.lookup()
              .findStatic(
                  CpuPrinter.class,
                  "print",
                  MethodType.methodType(
                      void.class, MemorySegment.class, MemorySegment.class, MemorySegment.class));
      return Linker.nativeLinker()
          .upcallStub(
              print,
              FunctionDescriptor.ofVoid(
                  ValueLayout.ADDRESS, ValueLayout.ADDRESS, ValueLayout.ADDRESS),
              Arena.global())
          .address();
    } catch (ReflectiveOperationException e) {
      throw new LinkageError("The function that prints lines is missing.", e);
    }
  }

  @SuppressWarnings({"restricted", "unused"})
  private static void print(MemorySegment heading, MemorySegment kinds, MemorySegment values) {
    String letters = kinds.reinterpret(Long.MAX_VALUE).getString(0);
    var line = new StringBuilder(heading.reinterpret(Long.MAX_VALUE).getString(0));
    MemorySegment slots = values.reinterpret(letters.length() * ValueLayout.JAVA_LONG.byteSize());
    for (int i = 0; i < letters.length(); i++) {
      line.append(' ').append(text(letters.charAt(i), slots, i));
    }
    System.out.println(line);
  }

  private static String text(char kind, MemorySegment slots, int index) {
    return switch (kind) {
      case 'b' -> Boolean.toString(slots.getAtIndex(ValueLayout.JAVA_LONG, index) != 0);
      case 'i' -> Long.toString(slots.getAtIndex(ValueLayout.JAVA_LONG, index));
      case 'f' -> Float.toString((float) slots.getAtIndex(ValueLayout.JAVA_DOUBLE, index));
      case 'd' -> Double.toString(slots.getAtIndex(ValueLayout.JAVA_DOUBLE, index));
      default -> throw new IllegalStateException("A value of kind " + kind + ".");
    };
  }
}
