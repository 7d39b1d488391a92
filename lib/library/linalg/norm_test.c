/* SPDX-License-Identifier: Apache-2.0 */
/* Rows are checked against JAX by testdata/programs/rows.py. */
#include "testing/program_cases.h"

static const struct program_case norms_of_vectors_and_matrices[] = {
    {"0.10.2", "x=2", "a f32[4@x,6]", "y = jnp.linalg.norm(a)", "y f32[]"},
    {"0.10.2", "x=2", "a f32[4@x,6]", "y = jnp.linalg.norm(a, axis=1)", "y f32[4@x]"},
    {"0.10.2", "x=2", "v f32[6]", "y = jnp.linalg.norm(v, ord=0)", "y f32[]"},
    {"0.10.2", "x=2", "v f32[6]", "y = jnp.linalg.norm(v, ord=1)", "y f32[]"},
    {"0.10.2", "x=2", "v f32[6]", "y = jnp.linalg.norm(v, ord=2)", "y f32[]"},
    {"0.10.2", "x=2", "v f32[6]", "y = jnp.linalg.norm(v, ord=3)", "y f32[]"},
    {"0.10.2", "x=2", "v f32[6]", "y = jnp.linalg.norm(v, ord=-1)", "y f32[]"},
    {"0.10.2", "x=2", "v f32[6]", "y = jnp.linalg.norm(v, ord=2.5)", "y f32[]"},
    {"0.10.2", "x=2", "v f32[6]", "y = jnp.linalg.norm(v, ord=jnp.inf)", "y f32[]"},
    {"0.10.2", "x=2", "v f32[6]", "y = jnp.linalg.norm(v, ord=-jnp.inf, keepdims=True)",
     "y f32[1]"},
    {"0.10.2", "x=2", "m f32[4,3]", "y = jnp.linalg.norm(m, ord=1)", "y f32[]"},
    {"0.10.2", "x=2", "m f32[4,3]", "y = jnp.linalg.norm(m, ord=-1)", "y f32[]"},
    {"0.10.2", "x=2", "m f32[4,3]", "y = jnp.linalg.norm(m, ord=2)", "y f32[]"},
    {"0.10.2", "x=2", "m f32[4,3]", "y = jnp.linalg.norm(m, ord=-2)", "y f32[]"},
    {"0.10.2", "x=2", "m f32[4,3]", "y = jnp.linalg.norm(m, ord='fro')", "y f32[]"},
    {"0.10.2", "x=2", "m f32[4,3]", "y = jnp.linalg.norm(m, ord='nuc')", "y f32[]"},
    {"0.10.2", "x=2", "m f32[4,3]", "y = jnp.linalg.norm(m, jnp.inf)", "y f32[]"},
    {"0.10.2", "x=2", "t f32[2,4,3]",
     "y = jnp.linalg.norm(t, axis=(1, 2), ord='fro', keepdims=True)", "y f32[2,1,1]"},
    {"0.10.2", "x=2", "t f32[2,4,3]", "y = jnp.linalg.norm(t, axis=(0, -1))", "y f32[4]"},
    {"0.10.2", "x=2", "t f32[2,4,3]", "y = jnp.linalg.norm(t, ord=1, axis=(2, 0))", "y f32[4]"},
    {"0.10.2", "x=2", "i i32[6]", "y = jnp.linalg.norm(i)", "y f32[]"},
    {"0.10.2", "x=2", "c c64[3]", "y = jnp.linalg.norm(c, 3)", "y f32[]"},
    {"0.10.2", "x=2", "h f16[3]", "y = jnp.linalg.norm(h)", "y f16[]"},
    {"0.10.2", "x=2", "t f32[2,4,3]", "y = jnp.linalg.norm(t)", "y f32[]"},
    {"0.10.2", "x=2", "s f32[]", "y = jnp.linalg.norm(s)", "y f32[]"},
    {"0.10.2", "x=2", "a f32[4@x,6]", "y = jnp.linalg.vector_norm(a)", "y f32[]"},
    {"0.10.2", "x=2", "t f32[2,4,3]", "y = jnp.linalg.vector_norm(t, axis=(0, 1), ord=1)",
     "y f32[3]"},
    {"0.10.2", "x=2", "t f32[2,4,3]", "y = jnp.linalg.vector_norm(t, axis=1, keepdims=True, ord=3)",
     "y f32[2,1,3]"},
    {"0.10.2", "x=2", "t f32[2,4,3]", "y = jnp.linalg.matrix_norm(t)", "y f32[2]"},
    {"0.10.2", "x=2", "m f32[4,3]", "y = jnp.linalg.matrix_norm(m, ord='nuc', keepdims=True)",
     "y f32[1,1]"},
    {"0.10.2", "x=2", "m f32[4,3]", "y = jnp.linalg.matrix_norm(m, ord=2)", "y f32[]"},
    {"0.10.2", "x=2", "m f32[4,3]", "y = jnp.linalg.cond(m)", "y f32[]"},
    {"0.10.2", "x=2", "", "y = jnp.linalg.cond(jnp.ones((3, 3)), p=1)", "y f32[]"},
    {"0.10.2", "x=2", "", "y = jnp.linalg.cond(jnp.ones((3, 3)), p=2)", "y f32[]"},
    {"0.10.2", "x=2", "", "y = jnp.linalg.cond(jnp.ones((3, 3)), p=-2)", "y f32[]"},
    {"0.10.2", "x=2", "", "y = jnp.linalg.cond(jnp.ones((3, 3)), p='fro')", "y f32[]"},
    {"0.10.2", "x=2", "", "y = jnp.linalg.cond(jnp.ones((3, 3)), p='nuc')", "y f32[]"},
    {"0.10.2", "x=2", "", "y = jnp.linalg.cond(jnp.ones((2, 3, 3)), jnp.inf)", "y f32[2]"},
};

