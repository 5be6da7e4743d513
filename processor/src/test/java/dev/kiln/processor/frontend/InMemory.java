package dev.kiln.processor.frontend;

import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.net.URI;
import java.util.HashMap;
import java.util.Map;
import javax.tools.FileObject;
import javax.tools.ForwardingJavaFileManager;
import javax.tools.JavaFileManager;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/** Source texts given to javac, and the classes it makes of them, without files. */
final class InMemory extends ForwardingJavaFileManager<StandardJavaFileManager> {
  /** Shared, so that the jars of the class path are opened once. */
  private static final StandardJavaFileManager FILES =
      ToolProvider.getSystemJavaCompiler().getStandardFileManager(null, null, null);

  private final Map<String, ByteArrayOutputStream> classes = new HashMap<>();

  InMemory() {
    super(FILES);
  }

  /** Does not close what others share. */
  @Override
  public void close() {}

  /** A source file with a path like {@code k/K.java}. */
  static JavaFileObject source(String path, String text) {
    return new SimpleJavaFileObject(URI.create("mem:///" + path), JavaFileObject.Kind.SOURCE) {
      @Override
      public CharSequence getCharContent(boolean ignoreErrors) {
        return text;
      }
    };
  }

  @Override
  public JavaFileObject getJavaFileForOutput(
      JavaFileManager.Location location,
      String className,
      JavaFileObject.Kind kind,
      FileObject sibling) {
    return new SimpleJavaFileObject(URI.create("mem:///" + className + ".class"), kind) {
      @Override
      public OutputStream openOutputStream() {
        return classes.computeIfAbsent(className, name -> new ByteArrayOutputStream());
      }
    };
  }

  /** Loads what was compiled. */
  ClassLoader loader() {
    return new ClassLoader(InMemory.class.getClassLoader()) {
      @Override
      protected Class<?> findClass(String name) throws ClassNotFoundException {
        ByteArrayOutputStream bytes = classes.get(name);
        if (bytes == null) {
          throw new ClassNotFoundException(name);
        }
        return defineClass(name, bytes.toByteArray(), 0, bytes.size());
      }
    };
  }
}
