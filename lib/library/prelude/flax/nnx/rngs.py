"""Streams of keys. flax 0.12.8: nnx/rnglib.py."""
from prelude.flax.nnx.modules import Pytree, data_names
from prelude.flax.nnx.variables import RngCount, RngKey

MODULE = "flax.nnx"


class RngStream(Pytree):
    def __init__(self, key, *, tag="default"):
        if isinstance(key, int):
            key = jax.random.key(key)
        self.tag = tag
        self.key = RngKey(key, tag=tag)
        self.count = RngCount(jnp.zeros((), dtype=jnp.uint32), tag=tag)

    def __call__(self):
        key = jax.random.fold_in(self.key.get_value(), self.count.get_value())
        self.count.set_value(self.count.get_value() + jnp.uint32(1))
        return key

    def fork(self, *, split=None):
        key = self()
        if split is not None:
            key = jax.random.split(key, split)
        return RngStream(key, tag=self.tag)


class Rngs(Pytree):
    def __init__(self, default=None, **rngs):
        given = {} if default is None else {"default": default} if not isinstance(default, dict) else dict(default)
        given.update(rngs)
        for name, key in given.items():
            setattr(self, name, key if isinstance(key, RngStream) else RngStream(key, tag=name))

    def __getattr__(self, name):
        fields = self.__dict__
        if "default" in fields and not name.startswith("__"):
            if name in ("normal", "uniform", "bernoulli", "randint", "categorical", "truncated_normal", "choice", "permutation", "gumbel", "bits", "exponential", "gamma", "beta"):
                return functools.partial(_drawn, self, name)
            return fields["default"]
        raise AttributeError(f"No RngStream named '{name}' found in Rngs.")

    def __getitem__(self, name):
        return getattr(self, name)

    def __call__(self):
        return self.default()

    def __contains__(self, name):
        return name in data_names(self)

    def __iter__(self):
        return iter(data_names(self))

    def __len__(self):
        return len(data_names(self))

    def items(self):
        return [(name, self.__dict__[name]) for name in data_names(self)]

    def fork(self, *, split=None):
        made = object_new(Rngs)
        made.__dict__["_data"] = {}
        for name, stream in self.items():
            count = split.get(name) if isinstance(split, dict) else split
            setattr(made, name, stream.fork(split=count))
        return made


def _drawn(rngs, name, *args, **kwargs):
    return getattr(jax.random, name)(rngs(), *args, **kwargs)


def reseed(node, /, *, graph=None, policy=None, **stream_keys):
    for name, key in stream_keys.items():
        for stream in _streams(node):
            if stream.tag == name:
                stream.key.set_value(jax.random.key(key) if isinstance(key, int) else key)
                stream.count.set_value(jnp.zeros_like(stream.count.get_value()))


def _streams(node):
    found = []

    def visit(x):
        if isinstance(x, RngStream):
            found.append(x)
        elif isinstance(x, Pytree):
            for name in data_names(x):
                visit(x.__dict__[name])
        elif isinstance(x, (list, tuple)):
            for part in x:
                visit(part)
        elif isinstance(x, dict):
            for part in x.values():
                visit(part)

    visit(node)
    return found


class _Splits:
    def __init__(self, saved):
        self.saved = saved

    def __enter__(self):
        return self.saved

    def __exit__(self, kind, error, trace):
        for stream, key, count in self.saved:
            stream.key.set_value(key)
            stream.count.set_value(count)
        return False


def _split_streams(node, splits, only):
    saved = []
    for stream in _streams(node):
        if only is not None and only is not Ellipsis and stream.tag not in (only if isinstance(only, (list, tuple)) else (only,)):
            continue
        key, count = stream.key.get_value(), stream.count.get_value()
        new = jax.random.split(stream(), splits)
        saved.append((stream, key, stream.count.get_value()))
        stream.key.set_value(new)
        sizes = (splits,) if isinstance(splits, int) else tuple(splits)
        stream.count.set_value(jnp.zeros(sizes, jnp.uint32))
    return saved


def split_rngs(node=None, /, *, splits, only=Ellipsis, squeeze=False, graph=None):
    if node is None:
        def decorator(f):
            def wrapper(*args, **kwargs):
                with _Splits(_split_streams((args, kwargs), splits, only)):
                    return program_call(f, *args, **kwargs)

            return wrapper

        return decorator
    if callable(node) and not isinstance(node, Pytree):
        return split_rngs(splits=splits, only=only)(node)
    return _Splits(_split_streams(node, splits, only))


def fork_rngs(node=None, /, *, split=None, graph=None):
    unknown("nnx.fork_rngs")
