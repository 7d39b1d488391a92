"""Scopes as functions take them, below modules. flax 0.12.8: core/scope.py."""
from prelude.flax.errors import ApplyScopeInvalidVariablesStructureError
from prelude.flax.scopes import FIRST_OF_INIT, RNGS_OF_APPLY, Run, Scope, in_filter, keys_by_name

MODULE = "flax.core flax.core.scope"


class PublicScope(Scope):
    @property
    def name(self):
        return self.path[-1] if self.path else None

    @property
    def root(self):
        return PublicScope(self.run)

    @property
    def mutable(self):
        return self.run.mutable

    def reserve(self, name, col=None):
        if name in self.taken and (col is None or None in self.taken[name] or col in self.taken[name]):
            raise ValueError(f'Duplicate use of scope name: "{name}"')
        self.taken.setdefault(name, []).append(col)

    def default_name(self, prefix):
        i = 0
        while f"{prefix}{i}" in self.taken:
            i += 1
        return f"{prefix}{i}"

    def push(self, name=None, prefix="", reuse=False):
        name = self.default_name(prefix) if name is None else name
        if not reuse or name not in self.taken:
            self.reserve(name)
        return PublicScope(self.run, self.path + (name,), self.lazy_within(name))

    def rewound(self, rewind_rngs=False):
        return PublicScope(self.run, self.path, self.lazy_within())

    def child(self, fn, name=None, prefix=None, named_call=True, **partial_kwargs):
        if name is None:
            name = self.default_name((function_name(fn) or "") + "_" if prefix is None else prefix)
        scope = self.push(name)

        def wrapper(*args, **kwargs):
            return program_call(fn, scope.rewound(), *args, **{**partial_kwargs, **kwargs})

        return wrapper

    def param(self, name, init_fn, *init_args, unbox=True, **init_kwargs):
        self.reserve(name, "params")
        return self.make_param(name, init_fn, init_args, init_kwargs, unbox)

    def variable(self, col, name, init_fn=None, *init_args, unbox=True, **init_kwargs):
        self.reserve(name, col)
        return self.make_variable(col, name, init_fn, init_args, init_kwargs, unbox)

    def get_variable(self, col, name, default=None):
        return self.get(col, name, default)

    def put_variable(self, col, name, value):
        self.put(col, name, value)

    def has_variable(self, col, name):
        return self.has(col, name)

    def is_mutable_collection(self, col):
        return self.is_mutable(col)

    def is_collection_empty(self, col):
        return not self.run.variables.get(col)

    def variables(self):
        found = {col: self.group(col) for col in self.run.variables}
        return {col: group for col, group in found.items() if group}

    def mutable_variables(self):
        found = self.variables()
        return {col: group for col, group in found.items() if in_filter(self.run.mutable, col)}

    def has_flag(self, key):
        return key == "initializing"

    def get_flag(self, key, default=None):
        return self.run.initializing if key == "initializing" else default


def _keys_of(rngs):
    return {} if rngs is None else dict(rngs) if hasattr(rngs, "items") else {"params": rngs}


def bind(variables, rngs=None, mutable=False, flags=None):
    return PublicScope(Run(variables, _keys_of(rngs), mutable, bool((flags or {}).get("initializing"))))


def apply(fn, mutable=False, flags=None):
    def wrapper(variables, *args, rngs=None, **kwargs):
        rngs = None if rngs is None else keys_by_name(rngs, RNGS_OF_APPLY)
        params = variables["params"] if "params" in variables else None
        if params is not None and hasattr(params, "items") and "params" in params:
            raise ApplyScopeInvalidVariablesStructureError(variables)
        root = bind(variables, rngs, mutable, flags)
        y = program_call(fn, root, *args, **kwargs)
        return y if mutable is False else (y, root.mutable_variables())

    return wrapper


def init(fn, mutable=True, flags=None):
    def wrapper(rngs, *args, **kwargs):
        given = {**(flags or {}), "initializing": True}
        rngs = keys_by_name(rngs, FIRST_OF_INIT)
        return apply(fn, mutable=mutable, flags=given)({}, *args, rngs=rngs, **kwargs)

    return wrapper


def lazy_init(fn, mutable=True, flags=None):
    def wrapper(rngs, *args, **kwargs):
        return init(fn, mutable, flags)(rngs, *arrays_of_types(args), **kwargs)[1]

    return wrapper
