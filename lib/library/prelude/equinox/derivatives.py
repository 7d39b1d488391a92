"""Derivatives over the arrays of trees. equinox 0.13.8: _ad.py."""
from prelude.equinox.kinds import is_dynamic, is_none
from prelude.equinox.transforms import filter_eval_shape
from prelude.equinox.trees import combine, is_inexact_array, partition

MODULE = "equinox"

_WRAPPED = "Functions wrapped with `equinox.filter_{grad, value_and_grad}` must have "


def _check_value_and_grad(args, kwargs):
    if not args and not kwargs:
        raise TypeError(
            _WRAPPED + "at least one positional argument. (This is the argument that is differentiated.)"
        )
    if not args:
        raise TypeError(
            _WRAPPED + "their first argument passed by position, not keyword. (This is the argument that is "
            "differentiated.)"
        )


def filter_value_and_grad(fun=None, *, has_aux=False, **gradkwargs):
    if gradkwargs.get("argnums") is not None:
        raise ValueError(
            "`argnums` should not be passed. If you need to differentiate multiple objects then collect them into a "
            "tuple and pass that as the first argument."
        )

    def make(f):
        def value_and_grad(*args, **kwargs):
            _check_value_and_grad(args, kwargs)
            diff, nondiff = partition(args[0], is_inexact_array)

            def inner(diff):
                return program_call(f, combine(diff, nondiff), *args[1:], **kwargs)

            return jax.value_and_grad(inner, has_aux=has_aux, **gradkwargs)(diff)

        return transformed("equinox", "filter_value_and_grad", f, value_and_grad)

    return make if fun is None else make(fun)


def filter_grad(fun=None, *, has_aux=False, **gradkwargs):
    def make(f):
        both = filter_value_and_grad(f, has_aux=has_aux, **gradkwargs)

        def grad(*args, **kwargs):
            value, gradient = both(*args, **kwargs)
            return (gradient, value[1]) if has_aux else gradient

        return transformed("equinox", "filter_grad", f, grad)

    return make if fun is None else make(fun)


def filter_jvp(fn, primals, tangents, **kwargs):
    if jax.tree.structure(primals, is_leaf=is_none) != jax.tree.structure(tangents, is_leaf=is_none):
        raise ValueError("primals and tangents must have the same pytree structure")
    fixed, moving = partition(primals, jax.tree.map(is_none, tangents, is_leaf=is_none))
    leaves, structure = jax.tree.flatten(moving)
    beside = []

    def inner(*leaves):
        out = program_call(fn, *combine(structure.unflatten(leaves), fixed), **kwargs)
        arrays, others = partition(out, is_dynamic)
        beside.append(others)
        return arrays

    value, tangent = jax.jvp(inner, leaves, jax.tree.leaves(tangents))
    return combine(value, beside[-1]), tangent


def filter_vjp(fun, *primals, has_aux=False):
    diff, nondiff = partition(primals, is_inexact_array)
    beside = []

    def inner(*diff):
        out = program_call(fun, *combine(diff, nondiff))
        out, aux = out if has_aux else (out, None)
        out, others = partition(out, is_inexact_array)
        arrays, static = partition((others, aux), is_dynamic)
        beside.append(static)
        return out, arrays

    out, vjp_fn, arrays = jax.vjp(inner, *diff, has_aux=True)
    others, aux = combine(arrays, beside[-1])
    out = combine(out, others)
    return (out, vjp_fn, aux) if has_aux else (out, vjp_fn)


def _jacobian(transform, fun, has_aux):
    def jacobian(x, /, *args, **kwargs):
        diff, static = partition(x, is_inexact_array)

        def inner(diff):
            out = program_call(fun, combine(diff, static), *args, **kwargs)
            return out if has_aux else (out, None)

        if transform is not jax.jacrev and not jax.tree.leaves(diff):
            raise ValueError("at least one array or dtype is required")
        out, aux = transform(inner, has_aux=True)(diff)
        return (out, aux) if has_aux else out

    return jacobian


def filter_jacfwd(fun, has_aux=False):
    return _jacobian(jax.jacfwd, fun, has_aux)


def filter_jacrev(fun, has_aux=False):
    return _jacobian(jax.jacrev, fun, has_aux)


def filter_hessian(fun, has_aux=False):
    return filter_jacfwd(filter_jacrev(fun, has_aux=has_aux), has_aux=has_aux)


class _Converted:
    """A function that is called with arguments like those it was converted for."""

    def __init__(self, fn, args, kwargs):
        self._fn = fn
        if "<locals>" in getattr(fn, "__qualname__", "<locals>"):  # others close over nothing, and are not traced
            self.out_struct = filter_eval_shape(fn, *args, **kwargs)
        self._given = _described(args, kwargs)

    def __call__(self, *args, **kwargs):
        if _described(args, kwargs) != self._given:
            raise ValueError(
                "Closure-converted function called with different dynamic arguments to the example arguments provided:"
            )
        return self._fn(*args, **kwargs)


def _described(args, kwargs):
    """The structure, shapes and dtypes of the arrays in the arguments."""
    arrays, _ = partition((args, kwargs), lambda x: is_dynamic(x) or isinstance(x, jax.ShapeDtypeStruct))
    return jax.tree.structure(arrays), [(x.shape, x.dtype) for x in jax.tree.leaves(arrays)]


def filter_closure_convert(fn, *args, **kwargs):
    return _Converted(fn, args, kwargs)


