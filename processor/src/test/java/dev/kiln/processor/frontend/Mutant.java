package dev.kiln.processor.frontend;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.eclipse.jdt.core.ToolFactory;
import org.eclipse.jdt.core.compiler.IScanner;
import org.eclipse.jdt.core.compiler.ITerminalSymbols;
import org.eclipse.jdt.core.compiler.InvalidInputException;
import org.eclipse.jdt.core.dom.AST;
import org.eclipse.jdt.core.dom.ASTNode;
import org.eclipse.jdt.core.dom.ASTParser;
import org.eclipse.jdt.core.dom.ASTVisitor;
import org.eclipse.jdt.core.dom.Annotation;
import org.eclipse.jdt.core.dom.Block;
import org.eclipse.jdt.core.dom.CompilationUnit;
import org.eclipse.jdt.core.dom.Expression;
import org.eclipse.jdt.core.dom.MethodDeclaration;
import org.eclipse.jdt.core.dom.NodeFinder;
import org.eclipse.jdt.core.dom.SimpleName;
import org.eclipse.jdt.core.dom.Statement;
import org.eclipse.jdt.core.dom.Type;
import org.eclipse.jdt.core.dom.VariableDeclaration;
import org.jspecify.annotations.Nullable;

/**
 * A source with one piece of a method changed, at random: tokens are dropped, doubled or replaced,
 * expressions and statements are exchanged for others of the file.
 *
 * @param start of the changed piece
 * @param end behind the changed piece
 * @param expression the smallest expression that the change is in; null when it declares something
 *     or is a whole statement, so that what is wrong shows elsewhere
 */
record Mutant(String text, int start, int end, @Nullable Piece expression) {
  private static final List<String> TOKENS =
      List.of(
          "0",
          "1",
          "-1",
          "2",
          "1f",
          "0.5",
          "true",
          "false",
          "'c'",
          "1L",
          "int",
          "float",
          "long",
          "var",
          "double",
          "boolean",
          "byte",
          "+",
          "-",
          "*",
          "/",
          "%",
          "<",
          "<=",
          "==",
          "!=",
          "&&",
          "||",
          "&",
          "|",
          "^",
          "<<",
          ">>>",
          "!",
          "~",
          "?",
          ":",
          "=",
          "+=",
          "++",
          "break;",
          "continue;",
          "return;",
          "shared",
          "fragment",
          "local",
          "copy",
          "fill",
          "clear",
          "gemm",
          "reduceSum",
          "parallel",
          "serial",
          "pipelined",
          "unroll",
          "atomicAdd",
          "max",
          "exp",
          "get",
          "set",
          "at",
          "t()",
          "dim",
          "F16",
          "F32",
          "I32",
          "BOOL",
          "null",
          "this",
          "new");

  /** A part of a text. */
  record Piece(int start, int end) {
    private static Piece of(ASTNode node) {
      return new Piece(node.getStartPosition(), node.getStartPosition() + node.getLength());
    }
  }

  /** A change of {@code source} that the parser takes; null when none was found in some tries. */
  static @Nullable Mutant of(String source, Random random) {
    for (int attempt = 0; attempt < 20; attempt++) {
      Mutant mutant = random.nextBoolean() ? tokens(source, random) : trees(source, random);
      if (mutant != null && !mutant.text().equals(source)) {
        CompilationUnit changed = unit(mutant.text());
        if (changed.getProblems().length == 0) {
          return mutant.within(changed);
        }
      }
    }
    return null;
  }

  private static Mutant replaced(String source, Piece piece, String by) {
    String text = source.substring(0, piece.start()) + by + source.substring(piece.end());
    return new Mutant(text, piece.start(), piece.start() + by.length(), null);
  }

  private Mutant within(CompilationUnit changed) {
    ASTNode node = NodeFinder.perform(changed, start, end - start);
    while (node != null && !(node instanceof Expression) && !isElsewhere(node)) {
      node = node.getParent();
    }
    return node == null || isElsewhere(node) ? this : new Mutant(text, start, end, Piece.of(node));
  }

  /** Whether what is wrong with a node is found where it is used. */
  private static boolean isElsewhere(ASTNode node) {
    return switch (node) {
      case SimpleName name -> name.isDeclaration();
      case Statement _, VariableDeclaration _, Type _, Annotation _ -> true;
      default -> false;
    };
  }

  private static @Nullable Mutant tokens(String source, Random random) {
    List<Piece> bodies = pieces(source, Set.of(ASTNode.BLOCK));
    List<Piece> tokens =
        scan(source).stream()
            .filter(
                token ->
                    bodies.stream()
                        .anyMatch(body -> body.start() < token.start() && token.end() < body.end()))
            .toList();
    if (tokens.isEmpty()) {
      return null;
    }
    Piece token = any(tokens, random);
    String text = source.substring(token.start(), token.end());
    Piece other = any(tokens, random);
    return replaced(
        source,
        token,
        switch (random.nextInt(4)) {
          case 0 -> "";
          case 1 -> text + " " + text;
          case 2 -> source.substring(other.start(), other.end());
          default -> any(TOKENS, random);
        });
  }

  private static @Nullable Mutant trees(String source, Random random) {
    boolean isExpression = random.nextBoolean();
    List<Piece> pieces = new ArrayList<>();
    unit(source)
        .accept(
            new ASTVisitor() {
              @Override
              public void preVisit(ASTNode node) {
                boolean isWanted =
                    isExpression
                        ? node instanceof Expression
                        : node instanceof Statement && !(node instanceof Block);
                if (isWanted && isInMethod(node)) {
                  pieces.add(Piece.of(node));
                }
              }
            });
    if (pieces.isEmpty()) {
      return null;
    }
    Piece from = any(pieces, random);
    return replaced(source, any(pieces, random), source.substring(from.start(), from.end()));
  }

  private static boolean isInMethod(ASTNode node) {
    for (ASTNode around = node.getParent(); around != null; around = around.getParent()) {
      if (around instanceof Block && around.getParent() instanceof MethodDeclaration) {
        return true;
      }
    }
    return false;
  }

  private static List<Piece> pieces(String source, Set<Integer> types) {
    List<Piece> pieces = new ArrayList<>();
    unit(source)
        .accept(
            new ASTVisitor() {
              @Override
              public void preVisit(ASTNode node) {
                if (types.contains(node.getNodeType())) {
                  pieces.add(Piece.of(node));
                }
              }
            });
    return pieces;
  }

  private static List<Piece> scan(String source) {
    IScanner scanner = ToolFactory.createScanner(false, false, false, "25", "25");
    scanner.setSource(source.toCharArray());
    List<Piece> tokens = new ArrayList<>();
    try {
      while (scanner.getNextToken() != ITerminalSymbols.TokenNameEOF) {
        tokens.add(
            new Piece(
                scanner.getCurrentTokenStartPosition(), scanner.getCurrentTokenEndPosition() + 1));
      }
    } catch (InvalidInputException malformed) {
      return tokens;
    }
    return tokens;
  }

  private static CompilationUnit unit(String source) {
    ASTParser parser = ASTParser.newParser(AST.getJLSLatest());
    var options = new java.util.HashMap<>(org.eclipse.jdt.core.JavaCore.getOptions());
    org.eclipse.jdt.core.JavaCore.setComplianceOptions("25", options);
    parser.setCompilerOptions(options);
    parser.setKind(ASTParser.K_COMPILATION_UNIT);
    parser.setSource(source.toCharArray());
    return (CompilationUnit) parser.createAST(null);
  }

  private static <T> T any(List<T> list, Random random) {
    return list.get(random.nextInt(list.size()));
  }
}
