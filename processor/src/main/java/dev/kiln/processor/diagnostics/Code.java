package dev.kiln.processor.diagnostics;

import static dev.kiln.processor.diagnostics.Severity.ERROR;
import static dev.kiln.processor.diagnostics.Severity.NOTE;
import static dev.kiln.processor.diagnostics.Severity.WARNING;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The catalogue of everything that Kiln can tell a user, and its only source: messages, the pages
 * under {@code docs/errors} and the tests are derived from these rows.
 *
 * <p>A row holds the number, the severity, the message (one sentence that says what is wrong at the
 * marked place), the cure (one sentence that says what to do), and for the page why the rule
 * exists. Holes in braces have a name and, where they appear first, the {@link Kind} of what fills
 * them; they are filled by position, in order of first appearance in message and cure. Numbers are
 * never reused: 0xx the build, 10xx declarations, 11xx language, 12xx shapes and types, 13xx scopes
 * and order, 14xx values and races, 16xx targets, 2xxx warnings, 3xxx notes, 9xxx Kiln itself.
 */
public enum Code {
  // The build around the kernel.
  OLD_COMPILER(
      1,
      ERROR,
      "Kiln compiles kernels with JDK 25 or newer, and this compiler is version {version:number}.",
      "Run the build on a newer JDK, for example by setting JAVA_HOME.",
      "The processor uses language features and class files of Java 25."),
  UNKNOWN_OPTION(
      2,
      ERROR,
      "'-A{option:source}' is not an option of Kiln.",
      "The options are {options:list}.",
      "An option that is misspelt would otherwise silently do nothing."),
  BAD_OPTION_VALUE(
      3,
      ERROR,
      "Option '-A{option:source}' cannot be '{value:source}'.",
      "Give it {expected:words}.",
      "Options are checked before any kernel is compiled."),
  NO_SOURCE(
      4,
      ERROR,
      "The source text of kernel '{kernel:name}' cannot be read.",
      "Compile the class from a source file that the compiler itself opens.",
      "Kiln reads the text of a kernel's method, so it needs the file that the compiler parsed."),
  SOURCE_MISMATCH(
      5,
      ERROR,
      "Method '{kernel:name}' is not found in the source text that the compiler gave.",
      "Rebuild; if it stays, report it together with the source file.",
      "The text must be the one that the compiler parsed, or positions would be wrong."),
  NATIVE_FAILURE(
      6,
      ERROR,
      "The native code generator failed on kernel '{kernel:name}': {reason:reason}",
      "This is a bug of Kiln, not of your code: report it with the files in {dump:path}.",
      "LLVM runs in a process of its own, so that a crash there is an error at one kernel."),
  NATIVES_UNAVAILABLE(
      7,
      ERROR,
      "The native code generator cannot be started: {reason:reason}",
      "Check that the processor path holds org.bytedeco:llvm with the classifier of this platform.",
      "The generator is a child process that loads LLVM from the processor path."),
  WRITE_FAILED(
      8,
      ERROR,
      "'{file:path}' cannot be written: {reason:reason}",
      "Check the output folder, and that no other processor makes the same file.",
      "Launchers and artifacts are written through the compiler's own output."),
  TOO_SLOW(
      9,
      ERROR,
      "Kernel '{kernel:name}' was not compiled within {seconds:number} seconds.",
      "Unroll fewer iterations, give it fewer variants, or allow more by '-Akiln.timeout={more:number}'.",
      "A kernel that takes too long is given up, so that the compiler goes on with the others."),
  TOO_LARGE(
      10,
      ERROR,
      "Kernel '{kernel:name}' was not compiled with the {mebibytes:number} MiB of memory that there are.",
      "Unroll fewer iterations, give it fewer variants, or allow more by '-Akiln.memory={more:number}'.",
      "A kernel that needs too much ends its own process and takes nothing from the compiler."),
  INCOMPLETE(
      11,
      ERROR,
      "Kiln is incomplete: the processor path lacks '{missing:source}'.",
      "Put kiln-processor there with all that it depends on, as Maven does where"
          + " annotationProcessorPaths names it.",
      "The processor's jar needs the other modules of Kiln and the preset of LLVM beside it."),

