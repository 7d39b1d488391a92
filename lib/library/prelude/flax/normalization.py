"""Normalizations. flax 0.12.8: linen/normalization.py."""
from prelude.flax.modules import Module, compact, merge_param
from prelude.flax.promotion import canonical

MODULE = "flax.linen"


def _axes(x, ndim):
    axes = x if isinstance(x, (tuple, list)) else (x,)
    return tuple(sorted({a if a >= 0 else ndim + a for a in axes}))


def _statistics(x, axes, dtype, axis_name, index_groups, use_mean, fast, mask, upcast):
    if dtype is None:
        dtype = jnp.result_type(x)
    if upcast:
        dtype = jnp.promote_types(dtype, jnp.float32)
    x = jnp.asarray(x, dtype)
    axes = _axes(axes, x.ndim)

    def maybe(value):
        return value if axis_name is None else lax.pmean(value, axis_name, axis_index_groups=index_groups)

    square = maybe(jnp.mean(lax.square(jnp.abs(x)), axes, where=mask))
    if not use_mean:
        return jnp.zeros(square.shape, dtype=dtype), square
    mean = maybe(jnp.mean(x, axes, where=mask))
    if fast:
        return mean, jnp.maximum(0.0, square - lax.square(jnp.abs(mean)))
    return mean, maybe(jnp.var(x, axes, where=mask))


def _normalize(module, x, mean, var, reduction_axes, feature_axes, dtype, param_dtype, eps, use_bias, use_scale, bias_init, scale_init):
    reduction_axes = _axes(reduction_axes, x.ndim)
    feature_axes = _axes(feature_axes, x.ndim)
    shape = [1] * x.ndim
    for axis in feature_axes:
        shape[axis] = x.shape[axis]
    reduced = tuple([x.shape[axis] for axis in feature_axes])
    mean = jnp.expand_dims(mean, reduction_axes)
    var = jnp.expand_dims(var, reduction_axes)
    y = x - mean
    mul = lax.rsqrt(var + eps)
    args = [x]
    if use_scale:
        scale = module.param("scale", scale_init, reduced, param_dtype).reshape(tuple(shape))
        mul *= scale
        args.append(scale)
    y *= mul
    if use_bias:
        bias = module.param("bias", bias_init, reduced, param_dtype).reshape(tuple(shape))
        y += bias
        args.append(bias)
    return jnp.asarray(y, canonical(args, dtype))


class BatchNorm(Module):
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
        feature_axes = _axes(self.axis, x.ndim)
        reduction_axes = tuple([i for i in range(x.ndim) if i not in feature_axes])
        shape = tuple([x.shape[a] for a in feature_axes])
        mean_var = self.variable("batch_stats", "mean", lambda s: jnp.zeros(s, jnp.float32), shape)
        var_var = self.variable("batch_stats", "var", lambda s: jnp.ones(s, jnp.float32), shape)
        if running:
            mean, var = mean_var.value, var_var.value
        else:
            mean, var = _statistics(
                x,
                reduction_axes,
                self.dtype,
                self.axis_name if not self.is_initializing() else None,
                self.axis_index_groups,
                True,
                self.use_fast_variance,
                mask,
                self.force_float32_reductions,
            )
            if not self.is_initializing():
                mean_var.value = self.momentum * mean_var.value + (1 - self.momentum) * mean
                var_var.value = self.momentum * var_var.value + (1 - self.momentum) * var
        return _normalize(
            self, x, mean, var, reduction_axes, feature_axes, self.dtype, self.param_dtype, self.epsilon,
            self.use_bias, self.use_scale, self.bias_init, self.scale_init,
        )


class LayerNorm(Module):
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
        mean, var = _statistics(
            x, self.reduction_axes, self.dtype, self.axis_name, self.axis_index_groups, True,
            self.use_fast_variance, mask, self.force_float32_reductions,
        )
        return _normalize(
            self, x, mean, var, self.reduction_axes, self.feature_axes, self.dtype, self.param_dtype,
            self.epsilon, self.use_bias, self.use_scale, self.bias_init, self.scale_init,
        )


class RMSNorm(Module):
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

    @compact
    def __call__(self, x, *, mask=None):
        mean, var = _statistics(
            x, self.reduction_axes, self.dtype, self.axis_name, self.axis_index_groups, False,
            self.use_fast_variance, mask, self.force_float32_reductions,
        )
        return _normalize(
            self, x, mean, var, self.reduction_axes, self.feature_axes, self.dtype, self.param_dtype,
            self.epsilon, False, self.use_scale, jax.nn.initializers.zeros, self.scale_init,
        )


class GroupNorm(Module):
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
        if self.reduction_axes is None:
            reduction_axes = tuple(range(1, x.ndim))
        else:
            reduction_axes = _axes(self.reduction_axes, x.ndim)
        if (self.num_groups is None) == (self.group_size is None):
            raise ValueError("Either `num_groups` or `group_size` should be specified, but not both of them.")
        channels = x.shape[-1]
        if self.group_size is not None:
            if channels % self.group_size != 0:
                raise ValueError(f"Number of channels ({channels}) is not multiple of the group size ({self.group_size}).")
            groups = channels // self.group_size
        else:
            groups = self.num_groups
        if groups <= 0 or channels % groups != 0:
            raise ValueError(f"Number of groups ({groups}) does not divide the number of channels ({channels}).")
        size = channels // groups
        grouped = x.shape[:-1] + (groups, size)
        mean, var = _statistics(
            x.reshape(grouped), tuple(list(reduction_axes[:-1]) + [-1]), self.dtype, self.axis_name,
            self.axis_index_groups, True, self.use_fast_variance, mask, self.force_float32_reductions,
        )
        mean = jnp.repeat(mean, size, axis=-1)
        var = jnp.repeat(var, size, axis=-1)
        return _normalize(
            self, x, mean, var, reduction_axes[:-1], (x.ndim - 1,), self.dtype, self.param_dtype, self.epsilon,
            self.use_bias, self.use_scale, self.bias_init, self.scale_init,
        )


class InstanceNorm(Module):
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
        features = _axes(self.feature_axes, x.ndim)
        reduction_axes = [i for i in range(1, x.ndim) if i not in features]
        mean, var = _statistics(
            x, reduction_axes, self.dtype, self.axis_name, self.axis_index_groups, True, self.use_fast_variance,
            mask, self.force_float32_reductions,
        )
        return _normalize(
            self, x, mean, var, reduction_axes, features, self.dtype, self.param_dtype, self.epsilon,
            self.use_bias, self.use_scale, self.bias_init, self.scale_init,
        )
