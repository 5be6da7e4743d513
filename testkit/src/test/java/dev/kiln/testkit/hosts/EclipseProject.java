package dev.kiln.testkit.hosts;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.eclipse.core.resources.IFile;
import org.eclipse.core.resources.IFolder;
import org.eclipse.core.resources.IMarker;
import org.eclipse.core.resources.IProject;
import org.eclipse.core.resources.IProjectDescription;
import org.eclipse.core.resources.IResource;
import org.eclipse.core.resources.IWorkspace;
import org.eclipse.core.resources.IWorkspaceDescription;
import org.eclipse.core.resources.IncrementalProjectBuilder;
import org.eclipse.core.resources.ResourcesPlugin;
import org.eclipse.core.runtime.CoreException;
import org.eclipse.core.runtime.IPath;
import org.eclipse.jdt.apt.core.util.AptConfig;
import org.eclipse.jdt.apt.core.util.IFactoryPath;
import org.eclipse.jdt.core.IClasspathEntry;
import org.eclipse.jdt.core.IJavaProject;
import org.eclipse.jdt.core.JavaCore;
import org.osgi.framework.BundleActivator;
import org.osgi.framework.BundleContext;

/**
 * A bundle of Eclipse that builds a project as the IDE does when files are saved: once for each
 * folder of sources that it is given, which take each other's place. Behind each build it prints
 * all markers, and all made files that have come (+), changed (*) or gone (-).
 */
public final class EclipseProject implements BundleActivator {
  /** The system properties that say what to build. */
  static final String STEPS = "kiln.steps";

  static final String PROCESSOR = "kiln.processor";
  static final String LANGUAGE = "kiln.language";

  /** Called by the framework. */
  public EclipseProject() {}

  @Override
  public void start(BundleContext context) {
    Thread.ofPlatform().start(EclipseProject::main);
  }

  @Override
  public void stop(BundleContext context) {}

  private static void main() {
    try {
      run();
    } catch (CoreException | RuntimeException failure) {
      failure.printStackTrace(System.out);
    }
    System.out.flush();
    Runtime.getRuntime().halt(0);
  }

  private static void run() throws CoreException {
    IWorkspace workspace = ResourcesPlugin.getWorkspace();
    IWorkspaceDescription settings = workspace.getDescription();
    settings.setAutoBuilding(false);
    workspace.setDescription(settings);
    IProject project = workspace.getRoot().getProject("p");
    project.create(null);
    project.open(null);
    IProjectDescription description = project.getDescription();
    description.setNatureIds(new String[] {JavaCore.NATURE_ID});
    project.setDescription(description, null);
    configure(JavaCore.create(project), project);
    for (String step : System.getProperty(STEPS).split(":")) {
      Path folder = Path.of(step);
      System.out.println("STEP " + folder.getFileName());
      Map<String, Long> before = files(project);
      replaceSources(project.getFolder("src"), folder);
      project.build(IncrementalProjectBuilder.INCREMENTAL_BUILD, null);
      markers(project).forEach(System.out::println);
      changes(before, files(project)).forEach(System.out::println);
    }
  }

  private static List<String> changes(Map<String, Long> before, Map<String, Long> after) {
    Set<String> files = new TreeSet<>(before.keySet());
    files.addAll(after.keySet());
    return files.stream()
        .filter(file -> !Objects.equals(before.get(file), after.get(file)))
        .map(
            file ->
                (!after.containsKey(file) ? "- " : before.containsKey(file) ? "* " : "+ ") + file)
        .toList();
  }

  private static void configure(IJavaProject java, IProject project) throws CoreException {
    IFolder sources = project.getFolder("src");
    sources.create(IResource.FORCE, /* local= */ true, null);
    List<IClasspathEntry> path = new ArrayList<>();
    path.add(JavaCore.newSourceEntry(sources.getFullPath()));
    path.add(library(Path.of(System.getProperty("java.home"), "lib", "jrt-fs.jar").toString()));
    for (String entry : System.getProperty(LANGUAGE).split(":")) {
      path.add(library(entry));
    }
    java.setRawClasspath(
        path.toArray(IClasspathEntry[]::new), project.getFolder("bin").getFullPath(), null);
    for (String option :
        List.of(
            JavaCore.COMPILER_SOURCE,
            JavaCore.COMPILER_COMPLIANCE,
            JavaCore.COMPILER_CODEGEN_TARGET_PLATFORM)) {
      java.setOption(option, "25");
    }
    AptConfig.setEnabled(java, true);
    AptConfig.addProcessorOption(java, "kiln.embed", "tile");
    IFactoryPath processors = AptConfig.getDefaultFactoryPath(java);
    for (String entry : System.getProperty(PROCESSOR).split(":")) {
      processors.addExternalJar(Path.of(entry).toFile());
    }
    AptConfig.setFactoryPath(java, processors);
  }

  private static IClasspathEntry library(String file) {
    return JavaCore.newLibraryEntry(IPath.fromOSString(file), null, null);
  }

  private static void replaceSources(IFolder sources, Path folder) throws CoreException {
    IFolder inPackage = sources.getFolder("t");
    if (!inPackage.exists()) {
      inPackage.create(IResource.FORCE, /* local= */ true, null);
    }
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : files.sorted().toList()) {
        IFile there = inPackage.getFile(file.getFileName().toString());
        byte[] text = Files.readAllBytes(file);
        if (there.exists()) {
          there.setContents(new ByteArrayInputStream(text), IResource.FORCE, null);
        } else {
          there.create(new ByteArrayInputStream(text), IResource.FORCE, null);
        }
      }
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }

  private static List<String> markers(IProject project) throws CoreException {
    List<IMarker> markers =
        List.of(
            project.findMarkers(
                IMarker.PROBLEM, /* includeSubtypes= */ true, IResource.DEPTH_INFINITE));
    return markers.stream()
        .sorted(Comparator.comparingInt(marker -> marker.getAttribute(IMarker.CHAR_START, 0)))
        .map(EclipseProject::line)
        .toList();
  }

  /** Severity, place, marked text and message of a marker. */
  private static String line(IMarker marker) {
    int start = marker.getAttribute(IMarker.CHAR_START, 0);
    int end = marker.getAttribute(IMarker.CHAR_END, 0);
    String severity =
        switch (marker.getAttribute(IMarker.SEVERITY, -1)) {
          case IMarker.SEVERITY_ERROR -> "ERROR";
          case IMarker.SEVERITY_WARNING -> "WARNING";
          default -> "INFO";
        };
    return "%s %s:%d `%s` %s"
        .formatted(
            severity,
            marker.getResource().getName(),
            marker.getAttribute(IMarker.LINE_NUMBER, 0),
            marked((IFile) marker.getResource(), start, end),
            marker.getAttribute(IMarker.MESSAGE, ""));
  }

  private static String marked(IFile file, int start, int end) {
    try (var in = file.getContents()) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8).substring(start, end);
    } catch (CoreException | IOException unreadable) {
      throw new IllegalStateException(unreadable);
    }
  }

  /** All files that builds make, with the times of their last changes. */
  private static Map<String, Long> files(IProject project) throws CoreException {
    Map<String, Long> files = new TreeMap<>();
    for (String folder : List.of(".apt_generated", "bin")) {
      if (project.getFolder(folder).exists()) {
        project
            .getFolder(folder)
            .accept(
                resource -> {
                  if (resource instanceof IFile) {
                    files.put(
                        resource.getProjectRelativePath().toString(), resource.getLocalTimeStamp());
                  }
                  return true;
                });
      }
    }
    return files;
  }
}
