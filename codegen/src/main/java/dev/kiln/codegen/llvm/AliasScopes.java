package dev.kiln.codegen.llvm;

import dev.kiln.ir.Body;
import dev.kiln.ir.LowOp;
import dev.kiln.ir.Ops;
import dev.kiln.ir.Type;
import dev.kiln.ir.Value;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/**
 * Tells LLVM which pieces of the arena cannot overlap, as metadata on each access. All pieces are
 * offsets from one pointer, so that it could not know by itself once indices vary. Pieces that
 * share bytes, one after the other, are left to its caution.
 */
final class AliasScopes {

  /** A piece of the arena in bytes; the end is behind the last. */
  private record Range(long start, long end) implements Comparable<Range> {
    boolean overlaps(Range other) {
      return start < other.end && other.start < end;
    }

    @Override
    public int compareTo(Range other) {
      int byStart = Long.compare(start, other.start);
      return byStart == 0 ? Long.compare(end, other.end) : byStart;
    }
  }

  private final Map<Integer, String> suffixes = new HashMap<>();

  private AliasScopes() {}

  /** The scopes of all pieces that {@code body} uses. */
  static AliasScopes of(Body body, LlvmModule module) {
    var pieces = new HashMap<Value, Range>();
    Ops.walk(
        body,
        op -> {
          if (op instanceof LowOp.ArenaMemory arena) {
            pieces.put(arena.memory(), range(arena));
          }
        });
    var scopes = new AliasScopes();
    Map<Range, String> texts = texts(new ArrayList<>(new TreeSet<>(pieces.values())), module);
    pieces.forEach((memory, range) -> scopes.suffixes.put(memory.id(), texts.get(range)));
    return scopes;
  }

  /** What an access to {@code memory} ends with: metadata, or nothing. */
  String of(Value memory) {
    return suffixes.getOrDefault(memory.id(), "");
  }

  private static Range range(LowOp.ArenaMemory arena) {
    if (arena.memory().type() instanceof Type.MemoryType type) {
      long bytes = arena.elements() * type.element().bytes();
      return new Range(arena.byteOffset(), arena.byteOffset() + bytes);
    }
    throw new IllegalStateException(arena.memory() + " is not memory");
  }

  private static Map<Range, String> texts(List<Range> ranges, LlvmModule module) {
    var texts = new HashMap<Range, String>();
    if (ranges.size() < 2) {
      ranges.forEach(range -> texts.put(range, ""));
      return texts;
    }
    String domain = module.distinctNode("");
    List<String> scopes = ranges.stream().map(range -> module.distinctNode(domain)).toList();
    for (int i = 0; i < ranges.size(); i++) {
      var others = new ArrayList<String>();
      for (int j = 0; j < ranges.size(); j++) {
        if (!ranges.get(i).overlaps(ranges.get(j))) {
          others.add(scopes.get(j));
        }
      }
      String own = ", !alias.scope " + module.node("!{" + scopes.get(i) + "}");
      String noalias = ", !noalias " + module.node("!{" + String.join(", ", others) + "}");
      texts.put(ranges.get(i), others.isEmpty() ? own : own + noalias);
    }
    return texts;
  }
}
