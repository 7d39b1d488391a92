"""Distributions of distrax that programs of reinforcement learning have. distrax 0.1.9: distributions/*.py,
bijectors/tanh.py, bijectors/block.py."""
from prelude.distrax.bases import Bijector, Distribution, as_float_array, expanded, mul_exp

MODULE = "distrax"

_HALF_LOG_2PI = 0.5 * math.log(2 * math.pi)


def _check_one_given(logits, probs):
    if (logits is None) == (probs is None):
        raise ValueError(
            f"One and exactly one of `logits` and `probs` should be `None`, but `logits` is {logits} and `probs` is {probs}."
        )


class Categorical(Distribution):
    event_shape = ()

    def __init__(self, logits=None, probs=None, dtype=int):
        _check_one_given(logits, probs)
        if not jnp.issubdtype(dtype, jnp.integer) and not jnp.issubdtype(dtype, jnp.floating):
            raise ValueError(
                f"The dtype of `{self.name}` must be integer or floating-point, instead got `{dtype}`."
            )
        self._probs = self._logits = None
        if probs is not None:
            probs = jnp.asarray(probs)
            self._probs = probs / probs.sum(axis=-1, keepdims=True)
        else:
            self._logits = jax.nn.log_softmax(jnp.asarray(logits), axis=-1)
        self._dtype = dtype

    @property
    def logits(self):
        return self._logits if self._logits is not None else jnp.log(self._probs)

    @property
    def probs(self):
        return self._probs if self._probs is not None else jax.nn.softmax(self._logits, axis=-1)

    @property
    def num_categories(self):
        return (self._logits if self._probs is None else self._probs).shape[-1]

    def logits_parameter(self):
        return self.logits

    def _sample_n(self, key, n):
        shape = (n,) + self.logits.shape[:-1]
        valid = jnp.logical_and(
            jnp.all(jnp.isfinite(self.probs), axis=-1), jnp.all(self.probs >= 0, axis=-1)
        )
        draws = jax.random.categorical(key, self.logits, axis=-1, shape=shape).astype(self._dtype)
        return jnp.where(valid, draws, jnp.ones_like(draws) * -1)

    def log_prob(self, value):
        chosen = jax.nn.one_hot(value, self.num_categories, dtype=self.logits.dtype)
        outside = jnp.logical_or(value < 0, value > self.num_categories - 1)
        return jnp.where(outside, -jnp.inf, jnp.sum(_product(self.logits, chosen), axis=-1))

    def prob(self, value):
        chosen = jax.nn.one_hot(value, self.num_categories, dtype=self.probs.dtype)
        return jnp.sum(_product(self.probs, chosen), axis=-1)

    def entropy(self):
        logs = jnp.log(self._probs) if self._logits is None else jax.nn.log_softmax(self._logits)
        return -jnp.sum(mul_exp(logs, logs), axis=-1)

    def mode(self):
        return jnp.argmax(self._probs if self._logits is None else self._logits, axis=-1).astype(self._dtype)

    def _divergence(self, other):
        if not isinstance(other, Categorical):
            unknown("the divergence of these distributions")
        first, second = self.logits.shape[-1], other.logits.shape[-1]
        if first != second:
            raise ValueError(
                "Cannot obtain the KL between two Categorical distributions with different number of categories: "
                f"the first distribution has {first} categories, while the second distribution has {second} categories."
            )
        logs, others = jax.nn.log_softmax(self.logits, axis=-1), jax.nn.log_softmax(other.logits, axis=-1)
        return jnp.sum(mul_exp(logs - others, logs), axis=-1)


