/* SPDX-License-Identifier: Apache-2.0 */
/* Losses, metrics and what is learned from rewards as people write them.
 * Rows are checked against JAX by
 * testdata/programs/rows.py. */
#include "testing/program_cases.h"

static const struct program_case losses[] = {
    {"0.10.2", "data=2 model=2", "logits f32[8@data,16,64@model]; labels i32[8@data,16]",
     "def cross_entropy(logits, labels, smoothing=0.1):\n"
     "  V = logits.shape[-1]\n"
     "  off = smoothing / (V - 1)\n"
     "  on = 1.0 - smoothing\n"
     "  targets = jax.nn.one_hot(labels, V) * (on - off) + off\n"
     "  targets = jax.sharding.reshard(targets, P('data', None, 'model'))\n"
     "  logp = logits - jax.nn.logsumexp(logits, axis=-1, keepdims=True)\n"
     "  loss = -jnp.sum(targets * logp, axis=-1)\n"
     "  norm = -(on * np.log(on) + (V - 1) * off * np.log(off + 1e-20))\n"
     "  return loss - norm\n"
     "\n"
     "per_token = cross_entropy(logits, labels)\n"
     "mask = labels != 0\n"
     "loss = jnp.sum(per_token * mask) / jnp.maximum(mask.sum(), 1)",
     "loss f32[]; mask bool[8@data,16]; per_token f32[8@data,16]"},
    {"0.10.2", "data=2 model=2", "logits f32[8@data,16,64@model]; labels i32[8,16@data]",
     "def cross_entropy(logits, labels, smoothing=0.1):\n"
     "  V = logits.shape[-1]\n"
     "  off = smoothing / (V - 1)\n"
     "  on = 1.0 - smoothing\n"
     "  targets = jax.nn.one_hot(labels, V) * (on - off) + off\n"
     "  targets = jax.sharding.reshard(targets, P('data', None, 'model'))\n"
     "  logp = logits - jax.nn.logsumexp(logits, axis=-1, keepdims=True)\n"
     "  loss = -jnp.sum(targets * logp, axis=-1)\n"
     "  norm = -(on * np.log(on) + (V - 1) * off * np.log(off + 1e-20))\n"
     "  return loss - norm\n"
     "\n"
     "per_token = cross_entropy(logits, labels)\n"
     "mask = labels != 0\n"
     "loss = jnp.sum(per_token * mask) / jnp.maximum(mask.sum(), 1)",
     "ShardingTypeError: mul operation with inputs: f32[8@data,16], f32[8,16@data] "
     "produces an illegally sharded result: f32[8@data,16@data]"},
    {"0.10.2", "data=4", "x f32[16@data,8]; w f32[8,10]; b f32[10]; y i32[16@data]",
     "def loss_fn(params, x, y):\n"
     "  logits = x @ params['w'] + params['b']\n"
     "  logp = jax.nn.log_softmax(logits)\n"
     "  nll = -jnp.take_along_axis(logp, y[:, None], axis=-1).squeeze(-1)\n"
     "  return nll.mean()\n"
     "\n"
     "params = {'w': w, 'b': b}\n"
     "loss, grads = jax.value_and_grad(loss_fn)(params, x, y)\n"
     "new = jax.tree.map(lambda p, g: p - 0.1 * g, params, grads)",
     "grads['b'] f32[10]; grads['w'] f32[8,10]; loss f32[]; new['b'] f32[10]; new['w'] "
     "f32[8,10]; params['b'] f32[10]; params['w'] f32[8,10]"},
    {"0.10.2", "data=4", "x f32[16@data,8]; w f32[8,10]; b f32[10]; y f32[16@data]",
     "def loss_fn(params, x, y):\n"
     "  logits = x @ params['w'] + params['b']\n"
     "  logp = jax.nn.log_softmax(logits)\n"
     "  nll = -jnp.take_along_axis(logp, y[:, None], axis=-1).squeeze(-1)\n"
     "  return nll.mean()\n"
     "\n"
     "params = {'w': w, 'b': b}\n"
     "loss, grads = jax.value_and_grad(loss_fn)(params, x, y)\n"
     "new = jax.tree.map(lambda p, g: p - 0.1 * g, params, grads)",
     "TypeError: take_along_axis indices must be of integer type, got float32"},
    {"0.10.2", "data=2 model=2", "h bf16[8@data,32]; unembed bf16[32,64@model]; labels i32[8@data]",
     "@jax.jit\n"
     "def lm_loss(h, unembed, labels, z_weight=1e-4):\n"
     "  logits = jnp.dot(h, unembed, preferred_element_type=jnp.float32)\n"
     "  lse = jax.nn.logsumexp(logits, axis=-1)\n"
     "  oh = jax.nn.one_hot(labels, logits.shape[-1], dtype=logits.dtype)\n"
     "  oh = jax.sharding.reshard(oh, P('data', 'model'))\n"
     "  label_logit = (logits * oh).sum(-1)\n"
     "  ce = lse - label_logit\n"
     "  z = z_weight * lse ** 2\n"
     "  return jnp.mean(ce + z), {'ce': ce.mean(), 'z': z.mean()}\n"
     "\n"
     "loss, metrics = lm_loss(h, unembed, labels)",
     "loss f32[]; metrics['ce'] f32[]; metrics['z'] f32[]"},
    {"0.10.2", "data=2 model=2", "h bf16[8@data,32]; unembed bf16[32,64@model]; labels i32[8@data]",
     "@jax.jit\n"
     "def lm_loss(h, unembed, labels, z_weight=1e-4):\n"
     "  logits = jnp.dot(h, unembed, preferred_element_type=jnp.float32)\n"
     "  lse = jax.nn.logsumexp(logits, axis=-1)\n"
     "  oh = jax.nn.one_hot(labels, logits.shape[-1], dtype=logits.dtype)\n"
     "  oh = jax.sharding.reshard(oh, P('model', 'data'))\n"
     "  label_logit = (logits * oh).sum(-1)\n"
     "  ce = lse - label_logit\n"
     "  z = z_weight * lse ** 2\n"
     "  return jnp.mean(ce + z), {'ce': ce.mean(), 'z': z.mean()}\n"
     "\n"
     "loss, metrics = lm_loss(h, unembed, labels)",
     "ShardingTypeError: mul got incompatible shardings for broadcasting: ('data', "
     "'model'), ('model', 'data')."},
};

