package dev.kiln.codegen.llvm;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.Supplier;

/** Flattens structured control into basic blocks; the only code that does. */
public final class ControlFlow {

  /** Where break and continue of the innermost loop go. */
  private record Loop(String onBreak, String onContinue) {}

  /**
   * The bounds of a counted loop, all operands of {@code type}.
   *
   * @param flags of the increment, e.g. {@code nsw}
   * @param unroll whether the loop is to be repeated in full
   */
  public record Count(
      LlvmType type, String lower, String upper, String step, String flags, boolean unroll) {}

  private final FunctionText text;
  private final Deque<Loop> loops = new ArrayDeque<>();

  public ControlFlow(FunctionText text) {
    this.text = text;
  }

  /** Runs one of two pieces of code. */
  public void choose(String condition, Runnable then, Runnable otherwise) {
    String yes = text.label("then");
    String no = text.label("else");
    String end = text.label("end");
    text.branch(condition, yes, no);
    text.begin(yes);
    then.run();
    text.branch(end);
    text.begin(no);
    otherwise.run();
    text.begin(end);
  }

  /** Runs {@code then} if the condition holds. */
  public void when(String condition, Runnable then) {
    String yes = text.label("then");
    String end = text.label("end");
    text.branch(condition, yes, end);
    text.begin(yes);
    then.run();
    text.begin(end);
  }

  /** Runs {@code body} for each value of the counter {@code index}. */
  public void count(String index, Count count, Runnable body) {
    String head = text.label("for");
    String inside = text.label("body");
    String next = text.label("next");
    String end = text.label("end");
    String before = text.block();
    String type = count.type().text();
    text.begin(head);
    String following = index + ".next";
    text.define(
        index,
        Template.fill("phi $ [$, %$], [$, %$]", type, count.lower(), before, following, next));
    text.branch(
        text.value(Template.fill("icmp slt $ $, $", type, index, count.upper())), inside, end);
    text.begin(inside);
    inLoop(new Loop(end, next), body);
    text.begin(next);
    text.define(following, Template.fill("add $$ $, $", count.flags(), type, index, count.step()));
    text.end(Template.fill("br label %$$", head, hint(count.unroll())));
    text.begin(end);
  }

  /**
   * Runs {@code condition}, and as long as what it gives holds, {@code body} and {@code update}.
   */
  public void repeat(Supplier<String> condition, Runnable body, Runnable update) {
    String head = text.label("while");
    String inside = text.label("body");
    String next = text.label("next");
    String end = text.label("end");
    text.begin(head);
    text.branch(condition.get(), inside, end);
    text.begin(inside);
    inLoop(new Loop(end, next), body);
    text.begin(next);
    update.run();
    text.branch(head);
    text.begin(end);
  }

  /** Leaves the innermost loop. */
  public void leave() {
    text.branch(loops.element().onBreak());
  }

  /** Goes on with the next iteration of the innermost loop. */
  public void proceed() {
    text.branch(loops.element().onContinue());
  }

  private void inLoop(Loop loop, Runnable body) {
    loops.push(loop);
    body.run();
    loops.pop();
  }

  private String hint(boolean unroll) {
    if (!unroll) {
      return "";
    }
    LlvmModule module = text.module();
    String full = module.node("!{!\"llvm.loop.unroll.full\"}");
    return ", !llvm.loop " + module.distinctNode(full);
  }
}
