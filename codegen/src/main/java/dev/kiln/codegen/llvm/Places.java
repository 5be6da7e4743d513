package dev.kiln.codegen.llvm;

import dev.kiln.analysis.Divisibility;
import dev.kiln.ir.Type.MemoryType;
import dev.kiln.ir.Value;
import java.util.HashMap;
import java.util.Map;

/** Where the memories of one kernel lie, and what is known of accesses to them. */
final class Places {

  /**
   * Where one memory lies.
   *
   * @param pointer the type of its pointer
   * @param alignment what its address is a multiple of
   */
  private record Place(String pointer, long alignment) {}

  private final Divisibility divisibility;
  private final AliasScopes scopes;
  private final Map<Integer, Place> byMemory = new HashMap<>();

  Places(Divisibility divisibility, AliasScopes scopes) {
    this.divisibility = divisibility;
    this.scopes = scopes;
  }

  /** Says where {@code memory} lies. */
  void put(Value memory, String pointer, long alignment) {
    byMemory.put(memory.id(), new Place(pointer, alignment));
  }

  /** The type of pointers into {@code memory}. */
  String pointer(Value memory) {
    return place(memory).pointer();
  }

  /** What an access to {@code memory} ends with: metadata, or nothing. */
  String scope(Value memory) {
    return scopes.of(memory);
  }

  /**
   * What the address of the element at {@code index}, the first of some lanes, is a multiple of.
   */
  long alignment(Value memory, Value index, int lanes) {
    long element = elementBytes(memory);
    if (lanes == 1) {
      return element;
    }
    long vector = Long.highestOneBit(lanes * element);
    long step = element << Math.min(divisibility.log2(index), Integer.SIZE);
    return Math.max(element, Math.min(vector, Math.min(step, place(memory).alignment())));
  }

  private Place place(Value memory) {
    Place place = byMemory.get(memory.id());
    if (place == null) {
      throw new IllegalStateException(memory + " is not memory of this kernel");
    }
    return place;
  }

  private static int elementBytes(Value memory) {
    return ((MemoryType) memory.type()).element().bytes();
  }
}
