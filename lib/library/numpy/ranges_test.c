/* SPDX-License-Identifier: Apache-2.0 */
/* Rows are checked against JAX by testdata/programs/rows.py. */
#include "testing/program_cases.h"

static const struct program_case ranges[] = {
    {"0.10.2", "x=2", "", "y = jnp.arange(5)", "y i32[5]"},
    {"0.10.2", "x=2", "", "y = jnp.arange(2, 10)", "y i32[8]"},
    {"0.10.2", "x=2", "", "y = jnp.arange(2, 10, 3)", "y i32[3]"},
    {"0.10.2", "x=2", "", "y = jnp.arange(10, 2, -3)", "y i32[3]"},
    {"0.10.2", "x=2", "", "y = jnp.arange(0, 1, 0.25)", "y f32[4]"},
    {"0.10.2", "x=2", "", "y = jnp.arange(5.0)", "y f32[5]"},
    {"0.10.2", "x=2", "", "y = jnp.arange(5, dtype=jnp.bfloat16)", "y bf16[5]"},
    {"0.10.2", "x=2", "", "y = jnp.arange(3, 3)", "y i32[0]"},
    {"0.10.2", "x=2", "", "y = jnp.arange(5, 2)", "y i32[0]"},
    {"0.10.2", "x=2", "", "y = jnp.arange(stop=4, start=1)", "y i32[3]"},
    {"0.10.2", "x=2", "", "y = jnp.arange(-2)", "y i32[0]"},
    {"0.10.2", "x=2", "", "y = jnp.linspace(0, 1)", "y f32[50]"},
    {"0.10.2", "x=2", "", "y = jnp.linspace(0, 1, 5)", "y f32[5]"},
    {"0.10.2", "x=2", "s f32[]", "y = jnp.linspace(s, 1.0, num=4, endpoint=False)", "y f32[4]"},
    {"0.10.2", "x=2", "v f32[3]", "y = jnp.linspace(v, 2.0, 4)", "y f32[4,3]"},
    {"0.10.2", "x=2", "v f32[3]", "y = jnp.linspace(v, 2.0, 4, axis=-1)", "y f32[3,4]"},
    {"0.10.2", "x=2", "", "y = jnp.linspace(0, 10, 5, dtype=int)", "y i32[5]"},
    {"0.10.2", "x=2", "", "y, step = jnp.linspace(0, 1, 5, retstep=True)", "step f32[]; y f32[5]"},
    {"0.10.2", "x=2", "", "y = jnp.linspace(0, 1, 0)", "y f32[0]"},
    {"0.10.2", "x=2", "", "y = jnp.linspace(0, 1, 1)", "y f32[1]"},
    {"0.7.0", "x=2", "", "y = jnp.arange(4, out_sharding=P('x'))", "y i32[4@x]"},
    {"0.10.2", "x=2", "", "y = jnp.arange(4, out_sharding=P('x'))", "y i32[4@x]"},
    {"0.12.0.1", "x=2", "", "y = jnp.arange(4, out_sharding=P('x'))", "y i32[4@x]"},
    {"0.7.0", "x=2", "", "y = jnp.arange(5, out_sharding=P('x'))",
     "ValueError: Sharding spec ('x',) implies that array axis 0 is partitioned 2 "
     "times, but does not evenly divide the dimension size 5. Got shape: (5,) and "
     "sharding NamedSharding(mesh=AbstractMesh('x': 2, axis_types=(Explicit,)), "
     "spec=PartitionSpec('x',))"},
    {"0.10.2", "x=2", "", "y = jnp.arange(5, out_sharding=P('x'))",
     "ValueError: Sharding spec ('x',) implies that array axis 0 is partitioned 2 "
     "times, but does not evenly divide the dimension size 5. Got shape: (5,) and "
     "sharding NamedSharding(mesh=AbstractMesh('x': 2, axis_types=(Explicit,), "
     "device_kind=cpu, num_cores=None, platform=cpu), spec=P('x',))"},
    {"0.12.0.1", "x=2", "", "y = jnp.arange(5, out_sharding=P('x'))",
     "ValueError: Sharding spec ('x',) implies that array axis 0 is partitioned 2 "
     "times, but does not evenly divide the dimension size 5. Got shape: (5,) and "
     "sharding NamedSharding(mesh=AbstractMesh('x': 2, axis_types=(Explicit,), "
     "device_kind=cpu, num_cores=None, platform=cpu), spec=P('x',))"},
    {"0.6.0", "x=2", "", "y = jnp.arange(4, out_sharding=P())",
     "TypeError: arange() got an unexpected keyword argument 'out_sharding'"},
    {"0.12.0.1", "x=2", "", "y = jnp.arange(4, out_sharding=P())", "y i32[4]"},
};

