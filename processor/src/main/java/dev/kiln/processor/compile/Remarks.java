package dev.kiln.processor.compile;

import dev.kiln.codegen.Finishing.Remark;
import dev.kiln.ir.Loc;
import dev.kiln.processor.diagnostics.Code;
import dev.kiln.processor.diagnostics.Diagnostics;
import java.util.List;

/**
 * What tools have to say of a kernel's code, as findings about its method.
 *
 * @param loc the method's name
 */
record Remarks(Loc loc, List<CompiledKernel.Variant> variants, Diagnostics diagnostics) {
  Remarks {
    variants = List.copyOf(variants);
  }

  void report(Remark remark) {
    switch (remark) {
      case Remark.Spill(String target, String symbol, long bytes) -> {
        variants.stream()
            .filter(variant -> symbol.startsWith(variant.symbol()))
            .forEach(variant -> diagnostics.enterVariant(variant.constants().replace(",", ", ")));
        diagnostics.report(Code.REGISTERS_SPILLED, loc, target, bytes);
        diagnostics.leaveVariant();
      }
      case Remark.Warning(String target, String text) ->
          diagnostics.report(Code.ASSEMBLER_WARNING, loc, target, text);
      case Remark.Refusal(String target, String text) ->
          diagnostics.report(Code.ASSEMBLER_REFUSAL, loc, target, text);
    }
  }
}
