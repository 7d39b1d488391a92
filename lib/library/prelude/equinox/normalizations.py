"""Normalizations. equinox 0.13.8: nn/_normalisation.py."""
from prelude.equinox.modules import Module, field
from prelude.equinox.layers import _dtype

MODULE = "equinox.nn"


def _shape_of(shape):
    return (shape,) if isinstance(shape, int) else tuple(shape)


class LayerNorm(Module):
    shape: tuple = field(static=True)
    eps: float = field(static=True)
    use_weight: bool = field(static=True)
    use_bias: bool = field(static=True)
    weight: object
    bias: object

    def __init__(self, shape, eps=1e-5, use_weight=True, use_bias=True, dtype=None, *, elementwise_affine=None):
        if elementwise_affine is not None:
            use_weight = use_bias = elementwise_affine
        shape = _shape_of(shape)
        self.shape = shape
        self.eps = eps
        self.use_weight = use_weight
        self.use_bias = use_bias
        self.weight = jnp.ones(shape, dtype=_dtype(dtype)) if use_weight else None
        self.bias = jnp.zeros(shape, dtype=_dtype(dtype)) if use_bias else None

    def __call__(self, x, state="_none", *, key=None):
        if x.shape != self.shape:
            raise ValueError(
                "`LayerNorm(shape)(x)` must satisfy the invariant `shape == x.shape`"
                f"Received `shape={self.shape} and `x.shape={x.shape}`. You might need to replace "
                "`layer_norm(x)` with `jax.vmap(layer_norm)(x)`."
            )
        given = x.dtype
        x = x.astype(jnp.result_type(x.dtype, jnp.float32))
        mean = jnp.mean(x, keepdims=True)
        variance = jnp.maximum(0.0, jnp.var(x, keepdims=True))
        out = (x - mean) * lax.rsqrt(variance + self.eps)
        if self.use_weight:
            out = self.weight.astype(out.dtype) * out
        if self.use_bias:
            out = out + self.bias.astype(out.dtype)
        out = out.astype(given)
        return out if isinstance(state, str) else (out, state)


class RMSNorm(Module):
    shape: tuple = field(static=True)
    eps: float = field(static=True)
    use_weight: bool = field(static=True)
    use_bias: bool = field(static=True)
    weight: object
    bias: object

    def __init__(self, shape, eps=1e-5, use_weight=True, use_bias=True, dtype=None):
        shape = _shape_of(shape)
        self.shape = shape
        self.eps = eps
        self.use_weight = use_weight
        self.use_bias = use_bias
        self.weight = jnp.ones(shape, dtype=_dtype(dtype)) if use_weight else None
        self.bias = jnp.zeros(shape, dtype=_dtype(dtype)) if use_bias else None

    def __call__(self, x, state="_none", *, key=None):
        if x.shape != self.shape:
            raise ValueError(
                "`RMSNorm(shape)(x)` must satisfy the invariant `shape == x.shape`"
                f"Received `shape={self.shape} and `x.shape={x.shape}`. You might need to replace "
                "`rms_norm(x)` with `jax.vmap(rms_norm)(x)`."
            )
        given = x.dtype
        x = x.astype(jnp.result_type(x.dtype, jnp.float32))
        out = x * lax.rsqrt(jnp.mean(x**2) + self.eps)
        if self.use_weight:
            out = self.weight.astype(out.dtype) * out
        if self.use_bias:
            out = out + self.bias.astype(out.dtype)
        out = out.astype(given)
        return out if isinstance(state, str) else (out, state)


class GroupNorm(Module):
    groups: int = field(static=True)
    channels: object = field(static=True)
    eps: float = field(static=True)
    channelwise_affine: bool = field(static=True)
    weight: object
    bias: object

    def __init__(self, groups, channels=None, eps=1e-5, channelwise_affine=True, dtype=None):
        if channels is not None and channels % groups != 0:
            raise ValueError("The number of groups must divide the number of channels.")
        if channels is None and channelwise_affine:
            raise ValueError("`channels` should be specified if `channelwise_affine=True`")
        self.groups = groups
        self.channels = channels
        self.eps = eps
        self.channelwise_affine = channelwise_affine
        self.weight = jnp.ones(channels, dtype=_dtype(dtype)) if channelwise_affine else None
        self.bias = jnp.zeros(channels, dtype=_dtype(dtype)) if channelwise_affine else None

    def __call__(self, x, state="_none", *, key=None):
        channels = x.shape[0]
        y = x.reshape(self.groups, channels // self.groups, *x.shape[1:])
        mean = jax.vmap(jnp.mean)(y)
        variance = jnp.maximum(0.0, jax.vmap(jnp.var)(y))
        extra = y.ndim - 1
        mean = jnp.reshape(mean, (self.groups,) + (1,) * extra)
        variance = jnp.reshape(variance, (self.groups,) + (1,) * extra)
        out = ((y - mean) * lax.rsqrt(variance + self.eps)).reshape(x.shape)
        if self.channelwise_affine:
            tail = (1,) * (x.ndim - 1)
            out = jnp.reshape(self.weight, (channels,) + tail) * out + jnp.reshape(self.bias, (channels,) + tail)
        return out if isinstance(state, str) else (out, state)
