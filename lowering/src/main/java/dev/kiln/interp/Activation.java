package dev.kiln.interp;

import dev.kiln.ir.Body;
import dev.kiln.ir.LowOp;
import dev.kiln.ir.Op;
import org.jspecify.annotations.Nullable;

/** A body that a thread is in: how far it is, and in which iteration, and where it goes on then. */
final class Activation {
  /** Which of its owner's bodies it is, in the order in which they are run. */
  enum Role {
    CONDITION,
    BODY,
    UPDATE,
    THEN,
    OTHERWISE
  }

  private final Op owner;
  private final @Nullable Activation outer;
  private final int depth;
  private final long upper;
  private Role role;
  private Body body;
  private long index;
  private long iteration;
  private int next;

  private Activation(Op owner, Role role, Body body, long upper, @Nullable Activation outer) {
    this.owner = owner;
    this.role = role;
    this.body = body;
    this.upper = upper;
    this.outer = outer;
    this.depth = outer == null ? 0 : outer.depth + 1;
  }

  /** At the begin of the {@code body} of {@code owner} that has {@code role}. */
  static Activation of(Op owner, Role role, Body body, @Nullable Activation outer) {
    return new Activation(owner, role, body, 0, outer);
  }

  /** In the first iteration of {@code loop}. */
  static Activation of(LowOp.For loop, long lower, long upper, Activation outer) {
    var first = new Activation(loop, Role.BODY, loop.body(), upper, outer);
    first.index = lower;
    return first;
  }

  /**
   * Negative where {@code left} is still to come to where {@code right} is, 0 where both are in the
   * same iteration of the same loops, at the same operation. Who has ended is behind all.
   */
  static int compare(@Nullable Activation left, @Nullable Activation right) {
    if (left == null || right == null) {
      return Boolean.compare(left == null, right == null);
    }
    if (left.depth != right.depth) {
      // Inside of an operation one is still to come to what follows it.
      int order =
          left.depth > right.depth ? compare(left.outer, right) : compare(left, right.outer);
      return order != 0 ? order : Integer.compare(right.depth, left.depth);
    }
    int order = left.outer == null ? 0 : compare(left.outer, right.outer);
    order = order != 0 ? order : Long.compare(left.iteration, right.iteration);
    order = order != 0 ? order : left.role.compareTo(right.role);
    return order != 0 ? order : Integer.compare(left.next, right.next);
  }

  Op owner() {
    return owner;
  }

  @Nullable Activation outer() {
    return outer;
  }

  long index() {
    return index;
  }

  boolean isAtEnd() {
    return next == body.ops().size();
  }

  Op op() {
    return body.ops().get(next);
  }

  void step() {
    next++;
  }

  boolean isInPhase() {
    return owner instanceof LowOp.Phase || outer != null && outer.isInPhase();
  }

  /** The innermost loop, in its body. */
  Activation loop() {
    Activation found = this;
    while (!(found.owner instanceof LowOp.For || found.owner instanceof LowOp.While)) {
      if (found.outer == null) {
        throw new IllegalStateException("a loop is left where there is none");
      }
      found = found.outer;
    }
    return found;
  }

  /** Goes to the next iteration of a {@code For}; false where there is none. */
  boolean count(long step) {
    if (upper - index <= step) {
      return false;
    }
    index += step;
    iteration++;
    next = 0;
    return true;
  }

  boolean isInCondition() {
    return role == Role.CONDITION;
  }

  /** Goes to the body of {@code loop} that follows this one. */
  Activation next(LowOp.While loop) {
    next = 0;
    switch (role) {
      case CONDITION -> {
        role = Role.BODY;
        body = loop.body();
      }
      case BODY -> {
        role = Role.UPDATE;
        body = loop.update();
      }
      case UPDATE -> {
        role = Role.CONDITION;
        body = loop.condition();
        iteration++;
      }
      case THEN, OTHERWISE -> throw new IllegalStateException("that is no loop");
    }
    return this;
  }
}
