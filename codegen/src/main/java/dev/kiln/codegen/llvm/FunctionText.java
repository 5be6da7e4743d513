package dev.kiln.codegen.llvm;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** The text of one function under construction, in basic blocks. */
public final class FunctionText {
  private final LlvmModule module;
  private final List<String> slots = new ArrayList<>();
  private final List<String> lines = new ArrayList<>();
  private String block = "entry";
  private String place = "";
  private boolean ended;
  private int names;
  private int labels;

  public FunctionText(LlvmModule module) {
    this.module = module;
  }

  public LlvmModule module() {
    return module;
  }

  /** Says what the instructions that follow end with: metadata, or nothing. */
  void at(String suffix) {
    place = suffix;
  }

  /** Appends an instruction without a result. */
  public void line(String instruction) {
    lines.add(place.isEmpty() ? "  " + instruction : "  " + instruction + place);
  }

  /** Appends an instruction and returns the new name of its result. */
  public String value(String instruction) {
    String name = "%t" + names++;
    define(name, instruction);
    return name;
  }

  /** Appends an instruction whose result has a name already. */
  public void define(String name, String instruction) {
    line(name + " = " + instruction);
  }

  /** Reserves a stack slot in the entry block, where LLVM turns it into registers. */
  public String slot(String name, LlvmType type) {
    slots.add(Template.fill("  $ = alloca $", name, type.text()));
    return name;
  }

  /** Reserves an array in the entry block, which is registers once its indices are constant. */
  public String slots(String name, LlvmType element, long number, int alignment) {
    slots.add(
        Template.fill("  $ = alloca [$ x $], align $", name, number, element.text(), alignment));
    return name;
  }

  /**
   * An intrinsic's call, to be appended by {@link #value} or {@link #define}.
   *
   * @param name with its overloads, e.g. {@code llvm.fma.v8f32}
   */
  public String call(String result, String name, List<Typed> arguments) {
    String types = arguments.stream().map(Typed::type).collect(Collectors.joining(", "));
    module.declare(Template.fill("$ @$($)", result, name, types));
    String all = arguments.stream().map(Typed::toString).collect(Collectors.joining(", "));
    return Template.fill("call $ @$($)", result, name, all);
  }

  /** A new name for what is not an instruction's result in order. */
  public String name(String stem) {
    return "%" + stem + names++;
  }

  /** A new label that begins with {@code stem}. */
  public String label(String stem) {
    return stem + labels++;
  }

  /** The label of the block that lines are appended to. */
  public String block() {
    return block;
  }

  /** Goes to {@code label}, unless the block has ended. */
  public void branch(String label) {
    end("br label %" + label);
  }

  /** Goes to one of two labels. */
  public void branch(String condition, String whenTrue, String whenFalse) {
    end(Template.fill("br i1 $, label %$, label %$", condition, whenTrue, whenFalse));
  }

  /** Ends the block with {@code terminator}, unless it has ended. */
  public void end(String terminator) {
    if (!ended) {
      line(terminator);
      ended = true;
    }
  }

  /** Begins a block; one that has not ended goes on into it. */
  public void begin(String label) {
    branch(label);
    lines.add(label + ":");
    block = label;
    ended = false;
  }

  /** The finished function. */
  public String text(String signature) {
    var all = new ArrayList<String>();
    all.add("define " + signature + " {");
    all.add("entry:");
    all.addAll(slots);
    all.addAll(lines);
    all.add("}");
    all.add("");
    return String.join("\n", all);
  }
}
