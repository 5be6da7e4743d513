"""The peers of the GPU benchmarks, run turn by turn with Kiln by GpuPeers.java.

One command a line on standard input, one answer a line on standard output:

  prepare <peer> <work> <numbers…>   ok            make random data and warm up
  run <peer> <times>                 <seconds>     of one time, by CUDA events
  drop                               ok            forget the data

Whatever fails answers "error <what>"; nothing ends this process but the end of its input.
Libraries print to standard error, since standard output belongs to the protocol.
"""

import math
import os
import sys

answers = os.fdopen(os.dup(1), "w", buffering=1)
os.dup2(2, 1)

import torch  # noqa: E402  after standard output has been put aside
import torch.nn.functional as functional  # noqa: E402

try:
    import triton
    import triton.language as tl
except ImportError:
    triton = None

WARM_UP = 3


def normal(*shape, dtype=torch.bfloat16):
    return torch.randn(*shape, device="cuda", dtype=torch.float32).to(dtype)


# Triton kernels, with the tiles that were fastest of those tried on an H200.

if triton:

    @triton.jit
    def matmul_kernel(
        a, b, c, m, n, k, b_row, b_column,
        BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr, GROUP: tl.constexpr,
    ):
        """c[m, n] = a[m, k] · b; tiles in groups of rows, so that neighbours share operands in L2."""
        tile = tl.program_id(0)
        rows = tl.cdiv(m, BM)
        columns = tl.cdiv(n, BN)
        in_group = GROUP * columns
        first = tile // in_group * GROUP
        height = min(rows - first, GROUP)
        row = first + tile % in_group % height
        column = tile % in_group // height
        i = row * BM + tl.arange(0, BM)
        j = column * BN + tl.arange(0, BN)
        l = tl.arange(0, BK)
        left = a + (i % m)[:, None] * k + l[None, :]
        right = b + l[:, None] * b_row + (j % n)[None, :] * b_column
        total = tl.zeros((BM, BN), dtype=tl.float32)
        for step in range(0, tl.cdiv(k, BK)):
            inside = l < k - step * BK
            x = tl.load(left, mask=inside[None, :], other=0.0)
            y = tl.load(right, mask=inside[:, None], other=0.0)
            total = tl.dot(x, y, total)
            left += BK
            right += BK * b_row
        place = c + i[:, None] * n + j[None, :]
        tl.store(place, total.to(tl.bfloat16), mask=(i < m)[:, None] & (j < n)[None, :])

    @triton.jit
    def softmax_kernel(source, target, columns, WIDTH: tl.constexpr):
        row = tl.program_id(0).to(tl.int64) * columns
        j = tl.arange(0, WIDTH)
        x = tl.load(source + row + j, mask=j < columns, other=-float("inf"))
        e = tl.exp(x - tl.max(x, axis=0))
        tl.store(target + row + j, e / tl.sum(e, axis=0), mask=j < columns)

    @triton.jit
    def add_kernel(a, b, c, n, BLOCK: tl.constexpr):
        i = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
        tl.store(c + i, tl.load(a + i, mask=i < n) + tl.load(b + i, mask=i < n), mask=i < n)


# Each gives a function without parameters that puts one time of the work in line.


def cublas_gemm(m, n, k, transposed):
    a = normal(m, k)
    b = normal(n, k).t() if transposed else normal(k, n)
    c = torch.empty(m, n, device="cuda", dtype=torch.bfloat16)
    return lambda: torch.mm(a, b, out=c)


def triton_gemm(m, n, k, transposed):
    a = normal(m, k)
    b = normal(n, k).t() if transposed else normal(k, n)
    c = torch.empty(m, n, device="cuda", dtype=torch.bfloat16)
    grid = (triton.cdiv(m, 128) * triton.cdiv(n, 256),)

    def launch():
        matmul_kernel[grid](
            a, b, c, m, n, k, b.stride(0), b.stride(1),
            BM=128, BN=256, BK=64, GROUP=8, num_warps=8, num_stages=3,
        )

    return launch


