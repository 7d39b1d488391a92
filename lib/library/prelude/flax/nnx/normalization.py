"""Normalizations of NNX. flax 0.12.8: nnx/nn/normalization.py."""
from prelude.flax.nnx.modules import Module
from prelude.flax.nnx.layers import made_param, value_or_none
from prelude.flax.nnx.variables import BatchStat
from prelude.flax.normalization import (
    axes_besides,
    axes_of,
    group_count,
    grouped_statistics,
    normalize,
    statistics,
)

MODULE = "flax.nnx flax.nnx.nn.normalization"

_zeros = jax.nn.initializers.zeros
_ones = jax.nn.initializers.ones


class _Norm(Module):
    def _parameters(self, shape, param_dtype, use_bias, use_scale, bias_init, scale_init, rngs, scale_metadata, bias_metadata):
        self.scale = made_param(use_scale, scale_init, rngs, shape, param_dtype, scale_metadata)
        self.bias = made_param(use_bias, bias_init, rngs, shape, param_dtype, bias_metadata)
        self.param_dtype = param_dtype
        self.use_bias = use_bias
        self.use_scale = use_scale

    def _normalized(self, x, mean, var, reduction_axes, feature_axes):
        scale, bias = value_or_none(self.scale), value_or_none(self.bias)
        return normalize(self, x, mean, var, lambda _: scale, lambda _: bias, reduction_axes, feature_axes)


class BatchNorm(_Norm):
    def __init__(
        self,
        num_features,
        *,
        use_running_average=False,
        axis=-1,
        momentum=0.99,
        epsilon=1e-5,
        dtype=None,
        param_dtype=jnp.float32,
        use_bias=True,
        use_scale=True,
        bias_init=_zeros,
        scale_init=_ones,
        axis_name=None,
        axis_index_groups=None,
        use_fast_variance=True,
        promote_dtype=None,
        rngs,
        bias_metadata={},
        scale_metadata={},
    ):
        shape = (num_features,)
        self.mean = BatchStat(jnp.zeros(shape, jnp.float32))
        self.var = BatchStat(jnp.ones(shape, jnp.float32))
        self._parameters(shape, param_dtype, use_bias, use_scale, bias_init, scale_init, rngs, scale_metadata, bias_metadata)
        self.num_features = num_features
        self.use_running_average = use_running_average
        self.axis = axis
        self.momentum = momentum
        self.epsilon = epsilon
        self.dtype = dtype
        self.axis_name = axis_name
        self.axis_index_groups = axis_index_groups
        self.use_fast_variance = use_fast_variance

    def set_view(self, use_running_average=None):
        if use_running_average is not None:
            self.use_running_average = use_running_average

    def __call__(self, x, use_running_average=None, *, mask=None):
        running = self.use_running_average if use_running_average is None else use_running_average
        if running is None:
            raise ValueError(
                "No `use_running_average` argument was provided to BatchNorm. Consider one of the following options:"
            )
        feature_axes = axes_of(self.axis, x.ndim)
        reduction_axes = axes_besides(feature_axes, x.ndim)
        if running:
            mean, var = self.mean[...], self.var[...]
        else:
            mean, var = statistics(self, x, reduction_axes, mask, axis_name=self.axis_name)
            self.mean[...] = self.momentum * self.mean[...] + (1 - self.momentum) * mean
            self.var[...] = self.momentum * self.var[...] + (1 - self.momentum) * var
        return self._normalized(x, mean, var, reduction_axes, feature_axes)


class LayerNorm(_Norm):
    def __init__(
        self,
        num_features,
        *,
        epsilon=1e-6,
        dtype=None,
        param_dtype=jnp.float32,
        use_bias=True,
        use_scale=True,
        bias_init=_zeros,
        scale_init=_ones,
        reduction_axes=-1,
        feature_axes=-1,
        axis_name=None,
        axis_index_groups=None,
        use_fast_variance=True,
        promote_dtype=None,
        rngs,
        bias_metadata={},
        scale_metadata={},
    ):
        self._parameters((num_features,), param_dtype, use_bias, use_scale, bias_init, scale_init, rngs, scale_metadata, bias_metadata)
        self.num_features = num_features
        self.epsilon = epsilon
        self.dtype = dtype
        self.reduction_axes = reduction_axes
        self.feature_axes = feature_axes
        self.axis_name = axis_name
        self.axis_index_groups = axis_index_groups
        self.use_fast_variance = use_fast_variance

    def __call__(self, x, *, mask=None):
        mean, var = statistics(self, x, self.reduction_axes, mask, axis_name=self.axis_name)
        return self._normalized(x, mean, var, self.reduction_axes, self.feature_axes)


