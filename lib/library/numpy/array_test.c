/* SPDX-License-Identifier: Apache-2.0 */
/* Rows are checked against JAX by testdata/programs/rows.py. */
#include "testing/program_cases.h"

static const struct program_case arrays_of_values[] = {
    {"0.10.2", "x=2", "", "y = jnp.array(1)", "y i32[]"},
    {"0.10.2", "x=2", "", "y = jnp.array([1, 2, 3])", "y i32[3]"},
    {"0.10.2", "x=2", "", "y = jnp.array([[1, 2.5], [3, 4]])", "y f32[2,2]"},
    {"0.10.2", "x=2", "", "y = jnp.array([1, True])", "y i32[2]"},
    {"0.10.2", "x=2", "", "y = jnp.array([True, False])", "y bool[2]"},
    {"0.10.2", "x=2", "", "y = jnp.array([1j, 2])", "y c64[2]"},
    {"0.10.2", "x=2", "", "y = jnp.array([])", "y f32[0]"},
    {"0.10.2", "x=2", "", "y = jnp.array([[], []])", "y f32[2,0]"},
    {"0.10.2", "x=2", "s f32[]", "y = jnp.array((1.0, s))", "y f32[2]"},
    {"0.10.2", "x=2", "b f32[3]", "y = jnp.array([b, b])", "y f32[2,3]"},
    {"0.10.2", "x=2", "b f32[3]", "y = jnp.array([b, [1, 2, 3]])", "y f32[2,3]"},
    {"0.10.2", "x=2", "b f32[3]; h f16[3]", "y = jnp.array([b, h])", "y f32[2,3]"},
    {"0.10.2", "x=2", "i i32[]", "y = jnp.array([i, 2.5])", "y f32[2]"},
    {"0.10.2", "x=2", "a f32[4@x,3]", "y = jnp.array(a)", "y f32[4@x,3]"},
    {"0.10.2", "x=2", "a f32[4@x,3]", "y = jnp.array(a, dtype=jnp.int32)", "y i32[4@x,3]"},
    {"0.10.2", "x=2", "b f32[3]", "y = jnp.array(b, copy=False)", "y f32[3]"},
    {"0.10.2", "x=2", "", "y = jnp.array(3, ndmin=2)", "y i32[1,1]"},
    {"0.10.2", "x=2", "b f32[3]", "y = jnp.array(b, ndmin=3)", "y f32[1,1,3]"},
    {"0.10.2", "x=2", "", "y = jnp.array([1, 2], dtype='bfloat16')", "y bf16[2]"},
    {"0.10.2", "x=2", "", "y = jnp.array([1, 2], jnp.uint8)", "y u8[2]"},
    {"0.10.2", "x=2", "", "y = jnp.array(range(4))", "y i32[4]"},
    {"0.10.2", "x=2", "", "y = jnp.array(np.ones((2, 3)))", "y f32[2,3]"},
    {"0.10.2", "x=2", "", "y = jnp.asarray([1.0, 2.0])", "y f32[2]"},
    {"0.10.2", "x=2", "a f32[4@x,3]", "y = jnp.asarray(a, jnp.bfloat16)", "y bf16[4@x,3]"},
    {"0.10.2", "x=2", "", "y = jnp.asarray(2, dtype=float)", "y f32[]"},
    {"0.10.2", "x=2", "b f32[3]", "y = jnp.asarray(b, copy=True)", "y f32[3]"},
    {"0.10.2", "x=2", "a f32[4@x,3]", "y = jnp.copy(a)", "y f32[4@x,3]"},
    {"0.10.2", "x=2", "", "y = jnp.copy([1, 2])",
     "TypeError: copy requires ndarray or scalar arguments, got <class 'list'> at "
     "position 0."},
    {"0.10.2", "x=2", "b f32[3]", "y = jnp.array(b, order='C')",
     "NotImplementedError: Only implemented for order='K'"},
    {"0.8.2", "x=2", "", "y = jnp.array([1.0, 2.0], out_sharding=P('x'))", "y f32[2@x]"},
    {"0.10.2", "x=2", "", "y = jnp.array([1.0, 2.0], out_sharding=P('x'))", "y f32[2@x]"},
    {"0.12.0.1", "x=2", "", "y = jnp.array([1.0, 2.0], out_sharding=P('x'))", "y f32[2@x]"},
    {"0.8.2", "x=2", "b f32[3]", "y = jnp.asarray(b, out_sharding=P('x'))",
     "ValueError: Sharding spec ('x',) implies that array axis 0 is partitioned 2 "
     "times, but does not evenly divide the dimension size 3. Got shape: (3,) and "
     "sharding NamedSharding(mesh=AbstractMesh('x': 2, axis_types=(Explicit,), "
     "device_kind=cpu, num_cores=None), spec=PartitionSpec('x',))"},
    {"0.10.2", "x=2", "b f32[3]", "y = jnp.asarray(b, out_sharding=P('x'))",
     "ValueError: Sharding spec ('x',) implies that array axis 0 is partitioned 2 "
     "times, but does not evenly divide the dimension size 3. Got shape: (3,) and "
     "sharding NamedSharding(mesh=AbstractMesh('x': 2, axis_types=(Explicit,), "
     "device_kind=cpu, num_cores=None, platform=cpu), spec=P('x',))"},
    {"0.12.0.1", "x=2", "b f32[3]", "y = jnp.asarray(b, out_sharding=P('x'))",
     "ValueError: Sharding spec ('x',) implies that array axis 0 is partitioned 2 "
     "times, but does not evenly divide the dimension size 3. Got shape: (3,) and "
     "sharding NamedSharding(mesh=AbstractMesh('x': 2, axis_types=(Explicit,), "
     "device_kind=cpu, num_cores=None, platform=cpu), spec=P('x',))"},
    {"0.10.2", "x=2", "", "y = jnp.array([1, 2], None, True)", "y i32[2]"},
    {"0.12.0.1", "x=2", "", "y = jnp.array([1, 2], None, True)",
     "TypeError: array() takes from 1 to 2 positional arguments but 3 were given"},
};

