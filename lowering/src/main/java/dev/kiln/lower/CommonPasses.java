package dev.kiln.lower;

import dev.kiln.lower.canonical.Simplify;
import dev.kiln.lower.check.FindBlockRaces;
import dev.kiln.lower.check.FindRaces;
import dev.kiln.lower.check.FindStrayIndices;
import dev.kiln.lower.check.FindUnwritten;
import dev.kiln.lower.flat.PlaceMemory;
import dev.kiln.pass.Pass;
import java.util.List;

/** The passes that all backends share, in order. */
public final class CommonPasses {
  public static final List<Pass> ALL =
      List.of(
          FindStrayIndices.PASS,
          FindRaces.PASS,
          FindBlockRaces.PASS,
          FindUnwritten.PASS,
          Simplify.PASS,
          PlaceMemory.PASS);

  private CommonPasses() {}
}
