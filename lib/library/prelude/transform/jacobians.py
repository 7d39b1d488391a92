"""Matrices of derivatives. JAX: api.py jacfwd, jacrev, hessian."""


def _entries(x):
    """What the dimensions of a leaf are sharded over."""
    sharding = sharding_of(x)
    return (None,) * jnp.ndim(x) if sharding is None else tuple(sharding.spec)


def _fit_leaf(x, like, spec):
    """A part of a matrix in the dtype of a leaf, which is real when that is."""
    like = leaf_array(like)
    if jnp.issubdtype(x.dtype, jnp.complexfloating) and not jnp.issubdtype(like.dtype, jnp.complexfloating):
        x = x.real
    if not has_explicit_axes() or sharding_of(like) is None:
        if any([entry is not None for entry in spec]):
            unknown("derivatives of arrays that are on no mesh")
        return converted(x, like)
    return converted(x, like, P(*spec))


def _unravel(tree, axis, example, x, specs):
    """A dimension of x as the leaves of the tree, which are in a row along it."""
    leaves, treedef = jax.tree.flatten(tree)
    shapes = [x.shape[:axis] + jnp.shape(leaf) + x.shape[axis + 1:] for leaf in leaves]
    bounds, total = [], 0
    for leaf in leaves[:-1]:
        total += math.prod(jnp.shape(leaf))
        bounds.append(total)
    parts = jnp.split(x, bounds, axis)
    return jax.tree.unflatten(treedef, [
        _fit_leaf(jnp.reshape(part, shape), leaf if example is None else example, spec)
        for part, shape, leaf, spec in zip(parts, shapes, leaves, specs)])


def _standard_basis(tree):
    leaves = jax.tree.leaves(tree)
    size = sum([math.prod(jnp.shape(leaf)) for leaf in leaves])
    if release < (0, 8) and not all([is_replicated(leaf) for leaf in leaves]):
        unknown("matrices of derivatives of sharded arrays in this release")
    basis = jnp.eye(size, dtype=jnp.result_type(*leaves))
    basis = _unravel(tree, 1, None, basis, [(None,) + _entries(leaf) for leaf in leaves])
    if release < (0, 7):
        return basis
    return jax.tree.map(lambda x, leaf: collective("pvary", x, varying_axes(leaf), 1), basis, tree)


def _split_columns(inputs, y, x):
    """The last dimension of x as the inputs."""
    entries = _entries(x)[:-1]
    specs = [entries + (None,) * jnp.ndim(leaf) for leaf in jax.tree.leaves(inputs)]
    return _unravel(inputs, x.ndim - 1, y, x, specs)


def _split_rows(outputs, leaf, x):
    """The first dimension of x as the outputs."""
    entries = _entries(x)[1:]
    specs = [(None,) * jnp.ndim(y) + entries for y in jax.tree.leaves(outputs)]
    return _unravel(outputs, 0, leaf, x, specs)


_NOT_HOLOMORPHIC = "For holomorphic differentiation, pass holomorphic=True. "


def _check_input(name, holomorphic, allow_int, x):
    dtype = leaf_array(x).dtype
    if holomorphic:
        if not jnp.issubdtype(dtype, jnp.complexfloating):
            refuse(TypeError, f"{name} with holomorphic=True requires inputs with complex dtype, but got "
                   f"{dtype.name}.", rule="dtype-mismatch")
    elif name == "jacfwd":
        if not jnp.issubdtype(dtype, jnp.floating):
            refuse(TypeError, "jacfwd requires real-valued inputs (input dtype that is a sub-dtype of "
                   f"np.floating), but got {dtype.name}. " + _NOT_HOLOMORPHIC + "For differentiation of "
                   "non-holomorphic functions involving complex inputs or integer inputs, use jax.jvp "
                   "directly.", rule="dtype-mismatch")
    elif not jnp.issubdtype(dtype, jnp.inexact):
        if allow_int:
            unknown("derivatives by integers are not followed")
        refuse(TypeError, f"{name} requires real- or complex-valued inputs (input dtype that is a sub-dtype "
               f"of np.inexact), but got {dtype.name}. If you want to use Boolean- or integer-valued inputs, "
               "use vjp or set allow_int to True.", rule="dtype-mismatch")


