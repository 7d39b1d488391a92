/* SPDX-License-Identifier: Apache-2.0 */
/* What JAX says when a sharding meets an array, moment by moment and release by release. */
#include "testing/framework_says.h"

static const struct framework_says ranks[] = {
    {"framework: jax==0.4.30\nmesh: {axes: {x: 2, y: 4}, built_by: Mesh}\ntensors: {t: "
     "{shape: [8], spec: \"P('x', None)\", applied_by: device_put}}\n",
     "rank-mismatch", "P('x', None)", "ValueError",
     "One of device_put args is incompatible with its sharding annotation "
     "NamedSharding(mesh=Mesh('x': 2, 'y': 4), spec=PartitionSpec('x', None)): Sharding "
     "NamedSharding(mesh=Mesh('x': 2, 'y': 4), spec=PartitionSpec('x', None)) is only "
     "valid for values of rank at least 2, but was applied to a value of rank 1."},
    {"framework: jax==0.4.30\nmesh: {axes: {x: 2, y: 4}, built_by: Mesh}\ntensors: {t: "
     "{shape: [8], spec: \"P('x', None)\", applied_by: in_shardings}}\n",
     "rank-mismatch", "P('x', None)", "ValueError",
     "One of pjit arguments with pytree key path x is incompatible with its sharding "
     "annotation NamedSharding(mesh=Mesh('x': 2, 'y': 4), spec=PartitionSpec('x', "
     "None)): Sharding NamedSharding(mesh=Mesh('x': 2, 'y': 4), spec=PartitionSpec('x', "
     "None)) is only valid for values of rank at least 2, but was applied to a value of "
     "rank 1."},
    {"framework: jax==0.4.30\nmesh: {axes: {x: 2, y: 4}, built_by: Mesh}\ntensors: {t: "
     "{shape: [8], spec: \"P('x', None)\", applied_by: out_shardings}}\n",
     "rank-mismatch", "P('x', None)", "ValueError",
     "One of pjit outputs is incompatible with its sharding annotation "
     "NamedSharding(mesh=Mesh('x': 2, 'y': 4), spec=PartitionSpec('x', None)): Sharding "
     "NamedSharding(mesh=Mesh('x': 2, 'y': 4), spec=PartitionSpec('x', None)) is only "
     "valid for values of rank at least 2, but was applied to a value of rank 1."},
    {"framework: jax==0.4.30\nmesh: {axes: {x: 2, y: 4}, built_by: Mesh}\ntensors: {t: "
     "{shape: [8], spec: \"P('x', None)\", applied_by: constraint}}\n",
     "rank-mismatch", "P('x', None)", "ValueError",
     "One of with_sharding_constraint arguments is incompatible with its sharding "
     "annotation NamedSharding(mesh=Mesh('x': 2, 'y': 4), spec=PartitionSpec('x', "
     "None)): Sharding NamedSharding(mesh=Mesh('x': 2, 'y': 4), spec=PartitionSpec('x', "
     "None)) is only valid for values of rank at least 2, but was applied to a value of "
     "rank 1."},
    {"framework: jax==0.4.30\nmesh: {axes: {x: 2, y: 4}, built_by: Mesh}\ntensors: {t: "
     "{shape: [8], spec: \"P('x', None)\", applied_by: shape_dtype_struct}}\n",
     NULL, NULL, NULL, NULL},
    {"framework: jax==0.4.30\nmesh: {axes: {x: 2, y: 4}, built_by: Mesh}\ntensors: {t: "
     "{shape: [8], spec: \"P('x', None)\", applied_by: none}}\n",
     NULL, NULL, NULL, NULL},
    {"framework: jax==0.7.0\nmesh: {axes: {x: 2, y: 4}, types: auto, built_by: "
     "Mesh}\ntensors: {t: {shape: [8], spec: \"P('x', None)\", applied_by: "
     "device_put}}\n",
     "rank-mismatch", "P('x', None)", "ValueError",
     "One of device_put args is incompatible with its sharding annotation "
     "NamedSharding(mesh=Mesh('x': 2, 'y': 4, axis_types=(Auto, Auto)), "
     "spec=PartitionSpec('x', None), memory_kind=device): Sharding "
     "NamedSharding(mesh=Mesh('x': 2, 'y': 4, axis_types=(Auto, Auto)), "
     "spec=PartitionSpec('x', None), memory_kind=device) is only valid for values of "
     "rank at least 2, but was applied to a value of rank 1."},
    {"framework: jax==0.7.0\nmesh: {axes: {x: 2, y: 4}, types: auto, built_by: "
     "Mesh}\ntensors: {t: {shape: [8], spec: \"P('x', None)\", applied_by: "
     "in_shardings}}\n",
     "rank-mismatch", "P('x', None)", "ValueError",
     "One of pjit arguments with pytree key path x is incompatible with its sharding "
     "annotation NamedSharding(mesh=Mesh('x': 2, 'y': 4, axis_types=(Auto, Auto)), "
     "spec=PartitionSpec('x', None), memory_kind=device): Sharding "
     "NamedSharding(mesh=Mesh('x': 2, 'y': 4, axis_types=(Auto, Auto)), "
     "spec=PartitionSpec('x', None), memory_kind=device) is only valid for values of "
     "rank at least 2, but was applied to a value of rank 1."},
    {"framework: jax==0.7.0\nmesh: {axes: {x: 2, y: 4}, types: auto, built_by: "
     "Mesh}\ntensors: {t: {shape: [8], spec: \"P('x', None)\", applied_by: "
     "out_shardings}}\n",
     "rank-mismatch", "P('x', None)", "ValueError",
     "One of pjit outputs with pytree key path result is incompatible with its sharding "
     "annotation NamedSharding(mesh=Mesh('x': 2, 'y': 4, axis_types=(Auto, Auto)), "
     "spec=PartitionSpec('x', None), memory_kind=device): Sharding "
     "NamedSharding(mesh=Mesh('x': 2, 'y': 4, axis_types=(Auto, Auto)), "
     "spec=PartitionSpec('x', None), memory_kind=device) is only valid for values of "
     "rank at least 2, but was applied to a value of rank 1."},
    {"framework: jax==0.7.0\nmesh: {axes: {x: 2, y: 4}, types: auto, built_by: "
     "Mesh}\ntensors: {t: {shape: [8], spec: \"P('x', None)\", applied_by: "
     "constraint}}\n",
     "rank-mismatch", "P('x', None)", "ValueError",
     "One of with_sharding_constraint arguments is incompatible with its sharding "
     "annotation NamedSharding(mesh=Mesh('x': 2, 'y': 4, axis_types=(Auto, Auto)), "
     "spec=PartitionSpec('x', None), memory_kind=device): Sharding "
     "NamedSharding(mesh=Mesh('x': 2, 'y': 4, axis_types=(Auto, Auto)), "
     "spec=PartitionSpec('x', None), memory_kind=device) is only valid for values of "
     "rank at least 2, but was applied to a value of rank 1."},
    {"framework: jax==0.7.0\nmesh: {axes: {x: 2, y: 4}, types: auto, built_by: "
     "Mesh}\ntensors: {t: {shape: [8], spec: \"P('x', None)\", applied_by: "
     "shape_dtype_struct}}\n",
     NULL, NULL, NULL, NULL},
    {"framework: jax==0.7.0\nmesh: {axes: {x: 2, y: 4}, types: auto, built_by: "
     "Mesh}\ntensors: {t: {shape: [8], spec: \"P('x', None)\", applied_by: none}}\n",
     NULL, NULL, NULL, NULL},
    {"framework: jax==0.8.2\nmesh: {axes: {x: 2, y: 4}, types: auto, built_by: "
     "Mesh}\ntensors: {t: {shape: [8], spec: \"P('x', None)\", applied_by: "
     "device_put}}\n",
     "rank-mismatch", "P('x', None)", "ValueError",
     "One of device_put args is incompatible with its sharding annotation "
     "NamedSharding(mesh=Mesh('x': 2, 'y': 4, axis_types=(Auto, Auto)), "
     "spec=PartitionSpec('x', None), memory_kind=device): Sharding "
     "NamedSharding(mesh=Mesh('x': 2, 'y': 4, axis_types=(Auto, Auto)), "
     "spec=PartitionSpec('x', None), memory_kind=device) is only valid for values of "
     "rank at least 2, but was applied to a value of rank 1."},
    {"framework: jax==0.8.2\nmesh: {axes: {x: 2, y: 4}, types: auto, built_by: "
     "Mesh}\ntensors: {t: {shape: [8], spec: \"P('x', None)\", applied_by: "
     "in_shardings}}\n",
     "rank-mismatch", "P('x', None)", "ValueError",
     "One of pjit arguments with pytree key path x is incompatible with its sharding "
     "annotation NamedSharding(mesh=Mesh('x': 2, 'y': 4, axis_types=(Auto, Auto)), "
     "spec=PartitionSpec('x', None), memory_kind=device): Sharding "
     "NamedSharding(mesh=Mesh('x': 2, 'y': 4, axis_types=(Auto, Auto)), "
     "spec=PartitionSpec('x', None), memory_kind=device) is only valid for values of "
     "rank at least 2, but was applied to a value of rank 1."},
    {"framework: jax==0.8.2\nmesh: {axes: {x: 2, y: 4}, types: auto, built_by: "
     "Mesh}\ntensors: {t: {shape: [8], spec: \"P('x', None)\", applied_by: "
     "out_shardings}}\n",
     "rank-mismatch", "P('x', None)", "ValueError",
     "One of pjit outputs is incompatible with its sharding annotation "
     "NamedSharding(mesh=Mesh('x': 2, 'y': 4, axis_types=(Auto, Auto)), "
     "spec=PartitionSpec('x', None), memory_kind=device): Sharding "
     "NamedSharding(mesh=Mesh('x': 2, 'y': 4, axis_types=(Auto, Auto)), "
     "spec=PartitionSpec('x', None), memory_kind=device) is only valid for values of "
     "rank at least 2, but was applied to a value of rank 1."},
    {"framework: jax==0.8.2\nmesh: {axes: {x: 2, y: 4}, types: auto, built_by: "
     "Mesh}\ntensors: {t: {shape: [8], spec: \"P('x', None)\", applied_by: "
     "constraint}}\n",
     "rank-mismatch", "P('x', None)", "ValueError",
     "One of with_sharding_constraint arguments is incompatible with its sharding "
     "annotation NamedSharding(mesh=Mesh('x': 2, 'y': 4, axis_types=(Auto, Auto)), "
     "spec=PartitionSpec('x', None), memory_kind=device): Sharding "
     "NamedSharding(mesh=Mesh('x': 2, 'y': 4, axis_types=(Auto, Auto)), "
     "spec=PartitionSpec('x', None), memory_kind=device) is only valid for values of "
     "rank at least 2, but was applied to a value of rank 1."},
    {"framework: jax==0.8.2\nmesh: {axes: {x: 2, y: 4}, types: auto, built_by: "
     "Mesh}\ntensors: {t: {shape: [8], spec: \"P('x', None)\", applied_by: "
     "shape_dtype_struct}}\n",
     "rank-mismatch", "P('x', None)", "ValueError",
     "Sharding NamedSharding(mesh=Mesh('x': 2, 'y': 4, axis_types=(Auto, Auto)), "
     "spec=PartitionSpec('x', None), memory_kind=device) is only valid for values of "
     "rank at least 2, but was applied to a value of rank 1."},
    {"framework: jax==0.8.2\nmesh: {axes: {x: 2, y: 4}, types: auto, built_by: "
     "Mesh}\ntensors: {t: {shape: [8], spec: \"P('x', None)\", applied_by: none}}\n",
     NULL, NULL, NULL, NULL},
    {"framework: jax==0.12.0.1\nmesh: {axes: {x: 2, y: 4}, types: auto, built_by: "
     "Mesh}\ntensors: {t: {shape: [8], spec: \"P('x', None)\", applied_by: "
     "device_put}}\n",
     "rank-mismatch", "P('x', None)", "ValueError",
     "One of device_put args is incompatible with its sharding annotation "
     "NamedSharding(mesh=Mesh('x': 2, 'y': 4, axis_types=(Auto, Auto)), spec=P('x', "
     "None), memory_kind=device): Sharding NamedSharding(mesh=Mesh('x': 2, 'y': 4, "
     "axis_types=(Auto, Auto)), spec=P('x', None), memory_kind=device) is only valid "
     "for values of rank at least 2, but was applied to a value of rank 1."},
    {"framework: jax==0.12.0.1\nmesh: {axes: {x: 2, y: 4}, types: auto, built_by: "
     "Mesh}\ntensors: {t: {shape: [8], spec: \"P('x', None)\", applied_by: "
     "in_shardings}}\n",
     "rank-mismatch", "P('x', None)", "ValueError",
     "One of pjit arguments with pytree key path x is incompatible with its sharding "
     "annotation NamedSharding(mesh=Mesh('x': 2, 'y': 4, axis_types=(Auto, Auto)), "
     "spec=P('x', None), memory_kind=device): Sharding NamedSharding(mesh=Mesh('x': 2, "
     "'y': 4, axis_types=(Auto, Auto)), spec=P('x', None), memory_kind=device) is only "
     "valid for values of rank at least 2, but was applied to a value of rank 1."},
    {"framework: jax==0.12.0.1\nmesh: {axes: {x: 2, y: 4}, types: auto, built_by: "
     "Mesh}\ntensors: {t: {shape: [8], spec: \"P('x', None)\", applied_by: "
     "out_shardings}}\n",
     "rank-mismatch", "P('x', None)", "ValueError",
     "One of pjit outputs with pytree key path result is incompatible with its sharding "
     "annotation NamedSharding(mesh=Mesh('x': 2, 'y': 4, axis_types=(Auto, Auto)), "
     "spec=P('x', None), memory_kind=device): Sharding NamedSharding(mesh=Mesh('x': 2, "
     "'y': 4, axis_types=(Auto, Auto)), spec=P('x', None), memory_kind=device) is only "
     "valid for values of rank at least 2, but was applied to a value of rank 1."},
    {"framework: jax==0.12.0.1\nmesh: {axes: {x: 2, y: 4}, types: auto, built_by: "
     "Mesh}\ntensors: {t: {shape: [8], spec: \"P('x', None)\", applied_by: "
     "constraint}}\n",
     "rank-mismatch", "P('x', None)", "ValueError",
     "One of with_sharding_constraint arguments is incompatible with its sharding "
     "annotation NamedSharding(mesh=Mesh('x': 2, 'y': 4, axis_types=(Auto, Auto)), "
     "spec=P('x', None), memory_kind=device): Sharding NamedSharding(mesh=Mesh('x': 2, "
     "'y': 4, axis_types=(Auto, Auto)), spec=P('x', None), memory_kind=device) is only "
     "valid for values of rank at least 2, but was applied to a value of rank 1."},
    {"framework: jax==0.12.0.1\nmesh: {axes: {x: 2, y: 4}, types: auto, built_by: "
     "Mesh}\ntensors: {t: {shape: [8], spec: \"P('x', None)\", applied_by: "
     "shape_dtype_struct}}\n",
     "rank-mismatch", "P('x', None)", "ValueError",
     "Sharding NamedSharding(mesh=Mesh('x': 2, 'y': 4, axis_types=(Auto, Auto)), "
     "spec=P('x', None), memory_kind=device) is only valid for values of rank at least "
     "2, but was applied to a value of rank 1."},
    {"framework: jax==0.12.0.1\nmesh: {axes: {x: 2, y: 4}, types: auto, built_by: "
     "Mesh}\ntensors: {t: {shape: [8], spec: \"P('x', None)\", applied_by: none}}\n",
     NULL, NULL, NULL, NULL},
};

