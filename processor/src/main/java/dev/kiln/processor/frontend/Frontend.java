package dev.kiln.processor.frontend;

import dev.kiln.ir.Kernel;
import dev.kiln.processor.decl.KernelDecl;
import dev.kiln.processor.decl.VariantDecl;
import dev.kiln.processor.diagnostics.Diagnostics;
import dev.kiln.processor.frontend.resolve.Members;
import dev.kiln.processor.model.Classes;
import org.jspecify.annotations.Nullable;

/** Translates kernel methods to tile IR. Lives for one round of the compiler, as elements do. */
public final class Frontend {
  private final Members members;

  /** A front end over the classes that the compiler sees. */
  public Frontend(Classes classes) {
    members = new Members(classes);
  }

  /**
   * The tile IR of one variant of a kernel; null when the user made mistakes, all of which are
   * reported. The parameters of the IR are those of the method without the {@code @Const} ones.
   */
  public @Nullable Kernel translate(
      KernelDecl kernel, VariantDecl variant, Diagnostics diagnostics) {
    return new KernelBody(new Translation(kernel, members, diagnostics), variant).translate();
  }
}
