/* SPDX-License-Identifier: Apache-2.0 */
/* Indexes as people write them: what each takes, and what is refused.
 * Rows are checked against JAX by testdata/programs/rows.py. */
#include "testing/program_cases.h"

static const struct program_case taken[] = {
    {"0.10.2", "x=2 y=4", "a f32[8,6,4]", "p = a[0]\nq = a[-1]\nr = a[1, 2]\nt = a[1, 2, 3]",
     "p f32[6,4]; q f32[6,4]; r f32[4]; t f32[]"},
    {"0.10.2", "x=2 y=4", "a f32[8,6,4]",
     "p = a[7, ..., 0]\nq = a[..., 1]\nr = a[...]\nt = a[..., None]",
     "p f32[6]; q f32[8,6]; r f32[8,6,4]; t f32[8,6,4,1]"},
    {"0.10.2", "x=2 y=4", "a f32[8,6,4]",
     "p = a[None]\nq = a[:, None, 2]\nr = a[jnp.newaxis, ..., None]",
     "p f32[1,8,6,4]; q f32[8,1,4]; r f32[1,8,6,4,1]"},
    {"0.10.2", "x=2 y=4", "a f32[8,6,4]",
     "p = a[2:5]\n"
     "q = a[::2]\n"
     "r = a[::-1]\n"
     "t = a[5:2]\n"
     "w = a[5:2:-1]\n"
     "x1 = a[-3:]\n"
     "y1 = a[:-2, 1:3]",
     "p f32[3,6,4]; q f32[4,6,4]; r f32[8,6,4]; t f32[0,6,4]; w f32[3,6,4]; x1 "
     "f32[3,6,4]; y1 f32[6,2,4]"},
    {"0.10.2", "x=2 y=4", "a f32[8,6,4]", "p = a[100:200]\nq = a[-100:3]\nr = a[:, 3:100:2]",
     "p f32[0,6,4]; q f32[3,6,4]; r f32[8,2,4]"},
    {"0.10.2", "x=2 y=4", "a f32[8,6,4]; i i32[3]",
     "p = a[i]\nq = a[:, i]\nr = a[i, i]\nt = a[i, :, 0]\nw = a[0, :, i]",
     "p f32[3,6,4]; q f32[8,3,4]; r f32[3,4]; t f32[3,6]; w f32[3,6]"},
    {"0.10.2", "x=2 y=4", "a f32[8,6,4]; i i32[3]; j i32[2,1]",
     "p = a[i[:, None], i]\nq = a[j, i]\nr = a[:, j]\nt = a[j, :, i]",
     "p f32[3,3,4]; q f32[2,3,4]; r f32[8,2,1,4]; t f32[2,3,6]"},
    {"0.10.2", "x=2 y=4", "a f32[8,6,4]", "p = a[[0, 2, 1]]",
     "TypeError: Using a non-tuple sequence for multidimensional indexing is not "
     "allowed; use `arr[array(seq)]` instead of `arr[seq]`. See "
     "https://github.com/jax-ml/jax/issues/4564 for more information."},
    {"0.10.2", "x=2 y=4", "a f32[8,6,4]",
     "p = a[jnp.array([0, 2, 1])]\n"
     "q = a[jnp.array([True, False])[:, None].any(), 0]",
     "NonConcreteBooleanIndexError: Array boolean indices must be concrete; got bool[]"},
    {"0.10.2", "x=2 y=4", "a f32[8,6,4]; v f32[6]; i i32[3]; u u8[3]",
     "p = a[u]\nq = v[u]\nr = v[i.astype(jnp.int8)]", "p f32[3,6,4]; q f32[3]; r f32[3]"},
    {"0.10.2", "x=2 y=4", "a f32[8,6,4]; v f32[6]; s f32[]",
     "p = a[s.astype(jnp.int32)]\nq = v[s.astype(jnp.int32)]", "p f32[6,4]; q f32[]"},
    {"0.10.2", "x=2 y=4", "a f32[8,6,4]; i i32[3]", "p = a[i[0]]\nq = a[i[0]:i[1]]",
     "IndexError: Slice entries must be static integers. Got slice(JitTracer(int32[]), "
     "JitTracer(int32[]), None) at position 0"},
    {"0.10.2", "x=2 y=4", "a f32[8,6,4]; v f32[6]; i i32[3]",
     "p = a[:, i[0]]\nq = v[i[0], None]\nr = a[i[0], ..., i[1]]", "p f32[8,4]; q f32[1]; r f32[6]"},
    {"0.10.2", "x=2 y=4", "s f32[]", "p = s[()]\nq = s[...]\nr = s[None]",
     "p f32[]; q f32[]; r f32[1]"},
    {"0.10.2", "x=2 y=4", "e f32[0,3]", "p = e[1:]\nq = e[:, 0]\nr = e[::-1]",
     "p f32[0,3]; q f32[0]; r f32[0,3]"},
    {"0.10.2", "x=2 y=4", "a f32[8,6,4]",
     "p = a[(0, 1)]\n"
     "q = a[(slice(0, 2), 1)]\n"
     "r = a[slice(None), slice(1, None, 2)]",
     "p f32[4]; q f32[2,4]; r f32[8,3,4]"},
    {"0.10.2", "x=2 y=4", "a f32[8,6,4]",
     "p = a[jnp.arange(3)]\nq = a[:, jnp.arange(2)[:, None], jnp.arange(3)]",
     "p f32[3,6,4]; q f32[8,2,3]"},
    {"0.10.2", "x=2 y=4", "a f32[8,6,4]; i i32[3]", "p = a[0:0]\nq = a[i[:0]]",
     "p f32[0,6,4]; q f32[0,6,4]"},
    {"0.10.2", "x=2 y=4", "a f32[8,6,4]; i i32[3]",
     "p = a.at[0].get()\n"
     "q = a.at[i].get(mode='fill', fill_value=0)\n"
     "r = a.at[0, i].get(indices_are_sorted=True, unique_indices=True)",
     "p f32[6,4]; q f32[3,6,4]; r f32[3,4]"},
    {"0.10.2", "x=2 y=4", "a f32[8,6,4]; i i32[3]; j i32[2,1]",
     "p = jnp.take(a, i)\n"
     "q = jnp.take(a, i, axis=1)\n"
     "r = jnp.take(a, 0, axis=-1)\n"
     "t = jnp.take(a, j, axis=2, mode='clip')",
     "p f32[3]; q f32[8,3,4]; r f32[8,6]; t f32[8,6,2,1]"},
    {"0.10.2", "x=2 y=4", "a f32[8,6,4]; v f32[6]; i i32[3]",
     "p = jnp.take_along_axis(a, jnp.zeros((8, 6, 1), jnp.int32), axis=2)\n"
     "q = jnp.take_along_axis(v, i, axis=0)\n"
     "r = jnp.take_along_axis(v, i, axis=None)",
     "p f32[8,6,1]; q f32[3]; r f32[3]"},
    {"0.10.2", "x=2 y=4", "c f32[8@x,6]", "p = c[0]\nq = c[:, 0]\nr = c[:4]",
     "ShardingTypeError: slicing on sharded dims where out dim (1) is not divisible by "
     "mesh axes (2) with spec (x) is not implemented. Got input type=f32[8@x,6] and "
     "output shape=(1, 6)"},
    {"0.10.2", "x=2 y=4", "i i32[3]; c f32[8@x,6]", "p = c[:, i]\nq = c[::2]",
     "p f32[8@x,3]; q f32[4@x,6]"},
    {"0.10.2", "x=2 y=4", "c f32[8@x,6]", "p = c[None, :, 2:4]", "p f32[1,8@x,2]"},
    {"0.10.2", "x=2 y=4", "c f32[8@x,6]", "p = c[-8:]", "p f32[8@x,6]"},
};

