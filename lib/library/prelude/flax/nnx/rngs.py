"""Streams of keys. flax 0.12.8: nnx/rnglib.py."""
from prelude.flax.nnx.modes import is_tree
from prelude.flax.nnx.filters import matches
from prelude.flax.nnx.modules import Pytree, hidden_fields, iter_graph
from prelude.flax.nnx.variables import RngCount, RngKey

MODULE = "flax.nnx flax.nnx.rnglib"


_DISTRIBUTIONS = (
    "bits uniform randint permutation choice normal multivariate_normal truncated_normal bernoulli beta cauchy "
    "dirichlet exponential gamma loggamma poisson gumbel categorical laplace logistic pareto t chisquare f rademacher "
    "maxwell double_sided_maxwell weibull_min orthogonal generalized_normal ball rayleigh wald geometric triangular "
    "lognormal binomial multinomial"
).split()
_INITIALIZERS = (
    "delta_orthogonal glorot_normal glorot_uniform he_normal he_uniform kaiming_normal kaiming_uniform lecun_normal "
    "lecun_uniform variance_scaling xavier_normal xavier_uniform"
).split()


def _drawing(stream, name):
    """The function of jax.random, or the initializer, of this name with keys of the stream; or None."""
    if name in _DISTRIBUTIONS:
        return lambda *args, **kwargs: getattr(jax.random, name)(stream(), *args, **kwargs)
    if name in _INITIALIZERS:
        made = getattr(jax.nn.initializers, name)
        return lambda *given, **named: lambda *args, **kwargs: made(*given, **named)(stream(), *args, **kwargs)
    return None


class RngStream(Pytree):
    def __init__(self, key, *, tag="default"):
        if isinstance(key, int):
            key = jax.random.key(key)
        elif is_array(key) and key.dtype == jnp.uint32:
            key = jax.random.wrap_key_data(key)
        if not is_array(key) or not is_key(key):
            raise ValueError(
                f"Invalid rng value: {key}, expected a jax.Array of jax.dtypes.prng_key sub-dtype"
            )
        self.tag = tag
        self.key = RngKey(key, tag=tag)
        self.count = RngCount(jnp.zeros(key.shape, dtype=jnp.uint32), tag=tag)

    def __call__(self):
        key = jax.random.fold_in(self.key.get_value(), self.count.get_value())
        self.count.set_value(self.count.get_value() + jnp.uint32(1))
        return key

    def __getattr__(self, name):
        drawing = _drawing(self, name)
        if drawing is None:
            raise AttributeError(f"'RngStream' object has no attribute '{name}'")
        return drawing

    def split(self, k):
        return RngStream(jax.random.split(self(), k), tag=self.tag)

    def fork(self, *, split=None):
        key = self()
        return RngStream(key if split is None else jax.random.split(key, split), tag=self.tag)

    def broadcast(self, k):
        key = self()
        return RngStream(jnp.broadcast_to(key, ((k,) if isinstance(k, int) else k) + key.shape), tag=self.tag)


def _choices(k):
    """A dict of filters and numbers."""
    return k if isinstance(k, dict) else {Ellipsis: k}


class Rngs(Pytree):
    def __init__(self, default=None, **rngs):
        given = {} if default is None else {"default": default} if not isinstance(default, dict) else dict(default)
        given.update(rngs)
        for name, key in given.items():
            setattr(self, name, RngStream(key.key.get_value() if isinstance(key, RngStream) else key, tag=name))

    def __getattr__(self, name):
        fields = self.__dict__
        if name.startswith("__"):
            raise AttributeError(name)
        if "default" in fields:
            drawing = _drawing(fields["default"], name)
            return fields["default"] if drawing is None else drawing
        raise AttributeError(f"No RngStream named '{name}' found in Rngs.")

    def __getitem__(self, name):
        fields = self.__dict__
        if name in fields:
            return fields[name]
        if "default" in fields:
            return fields["default"]
        raise KeyError(f"No RngStream named '{name}' found in Rngs.")

    def __call__(self):
        return self.default()

    def __contains__(self, name):
        return name in self.__dict__ and name not in hidden_fields

    def __iter__(self):
        return iter([name for name, _ in self.items()])

    def __len__(self):
        return len(self.items())

    def items(self):
        return [(name, stream) for name, stream in self.__dict__.items() if isinstance(stream, RngStream)]

    def _each(self, choices, some, others):
        """Of each stream what `some` makes of it and the number that the filters say, or `others`."""
        made = {}
        for name, stream in self.items():
            found = [number for wanted, number in choices.items() if matches(wanted, (), stream)]
            made[name] = some(stream, found[0]) if found else others(stream)
        return Rngs(**made)

    def split(self, k):
        return self._each(
            _choices(k), lambda stream, n: stream if n is None else stream.split(n), lambda stream: stream
        )

    def broadcast(self, k):
        return self._each(
            _choices(k), lambda stream, n: stream if n is None else stream.broadcast(n), lambda stream: stream
        )

    def fork(self, /, *, split=None):
        return self._each(
            {} if split is None else _choices(split), lambda stream, n: stream.fork(split=n), lambda stream: stream.fork()
        )


