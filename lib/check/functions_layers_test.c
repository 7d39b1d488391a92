/* SPDX-License-Identifier: Apache-2.0 */
/* Layers as people write them.
 * Rows are checked against JAX by
 * testdata/programs/rows.py. */
#include "testing/program_cases.h"

static const struct program_case mlp[] = {
    {"0.10.2", "data=2 model=4",
     "x bf16[8@data,16,64]; w_gate bf16[64,128@model]; w_up bf16[64,128@model]; "
     "w_down bf16[128@model,64]",
     "def swiglu(x, w_gate, w_up, w_down):\n"
     "  gate = jax.nn.silu(x @ w_gate)\n"
     "  h = gate * (x @ w_up)\n"
     "  return jnp.einsum('...f,fd->...d', h, w_down, out_sharding=P('data', None, None))\n"
     "\n"
     "y = swiglu(x, w_gate, w_up, w_down)",
     "y bf16[8@data,16,64]"},
    {"0.10.2", "data=2 model=4",
     "x bf16[8@data,16,64]; w_gate bf16[64,128@model]; w_up bf16[64,128@model]; "
     "w_down bf16[128@model,64]",
     "def swiglu(x, w_gate, w_up, w_down):\n"
     "  gate = jax.nn.silu(x @ w_gate)\n"
     "  h = gate * (x @ w_up)\n"
     "  return jnp.einsum('...f,fd->...d', h, w_down)\n"
     "\n"
     "y = swiglu(x, w_gate, w_up, w_down)",
     "ShardingTypeError: Contracting dimensions are sharded and it is ambiguous how "
     "the output should be sharded. Please specify the output sharding via the "
     "`out_sharding` parameter. Got lhs_contracting_spec=('model',) and "
     "rhs_contracting_spec=('model',)"},
    {"0.10.2", "fsdp=2 tensor=2",
     "x f32[8@fsdp,64]; wi f32[64@fsdp,2,128@tensor]; wo f32[128@tensor,64@fsdp]",
     "wi_full = jax.sharding.reshard(wi, P(None, None, 'tensor'))\n"
     "wo_full = jax.sharding.reshard(wo, P('tensor', None))\n"
     "gate, up = jnp.unstack(jnp.einsum('bd,dcf->bcf', x, wi_full), axis=1)\n"
     "h = jax.nn.gelu(gate, approximate=True) * up\n"
     "y = jnp.dot(h, wo_full, out_sharding=P('fsdp', None))\n"
     "res = x + y",
     "gate f32[8@fsdp,128@tensor]; h f32[8@fsdp,128@tensor]; res f32[8@fsdp,64]; up "
     "f32[8@fsdp,128@tensor]; wi_full f32[64,2,128@tensor]; wo_full "
     "f32[128@tensor,64]; y f32[8@fsdp,64]"},
    {"0.10.2", "fsdp=2 tensor=2",
     "x f32[8@fsdp,64]; wi f32[64@fsdp,2,128@tensor]; wo f32[128@tensor,64@fsdp]",
     "wi_full = jax.sharding.reshard(wi, P(None, None, 'tensor'))\n"
     "wo_full = jax.sharding.reshard(wo, P('tensor', None))\n"
     "gate, up = jnp.unstack(jnp.einsum('bd,dcf->bcf', x, wi_full), axis=2)\n"
     "h = jax.nn.gelu(gate, approximate=True) * up\n"
     "y = jnp.dot(h, wo_full, out_sharding=P('fsdp', None))\n"
     "res = x + y",
     "ShardingTypeError: unstack operand cannot be sharded on the unstacking axis 2. "
     "Got operand type=f32[8@fsdp,2,128@tensor]"},
    {"0.10.2", "data=2 model=2",
     "x f32[8@data,32]; w0 f32[32,64@model]; b0 f32[64@model]; w1 f32[64@model,32]; "
     "b1 f32[32]",
     "params = [(w0, b0), (w1, b1)]\n"
     "specs = [P('data', 'model'), P('data', None)]\n"
     "\n"
     "def mlp(params, x, act=jax.nn.relu):\n"
     "  for i, ((w, b), s) in enumerate(zip(params, specs)):\n"
     "    x = jnp.matmul(x, w, out_sharding=s) + b\n"
     "    if i < len(params) - 1:\n"
     "      x = act(x)\n"
     "  return x\n"
     "\n"
     "y = mlp(params, x)\n"
     "z = mlp(params, x, act=jnp.tanh)",
     "params[0][0] f32[32,64@model]; params[0][1] f32[64@model]; params[1][0] "
     "f32[64@model,32]; params[1][1] f32[32]; y f32[8@data,32]; z f32[8@data,32]"},
    {"0.10.2", "data=2 model=2",
     "x f32[8@data,32]; w0 f32[32,64@model]; b0 f32[64@data]; w1 f32[64@model,32]; "
     "b1 f32[32]",
     "params = [(w0, b0), (w1, b1)]\n"
     "specs = [P('data', 'model'), P('data', None)]\n"
     "\n"
     "def mlp(params, x, act=jax.nn.relu):\n"
     "  for i, ((w, b), s) in enumerate(zip(params, specs)):\n"
     "    x = jnp.matmul(x, w, out_sharding=s) + b\n"
     "    if i < len(params) - 1:\n"
     "      x = act(x)\n"
     "  return x\n"
     "\n"
     "y = mlp(params, x)\n"
     "z = mlp(params, x, act=jnp.tanh)",
     "ShardingTypeError: add got incompatible shardings for broadcasting: ('data', "
     "'model'), (None, 'data')."},
    {"0.10.2", "data=4", "x f32[16@data,8]; w f32[8,8]; b f32[8@data]",
     "def dense(x, *, kernel, bias=None, activation=None):\n"
     "  y = x @ kernel\n"
     "  if bias is not None:\n"
     "    y = y + bias\n"
     "  return activation(y) if activation else y\n"
     "\n"
     "cfg = {'kernel': w, 'bias': b}\n"
     "layers = [dict(cfg, activation=f) for f in (jax.nn.relu, jax.nn.gelu, None)]\n"
     "h = x\n"
     "for layer in layers:\n"
     "  h = dense(h, **layer)",
     "ShardingTypeError: add operation with inputs: f32[16@data,8], f32[1,8@data] "
     "produces an illegally sharded result: f32[16@data,8@data]"},
};

