/* SPDX-License-Identifier: Apache-2.0 */
#include "testing/program.h"

static const struct program_outcome cases[] = {
    {"0.10.2", "o = a.shape\np = jnp.zeros(o)", "o=(4, 8); p=f32[4,8]"},
    {"0.10.2", "o = a.ndim * a", "o=f32[4@x,8]"},
    {"0.10.2", "o = a * a.size", "o=f32[4@x,8]"},
    {"0.10.2", "o = a.foo", "1 AttributeError: DynamicJaxprTracer has no attribute foo; o=?"},
    {"0.10.2", "o = a.sharding",
     "1 AttributeError: The 'sharding' attribute is not available on traced array with shape "
     "float32[4@x,8]. To query sharding information on tracers, use `jax.typeof(x)`.; o=?"},
    {"0.10.2", "o = jax.typeof(a).sharding",
     "o=NamedSharding(mesh=AbstractMesh('x': 2, 'y': 2), spec=PartitionSpec('x', None))"},
    {"0.10.2", "o = a.dtype == jnp.float32\np = a * o", "o=True; p=f32[4@x,8]"},
    {"0.10.2", "o = a.astype(b.dtype)", "o=bf16[4@x,8]"},
    {"0.10.2", "o = a.astype('int8')", "o=i8[4@x,8]"},
    {"0.10.2", "o = a\no.x = 3",
     "2 AttributeError: 'DynamicJaxprTracer' object has no attribute 'x'; o=f32[4@x,8]"},
    {"0.10.2", "o = a.nbytes * s", "o=f32[]"},
    {"0.10.2", "o = a.itemsize * s", "o=f32[]"},
    {"0.10.2", "o = a.weak_type * s", "o=f32[]"},
    {"0.10.2", "o = a.dtype.itemsize * s", "o=f32[]"},
    {"0.10.2", "o = a.dtype.name\np = a if o == 'float32' else b", "o='float32'; p=f32[4@x,8]"},
    {"0.10.2", "o = a.T", "o=f32[8,4@x]"},
    {"0.10.2", "o = a.mT", "o=f32[8,4@x]"},
    {"0.10.2", "o = a.real", "o=f32[4@x,8]"},
    {"0.10.2", "o = a.imag", "o=f32[4@x,8]"},
    {"0.10.2", "o = a.at[0]", "o=<_IndexUpdateRef>"},
    {"0.10.2", "o = a.nothere()",
     "1 AttributeError: DynamicJaxprTracer has no attribute nothere; o=?"},
    {"0.10.2", "o = a.shape.nothere",
     "1 AttributeError: 'tuple' object has no attribute 'nothere'; o=?"},
    {"0.10.2", "o = [].nothere", "1 AttributeError: 'list' object has no attribute 'nothere'; o=?"},
    {"0.10.2", "o = 'x'.nothere()",
     "1 AttributeError: 'str' object has no attribute 'nothere'; o=?"},
    {"0.10.2", "o = {}.nothere", "1 AttributeError: 'dict' object has no attribute 'nothere'; o=?"},
    {"0.10.2", "o = (3).nothere", "1 AttributeError: 'int' object has no attribute 'nothere'; o=?"},
    {"0.10.2", "f = lambda x: x\no = f.nothere",
     "2 AttributeError: 'function' object has no attribute 'nothere'; o=?"},
    {"0.10.2", "o = mesh.shape['x'], mesh.axis_names", "o=(2, ('x', 'y'))"},
    {"0.10.2", "o = P('x').nothere",
     "1 AttributeError: 'P' object has no attribute 'nothere'; o=?"},
    {"0.7.0", "o = a.sharding",
     "1 AttributeError: The 'sharding' attribute is not available on traced array with shape "
     "float32[4@x,8].; o=?"},
    {"0.4.30", "o = 'x'.nothere()",
     "1 AttributeError: 'str' object has no attribute 'nothere'; o=?"},
};

Test(attribute, outcomes)
{
	testing_outcomes(cases, ROWS(cases));
}
