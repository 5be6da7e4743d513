package dev.kiln.testkit.filetest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The driver itself: what it must not let pass. */
class FiletestTest {
  private static final String DOUBLE =
      """
      // test: %s
      // run: x=[1, 2], y=zeros(2) => y=%s
      kernel "double" (%%0.x: tensor<?xi32>, %%1.y: tensor<?xi32>) {
        %%2 = dim %%0.x axis 0 : i32
        grid (%%3: i32) in (%%2) {
          %%4 = load-element %%0.x[%%3] : i32
          %%5 = add %%4, %%4 : i32
          store-element %%1.y[%%3] = %%5
        }
      }
      """;

  @TempDir private Path folder;

  @Test
  void rightResultsPassAndWrongOnesAreShown() throws IOException {
    assertNull(failure(DOUBLE.formatted("run", "[2, 4]")));
    assertEquals(
        "run of the kernel as written: expected y=[2, 5], found y=[2, 4]\n",
        failure(DOUBLE.formatted("run", "[2, 5]")));
  }

  @Test
  void textThatPrintsOtherwiseIsShownAsADifference() throws IOException {
    String text = DOUBLE.formatted("roundtrip", "[2, 4]");
    assertNull(failure(text));
    assertTrue(
        String.valueOf(failure(text.replace("%2 = dim", "%2   = dim")))
            .contains("-  %2   = dim %0.x axis 0 : i32\n+  %2 = dim %0.x axis 0 : i32\n"));
  }

  @Test
  void errorsMustStandOnTheLineToBlame() throws IOException {
    String text = DOUBLE.formatted("check", "[]").replace("%4, %4 : i32", "%4, %4 : f32 %s");
    String sentence = "// error: %4 is of type i32, expected f32.";
    String stored = "= %5 // error: Elements of i32 are read and written as i32, which %5 is not.";
    String both = text.replace("%s", sentence + " " + sentence);
    assertNull(failure(both.replace("= %5\n", stored + "\n")));
    assertTrue(String.valueOf(failure(both)).contains("+line    8: Elements of i32"));
  }

  @Test
  void blessingWritesWhatComesOut() throws IOException {
    Path file = write(DOUBLE.formatted("pass simplify", "[2, 4]"));
    assertTrue(String.valueOf(Filetest.read(file).failure()).contains("+kernel \"double\""));
    assertTrue(Filetest.read(file).bless());
    assertNull(Filetest.read(file).failure());
    assertFalse(Filetest.read(file).bless());
    assertTrue(Files.readString(file).contains("// expected:\n// kernel \"double\""));
  }

  private @Nullable String failure(String text) throws IOException {
    return Filetest.read(write(text)).failure();
  }

  private Path write(String text) throws IOException {
    return Files.writeString(folder.resolve("k.ir"), text);
  }
}
