package dev.kiln.processor.compile;

import dev.kiln.codegen.ToolSettings;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * What of the processor's options matters here.
 *
 * @param dump where to write IR and code; null for nowhere
 * @param stop name of the stage or pass to stop behind; empty for none
 * @param embedStages whether the text of each stage is wanted
 * @param verify whether the IR is checked after each pass
 * @param explain whether facts about kernels are wanted
 * @param tools programs that make more of what the toolchain gives
 */
public record CompileSettings(
    @Nullable Path dump,
    String stop,
    boolean embedStages,
    boolean verify,
    boolean explain,
    ToolSettings tools) {}
