/* SPDX-License-Identifier: Apache-2.0 */
/* Derivatives by rules, and the functions that JAX gives back.
 * Rows are checked against JAX by
 * testdata/programs/rows.py. */
#include "testing/program_cases.h"

static const struct program_case custom_vjp[] = {
    {"0.10.2", "data=4", "x f32[8@data,4]; y f32[8@data,4]",
     "@jax.custom_vjp\n"
     "def f(x, y):\n"
     "  return jnp.sin(x) * y\n"
     "\n"
     "def fwd(x, y):\n"
     "  return f(x, y), (jnp.cos(x), jnp.sin(x), y)\n"
     "\n"
     "def bwd(res, g):\n"
     "  c, s, y = res\n"
     "  return c * y * g, s * g\n"
     "\n"
     "f.defvjp(fwd, bwd)\n"
     "dx, dy = jax.grad(lambda x, y: f(x, y).sum(), (0, 1))(x, y)",
     "dx f32[8@data,4]; dy f32[8@data,4]"},
    {"0.10.2", "data=4", "x f32[8@data,4]; y f32[8@data,4]",
     "@jax.custom_vjp\n"
     "def f(x, y):\n"
     "  return jnp.sin(x) * y\n"
     "\n"
     "def fwd(x, y):\n"
     "  return f(x, y), (jnp.cos(x), jnp.sin(x), y)\n"
     "\n"
     "def bwd(res, g):\n"
     "  c, s, y = res\n"
     "  return c * y * g, None\n"
     "\n"
     "f.defvjp(fwd, bwd)\n"
     "dx, dy = jax.grad(lambda x, y: f(x, y).sum(), (0, 1))(x, y)",
     "dx f32[8@data,4]; dy f32[8@data,4]"},
    {"0.10.2", "data=4", "x f32[8@data,4]; y f32[8@data,4]",
     "@jax.custom_vjp\n"
     "def f(x, y):\n"
     "  return jnp.sin(x) * y\n"
     "\n"
     "def fwd(x, y):\n"
     "  return f(x, y), (jnp.cos(x), jnp.sin(x), y)\n"
     "\n"
     "def bwd(res, g):\n"
     "  c, s, y = res\n"
     "  return c * y * g\n"
     "\n"
     "f.defvjp(fwd, bwd)\n"
     "dx, dy = jax.grad(lambda x, y: f(x, y).sum(), (0, 1))(x, y)",
     "TypeError: Custom VJP bwd rule must produce an output with the same container "
     "(pytree) structure as the args tuple of the primal function, and in particular "
     "must produce a tuple of length equal to the number of arguments to the primal "
     "function, but got bwd output structure PyTreeDef(*) for primal input structure "
     "PyTreeDef((*, *))."},
    {"0.10.2", "data=4", "x f32[8@data,4]; y f32[8@data,4]",
     "@jax.custom_vjp\n"
     "def f(x, y):\n"
     "  return jnp.sin(x) * y\n"
     "\n"
     "def fwd(x, y):\n"
     "  return f(x, y), (jnp.cos(x), jnp.sin(x), y)\n"
     "\n"
     "def bwd(res, g):\n"
     "  c, s, y = res\n"
     "  return [c * y * g, s * g]\n"
     "\n"
     "f.defvjp(fwd, bwd)\n"
     "dx, dy = jax.grad(lambda x, y: f(x, y).sum(), (0, 1))(x, y)",
     "dx f32[8@data,4]; dy f32[8@data,4]"},
    {"0.10.2", "data=4", "x f32[8@data,4]; y f32[8@data,4]",
     "@jax.custom_vjp\n"
     "def f(x, y):\n"
     "  return jnp.sin(x) * y\n"
     "\n"
     "def fwd(x, y):\n"
     "  return f(x, y), (jnp.cos(x), jnp.sin(x), y)\n"
     "\n"
     "def bwd(res, g):\n"
     "  c, s, y = res\n"
     "  return (c * y * g).sum(), s * g\n"
     "\n"
     "f.defvjp(fwd, bwd)\n"
     "dx, dy = jax.grad(lambda x, y: f(x, y).sum(), (0, 1))(x, y)",
     "ValueError: Custom VJP bwd rule must produce an output with the same type as the "
     "args tuple of the primal function, but at output[0] the bwd rule produced an "
     "output of type float32[] corresponding to an input of type float32[8@data,4], so "
     "the shapes do not match"},
    {"0.10.2", "data=4", "x f32[8@data,4]; y f32[8@data,4]",
     "@jax.custom_vjp\n"
     "def f(x, y):\n"
     "  return jnp.sin(x) * y\n"
     "\n"
     "def fwd(x, y):\n"
     "  return f(x, y), (jnp.cos(x), jnp.sin(x), y)\n"
     "\n"
     "def bwd(res, g):\n"
     "  c, s, y = res\n"
     "  return (c * y * g).T, s * g\n"
     "\n"
     "f.defvjp(fwd, bwd)\n"
     "dx, dy = jax.grad(lambda x, y: f(x, y).sum(), (0, 1))(x, y)",
     "ValueError: Custom VJP bwd rule must produce an output with the same type as the "
     "args tuple of the primal function, but at output[0] the bwd rule produced an "
     "output of type float32[4,8@data] corresponding to an input of type "
     "float32[8@data,4], so the shapes do not match"},
    {"0.10.2", "data=4", "x f32[8@data,4]; y f32[8@data,4]",
     "@jax.custom_vjp\n"
     "def f(x, y):\n"
     "  return jnp.sin(x) * y\n"
     "\n"
     "def fwd(x, y):\n"
     "  return f(x, y), (jnp.cos(x), jnp.sin(x), y)\n"
     "\n"
     "def bwd(res, g):\n"
     "  c, s, y = res\n"
     "  return jnp.zeros((8, 4)), s * g\n"
     "\n"
     "f.defvjp(fwd, bwd)\n"
     "dx, dy = jax.grad(lambda x, y: f(x, y).sum(), (0, 1))(x, y)",
     "ValueError: Custom VJP bwd rule must produce an output with the same type as the "
     "args tuple of the primal function, but at output[0] the bwd rule produced an "
     "output of type float32[8,4] corresponding to an input of type float32[8@data,4]"},
    {"0.10.2", "data=4", "x f32[8@data,4]; y f32[8@data,4]",
     "@jax.custom_vjp\n"
     "def f(x, y):\n"
     "  return jnp.sin(x) * y\n"
     "\n"
     "def fwd(x, y):\n"
     "  return f(x, y), (jnp.cos(x), jnp.sin(x), y)\n"
     "\n"
     "def bwd(res, g):\n"
     "  c, s, y = res\n"
     "  return (c * y * g).astype(jnp.bfloat16), s * g\n"
     "\n"
     "f.defvjp(fwd, bwd)\n"
     "dx, dy = jax.grad(lambda x, y: f(x, y).sum(), (0, 1))(x, y)",
     "unknown"},
    {"0.10.2", "data=4", "x f32[8@data,4]; y f32[8@data,4]",
     "@jax.custom_vjp\n"
     "def f(x, y):\n"
     "  return jnp.sin(x) * y\n"
     "\n"
     "def fwd(x, y):\n"
     "  return f(x, y), (jnp.cos(x), jnp.sin(x), y)\n"
     "\n"
     "def bwd(res, g):\n"
     "  c, s, y = res\n"
     "  return c @ y, s * g\n"
     "\n"
     "f.defvjp(fwd, bwd)\n"
     "dx, dy = jax.grad(lambda x, y: f(x, y).sum(), (0, 1))(x, y)",
     "TypeError: dot_general requires contracting dimensions to have the same shape, "
     "got (4,) and (8,)."},
    {"0.10.2", "data=4", "x f32[8@data,4]; y f32[8,4]",
     "@jax.custom_vjp\n"
     "def f(x, y):\n"
     "  return jnp.sin(x) * y\n"
     "\n"
     "def fwd(x, y):\n"
     "  return f(x, y), (jnp.cos(x), jnp.sin(x), y)\n"
     "\n"
     "def bwd(res, g):\n"
     "  c, s, y = res\n"
     "  return c * y * g, s * g\n"
     "\n"
     "f.defvjp(fwd, bwd)\n"
     "dx, dy = jax.grad(lambda x, y: f(x, y).sum(), (0, 1))(x, y)",
     "ValueError: Custom VJP bwd rule must produce an output with the same type as the "
     "args tuple of the primal function, but at output[1] the bwd rule produced an "
     "output of type float32[8@data,4] corresponding to an input of type float32[8,4]"},
};

