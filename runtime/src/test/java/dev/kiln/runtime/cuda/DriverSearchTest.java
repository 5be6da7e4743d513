package dev.kiln.runtime.cuda;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is said where CUDA cannot be used, and the library that stands in for the toolkit's. */
class DriverSearchTest {

  /** What a driver of CUDA 11.2 answers. */
  @SuppressWarnings("unused") // called from native code
  private static int version(MemorySegment target) {
    target.reinterpret(4).set(ValueLayout.JAVA_INT, 0, 11_020);
    return 0;
  }

  @Test
  void aDriverThatLacksAFunctionIsTooOld() throws ReflectiveOperationException {
    var handle =
        MethodHandles.lookup()
            .findStatic(
                DriverSearchTest.class,
                "version",
                MethodType.methodType(int.class, MemorySegment.class));
    MemorySegment version =
        Linker.nativeLinker()
            .upcallStub(
                handle,
                FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.ADDRESS),
                Arena.ofAuto());
    SymbolLookup old =
        name ->
            name.equals("cuGraphInstantiateWithFlags") ? Optional.empty() : Optional.of(version);
    assertEquals(
        "The NVIDIA driver is too old: it serves CUDA 11.2 and lacks cuGraphInstantiateWithFlags."
            + " Install one that serves CUDA 11.4 or newer.",
        DriverSearch.shortcoming(old));
    assertNull(DriverSearch.shortcoming(_ -> Optional.of(version)));
  }

  @Test
  void withoutADriverTheReasonNamesIt() {
    assumeTrue(!Files.exists(Path.of("/dev/nvidiactl")), "this machine has a GPU");
    var missing =
        assertInstanceOf(DriverSearch.Missing.class, new DriverSearch("linux-x86_64").search());
    assertTrue(missing.reason().contains("libcuda.so.1"), missing.reason());
    var elsewhere =
        assertInstanceOf(DriverSearch.Missing.class, new DriverSearch("windows-x86_64").search());
    assertEquals(
        "CUDA runs on [linux-x86_64, linux-aarch64] here, not on windows-x86_64.",
        elsewhere.reason());
  }

  /** In a class loader that has this module and nothing else. */
  @Test
  void withoutThePresetsTheReasonNamesThem() throws Exception {
    URL module = DriverSearch.class.getProtectionDomain().getCodeSource().getLocation();
    try (var alone = new URLClassLoader(new URL[] {module}, ClassLoader.getPlatformClassLoader())) {
      Class<?> search = alone.loadClass(DriverSearch.class.getName());
      Method presets = search.getDeclaredMethod("presets", SymbolLookup.class);
      presets.setAccessible(true);
      SymbolLookup anything = _ -> Optional.empty();
      Object result =
          presets.invoke(search.getConstructor(String.class).newInstance("linux-x86_64"), anything);
      assertTrue(
          result.toString().contains("Add org.bytedeco:cuda:13.1-9.19-1.5.13 and its natives"),
          result.toString());
    }
  }

  @Test
  void theStubIsALibraryOfItsNameAndAlwaysTheSame(@TempDir Path folder) throws IOException {
    byte[] bytes = StubLibrary.bytes("libkilnstub.so.7", 62);
    assertArrayEquals(bytes, StubLibrary.bytes("libkilnstub.so.7", 62));
    assumeTrue(System.getProperty("os.arch").equals("amd64"));
    Path file = folder.resolve("stub.so");
    Files.write(file, bytes);
    System.load(file.toString());
    assertNotNull(
        SymbolLookup.libraryLookup("libkilnstub.so.7", Arena.global()),
        "who asks for the name gets the stub");
  }

  @Test
  void errorsAreKnownByNumber() {
    assertEquals(DriverError.ILLEGAL_ADDRESS, DriverError.of(700));
    assertTrue(DriverError.ILLEGAL_ADDRESS.isSticky());
    assertEquals(DriverError.OTHER, DriverError.of(12345));
    assertEquals("12.8", DriverFunction.text(12_080));
  }
}
