import jax, optax
import numpy as np
from jax import numpy as jnp, lax
from jax.sharding import AxisType, NamedSharding as NS, PartitionSpec as P
mesh = jax.make_mesh((2, 4), ('data', 'model'), axis_types=(AxisType.Auto,) * 2)
def place(tree, specs):
    return jax.tree.map(lambda x, s: jax.device_put(jnp.asarray(x), NS(mesh, s)), tree, specs)
g = np.random.RandomState(7)
def w(*shape, s=0.1):
    return (g.normal(size=shape) * s).astype('float32')
L, D, F, r = 2, 16, 32, 4
base = place({'q': w(L, D, D), 'up': w(L, D, F), 'down': w(L, F, D)}, {'q': P(None, 'data', 'model'), 'up': P(None, 'data', 'model'), 'down': P(None, 'model', None)})
def pair(i, o): return {'A': w(L, i, r), 'B': np.zeros((L, r, o), 'float32')}
lora = {'q': pair(D, D), 'up': pair(D, F)}
lora = place(lora, {'q': {'A': P(), 'B': P(None, None, 'model')}, 'up': {'A': P(), 'B': P(None, None, 'model')}})
def dense(x, wt, ad):
    y = x @ wt
    return y if ad is None else y + (x @ ad['A']) @ ad['B'] * (8 / r)
def layer(x, z):
    b, a = z
    h = x * lax.rsqrt(jnp.mean(jnp.square(x), -1, keepdims=True) + 1e-6)
    x = x + dense(h, b['q'], a['q'])
    return x + dense(jax.nn.elu(dense(x, b['up'], a['up'])), b['down'], None), None
def apply(lora, base, x):
    h, _ = lax.scan(jax.checkpoint(layer), x, (base, lora))
    return h
tx = optax.masked(optax.adam(1e-3), {'q': True, 'up': False})
st = tx.init(lora)
@jax.jit
def tune(lora, st, base, x, y):
    def f(lora): return jnp.mean((apply(lora, base, x) - y) ** 2)
    l, gr = jax.value_and_grad(f)(lora)
    up, st = tx.update(gr, st, lora)
    return optax.apply_updates(lora, up), st, l
x, y = place((w(16, 4, D), w(16, 4, D)), (P('data'), P('data')))
lora, st, l = tune(lora, st, base, x, y)
