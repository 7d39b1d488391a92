import jax
import jax.numpy as jnp
from jax.sharding import AxisType, NamedSharding, PartitionSpec as P

mesh = jax.make_mesh((8,), ('data',), axis_types=(AxisType.Auto,))


@jax.jit
def posterior(key, X, y):
    A = X.T @ X + jnp.eye(X.shape[1])
    mean = jnp.linalg.solve(A, X.T @ y)
    w = jax.random.multivariate_normal(key, mean, jnp.linalg.inv(A), shape=(100,))
    pred = X @ w.T
    return pred.mean(1), pred.std(1)


X = jax.device_put(jnp.ones((64, 6)), NamedSharding(mesh, P('data')))
y = jax.device_put(jnp.ones((64,)), NamedSharding(mesh, P('data')))
mu, sd = posterior(jax.random.key(0), X, y)