Test(jax_moment, a_spec_is_no_longer_than_the_rank)
{
	framework_says_check(ranks, ROWS(ranks));
}

static const struct framework_says scalars[] = {
    {"framework: jax==0.4.30\nmesh: {axes: {x: 2, y: 4}, built_by: Mesh}\ntensors: {t: "
     "{shape: [], spec: \"P('x')\", applied_by: device_put}}\n",
     "rank-mismatch", "P('x')", "ValueError",
     "One of device_put args is incompatible with its sharding annotation "
     "NamedSharding(mesh=Mesh('x': 2, 'y': 4), spec=PartitionSpec('x',)): Sharding "
     "NamedSharding(mesh=Mesh('x': 2, 'y': 4), spec=PartitionSpec('x',)) is only valid "
     "for values of rank at least 1, but was applied to a value of rank 0. For scalars "
     "the PartitionSpec should be P()"},
    {"framework: jax==0.4.30\nmesh: {axes: {x: 2, y: 4}, built_by: Mesh}\ntensors: {t: "
     "{shape: [], spec: \"P()\", applied_by: device_put}}\n",
     NULL, NULL, NULL, NULL},
    {"framework: jax==0.4.30\nmesh: {axes: {x: 2, y: 4}, built_by: Mesh}\ntensors: {t: "
     "{shape: [], spec: \"P('x')\", applied_by: in_shardings}}\n",
     "rank-mismatch", "P('x')", "ValueError",
     "One of pjit arguments with pytree key path x is incompatible with its sharding "
     "annotation NamedSharding(mesh=Mesh('x': 2, 'y': 4), spec=PartitionSpec('x',)): "
     "Sharding NamedSharding(mesh=Mesh('x': 2, 'y': 4), spec=PartitionSpec('x',)) is "
     "only valid for values of rank at least 1, but was applied to a value of rank 0. "
     "For scalars the PartitionSpec should be P()"},
    {"framework: jax==0.4.30\nmesh: {axes: {x: 2, y: 4}, built_by: Mesh}\ntensors: {t: "
     "{shape: [], spec: \"P()\", applied_by: in_shardings}}\n",
     NULL, NULL, NULL, NULL},
    {"framework: jax==0.4.30\nmesh: {axes: {x: 2, y: 4}, built_by: Mesh}\ntensors: {t: "
     "{shape: [], spec: \"P('x')\", applied_by: constraint}}\n",
     "rank-mismatch", "P('x')", "ValueError",
     "One of with_sharding_constraint arguments is incompatible with its sharding "
     "annotation NamedSharding(mesh=Mesh('x': 2, 'y': 4), spec=PartitionSpec('x',)): "
     "Sharding NamedSharding(mesh=Mesh('x': 2, 'y': 4), spec=PartitionSpec('x',)) is "
     "only valid for values of rank at least 1, but was applied to a value of rank 0. "
     "For scalars the PartitionSpec should be P()"},
    {"framework: jax==0.4.30\nmesh: {axes: {x: 2, y: 4}, built_by: Mesh}\ntensors: {t: "
     "{shape: [], spec: \"P()\", applied_by: constraint}}\n",
     NULL, NULL, NULL, NULL},
    {"framework: jax==0.12.0.1\nmesh: {axes: {x: 2, y: 4}, built_by: Mesh}\ntensors: "
     "{t: {shape: [], spec: \"P('x')\", applied_by: device_put}}\n",
     "rank-mismatch", "P('x')", "ValueError",
     "One of device_put args is incompatible with its sharding annotation "
     "NamedSharding(mesh=Mesh('x': 2, 'y': 4, axis_types=(Auto, Auto)), spec=P('x',), "
     "memory_kind=device): Sharding NamedSharding(mesh=Mesh('x': 2, 'y': 4, "
     "axis_types=(Auto, Auto)), spec=P('x',), memory_kind=device) is only valid for "
     "values of rank at least 1, but was applied to a value of rank 0. For scalars the "
     "PartitionSpec should be P()"},
    {"framework: jax==0.12.0.1\nmesh: {axes: {x: 2, y: 4}, built_by: Mesh}\ntensors: "
     "{t: {shape: [], spec: \"P()\", applied_by: device_put}}\n",
     NULL, NULL, NULL, NULL},
    {"framework: jax==0.12.0.1\nmesh: {axes: {x: 2, y: 4}, built_by: Mesh}\ntensors: "
     "{t: {shape: [], spec: \"P('x')\", applied_by: in_shardings}}\n",
     "rank-mismatch", "P('x')", "ValueError",
     "One of pjit arguments with pytree key path x is incompatible with its sharding "
     "annotation NamedSharding(mesh=Mesh('x': 2, 'y': 4, axis_types=(Auto, Auto)), "
     "spec=P('x',), memory_kind=device): Sharding NamedSharding(mesh=Mesh('x': 2, 'y': "
     "4, axis_types=(Auto, Auto)), spec=P('x',), memory_kind=device) is only valid for "
     "values of rank at least 1, but was applied to a value of rank 0. For scalars the "
     "PartitionSpec should be P()"},
    {"framework: jax==0.12.0.1\nmesh: {axes: {x: 2, y: 4}, built_by: Mesh}\ntensors: "
     "{t: {shape: [], spec: \"P()\", applied_by: in_shardings}}\n",
     NULL, NULL, NULL, NULL},
    {"framework: jax==0.12.0.1\nmesh: {axes: {x: 2, y: 4}, built_by: Mesh}\ntensors: "
     "{t: {shape: [], spec: \"P('x')\", applied_by: constraint}}\n",
     "rank-mismatch", "P('x')", "ValueError",
     "One of with_sharding_constraint arguments is incompatible with its sharding "
     "annotation NamedSharding(mesh=Mesh('x': 2, 'y': 4, axis_types=(Auto, Auto)), "
     "spec=P('x',), memory_kind=device): Sharding NamedSharding(mesh=Mesh('x': 2, 'y': "
     "4, axis_types=(Auto, Auto)), spec=P('x',), memory_kind=device) is only valid for "
     "values of rank at least 1, but was applied to a value of rank 0. For scalars the "
     "PartitionSpec should be P()"},
    {"framework: jax==0.12.0.1\nmesh: {axes: {x: 2, y: 4}, built_by: Mesh}\ntensors: "
     "{t: {shape: [], spec: \"P()\", applied_by: constraint}}\n",
     NULL, NULL, NULL, NULL},
};

