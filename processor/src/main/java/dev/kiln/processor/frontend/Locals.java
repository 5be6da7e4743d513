package dev.kiln.processor.frontend;

import dev.kiln.ir.Value;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The local variables and parameters in scope of one method, innermost first. */
final class Locals {

  /** What a local variable is. */
  sealed interface Binding {}

  /** Never assigned again: the term itself. */
  record Fixed(Term term) implements Binding {}

  /** Assigned more than once: a cell of the IR. */
  record Variable(Primitive type, Value cell) implements Binding {}

  /** The names of one scope. */
  private record Scope(Map<String, Binding> names, boolean isLambda) {}

  private final Deque<Scope> scopes = new ArrayDeque<>();

  Locals() {
    enter();
  }

  /** Begins a block. */
  void enter() {
    scopes.push(new Scope(new LinkedHashMap<>(), /* isLambda= */ false));
  }

  /** Begins the body of a lambda, within which outer variables are not assigned. */
  void enterLambda() {
    scopes.push(new Scope(new LinkedHashMap<>(), /* isLambda= */ true));
  }

  /** Ends the innermost block or lambda. */
  void leave() {
    scopes.pop();
  }

  void declare(String name, Binding binding) {
    scopes.element().names().put(name, binding);
  }

  @Nullable Binding find(String name) {
    for (Scope scope : scopes) {
      Binding binding = scope.names().get(name);
      if (binding != null) {
        return binding;
      }
    }
    return null;
  }

  /** Whether a variable belongs to code around the innermost lambda. */
  boolean isCaptured(String name) {
    for (Scope scope : scopes) {
      if (scope.names().containsKey(name)) {
        return false;
      }
      if (scope.isLambda()) {
        return find(name) != null;
      }
    }
    return false;
  }

  /** The cells in scope by name. */
  Map<String, Variable> variables() {
    Map<String, Variable> variables = new LinkedHashMap<>();
    for (String name : names()) {
      if (find(name) instanceof Variable variable) {
        variables.put(name, variable);
      }
    }
    return variables;
  }

  /** All names in scope, the innermost first. */
  List<String> names() {
    List<String> names = new ArrayList<>();
    scopes.forEach(scope -> names.addAll(scope.names().keySet()));
    return names;
  }
}
