/* SPDX-License-Identifier: Apache-2.0 */
/* The same programs in releases before 0.10. Rows are checked against JAX by
 * testdata/programs/rows.py. */
#include "testing/program_cases.h"

static const struct program_case in_0_6_0[] = {
    {"0.6.0", "x=2 y=2", "x f32[4@x,8]; i i32[4]",
     "@partial(jax.vmap, in_axes=(0, None))\n"
     "def f(x, i):\n"
     "  return x[i]\n"
     "\n"
     "out = f(x, i)",
     "ShardingTypeError: Use `.at[...].get(out_sharding=)` to provide output "
     "PartitionSpec for the gather indexing."},
    {"0.6.0", "x=2", "x f32[12@x]; i i32[12]",
     "vf = jax.vmap(lambda x, i: x[i], in_axes=(None, None))\n"
     "out = vf(x, i)",
     "ValueError: vmap must have at least one non-None value in in_axes"},
    {"0.6.0", "x=2 y=2 z=2", "x f32[2@y]; i i32[4@y,8@x]",
     "out = jax.vmap(lambda x, i: x[i], in_axes=(None, 0), spmd_axis_name='y')(x, i)",
     "ValueError: Only one of spmd_axis_name or arrays sharded on `Explicit` mesh axis "
     "type is allowed. Got spmd_axis_name=('y',) and arrays sharded on "
     "explicit_mesh_axis='y'"},
    {"0.6.0", "fsdp=2 tp=2 sp=2", "a f32[2@fsdp,8,4]",
     "@jax.vmap\n"
     "def f(a):\n"
     "  return jnp.cumsum(a, axis=0)\n"
     "\n"
     "out = f(a)",
     "out f32[2@fsdp,8,4]"},
    {"0.6.0", "x=4 y=1 z=2", "a f32[4,4,8@(x,y)]; b f32[8@(y,z),4]",
     "@partial(jax.vmap, in_axes=(0, 1))\n"
     "def f(a, b):\n"
     "  return a / b\n"
     "\n"
     "out = f(a, b)",
     "ShardingTypeError: div got incompatible shardings for broadcasting: (None, ('x', "
     "'y')), (None, ('y', 'z'))."},
    {"0.6.0", "x=4 y=2", "x f32[4,8@y]; i i32[4,8@y]",
     "@partial(jax.vmap, in_axes=(1, 1), spmd_axis_name='x')\n"
     "def f(x, i):\n"
     "  return x.at[i].get()\n"
     "\n"
     "out = f(x, i)",
     "ValueError: Only one of spmd_axis_name or arrays sharded on `Explicit` mesh axis "
     "type is allowed. Got spmd_axis_name=('x',) and arrays sharded on "
     "explicit_mesh_axis='y'"},
    {"0.6.0", "x=4 y=2", "x f32[8@x,4@y]; i i32[8@x]",
     "vf = jax.vmap(lambda x, i: lax.dynamic_slice(x, (i,), (4,)))\n"
     "out = vf(x, i)",
     "ShardingTypeError: Use `.at[...].get(out_sharding=)` to provide output "
     "PartitionSpec for the gather indexing."},
    {"0.6.0", "x=4 y=1 z=2", "a f32[4,8@x,4]; b f32[8,4@z]",
     "@partial(jax.vmap, in_axes=(1, 0))\n"
     "def f(a, b):\n"
     "  return a / b\n"
     "\n"
     "out = f(a, b)",
     "ValueError: Mapped away dimension of inputs passed to vmap should be sharded the "
     "same. Got inconsistent axis specs: x vs None"},
    {"0.6.0", "x=2", "x f32[4@x,3]; v f32[4@x,4]; i i32[4@x,4]",
     "vf = jax.vmap(lambda x, v, i: x.at[i].set(v), in_axes=(None, 0, 0))\n"
     "out = vf(x, v, i)",
     "ShardingTypeError: select `which` must be scalar or have the same sharding as "
     "cases, got `which` sharding NamedSharding(mesh=AbstractMesh('x': 2, "
     "axis_types=(Explicit,)), spec=PartitionSpec('x', None)) but case sharding "
     "NamedSharding(mesh=AbstractMesh('x': 2, axis_types=(Explicit,)), "
     "spec=PartitionSpec(None, None))."},
    {"0.6.0", "x=8", "a f32[8@x,8,8]; b f32[8,8,8]",
     "out = jax.vmap(lax.add, spmd_axis_name='x')(a, b)",
     "ValueError: Mapped away dimension of inputs passed to vmap should be sharded the "
     "same. Got inconsistent axis specs: x vs None"},
    {"0.6.0", "x=2", "x f32[4@x,3]; i i32[4@x]",
     "vf = jax.vmap(lambda x, i: x[i])\n"
     "out = vf(x, i)",
     "ShardingTypeError: Use `.at[...].get(out_sharding=)` to provide output "
     "PartitionSpec for the gather indexing."},
    {"0.6.0", "x=2", "a f32[3,4,8]",
     "def f(a):\n"
     "  y = jnp.sum(a, 0)\n"
     "  return y\n"
     "\n"
     "out = jax.vmap(f, in_axes=(2,))(a)",
     "out f32[8,4]"},
    {"0.6.0", "x=2", "x f32[4,4@x]; i i32[4]",
     "out = jax.vmap(lambda x, i: x[i], in_axes=(0, None))(x, i)",
     "ShardingTypeError: Use `.at[...].get(out_sharding=)` to provide output "
     "PartitionSpec for the gather indexing."},
    {"0.6.0", "x=2 y=2", "x f32[8]; v f32[4@x,4]; i i32[4,4]",
     "vf = jax.vmap(lambda x, v, i: x.at[i].set(v), in_axes=(None, 0, 0))\n"
     "out = vf(x, v, i)",
     "ValueError: Mapped away dimension of inputs passed to vmap should be sharded the "
     "same. Got inconsistent axis specs: x vs None"},
    {"0.6.0", "x=8", "x f32[4,8]; v f32[4,4]; i i32[4,4]",
     "def f(x, v, i):\n"
     "  y = x.at[i].add(v)\n"
     "  return y\n"
     "\n"
     "out = jax.vmap(f, in_axes=(0, 1, 1))(x, v, i)",
     "ShardingTypeError: sharding rule for scatter-add is not implemented. Please file "
     "a bug at https://github.com/jax-ml/jax/issues. You can work around this error by "
     "dropping that operation into full auto sharding mode via: "
     "`jax.experimental.shard.auto_axes(fun, out_shardings=...)`"},
    {"0.6.0", "x=2 y=2", "x f32[4@x,8]; v f32[4@x,4]; i i32[4@x,4]",
     "@jax.vmap\n"
     "def f(x, v, i):\n"
     "  return x.at[i].set(v)\n"
     "\n"
     "out = f(x, v, i)",
     "ShardingTypeError: select `which` must be scalar or have the same sharding as "
     "cases, got `which` sharding NamedSharding(mesh=AbstractMesh('x': 2, 'y': 2, "
     "axis_types=(Explicit, Explicit)), spec=PartitionSpec('x', None)) but case "
     "sharding NamedSharding(mesh=AbstractMesh('x': 2, 'y': 2, axis_types=(Explicit, "
     "Explicit)), spec=PartitionSpec(None, None))."},
    {"0.6.0", "data=4", "a f32[2,4,4]",
     "@jax.vmap\n"
     "def f(a):\n"
     "  return lax.cumsum(a, axis=1)\n"
     "\n"
     "out = f(a)",
     "out f32[2,4,4]"},
    {"0.6.0", "x=1 y=4", "a f32[8@y,4,2@x]; b f32[2@x,8,4]",
     "vf = jax.vmap(lambda a, b: jnp.stack([a, b]), in_axes=(2, 0))\n"
     "out = vf(a, b)",
     "ShardingTypeError: All operands should have the same sharding. Got shardings "
     "NamedSharding(mesh=AbstractMesh('x': 1, 'y': 4, axis_types=(Explicit, "
     "Explicit)), spec=PartitionSpec('x', None, 'y', None)), "
     "NamedSharding(mesh=AbstractMesh('x': 1, 'y': 4, axis_types=(Explicit, "
     "Explicit)), spec=PartitionSpec('x', None, None, None))"},
    {"0.6.0", "x=4 y=2", "a f32[8@x,8,8@y]", "out = jax.vmap(lambda a: lax.cumsum(a, axis=1))(a)",
     "out f32[8@x,8,8@y]"},
    {"0.6.0", "x=2", "x f32[4]; i i32[3,6]",
     "vf = jax.vmap(lambda x, i: x[i], in_axes=(None, 0))\n"
     "out = vf(x, i)",
     "out f32[3,6]"},
    {"0.6.0", "x=2 y=2 z=2", "a f32[8@y,2,8@z]; b f32[8@z,8,2]",
     "@partial(jax.vmap, in_axes=(2, 0))\n"
     "def f(a, b):\n"
     "  return lax.add(a, b)\n"
     "\n"
     "out = f(a, b)",
     "out f32[8@z,8@y,2]"},
    {"0.6.0", "x=2 y=2", "a f32[2@y,8@x,4]",
     "out = jax.vmap(lambda a: jnp.sum(a, 0), spmd_axis_name='y')(a)",
     "ValueError: Only one of spmd_axis_name or arrays sharded on `Explicit` mesh axis "
     "type is allowed. Got spmd_axis_name=('y',) and arrays sharded on "
     "explicit_mesh_axis='y'"},
    {"0.6.0", "x=8", "a f32[16,3,8]; b f32[16,3,8@x]",
     "def f(a, b):\n"
     "  y = lax.add(a, b)\n"
     "  return y\n"
     "\n"
     "out = jax.vmap(f, in_axes=(2, 2))(a, b)",
     "out f32[8@x,16,3]"},
    {"0.6.0", "x=4", "x f32[4,4]; i i32[12@x,4]",
     "vf = jax.vmap(lambda x, i: x[i], in_axes=(1, 1))\n"
     "out = vf(x, i)",
     "ShardingTypeError: Use `.at[...].get(out_sharding=)` to provide output "
     "PartitionSpec for the gather indexing."},
    {"0.6.0", "x=1 y=4", "x f32[6,6]; i i32[8@x,6]",
     "def f(x, i):\n"
     "  y = x.at[i].get()\n"
     "  return y\n"
     "\n"
     "out = jax.vmap(f, in_axes=(0, 1))(x, i)",
     "ShardingTypeError: Use `.at[...].get(out_sharding=)` to provide output "
     "PartitionSpec for the gather indexing."},
    {"0.6.0", "data=4", "a f32[8,4,4]",
     "@jax.vmap\n"
     "def f(a):\n"
     "  return a.reshape(-1)\n"
     "\n"
     "out = f(a)",
     "out f32[8,16]"},
    {"0.6.0", "b=4 a=4", "x f32[4,4]; v f32[4,4@a]; i i32[4@a,4]",
     "def f(x, v, i):\n"
     "  y = x.at[i].max(v, out_sharding=P(None))\n"
     "  return y\n"
     "\n"
     "out = jax.vmap(f, in_axes=(0, 1, 0), spmd_axis_name='b')(x, v, i)",
     "ValueError: Only one of spmd_axis_name or arrays sharded on `Explicit` mesh axis "
     "type is allowed. Got spmd_axis_name=('b',) and arrays sharded on "
     "explicit_mesh_axis='a'"},
    {"0.6.0", "x=4 y=2", "a f32[6,6@y,4@x]; b f32[6@y,6]",
     "out = jax.vmap(lambda a, b: lax.add(a, b), in_axes=(2, None), "
     "spmd_axis_name='y')(a, b)",
     "ValueError: Only one of spmd_axis_name or arrays sharded on `Explicit` mesh axis "
     "type is allowed. Got spmd_axis_name=('y',) and arrays sharded on "
     "explicit_mesh_axis='x'"},
    {"0.6.0", "x=2 y=2 z=3", "a f32[4,8]; b f32[4@y,8@x]",
     "out = jax.vmap(lambda a, b: jnp.stack([a, b]), in_axes=(None, None))(a, b)",
     "ValueError: vmap must have at least one non-None value in in_axes"},
    {"0.6.0", "x=4", "x f32[6]; i i32[4,4@x]",
     "@partial(jax.vmap, in_axes=(None, 0))\n"
     "def f(x, i):\n"
     "  return x[i]\n"
     "\n"
     "out = f(x, i)",
     "ShardingTypeError: select `which` must be scalar or have the same sharding as "
     "cases, got `which` sharding NamedSharding(mesh=AbstractMesh('x': 4, "
     "axis_types=(Explicit,)), spec=PartitionSpec(None, None)) but case sharding "
     "NamedSharding(mesh=AbstractMesh('x': 4, axis_types=(Explicit,)), "
     "spec=PartitionSpec('x', None))."},
};

