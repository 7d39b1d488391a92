/* SPDX-License-Identifier: Apache-2.0 */
/* Rows are checked against JAX by testdata/programs/rows.py. */
#include "testing/program_cases.h"

static const struct program_case accepted[] = {
    {"0.10.2", "x=3 y=2", "x f32[1,12@y]",
     "out = x.at[:, 1:2].add(1.0, out_sharding=P(None, None), unique_indices=True)",
     "out f32[1,12]"},
    {"0.10.2", "x=2 y=2", "x f32[8,2@x]; v f32[]; i i32[8]",
     "out = x.at[:, i].add(v, out_sharding=P(None, None))", "out f32[8,2]"},
    {"0.10.2", "x=4", "x f32[4,3]; v f32[4,3]; i i32[4@x]",
     "out = x.at[i].add(v, out_sharding=P('x', None))", "out f32[4@x,3]"},
    {"0.10.2", "x=2 y=2", "x f32[6,8@y,1]", "out = x.at[:, :].add(0., mode='clip')",
     "out f32[6,8@y,1]"},
    {"0.10.2", "x=1 y=4", "x f32[4@y,4,3]; i i32[6]",
     "out = x.at[:, i, :].add(0, mode='promise_in_bounds')", "out f32[4@y,4,3]"},
    {"0.10.2", "x=2", "x f32[4,8]; v f32[2,8]; i i32[2]", "out = x.at[i].add(v)", "out f32[4,8]"},
    {"0.10.2", "x=3 y=2", "x f32[4,4,3@x]; v f32[]; i i32[3]", "out = x.at[i, 0:2].add(v)",
     "out f32[4,4,3@x]"},
    {"0.10.2", "b=4 a=4", "x f32[2]; v f32[]", "out = x.at[-1].divide(v, indices_are_sorted=True)",
     "out f32[2]"},
    {"0.10.2", "x=3 y=2", "x f32[16@y,16,1]; i i32[2]; v f32[16,2,1]",
     "out = x.at[:, i, :].divide(v, mode='promise_in_bounds')", "out f32[16@y,16,1]"},
    {"0.10.2", "x=2 y=2", "x f32[4@y,8@x]; v f32[4@y,4@x]; i i32[4]",
     "out = x.at[:, i].max(v, out_sharding=P(None))", "out f32[4,8]"},
    {"0.10.2", "x=3 y=2", "x f32[8]; v f32[]; i i32[]", "out = x.at[i].max(v, out_sharding=P('y'))",
     "out f32[8@y]"},
    {"0.10.2", "x=1 y=4", "x f32[8,3,4]; v f32[8@y,3,6@x]; i i32[6@x]",
     "out = x.at[:, :, i].max(v, out_sharding=P(('y', 'x'), None, None))", "out f32[8@(y,x),3,4]"},
    {"0.10.2", "x=2", "x f32[2@x,8]; v f32[4]; i i32[4]; j i32[4]",
     "out = x.at[i, j].max(v, out_sharding=P('x'))", "out f32[2@x,8]"},
    {"0.10.2", "fsdp=2 tp=2 sp=2", "x f32[4,8,12]; i i32[4,2]", "out = x.at[:, i, :].max(0.)",
     "out f32[4,8,12]"},
    {"0.10.2", "x=2 y=4", "x f32[8,6]; v f32[]; i i32[2]", "out = x.at[i].max(v)", "out f32[8,6]"},
    {"0.10.2", "x=8", "x f32[8,6]; v f32[]; i i32[]; j i32[]", "out = x.at[i, j].max(v)",
     "out f32[8,6]"},
    {"0.10.2", "x=2 y=2", "x f32[8,16@x,6@y]; v f32[5,8]",
     "out = x.at[2:7, 2:10, 0].min(v, out_sharding=P(('x', 'y'), None, None), "
     "mode='promise_in_bounds')",
     "out f32[8@(x,y),16,6]"},
    {"0.10.2", "x=2 y=4", "x f32[4]; v f32[8]; i i32[8]",
     "out = x.at[i].min(v, out_sharding=P('y'))", "out f32[4@y]"},
    {"0.10.2", "x=2 y=2 z=2", "x f32[8,12@x,8]; v f32[8,12,8@(x,z)]; i i32[8@x]",
     "out = x.at[i].min(v, out_sharding=P('y', 'z', 'x'))", "out f32[8@y,12@z,8@x]"},
    {"0.10.2", "b=4 a=4", "x f32[8]", "out = x.at[2].min(1.0, unique_indices=True)", "out f32[8]"},
    {"0.10.2", "x=8", "x f32[3]; v f32[]; i i32[]", "out = x.at[i].min(v)", "out f32[3]"},
    {"0.10.2", "x=8", "x f32[8,12,8@x]; v f32[1,12,8]; i i32[1]", "out = x.at[i].min(v)",
     "out f32[8,12,8@x]"},
    {"0.10.2", "x=3 y=2", "x f32[6@x]; v f32[1]", "out = x.at[1:2:2].mul(v, out_sharding=P('x'))",
     "out f32[6@x]"},
    {"0.10.2", "x=2", "x f32[4@x,3]; v f32[4@x,3]; i i32[4@x]",
     "out = x.at[i].mul(v, out_sharding=P(None))", "out f32[4,3]"},
    {"0.10.2", "x=1 y=4", "x f32[2,4,4]; i i32[4@y,4]; v f32[2,4,4@y,4]",
     "out = x.at[:, :, i].mul(v, out_sharding=P(None, None, ('x', 'y')), "
     "mode='drop')",
     "out f32[2,4,4@(x,y)]"},
    {"0.10.2", "x=2 y=4", "x f32[4,12]; v f32[1,12]",
     "out = x.at[2:3].mul(v, mode='promise_in_bounds')", "out f32[4,12]"},
    {"0.10.2", "x=2 y=2", "x f32[4,3]; v f32[4,3]; i i32[4]", "out = x.at[i].mul(v)",
     "out f32[4,3]"},
    {"0.10.2", "x=2 y=2 z=2", "x f32[8@y,1,12]; v f32[8,12]; i i32[]", "out = x.at[:, i].mul(v)",
     "out f32[8@y,1,12]"},
    {"0.10.2", "x=8", "x f32[6]; v f32[6]; i i32[6]",
     "out = x.at[i].multiply(v, out_sharding=P(None))", "out f32[6]"},
    {"0.10.2", "x=4", "x f32[8@x,12]; v f32[]; i i32[8]",
     "out = x.at[:, i].multiply(v, out_sharding=P('x', None))", "out f32[8@x,12]"},
    {"0.10.2", "x=2", "x f32[12]; v f32[1]", "out = x.at[1:2].multiply(v, indices_are_sorted=True)",
     "out f32[12]"},
    {"0.10.2", "x=2 y=2", "x f32[8,3]; v f32[1,1]; i i32[1]", "out = x.at[i, 0:1].multiply(v)",
     "out f32[8,3]"},
    {"0.10.2", "x=2 y=4", "x f32[12@x,1,8]; v f32[12@x,8]; i i32[]", "out = x.at[:, i].multiply(v)",
     "out f32[12@x,1,8]"},
    {"0.10.2", "x=2 y=2 z=3", "x f32[4,6@x]",
     "out = x.at[2].power(0, out_sharding=P(None), mode='clip')", "out f32[4,6@x]"},
    {"0.10.2", "x=2 y=2", "x f32[4,8@x]; v f32[4,8@y]; i i32[8]",
     "out = x.at[:, i].set(v, out_sharding=NamedSharding(mesh, P()))", "out f32[4,8]"},
    {"0.10.2", "dp=4 tp=2", "x f32[4,1,2]; v f32[1]",
     "out = x.at[3, :, 1].set(v, out_sharding=P(), mode='drop')", "out f32[4,1,2]"},
    {"0.10.2", "x=2 y=2", "x f32[4,3]; v f32[4,4]; i i32[4]",
     "out = x.at[:, i].set(v, out_sharding=P(None, None))", "out f32[4,3]"},
    {"0.10.2", "x=2", "x f32[2]; v f32[8]; i i32[8]", "out = x.at[i].set(v, out_sharding=P('x'))",
     "out f32[2@x]"},
    {"0.10.2", "fsdp=2 tp=2 sp=2", "x f32[8,8]; i i32[1]; v f32[]",
     "out = x.at[6, i].set(v, out_sharding=P('tp', 'fsdp'))", "out f32[8@tp,8@fsdp]"},
    {"0.10.2", "data=2 model=4", "x f32[1,8,8@data]", "out = x.at[:, :, :].set(0)",
     "out f32[1,8,8@data]"},
    {"0.10.2", "data=2 model=4", "x f32[4,4,2]; i i32[4]", "out = x.at[:, 2:4, i].set(2)",
     "out f32[4,4,2]"},
    {"0.10.2", "x=4", "x f32[3]; v f32[]; i i32[]", "out = x.at[i].set(v)", "out f32[3]"},
    {"0.10.2", "x=1 y=4", "x f32[3,1@x]; v f32[1@x]; i i32[]", "out = x.at[i].set(v)",
     "out f32[3,1@x]"},
    {"0.10.2", "x=4 y=1 z=2", "x f32[2@(y,z),4@x,8]; i i32[4]; v f32[2,4,4]",
     "out = x.at[..., :, :, i].set(v)", "out f32[2@(y,z),4@x,8]"},
    {"0.10.2", "x=4 y=1 z=2", "x f32[8,8,8@y]; i i32[]; v f32[3]",
     "out = x.at[-1, i, 5:8].subtract(v, out_sharding=P(None, 'z', None))", "out f32[8,8@z,8]"},
};

