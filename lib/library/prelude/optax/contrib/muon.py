"""Muon. optax 0.2.8: contrib/_muon.py."""
from prelude.optax.aliases import adamw
from prelude.optax.base import GradientTransformation, cast, counter, empty_init, increment, zeros
from prelude.optax.combining import MaskedNode, chain, partition
from prelude.optax.scaling import add_decayed_weights, scale_by_learning_rate
from prelude.optax.tree_utils import tree_bias_correction, tree_update_moment

MODULE = "optax.contrib"

MuonDimensionNumbers = named_tuple_class("MuonDimensionNumbers", ["reduction_axis", "output_axis"], [0, 1])
MuonState = named_tuple_class("MuonState", ["count", "mu", "ns_coeffs"], [])

_STANDARD = (3.4445, -4.7750, 2.0315)
_DION = [
    (4.0848, -6.8946, 2.9270),
    (3.9505, -6.3029, 2.6377),
    (3.7418, -5.5913, 2.3037),
    (2.8769, -3.1427, 1.2046),
    (2.8366, -3.0525, 1.2012),
]
_PRESETS = {"standard": _STANDARD, "dion": _DION}


def _is_numbers(x):
    return isinstance(x, MuonDimensionNumbers)


def _axes(x, numbers):
    """The axes that are reduced and those of the output, from the front."""
    given = [(axis,) if isinstance(axis, int) else axis for axis in numbers]
    return [tuple([axis % x.ndim for axis in axes]) for axes in given]


def _as_matrices(x, numbers):
    """The array as a batch of matrices, and the function back."""
    if x.ndim < 2:
        raise ValueError(f"Muon optimized parameters must have rank >= 2, got x.ndim={x.ndim!r}")
    reduced, output = _axes(x, numbers)
    if [axis for axis in reduced if axis in output]:
        raise ValueError(
            f"Normalized reduction axes and output axes must be disjoint, got {reduced} and {output}. Originally "
            f"dim_nums={numbers!r} and x.shape={x.shape!r}"
        )
    batch = tuple([axis for axis in range(x.ndim) if axis not in reduced + output])
    order = batch + reduced + output
    sizes = [[x.shape[axis] for axis in axes] for axes in (batch, reduced, output)]
    shape = sizes[0] + sizes[1] + sizes[2]
    matrices = x.transpose(order).reshape([math.prod(part) for part in sizes])
    return matrices, lambda y: y.reshape(shape).transpose([order.index(axis) for axis in range(x.ndim)])


def _step(x, coefficients):
    a = x @ x.T.conj()
    b = coefficients[1] * a + coefficients[2] * a @ a
    return coefficients[0] * x + b @ x


def _rescaled_step(x, coefficients, a, factor, squared):
    x, a = x * factor, a * squared
    b = coefficients[1] * a + coefficients[2] * a @ a
    return coefficients[0] * x + b @ x


def _first_step(x, coefficients, preconditioning):
    if preconditioning == "aol":
        a = x @ x.T.conj()
        s = jnp.expand_dims(lax.rsqrt(jnp.clip(jnp.abs(a).sum(axis=-1), min=1e-8)), -1)
        return _rescaled_step(x, coefficients, a, s, s * s.transpose(-1, -2))
    a = x @ x.T
    s = jnp.expand_dims(lax.rsqrt(jnp.clip(jnp.linalg.norm(a, ord="fro", axis=(-2, -1)), min=1e-8)), (0, -1))
    return _rescaled_step(x, coefficients, a, s, s**2)


def _orthogonal(x, coefficients, steps, preconditioning, eps):
    if preconditioning not in ("frobenius", "spectral", "aol", "schatten"):
        raise ValueError(f"Unknown preconditioning {preconditioning}")
    turned = x.shape[0] > x.shape[1]
    x = x.T if turned else x
    if preconditioning in ("frobenius", "spectral"):
        x = x / (jnp.linalg.norm(x, ord="fro" if preconditioning == "frobenius" else 2) + eps)
    coefficients = coefficients.astype(x.dtype)
    for i in range(steps if coefficients.ndim == 1 else coefficients.shape[0]):
        own = coefficients if coefficients.ndim == 1 else coefficients[i]
        later = i > 0 or preconditioning in ("frobenius", "spectral")
        x = _step(x, own) if later else _first_step(x, own, preconditioning)
    return x.T if turned else x


def _orthogonalize(x, coefficients, steps, preconditioning, eps, numbers):
    if x.ndim != 2 and not _is_numbers(numbers):
        raise ValueError(
            "Input must have shape (m, n) or weight dimension numbers must be provided. Got "
            f"shape={x.shape} and dimension_numbers={numbers!r}."
        )
    numbers = MuonDimensionNumbers(0, 1) if x.ndim == 2 else numbers
    matrices, back = _as_matrices(x, numbers)
    return back(jax.vmap(lambda m: _orthogonal(m, coefficients, steps, preconditioning, eps))(matrices))


