/* SPDX-License-Identifier: Apache-2.0 */
/* Optimizers and training steps as people write them.
 * Rows are checked against JAX by
 * testdata/programs/rows.py. */
#include "testing/program_cases.h"

static const struct program_case optimizer[] = {
    {"0.10.2", "data=2 model=2",
     "w f32[32@data,64@model]; b f32[64@model]; gw f32[32@data,64@model]; "
     "gb f32[64@model]; mw f32[32@data,64@model]; mb f32[64@model]",
     "params = {'w': w, 'b': b}\n"
     "grads = {'w': gw, 'b': gb}\n"
     "momentum = {'w': mw, 'b': mb}\n"
     "\n"
     "def sgd(params, grads, momentum, lr=0.1, beta=0.9, nesterov=True, weight_decay=1e-4):\n"
     "  grads = jax.tree.map(lambda g, p: g + weight_decay * p, grads, params)\n"
     "  momentum = jax.tree.map(lambda m, g: beta * m + g, momentum, grads)\n"
     "  if nesterov:\n"
     "    update = jax.tree.map(lambda m, g: beta * m + g, momentum, grads)\n"
     "  else:\n"
     "    update = momentum\n"
     "  params = jax.tree.map(lambda p, u: p - lr * u, params, update)\n"
     "  return params, momentum\n"
     "\n"
     "params, momentum = sgd(params, grads, momentum)",
     "grads['b'] f32[64@model]; grads['w'] f32[32@data,64@model]; momentum['b'] "
     "f32[64@model]; momentum['w'] f32[32@data,64@model]; params['b'] f32[64@model]; "
     "params['w'] f32[32@data,64@model]"},
    {"0.10.2", "data=2 model=2",
     "w f32[32@data,64@model]; b f32[64@model]; gw f32[32@model,64@data]; "
     "gb f32[64@model]; mw f32[32@data,64@model]; mb f32[64@model]",
     "params = {'w': w, 'b': b}\n"
     "grads = {'w': gw, 'b': gb}\n"
     "momentum = {'w': mw, 'b': mb}\n"
     "\n"
     "def sgd(params, grads, momentum, lr=0.1, beta=0.9, nesterov=True, weight_decay=1e-4):\n"
     "  grads = jax.tree.map(lambda g, p: g + weight_decay * p, grads, params)\n"
     "  momentum = jax.tree.map(lambda m, g: beta * m + g, momentum, grads)\n"
     "  if nesterov:\n"
     "    update = jax.tree.map(lambda m, g: beta * m + g, momentum, grads)\n"
     "  else:\n"
     "    update = momentum\n"
     "  params = jax.tree.map(lambda p, u: p - lr * u, params, update)\n"
     "  return params, momentum\n"
     "\n"
     "params, momentum = sgd(params, grads, momentum)",
     "ShardingTypeError: add got incompatible shardings for broadcasting: ('model', "
     "'data'), ('data', 'model')."},
    {"0.10.2", "fsdp=4",
     "w1 f32[16@fsdp,8]; w2 f32[8,16@fsdp]; g1 f32[16@fsdp,8]; g2 f32[8,16@fsdp]; "
     "step i32[]",
     "params = (w1, w2)\n"
     "grads = (g1, g2)\n"
     "zeros = partial(jax.tree_util.tree_map, jnp.zeros_like)\n"
     "state = dict(mu=zeros(params), nu=zeros(params), count=step)\n"
     "\n"
     "def adam(grads, state, params, lr=1e-3, b1=0.9, b2=0.999, eps=1e-8):\n"
     "  count = state['count'] + 1\n"
     "  mu = jax.tree_util.tree_map(lambda m, g: b1 * m + (1 - b1) * g, state['mu'], grads)\n"
     "  nu = jax.tree_util.tree_map(lambda v, g: b2 * v + (1 - b2) * jnp.square(g), state['nu'], "
     "grads)\n"
     "  mu_hat = jax.tree_util.tree_map(lambda m: m / (1 - b1 ** count), mu)\n"
     "  nu_hat = jax.tree_util.tree_map(lambda v: v / (1 - b2 ** count), nu)\n"
     "  new = jax.tree_util.tree_map(lambda p, m, v: p - lr * m / (jnp.sqrt(v) + eps), params, "
     "mu_hat, nu_hat)\n"
     "  return new, {'mu': mu, 'nu': nu, 'count': count}\n"
     "\n"
     "params, state = adam(grads, state, params)",
     "grads[0] f32[16@fsdp,8]; grads[1] f32[8,16@fsdp]; params[0] f32[16@fsdp,8]; "
     "params[1] f32[8,16@fsdp]; state['count'] i32[]; state['mu'][0] f32[16@fsdp,8]; "
     "state['mu'][1] f32[8,16@fsdp]; state['nu'][0] f32[16@fsdp,8]; state['nu'][1] "
     "f32[8,16@fsdp]"},
    {"0.10.2", "fsdp=4",
     "w1 f32[16@fsdp,8]; w2 f32[8,16@fsdp]; g1 f32[16@fsdp,8]; g2 f32[8@fsdp,16]; "
     "step i32[]",
     "params = (w1, w2)\n"
     "grads = (g1, g2)\n"
     "zeros = partial(jax.tree_util.tree_map, jnp.zeros_like)\n"
     "state = dict(mu=zeros(params), nu=zeros(params), count=step)\n"
     "\n"
     "def adam(grads, state, params, lr=1e-3, b1=0.9, b2=0.999, eps=1e-8):\n"
     "  count = state['count'] + 1\n"
     "  mu = jax.tree_util.tree_map(lambda m, g: b1 * m + (1 - b1) * g, state['mu'], grads)\n"
     "  nu = jax.tree_util.tree_map(lambda v, g: b2 * v + (1 - b2) * jnp.square(g), state['nu'], "
     "grads)\n"
     "  mu_hat = jax.tree_util.tree_map(lambda m: m / (1 - b1 ** count), mu)\n"
     "  nu_hat = jax.tree_util.tree_map(lambda v: v / (1 - b2 ** count), nu)\n"
     "  new = jax.tree_util.tree_map(lambda p, m, v: p - lr * m / (jnp.sqrt(v) + eps), params, "
     "mu_hat, nu_hat)\n"
     "  return new, {'mu': mu, 'nu': nu, 'count': count}\n"
     "\n"
     "params, state = adam(grads, state, params)",
     "ShardingTypeError: add operation with inputs: f32[8,16@fsdp], f32[8@fsdp,16] "
     "produces an illegally sharded result: f32[8@fsdp,16@fsdp]"},
    {"0.10.2", "data=2 model=2",
     "w bf16[32@data,16@model]; g bf16[32@data,16@model]; m f32[32@data,16@model]",
     "def lion_update(p, g, m, *, lr, b1=0.9, b2=0.99, wd=0.01):\n"
     "  g32 = g.astype(jnp.float32)\n"
     "  u = jnp.sign(b1 * m + (1 - b1) * g32)\n"
     "  m = b2 * m + (1 - b2) * g32\n"
     "  p = p - (lr * (u + wd * p.astype(jnp.float32))).astype(p.dtype)\n"
     "  return p, m\n"
     "\n"
     "w, m = lion_update(w, g, m, lr=3e-4)",
     "m f32[32@data,16@model]; w bf16[32@data,16@model]"},
    {"0.10.2", "data=2 model=2",
     "w bf16[32@data,16@model]; g bf16[32@model,16@data]; m f32[32@data,16@model]",
     "def lion_update(p, g, m, *, lr, b1=0.9, b2=0.99, wd=0.01):\n"
     "  g32 = g.astype(jnp.float32)\n"
     "  u = jnp.sign(b1 * m + (1 - b1) * g32)\n"
     "  m = b2 * m + (1 - b2) * g32\n"
     "  p = p - (lr * (u + wd * p.astype(jnp.float32))).astype(p.dtype)\n"
     "  return p, m\n"
     "\n"
     "w, m = lion_update(w, g, m, lr=3e-4)",
     "ShardingTypeError: add got incompatible shardings for broadcasting: ('data', "
     "'model'), ('model', 'data')."},
    {"0.10.2", "data=2 model=2",
     "w f32[32@data,16@model]; g f32[32@data,16@model]; vr f32[32@data]; "
     "vc f32[16@model]",
     "decay, eps, clip = 0.8, 1e-30, 1.0\n"
     "sq = jnp.square(g) + eps\n"
     "vr = decay * vr + (1 - decay) * sq.mean(axis=-1)\n"
     "vc = decay * vc + (1 - decay) * sq.mean(axis=-2)\n"
     "r = vr / vr.mean(axis=-1, keepdims=True)\n"
     "v = r[:, None] * vc[None, :]\n"
     "u = g / jnp.sqrt(v)\n"
     "rms = jnp.sqrt(jnp.mean(u ** 2))\n"
     "u = u / jnp.maximum(1.0, rms / clip)\n"
     "scale = jnp.maximum(1e-3, jnp.sqrt(jnp.mean(w ** 2)))\n"
     "w = w - 1e-2 * scale * u",
     "r f32[32@data]; rms f32[]; scale f32[]; sq f32[32@data,16@model]; u "
     "f32[32@data,16@model]; v f32[32@data,16@model]; vc f32[16@model]; vr "
     "f32[32@data]; w f32[32@data,16@model]"},
    {"0.10.2", "data=2 model=2",
     "w f32[32@data,16@model]; g f32[32@data,16@model]; vr f32[32@data]; "
     "vc f32[16@model]",
     "decay, eps, clip = 0.8, 1e-30, 1.0\n"
     "sq = jnp.square(g) + eps\n"
     "vr = decay * vr + (1 - decay) * sq.mean(axis=-1)\n"
     "vc = decay * vc + (1 - decay) * sq.mean(axis=-2)\n"
     "r = vr / vr.mean(axis=-1, keepdims=True)\n"
     "v = r[:, None] * vc[:, None]\n"
     "u = g / jnp.sqrt(v)\n"
     "rms = jnp.sqrt(jnp.mean(u ** 2))\n"
     "u = u / jnp.maximum(1.0, rms / clip)\n"
     "scale = jnp.maximum(1e-3, jnp.sqrt(jnp.mean(w ** 2)))\n"
     "w = w - 1e-2 * scale * u",
     "TypeError: mul got incompatible shapes for broadcasting: (32, 1), (16, 1)."},
    {"0.10.2", "data=2 model=2", "a f32[32@data,16@model]; b f32[16@model]; c f32[8,8]",
     "grads = {'dense': {'kernel': a, 'bias': b}, 'extra': [c, c * 2]}\n"
     "\n"
     "def global_norm(tree):\n"
     "  return jnp.sqrt(sum(jnp.sum(jnp.square(x)) for x in jax.tree.leaves(tree)))\n"
     "\n"
     "norm = global_norm(grads)\n"
     "max_norm = 1.0\n"
     "factor = jnp.where(norm > max_norm, max_norm / (norm + 1e-6), 1.0)\n"
     "clipped = jax.tree.map(lambda g: g * factor.astype(g.dtype), grads)\n"
     "n2 = jax.tree_util.tree_reduce(lambda acc, g: acc + jnp.vdot(g, g), clipped, 0.0)\n"
     "flat, treedef = jax.tree.flatten(clipped)\n"
     "again = jax.tree.unflatten(treedef, [f + 1 for f in flat])\n"
     "count = sum(p.size for p in jax.tree.leaves(grads))",
     "ShardingTypeError: Contracting dimensions are sharded and it is ambiguous how "
     "the output should be sharded. Please specify the output sharding via the "
     "`out_sharding` parameter. Got lhs_contracting_spec=('model',) and "
     "rhs_contracting_spec=('model',)"},
    {"0.10.2", "data=2 model=2", "a f32[31@data,16@model]; b f32[16@model]; c f32[8,8]",
     "grads = {'dense': {'kernel': a, 'bias': b}, 'extra': [c, c * 2]}\n"
     "\n"
     "def global_norm(tree):\n"
     "  return jnp.sqrt(sum(jnp.sum(jnp.square(x)) for x in jax.tree.leaves(tree)))\n"
     "\n"
     "norm = global_norm(grads)\n"
     "max_norm = 1.0\n"
     "factor = jnp.where(norm > max_norm, max_norm / (norm + 1e-6), 1.0)\n"
     "clipped = jax.tree.map(lambda g: g * factor.astype(g.dtype), grads)\n"
     "n2 = jax.tree_util.tree_reduce(lambda acc, g: acc + jnp.vdot(g, g), clipped, 0.0)\n"
     "flat, treedef = jax.tree.flatten(clipped)\n"
     "again = jax.tree.unflatten(treedef, [f + 1 for f in flat])\n"
     "count = sum(p.size for p in jax.tree.leaves(grads))",
     "ValueError: Sharding spec ('data',) implies that array axis 0 is partitioned 2 "
     "times, but does not evenly divide the dimension size 31. Got shape: (31, 16) and "
     "sharding NamedSharding(mesh=AbstractMesh('data': 2, 'model': 2, "
     "axis_types=(Explicit, Explicit), device_kind=cpu, num_cores=None, platform=cpu), "
     "spec=P('data', 'model'))"},
    {"0.10.2", "fsdp=4", "g f32[32@fsdp,16]",
     "def newton_schulz(G, steps=5, eps=1e-7):\n"
     "  a, b, c = 3.4445, -4.7750, 2.0315\n"
     "  X = jax.sharding.reshard(G, P(None, None)).astype(jnp.bfloat16)\n"
     "  X = X / (jnp.linalg.norm(X) + eps)\n"
     "  transposed = X.shape[0] > X.shape[1]\n"
     "  if transposed:\n"
     "    X = X.T\n"
     "  for _ in range(steps):\n"
     "    A = X @ X.T\n"
     "    B = b * A + c * A @ A\n"
     "    X = a * X + B @ X\n"
     "  return X.T if transposed else X\n"
     "\n"
     "u = newton_schulz(g)\n"
     "u = jax.sharding.reshard(u, P('fsdp', None)).astype(g.dtype)\n"
     "g = g - 0.02 * max(1, g.shape[0] / g.shape[1]) ** 0.5 * u",
     "g f32[32@fsdp,16]; u f32[32@fsdp,16]"},
    {"0.10.2", "fsdp=4", "g f32[32@fsdp,16]",
     "def newton_schulz(G, steps=5, eps=1e-7):\n"
     "  a, b, c = 3.4445, -4.7750, 2.0315\n"
     "  X = G.astype(jnp.bfloat16)\n"
     "  X = X / (jnp.linalg.norm(X) + eps)\n"
     "  transposed = X.shape[0] > X.shape[1]\n"
     "  if transposed:\n"
     "    X = X.T\n"
     "  for _ in range(steps):\n"
     "    A = X @ X.T\n"
     "    B = b * A + c * A @ A\n"
     "    X = a * X + B @ X\n"
     "  return X.T if transposed else X\n"
     "\n"
     "u = newton_schulz(g)\n"
     "u = jax.sharding.reshard(u, P('fsdp', None)).astype(g.dtype)\n"
     "g = g - 0.02 * max(1, g.shape[0] / g.shape[1]) ** 0.5 * u",
     "ShardingTypeError: Contracting dimensions are sharded and it is ambiguous how "
     "the output should be sharded. Please specify the output sharding via the "
     "`out_sharding` parameter. Got lhs_contracting_spec=('fsdp',) and "
     "rhs_contracting_spec=('fsdp',)"},
    {"0.10.2", "data=2", "g f32[16@data,8]; L f32[16@data,16]; R f32[8,8]",
     "gr = jax.sharding.reshard(g, P(None, None))\n"
     "L = 0.95 * L + 0.05 * g @ gr.T\n"
     "R = 0.95 * R + 0.05 * gr.T @ gr\n"
     "evals, evecs = jnp.linalg.eigh(R)\n"
     "root = (evecs * jnp.maximum(evals, 1e-6) ** -0.25) @ evecs.T\n"
     "upd = g @ root",
     "L f32[16@data,16]; R f32[8,8]; evals f32[8]; evecs f32[8,8]; gr f32[16,8]; root "
     "f32[8,8]; upd f32[16@data,8]"},
    {"0.10.2", "data=2", "g f32[16@data,8]; L f32[16@data,16]; R f32[8,8]",
     "gr = jax.sharding.reshard(g, P(None, None))\n"
     "L = 0.95 * L + 0.05 * g @ g.T\n"
     "R = 0.95 * R + 0.05 * gr.T @ gr\n"
     "evals, evecs = jnp.linalg.eigh(R)\n"
     "root = (evecs * jnp.maximum(evals, 1e-6) ** -0.25) @ evecs.T\n"
     "upd = g @ root",
     "ShardingTypeError: dot_general operation with inputs: f32[16@data,8], "
     "f32[8,16@data] produces an illegally sharded result: f32[16@data,16@data]"},
    {"0.10.2", "data=4", "step i32[]; w f32[16@data]",
     "def warmup_cosine(step, peak=3e-4, warmup=100, total=1000, floor=0.1):\n"
     "  step = jnp.asarray(step, jnp.float32)\n"
     "  warm = peak * step / warmup\n"
     "  prog = jnp.clip((step - warmup) / (total - warmup), 0.0, 1.0)\n"
     "  cos = peak * (floor + (1 - floor) * 0.5 * (1 + jnp.cos(jnp.pi * prog)))\n"
     "  return jnp.where(step < warmup, warm, cos)\n"
     "\n"
     "lr = warmup_cosine(step, warm=10)\n"
     "lrs = jax.vmap(warmup_cosine)(jnp.arange(5))\n"
     "pw = jnp.piecewise(lr, [lr < 1e-4, lr >= 1e-4], [0.5, 1.0])\n"
     "w = w * (1 - lr * 0.1)",
     "TypeError: warmup_cosine() got an unexpected keyword argument 'warm'"},
};

