package dev.kiln.ir;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.NullUnmarked;

/**
 * Reads and makes every operation record in plain code, which costs a compiler that has just
 * started far less than reflection does. Written by {@code OpAccessTest} from the record headers.
 */
@NullUnmarked // whether a component may be absent is said by its record
@SuppressWarnings("unchecked") // the elements of lists are what the headers say
final class OpAccesses {
  private static final Map<Class<? extends Op>, OpAccess> BY_TYPE =
      Map.ofEntries(
          Map.entry(TileOp.AllocTile.class, new OfAllocTile()),
          Map.entry(TileOp.Anchor.class, new OfAnchor()),
          Map.entry(TileOp.Transpose.class, new OfTranspose()),
          Map.entry(TileOp.LoadElement.class, new OfLoadElement()),
          Map.entry(TileOp.StoreElement.class, new OfStoreElement()),
          Map.entry(TileOp.AtomicAdd.class, new OfAtomicAdd()),
          Map.entry(TileOp.Copy.class, new OfCopy()),
          Map.entry(TileOp.Fill.class, new OfFill()),
          Map.entry(TileOp.Gemm.class, new OfGemm()),
          Map.entry(TileOp.Reduce.class, new OfReduce()),
          Map.entry(TileOp.Parallel.class, new OfParallel()),
          Map.entry(TileOp.Pipelined.class, new OfPipelined()),
          Map.entry(LowOp.Grid.class, new OfGrid()),
          Map.entry(LowOp.ResidentBlocks.class, new OfResidentBlocks()),
          Map.entry(LowOp.If.class, new OfIf()),
          Map.entry(LowOp.For.class, new OfFor()),
          Map.entry(LowOp.While.class, new OfWhile()),
          Map.entry(LowOp.Break.class, new OfBreak()),
          Map.entry(LowOp.Continue.class, new OfContinue()),
          Map.entry(LowOp.Trap.class, new OfTrap()),
          Map.entry(LowOp.Print.class, new OfPrint()),
          Map.entry(LowOp.Constant.class, new OfConstant()),
          Map.entry(LowOp.Binary.class, new OfBinary()),
          Map.entry(LowOp.Unary.class, new OfUnary()),
          Map.entry(LowOp.Compare.class, new OfCompare()),
          Map.entry(LowOp.Select.class, new OfSelect()),
          Map.entry(LowOp.Fma.class, new OfFma()),
          Map.entry(LowOp.Math.class, new OfMath()),
          Map.entry(LowOp.Cast.class, new OfCast()),
          Map.entry(LowOp.Bitcast.class, new OfBitcast()),
          Map.entry(LowOp.Splat.class, new OfSplat()),
          Map.entry(LowOp.Lanes.class, new OfLanes()),
          Map.entry(LowOp.ReduceLanes.class, new OfReduceLanes()),
          Map.entry(LowOp.Lane.class, new OfLane()),
          Map.entry(LowOp.Shuffle.class, new OfShuffle()),
          Map.entry(LowOp.DeclareCell.class, new OfDeclareCell()),
          Map.entry(LowOp.ReadCell.class, new OfReadCell()),
          Map.entry(LowOp.WriteCell.class, new OfWriteCell()),
          Map.entry(LowOp.Dim.class, new OfDim()),
          Map.entry(LowOp.IsLarge.class, new OfIsLarge()),
          Map.entry(LowOp.TensorMemory.class, new OfTensorMemory()),
          Map.entry(LowOp.AllocMemory.class, new OfAllocMemory()),
          Map.entry(LowOp.ArenaMemory.class, new OfArenaMemory()),
          Map.entry(LowOp.RegisterMemory.class, new OfRegisterMemory()),
          Map.entry(LowOp.Load.class, new OfLoad()),
          Map.entry(LowOp.Store.class, new OfStore()),
          Map.entry(LowOp.Prefetch.class, new OfPrefetch()),
          Map.entry(LowOp.AtomicUpdate.class, new OfAtomicUpdate()),
          Map.entry(LowOp.CompareAndSet.class, new OfCompareAndSet()),
          Map.entry(LowOp.ThreadIndex.class, new OfThreadIndex()),
          Map.entry(LowOp.Barrier.class, new OfBarrier()),
          Map.entry(LowOp.Phase.class, new OfPhase()),
          Map.entry(LowOp.Part.class, new OfPart()),
          Map.entry(LowOp.ExchangeThreads.class, new OfExchangeThreads()),
          Map.entry(LowOp.MultiplyMatrices.class, new OfMultiplyMatrices()),
          Map.entry(LowOp.LoadMatrices.class, new OfLoadMatrices()),
          Map.entry(LowOp.CopyBox.class, new OfCopyBox()),
          Map.entry(LowOp.StartCopy.class, new OfStartCopy()),
          Map.entry(LowOp.CommitCopies.class, new OfCommitCopies()),
          Map.entry(LowOp.AwaitCopies.class, new OfAwaitCopies()),
          Map.entry(LowOp.InitPhase.class, new OfInitPhase()),
          Map.entry(LowOp.ExpectBytes.class, new OfExpectBytes()),
          Map.entry(LowOp.DeliverBytes.class, new OfDeliverBytes()),
          Map.entry(LowOp.ArriveAtPhase.class, new OfArriveAtPhase()),
          Map.entry(LowOp.AwaitPhase.class, new OfAwaitPhase()),
          Map.entry(LowOp.EndPhases.class, new OfEndPhases()),
          Map.entry(LowOp.PublishWrites.class, new OfPublishWrites()),
          Map.entry(LowOp.MultiplyWarpgroup.class, new OfMultiplyWarpgroup()),
          Map.entry(LowOp.BeginProducts.class, new OfBeginProducts()),
          Map.entry(LowOp.CommitProducts.class, new OfCommitProducts()),
          Map.entry(LowOp.AwaitProducts.class, new OfAwaitProducts()));

  private OpAccesses() {}

  static OpAccess of(Class<? extends Op> type) {
    return BY_TYPE.get(type);
  }

  private static final class OfAllocTile extends OpAccess {
    @Override
    Object read(Op op, int position) {
      var it = (TileOp.AllocTile) op;
      return switch (position) {
        case 0 -> it.tile();
        default -> it.loc();
      };
    }

    @Override
    Op build(Object[] parts) {
      return new TileOp.AllocTile((Value) parts[0], (Loc) parts[1]);
    }

    @Override
    List<Value> results(Op op) {
      var it = (TileOp.AllocTile) op;
      return List.of(it.tile());
    }
  }

  private static final class OfAnchor extends OpAccess {
    @Override
    Object read(Op op, int position) {
      var it = (TileOp.Anchor) op;
      return switch (position) {
        case 0 -> it.view();
        case 1 -> it.source();
        case 2 -> it.indices();
        default -> it.loc();
      };
    }

    @Override
    Op build(Object[] parts) {
      return new TileOp.Anchor(
          (Value) parts[0], (Value) parts[1], (List<Value>) parts[2], (Loc) parts[3]);
    }

    @Override
    List<Value> results(Op op) {
      var it = (TileOp.Anchor) op;
      return List.of(it.view());
    }

