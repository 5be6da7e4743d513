package dev.kiln.lower.canonical;

import dev.kiln.analysis.Contents;
import dev.kiln.ir.Body;
import dev.kiln.ir.LowOp;
import dev.kiln.ir.Op;
import dev.kiln.ir.Ops;
import dev.kiln.ir.Value;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A body that is being rewritten: its operations so far, what it defines, and what is known at its
 * end.
 */
final class CodeScope {
  private final @Nullable CodeScope parent;
  private final boolean isLoop;
  private final List<Op> ops = new ArrayList<>();
  private final Set<Integer> defined = new HashSet<>();
  private final Map<List<Object>, Value> computed = new HashMap<>();
  private final Contents contents;

  /**
   * @param isLoop whether pure code that does not depend on the body may move out in front of it
   */
  CodeScope(@Nullable CodeScope parent, boolean isLoop) {
    this.parent = parent;
    this.isLoop = isLoop;
    this.contents = parent == null ? Contents.none() : parent.contents.inside();
  }

  /** The outermost scope to which a pure operation with these operands may move. */
  CodeScope home(List<Value> operands) {
    CodeScope home = this;
    while (home.isLoop && home.parent != null && !home.definesAny(operands)) {
      home = home.parent;
    }
    return home;
  }

  private boolean definesAny(List<Value> operands) {
    for (Value operand : operands) {
      if (defined.contains(operand.id())) {
        return true;
      }
    }
    return false;
  }

  void define(Value value) {
    defined.add(value.id());
  }

  void add(Op op) {
    ops.add(op);
    Ops.results(op).forEach(this::define);
  }

  /** Whether a jump has ended this body, so that nothing may follow. */
  boolean isLeft() {
    return !ops.isEmpty()
        && (ops.getLast() instanceof LowOp.Break || ops.getLast() instanceof LowOp.Continue);
  }

  /** The value of an equal operation that has run here or around here. */
  @Nullable Value computed(List<Object> key) {
    Value value = computed.get(key);
    return value != null || parent == null ? value : parent.computed(key);
  }

  void compute(List<Object> key, Value value) {
    computed.put(key, value);
  }

  /** What cells are known to hold now. */
  Contents contents() {
    return contents;
  }

  /** {@code before} when the operations are the same. */
  Body body(Body before) {
    if (ops.size() == before.ops().size()) {
      boolean isSame = true;
      for (int i = 0; i < ops.size(); i++) {
        isSame &= Ops.same(ops.get(i), before.ops().get(i));
      }
      if (isSame) {
        return before;
      }
    }
    return new Body(ops);
  }
}
