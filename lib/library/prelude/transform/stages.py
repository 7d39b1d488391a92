"""Functions that are traced, lowered and compiled ahead of their calls. JAX: stages.py, pjit.py."""
MODULE = "jax.stages"
from prelude.transform.layouts import format_of
from prelude.transform.shards import devices_in_order


def _sharding(x):
    """How an array, or what a type describes, is sharded; None: on no mesh."""
    if not is_array(x) and not isinstance(x, jax.ShapeDtypeStruct):
        return None
    return x.sharding if isinstance(x, jax.ShapeDtypeStruct) else sharding_of(x)


def _is_explicit(sharding):
    return sharding.mesh.explicit_axes == sharding.mesh.axis_names


def _refuse_types(count):
    which = "The" if count < 5 else f"The first 5 of {count}"
    hint = "" if release < (0, 7) else (
        "Perhaps you are calling the compiled executable with a different enable_x64 mode than when it was "
        "AOT compiled? ")
    raise TypeError("Argument types differ from the types for which this computation was compiled. "
                    f"{hint}{which} mismatches are:")


def _refuse_shardings(count):
    which = f"the {count} mismatches" if count < 5 else f"5 mismatches out of {count}"
    if release < (0, 7):
        raise ValueError("Compiled object called with input sharding(s) does not match the sharding(s) the "
                         f"computation was compiled with. Here are {which}:")
    raise ValueError("Computation was compiled for input shardings that disagree with the shardings of "
                     f"arguments passed to it. Here are {which}:")


def _entries(spec):
    entries = list(spec)
    while entries and entries[-1] is None:
        entries.pop()
    return entries


def _cuts(sharding):
    """The entries of its spec without axes of size 1, which cut nothing."""
    sizes = sharding.mesh.shape
    names = [(entry if isinstance(entry, tuple) else (entry,)) if entry is not None else ()
             for entry in _entries(sharding.spec)]
    return _entries([tuple([name for name in entry if sizes[name] > 1]) or None for entry in names])


def _lies_so(wanted, placed):
    """Whether an array that was placed so is certainly where it is wanted."""
    abstract = isinstance(wanted.mesh, jax.sharding.AbstractMesh)
    mesh = placed.mesh.abstract_mesh if abstract else placed.mesh
    return wanted.mesh == mesh and _entries(wanted.spec) == _entries(placed.spec)


def _check_shardings(compiled, given):
    different = 0
    for one, other in zip(compiled, given):
        a, b = _sharding(one), _sharding(other)
        placed = placed_sharding(other) if isinstance(other, jax.Array) else None
        wanted = placed_sharding(one) if isinstance(one, jax.Array) else a
        if wanted is not None and placed is not None and wanted.mesh == placed.mesh:
            different += _cuts(wanted) != _cuts(placed)
            continue
        if b is None:
            continue
        if a is not None and placed is not None and _lies_so(a, placed):
            continue
        if a is None or not _is_explicit(a) or not _is_explicit(b):
            if one is not other:
                unknown("whether an argument is laid out as a compiled function wants it")
        elif a.spec != b.spec or a.mesh.shape_tuple != b.mesh.shape_tuple:
            different += 1
    if different:
        _refuse_shardings(different)


def _kind(tree):
    """Of a node of a tree; a leaf has none."""
    for kind in (tuple, list, dict):
        if type(tree) is kind:
            return kind
    if tree is not None and not is_array(tree) and not isinstance(tree, (int, float, complex, jax.ShapeDtypeStruct)):
        unknown("a compiled function that is called with another structure of arguments")
    return None


def _differences(one, other):
    """In how many places two trees part. JAX: tree_util.py equality_errors_pytreedef."""
    if (one is None) != (other is None) or _kind(one) != _kind(other):
        return 1
    if _kind(one) is None:
        return 0
    if _kind(one) is dict:
        if sorted(one) != sorted(other):
            return 1
        return sum([_differences(one[key], other[key]) for key in one])
    return 1 if len(one) != len(other) else sum([_differences(a, b) for a, b in zip(one, other)])


def _refuse_structure(given, compiled):
    raise TypeError("Function compiled with input pytree does not match the input pytree it was called with. "
                    f"There are {_differences(given, compiled)} mismatches, including:")


