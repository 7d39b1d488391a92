/* SPDX-License-Identifier: Apache-2.0 */
/* What operations make of arrays that hold partial sums.
 * Rows are checked against JAX by testdata/programs/rows.py. */
#include "testing/program_cases.h"

static const struct program_case partial[] = {
    {"0.10.2", "x=2 y=4", "a f32[8,4@x]; b f32[4@x,6]",
     "p = jnp.matmul(a, b, out_sharding=P(unreduced={'x'}))\n"
     "q = jnp.broadcast_to(p, (2, 8, 6))",
     "p f32[8,6]{U:x}; q f32[2,8,6]{U:x}"},
    {"0.10.2", "x=2 y=4", "a f32[8,4@x]; b f32[4@x,6]",
     "p = jnp.matmul(a, b, out_sharding=P(unreduced={'x'}))\n"
     "q = jnp.broadcast_to(p, (2, 8, 6), out_sharding=P())",
     "ValueError: Using *pspec is dangerous when PartitionSpec has non-empty "
     "unreduced/reduced set. Please use *spec.partitions"},
    {"0.12.0.1", "x=2 y=4", "a f32[8,4@x]; b f32[4@x,6]",
     "p = jnp.matmul(a, b, out_sharding=P(unreduced={'x'}))\n"
     "q = jnp.broadcast_to(p, (2, 8, 6), out_sharding=P())",
     "p f32[8,6]{U:x}; q f32[2,8,6]"},
    {"0.10.2", "x=2 y=4", "a f32[8,4@x]; b f32[4@x,6]",
     "p = jnp.matmul(a, b, out_sharding=P(unreduced={'x'}))\n"
     "q = jnp.broadcast_to(p, (2, 8, 6), out_sharding=P(unreduced={'x'}))",
     "ValueError: Using pspec[...] is dangerous when PartitionSpec has non-empty "
     "unreduced/reduced set. Please use spec.partitions[...]"},
    {"0.12.0.1", "x=2 y=4", "a f32[8,4@x]; b f32[4@x,6]",
     "p = jnp.matmul(a, b, out_sharding=P(unreduced={'x'}))\n"
     "q = jnp.broadcast_to(p, (2, 8, 6), out_sharding=P(unreduced={'x'}))",
     "p f32[8,6]{U:x}; q f32[2,8,6]{U:x}"},
    {"0.10.2", "x=2 y=4", "a f32[8,4@x]; b f32[4@x,6]",
     "p = jnp.matmul(a, b, out_sharding=P(unreduced={'x'}))\n"
     "q = jnp.broadcast_to(p, (8, 6), out_sharding=P(unreduced={'x'}))",
     "ValueError: Using pspec[...] is dangerous when PartitionSpec has non-empty "
     "unreduced/reduced set. Please use spec.partitions[...]"},
    {"0.12.0.1", "x=2 y=4", "a f32[8,4@x]; b f32[4@x,6]",
     "p = jnp.matmul(a, b, out_sharding=P(unreduced={'x'}))\n"
     "q = jnp.broadcast_to(p, (8, 6), out_sharding=P(unreduced={'x'}))",
     "p f32[8,6]{U:x}; q f32[8,6]{U:x}"},
    {"0.10.2", "x=2 y=4", "a f32[8,4@x]; b f32[4@x,6]",
     "p = jnp.matmul(a, b, out_sharding=P(unreduced={'x'}))\n"
     "q = jnp.broadcast_to(p, (8, 6), out_sharding=P())",
     "ValueError: Using *pspec is dangerous when PartitionSpec has non-empty "
     "unreduced/reduced set. Please use *spec.partitions"},
    {"0.12.0.1", "x=2 y=4", "a f32[8,4@x]; b f32[4@x,6]",
     "p = jnp.matmul(a, b, out_sharding=P(unreduced={'x'}))\n"
     "q = jnp.broadcast_to(p, (8, 6), out_sharding=P())",
     "p f32[8,6]{U:x}; q f32[8,6]"},
    {"0.10.2", "x=2 y=4", "a f32[8,4@x]; b f32[4@x,6]",
     "p = jnp.matmul(a, b, out_sharding=P(unreduced={'x'}))\n"
     "q = jnp.broadcast_to(p, (6,), out_sharding=P())",
     "ValueError: Cannot broadcast to shape with fewer dimensions: arr_shape=(8, 6) "
     "shape=(6,)"},
    {"0.10.2", "x=2 y=4", "a f32[8,4@x]; b f32[4@x,6]",
     "p = jnp.matmul(a, b, out_sharding=P(unreduced={'x'}))\n"
     "q = jnp.broadcast_to(p, (8, 5), out_sharding=P())",
     "ValueError: Using *pspec is dangerous when PartitionSpec has non-empty "
     "unreduced/reduced set. Please use *spec.partitions"},
    {"0.12.0.1", "x=2 y=4", "a f32[8,4@x]; b f32[4@x,6]",
     "p = jnp.matmul(a, b, out_sharding=P(unreduced={'x'}))\n"
     "q = jnp.broadcast_to(p, (8, 5), out_sharding=P())",
     "ValueError: safe_zip() argument 1 has length 0 but argument 0 has length 2. All "
     "lengths: (2, 0)"},
    {"0.9.0", "x=2 y=4", "a f32[8,4@x]; b f32[4@x,6]",
     "p = jnp.matmul(a, b, out_sharding=P(unreduced={'x'}))\n"
     "q = jnp.broadcast_to(p, (8, 5), out_sharding=P())",
     "ValueError: Incompatible shapes for broadcasting: (8, 6) and requested shape (8, "
     "5)"},
    {"0.10.2", "x=2 y=4", "",
     "p = jnp.broadcast_to(jnp.zeros(6), (8, 6), out_sharding=P(unreduced={'x'}))",
     "ValueError: Using pspec[...] is dangerous when PartitionSpec has non-empty "
     "unreduced/reduced set. Please use spec.partitions[...]"},
    {"0.12.0.1", "x=2 y=4", "",
     "p = jnp.broadcast_to(jnp.zeros(6), (8, 6), out_sharding=P(unreduced={'x'}))",
     "p f32[8,6]{U:x}"},
    {"0.10.2", "x=2 y=4", "a f32[8,4@x]",
     "p = jnp.broadcast_to(a, (2, 8, 4), out_sharding=P(unreduced={'y'}))",
     "ValueError: Using pspec[...] is dangerous when PartitionSpec has non-empty "
     "unreduced/reduced set. Please use spec.partitions[...]"},
    {"0.12.0.1", "x=2 y=4", "a f32[8,4@x]",
     "p = jnp.broadcast_to(a, (2, 8, 4), out_sharding=P(unreduced={'y'}))",
     "ValueError: safe_zip() argument 1 has length 0 but argument 0 has length 3. All "
     "lengths: (3, 0)"},
    {"0.9.0", "x=2 y=4", "a f32[8,4@x]",
     "p = jnp.broadcast_to(a, (2, 8, 4), out_sharding=P(unreduced={'y'}))", "p f32[2,8,4]{U:y}"},
    {"0.10.2", "x=2 y=4", "a f32[8,4@x]; b f32[4@x,6]",
     "p = jnp.matmul(a, b, out_sharding=P(unreduced={'x'}))\n"
     "q = p[None]\n"
     "r = p + jnp.zeros((2, 1, 1))",
     "ShardingTypeError: lhs is unreduced while rhs is not. `add` operation does not "
     "allow this because there will be implicit communication. Please reduce lhs via "
     "`reshard` before calling `add`."},
    {"0.10.2", "x=2 y=4", "a f32[8,4@x]; b f32[4@x,6]",
     "p = jnp.matmul(a, b, out_sharding=P(unreduced={'x'}))\n"
     "q = lax.broadcast(p, (2,))",
     "p f32[8,6]{U:x}; q f32[2,8,6]{U:x}"},
    {"0.10.2", "x=2 y=4", "a f32[8,4@x]; b f32[4@x,6]",
     "p = jnp.matmul(a, b, out_sharding=P(unreduced={'x'}))\n"
     "q = lax.expand_dims(p, (0, 3))",
     "p f32[8,6]{U:x}; q f32[1,8,6,1]{U:x}"},
    {"0.10.2", "x=2 y=4", "a f32[8,4@x]; b f32[4@x,6]",
     "p = jnp.matmul(a, b, out_sharding=P(unreduced={'x'}))\n"
     "q = jnp.tile(p, (2, 1))",
     "ValueError: Using *pspec is dangerous when PartitionSpec has non-empty "
     "unreduced/reduced set. Please use *spec.partitions"},
    {"0.9.0", "x=2 y=4", "a f32[8,4@x]; b f32[4@x,6]",
     "p = jnp.matmul(a, b, out_sharding=P(unreduced={'x'}))\n"
     "q = jnp.tile(p, (2, 1))",
     "p f32[8,6]{U:x}; q f32[16,6]{U:x}"},
    {"0.10.2", "x=2 y=4", "a f32[8,4@x]; b f32[4@x,6]",
     "p = jnp.matmul(a, b, out_sharding=P(unreduced={'x'}))\n"
     "q = jnp.repeat(p, 2, axis=0)",
     "ValueError: Using pspec[...] is dangerous when PartitionSpec has non-empty "
     "unreduced/reduced set. Please use spec.partitions[...]"},
    {"0.9.0", "x=2 y=4", "a f32[8,4@x]; b f32[4@x,6]",
     "p = jnp.matmul(a, b, out_sharding=P(unreduced={'x'}))\n"
     "q = jnp.repeat(p, 2, axis=0)",
     "p f32[8,6]{U:x}; q f32[16,6]{U:x}"},
    {"0.10.2", "x=2 y=4", "a f32[8,4@x]; b f32[4@x,6]",
     "p = jnp.matmul(a, b, out_sharding=P(unreduced={'x'}))\n"
     "q = jnp.roll(p, 1, axis=0)",
     "p f32[8,6]{U:x}; q f32[8,6]{U:x}"},
    {"0.12.0.1", "x=2 y=4", "a f32[8,4@x]; b f32[4@x,6]",
     "p = jnp.matmul(a, b, out_sharding=P(unreduced={'x'}))\n"
     "q = jnp.roll(p, 1, axis=0)",
     "ValueError: Using pspec[...] is dangerous when PartitionSpec has non-empty "
     "unreduced/reduced set. Please use spec.partitions[...]"},
    {"0.9.0", "x=2 y=4", "a f32[8,4@x]; b f32[4@x,6]",
     "p = jnp.matmul(a, b, out_sharding=P(unreduced={'x'}))\n"
     "q = jnp.roll(p, 1, axis=0)",
     "NotImplementedError: unreduced rule for slice is not implemented. Please file an "
     "issue at https://github.com/jax-ml/jax/issues"},
    {"0.10.2", "x=2 y=4", "a f32[8,4@x]; b f32[4@x,6]",
     "p = jnp.matmul(a, b, out_sharding=P(unreduced={'x'}))\n"
     "q = jnp.flip(p, axis=0)\n"
     "r = p.T\n"
     "s = p.reshape(48)",
     "NotImplementedError: unreduced/reduced rule for rev is not implemented. Please "
     "file an issue at https://github.com/jax-ml/jax/issues"},
    {"0.9.0", "x=2 y=4", "a f32[8,4@x]; b f32[4@x,6]",
     "p = jnp.matmul(a, b, out_sharding=P(unreduced={'x'}))\n"
     "q = jnp.flip(p, axis=0)\n"
     "r = p.T\n"
     "s = p.reshape(48)",
     "NotImplementedError: unreduced rule for rev is not implemented. Please file an "
     "issue at https://github.com/jax-ml/jax/issues"},
    {"0.10.2", "x=2 y=4", "a f32[8,4@x]; b f32[4@x,6]",
     "p = jnp.matmul(a, b, out_sharding=P(unreduced={'x'}))\n"
     "q = jnp.concatenate([p, p])",
     "p f32[8,6]{U:x}; q f32[16,6]{U:x}"},
    {"0.9.0", "x=2 y=4", "a f32[8,4@x]; b f32[4@x,6]",
     "p = jnp.matmul(a, b, out_sharding=P(unreduced={'x'}))\n"
     "q = jnp.concatenate([p, p])",
     "NotImplementedError: unreduced rule for concatenate is not implemented. Please "
     "file an issue at https://github.com/jax-ml/jax/issues"},
    {"0.10.2", "x=2 y=4", "a f32[8,4@x]; b f32[4@x,6]",
     "p = jnp.matmul(a, b, out_sharding=P(unreduced={'x'}))\n"
     "q = jnp.stack([p, p])",
     "p f32[8,6]{U:x}; q f32[2,8,6]{U:x}"},
    {"0.9.0", "x=2 y=4", "a f32[8,4@x]; b f32[4@x,6]",
     "p = jnp.matmul(a, b, out_sharding=P(unreduced={'x'}))\n"
     "q = jnp.stack([p, p])",
     "NotImplementedError: unreduced rule for concatenate is not implemented. Please "
     "file an issue at https://github.com/jax-ml/jax/issues"},
    {"0.10.2", "x=2 y=4", "a f32[8,4@x]; b f32[4@x,6]",
     "p = jnp.matmul(a, b, out_sharding=P(unreduced={'x'}))\n"
     "q = jnp.pad(p, 1)",
     "p f32[8,6]{U:x}; q f32[10,8]{U:x}"},
    {"0.9.0", "x=2 y=4", "a f32[8,4@x]; b f32[4@x,6]",
     "p = jnp.matmul(a, b, out_sharding=P(unreduced={'x'}))\n"
     "q = jnp.pad(p, 1)",
     "NotImplementedError: unreduced rule for pad is not implemented. Please file an "
     "issue at https://github.com/jax-ml/jax/issues"},
    {"0.10.2", "x=2 y=4", "a f32[8,4@x]; b f32[4@x,6]",
     "p = jnp.matmul(a, b, out_sharding=P(unreduced={'x'}))\n"
     "q, r = jnp.split(p, 2)",
     "p f32[8,6]{U:x}; q f32[4,6]{U:x}; r f32[4,6]{U:x}"},
    {"0.9.0", "x=2 y=4", "a f32[8,4@x]; b f32[4@x,6]",
     "p = jnp.matmul(a, b, out_sharding=P(unreduced={'x'}))\n"
     "q, r = jnp.split(p, 2)",
     "NotImplementedError: unreduced rule for split is not implemented. Please file an "
     "issue at https://github.com/jax-ml/jax/issues"},
    {"0.10.2", "x=2 y=4", "a f32[8,4@x]; b f32[4@x,6]",
     "p = jnp.matmul(a, b, out_sharding=P(unreduced={'x'}))\n"
     "q = jnp.squeeze(p[:, :1], 1)",
     "p f32[8,6]{U:x}; q f32[8]{U:x}"},
    {"0.9.0", "x=2 y=4", "a f32[8,4@x]; b f32[4@x,6]",
     "p = jnp.matmul(a, b, out_sharding=P(unreduced={'x'}))\n"
     "q = jnp.squeeze(p[:, :1], 1)",
     "NotImplementedError: unreduced rule for slice is not implemented. Please file an "
     "issue at https://github.com/jax-ml/jax/issues"},
    {"0.10.2", "x=2 y=4", "a f32[8,4@x]; b f32[4@x,6]",
     "p = jnp.matmul(a, b, out_sharding=P(unreduced={'x'}))\n"
     "q = p.astype(jnp.bfloat16)",
     "p f32[8,6]{U:x}; q bf16[8,6]{U:x}"},
    {"0.10.2", "x=2 y=4", "a f32[8,4@x]; b f32[4@x,6]",
     "p = jnp.matmul(a, b, out_sharding=P(unreduced={'x'}))\n"
     "q = p.astype(jnp.int32)",
     "p f32[8,6]{U:x}; q i32[8,6]{U:x}"},
    {"0.10.2", "x=2 y=4", "a f32[8,4@x]; b f32[4@x,6]",
     "p = jnp.matmul(a, b, out_sharding=P(unreduced={'x'}))\n"
     "q = jnp.where(p > 0, p, 0.0)",
     "NotImplementedError: unreduced rule for gt is not implemented. Please file an "
     "issue at https://github.com/jax-ml/jax/issues"},
    {"0.12.0.1", "x=2 y=4", "a f32[8,4@x]; b f32[4@x,6]",
     "p = jnp.matmul(a, b, out_sharding=P(unreduced={'x'}))\n"
     "q = jnp.where(p > 0, p, 0.0)",
     "ShardingTypeError: gt is a non-linear operation and cannot accept inputs that "
     "are unreduced. Got (ShapedArray(float32[8,6]{U:x}), ShapedArray(float32[]))"},
    {"0.9.0", "x=2 y=4", "a f32[8,4@x]; b f32[4@x,6]",
     "p = jnp.matmul(a, b, out_sharding=P(unreduced={'x'}))\n"
     "q = jnp.where(p > 0, p, 0.0)",
     "NotImplementedError: unreduced rule for gt is not implemented. Please file an "
     "issue at https://github.com/jax-ml/jax/issues"},
    {"0.10.2", "x=2 y=4", "a f32[8,4@x]; b f32[4@x,6]",
     "p = jnp.matmul(a, b, out_sharding=P(unreduced={'x'}))\n"
     "q = jnp.where(b[:1, 0] > 0, p, p)",
     "ShardingTypeError: slicing on sharded dims where out dim (1) is not divisible by "
     "mesh axes (2) with spec (x) is not implemented. Got input type=f32[4@x,6] and "
     "output shape=(1, 1)"},
    {"0.12.0.1", "x=2 y=4", "a f32[8,4@x]; b f32[4@x,6]",
     "p = jnp.matmul(a, b, out_sharding=P(unreduced={'x'}))\n"
     "q = jnp.where(b[:1, 0] > 0, p, p)",
     "ValueError: Using pspec[...] is dangerous when PartitionSpec has non-empty "
     "unreduced/reduced set. Please use spec.partitions[...]"},
    {"0.9.0", "x=2 y=4", "a f32[8,4@x]; b f32[4@x,6]",
     "p = jnp.matmul(a, b, out_sharding=P(unreduced={'x'}))\n"
     "q = jnp.where(b[:1, 0] > 0, p, p)",
     "ShardingTypeError: slicing on sharded dims where out dim (1) is not divisible by "
     "mesh axes (2) with spec (x) is not implemented."},
    {"0.10.2", "x=2 y=4", "a f32[8,4@x]; b f32[4@x,6]",
     "p = jnp.matmul(a, b, out_sharding=P(unreduced={'x'}))\nq = jnp.sort(p)",
     "ValueError: Using pspec[...] is dangerous when PartitionSpec has non-empty "
     "unreduced/reduced set. Please use spec.partitions[...]"},
    {"0.9.0", "x=2 y=4", "a f32[8,4@x]; b f32[4@x,6]",
     "p = jnp.matmul(a, b, out_sharding=P(unreduced={'x'}))\nq = jnp.sort(p)",
     "p f32[8,6]{U:x}; q f32[8,6]{U:x}"},
    {"0.10.2", "x=2 y=4", "a f32[8,4@x]; b f32[4@x,6]",
     "p = jnp.matmul(a, b, out_sharding=P(unreduced={'x'}))\n"
     "q = jnp.cumsum(p, axis=0)",
     "ValueError: Using pspec[...] is dangerous when PartitionSpec has non-empty "
     "unreduced/reduced set. Please use spec.partitions[...]"},
    {"0.9.0", "x=2 y=4", "a f32[8,4@x]; b f32[4@x,6]",
     "p = jnp.matmul(a, b, out_sharding=P(unreduced={'x'}))\n"
     "q = jnp.cumsum(p, axis=0)",
     "NotImplementedError: unreduced rule for cumsum is not implemented. Please file "
     "an issue at https://github.com/jax-ml/jax/issues"},
    {"0.10.2", "x=2 y=4", "a f32[8,4@x]; b f32[4@x,6]",
     "p = jnp.matmul(a, b, out_sharding=P(unreduced={'x'}))\n"
     "q = jnp.max(p, axis=0)",
     "ValueError: Using *pspec is dangerous when PartitionSpec has non-empty "
     "unreduced/reduced set. Please use *spec.partitions"},
    {"0.12.0.1", "x=2 y=4", "a f32[8,4@x]; b f32[4@x,6]",
     "p = jnp.matmul(a, b, out_sharding=P(unreduced={'x'}))\n"
     "q = jnp.max(p, axis=0)",
     "ValueError: Expected unreduced_kind=UnreducedKind.max but got UnreducedKind.sum"},
    {"0.9.0", "x=2 y=4", "a f32[8,4@x]; b f32[4@x,6]",
     "p = jnp.matmul(a, b, out_sharding=P(unreduced={'x'}))\n"
     "q = jnp.max(p, axis=0)",
     "NotImplementedError: unreduced rule for reduce_max is not implemented. Please "
     "file an issue at https://github.com/jax-ml/jax/issues"},
    {"0.10.2", "x=2 y=4", "a f32[8,4@x]; b f32[4@x,6]",
     "p = jnp.matmul(a, b, out_sharding=P(unreduced={'x'}))\n"
     "q = jnp.sum(p, axis=0)\n"
     "r = jnp.mean(p)",
     "NotImplementedError: unreduced rule for div is not implemented. Please file an "
     "issue at https://github.com/jax-ml/jax/issues"},
    {"0.12.0.1", "x=2 y=4", "a f32[8,4@x]; b f32[4@x,6]",
     "p = jnp.matmul(a, b, out_sharding=P(unreduced={'x'}))\n"
     "q = jnp.sum(p, axis=0)\n"
     "r = jnp.mean(p)",
     "ValueError: Denominator should be reduced along the same axes numerator is "
     "unreduced on. Got x=ShapedArray(float32[]{U:x}), y=ShapedArray(float32[])"},
    {"0.9.0", "x=2 y=4", "a f32[8,4@x]; b f32[4@x,6]",
     "p = jnp.matmul(a, b, out_sharding=P(unreduced={'x'}))\n"
     "q = jnp.sum(p, axis=0)\n"
     "r = jnp.mean(p)",
     "ShardingTypeError: operand passed to reduce_sum cannot be unreduced. Got "
     "operand=ShapedArray(float32[8,6]{U:x})"},
    {"0.10.2", "x=2 y=4", "a f32[8,4@x]; b f32[4@x,6]",
     "p = jnp.matmul(a, b, out_sharding=P(unreduced={'x'}))\n"
     "q = jnp.clip(p, 0, 1)",
     "NotImplementedError: unreduced rule for max is not implemented. Please file an "
     "issue at https://github.com/jax-ml/jax/issues"},
    {"0.12.0.1", "x=2 y=4", "a f32[8,4@x]; b f32[4@x,6]",
     "p = jnp.matmul(a, b, out_sharding=P(unreduced={'x'}))\n"
     "q = jnp.clip(p, 0, 1)",
     "ShardingTypeError: max is a non-linear operation and cannot accept inputs that "
     "are unreduced. Got (ShapedArray(float32[]), ShapedArray(float32[8,6]{U:x}))"},
    {"0.9.0", "x=2 y=4", "a f32[8,4@x]; b f32[4@x,6]",
     "p = jnp.matmul(a, b, out_sharding=P(unreduced={'x'}))\n"
     "q = jnp.clip(p, 0, 1)",
     "NotImplementedError: unreduced rule for max is not implemented. Please file an "
     "issue at https://github.com/jax-ml/jax/issues"},
    {"0.10.2", "x=2 y=4", "a f32[8,4@x]; b f32[4@x,6]",
     "p = jnp.matmul(a, b, out_sharding=P(unreduced={'x'}))\n"
     "q = p @ jnp.ones((6, 2))",
     "ShardingTypeError: lhs or rhs passed to dot_general cannot be unreduced. Got "
     "lhs=ShapedArray(float32[8,6]{U:x}) and rhs=ShapedArray(float32[6,2])"},
    {"0.10.2", "x=2 y=4", "a f32[8,4@x]; b f32[4@x,6]",
     "p = jnp.matmul(a, b, out_sharding=P(unreduced={'x'}))\n"
     "q = p * 2.0\n"
     "r = p + p\n"
     "s = -p",
     "ShardingTypeError: RHS should be reduced along the same axes LHS is unreduced "
     "on. Got lhs=float32[8,6]{U:x} and rhs=float32[]"},
    {"0.10.2", "x=2 y=4", "a f32[8,4@x]; b f32[4@x,6]",
     "p = jnp.matmul(a, b, out_sharding=P(unreduced={'x'}))\nq = p * p",
     "ShardingTypeError: lhs and rhs to `mul` cannot be unreduced since mul is "
     "bilinear. Got lhs=frozenset({'x'}), rhs=frozenset({'x'})"},
    {"0.10.2", "x=2 y=4", "a f32[8,4@x]; b f32[4@x,6]",
     "p = jnp.matmul(a, b, out_sharding=P(unreduced={'x'}))\nq = p + 1.0",
     "ShardingTypeError: lhs is unreduced while rhs is not. `add` operation does not "
     "allow this because there will be implicit communication. Please reduce lhs via "
     "`reshard` before calling `add`."},
    {"0.10.2", "x=2 y=4", "a f32[8,4@x]; b f32[4@x,6]",
     "p = jnp.matmul(a, b, out_sharding=P(unreduced={'x'}))\nq = jnp.exp(p)",
     "NotImplementedError: unreduced rule for exp is not implemented. Please file an "
     "issue at https://github.com/jax-ml/jax/issues"},
    {"0.12.0.1", "x=2 y=4", "a f32[8,4@x]; b f32[4@x,6]",
     "p = jnp.matmul(a, b, out_sharding=P(unreduced={'x'}))\nq = jnp.exp(p)",
     "ShardingTypeError: exp is a non-linear operation and cannot accept input that is "
     "unreduced. Got float32[8,6]{U:x}"},
    {"0.9.0", "x=2 y=4", "a f32[8,4@x]; b f32[4@x,6]",
     "p = jnp.matmul(a, b, out_sharding=P(unreduced={'x'}))\nq = jnp.exp(p)",
     "NotImplementedError: unreduced rule for exp is not implemented. Please file an "
     "issue at https://github.com/jax-ml/jax/issues"},
    {"0.10.2", "x=2 y=4", "a f32[8,4@x]; b f32[4@x,6]",
     "p = jnp.matmul(a, b, out_sharding=P(unreduced={'x'}))\n"
     "q = p + jnp.matmul(a, b, out_sharding=P())",
     "ShardingTypeError: lhs is unreduced while rhs is not. `add` operation does not "
     "allow this because there will be implicit communication. Please reduce lhs via "
     "`reshard` before calling `add`."},
    {"0.10.2", "x=2 y=4", "a f32[8,4@x]; b f32[4@x,6]",
     "p = jnp.matmul(a, b, out_sharding=P(unreduced={'x'}))\n"
     "q = jax.vmap(lambda r: r * 2)(p)",
     "ValueError: Using pspec[...] is dangerous when PartitionSpec has non-empty "
     "unreduced/reduced set. Please use spec.partitions[...]"},
    {"0.9.0", "x=2 y=4", "a f32[8,4@x]; b f32[4@x,6]",
     "p = jnp.matmul(a, b, out_sharding=P(unreduced={'x'}))\n"
     "q = jax.vmap(lambda r: r * 2)(p)",
     "ShardingTypeError: RHS should be reduced along the same axes LHS is unreduced "
     "on. Got lhs=float32[6]{U:x} and rhs=float32[]"},
    {"0.10.2", "x=2 y=4", "a f32[8,4@x]; b f32[4@x,6]",
     "p = jnp.matmul(a, b, out_sharding=P(unreduced={'x'}))\n"
     "q = jax.lax.stop_gradient(p)\n"
     "r = lax.optimization_barrier(p)",
     "p f32[8,6]{U:x}; q f32[8,6]{U:x}; r f32[8,6]{U:x}"},
    {"0.10.2", "x=2 y=4", "a f32[8,4@x]; b f32[4@x,6]",
     "p = jnp.matmul(a, b, out_sharding=P(unreduced={'x'}))\n"
     "q = jax.sharding.reshard(p, P('x'))",
     "p f32[8,6]{U:x}; q f32[8@x,6]"},
    {"0.10.2", "x=2 y=4", "a f32[8,4@x]; b f32[4@x,6]",
     "p = jnp.matmul(a, b, out_sharding=P(unreduced={'x'}))\n"
     "q = jax.sharding.reshard(p, P())\n"
     "r = jax.sharding.reshard(p, P('y', None))",
     "p f32[8,6]{U:x}; q f32[8,6]; r f32[8@y,6]"},
    {"0.10.2", "x=2 y=4", "a f32[8,4@x]; b f32[4@x,6]",
     "p = jnp.matmul(a, b, out_sharding=P(unreduced={'x'}))\n"
     "q = jax.sharding.reshard(p, P(unreduced={'y'}))",
     "p f32[8,6]{U:x}; q f32[8,6]{U:y}"},
    {"0.10.2", "x=2 y=4", "a f32[8,4@x]; b f32[4@x,6]",
     "p = jnp.matmul(a, b, out_sharding=P(unreduced={'x'}))\n"
     "q = lax.with_sharding_constraint(p, P())",
     "ValueError: Using *pspec is dangerous when PartitionSpec has non-empty "
     "unreduced/reduced set. Please use *spec.partitions"},
    {"0.9.0", "x=2 y=4", "a f32[8,4@x]; b f32[4@x,6]",
     "p = jnp.matmul(a, b, out_sharding=P(unreduced={'x'}))\n"
     "q = lax.with_sharding_constraint(p, P())",
     "p f32[8,6]{U:x}; q f32[8,6]{U:x}"},
    {"0.10.2", "x=2 y=4", "a f32[8,4@x]; b f32[4@x,6]",
     "p = jnp.matmul(a, b, out_sharding=P(unreduced={'x'}))\n"
     "q = jnp.argmax(p)",
     "ValueError: Using pspec[...] is dangerous when PartitionSpec has non-empty "
     "unreduced/reduced set. Please use spec.partitions[...]"},
    {"0.9.0", "x=2 y=4", "a f32[8,4@x]; b f32[4@x,6]",
     "p = jnp.matmul(a, b, out_sharding=P(unreduced={'x'}))\n"
     "q = jnp.argmax(p)",
     "NotImplementedError: unreduced rule for reshape is not implemented. Please file "
     "an issue at https://github.com/jax-ml/jax/issues"},
    {"0.10.2", "x=2 y=4", "a f32[8,4@x]; b f32[4@x,6]",
     "p = jnp.matmul(a, b, out_sharding=P(unreduced={'x'}))\nq = p == p",
     "NotImplementedError: unreduced rule for eq is not implemented. Please file an "
     "issue at https://github.com/jax-ml/jax/issues"},
    {"0.12.0.1", "x=2 y=4", "a f32[8,4@x]; b f32[4@x,6]",
     "p = jnp.matmul(a, b, out_sharding=P(unreduced={'x'}))\nq = p == p",
     "ShardingTypeError: eq is a non-linear operation and cannot accept inputs that "
     "are unreduced. Got (ShapedArray(float32[8,6]{U:x}), "
     "ShapedArray(float32[8,6]{U:x}))"},
    {"0.9.0", "x=2 y=4", "a f32[8,4@x]; b f32[4@x,6]",
     "p = jnp.matmul(a, b, out_sharding=P(unreduced={'x'}))\nq = p == p",
     "NotImplementedError: unreduced rule for eq is not implemented. Please file an "
     "issue at https://github.com/jax-ml/jax/issues"},
    {"0.10.2", "x=2 y=4", "a f32[8,4@x]; b f32[4@x,6]",
     "p = jnp.matmul(a, b, out_sharding=P(unreduced={'x'}))\n"
     "q = jax.vmap(lambda r: r + r, in_axes=1)(p)",
     "ValueError: Using pspec[...] is dangerous when PartitionSpec has non-empty "
     "unreduced/reduced set. Please use spec.partitions[...]"},
    {"0.9.0", "x=2 y=4", "a f32[8,4@x]; b f32[4@x,6]",
     "p = jnp.matmul(a, b, out_sharding=P(unreduced={'x'}))\n"
     "q = jax.vmap(lambda r: r + r, in_axes=1)(p)",
     "p f32[8,6]{U:x}; q f32[6,8]{U:x}"},
    {"0.10.2", "x=2 y=4", "a f32[8,4@x]; b f32[4@x,6]",
     "p = jnp.matmul(a, b, out_sharding=P(unreduced={'x'}))\n"
     "q = jax.vmap(lambda r, s: r + s.sum(), in_axes=(0, None))(jnp.ones(8), p)",
     "ShardingTypeError: rhs is unreduced while lhs is not. `add` operation does not "
     "allow this because there will be implicit communication. Please reduce rhs via "
     "`reshard` before calling `add`."},
    {"0.9.0", "x=2 y=4", "a f32[8,4@x]; b f32[4@x,6]",
     "p = jnp.matmul(a, b, out_sharding=P(unreduced={'x'}))\n"
     "q = jax.vmap(lambda r, s: r + s.sum(), in_axes=(0, None))(jnp.ones(8), p)",
     "ShardingTypeError: operand passed to reduce_sum cannot be unreduced. Got "
     "operand=ShapedArray(float32[8,6]{U:x})"},
    {"0.10.2", "x=2 y=4", "a f32[8,4@x]; b f32[4@x,6]",
     "p = jnp.matmul(a, b, out_sharding=P(unreduced={'x'}))\n"
     "q = jax.vmap(lambda r, s: r + s[0], in_axes=(0, None))(b.T, p)",
     "TypeError: add got incompatible shapes for broadcasting: (4,), (6,)."},
    {"0.9.0", "x=2 y=4", "a f32[8,4@x]; b f32[4@x,6]",
     "p = jnp.matmul(a, b, out_sharding=P(unreduced={'x'}))\n"
     "q = jax.vmap(lambda r, s: r + s[0], in_axes=(0, None))(b.T, p)",
     "NotImplementedError: unreduced rule for slice is not implemented. Please file an "
     "issue at https://github.com/jax-ml/jax/issues"},
    {"0.10.2", "x=2 y=4", "a f32[8,4@x]; b f32[4@x,6]",
     "p = jnp.matmul(a, b, out_sharding=P(unreduced={'x'}))\n"
     "q = jax.vmap(lambda r: p + r)(b[0])",
     "ShardingTypeError: slicing on sharded dims where out dim (1) is not divisible by "
     "mesh axes (2) with spec (x) is not implemented. Got input type=f32[4@x,6] and "
     "output shape=(1, 6)"},
    {"0.9.0", "x=2 y=4", "a f32[8,4@x]; b f32[4@x,6]",
     "p = jnp.matmul(a, b, out_sharding=P(unreduced={'x'}))\n"
     "q = jax.vmap(lambda r: p + r)(b[0])",
     "ShardingTypeError: slicing on sharded dims where out dim (1) is not divisible by "
     "mesh axes (2) with spec (x) is not implemented."},
    {"0.10.2", "x=2 y=4", "a f32[8,4@x]; b f32[4@x,6]",
     "p = jnp.matmul(a, b, out_sharding=P(unreduced={'x'}))\n"
     "q, r = lax.scan(lambda c, s: (c + 1, s), 0.0, p)",
     "p f32[8,6]{U:x}; q f32[]; r f32[8,6]{U:x}"},
    {"0.10.2", "x=2 y=4", "a f32[8,4@x]; b f32[4@x,6]",
     "p = jnp.matmul(a, b, out_sharding=P(unreduced={'x'}))\n"
     "q, r = lax.scan(lambda c, s: (c + c, None), p, None, length=3)",
     "p f32[8,6]{U:x}; q f32[8,6]{U:x}"},
    {"0.10.2", "x=2 y=4", "a f32[8,4@x]; b f32[4@x,6]",
     "p = jnp.matmul(a, b, out_sharding=P(unreduced={'x'}))\n"
     "q = lax.fori_loop(0, 3, lambda i, c: c + c, p)",
     "p f32[8,6]{U:x}; q f32[8,6]{U:x}"},
    {"0.10.2", "x=2 y=4", "a f32[8,4@x]; b f32[4@x,6]",
     "p = jnp.matmul(a, b, out_sharding=P(unreduced={'x'}))\n"
     "q = lax.map(lambda r: r, p)",
     "p f32[8,6]{U:x}; q f32[8,6]{U:x}"},
    {"0.10.2", "x=2 y=4", "a f32[8,4@x]; b f32[4@x,6]",
     "p = jnp.matmul(a, b, out_sharding=P(unreduced={'x'}))\n"
     "q = lax.cond(True, lambda r: r, lambda r: r + r, p)",
     "p f32[8,6]{U:x}; q f32[8,6]{U:x}"},
    {"0.10.2", "x=2 y=4", "a f32[8,4@x]; b f32[4@x,6]",
     "p = jnp.matmul(a, b, out_sharding=P(unreduced={'x'}))\n"
     "q = lax.with_sharding_constraint(p, P(unreduced={'x'}))",
     "ValueError: Using *pspec is dangerous when PartitionSpec has non-empty "
     "unreduced/reduced set. Please use *spec.partitions"},
    {"0.9.0", "x=2 y=4", "a f32[8,4@x]; b f32[4@x,6]",
     "p = jnp.matmul(a, b, out_sharding=P(unreduced={'x'}))\n"
     "q = lax.with_sharding_constraint(p, P(unreduced={'x'}))",
     "p f32[8,6]{U:x}; q f32[8,6]{U:x}"},
    {"0.10.2", "x=2 y=4", "a f32[8,4@x]; b f32[4@x,6]",
     "p = jnp.matmul(a, b, out_sharding=P(unreduced={'x'}))\n"
     "q = jnp.swapaxes(p, 0, 1)\n"
     "r = jnp.expand_dims(p, 1)\n"
     "s = jnp.ravel(p)",
     "ValueError: Using pspec[...] is dangerous when PartitionSpec has non-empty "
     "unreduced/reduced set. Please use spec.partitions[...]"},
    {"0.12.0.1", "x=2 y=4", "a f32[8,4@x]; b f32[4@x,6]",
     "p = jnp.matmul(a, b, out_sharding=P(unreduced={'x'}))\n"
     "q = jnp.swapaxes(p, 0, 1)\n"
     "r = jnp.expand_dims(p, 1)\n"
     "s = jnp.ravel(p)",
     "p f32[8,6]{U:x}; q f32[6,8]{U:x}; r f32[8,1,6]{U:x}; s f32[48]{U:x}"},
    {"0.9.0", "x=2 y=4", "a f32[8,4@x]; b f32[4@x,6]",
     "p = jnp.matmul(a, b, out_sharding=P(unreduced={'x'}))\n"
     "q = jnp.swapaxes(p, 0, 1)\n"
     "r = jnp.expand_dims(p, 1)\n"
     "s = jnp.ravel(p)",
     "NotImplementedError: unreduced rule for reshape is not implemented. Please file "
     "an issue at https://github.com/jax-ml/jax/issues"},
    {"0.10.2", "x=2 y=4", "a f32[8,4@x]; b f32[4@x,6]",
     "p = jnp.matmul(a, b, out_sharding=P(unreduced={'x'}))\n"
     "q = jnp.einsum('ij->ji', p)",
     "p f32[8,6]{U:x}; q f32[6,8]{U:x}"},
    {"0.10.2", "x=2 y=4", "a f32[8,4@x]; b f32[4@x,6]",
     "p = jnp.matmul(a, b, out_sharding=P(unreduced={'x'}))\n"
     "q = jnp.einsum('ij,jk->ik', p, jnp.ones((6, 3)))",
     "ShardingTypeError: lhs or rhs passed to dot_general cannot be unreduced. Got "
     "lhs=ShapedArray(float32[8,6]{U:x}) and rhs=ShapedArray(float32[6,3])"},
    {"0.10.2", "x=2 y=4", "a f32[8,4@x]; b f32[4@x,6]",
     "p = jnp.matmul(a, b, out_sharding=P(unreduced={'x'}))\n"
     "q = jnp.maximum(p, p)",
     "NotImplementedError: unreduced rule for max is not implemented. Please file an "
     "issue at https://github.com/jax-ml/jax/issues"},
    {"0.12.0.1", "x=2 y=4", "a f32[8,4@x]; b f32[4@x,6]",
     "p = jnp.matmul(a, b, out_sharding=P(unreduced={'x'}))\n"
     "q = jnp.maximum(p, p)",
     "ShardingTypeError: max is a non-linear operation and cannot accept inputs that "
     "are unreduced. Got (ShapedArray(float32[8,6]{U:x}), "
     "ShapedArray(float32[8,6]{U:x}))"},
    {"0.9.0", "x=2 y=4", "a f32[8,4@x]; b f32[4@x,6]",
     "p = jnp.matmul(a, b, out_sharding=P(unreduced={'x'}))\n"
     "q = jnp.maximum(p, p)",
     "NotImplementedError: unreduced rule for max is not implemented. Please file an "
     "issue at https://github.com/jax-ml/jax/issues"},
    {"0.10.2", "x=2 y=4", "a f32[8,4@x]; b f32[4@x,6]",
     "p = jnp.matmul(a, b, out_sharding=P(unreduced={'x'}))\nq = p / 2.0",
     "NotImplementedError: unreduced rule for div is not implemented. Please file an "
     "issue at https://github.com/jax-ml/jax/issues"},
    {"0.12.0.1", "x=2 y=4", "a f32[8,4@x]; b f32[4@x,6]",
     "p = jnp.matmul(a, b, out_sharding=P(unreduced={'x'}))\nq = p / 2.0",
     "ValueError: Denominator should be reduced along the same axes numerator is "
     "unreduced on. Got x=ShapedArray(float32[8,6]{U:x}), y=ShapedArray(float32[])"},
    {"0.9.0", "x=2 y=4", "a f32[8,4@x]; b f32[4@x,6]",
     "p = jnp.matmul(a, b, out_sharding=P(unreduced={'x'}))\nq = p / 2.0",
     "NotImplementedError: unreduced rule for div is not implemented. Please file an "
     "issue at https://github.com/jax-ml/jax/issues"},
    {"0.10.2", "x=2 y=4", "a f32[8,4@x]; b f32[4@x,6]",
     "p = jnp.matmul(a, b, out_sharding=P(unreduced={'x'}))\nq = p - p",
     "NotImplementedError: unreduced rule for sub is not implemented. Please file an "
     "issue at https://github.com/jax-ml/jax/issues"},
    {"0.12.0.1", "x=2 y=4", "a f32[8,4@x]; b f32[4@x,6]",
     "p = jnp.matmul(a, b, out_sharding=P(unreduced={'x'}))\nq = p - p",
     "p f32[8,6]{U:x}; q f32[8,6]{U:x}"},
    {"0.9.0", "x=2 y=4", "a f32[8,4@x]; b f32[4@x,6]",
     "p = jnp.matmul(a, b, out_sharding=P(unreduced={'x'}))\nq = p - p",
     "NotImplementedError: unreduced rule for sub is not implemented. Please file an "
     "issue at https://github.com/jax-ml/jax/issues"},
    {"0.10.2", "x=2 y=4", "a f32[8,4@x]; b f32[4@x,6]",
     "p = jnp.matmul(a, b, out_sharding=P(unreduced={'x'}))\n"
     "q = jax.nn.softmax(p)",
     "ValueError: Using *pspec is dangerous when PartitionSpec has non-empty "
     "unreduced/reduced set. Please use *spec.partitions"},
    {"0.12.0.1", "x=2 y=4", "a f32[8,4@x]; b f32[4@x,6]",
     "p = jnp.matmul(a, b, out_sharding=P(unreduced={'x'}))\n"
     "q = jax.nn.softmax(p)",
     "ValueError: Expected unreduced_kind=UnreducedKind.max but got UnreducedKind.sum"},
    {"0.9.0", "x=2 y=4", "a f32[8,4@x]; b f32[4@x,6]",
     "p = jnp.matmul(a, b, out_sharding=P(unreduced={'x'}))\n"
     "q = jax.nn.softmax(p)",
     "NotImplementedError: unreduced rule for reduce_max is not implemented. Please "
     "file an issue at https://github.com/jax-ml/jax/issues"},
    {"0.10.2", "x=2 y=4", "a f32[8,4@x]; b f32[4@x,6]",
     "p = jnp.matmul(a, b, out_sharding=P(unreduced={'x'}))\n"
     "q = jnp.argsort(p)",
     "ValueError: Using pspec[...] is dangerous when PartitionSpec has non-empty "
     "unreduced/reduced set. Please use spec.partitions[...]"},
    {"0.9.0", "x=2 y=4", "a f32[8,4@x]; b f32[4@x,6]",
     "p = jnp.matmul(a, b, out_sharding=P(unreduced={'x'}))\n"
     "q = jnp.argsort(p)",
     "ShardingTypeError: Arguments to sort must have equal shardings, got: "
     "NamedSharding(mesh=AbstractMesh('x': 2, 'y': 4, axis_types=(Explicit, Explicit), "
     "device_kind=cpu, num_cores=None), spec=PartitionSpec(None, None, "
     "unreduced={'x'})) NamedSharding(mesh=AbstractMesh('x': 2, 'y': 4, "
     "axis_types=(Explicit, Explicit), device_kind=cpu, num_cores=None), "
     "spec=PartitionSpec(None, None))"},
    {"0.10.2", "x=2 y=4", "a f32[8,4@x]; b f32[4@x,6]",
     "p = jnp.matmul(a, b, out_sharding=P(unreduced={'x'}))\n"
     "q = jnp.zeros_like(p)\n"
     "r = jnp.full_like(p, 2)",
     "p f32[8,6]{U:x}; q f32[8,6]{U:x}; r f32[8,6]{U:x}"},
    {"0.10.2", "x=2 y=4", "a f32[8,4@x]; b f32[4@x,6]",
     "p = jnp.matmul(a, b, out_sharding=P(unreduced={'x'}))\nq = jnp.tril(p)",
     "p f32[8,6]{U:x}; q f32[8,6]{U:x}"},
    {"0.9.0", "x=2 y=4", "a f32[8,4@x]; b f32[4@x,6]",
     "p = jnp.matmul(a, b, out_sharding=P(unreduced={'x'}))\nq = jnp.tril(p)",
     "ShardingTypeError: select `which` must be scalar or have the same sharding as "
     "cases, got `which` sharding NamedSharding(mesh=AbstractMesh('x': 2, 'y': 4, "
     "axis_types=(Explicit, Explicit), device_kind=cpu, num_cores=None), "
     "spec=PartitionSpec(None, None)) but case sharding "
     "NamedSharding(mesh=AbstractMesh('x': 2, 'y': 4, axis_types=(Explicit, Explicit), "
     "device_kind=cpu, num_cores=None), spec=PartitionSpec(None, None, "
     "unreduced={'x'}))."},
    {"0.10.2", "x=2 y=4", "a f32[8,4@x]; b f32[4@x,6]",
     "p = jnp.matmul(a, b, out_sharding=P(unreduced={'x'}))\n"
     "q = lax.top_k(p, 2)",
     "ValueError: Using pspec[...] is dangerous when PartitionSpec has non-empty "
     "unreduced/reduced set. Please use spec.partitions[...]"},
    {"0.9.0", "x=2 y=4", "a f32[8,4@x]; b f32[4@x,6]",
     "p = jnp.matmul(a, b, out_sharding=P(unreduced={'x'}))\n"
     "q = lax.top_k(p, 2)",
     "p f32[8,6]{U:x}; q[0] f32[8,2]{U:x}; q[1] i32[8,2]{U:x}"},
    {"0.10.2", "x=2 y=4", "a f32[8,4@x]; b f32[4@x,6]",
     "p = jnp.matmul(a, b, out_sharding=P(unreduced={'x'}))\n"
     "q = lax.rev(p, (0,))",
     "NotImplementedError: unreduced/reduced rule for rev is not implemented. Please "
     "file an issue at https://github.com/jax-ml/jax/issues"},
    {"0.9.0", "x=2 y=4", "a f32[8,4@x]; b f32[4@x,6]",
     "p = jnp.matmul(a, b, out_sharding=P(unreduced={'x'}))\n"
     "q = lax.rev(p, (0,))",
     "NotImplementedError: unreduced rule for rev is not implemented. Please file an "
     "issue at https://github.com/jax-ml/jax/issues"},
    {"0.10.2", "x=2 y=4", "a f32[8,4@x]; b f32[4@x,6]",
     "p = jnp.matmul(a, b, out_sharding=P(unreduced={'x'}))\n"
     "q = jnp.linalg.norm(p)",
     "ShardingTypeError: lhs and rhs to `mul` cannot be unreduced since mul is "
     "bilinear. Got lhs=frozenset({'x'}), rhs=frozenset({'x'})"},
    {"0.10.2", "x=2 y=4", "a f32[8,4@x]; b f32[4@x,6]",
     "p = jnp.matmul(a, b, out_sharding=P(unreduced={'x'}))\n"
     "q = lax.clamp(0.0, p, 1.0)",
     "NotImplementedError: unreduced/reduced rule for clamp is not implemented. Please "
     "file an issue at https://github.com/jax-ml/jax/issues"},
    {"0.9.0", "x=2 y=4", "a f32[8,4@x]; b f32[4@x,6]",
     "p = jnp.matmul(a, b, out_sharding=P(unreduced={'x'}))\n"
     "q = lax.clamp(0.0, p, 1.0)",
     "NotImplementedError: unreduced rule for clamp is not implemented. Please file an "
     "issue at https://github.com/jax-ml/jax/issues"},
    {"0.10.2", "x=2 y=4", "a f32[8,4@x]; b f32[4@x,6]",
     "p = jnp.matmul(a, b, out_sharding=P(unreduced={'x'}))\n"
     "q = lax.psum(p, 'x')",
     "NameError: Found an unbound axis name: x. To fix this, please call psum under "
     "`jax.shard_map`."},
    {"0.10.2", "x=2 y=4", "a f32[8,4@x]; b f32[4@x,6]",
     "p = jnp.matmul(a, b, out_sharding=P(unreduced={'x'}))\n"
     "q = jax.device_put(p, P())",
     "p f32[8,6]{U:x}; q f32[8,6]"},
};

/* Some take them, some have no rule, and some fail where they read the spec; releases differ. */
Test(partial_sums, judge_partial_sums)
{
	testing_programs(partial, ROWS(partial));
}
