"""jnp.einsum. Labels are lists of letters. JAX: numpy/einsum.py; opt_einsum contract.py contract_path."""
from prelude.linalg.contraction_order import contraction_order
from prelude.linalg.subscripts import interleaved_subscripts, read_subscripts


def _unique(labels):
    return list(dict.fromkeys(labels))


def _check_sizes(terms, operands):
    """Each operand has as many dimensions as its term has labels, and a label one size, but for sizes of 1."""
    if all([len(labels) == x.ndim for labels, x in zip(terms, operands)]):
        said = set(sum([list(zip(labels, x.shape)) for labels, x in zip(terms, operands)], []))
        if len(said) == len(set(sum(terms, []))):
            return
    sizes = {}
    for i, (labels, x) in enumerate(zip(terms, operands)):
        if len(labels) != x.ndim:
            refuse(ValueError, f"Einstein sum subscript '{''.join(labels)}' does not contain the correct number of "
                   f"indices for operand {i}.", rule="shape-mismatch",
                   say=f"the term '{''.join(labels)}' names {len(labels)} dimensions, but operand {i} has rank {x.ndim}")
        for label, size in zip(labels, x.shape):
            known = sizes.setdefault(label, size)
            if known == size:
                continue
            if known == 1:
                sizes[label] = size
            elif size != 1:
                refuse(ValueError, f"Size of label '{label}' for operand {i} ({known}) does not match previous terms "
                       f"({size}).", rule="shape-mismatch",
                       say=f"label '{label}' is a dimension of size {size} in operand {i}, and of size {known} in "
                       "one before it")


def _path(optimize, terms, output, operands):
    """The positions that each step contracts: those given, from the left, or what a search finds."""
    count = len(terms)
    flag = isinstance(optimize, bool)
    plain = flag or optimize is None or (isinstance(optimize, str) and optimize == "auto")
    matters = count > 2 and not (flag and not optimize) and (
        is_recorded() or has_explicit_axes(arrays=operands))
    path = None
    if plain and not matters:
        pass
    elif not plain and not isinstance(optimize, str):
        path = optimize
    else:
        path = contraction_order(terms, [x.shape for x in operands], output, optimize, matters)
    if path is None:
        return [(0, 1)] * (count - 1) if count > 2 else [tuple(range(count))]
    if not isinstance(path, (list, tuple)) or not path or not all([isinstance(step, (list, tuple)) for step in path]):
        unknown("einsum with optimize= of this kind")
    return [static_ints(step) for step in path]


def _contractions(path, terms, output):
    """For each step the positions, the labels of the operands, what it keeps and what it sums over."""
    left, made = list(terms), []
    for step in path:
        positions = sorted(step, reverse=True)
        if positions and (positions[0] >= len(left) or positions[-1] < 0):
            unknown("a path of einsum that names operands which are not there")
        if len(_unique(positions)) < len(positions):
            unknown("a path of einsum that names an operand twice")
        taken = [left.pop(at) for at in positions]
        needed = sum(left, []) + output
        labels = _unique(sum(taken, []))
        result = output if len(made) + 1 == len(path) else common(labels, needed)
        made.append((positions, taken, result, sorted(without(labels, needed))))
        left.append(result)
    if len(left) != 1:
        unknown("a path of einsum that leaves several operands")
    return made


def _sum(x, axes, preferred, sharding):
    """The sum, in the dtype of the result when that is wider."""
    if jnp.result_type(x, preferred) != x.dtype:
        x = x.astype(preferred)
    if x.dtype != jnp.bool_:
        return apply_reduce_sum(x, axes, sharding)
    if sharding is not None:
        refuse(NotImplementedError, "", say="a sum of booleans takes no out_sharding")
    return apply_reduce_or(x, axes)


def _sum_unique(x, labels, unique, preferred, sharding):
    """Sums over the labels that stand once in the operand and nowhere else."""
    if not unique:
        return x, labels
    axes = [labels.index(c) for c in unique]
    return _sum(x, axes, preferred, sharding), [c for c in labels if c not in unique]


def _diagonal(x, axes):
    """The array with zeros where the indices along the axes differ (lax.py _delta)."""
    sizes = [x.shape[i] for i in axes]
    iotas = [lax.broadcasted_iota(jnp.uint32, sizes, i) for i in range(len(sizes))]
    equal = [lax.eq(a, b) for a, b in zip(iotas[:-1], iotas[1:])]
    eye = lax.broadcast_in_dim(functools.reduce(lax.bitwise_and, equal), x.shape, axes)
    return lax.select(eye, x, lax.full_like(x, 0))


def _sum_repeated(x, labels, counted, keep, preferred, sharding):
    """Takes the diagonal along what stands several times, and sums over it unless it is to be kept."""
    if len(set(counted)) == len(counted):
        return x, labels
    for label in _unique(counted):
        axes = [i for i, c in enumerate(labels) if c == label]
        if counted.count(label) < 2:
            continue
        kept = axes[-1:] if label in keep else []
        x = _sum(_diagonal(x, axes), axes[:-1] if kept else axes, preferred, sharding)
        labels = [c for i, c in enumerate(labels) if c != label or i in kept]
    return x, labels


def _without_singletons(x, labels, y, others):
    """Without dimensions of 1 whose label is a larger one in the other operand."""
    if 1 not in x.shape:
        return x, labels
    gone = [i for i, c in enumerate(labels) if x.shape[i] == 1 and c in others and y.shape[others.index(c)] != 1]
    if not gone:
        return x, labels
    return lax.squeeze(x, gone), [c for i, c in enumerate(labels) if i not in gone]


