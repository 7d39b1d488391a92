"""Layers, of one example each. equinox 0.13.8: nn/."""
from prelude.equinox.kinds import is_dynamic
from prelude.equinox.modules import Module, field
from prelude.equinox.parameters import floating, is_left_out, truth, uniform, with_state

MODULE = "equinox.nn"


class Identity(Module):
    def __init__(self, *args, **kwargs):
        pass

    def __call__(self, x, *, key=None):
        return x


class Lambda(Module):
    fn: object

    def __call__(self, x, *, key=None):
        return self.fn(x)


class Linear(Module):
    weight: object
    bias: object
    in_features: object = field(static=True)
    out_features: object = field(static=True)
    use_bias: bool = field(static=True)

    def __init__(self, in_features, out_features, use_bias=True, dtype=None, *, key):
        dtype = floating(dtype)
        wkey, bkey = jax.random.split(key, 2)
        ins = 1 if in_features == "scalar" else in_features
        outs = 1 if out_features == "scalar" else out_features
        limit = 1 / math.sqrt(ins) if ins else 1.0
        self.weight = uniform(wkey, (outs, ins), dtype, limit)
        self.bias = uniform(bkey, (outs,), dtype, limit) if use_bias else None
        self.in_features = in_features
        self.out_features = out_features
        self.use_bias = use_bias

    def __call__(self, x, *, key=None):
        if self.in_features == "scalar":
            if jnp.shape(x) != ():
                raise ValueError("x must have scalar shape")
            x = jnp.broadcast_to(x, (1,))
        x = self.weight @ x
        if self.bias is not None:
            x = x + self.bias
        if self.out_features == "scalar":
            x = jnp.squeeze(x)
        return x


def _identity(x):
    return x


def _learnt(activation, sizes):
    """An activation whose arrays every unit has for itself."""
    if not any([is_dynamic(x) for x in jax.tree.leaves(activation)]):
        return activation

    def repeat(x):
        return jnp.broadcast_to(x, sizes + x.shape) if is_dynamic(x) else x

    return jax.tree.map(repeat, activation)


def _activate(activation, x):
    """What each element becomes by its own activation."""
    axes = jax.tree.map(lambda leaf: 0 if is_dynamic(leaf) else None, activation)
    if not any([axis == 0 for axis in jax.tree.leaves(axes)]):
        return jax.vmap(lambda unit: program_call(activation, unit))(x)
    arrays = jax.tree.map(lambda leaf: leaf if is_dynamic(leaf) else None, activation)

    def apply(own, unit):
        whole = jax.tree.map(lambda a, b: b if a is None else a, own, activation, is_leaf=lambda a: a is None)
        return program_call(whole, unit)

    return jax.vmap(apply)(arrays, x)


def _layers_of(in_size, out_size, width_size, depth, use_bias, use_final_bias, dtype, keys, scan):
    if depth == 0:
        return (Linear(in_size, out_size, use_final_bias, dtype=dtype, key=keys[0]),)

    def make_hidden_layer(key):
        return Linear(width_size, width_size, use_bias, dtype=dtype, key=key)

    first = Linear(in_size, width_size, use_bias, dtype=dtype, key=keys[0])
    if scan:
        hidden = [jax.vmap(make_hidden_layer)(keys[1:depth])]
    else:
        hidden = [make_hidden_layer(keys[i]) for i in range(1, depth)]
    last = Linear(width_size, out_size, use_final_bias, dtype=dtype, key=keys[-1])
    return tuple([first] + hidden + [last])


class MLP(Module):
    layers: tuple
    activation: object
    final_activation: object
    use_bias: bool = field(static=True)
    use_final_bias: bool = field(static=True)
    in_size: object = field(static=True)
    out_size: object = field(static=True)
    width_size: int = field(static=True)
    depth: int = field(static=True)
    scan: bool = field(static=True, default=False)

    def __init__(
        self,
        in_size,
        out_size,
        width_size,
        depth,
        activation=jax.nn.relu,
        final_activation=None,
        use_bias=True,
        use_final_bias=True,
        dtype=None,
        *,
        scan=False,
        key,
    ):
        keys = jax.random.split(key, depth + 1)
        self.layers = _layers_of(
            in_size, out_size, width_size, depth, use_bias, use_final_bias, floating(dtype), keys, scan
        )
        self.in_size = in_size
        self.out_size = out_size
        self.width_size = width_size
        self.depth = depth
        self.scan = scan
        self.activation = _learnt(activation, (depth, width_size))
        final_activation = _identity if final_activation is None else final_activation
        self.final_activation = final_activation if out_size == "scalar" else _learnt(final_activation, (out_size,))
        self.use_bias = use_bias
        self.use_final_bias = use_final_bias

    def _activate(self, i, x):
        return _activate(jax.tree.map(lambda leaf: leaf[i] if is_dynamic(leaf) else leaf, self.activation), x)

    def __call__(self, x, *, key=None):
        if self.depth == 0:
            return self.layers[0](x)
        if self.scan:
            x = self._activate(0, self.layers[0](x))
            step = lambda x, inner: (self._activate(inner[0], inner[1](x)), None)
            x, _ = lax.scan(step, x, (jnp.arange(1, self.depth), self.layers[1]))
        else:
            for i, layer in enumerate(self.layers[:-1]):
                x = self._activate(i, layer(x))
        x = self.layers[-1](x)
        if self.out_size == "scalar":
            return self.final_activation(x)
        return _activate(self.final_activation, x)


class Dropout(Module):
    p: float
    inference: bool

    def __init__(self, p=0.5, inference=False, *, deterministic=None):
        if deterministic is not None:
            inference = deterministic
        self.p = p
        self.inference = inference

    @property
    def deterministic(self):
        return self.inference

    def __call__(self, x, *, key=None, inference=None, deterministic=None):
        if deterministic is not None:
            inference = deterministic
        if inference is None:
            inference = self.inference
        if isinstance(self.p, (int, float)) and self.p == 0:
            inference = True
        if truth(inference):
            return x
        if key is None:
            raise RuntimeError("Dropout requires a key when running in non-deterministic mode.")
        q = 1 - lax.stop_gradient(self.p)
        mask = jax.random.bernoulli(key, q, x.shape)
        return jnp.where(mask, x / q, 0)


class PReLU(Module):
    negative_slope: object

    def __init__(self, init_alpha=0.25):
        self.negative_slope = jnp.asarray(init_alpha)

    def __call__(self, x):
        return jnp.where(x >= 0, x, self.negative_slope * x)


class StatefulLayer(Module):
    def is_stateful(self):
        return True


class Sequential(StatefulLayer):
    layers: tuple

    def __init__(self, layers):
        self.layers = tuple(layers)

    def is_stateful(self):
        return any([isinstance(x, StatefulLayer) and x.is_stateful() for x in self.layers])

    def __call__(self, x, state="<left out>", *, key=None):
        keys = [None] * len(self.layers) if key is None else jax.random.split(key, len(self.layers))
        for layer, key in zip(self.layers, keys):
            if isinstance(layer, StatefulLayer) and layer.is_stateful():
                if is_left_out(state):
                    unknown("a Sequential with layers that have a state, and none given")
                x, state = layer(x, state=state, key=key)
            else:
                x = layer(x, key=key)
        return with_state(x, state)

    def __getitem__(self, i):
        if isinstance(i, int):
            return self.layers[i]
        if isinstance(i, slice):
            return Sequential(self.layers[i])
        raise TypeError(f"Indexing with type {type(i)} is not supported")

    def __iter__(self):
        return iter(self.layers)

    def __len__(self):
        return len(self.layers)
