"""Loops that are made of scan and while_loop. JAX: lax/control_flow/loops.py."""
from prelude.numpy.slicing import slice_dim


def _match(lower, upper):
    """The bounds in one dtype, as far as JAX brings them there."""
    if lower.dtype == upper.dtype:
        return lower, upper
    signed = all([jnp.issubdtype(x.dtype, jnp.signedinteger) for x in (lower, upper)])
    if not signed or lower.weak_type == upper.weak_type:
        refuse(TypeError, "lower and upper arguments to fori_loop must have equal types, got "
               f"{lower.dtype.name} and {upper.dtype.name}", rule="dtype-mismatch")
    if lower.weak_type:
        return lax.convert_element_type(lower, upper.dtype), upper
    return lower, lax.convert_element_type(upper, lower.dtype)


def _next(i):
    return lax.add(i, constant(i.dtype, i.weak_type))


@function("jax.lax")
def fori_loop(lower, upper, body_fun, init_val, *, unroll=None):
    if not callable(body_fun):
        raise TypeError("lax.fori_loop: body_fun argument should be callable.")
    if isinstance(lower, float) or isinstance(upper, float):
        unknown("a loop whose bounds are floats is not followed")
    hash(body_fun)  # by which JAX keeps what it is traced to
    low, high = _match(leaf_array(lower), leaf_array(upper))
    if isinstance(lower, (int, bool)) and isinstance(upper, (int, bool)):
        lower, count = static_int(lower), max(static_int(upper) - static_int(lower), 0)
        body = lambda carry, _: ((_next(carry[0]), body_fun(carry[0], carry[1])), None)
        return scan_for(body, (lower, init_val), count, unroll)[0][1]
    if unroll and (unroll is True or unroll != 1):
        raise ValueError("Can only use `unroll` in `fori_loop` if the loop bounds are statically known.")
    body = lambda carry: (_next(carry[0]), carry[1], body_fun(carry[0], carry[2]))
    return while_for(lambda carry: lax.lt(carry[0], carry[1]), body, (low, high, init_val))[2]


def _cut(x, start, limit, size):
    """Elements `start` up to `limit` of an array, in batches of `size` when that is not 0."""
    x = slice_dim(x, 0, start, limit)
    return jnp.reshape(x, ((limit - start) // size, size) + x.shape[1:]) if size else x


def _cut_leaf(x, start, limit, size):
    """The same where axes are Explicit: cut with these Auto, and sharded as before."""
    if limit > x.shape[0]:
        unknown("batches of arrays of different lengths")
    sharding = sharding_of(x)
    if sharding is None or not sharding.mesh.explicit_axes:
        return _cut(x, start, limit, size)
    if size:
        spec = (None, None) + tuple(tuple(sharding.spec)[1:])
        sharding = NamedSharding(sharding.mesh, P(*spec))
    return with_auto_axes(lambda x: _cut(x, start, limit, size), sharding, x)


def _map_elements(f, xs):
    return lax.scan(lambda carry, x: (carry, f(x)), (), xs)[1]


def _check_batches(leaves, size, whole):
    if not leaves or size < 0 or leaves[0].ndim == 0:
        unknown("lax.map in batches of these is not followed")
    for x in leaves:
        if whole and 0 in sharded_dims(x):
            refuse(ValueError, "0th dimension of leaf passed to `jax.lax.map` should be replicated. "
                   f"Got {phrase('{axes}', x)}", rule="dim-sharded",
                   help="reshard it so that its first dimension is None, or use jax.vmap")


@function("jax.lax", until="0.4.35", without="batch_size")
@function("jax.lax", since="0.4.35")
def map(f, xs, *, batch_size=None):
    if batch_size is None:
        return _map_elements(f, xs)
    size = static_int(batch_size)
    if release < (0, 6, 2):
        unknown("lax.map in batches is not followed in this release")
    if size == 0 and release < (0, 8, 2):
        raise ZeroDivisionError("integer division or modulo by zero")
    xs = jax.tree.map(leaf_array, xs)
    leaves, mapped = jax.tree.leaves(xs), jax.vmap(f)
    length = leaves[0].shape[0] if leaves and leaves[0].ndim else 0
    whole = length - length % size if size else 0
    _check_batches(leaves, size, whole)
    if whole:
        batches = _map_elements(mapped, jax.tree.map(lambda x: _cut_leaf(x, 0, whole, size), xs))
        batches = jax.tree.map(lambda x: jnp.reshape(x, (x.shape[0] * x.shape[1],) + x.shape[2:]), batches)
    if whole == length and whole:
        return batches
    left = mapped(jax.tree.map(lambda x: _cut_leaf(x, whole, length, 0), xs))
    if not whole:
        return left
    return jax.tree.map(lambda x, y: lax.concatenate([x, y], 0), batches, left)
