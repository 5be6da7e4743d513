package dev.kiln.processor.model;

import java.lang.annotation.Annotation;
import java.util.List;
import javax.lang.model.element.AnnotationMirror;
import javax.lang.model.element.Element;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.ErrorType;
import javax.lang.model.type.NoType;
import javax.lang.model.type.PrimitiveType;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;
import javax.lang.model.type.TypeVisitor;
import org.jspecify.annotations.Nullable;

/** A type from another process. */
sealed interface TypeView extends TypeMirror {
  /** What was carried over. */
  TypeData data();

  /** The type that {@code data} is of. */
  static TypeView of(RemoteClasses classes, TypeData data) {
    return switch (data.kind()) {
      case DECLARED -> new OfClass(classes, data);
      case ERROR -> new OfError(classes, data);
      case VOID, NONE, PACKAGE, MODULE -> new OfNothing(data);
      case BOOLEAN, BYTE, SHORT, INT, LONG, CHAR, FLOAT, DOUBLE -> new OfPrimitive(data);
      case NULL, ARRAY, TYPEVAR, WILDCARD, EXECUTABLE, OTHER, UNION, INTERSECTION ->
          new OfOther(data);
    };
  }

  @Override
  default TypeKind getKind() {
    return data().kind();
  }

  @Override
  default List<? extends AnnotationMirror> getAnnotationMirrors() {
    return List.of();
  }

  @Override
  default <A extends Annotation> @Nullable A getAnnotation(Class<A> type) {
    throw ElementView.notCarried(this, "annotations as objects");
  }

  @Override
  default <A extends Annotation> A[] getAnnotationsByType(Class<A> type) {
    throw ElementView.notCarried(this, "annotations as objects");
  }

  /** A class with type arguments. */
  record OfClass(RemoteClasses classes, TypeData data) implements TypeView, DeclaredType {
    @Override
    public Element asElement() {
      return classes.view(data.name());
    }

    @Override
    public TypeMirror getEnclosingType() {
      return OfNothing.NONE;
    }

    @Override
    public List<? extends TypeMirror> getTypeArguments() {
      return data.arguments().stream().map(argument -> of(classes, argument)).toList();
    }

    @Override
    public <R, P> R accept(TypeVisitor<R, P> visitor, P argument) {
      return visitor.visitDeclared(this, argument);
    }

    @Override
    public String toString() {
      return data.text();
    }
  }

  /** A class that is not known. */
  record OfError(RemoteClasses classes, TypeData data) implements TypeView, ErrorType {
    @Override
    public Element asElement() {
      return classes.view(data.name());
    }

    @Override
    public TypeMirror getEnclosingType() {
      return OfNothing.NONE;
    }

    @Override
    public List<? extends TypeMirror> getTypeArguments() {
      return data.arguments().stream().map(argument -> of(classes, argument)).toList();
    }

    @Override
    public <R, P> R accept(TypeVisitor<R, P> visitor, P argument) {
      return visitor.visitError(this, argument);
    }

    @Override
    public String toString() {
      return data.text();
    }
  }

  /** {@code void} and what has no type. */
  record OfNothing(TypeData data) implements TypeView, NoType {
    static final OfNothing NONE = new OfNothing(new TypeData(TypeKind.NONE, "none", "", List.of()));

    @Override
    public <R, P> R accept(TypeVisitor<R, P> visitor, P argument) {
      return visitor.visitNoType(this, argument);
    }

    @Override
    public String toString() {
      return data.text();
    }
  }

  /** A primitive type. */
  record OfPrimitive(TypeData data) implements TypeView, PrimitiveType {
    @Override
    public <R, P> R accept(TypeVisitor<R, P> visitor, P argument) {
      return visitor.visitPrimitive(this, argument);
    }

    @Override
    public String toString() {
      return data.text();
    }
  }

  /** Any other type, known by its text only. */
  record OfOther(TypeData data) implements TypeView {
    @Override
    public <R, P> R accept(TypeVisitor<R, P> visitor, P argument) {
      return visitor.visitUnknown(this, argument);
    }

    @Override
    public String toString() {
      return data.text();
    }
  }
}
