#!/usr/bin/env python3
"""Records how many FLOPs XLA counts of small programs that it compiles for CPUs, each for one of its rules.

    python3 record_kernels.py >> kernels.jsonl

With each release of JAX whose rules differ. A line has `id`, the `yaml` of a spec and `compiled`, the
count of one device (Compiled.cost_analysis). Every array with a name at the top level of a program is a
result. Runs on CPU with virtual devices, compiled for one thread; nothing is executed.
"""
import ast
import json
import os
import re

os.environ["JAX_PLATFORMS"] = "cpu"
os.environ["XLA_FLAGS"] = "--xla_force_host_platform_device_count=4 --xla_cpu_multi_thread_eigen=false"

import jax  # noqa: E402
from jax import lax  # noqa: E402
from jax import numpy as jnp  # noqa: E402
from jax.sharding import AxisType, NamedSharding  # noqa: E402
from jax.sharding import PartitionSpec as P  # noqa: E402

TENSORS = {"a": ("float32", (64, 8), ("x",)), "b": ("float32", (8, 64), (None, "x")),
           "v": ("float32", (64,), ("x",)), "w": ("float32", (16, 16), ()), "z": ("float32", (8, 16), ()),
           "h": ("bfloat16", (8, 16), ()), "g": ("bfloat16", (8, 16), ()), "m": ("bfloat16", (16, 8), ()),
           "hs": ("bfloat16", (8, 16), (None, "x")), "ms": ("bfloat16", (16, 8), ("x",)),
           "h3": ("bfloat16", (4, 8, 16), ()), "h3s": ("bfloat16", (4, 8, 16), (None, None, "x")),
           "q": ("int8", (8, 16), ()), "r": ("int8", (16, 8), ()), "e": ("int8", (1, 16), ()),
           "i": ("float16", (8, 16), ()), "t": ("int32", (16,), ("x",)), "k": ("uint32", (2,), ()),
           "l": ("float32", (16, 64), ("x",)), "o": ("float32", (2, 16), ("x",)), "s": ("float32", (), ()),
           "c": ("int32", (8,), ()), "d": ("int32", (), ()), "f": ("float32", (4, 8, 16), (None, "x")),
           "j": ("float32", (4, 16, 4), ("x",)), "ht": ("bfloat16", (16, 32), ("x", "y"))}

