"""Functions that are lowered to be run elsewhere. JAX: export/_export.py."""
MODULE = "jax.export"

_WANTED = "The invocation args and kwargs must have the same pytree structure as when the function "


class _Serialized:
    def __init__(self, exported):
        self._exported = exported

    def __getattr__(self, name):
        return unknowable()

    def __len__(self):
        return unknowable()

    def __getitem__(self, index):
        return unknowable()


class Exported:
    def __init__(self, fun_name, given, answer, platforms):
        self.fun_name, self.platforms = fun_name, platforms
        self._given, self._answer = given, answer

    @property
    def in_tree(self):
        return jax.tree.structure(self._given)

    @property
    def out_tree(self):
        return jax.tree.structure(self._answer)

    @property
    def in_avals(self):
        return tuple(jax.tree.leaves(types_of_arrays(arrays_of_types(self._given))))

    @property
    def out_avals(self):
        return tuple(jax.tree.leaves(types_of_arrays(self._answer)))

    def serialize(self, vjp_order=0):
        return _Serialized(self)

    def mlir_module(self, serialized=True):
        return unknowable()

    def has_vjp(self):
        return unknowable()

    def __getattr__(self, name):
        return unknowable()

    def call(self, *args, **kwargs):
        if jax.tree.structure((args, kwargs)) != self.in_tree:
            raise ValueError(f"{_WANTED}{self.fun_name!r} was exported, but they have the following structural "
                             "differences:")
        wanted = [leaf_array(x) for x in jax.tree.leaves(arrays_of_types(self._given))]
        given = [leaf_array(x) for x in jax.tree.leaves((args, kwargs))]
        if any([is_mapped(x) for x in given]):
            unknown("an exported function under vmap")
        for index, (want, x) in enumerate(zip(wanted, given)):
            _check_argument(self._given, index, want, x)
        return jax.tree.map(lambda x: unheld(jnp.zeros(x.shape, x.dtype)), self._answer)


def _path(given, index):
    """What errors call an argument."""
    paths = jax.tree_util.tree_flatten_with_path(given)[0]
    path = paths[index][0]
    return ("args" if path[0].idx == 0 else "kwargs") + jax.tree_util.keystr(path[1:])


def _check_argument(tree, index, want, x):
    if want.ndim != x.ndim:
        refuse(ValueError, f"Rank mismatch for {_path(tree, index)}: expected {want.shape} and called with {x.shape}",
               rule="rank-mismatch")
    if want.dtype != x.dtype:
        refuse(ValueError, f"Dtype mismatch for {_path(tree, index)}: expected {want.dtype} and called with {x.dtype}",
               rule="dtype-mismatch")
    for dim, (length, size) in enumerate(zip(want.shape, x.shape)):
        if length != size:
            refuse(ValueError, f"Shape mismatch for {_path(tree, index)}.shape[{dim}] (expected same constant): expected "
                   f"{want.shape} and called with {x.shape}", rule="shape-mismatch")


def export(fun_jit, *, platforms=None, disabled_checks=(), **kwargs):
    if not is_jitted(fun_jit):
        raise ValueError(f"Function to be exported must be the result of `jit` but is: {fun_jit}")

    def do_export(*args, **kwargs):
        arguments, keywords = arrays_of_types((args, kwargs))
        if any([is_tracer(x) for x in jax.tree.leaves((args, kwargs))]):
            unknown("an export by what is traced")
        answer = fun_jit(*arguments, **keywords)
        name = function_name(fun_jit) or "<unnamed function>"
        return Exported(name, dynamic_arguments(fun_jit, args, kwargs), answer, platforms or unknowable())

    return do_export


def deserialize(blob):
    if not isinstance(blob, _Serialized):
        unknown("a function that was exported by another program")
    return blob._exported


def symbolic_shape(*args, **kwargs):
    unknown("shapes with names of sizes")


def symbolic_args_specs(*args, **kwargs):
    unknown("shapes with names of sizes")
