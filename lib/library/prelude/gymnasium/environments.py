"""Environments and what programs put around them. gymnasium 1.2: core.py, envs/registration.py."""
from prelude.gymnasium.registry import meanings_of, spaces_of
from prelude.gymnasium.spaces import Space, observed

MODULE = "gymnasium"


class Env:
    metadata = {"render_modes": []}
    render_mode = None
    spec = None

    @classmethod
    def __class_getitem__(cls, item):
        return cls

    def reset(self, *, seed=None, options=None):
        return None

    def close(self):
        return None

    def render(self):
        return unknowable("gymnasium.Env.render(…)")

    @property
    def unwrapped(self):
        return self

    @property
    def np_random(self):
        return unknowable("gymnasium.Env.np_random")

    @np_random.setter
    def np_random(self, value):
        pass

    def __enter__(self):
        return self

    def __exit__(self, *args):
        return None


class Made(Env):
    """An environment that is known by its name."""

    def __init__(self, id, observation_space, action_space):
        self.observation_space, self.action_space, self._id = observation_space, action_space, id
        self.spec = unknowable("gymnasium.Env.spec")

    def get_action_meanings(self):
        return meanings_of(self._id)

    def reset(self, *, seed=None, options=None):
        return observed(self.observation_space), unknowable("info")

    def step(self, action):
        return (observed(self.observation_space), unknowable("reward", 0.0), unknowable("terminated", False),
                unknowable("truncated", False), unknowable("info"))


class Wrapper(Env):
    def __init__(self, env):
        self.env = env

    def __getattr__(self, name):
        if name.startswith("_") or name == "env":
            raise AttributeError(f"accessing private attribute '{name}' is prohibited")
        return getattr(self.env, name)

    def reset(self, *, seed=None, options=None):
        return self.env.reset(seed=seed, options=options)

    def step(self, action):
        return self.env.step(action)

    def close(self):
        return None

    @property
    def unwrapped(self):
        return self.env.unwrapped


class ObservationWrapper(Wrapper):
    def reset(self, *, seed=None, options=None):
        obs, info = self.env.reset(seed=seed, options=options)
        return self.observation(obs), info

    def step(self, action):
        obs, reward, terminated, truncated, info = self.env.step(action)
        return self.observation(obs), reward, terminated, truncated, info


class RewardWrapper(Wrapper):
    def step(self, action):
        obs, reward, terminated, truncated, info = self.env.step(action)
        return obs, self.reward(reward), terminated, truncated, info


class ActionWrapper(Wrapper):
    def step(self, action):
        return self.env.step(self.action(action))


def make(id, max_episode_steps=None, disable_env_checker=None, **kwargs):
    spaces = spaces_of(id)
    if spaces is None or [name for name in kwargs if name != "render_mode"]:
        return unknowable("gymnasium.make(…)")
    return Made(id, spaces[0], spaces[1])


def register(id, *args, **kwargs):
    return None


def register_envs(env_module):
    return None


def make_vec(id, num_envs=1, vectorization_mode=None, vector_kwargs=None, wrappers=None, **kwargs):
    made = make(id, **kwargs)
    if is_foreign(made) or wrappers or vector_kwargs:
        return unknowable("gymnasium.make_vec(…)")
    return library_module("gymnasium.vector").SyncVectorEnv([lambda: made] * num_envs)