/* Functions of the kind, right and with a mistake. */
Test(functions_layers, mlp)
{
	testing_programs(mlp, ROWS(mlp));
}

static const struct program_case norm[] = {
    {"0.10.2", "data=2 model=2",
     "x bf16[8@data,16,32@model]; scale f32[32@model]; bias f32[32@model]",
     "def layer_norm(x, scale, bias, eps=1e-5):\n"
     "  dtype = x.dtype\n"
     "  x = x.astype(jnp.float32)\n"
     "  mu = x.mean(axis=-1, keepdims=True)\n"
     "  var = jnp.var(x, axis=-1, keepdims=True)\n"
     "  y = (x - mu) / jnp.sqrt(var + eps)\n"
     "  return (y * scale + bias).astype(dtype)\n"
     "\n"
     "y = layer_norm(x, scale, bias)",
     "y bf16[8@data,16,32@model]"},
    {"0.10.2", "data=2 model=2",
     "x bf16[8@data,16,32@model]; scale f32[32@data]; bias f32[32@model]",
     "def layer_norm(x, scale, bias, eps=1e-5):\n"
     "  dtype = x.dtype\n"
     "  x = x.astype(jnp.float32)\n"
     "  mu = x.mean(axis=-1, keepdims=True)\n"
     "  var = jnp.var(x, axis=-1, keepdims=True)\n"
     "  y = (x - mu) / jnp.sqrt(var + eps)\n"
     "  return (y * scale + bias).astype(dtype)\n"
     "\n"
     "y = layer_norm(x, scale, bias)",
     "ShardingTypeError: mul got incompatible shardings for broadcasting: ('data', "
     "None, 'model'), (None, None, 'data')."},
    {"0.10.2", "data=4", "x f32[8@data,4,4,32]; gamma f32[32]",
     "def group_norm(x, gamma, groups=8, eps=1e-5):\n"
     "  N, H, W, C = x.shape\n"
     "  g = x.reshape(N, H, W, groups, C // groups)\n"
     "  mean = g.mean(axis=(1, 2, 4), keepdims=True)\n"
     "  var = g.var(axis=(1, 2, 4), keepdims=True)\n"
     "  g = (g - mean) * lax.rsqrt(var + eps)\n"
     "  return g.reshape(N, H, W, C) * gamma\n"
     "\n"
     "y = group_norm(x, gamma)\n"
     "y2 = group_norm(x, gamma, groups=4)",
     "y f32[8@data,4,4,32]; y2 f32[8@data,4,4,32]"},
    {"0.10.2", "data=4", "x f32[8@data,4,4,32]; gamma f32[32]",
     "def group_norm(x, gamma, groups=8, eps=1e-5):\n"
     "  N, H, W, C = x.shape\n"
     "  g = x.reshape(N, H, W, groups, C // groups)\n"
     "  mean = g.mean(axis=(1, 2, 4), keepdims=True)\n"
     "  var = g.var(axis=(1, 2, 4), keepdims=True)\n"
     "  g = (g - mean) * lax.rsqrt(var + eps)\n"
     "  return g.reshape(N, H, W, C) * gamma\n"
     "\n"
     "y = group_norm(x, gamma)\n"
     "y2 = group_norm(x, gamma, groups=5)",
     "TypeError: cannot reshape array of shape (8, 4, 4, 32) (size 4096) into shape "
     "(8, 4, 4, 5, 6) (size 3840)"},
    {"0.10.2", "data=4", "x f32[16@data,8,8,4]; mean f32[4]; var f32[4]",
     "state = {'mean': mean, 'var': var}\n"
     "\n"
     "def batch_norm(x, state, momentum=0.99, train=True):\n"
     "  if train:\n"
     "    m = jnp.mean(x, axis=(0, 1, 2))\n"
     "    v = jnp.mean(jnp.square(x), axis=(0, 1, 2)) - jnp.square(m)\n"
     "    state = jax.tree.map(lambda old, new: momentum * old + (1 - momentum) * new, state, "
     "{'mean': m, 'var': v})\n"
     "  else:\n"
     "    m, v = state['mean'], state['var']\n"
     "  inv = lax.rsqrt(v + 1e-5)\n"
     "  return (x - m) * inv, state\n"
     "\n"
     "y, state = batch_norm(x, state)\n"
     "y_eval, rest = batch_norm(y, state, train=False)",
     "rest['mean'] f32[4]; rest['var'] f32[4]; state['mean'] f32[4]; state['var'] "
     "f32[4]; y f32[16@data,8,8,4]; y_eval f32[16@data,8,8,4]"},
    {"0.10.2", "data=4", "x f32[16@data,8,8,4]; mean f32[4]; var f32[4]",
     "state = {'mean': mean, 'var': var}\n"
     "\n"
     "def batch_norm(x, state, momentum=0.99, train=True):\n"
     "  if train:\n"
     "    m = jnp.mean(x, axis=(0, 1, 2))\n"
     "    v = jnp.mean(jnp.square(x), axis=(0, 1, 2)) - jnp.square(m)\n"
     "    state = jax.tree.map(lambda old, new: momentum * old + (1 - momentum) * new, state, "
     "{'mean': m})\n"
     "  else:\n"
     "    m, v = state['mean'], state['var']\n"
     "  inv = lax.rsqrt(v + 1e-5)\n"
     "  return (x - m) * inv, state\n"
     "\n"
     "y, state = batch_norm(x, state)\n"
     "y_eval, rest = batch_norm(y, state, train=False)",
     "ValueError: pytree structure error: different numbers of pytree children at key "
     "path"},
    {"0.10.2", "data=2 fsdp=4", "x bf16[8@(data,fsdp),16,64]; w bf16[64@fsdp]",
     "def rms_norm(x, weight, eps=1e-6):\n"
     "  weight = jax.sharding.reshard(weight, P(None))\n"
     "  h = x.astype(jnp.float32)\n"
     "  h = h * lax.rsqrt(jnp.mean(h * h, -1, keepdims=True) + eps)\n"
     "  return (h.astype(weight.dtype)) * weight\n"
     "\n"
     "y = rms_norm(x, w)",
     "y bf16[8@(data,fsdp),16,64]"},
    {"0.10.2", "data=2 fsdp=4", "x bf16[8@(data,fsdp),16,64]; w bf16[64@fsdp]",
     "def rms_norm(x, weight, eps=1e-6):\n"
     "\n"
     "  h = x.astype(jnp.float32)\n"
     "  h = h * lax.rsqrt(jnp.mean(h * h, -1, keepdims=True) + eps)\n"
     "  return (h.astype(weight.dtype)) * weight\n"
     "\n"
     "y = rms_norm(x, w)",
     "ShardingTypeError: mul operation with inputs: bf16[8@(data,fsdp),16,64], "
     "bf16[1,1,64@fsdp] produces an illegally sharded result: "
     "bf16[8@(data,fsdp),16,64@fsdp]"},
};

