package dev.kiln.codegen.llvm.nvptx;

import dev.kiln.codegen.TensorMaps;
import dev.kiln.codegen.llvm.FunctionText;
import dev.kiln.codegen.llvm.LlvmType;
import dev.kiln.codegen.llvm.Operands;
import dev.kiln.codegen.llvm.Template;
import dev.kiln.codegen.llvm.Typed;
import dev.kiln.ir.DType;
import dev.kiln.ir.LowOp;
import dev.kiln.ir.Type;
import dev.kiln.ir.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Prints tensor copies and memory barriers with transaction counts. Source: PTX ISA 9.0, 9.7.9.25.5
 * and 9.7.13.15.
 */
final class AsyncOps {
  private static final String MEMORY = "~{memory}";

  private final FunctionText text;
  private final Operands operands;
  private final TensorMaps maps;

  AsyncOps(FunctionText text, Operands operands, TensorMaps maps) {
    this.text = text;
    this.operands = operands;
    this.maps = maps;
  }

  void copy(LowOp.CopyBox op) {
    int rank = op.origin().size();
    var coordinates = new ArrayList<String>();
    for (int i = 0; i < rank; i++) {
      coordinates.add("$" + (2 + i));
    }
    String assembly =
        PtxTemplates.of(op.instruction())
            + " [$0], [$1, {"
            + String.join(", ", coordinates)
            + "}], [$"
            + (2 + rank)
            + "];";
    var arguments = new ArrayList<Typed>();
    arguments.add(address(op.memory(), op.index()));
    arguments.add(new Typed("ptr", NvptxFunction.map(maps.number(op))));
    op.origin().reversed().forEach(index -> arguments.add(operands.typed(index)));
    arguments.add(address(op.phases(), op.phase()));
    String constraints = "r,l," + "r,".repeat(rank) + "r," + MEMORY;
    text.line(assembly("void", assembly, constraints, arguments));
  }

  /** One element, less than the hardware copies by itself, the thread moves at once. */
  void start(LowOp.StartCopy op) {
    DType element = op.element();
    String template = PtxTemplates.of(op.instruction());
    String source =
        text.value(
            Template.fill(
                "getelementptr inbounds $, $ $, i64 $",
                LlvmType.stored(new Type.ScalarType(element)).text(),
                NvptxFlavour.GLOBAL,
                operands.of(op.source()),
                operands.of(op.sourceIndex())));
    String valid =
        text.value(Template.fill("mul i32 $, $", operands.of(op.valid()), element.bytes()));
    if (template.isEmpty()) {
      move(op, element, source, valid);
      return;
    }
    String assembly = template + " [$0], [$1], " + op.instruction().bytes() + ", $2;";
    List<Typed> arguments =
        List.of(
            address(op.memory(), op.index()),
            new Typed(NvptxFlavour.GLOBAL, source),
            LlvmType.I32.with(valid));
    text.line(assembly("void", assembly, "r,l,r," + MEMORY, arguments));
  }

  private void move(LowOp.StartCopy op, DType element, String source, String valid) {
    String type = LlvmType.stored(new Type.ScalarType(element)).text();
    String before = text.block();
    String inside = text.label("inside");
    String moved = text.label("moved");
    String isValid = text.value(Template.fill("icmp ne i32 $, 0", valid));
    text.branch(isValid, inside, moved);
    text.begin(inside);
    String loaded =
        text.value(
            Template.fill(
                "load $, $ $, align $", type, NvptxFlavour.GLOBAL, source, element.bytes()));
    text.begin(moved);
    String value =
        text.value(Template.fill("phi $ [0, %$], [$, %$]", type, before, loaded, inside));
    String target =
        text.value(
            Template.fill(
                "getelementptr inbounds $, $ $, i64 $",
                type,
                NvptxFlavour.SHARED,
                operands.of(op.memory()),
                operands.of(op.index())));
    text.line(
        Template.fill(
            "store $ $, $ $, align $", type, value, NvptxFlavour.SHARED, target, element.bytes()));
  }

