"""Normalizations. flax 0.12.8: linen/normalization.py."""
from prelude.flax.modules import Module, compact, merge_param
from prelude.flax.promotion import canonical

MODULE = "flax.linen flax.linen.normalization"


def axes_of(x, ndim):
    axes = x if isinstance(x, (tuple, list)) else (x,)
    return tuple(sorted({a if a >= 0 else ndim + a for a in axes}))


def axes_besides(axes, ndim):
    return tuple([i for i in range(ndim) if i not in axes])


def magnitude_squared(x):
    if jnp.iscomplexobj(x):
        return lax.square(lax.real(x)) + lax.square(lax.imag(x))
    return lax.square(x)


def statistics(layer, x, axes, mask, use_mean=True, axis_name=None, upcast=True):
    """The mean and the variance, by the settings that layers of Linen and NNX have."""
    dtype = jnp.result_type(x) if layer.dtype is None else layer.dtype
    if upcast:
        dtype = jnp.promote_types(dtype, jnp.float32)
    x = jnp.asarray(x, dtype)
    axes = axes_of(axes, x.ndim)

    def averaged(*values):
        """The means, which devices take together where an axis is named."""
        means = [jnp.mean(value, axes, where=mask) for value in values]
        if axis_name is None:
            return means
        together = means[0] if len(means) == 1 else jnp.stack(means)
        together = lax.pmean(together, axis_name, axis_index_groups=layer.axis_index_groups)
        return [together] if len(means) == 1 else [together[i] for i in range(len(means))]

    if not use_mean:
        square, = averaged(magnitude_squared(x))
        return jnp.zeros(square.shape, dtype=dtype), square
    if layer.use_fast_variance:
        mean, square = averaged(x, magnitude_squared(x))
        return mean, jnp.maximum(0.0, square - magnitude_squared(mean))
    mean, = averaged(x)
    return mean, averaged(magnitude_squared(x - jnp.expand_dims(mean, axes)))[0]


def grouped_statistics(layer, x, axes, groups, size, mask, axis_name, upcast, axis):
    """Those of groups of the last dimension, for each element of it; `axes` ends with that dimension."""
    if mask is not None:
        mask = mask.reshape(mask.shape[:-1] + (groups, size))
    mean, var = statistics(
        layer, x.reshape(x.shape[:-1] + (groups, size)), axes[:-1] + (-1,), mask, axis_name=axis_name, upcast=upcast
    )
    return jnp.repeat(mean, size, axis=axis), jnp.repeat(var, size, axis=axis)


def normalize(layer, x, mean, var, scale, bias, reduction_axes, feature_axes):
    """`scale(shape)` and `bias(shape)` give these parameters, or None."""
    reduction_axes = axes_of(reduction_axes, x.ndim)
    feature_axes = axes_of(feature_axes, x.ndim)
    shape = [size if axis in feature_axes else 1 for axis, size in enumerate(x.shape)]
    reduced = tuple([x.shape[axis] for axis in feature_axes])
    y = x - jnp.expand_dims(mean, reduction_axes)
    mul = lax.rsqrt(jnp.expand_dims(var, reduction_axes) + layer.epsilon)
    args = [x]
    factor = scale(reduced)
    if factor is not None:
        args.append(factor.reshape(shape))
        mul *= args[-1]
    y *= mul
    offset = bias(reduced)
    if offset is not None:
        args.append(offset.reshape(shape))
        y += args[-1]
    return jnp.asarray(y, canonical(args, layer.dtype))


class _Norm(Module):
    def _statistics(self, x, axes, mask, use_mean=True):
        return statistics(self, x, axes, mask, use_mean, self.axis_name, self.force_float32_reductions)

    def _normalized(self, x, mean, var, reduction_axes, feature_axes):
        def parameter(name, wanted, init):
            return lambda shape: self.param(name, init, shape, self.param_dtype) if wanted else None

        scale = parameter("scale", self.use_scale, self.scale_init)
        bias = parameter("bias", self.use_bias, self.bias_init)
        return normalize(self, x, mean, var, scale, bias, reduction_axes, feature_axes)


class BatchNorm(_Norm):
    use_running_average: object = None
    axis: int = -1
    momentum: float = 0.99
    epsilon: float = 1e-5
    dtype: object = None
    param_dtype: object = jnp.float32
    use_bias: bool = True
    use_scale: bool = True
    bias_init: object = jax.nn.initializers.zeros
    scale_init: object = jax.nn.initializers.ones
    axis_name: object = None
    axis_index_groups: object = None
    use_fast_variance: bool = True
    force_float32_reductions: bool = True

    @compact
    def __call__(self, x, use_running_average=None, *, mask=None):
        running = merge_param("use_running_average", self.use_running_average, use_running_average)
        feature_axes = axes_of(self.axis, x.ndim)
        reduction_axes = axes_besides(feature_axes, x.ndim)
        shape = tuple([x.shape[a] for a in feature_axes])
        mean_var = self.variable("batch_stats", "mean", lambda s: jnp.zeros(s, jnp.float32), shape)
        var_var = self.variable("batch_stats", "var", lambda s: jnp.ones(s, jnp.float32), shape)
        if running:
            mean, var = mean_var.value, var_var.value
        else:
            axis_name = None if self.is_initializing() else self.axis_name
            mean, var = statistics(
                self, x, reduction_axes, mask, axis_name=axis_name, upcast=self.force_float32_reductions
            )
            if not self.is_initializing():
                mean_var.value = self.momentum * mean_var.value + (1 - self.momentum) * mean
                var_var.value = self.momentum * var_var.value + (1 - self.momentum) * var
        return self._normalized(x, mean, var, reduction_axes, feature_axes)


