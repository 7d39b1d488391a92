"""Data that was recorded of environments, by their names: sizes of observations and actions. How many steps there are is
assumed. D4RL 1.1: d4rl/__init__.py, offline_env.py, gym_mujoco/__init__.py."""
from prelude.gymnasium.environments import Env
from prelude.gymnasium.spaces import Box, observed

MODULE = "d4rl"

_SIZES = {
    "halfcheetah": (17, 6), "hopper": (11, 3), "walker2d": (17, 6), "ant": (111, 8), "antmaze": (29, 8),
    "maze2d": (4, 2), "pen": (45, 24), "hammer": (46, 26), "door": (39, 28), "relocate": (39, 30), "kitchen": (60, 9),
}


class _Data:
    """What a file of such data holds: it may have more than is known."""

    def __init__(self, arrays):
        self._arrays = arrays

    def __getitem__(self, name):
        return self._arrays[name] if name in self._arrays else unknowable("a part of a data set")

    def __setitem__(self, name, value):
        self._arrays[name] = value

    def __contains__(self, name):
        return True if name in self._arrays else unknowable("whether a data set has a part", False)

    def get(self, name, default=None):
        return self[name]

    def keys(self):
        return unknowable("the parts of a data set")

    def items(self):
        return unknowable("the parts of a data set")

    def values(self):
        return unknowable("the parts of a data set")

    def __iter__(self):
        return unknowable("the parts of a data set")


def _steps():
    n = assumed_size()
    if n is None:
        unknown("how many steps a data set has")
    lint("size-assumed", f"nothing says how many steps this data set has: {n // 2520} are assumed",
         "say what is made of it in a comment after the assignment: # shardctl: data: f32[1000000, 17]")
    return n // 2520


class Offline(Env):
    def __init__(self, id, observations, actions):
        self.observation_space = Box(-np.inf, np.inf, (observations,), np.float32)
        self.action_space = Box(-1.0, 1.0, (actions,), np.float32)
        self.spec = unknowable("gym.Env.spec")

    def _recorded(self, n):
        observations, actions = self.observation_space.shape[0], self.action_space.shape[0]
        return {
            "observations": np.empty((n, observations), np.float32), "actions": np.empty((n, actions), np.float32),
            "rewards": np.empty((n,), np.float32), "terminals": np.empty((n,), np.bool_),
        }

    def reset(self, **kwargs):
        return np.empty(self.observation_space.shape, np.float64)

    def step(self, action):
        return self.reset(), unknowable("reward", 0.0), unknowable("done", False), unknowable("info")

    def seed(self, seed=None):
        return unknowable("gym.Env.seed(…)")

    def get_normalized_score(self, score):
        return unknowable("gym.Env.get_normalized_score(…)", 0.0)

    def get_dataset(self, h5path=None):
        n = _steps()
        return _Data({**self._recorded(n), "timeouts": np.empty((n,), np.bool_)})


def offline_of(id):
    """The environment of this name that has recorded data, or None."""
    if not is_known(id) or not isinstance(id, str):
        return None
    name, _, rest = id.partition("-")
    return Offline(id, *_SIZES[name]) if name in _SIZES and rest else None


def qlearning_dataset(env, dataset=None, terminate_on_end=False, **kwargs):
    if not hasattr(env, "observation_space") or dataset is not None:
        return unknowable("d4rl.qlearning_dataset(…)")
    n = _steps() - 1
    observations, actions = env.observation_space.shape[0], env.action_space.shape[0]
    return {
        "observations": np.empty((n, observations), np.float32), "actions": np.empty((n, actions), np.float32),
        "next_observations": np.empty((n, observations), np.float32), "rewards": np.empty((n,), np.float32),
        "terminals": np.empty((n,), np.bool_),
    }


def get_normalized_score(env_name, score):
    return unknowable("d4rl.get_normalized_score(…)") if isinstance(score, jax.Array) else unknowable("d4rl.get_normalized_score(…)", 0.0)