/* Rules of the program's own. */
Test(custom_rules, custom_vjp)
{
	testing_programs(custom_vjp, ROWS(custom_vjp));
}

static const struct program_case custom_jvp[] = {
    {"0.10.2", "data=4", "x f32[8@data,4]",
     "@jax.custom_jvp\n"
     "def f(x):\n"
     "  return jnp.log1p(jnp.exp(x))\n"
     "\n"
     "@f.defjvp\n"
     "def f_jvp(primals, tangents):\n"
     "  x, = primals\n"
     "  t, = tangents\n"
     "  return f(x), jax.nn.sigmoid(x) * t\n"
     "\n"
     "g = jax.grad(lambda x: f(x).sum())(x)\n"
     "y, dy = jax.jvp(f, (x,), (x,))",
     "dy f32[8@data,4]; g f32[8@data,4]; y f32[8@data,4]"},
    {"0.10.2", "data=4", "x f32[8@data,4]",
     "@jax.custom_jvp\n"
     "def f(x):\n"
     "  return jnp.log1p(jnp.exp(x))\n"
     "\n"
     "@f.defjvp\n"
     "def f_jvp(primals, tangents):\n"
     "  x, = primals\n"
     "  t, = tangents\n"
     "  return f(x), jax.sharding.reshard(t, P(None, None))\n"
     "\n"
     "g = jax.grad(lambda x: f(x).sum())(x)\n"
     "y, dy = jax.jvp(f, (x,), (x,))",
     "TypeError: Custom JVP rule must produce primal and tangent outputs with "
     "corresponding shapes and dtypes. Expected float32[8@data,4] (tangent type of "
     "float32[8@data,4]) but got float32[8,4]."},
    {"0.10.2", "data=4", "x f32[8@data,4]",
     "@jax.custom_jvp\n"
     "def f(x):\n"
     "  return jnp.log1p(jnp.exp(x))\n"
     "\n"
     "@f.defjvp\n"
     "def f_jvp(primals, tangents):\n"
     "  x, = primals\n"
     "  t, = tangents\n"
     "  return f(x), t.astype(jnp.bfloat16)\n"
     "\n"
     "g = jax.grad(lambda x: f(x).sum())(x)\n"
     "y, dy = jax.jvp(f, (x,), (x,))",
     "TypeError: Custom JVP rule must produce primal and tangent outputs with "
     "corresponding shapes and dtypes. Expected float32[8@data,4] (tangent type of "
     "float32[8@data,4]) but got bfloat16[8@data,4]."},
    {"0.10.2", "data=4", "x f32[8@data,4]",
     "@jax.custom_jvp\n"
     "def f(x):\n"
     "  return jnp.log1p(jnp.exp(x))\n"
     "\n"
     "@f.defjvp\n"
     "def f_jvp(primals, tangents):\n"
     "  x, = primals\n"
     "  t, = tangents\n"
     "  return f(x), t.sum(0)\n"
     "\n"
     "g = jax.grad(lambda x: f(x).sum())(x)\n"
     "y, dy = jax.jvp(f, (x,), (x,))",
     "TypeError: Custom JVP rule must produce primal and tangent outputs with "
     "corresponding shapes and dtypes. Expected float32[8@data,4] (tangent type of "
     "float32[8@data,4]) but got float32[4]."},
    {"0.10.2", "data=4", "x f32[8@data,4]",
     "@jax.custom_jvp\n"
     "def f(x):\n"
     "  return jnp.log1p(jnp.exp(x))\n"
     "\n"
     "@f.defjvp\n"
     "def f_jvp(primals, tangents):\n"
     "  x, = primals\n"
     "  t, = tangents\n"
     "  return f(x), lax.clamp(0.0, t, 1.0)\n"
     "\n"
     "g = jax.grad(lambda x: f(x).sum())(x)\n"
     "y, dy = jax.jvp(f, (x,), (x,))",
     "unknown"},
    {"0.10.2", "data=4", "x f32[8@data,4]",
     "@jax.custom_jvp\n"
     "def f(x):\n"
     "  return jnp.log1p(jnp.exp(x))\n"
     "\n"
     "@f.defjvp\n"
     "def f_jvp(primals, tangents):\n"
     "  x, = primals\n"
     "  t, = tangents\n"
     "  return f(x), t.at[:, 0].set(0.0)\n"
     "\n"
     "g = jax.grad(lambda x: f(x).sum())(x)\n"
     "y, dy = jax.jvp(f, (x,), (x,))",
     "unknown"},
    {"0.10.2", "data=4", "x f32[8@data,4]",
     "@jax.custom_jvp\n"
     "def f(x):\n"
     "  return jnp.log1p(jnp.exp(x))\n"
     "\n"
     "@f.defjvp\n"
     "def f_jvp(primals, tangents):\n"
     "  x, = primals\n"
     "  t, = tangents\n"
     "  return f(x), x @ t\n"
     "\n"
     "g = jax.grad(lambda x: f(x).sum())(x)\n"
     "y, dy = jax.jvp(f, (x,), (x,))",
     "TypeError: dot_general requires contracting dimensions to have the same shape, "
     "got (4,) and (8,)."},
    {"0.10.2", "data=4", "x f32[8@data,4]",
     "@jax.custom_vjp\n"
     "def f(x):\n"
     "  return x * 2\n"
     "\n"
     "y = f(x)",
     "AttributeError: No VJP defined for custom_vjp function f using defvjp."},
};

