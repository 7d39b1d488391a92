/* SPDX-License-Identifier: Apache-2.0 */
/* Rows are checked against JAX by testdata/programs/rows.py. */
#include "testing/program_cases.h"

static const struct program_case samples_of_categories[] = {
    {"0.10.2", "x=2", "l f32[4,6]", "y = jax.random.categorical(jax.random.key(0), l)", "y i32[4]"},
    {"0.10.2", "x=2", "l f32[4,6]", "y = jax.random.categorical(jax.random.key(0), l, axis=0)",
     "y i32[6]"},
    {"0.10.2", "x=2", "v f32[6]", "y = jax.random.categorical(jax.random.key(0), v)", "y i32[]"},
    {"0.10.2", "x=2", "v f32[6]", "y = jax.random.categorical(jax.random.key(0), v, shape=(3,))",
     "y i32[3]"},
    {"0.10.2", "x=2", "v f32[6]", "y = jax.random.categorical(jax.random.key(0), v, -1, (2, 3))",
     "y i32[2,3]"},
    {"0.10.2", "x=2", "l f32[4,6]",
     "y = jax.random.categorical(jax.random.key(0), l, shape=(5, 4))", "y i32[5,4]"},
    {"0.10.2", "x=2", "h f16[3]", "y = jax.random.categorical(jax.random.key(0), h)", "y i32[]"},
    {"0.10.2", "x=2", "r f32[4@x,6]", "y = jax.random.categorical(jax.random.key(0), r)",
     "y i32[4@x]"},
    {"0.10.2", "x=2", "l f32[4,6]",
     "y = jax.random.categorical(jax.random.key(0), l, axis=-2, shape=(2, 6))", "y i32[2,6]"},
    {"0.10.2", "x=2", "v f32[6]",
     "y = jax.random.categorical(jax.random.key(0), v, shape=(2,), replace=False)", "y i32[2]"},
    {"0.10.2", "x=2", "l f32[4,6]",
     "y = jax.random.categorical(jax.random.key(0), l, shape=(2, 4), replace=False)", "y i32[2,4]"},
    {"0.10.2", "x=2", "l f32[4,6]", "y = jax.random.categorical(jax.random.key(0), l, mode='low')",
     "y i32[4]"},
    {"0.10.2", "x=2", "l f32[4,6]",
     "y = jax.vmap(jax.random.categorical)(jax.random.split(jax.random.key(0), 4), l)", "y i32[4]"},
};

/* Of the shape of the logits without the axis, or of one that is given. */
Test(random_categorical, samples_of_categories)
{
	testing_programs(samples_of_categories, ROWS(samples_of_categories));
}

