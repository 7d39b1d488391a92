"""gym, which gymnasium goes on with: its releases differ in what reset and step give, and how a program takes that tells
for which one it is. gym 0.21, 0.26: core.py."""
from prelude.gymnasium.d4rl import offline_of
from prelude.gymnasium.environments import Env, Made
from prelude.gymnasium.registry import spaces_of
from prelude.gymnasium.spaces import Space, observed

MODULE = "gym"


def started(observation):
    """What reset gives with this observation."""
    results = step_results()
    if results is None:
        return unknowable("gym.Env.reset(…)")
    return observation if results == 4 else (observation, unknowable("info"))


def gone_on(observation, reward):
    """The same of step."""
    results = step_results()
    if results is None:
        return unknowable("gym.Env.step(…)")
    ends = (unknowable("done", False),) if results == 4 else (unknowable("terminated", False), unknowable("truncated", False))
    return (observation, reward) + ends + (unknowable("info"),)


class Wrapper(Env):
    def __init__(self, env):
        self.env = env

    def __getattr__(self, name):
        if name.startswith("_") or name == "env":
            raise AttributeError(f"attempted to get missing private attribute '{name}'")
        return getattr(self.env, name)

    def reset(self, **kwargs):
        return self.env.reset(**kwargs)

    def step(self, action):
        return self.env.step(action)

    def seed(self, seed=None):
        return unknowable("gym.Env.seed(…)")

    @property
    def unwrapped(self):
        return self.env.unwrapped


class ObservationWrapper(Wrapper):
    def reset(self, **kwargs):
        result = self.env.reset(**kwargs)
        if is_foreign(result) or step_results() is None:
            return unknowable("gym.Env.reset(…)")
        return started(self.observation(result if step_results() == 4 else result[0]))

    def step(self, action):
        result = self.env.step(action)
        return result if is_foreign(result) else (self.observation(result[0]), *result[1:])


class RewardWrapper(Wrapper):
    def step(self, action):
        result = self.env.step(action)
        return result if is_foreign(result) else (result[0], self.reward(result[1]), *result[2:])


class ActionWrapper(Wrapper):
    def step(self, action):
        return self.env.step(self.action(action))


class _Made(Made):
    def reset(self, **kwargs):
        return started(observed(self.observation_space))

    def step(self, action):
        return gone_on(observed(self.observation_space), unknowable("reward", 0.0))

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
