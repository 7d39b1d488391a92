"""Modules of NNX as modules of Linen. flax 0.12.8: nnx/bridge/wrappers.py."""
from prelude.flax.boxes import unbox
from prelude.flax.modules import Module, compact
from prelude.flax.nnx.bridge_variables import to_linen_var, variable_name_from_type
from prelude.flax.nnx.filters import Not
from prelude.flax.nnx.rngs import Rngs
from prelude.flax.nnx.states import merge_state, state, state_of, to_flat_state, update
from prelude.flax.nnx.traversals import unflatten_mapping
from prelude.flax.nnx.variables import RngState, Variable

MODULE = "flax.nnx.bridge flax.nnx.bridge.wrappers"


def _method_of(module, method):
    if isinstance(method, str):
        return getattr(type(module), method)
    return type(module).__call__ if method is None else method


class ToLinen(Module):
    nnx_class: object
    args: object = ()
    kwargs: object = dataclass_field(default_factory=dict)
    skip_rng: bool = False
    metadata_fn: object = to_linen_var

    @compact
    def __call__(self, *args, nnx_method=None, **kwargs):
        initializing = self.is_initializing()
        options = dict(self.kwargs)
        if not self.skip_rng:
            keys = {name: self.make_rng(name) for name in self.scope.rngs}
            if not initializing and "default" not in keys:
                keys["default"] = 0
            options["rngs"] = Rngs(**keys)
        module = program_call(self.nnx_class, *self.args, **options)
        if initializing:
            self._keep(module)
        else:
            groups = [unbox(group) for group in self.variables.values()]
            if groups:
                update(module, *[_as_state(group) for group in groups])
        out = program_call(_method_of(module, nnx_method), module, *args, **kwargs)
        if not initializing:
            self._keep(module)
        return out

    def __getattr__(self, name):
        fields = self.__dict__
        if name not in fields and "nnx_class" in fields and not name.startswith("_"):
            if name in fields["kwargs"]:
                return fields["kwargs"][name]
            if callable(getattr(fields["nnx_class"], name, None)):
                return functools.partial(self.__call__, nnx_method=name)
        return super().__getattr__(name)

    def _keep(self, module):
        found = {}
        for path, leaf in to_flat_state(state(module, Not(RngState))):
            found.setdefault(variable_name_from_type(type(leaf), allow_register=True), []).append((path, leaf))
        for col, pairs in found.items():
            if self.is_mutable_collection(col):
                made = [(path, self._boxed(leaf)) for path, leaf in pairs]
                for name, value in unflatten_mapping(made).items():
                    self.put_variable(col, name, value)

    def _boxed(self, leaf):
        if not isinstance(leaf, Variable):
            return leaf
        return leaf.get_value() if self.metadata_fn is None else program_call(self.metadata_fn, leaf)


def _as_state(tree):
    """Nested dicts as a state, where a key that counts a list's items is its number again."""
    pairs = []

    def visit(x, path):
        if hasattr(x, "items"):
            for key, part in x.items():
                visit(part, path + (key,))
        else:
            pairs.append((path, x))

    visit(tree, ())
    return state_of(pairs)


def to_linen(nnx_class, *args, metadata_fn=to_linen_var, name=None, skip_rng=False, abstract_init=True, **kwargs):
    return ToLinen(nnx_class, args=args, kwargs=kwargs, metadata_fn=metadata_fn, skip_rng=skip_rng, name=name)


def to_linen_class(base_nnx_class, base_metadata_fn=to_linen_var, base_skip_rng=False, **partial_kwargs):
    unknown("flax.nnx.bridge.to_linen_class")
