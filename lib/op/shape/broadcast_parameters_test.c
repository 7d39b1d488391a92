/* SPDX-License-Identifier: Apache-2.0 */
/* broadcast_in_dim and its like: what they refuse, and what vmap makes of them.
 * Rows are checked against JAX by testdata/programs/rows.py. */
#include "testing/program_cases.h"

static const struct program_case misfits[] = {
    {"0.10.2", "x=2 y=4", "a f32[3,4]", "p = lax.broadcast_in_dim(a, (3,), (0, 1))",
     "TypeError: broadcast_in_dim target broadcast shape must have equal or higher "
     "rank to the operand shape; got operand ndim 2 and target broadcast ndim 1."},
    {"0.10.2", "x=2 y=4", "a f32[3,4]", "p = lax.broadcast_in_dim(a, (2, 3, 4), (1,))",
     "TypeError: broadcast_in_dim broadcast_dimensions must have length equal to "
     "operand ndim; got broadcast_dimensions (1,) for operand ndim 2."},
    {"0.10.2", "x=2 y=4", "a f32[3,4]", "p = lax.broadcast_in_dim(a, (2, 3, 4), (1, 3))",
     "TypeError: broadcast_in_dim broadcast_dimensions must be a subset of output "
     "dimensions, got (1, 3) for operand ndim 2 and shape (2, 3, 4)."},
    {"0.10.2", "x=2 y=4", "a f32[3,4]", "p = lax.broadcast_in_dim(a, (2, 3, 4), (1, 1))",
     "TypeError: broadcast_in_dim operand dimension sizes must either be 1, or be "
     "equal to their corresponding dimensions in the target broadcast shape; got "
     "operand of shape (3, 4), target broadcast shape (2, 3, 4), broadcast_dimensions "
     "(1, 1) "},
    {"0.10.2", "x=2 y=4", "a f32[3,4]", "p = lax.broadcast_in_dim(a, (2, 4, 3), (2, 1))",
     "p f32[2,4,3]"},
    {"0.6.0", "x=2 y=4", "a f32[3,4]", "p = lax.broadcast_in_dim(a, (2, 4, 3), (2, 1))",
     "TypeError: broadcast_in_dim broadcast_dimensions must be strictly increasing; "
     "got broadcast_dimensions (2, 1)"},
    {"0.10.2", "x=2 y=4", "a f32[3,4]", "p = lax.broadcast_in_dim(a, (2, 3, 4), (0, 2))",
     "TypeError: broadcast_in_dim operand dimension sizes must either be 1, or be "
     "equal to their corresponding dimensions in the target broadcast shape; got "
     "operand of shape (3, 4), target broadcast shape (2, 3, 4), broadcast_dimensions "
     "(0, 2) "},
    {"0.10.2", "x=2 y=4", "a f32[3,4]", "p = lax.broadcast_in_dim(a, (2, 3, 4), (-2, -1))",
     "TypeError: broadcast_in_dim broadcast_dimensions must have every element be "
     "nonnegative, got (-2, -1)."},
    {"0.10.2", "x=2 y=4", "s f32[]", "p = lax.broadcast_in_dim(s, (2, 3), (0,))",
     "TypeError: broadcast_in_dim broadcast_dimensions must have length equal to "
     "operand ndim; got broadcast_dimensions (0,) for operand ndim 0."},
    {"0.10.2", "x=2 y=4", "s f32[]", "p = lax.broadcast_in_dim(s, (2, -3), ())",
     "TypeError: broadcast_in_dim shape must have every element be nonnegative, got "
     "(2, -3)."},
    {"0.10.2", "x=2 y=4", "b f32[8@x,4]", "p = lax.broadcast_in_dim(b, (2, 8, 5, 4), (1, 3))",
     "p f32[2,8@x,5,4]"},
    {"0.10.2", "x=2 y=4", "b f32[8@x,4]",
     "p = lax.broadcast_in_dim(b, (2, 8, 5, 4), (1, 3), out_sharding=P(None, 'y'))",
     "p f32[2,8@y,5,4]"},
    {"0.10.2", "x=2 y=4", "b f32[8@x,4]",
     "p = lax.broadcast_in_dim(b, (2, 8, 4), (1, 2), out_sharding=P('x'))", "p f32[2@x,8,4]"},
    {"0.10.2", "x=2 y=4", "s f32[]",
     "p = lax.broadcast_in_dim(s, (2, 8), (), out_sharding=P('x', 'y', None))", "p f32[2@x,8@y]"},
    {"0.12.0.1", "x=2 y=4", "s f32[]",
     "p = lax.broadcast_in_dim(s, (2, 8), (), out_sharding=P('x', 'y', None))",
     "ValueError: Length of sharding.spec (3) must be equal to aval's ndim (2). Got "
     "sharding.spec P('x', 'y', None), aval.ndim 2 and sharding "
     "NamedSharding(mesh=AbstractMesh('x': 2, 'y': 4, axis_types=(Explicit, Explicit), "
     "device_kind=cpu, num_cores=None, platform=cpu), spec=P('x', 'y', None))"},
    {"0.6.0", "x=2 y=4", "s f32[]",
     "p = lax.broadcast_in_dim(s, (2, 8), (), out_sharding=P('x', 'y', None))",
     "ValueError: Length of sharding.spec must be equal to aval's ndim. Got "
     "sharding.spec PartitionSpec('x', 'y', None), aval.ndim 2 and sharding "
     "NamedSharding(mesh=AbstractMesh('x': 2, 'y': 4, axis_types=(Explicit, "
     "Explicit)), spec=PartitionSpec('x', 'y', None))"},
    {"0.10.2", "x=2 y=4", "s f32[]",
     "p = lax.broadcast_in_dim(s, (2, 3), (), out_sharding=P(None, 'x'))",
     "ValueError: Sharding spec ('x',) implies that array axis 1 is partitioned 2 "
     "times, but does not evenly divide the dimension size 3. Got shape: (2, 3) and "
     "sharding NamedSharding(mesh=AbstractMesh('x': 2, 'y': 4, axis_types=(Explicit, "
     "Explicit), device_kind=cpu, num_cores=None, platform=cpu), spec=P(None, 'x'))"},
    {"0.6.0", "x=2 y=4", "s f32[]",
     "p = lax.broadcast_in_dim(s, (2, 3), (), out_sharding=P(None, 'x'))",
     "ValueError: Sharding spec ('x',) implies that array axis 1 is partitioned 2 "
     "times, but does not evenly divide the dimension size 3. Got shape: (2, 3) and "
     "sharding NamedSharding(mesh=AbstractMesh('x': 2, 'y': 4, axis_types=(Explicit, "
     "Explicit)), spec=PartitionSpec(None, 'x'))"},
    {"0.10.2", "x=2 y=4", "a f32[3,4]", "p = lax.broadcast(a, (2, -1))",
     "TypeError: broadcast_in_dim shape must have every element be nonnegative, got "
     "(2, -1, 3, 4)."},
    {"0.10.2", "x=2 y=4", "b f32[8@x,4]", "p = lax.broadcast(b, (2, 4), out_sharding=P('x', 'y'))",
     "p f32[2@x,4@y,8,4]"},
    {"0.10.2", "x=2 y=4", "b f32[8@x,4]",
     "p = lax.broadcast(b, (2, 4), out_sharding=P(None, 'y', 'x'))", "p f32[2,4@y,8@x,4]"},
    {"0.10.2", "x=2 y=4", "a f32[3,4]", "p = jnp.broadcast_to(a, (4,))",
     "ValueError: Cannot broadcast to shape with fewer dimensions: arr_shape=(3, 4) "
     "shape=(4,)"},
    {"0.10.2", "x=2 y=4", "a f32[3,4]", "p = jnp.broadcast_to(a, (2, 4))",
     "ValueError: Incompatible types for broadcasting: input type=float32[3,4] and "
     "requested type=float32[2,4]"},
    {"0.6.0", "x=2 y=4", "a f32[3,4]", "p = jnp.broadcast_to(a, (2, 4))",
     "ValueError: Incompatible shapes for broadcasting: (3, 4) and requested shape (2, "
     "4)"},
    {"0.10.2", "x=2 y=4", "a f32[3,4]", "p = jnp.broadcast_to(a, (3, -4))",
     "ValueError: Incompatible types for broadcasting: input type=float32[3,4] and "
     "requested type=float32[3,-4]"},
    {"0.6.0", "x=2 y=4", "a f32[3,4]", "p = jnp.broadcast_to(a, (3, -4))",
     "ValueError: Incompatible shapes for broadcasting: (3, 4) and requested shape (3, "
     "-4)"},
    {"0.10.2", "x=2 y=4", "b f32[8@x,4]",
     "p = jnp.broadcast_to(b, (2, 8, 4), out_sharding=P('y', 'x'))",
     "ValueError: Sharding spec ('y',) implies that array axis 0 is partitioned 4 "
     "times, but does not evenly divide the dimension size 2. Got shape: (2, 8, 4) and "
     "sharding NamedSharding(mesh=AbstractMesh('x': 2, 'y': 4, axis_types=(Explicit, "
     "Explicit), device_kind=cpu, num_cores=None, platform=cpu), spec=P('y', 'x', "
     "None))"},
    {"0.6.0", "x=2 y=4", "b f32[8@x,4]",
     "p = jnp.broadcast_to(b, (2, 8, 4), out_sharding=P('y', 'x'))",
     "TypeError: broadcast_to() got an unexpected keyword argument 'out_sharding'"},
    {"0.10.2", "x=2 y=4", "a f32[3,4]", "p, q = jnp.broadcast_arrays(a, jnp.ones((2, 4)))",
     "ValueError: Incompatible shapes for broadcasting: shapes=[(3, 4), (2, 4)]"},
    {"0.10.2", "x=2 y=4", "b f32[8@x,4]", "p, q = jnp.broadcast_arrays(b, jnp.ones((1, 4)))",
     "p f32[8@x,4]; q f32[8@x,4]"},
    {"0.10.2", "x=2 y=4", "a f32[3,4]; s f32[]; i i32[3]",
     "p, q, r = jnp.broadcast_arrays(s, i, a)",
     "ValueError: Incompatible shapes for broadcasting: shapes=[(), (3,), (3, 4)]"},
    {"0.10.2", "x=2 y=4", "a f32[3,4]", "p = lax.expand_dims(a, (0, 0))",
     "ValueError: repeated axis in lax.expand_dims: (0, 0)"},
    {"0.10.2", "x=2 y=4", "a f32[3,4]", "p = lax.expand_dims(a, (4,))",
     "ValueError: axis 4 is out of bounds for array of dimension 3"},
    {"0.10.2", "x=2 y=4", "a f32[3,4]", "p = lax.expand_dims(a, (-4, 1))", "p f32[1,1,3,4]"},
    {"0.10.2", "x=2 y=4", "b f32[8@x,4]", "p = lax.expand_dims(b, (1, -1))", "p f32[8@x,1,4,1]"},
    {"0.10.2", "x=2 y=4", "b f32[8@x,4]", "p = jnp.expand_dims(b, (0, 2, 4))",
     "p f32[1,8@x,1,4,1]"},
    {"0.10.2", "x=2 y=4", "b f32[8@x,4]", "p = jnp.expand_dims(b, 3)",
     "ValueError: axis 3 is out of bounds for array of dimension 3"},
    {"0.10.2", "x=2 y=4", "", "p = lax.broadcast_shapes((2, 3), (4, 3))",
     "ValueError: Incompatible shapes for broadcasting: shapes=[(2, 3), (4, 3)]"},
};

