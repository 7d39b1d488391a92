#!/usr/bin/env python3
"""Records the equations that JAX makes of derivatives.

    python3 record_equations.py > equations-0.10.2.jsonl

A line has `id`, the `spec` and its `equations`: those of the jaxpr of the spec's program, whose
arguments are the tensors and whose results are all arrays with a name at its top level, without dead
code, in order, and those of functions under jit in the place of their call. A body follows its
equation, two blanks further in. Runs on CPU with virtual devices; nothing is executed.
"""
import ast
import json
import os
import re

os.environ["JAX_PLATFORMS"] = "cpu"
os.environ["XLA_FLAGS"] = "--xla_force_host_platform_device_count=4"

import jax  # noqa: E402
from jax import lax  # noqa: E402
from jax import numpy as jnp  # noqa: E402
from jax._src import core  # noqa: E402
from jax._src.interpreters import partial_eval  # noqa: E402
from jax.sharding import AxisType, NamedSharding  # noqa: E402
from jax.sharding import PartitionSpec as P  # noqa: E402

TENSORS = {"a": "f32[8@x, 16]", "w": "f32[16, 32@y]", "v": "f32[32@y, 16]", "b": "f32[16]",
           "c": "f32[8@x, 4, 16@y]", "ws": "f32[3, 16, 16@y]", "us": "f32[3, 16@y, 16]",
           "i": "i32[8@x]", "e": "f32[64, 16]", "h": "bf16[8@x, 16]"}
DTYPES = {"f32": "float32", "i32": "int32", "bf16": "bfloat16"}
INLINE = {"jit", "closed_call", "core_call", "custom_jvp_call", "custom_vjp_call", "eval_jaxpr"}
LEFT_OUT = {"stop_gradient"}  # names of what changes nothing