/* arange, linspace and their like. */
Test(numpy_ranges, ranges)
{
	testing_programs(ranges, ROWS(ranges));
}

static const struct program_case ranges_refused[] = {
    {"0.10.2", "x=2", "n i32[]", "y = jnp.arange(n)",
     "ConcretizationTypeError: Abstract tracer value encountered where concrete value "
     "is expected: traced array with shape int32[]"},
    {"0.10.2", "x=2", "n i32[]", "y = jnp.arange(0, n)",
     "ConcretizationTypeError: Abstract tracer value encountered where concrete value "
     "is expected: traced array with shape int32[]"},
    {"0.10.2", "x=2", "n i32[]", "y = jnp.arange(0, 4, n)",
     "ConcretizationTypeError: Abstract tracer value encountered where concrete value "
     "is expected: traced array with shape int32[]"},
    {"0.10.2", "x=2", "", "y = jnp.arange(0, 4, 0)", "ZeroDivisionError: division by zero"},
    {"0.10.2", "x=2", "", "y = jnp.arange()",
     "TypeError: arange() missing 1 required positional argument: 'start'"},
    {"0.10.2", "x=2", "v f32[3]", "y = jnp.arange(v)",
     "ConcretizationTypeError: Abstract tracer value encountered where concrete value "
     "is expected: traced array with shape float32[3]"},
    {"0.10.2", "x=2", "", "y = jnp.arange(1, 2, 3, 4, 5)",
     "TypeError: arange() takes from 1 to 4 positional arguments but 5 were given"},
    {"0.10.2", "x=2", "", "y = jnp.arange(4, step=2)", "y i32[2]"},
    {"0.10.2", "x=2", "", "y = jnp.arange(4, type=int)",
     "TypeError: arange() got an unexpected keyword argument 'type'"},
    {"0.10.2", "x=2", "", "y = jnp.arange(4, dtype='int33')",
     "TypeError: data type 'int33' not understood"},
    {"0.10.2", "x=2", "n i32[]", "y = jnp.linspace(0, 1, n)",
     "ConcretizationTypeError: Abstract tracer value encountered where concrete value "
     "is expected: traced array with shape int32[]"},
    {"0.10.2", "x=2", "", "y = jnp.linspace(0, 1, -1)",
     "ValueError: Number of samples, -1, must be non-negative."},
    {"0.10.2", "x=2", "", "y = jnp.linspace(0, 1, 2.5)",
     "TypeError: 'float' object cannot be interpreted as an integer"},
    {"0.10.2", "x=2", "", "y = jnp.linspace(0)",
     "TypeError: linspace() missing 1 required positional argument: 'stop'"},
    {"0.10.2", "x=2", "v f32[3]", "y = jnp.linspace(v, jnp.ones(4), 3)",
     "ValueError: Incompatible shapes for broadcasting: shapes=[(3,), (4,)]"},
    {"0.10.2", "x=2", "", "y = jnp.linspace([0.0], 1, 5)",
     "TypeError: linspace requires ndarray or scalar arguments, got <class 'list'> at "
     "position 0."},
    {"0.10.2", "x=2", "", "y = jnp.linspace(0, 1, steps=5)",
     "TypeError: linspace() got an unexpected keyword argument 'steps'"},
    {"0.6.0", "x=2", "", "y = jnp.arange(0, 4, 0)", "ZeroDivisionError: division by zero"},
    {"0.8.2", "x=2", "", "y = jnp.arange(0, 4, 0)", "ZeroDivisionError: division by zero"},
    {"0.12.0.1", "x=2", "", "y = jnp.arange(0, 4, 0)", "ZeroDivisionError: division by zero"},
    {"0.6.0", "x=2", "n i32[]", "y = jnp.arange(n)",
     "ConcretizationTypeError: Abstract tracer value encountered where concrete value "
     "is expected: traced array with shape int32[]"},
    {"0.8.2", "x=2", "n i32[]", "y = jnp.arange(n)",
     "ConcretizationTypeError: Abstract tracer value encountered where concrete value "
     "is expected: traced array with shape int32[]"},
    {"0.12.0.1", "x=2", "n i32[]", "y = jnp.arange(n)",
     "ConcretizationTypeError: Abstract tracer value encountered where concrete value "
     "is expected: traced array with shape int32[]"},
};

/* Bounds that are traced, steps of 0, too many numbers. */
Test(numpy_ranges, ranges_refused)
{
	testing_programs(ranges_refused, ROWS(ranges_refused));
}
