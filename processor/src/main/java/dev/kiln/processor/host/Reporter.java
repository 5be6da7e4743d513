package dev.kiln.processor.host;

import dev.kiln.ir.Loc;
import dev.kiln.processor.diagnostics.Diagnostic;
import dev.kiln.processor.diagnostics.Severity;
import java.util.ArrayList;
import java.util.List;
import javax.annotation.processing.ProcessingEnvironment;
import javax.lang.model.element.Element;
import org.jspecify.annotations.Nullable;

/**
 * Reads source texts and shows findings, as well as the compiler that runs the processor can.
 *
 * <p>A compiler that marks the very expression is left to print the line itself. Where it cannot,
 * or where a build tool drops what it prints, the message carries the line.
 */
public final class Reporter {
  private final ProcessingEnvironment environment;
  private final List<Host> hosts;
  private final boolean alwaysExcerpt;

  private Reporter(ProcessingEnvironment environment, List<Host> hosts, boolean alwaysExcerpt) {
    this.environment = environment;
    this.hosts = hosts;
    this.alwaysExcerpt = alwaysExcerpt;
  }

  /** For the compiler behind {@code environment}, which build tools may have wrapped. */
  public static Reporter of(ProcessingEnvironment environment, boolean alwaysExcerpt) {
    List<Host> hosts = new ArrayList<>();
    Host exact = exactHost(environment);
    if (exact != null) {
      hosts.add(exact);
    }
    hosts.add(new PlainHost(environment));
    return new Reporter(environment, List.copyOf(hosts), alwaysExcerpt);
  }

  private static @Nullable Host exactHost(ProcessingEnvironment environment) {
    ProcessingEnvironment ecj = Unwrap.find(environment, EcjHost::isEcj);
    if (ecj != null) {
      return new EcjHost(ecj);
    }
    ProcessingEnvironment javac = Unwrap.find(environment, Reporter::isJavac);
    return javac == null ? null : new JavacHost(javac);
  }

  private static boolean isJavac(ProcessingEnvironment environment) {
    return environment.getClass().getName().startsWith("com.sun.tools.javac.");
  }

  /** The text of the unit that declares {@code element}, as its compiler parsed it. */
  public @Nullable SourceText source(Element element) {
    return Sources.find(element, hosts);
  }

  /**
   * Shows a finding that lies in the unit of {@code element}, or is about it as a whole.
   *
   * @param source the text of the unit; null where it is not at hand
   */
  public void report(Diagnostic diagnostic, Element element, @Nullable SourceText source) {
    if (source == null || diagnostic.loc().end() == 0) {
      report(diagnostic, element);
      return;
    }
    Loc loc = within(diagnostic.loc(), source);
    for (Host host : hosts) {
      String message = message(diagnostic, source, loc, host.placement(element, loc));
      if (host.report(kind(diagnostic.code().severity()), message, element, loc)) {
        return;
      }
    }
  }

  private void report(Diagnostic diagnostic, Element element) {
    environment
        .getMessager()
        .printMessage(kind(diagnostic.code().severity()), diagnostic.text(), element);
  }

  /** Shows a finding about the whole compilation. */
  public void report(Diagnostic diagnostic) {
    environment.getMessager().printMessage(kind(diagnostic.code().severity()), diagnostic.text());
  }

  private String message(
      Diagnostic diagnostic, SourceText source, Loc loc, Host.Placement placement) {
    StringBuilder message = new StringBuilder(diagnostic.text());
    if (placement == Host.Placement.ELEMENT || !loc.equals(diagnostic.loc())) {
      message.append("\n  at ").append(diagnostic.loc());
    }
    if (placement != Host.Placement.EXACT || alwaysExcerpt) {
      message.append(Excerpt.of(source, loc));
    }
    return message.toString();
  }

  /** The place itself, or the call in this unit that led to it in another one. */
  private static Loc within(Loc loc, SourceText source) {
    Loc place = loc;
    while (place.caller() != null && !place.file().equals(source.file())) {
      place = place.caller();
    }
    return place;
  }

  private static javax.tools.Diagnostic.Kind kind(Severity severity) {
    return switch (severity) {
      case ERROR -> javax.tools.Diagnostic.Kind.ERROR;
      case WARNING -> javax.tools.Diagnostic.Kind.WARNING;
      case NOTE -> javax.tools.Diagnostic.Kind.NOTE;
    };
  }
}
