/* SPDX-License-Identifier: Apache-2.0 */
/* Rows are checked against JAX by testdata/programs/rows.py. */
#include "testing/program_cases.h"

static const struct program_case specs_are_sequences[] = {
    {"0.10.2", "x=2 y=4", "", "y = jnp.zeros(len(P('x', None)))", "y f32[2]"},
    {"0.10.2", "x=2 y=4", "", "y = jnp.zeros(2 if P('x', None)[0] == 'x' else 3)", "y f32[2]"},
    {"0.10.2", "x=2 y=4", "", "y = jnp.zeros(2 if P('x', None)[1] is None else 3)", "y f32[2]"},
    {"0.10.2", "x=2 y=4", "", "y = jnp.zeros(2 if P('x', 'y')[-1] == 'y' else 3)", "y f32[2]"},
    {"0.10.2", "x=2 y=4", "", "y = jnp.zeros(2 if P('x') == P('x') else 3)", "y f32[2]"},
    {"0.10.2", "x=2 y=4", "", "y = jnp.zeros(2 if P('x') == P('x', None) else 3)", "y f32[3]"},
    {"0.10.2", "x=2 y=4", "", "y = jnp.zeros(2 if P('x') == ('x',) else 3)", "y f32[3]"},
    {"0.10.2", "x=2 y=4", "", "y = jnp.zeros(2 if P(('x',)) == P('x') else 3)", "y f32[2]"},
    {"0.10.2", "x=2 y=4", "a f32[8,8]", "y = jax.lax.with_sharding_constraint(a, P('x') + P('y'))",
     "AssertionError: `with_sharding_constraint` acts as an assert when all axes of "
     "mesh are of type `Explicit`. The array sharding: P(None, None) did not match the "
     "sharding provided: P('x', 'y'). Please use `jax.sharding.reshard` to shard your "
     "input to the sharding you want."},
    {"0.10.2", "x=2 y=4", "a f32[8,8]", "y = jax.sharding.reshard(a, P('x') + ('y',))",
     "y f32[8@x,8@y]"},
    {"0.10.2", "x=2 y=4", "a f32[8,8]", "y = jax.sharding.reshard(a, P(None) + P('y'))",
     "y f32[8,8@y]"},
    {"0.10.2", "x=2 y=4", "a f32[8,8]", "y = jax.sharding.reshard(a, ('x',) + P('y'))",
     "y f32[8@x,8@y]"},
    {"0.10.2", "x=2 y=4", "a f32[8,8]", "y = jax.sharding.reshard(a, P(*['x', 'y']))",
     "y f32[8@x,8@y]"},
    {"0.10.2", "x=2 y=4", "a f32[8,8]", "y = jax.sharding.reshard(a, P(*P('x', 'y')))",
     "y f32[8@x,8@y]"},
    {"0.10.2", "x=2 y=4", "a f32[8,8]", "y = jax.sharding.reshard(a, P(('x', 'y')))",
     "y f32[8@(x,y),8]"},
    {"0.10.2", "x=2 y=4", "a f32[8,8]", "y = jax.sharding.reshard(a, P(('x', 'y'), ()))",
     "y f32[8@(x,y),8]"},
    {"0.10.2", "x=2 y=4", "a f32[8,8]",
     "y = jax.sharding.reshard(a, P().update(partitions=('x',)))", "y f32[8@x,8]"},
    {"0.10.2", "x=2 y=4", "", "y = jnp.zeros(P('x', 'y').index('y') + 1)", "y f32[2]"},
    {"0.10.2", "x=2 y=4", "", "y = jnp.zeros(P('x', None, None).count(None) + 1)", "y f32[3]"},
    {"0.10.2", "x=2 y=4", "", "y = jnp.zeros(len([p for p in P('x', 'y') if p == 'x']))",
     "y f32[1]"},
    {"0.10.2", "x=2 y=4", "", "y = jnp.zeros(2 if 'x' in P('x', None) else 3)", "y f32[2]"},
    {"0.10.2", "x=2 y=4", "", "y = jnp.zeros(len(P('x', unreduced={'y'}).unreduced) + 1)",
     "y f32[2]"},
    {"0.10.2", "x=2 y=4", "", "y = jnp.zeros(len(P('x', reduced={'y'}).reduced) + 2)", "y f32[3]"},
};

