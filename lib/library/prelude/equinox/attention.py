"""Attention and recurrent cells. equinox 0.13.8: nn/_attention.py, _rnn.py."""
from prelude.equinox.kinds import matrix_shape
from prelude.equinox.layers import Dropout, Linear
from prelude.equinox.modules import Module, field
from prelude.equinox.parameters import floating, uniform

MODULE = "equinox.nn equinox.nn._attention"


def dot_product_attention_weights(query, key, mask=None):
    query = query / math.sqrt(query.shape[-1])
    logits = jnp.einsum("sd,Sd->sS", query, key)
    if mask is not None:
        if mask.shape != logits.shape:
            raise ValueError(
                f"mask must have shape (query_seq_length, kv_seq_length)=({query.shape[0]}, {key.shape[0]}). "
                f"Got {mask.shape}."
            )
        logits = jnp.where(mask, logits, jnp.finfo(logits.dtype).min)
    dtype = jnp.result_type(logits.dtype, jnp.float32)
    return jax.nn.softmax(logits.astype(dtype)).astype(logits.dtype)


def dot_product_attention(query, key_, value, mask=None, dropout=None, *, key=None, inference=None):
    weights = dot_product_attention_weights(query, key_, mask)
    if dropout is not None:
        weights = dropout(weights, key=key, inference=inference)
    return jnp.einsum("sS,Sd->sd", weights, value)


class MultiheadAttention(Module):
    query_proj: object
    key_proj: object
    value_proj: object
    output_proj: object
    dropout: object
    num_heads: int = field(static=True)
    query_size: int = field(static=True)
    key_size: int = field(static=True)
    value_size: int = field(static=True)
    output_size: int = field(static=True)
    qk_size: int = field(static=True)
    vo_size: int = field(static=True)
    use_query_bias: bool = field(static=True)
    use_key_bias: bool = field(static=True)
    use_value_bias: bool = field(static=True)
    use_output_bias: bool = field(static=True)

    def __init__(
        self,
        num_heads,
        query_size,
        key_size=None,
        value_size=None,
        output_size=None,
        qk_size=None,
        vo_size=None,
        use_query_bias=False,
        use_key_bias=False,
        use_value_bias=False,
        use_output_bias=False,
        dropout_p=0.0,
        inference=False,
        dtype=None,
        *,
        key,
    ):
        qkey, kkey, vkey, okey = jax.random.split(key, 4)
        key_size = query_size if key_size is None else key_size
        value_size = query_size if value_size is None else value_size
        qk_size = query_size // num_heads if qk_size is None else qk_size
        vo_size = query_size // num_heads if vo_size is None else vo_size
        output_size = query_size if output_size is None else output_size
        self.query_proj = Linear(query_size, num_heads * qk_size, use_query_bias, dtype=dtype, key=qkey)
        self.key_proj = Linear(key_size, num_heads * qk_size, use_key_bias, dtype=dtype, key=kkey)
        self.value_proj = Linear(value_size, num_heads * vo_size, use_value_bias, dtype=dtype, key=vkey)
        self.output_proj = Linear(num_heads * vo_size, output_size, use_output_bias, dtype=dtype, key=okey)
        self.dropout = Dropout(dropout_p, inference=inference)
        self.num_heads = num_heads
        self.query_size = query_size
        self.key_size = key_size
        self.value_size = value_size
        self.output_size = output_size
        self.qk_size = qk_size
        self.vo_size = vo_size
        self.use_query_bias = use_query_bias
        self.use_key_bias = use_key_bias
        self.use_value_bias = use_value_bias
        self.use_output_bias = use_output_bias

    def _project(self, proj, x):
        length, _ = matrix_shape(x)
        return jax.vmap(proj)(x).reshape(length, self.num_heads, -1)

    def __call__(
        self, query, key_, value, mask=None, *, key=None, inference=None, deterministic=None, process_heads=None
    ):
        query_length, _ = matrix_shape(query)
        kv_length, _ = matrix_shape(key_)
        if value.shape[0] != kv_length:
            raise ValueError("key and value must both be sequences of equal length.")
        query_heads = self._project(self.query_proj, query)
        key_heads = self._project(self.key_proj, key_)
        value_heads = self._project(self.value_proj, value)
        heads = (query_heads, key_heads, value_heads)
        if process_heads is not None:
            heads = program_call(process_heads, *heads)
            given = (query_heads, key_heads, value_heads)
            if any([new.shape != old.shape for new, old in zip(heads, given)]):
                raise ValueError("process_heads must not change the shape of the heads.")
        keys = None if key is None else jax.random.split(key, self.num_heads)
        mode = inference if deterministic is None else deterministic

        def attend(q, k, v, own_mask, drop):
            return dot_product_attention(q, k, v, own_mask, self.dropout, key=drop, inference=mode)

        mask_axis = 0 if mask is not None and mask.ndim == 3 else None
        axes = (1, 1, 1, mask_axis, None if keys is None else 0)
        attn = jax.vmap(attend, in_axes=axes, out_axes=1)(*heads, mask, keys)
        return jax.vmap(self.output_proj)(attn.reshape(query_length, -1))


