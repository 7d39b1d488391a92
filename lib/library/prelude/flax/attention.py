"""Attention. flax 0.12.8: linen/attention.py."""
from prelude.flax.linear import DenseGeneral, default_kernel_init
from prelude.flax.modules import Module, compact, merge_param
from prelude.flax.normalization import LayerNorm
from prelude.flax.promotion import promote

MODULE = "flax.linen flax.linen.attention"


def _dropped(weights, ndim, broadcast_dropout, dropout_rng, dropout_rate, dtype):
    keep = 1.0 - dropout_rate
    shape = tuple([1] * (ndim - 2)) + weights.shape[-2:] if broadcast_dropout else weights.shape
    kept = jax.random.bernoulli(dropout_rng, keep, shape)
    return weights * (kept.astype(dtype) / jnp.asarray(keep, dtype=dtype))


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
    force_fp32_for_softmax=False,
    einsum_dot_general=None,
    einsum=None,
):
    query, key = promote(query, key, dtype=dtype)
    dtype = query.dtype
    assert query.ndim == key.ndim, "q, k must have same rank."
    assert query.shape[:-3] == key.shape[:-3], "q, k batch dims must match."
    assert query.shape[-2] == key.shape[-2], "q, k num_heads must match."
    assert query.shape[-1] == key.shape[-1], "q, k depths must match."
    depth = query.shape[-1]
    query = query / jnp.sqrt(depth).astype(dtype)
    weights = jnp.einsum("...qhd,...khd->...hqk", query, key, precision=precision)
    if bias is not None:
        weights = weights + bias
    if mask is not None:
        weights = jnp.where(mask, weights, jnp.finfo(dtype).min)
    if force_fp32_for_softmax and dtype != jnp.float32:
        weights = jax.nn.softmax(weights.astype(jnp.float32))
    else:
        weights = jax.nn.softmax(weights).astype(dtype)
    if not deterministic and dropout_rate > 0.0:
        weights = _dropped(weights, key.ndim, broadcast_dropout, dropout_rng, dropout_rate, dtype)
    return weights


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
    force_fp32_for_softmax=False,
    einsum_dot_general=None,
    qk_attn_weights_einsum=None,
    attn_weights_value_einsum=None,
):
    query, key, value = promote(query, key, value, dtype=dtype)
    dtype = query.dtype
    assert key.ndim == query.ndim == value.ndim, "q, k, v must have same rank."
    assert query.shape[:-3] == key.shape[:-3] == value.shape[:-3], "q, k, v batch dims must match."
    assert query.shape[-2] == key.shape[-2] == value.shape[-2], "q, k, v num_heads must match."
    assert key.shape[-3] == value.shape[-3], "k, v lengths must match."
    weights = dot_product_attention_weights(
        query, key, bias, mask, broadcast_dropout, dropout_rng, dropout_rate, deterministic, dtype, precision,
        module, force_fp32_for_softmax,
    )
    if module is not None:
        module.sow("intermediates", "attention_weights", weights)
    return jnp.einsum("...hqk,...khd->...qhd", weights, value, precision=precision)


