/* SPDX-License-Identifier: Apache-2.0 */
/* Forms that programs seldom have. Rows are checked against JAX by testdata/programs/rows.py. */
#include "testing/program_cases.h"

static const struct program_case updates[] = {
    {"0.10.2", "auto x=2 y=4", "a bool[8,8]; v bool[8,8]", "out = a.at[:, :].add(v)",
     "TypeError: add does not accept dtype bool at position 0. Accepted dtypes at "
     "position 0 are subtypes of integer, floating, complexfloating."},
    {"0.8.2", "x=2 y=4", "a bool[8@x,4]; i i32[3]; v bool[3,4]", "out = a.at[i].mul(v)",
     "TypeError: mul does not accept dtype bool at position 0. Accepted dtypes at "
     "position 0 are subtypes of integer, floating, complexfloating."},
    {"0.12.0.1", "x=2 y=4", "a bool[8,4]; i i32[3]; v bool[3,4]", "out = a.at[i].max(v)",
     "out bool[8,4]"},
    {"0.12.0.1", "x=2", "x f32[4@x,6]; u f32[4]",
     "out = lax.dynamic_update_index_in_dim(x, u, 0, 4)",
     "ValueError: axis 4 is out of bounds for array of dimension 2"},
    {"0.12.0.1", "x=2", "x f32[4@x,6]; u f32[4,6]",
     "out = lax.dynamic_update_slice_in_dim(x, u, 0, 4)",
     "IndexError: list assignment index out of range"},
    {"0.6.0", "x=2", "x f32[4@x,6]", "out = lax.dynamic_index_in_dim(x, 0, 4)",
     "IndexError: list assignment index out of range"},
};

/* What combines an element with its update has its own dtypes; axes are places in lists. */
Test(rare_forms, updates_are_checked)
{
	testing_programs(updates, ROWS(updates));
}

static const struct program_case numbers[] = {
    {"0.10.2", "x=2", "a f32[8]", "out = a[np.int64(0)]\nb = a[np.uint8(3):]",
     "b f32[5]; out f32[]"},
    {"0.12.0.1", "x=2", "a f32[8@x,4]", "out = a[:, np.int64(0)]", "out f32[8@x]"},
    {"0.12.0.1", "x=2", "a f32[8@x,4]", "out = a[np.float32(0)]",
     "TypeError: Indexer must have integer or boolean type, got indexer with type "
     "float32"},
    {"0.12.0.1", "x=2", "a f32[8@x,4]", "out = a.at[:, np.int64(0)].set(1)", "out f32[8@x,4]"},
    {"0.12.0.1", "x=2", "a f32[8@x,4]", "out = a[np.bool_(True)]", "unknown"},
};

/* NumPy's own integers index as Python's do. */
Test(rare_forms, numpy_scalars_index)
{
	testing_programs(numbers, ROWS(numbers));
}

static const struct program_case repeats[] = {
    {"0.12.0.1", "x=2", "x f32[8,4@x]",
     "out = jnp.repeat(x, jnp.array([2]), axis=0, total_repeat_length=4)", "out f32[4,4@x]"},
    {"0.10.2", "x=2", "x f32[8,4@x]",
     "out = jnp.repeat(x, jnp.array([1, 2]), axis=0, total_repeat_length=4)",
     "ValueError: Incompatible types for broadcasting: input type=int32[2] and "
     "requested type=int32[8]"},
    {"0.12.0.1", "x=2", "x f32[0,4@x]",
     "out = jnp.repeat(x, jnp.array([2]), axis=0, total_repeat_length=4)", "out f32[0,4@x]"},
    {"0.6.0", "x=4 y=2", "a i32[4@x,2@y,6]",
     "out = jax.vmap(lambda a: jnp.repeat(a, 2, axis=0))(a)", "out i32[4@y,4,6]"},
    {"0.7.2", "x=4 y=2", "a i32[4@x,2,3@y]",
     "out = jax.vmap(lambda a: jnp.repeat(a, 2, axis=0))(a)",
     "ValueError: Sharding spec ('y',) implies that array axis 2 is partitioned 2 "
     "times, but does not evenly divide the dimension size 3. Got shape: (4, 2, 3) and "
     "sharding NamedSharding(mesh=AbstractMesh('x': 4, 'y': 2, axis_types=(Explicit, "
     "Explicit), device_kind=cpu, num_cores=None), spec=PartitionSpec('x', None, 'y'))"},
};

