"""Layers around others, whose weights they normalize. flax 0.12.8: linen/normalization.py, nnx/nn/normalization.py."""
from prelude.flax.lifted import map_variables
from prelude.flax.modules import Module, compact
from prelude.flax.normalization import axes_besides, axes_of
from prelude.flax.promotion import canonical

MODULE = "flax.linen flax.linen.normalization"


def _name_of(layer, path):
    """The name of a weight behind that of the layer; `path` begins with its collection."""
    return "/".join([layer.name] + [part.key if isinstance(part, jax.tree_util.DictKey) else part.name for part in path[1:]])


def unit_length(x, axis, eps):
    return x * lax.rsqrt((x * x).sum(axis=axis, keepdims=True) + eps)


def scaled_weight(value, feature_axes, eps, scale):
    """The weight with features of length one, times `scale(sizes)` of them unless that is None."""
    features = () if feature_axes is None else axes_of(feature_axes, value.ndim)
    shape = [size if axis in features else 1 for axis, size in enumerate(value.shape)]
    made = unit_length(value, axes_besides(features, value.ndim), eps)
    factor = scale(tuple([value.shape[axis] for axis in features]))
    if factor is None:
        return made, [value]
    return made * factor.reshape(tuple(shape)), [value, factor]


def spectral_step(matrix, u, steps, eps):
    """The matrix over its largest singular value, as far as it is known after some steps, and what that leaves."""
    v = None
    for _ in range(steps):
        v = unit_length(jnp.matmul(u, matrix.transpose([1, 0])), None, eps)
        u = unit_length(jnp.matmul(v, matrix), None, eps)
    u, v = lax.stop_gradient(u), lax.stop_gradient(v)
    sigma = jnp.matmul(jnp.matmul(v, matrix), jnp.transpose(u))[0, 0]
    return matrix / jnp.where(sigma != 0, sigma, 1), u, sigma


class WeightNorm(Module):
    layer_instance: object
    epsilon: float = 1e-12
    dtype: object = None
    param_dtype: object = jnp.float32
    use_scale: bool = True
    scale_init: object = jax.nn.initializers.ones
    feature_axes: object = -1
    variable_filter: object = ("kernel",)

    @compact
    def __call__(self, *args, **kwargs):
        mapped = map_variables(
            lambda layer: layer(*args, **kwargs),
            trans_in_fn=lambda tree: jax.tree_util.tree_map_with_path(self._normalized, tree),
            init=self.is_initializing(),
        )
        return mapped(self.layer_instance)

    def _normalized(self, path, value):
        name = _name_of(self.layer_instance, path)
        if self.variable_filter and not any(part in name for part in self.variable_filter):
            return value

        def scale(shape):
            return self.param(name + "/scale", self.scale_init, shape, self.param_dtype) if self.use_scale else None

        made, args = scaled_weight(jnp.asarray(value), self.feature_axes, self.epsilon, scale)
        return jnp.asarray(made, canonical(args, self.dtype))


class SpectralNorm(Module):
    layer_instance: object
    n_steps: int = 1
    epsilon: float = 1e-12
    dtype: object = None
    param_dtype: object = jnp.float32
    error_on_non_matrix: bool = False
    collection_name: str = "batch_stats"

    @compact
    def __call__(self, *args, update_stats, **kwargs):
        mapped = map_variables(
            lambda layer: layer(*args, **kwargs),
            trans_in_fn=lambda tree: jax.tree_util.tree_map_with_path(
                lambda path, value: self._normalized(path, value, update_stats), tree
            ),
            init=self.is_initializing(),
            mutable=True,
        )
        return mapped(self.layer_instance)

    def _normalized(self, path, value, update_stats):
        value = jnp.asarray(value)
        if value.ndim <= 1 or self.n_steps < 1:
            return value
        if value.ndim > 2 and self.error_on_non_matrix:
            raise ValueError(f"Input is {value.ndim}D but error_on_non_matrix is True")
        matrix = value if value.ndim == 2 else jnp.reshape(value, (-1, value.shape[-1]))
        name = _name_of(self.layer_instance, path)
        col = self.collection_name
        key = None if self.has_variable(col, name + "/u") else self.make_rng("params")
        u = self.variable(col, name + "/u", jax.random.normal, key, (1, matrix.shape[-1]), self.param_dtype)
        sigma = self.variable(col, name + "/sigma", jnp.ones, (), self.param_dtype)
        made, new_u, new_sigma = spectral_step(matrix, u.value, self.n_steps, self.epsilon)
        if update_stats:
            u.value = new_u
            sigma.value = new_sigma
        return jnp.asarray(made.reshape(value.shape), canonical([value, new_u, new_sigma], self.dtype))
