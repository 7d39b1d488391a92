/* SPDX-License-Identifier: Apache-2.0 */
/* Rows are checked against JAX by testdata/programs/rows.py. */
#include "testing/program_cases.h"

static const struct program_case accepted[] = {
    {"0.10.2", "x=8", "x f32[4,8]; v f32[4,4]; i i32[4,4]",
     "def f(x, v, i):\n"
     "  y = x.at[i].add(v)\n"
     "  return y\n"
     "\n"
     "out = jax.vmap(f, in_axes=(0, 1, 1))(x, v, i)",
     "out f32[4,8]"},
    {"0.10.2", "x=1 y=4", "x f32[4@x,4]; i i32[4@x,4]",
     "def f(x, i):\n"
     "  y = x.at[i].get()\n"
     "  return y\n"
     "\n"
     "out = jax.vmap(f)(x, i)",
     "out f32[4@x,4]"},
    {"0.10.2", "x=2 y=2", "x f32[4@x,8]; v f32[4@x,4]; i i32[4@x,4]",
     "@jax.vmap\n"
     "def f(x, v, i):\n"
     "  return x.at[i].set(v)\n"
     "\n"
     "out = f(x, v, i)",
     "out f32[4@x,8]"},
    {"0.10.2", "data=4", "a f32[2,4@data,8]",
     "def f(a):\n"
     "  y = a.max(axis=1)\n"
     "  return y\n"
     "\n"
     "out = jax.vmap(f)(a)",
     "out f32[2,4@data]"},
    {"0.10.2", "x=3", "a f32[2,3,8]",
     "def f(a):\n"
     "  y = a.reshape(3, 2, 4)\n"
     "  return y\n"
     "\n"
     "out = jax.vmap(f)(a)",
     "out f32[2,3,2,4]"},
    {"0.10.2", "data=2 model=4", "a f32[4@model,8,8]",
     "def f(a):\n"
     "  y = a.sum()\n"
     "  return y\n"
     "\n"
     "out = jax.vmap(f, in_axes=(2,))(a)",
     "out f32[8]"},
    {"0.10.2", "x=4 y=1 z=2", "a f32[8,4@z,4]",
     "def f(a):\n"
     "  y = a.sum()\n"
     "  return y\n"
     "\n"
     "out = jax.vmap(f, in_axes=(1,))(a)",
     "out f32[4@z]"},
    {"0.10.2", "x=2", "x f32[4,8]; i i32[4,4]",
     "@jax.vmap\n"
     "def f(x, i):\n"
     "  return x[i]\n"
     "\n"
     "out = f(x, i)",
     "out f32[4,4]"},
    {"0.10.2", "data=2 model=4", "a f32[2,4,4]",
     "def f(a):\n"
     "  y = a[None]\n"
     "  return y\n"
     "\n"
     "out = jax.vmap(f)(a)",
     "out f32[2,1,4,4]"},
    {"0.10.2", "x=2 y=4", "a f32[3,4,4@x]",
     "def f(a):\n"
     "  y = a[None]\n"
     "  return y\n"
     "\n"
     "out = jax.vmap(f, in_axes=(1,))(a)",
     "out f32[4,1,3,4@x]"},
    {"0.10.2", "x=4", "x f32[4,8]; i i32[4,4]",
     "def f(x, i):\n"
     "  y = x[i]\n"
     "  return y\n"
     "\n"
     "out = jax.vmap(f)(x, i)",
     "out f32[4,4]"},
    {"0.10.2", "x=4", "a f32[4,8]; b f32[4,8,4@x]",
     "def f(a, b):\n"
     "  y = a + b\n"
     "  return y\n"
     "\n"
     "out = jax.vmap(f, in_axes=(None, 2))(a, b)",
     "out f32[4@x,4,8]"},
    {"0.10.2", "x=3 y=2", "a f32[8,3,8]",
     "def f(a):\n"
     "  y = jnp.argmax(a, axis=-1)\n"
     "  return y\n"
     "\n"
     "out = jax.vmap(f)(a)",
     "out i32[8,3]"},
    {"0.10.2", "x=4 y=2", "a f32[8@y,3,4]; b f32[8@y,3,4]",
     "def f(a, b):\n"
     "  y = jnp.concatenate([a, b], axis=1)\n"
     "  return y\n"
     "\n"
     "out = jax.vmap(f)(a, b)",
     "out f32[8@y,3,8]"},
    {"0.10.2", "x=4 y=1 z=2", "a f32[8@x,3,4]",
     "def f(a):\n"
     "  y = jnp.cumsum(a, axis=0)\n"
     "  return y\n"
     "\n"
     "out = jax.vmap(f)(a)",
     "out f32[8@x,3,4]"},
    {"0.10.2", "x=3", "a f32[8,8,2]",
     "def f(a):\n"
     "  y = jnp.exp(a - a.max())\n"
     "  return y\n"
     "\n"
     "out = jax.vmap(f, in_axes=(2,))(a)",
     "out f32[2,8,8]"},
    {"0.10.2", "x=2", "a f32[2,8,8]",
     "@jax.vmap\n"
     "def f(a):\n"
     "  return jnp.flip(a, 0)\n"
     "\n"
     "out = f(a)",
     "out f32[2,8,8]"},
    {"0.10.2", "x=2 y=4", "a f32[2,4,4]; b f32[2,4@x,4@y]",
     "def f(a, b):\n"
     "  y = jnp.matmul(a, b, out_sharding=P('y', 'x'))\n"
     "  return y\n"
     "\n"
     "out = jax.vmap(f)(a, b)",
     "out f32[2,4@y,4@x]"},
    {"0.10.2", "fsdp=2 tp=2 sp=2", "a f32[4@sp,4@tp,8]; b f32[4@sp,8,4]",
     "def f(a, b):\n"
     "  y = jnp.matmul(a, b)\n"
     "  return y\n"
     "\n"
     "out = jax.vmap(f)(a, b)",
     "out f32[4@sp,4@tp,4]"},
    {"0.10.2", "x=1 y=4", "a f32[4,4@y,8@x]",
     "def f(a):\n"
     "  y = jnp.ravel(a)\n"
     "  return y\n"
     "\n"
     "out = jax.vmap(f, in_axes=0)(a)",
     "out f32[4,32@(y,x)]"},
    {"0.10.2", "x=4", "a f32[4,4,8]",
     "@jax.vmap\n"
     "def f(a):\n"
     "  return jnp.sum(a, 0)\n"
     "\n"
     "out = f(a)",
     "out f32[4,8]"},
    {"0.10.2", "x=2 y=4", "x f32[8,8,8]; i i32[8,4]",
     "def f(x, i):\n"
     "  y = jnp.take(x, i, axis=0)\n"
     "  return y\n"
     "\n"
     "out = jax.vmap(f)(x, i)",
     "out f32[8,4,8]"},
    {"0.10.2", "x=2 y=2 z=2", "a f32[4,8,4]; b f32[8@x,4,4]",
     "def f(a, b):\n"
     "  y = lax.add(a, b)\n"
     "  return y\n"
     "\n"
     "out = jax.vmap(f, in_axes=(0, 2))(a, b)",
     "out f32[4,8@x,4]"},
    {"0.10.2", "x=2 y=2 z=3", "a f32[8,4,4]",
     "def f(a):\n"
     "  y = lax.cumsum(a, axis=1)\n"
     "  return y\n"
     "\n"
     "out = jax.vmap(f)(a)",
     "out f32[8,4,4]"},
    {"0.10.2", "x=4", "x f32[8@x,6]; i i32[8@x,4]",
     "out = jax.vmap(lambda x, i: x.at[i].get())(x, i)", "out f32[8@x,4]"},
    {"0.10.2", "x=4", "x f32[8,4@x]; i i32[8]",
     "vf = jax.vmap(lambda x, i: x.at[i].get(), in_axes=(1, None))\n"
     "out = vf(x, i)",
     "out f32[4@x,8]"},
    {"0.10.2", "x=2 y=2", "x f32[4,4@x]; v f32[4,4]; i i32[4,4]",
     "out = jax.vmap(lambda x, v, i: x.at[i].set(v), in_axes=(None, 0, 0))(x, v, i)",
     "out f32[4,4,4@x]"},
    {"0.10.2", "x=4 y=2", "x f32[2,2]; v f32[2,4]; i i32[2,4]",
     "vf = jax.vmap(lambda x, v, i: x.at[i].set(v))\n"
     "out = vf(x, v, i)",
     "out f32[2,2]"},
    {"0.10.2", "x=2 y=2 z=2", "a f32[8@z,3,12@(x,y)]; b f32[8@z,12,3]",
     "out = jax.vmap(lambda a, b: jnp.matmul(a, b))(a, b)", "out f32[8@z,3,3]"},
    {"0.10.2", "x=1 y=4", "a f32[6,3@x,8]; b f32[6,8,3]",
     "out = jax.vmap(lambda a, b: jnp.matmul(a, b, out_sharding=P('x', None)))(a, b)",
     "out f32[6,3@x,3]"},
    {"0.10.2", "x=4", "a f32[4,8@x,4]", "out = jax.vmap(lambda a: jnp.sum(a, 0))(a)",
     "out f32[4,4]"},
    {"0.10.2", "x=2 y=2 z=2", "a f32[6@x,6@z,2@y]", "out = jax.vmap(lambda a: jnp.sum(a, 0))(a)",
     "out f32[6@x,2@y]"},
    {"0.10.2", "x=2 y=2", "a f32[8,12@y,2@x]",
     "vf = jax.vmap(lambda a: jnp.sum(a, 0), in_axes=(2,))\n"
     "out = vf(a)",
     "out f32[2@x,12@y]"},
    {"0.10.2", "x=2 y=2", "a f32[6@y,3,8@x]; b f32[6@y,3,8@x]",
     "out = jax.vmap(lambda a, b: lax.add(a, b))(a, b)", "out f32[6@y,3,8@x]"},
    {"0.10.2", "x=2 y=2 z=2", "x f32[8,4]; i i32[4]",
     "vf = jax.vmap(lambda x, i: lax.dynamic_slice(x, (i,), (4,)), in_axes=(1, 0))\n"
     "out = vf(x, i)",
     "out f32[4,4]"},
    {"0.10.2", "x=2", "x f32[8,4]; i i32[3]",
     "vf = jax.vmap(lambda x, i: x[i], in_axes=(0, None))\n"
     "out = vf(x, i)",
     "out f32[8,3]"},
    {"0.10.2", "x=2 y=2", "x f32[4,3]; i i32[4,4]", "out = jax.vmap(lambda x, i: x[i])(x, i)",
     "out f32[4,4]"},
    {"0.10.2", "x=3 y=2", "a f32[3,8]; b f32[8@y,3,8]",
     "out = jax.vmap(lax.add, in_axes=(None, 0))(a, b)", "out f32[8@y,3,8]"},
    {"0.10.2", "x=2", "x f32[2,8]; i i32[4,2]",
     "@partial(jax.vmap, in_axes=(0, 1))\n"
     "def f(x, i):\n"
     "  return x.at[i].get(out_sharding=P('x'))\n"
     "\n"
     "out = f(x, i)",
     "out f32[2,4@x]"},
    {"0.10.2", "x=4", "a f32[2,4,8]",
     "@partial(jax.vmap, spmd_axis_name='x')\n"
     "def f(a):\n"
     "  return a.mean(0)\n"
     "\n"
     "out = f(a)",
     "out f32[2,8]"},
    {"0.10.2", "x=8", "x f32[4,8]; i i32[8,8]",
     "@partial(jax.vmap, in_axes=(1, 0))\n"
     "def f(x, i):\n"
     "  return x[i]\n"
     "\n"
     "out = f(x, i)",
     "out f32[8,8]"},
    {"0.10.2", "x=2 y=2 z=2", "a f32[2@x,6]; b f32[4@z,6,2]",
     "@partial(jax.vmap, in_axes=(None, 0))\n"
     "def f(a, b):\n"
     "  return a @ b\n"
     "\n"
     "out = f(a, b)",
     "out f32[4@z,2@x,2]"},
    {"0.10.2", "x=4", "a f32[3,4,8]; b f32[8,4@x]",
     "@partial(jax.vmap, in_axes=(0, None))\n"
     "def f(a, b):\n"
     "  return jnp.matmul(a, b, out_sharding=P(None, 'x'))\n"
     "\n"
     "out = f(a, b)",
     "out f32[3,4,4@x]"},
    {"0.10.2", "x=2", "a f32[8,4@x,8]; b f32[4@x,8]",
     "@partial(jax.vmap, in_axes=(1, 0))\n"
     "def f(a, b):\n"
     "  return jnp.where(b > 0, a, 0.0)\n"
     "\n"
     "out = f(a, b)",
     "out f32[4@x,8,8]"},
    {"0.10.2", "x=2 y=2 z=2", "a f32[8@y,2,8@z]; b f32[8@z,8,2]",
     "@partial(jax.vmap, in_axes=(2, 0))\n"
     "def f(a, b):\n"
     "  return lax.add(a, b)\n"
     "\n"
     "out = f(a, b)",
     "out f32[8@z,8@y,2]"},
};

