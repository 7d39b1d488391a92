"""Branches and loops over modules, whose variables they change. flax 0.12.8: nnx/transforms/iteration.py, transforms.py."""
from prelude.flax.nnx.states import variables_of
from prelude.flax.nnx.transforms import _divide, _fill, _is_node, _together, _values, those_of_outside
from prelude.flax.nnx.variables import refuse_outside

MODULE = "flax.nnx flax.nnx.compat flax.nnx.transforms"


def cond(pred, true_fun, false_fun, *operands, graph=None, graph_updates=None, **kwargs):
    run = lambda branches, given: lax.cond(pred, branches[0], branches[1], *given)
    return _branched(run, (true_fun, false_fun), operands, graph, graph_updates)


def switch(index, branches, *operands, graph=None, graph_updates=None):
    run = lambda made, given: lax.switch(index, made, *given)
    return _branched(run, branches, operands, graph, graph_updates)


def _branched(run, functions, operands, graph, graph_updates):
    variables = variables_of(operands)
    outside = those_of_outside(variables, graph, graph_updates)
    nodes, rest = _divide(operands)

    def wrapped(f):
        def pure(values, rest):
            _fill(variables, values, operands)
            out = program_call(f, *_together(nodes, rest))
            return out, _values(variables)

        return pure

    before = _values(variables)
    out, values = run([wrapped(f) for f in functions], (before, rest))
    refuse_outside(outside)
    _fill(variables, values, operands)
    return out


def _loop_state(init):
    leaves, treedef = jax.tree.flatten(init, is_leaf=_is_node)
    nodes = [x if _is_node(x) else None for x in leaves]
    return leaves, treedef, nodes, variables_of(nodes)


def _refuse_other(before, after):
    """A turn gives what it was given, module for module (extract.py check_same_variables)."""
    try:
        jax.tree.map(lambda x, y: None, before, after, is_leaf=_is_node)
    except ValueError as error:
        raise error


def fori_loop(lower, upper, body_fun, init_val, *, unroll=None, graph=None, graph_updates=None):
    leaves, treedef, nodes, variables = _loop_state(init_val)
    arrays = [None if n is not None else x for n, x in zip(nodes, leaves)]

    def body(i, state):
        values, arrays = state
        _fill(variables, values, nodes)
        given = treedef.unflatten(_together(nodes, arrays))
        out = program_call(body_fun, i, given)
        _refuse_other(given, out)
        new = jax.tree.leaves(out, is_leaf=_is_node)
        return _values(variables), [None if n is not None else x for n, x in zip(nodes, new)]

    outside = those_of_outside(variables, graph, graph_updates)
    values, arrays = lax.fori_loop(lower, upper, body, (_values(variables), arrays), unroll=unroll)
    refuse_outside(outside)
    _fill(variables, values, nodes)
    return treedef.unflatten(_together(nodes, arrays))


def while_loop(cond_fun, body_fun, init_val, *, graph=None, graph_updates=None):
    leaves, treedef, nodes, variables = _loop_state(init_val)
    arrays = [None if n is not None else x for n, x in zip(nodes, leaves)]

    def cond(state):
        _fill(variables, state[0], nodes)
        return program_call(cond_fun, treedef.unflatten(_together(nodes, state[1])))

    def body(state):
        _fill(variables, state[0], nodes)
        given = treedef.unflatten(_together(nodes, state[1]))
        out = program_call(body_fun, given)
        _refuse_other(given, out)
        new = jax.tree.leaves(out, is_leaf=_is_node)
        return _values(variables), [None if n is not None else x for n, x in zip(nodes, new)]

    outside = those_of_outside(variables, graph, graph_updates)
    values, arrays = lax.while_loop(cond, body, (_values(variables), arrays))
    refuse_outside(outside)
    _fill(variables, values, nodes)
    return treedef.unflatten(_together(nodes, arrays))