class GRUCell(Module):
    weight_ih: object
    weight_hh: object
    bias: object
    bias_n: object
    input_size: int = field(static=True)
    hidden_size: int = field(static=True)
    use_bias: bool = field(static=True)

    def __init__(self, input_size, hidden_size, use_bias=True, dtype=None, *, key):
        dtype = floating(dtype)
        keys = jax.random.split(key, 4)
        limit = math.sqrt(1 / hidden_size)
        self.weight_ih = uniform(keys[0], (3 * hidden_size, input_size), dtype, limit)
        self.weight_hh = uniform(keys[1], (3 * hidden_size, hidden_size), dtype, limit)
        self.bias = uniform(keys[2], (3 * hidden_size,), dtype, limit) if use_bias else None
        self.bias_n = uniform(keys[3], (hidden_size,), dtype, limit) if use_bias else None
        self.input_size = input_size
        self.hidden_size = hidden_size
        self.use_bias = use_bias

    def __call__(self, input, hidden, *, key=None):
        bias, bias_n = (self.bias, self.bias_n) if self.use_bias else (0, 0)
        igates = jnp.split(self.weight_ih @ input + bias, 3)
        hgates = jnp.split(self.weight_hh @ hidden, 3)
        reset = jax.nn.sigmoid(igates[0] + hgates[0])
        inp = jax.nn.sigmoid(igates[1] + hgates[1])
        new = jnp.tanh(igates[2] + reset * (hgates[2] + bias_n))
        return new + inp * (hidden - new)


class LSTMCell(Module):
    weight_ih: object
    weight_hh: object
    bias: object
    input_size: int = field(static=True)
    hidden_size: int = field(static=True)
    use_bias: bool = field(static=True)

    def __init__(self, input_size, hidden_size, use_bias=True, dtype=None, *, key):
        dtype = floating(dtype)
        keys = jax.random.split(key, 3)
        limit = math.sqrt(1 / hidden_size)
        self.weight_ih = uniform(keys[0], (4 * hidden_size, input_size), dtype, limit)
        self.weight_hh = uniform(keys[1], (4 * hidden_size, hidden_size), dtype, limit)
        self.bias = uniform(keys[2], (4 * hidden_size,), dtype, limit) if use_bias else None
        self.input_size = input_size
        self.hidden_size = hidden_size
        self.use_bias = use_bias

    def __call__(self, input, hidden, *, key=None):
        try:
            h, c = hidden
        except (TypeError, ValueError) as error:
            raise error
        gates = self.weight_ih @ input + self.weight_hh @ h
        if self.use_bias:
            gates = gates + self.bias
        i, f, g, o = jnp.split(gates, 4)
        c = jax.nn.sigmoid(f) * c + jax.nn.sigmoid(i) * jnp.tanh(g)
        return jax.nn.sigmoid(o) * jnp.tanh(c), c