/* Numbers, lists of them, and arrays in lists. */
Test(numpy_array, arrays_of_values)
{
	testing_programs(arrays_of_values, ROWS(arrays_of_values));
}

static const struct program_case arrays_of_values_refused[] = {
    {"0.10.2", "x=2", "", "y = jnp.array([[1, 2], [3]])",
     "ValueError: setting an array element with a sequence. The requested array has an "
     "inhomogeneous shape after 1 dimensions. The detected shape was (2,) + "
     "inhomogeneous part."},
    {"0.10.2", "x=2", "b f32[3]; v f32[4]", "y = jnp.array([b, v])",
     "TypeError: Cannot concatenate arrays with shapes that differ in dimensions other "
     "than the one being concatenated: concatenating along dimension 0 for shapes (1, "
     "3), (1, 4)."},
    {"0.10.2", "x=2", "b f32[3]", "y = jnp.array([b, 1])",
     "TypeError: Cannot concatenate arrays with different numbers of dimensions: got "
     "(1, 3), (1,)."},
    {"0.10.2", "x=2", "", "y = jnp.array(None)",
     "ValueError: None is not a valid value for jnp.array"},
    {"0.10.2", "x=2", "", "y = jnp.array([1, None])",
     "ValueError: None is not a valid value for jnp.array"},
    {"0.10.2", "x=2", "", "y = jnp.array([1], dtype='int33')",
     "TypeError: data type 'int33' not understood"},
    {"0.10.2", "x=2", "", "y = jnp.array([1, 2], order='X')",
     "NotImplementedError: Only implemented for order='K'"},
    {"0.10.2", "x=2", "", "y = jnp.array()",
     "TypeError: array() missing 1 required positional argument: 'object'"},
    {"0.10.2", "x=2", "", "y = jnp.array([1], type=int)",
     "TypeError: array() got an unexpected keyword argument 'type'"},
    {"0.10.2", "x=2", "a f32[4@x,3]; b f32[3]", "y = jnp.array([a, b])",
     "TypeError: Cannot concatenate arrays with different numbers of dimensions: got "
     "(1, 4, 3), (1, 3)."},
    {"0.10.2", "x=2", "b f32[3]; v f32[4]", "y = jnp.asarray([b, v])",
     "TypeError: Cannot concatenate arrays with shapes that differ in dimensions other "
     "than the one being concatenated: concatenating along dimension 0 for shapes (1, "
     "3), (1, 4)."},
    {"0.10.2", "x=2", "", "y = jnp.asarray(None)",
     "ValueError: None is not a valid value for jnp.array"},
    {"0.10.2", "x=2", "", "y = jnp.asarray()",
     "TypeError: asarray() missing 1 required positional argument: 'a'"},
    {"0.10.2", "x=2", "", "y = jnp.asarray([1], copy=False)", "y i32[1]"},
    {"0.10.2", "x=2", "s f32[]", "y = jnp.asarray(s, dtype=jnp.float99)",
     "AttributeError: module 'jax.numpy' has no attribute 'float99'"},
    {"0.10.2", "x=2", "", "y = jnp.copy()",
     "TypeError: copy() missing 1 required positional argument: 'a'"},
    {"0.6.0", "x=2", "", "y = jnp.array(None)",
     "ValueError: None is not a valid value for jnp.array"},
    {"0.8.2", "x=2", "", "y = jnp.array(None)",
     "ValueError: None is not a valid value for jnp.array"},
    {"0.12.0.1", "x=2", "", "y = jnp.array(None)",
     "ValueError: None is not a valid value for jnp.array"},
    {"0.6.0", "x=2", "", "y = jnp.array([[1, 2], [3]])",
     "ValueError: setting an array element with a sequence. The requested array has an "
     "inhomogeneous shape after 1 dimensions. The detected shape was (2,) + "
     "inhomogeneous part."},
    {"0.8.2", "x=2", "", "y = jnp.array([[1, 2], [3]])",
     "ValueError: setting an array element with a sequence. The requested array has an "
     "inhomogeneous shape after 1 dimensions. The detected shape was (2,) + "
     "inhomogeneous part."},
    {"0.12.0.1", "x=2", "", "y = jnp.array([[1, 2], [3]])",
     "ValueError: setting an array element with a sequence. The requested array has an "
     "inhomogeneous shape after 1 dimensions. The detected shape was (2,) + "
     "inhomogeneous part."},
};

/* Ragged lists, texts, orders, and dtypes that are none. */
Test(numpy_array, arrays_of_values_refused)
{
	testing_programs(arrays_of_values_refused, ROWS(arrays_of_values_refused));
}
