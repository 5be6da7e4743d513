package dev.kiln.pass;

/** Something that a target can do; passes ask for features, never for the target. */
public enum Feature {
  /** Fused multiply-add of F32 and F64. */
  FMA,
  /** Conversion between F16 and F32. */
  F16_CONVERSION,
  /** Conversion from F32 to BF16. */
  BF16_CONVERSION,
  /** Rounding of floats to integers in one instruction. */
  ROUNDING,
  /** Reads and writes under a mask of lanes. */
  MASKED_MEMORY,
  /** Reads at a vector of indices. */
  GATHER,
  /** Powers of two of F32 in one instruction, with an error of 2 units of the last place. */
  POWERS_OF_TWO,
  /** {@code LDEXP} of whole vectors of F32 in one instruction. */
  SCALING,
  /** Copies of boxes of tensors that run beside the threads. */
  BOX_COPIES,
  /** Copies of 16 bytes that run beside the thread that starts them. */
  CHUNK_COPIES,
  /** Matrix instructions of 128 threads that read memory beside the threads. */
  WARPGROUPS,
  /** Matrix instructions of floats of 8 bits. */
  BYTE_PRODUCTS
}
