/* SPDX-License-Identifier: Apache-2.0 */
/* Reductions that leave out what is not a number.
 * Rows are checked against JAX by testdata/programs/rows.py. */
#include "testing/program_cases.h"

static const struct program_case accepted[] = {
    {"0.10.2", "x=2 y=4", "a f32[8@x,6]; i i32[8,6]",
     "p = jnp.nansum(a)\n"
     "q = jnp.nansum(a, axis=1)\n"
     "r = jnp.nansum(i, axis=(0, 1), keepdims=True)",
     "p f32[]; q f32[8@x]; r i32[1,1]"},
    {"0.10.2", "x=2 y=4", "a f32[8@x,6]; i i32[8,6]; h bf16[4,3]",
     "p = jnp.nanprod(a, axis=0)\nq = jnp.nanprod(i)\nr = jnp.nanprod(h)",
     "p f32[6]; q i32[]; r bf16[]"},
    {"0.10.2", "x=2 y=4", "a f32[8@x,6]; i i32[8,6]",
     "p = jnp.nanmax(a)\nq = jnp.nanmin(a, axis=1)\nr = jnp.nanmax(i, axis=0)",
     "p f32[]; q f32[8@x]; r i32[6]"},
    {"0.10.2", "x=2 y=4", "a f32[8@x,6]; i i32[8,6]; z c64[3]; h bf16[4,3]",
     "p = jnp.nanmean(a)\n"
     "q = jnp.nanmean(i)\n"
     "r = jnp.nanmean(h, axis=-1)\n"
     "t = jnp.nanmean(z)",
     "p f32[]; q f32[]; r bf16[4]; t c64[]"},
    {"0.10.2", "x=2 y=4", "a f32[8@x,6]; i i32[8,6]; z c64[3]; h bf16[4,3]",
     "p = jnp.nanvar(a, axis=1)\n"
     "q = jnp.nanvar(i)\n"
     "r = jnp.nanvar(h, ddof=1)\n"
     "t = jnp.nanvar(z)",
     "p f32[8@x]; q f32[]; r bf16[]; t f32[]"},
    {"0.10.2", "x=2 y=4", "a f32[8@x,6]; z c64[3]",
     "p = jnp.nanstd(a)\n"
     "q = jnp.nanstd(a, axis=1, keepdims=True)\n"
     "r = jnp.nanstd(z)",
     "p f32[]; q f32[8@x,1]; r f32[]"},
    {"0.10.2", "x=2 y=4", "a f32[8@x,6]", "p = jnp.nanargmax(a, axis=1)\nq = jnp.nanargmin(a)",
     "p i32[8@x]; q i32[]"},
    {"0.10.2", "x=2 y=4", "a f32[8@x,6]; i i32[8,6]",
     "p = jnp.nancumsum(a, axis=1)\n"
     "q = jnp.nancumprod(a, axis=1)\n"
     "r = jnp.nancumsum(i)",
     "p f32[8@x,6]; q f32[8@x,6]; r i32[48]"},
    {"0.10.2", "x=2 y=4", "i i32[8,6]; h bf16[4,3]",
     "p = jnp.nanmedian(i, axis=1)\n"
     "q = jnp.nanquantile(h, 0.5)\n"
     "r = jnp.nanpercentile(i, 50, axis=0)",
     "p f32[8]; q bf16[]; r f32[6]"},
    {"0.10.2", "x=2 y=4", "s f32[]", "p = jnp.nansum(s)\nq = jnp.nanmean(s)\nr = jnp.nanvar(s)",
     "p f32[]; q f32[]; r f32[]"},
    {"0.10.2", "x=2 y=4", "b bool[4]", "p = jnp.nansum(b)\nq = jnp.nanmean(b)", "p i32[]; q f32[]"},
    {"0.10.2", "x=2 y=4", "a f32[8@x,6]",
     "p = jnp.nansum(a, where=a > 0)\n"
     "q = jnp.nanmean(a, where=a > 0)\n"
     "r = jnp.nanvar(a, where=a > 0)",
     "p f32[]; q f32[]; r f32[]"},
    {"0.10.2", "x=2 y=4", "a f32[8@x,6]",
     "p = jnp.nanmax(a, initial=0.0)\n"
     "q = jnp.nanmax(a, initial=0.0, where=a > 0)",
     "p f32[]; q f32[]"},
    {"0.10.2", "x=2 y=4", "h bf16[4,3]",
     "p = jnp.nansum(h, dtype=jnp.float32)\n"
     "q = jnp.nanmean(h, dtype=jnp.float32)",
     "p f32[]; q f32[]"},
    {"0.10.2", "x=2 y=4", "e f32[0,3]", "p = jnp.nansum(e)\nq = jnp.nanmean(e, axis=0)",
     "p f32[]; q f32[3]"},
    {"0.10.2", "x=2 y=4", "c f32[8@x,4@y]", "p = jnp.nanmean(c, axis=0)\nq = jnp.nanstd(c, axis=1)",
     "p f32[4@y]; q f32[8@x]"},
    {"0.10.2", "x=2 y=4", "a f32[8@x,6]; i i32[8,6]; z c64[3]",
     "p = jnp.nan_to_num(a)\nq = jnp.nan_to_num(i)\nr = jnp.nan_to_num(z)",
     "p f32[8@x,6]; q i32[8,6]; r c64[3]"},
    {"0.10.2", "x=2 y=4", "a f32[8@x,6]",
     "p = jax.vmap(jnp.nansum)(a)\n"
     "q = jax.vmap(jnp.nanmean)(a)\n"
     "r = jax.vmap(jnp.nanvar)(a)\n"
     "t = jax.vmap(jnp.nanmax)(a)",
     "p f32[8@x]; q f32[8@x]; r f32[8@x]; t f32[8@x]"},
};

