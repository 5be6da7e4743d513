package dev.kiln.processor;

import dev.kiln.codegen.llvm.worker.WorkerLimits;
import dev.kiln.ir.Loc;
import dev.kiln.processor.diagnostics.Code;
import dev.kiln.processor.diagnostics.Diagnostic;
import dev.kiln.processor.diagnostics.Suggestion;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The options of one compilation, read and checked once.
 *
 * @param targets names of backends and of targets to compile for, at least one, in alphabetical
 *     order
 * @param dump where to write IR and code; null for nowhere
 * @param stop name of the stage or pass to stop behind; empty for none
 * @param ptxas NVIDIA's assembler; null to look for one
 * @param limits what the process that compiles kernels may take
 */
public record Options(
    List<String> targets,
    Embedding embed,
    @Nullable Path dump,
    boolean verify,
    boolean time,
    boolean explain,
    String stop,
    @Nullable Path ptxas,
    Excerpts excerpt,
    WorkerLimits limits) {
  private static final String PREFIX = "kiln.";
  private static final Loc NOWHERE = Loc.text("", 0, 0);

  /** The programs that the user chose, by their names. */
  public Map<String, Path> tools() {
    return ptxas == null ? Map.of() : Map.of("ptxas", ptxas);
  }

  /** Which IR texts become resources. */
  public enum Embedding {
    /** The checked tile IR and that of every stage of every target. */
    STAGES,
    /** Only the checked tile IR. */
    TILE
  }

  /** Whether messages carry the source line. */
  public enum Excerpts {
    /** Where the tool around the compiler shows none. */
    AUTO,
    /** Everywhere. */
    ALWAYS,
    /** Only where the place cannot be marked. */
    NEVER
  }

  /**
   * What matters in the compiler's process, read without a check: those are made where kernels are
   * compiled.
   *
   * @param dump null for nowhere
   */
  record Outside(Excerpts excerpt, @Nullable Path dump, WorkerLimits limits) {
    static Outside of(Map<String, @Nullable String> given) {
      Parser parser = new Parser(given);
      return new Outside(
          parser.choice(OptionName.EXCERPT, Excerpts.class),
          parser.path(OptionName.DUMP),
          parser.limits());
    }
  }

  /** Options with the findings about them. */
  public record Parsed(Options options, List<Diagnostic> findings) {}

  /**
   * Reads the options of a compiler, those of other processors among them. Wrong ones are reported
   * and count as not given.
   *
   * @param targets names that {@code kiln.targets} may give
   * @param stops names that {@code kiln.stop} may give
   */
  public static Parsed parse(
      Map<String, @Nullable String> given, Set<String> targets, Set<String> stops) {
    Parser parser = new Parser(given);
    given.keySet().stream().filter(key -> key.startsWith(PREFIX)).sorted().forEach(parser::check);
    Options options =
        new Options(
            parser.names(OptionName.TARGETS, targets),
            parser.choice(OptionName.EMBED, Embedding.class),
            parser.path(OptionName.DUMP),
            parser.flag(OptionName.VERIFY),
            parser.flag(OptionName.TIME),
            parser.flag(OptionName.EXPLAIN),
            parser.oneOf(OptionName.STOP, stops),
            parser.program(OptionName.PTXAS),
            parser.choice(OptionName.EXCERPT, Excerpts.class),
            parser.limits());
    if (!options.stop().isEmpty() && options.dump() == null) {
      parser.refuse(OptionName.STOP, "it together with '-Akiln.dump', where the IR goes");
    }
    return new Parsed(options, List.copyOf(parser.findings));
  }

  private static final class Parser {
    private final Map<String, @Nullable String> given;
    private final List<Diagnostic> findings = new ArrayList<>();

    Parser(Map<String, @Nullable String> given) {
      this.given = given;
    }

    void check(String key) {
      List<String> known = Arrays.stream(OptionName.values()).map(OptionName::key).toList();
      if (!known.contains(key)) {
        Diagnostic unknown =
            Diagnostic.of(Code.UNKNOWN_OPTION, NOWHERE, key, String.join(", ", known));
        findings.add(
            Suggestion.of(key, known)
                .map(dev.kiln.processor.diagnostics.Note::of)
                .map(unknown::withNote)
                .orElse(unknown));
      }
    }

    private String text(OptionName name) {
      String value = given.get(name.key());
      return value == null ? name.otherwise() : value.strip();
    }

    private void refuse(OptionName name, String expected) {
      findings.add(Diagnostic.of(Code.BAD_OPTION_VALUE, NOWHERE, name.key(), text(name), expected));
    }

    List<String> names(OptionName name, Set<String> known) {
      TreeSet<String> wanted =
          Arrays.stream(text(name).split(","))
              .map(String::strip)
              .filter(part -> !part.isEmpty())
              .collect(Collectors.toCollection(TreeSet::new));
      if (wanted.isEmpty() || !known.containsAll(wanted)) {
        refuse(name, "names from " + String.join(", ", new TreeSet<>(known)) + " with commas");
        return List.of(name.otherwise());
      }
      return List.copyOf(wanted);
    }

    <E extends Enum<E>> E choice(OptionName name, Class<E> type) {
      for (E constant : type.getEnumConstants()) {
        if (constant.name().equalsIgnoreCase(text(name))) {
          return constant;
        }
      }
      refuse(name, name.expected());
      return Enum.valueOf(type, name.otherwise().toUpperCase(java.util.Locale.ROOT));
    }

    boolean flag(OptionName name) {
      // "-Akiln.time" without a value means yes.
      boolean isNamedOnly = given.containsKey(name.key()) && given.get(name.key()) == null;
      String value = text(name);
      if (!isNamedOnly && !value.equals("true") && !value.equals("false")) {
        refuse(name, name.expected());
      }
      return isNamedOnly || value.equals("true");
    }

    @Nullable Path path(OptionName name) {
      String value = text(name);
      try {
        return value.isEmpty() ? null : Path.of(value);
      } catch (InvalidPathException malformed) {
        refuse(name, name.expected());
        return null;
      }
    }

    /** A file that can be run. */
    @Nullable Path program(OptionName name) {
      Path path = path(name);
      if (path != null && !Files.isExecutable(path)) {
        refuse(name, name.expected());
        return null;
      }
      return path;
    }

    WorkerLimits limits() {
      return new WorkerLimits(
          number(OptionName.MEMORY, 384, 65_536),
          Duration.ofSeconds(number(OptionName.TIMEOUT, 1, 86_400)));
    }

    private int number(OptionName name, int least, int most) {
      String value = text(name);
      int number = value.matches("\\d{1,5}") ? Integer.parseInt(value) : 0;
      if (number >= least && number <= most) {
        return number;
      }
      refuse(name, name.expected());
      return Integer.parseInt(name.otherwise());
    }

    String oneOf(OptionName name, Set<String> known) {
      String value = text(name);
      if (!value.isEmpty() && !known.contains(value)) {
        refuse(name, "one of " + String.join(", ", known));
        return "";
      }
      return value;
    }
  }
}
