package dev.kiln.processor.worker;

import dev.kiln.codegen.llvm.worker.Wire;
import dev.kiln.processor.model.Data;
import dev.kiln.processor.model.MethodData;
import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import javax.lang.model.SourceVersion;
import org.jspecify.annotations.Nullable;

/**
 * The kernels of a round.
 *
 * @param options of the processor, as given; null values where only the key is
 * @param version of the language that the sources are in
 * @param sources the texts that declare the kernels, each once
 */
record RoundRequest(
    Map<String, @Nullable String> options,
    SourceVersion version,
    List<Source> sources,
    List<KernelMethod> kernels) {

  /**
   * A unit.
   *
   * @param file its simple name
   */
  record Source(String file, String text) {
    void write(DataOutputStream out) throws IOException {
      Wire.text(out, file);
      Wire.text(out, text);
    }

    static Source read(DataInputStream in) throws IOException {
      return new Source(Wire.text(in), Wire.text(in));
    }
  }

  /**
   * A method to compile.
   *
   * @param source the index of its unit
   * @param anchor an offset within it; negative when not known
   */
  record KernelMethod(MethodData method, int source, int anchor) {
    void write(DataOutputStream out) throws IOException {
      method.write(out);
      out.writeInt(source);
      out.writeInt(anchor);
    }

    static KernelMethod read(DataInputStream in) throws IOException {
      return new KernelMethod(MethodData.read(in), in.readInt(), in.readInt());
    }
  }

  /** The same with one of its kernels only. */
  RoundRequest only(int kernel) {
    return new RoundRequest(options, version, sources, List.of(kernels.get(kernel)));
  }

  byte[] bytes() {
    return Wire.bytes(
        out -> {
          Data.write(out, options.entrySet(), RoundRequest::writeOption);
          Wire.text(out, version.name());
          Data.write(out, sources, Source::write);
          Data.write(out, kernels, KernelMethod::write);
        });
  }

  private static void writeOption(Map.Entry<String, @Nullable String> option, DataOutputStream out)
      throws IOException {
    Wire.text(out, option.getKey());
    String value = option.getValue();
    out.writeBoolean(value != null);
    if (value != null) {
      Wire.text(out, value);
    }
  }

  static RoundRequest of(byte[] bytes) throws IOException {
    DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes));
    Map<String, @Nullable String> options = new TreeMap<>();
    for (int rest = in.readInt(); rest > 0; rest--) {
      String key = Wire.text(in);
      options.put(key, in.readBoolean() ? Wire.text(in) : null);
    }
    return new RoundRequest(
        options,
        SourceVersion.valueOf(Wire.text(in)),
        Data.read(in, Source::read),
        Data.read(in, KernelMethod::read));
  }
}
