"""Where the variables of a run of modules are. flax 0.12.8: core/scope.py."""
from prelude.flax.boxes import is_box, unboxed
from prelude.flax.errors import (
    InvalidRngError,
    ModifyScopeVariableError,
    ScopeCollectionNotFound,
    ScopeParamNotFoundError,
    ScopeParamShapeError,
    ScopeVariableNotFoundError,
)
from prelude.flax.lazy_rngs import LazyRng

MODULE = "flax._scopes"


FIRST_OF_INIT = "First argument passed to an init function"
RNGS_OF_APPLY = "The ``rngs`` argument passed to an apply function"


def is_one_key(x):
    """Whether it is a key, or the numbers of one. flax: core/scope.py _is_valid_rng."""
    if not is_known(x):
        return True
    if not is_array(x) and not is_of_numpy(x):
        return False
    if is_key(x):
        return x.shape == ()
    data = jax.random.key_data(jax.random.key(0))
    return x.shape == data.shape and x.dtype == data.dtype


def are_named_keys(rngs):
    named = hasattr(rngs, "items")
    return named and all([isinstance(name, str) and is_one_key(key) for name, key in rngs.items()])


def keys_by_name(rngs, what):
    """The keys of init or apply, of which one alone is that of the parameters."""
    if not isinstance(rngs, dict) and is_one_key(rngs):
        return {"params": rngs}
    if not are_named_keys(rngs):
        raise ValueError(
            f"{what} should be a ``jax.PRNGKey`` or a dictionary mapping strings to ``jax.PRNGKey``."
        )
    return dict(rngs)


class DenyList:
    def __init__(self, deny):
        self.deny = deny


class Without:
    """The collections of one filter that another does not take."""

    def __init__(self, taken, deny):
        self.taken = taken
        self.deny = deny


class Within:
    """The collections of one filter that one of several takes too."""

    def __init__(self, taken, others):
        self.taken = taken
        self.others = others


def in_filter(filter_like, col):
    if isinstance(filter_like, bool):
        return filter_like
    if filter_like is None:
        return False
    if isinstance(filter_like, str):
        return col == filter_like
    if isinstance(filter_like, DenyList):
        return not in_filter(filter_like.deny, col)
    if isinstance(filter_like, Without):
        return in_filter(filter_like.taken, col) and not in_filter(filter_like.deny, col)
    if isinstance(filter_like, Within):
        return in_filter(filter_like.taken, col) and any([in_filter(one, col) for one in filter_like.others])
    return col in list(filter_like)


def plain(tree):
    """Nested dicts of their own, the leaves as they are."""
    if is_dataclass(tree):
        return tree
    if hasattr(tree, "items") and not is_box(tree):
        return {key: plain(value) for key, value in tree.items()}
    return tree


class Run:
    """A call of init or apply: the collections, the keys, and what may be written."""

    def __init__(self, variables, rngs, mutable, initializing):
        self.outer = None  # the run of which a lifted module sees a part
        self.lifted = ()  # pairs of a path and the transformation of the module there
        self.captures = False  # whether, or of which methods, what they give is kept
        self.adopted = []  # pairs of a module made elsewhere and the one that takes its place here
        self.variables = {}
        for col, value in variables.items():
            self.variables[col] = plain(value) if in_filter(mutable, col) else value
        self.rngs = rngs
        self.mutable = mutable
        self.initializing = initializing
        self.drawn = 0

    def part(self, path, name, variables, rngs, mutable=None):
        """The run inside of a lifted module, which sees these variables alone."""
        inner = Run({}, rngs, self.mutable if mutable is None else mutable, self.initializing)
        inner.outer = self
        inner.captures = self.captures
        inner.lifted = self.lifted + ((path, name),)
        inner.variables = variables
        return inner

    def is_within(self, other):
        run = self
        while run is not None and run is not other:
            run = run.outer
        return run is not None