/* Numbers in an array are broadcast to the dimension; old releases forget what is mapped. */
Test(rare_forms, repeats_by_an_array)
{
	testing_programs(repeats, ROWS(repeats));
}

static const struct program_case partial[] = {
    {"0.10.2", "x=4", "a f32[4,6,1]",
     "b = jax.reshard(a, P(None, None, None, reduced={'x'}))\nc = b.reshape(24)",
     "ValueError: Using pspec[...] is dangerous when PartitionSpec has non-empty "
     "unreduced/reduced set. Please use spec.partitions[...]"},
    {"0.11.2", "x=4", "a f32[4,6,1]",
     "b = jax.reshard(a, P(None, None, None, reduced={'x'}))\nc = b.reshape(24)",
     "b f32[4,6,1]{R:x}; c f32[24]{R:x}"},
    {"0.10.2", "x=2 auto y=2", "a f32[4,6]",
     "b = jax.reshard(a, P(None, None, unreduced={'x'}))\nc = b + b", "unknown"},
    {"0.12.0.1", "x=2 auto y=2", "a f32[4,6]",
     "b = jax.reshard(a, P(None, None, unreduced={'x'}))\nc = b + b",
     "b f32[4,6]{U:x}; c f32[4,6]{U:x}"},
};

/* Unreduced and reduced axes, where a rule reads the spec, and on a mesh with Auto axes. */
Test(rare_forms, partial_sums)
{
	testing_programs(partial, ROWS(partial));
}

static const struct program_case others[] = {
    {"0.12.0.1", "x=2", "x bool[4,6]", "out = jnp.partition(x, 1)", "out bool[4,6]"},
    {"0.10.2", "x=2", "x bool[4,6]", "out = jnp.partition(x, 1)",
     "TypeError: neg does not accept dtype bool. Accepted dtypes are subtypes of "
     "integer, floating, complexfloating."},
    {"0.12.0.1", "x=2", "x f32[4,4]", "out = jnp.linalg.eigh(x)",
     "out.eigenvalues f32[4]; out.eigenvectors f32[4,4]"},
    {"0.7.0", "auto x=2", "x f32[16,8]", "out = jnp.reshape(x, (16, 8), out_sharding=P('x', None))",
     "out f32[16,8]"},
    {"0.9.0", "x=2", "a f32[8]; b f32[8]",
     "out = jax.jit(lambda u, v: u + v, static_argnums=1)(a, b)", "unknown"},
    {"0.10.2", "x=2", "a f32[8]; b f32[8]",
     "out = jax.jit(lambda u, v: u + v, static_argnums=1)(a, b)",
     "ValueError: Non-hashable static arguments are not supported. An error occurred "
     "while trying to hash an object of type <class "
     "'jax._src.interpreters.partial_eval.DynamicJaxprTracer'>, JitTracer(float32[8]). "
     "The error was:"},
    {"0.10.2", "x=2", "x f32[16@x,8]", "out = lax.cond((1, 2), lambda: x, lambda: x)",
     "TypeError: Pred must be a scalar, got (1, 2) of type <class 'tuple'>"},
    {"0.12.0.1", "x=2", "x i32[16@x,8]", "out = lax.pow(x, 2)",
     "TypeError: pow does not accept dtype int32 at position 0. Accepted dtypes at "
     "position 0 are subtypes of floating, complexfloating."},
    {"0.12.0.1", "x=2", "x bf16[4]; y f32[4]", "out = lax.rem(x, y)",
     "TypeError: lax.rem requires arguments to have the same dtypes, got bfloat16, "
     "float32."},
    {"0.12.0.1", "x=2", "x f32[4@x,6]", "out = x.swapaxes(3, 5)",
     "IndexError: index 5 is out of bounds for axis 0 with size 2"},
    {"0.12.0.1", "x=2", "x bf16[8]", "out = lax.reduce_window(x, 1., lax.mul, (1,), (1,), 'SAME')",
     "TypeError: reduce_window got inconsistent dtypes for operands and init_values: "
     "got operand dtypes [dtype(bfloat16)] and init_value dtypes [dtype('float32')]."},
};

/* What differs by release, by dtype, or in the text alone. */
Test(rare_forms, others)
{
	testing_programs(others, ROWS(others));
}

