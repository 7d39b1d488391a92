"""Attention and recurrent cells of NNX. flax 0.12.8: nnx/nn/attention.py, recurrent.py."""
from prelude.flax.attention import combine_masks, dot_product_attention, make_attention_mask, make_causal_mask
from prelude.flax.nnx.layers import Dropout, Linear, LinearGeneral, _kernel_init, _zeros
from prelude.flax.nnx.modules import Module
from prelude.flax.nnx.normalization import LayerNorm
from prelude.flax.nnx.rngs import RngStream, Rngs
from prelude.flax.nnx.variables import Cache
from prelude.flax.sequences import _Unrolling

MODULE = "flax.nnx flax.nnx.nn.attention"


class MultiHeadAttention(Module):
    def __init__(
        self,
        num_heads,
        in_features,
        qkv_features=None,
        out_features=None,
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

        def linear(features):
            return LinearGeneral(
                features,
                (self.num_heads, self.head_dim),
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

        self.query = linear(self.in_features)
        self.key = linear(self.in_kv_features)
        self.value = linear(self.in_kv_features)
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
    ):
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
            raise ValueError("No `decode` argument was provided to MultiHeadAttention as either a __call__ argument, class attribute, or nnx.flag.")
        if decode:
            key, value, mask = self._cached(query, key, value, mask)
        still, key_of = True, None
        if self.dropout_rate > 0.0:
            still = self.deterministic if deterministic is None else deterministic
            if still is None:
                raise ValueError("No `deterministic` argument was provided to MultiHeadAttention as either a __call__ argument, class attribute, or nnx.flag.")
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
            **({"module": self} if sow_weights else {}),
        )
        return self.out(x, out_sharding=out_sharding)

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
        if expected != query.shape:
            raise ValueError(
                f"Autoregressive cache shape error, expected key shape {expected} instead got {query.shape}."
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
        shape = tuple(input_shape[:-1]) + (self.num_heads, self.head_dim)
        self.cached_key = Cache(jnp.zeros(shape, dtype))
        self.cached_value = Cache(jnp.zeros(shape, dtype))
        self.cache_index = Cache(jnp.array(0, dtype=jnp.int32))


class RNNCellBase(Module):
    @property
    def num_feature_axes(self):
        return 1


class GRUCell(RNNCellBase):
    def __init__(self, in_features, hidden_features, *, gate_fn=jax.nn.sigmoid, activation_fn=jnp.tanh, kernel_init=_kernel_init, recurrent_kernel_init=jax.nn.initializers.orthogonal(), bias_init=_zeros, dtype=None, param_dtype=jnp.float32, carry_init=_zeros, keep_rngs=False, rngs, kernel_metadata={}, bias_metadata={}, recurrent_kernel_metadata={}):
        self.in_features = in_features
        self.hidden_features = hidden_features
        self.gate_fn = gate_fn
        self.activation_fn = activation_fn
        self.dtype = dtype
        self.param_dtype = param_dtype
        self.carry_init = carry_init
        self.dense_i = Linear(in_features, 3 * hidden_features, use_bias=True, kernel_init=kernel_init, bias_init=bias_init, dtype=dtype, param_dtype=param_dtype, rngs=rngs, kernel_metadata=kernel_metadata, bias_metadata=bias_metadata)
        self.dense_h = Linear(hidden_features, 3 * hidden_features, use_bias=False, kernel_init=recurrent_kernel_init, dtype=dtype, param_dtype=param_dtype, rngs=rngs, kernel_metadata=recurrent_kernel_metadata)

    def __call__(self, carry, inputs):
        h = carry
        xi_r, xi_z, xi_n = jnp.split(self.dense_i(inputs), 3, axis=-1)
        hh_r, hh_z, hh_n = jnp.split(self.dense_h(h), 3, axis=-1)
        r = self.gate_fn(xi_r + hh_r)
        z = self.gate_fn(xi_z + hh_z)
        n = self.activation_fn(xi_n + r * hh_n)
        new_h = (1.0 - z) * n + z * h
        return new_h, new_h

    def initialize_carry(self, input_shape, rngs=None, carry_init=None):
        shape = tuple(input_shape[:-1]) + (self.hidden_features,)
        return self.carry_init(_key_of(rngs), shape, self.param_dtype)


def _key_of(rngs):
    if isinstance(rngs, Rngs):
        return rngs.carry()
    return jax.random.key(0) if rngs is None else rngs()


class LSTMCell(RNNCellBase):
    def __init__(self, in_features, hidden_features, *, gate_fn=jax.nn.sigmoid, activation_fn=jnp.tanh, kernel_init=_kernel_init, recurrent_kernel_init=jax.nn.initializers.orthogonal(), bias_init=_zeros, dtype=None, param_dtype=jnp.float32, carry_init=_zeros, keep_rngs=False, rngs, kernel_metadata={}, bias_metadata={}, recurrent_kernel_metadata={}):
        self.in_features = in_features
        self.hidden_features = hidden_features
        self.gate_fn = gate_fn
        self.activation_fn = activation_fn
        self.param_dtype = param_dtype
        self.carry_init = carry_init

        def entering():
            return Linear(in_features, hidden_features, use_bias=False, kernel_init=kernel_init, dtype=dtype, param_dtype=param_dtype, rngs=rngs)

        def recurrent():
            return Linear(hidden_features, hidden_features, use_bias=True, kernel_init=recurrent_kernel_init, bias_init=bias_init, dtype=dtype, param_dtype=param_dtype, rngs=rngs)

        self.ii, self.if_, self.ig, self.io = entering(), entering(), entering(), entering()
        self.hi, self.hf, self.hg, self.ho = recurrent(), recurrent(), recurrent(), recurrent()

    def __call__(self, carry, inputs):
        c, h = carry
        i = self.gate_fn(self.ii(inputs) + self.hi(h))
        f = self.gate_fn(self.if_(inputs) + self.hf(h))
        g = self.activation_fn(self.ig(inputs) + self.hg(h))
        o = self.gate_fn(self.io(inputs) + self.ho(h))
        new_c = f * c + i * g
        new_h = o * self.activation_fn(new_c)
        return (new_c, new_h), new_h

    def initialize_carry(self, input_shape, rngs=None, carry_init=None):
        shape = tuple(input_shape[:-1]) + (self.hidden_features,)
        key = _key_of(rngs)
        return self.carry_init(key, shape, self.param_dtype), self.carry_init(key, shape, self.param_dtype)


class RNN(Module):
    def __init__(self, cell, *, time_major=False, return_carry=False, reverse=False, keep_order=False, unroll=1, state_axes=None, broadcast_rngs=None, rngs=None):
        self.cell = cell
        self.time_major = time_major
        self.return_carry = return_carry
        self.reverse = reverse
        self.keep_order = keep_order
        self.unroll = unroll
        given = Rngs(0) if rngs is None else rngs
        self.rngs = given["carry"].fork() if isinstance(given, Rngs) else given.fork()

    def __call__(self, inputs, *, initial_carry=None, seq_lengths=None, return_carry=None, time_major=None, reverse=None, keep_order=None, rngs=None):
        unrolling = _Unrolling(self, seq_lengths, return_carry, time_major, reverse, keep_order)
        carry = initial_carry
        if carry is None:
            given = self.rngs if rngs is None else rngs
            carry = self.cell.initialize_carry(unrolling.carry_shape(inputs), given)

        def run(carry, inputs, axis, keeps):
            def body(carry, x):
                carry, y = self.cell(carry, x)
                return carry, ((carry, y) if keeps else y)

            carry, outputs = lax.scan(body, carry, jnp.moveaxis(inputs, axis, 0), unroll=self.unroll)
            if keeps:
                return carry, (outputs[0], jnp.moveaxis(outputs[1], 0, axis))
            return carry, jnp.moveaxis(outputs, 0, axis)

        return unrolling.outputs(inputs, carry, run)
