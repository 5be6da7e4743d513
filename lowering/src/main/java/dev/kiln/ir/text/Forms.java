package dev.kiln.ir.text;

import dev.kiln.ir.LowOp;
import dev.kiln.ir.Op;
import dev.kiln.ir.OpShape;
import dev.kiln.ir.TileOp;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The form of every operation: a row here where it helps readers, else the generic one. */
final class Forms {
  private static final Map<Class<? extends Op>, String> TEMPLATES =
      Map.ofEntries(
          Map.entry(TileOp.Anchor.class, "$source[$indices]"),
          Map.entry(TileOp.LoadElement.class, "$buffer[$indices]"),
          Map.entry(TileOp.StoreElement.class, "$buffer[$indices] = $value"),
          Map.entry(TileOp.AtomicAdd.class, "$buffer[$indices] += $value"),
          Map.entry(TileOp.Copy.class, "$source to $target"),
          Map.entry(TileOp.Fill.class, "$target with $value"),
          Map.entry(
              TileOp.Gemm.class,
              "$left, $right into $accumulator{ precision $precision=full}{ warps $policy=square}"),
          Map.entry(TileOp.Reduce.class, "$kind $source to $target axis $axis clear $clear"),
          Map.entry(TileOp.Parallel.class, "($indices) in ($extents) $body"),
          Map.entry(
              TileOp.Pipelined.class,
              "$index in $extent stages $stages{ overlapped $isOverlapped=false} $body"),
          Map.entry(
              LowOp.Grid.class,
              "($blocks) in ($extents){ wanted $wanted=0}{ threads $threads=1}{ group $group=1}{"
                  + " persistent $isPersistent=false} $body"),
          Map.entry(LowOp.If.class, "$condition $then{ else $otherwise}"),
          Map.entry(
              LowOp.For.class, "$index = $lower to $upper{ step $step=1}{ $kind=serial} $body"),
          Map.entry(LowOp.While.class, "$condition test $test do $body{ update $update}"),
          Map.entry(LowOp.Trap.class, "$reason if $condition{ saying $message=}"),
          Map.entry(LowOp.Print.class, "$label: $values"),
          Map.entry(LowOp.Constant.class, "$value"),
          Map.entry(LowOp.Binary.class, "@operator $left, $right"),
          Map.entry(LowOp.Unary.class, "@operator $operand"),
          Map.entry(LowOp.Compare.class, "@operator $left, $right"),
          Map.entry(LowOp.Math.class, "@function $arguments"),
          Map.entry(LowOp.Fma.class, "$left, $right, $addend{ exact $exact=false}"),
          Map.entry(LowOp.ReduceLanes.class, "$kind $vector"),
          Map.entry(LowOp.DeclareCell.class, "$initial"),
          Map.entry(LowOp.WriteCell.class, "$cell = $value"),
          Map.entry(LowOp.Dim.class, "$tensor axis $axis"),
          Map.entry(LowOp.IsLarge.class, "$tensor bytes $bytes alignment $alignment"),
          Map.entry(LowOp.AllocMemory.class, "$elements"),
          Map.entry(LowOp.ArenaMemory.class, "$elements at $byteOffset"),
          Map.entry(LowOp.RegisterMemory.class, "$elements"),
          Map.entry(LowOp.Phase.class, "$body"),
          Map.entry(
              LowOp.Part.class,
              "threads $threads{ registers $firstRegisters=0}{ rest $restRegisters=0} $first else"
                  + " $rest"),
          Map.entry(
              LowOp.CopyBox.class,
              "$tensor[$origin] extents $extents to $memory[$index]{ swizzled $isSwizzled=false}{ rounded"
                  + " $isRounded=false} at $phases[$phase]"),
          Map.entry(
              LowOp.StartCopy.class,
              "$memory[$index] = $source[$sourceIndex] elements $elements valid $valid"),
          Map.entry(LowOp.InitPhase.class, "$phases[$phase] arrivals $arrivals"),
          Map.entry(LowOp.ExpectBytes.class, "$phases[$phase] bytes $bytes"),
          Map.entry(LowOp.DeliverBytes.class, "$phases[$phase] bytes $bytes"),
          Map.entry(LowOp.ArriveAtPhase.class, "$phases[$phase]"),
          Map.entry(LowOp.AwaitPhase.class, "$phases[$phase] odd $isOdd"),
          Map.entry(LowOp.EndPhases.class, "$phases[$phase]"),
          Map.entry(
              LowOp.MultiplyWarpgroup.class,
              "$operand columns $columns{ adds $adds=true} $accumulator[$accumulatorIndex] += $left[$leftIndex]{ across"
                  + " $isLeftAcross=false}{ panel $leftPanel=0} * $right[$rightIndex]{ across"
                  + " $isRightAcross=false}{ panel $rightPanel=0}"),
          Map.entry(LowOp.BeginProducts.class, "[$registers] counts [$counts]"),
          Map.entry(
              LowOp.AwaitProducts.class,
              "$pending for $accumulator[$accumulatorIndex] registers $registers"),
          Map.entry(
              LowOp.LoadMatrices.class,
              "$registers[$registersIndex] = $memory[$index] count $count{ transposed"
                  + " $transposed=false}"),
          Map.entry(LowOp.ExchangeThreads.class, "$value mask $mask"),
          Map.entry(
              LowOp.MultiplyMatrices.class,
              "$instruction $accumulator[$accumulatorIndex] += $left[$leftIndex] * $right[$rightIndex]"),
          Map.entry(LowOp.Load.class, "$memory[$index]{ mask $mask}"),
          Map.entry(LowOp.Prefetch.class, "$memory[$index]"),
          Map.entry(
              LowOp.Store.class,
              "$memory[$index] = $value{ mask $mask}{ streamed $isStreamed=false}"),
          Map.entry(LowOp.AtomicUpdate.class, "$memory[$index] += $value{ mask $mask}"),
          Map.entry(LowOp.CompareAndSet.class, "$memory[$index] from $expected to $replacement"));

  private static final Map<OpShape, Form> BY_SHAPE = new HashMap<>();
  private static final Map<String, Form> BY_MNEMONIC = new LinkedHashMap<>();

  static {
    for (Class<? extends Op> type : OpShape.all()) {
      OpShape shape = OpShape.of(type);
      String template = TEMPLATES.get(type);
      Form form = template == null ? Form.generic(shape) : Form.of(shape, template);
      BY_SHAPE.put(shape, form);
      for (String mnemonic : form.mnemonics()) {
        if (BY_MNEMONIC.put(mnemonic, form) != null) {
          throw new IllegalStateException("two operations are called " + mnemonic);
        }
      }
    }
  }

  private Forms() {}

  static Form of(Op op) {
    Form form = BY_SHAPE.get(OpShape.of(op));
    if (form == null) {
      throw new IllegalStateException("no form for " + op);
    }
    return form;
  }

  /** The form whose operations start with {@code mnemonic}, or null. */
  static @Nullable Form of(String mnemonic) {
    return BY_MNEMONIC.get(mnemonic);
  }
}
