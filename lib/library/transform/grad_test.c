/* SPDX-License-Identifier: Apache-2.0 */
/* Derivatives that can be taken, and that fail forward or back.
 * Rows are checked against JAX by
 * testdata/programs/rows.py. */
#include "testing/program_cases.h"

static const struct program_case operations[] = {
    {"0.10.2", "x=2 y=2 z=2", "lo f32[8@(x,y),2,1]; x f32[8@(x,y),2,1]; hi f32[]",
     "def f(lo, x, hi):\n"
     "  out = lax.clamp(lo, x, hi)\n"
     "  return jnp.sum(out)\n"
     "g = jax.grad(f, argnums=(0, 1, 2,))(lo, x, hi)",
     "TypeError: select cases must have the same shapes, got [(8, 2, 1), ()]."},
    {"0.10.2", "x=1 y=4", "x f32[4,8,2@x]; i i32[]",
     "def f(x, i):\n"
     "  out = x.at[i, 0:4, 0].get()\n"
     "  return jnp.sum(out)\n"
     "g = jax.grad(f, argnums=(0,))(x, i)",
     "unknown"},
    {"0.10.2", "x=4 y=2", "x f32[12@x,1,6,8]; i i32[12,12@x,2]; u f32[12,1,12,6,4]",
     "def f(x, i, u):\n"
     "  dnums = lax.ScatterDimensionNumbers(\n"
     "      update_window_dims=(1, 3, 4),\n"
     "      inserted_window_dims=(),\n"
     "      scatter_dims_to_operand_dims=(1, 2),\n"
     "      operand_batching_dims=(0,),\n"
     "      scatter_indices_batching_dims=(1,))\n"
     "  out = lax.scatter_max(x, i, u, dnums, mode='promise_in_bounds')\n"
     "  return jnp.sum(out)\n"
     "g = jax.grad(f, argnums=(0, 2,))(x, i, u)",
     "unknown"},
    {"0.10.2", "x=2", "x f32[4@x,3]; v f32[4@x,4]; i i32[4]",
     "def f(x, v, i):\n"
     "  out = x.at[:, i].set(v)\n"
     "  return jnp.sum(out)\n"
     "g = jax.grad(f, argnums=(0, 1,))(x, v, i)",
     "ShardingTypeError: Use `.at[...].set/add/mul/...(out_sharding=)` to provide "
     "output PartitionSpec for the scatter update as out sharding could not be "
     "resolved unambiguously (or would require collectives on inputs). Got "
     "operand=ShapedArray(uint32[4,3]), indices=ShapedArray(int32[4,1]), "
     "updates=ShapedArray(uint32[4@x,4])"},
    {"0.10.2", "x=1 y=4", "lo f32[1,1,4@x]; x f32[1,1,4@y]; hi f32[]",
     "def f(lo, x, hi):\n"
     "  out = lax.clamp(lo, x, hi)\n"
     "  return jnp.sum(out)\n"
     "g = jax.grad(f, argnums=(0, 1, 2,))(lo, x, hi)",
     "ShardingTypeError: gt got incompatible shardings for broadcasting: (None, None, "
     "'x'), (None, None, 'y')."},
    {"0.10.2", "x=2 y=4", "x f32[4,8@(y,x)]; v f32[4,8@(y,x)]; i i32[4]",
     "def f(x, v, i):\n"
     "  out = x.at[i].set(v)\n"
     "  return jnp.sum(out)\n"
     "g = jax.grad(f, argnums=(0, 1,))(x, v, i)",
     "ShardingTypeError: Use `.at[...].set/add/mul/...(out_sharding=)` to provide "
     "output PartitionSpec for the scatter update as out sharding could not be "
     "resolved unambiguously (or would require collectives on inputs). Got "
     "operand=ShapedArray(uint32[4,8]), indices=ShapedArray(int32[4,1]), "
     "updates=ShapedArray(uint32[4,8@(y,x)])"},
    {"0.10.2", "x=2 y=2 z=2", "c f32[8]",
     "def f(c):\n"
     "  out = lax.while_loop(lambda c: True, lambda c: jax.sharding.reshard(c * 2, P(None)), c)\n"
     "  return jnp.sum(out)\n"
     "g = jax.grad(f, argnums=(0,))(c)",
     "ValueError: Reverse-mode differentiation does not work for lax.while_loop or "
     "lax.fori_loop with dynamic start/stop values. Try using lax.scan, or using "
     "fori_loop with static start/stop."},
    {"0.10.2", "x=4 y=2", "lo f32[8,4@x,4]; x f32[8@y,4@x,4]; hi f32[]",
     "def f(lo, x, hi):\n"
     "  out = lax.clamp(lo, x, hi)\n"
     "  return jnp.sum(out)\n"
     "g = jax.grad(f, argnums=(0, 1, 2,))(lo, x, hi)",
     "ShardingTypeError: select cases must have the same shardings, got "
     "[NamedSharding(mesh=AbstractMesh('x': 4, 'y': 2, axis_types=(Explicit, "
     "Explicit), device_kind=cpu, num_cores=None, platform=cpu), spec=P('y', 'x', "
     "None)), NamedSharding(mesh=AbstractMesh('x': 4, 'y': 2, axis_types=(Explicit, "
     "Explicit), device_kind=cpu, num_cores=None, platform=cpu), spec=P(None, 'x', "
     "None))]."},
    {"0.10.2", "x=4 y=2", "x f32[1,8,1]; i i32[1,2]; u f32[1,1]",
     "def f(x, i, u):\n"
     "  dnums = lax.ScatterDimensionNumbers(\n"
     "      update_window_dims=(0,),\n"
     "      inserted_window_dims=(1, 2),\n"
     "      scatter_dims_to_operand_dims=(1, 2),\n"
     "      operand_batching_dims=(),\n"
     "      scatter_indices_batching_dims=())\n"
     "  out = lax.scatter_mul(x, i, u, dnums, mode='promise_in_bounds')\n"
     "  return jnp.sum(out)\n"
     "g = jax.grad(f, argnums=(0, 2,))(x, i, u)",
     "NotImplementedError: scatter_mul gradients are only implemented if "
     "`unique_indices=True`"},
    {"0.10.2", "x=2", "x f32[8,8@x,8]",
     "def f(x):\n"
     "  out = x.prod(axis=(0, 1))\n"
     "  return jnp.sum(out)\n"
     "g = jax.grad(f, argnums=(0,))(x)",
     "unknown"},
    {"0.10.2", "x=1 y=4", "x f32[6]; i i32[1,1]; u f32[1]",
     "def f(x, i, u):\n"
     "  dnums = lax.ScatterDimensionNumbers(\n"
     "      update_window_dims=(),\n"
     "      inserted_window_dims=(0,),\n"
     "      scatter_dims_to_operand_dims=(0,),\n"
     "      operand_batching_dims=(),\n"
     "      scatter_indices_batching_dims=())\n"
     "  out = lax.scatter_mul(x, i, u, dnums, mode='fill')\n"
     "  return jnp.sum(out)\n"
     "g = jax.grad(f, argnums=(0, 2,))(x, i, u)",
     "NotImplementedError: scatter_mul gradients are only implemented if "
     "`unique_indices=True`"},
    {"0.10.2", "x=2 y=4", "k f32[3,4@y,12@x]; v f32[3,4@y,12@x]",
     "def f(k, v):\n"
     "  out0, out1 = lax.sort((k, v), dimension=0, num_keys=1)\n"
     "  return jnp.sum(out0) + jnp.sum(out1)\n"
     "g = jax.grad(f, argnums=(0, 1,))(k, v)",
     "unknown"},
    {"0.10.2", "x=1 y=4", "x f32[8@x]",
     "def f(x):\n"
     "  out = lax.reduce_prod(x, (0,))\n"
     "  return jnp.sum(out)\n"
     "g = jax.grad(f, argnums=(0,))(x)",
     "unknown"},
    {"0.10.2", "x=3 y=2", "lo f32[]; x f32[1,2]; hi f32[1,2]",
     "def f(lo, x, hi):\n"
     "  out = lax.clamp(lo, x, hi)\n"
     "  return jnp.sum(out)\n"
     "g = jax.grad(f, argnums=(0, 1, 2,))(lo, x, hi)",
     "TypeError: select cases must have the same shapes, got [(1, 2), ()]."},
    {"0.10.2", "x=1 y=4", "k f32[3,2@x]; v f32[3,2@x]",
     "def f(k, v):\n"
     "  out0, out1 = lax.sort((k, v), dimension=0, num_keys=1)\n"
     "  return jnp.sum(out0) + jnp.sum(out1)\n"
     "g = jax.grad(f, argnums=(0, 1,))(k, v)",
     "unknown"},
    {"0.10.2", "x=4", "x f32[4,3,8@x]",
     "def f(x):\n"
     "  out = jnp.prod(x, axis=(0, 1, 2), keepdims=True)\n"
     "  return jnp.sum(out)\n"
     "g = jax.grad(f, argnums=(0,))(x)",
     "unknown"},
    {"0.10.2", "x=2 y=2", "c f32[4]",
     "def f(c):\n"
     "  out = lax.while_loop(lambda c: True, lambda c: jax.sharding.reshard(c * 2, P(None)), c)\n"
     "  return jnp.sum(out)\n"
     "g = jax.grad(f, argnums=(0,))(c)",
     "ValueError: Reverse-mode differentiation does not work for lax.while_loop or "
     "lax.fori_loop with dynamic start/stop values. Try using lax.scan, or using "
     "fori_loop with static start/stop."},
    {"0.10.2", "x=3 y=2", "x f32[3,12@y,3,1]; i i32[3,12,1,1]; u f32[3,3,12,1,1]",
     "def f(x, i, u):\n"
     "  dnums = lax.ScatterDimensionNumbers(\n"
     "      update_window_dims=(0, 3),\n"
     "      inserted_window_dims=(),\n"
     "      scatter_dims_to_operand_dims=(3,),\n"
     "      operand_batching_dims=(0, 1),\n"
     "      scatter_indices_batching_dims=(0, 1))\n"
     "  out = lax.scatter(x, i, u, dnums, mode='fill')\n"
     "  return jnp.sum(out)\n"
     "g = jax.grad(f, argnums=(0, 2,))(x, i, u)",
     "ShardingTypeError: select `which` must be scalar or have the same sharding as "
     "cases, got `which` sharding NamedSharding(mesh=AbstractMesh('x': 3, 'y': 2, "
     "axis_types=(Explicit, Explicit), device_kind=cpu, num_cores=None, platform=cpu), "
     "spec=P(None, None, None, None)) but case sharding "
     "NamedSharding(mesh=AbstractMesh('x': 3, 'y': 2, axis_types=(Explicit, Explicit), "
     "device_kind=cpu, num_cores=None, platform=cpu), spec=P(None, 'y', None, None))."},
    {"0.10.2", "x=2 y=2 z=2", "x f32[8@y,3,3]",
     "def f(x):\n"
     "  out = jnp.prod(x, axis=(0, 1))\n"
     "  return jnp.sum(out)\n"
     "g = jax.grad(f, argnums=(0,))(x)",
     "unknown"},
    {"0.10.2", "x=2 y=2", "lo f32[8]; x f32[8@y]; hi f32[8@y]",
     "def f(lo, x, hi):\n"
     "  out = lax.clamp(lo, x, hi)\n"
     "  return jnp.sum(out)\n"
     "g = jax.grad(f, argnums=(0, 1, 2,))(lo, x, hi)",
     "ShardingTypeError: select cases must have the same shardings, got "
     "[NamedSharding(mesh=AbstractMesh('x': 2, 'y': 2, axis_types=(Explicit, "
     "Explicit), device_kind=cpu, num_cores=None, platform=cpu), spec=P('y',)), "
     "NamedSharding(mesh=AbstractMesh('x': 2, 'y': 2, axis_types=(Explicit, Explicit), "
     "device_kind=cpu, num_cores=None, platform=cpu), spec=P(None,))]."},
    {"0.10.2", "x=4", "x f32[4@x,1,8]",
     "def f(x):\n"
     "  out = lax.reduce_prod(x, (0, 1, 2))\n"
     "  return jnp.sum(out)\n"
     "g = jax.grad(f, argnums=(0,))(x)",
     "unknown"},
    {"0.10.2", "x=2 y=2 z=2", "lo f32[8@z]; x f32[8@y]; hi f32[]",
     "def f(lo, x, hi):\n"
     "  out = lax.clamp(lo, x, hi)\n"
     "  return jnp.sum(out)\n"
     "g = jax.grad(f, argnums=(0, 1, 2,))(lo, x, hi)",
     "ShardingTypeError: gt got incompatible shardings for broadcasting: ('z',), "
     "('y',)."},
    {"0.10.2", "x=2 y=2 z=2", "x f32[8,2]; i i32[4,1]",
     "def f(x, i):\n"
     "  dnums = lax.GatherDimensionNumbers(\n"
     "      offset_dims=(1,),\n"
     "      collapsed_slice_dims=(0,),\n"
     "      start_index_map=(0,),\n"
     "      operand_batching_dims=(),\n"
     "      start_indices_batching_dims=())\n"
     "  out = lax.gather(x, i, dnums, slice_sizes=(1, 1), mode='fill')\n"
     "  return jnp.sum(out)\n"
     "g = jax.grad(f, argnums=(0,))(x, i)",
     "g[0] f32[8,2]"},
    {"0.10.2", "x=4 y=2", "x f32[8]",
     "def f(x):\n"
     "  out = lax.cumsum(x, axis=0)\n"
     "  return jnp.sum(out)\n"
     "g = jax.grad(f, argnums=(0,))(x)",
     "g[0] f32[8]"},
    {"0.10.2", "x=4", "x f32[6]",
     "def f(x):\n"
     "  out = lax.reduce_max(x, (0,))\n"
     "  return jnp.sum(out)\n"
     "g = jax.grad(f, argnums=(0,))(x)",
     "g[0] f32[6]"},
    {"0.10.2", "x=8", "x f32[1]",
     "def f(x):\n"
     "  out = jnp.tile(x, (2,))\n"
     "  return jnp.sum(out)\n"
     "g = jax.grad(f, argnums=(0,))(x)",
     "g[0] f32[1]"},
    {"0.10.2", "x=2 y=4", "x f32[12@y,12,1]; i i32[4,12]; j i32[4,12]",
     "def f(x, i, j):\n"
     "  out = x[:, i, j]\n"
     "  return jnp.sum(out)\n"
     "g = jax.grad(f, argnums=(0,))(x, i, j)",
     "g[0] f32[12@y,12,1]"},
    {"0.10.2", "x=2 y=2", "x f32[4@x,3]; i i32[4]",
     "def f(x, i):\n"
     "  out = x.at[:, i].get(out_sharding=P('x'))\n"
     "  return jnp.sum(out)\n"
     "g = jax.grad(f, argnums=(0,))(x, i)",
     "g[0] f32[4@x,3]"},
    {"0.10.2", "x=4", "c bool[1,6]; a f32[1,6]; b f32[1,6]",
     "def f(c, a, b):\n"
     "  out = jnp.where(c, a, b)\n"
     "  return jnp.sum(out)\n"
     "g = jax.grad(f, argnums=(1, 2,))(c, a, b)",
     "g[0] f32[1,6]; g[1] f32[1,6]"},
    {"0.10.2", "x=1 y=4", "x f32[3,4,12,12@(y,x)]; w f32[4,4,3,3]",
     "def f(x, w):\n"
     "  out = lax.conv_general_dilated(x, w, (1, 1), 'SAME')\n"
     "  return jnp.sum(out)\n"
     "g = jax.grad(f, argnums=(0, 1,))(x, w)",
     "g[0] f32[3,4,12,12@(y,x)]; g[1] f32[4,4,3,3]"},
    {"0.10.2", "x=2 y=2", "a f32[8,1]; b f32[8,3]",
     "def f(a, b):\n"
     "  out = jnp.multiply(a, b)\n"
     "  return jnp.sum(out)\n"
     "g = jax.grad(f, argnums=(0, 1,))(a, b)",
     "g[0] f32[8,1]; g[1] f32[8,3]"},
    {"0.10.2", "x=8", "a f32[6,8@x,12]",
     "def f(a):\n"
     "  def f(a):\n"
     "    y = a.sum(axis=0)\n"
     "    return y\n"
     "  \n"
     "  out = jax.vmap(f, in_axes=(2,))(a)\n"
     "  return jnp.sum(out)\n"
     "g = jax.grad(f, argnums=(0,))(a)",
     "g[0] f32[6,8@x,12]"},
    {"0.10.2", "x=3 y=2", "a f32[1,2]; b f32[1,2]",
     "def f(a, b):\n"
     "  out = lax.pow(a, b)\n"
     "  return jnp.sum(out)\n"
     "g = jax.grad(f, argnums=(0, 1,))(a, b)",
     "g[0] f32[1,2]; g[1] f32[1,2]"},
    {"0.10.2", "x=4 y=2", "x f32[1]",
     "def f(x):\n"
     "  out = lax.reshape(x, (1,))\n"
     "  return jnp.sum(out)\n"
     "g = jax.grad(f, argnums=(0,))(x)",
     "g[0] f32[1]"},
    {"0.10.2", "x=2 y=2", "a f32[3,2]; b f32[2,4]",
     "def f(a, b):\n"
     "  out = lax.dot_general(a, b, (((1,), (0,)), ((), ())))\n"
     "  return jnp.sum(out)\n"
     "g = jax.grad(f, argnums=(0, 1,))(a, b)",
     "g[0] f32[3,2]; g[1] f32[2,4]"},
    {"0.10.2", "x=2 y=4", "a f32[2,6,2@x]; b f32[2,2,8]",
     "def f(a, b):\n"
     "  out = jnp.einsum('bij, bjk -> bik', a, b, out_sharding=P('x', None, 'y'))\n"
     "  return jnp.sum(out)\n"
     "g = jax.grad(f, argnums=(0, 1,))(a, b)",
     "g[0] f32[2,6,2@x]; g[1] f32[2,2,8]"},
    {"0.10.2", "x=2 y=2", "a f32[8@x,8@y]; b f32[8,8@(x,y)]",
     "def f(a, b):\n"
     "  out = jnp.matmul(a, b, out_sharding=P('x', 'y'))\n"
     "  return jnp.sum(out)\n"
     "g = jax.grad(f, argnums=(0, 1,))(a, b)",
     "g[0] f32[8@x,8@y]; g[1] f32[8,8@(x,y)]"},
    {"0.10.2", "x=1 y=4", "x f32[4,4@(x,y)]",
     "def f(x):\n"
     "  out = jnp.broadcast_to(x, (4, 4, 4))\n"
     "  return jnp.sum(out)\n"
     "g = jax.grad(f, argnums=(0,))(x)",
     "g[0] f32[4,4@(x,y)]"},
    {"0.10.2", "x=4 y=2", "x f32[4,4,8]",
     "def f(x):\n"
     "  (out0, out1, out2, out3, out4, out5, out6, out7) = jnp.unstack(x, axis=2)\n"
     "  return jnp.sum(out0) + jnp.sum(out1) + jnp.sum(out2) + jnp.sum(out3) + jnp.sum(out4) + "
     "jnp.sum(out5) + jnp.sum(out6) + jnp.sum(out7)\n"
     "g = jax.grad(f, argnums=(0,))(x)",
     "g[0] f32[4,4,8]"},
    {"0.10.2", "x=8", "x f32[12,16]",
     "def f(x):\n"
     "  out = lax.transpose(x, (0, 1))\n"
     "  return jnp.sum(out)\n"
     "g = jax.grad(f, argnums=(0,))(x)",
     "g[0] f32[12,16]"},
    {"0.10.2", "x=1 y=4", "x f32[2]",
     "def f(x):\n"
     "  out0, out1 = lax.top_k(x, 2)\n"
     "  return jnp.sum(out0)\n"
     "g = jax.grad(f, argnums=(0,))(x)",
     "g[0] f32[2]"},
    {"0.10.2", "x=2 y=2", "x f32[6,2@x]",
     "def f(x):\n"
     "  out = lax.cond(jnp.bool_(True), lambda x: jax.sharding.reshard(x, P('x', None)), lambda x: "
     "jax.sharding.reshard(x, P('x', None)), x)\n"
     "  return jnp.sum(out)\n"
     "g = jax.grad(f, argnums=(0,))(x)",
     "g[0] f32[6,2@x]"},
    {"0.10.2", "x=1 y=4", "x f32[12,4]",
     "def f(x):\n"
     "  z = jnp.int32(0)\n"
     "  out = lax.dynamic_slice(x, [z, z], slice_sizes=(4, 4))\n"
     "  return jnp.sum(out)\n"
     "g = jax.grad(f, argnums=(0,))(x)",
     "g[0] f32[12,4]"},
    {"0.10.2", "x=2 y=2", "x f32[4@x,8]; v f32[]",
     "def f(x, v):\n"
     "  out = x.at[0:2].add(v, out_sharding=P('y'))\n"
     "  return jnp.sum(out)\n"
     "g = jax.grad(f, argnums=(0, 1,))(x, v)",
     "g[0] f32[4@x,8]; g[1] f32[]"},
    {"0.10.2", "x=3 y=2", "x f32[6,8,8]; u f32[6,8,8]",
     "def f(x, u):\n"
     "  out = lax.dynamic_update_slice(x, u, (0, 0, 0))\n"
     "  return jnp.sum(out)\n"
     "g = jax.grad(f, argnums=(0, 1,))(x, u)",
     "g[0] f32[6,8,8]; g[1] f32[6,8,8]"},
};

