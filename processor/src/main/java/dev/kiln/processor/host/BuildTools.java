package dev.kiln.processor.host;

import java.util.List;

/** What the tool around the compiler does with its output. */
public final class BuildTools {
  /** Maven's compiler plugin prints file, line, column and message, but neither line nor caret. */
  private static final List<String> MAVEN =
      List.of("org.codehaus.plexus.compiler.", "org.apache.maven.");

  /** The main class of Maven's JVM, which is the parent of a compiler that it forks. */
  private static final String MAVEN_MAIN = "org.codehaus.plexus.classworlds.launcher.Launcher";

  private BuildTools() {}

  /** Whether the source line of a finding would not be seen unless the message carries it. */
  public static boolean hideSourceLines() {
    return runsWithinMaven() || isForkOfMaven();
  }

  private static boolean runsWithinMaven() {
    return StackWalker.getInstance()
        .walk(
            frames ->
                frames.anyMatch(
                    frame -> MAVEN.stream().anyMatch(frame.getClassName()::startsWith)));
  }

  private static boolean isForkOfMaven() {
    return ProcessHandle.current()
        .parent()
        .flatMap(parent -> parent.info().arguments())
        .map(arguments -> List.of(arguments).contains(MAVEN_MAIN))
        .orElse(false);
  }
}