def with_rngs(node=None, /, *, split=None, fork=None, broadcast=None, only=Ellipsis, graph=None, graph_updates=None):
    if node is None:
        def decorator(f):
            def wrapper(*args, **kwargs):
                args, kwargs = with_rngs((args, kwargs), split=split, fork=fork, broadcast=broadcast, only=only)
                return program_call(f, *args, **kwargs)

            return wrapper

        return decorator
    rules = [(wanted, lambda stream, n=n: stream.split(n)) for wanted, n in _choices(split).items() if n is not None]
    rules += [
        (wanted, lambda stream, n=n: stream.broadcast(n)) for wanted, n in _choices(broadcast).items() if n is not None
    ]
    if fork is not None:
        rules.append((fork, lambda stream: stream.fork()))

    def renewed(path, value):
        if isinstance(value, RngStream) and matches(only, path, value):
            for wanted, make in rules:
                if matches(wanted, path, value):
                    return make(value)
        return value

    return member("flax.nnx", "recursive_map")(renewed, node)


def reseed(node, /, *, graph=None, policy=None, **stream_keys):
    for name, key in stream_keys.items():
        for stream in _streams(node):
            if stream.tag == name:
                stream.key.set_value(jax.random.key(key) if isinstance(key, int) else key)
                stream.count.set_value(jnp.zeros_like(stream.count.get_value()))


def _streams(node):
    return [x for _, x in iter_graph(node) if isinstance(x, RngStream)]


class _Splits:
    def __init__(self, saved):
        self.saved = saved

    def __enter__(self):
        return self.saved

    def __iter__(self):
        return iter(self.saved)

    def __getitem__(self, i):
        return self.saved[i]

    def __len__(self):
        return len(self.saved)

    def __exit__(self, kind, error, trace):
        restore_rngs(self)
        return False


def _replaced_keys(node, only, renewed):
    """Gives streams `renewed(stream)` as their keys; the streams with what they had."""
    saved = []
    for path, stream in iter_graph(node):
        if isinstance(stream, RngStream) and matches(only, path, stream):
            before = stream.key.get_value()
            key = renewed(stream)
            saved.append((stream, before, stream.count.get_value()))
            stream.key.set_value(key)
            stream.count.set_value(jnp.zeros(key.shape, jnp.uint32))
    return _Splits(saved)


def _decorated(node, change):
    """`change(node)`, or a decorator that makes it of what a function is given."""
    if node is not None and not (callable(node) and not isinstance(node, Pytree)):
        return change(node)

    def decorator(f):
        def wrapper(*args, **kwargs):
            with change((args, kwargs)):
                return program_call(f, *args, **kwargs)

        return wrapper

    return decorator if node is None else decorator(node)


def split_rngs(node=None, /, *, splits, only=Ellipsis, squeeze=False, graph=None, graph_updates=None):
    if squeeze and splits != 1:
        raise ValueError("squeeze=True is only supported for splits=1")
    if is_tree(graph, graph_updates) and not squeeze:
        return with_rngs(node, split=splits, only=only)

    def renewed(stream):
        key = jax.random.split(stream(), splits)
        return key[0] if squeeze else key

    return _decorated(node, lambda node: _replaced_keys(node, only, renewed))


def fork_rngs(node=None, /, *, split=None, graph=None, graph_updates=None):
    def renewed(stream):
        key = stream()
        for wanted, number in _choices(split).items():
            if number is not None and matches(wanted, (), stream):
                return jax.random.split(key, number)
        return key

    return _decorated(node, lambda node: _replaced_keys(node, Ellipsis, renewed))


def backup_keys(node, /, *, graph=None):
    return [(stream, stream.key.get_value()) for stream in _streams(node)]


def restore_rngs(backups, /):
    for backup in backups.saved if isinstance(backups, _Splits) else backups:
        backup[0].key.set_value(backup[1])
        if len(backup) == 3:
            backup[0].count.set_value(backup[2])