/* What release 0.6.0 says. */
Test(vmap_releases, as_0_6_0_does)
{
	testing_programs(in_0_6_0, ROWS(in_0_6_0));
}

static const struct program_case in_0_7_0[] = {
    {"0.7.0", "x=2 y=2", "x f32[4@x,8]; i i32[4]",
     "@partial(jax.vmap, in_axes=(0, None))\n"
     "def f(x, i):\n"
     "  return x[i]\n"
     "\n"
     "out = f(x, i)",
     "out f32[4@x,4]"},
    {"0.7.0", "x=2", "x f32[12@x]; i i32[12]",
     "vf = jax.vmap(lambda x, i: x[i], in_axes=(None, None))\n"
     "out = vf(x, i)",
     "ValueError: vmap must have at least one non-None value in in_axes"},
    {"0.7.0", "x=2 y=2 z=2", "x f32[2@y]; i i32[4@y,8@x]",
     "out = jax.vmap(lambda x, i: x[i], in_axes=(None, 0), spmd_axis_name='y')(x, i)",
     "ValueError: Only one of spmd_axis_name or arrays sharded on `Explicit` mesh axis "
     "type is allowed. Got spmd_axis_name=('y',) and arrays sharded on "
     "explicit_mesh_axis=('y',)"},
    {"0.7.0", "fsdp=2 tp=2 sp=2", "a f32[2@fsdp,8,4]",
     "@jax.vmap\n"
     "def f(a):\n"
     "  return jnp.cumsum(a, axis=0)\n"
     "\n"
     "out = f(a)",
     "out f32[2@fsdp,8,4]"},
    {"0.7.0", "x=4 y=1 z=2", "a f32[4,4,8@(x,y)]; b f32[8@(y,z),4]",
     "@partial(jax.vmap, in_axes=(0, 1))\n"
     "def f(a, b):\n"
     "  return a / b\n"
     "\n"
     "out = f(a, b)",
     "ShardingTypeError: div got incompatible shardings for broadcasting: (None, ('x', "
     "'y')), (None, ('y', 'z'))."},
    {"0.7.0", "x=4 y=2", "x f32[4,8@y]; i i32[4,8@y]",
     "@partial(jax.vmap, in_axes=(1, 1), spmd_axis_name='x')\n"
     "def f(x, i):\n"
     "  return x.at[i].get()\n"
     "\n"
     "out = f(x, i)",
     "ValueError: Only one of spmd_axis_name or arrays sharded on `Explicit` mesh axis "
     "type is allowed. Got spmd_axis_name=('x',) and arrays sharded on "
     "explicit_mesh_axis=('y',)"},
    {"0.7.0", "x=4 y=2", "x f32[8@x,4@y]; i i32[8@x]",
     "vf = jax.vmap(lambda x, i: lax.dynamic_slice(x, (i,), (4,)))\n"
     "out = vf(x, i)",
     "out f32[8@x,4@y]"},
    {"0.7.0", "x=4 y=1 z=2", "a f32[4,8@x,4]; b f32[8,4@z]",
     "@partial(jax.vmap, in_axes=(1, 0))\n"
     "def f(a, b):\n"
     "  return a / b\n"
     "\n"
     "out = f(a, b)",
     "ValueError: Mapped away dimension of inputs passed to vmap should be sharded the "
     "same. Got inconsistent axis specs: x vs None"},
    {"0.7.0", "x=2", "x f32[4@x,3]; v f32[4@x,4]; i i32[4@x,4]",
     "vf = jax.vmap(lambda x, v, i: x.at[i].set(v), in_axes=(None, 0, 0))\n"
     "out = vf(x, v, i)",
     "ValueError: Incompatible shapes for broadcasting: (4,) and requested shape (4, "
     "3)"},
    {"0.7.0", "x=8", "a f32[8@x,8,8]; b f32[8,8,8]",
     "out = jax.vmap(lax.add, spmd_axis_name='x')(a, b)",
     "ValueError: Mapped away dimension of inputs passed to vmap should be sharded the "
     "same. Got inconsistent axis specs: x vs None"},
    {"0.7.0", "x=2", "x f32[4@x,3]; i i32[4@x]",
     "vf = jax.vmap(lambda x, i: x[i])\n"
     "out = vf(x, i)",
     "out f32[4@x]"},
    {"0.7.0", "x=2", "a f32[3,4,8]",
     "def f(a):\n"
     "  y = jnp.sum(a, 0)\n"
     "  return y\n"
     "\n"
     "out = jax.vmap(f, in_axes=(2,))(a)",
     "out f32[8,4]"},
    {"0.7.0", "x=2", "x f32[4,4@x]; i i32[4]",
     "out = jax.vmap(lambda x, i: x[i], in_axes=(0, None))(x, i)",
     "ShardingTypeError: Use `.at[...].get(out_sharding=)` to provide output "
     "PartitionSpec for the gather indexing as out sharding could not be resolved "
     "unambiguously (or would require collectives on inputs)."},
    {"0.7.0", "x=2 y=2", "x f32[8]; v f32[4@x,4]; i i32[4,4]",
     "vf = jax.vmap(lambda x, v, i: x.at[i].set(v), in_axes=(None, 0, 0))\n"
     "out = vf(x, v, i)",
     "ValueError: Mapped away dimension of inputs passed to vmap should be sharded the "
     "same. Got inconsistent axis specs: x vs None"},
    {"0.7.0", "x=8", "x f32[4,8]; v f32[4,4]; i i32[4,4]",
     "def f(x, v, i):\n"
     "  y = x.at[i].add(v)\n"
     "  return y\n"
     "\n"
     "out = jax.vmap(f, in_axes=(0, 1, 1))(x, v, i)",
     "out f32[4,8]"},
    {"0.7.0", "x=2 y=2", "x f32[4@x,8]; v f32[4@x,4]; i i32[4@x,4]",
     "@jax.vmap\n"
     "def f(x, v, i):\n"
     "  return x.at[i].set(v)\n"
     "\n"
     "out = f(x, v, i)",
     "out f32[4@x,8]"},
    {"0.7.0", "data=4", "a f32[2,4,4]",
     "@jax.vmap\n"
     "def f(a):\n"
     "  return lax.cumsum(a, axis=1)\n"
     "\n"
     "out = f(a)",
     "out f32[2,4,4]"},
    {"0.7.0", "x=1 y=4", "a f32[8@y,4,2@x]; b f32[2@x,8,4]",
     "vf = jax.vmap(lambda a, b: jnp.stack([a, b]), in_axes=(2, 0))\n"
     "out = vf(a, b)",
     "ShardingTypeError: All operands should have the same sharding. Got shardings "
     "NamedSharding(mesh=AbstractMesh('x': 1, 'y': 4, axis_types=(Explicit, "
     "Explicit)), spec=PartitionSpec('x', None, 'y', None)), "
     "NamedSharding(mesh=AbstractMesh('x': 1, 'y': 4, axis_types=(Explicit, "
     "Explicit)), spec=PartitionSpec('x', None, None, None))"},
    {"0.7.0", "x=4 y=2", "a f32[8@x,8,8@y]", "out = jax.vmap(lambda a: lax.cumsum(a, axis=1))(a)",
     "out f32[8@x,8,8@y]"},
    {"0.7.0", "x=2", "x f32[4]; i i32[3,6]",
     "vf = jax.vmap(lambda x, i: x[i], in_axes=(None, 0))\n"
     "out = vf(x, i)",
     "out f32[3,6]"},
    {"0.7.0", "x=2 y=2 z=2", "a f32[8@y,2,8@z]; b f32[8@z,8,2]",
     "@partial(jax.vmap, in_axes=(2, 0))\n"
     "def f(a, b):\n"
     "  return lax.add(a, b)\n"
     "\n"
     "out = f(a, b)",
     "out f32[8@z,8@y,2]"},
    {"0.7.0", "x=2 y=2", "a f32[2@y,8@x,4]",
     "out = jax.vmap(lambda a: jnp.sum(a, 0), spmd_axis_name='y')(a)",
     "ValueError: Only one of spmd_axis_name or arrays sharded on `Explicit` mesh axis "
     "type is allowed. Got spmd_axis_name=('y',) and arrays sharded on "
     "explicit_mesh_axis=('y',)"},
    {"0.7.0", "x=8", "a f32[16,3,8]; b f32[16,3,8@x]",
     "def f(a, b):\n"
     "  y = lax.add(a, b)\n"
     "  return y\n"
     "\n"
     "out = jax.vmap(f, in_axes=(2, 2))(a, b)",
     "out f32[8@x,16,3]"},
    {"0.7.0", "x=4", "x f32[4,4]; i i32[12@x,4]",
     "vf = jax.vmap(lambda x, i: x[i], in_axes=(1, 1))\n"
     "out = vf(x, i)",
     "ShardingTypeError: select `which` must be scalar or have the same sharding as "
     "cases, got `which` sharding NamedSharding(mesh=AbstractMesh('x': 4, "
     "axis_types=(Explicit,)), spec=PartitionSpec(None, None)) but case sharding "
     "NamedSharding(mesh=AbstractMesh('x': 4, axis_types=(Explicit,)), "
     "spec=PartitionSpec(None, 'x'))."},
    {"0.7.0", "x=1 y=4", "x f32[6,6]; i i32[8@x,6]",
     "def f(x, i):\n"
     "  y = x.at[i].get()\n"
     "  return y\n"
     "\n"
     "out = jax.vmap(f, in_axes=(0, 1))(x, i)",
     "ShardingTypeError: select `which` must be scalar or have the same sharding as "
     "cases, got `which` sharding NamedSharding(mesh=AbstractMesh('x': 1, 'y': 4, "
     "axis_types=(Explicit, Explicit)), spec=PartitionSpec(None, None)) but case "
     "sharding NamedSharding(mesh=AbstractMesh('x': 1, 'y': 4, axis_types=(Explicit, "
     "Explicit)), spec=PartitionSpec(None, 'x'))."},
    {"0.7.0", "data=4", "a f32[8,4,4]",
     "@jax.vmap\n"
     "def f(a):\n"
     "  return a.reshape(-1)\n"
     "\n"
     "out = f(a)",
     "out f32[8,16]"},
    {"0.7.0", "b=4 a=4", "x f32[4,4]; v f32[4,4@a]; i i32[4@a,4]",
     "def f(x, v, i):\n"
     "  y = x.at[i].max(v, out_sharding=P(None))\n"
     "  return y\n"
     "\n"
     "out = jax.vmap(f, in_axes=(0, 1, 0), spmd_axis_name='b')(x, v, i)",
     "ValueError: Only one of spmd_axis_name or arrays sharded on `Explicit` mesh axis "
     "type is allowed. Got spmd_axis_name=('b',) and arrays sharded on "
     "explicit_mesh_axis=('a',)"},
    {"0.7.0", "x=4 y=2", "a f32[6,6@y,4@x]; b f32[6@y,6]",
     "out = jax.vmap(lambda a, b: lax.add(a, b), in_axes=(2, None), "
     "spmd_axis_name='y')(a, b)",
     "ValueError: Only one of spmd_axis_name or arrays sharded on `Explicit` mesh axis "
     "type is allowed. Got spmd_axis_name=('y',) and arrays sharded on "
     "explicit_mesh_axis=('x',)"},
    {"0.7.0", "x=2 y=2 z=3", "a f32[4,8]; b f32[4@y,8@x]",
     "out = jax.vmap(lambda a, b: jnp.stack([a, b]), in_axes=(None, None))(a, b)",
     "ValueError: vmap must have at least one non-None value in in_axes"},
    {"0.7.0", "x=4", "x f32[6]; i i32[4,4@x]",
     "@partial(jax.vmap, in_axes=(None, 0))\n"
     "def f(x, i):\n"
     "  return x[i]\n"
     "\n"
     "out = f(x, i)",
     "out f32[4,4@x]"},
};

