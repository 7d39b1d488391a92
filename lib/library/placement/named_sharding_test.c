/* SPDX-License-Identifier: Apache-2.0 */
/* Rows are checked against JAX by testdata/programs/rows.py. */
#include "testing/program_cases.h"

static const struct program_case shardings_and_what_they_tell[] = {
    {"0.10.2", "x=2 y=4", "a f32[8,8]",
     "mesh = jax.make_mesh((2, 2), ('p', 'q'))\n"
     "y = jax.device_put(a, NamedSharding(mesh, P('p')))",
     "y f32[8@p,8]"},
    {"0.10.2", "x=2 y=4", "a f32[8,8]",
     "mesh = jax.make_mesh((2, 2), ('p', 'q'))\n"
     "y = jax.device_put(a, NamedSharding(spec=P('p'), mesh=mesh))",
     "y f32[8@p,8]"},
    {"0.10.2", "x=2 y=4", "",
     "mesh = jax.make_mesh((2, 2), ('p', 'q'))\n"
     "y = jnp.zeros(NamedSharding(mesh, P('p')).shard_shape((8, 4)))",
     "y f32[4,4]"},
    {"0.10.2", "x=2 y=4", "a f32[8,8]",
     "mesh = jax.make_mesh((2, 2), ('p', 'q'))\n"
     "y = jnp.zeros(NamedSharding(mesh, P(('p', 'q'))).shard_shape(a.shape))",
     "y f32[2,8]"},
    {"0.10.2", "x=2 y=4", "",
     "mesh = jax.make_mesh((2, 2), ('p', 'q'))\n"
     "y = jnp.zeros(NamedSharding(mesh, P()).num_devices)",
     "y f32[4]"},
    {"0.10.2", "x=2 y=4", "",
     "mesh = jax.make_mesh((2, 2), ('p', 'q'))\n"
     "y = jnp.zeros(2 if NamedSharding(mesh, P()).is_fully_replicated else 3)",
     "y f32[2]"},
    {"0.10.2", "x=2 y=4", "",
     "mesh = jax.make_mesh((2, 2), ('p', 'q'))\n"
     "y = jnp.zeros(2 if NamedSharding(mesh, P('p')).is_fully_replicated else 3)",
     "y f32[3]"},
    {"0.10.2", "x=2 y=4", "",
     "mesh = jax.make_mesh((2, 1), ('p', 'q'))\n"
     "y = jnp.zeros(2 if NamedSharding(mesh, P('q')).is_fully_replicated else 3)",
     "y f32[2]"},
    {"0.10.2", "x=2 y=4", "a f32[8,8]",
     "mesh = jax.make_mesh((2, 2), ('p', 'q'))\n"
     "y = jax.device_put(a, NamedSharding(mesh, P('p')).update(spec=P('q')))",
     "y f32[8@q,8]"},
    {"0.10.2", "x=2 y=4", "a f32[8,8]",
     "mesh = jax.make_mesh((2, 2), ('p', 'q'))\n"
     "other = jax.make_mesh((4,), ('p',))\n"
     "y = jax.device_put(a, NamedSharding(mesh, P('p')).update(mesh=other))",
     "y f32[8@p,8]"},
    {"0.10.2", "x=2 y=4", "",
     "mesh = jax.make_mesh((2, 2), ('p', 'q'))\n"
     "s = NamedSharding(mesh, P('p'))\n"
     "y = jnp.zeros(len(s.spec))",
     "y f32[1]"},
    {"0.10.2", "x=2 y=4", "",
     "mesh = jax.make_mesh((2, 2), ('p', 'q'))\n"
     "s = NamedSharding(mesh, P('p'))\n"
     "y = jnp.zeros(s.mesh.shape['q'])",
     "y f32[2]"},
    {"0.10.2", "x=2 y=4", "",
     "mesh = jax.make_mesh((2, 2), ('p', 'q'))\n"
     "y = jnp.zeros(2 if NamedSharding(mesh, P('p')) == NamedSharding(mesh, P('p', None)) else 3)",
     "y f32[3]"},
    {"0.10.2", "x=2 y=4", "a f32[8,8]",
     "mesh = jax.make_mesh((2, 2), ('p', 'q'))\n"
     "y = jax.device_put(a, NamedSharding(mesh, P('p'), memory_kind='device'))",
     "y f32[8@p,8]"},
};

