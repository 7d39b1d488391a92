"""Normalizations of NNX. flax 0.12.8: nnx/nn/normalization.py."""
from prelude.flax.nnx.modules import Module
from prelude.flax.nnx.variables import BatchStat, Param
from prelude.flax.normalization import _axes, _statistics
from prelude.flax.promotion import canonical

MODULE = "flax.nnx"

_zeros = jax.nn.initializers.zeros
_ones = jax.nn.initializers.ones


def _normalize(x, mean, var, scale, bias, reduction_axes, feature_axes, dtype, eps):
    reduction_axes = _axes(reduction_axes, x.ndim)
    feature_axes = _axes(feature_axes, x.ndim)
    shape = [1] * x.ndim
    for axis in feature_axes:
        shape[axis] = x.shape[axis]
    mean = jnp.expand_dims(mean, reduction_axes)
    var = jnp.expand_dims(var, reduction_axes)
    y = x - mean
    mul = lax.rsqrt(var + eps)
    args = [x]
    if scale is not None:
        scale = scale.reshape(tuple(shape))
        mul *= scale
        args.append(scale)
    y *= mul
    if bias is not None:
        bias = bias.reshape(tuple(shape))
        y += bias
        args.append(bias)
    return jnp.asarray(y, canonical(args, dtype))


def _value(variable):
    return None if variable is None else variable[...]


class _Norm(Module):
    def _parameters(self, shape, param_dtype, use_bias, use_scale, bias_init, scale_init, rngs, scale_metadata, bias_metadata):
        self.scale = None
        self.bias = None
        if use_scale:
            self.scale = Param(program_call(scale_init, rngs.params(), shape, param_dtype), **scale_metadata)
        if use_bias:
            self.bias = Param(program_call(bias_init, rngs.params(), shape, param_dtype), **bias_metadata)


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

    def __call__(self, x, use_running_average=None, *, mask=None):
        running = self.use_running_average if use_running_average is None else use_running_average
        feature_axes = _axes(self.axis, x.ndim)
        reduction_axes = tuple([i for i in range(x.ndim) if i not in feature_axes])
        if running:
            mean, var = self.mean[...], self.var[...]
        else:
            mean, var = _statistics(
                x, reduction_axes, self.dtype, self.axis_name, self.axis_index_groups, True, self.use_fast_variance,
                mask, True,
            )
            self.mean[...] = self.momentum * self.mean[...] + (1 - self.momentum) * mean
            self.var[...] = self.momentum * self.var[...] + (1 - self.momentum) * var
        return _normalize(
            x, mean, var, _value(self.scale), _value(self.bias), reduction_axes, feature_axes, self.dtype, self.epsilon
        )


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
        mean, var = _statistics(
            x, self.reduction_axes, self.dtype, self.axis_name, self.axis_index_groups, True, self.use_fast_variance,
            mask, True,
        )
        return _normalize(
            x, mean, var, _value(self.scale), _value(self.bias), self.reduction_axes, self.feature_axes, self.dtype,
            self.epsilon,
        )


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
        mean, var = _statistics(
            x, self.reduction_axes, self.dtype, self.axis_name, self.axis_index_groups, False, self.use_fast_variance,
            mask, True,
        )
        return _normalize(
            x, mean, var, _value(self.scale), None, self.reduction_axes, self.feature_axes, self.dtype, self.epsilon
        )


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
        if (num_groups is None) == (group_size is None):
            raise ValueError("Either `num_groups` or `group_size` should be specified. If `group_size` is to be specified, pass `num_groups=None` as argument to override the default `num_groups` value of 32.")
        if group_size is not None:
            if num_features % group_size != 0:
                raise ValueError(f"Number of features ({num_features}) is not multiple of the group size ({group_size}).")
            num_groups = num_features // group_size
        if num_groups <= 0 or num_features % num_groups != 0:
            raise ValueError(f"Number of groups ({num_groups}) does not divide the number of channels ({num_features}).")
        self._parameters((num_features,), param_dtype, use_bias, use_scale, bias_init, scale_init, rngs, scale_metadata, bias_metadata)
        self.num_features = num_features
        self.num_groups = num_groups
        self.group_size = num_features // num_groups
        self.epsilon = epsilon
        self.dtype = dtype
        self.reduction_axes = reduction_axes
        self.axis_name = axis_name
        self.axis_index_groups = axis_index_groups
        self.use_fast_variance = use_fast_variance

    def __call__(self, x, *, mask=None):
        reduction = list(range(1, x.ndim - 1)) + [-1] if self.reduction_axes is None else list(self.reduction_axes)
        reduction = [a % x.ndim for a in reduction]
        grouped = x.shape[:-1] + (self.num_groups, self.group_size)
        mean, var = _statistics(
            x.reshape(grouped), tuple([a for a in reduction if a != x.ndim - 1] + [x.ndim]), self.dtype, self.axis_name,
            self.axis_index_groups, True, self.use_fast_variance, mask, True,
        )
        mean = jnp.repeat(mean, self.group_size, axis=-1)
        var = jnp.repeat(var, self.group_size, axis=-1)
        return _normalize(
            x, mean, var, _value(self.scale), _value(self.bias), tuple([a for a in reduction if a != x.ndim - 1]),
            (x.ndim - 1,), self.dtype, self.epsilon,
        )


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
        features = _axes(self.feature_axes, x.ndim)
        reduction_axes = [i for i in range(1, x.ndim) if i not in features]
        mean, var = _statistics(
            x, reduction_axes, self.dtype, self.axis_name, self.axis_index_groups, True, self.use_fast_variance, mask, True,
        )
        return _normalize(
            x, mean, var, _value(self.scale), _value(self.bias), reduction_axes, features, self.dtype, self.epsilon
        )
