package dev.kiln.processor;

import com.google.testing.compile.Compilation;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.TreeMap;
import javax.tools.JavaFileObject;

/** What a compilation wrote, by path, and classes loaded from it. */
public final class Generated {
  private static final String CLASSES = "/CLASS_OUTPUT/";

  private Generated() {}

  /** All files, sources and resources among them. */
  static Map<String, byte[]> files(Compilation compilation) {
    Map<String, byte[]> files = new TreeMap<>();
    for (JavaFileObject file : compilation.generatedFiles()) {
      try (InputStream in = file.openInputStream()) {
        files.put(file.toUri().getPath(), in.readAllBytes());
      } catch (IOException failure) {
        throw new UncheckedIOException(failure);
      }
    }
    return files;
  }

  /** A loader of the compiled classes, which finds their resources too. */
  public static ClassLoader loader(Compilation compilation) {
    return new Loader(files(compilation));
  }

  private static final class Loader extends ClassLoader {
    private final Map<String, byte[]> files;

    Loader(Map<String, byte[]> files) {
      super(Generated.class.getClassLoader());
      this.files = files;
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
      byte[] bytes = files.get(CLASSES + name.replace('.', '/') + ".class");
      if (bytes == null) {
        throw new ClassNotFoundException(name);
      }
      return defineClass(name, bytes, 0, bytes.length);
    }

    @Override
    public InputStream getResourceAsStream(String name) {
      byte[] bytes = files.get(CLASSES + name);
      return bytes == null
          ? super.getResourceAsStream(name)
          : new java.io.ByteArrayInputStream(bytes);
    }
  }
}
