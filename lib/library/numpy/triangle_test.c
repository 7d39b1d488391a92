/* SPDX-License-Identifier: Apache-2.0 */
/* Rows are checked against JAX by testdata/programs/rows.py. */
#include "testing/program_cases.h"

static const struct program_case triangles_and_diagonals[] = {
    {"0.10.2", "x=2", "a f32[4@x,6]", "y = jnp.tril(a)", "y f32[4@x,6]"},
    {"0.10.2", "x=2", "m f32[3,3]", "y = jnp.triu(m, k=1)", "y f32[3,3]"},
    {"0.10.2", "x=2", "t f32[2,3,4]", "y = jnp.tril(t, -1)", "y f32[2,3,4]"},
    {"0.10.2", "x=2", "b bool[3,3]", "y = jnp.triu(b)", "y bool[3,3]"},
    {"0.10.2", "x=2", "v f32[3]", "y = jnp.diag(v)", "y f32[3,3]"},
    {"0.10.2", "x=2", "v f32[3]", "y = jnp.diag(v, k=1)", "y f32[4,4]"},
    {"0.10.2", "x=2", "v f32[3]", "y = jnp.diag(v, -2)", "y f32[5,5]"},
    {"0.10.2", "x=2", "m f32[3,3]", "y = jnp.diag(m)", "y f32[3]"},
    {"0.10.2", "x=2", "m f32[3,3]", "y = jnp.diag(m, 1)", "y f32[2]"},
    {"0.10.2", "x=2", "m f32[3,3]", "y = jnp.diag(m, 5)", "y f32[0]"},
    {"0.10.2", "x=2", "m f32[3,3]", "y = jnp.diagonal(m)", "y f32[3]"},
    {"0.10.2", "x=2", "t f32[2,3,4]", "y = jnp.diagonal(t, 1, 1, 2)", "y f32[2,3]"},
    {"0.10.2", "x=2", "t f32[2,3,4]", "y = jnp.diagonal(t, axis1=0, axis2=2, offset=-1)",
     "y f32[3,1]"},
    {"0.10.2", "x=2", "t f32[2,3,4]", "y = t.diagonal()", "y f32[4,2]"},
    {"0.10.2", "x=2", "m f32[3,3]", "y = m.diagonal(offset=1)", "y f32[2]"},
    {"0.10.2", "x=2", "m f32[3,3]", "y = jnp.trace(m)", "y f32[]"},
    {"0.10.2", "x=2", "i i8[3,3]", "y = jnp.trace(i)", "y i32[]"},
    {"0.10.2", "x=2", "t f32[2,3,4]", "y = jnp.trace(t, 0, 1, 2)", "y f32[2]"},
    {"0.10.2", "x=2", "m f32[3,3]", "y = m.trace()", "y f32[]"},
    {"0.10.2", "x=2", "t f32[2,3,4]", "y = t.trace(axis1=1, axis2=2)", "y f32[2]"},
};

/* Of matrices, and matrices of diagonals. */
Test(numpy_triangle, triangles_and_diagonals)
{
	testing_programs(triangles_and_diagonals, ROWS(triangles_and_diagonals));
}

