"""Products of queries, keys and values. flax 0.12.8: nnx/nn/attention.py."""
from prelude.flax.attention import _dropped, combine_masks
from prelude.flax.nnx.variables import Intermediate
from prelude.flax.promotion import promote_by

MODULE = "flax.nnx flax.nnx.nn.attention"


def _check(arrays, names):
    if any(x.ndim != arrays[0].ndim for x in arrays):
        raise ValueError(f"{names} must have same rank, but got {', '.join([str(x.ndim) for x in arrays])}.")
    if any(x.shape[:-3] != arrays[0].shape[:-3] for x in arrays):
        shapes = ", ".join([str(x.shape) for x in arrays])
        raise ValueError(f"{names} batch dims must match, but got shapes {shapes}.")


def _grouped(query, heads):
    """The heads of queries as groups, one for each head of the keys."""
    return query.reshape(query.shape[:-2] + (heads, query.shape[-2] // heads, query.shape[-1]))


def _products(query, key, precision):
    heads, key_heads = query.shape[-2], key.shape[-2]
    if heads == key_heads:
        return jnp.einsum("...qhd,...khd->...hqk", query, key, precision=precision)
    if heads % key_heads != 0:
        raise ValueError(
            f"Query heads ({heads}) must be multiple of Key heads ({key_heads}) for Grouped Query Attention."
        )
    weights = jnp.einsum("...qhgd,...khd->...hgqk", _grouped(query, key_heads), key, precision=precision)
    return weights.reshape(weights.shape[:-4] + (heads,) + weights.shape[-2:])


def _masked(weights, mask, is_causal, dtype):
    masks = [] if mask is None else [mask]
    if is_causal:
        causal = jnp.tril(jnp.ones(weights.shape[-2:], dtype=dtype))
        masks.append(jnp.broadcast_to(causal, weights.shape if mask is None else mask.shape))
    if not masks:
        return weights
    return jnp.where(combine_masks(*masks, dtype=dtype), weights, jnp.finfo(dtype).min)


def dot_product_attention_weights(
    query,
    key,
    bias=None,
    mask=None,
    broadcast_dropout=True,
    dropout_rng=None,
    dropout_rate=0.0,
    deterministic=False,
    dtype=None,
    precision=None,
    module=None,
    promote_dtype=None,
    is_causal=False,
):
    query, key = promote_by(promote_dtype, (query, key), dtype)
    dtype = query.dtype
    _check((query, key), "q, k")
    if query.shape[-1] != key.shape[-1]:
        raise ValueError(f"q, k depths must match, but got {query.shape[-1]} and {key.shape[-1]}.")
    weights = _products(query / jnp.sqrt(query.shape[-1]).astype(dtype), key, precision)
    if bias is not None:
        weights = weights + bias
    weights = jax.nn.softmax(_masked(weights, mask, is_causal, dtype)).astype(dtype)
    if module:
        module.sow(Intermediate, "attention_weights", weights)
    if not deterministic and dropout_rate > 0.0:
        weights = _dropped(weights, key.ndim, broadcast_dropout, dropout_rng, dropout_rate, dtype)
    return weights


def _with_one_batch(x):
    return jnp.reshape(x, (-1,) + x.shape[-3:])


def _at_once(query, key, value, bias, mask, is_causal):
    shape = query.shape
    if len(shape) > 4:
        query, key, value, bias, mask = jax.tree.map(_with_one_batch, (query, key, value, bias, mask))
    mask = None if mask is None else mask.astype(jnp.bool_)
    out = jax.nn.dot_product_attention(query, key, value, bias, mask, is_causal=is_causal)
    return jnp.reshape(out, shape) if len(shape) > 4 else out


def _weighted(weights, value, precision):
    heads, value_heads = weights.shape[-3], value.shape[-2]
    if heads == value_heads:
        return jnp.einsum("...hqk,...khd->...qhd", weights, value, precision=precision)
    if heads % value_heads != 0:
        raise ValueError(f"Query heads ({heads}) must be multiple of Value heads ({value_heads})")
    weights = weights.reshape(weights.shape[:-3] + (value_heads, heads // value_heads) + weights.shape[-2:])
    out = jnp.einsum("...hgqk,...khd->...qhgd", weights, value, precision=precision)
    return out.reshape(out.shape[:-3] + (heads, out.shape[-1]))


def dot_product_attention(
    query,
    key,
    value,
    bias=None,
    mask=None,
    broadcast_dropout=True,
    dropout_rng=None,
    dropout_rate=0.0,
    deterministic=False,
    dtype=None,
    precision=None,
    module=None,
    promote_dtype=None,
    is_causal=False,
):
    query, key, value = promote_by(promote_dtype, (query, key, value), dtype)
    dtype = query.dtype
    _check((query, key, value), "q, k, v")
    if key.shape[-3] != value.shape[-3]:
        raise ValueError(f"k, v lengths must match, but got {key.shape[-3]} and {value.shape[-3]}.")
    if dropout_rate == 0.0 and module is None:
        return _at_once(query, key, value, bias, mask, is_causal)
    weights = dot_product_attention_weights(
        query, key, bias, mask, broadcast_dropout, dropout_rng, dropout_rate, deterministic, dtype, precision,
        module, promote_dtype, is_causal,
    )
    return _weighted(weights, value, precision)