class _Stage:
    def __init__(self, function, given, answer):
        self._function, self._given, self._answer = function, given, answer

    @property
    def in_tree(self):
        return jax.tree.structure(self._given)

    @property
    def out_tree(self):
        return jax.tree.structure(self._answer)

    @property
    def in_avals(self):
        return types_of_arrays(arrays_of_types(self._given))

    @property
    def input_shardings(self):
        return jax.tree.map(lambda x: unknowable(), self._given)

    @property
    def output_shardings(self):
        return jax.tree.map(lambda x: unknowable(), self._answer)

    @property
    def input_formats(self):
        return jax.tree.map(lambda x: format_of(x), self._given)

    @property
    def output_formats(self):
        return jax.tree.map(lambda x: unknowable(), self._answer)

    @property
    def out_info(self):
        return types_of_arrays(self._answer)

    def as_text(self, *args, **kwargs):
        return unknowable()

    def cost_analysis(self):
        return unknowable()

    def __getattr__(self, name):
        return unknowable()


class Compiled(_Stage):
    def memory_analysis(self):
        return unknowable()

    def __call__(self, *args, **kwargs):
        if jax.tree.structure((args, kwargs)) != self.in_tree:
            _refuse_structure((args, kwargs), self._given)
        compiled, given = jax.tree.leaves(self._given), jax.tree.leaves((args, kwargs))
        avals = [leaf_array(x) for x in arrays_of_types(compiled)]
        others = [leaf_array(x) for x in given]
        if any([is_tracer(x) for x in given]):
            kind = "batching.BatchTracer" if runs_at_once() else "partial_eval.DynamicJaxprTracer"
            raise TypeError(
                "Cannot apply JAX transformations to a function lowered and compiled for a particular signature. "
                f"Detected argument of Tracer type <class 'jax._src.interpreters.{kind}'>.")
        different = [a for a, x in zip(avals, others) if (a.shape, a.dtype) != (x.shape, x.dtype)]
        if different:
            _refuse_types(len(different))
        _check_shardings(compiled, given)
        return self._answer


def _check_devices(given, devices):
    """Those that the shardings of arguments have, of which an abstract mesh has none."""
    for x in jax.tree.leaves(given):
        sharding = _sharding(x) if isinstance(x, jax.ShapeDtypeStruct) else None
        if sharding is None:
            continue
        if isinstance(sharding.mesh, jax.sharding.AbstractMesh):
            if devices is None:
                raise RuntimeError("device_assignment cannot be `None` during compilation. Please pass a tuple of "
                                   "devices to `.compile(device_assignment=)`")
        elif devices is not None:
            ids, own = [d.id for d in devices], [d.id for d in devices_in_order(sharding)]
            if ids != own:
                raise ValueError(
                    "device_assignment passed to `.compile` must match the device_assignment calculated from array "
                    f"shardings and out_shardings. Got device ids passed to compile {ids} on platform CPU and "
                    f"devices ids calculated from array shardings and out_shardings {own} on platform CPU")


class Lowered(_Stage):
    def compile(self, compiler_options=None, *, device_assignment=None):
        _check_devices(self._given, device_assignment)
        return Compiled(self._function, self._given, self._answer)

    def compiler_ir(self, dialect=None):
        return unknowable()


class Traced(_Stage):
    def lower(self, **kwargs):
        return Lowered(self._function, self._given, self._answer)


def _trace(function, args, kwargs):
    arguments, keywords = arrays_of_types((args, kwargs))
    return dynamic_arguments(function, args, kwargs), without_donation(function)(*arguments, **keywords)


def _require_jit(function, name):
    if not is_jitted(function):
        unknown("." + name + " of a function")


@function("transformed")
def trace(self, *args, **kwargs):
    _require_jit(self, "trace")
    return Traced(self, *_trace(self, args, kwargs))


@function("transformed")
def lower(self, *args, **kwargs):
    _require_jit(self, "lower")
    return Lowered(self, *_trace(self, args, kwargs))


@function("transformed")
def eval_shape(self, *args, **kwargs):
    _require_jit(self, "eval_shape")
    return types_of_arrays(_trace(self, args, kwargs)[1])


@function("transformed")
def clear_cache(self):
    return forget_traces()
