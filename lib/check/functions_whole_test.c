/* SPDX-License-Identifier: Apache-2.0 */
/* Whole models, layouts and numerics as people write them.
 * Rows are checked against JAX by
 * testdata/programs/rows.py. */
#include "testing/program_cases.h"

static const struct program_case models[] = {
    {"0.10.2", "data=2 model=2",
     "tokens i32[4@data,16]; emb f32[64,32]; wq f32[2,32,4@model,8]; "
     "wk f32[2,32,4@model,8]; wv f32[2,32,4@model,8]; wo f32[2,4@model,8,32]; "
     "w1 f32[2,32,64@model]; w2 f32[2,64@model,32]",
     "act = P('data', None, None)\n"
     "params = {'attn': {'q': wq, 'k': wk, 'v': wv, 'o': wo}, 'mlp': {'in': w1, 'out': w2}}\n"
     "\n"
     "def rms_norm(x):\n"
     "  return x * lax.rsqrt(jnp.mean(x ** 2, -1, keepdims=True) + 1e-6)\n"
     "\n"
     "def attention(p, x):\n"
     "  q, k, v = (jnp.einsum('btd,dhk->bthk', x, p[n]) for n in 'qkv')\n"
     "  s = jnp.einsum('bthk,bshk->bhts', q, k) / q.shape[-1] ** 0.5\n"
     "  s = jnp.where(jnp.tril(jnp.ones(s.shape[-2:], bool)), s, -1e9)\n"
     "  return jnp.einsum('bhts,bshk,hkd->btd', jax.nn.softmax(s), v, p['o'], out_sharding=act)\n"
     "\n"
     "def mlp(p, x):\n"
     "  return jnp.matmul(jax.nn.gelu(x @ p['in']), p['out'], out_sharding=act)\n"
     "\n"
     "@jax.checkpoint\n"
     "def block(x, p):\n"
     "  x = x + attention(p['attn'], rms_norm(x))\n"
     "  x = x + mlp(p['mlp'], rms_norm(x))\n"
     "  return x, None\n"
     "\n"
     "def loss_fn(params, tokens):\n"
     "  x = emb.at[tokens].get(out_sharding=act)\n"
     "  x, _ = lax.scan(block, x, params)\n"
     "  logits = rms_norm(x) @ emb.T\n"
     "  logp = jax.nn.log_softmax(logits[:, :-1])\n"
     "  tgt = tokens[:, 1:]\n"
     "  return -jnp.mean(jnp.take_along_axis(logp, tgt[..., None], -1))\n"
     "\n"
     "loss, grads = jax.value_and_grad(loss_fn)(params, tokens)\n"
     "params = jax.tree.map(lambda p, g: p - 0.01 * g, params, grads)",
     "grads['attn']['k'] f32[2,32,4@model,8]; grads['attn']['o'] f32[2,4@model,8,32]; "
     "grads['attn']['q'] f32[2,32,4@model,8]; grads['attn']['v'] f32[2,32,4@model,8]; "
     "grads['mlp']['in'] f32[2,32,64@model]; grads['mlp']['out'] f32[2,64@model,32]; "
     "loss f32[]; params['attn']['k'] f32[2,32,4@model,8]; params['attn']['o'] "
     "f32[2,4@model,8,32]; params['attn']['q'] f32[2,32,4@model,8]; "
     "params['attn']['v'] f32[2,32,4@model,8]; params['mlp']['in'] f32[2,32,64@model]; "
     "params['mlp']['out'] f32[2,64@model,32]"},
    {"0.10.2", "data=2 model=2",
     "tokens i32[4@data,16]; emb f32[64,32]; wq f32[2,32,4@model,8]; "
     "wk f32[2,32,4@model,8]; wv f32[2,32,4@model,8]; wo f32[2,4@model,8,32]; "
     "w1 f32[2,32,64@model]; w2 f32[2,64@model,32]",
     "act = P('data', None, None)\n"
     "params = {'attn': {'q': wq, 'k': wk, 'v': wv, 'o': wo}, 'mlp': {'in': w1, 'out': w2}}\n"
     "\n"
     "def rms_norm(x):\n"
     "  return x * lax.rsqrt(jnp.mean(x ** 2, -1, keepdims=True) + 1e-6)\n"
     "\n"
     "def attention(p, x):\n"
     "  q, k, v = (jnp.einsum('btd,dhk->bthk', x, p[n]) for n in 'qkv')\n"
     "  s = jnp.einsum('bthk,bshk->bhts', q, k) / q.shape[-1] ** 0.5\n"
     "  s = jnp.where(jnp.tril(jnp.ones(s.shape[-2:], bool)), s, -1e9)\n"
     "  return jnp.einsum('bhts,bshk,hkd->btd', jax.nn.softmax(s), v, p['o'], out_sharding=act)\n"
     "\n"
     "def mlp(p, x):\n"
     "  return jnp.matmul(jax.nn.gelu(x @ p['in']), p['out'], out_sharding=act)\n"
     "\n"
     "@jax.checkpoint\n"
     "def block(x, p):\n"
     "  x = x + attention(p['attn'], rms_norm(x))\n"
     "  x = x + mlp(p['mlp'], rms_norm(x))\n"
     "  return x, None\n"
     "\n"
     "def loss_fn(params, tokens):\n"
     "  x = emb[tokens]\n"
     "  x, _ = lax.scan(block, x, params)\n"
     "  logits = rms_norm(x) @ emb.T\n"
     "  logp = jax.nn.log_softmax(logits[:, :-1])\n"
     "  tgt = tokens[:, 1:]\n"
     "  return -jnp.mean(jnp.take_along_axis(logp, tgt[..., None], -1))\n"
     "\n"
     "loss, grads = jax.value_and_grad(loss_fn)(params, tokens)\n"
     "params = jax.tree.map(lambda p, g: p - 0.01 * g, params, grads)",
     "ShardingTypeError: Use `.at[...].get(out_sharding=)` to provide output "
     "PartitionSpec for the gather indexing as out sharding could not be resolved "
     "unambiguously (or would require collectives on inputs). Got "
     "operand=ShapedArray(float32[64,32]), indices=ShapedArray(int32[4@data,16,1])"},
    {"0.10.2", "data=2 model=2",
     "x f32[4@data,16@model,32]; w1 f32[32,64@model]; w2 f32[64@model,32]; g f32[32]",
     "seq, full = P('data', 'model', None), P('data', None, None)\n"
     "\n"
     "def norm(x, g):\n"
     "  mu = x.mean(-1, keepdims=True)\n"
     "  return (x - mu) * lax.rsqrt(x.var(-1, keepdims=True) + 1e-5) * g\n"
     "\n"
     "h = norm(x, g)\n"
     "h = jax.sharding.reshard(h, full)\n"
     "h = jax.nn.gelu(jnp.einsum('btd,df->btf', h, w1))\n"
     "y = jnp.einsum('btf,fd->btd', h, w2, out_sharding=seq)\n"
     "x = x + y",
     "h f32[4@data,16,64@model]; x f32[4@data,16@model,32]; y f32[4@data,16@model,32]"},
    {"0.10.2", "data=2 model=2",
     "x f32[4@data,16@model,32]; w1 f32[32,64@model]; w2 f32[64@model,32]; g f32[32]",
     "seq, full = P('data', 'model', None), P('data', None, None)\n"
     "\n"
     "def norm(x, g):\n"
     "  mu = x.mean(-1, keepdims=True)\n"
     "  return (x - mu) * lax.rsqrt(x.var(-1, keepdims=True) + 1e-5) * g\n"
     "\n"
     "h = norm(x, g)\n"
     "h = jax.nn.gelu(jnp.einsum('btd,df->btf', h, w1))\n"
     "y = jnp.einsum('btf,fd->btd', h, w2, out_sharding=seq)\n"
     "x = x + y",
     "ShardingTypeError: dot_general operation with inputs: f32[4@data,16@model,32], "
     "f32[32,64@model] produces an illegally sharded result: "
     "f32[4@data,16@model,64@model]"},
    {"0.10.2", "data=4", "prompt i32[8@data,4]; emb f32[32,16]; w f32[16,16]",
     "B, T0 = prompt.shape\n"
     "MAX = 12\n"
     "buf = jnp.zeros((B, MAX), jnp.int32, out_sharding=P('data', None))\n"
     "buf = lax.dynamic_update_slice(buf, prompt, (0, 0))\n"
     "\n"
     "def step(state):\n"
     "  i, buf, h, key = state\n"
     "  tok = lax.dynamic_slice(buf, (0, i - 1), (B, 1))[:, 0]\n"
     "  x = emb.at[tok].get(out_sharding=P('data', None))\n"
     "  h = jnp.tanh(x + h @ w)\n"
     "  logits = h @ emb.T\n"
     "  key, sub = jax.random.split(key)\n"
     "  nxt = jnp.argmax(logits, -1).astype(jnp.int32)\n"
     "  buf = lax.dynamic_update_slice(buf, nxt[:, None], (0, i))\n"
     "  return i + 1, buf, h, key\n"
     "\n"
     "h0 = jnp.zeros((B, 16), out_sharding=P('data', None))\n"
     "i, out, h, rest = lax.while_loop(lambda s: s[0] < MAX, step, (T0, buf, h0, "
     "jax.random.key(0)))",
     "buf i32[8@data,12]; h f32[8@data,16]; h0 f32[8@data,16]; i i32[]; out "
     "i32[8@data,12]"},
    {"0.10.2", "data=4", "prompt i32[8@data,4]; emb f32[32,16]; w f32[16,16]",
     "B, T0 = prompt.shape\n"
     "MAX = 12\n"
     "buf = jnp.zeros((B, MAX), jnp.int32)\n"
     "buf = lax.dynamic_update_slice(buf, prompt, (0, 0))\n"
     "\n"
     "def step(state):\n"
     "  i, buf, h, key = state\n"
     "  tok = lax.dynamic_slice(buf, (0, i - 1), (B, 1))[:, 0]\n"
     "  x = emb.at[tok].get(out_sharding=P('data', None))\n"
     "  h = jnp.tanh(x + h @ w)\n"
     "  logits = h @ emb.T\n"
     "  key, sub = jax.random.split(key)\n"
     "  nxt = jnp.argmax(logits, -1).astype(jnp.int32)\n"
     "  buf = lax.dynamic_update_slice(buf, nxt[:, None], (0, i))\n"
     "  return i + 1, buf, h, key\n"
     "\n"
     "h0 = jnp.zeros((B, 16), out_sharding=P('data', None))\n"
     "i, out, h, rest = lax.while_loop(lambda s: s[0] < MAX, step, (T0, buf, h0, "
     "jax.random.key(0)))",
     "ShardingTypeError: dynamic_update_slice operand sharding must be equal to update "
     "sharding, got operand sharding int32[8,12]({Explicit: ('data',)}) and update "
     "sharding int32[8@data,4]({Explicit: ('data',)})."},
};

