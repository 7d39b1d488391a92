"""Modules of Linen. flax 0.12.8: linen/module.py."""
from prelude.flax.dictionaries import FrozenDict
from prelude.flax.errors import (
    ApplyScopeInvalidVariablesStructureError,
    ApplyScopeInvalidVariablesTypeError,
    AssignSubModuleError,
    CallShareScopeOnUnboundModuleError,
    CallCompactUnboundModuleError,
    CallUnbindOnUnboundModuleError,
    InvalidInstanceModuleError,
    InvalidRngError,
    NameInUseError,
    SetAttributeFrozenModuleError,
    SetAttributeInModuleSetupError,
)
from prelude.flax.interceptors import call_method
from prelude.flax.scopes import (
    FIRST_OF_INIT,
    RNGS_OF_APPLY,
    DenyList,
    Run,
    Scope,
    Variable,
    are_named_keys,
    in_filter,
    is_one_key,
    keys_by_name,
)

MODULE = "flax.linen flax.linen.module"

def _require_instance(module):
    """Not the class, whose method takes its first argument as the module."""
    if not isinstance(module, Module):
        raise InvalidInstanceModuleError()


_stack = []  # the modules of which methods are running
_UNSAID = "_unspecified"
_WAITING = "_waiting"  # made in setup, which gives it a name
_PLAIN = ("setup", "nowrap", "__init__", "__post_init__", "__setattr__", "__getattr__", "__hash__", "__eq__", "__repr__")


def running_module():
    return _stack[-1]


def compact(fun):
    fun.compact = True
    return fun


def nowrap(fun):
    fun.nowrap = True
    return fun


def _wrapped(fun):
    def method(self, *args, **kwargs):
        return self._run(fun, args, kwargs)

    method.inner = fun
    method.compact = getattr(fun, "compact", False)
    method.__name__ = getattr(fun, "__name__", "method")
    return method


def _each_module(name, value, f):
    """f(name, module) of each module in a nested value, and the value with what it gives in its place."""
    if isinstance(value, Module):
        return f(name, value)
    if isinstance(value, tuple) and hasattr(value, "_fields"):
        return value
    if isinstance(value, (list, tuple)):
        made = [_each_module(f"{name}_{i}", x, f) for i, x in enumerate(value)]
        return tuple(made) if isinstance(value, tuple) else made
    if isinstance(value, dict):
        made = {key: _each_module(f"{name}_{key}", value[key], f) for key in sorted(value)}
        return {key: made[key] for key in value}
    return value


def _frozen(value):
    """Lists in attributes are tuples."""
    return tuple([_frozen(x) for x in value]) if isinstance(value, list) else value


def _unchangeable(value):
    """Dicts in attributes of a module that has a scope are FrozenDicts."""
    if isinstance(value, (dict, FrozenDict)):
        return FrozenDict({key: _unchangeable(x) for key, x in value.items()})
    if isinstance(value, (list, tuple)) and not hasattr(value, "_fields"):
        return tuple([_unchangeable(x) for x in value])
    return value


