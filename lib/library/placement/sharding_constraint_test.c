/* SPDX-License-Identifier: Apache-2.0 */
/* Rows are checked against JAX by testdata/programs/rows.py. */
#include "testing/program_cases.h"

static const struct program_case constraints_on_arrays[] = {
    {"0.6.0", "auto x=2 y=2", "a f32[8,4]", "y = jax.lax.with_sharding_constraint(a, P('x', 'y'))",
     "y f32[8,4]"},
    {"0.8.2", "auto x=2 y=2", "a f32[8,4]", "y = jax.lax.with_sharding_constraint(a, P('x', 'y'))",
     "y f32[8,4]"},
    {"0.10.2", "auto x=2 y=2", "a f32[8,4]", "y = jax.lax.with_sharding_constraint(a, P('x', 'y'))",
     "y f32[8,4]"},
    {"0.12.0.1", "auto x=2 y=2", "a f32[8,4]",
     "y = jax.lax.with_sharding_constraint(a, P('x', 'y'))", "y f32[8,4]"},
    {"0.6.0", "auto x=2 y=2", "a f32[8,4]", "y = jax.lax.with_sharding_constraint(a, P('x'))",
     "y f32[8,4]"},
    {"0.8.2", "auto x=2 y=2", "a f32[8,4]", "y = jax.lax.with_sharding_constraint(a, P('x'))",
     "y f32[8,4]"},
    {"0.10.2", "auto x=2 y=2", "a f32[8,4]", "y = jax.lax.with_sharding_constraint(a, P('x'))",
     "y f32[8,4]"},
    {"0.12.0.1", "auto x=2 y=2", "a f32[8,4]", "y = jax.lax.with_sharding_constraint(a, P('x'))",
     "y f32[8,4]"},
    {"0.6.0", "auto x=2 y=2", "a f32[8,4]; b f32[6]",
     "y = jax.lax.with_sharding_constraint((a, b), P('x'))", "y[0] f32[8,4]; y[1] f32[6]"},
    {"0.8.2", "auto x=2 y=2", "a f32[8,4]; b f32[6]",
     "y = jax.lax.with_sharding_constraint((a, b), P('x'))", "y[0] f32[8,4]; y[1] f32[6]"},
    {"0.10.2", "auto x=2 y=2", "a f32[8,4]; b f32[6]",
     "y = jax.lax.with_sharding_constraint((a, b), P('x'))", "y[0] f32[8,4]; y[1] f32[6]"},
    {"0.12.0.1", "auto x=2 y=2", "a f32[8,4]; b f32[6]",
     "y = jax.lax.with_sharding_constraint((a, b), P('x'))", "y[0] f32[8,4]; y[1] f32[6]"},
    {"0.6.0", "auto x=2 y=2", "a f32[8,4]; b f32[6]",
     "y = jax.lax.with_sharding_constraint({'u': a, 'v': b}, {'u': P('y'), 'v': P()})",
     "y['u'] f32[8,4]; y['v'] f32[6]"},
    {"0.8.2", "auto x=2 y=2", "a f32[8,4]; b f32[6]",
     "y = jax.lax.with_sharding_constraint({'u': a, 'v': b}, {'u': P('y'), 'v': P()})",
     "y['u'] f32[8,4]; y['v'] f32[6]"},
    {"0.10.2", "auto x=2 y=2", "a f32[8,4]; b f32[6]",
     "y = jax.lax.with_sharding_constraint({'u': a, 'v': b}, {'u': P('y'), 'v': P()})",
     "y['u'] f32[8,4]; y['v'] f32[6]"},
    {"0.12.0.1", "auto x=2 y=2", "a f32[8,4]; b f32[6]",
     "y = jax.lax.with_sharding_constraint({'u': a, 'v': b}, {'u': P('y'), 'v': P()})",
     "y['u'] f32[8,4]; y['v'] f32[6]"},
    {"0.6.0", "auto x=2 y=2", "a f32[8,4]",
     "y = jax.lax.with_sharding_constraint(a, NamedSharding(jax.make_mesh((2, 2), ('x', 'y')), "
     "P('x')))",
     "y f32[8,4]"},
    {"0.8.2", "auto x=2 y=2", "a f32[8,4]",
     "y = jax.lax.with_sharding_constraint(a, NamedSharding(jax.make_mesh((2, 2), ('x', 'y')), "
     "P('x')))",
     "y f32[8,4]"},
    {"0.10.2", "auto x=2 y=2", "a f32[8,4]",
     "y = jax.lax.with_sharding_constraint(a, NamedSharding(jax.make_mesh((2, 2), ('x', 'y')), "
     "P('x')))",
     "ValueError: The spec of NamedSharding passed to with_sharding_constraint can "
     "only refer to Auto axes of the mesh. Got spec=P('x',) and mesh=AbstractMesh('x': "
     "2, 'y': 2, axis_types=(Explicit, Explicit), device_kind=cpu, num_cores=None, "
     "platform=cpu). You probably meant to use `reshard` API?"},
    {"0.12.0.1", "auto x=2 y=2", "a f32[8,4]",
     "y = jax.lax.with_sharding_constraint(a, NamedSharding(jax.make_mesh((2, 2), ('x', 'y')), "
     "P('x')))",
     "ValueError: The spec of NamedSharding passed to with_sharding_constraint can "
     "only refer to Auto axes of the mesh. Got spec=P('x',) and mesh=AbstractMesh('x': "
     "2, 'y': 2, axis_types=(Explicit, Explicit), device_kind=cpu, num_cores=None, "
     "platform=cpu). You probably meant to use `reshard` API?"},
    {"0.6.0", "auto x=2 y=2", "a f32[8,4]",
     "y = jax.lax.with_sharding_constraint(a, P(P.UNCONSTRAINED, 'y'))", "y f32[8,4]"},
    {"0.8.2", "auto x=2 y=2", "a f32[8,4]",
     "y = jax.lax.with_sharding_constraint(a, P(P.UNCONSTRAINED, 'y'))", "y f32[8,4]"},
    {"0.10.2", "auto x=2 y=2", "a f32[8,4]",
     "y = jax.lax.with_sharding_constraint(a, P(P.UNCONSTRAINED, 'y'))", "y f32[8,4]"},
    {"0.12.0.1", "auto x=2 y=2", "a f32[8,4]",
     "y = jax.lax.with_sharding_constraint(a, P(P.UNCONSTRAINED, 'y'))", "y f32[8,4]"},
    {"0.6.0", "auto x=2 y=2", "a f32[8,4]",
     "y = jax.lax.with_sharding_constraint(a, shardings=P(('x', 'y')))", "y f32[8,4]"},
    {"0.8.2", "auto x=2 y=2", "a f32[8,4]",
     "y = jax.lax.with_sharding_constraint(a, shardings=P(('x', 'y')))", "y f32[8,4]"},
    {"0.10.2", "auto x=2 y=2", "a f32[8,4]",
     "y = jax.lax.with_sharding_constraint(a, shardings=P(('x', 'y')))", "y f32[8,4]"},
    {"0.12.0.1", "auto x=2 y=2", "a f32[8,4]",
     "y = jax.lax.with_sharding_constraint(a, shardings=P(('x', 'y')))", "y f32[8,4]"},
    {"0.6.0", "auto x=2 y=2", "a f32[8,4]",
     "y = jax.vmap(lambda r: jax.lax.with_sharding_constraint(r, P('y')))(a)", "y f32[8,4]"},
    {"0.8.2", "auto x=2 y=2", "a f32[8,4]",
     "y = jax.vmap(lambda r: jax.lax.with_sharding_constraint(r, P('y')))(a)", "y f32[8,4]"},
    {"0.10.2", "auto x=2 y=2", "a f32[8,4]",
     "y = jax.vmap(lambda r: jax.lax.with_sharding_constraint(r, P('y')))(a)", "y f32[8,4]"},
    {"0.12.0.1", "auto x=2 y=2", "a f32[8,4]",
     "y = jax.vmap(lambda r: jax.lax.with_sharding_constraint(r, P('y')))(a)", "y f32[8,4]"},
    {"0.6.0", "auto x=2 y=2", "a f32[8,4]",
     "y = jax.jit(lambda v: jax.lax.with_sharding_constraint(v * 2, P('x')))(a)", "y f32[8,4]"},
    {"0.8.2", "auto x=2 y=2", "a f32[8,4]",
     "y = jax.jit(lambda v: jax.lax.with_sharding_constraint(v * 2, P('x')))(a)", "y f32[8,4]"},
    {"0.10.2", "auto x=2 y=2", "a f32[8,4]",
     "y = jax.jit(lambda v: jax.lax.with_sharding_constraint(v * 2, P('x')))(a)", "y f32[8,4]"},
    {"0.12.0.1", "auto x=2 y=2", "a f32[8,4]",
     "y = jax.jit(lambda v: jax.lax.with_sharding_constraint(v * 2, P('x')))(a)", "y f32[8,4]"},
};

