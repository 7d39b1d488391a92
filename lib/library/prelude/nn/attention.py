"""Attention. JAX: nn/functions.py dot_product_attention, in its form without cuDNN."""
from prelude.nn.normalizations import logsumexp, softmax


def _of_four(x):
    """The array with four dimensions at least."""
    x = jnp.asarray(x)
    return x if x.ndim >= 4 else jnp.expand_dims(x, tuple(range(4 - x.ndim)))


def _check(x, shape, dtype, name):
    """Refuses an array of another shape (-1: any size) or dtype (None: any)."""
    if x is None:
        return
    if x.ndim != len(shape):
        refuse(ValueError, f"{name} ndim should be {len(shape)}, but got {x.ndim}",
               rule="shape-mismatch")
    if dtype is not None and x.dtype != dtype:
        wanted = f"<class 'jax.numpy.{dtype.name}'>" if release < (0, 7) and name != "value" and \
            name != "query" else dtype.name
        refuse(ValueError, f"{name} dtype should be {wanted}, but got {x.dtype.name}",
               rule="dtype-mismatch")
    for i in range(x.ndim):
        if shape[i] != -1 and x.shape[i] != shape[i]:
            refuse(ValueError, f"{name} shape should be {shape}: but got {x.shape}",
                   rule="shape-mismatch")


def _window(queries, keys, sizes):
    """The mask of keys near each query: so many before it and so many behind."""
    query, key = jnp.arange(queries), jnp.arange(keys)
    left = query[..., None] <= key[..., None, :] + sizes[0]
    right = query[..., None] >= key[..., None, :] - sizes[1]
    return jnp.logical_and(right, left)[None, None, :, :]


def _lengths(queries, keys, query_lengths, key_lengths):
    """The mask of queries and keys that are no padding."""
    query_mask = key_mask = True
    if query_lengths is not None:
        query_mask = jnp.arange(0, queries)[None, :, None] < query_lengths[:, None, None]
    if key_lengths is not None:
        key_mask = jnp.arange(0, keys)[None, None, :] < key_lengths[:, None, None]
    return jnp.logical_and(query_mask, key_mask)[:, None, :, :]


def _masked(logits, mask, is_causal, query_lengths, key_lengths, window):
    if mask is None and not is_causal and query_lengths is None and key_lengths is None and window is None:
        return logits
    allowed = jnp.ones_like(logits, dtype=bool)
    queries, keys = logits.shape[2], logits.shape[3]
    if mask is not None:
        allowed = jnp.logical_and(allowed, mask)
    if is_causal:
        causal = jnp.tril(jnp.ones((queries, keys), dtype=bool))
        allowed = jnp.logical_and(allowed, causal[None, None, :, :])
    if window is not None:
        allowed = jnp.logical_and(allowed, _window(queries, keys, window))
    if query_lengths is not None or key_lengths is not None:
        allowed = jnp.logical_and(allowed, _lengths(queries, keys, query_lengths, key_lengths))
    return jnp.where(allowed, logits, constant(logits.dtype))


def _grouped(x, heads, groups):
    """A bias or mask of queries' heads: by heads of keys and the groups of each."""
    if x is None:
        return None
    batch, own, queries, keys = x.shape
    if own == 1:
        return jnp.broadcast_to(x[:, :, None, :, :], (batch, own, groups, queries, keys))
    if own != heads * groups:
        refuse(AssertionError, "", rule="shape-mismatch",
               say=f"{own} heads of a bias or mask are neither 1 nor the query's {heads * groups}")
    return jnp.reshape(x, (batch, heads, groups, queries, keys))


def _attend(query, key, value, bias, mask, scale, is_causal, query_lengths, key_lengths, window, residual):
    """Of the queries that each head of keys and values has one of."""
    logits = jnp.einsum("BTNH,BSNH->BNTS", query, key,
                        preferred_element_type=jnp.promote_types(query.dtype, jnp.float32))
    logits = logits * jnp.array(scale, dtype=logits.dtype)
    if bias is not None:
        logits = (logits + bias).astype(logits.dtype)
    logits = _masked(logits, mask, is_causal, query_lengths, key_lengths, window)
    logits = logits.astype(jnp.float32)
    probabilities = softmax(logits, axis=-1).astype(key.dtype)
    encoded = jnp.einsum("BNTS,BSNH->BTNH", probabilities, value)
    if query_lengths is not None:
        real = jnp.arange(0, encoded.shape[1])[None, :] < query_lengths[:, None]
        encoded = encoded * real[:, :, None, None].astype(encoded.dtype)
    if not residual:
        return encoded
    return encoded, jnp.transpose(logsumexp(logits, axis=-1).astype(key.dtype), (0, 2, 1))


@function("jax.nn", since="0.4.32", until="0.4.34", without=("local_window_size", "return_residual"))
@function("jax.nn", since="0.4.34", until="0.8.1", without="return_residual")
@function("jax.nn", since="0.8.1")
def dot_product_attention(query, key, value, bias=None, mask=None, *, scale=None, is_causal=False,
                          query_seq_lengths=None, key_value_seq_lengths=None, local_window_size=None,
                          implementation=None, return_residual=False):
    shape = jnp.asarray(query).shape
    query, key, value = _of_four(query), _of_four(key), _of_four(value)
    bias = None if bias is None else _of_four(bias)
    mask = None if mask is None else _of_four(mask)
    query_lengths = None if query_seq_lengths is None else jnp.asarray(query_seq_lengths)
    key_lengths = None if key_value_seq_lengths is None else jnp.asarray(key_value_seq_lengths)
    window = local_window_size
    if isinstance(window, int):
        window = (window, window)
    if key.ndim != 4:
        raise ValueError("too many values to unpack (expected 4)")
    batch, keys, heads, size = key.shape
    _check(value, [batch, keys, heads, size], key.dtype, "value")
    _check(query, [batch, -1, -1, size], key.dtype, "query")
    _check(mask, [-1] * 4, jnp.dtype(bool), "mask")
    _check(bias, [-1] * 4, None, "bias")
    _check(query_lengths, [batch], jnp.dtype(jnp.int32), "query_seq_lengths")
    _check(key_lengths, [batch], jnp.dtype(jnp.int32), "key_value_seq_lengths")
    if query.shape[-2] % heads != 0:
        refuse(ValueError, "The number of query heads must be a multiple of key/value heads, but got "
               f"{query.shape[-2]} vs {heads}", rule="shape-mismatch")
    if implementation == "cudnn":
        unknown("attention of cuDNN is not known")
    if implementation not in (None, "xla"):
        raise ValueError(f"Unsupported implementation option: {implementation}")
    groups = query.shape[2] // heads
    queries = jnp.reshape(query, query.shape[:2] + (heads, groups, size))
    bias, mask = _grouped(bias, heads, groups), _grouped(mask, heads, groups)
    scale = 1.0 / math.sqrt(size) if scale is None else scale
    mapped = jax.vmap(lambda query, bias, mask: _attend(
        query, key, value, bias, mask, scale, is_causal, query_lengths, key_lengths, window,
        return_residual), in_axes=(3, None if bias is None else 2, None if mask is None else 2), out_axes=3)
    result = mapped(queries, bias, mask)
    if not return_residual:
        return jnp.reshape(jnp.reshape(result, query.shape), shape)
    encoded, sums = jnp.reshape(result[0], query.shape), jnp.reshape(result[1], query.shape[:3])
    return jnp.reshape(encoded, shape), jnp.reshape(sums, shape[:-1])
