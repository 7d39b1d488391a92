/* SPDX-License-Identifier: Apache-2.0 */
/* Rows are checked against JAX by testdata/programs/rows.py. */
#include "testing/program_cases.h"

static const struct program_case arrays_put_together[] = {
    {"0.10.2", "x=2", "m f32[2,3]; i i32[2,3]", "y = jnp.concatenate([m, i])", "y f32[4,3]"},
    {"0.10.2", "x=2", "m f32[2,3]", "y = jnp.concatenate([m, m], axis=None)", "y f32[12]"},
    {"0.10.2", "x=2", "m f32[2,3]", "y = jnp.concatenate((m, m), axis=1, dtype=jnp.bfloat16)",
     "y bf16[2,6]"},
    {"0.10.2", "x=2", "t f32[2,3,4]", "y = jnp.concatenate(t)", "y f32[6,4]"},
    {"0.10.2", "x=2", "b f32[3]; c f32[3]", "y = jnp.stack([b, c])", "y f32[2,3]"},
    {"0.10.2", "x=2", "b f32[3]; c f32[3]", "y = jnp.stack((b, c), axis=-1)", "y f32[3,2]"},
    {"0.10.2", "x=2", "b f32[3]; c f32[3]", "y = jnp.stack([b, c], dtype=jnp.float16)",
     "y f16[2,3]"},
    {"0.10.2", "x=2", "b f32[3]; m f32[2,3]", "y = jnp.vstack([b, m])", "y f32[3,3]"},
    {"0.10.2", "x=2", "s f32[]", "y = jnp.vstack((s, s))", "y f32[2,1]"},
    {"0.10.2", "x=2", "b f32[3]; c f32[3]", "y = jnp.hstack([b, c])", "y f32[6]"},
    {"0.10.2", "x=2", "b f32[3]; s f32[]", "y = jnp.hstack((s, b))", "y f32[4]"},
    {"0.10.2", "x=2", "m f32[2,3]", "y = jnp.hstack([m, m], dtype=jnp.bfloat16)", "y bf16[2,6]"},
    {"0.10.2", "x=2", "m f32[2,3]", "y = jnp.dstack([m, m])", "y f32[2,3,2]"},
    {"0.10.2", "x=2", "b f32[3]; c f32[3]", "y = jnp.dstack((b, c))", "y f32[1,3,2]"},
    {"0.10.2", "x=2", "b f32[3]; c f32[3]", "y = jnp.column_stack([b, c])", "y f32[3,2]"},
    {"0.10.2", "x=2", "m f32[2,3]", "y = jnp.column_stack((m, jnp.ones(2)))", "y f32[2,4]"},
    {"0.10.2", "x=2", "b f32[3]; m f32[2,3]", "y = jnp.append(m, b)", "y f32[9]"},
    {"0.10.2", "x=2", "m f32[2,3]; i i32[2,3]", "y = jnp.append(m, i, axis=0)", "y f32[4,3]"},
    {"0.10.2", "x=2", "s f32[]", "y = jnp.append(s, s)", "y f32[2]"},
    {"0.10.2", "x=2", "m f32[2,3]; i i32[2,3]", "y = jnp.concat([m, i], axis=1)", "y f32[2,6]"},
    {"0.10.2", "x=2", "m f32[2,3]", "y = jnp.concat([m, m], axis=None)", "y f32[12]"},
};

/* Rows, columns, depth, and blocks. */
Test(numpy_join, arrays_put_together)
{
	testing_programs(arrays_put_together, ROWS(arrays_put_together));
}