Test(jax_moment, a_scalar_takes_an_empty_spec)
{
	framework_says_check(scalars, ROWS(scalars));
}

static const struct framework_says typed_ranks[] = {
    {"framework: jax==0.8.1\nmesh: {axes: {x: 2, y: 4}, types: explicit, built_by: "
     "Mesh}\ntensors: {t: {shape: [8], spec: \"P('x', None)\", applied_by: "
     "device_put}}\n",
     "rank-mismatch", "P('x', None)", "ValueError",
     "One of device_put args is incompatible with its sharding annotation "
     "NamedSharding(mesh=Mesh('x': 2, 'y': 4, axis_types=(Explicit, Explicit)), "
     "spec=PartitionSpec('x', None), memory_kind=device): Sharding "
     "NamedSharding(mesh=Mesh('x': 2, 'y': 4, axis_types=(Explicit, Explicit)), "
     "spec=PartitionSpec('x', None), memory_kind=device) is only valid for values of "
     "rank at least 2, but was applied to a value of rank 1."},
    {"framework: jax==0.8.2\nmesh: {axes: {x: 2, y: 4}, types: explicit, built_by: "
     "Mesh}\ntensors: {t: {shape: [8], spec: \"P('x', None)\", applied_by: "
     "device_put}}\n",
     "rank-mismatch", "P('x', None)", "ValueError",
     "One of device_put args is incompatible with its sharding annotation "
     "NamedSharding(mesh=Mesh('x': 2, 'y': 4, axis_types=(Explicit, Explicit)), "
     "spec=PartitionSpec('x', None), memory_kind=device): Sharding "
     "NamedSharding(mesh=Mesh('x': 2, 'y': 4, axis_types=(Explicit, Explicit)), "
     "spec=PartitionSpec('x', None), memory_kind=device) is only valid for values of "
     "rank at least 2, but was applied to a value of rank 1."},
    {"framework: jax==0.10.2\nmesh: {axes: {x: 2, y: 4}, types: explicit, built_by: "
     "Mesh}\ntensors: {t: {shape: [8], spec: \"P('x', None)\", applied_by: "
     "device_put}}\n",
     "rank-mismatch", "P('x', None)", "ValueError",
     "One of device_put args is incompatible with its sharding annotation "
     "NamedSharding(mesh=Mesh('x': 2, 'y': 4, axis_types=(Explicit, Explicit)), "
     "spec=P('x', None), memory_kind=device): Sharding NamedSharding(mesh=Mesh('x': 2, "
     "'y': 4, axis_types=(Explicit, Explicit)), spec=P('x', None), memory_kind=device) "
     "is only valid for values of rank at least 2, but was applied to a value of rank 1."},
    {"framework: jax==0.11.0\nmesh: {axes: {x: 2, y: 4}, types: explicit, built_by: "
     "Mesh}\ntensors: {t: {shape: [8], spec: \"P('x', None)\", applied_by: "
     "device_put}}\n",
     "rank-mismatch", "P('x', None)", "ValueError",
     "One of device_put args is incompatible with its sharding annotation "
     "NamedSharding(mesh=Mesh('x': 2, 'y': 4, axis_types=(Explicit, Explicit)), "
     "spec=P('x', None), memory_kind=device): Sharding NamedSharding(mesh=Mesh('x': 2, "
     "'y': 4, axis_types=(Explicit, Explicit)), spec=P('x', None), memory_kind=device) "
     "is only valid for values of rank at least 2, but was applied to a value of rank 1."},
    {"framework: jax==0.11.1\nmesh: {axes: {x: 2, y: 4}, types: explicit, built_by: "
     "Mesh}\ntensors: {t: {shape: [8], spec: \"P('x', None)\", applied_by: "
     "device_put}}\n",
     "rank-mismatch", "P('x', None)", "ValueError",
     "Length of sharding.spec (2) must be equal to aval's ndim (1). Got sharding.spec "
     "P('x', None), aval.ndim 1 and sharding NamedSharding(mesh=AbstractMesh('x': 2, "
     "'y': 4, axis_types=(Explicit, Explicit), device_kind=cpu, num_cores=None, "
     "platform=cpu), spec=P('x', None))"},
    {"framework: jax==0.12.0.1\nmesh: {axes: {x: 2, y: 4}, types: explicit, built_by: "
     "Mesh}\ntensors: {t: {shape: [8], spec: \"P('x', None)\", applied_by: "
     "device_put}}\n",
     "rank-mismatch", "P('x', None)", "ValueError",
     "Length of sharding.spec (2) must be equal to aval's ndim (1). Got sharding.spec "
     "P('x', None), aval.ndim 1 and sharding NamedSharding(mesh=AbstractMesh('x': 2, "
     "'y': 4, axis_types=(Explicit, Explicit), device_kind=cpu, num_cores=None, "
     "platform=cpu), spec=P('x', None))"},
    {"framework: jax==0.8.1\nmesh: {axes: {x: 2, y: 4}, types: explicit, built_by: "
     "Mesh}\ntensors: {t: {shape: [8], spec: \"P('x', 'y')\", applied_by: device_put}}\n",
     "rank-mismatch", "P('x', 'y')", "ValueError",
     "One of device_put args is incompatible with its sharding annotation "
     "NamedSharding(mesh=Mesh('x': 2, 'y': 4, axis_types=(Explicit, Explicit)), "
     "spec=PartitionSpec('x', 'y'), memory_kind=device): Sharding "
     "NamedSharding(mesh=Mesh('x': 2, 'y': 4, axis_types=(Explicit, Explicit)), "
     "spec=PartitionSpec('x', 'y'), memory_kind=device) is only valid for values of "
     "rank at least 2, but was applied to a value of rank 1."},
    {"framework: jax==0.8.2\nmesh: {axes: {x: 2, y: 4}, types: explicit, built_by: "
     "Mesh}\ntensors: {t: {shape: [8], spec: \"P('x', 'y')\", applied_by: device_put}}\n",
     "rank-mismatch", "P('x', 'y')", "AssertionError", "(1, PartitionSpec('x', 'y'))"},
    {"framework: jax==0.10.2\nmesh: {axes: {x: 2, y: 4}, types: explicit, built_by: "
     "Mesh}\ntensors: {t: {shape: [8], spec: \"P('x', 'y')\", applied_by: device_put}}\n",
     "rank-mismatch", "P('x', 'y')", "AssertionError", "(1, P('x', 'y'))"},
    {"framework: jax==0.11.0\nmesh: {axes: {x: 2, y: 4}, types: explicit, built_by: "
     "Mesh}\ntensors: {t: {shape: [8], spec: \"P('x', 'y')\", applied_by: device_put}}\n",
     "rank-mismatch", "P('x', 'y')", "AssertionError", "(1, P('x', 'y'))"},
    {"framework: jax==0.11.1\nmesh: {axes: {x: 2, y: 4}, types: explicit, built_by: "
     "Mesh}\ntensors: {t: {shape: [8], spec: \"P('x', 'y')\", applied_by: device_put}}\n",
     "rank-mismatch", "P('x', 'y')", "ValueError",
     "Length of sharding.spec (2) must be equal to aval's ndim (1). Got sharding.spec "
     "P('x', 'y'), aval.ndim 1 and sharding NamedSharding(mesh=AbstractMesh('x': 2, "
     "'y': 4, axis_types=(Explicit, Explicit), device_kind=cpu, num_cores=None, "
     "platform=cpu), spec=P('x', 'y'))"},
    {"framework: jax==0.12.0.1\nmesh: {axes: {x: 2, y: 4}, types: explicit, built_by: "
     "Mesh}\ntensors: {t: {shape: [8], spec: \"P('x', 'y')\", applied_by: device_put}}\n",
     "rank-mismatch", "P('x', 'y')", "ValueError",
     "Length of sharding.spec (2) must be equal to aval's ndim (1). Got sharding.spec "
     "P('x', 'y'), aval.ndim 1 and sharding NamedSharding(mesh=AbstractMesh('x': 2, "
     "'y': 4, axis_types=(Explicit, Explicit), device_kind=cpu, num_cores=None, "
     "platform=cpu), spec=P('x', 'y'))"},
};

Test(jax_moment, an_explicit_type_is_as_long_as_the_rank)
{
	framework_says_check(typed_ranks, ROWS(typed_ranks));
}

