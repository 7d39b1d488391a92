/* SPDX-License-Identifier: Apache-2.0 */
/* Rows are checked against JAX by testdata/programs/rows.py. */
#include "testing/program_cases.h"

static const struct program_case shapes_brought_together[] = {
    {"0.10.2", "x=2", "b f32[6]", "y = jnp.broadcast_to(b, (3, 6))", "y f32[3,6]"},
    {"0.10.2", "x=2", "a f32[4@x,6]", "y = jnp.broadcast_to(a, (2, 4, 6))", "y f32[2,4@x,6]"},
    {"0.10.2", "x=2", "s f32[]", "y = jnp.broadcast_to(s, (2,))", "y f32[2]"},
    {"0.10.2", "x=2", "", "y = jnp.broadcast_to(2, (3, 2))", "y i32[3,2]"},
    {"0.10.2", "x=2", "b f32[6]", "y = jnp.broadcast_to(b, 6)", "y f32[6]"},
    {"0.10.2", "x=2", "a f32[4@x,6]; b f32[6]", "p, q = jnp.broadcast_arrays(a, b)",
     "p f32[4@x,6]; q f32[4@x,6]"},
    {"0.10.2", "x=2", "b f32[6]; c f32[4,1]; s f32[]", "p, q, r = jnp.broadcast_arrays(c, b, s)",
     "p f32[4,6]; q f32[4,6]; r f32[4,6]"},
    {"0.10.2", "x=2", "b f32[6]", "y = jnp.broadcast_arrays(b)", "y[0] f32[6]"},
    {"0.10.2", "x=2", "", "y = jnp.broadcast_arrays()", ""},
    {"0.10.2", "x=2", "", "y = jnp.zeros(jnp.broadcast_shapes((4, 1), (6,)))", "y f32[4,6]"},
    {"0.10.2", "x=2", "", "y = jnp.zeros(jnp.broadcast_shapes((2, 1), 3, ()))", "y f32[2,3]"},
    {"0.10.2", "x=2", "", "y = jnp.zeros(lax.broadcast_shapes((2, 1), (1, 3)))", "y f32[2,3]"},
    {"0.10.2", "x=2", "", "y = jnp.zeros(lax.broadcast_shapes((1,), (0,)))", "y f32[0]"},
    {"0.10.2", "x=2", "", "y = jnp.zeros(jnp.broadcast_shapes())", "y f32[]"},
    {"0.10.2", "x=2", "s f32[]", "y = jnp.atleast_1d(s)", "y f32[1]"},
    {"0.10.2", "x=2", "b f32[6]", "y = jnp.atleast_2d(b)", "y f32[1,6]"},
    {"0.10.2", "x=2", "a f32[4@x,6]", "y = jnp.atleast_3d(a)", "y f32[4@x,6,1]"},
    {"0.10.2", "x=2", "s f32[]", "y = jnp.atleast_3d(s)", "y f32[1,1,1]"},
    {"0.10.2", "x=2", "b f32[6]", "y = jnp.atleast_3d(b)", "y f32[1,6,1]"},
    {"0.10.2", "x=2", "", "y = jnp.atleast_2d(1.5)", "y f32[1,1]"},
    {"0.10.2", "x=2", "t f32[2,4,6]", "y = jnp.atleast_3d(t)", "y f32[2,4,6]"},
    {"0.10.2", "x=2", "s f32[]; i i32[3]", "p, q = jnp.atleast_2d(s, i)", "p f32[1,1]; q i32[1,3]"},
    {"0.10.2", "x=2", "i i32[3]; h f16[5]", "p, q = jnp.meshgrid(i, h)", "p i32[5,3]; q f16[5,3]"},
    {"0.10.2", "x=2", "i i32[3]; h f16[5]", "p, q = jnp.meshgrid(i, h, indexing='ij')",
     "p i32[3,5]; q f16[3,5]"},
    {"0.10.2", "x=2", "i i32[3]; h f16[5]", "p, q = jnp.meshgrid(i, h, sparse=True)",
     "p i32[1,3]; q f16[5,1]"},
    {"0.10.2", "x=2", "b f32[6]; i i32[3]; h f16[5]", "p, q, r = jnp.meshgrid(i, h, b)",
     "p i32[5,3,6]; q f16[5,3,6]; r f32[5,3,6]"},
    {"0.10.2", "x=2", "i i32[3]", "y = jnp.meshgrid(i)", "y[0] i32[3]"},
    {"0.10.2", "x=2", "s f32[]; i i32[3]", "p, q = jnp.meshgrid(s, i)",
     "ValueError: Arguments to jax.numpy.meshgrid must be 1D, got shapes [(), (3,)]"},
    {"0.10.2", "x=2", "", "y = jnp.indices((2, 3))", "y i32[2,2,3]"},
    {"0.10.2", "x=2", "", "y = jnp.indices((2, 3), dtype=jnp.float32)", "y f32[2,2,3]"},
    {"0.10.2", "x=2", "", "p, q = jnp.indices((2, 3), sparse=True)", "p i32[2,1]; q i32[1,3]"},
    {"0.10.2", "x=2", "", "y = jnp.indices([4])", "y i32[1,4]"},
};

