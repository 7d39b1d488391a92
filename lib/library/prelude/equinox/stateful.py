"""Layers with a state. equinox 0.13.8: nn/_stateful.py, _batch_norm.py, _spectral_norm.py."""
from prelude.equinox.kinds import is_dynamic
from prelude.equinox.layers import StatefulLayer
from prelude.equinox.modules import Module, field
from prelude.equinox.parameters import floating, truth
from prelude.equinox.trees import put_at

MODULE = "equinox.nn"

_OLD = (
    "Attempted to use old state. Probably you have done something like:\n```\nx, state2 = layer1(x, state1)\n"
    "x, state3 = layer1(x, state1)  # bug! Re-used state1 instead of using state2.\n```\n\n"
    "If you have done this intentionally, because you want to use an old state, then you can\n"
    "avoid this error by making a clone of the state:\n```\n"
    "leaves, treedef = jax.tree_util.tree_flatten(state)\n"
    "state_clone = jax.tree_util.tree_unflatten(treedef, leaves)\n```"
)


class StateIndex(Module):
    marker: object = field(static=True)
    init: object

    def __init__(self, init):
        self.marker = object()
        self.init = init


def _is_index(x):
    return isinstance(x, StateIndex)


def _as_arrays(tree):
    return jax.tree.map(jnp.asarray, tree)


def _described(tree):
    leaves, structure = jax.tree.flatten(jax.eval_shape(lambda: tree))
    return [(x.shape, x.dtype, x.weak_type, x.sharding) for x in leaves], structure


_SHORT = (("float", "f"), ("uint", "u"), ("int", "i"), ("complex", "c"), ("bfloat", "bf"))


def _type_text(x):
    name, weak = x.dtype.name, "weak_" if x.weak_type else ""
    for long, short in _SHORT:
        if name.startswith(long):
            name = short + name[len(long) :]
    return f"{weak}{name}[{','.join([str(n) for n in x.shape])}]"


def _tree_text(tree):
    """Arrays in tuples and lists as Equinox prints their types, or None for other trees."""
    if is_array(tree):
        return _type_text(jax.typeof(tree))
    if type(tree) not in (tuple, list):
        return None
    parts = [_tree_text(part) for part in tree]
    if None in parts:
        return None
    inside = ", ".join(parts) + ("," if len(parts) == 1 and type(tree) is tuple else "")
    return f"({inside})" if type(tree) is tuple else f"[{inside}]"


def _refuse_change(old, new):
    text = "Old and new values have different structures/shapes/dtypes."
    old, new = _tree_text(old), _tree_text(new)
    if old is not None and new is not None:
        text += f" The old value is {old} and the new value is {new}."
    raise ValueError(text)


def _no_key(item):
    if type(item) is not StateIndex:
        raise ValueError("Can only use `eqx.nn.StateIndex`s as state keys.")


def _flatten(state):
    content = state._current()
    return tuple(content.values()), tuple(content.keys())


class _Tree:
    def __init_subclass__(cls):
        jax.tree_util.register_pytree_node(cls, _flatten, lambda keys, values: _state_of(dict(zip(keys, values))))


class State(_Tree):
    def __init__(self, model):
        self._state = {}
        for leaf in jax.tree.leaves(model, is_leaf=_is_index):
            if _is_index(leaf):
                if leaf.init is None:
                    raise ValueError(
                        "Do not call `eqx.nn.State(model)` directly. You should call "
                        "`eqx.nn.make_with_state(ModelClass)(...args...)` instead."
                    )
                self._state[leaf.marker] = _as_arrays(leaf.init)

    def _current(self):
        if self._state is None:
            raise ValueError(_OLD)
        return self._state

    def _replaced(self, state):
        """A State with this content, after which this one is old."""
        self._state = None
        return _state_of(state)

    def get(self, item):
        state = self._current()
        _no_key(item)
        return state[item.marker]

    def set(self, item, value):
        state = self._current()
        _no_key(item)
        value = _as_arrays(value)
        if _described(state[item.marker]) != _described(value):
            _refuse_change(state[item.marker], value)
        return self._replaced({**state, item.marker: value})

    def substate(self, pytree):
        state = self._current()
        indices = [x for x in jax.tree.leaves(pytree, is_leaf=_is_index) if _is_index(x)]
        return _state_of({index.marker: state[index.marker] for index in indices})

    def update(self, substate):
        state = self._current()
        if type(substate) is not State:
            raise ValueError("Can only use `eqx.nn.State`s in `update`.")
        if any([key not in state for key in substate._state]):
            raise ValueError(
                "Cannot call `state1.update(state2)` unless `state2` is a substate of `state1`."
            )
        return self._replaced({**state, **substate._state})


def _state_of(content):
    state = State(None)
    state._state = content
    return state


def delete_init_state(model):
    def strip(x):
        return put_at(lambda index: index.init, x, None) if _is_index(x) else x

    return jax.tree.map(strip, model, is_leaf=_is_index)


def make_with_state(make_model):
    def make(*args, **kwargs):
        model = program_call(make_model, *args, **kwargs)
        state = State(model)
        return delete_init_state(model), state

    return make


