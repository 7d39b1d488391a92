import jax
import numpy as np
from jax import numpy as jnp
from jax.sharding import AxisType, NamedSharding as NS, PartitionSpec as P
mesh = jax.make_mesh((4, 2), ('data', 'model'), axis_types=(AxisType.Auto,) * 2)
def place(tree, specs):
    return jax.tree.map(lambda x, s: jax.device_put(jnp.asarray(x), NS(mesh, s)), tree, specs)
g = np.random.RandomState(7)
def w(*shape, s=0.1):
    return (g.normal(size=shape) * s).astype('float32')
import jax.scipy.linalg as jsl
hyp = {'ls': np.float32(0.), 'noise': np.float32(-1.)}
def kern(h, a, b):
    d = jnp.sum((a[:, None] - b[None]) ** 2, -1)
    return jnp.exp(-0.5 * d / jnp.exp(h['ls']))
def nlml(h, x, y):
    k = kern(h, x, x) + jnp.exp(h['noise']) * jnp.eye(x.shape[0])
    l = jnp.linalg.cholesky(k)
    a = jsl.cho_solve((l, True), y)
    return 0.5 * y @ a + jnp.sum(jnp.log(jnp.diag(l)))
@jax.jit
def fit(h, x, y):
    v, gr = jax.value_and_grad(nlml)(h, x, y)
    return jax.tree.map(lambda a, b: a - 0.1 * b, h, gr), v
x, y = place((w(32, 4), w(32)), (P(None, 'model'), P()))
hyp, v = fit(hyp, x, y)
