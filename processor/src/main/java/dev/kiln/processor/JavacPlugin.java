package dev.kiln.processor;

import com.google.auto.service.AutoService;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.Plugin;
import com.sun.source.util.TaskEvent;
import com.sun.source.util.TaskListener;
import com.sun.source.util.TreeScanner;
import com.sun.source.util.Trees;
import java.util.function.BiConsumer;
import javax.tools.Diagnostic;
import org.jspecify.annotations.Nullable;

/**
 * What javac runs beside {@link KilnProcessor}, from the processor path and by itself. It sees
 * sources as soon as they are parsed. With the first one that names the language:
 *
 * <ul>
 *   <li>A javac before 25 says what {@link KilnProcessor} says under other compilers. It would
 *       never come to ask a processor: it stops at the first class file of the language, which it
 *       cannot read.
 *   <li>Later ones have the worker start, while they parse and enter what else there is.
 * </ul>
 */
@AutoService(Plugin.class)
public final class JavacPlugin implements Plugin {
  private static final String LANGUAGE = "dev.kiln.lang";

  /** Called by javac through the service loader. */
  public JavacPlugin() {}

  @Override
  public String getName() {
    return "Kiln";
  }

  @Override
  public boolean autoStart() {
    return true;
  }

  @Override
  public void init(JavacTask task, String... arguments) {
    Trees trees = Trees.instance(task);
    task.addTaskListener(
        new FirstUse(
            KilnProcessor.isTooOld()
                ? (use, unit) ->
                    trees.printMessage(Diagnostic.Kind.ERROR, KilnProcessor.tooOld(), use, unit)
                : (use, unit) -> KilnProcessor.startWorker()));
  }

  /** Waits for the first source that names the language. */
  private static final class FirstUse extends TreeScanner<@Nullable Tree, @Nullable Void>
      implements TaskListener {
    private final BiConsumer<Tree, CompilationUnitTree> told;
    private boolean isOver;

    FirstUse(BiConsumer<Tree, CompilationUnitTree> told) {
      this.told = told;
    }

    @Override
    public void finished(TaskEvent event) {
      CompilationUnitTree unit = event.getCompilationUnit();
      if (event.getKind() == TaskEvent.Kind.PARSE && unit != null && !isOver) {
        Tree use = scan(unit, null);
        if (use != null) {
          isOver = true;
          told.accept(use, unit);
        }
      }
    }

    @Override
    public @Nullable Tree visitMemberSelect(MemberSelectTree select, @Nullable Void nothing) {
      return select.toString().equals(LANGUAGE) ? select : super.visitMemberSelect(select, null);
    }

    @Override
    public @Nullable Tree reduce(@Nullable Tree first, @Nullable Tree second) {
      // Later results come first.
      return second == null ? first : second;
    }
  }
}
