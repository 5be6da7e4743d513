package dev.kiln.analysis;

import dev.kiln.ir.Body;
import dev.kiln.ir.LowOp;
import dev.kiln.ir.Op;
import dev.kiln.ir.Ops;
import dev.kiln.ir.TileOp;
import dev.kiln.ir.Value;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The reads of cells that surely give what is known under another name.
 *
 * <pre>
 * %b = declare-cell %x; write-cell %b = %7; %r = read-cell %b     %r is %7
 * </pre>
 */
final class KnownReads {
  private final Map<Integer, Value> byResult = new HashMap<>();

  private KnownReads() {}

  /** What the results of such reads are, by their ids. */
  static Map<Integer, Value> of(Body body) {
    var known = new KnownReads();
    known.visit(body, Contents.none());
    return known.byResult;
  }

  private void visit(Body body, Contents contents) {
    body.ops().forEach(op -> visit(op, contents));
  }

  private void visit(Op op, Contents contents) {
    switch (op) {
      case LowOp.DeclareCell declare -> contents.hold(declare.cell(), now(declare.initial()));
      case LowOp.WriteCell write -> contents.hold(write.cell(), now(write.value()));
      case LowOp.ReadCell read -> {
        Value content = contents.of(read.cell());
        if (content == null) {
          contents.hold(read.cell(), read.result());
        } else {
          byResult.put(read.result().id(), content);
        }
      }
      case LowOp.If branch -> {
        Ops.bodies(branch).forEach(body -> visit(body, contents.inside()));
        contents.forgetWrites(branch);
      }
      case LowOp _, TileOp _ -> repeat(op, contents);
    }
  }

  /** An operation whose bodies, if it has any, may run several times. */
  private void repeat(Op op, Contents contents) {
    List<Body> bodies = Ops.bodies(op);
    if (!bodies.isEmpty()) {
      contents.forgetWrites(op);
      bodies.forEach(body -> visit(body, contents.inside()));
    }
  }

  private Value now(Value value) {
    return byResult.getOrDefault(value.id(), value);
  }
}