class RMSNorm(_Norm):
    def __init__(
        self,
        num_features,
        *,
        epsilon=1e-6,
        dtype=None,
        param_dtype=jnp.float32,
        use_scale=True,
        scale_init=_ones,
        reduction_axes=-1,
        feature_axes=-1,
        axis_name=None,
        axis_index_groups=None,
        use_fast_variance=True,
        promote_dtype=None,
        rngs,
        scale_metadata={},
    ):
        self._parameters((num_features,), param_dtype, False, use_scale, _zeros, scale_init, rngs, scale_metadata, {})
        self.num_features = num_features
        self.epsilon = epsilon
        self.dtype = dtype
        self.reduction_axes = reduction_axes
        self.feature_axes = feature_axes
        self.axis_name = axis_name
        self.axis_index_groups = axis_index_groups
        self.use_fast_variance = use_fast_variance

    def __call__(self, x, mask=None):
        mean, var = statistics(self, x, self.reduction_axes, mask, use_mean=False, axis_name=self.axis_name)
        return self._normalized(x, mean, var, self.reduction_axes, self.feature_axes)


class GroupNorm(_Norm):
    def __init__(
        self,
        num_features,
        num_groups=32,
        group_size=None,
        *,
        epsilon=1e-6,
        dtype=None,
        param_dtype=jnp.float32,
        use_bias=True,
        use_scale=True,
        bias_init=_zeros,
        scale_init=_ones,
        reduction_axes=None,
        axis_name=None,
        axis_index_groups=None,
        use_fast_variance=True,
        promote_dtype=None,
        rngs,
        bias_metadata={},
        scale_metadata={},
    ):
        self.num_groups = group_count(num_groups, group_size, num_features, "features")
        self._parameters((num_features,), param_dtype, use_bias, use_scale, bias_init, scale_init, rngs, scale_metadata, bias_metadata)
        self.num_features = num_features
        self.group_size = num_features // self.num_groups
        self.epsilon = epsilon
        self.dtype = dtype
        self.reduction_axes = reduction_axes
        self.axis_name = axis_name
        self.axis_index_groups = axis_index_groups
        self.use_fast_variance = use_fast_variance

    def __call__(self, x, *, mask=None):
        axes = axes_besides((0,), x.ndim) if self.reduction_axes is None else axes_of(self.reduction_axes, x.ndim)
        mean, var = grouped_statistics(
            self, x, axes, self.num_groups, self.group_size, mask, self.axis_name, True, 1
        )
        return self._normalized(x, mean, var, axes[:-1], (x.ndim - 1,))


class InstanceNorm(_Norm):
    def __init__(self, num_features, *, epsilon=1e-6, dtype=None, param_dtype=jnp.float32, use_bias=True, use_scale=True, bias_init=_zeros, scale_init=_ones, feature_axes=-1, axis_name=None, axis_index_groups=None, use_fast_variance=True, promote_dtype=None, rngs, bias_metadata={}, scale_metadata={}):
        self._parameters((num_features,), param_dtype, use_bias, use_scale, bias_init, scale_init, rngs, scale_metadata, bias_metadata)
        self.num_features = num_features
        self.epsilon = epsilon
        self.dtype = dtype
        self.feature_axes = feature_axes
        self.axis_name = axis_name
        self.axis_index_groups = axis_index_groups
        self.use_fast_variance = use_fast_variance

    def __call__(self, x, *, mask=None):
        features = axes_of(self.feature_axes, x.ndim)
        reduction_axes = axes_besides((0,) + features, x.ndim)
        mean, var = statistics(self, x, reduction_axes, mask, axis_name=self.axis_name)
        return self._normalized(x, mean, var, reduction_axes, features)
