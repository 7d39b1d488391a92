/* SPDX-License-Identifier: Apache-2.0 */
/* Rows are checked against JAX by testdata/programs/rows.py. */
#include "testing/program_cases.h"

static const struct program_case shardings_of_arguments_and_results[] = {
    {"0.6.0", "auto x=2 y=2", "a f32[8,4]",
     "y = jax.jit(lambda v: v * 2, in_shardings=NamedSharding(jax.make_mesh((2, 2), ('x', 'y')), "
     "P('x')))(a)",
     "y f32[8,4]"},
    {"0.8.2", "auto x=2 y=2", "a f32[8,4]",
     "y = jax.jit(lambda v: v * 2, in_shardings=NamedSharding(jax.make_mesh((2, 2), ('x', 'y')), "
     "P('x')))(a)",
     "y f32[8,4]"},
    {"0.10.2", "auto x=2 y=2", "a f32[8,4]",
     "y = jax.jit(lambda v: v * 2, in_shardings=NamedSharding(jax.make_mesh((2, 2), ('x', 'y')), "
     "P('x')))(a)",
     "y f32[8,4]"},
    {"0.12.0.1", "auto x=2 y=2", "a f32[8,4]",
     "y = jax.jit(lambda v: v * 2, in_shardings=NamedSharding(jax.make_mesh((2, 2), ('x', 'y')), "
     "P('x')))(a)",
     "y f32[8,4]"},
    {"0.6.0", "auto x=2 y=2", "a f32[8,4]",
     "y = jax.jit(lambda v: v * 2, out_shardings=NamedSharding(jax.make_mesh((2, 2), ('x', 'y')), "
     "P('x')))(a)",
     "y f32[8,4]"},
    {"0.8.2", "auto x=2 y=2", "a f32[8,4]",
     "y = jax.jit(lambda v: v * 2, out_shardings=NamedSharding(jax.make_mesh((2, 2), ('x', 'y')), "
     "P('x')))(a)",
     "y f32[8,4]"},
    {"0.10.2", "auto x=2 y=2", "a f32[8,4]",
     "y = jax.jit(lambda v: v * 2, out_shardings=NamedSharding(jax.make_mesh((2, 2), ('x', 'y')), "
     "P('x')))(a)",
     "y f32[8,4]"},
    {"0.12.0.1", "auto x=2 y=2", "a f32[8,4]",
     "y = jax.jit(lambda v: v * 2, out_shardings=NamedSharding(jax.make_mesh((2, 2), ('x', 'y')), "
     "P('x')))(a)",
     "y f32[8,4]"},
    {"0.6.0", "auto x=2 y=2", "a f32[8,4]",
     "y = jax.jit(lambda v: v * 2, in_shardings=P('x'), out_shardings=P('y'))(a)", "y f32[8,4]"},
    {"0.8.2", "auto x=2 y=2", "a f32[8,4]",
     "y = jax.jit(lambda v: v * 2, in_shardings=P('x'), out_shardings=P('y'))(a)", "y f32[8,4]"},
    {"0.10.2", "auto x=2 y=2", "a f32[8,4]",
     "y = jax.jit(lambda v: v * 2, in_shardings=P('x'), out_shardings=P('y'))(a)", "y f32[8,4]"},
    {"0.12.0.1", "auto x=2 y=2", "a f32[8,4]",
     "y = jax.jit(lambda v: v * 2, in_shardings=P('x'), out_shardings=P('y'))(a)", "y f32[8,4]"},
    {"0.6.0", "auto x=2 y=2", "a f32[8,4]; b f32[6]",
     "y = jax.jit(lambda v, w: (v, w), in_shardings=(P('x'), P()), out_shardings=(P(), P('x')))(a, "
     "b)",
     "y[0] f32[8,4]; y[1] f32[6]"},
    {"0.8.2", "auto x=2 y=2", "a f32[8,4]; b f32[6]",
     "y = jax.jit(lambda v, w: (v, w), in_shardings=(P('x'), P()), out_shardings=(P(), P('x')))(a, "
     "b)",
     "y[0] f32[8,4]; y[1] f32[6]"},
    {"0.10.2", "auto x=2 y=2", "a f32[8,4]; b f32[6]",
     "y = jax.jit(lambda v, w: (v, w), in_shardings=(P('x'), P()), out_shardings=(P(), P('x')))(a, "
     "b)",
     "y[0] f32[8,4]; y[1] f32[6]"},
    {"0.12.0.1", "auto x=2 y=2", "a f32[8,4]; b f32[6]",
     "y = jax.jit(lambda v, w: (v, w), in_shardings=(P('x'), P()), out_shardings=(P(), P('x')))(a, "
     "b)",
     "y[0] f32[8,4]; y[1] f32[6]"},
    {"0.6.0", "auto x=2 y=2", "a f32[8,4]; b f32[6]",
     "y = jax.jit(lambda v, w: v, in_shardings=(P('x'), None))(a, b)", "y f32[8,4]"},
    {"0.8.2", "auto x=2 y=2", "a f32[8,4]; b f32[6]",
     "y = jax.jit(lambda v, w: v, in_shardings=(P('x'), None))(a, b)", "y f32[8,4]"},
    {"0.10.2", "auto x=2 y=2", "a f32[8,4]; b f32[6]",
     "y = jax.jit(lambda v, w: v, in_shardings=(P('x'), None))(a, b)", "y f32[8,4]"},
    {"0.12.0.1", "auto x=2 y=2", "a f32[8,4]; b f32[6]",
     "y = jax.jit(lambda v, w: v, in_shardings=(P('x'), None))(a, b)", "y f32[8,4]"},
    {"0.6.0", "auto x=2 y=2", "a f32[8,4]; b f32[6]",
     "y = jax.jit(lambda t: t['u'], in_shardings=({'u': P('x'), 'v': P()},))({'u': a, 'v': b})",
     "y f32[8,4]"},
    {"0.8.2", "auto x=2 y=2", "a f32[8,4]; b f32[6]",
     "y = jax.jit(lambda t: t['u'], in_shardings=({'u': P('x'), 'v': P()},))({'u': a, 'v': b})",
     "y f32[8,4]"},
    {"0.10.2", "auto x=2 y=2", "a f32[8,4]; b f32[6]",
     "y = jax.jit(lambda t: t['u'], in_shardings=({'u': P('x'), 'v': P()},))({'u': a, 'v': b})",
     "y f32[8,4]"},
    {"0.12.0.1", "auto x=2 y=2", "a f32[8,4]; b f32[6]",
     "y = jax.jit(lambda t: t['u'], in_shardings=({'u': P('x'), 'v': P()},))({'u': a, 'v': b})",
     "y f32[8,4]"},
    {"0.6.0", "auto x=2 y=2", "a f32[8,4]", "y = jax.jit(lambda v: v, out_shardings=None)(a)",
     "y f32[8,4]"},
    {"0.8.2", "auto x=2 y=2", "a f32[8,4]", "y = jax.jit(lambda v: v, out_shardings=None)(a)",
     "y f32[8,4]"},
    {"0.10.2", "auto x=2 y=2", "a f32[8,4]", "y = jax.jit(lambda v: v, out_shardings=None)(a)",
     "y f32[8,4]"},
    {"0.12.0.1", "auto x=2 y=2", "a f32[8,4]", "y = jax.jit(lambda v: v, out_shardings=None)(a)",
     "y f32[8,4]"},
    {"0.6.0", "auto x=2 y=2", "a f32[8,4]",
     "y = jax.jit(lambda v: v, in_shardings=P(P.UNCONSTRAINED))(a)",
     "ValueError: Unconstrained dims are not allowed: PartitionSpec(UNCONSTRAINED,)"},
    {"0.8.2", "auto x=2 y=2", "a f32[8,4]",
     "y = jax.jit(lambda v: v, in_shardings=P(P.UNCONSTRAINED))(a)",
     "ValueError: Unconstrained dims are not allowed when passed to in_shardings: "
     "PartitionSpec(UNCONSTRAINED,)"},
    {"0.10.2", "auto x=2 y=2", "a f32[8,4]",
     "y = jax.jit(lambda v: v, in_shardings=P(P.UNCONSTRAINED))(a)",
     "ValueError: Unconstrained dims are not allowed when passed to in_shardings: "
     "P(UNCONSTRAINED,)"},
    {"0.12.0.1", "auto x=2 y=2", "a f32[8,4]",
     "y = jax.jit(lambda v: v, in_shardings=P(P.UNCONSTRAINED))(a)",
     "ValueError: Unconstrained dims are not allowed when passed to in_shardings: "
     "P(UNCONSTRAINED,)"},
    {"0.6.0", "auto x=2 y=2", "a f32[8,4]", "y = jax.jit(lambda v: v, in_shardings=P('z'))(a)",
     "ValueError: Resource axis: z of PartitionSpec('z',) is not found in mesh: ('x', "
     "'y')."},
    {"0.8.2", "auto x=2 y=2", "a f32[8,4]", "y = jax.jit(lambda v: v, in_shardings=P('z'))(a)",
     "ValueError: Resource axis: z of PartitionSpec('z',) is not found in mesh: ('x', "
     "'y')."},
    {"0.10.2", "auto x=2 y=2", "a f32[8,4]", "y = jax.jit(lambda v: v, in_shardings=P('z'))(a)",
     "ValueError: Resource axis: z of P('z',) is not found in mesh: ('x', 'y')."},
    {"0.12.0.1", "auto x=2 y=2", "a f32[8,4]", "y = jax.jit(lambda v: v, in_shardings=P('z'))(a)",
     "ValueError: Resource axis: z of P('z',) is not found in mesh: ('x', 'y')."},
    {"0.6.0", "auto x=2 y=2", "a f32[8,4]", "y = jax.jit(lambda v: v, out_shardings=P('z'))(a)",
     "ValueError: Resource axis: z of PartitionSpec('z',) is not found in mesh: ('x', "
     "'y')."},
    {"0.8.2", "auto x=2 y=2", "a f32[8,4]", "y = jax.jit(lambda v: v, out_shardings=P('z'))(a)",
     "ValueError: Resource axis: z of PartitionSpec('z',) is not found in mesh: ('x', "
     "'y')."},
    {"0.10.2", "auto x=2 y=2", "a f32[8,4]", "y = jax.jit(lambda v: v, out_shardings=P('z'))(a)",
     "ValueError: Resource axis: z of P('z',) is not found in mesh: ('x', 'y')."},
    {"0.12.0.1", "auto x=2 y=2", "a f32[8,4]", "y = jax.jit(lambda v: v, out_shardings=P('z'))(a)",
     "ValueError: Resource axis: z of P('z',) is not found in mesh: ('x', 'y')."},
    {"0.8.2", "auto x=2 y=2", "a f32[8,4]",
     "y = jax.jit(lambda v: v, in_shardings=P('x', None, 'y'))(a)",
     "ValueError: One of pjit arguments with pytree key path v is incompatible with "
     "its sharding annotation NamedSharding(mesh=Mesh('x': 2, 'y': 2, "
     "axis_types=(Auto, Auto)), spec=PartitionSpec('x', None, 'y'), "
     "memory_kind=device): Sharding NamedSharding(mesh=Mesh('x': 2, 'y': 2, "
     "axis_types=(Auto, Auto)), spec=PartitionSpec('x', None, 'y'), "
     "memory_kind=device) is only valid for values of rank at least 3, but was applied "
     "to a value of rank 2."},
    {"0.10.2", "auto x=2 y=2", "a f32[8,4]",
     "y = jax.jit(lambda v: v, in_shardings=P('x', None, 'y'))(a)",
     "ValueError: One of pjit arguments with pytree key path v is incompatible with "
     "its sharding annotation NamedSharding(mesh=Mesh('x': 2, 'y': 2, "
     "axis_types=(Auto, Auto)), spec=P('x', None, 'y'), memory_kind=device): Sharding "
     "NamedSharding(mesh=Mesh('x': 2, 'y': 2, axis_types=(Auto, Auto)), spec=P('x', "
     "None, 'y'), memory_kind=device) is only valid for values of rank at least 3, but "
     "was applied to a value of rank 2."},
    {"0.12.0.1", "auto x=2 y=2", "a f32[8,4]",
     "y = jax.jit(lambda v: v, in_shardings=P('x', None, 'y'))(a)",
     "ValueError: One of pjit arguments with pytree key path v is incompatible with "
     "its sharding annotation NamedSharding(mesh=Mesh('x': 2, 'y': 2, "
     "axis_types=(Auto, Auto)), spec=P('x', None, 'y'), memory_kind=device): Sharding "
     "NamedSharding(mesh=Mesh('x': 2, 'y': 2, axis_types=(Auto, Auto)), spec=P('x', "
     "None, 'y'), memory_kind=device) is only valid for values of rank at least 3, but "
     "was applied to a value of rank 2."},
    {"0.6.0", "auto x=2 y=2", "a f32[8,4]",
     "y = jax.jit(lambda v: v, out_shardings=P('x', 'x'))(a)",
     "DuplicateSpecError: A single out_shardings specification can map every mesh axis "
     "to at most one positional dimension, but PartitionSpec('x', 'x') has duplicate "
     "entries for `x`"},
    {"0.8.2", "auto x=2 y=2", "a f32[8,4]",
     "y = jax.jit(lambda v: v, out_shardings=P('x', 'x'))(a)",
     "DuplicateSpecError: A single out_shardings specification can map every mesh axis "
     "to at most one positional dimension, but PartitionSpec('x', 'x') has duplicate "
     "entries for `x`"},
    {"0.10.2", "auto x=2 y=2", "a f32[8,4]",
     "y = jax.jit(lambda v: v, out_shardings=P('x', 'x'))(a)",
     "DuplicateSpecError: A single out_shardings specification can map every mesh axis "
     "to at most one positional dimension, but P('x', 'x') has duplicate entries for "
     "`x`"},
    {"0.12.0.1", "auto x=2 y=2", "a f32[8,4]",
     "y = jax.jit(lambda v: v, out_shardings=P('x', 'x'))(a)",
     "DuplicateSpecError: A single out_shardings specification can map every mesh axis "
     "to at most one positional dimension, but P('x', 'x') has duplicate entries for "
     "`x`"},
    {"0.8.2", "auto x=2 y=2", "a f32[8,4]", "y = jax.jit(lambda v: v[:3], out_shardings=P('x'))(a)",
     "ValueError: One of pjit outputs was given the sharding of "
     "NamedSharding(mesh=Mesh('x': 2, 'y': 2, axis_types=(Auto, Auto)), "
     "spec=PartitionSpec('x',), memory_kind=device), which implies that the global "
     "size of its dimension 0 should be divisible by 2, but it is equal to 3 (full "
     "shape: (3, 4))"},
    {"0.10.2", "auto x=2 y=2", "a f32[8,4]",
     "y = jax.jit(lambda v: v[:3], out_shardings=P('x'))(a)",
     "IndivisibleError: Sharding NamedSharding(mesh=Mesh('x': 2, 'y': 2, "
     "axis_types=(Auto, Auto)), spec=P('x',), memory_kind=device) implies that array "
     "axis 0 is partitioned 2 times, but the dimension size is 3 (full shape: (3, 4), "
     "per-dimension tiling factors: [2, 1] should evenly divide the shape)"},
    {"0.8.2", "auto x=2 y=2", "b f32[6]", "y = jax.jit(lambda v: v, in_shardings=P('x'))(b[:5])",
     "ValueError: One of pjit arguments with pytree key path v was given the sharding "
     "of NamedSharding(mesh=Mesh('x': 2, 'y': 2, axis_types=(Auto, Auto)), "
     "spec=PartitionSpec('x',), memory_kind=device), which implies that the global "
     "size of its dimension 0 should be divisible by 2, but it is equal to 5 (full "
     "shape: (5,))"},
    {"0.10.2", "auto x=2 y=2", "b f32[6]", "y = jax.jit(lambda v: v, in_shardings=P('x'))(b[:5])",
     "IndivisibleError: Sharding NamedSharding(mesh=Mesh('x': 2, 'y': 2, "
     "axis_types=(Auto, Auto)), spec=P('x',), memory_kind=device) implies that array "
     "axis 0 is partitioned 2 times, but the dimension size is 5 (full shape: (5,), "
     "per-dimension tiling factors: [2] should evenly divide the shape)"},
    {"0.8.2", "auto x=2 y=2", "a f32[8,4]",
     "y = jax.jit(lambda v: v.sum(), out_shardings=P('x'))(a)",
     "ValueError: One of pjit outputs is incompatible with its sharding annotation "
     "NamedSharding(mesh=Mesh('x': 2, 'y': 2, axis_types=(Auto, Auto)), "
     "spec=PartitionSpec('x',), memory_kind=device): Sharding "
     "NamedSharding(mesh=Mesh('x': 2, 'y': 2, axis_types=(Auto, Auto)), "
     "spec=PartitionSpec('x',), memory_kind=device) is only valid for values of rank "
     "at least 1, but was applied to a value of rank 0. For scalars the PartitionSpec "
     "should be P()"},
    {"0.10.2", "auto x=2 y=2", "a f32[8,4]",
     "y = jax.jit(lambda v: v.sum(), out_shardings=P('x'))(a)",
     "ValueError: One of pjit outputs with pytree key path result is incompatible with "
     "its sharding annotation NamedSharding(mesh=Mesh('x': 2, 'y': 2, "
     "axis_types=(Auto, Auto)), spec=P('x',), memory_kind=device): Sharding "
     "NamedSharding(mesh=Mesh('x': 2, 'y': 2, axis_types=(Auto, Auto)), spec=P('x',), "
     "memory_kind=device) is only valid for values of rank at least 1, but was applied "
     "to a value of rank 0. For scalars the PartitionSpec should be P()"},
    {"0.12.0.1", "auto x=2 y=2", "a f32[8,4]",
     "y = jax.jit(lambda v: v.sum(), out_shardings=P('x'))(a)",
     "ValueError: One of pjit outputs with pytree key path result is incompatible with "
     "its sharding annotation NamedSharding(mesh=Mesh('x': 2, 'y': 2, "
     "axis_types=(Auto, Auto)), spec=P('x',), memory_kind=device): Sharding "
     "NamedSharding(mesh=Mesh('x': 2, 'y': 2, axis_types=(Auto, Auto)), spec=P('x',), "
     "memory_kind=device) is only valid for values of rank at least 1, but was applied "
     "to a value of rank 0. For scalars the PartitionSpec should be P()"},
    {"0.6.0", "auto x=2 y=2", "a f32[8,4]; b f32[6]",
     "y = jax.jit(lambda v, w: v, in_shardings=(P('x'),))(a, b)",
     "ValueError: pjit in_shardings specification must be a tree prefix of the "
     "positional arguments tuple passed to the `pjit`-decorated function. In "
     "particular, pjit in_shardings must either be a None, a PartitionSpec, or a tuple "
     "of length equal to the number of positional arguments. But pjit in_shardings is "
     "the wrong length: got a tuple or list of length 1 for an args tuple of length 2."},
    {"0.8.2", "auto x=2 y=2", "a f32[8,4]; b f32[6]",
     "y = jax.jit(lambda v, w: v, in_shardings=(P('x'),))(a, b)",
     "ValueError: pjit in_shardings specification must be a tree prefix of the "
     "positional arguments tuple. In particular, pjit in_shardings must either be a "
     "Sharding, a PartitionSpec, or a tuple of length equal to the number of "
     "positional arguments. But pjit in_shardings is the wrong length: got a tuple or "
     "list of length 1 for an args tuple of length 2."},
    {"0.10.2", "auto x=2 y=2", "a f32[8,4]; b f32[6]",
     "y = jax.jit(lambda v, w: v, in_shardings=(P('x'),))(a, b)",
     "ValueError: pjit in_shardings specification must be a tree prefix of the "
     "positional arguments tuple. In particular, pjit in_shardings must either be a "
     "Sharding, a PartitionSpec, or a tuple of length equal to the number of "
     "positional arguments. But pjit in_shardings is the wrong length: got a tuple or "
     "list of length 1 for an args tuple of length 2."},
    {"0.12.0.1", "auto x=2 y=2", "a f32[8,4]; b f32[6]",
     "y = jax.jit(lambda v, w: v, in_shardings=(P('x'),))(a, b)",
     "ValueError: pjit in_shardings specification must be a tree prefix of the "
     "positional arguments tuple. In particular, pjit in_shardings must either be a "
     "Sharding, a PartitionSpec, or a tuple of length equal to the number of "
     "positional arguments. But pjit in_shardings is the wrong length: got a tuple or "
     "list of length 1 for an args tuple of length 2."},
    {"0.6.0", "auto x=2 y=2", "a f32[8,4]", "y = jax.jit(lambda v: v, in_shardings=[P('x')])(a)",
     "y f32[8,4]"},
    {"0.8.2", "auto x=2 y=2", "a f32[8,4]", "y = jax.jit(lambda v: v, in_shardings=[P('x')])(a)",
     "y f32[8,4]"},
    {"0.10.2", "auto x=2 y=2", "a f32[8,4]", "y = jax.jit(lambda v: v, in_shardings=[P('x')])(a)",
     "y f32[8,4]"},
    {"0.12.0.1", "auto x=2 y=2", "a f32[8,4]", "y = jax.jit(lambda v: v, in_shardings=[P('x')])(a)",
     "y f32[8,4]"},
    {"0.6.0", "auto x=2 y=2", "a f32[8,4]",
     "y = jax.jit(lambda v: v, in_shardings=(P('x'), P()))(a)",
     "ValueError: pjit in_shardings specification must be a tree prefix of the "
     "positional arguments tuple passed to the `pjit`-decorated function. In "
     "particular, pjit in_shardings must either be a None, a PartitionSpec, or a tuple "
     "of length equal to the number of positional arguments. But pjit in_shardings is "
     "the wrong length: got a tuple or list of length 2 for an args tuple of length 1."},
    {"0.8.2", "auto x=2 y=2", "a f32[8,4]",
     "y = jax.jit(lambda v: v, in_shardings=(P('x'), P()))(a)",
     "ValueError: pjit in_shardings specification must be a tree prefix of the "
     "positional arguments tuple. In particular, pjit in_shardings must either be a "
     "Sharding, a PartitionSpec, or a tuple of length equal to the number of "
     "positional arguments. But pjit in_shardings is the wrong length: got a tuple or "
     "list of length 2 for an args tuple of length 1."},
    {"0.10.2", "auto x=2 y=2", "a f32[8,4]",
     "y = jax.jit(lambda v: v, in_shardings=(P('x'), P()))(a)",
     "ValueError: pjit in_shardings specification must be a tree prefix of the "
     "positional arguments tuple. In particular, pjit in_shardings must either be a "
     "Sharding, a PartitionSpec, or a tuple of length equal to the number of "
     "positional arguments. But pjit in_shardings is the wrong length: got a tuple or "
     "list of length 2 for an args tuple of length 1."},
    {"0.12.0.1", "auto x=2 y=2", "a f32[8,4]",
     "y = jax.jit(lambda v: v, in_shardings=(P('x'), P()))(a)",
     "ValueError: pjit in_shardings specification must be a tree prefix of the "
     "positional arguments tuple. In particular, pjit in_shardings must either be a "
     "Sharding, a PartitionSpec, or a tuple of length equal to the number of "
     "positional arguments. But pjit in_shardings is the wrong length: got a tuple or "
     "list of length 2 for an args tuple of length 1."},
    {"0.6.0", "auto x=2 y=2", "a f32[8,4]",
     "y = jax.jit(lambda v: (v, v), out_shardings=(P('x'),))(a)",
     "ValueError: pytree structure error: different lengths of tuple at key path"},
    {"0.8.2", "auto x=2 y=2", "a f32[8,4]",
     "y = jax.jit(lambda v: (v, v), out_shardings=(P('x'),))(a)",
     "ValueError: pytree structure error: different lengths of tuple at key path"},
    {"0.10.2", "auto x=2 y=2", "a f32[8,4]",
     "y = jax.jit(lambda v: (v, v), out_shardings=(P('x'),))(a)",
     "ValueError: Mismatch details (1 found):"},
    {"0.12.0.1", "auto x=2 y=2", "a f32[8,4]",
     "y = jax.jit(lambda v: (v, v), out_shardings=(P('x'),))(a)",
     "ValueError: Mismatch details (1 found):"},
    {"0.6.0", "auto x=2 y=2", "a f32[8,4]", "y = jax.jit(lambda v: v, in_shardings='x')(a)",
     "TypeError: in_shardings leaf specifications are expected to be PartitionSpec "
     "instances or None, but got x"},
    {"0.8.2", "auto x=2 y=2", "a f32[8,4]", "y = jax.jit(lambda v: v, in_shardings='x')(a)",
     "TypeError: in_shardings leaf specifications are expected to be PartitionSpec "
     "instances or None, but got x"},
    {"0.10.2", "auto x=2 y=2", "a f32[8,4]", "y = jax.jit(lambda v: v, in_shardings='x')(a)",
     "TypeError: in_shardings leaf specifications are expected to be PartitionSpec "
     "instances or None, but got x"},
    {"0.12.0.1", "auto x=2 y=2", "a f32[8,4]", "y = jax.jit(lambda v: v, in_shardings='x')(a)",
     "TypeError: in_shardings leaf specifications are expected to be PartitionSpec "
     "instances or None, but got x"},
    {"0.6.0", "auto x=2 y=2", "a f32[8,4]", "y = jax.jit(lambda v: v, out_shardings=('x',))(a)",
     "TypeError: out_shardings leaf specifications are expected to be PartitionSpec "
     "instances or None, but got x"},
    {"0.8.2", "auto x=2 y=2", "a f32[8,4]", "y = jax.jit(lambda v: v, out_shardings=('x',))(a)",
     "TypeError: out_shardings leaf specifications are expected to be PartitionSpec "
     "instances or None, but got x"},
    {"0.10.2", "auto x=2 y=2", "a f32[8,4]", "y = jax.jit(lambda v: v, out_shardings=('x',))(a)",
     "TypeError: out_shardings leaf specifications are expected to be PartitionSpec "
     "instances or None, but got x"},
    {"0.12.0.1", "auto x=2 y=2", "a f32[8,4]", "y = jax.jit(lambda v: v, out_shardings=('x',))(a)",
     "TypeError: out_shardings leaf specifications are expected to be PartitionSpec "
     "instances or None, but got x"},
    {"0.6.0", "auto x=2 y=2", "a f32[8,4]", "y = jax.jit(lambda v: v, in_shardings=3)(a)",
     "TypeError: in_shardings leaf specifications are expected to be PartitionSpec "
     "instances or None, but got 3"},
    {"0.8.2", "auto x=2 y=2", "a f32[8,4]", "y = jax.jit(lambda v: v, in_shardings=3)(a)",
     "TypeError: in_shardings leaf specifications are expected to be PartitionSpec "
     "instances or None, but got 3"},
    {"0.10.2", "auto x=2 y=2", "a f32[8,4]", "y = jax.jit(lambda v: v, in_shardings=3)(a)",
     "TypeError: in_shardings leaf specifications are expected to be PartitionSpec "
     "instances or None, but got 3"},
    {"0.12.0.1", "auto x=2 y=2", "a f32[8,4]", "y = jax.jit(lambda v: v, in_shardings=3)(a)",
     "TypeError: in_shardings leaf specifications are expected to be PartitionSpec "
     "instances or None, but got 3"},
    {"0.6.0", "auto x=2 y=2", "a f32[8,4]", "y = jax.jit(lambda v: v, in_sharding=P('x'))(a)",
     "TypeError: jit() got an unexpected keyword argument 'in_sharding'"},
    {"0.8.2", "auto x=2 y=2", "a f32[8,4]", "y = jax.jit(lambda v: v, in_sharding=P('x'))(a)",
     "TypeError: jit() got an unexpected keyword argument 'in_sharding'"},
    {"0.10.2", "auto x=2 y=2", "a f32[8,4]", "y = jax.jit(lambda v: v, in_sharding=P('x'))(a)",
     "TypeError: jit() got an unexpected keyword argument 'in_sharding'"},
    {"0.6.0", "auto x=2 y=2", "a f32[8,4]", "y = jax.jit(lambda v: v, in_shardings=P('x'))(v=a)",
     "ValueError: pjit does not support kwargs when in_shardings is specified."},
    {"0.8.2", "auto x=2 y=2", "a f32[8,4]", "y = jax.jit(lambda v: v, in_shardings=P('x'))(v=a)",
     "ValueError: pjit does not support kwargs when in_shardings is specified."},
    {"0.10.2", "auto x=2 y=2", "a f32[8,4]", "y = jax.jit(lambda v: v, in_shardings=P('x'))(v=a)",
     "ValueError: pjit does not support kwargs when in_shardings is specified."},
    {"0.12.0.1", "auto x=2 y=2", "a f32[8,4]", "y = jax.jit(lambda v: v, in_shardings=P('x'))(v=a)",
     "ValueError: pjit does not support kwargs when in_shardings is specified."},
};

