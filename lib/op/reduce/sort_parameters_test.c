/* SPDX-License-Identifier: Apache-2.0 */
/* Sorting: axes, keys, dtypes, top_k, and vmap.
 * Rows are checked against JAX by testdata/programs/rows.py. */
#include "testing/program_cases.h"

static const struct program_case sorts[] = {
    {"0.10.2", "x=2 y=4", "a f32[8,6]; z c64[3]; b bool[4]",
     "p = lax.sort(a)\n"
     "q = lax.sort(a, dimension=0)\n"
     "r = lax.sort(b)\n"
     "t = lax.sort(z)",
     "p f32[8,6]; q f32[8,6]; r bool[4]; t c64[3]"},
    {"0.10.2", "x=2 y=4", "a f32[8,6]", "p = lax.sort(a, dimension=2)",
     "ValueError: axis 2 is out of bounds for array of dimension 2"},
    {"0.10.2", "x=2 y=4", "a f32[8,6]", "p = lax.sort(a, dimension=-3)",
     "ValueError: axis -3 is out of bounds for array of dimension 2"},
    {"0.10.2", "x=2 y=4", "s f32[]", "p = lax.sort(s)",
     "ValueError: axis -1 is out of bounds for array of dimension 0"},
    {"0.10.2", "x=2 y=4", "a f32[8,6]; i i32[8,6]",
     "p, q = lax.sort((a, i))\n"
     "r, t = lax.sort((a, i), num_keys=2, dimension=0)",
     "p f32[8,6]; q i32[8,6]; r f32[8,6]; t i32[8,6]"},
    {"0.10.2", "x=2 y=4", "a f32[8,6]; i i32[8,6]", "p, q = lax.sort((a, i), num_keys=3)",
     "ValueError: num_keys=3 must be between 1 and len(operand)=2"},
    {"0.10.2", "x=2 y=4", "a f32[8,6]; i i32[8,6]", "p, q = lax.sort((a, i), num_keys=0)",
     "ValueError: num_keys=0 must be between 1 and len(operand)=2"},
    {"0.10.2", "x=2 y=4", "a f32[8,6]; i i32[8,6]", "p, q = lax.sort((a, i[:4]))",
     "TypeError: Arguments to sort must have equal shapes, got: (8, 6) (4, 6)"},
    {"0.10.2", "x=2 y=4", "", "p = lax.sort(())", "TypeError: Sort requires at least one operand"},
    {"0.10.2", "x=2 y=4", "a f32[8,6]", "p = lax.sort((a, 1.0))",
     "TypeError: Arguments to sort must have equal shapes, got: (8, 6) ()"},
    {"0.10.2", "x=2 y=4", "c f32[8@x,6]", "p = lax.sort(c)", "p f32[8@x,6]"},
    {"0.10.2", "x=2 y=4", "c f32[8@x,6]", "p = lax.sort(c, dimension=0)",
     "ShardingTypeError: Arguments to sort must be unsharded over the sorting "
     "dimension. Got arg sharding=NamedSharding(mesh=AbstractMesh('x': 2, 'y': 4, "
     "axis_types=(Explicit, Explicit), device_kind=cpu, num_cores=None, platform=cpu), "
     "spec=P('x', None)) and sorting dimension=0"},
    {"0.6.0", "x=2 y=4", "c f32[8@x,6]", "p = lax.sort(c, dimension=0)", "p f32[8@x,6]"},
    {"0.12.0.1", "x=2 y=4", "c f32[8@x,6]", "p = lax.sort(c, dimension=0)",
     "ShardingTypeError: Arguments to sort must be unsharded over the sorting "
     "dimension. Got arg sharding=NamedSharding(mesh=AbstractMesh('x': 2, 'y': 4, "
     "axis_types=(Explicit, Explicit), device_kind=cpu, num_cores=None, platform=cpu), "
     "spec=P('x', None)) and sorting dimension=0"},
    {"0.10.2", "x=2 y=4", "a f32[8,6]; c f32[8@x,6]", "p, q = lax.sort((c, a))",
     "ShardingTypeError: Arguments to sort must have equal shardings, got: "
     "NamedSharding(mesh=AbstractMesh('x': 2, 'y': 4, axis_types=(Explicit, Explicit), "
     "device_kind=cpu, num_cores=None, platform=cpu), spec=P('x', None)) "
     "NamedSharding(mesh=AbstractMesh('x': 2, 'y': 4, axis_types=(Explicit, Explicit), "
     "device_kind=cpu, num_cores=None, platform=cpu), spec=P(None, None))"},
    {"0.6.0", "x=2 y=4", "a f32[8,6]; c f32[8@x,6]", "p, q = lax.sort((c, a))",
     "p f32[8@x,6]; q f32[8,6]"},
    {"0.12.0.1", "x=2 y=4", "a f32[8,6]; c f32[8@x,6]", "p, q = lax.sort((c, a))",
     "ShardingTypeError: Arguments to sort must have equal shardings, got: "
     "NamedSharding(mesh=AbstractMesh('x': 2, 'y': 4, axis_types=(Explicit, Explicit), "
     "device_kind=cpu, num_cores=None, platform=cpu), spec=P('x', None)) "
     "NamedSharding(mesh=AbstractMesh('x': 2, 'y': 4, axis_types=(Explicit, Explicit), "
     "device_kind=cpu, num_cores=None, platform=cpu), spec=P(None, None))"},
    {"0.10.2", "x=2 y=4", "a f32[8,6]; i i32[8,6]",
     "p, q = lax.sort_key_val(a, i)\n"
     "r, t = lax.sort_key_val(a, i, dimension=0)",
     "p f32[8,6]; q i32[8,6]; r f32[8,6]; t i32[8,6]"},
    {"0.10.2", "x=2 y=4", "a f32[8,6]; i i32[8,6]",
     "p, q = lax.top_k(a, 3)\nr, t = lax.top_k(i, 6)",
     "p f32[8,3]; q i32[8,3]; r i32[8,6]; t i32[8,6]"},
    {"0.10.2", "x=2 y=4", "a f32[8,6]", "p, q = lax.top_k(a, 7)",
     "ValueError: k argument to top_k must be no larger than size along axis; got k=7 "
     "with shape=[8, 6] and axis=1"},
    {"0.6.0", "x=2 y=4", "a f32[8,6]", "p, q = lax.top_k(a, 7)",
     "ValueError: k argument to top_k must be no larger than minor dimension; 7 vs [8, "
     "6]"},
    {"0.12.0.1", "x=2 y=4", "a f32[8,6]", "p, q = lax.top_k(a, 7)",
     "ValueError: k argument to top_k must be no larger than size along axis; got k=7 "
     "with shape=[8, 6] and axis=1"},
    {"0.10.2", "x=2 y=4", "a f32[8,6]", "p, q = lax.top_k(a, -1)",
     "ValueError: k argument to top_k must be nonnegative, got -1"},
    {"0.10.2", "x=2 y=4", "a f32[8,6]", "p, q = lax.top_k(a, 0)", "p f32[8,0]; q i32[8,0]"},
    {"0.10.2", "x=2 y=4", "s f32[]", "p, q = lax.top_k(s, 1)",
     "ValueError: axis -1 is out of bounds for array of dimension 0"},
    {"0.6.0", "x=2 y=4", "s f32[]", "p, q = lax.top_k(s, 1)",
     "TypeError: top_k operand must have >= 1 dimension, got ()"},
    {"0.12.0.1", "x=2 y=4", "s f32[]", "p, q = lax.top_k(s, 1)",
     "ValueError: axis -1 is out of bounds for array of dimension 0"},
    {"0.10.2", "x=2 y=4", "z c64[3]", "p, q = lax.top_k(z, 1)",
     "ValueError: top_k is not compatible with complex inputs."},
    {"0.10.2", "x=2 y=4", "b bool[4]", "p, q = lax.top_k(b, 1)", "p bool[1]; q i32[1]"},
    {"0.10.2", "x=2 y=4", "c f32[8@x,6]", "p, q = lax.top_k(c, 2)", "p f32[8@x,2]; q i32[8@x,2]"},
    {"0.10.2", "x=2 y=4", "c f32[8@x,6]", "p, q = lax.top_k(c.T, 2)",
     "ShardingTypeError: The input should be unsharded over the axis along which to "
     "compute the top_k values. Got input type=float32[6,8@x] and axis=1"},
    {"0.6.0", "x=2 y=4", "c f32[8@x,6]", "p, q = lax.top_k(c.T, 2)", "p f32[6,2@x]; q i32[6,2@x]"},
    {"0.12.0.1", "x=2 y=4", "c f32[8@x,6]", "p, q = lax.top_k(c.T, 2)",
     "ShardingTypeError: The input should be unsharded over the axis along which to "
     "compute the top_k values. Got input type=float32[6,8@x] and axis=1"},
    {"0.10.2", "x=2 y=4", "a f32[8,6]; b bool[4]",
     "p = jnp.sort(a)\n"
     "q = jnp.sort(a, axis=0, descending=True)\n"
     "r = jnp.sort(a, axis=None)\n"
     "t = jnp.sort(b)",
     "p f32[8,6]; q f32[8,6]; r f32[48]; t bool[4]"},
    {"0.10.2", "x=2 y=4", "a f32[8,6]", "p = jnp.sort(a, axis=2)",
     "ValueError: axis 2 is out of bounds for array of dimension 2"},
    {"0.10.2", "x=2 y=4", "s f32[]", "p = jnp.sort(s)",
     "ValueError: axis -1 is out of bounds for array of dimension 0"},
    {"0.10.2", "x=2 y=4", "e f32[0,3]",
     "p = jnp.sort(e)\nq = jnp.sort(e, axis=0)\nr = jnp.argsort(e)",
     "p f32[0,3]; q f32[0,3]; r i32[0,3]"},
    {"0.10.2", "x=2 y=4", "c f32[8@x,6]", "p = jnp.sort(c, axis=0)",
     "ShardingTypeError: Arguments to sort must be unsharded over the sorting "
     "dimension. Got arg sharding=NamedSharding(mesh=AbstractMesh('x': 2, 'y': 4, "
     "axis_types=(Explicit, Explicit), device_kind=cpu, num_cores=None, platform=cpu), "
     "spec=P('x', None)) and sorting dimension=0"},
    {"0.6.0", "x=2 y=4", "c f32[8@x,6]", "p = jnp.sort(c, axis=0)", "p f32[8@x,6]"},
    {"0.12.0.1", "x=2 y=4", "c f32[8@x,6]", "p = jnp.sort(c, axis=0)",
     "ShardingTypeError: Arguments to sort must be unsharded over the sorting "
     "dimension. Got arg sharding=NamedSharding(mesh=AbstractMesh('x': 2, 'y': 4, "
     "axis_types=(Explicit, Explicit), device_kind=cpu, num_cores=None, platform=cpu), "
     "spec=P('x', None)) and sorting dimension=0"},
    {"0.10.2", "x=2 y=4", "a f32[8,6]", "p = jnp.sort(a, kind='mergesort')",
     "TypeError: 'kind' argument to sort is not supported. Use stable=True or "
     "stable=False to specify sort stability."},
    {"0.10.2", "x=2 y=4", "a f32[8,6]", "p = jnp.sort(a, order='x')",
     "TypeError: 'order' argument to sort is not supported."},
    {"0.10.2", "x=2 y=4", "a f32[8,6]; b bool[4]; h bf16[8,6]",
     "p = jnp.argsort(a)\n"
     "q = jnp.argsort(a, axis=None)\n"
     "r = jnp.argsort(b, stable=False)\n"
     "t = jnp.argsort(h, axis=0)",
     "p i32[8,6]; q i32[48]; r i32[4]; t i32[8,6]"},
    {"0.10.2", "x=2 y=4", "a f32[8,6]", "p = jnp.argsort(a, axis=5)",
     "ValueError: axis 5 is out of bounds for array of dimension 2"},
    {"0.10.2", "x=2 y=4", "a f32[8,6]",
     "p = jnp.lexsort((a, a))\nq = jnp.lexsort((a[0], a[1]), axis=-1)", "p i32[8,6]; q i32[6]"},
    {"0.10.2", "x=2 y=4", "", "p = jnp.lexsort(())",
     "TypeError: need sequence of keys with len > 0 in lexsort"},
    {"0.10.2", "x=2 y=4", "a f32[8,6]",
     "p = jnp.partition(a, 2)\nq = jnp.argpartition(a, 2, axis=0)", "p f32[8,6]; q i32[8,6]"},
    {"0.10.2", "x=2 y=4", "a f32[8,6]", "p = jnp.partition(a, 9)",
     "ValueError: axis 9 is out of bounds for array of dimension 6"},
    {"0.10.2", "x=2 y=4", "a f32[8,6]",
     "p = jnp.searchsorted(a[0], 2.0)\n"
     "q = jnp.searchsorted(a[0], a, side='right')",
     "p i32[]; q i32[8,6]"},
    {"0.10.2", "x=2 y=4", "a f32[8,6]", "p = jnp.searchsorted(a, 2.0)",
     "ValueError: a should be 1-dimensional"},
    {"0.10.2", "x=2 y=4", "a f32[8,6]", "p = jnp.searchsorted(a[0], 2.0, side='up')",
     "ValueError: invalid argument side='up', expected 'left' or 'right'"},
    {"0.6.0", "x=2 y=4", "a f32[8,6]", "p = jnp.searchsorted(a[0], 2.0, side='up')",
     "ValueError: 'up' is an invalid value for keyword 'side'. Expected one of "
     "['left', 'right']."},
    {"0.12.0.1", "x=2 y=4", "a f32[8,6]", "p = jnp.searchsorted(a[0], 2.0, side='up')",
     "ValueError: invalid argument side='up', expected 'left' or 'right'"},
    {"0.10.2", "x=2 y=4", "a f32[8,6]; i i32[8,6]",
     "p = jnp.median(a)\n"
     "q = jnp.median(a, axis=1, keepdims=True)\n"
     "r = jnp.median(i)",
     "p f32[]; q f32[8,1]; r f32[]"},
    {"0.10.2", "x=2 y=4", "a f32[8,6]; i i32[8,6]",
     "p = jnp.quantile(a, 0.5)\n"
     "q = jnp.quantile(a, jnp.array([0.1, 0.9]), axis=1)\n"
     "r = jnp.percentile(i, 30, axis=0)",
     "p f32[]; q f32[2,8]; r f32[6]"},
    {"0.10.2", "x=2 y=4", "a f32[8,6]; h bf16[8,6]",
     "p = jnp.quantile(a, 0.5, axis=(0, 1), keepdims=True)\n"
     "q = jnp.quantile(h, 0.5, axis=1)",
     "p f32[1,1]; q bf16[8]"},
    {"0.10.2", "x=2 y=4", "a f32[8,6]",
     "p = jnp.quantile(a, 0.5, method='nearest')\n"
     "q = jnp.quantile(a, 0.5, method='lower', axis=1)\n"
     "r = jnp.quantile(a, 0.5, method='midpoint')",
     "p f32[]; q f32[8]; r f32[]"},
    {"0.10.2", "x=2 y=4", "a f32[8,6]", "p = jnp.quantile(a, 0.5, method='bogus')",
     "ValueError: method can only be 'linear', 'lower', 'higher', 'midpoint', "
     "'nearest' or 'inverted_cdf'"},
    {"0.6.0", "x=2 y=4", "a f32[8,6]", "p = jnp.quantile(a, 0.5, method='bogus')",
     "ValueError: method can only be 'linear', 'lower', 'higher', 'midpoint', or "
     "'nearest'"},
    {"0.12.0.1", "x=2 y=4", "a f32[8,6]", "p = jnp.quantile(a, 0.5, method='bogus')",
     "ValueError: method can only be 'linear', 'lower', 'higher', 'midpoint', "
     "'nearest' or 'inverted_cdf'"},
    {"0.10.2", "x=2 y=4", "a f32[8,6]", "p = jnp.quantile(a, 0.5, axis=3)",
     "ValueError: axis 3 is out of bounds for array of dimension 2"},
    {"0.10.2", "x=2 y=4", "z c64[3]", "p = jnp.quantile(z, 0.5)",
     "ValueError: quantile does not support complex input, as the operation is poorly "
     "defined."},
    {"0.10.2", "x=2 y=4", "a f32[8,6]", "p = jnp.quantile(a, jnp.ones((2, 2)))",
     "ValueError: q must be have rank <= 1, got shape (2, 2)"},
    {"0.10.2", "x=2 y=4", "a f32[8,6]", "p = jnp.quantile(a, jnp.ones((2, 2, 2)))",
     "ValueError: q must be have rank <= 1, got shape (2, 2, 2)"},
    {"0.10.2", "x=2 y=4", "c f32[8@x,6]", "p = jnp.quantile(c, 0.5, axis=1)", "p f32[8@x]"},
    {"0.6.0", "x=2 y=4", "c f32[8@x,6]", "p = jnp.quantile(c, 0.5, axis=1)",
     "ShardingTypeError: Use `.at[...].get(out_sharding=)` to provide output "
     "PartitionSpec for the gather indexing."},
    {"0.12.0.1", "x=2 y=4", "c f32[8@x,6]", "p = jnp.quantile(c, 0.5, axis=1)", "p f32[8@x]"},
    {"0.10.2", "x=2 y=4", "c f32[8@x,6]", "p = jnp.quantile(c, 0.5, axis=0)",
     "ShardingTypeError: Arguments to sort must be unsharded over the sorting "
     "dimension. Got arg sharding=NamedSharding(mesh=AbstractMesh('x': 2, 'y': 4, "
     "axis_types=(Explicit, Explicit), device_kind=cpu, num_cores=None, platform=cpu), "
     "spec=P('x', None)) and sorting dimension=0"},
    {"0.6.0", "x=2 y=4", "c f32[8@x,6]", "p = jnp.quantile(c, 0.5, axis=0)",
     "ShardingTypeError: Use `.at[...].get(out_sharding=)` to provide output "
     "PartitionSpec for the gather indexing."},
    {"0.12.0.1", "x=2 y=4", "c f32[8@x,6]", "p = jnp.quantile(c, 0.5, axis=0)",
     "ShardingTypeError: Arguments to sort must be unsharded over the sorting "
     "dimension. Got arg sharding=NamedSharding(mesh=AbstractMesh('x': 2, 'y': 4, "
     "axis_types=(Explicit, Explicit), device_kind=cpu, num_cores=None, platform=cpu), "
     "spec=P('x', None)) and sorting dimension=0"},
    {"0.10.2", "x=2 y=4", "a f32[8,6]",
     "p = jnp.nanquantile(a, 0.5, axis=1)\n"
     "q = jnp.nanquantile(a, jnp.array([0.5]), axis=(0, 1), keepdims=True)",
     "p f32[8]; q f32[1,1,1]"},
    {"0.10.2", "x=2 y=4", "a f32[8,6]", "p = jnp.quantile(a, 0.5, axis=())", "p f32[8,6]"},
    {"0.10.2", "x=2 y=4", "s f32[]", "p = jnp.quantile(s, 0.5)", "p f32[]"},
};

