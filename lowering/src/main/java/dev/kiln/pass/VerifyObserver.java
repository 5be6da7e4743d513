package dev.kiln.pass;

import dev.kiln.ir.Kernel;
import dev.kiln.ir.check.Finding;
import dev.kiln.ir.check.Verifier;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Checks each kernel that a pass has changed, and the facts that hold behind it. */
public record VerifyObserver() implements Runner.Observer {

  @Override
  public boolean after(Runner.Step step) {
    require(step.pass().name(), step.after(), step.facts());
    return true;
  }

  /**
   * Throws unless {@code kernel} is valid and {@code facts} hold.
   *
   * @param cause who is to blame
   */
  public static void require(String cause, Kernel kernel, Set<Fact> facts) {
    List<Finding> findings = new ArrayList<>(Verifier.verify(kernel));
    findings.addAll(FactRules.check(kernel, facts));
    if (!findings.isEmpty()) {
      throw new InvalidKernel(cause, kernel, findings);
    }
  }
}