    @Override
    List<Value> operands(Op op) {
      var it = (TileOp.Anchor) op;
      return all(it.source(), it.indices());
    }
  }

  private static final class OfTranspose extends OpAccess {
    @Override
    Object read(Op op, int position) {
      var it = (TileOp.Transpose) op;
      return switch (position) {
        case 0 -> it.view();
        case 1 -> it.source();
        default -> it.loc();
      };
    }

    @Override
    Op build(Object[] parts) {
      return new TileOp.Transpose((Value) parts[0], (Value) parts[1], (Loc) parts[2]);
    }

    @Override
    List<Value> results(Op op) {
      var it = (TileOp.Transpose) op;
      return List.of(it.view());
    }

    @Override
    List<Value> operands(Op op) {
      var it = (TileOp.Transpose) op;
      return List.of(it.source());
    }
  }

  private static final class OfLoadElement extends OpAccess {
    @Override
    Object read(Op op, int position) {
      var it = (TileOp.LoadElement) op;
      return switch (position) {
        case 0 -> it.result();
        case 1 -> it.buffer();
        case 2 -> it.indices();
        default -> it.loc();
      };
    }

    @Override
    Op build(Object[] parts) {
      return new TileOp.LoadElement(
          (Value) parts[0], (Value) parts[1], (List<Value>) parts[2], (Loc) parts[3]);
    }

    @Override
    List<Value> results(Op op) {
      var it = (TileOp.LoadElement) op;
      return List.of(it.result());
    }

    @Override
    List<Value> operands(Op op) {
      var it = (TileOp.LoadElement) op;
      return all(it.buffer(), it.indices());
    }
  }

  private static final class OfStoreElement extends OpAccess {
    @Override
    Object read(Op op, int position) {
      var it = (TileOp.StoreElement) op;
      return switch (position) {
        case 0 -> it.buffer();
        case 1 -> it.indices();
        case 2 -> it.value();
        default -> it.loc();
      };
    }

    @Override
    Op build(Object[] parts) {
      return new TileOp.StoreElement(
          (Value) parts[0], (List<Value>) parts[1], (Value) parts[2], (Loc) parts[3]);
    }

    @Override
    List<Value> operands(Op op) {
      var it = (TileOp.StoreElement) op;
      return all(it.buffer(), it.indices(), it.value());
    }
  }

  private static final class OfAtomicAdd extends OpAccess {
    @Override
    Object read(Op op, int position) {
      var it = (TileOp.AtomicAdd) op;
      return switch (position) {
        case 0 -> it.buffer();
        case 1 -> it.indices();
        case 2 -> it.value();
        default -> it.loc();
      };
    }

    @Override
    Op build(Object[] parts) {
      return new TileOp.AtomicAdd(
          (Value) parts[0], (List<Value>) parts[1], (Value) parts[2], (Loc) parts[3]);
    }

    @Override
    List<Value> operands(Op op) {
      var it = (TileOp.AtomicAdd) op;
      return all(it.buffer(), it.indices(), it.value());
    }
  }

  private static final class OfCopy extends OpAccess {
    @Override
    Object read(Op op, int position) {
      var it = (TileOp.Copy) op;
      return switch (position) {
        case 0 -> it.source();
        case 1 -> it.target();
        default -> it.loc();
      };
    }

    @Override
    Op build(Object[] parts) {
      return new TileOp.Copy((Value) parts[0], (Value) parts[1], (Loc) parts[2]);
    }

    @Override
    List<Value> operands(Op op) {
      var it = (TileOp.Copy) op;
      return List.of(it.source(), it.target());
    }
  }

  private static final class OfFill extends OpAccess {
    @Override
    Object read(Op op, int position) {
      var it = (TileOp.Fill) op;
      return switch (position) {
        case 0 -> it.target();
        case 1 -> it.value();
        default -> it.loc();
      };
    }

    @Override
    Op build(Object[] parts) {
      return new TileOp.Fill((Value) parts[0], (Value) parts[1], (Loc) parts[2]);
    }

    @Override
    List<Value> operands(Op op) {
      var it = (TileOp.Fill) op;
      return List.of(it.target(), it.value());
    }
  }

  private static final class OfGemm extends OpAccess {
    @Override
    Object read(Op op, int position) {
      var it = (TileOp.Gemm) op;
      return switch (position) {
        case 0 -> it.left();
        case 1 -> it.right();
        case 2 -> it.accumulator();
        case 3 -> it.precision();
        case 4 -> it.policy();
        default -> it.loc();
      };
    }

    @Override
    Op build(Object[] parts) {
      return new TileOp.Gemm(
          (Value) parts[0],
          (Value) parts[1],
          (Value) parts[2],
          (Precision) parts[3],
          (WarpPolicy) parts[4],
          (Loc) parts[5]);
    }

    @Override
    List<Value> operands(Op op) {
      var it = (TileOp.Gemm) op;
      return List.of(it.left(), it.right(), it.accumulator());
    }
  }

  private static final class OfReduce extends OpAccess {
    @Override
    Object read(Op op, int position) {
      var it = (TileOp.Reduce) op;
      return switch (position) {
        case 0 -> it.kind();
        case 1 -> it.source();
        case 2 -> it.target();
        case 3 -> it.axis();
        case 4 -> it.clear();
        default -> it.loc();
      };
    }

    @Override
    Op build(Object[] parts) {
      return new TileOp.Reduce(
          (ReduceKind) parts[0],
          (Value) parts[1],
          (Value) parts[2],
          (Integer) parts[3],
          (Boolean) parts[4],
          (Loc) parts[5]);
    }

    @Override
    List<Value> operands(Op op) {
      var it = (TileOp.Reduce) op;
      return List.of(it.source(), it.target());
    }
  }

  private static final class OfParallel extends OpAccess {
    @Override
    Object read(Op op, int position) {
      var it = (TileOp.Parallel) op;
      return switch (position) {
        case 0 -> it.indices();
        case 1 -> it.extents();
        case 2 -> it.body();
        default -> it.loc();
      };
    }

    @Override
    Op build(Object[] parts) {
      return new TileOp.Parallel(
          (List<Value>) parts[0], (List<Value>) parts[1], (Body) parts[2], (Loc) parts[3]);
    }

    @Override
    List<Value> arguments(Op op) {
      var it = (TileOp.Parallel) op;
      return it.indices();
    }

    @Override
    List<Value> operands(Op op) {
      var it = (TileOp.Parallel) op;
      return it.extents();
    }

    @Override
    List<Body> bodies(Op op) {
      var it = (TileOp.Parallel) op;
      return List.of(it.body());
    }
  }

  private static final class OfPipelined extends OpAccess {
    @Override
    Object read(Op op, int position) {
      var it = (TileOp.Pipelined) op;
      return switch (position) {
        case 0 -> it.index();
        case 1 -> it.extent();
        case 2 -> it.stages();
        case 3 -> it.isOverlapped();
        case 4 -> it.body();
        default -> it.loc();
      };
    }