PROGRAMS = [
    ("tanh.explicit", [
        "g = jax.grad(lambda t: (jnp.tanh(t)).sum())(a)",
    ]),
    ("exp.explicit", [
        "g = jax.grad(lambda t: (jnp.exp(t)-jnp.expm1(t)).sum())(a)",
    ]),
    ("sq.explicit", [
        "g = jax.grad(lambda t: (jnp.square(t)+t**3+t**2+t**0.5).sum())(a)",
    ]),
    ("absv.explicit", [
        "g = jax.grad(lambda t: (jnp.abs(t)+jnp.sign(t)).sum())(a)",
    ]),
    ("maxi.explicit", [
        "g = jax.grad(lambda t: (jnp.maximum(t, 0.5)+jnp.minimum(t, 2*t)).sum())(a)",
    ]),
    ("clip.explicit", [
        "g = jax.grad(lambda t: (jnp.clip(t, 0, 1)).sum())(a)",
    ]),
    ("silu.explicit", [
        "g = jax.grad(lambda t: (jax.nn.silu(t)).sum())(a)",
    ]),
    ("softplus.explicit", [
        "g = jax.grad(lambda t: (jax.nn.softplus(t)).sum())(a)",
    ]),
    ("where2.explicit", [
        "g = jax.grad(lambda t: (jnp.where(t > 0, t*2, jnp.sin(t))).sum())(a)",
    ]),
    ("div.explicit", [
        "g = jax.grad(lambda t: (t/(1+t*t)).sum())(a)",
    ]),
    ("powa.explicit", [
        "g = jax.grad(lambda t: (t**(t+1)).sum())(a)",
    ]),
    ("bcast.explicit", [
        "g = jax.grad(lambda t: (t[:, None, :] * c).sum())(a)",
    ]),
    ("repeat.explicit", [
        "g = jax.grad(lambda t: (jnp.repeat(t, 2, axis=1)).sum())(a)",
    ]),
    ("resh2.explicit", [
        "g = jax.grad(lambda t: (t.reshape(8, 2, 8).transpose(0, 2, 1)).sum())(a)",
    ]),
    ("cat.explicit", [
        "g = jax.grad(lambda t: (jnp.concatenate([t, 2*t], axis=1)).sum())(a)",
    ]),
    ("stack.explicit", [
        "g = jax.grad(lambda t: (jnp.stack([t, t], axis=1)).sum())(a)",
    ]),
    ("split.explicit", [
        "g = jax.grad(lambda t: (jnp.split(t, 2, axis=1)[0]).sum())(a)",
    ]),
    ("pad.explicit", [
        "g = jax.grad(lambda t: (jnp.pad(t, ((0, 0), (1, 1)))).sum())(a)",
    ]),
    ("sl2.explicit", [
        "g = jax.grad(lambda t: (t[:, ::2]).sum())(a)",
    ]),
    ("roll.explicit", [
        "g = jax.grad(lambda t: (jnp.roll(t, 1, axis=1)).sum())(a)",
    ]),
    ("flip.explicit", [
        "g = jax.grad(lambda t: (jnp.flip(t, 1)).sum())(a)",
    ]),
    ("bias.explicit", [
        "g = jax.grad(lambda t: (t + b).sum())(a)",
    ]),
    ("doteq.explicit", [
        "g = jax.grad(lambda t: (jnp.einsum('bi,ij->bj', t, w)).sum())(a)",
    ]),
    ("einsum3.explicit", [
        "g = jax.grad(lambda t: (jnp.einsum('bi,ij,jk->bk', t, w, v, out_sharding=P('x', None))).sum())(a)",
    ]),
    ("wgrad.explicit", [
        "g = jax.grad(lambda t: jnp.tanh(a @ t).sum())(w)",
    ]),
    ("args2.explicit", [
        "l, (g, k) = jax.value_and_grad(lambda s, t: jnp.mean((s @ t) ** 2), argnums=(0, 1))(a, w)",
    ]),
    ("bfmm.explicit", [
        "g = jax.grad(lambda m: jnp.mean((h @ m.astype(jnp.bfloat16)) ** 2).astype(jnp.float32))(w)",
    ]),
    ("mean.explicit", [
        "g = jax.grad(lambda t: (t.mean(axis=0)).sum())(a)",
    ]),
    ("var.explicit", [
        "g = jax.grad(lambda t: (t.var(axis=-1)).sum())(a)",
    ]),
    ("norm.explicit", [
        "g = jax.grad(lambda t: (jnp.linalg.norm(t, axis=-1)).sum())(a)",
    ]),
    ("maxr.explicit", [
        "g = jax.grad(lambda t: (t.max(axis=1)).sum())(a)",
    ]),
    ("softmax.explicit", [
        "g = jax.grad(lambda t: (jax.nn.softmax(t)*t).sum())(a)",
    ]),
    ("lsm.explicit", [
        "g = jax.grad(lambda t: (jax.nn.log_softmax(t)[:, 0]).sum())(a)",
    ]),
    ("lse.explicit", [
        "g = jax.grad(lambda t: (jax.nn.logsumexp(t, axis=-1)).sum())(a)",
    ]),
    ("ln.explicit", [
        "def f(t):",
        "  m = t.mean(-1, keepdims=True)",
        "  s = jnp.mean((t - m) ** 2, -1, keepdims=True)",
        "  return ((t - m) / jnp.sqrt(s + 1e-5) * b).sum()",
        "g = jax.grad(f)(a)",
        "k = jax.grad(lambda s: (a * lax.rsqrt(jnp.mean(a * a, -1, keepdims=True) + 1e-6) * s).sum())(b)",
    ]),
    ("sort.auto", [
        "g = jax.grad(lambda t: (jnp.sort(t, axis=1)).sum())(a)",
    ]),
    ("topk.auto", [
        "g = jax.grad(lambda t: (jax.lax.top_k(t, 3)[0]).sum())(a)",
    ]),
    ("argsel.auto", [
        "g = jax.grad(lambda t: (jnp.take_along_axis(t, jnp.argmax(t, axis=1, keepdims=True), axis=1)).sum())(a)",
    ]),
    ("cumsum.auto", [
        "g = jax.grad(lambda t: (jnp.cumsum(t, axis=1)).sum())(a)",
    ]),
    ("dsl.auto", [
        "g = jax.grad(lambda t: (lax.dynamic_slice_in_dim(t, 2, 4, axis=1)).sum())(a)",
    ]),
    ("atadd.auto", [
        "g = jax.grad(lambda t: (t.at[:, 1].add(1.)).sum())(a)",
    ]),
    ("xent.auto", [
        "def f(m):",
        "  z = a @ m",
        "  lp = jax.nn.log_softmax(z.astype(jnp.float32), -1)",
        "  return -jnp.mean(jnp.take_along_axis(lp, i[:, None], axis=-1))",
        "g = jax.grad(f)(w)",
    ]),
    ("scane.explicit", [
        "def body(h, m):",
        "  h = jnp.tanh(jnp.matmul(h, m, out_sharding=P('x', None)))",
        "  return h, h.sum(-1)",
        "g, k = jax.grad(lambda t, s: (lambda r: r[0].sum() + (r[1] ** 2).sum())(lax.scan(body, s, t)), argnums=(0, 1))(ws, a)",
    ]),
    ("scanclosed.explicit", [
        "def body(h, _):",
        "  h = jnp.tanh(jnp.matmul(h @ w, v, out_sharding=P('x', None)))",
        "  return h, None",
        "g = jax.grad(lambda t: lax.scan(lambda h, _: (jnp.tanh(jnp.matmul(h @ t, v, out_sharding=P('x', None))), None), a, None, length=3)[0].sum())(w)",
    ]),
    ("scanhoist.explicit", [
        "g = jax.grad(lambda t: lax.scan(lambda h, m: (jnp.sin(h) * jnp.exp(b) + m.sum() * jnp.cos(t.sum()), h * 2), a, t)[0].sum())(ws)",
    ]),
    ("fori.explicit", [
        "g = jax.grad(lambda t: lax.fori_loop(0, 4, lambda n, h: jnp.sin(h) * t, t).sum())(a)",
    ]),
    ("scanys.auto", [
        "g = jax.grad(lambda t: (lax.scan(lambda s, m: (s + m.sum(), jnp.sin(m) * s), jnp.float32(0), t)[1] ** 2).sum())(ws)",
    ]),
    ("scanrev.auto", [
        "g = jax.grad(lambda t: (lax.scan(lambda s, m: (s * jnp.tanh(m), s), b, t, reverse=True)[1]).sum())(ws.sum(1))",
    ]),
    ("map.auto", [
        "g = jax.grad(lambda t: lax.map(lambda r: jnp.tanh(r) ** 2, t).sum())(us)",
    ]),
    ("accum.auto", [
        "def step(s, m):",
        "  g = jax.grad(lambda t: jnp.mean(jnp.tanh(m @ t) ** 2))(w)",
        "  return s + g, None",
        "z = jnp.stack([a, a, a])",
        "g, _ = lax.scan(step, jnp.zeros_like(w), z)",
    ]),
    ("remat_none.auto", [
        "f = jax.checkpoint(lambda t, m: jnp.tanh(jnp.sin(t @ m) @ v))",
        "l, g = jax.value_and_grad(lambda t: jnp.sum(f(a, t) ** 2))(w)",
    ]),
    ("remat_dots_saveable.auto", [
        "f = jax.checkpoint(lambda t, m: jnp.tanh(jnp.sin(t @ m) @ v), policy=jax.checkpoint_policies.dots_saveable)",
        "l, g = jax.value_and_grad(lambda t: jnp.sum(f(a, t) ** 2))(w)",
    ]),
    ("remat_everything_saveable.auto", [
        "f = jax.checkpoint(lambda t, m: jnp.tanh(jnp.sin(t @ m) @ v), policy=jax.checkpoint_policies.everything_saveable)",
        "l, g = jax.value_and_grad(lambda t: jnp.sum(f(a, t) ** 2))(w)",
    ]),
    ("rscan_none.auto", [
        "def body(h, m):",
        "  h = jnp.tanh(jnp.sin(h @ m[0]) @ m[1])",
        "  return h, None",
        "l, g = jax.value_and_grad(lambda t: jnp.sum(lax.scan(jax.checkpoint(body), a, t)[0] ** 2))((ws, us))",
    ]),
    ("rscan_dots_with_no_batch_dims_saveable.auto", [
        "def body(h, m):",
        "  h = jnp.tanh(jnp.sin(h @ m[0]) @ m[1])",
        "  return h, None",
        "l, g = jax.value_and_grad(lambda t: jnp.sum(lax.scan(jax.checkpoint(body, policy=jax.checkpoint_policies.dots_with_no_batch_dims_saveable), a, t)[0] ** 2))((ws, us))",
    ]),
    ("relu.explicit", [
        "g = jax.grad(lambda t: (jax.nn.relu(t)+jax.nn.relu6(t)).sum())(a)",
    ]),
    ("cjvp.explicit", [
        "@jax.custom_jvp",
        "def f(x, y):",
        "  return jnp.sin(x) * y",
        "@f.defjvp",
        "def f_jvp(p, t):",
        "  x, y = p",
        "  dx, dy = t",
        "  return f(x, y), jnp.cos(x) * dx * y + jnp.sin(x) * dy",
        "g = jax.grad(lambda t: f(t, b).sum())(a)",
        "k = jax.grad(lambda t: f(a, t).sum())(b)",
    ]),
    ("cvjp.explicit", [
        "@jax.custom_vjp",
        "def f(x, y):",
        "  return jnp.sin(x) * y",
        "def fwd(x, y):",
        "  return f(x, y), (jnp.cos(x), y)",
        "def bwd(r, ct):",
        "  return ct * r[0] * r[1], None",
        "f.defvjp(fwd, bwd)",
        "g = jax.grad(lambda t: f(t, b).sum())(a)",
    ]),
    ("cvjpnd.explicit", [
        "from functools import partial",
        "@partial(jax.custom_vjp, nondiff_argnums=(0,))",
        "def f(n, x):",
        "  return x * n",
        "def fwd(n, x):",
        "  return f(n, x), x",
        "def bwd(n, r, ct):",
        "  return (ct * n + r,)",
        "f.defvjp(fwd, bwd)",
        "g = jax.grad(lambda t: f(3., jnp.sin(t)).sum())(a)",
    ]),
    ("cvjpscan.explicit", [
        "@jax.custom_vjp",
        "def f(x):",
        "  return jnp.sin(x)",
        "f.defvjp(lambda x: (f(x), x), lambda r, ct: (ct * jnp.cos(r),))",
        "g = jax.grad(lambda t: lax.scan(lambda h, m: (f(h) * m.sum(), None), a, t)[0].sum())(ws)",
    ]),
    ("logadd.explicit", [
        "g = jax.grad(lambda t: (jnp.logaddexp(t, 2*t)).sum())(a)",
    ]),
    ("gradgrad.explicit", [
        "g = jax.grad(lambda s: (jax.grad(lambda t: (jnp.sin(t) ** 2).sum())(s) * s).sum())(a)",
    ]),
    ("gradgradrelu.explicit", [
        "g = jax.grad(lambda s: jnp.sum(jax.grad(lambda t: (jax.nn.relu(t) ** 3).sum())(s) ** 2))(a)",
    ]),
    ("jitted.auto", [
        "g = jax.grad(lambda t: (t * 2 + jax.nn.standardize(t)).sum())(a)",
    ]),
    ("jittedtwice.auto", [
        "f = jax.jit(lambda t: jnp.sin(t) * t + jax.jit(lambda s: jnp.cos(s) * jnp.exp(s))(t))",
        "g = jax.grad(lambda t: (t * f(t)).sum())(a)",
    ]),
    ("vjp.explicit", [
        "y, f = jax.vjp(lambda t: jnp.tanh(t @ w), a)",
        "g, = f(y)",
    ]),
    ("vjp2.explicit", [
        "y, f = jax.vjp(lambda s, t: (jnp.tanh(s @ t), s * 2), a, w)",
        "g, k = f((y[0], a))",
    ]),
    ("lin.explicit", [
        "y, f = jax.linearize(lambda t: jnp.tanh(t) * t, a)",
        "g = f(a)",
        "k = f(2 * a)",
    ]),
    ("unused.explicit", [
        "g = jax.grad(lambda t: (a * 2).sum())(w)",
    ]),
    ("aux.explicit", [
        "(l, z), g = jax.value_and_grad(lambda t: ((a @ t).sum(), a @ t), has_aux=True)(w)",
    ]),
]


