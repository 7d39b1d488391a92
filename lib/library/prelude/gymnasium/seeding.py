"""Generators of random numbers, which releases take from other classes of NumPy. gym 0.21, gymnasium 1.2: utils/seeding.py."""
MODULE = "gym.utils.seeding gymnasium.utils.seeding"


class _Random:
    """What a Generator has, and a RandomState."""

    def __init__(self):
        self._new, self._old = np.random.default_rng(), np.random.RandomState()

    def __getattr__(self, name):
        return getattr(self._new, name) if hasattr(self._new, name) else getattr(self._old, name)


def np_random(seed=None):
    return _Random(), seed if seed is not None else unknowable("a seed", 0)