def _split(tree):
    """Its arrays that have derivatives, its other arrays, and the rest."""
    arrays, others = partition(tree, is_dynamic)
    return *partition(arrays, is_inexact_array), others


def _zero_of_none(tangent, x):
    return jnp.zeros_like(x) if tangent is None else tangent


class filter_custom_jvp:
    def __init__(self, fn):
        self.fn = fn
        self.fn_jvp = None

    def def_jvp(self, fn_jvp):
        self.fn_jvp = fn_jvp
        return fn_jvp

    def defjvp(self, fn_jvp):
        return self.def_jvp(fn_jvp)

    def __call__(self, *args, **kwargs):
        if self.fn_jvp is None:
            raise RuntimeError(f"`def_jvp` not yet called for {function_name(self.fn)}")
        diff, nondiff, others = _split(args)
        beside = []

        def call(diff, nondiff):
            out_diff, out_nondiff, static = _split(self.fn(*combine(diff, nondiff, others), **kwargs))
            beside.append(static)
            return out_diff, out_nondiff

        def call_jvp(primals, tangents):
            if any(is_dynamic(x) for x in jax.tree.leaves(kwargs)):
                unknown("the derivative of a filter_custom_jvp by arrays that have names")
            try:
                out, moved = program_call(self.fn_jvp, combine(*primals, others), tangents[0], **kwargs)
            except Exception:
                # It gets None for each of several arrays that is not differentiated, which nobody knows here.
                if len(jax.tree.leaves(primals[0])) != 1:
                    unknown("the derivative of a filter_custom_jvp, which is told what is not differentiated")
                raise
            out_diff, out_nondiff, static = _split(out)
            if jax.tree.leaves(out_nondiff):
                unknown("the derivative of a filter_custom_jvp that gives more than numbers")
            beside.append(static)
            moved = jax.tree.map(_zero_of_none, moved, out_diff, is_leaf=is_none)
            return (out_diff, out_nondiff), (moved, out_nondiff)

        wrapped = jax.custom_jvp(call)
        wrapped.defjvp(call_jvp)
        return combine(*wrapped(diff, nondiff), beside[-1])


class filter_custom_vjp:
    def __init__(self, fn):
        self.fn = fn
        self.fn_fwd = None
        self.fn_bwd = None

    def def_fwd(self, fn_fwd):
        self.fn_fwd = fn_fwd

    def def_bwd(self, fn_bwd):
        self.fn_bwd = fn_bwd

    def defvjp(self, fn_fwd, fn_bwd):
        def forward(perturbed, vjp_arg, *args, **kwargs):
            return program_call(fn_fwd, vjp_arg, *args, **kwargs)

        def backward(residuals, gradients, perturbed, vjp_arg, *args, **kwargs):
            return program_call(fn_bwd, residuals, gradients, vjp_arg, *args, **kwargs)

        self.def_fwd(forward)
        self.def_bwd(backward)

    def _wrapped(self, others, beside):
        """The function of the arrays of the first argument and of the others, with its derivative."""

        def arguments(diff, nondiff, rest):
            vjp_arg, (args, kwargs) = combine((combine(diff, nondiff), rest), others)
            return vjp_arg, args, kwargs

        def call(diff, nondiff, rest):
            vjp_arg, args, kwargs = arguments(diff, nondiff, rest)
            out_diff, out_nondiff, static = _split(self.fn(vjp_arg, *args, **kwargs))
            beside.append(static)
            return out_diff, out_nondiff

        def forward(diff, nondiff, rest):
            vjp_arg, args, kwargs = arguments(diff, nondiff, rest)
            perturbed = jax.tree.map(lambda x: unknowable() if is_inexact_array(x) else False, vjp_arg)
            out, residuals = self.fn_fwd(perturbed, vjp_arg, *args, **kwargs)
            out_diff, out_nondiff, static = _split(out)
            kept, fixed = partition(residuals, is_dynamic)
            beside.append(static)
            beside.append((fixed, perturbed))
            return (out_diff, out_nondiff), (kept, diff, nondiff, rest)

        def backward(residuals, gradients):
            kept, diff, nondiff, rest = residuals
            fixed, perturbed = beside.pop()
            vjp_arg, args, kwargs = arguments(diff, nondiff, rest)
            try:
                out = self.fn_bwd(combine(kept, fixed), gradients[0], perturbed, vjp_arg, *args, **kwargs)
            except AssertionError:
                unknown("which gradients are None: those of results that nothing uses")
            if jax.tree.structure(out, is_leaf=is_none) != jax.tree.structure(diff, is_leaf=is_none):
                raise RuntimeError(
                    "custom_vjp gradients must have the same structure as `equinox.filter(vjp_arg, "
                    "equinox.is_inexact_array)`, where `vjp_arg` is the first argument used in the forward pass."
                )
            return jax.tree.map(_zero_of_none, out, diff, is_leaf=is_none), None, None

        wrapped = jax.custom_vjp(call)
        wrapped.defvjp(forward, backward)
        return wrapped

    def __call__(self, vjp_arg, /, *args, **kwargs):
        if self.fn_fwd is None or self.fn_bwd is None:
            raise RuntimeError(f"`def_fwd` or `def_bwd` not yet called for {function_name(self.fn)}")
        diff, nondiff, fixed = _split(vjp_arg)
        rest, static = partition((args, kwargs), is_dynamic)
        beside = []
        out = self._wrapped((fixed, static), beside)(diff, nondiff, rest)
        return combine(*out, beside[0])
