package dev.kiln.codegen;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Where programs of the build machine are found that backends use where they are there.
 *
 * @param given the user's choice, by the program's name
 * @param path folders to search, in order
 */
public record ToolSettings(Map<String, Path> given, List<Path> path) {
  /** Copies the collections. */
  public ToolSettings {
    given = Map.copyOf(given);
    path = List.copyOf(path);
  }

  /** The user's choices, and the environment's {@code PATH}. */
  public static ToolSettings ofSystem(Map<String, Path> given) {
    String path = System.getenv("PATH");
    List<Path> folders =
        path == null
            ? List.of()
            : Arrays.stream(path.split(File.pathSeparator, -1))
                .filter(folder -> !folder.isBlank())
                .map(Path::of)
                .toList();
    return new ToolSettings(given, folders);
  }

  /** No tools at all. */
  public static ToolSettings none() {
    return new ToolSettings(Map.of(), List.of());
  }

  /**
   * The program that the user chose, else the first of that name on the path, else in {@code
   * otherwise}; null where there is none.
   */
  public @Nullable Path find(String program, List<Path> otherwise) {
    Path chosen = given.get(program);
    if (chosen != null) {
      return chosen;
    }
    return Stream.concat(path.stream(), otherwise.stream())
        .map(folder -> folder.resolve(program))
        .filter(Files::isExecutable)
        .findFirst()
        .orElse(null);
  }
}
