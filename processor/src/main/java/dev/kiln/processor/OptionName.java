package dev.kiln.processor;

/**
 * The processor's options, as {@code -A<key>=<value>}: the table that everything is derived from.
 */
enum OptionName {
  /** What to compile for. */
  TARGETS(
      "kiln.targets",
      "cpu",
      "names of targets with commas",
      "The targets to compile for: 'cpu'; 'cuda', which means 'cuda:sm_80' and 'cuda:sm_90a'; or"
          + " single ones such as 'cuda:sm_89'."),
  /** What to embed besides the artifacts. */
  EMBED(
      "kiln.embed",
      "stages",
      "'stages' or 'tile'",
      "Which IR text goes into the resources: that of every stage, or only the checked one."),
  /** A folder for IR and code. */
  DUMP("kiln.dump", "", "a folder", "Writes the IR after each pass and the generated code there."),
  /** Slow checks. */
  VERIFY("kiln.verify", "false", "'true' or 'false'", "Checks the IR after each pass."),
  /** Timings. */
  TIME("kiln.time", "false", "'true' or 'false'", "Says how long each kernel took."),
  /** Facts about kernels. */
  EXPLAIN(
      "kiln.explain",
      "false",
      "'true' or 'false'",
      "Says at each place of a kernel what became of it: layouts of tiles, instructions, the width"
          + " of vectors, memory on chip, and why a copy is made by the threads."),
  /** Stopping early. */
  STOP(
      "kiln.stop",
      "",
      "the name of a stage or a pass",
      "Ends compilation behind it and writes the IR to the dump folder."),
  /** The assembler for cubins. */
  PTXAS(
      "kiln.ptxas",
      "",
      "the path of a program",
      "NVIDIA's assembler; if not given, it is looked for on the PATH, in '/usr/local/cuda/bin' and"
          + " in '/usr/local/cuda-*/bin'. Where there is none, only PTX is embedded."),
  /** How long a kernel may take. */
  TIMEOUT(
      "kiln.timeout",
      "300",
      "a number of seconds from 1 to 86400",
      "How long a kernel may take; one that takes longer is an error, and the others are compiled."),
  /** How much memory kernels may take. */
  MEMORY(
      "kiln.memory",
      "1920",
      "a number of mebibytes from 384 to 65536",
      "The memory of the process that compiles kernels; a kernel that needs more is an error, and"
          + " the others are compiled."),
  /** Source lines in messages. */
  EXCERPT(
      "kiln.excerpt",
      "auto",
      "'auto', 'always' or 'never'",
      "Whether messages carry the source line; 'auto' does it under tools that show none.");

  private final String key;
  private final String otherwise;
  private final String expected;
  private final String about;

  OptionName(String key, String otherwise, String expected, String about) {
    this.key = key;
    this.otherwise = otherwise;
    this.expected = expected;
    this.about = about;
  }

  /** The name behind {@code -A}. */
  String key() {
    return key;
  }

  /** The value when the option is not given. */
  String otherwise() {
    return otherwise;
  }

  /** What may be given, in words. */
  String expected() {
    return expected;
  }

  /** What it does, in a sentence. */
  String about() {
    return about;
  }
}