class MultiHeadDotProductAttention(Module):
    num_heads: int
    dtype: object = None
    param_dtype: object = jnp.float32
    qkv_features: object = None
    out_features: object = None
    broadcast_dropout: bool = True
    dropout_rate: float = 0.0
    deterministic: object = None
    precision: object = None
    kernel_init: object = default_kernel_init
    out_kernel_init: object = None
    bias_init: object = jax.nn.initializers.zeros
    out_bias_init: object = None
    use_bias: bool = True
    attention_fn: object = dot_product_attention
    decode: bool = False
    normalize_qk: bool = False
    force_fp32_for_softmax: bool = False
    qkv_dot_general: object = None
    out_dot_general: object = None
    qkv_dot_general_cls: object = None
    out_dot_general_cls: object = None
    qk_attn_weights_einsum_cls: object = None
    attn_weights_value_einsum_cls: object = None

    @compact
    def __call__(
        self,
        inputs_q,
        inputs_k=None,
        inputs_v=None,
        *,
        inputs_kv=None,
        mask=None,
        deterministic=None,
        dropout_rng=None,
        sow_weights=False,
    ):
        if inputs_kv is not None:
            if inputs_k is not None or inputs_v is not None:
                raise ValueError("If either `inputs_k` or `inputs_v` is not None, `inputs_kv` must be None.")
            inputs_k = inputs_v = inputs_kv
        else:
            if inputs_k is None:
                if inputs_v is not None:
                    raise ValueError("`inputs_k` cannot be None if `inputs_v` is not None. To have both `inputs_k` and `inputs_v` be the same value, pass in the value to `inputs_k` and leave `inputs_v` as None.")
                inputs_k = inputs_q
            if inputs_v is None:
                inputs_v = inputs_k
        features = self.out_features or inputs_q.shape[-1]
        qkv_features = self.qkv_features or inputs_q.shape[-1]
        assert qkv_features % self.num_heads == 0, (
            f"Memory dimension ({qkv_features}) must be divisible by number of heads ({self.num_heads})."
        )
        head_dim = qkv_features // self.num_heads

        def dense(name):
            return DenseGeneral(
                axis=-1,
                dtype=self.dtype,
                param_dtype=self.param_dtype,
                features=(self.num_heads, head_dim),
                kernel_init=self.kernel_init,
                bias_init=self.bias_init,
                use_bias=self.use_bias,
                precision=self.precision,
                dot_general=self.qkv_dot_general,
                dot_general_cls=self.qkv_dot_general_cls,
                name=name,
            )

        query = dense("query")(inputs_q)
        key = dense("key")(inputs_k)
        value = dense("value")(inputs_v)
        if self.normalize_qk:
            query = LayerNorm(name="query_ln", use_bias=False, dtype=self.dtype, param_dtype=self.param_dtype)(query)
            key = LayerNorm(name="key_ln", use_bias=False, dtype=self.dtype, param_dtype=self.param_dtype)(key)
        if self.decode:
            key, value, mask = self._cached(query, key, value, mask)
        still = True
        rng = None
        if self.dropout_rate > 0.0:
            still = merge_param("deterministic", self.deterministic, deterministic)
            if not still:
                rng = self.make_rng("dropout") if dropout_rng is None else dropout_rng
        x = self.attention_fn(
            query,
            key,
            value,
            mask=mask,
            dropout_rng=rng,
            dropout_rate=self.dropout_rate,
            broadcast_dropout=self.broadcast_dropout,
            deterministic=still,
            dtype=self.dtype,
            precision=self.precision,
            **({"module": self} if sow_weights else {}),
        )
        return DenseGeneral(
            features=features,
            axis=(-2, -1),
            kernel_init=self.out_kernel_init or self.kernel_init,
            bias_init=self.out_bias_init or self.bias_init,
            use_bias=self.use_bias,
            dtype=self.dtype,
            param_dtype=self.param_dtype,
            precision=self.precision,
            dot_general=self.out_dot_general,
            dot_general_cls=self.out_dot_general_cls,
            name="out",
        )(x)

    def _cached(self, query, key, value, mask):
        initialized = self.has_variable("cache", "cached_key")
        cached_key = self.variable("cache", "cached_key", jnp.zeros, key.shape, key.dtype)
        cached_value = self.variable("cache", "cached_value", jnp.zeros, value.shape, value.dtype)
        index = self.variable("cache", "cache_index", lambda: jnp.array(0, dtype=jnp.int32))
        if not initialized:
            return key, value, mask
        batch = cached_key.value.shape[:-3]
        max_length, heads, depth = cached_key.value.shape[-3:]
        expected = tuple(batch) + (1, heads, depth)
        if expected != query.shape:
            raise ValueError(
                f"Autoregressive cache shape error, expected query shape {expected} instead got {query.shape}."
            )
        at = index.value
        zero = jnp.array(0, dtype=at.dtype)
        indices = (zero,) * len(batch) + (at, zero, zero)
        key = lax.dynamic_update_slice(cached_key.value, key, indices)
        value = lax.dynamic_update_slice(cached_value.value, value, indices)
        cached_key.value = key
        cached_value.value = value
        index.value = index.value + 1
        allowed = jnp.broadcast_to(jnp.arange(max_length) <= at, tuple(batch) + (1, 1, max_length))
        return key, value, combine_masks(mask, allowed)


class MultiHeadAttention(MultiHeadDotProductAttention):
    pass


class SelfAttention(MultiHeadDotProductAttention):
    @compact
    def __call__(self, inputs_q, mask=None, deterministic=None, dropout_rng=None, sow_weights=False):
        return super().__call__(
            inputs_q, mask=mask, deterministic=deterministic, dropout_rng=dropout_rng, sow_weights=sow_weights
        )


def make_attention_mask(query_input, key_input, pairwise_fn=jnp.multiply, extra_batch_dims=0, dtype=jnp.float32):
    mask = pairwise_fn(jnp.expand_dims(query_input, axis=-1), jnp.expand_dims(key_input, axis=-2))
    mask = jnp.expand_dims(mask, axis=-3)
    mask = jnp.expand_dims(mask, axis=tuple(range(extra_batch_dims)))
    return mask.astype(dtype)


def make_causal_mask(x, extra_batch_dims=0, dtype=jnp.float32):
    idxs = jnp.broadcast_to(jnp.arange(x.shape[-1], dtype=jnp.int32), x.shape)
    return make_attention_mask(idxs, idxs, jnp.greater_equal, extra_batch_dims=extra_batch_dims, dtype=dtype)


def combine_masks(*masks, dtype=jnp.float32):
    given = [m for m in masks if m is not None]
    if not given:
        return None
    assert all(x.ndim == given[0].ndim for x in given), f"masks must have same rank: {tuple([x.ndim for x in given])}"
    mask = given[0]
    for other in given[1:]:
        mask = jnp.logical_and(mask, other)
    return mask.astype(dtype)