PROGRAMS = """
y = (h @ m).astype(jnp.float32)
y = (h3 @ m).astype(jnp.float32)
y = (h * g).astype(jnp.float32)
n = h * g; y = n.astype(jnp.float32)
n = (h * g).astype(jnp.float32) * 2; y = jnp.tanh(h * g)
y = (h * g).reshape(4, 32).astype(jnp.float32)
y = jnp.sum(jnp.maximum(h, g), 0)
y = jnp.where(h > 0, h, g).astype(jnp.float32)
y = lax.dot_general(h, m, (((1,), (0,)), ((), ())), preferred_element_type=jnp.float32)
y = lax.dot_general(h, h, (((0,), (0,)), ((), ())), preferred_element_type=jnp.float32)
y = lax.dot_general(q, r, (((1,), (0,)), ((), ())), preferred_element_type=jnp.int32)
y = lax.dot_general(e, r, (((1,), (0,)), ((), ())), preferred_element_type=jnp.int32)
y = lax.dot_general(q, q, (((0,), (0,)), ((), ())), preferred_element_type=jnp.int32)
y = jnp.einsum('bsd,df->bsf', h3s, ms, out_sharding=P())
y = jnp.einsum('sd,df->sf', hs, ms, out_sharding=P())
y = jax.sharding.reshard(h, P(None, 'x')) * jnp.tanh(hs)
y = (0.01 * a) / 64
y = (a * 0.01) / 64
n = a / 4; y = n * 0.05
n = a / 4; y = 0.05 * n
n = a + 1.5; y = n + 2.25
n = 1.5 - a; y = n + 2.25
y = 2.25 + (1.5 - a)
y = 2.25 - (a + 1.5)
n = jnp.zeros_like(i); y = 0.9 * n + 0.1 * i
n = jnp.zeros_like(i); y = i / (jnp.sqrt(i) + 1e-8)
y = jnp.cumsum(l, axis=1)
n = jnp.cumsum(l, axis=1); y = jnp.tanh(n) * 2.0; u = jnp.where(n < 0.9, l, 0.0)
y = jnp.tile(l, (1, 5)).cumsum(axis=1)
y = jax.random.uniform(k, (64,), minval=0.5, maxval=1.0)
g = jax.grad(lambda w: jnp.sum(jax.checkpoint(lambda w: jnp.tanh(z @ w))(w) ** 2))(w)
u = jax.sharding.reshard(t, P()); n = jax.sharding.reshard(t, P()); y = jnp.tanh(u * 0.5) + jnp.tanh(n * 0.5)
y = jnp.einsum('i,ij->j', v * 2.0 + 1.0, a, out_sharding=P()); u = jnp.einsum('i,i->', v * 2.0 + 1.0, v, out_sharding=P())
y = jnp.einsum('ij,ij->i', z * 2.0 + 1.0, z - 1.0); u = jnp.einsum('ij,j->i', z * 2.0 + 1.0, w[0] - 1.0)
y = (z[:1] * 2.0 + 1.0) @ w; u = jnp.sum((z[:1] * 2.0 + 1.0) * z[1:2])
n = o * 2.0 + 1.0; y = n @ w; u = jnp.exp(n)
y = z / s; n = (z + 1.0) / s
n = 0.1 * a / s; y = 0.1 * b / (1 - s)
y = 0.5 * z / jnp.sum(z, 1, keepdims=True); n = 0.5 * z
g = jax.grad(lambda z: jnp.mean((z @ w) ** 2))(z)
g = jax.grad(lambda z: jnp.mean(jnp.sum(jnp.square(z @ w), axis=1)))(z)
g = jax.grad(lambda i: jnp.mean(jnp.square(jnp.tanh(i))))(i)
g = jax.grad(lambda i: jnp.sum(jax.nn.silu(i)))(i)
y = z * 2.0 + jnp.zeros_like(z).at[c].add(1.5)
y = lax.dynamic_slice_in_dim(z, d - 1, 2, axis=1); n = lax.dynamic_update_slice_in_dim(z, y, d, axis=1)
y = lax.with_sharding_constraint(jnp.einsum('hqs,hsk->hqk', f * 2.0 + 1.0, j), P('x', None, None))
y = jnp.einsum('hqs,hsk->hqk', f * 2.0 + 1.0, j, out_sharding=P('x', None, None))
n = z * 0.25; y = jax.nn.softmax(n)
y = jax.nn.softmax(jnp.where(jnp.arange(16) <= d, (z @ w) / 4.0, -jnp.inf))
y = jax.nn.log_softmax(z * 0.25); n = jax.nn.logsumexp(z + 0.5, axis=1)
n = z * 0.25; y = jnp.exp(n - jnp.sum(n, axis=1, keepdims=True)); u = jnp.sin(n - jnp.max(n, axis=1, keepdims=True))
y = w * 2.0; n = z @ y.T
y = jnp.concatenate([w, w, w]) * 2.0; n = y @ y.T
y = f * 2.0; n = jnp.einsum('bij,bkj->bik', jnp.sin(f), y)
y = f * 2.0; n = jnp.einsum('bij,bkj->ikb', jnp.sin(f), y, out_sharding=P())
n = f @ w; m = n * n * n * 0.5; y = m @ w; u = jnp.einsum('bij,bik->jk', m, f)
n = f * 0.25; y = jax.nn.softmax(n, axis=1)
y = z / jnp.arange(1, 17, dtype=jnp.float32); n = jnp.sin(y)
y = jnp.argmax(a, axis=0)
y = jnp.argmax(b, axis=1); n = jnp.argmin(b)
y = a * jnp.arange(64)[:, None]
y = b + jnp.arange(64.0)
y = jnp.tril(l)
y = z / (jnp.sum(w, axis=0) + s); n = jnp.sin(y)
y = lax.dot_general(h, g, (((1,), (1,)), ((), ())), preferred_element_type=jnp.float32); n = h @ g.T
y = jnp.zeros((32, 64)).at[t].add(l)
y = jnp.ones((32, 64)).at[t].add(l)
y = jnp.concatenate([w, w, w, w], axis=1).at[t].add(l)
m = jnp.sin(z); y = (lambda n: (n - n.mean()) / (n.std() + 1e-8))(z[::-1] - m)
y = lax.scan(lambda c, n: (c + jax.random.uniform(n, (64,)), None), jnp.zeros(64), jax.random.split(k, 4))[0]
y = jax.random.gumbel(k, (64,))
y = jax.random.uniform(k, (64,))
y = f[0] * jnp.exp(z * 2.0); n = f[1] + jnp.exp(z * 2.0); u = jax.ops.segment_sum(l, t, 8)
y = lax.with_sharding_constraint(jnp.sin(j[:, :8, :1]) * (f * 2.0 + 1.0), P('x'))
y = jnp.einsum('ij,ij->i', jnp.tile(z, (1, 3)), jnp.sin(jnp.tile(z, (1, 3))))
y = jnp.where(d > 1, lax.dynamic_update_slice_in_dim(w, z * 2.0, d, 0), w)
y = jnp.sum(jnp.sin(b) * 2.0); n = jnp.sum(jnp.sin(a) + 1.0)
y = jax.ops.segment_sum(l, t, 8); n = jax.ops.segment_max(l, t, 8)
g = jax.grad(lambda l: jnp.sum(jnp.sin(jax.ops.segment_sum(l, t, 8))))(l)
g = jax.grad(lambda w: jnp.sum(jax.checkpoint(lambda w: jnp.tanh(jnp.tanh(z @ w) @ w), policy=jax.checkpoint_policies.dots_saveable)(w) ** 2))(w)
n = w @ w.T / 8.0; y = jnp.linalg.svd(n, compute_uv=False); u = n + 0.5
g = jax.grad(lambda z: jnp.sum(lax.associative_scan(lambda p, q: (p[0] * q[0], q[0] * p[1] + q[1]), (jnp.sin(z), z * z))[1] ** 2))(z)
y = (lambda n: lax.pad(n, 0.0, ((-1, 0, 0), (0, 0, 0))) * lax.pad(n, 0.0, ((1, -2, 0), (0, 0, 0))) + lax.pad(n * z, 0.0, ((0, -1, 0), (0, 0, 0))))(z * 2.0 + z * z)
y = (lambda n: n[::2] * n[1::2] * z[:4])(jnp.broadcast_to(w[0] * 2.0, (8, 16)))
y = (lambda n: n[:, ::2] * n[:, 1::2] * z[:, :8])(jnp.broadcast_to(w[0] * 2.0, (8, 16)))
g = jax.grad(lambda w: jnp.sum(lax.conv_general_dilated(j, w[:3, None, :4], (1,), 'SAME', dimension_numbers=('NWC', 'WIO', 'NWC'), feature_group_count=4) ** 2))(w)
y = (lambda n: jnp.where((jnp.sum(n[:, 1:] ** 2 / jnp.exp(n[:, :1]), -1) < 1.0)[:, None], n, z))(z + z * z * 3.0)
y = (lambda n: jnp.roll(n, 1, 0) + jnp.roll(n, -1, 0) - 2.0 * n)(l * 2.0 + l * l)
y = (lambda n: jnp.roll(n, 1, 1) + jnp.roll(n, -1, 1) - 2.0 * n)(f * 2.0 + f * f)
y = (lambda n: jnp.roll(n, (1, 1), (0, 1)) * 2.0)(l * 2.0 + l * l)
y = (lambda n: jnp.roll(n, 1, 0) + jnp.roll(n, -1, 0) - 2.0 * n)(v * 2.0 + v * v)
y = (lambda n: n[1:] - n[:-1])(a * 2.0 + a * a)
y = jax.random.randint(k, (64,), 0, 256)
y = lax.cumlogsumexp(l, axis=1)
y = jnp.abs(jnp.fft.fft(z)) + z
g = jax.grad(lambda a: jnp.sum(jnp.abs(jnp.diff(a, axis=0))) + 0.5 * jnp.sum((a - 1.0) ** 2))(a)
y = (z > 0.5).astype(jnp.float32); n = y / jnp.maximum(jnp.sum(w), 1.0); u = y * (w[:8] > 0.5).astype(jnp.float32)
g = jax.grad(lambda z: jnp.sum(jnp.minimum(z * z, jnp.clip(jnp.exp(z), 0.8, 1.2) * z)))(z)
y = lax.scan(lambda c, n: (c * 0.9 + n, c), jnp.zeros(16), z, reverse=True)[1]
y = lax.associative_scan(lambda p, q: (p[0] * q[0], q[0] * p[1] + q[1]), (jnp.full_like(z, 0.9), z), reverse=True)[1]
y = jax.shard_map(lambda n: lax.pmean(jnp.mean(n * n, 0), 'x'), in_specs=P('x'), out_specs=P())(a)
y = jax.image.resize(z, (16, 32), 'nearest')
g = jax.grad(lambda z: jnp.sum(jnp.abs(jnp.abs(z) * 2.0) + jnp.where(jnp.abs(z) < 0.0, z, z * z)))(z)
y = jax.nn.standardize(z); n = jax.nn.standardize(z, axis=0)
y = jax.nn.softmax(jnp.where(z[None] > 0.0, z[None] * 2.0, -1e9))
y = lax.with_sharding_constraint(j, P('x'))[1] * 2.0
y = z / jnp.sqrt(jnp.sum(z ** 2, axis=1, keepdims=True) + 1e-6)
y = z[jnp.arange(8), c]
y, u = (lambda n: (jnp.sum(n, 0), jnp.sum(n, 1)))(-(z * z))
y = z[:, :3] * jnp.floor(jnp.array([0.5, 1.5, 2.5]) * 3.0)
g = jax.grad(lambda z: jnp.sum((z + jax.jit(lambda n: jnp.sin(n) * n + jnp.cos(n))(z)) ** 2))(z)
y = jnp.hypot(z, z + 1.0)
y = jnp.trunc(z) + jax.scipy.special.entr(z)
y = jnp.quantile(z, jnp.array([0.1, 0.5]), axis=0)
y = jax.random.uniform(jax.random.key(7), (64,)) * 2.0
n = (lambda y: y * lax.rsqrt(jnp.mean(y * y, axis=-1, keepdims=True) + 1e-6))(jax.nn.softplus(z + w[0]))
g = jax.grad(lambda z: jnp.sum(jax.nn.gelu(z, approximate=False) ** 2))(z)
y = jnp.maximum(z * 2.0, z * 2.0) + jnp.abs(z * z)
y = (lambda p: p / p.sum(-1, keepdims=True))(z ** 2 + jnp.sin(z) ** 2)
y = jax.scipy.stats.norm.cdf(z)
y, u = jnp.gradient(z)
y = c + lax.rem(jnp.arange(8), jnp.int32(2))
y = lax.fori_loop(0, 4, lambda i, n: (n * (z + z * z)) @ w + jnp.sum(n * (z + z * z), 1, keepdims=True), z)
y = jnp.searchsorted(w[0], z)
y = z / (jnp.sum(z * z, axis=1, keepdims=True) + 1.0) ** 1.5
y = z / lax.rsqrt(jnp.sum(z * z, axis=1, keepdims=True) + 1.0)
y = (lambda n: (n @ w, n + 1.0))(z / (z * z + 1.0) ** 1.5)
y = jax.shard_map(lambda q, n: n * jax.random.key_data(q)[0].astype(jnp.float32), in_specs=(P(), P('x')), out_specs=P('x'))(jax.random.wrap_key_data(k), a)
y = lax.fori_loop(0, 4, lambda i, n: jnp.tanh(n * (z * 2.0)) + jnp.sum(n * (z * 2.0)), z)
y = lax.while_loop(lambda n: jnp.sum(n) < 10.0, lambda n: (n + jnp.sin(z) * 0.5) @ (w + 1.0), z)
y = (lambda n: (n @ w, n * 2.0))(jnp.stack([z, z * z, jnp.sin(z)]).sum(0))
y = (lambda n: (n @ w, jnp.max(n)))(jnp.stack([z, w[:8], z * 3.0], axis=1).mean(axis=1))
y = (lambda n: (n @ w, n * 2.0))(jnp.stack([z, z * z], axis=-1).max(-1))
y = (lambda x: (lambda s: 0.5 * (s * s - (x * x).sum(1)) @ w)(x.sum(1)))(jnp.stack([z, z * 2.0, jnp.tanh(z)], axis=1))
y, u, v = (lambda d: (lambda n: ((n * n).sum(-1), jnp.abs(n).sum(-1), (d * d * d).sum(-1)))(d * s))(w[:, None, :, None] - z[None, :, None, :])
y = jax.shard_map(lambda n: n * s, in_specs=P('x'), out_specs=P('x'))(a)
y = jax.shard_map(lambda n: jnp.tanh(n @ w), in_specs=P('x'), out_specs=P('x'))(z)
g = jax.grad(lambda w: jnp.sum(jax.shard_map(lambda n: n @ w, in_specs=P('x'), out_specs=P('x'))(z)))(w)
g = jax.grad(lambda w: jnp.sum(jax.shard_map(lambda n: n @ w, in_specs=P('x'), out_specs=P('x'), check_vma=False)(z) ** 2))(w)
y = lax.scan(lambda n, t: (jax.shard_map(lambda n: n * t + w[0], in_specs=P('x'), out_specs=P('x'))(n), None), z, f[:, 0])[0]
y = (lambda q: jax.shard_map(lambda n: jnp.tanh(lax.all_gather(n * n, 'x', axis=1, tiled=True) @ q), in_specs=P(None, 'x'), out_specs=P(), check_vma=False)(h))(m)
y = (lambda q: jax.shard_map(lambda n: lax.psum_scatter(n @ q, 'x', scatter_dimension=0, tiled=True), in_specs=P(), out_specs=P('x'))(h))(m)
y = jax.shard_map(lambda n, q: jnp.tanh(lax.all_gather(n * n, 'x', axis=1, tiled=True) @ q), in_specs=(P(None, 'x'), P()), out_specs=P(), check_vma=False)(h, m)
y = jax.shard_map(lambda n, q: jnp.tanh(lax.psum_scatter(n @ q, 'x', scatter_dimension=0, tiled=True)), in_specs=(P(), P()), out_specs=P('x'))(h, m)
y = jax.vmap(lambda n, v: (lambda q: (jnp.tanh(n @ q) @ q.T, jnp.sin(n) @ q))(v[:, None] * v + v))(o, o * 2.0)
y = jax.shard_map(lambda n, q: jnp.tanh(lax.psum(n * 2 + n, 'x')), in_specs=(P(None, 'x'), P('x')), out_specs=P())(h, m)
y = jax.vmap(lambda n: (lambda x: (lambda q: lax.dot_general(jnp.tanh(x @ q), q, (((1,), (1,)), ((), ()))))(w - 0.1 * (x.T @ x)))(jnp.sin(z * n)))(o)
y = jax.random.normal(k, (64,)); u = jax.random.uniform(k, (64,))
y = jax.random.bernoulli(k, 0.5, (64,)); u = jax.random.bernoulli(k, 0.25, (64,))
y = lax.fori_loop(0, 5, lambda i, n: jnp.sin(n) * 2.0, v) + lax.fori_loop(0, 5, lambda i, n: jnp.sin(n) * 2.0, v)
y = jax.random.normal(k, (64,)); u = jax.random.normal(k, (8, 8))
y = jnp.pad(l * 2.0, ((2, 0), (0, 0))); u = jnp.pad(jnp.sin(l) + l, ((2, 0), (0, 0)))
y = jnp.pad(l * 2.0, ((0, 2), (0, 0))); u = jnp.pad(jnp.sin(l) + l, ((0, 2), (0, 0)))
y = h * 2 * 0.25; u = (jnp.tanh(h) + 1.0) - 0.5
u = (1 - 0.9) * h; y = h - 0.01 * (u / (1 - 0.9 ** 3))
g = jax.grad(lambda o: jnp.sum(jnp.sum(jax.nn.log_softmax(o) * o, -1)) - jnp.sum(jnp.exp(jax.nn.log_softmax(o)) * jax.nn.log_softmax(o)))(o.reshape(2, 4, 4))
a = o.reshape(2, 4, 4); y = a @ w[:4, :4] + 0.1 * jnp.eye(4); u = y - y @ y
a = o.reshape(2, 4, 4); y = a * a[0] + jnp.sin(w[:4, :4]); u = jnp.tanh(y @ w[:4]); n = y * 2.0
g = jax.grad(lambda w: jnp.mean(jax.nn.elu(z @ w) ** 2))(w)
y = jnp.where(jnp.tril(jnp.ones((16, 16), bool)), w * 2.0, -1e9); u = jax.nn.softmax(y, -1)
y = jnp.where(jnp.tril(jnp.ones((8, 8), bool)), z[:, :8] * 2.0, -1e9); u = jax.nn.softmax(y, -1); n = y * 3.0
u = l * l; y = (u - u.mean(0)) / jnp.sqrt(u.var(0) + 1e-5)
y = (l - l.mean()) / (l.std() + 1e-8)
g = jax.grad(lambda l: jnp.sum(jnp.arccosh(l)))(l)
g = jax.grad(lambda m: jnp.mean(jnp.square(h @ m) ** 2))(m)
g = jax.grad(lambda q: jnp.mean(lax.scan(lambda c, m: (jax.nn.silu(c @ m), None), h, q)[0].astype(jnp.float32) ** 2))(jnp.stack([w, w * 2.0]).astype(jnp.bfloat16))
g = jax.grad(lambda w: jnp.mean(lax.scan(lambda c, _: (jnp.tanh(c @ w), None), h, None, length=3)[0].astype(jnp.float32) ** 2))(w.astype(jnp.bfloat16))
u = l.astype(jnp.float16); y = u.mean(0); n = u.var(0)
u = l * l; y = u.mean(0); n = (u - y) / u.std(0)
g = jax.grad(lambda a: (lambda p: jnp.sum(jnp.exp(p) * p) - jnp.sum(jnp.take_along_axis(p, c.reshape(2, 4, 1), 2)))(jax.nn.log_softmax(a)))(o.reshape(2, 4, 4))
g = jax.grad(lambda z: (lambda p: jnp.sum(jnp.exp(p) * p) - jnp.sum(jnp.take_along_axis(p, c[:, None], 1)))(jax.nn.log_softmax(z)))(z)
y = jnp.argmax(h, -1)
y = jax.nn.softmax(i @ (w * 2.0).astype(jnp.float16), -1)
y = jax.nn.log_softmax(i @ w.astype(jnp.float16), -1)
u = jnp.broadcast_to(s * 2.0, (8, 16)).astype(jnp.float16) + i
g = jax.grad(lambda h: jnp.mean(jax.nn.standardize(h) ** 2))(h)
g = jax.grad(lambda p: jnp.mean((i * p[0] + p[1]) ** 2))((i[0], i[1]))
g = jax.grad(lambda p: jnp.mean((jnp.sin(i) * p[0] + p[1]) ** 2))((i[0], i[1]))
y = jnp.sum(h[:1] * 2.0, 0, dtype=jnp.bfloat16)
g = jax.grad(lambda p: jnp.mean(jax.nn.relu(h[:1] @ p[0] + p[1]) ** 2))((m, h[0, :8]))
y = hs * jax.sharding.reshard(h, P(None, 'x')) + jnp.abs(hs) * jax.sharding.reshard(h, P(None, 'x'))
y = jax.shard_map(lambda a: lax.all_to_all(a.reshape(2, 4, 8), 'x', 0, 0), mesh=jax.sharding.get_abstract_mesh(), in_specs=P(None, 'x'), out_specs=P('x'))(hs)
y = jax.shard_map(lambda a: lax.all_to_all(a.reshape(2, 4, 8) * 2.0, 'x', 0, 0) + 1, mesh=jax.sharding.get_abstract_mesh(), in_specs=P(None, 'x'), out_specs=P('x'))(hs)
y = jax.shard_map(lambda a: jnp.tanh(lax.all_to_all(jnp.sin(a), 'x', 0, 0, tiled=True)), mesh=jax.sharding.get_abstract_mesh(), in_specs=P(None, 'x'), out_specs=P('x'))(hs)
y, n = lax.top_k(z, 4); u = n[:, 0]
y, n = lax.top_k(i, 4)
y, n = lax.top_k(h, 4)
y = lax.top_k(z * 2.0, 4)[0][:, -1:]
g = jax.grad(lambda w: jnp.sum(jax.checkpoint(lambda w, n: jnp.tanh(jnp.tanh(n @ w) @ w))(w, jnp.tanh(h3.astype(jnp.float32))[1, :1]) ** 2))(w)
g = jax.grad(lambda w: jnp.sum(jax.checkpoint(lambda w, n: jnp.tanh(jnp.tanh(n @ w) @ w))(w, h3.astype(jnp.float32)[1, :1]) ** 2))(w)
n = h.at[t].get(); y = jnp.zeros((8, 16), n.dtype).at[lax.with_sharding_constraint(t, P())].add(lax.with_sharding_constraint(n, P()))
y = h[c]; n = jnp.zeros_like(h).at[c].add(y)
y = (lambda n: n[::2] * n[1::2] * h[:4])(jnp.broadcast_to(g[0], (8, 16)))
y = (lambda n: (n[::2] * n[1::2])[:2] * h[:2])(jnp.broadcast_to(g[0], (8, 16)))
y = (lambda n: n[:1] * h[:1] + lax.slice_in_dim(n, 0, 1, stride=2) * n[1:])(h[:2] * g[:2])
y = t // 1; n = jnp.remainder(t, 3)
y = jnp.triu_indices(7, 1)[0] * d
y = lax.conv_general_dilated(f, jnp.stack([w, w, w]), (1,), 'SAME', dimension_numbers=('NWC', 'WIO', 'NWC'))
y = lax.conv_general_dilated(f, jnp.stack([w, w, w]), (2,), 'SAME', dimension_numbers=('NWC', 'WIO', 'NWC'))
n = h.at[t].get(out_sharding=P('x')); y = jnp.tanh(jax.sharding.reshard(n, P()))
y = jnp.cumsum(jnp.sin(l).astype(jnp.bfloat16), axis=1)
y = jnp.cumsum(jnp.sin(l).astype(jnp.bfloat16) * 3, axis=1)
y = lax.scan(lambda c, n: (c, jnp.tanh(n @ ms)), 0.0, f.astype(jnp.bfloat16))[1]
n = jnp.einsum('btj,bkj->btk', j[:, :1], j) * 0.5 + jnp.sum(j, axis=2)[:, None, :]; y = jnp.exp(n - jnp.max(n, axis=2, keepdims=True))
n = (z[:1] @ w) * 0.5 + jnp.sum(w, axis=0)[None]; y = jnp.exp(n - jnp.max(n, axis=1, keepdims=True))
n = (z[:1] @ w) * 0.5 + (w[0] * w[1])[None]; y = n * 2.0; u = jnp.sin(n)
"""

