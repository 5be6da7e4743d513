package dev.kiln.lang;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks a static method as a tile kernel: the processor compiles it for every requested target and
 * generates a launcher named after it beside its class.
 *
 * <p>The method returns nothing, computes its scalars first and then calls {@link Tile#grid(int,
 * Tile.Body1) grid} once. Its parameters are tensors, scalars of Java's primitive types and {@link
 * Const} values.
 */
@Documented
@Retention(RetentionPolicy.CLASS)
@Target(ElementType.METHOD)
public @interface TileKernel {}