    @Override
    Op build(Object[] parts) {
      return new TileOp.Pipelined(
          (Value) parts[0],
          (Value) parts[1],
          (Integer) parts[2],
          (Boolean) parts[3],
          (Body) parts[4],
          (Loc) parts[5]);
    }

    @Override
    List<Value> arguments(Op op) {
      var it = (TileOp.Pipelined) op;
      return List.of(it.index());
    }

    @Override
    List<Value> operands(Op op) {
      var it = (TileOp.Pipelined) op;
      return List.of(it.extent());
    }

    @Override
    List<Body> bodies(Op op) {
      var it = (TileOp.Pipelined) op;
      return List.of(it.body());
    }
  }

  private static final class OfGrid extends OpAccess {
    @Override
    Object read(Op op, int position) {
      var it = (LowOp.Grid) op;
      return switch (position) {
        case 0 -> it.blocks();
        case 1 -> it.extents();
        case 2 -> it.wanted();
        case 3 -> it.threads();
        case 4 -> it.group();
        case 5 -> it.isPersistent();
        case 6 -> it.body();
        default -> it.loc();
      };
    }

    @Override
    Op build(Object[] parts) {
      return new LowOp.Grid(
          (List<Value>) parts[0],
          (List<Value>) parts[1],
          (Integer) parts[2],
          (Integer) parts[3],
          (Integer) parts[4],
          (Boolean) parts[5],
          (Body) parts[6],
          (Loc) parts[7]);
    }

    @Override
    List<Value> arguments(Op op) {
      var it = (LowOp.Grid) op;
      return it.blocks();
    }

    @Override
    List<Value> operands(Op op) {
      var it = (LowOp.Grid) op;
      return it.extents();
    }

    @Override
    List<Body> bodies(Op op) {
      var it = (LowOp.Grid) op;
      return List.of(it.body());
    }
  }

  private static final class OfResidentBlocks extends OpAccess {
    @Override
    Object read(Op op, int position) {
      var it = (LowOp.ResidentBlocks) op;
      return switch (position) {
        case 0 -> it.result();
        case 1 -> it.total();
        default -> it.loc();
      };
    }

    @Override
    Op build(Object[] parts) {
      return new LowOp.ResidentBlocks((Value) parts[0], (Value) parts[1], (Loc) parts[2]);
    }

    @Override
    List<Value> results(Op op) {
      var it = (LowOp.ResidentBlocks) op;
      return List.of(it.result());
    }

    @Override
    List<Value> operands(Op op) {
      var it = (LowOp.ResidentBlocks) op;
      return List.of(it.total());
    }
  }

  private static final class OfIf extends OpAccess {
    @Override
    Object read(Op op, int position) {
      var it = (LowOp.If) op;
      return switch (position) {
        case 0 -> it.condition();
        case 1 -> it.then();
        case 2 -> it.otherwise();
        default -> it.loc();
      };
    }

    @Override
    Op build(Object[] parts) {
      return new LowOp.If((Value) parts[0], (Body) parts[1], (Body) parts[2], (Loc) parts[3]);
    }

    @Override
    List<Value> operands(Op op) {
      var it = (LowOp.If) op;
      return List.of(it.condition());
    }

    @Override
    List<Body> bodies(Op op) {
      var it = (LowOp.If) op;
      return List.of(it.then(), it.otherwise());
    }
  }

  private static final class OfFor extends OpAccess {
    @Override
    Object read(Op op, int position) {
      var it = (LowOp.For) op;
      return switch (position) {
        case 0 -> it.index();
        case 1 -> it.lower();
        case 2 -> it.upper();
        case 3 -> it.step();
        case 4 -> it.kind();
        case 5 -> it.body();
        default -> it.loc();
      };
    }

    @Override
    Op build(Object[] parts) {
      return new LowOp.For(
          (Value) parts[0],
          (Value) parts[1],
          (Value) parts[2],
          (Long) parts[3],
          (LoopKind) parts[4],
          (Body) parts[5],
          (Loc) parts[6]);
    }

    @Override
    List<Value> arguments(Op op) {
      var it = (LowOp.For) op;
      return List.of(it.index());
    }

    @Override
    List<Value> operands(Op op) {
      var it = (LowOp.For) op;
      return List.of(it.lower(), it.upper());
    }

    @Override
    List<Body> bodies(Op op) {
      var it = (LowOp.For) op;
      return List.of(it.body());
    }
  }

  private static final class OfWhile extends OpAccess {
    @Override
    Object read(Op op, int position) {
      var it = (LowOp.While) op;
      return switch (position) {
        case 0 -> it.condition();
        case 1 -> it.test();
        case 2 -> it.body();
        case 3 -> it.update();
        default -> it.loc();
      };
    }

    @Override
    Op build(Object[] parts) {
      return new LowOp.While(
          (Body) parts[0], (Value) parts[1], (Body) parts[2], (Body) parts[3], (Loc) parts[4]);
    }

    @Override
    List<Value> operands(Op op) {
      var it = (LowOp.While) op;
      return List.of(it.test());
    }

    @Override
    List<Body> bodies(Op op) {
      var it = (LowOp.While) op;
      return List.of(it.condition(), it.body(), it.update());
    }
  }

  private static final class OfBreak extends OpAccess {
    @Override
    Object read(Op op, int position) {
      var it = (LowOp.Break) op;
      return it.loc();
    }

    @Override
    Op build(Object[] parts) {
      return new LowOp.Break((Loc) parts[0]);
    }
  }

  private static final class OfContinue extends OpAccess {
    @Override
    Object read(Op op, int position) {
      var it = (LowOp.Continue) op;
      return it.loc();
    }

    @Override
    Op build(Object[] parts) {
      return new LowOp.Continue((Loc) parts[0]);
    }
  }

  private static final class OfTrap extends OpAccess {
    @Override
    Object read(Op op, int position) {
      var it = (LowOp.Trap) op;
      return switch (position) {
        case 0 -> it.condition();
        case 1 -> it.reason();
        case 2 -> it.message();
        default -> it.loc();
      };
    }

    @Override
    Op build(Object[] parts) {
      return new LowOp.Trap(
          (Value) parts[0], (TrapReason) parts[1], (String) parts[2], (Loc) parts[3]);
    }

    @Override
    List<Value> operands(Op op) {
      var it = (LowOp.Trap) op;
      return List.of(it.condition());
    }
  }

  private static final class OfPrint extends OpAccess {
    @Override
    Object read(Op op, int position) {
      var it = (LowOp.Print) op;
      return switch (position) {
        case 0 -> it.label();
        case 1 -> it.values();
        default -> it.loc();
      };
    }

    @Override
    Op build(Object[] parts) {
      return new LowOp.Print((String) parts[0], (List<Value>) parts[1], (Loc) parts[2]);
    }

    @Override
    List<Value> operands(Op op) {
      var it = (LowOp.Print) op;
      return it.values();
    }
  }

  private static final class OfConstant extends OpAccess {
    @Override
    Object read(Op op, int position) {
      var it = (LowOp.Constant) op;
      return switch (position) {
        case 0 -> it.result();
        case 1 -> it.value();
        default -> it.loc();
      };
    }

