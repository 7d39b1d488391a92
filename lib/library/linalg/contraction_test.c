/* SPDX-License-Identifier: Apache-2.0 */
/* Rows are checked against JAX by testdata/programs/rows.py. */
#include "testing/program_cases.h"

static const struct program_case products_of_arrays[] = {
    {"0.10.2", "x=2", "a f32[4@x,3]; b f32[3,5]", "y = jnp.matmul(a, b)", "y f32[4@x,5]"},
    {"0.10.2", "x=2", "b f32[3,5]; t f32[2,4,3]", "y = jnp.matmul(t, b)", "y f32[2,4,5]"},
    {"0.10.2", "x=2", "v f32[3]; w f32[3]", "y = jnp.matmul(v, w)", "y f32[]"},
    {"0.10.2", "x=2", "v f32[3]; t f32[2,4,3]", "y = jnp.matmul(t, v)", "y f32[2,4]"},
    {"0.10.2", "x=2", "i i8[3,5]", "y = jnp.matmul(i.T, i, preferred_element_type=jnp.int32)",
     "y i32[5,5]"},
    {"0.10.2", "x=2", "b f32[3,5]; t f32[2,4,3]", "y = jnp.matmul(t, b, precision='high')",
     "y f32[2,4,5]"},
    {"0.10.2", "x=2", "a f32[4@x,3]; b f32[3,5]", "y = jnp.dot(a, b)", "y f32[4@x,5]"},
    {"0.10.2", "x=2", "v f32[3]; w f32[3]", "y = jnp.dot(v, w)", "y f32[]"},
    {"0.10.2", "x=2", "b f32[3,5]; s f32[]", "y = jnp.dot(s, b)", "y f32[3,5]"},
    {"0.10.2", "x=2", "v f32[3]; t f32[2,4,3]", "y = jnp.dot(t, v)", "y f32[2,4]"},
    {"0.10.2", "x=2", "t f32[2,4,3]", "y = jnp.dot(t, jnp.ones((5, 3, 6)))", "y f32[2,4,5,6]"},
    {"0.10.2", "x=2", "v f32[3]; t f32[2,4,3]", "y = t.dot(v)", "y f32[2,4]"},
    {"0.10.2", "x=2", "v f32[3]; c c64[3]", "y = jnp.vdot(c, v)", "y c64[]"},
    {"0.10.2", "x=2", "b f32[3,5]", "y = jnp.vdot(b, b)", "y f32[]"},
    {"0.10.2", "x=2", "v f32[3]; w f32[3]", "y = jnp.inner(v, w)", "y f32[]"},
    {"0.10.2", "x=2", "b f32[3,5]; t f32[2,4,3]", "y = jnp.inner(t, b.T)", "y f32[2,4,5]"},
    {"0.10.2", "x=2", "v f32[3]; s f32[]", "y = jnp.inner(s, v)", "y f32[3]"},
    {"0.10.2", "x=2", "v f32[3]; t f32[2,4,3]", "y = jnp.outer(v, t)", "y f32[3,24]"},
    {"0.10.2", "x=2", "v f32[3]; s f32[]", "y = jnp.outer(s, v)", "y f32[1,3]"},
    {"0.10.2", "x=2", "v f32[3]; w f32[3]", "y = jnp.kron(v, w)", "y f32[9]"},
    {"0.10.2", "x=2", "b f32[3,5]; v f32[3]", "y = jnp.kron(b, v)", "y f32[3,15]"},
    {"0.10.2", "x=2", "b f32[3,5]; t f32[2,4,3]", "y = jnp.tensordot(t, b, 1)", "y f32[2,4,5]"},
    {"0.10.2", "x=2", "t f32[2,4,3]", "y = jnp.tensordot(t, t, axes=3)", "y f32[]"},
    {"0.10.2", "x=2", "b f32[3,5]; t f32[2,4,3]", "y = jnp.tensordot(t, b, axes=([2], [0]))",
     "y f32[2,4,5]"},
    {"0.10.2", "x=2", "t f32[2,4,3]", "y = jnp.tensordot(t, t, axes=((0, 1), (0, 1)))",
     "y f32[3,3]"},
    {"0.10.2", "x=2", "v f32[3]; w f32[3]", "y = jnp.tensordot(v, w, axes=0)", "y f32[3,3]"},
    {"0.6.2", "x=2", "a f32[4@x,3]; b f32[3,5]", "y = jnp.matmul(a, b, out_sharding=P('x', None))",
     "TypeError: Error interpreting argument to <function matmul at 0x> as an abstract "
     "array. The problematic value is of type <class 'jax.sharding.PartitionSpec'> and "
     "was passed to the function at path kwargs['out_sharding']."},
    {"0.7.0", "x=2", "a f32[4@x,3]; b f32[3,5]", "y = jnp.matmul(a, b, out_sharding=P('x', None))",
     "y f32[4@x,5]"},
    {"0.12.0.1", "x=2", "a f32[4@x,3]; b f32[3,5]",
     "y = jnp.matmul(a, b, out_sharding=P('x', None))", "y f32[4@x,5]"},
    {"0.6.2", "x=2", "a f32[4@x,3]; b f32[3,5]", "y = jnp.dot(a, b, out_sharding=P(None, None))",
     "y f32[4,5]"},
    {"0.7.0", "x=2", "a f32[4@x,3]; b f32[3,5]", "y = jnp.dot(a, b, out_sharding=P(None, None))",
     "y f32[4,5]"},
    {"0.12.0.1", "x=2", "a f32[4@x,3]; b f32[3,5]", "y = jnp.dot(a, b, out_sharding=P(None, None))",
     "y f32[4,5]"},
    {"0.6.2", "x=2", "a f32[4@x,3]; b f32[3,5]", "y = jnp.tensordot(a, b, 1, out_sharding=P('x'))",
     "TypeError: tensordot() got an unexpected keyword argument 'out_sharding'"},
    {"0.7.0", "x=2", "a f32[4@x,3]; b f32[3,5]", "y = jnp.tensordot(a, b, 1, out_sharding=P('x'))",
     "y f32[4@x,5]"},
    {"0.12.0.1", "x=2", "a f32[4@x,3]; b f32[3,5]",
     "y = jnp.tensordot(a, b, 1, out_sharding=P('x'))", "y f32[4@x,5]"},
};

