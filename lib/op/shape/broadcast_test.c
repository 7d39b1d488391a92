/* SPDX-License-Identifier: Apache-2.0 */
/* Rows are checked against JAX by testdata/programs/rows.py. */
#include "testing/program_cases.h"

static const struct program_case accepted[] = {
    {"0.10.2", "dp=4 tp=2", "x f32[]", "out = jnp.broadcast_to(x, (), out_sharding=P())",
     "out f32[]"},
    {"0.10.2", "x=8", "x f32[6,1]",
     "out = jnp.broadcast_to(x, (12, 6, 1), out_sharding=P(None, None, None))", "out f32[12,6,1]"},
    {"0.10.2", "x=8", "x f32[]", "out = jnp.broadcast_to(x, (8,), out_sharding=P('x'))",
     "out f32[8@x]"},
    {"0.10.2", "x=4", "x f32[]", "out = jnp.broadcast_to(x, (4, 4), out_sharding=P('x', None))",
     "out f32[4@x,4]"},
    {"0.10.2", "x=4", "x f32[8@x,3]",
     "out = jnp.broadcast_to(x, (1, 8, 3), out_sharding=P(None, 'x', None))", "out f32[1,8@x,3]"},
    {"0.10.2", "x=1 y=4", "x f32[8,3]",
     "out = jnp.broadcast_to(x, (8, 8, 3), out_sharding=P(None, ('y', 'x'), None))",
     "out f32[8,8@(y,x),3]"},
    {"0.10.2", "x=2 y=4", "x f32[8@y,6@x]",
     "out = jnp.broadcast_to(x, (8, 6), out_sharding=P('y', 'x'))", "out f32[8@y,6@x]"},
    {"0.10.2", "x=3 y=2", "x f32[8,2]",
     "out = jnp.broadcast_to(x, (3, 8, 2), out_sharding=P('x', 'y', None))", "out f32[3@x,8@y,2]"},
    {"0.10.2", "x=4 y=2", "x f32[]", "out = jnp.broadcast_to(x, ())", "out f32[]"},
    {"0.10.2", "x=4 y=2", "x f32[3]", "out = jnp.broadcast_to(x, (2, 3))", "out f32[2,3]"},
    {"0.10.2", "x=1 y=4", "x f32[3,1]", "out = jnp.broadcast_to(x, (6, 3, 6))", "out f32[6,3,6]"},
    {"0.10.2", "x=4 y=2", "x f32[4@y]", "out = jnp.broadcast_to(x, (4,))", "out f32[4@y]"},
    {"0.10.2", "x=2", "x f32[8@x,1]", "out = jnp.broadcast_to(x, (1, 8, 2))", "out f32[1,8@x,2]"},
    {"0.10.2", "x=3 y=2", "x f32[1,16@y]", "out = jnp.broadcast_to(x, (4, 4, 2, 16))",
     "out f32[4,4,2,16@y]"},
    {"0.10.2", "x=4 y=1 z=2", "x f32[16@(z,x),2]", "out = jnp.broadcast_to(x, (16, 8, 16, 2))",
     "out f32[16,8,16@(z,x),2]"},
    {"0.10.2", "fsdp=2 tp=2 sp=2", "x f32[8@tp,6@fsdp]", "out = jnp.broadcast_to(x, (2, 8, 6))",
     "out f32[2,8@tp,6@fsdp]"},
    {"0.10.2", "data=4", "x f32[4]", "out = x + jnp.zeros((4, 4))", "out f32[4,4]"},
    {"0.10.2", "x=2", "x f32[1,1]", "out = x + jnp.zeros((8, 3, 1, 1))", "out f32[8,3,1,1]"},
    {"0.10.2", "data=4", "x f32[4@data]", "out = x + jnp.zeros((4,))", "out f32[4@data]"},
    {"0.10.2", "x=4 y=1 z=2", "x f32[1@y,4]", "out = x + jnp.zeros((2, 4))", "out f32[2@y,4]"},
    {"0.10.2", "x=3 y=2", "x f32[2@y,4,1]", "out = x + jnp.zeros((8, 2, 4, 1))",
     "out f32[8,2@y,4,1]"},
    {"0.10.2", "x=2", "x f32[1,4@x,1]", "out = x + jnp.zeros((1, 16, 2, 4, 1))",
     "out f32[1,16,2,4@x,1]"},
    {"0.10.2", "dp=4 tp=2", "x f32[]", "out = lax.broadcast(x, ())", "out f32[]"},
    {"0.10.2", "data=2 model=4", "x f32[1,1,1]", "out = lax.broadcast(x, ())", "out f32[1,1,1]"},
    {"0.10.2", "x=2 y=2 z=2", "x f32[1,4@z]", "out = lax.broadcast(x, ())", "out f32[1,4@z]"},
    {"0.10.2", "x=2 y=2 z=3", "x f32[1,8@y,1]", "out = lax.broadcast(x, ())", "out f32[1,8@y,1]"},
    {"0.10.2", "x=4 y=2", "x f32[1,1,6@y]", "out = lax.broadcast(x, (3,))", "out f32[3,1,1,6@y]"},
    {"0.10.2", "data=4", "x f32[4@data,2]",
     "out = lax.broadcast_in_dim(x, (4, 2), (0, 1), out_sharding=NamedSharding(mesh, "
     "P('data', None)))",
     "out f32[4@data,2]"},
    {"0.10.2", "x=2 y=4", "x f32[]",
     "out = lax.broadcast_in_dim(x, shape=(), broadcast_dimensions=(), "
     "out_sharding=P())",
     "out f32[]"},
    {"0.10.2", "x=2", "x f32[12,8]",
     "out = lax.broadcast_in_dim(x, (12, 8), (0, 1), out_sharding=P(None, None))", "out f32[12,8]"},
    {"0.10.2", "x=2 y=2 z=2", "x f32[2]",
     "out = lax.broadcast_in_dim(x, (13, 2, 1), (1,), out_sharding=P(None, None, "
     "None))",
     "out f32[13,2,1]"},
    {"0.10.2", "x=4", "x f32[6,8@x]",
     "out = lax.broadcast_in_dim(x, (6, 8, 3, 6), (0, 1), out_sharding=P(None, None, "
     "None, None))",
     "out f32[6,8,3,6]"},
    {"0.10.2", "x=2", "x f32[8@x]",
     "out = lax.broadcast_in_dim(x, (8,), (0,), out_sharding=P('x'))", "out f32[8@x]"},
    {"0.10.2", "x=1 y=4", "x f32[1]",
     "out = lax.broadcast_in_dim(x, (3, 3), (1,), out_sharding=P(None, 'x'))", "out f32[3,3@x]"},
    {"0.10.2", "x=2 y=2", "x f32[8@(y,x),3,2]",
     "out = lax.broadcast_in_dim(x, shape=(4, 8, 3, 2), broadcast_dimensions=(1, 2, "
     "3), out_sharding=P(None, 'y', None, None, None))",
     "out f32[4,8@y,3,2]"},
    {"0.10.2", "x=4 y=2", "x f32[3]",
     "out = lax.broadcast_in_dim(x, (8, 8, 3), (2,), out_sharding=P('y', 'x', None))",
     "out f32[8@y,8@x,3]"},
    {"0.10.2", "x=3 y=2", "x f32[2@y,12@x]",
     "out = lax.broadcast_in_dim(x, (2, 12, 4, 1), (0, 1), out_sharding=P(None, 'x', "
     "'y', None))",
     "out f32[2,12@x,4@y,1]"},
    {"0.10.2", "x=3", "x f32[]", "out = lax.broadcast_in_dim(x, (), ())", "out f32[]"},
    {"0.10.2", "x=8", "x f32[]", "out = lax.broadcast_in_dim(x, (8, 4), ())", "out f32[8,4]"},
    {"0.10.2", "x=3 y=2", "x f32[6,8]", "out = lax.broadcast_in_dim(x, (6, 3, 8), (0, 2))",
     "out f32[6,3,8]"},
    {"0.10.2", "x=2", "x f32[2,4]", "out = lax.broadcast_in_dim(x, (2, 2, 4, 1), (1, 2))",
     "out f32[2,2,4,1]"},
    {"0.10.2", "x=2", "x f32[4@x]", "out = lax.broadcast_in_dim(x, (4,), (0,))", "out f32[4@x]"},
    {"0.10.2", "x=4", "x f32[1,8@x]", "out = lax.broadcast_in_dim(x, (8, 8), (0, 1))",
     "out f32[8,8@x]"},
    {"0.10.2", "x=4 y=1 z=2", "x f32[1@y]", "out = lax.broadcast_in_dim(x, (4, 8, 1), (2,))",
     "out f32[4,8,1@y]"},
    {"0.10.2", "x=1 y=4", "x f32[4@(y,x)]", "out = lax.broadcast_in_dim(x, (4, 2, 6), (0,))",
     "out f32[4@(y,x),2,6]"},
};