/* Functions of the kind, right and with a mistake. */
Test(functions_layers, norm)
{
	testing_programs(norm, ROWS(norm));
}

static const struct program_case conv[] = {
    {"0.10.2", "data=4",
     "x f32[8@data,16,16,8]; k1 f32[3,3,8,16]; k2 f32[3,3,16,16]; k3 f32[1,1,8,16]",
     "DN = ('NHWC', 'HWIO', 'NHWC')\n"
     "\n"
     "def conv(x, k, stride=1, padding='SAME'):\n"
     "  return lax.conv_general_dilated(x, k, window_strides=(stride, stride), padding=padding, "
     "dimension_numbers=DN)\n"
     "\n"
     "def bn(x):\n"
     "  m = x.mean((0, 1, 2))\n"
     "  v = x.var((0, 1, 2))\n"
     "  return (x - m) * lax.rsqrt(v + 1e-5)\n"
     "\n"
     "h = jax.nn.relu(bn(conv(x, k1, stride=2)))\n"
     "h = bn(conv(h, k2))\n"
     "short = conv(x, k3, 2)\n"
     "y = jax.nn.relu(h + short)\n"
     "pooled = y.mean(axis=(1, 2))\n"
     "mx = lax.reduce_window(y, -jnp.inf, lax.max, (1, 2, 2, 1), (1, 2, 2, 1), 'VALID')",
     "h f32[8@data,8,8,16]; mx f32[8@data,4,4,16]; pooled f32[8@data,16]; short "
     "f32[8@data,8,8,16]; y f32[8@data,8,8,16]"},
    {"0.10.2", "data=4",
     "x f32[8@data,16,16,8]; k1 f32[3,3,8,16]; k2 f32[3,3,16,16]; k3 f32[1,1,8,16]",
     "DN = ('NHWC', 'HWIO', 'NHWC')\n"
     "\n"
     "def conv(x, k, stride=1, padding='SAME'):\n"
     "  return lax.conv_general_dilated(x, k, window_strides=(stride, stride), padding=padding, "
     "dimension_numbers=DN)\n"
     "\n"
     "def bn(x):\n"
     "  m = x.mean((0, 1, 2))\n"
     "  v = x.var((0, 1, 2))\n"
     "  return (x - m) * lax.rsqrt(v + 1e-5)\n"
     "\n"
     "h = jax.nn.relu(bn(conv(x, k1, stride=2)))\n"
     "h = bn(conv(h, k2))\n"
     "short = conv(x, k3)\n"
     "y = jax.nn.relu(h + short)\n"
     "pooled = y.mean(axis=(1, 2))\n"
     "mx = lax.reduce_window(y, -jnp.inf, lax.max, (1, 2, 2, 1), (1, 2, 2, 1), 'VALID')",
     "TypeError: add got incompatible shapes for broadcasting: (8, 8, 8, 16), (8, 16, "
     "16, 16)."},
    {"0.10.2", "data=2 model=2", "x bf16[4@data,12,12,16@model]",
     "B, H, W, C = x.shape\n"
     "p = x.reshape(B, H // 2, 2, W // 2, 2, C).mean(axis=(2, 4))\n"
     "m = x.reshape(B, H // 3, 3, W // 3, 3, C).max((2, 4))\n"
     "gap = jnp.mean(x.astype(jnp.float32), axis=(1, 2))\n"
     "se = jax.nn.sigmoid(gap)[:, None, None, :]\n"
     "y = x * se.astype(x.dtype)",
     "ShardingTypeError: This reshape is not supported. Please specify the sharding of "
     "the output via the `out_sharding` argument of jax.lax.reshape. Got operand type: "
     "bfloat16[4@data,12,12,16@model], new sizes: (4, 6, 2, 6, 2, 16)"},
    {"0.10.2", "data=2 model=2", "x bf16[4@data,12,12,16@model]",
     "B, H, W, C = x.shape\n"
     "p = x.reshape(B, H // 2, 2, W // 2, 2, C).mean(axis=(2, 4))\n"
     "m = x.reshape(B, H // 3, 4, W // 3, 3, C).max((2, 4))\n"
     "gap = jnp.mean(x.astype(jnp.float32), axis=(1, 2))\n"
     "se = jax.nn.sigmoid(gap)[:, None, None, :]\n"
     "y = x * se.astype(x.dtype)",
     "ShardingTypeError: This reshape is not supported. Please specify the sharding of "
     "the output via the `out_sharding` argument of jax.lax.reshape. Got operand type: "
     "bfloat16[4@data,12,12,16@model], new sizes: (4, 6, 2, 6, 2, 16)"},
};

