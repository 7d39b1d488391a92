#!/usr/bin/env python3
"""Records what XLA's analysis counts of programs, and the memory of their arguments and results.

    python3 record_work.py > work.jsonl

A line has `id`, the `yaml` of a spec and its counts: `lowered` of the whole program as it is lowered
(Lowered.cost_analysis), `device` of one device after the SPMD partitioner, before anything is fused or
rewritten for a backend, `compiled` of what was compiled for it, [flops, transcendentals] each, and
`memory`: [arguments, results, donated, temporaries] in bytes, of what was compiled. Every array with
a name at the top level of a program is a result.
Runs on CPU with virtual devices, compiled for one thread, with JAX 0.10.2; nothing is executed.
"""
import ast
import glob
import json
import os
import tempfile

DUMP = tempfile.mkdtemp()
os.environ["JAX_PLATFORMS"] = "cpu"
os.environ["XLA_FLAGS"] = ("--xla_force_host_platform_device_count=4 --xla_dump_hlo_as_text --xla_cpu_multi_thread_eigen=false "
                           f"--xla_dump_to={DUMP} --xla_dump_hlo_pass_re=spmd-partitioning")

import jax  # noqa: E402
from jax import lax  # noqa: E402
from jax import numpy as jnp  # noqa: E402
from jax._src.lib import _jax  # noqa: E402
from jax.sharding import AxisType, NamedSharding  # noqa: E402
from jax.sharding import PartitionSpec as P  # noqa: E402
from jaxlib import _hlo  # noqa: E402

TENSORS = {"x": ("float32", (16, 32), ("data",)), "w": ("float32", (32, 64), (None, "model")),
           "v": ("float32", (64, 32), ("model",)), "t": ("int32", (16,), ("data",)),
           "k": ("uint32", (2,), ()), "h": ("bfloat16", (16, 32), ("data",)),
           "im": ("float32", (4, 16, 16, 3), ("data",)), "e": ("float32", (64, 32), ())}