  // Declarations.
  KERNEL_NOT_STATIC(
      1001,
      ERROR,
      "Kernel '{kernel:name}' is an instance method.",
      "Make it static; a kernel gets all that it works on as parameters.",
      "A device has no objects, so there is no 'this'."),
  KERNEL_RETURNS(
      1002,
      ERROR,
      "Kernel '{kernel:name}' returns '{type:type}'.",
      "Make it void and write results to a tensor parameter.",
      "Many blocks run one kernel, so there is no one result."),
  KERNEL_GENERIC(
      1003,
      ERROR,
      "Kernel '{kernel:name}' has type parameters.",
      "Name the element types, with one kernel for each and the common part in a @TileFunction.",
      "Device code is made for exact types."),
  KERNEL_WITHOUT_BODY(
      1004,
      ERROR,
      "Kernel '{kernel:name}' has no body.",
      "Write the kernel's body in the method.",
      "Abstract and native methods have nothing to compile."),
  KERNEL_THROWS(
      1005,
      ERROR,
      "Kernel '{kernel:name}' declares exceptions.",
      "Remove the throws clause.",
      "Kernels cannot throw."),
  STRAY_ANNOTATION(
      1006,
      ERROR,
      "@{annotation:name} means nothing at {place:words}.",
      "{cure:sentence}",
      "@Variant and @Const belong to kernels, and @Dims to kernels and functions; elsewhere they would"
          + " silently do nothing."),
  PARAMETER_TYPE(
      1010,
      ERROR,
      "A kernel cannot have a parameter of type '{type:type}'.",
      "Use a tensor (FloatTensor<F32>, IntTensor<I32>, ...), int, long, float, double or boolean.",
      "Arguments are passed to devices as addresses and numbers."),
  CONST_TYPE(
      1011,
      ERROR,
      "@Const parameter '{name:name}' is of type '{type:type}'.",
      "Use int, long, float, double or boolean.",
      "Constants are numbers that @Variant rows give."),
  TENSOR_DTYPE(
      1012,
      ERROR,
      "The element type of tensor '{name:name}' is not named.",
      "Write it, as in {example:source}.",
      "Raw and wildcard tensors have no known element size."),
  DIMS_ON_SCALAR(
      1013,
      ERROR,
      "@Dims stands on '{name:name}', which is not a tensor.",
      "Remove @Dims, or make the parameter a tensor.",
      "@Dims names the dimensions of a tensor."),
  DIMS_MALFORMED(
      1014,
      ERROR,
      "'{text:source}' is not a list of dimension names.",
      "Write names or numbers with commas, as in @Dims(\"m, k\").",
      "Each entry of @Dims names one dimension or fixes its size."),
  TENSOR_RANK(
      1015,
      ERROR,
      "Tensor '{name:tensor}' has {rank:number} dimensions.",
      "Use 1 to 5 dimensions.",
      "Global tensors have rank 1 to 5."),
  RANK_UNKNOWN(
      1017,
      ERROR,
      "The rank of tensor '{name:name}' cannot be told from its uses.",
      "Name its dimensions with @Dims, as in @Dims(\"m, n\").",
      "Launches check ranks, so each tensor has one."),
  DIMS_CONTRADICTION(
      1018,
      ERROR,
      "Dimension {axis:number} of '{tensor:tensor}' is {found:words}, where @Dims says"
          + " {expected:words}.",
      "{cure:sentence}",
      "A name in @Dims of a @TileFunction is one size in each call, and a number is that size. Both are"
          + " checked where the function is called, by the extents of tiles and by the @Dims of the"
          + " kernel, which launches check."),
  VARIANT_MALFORMED(
      1020,
      ERROR,
      "'{text:source}' is not of the form name=value.",
      "Write pairs with commas, as in @Variant(\"bm=64, bn=64\").",
      "A @Variant row gives each @Const parameter a value."),
  VARIANT_UNKNOWN_NAME(
      1021,
      ERROR,
      "The kernel has no @Const parameter '{name:source}'.",
      "{suggestion:sentence}",
      "A row can only set what the kernel declares."),
  VARIANT_MISSING_VALUE(
      1022,
      ERROR,
      "This @Variant gives no value to '{name:name}'.",
      "Add '{name}=...' to the row.",
      "Each row is compiled on its own, so it must set every @Const parameter."),
  VARIANT_REPEATED_NAME(
      1023,
      ERROR,
      "This @Variant sets '{name:name}' twice.",
      "Keep one of the two values.",
      "One row gives a constant one value."),
  VARIANT_VALUE(
      1024,
      ERROR,
      "'{value:source}' is not a value of type {type:type} for '{name:name}'.",
      "Write {expected:words}.",
      "Values have the type of the @Const parameter."),
  VARIANT_TARGET(
      1025,
      ERROR,
      "'{target:source}' is not a target that Kiln knows.",
      "The targets are {targets:list}.",
      "A row with a target serves only that one."),
  VARIANT_NEEDED(
      1026,
      ERROR,
      "Kernel '{kernel:name}' has @Const parameters but no @Variant that gives them values.",
      "Add a row, as in @Variant(\"{example:source}\").",
      "Constants are known at compile time, and @Variant rows are where they come from."),
  VARIANT_NONE_FOR_TARGET(
      1027,
      ERROR,
      "No @Variant of kernel '{kernel:name}' serves target '{target:target}'.",
      "Add a row without a target, or one for it.",
      "The kernel is compiled for every target that the build asks for."),
  LAUNCHER_CLASH(
      1030,
      ERROR,
      "The launcher '{launcher:name}' of this kernel is also {other:words}.",
      "Rename the kernel's method; the launcher is named after it.",
      "Launchers are classes of the kernel's package."),
  FUNCTION_FORM(
      1031,
      ERROR,
      "@TileFunction '{name:name}' is {problem:words}.",
      "Make it a static method with a body and a fixed number of parameters.",
      "Such functions are inlined into kernels."),