def tensor(text, mesh):
    """The argument that a type like f32[8@x, 16] says."""
    dtype, dims = re.fullmatch(r"(\w+)\[(.*)\]", text).groups()
    parts = [part.strip().partition("@") for part in dims.split(",")]
    spec = P(*[axis or None for _, _, axis in parts])
    return jax.ShapeDtypeStruct([int(size) for size, _, _ in parts], DTYPES[dtype],
                                sharding=NamedSharding(mesh, spec))


def shown(values):
    return "".join(" " + v.aval.str_short(short_dtypes=True).lstrip("~") for v in values)


def body_of(equation):
    for name in ("jaxpr", "call_jaxpr"):
        if name in equation.params:
            return equation.params[name]
    return None


def is_scalar_conversion(equation):
    """Of numbers, which JAX computes before it writes the equation, or does not."""
    return equation.primitive.name == "convert_element_type" and not equation.invars[0].aval.shape


def add_equations(lines, jaxpr, indent=""):
    """Appends the equations of a jaxpr; bodies further in."""
    for equation in getattr(jaxpr, "jaxpr", jaxpr).eqns:
        name, body, operands = equation.primitive.name, body_of(equation), equation.invars
        if name in INLINE:
            add_equations(lines, body, indent)
            continue
        if name in LEFT_OUT or is_scalar_conversion(equation):
            continue
        if name == "scan":
            operands = operands[equation.params["num_consts"]:]
            name += f" carries {equation.params['num_carry']}" + " reverse" * equation.params["reverse"]
        if name == "remat2":
            name = "checkpoint" + " differentiated" * equation.params["differentiated"]
        name = "add" if name == "add_any" else name
        lines.append(f"{indent}{name}{shown(operands)} ->{shown(equation.outvars)}")
        if body is not None and not name.startswith("scatter"):
            add_equations(lines, body, indent + "  ")


