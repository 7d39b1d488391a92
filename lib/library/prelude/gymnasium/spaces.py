"""Spaces of observations and actions. gymnasium 1.2: spaces/*.py."""
MODULE = "gymnasium.spaces gym.spaces"


class Space:
    shape = None
    dtype = None

    @classmethod
    def __class_getitem__(cls, item):
        return cls

    def seed(self, seed=None):
        return unknowable("gymnasium.spaces.Space.seed(…)")

    def contains(self, x):
        return unknowable("gymnasium.spaces.Space.contains(…)", False)


class Box(Space):
    def __init__(self, low, high, shape=None, dtype=np.float32, seed=None):
        if shape is None:
            shape = np.shape(low) or np.shape(high)
        self.shape, self.dtype = tuple(shape), np.dtype(dtype)
        self.low = np.array(np.broadcast_to(low, self.shape), self.dtype)
        self.high = np.array(np.broadcast_to(high, self.shape), self.dtype)

    def sample(self, mask=None, probability=None):
        return np.empty(self.shape, self.dtype)

    def is_bounded(self, manner="both"):
        return unknowable("gymnasium.spaces.Box.is_bounded(…)", False)


class Discrete(Space):
    shape = ()

    def __init__(self, n, seed=None, start=0, dtype=np.int64):
        self.n, self.start, self.dtype = np.int64(n), np.int64(start), np.dtype(dtype)

    def sample(self, mask=None, probability=None):
        return unknowable("gymnasium.spaces.Discrete.sample(…)", 0)


class MultiDiscrete(Space):
    def __init__(self, nvec, dtype=np.int64, seed=None, start=None):
        self.nvec = np.array(nvec, dtype)
        self.shape, self.dtype = self.nvec.shape, np.dtype(dtype)

    def sample(self, mask=None, probability=None):
        return np.empty(self.shape, self.dtype)


class MultiBinary(Space):
    def __init__(self, n, seed=None):
        self.n = n
        self.shape, self.dtype = (n,) if isinstance(n, int) else tuple(n), np.dtype(np.int8)

    def sample(self, mask=None, probability=None):
        return np.empty(self.shape, self.dtype)


class Dict(Space):
    def __init__(self, spaces=None, seed=None, **spaces_kwargs):
        self.spaces = dict(spaces or {}, **spaces_kwargs)

    def __getitem__(self, key):
        return self.spaces[key]

    def __iter__(self):
        return iter(self.spaces)

    def __len__(self):
        return len(self.spaces)

    def __contains__(self, key):
        return key in self.spaces

    def keys(self):
        return self.spaces.keys()

    def values(self):
        return self.spaces.values()

    def items(self):
        return self.spaces.items()

    def sample(self, mask=None, probability=None):
        return {key: space.sample() for key, space in self.spaces.items()}


class Tuple(Space):
    def __init__(self, spaces, seed=None):
        self.spaces = tuple(spaces)

    def __getitem__(self, index):
        return self.spaces[index]

    def __len__(self):
        return len(self.spaces)

    def sample(self, mask=None, probability=None):
        return tuple([space.sample() for space in self.spaces])


def batched(space, n):
    """The space of as many at once. gymnasium: vector/utils/space_utils.py batch_space."""
    if isinstance(space, Box):
        return Box(space.low[None], space.high[None], (n,) + space.shape, space.dtype)
    if isinstance(space, Discrete):
        return MultiDiscrete(np.full((n,), space.n))
    return unknowable("gymnasium.vector.utils.batch_space(…)")


def observed(space):
    """An observation of the space, of which nobody knows what it holds."""
    return space.sample() if isinstance(space, Space) else unknowable("an observation")
