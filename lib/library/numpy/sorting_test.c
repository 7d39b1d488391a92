/* SPDX-License-Identifier: Apache-2.0 */
/* Rows are checked against JAX by testdata/programs/rows.py. */
#include "testing/program_cases.h"

static const struct program_case sorting[] = {
    {"0.10.2", "x=2", "a f32[4@x,6]", "y = jnp.sort(a)", "y f32[4@x,6]"},
    {"0.10.2", "x=2", "a f32[4@x,6]", "y = jnp.argsort(a)", "y i32[4@x,6]"},
    {"0.10.2", "x=2", "i i32[4,6]", "y = jnp.sort(i, axis=None)", "y i32[24]"},
    {"0.10.2", "x=2", "i i32[4,6]", "y = jnp.argsort(i, axis=None)", "y i32[24]"},
    {"0.10.2", "x=2", "i i32[4,6]", "y = jnp.sort(i, 0, descending=True)", "y i32[4,6]"},
    {"0.10.2", "x=2", "i i32[4,6]", "y = jnp.argsort(i, 0, descending=True)", "y i32[4,6]"},
    {"0.10.2", "x=2", "b bool[5]", "y = jnp.sort(b, stable=False)", "y bool[5]"},
    {"0.10.2", "x=2", "b bool[5]", "y = jnp.argsort(b, stable=False)", "y i32[5]"},
    {"0.10.2", "x=2", "c c64[3]", "y = jnp.sort(c)", "y c64[3]"},
    {"0.10.2", "x=2", "c c64[3]", "y = jnp.argsort(c)", "y i32[3]"},
    {"0.10.2", "x=2", "a f32[4@x,6]", "y = a.sort()", "y f32[4@x,6]"},
    {"0.10.2", "x=2", "a f32[4@x,6]", "y = a.argsort()", "y i32[4@x,6]"},
    {"0.10.2", "x=2", "i i32[4,6]", "y = i.sort(axis=0, descending=True)", "y i32[4,6]"},
    {"0.10.2", "x=2", "i i32[4,6]", "y = i.argsort(axis=0, descending=True)", "y i32[4,6]"},
    {"0.10.2", "x=2", "b bool[5]; h f16[5]", "y = jnp.lexsort((h, b))", "y i32[5]"},
    {"0.10.2", "x=2", "i i32[4,6]", "y = jnp.lexsort([i, i], axis=0)", "y i32[4,6]"},
    {"0.10.2", "x=2", "i i32[4,6]", "y = jnp.partition(i, 2)", "y i32[4,6]"},
    {"0.10.2", "x=2", "i i32[4,6]", "y = jnp.partition(i, -1, axis=0)", "y i32[4,6]"},
    {"0.10.2", "x=2", "i i32[4,6]", "y = jnp.argpartition(i, 2)", "y i32[4,6]"},
    {"0.10.2", "x=2", "i i32[4,6]", "y = i.argpartition(1, axis=0)", "y i32[4,6]"},
    {"0.10.2", "x=2", "i i32[4,6]", "y = jnp.sort_complex(i)", "y c64[4,6]"},
    {"0.10.2", "x=2", "c c64[3]", "y = jnp.sort_complex(c)", "y c64[3]"},
    {"0.10.2", "x=2", "h f16[5]", "y = jnp.sort_complex(h)", "y c64[5]"},
    {"0.10.2", "x=2", "a f32[4@x,6]", "y = jax.vmap(jnp.argsort)(a)", "y i32[4@x,6]"},
};

/* Along an axis, over all elements, ascending and descending. */
Test(numpy_sorting, sorting)
{
	testing_programs(sorting, ROWS(sorting));
}

