package dev.kiln.testkit.arch;

import static dev.kiln.testkit.arch.Findings.assertFinds;
import static dev.kiln.testkit.arch.Findings.assertNone;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.kiln.ir.Effect;
import dev.kiln.ir.Loc;
import dev.kiln.ir.Op;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Every operation is a record with a place and one effect. */
class OpFamilyTest {
  private static final List<Class<?>> EFFECTS = List.of(Effect.class.getPermittedSubclasses());

  @Test
  void thereAreManyOperations() {
    assertTrue(operations(Op.class).count() > 30);
  }

  @Test
  void everyOperationHasAPlaceAndOneEffect() {
    assertNone(operations(Op.class).flatMap(op -> findings(op).stream()).toList());
  }

  @Test
  void anOperationWithoutPlaceOrEffectIsFound() {
    record Lost(int a) {}
    record Torn(Loc loc) implements Effect.Pure, Effect.Reads {}
    assertFinds("Lost has no Loc loc", findings(Lost.class));
    assertFinds("Lost has 0 effects", findings(Lost.class));
    assertFinds("Torn has 2 effects", findings(Torn.class));
    assertFinds("String is no record", findings(String.class));
  }

  private static List<String> findings(Class<?> op) {
    if (!op.isRecord()) {
      return List.of(op.getSimpleName() + " is no record");
    }
    var findings = new ArrayList<String>();
    if (Stream.of(op.getRecordComponents()).noneMatch(OpFamilyTest::isPlace)) {
      findings.add(op.getSimpleName() + " has no Loc loc");
    }
    long effects = EFFECTS.stream().filter(effect -> effect.isAssignableFrom(op)).count();
    if (effects != 1) {
      findings.add("%s has %d effects".formatted(op.getSimpleName(), effects));
    }
    return findings;
  }

  private static boolean isPlace(RecordComponent component) {
    return component.getType() == Loc.class && component.getName().equals("loc");
  }

  private static Stream<Class<?>> operations(Class<?> family) {
    Class<?>[] members = family.getPermittedSubclasses();
    return members == null
        ? Stream.of(family)
        : Stream.of(members).flatMap(OpFamilyTest::operations);
  }
}