    @Override
    Op build(Object[] parts) {
      return new LowOp.Constant((Value) parts[0], (Literal) parts[1], (Loc) parts[2]);
    }

    @Override
    List<Value> results(Op op) {
      var it = (LowOp.Constant) op;
      return List.of(it.result());
    }
  }

  private static final class OfBinary extends OpAccess {
    @Override
    Object read(Op op, int position) {
      var it = (LowOp.Binary) op;
      return switch (position) {
        case 0 -> it.result();
        case 1 -> it.operator();
        case 2 -> it.left();
        case 3 -> it.right();
        default -> it.loc();
      };
    }

    @Override
    Op build(Object[] parts) {
      return new LowOp.Binary(
          (Value) parts[0],
          (BinaryOperator) parts[1],
          (Value) parts[2],
          (Value) parts[3],
          (Loc) parts[4]);
    }

    @Override
    List<Value> results(Op op) {
      var it = (LowOp.Binary) op;
      return List.of(it.result());
    }

    @Override
    List<Value> operands(Op op) {
      var it = (LowOp.Binary) op;
      return List.of(it.left(), it.right());
    }
  }

  private static final class OfUnary extends OpAccess {
    @Override
    Object read(Op op, int position) {
      var it = (LowOp.Unary) op;
      return switch (position) {
        case 0 -> it.result();
        case 1 -> it.operator();
        case 2 -> it.operand();
        default -> it.loc();
      };
    }

    @Override
    Op build(Object[] parts) {
      return new LowOp.Unary(
          (Value) parts[0], (UnaryOperator) parts[1], (Value) parts[2], (Loc) parts[3]);
    }

    @Override
    List<Value> results(Op op) {
      var it = (LowOp.Unary) op;
      return List.of(it.result());
    }

    @Override
    List<Value> operands(Op op) {
      var it = (LowOp.Unary) op;
      return List.of(it.operand());
    }
  }

  private static final class OfCompare extends OpAccess {
    @Override
    Object read(Op op, int position) {
      var it = (LowOp.Compare) op;
      return switch (position) {
        case 0 -> it.result();
        case 1 -> it.operator();
        case 2 -> it.left();
        case 3 -> it.right();
        default -> it.loc();
      };
    }

    @Override
    Op build(Object[] parts) {
      return new LowOp.Compare(
          (Value) parts[0],
          (CompareOperator) parts[1],
          (Value) parts[2],
          (Value) parts[3],
          (Loc) parts[4]);
    }

    @Override
    List<Value> results(Op op) {
      var it = (LowOp.Compare) op;
      return List.of(it.result());
    }

    @Override
    List<Value> operands(Op op) {
      var it = (LowOp.Compare) op;
      return List.of(it.left(), it.right());
    }
  }

  private static final class OfSelect extends OpAccess {
    @Override
    Object read(Op op, int position) {
      var it = (LowOp.Select) op;
      return switch (position) {
        case 0 -> it.result();
        case 1 -> it.condition();
        case 2 -> it.whenTrue();
        case 3 -> it.whenFalse();
        default -> it.loc();
      };
    }

    @Override
    Op build(Object[] parts) {
      return new LowOp.Select(
          (Value) parts[0], (Value) parts[1], (Value) parts[2], (Value) parts[3], (Loc) parts[4]);
    }

    @Override
    List<Value> results(Op op) {
      var it = (LowOp.Select) op;
      return List.of(it.result());
    }

    @Override
    List<Value> operands(Op op) {
      var it = (LowOp.Select) op;
      return List.of(it.condition(), it.whenTrue(), it.whenFalse());
    }
  }

  private static final class OfFma extends OpAccess {
    @Override
    Object read(Op op, int position) {
      var it = (LowOp.Fma) op;
      return switch (position) {
        case 0 -> it.result();
        case 1 -> it.left();
        case 2 -> it.right();
        case 3 -> it.addend();
        case 4 -> it.exact();
        default -> it.loc();
      };
    }

    @Override
    Op build(Object[] parts) {
      return new LowOp.Fma(
          (Value) parts[0],
          (Value) parts[1],
          (Value) parts[2],
          (Value) parts[3],
          (Boolean) parts[4],
          (Loc) parts[5]);
    }

    @Override
    List<Value> results(Op op) {
      var it = (LowOp.Fma) op;
      return List.of(it.result());
    }

    @Override
    List<Value> operands(Op op) {
      var it = (LowOp.Fma) op;
      return List.of(it.left(), it.right(), it.addend());
    }
  }

  private static final class OfMath extends OpAccess {
    @Override
    Object read(Op op, int position) {
      var it = (LowOp.Math) op;
      return switch (position) {
        case 0 -> it.result();
        case 1 -> it.function();
        case 2 -> it.arguments();
        default -> it.loc();
      };
    }

    @Override
    Op build(Object[] parts) {
      return new LowOp.Math(
          (Value) parts[0], (MathFunction) parts[1], (List<Value>) parts[2], (Loc) parts[3]);
    }

    @Override
    List<Value> results(Op op) {
      var it = (LowOp.Math) op;
      return List.of(it.result());
    }

    @Override
    List<Value> operands(Op op) {
      var it = (LowOp.Math) op;
      return it.arguments();
    }
  }

  private static final class OfCast extends OpAccess {
    @Override
    Object read(Op op, int position) {
      var it = (LowOp.Cast) op;
      return switch (position) {
        case 0 -> it.result();
        case 1 -> it.operand();
        default -> it.loc();
      };
    }

    @Override
    Op build(Object[] parts) {
      return new LowOp.Cast((Value) parts[0], (Value) parts[1], (Loc) parts[2]);
    }

    @Override
    List<Value> results(Op op) {
      var it = (LowOp.Cast) op;
      return List.of(it.result());
    }

    @Override
    List<Value> operands(Op op) {
      var it = (LowOp.Cast) op;
      return List.of(it.operand());
    }
  }

  private static final class OfBitcast extends OpAccess {
    @Override
    Object read(Op op, int position) {
      var it = (LowOp.Bitcast) op;
      return switch (position) {
        case 0 -> it.result();
        case 1 -> it.operand();
        default -> it.loc();
      };
    }

    @Override
    Op build(Object[] parts) {
      return new LowOp.Bitcast((Value) parts[0], (Value) parts[1], (Loc) parts[2]);
    }

    @Override
    List<Value> results(Op op) {
      var it = (LowOp.Bitcast) op;
      return List.of(it.result());
    }

    @Override
    List<Value> operands(Op op) {
      var it = (LowOp.Bitcast) op;
      return List.of(it.operand());
    }
  }

  private static final class OfSplat extends OpAccess {
    @Override
    Object read(Op op, int position) {
      var it = (LowOp.Splat) op;
      return switch (position) {
        case 0 -> it.result();
        case 1 -> it.scalar();
        default -> it.loc();
      };
    }

    @Override
    Op build(Object[] parts) {
      return new LowOp.Splat((Value) parts[0], (Value) parts[1], (Loc) parts[2]);
    }

    @Override
    List<Value> results(Op op) {
      var it = (LowOp.Splat) op;
      return List.of(it.result());
    }