PROGRAMS_ON_TWO_AXES = """
y = jnp.tanh(lax.with_sharding_constraint(ht * 2, P()))
"""

KINDS = {"auto": AxisType.Auto, "explicit": AxisType.Explicit}


def spec_of(program, mode, axes):
    tensors = "".join(
        f"  {name}: {{shape: {list(shape)}, dtype: {dtype}, spec: \"P({', '.join(map(repr, spec))})\"}}\n"
        for name, (dtype, shape, spec) in TENSORS.items() if re.search(rf"\b{name}\b", program))
    lines = "".join(f"  {line.strip()}\n" for line in program.split("; "))
    return (f"version: 1\nframework: jax=={jax.__version__}\nmesh: {{axes: {{{', '.join(f'{axis}: 2' for axis in axes)}}}, types: {mode}}}\n"
            f"tensors:\n{tensors}program: |\n{lines}")


def names_of(program):
    names = []
    for node in ast.parse(program).body:
        for target in ast.walk(node.targets[0]):
            if isinstance(target, ast.Name) and target.id not in names:
                names.append(target.id)
    return names


def record(text, mode, axes):
    mesh = jax.make_mesh((2,) * len(axes), axes, axis_types=(KINDS[mode],) * len(axes))
    tensors = {name: jax.ShapeDtypeStruct(shape, dtype, sharding=NamedSharding(mesh, P(*spec)))
               for name, (dtype, shape, spec) in TENSORS.items() if set(spec) <= {None, *axes}}

    def program(**tensors):
        scope = {"jax": jax, "jnp": jnp, "lax": lax, "P": P, **tensors}
        exec(text, scope)
        return {name: scope[name] for name in names_of(text)}

    with jax.set_mesh(mesh):
        compiled = jax.jit(program).lower(**tensors).compile()
    return {"id": f"{jax.__version__} {mode}: {text}", "yaml": spec_of(text, mode, axes),
            "compiled": int(compiled.cost_analysis().get("flops", 0))}


def main():
    for mode in KINDS:
        for axes, programs in ((("x",), PROGRAMS), (("x", "y"), PROGRAMS_ON_TWO_AXES)):
            for text in programs.strip().splitlines():
                try:
                    print(json.dumps(record(text, mode, axes)), flush=True)
                except Exception:  # not on axes of this kind
                    continue


main()
