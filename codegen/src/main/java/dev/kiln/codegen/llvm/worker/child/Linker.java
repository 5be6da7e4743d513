package dev.kiln.codegen.llvm.worker.child;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.bytedeco.javacpp.Loader;
import org.bytedeco.llvm.global.LLVM;

/**
 * Links objects with the preset's own {@code lld} into a shared library that needs nothing from
 * outside.
 */
final class Linker {
  private static final String NATIVES = "/org/bytedeco/llvm/linux-x86_64/";
  private static final List<String> OPTIONS =
      List.of(
          "-flavor",
          "gnu",
          "-shared",
          "-s",
          "-z",
          "defs",
          "-z",
          "noexecstack",
          "--gc-sections",
          "--build-id=none",
          "--hash-style=gnu");

  private Linker() {}

  static byte[] link(List<byte[]> objects) {
    try {
      Path folder = Files.createTempDirectory("kiln-link");
      try {
        return link(objects, folder);
      } finally {
        delete(folder);
      }
    } catch (IOException e) {
      throw new RefusedException("linking failed: " + e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new RefusedException("linking was interrupted");
    }
  }

  private static byte[] link(List<byte[]> objects, Path folder)
      throws IOException, InterruptedException {
    Path library = folder.resolve("kernel.so");
    List<String> command = new ArrayList<>();
    command.add(executable().toString());
    command.addAll(OPTIONS);
    command.addAll(List.of("-o", library.toString()));
    for (int i = 0; i < objects.size(); i++) {
      Path object = folder.resolve("module" + i + ".o");
      Files.write(object, objects.get(i));
      command.add(object.toString());
    }
    Process lld = new ProcessBuilder(command).redirectErrorStream(true).start();
    try (InputStream output = lld.getInputStream()) {
      String messages = new String(output.readAllBytes(), StandardCharsets.UTF_8);
      if (lld.waitFor() != 0) {
        throw new RefusedException(messages.replace(folder + "/", "").strip());
      }
    }
    return Files.readAllBytes(library);
  }

  /**
   * Returns the path of {@code lld}, extracted beside {@code libLLVM.so}, which it looks for by a
   * versioned name that the preset does not create.
   */
  private static synchronized Path executable() throws IOException {
    File library = Loader.cacheResource(LLVM.class, NATIVES + "libLLVM.so");
    File lld = Loader.cacheResource(LLVM.class, NATIVES + "lld");
    if (!lld.canExecute() && !lld.setExecutable(true)) {
      throw new IOException("cannot make " + lld + " executable");
    }
    Path link = lld.toPath().resolveSibling("libLLVM.so.20.1");
    if (!Files.exists(link)) {
      try {
        Files.createSymbolicLink(link, library.toPath());
      } catch (FileAlreadyExistsException e) {
        // Another worker was quicker.
      }
    }
    return lld.toPath();
  }

  private static void delete(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : files.toList()) {
        Files.delete(file);
      }
    }
    Files.delete(folder);
  }
}
