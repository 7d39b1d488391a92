"""Losses of policies and values. rlax 0.1.9: _src/policy_gradients.py, _src/losses.py, _src/clipping.py,
_src/base.py."""
from prelude.rlax.checks import require, stopped_if

MODULE = "rlax"


def l2_loss(predictions, targets=None):
    if targets is None:
        targets = jnp.zeros_like(predictions)
    library_module("chex").assert_type([predictions, targets], float)
    return 0.5 * (predictions - targets) ** 2


def huber_loss(x, delta=1.0):
    library_module("chex").assert_type(x, float)
    inner = jnp.minimum(jnp.abs(x), delta)
    return 0.5 * inner**2 + delta * (jnp.abs(x) - inner)


def policy_gradient_loss(logits_t, a_t, adv_t, w_t, use_stop_gradient=True):
    require([2, 1, 1, 1], [float, int, float, float], logits_t, a_t, adv_t, w_t)
    log_prob = library_module("distrax").Categorical(logits_t).log_prob(a_t)
    return jnp.mean(-log_prob * stopped_if(use_stop_gradient, adv_t) * w_t)


def entropy_loss(logits_t, w_t):
    require([2, 1], float, logits_t, w_t)
    return -jnp.mean(library_module("distrax").Categorical(logits_t).entropy() * w_t)


def _advantages(logits_t, q_t, stop=True):
    require(2, float, logits_t, q_t)
    policy = jax.nn.softmax(logits_t, axis=1)
    q_t = stopped_if(stop, q_t)
    return policy, q_t - jnp.expand_dims(jnp.sum(policy * q_t, axis=1), 1)


def qpg_loss(logits_t, q_t, use_stop_gradient=True):
    policy, advantages = _advantages(logits_t, q_t)
    return jnp.mean(jnp.sum(-policy * stopped_if(use_stop_gradient, advantages), axis=1), axis=0)


def rm_loss(logits_t, q_t, use_stop_gradient=True):
    policy, advantages = _advantages(logits_t, q_t)
    return jnp.mean(jnp.sum(-policy * stopped_if(use_stop_gradient, jax.nn.relu(advantages)), axis=1), axis=0)


def rpg_loss(logits_t, q_t, use_stop_gradient=True):
    _, advantages = _advantages(logits_t, q_t, use_stop_gradient)
    return jnp.mean(jnp.sum(jax.nn.relu(advantages), axis=1), axis=0)


def clipped_surrogate_pg_loss(prob_ratios_t, adv_t, epsilon, use_stop_gradient=True):
    require([1, 1], [float, float], prob_ratios_t, adv_t)
    adv_t = stopped_if(use_stop_gradient, adv_t)
    clipped = jnp.clip(prob_ratios_t, 1.0 - epsilon, 1.0 + epsilon)
    return -jnp.mean(jnp.fmin(prob_ratios_t * adv_t, clipped * adv_t))


def batched_index(values, indices, keepdims=False):
    indexed = jnp.take_along_axis(values, indices[..., None], axis=-1)
    return indexed if keepdims else jnp.squeeze(indexed, axis=-1)


def one_hot(indices, num_classes, dtype=jnp.float32):
    labels = jnp.arange(num_classes).reshape((1,) * indices.ndim + (num_classes,))
    return jnp.array(indices[..., jnp.newaxis] == labels, dtype=dtype)
