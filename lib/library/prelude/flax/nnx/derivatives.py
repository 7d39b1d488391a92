"""Derivatives of functions of modules. flax 0.12.8: nnx/transforms/autodiff.py."""
from prelude.flax.nnx.modes import is_tree
from prelude.flax.nnx.filters import matches
from prelude.flax.nnx.states import Copies, State, modules_of, paths_of, state_of, unique, variables_of
from prelude.flax.nnx.transforms import _fill, _has_node, _positional, _refuse_bound, _values, require_inner
from prelude.flax.nnx.variables import Param, Variable, take_in

MODULE = "flax.nnx flax.nnx.compat flax.nnx.transforms"


class DiffState:
    def __init__(self, argnum, filter):
        self.argnum = argnum
        self.filter = filter


def _differentiable(argnums, args):
    """Pairs of an argument's number and the variables that are differentiated, or None for arrays."""
    numbers = argnums if isinstance(argnums, (tuple, list)) else (argnums,)
    found = []
    for number in numbers:
        wanted = Param
        if isinstance(number, DiffState):
            number, wanted = number.argnum, number.filter
        arg = args[number]
        if _has_node(arg):
            if isinstance(arg, State) and wanted is Param:
                wanted = Ellipsis
            pairs = unique([(p, v) for p, v in paths_of(arg) if matches(wanted, p, v)])
            if any(not isinstance(v, Variable) for _, v in pairs):
                unknown("the gradient by arrays of a module that are no variables")
            found.append((number, pairs))
        else:
            found.append((number, None))
    return found


def _is_pure(graph, graph_updates, argnums):
    """Whether modules are trees like others, so that it is JAX's transformation."""
    numbers = argnums if isinstance(argnums, (tuple, list)) else (argnums,)
    return is_tree(graph, graph_updates) and all(isinstance(number, int) for number in numbers)


def _take_in(tree):
    take_in(variables_of(tree))
    take_in(modules_of(tree))


def _of_trees(f, argnums, has_aux):
    changed = []  # whether the function has written to each variable

    def inner(*args, **kwargs):
        _take_in((args, kwargs))
        variables = variables_of((args, kwargs))
        before = _values(variables)
        out = program_call(f, *args, **kwargs)
        values = _values(variables)
        changed[:] = [new is not old for new, old in zip(values, before)]
        _fill(variables, before)  # by which the derivative is taken
        value, aux = out if has_aux else (out, None)
        return value, (aux, values)

    differentiated = jax.value_and_grad(inner, argnums, has_aux=True)

    def both(*args, **kwargs):
        numbers = argnums if isinstance(argnums, (tuple, list)) else (argnums,)
        for leaf in jax.tree.leaves([args[number] for number in numbers]):
            if not hasattr(leaf, "dtype") or not jnp.issubdtype(leaf.dtype, jnp.inexact):
                unknown("the gradient by a module with more than weights, as a tree")
        (value, (aux, values)), gradient = differentiated(*args, **kwargs)
        _take_in((args, kwargs))
        for v, new, other in zip(variables_of((args, kwargs)), values, changed):
            if other:
                v.__dict__["raw_value"] = new
        return (value, aux) if has_aux else value, gradient

    return both


