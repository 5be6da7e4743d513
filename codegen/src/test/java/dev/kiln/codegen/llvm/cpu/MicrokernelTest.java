package dev.kiln.codegen.llvm.cpu;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.kiln.codegen.Unit;
import dev.kiln.codegen.llvm.worker.LlvmTarget;
import dev.kiln.codegen.llvm.worker.ModuleText;
import dev.kiln.codegen.llvm.worker.Optimisation;
import dev.kiln.codegen.llvm.worker.Product;
import dev.kiln.codegen.llvm.worker.Request;
import dev.kiln.codegen.llvm.worker.Worker;
import dev.kiln.codegen.llvm.worker.WorkerSettings;
import dev.kiln.ir.BinaryOperator;
import dev.kiln.ir.Body;
import dev.kiln.ir.DType;
import dev.kiln.ir.Kernel;
import dev.kiln.ir.LowOp;
import dev.kiln.ir.OpBuilder;
import dev.kiln.ir.Param;
import dev.kiln.ir.Scope;
import dev.kiln.ir.Type;
import dev.kiln.ir.Value;
import dev.kiln.ir.Values;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The assembly of a register-tiled matrix product: nothing but what it must hold. */
class MicrokernelTest {

  /** A tile of rows x (vectors x lanes) over packed panels, as the product's lowering makes it. */
  private record Tile(int level, int rows, int vectors, int lanes) {}

  private static final Pattern BLOCK_START = Pattern.compile("(?m)^\\.L");

  @Test
  void the_inner_loop_holds_its_multiplications_and_spills_nothing() throws Exception {
    check(new Tile(3, 6, 2, 8), "vfmadd\\d+ps", 12);
    check(new Tile(4, 14, 2, 16), "vfmadd\\d+ps", 28);
    check(new Tile(2, 4, 2, 4), "mulps", 8);
  }

  private static void check(Tile tile, String multiplication, int count) throws Exception {
    String assembly = assembly(tile);
    String loop = hottest(assembly, multiplication);
    long unrolled = occurrences(loop, multiplication) / count;
    assertEquals(count * unrolled, occurrences(loop, multiplication), loop);
    assertEquals(0, occurrences(loop, "\\(%rsp\\)"), loop);
    // Columns are loaded once a step; sums stay in registers.
    assertEquals(tile.vectors * unrolled, occurrences(loop, "v?mov[au]ps\\s+-?\\d*\\("), loop);
    assertEquals(0, occurrences(loop, "v?mov[au]ps\\s+%.mm\\d+, -?\\d*\\("), loop);
  }

  private static long occurrences(String text, String pattern) {
    return Pattern.compile(pattern).matcher(text).results().count();
  }

  /** The loop body with the most multiplications, from its label to the jump back to it. */
  private static String hottest(String assembly, String multiplication) {
    String best = "";
    for (String part : BLOCK_START.splitAsStream(assembly).toList()) {
      if (occurrences(part, multiplication) > occurrences(best, multiplication)) {
        best = part;
      }
    }
    return best;
  }

  private static String assembly(Tile tile) throws Exception {
    var unit = new Unit("kiln_k0", Library.target(tile.level), kernel(tile));
    String module = new CpuEmitter().emit(List.of(unit)).getFirst().modules().getFirst();
    var request =
        new Request(
            Product.ASSEMBLY,
            LlvmTarget.X86_64_LINUX,
            Optimisation.QUICK,
            List.of(new ModuleText("gemm.ll", module)));
    Worker worker = Worker.shared(WorkerSettings.of(MicrokernelTest.class.getClassLoader()));
    return new String(worker.run(request), StandardCharsets.UTF_8);
  }

  private static Kernel kernel(Tile tile) {
    var values = Values.fresh();
    Param result = Elementwise.tensor(values, "c", DType.F32);
    Param depth = new Param("k", values.value(Type.I64, "k"), List.of(), Elementwise.LOC);
    var out = new OpBuilder(values, Elementwise.LOC);
    Value one = out.i32(1);
    Body body = out.nested(inner -> product(tile, inner, result, depth.value()));
    out.add(
        new LowOp.Grid(List.of(values.value(Type.I32, "b")), List.of(one), body, Elementwise.LOC));
    return new Kernel("Test.gemm", List.of(result, depth), out.build(), Elementwise.LOC);
  }

  private static void product(Tile tile, OpBuilder out, Param result, Value depth) {
    int columns = tile.vectors * tile.lanes;
    Value left = arena(out, 0, 4096);
    Value right = arena(out, 16384, 65536);
    var zero = out.constant(Type.Arithmetic.of(DType.F32, tile.lanes), 0.0);
    var sums = new ArrayList<Value>();
    for (int i = 0; i < tile.rows * tile.vectors; i++) {
      sums.add(out.cell(zero, "acc" + i));
    }
    out.loop(out.i64(0), depth, 1, (loop, k) -> step(tile, loop, k, List.of(left, right), sums));
    Value memory = Elementwise.memory(out, result);
    for (int i = 0; i < sums.size(); i++) {
      int at = i / tile.vectors * columns + i % tile.vectors * tile.lanes;
      out.store(memory, out.i64(at), out.read(sums.get(i)), null);
    }
  }

  private static void step(
      Tile tile, OpBuilder out, Value k, List<Value> panels, List<Value> sums) {
    var columns = new ArrayList<Value>();
    for (int v = 0; v < tile.vectors; v++) {
      Value at = at(out, k, tile.vectors * tile.lanes, v * tile.lanes);
      columns.add(out.load(panels.get(1), at, tile.lanes, null));
    }
    for (int row = 0; row < tile.rows; row++) {
      Value element = out.load(panels.get(0), at(out, k, tile.rows, row), 1, null);
      Value splat = out.splat(element, tile.lanes);
      for (int v = 0; v < tile.vectors; v++) {
        Value sum = sums.get(row * tile.vectors + v);
        out.write(sum, out.fma(splat, columns.get(v), out.read(sum), false));
      }
    }
  }

  private static Value at(OpBuilder out, Value k, int stride, int offset) {
    var scaled = out.binary(BinaryOperator.MUL, k, out.i64(stride));
    return out.binary(BinaryOperator.ADD, scaled, out.i64(offset));
  }

  private static Value arena(OpBuilder out, long at, long elements) {
    Value memory = out.values().value(new Type.MemoryType(DType.F32, Scope.SHARED));
    out.add(new LowOp.ArenaMemory(memory, at, elements, out.loc()));
    return memory;
  }
}