/* Functions of the kind, right and with a mistake. */
Test(functions_losses, losses)
{
	testing_programs(losses, ROWS(losses));
}

static const struct program_case metrics[] = {
    {"0.10.2", "data=4", "logits f32[16@data,10]; labels i32[16@data]; w f32[16@data]",
     "metrics = {}\n"
     "pred = jnp.argmax(logits, -1)\n"
     "metrics['acc'] = jnp.average(pred == labels, weights=w)\n"
     "metrics['top5'] = jnp.mean(jnp.any(lax.top_k(logits, 5)[1] == labels[:, None], axis=-1))\n"
     "cm = jnp.zeros((10, 10), jnp.int32).at[jax.sharding.reshard(labels, P(None)), "
     "jax.sharding.reshard(pred, P(None))].add(1)\n"
     "tp = jnp.diag(cm)\n"
     "prec = tp / jnp.maximum(cm.sum(0), 1)\n"
     "rec = tp / jnp.maximum(cm.sum(1), 1)\n"
     "metrics['f1'] = jnp.mean(2 * prec * rec / (prec + rec + 1e-9))\n"
     "metrics = {f'eval/{k}': v for k, v in metrics.items()}\n"
     "ece = jnp.histogram(jax.sharding.reshard(jnp.max(jax.nn.softmax(logits), -1), P(None)), "
     "bins=5)[0]",
     "cm i32[10,10]; ece f32[5]; metrics['eval/acc'] f32[]; metrics['eval/f1'] f32[]; "
     "metrics['eval/top5'] f32[]; prec f32[10]; pred i32[16@data]; rec f32[10]; tp "
     "i32[10]"},
    {"0.10.2", "data=4", "logits f32[16@data,10]; labels i32[16@data]; w f32[16@data]",
     "metrics = {}\n"
     "pred = jnp.argmax(logits, -1)\n"
     "metrics['acc'] = jnp.average(pred == labels, weights=w)\n"
     "metrics['top5'] = jnp.mean(jnp.any(lax.top_k(logits, 5)[1] == labels[:, None], axis=-1))\n"
     "cm = jnp.zeros((10, 10), jnp.int32).at[labels, jax.sharding.reshard(pred, P(None))].add(1)\n"
     "tp = jnp.diag(cm)\n"
     "prec = tp / jnp.maximum(cm.sum(0), 1)\n"
     "rec = tp / jnp.maximum(cm.sum(1), 1)\n"
     "metrics['f1'] = jnp.mean(2 * prec * rec / (prec + rec + 1e-9))\n"
     "metrics = {f'eval/{k}': v for k, v in metrics.items()}\n"
     "ece = jnp.histogram(jax.sharding.reshard(jnp.max(jax.nn.softmax(logits), -1), P(None)), "
     "bins=5)[0]",
     "ShardingTypeError: All operands should have the same sharding. Got shardings "
     "NamedSharding(mesh=AbstractMesh('data': 4, axis_types=(Explicit,), "
     "device_kind=cpu, num_cores=None, platform=cpu), spec=P('data', None)), "
     "NamedSharding(mesh=AbstractMesh('data': 4, axis_types=(Explicit,), "
     "device_kind=cpu, num_cores=None, platform=cpu), spec=P(None, None))"},
    {"0.10.2", "data=2 model=2", "logits bf16[4@data,8,32@model]; labels i32[4@data,8]",
     "logits = logits.astype(jnp.float32)\n"
     "lse = jax.nn.logsumexp(logits, axis=-1)\n"
     "full = jax.sharding.reshard(logits, P('data', None, None))\n"
     "tgt = jnp.take_along_axis(full, labels[..., None], axis=-1)[..., 0]\n"
     "valid = (labels >= 0).astype(jnp.float32)\n"
     "nll = (lse - tgt) * valid\n"
     "ppl = jnp.exp(nll.sum() / valid.sum())\n"
     "per_seq = nll.sum(-1) / jnp.clip(valid.sum(-1), min=1)\n"
     "bits = per_seq / np.log(2)",
     "bits f32[4@data]; full f32[4@data,8,32]; logits f32[4@data,8,32@model]; lse "
     "f32[4@data,8]; nll f32[4@data,8]; per_seq f32[4@data]; ppl f32[]; tgt "
     "f32[4@data,8]; valid f32[4@data,8]"},
    {"0.10.2", "data=2 model=2", "logits bf16[4@data,8,32@model]; labels i32[4@data,8]",
     "logits = logits.astype(jnp.float32)\n"
     "lse = jax.nn.logsumexp(logits, axis=-1)\n"
     "full = logits\n"
     "tgt = jnp.take_along_axis(full, labels[..., None], axis=-1)[..., 0]\n"
     "valid = (labels >= 0).astype(jnp.float32)\n"
     "nll = (lse - tgt) * valid\n"
     "ppl = jnp.exp(nll.sum() / valid.sum())\n"
     "per_seq = nll.sum(-1) / jnp.clip(valid.sum(-1), min=1)\n"
     "bits = per_seq / np.log(2)",
     "ShardingTypeError: Use `.at[...].get(out_sharding=)` to provide output "
     "PartitionSpec for the gather indexing as out sharding could not be resolved "
     "unambiguously (or would require collectives on inputs). Got "
     "operand=ShapedArray(float32[4@data,8,32@model]), "
     "indices=ShapedArray(int32[4@data,8,1,1])"},
};