/* Rules of the program's own, forward. */
Test(custom_rules, custom_jvp)
{
	testing_programs(custom_jvp, ROWS(custom_jvp));
}

static const struct program_case functions[] = {
    {"0.10.2", "data=4", "x f32[8@data,4]",
     "y, back = jax.vjp(lambda x: x.sum(-1), x)\n"
     "g, = back(y)\n"
     "h, = back(jnp.ones_like(y))\n"
     "k, = back(jnp.ones(8))",
     "ValueError: unexpected JAX type (e.g. shape/dtype) for argument to VJP function: "
     "got float32[8], but expected float32[8@data] because the corresponding output of "
     "the differentiated function had JAX type float32[8@data]"},
    {"0.10.2", "data=4", "x f32[8@data,4]",
     "y, back = jax.vjp(lambda x: x.sum(-1), x)\n"
     "g, = back(x)",
     "ValueError: unexpected JAX type (e.g. shape/dtype) for argument to VJP function: "
     "got float32[8@data,4], but expected float32[8@data] because the corresponding "
     "output of the differentiated function had JAX type float32[8@data]"},
    {"0.10.2", "data=4", "x f32[8@data,4]",
     "y, back = jax.vjp(lambda x: x.sum(-1), x)\n"
     "g, = back(y.astype(jnp.int32))",
     "ValueError: unexpected JAX type (e.g. shape/dtype) for argument to VJP function: "
     "got int32[8@data], but expected float32[8@data] because the corresponding output "
     "of the differentiated function had JAX type float32[8@data]"},
    {"0.10.2", "data=4", "x f32[8@data,4]; i i32[8@data]",
     "y, back = jax.vjp(lambda x: x[jnp.arange(8), i], x)\n"
     "g, = back(y)",
     "ShardingTypeError: All operands should have the same sharding. Got shardings "
     "NamedSharding(mesh=AbstractMesh('data': 4, axis_types=(Explicit,), "
     "device_kind=cpu, num_cores=None, platform=cpu), spec=P(None, None)), "
     "NamedSharding(mesh=AbstractMesh('data': 4, axis_types=(Explicit,), "
     "device_kind=cpu, num_cores=None, platform=cpu), spec=P('data', None))"},
    {"0.10.2", "data=4", "x f32[8,4]; i i32[8@data,1]",
     "y, back = jax.vjp(lambda x: jnp.take_along_axis(x, i, 1), x)\n"
     "g, = back(y)",
     "ValueError: Expected cotangent type float32[8,4] but got float32[8@data,4]"},
    {"0.10.2", "data=4", "x f32[8,4]; i i32[8@data,1]",
     "y, back = jax.vjp(lambda x: jnp.take_along_axis(x, i, 1), x)", "y f32[8@data,1]"},
    {"0.10.2", "data=4", "x f32[8,4]; i i32[8@data,1]",
     "y, dy = jax.jvp(lambda x: jnp.take_along_axis(x, i, 1), (x,), (x,))",
     "dy f32[8@data,1]; y f32[8@data,1]"},
    {"0.10.2", "data=4", "x f32[8@data,4]",
     "y, lin = jax.linearize(jnp.sin, x)\n"
     "t = lin(x)\n"
     "u = lin(jnp.ones(x.shape))",
     "ValueError: linearized function called on tangent values inconsistent with the "
     "original primal values:"},
    {"0.10.2", "data=4", "x f32[8@data,4]",
     "y, lin = jax.linearize(jnp.sin, x)\n"
     "t = lin(x[0])",
     "ShardingTypeError: slicing on sharded dims where out dim (1) is not divisible by "
     "mesh axes (4) with spec (data) is not implemented. Got input type=f32[8@data,4] "
     "and output shape=(1, 4)"},
    {"0.10.2", "data=4", "x f32[8@data,4]", "y, t = jax.jvp(jnp.sin, (x,), (x[:, :2],))",
     "ValueError: jvp called with different primal and tangent shapes;Got primal shape "
     "(8, 4) and tangent shape as (8, 2)"},
    {"0.10.2", "data=4", "x f32[8@data,4]",
     "y, t = jax.jvp(jnp.sin, (x,), (x.astype(jnp.bfloat16),))",
     "TypeError: primal and tangent arguments to jax.jvp do not match; dtypes must be "
     "equal, or in case of int/bool primal dtype the tangent dtype must be float0.Got "
     "primal dtype float32 and so expected tangent dtype float32, but got tangent "
     "dtype bfloat16 instead."},
    {"0.10.2", "data=4", "x f32[8@data,4]; n i32[]",
     "def f(x):\n"
     "  return lax.fori_loop(0, n, lambda i, h: jnp.sin(h), x).sum()\n"
     "\n"
     "y = f(x)\n"
     "g = jax.grad(f)(x)",
     "ValueError: Reverse-mode differentiation does not work for lax.while_loop or "
     "lax.fori_loop with dynamic start/stop values. Try using lax.scan, or using "
     "fori_loop with static start/stop."},
    {"0.10.2", "data=4", "x f32[8@data,4]",
     "def f(x):\n"
     "  return lax.fori_loop(0, 3, lambda i, h: jnp.sin(h), x).sum()\n"
     "\n"
     "g = jax.grad(f)(x)",
     "g f32[8@data,4]"},
    {"0.10.2", "data=4", "x f32[8@data,4]",
     "def f(x):\n"
     "  h, n = lax.while_loop(lambda s: s[1] < 3, lambda s: (s[0] * 2, s[1] + 1), (x, 0))\n"
     "  return h.sum()\n"
     "\n"
     "t = jax.jvp(f, (x,), (x,))[1]\n"
     "g = jax.grad(f)(x)",
     "ValueError: Reverse-mode differentiation does not work for lax.while_loop or "
     "lax.fori_loop with dynamic start/stop values. Try using lax.scan, or using "
     "fori_loop with static start/stop."},
    {"0.10.2", "data=4", "x f32[8@data,4]",
     "def f(x):\n"
     "  n = lax.while_loop(lambda n: n < 3, lambda n: n + 1, 0)\n"
     "  return (x * n).sum()\n"
     "\n"
     "g = jax.grad(f)(x)",
     "g f32[8@data,4]"},
    {"0.10.2", "data=4", "x f32[8@data,4]; v f32[8@data]; i i32[8@data]",
     "def f(x, v):\n"
     "  y = x.at[jnp.arange(8), i].set(v)\n"
     "  return (y * y).sum()\n"
     "\n"
     "g = jax.grad(f)(x, v)",
     "ShardingTypeError: All operands should have the same sharding. Got shardings "
     "NamedSharding(mesh=AbstractMesh('data': 4, axis_types=(Explicit,), "
     "device_kind=cpu, num_cores=None, platform=cpu), spec=P(None, None)), "
     "NamedSharding(mesh=AbstractMesh('data': 4, axis_types=(Explicit,), "
     "device_kind=cpu, num_cores=None, platform=cpu), spec=P('data', None))"},
    {"0.10.2", "data=4", "x f32[8@data,4]; v f32[8@data]",
     "def f(x, v):\n"
     "  y = x.at[:, 0].set(v)\n"
     "  return (y * y).sum()\n"
     "\n"
     "g, h = jax.grad(f, (0, 1))(x, v)",
     "g f32[8@data,4]; h f32[8@data]"},
    {"0.10.2", "data=4", "x f32[8@data,4]; i i32[3]",
     "def f(x):\n"
     "  y = lax.stop_gradient(x).at[:, i].set(0.0)\n"
     "  return (y * x).sum()\n"
     "\n"
     "g = jax.grad(f)(x)",
     "g f32[8@data,4]"},
    {"0.10.2", "data=4", "x f32[8@data,4]; i i32[3]",
     "def f(x):\n"
     "  y = x.at[:, i].set(0.0)\n"
     "  return (y * x).sum()\n"
     "\n"
     "g = jax.grad(f)(x)",
     "ShardingTypeError: Use `.at[...].set/add/mul/...(out_sharding=)` to provide "
     "output PartitionSpec for the scatter update as out sharding could not be "
     "resolved unambiguously (or would require collectives on inputs). Got "
     "operand=ShapedArray(uint32[8,4]), indices=ShapedArray(int32[3,1]), "
     "updates=ShapedArray(uint32[8@data,3])"},
    {"0.10.2", "data=4", "x f32[8@data,4]; i i32[3]",
     "def f(x):\n"
     "  y = x.at[:, i].set(0.0, unique_indices=True)\n"
     "  return (y * x).sum()\n"
     "\n"
     "g = jax.grad(f)(x)",
     "g f32[8@data,4]"},
    {"0.10.2", "data=4", "x f32[8@data,16]",
     "def f(x):\n"
     "  top, at = lax.top_k(x, 2)\n"
     "  return (top * top).sum()\n"
     "\n"
     "g = jax.grad(f)(x)",
     "g f32[8@data,16]"},
};

/* jax.vjp, jax.jvp and jax.linearize, and what they give back. */
Test(custom_rules, functions)
{
	testing_programs(functions, ROWS(functions));
}
