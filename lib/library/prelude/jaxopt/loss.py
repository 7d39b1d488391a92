"""Losses of one example each. jaxopt 0.8.5: _src/loss.py."""
MODULE = "jaxopt.loss"


def huber_loss(target, pred, delta=1.0):
    error = jnp.abs(target - pred)
    return jnp.where(error > delta, delta * (error - 0.5 * delta), 0.5 * error**2)


def _towards(label, logit):
    return jnp.where(label, -logit, logit)


def binary_logistic_loss(label, logit):
    return jax.nn.softplus(_towards(label, logit))


def sparse_plus(x):
    return jnp.where(x <= -1.0, 0.0, jnp.where(x >= 1.0, x, (x + 1.0) ** 2 / 4))


def binary_sparsemax_loss(label, logit):
    return sparse_plus(_towards(label, logit))


def binary_hinge_loss(label, score):
    return jnp.maximum(0, 1 - score * (2.0 * label - 1.0))


def binary_perceptron_loss(label, score):
    return jnp.maximum(0, -score * (2.0 * label - 1.0))


def multiclass_logistic_loss(label, logits):
    logits = jnp.asarray(logits)
    return jax.scipy.special.logsumexp((logits - logits[label]).at[label].set(0.0))


def _score_of(label, scores):
    return jax.nn.one_hot(label, scores.shape[0])


def multiclass_hinge_loss(label, scores):
    wanted = _score_of(label, scores)
    return jnp.max(scores + 1.0 - wanted) - jnp.dot(scores, wanted)


def multiclass_perceptron_loss(label, scores):
    wanted = _score_of(label, scores)
    return jnp.max(scores) - jnp.dot(scores, wanted)


def make_fenchel_young_loss(max_fun):
    return lambda y_true, scores, *args, **kwargs: max_fun(scores, *args, **kwargs) - jnp.vdot(y_true, scores)