/* in_shardings and out_shardings of jit. */
Test(jit_shardings, shardings_of_arguments_and_results)
{
	testing_programs(shardings_of_arguments_and_results,
	                 ROWS(shardings_of_arguments_and_results));
}

static const struct program_case shardings_of_jit_on_explicit_axes[] = {
    {"0.8.2", "x=2 y=2", "a f32[8@x,4]", "y = jax.jit(lambda v: v * 2, out_shardings=P('y'))(a)",
     "y f32[8@x,4]"},
    {"0.10.2", "x=2 y=2", "a f32[8@x,4]", "y = jax.jit(lambda v: v * 2, out_shardings=P('y'))(a)",
     "y f32[8@x,4]"},
    {"0.12.0.1", "x=2 y=2", "a f32[8@x,4]", "y = jax.jit(lambda v: v * 2, out_shardings=P('y'))(a)",
     "y f32[8@x,4]"},
    {"0.8.2", "x=2 y=2", "a f32[8@x,4]",
     "y = jax.jit(lambda v: v * 2, out_shardings=NamedSharding(jax.sharding.get_abstract_mesh(), "
     "P()))(a)",
     "y f32[8@x,4]"},
    {"0.10.2", "x=2 y=2", "a f32[8@x,4]",
     "y = jax.jit(lambda v: v * 2, out_shardings=NamedSharding(jax.sharding.get_abstract_mesh(), "
     "P()))(a)",
     "y f32[8@x,4]"},
    {"0.12.0.1", "x=2 y=2", "a f32[8@x,4]",
     "y = jax.jit(lambda v: v * 2, out_shardings=NamedSharding(jax.sharding.get_abstract_mesh(), "
     "P()))(a)",
     "y f32[8@x,4]"},
    {"0.8.2", "x=2 y=2", "a f32[8@x,4]", "y = jax.jit(lambda v: v * 2, in_shardings=P('x'))(a)",
     "y f32[8@x,4]"},
    {"0.10.2", "x=2 y=2", "a f32[8@x,4]", "y = jax.jit(lambda v: v * 2, in_shardings=P('x'))(a)",
     "y f32[8@x,4]"},
    {"0.12.0.1", "x=2 y=2", "a f32[8@x,4]", "y = jax.jit(lambda v: v * 2, in_shardings=P('x'))(a)",
     "y f32[8@x,4]"},
    {"0.8.2", "x=2 y=2", "a f32[8@x,4]", "y = jax.jit(lambda v: v * 2, in_shardings=P('y'))(a)",
     "y f32[8@x,4]"},
    {"0.10.2", "x=2 y=2", "a f32[8@x,4]", "y = jax.jit(lambda v: v * 2, in_shardings=P('y'))(a)",
     "y f32[8@x,4]"},
    {"0.12.0.1", "x=2 y=2", "a f32[8@x,4]", "y = jax.jit(lambda v: v * 2, in_shardings=P('y'))(a)",
     "y f32[8@x,4]"},
    {"0.8.2", "x=2 y=2", "a f32[8@x,4]; b f32[6]",
     "y = jax.jit(lambda v, w: (v, w), out_shardings=P('y'))(a, b)",
     "y[0] f32[8@x,4]; y[1] f32[6]"},
    {"0.10.2", "x=2 y=2", "a f32[8@x,4]; b f32[6]",
     "y = jax.jit(lambda v, w: (v, w), out_shardings=P('y'))(a, b)",
     "y[0] f32[8@x,4]; y[1] f32[6]"},
    {"0.12.0.1", "x=2 y=2", "a f32[8@x,4]; b f32[6]",
     "y = jax.jit(lambda v, w: (v, w), out_shardings=P('y'))(a, b)",
     "y[0] f32[8@x,4]; y[1] f32[6]"},
    {"0.8.2", "x=2 y=2", "a f32[8@x,4]", "y = jax.jit(lambda v: v.sum(), out_shardings=P('x'))(a)",
     "ValueError: One of pjit outputs is incompatible with its sharding annotation "
     "NamedSharding(mesh=Mesh('x': 2, 'y': 2, axis_types=(Explicit, Explicit)), "
     "spec=PartitionSpec('x',), memory_kind=device): Sharding "
     "NamedSharding(mesh=Mesh('x': 2, 'y': 2, axis_types=(Explicit, Explicit)), "
     "spec=PartitionSpec('x',), memory_kind=device) is only valid for values of rank "
     "at least 1, but was applied to a value of rank 0. For scalars the PartitionSpec "
     "should be P()"},
    {"0.10.2", "x=2 y=2", "a f32[8@x,4]", "y = jax.jit(lambda v: v.sum(), out_shardings=P('x'))(a)",
     "ValueError: One of pjit outputs with pytree key path result is incompatible with "
     "its sharding annotation NamedSharding(mesh=Mesh('x': 2, 'y': 2, "
     "axis_types=(Explicit, Explicit)), spec=P('x',), memory_kind=device): Sharding "
     "NamedSharding(mesh=Mesh('x': 2, 'y': 2, axis_types=(Explicit, Explicit)), "
     "spec=P('x',), memory_kind=device) is only valid for values of rank at least 1, "
     "but was applied to a value of rank 0. For scalars the PartitionSpec should be "
     "P()"},
    {"0.12.0.1", "x=2 y=2", "a f32[8@x,4]",
     "y = jax.jit(lambda v: v.sum(), out_shardings=P('x'))(a)",
     "ValueError: One of pjit outputs with pytree key path result is incompatible with "
     "its sharding annotation NamedSharding(mesh=Mesh('x': 2, 'y': 2, "
     "axis_types=(Explicit, Explicit)), spec=P('x',), memory_kind=device): Sharding "
     "NamedSharding(mesh=Mesh('x': 2, 'y': 2, axis_types=(Explicit, Explicit)), "
     "spec=P('x',), memory_kind=device) is only valid for values of rank at least 1, "
     "but was applied to a value of rank 0. For scalars the PartitionSpec should be "
     "P()"},
    {"0.8.2", "x=2 y=2", "a f32[8@x,4]",
     "y = jax.jit(lambda v: v[:, :3], out_shardings=P(None, 'x'))(a)",
     "ValueError: One of pjit outputs was given the sharding of "
     "NamedSharding(mesh=Mesh('x': 2, 'y': 2, axis_types=(Explicit, Explicit)), "
     "spec=PartitionSpec(None, 'x'), memory_kind=device), which implies that the "
     "global size of its dimension 1 should be divisible by 2, but it is equal to 3 "
     "(full shape: (8, 3))"},
    {"0.10.2", "x=2 y=2", "a f32[8@x,4]",
     "y = jax.jit(lambda v: v[:, :3], out_shardings=P(None, 'x'))(a)",
     "IndivisibleError: Sharding NamedSharding(mesh=Mesh('x': 2, 'y': 2, "
     "axis_types=(Explicit, Explicit)), spec=P(None, 'x'), memory_kind=device) implies "
     "that array axis 1 is partitioned 2 times, but the dimension size is 3 (full "
     "shape: (8, 3), per-dimension tiling factors: [1, 2] should evenly divide the "
     "shape)"},
};

/* Results are moved, and arguments must lie as they say. */
Test(jit_shardings, shardings_of_jit_on_explicit_axes)
{
	testing_programs(shardings_of_jit_on_explicit_axes,
	                 ROWS(shardings_of_jit_on_explicit_axes));
}
