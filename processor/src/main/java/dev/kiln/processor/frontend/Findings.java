package dev.kiln.processor.frontend;

import dev.kiln.ir.Loc;
import dev.kiln.processor.decl.Syntax;
import dev.kiln.processor.diagnostics.Code;
import dev.kiln.processor.diagnostics.Diagnostic;
import dev.kiln.processor.diagnostics.Diagnostics;
import dev.kiln.processor.host.SourceText;
import org.eclipse.jdt.core.dom.ASTNode;
import org.jspecify.annotations.Nullable;

/** The places of a unit's syntax, and the mistakes found in it. */
final class Findings {
  private final SourceText source;
  private final Diagnostics diagnostics;
  private @Nullable Loc caller;
  private boolean any;

  Findings(SourceText source, Diagnostics diagnostics) {
    this.source = source;
    this.diagnostics = diagnostics;
  }

  /** The place of a node, with the calls that led here. */
  Loc loc(ASTNode node) {
    return reached(Syntax.loc(source, node));
  }

  /** The place from the start of one node to the end of another. */
  Loc loc(ASTNode first, ASTNode last) {
    return reached(
        source.loc(first.getStartPosition(), last.getStartPosition() + last.getLength()));
  }

  private Loc reached(Loc loc) {
    return caller == null ? loc : loc.calledFrom(caller);
  }

  /** The user's text at a place, in quotes. */
  String text(Loc loc) {
    return "'" + source(loc) + "'";
  }

  /** The user's text at a place, as it is written. */
  String source(Loc loc) {
    return source.text().substring(loc.start(), loc.end()).replaceAll("\\s+", " ");
  }

  /** The user's text of a node, as it is written. */
  String text(ASTNode node) {
    int start = node.getStartPosition();
    return source.text().substring(start, start + node.getLength()).replaceAll("\\s+", " ");
  }

  /** Places are in a function called at {@code call} until the result is given back here. */
  @Nullable Loc enterCall(Loc call) {
    Loc before = caller;
    caller = call;
    return before;
  }

  /** Ends what {@link #enterCall} began. */
  void leaveCall(@Nullable Loc before) {
    caller = before;
  }

  /** Whether places are in a function that is inlined. */
  boolean isInFunction() {
    return caller != null;
  }

  /** Reports a mistake; the result stands for what could not be translated. */
  Term refuse(Code code, Loc loc, Object... arguments) {
    return refuse(Diagnostic.of(code, loc, arguments));
  }

  /** As above, at a node. */
  Term refuse(Code code, ASTNode node, Object... arguments) {
    return refuse(code, loc(node), arguments);
  }

  /** As above, with notes. */
  Term refuse(Diagnostic diagnostic) {
    any = true;
    diagnostics.report(diagnostic);
    return Term.FAILED;
  }

  /** Says that what was reported last stays wrong, whatever other processors may still declare. */
  void settle() {
    diagnostics.settle();
  }

  /** Whether anything was reported. */
  boolean any() {
    return any;
  }
}
