/* SPDX-License-Identifier: Apache-2.0 */
/* Rows are checked against JAX by testdata/programs/rows.py. */
#include "testing/program_cases.h"

static const struct program_case constant_arrays[] = {
    {"0.10.2", "x=2", "", "y = jnp.zeros((2, 3))", "y f32[2,3]"},
    {"0.10.2", "x=2", "", "y = jnp.ones((2, 3))", "y f32[2,3]"},
    {"0.10.2", "x=2", "", "y = jnp.empty((2, 3))", "y f32[2,3]"},
    {"0.10.2", "x=2", "", "y = jnp.zeros(4, jnp.bfloat16)", "y bf16[4]"},
    {"0.10.2", "x=2", "", "y = jnp.ones(4, jnp.bfloat16)", "y bf16[4]"},
    {"0.10.2", "x=2", "", "y = jnp.empty(4, jnp.bfloat16)", "y bf16[4]"},
    {"0.10.2", "x=2", "", "y = jnp.zeros(())", "y f32[]"},
    {"0.10.2", "x=2", "", "y = jnp.ones(())", "y f32[]"},
    {"0.10.2", "x=2", "", "y = jnp.empty(())", "y f32[]"},
    {"0.10.2", "x=2", "", "y = jnp.zeros([2, 3], dtype=int)", "y i32[2,3]"},
    {"0.10.2", "x=2", "", "y = jnp.ones([2, 3], dtype=int)", "y i32[2,3]"},
    {"0.10.2", "x=2", "", "y = jnp.empty([2, 3], dtype=int)", "y i32[2,3]"},
    {"0.10.2", "x=2", "", "y = jnp.full((2, 3), 1.5)", "y f32[2,3]"},
    {"0.10.2", "x=2", "s f32[]", "y = jnp.full(3, s)", "y f32[3]"},
    {"0.10.2", "x=2", "v f32[3]", "y = jnp.full((2, 3), v)", "y f32[2,3]"},
    {"0.10.2", "x=2", "", "y = jnp.full((2,), 1, dtype=bool)", "y bool[2]"},
    {"0.10.2", "x=2", "", "y = jnp.full((2, 3), 7)", "y i32[2,3]"},
    {"0.10.2", "x=2", "a f32[4@x,3]", "y = jnp.zeros_like(a)", "y f32[4@x,3]"},
    {"0.10.2", "x=2", "a f32[4@x,3]", "y = jnp.ones_like(a)", "y f32[4@x,3]"},
    {"0.10.2", "x=2", "a f32[4@x,3]", "y = jnp.empty_like(a)", "y f32[4@x,3]"},
    {"0.10.2", "x=2", "i i8[2]", "y = jnp.zeros_like(i, float)", "y f32[2]"},
    {"0.10.2", "x=2", "i i8[2]", "y = jnp.ones_like(i, float)", "y f32[2]"},
    {"0.10.2", "x=2", "i i8[2]", "y = jnp.empty_like(i, float)", "y f32[2]"},
    {"0.10.2", "x=2", "a f32[4@x,3]", "y = jnp.zeros_like(a, shape=(2,))", "y f32[2]"},
    {"0.10.2", "x=2", "a f32[4@x,3]", "y = jnp.ones_like(a, shape=(2,))", "y f32[2]"},
    {"0.10.2", "x=2", "a f32[4@x,3]", "y = jnp.empty_like(a, shape=(2,))", "y f32[2]"},
    {"0.10.2", "x=2", "", "y = jnp.zeros_like(3.5)", "y f32[]"},
    {"0.10.2", "x=2", "", "y = jnp.ones_like(3.5)", "y f32[]"},
    {"0.10.2", "x=2", "a f32[4@x,3]", "y = jnp.full_like(a, 2)", "y f32[4@x,3]"},
    {"0.10.2", "x=2", "i i8[2]", "y = jnp.full_like(i, 1.5, jnp.float32)", "y f32[2]"},
    {"0.10.2", "x=2", "i i8[2]", "y = jnp.full_like(i, 3, shape=(4, 4))", "y i8[4,4]"},
    {"0.10.2", "x=2", "a f32[4@x,3]; v f32[3]", "y = jnp.full_like(a, v)", "y f32[4,3]"},
    {"0.10.2", "x=2", "", "y = jnp.eye(3)", "y f32[3,3]"},
    {"0.10.2", "x=2", "", "y = jnp.eye(3, 4, k=1, dtype=jnp.int32)", "y i32[3,4]"},
    {"0.10.2", "x=2", "", "y = jnp.eye(N=2, M=5)", "y f32[2,5]"},
    {"0.10.2", "x=2", "", "y = jnp.identity(3)", "y f32[3,3]"},
    {"0.10.2", "x=2", "", "y = jnp.identity(2, jnp.bfloat16)", "y bf16[2,2]"},
    {"0.10.2", "x=2", "", "y = jnp.tri(3)", "y f32[3,3]"},
    {"0.10.2", "x=2", "", "y = jnp.tri(3, 4, -1)", "y f32[3,4]"},
    {"0.7.0", "x=2", "", "y = jnp.zeros((4,), out_sharding=P('x'))", "y f32[4@x]"},
    {"0.7.0", "x=2", "", "y = jnp.ones((4,), out_sharding=P('x'))", "y f32[4@x]"},
    {"0.7.0", "x=2", "", "y = jnp.empty((4,), out_sharding=P('x'))", "y f32[4@x]"},
    {"0.10.2", "x=2", "", "y = jnp.zeros((4,), out_sharding=P('x'))", "y f32[4@x]"},
    {"0.10.2", "x=2", "", "y = jnp.ones((4,), out_sharding=P('x'))", "y f32[4@x]"},
    {"0.10.2", "x=2", "", "y = jnp.empty((4,), out_sharding=P('x'))", "y f32[4@x]"},
    {"0.12.0.1", "x=2", "", "y = jnp.zeros((4,), out_sharding=P('x'))", "y f32[4@x]"},
    {"0.12.0.1", "x=2", "", "y = jnp.ones((4,), out_sharding=P('x'))", "y f32[4@x]"},
    {"0.12.0.1", "x=2", "", "y = jnp.empty((4,), out_sharding=P('x'))", "y f32[4@x]"},
    {"0.8.2", "x=2", "v f32[3]", "y = jnp.zeros_like(v, shape=(4,), out_sharding=P('x'))",
     "y f32[4@x]"},
    {"0.8.2", "x=2", "v f32[3]", "y = jnp.ones_like(v, shape=(4,), out_sharding=P('x'))",
     "y f32[4@x]"},
    {"0.10.2", "x=2", "v f32[3]", "y = jnp.zeros_like(v, shape=(4,), out_sharding=P('x'))",
     "y f32[4@x]"},
    {"0.10.2", "x=2", "v f32[3]", "y = jnp.ones_like(v, shape=(4,), out_sharding=P('x'))",
     "y f32[4@x]"},
    {"0.12.0.1", "x=2", "v f32[3]", "y = jnp.zeros_like(v, shape=(4,), out_sharding=P('x'))",
     "y f32[4@x]"},
    {"0.12.0.1", "x=2", "v f32[3]", "y = jnp.ones_like(v, shape=(4,), out_sharding=P('x'))",
     "y f32[4@x]"},
    {"0.9.0", "x=2", "", "y = jnp.full((4,), 1.0, out_sharding=P('x'))",
     "TypeError: full() got an unexpected keyword argument 'out_sharding'"},
    {"0.10.2", "x=2", "", "y = jnp.full((4,), 1.0, out_sharding=P('x'))", "y f32[4@x]"},
    {"0.12.0.1", "x=2", "", "y = jnp.full((4,), 1.0, out_sharding=P('x'))", "y f32[4@x]"},
    {"0.9.0", "x=2", "a f32[4@x,3]", "y = jnp.full_like(a, 1.0, out_sharding=P())",
     "TypeError: full_like() got an unexpected keyword argument 'out_sharding'"},
    {"0.10.2", "x=2", "a f32[4@x,3]", "y = jnp.full_like(a, 1.0, out_sharding=P())", "y f32[4,3]"},
    {"0.12.0.1", "x=2", "a f32[4@x,3]", "y = jnp.full_like(a, 1.0, out_sharding=P())",
     "y f32[4,3]"},
};