    @Override
    List<Value> operands(Op op) {
      var it = (LowOp.Splat) op;
      return List.of(it.scalar());
    }
  }

  private static final class OfLanes extends OpAccess {
    @Override
    Object read(Op op, int position) {
      var it = (LowOp.Lanes) op;
      return switch (position) {
        case 0 -> it.result();
        default -> it.loc();
      };
    }

    @Override
    Op build(Object[] parts) {
      return new LowOp.Lanes((Value) parts[0], (Loc) parts[1]);
    }

    @Override
    List<Value> results(Op op) {
      var it = (LowOp.Lanes) op;
      return List.of(it.result());
    }
  }

  private static final class OfReduceLanes extends OpAccess {
    @Override
    Object read(Op op, int position) {
      var it = (LowOp.ReduceLanes) op;
      return switch (position) {
        case 0 -> it.result();
        case 1 -> it.kind();
        case 2 -> it.vector();
        default -> it.loc();
      };
    }

    @Override
    Op build(Object[] parts) {
      return new LowOp.ReduceLanes(
          (Value) parts[0], (ReduceKind) parts[1], (Value) parts[2], (Loc) parts[3]);
    }

    @Override
    List<Value> results(Op op) {
      var it = (LowOp.ReduceLanes) op;
      return List.of(it.result());
    }

    @Override
    List<Value> operands(Op op) {
      var it = (LowOp.ReduceLanes) op;
      return List.of(it.vector());
    }
  }

  private static final class OfLane extends OpAccess {
    @Override
    Object read(Op op, int position) {
      var it = (LowOp.Lane) op;
      return switch (position) {
        case 0 -> it.result();
        case 1 -> it.vector();
        case 2 -> it.lane();
        default -> it.loc();
      };
    }

    @Override
    Op build(Object[] parts) {
      return new LowOp.Lane((Value) parts[0], (Value) parts[1], (Integer) parts[2], (Loc) parts[3]);
    }

    @Override
    List<Value> results(Op op) {
      var it = (LowOp.Lane) op;
      return List.of(it.result());
    }

    @Override
    List<Value> operands(Op op) {
      var it = (LowOp.Lane) op;
      return List.of(it.vector());
    }
  }

  private static final class OfShuffle extends OpAccess {
    @Override
    Object read(Op op, int position) {
      var it = (LowOp.Shuffle) op;
      return switch (position) {
        case 0 -> it.result();
        case 1 -> it.left();
        case 2 -> it.right();
        case 3 -> it.lanes();
        default -> it.loc();
      };
    }

    @Override
    Op build(Object[] parts) {
      return new LowOp.Shuffle(
          (Value) parts[0],
          (Value) parts[1],
          (Value) parts[2],
          (List<Integer>) parts[3],
          (Loc) parts[4]);
    }

    @Override
    List<Value> results(Op op) {
      var it = (LowOp.Shuffle) op;
      return List.of(it.result());
    }

    @Override
    List<Value> operands(Op op) {
      var it = (LowOp.Shuffle) op;
      return List.of(it.left(), it.right());
    }
  }

  private static final class OfDeclareCell extends OpAccess {
    @Override
    Object read(Op op, int position) {
      var it = (LowOp.DeclareCell) op;
      return switch (position) {
        case 0 -> it.cell();
        case 1 -> it.initial();
        default -> it.loc();
      };
    }

    @Override
    Op build(Object[] parts) {
      return new LowOp.DeclareCell((Value) parts[0], (Value) parts[1], (Loc) parts[2]);
    }

    @Override
    List<Value> results(Op op) {
      var it = (LowOp.DeclareCell) op;
      return List.of(it.cell());
    }

    @Override
    List<Value> operands(Op op) {
      var it = (LowOp.DeclareCell) op;
      return List.of(it.initial());
    }
  }

  private static final class OfReadCell extends OpAccess {
    @Override
    Object read(Op op, int position) {
      var it = (LowOp.ReadCell) op;
      return switch (position) {
        case 0 -> it.result();
        case 1 -> it.cell();
        default -> it.loc();
      };
    }

    @Override
    Op build(Object[] parts) {
      return new LowOp.ReadCell((Value) parts[0], (Value) parts[1], (Loc) parts[2]);
    }

    @Override
    List<Value> results(Op op) {
      var it = (LowOp.ReadCell) op;
      return List.of(it.result());
    }

    @Override
    List<Value> operands(Op op) {
      var it = (LowOp.ReadCell) op;
      return List.of(it.cell());
    }
  }

  private static final class OfWriteCell extends OpAccess {
    @Override
    Object read(Op op, int position) {
      var it = (LowOp.WriteCell) op;
      return switch (position) {
        case 0 -> it.cell();
        case 1 -> it.value();
        default -> it.loc();
      };
    }

    @Override
    Op build(Object[] parts) {
      return new LowOp.WriteCell((Value) parts[0], (Value) parts[1], (Loc) parts[2]);
    }

    @Override
    List<Value> operands(Op op) {
      var it = (LowOp.WriteCell) op;
      return List.of(it.cell(), it.value());
    }
  }

  private static final class OfDim extends OpAccess {
    @Override
    Object read(Op op, int position) {
      var it = (LowOp.Dim) op;
      return switch (position) {
        case 0 -> it.result();
        case 1 -> it.tensor();
        case 2 -> it.axis();
        default -> it.loc();
      };
    }

    @Override
    Op build(Object[] parts) {
      return new LowOp.Dim((Value) parts[0], (Value) parts[1], (Integer) parts[2], (Loc) parts[3]);
    }

    @Override
    List<Value> results(Op op) {
      var it = (LowOp.Dim) op;
      return List.of(it.result());
    }

    @Override
    List<Value> operands(Op op) {
      var it = (LowOp.Dim) op;
      return List.of(it.tensor());
    }
  }

  private static final class OfIsLarge extends OpAccess {
    @Override
    Object read(Op op, int position) {
      var it = (LowOp.IsLarge) op;
      return switch (position) {
        case 0 -> it.result();
        case 1 -> it.tensor();
        case 2 -> it.bytes();
        case 3 -> it.alignment();
        default -> it.loc();
      };
    }

    @Override
    Op build(Object[] parts) {
      return new LowOp.IsLarge(
          (Value) parts[0], (Value) parts[1], (Long) parts[2], (Integer) parts[3], (Loc) parts[4]);
    }

    @Override
    List<Value> results(Op op) {
      var it = (LowOp.IsLarge) op;
      return List.of(it.result());
    }

    @Override
    List<Value> operands(Op op) {
      var it = (LowOp.IsLarge) op;
      return List.of(it.tensor());
    }
  }

  private static final class OfTensorMemory extends OpAccess {
    @Override
    Object read(Op op, int position) {
      var it = (LowOp.TensorMemory) op;
      return switch (position) {
        case 0 -> it.memory();
        case 1 -> it.tensor();
        default -> it.loc();
      };
    }

    @Override
    Op build(Object[] parts) {
      return new LowOp.TensorMemory((Value) parts[0], (Value) parts[1], (Loc) parts[2]);
    }