class Module:
    parent: object = dataclass_field(default=_UNSAID, kw_only=True, repr=False)
    name: object = dataclass_field(default=None, kw_only=True)

    def __init_subclass__(cls, kw_only=False, **kwargs):
        if not is_dataclass(Module):
            make_dataclass(Module, repr=False)
        hashed = own_member(cls, "__hash__") is None
        try:
            make_dataclass(cls, repr=False, unsafe_hash=hashed, kw_only=kw_only, inherited=("parent", "name"))
        except TypeError as error:
            raise error
        for name, value in own_members(cls).items():
            if is_function(value) and name not in _PLAIN and not hasattr(value, "nowrap") and not hasattr(value, "lifted"):
                set_own_member(cls, name, _wrapped(value))

    def __post_init__(self):
        fields = self.__dict__
        lists = named_lists(fields)
        if lists is None:
            lists = [name for name, value in fields.items() if isinstance(value, list)]
        for name in lists:
            fields[name] = _frozen(fields[name])
        fields["_state"] = {"compact": False, "in_setup": False, "ready": False, "counts": {}, "taken": {}, "reserves": False}
        fields["scope"] = None
        if isinstance(fields["parent"], str) and fields["parent"] == _UNSAID:
            fields["parent"] = _stack[-1] if _stack else None
        parent = fields["parent"]
        if isinstance(parent, Module):
            state = parent.__dict__["_state"]
            if state["in_setup"] and fields["name"] is None:
                fields["parent"] = _WAITING
                return
            if not (state["in_setup"] or state["compact"]):
                raise AssignSubModuleError(type(self).__name__)
            self._join(parent)
        elif isinstance(parent, Scope):
            fields["scope"] = parent
            self._adopt_fields()

    def _join(self, parent):
        fields = self.__dict__
        around = parent.__dict__
        state = around["_state"]
        counts, taken, name = state["counts"], state["taken"], fields["name"]
        if name is None:
            kind = type(self).__name__
            before = counts.get(kind, 0)
            name = fields["name"] = f"{kind}_{before}"
            counts[kind] = before + 1
        if name in taken or (
            state["reserves"] and any([key[0] == name for key in taken if isinstance(key, tuple)])
        ):
            raise NameInUseError("submodule", name, type(parent).__name__)
        taken[name] = "compact" if state["compact"] else "setup"
        fields["parent"] = None
        fields["scope"] = around["scope"].push(name)
        self._adopt_fields()

    def _adopt_fields(self):
        """Takes the modules that stand in fields as its own, by the names of these."""
        fields = self.__dict__
        if fields["_state"].get("adopted"):
            return
        fields["_state"]["adopted"] = True
        self._freeze_fields()
        if not holds_object(fields, Module):
            return
        held = [name for name, value in fields.items() if name != "_state" and holds_object(value, Module)]
        for name in [f.name for f in dataclass_fields(self) if f.name in held and f.init]:
            if name not in ("parent", "name"):
                fields[name] = self._adopt(name, fields[name])

    def _freeze_fields(self):
        fields = self.__dict__
        dicts = [name for name in named_dicts(fields) or [] if name != "_state"]
        if dicts:
            for name in [f.name for f in dataclass_fields(self) if f.init and f.name in dicts]:
                if not holds_object(fields[name], Module):
                    fields[name] = _unchangeable(fields[name])

    def setup(self):
        pass

    def _ready(self):
        fields = self.__dict__
        state = fields["_state"]
        if fields["scope"] is None or state["ready"] or state["in_setup"]:
            return
        state["in_setup"] = True
        _stack.append(self)
        try:
            self._adopt_fields()
            if type(self).setup is not Module.setup:
                call_method(function_of(self.setup), self, (), {})
                if getattr(type(self).setup, "compact", False):  # behind which Linen takes no more attributes
                    raise SetAttributeFrozenModuleError(type(self).__name__, "_compact_name_scope_modules", {})
        finally:
            _stack.pop()
            state["in_setup"] = False
            state["ready"] = True

    def _adopt(self, name, value):
        def take(path, module):
            inside = module.__dict__
            run = self.__dict__["scope"].run
            if inside["scope"] is not None and inside["scope"].run is run:
                return module
            for other, twin in run.adopted:
                if other is module:
                    return twin
            if inside["scope"] is not None and run.is_within(inside["scope"].run):
                twin = module.clone(parent=Scope(run, inside["scope"].path))
                run.adopted.append((module, twin))
                return twin
            given = module
            if not (isinstance(inside["parent"], str) and inside["parent"] == _WAITING):
                module = module.clone(parent=None)
                inside = module.__dict__
            if inside["name"] is None:
                inside["name"] = path
            inside["_state"]["ready"] = False
            run.adopted.append((given, module))
            module._join(self)
            return module

        return _each_module(name, value, take)

    def __setattr__(self, name, value):
        fields = self.__dict__
        state = fields.get("_state")
        value = _frozen(value)
        if state is None:
            fields[name] = value
        elif not state["in_setup"] and fields["scope"] is None:
            fields[name] = value
        elif not state["in_setup"]:
            raise SetAttributeFrozenModuleError(type(self).__name__, name, value)
        elif any(f.init and f.name == name for f in dataclass_fields(self)):
            raise SetAttributeInModuleSetupError()
        else:
            fields[name] = self._adopt(name, value) if holds_object(value, Module) else _unchangeable(value)

    def __getattr__(self, name):
        fields = self.__dict__
        if "_state" in fields and not name.startswith("__"):
            self._ready()
        if name in fields:
            return fields[name]
        if name.startswith("_") or name in ("module_paths",):
            unknown(f"flax.linen.Module.{name}")
        self._refuse_attribute(name)

    def _refuse_attribute(self, name):
        text = f'"{type(self).__name__}" object has no attribute "{name}".'
        if self.__dict__.get("scope") is None:
            text += (
                f" If \"{name}\" is defined in '.setup()', remember these fields are only accessible from inside "
                "'init' or 'apply'."
            )
        raise AttributeError(text)

    def _run(self, fun, args, kwargs):
        fields = self.__dict__
        state = fields["_state"]
        is_compact = getattr(fun, "compact", False)
        if is_compact and fields["scope"] is None:
            raise CallCompactUnboundModuleError()
        self._ready()
        before = state["compact"]
        if is_compact:
            state["compact"] = True
        _stack.append(self)
        try:
            out = call_method(fun, self, args, kwargs)
            scope = fields["scope"]
            if scope is not None and scope.run.captures is not False:
                self._capture(getattr(fun, "__name__", ""), out)
            return out
        finally:
            _stack.pop()
            if is_compact and not before:
                state["compact"] = False
                state["counts"].clear()
                for name in [name for name, when in state["taken"].items() if when != "setup"]:
                    del state["taken"][name]

    def _capture(self, method, out):
        scope = self.__dict__["scope"]
        wanted = scope.run.captures if scope is not None else False
        if wanted is False or not is_known(method):
            return
        if method == "__call__" if wanted is True else program_call(wanted, self, method):
            self.sow("intermediates", method, out)

    def _fields_given(self):
        return {f.name: self.__dict__[f.name] for f in dataclass_fields(self) if f.init and f.name in self.__dict__}

    def clone(self, *, parent=None, _deep_clone=False, _reset_names=False, **updates):
        return program_call(type(self), **{**self._fields_given(), "parent": parent, **updates})

    def _twin(self, cls, scope):
        """One of the class, or of this one's, with the same fields and the scope."""
        cls = type(self) if cls is None else cls
        return program_call(cls, **{**self._fields_given(), "parent": scope})

    def copy(self, *, parent=_UNSAID, name=None, **updates):
        return self.clone(parent=parent, name=name, **updates)

    def replace(self, **updates):
        return self.clone(**updates)

    @property
    def variables(self):
        scope = self._bound("variables")
        return {col: scope.group(col) for col in scope.run.variables if scope.group(col) is not None}

    @property
    def path(self):
        return self._bound("path").path

    def _bound(self, what):
        if self.__dict__["scope"] is None:
            raise ValueError(f"Can't access {what} on unbound modules")
        return self.__dict__["scope"]

    def _reserve(self, kind, name, col):
        """A name may be that of variables in several collections, but of one module alone."""
        state = self.__dict__["_state"]
        taken = state["taken"]
        if name in taken or (name, col) in taken:
            raise NameInUseError(kind, name, type(self).__name__)
        state["reserves"] = True
        taken[(name, col)] = "setup" if state["in_setup"] else "compact"

    def _may_define(self):
        state = self.__dict__["_state"]
        return state["in_setup"] or state["compact"]

    def param(self, name, init_fn, *init_args, unbox=True, **init_kwargs):
        if not self._may_define():
            raise ValueError("Parameters must be initialized in `setup()` or in a method wrapped in `@compact`")
        self._reserve("param", name, "params")
        return self.__dict__["scope"].make_param(name, init_fn, init_args, init_kwargs, unbox)

    def variable(self, col, name, init_fn=None, *init_args, unbox=True, **init_kwargs):
        if not self._may_define():
            raise ValueError("Variables must be initialized in `setup()` or in a method wrapped in `@compact`")
        self._reserve("variable", name, col)
        return self.__dict__["scope"].make_variable(col, name, init_fn, init_args, init_kwargs, unbox)

    def has_variable(self, col, name):
        return self._bound("variables").has(col, name)

    def get_variable(self, col, name, default=None):
        return self._bound("variables").get(col, name, default)

    def put_variable(self, col, name, value):
        self._bound("variables").put(col, name, value)

    def is_mutable_collection(self, col):
        return self._bound("mutability").is_mutable(col)

    def is_initializing(self):
        return self._bound("if running under self.init()").run.initializing

    def has_rng(self, name):
        return self._bound("rngs").has_rng(name)

    def make_rng(self, name="params"):
        return self._bound("rngs").make_rng(name)

    def sow(self, col, name, value, reduce_fn=None, init_fn=None):
        scope = self._bound("variables")
        if not scope.is_mutable(col):
            return False
        if scope.has(col, name):
            before = scope.get(col, name)
        elif name in self.__dict__["_state"]["taken"]:
            raise ValueError(f'Duplicate use of scope name: "{name}"')
        else:
            before = () if init_fn is None else program_call(init_fn)
        made = before + (value,) if reduce_fn is None else program_call(reduce_fn, before, value)
        scope.put(col, name, made)
        return True

    def perturb(self, name, value, collection="perturbations"):
        scope = self._bound("variables")
        if scope.is_mutable(collection):
            if not scope.has(collection, name):
                scope.put(collection, name, jnp.zeros_like(value))
        if scope.has(collection, name):
            value = jax.tree.map(jnp.add, value, scope.get(collection, name))
        elif collection in scope.run.variables:
            raise ValueError(f"Perturbation collection {collection} present, but missing perturbation variable {name}")
        return value

    def bind(self, variables, *args, rngs=None, mutable=False):
        _require_instance(self)
        run = Run(variables, _bound_keys(rngs), mutable, False)
        return self.clone(parent=Scope(run))

    def unbind(self):
        scope = self.__dict__["scope"]
        if scope is None:
            raise CallUnbindOnUnboundModuleError()
        return self.clone(parent=None), self.variables

    def init_with_output(
        self, rngs, *args, method=None, mutable=DenyList("intermediates"), capture_intermediates=False, **kwargs
    ):
        _require_instance(self)
        rngs = _checked_keys(self, rngs, FIRST_OF_INIT)
        mutable = _with_captures(mutable, capture_intermediates)
        run = Run({}, rngs, mutable, True)
        run.captures = capture_intermediates
        out = self._call_with(run, method, args, kwargs)
        return out, _written(run, mutable, out)

    def init(
        self, rngs, *args, method=None, mutable=DenyList("intermediates"), capture_intermediates=False, **kwargs
    ):
        _require_instance(self)
        return self.init_with_output(
            rngs, *args, method=method, mutable=mutable, capture_intermediates=capture_intermediates, **kwargs
        )[1]

    def lazy_init(self, rngs, *args, method=None, mutable=DenyList("intermediates"), **kwargs):
        given = arrays_of_types(args)
        return self.init(rngs, *given, method=method, mutable=mutable, **kwargs)

    def apply(
        self, variables, *args, rngs=None, method=None, mutable=False, capture_intermediates=False, **kwargs
    ):
        _require_instance(self)
        rngs = {} if rngs is None else _checked_keys(self, rngs, RNGS_OF_APPLY)
        if not is_known(variables):
            unknown("the variables of this apply")
        if is_array(variables) and not is_tracer(variables) and not is_of_numpy(variables):
            raise TypeError("Array.__contains__: unsupported operand type <class 'str'>.")
        if not hasattr(variables, "items") or any(is_array(col) for col in variables.values()):
            raise ApplyScopeInvalidVariablesTypeError()
        params = variables["params"] if "params" in variables else None
        if params is not None and hasattr(params, "items") and "params" in params:
            raise ApplyScopeInvalidVariablesStructureError(variables)
        mutable = _with_captures(mutable, capture_intermediates)
        run = Run(variables, rngs, mutable, False)
        run.captures = capture_intermediates
        out = self._call_with(run, method, args, kwargs)
        return out if mutable is False else (out, _written(run, mutable, out))

    def _call_with(self, run, method, args, kwargs):
        if isinstance(method, str):
            getattr(self, method)  # what only a bound module has is none of its methods
        bound = self.clone(parent=Scope(run))
        bound._adopt_fields()
        if method is None:
            if all(own_member(kind, "__call__") is None for kind in type(self).__mro__):
                self._refuse_attribute("__call__")
            return program_call(bound.__call__, *args, **kwargs)
        if isinstance(method, str):
            return program_call(getattr(bound, method), *args, **kwargs)
        parts = None if is_method(method) else partial_of(method)
        if parts is not None and is_method(parts[0]):
            return program_call(function_of(parts[0]), bound, *parts[1], *args, **{**parts[2], **kwargs})
        return program_call(function_of(method), bound, *args, **kwargs)

    def tabulate(
        self,
        rngs,
        *args,
        depth=None,
        show_repeated=False,
        mutable=DenyList("intermediates"),
        console_kwargs=None,
        table_kwargs={},
        column_kwargs={},
        compute_flops=False,
        compute_vjp_flops=False,
        **kwargs,
    ):
        jax.eval_shape(lambda: self.init(rngs, *arrays_of_types(args), mutable=mutable, **kwargs))
        return unknowable("flax.linen.Module.tabulate")


