package dev.kiln.testkit.arch;

import static dev.kiln.testkit.arch.Findings.assertFinds;
import static dev.kiln.testkit.arch.Findings.assertNone;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.kiln.testkit.arch.DocumentRules.Document;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Kiln's documents agree with its code, and each rule finds a planted mistake. */
class DocumentRulesTest {
  private static final List<Document> DOCUMENTS = Document.all();
  private static final String SCRIPT = Repository.read(Repository.root().resolve("dev"));
  private static final String SETTINGS =
      Repository.read(Repository.root().resolve("docs/debugging.md"));

  private static final List<Document> PLANTED =
      List.of(
          new Document(
              Path.of("planted.md"),
              "[a](nowhere.md) `lowering/nowhere.txt` and `./dev nothing`, -Dkiln.no.setting"));

  @Test
  void thereAreDocumentsToCheck() {
    assertTrue(DOCUMENTS.size() > 3);
  }

  @Test
  void linksLeadSomewhere() {
    assertNone(DocumentRules.deadLinks(DOCUMENTS));
    assertFinds("links to nowhere.md", DocumentRules.deadLinks(PLANTED));
  }

  @Test
  void pathsExist() {
    assertNone(DocumentRules.deadPaths(DOCUMENTS));
    assertFinds("names lowering/nowhere.txt", DocumentRules.deadPaths(PLANTED));
  }

  @Test
  void commandsExist() {
    assertNone(DocumentRules.deadCommands(DOCUMENTS, SCRIPT));
    assertFinds("tells of ./dev nothing", DocumentRules.deadCommands(PLANTED, SCRIPT));
  }

  @Test
  void theSettingsThatCodeReadsAreTheSettingsThatArePublished() {
    assertNone(DocumentRules.wrongSettings(SETTINGS, Source.main()));
    List<String> findings = DocumentRules.wrongSettings(PLANTED.getFirst().text(), Source.main());
    assertFinds("kiln.no.setting unread", findings);
    assertFinds("kiln.dump untold", findings);
  }
}
