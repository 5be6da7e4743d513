package dev.kiln.testkit.arch;

import static dev.kiln.testkit.arch.Findings.assertFinds;
import static dev.kiln.testkit.arch.Findings.assertNone;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Kiln's compiled classes follow the house rules, and each rule finds a planted mistake. */
class ClassRulesTest {
  private static final JavaClasses CLASSES = classes();

  /**
   * Classes and packages that may use reflection: the shape reader, the compilers' inside, and the
   * entry that loads the processor where the compiler is new enough.
   */
  private static final Set<String> REFLECTS =
      Set.of("dev.kiln.ir.OpShape", "dev.kiln.processor.KilnProcessor", "dev.kiln.processor.host.");

  /**
   * The worker's process is kept where every class loader of the compiler finds it; kernels print
   * when they are told to.
   */
  private static final Set<String> TOUCHES =
      Set.of(
          "dev.kiln.codegen.llvm.worker.Worker",
          "dev.kiln.lang.Checks",
          "dev.kiln.runtime.cpu.CpuPrinter");

  @TempDir Path folder;

  @Test
  void everyModuleIsThere() {
    List<String> packages =
        List.of("dev.kiln.lang", "dev.kiln.ir", "dev.kiln.codegen", "dev.kiln.processor");
    for (String each : packages) {
      assertTrue(CLASSES.containPackage(each), () -> "no classes of " + each);
    }
  }

  @Test
  void arrowsPointDownwards() {
    assertNone(Layers.wrongArrows(CLASSES));
  }

  @Test
  void anArrowUpwardsIsFound() throws IOException {
    JavaClasses planted =
        Planted.classes(
            folder,
            "package dev.kiln.lower; public class Low {}",
            "package dev.kiln.ir; class Bad { dev.kiln.lower.Low[] all; }",
            "package dev.kiln.elsewhere; class Lost {}");
    assertFinds("dev.kiln.ir.Bad may not see dev.kiln.lower.Low", Layers.wrongArrows(planted));
    assertFinds("dev.kiln.elsewhere is in no layer", Layers.wrongArrows(planted));
  }

  @Test
  void onlySettingsAndProgramsTouchTheProcess() {
    assertNone(ClassRules.processAccess(CLASSES, TOUCHES));
  }

  @Test
  void aPrintIsFound() throws IOException {
    JavaClasses planted =
        Planted.classes(
            folder,
            "package dev.kiln.ir; class Loud { void f() { System.out.println(); } }",
            "package dev.kiln.ir; class Sly { String f() { return System.getenv(\"A\"); } }");
    assertFinds(
        "dev.kiln.ir.Loud uses java.lang.System.out", ClassRules.processAccess(planted, TOUCHES));
    assertFinds(
        "dev.kiln.ir.Sly uses java.lang.System.getenv", ClassRules.processAccess(planted, TOUCHES));
  }

  @Test
  void reflectionStaysWhereItMust() {
    assertNone(ClassRules.reflection(CLASSES, REFLECTS));
  }

  @Test
  void reflectionElsewhereIsFound() throws IOException {
    JavaClasses planted =
        Planted.classes(
            folder,
            "package dev.kiln.ir; class Bad { Object f() throws Exception {"
                + " return getClass().getDeclaredField(\"x\").get(this); } }");
    assertFinds("dev.kiln.ir.Bad uses reflection", ClassRules.reflection(planted, REFLECTS));
  }

  @Test
  void passesAreConstantsWithoutState() {
    assertNone(ClassRules.statefulPasses(CLASSES));
  }

  @Test
  void aPassWithStateIsFound() throws IOException {
    JavaClasses planted =
        Planted.classes(
            folder,
            "package dev.kiln.lower; class Bad { static dev.kiln.pass.Pass pass; int count; }");
    assertFinds("Bad.pass is a pass, so PASS", ClassRules.statefulPasses(planted));
    assertFinds("Bad.count is state in a pass", ClassRules.statefulPasses(planted));
  }

  /** All modules below this one, as compiled by the running build. */
  private static JavaClasses classes() {
    String target = System.getProperty("kiln.target", "target");
    List<Path> folders =
        Repository.MODULES.stream()
            .filter(module -> !Set.of("testkit", "benchmarks", "examples").contains(module))
            .map(module -> Repository.root().resolve(module).resolve(target).resolve("classes"))
            .filter(Files::isDirectory)
            .toList();
    return new ClassFileImporter().importPaths(folders);
  }
}