/* The types that JAX gives. */
Test(broadcast, gives_the_types_of_jax)
{
	testing_programs(accepted, ROWS(accepted));
}

static const struct program_case refused[] = {
    {"0.10.2", "x=4", "x f32[1,8@x,8]",
     "out = jnp.broadcast_to(x, (4, 12, 8, 8), out_sharding=NamedSharding(mesh, "
     "P(None, 'x', None, None)))",
     "ValueError: Incompatible types for broadcasting: input type=float32[1,8@x,8] "
     "and requested type=float32[4,12@x,8,8]"},
    {"0.10.2", "x=3 y=2", "x f32[]", "out = jnp.broadcast_to(x, (2,), out_sharding=P('y', 'y'))",
     "DuplicateSpecError: A single NamedSharding spec specification can map every "
     "mesh axis to at most one positional dimension, but P('y', 'y') has duplicate "
     "entries for `y`"},
    {"0.10.2", "x=2", "x f32[8@x]", "out = jnp.broadcast_to(x, (8,), out_sharding=P(None))",
     "ValueError: Incompatible types for broadcasting: input type=float32[8@x] and "
     "requested type=float32[8]"},
    {"0.10.2", "x=4", "x f32[8@x]", "out = jnp.broadcast_to(x, (3, 8), out_sharding=P('q', None))",
     "ValueError: Resource axis: q of P('q', None) is not found in mesh: ('x',)."},
    {"0.10.2", "x=4 y=2", "x f32[1,1]",
     "out = jnp.broadcast_to(x, (4, 12), out_sharding=P(('x', 'y'), None))",
     "ValueError: Sharding spec ('x', 'y') implies that array axis 0 is partitioned "
     "8 times, but does not evenly divide the dimension size 4. Got shape: (4, 12) "
     "and sharding NamedSharding(mesh=AbstractMesh('x': 4, 'y': 2, "
     "axis_types=(Explicit, Explicit), device_kind=cpu, num_cores=None, "
     "platform=cpu), spec=P(('x', 'y'), None))"},
    {"0.10.2", "x=8", "x f32[4]", "out = jnp.broadcast_to(x, shape=(4,), out_sharding=P('x'))",
     "ValueError: Sharding spec ('x',) implies that array axis 0 is partitioned 8 "
     "times, but does not evenly divide the dimension size 4. Got shape: (4,) and "
     "sharding NamedSharding(mesh=AbstractMesh('x': 8, axis_types=(Explicit,), "
     "device_kind=cpu, num_cores=None, platform=cpu), spec=P('x',))"},
    {"0.10.2", "x=4 y=1 z=2", "x f32[4]",
     "out = jnp.broadcast_to(x, (4,), out_sharding=P('x', 'z'))",
     "ValueError: safe_zip() argument 1 has length 2 but argument 0 has length 1. "
     "All lengths: (1, 2)"},
    {"0.10.2", "x=4 y=1 z=2", "x f32[3]", "out = jnp.broadcast_to(x, shape=())",
     "ValueError: Cannot broadcast to shape with fewer dimensions: arr_shape=(3,) "
     "shape=()"},
    {"0.10.2", "x=2", "x f32[8]", "out = x + jnp.zeros((8, 2))",
     "ValueError: Incompatible shapes for broadcasting: shapes=[(8,), (8, 2)]"},
    {"0.10.2", "x=2", "x f32[6,8]",
     "out = lax.broadcast_in_dim(x, (6, 16, 8, 8), (0, 3), "
     "out_sharding=NamedSharding(mesh, P('x', None, 'x', None)))",
     "DuplicateSpecError: A single NamedSharding spec specification can map every "
     "mesh axis to at most one positional dimension, but P('x', None, 'x', None) has "
     "duplicate entries for `x`"},
    {"0.10.2", "dp=4 tp=2", "x f32[6,16,4@tp]",
     "out = lax.broadcast_in_dim(x, (6, 6, 16, 4), (0, 2, 3), "
     "out_sharding=NamedSharding(mesh, P(None, ('dp', 'tp'), None, None)))",
     "ValueError: Sharding spec ('dp', 'tp') implies that array axis 1 is "
     "partitioned 8 times, but does not evenly divide the dimension size 6. Got "
     "shape: (6, 6, 16, 4) and sharding NamedSharding(mesh=AbstractMesh('dp': 4, "
     "'tp': 2, axis_types=(Explicit, Explicit), device_kind=cpu, num_cores=None, "
     "platform=cpu), spec=P(None, ('dp', 'tp'), None, None))"},
    {"0.10.2", "x=4 y=2", "x f32[]",
     "out = lax.broadcast_in_dim(x, (3,), (), out_sharding=P(None, ('y', 'x'), "
     "None))",
     "AssertionError: (1, P(None, ('y', 'x'), None))"},
    {"0.10.2", "x=2", "x f32[6,2]",
     "out = lax.broadcast_in_dim(x, (16, 6, 2), (1, 2), out_sharding=P('x', None, "
     "'x'))",
     "DuplicateSpecError: A single NamedSharding spec specification can map every "
     "mesh axis to at most one positional dimension, but P('x', None, 'x') has "
     "duplicate entries for `x`"},
    {"0.10.2", "x=2 y=4", "x f32[3,6]",
     "out = lax.broadcast_in_dim(x, (4, 6), (0, 1), out_sharding=P(None, 'x'))",
     "TypeError: broadcast_in_dim operand dimension sizes must either be 1, or be "
     "equal to their corresponding dimensions in the target broadcast shape; got "
     "operand of shape (3, 6), target broadcast shape (4, 6), broadcast_dimensions "
     "(0, 1) "},
    {"0.10.2", "x=8", "x f32[3,8@x]",
     "out = lax.broadcast_in_dim(x, (3, 8), (0, 1), out_sharding=P('q', None))",
     "ValueError: Resource axis: q of P('q', None) is not found in mesh: ('x',)."},
    {"0.10.2", "x=8", "x f32[12]",
     "out = lax.broadcast_in_dim(x, (12, 2), (0,), out_sharding=P('x', None))",
     "ValueError: Sharding spec ('x',) implies that array axis 0 is partitioned 8 "
     "times, but does not evenly divide the dimension size 12. Got shape: (12, 2) "
     "and sharding NamedSharding(mesh=AbstractMesh('x': 8, axis_types=(Explicit,), "
     "device_kind=cpu, num_cores=None, platform=cpu), spec=P('x', None))"},
    {"0.12.0.1", "x=4", "x f32[3,8@x]",
     "out = lax.broadcast_in_dim(x, (3, 8), (0, 1), out_sharding=P('x', None, None))",
     "ValueError: Length of sharding.spec (3) must be equal to aval's ndim (2). Got "
     "sharding.spec P('x', None, None), aval.ndim 2 and sharding "
     "NamedSharding(mesh=AbstractMesh('x': 4, axis_types=(Explicit,), "
     "device_kind=cpu, num_cores=None, platform=cpu), spec=P('x', None, None))"},
    {"0.10.2", "x=2", "x f32[4,2]",
     "out = lax.broadcast_in_dim(x, shape=(5, 2), broadcast_dimensions=(0, 1))",
     "TypeError: broadcast_in_dim operand dimension sizes must either be 1, or be "
     "equal to their corresponding dimensions in the target broadcast shape; got "
     "operand of shape (4, 2), target broadcast shape (5, 2), broadcast_dimensions "
     "(0, 1) "},
};

/* What JAX refuses, with its texts. */
Test(broadcast, raises_what_jax_raises)
{
	testing_programs(refused, ROWS(refused));
}