/* What release 0.7.0 says. */
Test(vmap_releases, as_0_7_0_does)
{
	testing_programs(in_0_7_0, ROWS(in_0_7_0));
}

static const struct program_case in_0_8_2[] = {
    {"0.8.2", "x=2 y=2", "x f32[4@x,8]; i i32[4]",
     "@partial(jax.vmap, in_axes=(0, None))\n"
     "def f(x, i):\n"
     "  return x[i]\n"
     "\n"
     "out = f(x, i)",
     "out f32[4@x,4]"},
    {"0.8.2", "x=2", "x f32[12@x]; i i32[12]",
     "vf = jax.vmap(lambda x, i: x[i], in_axes=(None, None))\n"
     "out = vf(x, i)",
     "ValueError: vmap must have at least one non-None value in in_axes"},
    {"0.8.2", "x=2 y=2 z=2", "x f32[2@y]; i i32[4@y,8@x]",
     "out = jax.vmap(lambda x, i: x[i], in_axes=(None, 0), spmd_axis_name='y')(x, i)",
     "ShardingTypeError: Use `.at[...].get(out_sharding=)` to provide output "
     "PartitionSpec for the gather indexing as out sharding could not be resolved "
     "unambiguously (or would require collectives on inputs). Got "
     "operand=ShapedArray(float32[2@y]), indices=ShapedArray(int32[4@y,8@x,1])"},
    {"0.8.2", "fsdp=2 tp=2 sp=2", "a f32[2@fsdp,8,4]",
     "@jax.vmap\n"
     "def f(a):\n"
     "  return jnp.cumsum(a, axis=0)\n"
     "\n"
     "out = f(a)",
     "out f32[2@fsdp,8,4]"},
    {"0.8.2", "x=4 y=1 z=2", "a f32[4,4,8@(x,y)]; b f32[8@(y,z),4]",
     "@partial(jax.vmap, in_axes=(0, 1))\n"
     "def f(a, b):\n"
     "  return a / b\n"
     "\n"
     "out = f(a, b)",
     "ShardingTypeError: div got incompatible shardings for broadcasting: (None, ('x', "
     "'y')), (None, ('y', 'z'))."},
    {"0.8.2", "x=4 y=2", "x f32[4,8@y]; i i32[4,8@y]",
     "@partial(jax.vmap, in_axes=(1, 1), spmd_axis_name='x')\n"
     "def f(x, i):\n"
     "  return x.at[i].get()\n"
     "\n"
     "out = f(x, i)",
     "ValueError: Only one of spmd_axis_name or arrays sharded on `Explicit` mesh axis "
     "type is allowed. Got spmd_axis_name=('x',) and arrays sharded on "
     "explicit_mesh_axis=('y',)"},
    {"0.8.2", "x=4 y=2", "x f32[8@x,4@y]; i i32[8@x]",
     "vf = jax.vmap(lambda x, i: lax.dynamic_slice(x, (i,), (4,)))\n"
     "out = vf(x, i)",
     "out f32[8@x,4@y]"},
    {"0.8.2", "x=4 y=1 z=2", "a f32[4,8@x,4]; b f32[8,4@z]",
     "@partial(jax.vmap, in_axes=(1, 0))\n"
     "def f(a, b):\n"
     "  return a / b\n"
     "\n"
     "out = f(a, b)",
     "ValueError: Mapped away dimension of inputs passed to vmap should be sharded the "
     "same. Got inconsistent axis specs: x vs None"},
    {"0.8.2", "x=2", "x f32[4@x,3]; v f32[4@x,4]; i i32[4@x,4]",
     "vf = jax.vmap(lambda x, v, i: x.at[i].set(v), in_axes=(None, 0, 0))\n"
     "out = vf(x, v, i)",
     "ValueError: Incompatible shapes for broadcasting: (4,) and requested shape (4, "
     "3)"},
    {"0.8.2", "x=8", "a f32[8@x,8,8]; b f32[8,8,8]",
     "out = jax.vmap(lax.add, spmd_axis_name='x')(a, b)",
     "ValueError: Mapped away dimension of inputs passed to vmap should be sharded the "
     "same. Got inconsistent axis specs: x vs None"},
    {"0.8.2", "x=2", "x f32[4@x,3]; i i32[4@x]",
     "vf = jax.vmap(lambda x, i: x[i])\n"
     "out = vf(x, i)",
     "out f32[4@x]"},
    {"0.8.2", "x=2", "a f32[3,4,8]",
     "def f(a):\n"
     "  y = jnp.sum(a, 0)\n"
     "  return y\n"
     "\n"
     "out = jax.vmap(f, in_axes=(2,))(a)",
     "out f32[8,4]"},
    {"0.8.2", "x=2", "x f32[4,4@x]; i i32[4]",
     "out = jax.vmap(lambda x, i: x[i], in_axes=(0, None))(x, i)",
     "ShardingTypeError: Use `.at[...].get(out_sharding=)` to provide output "
     "PartitionSpec for the gather indexing as out sharding could not be resolved "
     "unambiguously (or would require collectives on inputs). Got "
     "operand=ShapedArray(float32[4,4@x]), indices=ShapedArray(int32[4,1])"},
    {"0.8.2", "x=2 y=2", "x f32[8]; v f32[4@x,4]; i i32[4,4]",
     "vf = jax.vmap(lambda x, v, i: x.at[i].set(v), in_axes=(None, 0, 0))\n"
     "out = vf(x, v, i)",
     "ValueError: Mapped away dimension of inputs passed to vmap should be sharded the "
     "same. Got inconsistent axis specs: x vs None"},
    {"0.8.2", "x=8", "x f32[4,8]; v f32[4,4]; i i32[4,4]",
     "def f(x, v, i):\n"
     "  y = x.at[i].add(v)\n"
     "  return y\n"
     "\n"
     "out = jax.vmap(f, in_axes=(0, 1, 1))(x, v, i)",
     "out f32[4,8]"},
    {"0.8.2", "x=2 y=2", "x f32[4@x,8]; v f32[4@x,4]; i i32[4@x,4]",
     "@jax.vmap\n"
     "def f(x, v, i):\n"
     "  return x.at[i].set(v)\n"
     "\n"
     "out = f(x, v, i)",
     "out f32[4@x,8]"},
    {"0.8.2", "data=4", "a f32[2,4,4]",
     "@jax.vmap\n"
     "def f(a):\n"
     "  return lax.cumsum(a, axis=1)\n"
     "\n"
     "out = f(a)",
     "out f32[2,4,4]"},
    {"0.8.2", "x=1 y=4", "a f32[8@y,4,2@x]; b f32[2@x,8,4]",
     "vf = jax.vmap(lambda a, b: jnp.stack([a, b]), in_axes=(2, 0))\n"
     "out = vf(a, b)",
     "ShardingTypeError: All operands should have the same sharding. Got shardings "
     "NamedSharding(mesh=AbstractMesh('x': 1, 'y': 4, axis_types=(Explicit, Explicit), "
     "device_kind=cpu, num_cores=None), spec=PartitionSpec('x', None, 'y', None)), "
     "NamedSharding(mesh=AbstractMesh('x': 1, 'y': 4, axis_types=(Explicit, Explicit), "
     "device_kind=cpu, num_cores=None), spec=PartitionSpec('x', None, None, None))"},
    {"0.8.2", "x=4 y=2", "a f32[8@x,8,8@y]", "out = jax.vmap(lambda a: lax.cumsum(a, axis=1))(a)",
     "out f32[8@x,8,8@y]"},
    {"0.8.2", "x=2", "x f32[4]; i i32[3,6]",
     "vf = jax.vmap(lambda x, i: x[i], in_axes=(None, 0))\n"
     "out = vf(x, i)",
     "out f32[3,6]"},
    {"0.8.2", "x=2 y=2 z=2", "a f32[8@y,2,8@z]; b f32[8@z,8,2]",
     "@partial(jax.vmap, in_axes=(2, 0))\n"
     "def f(a, b):\n"
     "  return lax.add(a, b)\n"
     "\n"
     "out = f(a, b)",
     "out f32[8@z,8@y,2]"},
    {"0.8.2", "x=2 y=2", "a f32[2@y,8@x,4]",
     "out = jax.vmap(lambda a: jnp.sum(a, 0), spmd_axis_name='y')(a)", "out f32[2@y,4]"},
    {"0.8.2", "x=8", "a f32[16,3,8]; b f32[16,3,8@x]",
     "def f(a, b):\n"
     "  y = lax.add(a, b)\n"
     "  return y\n"
     "\n"
     "out = jax.vmap(f, in_axes=(2, 2))(a, b)",
     "ValueError: Mapped away dimension of inputs passed to vmap should be sharded the "
     "same. Got inconsistent axis specs: None vs x"},
    {"0.8.2", "x=4", "x f32[4,4]; i i32[12@x,4]",
     "vf = jax.vmap(lambda x, i: x[i], in_axes=(1, 1))\n"
     "out = vf(x, i)",
     "out f32[4@x,12]"},
    {"0.8.2", "x=1 y=4", "x f32[6,6]; i i32[8@x,6]",
     "def f(x, i):\n"
     "  y = x.at[i].get()\n"
     "  return y\n"
     "\n"
     "out = jax.vmap(f, in_axes=(0, 1))(x, i)",
     "out f32[6@x,8]"},
    {"0.8.2", "data=4", "a f32[8,4,4]",
     "@jax.vmap\n"
     "def f(a):\n"
     "  return a.reshape(-1)\n"
     "\n"
     "out = f(a)",
     "out f32[8,16]"},
    {"0.8.2", "b=4 a=4", "x f32[4,4]; v f32[4,4@a]; i i32[4@a,4]",
     "def f(x, v, i):\n"
     "  y = x.at[i].max(v, out_sharding=P(None))\n"
     "  return y\n"
     "\n"
     "out = jax.vmap(f, in_axes=(0, 1, 0), spmd_axis_name='b')(x, v, i)",
     "ValueError: Mapped away dimension of inputs passed to vmap should be sharded the "
     "same. Got inconsistent axis specs: None vs a"},
    {"0.8.2", "x=4 y=2", "a f32[6,6@y,4@x]; b f32[6@y,6]",
     "out = jax.vmap(lambda a, b: lax.add(a, b), in_axes=(2, None), "
     "spmd_axis_name='y')(a, b)",
     "ValueError: Only one of spmd_axis_name or arrays sharded on `Explicit` mesh axis "
     "type is allowed. Got spmd_axis_name=('y',) and arrays sharded on "
     "explicit_mesh_axis=('x',)"},
    {"0.8.2", "x=2 y=2 z=3", "a f32[4,8]; b f32[4@y,8@x]",
     "out = jax.vmap(lambda a, b: jnp.stack([a, b]), in_axes=(None, None))(a, b)",
     "ValueError: vmap must have at least one non-None value in in_axes"},
    {"0.8.2", "x=4", "x f32[6]; i i32[4,4@x]",
     "@partial(jax.vmap, in_axes=(None, 0))\n"
     "def f(x, i):\n"
     "  return x[i]\n"
     "\n"
     "out = f(x, i)",
     "ShardingTypeError: Use `.at[...].get(out_sharding=)` to provide output "
     "PartitionSpec for the gather indexing as out sharding could not be resolved "
     "unambiguously (or would require collectives on inputs). Got "
     "operand=ShapedArray(float32[6]), indices=ShapedArray(int32[4,4@x,1])"},
};

