"""Sequences, dropout and pooling. flax 0.12.8: linen/combinators.py, stochastic.py, pooling.py."""
from prelude.flax.modules import Module, compact, merge_param

MODULE = "flax.linen flax.linen.pooling flax.linen.combinators flax.linen.stochastic"


class Sequential(Module):
    layers: object

    @compact
    def __call__(self, *args, **kwargs):
        if not self.layers:
            raise ValueError(f"Empty Sequential module {self.name}.")
        outputs = self.layers[0](*args, **kwargs)
        for layer in self.layers[1:]:
            if isinstance(outputs, tuple):
                outputs = layer(*outputs)
            elif isinstance(outputs, dict):
                outputs = layer(**outputs)
            else:
                outputs = layer(outputs)
        return outputs


class Dropout(Module):
    rate: float
    broadcast_dims: object = ()
    deterministic: object = None
    rng_collection: str = "dropout"

    @compact
    def __call__(self, inputs, deterministic=None, rng=None):
        deterministic = merge_param("deterministic", self.deterministic, deterministic)
        if (isinstance(self.rate, (int, float)) and self.rate == 0.0) or deterministic:
            return inputs
        if isinstance(self.rate, (int, float)) and self.rate == 1.0:
            return jnp.zeros_like(inputs)
        keep = 1.0 - self.rate
        if rng is None:
            rng = self.make_rng(self.rng_collection)
        shape = list(inputs.shape)
        for dim in self.broadcast_dims:
            shape[dim] = 1
        mask = jax.random.bernoulli(rng, p=keep, shape=tuple(shape))
        mask = jnp.broadcast_to(mask, inputs.shape)
        return lax.select(mask, inputs / keep, jnp.zeros_like(inputs))


def pool(inputs, init, reduce_fn, window_shape, strides, padding):
    batch = inputs.ndim - (len(window_shape) + 1)
    strides = strides or (1,) * len(window_shape)
    assert len(window_shape) == len(strides), f"len({window_shape}) must equal len({strides})"
    strides = (1,) * batch + tuple(strides) + (1,)
    dims = (1,) * batch + tuple(window_shape) + (1,)
    single = False
    if inputs.ndim == len(dims) - 1:
        inputs = inputs[None]
        single = True
    assert inputs.ndim == len(dims), f"len({inputs.shape}) != len({dims})"
    if not isinstance(padding, str):
        padding = ((0, 0),) * (1 if single else batch) + tuple([tuple(p) for p in padding]) + ((0, 0),)
    y = lax.reduce_window(inputs, init, reduce_fn, dims, strides, padding)
    return jnp.squeeze(y, axis=0) if single else y


def avg_pool(inputs, window_shape, strides=None, padding="VALID", count_include_pad=True):
    y = pool(inputs, 0.0, lax.add, window_shape, strides, padding)
    if count_include_pad:
        return y / math.prod(window_shape)
    shape = inputs.shape[:-1] + (1,)
    return y / pool(jnp.ones(shape), 0.0, lax.add, window_shape, strides, padding)


def max_pool(inputs, window_shape, strides=None, padding="VALID"):
    return pool(inputs, -jnp.inf, lax.max, window_shape, strides, padding)


def min_pool(inputs, window_shape, strides=None, padding="VALID"):
    return pool(inputs, jnp.inf, lax.min, window_shape, strides, padding)


class BatchApply:
    def __init__(self, f, num_dims=2):
        self._f = f
        self.num_dims = num_dims

    def __call__(self, *args, **kwargs):
        count = self.num_dims
        like = [x for x in jax.tree.leaves((args, kwargs)) if jnp.ndim(x) >= count]
        if not like:
            raise ValueError(f"BatchApply requires at least one input with ndim >= {count}.")

        def merged(x):
            return x.reshape((math.prod(x.shape[:count]),) + x.shape[count:]) if jnp.ndim(x) >= count else x

        outputs = program_call(self._f, *jax.tree.map(merged, args), **jax.tree.map(merged, kwargs))
        return jax.tree.map(lambda x: x.reshape(like[0].shape[:count] + x.shape[1:]), outputs)


class PReLU(Module):
    param_dtype: object = jnp.float32
    negative_slope_init: float = 0.01

    @compact
    def __call__(self, inputs):
        slope = self.param(
            "negative_slope", lambda k: jnp.asarray(self.negative_slope_init, self.param_dtype)
        )
        return jnp.where(inputs >= 0, inputs, jnp.asarray(slope, inputs.dtype) * inputs)
