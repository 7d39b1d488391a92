"""Transformations that are called with a module and functions of it. flax 0.12.8: linen/transforms.py, core/lift.py."""
from prelude.flax.boxes import add_axis, remove_axis
from prelude.flax.lifting import _lift, grouped, lifting_of, remat, scan, split_keys
from prelude.flax.scopes import Without, in_filter, plain

MODULE = "flax.linen flax.linen.transforms flax.core.lift"


def _branch(lifting, f):
    """A function of the module as one that gives its variables too."""

    def branch(*operands):
        run = lifting.run(lifting.variables(), lifting.rngs)
        out = lifting.call(run, list(operands), {}, f)
        return out, run.variables

    return branch


def cond(pred, true_fun, false_fun, mdl, *operands, variables=True, rngs=True):
    lifting = lifting_of("cond", mdl, true_fun, operands)
    out, new = lax.cond(pred, _branch(lifting, true_fun), _branch(lifting, false_fun), *operands)
    lifting.put_back(new)
    return out


def switch(index, branches, mdl, *operands, variables=True, rngs=True):
    lifting = lifting_of("switch", mdl, branches[0], operands)
    out, new = lax.switch(index, [_branch(lifting, f) for f in branches], *operands)
    lifting.put_back(new)
    return out


def while_loop(cond_fn, body_fn, mdl, init, carry_variables=False, broadcast_variables=True, split_rngs={}):
    lifting = lifting_of("while_loop", mdl, body_fn)
    _, kept, carried = grouped(lifting.variables(), {}, broadcast_variables, carry_variables)
    mutable = tuple([col for col in carried if lifting.scope.is_mutable(col)])

    def run(i, carried, mutable):
        divided, shared = split_keys(lifting.rngs, split_rngs, lambda key: jax.random.fold_in(key, i))
        return lifting.run({**plain(kept), **plain(carried)}, {**divided, **shared}, mutable)

    def goes_on(state):
        i, carried, value = state
        return lifting.call(run(-i, carried, False), [value], {}, cond_fn)

    def body(state):
        i, carried, value = state
        inner = run(i, carried, mutable)
        value = lifting.call(inner, [value], {})
        return i + 1, {col: inner.variables[col] for col in carried}, value

    _, carried, value = lax.while_loop(goes_on, body, (0, carried, init))
    lifting.put_back(carried)
    return value


def _differentiated(lifting, has_aux, chosen, rest):
    """The function of the module over its chosen variables and its arguments, for jax.vjp."""

    def wrapper(chosen, *args):
        run = lifting.run({**plain(rest), **plain(chosen)}, lifting.rngs)
        out = lifting.call(run, list(args), {})
        y, aux = out if has_aux else (out, ())
        return y, (aux, run.variables)

    return wrapper


def value_and_grad(fn, mdl, *primals, has_aux=False, reduce_axes=(), variables=True, rngs=True):
    if reduce_axes:
        raise NotImplementedError("reduce_axes argument to value_and_grad is deprecated")
    lifting = lifting_of("value_and_grad", mdl, fn, primals)
    wrapper = _differentiated(lifting, has_aux, {}, lifting.variables())
    y, backward, (aux, new) = jax.vjp(lambda *args: wrapper({}, *args), *primals, has_aux=True)
    grads = backward(jnp.ones_like(y))
    lifting.put_back(new)
    if y.shape != ():
        raise ValueError(f"grad can only work on functions with scalar-valued outputs. out shape={y.shape}")
    return ((y, aux) if has_aux else y), grads


def grad(fn, mdl, *primals, has_aux=False, reduce_axes=(), variables=True, rngs=True):
    if reduce_axes:
        raise NotImplementedError("reduce_axes argument to grad is deprecated")
    value, grads = value_and_grad(fn, mdl, *primals, has_aux=has_aux)
    return (grads, value[1]) if has_aux else grads


def _parted(variables, chosen):
    mine = {col: value for col, value in variables.items() if in_filter(chosen, col)}
    return mine, {col: value for col, value in variables.items() if col not in mine}


def vjp(
    fn,
    mdl,
    *primals,
    has_aux=False,
    reduce_axes=(),
    vjp_variables="params",
    variables=True,
    rngs=True,
    multi_scope=False,
):
    if reduce_axes:
        raise NotImplementedError("reduce_axes argument to vjp is deprecated")
    lifting = lifting_of("vjp", mdl, fn, primals)
    mine, rest = _parted(lifting.variables(), vjp_variables)
    y, backward, (aux, new) = jax.vjp(_differentiated(lifting, has_aux, mine, rest), mine, *primals, has_aux=True)
    lifting.put_back(new)

    def pulled(tangent):
        of_variables, *of_inputs = backward(tangent)
        return (lifting.parts(of_variables)[0], *of_inputs)

    return (y, pulled, aux) if has_aux else (y, pulled)