static const struct program_case triangles_refused[] = {
    {"0.10.2", "x=2", "v f32[3]", "y = jnp.tril(v)",
     "ValueError: Argument to jax.numpy.tril must be at least 2D"},
    {"0.10.2", "x=2", "v f32[3]", "y = jnp.triu(v)",
     "ValueError: Argument to jax.numpy.triu must be at least 2D"},
    {"0.10.2", "x=2", "", "y = jnp.tril([[1.0]])",
     "TypeError: tril requires ndarray or scalar arguments, got <class 'list'> at "
     "position 0."},
    {"0.10.2", "x=2", "", "y = jnp.triu([[1.0]])",
     "TypeError: triu requires ndarray or scalar arguments, got <class 'list'> at "
     "position 0."},
    {"0.10.2", "x=2", "", "y = jnp.tril()",
     "TypeError: tril() missing 1 required positional argument: 'm'"},
    {"0.10.2", "x=2", "", "y = jnp.triu()",
     "TypeError: triu() missing 1 required positional argument: 'm'"},
    {"0.10.2", "x=2", "m f32[3,3]", "y = jnp.tril(m, 1.5)",
     "TypeError: 'float' object cannot be interpreted as an integer"},
    {"0.10.2", "x=2", "m f32[3,3]", "y = jnp.triu(m, 1.5)",
     "TypeError: 'float' object cannot be interpreted as an integer"},
    {"0.10.2", "x=2", "m f32[3,3]", "y = jnp.tril(m, diagonal=1)",
     "TypeError: tril() got an unexpected keyword argument 'diagonal'"},
    {"0.10.2", "x=2", "m f32[3,3]", "y = jnp.triu(m, diagonal=1)",
     "TypeError: triu() got an unexpected keyword argument 'diagonal'"},
    {"0.10.2", "x=2", "t f32[2,3,4]", "y = jnp.diag(t)", "ValueError: diag input must be 1d or 2d"},
    {"0.10.2", "x=2", "s f32[]", "y = jnp.diag(s)", "ValueError: diag input must be 1d or 2d"},
    {"0.10.2", "x=2", "m f32[3,3]; n i32[]", "y = jnp.diag(m, n)",
     "TracerIntegerConversionError: The __index__() method was called on traced array "
     "with shape int32[]"},
    {"0.10.2", "x=2", "", "y = jnp.diag([1.0, 2.0])",
     "TypeError: diag requires ndarray or scalar arguments, got <class 'list'> at "
     "position 0."},
    {"0.10.2", "x=2", "", "y = jnp.diag()",
     "TypeError: diag() missing 1 required positional argument: 'v'"},
    {"0.10.2", "x=2", "m f32[3,3]", "y = jnp.diag(m, 0, 1)",
     "TypeError: diag() takes from 1 to 2 positional arguments but 3 were given"},
    {"0.10.2", "x=2", "v f32[3]", "y = jnp.diagonal(v)",
     "ValueError: diagonal requires an array of at least two dimensions."},
    {"0.10.2", "x=2", "m f32[3,3]", "y = jnp.diagonal(m, axis1=2)",
     "ValueError: axis 2 is out of bounds for array of dimension 2"},
    {"0.10.2", "x=2", "", "y = jnp.diagonal([[1.0]])",
     "TypeError: diagonal requires ndarray or scalar arguments, got <class 'list'> at "
     "position 0."},
    {"0.10.2", "x=2", "", "y = jnp.diagonal()",
     "TypeError: diagonal() missing 1 required positional argument: 'a'"},
    {"0.10.2", "x=2", "v f32[3]", "y = v.diagonal()",
     "ValueError: diagonal requires an array of at least two dimensions."},
    {"0.10.2", "x=2", "m f32[3,3]", "y = m.diagonal(1, 0, 1, 2)",
     "TypeError: _diagonal() takes from 1 to 4 positional arguments but 5 were given"},
    {"0.10.2", "x=2", "v f32[3]", "y = jnp.trace(v)",
     "ValueError: axis 1 is out of bounds for array of dimension 1"},
    {"0.10.2", "x=2", "", "y = jnp.trace([[1.0]])",
     "TypeError: trace requires ndarray or scalar arguments, got <class 'list'> at "
     "position 0."},
    {"0.10.2", "x=2", "", "y = jnp.trace()",
     "TypeError: trace() missing 1 required positional argument: 'a'"},
    {"0.10.2", "x=2", "v f32[3]", "y = v.trace()",
     "ValueError: axis 1 is out of bounds for array of dimension 1"},
    {"0.10.2", "x=2", "m f32[3,3]; n i32[]", "y = jnp.trace(m, offset=n)", "y f32[]"},
    {"0.10.2", "x=2", "a f32[4@x,6]", "y = jnp.diag(a)",
     "ShardingTypeError: Use `.at[...].get(out_sharding=)` to provide output "
     "PartitionSpec for the gather indexing as out sharding could not be resolved "
     "unambiguously (or would require collectives on inputs). Got "
     "operand=ShapedArray(float32[4@x,6]), indices=ShapedArray(int32[4,2])"},
};

/* Vectors and scalars, axes that are equal, offsets that are traced. */
Test(numpy_triangle, triangles_refused)
{
	testing_programs(triangles_refused, ROWS(triangles_refused));
}
