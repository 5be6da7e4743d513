package dev.kiln.testkit.arch;

import com.sun.source.tree.BindingPatternTree;
import com.sun.source.tree.CaseLabelTree;
import com.sun.source.tree.CaseTree;
import com.sun.source.tree.ClassTree;
import com.sun.source.tree.DeconstructionPatternTree;
import com.sun.source.tree.DefaultCaseLabelTree;
import com.sun.source.tree.ParameterizedTypeTree;
import com.sun.source.tree.PatternCaseLabelTree;
import com.sun.source.tree.PatternTree;
import com.sun.source.tree.SwitchExpressionTree;
import com.sun.source.tree.SwitchTree;
import com.sun.source.tree.Tree;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.lang.model.element.Modifier;
import org.jspecify.annotations.Nullable;

/**
 * Finds switches over a sealed family that have a {@code default}: a new member would pass through
 * them unseen. One that names few members is a question about these, and may say "else nothing".
 * Works on syntax: a switch is over a family when its patterns name members.
 */
final class SealedSwitches {
  /** A switch that names more members than this is a dispatch. */
  static final int FEW = 8;

  private SealedSwitches() {}

  static List<String> withDefault(List<Source> sources, Set<String> allowed) {
    Set<String> members = members(sources);
    var findings = new ArrayList<String>();
    SourceRules.walk(
        sources,
        (source, tree) -> {
          List<? extends CaseTree> cases = cases(tree);
          long named = cases.stream().filter(arm -> namesOneOf(members, arm)).count();
          boolean hasDefault = cases.stream().anyMatch(SealedSwitches::isDefault);
          if (named > FEW && hasDefault && !allowed.contains(source.name())) {
            findings.add(source.at(tree) + ": a default hides new members of a sealed family");
          }
        });
    return findings;
  }

  /** Simple names of all types with a sealed type above them, and of the sealed types. */
  private static Set<String> members(List<Source> sources) {
    var parents = new HashMap<String, Set<String>>();
    var sealed = new HashSet<String>();
    SourceRules.walk(
        sources,
        (source, tree) -> {
          if (tree instanceof ClassTree type) {
            String name = type.getSimpleName().toString();
            Set<String> above = parents.computeIfAbsent(name, _ -> new HashSet<>());
            type.getImplementsClause().forEach(parent -> above.add(simpleName(parent)));
            if (type.getExtendsClause() != null) {
              above.add(simpleName(type.getExtendsClause()));
            }
            if (type.getModifiers().getFlags().contains(Modifier.SEALED)) {
              sealed.add(name);
            }
          }
        });
    var members = new HashSet<>(sealed);
    while (addChildren(members, parents)) {}
    return members;
  }

  private static boolean addChildren(Set<String> members, Map<String, Set<String>> parents) {
    boolean grew = false;
    for (var child : parents.entrySet()) {
      if (child.getValue().stream().anyMatch(members::contains)) {
        grew |= members.add(child.getKey());
      }
    }
    return grew;
  }

  private static List<? extends CaseTree> cases(Tree tree) {
    if (tree instanceof SwitchTree statement) {
      return statement.getCases();
    }
    return tree instanceof SwitchExpressionTree expression ? expression.getCases() : List.of();
  }

  private static boolean isDefault(CaseTree arm) {
    return arm.getLabels().stream().anyMatch(DefaultCaseLabelTree.class::isInstance);
  }

  private static boolean namesOneOf(Set<String> members, CaseTree arm) {
    for (CaseLabelTree label : arm.getLabels()) {
      String name = label instanceof PatternCaseLabelTree it ? typeOf(it.getPattern()) : null;
      if (name != null && members.contains(name)) {
        return true;
      }
    }
    return false;
  }

  private static @Nullable String typeOf(PatternTree pattern) {
    if (pattern instanceof BindingPatternTree binding) {
      Tree type = binding.getVariable().getType();
      return type == null ? null : simpleName(type);
    }
    return pattern instanceof DeconstructionPatternTree record
        ? simpleName(record.getDeconstructor())
        : null;
  }

  private static String simpleName(Tree type) {
    Tree raw = type instanceof ParameterizedTypeTree generic ? generic.getType() : type;
    String name = raw.toString();
    return name.substring(name.lastIndexOf('.') + 1);
  }
}
