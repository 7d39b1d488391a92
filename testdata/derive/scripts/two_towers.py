from typing import NamedTuple
import jax, optax
import numpy as np
from jax import numpy as jnp
from jax.sharding import AxisType, NamedSharding as NS, PartitionSpec as P
mesh = jax.make_mesh((4, 2), ('data', 'model'), axis_types=(AxisType.Auto,) * 2)
def place(tree, specs):
    return jax.tree.map(lambda x, s: jax.device_put(jnp.asarray(x), NS(mesh, s)), tree, specs)
g = np.random.RandomState(7)
def w(*shape, s=0.1):
    return (g.normal(size=shape) * s).astype('float32')
class Towers(NamedTuple):
    img: dict
    txt: dict
    scale: jax.Array
def tower(q):
    return {'a': w(32, 64), 'b': w(64, 16)}
params = Towers(tower(0), dict(tower(1), emb=w(48, 32)), np.float32(2.6))
specs = Towers({'a': P('data'), 'b': P('model')}, {'a': P('data'), 'b': P('model'), 'emb': P('model')}, P())
params = place(params, specs)
def encode(t, x):
    h = jax.nn.silu(x @ t['a']) @ t['b']
    return h / jnp.linalg.norm(h, axis=-1, keepdims=True)
def contrastive(params, images, tokens):
    u = encode(params.img, images)
    mask = (tokens > 0)[..., None]
    pooled = jnp.sum(params.txt['emb'][tokens] * mask, 1) / jnp.maximum(mask.sum(1), 1)
    v = encode(params.txt, pooled)
    logits = jnp.exp(params.scale) * u @ v.T
    labels = jnp.arange(logits.shape[0])
    ce = optax.softmax_cross_entropy_with_integer_labels
    return (ce(logits, labels).mean() + ce(logits.T, labels).mean()) / 2
tx = optax.rmsprop(1e-3)
opt = tx.init(params)
@jax.jit
def train(params, opt, images, tokens):
    val, grad = jax.value_and_grad(contrastive)(params, images, tokens)
    up, opt = tx.update(grad, opt, params)
    return optax.apply_updates(params, up), opt, val
images = jax.device_put(w(32, 32), NS(mesh, P(('data', 'model'))))
tokens = jax.device_put(g.randint(0, 48, (32, 6)), NS(mesh, P('data')))
params, opt, val = train(params, opt, images, tokens)
