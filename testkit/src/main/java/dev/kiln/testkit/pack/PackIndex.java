package dev.kiln.testkit.pack;

import dev.kiln.ir.text.Parser;
import dev.kiln.ir.text.Printer;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What a pack holds: each work for each target. Its text has the targets in the first line and a
 * work in each other; kernels that no seed makes again lie beside it.
 */
public record PackIndex(List<PackedTarget> targets, List<PackedWork> works) {
  private static final String FOLDER = "META-INF/kiln/packed/";
  private static final String INDEX = FOLDER + "index.txt";

  public PackIndex {
    targets = List.copyOf(targets);
    works = List.copyOf(works);
  }

  /** The index that the loader of a class finds. */
  public static PackIndex of(Class<?> anchor) {
    List<String> lines = text(anchor, INDEX).lines().toList();
    return new PackIndex(
        Stream.of(lines.getFirst().split(",", -1)).map(PackedTarget::new).toList(),
        lines.stream().skip(1).map(name -> work(anchor, name)).toList());
  }

  private static PackedWork work(Class<?> anchor, String name) {
    return name.startsWith(PackedWork.Random.PREFIX)
        ? new PackedWork.Random(Long.parseLong(name.substring(PackedWork.Random.PREFIX.length())))
        : new PackedWork.Corpus(name, Parser.parse(name, text(anchor, file(name))));
  }

  private static String file(String name) {
    return FOLDER + name + ".ir";
  }

  private static String text(Class<?> anchor, String file) {
    try (InputStream text = anchor.getResourceAsStream("/" + file)) {
      if (text == null) {
        throw new IllegalStateException(
            "There is no pack on the class path: %s is not found.".formatted(file));
      }
      return new String(text.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Its files, by their names. */
  SortedMap<String, String> files() {
    var files = new TreeMap<String, String>();
    var lines = new ArrayList<String>();
    lines.add(targets.stream().map(PackedTarget::name).collect(Collectors.joining(",")));
    for (PackedWork work : works) {
      lines.add(work.name());
      switch (work) {
        case PackedWork.Random _ -> {}
        case PackedWork.Corpus corpus ->
            files.put(file(corpus.name()), Printer.print(corpus.kernel()));
      }
    }
    files.put(INDEX, String.join("\n", lines) + "\n");
    return files;
  }
}