class BatchNorm(StatefulLayer):
    weight: object
    bias: object
    ema_first_time_index: object
    ema_state_index: object
    batch_counter: object
    batch_state_index: object
    axis_name: object
    inference: bool
    input_size: int = field(static=True)
    eps: float = field(static=True)
    channelwise_affine: bool = field(static=True)
    momentum: float = field(static=True)
    mode: str = field(static=True)

    def __init__(
        self,
        input_size,
        axis_name,
        eps=1e-5,
        channelwise_affine=True,
        momentum=0.99,
        inference=False,
        dtype=None,
        mode="legacy",
    ):
        mode = "ema" if mode == "legacy" else mode
        if mode not in ("ema", "batch"):
            raise ValueError("Invalid mode, must be 'ema' or 'batch'.")
        shape, dtype = (input_size,), floating(dtype)
        averages = mode == "ema"
        self.mode = mode
        self.weight = jnp.ones(shape, dtype) if channelwise_affine else None
        self.bias = jnp.zeros(shape, dtype) if channelwise_affine else None
        self.ema_first_time_index = StateIndex(jnp.array(True)) if averages else None
        self.ema_state_index = StateIndex((jnp.empty(shape, dtype), jnp.empty(shape, dtype))) if averages else None
        self.batch_counter = None if averages else StateIndex(jnp.array(0))
        self.batch_state_index = None if averages else StateIndex((jnp.zeros(shape, dtype), jnp.ones(shape, dtype)))
        self.inference = inference
        self.axis_name = axis_name
        self.input_size = input_size
        self.eps = eps
        self.channelwise_affine = channelwise_affine
        self.momentum = momentum

    def _moments(self, x):
        """Mean and variance of each channel, over all examples of the axis."""

        def of_channel(y):
            mean = lax.pmean(jnp.mean(y), self.axis_name)
            variance = lax.pmean(jnp.mean((y - mean) * jnp.conj(y - mean)), self.axis_name)
            return mean, jnp.maximum(0.0, variance)

        return jax.vmap(of_channel)(x)

    def _averaged(self, x, state, inference):
        if truth(inference):
            return state.get(self.ema_state_index), state
        first_time = state.get(self.ema_first_time_index)
        state = state.set(self.ema_first_time_index, jnp.array(False))
        moments = self._moments(x)
        rest = 1 - self.momentum
        running = [rest * new + self.momentum * old for new, old in zip(moments, state.get(self.ema_state_index))]
        kept = tuple([lax.select(first_time, new, average) for new, average in zip(moments, running)])
        return kept, state.set(self.ema_state_index, kept)

    def _of_batch(self, x, state, inference):
        counter, hidden = state.get(self.batch_counter), state.get(self.batch_state_index)
        if truth(inference):
            scale = jnp.where(counter == 0, 1, 1 - self.momentum**counter)
            return tuple([moment / scale for moment in hidden]), state
        moments = self._moments(x)
        rest = 1 - self.momentum
        kept = tuple([old * self.momentum + new * rest for old, new in zip(hidden, moments)])
        state = state.set(self.batch_counter, counter + 1)
        return moments, state.set(self.batch_state_index, kept)

    def __call__(self, x, state, *, key=None, inference=None):
        _require_state(state)
        inference = self.inference if inference is None else inference
        follow = self._averaged if self.mode == "ema" else self._of_batch
        (mean, variance), state = follow(x, state, inference)

        def normalize(y, m, v, weight, bias):
            out = (y - m) / jnp.sqrt(v + self.eps)
            return out * weight + bias if self.channelwise_affine else out

        return jax.vmap(normalize)(x, mean, variance, self.weight, self.bias), state


def _require_state(state):
    if state is None:
        raise AttributeError("'NoneType' object has no attribute 'get'")


def _power_iteration(weight, v, eps):
    u = weight @ v
    u = u / jnp.maximum(eps, jnp.sqrt(jnp.sum(u**2)))
    v = weight.T @ u
    return u, v / jnp.maximum(eps, jnp.sqrt(jnp.sum(v**2)))


class SpectralNorm(StatefulLayer):
    layer: object
    weight_name: str = field(static=True)
    uv_index: object
    num_power_iterations: int = field(static=True)
    eps: float = field(static=True)
    inference: bool

    def __init__(self, layer, weight_name, num_power_iterations=1, eps=1e-12, inference=False, *, key):
        self.layer = layer
        self.weight_name = weight_name
        self.num_power_iterations = num_power_iterations
        self.eps = eps
        self.inference = inference
        try:
            weight = getattr(layer, weight_name)
        except AttributeError as error:
            raise error
        if weight.ndim < 2:
            raise ValueError("`weight` must be at least two-dimensional")
        weight = jnp.reshape(weight, (weight.shape[0], -1))
        v_key = jax.random.split(key)[1]
        v = jax.random.normal(v_key, (weight.shape[1],), dtype=weight.dtype)
        self.uv_index = StateIndex(_power_iteration(weight, v, eps))

    def __call__(self, x, state, *, key=None, inference=None):
        _require_state(state)
        u, v = state.get(self.uv_index)
        given = getattr(self.layer, self.weight_name)
        weight = jnp.reshape(given, (given.shape[0], -1))
        if not truth(self.inference if inference is None else inference):
            for _ in range(self.num_power_iterations):
                u, v = _power_iteration(lax.stop_gradient(weight), v, self.eps)
            state = state.set(self.uv_index, (u, v))
        sigma = jnp.einsum("i,ij,j->", u, weight, v)
        scaled = jnp.reshape(weight / sigma, given.shape)
        layer = put_at(lambda inner: getattr(inner, self.weight_name), self.layer, scaled)
        return layer(x), state
