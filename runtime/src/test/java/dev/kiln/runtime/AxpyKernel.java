package dev.kiln.runtime;

import dev.kiln.lang.F32;
import dev.kiln.lang.FloatTensor;

/** What the processor generates for {@link AxpyLibrary}, by hand. */
final class AxpyKernel {

  private static final Launcher LAUNCHER = new Launcher(AxpyLibrary.info(AxpyLibrary.MANIFEST));

  private AxpyKernel() {}

  static void launch(FloatTensor<F32> x, FloatTensor<F32> y, float alpha) {
    launch(Launcher.DEFAULT, x, y, alpha);
  }

  static void launch(int variant, FloatTensor<F32> x, FloatTensor<F32> y, float alpha) {
    Launch launch = LAUNCHER.begin();
    launch.tensor(0, x);
    launch.tensor(1, y);
    launch.scalar(2, alpha);
    switch (launch.choose(variant)) {
      case 0, 1 -> launch.run(x.dim(0), 1, 1);
      default -> throw launch.noVariant(variant);
    }
  }

  static KernelInfo info() {
    return LAUNCHER.info();
  }
}
