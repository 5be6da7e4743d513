package dev.kiln.lang;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Repeatable;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Gives values to the {@link Const} parameters of a kernel; each row is a specialisation of its
 * own.
 *
 * <p>A row without a target serves every target that no other row names. The first row that serves
 * a target is its default, the rest are what a tuner may choose from.
 */
@Documented
@Repeatable(Variant.Rows.class)
@Retention(RetentionPolicy.CLASS)
@Target(ElementType.METHOD)
public @interface Variant {

  /** The values, for example {@code "bm=128, bn=64, causal=true"}. */
  String value();

  /** The target this row is for, for example {@code "cpu"}; empty for all that no row names. */
  String target() default "";

  /** Holds the rows of a kernel that has several. */
  @Documented
  @Retention(RetentionPolicy.CLASS)
  @Target(ElementType.METHOD)
  @interface Rows {

    /** The rows in source order. */
    Variant[] value();
  }
}
