package dev.kiln.testkit.hosts;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Eclipse's own builder with its own annotation processing, without a window: the framework, the
 * workspace and the Java tools as Maven artifacts, in a JVM of their own, with {@link
 * EclipseProject} in the part of the user who saves files.
 */
final class EclipseBuilderTest {
  private static final String OSGI = "org.eclipse.osgi-";
  private static final List<String> BUNDLES =
      List.of("org.eclipse.", "org.osgi.", "org.apache.felix.scr-", "ecj-", "jna-");

  @TempDir Path folder;

  private static boolean isBundle(Path entry) {
    String name = entry.getFileName().toString();
    return BUNDLES.stream().anyMatch(name::startsWith) && !name.startsWith(OSGI);
  }

  /** Where the framework begins it, and whether it is a service that others wait for. */
  private static String start(Path entry) {
    String name = entry.getFileName().toString();
    boolean isEarly =
        name.startsWith("org.eclipse.equinox.common") || name.startsWith("org.apache.felix");
    boolean isLibrary =
        name.startsWith("org.osgi.") || name.startsWith("jna") || name.startsWith("ecj");
    return isEarly ? "@2:start" : isLibrary ? "" : "@4:start";
  }

  private static void configure(Path file, List<Path> own) throws IOException {
    String bundles =
        Stream.concat(
                Installed.PROCESSOR.stream()
                    .filter(EclipseBuilderTest::isBundle)
                    .map(entry -> "reference:file:" + entry + start(entry)),
                own.stream().map(entry -> "reference:file:" + entry + "@5:start"))
            .collect(Collectors.joining(","));
    Files.createDirectories(file.getParent());
    Files.writeString(
        file,
        """
        osgi.bundles=%s
        osgi.bundles.defaultStartLevel=4
        osgi.startLevel=6
        eclipse.ignoreApp=true
        osgi.noShutdown=true
        osgi.compatibility.bootdelegation=true
        osgi.parentClassloader=ext
        org.osgi.framework.bundle.parent=ext
        org.osgi.framework.bootdelegation=javax.*,com.sun.*,sun.*
        """
            .formatted(bundles));
  }

  /** Writes a bundle with what its manifest says besides its name, and one class or none. */
  private static void bundle(Path jar, Map<String, String> says, List<Class<?>> classes)
      throws IOException {
    Manifest manifest = new Manifest();
    Attributes main = manifest.getMainAttributes();
    main.putValue("Manifest-Version", "1.0");
    main.putValue("Bundle-ManifestVersion", "2");
    says.forEach(main::putValue);
    try (OutputStream file = Files.newOutputStream(jar);
        JarOutputStream out = new JarOutputStream(file, manifest)) {
      for (Class<?> each : classes) {
        String name = each.getName().replace('.', '/') + ".class";
        out.putNextEntry(new JarEntry(name));
        try (InputStream in = each.getResourceAsStream("/" + name)) {
          in.transferTo(out);
        }
      }
    }
  }

  private List<Path> ownBundles() throws IOException {
    // Required for a task of Ant's, which is not needed here; its jar is no bundle.
    Path ant = folder.resolve("ant.jar");
    bundle(
        ant,
        Map.of("Bundle-SymbolicName", "org.apache.ant", "Bundle-Version", "1.10.0"),
        List.of());
    Path ours = folder.resolve("ours.jar");
    bundle(
        ours,
        Map.of(
            "Bundle-SymbolicName",
            "kiln.test",
            "Bundle-Version",
            "1.0.0",
            "Bundle-Activator",
            EclipseProject.class.getName(),
            "Require-Bundle",
            "org.eclipse.core.runtime,org.eclipse.core.resources,org.eclipse.jdt.core,"
                + "org.eclipse.jdt.apt.core,org.eclipse.jdt.apt.pluggable.core"),
        List.of(EclipseProject.class));
    return List.of(ant, ours);
  }

  private String build(List<Path> steps) throws IOException, InterruptedException {
    assumeTrue(Installed.isPackaged(), "Eclipse needs the packaged processor");
    configure(folder.resolve("configuration/config.ini"), ownBundles());
    Path osgi =
        Installed.PROCESSOR.stream()
            .filter(entry -> entry.getFileName().toString().startsWith(OSGI))
            .findFirst()
            .orElseThrow();
    Installed.Run eclipse =
        Installed.run(
            folder,
            List.of(
                Installed.JAVA_HOME.resolve("bin/java").toString(),
                "--enable-native-access=ALL-UNNAMED",
                "-Dosgi.configuration.area=" + folder.resolve("configuration"),
                "-Dosgi.instance.area=" + folder.resolve("workspace"),
                "-D" + EclipseProject.PROCESSOR + "=" + processor(),
                "-D" + EclipseProject.LANGUAGE + "=" + Installed.path(Installed.LANGUAGE),
                "-D" + EclipseProject.STEPS + "=" + Installed.path(steps),
                "-jar",
                osgi.toString(),
                "-consoleLog"));
    assertEquals(0, eclipse.status(), eclipse.output());
    return eclipse.output();
  }