/* Functions of the kind, right and with a mistake. */
Test(functions_losses, metrics)
{
	testing_programs(metrics, ROWS(metrics));
}

static const struct program_case rewards[] = {
    {"0.10.2", "data=4",
     "obs f32[8@data,10,6]; actions i32[8@data,10]; rewards f32[8@data,10]; "
     "w f32[6,4]",
     "def returns(r, gamma=0.99):\n"
     "  def f(acc, x):\n"
     "    acc = x + gamma * acc\n"
     "    return acc, acc\n"
     "  _, out = lax.scan(f, jnp.zeros_like(r[:, 0]), r.T, reverse=True)\n"
     "  return out.T\n"
     "\n"
     "G = returns(rewards)\n"
     "adv = (G - G.mean(1, keepdims=True)) / (G.std(1, keepdims=True) + 1e-8)\n"
     "\n"
     "def loss(w):\n"
     "  logp = jax.nn.log_softmax(obs @ w, axis=-1)\n"
     "  lp = jnp.take_along_axis(logp, actions[..., None], -1)[..., 0]\n"
     "  ent = -(jnp.exp(logp) * logp).sum(-1).mean()\n"
     "  return -(lp * lax.stop_gradient(adv)).mean() - 0.01 * ent\n"
     "\n"
     "g = jax.grad(loss)(w)",
     "G f32[8@data,10]; adv f32[8@data,10]; g f32[6,4]"},
    {"0.10.2", "data=4",
     "obs f32[8@data,10,6]; actions i32[8@data,10]; rewards f32[8@data,10]; "
     "w f32[6,4]",
     "def returns(r, gamma=0.99):\n"
     "  def f(acc, x):\n"
     "    acc = x + gamma * acc\n"
     "    return acc, acc\n"
     "  _, out = lax.scan(f, jnp.zeros(r.shape[0]), r.T, reverse=True)\n"
     "  return out.T\n"
     "\n"
     "G = returns(rewards)\n"
     "adv = (G - G.mean(1, keepdims=True)) / (G.std(1, keepdims=True) + 1e-8)\n"
     "\n"
     "def loss(w):\n"
     "  logp = jax.nn.log_softmax(obs @ w, axis=-1)\n"
     "  lp = jnp.take_along_axis(logp, actions[..., None], -1)[..., 0]\n"
     "  ent = -(jnp.exp(logp) * logp).sum(-1).mean()\n"
     "  return -(lp * lax.stop_gradient(adv)).mean() - 0.01 * ent\n"
     "\n"
     "g = jax.grad(loss)(w)",
     "TypeError: scan body function carry input and carry output must have equal "
     "types, but they differ:"},
    {"0.10.2", "data=2",
     "logits f32[16@data,6]; old_logp f32[16@data]; act i32[16@data]; "
     "adv f32[16@data]; val f32[16@data]; ret f32[16@data]",
     "def ppo(logits, val, clip=0.2, vf=0.5):\n"
     "  logp_all = jax.nn.log_softmax(logits)\n"
     "  logp = jnp.sum(logp_all * jax.nn.one_hot(act, 6), axis=-1)\n"
     "  ratio = jnp.exp(logp - old_logp)\n"
     "  a = (adv - adv.mean()) / (adv.std() + 1e-8)\n"
     "  pg = -jnp.minimum(ratio * a, jnp.clip(ratio, 1 - clip, 1 + clip) * a).mean()\n"
     "  v = 0.5 * jnp.square(val - ret).mean()\n"
     "  return pg + vf * v, (pg, v)\n"
     "\n"
     "(loss, aux), (gl, gv) = jax.value_and_grad(ppo, argnums=(0, 1), has_aux=True)(logits, val)",
     "aux[0] f32[]; aux[1] f32[]; gl f32[16@data,6]; gv f32[16@data]; loss f32[]"},
    {"0.10.2", "data=2",
     "logits f32[16@data,6]; old_logp f32[16@data]; act i32[16@data]; "
     "adv f32[16@data]; val f32[16@data]; ret f32[16@data]",
     "def ppo(logits, val, clip=0.2, vf=0.5):\n"
     "  logp_all = jax.nn.log_softmax(logits)\n"
     "  logp = jnp.sum(logp_all * jax.nn.one_hot(act, 6), axis=-1)\n"
     "  ratio = jnp.exp(logp - old_logp)\n"
     "  a = (adv - adv.mean()) / (adv.std() + 1e-8)\n"
     "  pg = -jnp.minimum(ratio * a, jnp.clip(ratio, 1 - clip, 1 + clip) * a).mean()\n"
     "  v = 0.5 * jnp.square(val - ret).mean()\n"
     "  return pg + vf * v, (pg, v)\n"
     "\n"
     "(loss, aux), (gl, gv) = jax.value_and_grad(ppo, argnums=(0, 1))(logits, val)",
     "TypeError: Gradient only defined for scalar-output functions. Output was "
     "(JitTracer(float32[]), (JitTracer(float32[]), JitTracer(float32[])))."},
    {"0.10.2", "data=4", "r f32[16@data,20]; v f32[16@data,21]; done bool[16@data,20]",
     "gamma, lam = 0.99, 0.95\n"
     "nd = 1.0 - done\n"
     "delta = r + gamma * v[:, 1:] * nd - v[:, :-1]\n"
     "\n"
     "def step(carry, x):\n"
     "  d, n = x\n"
     "  carry = d + gamma * lam * n * carry\n"
     "  return carry, carry\n"
     "\n"
     "first, adv = lax.scan(step, jnp.zeros_like(v[:, 0]), (delta.T, nd.T), reverse=True)\n"
     "adv = adv.T\n"
     "target = adv + v[:, :-1]",
     "adv f32[16@data,20]; delta f32[16@data,20]; first f32[16@data]; nd "
     "f32[16@data,20]; target f32[16@data,20]"},
    {"0.10.2", "data=4", "r f32[16@data,20]; v f32[16@data,21]; done bool[16@data,20]",
     "gamma, lam = 0.99, 0.95\n"
     "nd = 1.0 - done\n"
     "delta = r + gamma * v[:, 1:] * nd - v[:, :-1]\n"
     "\n"
     "def step(carry, x):\n"
     "  d, n = x\n"
     "  carry = d + gamma * lam * n * carry\n"
     "  return carry, carry\n"
     "\n"
     "first, adv = lax.scan(step, jnp.zeros(16), (delta.T, nd.T), reverse=True)\n"
     "adv = adv.T\n"
     "target = adv + v[:, :-1]",
     "TypeError: scan body function carry input and carry output must have equal "
     "types, but they differ:"},
};

