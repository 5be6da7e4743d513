package dev.kiln.processor.emit;

import dev.kiln.ir.DType;
import dev.kiln.ir.Kernel;
import dev.kiln.ir.Param;
import dev.kiln.ir.Type;
import dev.kiln.processor.compile.CompiledKernel;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.TreeSet;

/** What the runtime reads first of a kernel: properties with sorted keys, without dates. */
final class Manifest {
  private Manifest() {}

  /**
   * Its text.
   *
   * @param kernel the class and the method
   */
  static String text(String version, String kernel, String launcher, CompiledKernel compiled) {
    TreeMap<String, String> entries = new TreeMap<>();
    entries.put("kiln.version", version);
    entries.put("kernel", kernel);
    entries.put("launcher", launcher);
    Kernel tile = compiled.variants().getFirst().tile();
    Map<String, Access> accesses = Access.of(tile);
    for (int i = 0; i < tile.params().size(); i++) {
      Param param = tile.params().get(i);
      entries.put("param." + i, parameter(param, accesses));
    }
    entries.put("variants", String.valueOf(compiled.variants().size()));
    compiled.variants().forEach(variant -> put(variant, entries));
    for (int i = 0; i < compiled.traps().size(); i++) {
      entries.put("trap." + (i + 1), compiled.traps().get(i));
    }
    for (CompiledKernel.Artifact artifact : compiled.artifacts()) {
      entries.put("artifact." + artifact.name(), artifact.file());
    }
    StringBuilder text = new StringBuilder();
    entries.forEach(
        (key, value) -> text.append(key).append('=').append(escaped(value)).append('\n'));
    return text.toString();
  }

  private static void put(CompiledKernel.Variant variant, Map<String, String> entries) {
    String prefix = "variant." + variant.index() + ".";
    entries.put(prefix + "constants", variant.constants());
    entries.put(prefix + "targets", String.join(",", variant.backends()));
    variant.properties().forEach((key, value) -> entries.put(prefix + key, value));
    TreeSet<String> staged = new TreeSet<>();
    variant.stages().keySet().forEach(key -> staged.add(key.substring(0, key.indexOf('/'))));
    if (!staged.isEmpty()) {
      entries.put(prefix + "stages", String.join(",", staged));
    }
  }

  private static String parameter(Param param, Map<String, Access> accesses) {
    return switch (param.value().type()) {
      case Type.TensorType tensor ->
          "%s tensor %s %d %s %s"
              .formatted(
                  param.name(),
                  tensor.element().text(),
                  tensor.rank(),
                  Objects.requireNonNull(accesses.get(param.name())).text(),
                  param.dims().isEmpty() ? "-" : String.join(",", param.dims()));
      case Type.ScalarType scalar -> param.name() + " scalar " + javaName(scalar.dtype());
      case Type.VectorType _,
          Type.TileType _,
          Type.RegionType _,
          Type.CellType _,
          Type.MemoryType _ ->
          throw new IllegalStateException("no kernel has a parameter of " + param.value().type());
    };
  }

  private static String javaName(DType type) {
    return JavaExpressions.javaType(type);
  }

  private static String escaped(String value) {
    return value.replace("\\", "\\\\").replace("\n", "\\n").replace("\r", "\\r");
  }
}