    @Override
    List<Value> results(Op op) {
      var it = (LowOp.TensorMemory) op;
      return List.of(it.memory());
    }

    @Override
    List<Value> operands(Op op) {
      var it = (LowOp.TensorMemory) op;
      return List.of(it.tensor());
    }
  }

  private static final class OfAllocMemory extends OpAccess {
    @Override
    Object read(Op op, int position) {
      var it = (LowOp.AllocMemory) op;
      return switch (position) {
        case 0 -> it.memory();
        case 1 -> it.elements();
        default -> it.loc();
      };
    }

    @Override
    Op build(Object[] parts) {
      return new LowOp.AllocMemory((Value) parts[0], (Long) parts[1], (Loc) parts[2]);
    }

    @Override
    List<Value> results(Op op) {
      var it = (LowOp.AllocMemory) op;
      return List.of(it.memory());
    }
  }

  private static final class OfArenaMemory extends OpAccess {
    @Override
    Object read(Op op, int position) {
      var it = (LowOp.ArenaMemory) op;
      return switch (position) {
        case 0 -> it.memory();
        case 1 -> it.byteOffset();
        case 2 -> it.elements();
        default -> it.loc();
      };
    }

    @Override
    Op build(Object[] parts) {
      return new LowOp.ArenaMemory(
          (Value) parts[0], (Long) parts[1], (Long) parts[2], (Loc) parts[3]);
    }

    @Override
    List<Value> results(Op op) {
      var it = (LowOp.ArenaMemory) op;
      return List.of(it.memory());
    }
  }

  private static final class OfRegisterMemory extends OpAccess {
    @Override
    Object read(Op op, int position) {
      var it = (LowOp.RegisterMemory) op;
      return switch (position) {
        case 0 -> it.memory();
        case 1 -> it.elements();
        default -> it.loc();
      };
    }

    @Override
    Op build(Object[] parts) {
      return new LowOp.RegisterMemory((Value) parts[0], (Long) parts[1], (Loc) parts[2]);
    }

    @Override
    List<Value> results(Op op) {
      var it = (LowOp.RegisterMemory) op;
      return List.of(it.memory());
    }
  }

  private static final class OfLoad extends OpAccess {
    @Override
    Object read(Op op, int position) {
      var it = (LowOp.Load) op;
      return switch (position) {
        case 0 -> it.result();
        case 1 -> it.memory();
        case 2 -> it.index();
        case 3 -> it.mask();
        default -> it.loc();
      };
    }

    @Override
    Op build(Object[] parts) {
      return new LowOp.Load(
          (Value) parts[0], (Value) parts[1], (Value) parts[2], (Value) parts[3], (Loc) parts[4]);
    }

    @Override
    List<Value> results(Op op) {
      var it = (LowOp.Load) op;
      return List.of(it.result());
    }

    @Override
    List<Value> operands(Op op) {
      var it = (LowOp.Load) op;
      return all(it.memory(), it.index(), it.mask());
    }
  }

  private static final class OfStore extends OpAccess {
    @Override
    Object read(Op op, int position) {
      var it = (LowOp.Store) op;
      return switch (position) {
        case 0 -> it.memory();
        case 1 -> it.index();
        case 2 -> it.value();
        case 3 -> it.mask();
        case 4 -> it.isStreamed();
        default -> it.loc();
      };
    }

    @Override
    Op build(Object[] parts) {
      return new LowOp.Store(
          (Value) parts[0],
          (Value) parts[1],
          (Value) parts[2],
          (Value) parts[3],
          (Boolean) parts[4],
          (Loc) parts[5]);
    }

    @Override
    List<Value> operands(Op op) {
      var it = (LowOp.Store) op;
      return all(it.memory(), it.index(), it.value(), it.mask());
    }
  }

  private static final class OfPrefetch extends OpAccess {
    @Override
    Object read(Op op, int position) {
      var it = (LowOp.Prefetch) op;
      return switch (position) {
        case 0 -> it.memory();
        case 1 -> it.index();
        default -> it.loc();
      };
    }

    @Override
    Op build(Object[] parts) {
      return new LowOp.Prefetch((Value) parts[0], (Value) parts[1], (Loc) parts[2]);
    }

    @Override
    List<Value> operands(Op op) {
      var it = (LowOp.Prefetch) op;
      return List.of(it.memory(), it.index());
    }
  }

  private static final class OfAtomicUpdate extends OpAccess {
    @Override
    Object read(Op op, int position) {
      var it = (LowOp.AtomicUpdate) op;
      return switch (position) {
        case 0 -> it.memory();
        case 1 -> it.index();
        case 2 -> it.value();
        case 3 -> it.mask();
        default -> it.loc();
      };
    }

    @Override
    Op build(Object[] parts) {
      return new LowOp.AtomicUpdate(
          (Value) parts[0], (Value) parts[1], (Value) parts[2], (Value) parts[3], (Loc) parts[4]);
    }

    @Override
    List<Value> operands(Op op) {
      var it = (LowOp.AtomicUpdate) op;
      return all(it.memory(), it.index(), it.value(), it.mask());
    }
  }

  private static final class OfCompareAndSet extends OpAccess {
    @Override
    Object read(Op op, int position) {
      var it = (LowOp.CompareAndSet) op;
      return switch (position) {
        case 0 -> it.done();
        case 1 -> it.memory();
        case 2 -> it.index();
        case 3 -> it.expected();
        case 4 -> it.replacement();
        default -> it.loc();
      };
    }

    @Override
    Op build(Object[] parts) {
      return new LowOp.CompareAndSet(
          (Value) parts[0],
          (Value) parts[1],
          (Value) parts[2],
          (Value) parts[3],
          (Value) parts[4],
          (Loc) parts[5]);
    }

    @Override
    List<Value> results(Op op) {
      var it = (LowOp.CompareAndSet) op;
      return List.of(it.done());
    }

    @Override
    List<Value> operands(Op op) {
      var it = (LowOp.CompareAndSet) op;
      return List.of(it.memory(), it.index(), it.expected(), it.replacement());
    }
  }

  private static final class OfThreadIndex extends OpAccess {
    @Override
    Object read(Op op, int position) {
      var it = (LowOp.ThreadIndex) op;
      return switch (position) {
        case 0 -> it.result();
        default -> it.loc();
      };
    }

    @Override
    Op build(Object[] parts) {
      return new LowOp.ThreadIndex((Value) parts[0], (Loc) parts[1]);
    }

    @Override
    List<Value> results(Op op) {
      var it = (LowOp.ThreadIndex) op;
      return List.of(it.result());
    }
  }

  private static final class OfBarrier extends OpAccess {
    @Override
    Object read(Op op, int position) {
      var it = (LowOp.Barrier) op;
      return it.loc();
    }

    @Override
    Op build(Object[] parts) {
      return new LowOp.Barrier((Loc) parts[0]);
    }
  }

  private static final class OfPhase extends OpAccess {
    @Override
    Object read(Op op, int position) {
      var it = (LowOp.Phase) op;
      return switch (position) {
        case 0 -> it.body();
        default -> it.loc();
      };
    }

