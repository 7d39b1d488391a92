import jax, optax
import numpy as np
from jax import numpy as jnp, lax, random as jr
from jax.sharding import AxisType, NamedSharding as NS, PartitionSpec as P
mesh = jax.make_mesh((4, 2), ('data', 'model'), axis_types=(AxisType.Auto,) * 2)
def place(tree, specs):
    return jax.tree.map(lambda x, s: jax.device_put(jnp.asarray(x), NS(mesh, s)), tree, specs)
g = np.random.RandomState(7)
def w(*shape, s=0.1):
    return (g.normal(size=shape) * s).astype('float32')
gp_, dp_ = place(({'a': w(8, 32), 'b': w(32, 16)}, {'a': w(16, 32), 'b': w(32, 1)}), ({'a': P(None, 'model'), 'b': P('model')}, {'a': P(None, 'model'), 'b': P('model')}))
def gen(p_, z): return jnp.tanh(jax.nn.relu(z @ p_['a']) @ p_['b'])
def critic(p_, x): return (jax.nn.leaky_relu(x @ p_['a']) @ p_['b'])[..., 0]
tg, td = optax.lion(1e-4), optax.adamw(1e-3, weight_decay=0.01)
sg, sd = tg.init(gp_), td.init(dp_)
@jax.jit
def d_step(dp, gp, sd, real, key):
    kz, ke = jr.split(key)
    fake = lax.stop_gradient(gen(gp, jr.normal(kz, (real.shape[0], 8))))
    def f(dp):
        e = jr.uniform(ke, (real.shape[0], 1))
        mix = e * real + (1 - e) * fake
        g_ = jax.vmap(jax.grad(lambda z: critic(dp, z)))(mix)
        pen = jnp.mean((jnp.sqrt(jnp.sum(g_ ** 2, -1) + 1e-12) - 1) ** 2)
        return critic(dp, fake).mean() - critic(dp, real).mean() + 10 * pen
    l, gr = jax.value_and_grad(f)(dp)
    up, sd = td.update(gr, sd, dp)
    return optax.apply_updates(dp, up), sd, l
@jax.jit
def g_step(gp, dp, sg, key):
    l, gr = jax.value_and_grad(lambda q: -critic(dp, gen(q, jr.normal(key, (32, 8)))).mean())(gp)
    up, sg = tg.update(gr, sg, gp)
    return optax.apply_updates(gp, up), sg, l
real = jax.device_put(w(32, 16), NS(mesh, P('data')))
dp_, sd, l = d_step(dp_, gp_, sd, real, jr.key(0))
gp_, sg, l = g_step(gp_, dp_, sg, jr.key(1))