def is_key_like(x):
    return is_array(x) or is_of_numpy(x)


def _checked_keys(module, rngs, what):
    """The keys by name, of one key or several."""
    if not isinstance(rngs, dict) and not is_one_key(rngs):
        told = f"{rngs}"
        raise InvalidRngError(
            f"RNGs should be of shape (2,) or PRNGKey in Module {type(module).__name__}, but rngs are: "
            + (told if is_known(told) else "an array")
        )
    return keys_by_name(rngs, what)


def _bound_keys(rngs):
    if rngs is not None and not are_named_keys(rngs):
        raise InvalidRngError("rngs should be a dictionary mapping strings to `jax.PRNGKey`.")
    return {} if rngs is None else dict(rngs)


def _with_captures(mutable, captures):
    """What may be written where intermediate values are captured."""
    if captures is False or in_filter(mutable, "intermediates"):
        return mutable
    if isinstance(mutable, DenyList):
        return True
    return ("intermediates",) if mutable is False else tuple([mutable] if isinstance(mutable, str) else mutable) + (
        "intermediates",
    )


def _written(run, mutable, out):
    """The collections that may be written. What is not known may have made more of them."""
    if not is_known(out):
        unknown("the variables of a module of which not all is known")
    return {col: value for col, value in run.variables.items() if in_filter(mutable, col) and len(value)}