static const struct program_case later[] = {
    {"0.12.0.1", "x=2", "a f32[4@x,6]; i i32[6]", "out = a[Ellipsis, i]\nb = a.at[Ellipsis].set(0)",
     "b f32[4@x,6]; out f32[4@x,6]"},
    {"0.12.0.1", "x=2", "a bool[4@x]; b bool[6]", "out = jnp.outer(a, b)", "out bool[4@x,6]"},
    {"0.12.0.1", "x=2", "a bool[8@x]; v i32[8@x]", "out = a.at[:].power(v)", "out i32[8@x]"},
    {"0.12.0.1", "x=4", "a u8[4@x,1]",
     "out = a.at[:-3:3].power(a.sum(), out_sharding=P(None, None))",
     "ShardingTypeError: select `which` must be scalar or have the same sharding as "
     "cases, got `which` sharding NamedSharding(mesh=AbstractMesh('x': 4, "
     "axis_types=(Explicit,), device_kind=cpu, num_cores=None, platform=cpu), "
     "spec=P(None, None)) but case sharding NamedSharding(mesh=AbstractMesh('x': 4, "
     "axis_types=(Explicit,), device_kind=cpu, num_cores=None, platform=cpu), "
     "spec=P('x', None))."},
    {"0.10.2", "x=4", "a f32[8,3]",
     "b = jax.reshard(a, P(None, None, unreduced={'x'}))\nc = lax.with_sharding_constraint(b, P())",
     "ValueError: Using *pspec is dangerous when PartitionSpec has non-empty "
     "unreduced/reduced set. Please use *spec.partitions"},
    {"0.12.0.1", "x=4", "a f32[8,3]",
     "b = jax.reshard(a, P(None, None, unreduced={'x'}))\nc = jax.vmap(lambda v: v + v)(b)",
     "ValueError: Using pspec[...] is dangerous when PartitionSpec has non-empty "
     "unreduced/reduced set. Please use spec.partitions[...]"},
    {"0.12.0.1", "x=4", "a f32[8,3]",
     "b = jax.reshard(a, P(None, None, reduced={'x'}))\nc = jnp.repeat(b, 2, 0)",
     "ValueError: Using pspec[...] is dangerous when PartitionSpec has non-empty "
     "unreduced/reduced set. Please use spec.partitions[...]"},
    {"0.10.2", "x=4", "a f32[4]",
     "b = jax.reshard(a, P(None, unreduced={'x'}))\nc = jnp.unstack(b)",
     "ValueError: Using pspec[...] is dangerous when PartitionSpec has non-empty "
     "unreduced/reduced set. Please use spec.partitions[...]"},
    {"0.12.0.1", "x=4", "a f32[4]",
     "b = jax.reshard(a, P(None, unreduced={'x'}))\nc = jnp.roll(b, 1)",
     "ValueError: Using pspec[...] is dangerous when PartitionSpec has non-empty "
     "unreduced/reduced set. Please use spec.partitions[...]"},
    {"0.12.0.1", "x=4", "a f32[4]",
     "b = jax.reshard(a, P(None, reduced={'x'}))\nc = jax.grad(lambda v: v.sum())(b)",
     "b f32[4]{R:x}; c f32[4]{U:x}"},
    {"0.12.0.1", "x=2", "x f32[6@x]", "out = jax.grad(lambda x: x[0])(x)", "unknown"},
    {"0.12.0.1", "x=2", "x f32[6@x,4]", "out = jax.grad(lambda x: x[:, 0].sum())(x)",
     "out f32[6@x,4]"},
    {"0.12.0.1", "x=2", "a u8[]", "out = jnp.full_like(a, 2 ** 40)", "out u8[]"},
    {"0.12.0.1", "x=2", "x f32[4,6]; i i32[4]",
     "out = jax.vmap(lambda x: lax.dynamic_index_in_dim(x, i, 0))(x)",
     "TypeError: start_indices arguments to dynamic_slice must be scalars,  got "
     "indices (ShapedArray(int32[4]),)"},
    {"0.10.2", "x=2", "x f32[4,6]; i i32[4]", "out = lax.dynamic_slice(x, (i, 0), (1, 6))",
     "TypeError: start_indices arguments to dynamic_slice must be scalars,  got "
     "indices (ShapedArray(int32[4]), ShapedArray(int32[]))"},
    {"0.9.0", "x=2", "x f32[4,6]; i i32[4]",
     "out = jax.vmap(lambda x: lax.dynamic_slice(x, (i,), (1,)))(x)", "unknown"},
};

/* Rules that read the spec of partial sums, starts that are no scalars, and names of Python's. */
Test(rare_forms, later)
{
	testing_programs(later, ROWS(later));
}