def names_of(program):
    """The names that statements at the top level assign."""
    targets = [t for s in ast.parse(program).body if isinstance(s, ast.Assign) for t in s.targets]
    return [n.id for t in targets for n in ast.walk(t) if isinstance(n, ast.Name)]


def record(title, lines):
    types = title.rpartition(".")[2]
    program = "\n".join(lines)
    axis_type = AxisType.Explicit if types == "explicit" else AxisType.Auto
    mesh = jax.make_mesh((2, 2), ("x", "y"), axis_types=(axis_type,) * 2)
    used = {name: text for name, text in TENSORS.items() if re.search(rf"\b{name}\b", program)}

    def run(*arrays):
        scope = {"jax": jax, "jnp": jnp, "lax": lax, "P": P, "mesh": mesh}
        scope.update(zip(used, arrays))
        exec(program, scope)
        leaves = [x for name in names_of(program) for x in jax.tree.leaves(scope.get(name))]
        return [x for x in leaves if isinstance(x, core.Tracer)]

    with jax.set_mesh(mesh):
        jaxpr = jax.jit(run).trace(*[tensor(text, mesh) for text in used.values()]).jaxpr.jaxpr
    live, _ = partial_eval.dce_jaxpr(jaxpr, [True] * len(jaxpr.outvars))
    equations = []
    add_equations(equations, live)
    spec = [f"framework: jax=={jax.__version__}", f"mesh: {{axes: {{x: 2, y: 2}}, types: {types}}}",
            "tensors:", *[f'  {name}: "{text}"' for name, text in used.items()], "program: |",
            *["  " + line for line in lines]]
    return {"id": title, "spec": "\n".join(spec) + "\n", "equations": equations}


if __name__ == "__main__":
    for row in PROGRAMS:
        print(json.dumps(record(*row)))
