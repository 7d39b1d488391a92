import jax
import numpy as np
import jax.numpy as jnp
from jax import lax, random
from jax.sharding import Mesh, NamedSharding, PartitionSpec as P
mesh = Mesh(np.asarray(jax.devices()).reshape(2, 4), axis_names=('data', 'model'))
put = lambda x, *s: jax.device_put(x, NamedSharding(mesh, P(*s)))
rng = np.random.default_rng(0)
nrm = lambda *s: rng.standard_normal(s).astype(np.float32) * 0.05
n = mesh.shape['model']
E, D, F, T = n, 16, 32, 64
wi, wo, router = put(nrm(E, D, F), 'model'), put(nrm(E, F, D), 'model'), put(nrm(D, E))
x = put(nrm(T, D), ('data', 'model'))
def expert(wi, wo, router, x):
    gates = jax.nn.softmax(x @ router)
    disp = jnp.einsum('te,td->etd', gates, x)
    recv = lax.all_to_all(disp, 'model', split_axis=0, concat_axis=1, tiled=True)
    h = jax.nn.gelu(recv[0] @ wi[0])
    back = lax.all_to_all((h @ wo[0])[None], 'model', split_axis=1, concat_axis=0, tiled=True)
    return back.sum(0)
moe = jax.shard_map(expert, mesh=mesh, in_specs=(P('model'), P('model'), P(), P(('data', 'model'))), out_specs=P(('data', 'model')))
@jax.jit
def step(params, x):
    def loss(params):
        return jnp.mean((moe(*params, x) - x) ** 2)
    value, grads = jax.value_and_grad(loss)(params)
    return jax.tree.map(lambda p, g: p - 1e-2 * g, params, grads), value
params, value = step((wi, wo, router), x)