  // The language.
  UNSUPPORTED_STATEMENT(
      1101,
      ERROR,
      "{statement:words} is not available in a kernel.",
      "{cure:sentence}",
      "Kernels are written in the part of Java that devices can run."),
  UNSUPPORTED_EXPRESSION(
      1102,
      ERROR,
      "{expression:words} is not available in a kernel.",
      "{cure:sentence}",
      "Kernels are written in the part of Java that devices can run."),
  UNSUPPORTED_TYPE(
      1103,
      ERROR,
      "Type '{type:type}' is not available in a kernel.",
      "Use int, long, float, double, boolean, or a tile made by shared, fragment or local.",
      "Device values are numbers and tiles."),
  UNSUPPORTED_CALL(
      1104,
      ERROR,
      "'{method:source}' cannot be called in a kernel.",
      "{cure:sentence}",
      "Only the tile language and @TileFunction methods can be compiled for devices."),
  OBJECT_CREATION(
      1105,
      ERROR,
      "A kernel cannot create an object of type '{type:type}'.",
      "{cure:sentence}",
      "Devices have no heap of Java objects."),
  STRING(
      1106,
      ERROR,
      "Strings are not available in a kernel.",
      "Remove it; to see values, write print(\"label\", x), or debug a direct call of the method.",
      "Devices have no strings. print and assertTrue take a text in quotes, which is compiled in."),
  EXCEPTION(
      1107,
      ERROR,
      "Exceptions are not available in a kernel.",
      "Check arguments before the launch, or what only the kernel knows with assertTrue(condition).",
      "Blocks on a device cannot throw."),
  RECURSION(
      1108,
      ERROR,
      "'{function:name}' calls itself: {chain:words}.",
      "Write it as a loop.",
      "Functions are inlined, so the chain of calls must end."),
  UNKNOWN_NAME(
      1110,
      ERROR,
      "'{name:name}' is not known here.",
      "{suggestion:sentence}",
      "Names are looked up as Java does."),
  UNKNOWN_METHOD(
      1111,
      ERROR,
      "There is no method '{method:name}' for these arguments: {arguments:list}.",
      "{suggestion:sentence}",
      "Calls are resolved as Java does."),
  TYPE_MISMATCH(
      1112,
      ERROR,
      "A value of type {found:words} stands where {expected:words} is needed.",
      "{cure:sentence}",
      "Types are checked as Java does."),
  LAMBDA_NEEDED(
      1113,
      ERROR,
      "'{call:name}' ends with a lambda that has a parameter for each extent, {count:number} in"
          + " all.",
      "Write it as {example:source}.",
      "The lambda's body is compiled, so it must be in the kernel's text."),
  GRID_MISSING(
      1114,
      ERROR,
      "Kernel '{kernel:name}' never calls grid.",
      "Put what one block does into grid(blocks, (x) -> { ... }), as the last statement.",
      "The grid says how many blocks run its body, each with its own x."),
  GRID_NOT_LAST(
      1115,
      ERROR,
      "{what:words} cannot stand here: grid is called once, as the last statement of a kernel.",
      "{cure:sentence}",
      "One launch runs one grid."),
  PROLOGUE_NOT_SCALAR(
      1116,
      ERROR,
      "{what:words} cannot stand before grid.",
      "Move it into grid's body; before that, compute with scalars and sizes only, each set once.",
      "The part before grid is also computed on the host, to find the grid's size."),
  FIELD_NOT_CONSTANT(
      1117,
      ERROR,
      "Field '{field:source}' is not a constant.",
      "Make it static final with a constant value, or pass it as a parameter.",
      "Device code cannot read fields; constants are copied into it."),
  LOOP_FORM(
      1118,
      ERROR,
      "'{call:name}' is only available as the range of a for loop.",
      "Write for (int k : {call}(...)) { ... }.",
      "The call is a loop, not a value."),
  LABEL_NOT_LITERAL(
      1119,
      ERROR,
      "'{text:source}' is not a text in quotes.",
      "Write the text out, as in {example:source}.",
      "The text becomes a part of the compiled kernel; devices have no strings."),
  NOT_CONSTANT(
      1120,
      ERROR,
      "{what:words} must be known at compile time, and '{found:source}' is known only when the kernel runs.",
      "{cure:sentence}",
      "Tiles live on chip, so their sizes are fixed when the kernel is compiled."),
  CONSTANT_OVERFLOW(
      1121,
      ERROR,
      "The constant {expression:words} overflows {type:type}.",
      "Use a smaller value, or long.",
      "A constant that wraps is rarely meant."),
  DIVISION_BY_ZERO(
      1122,
      ERROR,
      "The divisor '{divisor:source}' is always zero.",
      "Divide by something else; where it is zero only in some @Variant, choose as in"
          + " n == 0 ? 0 : a / n.",
      "Integer division by zero has no value."),
  EXTENT_RANGE(
      1123,
      ERROR,
      "{what:words} is {value:number}.",
      "Use a value {range:words}.",
      "Sizes and counts have limits."),
  GRID_OPTION(
      1130,
      ERROR,
      "'{option:name}' {problem:words}.",
      "{cure:sentence}",
      "Options of grid say how its blocks are run, never what they compute."),
  GEMM_OPTION(
      1131,
      ERROR,
      "'{option:source}' {problem:words}.",
      "{cure:sentence}",
      "Options of gemm say in which precision it multiplies and how warps share it."),

