"""GaLore: gradients projected to a low rank. optax 0.2.8: contrib/_galore.py."""
from prelude.optax.base import GradientTransformation, counter
from prelude.optax.combining import chain
from prelude.optax.moments import scale_by_adam
from prelude.optax.numerics import safe_int32_increment
from prelude.optax.scaling import add_decayed_weights, scale_by_learning_rate

MODULE = "optax.contrib"

GaLoreDimensionNumbers = named_tuple_class("GaLoreDimensionNumbers", ["reduction_axis", "output_axis"], [0, 1])
GaLoreState = named_tuple_class("GaLoreState", ["count", "base_optimizer_state", "projector"], [])


def _is_numbers(x):
    return x is None or isinstance(x, GaLoreDimensionNumbers)


def _as_matrix(x, numbers):
    """The array as a matrix, and the function back."""
    if x.ndim < 2:
        raise ValueError(f"GaLore requires tensors with rank >= 2, got shape {x.shape}")
    given = [(axes,) if isinstance(axes, int) else axes for axes in numbers]
    reduced, output = [tuple([axis % x.ndim for axis in axes]) for axes in given]
    if set(reduced) & set(output):
        raise ValueError(
            f"Reduction axes {reduced} and output axes {output} must be disjoint. "
            f"Got dim_nums={numbers} for shape {x.shape}"
        )
    order = reduced + output
    if len(set(order)) != x.ndim:
        raise ValueError(
            f"All axes must be specified. Got reduction={reduced}, output={output} "
            f"for tensor with {x.ndim} dimensions"
        )
    shape = [x.shape[axis] for axis in order]
    rows = math.prod(shape[: len(reduced)])
    matrix = x.transpose(order).reshape(rows, math.prod(shape[len(reduced) :]))
    return matrix, lambda y: y.reshape(shape).transpose([order.index(axis) for axis in range(x.ndim)])


def _projector(matrix, rank):
    u, _, vh = jnp.linalg.svd(matrix.astype(jnp.float32), full_matrices=False)
    kept = u[:, :rank] if matrix.shape[0] >= matrix.shape[1] else vh[:rank, :].T
    return kept.astype(matrix.dtype)


def scale_by_galore(
    rank=128, update_proj_gap=200, scale=1.0, base_optimizer=None, weight_dimension_numbers=None
):
    inner = scale_by_adam() if base_optimizer is None else base_optimizer
    if not isinstance(rank, int):
        raise TypeError(f"`rank` must be an int, got {type(rank)}")
    if rank <= 0:
        raise ValueError(f"`rank` must be positive, got {rank}")

    def numbers_of(params):
        if weight_dimension_numbers is None:
            return jax.tree.map(lambda p: GaLoreDimensionNumbers() if p.ndim == 2 else None, params)
        if isinstance(weight_dimension_numbers, GaLoreDimensionNumbers):
            return jax.tree.map(lambda p: weight_dimension_numbers if p.ndim >= 2 else None, params)
        return weight_dimension_numbers(params) if callable(weight_dimension_numbers) else weight_dimension_numbers

    def pairs(f, tree, *rest):
        made = jax.tree.map(f, tree, *rest, is_leaf=_is_numbers)
        return jax.tree.transpose(jax.tree.structure(tree), jax.tree.structure((0, 0)), made)

    def empty(p, numbers):
        """Of a parameter the projection to the lower rank, and what is projected."""
        if numbers is None:
            return jnp.zeros((0, 0), dtype=p.dtype), jnp.zeros_like(p)
        rows, columns = _as_matrix(p, numbers)[0].shape
        low = min(rank, rows, columns)
        sides = (rows, low), (low, columns)
        if rows < columns:
            sides = (columns, low), (rows, low)
        return jnp.zeros(sides[0], dtype=p.dtype), jnp.zeros(sides[1], dtype=p.dtype)

    def init_fn(params):
        if not jax.tree.leaves(params):
            return GaLoreState(counter(), inner.init(params), params)
        projectors, lows = pairs(empty, params, numbers_of(params))
        return GaLoreState(counter(), inner.init(lows), projectors)

    def update_fn(updates, state, params=None):
        due = (state.count % update_proj_gap) == 0
        numbers = numbers_of(updates)

        def lowered(g, projector, own):
            if own is None:
                return g, projector
            matrix = _as_matrix(g, own)[0]
            low = min(rank, *matrix.shape)
            later = lax.cond(due, lambda: _projector(matrix, low), lambda: projector)
            return (later.T @ matrix if matrix.shape[0] >= matrix.shape[1] else matrix @ later), later

        def raised(low, projector, g, own):
            if own is None:
                return low
            matrix, back = _as_matrix(g, own)
            full = projector @ low if matrix.shape[0] >= matrix.shape[1] else low @ projector.T
            return (scale * back(full)).astype(g.dtype)

        lows, projectors = pairs(lowered, updates, state.projector, numbers)
        lows, base_state = inner.update(lows, state.base_optimizer_state, None)
        made = jax.tree.map(raised, lows, projectors, updates, numbers, is_leaf=_is_numbers)
        return made, GaLoreState(safe_int32_increment(state.count), base_state, projectors)

    return GradientTransformation(init_fn, update_fn)


def galore(
    learning_rate,
    rank=128,
    update_proj_gap=200,
    scale=1.0,
    base_optimizer=None,
    weight_decay=0.0,
    mask=None,
    weight_dimension_numbers=None,
):
    return chain(
        scale_by_galore(rank, update_proj_gap, scale, base_optimizer, weight_dimension_numbers),
        add_decayed_weights(weight_decay, mask),
        scale_by_learning_rate(learning_rate),
    )