def value_and_grad(f=None, *, argnums=0, has_aux=False, holomorphic=False, allow_int=False, reduce_axes=(), graph=None, graph_updates=None):
    def make(f):
        _refuse_bound(f, "value_and_grad")
        if _is_pure(graph, graph_updates, argnums):
            return _of_trees(f, argnums, has_aux)

        def both(*args, **kwargs):
            args, kwargs = _positional(f, args, kwargs), {}
            require_inner(variables_of(args))
            wanted = _differentiable(argnums, args)
            after, made = [], []
            given = [[v.get_value() for _, v in pairs] if pairs is not None else args[number] for number, pairs in wanted]

            def pure(given):
                copies = Copies([arg if _has_node(arg) else None for arg in args])
                new = [arg if copy is None else copy for arg, copy in zip(args, copies.tree)]
                for (number, pairs), values in zip(wanted, given):
                    if pairs is None:
                        new[number] = values
                    else:
                        _fill([copies.of(v) for _, v in pairs], values)
                out = program_call(f, *new, **kwargs)
                value, aux = out if has_aux else (out, None)
                after[:] = variables_of(new)
                made[:] = [copies]
                return value, (aux, _values(after))

            differentiated = [v for _, pairs in wanted if pairs is not None for _, v in pairs]
            before = {identity(v): v.get_value() for v in differentiated}
            (value, (aux, values)), grads = jax.value_and_grad(pure, has_aux=True)(given)
            for copies in made:
                copies.give_back()
                after[:] = [copies.original(v) for v in after]
            _fill(after, [before.get(identity(v), new) for v, new in zip(after, values)], args)
            results = []
            for (number, pairs), gradient in zip(wanted, grads):
                if pairs is None:
                    results.append(gradient)
                else:
                    results.append(state_of([(p, v.copy(g)) for (p, v), g in zip(pairs, gradient)]))
            gradient = tuple(results) if isinstance(argnums, (tuple, list)) else results[0]
            return (value, aux) if has_aux else value, gradient

        both.__wrapped__ = f
        return both

    return make if f is None else make(f)


def grad(f=None, *, argnums=0, has_aux=False, holomorphic=False, allow_int=False, reduce_axes=(), graph=None, graph_updates=None):
    def make(f):
        _refuse_bound(f, "grad")
        both = value_and_grad(f, argnums=argnums, has_aux=has_aux, graph=graph, graph_updates=graph_updates)

        def gradient(*args, **kwargs):
            value, result = both(*args, **kwargs)
            return (result, value[1]) if has_aux else result

        gradient.__wrapped__ = f
        return gradient

    return make if f is None else make(f)


def _with_variables(f, has_aux):
    """The function that gives what the variables of its arguments hold behind it, beside its result."""

    def pure(*args):
        out = program_call(f, *args)
        value, aux = out if has_aux else (out, None)
        return value, (aux, _values(variables_of(args)))

    return pure


def _require_trees(name, graph, graph_updates):
    if not is_tree(graph, graph_updates):
        raise NotImplementedError(
            f"graph-mode with graph_updates is not supported for nnx.{name}. Set graph=False or graph_updates=False."
        )


def vjp(f=None, *primals, has_aux=False, reduce_axes=(), graph=None, graph_updates=None):
    if f is None:
        return lambda f: lambda *primals: vjp(f, *primals, has_aux=has_aux, graph=graph, graph_updates=graph_updates)
    _require_trees("vjp", graph, graph_updates)
    out, pullback, (aux, values) = jax.vjp(_with_variables(f, has_aux), *primals, has_aux=True)
    _fill(variables_of(primals), values, primals)
    return (out, pullback, aux) if has_aux else (out, pullback)


def jvp(f=None, primals=None, tangents=None, *, has_aux=False, graph=None, graph_updates=None):
    if f is None:
        options = {"has_aux": has_aux, "graph": graph, "graph_updates": graph_updates}
        return lambda f: lambda primals, tangents: jvp(f, primals, tangents, **options)
    _require_trees("jvp", graph, graph_updates)
    out, tangents, (aux, values) = jax.jvp(_with_variables(f, has_aux), primals, tangents, has_aux=True)
    _fill(variables_of(primals), values, primals)
    return (out, tangents, aux) if has_aux else (out, tangents)


def _cotangents(pairs, values):
    return state_of([(p, v.copy(value)) for (p, v), value in zip(pairs, values)])