static const struct framework_says divisions[] = {
    {"framework: jax==0.4.30\nmesh: {axes: {x: 2, y: 4}, built_by: Mesh}\ntensors: {t: "
     "{shape: [12, 3], spec: \"P(('x', 'y'), None)\", applied_by: device_put}}\n",
     "dim-indivisible", "('x', 'y')", "ValueError",
     "One of device_put args was given the sharding of NamedSharding(mesh=Mesh('x': 2, "
     "'y': 4), spec=PartitionSpec(('x', 'y'), None)), which implies that the global "
     "size of its dimension 0 should be divisible by 8, but it is equal to 12 (full "
     "shape: (12, 3))"},
    {"framework: jax==0.4.30\nmesh: {axes: {x: 2, y: 4}, built_by: Mesh}\ntensors: {t: "
     "{shape: [12, 3], spec: \"P(('x', 'y'), None)\", applied_by: in_shardings}}\n",
     "dim-indivisible", "('x', 'y')", "ValueError",
     "One of pjit arguments with pytree key path x was given the sharding of "
     "NamedSharding(mesh=Mesh('x': 2, 'y': 4), spec=PartitionSpec(('x', 'y'), None)), "
     "which implies that the global size of its dimension 0 should be divisible by 8, "
     "but it is equal to 12 (full shape: (12, 3))"},
    {"framework: jax==0.4.30\nmesh: {axes: {x: 2, y: 4}, built_by: Mesh}\ntensors: {t: "
     "{shape: [12, 3], spec: \"P(('x', 'y'), None)\", applied_by: out_shardings}}\n",
     "dim-indivisible", "('x', 'y')", "ValueError",
     "One of pjit outputs was given the sharding of NamedSharding(mesh=Mesh('x': 2, "
     "'y': 4), spec=PartitionSpec(('x', 'y'), None)), which implies that the global "
     "size of its dimension 0 should be divisible by 8, but it is equal to 12 (full "
     "shape: (12, 3))"},
    {"framework: jax==0.4.30\nmesh: {axes: {x: 2, y: 4}, built_by: Mesh}\ntensors: {t: "
     "{shape: [12, 3], spec: \"P(('x', 'y'), None)\", applied_by: constraint}}\n",
     NULL, NULL, NULL, NULL},
    {"framework: jax==0.4.30\nmesh: {axes: {x: 2, y: 4}, built_by: Mesh}\ntensors: {t: "
     "{shape: [12, 3], spec: \"P(('x', 'y'), None)\", applied_by: shape_dtype_struct}}\n",
     NULL, NULL, NULL, NULL},
    {"framework: jax==0.4.30\nmesh: {axes: {x: 2, y: 4}, built_by: Mesh}\ntensors: {t: "
     "{shape: [12, 3], spec: \"P(('x', 'y'), None)\", applied_by: none}}\n",
     NULL, NULL, NULL, NULL},
    {"framework: jax==0.5.3\nmesh: {axes: {x: 2, y: 4}, built_by: Mesh}\ntensors: {t: "
     "{shape: [12, 3], spec: \"P(('x', 'y'), None)\", applied_by: device_put}}\n",
     "dim-indivisible", "('x', 'y')", "ValueError",
     "One of device_put args was given the sharding of NamedSharding(mesh=Mesh('x': 2, "
     "'y': 4, axis_types=(Auto, Auto)), spec=PartitionSpec(('x', 'y'), None), "
     "memory_kind=device), which implies that the global size of its dimension 0 should "
     "be divisible by 8, but it is equal to 12 (full shape: (12, 3))"},
    {"framework: jax==0.5.3\nmesh: {axes: {x: 2, y: 4}, built_by: Mesh}\ntensors: {t: "
     "{shape: [12, 3], spec: \"P(('x', 'y'), None)\", applied_by: in_shardings}}\n",
     "dim-indivisible", "('x', 'y')", "ValueError",
     "One of pjit arguments with pytree key path x was given the sharding of "
     "NamedSharding(mesh=Mesh('x': 2, 'y': 4, axis_types=(Auto, Auto)), "
     "spec=PartitionSpec(('x', 'y'), None), memory_kind=device), which implies that the "
     "global size of its dimension 0 should be divisible by 8, but it is equal to 12 "
     "(full shape: (12, 3))"},
    {"framework: jax==0.5.3\nmesh: {axes: {x: 2, y: 4}, built_by: Mesh}\ntensors: {t: "
     "{shape: [12, 3], spec: \"P(('x', 'y'), None)\", applied_by: out_shardings}}\n",
     "dim-indivisible", "('x', 'y')", "ValueError",
     "One of pjit outputs with pytree key path result was given the sharding of "
     "NamedSharding(mesh=Mesh('x': 2, 'y': 4, axis_types=(Auto, Auto)), "
     "spec=PartitionSpec(('x', 'y'), None), memory_kind=device), which implies that the "
     "global size of its dimension 0 should be divisible by 8, but it is equal to 12 "
     "(full shape: (12, 3))"},
    {"framework: jax==0.5.3\nmesh: {axes: {x: 2, y: 4}, built_by: Mesh}\ntensors: {t: "
     "{shape: [12, 3], spec: \"P(('x', 'y'), None)\", applied_by: constraint}}\n",
     NULL, NULL, NULL, NULL},
    {"framework: jax==0.5.3\nmesh: {axes: {x: 2, y: 4}, built_by: Mesh}\ntensors: {t: "
     "{shape: [12, 3], spec: \"P(('x', 'y'), None)\", applied_by: shape_dtype_struct}}\n",
     NULL, NULL, NULL, NULL},
    {"framework: jax==0.5.3\nmesh: {axes: {x: 2, y: 4}, built_by: Mesh}\ntensors: {t: "
     "{shape: [12, 3], spec: \"P(('x', 'y'), None)\", applied_by: none}}\n",
     NULL, NULL, NULL, NULL},
    {"framework: jax==0.8.2\nmesh: {axes: {x: 2, y: 4}, built_by: Mesh}\ntensors: {t: "
     "{shape: [12, 3], spec: \"P(('x', 'y'), None)\", applied_by: device_put}}\n",
     "dim-indivisible", "('x', 'y')", "ValueError",
     "One of device_put args was given the sharding of NamedSharding(mesh=Mesh('x': 2, "
     "'y': 4, axis_types=(Auto, Auto)), spec=PartitionSpec(('x', 'y'), None), "
     "memory_kind=device), which implies that the global size of its dimension 0 should "
     "be divisible by 8, but it is equal to 12 (full shape: (12, 3))"},
    {"framework: jax==0.8.2\nmesh: {axes: {x: 2, y: 4}, built_by: Mesh}\ntensors: {t: "
     "{shape: [12, 3], spec: \"P(('x', 'y'), None)\", applied_by: in_shardings}}\n",
     "dim-indivisible", "('x', 'y')", "ValueError",
     "One of pjit arguments with pytree key path x was given the sharding of "
     "NamedSharding(mesh=Mesh('x': 2, 'y': 4, axis_types=(Auto, Auto)), "
     "spec=PartitionSpec(('x', 'y'), None), memory_kind=device), which implies that the "
     "global size of its dimension 0 should be divisible by 8, but it is equal to 12 "
     "(full shape: (12, 3))"},
    {"framework: jax==0.8.2\nmesh: {axes: {x: 2, y: 4}, built_by: Mesh}\ntensors: {t: "
     "{shape: [12, 3], spec: \"P(('x', 'y'), None)\", applied_by: out_shardings}}\n",
     "dim-indivisible", "('x', 'y')", "ValueError",
     "One of pjit outputs was given the sharding of NamedSharding(mesh=Mesh('x': 2, "
     "'y': 4, axis_types=(Auto, Auto)), spec=PartitionSpec(('x', 'y'), None), "
     "memory_kind=device), which implies that the global size of its dimension 0 should "
     "be divisible by 8, but it is equal to 12 (full shape: (12, 3))"},
    {"framework: jax==0.8.2\nmesh: {axes: {x: 2, y: 4}, built_by: Mesh}\ntensors: {t: "
     "{shape: [12, 3], spec: \"P(('x', 'y'), None)\", applied_by: constraint}}\n",
     NULL, NULL, NULL, NULL},
    {"framework: jax==0.8.2\nmesh: {axes: {x: 2, y: 4}, built_by: Mesh}\ntensors: {t: "
     "{shape: [12, 3], spec: \"P(('x', 'y'), None)\", applied_by: shape_dtype_struct}}\n",
     NULL, NULL, NULL, NULL},
    {"framework: jax==0.8.2\nmesh: {axes: {x: 2, y: 4}, built_by: Mesh}\ntensors: {t: "
     "{shape: [12, 3], spec: \"P(('x', 'y'), None)\", applied_by: none}}\n",
     NULL, NULL, NULL, NULL},
    {"framework: jax==0.9.0\nmesh: {axes: {x: 2, y: 4}, built_by: Mesh}\ntensors: {t: "
     "{shape: [12, 3], spec: \"P(('x', 'y'), None)\", applied_by: device_put}}\n",
     "dim-indivisible", "('x', 'y')", "ValueError",
     "One of device_put args was given the sharding of NamedSharding(mesh=Mesh('x': 2, "
     "'y': 4, axis_types=(Auto, Auto)), spec=PartitionSpec(('x', 'y'), None), "
     "memory_kind=device), which implies that the global size of its dimension 0 should "
     "be divisible by 8, but it is equal to 12 (full shape: (12, 3))"},
    {"framework: jax==0.9.0\nmesh: {axes: {x: 2, y: 4}, built_by: Mesh}\ntensors: {t: "
     "{shape: [12, 3], spec: \"P(('x', 'y'), None)\", applied_by: in_shardings}}\n",
     "dim-indivisible", "('x', 'y')", "ValueError",
     "One of pjit arguments with pytree key path x was given the sharding of "
     "NamedSharding(mesh=Mesh('x': 2, 'y': 4, axis_types=(Auto, Auto)), "
     "spec=PartitionSpec(('x', 'y'), None), memory_kind=device), which implies that the "
     "global size of its dimension 0 should be divisible by 8, but it is equal to 12 "
     "(full shape: (12, 3))"},
    {"framework: jax==0.9.0\nmesh: {axes: {x: 2, y: 4}, built_by: Mesh}\ntensors: {t: "
     "{shape: [12, 3], spec: \"P(('x', 'y'), None)\", applied_by: out_shardings}}\n",
     "dim-indivisible", "('x', 'y')", "ValueError",
     "One of pjit outputs with pytree key path result was given the sharding of "
     "NamedSharding(mesh=Mesh('x': 2, 'y': 4, axis_types=(Auto, Auto)), "
     "spec=PartitionSpec(('x', 'y'), None), memory_kind=device), which implies that the "
     "global size of its dimension 0 should be divisible by 8, but it is equal to 12 "
     "(full shape: (12, 3))"},
    {"framework: jax==0.9.0\nmesh: {axes: {x: 2, y: 4}, built_by: Mesh}\ntensors: {t: "
     "{shape: [12, 3], spec: \"P(('x', 'y'), None)\", applied_by: constraint}}\n",
     NULL, NULL, NULL, NULL},
    {"framework: jax==0.9.0\nmesh: {axes: {x: 2, y: 4}, built_by: Mesh}\ntensors: {t: "
     "{shape: [12, 3], spec: \"P(('x', 'y'), None)\", applied_by: shape_dtype_struct}}\n",
     NULL, NULL, NULL, NULL},
    {"framework: jax==0.9.0\nmesh: {axes: {x: 2, y: 4}, built_by: Mesh}\ntensors: {t: "
     "{shape: [12, 3], spec: \"P(('x', 'y'), None)\", applied_by: none}}\n",
     NULL, NULL, NULL, NULL},
    {"framework: jax==0.10.2\nmesh: {axes: {x: 2, y: 4}, built_by: Mesh}\ntensors: {t: "
     "{shape: [12, 3], spec: \"P(('x', 'y'), None)\", applied_by: device_put}}\n",
     "dim-indivisible", "('x', 'y')", "IndivisibleError",
     "Sharding NamedSharding(mesh=Mesh('x': 2, 'y': 4, axis_types=(Auto, Auto)), "
     "spec=P(('x', 'y'), None), memory_kind=device) implies that array axis 0 is "
     "partitioned 8 times, but the dimension size is 12 (full shape: (12, 3), "
     "per-dimension tiling factors: [8, 1] should evenly divide the shape)"},
    {"framework: jax==0.10.2\nmesh: {axes: {x: 2, y: 4}, built_by: Mesh}\ntensors: {t: "
     "{shape: [12, 3], spec: \"P(('x', 'y'), None)\", applied_by: in_shardings}}\n",
     "dim-indivisible", "('x', 'y')", "IndivisibleError",
     "Sharding NamedSharding(mesh=Mesh('x': 2, 'y': 4, axis_types=(Auto, Auto)), "
     "spec=P(('x', 'y'), None), memory_kind=device) implies that array axis 0 is "
     "partitioned 8 times, but the dimension size is 12 (full shape: (12, 3), "
     "per-dimension tiling factors: [8, 1] should evenly divide the shape)"},
    {"framework: jax==0.10.2\nmesh: {axes: {x: 2, y: 4}, built_by: Mesh}\ntensors: {t: "
     "{shape: [12, 3], spec: \"P(('x', 'y'), None)\", applied_by: out_shardings}}\n",
     "dim-indivisible", "('x', 'y')", "IndivisibleError",
     "Sharding NamedSharding(mesh=Mesh('x': 2, 'y': 4, axis_types=(Auto, Auto)), "
     "spec=P(('x', 'y'), None), memory_kind=device) implies that array axis 0 is "
     "partitioned 8 times, but the dimension size is 12 (full shape: (12, 3), "
     "per-dimension tiling factors: [8, 1] should evenly divide the shape)"},
    {"framework: jax==0.10.2\nmesh: {axes: {x: 2, y: 4}, built_by: Mesh}\ntensors: {t: "
     "{shape: [12, 3], spec: \"P(('x', 'y'), None)\", applied_by: constraint}}\n",
     NULL, NULL, NULL, NULL},
    {"framework: jax==0.10.2\nmesh: {axes: {x: 2, y: 4}, built_by: Mesh}\ntensors: {t: "
     "{shape: [12, 3], spec: \"P(('x', 'y'), None)\", applied_by: shape_dtype_struct}}\n",
     NULL, NULL, NULL, NULL},
    {"framework: jax==0.10.2\nmesh: {axes: {x: 2, y: 4}, built_by: Mesh}\ntensors: {t: "
     "{shape: [12, 3], spec: \"P(('x', 'y'), None)\", applied_by: none}}\n",
     NULL, NULL, NULL, NULL},
    {"framework: jax==0.11.0\nmesh: {axes: {x: 2, y: 4}, built_by: Mesh}\ntensors: {t: "
     "{shape: [12, 3], spec: \"P(('x', 'y'), None)\", applied_by: device_put}}\n",
     "dim-indivisible", "('x', 'y')", "IndivisibleError",
     "One of device_put args was given the sharding NamedSharding(mesh=Mesh('x': 2, "
     "'y': 4, axis_types=(Auto, Auto)), spec=P(('x', 'y'), None), memory_kind=device) "
     "implies that array axis 0 is partitioned 8 times, but the dimension size is 12 "
     "(full shape: (12, 3), per-dimension tiling factors: (8, 1) should evenly divide "
     "the shape). This error occurs at source: "},
    {"framework: jax==0.11.0\nmesh: {axes: {x: 2, y: 4}, built_by: Mesh}\ntensors: {t: "
     "{shape: [12, 3], spec: \"P(('x', 'y'), None)\", applied_by: in_shardings}}\n",
     "dim-indivisible", "('x', 'y')", "IndivisibleError",
     "One of pjit arguments with pytree key path x was given the sharding "
     "NamedSharding(mesh=Mesh('x': 2, 'y': 4, axis_types=(Auto, Auto)), spec=P(('x', "
     "'y'), None), memory_kind=device) implies that array axis 0 is partitioned 8 "
     "times, but the dimension size is 12 (full shape: (12, 3), per-dimension tiling "
     "factors: (8, 1) should evenly divide the shape). This error occurs at source: "},
    {"framework: jax==0.11.0\nmesh: {axes: {x: 2, y: 4}, built_by: Mesh}\ntensors: {t: "
     "{shape: [12, 3], spec: \"P(('x', 'y'), None)\", applied_by: out_shardings}}\n",
     "dim-indivisible", "('x', 'y')", "IndivisibleError",
     "One of pjit outputs with pytree key path result was given the sharding "
     "NamedSharding(mesh=Mesh('x': 2, 'y': 4, axis_types=(Auto, Auto)), spec=P(('x', "
     "'y'), None), memory_kind=device) implies that array axis 0 is partitioned 8 "
     "times, but the dimension size is 12 (full shape: (12, 3), per-dimension tiling "
     "factors: (8, 1) should evenly divide the shape). This error occurs at source: "},
    {"framework: jax==0.11.0\nmesh: {axes: {x: 2, y: 4}, built_by: Mesh}\ntensors: {t: "
     "{shape: [12, 3], spec: \"P(('x', 'y'), None)\", applied_by: constraint}}\n",
     NULL, NULL, NULL, NULL},
    {"framework: jax==0.11.0\nmesh: {axes: {x: 2, y: 4}, built_by: Mesh}\ntensors: {t: "
     "{shape: [12, 3], spec: \"P(('x', 'y'), None)\", applied_by: shape_dtype_struct}}\n",
     NULL, NULL, NULL, NULL},
    {"framework: jax==0.11.0\nmesh: {axes: {x: 2, y: 4}, built_by: Mesh}\ntensors: {t: "
     "{shape: [12, 3], spec: \"P(('x', 'y'), None)\", applied_by: none}}\n",
     NULL, NULL, NULL, NULL},
    {"framework: jax==0.12.0.1\nmesh: {axes: {x: 2, y: 4}, built_by: Mesh}\ntensors: "
     "{t: {shape: [12, 3], spec: \"P(('x', 'y'), None)\", applied_by: device_put}}\n",
     "dim-indivisible", "('x', 'y')", "IndivisibleError",
     "One of device_put args was given the sharding NamedSharding(mesh=Mesh('x': 2, "
     "'y': 4, axis_types=(Auto, Auto)), spec=P(('x', 'y'), None), memory_kind=device) "
     "implies that array axis 0 is partitioned 8 times, but the dimension size is 12 "
     "(full shape: (12, 3), per-dimension tiling factors: (8, 1) should evenly divide "
     "the shape). This error occurs at source: "},
    {"framework: jax==0.12.0.1\nmesh: {axes: {x: 2, y: 4}, built_by: Mesh}\ntensors: "
     "{t: {shape: [12, 3], spec: \"P(('x', 'y'), None)\", applied_by: in_shardings}}\n",
     "dim-indivisible", "('x', 'y')", "IndivisibleError",
     "One of pjit arguments with pytree key path x was given the sharding "
     "NamedSharding(mesh=Mesh('x': 2, 'y': 4, axis_types=(Auto, Auto)), spec=P(('x', "
     "'y'), None), memory_kind=device) implies that array axis 0 is partitioned 8 "
     "times, but the dimension size is 12 (full shape: (12, 3), per-dimension tiling "
     "factors: (8, 1) should evenly divide the shape). This error occurs at source: "},
    {"framework: jax==0.12.0.1\nmesh: {axes: {x: 2, y: 4}, built_by: Mesh}\ntensors: "
     "{t: {shape: [12, 3], spec: \"P(('x', 'y'), None)\", applied_by: out_shardings}}\n",
     "dim-indivisible", "('x', 'y')", "IndivisibleError",
     "One of pjit outputs with pytree key path result was given the sharding "
     "NamedSharding(mesh=Mesh('x': 2, 'y': 4, axis_types=(Auto, Auto)), spec=P(('x', "
     "'y'), None), memory_kind=device) implies that array axis 0 is partitioned 8 "
     "times, but the dimension size is 12 (full shape: (12, 3), per-dimension tiling "
     "factors: (8, 1) should evenly divide the shape). This error occurs at source: "},
    {"framework: jax==0.12.0.1\nmesh: {axes: {x: 2, y: 4}, built_by: Mesh}\ntensors: "
     "{t: {shape: [12, 3], spec: \"P(('x', 'y'), None)\", applied_by: constraint}}\n",
     NULL, NULL, NULL, NULL},
    {"framework: jax==0.12.0.1\nmesh: {axes: {x: 2, y: 4}, built_by: Mesh}\ntensors: "
     "{t: {shape: [12, 3], spec: \"P(('x', 'y'), None)\", applied_by: "
     "shape_dtype_struct}}\n",
     NULL, NULL, NULL, NULL},
    {"framework: jax==0.12.0.1\nmesh: {axes: {x: 2, y: 4}, built_by: Mesh}\ntensors: "
     "{t: {shape: [12, 3], spec: \"P(('x', 'y'), None)\", applied_by: none}}\n",
     NULL, NULL, NULL, NULL},
};

