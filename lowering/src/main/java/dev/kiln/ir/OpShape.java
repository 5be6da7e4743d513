package dev.kiln.ir;

import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The components of one operation record, read once from its header. Everything generic (printing,
 * parsing, walking, renaming, rebuilding) is written against this; nobody writes a visitor or a
 * copy method per operation.
 */
public final class OpShape {

  /** The role of a component. */
  public enum Role {
    /** Defined by the operation; visible behind it. */
    RESULT,
    /** Defined by the operation; visible in its bodies. */
    ARGUMENT,
    OPERAND,
    BODY,
    LOC,
    ATTRIBUTE
  }

  /**
   * One component.
   *
   * @param isList whether it holds a list of values (or, for an attribute, of constants)
   */
  public record Component(String name, Role role, boolean isList, Class<?> type, int position) {}

  private static final ClassValue<OpShape> SHAPES =
      new ClassValue<>() {
        @Override
        protected OpShape computeValue(Class<?> type) {
          return new OpShape(type.asSubclass(Op.class));
        }
      };

  private final String mnemonic;
  private final Class<? extends Op> type;
  private final List<Component> components;

  /** By the ordinal of the role. */
  private final List<List<Component>> byRole;

  private final OpAccess access;

  private OpShape(Class<? extends Op> type) {
    this.type = type;
    this.mnemonic = kebab(type.getSimpleName());
    this.components = components(type);
    this.byRole = Arrays.stream(Role.values()).map(role -> having(role, components)).toList();
    this.access =
        Objects.requireNonNull(
            OpAccesses.of(type), () -> type + " is not in OpAccesses: ./dev bless writes it");
  }

  static List<Component> components(Class<? extends Op> type) {
    RecordComponent[] header = type.getRecordComponents();
    return IntStream.range(0, header.length).mapToObj(i -> component(header[i], i)).toList();
  }

  static List<Component> having(Role role, List<Component> components) {
    return components.stream().filter(component -> component.role() == role).toList();
  }

  public static OpShape of(Class<? extends Op> type) {
    return SHAPES.get(type);
  }

  public static OpShape of(Op op) {
    return SHAPES.get(op.getClass());
  }

  /** All operation records of both dialects, in the order of their declaration. */
  public static List<Class<? extends Op>> all() {
    var all = new ArrayList<Class<? extends Op>>();
    collect(TileOp.class, all);
    collect(LowOp.class, all);
    return all;
  }

  private static void collect(Class<?> family, List<Class<? extends Op>> all) {
    for (Class<?> member : family.getPermittedSubclasses()) {
      if (member.isSealed()) {
        collect(member, all);
      } else {
        all.add(member.asSubclass(Op.class));
      }
    }
  }

  /** The name in IR text: the record's name in kebab case. */
  public String mnemonic() {
    return mnemonic;
  }

  public Class<? extends Op> type() {
    return type;
  }

  /** In the order of the record header. */
  public List<Component> components() {
    return components;
  }

  /** Those of one role, in the order of the record header. */
  public List<Component> components(Role role) {
    return byRole.get(role.ordinal());
  }

  List<Value> results(Op op) {
    return access.results(op);
  }

  List<Value> arguments(Op op) {
    return access.arguments(op);
  }

  List<Value> operands(Op op) {
    return access.operands(op);
  }

  List<Body> bodies(Op op) {
    return access.bodies(op);
  }

  public @Nullable Object read(Op op, Component component) {
    return access.read(op, component.position());
  }

  /** A record of this shape; {@code parts} in the order of the components. */
  public Op build(@Nullable Object... parts) {
    return access.build(parts);
  }

  private static Component component(RecordComponent header, int position) {
    boolean isList = header.getType() == List.class;
    Class<?> type =
        isList
            ? (Class<?>) ((ParameterizedType) header.getGenericType()).getActualTypeArguments()[0]
            : header.getType();
    return new Component(header.getName(), role(header, type), isList, type, position);
  }

  private static Role role(RecordComponent header, Class<?> type) {
    if (header.isAnnotationPresent(Result.class)) {
      return Role.RESULT;
    }
    if (header.isAnnotationPresent(Argument.class)) {
      return Role.ARGUMENT;
    }
    if (type == Value.class) {
      return Role.OPERAND;
    }
    if (type == Body.class) {
      return Role.BODY;
    }
    return type == Loc.class ? Role.LOC : Role.ATTRIBUTE;
  }

  private static String kebab(String camel) {
    return camel.replaceAll("(?<=[a-z0-9])(?=[A-Z])", "-").toLowerCase(Locale.ROOT);
  }
}
