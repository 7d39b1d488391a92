"""Sorting along an axis. JAX: numpy/sorting.py."""

VALUES = "sort argsort lexsort"


def _read(name, a, axis, kind, order, stable, descending):
    """The array, all of it in one dimension for axis=None; its axis and the flags."""
    a = require_arrays(name, a)
    if kind is not None:
        raise TypeError(f"'kind' argument to {name} is not supported. Use stable=True or stable=False "
                        "to specify sort stability.")
    if order is not None:
        raise TypeError(f"'order' argument to {name} is not supported.")
    a = jnp.reshape(a, (a.size,)) if axis is None else a
    axis = canonical_axis(0 if axis is None else axis, a.ndim)
    return a, axis, static_bool(stable), static_bool(descending)


@function("jax.numpy", jitted="itself")
@function("ndarray", errors_say="_sort", jitted="within")
def sort(a, axis=-1, *, kind=None, order=None, stable=True, descending=False):
    a, axis, stable, descending = _read("sort", a, axis, kind, order, stable, descending)
    result = lax.sort(a, dimension=axis)
    return lax.rev(result, (axis,)) if descending else result


@function("jax.numpy", until="0.9.2", without="dtype", jitted="itself")
@function("jax.numpy", since="0.9.2", jitted="itself")
@function("ndarray", errors_say="_argsort", without="dtype", jitted="within")
def argsort(a, axis=-1, *, kind=None, order=None, stable=True, descending=False, dtype=None):
    a, axis, stable, descending = _read("argsort", a, axis, kind, order, stable, descending)
    dtype = int if dtype is None else as_dtype(dtype)
    sharding = sharding_of(a) if release >= (0, 9, 2) else None
    if sharding is None:
        places = lax.broadcasted_iota(dtype, a.shape, axis)
    else:
        places = lax.broadcasted_iota(dtype, a.shape, axis, out_sharding=sharding)
    if descending and stable:
        a, places = lax.rev(a, (axis,)), lax.rev(places, (axis,))
    numbers = held(a) if is_numpy() else None
    if numbers is not None and len(numbers) > 3 and len(set(numbers)) < len(numbers):
        places = unheld(places)  # NumPy's order of more equals differs between processors
    places = lax.sort_key_val(a, places, dimension=axis)[1]
    return lax.rev(places, (axis,)) if descending else places


@function("jax.numpy", until="0.12.0", without="batch_size", jitted="itself")
@function("jax.numpy", since="0.12.0", jitted="itself")
def lexsort(keys, axis=-1, *, batch_size=16):
    if not isinstance(keys, (list, tuple)):
        if release >= (0, 12):
            unknown("lexsort of a single array is not known")
        keys = [key for key in require_arrays("lexsort", keys)]
    keys = [require_arrays("lexsort", key) for key in keys][::-1]
    if len(keys) == 0:
        raise TypeError("need sequence of keys with len > 0 in lexsort")
    if len(set([key.shape for key in keys])) > 1:
        refuse(ValueError, "all keys need to be the same shape", rule="shape-mismatch")
    axis = static_int(axis)
    if keys[0].ndim == 0:
        return lax.full((), 0, int)
    axis = canonical_axis(axis, keys[0].ndim)
    places = lax.broadcasted_iota(int, keys[0].shape, axis)
    return lax.sort(keys + [places], dimension=axis, num_keys=len(keys))[-1]


def _exchange(x, axis):
    """The array with this axis and the last one exchanged."""
    order = list(range(x.ndim))
    order[axis], order[-1] = order[-1], order[axis]
    return x if axis == x.ndim - 1 else lax.transpose(x, order)


def _read_partition(name, a, kth, axis):
    a = require_arrays("partition", a)
    kth, axis = static_int(kth), static_int(axis)
    if jnp.issubdtype(a.dtype, jnp.complexfloating):
        refuse(NotImplementedError, f"jnp.{name} for complex dtype is not implemented.",
               rule="dtype-mismatch")
    axis = canonical_axis(axis, a.ndim)
    return a, canonical_axis(kth, a.shape[axis]), axis


def _turning(a):
    """What reverses the order of elements: their sign, or the bits of what has none."""
    bits = release >= (0, 12) and not jnp.issubdtype(a.dtype, jnp.floating)
    return lax.bitwise_not if bits else lax.neg


def _partitioned(a, kth, axis):
    """The elements before and behind kth."""
    a = _exchange(a, axis)
    turn = _turning(a)
    least = turn(lax.top_k(turn(a), kth + 1)[0])
    greatest = lax.top_k(a, a.shape[-1] - kth - 1)[0]
    return _exchange(lax.concatenate([least, greatest], a.ndim - 1), axis)


def _partition_places(a, kth, axis):
    """Where they stand: those behind kth are those of the highest rank when those before it have none."""
    a = _exchange(a, axis)
    least = lax.top_k(_turning(a)(a), kth + 1)[1]
    without = lambda ranks, places: ranks.at[places].set(0)
    for _ in range(a.ndim - 1):
        without = jax.vmap(without)
    ranks = without(lax.full(a.shape, 1.0), least)
    greatest = lax.top_k(ranks, a.shape[-1] - kth - 1)[1]
    return _exchange(lax.concatenate([least, greatest], a.ndim - 1), axis)


@function("jax.numpy", jitted="itself")
def partition(a, kth, axis=-1):
    a, kth, axis = _read_partition("partition", a, kth, axis)
    return _partitioned(a, kth, axis)


@function("jax.numpy", jitted="itself")
@function("ndarray", errors_say="_argpartition", jitted="within")
def argpartition(a, kth, axis=-1):
    a, kth, axis = _read_partition("argpartition", a, kth, axis)
    if not is_replicated(a) or (has_explicit_axes() and release < (0, 7, 1)):
        unknown("argpartition on this mesh is not known")
    return _partition_places(a, kth, axis)


@function("jax.numpy", jitted="itself")
def sort_complex(a):
    a = require_arrays("sort_complex", a)
    result = lax.sort(a, dimension=canonical_axis(-1, a.ndim))
    return result.astype(jnp.promote_types(to_inexact(a.dtype), jnp.complex64))
