# Recorded steps of an environment, whose number nobody says.
import d4rl
import gym
import jax.numpy as jnp
import numpy as np

env = gym.make("hopper-medium-v2")
data = d4rl.qlearning_dataset(env)
places = np.random.randint(0, len(data["rewards"]), 256)
x, actions = jnp.asarray(data["observations"][places]), jnp.asarray(data["actions"][places])
after, done = jnp.asarray(data["next_observations"][places]), jnp.asarray(data["terminals"][places])
whole = jnp.asarray(env.get_dataset()["timeouts"][:9])
