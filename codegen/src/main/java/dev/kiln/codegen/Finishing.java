package dev.kiln.codegen;

import java.util.List;

/** What a backend makes of its artifacts with a tool of the build machine, where that is found. */
@FunctionalInterface
public interface Finishing {
  /** Nothing. */
  Finishing NONE = (job, artifact, tools) -> Finished.NOTHING;

  /** Works on the artifact that {@code job} gave. */
  Finished finish(Job job, byte[] artifact, ToolSettings tools);

  /** More artifacts, and what the tool had to say. */
  record Finished(List<Extra> extras, List<Remark> remarks) {
    /** No tool was found. */
    public static final Finished NOTHING = new Finished(List.of(), List.of());

    /** Copies the lists. */
    public Finished {
      extras = List.copyOf(extras);
      remarks = List.copyOf(remarks);
    }
  }

  /**
   * A further artifact.
   *
   * @param name what the manifest calls it, e.g. {@code cuda-sm_90a.cubin}
   * @param file its file name
   */
  @SuppressWarnings("ArrayRecordComponent") // compared by nobody, made and written once
  record Extra(String name, String file, byte[] bytes) {}

  /** Something that the user should know of the code of one target. */
  sealed interface Remark {
    /** The target that it is about. */
    String target();

    /**
     * Registers did not suffice.
     *
     * @param symbol the entry point
     * @param bytes of a thread's registers that are kept in memory
     */
    record Spill(String target, String symbol, long bytes) implements Remark {}

    /** The tool warns. */
    record Warning(String target, String text) implements Remark {}

    /** The tool refused the artifact, which is delivered without what the tool makes of it. */
    record Refusal(String target, String text) implements Remark {}
  }
}