def jvp(fn, mdl, primals, tangents, variable_tangents, variables=True, rngs=True):
    lifting = lifting_of("jvp", mdl, fn, primals)
    tangent = lifting.whole([{col: value for col, value in variable_tangents.items() if value}])
    mine, rest = _parted(lifting.variables(), tuple(tangent))
    wrapper = _differentiated(lifting, False, mine, rest)
    (y, (_, new)), out = jax.jvp(lambda mine, args: wrapper(mine, *args), (mine, primals), (tangent, tangents))
    lifting.put_back(new)
    return y, out[0]


def custom_vjp(fn, forward_fn, backward_fn, grad_vars="params", nondiff_argnums=()):
    def call(lifting, args, kwargs):
        mine, rest = _parted(lifting.variables(), grad_vars)

        def run_with(method, mine, args):
            run = lifting.run({**plain(rest), **plain(mine)}, lifting.rngs)
            return lifting.call(run, list(args), kwargs, method), run.variables

        def forward(mine, *args):
            (y, kept), new = run_with(forward_fn, mine, args)
            return (y, new), kept

        def backward(*args):
            of_variables, *of_inputs = program_call(backward_fn, *args[:-1], args[-1][0])
            return (lifting.whole([of_variables]), *of_inputs)

        judged = jax.custom_vjp(lambda mine, *args: run_with(fn, mine, args), nondiff_argnums=nondiff_argnums)
        judged.defvjp(forward, backward)
        out, new = judged(mine, *args)
        lifting.put_back(new)
        return out

    return _lift(fn, "custom_vjp", call)


def _same(x):
    return x


def map_variables(
    target,
    mapped_collections=True,
    trans_in_fn=_same,
    trans_out_fn=_same,
    init=False,
    mutable=False,
    rngs=True,
    variables=True,
    methods=None,
):
    def call(lifting, args, kwargs):
        def through(f, variables):
            return lifting.whole([program_call(f, part) for part in lifting.parts(variables)])

        mapped, rest = _parted(lifting.variables(), mapped_collections)
        if init and lifting.scope.run.mutable is not False:
            run = lifting.run({**plain(mapped), **plain(rest)}, lifting.rngs)
            lifting.call(run, list(args), kwargs)
            mapped = through(trans_out_fn, _parted(run.variables, mapped_collections)[0])
        comes_out = mutable or init
        writes = lifting.scope.run.mutable
        run = lifting.run(
            {**through(trans_in_fn, mapped), **plain(rest)},
            lifting.rngs,
            writes if comes_out else Without(writes, mapped_collections),
        )
        out = lifting.call(run, list(args), kwargs)
        mapped, rest = _parted(run.variables, mapped_collections)
        lifting.put_back(rest)
        if comes_out:
            lifting.put_back(through(trans_out_fn, mapped))
        return out

    return _lift(target, "map_variables", call, methods)


def add_metadata_axis(target, variable_axes={}, metadata_params={}):
    for col, axis in variable_axes.items():
        target = map_variables(
            target,
            col,
            trans_in_fn=lambda x, axis=axis: remove_axis(x, axis, metadata_params),
            trans_out_fn=lambda x, axis=axis: add_axis(x, axis, metadata_params),
            mutable=True,
        )
    return target


def remat_scan(
    target,
    lengths=(),
    policy=None,
    variable_broadcast=False,
    variable_carry=False,
    variable_axes={True: 0},
    split_rngs={True: True},
):
    def stacked(f, lengths):
        inner = f
        if len(lengths) > 1:
            inner = remat(stacked(f, lengths[1:]), policy=policy, prevent_cse=False)
        loop = scan(
            lambda module, carry: (inner(module, carry), ()),
            variable_broadcast=variable_broadcast,
            variable_carry=variable_carry,
            variable_axes=variable_axes,
            split_rngs=split_rngs,
            length=lengths[0],
        )
        return lambda module, carry: loop(module, carry)[0]

    def call(lifting, args, kwargs):
        method = getattr(lifting.method, "inner", lifting.method)
        f = stacked(lambda module, carry: module._run(method, (carry,), {}), tuple(lengths))
        return f(lifting.module, *args)

    return _lift(target, "remat_scan", call)


def named_call(class_fn, force=True):
    return class_fn


def fold_rngs(target, variables=True, rngs=True):
    return target