/* By specs and shardings, of trees, with axes that the compiler may use. */
Test(sharding_constraint, constraints_on_arrays)
{
	testing_programs(constraints_on_arrays, ROWS(constraints_on_arrays));
}

static const struct program_case constraints_refused[] = {
    {"0.6.0", "auto x=2 y=2", "a f32[8,4]", "y = jax.lax.with_sharding_constraint(a, P('z'))",
     "ValueError: Resource axis: z of PartitionSpec('z',) is not found in mesh: ('x', "
     "'y')."},
    {"0.8.2", "auto x=2 y=2", "a f32[8,4]", "y = jax.lax.with_sharding_constraint(a, P('z'))",
     "ValueError: Resource axis: z of PartitionSpec('z',) is not found in mesh: ('x', "
     "'y')."},
    {"0.10.2", "auto x=2 y=2", "a f32[8,4]", "y = jax.lax.with_sharding_constraint(a, P('z'))",
     "ValueError: Resource axis: z of P('z',) is not found in mesh: ('x', 'y')."},
    {"0.12.0.1", "auto x=2 y=2", "a f32[8,4]", "y = jax.lax.with_sharding_constraint(a, P('z'))",
     "ValueError: Resource axis: z of P('z',) is not found in mesh: ('x', 'y')."},
    {"0.6.0", "auto x=2 y=2", "a f32[8,4]", "y = jax.lax.with_sharding_constraint(a, P('x', 'x'))",
     "DuplicateSpecError: A single shardings specification can map every mesh axis to "
     "at most one positional dimension, but PartitionSpec('x', 'x') has duplicate "
     "entries for `x`"},
    {"0.8.2", "auto x=2 y=2", "a f32[8,4]", "y = jax.lax.with_sharding_constraint(a, P('x', 'x'))",
     "DuplicateSpecError: A single shardings specification can map every mesh axis to "
     "at most one positional dimension, but PartitionSpec('x', 'x') has duplicate "
     "entries for `x`"},
    {"0.10.2", "auto x=2 y=2", "a f32[8,4]", "y = jax.lax.with_sharding_constraint(a, P('x', 'x'))",
     "DuplicateSpecError: A single shardings specification can map every mesh axis to "
     "at most one positional dimension, but P('x', 'x') has duplicate entries for `x`"},
    {"0.12.0.1", "auto x=2 y=2", "a f32[8,4]",
     "y = jax.lax.with_sharding_constraint(a, P('x', 'x'))",
     "DuplicateSpecError: A single shardings specification can map every mesh axis to "
     "at most one positional dimension, but P('x', 'x') has duplicate entries for `x`"},
    {"0.6.0", "auto x=2 y=2", "a f32[8,4]",
     "y = jax.lax.with_sharding_constraint(a, P('x', None, 'y'))",
     "ValueError: One of with_sharding_constraint arguments is incompatible with its "
     "sharding annotation NamedSharding(mesh=AbstractMesh('x': 2, 'y': 2, "
     "axis_types=(Auto, Auto)), spec=PartitionSpec('x', None, 'y')): Sharding "
     "NamedSharding(mesh=AbstractMesh('x': 2, 'y': 2, axis_types=(Auto, Auto)), "
     "spec=PartitionSpec('x', None, 'y')) is only valid for values of rank at least 3, "
     "but was applied to a value of rank 2."},
    {"0.8.2", "auto x=2 y=2", "a f32[8,4]",
     "y = jax.lax.with_sharding_constraint(a, P('x', None, 'y'))",
     "ValueError: One of with_sharding_constraint arguments is incompatible with its "
     "sharding annotation NamedSharding(mesh=AbstractMesh('x': 2, 'y': 2, "
     "axis_types=(Auto, Auto), device_kind=cpu, num_cores=None), "
     "spec=PartitionSpec('x', None, 'y')): Sharding "
     "NamedSharding(mesh=AbstractMesh('x': 2, 'y': 2, axis_types=(Auto, Auto), "
     "device_kind=cpu, num_cores=None), spec=PartitionSpec('x', None, 'y')) is only "
     "valid for values of rank at least 3, but was applied to a value of rank 2."},
    {"0.10.2", "auto x=2 y=2", "a f32[8,4]",
     "y = jax.lax.with_sharding_constraint(a, P('x', None, 'y'))",
     "ValueError: One of with_sharding_constraint arguments is incompatible with its "
     "sharding annotation NamedSharding(mesh=AbstractMesh('x': 2, 'y': 2, "
     "axis_types=(Auto, Auto), device_kind=cpu, num_cores=None, platform=cpu), "
     "spec=P('x', None, 'y')): Sharding NamedSharding(mesh=AbstractMesh('x': 2, 'y': "
     "2, axis_types=(Auto, Auto), device_kind=cpu, num_cores=None, platform=cpu), "
     "spec=P('x', None, 'y')) is only valid for values of rank at least 3, but was "
     "applied to a value of rank 2."},
    {"0.12.0.1", "auto x=2 y=2", "a f32[8,4]",
     "y = jax.lax.with_sharding_constraint(a, P('x', None, 'y'))",
     "ValueError: One of with_sharding_constraint arguments is incompatible with its "
     "sharding annotation NamedSharding(mesh=AbstractMesh('x': 2, 'y': 2, "
     "axis_types=(Auto, Auto), device_kind=cpu, num_cores=None, platform=cpu), "
     "spec=P('x', None, 'y')): Sharding NamedSharding(mesh=AbstractMesh('x': 2, 'y': "
     "2, axis_types=(Auto, Auto), device_kind=cpu, num_cores=None, platform=cpu), "
     "spec=P('x', None, 'y')) is only valid for values of rank at least 3, but was "
     "applied to a value of rank 2."},
    {"0.6.0", "auto x=2 y=2", "b f32[3]", "y = jax.lax.with_sharding_constraint(b, P('x'))",
     "y f32[3]"},
    {"0.8.2", "auto x=2 y=2", "b f32[3]", "y = jax.lax.with_sharding_constraint(b, P('x'))",
     "y f32[3]"},
    {"0.10.2", "auto x=2 y=2", "b f32[3]", "y = jax.lax.with_sharding_constraint(b, P('x'))",
     "y f32[3]"},
    {"0.12.0.1", "auto x=2 y=2", "b f32[3]", "y = jax.lax.with_sharding_constraint(b, P('x'))",
     "y f32[3]"},
    {"0.6.0", "auto x=2 y=2", "s f32[]", "y = jax.lax.with_sharding_constraint(s, P('x'))",
     "ValueError: One of with_sharding_constraint arguments is incompatible with its "
     "sharding annotation NamedSharding(mesh=AbstractMesh('x': 2, 'y': 2, "
     "axis_types=(Auto, Auto)), spec=PartitionSpec('x',)): Sharding "
     "NamedSharding(mesh=AbstractMesh('x': 2, 'y': 2, axis_types=(Auto, Auto)), "
     "spec=PartitionSpec('x',)) is only valid for values of rank at least 1, but was "
     "applied to a value of rank 0. For scalars the PartitionSpec should be P()"},
    {"0.8.2", "auto x=2 y=2", "s f32[]", "y = jax.lax.with_sharding_constraint(s, P('x'))",
     "ValueError: One of with_sharding_constraint arguments is incompatible with its "
     "sharding annotation NamedSharding(mesh=AbstractMesh('x': 2, 'y': 2, "
     "axis_types=(Auto, Auto), device_kind=cpu, num_cores=None), "
     "spec=PartitionSpec('x',)): Sharding NamedSharding(mesh=AbstractMesh('x': 2, 'y': "
     "2, axis_types=(Auto, Auto), device_kind=cpu, num_cores=None), "
     "spec=PartitionSpec('x',)) is only valid for values of rank at least 1, but was "
     "applied to a value of rank 0. For scalars the PartitionSpec should be P()"},
    {"0.10.2", "auto x=2 y=2", "s f32[]", "y = jax.lax.with_sharding_constraint(s, P('x'))",
     "ValueError: One of with_sharding_constraint arguments is incompatible with its "
     "sharding annotation NamedSharding(mesh=AbstractMesh('x': 2, 'y': 2, "
     "axis_types=(Auto, Auto), device_kind=cpu, num_cores=None, platform=cpu), "
     "spec=P('x',)): Sharding NamedSharding(mesh=AbstractMesh('x': 2, 'y': 2, "
     "axis_types=(Auto, Auto), device_kind=cpu, num_cores=None, platform=cpu), "
     "spec=P('x',)) is only valid for values of rank at least 1, but was applied to a "
     "value of rank 0. For scalars the PartitionSpec should be P()"},
    {"0.12.0.1", "auto x=2 y=2", "s f32[]", "y = jax.lax.with_sharding_constraint(s, P('x'))",
     "ValueError: One of with_sharding_constraint arguments is incompatible with its "
     "sharding annotation NamedSharding(mesh=AbstractMesh('x': 2, 'y': 2, "
     "axis_types=(Auto, Auto), device_kind=cpu, num_cores=None, platform=cpu), "
     "spec=P('x',)): Sharding NamedSharding(mesh=AbstractMesh('x': 2, 'y': 2, "
     "axis_types=(Auto, Auto), device_kind=cpu, num_cores=None, platform=cpu), "
     "spec=P('x',)) is only valid for values of rank at least 1, but was applied to a "
     "value of rank 0. For scalars the PartitionSpec should be P()"},
    {"0.6.0", "auto x=2 y=2", "a f32[8,4]", "y = jax.lax.with_sharding_constraint(a, 'x')",
     "TypeError: shardings leaf specifications are expected to be PartitionSpec "
     "instances or None, but got x"},
    {"0.8.2", "auto x=2 y=2", "a f32[8,4]", "y = jax.lax.with_sharding_constraint(a, 'x')",
     "TypeError: shardings leaf specifications are expected to be PartitionSpec "
     "instances or None, but got x"},
    {"0.10.2", "auto x=2 y=2", "a f32[8,4]", "y = jax.lax.with_sharding_constraint(a, 'x')",
     "TypeError: shardings leaf specifications are expected to be PartitionSpec "
     "instances or None, but got x"},
    {"0.12.0.1", "auto x=2 y=2", "a f32[8,4]", "y = jax.lax.with_sharding_constraint(a, 'x')",
     "TypeError: shardings leaf specifications are expected to be PartitionSpec "
     "instances or None, but got x"},
    {"0.6.0", "auto x=2 y=2", "a f32[8,4]", "y = jax.lax.with_sharding_constraint(a, ('x', 'y'))",
     "TypeError: shardings leaf specifications are expected to be PartitionSpec "
     "instances or None, but got x"},
    {"0.8.2", "auto x=2 y=2", "a f32[8,4]", "y = jax.lax.with_sharding_constraint(a, ('x', 'y'))",
     "TypeError: shardings leaf specifications are expected to be PartitionSpec "
     "instances or None, but got x"},
    {"0.10.2", "auto x=2 y=2", "a f32[8,4]", "y = jax.lax.with_sharding_constraint(a, ('x', 'y'))",
     "TypeError: shardings leaf specifications are expected to be PartitionSpec "
     "instances or None, but got x"},
    {"0.12.0.1", "auto x=2 y=2", "a f32[8,4]",
     "y = jax.lax.with_sharding_constraint(a, ('x', 'y'))",
     "TypeError: shardings leaf specifications are expected to be PartitionSpec "
     "instances or None, but got x"},
    {"0.6.0", "auto x=2 y=2", "a f32[8,4]", "y = jax.lax.with_sharding_constraint(a, None)",
     "y f32[8,4]"},
    {"0.8.2", "auto x=2 y=2", "a f32[8,4]", "y = jax.lax.with_sharding_constraint(a, None)",
     "y f32[8,4]"},
    {"0.10.2", "auto x=2 y=2", "a f32[8,4]", "y = jax.lax.with_sharding_constraint(a, None)",
     "y f32[8,4]"},
    {"0.12.0.1", "auto x=2 y=2", "a f32[8,4]", "y = jax.lax.with_sharding_constraint(a, None)",
     "y f32[8,4]"},
    {"0.6.0", "auto x=2 y=2", "a f32[8,4]", "y = jax.lax.with_sharding_constraint(a, [P('x')])",
     "ValueError: with_sharding_constraint shardings specification must be a tree "
     "prefix of the corresponding value, got specification [PartitionSpec('x',)] for "
     "value tree PyTreeDef(*)."},
    {"0.8.2", "auto x=2 y=2", "a f32[8,4]", "y = jax.lax.with_sharding_constraint(a, [P('x')])",
     "ValueError: with_sharding_constraint shardings specification must be a tree "
     "prefix of the corresponding value, got specification [PartitionSpec('x',)] for "
     "value tree PyTreeDef(*)."},
    {"0.10.2", "auto x=2 y=2", "a f32[8,4]", "y = jax.lax.with_sharding_constraint(a, [P('x')])",
     "ValueError: with_sharding_constraint shardings specification must be a tree "
     "prefix of the corresponding value; "},
    {"0.12.0.1", "auto x=2 y=2", "a f32[8,4]", "y = jax.lax.with_sharding_constraint(a, [P('x')])",
     "ValueError: with_sharding_constraint shardings specification must be a tree "
     "prefix of the corresponding value; "},
    {"0.6.0", "auto x=2 y=2", "a f32[8,4]; b f32[3]",
     "y = jax.lax.with_sharding_constraint((a, b), (P('x'),))",
     "ValueError: with_sharding_constraint shardings specification must be a tree "
     "prefix of the corresponding value, got specification (PartitionSpec('x',),) for "
     "value tree PyTreeDef((*, *))."},
    {"0.8.2", "auto x=2 y=2", "a f32[8,4]; b f32[3]",
     "y = jax.lax.with_sharding_constraint((a, b), (P('x'),))",
     "ValueError: with_sharding_constraint shardings specification must be a tree "
     "prefix of the corresponding value, got specification (PartitionSpec('x',),) for "
     "value tree PyTreeDef((*, *))."},
    {"0.10.2", "auto x=2 y=2", "a f32[8,4]; b f32[3]",
     "y = jax.lax.with_sharding_constraint((a, b), (P('x'),))",
     "ValueError: with_sharding_constraint shardings specification must be a tree "
     "prefix of the corresponding value; "},
    {"0.12.0.1", "auto x=2 y=2", "a f32[8,4]; b f32[3]",
     "y = jax.lax.with_sharding_constraint((a, b), (P('x'),))",
     "ValueError: with_sharding_constraint shardings specification must be a tree "
     "prefix of the corresponding value; "},
    {"0.6.0", "auto x=2 y=2", "a f32[8,4]",
     "y = jax.lax.with_sharding_constraint(a, (P('x'), P('y')))",
     "ValueError: with_sharding_constraint shardings specification must be a tree "
     "prefix of the corresponding value, got specification (PartitionSpec('x',), "
     "PartitionSpec('y',)) for value tree PyTreeDef(*)."},
    {"0.8.2", "auto x=2 y=2", "a f32[8,4]",
     "y = jax.lax.with_sharding_constraint(a, (P('x'), P('y')))",
     "ValueError: with_sharding_constraint shardings specification must be a tree "
     "prefix of the corresponding value, got specification (PartitionSpec('x',), "
     "PartitionSpec('y',)) for value tree PyTreeDef(*)."},
    {"0.10.2", "auto x=2 y=2", "a f32[8,4]",
     "y = jax.lax.with_sharding_constraint(a, (P('x'), P('y')))",
     "ValueError: with_sharding_constraint shardings specification must be a tree "
     "prefix of the corresponding value; "},
    {"0.12.0.1", "auto x=2 y=2", "a f32[8,4]",
     "y = jax.lax.with_sharding_constraint(a, (P('x'), P('y')))",
     "ValueError: with_sharding_constraint shardings specification must be a tree "
     "prefix of the corresponding value; "},
    {"0.6.0", "auto x=2 y=2", "", "y = jax.lax.with_sharding_constraint(2.0, P())",
     "AttributeError: 'float' object has no attribute 'shape'"},
    {"0.8.2", "auto x=2 y=2", "", "y = jax.lax.with_sharding_constraint(2.0, P())", "y f32[]"},
    {"0.10.2", "auto x=2 y=2", "", "y = jax.lax.with_sharding_constraint(2.0, P())", "y f32[]"},
    {"0.12.0.1", "auto x=2 y=2", "", "y = jax.lax.with_sharding_constraint(2.0, P())", "y f32[]"},
    {"0.6.0", "auto x=2 y=2", "a f32[8,4]", "y = jax.lax.with_sharding_constraint('a', P())",
     "AttributeError: 'str' object has no attribute 'shape'"},
    {"0.8.2", "auto x=2 y=2", "a f32[8,4]", "y = jax.lax.with_sharding_constraint('a', P())",
     "TypeError: Argument 'a' of type <class 'str'> is not a valid JAX type"},
    {"0.10.2", "auto x=2 y=2", "a f32[8,4]", "y = jax.lax.with_sharding_constraint('a', P())",
     "TypeError: Argument 'a' of type <class 'str'> is not a valid JAX type"},
    {"0.12.0.1", "auto x=2 y=2", "a f32[8,4]", "y = jax.lax.with_sharding_constraint('a', P())",
     "TypeError: Argument 'a' of type <class 'str'> is not a valid JAX type"},
    {"0.6.0", "auto x=2 y=2", "a f32[8,4]", "y = jax.lax.with_sharding_constraint(a)",
     "TypeError: with_sharding_constraint() missing 1 required positional argument: "
     "'shardings'"},
    {"0.8.2", "auto x=2 y=2", "a f32[8,4]", "y = jax.lax.with_sharding_constraint(a)",
     "TypeError: with_sharding_constraint() missing 1 required positional argument: "
     "'shardings'"},
    {"0.10.2", "auto x=2 y=2", "a f32[8,4]", "y = jax.lax.with_sharding_constraint(a)",
     "TypeError: with_sharding_constraint() missing 1 required positional argument: "
     "'shardings'"},
    {"0.12.0.1", "auto x=2 y=2", "a f32[8,4]", "y = jax.lax.with_sharding_constraint(a)",
     "TypeError: with_sharding_constraint() missing 1 required positional argument: "
     "'shardings'"},
    {"0.6.0", "auto x=2 y=2", "a f32[8,4]", "y = jax.lax.with_sharding_constraint(a, spec=P('x'))",
     "TypeError: with_sharding_constraint() got an unexpected keyword argument 'spec'"},
    {"0.8.2", "auto x=2 y=2", "a f32[8,4]", "y = jax.lax.with_sharding_constraint(a, spec=P('x'))",
     "TypeError: with_sharding_constraint() got an unexpected keyword argument 'spec'"},
    {"0.10.2", "auto x=2 y=2", "a f32[8,4]", "y = jax.lax.with_sharding_constraint(a, spec=P('x'))",
     "TypeError: with_sharding_constraint() got an unexpected keyword argument 'spec'"},
    {"0.12.0.1", "auto x=2 y=2", "a f32[8,4]",
     "y = jax.lax.with_sharding_constraint(a, spec=P('x'))",
     "TypeError: with_sharding_constraint() got an unexpected keyword argument 'spec'"},
};

