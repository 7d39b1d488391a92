"""Functions of small arrays on larger ones. JAX: numpy/vectorize.py."""


_LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_"


def _core_dimensions(text, signature):
    """The names in "(n,m),()", a tuple for each pair of parentheses."""
    if not (text.startswith("(") and text.endswith(")")):
        _refuse_signature(signature)
    result = [tuple(part.split(",")) if part else () for part in text[1:-1].split("),(")]
    for names in result:
        for name in names:
            if not name or any([letter not in _LETTERS for letter in name]):
                _refuse_signature(signature)
    return result


def _refuse_signature(signature):
    refuse(ValueError, f"not a valid gufunc signature: {signature}", help="write it as '(n,m),(m)->(n)'")


def _read_signature(signature):
    sides = signature.split("->")
    if len(sides) != 2:
        _refuse_signature(signature)
    return _core_dimensions(sides[0], signature), _core_dimensions(sides[1], signature)


def _update_sizes(sizes, shape, names, context, is_input):
    """Gives names the sizes that they have in the last dimensions. JAX: _update_dim_sizes."""
    if len(shape) < len(names) if is_input else len(shape) != len(names):
        text = (f"input with shape {shape} does not have enough dimensions for all core dimensions"
                if is_input else f"output shape {shape} does not match core dimensions")
        refuse(ValueError, f"{text} {names} {context}", rule="shape-mismatch",
               say=f"an array of rank {len(shape)} stands where the signature has {len(names)} dimensions")
    for name, size in zip(names, shape[len(shape) - len(names):]):
        if name not in sizes:
            sizes[name] = size
        elif sizes[name] != size:
            refuse(ValueError, f"inconsistent size for core dimension '{name}': {size} vs {sizes[name]} "
                   f"{context}", rule="shape-mismatch",
                   say=f"dimension {name} has {size} elements here and {sizes[name]} there")


def _check_results(result, outputs, sizes, context):
    """Whether the results have the dimensions that the signature says. JAX: _check_output_dims."""
    if outputs is None and release >= (0, 6, 1):
        return
    results = result if isinstance(result, tuple) else (result,)
    if outputs is None:
        outputs = [()] * len(results)
    elif len(outputs) > 1 and not isinstance(result, tuple):
        raise TypeError("output must be a tuple when multiple outputs are expected, got: "
                        f"{type(result).__name__}")
    if len(outputs) != len(results):
        raise TypeError(f"wrong number of output arguments: expected {len(outputs)}, got {len(results)} "
                        f"{context}")
    sizes = dict(sizes)
    for x, names in zip(results, outputs):
        _update_sizes(sizes, jnp.shape(x), names, context, False)


def _check_excluded(excluded):
    for item in excluded:
        if not isinstance(item, (int, str)):
            raise TypeError("jax.numpy.vectorize can only exclude integer or string arguments, but "
                            f"{excluded=}")
    if any([not isinstance(item, str) and item < 0 for item in excluded]):
        raise ValueError(f"{excluded=} contains negative numbers")


@function("jax.numpy")
def vectorize(pyfunc, *, excluded=None, signature=None):
    if excluded is not None:
        if not isinstance(excluded, (set, list, tuple)):
            unknown("excluded= that is not a set")
        _check_excluded(excluded)
    if signature is not None and not isinstance(signature, str):
        unknown("a signature that is not text")
    left_out = () if excluded is None else excluded
    shown = "frozenset()" if excluded is None else excluded
    context = f"on vectorized function with excluded={shown} and {signature=}"

    def wrapped(*args, **kwargs):
        positions = [i for i, x in enumerate(args) if i not in left_out and x is not None]
        arrays = [jnp.asarray(args[i]) for i in positions]
        kept = {key: value for key, value in kwargs.items() if key in left_out}
        inputs, outputs = [()] * len(arrays), None
        if signature is not None:
            inputs, outputs = _read_signature(signature)
        if len(arrays) != len(inputs):
            raise TypeError(f"wrong number of positional arguments: expected {len(inputs)}, got "
                            f"{len(arrays)} {context}")
        sizes, leads = {}, []
        for x, names in zip(arrays, inputs):
            _update_sizes(sizes, x.shape, names, context, True)
            leads.append(x.shape[:x.ndim - len(names)])
        batch = lax.broadcast_shapes(*leads)

        def example(*mapped):
            given = list(args)
            for i, x in zip(positions, mapped):
                given[i] = x
            result = pyfunc(*given, **kept)
            _check_results(result, outputs, sizes, context)
            return result

        function, expanded = example, ()
        for back in range(1, len(batch) + 1):
            axes = tuple([0 if back <= len(lead) and lead[-back] != 1 else None for lead in leads])
            if any([axis is not None for axis in axes]):
                function = jax.vmap(function, axes)
            else:
                expanded += (len(batch) - back,)
        squeezed = [lax.squeeze(x, [i for i, size in enumerate(lead) if size == 1])
                    for x, lead in zip(arrays, leads)]
        result = function(*squeezed)
        if not expanded:
            return result
        if isinstance(result, tuple):
            return tuple([jnp.expand_dims(x, expanded) for x in result])
        return jnp.expand_dims(result, expanded)

    return wrapped
