/* SPDX-License-Identifier: Apache-2.0 */
/* Choices between arrays: conditions, cases, bounds, and vmap over any of them.
 * Rows are checked against JAX by testdata/programs/rows.py. */
#include "testing/program_cases.h"

static const struct program_case misfits[] = {
    {"0.10.2", "x=2 y=4", "a f32[8,6]; b bool[8,6]; t bool[]",
     "p = lax.select(b, a, a)\nq = lax.select(t, a, a)", "p f32[8,6]; q f32[8,6]"},
    {"0.10.2", "x=2 y=4", "a f32[8,6]; w bool[8]", "p = lax.select(w, a, a)",
     "TypeError: select `which` must be scalar or have the same shape as cases, got "
     "`which` shape (8,) but case shape (8, 6)."},
    {"0.10.2", "x=2 y=4", "a f32[8,6]; b bool[8,6]; i i32[8,6]", "p = lax.select(b, a, i)",
     "TypeError: lax.select requires arguments to have the same dtypes, got int32, "
     "float32. (Tip: jnp.where is a similar function that does automatic type "
     "promotion on inputs)."},
    {"0.10.2", "x=2 y=4", "a f32[8,6]; b bool[8,6]; v f32[6]", "p = lax.select(b, a, v)",
     "TypeError: select cases must have the same shapes, got [(6,), (8, 6)]."},
    {"0.10.2", "x=2 y=4", "a f32[8,6]", "p = lax.select(a, a, a)",
     "TypeError: select `which` must be boolean or integer type, got float32."},
    {"0.10.2", "x=2 y=4", "a f32[8,6]; i i32[8,6]", "p = lax.select(i, a, a)", "p f32[8,6]"},
    {"0.10.2", "x=2 y=4", "a f32[8,6]; b bool[8,6]; i i32[8,6]; t bool[]",
     "p = lax.select_n(i, a, a, a)\n"
     "q = lax.select_n(b, a, a)\n"
     "r = lax.select_n(t, a, a)",
     "p f32[8,6]; q f32[8,6]; r f32[8,6]"},
    {"0.10.2", "x=2 y=4", "a f32[8,6]; b bool[8,6]", "p = lax.select_n(b, a, a, a)",
     "TypeError: select with boolean `which` cannot have > 2 cases."},
    {"0.10.2", "x=2 y=4", "a f32[8,6]; b bool[8,6]", "p = lax.select_n(b, a)", "p f32[8,6]"},
    {"0.10.2", "x=2 y=4", "b bool[8,6]", "p = lax.select_n(b)",
     "ValueError: select_n() must have at least one case"},
    {"0.10.2", "x=2 y=4", "a f32[8,6]", "p = lax.select_n(a, a, a)",
     "TypeError: select `which` must be boolean or integer type, got float32."},
    {"0.10.2", "x=2 y=4", "a f32[8,6]; i i32[8,6]", "p = lax.select_n(i.astype(jnp.int8), a, a)",
     "p f32[8,6]"},
    {"0.10.2", "x=2 y=4", "b bool[8,6]; c f32[8@x,6]", "p = lax.select_n(b, c, c)",
     "ShardingTypeError: select `which` must be scalar or have the same sharding as "
     "cases, got `which` sharding NamedSharding(mesh=AbstractMesh('x': 2, 'y': 4, "
     "axis_types=(Explicit, Explicit), device_kind=cpu, num_cores=None, platform=cpu), "
     "spec=P(None, None)) but case sharding NamedSharding(mesh=AbstractMesh('x': 2, "
     "'y': 4, axis_types=(Explicit, Explicit), device_kind=cpu, num_cores=None, "
     "platform=cpu), spec=P('x', None))."},
    {"0.6.0", "x=2 y=4", "b bool[8,6]; c f32[8@x,6]", "p = lax.select_n(b, c, c)",
     "ShardingTypeError: select `which` must be scalar or have the same sharding as "
     "cases, got `which` sharding NamedSharding(mesh=AbstractMesh('x': 2, 'y': 4, "
     "axis_types=(Explicit, Explicit)), spec=PartitionSpec(None, None)) but case "
     "sharding NamedSharding(mesh=AbstractMesh('x': 2, 'y': 4, axis_types=(Explicit, "
     "Explicit)), spec=PartitionSpec('x', None))."},
    {"0.10.2", "x=2 y=4", "b bool[8,6]; c f32[8@x,6]; d f32[8,6@y]", "p = lax.select_n(b, c, d)",
     "ValueError: Sharding spec ('y',) implies that array axis 1 is partitioned 4 "
     "times, but does not evenly divide the dimension size 6. Got shape: (8, 6) and "
     "sharding NamedSharding(mesh=AbstractMesh('x': 2, 'y': 4, axis_types=(Explicit, "
     "Explicit), device_kind=cpu, num_cores=None, platform=cpu), spec=P(None, 'y'))"},
    {"0.6.0", "x=2 y=4", "b bool[8,6]; c f32[8@x,6]; d f32[8,6@y]", "p = lax.select_n(b, c, d)",
     "ValueError: Sharding spec ('y',) implies that array axis 1 is partitioned 4 "
     "times, but does not evenly divide the dimension size 6. Got shape: (8, 6) and "
     "sharding NamedSharding(mesh=AbstractMesh('x': 2, 'y': 4, axis_types=(Explicit, "
     "Explicit)), spec=PartitionSpec(None, 'y'))"},
    {"0.10.2", "x=2 y=4", "c f32[8@x,6]; t bool[]", "p = lax.select_n(t, c, c)", "p f32[8@x,6]"},
    {"0.10.2", "x=2 y=4", "c f32[8@x,6]; d f32[8,6@y]; t bool[]", "p = lax.select_n(t, c, d)",
     "ValueError: Sharding spec ('y',) implies that array axis 1 is partitioned 4 "
     "times, but does not evenly divide the dimension size 6. Got shape: (8, 6) and "
     "sharding NamedSharding(mesh=AbstractMesh('x': 2, 'y': 4, axis_types=(Explicit, "
     "Explicit), device_kind=cpu, num_cores=None, platform=cpu), spec=P(None, 'y'))"},
    {"0.6.0", "x=2 y=4", "c f32[8@x,6]; d f32[8,6@y]; t bool[]", "p = lax.select_n(t, c, d)",
     "ValueError: Sharding spec ('y',) implies that array axis 1 is partitioned 4 "
     "times, but does not evenly divide the dimension size 6. Got shape: (8, 6) and "
     "sharding NamedSharding(mesh=AbstractMesh('x': 2, 'y': 4, axis_types=(Explicit, "
     "Explicit)), spec=PartitionSpec(None, 'y'))"},
    {"0.10.2", "x=2 y=4", "a f32[8,6]; s f32[]",
     "p = lax.clamp(s, a, s)\n"
     "q = lax.clamp(0.0, a, 1.0)\n"
     "r = lax.clamp(a, a, a)",
     "p f32[8,6]; q f32[8,6]; r f32[8,6]"},
    {"0.10.2", "x=2 y=4", "a f32[8,6]; s f32[]; v f32[6]", "p = lax.clamp(v, a, s)",
     "TypeError: clamp requires min.shape == operand.shape or min.shape == (), got "
     "min.shape=(6,), operand.shape=(8, 6)."},
    {"0.10.2", "x=2 y=4", "a f32[8,6]; s f32[]; v f32[6]", "p = lax.clamp(s, a, v)",
     "TypeError: clamp requires max.shape == operand.shape or max.shape == (), got "
     "max.shape=(6,), operand.shape=(8, 6)."},
    {"0.10.2", "x=2 y=4", "a f32[8,6]", "p = lax.clamp(0, a, 1)",
     "TypeError: lax.clamp requires arguments to have the same dtypes, got int32, "
     "float32, int32."},
    {"0.10.2", "x=2 y=4", "i i32[8,6]; s f32[]", "p = lax.clamp(s, i, s)",
     "TypeError: lax.clamp requires arguments to have the same dtypes, got float32, "
     "int32, float32."},
    {"0.10.2", "x=2 y=4", "a f32[8,6]; i i32[8,6]; s f32[]", "p = lax.clamp(i, a, s)",
     "TypeError: lax.clamp requires arguments to have the same dtypes, got int32, "
     "float32, float32."},
    {"0.10.2", "x=2 y=4", "",
     "p = lax.clamp(jnp.ones(3, jnp.complex64), jnp.ones(3, jnp.complex64), jnp.ones(3, "
     "jnp.complex64))",
     "p c64[3]"},
    {"0.10.2", "x=2 y=4", "b bool[8,6]", "p = lax.clamp(True, b, False)", "p bool[8,6]"},
    {"0.10.2", "x=2 y=4", "a f32[8,6]; c f32[8@x,6]", "p = lax.clamp(a, c, a)", "p f32[8@x,6]"},
    {"0.10.2", "x=2 y=4", "s f32[]; c f32[8@x,6]", "p = lax.clamp(s, c, s)", "p f32[8@x,6]"},
    {"0.10.2", "x=2 y=4", "a f32[8,6]; b bool[8,6]; i i32[8,6]; v f32[6]; w bool[8]",
     "p = jnp.where(b, a, i)\n"
     "q = jnp.where(b, 1, 2.5)\n"
     "r = jnp.where(w[:, None], a, v)\n"
     "u = jnp.where(1, a, 0)",
     "p f32[8,6]; q f32[8,6]; r f32[8,6]; u f32[8,6]"},
    {"0.10.2", "x=2 y=4", "a f32[8,6]; b bool[8,6]", "p = jnp.where(b, a)",
     "TypeError: where requires ndarray or scalar arguments, got <class 'NoneType'> at "
     "position 2."},
    {"0.10.2", "x=2 y=4", "b bool[8,6]", "p = jnp.where(b)",
     "ConcretizationTypeError: Abstract tracer value encountered where concrete value "
     "is expected: traced array with shape int32[]"},
    {"0.10.2", "x=2 y=4", "b bool[8,6]", "p = jnp.where(b, size=3)", "p[0] i32[3]; p[1] i32[3]"},
    {"0.6.0", "x=2 y=4", "b bool[8,6]", "p = jnp.where(b, size=3)",
     "ShardingTypeError: sharding rule for scatter-add is not implemented. Please file "
     "a bug at https://github.com/jax-ml/jax/issues. You can work around this error by "
     "dropping that operation into full auto sharding mode via: "
     "`jax.experimental.shard.auto_axes(fun, out_shardings=...)`"},
    {"0.10.2", "x=2 y=4", "a f32[8,6]; w bool[8]", "p = jnp.where(w, a, a)",
     "ValueError: Incompatible shapes for broadcasting: shapes=[(8,), (8, 6), (8, 6)]"},
    {"0.10.2", "x=2 y=4", "b bool[8,6]; c f32[8@x,6]; d f32[8,6@y]", "p = jnp.where(b, c, d)",
     "ValueError: Sharding spec ('y',) implies that array axis 1 is partitioned 4 "
     "times, but does not evenly divide the dimension size 6. Got shape: (8, 6) and "
     "sharding NamedSharding(mesh=AbstractMesh('x': 2, 'y': 4, axis_types=(Explicit, "
     "Explicit), device_kind=cpu, num_cores=None, platform=cpu), spec=P(None, 'y'))"},
    {"0.6.0", "x=2 y=4", "b bool[8,6]; c f32[8@x,6]; d f32[8,6@y]", "p = jnp.where(b, c, d)",
     "ValueError: Sharding spec ('y',) implies that array axis 1 is partitioned 4 "
     "times, but does not evenly divide the dimension size 6. Got shape: (8, 6) and "
     "sharding NamedSharding(mesh=AbstractMesh('x': 2, 'y': 4, axis_types=(Explicit, "
     "Explicit)), spec=PartitionSpec(None, 'y'))"},
    {"0.10.2", "x=2 y=4", "a f32[8,6]; c f32[8@x,6]", "p = jnp.where(c > 0, a, 0)", "p f32[8@x,6]"},
    {"0.6.0", "x=2 y=4", "a f32[8,6]; c f32[8@x,6]", "p = jnp.where(c > 0, a, 0)",
     "ShardingTypeError: select cases must have the same shardings, got "
     "[NamedSharding(mesh=AbstractMesh('x': 2, 'y': 4, axis_types=(Explicit, "
     "Explicit)), spec=PartitionSpec('x', None)), NamedSharding(mesh=AbstractMesh('x': "
     "2, 'y': 4, axis_types=(Explicit, Explicit)), spec=PartitionSpec(None, None))]."},
    {"0.10.2", "x=2 y=4", "a f32[8,6]; i i32[8,6]; v f32[6]",
     "p = jnp.clip(a, 0, 1)\n"
     "q = jnp.clip(a, min=0)\n"
     "r = jnp.clip(a, max=v)\n"
     "u = jnp.clip(i, 0.5, 2)",
     "p f32[8,6]; q f32[8,6]; r f32[8,6]; u f32[8,6]"},
    {"0.10.2", "x=2 y=4", "a f32[8,6]; v f32[6]", "p = jnp.clip(a, v[:5], 1)",
     "ValueError: Incompatible shapes for broadcasting: shapes=[(5,), (8, 6)]"},
    {"0.10.2", "x=2 y=4", "a f32[8,6]", "p = jnp.clip(a)", "p f32[8,6]"},
    {"0.10.2", "x=2 y=4", "", "p = jnp.clip(jnp.ones(3, jnp.complex64), 0, 1)",
     "ValueError: Clip received a complex value either through the input or the "
     "min/max keywords. Complex values have no ordering and cannot be clipped. Please "
     "convert to a real value or array by taking the real or imaginary components via "
     "jax.numpy.real/imag respectively."},
    {"0.10.2", "x=2 y=4", "b bool[8,6]", "p = jnp.nonzero(b)",
     "ConcretizationTypeError: Abstract tracer value encountered where concrete value "
     "is expected: traced array with shape int32[]"},
};