/* Functions of the kind, right and with a mistake. */
Test(functions_whole, models)
{
	testing_programs(models, ROWS(models));
}

static const struct program_case layout[] = {
    {"0.10.2", "data=2 model=2", "x f32[8@data,16]; w f32[16,32@model]",
     "@jax.sharding.auto_axes\n"
     "def f(x, w):\n"
     "  h = jnp.sin(x @ w)\n"
     "  return h.reshape(4, 2, 32).sum(1)\n"
     "\n"
     "y = f(x, w, out_sharding=P('data', 'model'))\n"
     "g = jax.sharding.auto_axes(lambda x: x[::2], axes=('data',), out_sharding=P('data', "
     "None))(x)",
     "g f32[4@data,16]; y f32[4@data,32@model]"},
    {"0.10.2", "data=2 model=2", "x f32[8@data,16]; w f32[16,32@model]",
     "@jax.sharding.auto_axes\n"
     "def f(x, w):\n"
     "  h = jnp.sin(x @ w)\n"
     "  return h.reshape(4, 2, 32).sum(1)\n"
     "\n"
     "y = f(x, w)\n"
     "g = jax.sharding.auto_axes(lambda x: x[::2], axes=('data',), out_sharding=P('data', "
     "None))(x)",
     "TypeError: Missing required keyword argument: 'out_sharding'"},
    {"0.10.2", "data=2 model=4", "x f32[8@data,16,32@model]",
     "seq_spec = P('data', 'model', None)\n"
     "a = jax.sharding.reshard(x, seq_spec)\n"
     "b = jax.device_put(a, NamedSharding(mesh, P(('data', 'model'), None, None)))\n"
     "c = b.reshape(8, 16 * 32)\n"
     "d = c.reshape(8, 16, 4, 8)\n"
     "e = jnp.einsum('bthd->bhtd', d)\n"
     "assert e.shape == (8, 4, 16, 8)\n"
     "print(f'{e.shape=} {jax.typeof(e)}')",
     "a f32[8@data,16@model,32]; b f32[8@(data,model),16,32]; c "
     "f32[8@(data,model),512]; d f32[8@(data,model),16,4,8]; e "
     "f32[8@(data,model),4,16,8]"},
    {"0.10.2", "data=2 model=4", "x f32[8@data,16,32@model]",
     "seq_spec = P('data', 'model', None)\n"
     "a = jax.sharding.reshard(x, seq_spec)\n"
     "b = jax.device_put(a, NamedSharding(mesh, P(('data', 'model'), None, None)))\n"
     "c = b.reshape(8, 16, 32, 1, 2)\n"
     "d = c.reshape(8, 16, 4, 8)\n"
     "e = jnp.einsum('bthd->bhtd', d)\n"
     "assert e.shape == (8, 4, 16, 8)\n"
     "print(f'{e.shape=} {jax.typeof(e)}')",
     "TypeError: cannot reshape array of shape (8, 16, 32) (size 4096) into shape (8, "
     "16, 32, 1, 2) (size 8192)"},
    {"0.10.2", "data=2 model=2", "x f32[8@data,16]; w f32[16,32@model]",
     "s = lambda *a: NamedSharding(mesh, P(*a))\n"
     "\n"
     "@partial(jax.jit, static_argnames=('scale',), donate_argnums=(0,))\n"
     "def f(x, w, scale=1.0):\n"
     "  return (x @ w) * scale\n"
     "\n"
     "y = f(x, w, scale=2.0)\n"
     "g = jax.jit(lambda y: y.T, out_shardings=s('model', 'data'))\n"
     "z = g(y)",
     "y f32[8@data,32@model]; z f32[32@model,8@data]"},
    {"0.10.2", "data=2 model=2", "x f32[8@data,16]; w f32[16,32@model]",
     "s = lambda *a: NamedSharding(mesh, P(*a))\n"
     "\n"
     "@partial(jax.jit, static_argnames=('scale',), donate_argnums=(0,))\n"
     "def f(x, w, scale=1.0):\n"
     "  return (x @ w) * scale\n"
     "\n"
     "y = f(x, w, scale=2.0)\n"
     "g = jax.jit(lambda y: y.T, out_shardings=s('model', 'pipe'))\n"
     "z = g(y)",
     "ValueError: Resource axis: pipe of P('model', 'pipe') is not found in mesh: "
     "('data', 'model')."},
    {"0.10.2", "stage=2 data=2", "x f32[4,8@data,16]; ws f32[2@stage,16,16]",
     "n_stage, n_micro = ws.shape[0], x.shape[0]\n"
     "state = jnp.zeros((n_stage, 8, 16), out_sharding=P('stage', 'data', None))\n"
     "outs = jnp.zeros_like(x)\n"
     "\n"
     "def tick(carry, t):\n"
     "  state, outs = carry\n"
     "  inp = lax.dynamic_index_in_dim(x, jnp.minimum(t, n_micro - 1), 0, keepdims=True)\n"
     "  shifted = jnp.concatenate([inp, jax.sharding.reshard(state, P(None, 'data', None))[:-1]], "
     "axis=0)\n"
     "  shifted = jax.sharding.reshard(shifted, P('stage', 'data', None))\n"
     "  new = jnp.einsum('sbd,sde->sbe', shifted, ws)\n"
     "  last = jax.sharding.reshard(new, P(None, 'data', None))[-1:]\n"
     "  outs = lax.dynamic_update_slice_in_dim(outs, last, jnp.maximum(t - n_stage + 1, 0), "
     "axis=0)\n"
     "  return (new, outs), None\n"
     "\n"
     "(state, outs), rest = lax.scan(tick, (state, outs), jnp.arange(n_micro + n_stage - 1))",
     "outs f32[4,8@data,16]; state f32[2@stage,8@data,16]"},
    {"0.10.2", "stage=2 data=2", "x f32[4,8@data,16]; ws f32[2@stage,16,16]",
     "n_stage, n_micro = ws.shape[0], x.shape[0]\n"
     "state = jnp.zeros((n_stage, 8, 16), out_sharding=P('stage', 'data', None))\n"
     "outs = jnp.zeros_like(x)\n"
     "\n"
     "def tick(carry, t):\n"
     "  state, outs = carry\n"
     "  inp = lax.dynamic_index_in_dim(x, jnp.minimum(t, n_micro - 1), 0, keepdims=True)\n"
     "  shifted = jnp.concatenate([inp, jax.sharding.reshard(state, P(None, 'data', None))[:-1]], "
     "axis=0)\n"
     "  new = jnp.einsum('sbd,sde->sbe', shifted, ws)\n"
     "  last = jax.sharding.reshard(new, P(None, 'data', None))[-1:]\n"
     "  outs = lax.dynamic_update_slice_in_dim(outs, last, jnp.maximum(t - n_stage + 1, 0), "
     "axis=0)\n"
     "  return (new, outs), None\n"
     "\n"
     "(state, outs), rest = lax.scan(tick, (state, outs), jnp.arange(n_micro + n_stage - 1))",
     "TypeError: scan body function carry input and carry output must have equal "
     "types, but they differ:"},
};