/* They give what the reductions of their names give, in a dtype that has NaN. */
Test(numpy_nan, give_the_types_of_jax)
{
	testing_programs(accepted, ROWS(accepted));
}

static const struct program_case refused[] = {
    {"0.10.2", "x=2 y=4", "a f32[8@x,6]", "p = jnp.nansum(a, axis=2)",
     "ValueError: axis 2 is out of bounds for array of dimension 2"},
    {"0.10.2", "x=2 y=4", "e f32[0,3]", "p = jnp.nanmax(e)",
     "ValueError: zero-size array to reduction operation max which has no identity"},
    {"0.10.2", "x=2 y=4", "e f32[0,3]", "p = jnp.nanmax(e, axis=0)",
     "ValueError: zero-size array to reduction operation max which has no identity"},
    {"0.10.2", "x=2 y=4", "a f32[8@x,6]", "p = jnp.nanmean(a, axis=(0, 0))",
     "ValueError: duplicate value in 'axis': (0, 0)"},
    {"0.10.2", "x=2 y=4", "a f32[8@x,6]", "p = jnp.nanvar(a, axis=-3)",
     "ValueError: axis -3 is out of bounds for array of dimension 2"},
    {"0.10.2", "x=2 y=4", "e f32[0,3]", "p = jnp.nanargmax(e, axis=0)",
     "ValueError: attempt to get argmax of an empty sequence"},
    {"0.10.2", "x=2 y=4", "c f32[8@x,4@y]", "p = jnp.nanargmax(c, axis=0)", "p i32[4@y]"},
    {"0.10.2", "x=2 y=4", "a f32[8@x,6]", "p = jnp.nanmax(a, where=a > 0)",
     "ValueError: reduction operation max does not have an identity, so to use a where "
     "mask one has to specify 'initial'"},
    {"0.10.2", "x=2 y=4", "a f32[8@x,6]", "p = jnp.nanmean(a, where=jnp.ones((8, 5), jnp.bool_))",
     "ValueError: Incompatible shapes for broadcasting: shapes=[(8, 5), (8, 6), ()]"},
    {"0.10.2", "x=2 y=4", "c f32[8@x,4@y]", "p = jnp.nancumsum(c, axis=0)",
     "ShardingTypeError: Input should be unsharded over the axis being reduced. Got "
     "input type=float32[8@x,4@y] and axis=0"},
    {"0.6.0", "x=2 y=4", "c f32[8@x,4@y]", "p = jnp.nancumsum(c, axis=0)", "p f32[8@x,4@y]"},
    {"0.10.2", "x=2 y=4", "c f32[8@x,4@y]", "p = jnp.nanmedian(c, axis=0)",
     "ShardingTypeError: Arguments to sort must be unsharded over the sorting "
     "dimension. Got arg sharding=NamedSharding(mesh=AbstractMesh('x': 2, 'y': 4, "
     "axis_types=(Explicit, Explicit), device_kind=cpu, num_cores=None, platform=cpu), "
     "spec=P('x', 'y')) and sorting dimension=0"},
    {"0.6.0", "x=2 y=4", "c f32[8@x,4@y]", "p = jnp.nanmedian(c, axis=0)",
     "ShardingTypeError: All operands should have the same sharding. Got shardings "
     "NamedSharding(mesh=AbstractMesh('x': 2, 'y': 4, axis_types=(Explicit, "
     "Explicit)), spec=PartitionSpec('y', None)), NamedSharding(mesh=AbstractMesh('x': "
     "2, 'y': 4, axis_types=(Explicit, Explicit)), spec=PartitionSpec(None, None))"},
    {"0.10.2", "x=2 y=4", "a f32[8@x,6]", "p = jnp.nanquantile(a, 2j)",
     "ShardingTypeError: Arguments to sort must be unsharded over the sorting "
     "dimension. Got arg sharding=NamedSharding(mesh=AbstractMesh('x': 2, 'y': 4, "
     "axis_types=(Explicit, Explicit), device_kind=cpu, num_cores=None, platform=cpu), "
     "spec=P('x',)) and sorting dimension=0"},
    {"0.6.0", "x=2 y=4", "a f32[8@x,6]", "p = jnp.nanquantile(a, 2j)",
     "TypeError: floor does not accept dtype complex64. Accepted dtypes are subtypes "
     "of floating."},
    {"0.10.2", "x=2 y=4", "a f32[8@x,6]", "p = jnp.nanmean(a, dtype=jnp.int32)", "p i32[]"},
    {"0.10.2", "x=2 y=4", "a f32[8@x,6]", "p = jnp.nanvar(a, dtype=jnp.int32)", "p i32[]"},
};

/* Axes, empty arrays and shardings are refused as without the NaNs. */
Test(numpy_nan, refuse_what_reductions_refuse)
{
	testing_programs(refused, ROWS(refused));
}
