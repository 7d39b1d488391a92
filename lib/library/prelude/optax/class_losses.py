"""Losses of classes, segments, ranks and embeddings. optax 0.2.8: losses/."""
from prelude.optax.losses import cosine_similarity, kl_divergence, require_floats
from prelude.optax.projections import projection_simplex

MODULE = "optax optax.losses"


def _dot(x, y):
    """The products along the last dimension."""
    return jnp.vectorize(jnp.vdot, signature="(n),(n)->()")(x, y)


def perceptron_loss(predictor_outputs, targets):
    return jnp.maximum(0, -predictor_outputs * targets)


def sparsemax_loss(logits, labels):
    return jax.nn.sparse_plus(jnp.where(labels, -logits, logits))


def multiclass_hinge_loss(scores, labels):
    hot = jax.nn.one_hot(labels, scores.shape[-1])
    return jnp.max(scores + 1.0 - hot, axis=-1) - _dot(scores, hot)


def multiclass_perceptron_loss(scores, labels):
    hot = jax.nn.one_hot(labels, scores.shape[-1])
    return jnp.max(scores, axis=-1) - _dot(scores, hot)


def _sparsemax_of_one(scores, label):
    scores = jnp.asarray(scores)
    chances = projection_simplex(scores)
    scores = (scores - scores[label]).at[label].set(0.0)
    return jnp.dot(chances, jnp.where(chances, scores, 0.0)) + 0.5 * (1.0 - jnp.dot(chances, chances))


def multiclass_sparsemax_loss(scores, labels):
    return jax.vmap(_sparsemax_of_one)(scores, labels)


def generalized_kl_divergence(log_predictions, targets, axis=-1, where=None):
    rest = jnp.sum(jnp.exp(log_predictions) - targets, axis=axis, where=where)
    return kl_divergence(log_predictions, targets, axis=axis, where=where) + rest


def convex_kl_divergence(log_predictions, targets, axis=-1, where=None):
    return generalized_kl_divergence(log_predictions, targets, axis=axis, where=where)


def make_fenchel_young_loss(max_fun):
    def fenchel_young_loss(scores, targets, *args, **kwargs):
        return jnp.vectorize(max_fun, signature="(n)->()")(scores, *args, **kwargs) - _dot(targets, scores)

    return fenchel_young_loss


def _reduced(loss, reduction, axis):
    if reduction == "mean":
        return jnp.mean(loss, axis=axis)
    if reduction == "sum":
        return jnp.sum(loss, axis=axis)
    return loss if reduction == "none" else unknown("this reduction of a dice_loss")


def dice_loss(
    predictions,
    targets,
    *,
    class_weights=None,
    smooth=1.0,
    alpha=0.5,
    beta=0.5,
    apply_softmax=True,
    reduction="mean",
    ignore_background=False,
    axis=None,
):
    if predictions.ndim == targets.ndim - 1:
        predictions = predictions[..., None]
    if targets.ndim == predictions.ndim - 1:
        targets = targets[..., None]
    if predictions.shape != targets.shape:
        unknown("a dice_loss of other shapes")
    if apply_softmax:
        single = predictions.shape[-1] == 1
        predictions = jax.nn.sigmoid(predictions) if single else jax.nn.softmax(predictions, axis=-1)
    axis = tuple(range(1, predictions.ndim - 1)) if axis is None else axis
    common = jnp.sum(predictions * targets, axis=axis)
    first, second = jnp.sum(predictions, axis=axis), jnp.sum(targets, axis=axis)
    loss = 1.0 - (common + smooth) / (common + alpha * (first - common) + beta * (second - common) + smooth)
    if class_weights is not None:
        loss = loss * class_weights
    if ignore_background and predictions.shape[-1] > 1:
        loss = loss[..., 1:]
    return _reduced(loss, reduction, -1)


def multiclass_generalized_dice_loss(
    predictions, targets, *, smooth=1.0, apply_softmax=True, ignore_background=False
):
    frequencies = jnp.sum(targets, axis=tuple(range(targets.ndim - 1)))
    weights = 1.0 / (frequencies**2 + 1e-7)
    weights = weights / jnp.sum(weights) * len(weights)
    return jnp.mean(
        dice_loss(
            predictions, targets, class_weights=weights, smooth=smooth, apply_softmax=apply_softmax,
            reduction="none", ignore_background=ignore_background
        )
    )


def binary_dice_loss(predictions, targets, *, smooth=1.0, apply_sigmoid=True):
    if predictions.ndim == targets.ndim and predictions.shape[-1] != 1:
        predictions, targets = predictions[..., None], targets[..., None]
    return dice_loss(predictions, targets, smooth=smooth, apply_softmax=apply_sigmoid)


def ranking_softmax_loss(logits, labels, *, where=None, weights=None, reduce_fn=jnp.mean):
    require_floats(logits)
    labels = labels.astype(logits.dtype)
    if where is not None:
        labels = jnp.where(where, labels, jnp.zeros_like(labels))
        logits = jnp.where(where, logits, -jnp.ones_like(logits) * jnp.inf)
    if weights is not None:
        labels = labels * weights
    loss = -jnp.sum(labels * jax.nn.log_softmax(logits, axis=-1), axis=-1, where=where)
    if reduce_fn is None:
        return loss
    if where is None:
        return program_call(reduce_fn, loss)
    where = jnp.any(where, axis=-1)
    return jnp.where(jnp.any(where), program_call(reduce_fn, loss, where=where), 0.0)


def ntxent(embeddings, labels, temperature=0.07):
    require_floats(embeddings)
    if labels.shape[0] != embeddings.shape[0]:
        raise ValueError(
            "Labels and embeddings must have the same leading dimension, found "
            f"{labels.shape[0]} for labels and {embeddings.shape[0]} for embeddings."
        )
    eps = jnp.finfo(embeddings.dtype).eps
    similar = cosine_similarity(embeddings[None, :, :], embeddings[:, None, :], epsilon=eps) / temperature
    matches = jnp.expand_dims(labels, axis=1) == jnp.expand_dims(labels, axis=0)
    others = jnp.where(matches ^ 1 == 1, similar, -jnp.inf)
    matches = jnp.bool_(matches - jnp.eye(matches.shape[0]))
    same = jnp.where(matches == 1, similar, -jnp.inf)
    most = lax.stop_gradient(jnp.max(jnp.concatenate((others, same), axis=-1), axis=1, keepdims=True))
    below = jnp.sum(jnp.exp(others - most), axis=1, keepdims=True) + jnp.exp(same - most)
    return -jnp.where(matches == 1, same - most - jnp.log(below), 0.0).sum() / matches.sum()


def triplet_margin_loss(anchors, positives, negatives, axis=-1, norm_degree=2, margin=1.0, eps=1e-6):
    require_floats(anchors, positives, negatives)

    def distance(others):
        return jnp.power(jnp.power(anchors - others, norm_degree).sum(axis) + eps, 1 / norm_degree)

    return jnp.maximum(distance(positives) - distance(negatives) + margin, 0)
