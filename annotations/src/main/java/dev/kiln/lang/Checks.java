package dev.kiln.lang;

/** The bodies of {@code print} and {@code assertTrue}. */
final class Checks {

  private static final String OWN = Checks.class.getPackageName() + ".";

  private Checks() {}

  static void print(String label, Object... values) {
    requireBlock("print");
    StackWalker.StackFrame place =
        StackWalker.getInstance()
            .walk(frames -> frames.filter(frame -> !isOwn(frame)).findFirst())
            .orElseThrow();
    var line =
        new StringBuilder().append(place.getFileName()).append(':').append(place.getLineNumber());
    line.append(':').append(label.isEmpty() ? "" : " " + label);
    for (Object value : values) {
      line.append(' ').append(value);
    }
    System.out.println(line);
  }

  /** Whether a frame is of the words themselves; kernels of this package's tests are not. */
  private static boolean isOwn(StackWalker.StackFrame frame) {
    return frame.getClassName().equals(OWN + "Checks") || frame.getClassName().equals(OWN + "Tile");
  }

  static void assertTrue(boolean condition, String message) {
    requireBlock("assertTrue");
    if (!condition) {
      throw new AssertionError(
          message.isEmpty() ? "assertion failed" : "assertion failed: " + message);
    }
  }

  private static void requireBlock(String word) {
    if (!GridRun.isRunning()) {
      throw new IllegalArgumentException(
          "Expected %s inside of a grid, found it outside.".formatted(word));
    }
  }
}
