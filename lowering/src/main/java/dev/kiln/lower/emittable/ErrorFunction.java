package dev.kiln.lower.emittable;

import dev.kiln.ir.Value;

/** The error function: a polynomial near 0, and one minus a falling exponential farther out. */
final class ErrorFunction {
  /** {@code erf(x) / x} in x^2 up to 1; error 2^-62. */
  private static final double[] NEAR = {
    0x1.20dd750429b6dp+0,
    -0x1.812746b0379e6p-2,
    0x1.ce2f21a042b32p-4,
    -0x1.b82ce31284ea4p-6,
    0x1.565bcd0dbc15dp-8,
    -0x1.c02db3db018fbp-11,
    0x1.f9a321dc22456p-14,
    -0x1.f4d1e388847f3p-17,
    0x1.b9df276328e4ap-20,
    -0x1.5f1ef21b91138p-23,
    0x1.f7b6306ec2d0cp-27,
    -0x1.38a1375425851p-30,
    0x1.0608f5fa982dbp-34
  };

  /** {@code (1 - erf(x)) e^(x^2)} in (x - 2) / (x + 2) for x from 1 to 6; error 2^-62. */
  private static final double[] FAR = {
    0x1.058671b52c776p-2,
    -0x1.b57034efd3f71p-2,
    0x1.eeea7dc8a775ep-3,
    -0x1.437f0b68c3390p-4,
    0x1.e947159a17da9p-9,
    0x1.ca95ed6f71374p-8,
    -0x1.bc25a3201b394p-11,
    -0x1.016b71f5dd4aep-10,
    0x1.6d51c444c8dc8p-15,
    0x1.6daf924046ca7p-13,
    0x1.d045a7123256cp-16,
    -0x1.ca86c055ea30fp-16,
    -0x1.ec810c7b1211ap-17,
    -0x1.c80c989f7be8ep-20
  };

  /** As NEAR up to 0.86; error 2^-25. */
  private static final double[] NEAR_SINGLE = {
    1.1283791, -0.37612498, 0.11281844, -0.026767105, 0.004993277, -0.0005988753
  };

  /** {@code ln(1 - erf(x))} for x from 0.9 to 4; error 2^-29 of erf. */
  private static final double[] FAR_SINGLE = {
    -0.00016651147, -1.127797, -0.6369766, -0.10411317, 0.022314949, -0.0030654187, 0.00019821181
  };

  private ErrorFunction() {}

  static Value erf(Formula f, Value x) {
    Value a = f.abs(x);
    Value z = f.mul(x, x);
    Value near = f.mul(x, f.poly(z, f.isDouble() ? NEAR : NEAR_SINGLE));
    Value far = f.copySign(f.sub(1, f.isDouble() ? tail(f, a) : tailSingle(f, a)), x);
    return f.select(f.less(a, f.isDouble() ? 1 : 0.925), near, far);
  }

  private static Value tail(Formula f, Value a) {
    Value within = f.atMost(a, 6.1);
    Value t = f.div(f.sub(within, 2), f.add(within, 2));
    Value falling = Exponentials.exp(f, f.neg(f.mul(within, within)));
    return f.mul(falling, f.poly(t, FAR));
  }

  private static Value tailSingle(Formula f, Value a) {
    return Exponentials.exp(f, f.poly(f.atMost(a, 4), FAR_SINGLE));
  }
}
