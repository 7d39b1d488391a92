import jax
import numpy as np
import jax.numpy as jnp
from functools import partial
from jax import lax, random
from jax.sharding import Mesh, NamedSharding, PartitionSpec as P
mesh = Mesh(np.asarray(jax.devices()).reshape(2, 4), axis_names=('data', 'model'))
put = lambda x, *s: jax.device_put(x, NamedSharding(mesh, P(*s)))
rng = np.random.default_rng(0)
nrm = lambda *s: rng.standard_normal(s).astype(np.float32) * 0.05
w1, w2 = put(nrm(32, 64), None, 'model'), put(nrm(64, 32), 'model', None)
x, y = put(nrm(16, 32), 'data'), put(nrm(16, 32), 'data')
def local_loss(params, x, y):
    w1, w2 = params
    return jnp.mean((jax.nn.relu(x @ w1) @ w2 - y) ** 2)
@jax.jit
@partial(jax.shard_map, mesh=mesh, in_specs=(P(), P('data'), P('data')), out_specs=(P(), P()), axis_names={'data'})
def dp_step(params, x, y):
    params_v = jax.tree.map(lambda w: lax.pcast(w, 'data', to='varying'), params)
    loss, grads = jax.value_and_grad(local_loss)(params_v, x, y)
    grads = lax.pmean(grads, 'data')
    return jax.tree.map(lambda w, g: w - 0.1 * g, params, grads), lax.pmean(loss, 'data')
params, loss = dp_step((w1, w2), x, y)