Test(jax_moment, dimensions_are_divided_where_arrays_are_made)
{
	framework_says_check(divisions, ROWS(divisions));
}

static const struct framework_says typed_divisions[] = {
    {"framework: jax==0.8.1\nmesh: {axes: {x: 2, y: 4}, types: explicit, built_by: "
     "Mesh}\ntensors: {t: {shape: [12, 3], spec: \"P(None, 'y')\", applied_by: "
     "device_put}}\n",
     "dim-indivisible", "y", "ValueError",
     "One of device_put args was given the sharding of NamedSharding(mesh=Mesh('x': 2, "
     "'y': 4, axis_types=(Explicit, Explicit)), spec=PartitionSpec(None, 'y'), "
     "memory_kind=device), which implies that the global size of its dimension 1 should "
     "be divisible by 4, but it is equal to 3 (full shape: (12, 3))"},
    {"framework: jax==0.8.2\nmesh: {axes: {x: 2, y: 4}, types: explicit, built_by: "
     "Mesh}\ntensors: {t: {shape: [12, 3], spec: \"P(None, 'y')\", applied_by: "
     "device_put}}\n",
     "dim-indivisible", "y", "ValueError",
     "Sharding spec ('y',) implies that array axis 1 is partitioned 4 times, but does "
     "not evenly divide the dimension size 3. Got shape: (12, 3) and sharding "
     "NamedSharding(mesh=AbstractMesh('x': 2, 'y': 4, axis_types=(Explicit, Explicit), "
     "device_kind=cpu, num_cores=None), spec=PartitionSpec(None, 'y'))"},
    {"framework: jax==0.10.2\nmesh: {axes: {x: 2, y: 4}, types: explicit, built_by: "
     "Mesh}\ntensors: {t: {shape: [12, 3], spec: \"P(None, 'y')\", applied_by: "
     "device_put}}\n",
     "dim-indivisible", "y", "ValueError",
     "Sharding spec ('y',) implies that array axis 1 is partitioned 4 times, but does "
     "not evenly divide the dimension size 3. Got shape: (12, 3) and sharding "
     "NamedSharding(mesh=AbstractMesh('x': 2, 'y': 4, axis_types=(Explicit, Explicit), "
     "device_kind=cpu, num_cores=None, platform=cpu), spec=P(None, 'y'))"},
    {"framework: jax==0.12.0.1\nmesh: {axes: {x: 2, y: 4}, types: explicit, built_by: "
     "Mesh}\ntensors: {t: {shape: [12, 3], spec: \"P(None, 'y')\", applied_by: "
     "device_put}}\n",
     "dim-indivisible", "y", "ValueError",
     "Sharding spec ('y',) implies that array axis 1 is partitioned 4 times, but does "
     "not evenly divide the dimension size 3. Got shape: (12, 3) and sharding "
     "NamedSharding(mesh=AbstractMesh('x': 2, 'y': 4, axis_types=(Explicit, Explicit), "
     "device_kind=cpu, num_cores=None, platform=cpu), spec=P(None, 'y'))"},
};