/* Integers, slices, dots, new dimensions, lists, masks and arrays take what they take in NumPy. */
Test(index_parameters, take_what_jax_takes)
{
	testing_programs(taken, ROWS(taken));
}

static const struct program_case refused[] = {
    {"0.10.2", "x=2 y=4", "a f32[8,6,4]", "p = a[0, 0, 0, 0]",
     "IndexError: Too many indices: array is 3-dimensional, but 4 were indexed"},
    {"0.6.0", "x=2 y=4", "a f32[8,6,4]", "p = a[0, 0, 0, 0]",
     "IndexError: Too many indices: 3-dimensional array indexed with 4 regular "
     "indices."},
    {"0.12.0.1", "x=2 y=4", "a f32[8,6,4]", "p = a[0, 0, 0, 0]",
     "IndexError: Too many indices: array is 3-dimensional, but 4 were indexed"},
    {"0.10.2", "x=2 y=4", "s f32[]", "p = s[0]",
     "IndexError: Too many indices: array is 0-dimensional, but 1 were indexed"},
    {"0.6.0", "x=2 y=4", "s f32[]", "p = s[0]",
     "IndexError: Too many indices: 0-dimensional array indexed with 1 regular index."},
    {"0.12.0.1", "x=2 y=4", "s f32[]", "p = s[0]",
     "IndexError: Too many indices: array is 0-dimensional, but 1 were indexed"},
    {"0.10.2", "x=2 y=4", "a f32[8,6,4]", "p = a[..., ...]",
     "IndexError: an index can only have a single ellipsis ('...')"},
    {"0.6.0", "x=2 y=4", "a f32[8,6,4]", "p = a[..., ...]",
     "IndexError: Multiple ellipses (...) not supported: [<class 'ellipsis'>, <class "
     "'ellipsis'>]."},
    {"0.12.0.1", "x=2 y=4", "a f32[8,6,4]", "p = a[..., ...]",
     "IndexError: an index can only have a single ellipsis ('...')"},
    {"0.10.2", "x=2 y=4", "a f32[8,6,4]", "p = a[0, ..., 0, ...]",
     "IndexError: an index can only have a single ellipsis ('...')"},
    {"0.6.0", "x=2 y=4", "a f32[8,6,4]", "p = a[0, ..., 0, ...]",
     "IndexError: Multiple ellipses (...) not supported: [<class 'int'>, <class "
     "'ellipsis'>, <class 'int'>, <class 'ellipsis'>]."},
    {"0.12.0.1", "x=2 y=4", "a f32[8,6,4]", "p = a[0, ..., 0, ...]",
     "IndexError: an index can only have a single ellipsis ('...')"},
    {"0.10.2", "x=2 y=4", "a f32[8,6,4]; f f32[3]", "p = a[f]",
     "TypeError: Indexer must have integer or boolean type, got indexer with type "
     "float32"},
    {"0.6.0", "x=2 y=4", "a f32[8,6,4]; f f32[3]", "p = a[f]",
     "TypeError: Indexer must have integer or boolean type, got indexer with type "
     "float32 at position 0, indexer value "
     "Traced<ShapedArray(float32[3])>with<DynamicJaxprTrace>"},
    {"0.12.0.1", "x=2 y=4", "a f32[8,6,4]; f f32[3]", "p = a[f]",
     "TypeError: Indexer must have integer or boolean type, got indexer with type "
     "float32"},
    {"0.10.2", "x=2 y=4", "a f32[8,6,4]", "p = a[1.0]",
     "TypeError: Indexer must have integer or boolean type, got indexer with type "
     "float64"},
    {"0.6.0", "x=2 y=4", "a f32[8,6,4]", "p = a[1.0]",
     "TypeError: Indexer must have integer or boolean type, got indexer with type "
     "float32 at position 0, indexer value 1.0"},
    {"0.12.0.1", "x=2 y=4", "a f32[8,6,4]", "p = a[1.0]",
     "TypeError: Indexer must have integer or boolean type, got indexer with type "
     "float64"},
    {"0.10.2", "x=2 y=4", "a f32[8,6,4]", "p = a['x']",
     "TypeError: JAX does not support string indexing; got idx='x'"},
    {"0.6.0", "x=2 y=4", "a f32[8,6,4]", "p = a['x']",
     "TypeError: JAX does not support string indexing; got idx=('x',)"},
    {"0.12.0.1", "x=2 y=4", "a f32[8,6,4]", "p = a['x']",
     "TypeError: JAX does not support string indexing; got idx='x'"},
    {"0.10.2", "x=2 y=4", "a f32[8,6,4]", "p = a[:, 'x']",
     "TypeError: JAX does not support string indexing; got idx='x'"},
    {"0.6.0", "x=2 y=4", "a f32[8,6,4]", "p = a[:, 'x']",
     "TypeError: JAX does not support string indexing; got idx=(slice(None, None, "
     "None), 'x')"},
    {"0.12.0.1", "x=2 y=4", "a f32[8,6,4]", "p = a[:, 'x']",
     "TypeError: JAX does not support string indexing; got idx='x'"},
    {"0.10.2", "x=2 y=4", "a f32[8,6,4]; b bool[8]", "p = a[b]",
     "NonConcreteBooleanIndexError: Array boolean indices must be concrete; got "
     "bool[8]"},
    {"0.6.0", "x=2 y=4", "a f32[8,6,4]; b bool[8]", "p = a[b]",
     "NonConcreteBooleanIndexError: Array boolean indices must be concrete; got "
     "ShapedArray(bool[8])"},
    {"0.12.0.1", "x=2 y=4", "a f32[8,6,4]; b bool[8]", "p = a[b]",
     "NonConcreteBooleanIndexError: Array boolean indices must be concrete; got "
     "bool[8]"},
    {"0.10.2", "x=2 y=4", "a f32[8,6,4]; m bool[8,6]", "p = a[m]",
     "NonConcreteBooleanIndexError: Array boolean indices must be concrete; got "
     "bool[8,6]"},
    {"0.6.0", "x=2 y=4", "a f32[8,6,4]; m bool[8,6]", "p = a[m]",
     "NonConcreteBooleanIndexError: Array boolean indices must be concrete; got "
     "ShapedArray(bool[8,6])"},
    {"0.12.0.1", "x=2 y=4", "a f32[8,6,4]; m bool[8,6]", "p = a[m]",
     "NonConcreteBooleanIndexError: Array boolean indices must be concrete; got "
     "bool[8,6]"},
    {"0.10.2", "x=2 y=4", "a f32[8,6,4]; b bool[8]", "p = a[:, b]",
     "NonConcreteBooleanIndexError: Array boolean indices must be concrete; got "
     "bool[8]"},
    {"0.6.0", "x=2 y=4", "a f32[8,6,4]; b bool[8]", "p = a[:, b]",
     "NonConcreteBooleanIndexError: Array boolean indices must be concrete; got "
     "ShapedArray(bool[8])"},
    {"0.12.0.1", "x=2 y=4", "a f32[8,6,4]; b bool[8]", "p = a[:, b]",
     "NonConcreteBooleanIndexError: Array boolean indices must be concrete; got "
     "bool[8]"},
    {"0.10.2", "x=2 y=4", "a f32[8,6,4]; n bool[]", "p = a[n]",
     "NonConcreteBooleanIndexError: Array boolean indices must be concrete; got bool[]"},
    {"0.6.0", "x=2 y=4", "a f32[8,6,4]; n bool[]", "p = a[n]",
     "NonConcreteBooleanIndexError: Array boolean indices must be concrete; got "
     "ShapedArray(bool[])"},
    {"0.12.0.1", "x=2 y=4", "a f32[8,6,4]; n bool[]", "p = a[n]",
     "NonConcreteBooleanIndexError: Array boolean indices must be concrete; got bool[]"},
    {"0.10.2", "x=2 y=4", "a f32[8,6,4]", "p = a[jnp.array([True, False, True])]",
     "NonConcreteBooleanIndexError: Array boolean indices must be concrete; got "
     "bool[3]"},
    {"0.6.0", "x=2 y=4", "a f32[8,6,4]", "p = a[jnp.array([True, False, True])]",
     "NonConcreteBooleanIndexError: Array boolean indices must be concrete; got "
     "ShapedArray(bool[3])"},
    {"0.12.0.1", "x=2 y=4", "a f32[8,6,4]", "p = a[jnp.array([True, False, True])]",
     "NonConcreteBooleanIndexError: Array boolean indices must be concrete; got "
     "bool[3]"},
    {"0.10.2", "x=2 y=4", "a f32[8,6,4]; i i32[3]; l i32[2,5]", "p = a[i, l]",
     "ValueError: Incompatible shapes for broadcasting: shapes=[(3,), (2, 5)]"},
    {"0.10.2", "x=2 y=4", "a f32[8,6,4]", "p = a[jnp.arange(3), jnp.arange(2)]",
     "ValueError: Incompatible shapes for broadcasting: shapes=[(3,), (2,)]"},
    {"0.10.2", "x=2 y=4", "a f32[8,6,4]", "p = a[0:1.5]",
     "TypeError: 'float' object cannot be interpreted as an integer"},
    {"0.10.2", "x=2 y=4", "a f32[8,6,4]", "p = a[1:2:0]", "ValueError: slice step cannot be zero"},
    {"0.10.2", "x=2 y=4", "a f32[8,6,4]; i i32[3]", "p = a[i:]",
     "IndexError: Slice entries must be static integers. Got "
     "slice(JitTracer(int32[3]), None, None) at position 0"},
    {"0.6.0", "x=2 y=4", "a f32[8,6,4]; i i32[3]", "p = a[i:]",
     "IndexError: Array slice indices must have static start/stop/step to be used with "
     "NumPy indexing syntax. Found "
     "slice(Traced<ShapedArray(int32[3])>with<DynamicJaxprTrace>, None, None). To "
     "index a statically sized array at a dynamic position, try "
     "lax.dynamic_slice/dynamic_update_slice (JAX does not support dynamically sized "
     "arrays within JIT compiled functions)."},
    {"0.12.0.1", "x=2 y=4", "a f32[8,6,4]; i i32[3]", "p = a[i:]",
     "IndexError: Array slice indices must have static start/stop/step to be used with "
     "NumPy indexing syntax. Got slice(JitTracer(int32[3]), None, None) at position 0. "
     "To index an array at a dynamic position with a static slice size, use "
     "x[jax.ds(start, size)] or lax.dynamic_slice/dynamic_update_slice instead (JAX "
     "does not support dynamically sized arrays within traced functions)."},
    {"0.10.2", "x=2 y=4", "a f32[8,6,4]; i i32[3]", "p = a[i[0]:]",
     "IndexError: Slice entries must be static integers. Got slice(JitTracer(int32[]), "
     "None, None) at position 0"},
    {"0.6.0", "x=2 y=4", "a f32[8,6,4]; i i32[3]", "p = a[i[0]:]",
     "IndexError: Array slice indices must have static start/stop/step to be used with "
     "NumPy indexing syntax. Found "
     "slice(Traced<ShapedArray(int32[])>with<DynamicJaxprTrace>, None, None). To index "
     "a statically sized array at a dynamic position, try "
     "lax.dynamic_slice/dynamic_update_slice (JAX does not support dynamically sized "
     "arrays within JIT compiled functions)."},
    {"0.12.0.1", "x=2 y=4", "a f32[8,6,4]; i i32[3]", "p = a[i[0]:]",
     "IndexError: Array slice indices must have static start/stop/step to be used with "
     "NumPy indexing syntax. Got slice(JitTracer(int32[]), None, None) at position 0. "
     "To index an array at a dynamic position with a static slice size, use "
     "x[jax.ds(start, size)] or lax.dynamic_slice/dynamic_update_slice instead (JAX "
     "does not support dynamically sized arrays within traced functions)."},
    {"0.10.2", "x=2 y=4", "a f32[8,6,4]; f f32[3]", "p = a[:f[0]]",
     "IndexError: Slice entries must be static integers. Got slice(None, "
     "JitTracer(float32[]), None) at position 0"},
    {"0.6.0", "x=2 y=4", "a f32[8,6,4]; f f32[3]", "p = a[:f[0]]",
     "IndexError: Array slice indices must have static start/stop/step to be used with "
     "NumPy indexing syntax. Found slice(None, "
     "Traced<ShapedArray(float32[])>with<DynamicJaxprTrace>, None). To index a "
     "statically sized array at a dynamic position, try "
     "lax.dynamic_slice/dynamic_update_slice (JAX does not support dynamically sized "
     "arrays within JIT compiled functions)."},
    {"0.12.0.1", "x=2 y=4", "a f32[8,6,4]; f f32[3]", "p = a[:f[0]]",
     "IndexError: Array slice indices must have static start/stop/step to be used with "
     "NumPy indexing syntax. Got slice(None, JitTracer(float32[]), None) at position "
     "0. To index an array at a dynamic position with a static slice size, use "
     "x[jax.ds(start, size)] or lax.dynamic_slice/dynamic_update_slice instead (JAX "
     "does not support dynamically sized arrays within traced functions)."},
    {"0.10.2", "x=2 y=4", "a f32[8,6,4]", "p = a[[0, 1], [0, 1, 2]]",
     "ValueError: Incompatible shapes for broadcasting: shapes=[(2,), (3,)]"},
    {"0.10.2", "x=2 y=4", "a f32[8,6,4]", "p = a[[0.5, 1]]",
     "TypeError: Using a non-tuple sequence for multidimensional indexing is not "
     "allowed; use `arr[array(seq)]` instead of `arr[seq]`. See "
     "https://github.com/jax-ml/jax/issues/4564 for more information."},
    {"0.10.2", "x=2 y=4", "a f32[8,6,4]", "p = a[[]]",
     "TypeError: Using a non-tuple sequence for multidimensional indexing is not "
     "allowed; use `arr[array(seq)]` instead of `arr[seq]`. See "
     "https://github.com/jax-ml/jax/issues/4564 for more information."},
    {"0.10.2", "x=2 y=4", "a f32[8,6,4]", "p = a[[[0, 1], [1, 0]]]",
     "TypeError: Using a non-tuple sequence for multidimensional indexing is not "
     "allowed; use `arr[tuple(seq)]` instead of `arr[seq]`. See "
     "https://github.com/jax-ml/jax/issues/4564 for more information."},
    {"0.10.2", "x=2 y=4", "a f32[8,6,4]; i i32[3]", "p = a[[i[0], 1]]",
     "TypeError: Using a non-tuple sequence for multidimensional indexing is not "
     "allowed; use `arr[array(seq)]` instead of `arr[seq]`. See "
     "https://github.com/jax-ml/jax/issues/4564 for more information."},
    {"0.10.2", "x=2 y=4", "a f32[8,6,4]", "p = a[{}]",
     "IndexError: only integers, slices (`:`), ellipsis (`...`), newaxis (`None`) and "
     "integer or boolean arrays are valid indices. Got {}"},
    {"0.6.0", "x=2 y=4", "a f32[8,6,4]", "p = a[{}]",
     "IndexError: Indexing mode not yet supported. Got unsupported indexer at position "
     "0: {}"},
    {"0.12.0.1", "x=2 y=4", "a f32[8,6,4]", "p = a[{}]",
     "IndexError: only integers, slices (`:`), ellipsis (`...`), newaxis (`None`) and "
     "integer or boolean arrays are valid indices. Got {}"},
    {"0.10.2", "x=2 y=4", "a f32[8,6,4]", "p = a[(0, (1, 2))]", "p f32[2,4]"},
    {"0.10.2", "x=2 y=4", "a f32[8,6,4]", "p = a[8]", "p f32[6,4]"},
    {"0.10.2", "x=2 y=4", "a f32[8,6,4]", "p = a[-9]", "p f32[6,4]"},
    {"0.10.2", "x=2 y=4", "a f32[8,6,4]", "p = a[0, 6]", "p f32[4]"},
    {"0.10.2", "x=2 y=4", "a f32[8,6,4]", "p = a[True]", "p f32[1,8,6,4]"},
    {"0.10.2", "x=2 y=4", "a f32[8,6,4]", "p = a[False]", "p f32[0,8,6,4]"},
    {"0.10.2", "x=2 y=4", "a f32[8,6,4]", "p = a[None, True]", "p f32[1,1,1,6,4]"},
    {"0.10.2", "x=2 y=4", "a f32[8,6,4]; b bool[8]", "p = a[2, b[:6]]",
     "NonConcreteBooleanIndexError: Array boolean indices must be concrete; got "
     "bool[6]"},
    {"0.6.0", "x=2 y=4", "a f32[8,6,4]; b bool[8]", "p = a[2, b[:6]]",
     "NonConcreteBooleanIndexError: Array boolean indices must be concrete; got "
     "ShapedArray(bool[6])"},
    {"0.12.0.1", "x=2 y=4", "a f32[8,6,4]; b bool[8]", "p = a[2, b[:6]]",
     "NonConcreteBooleanIndexError: Array boolean indices must be concrete; got "
     "bool[6]"},
    {"0.10.2", "x=2 y=4", "a f32[8,6,4]; f f32[3]", "p = jnp.take(a, f)",
     "ValueError: indices must have an integer type"},
    {"0.10.2", "x=2 y=4", "a f32[8,6,4]; i i32[3]", "p = jnp.take(a, i, axis=3)",
     "ValueError: axis 3 is out of bounds for array of dimension 3"},
    {"0.10.2", "x=2 y=4", "a f32[8,6,4]; i i32[3]", "p = jnp.take(a, i, mode='raise')",
     "NotImplementedError: The 'raise' mode to jnp.take is not supported."},
    {"0.10.2", "x=2 y=4", "a f32[8,6,4]; i i32[3]", "p = jnp.take(a, i, mode='bogus')",
     "ValueError: Invalid mode 'bogus' for np.take"},
    {"0.10.2", "x=2 y=4", "a f32[8,6,4]; i i32[3]", "p = jnp.take_along_axis(a, i, axis=0)",
     "ValueError: indices and arr must have the same number of dimensions; 1 vs. 3"},
    {"0.10.2", "x=2 y=4", "v f32[6]; f f32[3]", "p = jnp.take_along_axis(v, f, axis=0)",
     "TypeError: take_along_axis indices must be of integer type, got float32"},
    {"0.10.2", "x=2 y=4", "a f32[8,6,4]",
     "p = jnp.take_along_axis(a, jnp.zeros((8, 5, 4), jnp.int32), axis=0)",
     "ValueError: Incompatible shapes for broadcasting: shapes=[(8, 5, 4), (1, 6, 4)]"},
    {"0.10.2", "x=2 y=4", "a f32[8,6,4]", "p = a.at[0].get(mode='bogus')",
     "ValueError: Unknown gather mode \"bogus\""},
    {"0.6.0", "x=2 y=4", "a f32[8,6,4]", "p = a.at[0].get(mode='bogus')", "p f32[6,4]"},
    {"0.12.0.1", "x=2 y=4", "a f32[8,6,4]", "p = a.at[0].get(mode='bogus')",
     "ValueError: Unknown gather mode \"bogus\""},
    {"0.10.2", "x=2 y=4", "a f32[8,6,4]", "p = a.at[0]", ""},
    {"0.10.2", "x=2 y=4", "a f32[8,6,4]; f f32[3]", "p = a.at[f].get()",
     "TypeError: Indexer must have integer or boolean type, got indexer with type "
     "float32"},
    {"0.6.0", "x=2 y=4", "a f32[8,6,4]; f f32[3]", "p = a.at[f].get()",
     "TypeError: Indexer must have integer or boolean type, got indexer with type "
     "float32 at position 0, indexer value "
     "Traced<ShapedArray(float32[3])>with<DynamicJaxprTrace>"},
    {"0.12.0.1", "x=2 y=4", "a f32[8,6,4]; f f32[3]", "p = a.at[f].get()",
     "TypeError: Indexer must have integer or boolean type, got indexer with type "
     "float32"},
    {"0.10.2", "x=2 y=4", "a f32[8,6,4]", "p = a.at[0, 0, 0, 0].get()",
     "IndexError: Too many indices: array is 3-dimensional, but 4 were indexed"},
    {"0.6.0", "x=2 y=4", "a f32[8,6,4]", "p = a.at[0, 0, 0, 0].get()",
     "IndexError: Too many indices: 3-dimensional array indexed with 4 regular "
     "indices."},
    {"0.12.0.1", "x=2 y=4", "a f32[8,6,4]", "p = a.at[0, 0, 0, 0].get()",
     "IndexError: Too many indices: array is 3-dimensional, but 4 were indexed"},
    {"0.10.2", "x=2 y=4", "c f32[8@x,6]; k i32[8@x]", "p = c[k]",
     "ShardingTypeError: Use `.at[...].get(out_sharding=)` to provide output "
     "PartitionSpec for the gather indexing as out sharding could not be resolved "
     "unambiguously (or would require collectives on inputs). Got "
     "operand=ShapedArray(float32[8@x,6]), indices=ShapedArray(int32[8@x,1])"},
    {"0.6.0", "x=2 y=4", "c f32[8@x,6]; k i32[8@x]", "p = c[k]",
     "ShardingTypeError: Use `.at[...].get(out_sharding=)` to provide output "
     "PartitionSpec for the gather indexing."},
    {"0.12.0.1", "x=2 y=4", "c f32[8@x,6]; k i32[8@x]", "p = c[k]",
     "ShardingTypeError: Use `.at[...].get(out_sharding=)` to provide output "
     "PartitionSpec for the gather indexing as out sharding could not be resolved "
     "unambiguously (or would require collectives on inputs). Got "
     "operand=ShapedArray(float32[8@x,6]), indices=ShapedArray(int32[8@x,1])"},
    {"0.10.2", "x=2 y=4", "c f32[8@x,6]; k i32[8@x]", "p = c[k, 0]",
     "ShardingTypeError: Use `.at[...].get(out_sharding=)` to provide output "
     "PartitionSpec for the gather indexing as out sharding could not be resolved "
     "unambiguously (or would require collectives on inputs). Got "
     "operand=ShapedArray(float32[8@x,6]), indices=ShapedArray(int32[8@x,2])"},
    {"0.6.0", "x=2 y=4", "c f32[8@x,6]; k i32[8@x]", "p = c[k, 0]",
     "ShardingTypeError: Use `.at[...].get(out_sharding=)` to provide output "
     "PartitionSpec for the gather indexing."},
    {"0.12.0.1", "x=2 y=4", "c f32[8@x,6]; k i32[8@x]", "p = c[k, 0]",
     "ShardingTypeError: Use `.at[...].get(out_sharding=)` to provide output "
     "PartitionSpec for the gather indexing as out sharding could not be resolved "
     "unambiguously (or would require collectives on inputs). Got "
     "operand=ShapedArray(float32[8@x,6]), indices=ShapedArray(int32[8@x,2])"},
    {"0.10.2", "x=2 y=4", "i i32[3]; c f32[8@x,6]", "p = c[i]",
     "ShardingTypeError: Use `.at[...].get(out_sharding=)` to provide output "
     "PartitionSpec for the gather indexing as out sharding could not be resolved "
     "unambiguously (or would require collectives on inputs). Got "
     "operand=ShapedArray(float32[8@x,6]), indices=ShapedArray(int32[3,1])"},
    {"0.6.0", "x=2 y=4", "i i32[3]; c f32[8@x,6]", "p = c[i]",
     "ShardingTypeError: Use `.at[...].get(out_sharding=)` to provide output "
     "PartitionSpec for the gather indexing."},
    {"0.12.0.1", "x=2 y=4", "i i32[3]; c f32[8@x,6]", "p = c[i]",
     "ShardingTypeError: Use `.at[...].get(out_sharding=)` to provide output "
     "PartitionSpec for the gather indexing as out sharding could not be resolved "
     "unambiguously (or would require collectives on inputs). Got "
     "operand=ShapedArray(float32[8@x,6]), indices=ShapedArray(int32[3,1])"},
    {"0.10.2", "x=2 y=4", "c f32[8@x,6]; k i32[8@x]", "p = c[0, k]",
     "ShardingTypeError: Use `.at[...].get(out_sharding=)` to provide output "
     "PartitionSpec for the gather indexing as out sharding could not be resolved "
     "unambiguously (or would require collectives on inputs). Got "
     "operand=ShapedArray(float32[8@x,6]), indices=ShapedArray(int32[8@x,2])"},
    {"0.6.0", "x=2 y=4", "c f32[8@x,6]; k i32[8@x]", "p = c[0, k]",
     "ShardingTypeError: Use `.at[...].get(out_sharding=)` to provide output "
     "PartitionSpec for the gather indexing."},
    {"0.12.0.1", "x=2 y=4", "c f32[8@x,6]; k i32[8@x]", "p = c[0, k]",
     "ShardingTypeError: Use `.at[...].get(out_sharding=)` to provide output "
     "PartitionSpec for the gather indexing as out sharding could not be resolved "
     "unambiguously (or would require collectives on inputs). Got "
     "operand=ShapedArray(float32[8@x,6]), indices=ShapedArray(int32[8@x,2])"},
    {"0.10.2", "x=2 y=4", "c f32[8@x,6]; k i32[8@x]", "p = c[:, k]",
     "DuplicateSpecError: A single NamedSharding spec specification can map every mesh "
     "axis to at most one positional dimension, but P('x', 'x') has duplicate entries "
     "for `x`"},
    {"0.6.0", "x=2 y=4", "c f32[8@x,6]; k i32[8@x]", "p = c[:, k]",
     "ShardingTypeError: Use `.at[...].get(out_sharding=)` to provide output "
     "PartitionSpec for the gather indexing."},
    {"0.12.0.1", "x=2 y=4", "c f32[8@x,6]; k i32[8@x]", "p = c[:, k]",
     "DuplicateSpecError: A single NamedSharding spec specification can map every mesh "
     "axis to at most one positional dimension, but P('x', 'x') has duplicate entries "
     "for `x`"},
    {"0.10.2", "x=2 y=4", "c f32[8@x,6]", "p = c[3:5]", "p f32[2@x,6]"},
    {"0.10.2", "x=2 y=4", "c f32[8@x,6]", "p = c[1:]",
     "ShardingTypeError: slicing on sharded dims where out dim (7) is not divisible by "
     "mesh axes (2) with spec (x) is not implemented. Got input type=f32[8@x,6] and "
     "output shape=(7, 6)"},
    {"0.6.0", "x=2 y=4", "c f32[8@x,6]", "p = c[1:]",
     "ShardingTypeError: slicing on sharded dims where out dim (7) is not divisble by "
     "mesh axes (2) with spec (x) is not implemented."},
    {"0.12.0.1", "x=2 y=4", "c f32[8@x,6]", "p = c[1:]",
     "ShardingTypeError: slicing on sharded dims where out dim (7) is not divisible by "
     "mesh axes (2) with spec (x) is not implemented. Got input type=f32[8@x,6] and "
     "output shape=(7, 6)"},
};

