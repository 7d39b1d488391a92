"""Random numbers of NumPy, of which the shapes and dtypes are known. NumPy: numpy.random."""


def _drawn(size, parameters, dtype="float64"):
    """An array of the size, or one number, with the shape that the parameters have together."""
    shape = () if size is None else (size,) if isinstance(size, int) else tuple(size)
    if size is None:
        for parameter in parameters:
            if is_array(parameter) and parameter.ndim:
                unknown("numpy.random with parameters that are arrays is not known")
    return np.zeros(shape, dtype)


@function("numpy.random")
def seed(seed=None):
    return None


@function("numpy.random")
def rand(*shape):
    return np.zeros(shape)


@function("numpy.random")
def randn(*shape):
    return np.zeros(shape)


@function("numpy.random")
def normal(loc=0.0, scale=1.0, size=None):
    return _drawn(size, (loc, scale))


@function("numpy.random.Generator", name="normal")
def generator_normal(self, loc=0.0, scale=1.0, size=None):
    return _drawn(size, (loc, scale))


@function("numpy.random")
def uniform(low=0.0, high=1.0, size=None):
    return _drawn(size, (low, high))


@function("numpy.random.Generator", name="uniform")
def generator_uniform(self, low=0.0, high=1.0, size=None):
    return _drawn(size, (low, high))


@function("numpy.random")
def standard_normal(size=None):
    return _drawn(size, ())


@function("numpy.random.Generator", name="standard_normal")
def generator_standard_normal(self, size=None, dtype="float64", out=None):
    return _drawn(size, (), dtype)


@function("numpy.random")
def random(size=None):
    return _drawn(size, ())


@function("numpy.random")
def random_sample(size=None):
    return _drawn(size, ())


@function("numpy.random.Generator", name="random")
def generator_random(self, size=None, dtype="float64", out=None):
    return _drawn(size, (), dtype)


@function("numpy.random")
def randint(low, high=None, size=None, dtype="int64"):
    return _drawn(size, (low, high), dtype)


@function("numpy.random.Generator", name="integers")
def generator_integers(self, low, high=None, size=None, dtype="int64", endpoint=False):
    return _drawn(size, (low, high), dtype)


@function("numpy.random")
def permutation(x):
    return np.arange(x) if isinstance(x, int) else np.array(x)


@function("numpy.random.Generator", name="permutation")
def generator_permutation(self, x, axis=0):
    return np.arange(x) if isinstance(x, int) else np.array(x)


@function("numpy.random")
def shuffle(x):
    return None


@function("numpy.random.Generator", name="shuffle")
def generator_shuffle(self, x, axis=0):
    return None