Test(jax_moment, explicit_types_are_divided_first)
{
	framework_says_check(typed_divisions, ROWS(typed_divisions));
}

static const struct framework_says open_dimensions[] = {
    {"framework: jax==0.5.3\nmesh: {axes: {x: 2, y: 4}, types: auto, built_by: "
     "Mesh}\ntensors: {t: {shape: [8], spec: \"P(P.UNCONSTRAINED)\", applied_by: "
     "device_put}}\n",
     NULL, NULL, NULL, NULL},
    {"framework: jax==0.5.3\nmesh: {axes: {x: 2, y: 4}, types: auto, built_by: "
     "Mesh}\ntensors: {t: {shape: [8], spec: \"P(P.UNCONSTRAINED)\", applied_by: "
     "in_shardings}}\n",
     NULL, NULL, NULL, NULL},
    {"framework: jax==0.5.3\nmesh: {axes: {x: 2, y: 4}, types: auto, built_by: "
     "Mesh}\ntensors: {t: {shape: [8], spec: \"P(P.UNCONSTRAINED)\", applied_by: "
     "out_shardings}}\n",
     NULL, NULL, NULL, NULL},
    {"framework: jax==0.5.3\nmesh: {axes: {x: 2, y: 4}, types: auto, built_by: "
     "Mesh}\ntensors: {t: {shape: [8], spec: \"P(P.UNCONSTRAINED)\", applied_by: "
     "constraint}}\n",
     NULL, NULL, NULL, NULL},
    {"framework: jax==0.6.1\nmesh: {axes: {x: 2, y: 4}, types: auto, built_by: "
     "Mesh}\ntensors: {t: {shape: [8], spec: \"P(P.UNCONSTRAINED)\", applied_by: "
     "device_put}}\n",
     NULL, NULL, NULL, NULL},
    {"framework: jax==0.6.1\nmesh: {axes: {x: 2, y: 4}, types: auto, built_by: "
     "Mesh}\ntensors: {t: {shape: [8], spec: \"P(P.UNCONSTRAINED)\", applied_by: "
     "in_shardings}}\n",
     "unconstrained-refused", "P.UNCONSTRAINED", "ValueError",
     "Unconstrained dims are not allowed when passed to in_shardings: "
     "NamedSharding(mesh=Mesh('x': 2, 'y': 4, axis_types=(Auto, Auto)), "
     "spec=PartitionSpec(UNCONSTRAINED,), memory_kind=device)"},
    {"framework: jax==0.6.1\nmesh: {axes: {x: 2, y: 4}, types: auto, built_by: "
     "Mesh}\ntensors: {t: {shape: [8], spec: \"P(P.UNCONSTRAINED)\", applied_by: "
     "out_shardings}}\n",
     NULL, NULL, NULL, NULL},
    {"framework: jax==0.6.1\nmesh: {axes: {x: 2, y: 4}, types: auto, built_by: "
     "Mesh}\ntensors: {t: {shape: [8], spec: \"P(P.UNCONSTRAINED)\", applied_by: "
     "constraint}}\n",
     NULL, NULL, NULL, NULL},
    {"framework: jax==0.8.2\nmesh: {axes: {x: 2, y: 4}, types: auto, built_by: "
     "Mesh}\ntensors: {t: {shape: [8], spec: \"P(P.UNCONSTRAINED)\", applied_by: "
     "device_put}}\n",
     "unconstrained-refused", "P.UNCONSTRAINED", "KeyError", "UNCONSTRAINED"},
    {"framework: jax==0.8.2\nmesh: {axes: {x: 2, y: 4}, types: auto, built_by: "
     "Mesh}\ntensors: {t: {shape: [8], spec: \"P(P.UNCONSTRAINED)\", applied_by: "
     "in_shardings}}\n",
     "unconstrained-refused", "P.UNCONSTRAINED", "ValueError",
     "Unconstrained dims are not allowed when passed to in_shardings: "
     "NamedSharding(mesh=Mesh('x': 2, 'y': 4, axis_types=(Auto, Auto)), "
     "spec=PartitionSpec(UNCONSTRAINED,), memory_kind=device)"},
    {"framework: jax==0.8.2\nmesh: {axes: {x: 2, y: 4}, types: auto, built_by: "
     "Mesh}\ntensors: {t: {shape: [8], spec: \"P(P.UNCONSTRAINED)\", applied_by: "
     "out_shardings}}\n",
     NULL, NULL, NULL, NULL},
    {"framework: jax==0.8.2\nmesh: {axes: {x: 2, y: 4}, types: auto, built_by: "
     "Mesh}\ntensors: {t: {shape: [8], spec: \"P(P.UNCONSTRAINED)\", applied_by: "
     "constraint}}\n",
     NULL, NULL, NULL, NULL},
    {"framework: jax==0.10.2\nmesh: {axes: {x: 2, y: 4}, types: auto, built_by: "
     "Mesh}\ntensors: {t: {shape: [8], spec: \"P(P.UNCONSTRAINED)\", applied_by: "
     "device_put}}\n",
     "unconstrained-refused", "P.UNCONSTRAINED", "KeyError", "UNCONSTRAINED"},
    {"framework: jax==0.10.2\nmesh: {axes: {x: 2, y: 4}, types: auto, built_by: "
     "Mesh}\ntensors: {t: {shape: [8], spec: \"P(P.UNCONSTRAINED)\", applied_by: "
     "in_shardings}}\n",
     "unconstrained-refused", "P.UNCONSTRAINED", "ValueError",
     "Unconstrained dims are not allowed when passed to in_shardings: "
     "NamedSharding(mesh=Mesh('x': 2, 'y': 4, axis_types=(Auto, Auto)), "
     "spec=P(UNCONSTRAINED,), memory_kind=device)"},
    {"framework: jax==0.10.2\nmesh: {axes: {x: 2, y: 4}, types: auto, built_by: "
     "Mesh}\ntensors: {t: {shape: [8], spec: \"P(P.UNCONSTRAINED)\", applied_by: "
     "out_shardings}}\n",
     "unconstrained-refused", "P.UNCONSTRAINED", "ValueError",
     "Unconstrained dims are not allowed when passed to out_shardings: "
     "NamedSharding(mesh=Mesh('x': 2, 'y': 4, axis_types=(Auto, Auto)), "
     "spec=P(UNCONSTRAINED,), memory_kind=device)"},
    {"framework: jax==0.10.2\nmesh: {axes: {x: 2, y: 4}, types: auto, built_by: "
     "Mesh}\ntensors: {t: {shape: [8], spec: \"P(P.UNCONSTRAINED)\", applied_by: "
     "constraint}}\n",
     NULL, NULL, NULL, NULL},
    {"framework: jax==0.12.0.1\nmesh: {axes: {x: 2, y: 4}, types: auto, built_by: "
     "Mesh}\ntensors: {t: {shape: [8], spec: \"P(P.UNCONSTRAINED)\", applied_by: "
     "device_put}}\n",
     "unconstrained-refused", "P.UNCONSTRAINED", "KeyError", "UNCONSTRAINED"},
    {"framework: jax==0.12.0.1\nmesh: {axes: {x: 2, y: 4}, types: auto, built_by: "
     "Mesh}\ntensors: {t: {shape: [8], spec: \"P(P.UNCONSTRAINED)\", applied_by: "
     "in_shardings}}\n",
     "unconstrained-refused", "P.UNCONSTRAINED", "ValueError",
     "Unconstrained dims are not allowed when passed to in_shardings: "
     "NamedSharding(mesh=Mesh('x': 2, 'y': 4, axis_types=(Auto, Auto)), "
     "spec=P(UNCONSTRAINED,), memory_kind=device)"},
    {"framework: jax==0.12.0.1\nmesh: {axes: {x: 2, y: 4}, types: auto, built_by: "
     "Mesh}\ntensors: {t: {shape: [8], spec: \"P(P.UNCONSTRAINED)\", applied_by: "
     "out_shardings}}\n",
     "unconstrained-refused", "P.UNCONSTRAINED", "ValueError",
     "Unconstrained dims are not allowed when passed to out_shardings: "
     "NamedSharding(mesh=Mesh('x': 2, 'y': 4, axis_types=(Auto, Auto)), "
     "spec=P(UNCONSTRAINED,), memory_kind=device)"},
    {"framework: jax==0.12.0.1\nmesh: {axes: {x: 2, y: 4}, types: auto, built_by: "
     "Mesh}\ntensors: {t: {shape: [8], spec: \"P(P.UNCONSTRAINED)\", applied_by: "
     "constraint}}\n",
     NULL, NULL, NULL, NULL},
};

Test(jax_moment, an_array_has_no_open_dimension)
{
	framework_says_check(open_dimensions, ROWS(open_dimensions));
}