/* Functions of the kind, right and with a mistake. */
Test(functions_layers, conv)
{
	testing_programs(conv, ROWS(conv));
}

static const struct program_case vit[] = {
    {"0.10.2", "data=4", "img f32[8@data,32,32,3]; w f32[192,64]; pos f32[17,64]; cls f32[1,1,64]",
     "p = 8\n"
     "B, H, W, C = img.shape\n"
     "h, w_ = H // p, W // p\n"
     "patches = img.reshape(B, h, p, w_, p, C)\n"
     "patches = patches.transpose(0, 1, 3, 2, 4, 5)\n"
     "patches = patches.reshape(B, h * w_, p * p * C)\n"
     "tok = patches @ w\n"
     "cls_tok = jnp.broadcast_to(cls, (B, 1, tok.shape[-1]), out_sharding=P('data', None, None))\n"
     "tok = jnp.concatenate([cls_tok, tok], axis=1) + pos\n"
     "pooled = tok[:, 0]",
     "ShardingTypeError: This reshape is not supported. Please specify the sharding of "
     "the output via the `out_sharding` argument of jax.lax.reshape. Got operand type: "
     "float32[8@data,32,32,3], new sizes: (8, 4, 8, 4, 8, 3)"},
    {"0.10.2", "data=4", "img f32[8@data,32,32,3]; w f32[192,64]; pos f32[17,64]; cls f32[1,1,64]",
     "p = 8\n"
     "B, H, W, C = img.shape\n"
     "h, w_ = H // p, W // p\n"
     "patches = img.reshape(B, h, p, w_, p, C)\n"
     "patches = patches.transpose(0, 1, 3, 2, 4, 5)\n"
     "patches = patches.reshape(B, h * w_, p * p * C)\n"
     "tok = patches @ w\n"
     "cls_tok = jnp.broadcast_to(cls, (B, 1, tok.shape[-1]))\n"
     "tok = jnp.concatenate([cls_tok, tok], axis=1) + pos\n"
     "pooled = tok[:, 0]",
     "ShardingTypeError: This reshape is not supported. Please specify the sharding of "
     "the output via the `out_sharding` argument of jax.lax.reshape. Got operand type: "
     "float32[8@data,32,32,3], new sizes: (8, 4, 8, 4, 8, 3)"},
    {"0.10.2", "data=4", "img f32[8@data,32,32,3]; w f32[192,64]",
     "p, (B, H, W, C) = 8, img.shape\n"
     "x = img.reshape(B, H // p, p, W // p, p, C).swapaxes(2, 3)\n"
     "x = x.reshape(B, H // p, W // p, p * p * C)\n"
     "x = x.reshape(B, -1, p * p * C)\n"
     "tok = jnp.dot(x, w)\n"
     "k = w.reshape(p, p, C, 64)\n"
     "tok2 = lax.conv_general_dilated(img, k, (p, p), 'VALID', dimension_numbers=('NHWC', 'HWIO', "
     "'NHWC'))\n"
     "tok2 = tok2.reshape(B, -1, 64)",
     "ShardingTypeError: This reshape is not supported. Please specify the sharding of "
     "the output via the `out_sharding` argument of jax.lax.reshape. Got operand type: "
     "float32[8@data,32,32,3], new sizes: (8, 4, 8, 4, 8, 3)"},
    {"0.10.2", "data=4", "img f32[8@data,32,32,3]; w f32[192,64]",
     "p, (B, H, W, C) = 8, img.shape\n"
     "x = img.reshape(B, H // p, p, W // p, p, C).swapaxes(1, 2)\n"
     "x = x.reshape(B, H // p, W // p, p * p * C)\n"
     "x = x.reshape(B, -1, p * p * C)\n"
     "tok = jnp.dot(x, w)\n"
     "k = w.reshape(p, p, C, 64)\n"
     "tok2 = lax.conv_general_dilated(img, k, (p, p), 'VALID', dimension_numbers=('NHWC', 'HWIO', "
     "'NHWC'))\n"
     "tok2 = tok2.reshape(B, -1, 64)",
     "ShardingTypeError: This reshape is not supported. Please specify the sharding of "
     "the output via the `out_sharding` argument of jax.lax.reshape. Got operand type: "
     "float32[8@data,32,32,3], new sizes: (8, 4, 8, 4, 8, 3)"},
};

/* Functions of the kind, right and with a mistake. */
Test(functions_layers, vit)
{
	testing_programs(vit, ROWS(vit));
}
