package dev.kiln.lang;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Names the dimensions of a tensor parameter and with them fixes its rank.
 *
 * <p>A name that stands twice must have one value: checked by javac where that can be proved, and
 * by the launcher otherwise. A decimal number is a fixed extent.
 */
@Documented
@Retention(RetentionPolicy.CLASS)
@Target(ElementType.PARAMETER)
public @interface Dims {

  /** The names, outermost first, for example {@code "m, k"} or {@code "batch, 64"}. */
  String value();
}