def cublas_bytes(is_fast):
    def make(m, n, k):
        a, b = normal(m, k).to(torch.float8_e4m3fn), normal(n, k).to(torch.float8_e4m3fn)
        one = torch.ones((), device="cuda")
        return lambda: torch._scaled_mm(
            a, b.t(), one, one, out_dtype=torch.bfloat16, use_fast_accum=is_fast
        )

    return make


def cublas_singles(m, n, k):
    torch.backends.cuda.matmul.allow_tf32 = True
    a, b = normal(m, k, dtype=torch.float32), normal(n, k, dtype=torch.float32).t()
    c = torch.empty(m, n, device="cuda")
    return lambda: torch.mm(a, b, out=c)


def attention(backend):
    def make(batch, heads, length, width, causal):
        from torch.nn.attention import sdpa_kernel

        q, k, v = (normal(batch, heads, length, width) for _ in range(3))

        def launch():
            with sdpa_kernel([backend]):
                functional.scaled_dot_product_attention(q, k, v, is_causal=bool(causal))

        return launch

    return make


def copy(count):
    a = normal(count, dtype=torch.float32)
    c = torch.empty_like(a)
    return lambda: c.copy_(a)


def torch_add(count):
    a, b = normal(count, dtype=torch.float32), normal(count, dtype=torch.float32)
    c = torch.empty_like(a)
    return lambda: torch.add(a, b, out=c)


def triton_add(count):
    a, b = normal(count, dtype=torch.float32), normal(count, dtype=torch.float32)
    c = torch.empty_like(a)
    return lambda: add_kernel[(triton.cdiv(count, 1024),)](a, b, c, count, BLOCK=1024)


def torch_softmax(rows, columns):
    a = normal(rows, columns, dtype=torch.float32)
    c = torch.empty_like(a)
    return lambda: torch.softmax(a, dim=1, out=c)


def triton_softmax(rows, columns):
    a = normal(rows, columns, dtype=torch.float32)
    c = torch.empty_like(a)
    width = triton.next_power_of_2(columns)
    return lambda: softmax_kernel[(rows,)](a, c, columns, WIDTH=width, num_warps=8)


def torch_rms_norm(rows, columns):
    a = normal(rows, columns)
    weight = normal(columns)
    return lambda: functional.rms_norm(a, (columns,), weight, eps=1e-6)


def peers():
    from torch.nn.attention import SDPBackend

    return {
        ("cublas", "gemm"): cublas_gemm,
        ("triton", "gemm"): triton_gemm,
        ("cublas", "bytes"): cublas_bytes(False),
        ("cublas-fast", "bytes"): cublas_bytes(True),
        ("cublas", "singles"): cublas_singles,
        ("cudnn", "attention"): attention(SDPBackend.CUDNN_ATTENTION),
        ("flash", "attention"): attention(SDPBackend.FLASH_ATTENTION),
        ("copy", "copy"): copy,
        ("torch", "add"): torch_add,
        ("triton", "add"): triton_add,
        ("torch", "softmax"): torch_softmax,
        ("triton", "softmax"): triton_softmax,
        ("torch", "rms_norm"): torch_rms_norm,
    }


def seconds(launch, times):
    start = torch.cuda.Event(enable_timing=True)
    end = torch.cuda.Event(enable_timing=True)
    start.record()
    for _ in range(times):
        launch()
    end.record()
    end.synchronize()
    return start.elapsed_time(end) * 1e-3 / times


def main():
    known = peers()
    ready = {}

    def prepare(peer, work, *numbers):
        launch = known[(peer, work)](*map(int, numbers))
        seconds(launch, WARM_UP)
        ready[peer] = launch
        return "ok"

    def run(peer, times):
        result = seconds(ready[peer], int(times))
        if not math.isfinite(result):
            raise ValueError("no time was measured")
        return repr(result)

    def drop():
        ready.clear()
        torch.cuda.empty_cache()
        return "ok"

    commands = {"prepare": prepare, "run": run, "drop": drop}
    torch.manual_seed(42)
    for line in sys.stdin:
        name, *arguments = line.split()
        try:
            answer = commands[name](*arguments)
        except Exception as e:  # a peer that fails is a line of the report
            answer = "error " + (str(e) or type(e).__name__).replace("\n", " ")[:300]
        print(answer, file=answers)


main()
