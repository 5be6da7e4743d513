package dev.kiln.codegen.llvm.cpu;

import dev.kiln.ir.Body;
import dev.kiln.ir.DType;
import dev.kiln.ir.Kernel;
import dev.kiln.ir.Loc;
import dev.kiln.ir.LowOp;
import dev.kiln.ir.OpBuilder;
import dev.kiln.ir.Param;
import dev.kiln.ir.Scope;
import dev.kiln.ir.Type;
import dev.kiln.ir.Value;
import dev.kiln.ir.Values;
import java.util.ArrayList;
import java.util.List;

/** Makes kernels that combine tensors of rank 1 element by element, some lanes at a time. */
final class Elementwise {
  static final Loc LOC = Loc.text("Test.java", 1, 1);

  private Elementwise() {}

  /** What stands between the loads and the store. */
  interface Function {
    Value apply(OpBuilder out, List<Value> inputs);
  }

  /** {@code output[i] = function(inputs[i]...)} for all i; lengths are multiples of lanes. */
  static Kernel of(List<DType> inputs, DType output, int lanes, Function function) {
    var values = Values.fresh();
    var params = new ArrayList<Param>();
    for (DType dtype : inputs) {
      params.add(tensor(values, "in" + params.size(), dtype));
    }
    params.add(tensor(values, "out", output));
    var out = new OpBuilder(values, LOC);
    Value one = out.i32(1);
    Value block = values.value(Type.I32, "block");
    Body body =
        out.nested(
            inner -> {
              List<Value> memories = params.stream().map(p -> memory(inner, p)).toList();
              Value length = inner.cast(DType.I64, inner.dim(params.getLast().value(), 0));
              inner.loop(
                  inner.i64(0),
                  length,
                  lanes,
                  (loop, index) -> {
                    List<Value> loaded =
                        memories.subList(0, inputs.size()).stream()
                            .map(memory -> loop.load(memory, index, lanes, null))
                            .toList();
                    loop.store(memories.getLast(), index, function.apply(loop, loaded), null);
                  });
            });
    out.add(new LowOp.Grid(List.of(block), List.of(one), body, LOC));
    return new Kernel("Test.elementwise", params, out.build(), LOC);
  }

  static Param tensor(Values values, String name, DType dtype) {
    return new Param(name, values.value(new Type.TensorType(dtype, 1), name), List.of(), LOC);
  }

  static Value memory(OpBuilder out, Param tensor) {
    Value value = tensor.value();
    Type type = new Type.MemoryType(value.buffer().element(), Scope.GLOBAL);
    Value memory = out.values().value(type, tensor.name());
    out.add(new LowOp.TensorMemory(memory, value, out.loc()));
    return memory;
  }
}