static const struct program_case sorting_refused[] = {
    {"0.10.2", "x=2", "a f32[4@x,6]", "y = jnp.sort(a, axis=2)",
     "ValueError: axis 2 is out of bounds for array of dimension 2"},
    {"0.10.2", "x=2", "a f32[4@x,6]", "y = jnp.argsort(a, axis=2)",
     "ValueError: axis 2 is out of bounds for array of dimension 2"},
    {"0.10.2", "x=2", "s f32[]", "y = jnp.sort(s)",
     "ValueError: axis -1 is out of bounds for array of dimension 0"},
    {"0.10.2", "x=2", "s f32[]", "y = jnp.argsort(s)",
     "ValueError: axis -1 is out of bounds for array of dimension 0"},
    {"0.10.2", "x=2", "i i32[4,6]", "y = jnp.sort(i, kind='stable')",
     "TypeError: 'kind' argument to sort is not supported. Use stable=True or "
     "stable=False to specify sort stability."},
    {"0.10.2", "x=2", "i i32[4,6]", "y = jnp.argsort(i, kind='stable')",
     "TypeError: 'kind' argument to argsort is not supported. Use stable=True or "
     "stable=False to specify sort stability."},
    {"0.10.2", "x=2", "i i32[4,6]", "y = jnp.sort(i, order='f0')",
     "TypeError: 'order' argument to sort is not supported."},
    {"0.10.2", "x=2", "i i32[4,6]", "y = jnp.argsort(i, order='f0')",
     "TypeError: 'order' argument to argsort is not supported."},
    {"0.10.2", "x=2", "", "y = jnp.sort([1.0])",
     "TypeError: sort requires ndarray or scalar arguments, got <class 'list'> at "
     "position 0."},
    {"0.10.2", "x=2", "", "y = jnp.argsort([1.0])",
     "TypeError: argsort requires ndarray or scalar arguments, got <class 'list'> at "
     "position 0."},
    {"0.10.2", "x=2", "", "y = jnp.sort()",
     "TypeError: sort() missing 1 required positional argument: 'a'"},
    {"0.10.2", "x=2", "", "y = jnp.argsort()",
     "TypeError: argsort() missing 1 required positional argument: 'a'"},
    {"0.10.2", "x=2", "i i32[4,6]", "y = jnp.sort(i, -1, None, None, True)",
     "TypeError: sort() takes from 1 to 2 positional arguments but 5 were given"},
    {"0.10.2", "x=2", "i i32[4,6]", "y = jnp.argsort(i, -1, None, None, True)",
     "TypeError: argsort() takes from 1 to 2 positional arguments but 5 were given"},
    {"0.10.2", "x=2", "i i32[4,6]", "y = jnp.sort(i, reverse=True)",
     "TypeError: sort() got an unexpected keyword argument 'reverse'"},
    {"0.10.2", "x=2", "i i32[4,6]", "y = jnp.argsort(i, reverse=True)",
     "TypeError: argsort() got an unexpected keyword argument 'reverse'"},
    {"0.10.2", "x=2", "a f32[4@x,6]", "y = a.sort(axis=-3)",
     "ValueError: axis -3 is out of bounds for array of dimension 2"},
    {"0.10.2", "x=2", "a f32[4@x,6]", "y = a.argsort(axis=-3)",
     "ValueError: axis -3 is out of bounds for array of dimension 2"},
    {"0.10.2", "x=2", "a f32[4@x,6]", "y = a.sort(kind='quicksort')",
     "TypeError: 'kind' argument to sort is not supported. Use stable=True or "
     "stable=False to specify sort stability."},
    {"0.10.2", "x=2", "a f32[4@x,6]", "y = a.argsort(kind='quicksort')",
     "TypeError: 'kind' argument to argsort is not supported. Use stable=True or "
     "stable=False to specify sort stability."},
    {"0.10.2", "x=2", "a f32[4@x,6]", "y = jnp.sort(a, axis=0)",
     "ShardingTypeError: Arguments to sort must be unsharded over the sorting "
     "dimension. Got arg sharding=NamedSharding(mesh=AbstractMesh('x': 2, "
     "axis_types=(Explicit,), device_kind=cpu, num_cores=None, platform=cpu), "
     "spec=P('x', None)) and sorting dimension=0"},
    {"0.10.2", "x=2", "a f32[4@x,6]", "y = jnp.argsort(a, axis=0)",
     "ShardingTypeError: Arguments to sort must be unsharded over the sorting "
     "dimension. Got arg sharding=NamedSharding(mesh=AbstractMesh('x': 2, "
     "axis_types=(Explicit,), device_kind=cpu, num_cores=None, platform=cpu), "
     "spec=P('x', None)) and sorting dimension=0"},
    {"0.10.2", "x=2", "i i32[4,6]; h f16[5]", "y = jnp.lexsort((i, h))",
     "ValueError: all keys need to be the same shape"},
    {"0.10.2", "x=2", "", "y = jnp.lexsort(())",
     "TypeError: need sequence of keys with len > 0 in lexsort"},
    {"0.10.2", "x=2", "i i32[4,6]", "y = jnp.lexsort((i, i), axis=2)",
     "ValueError: axis 2 is out of bounds for array of dimension 2"},
    {"0.10.2", "x=2", "", "y = jnp.lexsort()",
     "TypeError: lexsort() missing 1 required positional argument: 'keys'"},
    {"0.10.2", "x=2", "i i32[4,6]", "y = jnp.partition(i, 6)",
     "ValueError: axis 6 is out of bounds for array of dimension 6"},
    {"0.10.2", "x=2", "i i32[4,6]", "y = jnp.argpartition(i, 6)",
     "ValueError: axis 6 is out of bounds for array of dimension 6"},
    {"0.10.2", "x=2", "i i32[4,6]", "y = jnp.partition(i, -7)",
     "ValueError: axis -7 is out of bounds for array of dimension 6"},
    {"0.10.2", "x=2", "i i32[4,6]", "y = jnp.argpartition(i, -7)",
     "ValueError: axis -7 is out of bounds for array of dimension 6"},
    {"0.10.2", "x=2", "i i32[4,6]", "y = jnp.partition(i, 1, axis=2)",
     "ValueError: axis 2 is out of bounds for array of dimension 2"},
    {"0.10.2", "x=2", "i i32[4,6]", "y = jnp.argpartition(i, 1, axis=2)",
     "ValueError: axis 2 is out of bounds for array of dimension 2"},
    {"0.10.2", "x=2", "s f32[]", "y = jnp.partition(s, 0)",
     "ValueError: axis -1 is out of bounds for array of dimension 0"},
    {"0.10.2", "x=2", "s f32[]", "y = jnp.argpartition(s, 0)",
     "ValueError: axis -1 is out of bounds for array of dimension 0"},
    {"0.10.2", "x=2", "", "y = jnp.partition([1.0], 0)",
     "TypeError: partition requires ndarray or scalar arguments, got <class 'list'> at "
     "position 0."},
    {"0.10.2", "x=2", "", "y = jnp.argpartition([1.0], 0)",
     "TypeError: partition requires ndarray or scalar arguments, got <class 'list'> at "
     "position 0."},
    {"0.10.2", "x=2", "i i32[4,6]", "y = jnp.partition(i)",
     "TypeError: partition() missing 1 required positional argument: 'kth'"},
    {"0.10.2", "x=2", "i i32[4,6]", "y = jnp.argpartition(i)",
     "TypeError: argpartition() missing 1 required positional argument: 'kth'"},
    {"0.10.2", "x=2", "i i32[4,6]", "y = jnp.partition(i, (0, 1))",
     "TypeError: 'tuple' object cannot be interpreted as an integer"},
    {"0.10.2", "x=2", "i i32[4,6]", "y = jnp.argpartition(i, (0, 1))",
     "TypeError: 'tuple' object cannot be interpreted as an integer"},
    {"0.10.2", "x=2", "i i32[4,6]", "y = i.argpartition()",
     "TypeError: _argpartition() missing 1 required positional argument: 'kth'"},
    {"0.10.2", "x=2", "i i32[4,6]", "y = i.partition(1)",
     "AttributeError: DynamicJaxprTracer has no attribute partition"},
    {"0.10.2", "x=2", "", "y = jnp.sort_complex([1.0])",
     "TypeError: sort_complex requires ndarray or scalar arguments, got <class 'list'> "
     "at position 0."},
    {"0.10.2", "x=2", "", "y = jnp.sort_complex()",
     "TypeError: sort_complex() missing 1 required positional argument: 'a'"},
    {"0.10.2", "x=2", "s f32[]", "y = jnp.sort_complex(s)",
     "ValueError: axis -1 is out of bounds for array of dimension 0"},
};

