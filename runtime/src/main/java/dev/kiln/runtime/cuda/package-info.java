/**
 * The driver of NVIDIA GPUs as the runtime uses it: {@link dev.kiln.runtime.cuda.Driver} says in
 * plain Java types what is called, {@link dev.kiln.runtime.cuda.PresetDriver} calls it through the
 * JavaCPP presets for CUDA, and {@link dev.kiln.runtime.cuda.DriverSearch} finds out whether that
 * is possible here, without loading anything that is not there. Not API: only {@code
 * dev.kiln.runtime} uses it.
 *
 * <h2>A driver alone is enough</h2>
 *
 * <p>The presets' native library wants {@code libcuda.so.1}, which the driver brings, and {@code
 * libcudart.so.13}, which only the CUDA toolkit brings and of which nothing is called here. Where
 * the second is missing, {@link dev.kiln.runtime.cuda.StubLibrary} stands in for it: an ELF file of
 * that name without any symbol. It is written by that class, byte for byte the same each time, to
 * Java's temporary folder, loaded and deleted; there is no binary to keep or to rebuild. Symbols of
 * the runtime API that the presets refer to stay unresolved, which the dynamic linker allows as
 * long as nobody calls them.
 *
 * <h2>Old drivers</h2>
 *
 * <p>A call of a function that the installed driver lacks would end the process, so the search asks
 * for the driver's version first, looks up by name every function that is always needed, and
 * refuses drivers that lack one. What only some programs need is asked for by {@link
 * dev.kiln.runtime.cuda.Driver#has}.
 */
@NullMarked
package dev.kiln.runtime.cuda;

import org.jspecify.annotations.NullMarked;