/* By order, over axes. */
Test(numpy_norm, norms_of_vectors_and_matrices)
{
	testing_programs(norms_of_vectors_and_matrices, ROWS(norms_of_vectors_and_matrices));
}

static const struct program_case norms_refused[] = {
    {"0.10.2", "x=2", "m f32[4,3]", "y = jnp.linalg.norm(m, ord=3)",
     "ValueError: Invalid order '3' for matrix norm."},
    {"0.10.2", "x=2", "m f32[4,3]", "y = jnp.linalg.norm(m, ord='max')",
     "ValueError: Invalid order 'max' for matrix norm."},
    {"0.10.2", "x=2", "v f32[6]", "y = jnp.linalg.norm(v, ord='fro')",
     "ValueError: Invalid order 'fro' for vector norm."},
    {"0.10.2", "x=2", "v f32[6]", "y = jnp.linalg.norm(v, ord='nuc')",
     "ValueError: Invalid order 'nuc' for vector norm."},
    {"0.10.2", "x=2", "t f32[2,4,3]", "y = jnp.linalg.norm(t, ord=2)",
     "ValueError: Improper number of axes for norm: axis=(0, 1, 2). Pass one axis to "
     "compute a vector-norm, or two axes to compute a matrix-norm."},
    {"0.10.2", "x=2", "t f32[2,4,3]", "y = jnp.linalg.norm(t, axis=(0, 1, 2))",
     "ValueError: Improper number of axes for norm: axis=(0, 1, 2). Pass one axis to "
     "compute a vector-norm, or two axes to compute a matrix-norm."},
    {"0.10.2", "x=2", "a f32[4@x,6]", "y = jnp.linalg.norm(a, axis=2)",
     "ValueError: axis 2 is out of bounds for array of dimension 2"},
    {"0.10.2", "x=2", "a f32[4@x,6]", "y = jnp.linalg.norm(a, axis=(0, 2))",
     "ValueError: axis 2 is out of bounds for array of dimension 2"},
    {"0.10.2", "x=2", "m f32[4,3]", "y = jnp.linalg.norm(m, axis=(0, 0), ord=1)", "y f32[]"},
    {"0.10.2", "x=2", "a f32[4@x,6]", "y = jnp.linalg.norm(a, axis=1.5)",
     "TypeError: 'float' object cannot be interpreted as an integer"},
    {"0.10.2", "x=2", "", "y = jnp.linalg.norm([1.0, 2.0])",
     "TypeError: jnp.linalg.norm requires ndarray or scalar arguments, got <class "
     "'list'> at position 0."},
    {"0.10.2", "x=2", "", "y = jnp.linalg.norm(None)",
     "TypeError: jnp.linalg.norm requires ndarray or scalar arguments, got <class "
     "'NoneType'> at position 0."},
    {"0.10.2", "x=2", "", "y = jnp.linalg.norm()",
     "TypeError: norm() missing 1 required positional argument: 'x'"},
    {"0.10.2", "x=2", "v f32[6]", "y = jnp.linalg.norm(v, 2, 0, False, None)",
     "TypeError: norm() takes from 1 to 4 positional arguments but 5 were given"},
    {"0.10.2", "x=2", "v f32[6]", "y = jnp.linalg.norm(v, p=2)",
     "TypeError: norm() got an unexpected keyword argument 'p'"},
    {"0.10.2", "x=2", "v f32[6]", "y = jnp.linalg.vector_norm(v, ord='fro')",
     "ValueError: Invalid order 'fro' for vector norm."},
    {"0.10.2", "x=2", "v f32[6]", "y = jnp.linalg.vector_norm(v, 2)",
     "TypeError: vector_norm() takes 1 positional argument but 2 were given"},
    {"0.10.2", "x=2", "v f32[6]", "y = jnp.linalg.vector_norm(v, axis=1)",
     "ValueError: axis 1 is out of bounds for array of dimension 1"},
    {"0.10.2", "x=2", "", "y = jnp.linalg.vector_norm([1.0])",
     "TypeError: jnp.linalg.vector_norm requires ndarray or scalar arguments, got "
     "<class 'list'> at position 0."},
    {"0.10.2", "x=2", "v f32[6]", "y = jnp.linalg.matrix_norm(v)",
     "ValueError: axis -2 is out of bounds for array of dimension 1"},
    {"0.10.2", "x=2", "m f32[4,3]", "y = jnp.linalg.matrix_norm(m, 'nuc')",
     "TypeError: matrix_norm() takes 1 positional argument but 2 were given"},
    {"0.10.2", "x=2", "m f32[4,3]", "y = jnp.linalg.matrix_norm(m, ord='max')",
     "ValueError: Invalid order 'max' for matrix norm."},
    {"0.10.2", "x=2", "", "y = jnp.linalg.matrix_norm([1.0])",
     "TypeError: jnp.linalg.matrix_norm requires ndarray or scalar arguments, got "
     "<class 'list'> at position 0."},
    {"0.10.2", "x=2", "v f32[6]", "y = jnp.linalg.cond(v)",
     "ValueError: jnp.linalg.cond: input array must be at least 2D; got arr.shape=(6,)"},
    {"0.10.2", "x=2", "m f32[4,3]", "y = jnp.linalg.cond(m, p=1)",
     "ValueError: jnp.linalg.cond: for p=1, array must be square; got arr.shape=(4, 3)"},
    {"0.10.2", "x=2", "m f32[4,3]", "y = jnp.linalg.cond(m, p=3)",
     "ValueError: jnp.linalg.cond: for p=3, array must be square; got arr.shape=(4, 3)"},
    {"0.10.2", "x=2", "m f32[4,3]", "y = jnp.linalg.cond(m, p='max')",
     "ValueError: jnp.linalg.cond: for p='max', array must be square; got "
     "arr.shape=(4, 3)"},
    {"0.10.2", "x=2", "", "y = jnp.linalg.cond([1.0])",
     "TypeError: cond requires ndarray or scalar arguments, got <class 'list'> at "
     "position 0."},
    {"0.10.2", "x=2", "", "y = jnp.linalg.cond()",
     "TypeError: cond() missing 1 required positional argument: 'x'"},
    {"0.10.2", "x=2", "", "y = jnp.linalg.cond(jnp.ones((3, 3)), q=1)",
     "TypeError: cond() got an unexpected keyword argument 'q'"},
};

/* Orders that there are not, axes that are none. */
Test(numpy_norm, norms_refused)
{
	testing_programs(norms_refused, ROWS(norms_refused));
}