/* Functions of the kind, right and with a mistake. */
Test(functions_whole, layout)
{
	testing_programs(layout, ROWS(layout));
}

static const struct program_case numerics[] = {
    {"0.10.2", "data=4", "X f32[32@data,6]; y f32[32@data]",
     "XtX = jnp.einsum('ni,nj->ij', X, X)\n"
     "Xty = jnp.einsum('ni,n->i', X, y, out_sharding=P(None))\n"
     "ridge = XtX + 1e-3 * jnp.eye(6)\n"
     "L = jnp.linalg.cholesky(ridge)\n"
     "w = jax.scipy.linalg.cho_solve((L, True), Xty)\n"
     "w2 = jnp.linalg.solve(ridge, Xty)\n"
     "res = y - X @ w\n"
     "r2 = 1 - (res ** 2).sum() / ((y - y.mean()) ** 2).sum()",
     "ShardingTypeError: Contracting dimensions are sharded and it is ambiguous how "
     "the output should be sharded. Please specify the output sharding via the "
     "`out_sharding` parameter. Got lhs_contracting_spec=('data',) and "
     "rhs_contracting_spec=('data',)"},
};

/* Functions of the kind, right and with a mistake. */
Test(functions_whole, numerics)
{
	testing_programs(numerics, ROWS(numerics));
}
