package t;

import static dev.kiln.lang.Tile.*;

import dev.kiln.lang.*;

class Names {
  static final int TILE_SIZE = 64;
  static final int NOT_CONSTANT = Integer.parseInt("3");
  static int mutable = 3;
  static final String TEXT = "text";

  @TileKernel
  static void names(@Dims("n") FloatTensor<F32> input, @Dims("n") FloatTensor<F32> output) {
    grid(1, x -> {
      output.set(x, inptu.get(x));
//~                 ^ [KILN1110] 'inptu' is not known here. | Did you mean 'input'?
//~                 ^ cannot find symbol | symbol:   variable inptu | location: class t.Names
      output.set(TILESIZE, 1f);
//~              ^ [KILN1110] 'TILESIZE' is not known here. | Did you mean 'TILE_SIZE'?
//~              ^ cannot find symbol | symbol:   variable TILESIZE | location: class t.Names
      output.set(x, NOT_CONSTANT);
//~                 ^ [KILN1117] Field 'NOT_CONSTANT' is not a constant. | Make it static final with a constant value, or pass it as a parameter.
      output.set(x, mutable);
//~                 ^ [KILN1117] Field 'mutable' is not a constant. | Make it static final with a constant value, or pass it as a parameter.
      output.set(x, TEXT);
//~                 ^ [KILN1106] Strings are not available in a kernel. | Remove it; to see values, write print("label", x), or debug a direct call of the method.
//~                 ^ incompatible types: java.lang.String cannot be converted to float
      output.set(x, Names.MISSING);
//~                      ^ [KILN1110] 'MISSING' is not known here. | Declare it, or import it.
//~                      ^ cannot find symbol | symbol:   variable MISSING | location: class t.Names
      output.set(x, no.such.Thing.FIELD);
//~                 ^ [KILN1110] 'no' is not known here. | Declare it, or import it.
//~                        ^ package no.such does not exist
      output.set(x, Names);
//~                 ^ [KILN1102] Type 'Names' as a value is not available in a kernel. | Write a value.
//~                 ^ cannot find symbol | symbol:   variable Names | location: class t.Names
      FloatTensr<F32> t = shared(F32, 4);
//~   ^ [KILN1110] 'FloatTensr' is not known here. | Did you mean 'FloatTensor'?
//~   ^ cannot find symbol | symbol:   class FloatTensr | location: class t.Names
      {
        int inner = 1;
      }
      output.set(inner, 1f);
//~              ^ [KILN1110] 'inner' is not known here. | Declare it, or import it.
//~              ^ cannot find symbol | symbol:   variable inner | location: class t.Names
      var s = shared(F23, 4);
//~                  ^ [KILN1110] 'F23' is not known here. | Did you mean 'F32'?
//~                  ^ cannot find symbol | symbol:   variable F23 | location: class t.Names
    });
  }

  @TileKernel
  static void methods(@Dims("n") FloatTensor<F32> input, @Dims("n") FloatTensor<F32> output) {
    grid(1, x -> {
      var t = sharde(F32, 4);
//~           ^ [KILN1110] 'sharde' is not known here. | Did you mean 'shared'?
//~           ^ cannot find symbol | symbol:   method sharde(dev.kiln.lang.F32,int) | location: class t.Names
      cpy(input.at(0), t);
//~   ^ [KILN1110] 'cpy' is not known here. | Did you mean 'copy'?
      output.set(x, Math.sqroot(2));
//~                     ^ [KILN1110] 'sqroot' is not known here. | Did you mean 'sqrt'?
//~                     ^ cannot find symbol | symbol:   method sqroot(int) | location: class java.lang.Math
      output.set(x, missing.call(1));
//~                 ^ [KILN1110] 'missing' is not known here. | Declare it, or import it.
//~                 ^ cannot find symbol | symbol:   variable missing | location: class t.Names
      output.set(x, entirelyDifferent(x));
//~                 ^ [KILN1110] 'entirelyDifferent' is not known here. | Declare the method, or import it.
//~                 ^ cannot find symbol | symbol:   method entirelyDifferent(int) | location: class t.Names
      output.sett(x, 1f);
//~         ^ [KILN1104] 'sett' cannot be called in a kernel. | Did you mean 'set'?
//~         ^ cannot find symbol | symbol:   method sett(int,float) | location: variable output of type dev.kiln.lang.FloatTensor<dev.kiln.lang.F32>
      output.copyFrom(input);
//~         ^ [KILN1104] 'copyFrom' cannot be called in a kernel. | The methods of tensors in kernels are get, set, at, t, dim and rank.
//~         ^ no suitable method found for copyFrom(dev.kiln.lang.FloatTensor<dev.kiln.lang.F32>) | method dev.kiln.lang.Tensor.copyFrom(java.lang.foreign.MemorySegment) is not applicable | method dev.kiln.lang.Tensor.copyFrom(java.nio.Buffer) is not applicable | method dev.kiln.lang.FloatTensor.copyFrom(float[]) is not applicable
    });
  }
}