static const struct program_case arrays_that_do_not_fit[] = {
    {"0.10.2", "x=2", "", "y = jnp.concatenate([])",
     "ValueError: Need at least one array to concatenate."},
    {"0.10.2", "x=2", "b f32[3]; m f32[2,3]", "y = jnp.concatenate([m, b])",
     "TypeError: Cannot concatenate arrays with different numbers of dimensions: got "
     "(2, 3), (3,)."},
    {"0.10.2", "x=2", "s f32[]", "y = jnp.concatenate([s, s])",
     "ValueError: Zero-dimensional arrays cannot be concatenated."},
    {"0.10.2", "x=2", "b f32[3]", "y = jnp.concatenate([b, b], axis=1)",
     "ValueError: axis 1 is out of bounds for array of dimension 1"},
    {"0.10.2", "x=2", "m f32[2,3]; n f32[4,3]", "y = jnp.concatenate([m, n], axis=1)",
     "TypeError: Cannot concatenate arrays with shapes that differ in dimensions other "
     "than the one being concatenated: concatenating along dimension 1 for shapes (2, "
     "3), (4, 3)."},
    {"0.10.2", "x=2", "a f32[4@x,3]; n f32[4,3]", "y = jnp.concatenate([a, n])",
     "ShardingTypeError: All operands should have the same sharding. Got shardings "
     "NamedSharding(mesh=AbstractMesh('x': 2, axis_types=(Explicit,), device_kind=cpu, "
     "num_cores=None, platform=cpu), spec=P('x', None)), "
     "NamedSharding(mesh=AbstractMesh('x': 2, axis_types=(Explicit,), device_kind=cpu, "
     "num_cores=None, platform=cpu), spec=P(None, None))"},
    {"0.10.2", "x=2", "m f32[2,3]", "y = jnp.concatenate(m, m)",
     "TypeError: Only integer scalar arrays can be converted to a scalar index."},
    {"0.10.2", "x=2", "", "y = jnp.concatenate()",
     "TypeError: concatenate() missing 1 required positional argument: 'arrays'"},
    {"0.10.2", "x=2", "s f32[]", "y = jnp.concatenate(s)",
     "ValueError: Need at least one array to concatenate."},
    {"0.10.2", "x=2", "m f32[2,3]", "y = jnp.concatenate([m, None])",
     "TypeError: concatenate requires ndarray or scalar arguments, got <class "
     "'NoneType'> at position 1."},
    {"0.10.2", "x=2", "m f32[2,3]", "y = jnp.concatenate([m, [1.0]])",
     "TypeError: concatenate requires ndarray or scalar arguments, got <class 'list'> "
     "at position 1."},
    {"0.10.2", "x=2", "m f32[2,3]", "y = jnp.concatenate([m, m], dim=0)",
     "TypeError: concatenate() got an unexpected keyword argument 'dim'"},
    {"0.10.2", "x=2", "", "y = jnp.stack([])", "ValueError: Need at least one array to stack."},
    {"0.10.2", "x=2", "b f32[3]; v f32[4]", "y = jnp.stack([b, v])",
     "ValueError: All input arrays must have the same shape. Got (3,), (4,)."},
    {"0.10.2", "x=2", "b f32[3]", "y = jnp.stack([b, b], axis=2)",
     "ValueError: axis 2 is out of bounds for array of dimension 2"},
    {"0.10.2", "x=2", "b f32[3]", "y = jnp.stack([b, b], axis=-3)",
     "ValueError: axis -3 is out of bounds for array of dimension 2"},
    {"0.10.2", "x=2", "b f32[3]", "y = jnp.stack(b, b)",
     "TypeError: Only integer scalar arrays can be converted to a scalar index."},
    {"0.10.2", "x=2", "b f32[3]", "y = jnp.stack([b, [1.0]])",
     "TypeError: stack requires ndarray or scalar arguments, got <class 'list'> at "
     "position 1."},
    {"0.10.2", "x=2", "v f32[4]; m f32[2,3]", "y = jnp.vstack([m, v])",
     "TypeError: Cannot concatenate arrays with shapes that differ in dimensions other "
     "than the one being concatenated: concatenating along dimension 0 for shapes (2, "
     "3), (1, 4)."},
    {"0.10.2", "x=2", "", "y = jnp.vstack([])",
     "ValueError: Need at least one array to concatenate."},
    {"0.10.2", "x=2", "b f32[3]; m f32[2,3]", "y = jnp.hstack([m, b])",
     "TypeError: Cannot concatenate arrays with different numbers of dimensions: got "
     "(2, 3), (3,)."},
    {"0.10.2", "x=2", "", "y = jnp.hstack([])", "IndexError: list index out of range"},
    {"0.10.2", "x=2", "m f32[2,3]; n f32[4,3]", "y = jnp.dstack([m, n])",
     "TypeError: Cannot concatenate arrays with shapes that differ in dimensions other "
     "than the one being concatenated: concatenating along dimension 2 for shapes (2, "
     "3, 1), (4, 3, 1)."},
    {"0.10.2", "x=2", "", "y = jnp.dstack([])",
     "ValueError: Need at least one array to concatenate."},
    {"0.10.2", "x=2", "b f32[3]; v f32[4]", "y = jnp.column_stack([b, v])",
     "TypeError: Cannot concatenate arrays with shapes that differ in dimensions other "
     "than the one being concatenated: concatenating along dimension 1 for shapes (3, "
     "1), (4, 1)."},
    {"0.10.2", "x=2", "", "y = jnp.column_stack([])",
     "ValueError: Need at least one array to concatenate."},
    {"0.10.2", "x=2", "b f32[3]; m f32[2,3]", "y = jnp.append(m, b, axis=0)",
     "TypeError: Cannot concatenate arrays with different numbers of dimensions: got "
     "(2, 3), (3,)."},
    {"0.10.2", "x=2", "m f32[2,3]", "y = jnp.append(m)",
     "TypeError: append() missing 1 required positional argument: 'values'"},
    {"0.10.2", "x=2", "m f32[2,3]", "y = jnp.append(m, m, axis=2)",
     "ValueError: axis 2 is out of bounds for array of dimension 2"},
    {"0.10.2", "x=2", "m f32[2,3]", "y = jnp.append([1.0], m)",
     "TypeError: ravel requires ndarray or scalar arguments, got <class 'list'> at "
     "position 0."},
    {"0.10.2", "x=2", "", "y = jnp.concat()",
     "TypeError: concat() missing 1 required positional argument: 'arrays'"},
    {"0.10.2", "x=2", "m f32[2,3]", "y = jnp.concat([m], axis=2)",
     "ValueError: axis 2 is out of bounds for array of dimension 2"},
    {"0.10.2", "x=2", "b f32[3]", "y = jnp.row_stack([b, b])",
     "AttributeError: module 'jax.numpy' has no attribute 'row_stack'"},
    {"0.6.0", "x=2", "b f32[3]", "y = jnp.stack(b, b)",
     "TypeError: Only integer scalar arrays can be converted to a scalar index."},
    {"0.8.2", "x=2", "b f32[3]", "y = jnp.stack(b, b)",
     "TypeError: Only integer scalar arrays can be converted to a scalar index."},
    {"0.12.0.1", "x=2", "b f32[3]", "y = jnp.stack(b, b)",
     "TypeError: Only integer scalar arrays can be converted to a scalar index."},
    {"0.6.0", "x=2", "b f32[3]; m f32[2,3]", "y = jnp.concatenate([m, b])",
     "TypeError: Cannot concatenate arrays with different numbers of dimensions: got "
     "(2, 3), (3,)."},
    {"0.8.2", "x=2", "b f32[3]; m f32[2,3]", "y = jnp.concatenate([m, b])",
     "TypeError: Cannot concatenate arrays with different numbers of dimensions: got "
     "(2, 3), (3,)."},
    {"0.12.0.1", "x=2", "b f32[3]; m f32[2,3]", "y = jnp.concatenate([m, b])",
     "TypeError: Cannot concatenate arrays with different numbers of dimensions: got "
     "(2, 3), (3,)."},
};

/* Ranks, shapes, axes, and nothing to join. */
Test(numpy_join, arrays_that_do_not_fit)
{
	testing_programs(arrays_that_do_not_fit, ROWS(arrays_that_do_not_fit));
}
