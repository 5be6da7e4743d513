package dev.kiln.testkit.docs;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The table of some members: how each is called, of which types, and what it does. Overloads that
 * say the same share a row.
 */
final class MemberTable {
  private MemberTable() {}

  /** A table of the members of a type with these names, in this order. */
  static List<String> of(List<Member> members, String owner, List<String> names) {
    List<String> lines = new ArrayList<>();
    lines.add("| word | types | meaning |");
    lines.add("| --- | --- | --- |");
    for (String name : names) {
      List<Member> overloads =
          members.stream()
              .filter(member -> member.owner().equals(owner) && member.name().equals(name))
              .toList();
      if (overloads.isEmpty()) {
        throw new IllegalArgumentException("There is no public %s.%s.".formatted(owner, name));
      }
      Map<String, List<Member>> rows =
          overloads.stream()
              .collect(
                  Collectors.groupingBy(Member::sentence, LinkedHashMap::new, Collectors.toList()));
      rows.values().forEach(row -> lines.add(row(row, overloads)));
    }
    return lines;
  }

  private static String row(List<Member> row, List<Member> overloads) {
    Set<String> forms = distinct(row, MemberTable::form);
    Set<String> types = distinct(row, member -> types(member, overloads));
    types.remove("");
    return "| %s | %s | %s |"
        .formatted(
            code(forms, "<br>"), code(types, ", "), row.getFirst().sentence().replace("|", "\\|"));
  }

  /** The types that tell an overload from others that are called alike. */
  private static String types(Member member, List<Member> overloads) {
    List<Member> alike =
        overloads.stream().filter(other -> form(other).equals(form(member))).toList();
    return IntStream.range(0, member.types().size())
        .filter(i -> distinct(alike, other -> other.types().get(i)).size() > 1)
        .mapToObj(i -> member.types().get(i))
        .distinct()
        .collect(Collectors.joining(", "));
  }

  private static Set<String> distinct(List<Member> members, Function<Member, String> text) {
    return members.stream().map(text).collect(Collectors.toCollection(LinkedHashSet::new));
  }

  private static String form(Member member) {
    boolean isConstant =
        member.parameters().isEmpty() && Character.isUpperCase(member.name().charAt(0));
    return isConstant
        ? member.name()
        : "%s(%s)".formatted(member.name(), String.join(", ", member.parameters()));
  }

  private static String code(Set<String> texts, String between) {
    return texts.stream().map(text -> "`" + text + "`").collect(Collectors.joining(between));
  }
}