class Bernoulli(Distribution):
    event_shape = ()

    def __init__(self, logits=None, probs=None, dtype=int):
        _check_one_given(logits, probs)
        if not any([jnp.issubdtype(dtype, kind) for kind in (bool, jnp.integer, jnp.floating)]):
            raise ValueError(
                f"The dtype of `{self.name}` must be boolean, integer or floating-point, instead got `{dtype}`."
            )
        self._probs = None if probs is None else as_float_array(probs)
        self._logits = None if logits is None else as_float_array(logits)
        self._dtype = dtype

    @property
    def batch_shape(self):
        return self._probs.shape if self._logits is None else self._logits.shape

    @property
    def logits(self):
        return jnp.log(self._probs) - jnp.log(1 - self._probs) if self._logits is None else self._logits

    @property
    def probs(self):
        return jax.nn.sigmoid(self._logits) if self._probs is None else self._probs

    def _logs(self):
        """The logarithms of the probabilities of 0 and of 1."""
        if self._logits is None:
            return jnp.log1p(-1.0 * self._probs), jnp.log(self._probs)
        return -jax.nn.softplus(self._logits), -jax.nn.softplus(-1.0 * self._logits)

    def _both(self):
        ones = self.probs
        return 1 - ones if self._logits is None else jax.nn.sigmoid(-1.0 * self._logits), ones

    def _sample_n(self, key, n):
        drawn = jax.random.uniform(key, (n,) + self.probs.shape, self.probs.dtype, 0.0, 1.0)
        return jnp.less(drawn, self.probs).astype(self._dtype)

    def log_prob(self, value):
        none, one = self._logs()
        return _product(none, 1 - value) + _product(one, value)

    def prob(self, value):
        return _product(1 - self.probs, 1 - value) + _product(self.probs, value)

    def entropy(self):
        logs, probs = self._logs(), self._both()
        return -1.0 * (_product(logs[0], probs[0]) + _product(logs[1], probs[1]))

    def mean(self):
        return self.probs

    def variance(self):
        return (1 - self.probs) * self.probs

    def mode(self):
        return (self.probs > 0.5).astype(self._dtype)

    def _divergence(self, other):
        if not isinstance(other, Bernoulli):
            unknown("the divergence of these distributions")
        logs, others, probs = self._logs(), other._logs(), self._both()
        return sum([_product(logs[i], probs[i]) - _product(others[i], probs[i]) for i in (1, 0)])


def _product(x, y):
    """x * y, which is 0 where y is."""
    return jnp.where(y == 0, jnp.zeros((), dtype=jnp.result_type(x, y)), x * y)


def _greedy(preferences):
    best = preferences == preferences.max(axis=-1, keepdims=True)
    return best / best.sum(axis=-1, keepdims=True)


class Greedy(Categorical):
    def __init__(self, preferences, dtype=int):
        self._preferences = jnp.asarray(preferences)
        Categorical.__init__(self, probs=_greedy(self._preferences), dtype=dtype)

    @property
    def preferences(self):
        return self._preferences


class EpsilonGreedy(Categorical):
    def __init__(self, preferences, epsilon, dtype=int):
        self._preferences = jnp.asarray(preferences)
        self._epsilon = epsilon
        probs = _greedy(self._preferences)
        even = jnp.ones_like(probs) / probs.shape[-1]
        Categorical.__init__(self, probs=(1 - epsilon) * probs + epsilon * even, dtype=dtype)

    @property
    def epsilon(self):
        return self._epsilon

    @property
    def preferences(self):
        return self._preferences


class Normal(Distribution):
    event_shape = ()

    def __init__(self, loc, scale):
        self._loc = as_float_array(loc)
        self._scale = as_float_array(scale)

    @property
    def batch_shape(self):
        return jax.lax.broadcast_shapes(self._loc.shape, self._scale.shape)

    @property
    def loc(self):
        return jnp.broadcast_to(self._loc, self.batch_shape)

    @property
    def scale(self):
        return jnp.broadcast_to(self._scale, self.batch_shape)

    def _standard(self, key, n):
        return jax.random.normal(key, (n,) + self.batch_shape, jnp.result_type(self._loc, self._scale))

    def _sample_n(self, key, n):
        drawn = self._standard(key, n)
        return expanded(self._scale, drawn.ndim) * drawn + expanded(self._loc, drawn.ndim)

    def _sample_n_and_log_prob(self, key, n):
        drawn = self._standard(key, n)
        log_prob = -0.5 * jnp.square(drawn) - _HALF_LOG_2PI - jnp.log(self._scale)
        return self._scale * drawn + self._loc, log_prob

    def log_prob(self, value):
        return -0.5 * jnp.square((value - self._loc) / self._scale) - (_HALF_LOG_2PI + jnp.log(self._scale))

    def entropy(self):
        return 0.5 + (_HALF_LOG_2PI + jnp.log(self.scale))

    def mean(self):
        return self.loc

    def mode(self):
        return self.loc

    def median(self):
        return self.loc

    def variance(self):
        return jnp.square(self.scale)

    def stddev(self):
        return self.scale

    def _divergence(self, other):
        if not isinstance(other, Normal):
            unknown("the divergence of these distributions")
        difference = jnp.log(self.scale) - jnp.log(other.scale)
        distance = jnp.square(self.loc / other.scale - other.loc / other.scale)
        return 0.5 * distance + 0.5 * jnp.expm1(2.0 * difference) - difference


