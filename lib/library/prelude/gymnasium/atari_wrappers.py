"""Wrappers of games, around environments of gymnasium. stable_baselines3: common/atari_wrappers.py."""
from prelude.gymnasium.environments import Wrapper
from prelude.gymnasium.wrappers import _Sized

MODULE = "stable_baselines3.common.atari_wrappers"


class NoopResetEnv(Wrapper):
    def __init__(self, env, noop_max=30):
        Wrapper.__init__(self, env)


class FireResetEnv(Wrapper):
    pass


class EpisodicLifeEnv(Wrapper):
    pass


class MaxAndSkipEnv(Wrapper):
    def __init__(self, env, skip=4):
        Wrapper.__init__(self, env)


class ClipRewardEnv(Wrapper):
    pass


class WarpFrame(_Sized):
    def __init__(self, env, width=84, height=84):
        self._become(env, lambda shape: (height, width, 1), np.uint8)
