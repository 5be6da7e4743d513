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
import javax.tools.Diagnostic;
import org.jspecify.annotations.Nullable;

/**
 * Says under a javac before 25 what {@link KilnProcessor} says under other compilers. Such a javac
 * never comes to ask a processor: it stops at the first class file of the language, which it cannot
 * read. As a plugin that starts by itself, from the processor path, this sees sources as soon as
 * they are parsed, and the first one that names the language gets the sentence. javac then stops
 * before it opens a class file.
 */
@AutoService(Plugin.class)
public final class OldJavac implements Plugin {
  private static final String LANGUAGE = "dev.kiln.lang";

  /** Called by javac through the service loader. */
  public OldJavac() {}

  @Override
  public String getName() {
    return "KilnOldJavac";
  }

  @Override
  public boolean autoStart() {
    return KilnProcessor.isTooOld();
  }

  @Override
  public void init(JavacTask task, String... arguments) {
    task.addTaskListener(new FirstUse(Trees.instance(task)));
  }

  /** Waits for the first source that names the language. */
  private static final class FirstUse extends TreeScanner<@Nullable Tree, @Nullable Void>
      implements TaskListener {
    private final Trees trees;
    private boolean told;

    FirstUse(Trees trees) {
      this.trees = trees;
    }

    @Override
    public void finished(TaskEvent event) {
      CompilationUnitTree unit = event.getCompilationUnit();
      if (event.getKind() == TaskEvent.Kind.PARSE && unit != null && !told) {
        Tree use = scan(unit, null);
        if (use != null) {
          told = true;
          trees.printMessage(Diagnostic.Kind.ERROR, KilnProcessor.tooOld(), use, unit);
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