/* The derivative of each operation, taken back to its arrays. */
Test(grad, operations)
{
	testing_programs(operations, ROWS(operations));
}

static const struct program_case wrapped[] = {
    {"0.10.2", "x=2 y=2 z=2", "x f32[6,2,2]; i i32[6,2@y,12]",
     "def f(x, i):\n"
     "  out = jnp.take_along_axis(x, i, axis=2)\n"
     "  return jnp.sum(out)\n"
     "g = jax.grad(lambda *a: sum(jnp.sum(q * q) for q in jax.grad(f, argnums=(0,))(*a)), "
     "argnums=(0,))(x, i)",
     "ValueError: Expected cotangent type float32[6,2,2] but got float32[6,2@y,2]"},
    {"0.10.2", "x=1 y=4", "lo f32[1,1,4@x]; x f32[1,1,4@y]; hi f32[]",
     "def f(lo, x, hi):\n"
     "  out = lax.clamp(lo, x, hi)\n"
     "  return jnp.sum(out)\n"
     "def h(s, lo, x, hi):\n"
     "  return jax.vmap(lambda t: t * f(lo, x, hi))(s).sum()\n"
     "g = jax.grad(h, argnums=(0, 1, 2, 3))(jnp.ones(3), lo, x, hi)",
     "ShardingTypeError: gt got incompatible shardings for broadcasting: (None, None, "
     "'x'), (None, None, 'y')."},
    {"0.10.2", "x=2 y=2 z=2", "x f32[6,8@z]",
     "def f(x):\n"
     "  out = lax.sort(x, dimension=0)\n"
     "  return jnp.sum(out)\n"
     "h = jax.grad(lambda t, x: t * f(x), argnums=(0, 1))\n"
     "g = jax.vmap(h, in_axes=(0, None,))(jnp.ones(3), x)",
     "unknown"},
    {"0.10.2", "x=4 y=2", "c f32[6]",
     "def f(c):\n"
     "  out = lax.while_loop(lambda c: True, lambda c: jax.sharding.reshard(c * 2, P(None)), c)\n"
     "  return jnp.sum(out)\n"
     "def h(s, c):\n"
     "  return jax.vmap(lambda t: t * f(c))(s).sum()\n"
     "g = jax.grad(h, argnums=(0, 1))(jnp.ones(3), c)",
     "ValueError: Reverse-mode differentiation does not work for lax.while_loop or "
     "lax.fori_loop with dynamic start/stop values. Try using lax.scan, or using "
     "fori_loop with static start/stop."},
    {"0.10.2", "x=2 y=2 z=2", "x f32[2@z]",
     "def f(x):\n"
     "  out = x.prod(axis=0, keepdims=True)\n"
     "  return jnp.sum(out)\n"
     "t = tuple(jnp.ones_like(v) for v in (x,))\n"
     "y, vjp_f = jax.vjp(f, x)\n"
     "g = vjp_f(y)",
     "unknown"},
    {"0.10.2", "x=3 y=2", "x f32[3,12@y,3,1]; i i32[3,12,1,1]; u f32[3,3,12,1,1]",
     "def f(x, i, u):\n"
     "  dnums = lax.ScatterDimensionNumbers(\n"
     "      update_window_dims=(0, 3),\n"
     "      inserted_window_dims=(),\n"
     "      scatter_dims_to_operand_dims=(3,),\n"
     "      operand_batching_dims=(0, 1),\n"
     "      scatter_indices_batching_dims=(0, 1))\n"
     "  out = lax.scatter(x, i, u, dnums, mode='fill')\n"
     "  return jnp.sum(out)\n"
     "l, g = jax.value_and_grad(f, argnums=(0, 2,))(x, i, u)",
     "ShardingTypeError: select `which` must be scalar or have the same sharding as "
     "cases, got `which` sharding NamedSharding(mesh=AbstractMesh('x': 3, 'y': 2, "
     "axis_types=(Explicit, Explicit), device_kind=cpu, num_cores=None, platform=cpu), "
     "spec=P(None, None, None, None)) but case sharding "
     "NamedSharding(mesh=AbstractMesh('x': 3, 'y': 2, axis_types=(Explicit, Explicit), "
     "device_kind=cpu, num_cores=None, platform=cpu), spec=P(None, 'y', None, None))."},
    {"0.10.2", "x=3 y=2", "lo f32[8,8,1]; x f32[8,8,1]; hi f32[]",
     "def f(lo, x, hi):\n"
     "  out = lax.clamp(lo, x, hi)\n"
     "  return jnp.sum(out)\n"
     "g = jax.grad(jax.jit(f), argnums=(0, 1, 2,))(lo, x, hi)",
     "unknown"},
    {"0.10.2", "x=3 y=2", "x f32[3,12@x,1,3]; i i32[1,12,4,1]; u f32[3,3,1,12,4]",
     "def f(x, i, u):\n"
     "  dnums = lax.ScatterDimensionNumbers(\n"
     "      update_window_dims=(0, 1),\n"
     "      inserted_window_dims=(),\n"
     "      scatter_dims_to_operand_dims=(0,),\n"
     "      operand_batching_dims=(1, 2),\n"
     "      scatter_indices_batching_dims=(1, 0))\n"
     "  out = lax.scatter(x, i, u, dnums, mode='fill')\n"
     "  return jnp.sum(out)\n"
     "g = jax.grad(f, argnums=(0, 2,))(x, i, u)",
     "ShardingTypeError: select `which` must be scalar or have the same sharding as "
     "cases, got `which` sharding NamedSharding(mesh=AbstractMesh('x': 3, 'y': 2, "
     "axis_types=(Explicit, Explicit), device_kind=cpu, num_cores=None, platform=cpu), "
     "spec=P(None, None, None, None)) but case sharding "
     "NamedSharding(mesh=AbstractMesh('x': 3, 'y': 2, axis_types=(Explicit, Explicit), "
     "device_kind=cpu, num_cores=None, platform=cpu), spec=P(None, 'x', None, None))."},
    {"0.10.2", "x=1 y=4", "c f32[2]",
     "def f(c):\n"
     "  def cond(c):\n"
     "    return True\n"
     "  \n"
     "  def body(c):\n"
     "    return jax.sharding.reshard(c * 2, P(None))\n"
     "  \n"
     "  out = lax.while_loop(cond, body, c)\n"
     "  return jnp.sum(out)\n"
     "g = jax.grad(lambda *a: sum(jnp.sum(q * q) for q in jax.grad(f, argnums=(0,))(*a)), "
     "argnums=(0,))(c)",
     "ValueError: Reverse-mode differentiation does not work for lax.while_loop or "
     "lax.fori_loop with dynamic start/stop values. Try using lax.scan, or using "
     "fori_loop with static start/stop."},
    {"0.10.2", "x=3 y=2", "x f32[3@x,8@y,4]; i i32[2,8,3,1]; u f32[2,8,3]",
     "def f(x, i, u):\n"
     "  dnums = lax.ScatterDimensionNumbers(\n"
     "      update_window_dims=(),\n"
     "      inserted_window_dims=(2,),\n"
     "      scatter_dims_to_operand_dims=(2,),\n"
     "      operand_batching_dims=(0, 1),\n"
     "      scatter_indices_batching_dims=(2, 1))\n"
     "  out = lax.scatter_add(x, i, u, dnums, mode='promise_in_bounds')\n"
     "  return jnp.sum(out)\n"
     "g = jax.grad(jax.checkpoint(f), argnums=(0, 2,))(x, i, u)",
     "ValueError: Expected cotangent type float32[2,8,3] but got float32[2,8@y,3@x]"},
    {"0.10.2", "x=2", "x f32[12@x,2,1]; v f32[12,2,8,1]; i i32[8,1]",
     "def f(x, v, i):\n"
     "  out = x.at[:, :, i].mul(v)\n"
     "  return jnp.sum(out)\n"
     "def h(x, v, i):\n"
     "  def body(c, _):\n"
     "    return c + f(x, v, i), None\n"
     "  out, _ = lax.scan(body, 0.0, None, length=3)\n"
     "  return out\n"
     "g = jax.grad(h, argnums=(0, 1,))(x, v, i)",
     "unknown"},
    {"0.10.2", "x=4 y=2", "x f32[1,8,1]; i i32[1,2]; u f32[1,1]",
     "def f(x, i, u):\n"
     "  dnums = lax.ScatterDimensionNumbers(\n"
     "      update_window_dims=(0,),\n"
     "      inserted_window_dims=(1, 2),\n"
     "      scatter_dims_to_operand_dims=(1, 2),\n"
     "      operand_batching_dims=(),\n"
     "      scatter_indices_batching_dims=())\n"
     "  out = lax.scatter_mul(x, i, u, dnums, mode='promise_in_bounds')\n"
     "  return jnp.sum(out)\n"
     "def h(s, x, i, u):\n"
     "  return jax.vmap(lambda t: t * f(x, i, u))(s).sum()\n"
     "g = jax.grad(h, argnums=(0, 1, 3))(jnp.ones(3), x, i, u)",
     "NotImplementedError: scatter_mul gradients are only implemented if "
     "`unique_indices=True`"},
    {"0.10.2", "x=2 y=2", "x f32[6@y,2,6]; w f32[4,2@x,3]",
     "def f(x, w):\n"
     "  out = lax.conv_general_dilated(x, w, (1,), 'VALID', out_sharding=P('y', None, None))\n"
     "  return jnp.sum(out)\n"
     "h = jax.grad(lambda t, x, w: t * f(x, w), argnums=(0, 1, 2))\n"
     "g = jax.vmap(h, in_axes=(0, None, None,))(jnp.ones(3), x, w)",
     "unknown"},
    {"0.10.2", "x=3 y=2", "x f32[3]; i i32[1]; u f32[]",
     "def f(x, i, u):\n"
     "  dnums = lax.ScatterDimensionNumbers(\n"
     "      update_window_dims=(),\n"
     "      inserted_window_dims=(0,),\n"
     "      scatter_dims_to_operand_dims=(0,),\n"
     "      operand_batching_dims=(),\n"
     "      scatter_indices_batching_dims=())\n"
     "  out = lax.scatter_mul(x, i, u, dnums, mode='promise_in_bounds')\n"
     "  return jnp.sum(out)\n"
     "g = jax.grad(jax.checkpoint(f), argnums=(0, 2,))(x, i, u)",
     "unknown"},
    {"0.10.2", "x=2", "x f32[4@x,3]; v f32[4@x,4]; i i32[4]",
     "def f(x, v, i):\n"
     "  out = x.at[:, i].set(v)\n"
     "  return jnp.sum(out)\n"
     "def h(x, v, i):\n"
     "  def body(c, _):\n"
     "    return c + f(x, v, i), None\n"
     "  out, _ = lax.scan(body, 0.0, None, length=3)\n"
     "  return out\n"
     "g = jax.grad(h, argnums=(0, 1,))(x, v, i)",
     "unknown"},
    {"0.10.2", "x=2 y=2", "lo f32[]; x f32[3,6,6@y]; hi f32[]",
     "def f(lo, x, hi):\n"
     "  out = lax.clamp(lo, x, hi)\n"
     "  return jnp.sum(out)\n"
     "g = jax.grad(lambda *a: sum(jnp.sum(q * q) for q in jax.grad(f, argnums=(0, 1, 2,))(*a)), "
     "argnums=(0, 1, 2,))(lo, x, hi)",
     "TypeError: select cases must have the same shapes, got [(3, 6, 6), ()]."},
    {"0.10.2", "x=2 y=4", "lo f32[]; x f32[8@y]; hi f32[]",
     "def f(lo, x, hi):\n"
     "  out = lax.clamp(lo, x, hi)\n"
     "  return jnp.sum(out)\n"
     "g = jax.grad(jax.checkpoint(f), argnums=(0, 1, 2,))(lo, x, hi)",
     "unknown"},
    {"0.10.2", "x=2", "x f32[4@x,3]; v f32[4@x,4]; i i32[4]",
     "def f(x, v, i):\n"
     "  @partial(jax.vmap, in_axes=(0, 0, None))\n"
     "  def f(x, v, i):\n"
     "    return x.at[i].set(v)\n"
     "  \n"
     "  out = f(x, v, i)\n"
     "  return jnp.sum(out)\n"
     "g = jax.grad(lambda *a: sum(jnp.sum(q * q) for q in jax.grad(f, argnums=(0, 1,))(*a)), "
     "argnums=(0, 1,))(x, v, i)",
     "ShardingTypeError: Use `.at[...].set/add/mul/...(out_sharding=)` to provide "
     "output PartitionSpec for the scatter update as out sharding could not be "
     "resolved unambiguously (or would require collectives on inputs). Got "
     "operand=ShapedArray(uint32[4,3]), indices=ShapedArray(int32[4,1]), "
     "updates=ShapedArray(uint32[4@x,4])"},
    {"0.10.2", "x=4", "x f32[1,12,12@x]; i i32[12,1,1]; u f32[12,1]",
     "def f(x, i, u):\n"
     "  dnums = lax.ScatterDimensionNumbers(\n"
     "      update_window_dims=(),\n"
     "      inserted_window_dims=(1,),\n"
     "      scatter_dims_to_operand_dims=(1,),\n"
     "      operand_batching_dims=(0, 2),\n"
     "      scatter_indices_batching_dims=(1, 0))\n"
     "  out = lax.scatter_mul(x, i, u, dnums, mode='clip')\n"
     "  return jnp.sum(out)\n"
     "l, g = jax.value_and_grad(f, argnums=(0, 2,))(x, i, u)",
     "NotImplementedError: scatter_mul gradients are only implemented if "
     "`unique_indices=True`"},
    {"0.10.2", "x=4 y=2", "lo f32[8,4@x,4]; x f32[8@y,4@x,4]; hi f32[]",
     "def f(lo, x, hi):\n"
     "  out = lax.clamp(lo, x, hi)\n"
     "  return jnp.sum(out)\n"
     "def h(lo, x, hi):\n"
     "  def body(c, _):\n"
     "    return c + f(lo, x, hi), None\n"
     "  out, _ = lax.scan(body, 0.0, None, length=3)\n"
     "  return out\n"
     "g = jax.grad(h, argnums=(0, 1, 2,))(lo, x, hi)",
     "unknown"},
    {"0.10.2", "x=2 y=2", "lo f32[]; x f32[2@x,3,2@y]; hi f32[2@x,3,2@y]",
     "def f(lo, x, hi):\n"
     "  out = lax.clamp(lo, x, hi)\n"
     "  return jnp.sum(out)\n"
     "def h(s, lo, x, hi):\n"
     "  return jax.vmap(lambda t: t * f(lo, x, hi))(s).sum()\n"
     "g = jax.grad(h, argnums=(0, 1, 2, 3))(jnp.ones(3), lo, x, hi)",
     "TypeError: select cases must have the same shapes, got [(2, 3, 2), ()]."},
    {"0.10.2", "x=2", "c f32[4@x,12]",
     "def f(c):\n"
     "  def cond(c):\n"
     "    return True\n"
     "  \n"
     "  def body(c):\n"
     "    return jax.sharding.reshard(c * 2, P('x', None))\n"
     "  \n"
     "  out = lax.while_loop(cond, body, c)\n"
     "  return jnp.sum(out)\n"
     "def h(c):\n"
     "  def body(c, _):\n"
     "    return c + f(c), None\n"
     "  out, _ = lax.scan(body, 0.0, None, length=3)\n"
     "  return out\n"
     "g = jax.grad(h, argnums=(0,))(c)",
     "AssertionError: (0, P('x', None))"},
    {"0.10.2", "x=4 y=2", "x f32[12@x,8@y,4,8]; i i32[12@x,8,1]; u f32[8@y,12@x,8]",
     "def f(x, i, u):\n"
     "  dnums = lax.ScatterDimensionNumbers(\n"
     "      update_window_dims=(0,),\n"
     "      inserted_window_dims=(2,),\n"
     "      scatter_dims_to_operand_dims=(2,),\n"
     "      operand_batching_dims=(0, 3),\n"
     "      scatter_indices_batching_dims=(0, 1))\n"
     "  out = lax.scatter(x, i, u, dnums, mode='promise_in_bounds')\n"
     "  return jnp.sum(out)\n"
     "g = jax.grad(jax.jit(f), argnums=(0, 2,))(x, i, u)",
     "unknown"},
    {"0.10.2", "x=4", "c f32[6,12]",
     "def f(c):\n"
     "  out = lax.while_loop(lambda c: True, lambda c: jax.sharding.reshard(c * 2, P(None, None)), "
     "c)\n"
     "  return jnp.sum(out)\n"
     "t = tuple(jnp.ones_like(v) for v in (c,))\n"
     "y, vjp_f = jax.vjp(f, c)\n"
     "g = vjp_f(y)",
     "ValueError: Reverse-mode differentiation does not work for lax.while_loop or "
     "lax.fori_loop with dynamic start/stop values. Try using lax.scan, or using "
     "fori_loop with static start/stop."},
    {"0.10.2", "x=2", "x f32[4@x,3]; v f32[4,4]; i i32[4]",
     "def f(x, v, i):\n"
     "  out = x.at[:, i].set(v)\n"
     "  return jnp.sum(out)\n"
     "h = jax.grad(lambda t, x, v, i: t * f(x, v, i), argnums=(0, 1, 2))\n"
     "g = jax.vmap(h, in_axes=(0, None, None, None,))(jnp.ones(3), x, v, i)",
     "ShardingTypeError: Use `.at[...].set/add/mul/...(out_sharding=)` to provide "
     "output PartitionSpec for the scatter update as out sharding could not be "
     "resolved unambiguously (or would require collectives on inputs). Got "
     "operand=ShapedArray(uint32[4,3]), indices=ShapedArray(int32[4,1]), "
     "updates=ShapedArray(uint32[4@x,4])"},
    {"0.10.2", "x=2 y=2 z=2", "x f32[8@y,3,3]",
     "def f(x):\n"
     "  out = jnp.prod(x, axis=(0, 1))\n"
     "  return jnp.sum(out)\n"
     "g = jax.grad(jax.jit(f), argnums=(0,))(x)",
     "unknown"},
    {"0.10.2", "x=3 y=2", "x f32[8@y,12@x]",
     "def f(x):\n"
     "  out = x.prod()\n"
     "  return jnp.sum(out)\n"
     "def h(s, x):\n"
     "  return jax.vmap(lambda t: t * f(x))(s).sum()\n"
     "g = jax.grad(h, argnums=(0, 1))(jnp.ones(3), x)",
     "unknown"},
    {"0.10.2", "x=4 y=2", "x f32[8@y,4]",
     "def f(x):\n"
     "  out = lax.reduce_prod(x, (1,))\n"
     "  return jnp.sum(out)\n"
     "g = jax.grad(jax.checkpoint(f), argnums=(0,))(x)",
     "unknown"},
    {"0.10.2", "x=1 y=4", "x f32[6]; i i32[1,1]; u f32[1]",
     "def f(x, i, u):\n"
     "  dnums = lax.ScatterDimensionNumbers(\n"
     "      update_window_dims=(),\n"
     "      inserted_window_dims=(0,),\n"
     "      scatter_dims_to_operand_dims=(0,),\n"
     "      operand_batching_dims=(),\n"
     "      scatter_indices_batching_dims=())\n"
     "  out = lax.scatter_mul(x, i, u, dnums, mode='fill')\n"
     "  return jnp.sum(out)\n"
     "g = jax.grad(jax.jit(f), argnums=(0, 2,))(x, i, u)",
     "unknown"},
    {"0.10.2", "x=2 y=2", "x f32[4@(x,y),3]",
     "def f(x):\n"
     "  out = lax.sort(x, dimension=1)\n"
     "  return jnp.sum(out)\n"
     "def h(x):\n"
     "  def body(c, _):\n"
     "    return c + f(x), None\n"
     "  out, _ = lax.scan(body, 0.0, None, length=3)\n"
     "  return out\n"
     "g = jax.grad(h, argnums=(0,))(x)",
     "unknown"},
    {"0.10.2", "x=4", "lo f32[]; x f32[8@x,1,6]; hi f32[8@x,1,6]",
     "def f(lo, x, hi):\n"
     "  out = lax.clamp(lo, x, hi)\n"
     "  return jnp.sum(out)\n"
     "l, g = jax.value_and_grad(f, argnums=(0, 1, 2,))(lo, x, hi)",
     "TypeError: select cases must have the same shapes, got [(8, 1, 6), ()]."},
    {"0.10.2", "x=2", "x f32[4@x,8,8]",
     "def f(x):\n"
     "  out = lax.sort(x, dimension=2)\n"
     "  return jnp.sum(out)\n"
     "g = jax.grad(lambda *a: sum(jnp.sum(q * q) for q in jax.grad(f, argnums=(0,))(*a)), "
     "argnums=(0,))(x)",
     "unknown"},
};

/* The same under other transformations. */
Test(grad, wrapped)
{
	testing_programs(wrapped, ROWS(wrapped));
}
