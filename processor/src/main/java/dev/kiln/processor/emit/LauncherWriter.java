package dev.kiln.processor.emit;

import com.palantir.javapoet.AnnotationSpec;
import com.palantir.javapoet.ClassName;
import com.palantir.javapoet.CodeBlock;
import com.palantir.javapoet.FieldSpec;
import com.palantir.javapoet.JavaFile;
import com.palantir.javapoet.MethodSpec;
import com.palantir.javapoet.NameAllocator;
import com.palantir.javapoet.ParameterSpec;
import com.palantir.javapoet.TypeName;
import com.palantir.javapoet.TypeSpec;
import dev.kiln.ir.Kernel;
import dev.kiln.processor.decl.KernelDecl;
import dev.kiln.processor.decl.ParameterDecl;
import dev.kiln.processor.decl.VariantDecl;
import dev.kiln.processor.model.Classes;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.TypeElement;
import javax.lang.model.element.VariableElement;

/**
 * Writes the class that launches a kernel: {@code launch} with the kernel's own parameters less the
 * constants, the checks and the grid's arithmetic in plain Java, and the call of the runtime.
 */
public final class LauncherWriter {
  private static final String RUNTIME = "dev.kiln.runtime";
  private static final ClassName LAUNCHER = ClassName.get(RUNTIME, "Launcher");
  private static final ClassName LAUNCH = ClassName.get(RUNTIME, "Launch");
  private static final ClassName INFO = ClassName.get(RUNTIME, "KernelInfo");
  private static final String GENERATED = "javax.annotation.processing.Generated";
  private static final String PROCESSOR = "dev.kiln.processor.KilnProcessor";

  private final Classes classes;

  /** A writer for one round. */
  public LauncherWriter(Classes classes) {
    this.classes = classes;
  }

  private static ClassName className(ExecutableElement kernel) {
    return ClassName.get(LauncherName.packageOf(kernel), LauncherName.simpleOf(kernel));
  }

  /**
   * The launcher of a compiled kernel.
   *
   * @param tiles the checked IR of each variant, by its number
   */
  public JavaFile write(KernelDecl kernel, Map<Integer, Kernel> tiles) {
    Signature signature = new Signature(kernel);
    ClassName name = className(kernel.element());
    return file(
        name,
        kernel.element(),
        type(name, kernel.element())
            .addJavadoc("$L", LauncherJavadoc.ofClass(kernel))
            .addField(
                FieldSpec.builder(
                        LAUNCHER, "LAUNCHER", Modifier.PRIVATE, Modifier.STATIC, Modifier.FINAL)
                    .initializer(
                        "$T.of($T.class, $S, $S)", LAUNCHER, name, kernel.owner(), kernel.name())
                    .build())
            .addMethod(launchDefault(kernel, signature, tiles))
            .addMethod(launchVariant(kernel, signature, tiles))
            .addMethod(
                MethodSpec.methodBuilder("info")
                    .addModifiers(Modifier.PUBLIC, Modifier.STATIC)
                    .addJavadoc("What is known of the kernel: parameters, variants, code.\n")
                    .returns(INFO)
                    .addStatement("return LAUNCHER.info()")
                    .build())
            .build());
  }

  /** The launcher of a kernel with errors: it takes whatever its callers give, and throws. */
  public JavaFile writeFailed(ExecutableElement kernel) {
    ClassName name = className(kernel);
    String sentence =
        "Kernel %s.%s was not compiled: its build reported errors."
            .formatted(kernel.getEnclosingElement(), kernel.getSimpleName());
    TypeSpec.Builder type =
        type(name, kernel)
            .addJavadoc("Stands for a kernel that has errors; every launch throws.\n")
            .addMethod(
                MethodSpec.methodBuilder("launch")
                    .addModifiers(Modifier.PUBLIC, Modifier.STATIC)
                    .addParameter(Object[].class, "arguments")
                    .varargs()
                    .addStatement("throw new $T($S)", IllegalStateException.class, sentence)
                    .build());
    if (classes.type(INFO.canonicalName()) != null) {
      type.addMethod(
          MethodSpec.methodBuilder("info")
              .addModifiers(Modifier.PUBLIC, Modifier.STATIC)
              .returns(INFO)
              .addStatement("throw new $T($S)", IllegalStateException.class, sentence)
              .build());
    }
    return file(name, kernel, type.build());
  }

