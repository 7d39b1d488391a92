/* SPDX-License-Identifier: Apache-2.0 */
/* Rows are checked against JAX by testdata/programs/rows.py. */
#include "testing/program_cases.h"

static const struct program_case shapes_changed[] = {
    {"0.10.2", "x=2", "v f32[6]", "y = jnp.reshape(v, (2, 3))", "y f32[2,3]"},
    {"0.10.2", "x=2", "v f32[6]", "y = jnp.reshape(v, -1)", "y f32[6]"},
    {"0.10.2", "x=2", "t f32[2,3,4]", "y = jnp.reshape(t, (6, -1), order='F')", "y f32[6,4]"},
    {"0.10.2", "x=2", "v f32[6]", "y = v.reshape(2, 3)", "y f32[2,3]"},
    {"0.10.2", "x=2", "v f32[6]", "y = v.reshape((3, -1))", "y f32[3,2]"},
    {"0.10.2", "x=2", "t f32[2,3,4]", "y = t.reshape(-1, order='F')", "y f32[24]"},
    {"0.10.2", "x=2", "t f32[2,3,4]", "y = jnp.ravel(t)", "y f32[24]"},
    {"0.10.2", "x=2", "t f32[2,3,4]", "y = jnp.ravel(t, order='F')", "y f32[24]"},
    {"0.10.2", "x=2", "t f32[2,3,4]", "y = t.ravel()", "y f32[24]"},
    {"0.10.2", "x=2", "t f32[2,3,4]", "y = t.flatten()", "y f32[24]"},
    {"0.10.2", "x=2", "t f32[2,3,4]", "y = jnp.transpose(t)", "y f32[4,3,2]"},
    {"0.10.2", "x=2", "t f32[2,3,4]", "y = jnp.transpose(t, (1, 2, 0))", "y f32[3,4,2]"},
    {"0.10.2", "x=2", "t f32[2,3,4]", "y = t.transpose(2, 0, 1)", "y f32[4,2,3]"},
    {"0.10.2", "x=2", "t f32[2,3,4]", "y = t.transpose((0, 2, 1))", "y f32[2,4,3]"},
    {"0.10.2", "x=2", "t f32[2,3,4]", "y = t.transpose(None)", "y f32[4,3,2]"},
    {"0.10.2", "x=2", "a f32[4@x,6]", "y = a.T", "y f32[6,4@x]"},
    {"0.10.2", "x=2", "t f32[2,3,4]", "y = t.mT", "y f32[2,4,3]"},
    {"0.10.2", "x=2", "t f32[2,3,4]", "y = jnp.permute_dims(t, (2, 1, 0))", "y f32[4,3,2]"},
    {"0.10.2", "x=2", "t f32[2,3,4]", "y = jnp.matrix_transpose(t)", "y f32[2,4,3]"},
    {"0.10.2", "x=2", "a f32[4@x,6]", "y = jnp.swapaxes(a, 0, 1)", "y f32[6,4@x]"},
    {"0.10.2", "x=2", "t f32[2,3,4]", "y = t.swapaxes(0, -1)", "y f32[4,3,2]"},
    {"0.10.2", "x=2", "t f32[2,3,4]", "y = jnp.moveaxis(t, 0, -1)", "y f32[3,4,2]"},
    {"0.10.2", "x=2", "t f32[2,3,4]", "y = jnp.moveaxis(t, (0, 1), (1, 0))", "y f32[3,2,4]"},
    {"0.10.2", "x=2", "t f32[2,3,4]", "y = jnp.rollaxis(t, 2)", "y f32[4,2,3]"},
    {"0.10.2", "x=2", "t f32[2,3,4]", "y = jnp.rollaxis(t, 0, 3)", "y f32[3,4,2]"},
    {"0.10.2", "x=2", "t f32[2,3,4]", "y = jnp.rollaxis(t, 1, start=-1)", "y f32[2,3,4]"},
    {"0.10.2", "x=2", "o f32[1,3,1]", "y = jnp.squeeze(o)", "y f32[3]"},
    {"0.10.2", "x=2", "o f32[1,3,1]", "y = jnp.squeeze(o, 0)", "y f32[3,1]"},
    {"0.10.2", "x=2", "o f32[1,3,1]", "y = o.squeeze((0, -1))", "y f32[3]"},
    {"0.10.2", "x=2", "a f32[4@x,6]", "y = jnp.expand_dims(a, 0)", "y f32[1,4@x,6]"},
    {"0.10.2", "x=2", "a f32[4@x,6]", "y = jnp.expand_dims(a, (0, -1))", "y f32[1,4@x,6,1]"},
    {"0.10.2", "x=2", "s f32[]", "y = jnp.expand_dims(s, 0)", "y f32[1]"},
    {"0.6.0", "x=2", "v f32[6]", "y = jnp.reshape(v, (2, 3), out_sharding=P('x', None))",
     "TypeError: reshape() got an unexpected keyword argument 'out_sharding'"},
    {"0.7.0", "x=2", "v f32[6]", "y = jnp.reshape(v, (2, 3), out_sharding=P('x', None))",
     "y f32[2@x,3]"},
    {"0.10.2", "x=2", "v f32[6]", "y = jnp.reshape(v, (2, 3), out_sharding=P('x', None))",
     "y f32[2@x,3]"},
    {"0.12.0.1", "x=2", "v f32[6]", "y = jnp.reshape(v, (2, 3), out_sharding=P('x', None))",
     "y f32[2@x,3]"},
    {"0.7.0", "x=2", "a f32[4@x,6]", "y = jnp.ravel(a, out_sharding=P('x'))", "y f32[24@x]"},
    {"0.10.2", "x=2", "a f32[4@x,6]", "y = jnp.ravel(a, out_sharding=P('x'))", "y f32[24@x]"},
    {"0.12.0.1", "x=2", "a f32[4@x,6]", "y = jnp.ravel(a, out_sharding=P('x'))", "y f32[24@x]"},
    {"0.6.0", "x=2", "a f32[4@x,6]", "y = a.flatten(out_sharding=P(None))",
     "TypeError: _flatten() got an unexpected keyword argument 'out_sharding'"},
    {"0.7.0", "x=2", "a f32[4@x,6]", "y = a.flatten(out_sharding=P(None))", "y f32[24]"},
    {"0.10.2", "x=2", "a f32[4@x,6]", "y = a.flatten(out_sharding=P(None))", "y f32[24]"},
    {"0.12.0.1", "x=2", "a f32[4@x,6]", "y = a.flatten(out_sharding=P(None))", "y f32[24]"},
};