/* The types that JAX gives. */
Test(at, gives_the_types_of_jax)
{
	testing_programs(accepted, ROWS(accepted));
}

static const struct program_case refused[] = {
    {"0.10.2", "fsdp=2 tp=2 sp=2", "x f32[4,3,16@sp]; i i32[8]; v f32[8,16]",
     "out = x.at[:, i, :].add(v, out_sharding=P(None, 'sp', 'tp', 'fsdp'), "
     "mode='promise_in_bounds')",
     "AssertionError: (3, P(None, 'sp', 'tp', 'fsdp'))"},
    {"0.10.2", "x=3", "x f32[4,6@x]; i i32[4,4]; v f32[4,4,6@x]",
     "out = x.at[i].add(v, out_sharding=P('x', 'x', None))",
     "DuplicateSpecError: A single NamedSharding spec specification can map every "
     "mesh axis to at most one positional dimension, but P('x', 'x', None) has "
     "duplicate entries for `x`"},
    {"0.10.2", "x=2 y=2", "x f32[4,3]; v f32[4@x,3]; i i32[4]",
     "out = x.at[i].add(v, out_sharding=P(None, 'x'))",
     "ValueError: Sharding spec ('x',) implies that array axis 1 is partitioned 2 "
     "times, but does not evenly divide the dimension size 3. Got shape: (4, 3) and "
     "sharding NamedSharding(mesh=AbstractMesh('x': 2, 'y': 2, axis_types=(Explicit, "
     "Explicit), device_kind=cpu, num_cores=None, platform=cpu), spec=P(None, 'x'))"},
    {"0.12.0.1", "x=2", "x f32[4@x,2,8]; v f32[8]",
     "out = x.at[1, 1].add(v, out_sharding=P(None, None, 'x', None), mode='drop')",
     "ValueError: Length of sharding.spec (4) must be equal to aval's ndim (3). Got "
     "sharding.spec P(None, None, 'x', None), aval.ndim 3 and sharding "
     "NamedSharding(mesh=AbstractMesh('x': 2, axis_types=(Explicit,), "
     "device_kind=cpu, num_cores=None, platform=cpu), spec=P(None, None, 'x', None))"},
    {"0.10.2", "data=4", "x f32[8@data,8]; v f32[8]", "out = x.at[5].add(v)",
     "ShardingTypeError: Use `.at[...].set/add/mul/...(out_sharding=)` to provide "
     "output PartitionSpec for the scatter update as out sharding could not be "
     "resolved unambiguously (or would require collectives on inputs). Got "
     "operand=ShapedArray(float32[8@data,8]), indices=ShapedArray(int32[1]), "
     "updates=ShapedArray(float32[8])"},
    {"0.10.2", "x=2", "x f32[3,6,6]; v f32[1,2,6]; i i32[2@x]", "out = x.at[0:1, i].add(v)",
     "ShardingTypeError: All operands should have the same sharding. Got shardings "
     "NamedSharding(mesh=AbstractMesh('x': 2, axis_types=(Explicit,), "
     "device_kind=cpu, num_cores=None, platform=cpu), spec=P(None, None)), "
     "NamedSharding(mesh=AbstractMesh('x': 2, axis_types=(Explicit,), "
     "device_kind=cpu, num_cores=None, platform=cpu), spec=P('x', None))"},
    {"0.10.2", "x=4", "x f32[4@x,6]; v f32[]; i i32[]", "out = x.at[i].add(v)",
     "ShardingTypeError: Use `.at[...].set/add/mul/...(out_sharding=)` to provide "
     "output PartitionSpec for the scatter update as out sharding could not be "
     "resolved unambiguously (or would require collectives on inputs). Got "
     "operand=ShapedArray(float32[4@x,6]), indices=ShapedArray(int32[1]), "
     "updates=ShapedArray(float32[6])"},
    {"0.10.2", "x=2", "x f32[12,8@x,2]; i i32[4@x,2]; j i32[4,2@x]; v f32[4,2]",
     "out = x.at[i, j, 1].add(v)",
     "DuplicateSpecError: A single NamedSharding spec specification can map every "
     "mesh axis to at most one positional dimension, but P('x', 'x') has duplicate "
     "entries for `x`"},
    {"0.10.2", "x=2 y=2", "x f32[8@y,4@x]; v f32[4]", "out = x.at[7, ...].divide(v)",
     "ShardingTypeError: Use `.at[...].set/add/mul/...(out_sharding=)` to provide "
     "output PartitionSpec for the scatter update as out sharding could not be "
     "resolved unambiguously (or would require collectives on inputs). Got "
     "operand=ShapedArray(float32[8@y,4@x]), indices=ShapedArray(int32[1]), "
     "updates=ShapedArray(float32[4@x])"},
    {"0.10.2", "x=4", "x f32[8,4]; v f32[8,6]; i i32[6]",
     "out = x.at[:, i].max(v, out_sharding=P('x', 'x'))",
     "DuplicateSpecError: A single NamedSharding spec specification can map every "
     "mesh axis to at most one positional dimension, but P('x', 'x') has duplicate "
     "entries for `x`"},
    {"0.10.2", "x=2 y=2", "x f32[4,3]; v f32[8,3]; i i32[8]",
     "out = x.at[i].max(v, out_sharding=P(None, ('x', 'y')))",
     "ValueError: Sharding spec ('x', 'y') implies that array axis 1 is partitioned "
     "4 times, but does not evenly divide the dimension size 3. Got shape: (4, 3) "
     "and sharding NamedSharding(mesh=AbstractMesh('x': 2, 'y': 2, "
     "axis_types=(Explicit, Explicit), device_kind=cpu, num_cores=None, "
     "platform=cpu), spec=P(None, ('x', 'y')))"},
    {"0.10.2", "x=2 y=2 z=3", "x f32[8@y,4,4]; v f32[4,4]",
     "out = x.at[6, :, :].max(v, unique_indices=True)",
     "ShardingTypeError: Use `.at[...].set/add/mul/...(out_sharding=)` to provide "
     "output PartitionSpec for the scatter update as out sharding could not be "
     "resolved unambiguously (or would require collectives on inputs). Got "
     "operand=ShapedArray(float32[8@y,4,4]), indices=ShapedArray(int32[1]), "
     "updates=ShapedArray(float32[4,4])"},
    {"0.10.2", "x=2 y=2", "x f32[8@y,4@x]; v f32[8,4]; i i32[8@x]", "out = x.at[i].max(v)",
     "DuplicateSpecError: A single NamedSharding spec specification can map every "
     "mesh axis to at most one positional dimension, but P('x', 'x') has duplicate "
     "entries for `x`"},
    {"0.10.2", "x=3 y=2", "x f32[6@y]; v f32[3]; i i32[3]", "out = x.at[i].max(v)",
     "ShardingTypeError: Use `.at[...].set/add/mul/...(out_sharding=)` to provide "
     "output PartitionSpec for the scatter update as out sharding could not be "
     "resolved unambiguously (or would require collectives on inputs). Got "
     "operand=ShapedArray(float32[6@y]), indices=ShapedArray(int32[3,1]), "
     "updates=ShapedArray(float32[3])"},
    {"0.10.2", "x=2", "x f32[2@x,8,3]; v f32[]; i i32[12]", "out = x.at[0:1, i].max(v)",
     "ValueError: Sharding spec ('x',) implies that array axis 0 is partitioned 2 "
     "times, but does not evenly divide the dimension size 1. Got shape: (1, 12, 3) "
     "and sharding NamedSharding(mesh=AbstractMesh('x': 2, axis_types=(Explicit,), "
     "device_kind=cpu, num_cores=None, platform=cpu), spec=P('x', None, None))"},
    {"0.10.2", "x=2", "x f32[6@x,4]; v f32[]; i i32[]; j i32[]", "out = x.at[i, j].max(v)",
     "ShardingTypeError: Use `.at[...].set/add/mul/...(out_sharding=)` to provide "
     "output PartitionSpec for the scatter update as out sharding could not be "
     "resolved unambiguously (or would require collectives on inputs). Got "
     "operand=ShapedArray(float32[6@x,4]), indices=ShapedArray(int32[2]), "
     "updates=ShapedArray(float32[])"},
    {"0.10.2", "x=2 y=4", "x f32[3]; v f32[]; i i32[12@y]",
     "out = x.at[i].min(v, out_sharding=P(None, 'y', None))",
     "AssertionError: (1, P(None, 'y', None))"},
    {"0.10.2", "x=2 y=2 z=2", "x f32[8,2@z]; i i32[4@z,4]; v f32[4@z,4,2]",
     "out = x.at[i].min(v, out_sharding=P(None, None, 'y'), mode='drop')",
     "AssertionError: (2, P(None, None, 'y'))"},
    {"0.10.2", "x=3", "x f32[8,1]; i i32[2]; v f32[8,2]",
     "out = x.at[:, i].min(v, out_sharding=P(None, 'x', None))",
     "ValueError: Sharding spec ('x',) implies that array axis 1 is partitioned 3 "
     "times, but does not evenly divide the dimension size 1. Got shape: (8, 1) and "
     "sharding NamedSharding(mesh=AbstractMesh('x': 3, axis_types=(Explicit,), "
     "device_kind=cpu, num_cores=None, platform=cpu), spec=P(None, 'x'))"},
    {"0.12.0.1", "x=3", "x f32[8,1]; i i32[2]; v f32[8,2]",
     "out = x.at[:, i].min(v, out_sharding=P(None, 'x', None))",
     "ValueError: Length of sharding.spec (3) must be equal to aval's ndim (2). Got "
     "sharding.spec P(None, 'x', None), aval.ndim 2 and sharding "
     "NamedSharding(mesh=AbstractMesh('x': 3, axis_types=(Explicit,), "
     "device_kind=cpu, num_cores=None, platform=cpu), spec=P(None, 'x', None))"},
    {"0.10.2", "x=2 y=2 z=3", "x f32[16@x]; v f32[]", "out = x.at[6].min(v)",
     "ShardingTypeError: Use `.at[...].set/add/mul/...(out_sharding=)` to provide "
     "output PartitionSpec for the scatter update as out sharding could not be "
     "resolved unambiguously (or would require collectives on inputs). Got "
     "operand=ShapedArray(float32[16@x]), indices=ShapedArray(int32[1]), "
     "updates=ShapedArray(float32[])"},
    {"0.10.2", "x=2 y=2 z=2", "x f32[12]; v f32[6@y]; i i32[6]", "out = x.at[i].min(v)",
     "ValueError: Incompatible types for broadcasting: input type=float32[6@y] and "
     "requested type=float32[6]"},
    {"0.10.2", "x=2", "x f32[6@x,4,1]; v f32[1,4]; i i32[1]; j i32[1]",
     "out = x.at[i, :, j].min(v)",
     "ShardingTypeError: Use `.at[...].set/add/mul/...(out_sharding=)` to provide "
     "output PartitionSpec for the scatter update as out sharding could not be "
     "resolved unambiguously (or would require collectives on inputs). Got "
     "operand=ShapedArray(float32[6@x,4,1]), indices=ShapedArray(int32[1,2]), "
     "updates=ShapedArray(float32[1,4])"},
    {"0.10.2", "x=4", "x f32[8,4@x]; v f32[8,8]; i i32[8]",
     "out = x.at[:, i].mul(v, out_sharding=P('x', 'x'))",
     "DuplicateSpecError: A single NamedSharding spec specification can map every "
     "mesh axis to at most one positional dimension, but P('x', 'x') has duplicate "
     "entries for `x`"},
    {"0.10.2", "x=2 y=2", "x f32[4,3]; v f32[2,3]; i i32[2@y]",
     "out = x.at[i].mul(v, out_sharding=P('y', 'x'))",
     "ValueError: Sharding spec ('x',) implies that array axis 1 is partitioned 2 "
     "times, but does not evenly divide the dimension size 3. Got shape: (4, 3) and "
     "sharding NamedSharding(mesh=AbstractMesh('x': 2, 'y': 2, axis_types=(Explicit, "
     "Explicit), device_kind=cpu, num_cores=None, platform=cpu), spec=P('y', 'x'))"},
    {"0.10.2", "x=2", "x f32[4,8@x]; v f32[4,8@x]; i i32[4@x]", "out = x.at[i].mul(v)",
     "DuplicateSpecError: A single NamedSharding spec specification can map every "
     "mesh axis to at most one positional dimension, but P('x', 'x') has duplicate "
     "entries for `x`"},
    {"0.10.2", "x=4", "x f32[4@x,8]; v f32[8,8]; i i32[8]", "out = x.at[i].mul(v)",
     "ShardingTypeError: Use `.at[...].set/add/mul/...(out_sharding=)` to provide "
     "output PartitionSpec for the scatter update as out sharding could not be "
     "resolved unambiguously (or would require collectives on inputs). Got "
     "operand=ShapedArray(float32[4@x,8]), indices=ShapedArray(int32[8,1]), "
     "updates=ShapedArray(float32[8,8])"},
    {"0.10.2", "fsdp=2 tp=2 sp=2", "x f32[6,8@sp,16]; i i32[2@sp]; j i32[2@sp]; v f32[2,8@sp]",
     "out = x.at[i, :, j].mul(v, indices_are_sorted=True)",
     "DuplicateSpecError: A single NamedSharding spec specification can map every "
     "mesh axis to at most one positional dimension, but P('sp', 'sp') has duplicate "
     "entries for `sp`"},
    {"0.10.2", "fsdp=2 tp=2 sp=2", "x f32[12,4@sp,1]; i i32[3]; j i32[3]; v f32[3]",
     "out = x.at[-1, i, j].mul(v, mode='clip')",
     "ShardingTypeError: Use `.at[...].set/add/mul/...(out_sharding=)` to provide "
     "output PartitionSpec for the scatter update as out sharding could not be "
     "resolved unambiguously (or would require collectives on inputs). Got "
     "operand=ShapedArray(float32[12,4@sp,1]), indices=ShapedArray(int32[3,3]), "
     "updates=ShapedArray(float32[3])"},
    {"0.10.2", "x=8", "x f32[1]; i i32[8]; v f32[]",
     "out = x.at[i].multiply(v, out_sharding=P(None, 'x'))", "AssertionError: (1, P(None, 'x'))"},
    {"0.12.0.1", "x=8", "x f32[1]; i i32[8]; v f32[]",
     "out = x.at[i].multiply(v, out_sharding=P(None, 'x'))",
     "ValueError: Length of sharding.spec (2) must be equal to aval's ndim (1). Got "
     "sharding.spec P(None, 'x'), aval.ndim 1 and sharding "
     "NamedSharding(mesh=AbstractMesh('x': 8, axis_types=(Explicit,), "
     "device_kind=cpu, num_cores=None, platform=cpu), spec=P(None, 'x'))"},
    {"0.10.2", "x=4 y=2", "x f32[8,4@x]; i i32[8@x]; v f32[8@y,4@x]", "out = x.at[i].multiply(v)",
     "DuplicateSpecError: A single NamedSharding spec specification can map every "
     "mesh axis to at most one positional dimension, but P('x', 'x') has duplicate "
     "entries for `x`"},
    {"0.10.2", "x=4", "x f32[4@x,6]; v f32[]; i i32[]", "out = x.at[i].multiply(v)",
     "ShardingTypeError: Use `.at[...].set/add/mul/...(out_sharding=)` to provide "
     "output PartitionSpec for the scatter update as out sharding could not be "
     "resolved unambiguously (or would require collectives on inputs). Got "
     "operand=ShapedArray(float32[4@x,6]), indices=ShapedArray(int32[1]), "
     "updates=ShapedArray(float32[6])"},
    {"0.10.2", "x=2", "x f32[12,6,4@x]; i i32[4@x,4]; j i32[4@x,4]; v f32[4@x,4,4]",
     "out = x.at[i, j].multiply(v, unique_indices=True)",
     "DuplicateSpecError: A single NamedSharding spec specification can map every "
     "mesh axis to at most one positional dimension, but P('x', None, 'x') has "
     "duplicate entries for `x`"},
    {"0.10.2", "x=4 y=2", "x f32[2@y,4]; v f32[4@x]; i i32[4@x]; j i32[4]",
     "out = x.at[i, j].multiply(v)",
     "ShardingTypeError: All operands should have the same sharding. Got shardings "
     "NamedSharding(mesh=AbstractMesh('x': 4, 'y': 2, axis_types=(Explicit, "
     "Explicit), device_kind=cpu, num_cores=None, platform=cpu), spec=P('x', None)), "
     "NamedSharding(mesh=AbstractMesh('x': 4, 'y': 2, axis_types=(Explicit, "
     "Explicit), device_kind=cpu, num_cores=None, platform=cpu), spec=P(None, None))"},
    {"0.10.2", "x=4", "x f32[2,1,2]; i i32[2]",
     "out = x.at[:, -1, i].set(2, out_sharding=P('x', None, None, None))",
     "ValueError: Sharding spec ('x',) implies that array axis 0 is partitioned 4 "
     "times, but does not evenly divide the dimension size 2. Got shape: (2, 1, 2) "
     "and sharding NamedSharding(mesh=AbstractMesh('x': 4, axis_types=(Explicit,), "
     "device_kind=cpu, num_cores=None, platform=cpu), spec=P('x', None, None))"},
    {"0.10.2", "x=4", "x f32[4,8]; v f32[4,4@x]; i i32[4]",
     "out = x.at[:, i].set(v, out_sharding=P('x', 'x'))",
     "DuplicateSpecError: A single NamedSharding spec specification can map every "
     "mesh axis to at most one positional dimension, but P('x', 'x') has duplicate "
     "entries for `x`"},
    {"0.10.2", "x=2 y=2", "x f32[4,8]; v f32[8@y,8]; i i32[8@x]",
     "out = x.at[i].set(v, out_sharding=P(None, 'q'))",
     "ValueError: Resource axis: q of P(None, 'q') is not found in mesh: ('x', 'y')."},
    {"0.10.2", "x=2", "x f32[4,3]; v f32[4,4]; i i32[4]",
     "out = x.at[:, i].set(v, out_sharding=P(None, 'x'))",
     "ValueError: Sharding spec ('x',) implies that array axis 1 is partitioned 2 "
     "times, but does not evenly divide the dimension size 3. Got shape: (4, 3) and "
     "sharding NamedSharding(mesh=AbstractMesh('x': 2, axis_types=(Explicit,), "
     "device_kind=cpu, num_cores=None, platform=cpu), spec=P(None, 'x'))"},
    {"0.12.0.1", "x=2 y=2 z=3", "x f32[4]; i i32[4]; v f32[4]",
     "out = x.at[i].set(v, out_sharding=P(None, None))",
     "ValueError: Length of sharding.spec (2) must be equal to aval's ndim (1). Got "
     "sharding.spec P(None, None), aval.ndim 1 and sharding "
     "NamedSharding(mesh=AbstractMesh('x': 2, 'y': 2, 'z': 3, axis_types=(Explicit, "
     "Explicit, Explicit), device_kind=cpu, num_cores=None, platform=cpu), "
     "spec=P(None, None))"},
    {"0.10.2", "x=2 y=2", "x f32[8@(y,x),3,8]; i i32[4@(x,y),2]",
     "out = x.at[0:2, :, i].set(1.0, mode='promise_in_bounds')",
     "ShardingTypeError: All operands should have the same sharding. Got shardings "
     "NamedSharding(mesh=AbstractMesh('x': 2, 'y': 2, axis_types=(Explicit, "
     "Explicit), device_kind=cpu, num_cores=None, platform=cpu), spec=P(None, None, "
     "None)), NamedSharding(mesh=AbstractMesh('x': 2, 'y': 2, axis_types=(Explicit, "
     "Explicit), device_kind=cpu, num_cores=None, platform=cpu), spec=P(('x', 'y'), "
     "None, None))"},
    {"0.10.2", "x=2", "x f32[8,4@x]; v f32[2@x,4]; i i32[2@x]", "out = x.at[i].set(v)",
     "DuplicateSpecError: A single NamedSharding spec specification can map every "
     "mesh axis to at most one positional dimension, but P('x', 'x') has duplicate "
     "entries for `x`"},
    {"0.10.2", "x=4", "x f32[8@x]; v f32[8]; i i32[8]", "out = x.at[i].set(v)",
     "ShardingTypeError: Use `.at[...].set/add/mul/...(out_sharding=)` to provide "
     "output PartitionSpec for the scatter update as out sharding could not be "
     "resolved unambiguously (or would require collectives on inputs). Got "
     "operand=ShapedArray(float32[8@x]), indices=ShapedArray(int32[8,1]), "
     "updates=ShapedArray(float32[8])"},
    {"0.10.2", "x=2", "x f32[1,8]; v f32[8@x]; i i32[8]; j i32[8@x]", "out = x.at[i, j].set(v)",
     "ShardingTypeError: All operands should have the same sharding. Got shardings "
     "NamedSharding(mesh=AbstractMesh('x': 2, axis_types=(Explicit,), "
     "device_kind=cpu, num_cores=None, platform=cpu), spec=P(None, None)), "
     "NamedSharding(mesh=AbstractMesh('x': 2, axis_types=(Explicit,), "
     "device_kind=cpu, num_cores=None, platform=cpu), spec=P('x', None))"},
    {"0.10.2", "fsdp=2 tp=2 sp=2", "x f32[4,4@fsdp,12@tp]; i i32[8]",
     "out = x.at[1:3, :, i].subtract(1.0)",
     "ShardingTypeError: Use `.at[...].set/add/mul/...(out_sharding=)` to provide "
     "output PartitionSpec for the scatter update as out sharding could not be "
     "resolved unambiguously (or would require collectives on inputs). Got "
     "operand=ShapedArray(float32[4,4@fsdp,12@tp]), indices=ShapedArray(int32[8,2]), "
     "updates=ShapedArray(float32[2,4@fsdp,8])"},
};

/* What JAX refuses, with its texts. */
Test(at, raises_what_jax_raises)
{
	testing_programs(refused, ROWS(refused));
}