/* What is sorted along which axis, by how many keys, and what cannot be. */
Test(sort_parameters, judge_sorts)
{
	testing_programs(sorts, ROWS(sorts));
}

static const struct program_case mapped[] = {
    {"0.10.2", "x=2 y=4", "a f32[8@x,6]; n f32[6,8@x]",
     "p = jax.vmap(lax.sort)(a)\nq = jax.vmap(lax.sort, in_axes=1)(n)",
     "p f32[8@x,6]; q f32[8@x,6]"},
    {"0.10.2", "x=2 y=4", "a f32[8@x,6]; i i32[8@x,6]",
     "p, q = jax.vmap(lambda q, r: lax.sort((q, r)))(a, i)", "p f32[8@x,6]; q i32[8@x,6]"},
    {"0.10.2", "x=2 y=4", "a f32[8@x,6]; v f32[6]",
     "p, q = jax.vmap(lambda q: lax.sort((q, v)))(a)", "p f32[8@x,6]; q f32[8@x,6]"},
    {"0.6.0", "x=2 y=4", "a f32[8@x,6]; v f32[6]", "p, q = jax.vmap(lambda q: lax.sort((q, v)))(a)",
     "p f32[8@x,6]; q f32[8,6]"},
    {"0.12.0.1", "x=2 y=4", "a f32[8@x,6]; v f32[6]",
     "p, q = jax.vmap(lambda q: lax.sort((q, v)))(a)", "p f32[8@x,6]; q f32[8@x,6]"},
    {"0.10.2", "x=2 y=4", "i i32[8@x,6]; n f32[6,8@x]",
     "p, q = jax.vmap(lambda q, r: lax.sort((q, r)), in_axes=(1, 0))(n, i)",
     "p f32[8@x,6]; q i32[8@x,6]"},
    {"0.10.2", "x=2 y=4", "i i32[8@x,6]; v f32[6]",
     "p, q = jax.vmap(lambda q: lax.sort_key_val(v, q))(i)", "p f32[8@x,6]; q i32[8@x,6]"},
    {"0.6.0", "x=2 y=4", "i i32[8@x,6]; v f32[6]",
     "p, q = jax.vmap(lambda q: lax.sort_key_val(v, q))(i)", "p f32[8,6]; q i32[8@x,6]"},
    {"0.12.0.1", "x=2 y=4", "i i32[8@x,6]; v f32[6]",
     "p, q = jax.vmap(lambda q: lax.sort_key_val(v, q))(i)", "p f32[8@x,6]; q i32[8@x,6]"},
    {"0.10.2", "x=2 y=4", "a f32[8@x,6]", "p, q = jax.vmap(lambda q: lax.top_k(q, 2))(a)",
     "p f32[8@x,2]; q i32[8@x,2]"},
    {"0.10.2", "x=2 y=4", "n f32[6,8@x]",
     "p, q = jax.vmap(lambda q: lax.top_k(q, 2), in_axes=1)(n)", "p f32[8@x,2]; q i32[8@x,2]"},
    {"0.10.2", "x=2 y=4", "a f32[8@x,6]",
     "p, q = jax.vmap(lambda q: lax.top_k(q, 2), in_axes=1, out_axes=1)(a)",
     "ShardingTypeError: The input should be unsharded over the axis along which to "
     "compute the top_k values. Got input type=float32[8@x,6] and axis=0"},
    {"0.6.0", "x=2 y=4", "a f32[8@x,6]",
     "p, q = jax.vmap(lambda q: lax.top_k(q, 2), in_axes=1, out_axes=1)(a)",
     "p f32[2@x,6]; q i32[2@x,6]"},
    {"0.12.0.1", "x=2 y=4", "a f32[8@x,6]",
     "p, q = jax.vmap(lambda q: lax.top_k(q, 2), in_axes=1, out_axes=1)(a)",
     "ShardingTypeError: The input should be unsharded over the axis along which to "
     "compute the top_k values. Got input type=float32[8@x,6] and axis=0"},
    {"0.10.2", "x=2 y=4", "a f32[8@x,6]; n f32[6,8@x]",
     "p = jax.vmap(jnp.argsort)(a)\n"
     "q = jax.vmap(jnp.sort, in_axes=1, out_axes=1)(n)",
     "p i32[8@x,6]; q f32[6,8@x]"},
    {"0.6.0", "x=2 y=4", "a f32[8@x,6]; n f32[6,8@x]",
     "p = jax.vmap(jnp.argsort)(a)\n"
     "q = jax.vmap(jnp.sort, in_axes=1, out_axes=1)(n)",
     "p i32[8,6]; q f32[6,8@x]"},
    {"0.12.0.1", "x=2 y=4", "a f32[8@x,6]; n f32[6,8@x]",
     "p = jax.vmap(jnp.argsort)(a)\n"
     "q = jax.vmap(jnp.sort, in_axes=1, out_axes=1)(n)",
     "p i32[8@x,6]; q f32[6,8@x]"},
    {"0.10.2", "x=2 y=4", "c f32[8,6@y]", "p = jax.vmap(jnp.sort)(c)",
     "ValueError: Sharding spec ('y',) implies that array axis 1 is partitioned 4 "
     "times, but does not evenly divide the dimension size 6. Got shape: (8, 6) and "
     "sharding NamedSharding(mesh=AbstractMesh('x': 2, 'y': 4, axis_types=(Explicit, "
     "Explicit), device_kind=cpu, num_cores=None, platform=cpu), spec=P(None, 'y'))"},
    {"0.6.0", "x=2 y=4", "c f32[8,6@y]", "p = jax.vmap(jnp.sort)(c)",
     "ValueError: Sharding spec ('y',) implies that array axis 1 is partitioned 4 "
     "times, but does not evenly divide the dimension size 6. Got shape: (8, 6) and "
     "sharding NamedSharding(mesh=AbstractMesh('x': 2, 'y': 4, axis_types=(Explicit, "
     "Explicit)), spec=PartitionSpec(None, 'y'))"},
    {"0.12.0.1", "x=2 y=4", "c f32[8,6@y]", "p = jax.vmap(jnp.sort)(c)",
     "ValueError: Sharding spec ('y',) implies that array axis 1 is partitioned 4 "
     "times, but does not evenly divide the dimension size 6. Got shape: (8, 6) and "
     "sharding NamedSharding(mesh=AbstractMesh('x': 2, 'y': 4, axis_types=(Explicit, "
     "Explicit), device_kind=cpu, num_cores=None, platform=cpu), spec=P(None, 'y'))"},
    {"0.10.2", "x=2 y=4", "a f32[8@x,6]",
     "p = jax.vmap(lambda q: jnp.median(q))(a)\n"
     "q = jax.vmap(lambda q: jnp.quantile(q, 0.5))(a)",
     "p f32[8@x]; q f32[8@x]"},
    {"0.6.0", "x=2 y=4", "a f32[8@x,6]",
     "p = jax.vmap(lambda q: jnp.median(q))(a)\n"
     "q = jax.vmap(lambda q: jnp.quantile(q, 0.5))(a)",
     "ShardingTypeError: select cases must have the same shardings, got "
     "[NamedSharding(mesh=AbstractMesh('x': 2, 'y': 4, axis_types=(Explicit, "
     "Explicit)), spec=PartitionSpec('x', None)), NamedSharding(mesh=AbstractMesh('x': "
     "2, 'y': 4, axis_types=(Explicit, Explicit)), spec=PartitionSpec(None, None))]."},
    {"0.12.0.1", "x=2 y=4", "a f32[8@x,6]",
     "p = jax.vmap(lambda q: jnp.median(q))(a)\n"
     "q = jax.vmap(lambda q: jnp.quantile(q, 0.5))(a)",
     "p f32[8@x]; q f32[8@x]"},
    {"0.10.2", "x=2 y=4", "v f32[6]", "p = jax.vmap(lambda q: jnp.quantile(v, q))(v[:4])",
     "p f32[4]"},
    {"0.10.2", "x=2 y=4", "", "p = jax.vmap(jax.vmap(lax.sort))(jnp.ones((3, 4, 5)))",
     "p f32[3,4,5]"},
    {"0.10.2", "x=2 y=4", "a f32[8@x,6]",
     "p = jax.vmap(lambda q: jnp.nanquantile(q, jnp.array([0.2, 0.8])))(a)", "p f32[8@x,2]"},
    {"0.6.0", "x=2 y=4", "a f32[8@x,6]",
     "p = jax.vmap(lambda q: jnp.nanquantile(q, jnp.array([0.2, 0.8])))(a)",
     "ShardingTypeError: select cases must have the same shardings, got "
     "[NamedSharding(mesh=AbstractMesh('x': 2, 'y': 4, axis_types=(Explicit, "
     "Explicit)), spec=PartitionSpec('x', None)), NamedSharding(mesh=AbstractMesh('x': "
     "2, 'y': 4, axis_types=(Explicit, Explicit)), spec=PartitionSpec(None, None))]."},
    {"0.12.0.1", "x=2 y=4", "a f32[8@x,6]",
     "p = jax.vmap(lambda q: jnp.nanquantile(q, jnp.array([0.2, 0.8])))(a)", "p f32[8@x,2]"},
};

/* vmap leaves the mapped dimension out of what is sorted. */
Test(sort_parameters, map_sorts)
{
	testing_programs(mapped, ROWS(mapped));
}
