/* SPDX-License-Identifier: Apache-2.0 */
/* Rows are checked against JAX by testdata/programs/rows.py. */
#include "testing/program_cases.h"

static const struct program_case leaves_with_their_paths[] = {
    {"0.10.2", "x=2", "a f32[4@x,3]; b f32[3]",
     "y = jax.tree_util.tree_map_with_path(lambda path, v: v * len(path), {'u': a, 'v': [b]})",
     "y['u'] f32[4@x,3]; y['v'][0] f32[3]"},
    {"0.10.2", "x=2", "a f32[4@x,3]",
     "y = jax.tree.map_with_path(lambda path, p, q: p + q, [a], [a])", "y[0] f32[4@x,3]"},
    {"0.10.2", "x=2", "a f32[4@x,3]; b f32[3]",
     "y = jax.tree_util.tree_map_with_path(lambda path, v: v if path[0].key == 'u' else v.sum(), "
     "{'u': a, 'v': b})",
     "y['u'] f32[4@x,3]; y['v'] f32[]"},
    {"0.10.2", "x=2", "a f32[4@x,3]; b f32[3]",
     "y = jax.tree_util.tree_map_with_path(lambda path, v: v + path[0].idx, [a, b])",
     "y[0] f32[4@x,3]; y[1] f32[3]"},
    {"0.10.2", "x=2", "a f32[4@x,3]; b f32[3]",
     "y = jnp.zeros(len(jax.tree_util.tree_leaves_with_path({'u': a, 'v': b})))", "y f32[2]"},
    {"0.10.2", "x=2", "a f32[4@x,3]; b f32[3]",
     "y = [v for path, v in jax.tree_util.tree_leaves_with_path({'u': a, 'v': (b,)})]",
     "y[0] f32[4@x,3]; y[1] f32[3]"},
    {"0.10.2", "x=2", "a f32[4@x,3]", "y = jax.tree.leaves_with_path([a])[0][1]", "y f32[4@x,3]"},
    {"0.10.2", "x=2", "a f32[4@x,3]",
     "y = jnp.zeros(len(jax.tree_util.keystr(jax.tree_util.tree_leaves_with_path({'u': "
     "[a]})[0][0])))",
     "y f32[8]"},
    {"0.10.2", "x=2", "a f32[4@x,3]",
     "y = {jax.tree_util.keystr(p): v for p, v in jax.tree_util.tree_leaves_with_path({'u': [a]})}",
     "y[\"['u'][0]\"] f32[4@x,3]"},
    {"0.10.2", "x=2", "a f32[4@x,3]; b f32[3]",
     "y = jax.tree_util.tree_map_with_path(lambda path, v: v.sum() if 'w' in "
     "jax.tree_util.keystr(path) else v, {'w': a, 'b': b})",
     "y['b'] f32[3]; y['w'] f32[]"},
};

/* Keys of dicts, indices of sequences, and how they are written. */
Test(tree_paths, leaves_with_their_paths)
{
	testing_programs(leaves_with_their_paths, ROWS(leaves_with_their_paths));
}

static const struct program_case paths_refused[] = {
    {"0.10.2", "x=2", "a f32[4@x,3]", "y = jax.tree_util.tree_map_with_path(lambda v: v, {'u': a})",
     "TypeError: <lambda>() takes 1 positional argument but 2 were given"},
    {"0.10.2", "x=2", "a f32[4@x,3]; b f32[3]",
     "y = jax.tree_util.tree_map_with_path(lambda path, p, q: p, [a], [a, b])",
     "ValueError: pytree structure error: different lengths of list at key path"},
    {"0.10.2", "x=2", "a f32[4@x,3]",
     "y = jax.tree_util.tree_map_with_path(lambda path, v: path[1], [a])",
     "IndexError: tuple index out of range"},
    {"0.10.2", "x=2", "", "y = jax.tree_util.tree_map_with_path(lambda path, v: v)",
     "TypeError: tree_map_with_path() missing 1 required positional argument: 'tree'"},
    {"0.10.2", "x=2", "", "y = jax.tree_util.tree_leaves_with_path()",
     "TypeError: tree_leaves_with_path() missing 1 required positional argument: "
     "'tree'"},
    {"0.10.2", "x=2", "", "y = jax.tree_util.keystr()",
     "TypeError: keystr() missing 1 required positional argument: 'keys'"},
    {"0.10.2", "x=2", "", "y = jax.tree_util.keystr((), True)",
     "TypeError: keystr() takes 1 positional argument but 2 were given"},
};

/* Functions and trees that do not fit. */
Test(tree_paths, paths_refused)
{
	testing_programs(paths_refused, ROWS(paths_refused));
}
