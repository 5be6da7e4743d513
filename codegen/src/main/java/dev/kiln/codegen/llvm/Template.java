package dev.kiln.codegen.llvm;

/**
 * Text with holes. LLVM's text is full of per cent signs, and the compiler's emitters fill so many
 * templates in a cold JVM that {@link String#format} would be a large part of their time.
 */
public final class Template {
  private static final char HOLE = '$';

  private Template() {}

  /** {@code template} with its dollar signs replaced by {@code parts}, in order, one for each. */
  public static String fill(String template, Object... parts) {
    var text = new StringBuilder(template.length() + 16 * parts.length);
    int copied = 0;
    for (Object part : parts) {
      int hole = template.indexOf(HOLE, copied);
      if (hole < 0) {
        throw new IllegalArgumentException("more parts than holes: " + template);
      }
      text.append(template, copied, hole).append(part);
      copied = hole + 1;
    }
    if (template.indexOf(HOLE, copied) >= 0) {
      throw new IllegalArgumentException("more holes than parts: " + template);
    }
    return text.append(template, copied, template.length()).toString();
  }
}
