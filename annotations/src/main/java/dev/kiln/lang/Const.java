package dev.kiln.lang;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks a parameter of a kernel as known when the kernel is compiled; {@link Variant} rows give its
 * values.
 *
 * <p>Its type is {@code int}, {@code long}, {@code boolean}, {@code float} or {@code double}.
 * Extents of on-chip tiles are made of such values. The generated {@code launch} does not take it.
 */
@Documented
@Retention(RetentionPolicy.CLASS)
@Target(ElementType.PARAMETER)
public @interface Const {}
