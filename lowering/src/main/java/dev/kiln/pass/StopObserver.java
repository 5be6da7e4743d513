package dev.kiln.pass;

/**
 * Ends a run early.
 *
 * @param where the name of a pass, to stop behind it, or of a stage, to stop when it is reached
 */
public record StopObserver(String where) implements Runner.Observer {

  @Override
  public boolean after(Runner.Step step) {
    boolean isPass = step.pass().name().equals(where);
    boolean isStage = step.isLastOfStage() && step.pass().stage().name().equalsIgnoreCase(where);
    return !isPass && !isStage;
  }
}
