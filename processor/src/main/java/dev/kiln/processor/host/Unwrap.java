package dev.kiln.processor.host;

import java.lang.reflect.Field;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.Set;
import java.util.function.Predicate;
import javax.annotation.processing.ProcessingEnvironment;
import org.jspecify.annotations.Nullable;

/**
 * Finds the compiler's own environment behind decorators: Gradle hands processors a class with the
 * real one in a private field, IntelliJ a dynamic proxy. The compilers' own tools refuse those.
 */
final class Unwrap {
  private static final int LIMIT = 64;

  private final Deque<Object> open = new ArrayDeque<>();
  private final Set<Object> seen = Collections.newSetFromMap(new IdentityHashMap<>());

  private Unwrap() {}

  /** The environment that {@code wanted} accepts, at or behind {@code outer}; null when none is. */
  static @Nullable ProcessingEnvironment find(
      ProcessingEnvironment outer, Predicate<ProcessingEnvironment> wanted) {
    Unwrap search = new Unwrap();
    search.open.add(outer);
    while (!search.open.isEmpty() && search.seen.size() < LIMIT) {
      Object next = search.open.remove();
      if (!search.seen.add(next)) {
        continue;
      }
      if (next instanceof ProcessingEnvironment environment && wanted.test(environment)) {
        return environment;
      }
      search.look(next);
    }
    return null;
  }

  private void look(Object wrapper) {
    if (Proxy.isProxyClass(wrapper.getClass())) {
      lookAtFields(Proxy.getInvocationHandler(wrapper));
    } else {
      lookAtFields(wrapper);
    }
  }

  private void lookAtFields(Object holder) {
    for (Class<?> c = holder.getClass(); c != null && !isPlatform(c); c = c.getSuperclass()) {
      for (Field field : c.getDeclaredFields()) {
        if (mayHoldEnvironment(field)) {
          add(field, holder);
        }
      }
    }
  }

  private static boolean isPlatform(Class<?> c) {
    return c.getName().startsWith("java.") || c.getName().startsWith("com.sun.");
  }

  /** Whether a field may lead on; what captures a wrapper may be of any class of the tool's. */
  private static boolean mayHoldEnvironment(Field field) {
    Class<?> type = field.getType();
    return !Modifier.isStatic(field.getModifiers())
        && !type.isPrimitive()
        && !type.isArray()
        && (ProcessingEnvironment.class.isAssignableFrom(type)
            || type == Object.class
            || type == InvocationHandler.class
            || !isPlatform(type));
  }

  private void add(Field field, Object holder) {
    if (!field.trySetAccessible()) {
      return;
    }
    try {
      Object value = field.get(holder);
      if (value != null) {
        open.add(value);
      }
    } catch (IllegalAccessException closed) {
      // A field that cannot be read leads nowhere; the search goes on with the others.
    }
  }
}
