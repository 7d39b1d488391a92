"""Random numbers of NumPy, of which the shapes and dtypes are known. NumPy: numpy.random."""
MODULE = "numpy.random"


def _drawn(size, parameters=(), dtype="float64"):
    """An array of the size, or of the shape that the parameters have together."""
    if size is not None:
        return unknowable("an array of a size that is drawn") if _is_drawn(size) else np.empty(_sizes(size), dtype)
    shapes = [p.shape if is_array(p) else np.array(p).shape for p in parameters]
    return np.empty(jnp.broadcast_shapes(*shapes) if shapes else (), dtype)


def _integers(name, size, parameters=()):
    """The same of integers: one alone is of Python."""
    alone = size is None and not any([is_array(p) or isinstance(p, (tuple, list)) for p in parameters])
    return unknowable(f"numpy.random.{name}(…)", 0) if alone else _drawn(size, parameters, "int64")


def _length(size):
    """A size, which may be a number of NumPy too."""
    numbers = held(size) if is_array(size) else [size]
    return static_int(numbers[0]) if numbers else unknown("a size that is drawn or computed")


def _is_drawn(size):
    return any([is_array(n) and held(n) is None for n in (size if isinstance(size, (tuple, list)) else [size])])


def _sizes(size):
    if size is None:
        return ()
    several = size.ndim > 0 if is_array(size) else isinstance(size, (tuple, list))
    return tuple([_length(n) for n in (size if several else [size])])


class SeedSequence:
    def __init__(self, entropy=None, **options):
        self.entropy = entropy

    def spawn(self, n_children):
        return [SeedSequence() for _ in range(n_children)]


class BitGenerator:
    def __init__(self, seed=None):
        self.seed_seq = seed

    def jumped(self, jumps=1):
        return self


class PCG64(BitGenerator):
    pass


class PCG64DXSM(BitGenerator):
    pass


class MT19937(BitGenerator):
    pass


class Philox(BitGenerator):
    pass


class SFC64(BitGenerator):
    pass


class _Distributions:
    def beta(self, a, b, size=None):
        return _drawn(size, (a, b))

    def binomial(self, n, p, size=None):
        return _drawn(size, (n, p), "int64")

    def chisquare(self, df, size=None):
        return _drawn(size, (df,))

    def exponential(self, scale=1.0, size=None):
        return _drawn(size, (scale,))

    def f(self, dfnum, dfden, size=None):
        return _drawn(size, (dfnum, dfden))

    def gamma(self, shape, scale=1.0, size=None):
        return _drawn(size, (shape, scale))

    def geometric(self, p, size=None):
        return _drawn(size, (p,), "int64")

    def gumbel(self, loc=0.0, scale=1.0, size=None):
        return _drawn(size, (loc, scale))

    def laplace(self, loc=0.0, scale=1.0, size=None):
        return _drawn(size, (loc, scale))

    def logistic(self, loc=0.0, scale=1.0, size=None):
        return _drawn(size, (loc, scale))

    def lognormal(self, mean=0.0, sigma=1.0, size=None):
        return _drawn(size, (mean, sigma))

    def negative_binomial(self, n, p, size=None):
        return _drawn(size, (n, p), "int64")

    def normal(self, loc=0.0, scale=1.0, size=None):
        return _drawn(size, (loc, scale))

    def pareto(self, a, size=None):
        return _drawn(size, (a,))

    def poisson(self, lam=1.0, size=None):
        return _drawn(size, (lam,), "int64")

    def power(self, a, size=None):
        return _drawn(size, (a,))

    def rayleigh(self, scale=1.0, size=None):
        return _drawn(size, (scale,))

    def standard_t(self, df, size=None):
        return _drawn(size, (df,))

    def triangular(self, left, mode, right, size=None):
        return _drawn(size, (left, mode, right))

    def uniform(self, low=0.0, high=1.0, size=None):
        return _drawn(size, (low, high))

    def vonmises(self, mu, kappa, size=None):
        return _drawn(size, (mu, kappa))

    def wald(self, mean, scale, size=None):
        return _drawn(size, (mean, scale))

    def weibull(self, a, size=None):
        return _drawn(size, (a,))

    def zipf(self, a, size=None):
        return _drawn(size, (a,), "int64")

    def standard_cauchy(self, size=None):
        return _drawn(size)

    def dirichlet(self, alpha, size=None):
        return np.empty(_sizes(size) + (len(alpha),))

    def multinomial(self, n, pvals, size=None):
        return np.empty(_sizes(size) + (len(pvals),), "int64")

    def multivariate_normal(self, mean, cov, size=None, **options):
        return np.empty(_sizes(size) + (len(mean),))

    def permutation(self, x, axis=0):
        return unheld(np.arange(x) if isinstance(x, int) else np.array(x))

    def shuffle(self, x, axis=0):
        if is_array(x):
            forget(x)
        else:
            x.sort(key=lambda item: unknowable())

    def bytes(self, length):
        return unknowable()


