package dev.kiln.ir;

import java.util.Locale;

/**
 * Element types of tensors and scalars. An element is stored as its dtype and computed with as its
 * {@linkplain #computed() computed type}: reading an {@code F16} element gives an {@code F32}
 * value, as in Java.
 */
public enum DType {
  F16(2, Kind.FLOAT),
  BF16(2, Kind.FLOAT),
  /** 4 bits of significand, exponents from -6 to 8, no infinity; 0x7F and 0xFF are NaN. */
  E4M3(1, Kind.FLOAT),
  /** The upper byte of F16. */
  E5M2(1, Kind.FLOAT),
  F32(4, Kind.FLOAT),
  F64(8, Kind.FLOAT),
  I8(1, Kind.SIGNED),
  I16(2, Kind.SIGNED),
  I32(4, Kind.SIGNED),
  I64(8, Kind.SIGNED),
  U8(1, Kind.UNSIGNED),
  BOOL(1, Kind.TRUTH);

  /** How the bits of an element are read. */
  public enum Kind {
    FLOAT,
    SIGNED,
    UNSIGNED,
    TRUTH
  }

  private final int bytes;
  private final Kind kind;

  DType(int bytes, Kind kind) {
    this.bytes = bytes;
    this.kind = kind;
  }

  /** Size of a stored element in bytes; a BOOL takes one byte, 0 or 1. */
  public int bytes() {
    return bytes;
  }

  public int bits() {
    return bytes * 8;
  }

  public Kind kind() {
    return kind;
  }

  public boolean isFloat() {
    return kind == Kind.FLOAT;
  }

  /** Whether this is an integer type, signed or not; BOOL is none. */
  public boolean isInteger() {
    return kind == Kind.SIGNED || kind == Kind.UNSIGNED;
  }

  /** Whether this is a float of 8 bits. */
  public boolean isByteFloat() {
    return isFloat() && bytes() == 1;
  }

  /** Whether elements of this dtype and of another may be the factors of a product of tiles. */
  public boolean multiplies(DType other) {
    return this == other || (isByteFloat() && other.isByteFloat());
  }

  /** The type that arithmetic on elements of this type runs in, as Java's get methods return it. */
  public DType computed() {
    return switch (this) {
      case F16, BF16, E4M3, E5M2, F32 -> F32;
      case F64 -> F64;
      case I8, I16, I32, U8 -> I32;
      case I64 -> I64;
      case BOOL -> BOOL;
    };
  }

  /** The name in IR text, e.g. {@code bf16}. */
  public String text() {
    return name().toLowerCase(Locale.ROOT);
  }
}