/* Specs given anew, shapes of shards, numbers of devices. */
Test(named_sharding, shardings_and_what_they_tell)
{
	testing_programs(shardings_and_what_they_tell, ROWS(shardings_and_what_they_tell));
}

static const struct program_case shardings_refused[] = {
    {"0.10.2", "x=2 y=4", "", "y = NamedSharding('x', P('x'))",
     "AttributeError: 'str' object has no attribute 'size'"},
    {"0.10.2", "x=2 y=4", "", "y = NamedSharding(jax.make_mesh((2,), ('p',)), 'p')",
     "AttributeError: 'str' object has no attribute 'partitions'"},
    {"0.10.2", "x=2 y=4", "", "y = NamedSharding(jax.make_mesh((2,), ('p',)), ('p',))",
     "AttributeError: 'tuple' object has no attribute 'partitions'"},
    {"0.10.2", "x=2 y=4", "", "y = NamedSharding(jax.make_mesh((2,), ('p',)), None)",
     "TypeError: __init__(): incompatible function arguments. The following argument "
     "types are supported:"},
    {"0.10.2", "x=2 y=4", "", "y = NamedSharding(jax.make_mesh((2,), ('p',)), P('q'))",
     "ValueError: Resource axis: q of P('q',) is not found in mesh: ('p',)."},
    {"0.10.2", "x=2 y=4", "", "y = NamedSharding(jax.make_mesh((2,), ('p',)), P('p', 'p'))",
     "DuplicateSpecError: A single NamedSharding spec specification can map every mesh "
     "axis to at most one positional dimension, but P('p', 'p') has duplicate entries "
     "for `p`"},
    {"0.10.2", "x=2 y=4", "", "y = NamedSharding(jax.make_mesh((2,), ('p',)))",
     "TypeError: __init__(): incompatible function arguments. The following argument "
     "types are supported:"},
    {"0.10.2", "x=2 y=4", "", "y = NamedSharding()",
     "TypeError: __init__(): incompatible function arguments. The following argument "
     "types are supported:"},
    {"0.10.2", "x=2 y=4", "",
     "y = NamedSharding(jax.make_mesh((2,), ('p',)), P('p')).shard_shape()",
     "TypeError: Sharding.shard_shape() missing 1 required positional argument: "
     "'global_shape'"},
    {"0.10.2", "x=2 y=4", "",
     "y = NamedSharding(jax.make_mesh((2,), ('p',)), P('p')).update(P('p'))",
     "TypeError: NamedSharding.update() takes 1 positional argument but 2 were given"},
    {"0.10.2", "x=2 y=4", "",
     "y = NamedSharding(jax.make_mesh((2,), ('p',)), P('p')).update(spec=P('q'))",
     "ValueError: Resource axis: q of P('q',) is not found in mesh: ('p',)."},
    {"0.10.2", "x=2 y=4", "",
     "y = NamedSharding(jax.make_mesh((2,), ('p',)), P('p')).with_spec(P())",
     "AttributeError: 'NamedSharding' object has no attribute 'with_spec'"},
    {"0.10.2", "x=2 y=4", "", "y = NamedSharding(jax.make_mesh((2,), ('p',)), P('p')).devices",
     "AttributeError: 'NamedSharding' object has no attribute 'devices'"},
    {"0.10.2", "x=2 y=4", "a f32[8,8]",
     "y = jax.device_put(a, NamedSharding(jax.make_mesh((2,), ('p',)), P(None, None, 'p')))",
     "AssertionError: (2, P(None, None, 'p'))"},
    {"0.10.2", "x=2 y=4", "",
     "y = jax.device_put(jnp.ones(3), NamedSharding(jax.make_mesh((2,), ('p',)), P('p')))",
     "ValueError: Sharding spec ('p',) implies that array axis 0 is partitioned 2 "
     "times, but does not evenly divide the dimension size 3. Got shape: (3,) and "
     "sharding NamedSharding(mesh=AbstractMesh('p': 2, axis_types=(Explicit,), "
     "device_kind=cpu, num_cores=None, platform=cpu), spec=P('p',))"},
    {"0.6.0", "x=2 y=4", "", "y = NamedSharding(jax.make_mesh((2,), ('p',)), P('q'))",
     "ValueError: Resource axis: q of PartitionSpec('q',) is not found in mesh: "
     "('p',)."},
    {"0.7.0", "x=2 y=4", "", "y = NamedSharding(jax.make_mesh((2,), ('p',)), P('q'))",
     "ValueError: Resource axis: q of PartitionSpec('q',) is not found in mesh: "
     "('p',)."},
    {"0.8.2", "x=2 y=4", "", "y = NamedSharding(jax.make_mesh((2,), ('p',)), P('q'))",
     "ValueError: Resource axis: q of PartitionSpec('q',) is not found in mesh: "
     "('p',)."},
    {"0.12.0.1", "x=2 y=4", "", "y = NamedSharding(jax.make_mesh((2,), ('p',)), P('q'))",
     "ValueError: Resource axis: q of P('q',) is not found in mesh: ('p',)."},
    {"0.6.0", "x=2 y=4", "", "y = NamedSharding(jax.make_mesh((2,), ('p',)), ('p',))", ""},
    {"0.7.0", "x=2 y=4", "", "y = NamedSharding(jax.make_mesh((2,), ('p',)), ('p',))",
     "TypeError: __init__(): incompatible function arguments. The following argument "
     "types are supported:"},
    {"0.8.2", "x=2 y=4", "", "y = NamedSharding(jax.make_mesh((2,), ('p',)), ('p',))",
     "TypeError: __init__(): incompatible function arguments. The following argument "
     "types are supported:"},
    {"0.12.0.1", "x=2 y=4", "", "y = NamedSharding(jax.make_mesh((2,), ('p',)), ('p',))",
     "AttributeError: 'tuple' object has no attribute 'partitions'"},
    {"0.6.0", "x=2 y=4", "", "y = NamedSharding(P('x'), P('x'))",
     "AttributeError: 'PartitionSpec' object has no attribute 'size'"},
    {"0.6.0", "x=2 y=4", "",
     "y = NamedSharding(jax.make_mesh((2,), ('p',)), P('p')).with_spec(P()).spec", ""},
    {"0.7.0", "x=2 y=4", "",
     "y = NamedSharding(jax.make_mesh((2,), ('p',)), P('p')).with_spec(P()).spec",
     "AttributeError: 'NamedSharding' object has no attribute 'with_spec'"},
    {"0.8.2", "x=2 y=4", "",
     "y = NamedSharding(jax.make_mesh((2,), ('p',)), P('p')).with_spec(P()).spec",
     "AttributeError: 'NamedSharding' object has no attribute 'with_spec'"},
    {"0.6.0", "x=2 y=4", "", "y = NamedSharding(jax.make_mesh((2,), ('p',)), P('p', 'p'))",
     "DuplicateSpecError: A single NamedSharding spec specification can map every mesh "
     "axis to at most one positional dimension, but PartitionSpec('p', 'p') has "
     "duplicate entries for `p`"},
    {"0.7.0", "x=2 y=4", "", "y = NamedSharding(jax.make_mesh((2,), ('p',)), P('p', 'p'))",
     "DuplicateSpecError: A single NamedSharding spec specification can map every mesh "
     "axis to at most one positional dimension, but PartitionSpec('p', 'p') has "
     "duplicate entries for `p`"},
    {"0.8.2", "x=2 y=4", "", "y = NamedSharding(jax.make_mesh((2,), ('p',)), P('p', 'p'))",
     "DuplicateSpecError: A single NamedSharding spec specification can map every mesh "
     "axis to at most one positional dimension, but PartitionSpec('p', 'p') has "
     "duplicate entries for `p`"},
    {"0.12.0.1", "x=2 y=4", "", "y = NamedSharding(jax.make_mesh((2,), ('p',)), P('p', 'p'))",
     "DuplicateSpecError: A single NamedSharding spec specification can map every mesh "
     "axis to at most one positional dimension, but P('p', 'p') has duplicate entries "
     "for `p`"},
};

/* Meshes and specs that are none, axes the mesh has not, shapes that do not divide. */
Test(named_sharding, shardings_refused)
{
	testing_programs(shardings_refused, ROWS(shardings_refused));
}