  // Shapes and element types.
  RANK_MISMATCH(
      1201,
      ERROR,
      "{operation:words} needs rank {expected:words}, and '{tensor:tensor}' has rank"
          + " {found:number}.",
      "Use a tensor or tile of that rank.",
      "Each operation is defined for certain ranks."),
  SHAPE_MISMATCH(
      1202,
      ERROR,
      "{operation:words}: '{left:tensor}' has shape {leftShape:shape} and '{right:tensor}' has"
          + " {rightShape:shape}.",
      "{cure:sentence}",
      "The operation goes over both element by element."),
  GEMM_SHAPE(
      1203,
      ERROR,
      "gemm needs [m, k] and [k, n] for [m, n], and has {left:shape} and {right:shape} for"
          + " {accumulator:shape}.",
      "{cure:sentence}",
      "The inner sizes must agree, and the outer ones give the result's shape."),
  DTYPE_MISMATCH(
      1204,
      ERROR,
      "{operation:words} is not available for {types:dtypes}.",
      "{cure:sentence}",
      "Each operation is defined for certain element types."),
  INDEX_COUNT(
      1205,
      ERROR,
      "The rank of '{tensor:tensor}' is {rank:number}, and the number of indices here is"
          + " {count:number}.",
      "Give one index for each dimension.",
      "An element is named by all its indices."),
  AXIS_RANGE(
      1206,
      ERROR,
      "'{tensor:tensor}' has no axis {axis:number}.",
      "Write {axes:words}; axes are counted from 0, the outermost.",
      "An axis is the number of a dimension."),
  REDUCE_SHAPE(
      1207,
      ERROR,
      "Reducing {source:shape} over axis {axis:number} gives {expected:shape}, and the"
          + " destination has {found:shape}.",
      "Make the destination {expected}.",
      "A reduction drops its axis."),
  TARGET_NOT_REGION(
      1208,
      ERROR,
      "{what:words} cannot be copied.",
      "{cure:sentence}",
      "copy moves between a tile and a region of a tensor, or between two tiles."),

