package dev.kiln.codegen.llvm;

import dev.kiln.analysis.Definitions;
import dev.kiln.analysis.Divisibility;
import dev.kiln.codegen.TrapSites;
import dev.kiln.ir.Body;
import dev.kiln.ir.DType;
import dev.kiln.ir.Kernel;
import dev.kiln.ir.LoopKind;
import dev.kiln.ir.LowOp;
import dev.kiln.ir.Op;
import dev.kiln.ir.TileOp;
import dev.kiln.ir.Value;
import java.util.List;

/** Prints the operations of a body into a function, one after the other. */
public final class BodyEmitter {
  private final FunctionText text;
  private final Operands operands;
  private final Flavour flavour;
  private final TrapSites traps;
  private final ControlFlow control;
  private final ArithmeticOps arithmetic;
  private final CastOps casts;
  private final VectorOps vectors;
  private final MemoryOps memory;

  /** Prints into {@code text} what belongs to {@code kernel}, or is a part of it. */
  public BodyEmitter(
      Kernel kernel, FunctionText text, Operands operands, Flavour flavour, TrapSites traps) {
    this.text = text;
    this.operands = operands;
    this.flavour = flavour;
    this.traps = traps;
    control = new ControlFlow(text);
    arithmetic = new ArithmeticOps(text, operands, flavour);
    casts = new CastOps(text, operands);
    vectors = new VectorOps(text, operands, arithmetic);
    AliasScopes scopes = AliasScopes.of(kernel.body(), text.module());
    var places = new Places(new Divisibility(Definitions.of(kernel)), scopes);
    memory = new MemoryOps(text, operands, control, places, flavour);
  }

  /** Prints {@code body} where the function's text stands. */
  public void emit(Body body) {
    for (Op op : body.ops()) {
      text.at(flavour.place(op.loc()));
      emit(op);
    }
  }

  private void emit(Op op) {
    switch (op) {
      case TileOp tile -> throw notEmittable(tile);
      case LowOp low -> emit(low);
    }
  }

  private void emit(LowOp op) {
    switch (op) {
      case LowOp.Grid grid -> throw notEmittable(grid);
      case LowOp.AllocMemory alloc -> throw notEmittable(alloc);
      case LowOp.ResidentBlocks blocks -> flavour.residentBlocks(blocks, text);
      case LowOp.Part part -> part(part);
      case LowOp.OfThreads together -> flavour.ofThreads(together, text, operands);
      case LowOp.If branch -> branch(branch);
      case LowOp.For loop -> loop(loop);
      case LowOp.While loop -> loop(loop);
      case LowOp.Break _ -> control.leave();
      case LowOp.Continue _ -> control.proceed();
      case LowOp.Trap trap -> trap(trap);
      case LowOp.Print print -> flavour.print(print, text, operands);
      case LowOp.Constant constant -> constant(constant);
      case LowOp.Binary binary -> arithmetic.binary(binary);
      case LowOp.Unary unary -> arithmetic.unary(unary);
      case LowOp.Compare compare -> arithmetic.compare(compare);
      case LowOp.Select select -> arithmetic.select(select);
      case LowOp.Fma fma -> arithmetic.fma(fma);
      case LowOp.Math math -> arithmetic.math(math);
      case LowOp.Cast cast -> casts.cast(cast);
      case LowOp.Bitcast bitcast -> casts.bitcast(bitcast);
      case LowOp.Splat splat -> vectors.splat(splat);
      case LowOp.Lanes lanes -> vectors.lanes(lanes);
      case LowOp.ReduceLanes reduce -> vectors.reduce(reduce);
      case LowOp.Lane lane -> vectors.lane(lane);
      case LowOp.Shuffle shuffle -> vectors.shuffle(shuffle);
      case LowOp.DeclareCell declare -> memory.declare(declare);
      case LowOp.ReadCell read -> memory.read(read);
      case LowOp.WriteCell write -> memory.write(write);
      case LowOp.Dim dim -> memory.extent(dim);
      case LowOp.IsLarge large -> memory.isLarge(large);
      case LowOp.TensorMemory tensor -> memory.tensor(tensor);
      case LowOp.ArenaMemory arena -> memory.arena(arena);
      case LowOp.RegisterMemory registers -> memory.registers(registers);
      case LowOp.Load load -> memory.load(load);
      case LowOp.Store store -> memory.store(store);
      case LowOp.Prefetch prefetch -> memory.prefetch(prefetch);
      case LowOp.AtomicUpdate update -> memory.update(update);
      case LowOp.CompareAndSet swap -> memory.swap(swap);
    }
  }

  private void constant(LowOp.Constant op) {
    operands.bind(op.result(), Constants.of(Operands.type(op.result()), op.value()));
  }

  private void branch(LowOp.If op) {
    String condition = operands.of(op.condition());
    if (op.otherwise().isEmpty()) {
      control.when(condition, () -> emit(op.then()));
    } else {
      control.choose(condition, () -> emit(op.then()), () -> emit(op.otherwise()));
    }
  }

  private void part(LowOp.Part op) {
    control.choose(
        flavour.isOfFirst(op, text),
        () -> {
          flavour.enter(op, /* isFirst= */ true, text);
          emit(op.first());
        },
        () -> {
          flavour.enter(op, /* isFirst= */ false, text);
          emit(op.rest());
        });
  }

  private void loop(LowOp.For op) {
    // The index stays below an upper bound of its own type, so that steps of 1 cannot wrap, and
    // no extent comes near the end of I64.
    boolean cannotWrap = op.step() == 1 || op.index().dtype() == DType.I64;
    var count =
        new ControlFlow.Count(
            Operands.type(op.index()),
            operands.of(op.lower()),
            operands.of(op.upper()),
            Long.toString(op.step()),
            cannotWrap ? "nsw " : "",
            op.kind() == LoopKind.UNROLLED);
    control.count(Operands.name(op.index()), count, () -> emit(op.body()));
  }

  private void loop(LowOp.While op) {
    control.repeat(
        () -> {
          emit(op.condition());
          return operands.of(op.test());
        },
        () -> emit(op.body()),
        () -> emit(op.update()));
  }

  private void trap(LowOp.Trap op) {
    control.when(any(op.condition()), () -> flavour.trap(text, traps.number(op)));
  }

  /** Whether a truth value holds in any lane. */
  private String any(Value condition) {
    if (condition.lanes() == 1) {
      return operands.of(condition);
    }
    String name = "llvm.vector.reduce.or." + Operands.type(condition).mangled();
    return text.value(text.call("i1", name, List.of(operands.typed(condition))));
  }

  private static IllegalStateException notEmittable(Op op) {
    return new IllegalStateException(
        op.getClass().getSimpleName() + " is not emittable, at " + op.loc());
  }
}
