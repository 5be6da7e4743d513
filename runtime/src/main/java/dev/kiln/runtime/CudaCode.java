package dev.kiln.runtime;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * An entry point of a variant for an architecture, as the manifest describes it in keys that begin
 * with {@code variant.<V>.<architecture>.}:
 *
 * <ul>
 *   <li>{@code threads}, {@code scratchBytes}, and {@code persistent=1}: how it is launched;
 *   <li>{@code map.<i>=<parameter> <extents of the box, innermost first> <swizzle>}: its tensor
 *       maps, from 0, in the order of its parameters after the slots; {@code tf32} behind it where
 *       elements of f32 are rounded to that;
 *   <li>{@code align=<bytes>}: what the addresses of all tensors must be multiples of;
 *   <li>{@code plain=<suffix>}: there is a second entry point, named as the first with a suffix,
 *       which is taken for tensors that cannot have a map or are not so aligned; its {@code
 *       plain.threads}, {@code plain.scratchBytes} and {@code plain.persistent} are those of the
 *       first unless given, {@code plain.map.<i>} and {@code plain.align} are its own.
 * </ul>
 *
 * @param symbol its name in the module
 * @param threads the threads of a block
 * @param sharedBytes the dynamic shared memory of a block
 * @param persistence whether blocks go on to further work by themselves
 * @param alignment what addresses of tensors must be multiples of; 1 leaves it to their elements
 * @param boxes the tensor maps it takes, in order
 * @param plain an entry point that does the same without alignment and tensor maps, or null
 */
record CudaCode(
    CudaArchitecture architecture,
    String symbol,
    int threads,
    int sharedBytes,
    Persistence persistence,
    int alignment,
    List<Box> boxes,
    @Nullable CudaCode plain) {

  private static final String THREADS = ".threads";

  CudaCode {
    boxes = List.copyOf(boxes);
  }

  /** How many blocks are started. */
  enum Persistence {
    /** As many as the grid has. */
    NONE,
    /** At most one a multiprocessor; each runs a part of the grid. */
    PERSISTENT;

    /** How many are started of a grid on a device. */
    int blocks(int ofGrid, int multiprocessors) {
      return this == NONE ? ofGrid : Math.min(ofGrid, multiprocessors);
    }
  }

  /**
   * A tensor map to make.
   *
   * @param parameter the tensor
   * @param extents what one copy moves, innermost first
   * @param isRounded whether elements of f32 arrive as TF32
   */
  record Box(int parameter, List<Integer> extents, int swizzleBytes, boolean isRounded) {

    Box {
      extents = List.copyOf(extents);
    }

    /** From a parameter's number, comma-separated extents, the swizzle, and {@code tf32}. */
    static Box parse(String text) {
      String[] words = text.split(" ", -1);
      var extents = new ArrayList<Integer>();
      for (String extent : words[1].split(",", -1)) {
        extents.add(Integer.valueOf(extent));
      }
      return new Box(
          Integer.parseInt(words[0]),
          extents,
          Integer.parseInt(words[2]),
          words.length > 3 && words[3].equals("tf32"));
    }
  }

  /** The architectures that a variant was compiled for. */
  static List<CudaArchitecture> architectures(Map<String, String> variant) {
    var found = new ArrayList<CudaArchitecture>();
    for (String key : variant.keySet()) {
      CudaArchitecture architecture =
          key.endsWith(THREADS)
              ? CudaArchitecture.named(key.substring(0, key.length() - THREADS.length()))
              : null;
      if (architecture != null) {
        found.add(architecture);
      }
    }
    return found;
  }

  /** The entry point of a variant for one of its architectures. */
  static CudaCode of(int number, CudaArchitecture architecture, Map<String, String> variant) {
    String symbol = "kiln_k" + number + "_" + architecture;
    String prefix = architecture + ".";
    @Nullable String suffix = variant.get(prefix + "plain");
    @Nullable CudaCode plain =
        suffix == null
            ? null
            : entry(
                architecture,
                symbol + suffix,
                new Entries(variant, prefix + "plain.", prefix),
                null);
    return entry(architecture, symbol, new Entries(variant, prefix, prefix), plain);
  }

  private static CudaCode entry(
      CudaArchitecture architecture, String symbol, Entries entries, @Nullable CudaCode plain) {
    return new CudaCode(
        architecture,
        symbol,
        entries.number("threads", 0),
        entries.number("scratchBytes", 0),
        entries.number("persistent", 0) == 1 ? Persistence.PERSISTENT : Persistence.NONE,
        entries.ownNumber("align", 1),
        entries.boxes(),
        plain);
  }

  /**
   * The part of a manifest that describes an entry point.
   *
   * @param shared the prefix of what holds where the own prefix says nothing
   */
  private record Entries(Map<String, String> all, String own, String shared) {

    int number(String key, int otherwise) {
      return ownNumber(key, Integer.parseInt(all.getOrDefault(shared + key, "" + otherwise)));
    }

    int ownNumber(String key, int otherwise) {
      return Integer.parseInt(all.getOrDefault(own + key, "" + otherwise));
    }

    List<Box> boxes() {
      var boxes = new ArrayList<Box>();
      @Nullable String next = all.get(own + "map.0");
      while (next != null) {
        boxes.add(Box.parse(next));
        next = all.get(own + "map." + boxes.size());
      }
      return boxes;
    }
  }
}