/* The condition chooses among cases of one type; bounds are of the array's shape or scalars. */
Test(select_parameters, refuse_choices)
{
	testing_programs(misfits, ROWS(misfits));
}

static const struct program_case mapped[] = {
    {"0.10.2", "x=2 y=4", "a f32[8@x,6]; b bool[8@x,6]",
     "p = jax.vmap(lambda q, r: lax.select(q, r, r))(b, a)", "p f32[8@x,6]"},
    {"0.10.2", "x=2 y=4", "a f32[8@x,6]; t bool[8@x]",
     "p = jax.vmap(lambda q, r: lax.select(q, r, r))(t, a)", "p f32[8@x,6]"},
    {"0.10.2", "x=2 y=4", "t bool[8@x]; v f32[6]", "p = jax.vmap(lambda q: lax.select(q, v, v))(t)",
     "p f32[8@x,6]"},
    {"0.6.0", "x=2 y=4", "t bool[8@x]; v f32[6]", "p = jax.vmap(lambda q: lax.select(q, v, v))(t)",
     "ShardingTypeError: select `which` must be scalar or have the same sharding as "
     "cases, got `which` sharding NamedSharding(mesh=AbstractMesh('x': 2, 'y': 4, "
     "axis_types=(Explicit, Explicit)), spec=PartitionSpec('x', None)) but case "
     "sharding NamedSharding(mesh=AbstractMesh('x': 2, 'y': 4, axis_types=(Explicit, "
     "Explicit)), spec=PartitionSpec(None, None))."},
    {"0.12.0.1", "x=2 y=4", "t bool[8@x]; v f32[6]",
     "p = jax.vmap(lambda q: lax.select(q, v, v))(t)", "p f32[8@x,6]"},
    {"0.10.2", "x=2 y=4", "b bool[8@x,6]; v f32[6]",
     "p = jax.vmap(lambda q: lax.select(q, v, v))(b)", "p f32[8@x,6]"},
    {"0.6.0", "x=2 y=4", "b bool[8@x,6]; v f32[6]",
     "p = jax.vmap(lambda q: lax.select(q, v, v))(b)",
     "ShardingTypeError: select `which` must be scalar or have the same sharding as "
     "cases, got `which` sharding NamedSharding(mesh=AbstractMesh('x': 2, 'y': 4, "
     "axis_types=(Explicit, Explicit)), spec=PartitionSpec('x', None)) but case "
     "sharding NamedSharding(mesh=AbstractMesh('x': 2, 'y': 4, axis_types=(Explicit, "
     "Explicit)), spec=PartitionSpec(None, None))."},
    {"0.12.0.1", "x=2 y=4", "b bool[8@x,6]; v f32[6]",
     "p = jax.vmap(lambda q: lax.select(q, v, v))(b)", "p f32[8@x,6]"},
    {"0.10.2", "x=2 y=4", "a f32[8@x,6]; w bool[6]",
     "p = jax.vmap(lambda r: lax.select(w, r, r))(a)", "p f32[8@x,6]"},
    {"0.6.0", "x=2 y=4", "a f32[8@x,6]; w bool[6]",
     "p = jax.vmap(lambda r: lax.select(w, r, r))(a)",
     "ShardingTypeError: select `which` must be scalar or have the same sharding as "
     "cases, got `which` sharding NamedSharding(mesh=AbstractMesh('x': 2, 'y': 4, "
     "axis_types=(Explicit, Explicit)), spec=PartitionSpec(None, None)) but case "
     "sharding NamedSharding(mesh=AbstractMesh('x': 2, 'y': 4, axis_types=(Explicit, "
     "Explicit)), spec=PartitionSpec('x', None))."},
    {"0.12.0.1", "x=2 y=4", "a f32[8@x,6]; w bool[6]",
     "p = jax.vmap(lambda r: lax.select(w, r, r))(a)", "p f32[8@x,6]"},
    {"0.10.2", "x=2 y=4", "a f32[8@x,6]; v f32[6]; w bool[6]",
     "p = jax.vmap(lambda r: lax.select(w, r, v))(a)", "p f32[8@x,6]"},
    {"0.6.0", "x=2 y=4", "a f32[8@x,6]; v f32[6]; w bool[6]",
     "p = jax.vmap(lambda r: lax.select(w, r, v))(a)",
     "ShardingTypeError: select cases must have the same shardings, got "
     "[NamedSharding(mesh=AbstractMesh('x': 2, 'y': 4, axis_types=(Explicit, "
     "Explicit)), spec=PartitionSpec(None, None)), "
     "NamedSharding(mesh=AbstractMesh('x': 2, 'y': 4, axis_types=(Explicit, "
     "Explicit)), spec=PartitionSpec('x', None))]."},
    {"0.12.0.1", "x=2 y=4", "a f32[8@x,6]; v f32[6]; w bool[6]",
     "p = jax.vmap(lambda r: lax.select(w, r, v))(a)", "p f32[8@x,6]"},
    {"0.10.2", "x=2 y=4", "a f32[8@x,6]; v f32[6]; o bool[]",
     "p = jax.vmap(lambda r: lax.select(o, r, v))(a)", "p f32[8@x,6]"},
    {"0.6.0", "x=2 y=4", "a f32[8@x,6]; v f32[6]; o bool[]",
     "p = jax.vmap(lambda r: lax.select(o, r, v))(a)",
     "ShardingTypeError: select cases must have the same shardings, got "
     "[NamedSharding(mesh=AbstractMesh('x': 2, 'y': 4, axis_types=(Explicit, "
     "Explicit)), spec=PartitionSpec(None, None)), "
     "NamedSharding(mesh=AbstractMesh('x': 2, 'y': 4, axis_types=(Explicit, "
     "Explicit)), spec=PartitionSpec('x', None))]."},
    {"0.12.0.1", "x=2 y=4", "a f32[8@x,6]; v f32[6]; o bool[]",
     "p = jax.vmap(lambda r: lax.select(o, r, v))(a)", "p f32[8@x,6]"},
    {"0.10.2", "x=2 y=4", "n f32[6,8@x]; o bool[]",
     "p = jax.vmap(lambda r: lax.select(o, r, r), in_axes=1, out_axes=1)(n)", "p f32[6,8@x]"},
    {"0.10.2", "x=2 y=4", "t bool[8@x]; v f32[6]; n f32[6,8@x]",
     "p = jax.vmap(lambda q, r: lax.select(q, r, v), in_axes=(0, 1))(t, n)", "p f32[8@x,6]"},
    {"0.6.0", "x=2 y=4", "t bool[8@x]; v f32[6]; n f32[6,8@x]",
     "p = jax.vmap(lambda q, r: lax.select(q, r, v), in_axes=(0, 1))(t, n)",
     "ShardingTypeError: select cases must have the same shardings, got "
     "[NamedSharding(mesh=AbstractMesh('x': 2, 'y': 4, axis_types=(Explicit, "
     "Explicit)), spec=PartitionSpec(None, None)), "
     "NamedSharding(mesh=AbstractMesh('x': 2, 'y': 4, axis_types=(Explicit, "
     "Explicit)), spec=PartitionSpec('x', None))]."},
    {"0.12.0.1", "x=2 y=4", "t bool[8@x]; v f32[6]; n f32[6,8@x]",
     "p = jax.vmap(lambda q, r: lax.select(q, r, v), in_axes=(0, 1))(t, n)", "p f32[8@x,6]"},
    {"0.10.2", "x=2 y=4", "b bool[8@x,6]; v f32[6]; n f32[6,8@x]",
     "p = jax.vmap(lambda q, r: lax.select(q, r, v), in_axes=(0, 1))(b, n)", "p f32[8@x,6]"},
    {"0.6.0", "x=2 y=4", "b bool[8@x,6]; v f32[6]; n f32[6,8@x]",
     "p = jax.vmap(lambda q, r: lax.select(q, r, v), in_axes=(0, 1))(b, n)",
     "ShardingTypeError: select cases must have the same shardings, got "
     "[NamedSharding(mesh=AbstractMesh('x': 2, 'y': 4, axis_types=(Explicit, "
     "Explicit)), spec=PartitionSpec(None, None)), "
     "NamedSharding(mesh=AbstractMesh('x': 2, 'y': 4, axis_types=(Explicit, "
     "Explicit)), spec=PartitionSpec('x', None))]."},
    {"0.12.0.1", "x=2 y=4", "b bool[8@x,6]; v f32[6]; n f32[6,8@x]",
     "p = jax.vmap(lambda q, r: lax.select(q, r, v), in_axes=(0, 1))(b, n)", "p f32[8@x,6]"},
    {"0.10.2", "x=2 y=4", "s f32[8@x]; k i32[8@x]",
     "p = jax.vmap(lambda q, r: lax.select_n(q, r, r, r))(k, s)", "p f32[8@x]"},
    {"0.10.2", "x=2 y=4", "a f32[8@x,6]; v f32[6]; k i32[8@x]",
     "p = jax.vmap(lambda q, r: lax.select_n(q, r, v, v))(k, a)", "p f32[8@x,6]"},
    {"0.6.0", "x=2 y=4", "a f32[8@x,6]; v f32[6]; k i32[8@x]",
     "p = jax.vmap(lambda q, r: lax.select_n(q, r, v, v))(k, a)",
     "ShardingTypeError: select cases must have the same shardings, got "
     "[NamedSharding(mesh=AbstractMesh('x': 2, 'y': 4, axis_types=(Explicit, "
     "Explicit)), spec=PartitionSpec('x', None)), NamedSharding(mesh=AbstractMesh('x': "
     "2, 'y': 4, axis_types=(Explicit, Explicit)), spec=PartitionSpec(None, None)), "
     "NamedSharding(mesh=AbstractMesh('x': 2, 'y': 4, axis_types=(Explicit, "
     "Explicit)), spec=PartitionSpec(None, None))]."},
    {"0.12.0.1", "x=2 y=4", "a f32[8@x,6]; v f32[6]; k i32[8@x]",
     "p = jax.vmap(lambda q, r: lax.select_n(q, r, v, v))(k, a)", "p f32[8@x,6]"},
    {"0.10.2", "x=2 y=4", "a f32[8@x,6]; b bool[8@x,6]",
     "p = jax.vmap(lambda q, r: jnp.where(q, r, 0.0))(b, a)", "p f32[8@x,6]"},
    {"0.6.0", "x=2 y=4", "a f32[8@x,6]; b bool[8@x,6]",
     "p = jax.vmap(lambda q, r: jnp.where(q, r, 0.0))(b, a)",
     "ShardingTypeError: select cases must have the same shardings, got "
     "[NamedSharding(mesh=AbstractMesh('x': 2, 'y': 4, axis_types=(Explicit, "
     "Explicit)), spec=PartitionSpec(None, None)), "
     "NamedSharding(mesh=AbstractMesh('x': 2, 'y': 4, axis_types=(Explicit, "
     "Explicit)), spec=PartitionSpec('x', None))]."},
    {"0.12.0.1", "x=2 y=4", "a f32[8@x,6]; b bool[8@x,6]",
     "p = jax.vmap(lambda q, r: jnp.where(q, r, 0.0))(b, a)", "p f32[8@x,6]"},
    {"0.10.2", "x=2 y=4", "a f32[8@x,6]; t bool[8@x]; v f32[6]",
     "p = jax.vmap(lambda q, r: jnp.where(q, r, v))(t, a)", "p f32[8@x,6]"},
    {"0.6.0", "x=2 y=4", "a f32[8@x,6]; t bool[8@x]; v f32[6]",
     "p = jax.vmap(lambda q, r: jnp.where(q, r, v))(t, a)",
     "ShardingTypeError: select cases must have the same shardings, got "
     "[NamedSharding(mesh=AbstractMesh('x': 2, 'y': 4, axis_types=(Explicit, "
     "Explicit)), spec=PartitionSpec(None, None)), "
     "NamedSharding(mesh=AbstractMesh('x': 2, 'y': 4, axis_types=(Explicit, "
     "Explicit)), spec=PartitionSpec('x', None))]."},
    {"0.12.0.1", "x=2 y=4", "a f32[8@x,6]; t bool[8@x]; v f32[6]",
     "p = jax.vmap(lambda q, r: jnp.where(q, r, v))(t, a)", "p f32[8@x,6]"},
    {"0.10.2", "x=2 y=4", "a f32[8@x,6]", "p = jax.vmap(lambda r: lax.clamp(0.0, r, 1.0))(a)",
     "p f32[8@x,6]"},
    {"0.10.2", "x=2 y=4", "a f32[8@x,6]; s f32[8@x]",
     "p = jax.vmap(lambda q, r: lax.clamp(q, r, 1.0))(s, a)", "p f32[8@x,6]"},
    {"0.10.2", "x=2 y=4", "a f32[8@x,6]; s f32[8@x]",
     "p = jax.vmap(lambda q, r: lax.clamp(0.0, r, q))(s, a)", "p f32[8@x,6]"},
    {"0.10.2", "x=2 y=4", "s f32[8@x]; v f32[6]", "p = jax.vmap(lambda q: lax.clamp(q, v, 1.0))(s)",
     "p f32[8,6]"},
    {"0.10.2", "x=2 y=4", "a f32[8@x,6]; v f32[6]", "p = jax.vmap(lambda q: lax.clamp(q, v, v))(a)",
     "p f32[8,6]"},
    {"0.10.2", "x=2 y=4", "a f32[8@x,6]", "p = jax.vmap(lambda q, r: lax.clamp(q, r, q))(a, a)",
     "p f32[8@x,6]"},
    {"0.10.2", "x=2 y=4", "a f32[8@x,6]; n f32[6,8@x]",
     "p = jax.vmap(lambda q, r: lax.clamp(q, r, q), in_axes=(1, 0))(n, a)", "p f32[8@x,6]"},
    {"0.10.2", "x=2 y=4", "s f32[8@x]; n f32[6,8@x]",
     "p = jax.vmap(lambda q, r: lax.clamp(q, r, 1.0), in_axes=(0, 1))(s, n)", "p f32[8@x,6]"},
    {"0.10.2", "x=2 y=4", "a f32[8@x,6]; s f32[8@x]",
     "p = jax.vmap(lambda q, r: jnp.clip(q, r, None))(a, s)", "p f32[8@x,6]"},
    {"0.10.2", "x=2 y=4", "a f32[8@x,6]; b bool[8@x,6]",
     "p = jax.vmap(jax.vmap(lambda q, r: lax.select(q, r, r)))(b, a)", "p f32[8@x,6]"},
};

/* vmap over the condition, a case or a bound spreads what is not mapped where types ask for it. */
Test(select_parameters, map_choices)
{
	testing_programs(mapped, ROWS(mapped));
}