static const struct program_case categories_refused[] = {
    {"0.10.2", "x=2", "l f32[4,6]", "y = jax.random.categorical(jax.random.key(0), l, shape=(3,))",
     "ValueError: Incompatible shapes for broadcasting: shapes=[(3,), (np.int64(4),)]"},
    {"0.10.2", "x=2", "l f32[4,6]",
     "y = jax.random.categorical(jax.random.key(0), l, shape=(4, 3))",
     "ValueError: Incompatible shapes for broadcasting: shapes=[(4, 3), "
     "(np.int64(4),)]"},
    {"0.10.2", "x=2", "l f32[4,6]", "y = jax.random.categorical(jax.random.key(0), l, shape=())",
     "ValueError: categorical parameter shapes must be broadcast-compatible with shape "
     "argument, and the result of broadcasting the shapes must equal the shape "
     "argument, but got result (np.int64(4),) for shape argument ()."},
    {"0.10.2", "x=2", "l f32[4,6]", "y = jax.random.categorical(jax.random.key(0), l, shape=(1,))",
     "ValueError: categorical parameter shapes must be broadcast-compatible with shape "
     "argument, and the result of broadcasting the shapes must equal the shape "
     "argument, but got result (np.int64(4),) for shape argument (1,)."},
    {"0.10.2", "x=2", "l f32[4,6]",
     "y = jax.random.categorical(jax.random.key(0), l, shape=(2, 1))",
     "ValueError: categorical parameter shapes must be broadcast-compatible with shape "
     "argument, and the result of broadcasting the shapes must equal the shape "
     "argument, but got result (2, np.int64(4)) for shape argument (2, 1)."},
    {"0.10.2", "x=2", "l f32[4,6]", "y = jax.random.categorical(jax.random.key(0), l, axis=2)",
     "IndexError: index 2 is out of bounds for axis 0 with size 2"},
    {"0.10.2", "x=2", "s f32[]", "y = jax.random.categorical(jax.random.key(0), s)",
     "IndexError: index -1 is out of bounds for axis 0 with size 0"},
    {"0.10.2", "x=2", "i i32[6]", "y = jax.random.categorical(jax.random.key(0), i)",
     "ValueError: dtype argument to `gumbel` must be a float dtype, got int32"},
    {"0.10.2", "x=2", "z c64[3]", "y = jax.random.categorical(jax.random.key(0), z)",
     "ValueError: dtype argument to `gumbel` must be a float dtype, got complex64"},
    {"0.10.2", "x=2", "", "y = jax.random.categorical(jax.random.key(0), [0.5, 0.5])",
     "TypeError: categorical requires ndarray or scalar arguments, got <class 'list'> "
     "at position 0."},
    {"0.10.2", "x=2", "", "y = jax.random.categorical(jax.random.key(0))",
     "TypeError: categorical() missing 1 required positional argument: 'logits'"},
    {"0.10.2", "x=2", "v f32[6]; n i32[]",
     "y = jax.random.categorical(jax.random.key(0), v, shape=(n,))",
     "TypeError: Shapes must be 1D sequences of concrete values of integer type, got "
     "(JitTracer(int32[]),)."},
    {"0.10.2", "x=2", "v f32[6]",
     "y = jax.random.categorical(jax.random.key(0), v, shape=(7,), replace=False)",
     "ValueError: Number of samples without replacement (7) cannot exceed number of "
     "categories (6)."},
    {"0.10.2", "x=2", "v f32[6]", "y = jax.random.categorical(jax.random.key(0), v, mode='fast')",
     "ValueError: Must provide valid mode for gumbel got: fast"},
    {"0.10.2", "x=2", "v f32[6]", "y = jax.random.categorical(jax.random.key(0), v, size=(3,))",
     "TypeError: categorical() got an unexpected keyword argument 'size'"},
    {"0.10.2", "x=2", "c f32[4,6@x]", "y = jax.random.categorical(jax.random.key(0), c)",
     "y i32[4]"},
    {"0.10.2", "x=2", "l f32[4,6]",
     "y = jax.random.categorical(jax.random.split(jax.random.key(0)), l)",
     "ValueError: categorical accepts a single key, but was given a key array of shape "
     "(2,) != (). Use jax.vmap for batching."},
    {"0.6.0", "x=2", "v f32[6]", "y = jax.random.categorical(jax.random.key(0), v, mode='low')",
     "TypeError: categorical() got an unexpected keyword argument 'mode'"},
    {"0.8.2", "x=2", "v f32[6]", "y = jax.random.categorical(jax.random.key(0), v, mode='low')",
     "y i32[]"},
    {"0.6.0", "x=2", "l f32[4,6]", "y = jax.random.categorical(jax.random.key(0), l, shape=(3,))",
     "ValueError: Incompatible shapes for broadcasting: shapes=[(3,), (np.int64(4),)]"},
    {"0.8.2", "x=2", "l f32[4,6]", "y = jax.random.categorical(jax.random.key(0), l, shape=(3,))",
     "ValueError: Incompatible shapes for broadcasting: shapes=[(3,), (np.int64(4),)]"},
    {"0.12.0.1", "x=2", "l f32[4,6]",
     "y = jax.random.categorical(jax.random.key(0), l, shape=(3,))",
     "ValueError: Incompatible shapes for broadcasting: shapes=[(3,), (np.int64(4),)]"},
    {"0.10.2", "x=2", "c f32[4,6@x]",
     "y = jax.random.categorical(jax.random.key(0), c, out_sharding=P())", "y i32[4]"},
    {"0.12.0.1", "x=2", "c f32[4,6@x]",
     "y = jax.random.categorical(jax.random.key(0), c, out_sharding=P())", "y i32[4]"},
    {"0.10.2", "x=2", "l f32[4,6]",
     "y = jax.random.categorical(jax.random.key(0), l, out_sharding=P('x'))", "y i32[4@x]"},
    {"0.12.0.1", "x=2", "l f32[4,6]",
     "y = jax.random.categorical(jax.random.key(0), l, out_sharding=P('x'))", "y i32[4@x]"},
    {"0.10.2", "x=2", "l f32[4,6]",
     "y = jax.random.categorical(jax.random.key(0), l, out_sharding=P('x', None))", "y i32[4@x]"},
    {"0.12.0.1", "x=2", "l f32[4,6]",
     "y = jax.random.categorical(jax.random.key(0), l, out_sharding=P('x', None))",
     "ValueError: Length of sharding.spec (2) must be equal to aval's ndim (1). Got "
     "sharding.spec P('x', None), aval.ndim 1 and sharding "
     "NamedSharding(mesh=AbstractMesh('x': 2, axis_types=(Explicit,), device_kind=cpu, "
     "num_cores=None, platform=cpu), spec=P('x', None))"},
};

/* Shapes that do not broadcast, axes out of bounds, logits that are no floats. */
Test(random_categorical, categories_refused)
{
	testing_programs(categories_refused, ROWS(categories_refused));
}