/* Axes that there are not, dimensions too many, what is no array. */
Test(sharding_constraint, constraints_refused)
{
	testing_programs(constraints_refused, ROWS(constraints_refused));
}

static const struct program_case constraints_on_explicit_axes[] = {
    {"0.6.0", "x=2 y=2", "a f32[8,4]", "y = jax.lax.with_sharding_constraint(a, P('x'))",
     "ValueError: The spec of NamedSharding passed to with_sharding_constraint can "
     "only refer to Auto axes of the mesh. Got spec=PartitionSpec('x',) and "
     "mesh=AbstractMesh('x': 2, 'y': 2, axis_types=(Explicit, Explicit))"},
    {"0.7.0", "x=2 y=2", "a f32[8,4]", "y = jax.lax.with_sharding_constraint(a, P('x'))",
     "ValueError: The spec of NamedSharding passed to with_sharding_constraint can "
     "only refer to Auto axes of the mesh. Got spec=PartitionSpec('x',) and "
     "mesh=AbstractMesh('x': 2, 'y': 2, axis_types=(Explicit, Explicit)). You probably "
     "meant to use `reshard` API?"},
    {"0.8.2", "x=2 y=2", "a f32[8,4]", "y = jax.lax.with_sharding_constraint(a, P('x'))",
     "AssertionError: `with_sharding_constraint` acts as an assert when all axes of "
     "mesh are of type `Explicit`. The array sharding: PartitionSpec(None, None) did "
     "not match the sharding provided: PartitionSpec('x', None). Please use "
     "`jax.sharding.reshard` to shard your input to the sharding you want."},
    {"0.9.0", "x=2 y=2", "a f32[8,4]", "y = jax.lax.with_sharding_constraint(a, P('x'))",
     "AssertionError: `with_sharding_constraint` acts as an assert when all axes of "
     "mesh are of type `Explicit`. The array sharding: PartitionSpec(None, None) did "
     "not match the sharding provided: PartitionSpec('x', None). Please use "
     "`jax.sharding.reshard` to shard your input to the sharding you want."},
    {"0.10.2", "x=2 y=2", "a f32[8,4]", "y = jax.lax.with_sharding_constraint(a, P('x'))",
     "AssertionError: `with_sharding_constraint` acts as an assert when all axes of "
     "mesh are of type `Explicit`. The array sharding: P(None, None) did not match the "
     "sharding provided: P('x', None). Please use `jax.sharding.reshard` to shard your "
     "input to the sharding you want."},
    {"0.12.0.1", "x=2 y=2", "a f32[8,4]", "y = jax.lax.with_sharding_constraint(a, P('x'))",
     "AssertionError: `with_sharding_constraint` acts as an assert when all axes of "
     "mesh are of type `Explicit`. The array sharding: P(None, None) did not match the "
     "sharding provided: P('x', None). Please use `jax.sharding.reshard` to shard your "
     "input to the sharding you want."},
    {"0.6.0", "x=2 y=2", "b f32[4@x,6]", "y = jax.lax.with_sharding_constraint(b, P('x'))",
     "ValueError: The spec of NamedSharding passed to with_sharding_constraint can "
     "only refer to Auto axes of the mesh. Got spec=PartitionSpec('x',) and "
     "mesh=AbstractMesh('x': 2, 'y': 2, axis_types=(Explicit, Explicit))"},
    {"0.7.0", "x=2 y=2", "b f32[4@x,6]", "y = jax.lax.with_sharding_constraint(b, P('x'))",
     "ValueError: The spec of NamedSharding passed to with_sharding_constraint can "
     "only refer to Auto axes of the mesh. Got spec=PartitionSpec('x',) and "
     "mesh=AbstractMesh('x': 2, 'y': 2, axis_types=(Explicit, Explicit)). You probably "
     "meant to use `reshard` API?"},
    {"0.8.2", "x=2 y=2", "b f32[4@x,6]", "y = jax.lax.with_sharding_constraint(b, P('x'))",
     "y f32[4@x,6]"},
    {"0.9.0", "x=2 y=2", "b f32[4@x,6]", "y = jax.lax.with_sharding_constraint(b, P('x'))",
     "y f32[4@x,6]"},
    {"0.10.2", "x=2 y=2", "b f32[4@x,6]", "y = jax.lax.with_sharding_constraint(b, P('x'))",
     "y f32[4@x,6]"},
    {"0.12.0.1", "x=2 y=2", "b f32[4@x,6]", "y = jax.lax.with_sharding_constraint(b, P('x'))",
     "y f32[4@x,6]"},
    {"0.6.0", "x=2 y=2", "b f32[4@x,6]", "y = jax.lax.with_sharding_constraint(b, P('y'))",
     "ValueError: The spec of NamedSharding passed to with_sharding_constraint can "
     "only refer to Auto axes of the mesh. Got spec=PartitionSpec('y',) and "
     "mesh=AbstractMesh('x': 2, 'y': 2, axis_types=(Explicit, Explicit))"},
    {"0.7.0", "x=2 y=2", "b f32[4@x,6]", "y = jax.lax.with_sharding_constraint(b, P('y'))",
     "ValueError: The spec of NamedSharding passed to with_sharding_constraint can "
     "only refer to Auto axes of the mesh. Got spec=PartitionSpec('y',) and "
     "mesh=AbstractMesh('x': 2, 'y': 2, axis_types=(Explicit, Explicit)). You probably "
     "meant to use `reshard` API?"},
    {"0.8.2", "x=2 y=2", "b f32[4@x,6]", "y = jax.lax.with_sharding_constraint(b, P('y'))",
     "AssertionError: `with_sharding_constraint` acts as an assert when all axes of "
     "mesh are of type `Explicit`. The array sharding: PartitionSpec('x', None) did "
     "not match the sharding provided: PartitionSpec('y', None). Please use "
     "`jax.sharding.reshard` to shard your input to the sharding you want."},
    {"0.9.0", "x=2 y=2", "b f32[4@x,6]", "y = jax.lax.with_sharding_constraint(b, P('y'))",
     "AssertionError: `with_sharding_constraint` acts as an assert when all axes of "
     "mesh are of type `Explicit`. The array sharding: PartitionSpec('x', None) did "
     "not match the sharding provided: PartitionSpec('y', None). Please use "
     "`jax.sharding.reshard` to shard your input to the sharding you want."},
    {"0.10.2", "x=2 y=2", "b f32[4@x,6]", "y = jax.lax.with_sharding_constraint(b, P('y'))",
     "AssertionError: `with_sharding_constraint` acts as an assert when all axes of "
     "mesh are of type `Explicit`. The array sharding: P('x', None) did not match the "
     "sharding provided: P('y', None). Please use `jax.sharding.reshard` to shard your "
     "input to the sharding you want."},
    {"0.12.0.1", "x=2 y=2", "b f32[4@x,6]", "y = jax.lax.with_sharding_constraint(b, P('y'))",
     "AssertionError: `with_sharding_constraint` acts as an assert when all axes of "
     "mesh are of type `Explicit`. The array sharding: P('x', None) did not match the "
     "sharding provided: P('y', None). Please use `jax.sharding.reshard` to shard your "
     "input to the sharding you want."},
    {"0.6.0", "x=2 auto y=2", "a f32[8,4]", "y = jax.lax.with_sharding_constraint(a, P('x'))",
     "ValueError: The spec of NamedSharding passed to with_sharding_constraint can "
     "only refer to Auto axes of the mesh. Got spec=PartitionSpec('x',) and "
     "mesh=AbstractMesh('x': 2, 'y': 2, axis_types=(Explicit, Auto))"},
    {"0.7.0", "x=2 auto y=2", "a f32[8,4]", "y = jax.lax.with_sharding_constraint(a, P('x'))",
     "ValueError: The spec of NamedSharding passed to with_sharding_constraint can "
     "only refer to Auto axes of the mesh. Got spec=PartitionSpec('x',) and "
     "mesh=AbstractMesh('x': 2, 'y': 2, axis_types=(Explicit, Auto)). You probably "
     "meant to use `reshard` API?"},
    {"0.8.2", "x=2 auto y=2", "a f32[8,4]", "y = jax.lax.with_sharding_constraint(a, P('x'))",
     "ValueError: The spec of NamedSharding passed to with_sharding_constraint can "
     "only refer to Auto axes of the mesh. Got spec=PartitionSpec('x',) and "
     "mesh=AbstractMesh('x': 2, 'y': 2, axis_types=(Explicit, Auto), device_kind=cpu, "
     "num_cores=None). You probably meant to use `reshard` API?"},
    {"0.9.0", "x=2 auto y=2", "a f32[8,4]", "y = jax.lax.with_sharding_constraint(a, P('x'))",
     "ValueError: The spec of NamedSharding passed to with_sharding_constraint can "
     "only refer to Auto axes of the mesh. Got spec=PartitionSpec('x',) and "
     "mesh=AbstractMesh('x': 2, 'y': 2, axis_types=(Explicit, Auto), device_kind=cpu, "
     "num_cores=None). You probably meant to use `reshard` API?"},
    {"0.10.2", "x=2 auto y=2", "a f32[8,4]", "y = jax.lax.with_sharding_constraint(a, P('x'))",
     "ValueError: The spec of NamedSharding passed to with_sharding_constraint can "
     "only refer to Auto axes of the mesh. Got spec=P('x',) and mesh=AbstractMesh('x': "
     "2, 'y': 2, axis_types=(Explicit, Auto), device_kind=cpu, num_cores=None, "
     "platform=cpu). You probably meant to use `reshard` API?"},
    {"0.12.0.1", "x=2 auto y=2", "a f32[8,4]", "y = jax.lax.with_sharding_constraint(a, P('x'))",
     "ValueError: The spec of NamedSharding passed to with_sharding_constraint can "
     "only refer to Auto axes of the mesh. Got spec=P('x',) and mesh=AbstractMesh('x': "
     "2, 'y': 2, axis_types=(Explicit, Auto), device_kind=cpu, num_cores=None, "
     "platform=cpu). You probably meant to use `reshard` API?"},
    {"0.6.0", "x=2 auto y=2", "a f32[8,4]", "y = jax.lax.with_sharding_constraint(a, P('y'))",
     "y f32[8,4]"},
    {"0.7.0", "x=2 auto y=2", "a f32[8,4]", "y = jax.lax.with_sharding_constraint(a, P('y'))",
     "y f32[8,4]"},
    {"0.8.2", "x=2 auto y=2", "a f32[8,4]", "y = jax.lax.with_sharding_constraint(a, P('y'))",
     "y f32[8,4]"},
    {"0.9.0", "x=2 auto y=2", "a f32[8,4]", "y = jax.lax.with_sharding_constraint(a, P('y'))",
     "y f32[8,4]"},
    {"0.10.2", "x=2 auto y=2", "a f32[8,4]", "y = jax.lax.with_sharding_constraint(a, P('y'))",
     "y f32[8,4]"},
    {"0.12.0.1", "x=2 auto y=2", "a f32[8,4]", "y = jax.lax.with_sharding_constraint(a, P('y'))",
     "y f32[8,4]"},
    {"0.6.0", "x=2 auto y=2", "b f32[4@x,6]",
     "y = jax.lax.with_sharding_constraint(b, P('x', 'y'))",
     "ValueError: The spec of NamedSharding passed to with_sharding_constraint can "
     "only refer to Auto axes of the mesh. Got spec=PartitionSpec('x', 'y') and "
     "mesh=AbstractMesh('x': 2, 'y': 2, axis_types=(Explicit, Auto))"},
    {"0.7.0", "x=2 auto y=2", "b f32[4@x,6]",
     "y = jax.lax.with_sharding_constraint(b, P('x', 'y'))",
     "ValueError: The spec of NamedSharding passed to with_sharding_constraint can "
     "only refer to Auto axes of the mesh. Got spec=PartitionSpec('x', 'y') and "
     "mesh=AbstractMesh('x': 2, 'y': 2, axis_types=(Explicit, Auto)). You probably "
     "meant to use `reshard` API?"},
    {"0.8.2", "x=2 auto y=2", "b f32[4@x,6]",
     "y = jax.lax.with_sharding_constraint(b, P('x', 'y'))",
     "ValueError: The spec of NamedSharding passed to with_sharding_constraint can "
     "only refer to Auto axes of the mesh. Got spec=PartitionSpec('x', 'y') and "
     "mesh=AbstractMesh('x': 2, 'y': 2, axis_types=(Explicit, Auto), device_kind=cpu, "
     "num_cores=None). You probably meant to use `reshard` API?"},
    {"0.9.0", "x=2 auto y=2", "b f32[4@x,6]",
     "y = jax.lax.with_sharding_constraint(b, P('x', 'y'))",
     "ValueError: The spec of NamedSharding passed to with_sharding_constraint can "
     "only refer to Auto axes of the mesh. Got spec=PartitionSpec('x', 'y') and "
     "mesh=AbstractMesh('x': 2, 'y': 2, axis_types=(Explicit, Auto), device_kind=cpu, "
     "num_cores=None). You probably meant to use `reshard` API?"},
    {"0.10.2", "x=2 auto y=2", "b f32[4@x,6]",
     "y = jax.lax.with_sharding_constraint(b, P('x', 'y'))",
     "ValueError: The spec of NamedSharding passed to with_sharding_constraint can "
     "only refer to Auto axes of the mesh. Got spec=P('x', 'y') and "
     "mesh=AbstractMesh('x': 2, 'y': 2, axis_types=(Explicit, Auto), device_kind=cpu, "
     "num_cores=None, platform=cpu). You probably meant to use `reshard` API?"},
    {"0.12.0.1", "x=2 auto y=2", "b f32[4@x,6]",
     "y = jax.lax.with_sharding_constraint(b, P('x', 'y'))",
     "ValueError: The spec of NamedSharding passed to with_sharding_constraint can "
     "only refer to Auto axes of the mesh. Got spec=P('x', 'y') and "
     "mesh=AbstractMesh('x': 2, 'y': 2, axis_types=(Explicit, Auto), device_kind=cpu, "
     "num_cores=None, platform=cpu). You probably meant to use `reshard` API?"},
    {"0.6.0", "x=2 auto y=2", "b f32[4@x,6]", "y = jax.lax.with_sharding_constraint(b, P('y'))",
     "y f32[4@x,6]"},
    {"0.7.0", "x=2 auto y=2", "b f32[4@x,6]", "y = jax.lax.with_sharding_constraint(b, P('y'))",
     "y f32[4@x,6]"},
    {"0.8.2", "x=2 auto y=2", "b f32[4@x,6]", "y = jax.lax.with_sharding_constraint(b, P('y'))",
     "y f32[4@x,6]"},
    {"0.9.0", "x=2 auto y=2", "b f32[4@x,6]", "y = jax.lax.with_sharding_constraint(b, P('y'))",
     "y f32[4@x,6]"},
    {"0.10.2", "x=2 auto y=2", "b f32[4@x,6]", "y = jax.lax.with_sharding_constraint(b, P('y'))",
     "y f32[4@x,6]"},
    {"0.12.0.1", "x=2 auto y=2", "b f32[4@x,6]", "y = jax.lax.with_sharding_constraint(b, P('y'))",
     "y f32[4@x,6]"},
};

/* What such a mesh makes of a constraint, by release. */
Test(sharding_constraint, constraints_on_explicit_axes)
{
	testing_programs(constraints_on_explicit_axes, ROWS(constraints_on_explicit_axes));
}
