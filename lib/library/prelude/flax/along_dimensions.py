"""Scans along dimensions. flax 0.12.8: jax_utils.py."""

MODULE = "flax.jax_utils"


def _order(x, axis):
    for i in axis:
        if not -x.ndim <= i < x.ndim:
            raise IndexError(f"index {i} is out of bounds for axis 0 with size {x.ndim}")
    taken = [i % x.ndim for i in axis]
    return tuple(taken + [i for i in range(x.ndim) if i not in taken])


def _to_front(x, axis):
    return x.transpose(_order(x, axis))


def _from_front(x, axis):
    order = _order(x, axis)
    return x.transpose([order.index(i) for i in range(x.ndim)])


def _nested_scan(body, init, xs, unroll):
    """The loop over as many first dimensions as unroll says."""
    if len(unroll) == 1:
        return lax.scan(body, init, xs, unroll=unroll[0])
    return lax.scan(lambda carry, x: _nested_scan(body, carry, x, unroll[1:]), init, xs, unroll=unroll[0])


def scan_in_dim(body_fn, init, xs, axis=(0,), unroll=(1,), keepdims=False):
    axis = tuple(axis) if hasattr(axis, "__iter__") else (axis,)
    unroll = tuple(unroll) if hasattr(unroll, "__iter__") else (unroll,)
    unroll = (1,) * (len(axis) - len(unroll)) + unroll

    def body(carry, x):
        if not keepdims:
            return program_call(body_fn, carry, x)
        whole = jax.tree.map(lambda x: _from_front(x.reshape((1,) * len(axis) + x.shape), axis), x)
        carry, y = program_call(body_fn, carry, whole)
        y = jax.tree.map(lambda y: _to_front(y, axis), y)
        return carry, jax.tree.map(lambda y: y.reshape(y.shape[len(axis) :]), y)

    carry, ys = _nested_scan(body, init, jax.tree.map(lambda x: _to_front(x, axis), xs), unroll)
    return carry, jax.tree.map(lambda y: _from_front(y, axis), ys)
