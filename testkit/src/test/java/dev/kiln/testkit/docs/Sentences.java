package dev.kiln.testkit.docs;

import com.sun.source.doctree.DocTree;
import com.sun.source.doctree.EntityTree;
import com.sun.source.doctree.LinkTree;
import com.sun.source.doctree.LiteralTree;
import com.sun.source.doctree.TextTree;
import java.util.List;
import java.util.stream.Collectors;

/** Turns Javadoc into Markdown. */
final class Sentences {
  private Sentences() {}

  static String markdown(List<? extends DocTree> parts) {
    return parts.stream()
        .map(Sentences::markdown)
        .collect(Collectors.joining())
        .replaceAll("\\s+", " ")
        .strip();
  }

  private static String markdown(DocTree part) {
    return switch (part) {
      case TextTree text -> text.getBody();
      case LiteralTree code -> "`" + code.getBody().getBody() + "`";
      case LinkTree link when link.getLabel().isEmpty() ->
          "`" + link.getReference().getSignature().replaceFirst("^#", "").replace('#', '.') + "`";
      case LinkTree link -> markdown(link.getLabel());
      case EntityTree entity -> "&" + entity.getName() + ";";
      default -> throw new IllegalArgumentException("No Markdown is known for " + part);
    };
  }
}
