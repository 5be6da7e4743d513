package dev.kiln.ir;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.lang.reflect.RecordComponent;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * {@link OpAccesses} is written from the record headers. Its layout is the formatter's: {@code
 * ./dev bless}, then {@code ./dev fmt}.
 */
final class OpAccessTest {
  private static final Path FILE = Path.of("src/main/java/dev/kiln/ir/OpAccesses.java");

  private static final Map<Class<?>, String> BOXES =
      Map.of(int.class, "Integer", long.class, "Long", boolean.class, "Boolean");

  private static final Map<OpShape.Role, String> LISTS =
      new TreeMap<>(
          Map.of(
              OpShape.Role.RESULT, "results",
              OpShape.Role.ARGUMENT, "arguments",
              OpShape.Role.OPERAND, "operands",
              OpShape.Role.BODY, "bodies"));

  @Test
  void saysWhatTheHeadersSay() throws IOException {
    String written = text();
    if (Boolean.getBoolean("kiln.bless")) {
      if (!Files.exists(FILE) || !words(Files.readString(FILE)).equals(words(written))) {
        Files.writeString(FILE, written);
      }
    } else {
      assertEquals(words(written), words(Files.readString(FILE)), "./dev bless, then ./dev fmt");
    }
  }

  private static String words(String text) {
    return text.replaceAll("\\s+", "");
  }

  private static String text() {
    List<Class<? extends Op>> types = OpShape.all();
    return """
    package dev.kiln.ir;

    import java.util.List;
    import java.util.Map;
    import org.jspecify.annotations.NullUnmarked;

    /**
     * Reads and makes every operation record in plain code, which costs a compiler that has just
     * started far less than reflection does. Written by {@code OpAccessTest} from the record headers.
     */
    @NullUnmarked // whether a component may be absent is said by its record
    @SuppressWarnings("unchecked") // the elements of lists are what the headers say
    final class OpAccesses {
      private static final Map<Class<? extends Op>, OpAccess> BY_TYPE =
          Map.ofEntries(
              %s);

      private OpAccesses() {}

      static OpAccess of(Class<? extends Op> type) {
        return BY_TYPE.get(type);
      }
    %s}
    """
        .formatted(
            types.stream().map(OpAccessTest::entry).collect(Collectors.joining(",\n")),
            types.stream().map(OpAccessTest::access).collect(Collectors.joining()));
  }

  private static String entry(Class<? extends Op> type) {
    return "Map.entry(%s.class, new Of%s())".formatted(name(type), type.getSimpleName());
  }

  private static String access(Class<? extends Op> type) {
    RecordComponent[] header = type.getRecordComponents();
    String read =
        header.length == 1
            ? "return it.%s();".formatted(header[0].getName())
            : "return switch (position) { %s };".formatted(cases(header));
    String parts =
        IntStream.range(0, header.length)
            .mapToObj(i -> "(%s) parts[%d]".formatted(cast(header[i]), i))
            .collect(Collectors.joining(", "));
    return """

      private static final class Of%s extends OpAccess {
        @Override
        Object read(Op op, int position) {
          var it = (%s) op;
          %s
        }

        @Override
        Op build(Object[] parts) {
          return new %s(%s);
        }
      %s}
    """
        .formatted(
            type.getSimpleName(),
            name(type),
            read,
            name(type),
            parts,
            LISTS.entrySet().stream()
                .map(list -> list(type, list.getKey(), list.getValue()))
                .collect(Collectors.joining()));
  }

  private static String cases(RecordComponent[] header) {
    return IntStream.range(0, header.length)
        .mapToObj(
            i ->
                "%s -> it.%s();"
                    .formatted(
                        i == header.length - 1 ? "default" : "case " + i, header[i].getName()))
        .collect(Collectors.joining(" "));
  }

  /** The method for the components of one role; none where the kind has none. */
  private static String list(Class<? extends Op> type, OpShape.Role role, String method) {
    List<RecordComponent> components =
        OpShape.having(role, OpShape.components(type)).stream()
            .map(component -> type.getRecordComponents()[component.position()])
            .toList();
    return components.isEmpty()
        ? ""
        : """

          @Override
          List<%s> %s(Op op) {
            var it = (%s) op;
            return %s;
          }
        """
            .formatted(
                role == OpShape.Role.BODY ? "Body" : "Value",
                method,
                name(type),
                listed(components));
  }

  private static String listed(List<RecordComponent> components) {
    String reads =
        components.stream()
            .map(component -> "it." + component.getName() + "()")
            .collect(Collectors.joining(", "));
    if (components.stream().noneMatch(OpAccessTest::isListOrAbsent)) {
      return "List.of(" + reads + ")";
    }
    boolean isOneList = components.size() == 1 && components.getFirst().getType() == List.class;
    return isOneList ? reads : "all(" + reads + ")";
  }

  private static boolean isListOrAbsent(RecordComponent component) {
    return component.getType() == List.class
        || component.getAnnotatedType().isAnnotationPresent(Nullable.class);
  }

  private static String cast(RecordComponent component) {
    if (component.getType() == List.class) {
      return component.getGenericType().getTypeName().replaceAll("[\\w.]+\\.", "");
    }
    return BOXES.getOrDefault(component.getType(), component.getType().getSimpleName());
  }

  /** As the package's other classes name it: {@code LowOp.If}. */
  private static String name(Class<?> type) {
    return type.getDeclaringClass().getSimpleName() + "." + type.getSimpleName();
  }
}
