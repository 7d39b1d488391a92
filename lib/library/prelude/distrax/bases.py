"""What distributions and bijectors of distrax have in common. distrax 0.1.9: utils/jittable.py, utils/math.py,
utils/conversion.py, distributions/distribution.py, bijectors/bijector.py."""


def _is_part(x):
    """Whether a field is a part of the tree, and not what stands beside it."""
    return isinstance(x, (jax.Array, np.ndarray, Distribution, Bijector))


class _Jittable:
    def __init_subclass__(cls, **kwargs):
        jax.tree_util.register_pytree_node_class(cls)

    def tree_flatten(self):
        fields = list(vars(self).items())
        names = tuple([name for name, x in fields if _is_part(x)])
        rest = tuple([item for item in fields if not _is_part(item[1])])
        return [getattr(self, name) for name in names], (names, rest)

    @classmethod
    def tree_unflatten(cls, aux_data, children):
        made = object.__new__(cls)
        for name, x in list(zip(aux_data[0], children)) + list(aux_data[1]):
            setattr(made, name, x)
        return made

    @property
    def name(self):
        return type(self).__name__


def key_and_shape(seed, sample_shape):
    shape = tuple(sample_shape) if isinstance(sample_shape, (tuple, list)) else (sample_shape,)
    return jax.random.PRNGKey(seed) if isinstance(seed, int) else seed, shape


class Distribution(_Jittable):
    def sample(self, *, seed, sample_shape=()):
        key, shape = key_and_shape(seed, sample_shape)
        samples = self._sample_n(key, math.prod(shape))
        return samples.reshape(shape + samples.shape[1:])

    def sample_and_log_prob(self, *, seed, sample_shape=()):
        key, shape = key_and_shape(seed, sample_shape)
        samples, log_prob = self._sample_n_and_log_prob(key, math.prod(shape))
        return samples.reshape(shape + samples.shape[1:]), log_prob.reshape(shape + log_prob.shape[1:])

    def _sample_n_and_log_prob(self, key, n):
        samples = self._sample_n(key, n)
        return samples, self.log_prob(samples)

    def prob(self, value):
        return jnp.exp(self.log_prob(value))

    def kl_divergence(self, other_dist, **kwargs):
        if not hasattr(self, "_divergence") or not isinstance(other_dist, Distribution):
            unknown("the divergence of these distributions")
        return self._divergence(other_dist)

    def cross_entropy(self, other_dist, **kwargs):
        return self.kl_divergence(other_dist) + self.entropy()

    def stddev(self):
        return jnp.sqrt(self.variance())

    def _shape_of_sample(self):
        return jax.eval_shape(lambda key: self._sample_n(key, 1), jax.random.PRNGKey(0))

    @property
    def batch_shape(self):
        shape = self._shape_of_sample().shape[1:]
        return shape[:len(shape) - len(self.event_shape)]

    @property
    def dtype(self):
        return self._shape_of_sample().dtype


class Bijector(_Jittable):
    event_ndims_in = 0
    event_ndims_out = 0
    is_constant_log_det = False

    def forward(self, x):
        return self.forward_and_log_det(x)[0]

    def inverse(self, y):
        return self.inverse_and_log_det(y)[0]

    def forward_log_det_jacobian(self, x):
        return self.forward_and_log_det(x)[1]

    def inverse_log_det_jacobian(self, y):
        return self.inverse_and_log_det(y)[1]


def as_float_array(x):
    x = x if isinstance(x, (jax.Array, np.ndarray)) else jnp.asarray(x)
    if jnp.issubdtype(x.dtype, jnp.floating):
        return x
    if jnp.issubdtype(x.dtype, jnp.integer):
        return x.astype(float)
    raise ValueError(f"Expected either floating or integer dtype, got {x.dtype}.")


def mul_exp(x, logp):
    p = jnp.exp(logp)
    return jnp.where(p == 0, 0.0, x) * p


def expanded(x, rank):
    """The array with leading dimensions of 1, up to this rank."""
    return jnp.expand_dims(x, tuple(range(rank - x.ndim)))