  private static String processor() {
    return Installed.path(
        Installed.PROCESSOR.stream()
            .filter(entry -> !isBundle(entry) && entry.toString().endsWith(".jar"))
            .toList());
  }

  private Path step(String name, String... sources) throws IOException {
    Path step = Files.createDirectories(folder.resolve(name));
    for (String source : sources) {
      String type = source.replaceAll("(?s).*?class (\\w+).*", "$1");
      Files.writeString(step.resolve(type + ".java"), source);
    }
    return step;
  }

  private static final String RIGHT =
      """
      package t;
      import static dev.kiln.lang.Tile.*;
      import dev.kiln.lang.*;
      class Right {
        @TileKernel
        static void right(FloatTensor<F32> a) {
          grid(a.dim(0), x -> a.set(x, 1f));
        }
      }
      """;

  private static final String CALLER =
      """
      package t;
      import dev.kiln.lang.*;
      class Caller {
        static void call(FloatTensor<F32> a) {
          RightKernel.launch(a);
        }
      }
      """;

  private static final String WRONG =
      """
      package t;
      import static dev.kiln.lang.Tile.*;
      import dev.kiln.lang.*;
      class Edited {
        @TileFunction
        static float half(FloatTensor<F32> a, int x) {
          return a.get(x,
      \t\tx) / 2f;
        }
        @TileKernel
        static void edited(@Dims("n") FloatTensor<F32> a, @Dims("n") FloatTensor<F32> b) {
          grid(a.dim(0), x -> {
      \t\tfloat value =\thalf(a, x) + missing;
            b.set(x, value);
          });
        }
      }
      """;

  private static final String CORRECTED = WRONG.replace(",\n\t\tx", "").replace("missing", "1f");

  private static final String NO_KERNEL =
      CORRECTED.replace("@TileKernel", "").replace("@Dims(\"n\") ", "");

  @Test
  void markersAreExactAndFilesComeAndGo() throws IOException, InterruptedException {
    assertEquals(
        """
        STEP wrong
        ERROR Edited.java:7 `a.get(x,
        \t\tx)` [KILN1205] The rank of 'a' is 1, and the number of indices here is 2.
          Give one index for each dimension.
          Its dimensions are named here. (Edited.java:11:28)
          inlined at Edited.java:13:17
        ERROR Edited.java:13 `missing` [KILN1110] 'missing' is not known here.
          Declare it, or import it.
        ERROR Edited.java:13 `missing` missing cannot be resolved to a variable
        + .apt_generated/t/EditedKernel.java
        + .apt_generated/t/RightKernel.java
        + bin/META-INF/kiln/t.Right/right/cpu-linux-x86_64.so
        + bin/META-INF/kiln/t.Right/right/manifest.properties
        + bin/META-INF/kiln/t.Right/right/tile.0.ir
        + bin/t/Caller.class
        + bin/t/Edited.class
        + bin/t/EditedKernel.class
        + bin/t/Right.class
        + bin/t/RightKernel.class
        STEP corrected
        * .apt_generated/t/EditedKernel.java
        + bin/META-INF/kiln/t.Edited/edited/cpu-linux-x86_64.so
        + bin/META-INF/kiln/t.Edited/edited/manifest.properties
        + bin/META-INF/kiln/t.Edited/edited/tile.0.ir
        * bin/t/Edited.class
        * bin/t/EditedKernel.class
        STEP removed
        - .apt_generated/t/EditedKernel.java
        - bin/META-INF/kiln/t.Edited/edited/cpu-linux-x86_64.so
        - bin/META-INF/kiln/t.Edited/edited/manifest.properties
        - bin/META-INF/kiln/t.Edited/edited/tile.0.ir
        * bin/t/Edited.class
        - bin/t/EditedKernel.class
        """,
        build(
            List.of(
                step("wrong", RIGHT, CALLER, WRONG),
                step("corrected", CORRECTED),
                step("removed", NO_KERNEL))));
  }
}
