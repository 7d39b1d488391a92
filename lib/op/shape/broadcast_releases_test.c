/* SPDX-License-Identifier: Apache-2.0 */
/* The same programs in releases before 0.10. Rows are checked against JAX by
 * testdata/programs/rows.py. */
#include "testing/program_cases.h"

static const struct program_case in_0_6_0[] = {
    {"0.6.0", "x=2", "x f32[8]", "out = x + jnp.zeros((8, 2))",
     "ValueError: Incompatible shapes for broadcasting: shapes=[(8,), (8, 2)]"},
    {"0.6.0", "x=2 y=4", "x f32[3,6]",
     "out = lax.broadcast_in_dim(x, (4, 6), (0, 1), out_sharding=P(None, 'x'))",
     "TypeError: broadcast_in_dim operand dimension sizes must either be 1, or be "
     "equal to their corresponding dimensions in the target broadcast shape; got "
     "operand of shape (3, 6), target broadcast shape (4, 6), broadcast_dimensions (0, "
     "1) "},
    {"0.6.0", "x=2", "x f32[8@x,3]", "out = jnp.broadcast_to(x, (8, 3))", "out f32[8@x,3]"},
    {"0.6.0", "x=4 y=1 z=2", "x f32[3]", "out = jnp.broadcast_to(x, shape=())",
     "ValueError: Cannot broadcast to shape with fewer dimensions: arr_shape=(3,) "
     "shape=()"},
    {"0.6.0", "x=2", "x f32[1]", "out = jnp.broadcast_to(x, (1, 8), out_sharding=P(None, 'x'))",
     "TypeError: broadcast_to() got an unexpected keyword argument 'out_sharding'"},
    {"0.6.0", "x=2 y=2 z=2", "x f32[12@x,4]",
     "out = lax.broadcast_in_dim(x, shape=(12, 4), broadcast_dimensions=(0, 1))",
     "out f32[12@x,4]"},
    {"0.6.0", "x=2 y=2", "x f32[8@(y,x),3,2]",
     "out = lax.broadcast_in_dim(x, shape=(4, 8, 3, 2), broadcast_dimensions=(1, 2, "
     "3), out_sharding=P(None, 'y', None, None, None))",
     "ValueError: Length of sharding.spec must be equal to aval's ndim. Got "
     "sharding.spec PartitionSpec(None, 'y', None, None, None), aval.ndim 4 and "
     "sharding NamedSharding(mesh=AbstractMesh('x': 2, 'y': 2, axis_types=(Explicit, "
     "Explicit)), spec=PartitionSpec(None, 'y', None, None, None))"},
    {"0.6.0", "x=2 y=2 z=2", "x f32[2@z]",
     "out = jnp.broadcast_to(x, (4, 2), out_sharding=P('z', None))",
     "TypeError: broadcast_to() got an unexpected keyword argument 'out_sharding'"},
    {"0.6.0", "x=2 y=2", "x f32[12@(y,x)]",
     "out = lax.broadcast_in_dim(x, (12, 8, 2), (0,), out_sharding=P('y', None, "
     "'x'))",
     "out f32[12@y,8,2@x]"},
    {"0.6.0", "x=4", "x f32[8@x]", "out = jnp.broadcast_to(x, (3, 8), out_sharding=P('q', None))",
     "TypeError: broadcast_to() got an unexpected keyword argument 'out_sharding'"},
    {"0.6.0", "data=4", "x f32[4]", "out = x + jnp.zeros((4, 4))", "out f32[4,4]"},
    {"0.6.0", "x=2", "x f32[4,2]",
     "out = lax.broadcast_in_dim(x, shape=(5, 2), broadcast_dimensions=(0, 1))",
     "TypeError: broadcast_in_dim operand dimension sizes must either be 1, or be "
     "equal to their corresponding dimensions in the target broadcast shape; got "
     "operand of shape (4, 2), target broadcast shape (5, 2), broadcast_dimensions (0, "
     "1) "},
    {"0.6.0", "x=2 y=2 z=2", "x f32[2]",
     "out = lax.broadcast_in_dim(x, (13, 2, 1), (1,), out_sharding=P(None, None, "
     "None))",
     "out f32[13,2,1]"},
    {"0.6.0", "x=2", "x f32[6,2]",
     "out = lax.broadcast_in_dim(x, (16, 6, 2), (1, 2), out_sharding=P('x', None, "
     "'x'))",
     "DuplicateSpecError: A single NamedSharding spec specification can map every mesh "
     "axis to at most one positional dimension, but PartitionSpec('x', None, 'x') has "
     "duplicate entries for `x`"},
    {"0.6.0", "x=2 y=2", "x f32[12@(y,x),6]",
     "out = jnp.broadcast_to(x, (1, 12, 6), out_sharding=P(None, ('y', 'x'), None, "
     "None, None))",
     "TypeError: broadcast_to() got an unexpected keyword argument 'out_sharding'"},
    {"0.6.0", "data=4", "x f32[3]", "out = jnp.broadcast_to(x, shape=(3,), out_sharding=P('data'))",
     "TypeError: broadcast_to() got an unexpected keyword argument 'out_sharding'"},
    {"0.6.0", "x=2 y=2", "x f32[]", "out = jnp.broadcast_to(x, shape=(), out_sharding=P())",
     "TypeError: broadcast_to() got an unexpected keyword argument 'out_sharding'"},
    {"0.6.0", "fsdp=2 tp=2 sp=2", "x f32[8@fsdp,1]", "out = lax.broadcast(x, ())",
     "out f32[8@fsdp,1]"},
    {"0.6.0", "x=4 y=2", "x f32[1,1]",
     "out = jnp.broadcast_to(x, (4, 12), out_sharding=P(('x', 'y'), None))",
     "TypeError: broadcast_to() got an unexpected keyword argument 'out_sharding'"},
    {"0.6.0", "x=8", "x f32[]", "out = lax.broadcast(x, (2, 16))", "out f32[2,16]"},
    {"0.6.0", "x=4 y=2", "x f32[]",
     "out = lax.broadcast_in_dim(x, (3,), (), out_sharding=P(None, ('y', 'x'), "
     "None))",
     "ValueError: Length of sharding.spec must be equal to aval's ndim. Got "
     "sharding.spec PartitionSpec(None, ('y', 'x'), None), aval.ndim 1 and sharding "
     "NamedSharding(mesh=AbstractMesh('x': 4, 'y': 2, axis_types=(Explicit, "
     "Explicit)), spec=PartitionSpec(None, ('y', 'x'), None))"},
    {"0.6.0", "dp=4 tp=2", "x f32[6,16,4@tp]",
     "out = lax.broadcast_in_dim(x, (6, 6, 16, 4), (0, 2, 3), "
     "out_sharding=NamedSharding(mesh, P(None, ('dp', 'tp'), None, None)))",
     "ValueError: Sharding spec ('dp', 'tp') implies that array axis 1 is partitioned "
     "8 times, but does not evenly divide the dimension size 6. Got shape: (6, 6, 16, "
     "4) and sharding NamedSharding(mesh=AbstractMesh('dp': 4, 'tp': 2, "
     "axis_types=(Explicit, Explicit)), spec=PartitionSpec(None, ('dp', 'tp'), None, "
     "None))"},
    {"0.6.0", "fsdp=2 tp=2 sp=2", "x f32[8@tp,6@fsdp]", "out = jnp.broadcast_to(x, (2, 8, 6))",
     "out f32[2,8@tp,6@fsdp]"},
    {"0.6.0", "x=8", "x f32[]",
     "out = lax.broadcast_in_dim(x, shape=(1, 8), broadcast_dimensions=(), "
     "out_sharding=P('q', None))",
     "ValueError: Resource axis: q of PartitionSpec('q', None) is not found in mesh: "
     "('x',)."},
    {"0.6.0", "dp=4 tp=2", "x f32[16,3,4]",
     "out = lax.broadcast_in_dim(x, (8, 16, 3, 8, 4), (1, 2, 4), "
     "out_sharding=P(None, None, 'dp', 'tp', None))",
     "ValueError: Sharding spec ('dp',) implies that array axis 2 is partitioned 4 "
     "times, but does not evenly divide the dimension size 3. Got shape: (8, 16, 3, 8, "
     "4) and sharding NamedSharding(mesh=AbstractMesh('dp': 4, 'tp': 2, "
     "axis_types=(Explicit, Explicit)), spec=PartitionSpec(None, None, 'dp', 'tp', "
     "None))"},
    {"0.6.0", "x=2 y=4", "x f32[8@y,6@x]",
     "out = jnp.broadcast_to(x, (8, 6), out_sharding=P('y', 'x'))",
     "TypeError: broadcast_to() got an unexpected keyword argument 'out_sharding'"},
    {"0.6.0", "x=2 y=2", "x f32[2@x,2@y]", "out = lax.broadcast_in_dim(x, (2, 3, 2), (0, 2))",
     "out f32[2@x,3,2@y]"},
    {"0.6.0", "fsdp=2 tp=2 sp=2", "x f32[16,1,4@fsdp]", "out = x + jnp.zeros((12, 8, 16, 1, 4))",
     "out f32[12,8,16,1,4@fsdp]"},
    {"0.6.0", "data=4", "x f32[4@data,2]",
     "out = lax.broadcast_in_dim(x, (4, 2), (0, 1), out_sharding=NamedSharding(mesh, "
     "P('data', None)))",
     "out f32[4@data,2]"},
    {"0.6.0", "x=2", "x f32[6,8]",
     "out = lax.broadcast_in_dim(x, (6, 16, 8, 8), (0, 3), "
     "out_sharding=NamedSharding(mesh, P('x', None, 'x', None)))",
     "DuplicateSpecError: A single NamedSharding spec specification can map every mesh "
     "axis to at most one positional dimension, but PartitionSpec('x', None, 'x', "
     "None) has duplicate entries for `x`"},
};

