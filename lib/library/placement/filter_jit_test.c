/* SPDX-License-Identifier: Apache-2.0 */
/* Rows are checked against JAX by testdata/programs/rows.py. */
#include "testing/program_cases.h"

static const struct program_case functions_of_equinox[] = {
    {"0.10.2", "auto x=2", "a f32[8,4]",
     "y = eqx.filter_shard(a, NamedSharding(jax.make_mesh((2,), ('x',)), P('x')))",
     "ValueError: The spec of NamedSharding passed to with_sharding_constraint can "
     "only refer to Auto axes of the mesh. Got spec=P('x',) and mesh=AbstractMesh('x': "
     "2, axis_types=(Explicit,), device_kind=cpu, num_cores=None, platform=cpu). You "
     "probably meant to use `reshard` API?"},
    {"0.10.2", "auto x=2", "a f32[8,4]", "y = eqx.filter_shard((a, a), P('x'))",
     "y[0] f32[8,4]; y[1] f32[8,4]"},
    {"0.10.2", "auto x=2", "a f32[8,4]", "y = eqx.filter_shard(a, P('z'))",
     "ValueError: Resource axis: z of P('z',) is not found in mesh: ('x',)."},
    {"0.10.2", "auto x=2", "a f32[8,4]", "y = eqx.filter_shard(a, P('x', None, None))",
     "ValueError: One of with_sharding_constraint arguments is incompatible with its "
     "sharding annotation NamedSharding(mesh=AbstractMesh('x': 2, axis_types=(Auto,), "
     "device_kind=cpu, num_cores=None, platform=cpu), spec=P('x', None, None)): "
     "Sharding NamedSharding(mesh=AbstractMesh('x': 2, axis_types=(Auto,), "
     "device_kind=cpu, num_cores=None, platform=cpu), spec=P('x', None, None)) is only "
     "valid for values of rank at least 3, but was applied to a value of rank 2."},
};

/* filter_jit and filter_shard, as far as they are known. */
Test(filter_jit, functions_of_equinox)
{
	testing_programs(functions_of_equinox, ROWS(functions_of_equinox));
}
