package dev.kiln.processor.worker;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.kiln.ir.Loc;
import dev.kiln.processor.diagnostics.Code;
import dev.kiln.processor.diagnostics.Diagnostic;
import dev.kiln.processor.diagnostics.Note;
import dev.kiln.processor.emit.KernelFiles;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import javax.lang.model.SourceVersion;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What goes between compiler and worker arrives as it was sent. */
final class MessageTest {
  private static final Loc CALL = new Loc("K.java", 30, 7, 900, 912, null);
  private static final Loc INLINED = new Loc("K.java", 12, 5, 300, 310, CALL);

  @Test
  void findingsKeepTheirPlacesTheirCallsAndTheirNotes() throws IOException {
    Diagnostic finding =
        Diagnostic.of(Code.AXIS_RANGE, INLINED, "acc — µ", 2, "0 to 1")
            .withNote(new Note("It is declared here.", CALL))
            .withNote(Note.of("In @Variant(\"bm=64\")."));
    KernelReply sent = new KernelReply(List.of(finding), CALL, true, null);
    assertEquals(new Message.Reply(sent), Message.of(new Message.Reply(sent).bytes()));
    Message.AboutOptions options = new Message.AboutOptions(List.of(finding));
    assertEquals(options, Message.of(options.bytes()));
  }

  @Test
  void filesKeepTheirOrderAndTheirBytes() throws IOException {
    KernelFiles files =
        new KernelFiles(
            "class KKernel {}\n",
            "META-INF/kiln/K/k/",
            List.of(
                new KernelFiles.Resource("z.so", new byte[] {0, -1, 127}),
                new KernelFiles.Resource("a.ir", new byte[0])));
    KernelReply sent = new KernelReply(List.of(), null, false, files);
    Message.Reply received =
        assertInstanceOf(Message.Reply.class, Message.of(new Message.Reply(sent).bytes()));
    KernelFiles arrived = Objects.requireNonNull(received.kernel().files());
    assertEquals(files.launcher(), arrived.launcher());
    assertEquals(files.folder(), arrived.folder());
    assertEquals("z.so", arrived.resources().getFirst().name());
    assertArrayEquals(new byte[] {0, -1, 127}, arrived.resources().getFirst().bytes());
    assertNull(received.kernel().name());
  }

  @Test
  void optionsWithoutAValueStayWithoutOne() throws IOException {
    Map<String, @Nullable String> options = new TreeMap<>();
    options.put("kiln.time", null);
    options.put("kiln.dump", "a b");
    RoundRequest sent =
        new RoundRequest(
            options,
            SourceVersion.RELEASE_25,
            List.of(new RoundRequest.Source("K.java", "class K {}")),
            List.of());
    assertEquals(sent, RoundRequest.of(sent.bytes()));
  }

  @Test
  void bytesOfSomebodyElseAreRefused() {
    assertThrows(IOException.class, () -> Message.of(new byte[] {99, 1, 2}));
  }
}
