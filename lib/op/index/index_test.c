/* SPDX-License-Identifier: Apache-2.0 */
/* Rows are checked against JAX by testdata/programs/rows.py. */
#include "testing/program_cases.h"

static const struct program_case accepted[] = {
    {"0.10.2", "x=2", "x f32[8]", "out = x.at[0].add(0., out_sharding=P())", "out f32[8]"},
    {"0.10.2", "x=2 y=2 z=2", "x f32[4,8@y]", "out = x.at[-1].add(0., out_sharding=P('z'))",
     "out f32[4@z,8]"},
    {"0.10.2", "data=2 model=4", "x f32[8@(data,model)]; v f32[4]",
     "out = x.at[::2].add(v, out_sharding=P('data', None))", "out f32[8@data]"},
    {"0.10.2", "x=2 y=2", "x f32[4@x,8]; v f32[]; i i32[]",
     "out = x.at[i].add(v, out_sharding=P())", "out f32[4,8]"},
    {"0.10.2", "x=2 y=2", "x f32[4,8]; v f32[]", "out = x.at[0].add(v)", "out f32[4,8]"},
    {"0.10.2", "fsdp=2 tp=2 sp=2", "x f32[4@fsdp,4,8]",
     "out = x.at[::2].get(out_sharding=NamedSharding(mesh, P(None, 'fsdp', None)))",
     "out f32[2@fsdp,4,8]"},
    {"0.10.2", "x=2 y=4", "x f32[2,12@y,8@x]; i i32[4,4]",
     "out = x.at[i, 7, None, :].get(mode='clip', out_sharding=NamedSharding(mesh, "
     "P('x', None, None, None)))",
     "out f32[4@x,4,1,8]"},
    {"0.10.2", "b=4 a=4", "x f32[8,6,4]", "out = x.at[:].get(out_sharding=P(None, 'a', None))",
     "out f32[8,6,4]"},
    {"0.10.2", "x=2 y=2", "x f32[4@x,8]", "out = x.at[0:2].get(out_sharding=P())",
     "out f32[2@x,8]"},
    {"0.10.2", "x=4 y=2", "x f32[4@y,16@x,8]",
     "out = x.at[:, :, :].get(out_sharding=P(None, None, 'y'))", "out f32[4@y,16@x,8]"},
    {"0.10.2", "x=2 y=4", "x f32[6,8@x,3]; i i32[8]",
     "out = x.at[i].get(out_sharding=P(None, None, None))", "out f32[8,8,3]"},
    {"0.10.2", "x=2", "x f32[4@x,3]; i i32[4]", "out = x.at[i].get(out_sharding=P('x'))",
     "out f32[4@x,3]"},
    {"0.10.2", "x=2 y=2", "x f32[8,4@y]; i i32[4]", "out = x.at[i].get(out_sharding=P('x', 'y'))",
     "out f32[4@x,4@y]"},
    {"0.10.2", "fsdp=2 tp=2 sp=2", "x f32[8,8@sp,3]; i i32[4,4]; j i32[4,4]",
     "out = x.at[0, i, j].get(mode='fill', fill_value=0, out_sharding=P(None, None))",
     "out f32[4,4]"},
    {"0.10.2", "x=2", "x f32[4,8@x,1]; i i32[4]; j i32[4]",
     "out = x.at[:, i, j].get(out_sharding=P('x', None))", "out f32[4@x,4]"},
    {"0.12.0.1", "x=2", "x f32[16,6@x]; i i32[]; j i32[]",
     "out = x.at[i, j].get(out_sharding=P('x'))", "out f32[]"},
    {"0.10.2", "x=3", "x f32[8,8]", "out = x.at[::-1].get()", "out f32[8,8]"},
    {"0.10.2", "x=2", "x f32[16@x,12,3]", "out = x.at[:, :].get()", "out f32[16@x,12,3]"},
    {"0.10.2", "x=8", "x f32[4]; i i32[]", "out = x.at[i].get()", "out f32[]"},
    {"0.10.2", "x=2 y=4", "x f32[6,8]; i i32[2,4]", "out = x.at[:, i].get()", "out f32[6,2,4]"},
    {"0.10.2", "x=4", "x f32[4,8@x]; i i32[8]", "out = x.at[i].get()", "out f32[8,8@x]"},
    {"0.10.2", "x=2 y=2", "x f32[6,8@y,6@x]; i i32[3]", "out = x.at[i].get()",
     "out f32[3,8@y,6@x]"},
    {"0.10.2", "x=2 y=2", "x f32[8,6]; i i32[2,4]; j i32[2,4]", "out = x.at[i, j].get()",
     "out f32[2,4]"},
    {"0.10.2", "x=2 y=4", "x f32[12,8,8@x]; i i32[3]; j i32[3]", "out = x.at[i, j].get()",
     "out f32[3,8@x]"},
    {"0.12.0.1", "dp=4 tp=2", "x f32[8@tp]", "out = x.at[-1].get()", "out f32[]"},
    {"0.10.2", "x=4 y=1 z=2", "x f32[4@y,4@x,8@z]; v f32[4@x,2,8@z]",
     "out = x.at[:, 2:4].max(v, out_sharding=P('y', 'x', None))", "out f32[4@y,4@x,8]"},
    {"0.10.2", "x=4", "x f32[8]; v f32[]", "out = x.at[-1].max(v)", "out f32[8]"},
    {"0.10.2", "x=2", "x f32[4@x,8]; v f32[4@x]", "out = x.at[..., -1].max(v)", "out f32[4@x,8]"},
    {"0.10.2", "x=2 y=4", "x f32[8@x,4@y]; v f32[8@x]",
     "out = x.at[..., -1].mul(v, out_sharding=NamedSharding(mesh, P('x', None)))",
     "out f32[8@x,4]"},
    {"0.10.2", "x=8", "x f32[8@x]; v f32[]", "out = x.at[0].mul(v, out_sharding=P('x'))",
     "out f32[8@x]"},
    {"0.10.2", "x=2 y=4", "x f32[4,8]; i i32[4]; v f32[4]",
     "out = x.at[0, i].mul(v, out_sharding=P('y', None))", "out f32[4@y,8]"},
    {"0.10.2", "x=2 y=2", "x f32[4,8@x]; v f32[]", "out = x.at[0].set(v, out_sharding=P())",
     "out f32[4,8]"},
    {"0.10.2", "x=2 y=2", "x f32[4@x,8]; v f32[]", "out = x.at[0].set(v, out_sharding=P('y'))",
     "out f32[4@y,8]"},
    {"0.10.2", "x=2 y=2", "x f32[4@x,8]; v f32[]; i i32[]",
     "out = x.at[i].set(v, out_sharding=P())", "out f32[4,8]"},
    {"0.10.2", "fsdp=2 tp=2 sp=2", "x f32[8@sp,4@fsdp]; i i32[4@sp]; v f32[4,4]",
     "out = x.at[i, 0:4].set(v, out_sharding=P('tp', 'fsdp'))", "out f32[8@tp,4@fsdp]"},
    {"0.10.2", "x=2 y=2", "x f32[4,8]; v f32[]", "out = x.at[0].set(v)", "out f32[4,8]"},
    {"0.10.2", "x=4", "x f32[8,4]; i i32[4]; v f32[4]", "out = x.at[0, i].set(v)", "out f32[8,4]"},
    {"0.10.2", "data=4", "x f32[12]", "out = x[7]", "out f32[]"},
    {"0.10.2", "x=3 y=2", "x f32[6,3,8]", "out = x[0:1:2]", "out f32[1,3,8]"},
    {"0.10.2", "x=2", "x f32[2]; i i32[]", "out = x[i]", "out f32[]"},
    {"0.10.2", "x=4 y=2", "x f32[8,12,2]; i i32[4]", "out = x[i]", "out f32[4,12,2]"},
    {"0.10.2", "x=2 y=4", "x f32[2@x,3]; i i32[2]", "out = x[:, i]", "out f32[2@x,2]"},
    {"0.10.2", "x=4", "x f32[8,1,8@x]; i i32[8]", "out = x[i, None, :, None]",
     "out f32[8,1,1,1,8@x]"},
    {"0.10.2", "x=4 y=2", "x f32[2,3,12]; i i32[4]; j i32[4]", "out = x[i, j]", "out f32[4,12]"},
    {"0.12.0.1", "x=2 y=4", "x f32[8@x]", "out = x[0]", "out f32[]"},
};

