package dev.kiln.lang;

/** Conversions between element types, as Java's casts between the types they are read as. */
final class Casts {

  private Casts() {}

  /** Sets one element from one of another type; both are numbers or both are truth values. */
  static void convert(Tensor<?> source, long from, Tensor<?> target, long to) {
    var segment = target.memory.host();
    switch (target) {
      case FloatTensor<?> t -> t.dtype.store(segment, to, asFloat(source, from));
      case IntTensor<?> t -> t.dtype.store(segment, to, asInt(source, from));
      case LongTensor t -> t.dtype.store(segment, to, asLong(source, from));
      case DoubleTensor t -> t.dtype.store(segment, to, asDouble(source, from));
      case BoolTensor t -> t.dtype.store(segment, to, asInt(source, from) != 0);
    }
  }

  private static float asFloat(Tensor<?> source, long from) {
    var segment = source.memory.host();
    return switch (source) {
      case FloatTensor<?> s -> s.dtype.load(segment, from);
      case IntTensor<?> s -> (float) s.dtype.load(segment, from);
      case LongTensor s -> (float) s.dtype.load(segment, from);
      case DoubleTensor s -> (float) s.dtype.load(segment, from);
      case BoolTensor s -> s.dtype.load(segment, from) ? 1 : 0;
    };
  }

  private static int asInt(Tensor<?> source, long from) {
    var segment = source.memory.host();
    return switch (source) {
      case FloatTensor<?> s -> (int) s.dtype.load(segment, from);
      case IntTensor<?> s -> s.dtype.load(segment, from);
      case LongTensor s -> (int) s.dtype.load(segment, from);
      case DoubleTensor s -> (int) s.dtype.load(segment, from);
      case BoolTensor s -> s.dtype.load(segment, from) ? 1 : 0;
    };
  }

  private static long asLong(Tensor<?> source, long from) {
    var segment = source.memory.host();
    return switch (source) {
      case FloatTensor<?> s -> (long) s.dtype.load(segment, from);
      case IntTensor<?> s -> s.dtype.load(segment, from);
      case LongTensor s -> s.dtype.load(segment, from);
      case DoubleTensor s -> (long) s.dtype.load(segment, from);
      case BoolTensor s -> s.dtype.load(segment, from) ? 1 : 0;
    };
  }

  private static double asDouble(Tensor<?> source, long from) {
    var segment = source.memory.host();
    return switch (source) {
      case FloatTensor<?> s -> s.dtype.load(segment, from);
      case IntTensor<?> s -> s.dtype.load(segment, from);
      case LongTensor s -> (double) s.dtype.load(segment, from);
      case DoubleTensor s -> s.dtype.load(segment, from);
      case BoolTensor s -> s.dtype.load(segment, from) ? 1 : 0;
    };
  }
}