PROGRAMS = """
y = x @ w
y = jnp.sum(jnp.tanh(x @ w) @ v)
g = jax.grad(lambda w: jnp.mean((jnp.tanh(x @ w) @ v) ** 2))(w)
g = jax.grad(lambda w: jnp.mean(jax.nn.hard_swish(x @ w)))(w)
g = jax.grad(lambda w: jnp.mean(jax.nn.gelu(x @ w, approximate=False)))(w)
y = jax.random.bits(k, (16, 32))
y = jax.random.bits(k, (16, 32), jnp.uint8)
y = jax.random.uniform(k, (16, 32), minval=-1.0)
y = jax.random.normal(k, (16, 32)) + x
y = jax.random.normal(k, (16, 32), jnp.bfloat16) + h
y = jax.random.randint(k, (160,), 0, 1000)
y = jnp.where(jax.random.bernoulli(k, 0.9, x.shape), x / 0.9, 0)
y = jax.random.categorical(k, x)
y = jax.random.gumbel(k, (16, 32)) + x
y = jax.random.exponential(k, (16, 32))
y = jax.random.laplace(k, (16, 32))
y = jax.random.cauchy(k, (16, 32))
y = jax.random.logistic(k, (16, 32))
y = jax.random.truncated_normal(k, -2.0, 2.0, (16, 32))
y = jax.random.rademacher(k, (16, 32))
y = jax.random.permutation(k, 1000)
y = jax.vmap(lambda k: jax.random.normal(k, (64,)))(jax.random.split(k, 8))
y = lax.scan(lambda c, k: (c + jax.random.normal(k, c.shape), None), x, jax.random.split(k, 4))[0]
y = jnp.sinh(x)
y = jnp.cosh(x)
y = jnp.arcsin(x)
y = jnp.arccos(x)
y = jnp.arcsinh(x)
y = jnp.arccosh(x)
y = jnp.arctanh(x)
y = lax.lgamma(x)
y = lax.digamma(x)
y = jnp.sort(x, axis=1)
y = jnp.argmax(x, axis=1)
y, z = lax.top_k(x, 4)
y = jnp.cumsum(x, axis=1)
y = jnp.cumprod(x, axis=1)
y = jnp.fft.rfft(e); z = jnp.fft.irfft(y)
y = e[t]
y = lax.cond(t[0] > 0, lambda x: jnp.sin(x), lambda x: x * x + x, x)
y = lax.fori_loop(0, 3, lambda i, c: lax.fori_loop(0, 2, lambda j, c: jnp.tanh(c @ w @ v), c), x)
g = jax.grad(lambda w: jnp.mean(lax.scan(lambda c, _: (jax.checkpoint(lambda c: jnp.tanh(c @ w @ v))(c), None), x, length=3)[0]))(w)
y = lax.conv_general_dilated(im, jnp.ones((3, 3, 3, 8)), (2, 2), 'SAME', dimension_numbers=('NHWC', 'HWIO', 'NHWC'))
y = lax.reduce_window(im, -jnp.inf, lax.max, (1, 2, 2, 1), (1, 2, 2, 1), 'VALID')
y = jnp.sum(x, 0); z = jnp.std(x)
y = e.at[t].add(x)
y = v[t]
y = v.at[t].add(x)
y = v.at[t].set(x)
g = jax.grad(lambda e: jnp.sum(e[t] * x))(e)
y = jnp.searchsorted(e[:, 0], x)
y = jnp.digitize(x, e[:, 0])
y = jax.scipy.linalg.expm(e[:32] / 9)
y = jax.random.geometric(k, 0.5, (16, 32))
g = jax.grad(lambda e: jnp.sum(jax.ops.segment_max(x, t, 4) * e[:4]))(e)
y = jax.nn.softmax(x @ w, axis=-1)
g = jax.grad(lambda x: jnp.sum(jax.scipy.special.gammainc(2.5, x)))(x)
y = jnp.einsum('bd,be,b->de', x, x, x[:, 0])
y = jnp.maximum.reduce(x, axis=1); z = jnp.subtract.reduce(x, axis=1)
y = jnp.maximum.accumulate(x, axis=1); z = jnp.add.outer(x[:, 0], e[0])
y = lax.convert_element_type(x * 2.0, jnp.float32)
y = jax.nn.softmax(x @ x.T / 8.0) @ x
y = jax.nn.softmax(jnp.einsum('bsd,btd->bst', im[..., 0], im[..., 1])); z = jnp.einsum('bst,btd->bsd', y, im[..., 2])
g = jax.grad(lambda s: jnp.mean(((x - x.mean(-1, keepdims=True)) / jnp.sqrt(x.var(-1, keepdims=True) + 1e-5) * s) ** 2))(e[0])
g = jax.grad(lambda w: jnp.sum(jax.nn.gelu(jnp.einsum('bhwc,cd->bhwd', im, w[:3])) ** 2))(w)
m = 0.9 * e + 0.1 * e * e; y = e - 0.01 * (m / (1 - 0.9)) / (jnp.sqrt(e * e / (1 - 0.99)) + 1e-8)
big = jnp.tile(x, (16, 4)); y = jax.nn.softmax(big); z = big - big.mean(-1, keepdims=True)
g = jax.grad(lambda im: jnp.sum(lax.reduce_window(jnp.tanh(im), -jnp.inf, lax.max, (1, 2, 2, 1), (1, 2, 2, 1), 'VALID') ** 2))(im)
y = jnp.clip(x * 2.0 + 1.0, -1.0, 1.0); z = jnp.argmax(y * x, axis=1); m = jnp.max(y * x, axis=1)
g = jax.grad(lambda k: jnp.mean(lax.conv_general_dilated(jnp.maximum(im, 0.1), k, (1, 1), 'SAME', dimension_numbers=('NHWC', 'HWIO', 'NHWC')) ** 2))(e[:27, :8].reshape(3, 3, 3, 8))
y = jnp.where(t[:, None] == jnp.arange(32), 0.9, 0.0) * x + jax.nn.one_hot(t, 32) * x
g = jax.grad(lambda w: jnp.mean(jnp.tanh(h @ w.astype(h.dtype)).astype(jnp.float32) ** 2))(w)
y = jax.nn.gelu(h) * h; z = jnp.max(y, axis=1); m = jnp.where(h > 0, h, -h)
u = jax.nn.silu(h.astype(jnp.float16) @ w.astype(jnp.float16)); y = u @ v.astype(jnp.float16)
g = jax.grad(lambda w: jnp.mean((jax.checkpoint(lambda w: jax.nn.hard_swish(x @ w) @ v)(w)) ** 2))(w)
q = jnp.einsum('bhwc,cd->bhwd', im, w[:3]); y = q + 0.5 * jnp.tanh(q); z = jax.nn.softmax(y, -1)
c = x - x.mean(0); r = c.T @ c; y = r / jnp.sqrt(jnp.sum(r * r))
y = jax.nn.log_softmax((h.astype(jnp.float16) @ w.astype(jnp.float16)).astype(jnp.float32)); z = jnp.sum(jnp.exp(y) * y, -1)
c = (x - x.mean()) / (x.std() + 1e-8); y = jnp.mean(c * x[0, 0]); z = jnp.tanh(c) @ w
g = jax.grad(lambda x: -jnp.mean(jnp.take_along_axis(jax.nn.log_softmax(x), t[:, None], axis=1)))(x)
g = jax.grad(lambda e: jnp.sum((e / jnp.linalg.norm(e, axis=-1, keepdims=True)) ** 3))(e)
y = jax.nn.softmax(jnp.einsum('bthk,blhk->bhtl', im[:, :1], im)); z = jnp.einsum('bhtl,blhk->bthk', y, im)
y = t % 8 + t // 4; z = (x + 1.0) - 0.5; m = 0.5 * z + 0.5 * jnp.tanh(z)
y = jnp.hypot(x, x * 0.5); z = jnp.tanh(x @ w) @ v
a = e * e[0]; y = jnp.concatenate([jnp.sin(a), jnp.cos(a)], -1)
y = lax.pad(x[:1], 0.0, ((0, 15, 0), (0, 0, 0))); z = lax.pad(x[1:], 0.0, ((0, 1, 0), (0, 0, 0)))
"""