/* The dimensions of the operand have to be there, once, and of a size that can spread. */
Test(broadcast_parameters, refuse_dimensions)
{
	testing_programs(misfits, ROWS(misfits));
}

static const struct program_case mapped[] = {
    {"0.10.2", "x=2 y=4", "a f32[8@x,3]",
     "p = jax.vmap(lambda q: lax.broadcast_in_dim(q, (2, 3), (1,)))(a)", "p f32[8@x,2,3]"},
    {"0.10.2", "x=2 y=4", "b f32[3,8@x]",
     "p = jax.vmap(lambda q: lax.broadcast_in_dim(q, (2, 3), (1,)), in_axes=1)(b)",
     "p f32[8@x,2,3]"},
    {"0.10.2", "x=2 y=4", "c f32[8@y,4@x]",
     "p = jax.vmap(lambda q: lax.broadcast_in_dim(q, (2, 4), (1,)), out_axes=1)(c)",
     "p f32[2,8@y,4@x]"},
    {"0.10.2", "x=2 y=4", "s f32[8@x]",
     "p = jax.vmap(lambda q: lax.broadcast_in_dim(q, (2, 4), (1,), out_sharding=P('x')))(s[:, "
     "None] * jnp.ones(4))",
     "DuplicateSpecError: A single NamedSharding spec specification can map every mesh "
     "axis to at most one positional dimension, but P('x', 'x') has duplicate entries "
     "for `x`"},
    {"0.6.0", "x=2 y=4", "s f32[8@x]",
     "p = jax.vmap(lambda q: lax.broadcast_in_dim(q, (2, 4), (1,), out_sharding=P('x')))(s[:, "
     "None] * jnp.ones(4))",
     "DuplicateSpecError: A single NamedSharding spec specification can map every mesh "
     "axis to at most one positional dimension, but PartitionSpec('x', 'x') has "
     "duplicate entries for `x`"},
    {"0.10.2", "x=2 y=4", "a f32[8@x,3]",
     "p = jax.vmap(lambda q: lax.broadcast_in_dim(q, (4, 3), (1,), out_sharding=P('y')))(a)",
     "p f32[8@x,4@y,3]"},
    {"0.10.2", "x=2 y=4", "a f32[8@x,3]",
     "p = jax.vmap(lambda q: lax.broadcast_in_dim(q, (2, 3), (0,)))(a)",
     "TypeError: broadcast_in_dim operand dimension sizes must either be 1, or be "
     "equal to their corresponding dimensions in the target broadcast shape; got "
     "operand of shape (8, 3), target broadcast shape (8, 2, 3), broadcast_dimensions "
     "(0, np.int64(1)) "},
    {"0.10.2", "x=2 y=4", "s f32[8@x]",
     "p = jax.vmap(lambda q: lax.broadcast_in_dim(q, (4,), ()))(s)", "p f32[8@x,4]"},
    {"0.10.2", "x=2 y=4", "a f32[8@x,3]",
     "p = jax.vmap(lambda q: jnp.broadcast_to(q, (2, 3)), out_axes=2)(a)", "p f32[2,3,8@x]"},
    {"0.10.2", "x=2 y=4", "c f32[8@y,4@x]",
     "p = jax.vmap(jax.vmap(lambda q: jnp.broadcast_to(q, (5,))))(c)", "p f32[8@y,4@x,5]"},
    {"0.10.2", "x=2 y=4", "b f32[3,8@x]",
     "p = jax.vmap(lambda q: lax.expand_dims(q, (0, 2)), in_axes=1, out_axes=1)(b)",
     "p f32[1,8@x,3,1]"},
    {"0.10.2", "x=2 y=4", "a f32[8@x,3]", "p = jax.vmap(lambda q: q[None, :, None])(a)",
     "p f32[8@x,1,3,1]"},
    {"0.10.2", "x=2 y=4", "s f32[8@x]", "p = jax.vmap(lambda q: jnp.full((2,), q))(s)",
     "p f32[8@x,2]"},
    {"0.10.2", "x=2 y=4", "a f32[8@x,3]", "p = jax.vmap(lambda q: jnp.full_like(q, 2))(a)",
     "p f32[8@x,3]"},
    {"0.10.2", "x=2 y=4", "a f32[8@x,3]", "p = jax.vmap(lambda q: jnp.zeros(3) + q)(a)",
     "p f32[8@x,3]"},
};

/* vmap of a broadcast keeps the mapped dimension; a sharding that is asked for is without it. */
Test(broadcast_parameters, map_broadcasts)
{
	testing_programs(mapped, ROWS(mapped));
}