def _check_output(name, holomorphic, x):
    dtype = leaf_array(x).dtype
    if holomorphic:
        if not jnp.issubdtype(dtype, jnp.complexfloating):
            refuse(TypeError, f"{name} with holomorphic=True requires outputs with complex dtype, but got "
                   f"{dtype.name}.", rule="dtype-mismatch")
    elif name == "jacfwd" or jnp.issubdtype(dtype, jnp.floating):
        return
    else:
        advice = "For differentiation of functions with integer outputs, use jax.vjp directly."
        if jnp.issubdtype(dtype, jnp.complexfloating):
            advice = (_NOT_HOLOMORPHIC + "For differentiation of non-holomorphic functions involving complex "
                      "outputs, use jax.vjp directly.")
        refuse(TypeError, f"{name} requires real-valued outputs (output dtype that is a sub-dtype of "
               f"np.floating), but got {dtype.name}. " + advice, rule="dtype-mismatch")


def _positions(argnums, count):
    """The arguments that argnums means, counted from the front."""
    several = (argnums,) if isinstance(argnums, int) else tuple(argnums)
    for i in several:
        if not -count <= i < count:
            raise ValueError("Positional argument indices, e.g. for `static_argnums`, must have value greater "
                             "than or equal to -len(args) and less than len(args), but got value "
                             f"{i} for len(args) == {count}.")
    return [i % count for i in several]


def _check_function(fun):
    if not callable(fun):
        raise TypeError(f"Expected a callable value, got {fun}")


def _of_some(fun, positions, args, kwargs):
    """The function of the arguments at the positions alone."""
    def of_some(*given):
        filled = list(args)
        for i, x in zip(positions, given):
            filled[i] = x
        return fun(*filled, **kwargs)

    return of_some


@function("jax")
def jacfwd(fun, argnums=0, has_aux=False, holomorphic=False):
    _check_function(fun)

    def jacobian_forward(*args, **kwargs):
        positions = _positions(argnums, len(args))
        inputs = tuple([args[i] for i in positions])
        for leaf in jax.tree.leaves(inputs):
            _check_input("jacfwd", holomorphic, False, leaf)
        some = _of_some(fun, positions, args, kwargs)
        y, matrix, *aux = jax.vmap(lambda tangents: jax.jvp(some, inputs, tangents, has_aux=has_aux),
                                   out_axes=(None, -1, None) if has_aux else (None, -1))(_standard_basis(inputs))
        for leaf in jax.tree.leaves(y):
            _check_output("jacfwd", holomorphic, leaf)
        inputs = inputs[0] if isinstance(argnums, int) else inputs
        tree = jax.tree.map(lambda leaf, x: _split_columns(inputs, leaf, x), y, matrix)
        return (tree, aux[0]) if has_aux else tree

    jacobian_forward.__wrapped__ = fun
    return jacobian_forward


@function("jax")
@function("jax", name="jacobian")
def jacrev(fun, argnums=0, has_aux=False, holomorphic=False, allow_int=False):
    _check_function(fun)

    def jacobian_backward(*args, **kwargs):
        positions = _positions(argnums, len(args))
        inputs = tuple([args[i] for i in positions])
        for leaf in jax.tree.leaves(inputs):
            _check_input("jacrev", holomorphic, allow_int, leaf)
        some = _of_some(fun, positions, args, kwargs)
        y, pull_back, *aux = jax.vjp(some, *inputs, has_aux=has_aux)
        for leaf in jax.tree.leaves(y):
            _check_output("jacrev", holomorphic, leaf)
        matrix = jax.vmap(pull_back)(_standard_basis(y))
        if isinstance(argnums, int):
            inputs, matrix = inputs[0], matrix[0]
        leaves, treedef = jax.tree.flatten(inputs)
        rows = [jax.tree.leaves(_split_rows(y, leaf, x)) for leaf, x in zip(leaves, jax.tree.leaves(matrix))]
        outputs = jax.tree.structure(y)
        tree = jax.tree.unflatten(outputs, [jax.tree.unflatten(treedef, [row[j] for row in rows])
                                            for j in range(len(rows[0]))])
        return (tree, aux[0]) if has_aux else tree

    jacobian_backward.__wrapped__ = fun
    return jacobian_backward


@function("jax")
def hessian(fun, argnums=0, has_aux=False, holomorphic=False):
    return jacfwd(jacrev(fun, argnums, has_aux=has_aux, holomorphic=holomorphic), argnums, has_aux=has_aux,
                  holomorphic=holomorphic)
