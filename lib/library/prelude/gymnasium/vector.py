"""Several environments at once. gymnasium 1.2: vector/sync_vector_env.py, vector/async_vector_env.py."""
from prelude.gymnasium.environments import Env
from prelude.gymnasium.spaces import batched, observed

MODULE = "gymnasium.vector"


class VectorEnv(Env):
    is_vector_env = True


class SyncVectorEnv(VectorEnv):
    def __init__(self, env_fns, *args, **kwargs):
        self.env_fns = list(env_fns)
        self.envs = [program_call(f) for f in self.env_fns]
        self.num_envs = len(self.envs)
        first = self.envs[0]
        self.single_observation_space, self.single_action_space = first.observation_space, first.action_space
        self.observation_space = batched(self.single_observation_space, self.num_envs)
        self.action_space = batched(self.single_action_space, self.num_envs)

    def reset(self, *, seed=None, options=None):
        return observed(self.observation_space), unknowable("infos")

    def step(self, actions):
        n = self.num_envs
        return (observed(self.observation_space), np.empty((n,), np.float64), np.empty((n,), np.bool_),
                np.empty((n,), np.bool_), unknowable("infos"))

    def close_extras(self, **kwargs):
        return None

    def call(self, name, *args, **kwargs):
        return unknowable("gymnasium.vector.VectorEnv.call(…)")


class AsyncVectorEnv(SyncVectorEnv):
    pass