static const struct framework_says constraints[] = {
    {"framework: jax==0.5.3\nmesh: {axes: {x: 2, y: 4}, types: explicit, built_by: "
     "Mesh}\ntensors: {t: {shape: [8], spec: \"P('x')\", applied_by: constraint}}\n",
     "constraint-axis-type", "x", "ValueError",
     "The spec of NamedSharding passed to with_sharding_constraint can only refer to "
     "Auto axes of the mesh. Got spec=PartitionSpec('x',) and mesh=AbstractMesh('x': 2, "
     "'y': 4, axis_types=(Explicit, Explicit))"},
    {"framework: jax==0.5.3\nmesh: {axes: {x: 2, y: 4}, types: [explicit, auto], "
     "built_by: Mesh}\ntensors: {t: {shape: [8], spec: \"P('x')\", applied_by: "
     "constraint}}\n",
     "constraint-axis-type", "x", "ValueError",
     "The spec of NamedSharding passed to with_sharding_constraint can only refer to "
     "Auto axes of the mesh. Got spec=PartitionSpec('x',) and mesh=AbstractMesh('x': 2, "
     "'y': 4, axis_types=(Explicit, Auto))"},
    {"framework: jax==0.5.3\nmesh: {axes: {x: 2, y: 4}, types: auto, built_by: "
     "Mesh}\ntensors: {t: {shape: [8], spec: \"P('x')\", applied_by: constraint}}\n",
     NULL, NULL, NULL, NULL},
    {"framework: jax==0.6.1\nmesh: {axes: {x: 2, y: 4}, types: explicit, built_by: "
     "Mesh}\ntensors: {t: {shape: [8], spec: \"P('x')\", applied_by: constraint}}\n",
     "constraint-axis-type", "x", "ValueError",
     "The spec of NamedSharding passed to with_sharding_constraint can only refer to "
     "Auto axes of the mesh. Got spec=PartitionSpec('x',) and mesh=AbstractMesh('x': 2, "
     "'y': 4, axis_types=(Explicit, Explicit))"},
    {"framework: jax==0.6.1\nmesh: {axes: {x: 2, y: 4}, types: [explicit, auto], "
     "built_by: Mesh}\ntensors: {t: {shape: [8], spec: \"P('x')\", applied_by: "
     "constraint}}\n",
     "constraint-axis-type", "x", "ValueError",
     "The spec of NamedSharding passed to with_sharding_constraint can only refer to "
     "Auto axes of the mesh. Got spec=PartitionSpec('x',) and mesh=AbstractMesh('x': 2, "
     "'y': 4, axis_types=(Explicit, Auto))"},
    {"framework: jax==0.6.1\nmesh: {axes: {x: 2, y: 4}, types: auto, built_by: "
     "Mesh}\ntensors: {t: {shape: [8], spec: \"P('x')\", applied_by: constraint}}\n",
     NULL, NULL, NULL, NULL},
    {"framework: jax==0.6.2\nmesh: {axes: {x: 2, y: 4}, types: explicit, built_by: "
     "Mesh}\ntensors: {t: {shape: [8], spec: \"P('x')\", applied_by: constraint}}\n",
     "constraint-axis-type", "x", "ValueError",
     "The spec of NamedSharding passed to with_sharding_constraint can only refer to "
     "Auto axes of the mesh. Got spec=PartitionSpec('x',) and mesh=AbstractMesh('x': 2, "
     "'y': 4, axis_types=(Explicit, Explicit)). You probably meant to use `reshard` API?"},
    {"framework: jax==0.6.2\nmesh: {axes: {x: 2, y: 4}, types: [explicit, auto], "
     "built_by: Mesh}\ntensors: {t: {shape: [8], spec: \"P('x')\", applied_by: "
     "constraint}}\n",
     "constraint-axis-type", "x", "ValueError",
     "The spec of NamedSharding passed to with_sharding_constraint can only refer to "
     "Auto axes of the mesh. Got spec=PartitionSpec('x',) and mesh=AbstractMesh('x': 2, "
     "'y': 4, axis_types=(Explicit, Auto)). You probably meant to use `reshard` API?"},
    {"framework: jax==0.6.2\nmesh: {axes: {x: 2, y: 4}, types: auto, built_by: "
     "Mesh}\ntensors: {t: {shape: [8], spec: \"P('x')\", applied_by: constraint}}\n",
     NULL, NULL, NULL, NULL},
    {"framework: jax==0.7.0\nmesh: {axes: {x: 2, y: 4}, types: explicit, built_by: "
     "Mesh}\ntensors: {t: {shape: [8], spec: \"P('x')\", applied_by: constraint}}\n",
     "constraint-axis-type", "x", "ValueError",
     "The spec of NamedSharding passed to with_sharding_constraint can only refer to "
     "Auto axes of the mesh. Got spec=PartitionSpec('x',) and mesh=AbstractMesh('x': 2, "
     "'y': 4, axis_types=(Explicit, Explicit)). You probably meant to use `reshard` API?"},
    {"framework: jax==0.7.0\nmesh: {axes: {x: 2, y: 4}, types: [explicit, auto], "
     "built_by: Mesh}\ntensors: {t: {shape: [8], spec: \"P('x')\", applied_by: "
     "constraint}}\n",
     "constraint-axis-type", "x", "ValueError",
     "The spec of NamedSharding passed to with_sharding_constraint can only refer to "
     "Auto axes of the mesh. Got spec=PartitionSpec('x',) and mesh=AbstractMesh('x': 2, "
     "'y': 4, axis_types=(Explicit, Auto)). You probably meant to use `reshard` API?"},
    {"framework: jax==0.7.0\nmesh: {axes: {x: 2, y: 4}, types: auto, built_by: "
     "Mesh}\ntensors: {t: {shape: [8], spec: \"P('x')\", applied_by: constraint}}\n",
     NULL, NULL, NULL, NULL},
    {"framework: jax==0.7.1\nmesh: {axes: {x: 2, y: 4}, types: explicit, built_by: "
     "Mesh}\ntensors: {t: {shape: [8], spec: \"P('x')\", applied_by: constraint}}\n",
     "constraint-axis-type", "x", "AssertionError",
     "`with_sharding_constraint` acts as an assert when all axes of mesh are of type "
     "`Explicit`. The array sharding: PartitionSpec(None,) did not match the sharding "
     "provided: PartitionSpec('x',). Please use `jax.sharding.reshard` to shard your "
     "input to the sharding you want."},
    {"framework: jax==0.7.1\nmesh: {axes: {x: 2, y: 4}, types: [explicit, auto], "
     "built_by: Mesh}\ntensors: {t: {shape: [8], spec: \"P('x')\", applied_by: "
     "constraint}}\n",
     "constraint-axis-type", "x", "ValueError",
     "The spec of NamedSharding passed to with_sharding_constraint can only refer to "
     "Auto axes of the mesh. Got spec=PartitionSpec('x',) and mesh=AbstractMesh('x': 2, "
     "'y': 4, axis_types=(Explicit, Auto), device_kind=cpu, num_tpu_cores=0). You "
     "probably meant to use `reshard` API?"},
    {"framework: jax==0.7.1\nmesh: {axes: {x: 2, y: 4}, types: auto, built_by: "
     "Mesh}\ntensors: {t: {shape: [8], spec: \"P('x')\", applied_by: constraint}}\n",
     NULL, NULL, NULL, NULL},
    {"framework: jax==0.10.2\nmesh: {axes: {x: 2, y: 4}, types: explicit, built_by: "
     "Mesh}\ntensors: {t: {shape: [8], spec: \"P('x')\", applied_by: constraint}}\n",
     "constraint-axis-type", "x", "AssertionError",
     "`with_sharding_constraint` acts as an assert when all axes of mesh are of type "
     "`Explicit`. The array sharding: P(None,) did not match the sharding provided: "
     "P('x',). Please use `jax.sharding.reshard` to shard your input to the sharding "
     "you want."},
    {"framework: jax==0.10.2\nmesh: {axes: {x: 2, y: 4}, types: [explicit, auto], "
     "built_by: Mesh}\ntensors: {t: {shape: [8], spec: \"P('x')\", applied_by: "
     "constraint}}\n",
     "constraint-axis-type", "x", "ValueError",
     "The spec of NamedSharding passed to with_sharding_constraint can only refer to "
     "Auto axes of the mesh. Got spec=P('x',) and mesh=AbstractMesh('x': 2, 'y': 4, "
     "axis_types=(Explicit, Auto), device_kind=cpu, num_cores=None, platform=cpu). You "
     "probably meant to use `reshard` API?"},
    {"framework: jax==0.10.2\nmesh: {axes: {x: 2, y: 4}, types: auto, built_by: "
     "Mesh}\ntensors: {t: {shape: [8], spec: \"P('x')\", applied_by: constraint}}\n",
     NULL, NULL, NULL, NULL},
    {"framework: jax==0.12.0.1\nmesh: {axes: {x: 2, y: 4}, types: explicit, built_by: "
     "Mesh}\ntensors: {t: {shape: [8], spec: \"P('x')\", applied_by: constraint}}\n",
     "constraint-axis-type", "x", "AssertionError",
     "`with_sharding_constraint` acts as an assert when all axes of mesh are of type "
     "`Explicit`. The array sharding: P(None,) did not match the sharding provided: "
     "P('x',). Please use `jax.sharding.reshard` to shard your input to the sharding "
     "you want."},
    {"framework: jax==0.12.0.1\nmesh: {axes: {x: 2, y: 4}, types: [explicit, auto], "
     "built_by: Mesh}\ntensors: {t: {shape: [8], spec: \"P('x')\", applied_by: "
     "constraint}}\n",
     "constraint-axis-type", "x", "ValueError",
     "The spec of NamedSharding passed to with_sharding_constraint can only refer to "
     "Auto axes of the mesh. Got spec=P('x',) and mesh=AbstractMesh('x': 2, 'y': 4, "
     "axis_types=(Explicit, Auto), device_kind=cpu, num_cores=None, platform=cpu). You "
     "probably meant to use `reshard` API?"},
    {"framework: jax==0.12.0.1\nmesh: {axes: {x: 2, y: 4}, types: auto, built_by: "
     "Mesh}\ntensors: {t: {shape: [8], spec: \"P('x')\", applied_by: constraint}}\n",
     NULL, NULL, NULL, NULL},
};

Test(jax_moment, a_constraint_speaks_of_auto_axes)
{
	framework_says_check(constraints, ROWS(constraints));
}

