"""What equinox gives to libraries that build on it. equinox 0.13.8: internal/, _unvmap.py, _misc.py."""
from prelude.equinox.kinds import is_dynamic
from prelude.equinox.trees import combine, partition
from prelude.equinox.transforms import branched_error_if, error_if, filter_eval_shape

MODULE = "equinox.internal"


class GetKey:
    def __init__(self, seed=0):
        self.seed = seed
        self.call = 0
        self.key = jax.random.PRNGKey(seed)

    def __call__(self):
        self.call += 1
        return jax.random.fold_in(self.key, self.call)


def _of_all_examples(reduce, x):
    """A scalar over the examples of vmap too, which none of them has for itself."""
    if is_mapped(x):
        unknown("a reduction over all examples of vmap")
    return reduce(x)


def unvmap_all(x):
    return _of_all_examples(jnp.all, x)


def unvmap_any(x):
    return _of_all_examples(jnp.any, x)


def unvmap_max(x):
    return _of_all_examples(jnp.max, x)


def eval_empty(fn, *inputs):
    return jax.tree.map(lambda x: jnp.empty(x.shape, x.dtype), filter_eval_shape(fn, *inputs))


def eval_zero(fn, *inputs):
    return jax.tree.map(lambda x: jnp.zeros(x.shape, x.dtype), filter_eval_shape(fn, *inputs))


def left_broadcast_to(arr, shape):
    return jnp.broadcast_to(arr.reshape(arr.shape + (1,) * (len(shape) - arr.ndim)), shape)


def noinline(fn, name=None, abstract_fn=None):
    def wrapper(*args, **kwargs):
        return program_call(fn, *args, **kwargs)

    return transformed("equinox.internal", "noinline", fn, wrapper)


def _kept_arrays(x):
    """The tree with its arrays as they come out of an operation that only passes them on."""
    dynamic, static = partition(x, is_dynamic)
    return combine(jax.tree.map(jnp.asarray, dynamic), static)


def nondifferentiable(x, *, name=None, msg=None):
    dynamic, static = partition(x, is_dynamic)
    return combine(jax.tree.map(lax.stop_gradient, dynamic), static)


def nondifferentiable_backward(x, name=None, msg=None, symbolic=True):
    return _kept_arrays(x)


def nonbatchable(x, *, name=None, msg=None, allow_constant_across_batch=False):
    if any([is_mapped(leaf) for leaf in jax.tree.leaves(x) if is_dynamic(leaf)]) and not allow_constant_across_batch:
        raise ValueError(msg or f"Cannot batch `{name or 'nonbatchable operation'}`")
    return _kept_arrays(x)


def while_loop(
    cond_fun, body_fun, init_val, *, max_steps=None, buffers=None, kind, checkpoints=None, base=16
):
    if buffers is not None:
        unknown("equinox.internal.while_loop with buffers")
    if kind not in ("lax", "checkpointed", "bounded"):
        raise ValueError(f"Unrecognised kind of while loop '{kind}'")
    if kind == "bounded" and max_steps is None:
        raise ValueError("kind='bounded' requires specifying `max_steps`")
    dynamic, static = partition(init_val, is_dynamic)

    def cond(carry):
        return program_call(cond_fun, combine(carry, static))

    def body(carry):
        return partition(program_call(body_fun, combine(carry, static)), is_dynamic)[0]

    if kind == "lax":
        return combine(lax.while_loop(cond, body, dynamic), static)

    def step(carry, _):
        cond(carry)
        return body(carry), None

    carry, _ = lax.scan(step, dynamic, None, length=1)  # how often is open; derivatives pass through it
    return combine(jax.tree.map(lambda x: opaque(x, "equinox.internal.while_loop"), carry), static)


def scan(f, init, xs, length=None, *, buffers=None, kind, checkpoints="all", base=16):
    if buffers is not None:
        unknown("equinox.internal.scan with buffers")
    if kind not in ("lax", "checkpointed"):
        raise ValueError(f"Unrecognised kind of scan '{kind}'")
    dynamic, static = partition(init, is_dynamic)
    moving, fixed = partition(xs, is_dynamic)

    def body(carry, x):
        carry, y = program_call(f, combine(carry, static), combine(x, fixed))
        return partition(carry, is_dynamic)[0], y

    carry, ys = lax.scan(body, dynamic, moving, length=length)
    return combine(carry, static), ys


class _Omega:
    """A tree on which operators act leaf by leaf. equinox: internal/_omega.py."""

    def __init__(self, value, /, is_leaf=None):
        self.ω = value.ω if isinstance(value, _Omega) else value
        self.is_leaf = is_leaf

    def _with(self, f, other):
        if isinstance(other, _Omega):
            return _Omega(jax.tree.map(f, self.ω, other.ω, is_leaf=self.is_leaf), self.is_leaf)
        if isinstance(other, (bool, int, float, complex)) or is_dynamic(other):
            return _Omega(jax.tree.map(lambda x: f(x, other), self.ω, is_leaf=self.is_leaf), self.is_leaf)
        raise RuntimeError("Type of `other` not understood.")

    def call(self, fn):
        return _Omega(jax.tree.map(fn, self.ω, is_leaf=self.is_leaf), self.is_leaf)

    def __add__(self, other):
        return self._with(lambda x, y: x + y, other)

    def __sub__(self, other):
        return self._with(lambda x, y: x - y, other)

    def __mul__(self, other):
        return self._with(lambda x, y: x * y, other)

    def __truediv__(self, other):
        return self._with(lambda x, y: x / y, other)

    def __pow__(self, other):
        return self._with(lambda x, y: x**y, other)

    def __matmul__(self, other):
        return self._with(lambda x, y: x @ y, other)

    def __radd__(self, other):
        return self._with(lambda x, y: y + x, other)

    def __rsub__(self, other):
        return self._with(lambda x, y: y - x, other)

    def __rmul__(self, other):
        return self._with(lambda x, y: y * x, other)

    def __neg__(self):
        return self.call(lambda x: -x)

    def __getitem__(self, item):
        return self.call(lambda x: x[item])


class _OmegaClass:
    """The class itself: x**ω is ω(x)."""

    def __call__(self, value, /, is_leaf=None):
        return _Omega(value, is_leaf)

    def __rpow__(self, value):
        return _Omega(value)


ω = _OmegaClass()