/* Axes out of bounds, kinds and orders, keys of unequal shapes. */
Test(numpy_sorting, sorting_refused)
{
	testing_programs(sorting_refused, ROWS(sorting_refused));
}

static const struct program_case sorting_in_other_releases[] = {
    {"0.4.30", "auto x=2", "i i32[4,6]", "y = jnp.argsort(i, axis=-1, kind='stable')",
     "TypeError: 'kind' argument to argsort is not supported. Use stable=True or "
     "stable=False to specify sort stability."},
    {"0.9.0", "auto x=2", "i i32[4,6]", "y = jnp.argsort(i, axis=-1, kind='stable')",
     "TypeError: 'kind' argument to argsort is not supported. Use stable=True or "
     "stable=False to specify sort stability."},
    {"0.12.0.1", "auto x=2", "i i32[4,6]", "y = jnp.argsort(i, axis=-1, kind='stable')",
     "TypeError: 'kind' argument to argsort is not supported. Use stable=True or "
     "stable=False to specify sort stability."},
    {"0.4.30", "auto x=2", "v f32[6]", "y = jnp.argsort(v, None, stable=False, descending=True)",
     "y i32[6]"},
    {"0.9.0", "auto x=2", "v f32[6]", "y = jnp.argsort(v, None, stable=False, descending=True)",
     "y i32[6]"},
    {"0.12.0.1", "auto x=2", "v f32[6]", "y = jnp.argsort(v, None, stable=False, descending=True)",
     "y i32[6]"},
    {"0.4.30", "auto x=2", "v f32[6]", "y = jnp.lexsort((v, v), batch_size=4)",
     "TypeError: lexsort() got an unexpected keyword argument 'batch_size'"},
    {"0.9.0", "auto x=2", "v f32[6]", "y = jnp.lexsort((v, v), batch_size=4)",
     "TypeError: lexsort() got an unexpected keyword argument 'batch_size'"},
    {"0.12.0.1", "auto x=2", "v f32[6]", "y = jnp.lexsort((v, v), batch_size=4)", "y i32[6]"},
    {"0.4.30", "auto x=2", "i i32[4,6]; v f32[6]", "y = jnp.lexsort((i, v))",
     "ValueError: all keys need to be the same shape"},
    {"0.9.0", "auto x=2", "i i32[4,6]; v f32[6]", "y = jnp.lexsort((i, v))",
     "ValueError: all keys need to be the same shape"},
    {"0.12.0.1", "auto x=2", "i i32[4,6]; v f32[6]", "y = jnp.lexsort((i, v))",
     "ValueError: all keys need to be the same shape"},
    {"0.4.30", "auto x=2", "v f32[6]", "y = jnp.argpartition(v, 3)", "y i32[6]"},
    {"0.9.0", "auto x=2", "v f32[6]", "y = jnp.argpartition(v, 3)", "y i32[6]"},
    {"0.12.0.1", "auto x=2", "v f32[6]", "y = jnp.argpartition(v, 3)", "y i32[6]"},
    {"0.4.30", "auto x=2", "v f32[6]", "y = jnp.sort(v, axis=1)",
     "ValueError: axis 1 is out of bounds for array of dimension 1"},
    {"0.9.0", "auto x=2", "v f32[6]", "y = jnp.sort(v, axis=1)",
     "ValueError: axis 1 is out of bounds for array of dimension 1"},
    {"0.12.0.1", "auto x=2", "v f32[6]", "y = jnp.sort(v, axis=1)",
     "ValueError: axis 1 is out of bounds for array of dimension 1"},
};

/* What changed of argsort, and the batches of lexsort. */
Test(numpy_sorting, sorting_in_other_releases)
{
	testing_programs(sorting_in_other_releases, ROWS(sorting_in_other_releases));
}