  // Scopes and order.
  TILE_OP_IN_PARALLEL(
      1301,
      ERROR,
      "'{operation:words}' works on whole tiles and cannot stand inside parallel.",
      "Move it out of the parallel body, or work on elements with get and set.",
      "The body of parallel is one element's work, and the only place where the threads of a block go"
          + " different ways: conditions and loops outside of it steer the whole block. So no word that"
          + " needs all threads, and no barrier, ever stands where only some come by."),
  SCOPE_MISUSE(
      1302,
      ERROR,
      "{operation:words} needs {expected:words}, and '{tile:tensor}' is {found:words}.",
      "{cure:sentence}",
      "Where a tile lives decides what can be done with it."),
  ALLOCATION_PLACE(
      1303,
      ERROR,
      "'{call:name}' cannot stand inside {place:words}.",
      "Allocate tiles at the top of the grid's body.",
      "Tiles exist for the whole block."),
  OUTER_ASSIGNMENT(
      1304,
      ERROR,
      "'{name:name}' belongs to the block and cannot be assigned inside parallel.",
      "Keep one value for each iteration in a tile and reduce it behind parallel, as with"
          + " reduceSum(tile, sum, 0).",
      "Iterations of parallel are independent."),

  // Values and races.
  INDEX_OUT_OF_BOUNDS(
      1401,
      ERROR,
      "Index {index:words} is outside dimension {axis:number} of '{tensor:tensor}', whose"
          + " size is {size:words}.",
      "Use an index from 0 to {last:words}.",
      "The access could never touch an element."),
  RACE_IN_PARALLEL(
      1402,
      ERROR,
      "Iterations {first:iteration} and {second:iteration} of this parallel both touch"
          + " {element:element} of '{tensor:tensor}'.",
      "Let each iteration write its own element; to add up, use reduceSum or atomicAdd.",
      "Iterations run in any order and at the same time. Where a launch tells how many there are, there"
          + " may be several; what one alone should do stands outside of parallel."),
  RACE_OF_BLOCKS(
      1403,
      ERROR,
      "Blocks {first:iteration} and {second:iteration} both touch {element:element} of"
          + " '{tensor:tensor}', and one of them writes.",
      "Let each block write its own part, as in {example:source}, or use atomicAdd; where one block"
          + " does it all, write grid(1, ...).",
      "Blocks run in any order and at the same time; only a grid of one block is free of this. That a"
          + " launch will have one is known where the extents are the constant 1, or cannot be more. What"
          + " one block alone should do may stand under a condition, as in if (block == 0)."),
  READ_BEFORE_WRITE(
      1404,
      ERROR,
      "'{tile:tensor}' is read before anything is written to it.",
      "{cure:sentence}",
      "On-chip tiles start with arbitrary contents."),