/* What release 0.8.2 says. */
Test(vmap_releases, as_0_8_2_does)
{
	testing_programs(in_0_8_2, ROWS(in_0_8_2));
}

static const struct program_case in_0_9_0[] = {
    {"0.9.0", "x=2 y=2", "x f32[4@x,8]; i i32[4]",
     "@partial(jax.vmap, in_axes=(0, None))\n"
     "def f(x, i):\n"
     "  return x[i]\n"
     "\n"
     "out = f(x, i)",
     "out f32[4@x,4]"},
    {"0.9.0", "x=2", "x f32[12@x]; i i32[12]",
     "vf = jax.vmap(lambda x, i: x[i], in_axes=(None, None))\n"
     "out = vf(x, i)",
     "ValueError: vmap must have at least one non-None value in in_axes"},
    {"0.9.0", "x=2 y=2 z=2", "x f32[2@y]; i i32[4@y,8@x]",
     "out = jax.vmap(lambda x, i: x[i], in_axes=(None, 0), spmd_axis_name='y')(x, i)",
     "ShardingTypeError: Use `.at[...].get(out_sharding=)` to provide output "
     "PartitionSpec for the gather indexing as out sharding could not be resolved "
     "unambiguously (or would require collectives on inputs). Got "
     "operand=ShapedArray(float32[2@y]), indices=ShapedArray(int32[4@y,8@x,1])"},
    {"0.9.0", "fsdp=2 tp=2 sp=2", "a f32[2@fsdp,8,4]",
     "@jax.vmap\n"
     "def f(a):\n"
     "  return jnp.cumsum(a, axis=0)\n"
     "\n"
     "out = f(a)",
     "out f32[2@fsdp,8,4]"},
    {"0.9.0", "x=4 y=1 z=2", "a f32[4,4,8@(x,y)]; b f32[8@(y,z),4]",
     "@partial(jax.vmap, in_axes=(0, 1))\n"
     "def f(a, b):\n"
     "  return a / b\n"
     "\n"
     "out = f(a, b)",
     "ShardingTypeError: div got incompatible shardings for broadcasting: (None, ('x', "
     "'y')), (None, ('y', 'z'))."},
    {"0.9.0", "x=4 y=2", "x f32[4,8@y]; i i32[4,8@y]",
     "@partial(jax.vmap, in_axes=(1, 1), spmd_axis_name='x')\n"
     "def f(x, i):\n"
     "  return x.at[i].get()\n"
     "\n"
     "out = f(x, i)",
     "ValueError: Only one of spmd_axis_name or arrays sharded on `Explicit` mesh axis "
     "type is allowed. Got spmd_axis_name=('x',) and arrays sharded on "
     "explicit_mesh_axis=('y',)"},
    {"0.9.0", "x=4 y=2", "x f32[8@x,4@y]; i i32[8@x]",
     "vf = jax.vmap(lambda x, i: lax.dynamic_slice(x, (i,), (4,)))\n"
     "out = vf(x, i)",
     "out f32[8@x,4@y]"},
    {"0.9.0", "x=4 y=1 z=2", "a f32[4,8@x,4]; b f32[8,4@z]",
     "@partial(jax.vmap, in_axes=(1, 0))\n"
     "def f(a, b):\n"
     "  return a / b\n"
     "\n"
     "out = f(a, b)",
     "ValueError: Mapped away dimension of inputs passed to vmap should be sharded the "
     "same. Got inconsistent axis specs: x vs None"},
    {"0.9.0", "x=2", "x f32[4@x,3]; v f32[4@x,4]; i i32[4@x,4]",
     "vf = jax.vmap(lambda x, v, i: x.at[i].set(v), in_axes=(None, 0, 0))\n"
     "out = vf(x, v, i)",
     "ValueError: Incompatible shapes for broadcasting: (4,) and requested shape (4, "
     "3)"},
    {"0.9.0", "x=8", "a f32[8@x,8,8]; b f32[8,8,8]",
     "out = jax.vmap(lax.add, spmd_axis_name='x')(a, b)",
     "ValueError: Mapped away dimension of inputs passed to vmap should be sharded the "
     "same. Got inconsistent axis specs: x vs None"},
    {"0.9.0", "x=2", "x f32[4@x,3]; i i32[4@x]",
     "vf = jax.vmap(lambda x, i: x[i])\n"
     "out = vf(x, i)",
     "out f32[4@x]"},
    {"0.9.0", "x=2", "a f32[3,4,8]",
     "def f(a):\n"
     "  y = jnp.sum(a, 0)\n"
     "  return y\n"
     "\n"
     "out = jax.vmap(f, in_axes=(2,))(a)",
     "out f32[8,4]"},
    {"0.9.0", "x=2", "x f32[4,4@x]; i i32[4]",
     "out = jax.vmap(lambda x, i: x[i], in_axes=(0, None))(x, i)",
     "ShardingTypeError: Use `.at[...].get(out_sharding=)` to provide output "
     "PartitionSpec for the gather indexing as out sharding could not be resolved "
     "unambiguously (or would require collectives on inputs). Got "
     "operand=ShapedArray(float32[4,4@x]), indices=ShapedArray(int32[4,1])"},
    {"0.9.0", "x=2 y=2", "x f32[8]; v f32[4@x,4]; i i32[4,4]",
     "vf = jax.vmap(lambda x, v, i: x.at[i].set(v), in_axes=(None, 0, 0))\n"
     "out = vf(x, v, i)",
     "ValueError: Mapped away dimension of inputs passed to vmap should be sharded the "
     "same. Got inconsistent axis specs: x vs None"},
    {"0.9.0", "x=8", "x f32[4,8]; v f32[4,4]; i i32[4,4]",
     "def f(x, v, i):\n"
     "  y = x.at[i].add(v)\n"
     "  return y\n"
     "\n"
     "out = jax.vmap(f, in_axes=(0, 1, 1))(x, v, i)",
     "out f32[4,8]"},
    {"0.9.0", "x=2 y=2", "x f32[4@x,8]; v f32[4@x,4]; i i32[4@x,4]",
     "@jax.vmap\n"
     "def f(x, v, i):\n"
     "  return x.at[i].set(v)\n"
     "\n"
     "out = f(x, v, i)",
     "out f32[4@x,8]"},
    {"0.9.0", "data=4", "a f32[2,4,4]",
     "@jax.vmap\n"
     "def f(a):\n"
     "  return lax.cumsum(a, axis=1)\n"
     "\n"
     "out = f(a)",
     "out f32[2,4,4]"},
    {"0.9.0", "x=1 y=4", "a f32[8@y,4,2@x]; b f32[2@x,8,4]",
     "vf = jax.vmap(lambda a, b: jnp.stack([a, b]), in_axes=(2, 0))\n"
     "out = vf(a, b)",
     "ShardingTypeError: All operands should have the same sharding. Got shardings "
     "NamedSharding(mesh=AbstractMesh('x': 1, 'y': 4, axis_types=(Explicit, Explicit), "
     "device_kind=cpu, num_cores=None), spec=PartitionSpec('x', None, 'y', None)), "
     "NamedSharding(mesh=AbstractMesh('x': 1, 'y': 4, axis_types=(Explicit, Explicit), "
     "device_kind=cpu, num_cores=None), spec=PartitionSpec('x', None, None, None))"},
    {"0.9.0", "x=4 y=2", "a f32[8@x,8,8@y]", "out = jax.vmap(lambda a: lax.cumsum(a, axis=1))(a)",
     "out f32[8@x,8,8@y]"},
    {"0.9.0", "x=2", "x f32[4]; i i32[3,6]",
     "vf = jax.vmap(lambda x, i: x[i], in_axes=(None, 0))\n"
     "out = vf(x, i)",
     "out f32[3,6]"},
    {"0.9.0", "x=2 y=2 z=2", "a f32[8@y,2,8@z]; b f32[8@z,8,2]",
     "@partial(jax.vmap, in_axes=(2, 0))\n"
     "def f(a, b):\n"
     "  return lax.add(a, b)\n"
     "\n"
     "out = f(a, b)",
     "out f32[8@z,8@y,2]"},
    {"0.9.0", "x=2 y=2", "a f32[2@y,8@x,4]",
     "out = jax.vmap(lambda a: jnp.sum(a, 0), spmd_axis_name='y')(a)", "out f32[2@y,4]"},
    {"0.9.0", "x=8", "a f32[16,3,8]; b f32[16,3,8@x]",
     "def f(a, b):\n"
     "  y = lax.add(a, b)\n"
     "  return y\n"
     "\n"
     "out = jax.vmap(f, in_axes=(2, 2))(a, b)",
     "ValueError: Mapped away dimension of inputs passed to vmap should be sharded the "
     "same. Got inconsistent axis specs: None vs x"},
    {"0.9.0", "x=4", "x f32[4,4]; i i32[12@x,4]",
     "vf = jax.vmap(lambda x, i: x[i], in_axes=(1, 1))\n"
     "out = vf(x, i)",
     "out f32[4@x,12]"},
    {"0.9.0", "x=1 y=4", "x f32[6,6]; i i32[8@x,6]",
     "def f(x, i):\n"
     "  y = x.at[i].get()\n"
     "  return y\n"
     "\n"
     "out = jax.vmap(f, in_axes=(0, 1))(x, i)",
     "out f32[6@x,8]"},
    {"0.9.0", "data=4", "a f32[8,4,4]",
     "@jax.vmap\n"
     "def f(a):\n"
     "  return a.reshape(-1)\n"
     "\n"
     "out = f(a)",
     "out f32[8,16]"},
    {"0.9.0", "b=4 a=4", "x f32[4,4]; v f32[4,4@a]; i i32[4@a,4]",
     "def f(x, v, i):\n"
     "  y = x.at[i].max(v, out_sharding=P(None))\n"
     "  return y\n"
     "\n"
     "out = jax.vmap(f, in_axes=(0, 1, 0), spmd_axis_name='b')(x, v, i)",
     "ValueError: Mapped away dimension of inputs passed to vmap should be sharded the "
     "same. Got inconsistent axis specs: None vs a"},
    {"0.9.0", "x=4 y=2", "a f32[6,6@y,4@x]; b f32[6@y,6]",
     "out = jax.vmap(lambda a, b: lax.add(a, b), in_axes=(2, None), "
     "spmd_axis_name='y')(a, b)",
     "ValueError: Only one of spmd_axis_name or arrays sharded on `Explicit` mesh axis "
     "type is allowed. Got spmd_axis_name=('y',) and arrays sharded on "
     "explicit_mesh_axis=('x',)"},
    {"0.9.0", "x=2 y=2 z=3", "a f32[4,8]; b f32[4@y,8@x]",
     "out = jax.vmap(lambda a, b: jnp.stack([a, b]), in_axes=(None, None))(a, b)",
     "ValueError: vmap must have at least one non-None value in in_axes"},
    {"0.9.0", "x=4", "x f32[6]; i i32[4,4@x]",
     "@partial(jax.vmap, in_axes=(None, 0))\n"
     "def f(x, i):\n"
     "  return x[i]\n"
     "\n"
     "out = f(x, i)",
     "ShardingTypeError: Use `.at[...].get(out_sharding=)` to provide output "
     "PartitionSpec for the gather indexing as out sharding could not be resolved "
     "unambiguously (or would require collectives on inputs). Got "
     "operand=ShapedArray(float32[6]), indices=ShapedArray(int32[4,4@x,1])"},
};

/* What release 0.9.0 says. */
Test(vmap_releases, as_0_9_0_does)
{
	testing_programs(in_0_9_0, ROWS(in_0_9_0));
}