class Generator(_Distributions):
    def __init__(self, bit_generator):
        self.bit_generator = bit_generator

    def spawn(self, n_children):
        return [Generator(None) for _ in range(n_children)]

    def random(self, size=None, dtype="float64", out=None):
        return _drawn(size, (), dtype)

    def standard_normal(self, size=None, dtype="float64", out=None):
        return _drawn(size, (), dtype)

    def standard_exponential(self, size=None, dtype="float64", method="zig", out=None):
        return _drawn(size, (), dtype)

    def standard_gamma(self, shape, size=None, dtype="float64", out=None):
        return _drawn(size, (shape,), dtype)

    def integers(self, low, high=None, size=None, dtype="int64", endpoint=False):
        return _drawn(size, (low,) if high is None else (low, high), dtype)

    def permuted(self, x, axis=None, out=None):
        return unheld(np.array(x))

    def choice(self, a, size=None, replace=True, p=None, axis=0, shuffle=True):
        if isinstance(a, int):
            return _integers("choice", size)
        a = np.moveaxis(np.array(a), axis, 0)
        return np.moveaxis(np.empty(_sizes(size) + a.shape[1:], a.dtype), 0, axis if size else 0)


class RandomState(_Distributions):
    def __init__(self, seed=None):
        self.seed_given = seed

    def seed(self, seed=None):
        return None

    def get_state(self, legacy=True):
        return unknowable()

    def set_state(self, state):
        return None

    def rand(self, *shape):
        return np.empty(shape)

    def randn(self, *shape):
        return np.empty(shape)

    def random(self, size=None):
        return _drawn(size)

    def random_sample(self, size=None):
        return _drawn(size)

    def ranf(self, size=None):
        return _drawn(size)

    def standard_normal(self, size=None):
        return _drawn(size)

    def standard_exponential(self, size=None):
        return _drawn(size)

    def standard_gamma(self, shape, size=None):
        return _drawn(size, (shape,))

    def randint(self, low, high=None, size=None, dtype=int):
        parameters = (low,) if high is None else (low, high)
        return _integers("randint", size, parameters) if dtype is int else _drawn(size, parameters, dtype)

    def random_integers(self, low, high=None, size=None):
        return _drawn(size, (low,) if high is None else (low, high), "int64")

    def choice(self, a, size=None, replace=True, p=None):
        return _integers("choice", size) if isinstance(a, int) else np.empty(_sizes(size), np.array(a).dtype)


def default_rng(seed=None):
    return Generator(seed)


_global = RandomState()
beta = _global.beta
binomial = _global.binomial
chisquare = _global.chisquare
exponential = _global.exponential
f = _global.f
gamma = _global.gamma
geometric = _global.geometric
gumbel = _global.gumbel
laplace = _global.laplace
logistic = _global.logistic
lognormal = _global.lognormal
negative_binomial = _global.negative_binomial
normal = _global.normal
pareto = _global.pareto
poisson = _global.poisson
power = _global.power
rayleigh = _global.rayleigh
standard_t = _global.standard_t
triangular = _global.triangular
uniform = _global.uniform
vonmises = _global.vonmises
wald = _global.wald
weibull = _global.weibull
zipf = _global.zipf
standard_cauchy = _global.standard_cauchy
dirichlet = _global.dirichlet
multinomial = _global.multinomial
multivariate_normal = _global.multivariate_normal
permutation = _global.permutation
shuffle = _global.shuffle
bytes = _global.bytes
seed = _global.seed
get_state = _global.get_state
set_state = _global.set_state
rand = _global.rand
randn = _global.randn
random = _global.random
random_sample = _global.random_sample
ranf = _global.ranf
standard_normal = _global.standard_normal
standard_exponential = _global.standard_exponential
standard_gamma = _global.standard_gamma
randint = _global.randint
random_integers = _global.random_integers
choice = _global.choice
