package dev.kiln.codegen.llvm;

import dev.kiln.ir.Kernel;
import dev.kiln.ir.Loc;
import java.util.HashMap;
import java.util.Map;

/**
 * Line numbers of one function as LLVM's debug metadata: the lines of the user's source and nothing
 * else, so that they cost no code and no section.
 */
public final class DebugLines {
  /** Columns that LLVM can hold; it takes 0 for an unknown one. */
  private static final int COLUMNS = 1 << 16;

  private final LlvmModule module;
  private final String file;
  private final String function;
  private final Map<String, String> scopes = new HashMap<>();

  /** Lines of {@code kernel}'s function, whose place is that of its first operation. */
  public DebugLines(LlvmModule module, Kernel kernel) {
    this.module = module;
    Loc loc = kernel.body().ops().getLast().loc();
    file = loc.file();
    String unit = unit();
    String types = module.node("!DISubroutineType(types: " + module.node("!{null}") + ")");
    function =
        module.separateNode(
            Template.fill(
                "!DISubprogram(name: \"$\", scope: $, file: $, line: $, type: $, unit: $, spFlags:"
                    + " DISPFlagDefinition | DISPFlagOptimized)",
                escaped(kernel.name()),
                node(file),
                node(file),
                loc.line(),
                types,
                unit));
    scopes.put(file, function);
  }

  /** The reference to the function, for its definition. */
  public String function() {
    return function;
  }

  /** What instructions for {@code loc} end with. */
  public String place(Loc loc) {
    int column = loc.column() < COLUMNS ? loc.column() : 0;
    String scope = scopes.computeIfAbsent(loc.file(), this::scope);
    return ", !dbg "
        + module.node(
            Template.fill("!DILocation(line: $, column: $, scope: $)", loc.line(), column, scope));
  }

  /** Lines of another file: of a function that was inlined. */
  private String scope(String other) {
    return module.node(
        Template.fill(
            "!DILexicalBlockFile(scope: $, file: $, discriminator: 0)", function, node(other)));
  }

  /** The one compile unit of the module. */
  private String unit() {
    String unit =
        module.node(
            Template.fill(
                "distinct !DICompileUnit(language: DW_LANG_Java, file: $, producer: \"Kiln\","
                    + " isOptimized: true, runtimeVersion: 0, emissionKind: DebugDirectivesOnly)",
                node(file)));
    module.list("llvm.dbg.cu", unit);
    module.list("llvm.module.flags", module.node("!{i32 2, !\"Debug Info Version\", i32 3}"));
    return unit;
  }

  private String node(String name) {
    return module.node("!DIFile(filename: \"" + escaped(name) + "\", directory: \"\")");
  }

  /** As between quotes in LLVM's text. */
  private static String escaped(String text) {
    return text.replace("\\", "\\5C").replace("\"", "\\22");
  }
}
