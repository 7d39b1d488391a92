#!/usr/bin/env python3
"""Measures `shardctl check` on a long program against Python, in the same run.

    python3 program.py SHARDCTL

The program is a stack of transformer blocks, each a function of its own. Python, the interpreter that
SHARDCTL_JAX_PYTHON names or else the running one, starts and imports JAX, where that is installed; otherwise it
starts and compiles the same text, without running it. Prints ratios of times (the
median of several runs, taken in turns). It reports and does not judge: a busy machine is no failure.
"""
import os
import statistics
import subprocess
import sys
import tempfile
import time

ROUNDS = 9
LINES = 10_000
HEAD = """\
framework: jax==0.10.2
mesh: {axes: {data: 4, model: 2}, types: explicit}
tensors:
  x: {shape: [64, 128, 512], dtype: bfloat16, spec: [data, null, null]}
  w1: {shape: [512, 2048], dtype: bfloat16, spec: [null, model]}
  w2: {shape: [2048, 512], dtype: bfloat16, spec: [model, null]}
  g: {shape: [512], dtype: float32, spec: [null]}
program: |
"""
BLOCK = """\
def block_{n}(h, eps=1e-6):
  mean = jnp.mean(h * h, axis=-1, keepdims=True)
  n = (h * lax.rsqrt(mean + eps) * g).astype(h.dtype)
  u = jax.nn.gelu(jnp.einsum("btd,df->btf", n, w1))
  d = jnp.matmul(u, w2, out_sharding=P("data", None, None))
  return h + d.astype(h.dtype)
x = block_{n}(x)
size_{n} = x.shape[0] * 2 + len(x.shape)
first_{n} = [jnp.sum(x[:, 0, :], axis=(0, 1)), {{"k": size_{n}}}]
assert first_{n}[0].ndim == 0
"""


def run(arguments):
    """Seconds, peak memory in bytes and the exit status of one run."""
    start = time.perf_counter()
    process = subprocess.Popen(arguments, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    seconds = time.perf_counter() - start
    process.returncode = os.waitstatus_to_exitcode(status)
    return seconds, usage.ru_maxrss * 1024, process.returncode


def main():
    shardctl = sys.argv[1]
    program = "".join(BLOCK.format(n=n) for n in range(LINES // BLOCK.count("\n")))
    with tempfile.TemporaryDirectory() as folder:
        spec, text = os.path.join(folder, "program.yaml"), os.path.join(folder, "program.txt")
        with open(spec, "w") as file:
            file.write(HEAD + "".join("  " + line + "\n" for line in program.splitlines()))
        with open(text, "w") as file:
            file.write(program)
        python = os.environ.get("SHARDCTL_JAX_PYTHON", sys.executable)
        has_jax = run([python, "-c", "import jax"])[2] == 0
        reference = [python, "-c", "import jax" if has_jax else "compile(open(%r).read(), 'p', 'exec')" % text]
        size, bare, check, memory = os.path.getsize(spec), [], [], 0
        for _ in range(ROUNDS):
            bare.append(run(reference)[0])
            took, peak, status = run([shardctl, "check", spec])
            if status != 0:
                sys.exit("the program of the benchmark is not accepted")
            check.append(took)
            memory = max(memory, peak)
    print("a program of %d lines: check %.3f s (aim 0.5), Python %s %.3f s: %.2f times; "
          "memory %.0f MB: %.0f times the file"
          % (program.count("\n"), statistics.median(check), "importing JAX" if has_jax else "compiling the same text",
             statistics.median(bare), statistics.median(c / b for c, b in zip(check, bare)), memory / 1e6,
             memory / size))


if __name__ == "__main__":
    main()
