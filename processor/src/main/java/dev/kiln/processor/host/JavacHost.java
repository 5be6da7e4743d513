package dev.kiln.processor.host;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.SourcePositions;
import com.sun.source.util.TaskEvent;
import com.sun.source.util.TaskListener;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreeScanner;
import com.sun.source.util.Trees;
import dev.kiln.ir.Loc;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import javax.annotation.processing.ProcessingEnvironment;
import javax.lang.model.element.Element;
import javax.lang.model.element.Name;
import javax.tools.Diagnostic;
import javax.tools.JavaFileObject;
import org.jspecify.annotations.Nullable;

/**
 * javac: finds the syntax tree of a place and reports there, so that javac prints its own line and
 * caret. The only class that names {@code com.sun.source}, which a JVM may lack; only {@link
 * Reporter} makes one, when javac itself is there.
 *
 * <p>javac leaves out its own checks when a processor has reported an error. Findings are therefore
 * held back until javac starts to check the first class, so that a mistake in a kernel hides no
 * mistake elsewhere; when it never gets there they are shown at the end.
 */
final class JavacHost implements Host {
  private final Trees trees;
  private final List<Runnable> held = new ArrayList<>();

  JavacHost(ProcessingEnvironment javac) {
    trees = Trees.instance(javac);
    JavacTask.instance(javac).addTaskListener(new Release());
  }

  /** Shows what was held back at the first event behind annotation processing. */
  private final class Release implements TaskListener {
    @Override
    public void started(TaskEvent event) {
      if (event.getKind() == TaskEvent.Kind.ANALYZE) {
        release();
      }
    }

    @Override
    public void finished(TaskEvent event) {
      if (event.getKind() == TaskEvent.Kind.COMPILATION) {
        release();
      }
    }
  }

  private void release() {
    List<Runnable> due = List.copyOf(held);
    held.clear();
    due.forEach(Runnable::run);
  }

  @Override
  public @Nullable SourceText source(Element element) {
    TreePath path = trees.getPath(element);
    if (path == null) {
      return null;
    }
    CompilationUnitTree unit = path.getCompilationUnit();
    JavaFileObject file = unit.getSourceFile();
    long anchor = trees.getSourcePositions().getStartPosition(unit, path.getLeaf());
    try {
      return new SourceText(
          Sources.simpleName(file.toUri().toString()),
          file.getCharContent(/* ignoreEncodingErrors= */ true).toString(),
          (int) anchor);
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  @Override
  public Placement placement(Element element, Loc loc) {
    TreePath path = trees.getPath(element);
    if (path == null) {
      return Placement.ELEMENT;
    }
    return find(path.getCompilationUnit(), loc).exact() ? Placement.EXACT : Placement.ENCLOSING;
  }

  @Override
  public boolean report(Diagnostic.Kind kind, String message, Element element, Loc loc) {
    TreePath path = trees.getPath(element);
    if (path == null) {
      return false;
    }
    CompilationUnitTree unit = path.getCompilationUnit();
    Tree found = find(unit, loc).tree();
    Tree tree = found == null ? path.getLeaf() : shown(found);
    held.add(() -> trees.printMessage(kind, message, tree, unit));
    return true;
  }

  /** Of a call its method's name, as javac does; the parenthesis would be marked otherwise. */
  private static Tree shown(Tree tree) {
    return tree instanceof MethodInvocationTree call ? call.getMethodSelect() : tree;
  }

  private Found find(CompilationUnitTree unit, Loc loc) {
    Finder finder = new Finder(unit, loc, trees.getSourcePositions());
    finder.scan(unit, null);
    return new Found(finder.best, finder.exact);
  }

  /** The smallest tree around a place, and whether javac's caret will stand in the place. */
  private record Found(@Nullable Tree tree, boolean exact) {}

  private static final class Finder extends TreeScanner<@Nullable Void, @Nullable Void> {
    private final CompilationUnitTree unit;
    private final Loc loc;
    private final SourcePositions positions;
    private @Nullable Tree best;
    private boolean exact;
    private long bestLength = Long.MAX_VALUE;

    Finder(CompilationUnitTree unit, Loc loc, SourcePositions positions) {
      this.unit = unit;
      this.loc = loc;
      this.positions = positions;
    }

    @Override
    public @Nullable Void scan(@Nullable Tree tree, @Nullable Void nothing) {
      if (tree == null) {
        return null;
      }
      long start = positions.getStartPosition(unit, tree);
      long end = positions.getEndPosition(unit, tree);
      boolean around = start >= 0 && start <= loc.start() && loc.end() <= end;
      if (around && end - start <= bestLength) {
        best = tree;
        bestLength = end - start;
        exact = (start == loc.start() && end == loc.end()) || namesPlace(tree);
      }
      return super.scan(tree, null);
    }

    /** Declarations are marked at their name. */
    private boolean namesPlace(Tree tree) {
      Name name =
          switch (tree) {
            case VariableTree variable -> variable.getName();
            case MethodTree method -> method.getName();
            case ClassTree type -> type.getSimpleName();
            default -> null;
          };
      return name != null && name.length() == loc.end() - loc.start();
    }
  }
}