/* What release 0.6.0 says. */
Test(broadcast_releases, as_0_6_0_does)
{
	testing_programs(in_0_6_0, ROWS(in_0_6_0));
}

static const struct program_case in_0_7_0[] = {
    {"0.7.0", "x=2", "x f32[8]", "out = x + jnp.zeros((8, 2))",
     "ValueError: Incompatible shapes for broadcasting: shapes=[(8,), (8, 2)]"},
    {"0.7.0", "x=2 y=4", "x f32[3,6]",
     "out = lax.broadcast_in_dim(x, (4, 6), (0, 1), out_sharding=P(None, 'x'))",
     "TypeError: broadcast_in_dim operand dimension sizes must either be 1, or be "
     "equal to their corresponding dimensions in the target broadcast shape; got "
     "operand of shape (3, 6), target broadcast shape (4, 6), broadcast_dimensions (0, "
     "1) "},
    {"0.7.0", "x=2", "x f32[8@x,3]", "out = jnp.broadcast_to(x, (8, 3))", "out f32[8@x,3]"},
    {"0.7.0", "x=4 y=1 z=2", "x f32[3]", "out = jnp.broadcast_to(x, shape=())",
     "ValueError: Cannot broadcast to shape with fewer dimensions: arr_shape=(3,) "
     "shape=()"},
    {"0.7.0", "x=2", "x f32[1]", "out = jnp.broadcast_to(x, (1, 8), out_sharding=P(None, 'x'))",
     "out f32[1,8@x]"},
    {"0.7.0", "x=2 y=2 z=2", "x f32[12@x,4]",
     "out = lax.broadcast_in_dim(x, shape=(12, 4), broadcast_dimensions=(0, 1))",
     "out f32[12@x,4]"},
    {"0.7.0", "x=2 y=2", "x f32[8@(y,x),3,2]",
     "out = lax.broadcast_in_dim(x, shape=(4, 8, 3, 2), broadcast_dimensions=(1, 2, "
     "3), out_sharding=P(None, 'y', None, None, None))",
     "out f32[4,8@y,3,2]"},
    {"0.7.0", "x=2 y=2 z=2", "x f32[2@z]",
     "out = jnp.broadcast_to(x, (4, 2), out_sharding=P('z', None))", "out f32[4@z,2]"},
    {"0.7.0", "x=2 y=2", "x f32[12@(y,x)]",
     "out = lax.broadcast_in_dim(x, (12, 8, 2), (0,), out_sharding=P('y', None, "
     "'x'))",
     "out f32[12@y,8,2@x]"},
    {"0.7.0", "x=4", "x f32[8@x]", "out = jnp.broadcast_to(x, (3, 8), out_sharding=P('q', None))",
     "ValueError: Resource axis: q of PartitionSpec('q', None) is not found in mesh: "
     "('x',)."},
    {"0.7.0", "data=4", "x f32[4]", "out = x + jnp.zeros((4, 4))", "out f32[4,4]"},
    {"0.7.0", "x=2", "x f32[4,2]",
     "out = lax.broadcast_in_dim(x, shape=(5, 2), broadcast_dimensions=(0, 1))",
     "TypeError: broadcast_in_dim operand dimension sizes must either be 1, or be "
     "equal to their corresponding dimensions in the target broadcast shape; got "
     "operand of shape (4, 2), target broadcast shape (5, 2), broadcast_dimensions (0, "
     "1) "},
    {"0.7.0", "x=2 y=2 z=2", "x f32[2]",
     "out = lax.broadcast_in_dim(x, (13, 2, 1), (1,), out_sharding=P(None, None, "
     "None))",
     "out f32[13,2,1]"},
    {"0.7.0", "x=2", "x f32[6,2]",
     "out = lax.broadcast_in_dim(x, (16, 6, 2), (1, 2), out_sharding=P('x', None, "
     "'x'))",
     "DuplicateSpecError: A single NamedSharding spec specification can map every mesh "
     "axis to at most one positional dimension, but PartitionSpec('x', None, 'x') has "
     "duplicate entries for `x`"},
    {"0.7.0", "x=2 y=2", "x f32[12@(y,x),6]",
     "out = jnp.broadcast_to(x, (1, 12, 6), out_sharding=P(None, ('y', 'x'), None, "
     "None, None))",
     "out f32[1,12@(y,x),6]"},
    {"0.7.0", "data=4", "x f32[3]", "out = jnp.broadcast_to(x, shape=(3,), out_sharding=P('data'))",
     "out f32[3]"},
    {"0.7.0", "x=2 y=2", "x f32[]", "out = jnp.broadcast_to(x, shape=(), out_sharding=P())",
     "out f32[]"},
    {"0.7.0", "fsdp=2 tp=2 sp=2", "x f32[8@fsdp,1]", "out = lax.broadcast(x, ())",
     "out f32[8@fsdp,1]"},
    {"0.7.0", "x=4 y=2", "x f32[1,1]",
     "out = jnp.broadcast_to(x, (4, 12), out_sharding=P(('x', 'y'), None))",
     "ValueError: Sharding spec ('x', 'y') implies that array axis 0 is partitioned 8 "
     "times, but does not evenly divide the dimension size 4. Got shape: (4, 12) and "
     "sharding NamedSharding(mesh=AbstractMesh('x': 4, 'y': 2, axis_types=(Explicit, "
     "Explicit)), spec=PartitionSpec(('x', 'y'), None))"},
    {"0.7.0", "x=8", "x f32[]", "out = lax.broadcast(x, (2, 16))", "out f32[2,16]"},
    {"0.7.0", "x=4 y=2", "x f32[]",
     "out = lax.broadcast_in_dim(x, (3,), (), out_sharding=P(None, ('y', 'x'), "
     "None))",
     "AssertionError: (1, PartitionSpec(None, ('y', 'x'), None))"},
    {"0.7.0", "dp=4 tp=2", "x f32[6,16,4@tp]",
     "out = lax.broadcast_in_dim(x, (6, 6, 16, 4), (0, 2, 3), "
     "out_sharding=NamedSharding(mesh, P(None, ('dp', 'tp'), None, None)))",
     "ValueError: Sharding spec ('dp', 'tp') implies that array axis 1 is partitioned "
     "8 times, but does not evenly divide the dimension size 6. Got shape: (6, 6, 16, "
     "4) and sharding NamedSharding(mesh=AbstractMesh('dp': 4, 'tp': 2, "
     "axis_types=(Explicit, Explicit)), spec=PartitionSpec(None, ('dp', 'tp'), None, "
     "None))"},
    {"0.7.0", "fsdp=2 tp=2 sp=2", "x f32[8@tp,6@fsdp]", "out = jnp.broadcast_to(x, (2, 8, 6))",
     "out f32[2,8@tp,6@fsdp]"},
    {"0.7.0", "x=8", "x f32[]",
     "out = lax.broadcast_in_dim(x, shape=(1, 8), broadcast_dimensions=(), "
     "out_sharding=P('q', None))",
     "ValueError: Resource axis: q of PartitionSpec('q', None) is not found in mesh: "
     "('x',)."},
    {"0.7.0", "dp=4 tp=2", "x f32[16,3,4]",
     "out = lax.broadcast_in_dim(x, (8, 16, 3, 8, 4), (1, 2, 4), "
     "out_sharding=P(None, None, 'dp', 'tp', None))",
     "ValueError: Sharding spec ('dp',) implies that array axis 2 is partitioned 4 "
     "times, but does not evenly divide the dimension size 3. Got shape: (8, 16, 3, 8, "
     "4) and sharding NamedSharding(mesh=AbstractMesh('dp': 4, 'tp': 2, "
     "axis_types=(Explicit, Explicit)), spec=PartitionSpec(None, None, 'dp', 'tp', "
     "None))"},
    {"0.7.0", "x=2 y=4", "x f32[8@y,6@x]",
     "out = jnp.broadcast_to(x, (8, 6), out_sharding=P('y', 'x'))", "out f32[8@y,6@x]"},
    {"0.7.0", "x=2 y=2", "x f32[2@x,2@y]", "out = lax.broadcast_in_dim(x, (2, 3, 2), (0, 2))",
     "out f32[2@x,3,2@y]"},
    {"0.7.0", "fsdp=2 tp=2 sp=2", "x f32[16,1,4@fsdp]", "out = x + jnp.zeros((12, 8, 16, 1, 4))",
     "out f32[12,8,16,1,4@fsdp]"},
    {"0.7.0", "data=4", "x f32[4@data,2]",
     "out = lax.broadcast_in_dim(x, (4, 2), (0, 1), out_sharding=NamedSharding(mesh, "
     "P('data', None)))",
     "out f32[4@data,2]"},
    {"0.7.0", "x=2", "x f32[6,8]",
     "out = lax.broadcast_in_dim(x, (6, 16, 8, 8), (0, 3), "
     "out_sharding=NamedSharding(mesh, P('x', None, 'x', None)))",
     "DuplicateSpecError: A single NamedSharding spec specification can map every mesh "
     "axis to at most one positional dimension, but PartitionSpec('x', None, 'x', "
     "None) has duplicate entries for `x`"},
};

