package dev.kiln.processor;

import static com.google.testing.compile.CompilationSubject.assertThat;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.testing.compile.Compilation;
import dev.kiln.codegen.ToolSettings;
import dev.kiln.codegen.llvm.nvptx.Ptxas;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import javax.tools.StandardLocation;
import org.junit.jupiter.api.Test;

/** From a method in a source text to a result of its launcher. */
final class EndToEndTest {
  private static final String SCALE =
      """
      package t;

      import static dev.kiln.lang.Tile.*;

      import dev.kiln.lang.*;

      final class Scale {
        @TileKernel
        @Variant("size=256")
        @Variant("size=32")
        static void scale(
            @Dims("n") FloatTensor<F32> in, @Dims("n") FloatTensor<F32> out, float by,
            @Const int size) {
          int n = out.dim(0);
          boolean isLong = n > 1000 & by > 0f;
          int unused = n / 7;
          grid(
              isLong ? ceilDiv(n, 2 * size) * 2 : ceilDiv(n, size),
              x -> parallel(size, i -> out.set(x * size + i, in.get(x * size + i) * by)));
        }
      }
      """;

  private static final String RUN =
      """
      package t;

      import static dev.kiln.lang.Tile.*;

      import dev.kiln.lang.*;
      import dev.kiln.runtime.Device;

      public final class Run implements java.util.function.UnaryOperator<float[]> {
        @Override
        public float[] apply(float[] values) {
          try (var in = Device.cpu().tensor(F32, values.length);
              var out = Device.cpu().tensor(F32, values.length)) {
            in.copyFrom(values);
            ScaleKernel.launch(1, in, out, 3f);
            ScaleKernel.launch(out, in, 0.5f);
            return in.toFloats();
          }
        }
      }
      """;

  @Test
  @SuppressWarnings("unchecked")
  void aLauncherComputesWhatTheMethodSays() throws ReflectiveOperationException {
    Compilation compilation = Sources.compile(SCALE, RUN);
    assertThat(compilation).succeededWithoutWarnings();
    var run =
        (java.util.function.UnaryOperator<float[]>)
            Generated.loader(compilation).loadClass("t.Run").getConstructor().newInstance();
    float[] values = new float[1003];
    float[] expected = new float[values.length];
    for (int i = 0; i < values.length; i++) {
      values[i] = i;
      expected[i] = i * 3f * 0.5f;
    }
    assertArrayEquals(expected, run.apply(values));
  }

  @Test
  void equalInputGivesEqualBytes() {
    Map<String, byte[]> first = Generated.files(Sources.compile(SCALE));
    Map<String, byte[]> second = Generated.files(Sources.compile(SCALE));
    assertEquals(first.keySet(), second.keySet());
    first.forEach((path, bytes) -> assertArrayEquals(bytes, second.get(path), path));
  }

  @Test
  void theManifestSaysWhatTheRuntimeNeeds() {
    Compilation compilation = Sources.compile(SCALE);
    assertThat(compilation)
        .generatedFile(
            StandardLocation.CLASS_OUTPUT, "META-INF/kiln/t.Scale/scale/manifest.properties")
        .contentsAsUtf8String()
        .contains(
            """
            launcher=t.ScaleKernel
            param.0=in tensor f32 1 read n
            param.1=out tensor f32 1 write n
            param.2=by scalar float
            variant.0.constants=size=256
            """);
  }

  @Test
  void eachArchitectureHasAFileOfItsOwn() {
    Map<String, byte[]> files =
        Generated.files(
            Sources.compile(
                new KilnProcessor(), List.of("-Akiln.targets=cpu,cuda,cuda:sm_89"), SCALE));
    String folder = "/CLASS_OUTPUT/META-INF/kiln/t.Scale/scale/";
    String manifest = text(files.get(folder + "manifest.properties"));
    for (String architecture : List.of("sm_80", "sm_89", "sm_90a")) {
      String name = "cuda-" + architecture;
      assertContains(manifest, "artifact." + name + "=" + name + ".ptx\n");
      assertContains(manifest, "variant.1." + architecture + ".scratchBytes=");
      assertContains(manifest, "variant.1." + architecture + ".threads=");
      String ptx = text(files.get(folder + name + ".ptx"));
      assertContains(ptx, ".target " + architecture + "\n");
      assertContains(ptx, ".entry kiln_k0_" + architecture + "(");
      assertContains(ptx, ".entry kiln_k1_" + architecture + "(");
      assertContains(ptx, "\"Scale.java\"");
      boolean isAssembled = files.containsKey(folder + name + ".cubin");
      assertEquals(isAssembled, manifest.contains("artifact." + name + ".cubin="));
      assertEquals(Ptxas.find(ToolSettings.ofSystem(Map.of())) != null, isAssembled);
    }
    assertContains(manifest, "variant.0.targets=cpu,cuda\n");
  }

  private static String text(byte[] bytes) {
    return new String(bytes, StandardCharsets.UTF_8);
  }

  private static void assertContains(String text, String part) {
    assertTrue(text.contains(part), () -> part + " is not in " + text);
  }

  @Test
  void theGridIsTheKernelsOwnArithmetic() {
    Compilation compilation = Sources.compile(SCALE);
    assertThat(compilation)
        .generatedSourceFile("t.ScaleKernel")
        .contentsAsUtf8String()
        .contains(
            """
                  case 1 -> {
                    int n = out.dim(0);
                    gx = ((n > 1000) & (by > 0.0f)) ? (Math.ceilDiv(n, 64) * 2) : Math.ceilDiv(n, 32);
                    gy = 1;
                    gz = 1;
                  }
            """);
  }

  @Test
  void theTextsOfAllStagesAreInOneFile() throws IOException {
    Map<String, byte[]> files = new TreeMap<>(Generated.files(Sources.compile(SCALE)));
    byte[] texts = files.get("/CLASS_OUTPUT/META-INF/kiln/t.Scale/scale/stages.zip");
    List<String> names = new ArrayList<>();
    try (var zip = new ZipInputStream(new ByteArrayInputStream(texts))) {
      for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
        names.add(entry.getName());
        assertNull(entry.getExtra(), "a time that depends on the machine's zone");
        assertTrue(new String(zip.readAllBytes(), StandardCharsets.UTF_8).startsWith("kernel "));
      }
    }
    assertEquals(2 * 3, names.stream().filter(name -> name.endsWith("/EMITTABLE.ir")).count());
  }
}