/* Their length, entries, sums, and places of entries. */
Test(partition_spec, specs_are_sequences)
{
	testing_programs(specs_are_sequences, ROWS(specs_are_sequences));
}

static const struct program_case specs_refused[] = {
    {"0.10.2", "x=2 y=4", "", "y = P('x', 'x')", ""},
    {"0.10.2", "x=2 y=4", "", "y = P(('x', 'x'))", ""},
    {"0.10.2", "x=2 y=4", "", "y = P('x')[1]", "IndexError: tuple index out of range"},
    {"0.10.2", "x=2 y=4", "", "y = P('x')['x']",
     "TypeError: tuple indices must be integers or slices, not str"},
    {"0.10.2", "x=2 y=4", "", "y = P('x').index('y')",
     "ValueError: tuple.index(x): x not in tuple"},
    {"0.10.2", "x=2 y=4", "", "y = P('x', unreduced='y')",
     "TypeError: unreduced argument of PartitionSpec should of type `frozenset` or "
     "`set`. Got type y"},
    {"0.10.2", "x=2 y=4", "", "y = P('x', unreduced={'x'})",
     "ValueError: partitions cannot overlap with unreduced axes passed to "
     "PartitionSpec. Got partitions: ('x',) and unreduced axes: frozenset({'x'})"},
    {"0.10.2", "x=2 y=4", "", "y = P('x', unreduced={None})",
     "ValueError: unreduced cannot contain None. All elements in unreduced should "
     "refer to the mesh axes."},
    {"0.10.2", "x=2 y=4", "", "y = P('x', reduced={'x'})",
     "ValueError: partitions cannot overlap with reduced axes passed to PartitionSpec. "
     "Got partitions: ('x',) and reduced axes: frozenset({'x'})"},
    {"0.10.2", "x=2 y=4", "", "y = P('x', unreduced={'y'}, reduced={'y'})",
     "ValueError: `unreduced` and `reduced` argument to PartitionSpec cannot overlap. "
     "Got unreduced: frozenset({'y'}) and reduced: frozenset({'y'})"},
    {"0.10.2", "x=2 y=4", "", "y = P('x', memory='device')",
     "TypeError: P.__new__() got an unexpected keyword argument 'memory'"},
    {"0.10.2", "x=2 y=4", "", "y = P(partitions=('x',))",
     "TypeError: P.__new__() got an unexpected keyword argument 'partitions'"},
    {"0.10.2", "x=2 y=4", "", "y = P('x').append('y')",
     "AttributeError: 'P' object has no attribute 'append'"},
    {"0.10.2", "x=2 y=4", "a f32[8,8]", "y = jax.sharding.reshard(a, P('z'))",
     "ValueError: Resource axis: z of P('z',) is not found in mesh: ('x', 'y')."},
    {"0.10.2", "x=2 y=4", "a f32[8,8]", "y = jax.sharding.reshard(a, P('x', None, None))",
     "y f32[8@x,8]"},
    {"0.10.2", "x=2 y=4", "a f32[8,8]", "y = jax.sharding.reshard(a, P('x', 'x'))",
     "DuplicateSpecError: A single NamedSharding spec specification can map every mesh "
     "axis to at most one positional dimension, but P('x', 'x') has duplicate entries "
     "for `x`"},
    {"0.6.0", "x=2 y=4", "", "y = P('x', unreduced={'x'})",
     "TypeError: PartitionSpec.__new__() got an unexpected keyword argument "
     "'unreduced'"},
    {"0.7.0", "x=2 y=4", "", "y = P('x', unreduced={'x'})",
     "ValueError: partitions cannot overlap with unreduced axes passed to "
     "PartitionSpec. Got partitions: ('x',) and unreduced axes: frozenset({'x'})"},
    {"0.8.2", "x=2 y=4", "", "y = P('x', unreduced={'x'})",
     "ValueError: partitions cannot overlap with unreduced axes passed to "
     "PartitionSpec. Got partitions: ('x',) and unreduced axes: frozenset({'x'})"},
    {"0.12.0.1", "x=2 y=4", "", "y = P('x', unreduced={'x'})",
     "ValueError: partitions cannot overlap with unreduced axes passed to "
     "PartitionSpec. Got partitions: ('x',) and unreduced axes: frozenset({'x'})"},
    {"0.6.0", "x=2 y=4", "a f32[8,8]", "y = jax.sharding.reshard(a, P('x', 'x'))",
     "AttributeError: module 'jax.sharding' has no attribute 'reshard'"},
    {"0.7.0", "x=2 y=4", "a f32[8,8]", "y = jax.sharding.reshard(a, P('x', 'x'))",
     "DuplicateSpecError: A single NamedSharding spec specification can map every mesh "
     "axis to at most one positional dimension, but PartitionSpec('x', 'x') has "
     "duplicate entries for `x`"},
    {"0.8.2", "x=2 y=4", "a f32[8,8]", "y = jax.sharding.reshard(a, P('x', 'x'))",
     "DuplicateSpecError: A single NamedSharding spec specification can map every mesh "
     "axis to at most one positional dimension, but PartitionSpec('x', 'x') has "
     "duplicate entries for `x`"},
    {"0.12.0.1", "x=2 y=4", "a f32[8,8]", "y = jax.sharding.reshard(a, P('x', 'x'))",
     "DuplicateSpecError: A single NamedSharding spec specification can map every mesh "
     "axis to at most one positional dimension, but P('x', 'x') has duplicate entries "
     "for `x`"},
    {"0.6.0", "x=2 y=4", "", "y = P('x', unreduced={'y'}).unreduced",
     "TypeError: PartitionSpec.__new__() got an unexpected keyword argument "
     "'unreduced'"},
    {"0.7.0", "x=2 y=4", "", "y = P('x', unreduced={'y'}).unreduced", ""},
    {"0.8.2", "x=2 y=4", "", "y = P('x', unreduced={'y'}).unreduced", ""},
    {"0.12.0.1", "x=2 y=4", "", "y = P('x', unreduced={'y'}).unreduced", ""},
    {"0.6.0", "x=2 y=4", "", "y = jnp.zeros(len(P('x').partitions))",
     "AttributeError: 'PartitionSpec' object has no attribute 'partitions'"},
    {"0.7.0", "x=2 y=4", "", "y = jnp.zeros(len(P('x').partitions))",
     "AttributeError: 'PartitionSpec' object has no attribute 'partitions'"},
    {"0.8.2", "x=2 y=4", "", "y = jnp.zeros(len(P('x').partitions))",
     "AttributeError: 'PartitionSpec' object has no attribute 'partitions'"},
    {"0.12.0.1", "x=2 y=4", "", "y = jnp.zeros(len(P('x').partitions))", "y f32[1]"},
    {"0.6.0", "x=2 y=4", "", "y = P(('x', 'x'))", ""},
    {"0.7.0", "x=2 y=4", "", "y = P(('x', 'x'))", ""},
    {"0.8.2", "x=2 y=4", "", "y = P(('x', 'x'))", ""},
    {"0.12.0.1", "x=2 y=4", "", "y = P(('x', 'x'))", ""},
    {"0.6.0", "x=2 y=4", "", "y = P('x', unreduced='y')",
     "TypeError: PartitionSpec.__new__() got an unexpected keyword argument "
     "'unreduced'"},
    {"0.7.0", "x=2 y=4", "", "y = P('x', unreduced='y')",
     "TypeError: unreduced argument of PartitionSpec should of type `frozenset` or "
     "`set`. Got type <class 'str'>"},
    {"0.8.2", "x=2 y=4", "", "y = P('x', unreduced='y')",
     "TypeError: unreduced argument of PartitionSpec should of type `frozenset` or "
     "`set`. Got type <class 'str'>"},
    {"0.12.0.1", "x=2 y=4", "", "y = P('x', unreduced='y')",
     "TypeError: unreduced argument of PartitionSpec should of type `frozenset` or "
     "`set`. Got type <class 'str'>"},
};

/* Entries that are none, axes twice, sets that are no sets. */
Test(partition_spec, specs_refused)
{
	testing_programs(specs_refused, ROWS(specs_refused));
}