class Independent(Distribution):
    def __init__(self, distribution, reinterpreted_batch_ndims=None):
        if not isinstance(distribution, Distribution):
            unknown("a distribution that is not followed")
        self._distribution = distribution
        rank = len(distribution.batch_shape)
        if reinterpreted_batch_ndims is None:
            reinterpreted_batch_ndims = max(rank - 1, 0)
        elif reinterpreted_batch_ndims > rank:
            raise ValueError(
                f"`reinterpreted_batch_ndims` is {reinterpreted_batch_ndims}, but distribution "
                f"`{distribution.name}` has only {rank} batch dimensions."
            )
        elif reinterpreted_batch_ndims < 0:
            raise ValueError(f"`reinterpreted_batch_ndims` can't be negative; got {reinterpreted_batch_ndims}.")
        self._reinterpreted_batch_ndims = reinterpreted_batch_ndims

    @property
    def distribution(self):
        return self._distribution

    @property
    def reinterpreted_batch_ndims(self):
        return self._reinterpreted_batch_ndims

    @property
    def event_shape(self):
        shape = self._distribution.batch_shape
        return shape[len(shape) - self._reinterpreted_batch_ndims:] + self._distribution.event_shape

    @property
    def batch_shape(self):
        shape = self._distribution.batch_shape
        return shape[:len(shape) - self._reinterpreted_batch_ndims]

    def _summed(self, x):
        return jnp.sum(x, axis=tuple(range(-self._reinterpreted_batch_ndims, 0)))

    def _sample_n(self, key, n):
        return self._distribution.sample(seed=key, sample_shape=n)

    def _sample_n_and_log_prob(self, key, n):
        samples, log_prob = self._distribution.sample_and_log_prob(seed=key, sample_shape=n)
        return samples, self._summed(log_prob)

    def log_prob(self, value):
        return self._summed(self._distribution.log_prob(value))

    def entropy(self):
        return self._summed(self._distribution.entropy())

    def mean(self):
        return self._distribution.mean()

    def median(self):
        return self._distribution.median()

    def mode(self):
        return self._distribution.mode()

    def variance(self):
        return self._distribution.variance()

    def stddev(self):
        return self._distribution.stddev()

    def _divergence(self, other):
        if not isinstance(other, Independent):
            unknown("the divergence of these distributions")
        if self.event_shape != other.event_shape:
            raise ValueError(f"Event shapes {self.event_shape} and {other.event_shape} do not match.")
        inner = len(self.event_shape) - len(self._distribution.event_shape)
        return jnp.sum(
            self._distribution.kl_divergence(other.distribution), axis=tuple(range(-inner, 0))
        )


class Tanh(Bijector):
    def forward_log_det_jacobian(self, x):
        return 2 * (jnp.log(2) - x - jax.nn.softplus(-2 * x))

    def forward_and_log_det(self, x):
        return jnp.tanh(x), self.forward_log_det_jacobian(x)

    def inverse_and_log_det(self, y):
        x = jnp.arctanh(y)
        return x, -self.forward_log_det_jacobian(x)


class Block(Bijector):
    def __init__(self, bijector, ndims):
        if ndims < 0:
            raise ValueError(f"`ndims` must be non-negative; got {ndims}.")
        if not isinstance(bijector, Bijector):
            unknown("a bijector that is not followed")
        self._bijector, self._ndims = bijector, ndims
        self.event_ndims_in = ndims + bijector.event_ndims_in
        self.event_ndims_out = ndims + bijector.event_ndims_out
        self.is_constant_log_det = bijector.is_constant_log_det

    @property
    def bijector(self):
        return self._bijector

    @property
    def ndims(self):
        return self._ndims

    def _summed(self, x):
        return jnp.sum(x, axis=tuple(range(-self._ndims, 0)))

    def forward_and_log_det(self, x):
        if len(x.shape) < self.event_ndims_in:
            unknown("a block of fewer dimensions")
        y, log_det = self._bijector.forward_and_log_det(x)
        return y, self._summed(log_det)

    def inverse_and_log_det(self, y):
        if len(y.shape) < self.event_ndims_out:
            unknown("a block of fewer dimensions")
        x, log_det = self._bijector.inverse_and_log_det(y)
        return x, self._summed(log_det)


