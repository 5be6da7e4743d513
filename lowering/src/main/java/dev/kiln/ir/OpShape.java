package dev.kiln.ir;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
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
  private final Map<Role, List<Component>> byRole = new EnumMap<>(Role.class);
  private final MethodHandle[] readers;
  private final MethodHandle constructor;

  private OpShape(Class<? extends Op> type) {
    this.type = type;
    this.mnemonic = kebab(type.getSimpleName());
    RecordComponent[] header = type.getRecordComponents();
    try {
      this.components = new ArrayList<>();
      this.readers = new MethodHandle[header.length];
      var lookup = MethodHandles.lookup();
      for (int i = 0; i < header.length; i++) {
        components.add(component(header[i], i));
        readers[i] =
            lookup
                .unreflect(header[i].getAccessor())
                .asType(MethodType.methodType(Object.class, Op.class));
      }
      Class<?>[] types =
          Arrays.stream(header).map(RecordComponent::getType).toArray(Class<?>[]::new);
      this.constructor =
          lookup
              .unreflectConstructor(type.getDeclaredConstructor(types))
              .asSpreader(Object[].class, header.length)
              .asType(MethodType.methodType(Op.class, Object[].class));
    } catch (ReflectiveOperationException e) {
      throw new LinkageError("cannot read the record header of " + type, e);
    }
    for (Component component : components) {
      byRole.computeIfAbsent(component.role(), role -> new ArrayList<>()).add(component);
    }
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
    return byRole.getOrDefault(role, List.of());
  }

  public @Nullable Object read(Op op, Component component) {
    try {
      return (Object) readers[component.position()].invokeExact(op);
    } catch (Throwable e) {
      throw new IllegalStateException(mnemonic + "." + component.name(), e);
    }
  }

  /** A record of this shape; {@code parts} in the order of the components. */
  public Op build(@Nullable Object... parts) {
    try {
      return (Op) constructor.invokeExact(parts);
    } catch (RuntimeException e) {
      throw e;
    } catch (Throwable e) {
      throw new IllegalStateException(mnemonic, e);
    }
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