/* The types that JAX gives. */
Test(index, gives_the_types_of_jax)
{
	testing_programs(accepted, ROWS(accepted));
}

static const struct program_case refused[] = {
    {"0.10.2", "x=2 y=2", "x f32[8@(y,x)]; v f32[2]",
     "out = x.at[0:2].add(v, out_sharding=P('x', 'y'))", "AssertionError: (1, P('x', 'y'))"},
    {"0.10.2", "x=3", "x f32[4,4,8]; v f32[4,8]",
     "out = x.at[-1].add(v, out_sharding=P('x', None, None, None))",
     "ValueError: Sharding spec ('x',) implies that array axis 0 is partitioned 3 "
     "times, but does not evenly divide the dimension size 4. Got shape: (4, 4, 8) "
     "and sharding NamedSharding(mesh=AbstractMesh('x': 3, axis_types=(Explicit,), "
     "device_kind=cpu, num_cores=None, platform=cpu), spec=P('x', None, None))"},
    {"0.10.2", "x=4 y=1 z=2", "x f32[4@x,4,8@z]; i i32[4]; v f32[4,8]",
     "out = x.at[i, 0].add(v, out_sharding=P('z', 'y', 'z'))",
     "DuplicateSpecError: A single NamedSharding spec specification can map every "
     "mesh axis to at most one positional dimension, but P('z', 'y', 'z') has "
     "duplicate entries for `z`"},
    {"0.12.0.1", "x=2 y=2", "x f32[8@(y,x)]; v f32[2]",
     "out = x.at[0:2].add(v, out_sharding=P('x', 'y'))",
     "ValueError: Length of sharding.spec (2) must be equal to aval's ndim (1). Got "
     "sharding.spec P('x', 'y'), aval.ndim 1 and sharding "
     "NamedSharding(mesh=AbstractMesh('x': 2, 'y': 2, axis_types=(Explicit, "
     "Explicit), device_kind=cpu, num_cores=None, platform=cpu), spec=P('x', 'y'))"},
    {"0.10.2", "x=2 y=2", "x f32[4@x,8]; v f32[]", "out = x.at[0].add(v)",
     "ShardingTypeError: Use `.at[...].set/add/mul/...(out_sharding=)` to provide "
     "output PartitionSpec for the scatter update as out sharding could not be "
     "resolved unambiguously (or would require collectives on inputs). Got "
     "operand=ShapedArray(float32[4@x,8]), indices=ShapedArray(int32[1]), "
     "updates=ShapedArray(float32[8])"},
    {"0.10.2", "x=2 y=2", "x f32[4@x,8]; v f32[]", "out = x.at[0:3].add(v)",
     "ValueError: Sharding spec ('x',) implies that array axis 0 is partitioned 2 "
     "times, but does not evenly divide the dimension size 3. Got shape: (3, 8) and "
     "sharding NamedSharding(mesh=AbstractMesh('x': 2, 'y': 2, axis_types=(Explicit, "
     "Explicit), device_kind=cpu, num_cores=None, platform=cpu), spec=P('x', None))"},
    {"0.10.2", "x=2 y=2 z=3", "x f32[4,4@y,8@x]; i i32[4@x]; v f32[2,4@y,8@x]",
     "out = x.at[0:2, i].add(v)",
     "ShardingTypeError: All operands should have the same sharding. Got shardings "
     "NamedSharding(mesh=AbstractMesh('x': 2, 'y': 2, 'z': 3, axis_types=(Explicit, "
     "Explicit, Explicit), device_kind=cpu, num_cores=None, platform=cpu), "
     "spec=P(None, None)), NamedSharding(mesh=AbstractMesh('x': 2, 'y': 2, 'z': 3, "
     "axis_types=(Explicit, Explicit, Explicit), device_kind=cpu, num_cores=None, "
     "platform=cpu), spec=P('x', None))"},
    {"0.10.2", "x=2 y=2", "x f32[4@x,8]; v f32[]; i i32[]", "out = x.at[i].add(v)",
     "ShardingTypeError: Use `.at[...].set/add/mul/...(out_sharding=)` to provide "
     "output PartitionSpec for the scatter update as out sharding could not be "
     "resolved unambiguously (or would require collectives on inputs). Got "
     "operand=ShapedArray(float32[4@x,8]), indices=ShapedArray(int32[1]), "
     "updates=ShapedArray(float32[8])"},
    {"0.10.2", "x=2", "x f32[8,4@x]", "out = x.at[0].get(out_sharding=P('x', 'x'))",
     "DuplicateSpecError: A single NamedSharding spec specification can map every "
     "mesh axis to at most one positional dimension, but P('x', 'x') has duplicate "
     "entries for `x`"},
    {"0.10.2", "x=2 y=2", "x f32[4@x,8]", "out = x.at[0].get(out_sharding=P())",
     "ShardingTypeError: slicing on sharded dims where out dim (1) is not divisible "
     "by mesh axes (2) with spec (x) is not implemented. Got input type=f32[4@x,8] "
     "and output shape=(1, 8)"},
    {"0.10.2", "fsdp=2 tp=2 sp=2", "x f32[1,8]; i i32[8]",
     "out = x.at[-1, i].get(out_sharding=P('sp', 'tp'))", "AssertionError: (1, P('sp', 'tp'))"},
    {"0.10.2", "fsdp=2 tp=2 sp=2", "x f32[4,4,8]; i i32[4]",
     "out = x.at[0, i].get(out_sharding=P('fsdp', None, 'tp'))",
     "AssertionError: (2, P('fsdp', None, 'tp'))"},
    {"0.10.2", "x=2 y=4", "x f32[12@y]; i i32[]", "out = x.at[i].get(out_sharding=P())",
     "ShardingTypeError: dynamic_slice on sharded dims where out dim (1) is not "
     "divisible by mesh axes (4) with spec (y) is not implemented. Got input "
     "type=f32[12@y] and output shape=(1,)"},
    {"0.10.2", "x=4", "x f32[4,8]; i i32[2]", "out = x.at[i].get(out_sharding=P('x', 'q'))",
     "ValueError: Resource axis: q of P('x', 'q') is not found in mesh: ('x',)."},
    {"0.10.2", "x=2 y=2", "x f32[8@y,4]; i i32[2@y]",
     "out = x.at[i].get(out_sharding=P('x', 'q', None))",
     "ValueError: Resource axis: q of P('x', 'q', None) is not found in mesh: ('x', "
     "'y')."},
    {"0.10.2", "x=4 y=2", "x f32[3,8@y,4]; i i32[4]",
     "out = x.at[None, :, i].get(out_sharding=P(('y', 'x'), None, None, None, None))",
     "ValueError: Sharding spec ('y', 'x') implies that array axis 0 is partitioned "
     "8 times, but does not evenly divide the dimension size 1. Got shape: (1, 3, 4, "
     "4) and sharding NamedSharding(mesh=AbstractMesh('x': 4, 'y': 2, "
     "axis_types=(Explicit, Explicit), device_kind=cpu, num_cores=None, "
     "platform=cpu), spec=P(('y', 'x'), None, None, None))"},
    {"0.10.2", "x=4", "x f32[4@x,3]; i i32[4]", "out = x.at[i].get(out_sharding=P(None, 'x'))",
     "ValueError: Sharding spec ('x',) implies that array axis 1 is partitioned 4 "
     "times, but does not evenly divide the dimension size 3. Got shape: (4, 3) and "
     "sharding NamedSharding(mesh=AbstractMesh('x': 4, axis_types=(Explicit,), "
     "device_kind=cpu, num_cores=None, platform=cpu), spec=P(None, 'x'))"},
    {"0.10.2", "x=2 y=2 z=2", "x f32[3,3,4]; i i32[3]; j i32[3]",
     "out = x.at[i, j].get(out_sharding=P('x', 'z', 'y'))",
     "AssertionError: (2, P('x', 'z', 'y'))"},
    {"0.10.2", "x=2", "x f32[16,6@x]; i i32[]; j i32[]",
     "out = x.at[i, j].get(out_sharding=P('x'))",
     "ShardingTypeError: dynamic_slice on sharded dims where out dim (1) is not "
     "divisible by mesh axes (2) with spec (x) is not implemented. Got input "
     "type=f32[16,6@x] and output shape=(1, 1)"},
    {"0.12.0.1", "x=2 y=2 z=2", "x f32[3,3,4]; i i32[3]; j i32[3]",
     "out = x.at[i, j].get(out_sharding=P('x', 'z', 'y'))",
     "ValueError: Length of sharding.spec (3) must be equal to aval's ndim (2). Got "
     "sharding.spec P('x', 'z', 'y'), aval.ndim 2 and sharding "
     "NamedSharding(mesh=AbstractMesh('x': 2, 'y': 2, 'z': 2, axis_types=(Explicit, "
     "Explicit, Explicit), device_kind=cpu, num_cores=None, platform=cpu), "
     "spec=P('x', 'z', 'y'))"},
    {"0.10.2", "x=3 y=2", "x f32[4@y,2]", "out = x.at[3].get(mode='fill', fill_value=0)",
     "ShardingTypeError: Use `.at[...].get(out_sharding=)` to provide output "
     "PartitionSpec for the gather indexing as out sharding could not be resolved "
     "unambiguously (or would require collectives on inputs). Got "
     "operand=ShapedArray(float32[4@y,2]), indices=ShapedArray(int32[1])"},
    {"0.10.2", "dp=4 tp=2", "x f32[8@tp]", "out = x.at[-1].get()",
     "ShardingTypeError: slicing on sharded dims where out dim (1) is not divisible "
     "by mesh axes (2) with spec (tp) is not implemented. Got input type=f32[8@tp] "
     "and output shape=(1,)"},
    {"0.10.2", "x=2", "x f32[8,4@x]; i i32[4@x]", "out = x.at[i].get()",
     "DuplicateSpecError: A single NamedSharding spec specification can map every "
     "mesh axis to at most one positional dimension, but P('x', 'x') has duplicate "
     "entries for `x`"},
    {"0.10.2", "x=2 y=2", "x f32[8@x]; i i32[4]", "out = x.at[i].get()",
     "ShardingTypeError: Use `.at[...].get(out_sharding=)` to provide output "
     "PartitionSpec for the gather indexing as out sharding could not be resolved "
     "unambiguously (or would require collectives on inputs). Got "
     "operand=ShapedArray(float32[8@x]), indices=ShapedArray(int32[4,1])"},
    {"0.10.2", "x=2 y=4", "x f32[6@x]; i i32[]", "out = x.at[i].get()",
     "ShardingTypeError: dynamic_slice on sharded dims where out dim (1) is not "
     "divisible by mesh axes (2) with spec (x) is not implemented. Got input "
     "type=f32[6@x] and output shape=(1,)"},
    {"0.10.2", "x=2", "x f32[4,12]; i i32[6@x]; j i32[6]", "out = x.at[i, j].get()",
     "ShardingTypeError: All operands should have the same sharding. Got shardings "
     "NamedSharding(mesh=AbstractMesh('x': 2, axis_types=(Explicit,), "
     "device_kind=cpu, num_cores=None, platform=cpu), spec=P('x', None)), "
     "NamedSharding(mesh=AbstractMesh('x': 2, axis_types=(Explicit,), "
     "device_kind=cpu, num_cores=None, platform=cpu), spec=P(None, None))"},
    {"0.10.2", "x=2 y=4", "x f32[8,2@x]; i i32[4]; j i32[4]", "out = x.at[i, j].get()",
     "ShardingTypeError: Use `.at[...].get(out_sharding=)` to provide output "
     "PartitionSpec for the gather indexing as out sharding could not be resolved "
     "unambiguously (or would require collectives on inputs). Got "
     "operand=ShapedArray(float32[8,2@x]), indices=ShapedArray(int32[4,2])"},
    {"0.12.0.1", "x=8", "x f32[8@x]; v f32[4]",
     "out = x.at[::2].max(v, out_sharding=NamedSharding(mesh, P(None, 'x')))",
     "ValueError: Length of sharding.spec (2) must be equal to aval's ndim (1). Got "
     "sharding.spec P(None, 'x'), aval.ndim 1 and sharding "
     "NamedSharding(mesh=AbstractMesh('x': 8, axis_types=(Explicit,), "
     "device_kind=cpu, num_cores=None, platform=cpu), spec=P(None, 'x'))"},
    {"0.10.2", "x=8", "x f32[4,4,8]; v f32[2,4,8]",
     "out = x.at[::2].max(v, out_sharding=P('x', 'x', None))",
     "DuplicateSpecError: A single NamedSharding spec specification can map every "
     "mesh axis to at most one positional dimension, but P('x', 'x', None) has "
     "duplicate entries for `x`"},
    {"0.10.2", "x=2 y=2", "x f32[8@x]; v f32[]", "out = x.at[-1].max(v)",
     "ShardingTypeError: Use `.at[...].set/add/mul/...(out_sharding=)` to provide "
     "output PartitionSpec for the scatter update as out sharding could not be "
     "resolved unambiguously (or would require collectives on inputs). Got "
     "operand=ShapedArray(float32[8@x]), indices=ShapedArray(int32[1]), "
     "updates=ShapedArray(float32[])"},
    {"0.10.2", "x=2 y=2", "x f32[4@y,8@x]; i i32[4@y]; v f32[4@y,4]", "out = x.at[i, 0:4].max(v)",
     "ShardingTypeError: All operands should have the same sharding. Got shardings "
     "NamedSharding(mesh=AbstractMesh('x': 2, 'y': 2, axis_types=(Explicit, "
     "Explicit), device_kind=cpu, num_cores=None, platform=cpu), spec=P('y', None)), "
     "NamedSharding(mesh=AbstractMesh('x': 2, 'y': 2, axis_types=(Explicit, "
     "Explicit), device_kind=cpu, num_cores=None, platform=cpu), spec=P(None, None))"},
    {"0.12.0.1", "x=1 y=4", "x f32[8]; v f32[2]",
     "out = x.at[0:2].mul(v, out_sharding=P(('y', 'x'), None))",
     "ValueError: Length of sharding.spec (2) must be equal to aval's ndim (1). Got "
     "sharding.spec P(('y', 'x'), None), aval.ndim 1 and sharding "
     "NamedSharding(mesh=AbstractMesh('x': 1, 'y': 4, axis_types=(Explicit, "
     "Explicit), device_kind=cpu, num_cores=None, platform=cpu), spec=P(('y', 'x'), "
     "None))"},
    {"0.10.2", "x=4 y=1 z=2", "x f32[8@y]; v f32[]", "out = x.at[0].mul(v)",
     "ShardingTypeError: Use `.at[...].set/add/mul/...(out_sharding=)` to provide "
     "output PartitionSpec for the scatter update as out sharding could not be "
     "resolved unambiguously (or would require collectives on inputs). Got "
     "operand=ShapedArray(float32[8@y]), indices=ShapedArray(int32[1]), "
     "updates=ShapedArray(float32[])"},
    {"0.10.2", "x=4 y=1 z=2", "x f32[8,4]; v f32[2,4]",
     "out = x.at[0:2].set(v, out_sharding=P('z', None, ('y', 'x')))",
     "AssertionError: (2, P('z', None, ('y', 'x')))"},
    {"0.10.2", "x=4 y=1 z=2", "x f32[4,8]; v f32[3,8]",
     "out = x.at[1:].set(v, out_sharding=P(None, None, ('y', 'z')))",
     "AssertionError: (2, P(None, None, ('y', 'z')))"},
    {"0.10.2", "x=4 y=1 z=2", "x f32[4,4@z,8@y]; v f32[3,4,8@y]",
     "out = x.at[1:].set(v, out_sharding=P('y', 'z', 'z'))",
     "DuplicateSpecError: A single NamedSharding spec specification can map every "
     "mesh axis to at most one positional dimension, but P('y', 'z', 'z') has "
     "duplicate entries for `z`"},
    {"0.12.0.1", "data=4", "x f32[8]; v f32[4]",
     "out = x.at[::2].set(v, out_sharding=P('data', None))",
     "ValueError: Length of sharding.spec (2) must be equal to aval's ndim (1). Got "
     "sharding.spec P('data', None), aval.ndim 1 and sharding "
     "NamedSharding(mesh=AbstractMesh('data': 4, axis_types=(Explicit,), "
     "device_kind=cpu, num_cores=None, platform=cpu), spec=P('data', None))"},
    {"0.10.2", "x=1 y=4", "x f32[4@x,4@y,8]; i i32[4@y]", "out = x.at[i, 0:4].set(1.0)",
     "DuplicateSpecError: A single NamedSharding spec specification can map every "
     "mesh axis to at most one positional dimension, but P('y', 'y', None) has "
     "duplicate entries for `y`"},
    {"0.10.2", "x=2 y=2", "x f32[4@x,8]; v f32[]; i i32[]", "out = x.at[i].set(v)",
     "ShardingTypeError: Use `.at[...].set/add/mul/...(out_sharding=)` to provide "
     "output PartitionSpec for the scatter update as out sharding could not be "
     "resolved unambiguously (or would require collectives on inputs). Got "
     "operand=ShapedArray(float32[4@x,8]), indices=ShapedArray(int32[1]), "
     "updates=ShapedArray(float32[8])"},
    {"0.10.2", "x=2 y=4", "x f32[8@x]", "out = x[0]",
     "ShardingTypeError: slicing on sharded dims where out dim (1) is not divisible "
     "by mesh axes (2) with spec (x) is not implemented. Got input type=f32[8@x] and "
     "output shape=(1,)"},
    {"0.10.2", "x=1 y=4", "x f32[8,12@y]; i i32[8@y]", "out = x[i]",
     "DuplicateSpecError: A single NamedSharding spec specification can map every "
     "mesh axis to at most one positional dimension, but P('y', 'y') has duplicate "
     "entries for `y`"},
    {"0.10.2", "x=2", "x f32[4,4,8@x]; i i32[4@x]", "out = x[0:2, i]",
     "ShardingTypeError: All operands should have the same sharding. Got shardings "
     "NamedSharding(mesh=AbstractMesh('x': 2, axis_types=(Explicit,), "
     "device_kind=cpu, num_cores=None, platform=cpu), spec=P(None, None)), "
     "NamedSharding(mesh=AbstractMesh('x': 2, axis_types=(Explicit,), "
     "device_kind=cpu, num_cores=None, platform=cpu), spec=P('x', None))"},
    {"0.10.2", "x=2 y=2", "x f32[2@y]; i i32[]", "out = x[i]",
     "ShardingTypeError: dynamic_slice on sharded dims where out dim (1) is not "
     "divisible by mesh axes (2) with spec (y) is not implemented. Got input "
     "type=f32[2@y] and output shape=(1,)"},
    {"0.10.2", "x=8", "x f32[8,1]; i i32[8@x]; j i32[8]", "out = x[i, j]",
     "ShardingTypeError: All operands should have the same sharding. Got shardings "
     "NamedSharding(mesh=AbstractMesh('x': 8, axis_types=(Explicit,), "
     "device_kind=cpu, num_cores=None, platform=cpu), spec=P('x', None)), "
     "NamedSharding(mesh=AbstractMesh('x': 8, axis_types=(Explicit,), "
     "device_kind=cpu, num_cores=None, platform=cpu), spec=P(None, None))"},
    {"0.10.2", "x=2 y=2 z=2", "x f32[2@x,6,4]; i i32[3]; j i32[3]", "out = x[i, j]",
     "ShardingTypeError: Use `.at[...].get(out_sharding=)` to provide output "
     "PartitionSpec for the gather indexing as out sharding could not be resolved "
     "unambiguously (or would require collectives on inputs). Got "
     "operand=ShapedArray(float32[2@x,6,4]), indices=ShapedArray(int32[3,2])"},
};

/* What JAX refuses, with its texts. */
Test(index, raises_what_jax_raises)
{
	testing_programs(refused, ROWS(refused));
}
