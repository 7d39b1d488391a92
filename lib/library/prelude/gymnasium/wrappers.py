"""Wrappers that leave observations as they are or give them another size. gymnasium 1.2: wrappers/*.py."""
from prelude.gymnasium.environments import ObservationWrapper, Wrapper
from prelude.gymnasium.spaces import Box

MODULE = "gymnasium.wrappers"


class _Around(Wrapper):
    def __init__(self, env, *args, **kwargs):
        Wrapper.__init__(self, env)


class RecordEpisodeStatistics(_Around):
    pass


class RecordVideo(_Around):
    pass


class TimeLimit(_Around):
    pass


class OrderEnforcing(_Around):
    pass


class ClipAction(_Around):
    pass


class NormalizeReward(_Around):
    pass


class ClipReward(_Around):
    pass


class TransformReward(_Around):
    pass


class _Sized(ObservationWrapper):
    """Observations of another size and dtype."""

    def _become(self, env, shape_of, dtype=None):
        Wrapper.__init__(self, env)
        inner = env.observation_space
        known = isinstance(inner, Box)
        self.observation_space = (
            Box(-np.inf, np.inf, shape_of(inner.shape), inner.dtype if dtype is None else dtype)
            if known else unknowable("gymnasium.wrappers.observation_space")
        )

    def observation(self, obs):
        space = self.observation_space
        return space.sample() if isinstance(space, Box) else unknowable("an observation")


class NormalizeObservation(_Sized):
    def __init__(self, env, epsilon=1e-8):
        self._become(env, lambda shape: shape, np.float32)


class FlattenObservation(_Sized):
    def __init__(self, env):
        self._become(env, lambda shape: (math.prod(shape),))


class FrameStackObservation(_Sized):
    def __init__(self, env, stack_size, *args, **kwargs):
        self._become(env, lambda shape: (stack_size,) + shape)


class FrameStack(_Sized):
    def __init__(self, env, num_stack, lz4_compress=False):
        self._become(env, lambda shape: (num_stack,) + shape)


class ResizeObservation(_Sized):
    def __init__(self, env, shape):
        sizes = (shape, shape) if isinstance(shape, int) else tuple(shape)
        self._become(env, lambda shape: sizes + shape[2:])


class GrayscaleObservation(_Sized):
    def __init__(self, env, keep_dim=False):
        self._become(env, lambda shape: shape[:2] + ((1,) if keep_dim else ()))


class GrayScaleObservation(GrayscaleObservation):
    pass


class TransformObservation(ObservationWrapper):
    def __init__(self, env, func, observation_space=None):
        Wrapper.__init__(self, env)
        self.func = func
        if observation_space is not None:
            self.observation_space = observation_space

    def observation(self, obs):
        return program_call(self.func, obs)