def apply(fn, module, mutable=False, capture_intermediates=False):
    def inner(variables, *args, rngs=None, **kwargs):
        return module.apply(variables, *args, rngs=rngs, method=fn, mutable=mutable, **kwargs)

    return inner


def init(fn, module, mutable=DenyList("intermediates"), capture_intermediates=False):
    def inner(rngs, *args, **kwargs):
        return module.init(rngs, *args, method=fn, mutable=mutable, **kwargs)

    return inner


def init_with_output(fn, module, mutable=DenyList("intermediates"), capture_intermediates=False):
    def inner(rngs, *args, **kwargs):
        return module.init_with_output(rngs, *args, method=fn, mutable=mutable, **kwargs)

    return inner


def merge_param(name, a, b):
    if a is None and b is None:
        raise ValueError(
            f'Parameter "{name}" must be passed to the constructor or at call time.'
        )
    if a is not None and b is not None:
        raise ValueError(f'Parameter "{name}" was passed to the constructor and at call time. Should be passed just once.')
    return b if a is None else a


def share_scope(module, other):
    mine, its = module.__dict__["scope"], other.__dict__["scope"]
    if mine is None or its is None:
        raise CallShareScopeOnUnboundModuleError()
    if its.path[: len(mine.path)] == mine.path:
        _move(other, its.path, mine)
    else:
        _move(module, mine.path, its)