def spec_of(program, mode):
    tensors = "".join(
        f"  {name}: {{shape: {list(shape)}, dtype: {dtype}, spec: \"P({', '.join(map(repr, spec))})\"}}\n"
        for name, (dtype, shape, spec) in TENSORS.items())
    lines = "".join(f"  {line.strip()}\n" for line in program.split("; "))
    return (f"version: 1\nframework: jax==0.10.2\nmesh: {{axes: {{data: 2, model: 2}}, types: {mode}}}\n"
            f"tensors:\n{tensors}program: |\n{lines}")


def names_of(program):
    names = []
    for node in ast.parse(program).body:
        for target in ast.walk(node.targets[0]):
            if isinstance(target, ast.Name) and target.id not in names:
                names.append(target.id)
    return names


def counts(analysis):
    return [int(analysis.get("flops", 0)), int(analysis.get("transcendentals", 0))]


def partitioned():
    path, = glob.glob(DUMP + "/**/*jit_program*after_spmd-partitioning*.txt", recursive=True)
    with open(path) as text:
        module = _hlo.hlo_module_from_text(text.read())
    for path in glob.glob(DUMP + "/**/*jit_program*.txt", recursive=True):
        os.unlink(path)
    return counts(_jax.hlo_module_cost_analysis(jax.devices()[0].client, module))


def record(text, mode):
    kind = AxisType.Explicit if mode == "explicit" else AxisType.Auto
    mesh = jax.make_mesh((2, 2), ("data", "model"), axis_types=(kind, kind))
    tensors = {name: jax.ShapeDtypeStruct(shape, dtype, sharding=NamedSharding(mesh, P(*spec)))
               for name, (dtype, shape, spec) in TENSORS.items()}

    def program(**tensors):
        scope = {"jax": jax, "jnp": jnp, "lax": lax, "P": P, **tensors}
        exec(text, scope)
        return {name: scope[name] for name in names_of(text)}

    with jax.set_mesh(mesh):
        lowered = jax.jit(program).lower(**tensors)
        compiled = lowered.compile()
    memory = compiled.memory_analysis()
    return {"id": f"{mode}: {text}", "yaml": spec_of(text, mode),
            "lowered": counts(lowered.cost_analysis()), "device": partitioned(),
            "compiled": counts(compiled.cost_analysis()),
            "memory": [memory.argument_size_in_bytes, memory.output_size_in_bytes,
                       memory.alias_size_in_bytes, memory.temp_size_in_bytes]}


def main():
    for mode in ("auto", "explicit"):
        for text in PROGRAMS.strip().splitlines():
            try:
                print(json.dumps(record(text, mode)), flush=True)
            except Exception as error:  # ambiguous along Explicit axes
                if mode == "auto":
                    raise RuntimeError(text) from error


main()
