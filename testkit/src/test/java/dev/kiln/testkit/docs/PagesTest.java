package dev.kiln.testkit.docs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.kiln.testkit.arch.Repository;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Tables and samples of documents are what the code says now, and the language is complete. */
class PagesTest {
  private static final List<Member> LANGUAGE =
      Declarations.in(Repository.root().resolve("annotations/src/main/java/dev/kiln/lang"));

  /** What only signatures and {@code docs/launching.md} speak of. */
  private static final Set<String> ELSEWHERE =
      Set.of("Body1", "Body2", "Body3", "Memory", "CountedMemory");

  @TestFactory
  Stream<DynamicTest> blocksAreUpToDate() {
    return Page.all().stream()
        .map(page -> DynamicTest.dynamicTest(page.name(), () -> requireUpToDate(page)));
  }

  private static void requireUpToDate(Page page) {
    Page made = page.with(PagesTest::block);
    if (Boolean.getBoolean("kiln.bless")) {
      made.write();
    } else {
      assertEquals(made.text(), page.text(), "bless with -Dkiln.bless=true when this is right");
    }
  }

  private static List<String> block(String mark) {
    String source = mark.substring(mark.indexOf(':') + 1).strip();
    if (mark.startsWith("sample:")) {
      return Samples.fence(source);
    }
    List<String> words = Arrays.asList(source.split("\\s+"));
    return MemberTable.of(LANGUAGE, words.getFirst(), words.subList(1, words.size()));
  }

  @Test
  void theLanguagePageNamesEveryPublicMember() {
    Set<String> named = new Names(Page.of("docs/language.md")).all();
    Set<String> missing = new TreeSet<>();
    for (Member member : LANGUAGE) {
      boolean isElsewhere = ELSEWHERE.contains(member.owner()) || ELSEWHERE.contains(member.name());
      if (!isElsewhere && !named.contains(member.name())) {
        missing.add(member.owner() + "." + member.name());
      }
    }
    assertEquals(Set.of(), missing);
  }

  @Test
  void everyNameOnTheLanguagePageExists() {
    assertEquals(Set.of(), new Names(Page.of("docs/language.md")).unknown(LANGUAGE));
  }

  @Test
  void aNameThatDoesNotExistIsFound() {
    var page =
        new Page("planted", "Use `gem(a, b, c)`, `max(a, b)` or `FloatTensr`, `@TileKernal`.");
    assertEquals(Set.of("gem", "FloatTensr", "TileKernal"), new Names(page).unknown(LANGUAGE));
  }

  @Test
  void aChangedTableIsFound() {
    var page = new Page("planted", "<!-- table: Tile ceilDiv -->\n| old |\n\ntext\n");
    String made = page.with(PagesTest::block).text();
    assertTrue(
        made.contains("| `ceilDiv(a, b)` | `int`, `long` | The quotient rounded up. |"), made);
    assertTrue(made.endsWith("|\n\ntext\n"), made);
    var wrong = new Page("planted", "<!-- table: Tile nothing -->\n");
    assertThrows(IllegalArgumentException.class, () -> wrong.with(PagesTest::block));
  }

  @Test
  void aSampleIsAPartOfAFile() {
    List<String> lines =
        new ArrayList<>(
            Samples.fence("testkit/src/test/java/dev/kiln/testkit/docs/PagesTest.java#own"));
    assertEquals(List.of("```java", "int shown = 1;", "```"), lines);
    assertThrows(IllegalArgumentException.class, () -> Samples.fence("dev#none"));
  }

  @SuppressWarnings("unused")
  private static int sample() {
    // sample: own
    int shown = 1;
    // end
    return shown;
  }
}
