package dev.kiln.testkit.arch;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.tools.ToolProvider;

/** Compiles made-up classes, in packages of Kiln's, to show that a rule can fail. */
final class Planted {
  private Planted() {}

  /** Compiles {@code texts}, each {@code package a.b; class C …}, into {@code folder}. */
  static JavaClasses classes(Path folder, String... texts) throws IOException {
    var arguments = new ArrayList<String>(List.of("-d", folder.resolve("out").toString()));
    arguments.addAll(List.of("-proc:none", "-cp", System.getProperty("java.class.path")));
    for (int i = 0; i < texts.length; i++) {
      String name = texts[i].replaceAll("(?s).*?(?:class|record|interface) (\\w+).*", "$1");
      Path file = Files.createDirectories(folder.resolve("source" + i)).resolve(name + ".java");
      Files.writeString(file, texts[i]);
      arguments.add(file.toString());
    }
    int failed =
        ToolProvider.getSystemJavaCompiler()
            .run(null, null, null, arguments.toArray(String[]::new));
    if (failed != 0) {
      throw new IllegalArgumentException("planted classes do not compile");
    }
    return new ClassFileImporter().importPath(folder.resolve("out"));
  }
}
