/* SPDX-License-Identifier: Apache-2.0 */
/* What operations make of arrays whose copies are reduced over axes, as the gradients of partial
 * sums are. Rows are checked against JAX by testdata/programs/rows.py. */
#include "testing/program_cases.h"

static const struct program_case reduced[] = {
    {"0.10.2", "x=2 y=4", "a f32[8,4]",
     "p = jax.sharding.reshard(a, P(reduced={'x'}))\n"
     "q = p + p\n"
     "r = -p\n"
     "s = p * 2.0",
     "p f32[8,4]{R:x}; q f32[8,4]{R:x}; r f32[8,4]{R:x}; s f32[8,4]{R:x}"},
    {"0.10.2", "x=2 y=4", "a f32[8,4]",
     "p = jax.sharding.reshard(a, P(reduced={'x'}))\nq = p + 1.0",
     "p f32[8,4]{R:x}; q f32[8,4]{R:x}"},
    {"0.10.2", "x=2 y=4", "a f32[8,4]", "p = jax.sharding.reshard(a, P(reduced={'x'}))\nq = p + a",
     "ShardingTypeError: Inputs cannot be replicated on the same axes that another "
     "input is reduced on. Got input type: float32[8,4] and reduced spec: "
     "frozenset({'x'})"},
    {"0.9.0", "x=2 y=4", "a f32[8,4]", "p = jax.sharding.reshard(a, P(reduced={'x'}))\nq = p + a",
     "ShardingTypeError: Inputs cannot be replicated on the same axes that another "
     "input is reduced on. Got input spec: PartitionSpec(None, None) and reduced spec: "
     "frozenset({'x'})"},
    {"0.10.2", "x=2 y=4", "a f32[8,4]", "p = jax.sharding.reshard(a, P(reduced={'x'}))\nq = p * a",
     "ShardingTypeError: Inputs cannot be replicated on the same axes that another "
     "input is reduced on. Got input type: float32[8,4] and reduced spec: "
     "frozenset({'x'})"},
    {"0.9.0", "x=2 y=4", "a f32[8,4]", "p = jax.sharding.reshard(a, P(reduced={'x'}))\nq = p * a",
     "ShardingTypeError: Inputs cannot be replicated on the same axes that another "
     "input is reduced on. Got input spec: PartitionSpec(None, None) and reduced spec: "
     "frozenset({'x'})"},
    {"0.10.2", "x=2 y=4", "a f32[8,4]; b f32[4@x,6]",
     "p = jax.sharding.reshard(a, P(reduced={'x'}))\nq = p @ b", "p f32[8,4]{R:x}; q f32[8,6]"},
    {"0.10.2", "x=2 y=4", "a f32[8,4]",
     "p = jax.sharding.reshard(a, P(reduced={'x'}))\nq = p @ jnp.ones((4, 6))",
     "p f32[8,4]{R:x}; q f32[8,6]"},
    {"0.10.2", "x=2 y=4", "a f32[8,4]",
     "p = jax.sharding.reshard(a, P(reduced={'x'}))\nq = jnp.dot(p, p.T)",
     "p f32[8,4]{R:x}; q f32[8,8]"},
    {"0.10.2", "x=2 y=4", "a f32[8,4]",
     "p = jax.sharding.reshard(a, P(reduced={'x'}))\nq = jnp.exp(p)",
     "p f32[8,4]{R:x}; q f32[8,4]{R:x}"},
    {"0.10.2", "x=2 y=4", "a f32[8,4]",
     "p = jax.sharding.reshard(a, P(reduced={'x'}))\n"
     "q = p.sum()\n"
     "r = p.sum(axis=0)",
     "p f32[8,4]{R:x}; q f32[]{R:x}; r f32[4]{R:x}"},
    {"0.10.2", "x=2 y=4", "a f32[8,4]",
     "p = jax.sharding.reshard(a, P(reduced={'x'}))\nq = p.max()",
     "ValueError: Using *pspec is dangerous when PartitionSpec has non-empty "
     "unreduced/reduced set. Please use *spec.partitions"},
    {"0.12.0.1", "x=2 y=4", "a f32[8,4]",
     "p = jax.sharding.reshard(a, P(reduced={'x'}))\nq = p.max()", "p f32[8,4]{R:x}; q f32[]{R:x}"},
    {"0.9.0", "x=2 y=4", "a f32[8,4]", "p = jax.sharding.reshard(a, P(reduced={'x'}))\nq = p.max()",
     "NotImplementedError: reduced rule for reduce_max is not implemented. Please file "
     "an issue at https://github.com/jax-ml/jax/issues"},
    {"0.10.2", "x=2 y=4", "a f32[8,4]",
     "p = jax.sharding.reshard(a, P(reduced={'x'}))\n"
     "q = p.T\n"
     "r = p[None]\n"
     "s = p.reshape(32)",
     "ValueError: Using pspec[...] is dangerous when PartitionSpec has non-empty "
     "unreduced/reduced set. Please use spec.partitions[...]"},
    {"0.12.0.1", "x=2 y=4", "a f32[8,4]",
     "p = jax.sharding.reshard(a, P(reduced={'x'}))\n"
     "q = p.T\n"
     "r = p[None]\n"
     "s = p.reshape(32)",
     "p f32[8,4]{R:x}; q f32[4,8]{R:x}; r f32[1,8,4]{R:x}; s f32[32]{R:x}"},
    {"0.9.0", "x=2 y=4", "a f32[8,4]",
     "p = jax.sharding.reshard(a, P(reduced={'x'}))\n"
     "q = p.T\n"
     "r = p[None]\n"
     "s = p.reshape(32)",
     "NotImplementedError: reduced rule for reshape is not implemented. Please file an "
     "issue at https://github.com/jax-ml/jax/issues"},
    {"0.10.2", "x=2 y=4", "a f32[8,4]", "p = jax.sharding.reshard(a, P(reduced={'x'}))\nq = p[0]",
     "p f32[8,4]{R:x}; q f32[4]{R:x}"},
    {"0.9.0", "x=2 y=4", "a f32[8,4]", "p = jax.sharding.reshard(a, P(reduced={'x'}))\nq = p[0]",
     "NotImplementedError: reduced rule for slice is not implemented. Please file an "
     "issue at https://github.com/jax-ml/jax/issues"},
    {"0.10.2", "x=2 y=4", "a f32[8,4]",
     "p = jax.sharding.reshard(a, P(reduced={'x'}))\nq = p[:, 1:3]",
     "p f32[8,4]{R:x}; q f32[8,2]{R:x}"},
    {"0.9.0", "x=2 y=4", "a f32[8,4]",
     "p = jax.sharding.reshard(a, P(reduced={'x'}))\nq = p[:, 1:3]",
     "NotImplementedError: reduced rule for slice is not implemented. Please file an "
     "issue at https://github.com/jax-ml/jax/issues"},
    {"0.10.2", "x=2 y=4", "a f32[8,4]",
     "p = jax.sharding.reshard(a, P(reduced={'x'}))\nq = p[jnp.array([0, 1])]",
     "ValueError: Using *pspec is dangerous when PartitionSpec has non-empty "
     "unreduced/reduced set. Please use *spec.partitions"},
    {"0.12.0.1", "x=2 y=4", "a f32[8,4]",
     "p = jax.sharding.reshard(a, P(reduced={'x'}))\nq = p[jnp.array([0, 1])]",
     "p f32[8,4]{R:x}; q f32[2,4]{R:x}"},
    {"0.9.0", "x=2 y=4", "a f32[8,4]",
     "p = jax.sharding.reshard(a, P(reduced={'x'}))\nq = p[jnp.array([0, 1])]",
     "NotImplementedError: reduced rule for gather is not implemented. Please file an "
     "issue at https://github.com/jax-ml/jax/issues"},
    {"0.10.2", "x=2 y=4", "a f32[8,4]",
     "p = jax.sharding.reshard(a, P(reduced={'x'}))\nq = p.at[0].set(1.0)",
     "ValueError: Using *pspec is dangerous when PartitionSpec has non-empty "
     "unreduced/reduced set. Please use *spec.partitions"},
    {"0.12.0.1", "x=2 y=4", "a f32[8,4]",
     "p = jax.sharding.reshard(a, P(reduced={'x'}))\nq = p.at[0].set(1.0)",
     "NotImplementedError: unreduced/reduced rule for scatter is not implemented. "
     "Please file an issue at https://github.com/jax-ml/jax/issues"},
    {"0.9.0", "x=2 y=4", "a f32[8,4]",
     "p = jax.sharding.reshard(a, P(reduced={'x'}))\nq = p.at[0].set(1.0)",
     "NotImplementedError: reduced rule for scatter is not implemented. Please file an "
     "issue at https://github.com/jax-ml/jax/issues"},
    {"0.10.2", "x=2 y=4", "a f32[8,4]",
     "p = jax.sharding.reshard(a, P(reduced={'x'}))\n"
     "q = jnp.concatenate([p, p])",
     "p f32[8,4]{R:x}; q f32[16,4]{R:x}"},
    {"0.10.2", "x=2 y=4", "a f32[8,4]",
     "p = jax.sharding.reshard(a, P(reduced={'x'}))\n"
     "q = jnp.concatenate([p, a])",
     "ShardingTypeError: All operands should have the same sharding. Got shardings "
     "NamedSharding(mesh=AbstractMesh('x': 2, 'y': 4, axis_types=(Explicit, Explicit), "
     "device_kind=cpu, num_cores=None, platform=cpu), spec=P(None, None, "
     "reduced={'x'})), NamedSharding(mesh=AbstractMesh('x': 2, 'y': 4, "
     "axis_types=(Explicit, Explicit), device_kind=cpu, num_cores=None, platform=cpu), "
     "spec=P(None, None))"},
    {"0.9.0", "x=2 y=4", "a f32[8,4]",
     "p = jax.sharding.reshard(a, P(reduced={'x'}))\n"
     "q = jnp.concatenate([p, a])",
     "ShardingTypeError: All operands should have the same sharding. Got shardings "
     "NamedSharding(mesh=AbstractMesh('x': 2, 'y': 4, axis_types=(Explicit, Explicit), "
     "device_kind=cpu, num_cores=None), spec=PartitionSpec(None, None, "
     "reduced={'x'})), NamedSharding(mesh=AbstractMesh('x': 2, 'y': 4, "
     "axis_types=(Explicit, Explicit), device_kind=cpu, num_cores=None), "
     "spec=PartitionSpec(None, None))"},
    {"0.10.2", "x=2 y=4", "a f32[8,4]",
     "p = jax.sharding.reshard(a, P(reduced={'x'}))\n"
     "q = p.astype(jnp.bfloat16)",
     "p f32[8,4]{R:x}; q bf16[8,4]{R:x}"},
    {"0.10.2", "x=2 y=4", "a f32[8,4]",
     "p = jax.sharding.reshard(a, P(reduced={'x'}))\n"
     "q = jnp.where(p > 0, p, p)",
     "p f32[8,4]{R:x}; q f32[8,4]{R:x}"},
    {"0.9.0", "x=2 y=4", "a f32[8,4]",
     "p = jax.sharding.reshard(a, P(reduced={'x'}))\n"
     "q = jnp.where(p > 0, p, p)",
     "NotImplementedError: reduced rule for select_n is not implemented. Please file "
     "an issue at https://github.com/jax-ml/jax/issues"},
    {"0.10.2", "x=2 y=4", "a f32[8,4]",
     "p = jax.sharding.reshard(a, P(reduced={'x'}))\n"
     "q = jnp.broadcast_to(p, (2, 8, 4))",
     "p f32[8,4]{R:x}; q f32[2,8,4]{R:x}"},
    {"0.10.2", "x=2 y=4", "a f32[8,4]",
     "p = jax.sharding.reshard(a, P(reduced={'x'}))\n"
     "q = jax.vmap(lambda r: r + r)(p)",
     "ValueError: Using pspec[...] is dangerous when PartitionSpec has non-empty "
     "unreduced/reduced set. Please use spec.partitions[...]"},
    {"0.9.0", "x=2 y=4", "a f32[8,4]",
     "p = jax.sharding.reshard(a, P(reduced={'x'}))\n"
     "q = jax.vmap(lambda r: r + r)(p)",
     "p f32[8,4]{R:x}; q f32[8,4]{R:x}"},
    {"0.10.2", "x=2 y=4", "a f32[8,4]",
     "p = jax.sharding.reshard(a, P(reduced={'x'}))\n"
     "q = jax.sharding.reshard(p, P())\n"
     "r = jax.sharding.reshard(p, P('x'))",
     "p f32[8,4]{R:x}; q f32[8,4]; r f32[8@x,4]"},
    {"0.10.2", "x=2 y=4", "a f32[8,4]",
     "p = jax.sharding.reshard(a, P(reduced={'x'}))\n"
     "q = jax.sharding.reshard(p, P('y', reduced={'x'}))",
     "p f32[8,4]{R:x}; q f32[8@y,4]{R:x}"},
    {"0.10.2", "x=2 y=4", "a f32[8,4]",
     "p = jax.sharding.reshard(a, P(reduced={'x'}))\n"
     "q = jax.sharding.reshard(p, P(unreduced={'x'}))",
     "p f32[8,4]{R:x}; q f32[8,4]{U:x}"},
    {"0.10.2", "x=2 y=4", "a f32[8,4]", "p = jax.sharding.reshard(a, P('x', reduced={'x'}))",
     "ValueError: partitions cannot overlap with reduced axes passed to PartitionSpec. "
     "Got partitions: ('x',) and reduced axes: frozenset({'x'})"},
    {"0.10.2", "x=2 y=4", "a f32[8,4]", "p = jax.sharding.reshard(a, P(reduced={'z'}))",
     "ValueError: Reduced axes z is not found in mesh.axis_names=('x', 'y'). Got "
     "pspec=P(reduced={'z'})"},
    {"0.9.0", "x=2 y=4", "a f32[8,4]", "p = jax.sharding.reshard(a, P(reduced={'z'}))",
     "ValueError: Reduced axes z is not found in mesh.axis_names=('x', 'y'). Got "
     "pspec=PartitionSpec(reduced={'z'})"},
    {"0.10.2", "x=2 y=4", "a f32[8,4]",
     "p = jax.sharding.reshard(a, P(reduced={'x'}, unreduced={'x'}))",
     "ValueError: `unreduced` and `reduced` argument to PartitionSpec cannot overlap. "
     "Got unreduced: frozenset({'x'}) and reduced: frozenset({'x'})"},
    {"0.10.2", "x=2 y=4", "a f32[8,4]",
     "p = jax.sharding.reshard(a, P(reduced={'x'}))\n"
     "q = jnp.cumsum(p, axis=0)",
     "ValueError: Using pspec[...] is dangerous when PartitionSpec has non-empty "
     "unreduced/reduced set. Please use spec.partitions[...]"},
    {"0.9.0", "x=2 y=4", "a f32[8,4]",
     "p = jax.sharding.reshard(a, P(reduced={'x'}))\n"
     "q = jnp.cumsum(p, axis=0)",
     "NotImplementedError: reduced rule for cumsum is not implemented. Please file an "
     "issue at https://github.com/jax-ml/jax/issues"},
    {"0.10.2", "x=2 y=4", "a f32[8,4]",
     "p = jax.sharding.reshard(a, P(reduced={'x'}))\nq = jnp.sort(p)",
     "ValueError: Using pspec[...] is dangerous when PartitionSpec has non-empty "
     "unreduced/reduced set. Please use spec.partitions[...]"},
    {"0.9.0", "x=2 y=4", "a f32[8,4]",
     "p = jax.sharding.reshard(a, P(reduced={'x'}))\nq = jnp.sort(p)",
     "p f32[8,4]{R:x}; q f32[8,4]{R:x}"},
    {"0.10.2", "x=2 y=4", "a f32[8,4]",
     "p = jax.sharding.reshard(a, P(reduced={'x'}))\nq, r = jnp.split(p, 2)",
     "p f32[8,4]{R:x}; q f32[4,4]{R:x}; r f32[4,4]{R:x}"},
    {"0.9.0", "x=2 y=4", "a f32[8,4]",
     "p = jax.sharding.reshard(a, P(reduced={'x'}))\nq, r = jnp.split(p, 2)",
     "NotImplementedError: reduced rule for split is not implemented. Please file an "
     "issue at https://github.com/jax-ml/jax/issues"},
    {"0.10.2", "x=2 y=4", "a f32[8,4]",
     "p = jax.sharding.reshard(a, P(reduced={'x'}))\nq = jnp.pad(p, 1)",
     "p f32[8,4]{R:x}; q f32[10,6]{R:x}"},
    {"0.9.0", "x=2 y=4", "a f32[8,4]",
     "p = jax.sharding.reshard(a, P(reduced={'x'}))\nq = jnp.pad(p, 1)",
     "NotImplementedError: reduced rule for pad is not implemented. Please file an "
     "issue at https://github.com/jax-ml/jax/issues"},
    {"0.10.2", "x=2 y=4", "a f32[8,4]",
     "p = jax.sharding.reshard(a, P(reduced={'x'}))\n"
     "q, r = lax.scan(lambda c, s: (c + 1, s), 0.0, p)",
     "p f32[8,4]{R:x}; q f32[]; r f32[8,4]{R:x}"},
    {"0.10.2", "x=2 y=4", "a f32[8,4]",
     "p = jax.sharding.reshard(a, P(reduced={'x'}))\n"
     "q = lax.with_sharding_constraint(p, P(reduced={'x'}))",
     "ValueError: Using *pspec is dangerous when PartitionSpec has non-empty "
     "unreduced/reduced set. Please use *spec.partitions"},
    {"0.9.0", "x=2 y=4", "a f32[8,4]",
     "p = jax.sharding.reshard(a, P(reduced={'x'}))\n"
     "q = lax.with_sharding_constraint(p, P(reduced={'x'}))",
     "p f32[8,4]{R:x}; q f32[8,4]{R:x}"},
    {"0.10.2", "x=2 y=4", "a f32[8,4]",
     "p = jax.sharding.reshard(a, P(reduced={'x'}))\n"
     "q = lax.with_sharding_constraint(p, P())",
     "ValueError: Using *pspec is dangerous when PartitionSpec has non-empty "
     "unreduced/reduced set. Please use *spec.partitions"},
    {"0.9.0", "x=2 y=4", "a f32[8,4]",
     "p = jax.sharding.reshard(a, P(reduced={'x'}))\n"
     "q = lax.with_sharding_constraint(p, P())",
     "p f32[8,4]{R:x}; q f32[8,4]{R:x}"},
    {"0.10.2", "x=2 y=4", "a f32[8,4]",
     "p = jax.sharding.reshard(a, P(reduced={'x'}))\n"
     "q = jnp.repeat(p, 2, axis=0)",
     "ValueError: Using pspec[...] is dangerous when PartitionSpec has non-empty "
     "unreduced/reduced set. Please use spec.partitions[...]"},
    {"0.9.0", "x=2 y=4", "a f32[8,4]",
     "p = jax.sharding.reshard(a, P(reduced={'x'}))\n"
     "q = jnp.repeat(p, 2, axis=0)",
     "p f32[8,4]{R:x}; q f32[16,4]{R:x}"},
};

/* Arrays of which the copies are to be summed one day. */
Test(partial_reduced, judge_reduced)
{
	testing_programs(reduced, ROWS(reduced));
}