def _move(module, path, target):
    """Puts a module, and those in it that are bound below its path, where the target is."""
    fields = module.__dict__
    scope = fields["scope"]
    if scope is None or scope.path[: len(path)] != path:
        return
    fields["scope"] = Scope(scope.run, target.path + scope.path[len(path) :])
    for name, value in fields.items():
        if name not in ("parent", "scope", "_state"):
            _each_module(name, value, lambda _, inner: _move(inner, path, target))


def compact_name_scope(fun):
    name = function_name(fun)

    def scoped(self, *args, **kwargs):
        scope = self._bound("the scope")
        state = self.__dict__["_state"]
        counts, taken = state["counts"], state["taken"]
        self.__dict__["scope"] = scope.push(name)
        state["counts"], state["taken"] = {}, {}
        try:
            return program_call(fun, self, *args, **kwargs)
        finally:
            self.__dict__["scope"] = scope
            state["counts"], state["taken"] = counts, taken

    scoped.compact = True
    scoped.__name__ = name
    return scoped


def tabulate(
    module,
    rngs,
    depth=None,
    show_repeated=False,
    mutable=DenyList("intermediates"),
    console_kwargs=None,
    table_kwargs={},
    column_kwargs={},
    compute_flops=False,
    compute_vjp_flops=False,
    **kwargs,
):
    def table(*args, **others):
        return module.tabulate(rngs, *args, mutable=mutable, **kwargs, **others)

    return table
