"""Normalizations. equinox 0.13.8: nn/_normalisation.py."""
from prelude.equinox.modules import Module, field
from prelude.equinox.parameters import floating, with_state

MODULE = "equinox.nn"


def _shape_of(shape):
    return (shape,) if isinstance(shape, int) else tuple(shape)


def _at_least_single(x):
    """In single precision, or the one of x if that has more."""
    return x.astype(jnp.result_type(x.dtype, jnp.float32))


def _standardized(x, eps):
    mean = jnp.mean(x, keepdims=True)
    variance = jnp.maximum(0.0, jnp.var(x, keepdims=True))
    return (x - mean) * lax.rsqrt(variance + eps)


def _check_shape(x, shape, title, name):
    if x.shape != shape:
        raise ValueError(
            f"`{title}(shape)(x)` must satisfy the invariant `shape == x.shape`"
            f"Received `shape={shape} and `x.shape={x.shape}`. You might need to replace "
            f"`{name}(x)` with `jax.vmap({name})(x)`.\n"
        )


def _scaled(out, weight, bias):
    """out with a weight and a bias of its dtype, where there are any."""
    if weight is not None:
        out = weight.astype(out.dtype) * out
    return out if bias is None else out + bias.astype(out.dtype)


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
        self.weight = jnp.ones(shape, dtype=floating(dtype)) if use_weight else None
        self.bias = jnp.zeros(shape, dtype=floating(dtype)) if use_bias else None

    def __call__(self, x, state="<left out>", *, key=None):
        _check_shape(x, self.shape, "LayerNorm", "layer_norm")
        out = _scaled(_standardized(_at_least_single(x), self.eps), self.weight, self.bias)
        return with_state(out.astype(x.dtype), state)


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
        self.weight = jnp.ones(shape, dtype=floating(dtype)) if use_weight else None
        self.bias = jnp.zeros(shape, dtype=floating(dtype)) if use_bias else None

    def __call__(self, x, state="<left out>", *, key=None):
        _check_shape(x, self.shape, "RMSNorm", "rms_norm")
        single = _at_least_single(x)
        out = _scaled(lax.rsqrt(jnp.mean(single**2) + self.eps) * single, self.weight, self.bias)
        return with_state(out.astype(x.dtype), state)


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
            raise ValueError("The number of channels should be specified if `channelwise_affine=True`")
        self.groups = groups
        self.channels = channels
        self.eps = eps
        self.channelwise_affine = channelwise_affine
        self.weight = jnp.ones(channels, dtype=floating(dtype)) if channelwise_affine else None
        self.bias = jnp.zeros(channels, dtype=floating(dtype)) if channelwise_affine else None

    def _per_channel(self, parameter, shape):
        if parameter is None:
            return None
        return jnp.broadcast_to(parameter.reshape(parameter.shape + (1,) * (len(shape) - 1)), shape)

    def __call__(self, x, state="<left out>", *, key=None):
        single = _at_least_single(x)
        grouped = single.reshape(self.groups, x.shape[0] // self.groups, *x.shape[1:])
        out = jax.vmap(lambda group: _standardized(group, self.eps))(grouped).reshape(x.shape)
        out = _scaled(out, self._per_channel(self.weight, out.shape), self._per_channel(self.bias, out.shape))
        return with_state(out.astype(x.dtype), state)
