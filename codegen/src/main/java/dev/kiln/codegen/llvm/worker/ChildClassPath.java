package dev.kiln.codegen.llvm.worker;

import java.io.File;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.Set;

/**
 * Finds the jars and folders that the child needs, from resources that the caller's own loader
 * sees.
 */
final class ChildClassPath {
  private ChildClassPath() {}

  static String of(ClassLoader loader, WorkerProgram program) throws WorkerException {
    Set<String> roots = new LinkedHashSet<>();
    for (String resource : program.resources()) {
      URL url = loader.getResource(resource);
      if (url == null) {
        throw new WorkerException(
            WorkerException.Kind.UNAVAILABLE, WorkerException.missing(resource));
      }
      roots.add(root(url, resource).toString());
    }
    for (String resource : program.optional()) {
      URL url = loader.getResource(resource);
      if (url != null) {
        roots.add(root(url, resource).toString());
      }
    }
    return String.join(File.pathSeparator, roots);
  }

  private static Path root(URL url, String resource) throws WorkerException {
    try {
      if (url.getProtocol().equals("jar")) {
        String inner = url.getPath();
        return Path.of(new URI(inner.substring(0, inner.indexOf("!/"))));
      }
      String file = url.toURI().toString();
      return Path.of(URI.create(file.substring(0, file.length() - resource.length())));
    } catch (URISyntaxException | IllegalArgumentException e) {
      throw new WorkerException(
          WorkerException.Kind.UNAVAILABLE, "cannot run the worker from " + url);
    }
  }
}
