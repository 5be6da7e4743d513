package dev.kiln.codegen.llvm.cpu;

import dev.kiln.codegen.llvm.ControlFlow;
import dev.kiln.codegen.llvm.FunctionText;
import dev.kiln.codegen.llvm.LlvmModule;
import dev.kiln.codegen.llvm.Template;
import java.util.List;

/**
 * The function {@code i32 kiln_cpu_level()}: the highest of the x86-64 levels 2, 3 and 4 that
 * processor and operating system can run, or 0.
 *
 * <p>Bits from the System V ABI's table of levels; CPUID leaves as in AMD's and Intel's manuals.
 */
final class CpuLevel {
  private static final String REGISTERS = "{ i32, i32, i32, i32 }";
  private static final int EAX = 0;
  private static final int EBX = 1;
  private static final int ECX = 2;
  private static final int EDX = 3;

  private static final int OSXSAVE = 27;

  /** Leaf 1, ECX: SSE3, SSSE3, CMPXCHG16B, SSE4.1, SSE4.2, POPCNT. */
  private static final int V2_LEAF_1 = bits(0, 9, 13, 19, 20, 23);

  /** Leaf 0x80000001, ECX: LAHF and SAHF. */
  private static final int V2_EXTENDED = bits(0);

  /** Leaf 1, ECX: FMA, MOVBE, AVX, F16C. */
  private static final int V3_LEAF_1 = bits(12, 22, OSXSAVE, 28, 29);

  /** Leaf 7, EBX: BMI1, AVX2, BMI2. */
  private static final int V3_LEAF_7 = bits(3, 5, 8);

  /** Leaf 0x80000001, ECX: LZCNT. */
  private static final int V3_EXTENDED = bits(5);

  /** XCR0: SSE and AVX state. */
  private static final int V3_STATE = bits(1, 2);

  /** Leaf 7, EBX: AVX512F, AVX512DQ, AVX512CD, AVX512BW, AVX512VL. */
  private static final int V4_LEAF_7 = bits(16, 17, 28, 30, 31);

  /** XCR0: the same, mask registers, upper halves, upper registers. */
  private static final int V4_STATE = bits(1, 2, 5, 6, 7);

  private final FunctionText text;
  private final ControlFlow control;

  private CpuLevel(FunctionText text) {
    this.text = text;
    control = new ControlFlow(text);
  }

  /** Adds the function to {@code module}. */
  static void define(LlvmModule module) {
    var text = new FunctionText(module);
    new CpuLevel(text).emit();
    String attributes = "nounwind \"no-builtins\" \"target-cpu\"=\"x86-64\"";
    module.define(text.text("i32 @kiln_cpu_level() " + module.attributes(attributes)));
  }

  private void emit() {
    List<String> leaf0 = cpuid(0);
    List<String> leaf1 = cpuid(1);
    List<String> extended = cpuid(0x80000001);
    unless(has(leaf1.get(ECX), V2_LEAF_1), 0);
    unless(has(extended.get(ECX), V2_EXTENDED), 0);
    unless(has(leaf1.get(ECX), V3_LEAF_1), 2);
    unless(text.value(Template.fill("icmp uge i32 $, 7", leaf0.get(EAX))), 2);
    List<String> leaf7 = cpuid(7);
    String state = enabledState();
    unless(has(leaf7.get(EBX), V3_LEAF_7), 2);
    unless(has(extended.get(ECX), V3_EXTENDED), 2);
    unless(has(state, V3_STATE), 2);
    unless(has(leaf7.get(EBX), V4_LEAF_7), 3);
    unless(has(state, V4_STATE), 3);
    text.end("ret i32 4");
  }

  /** The four registers that CPUID gives for a leaf. */
  private List<String> cpuid(int leaf) {
    String all =
        text.value(
            Template.fill(
                "call $ asm sideeffect \"cpuid\", \"={ax},={bx},={cx},={dx},{ax},{cx}\"(i32 $, i32"
                    + " 0)",
                REGISTERS,
                leaf));
    return List.of(part(all, EAX), part(all, EBX), part(all, ECX), part(all, EDX));
  }

  private String part(String registers, int index) {
    return text.value(Template.fill("extractvalue $ $, $", REGISTERS, registers, index));
  }

  /** The low half of XCR0: the register state that the operating system saves. */
  private String enabledState() {
    String pair =
        text.value("call { i32, i32 } asm sideeffect \"xgetbv\", \"={ax},={dx},{cx}\"(i32 0)");
    return text.value(Template.fill("extractvalue { i32, i32 } $, 0", pair));
  }

  private String has(String register, int wanted) {
    String masked = text.value(Template.fill("and i32 $, $", register, wanted));
    return text.value(Template.fill("icmp eq i32 $, $", masked, wanted));
  }

  private void unless(String condition, int level) {
    control.choose(condition, () -> {}, () -> text.end("ret i32 " + level));
  }

  private static int bits(int... numbers) {
    int all = 0;
    for (int number : numbers) {
      all |= 1 << number;
    }
    return all;
  }
}