/* Zeros, ones, and what is like another array. */
Test(numpy_creation, constant_arrays)
{
	testing_programs(constant_arrays, ROWS(constant_arrays));
}

static const struct program_case constants_refused[] = {
    {"0.10.2", "x=2", "n i32[]", "y = jnp.zeros((n, 2))",
     "TypeError: Shapes must be 1D sequences of concrete values of integer type, got "
     "(JitTracer(int32[]), 2)."},
    {"0.10.2", "x=2", "n i32[]", "y = jnp.ones((n, 2))",
     "TypeError: Shapes must be 1D sequences of concrete values of integer type, got "
     "(JitTracer(int32[]), 2)."},
    {"0.10.2", "x=2", "n i32[]", "y = jnp.empty((n, 2))",
     "TypeError: Shapes must be 1D sequences of concrete values of integer type, got "
     "(JitTracer(int32[]), 2)."},
    {"0.10.2", "x=2", "", "y = jnp.zeros((2, -1))",
     "TypeError: broadcast_in_dim shape must have every element be nonnegative, got "
     "(2, -1)."},
    {"0.10.2", "x=2", "", "y = jnp.ones((2, -1))",
     "TypeError: broadcast_in_dim shape must have every element be nonnegative, got "
     "(2, -1)."},
    {"0.10.2", "x=2", "", "y = jnp.empty((2, -1))",
     "TypeError: broadcast_in_dim shape must have every element be nonnegative, got "
     "(2, -1)."},
    {"0.10.2", "x=2", "", "y = jnp.zeros(2.5)",
     "TypeError: Shapes must be 1D sequences of concrete values of integer type, got "
     "(2.5,)."},
    {"0.10.2", "x=2", "", "y = jnp.ones(2.5)",
     "TypeError: Shapes must be 1D sequences of concrete values of integer type, got "
     "(2.5,)."},
    {"0.10.2", "x=2", "", "y = jnp.empty(2.5)",
     "TypeError: Shapes must be 1D sequences of concrete values of integer type, got "
     "(2.5,)."},
    {"0.10.2", "x=2", "", "y = jnp.zeros()",
     "TypeError: zeros() missing 1 required positional argument: 'shape'"},
    {"0.10.2", "x=2", "", "y = jnp.ones()",
     "TypeError: ones() missing 1 required positional argument: 'shape'"},
    {"0.10.2", "x=2", "", "y = jnp.empty()",
     "TypeError: empty() missing 1 required positional argument: 'shape'"},
    {"0.10.2", "x=2", "", "y = jnp.zeros(2, 3)", "TypeError: Cannot interpret '3' as a data type."},
    {"0.10.2", "x=2", "", "y = jnp.ones(2, 3)", "TypeError: Cannot interpret '3' as a data type."},
    {"0.10.2", "x=2", "", "y = jnp.empty(2, 3)", "TypeError: Cannot interpret '3' as a data type."},
    {"0.10.2", "x=2", "", "y = jnp.zeros('two')",
     "TypeError: Shapes must be 1D sequences of concrete values of integer type, got "
     "('two',)."},
    {"0.10.2", "x=2", "", "y = jnp.ones('two')",
     "TypeError: Shapes must be 1D sequences of concrete values of integer type, got "
     "('two',)."},
    {"0.10.2", "x=2", "", "y = jnp.empty('two')",
     "TypeError: Shapes must be 1D sequences of concrete values of integer type, got "
     "('two',)."},
    {"0.10.2", "x=2", "", "y = jnp.zeros(2, 'float33')",
     "TypeError: data type 'float33' not understood"},
    {"0.10.2", "x=2", "", "y = jnp.ones(2, 'float33')",
     "TypeError: data type 'float33' not understood"},
    {"0.10.2", "x=2", "", "y = jnp.zeros(2, type=int)",
     "TypeError: zeros() got an unexpected keyword argument 'type'"},
    {"0.10.2", "x=2", "", "y = jnp.ones(2, type=int)",
     "TypeError: ones() got an unexpected keyword argument 'type'"},
    {"0.10.2", "x=2", "", "y = jnp.zeros((3,), out_sharding=P('x'))",
     "ValueError: Sharding spec ('x',) implies that array axis 0 is partitioned 2 "
     "times, but does not evenly divide the dimension size 3. Got shape: (3,) and "
     "sharding NamedSharding(mesh=AbstractMesh('x': 2, axis_types=(Explicit,), "
     "device_kind=cpu, num_cores=None, platform=cpu), spec=P('x',))"},
    {"0.10.2", "x=2", "", "y = jnp.ones((3,), out_sharding=P('x'))",
     "ValueError: Sharding spec ('x',) implies that array axis 0 is partitioned 2 "
     "times, but does not evenly divide the dimension size 3. Got shape: (3,) and "
     "sharding NamedSharding(mesh=AbstractMesh('x': 2, axis_types=(Explicit,), "
     "device_kind=cpu, num_cores=None, platform=cpu), spec=P('x',))"},
    {"0.10.2", "x=2", "", "y = jnp.empty((3,), out_sharding=P('x'))",
     "ValueError: Sharding spec ('x',) implies that array axis 0 is partitioned 2 "
     "times, but does not evenly divide the dimension size 3. Got shape: (3,) and "
     "sharding NamedSharding(mesh=AbstractMesh('x': 2, axis_types=(Explicit,), "
     "device_kind=cpu, num_cores=None, platform=cpu), spec=P('x',))"},
    {"0.10.2", "x=2", "v f32[3]", "y = jnp.full((2,), v)",
     "ValueError: Incompatible types for broadcasting: input type=float32[3] and "
     "requested type=float32[2]"},
    {"0.10.2", "x=2", "", "y = jnp.full((2,))",
     "TypeError: full() missing 1 required positional argument: 'fill_value'"},
    {"0.10.2", "x=2", "n i32[]", "y = jnp.full(n, 1.0)",
     "TypeError: Shapes must be 1D sequences of concrete values of integer type, got "
     "(JitTracer(int32[]),)."},
    {"0.10.2", "x=2", "", "y = jnp.full((2,), None)",
     "TypeError: full requires ndarray or scalar arguments, got <class 'NoneType'> at "
     "position 0."},
    {"0.10.2", "x=2", "", "y = jnp.full((2,), [1.0, 2.0])",
     "TypeError: full requires ndarray or scalar arguments, got <class 'list'> at "
     "position 0."},
    {"0.10.2", "x=2", "a f32[4@x,3]", "y = jnp.zeros_like([1.0, 'a'])",
     "TypeError: zeros_like requires ndarray or scalar arguments, got <class 'list'> "
     "at position 0."},
    {"0.10.2", "x=2", "a f32[4@x,3]", "y = jnp.ones_like([1.0, 'a'])",
     "TypeError: ones_like requires ndarray or scalar arguments, got <class 'list'> at "
     "position 0."},
    {"0.10.2", "x=2", "", "y = jnp.zeros_like()",
     "TypeError: zeros_like() missing 1 required positional argument: 'a'"},
    {"0.10.2", "x=2", "", "y = jnp.ones_like()",
     "TypeError: ones_like() missing 1 required positional argument: 'a'"},
    {"0.10.2", "x=2", "", "y = jnp.empty_like()",
     "TypeError: empty_like() missing 1 required positional argument: 'prototype'"},
    {"0.10.2", "x=2", "", "y = jnp.zeros_like(None)",
     "TypeError: zeros_like requires ndarray or scalar arguments, got <class "
     "'NoneType'> at position 0."},
    {"0.10.2", "x=2", "", "y = jnp.ones_like(None)",
     "TypeError: ones_like requires ndarray or scalar arguments, got <class "
     "'NoneType'> at position 0."},
    {"0.10.2", "x=2", "a f32[4@x,3]; n i32[]", "y = jnp.zeros_like(a, shape=(n,))",
     "TypeError: Shapes must be 1D sequences of concrete values of integer type, got "
     "(JitTracer(int32[]),)."},
    {"0.10.2", "x=2", "", "y = jnp.zeros_like([1.0, 2.0])",
     "TypeError: zeros_like requires ndarray or scalar arguments, got <class 'list'> "
     "at position 0."},
    {"0.10.2", "x=2", "a f32[4@x,3]", "y = jnp.full_like(a, jnp.ones(4))",
     "ValueError: Incompatible types for broadcasting: input type=float32[4] and "
     "requested type=float32[4,3]"},
    {"0.10.2", "x=2", "a f32[4@x,3]", "y = jnp.full_like(a)",
     "TypeError: full_like() missing 1 required positional argument: 'fill_value'"},
    {"0.10.2", "x=2", "", "y = jnp.full_like([1.0], 2)",
     "TypeError: full_like requires ndarray or scalar arguments, got <class 'list'> at "
     "position 0."},
    {"0.10.2", "x=2", "", "y = jnp.eye(-1)",
     "ValueError: negative dimensions are not allowed, got -1 and None"},
    {"0.10.2", "x=2", "", "y = jnp.eye()",
     "TypeError: eye() missing 1 required positional argument: 'N'"},
    {"0.10.2", "x=2", "n i32[]", "y = jnp.eye(2, k=n)", "y f32[2,2]"},
    {"0.10.2", "x=2", "", "y = jnp.eye(2, k=1.5)",
     "ValueError: k must be a scalar integer; got 1.5"},
    {"0.10.2", "x=2", "", "y = jnp.identity(-1)",
     "ValueError: negative dimensions are not allowed, got -1 and None"},
    {"0.10.2", "x=2", "", "y = jnp.identity(2, 3, 4)",
     "TypeError: identity() takes from 1 to 2 positional arguments but 3 were given"},
    {"0.10.2", "x=2", "", "y = jnp.tri(-1)",
     "TypeError: iota shape must have every element be nonnegative, got (-1, -1)."},
    {"0.10.2", "x=2", "", "y = jnp.tri()",
     "TypeError: tri() missing 1 required positional argument: 'N'"},
    {"0.6.0", "x=2", "n i32[]", "y = jnp.zeros((n, 2))",
     "TypeError: Shapes must be 1D sequences of concrete values of integer type, got "
     "(Traced<ShapedArray(int32[])>with<DynamicJaxprTrace>, 2)."},
    {"0.8.2", "x=2", "n i32[]", "y = jnp.zeros((n, 2))",
     "TypeError: Shapes must be 1D sequences of concrete values of integer type, got "
     "(JitTracer(int32[]), 2)."},
    {"0.12.0.1", "x=2", "n i32[]", "y = jnp.zeros((n, 2))",
     "TypeError: Shapes must be 1D sequences of concrete values of integer type, got "
     "(JitTracer(int32[]), 2)."},
    {"0.6.0", "x=2", "", "y = jnp.ones((2, -1))",
     "TypeError: broadcast_in_dim shape must have every element be nonnegative, got "
     "(2, -1)."},
    {"0.8.2", "x=2", "", "y = jnp.ones((2, -1))",
     "TypeError: broadcast_in_dim shape must have every element be nonnegative, got "
     "(2, -1)."},
    {"0.12.0.1", "x=2", "", "y = jnp.ones((2, -1))",
     "TypeError: broadcast_in_dim shape must have every element be nonnegative, got "
     "(2, -1)."},
};

/* Shapes that are traced or negative, values that do not broadcast, dtypes. */
Test(numpy_creation, constants_refused)
{
	testing_programs(constants_refused, ROWS(constants_refused));
}