/* Functions of the kind, right and with a mistake. */
Test(functions_updates, optimizer)
{
	testing_programs(optimizer, ROWS(optimizer));
}

static const struct program_case training[] = {
    {"0.10.2", "data=4", "x f32[32@data,8]; y f32[32@data]; w f32[8]",
     "MICRO = 4\n"
     "\n"
     "def loss_fn(w, batch):\n"
     "  xb, yb = batch\n"
     "  pred = xb @ w\n"
     "  return jnp.mean((pred - yb) ** 2)\n"
     "\n"
     "def split(a):\n"
     "  b = a.reshape(a.shape[0] // MICRO, MICRO, *a.shape[1:])\n"
     "  return jnp.swapaxes(b, 0, 1)\n"
     "\n"
     "batches = jax.tree.map(split, (x, y))\n"
     "\n"
     "def step(carry, batch):\n"
     "  loss, g = jax.value_and_grad(loss_fn)(w, batch)\n"
     "  return (carry[0] + loss, carry[1] + g), None\n"
     "\n"
     "init = (jnp.zeros(()), jnp.zeros_like(w))\n"
     "(loss, grad), rest = lax.scan(step, init, batches)\n"
     "w = w - 0.1 * grad / MICRO",
     "batches[0] f32[4,8@data,8]; batches[1] f32[4,8@data]; grad f32[8]; init[0] "
     "f32[]; init[1] f32[8]; loss f32[]; w f32[8]"},
    {"0.10.2", "data=4", "x f32[32@data,8]; y f32[32@data]; w f32[8]",
     "MICRO = 4\n"
     "\n"
     "def loss_fn(w, batch):\n"
     "  xb, yb = batch\n"
     "  pred = xb @ w\n"
     "  return jnp.mean((pred - yb) ** 2)\n"
     "\n"
     "def split(a):\n"
     "  b = a.reshape(a.shape[0] // MICRO, MICRO, *a.shape[1:])\n"
     "  return b\n"
     "\n"
     "batches = jax.tree.map(split, (x, y))\n"
     "\n"
     "def step(carry, batch):\n"
     "  loss, g = jax.value_and_grad(loss_fn)(w, batch)\n"
     "  return (carry[0] + loss, carry[1] + g), None\n"
     "\n"
     "init = (jnp.zeros(()), jnp.zeros_like(w))\n"
     "(loss, grad), rest = lax.scan(step, init, batches)\n"
     "w = w - 0.1 * grad / MICRO",
     "ValueError: 0th dimension of all xs should be replicated. Got P('data', None, "
     "None), P('data', None)"},
    {"0.10.2", "data=2 model=2",
     "x f32[8@data,16]; y f32[8@data,4]; w1 f32[16,32@model]; b1 f32[32@model]; "
     "w2 f32[32@model,4]; b2 f32[4]",
     "params = {'l1': {'w': w1, 'b': b1}, 'l2': {'w': w2, 'b': b2}}\n"
     "\n"
     "def forward(params, x):\n"
     "  h = jax.nn.relu(x @ params['l1']['w'] + params['l1']['b'])\n"
     "  return jnp.matmul(h, params['l2']['w'], out_sharding=P('data', None)) + params['l2']['b']\n"
     "\n"
     "def loss_fn(params, x, y):\n"
     "  return jnp.mean(jnp.sum((forward(params, x) - y) ** 2, axis=-1))\n"
     "\n"
     "@jax.jit\n"
     "def train_step(params, x, y, lr=1e-2):\n"
     "  loss, grads = jax.value_and_grad(loss_fn)(params, x, y)\n"
     "  gnorm = jnp.sqrt(sum(jnp.vdot(g, g) for g in jax.tree.leaves(grads)))\n"
     "  params = jax.tree.map(lambda p, g: p - lr * g, params, grads)\n"
     "  return params, {'loss': loss, 'gnorm': gnorm}\n"
     "\n"
     "params, metrics = train_step(params, x, y)",
     "ShardingTypeError: Contracting dimensions are sharded and it is ambiguous how "
     "the output should be sharded. Please specify the output sharding via the "
     "`out_sharding` parameter. Got lhs_contracting_spec=('model',) and "
     "rhs_contracting_spec=('model',)"},
    {"0.10.2", "data=2 model=2",
     "x f32[8@data,16]; y f32[8@data,4]; w1 f32[16,32@model]; b1 f32[32@model]; "
     "w2 f32[32@model,4]; b2 f32[4]",
     "params = {'l1': {'w': w1, 'b': b1}, 'l2': {'w': w2, 'b': b2}}\n"
     "\n"
     "def forward(params, x):\n"
     "  h = jax.nn.relu(x @ params['l1']['w'] + params['l1']['b'])\n"
     "  return jnp.matmul(h, params['l2']['w']) + params['l2']['b']\n"
     "\n"
     "def loss_fn(params, x, y):\n"
     "  return jnp.mean(jnp.sum((forward(params, x) - y) ** 2, axis=-1))\n"
     "\n"
     "@jax.jit\n"
     "def train_step(params, x, y, lr=1e-2):\n"
     "  loss, grads = jax.value_and_grad(loss_fn)(params, x, y)\n"
     "  gnorm = jnp.sqrt(sum(jnp.vdot(g, g) for g in jax.tree.leaves(grads)))\n"
     "  params = jax.tree.map(lambda p, g: p - lr * g, params, grads)\n"
     "  return params, {'loss': loss, 'gnorm': gnorm}\n"
     "\n"
     "params, metrics = train_step(params, x, y)",
     "ShardingTypeError: Contracting dimensions are sharded and it is ambiguous how "
     "the output should be sharded. Please specify the output sharding via the "
     "`out_sharding` parameter. Got lhs_contracting_spec=('model',) and "
     "rhs_contracting_spec=('model',)"},
    {"0.10.2", "fsdp=4", "x f32[16@fsdp,32]; w1 f32[32@fsdp,64]; w2 f32[64@fsdp,32]",
     "def layer(w, h):\n"
     "  w = jax.sharding.reshard(w, P(None, None))\n"
     "  return h @ w\n"
     "\n"
     "def loss(params):\n"
     "  h = jax.nn.gelu(layer(params[0], x))\n"
     "  out = layer(params[1], h)\n"
     "  return ((out - x) ** 2).mean()\n"
     "\n"
     "l, g = jax.value_and_grad(loss)([w1, w2])\n"
     "w1, w2 = [p - 1e-3 * d for p, d in zip([w1, w2], g)]",
     "g[0] f32[32@fsdp,64]; g[1] f32[64@fsdp,32]; l f32[]; w1 f32[32@fsdp,64]; w2 "
     "f32[64@fsdp,32]"},
    {"0.10.2", "fsdp=4", "x f32[16@fsdp,32]; w1 f32[32@fsdp,64]; w2 f32[64@fsdp,32]",
     "def layer(w, h):\n"
     "  w = jax.sharding.reshard(w, P(None, None))\n"
     "  return h @ w\n"
     "\n"
     "def loss(params):\n"
     "  h = jax.nn.gelu(layer(params[0], x))\n"
     "  out = layer(params[1], h)\n"
     "  return ((out - x) ** 2).mean(axis=0)\n"
     "\n"
     "l, g = jax.value_and_grad(loss)([w1, w2])\n"
     "w1, w2 = [p - 1e-3 * d for p, d in zip([w1, w2], g)]",
     "TypeError: Gradient only defined for scalar-output functions. Output had shape: "
     "(32,)."},
    {"0.10.2", "data=2 model=2", "x f32[4@data,8,16]; w1 f32[3,16,32@model]; w2 f32[3,32@model,16]",
     "@partial(jax.checkpoint, policy=jax.checkpoint_policies.dots_saveable)\n"
     "def block(h, lp):\n"
     "  a, b = lp\n"
     "  m = jax.nn.silu(h @ a)\n"
     "  return h + jnp.einsum('btf,fd->btd', m, b, out_sharding=P('data', None, None)), None\n"
     "\n"
     "def model(ws, x):\n"
     "  h, _ = lax.scan(block, x, ws)\n"
     "  return jnp.mean(h ** 2)\n"
     "\n"
     "loss, (g1, g2) = jax.value_and_grad(model)((w1, w2), x)\n"
     "w1 = w1 - 0.1 * g1\n"
     "w2 = w2 - 0.1 * g2",
     "g1 f32[3,16,32@model]; g2 f32[3,32@model,16]; loss f32[]; w1 f32[3,16,32@model]; "
     "w2 f32[3,32@model,16]"},
    {"0.10.2", "data=2 model=2", "x f32[4@data,8,16]; w1 f32[3,16,32@model]; w2 f32[3,32@model,16]",
     "@partial(jax.checkpoint, policy=jax.checkpoint_policies.dots_saveable)\n"
     "def block(h, lp):\n"
     "  a, b = lp\n"
     "  m = jax.nn.silu(h @ a)\n"
     "  return h + jnp.einsum('btf,fd->btd', m, b), None\n"
     "\n"
     "def model(ws, x):\n"
     "  h, _ = lax.scan(block, x, ws)\n"
     "  return jnp.mean(h ** 2)\n"
     "\n"
     "loss, (g1, g2) = jax.value_and_grad(model)((w1, w2), x)\n"
     "w1 = w1 - 0.1 * g1\n"
     "w2 = w2 - 0.1 * g2",
     "ShardingTypeError: Contracting dimensions are sharded and it is ambiguous how "
     "the output should be sharded. Please specify the output sharding via the "
     "`out_sharding` parameter. Got lhs_contracting_spec=('model',) and "
     "rhs_contracting_spec=('model',)"},
    {"0.10.2", "data=4", "w f32[16@data,8]; e f32[16@data,8]; n i32[]",
     "decay = jnp.minimum(0.999, (1 + n) / (10 + n))\n"
     "ema = jax.tree.map(lambda e, p: e * decay + (1 - decay) * p, {'w': e}, {'w': w})\n"
     "delta = jax.tree.map(jnp.subtract, ema, {'w': w})\n"
     "drift = jnp.linalg.norm(delta['w'])",
     "decay f32[]; delta['w'] f32[16@data,8]; drift f32[]; ema['w'] f32[16@data,8]"},
    {"0.10.2", "data=4", "w f32[16@data,8]; e f32[16,8@data]; n i32[]",
     "decay = jnp.minimum(0.999, (1 + n) / (10 + n))\n"
     "ema = jax.tree.map(lambda e, p: e * decay + (1 - decay) * p, {'w': e}, {'w': w})\n"
     "delta = jax.tree.map(jnp.subtract, ema, {'w': w})\n"
     "drift = jnp.linalg.norm(delta['w'])",
     "ShardingTypeError: add operation with inputs: f32[16,8@data], f32[16@data,8] "
     "produces an illegally sharded result: f32[16@data,8@data]"},
};

/* Functions of the kind, right and with a mistake. */
Test(functions_updates, training)
{
	testing_programs(training, ROWS(training));
}