static const struct framework_says pending_sums[] = {
    {"framework: jax==0.6.2\nmesh: {axes: {x: 2, y: 4}, types: explicit, built_by: "
     "Mesh}\ntensors: {t: {shape: [8], spec: \"P('x', unreduced={'y'})\", applied_by: "
     "device_put}}\n",
     NULL, NULL, NULL, NULL},
    {"framework: jax==0.6.2\nmesh: {axes: {x: 2, y: 4}, types: explicit, built_by: "
     "Mesh}\ntensors: {t: {shape: [8], spec: \"P('x', unreduced={'y'})\", applied_by: "
     "in_shardings}}\n",
     NULL, NULL, NULL, NULL},
    {"framework: jax==0.7.0\nmesh: {axes: {x: 2, y: 4}, types: explicit, built_by: "
     "Mesh}\ntensors: {t: {shape: [8], spec: \"P('x', unreduced={'y'})\", applied_by: "
     "device_put}}\n",
     "unreduced-axis", "P('x', unreduced={'y'})", "ValueError",
     "unreduced/reduced only works with the shardy partitioner. Please use "
     "`jax.config.update('jax_use_shardy_partitioner', True)` to switch shardy on."},
    {"framework: jax==0.7.0\nmesh: {axes: {x: 2, y: 4}, types: explicit, built_by: "
     "Mesh}\ntensors: {t: {shape: [8], spec: \"P('x', unreduced={'y'})\", applied_by: "
     "in_shardings}}\n",
     "unreduced-axis", "P('x', unreduced={'y'})", "ValueError",
     "unreduced/reduced only works with the shardy partitioner. Please use "
     "`jax.config.update('jax_use_shardy_partitioner', True)` to switch shardy on."},
    {"framework: jax==0.7.2\nmesh: {axes: {x: 2, y: 4}, types: explicit, built_by: "
     "Mesh}\ntensors: {t: {shape: [8], spec: \"P('x', unreduced={'y'})\", applied_by: "
     "device_put}}\n",
     NULL, NULL, NULL, NULL},
    {"framework: jax==0.7.2\nmesh: {axes: {x: 2, y: 4}, types: explicit, built_by: "
     "Mesh}\ntensors: {t: {shape: [8], spec: \"P('x', unreduced={'y'})\", applied_by: "
     "in_shardings}}\n",
     NULL, NULL, NULL, NULL},
    {"framework: jax==0.10.0\nmesh: {axes: {x: 2, y: 4}, types: explicit, built_by: "
     "Mesh}\ntensors: {t: {shape: [8], spec: \"P('x', unreduced={'y'})\", applied_by: "
     "device_put}}\n",
     NULL, NULL, NULL, NULL},
    {"framework: jax==0.10.0\nmesh: {axes: {x: 2, y: 4}, types: explicit, built_by: "
     "Mesh}\ntensors: {t: {shape: [8], spec: \"P('x', unreduced={'y'})\", applied_by: "
     "in_shardings}}\n",
     NULL, NULL, NULL, NULL},
    {"framework: jax==0.11.0\nmesh: {axes: {x: 2, y: 4}, types: explicit, built_by: "
     "Mesh}\ntensors: {t: {shape: [8], spec: \"P('x', unreduced={'y'})\", applied_by: "
     "device_put}}\n",
     "unreduced-axis", "y", "NotImplementedError",
     "device_indices_map doesn't work with unreduced. Please file a bug at "
     "https://github.com/jax-ml/jax/issues"},
    {"framework: jax==0.11.0\nmesh: {axes: {x: 2, y: 4}, types: explicit, built_by: "
     "Mesh}\ntensors: {t: {shape: [8], spec: \"P('x', unreduced={'y'})\", applied_by: "
     "in_shardings}}\n",
     NULL, NULL, NULL, NULL},
    {"framework: jax==0.12.0.1\nmesh: {axes: {x: 2, y: 4}, types: explicit, built_by: "
     "Mesh}\ntensors: {t: {shape: [8], spec: \"P('x', unreduced={'y'})\", applied_by: "
     "device_put}}\n",
     "unreduced-axis", "y", "NotImplementedError",
     "device_indices_map doesn't work with unreduced. Please file a bug at "
     "https://github.com/jax-ml/jax/issues"},
    {"framework: jax==0.12.0.1\nmesh: {axes: {x: 2, y: 4}, types: explicit, built_by: "
     "Mesh}\ntensors: {t: {shape: [8], spec: \"P('x', unreduced={'y'})\", applied_by: "
     "in_shardings}}\n",
     NULL, NULL, NULL, NULL},
};

Test(jax_moment, arrays_are_not_placed_with_pending_sums)
{
	framework_says_check(pending_sums, ROWS(pending_sums));
}

static const struct framework_says manual[] = {
    {"framework: jax==0.10.0\nmesh: {axes: {x: 2, y: 4}, types: manual, built_by: "
     "Mesh}\ntensors: {t: {shape: [8, 8], spec: \"P('x')\", applied_by: device_put}}\n",
     "manual-axis", "P('x')", "AssertionError", ""},
    {"framework: jax==0.10.0\nmesh: {axes: {x: 2, y: 4}, types: manual, built_by: "
     "Mesh}\ntensors: {t: {shape: [8, 8], spec: \"P('x')\", applied_by: "
     "out_shardings}}\n",
     "manual-axis", "P('x')", "AssertionError", ""},
    {"framework: jax==0.10.0\nmesh: {axes: {x: 2, y: 4}, types: manual, built_by: "
     "Mesh}\ntensors: {t: {shape: [8, 8], spec: \"P(None)\", applied_by: device_put}}\n",
     "manual-axis", "P(None)", "AssertionError", ""},
    {"framework: jax==0.10.0\nmesh: {axes: {x: 2, y: 4}, types: manual, built_by: "
     "Mesh}\ntensors: {t: {shape: [8, 8], spec: \"P(None)\", applied_by: "
     "out_shardings}}\n",
     "manual-axis", "P(None)", "AssertionError", ""},
    {"framework: jax==0.10.0\nmesh: {axes: {x: 2, y: 4}, types: manual, built_by: "
     "Mesh}\ntensors: {t: {shape: [8, 8], spec: \"P('x', 'y')\", applied_by: "
     "device_put}}\n",
     NULL, NULL, NULL, NULL},
    {"framework: jax==0.10.0\nmesh: {axes: {x: 2, y: 4}, types: manual, built_by: "
     "Mesh}\ntensors: {t: {shape: [8, 8], spec: \"P('x', 'y')\", applied_by: "
     "out_shardings}}\n",
     NULL, NULL, NULL, NULL},
    {"framework: jax==0.10.0\nmesh: {axes: {x: 2, y: 4}, types: [auto, manual], "
     "built_by: Mesh}\ntensors: {t: {shape: [8, 8], spec: \"P('x')\", applied_by: "
     "device_put}}\n",
     "manual-axis", "P('x')", "NotImplementedError",
     "Unhandled OpSharding type: {devices=[2,1,4]<=[8] last_tile_dims={manual}}. Please "
     "open a bug report!"},
    {"framework: jax==0.10.0\nmesh: {axes: {x: 2, y: 4}, types: [auto, manual], "
     "built_by: Mesh}\ntensors: {t: {shape: [8, 8], spec: \"P('x')\", applied_by: "
     "out_shardings}}\n",
     "manual-axis", "P('x')", "NotImplementedError",
     "Unhandled OpSharding type: {devices=[2,1,4]<=[8] last_tile_dims={manual}}. Please "
     "open a bug report!"},
    {"framework: jax==0.10.0\nmesh: {axes: {x: 2, y: 4}, types: [manual, auto], "
     "built_by: Mesh}\ntensors: {t: {shape: [8, 8], spec: \"P(None, 'x')\", applied_by: "
     "device_put}}\n",
     "manual-axis", "P(None, 'x')", "AssertionError", ""},
    {"framework: jax==0.10.0\nmesh: {axes: {x: 2, y: 4}, types: [manual, auto], "
     "built_by: Mesh}\ntensors: {t: {shape: [8, 8], spec: \"P(None, 'x')\", applied_by: "
     "out_shardings}}\n",
     "manual-axis", "P(None, 'x')", "AssertionError", ""},
    {"framework: jax==0.12.0.1\nmesh: {axes: {x: 2, y: 4}, types: manual, built_by: "
     "Mesh}\ntensors: {t: {shape: [8, 8], spec: \"P('x')\", applied_by: device_put}}\n",
     "manual-axis", "P('x')", "AssertionError", ""},
    {"framework: jax==0.12.0.1\nmesh: {axes: {x: 2, y: 4}, types: manual, built_by: "
     "Mesh}\ntensors: {t: {shape: [8, 8], spec: \"P('x')\", applied_by: "
     "out_shardings}}\n",
     "manual-axis", "P('x')", "AssertionError", ""},
    {"framework: jax==0.12.0.1\nmesh: {axes: {x: 2, y: 4}, types: manual, built_by: "
     "Mesh}\ntensors: {t: {shape: [8, 8], spec: \"P(None)\", applied_by: device_put}}\n",
     "manual-axis", "P(None)", "AssertionError", ""},
    {"framework: jax==0.12.0.1\nmesh: {axes: {x: 2, y: 4}, types: manual, built_by: "
     "Mesh}\ntensors: {t: {shape: [8, 8], spec: \"P(None)\", applied_by: "
     "out_shardings}}\n",
     "manual-axis", "P(None)", "AssertionError", ""},
    {"framework: jax==0.12.0.1\nmesh: {axes: {x: 2, y: 4}, types: manual, built_by: "
     "Mesh}\ntensors: {t: {shape: [8, 8], spec: \"P('x', 'y')\", applied_by: "
     "device_put}}\n",
     NULL, NULL, NULL, NULL},
    {"framework: jax==0.12.0.1\nmesh: {axes: {x: 2, y: 4}, types: manual, built_by: "
     "Mesh}\ntensors: {t: {shape: [8, 8], spec: \"P('x', 'y')\", applied_by: "
     "out_shardings}}\n",
     NULL, NULL, NULL, NULL},
    {"framework: jax==0.12.0.1\nmesh: {axes: {x: 2, y: 4}, types: [auto, manual], "
     "built_by: Mesh}\ntensors: {t: {shape: [8, 8], spec: \"P('x')\", applied_by: "
     "device_put}}\n",
     "manual-axis", "P('x')", "NotImplementedError",
     "Unhandled OpSharding type: {devices=[2,1,4]<=[8] last_tile_dims={manual}}. Please "
     "open a bug report!"},
    {"framework: jax==0.12.0.1\nmesh: {axes: {x: 2, y: 4}, types: [auto, manual], "
     "built_by: Mesh}\ntensors: {t: {shape: [8, 8], spec: \"P('x')\", applied_by: "
     "out_shardings}}\n",
     "manual-axis", "P('x')", "NotImplementedError",
     "Unhandled OpSharding type: {devices=[2,1,4]<=[8] last_tile_dims={manual}}. Please "
     "open a bug report!"},
    {"framework: jax==0.12.0.1\nmesh: {axes: {x: 2, y: 4}, types: [manual, auto], "
     "built_by: Mesh}\ntensors: {t: {shape: [8, 8], spec: \"P(None, 'x')\", applied_by: "
     "device_put}}\n",
     "manual-axis", "P(None, 'x')", "AssertionError", ""},
    {"framework: jax==0.12.0.1\nmesh: {axes: {x: 2, y: 4}, types: [manual, auto], "
     "built_by: Mesh}\ntensors: {t: {shape: [8, 8], spec: \"P(None, 'x')\", applied_by: "
     "out_shardings}}\n",
     "manual-axis", "P(None, 'x')", "AssertionError", ""},
};

Test(jax_moment, manual_axes_are_for_shard_map)
{
	framework_says_check(manual, ROWS(manual));
}
