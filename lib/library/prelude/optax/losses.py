"""Losses. optax 0.2.8: losses/."""

MODULE = "optax optax.losses"


def _require(array, kind, name):
    dtype = jax.dtypes.result_type(array)
    if not jnp.issubdtype(dtype, kind):
        raise TypeError(
            f"Expected the input to have a dtype that is a subdtype of {name}, got {dtype} instead"
        )


def require_floats(*arrays):
    for array in arrays:
        _require(array, jnp.floating, "<class 'numpy.floating'>")


def _require_one_shape(a, b):
    if jnp.shape(a) != jnp.shape(b):
        raise ValueError(f"Shape mismatch: got {jnp.shape(a)} and {jnp.shape(b)}.")


def squared_error(predictions, targets=None):
    require_floats(predictions)
    if targets is not None:
        _require_one_shape(predictions, targets)
        predictions = predictions - targets
    return predictions**2


def l2_loss(predictions, targets=None):
    return 0.5 * squared_error(predictions, targets)


def _by_name(name, takes, args, *named):
    """Hyperparameters, which newer releases take by their names alone."""
    if args and library_release("optax") >= (0, 2, 7):
        raise TypeError(f"{name}() takes {takes} positional arguments but {2 + len(args)} were given")
    return tuple(args) + named[len(args):]


def huber_loss(predictions, targets=None, *args, delta=1.0):
    (delta,) = _by_name("huber_loss", "from 1 to 2", args, delta)
    require_floats(predictions)
    errors = (predictions - targets) if targets is not None else predictions
    size = jnp.abs(errors)
    quadratic = jnp.minimum(size, delta)
    return 0.5 * quadratic**2 + delta * (size - quadratic)


def log_cosh(predictions, targets=None):
    require_floats(predictions)
    errors = (predictions - targets) if targets is not None else predictions
    return jnp.logaddexp(errors, -errors) - jnp.log(2.0).astype(errors.dtype)


def _norm(x, axis):
    return jnp.sqrt(jnp.sum(x**2, axis=axis, keepdims=True))


def cosine_similarity(predictions, targets, *args, epsilon=0.0, axis=-1, where=None):
    epsilon, axis, where = _by_name("cosine_similarity", "2", args, epsilon, axis, where)
    require_floats(predictions, targets)
    a = predictions / jnp.maximum(_norm(predictions, axis), epsilon)
    b = targets / jnp.maximum(_norm(targets, axis), epsilon)
    return jnp.sum(a * b, axis=axis, where=where)


def cosine_distance(predictions, targets, *args, epsilon=0.0, axis=-1, where=None):
    epsilon, axis, where = _by_name("cosine_distance", "2", args, epsilon, axis, where)
    require_floats(predictions, targets)
    return 1.0 - cosine_similarity(predictions, targets, epsilon=epsilon, axis=axis, where=where)


def _of_logits(where, logits, axis):
    """A mask of examples as one of logits."""
    if where is None or where.ndim == logits.ndim:
        return where
    if library_release("optax") < (0, 2, 6):
        unknown("a mask of examples, as older releases of optax read it")
    return jnp.expand_dims(where, axis)


def softmax_cross_entropy(logits, labels, axis=-1, where=None):
    require_floats(logits)
    where = _of_logits(where, logits, axis)
    return -jnp.sum(labels * jax.nn.log_softmax(logits, axis, where), axis, where=where)


def softmax_cross_entropy_with_integer_labels(logits, labels, axis=-1, where=None):
    require_floats(logits)
    _require(labels, jnp.integer, "<class 'numpy.integer'>")
    where = _of_logits(where, logits, axis)
    if isinstance(axis, int) and axis < 0:
        axis = axis + logits.ndim
    taken = jnp.take_along_axis(logits, jnp.expand_dims(labels, axis), axis=axis).take(0, axis=axis)
    return jax.nn.logsumexp(logits, axis=axis, where=where) - taken


def safe_softmax_cross_entropy(logits, labels):
    require_floats(logits)
    logs = jax.nn.log_softmax(logits, axis=-1)
    return -jnp.sum(jnp.where(labels == 0, jnp.zeros_like(labels), labels * logs), axis=-1)


def sigmoid_binary_cross_entropy(logits, labels):
    require_floats(logits)
    labels = jnp.astype(labels, logits.dtype)
    return -labels * jax.nn.log_sigmoid(logits) - (1.0 - labels) * jax.nn.log_sigmoid(-logits)


def sigmoid_focal_loss(logits, labels, *args, alpha=None, gamma=2.0):
    alpha, gamma = _by_name("sigmoid_focal_loss", "2", args, alpha, gamma)
    require_floats(logits)
    labels = jnp.astype(labels, logits.dtype)
    p = jax.nn.sigmoid(logits)
    entropy = sigmoid_binary_cross_entropy(logits, labels)
    right = p * labels + (1 - p) * (1 - labels)
    loss = entropy * ((1 - right) ** gamma)
    if alpha is None:
        return loss
    return (alpha * labels + (1 - alpha) * (1 - labels)) * loss


def hinge_loss(predictor_outputs, targets):
    return jnp.maximum(0, 1 - predictor_outputs * targets)


def poly_loss_cross_entropy(logits, labels, *args, epsilon=2.0, axis=-1, where=None):
    epsilon, axis, where = _by_name("poly_loss_cross_entropy", "2", args, epsilon, axis, where)
    require_floats(logits, labels)
    one_minus = jnp.sum(labels * (1 - jax.nn.softmax(logits, axis, where)), axis=axis, where=where)
    return softmax_cross_entropy(logits, labels, axis, where) + epsilon * one_minus


def kl_divergence(log_predictions, targets, axis=-1, where=None):
    require_floats(log_predictions, targets)
    loss = targets * (jnp.where(targets == 0, 0, jnp.log(targets)) - log_predictions)
    return jnp.sum(loss, axis=axis, where=where)


def kl_divergence_with_log_targets(log_predictions, log_targets, axis=-1, where=None):
    require_floats(log_predictions, log_targets)
    return jnp.sum(jnp.exp(log_targets) * (log_targets - log_predictions), axis=axis, where=where)


def smooth_labels(labels, alpha, *, axis=-1, where=None):
    require_floats(labels)
    count = jnp.size(labels, axis) if where is None else jnp.sum(where, axis, keepdims=True)
    return (1.0 - alpha) * labels + alpha / count
