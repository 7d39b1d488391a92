"""Layers of NNX around others, whose weights they normalize. flax 0.12.8: nnx/nn/normalization.py."""
from prelude.flax.nnx.filters import PathContains, matches
from prelude.flax.nnx.modules import Module, data
from prelude.flax.nnx.states import state, to_flat_state
from prelude.flax.nnx.variables import BatchStat, Param
from prelude.flax.normalization import axes_of
from prelude.flax.promotion import canonical
from prelude.flax.wrapped import scaled_weight, spectral_step

MODULE = "flax.nnx flax.nnx.nn.normalization"

_ones = jax.nn.initializers.ones


class WeightNorm(Module):
    def __init__(
        self,
        layer_instance,
        *,
        feature_axes=-1,
        use_scale=True,
        scale_init=_ones,
        epsilon=1e-12,
        dtype=None,
        param_dtype=jnp.float32,
        variable_filter=PathContains("kernel"),
        promote_dtype=None,
        rngs,
    ):
        self.layer_instance = layer_instance
        self.feature_axes = () if feature_axes is None else feature_axes
        self.use_scale = use_scale
        self.scale_init = scale_init
        self.epsilon = epsilon
        self.dtype = dtype
        self.param_dtype = param_dtype
        self.variable_filter = variable_filter
        self.scales = None
        if use_scale:
            self.scales = data({path: self._scale(param, rngs) for path, param in self._weights(Param)})

    def _weights(self, kind):
        pairs = to_flat_state(state(self.layer_instance, kind))
        return [(path, param) for path, param in pairs if matches(self.variable_filter, path, param)]

    def _scale(self, param, rngs):
        sizes = tuple([param.shape[axis] for axis in axes_of(self.feature_axes, param.ndim)])
        return program_call(self.scale_init, rngs["params"], sizes)

    def __call__(self, x, *args, **kwargs):
        for path, param in self._weights(Ellipsis):
            scale = self.scales[path] if self.use_scale else None
            made, parts = scaled_weight(param.get_value(), self.feature_axes, self.epsilon, lambda _: scale)
            param.set_value(jnp.asarray(made, canonical(parts, self.dtype)))
        return self.layer_instance(x, *args, **kwargs)


class SpectralNorm(Module):
    def __init__(
        self,
        layer_instance,
        *,
        n_steps=1,
        epsilon=1e-12,
        dtype=None,
        param_dtype=jnp.float32,
        error_on_non_matrix=False,
        update_stats=True,
        rngs,
    ):
        self.layer_instance = layer_instance
        self.n_steps = n_steps
        self.epsilon = epsilon
        self.dtype = dtype
        self.param_dtype = param_dtype
        self.error_on_non_matrix = error_on_non_matrix
        self.use_running_average = not update_stats
        stats = {}
        for path, param in self._weights():
            first = jax.nn.initializers.normal()(rngs.params(), (1, param.shape[-1]), param_dtype)
            stats[path + ("u",)] = BatchStat(first)
            stats[path + ("sigma",)] = BatchStat(jnp.ones((), param_dtype))
        self.batch_stats = data(stats)

    def set_view(self, use_running_average=None):
        if use_running_average is not None:
            self.use_running_average = use_running_average

    def _weights(self):
        pairs = [(path, p) for path, p in to_flat_state(state(self.layer_instance, Param)) if p.ndim > 1]
        if self.error_on_non_matrix:
            for _, param in pairs:
                if param.ndim > 2:
                    raise ValueError(f"Layer instance parameter is {param.ndim}D but error_on_non_matrix is True")
        return pairs if self.n_steps >= 1 else []

    def __call__(self, x, update_stats=None):
        update_stats = not self.use_running_average if update_stats is None else update_stats
        for path, param in self._weights():
            u, sigma = self.batch_stats[path + ("u",)], self.batch_stats[path + ("sigma",)]
            value = param.get_value()
            matrix = value if value.ndim == 2 else jnp.reshape(value, (-1, value.shape[-1]))
            made, new_u, new_sigma = spectral_step(matrix, u[...], self.n_steps, self.epsilon)
            if update_stats:
                u[...] = new_u
                sigma[...] = new_sigma
            param[...] = jnp.asarray(made.reshape(value.shape), canonical([value, new_u, new_sigma], self.dtype))
        return self.layer_instance(x)