def scale_by_muon(
    ns_coeffs=_STANDARD,
    ns_steps=5,
    beta=0.95,
    eps=1e-8,
    mu_dtype=None,
    *,
    nesterov=True,
    adaptive=False,
    preconditioning="frobenius",
    weight_dimension_numbers=None,
):
    def init_fn(params):
        coefficients = jnp.asarray(ns_coeffs)
        if coefficients.ndim > 2 or coefficients.shape[-1] != 3:
            raise ValueError(f"ns_coeffs must have shape (3,) or (n, 3), got {coefficients.shape}")
        if coefficients.ndim == 2:
            if not coefficients.shape[0] <= ns_steps:
                raise ValueError(f"Not enough coeffs to perform {ns_steps} steps")
            coefficients = coefficients[-ns_steps:]
        return MuonState(count=counter(), mu=zeros(params, mu_dtype), ns_coeffs=coefficients)

    def update_fn(updates, state, params=None):
        numbers = weight_dimension_numbers
        if callable(numbers):
            numbers = numbers(updates)
        mu = tree_update_moment(updates, state.mu, beta, 1)
        count = increment(state.count)
        if nesterov:
            ahead = tree_bias_correction(mu, beta, increment(count))
            now = tree_bias_correction(updates, beta, count)
            first = jax.tree.map(lambda m, g: beta * m + (1 - beta) * g, ahead, now)
        else:
            first = tree_bias_correction(mu, beta, count)

        def turn(x, own):
            return _orthogonalize(x, state.ns_coeffs, ns_steps, preconditioning, eps, own)

        made = jax.tree.map(turn, first, numbers, is_leaf=_is_numbers)
        if adaptive:
            made = jax.tree.map(lambda x, y: jnp.sum(x.conj() * y) * y, first, made)
        return made, MuonState(count=count, mu=cast(mu, mu_dtype), ns_coeffs=state.ns_coeffs)

    return GradientTransformation(init_fn, update_fn)


def _scale_by_shape(numbers_of, consistent_rms):
    def scaled(x, numbers):
        reduced, output = _axes(x, numbers)
        ins, outs = math.prod([x.shape[a] for a in reduced]), math.prod([x.shape[a] for a in output])
        if consistent_rms is None:
            return jnp.sqrt(jnp.maximum(1, outs / ins)) * x
        return jnp.sqrt(jnp.maximum(ins, outs)) * consistent_rms * x

    def update_fn(updates, state, params=None):
        return jax.tree.map(scaled, updates, numbers_of(updates), is_leaf=_is_numbers), state

    return GradientTransformation(empty_init, update_fn)


def muon(
    learning_rate,
    ns_coeffs=_STANDARD,
    ns_steps=5,
    beta=0.95,
    eps=1e-8,
    weight_decay=0.0,
    weight_decay_mask=None,
    mu_dtype=None,
    *,
    nesterov=True,
    adaptive=False,
    preconditioning="frobenius",
    adam_b1=0.9,
    adam_b2=0.999,
    adam_eps_root=0.0,
    adam_weight_decay=0.0,
    adam_learning_rate=None,
    muon_weight_dimension_numbers=None,
    consistent_rms=None,
):
    if isinstance(ns_coeffs, str):
        if ns_coeffs not in _PRESETS:
            raise ValueError(f"Unknown ns_coeff preset string: {ns_coeffs}")
        ns_coeffs = _PRESETS[ns_coeffs]

    def given(params):
        if muon_weight_dimension_numbers is None:
            return MuonDimensionNumbers(0, 1)
        if callable(muon_weight_dimension_numbers):
            return program_call(muon_weight_dimension_numbers, params)
        return muon_weight_dimension_numbers

    def labels(params):
        if muon_weight_dimension_numbers is None:
            return jax.tree.map(lambda x: "muon" if x.ndim == 2 else "adam", params)
        return jax.tree.map(
            lambda numbers, part: jax.tree.map(lambda _: "adam" if numbers is None else "muon", part),
            given(params), params, is_leaf=lambda x: x is None or _is_numbers(x)
        )

    def numbers_of(params):
        chosen = jax.tree.map(lambda label: label == "muon", labels(params))
        return jax.tree.map(
            lambda numbers, part: jax.tree.map(lambda m: numbers if m else MaskedNode(), part),
            given(params), chosen,
            is_leaf=lambda x: x is None or _is_numbers(x) or isinstance(x, MaskedNode)
        )

    turned = scale_by_muon(
        ns_coeffs, ns_steps, beta, eps, mu_dtype, nesterov=nesterov, adaptive=adaptive,
        preconditioning=preconditioning, weight_dimension_numbers=numbers_of
    )
    by_muon = chain(
        turned,
        _scale_by_shape(numbers_of, consistent_rms),
        add_decayed_weights(weight_decay, weight_decay_mask),
        scale_by_learning_rate(learning_rate),
    )
    by_adam = adamw(
        learning_rate if adam_learning_rate is None else adam_learning_rate,
        b1=adam_b1, b2=adam_b2, eps=eps, eps_root=adam_eps_root, weight_decay=adam_weight_decay,
        mu_dtype=mu_dtype, nesterov=nesterov
    )
    return partition({"muon": by_muon, "adam": by_adam}, labels)
