"""Solutions of linear equations that have derivatives. JAX: lax/control_flow/solves.py."""


def _check_shapes(name, x, b):
    given = [leaf_array(leaf).shape for leaf in jax.tree.leaves(x)]
    wanted = [leaf_array(leaf).shape for leaf in jax.tree.leaves(b)]
    if given != wanted:
        refuse(ValueError, f"{name}() output shapes must match b, got {given} and {wanted}",
               rule="shape-mismatch")
    if structure_text(x) != structure_text(b):
        unknown(f"a linear solve whose {name}() has another structure")


def _part(name, function, given, b, has_aux):
    """matvec(b), or solve(matvec, b), whose result has the shapes of b."""
    result = program_call(function, *given)
    if has_aux and (not isinstance(result, tuple) or len(result) != 2):
        unknown(f"a linear solve with has_aux whose {name}() gives no pair")
    _check_shapes(name, result[0] if has_aux else result, b)
    return result


def _parts(matvec, b, solve, transposed, has_aux):
    """All that is traced, of which the solution is what solve gives. vmap looks at that first."""
    if is_repeated():
        result = _part("solve", solve, (matvec, b), b, has_aux)
    _part("matvec", matvec, (b,), b, False)
    if not is_repeated():
        result = _part("solve", solve, (matvec, b), b, has_aux)
    if transposed is not None:
        _part("transpose_solve", transposed, (matvec, b), b, has_aux)
    return result


@function("jax.lax")
def custom_linear_solve(matvec, b, solve, transpose_solve=None, symmetric=False, has_aux=False):
    b, has_aux = jax.tree.map(leaf_array, b), static_bool(has_aux)
    transposed = solve if transpose_solve is None and static_bool(symmetric) else transpose_solve
    parts = matvec, b, solve, transposed, has_aux
    if has_aux:
        x, aux = traced_call(_parts, *parts)
        return jax.tree.map(mapped_alike, b, x), aux
    back = None if transposed is None else lambda y: transposed(matvec, y)
    x = linear_solve(_parts, parts, lambda y: solve(matvec, y), matvec, back, b)
    return jax.tree.map(mapped_alike, b, x)