def _reduce_alone(x, y, a, b, result, removed, preferred, sharding):
    """Sums over what only one of two operands has."""
    if not without(removed, common(a, b)) and len(set(a)) == len(a) and len(set(b)) == len(b):
        return x, y, a, b
    sharding = sharding if (0, 8) <= release < (0, 10) else None
    x, left = _sum_unique(x, a, [c for c in removed if c not in b and a.count(c) == 1], preferred, sharding)
    y, right = _sum_unique(y, b, [c for c in removed if c not in a and b.count(c) == 1], preferred, sharding)
    x, left = _sum_repeated(x, left, a, result + right, preferred, sharding)
    y, right = _sum_repeated(y, right, b, result + left, preferred, sharding)
    return x, y, left, right


_BEYOND = 1000000  # an entry that no sharding has


def _contract_two(run, x, y, a, b, result, removed, last):
    """The product, and its labels. Releases that gave the out_sharding to each of several products also changed it
    as they went: run["entries"]."""
    x, a = _without_singletons(x, a, y, b)
    y, b = _without_singletons(y, b, x, a)
    x, y, a, b = _reduce_alone(x, y, a, b, result, removed, run["preferred"], run["sharding"])
    both = common(a, b)
    summed, batch = common(removed, both), common(result, both)
    shared = batch + summed
    left, right = without(a, shared), without(b, shared)
    names = batch + right + left
    swapped = names == result
    if swapped:
        x, y, a, b = y, x, b, a
    else:
        names = batch + left + right
    sharding, entries = run["sharding"], run["entries"]
    if not swapped and release < (0, 7, 1) and not last:
        sharding = None
    elif sharding is not None and not swapped and names != result:
        entries = places(names, result)
        if run["entries"] is not None:
            entries = [run["entries"][i] if i < len(run["entries"]) else _BEYOND for i in entries]
        if release >= (0, 7, 1):
            run["entries"] = entries
    contracting, batches = [[places(group, a), places(group, b)] for group in (summed, batch)]
    order = places(result, names) if last else None
    automatic = run["several"] and not swapped and (0, 7, 1) <= release < (0, 8)
    return dot_product(x, y, contracting, batches, run["preferred"], sharding, "jnp.einsum" if last else None, order,
                       entries, run["advice"], automatic), names


def _contract(run, x, labels, result, removed):
    """What is left of one operand."""
    unique = [c for c in removed if labels.count(c) == 1]
    sharding = run["sharding"] if release >= (0, 8) else None
    x, left = _sum_unique(x, labels, unique, run["preferred"], sharding)
    return _sum_repeated(x, left, labels, result, run["preferred"], sharding)


def _run(operands, contractions, preferred, sharding):
    like = promote_dtypes(*[constant(x.dtype, weak=x.weak_type) for x in operands])[0] if preferred is None else None
    count, left = len(contractions), list(operands)
    several = count > 1
    advice = None
    if several and release >= (0, 8):
        entries = ", ".join(["None"] * len(contractions[-1][2]))
        advice = f"say how the result is sharded: jnp.einsum(…, out_sharding=P({entries})) leaves the products in " \
            "between to the compiler; axes can stand in place of None"
    run = {"preferred": like.dtype if preferred is None else preferred, "sharding": sharding, "entries": None,
           "several": several, "advice": advice}
    for n, (positions, taken, result, removed) in enumerate(contractions):
        if len(positions) not in (1, 2):
            refuse(NotImplementedError, "" if release < (0, 7, 1) else
                   "jax.numpy.einsum does not support simultaneous contraction of 3 or more operands. Typically this "
                   "means you've passed an unsupported path to the einsum optimize parameter.",
                   say="the path that einsum was given contracts more than two operands at once")
        arrays = [left.pop(at) for at in positions]
        if len(arrays) == 1:
            x, names = _contract(run, arrays[0], taken[0], result, removed)
        else:
            x, names = _contract_two(run, arrays[0], arrays[1], taken[0], taken[1], result, removed, n + 1 == count)
        left.append(x if names == result else lax.transpose(x, places(result, names)))
    return lax.convert_element_type(left[0], preferred) if like is None else converted(left[0], like)


@function("jax.numpy", until="0.5.0", jitted="within", inlined=True, without="out_sharding")
@function("jax.numpy", since="0.5.0", jitted="within", inlined=True)
def einsum(subscripts, /, *operands, out=None, optimize="auto", precision=None, preferred_element_type=None,
           _dot_general=None, out_sharding=None):
    if out is not None:
        raise NotImplementedError("The 'out' argument to jnp.einsum is not supported.")
    if _dot_general is not None:
        unknown("einsum with _dot_general=")
    if not isinstance(subscripts, str):
        given = (subscripts,) + operands
        operands = given[:len(given) - 1:2]
        subscripts = interleaved_subscripts(given[1::2], given[-1] if len(given) % 2 else None)
    if any([x is None for x in operands]):
        raise ValueError("Cannot determine the shape of None, can only determine the shape of array-like objects.")
    arrays = require_arrays("einsum", *operands)
    arrays = [arrays] if len(operands) == 1 else list(arrays)
    terms, output = read_subscripts(subscripts, arrays)
    _check_sizes(terms, arrays)
    contractions = _contractions(_path(optimize, terms, output, arrays), terms, output)
    out_sharding = canonical_sharding(out_sharding, "einsum")
    check_precision(precision)
    preferred = None if preferred_element_type is None else as_dtype(preferred_element_type)
    if len(contractions) < 2 or out_sharding is None or release < (0, 8):
        return _run(arrays, contractions, preferred, out_sharding)
    return with_auto_axes(lambda *inner: _run(inner, contractions, preferred, None), out_sharding, *arrays)