/* Reshaping, moving and squeezing dimensions, as functions and methods. */
Test(numpy_shape, shapes_changed)
{
	testing_programs(shapes_changed, ROWS(shapes_changed));
}

static const struct program_case shapes_refused[] = {
    {"0.10.2", "x=2", "v f32[6]", "y = jnp.reshape(v, (4, 2))",
     "TypeError: cannot reshape array of shape (6,) (size 6) into shape (4, 2) (size "
     "8)"},
    {"0.10.2", "x=2", "v f32[6]", "y = jnp.reshape(v, (-1, -1))",
     "TypeError: can only specify one unknown axis size with a `-1` value, got (-1, "
     "-1)"},
    {"0.10.2", "x=2", "v f32[6]", "y = jnp.reshape(v, (4, -1))",
     "TypeError: cannot reshape array of shape (6,) (size 6) into shape (4, -1) "
     "because the product of specified axis sizes (4) does not evenly divide 6"},
    {"0.10.2", "x=2", "v f32[6]", "y = jnp.reshape(v, (2.0, 3))",
     "TypeError: Shapes must be 1D sequences of concrete values of integer type, got "
     "(2.0, 3)."},
    {"0.10.2", "x=2", "v f32[6]; n i32[]", "y = jnp.reshape(v, (n, 2))",
     "TypeError: Shapes must be 1D sequences of concrete values of integer type, got "
     "(JitTracer(int32[]), 2)."},
    {"0.10.2", "x=2", "v f32[6]", "y = jnp.reshape(v, (2, 3), order='A')",
     "NotImplementedError: np.reshape order=A is not implemented."},
    {"0.10.2", "x=2", "v f32[6]", "y = jnp.reshape(v, (2, 3), order='X')",
     "ValueError: Unexpected value for 'order' argument: X."},
    {"0.10.2", "x=2", "v f32[6]", "y = jnp.reshape(v, (2, 3), copy=False)", "y f32[2,3]"},
    {"0.10.2", "x=2", "v f32[6]", "y = jnp.reshape(v)",
     "TypeError: reshape() missing 1 required positional argument: 'shape'"},
    {"0.10.2", "x=2", "", "y = jnp.reshape([1, 2], (2, 1))",
     "TypeError: reshape requires ndarray or scalar arguments, got <class 'list'> at "
     "position 0."},
    {"0.10.2", "x=2", "v f32[6]", "y = jnp.reshape(v, newshape=(2, 3))",
     "TypeError: reshape() got an unexpected keyword argument 'newshape'"},
    {"0.10.2", "x=2", "v f32[6]", "y = v.reshape()",
     "TypeError: cannot reshape array of shape (6,) (size 6) into shape () (size 1)"},
    {"0.10.2", "x=2", "v f32[6]", "y = v.reshape(2, (3,))",
     "TypeError: Shapes must be 1D sequences of concrete values of integer type, got "
     "(2, (3,))."},
    {"0.10.2", "x=2", "v f32[6]", "y = v.reshape(4, 2)",
     "TypeError: cannot reshape array of shape (6,) (size 6) into shape (4, 2) (size "
     "8)"},
    {"0.10.2", "x=2", "v f32[6]", "y = v.reshape(shape=(2, 3))",
     "TypeError: _reshape() got an unexpected keyword argument 'shape'"},
    {"0.10.2", "x=2", "", "y = jnp.ravel([1.0])",
     "TypeError: ravel requires ndarray or scalar arguments, got <class 'list'> at "
     "position 0."},
    {"0.10.2", "x=2", "a f32[4@x,6]", "y = jnp.ravel(a)", "y f32[24@x]"},
    {"0.10.2", "x=2", "v f32[6]", "y = jnp.ravel(v, order='K')",
     "NotImplementedError: Ravel not implemented for order='K'."},
    {"0.10.2", "x=2", "t f32[2,3,4]", "y = t.ravel(1)",
     "ValueError: Unexpected value for 'order' argument: 1."},
    {"0.10.2", "x=2", "v f32[6]", "y = v.flatten('X')",
     "ValueError: Unexpected value for 'order' argument: X."},
    {"0.10.2", "x=2", "t f32[2,3,4]", "y = jnp.transpose(t, (0, 1))",
     "TypeError: transpose permutation isn't a permutation of operand dimensions, got "
     "permutation (0, 1) for operand shape (2, 3, 4)."},
    {"0.10.2", "x=2", "t f32[2,3,4]", "y = jnp.transpose(t, (0, 1, 1))",
     "TypeError: transpose permutation isn't a permutation of operand dimensions, got "
     "permutation (0, 1, 1) for operand shape (2, 3, 4)."},
    {"0.10.2", "x=2", "t f32[2,3,4]", "y = jnp.transpose(t, (0, 1, 3))",
     "ValueError: axis 3 is out of bounds for array of dimension 3"},
    {"0.10.2", "x=2", "t f32[2,3,4]", "y = jnp.transpose(t, 1)",
     "TypeError: 'int' object is not iterable"},
    {"0.10.2", "x=2", "", "y = jnp.transpose([1.0])",
     "TypeError: transpose requires ndarray or scalar arguments, got <class 'list'> at "
     "position 0."},
    {"0.10.2", "x=2", "t f32[2,3,4]", "y = t.transpose(0, 1)",
     "TypeError: transpose permutation isn't a permutation of operand dimensions, got "
     "permutation (0, 1) for operand shape (2, 3, 4)."},
    {"0.10.2", "x=2", "t f32[2,3,4]", "y = t.transpose(axes=(0, 1, 2))",
     "TypeError: _transpose() got an unexpected keyword argument 'axes'"},
    {"0.10.2", "x=2", "t f32[2,3,4]", "y = jnp.permute_dims(t)",
     "TypeError: permute_dims() missing 1 required positional argument: 'axes'"},
    {"0.10.2", "x=2", "t f32[2,3,4]", "y = jnp.permute_dims(t, axes=(2, 1, 0))", "y f32[4,3,2]"},
    {"0.10.2", "x=2", "v f32[6]", "y = jnp.matrix_transpose(v)",
     "ValueError: x must be at least two-dimensional for matrix_transpose; got ndim=1"},
    {"0.10.2", "x=2", "v f32[6]", "y = v.mT",
     "ValueError: x must be at least two-dimensional for matrix_transpose; got ndim=1"},
    {"0.10.2", "x=2", "t f32[2,3,4]", "y = t.T()",
     "TypeError: 'DynamicJaxprTracer' object is not callable"},
    {"0.10.2", "x=2", "a f32[4@x,6]", "y = jnp.swapaxes(a, 0, 2)",
     "IndexError: index 2 is out of bounds for axis 0 with size 2"},
    {"0.10.2", "x=2", "a f32[4@x,6]", "y = jnp.swapaxes(a, 0)",
     "TypeError: swapaxes() missing 1 required positional argument: 'axis2'"},
    {"0.10.2", "x=2", "t f32[2,3,4]", "y = jnp.moveaxis(t, 0, 3)",
     "ValueError: axis 3 is out of bounds for array of dimension 3"},
    {"0.10.2", "x=2", "t f32[2,3,4]", "y = jnp.moveaxis(t, (0, 1), 0)",
     "ValueError: Inconsistent number of elements: 2 vs 1"},
    {"0.10.2", "x=2", "t f32[2,3,4]", "y = jnp.moveaxis(t, (0, 0), (0, 1))",
     "TypeError: transpose permutation isn't a permutation of operand dimensions, got "
     "permutation (0, 0, 1, 2) for operand shape (2, 3, 4)."},
    {"0.10.2", "x=2", "t f32[2,3,4]", "y = jnp.moveaxis(t, (0, 1), (0, 0))", "y f32[3,2,4]"},
    {"0.10.2", "x=2", "t f32[2,3,4]", "y = jnp.moveaxis(t, 0)",
     "TypeError: moveaxis() missing 1 required positional argument: 'destination'"},
    {"0.10.2", "x=2", "t f32[2,3,4]", "y = jnp.rollaxis(t, 3)",
     "ValueError: axis 3 is out of bounds for array of dimension 3"},
    {"0.10.2", "x=2", "t f32[2,3,4]", "y = jnp.rollaxis(t, 0, 4)",
     "ValueError: start=4 must satisfy -3<=start<=3"},
    {"0.10.2", "x=2", "t f32[2,3,4]", "y = jnp.rollaxis(t)",
     "TypeError: rollaxis() missing 1 required positional argument: 'axis'"},
    {"0.10.2", "x=2", "t f32[2,3,4]", "y = jnp.squeeze(t, 0)",
     "ValueError: cannot select an axis to squeeze out which has size not equal to "
     "one, got shape=(2, 3, 4) and dimensions=(0,)"},
    {"0.10.2", "x=2", "o f32[1,3,1]", "y = jnp.squeeze(o, 3)",
     "ValueError: axis 3 is out of bounds for array of dimension 3"},
    {"0.10.2", "x=2", "o f32[1,3,1]", "y = jnp.squeeze(o, (0, 0))",
     "ValueError: dimensions are not unique: (0, 0)"},
    {"0.10.2", "x=2", "o f32[1,3,1]; n i32[]", "y = jnp.squeeze(o, n)",
     "ConcretizationTypeError: Abstract tracer value encountered where concrete value "
     "is expected: traced array with shape int32[]"},
    {"0.10.2", "x=2", "", "y = jnp.squeeze([1.0])",
     "TypeError: squeeze requires ndarray or scalar arguments, got <class 'list'> at "
     "position 0."},
    {"0.10.2", "x=2", "o f32[1,3,1]", "y = o.squeeze(1)",
     "ValueError: cannot select an axis to squeeze out which has size not equal to "
     "one, got shape=(1, 3, 1) and dimensions=(1,)"},
    {"0.10.2", "x=2", "o f32[1,3,1]", "y = o.squeeze(axis=[0])", "y f32[3,1]"},
    {"0.10.2", "x=2", "a f32[4@x,6]", "y = jnp.expand_dims(a, 3)",
     "ValueError: axis 3 is out of bounds for array of dimension 3"},
    {"0.10.2", "x=2", "a f32[4@x,6]", "y = jnp.expand_dims(a, (0, 0))",
     "ValueError: repeated axis in lax.expand_dims: (0, 0)"},
    {"0.10.2", "x=2", "a f32[4@x,6]", "y = jnp.expand_dims(a)",
     "TypeError: expand_dims() missing 1 required positional argument: 'axis'"},
    {"0.10.2", "x=2", "", "y = jnp.expand_dims([1.0], 0)",
     "TypeError: expand_dims requires ndarray or scalar arguments, got <class 'list'> "
     "at position 0."},
    {"0.6.0", "x=2", "", "y = jnp.reshape([1, 2], (2, 1))",
     "TypeError: reshape requires ndarray or scalar arguments, got <class 'list'> at "
     "position 0."},
    {"0.12.0.1", "x=2", "", "y = jnp.reshape([1, 2], (2, 1))",
     "TypeError: reshape requires ndarray or scalar arguments, got <class 'list'> at "
     "position 0."},
    {"0.6.0", "x=2", "v f32[6]", "y = jnp.reshape(v, (4, 2))",
     "TypeError: cannot reshape array of shape (6,) (size 6) into shape (4, 2) (size "
     "8)"},
    {"0.9.0", "x=2", "v f32[6]", "y = jnp.reshape(v, (4, 2))",
     "TypeError: cannot reshape array of shape (6,) (size 6) into shape (4, 2) (size "
     "8)"},
    {"0.12.0.1", "x=2", "v f32[6]", "y = jnp.reshape(v, (4, 2))",
     "TypeError: cannot reshape array of shape (6,) (size 6) into shape (4, 2) (size "
     "8)"},
    {"0.6.0", "x=2", "t f32[2,3,4]", "y = jnp.transpose(t, (0, 1))",
     "TypeError: transpose permutation isn't a permutation of operand dimensions, got "
     "permutation (0, 1) for operand shape (2, 3, 4)."},
    {"0.9.0", "x=2", "t f32[2,3,4]", "y = jnp.transpose(t, (0, 1))",
     "TypeError: transpose permutation isn't a permutation of operand dimensions, got "
     "permutation (0, 1) for operand shape (2, 3, 4)."},
    {"0.12.0.1", "x=2", "t f32[2,3,4]", "y = jnp.transpose(t, (0, 1))",
     "TypeError: transpose permutation isn't a permutation of operand dimensions, got "
     "permutation (0, 1) for operand shape (2, 3, 4)."},
};

/* Sizes that do not fit, axes out of bounds or twice, orders. */
Test(numpy_shape, shapes_refused)
{
	testing_programs(shapes_refused, ROWS(shapes_refused));
}
