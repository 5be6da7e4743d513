package dev.kiln.processor.host;

import dev.kiln.ir.Loc;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.List;
import javax.annotation.processing.Filer;
import javax.annotation.processing.ProcessingEnvironment;
import javax.lang.model.element.Element;
import javax.lang.model.element.TypeElement;
import javax.tools.Diagnostic;
import javax.tools.FileObject;
import javax.tools.JavaFileManager;
import javax.tools.StandardLocation;
import org.jspecify.annotations.Nullable;

/**
 * Any compiler, by the standard interfaces alone: text from the file that it names or from the
 * paths that it has, findings at the element.
 */
final class PlainHost implements Host {
  private static final List<JavaFileManager.Location> LOCATIONS =
      List.of(
          StandardLocation.SOURCE_PATH,
          StandardLocation.SOURCE_OUTPUT,
          StandardLocation.CLASS_PATH);

  private final ProcessingEnvironment environment;

  PlainHost(ProcessingEnvironment environment) {
    this.environment = environment;
  }

  @Override
  public @Nullable SourceText source(Element element) {
    SourceText named = fromNamedFile(element);
    return named != null ? named : fromPaths(element);
  }

  private @Nullable SourceText fromNamedFile(Element element) {
    try {
      FileObject file = environment.getElementUtils().getFileObjectOf(element);
      return file == null || file.getName().endsWith(".class") ? null : read(file);
    } catch (IOException | RuntimeException unsupported) {
      return null;
    }
  }

  private @Nullable SourceText fromPaths(Element element) {
    TypeElement type = environment.getElementUtils().getOutermostTypeElement(element);
    if (type == null) {
      return null;
    }
    String packageName =
        environment.getElementUtils().getPackageOf(type).getQualifiedName().toString();
    Filer filer = environment.getFiler();
    for (JavaFileManager.Location location : LOCATIONS) {
      try {
        return read(filer.getResource(location, packageName, type.getSimpleName() + ".java"));
      } catch (IOException | RuntimeException notThere) {
        // The next location may have it.
      }
    }
    return null;
  }

  private static SourceText read(FileObject file) throws IOException {
    CharSequence text = file.getCharContent(/* ignoreEncodingErrors= */ true);
    if (text == null) {
      throw new FileNotFoundException(file.getName());
    }
    return new SourceText(Sources.simpleName(file.toUri().toString()), text.toString(), -1);
  }

  @Override
  public Placement placement(Element element, Loc loc) {
    return Placement.ELEMENT;
  }

  @Override
  public boolean report(Diagnostic.Kind kind, String message, Element element, Loc loc) {
    environment.getMessager().printMessage(kind, message, element);
    return true;
  }
}
