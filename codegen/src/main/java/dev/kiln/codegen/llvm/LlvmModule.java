package dev.kiln.codegen.llvm;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** The text of one module under construction: functions and what they refer to. */
public final class LlvmModule {
  private final List<String> header;
  private final List<String> functions = new ArrayList<>();
  private final TreeSet<String> declarations = new TreeSet<>();
  private final Map<String, Integer> attributes = new LinkedHashMap<>();
  private final List<String> metadata = new ArrayList<>();
  private final Map<String, Integer> nodes = new HashMap<>();
  private final List<String> globals = new ArrayList<>();
  private final Map<String, String> words = new HashMap<>();
  private final Map<String, Set<String>> lists = new LinkedHashMap<>();

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

  /** Adds a variable of the module, e.g. {@code @arena = external ...}. */
  public void global(String definition) {
    globals.add(definition);
  }

  /**
   * The name of a constant text that ends with a zero byte; equal texts are one.
   *
   * @param space the address space of constants with a space behind, e.g. {@code addrspace(1) }; or
   *     empty
   */
  public String words(String space, String content) {
    return words.computeIfAbsent(
        content,
        _ -> {
          String name = "@words" + words.size();
          byte[] bytes = (content + "\0").getBytes(StandardCharsets.UTF_8);
          var escaped = new StringBuilder();
          for (byte b : bytes) {
            boolean isPlain = b >= ' ' && b <= '~' && b != '"' && b != '\\';
            escaped.append(isPlain ? (char) b : "\\" + HexFormat.of().toHexDigits(b));
          }
          global(
              Template.fill(
                  "$ = private unnamed_addr $constant [$ x i8] c\"$\"",
                  name,
                  space,
                  bytes.length,
                  escaped));
          return name;
        });
  }

  /** The reference to a metadata node; equal contents are one node. */
  public String node(String content) {
    return "!" + nodes.computeIfAbsent(content, this::add);
  }

  /** The reference to a metadata node of its own that is not a plain tuple. */
  String separateNode(String content) {
    return "!" + add("distinct " + content);
  }

  /** Adds a node to a named list of the module, e.g. {@code nvvm.annotations}. */
  public void list(String name, String node) {
    lists.computeIfAbsent(name, n -> new LinkedHashSet<>()).add(node);
  }

  private int add(String content) {
    metadata.add(content);
    return metadata.size() - 1;
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
    lines.addAll(globals);
    lines.add("");
    lines.addAll(functions);
    lines.addAll(declarations);
    attributes.forEach((group, n) -> lines.add(Template.fill("attributes #$ = { $ }", n, group)));
    lists.forEach(
        (name, list) -> lines.add(Template.fill("!$ = !{$}", name, String.join(", ", list))));
    for (int i = 0; i < metadata.size(); i++) {
      lines.add(Template.fill("!$ = $", i, metadata.get(i)));
    }
    return String.join("\n", lines) + "\n";
  }
}
