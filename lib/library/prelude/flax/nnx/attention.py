"""Attention of NNX. flax 0.12.8: nnx/nn/attention.py."""
from prelude.flax.attention import combine_masks
from prelude.flax.nnx.dot_products import dot_product_attention
from prelude.flax.nnx.layers import LinearGeneral, _kernel_init, _zeros
from prelude.flax.nnx.modules import Module
from prelude.flax.nnx.normalization import LayerNorm
from prelude.flax.nnx.rngs import Rngs
from prelude.flax.nnx.variables import Cache

MODULE = "flax.nnx flax.nnx.nn.attention"


class MultiHeadAttention(Module):
    def __init__(
        self,
        num_heads,
        in_features,
        qkv_features=None,
        out_features=None,
        num_kv_heads=None,
        in_kv_features=None,
        *,
        dtype=None,
        param_dtype=jnp.float32,
        broadcast_dropout=True,
        dropout_rate=0.0,
        deterministic=None,
        precision=None,
        kernel_init=_kernel_init,
        out_kernel_init=None,
        bias_init=_zeros,
        out_bias_init=None,
        use_bias=True,
        attention_fn=dot_product_attention,
        decode=None,
        normalize_qk=False,
        qkv_promote_dtype=None,
        out_promote_dtype=None,
        ln_promote_dtype=None,
        qkv_dot_general=None,
        out_dot_general=None,
        qkv_dot_general_cls=None,
        out_dot_general_cls=None,
        rngs,
        keep_rngs=True,
        kernel_metadata={},
        out_kernel_metadata={},
        bias_metadata={},
        out_bias_metadata={},
        query_ln_scale_metadata={},
        key_ln_scale_metadata={},
    ):
        self.num_heads = num_heads
        self.in_features = in_features
        self.qkv_features = in_features if qkv_features is None else qkv_features
        self.out_features = in_features if out_features is None else out_features
        self.in_kv_features = in_features if in_kv_features is None else in_kv_features
        self.num_kv_heads = num_heads if num_kv_heads is None else num_kv_heads
        if num_heads % self.num_kv_heads != 0:
            raise ValueError(f"num_heads ({num_heads}) must be divisible by num_kv_heads ({self.num_kv_heads}).")
        self.dtype = dtype
        self.dropout_rate = dropout_rate
        self.deterministic = deterministic
        self.broadcast_dropout = broadcast_dropout
        self.precision = precision
        self.attention_fn = attention_fn
        self.decode = decode
        self.normalize_qk = normalize_qk
        if self.qkv_features % self.num_heads != 0:
            raise ValueError(
                f"Memory dimension ({self.qkv_features}) must be divisible by 'num_heads' heads ({self.num_heads})."
            )
        self.head_dim = self.qkv_features // self.num_heads

        def linear(features, heads):
            return LinearGeneral(
                features,
                (heads, self.head_dim),
                dtype=dtype,
                param_dtype=param_dtype,
                kernel_init=kernel_init,
                bias_init=bias_init,
                use_bias=use_bias,
                precision=precision,
                kernel_metadata=kernel_metadata,
                bias_metadata=bias_metadata,
                rngs=rngs,
            )

        self.query = linear(self.in_features, num_heads)
        self.key = linear(self.in_kv_features, self.num_kv_heads)
        self.value = linear(self.in_kv_features, self.num_kv_heads)
        self.query_ln = None
        self.key_ln = None
        if normalize_qk:
            self.query_ln = LayerNorm(self.head_dim, use_bias=False, dtype=dtype, param_dtype=param_dtype, rngs=rngs)
            self.key_ln = LayerNorm(self.head_dim, use_bias=False, dtype=dtype, param_dtype=param_dtype, rngs=rngs)
        self.out = LinearGeneral(
            (self.num_heads, self.head_dim),
            self.out_features,
            axis=(-2, -1),
            kernel_init=out_kernel_init or kernel_init,
            bias_init=out_bias_init or bias_init,
            use_bias=use_bias,
            dtype=dtype,
            param_dtype=param_dtype,
            precision=precision,
            kernel_metadata=out_kernel_metadata,
            bias_metadata=out_bias_metadata,
            rngs=rngs,
        )
        self.rngs = rngs.dropout.fork() if keep_rngs and dropout_rate > 0 else None
        self.cached_key = None
        self.cached_value = None
        self.cache_index = None

    def __call__(
        self,
        inputs_q,
        inputs_k=None,
        inputs_v=None,
        *,
        mask=None,
        deterministic=None,
        rngs=None,
        sow_weights=False,
        decode=None,
        is_causal=False,
        out_sharding=None,
        qkv_sharding=None,
        input_positions=None,
    ):
        if input_positions is not None:
            unknown("positions of a MultiHeadAttention")
        if inputs_k is None:
            if inputs_v is not None:
                raise ValueError("`inputs_k` cannot be None if `inputs_v` is not None. To have both `inputs_k` and `inputs_v` be the same value, pass in the value to `inputs_k` and leave `inputs_v` as None.")
            inputs_k = inputs_q
        if inputs_v is None:
            inputs_v = inputs_k
        if inputs_q.shape[-1] != self.in_features:
            raise ValueError(
                f"Incompatible input dimension, got {inputs_q.shape[-1]} but module expects {self.in_features}."
            )
        query = self.query(inputs_q, out_sharding=qkv_sharding)
        key = self.key(inputs_k, out_sharding=qkv_sharding)
        value = self.value(inputs_v, out_sharding=qkv_sharding)
        if self.normalize_qk:
            query = self.query_ln(query)
            key = self.key_ln(key)
        decode = self.decode if decode is None else decode
        if decode is None:
            raise ValueError("No `decode` argument was provided to MultiHeadAttention\n        as either a __call__ argument, class attribute, or nnx.flag.")
        if decode:
            key, value, mask = self._cached(query, key, value, mask)
        still, key_of = True, None
        if self.dropout_rate > 0.0:
            still = self.deterministic if deterministic is None else deterministic
            if still is None:
                raise ValueError("No `deterministic` argument was provided to MultiHeadAttention\n          as either a __call__ argument, class attribute, or nnx.flag.")
            if not still:
                given = self.rngs if rngs is None else rngs
                key_of = given.dropout() if isinstance(given, Rngs) else given()
        x = self.attention_fn(
            query,
            key,
            value,
            mask=mask,
            dropout_rng=key_of,
            dropout_rate=self.dropout_rate,
            broadcast_dropout=self.broadcast_dropout,
            deterministic=still,
            dtype=self.dtype,
            precision=self.precision,
            **self._beside(sow_weights, is_causal),
        )
        return self.out(x, out_sharding=out_sharding)

    def _beside(self, sow_weights, is_causal):
        """What the attention function is given that not each function of a program takes."""
        if self.attention_fn is dot_product_attention:
            return {"module": self if sow_weights else None, "is_causal": is_causal}
        return {"module": self} if sow_weights else {}

    def set_view(self, deterministic=None, decode=None, batch_size=None, max_length=None):
        if deterministic is not None:
            self.deterministic = deterministic
        if decode is not None:
            self.decode = decode
        if batch_size is not None or max_length is not None:
            if batch_size is None or max_length is None:
                raise ValueError("Both 'max_length' and 'batch_size' should be specified.")
            sizes = (batch_size,) if isinstance(batch_size, int) else tuple(batch_size)
            self.init_cache(sizes + (max_length, self.in_features))

    def _cached(self, query, key, value, mask):
        if self.cached_key is None:
            raise ValueError("Autoregressive cache not initialized, call ``init_cache`` first.")
        batch = self.cached_key.shape[:-3]
        max_length, heads, depth = self.cached_key.shape[-3:]
        expected = tuple(batch) + (1, heads, depth)
        if expected != key.shape:
            raise ValueError(
                f"Autoregressive cache shape error, expected key shape {expected} instead got {key.shape}."
            )
        at = self.cache_index[...]
        zero = jnp.array(0, dtype=at.dtype)
        indices = (zero,) * len(batch) + (at, zero, zero)
        key = lax.dynamic_update_slice(self.cached_key[...], key, indices)
        value = lax.dynamic_update_slice(self.cached_value[...], value, indices)
        self.cached_key[...] = key
        self.cached_value[...] = value
        self.cache_index[...] = at + 1
        allowed = jnp.broadcast_to(jnp.arange(max_length) <= at, tuple(batch) + (1, 1, max_length))
        return key, value, combine_masks(mask, allowed)

    def init_cache(self, input_shape, dtype=jnp.float32):
        shape = tuple(input_shape[:-1]) + (self.num_kv_heads, self.head_dim)
        self.cached_key = Cache(jnp.zeros(shape, dtype))
        self.cached_value = Cache(jnp.zeros(shape, dtype))
        self.cache_index = Cache(jnp.array(0, dtype=jnp.int32))
