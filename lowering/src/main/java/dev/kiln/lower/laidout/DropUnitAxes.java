package dev.kiln.lower.laidout;

import dev.kiln.ir.Kernel;
import dev.kiln.pass.Context;
import dev.kiln.pass.Fact;
import dev.kiln.pass.Pass;
import dev.kiln.pass.Stage;

/**
 * Makes fragments of one row, and loops over one row, fragments and loops over what is in the row,
 * so that both have the same axes however the user wrote them.
 *
 * <pre>
 * %t = alloc-tile : fragment&lt;1x4096xf32&gt;            %t = alloc-tile : fragment&lt;4096xf32&gt;
 * parallel (%j) in (%n) {                      =&gt;     parallel (%j) in (%n) {
 *   load-element %t[%zero, %j]                          load-element %t[%j]
 * </pre>
 */
public final class DropUnitAxes {
  public static final Pass PASS =
      Pass.of(
              DropUnitAxes.class,
              Stage.LAID_OUT,
              "Makes fragments of one row fragments of what is in it.",
              DropUnitAxes::drop)
          .needs(Fact.TILE_OPS, Fact.SCHEDULED);

  private DropUnitAxes() {}

  private static Kernel drop(Kernel kernel, Context context) {
    return UnitAxes.of(kernel).dropped(kernel);
  }
}
