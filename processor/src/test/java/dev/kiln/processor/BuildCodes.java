package dev.kiln.processor;

import dev.kiln.processor.diagnostics.Code;
import java.util.List;

/**
 * The codes that no source text alone can trigger: how a user meets each, what to do instead, and
 * the test that pins it.
 */
final class BuildCodes {
  private BuildCodes() {}

  /**
   * One of them.
   *
   * @param test as {@code OptionsTest#whatIsWrongIsRefused}
   * @param wrong what the user types or has; empty where nothing of the user's is wrong
   * @param right the same without the mistake
   */
  record Row(Code code, String test, String wrong, String right) {}

  static final List<Row> ALL =
      List.of(
          new Row(
              Code.OLD_COMPILER,
              "OldCompilerTest#anOlderCompilerSaysOneClearSentence",
              "JAVA_HOME=/usr/lib/jvm/jdk-21 mvn compile",
              "JAVA_HOME=/usr/lib/jvm/jdk-25 mvn compile"),
          new Row(
              Code.UNKNOWN_OPTION,
              "TogetherTest#aWrongOptionIsAnErrorThatNamesTheOptions",
              "javac -Akiln.tagets=cpu ...",
              "javac -Akiln.targets=cpu ..."),
          new Row(
              Code.BAD_OPTION_VALUE,
              "TogetherTest#aWrongOptionIsAnErrorThatNamesTheOptions",
              "javac -Akiln.embed=all ...",
              "javac -Akiln.embed=stages ..."),
          new Row(
              Code.NO_SOURCE,
              "NoSourceTest#aKernelWithoutTextIsRefusedByName",
              "javac -proc:only -cp classes t.Known",
              "javac -proc:only -cp classes -sourcepath src -Xprefer:newer t.Known"),
          new Row(
              Code.SOURCE_MISMATCH,
              "NoSourceTest#aTextThatLacksTheKernelIsRefusedByName",
              "javac -proc:only -cp classes -sourcepath older-sources t.Known",
              "javac -proc:only -cp classes -sourcepath src t.Known"),
          new Row(
              Code.NATIVE_FAILURE,
              "compile/KernelCompilerTest#aCrashOfLlvmIsAnErrorAtTheKernelAndTheNextKernelCompiles",
              "",
              ""),
          new Row(
              Code.NATIVES_UNAVAILABLE,
              "BuildFailuresTest#withoutTheNativesTheKernelIsRefused",
              "javac -processorpath kiln-processor.jar:kiln-codegen.jar:llvm.jar:... ...",
              "javac -processorpath kiln-processor.jar:kiln-codegen.jar:llvm-linux-x86_64.jar:... ..."),
          new Row(
              Code.WRITE_FAILED,
              "BuildFailuresTest#aFileThatCannotBeWrittenIsAnError",
              "javac -d /read-only ...",
              "javac -d target/classes ..."),
          new Row(
              Code.TOO_SLOW,
              "LimitsTest#aKernelThatTakesTooLongIsNamed",
              "for (int i : unroll(1_000_000)) ...",
              "for (int i : serial(1_000_000)) ..."),
          new Row(
              Code.TOO_LARGE,
              "LimitsTest#aKernelThatNeedsTooMuchMemoryIsNamed",
              "for (int i : unroll(1_000_000)) ...",
              "for (int i : serial(1_000_000)) ..."),
          new Row(
              Code.INCOMPLETE,
              "BuildFailuresTest#aProcessorAloneOnItsPathSaysWhatIsMissing",
              "javac -processorpath kiln-processor.jar ...",
              "javac -processorpath kiln-processor.jar:kiln-lowering.jar:kiln-codegen.jar:... ..."),
          new Row(
              Code.REGISTERS_SPILLED,
              "compile/KernelCompilerTest#whatAToolSaysIsAWarningAtTheKernel",
              "@Variant(target = \"cuda\", value = \"bm=256, bn=256\")",
              "@Variant(target = \"cuda\", value = \"bm=128, bn=256\")"),
          new Row(
              Code.ASSEMBLER_WARNING,
              "compile/KernelCompilerTest#whatAToolSaysIsAWarningAtTheKernel",
              "",
              ""),
          new Row(
              Code.ASSEMBLER_REFUSAL,
              "compile/KernelCompilerTest#whatAToolSaysIsAWarningAtTheKernel",
              "javac -Akiln.ptxas=/usr/local/cuda-11/bin/ptxas ...",
              "javac -Akiln.ptxas=/usr/local/cuda-13/bin/ptxas ..."),
          new Row(
              Code.TIMES,
              "BuildFailuresTest#timesAndStopsAreNotesAtTheKernel",
              "javac -Akiln.time ...",
              "javac ..."),
          new Row(
              Code.STOPPED,
              "BuildFailuresTest#timesAndStopsAreNotesAtTheKernel",
              "javac -Akiln.stop=LOWERED -Akiln.dump=dump ...",
              "javac ..."),
          new Row(
              Code.EXPLANATION,
              "ExplanationTest#factsAreNotesAtTheirPlaces",
              "javac -Akiln.explain ...",
              "javac ..."),
          new Row(Code.INTERNAL, "FailuresTest#aFailureIsAFindingWithAFolderForTheReport", "", ""));
}
