/* SPDX-License-Identifier: Apache-2.0 */
/* Rows are checked against JAX by testdata/programs/rows.py. */
#include "testing/program_cases.h"

static const struct program_case functions_over_the_dimensions_in_front[] = {
    {"0.10.2", "x=2", "a f32[4@x,3]; b f32[3]", "y = jnp.vectorize(lambda p, q: p + q)(a, b)",
     "y f32[4@x,3]"},
    {"0.10.2", "x=2", "m f32[5,4,3]", "y = jnp.vectorize(jnp.sin)(m)", "y f32[5,4,3]"},
    {"0.10.2", "x=2", "s f32[]", "y = jnp.vectorize(lambda p: p * 2)(s)", "y f32[]"},
    {"0.10.2", "x=2", "a f32[4@x,3]; b f32[3]",
     "y = jnp.vectorize(jnp.dot, signature='(n),(n)->()')(a, b)", "y f32[4@x]"},
    {"0.10.2", "x=2", "b f32[3]; m f32[5,4,3]",
     "y = jnp.vectorize(jnp.dot, signature='(n,m),(m)->(n)')(m, b)", "y f32[5,4]"},
    {"0.10.2", "x=2", "m f32[5,4,3]; v f32[5,3]",
     "y = jnp.vectorize(jnp.dot, signature='(n,m),(m)->(n)')(m, v)", "y f32[5,4]"},
    {"0.10.2", "x=2", "m f32[5,4,3]",
     "y = jnp.vectorize(lambda p: p.sum(), signature='(n)->()')(m)", "y f32[5,4]"},
    {"0.10.2", "x=2", "m f32[5,4,3]",
     "y, z = jnp.vectorize(lambda p: (p, p.sum()), signature='(n)->(n),()')(m)",
     "y f32[5,4,3]; z f32[5,4]"},
    {"0.10.2", "x=2", "v f32[5,3]",
     "y = jnp.vectorize(lambda p: jnp.outer(p, p), signature='(n)->(n,n)')(v)", "y f32[5,3,3]"},
    {"0.10.2", "x=2", "a f32[4@x,3]", "y = jnp.vectorize(lambda p, k: p * k, excluded=(1,))(a, 2)",
     "y f32[4@x,3]"},
    {"0.10.2", "x=2", "a f32[4@x,3]",
     "y = jnp.vectorize(lambda p, k: p * k, excluded={'k'})(a, k=2)", "y f32[4@x,3]"},
    {"0.10.2", "x=2", "a f32[4@x,3]; s f32[]",
     "y = jnp.vectorize(lambda p, k=3: p * k, excluded={'k'}, signature='(n)->(n)')(a, k=s)",
     "y f32[4@x,3]"},
    {"0.10.2", "x=2", "a f32[4@x,3]",
     "f = partial(jnp.vectorize, signature='(n)->()')\ny = f(jnp.max)(a)", "y f32[4@x]"},
    {"0.10.2", "x=2", "m f32[5,4,3]; i i32[3]",
     "@jnp.vectorize\ndef f(p, q):\n  return p * q\ny = f(m, i)", "y f32[5,4,3]"},
    {"0.10.2", "x=2", "",
     "@partial(jnp.vectorize, signature='(n,n)->()')\n"
     "def trace(p):\n"
     "  return jnp.trace(p)\n"
     "y = trace(jnp.ones((2, 3, 3)))",
     "y f32[2]"},
    {"0.10.2", "x=2", "a f32[4@x,3]",
     "y = jnp.vectorize(lambda p: p.astype(int), signature='(3)->(3)')(a)", "y i32[4@x,3]"},
};

/* A function of scalars, or of the core dimensions that its signature names. */
Test(vectorize, functions_over_the_dimensions_in_front)
{
	testing_programs(functions_over_the_dimensions_in_front,
	                 ROWS(functions_over_the_dimensions_in_front));
}

