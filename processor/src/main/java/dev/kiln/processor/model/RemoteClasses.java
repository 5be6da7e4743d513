package dev.kiln.processor.model;

import dev.kiln.codegen.llvm.worker.Wire;
import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.TypeElement;
import org.jspecify.annotations.Nullable;

/**
 * The classes of a compiler in another process: asks once for each thing. One class is one element,
 * and one method is one element, wherever it was come by. For one thread.
 */
public final class RemoteClasses implements Classes {
  private final UnaryOperator<byte[]> compiler;
  private final Map<String, ClassView> types = new HashMap<>();
  private final Map<String, MethodView> methods = new HashMap<>();
  private final Map<String, List<ExecutableElement>> named = new HashMap<>();

  /**
   * Classes of a compiler.
   *
   * @param compiler what {@link ModelAnswers} gives for a question
   */
  public RemoteClasses(UnaryOperator<byte[]> compiler) {
    this.compiler = compiler;
  }

  @Override
  public @Nullable TypeElement type(String canonicalName) {
    ClassView view = view(canonicalName);
    return view.isThere() ? view : null;
  }

  /** The class of a name, which may be one that is not there, as in the type of an error. */
  ClassView view(String canonicalName) {
    return types.computeIfAbsent(canonicalName, name -> new ClassView(this, name));
  }

  @Override
  public Set<String> methodNames(TypeElement type) {
    return new LinkedHashSet<>(((ClassView) type).data().methods());
  }

  @Override
  public List<ExecutableElement> methods(TypeElement type, String name) {
    if (!((ClassView) type).data().methods().contains(name)) {
      return List.of();
    }
    return named.computeIfAbsent(type + "#" + name, key -> askMethods(type.toString(), name));
  }

  private List<ExecutableElement> askMethods(String type, String name) {
    Data.Reader<List<MethodData>> reader = in -> Data.read(in, MethodData::read);
    List<MethodData> found = ask(new Question(Question.Kind.METHODS, type, name), reader);
    return found == null ? List.of() : found.stream().map(this::method).toList();
  }

  /** The method that came with a request. */
  public ExecutableElement method(MethodData data) {
    return methods.computeIfAbsent(
        data.owner() + "#" + data.text(), key -> new MethodView(this, data));
  }

  @Override
  public boolean sees(TypeElement from, String canonicalName) {
    Question question = new Question(Question.Kind.SEES, from.toString(), canonicalName);
    return ask(question, in -> true) != null;
  }

  @Nullable ClassData classData(String name) {
    return ask(new Question(Question.Kind.CLASS, name, ""), ClassData::read);
  }

  FieldData fieldData(String type, String name) {
    FieldData found = ask(new Question(Question.Kind.FIELD, type, name), FieldData::read);
    if (found == null) {
      throw new IllegalStateException("the compiler has lost the field " + type + "." + name);
    }
    return found;
  }

  private <T> @Nullable T ask(Question question, Data.Reader<T> reader) {
    DataInputStream in =
        new DataInputStream(new ByteArrayInputStream(compiler.apply(Wire.bytes(question::write))));
    try {
      return switch (in.readByte()) {
        case ModelAnswers.FOUND -> reader.read(in);
        case ModelAnswers.NONE -> null;
        case ModelAnswers.FAILED -> throw new IllegalStateException(Wire.text(in));
        default -> throw new IOException("no answer to " + question);
      };
    } catch (IOException broken) {
      throw new UncheckedIOException(broken);
    }
  }
}
