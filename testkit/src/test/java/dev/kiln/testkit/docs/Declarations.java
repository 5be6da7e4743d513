package dev.kiln.testkit.docs;

import com.sun.source.doctree.DocCommentTree;
import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.TypeParameterTree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.DocTrees;
import com.sun.source.util.JavacTask;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import dev.kiln.testkit.arch.Repository;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.lang.model.element.Modifier;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;

/** Reads the public members of source files: their parameters' names and their Javadoc. */
final class Declarations extends TreePathScanner<Void, Void> {
  private final DocTrees docs;
  private final List<Member> members = new ArrayList<>();

  private Declarations(DocTrees docs) {
    this.docs = docs;
  }

  /** The public members of all types in a folder, in source order. */
  static List<Member> in(Path folder) {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    try (var files = compiler.getStandardFileManager(null, null, null)) {
      var sources =
          files.getJavaFileObjectsFromPaths(
              Repository.files(folder, path -> path.toString().endsWith(".java")));
      var task = (JavacTask) compiler.getTask(null, files, null, null, null, sources);
      var declarations = new Declarations(DocTrees.instance(task));
      for (CompilationUnitTree unit : task.parse()) {
        declarations.scan(unit, null);
      }
      return List.copyOf(declarations.members);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public Void visitClass(ClassTree type, Void nothing) {
    if (type.getModifiers().getFlags().contains(Modifier.PUBLIC) || isImplied(type)) {
      add(type.getSimpleName().toString(), List.of(), List.of());
      super.visitClass(type, null);
    }
    return null;
  }

  /** Whether a type stands in an interface or annotation, which makes it public. */
  private boolean isImplied(ClassTree type) {
    return getCurrentPath().getParentPath().getLeaf() instanceof ClassTree outer
        && isOpen(outer)
        && type != outer;
  }

  @Override
  public Void visitMethod(MethodTree method, Void nothing) {
    if (isPublic(method.getModifiers().getFlags(), enclosing())
        && method.getReturnType() != null
        && !isRepeated(method)) {
      Map<String, String> bounds = new LinkedHashMap<>();
      for (TypeParameterTree variable : method.getTypeParameters()) {
        bounds.put(variable.getName().toString(), variable.getBounds().getFirst().toString());
      }
      List<String> types = new ArrayList<>();
      List<String> names = new ArrayList<>();
      for (VariableTree parameter : method.getParameters()) {
        String type = parameter.getType().toString().replaceAll("<.*>", "");
        types.add(bounds.getOrDefault(type, type));
        boolean isMany = type.endsWith("[]") || parameter.toString().contains("...");
        names.add(parameter.getName() + (isMany && isVarArgs(method, parameter) ? "…" : ""));
      }
      add(method.getName().toString(), types, names);
    }
    return null;
  }

  private static boolean isVarArgs(MethodTree method, VariableTree parameter) {
    return parameter == method.getParameters().getLast() && parameter.toString().contains("...");
  }

  @Override
  public Void visitVariable(VariableTree field, Void nothing) {
    boolean isField = getCurrentPath().getParentPath().getLeaf() instanceof ClassTree;
    if (isField && isPublic(field.getModifiers().getFlags(), enclosing())) {
      add(field.getName().toString(), List.of(), List.of());
    }
    return null;
  }

  private ClassTree enclosing() {
    TreePath path = getCurrentPath();
    while (!(path.getLeaf() instanceof ClassTree)) {
      path = path.getParentPath();
    }
    return (ClassTree) path.getLeaf();
  }

  private static boolean isPublic(Set<Modifier> flags, ClassTree type) {
    return flags.contains(Modifier.PUBLIC) || isOpen(type);
  }

  private static boolean isOpen(ClassTree type) {
    return type.getKind() == Tree.Kind.INTERFACE || type.getKind() == Tree.Kind.ANNOTATION_TYPE;
  }

  /** Whether the type above already says what there is to say. */
  private boolean isRepeated(MethodTree method) {
    boolean overrides =
        method.getModifiers().getAnnotations().stream()
            .anyMatch(annotation -> annotation.getAnnotationType().toString().equals("Override"));
    return overrides
        && (method.getName().contentEquals("toString")
            || docs.getDocComment(getCurrentPath()) == null);
  }

  private void add(String name, List<String> types, List<String> parameters) {
    DocCommentTree doc = docs.getDocCommentTree(getCurrentPath());
    String sentence = doc == null ? "" : Sentences.markdown(doc.getFirstSentence());
    members.add(
        new Member(enclosing().getSimpleName().toString(), name, types, parameters, sentence));
  }
}