class CustomVjp:
    """A function of modules with a derivative of its own, which is told of what it changes in them too."""

    def __init__(self, fun, nondiff_argnums):
        self.fun = fun
        self.fwd = None
        self.bwd = None
        self.nondiff_argnums = tuple(n for n in nondiff_argnums if isinstance(n, int))
        self.filters = {}
        for number in nondiff_argnums:
            index = number.argnum if isinstance(number, DiffState) else number
            if index in self.filters:
                raise ValueError(f"argnum {index} is repeated in nondiff_argnums")
            self.filters[index] = number.filter if isinstance(number, DiffState) else None

    def defvjp(self, fwd, bwd, symbolic_zeros=False):
        self.fwd = fwd
        self.bwd = bwd

    def _chosen(self, args):
        """The variables of each argument by which it is differentiated, or None of what is no module."""
        found = []
        for i, arg in enumerate(args):
            wanted = self.filters.get(i, Ellipsis)
            if not _has_node(arg) or i in self.nondiff_argnums:
                found.append(None)
            else:
                found.append(unique([(p, v) for p, v in paths_of(arg) if matches(wanted, p, v)]))
        return found

    def _tangents(self, chosen, args, out):
        """What the rule gives, as values of the variables."""
        wanted = [pairs for i, pairs in enumerate(chosen) if i not in self.nondiff_argnums]
        if not isinstance(out, tuple) or len(out) != len(wanted):
            unknown("a rule of nnx.custom_vjp that gives another number of tangents")
        made = []
        for pairs, tangent in zip(wanted, out):
            if pairs is None:
                made.append(tangent)
                continue
            if not isinstance(tangent, (State, Variable)):
                raise ValueError(f"Expected State or Variable, got {type(tangent)}")
            given = {p: v for p, v in paths_of(tangent)}
            if set(given) != {p for p, _ in pairs}:
                unknown("a rule of nnx.custom_vjp that gives tangents of other variables")
            made.append([given[p].get_value() if isinstance(given[p], Variable) else given[p] for p, _ in pairs])
        return tuple(made)

    def __call__(self, *args, **kwargs):
        args = _positional(self.fun, args, kwargs)
        if self.fwd is None or self.bwd is None:
            raise ValueError()
        chosen = self._chosen(args)
        variables = [None if pairs is None else [v for _, v in pairs] for pairs in chosen]
        everything = variables_of(args)

        def given(values):
            _take_in(args)
            for own, value in zip(variables, values):
                if own is not None:
                    _fill(own, value)
            return [arg if own is not None else value for own, arg, value in zip(variables, args, values)]

        def changed():
            return [() if own is None else _values(own) for own in variables], _values(everything)

        def call(*values):
            return program_call(self.fun, *given(values)), changed()

        def forward(*values):
            out, residual = program_call(self.fwd, *given(values))
            return (out, changed()), residual

        def backward(*rest):
            nondiff, (residual, (out, (of_chosen, _))) = rest[:-2], rest[-2:]
            shown = [None if pairs is None else _cotangents(pairs, values) for pairs, values in zip(chosen, of_chosen)]
            shown = tuple(x for i, x in enumerate(shown) if i not in self.nondiff_argnums)
            return self._tangents(chosen, args, program_call(self.bwd, *nondiff, residual, (shown, out)))

        judged = jax.custom_vjp(call, nondiff_argnums=self.nondiff_argnums)
        judged.defvjp(forward, backward)
        before = [arg if own is None else _values(own) for own, arg in zip(variables, args)]
        out, (_, values) = judged(*before)
        _fill(everything, values, args)
        return out


def custom_vjp(fun=None, *, nondiff_argnums=(), graph=None, graph_updates=None):
    def make(f):
        if not is_tree(graph, graph_updates):
            return CustomVjp(f, nondiff_argnums)
        if any(not isinstance(number, int) for number in nondiff_argnums):
            unknown("a DiffState of nnx.custom_vjp where modules are trees")
        return jax.custom_vjp(f, nondiff_argnums=nondiff_argnums)

    return make if fun is None else make(fun)