/* Functions of the kind, right and with a mistake. */
Test(functions_losses, rewards)
{
	testing_programs(rewards, ROWS(rewards));
}

static const struct program_case retrieval[] = {
    {"0.10.2", "data=2 model=2", "q f32[8@data,32]; docs f32[64,32]; labels i32[8@data]",
     "def l2norm(x):\n"
     "  return x / jnp.linalg.norm(x, axis=-1, keepdims=True)\n"
     "\n"
     "sim = l2norm(q) @ l2norm(docs).T\n"
     "scores, idx = lax.top_k(sim, 5)\n"
     "hit = (idx == labels[:, None]).any(axis=1)\n"
     "recall = hit.mean()\n"
     "rank = jnp.argmax(jnp.argsort(-sim, axis=-1) == labels[:, None], axis=-1) + 1\n"
     "mrr = (1 / rank).mean()\n"
     "best = docs.at[idx[:, 0]].get(out_sharding=P('data', None))\n"
     "gold = jnp.take_along_axis(sim, labels[:, None], 1).squeeze(1)\n"
     "margin = jnp.mean(scores[:, 0] - gold)",
     "best f32[8@data,32]; gold f32[8@data]; hit bool[8@data]; idx i32[8@data,5]; "
     "margin f32[]; mrr f32[]; rank i32[8@data]; recall f32[]; scores f32[8@data,5]; "
     "sim f32[8@data,64]"},
    {"0.10.2", "data=2 model=2", "q f32[8@data,32]; docs f32[64@model,32]; labels i32[8@data]",
     "def l2norm(x):\n"
     "  return x / jnp.linalg.norm(x, axis=-1, keepdims=True)\n"
     "\n"
     "sim = l2norm(q) @ l2norm(docs).T\n"
     "scores, idx = lax.top_k(sim, 5)\n"
     "hit = (idx == labels[:, None]).any(axis=1)\n"
     "recall = hit.mean()\n"
     "rank = jnp.argmax(jnp.argsort(-sim, axis=-1) == labels[:, None], axis=-1) + 1\n"
     "mrr = (1 / rank).mean()\n"
     "best = docs.at[idx[:, 0]].get(out_sharding=P('data', None))\n"
     "gold = jnp.take_along_axis(sim, labels[:, None], 1).squeeze(1)\n"
     "margin = jnp.mean(scores[:, 0] - gold)",
     "ShardingTypeError: The input should be unsharded over the axis along which to "
     "compute the top_k values. Got input type=float32[8@data,64@model] and axis=1"},
    {"0.10.2", "data=4", "img f32[16@data,32]; txt f32[16@data,32]; scale f32[]",
     "def normalize(x, eps=1e-8):\n"
     "  return x * lax.rsqrt(jnp.sum(x * x, axis=-1, keepdims=True) + eps)\n"
     "\n"
     "i, t = normalize(img), normalize(txt)\n"
     "t_all = jax.sharding.reshard(t, P(None, None))\n"
     "i_all = jax.sharding.reshard(i, P(None, None))\n"
     "li = jnp.exp(scale) * i @ t_all.T\n"
     "lt = jnp.exp(scale) * t @ i_all.T\n"
     "eye = jax.sharding.reshard(jnp.eye(16), P('data', None))\n"
     "loss_i = -(jax.nn.log_softmax(li) * eye).sum(-1)\n"
     "loss_t = -(jax.nn.log_softmax(lt) * eye).sum(-1)\n"
     "loss = (loss_i.mean() + loss_t.mean()) / 2",
     "eye f32[16@data,16]; i f32[16@data,32]; i_all f32[16,32]; li f32[16@data,16]; "
     "loss f32[]; loss_i f32[16@data]; loss_t f32[16@data]; lt f32[16@data,16]; t "
     "f32[16@data,32]; t_all f32[16,32]"},
    {"0.10.2", "data=4", "img f32[16@data,32]; txt f32[16@data,32]; scale f32[]",
     "def normalize(x, eps=1e-8):\n"
     "  return x * lax.rsqrt(jnp.sum(x * x, axis=-1, keepdims=True) + eps)\n"
     "\n"
     "i, t = normalize(img), normalize(txt)\n"
     "t_all = jax.sharding.reshard(t, P(None, None))\n"
     "i_all = jax.sharding.reshard(i, P(None, None))\n"
     "li = jnp.exp(scale) * i @ t.T\n"
     "lt = jnp.exp(scale) * t @ i_all.T\n"
     "eye = jax.sharding.reshard(jnp.eye(16), P('data', None))\n"
     "loss_i = -(jax.nn.log_softmax(li) * eye).sum(-1)\n"
     "loss_t = -(jax.nn.log_softmax(lt) * eye).sum(-1)\n"
     "loss = (loss_i.mean() + loss_t.mean()) / 2",
     "ShardingTypeError: dot_general operation with inputs: f32[16@data,32], "
     "f32[32,16@data] produces an illegally sharded result: f32[16@data,16@data]"},
};

/* Functions of the kind, right and with a mistake. */
Test(functions_losses, retrieval)
{
	testing_programs(retrieval, ROWS(retrieval));
}