    @Override
    Op build(Object[] parts) {
      return new LowOp.Phase((Body) parts[0], (Loc) parts[1]);
    }

    @Override
    List<Body> bodies(Op op) {
      var it = (LowOp.Phase) op;
      return List.of(it.body());
    }
  }

  private static final class OfPart extends OpAccess {
    @Override
    Object read(Op op, int position) {
      var it = (LowOp.Part) op;
      return switch (position) {
        case 0 -> it.threads();
        case 1 -> it.firstRegisters();
        case 2 -> it.restRegisters();
        case 3 -> it.first();
        case 4 -> it.rest();
        default -> it.loc();
      };
    }

    @Override
    Op build(Object[] parts) {
      return new LowOp.Part(
          (Integer) parts[0],
          (Integer) parts[1],
          (Integer) parts[2],
          (Body) parts[3],
          (Body) parts[4],
          (Loc) parts[5]);
    }

    @Override
    List<Body> bodies(Op op) {
      var it = (LowOp.Part) op;
      return List.of(it.first(), it.rest());
    }
  }

  private static final class OfExchangeThreads extends OpAccess {
    @Override
    Object read(Op op, int position) {
      var it = (LowOp.ExchangeThreads) op;
      return switch (position) {
        case 0 -> it.result();
        case 1 -> it.value();
        case 2 -> it.mask();
        default -> it.loc();
      };
    }

    @Override
    Op build(Object[] parts) {
      return new LowOp.ExchangeThreads(
          (Value) parts[0], (Value) parts[1], (Integer) parts[2], (Loc) parts[3]);
    }

    @Override
    List<Value> results(Op op) {
      var it = (LowOp.ExchangeThreads) op;
      return List.of(it.result());
    }

    @Override
    List<Value> operands(Op op) {
      var it = (LowOp.ExchangeThreads) op;
      return List.of(it.value());
    }
  }

  private static final class OfMultiplyMatrices extends OpAccess {
    @Override
    Object read(Op op, int position) {
      var it = (LowOp.MultiplyMatrices) op;
      return switch (position) {
        case 0 -> it.instruction();
        case 1 -> it.accumulator();
        case 2 -> it.accumulatorIndex();
        case 3 -> it.left();
        case 4 -> it.leftIndex();
        case 5 -> it.right();
        case 6 -> it.rightIndex();
        default -> it.loc();
      };
    }

    @Override
    Op build(Object[] parts) {
      return new LowOp.MultiplyMatrices(
          (MatrixInstruction) parts[0],
          (Value) parts[1],
          (Value) parts[2],
          (Value) parts[3],
          (Value) parts[4],
          (Value) parts[5],
          (Value) parts[6],
          (Loc) parts[7]);
    }

    @Override
    List<Value> operands(Op op) {
      var it = (LowOp.MultiplyMatrices) op;
      return List.of(
          it.accumulator(),
          it.accumulatorIndex(),
          it.left(),
          it.leftIndex(),
          it.right(),
          it.rightIndex());
    }
  }

  private static final class OfLoadMatrices extends OpAccess {
    @Override
    Object read(Op op, int position) {
      var it = (LowOp.LoadMatrices) op;
      return switch (position) {
        case 0 -> it.registers();
        case 1 -> it.registersIndex();
        case 2 -> it.memory();
        case 3 -> it.index();
        case 4 -> it.count();
        case 5 -> it.transposed();
        default -> it.loc();
      };
    }

    @Override
    Op build(Object[] parts) {
      return new LowOp.LoadMatrices(
          (Value) parts[0],
          (Value) parts[1],
          (Value) parts[2],
          (Value) parts[3],
          (Integer) parts[4],
          (Boolean) parts[5],
          (Loc) parts[6]);
    }

    @Override
    List<Value> operands(Op op) {
      var it = (LowOp.LoadMatrices) op;
      return List.of(it.registers(), it.registersIndex(), it.memory(), it.index());
    }
  }

  private static final class OfCopyBox extends OpAccess {
    @Override
    Object read(Op op, int position) {
      var it = (LowOp.CopyBox) op;
      return switch (position) {
        case 0 -> it.tensor();
        case 1 -> it.origin();
        case 2 -> it.extents();
        case 3 -> it.memory();
        case 4 -> it.index();
        case 5 -> it.isSwizzled();
        case 6 -> it.isRounded();
        case 7 -> it.phases();
        case 8 -> it.phase();
        default -> it.loc();
      };
    }

    @Override
    Op build(Object[] parts) {
      return new LowOp.CopyBox(
          (Value) parts[0],
          (List<Value>) parts[1],
          (List<Integer>) parts[2],
          (Value) parts[3],
          (Value) parts[4],
          (Boolean) parts[5],
          (Boolean) parts[6],
          (Value) parts[7],
          (Value) parts[8],
          (Loc) parts[9]);
    }

    @Override
    List<Value> operands(Op op) {
      var it = (LowOp.CopyBox) op;
      return all(it.tensor(), it.origin(), it.memory(), it.index(), it.phases(), it.phase());
    }
  }

  private static final class OfStartCopy extends OpAccess {
    @Override
    Object read(Op op, int position) {
      var it = (LowOp.StartCopy) op;
      return switch (position) {
        case 0 -> it.memory();
        case 1 -> it.index();
        case 2 -> it.source();
        case 3 -> it.sourceIndex();
        case 4 -> it.elements();
        case 5 -> it.valid();
        default -> it.loc();
      };
    }

    @Override
    Op build(Object[] parts) {
      return new LowOp.StartCopy(
          (Value) parts[0],
          (Value) parts[1],
          (Value) parts[2],
          (Value) parts[3],
          (Integer) parts[4],
          (Value) parts[5],
          (Loc) parts[6]);
    }

    @Override
    List<Value> operands(Op op) {
      var it = (LowOp.StartCopy) op;
      return List.of(it.memory(), it.index(), it.source(), it.sourceIndex(), it.valid());
    }
  }

  private static final class OfCommitCopies extends OpAccess {
    @Override
    Object read(Op op, int position) {
      var it = (LowOp.CommitCopies) op;
      return it.loc();
    }

    @Override
    Op build(Object[] parts) {
      return new LowOp.CommitCopies((Loc) parts[0]);
    }
  }

  private static final class OfAwaitCopies extends OpAccess {
    @Override
    Object read(Op op, int position) {
      var it = (LowOp.AwaitCopies) op;
      return switch (position) {
        case 0 -> it.pending();
        default -> it.loc();
      };
    }

    @Override
    Op build(Object[] parts) {
      return new LowOp.AwaitCopies((Integer) parts[0], (Loc) parts[1]);
    }
  }

  private static final class OfInitPhase extends OpAccess {
    @Override
    Object read(Op op, int position) {
      var it = (LowOp.InitPhase) op;
      return switch (position) {
        case 0 -> it.phases();
        case 1 -> it.phase();
        case 2 -> it.arrivals();
        default -> it.loc();
      };
    }