/* What release 0.7.0 says. */
Test(broadcast_releases, as_0_7_0_does)
{
	testing_programs(in_0_7_0, ROWS(in_0_7_0));
}

static const struct program_case in_0_8_2[] = {
    {"0.8.2", "x=2", "x f32[8]", "out = x + jnp.zeros((8, 2))",
     "ValueError: Incompatible shapes for broadcasting: shapes=[(8,), (8, 2)]"},
    {"0.8.2", "x=2 y=4", "x f32[3,6]",
     "out = lax.broadcast_in_dim(x, (4, 6), (0, 1), out_sharding=P(None, 'x'))",
     "TypeError: broadcast_in_dim operand dimension sizes must either be 1, or be "
     "equal to their corresponding dimensions in the target broadcast shape; got "
     "operand of shape (3, 6), target broadcast shape (4, 6), broadcast_dimensions (0, "
     "1) "},
    {"0.8.2", "x=2", "x f32[8@x,3]", "out = jnp.broadcast_to(x, (8, 3))", "out f32[8@x,3]"},
    {"0.8.2", "x=4 y=1 z=2", "x f32[3]", "out = jnp.broadcast_to(x, shape=())",
     "ValueError: Cannot broadcast to shape with fewer dimensions: arr_shape=(3,) "
     "shape=()"},
    {"0.8.2", "x=2", "x f32[1]", "out = jnp.broadcast_to(x, (1, 8), out_sharding=P(None, 'x'))",
     "out f32[1,8@x]"},
    {"0.8.2", "x=2 y=2 z=2", "x f32[12@x,4]",
     "out = lax.broadcast_in_dim(x, shape=(12, 4), broadcast_dimensions=(0, 1))",
     "out f32[12@x,4]"},
    {"0.8.2", "x=2 y=2", "x f32[8@(y,x),3,2]",
     "out = lax.broadcast_in_dim(x, shape=(4, 8, 3, 2), broadcast_dimensions=(1, 2, "
     "3), out_sharding=P(None, 'y', None, None, None))",
     "out f32[4,8@y,3,2]"},
    {"0.8.2", "x=2 y=2 z=2", "x f32[2@z]",
     "out = jnp.broadcast_to(x, (4, 2), out_sharding=P('z', None))", "out f32[4@z,2]"},
    {"0.8.2", "x=2 y=2", "x f32[12@(y,x)]",
     "out = lax.broadcast_in_dim(x, (12, 8, 2), (0,), out_sharding=P('y', None, "
     "'x'))",
     "out f32[12@y,8,2@x]"},
    {"0.8.2", "x=4", "x f32[8@x]", "out = jnp.broadcast_to(x, (3, 8), out_sharding=P('q', None))",
     "ValueError: Resource axis: q of PartitionSpec('q', None) is not found in mesh: "
     "('x',)."},
    {"0.8.2", "data=4", "x f32[4]", "out = x + jnp.zeros((4, 4))", "out f32[4,4]"},
    {"0.8.2", "x=2", "x f32[4,2]",
     "out = lax.broadcast_in_dim(x, shape=(5, 2), broadcast_dimensions=(0, 1))",
     "TypeError: broadcast_in_dim operand dimension sizes must either be 1, or be "
     "equal to their corresponding dimensions in the target broadcast shape; got "
     "operand of shape (4, 2), target broadcast shape (5, 2), broadcast_dimensions (0, "
     "1) "},
    {"0.8.2", "x=2 y=2 z=2", "x f32[2]",
     "out = lax.broadcast_in_dim(x, (13, 2, 1), (1,), out_sharding=P(None, None, "
     "None))",
     "out f32[13,2,1]"},
    {"0.8.2", "x=2", "x f32[6,2]",
     "out = lax.broadcast_in_dim(x, (16, 6, 2), (1, 2), out_sharding=P('x', None, "
     "'x'))",
     "DuplicateSpecError: A single NamedSharding spec specification can map every mesh "
     "axis to at most one positional dimension, but PartitionSpec('x', None, 'x') has "
     "duplicate entries for `x`"},
    {"0.8.2", "x=2 y=2", "x f32[12@(y,x),6]",
     "out = jnp.broadcast_to(x, (1, 12, 6), out_sharding=P(None, ('y', 'x'), None, "
     "None, None))",
     "out f32[1,12@(y,x),6]"},
    {"0.8.2", "data=4", "x f32[3]", "out = jnp.broadcast_to(x, shape=(3,), out_sharding=P('data'))",
     "ValueError: Sharding spec ('data',) implies that array axis 0 is partitioned 4 "
     "times, but does not evenly divide the dimension size 3. Got shape: (3,) and "
     "sharding NamedSharding(mesh=AbstractMesh('data': 4, axis_types=(Explicit,), "
     "device_kind=cpu, num_cores=None), spec=PartitionSpec('data',))"},
    {"0.8.2", "x=2 y=2", "x f32[]", "out = jnp.broadcast_to(x, shape=(), out_sharding=P())",
     "out f32[]"},
    {"0.8.2", "fsdp=2 tp=2 sp=2", "x f32[8@fsdp,1]", "out = lax.broadcast(x, ())",
     "out f32[8@fsdp,1]"},
    {"0.8.2", "x=4 y=2", "x f32[1,1]",
     "out = jnp.broadcast_to(x, (4, 12), out_sharding=P(('x', 'y'), None))",
     "ValueError: Sharding spec ('x', 'y') implies that array axis 0 is partitioned 8 "
     "times, but does not evenly divide the dimension size 4. Got shape: (4, 12) and "
     "sharding NamedSharding(mesh=AbstractMesh('x': 4, 'y': 2, axis_types=(Explicit, "
     "Explicit), device_kind=cpu, num_cores=None), spec=PartitionSpec(('x', 'y'), "
     "None))"},
    {"0.8.2", "x=8", "x f32[]", "out = lax.broadcast(x, (2, 16))", "out f32[2,16]"},
    {"0.8.2", "x=4 y=2", "x f32[]",
     "out = lax.broadcast_in_dim(x, (3,), (), out_sharding=P(None, ('y', 'x'), "
     "None))",
     "AssertionError: (1, PartitionSpec(None, ('y', 'x'), None))"},
    {"0.8.2", "dp=4 tp=2", "x f32[6,16,4@tp]",
     "out = lax.broadcast_in_dim(x, (6, 6, 16, 4), (0, 2, 3), "
     "out_sharding=NamedSharding(mesh, P(None, ('dp', 'tp'), None, None)))",
     "ValueError: Sharding spec ('dp', 'tp') implies that array axis 1 is partitioned "
     "8 times, but does not evenly divide the dimension size 6. Got shape: (6, 6, 16, "
     "4) and sharding NamedSharding(mesh=AbstractMesh('dp': 4, 'tp': 2, "
     "axis_types=(Explicit, Explicit), device_kind=cpu, num_cores=None), "
     "spec=PartitionSpec(None, ('dp', 'tp'), None, None))"},
    {"0.8.2", "fsdp=2 tp=2 sp=2", "x f32[8@tp,6@fsdp]", "out = jnp.broadcast_to(x, (2, 8, 6))",
     "out f32[2,8@tp,6@fsdp]"},
    {"0.8.2", "x=8", "x f32[]",
     "out = lax.broadcast_in_dim(x, shape=(1, 8), broadcast_dimensions=(), "
     "out_sharding=P('q', None))",
     "ValueError: Resource axis: q of PartitionSpec('q', None) is not found in mesh: "
     "('x',)."},
    {"0.8.2", "dp=4 tp=2", "x f32[16,3,4]",
     "out = lax.broadcast_in_dim(x, (8, 16, 3, 8, 4), (1, 2, 4), "
     "out_sharding=P(None, None, 'dp', 'tp', None))",
     "ValueError: Sharding spec ('dp',) implies that array axis 2 is partitioned 4 "
     "times, but does not evenly divide the dimension size 3. Got shape: (8, 16, 3, 8, "
     "4) and sharding NamedSharding(mesh=AbstractMesh('dp': 4, 'tp': 2, "
     "axis_types=(Explicit, Explicit), device_kind=cpu, num_cores=None), "
     "spec=PartitionSpec(None, None, 'dp', 'tp', None))"},
    {"0.8.2", "x=2 y=4", "x f32[8@y,6@x]",
     "out = jnp.broadcast_to(x, (8, 6), out_sharding=P('y', 'x'))", "out f32[8@y,6@x]"},
    {"0.8.2", "x=2 y=2", "x f32[2@x,2@y]", "out = lax.broadcast_in_dim(x, (2, 3, 2), (0, 2))",
     "out f32[2@x,3,2@y]"},
    {"0.8.2", "fsdp=2 tp=2 sp=2", "x f32[16,1,4@fsdp]", "out = x + jnp.zeros((12, 8, 16, 1, 4))",
     "out f32[12,8,16,1,4@fsdp]"},
    {"0.8.2", "data=4", "x f32[4@data,2]",
     "out = lax.broadcast_in_dim(x, (4, 2), (0, 1), out_sharding=NamedSharding(mesh, "
     "P('data', None)))",
     "out f32[4@data,2]"},
    {"0.8.2", "x=2", "x f32[6,8]",
     "out = lax.broadcast_in_dim(x, (6, 16, 8, 8), (0, 3), "
     "out_sharding=NamedSharding(mesh, P('x', None, 'x', None)))",
     "DuplicateSpecError: A single NamedSharding spec specification can map every mesh "
     "axis to at most one positional dimension, but PartitionSpec('x', None, 'x', "
     "None) has duplicate entries for `x`"},
};

