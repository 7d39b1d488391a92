/* SPDX-License-Identifier: Apache-2.0 */
/* Rows are checked against JAX by testdata/programs/rows.py. */
#include "testing/program_cases.h"

static const struct program_case classes_as_rows_of_zeros_and_a_one[] = {
    {"0.10.2", "x=2", "i i32[4]", "y = jax.nn.one_hot(i, 5)", "y f32[4,5]"},
    {"0.10.2", "x=2", "s i32[4@x]", "y = jax.nn.one_hot(s, 5)", "y f32[4@x,5]"},
    {"0.10.2", "x=2", "m u8[2,3]", "y = jax.nn.one_hot(m, 4, axis=0)", "y f32[4,2,3]"},
    {"0.10.2", "x=2", "m u8[2,3]", "y = jax.nn.one_hot(m, 4, axis=1, dtype=jnp.bfloat16)",
     "y bf16[2,4,3]"},
    {"0.10.2", "x=2", "m u8[2,3]", "y = jax.nn.one_hot(m, num_classes=4, axis=-2, dtype=bool)",
     "y bool[2,4,3]"},
    {"0.10.2", "x=2", "n i32[]", "y = jax.nn.one_hot(n, 3)", "y f32[3]"},
    {"0.10.2", "x=2", "", "y = jax.nn.one_hot(2, 3)", "y f32[3]"},
    {"0.10.2", "x=2", "f f32[3]", "y = jax.nn.one_hot(f, 3)", "y f32[3,3]"},
    {"0.10.2", "x=2", "b bool[2]", "y = jax.nn.one_hot(b, 2)",
     "TypeError: iota does not accept dtype bool. Accepted dtypes are subtypes of "
     "integer, floating, complexfloating."},
    {"0.10.2", "x=2", "i i32[4]", "y = jax.nn.one_hot(i, 0)", "y f32[4,0]"},
    {"0.10.2", "x=2", "i i32[4]", "y = jax.vmap(lambda k: jax.nn.one_hot(k, 3))(i)", "y f32[4,3]"},
    {"0.10.2", "x=2", "", "y = jax.nn.one_hot(jnp.array([1, 2]), 3)", "y f32[2,3]"},
    {"0.10.2", "x=2", "i i32[4]; n i32[]", "y = jax.nn.one_hot(i, n)",
     "ConcretizationTypeError: Abstract tracer value encountered where concrete value "
     "is expected: traced array with shape int32[]"},
    {"0.10.2", "x=2", "i i32[4]", "y = jax.nn.one_hot(i, 2.5)",
     "TypeError: 'float' object cannot be interpreted as an integer"},
    {"0.10.2", "x=2", "i i32[4]", "y = jax.nn.one_hot(i, -1)",
     "TypeError: iota shape must have every element be nonnegative, got (1, -1)."},
    {"0.10.2", "x=2", "i i32[4]", "y = jax.nn.one_hot(i, 3, axis=2)",
     "ValueError: axis 2 is out of bounds for array of dimension 2"},
    {"0.10.2", "x=2", "i i32[4]", "y = jax.nn.one_hot(i, 3, axis=-3)",
     "ValueError: axis -3 is out of bounds for array of dimension 2"},
    {"0.10.2", "x=2", "i i32[4]", "y = jax.nn.one_hot(i, 3, jnp.float32)",
     "TypeError: one_hot() takes 2 positional arguments but 3 were given"},
    {"0.10.2", "x=2", "i i32[4]", "y = jax.nn.one_hot(i)",
     "TypeError: one_hot() missing 1 required positional argument: 'num_classes'"},
    {"0.10.2", "x=2", "i i32[4]", "y = jax.nn.one_hot(i, classes=3)",
     "TypeError: one_hot() got an unexpected keyword argument 'classes'"},
    {"0.10.2", "x=2", "", "y = jax.nn.one_hot(None, 3)",
     "ValueError: None is not a valid value for jnp.array"},
    {"0.10.2", "x=2", "i i32[4]", "y = jax.nn.one_hot(i, (3,))",
     "TypeError: 'tuple' object cannot be interpreted as an integer"},
    {"0.10.2", "x=2", "", "y = jax.nn.one_hot([1, 2], 3)", "y f32[2,3]"},
    {"0.6.0", "x=2", "i i32[4]", "y = jax.nn.one_hot(i, 4, out_sharding=None)",
     "TypeError: one_hot() got an unexpected keyword argument 'out_sharding'"},
    {"0.10.2", "x=2", "i i32[4]", "y = jax.nn.one_hot(i, 4, out_sharding=None)",
     "TypeError: one_hot() got an unexpected keyword argument 'out_sharding'"},
    {"0.11.2", "x=2", "i i32[4]", "y = jax.nn.one_hot(i, 4, out_sharding=P('x'))",
     "ShardingTypeError: The input part of spec in out_sharding should match the spec "
     "of `x`. Got typeof(x).spec=P(None,) and out_sharding.spec=P('x',)"},
    {"0.12.0.1", "x=2", "i i32[4]", "y = jax.nn.one_hot(i, 4, out_sharding=P('x'))",
     "ShardingTypeError: The input part of spec in out_sharding should match the spec "
     "of `x`. Got typeof(x).spec=P(None,) and out_sharding.spec=P('x',)"},
    {"0.11.2", "x=2", "i i32[4]", "y = jax.nn.one_hot(i, 4, out_sharding=P(None, 'x'))",
     "y f32[4,4@x]"},
    {"0.12.0.1", "x=2", "i i32[4]", "y = jax.nn.one_hot(i, 4, out_sharding=P(None, 'x'))",
     "y f32[4,4@x]"},
    {"0.11.2", "x=2", "s i32[4@x]", "y = jax.nn.one_hot(s, 4, out_sharding=P('x', 'x'))",
     "DuplicateSpecError: A single NamedSharding spec specification can map every mesh "
     "axis to at most one positional dimension, but P('x', 'x') has duplicate entries "
     "for `x`"},
    {"0.12.0.1", "x=2", "s i32[4@x]", "y = jax.nn.one_hot(s, 4, out_sharding=P('x', 'x'))",
     "DuplicateSpecError: A single NamedSharding spec specification can map every mesh "
     "axis to at most one positional dimension, but P('x', 'x') has duplicate entries "
     "for `x`"},
    {"0.11.2", "x=2", "i i32[4]", "y = jax.nn.one_hot(i, 3, out_sharding=P(None, 'x'))",
     "ValueError: Sharding spec ('x',) implies that array axis 1 is partitioned 2 "
     "times, but does not evenly divide the dimension size 3. Got shape: (1, 3) and "
     "sharding NamedSharding(mesh=AbstractMesh('x': 2, axis_types=(Explicit,), "
     "device_kind=cpu, num_cores=None, platform=cpu), spec=P(None, 'x'))"},
    {"0.12.0.1", "x=2", "i i32[4]", "y = jax.nn.one_hot(i, 3, out_sharding=P(None, 'x'))",
     "ValueError: Sharding spec ('x',) implies that array axis 1 is partitioned 2 "
     "times, but does not evenly divide the dimension size 3. Got shape: (1, 3) and "
     "sharding NamedSharding(mesh=AbstractMesh('x': 2, axis_types=(Explicit,), "
     "device_kind=cpu, num_cores=None, platform=cpu), spec=P(None, 'x'))"},
};

/* A dimension more, where the axis says. */
Test(one_hot, classes_as_rows_of_zeros_and_a_one)
{
	testing_programs(classes_as_rows_of_zeros_and_a_one,
	                 ROWS(classes_as_rows_of_zeros_and_a_one));
}
