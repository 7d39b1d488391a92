"""Functions that noise makes smooth. optax 0.2.8: perturbations/_make_pert.py."""
from prelude.optax.tree_utils import tree_add_scale, tree_random_like, tree_scale, tree_sum

MODULE = "optax.perturbations optax.perturbations._make_pert"


class Normal:
    def sample(self, key, sample_shape=(), dtype=float):
        return jax.random.normal(key, sample_shape, dtype)

    def log_prob(self, inputs):
        return -0.5 * inputs**2


class Gumbel:
    def sample(self, key, sample_shape=(), dtype=float):
        return jax.random.gumbel(key, sample_shape, dtype)

    def log_prob(self, inputs):
        return -inputs - jnp.exp(-inputs)


_gumbel = Gumbel()


def make_perturbed_fun(fun, num_samples=1000, sigma=0.1, noise=_gumbel, use_baseline=True):
    def one(key, x, baseline):
        sample = tree_random_like(key, x, noise.sample)
        shifted = jax.lax.stop_gradient(jax.tree.map(lambda x, z: x + sigma * z, x, sample))
        sample = jax.tree.map(lambda x, y: (y - x) / sigma, x, shifted)
        log_prob = tree_sum(jax.tree.map(noise.log_prob, sample))
        box = jnp.exp(log_prob - jax.lax.stop_gradient(log_prob))
        out = tree_scale(box, program_call(fun, shifted))
        return tree_add_scale(out, 1 - box, baseline) if use_baseline else out

    def mc_estimator(key, x):
        baseline = program_call(fun, jax.lax.stop_gradient(x)) if use_baseline else None
        keys = jax.random.split(key, num_samples)
        out = jax.vmap(one, in_axes=(0, None, None), out_axes=0)(keys, x, baseline)
        return jax.tree.map(lambda x: jnp.mean(x, axis=0), out)

    return mc_estimator