/* What release 0.8.2 says. */
Test(broadcast_releases, as_0_8_2_does)
{
	testing_programs(in_0_8_2, ROWS(in_0_8_2));
}

static const struct program_case in_0_9_0[] = {
    {"0.9.0", "x=2", "x f32[8]", "out = x + jnp.zeros((8, 2))",
     "ValueError: Incompatible shapes for broadcasting: shapes=[(8,), (8, 2)]"},
    {"0.9.0", "x=2 y=4", "x f32[3,6]",
     "out = lax.broadcast_in_dim(x, (4, 6), (0, 1), out_sharding=P(None, 'x'))",
     "TypeError: broadcast_in_dim operand dimension sizes must either be 1, or be "
     "equal to their corresponding dimensions in the target broadcast shape; got "
     "operand of shape (3, 6), target broadcast shape (4, 6), broadcast_dimensions (0, "
     "1) "},
    {"0.9.0", "x=2", "x f32[8@x,3]", "out = jnp.broadcast_to(x, (8, 3))", "out f32[8@x,3]"},
    {"0.9.0", "x=4 y=1 z=2", "x f32[3]", "out = jnp.broadcast_to(x, shape=())",
     "ValueError: Cannot broadcast to shape with fewer dimensions: arr_shape=(3,) "
     "shape=()"},
    {"0.9.0", "x=2", "x f32[1]", "out = jnp.broadcast_to(x, (1, 8), out_sharding=P(None, 'x'))",
     "out f32[1,8@x]"},
    {"0.9.0", "x=2 y=2 z=2", "x f32[12@x,4]",
     "out = lax.broadcast_in_dim(x, shape=(12, 4), broadcast_dimensions=(0, 1))",
     "out f32[12@x,4]"},
    {"0.9.0", "x=2 y=2", "x f32[8@(y,x),3,2]",
     "out = lax.broadcast_in_dim(x, shape=(4, 8, 3, 2), broadcast_dimensions=(1, 2, "
     "3), out_sharding=P(None, 'y', None, None, None))",
     "out f32[4,8@y,3,2]"},
    {"0.9.0", "x=2 y=2 z=2", "x f32[2@z]",
     "out = jnp.broadcast_to(x, (4, 2), out_sharding=P('z', None))", "out f32[4@z,2]"},
    {"0.9.0", "x=2 y=2", "x f32[12@(y,x)]",
     "out = lax.broadcast_in_dim(x, (12, 8, 2), (0,), out_sharding=P('y', None, "
     "'x'))",
     "out f32[12@y,8,2@x]"},
    {"0.9.0", "x=4", "x f32[8@x]", "out = jnp.broadcast_to(x, (3, 8), out_sharding=P('q', None))",
     "ValueError: Resource axis: q of PartitionSpec('q', None) is not found in mesh: "
     "('x',)."},
    {"0.9.0", "data=4", "x f32[4]", "out = x + jnp.zeros((4, 4))", "out f32[4,4]"},
    {"0.9.0", "x=2", "x f32[4,2]",
     "out = lax.broadcast_in_dim(x, shape=(5, 2), broadcast_dimensions=(0, 1))",
     "TypeError: broadcast_in_dim operand dimension sizes must either be 1, or be "
     "equal to their corresponding dimensions in the target broadcast shape; got "
     "operand of shape (4, 2), target broadcast shape (5, 2), broadcast_dimensions (0, "
     "1) "},
    {"0.9.0", "x=2 y=2 z=2", "x f32[2]",
     "out = lax.broadcast_in_dim(x, (13, 2, 1), (1,), out_sharding=P(None, None, "
     "None))",
     "out f32[13,2,1]"},
    {"0.9.0", "x=2", "x f32[6,2]",
     "out = lax.broadcast_in_dim(x, (16, 6, 2), (1, 2), out_sharding=P('x', None, "
     "'x'))",
     "DuplicateSpecError: A single NamedSharding spec specification can map every mesh "
     "axis to at most one positional dimension, but PartitionSpec('x', None, 'x') has "
     "duplicate entries for `x`"},
    {"0.9.0", "x=2 y=2", "x f32[12@(y,x),6]",
     "out = jnp.broadcast_to(x, (1, 12, 6), out_sharding=P(None, ('y', 'x'), None, "
     "None, None))",
     "out f32[1,12@(y,x),6]"},
    {"0.9.0", "data=4", "x f32[3]", "out = jnp.broadcast_to(x, shape=(3,), out_sharding=P('data'))",
     "ValueError: Sharding spec ('data',) implies that array axis 0 is partitioned 4 "
     "times, but does not evenly divide the dimension size 3. Got shape: (3,) and "
     "sharding NamedSharding(mesh=AbstractMesh('data': 4, axis_types=(Explicit,), "
     "device_kind=cpu, num_cores=None), spec=PartitionSpec('data',))"},
    {"0.9.0", "x=2 y=2", "x f32[]", "out = jnp.broadcast_to(x, shape=(), out_sharding=P())",
     "out f32[]"},
    {"0.9.0", "fsdp=2 tp=2 sp=2", "x f32[8@fsdp,1]", "out = lax.broadcast(x, ())",
     "out f32[8@fsdp,1]"},
    {"0.9.0", "x=4 y=2", "x f32[1,1]",
     "out = jnp.broadcast_to(x, (4, 12), out_sharding=P(('x', 'y'), None))",
     "ValueError: Sharding spec ('x', 'y') implies that array axis 0 is partitioned 8 "
     "times, but does not evenly divide the dimension size 4. Got shape: (4, 12) and "
     "sharding NamedSharding(mesh=AbstractMesh('x': 4, 'y': 2, axis_types=(Explicit, "
     "Explicit), device_kind=cpu, num_cores=None), spec=PartitionSpec(('x', 'y'), "
     "None))"},
    {"0.9.0", "x=8", "x f32[]", "out = lax.broadcast(x, (2, 16))", "out f32[2,16]"},
    {"0.9.0", "x=4 y=2", "x f32[]",
     "out = lax.broadcast_in_dim(x, (3,), (), out_sharding=P(None, ('y', 'x'), "
     "None))",
     "AssertionError: (1, PartitionSpec(None, ('y', 'x'), None))"},
    {"0.9.0", "dp=4 tp=2", "x f32[6,16,4@tp]",
     "out = lax.broadcast_in_dim(x, (6, 6, 16, 4), (0, 2, 3), "
     "out_sharding=NamedSharding(mesh, P(None, ('dp', 'tp'), None, None)))",
     "ValueError: Sharding spec ('dp', 'tp') implies that array axis 1 is partitioned "
     "8 times, but does not evenly divide the dimension size 6. Got shape: (6, 6, 16, "
     "4) and sharding NamedSharding(mesh=AbstractMesh('dp': 4, 'tp': 2, "
     "axis_types=(Explicit, Explicit), device_kind=cpu, num_cores=None), "
     "spec=PartitionSpec(None, ('dp', 'tp'), None, None))"},
    {"0.9.0", "fsdp=2 tp=2 sp=2", "x f32[8@tp,6@fsdp]", "out = jnp.broadcast_to(x, (2, 8, 6))",
     "out f32[2,8@tp,6@fsdp]"},
    {"0.9.0", "x=8", "x f32[]",
     "out = lax.broadcast_in_dim(x, shape=(1, 8), broadcast_dimensions=(), "
     "out_sharding=P('q', None))",
     "ValueError: Resource axis: q of PartitionSpec('q', None) is not found in mesh: "
     "('x',)."},
    {"0.9.0", "dp=4 tp=2", "x f32[16,3,4]",
     "out = lax.broadcast_in_dim(x, (8, 16, 3, 8, 4), (1, 2, 4), "
     "out_sharding=P(None, None, 'dp', 'tp', None))",
     "ValueError: Sharding spec ('dp',) implies that array axis 2 is partitioned 4 "
     "times, but does not evenly divide the dimension size 3. Got shape: (8, 16, 3, 8, "
     "4) and sharding NamedSharding(mesh=AbstractMesh('dp': 4, 'tp': 2, "
     "axis_types=(Explicit, Explicit), device_kind=cpu, num_cores=None), "
     "spec=PartitionSpec(None, None, 'dp', 'tp', None))"},
    {"0.9.0", "x=2 y=4", "x f32[8@y,6@x]",
     "out = jnp.broadcast_to(x, (8, 6), out_sharding=P('y', 'x'))", "out f32[8@y,6@x]"},
    {"0.9.0", "x=2 y=2", "x f32[2@x,2@y]", "out = lax.broadcast_in_dim(x, (2, 3, 2), (0, 2))",
     "out f32[2@x,3,2@y]"},
    {"0.9.0", "fsdp=2 tp=2 sp=2", "x f32[16,1,4@fsdp]", "out = x + jnp.zeros((12, 8, 16, 1, 4))",
     "out f32[12,8,16,1,4@fsdp]"},
    {"0.9.0", "data=4", "x f32[4@data,2]",
     "out = lax.broadcast_in_dim(x, (4, 2), (0, 1), out_sharding=NamedSharding(mesh, "
     "P('data', None)))",
     "out f32[4@data,2]"},
    {"0.9.0", "x=2", "x f32[6,8]",
     "out = lax.broadcast_in_dim(x, (6, 16, 8, 8), (0, 3), "
     "out_sharding=NamedSharding(mesh, P('x', None, 'x', None)))",
     "DuplicateSpecError: A single NamedSharding spec specification can map every mesh "
     "axis to at most one positional dimension, but PartitionSpec('x', None, 'x', "
     "None) has duplicate entries for `x`"},
};

/* What release 0.9.0 says. */
Test(broadcast_releases, as_0_9_0_does)
{
	testing_programs(in_0_9_0, ROWS(in_0_9_0));
}