/* Arrays and shapes broadcast, grids, and dimensions added. */
Test(numpy_broadcast, shapes_brought_together)
{
	testing_programs(shapes_brought_together, ROWS(shapes_brought_together));
}

static const struct program_case shapes_that_do_not_broadcast[] = {
    {"0.10.2", "x=2", "a f32[4@x,6]", "y = jnp.broadcast_to(a, (4,))",
     "ValueError: Cannot broadcast to shape with fewer dimensions: arr_shape=(4, 6) "
     "shape=(4,)"},
    {"0.10.2", "x=2", "b f32[6]", "y = jnp.broadcast_to(b, (5,))",
     "ValueError: Incompatible types for broadcasting: input type=float32[6] and "
     "requested type=float32[5]"},
    {"0.10.2", "x=2", "b f32[6]", "y = jnp.broadcast_to(b, (6, 5))",
     "ValueError: Incompatible types for broadcasting: input type=float32[6] and "
     "requested type=float32[6,5]"},
    {"0.10.2", "x=2", "b f32[6]", "y = jnp.broadcast_to(b, (-1,))",
     "ValueError: Incompatible types for broadcasting: input type=float32[6] and "
     "requested type=float32[-1]"},
    {"0.10.2", "x=2", "b f32[6]; n i32[]", "y = jnp.broadcast_to(b, n)",
     "TypeError: Shapes must be 1D sequences of concrete values of integer type, got "
     "(JitTracer(int32[]),)."},
    {"0.10.2", "x=2", "b f32[6]; n i32[]", "y = jnp.broadcast_to(b, (n, 6))",
     "TypeError: Shapes must be 1D sequences of concrete values of integer type, got "
     "(JitTracer(int32[]), 6)."},
    {"0.10.2", "x=2", "b f32[6]", "y = jnp.broadcast_to(b, 'six')",
     "TypeError: Shapes must be 1D sequences of concrete values of integer type, got "
     "('six',)."},
    {"0.10.2", "x=2", "", "y = jnp.broadcast_to([1, 2], (3, 2))",
     "TypeError: broadcast_to requires ndarray or scalar arguments, got <class 'list'> "
     "at position 0."},
    {"0.10.2", "x=2", "b f32[6]", "y = jnp.broadcast_to(b)",
     "TypeError: broadcast_to() missing 1 required positional argument: 'shape'"},
    {"0.10.2", "x=2", "b f32[6]", "y = jnp.broadcast_to(b, (2, 6), out_sharding=P('y'))",
     "ValueError: Resource axis: y of P('y',) is not found in mesh: ('x',)."},
    {"0.10.2", "x=2", "b f32[6]; c f32[5]", "y = jnp.broadcast_arrays(b, c)",
     "ValueError: Incompatible shapes for broadcasting: shapes=[(6,), (5,)]"},
    {"0.10.2", "x=2", "b f32[6]", "y = jnp.broadcast_arrays(b, [1.0])",
     "TypeError: broadcast_arrays requires ndarray or scalar arguments, got <class "
     "'list'> at position 1."},
    {"0.10.2", "x=2", "b f32[6]", "y = jnp.broadcast_arrays(b, copy=True)",
     "TypeError: broadcast_arrays() got an unexpected keyword argument 'copy'"},
    {"0.10.2", "x=2", "", "y = jnp.broadcast_shapes((2, 3), (4,))",
     "ValueError: Incompatible shapes for broadcasting: shapes=[(2, 3), (4,)]"},
    {"0.10.2", "x=2", "", "y = jnp.broadcast_shapes((2, 3), (3, 3), (2, 1))",
     "ValueError: Incompatible shapes for broadcasting: shapes=[(2, 3), (3, 3), (2, "
     "1)]"},
    {"0.10.2", "x=2", "", "y = jnp.broadcast_shapes('ab')",
     "TypeError: Shapes must be 1D sequences of concrete values of integer type, got "
     "('ab',)."},
    {"0.10.2", "x=2", "", "y = lax.broadcast_shapes((2, 3), (4,))",
     "ValueError: Incompatible shapes for broadcasting: shapes=[(2, 3), (4,)]"},
    {"0.10.2", "x=2", "", "y = lax.broadcast_shapes((2,), (3,), (4,))",
     "ValueError: Incompatible shapes for broadcasting: shapes=[(2,), (3,), (4,)]"},
    {"0.10.2", "x=2", "", "y = jnp.atleast_1d([1.0, 2.0])",
     "TypeError: atleast_1d requires ndarray or scalar arguments, got <class 'list'> "
     "at position 0."},
    {"0.10.2", "x=2", "", "y = jnp.atleast_2d([1.0, 2.0])",
     "TypeError: atleast_2d requires ndarray or scalar arguments, got <class 'list'> "
     "at position 0."},
    {"0.10.2", "x=2", "", "y = jnp.atleast_3d([1.0, 2.0])",
     "TypeError: atleast_3d requires ndarray or scalar arguments, got <class 'list'> "
     "at position 0."},
    {"0.10.2", "x=2", "", "y = jnp.atleast_1d(None)",
     "TypeError: atleast_1d requires ndarray or scalar arguments, got <class "
     "'NoneType'> at position 0."},
    {"0.10.2", "x=2", "", "y = jnp.atleast_2d(None)",
     "TypeError: atleast_2d requires ndarray or scalar arguments, got <class "
     "'NoneType'> at position 0."},
    {"0.10.2", "x=2", "", "y = jnp.atleast_3d(None)",
     "TypeError: atleast_3d requires ndarray or scalar arguments, got <class "
     "'NoneType'> at position 0."},
    {"0.10.2", "x=2", "b f32[6]", "y = jnp.atleast_1d(b, copy=False)",
     "TypeError: atleast_1d() got an unexpected keyword argument 'copy'"},
    {"0.10.2", "x=2", "m f32[2,2]", "y = jnp.meshgrid(m)",
     "ValueError: Arguments to jax.numpy.meshgrid must be 1D, got shapes [(2, 2)]"},
    {"0.10.2", "x=2", "b f32[6]; c f32[5]", "y = jnp.meshgrid(b, c, indexing='yx')",
     "ValueError: Valid values for indexing are 'xy' and 'ij', got yx"},
    {"0.10.2", "x=2", "b f32[6]", "y = jnp.meshgrid(b, copy=False)",
     "ValueError: jax.numpy.meshgrid only supports copy=True"},
    {"0.10.2", "x=2", "", "y = jnp.meshgrid([1, 2])",
     "TypeError: meshgrid requires ndarray or scalar arguments, got <class 'list'> at "
     "position 0."},
    {"0.10.2", "x=2", "b f32[6]", "y = jnp.meshgrid(b, sparse=True, index='ij')",
     "TypeError: meshgrid() got an unexpected keyword argument 'index'"},
    {"0.10.2", "x=2", "", "y = jnp.indices((2, -1))",
     "TypeError: broadcast_in_dim shape must have every element be nonnegative, got "
     "(2, -1)."},
    {"0.10.2", "x=2", "", "y = jnp.indices(3)", "TypeError: 'int' object is not iterable"},
    {"0.10.2", "x=2", "n i32[]", "y = jnp.indices((n,))",
     "ConcretizationTypeError: Abstract tracer value encountered where concrete value "
     "is expected: traced array with shape int32[]"},
    {"0.10.2", "x=2", "", "y = jnp.indices()",
     "TypeError: indices() missing 1 required positional argument: 'dimensions'"},
    {"0.10.2", "x=2", "", "y = jnp.indices((2,), jnp.int32, True, False)",
     "TypeError: indices() takes from 1 to 3 positional arguments but 4 were given"},
    {"0.6.0", "x=2", "b f32[6]", "y = jnp.broadcast_to(b, (2, 6), out_sharding=P('x'))",
     "TypeError: broadcast_to() got an unexpected keyword argument 'out_sharding'"},
    {"0.7.2", "x=2", "b f32[6]", "y = jnp.broadcast_to(b, (2, 6), out_sharding=P('x'))",
     "y f32[2@x,6]"},
    {"0.12.0.1", "x=2", "b f32[6]", "y = jnp.broadcast_to(b, (2, 6), out_sharding=P('x'))",
     "y f32[2@x,6]"},
    {"0.6.0", "x=2", "b f32[6]; c f32[5]", "y = jnp.broadcast_arrays(b, c)",
     "ValueError: Incompatible shapes for broadcasting: shapes=[(6,), (5,)]"},
    {"0.12.0.1", "x=2", "b f32[6]; c f32[5]", "y = jnp.broadcast_arrays(b, c)",
     "ValueError: Incompatible shapes for broadcasting: shapes=[(6,), (5,)]"},
    {"0.6.0", "x=2", "b f32[6]", "y = jnp.meshgrid(b, copy=False)",
     "ValueError: jax.numpy.meshgrid only supports copy=True"},
    {"0.12.0.1", "x=2", "b f32[6]", "y = jnp.meshgrid(b, copy=False)",
     "ValueError: jax.numpy.meshgrid only supports copy=True"},
};

/* With the texts of each function. */
Test(numpy_broadcast, shapes_that_do_not_broadcast)
{
	testing_programs(shapes_that_do_not_broadcast, ROWS(shapes_that_do_not_broadcast));
}