/* The types that JAX gives. */
Test(vmap, gives_the_types_of_jax)
{
	testing_programs(accepted, ROWS(accepted));
}

static const struct program_case refused[] = {
    {"0.10.2", "x=2 y=2", "x f32[8,2@x]; v f32[4,2@x]; i i32[2@x,4]",
     "def f(x, v, i):\n"
     "  y = x.at[i].add(v, out_sharding=P('q', 'x'))\n"
     "  return y\n"
     "\n"
     "out = jax.vmap(f, in_axes=(1, 1, 0))(x, v, i)",
     "ValueError: Resource axis: q of P('q', 'x') is not found in mesh: ('x', 'y')."},
    {"0.10.2", "x=2 y=2 z=2", "x f32[4,8@x]; i i32[4]",
     "def f(x, i):\n"
     "  y = x.at[i].get(out_sharding=P(None))\n"
     "  return y\n"
     "\n"
     "out = jax.vmap(f)(x, i)",
     "ShardingTypeError: Use `.at[...].get(out_sharding=)` to provide output "
     "PartitionSpec for the gather indexing as out sharding could not be resolved "
     "unambiguously (or would require collectives on inputs). Got "
     "operand=ShapedArray(float32[4,8@x]), indices=ShapedArray(int32[4,1])"},
    {"0.10.2", "x=8", "x f32[8,8@x]; i i32[8@x,4]",
     "@jax.vmap\n"
     "def f(x, i):\n"
     "  return x.at[i].get()\n"
     "\n"
     "out = f(x, i)",
     "ValueError: Mapped away dimension of inputs passed to vmap should be sharded "
     "the same. Got inconsistent axis specs: None vs x"},
    {"0.10.2", "dp=4 tp=2", "x f32[8@dp,4@tp]; i i32[8@dp]",
     "def f(x, i):\n"
     "  y = x.at[i].get()\n"
     "  return y\n"
     "\n"
     "out = jax.vmap(f, spmd_axis_name='tp')(x, i)",
     "ValueError: Only one of spmd_axis_name or arrays sharded on `Explicit` mesh "
     "axis type is allowed. Got spmd_axis_name=('tp',) and arrays sharded on "
     "explicit_mesh_axis=('dp',)"},
    {"0.10.2", "b=4 a=4", "x f32[8,8]; v f32[8,4]; i i32[4@a,8]",
     "def f(x, v, i):\n"
     "  y = x.at[i].max(v)\n"
     "  return y\n"
     "\n"
     "out = jax.vmap(f, in_axes=(1, 0, 1))(x, v, i)",
     "ShardingTypeError: Use `.at[...].set/add/mul/...(out_sharding=)` to provide "
     "output PartitionSpec for the scatter update as out sharding could not be "
     "resolved unambiguously (or would require collectives on inputs). Got "
     "operand=ShapedArray(float32[8,8]), indices=ShapedArray(int32[8,4@a,1]), "
     "updates=ShapedArray(float32[8,4@a])"},
    {"0.10.2", "x=3 y=2", "x f32[6@y,4]; v f32[6,8]; i i32[6@y,8]",
     "def f(x, v, i):\n"
     "  y = x.at[i].set(v, out_sharding=P(None))\n"
     "  return y\n"
     "\n"
     "out = jax.vmap(f)(x, v, i)",
     "ValueError: Mapped away dimension of inputs passed to vmap should be sharded "
     "the same. Got inconsistent axis specs: y vs None"},
    {"0.10.2", "x=2", "x f32[4@x,3]; v f32[4,4]; i i32[4,4]",
     "def f(x, v, i):\n"
     "  y = x.at[i].set(v)\n"
     "  return y\n"
     "\n"
     "out = jax.vmap(f, in_axes=(None, 0, 0))(x, v, i)",
     "ValueError: Incompatible types for broadcasting: input type=float32[4] and "
     "requested type=float32[4,3]"},
    {"0.10.2", "dp=4 tp=2", "a f32[8,8@tp,8]",
     "@jax.vmap\n"
     "def f(a):\n"
     "  return a[0]\n"
     "\n"
     "out = f(a)",
     "ShardingTypeError: slicing on sharded dims where out dim (1) is not divisible "
     "by mesh axes (2) with spec (tp) is not implemented. Got input "
     "type=f32[8,8@tp,8] and output shape=(8, 1, 8)"},
    {"0.10.2", "x=2", "x f32[4@x,4]; i i32[4,4]",
     "@jax.vmap\n"
     "def f(x, i):\n"
     "  return x[i]\n"
     "\n"
     "out = f(x, i)",
     "ValueError: Mapped away dimension of inputs passed to vmap should be sharded "
     "the same. Got inconsistent axis specs: x vs None"},
    {"0.10.2", "x=2 y=4", "x f32[8,12@y]; i i32[8,2]",
     "def f(x, i):\n"
     "  y = x[i]\n"
     "  return y\n"
     "\n"
     "out = jax.vmap(f)(x, i)",
     "ShardingTypeError: Use `.at[...].get(out_sharding=)` to provide output "
     "PartitionSpec for the gather indexing as out sharding could not be resolved "
     "unambiguously (or would require collectives on inputs). Got "
     "operand=ShapedArray(float32[8,12@y]), indices=ShapedArray(int32[8,2,1])"},
    {"0.10.2", "x=4", "x f32[4@x,4]; i i32[4,4]",
     "def f(x, i):\n"
     "  y = x[i]\n"
     "  return y\n"
     "\n"
     "out = jax.vmap(f)(x, i)",
     "ValueError: Mapped away dimension of inputs passed to vmap should be sharded "
     "the same. Got inconsistent axis specs: x vs None"},
    {"0.10.2", "x=2 y=2 z=2", "x f32[3]; i i32[8]",
     "def f(x, i):\n"
     "  y = x[i]\n"
     "  return y\n"
     "\n"
     "out = jax.vmap(f, in_axes=(None, None))(x, i)",
     "ValueError: vmap must have at least one non-None value in in_axes or axis_size "
     "must be specified"},
    {"0.10.2", "x=3 y=2", "a f32[4,4,4@y]; b f32[4,4@y,4]",
     "@jax.vmap\n"
     "def f(a, b):\n"
     "  return jnp.concatenate([a, b], axis=1)\n"
     "\n"
     "out = f(a, b)",
     "ShardingTypeError: All operands should have the same sharding. Got shardings "
     "NamedSharding(mesh=AbstractMesh('x': 3, 'y': 2, axis_types=(Explicit, "
     "Explicit), device_kind=cpu, num_cores=None, platform=cpu), spec=P(None, None, "
     "'y')), NamedSharding(mesh=AbstractMesh('x': 3, 'y': 2, axis_types=(Explicit, "
     "Explicit), device_kind=cpu, num_cores=None, platform=cpu), spec=P(None, 'y', "
     "None))"},
    {"0.10.2", "x=2 y=2", "a f32[3,4@(x,y)]",
     "def f(a):\n"
     "  y = jnp.flip(a, 0)\n"
     "  return y\n"
     "\n"
     "out = jax.vmap(f, in_axes=(None,))(a)",
     "ValueError: vmap must have at least one non-None value in in_axes or axis_size "
     "must be specified"},
    {"0.10.2", "x=2 y=2 z=3", "a f32[4@y,4,8]; b f32[8,4@y,4]",
     "def f(a, b):\n"
     "  y = jnp.matmul(a, b, out_sharding=P(None, None))\n"
     "  return y\n"
     "\n"
     "out = jax.vmap(f, in_axes=(0, 1), spmd_axis_name='x')(a, b)",
     "ValueError: Only one of spmd_axis_name or arrays sharded on `Explicit` mesh "
     "axis type is allowed. Got spmd_axis_name=('x',) and arrays sharded on "
     "explicit_mesh_axis=('y',)"},
    {"0.10.2", "x=8", "a f32[8,4]",
     "def f(a):\n"
     "  y = jnp.sort(a, axis=0)\n"
     "  return y\n"
     "\n"
     "out = jax.vmap(f, in_axes=(None,))(a)",
     "ValueError: vmap must have at least one non-None value in in_axes or axis_size "
     "must be specified"},
    {"0.10.2", "data=4", "x f32[4@data,8,8]; i i32[8,4]",
     "def f(x, i):\n"
     "  y = jnp.take(x, i, axis=0)\n"
     "  return y\n"
     "\n"
     "out = jax.vmap(f, in_axes=(2, 0), spmd_axis_name='data')(x, i)",
     "ShardingTypeError: Use `.at[...].get(out_sharding=)` to provide output "
     "PartitionSpec for the gather indexing as out sharding could not be resolved "
     "unambiguously (or would require collectives on inputs). Got "
     "operand=ShapedArray(float32[4@data,8]), indices=ShapedArray(int32[4,1])"},
    {"0.10.2", "x=2 y=4", "a f32[2@x,4@y,8]; b f32[4,8@y,2@x]",
     "def f(a, b):\n"
     "  y = lax.add(a, b)\n"
     "  return y\n"
     "\n"
     "out = jax.vmap(f, in_axes=(0, 2))(a, b)",
     "ShardingTypeError: add operation with inputs: f32[2@x,4@y,8], f32[2@x,4,8@y] "
     "produces an illegally sharded result: f32[2@x,4@y,8@y]"},
    {"0.10.2", "fsdp=2 tp=2 sp=2", "a f32[8@sp,2,4@tp]",
     "def f(a):\n"
     "  y = lax.cumsum(a, axis=1)\n"
     "  return y\n"
     "\n"
     "out = jax.vmap(f, in_axes=(1,))(a)",
     "ShardingTypeError: Input should be unsharded over the axis being reduced. Got "
     "input type=float32[8@sp,2,4@tp] and axis=2"},
    {"0.10.2", "x=2 y=2 z=2", "x f32[4@y,4@z]; i i32[4@y]",
     "def f(x, i):\n"
     "  y = lax.dynamic_slice(x, (i,), (2,))\n"
     "  return y\n"
     "\n"
     "out = jax.vmap(f)(x, i)",
     "ShardingTypeError: Use `.at[...].get(out_sharding=)` to provide output "
     "PartitionSpec for the gather indexing as out sharding could not be resolved "
     "unambiguously (or would require collectives on inputs). Got "
     "operand=ShapedArray(float32[4@y,4@z]), indices=ShapedArray(int32[4@y,1])"},
    {"0.10.2", "x=8", "x f32[16,6]; i i32[16,8@x]",
     "out = jax.vmap(lambda x, i: x.at[i].get())(x, i)",
     "ShardingTypeError: Use `.at[...].get(out_sharding=)` to provide output "
     "PartitionSpec for the gather indexing as out sharding could not be resolved "
     "unambiguously (or would require collectives on inputs). Got "
     "operand=ShapedArray(float32[16,6]), indices=ShapedArray(int32[16,8@x,1])"},
    {"0.10.2", "x=2", "x f32[2@x,8]; i i32[2,4]",
     "vf = jax.vmap(lambda x, i: x.at[i].get(out_sharding=P('x')))\n"
     "out = vf(x, i)",
     "ValueError: Mapped away dimension of inputs passed to vmap should be sharded "
     "the same. Got inconsistent axis specs: x vs None"},
    {"0.10.2", "x=8", "x f32[16@x,6]; i i32[8,16]",
     "vf = jax.vmap(lambda x, i: x.at[i].get(), in_axes=(0, 1))\n"
     "out = vf(x, i)",
     "ValueError: Mapped away dimension of inputs passed to vmap should be sharded "
     "the same. Got inconsistent axis specs: x vs None"},
    {"0.10.2", "x=2 y=2", "x f32[8]; v f32[4,4@y]; i i32[4,4]",
     "out = jax.vmap(lambda x, v, i: x.at[i].set(v), in_axes=(None, 0, 0))(x, v, i)",
     "ValueError: Incompatible types for broadcasting: input type=float32[4@y] and "
     "requested type=float32[4]"},
    {"0.10.2", "x=1 y=4", "x f32[8@x,4@y]; v f32[8@x,6]; i i32[8@x,6]",
     "vf = jax.vmap(lambda x, v, i: x.at[i].set(v))\n"
     "out = vf(x, v, i)",
     "ShardingTypeError: Use `.at[...].set/add/mul/...(out_sharding=)` to provide "
     "output PartitionSpec for the scatter update as out sharding could not be "
     "resolved unambiguously (or would require collectives on inputs). Got "
     "operand=ShapedArray(float32[8@x,4@y]), indices=ShapedArray(int32[8@x,6,1]), "
     "updates=ShapedArray(float32[8@x,6])"},
    {"0.10.2", "x=2", "x f32[4@x,3]; v f32[4@x,4]; i i32[4@x,4]",
     "vf = jax.vmap(lambda x, v, i: x.at[i].set(v), in_axes=(None, 0, 0))\n"
     "out = vf(x, v, i)",
     "ValueError: Unmapped values passed to vmap cannot be sharded along the mesh "
     "axis you are vmapping over. Got type: f32[4@x,3], in_axes: None and vmapped "
     "mesh axis: ('x',)"},
    {"0.10.2", "x=2 y=2 z=2", "a f32[2,8@y,2@x]; b f32[2,2,8@y]",
     "out = jax.vmap(lambda a, b: jnp.matmul(a, b))(a, b)",
     "ShardingTypeError: dot_general operation with inputs: f32[8@y,2@x], f32[2,8@y] "
     "produces an illegally sharded result: f32[8@y,8@y]"},
    {"0.10.2", "x=4 y=2", "a f32[8@x,4,2@y]; b f32[2@y,4@x,8]",
     "out = jax.vmap(lambda a, b: jnp.matmul(a, b, out_sharding=P('y', 'x')), "
     "in_axes=(2, 0))(a, b)",
     "DuplicateSpecError: A single NamedSharding spec specification can map every "
     "mesh axis to at most one positional dimension, but P('y', 'y', 'x') has "
     "duplicate entries for `y`"},
    {"0.10.2", "fsdp=2 tp=2 sp=2", "a f32[8@sp,4@tp,8]",
     "out = jax.vmap(lambda a: jnp.sort(a, axis=0), in_axes=(1,))(a)",
     "ShardingTypeError: Arguments to sort must be unsharded over the sorting "
     "dimension. Got arg sharding=NamedSharding(mesh=AbstractMesh('fsdp': 2, 'tp': "
     "2, 'sp': 2, axis_types=(Explicit, Explicit, Explicit), device_kind=cpu, "
     "num_cores=None, platform=cpu), spec=P('sp', None)) and sorting dimension=0"},
    {"0.10.2", "x=2 y=2 z=3", "a f32[3@z,2,8@x]; b f32[2,8@(x,y)]",
     "out = jax.vmap(lambda a, b: jnp.where(b > 0, a, 0.0), in_axes=(1, 0), "
     "spmd_axis_name='x')(a, b)",
     "ShardingTypeError: broadcast_shardings got incompatible shardings for "
     "broadcasting: (None, ('x', 'y')), ('z', 'x'), (None, None)."},
    {"0.10.2", "x=4 y=2", "a f32[6,6@y,4@x]; b f32[6@y,6]",
     "out = jax.vmap(lambda a, b: lax.add(a, b), in_axes=(2, None), "
     "spmd_axis_name='y')(a, b)",
     "ValueError: Only one of spmd_axis_name or arrays sharded on `Explicit` mesh "
     "axis type is allowed. Got spmd_axis_name=('y',) and arrays sharded on "
     "explicit_mesh_axis=('x',)"},
    {"0.10.2", "x=2", "x f32[8,2@x]; i i32[8]",
     "out = jax.vmap(lambda x, i: lax.dynamic_slice(x, (i,), (1,)))(x, i)",
     "ShardingTypeError: Use `.at[...].get(out_sharding=)` to provide output "
     "PartitionSpec for the gather indexing as out sharding could not be resolved "
     "unambiguously (or would require collectives on inputs). Got "
     "operand=ShapedArray(float32[8,2@x]), indices=ShapedArray(int32[8,1])"},
    {"0.10.2", "x=2 y=4", "x f32[4,8@x]; i i32[4]",
     "vf = jax.vmap(lambda x, i: lax.dynamic_slice(x, (i,), (1,)))\n"
     "out = vf(x, i)",
     "ShardingTypeError: Use `.at[...].get(out_sharding=)` to provide output "
     "PartitionSpec for the gather indexing as out sharding could not be resolved "
     "unambiguously (or would require collectives on inputs). Got "
     "operand=ShapedArray(float32[4,8@x]), indices=ShapedArray(int32[4,1])"},
    {"0.10.2", "x=2 y=2 z=3", "a f32[2,4@y,4]",
     "vf = jax.vmap(lambda a: a[0])\n"
     "out = vf(a)",
     "ShardingTypeError: slicing on sharded dims where out dim (1) is not divisible "
     "by mesh axes (2) with spec (y) is not implemented. Got input type=f32[2,4@y,4] "
     "and output shape=(2, 1, 4)"},
    {"0.10.2", "x=1 y=4", "a f32[4,4@x,4]; b f32[4,4,4@(y,x)]",
     "vf = jax.vmap(lambda a, b: a + b, in_axes=0)\n"
     "out = vf(a, b)",
     "ShardingTypeError: add operation with inputs: f32[4@x,4], f32[4,4@(y,x)] "
     "produces an illegally sharded result: f32[4@x,4@(y,x)]"},
    {"0.10.2", "x=2", "x f32[12@x]; i i32[12]",
     "vf = jax.vmap(lambda x, i: x[i], in_axes=(None, None))\n"
     "out = vf(x, i)",
     "ValueError: vmap must have at least one non-None value in in_axes or axis_size "
     "must be specified"},
    {"0.10.2", "x=4", "a f32[6,8@x,12]; b f32[8,12@x]",
     "out = jax.vmap(lax.add, in_axes=(0, None))(a, b)",
     "ShardingTypeError: add operation with inputs: f32[6,8@x,12], f32[1,8,12@x] "
     "produces an illegally sharded result: f32[6,8@x,12@x]"},
    {"0.10.2", "x=2", "a f32[8,4]; b f32[8,4]",
     "out = jax.vmap(lax.add, in_axes=(None, None))(a, b)",
     "ValueError: vmap must have at least one non-None value in in_axes or axis_size "
     "must be specified"},
    {"0.10.2", "x=2 y=2 z=2", "x f32[3,2@y]; i i32[4]",
     "@partial(jax.vmap, in_axes=(0, None))\n"
     "def f(x, i):\n"
     "  return x.at[i].get()\n"
     "\n"
     "out = f(x, i)",
     "ShardingTypeError: Use `.at[...].get(out_sharding=)` to provide output "
     "PartitionSpec for the gather indexing as out sharding could not be resolved "
     "unambiguously (or would require collectives on inputs). Got "
     "operand=ShapedArray(float32[3,2@y]), indices=ShapedArray(int32[4,1])"},
    {"0.10.2", "x=2 y=2 z=3", "x f32[8,8]; v f32[8,4]; i i32[4@(x,y)]",
     "@partial(jax.vmap, in_axes=(0, 0, None))\n"
     "def f(x, v, i):\n"
     "  return x.at[i].max(v)\n"
     "\n"
     "out = f(x, v, i)",
     "ShardingTypeError: Use `.at[...].set/add/mul/...(out_sharding=)` to provide "
     "output PartitionSpec for the scatter update as out sharding could not be "
     "resolved unambiguously (or would require collectives on inputs). Got "
     "operand=ShapedArray(float32[8,8]), indices=ShapedArray(int32[4@(x,y),1]), "
     "updates=ShapedArray(float32[8,4@(x,y)])"},
    {"0.10.2", "x=2 y=2", "x f32[4,3]; v f32[4]; i i32[4@x,4]",
     "@partial(jax.vmap, in_axes=(0, None, 0))\n"
     "def f(x, v, i):\n"
     "  return x.at[i].set(v)\n"
     "\n"
     "out = f(x, v, i)",
     "ValueError: Mapped away dimension of inputs passed to vmap should be sharded "
     "the same. Got inconsistent axis specs: None vs x"},
    {"0.10.2", "x=4", "x f32[8]; i i32[4@x,4]",
     "@partial(jax.vmap, in_axes=(None, 0))\n"
     "def f(x, i):\n"
     "  return x[i]\n"
     "\n"
     "out = f(x, i)",
     "ShardingTypeError: Use `.at[...].get(out_sharding=)` to provide output "
     "PartitionSpec for the gather indexing as out sharding could not be resolved "
     "unambiguously (or would require collectives on inputs). Got "
     "operand=ShapedArray(float32[8]), indices=ShapedArray(int32[4@x,4,1])"},
    {"0.10.2", "x=4 y=1 z=2", "a f32[4,8@x,4]; b f32[8,4@z]",
     "@partial(jax.vmap, in_axes=(1, 0))\n"
     "def f(a, b):\n"
     "  return a / b\n"
     "\n"
     "out = f(a, b)",
     "ValueError: Mapped away dimension of inputs passed to vmap should be sharded "
     "the same. Got inconsistent axis specs: x vs None"},
    {"0.10.2", "x=4", "a f32[2,3,4]; b f32[3,2,4@x]",
     "@partial(jax.vmap, in_axes=(0, 1))\n"
     "def f(a, b):\n"
     "  return jnp.concatenate([a, b], axis=1)\n"
     "\n"
     "out = f(a, b)",
     "ShardingTypeError: All operands should have the same sharding. Got shardings "
     "NamedSharding(mesh=AbstractMesh('x': 4, axis_types=(Explicit,), "
     "device_kind=cpu, num_cores=None, platform=cpu), spec=P(None, None, None)), "
     "NamedSharding(mesh=AbstractMesh('x': 4, axis_types=(Explicit,), "
     "device_kind=cpu, num_cores=None, platform=cpu), spec=P(None, None, 'x'))"},
    {"0.10.2", "x=3 y=2", "x f32[4]; i i32[8@y]",
     "@partial(jax.vmap, in_axes=(None, 0))\n"
     "def f(x, i):\n"
     "  return lax.dynamic_slice(x, (i,), (2,))\n"
     "\n"
     "out = f(x, i)",
     "ShardingTypeError: Use `.at[...].get(out_sharding=)` to provide output "
     "PartitionSpec for the gather indexing as out sharding could not be resolved "
     "unambiguously (or would require collectives on inputs). Got "
     "operand=ShapedArray(float32[4]), indices=ShapedArray(int32[8@y,1])"},
};

/* What JAX refuses, with its texts. */
Test(vmap, raises_what_jax_raises)
{
	testing_programs(refused, ROWS(refused));
}
