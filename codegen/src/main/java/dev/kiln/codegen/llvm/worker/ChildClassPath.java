package dev.kiln.codegen.llvm.worker;

import java.io.File;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Finds the jars and folders that the child needs, from resources that the caller's own loader
 * sees.
 */
final class ChildClassPath {
  /** One resource of each library; the order is the child's class path. */
  private static final List<String> RESOURCES =
      List.of(
          "dev/kiln/codegen/llvm/worker/child/WorkerMain.class",
          "org/bytedeco/javacpp/Loader.class",
          "org/bytedeco/javacpp/linux-x86_64/libjnijavacpp.so",
          "org/bytedeco/llvm/global/LLVM.class",
          "org/bytedeco/llvm/linux-x86_64/libLLVM.so");

  private ChildClassPath() {}

  static String of(ClassLoader loader) throws WorkerException {
    Set<String> roots = new LinkedHashSet<>();
    for (String resource : RESOURCES) {
      URL url = loader.getResource(resource);
      if (url == null) {
        throw new WorkerException(
            WorkerException.Kind.UNAVAILABLE,
            resource
                + " is not on the processor path; Kiln's compiler runs on linux-x86_64 with"
                + " the JavaCPP LLVM preset beside it");
      }
      roots.add(root(url, resource).toString());
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
