/* SPDX-License-Identifier: Apache-2.0 */
/* Rows are checked against JAX by testdata/programs/rows.py. */
#include "testing/program_cases.h"

static const struct program_case trees_of_arrays[] = {
    {"0.10.2", "x=2", "a f32[4@x,3]; b f32[3]; i i32[2]",
     "y = jax.tree.map(lambda v: v * 2, {'u': a, 'v': [b, i]})",
     "y['u'] f32[4@x,3]; y['v'][0] f32[3]; y['v'][1] i32[2]"},
    {"0.10.2", "x=2", "a f32[4@x,3]; b f32[3]",
     "y = jax.tree.map(lambda p, q: p + q, (a, b), (a, b))", "y[0] f32[4@x,3]; y[1] f32[3]"},
    {"0.10.2", "x=2", "a f32[4@x,3]; b f32[3]", "y = jax.tree.map(jnp.sum, [a, (b, None)])",
     "y[0] f32[]; y[1][0] f32[]"},
    {"0.10.2", "x=2", "a f32[4@x,3]", "y = jax.tree.map(lambda v: v, a)", "y f32[4@x,3]"},
    {"0.10.2", "x=2", "a f32[4@x,3]; b f32[3]",
     "y = jax.tree_util.tree_map(lambda v: v.shape[0] * b, {'u': a})", "y['u'] f32[3]"},
    {"0.10.2", "x=2", "a f32[4@x,3]; b f32[3]", "y = jax.tree.leaves({'v': b, 'u': a})",
     "y[0] f32[4@x,3]; y[1] f32[3]"},
    {"0.10.2", "x=2", "a f32[4@x,3]; b f32[3]", "y = jax.tree_util.tree_leaves((a, None, [b]))",
     "y[0] f32[4@x,3]; y[1] f32[3]"},
    {"0.10.2", "x=2", "a f32[4@x,3]; b f32[3]",
     "y = jnp.zeros(len(jax.tree.leaves({'v': b, 'u': a})))", "y f32[2]"},
    {"0.10.2", "x=2", "a f32[4@x,3]; b f32[3]",
     "leaves, structure = jax.tree.flatten({'v': b, 'u': a})\n"
     "y = jax.tree.unflatten(structure, [v + 1 for v in leaves])",
     "leaves[0] f32[4@x,3]; leaves[1] f32[3]; y['u'] f32[4@x,3]; y['v'] f32[3]"},
    {"0.10.2", "x=2", "a f32[4@x,3]; b f32[3]",
     "leaves, structure = jax.tree_util.tree_flatten((a, [b]))\n"
     "y = jax.tree_util.tree_unflatten(structure, leaves)",
     "leaves[0] f32[4@x,3]; leaves[1] f32[3]; y[0] f32[4@x,3]; y[1][0] f32[3]"},
    {"0.10.2", "x=2", "a f32[4@x,3]; b f32[3]",
     "y = jax.tree.unflatten(jax.tree.structure({'u': 0, 'v': 0}), (a, b))",
     "y['u'] f32[4@x,3]; y['v'] f32[3]"},
    {"0.10.2", "x=2", "b f32[3]", "y = jax.tree.reduce(lambda p, q: p + q, [b, b, b])", "y f32[3]"},
    {"0.10.2", "x=2", "a f32[4@x,3]; b f32[3]",
     "y = jax.tree.reduce(lambda p, q: p + q.sum(), {'u': a, 'v': b}, 0.0)", "y f32[]"},
    {"0.10.2", "x=2", "b f32[3]", "y = jax.tree_util.tree_reduce(jnp.add, (b,))", "y f32[3]"},
    {"0.10.2", "x=2", "", "y = jnp.zeros(2) if jax.tree.all({'u': True}) else jnp.zeros(3)",
     "y f32[2]"},
    {"0.10.2", "x=2", "",
     "y = jnp.zeros(2) if jax.tree_util.tree_all([True, False]) else jnp.zeros(3)", "y f32[3]"},
    {"0.10.2", "x=2", "a f32[4@x,3]; b f32[3]",
     "y = jax.tree.map(lambda p, q: p, {'u': a}, {'u': (b, b)})", "y['u'] f32[4@x,3]"},
    {"0.10.2", "x=2", "a f32[4@x,3]; b f32[3]",
     "y = jnp.zeros(2) if jax.tree.structure([a]) == jax.tree.structure([b]) else jnp.zeros(3)",
     "y f32[2]"},
    {"0.10.2", "x=2", "a f32[4@x,3]; b f32[3]",
     "y = jnp.zeros(2) if jax.tree.structure([a]) == jax.tree.structure((b,)) else jnp.zeros(3)",
     "y f32[3]"},
};

/* Maps, leaves, structures, and trees built again. */
Test(tree, trees_of_arrays)
{
	testing_programs(trees_of_arrays, ROWS(trees_of_arrays));
}

