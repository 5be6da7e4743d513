package dev.kiln.pass;

import dev.kiln.ir.Kernel;
import dev.kiln.ir.check.Finding;
import java.util.List;
import java.util.stream.Collectors;

/** A pass left a kernel that breaks the contract of the IR: a mistake of the compiler. */
public final class InvalidKernel extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final transient Kernel kernel;
  private final transient List<Finding> findings;

  InvalidKernel(String cause, Kernel kernel, List<Finding> findings) {
    super(
        findings.stream()
            .map(Finding::toString)
            .collect(Collectors.joining("\n  ", cause + " left a wrong kernel:\n  ", "")));
    this.kernel = kernel;
    this.findings = List.copyOf(findings);
  }

  public Kernel kernel() {
    return kernel;
  }

  public List<Finding> findings() {
    return findings;
  }
}
