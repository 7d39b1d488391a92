"""Products of arrays by dot_general. JAX: numpy/tensor_contractions.py matmul, dot."""


def multiplied(x, y, contracting, batch, preferred, sharding, function, order=None):
    """The product in the dtype wanted; the function is what help about its sharding speaks of."""
    like = None
    if preferred is None:
        like = promote_dtypes(constant(x.dtype, weak=x.weak_type), constant(y.dtype, weak=y.weak_type))[0]
        preferred = like.dtype
    result = dot_product(x, y, contracting, batch, preferred, sharding, function, order)
    return result, preferred, like


def in_dtype(result, preferred, like):
    return lax.convert_element_type(result, preferred) if like is None else converted(result, like)


def read_options(precision, preferred_element_type, out_sharding):
    """The dtype and the sharding of a product, or None."""
    check_precision(precision)
    preferred = None if preferred_element_type is None else as_dtype(preferred_element_type)
    return preferred, canonical_sharding(out_sharding, "dot_general")


def _entries(x):
    sharding = sharding_of(x)
    return (None,) * x.ndim if sharding is None else tuple(sharding.spec)


def _refuse_batch(a, b, i, j):
    given = f"shapes for matmul arguments: {a.shape} and {b.shape}"
    if release >= (0, 10, 2):
        given = f"types for matmul arguments: {phrase('{long}', a)} and {phrase('{long}', b)}"
    if a.shape[i] != b.shape[j]:
        refuse(ValueError, f"Incompatible {given}", rule="shape-mismatch",
               say=f"batch dimensions differ in size: dimension {i} of {phrase('{array|the left operand}', a)} has size "
               f"{a.shape[i]}, dimension {j} of {phrase('{array|the right operand}', b)} has size {b.shape[j]}",
               help="this fails without any sharding too: sizes must be equal or 1")
    left, right, lead = _entries(a), _entries(b), a.ndim - b.ndim
    moved = [left[n + lead] if n < b.ndim - 2 and n + lead >= 0 and b.shape[n] != 1 and a.shape[n + lead] == b.shape[n]
             else right[n] for n in range(b.ndim)]
    written = ", ".join([repr(entry) for entry in moved])
    refuse(ValueError, f"Incompatible {given}", rule="sharding-conflict",
           say=f"batch dimensions are sharded differently: {phrase('{dimension|the left operand}', a, i)}, "
           f"{phrase('{dimension|the right operand}', b, j)}",
           help=f"move the right operand first: {phrase('{reshard}')}(…, P({written})), or the left one to the "
           "sharding of the right")


def _plan(a, b):
    """What each operand loses, the dimensions of the output that both lose, batch dimensions of what is left, and the
    output's dimensions in the order in which dot_general gives them."""
    ranks = [max(x.ndim - 2, 0) for x in (a, b)]
    count = max(ranks)
    if not count:
        return ((), ()), [], ((), ()), list(range((a.ndim > 1) + (b.ndim > 1)))
    squeezed, lost, batch, shared, others = ([], []), [], ([], []), [], ([], [])
    sharded = [_entries(x) if release >= (0, 10, 2) else (None,) * x.ndim for x in (a, b)]
    for at in range(count):
        i, j = at - count + ranks[0], at - count + ranks[1]
        if i < 0 or j < 0:
            others[1 if i < 0 else 0].append(at)
            continue
        ones = a.shape[i] == 1 and sharded[0][i] is None, b.shape[j] == 1 and sharded[1][j] is None
        if all(ones) and release >= (0, 10, 2):
            squeezed[0].append(i)
            squeezed[1].append(j)
            lost.append(at)
        elif any(ones):
            squeezed[0 if ones[0] else 1].append(i if ones[0] else j)
            others[1 if ones[0] else 0].append(at)
        elif a.shape[i] == b.shape[j] and sharded[0][i] == sharded[1][j]:
            batch[0].append(i - len(squeezed[0]))
            batch[1].append(j - len(squeezed[1]))
            shared.append(at)
        else:
            _refuse_batch(a, b, i, j)
    for x, own in zip((a, b), others):
        if x.ndim > 1:
            own.append(count + (1 if others[0] and others[0][-1] == count else 0))
    return squeezed, lost, batch, shared + others[0] + others[1]


@function("jax.numpy", until="0.7.0", jitted="itself", inlined=True, without="out_sharding")
@function("jax.numpy", since="0.7.0", jitted="itself", inlined=True)
def matmul(a, b, *, precision=None, preferred_element_type=None, out_sharding=None):
    a, b = require_arrays("matmul", a, b)
    for side, x in enumerate((a, b)):
        if not x.ndim:
            refuse(ValueError, f"matmul input operand {side} must have ndim at least 1, but it has ndim 0",
                   rule="shape-mismatch", help="multiply by a scalar with *")
    squeezed, lost, batch, places = _plan(a, b)
    preferred, sharding = read_options(precision, preferred_element_type, out_sharding)
    vector = b.ndim == 1
    x, y = [lax.squeeze(x, gone) if gone else x for x, gone in zip((a, b), squeezed)]
    contracting = (x.ndim - 1,), (y.ndim - 1 if vector else y.ndim - 2,)
    order = [places.index(place) for place in sorted(places)]
    old = release < (0, 7)
    result, preferred, like = multiplied(x, y, contracting, batch, preferred, sharding,
                                         "jnp.einsum" if old else "jnp.matmul", order if old else None)
    if order != list(range(len(order))):
        result = lax.transpose(result, order)
    if lost:
        result = lax.expand_dims(result, lost)
    return in_dtype(result, preferred, like)


@function("jax.numpy", until="0.6.1", jitted="itself", inlined=True, without="out_sharding")
@function("jax.numpy", since="0.6.1", jitted="itself", inlined=True)
def dot(a, b, *, precision=None, preferred_element_type=None, out_sharding=None):
    a, b = require_arrays("dot", a, b)
    preferred, sharding = read_options(precision, preferred_element_type, out_sharding)
    contracting = ((a.ndim - 1,), (max(b.ndim - 2, 0),)) if a.ndim and b.ndim else ((), ())
    return in_dtype(*multiplied(a, b, contracting, ((), ()), preferred, sharding,
                                "jnp.einsum" if release < (0, 6, 1) else "jnp.dot"))


@function("ndarray", name="dot", jitted="within", inlined=True)
def dot_method(a, b, *, precision=None, preferred_element_type=None):
    return dot(a, b, precision=precision, preferred_element_type=preferred_element_type)
