package dev.kiln.processor.emit;

import com.palantir.javapoet.CodeBlock;
import dev.kiln.ir.Kernel;
import dev.kiln.ir.Param;
import dev.kiln.ir.Type;
import dev.kiln.processor.decl.KernelDecl;
import dev.kiln.processor.decl.VariantDecl;
import java.util.Map;

/** What the launcher's Javadoc says of its kernel. */
final class LauncherJavadoc {
  private LauncherJavadoc() {}

  static CodeBlock ofClass(KernelDecl kernel) {
    return CodeBlock.of("Launches {@code $L.$L}.\n", simpleOwner(kernel), kernel.name());
  }

  private static String simpleOwner(KernelDecl kernel) {
    String owner = kernel.owner().substring(kernel.owner().lastIndexOf('.') + 1);
    return owner.replace('$', '.');
  }

  /** Parameters with their element types, dimensions and the access that the IR shows. */
  static CodeBlock ofLaunch(
      KernelDecl kernel, Map<Integer, Kernel> tiles, Map<String, String> names) {
    Kernel tile = tiles.values().iterator().next();
    Map<String, Access> accesses = Access.of(tile);
    CodeBlock.Builder text = CodeBlock.builder();
    text.add("Launches the kernel in its default variant for the tensors' device.\n");
    text.add(tile.params().isEmpty() ? "" : "\n");
    for (Param param : tile.params()) {
      if (param.value().type() instanceof Type.TensorType tensor) {
        text.add(
            "@param $L $L, $L; $L\n",
            names.get(param.name()),
            tensor.element().name(),
            param.dims().isEmpty()
                ? "rank " + tensor.rank()
                : "[" + String.join(", ", param.dims()) + "]",
            sentence(accesses.getOrDefault(param.name(), Access.READ)));
      }
    }
    return text.build();
  }

  private static String sentence(Access access) {
    return switch (access) {
      case READ -> "read";
      case WRITE -> "written";
      case READWRITE -> "read and written";
    };
  }

  static CodeBlock ofVariantLaunch(KernelDecl kernel, String parameter) {
    CodeBlock.Builder text = CodeBlock.builder();
    text.add("Launches the kernel in one of its variants:\n\n<ul>\n");
    for (VariantDecl row : kernel.variants()) {
      text.add(
          "  <li>$L: {@code $L}$L\n",
          row.index(),
          row.row().isEmpty() ? "no constants" : row.row(),
          row.target().isEmpty() ? "" : " for " + row.target());
    }
    return text.add("</ul>\n\n@param $L the number of the variant\n", parameter).build();
  }
}