  void commitCopies() {
    text.line(assembly("void", "cp.async.commit_group;", MEMORY, List.of()));
  }

  void awaitCopies(LowOp.AwaitCopies op) {
    String assembly = Template.fill("cp.async.wait_group $;", op.pending());
    text.line(assembly("void", assembly, MEMORY, List.of()));
  }

  void init(LowOp.InitPhase op) {
    atPhase(
        "mbarrier.init.shared::cta.b64 [$0], $1; fence.mbarrier_init.release.cluster;",
        op.phases(),
        op.phase(),
        op.arrivals());
  }

  void expect(LowOp.ExpectBytes op) {
    atPhase(
        "mbarrier.arrive.expect_tx.shared::cta.b64 _, [$0], $1;",
        op.phases(),
        op.phase(),
        op.bytes());
  }

  /** The count itself orders nothing; the fence before it does. */
  void deliver(LowOp.DeliverBytes op) {
    atPhase(
        "fence.acq_rel.cta; mbarrier.complete_tx.relaxed.cta.shared::cta.b64 [$0], $1;",
        op.phases(),
        op.phase(),
        op.bytes());
  }

  void arrive(LowOp.ArriveAtPhase op) {
    atPhase("mbarrier.arrive.shared::cta.b64 _, [$0];", op.phases(), op.phase());
  }

  void end(LowOp.EndPhases op) {
    atPhase("mbarrier.inval.shared::cta.b64 [$0];", op.phases(), op.phase());
  }

  void publish() {
    text.line(assembly("void", "fence.proxy.async.shared::cta;", MEMORY, List.of()));
  }

  private void atPhase(String assembly, Value phases, Value phase) {
    text.line(assembly("void", assembly, "r," + MEMORY, List.of(address(phases, phase))));
  }

  private void atPhase(String assembly, Value phases, Value phase, long count) {
    Typed argument = LlvmType.I32.with(Long.toString(count));
    text.line(
        assembly("void", assembly, "r,r," + MEMORY, List.of(address(phases, phase), argument)));
  }

  /** Asks again and again; the hardware lets the thread sleep a little each time. */
  void await(LowOp.AwaitPhase op) {
    Typed phase = address(op.phases(), op.phase());
    String parity = text.value(Template.fill("zext $ to i32", operands.typed(op.isOdd())));
    String again = text.label("await");
    String done = text.label("arrived");
    text.begin(again);
    String isDone =
        text.value(
            assembly(
                "i1",
                "mbarrier.try_wait.parity.shared::cta.b64 $0, [$1], $2;",
                "=b,r,r," + MEMORY,
                List.of(phase, LlvmType.I32.with(parity))));
    text.branch(isDone, done, again);
    text.begin(done);
  }

  /** The 32-bit shared address of an element. */
  private Typed address(Value memory, Value index) {
    return LlvmType.I32.with(address(text, operands, memory, index));
  }

  static String address(FunctionText text, Operands operands, Value memory, Value index) {
    var element = LlvmType.stored(new Type.ScalarType(((Type.MemoryType) memory.type()).element()));
    String place =
        text.value(
            Template.fill(
                "getelementptr inbounds $, $ $, i64 $",
                element.text(),
                NvptxFlavour.SHARED,
                operands.of(memory),
                operands.of(index)));
    String wide = text.value(Template.fill("ptrtoint $ $ to i64", NvptxFlavour.SHARED, place));
    return text.value(Template.fill("trunc i64 $ to i32", wide));
  }

  /** The call of inline assembly, which LLVM neither moves across another nor drops. */
  static String assembly(
      String result, String assembly, String constraints, List<Typed> arguments) {
    return Template.fill(
        "call $ asm sideeffect \"$\", \"$\"($) convergent nounwind",
        result,
        assembly,
        constraints,
        arguments.stream().map(Typed::toString).collect(Collectors.joining(", ")));
  }
}
