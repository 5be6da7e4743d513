package dev.kiln.codegen.llvm;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/** The text of one module under construction: functions and what they refer to. */
public final class LlvmModule {
  private final List<String> header;
  private final List<String> functions = new ArrayList<>();
  private final TreeSet<String> declarations = new TreeSet<>();
  private final Map<String, Integer> attributes = new LinkedHashMap<>();
  private final List<String> metadata = new ArrayList<>();

  /** A module for {@code triple} whose first lines are the comments of {@code about}. */
  public LlvmModule(String triple, List<String> about) {
    header = new ArrayList<>();
    about.forEach(line -> header.add("; " + line));
    header.add(Template.fill("target triple = \"$\"", triple));
  }

  /** Adds a finished function. */
  public void define(String function) {
    functions.add(function);
  }

  /** Makes an intrinsic known. */
  void declare(String declaration) {
    declarations.add("declare " + declaration);
  }

  /** The reference to a group of function attributes, e.g. {@code #0}. */
  public String attributes(String group) {
    return "#" + attributes.computeIfAbsent(group, g -> attributes.size());
  }

  /** The reference to a new metadata node; equal contents are one node. */
  public String node(String content) {
    int known = metadata.indexOf(content);
    if (known < 0) {
      metadata.add(content);
      known = metadata.size() - 1;
    }
    return "!" + known;
  }

  /** The reference to a metadata node that is equal to no other, such as a loop's identity. */
  public String distinctNode(String rest) {
    int number = metadata.size();
    metadata.add(Template.fill("distinct !{!$$}", number, rest.isEmpty() ? "" : ", " + rest));
    return "!" + number;
  }

  /** The whole module. */
  public String text() {
    var lines = new ArrayList<String>(header);
    lines.add("");
    lines.addAll(functions);
    lines.addAll(declarations);
    attributes.forEach((group, n) -> lines.add(Template.fill("attributes #$ = { $ }", n, group)));
    for (int i = 0; i < metadata.size(); i++) {
      lines.add(Template.fill("!$ = $", i, metadata.get(i)));
    }
    return String.join("\n", lines) + "\n";
  }
}
