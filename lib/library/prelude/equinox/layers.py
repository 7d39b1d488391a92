"""Layers, of one example each. equinox 0.13.8: nn/."""
from prelude.equinox.modules import Module, field

MODULE = "equinox.nn"


def _dtype(dtype):
    return jnp.float32 if dtype is None else dtype


def _uniform(key, shape, dtype, limit):
    if jnp.issubdtype(dtype, jnp.complexfloating):
        unknown("complex parameters")
    return jax.random.uniform(key, shape, dtype, minval=-limit, maxval=limit)


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
        dtype = _dtype(dtype)
        wkey, bkey = jax.random.split(key, 2)
        ins = 1 if in_features == "scalar" else in_features
        outs = 1 if out_features == "scalar" else out_features
        limit = 1 / math.sqrt(ins) if ins else 1.0
        self.weight = _uniform(wkey, (outs, ins), dtype, limit)
        self.bias = _uniform(bkey, (outs,), dtype, limit) if use_bias else None
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
        key,
        scan=False,
    ):
        keys = jax.random.split(key, depth + 1)
        sizes = [in_size] + [width_size] * depth + [out_size]
        layers = []
        for i in range(depth + 1):
            bias = use_final_bias if i == depth else use_bias
            layers.append(Linear(sizes[i], sizes[i + 1], bias, dtype=dtype, key=keys[i]))
        self.layers = tuple(layers)
        self.in_size = in_size
        self.out_size = out_size
        self.width_size = width_size
        self.depth = depth
        self.activation = activation
        self.final_activation = (lambda x: x) if final_activation is None else final_activation
        self.use_bias = use_bias
        self.use_final_bias = use_final_bias

    def __call__(self, x, *, key=None):
        for layer in self.layers[:-1]:
            x = self.activation(layer(x))
        x = self.layers[-1](x)
        if self.out_size == "scalar":
            return self.final_activation(x)
        return self.final_activation(x)


class Embedding(Module):
    num_embeddings: int = field(static=True)
    embedding_size: int = field(static=True)
    weight: object

    def __init__(self, num_embeddings=None, embedding_size=None, weight=None, dtype=None, *, key=None):
        if weight is None:
            if num_embeddings is None or embedding_size is None or key is None:
                raise ValueError(
                    "Must provide `eqx.nn.Embedding(num_embeddings=..., embedding_size=..., key=...)` if not "
                    "providing the weight directly."
                )
            self.weight = jax.random.normal(key, (num_embeddings, embedding_size), dtype=_dtype(dtype))
        else:
            if weight.ndim != 2:
                raise ValueError("weight must have shape (num_embeddings, embedding_size).")
            num_embeddings, embedding_size = weight.shape
            self.weight = weight
        self.num_embeddings = num_embeddings
        self.embedding_size = embedding_size

    def __call__(self, x, *, key=None):
        if not (hasattr(x, "dtype") or isinstance(x, int)) or jnp.shape(x) != () or (
            hasattr(x, "dtype") and not jnp.issubdtype(x.dtype, jnp.integer)
        ):
            raise ValueError(
                "`eqx.nn.Embedding()(x)` should be called with a scalar index `x`. "
                "Use `jax.vmap` if you would like to index into the embedding matrix several times."
            )
        return self.weight[x]


class Dropout(Module):
    p: float
    inference: bool

    def __init__(self, p=0.5, inference=False, *, deterministic=None):
        if deterministic is not None:
            inference = deterministic
        self.p = p
        self.inference = inference

    def __call__(self, x, *, key=None, inference=None, deterministic=None):
        if deterministic is not None:
            inference = deterministic
        if inference is None:
            inference = self.inference
        if isinstance(self.p, (int, float)) and self.p == 0:
            inference = True
        if inference:
            return x
        if key is None:
            raise RuntimeError("Dropout requires a key when running in non-deterministic mode.")
        q = 1 - lax.stop_gradient(self.p)
        mask = jax.random.bernoulli(key, q, x.shape)
        return jnp.where(mask, x / q, 0)


class PReLU(Module):
    negative_slope: object

    def __init__(self, init_alpha=0.25):
        self.negative_slope = jnp.array(init_alpha)

    def __call__(self, x, *, key=None):
        return jnp.where(x >= 0, x, self.negative_slope * x)


class Sequential(Module):
    layers: tuple

    def __init__(self, layers):
        self.layers = tuple(layers)

    def __call__(self, x, state="_none", *, key=None):
        keys = [None] * len(self.layers) if key is None else jax.random.split(key, len(self.layers))
        if not isinstance(state, str):
            unknown("a Sequential with state")
        for layer, k in zip(self.layers, keys):
            x = layer(x, key=k)
        return x

    def __getitem__(self, i):
        return self.layers[i] if isinstance(i, int) else Sequential(self.layers[i])

    def __iter__(self):
        return iter(self.layers)

    def __len__(self):
        return len(self.layers)