static const struct program_case vectorize_refuses[] = {
    {"0.10.2", "x=2", "a f32[4,3]; b f32[3]",
     "y = jnp.vectorize(jnp.dot, signature='(n),(n)')(a, b)",
     "ValueError: not a valid gufunc signature: (n),(n)"},
    {"0.10.2", "x=2", "a f32[4,3]; b f32[3]",
     "y = jnp.vectorize(jnp.dot, signature='(n)(n)->()')(a, b)",
     "ValueError: not a valid gufunc signature: (n)(n)->()"},
    {"0.10.2", "x=2", "a f32[4,3]; b f32[3]",
     "y = jnp.vectorize(jnp.dot, signature='n,n->()')(a, b)",
     "ValueError: not a valid gufunc signature: n,n->()"},
    {"0.10.2", "x=2", "a f32[4,3]; v f32[5]",
     "y = jnp.vectorize(jnp.dot, signature='(n),(n)->()')(a, v)",
     "ValueError: inconsistent size for core dimension 'n': 5 vs 3 on vectorized "
     "function with excluded=frozenset() and signature='(n),(n)->()'"},
    {"0.10.2", "x=2", "a f32[4,3]", "y = jnp.vectorize(jnp.dot, signature='(n),(n)->()')(a)",
     "TypeError: wrong number of positional arguments: expected 2, got 1 on vectorized "
     "function with excluded=frozenset() and signature='(n),(n)->()'"},
    {"0.10.2", "x=2", "a f32[4,3]; s f32[]",
     "y = jnp.vectorize(jnp.dot, signature='(n),(n)->()')(a, s)",
     "ValueError: input with shape () does not have enough dimensions for all core "
     "dimensions ('n',) on vectorized function with excluded=frozenset() and "
     "signature='(n),(n)->()'"},
    {"0.10.2", "x=2", "s f32[]", "y = jnp.vectorize(jnp.sum, signature='(n)->()')(s)",
     "ValueError: input with shape () does not have enough dimensions for all core "
     "dimensions ('n',) on vectorized function with excluded=frozenset() and "
     "signature='(n)->()'"},
    {"0.10.2", "x=2", "a f32[4,3]; b f32[3]",
     "y = jnp.vectorize(jnp.dot, signature='(n,m),(m,k)->(n,k)')(a, b)",
     "ValueError: input with shape (3,) does not have enough dimensions for all core "
     "dimensions ('m', 'k') on vectorized function with excluded=frozenset() and "
     "signature='(n,m),(m,k)->(n,k)'"},
    {"0.10.2", "x=2", "a f32[4,3]; v f32[5]", "y = jnp.vectorize(lambda p, q: p + q)(a, v)",
     "ValueError: Incompatible shapes for broadcasting: shapes=[(4, 3), (5,)]"},
    {"0.10.2", "x=2", "a f32[4,3]", "y = jnp.vectorize(lambda p: p, signature='(n)->()')(a)",
     "ValueError: output shape (3,) does not match core dimensions () on vectorized "
     "function with excluded=frozenset() and signature='(n)->()'"},
    {"0.10.2", "x=2", "a f32[4,3]", "y = jnp.vectorize(lambda p: p[:2], signature='(n)->(n)')(a)",
     "ValueError: inconsistent size for core dimension 'n': 2 vs 3 on vectorized "
     "function with excluded=frozenset() and signature='(n)->(n)'"},
    {"0.10.2", "x=2", "a f32[4,3]", "y = jnp.vectorize(lambda p: (p, p), signature='(n)->(n)')(a)",
     "TypeError: wrong number of output arguments: expected 1, got 2 on vectorized "
     "function with excluded=frozenset() and signature='(n)->(n)'"},
    {"0.10.2", "x=2", "a f32[4,3]",
     "y = jnp.vectorize(lambda p: (p,), signature='(n)->(n),(n)')(a)",
     "TypeError: wrong number of output arguments: expected 2, got 1 on vectorized "
     "function with excluded=frozenset() and signature='(n)->(n),(n)'"},
    {"0.10.2", "x=2", "a f32[4,3]", "y = jnp.vectorize(lambda p, k: p * k)(a, k=2)",
     "TypeError: <lambda>() missing 1 required positional argument: 'k'"},
    {"0.10.2", "x=2", "a f32[4,3]", "y = jnp.vectorize(lambda p, k: p * k, excluded=(1,))(a)",
     "TypeError: <lambda>() missing 1 required positional argument: 'k'"},
    {"0.10.2", "x=2", "a f32[4,3]", "y = jnp.vectorize(lambda p: p, excluded={-1})(a)",
     "ValueError: excluded={-1} contains negative numbers"},
    {"0.10.2", "x=2", "a f32[4,3]", "y = jnp.vectorize(lambda p: p, excluded={1.5})(a)",
     "TypeError: jax.numpy.vectorize can only exclude integer or string arguments, but "
     "excluded={1.5}"},
    {"0.10.2", "x=2", "a f32[4,3]",
     "y = jnp.vectorize(lambda p: p, excluded=(1,), signature='(n)->(n)')(a)", "y f32[4,3]"},
    {"0.10.2", "x=2", "a f32[4,3]", "y = jnp.vectorize(lambda p: p, signature='(2)->(2)')(a)",
     "y f32[4,3]"},
    {"0.10.2", "x=2", "", "y = jnp.vectorize()",
     "TypeError: vectorize() missing 1 required positional argument: 'pyfunc'"},
    {"0.10.2", "x=2", "", "y = jnp.vectorize(jnp.dot, '(n),(n)->()')",
     "TypeError: vectorize() takes 1 positional argument but 2 were given"},
    {"0.10.2", "x=2", "", "y = jnp.vectorize(jnp.dot, sig='(n),(n)->()')",
     "TypeError: vectorize() got an unexpected keyword argument 'sig'"},
    {"0.10.2", "x=2", "a f32[4,3]", "y = jnp.vectorize(lambda p, q: p)(a)",
     "TypeError: <lambda>() missing 1 required positional argument: 'q'"},
};

/* Signatures that are none, arguments that do not fit them, and results that do not. */
Test(vectorize, vectorize_refuses)
{
	testing_programs(vectorize_refuses, ROWS(vectorize_refuses));
}
