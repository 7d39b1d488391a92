"""gym, which gymnasium goes on with: releases differ in what reset and step give. gym 0.26: core.py."""
from prelude.gymnasium.d4rl import offline_of
from prelude.gymnasium.environments import Env, Made, Wrapper
from prelude.gymnasium.registry import spaces_of
from prelude.gymnasium.spaces import Space

MODULE = "gym"


class ObservationWrapper(Wrapper):
    def reset(self, **kwargs):
        return unknowable("gym.ObservationWrapper.reset(…)")

    def step(self, action):
        return unknowable("gym.ObservationWrapper.step(…)")


class RewardWrapper(Wrapper):
    def step(self, action):
        return unknowable("gym.RewardWrapper.step(…)")


class ActionWrapper(Wrapper):
    def step(self, action):
        return unknowable("gym.ActionWrapper.step(…)")


class _Made(Made):
    def reset(self, **kwargs):
        return unknowable("gym.Env.reset(…)")

    def step(self, action):
        return unknowable("gym.Env.step(…)")

    def seed(self, seed=None):
        return unknowable("gym.Env.seed(…)")


def make(id, **kwargs):
    offline = offline_of(id)
    if offline is not None and not kwargs:
        return offline
    spaces = spaces_of(id)
    if spaces is None or [name for name in kwargs if name not in ("render_mode", "max_episode_steps")]:
        return unknowable("gym.make(…)")
    return _Made(id, spaces[0], spaces[1])


def register(id, *args, **kwargs):
    return None
