package dev.kiln.processor.model;

import dev.kiln.codegen.llvm.worker.Wire;
import dev.kiln.processor.frontend.resolve.Language;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import javax.lang.model.element.AnnotationMirror;
import javax.lang.model.element.AnnotationValue;
import javax.lang.model.element.Element;
import javax.lang.model.element.TypeElement;

/**
 * An annotation of the language on its way; no others are carried.
 *
 * @param type its canonical name
 * @param texts its members that are texts, as far as they are written
 * @param rows its member {@code value} when that is a list of annotations
 */
record AnnotationData(String type, Map<String, String> texts, List<AnnotationData> rows) {
  private static final String VALUE = "value";

  static List<AnnotationData> of(Element element) {
    List<AnnotationData> found = new ArrayList<>();
    for (AnnotationMirror mirror : element.getAnnotationMirrors()) {
      if (name(mirror).startsWith(Language.PACKAGE + ".")) {
        found.add(of(mirror));
      }
    }
    return found;
  }

  private static String name(AnnotationMirror mirror) {
    return mirror.getAnnotationType().asElement() instanceof TypeElement type
        ? type.getQualifiedName().toString()
        : "";
  }

  private static AnnotationData of(AnnotationMirror mirror) {
    Map<String, String> texts = new TreeMap<>();
    List<AnnotationData> rows = new ArrayList<>();
    mirror
        .getElementValues()
        .forEach(
            (member, value) -> {
              String name = member.getSimpleName().toString();
              if (value.getValue() instanceof String text) {
                texts.put(name, text);
              } else if (name.equals(VALUE) && value.getValue() instanceof List<?> list) {
                list.forEach(row -> addRow(row, rows));
              }
            });
    return new AnnotationData(name(mirror), texts, rows);
  }

  private static void addRow(Object row, List<AnnotationData> rows) {
    if (row instanceof AnnotationValue value
        && value.getValue() instanceof AnnotationMirror inner) {
      rows.add(of(inner));
    }
  }

  void write(DataOutputStream out) throws IOException {
    Wire.text(out, type);
    Data.write(
        out,
        texts.entrySet(),
        (entry, to) -> {
          Wire.text(to, entry.getKey());
          Wire.text(to, entry.getValue());
        });
    Data.write(out, rows, AnnotationData::write);
  }

  static AnnotationData read(DataInputStream in) throws IOException {
    String type = Wire.text(in);
    Map<String, String> texts = new TreeMap<>();
    Data.read(in, from -> Map.entry(Wire.text(from), Wire.text(from)))
        .forEach(entry -> texts.put(entry.getKey(), entry.getValue()));
    return new AnnotationData(type, texts, Data.read(in, AnnotationData::read));
  }
}
