package dev.kiln.testkit.arch;

import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.SourcePositions;
import com.sun.source.util.Trees;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

/**
 * One Java file, parsed but not attributed.
 *
 * @param name path below the root of the checkout
 */
record Source(String name, String text, CompilationUnitTree unit, SourcePositions positions) {

  /** The main sources of every module. */
  static List<Source> main() {
    return under("main");
  }

  /** The test sources of every module. */
  static List<Source> test() {
    return under("test");
  }

  /** A made-up file, to show that a rule can fail. */
  static Source planted(String name, String text) {
    return parse(List.of(new Text(name, text))).getFirst();
  }

  String packageName() {
    return unit.getPackageName() == null ? "" : unit.getPackageName().toString();
  }

  List<String> lines() {
    return text.lines().toList();
  }

  /** The line of the first character of {@code tree}, from 1. */
  long firstLine(Tree tree) {
    return unit.getLineMap().getLineNumber(positions.getStartPosition(unit, tree));
  }

  /** The line of the last character of {@code tree}. */
  long lastLine(Tree tree) {
    return unit.getLineMap().getLineNumber(positions.getEndPosition(unit, tree) - 1);
  }

  /** The text of {@code method} up to its body. */
  String text(MethodTree method) {
    long start = positions.getStartPosition(unit, method);
    long end =
        method.getBody() == null
            ? positions.getEndPosition(unit, method)
            : positions.getStartPosition(unit, method.getBody());
    return text.substring((int) start, (int) end);
  }

  /** Where {@code tree} stands, to begin a finding with. */
  String at(Tree tree) {
    return name + ":" + firstLine(tree);
  }

  private static List<Source> under(String kind) {
    Path root = Repository.root();
    var texts = new ArrayList<Text>();
    for (String module : Repository.MODULES) {
      Path folder = root.resolve(module).resolve("src").resolve(kind).resolve("java");
      for (Path file : Repository.files(folder, path -> path.toString().endsWith(".java"))) {
        texts.add(new Text(root.relativize(file).toString(), Repository.read(file)));
      }
    }
    return parse(texts);
  }

  private static List<Source> parse(List<Text> texts) {
    var compiler = ToolProvider.getSystemJavaCompiler();
    var task =
        (JavacTask)
            compiler.getTask(null, null, null, List.of("-proc:none", "-Xlint:none"), null, texts);
    SourcePositions positions = Trees.instance(task).getSourcePositions();
    var sources = new ArrayList<Source>();
    try {
      for (CompilationUnitTree unit : task.parse()) {
        String name = unit.getSourceFile().getName().substring(1);
        String text = unit.getSourceFile().getCharContent(true).toString();
        sources.add(new Source(name, text, unit, positions));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return sources;
  }

  /** Source text in memory. */
  private static final class Text extends SimpleJavaFileObject {
    private final String text;

    Text(String name, String text) {
      super(URI.create("source:/" + name), JavaFileObject.Kind.SOURCE);
      this.text = text;
    }

    @Override
    public CharSequence getCharContent(boolean ignoreEncodingErrors) {
      return text;
    }
  }
}