static const struct program_case trees_that_do_not_fit[] = {
    {"0.10.2", "x=2", "a f32[4@x,3]; b f32[3]", "y = jax.tree.map(lambda p, q: p, (a, b), (a,))",
     "ValueError: pytree structure error: different lengths of tuple at key path"},
    {"0.10.2", "x=2", "a f32[4@x,3]; b f32[3]", "y = jax.tree.map(lambda p, q: p, (a, b), [a, b])",
     "ValueError: pytree structure error: different types at key path"},
    {"0.10.2", "x=2", "a f32[4@x,3]", "y = jax.tree.map(lambda p, q: p, {'u': a}, {'v': a})",
     "ValueError: pytree structure error: different pytree metadata at key path"},
    {"0.10.2", "x=2", "a f32[4@x,3]; b f32[3]",
     "y = jax.tree.map(lambda p, q: p, {'u': a}, {'u': a, 'v': b})",
     "ValueError: pytree structure error: different numbers of pytree children at key "
     "path"},
    {"0.10.2", "x=2", "a f32[4@x,3]", "y = jax.tree.map(lambda p, q: p, [a], a)",
     "ValueError: pytree structure error: different types at key path"},
    {"0.10.2", "x=2", "a f32[4@x,3]", "y = jax.tree.map(lambda p, q: p, [a], None)",
     "ValueError: pytree structure error: different types at key path"},
    {"0.10.2", "x=2", "a f32[4@x,3]", "y = jax.tree.map(lambda p, q: p, None, a)",
     "ValueError: pytree structure error: different types at key path"},
    {"0.10.2", "x=2", "", "y = jax.tree.map(lambda p: p)",
     "TypeError: map() missing 1 required positional argument: 'tree'"},
    {"0.10.2", "x=2", "a f32[4@x,3]", "y = jax.tree.map(3, [a])",
     "TypeError: 'int' object is not callable"},
    {"0.10.2", "x=2", "a f32[4@x,3]; b f32[3]", "y = jax.tree.map(lambda p: p, [a], [b])",
     "TypeError: <lambda>() takes 1 positional argument but 2 were given"},
    {"0.10.2", "x=2", "a f32[4@x,3]", "y = jax.tree.map(lambda p, q: p + q, [a], [jnp.ones(5)])",
     "ValueError: Incompatible shapes for broadcasting: shapes=[(4, 3), (5,)]"},
    {"0.10.2", "x=2", "a f32[4@x,3]; b f32[3]",
     "y = jax.tree.unflatten(jax.tree.structure([a, b]), [a])",
     "ValueError: Too few leaves for PyTreeDef; expected 2, got 1"},
    {"0.10.2", "x=2", "a f32[4@x,3]; b f32[3]",
     "y = jax.tree.unflatten(jax.tree.structure([a]), [a, b])",
     "ValueError: Too many leaves for PyTreeDef; expected 1."},
    {"0.10.2", "x=2", "", "y = jax.tree.reduce(lambda p, q: p + q, [])",
     "TypeError: reduce() of empty iterable with no initial value"},
    {"0.10.2", "x=2", "a f32[4@x,3]; b f32[3]",
     "y = jax.tree.reduce(lambda p, q: p @ q, [a, b, b])",
     "TypeError: dot_general requires contracting dimensions to have the same shape, "
     "got (4,) and (3,)."},
    {"0.10.2", "x=2", "", "y = jax.tree.leaves()",
     "TypeError: leaves() missing 1 required positional argument: 'tree'"},
    {"0.10.2", "x=2", "a f32[4@x,3]", "y = jax.tree.leaves(a, leaf=True)",
     "TypeError: leaves() got an unexpected keyword argument 'leaf'"},
    {"0.10.2", "x=2", "a f32[4@x,3]", "y = jax.tree.flatten(a, None, None)",
     "TypeError: flatten() takes from 1 to 2 positional arguments but 3 were given"},
    {"0.10.2", "x=2", "a f32[4@x,3]", "y = jax.tree.all({'u': a})",
     "ValueError: The truth value of an array with more than one element is ambiguous. "
     "Use a.any() or a.all()"},
    {"0.10.2", "x=2", "a f32[4@x,3]", "y = jax.tree_map(lambda p: p, a)",
     "AttributeError: module 'jax' has no attribute 'tree_map'"},
    {"0.12.0.1", "x=2", "a f32[4@x,3]", "y = jax.tree_map(lambda p: p, a)",
     "AttributeError: module 'jax' has no attribute 'tree_map'"},
    {"0.6.0", "x=2", "a f32[4@x,3]; b f32[3]", "y = jax.tree.map(lambda p, q: p, (a, b), (a,))",
     "ValueError: Tuple arity mismatch: 1 != 2; tuple: "
     "(Traced<ShapedArray(float32[4@x,3])>with<DynamicJaxprTrace>,)."},
    {"0.8.2", "x=2", "a f32[4@x,3]; b f32[3]", "y = jax.tree.map(lambda p, q: p, (a, b), (a,))",
     "ValueError: Tuple arity mismatch: 1 != 2; tuple: (JitTracer(float32[4@x,3]),)."},
    {"0.12.0.1", "x=2", "a f32[4@x,3]; b f32[3]", "y = jax.tree.map(lambda p, q: p, (a, b), (a,))",
     "ValueError: pytree structure error: different lengths of tuple at key path"},
    {"0.6.0", "x=2", "a f32[4@x,3]", "y = jax.tree.map(lambda p, q: p, {'u': a}, {'v': a})",
     "ValueError: Dict key mismatch; expected keys: ['u']; dict: {'v': "
     "Traced<ShapedArray(float32[4@x,3])>with<DynamicJaxprTrace>}."},
    {"0.8.2", "x=2", "a f32[4@x,3]", "y = jax.tree.map(lambda p, q: p, {'u': a}, {'v': a})",
     "ValueError: Dict key mismatch; expected keys: ['u']; present keys: ['v']."},
    {"0.12.0.1", "x=2", "a f32[4@x,3]", "y = jax.tree.map(lambda p, q: p, {'u': a}, {'v': a})",
     "ValueError: pytree structure error: different pytree metadata at key path"},
};

/* Structures that differ, leaves too many or too few. */
Test(tree, trees_that_do_not_fit)
{
	testing_programs(trees_that_do_not_fit, ROWS(trees_that_do_not_fit));
}