/* Indexes beyond the rank, of other dtypes, or that are known only when the program runs. */
Test(index_parameters, refuse_indexes)
{
	testing_programs(refused, ROWS(refused));
}

static const struct program_case updates[] = {
    {"0.10.2", "x=2 y=4", "a f32[8,6]; v f32[6]; h bf16[6]",
     "p = a.at[0].set(v)\n"
     "q = a.at[0].set(1)\n"
     "r = a.at[0].set(h)\n"
     "t = a.at[0, 0].add(2.5)",
     "p f32[8,6]; q f32[8,6]; r f32[8,6]; t f32[8,6]"},
    {"0.6.0", "x=2 y=4", "a f32[8,6]; v f32[6]; h bf16[6]",
     "p = a.at[0].set(v)\n"
     "q = a.at[0].set(1)\n"
     "r = a.at[0].set(h)\n"
     "t = a.at[0, 0].add(2.5)",
     "ShardingTypeError: sharding rule for scatter is not implemented. Please file a "
     "bug at https://github.com/jax-ml/jax/issues. You can work around this error by "
     "dropping that operation into full auto sharding mode via: "
     "`jax.experimental.shard.auto_axes(fun, out_shardings=...)`"},
    {"0.12.0.1", "x=2 y=4", "a f32[8,6]; v f32[6]; h bf16[6]",
     "p = a.at[0].set(v)\n"
     "q = a.at[0].set(1)\n"
     "r = a.at[0].set(h)\n"
     "t = a.at[0, 0].add(2.5)",
     "p f32[8,6]; q f32[8,6]; r f32[8,6]; t f32[8,6]"},
    {"0.10.2", "x=2 y=4", "a f32[8,6]; v f32[6]; i i32[3]",
     "p = a.at[:, 0].set(jnp.ones(8))\n"
     "q = a.at[i].add(v)\n"
     "r = a.at[i, i].max(0.0)\n"
     "t = a.at[...].set(0.0)",
     "p f32[8,6]; q f32[8,6]; r f32[8,6]; t f32[8,6]"},
    {"0.6.0", "x=2 y=4", "a f32[8,6]; v f32[6]; i i32[3]",
     "p = a.at[:, 0].set(jnp.ones(8))\n"
     "q = a.at[i].add(v)\n"
     "r = a.at[i, i].max(0.0)\n"
     "t = a.at[...].set(0.0)",
     "ShardingTypeError: sharding rule for scatter is not implemented. Please file a "
     "bug at https://github.com/jax-ml/jax/issues. You can work around this error by "
     "dropping that operation into full auto sharding mode via: "
     "`jax.experimental.shard.auto_axes(fun, out_shardings=...)`"},
    {"0.12.0.1", "x=2 y=4", "a f32[8,6]; v f32[6]; i i32[3]",
     "p = a.at[:, 0].set(jnp.ones(8))\n"
     "q = a.at[i].add(v)\n"
     "r = a.at[i, i].max(0.0)\n"
     "t = a.at[...].set(0.0)",
     "p f32[8,6]; q f32[8,6]; r f32[8,6]; t f32[8,6]"},
    {"0.10.2", "x=2 y=4", "a f32[8,6]; v f32[6]",
     "p = a.at[::2].mul(v)\n"
     "q = a.at[1:3, ::-1].set(1.0)\n"
     "r = a.at[None, 0].set(v)",
     "p f32[8,6]; q f32[8,6]; r f32[8,6]"},
    {"0.6.0", "x=2 y=4", "a f32[8,6]; v f32[6]",
     "p = a.at[::2].mul(v)\n"
     "q = a.at[1:3, ::-1].set(1.0)\n"
     "r = a.at[None, 0].set(v)",
     "ShardingTypeError: sharding rule for scatter-mul is not implemented. Please file "
     "a bug at https://github.com/jax-ml/jax/issues. You can work around this error by "
     "dropping that operation into full auto sharding mode via: "
     "`jax.experimental.shard.auto_axes(fun, out_shardings=...)`"},
    {"0.12.0.1", "x=2 y=4", "a f32[8,6]; v f32[6]",
     "p = a.at[::2].mul(v)\n"
     "q = a.at[1:3, ::-1].set(1.0)\n"
     "r = a.at[None, 0].set(v)",
     "p f32[8,6]; q f32[8,6]; r f32[8,6]"},
    {"0.10.2", "x=2 y=4", "a f32[8,6]", "p = a.at[0].set(jnp.ones(5))",
     "ValueError: Incompatible types for broadcasting: input type=float32[5] and "
     "requested type=float32[6]"},
    {"0.6.0", "x=2 y=4", "a f32[8,6]", "p = a.at[0].set(jnp.ones(5))",
     "ValueError: Incompatible shapes for broadcasting: (5,) and requested shape (6,)"},
    {"0.12.0.1", "x=2 y=4", "a f32[8,6]", "p = a.at[0].set(jnp.ones(5))",
     "ValueError: Incompatible types for broadcasting: input type=float32[5] and "
     "requested type=float32[6]"},
    {"0.10.2", "x=2 y=4", "a f32[8,6]", "p = a.at[0].set(jnp.ones((2, 6)))",
     "ValueError: Cannot broadcast to shape with fewer dimensions: arr_shape=(2, 6) "
     "shape=(6,)"},
    {"0.10.2", "x=2 y=4", "a f32[8,6]", "p = a.at[0].set(jnp.ones((1, 6)))",
     "ValueError: Cannot broadcast to shape with fewer dimensions: arr_shape=(1, 6) "
     "shape=(6,)"},
    {"0.10.2", "x=2 y=4", "a f32[8,6]; i i32[3]", "p = a.at[i].set(jnp.ones((2, 6)))",
     "ValueError: Incompatible types for broadcasting: input type=float32[2,6] and "
     "requested type=float32[3,6]"},
    {"0.6.0", "x=2 y=4", "a f32[8,6]; i i32[3]", "p = a.at[i].set(jnp.ones((2, 6)))",
     "ValueError: Incompatible shapes for broadcasting: (2, 6) and requested shape (3, "
     "6)"},
    {"0.12.0.1", "x=2 y=4", "a f32[8,6]; i i32[3]", "p = a.at[i].set(jnp.ones((2, 6)))",
     "ValueError: Incompatible types for broadcasting: input type=float32[2,6] and "
     "requested type=float32[3,6]"},
    {"0.10.2", "x=2 y=4", "a f32[8,6]; z c64[6]", "p = a.at[0].set(z)", "p f32[8,6]"},
    {"0.6.0", "x=2 y=4", "a f32[8,6]; z c64[6]", "p = a.at[0].set(z)",
     "ShardingTypeError: sharding rule for scatter is not implemented. Please file a "
     "bug at https://github.com/jax-ml/jax/issues. You can work around this error by "
     "dropping that operation into full auto sharding mode via: "
     "`jax.experimental.shard.auto_axes(fun, out_shardings=...)`"},
    {"0.12.0.1", "x=2 y=4", "a f32[8,6]; z c64[6]", "p = a.at[0].set(z)", "p f32[8,6]"},
    {"0.10.2", "x=2 y=4", "v f32[6]; n i32[8,6]", "p = n.at[0].set(v)", "p i32[8,6]"},
    {"0.6.0", "x=2 y=4", "v f32[6]; n i32[8,6]", "p = n.at[0].set(v)",
     "ShardingTypeError: sharding rule for scatter is not implemented. Please file a "
     "bug at https://github.com/jax-ml/jax/issues. You can work around this error by "
     "dropping that operation into full auto sharding mode via: "
     "`jax.experimental.shard.auto_axes(fun, out_shardings=...)`"},
    {"0.12.0.1", "x=2 y=4", "v f32[6]; n i32[8,6]", "p = n.at[0].set(v)", "p i32[8,6]"},
    {"0.10.2", "x=2 y=4", "n i32[8,6]", "p = n.at[0].add(1.5)", "p i32[8,6]"},
    {"0.6.0", "x=2 y=4", "n i32[8,6]", "p = n.at[0].add(1.5)",
     "ShardingTypeError: sharding rule for scatter-add is not implemented. Please file "
     "a bug at https://github.com/jax-ml/jax/issues. You can work around this error by "
     "dropping that operation into full auto sharding mode via: "
     "`jax.experimental.shard.auto_axes(fun, out_shardings=...)`"},
    {"0.12.0.1", "x=2 y=4", "n i32[8,6]", "p = n.at[0].add(1.5)", "p i32[8,6]"},
    {"0.10.2", "x=2 y=4", "b bool[8]; m bool[8,6]; n i32[8,6]",
     "p = n.at[0].set(True)\nq = b.at[0].set(1)\nr = m.at[0].set(True)",
     "p i32[8,6]; q bool[8]; r bool[8,6]"},
    {"0.6.0", "x=2 y=4", "b bool[8]; m bool[8,6]; n i32[8,6]",
     "p = n.at[0].set(True)\nq = b.at[0].set(1)\nr = m.at[0].set(True)",
     "ShardingTypeError: sharding rule for scatter is not implemented. Please file a "
     "bug at https://github.com/jax-ml/jax/issues. You can work around this error by "
     "dropping that operation into full auto sharding mode via: "
     "`jax.experimental.shard.auto_axes(fun, out_shardings=...)`"},
    {"0.12.0.1", "x=2 y=4", "b bool[8]; m bool[8,6]; n i32[8,6]",
     "p = n.at[0].set(True)\nq = b.at[0].set(1)\nr = m.at[0].set(True)",
     "p i32[8,6]; q bool[8]; r bool[8,6]"},
    {"0.10.2", "x=2 y=4", "n i32[8,6]", "p = n.at[0].divide(2)", "p f32[8,6]"},
    {"0.6.0", "x=2 y=4", "n i32[8,6]", "p = n.at[0].divide(2)",
     "ShardingTypeError: sharding rule for scatter-mul is not implemented. Please file "
     "a bug at https://github.com/jax-ml/jax/issues. You can work around this error by "
     "dropping that operation into full auto sharding mode via: "
     "`jax.experimental.shard.auto_axes(fun, out_shardings=...)`"},
    {"0.12.0.1", "x=2 y=4", "n i32[8,6]", "p = n.at[0].divide(2)", "p f32[8,6]"},
    {"0.10.2", "x=2 y=4", "b bool[8]", "p = b.at[0].add(True)",
     "TypeError: add does not accept dtype bool at position 0. Accepted dtypes at "
     "position 0 are subtypes of integer, floating, complexfloating."},
    {"0.10.2", "x=2 y=4", "b bool[8]", "p = b.at[0].multiply(True)",
     "TypeError: mul does not accept dtype bool at position 0. Accepted dtypes at "
     "position 0 are subtypes of integer, floating, complexfloating."},
    {"0.10.2", "x=2 y=4", "m bool[8,6]", "p = m.at[0].add(m[1])",
     "TypeError: add does not accept dtype bool at position 0. Accepted dtypes at "
     "position 0 are subtypes of integer, floating, complexfloating."},
    {"0.10.2", "x=2 y=4", "b bool[8]", "p = b.at[0].max(False)\nq = b.at[0].min(True)",
     "p bool[8]; q bool[8]"},
    {"0.6.0", "x=2 y=4", "b bool[8]", "p = b.at[0].max(False)\nq = b.at[0].min(True)",
     "ShardingTypeError: sharding rule for scatter-max is not implemented. Please file "
     "a bug at https://github.com/jax-ml/jax/issues. You can work around this error by "
     "dropping that operation into full auto sharding mode via: "
     "`jax.experimental.shard.auto_axes(fun, out_shardings=...)`"},
    {"0.12.0.1", "x=2 y=4", "b bool[8]", "p = b.at[0].max(False)\nq = b.at[0].min(True)",
     "p bool[8]; q bool[8]"},
    {"0.10.2", "x=2 y=4", "a f32[8,6]; v f32[6]",
     "p = a.at[0].divide(2)\n"
     "q = a.at[0].power(2)\n"
     "r = a.at[0].min(v)\n"
     "t = a.at[0].multiply(v)",
     "p f32[8,6]; q f32[8,6]; r f32[8,6]; t f32[8,6]"},
    {"0.6.0", "x=2 y=4", "a f32[8,6]; v f32[6]",
     "p = a.at[0].divide(2)\n"
     "q = a.at[0].power(2)\n"
     "r = a.at[0].min(v)\n"
     "t = a.at[0].multiply(v)",
     "ShardingTypeError: sharding rule for scatter-mul is not implemented. Please file "
     "a bug at https://github.com/jax-ml/jax/issues. You can work around this error by "
     "dropping that operation into full auto sharding mode via: "
     "`jax.experimental.shard.auto_axes(fun, out_shardings=...)`"},
    {"0.12.0.1", "x=2 y=4", "a f32[8,6]; v f32[6]",
     "p = a.at[0].divide(2)\n"
     "q = a.at[0].power(2)\n"
     "r = a.at[0].min(v)\n"
     "t = a.at[0].multiply(v)",
     "p f32[8,6]; q f32[8,6]; r f32[8,6]; t f32[8,6]"},
    {"0.10.2", "x=2 y=4", "a f32[8,6]", "p = a.at[0].apply(jnp.sin)", "p f32[8,6]"},
    {"0.6.0", "x=2 y=4", "a f32[8,6]", "p = a.at[0].apply(jnp.sin)",
     "ShardingTypeError: sharding rule for scatter is not implemented. Please file a "
     "bug at https://github.com/jax-ml/jax/issues. You can work around this error by "
     "dropping that operation into full auto sharding mode via: "
     "`jax.experimental.shard.auto_axes(fun, out_shardings=...)`"},
    {"0.12.0.1", "x=2 y=4", "a f32[8,6]", "p = a.at[0].apply(jnp.sin)", "p f32[8,6]"},
    {"0.10.2", "x=2 y=4", "a f32[8,6]; b bool[8]", "p = a.at[b].set(0.0)",
     "NonConcreteBooleanIndexError: Array boolean indices must be concrete; got "
     "bool[8]"},
    {"0.6.0", "x=2 y=4", "a f32[8,6]; b bool[8]", "p = a.at[b].set(0.0)",
     "NonConcreteBooleanIndexError: Array boolean indices must be concrete; got "
     "ShapedArray(bool[8])"},
    {"0.12.0.1", "x=2 y=4", "a f32[8,6]; b bool[8]", "p = a.at[b].set(0.0)",
     "NonConcreteBooleanIndexError: Array boolean indices must be concrete; got "
     "bool[8]"},
    {"0.10.2", "x=2 y=4", "a f32[8,6]; m bool[8,6]", "p = a.at[m].set(0.0)",
     "NonConcreteBooleanIndexError: Array boolean indices must be concrete; got "
     "bool[8,6]"},
    {"0.6.0", "x=2 y=4", "a f32[8,6]; m bool[8,6]", "p = a.at[m].set(0.0)",
     "NonConcreteBooleanIndexError: Array boolean indices must be concrete; got "
     "ShapedArray(bool[8,6])"},
    {"0.12.0.1", "x=2 y=4", "a f32[8,6]; m bool[8,6]", "p = a.at[m].set(0.0)",
     "NonConcreteBooleanIndexError: Array boolean indices must be concrete; got "
     "bool[8,6]"},
    {"0.10.2", "x=2 y=4", "a f32[8,6]; m bool[8,6]", "p = a.at[m].set(jnp.ones(3))",
     "NonConcreteBooleanIndexError: Array boolean indices must be concrete; got "
     "bool[8,6]"},
    {"0.6.0", "x=2 y=4", "a f32[8,6]; m bool[8,6]", "p = a.at[m].set(jnp.ones(3))",
     "NonConcreteBooleanIndexError: Array boolean indices must be concrete; got "
     "ShapedArray(bool[8,6])"},
    {"0.12.0.1", "x=2 y=4", "a f32[8,6]; m bool[8,6]", "p = a.at[m].set(jnp.ones(3))",
     "NonConcreteBooleanIndexError: Array boolean indices must be concrete; got "
     "bool[8,6]"},
    {"0.10.2", "x=2 y=4", "a f32[8,6]; v f32[6]; b bool[8]", "p = a.at[b].add(v)",
     "NonConcreteBooleanIndexError: Array boolean indices must be concrete; got "
     "bool[8]"},
    {"0.6.0", "x=2 y=4", "a f32[8,6]; v f32[6]; b bool[8]", "p = a.at[b].add(v)",
     "NonConcreteBooleanIndexError: Array boolean indices must be concrete; got "
     "ShapedArray(bool[8])"},
    {"0.12.0.1", "x=2 y=4", "a f32[8,6]; v f32[6]; b bool[8]", "p = a.at[b].add(v)",
     "NonConcreteBooleanIndexError: Array boolean indices must be concrete; got "
     "bool[8]"},
    {"0.10.2", "x=2 y=4", "a f32[8,6]", "p = a.at[0].set()",
     "TypeError: _IndexUpdateRef.set() missing 1 required positional argument: "
     "'values'"},
    {"0.10.2", "x=2 y=4", "a f32[8,6]", "p = a.at[0].bogus(1)",
     "AttributeError: '_IndexUpdateRef' object has no attribute 'bogus'"},
    {"0.10.2", "x=2 y=4", "a f32[8,6]", "p = a.at[0, 0, 0].set(1)",
     "IndexError: Too many indices: array is 2-dimensional, but 3 were indexed"},
    {"0.6.0", "x=2 y=4", "a f32[8,6]", "p = a.at[0, 0, 0].set(1)",
     "IndexError: Too many indices: 2-dimensional array indexed with 3 regular "
     "indices."},
    {"0.12.0.1", "x=2 y=4", "a f32[8,6]", "p = a.at[0, 0, 0].set(1)",
     "IndexError: Too many indices: array is 2-dimensional, but 3 were indexed"},
    {"0.10.2", "x=2 y=4", "a f32[8,6]; v f32[6]; i i32[3]",
     "p = a.at[0].set(v, mode='drop')\n"
     "q = a.at[i].add(1, mode='clip', unique_indices=True)",
     "p f32[8,6]; q f32[8,6]"},
    {"0.6.0", "x=2 y=4", "a f32[8,6]; v f32[6]; i i32[3]",
     "p = a.at[0].set(v, mode='drop')\n"
     "q = a.at[i].add(1, mode='clip', unique_indices=True)",
     "ShardingTypeError: sharding rule for scatter is not implemented. Please file a "
     "bug at https://github.com/jax-ml/jax/issues. You can work around this error by "
     "dropping that operation into full auto sharding mode via: "
     "`jax.experimental.shard.auto_axes(fun, out_shardings=...)`"},
    {"0.12.0.1", "x=2 y=4", "a f32[8,6]; v f32[6]; i i32[3]",
     "p = a.at[0].set(v, mode='drop')\n"
     "q = a.at[i].add(1, mode='clip', unique_indices=True)",
     "p f32[8,6]; q f32[8,6]"},
    {"0.10.2", "x=2 y=4", "a f32[8,6]; v f32[6]", "p = a.at[0].set(v, mode='bogus')",
     "ValueError: Unknown gather mode \"bogus\""},
    {"0.10.2", "x=2 y=4", "s f32[]", "p = s.at[()].set(1)\nq = s.at[...].add(2)",
     "p f32[]; q f32[]"},
    {"0.6.0", "x=2 y=4", "s f32[]", "p = s.at[()].set(1)\nq = s.at[...].add(2)",
     "ShardingTypeError: sharding rule for scatter is not implemented. Please file a "
     "bug at https://github.com/jax-ml/jax/issues. You can work around this error by "
     "dropping that operation into full auto sharding mode via: "
     "`jax.experimental.shard.auto_axes(fun, out_shardings=...)`"},
    {"0.12.0.1", "x=2 y=4", "s f32[]", "p = s.at[()].set(1)\nq = s.at[...].add(2)",
     "p f32[]; q f32[]"},
    {"0.10.2", "x=2 y=4", "a f32[8,6]; v f32[6]", "a[0] = v",
     "TypeError: JAX arrays are immutable and do not support in-place item assignment. "
     "Instead of x[idx] = y, use x = x.at[idx].set(y) or another .at[] method: "
     "https://docs.jax.dev/en/latest/_autosummary/jax.numpy.ndarray.at.html"},
    {"0.10.2", "x=2 y=4", "a f32[8,6]; v f32[6]; i i32[3]",
     "p = a.at[i[0]].set(v)\n"
     "q = a.at[:, i[0]].set(0)\n"
     "r = a.at[i[0], i[1]].add(1)",
     "p f32[8,6]; q f32[8,6]; r f32[8,6]"},
    {"0.6.0", "x=2 y=4", "a f32[8,6]; v f32[6]; i i32[3]",
     "p = a.at[i[0]].set(v)\n"
     "q = a.at[:, i[0]].set(0)\n"
     "r = a.at[i[0], i[1]].add(1)",
     "ShardingTypeError: sharding rule for scatter is not implemented. Please file a "
     "bug at https://github.com/jax-ml/jax/issues. You can work around this error by "
     "dropping that operation into full auto sharding mode via: "
     "`jax.experimental.shard.auto_axes(fun, out_shardings=...)`"},
    {"0.12.0.1", "x=2 y=4", "a f32[8,6]; v f32[6]; i i32[3]",
     "p = a.at[i[0]].set(v)\n"
     "q = a.at[:, i[0]].set(0)\n"
     "r = a.at[i[0], i[1]].add(1)",
     "p f32[8,6]; q f32[8,6]; r f32[8,6]"},
    {"0.10.2", "x=2 y=4", "a f32[8,6]; i i32[3]", "p = a.at[i[0]:i[1]].set(0)",
     "IndexError: Slice entries must be static integers. Got slice(JitTracer(int32[]), "
     "JitTracer(int32[]), None) at position 0"},
    {"0.6.0", "x=2 y=4", "a f32[8,6]; i i32[3]", "p = a.at[i[0]:i[1]].set(0)",
     "IndexError: Array slice indices must have static start/stop/step to be used with "
     "NumPy indexing syntax. Found "
     "slice(Traced<ShapedArray(int32[])>with<DynamicJaxprTrace>, "
     "Traced<ShapedArray(int32[])>with<DynamicJaxprTrace>, None). To index a "
     "statically sized array at a dynamic position, try "
     "lax.dynamic_slice/dynamic_update_slice (JAX does not support dynamically sized "
     "arrays within JIT compiled functions)."},
    {"0.12.0.1", "x=2 y=4", "a f32[8,6]; i i32[3]", "p = a.at[i[0]:i[1]].set(0)",
     "IndexError: Array slice indices must have static start/stop/step to be used with "
     "NumPy indexing syntax. Got slice(JitTracer(int32[]), JitTracer(int32[]), None) "
     "at position 0. To index an array at a dynamic position with a static slice size, "
     "use x[jax.ds(start, size)] or lax.dynamic_slice/dynamic_update_slice instead "
     "(JAX does not support dynamically sized arrays within traced functions)."},
};

/* Updates spread to what the index takes, and are converted to the dtype of the array. */
Test(index_parameters, judge_updates)
{
	testing_programs(updates, ROWS(updates));
}
