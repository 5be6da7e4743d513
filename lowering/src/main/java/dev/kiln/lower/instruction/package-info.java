/**
 * What is to know of the rows of {@link dev.kiln.ir.Instruction} beside their shapes: {@link
 * dev.kiln.lower.instruction.Needs} says what a target must be able to do, and {@link
 * dev.kiln.lower.instruction.ExpandInstructions} what each does, as a body of plain operations that
 * one thread runs, a file for each family. The bodies are the definition of the instructions, made
 * to be read, and a second opinion on the interpreter, which runs the instructions themselves:
 * tests run both for every row.
 */
@NullMarked
package dev.kiln.lower.instruction;

import org.jspecify.annotations.NullMarked;