class Transformed(Distribution):
    def __init__(self, distribution, bijector):
        if not isinstance(distribution, Distribution) or not isinstance(bijector, Bijector):
            unknown("a transformed distribution that is not followed")
        if len(distribution.event_shape) != bijector.event_ndims_in:
            raise ValueError(
                f"Base distribution '{distribution.name}' has event shape {distribution.event_shape}, but bijector "
                f"'{bijector.name}' expects events to have {bijector.event_ndims_in} dimensions. Perhaps use "
                "`distrax.Block` or `distrax.Independent`?"
            )
        self._distribution, self._bijector = distribution, bijector

    @property
    def distribution(self):
        return self._distribution

    @property
    def bijector(self):
        return self._bijector

    @property
    def event_shape(self):
        return self._distribution.event_shape

    @property
    def batch_shape(self):
        return self._distribution.batch_shape

    def log_prob(self, value):
        x, log_det = self._bijector.inverse_and_log_det(value)
        return self._distribution.log_prob(x) + log_det

    def _sample_n(self, key, n):
        return jax.vmap(self._bijector.forward)(self._distribution.sample(seed=key, sample_shape=n))

    def _sample_n_and_log_prob(self, key, n):
        x, log_prob = self._distribution.sample_and_log_prob(seed=key, sample_shape=n)
        y, log_det = jax.vmap(self._bijector.forward_and_log_det)(x)
        return y, jax.vmap(jnp.subtract)(log_prob, log_det)

    def _unimplemented(self, what, why):
        raise NotImplementedError(
            f"`{what}` is not implemented for this transformed distribution, because its bijector's {why} is not "
            "known to be constant."
        )

    def mean(self):
        self._unimplemented("mean", "Jacobian")

    def mode(self):
        self._unimplemented("mode", "Jacobian determinant")

    def entropy(self, input_hint=None):
        self._unimplemented("entropy", "Jacobian determinant")


class MultivariateNormalDiag(Distribution):
    def __init__(self, loc=None, scale_diag=None):
        if loc is None and scale_diag is None:
            unknown("a distribution without parameters")
        for name, x in (("scale_diag", scale_diag), ("loc", loc)):
            if x is not None and not x.shape:
                raise ValueError(f"If provided, argument `{name}` must have at least 1 dimension.")
        if loc is not None and scale_diag is not None and loc.shape[-1] != scale_diag.shape[-1]:
            raise ValueError(
                "The last dimension of arguments `loc` and `scale_diag` must coincide, but "
                f"{loc.shape[-1]} != {scale_diag.shape[-1]}."
            )
        loc = None if loc is None else as_float_array(loc)
        scale_diag = jnp.ones(loc.shape[-1], loc.dtype) if scale_diag is None else as_float_array(scale_diag)
        loc = jnp.zeros(scale_diag.shape[-1], scale_diag.dtype) if loc is None else loc
        rank = len(jnp.broadcast_shapes(loc.shape, scale_diag.shape))
        self._loc, self._scale_diag = expanded(loc, rank), expanded(scale_diag, rank)

    @property
    def event_shape(self):
        return self._loc.shape[-1:]

    @property
    def batch_shape(self):
        return jnp.broadcast_shapes(self._loc.shape, self._scale_diag.shape)[:-1]

    @property
    def loc(self):
        return jnp.broadcast_to(self._loc, self.batch_shape + self.event_shape)

    @property
    def scale_diag(self):
        return jnp.broadcast_to(self._scale_diag, self.batch_shape + self.event_shape)

    def _standard(self):
        shape, dtype = self.batch_shape + self.event_shape, jnp.result_type(self._scale_diag, self._loc)
        return Independent(Normal(jnp.zeros(shape, dtype), 1.0), 1)

    def _log_det(self):
        return jnp.sum(jnp.log(jnp.abs(self.scale_diag)), axis=-1)

    def _sample_n(self, key, n):
        return self._scale_diag * self._standard()._sample_n(key, n) + self._loc

    def _sample_n_and_log_prob(self, key, n):
        drawn, log_prob = self._standard()._sample_n_and_log_prob(key, n)
        return self._scale_diag * drawn + self._loc, log_prob - self._log_det()

    def log_prob(self, value):
        return self._standard().log_prob((value - self._loc) / self._scale_diag) - self._log_det()

    def entropy(self, input_hint=None):
        return self._standard().entropy() + self._log_det()

    def mean(self):
        return self.loc

    def mode(self):
        return self.loc

    def median(self):
        return self.loc

    def variance(self):
        return jnp.square(self.scale_diag)

    def stddev(self):
        return jnp.abs(self.scale_diag)

    def _divergence(self, other):
        if not isinstance(other, MultivariateNormalDiag):
            unknown("the divergence of these distributions")
        size = self.event_shape[-1]
        if size != other.event_shape[-1]:
            raise ValueError(
                "Both multivariate normal distributions must have the same `event_shape`, but they have "
                f"{size} and {other.event_shape[-1]} dimensions."
            )
        ratio = jnp.sum(jnp.square(self.stddev() / other.stddev()), axis=-1)
        distance = jnp.sum(jnp.square((other.mean() - self.mean()) / other.scale_diag), axis=-1)
        return other._log_det() - self._log_det() + 0.5 * (-size + ratio + distance)
