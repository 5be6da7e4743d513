package dev.kiln.processor;

import com.google.testing.compile.Compilation;
import com.google.testing.compile.Compiler;
import com.google.testing.compile.JavaFileObjects;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.annotation.processing.Processor;
import javax.tools.Diagnostic;
import javax.tools.JavaFileObject;

/** Source texts for javac, named by the class that they declare. */
public final class Sources {
  private static final Pattern PACKAGE = Pattern.compile("(?m)^package ([\\w.]+);");
  private static final Pattern TYPE =
      Pattern.compile("(?m)^(?:public |final |abstract )*(?:class|interface|record|enum) (\\w+)");

  private Sources() {}

  static JavaFileObject file(String text) {
    return JavaFileObjects.forSourceString(name(text), text);
  }

  /** The qualified name of the first class at the start of a line. */
  static String name(String text) {
    Matcher type = TYPE.matcher(text);
    if (!type.find()) {
      throw new IllegalArgumentException("no class in: " + text);
    }
    Matcher packageName = PACKAGE.matcher(text);
    return packageName.find() ? packageName.group(1) + "." + type.group(1) : type.group(1);
  }

  /** Compiles texts in memory with the processor. */
  public static Compilation compile(String... texts) {
    return compile(new KilnProcessor(), List.of(), texts);
  }

  static Compilation compile(Processor processor, List<String> options, String... texts) {
    return Compiler.javac()
        .withProcessors(processor)
        .withOptions(options.toArray())
        .compile(Arrays.stream(texts).map(Sources::file).toList());
  }

  /** What a compilation says of its files, other than notes. */
  static List<MarkedSource.Finding> findings(Compilation compilation) {
    return compilation.diagnostics().stream()
        .filter(found -> found.getKind() != Diagnostic.Kind.NOTE && found.getSource() != null)
        .map(
            found ->
                MarkedSource.Finding.of(
                    found.getLineNumber(), found.getColumnNumber(), found.getMessage(Locale.ROOT)))
        .toList();
  }

  /** The offset of the first character of a line. */
  static int lineStart(String text, long line) {
    int start = 0;
    for (int i = 1; i < line; i++) {
      start = text.indexOf('\n', start) + 1;
    }
    return start;
  }
}