  // Targets.
  SHARED_BUDGET(
      1601,
      ERROR,
      "This kernel needs {needed:number} bytes of on-chip memory a block, of the {limit:number}"
          + " that {target:target} has:{sum:lines}",
      "Use smaller tiles or fewer stages.",
      "On-chip memory is limited by the hardware."),
  REGISTERS_SPILLED(
      1602,
      WARNING,
      "The code for {target:target} keeps {bytes:number} bytes of a thread's registers in memory.",
      "Use smaller fragments, or more threads.",
      "A thread has 255 registers at most; what does not fit is slow to reach. Where that is known and"
          + " fine, @SuppressWarnings(\"KILN1602\") at the kernel or its class turns the warning off."),
  ASSEMBLER_WARNING(
      1603,
      WARNING,
      "The assembler warns of the code for {target:target}: {warning:reason}",
      "The results are right; look whether another tile is faster, and report the kernel.",
      "The assembler knows when instructions that should overlap will wait for each other. Where that"
          + " is fine, @SuppressWarnings(\"KILN1603\") at the kernel or its class turns it off."),
  ASSEMBLER_REFUSAL(
      1604,
      NOTE,
      "The assembler makes no code for {target:target}: {failure:reason}",
      "Choose a newer one with '-Akiln.ptxas'; the driver will compile the embedded PTX instead.",
      "An assembler does not know architectures and versions of PTX that came after it. This is a note"
          + " because it speaks of the machine and not of the kernel."),
  REGISTER_BUDGET(
      1605,
      ERROR,
      "This kernel needs {needed:number} registers a thread for its fragments, of the {limit:number}"
          + " that {target:target} has for each of {threads:number} threads:{sum:lines}",
      "Use smaller fragments or shared tiles, or let more threads share them, as in grid(m, n,"
          + " threads(256), ...).",
      "What does not fit in registers lies in memory, which is slow to reach. A kernel of which more than"
          + " half would is refused; less is a warning (KILN1602). A block has 65,536 registers and a"
          + " thread at most 255."),

  // Notes.
  TIMES(
      3001,
      NOTE,
      "Kernel '{kernel:name}' was compiled in {total:number} ms.",
      "Leave out '-Akiln.time' to hide this.",
      "Shown by '-Akiln.time'."),
  STOPPED(
      3002,
      NOTE,
      "Kernel '{kernel:name}' was stopped after '{stage:words}'; its IR is in {dump:path}.",
      "Leave out '-Akiln.stop' to compile it to the end.",
      "Shown by '-Akiln.stop'."),
  EXPLANATION(
      3003,
      NOTE,
      "For {where:words}: {facts:words}.",
      "Leave out '-Akiln.explain' to hide this.",
      "Shown by '-Akiln.explain'; the names are those of the IR (docs/ir.md)."),

  // Kiln itself.
  INTERNAL(
      9001,
      ERROR,
      "Kiln failed in '{step:words}' on kernel '{kernel:name}': {failure:reason}",
      "This is a bug of Kiln, not of your code: report it with the files in {dump:path}.",
      "No failure of Kiln ends the compiler; it becomes this error.");

  private static final Map<String, Code> BY_ID =
      Arrays.stream(values()).collect(Collectors.toUnmodifiableMap(Code::id, Function.identity()));

  /** The places of the two sentences in the template. */
  private static final int MESSAGE = 0;

  private static final int CURE = 1;

  private final int number;
  private final Severity severity;
  private final Template template;
  private final String reason;

  Code(int number, Severity severity, String message, String cure, String reason) {
    this.number = number;
    this.severity = severity;
    this.template = new Template(message, cure);
    this.reason = reason;
  }

  /** The row with an id like {@code KILN1203}. */
  public static Code ofId(String id) {
    Code code = BY_ID.get(id);
    if (code == null) {
      throw new IllegalArgumentException("no code " + id);
    }
    return code;
  }

  /** The stable name that users search for, as {@code KILN1203}. */
  public String id() {
    return "KILN%04d".formatted(number);
  }

  /** How much findings of this code weigh. */
  public Severity severity() {
    return severity;
  }

  /** Why the rule exists, for the page. */
  public String reason() {
    return reason;
  }

  /** The message with its holes, for the page. */
  public String messageTemplate() {
    return template.shown(MESSAGE);
  }

  /** The cure with its holes, for the page. */
  public String cureTemplate() {
    return template.shown(CURE);
  }

  /**
   * What fills each hole, by the hole's name and in the order in which arguments are given, as
   * {@code axis: a whole number}.
   */
  public Map<String, String> holes() {
    Map<String, String> meanings = new LinkedHashMap<>();
    template.holes().forEach(hole -> meanings.put(hole.name(), hole.kind().meaning()));
    return meanings;
  }

  /** The message and, on a line of its own, the cure, with the holes filled. */
  String text(List<String> arguments) {
    String mismatch = template.mismatch(arguments);
    if (!mismatch.isEmpty()) {
      throw new IllegalArgumentException(this + " " + mismatch);
    }
    return "[%s] %s\n  %s"
        .formatted(id(), template.filled(MESSAGE, arguments), template.filled(CURE, arguments));
  }
}