    @Override
    Op build(Object[] parts) {
      return new LowOp.InitPhase(
          (Value) parts[0], (Value) parts[1], (Integer) parts[2], (Loc) parts[3]);
    }

    @Override
    List<Value> operands(Op op) {
      var it = (LowOp.InitPhase) op;
      return List.of(it.phases(), it.phase());
    }
  }

  private static final class OfExpectBytes extends OpAccess {
    @Override
    Object read(Op op, int position) {
      var it = (LowOp.ExpectBytes) op;
      return switch (position) {
        case 0 -> it.phases();
        case 1 -> it.phase();
        case 2 -> it.bytes();
        default -> it.loc();
      };
    }

    @Override
    Op build(Object[] parts) {
      return new LowOp.ExpectBytes(
          (Value) parts[0], (Value) parts[1], (Long) parts[2], (Loc) parts[3]);
    }

    @Override
    List<Value> operands(Op op) {
      var it = (LowOp.ExpectBytes) op;
      return List.of(it.phases(), it.phase());
    }
  }

  private static final class OfDeliverBytes extends OpAccess {
    @Override
    Object read(Op op, int position) {
      var it = (LowOp.DeliverBytes) op;
      return switch (position) {
        case 0 -> it.phases();
        case 1 -> it.phase();
        case 2 -> it.bytes();
        default -> it.loc();
      };
    }

    @Override
    Op build(Object[] parts) {
      return new LowOp.DeliverBytes(
          (Value) parts[0], (Value) parts[1], (Long) parts[2], (Loc) parts[3]);
    }

    @Override
    List<Value> operands(Op op) {
      var it = (LowOp.DeliverBytes) op;
      return List.of(it.phases(), it.phase());
    }
  }

  private static final class OfArriveAtPhase extends OpAccess {
    @Override
    Object read(Op op, int position) {
      var it = (LowOp.ArriveAtPhase) op;
      return switch (position) {
        case 0 -> it.phases();
        case 1 -> it.phase();
        default -> it.loc();
      };
    }

    @Override
    Op build(Object[] parts) {
      return new LowOp.ArriveAtPhase((Value) parts[0], (Value) parts[1], (Loc) parts[2]);
    }

    @Override
    List<Value> operands(Op op) {
      var it = (LowOp.ArriveAtPhase) op;
      return List.of(it.phases(), it.phase());
    }
  }

  private static final class OfAwaitPhase extends OpAccess {
    @Override
    Object read(Op op, int position) {
      var it = (LowOp.AwaitPhase) op;
      return switch (position) {
        case 0 -> it.phases();
        case 1 -> it.phase();
        case 2 -> it.isOdd();
        default -> it.loc();
      };
    }

    @Override
    Op build(Object[] parts) {
      return new LowOp.AwaitPhase(
          (Value) parts[0], (Value) parts[1], (Value) parts[2], (Loc) parts[3]);
    }

    @Override
    List<Value> operands(Op op) {
      var it = (LowOp.AwaitPhase) op;
      return List.of(it.phases(), it.phase(), it.isOdd());
    }
  }

  private static final class OfEndPhases extends OpAccess {
    @Override
    Object read(Op op, int position) {
      var it = (LowOp.EndPhases) op;
      return switch (position) {
        case 0 -> it.phases();
        case 1 -> it.phase();
        default -> it.loc();
      };
    }

    @Override
    Op build(Object[] parts) {
      return new LowOp.EndPhases((Value) parts[0], (Value) parts[1], (Loc) parts[2]);
    }

    @Override
    List<Value> operands(Op op) {
      var it = (LowOp.EndPhases) op;
      return List.of(it.phases(), it.phase());
    }
  }

  private static final class OfPublishWrites extends OpAccess {
    @Override
    Object read(Op op, int position) {
      var it = (LowOp.PublishWrites) op;
      return it.loc();
    }

    @Override
    Op build(Object[] parts) {
      return new LowOp.PublishWrites((Loc) parts[0]);
    }
  }

  private static final class OfMultiplyWarpgroup extends OpAccess {
    @Override
    Object read(Op op, int position) {
      var it = (LowOp.MultiplyWarpgroup) op;
      return switch (position) {
        case 0 -> it.operand();
        case 1 -> it.columns();
        case 2 -> it.adds();
        case 3 -> it.accumulator();
        case 4 -> it.accumulatorIndex();
        case 5 -> it.left();
        case 6 -> it.leftIndex();
        case 7 -> it.isLeftAcross();
        case 8 -> it.leftPanel();
        case 9 -> it.right();
        case 10 -> it.rightIndex();
        case 11 -> it.isRightAcross();
        case 12 -> it.rightPanel();
        default -> it.loc();
      };
    }

    @Override
    Op build(Object[] parts) {
      return new LowOp.MultiplyWarpgroup(
          (DType) parts[0],
          (Integer) parts[1],
          (Boolean) parts[2],
          (Value) parts[3],
          (Value) parts[4],
          (Value) parts[5],
          (Value) parts[6],
          (Boolean) parts[7],
          (Long) parts[8],
          (Value) parts[9],
          (Value) parts[10],
          (Boolean) parts[11],
          (Long) parts[12],
          (Loc) parts[13]);
    }

    @Override
    List<Value> operands(Op op) {
      var it = (LowOp.MultiplyWarpgroup) op;
      return List.of(
          it.accumulator(),
          it.accumulatorIndex(),
          it.left(),
          it.leftIndex(),
          it.right(),
          it.rightIndex());
    }
  }

  private static final class OfBeginProducts extends OpAccess {
    @Override
    Object read(Op op, int position) {
      var it = (LowOp.BeginProducts) op;
      return switch (position) {
        case 0 -> it.registers();
        case 1 -> it.counts();
        default -> it.loc();
      };
    }

    @Override
    Op build(Object[] parts) {
      return new LowOp.BeginProducts(
          (List<Value>) parts[0], (List<Integer>) parts[1], (Loc) parts[2]);
    }

    @Override
    List<Value> operands(Op op) {
      var it = (LowOp.BeginProducts) op;
      return it.registers();
    }
  }

  private static final class OfCommitProducts extends OpAccess {
    @Override
    Object read(Op op, int position) {
      var it = (LowOp.CommitProducts) op;
      return it.loc();
    }

    @Override
    Op build(Object[] parts) {
      return new LowOp.CommitProducts((Loc) parts[0]);
    }
  }

  private static final class OfAwaitProducts extends OpAccess {
    @Override
    Object read(Op op, int position) {
      var it = (LowOp.AwaitProducts) op;
      return switch (position) {
        case 0 -> it.pending();
        case 1 -> it.accumulator();
        case 2 -> it.accumulatorIndex();
        case 3 -> it.registers();
        default -> it.loc();
      };
    }

    @Override
    Op build(Object[] parts) {
      return new LowOp.AwaitProducts(
          (Integer) parts[0],
          (Value) parts[1],
          (Value) parts[2],
          (Integer) parts[3],
          (Loc) parts[4]);
    }

    @Override
    List<Value> operands(Op op) {
      var it = (LowOp.AwaitProducts) op;
      return List.of(it.accumulator(), it.accumulatorIndex());
    }
  }
}
