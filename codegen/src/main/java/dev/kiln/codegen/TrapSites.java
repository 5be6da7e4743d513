package dev.kiln.codegen;

import dev.kiln.ir.Loc;
import dev.kiln.ir.LowOp;
import dev.kiln.ir.Ops;
import dev.kiln.ir.TrapReason;
import java.util.LinkedHashSet;
import java.util.List;

/**
 * The places at which launches of one kernel method may end with an error, distinct over all its
 * units. A launch returns the number of the place, counted from 1.
 */
public record TrapSites(List<Site> sites) {

  /** Why a launch ends, and at which place of the user's source. */
  public record Site(TrapReason reason, String sentence, Loc loc) {}

  public TrapSites {
    sites = List.copyOf(sites);
  }

  public static TrapSites of(List<Unit> units) {
    var sites = new LinkedHashSet<Site>();
    for (Unit unit : units) {
      Ops.walk(
          unit.kernel().body(),
          op -> {
            if (op instanceof LowOp.Trap trap) {
              sites.add(site(trap));
            }
          });
    }
    return new TrapSites(List.copyOf(sites));
  }

  /** What a launch returns that ends at {@code trap}. */
  public int number(LowOp.Trap trap) {
    int index = sites.indexOf(site(trap));
    if (index < 0) {
      throw new IllegalArgumentException("a trap of another kernel at " + trap.loc());
    }
    return index + 1;
  }

  private static Site site(LowOp.Trap trap) {
    return new Site(trap.reason(), trap.sentence(), trap.loc());
  }
}
