package dev.kiln.codegen.llvm.nvptx;

import dev.kiln.codegen.TensorMaps;
import dev.kiln.codegen.llvm.FunctionText;
import dev.kiln.codegen.llvm.LlvmType;
import dev.kiln.codegen.llvm.Operands;
import dev.kiln.codegen.llvm.Template;
import dev.kiln.codegen.llvm.Typed;
import dev.kiln.ir.LowOp;
import dev.kiln.ir.Value;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Prints what the threads of a block do together. */
final class ThreadOps {
  private static final int WARP = 32;

  /** The number of the barrier of the first part of a block; 0 is that of the whole block. */
  private static final int FIRST_BARRIER = 1;

  private final FunctionText text;
  private final Operands operands;
  private final MatrixOps matrices;
  private final AsyncOps async;
  private final WarpgroupOps warpgroup;
  private final int threads;

  /** The instruction by which the threads of a part wait; null for those of the whole block. */
  private @Nullable String barrier;

  /** For a function that {@code threads} threads of a block run, with {@code maps} passed to it. */
  ThreadOps(FunctionText text, Operands operands, TensorMaps maps, int threads) {
    this.text = text;
    this.operands = operands;
    this.threads = threads;
    matrices = new MatrixOps(text, operands);
    async = new AsyncOps(text, operands, maps);
    warpgroup = new WarpgroupOps(text, operands);
  }

  void emit(LowOp.OfThreads op) {
    switch (op) {
      case LowOp.ThreadIndex index -> text.define(Operands.name(index.result()), threadIndex());
      case LowOp.Barrier _ -> barrier();
      case LowOp.ExchangeThreads exchange -> exchange(exchange);
      case LowOp.MultiplyMatrices multiply -> matrices.multiply(multiply);
      case LowOp.LoadMatrices load -> matrices.load(load);
      case LowOp.CopyBox copy -> async.copy(copy);
      case LowOp.StartCopy copy -> async.start(copy);
      case LowOp.CommitCopies _ -> async.commitCopies();
      case LowOp.AwaitCopies await -> async.awaitCopies(await);
      case LowOp.InitPhase init -> async.init(init);
      case LowOp.ExpectBytes expect -> async.expect(expect);
      case LowOp.DeliverBytes deliver -> async.deliver(deliver);
      case LowOp.ArriveAtPhase arrive -> async.arrive(arrive);
      case LowOp.AwaitPhase await -> async.await(await);
      case LowOp.EndPhases end -> async.end(end);
      case LowOp.PublishWrites _ -> async.publish();
      case LowOp.MultiplyWarpgroup multiply -> warpgroup.multiply(multiply);
      case LowOp.BeginProducts begin -> warpgroup.begin(begin);
      case LowOp.CommitProducts _ -> warpgroup.commit();
      case LowOp.AwaitProducts await -> warpgroup.await(await);
      case LowOp.Phase _, LowOp.Part _ ->
          throw new IllegalStateException("not emittable here, at " + op.loc());
    }
  }

  private void barrier() {
    text.line(barrier == null ? text.call("void", "llvm.nvvm.barrier0", List.of()) : barrier);
  }

  /** The warp's number by way of its first thread, so that ptxas sees that warps do not part. */
  String isOfFirst(LowOp.Part op) {
    String thread = text.value(threadIndex());
    String warp = text.value(Template.fill("lshr i32 $, 5", thread));
    List<Typed> arguments =
        List.of(
            new Typed("i32", "-1"),
            new Typed("i32", warp),
            new Typed("i32", "0"),
            new Typed("i32", "31"));
    String uniform = text.value(text.call("i32", "llvm.nvvm.shfl.sync.idx.i32", arguments));
    return text.value(Template.fill("icmp ult i32 $, $", uniform, op.threads() / WARP));
  }

  /** Trades registers, and gives the part a barrier of its own. */
  void enter(LowOp.Part op, boolean isFirst) {
    int registers = isFirst ? op.firstRegisters() : op.restRegisters();
    int others = isFirst ? op.restRegisters() : op.firstRegisters();
    if (registers > 0) {
      String change = registers > others ? "inc" : "dec";
      text.line(
          AsyncOps.assembly(
              "void",
              Template.fill("setmaxnreg.$.sync.aligned.u32 $;", change, registers),
              "",
              List.of()));
    }
    int count = isFirst ? op.threads() : threads - op.threads();
    barrier =
        AsyncOps.assembly(
            "void",
            Template.fill("bar.sync $, $;", isFirst ? FIRST_BARRIER : FIRST_BARRIER + 1, count),
            "~{memory}",
            List.of());
  }

  private String threadIndex() {
    String range = text.module().node("!{i32 0, i32 " + threads + "}");
    return text.call("i32", "llvm.nvvm.read.ptx.sreg.tid.x", List.of()) + ", !range " + range;
  }

  private void exchange(LowOp.ExchangeThreads op) {
    Value result = op.result();
    LlvmType type = Operands.type(op.value());
    Typed value = operands.typed(op.value());
    String name = Operands.name(result);
    switch (result.dtype()) {
      case F32 -> text.define(name, exchanged("float", "f32", value.operand(), op.mask()));
      case I32 -> text.define(name, exchanged("i32", "i32", value.operand(), op.mask()));
      case BOOL, I8, U8, I16, F16, BF16, E4M3, E5M2 -> {
        String wide = text.value(Template.fill("zext $ to i32", value));
        String other = text.value(exchanged("i32", "i32", wide, op.mask()));
        text.define(name, Template.fill("trunc i32 $ to $", other, type.text()));
      }
      case I64 -> text.define(name, halves(value.operand(), op.mask()));
      case F64 -> {
        String bits = text.value(Template.fill("bitcast $ to i64", value));
        String other = text.value(halves(bits, op.mask()));
        text.define(name, Template.fill("bitcast i64 $ to double", other));
      }
    }
  }

  /** The call that gives the value of the thread whose number differs in {@code mask}. */
  private String exchanged(String type, String code, String value, int mask) {
    List<Typed> arguments =
        List.of(
            new Typed("i32", "-1"),
            new Typed(type, value),
            new Typed("i32", Integer.toString(mask)),
            new Typed("i32", "31"));
    return text.call(type, "llvm.nvvm.shfl.sync.bfly." + code, arguments);
  }

  /** An I64 in two halves; the instruction that puts them together again. */
  private String halves(String value, int mask) {
    String low = text.value(Template.fill("trunc i64 $ to i32", value));
    String shifted = text.value(Template.fill("lshr i64 $, 32", value));
    String high = text.value(Template.fill("trunc i64 $ to i32", shifted));
    String otherLow = text.value(exchanged("i32", "i32", low, mask));
    String otherHigh = text.value(exchanged("i32", "i32", high, mask));
    String wideLow = text.value(Template.fill("zext i32 $ to i64", otherLow));
    String wideHigh = text.value(Template.fill("zext i32 $ to i64", otherHigh));
    String moved = text.value(Template.fill("shl i64 $, 32", wideHigh));
    return Template.fill("or disjoint i64 $, $", moved, wideLow);
  }
}