class Scope:
    def __init__(self, run, path=(), lazy=None):
        self.run = run
        self.path = path
        self.taken = {}
        self.lazy = lazy  # its keys, where a program has asked for them or for those of a scope around: None, those of run

    @property
    def path_text(self):
        parts = [None] + list(self.path)
        for path, name in self.run.lifted:
            if self.path[: len(path)] == path:
                parts[len(path)] = f"{name}({parts[len(path)] or ''})"
        return "/" + "/".join(parts if parts[0] is not None else parts[1:])

    @property
    def rngs(self):
        """The keys as a program may change them, for this scope and those that are made in it."""
        if self.lazy is None:
            self.lazy = {name: LazyRng(key, self.path) for name, key in self.run.rngs.items()}
        return self.lazy

    @property
    def keys(self):
        return self.run.rngs if self.lazy is None else {name: key.rng for name, key in self.lazy.items()}

    def lazy_within(self, *names):
        """The keys of a scope in this one, or of this one again."""
        lazy = self.lazy
        return lazy if lazy is None else {name: LazyRng.create(key, *names) for name, key in lazy.items()}

    def push(self, name):
        return Scope(self.run, self.path + (name,), self.lazy_within(name))

    def rewound(self):
        return Scope(self.run, self.path, self.lazy_within())

    def group(self, col, make=False):
        """The dict of the collection here, or None."""
        here = self.run.variables.get(col)
        if here is None:
            if not make:
                return None
            here = self.run.variables[col] = {}
        for part in self.path:
            below = here[part] if part in here else None
            if below is None:
                if not make:
                    return None
                below = here[part] = {}
            here = below
        return here

    def has(self, col, name):
        group = self.group(col)
        return group is not None and name in group

    def get(self, col, name, default=None):
        group = self.group(col)
        return group[name] if group is not None and name in group else default

    def is_mutable(self, col):
        return in_filter(self.run.mutable, col)

    def put(self, col, name, value):
        if not self.is_mutable(col):
            raise ModifyScopeVariableError(col, name, self.path_text)
        self.group(col, True)[name] = value

    def has_rng(self, name):
        return name in self.keys

    def make_rng(self, name="params"):
        if not self.has_rng(name):
            if self.has_rng("params"):
                name = "params"
            else:
                raise InvalidRngError(f'{self.path[-1] if self.path else None} needs PRNG for "{name}"')
        self.run.drawn += 1
        return jax.random.fold_in(self.keys[name], self.run.drawn)

    def _check_shape(self, name, value, init_fn, args, kwargs):
        wanted = jax.eval_shape(lambda: program_call(init_fn, jax.random.key(0), *args, **kwargs))
        for have, want in zip(jax.tree.leaves(value), jax.tree.leaves(wanted)):
            if jnp.shape(have) != want.shape:
                raise ScopeParamShapeError(name, self.path_text, jnp.shape(have), want.shape)

    def make_param(self, name, init_fn, args, kwargs, unbox=True):
        group = self.group("params")
        if group is not None and name in group:
            value = group[name]
            self._check_shape(name, value, init_fn, args, kwargs)
        else:
            if not self.is_mutable("params"):
                if not self.run.variables.get("params"):
                    raise ScopeCollectionNotFound("params", name, self.path_text)
                raise ScopeParamNotFoundError(name, self.path_text)
            value = program_call(init_fn, self.make_rng("params"), *args, **kwargs)
            self.put("params", name, value)
        return unboxed(value) if unbox else value

    def make_variable(self, col, name, init_fn, args, kwargs, unbox=True):
        if not self.has(col, name):
            if not self.is_mutable(col) or init_fn is None:
                if not self.run.variables.get(col):
                    raise ScopeCollectionNotFound(col, name, self.path_text)
                raise ScopeVariableNotFoundError(name, col, self.path_text)
            self.put(col, name, program_call(init_fn, *args, **kwargs))
        return Variable(self, col, name, unbox)


class Variable:
    def __init__(self, scope, collection, name, unbox):
        self.scope = scope
        self.collection = collection
        self.name = name
        self.unbox = unbox

    @property
    def value(self):
        value = self.scope.get(self.collection, self.name)
        return unboxed(value) if self.unbox else value

    @value.setter
    def value(self, value):
        old = self.scope.get(self.collection, self.name)
        if self.unbox and is_box(old):
            value = old.replace_boxed(value)
        self.scope.put(self.collection, self.name, value)

    def is_mutable(self):
        return self.scope.is_mutable(self.collection)