  private TypeSpec.Builder type(ClassName name, ExecutableElement kernel) {
    TypeSpec.Builder type =
        TypeSpec.classBuilder(name)
            .addModifiers(Modifier.PUBLIC, Modifier.FINAL)
            .addMethod(MethodSpec.constructorBuilder().addModifiers(Modifier.PRIVATE).build());
    if (kernel.getEnclosingElement() instanceof TypeElement owner
        && classes.sees(owner, GENERATED)) {
      type.addAnnotation(
          AnnotationSpec.builder(ClassName.bestGuess(GENERATED))
              .addMember("value", "$S", PROCESSOR)
              .build());
    }
    return type;
  }

  private JavaFile file(ClassName name, ExecutableElement kernel, TypeSpec type) {
    return JavaFile.builder(name.packageName(), type)
        .addFileComment(
            "Made by Kiln from $L.$L.", kernel.getEnclosingElement(), kernel.getSimpleName())
        .skipJavaLangImports(true)
        .indent("  ")
        .build();
  }

  private MethodSpec launchDefault(
      KernelDecl kernel, Signature signature, Map<Integer, Kernel> tiles) {
    CodeBlock.Builder arguments = CodeBlock.builder().add("$T.DEFAULT", LAUNCHER);
    signature.parameters().forEach(parameter -> arguments.add(", $N", parameter));
    return MethodSpec.methodBuilder("launch")
        .addModifiers(Modifier.PUBLIC, Modifier.STATIC)
        .addJavadoc("$L", LauncherJavadoc.ofLaunch(kernel, tiles, signature.names()))
        .addParameters(signature.parameters())
        .addStatement("launch($L)", arguments.build())
        .build();
  }

  private MethodSpec launchVariant(
      KernelDecl kernel, Signature signature, Map<Integer, Kernel> tiles) {
    NameAllocator names = signature.allocator();
    String variant = names.newName("variant", "variant");
    String launch = names.newName("launch", "launch");
    List<String> extents =
        List.of(names.newName("gx", "gx"), names.newName("gy", "gy"), names.newName("gz", "gz"));
    CodeBlock.Builder code = CodeBlock.builder();
    code.addStatement("$T $L = LAUNCHER.begin()", LAUNCH, launch);
    for (int i = 0; i < signature.parameters().size(); i++) {
      code.addStatement(
          "$L.$L($L, $N)",
          launch,
          signature.isTensor().get(i) ? "tensor" : "scalar",
          i,
          signature.parameters().get(i));
    }
    extents.forEach(extent -> code.addStatement("int $L", extent));
    code.beginControlFlow("switch ($L.choose($L))", launch, variant);
    for (VariantDecl row : kernel.variants()) {
      code.beginControlFlow("case $L ->", row.index());
      code.add(GridArithmetic.write(tile(tiles, row), signature.names(), names, extents));
      code.endControlFlow();
    }
    code.addStatement("default -> throw $L.noVariant($L)", launch, variant);
    code.endControlFlow();
    code.addStatement("$L.run($L, $L, $L)", launch, extents.get(0), extents.get(1), extents.get(2));
    return MethodSpec.methodBuilder("launch")
        .addModifiers(Modifier.PUBLIC, Modifier.STATIC)
        .addJavadoc("$L", LauncherJavadoc.ofVariantLaunch(kernel, variant))
        .addParameter(TypeName.INT, variant)
        .addParameters(signature.parameters())
        .addCode(code.build())
        .build();
  }

  private static Kernel tile(Map<Integer, Kernel> tiles, VariantDecl row) {
    Kernel tile = tiles.get(row.index());
    if (tile == null) {
      throw new IllegalStateException("variant " + row.index() + " was not translated");
    }
    return tile;
  }

  /**
   * The launcher's parameters: those of the kernel less the constants.
   *
   * @param names the launcher's names by the kernel's
   */
  private record Signature(
      List<ParameterSpec> parameters,
      List<Boolean> isTensor,
      Map<String, String> names,
      NameAllocator taken) {
    Signature(KernelDecl kernel) {
      this(new ArrayList<>(), new ArrayList<>(), new TreeMap<>(), new NameAllocator());
      for (int i = 0; i < kernel.parameters().size(); i++) {
        ParameterDecl decl = kernel.parameters().get(i);
        if (decl instanceof ParameterDecl.Constant) {
          continue;
        }
        VariableElement element = kernel.element().getParameters().get(i);
        String name = taken.newName(decl.name(), decl.name());
        names.put(decl.name(), name);
        isTensor.add(decl instanceof ParameterDecl.Tensor);
        parameters.add(ParameterSpec.builder(TypeName.get(element.asType()), name).build());
      }
    }

    NameAllocator allocator() {
      return taken.clone();
    }
  }
}