/* matmul, dot, and their like, of vectors and matrices. */
Test(numpy_contraction, products_of_arrays)
{
	testing_programs(products_of_arrays, ROWS(products_of_arrays));
}

static const struct program_case products_refused[] = {
    {"0.10.2", "x=2", "a f32[4@x,3]", "y = jnp.matmul(a, a)",
     "TypeError: dot_general requires contracting dimensions to have the same shape, "
     "got (3,) and (4,)."},
    {"0.10.2", "x=2", "b f32[3,5]; s f32[]", "y = jnp.matmul(s, b)",
     "ValueError: matmul input operand 0 must have ndim at least 1, but it has ndim 0"},
    {"0.10.2", "x=2", "b f32[3,5]; s f32[]", "y = jnp.matmul(b, s)",
     "ValueError: matmul input operand 1 must have ndim at least 1, but it has ndim 0"},
    {"0.10.2", "x=2", "v f32[3]; w f32[4]", "y = jnp.matmul(v, w)",
     "TypeError: dot_general requires contracting dimensions to have the same shape, "
     "got (3,) and (4,)."},
    {"0.10.2", "x=2", "t f32[2,4,3]", "y = jnp.matmul(t, jnp.ones((3, 3, 5)))",
     "ValueError: Incompatible types for matmul arguments: float32[2,4,3] and "
     "float32[3,3,5]"},
    {"0.10.2", "x=2", "v f32[3]", "y = jnp.matmul([1.0], v)",
     "TypeError: matmul requires ndarray or scalar arguments, got <class 'list'> at "
     "position 0."},
    {"0.10.2", "x=2", "a f32[4@x,3]", "y = jnp.matmul(a)",
     "TypeError: matmul() missing 1 required positional argument: 'b'"},
    {"0.10.2", "x=2", "a f32[4@x,3]; b f32[3,5]", "y = jnp.matmul(a, b, precision='most')",
     "ValueError: Precision argument must be one of:"},
    {"0.10.2", "x=2", "a f32[4@x,3]; b f32[3,5]", "y = jnp.matmul(a, b, out=b)",
     "TypeError: matmul() got an unexpected keyword argument 'out'"},
    {"0.10.2", "x=2", "a f32[4@x,3]", "y = jnp.dot(a, a)",
     "TypeError: dot_general requires contracting dimensions to have the same shape, "
     "got (3,) and (4,)."},
    {"0.10.2", "x=2", "v f32[3]; w f32[4]", "y = jnp.dot(v, w)",
     "TypeError: dot_general requires contracting dimensions to have the same shape, "
     "got (3,) and (4,)."},
    {"0.10.2", "x=2", "v f32[3]", "y = jnp.dot(v, [1.0])",
     "TypeError: dot requires ndarray or scalar arguments, got <class 'list'> at "
     "position 1."},
    {"0.10.2", "x=2", "v f32[3]", "y = jnp.dot(v)",
     "TypeError: dot() missing 1 required positional argument: 'b'"},
    {"0.10.2", "x=2", "a f32[4@x,3]; b f32[3,5]", "y = jnp.dot(a, b, axes=1)",
     "TypeError: dot() got an unexpected keyword argument 'axes'"},
    {"0.10.2", "x=2", "w f32[4]; t f32[2,4,3]", "y = t.dot(w)",
     "TypeError: dot_general requires contracting dimensions to have the same shape, "
     "got (3,) and (4,)."},
    {"0.10.2", "x=2", "v f32[3]; w f32[4]", "y = jnp.vdot(v, w)",
     "TypeError: dot_general requires contracting dimensions to have the same shape, "
     "got (3,) and (4,)."},
    {"0.10.2", "x=2", "v f32[3]", "y = jnp.vdot(v)",
     "TypeError: vdot() missing 1 required positional argument: 'b'"},
    {"0.10.2", "x=2", "v f32[3]; w f32[4]", "y = jnp.inner(v, w)",
     "TypeError: dot_general requires contracting dimensions to have the same shape, "
     "got (3,) and (4,)."},
    {"0.10.2", "x=2", "v f32[3]", "y = jnp.inner(v, None)",
     "TypeError: inner requires ndarray or scalar arguments, got <class 'NoneType'> at "
     "position 1."},
    {"0.10.2", "x=2", "v f32[3]; w f32[4]", "y = jnp.outer(v, w, out=v)",
     "NotImplementedError: The 'out' argument to jnp.outer is not supported."},
    {"0.10.2", "x=2", "v f32[3]", "y = jnp.outer(v)",
     "TypeError: outer() missing 1 required positional argument: 'b'"},
    {"0.10.2", "x=2", "v f32[3]", "y = jnp.outer([1.0], v)",
     "TypeError: outer requires ndarray or scalar arguments, got <class 'list'> at "
     "position 0."},
    {"0.10.2", "x=2", "v f32[3]", "y = jnp.kron(v)",
     "TypeError: kron() missing 1 required positional argument: 'b'"},
    {"0.10.2", "x=2", "b f32[3,5]; t f32[2,4,3]", "y = jnp.tensordot(t, b, 2)",
     "TypeError: dot_general requires contracting dimensions to have the same shape, "
     "got (4, 3) and (3, 5)."},
    {"0.10.2", "x=2", "b f32[3,5]; t f32[2,4,3]", "y = jnp.tensordot(t, b, 3)",
     "TypeError: Number of tensordot axes (axes 3) exceeds input ranks ((2, 4, 3) and "
     "(3, 5))"},
    {"0.10.2", "x=2", "b f32[3,5]; t f32[2,4,3]", "y = jnp.tensordot(t, b, -1)",
     "y f32[2,4,3,3,5]"},
    {"0.10.2", "x=2", "b f32[3,5]; t f32[2,4,3]", "y = jnp.tensordot(t, b, axes=([2], [1]))",
     "TypeError: dot_general requires contracting dimensions to have the same shape, "
     "got (3,) and (5,)."},
    {"0.10.2", "x=2", "b f32[3,5]; t f32[2,4,3]", "y = jnp.tensordot(t, b, axes=([2, 1], [0]))",
     "TypeError: tensordot requires axes lists to have equal length, got [2, 1] and "
     "[0]."},
    {"0.10.2", "x=2", "b f32[3,5]; t f32[2,4,3]", "y = jnp.tensordot(t, b, axes=([3], [0]))",
     "ValueError: axis 3 is out of bounds for array of dimension 3"},
    {"0.10.2", "x=2", "b f32[3,5]; t f32[2,4,3]", "y = jnp.tensordot(t, b, axes='ij')",
     "TypeError: tensordot axes argument must be an int, a pair of ints, or a pair of "
     "lists/tuples of ints."},
    {"0.10.2", "x=2", "v f32[3]", "y = jnp.tensordot(v)",
     "TypeError: tensordot() missing 1 required positional argument: 'b'"},
};

/* Dimensions that do not go together, scalars, axes. */
Test(numpy_contraction, products_refused)
{
	testing_programs(products_refused, ROWS(products_refused));
}