class LayerNorm(_Norm):
    epsilon: float = 1e-6
    dtype: object = None
    param_dtype: object = jnp.float32
    use_bias: bool = True
    use_scale: bool = True
    bias_init: object = jax.nn.initializers.zeros
    scale_init: object = jax.nn.initializers.ones
    reduction_axes: object = -1
    feature_axes: object = -1
    axis_name: object = None
    axis_index_groups: object = None
    use_fast_variance: bool = True
    force_float32_reductions: bool = True

    @compact
    def __call__(self, x, *, mask=None):
        mean, var = self._statistics(x, self.reduction_axes, mask)
        return self._normalized(x, mean, var, self.reduction_axes, self.feature_axes)


class RMSNorm(_Norm):
    epsilon: float = 1e-6
    dtype: object = None
    param_dtype: object = jnp.float32
    use_scale: bool = True
    scale_init: object = jax.nn.initializers.ones
    reduction_axes: object = -1
    feature_axes: object = -1
    axis_name: object = None
    axis_index_groups: object = None
    use_fast_variance: bool = True
    force_float32_reductions: bool = True

    use_bias = False
    bias_init = None

    @compact
    def __call__(self, x, *, mask=None):
        mean, var = self._statistics(x, self.reduction_axes, mask, use_mean=False)
        return self._normalized(x, mean, var, self.reduction_axes, self.feature_axes)


class GroupNorm(_Norm):
    num_groups: object = 32
    group_size: object = None
    epsilon: float = 1e-6
    dtype: object = None
    param_dtype: object = jnp.float32
    use_bias: bool = True
    use_scale: bool = True
    bias_init: object = jax.nn.initializers.zeros
    scale_init: object = jax.nn.initializers.ones
    reduction_axes: object = None
    axis_name: object = None
    axis_index_groups: object = None
    use_fast_variance: bool = True
    force_float32_reductions: bool = True

    @compact
    def __call__(self, x, *, mask=None):
        axes = axes_besides((0,), x.ndim) if self.reduction_axes is None else axes_of(self.reduction_axes, x.ndim)
        if axes[-1] != x.ndim - 1:
            raise ValueError(
                "The reduction axes must include the final dimension as this is assumed to be the feature axis."
            )
        groups = group_count(self.num_groups, self.group_size, x.shape[-1], "channels")
        mean, var = grouped_statistics(
            self, x, axes, groups, x.shape[-1] // groups, mask, self.axis_name, self.force_float32_reductions, -1
        )
        return self._normalized(x, mean, var, axes[:-1], (x.ndim - 1,))


def group_count(num_groups, group_size, features, noun):
    """How many groups there are. NNX says `features` where Linen says `channels`."""
    if (num_groups is None) == (group_size is None):
        raise ValueError("Either `num_groups` or `group_size` should be specified. If `group_size` is to be specified, pass `num_groups=None` as argument to override the default `num_groups` value of 32.")
    if group_size is not None:
        if features % group_size != 0:
            raise ValueError(f"Number of {noun} ({features}) is not multiple of the group size ({group_size}).")
        return features // group_size
    if num_groups <= 0 or features % num_groups != 0:
        raise ValueError(f"Number of groups ({num_groups}) does not divide the number of channels ({features}).")
    return num_groups


class InstanceNorm(_Norm):
    epsilon: float = 1e-6
    dtype: object = None
    param_dtype: object = jnp.float32
    use_bias: bool = True
    use_scale: bool = True
    bias_init: object = jax.nn.initializers.zeros
    scale_init: object = jax.nn.initializers.ones
    feature_axes: object = -1
    axis_name: object = None
    axis_index_groups: object = None
    use_fast_variance: bool = True
    force_float32_reductions: bool = True

    @compact
    def __call__(self, x, *, mask=None):
        features = axes_of(self.feature_axes, x.ndim)
        if 0 in features:
            raise ValueError(
                "The channel axes cannot include the leading dimension as this is assumed to be the batch axis."
            )
        reduction_axes = axes_besides((0,) + features, x.ndim)
        mean, var = self._statistics(x, reduction_axes, mask)
        return self._normalized(x, mean, var, reduction_axes, features)
