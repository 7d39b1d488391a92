"""In which order einsum contracts its operands. Types and errors of what is in between depend on it,
so the searches are those of the package opt_einsum, ties included. JAX: opt_einsum paths.py."""

_MOST = 5  # operands: above, the order of a search depends on how Python lays out sets
_BRANCHES = {"branch-all": None, "branch-2": 2, "branch-1": 1}
_OTHERS = ("greedy", "eager", "opportunistic", "dp", "dynamic-programming")


def _size(labels, sizes):
    """The elements of an operand of these labels, which are the bits of a number."""
    return math.prod([size for n, size in enumerate(sizes) if labels & 2 ** n])


def _contract(search, inputs, left, i, j):
    """The labels that contracting two operands leaves, and what it costs. Found again by the labels of
    the two alone, though it depends on what else is left too."""
    one, other, keep = inputs[i], inputs[j], search["output"]
    for a, b, labels, cost in search["made"]:
        if a == one and b == other:
            return labels, cost
    for k in left:
        keep = keep if k == i or k == j else keep | inputs[k]
    cost = _size(one | other, search["sizes"])
    cost = 2 * cost if (one & other) | keep != keep else cost
    search["made"].append((one, other, (one | other) & keep, cost))
    return (one | other) & keep, cost


def _search_all(search, inputs, left, path, flops):
    """Each path that is not longer than the best so far (optimal)."""
    if len(left) == 1:
        search["best"] = flops, 0, path
        return
    for i, j in [(i, j) for i in left for j in left if i < j]:
        labels, cost = _contract(search, inputs, left, i, j)
        if search["best"] is None or flops + cost < search["best"][0]:
            others = [k for k in left if k != i and k != j]
            _search_all(search, inputs + [labels], others + [len(inputs)], path + [(i, j)], flops + cost)


def _assess(search, inputs, left, i, j, flops, most):
    """What speaks for a contraction, the best first; or None (_assess_candidate)."""
    labels, cost = _contract(search, inputs, left, i, j)
    size, total, best = _size(labels, search["sizes"]), flops + cost, search["best"]
    most, least = max(size, most), search["least"][len(inputs)]
    if best is not None and (total > best[0] or (total == best[0] and most >= best[1])):
        return None
    if least is None or total < least:
        search["least"][len(inputs)] = total
    elif total > 4 * least:
        return None
    freed = _size(inputs[i], search["sizes"]) + _size(inputs[j], search["sizes"])
    return size - freed, cost, total, most, i, j, labels


def _search_branches(search, inputs, left, path, flops, most):
    """The most promising contractions first (BranchBound)."""
    if len(left) == 1:
        search["best"] = flops, most, path
        return
    pairs = [(i, j) for i in left for j in left if i < j]
    found = [_assess(search, inputs, left, i, j, flops, most) for i, j in pairs if inputs[i] & inputs[j]]
    found = [x for x in found if x is not None]
    if not found:
        found = [_assess(search, inputs, left, i, j, flops, most) for i, j in pairs]
        found = [x for x in found if x is not None]
    for _, _, total, size, i, j, labels in sorted(found)[:search["branches"]]:
        others = [k for k in left if k != i and k != j]
        _search_branches(search, inputs + [labels], others + [len(inputs)], path + [(i, j)], total, size)


def _positions(path, count):
    """The path, whose numbers count every operand made, as positions among those that are left."""
    ids, steps = list(range(count)), []
    for n, (i, j) in enumerate(path):
        steps.append((ids.index(i), ids.index(j)))
        ids = [k for k in ids if k != i and k != j] + [count + n]
    return steps


def contraction_order(inputs, shapes, output, optimize, matters):
    """The positions of each step, or None where it does not matter. Inputs and output are lists of
    labels."""
    count = len(inputs)
    names = ("auto", "auto-hq", "optimal") + tuple(_BRANCHES) + _OTHERS
    if isinstance(optimize, str) and optimize not in names:
        unknown(f"einsum with optimize='{optimize}'")
    if not matters:
        return None
    if count > _MOST or optimize in _OTHERS:
        unknown(f"the order in which an einsum of {count} operands is contracted")
    labels, sizes = [], []
    for label, size in [pair for i, shape in zip(inputs, shapes) for pair in zip(i, shape)]:
        if label not in labels:
            labels.append(label)
            sizes.append(size)
        elif sizes[labels.index(label)] == 1:
            sizes[labels.index(label)] = size
    sets = [sum([2 ** n for n, label in enumerate(labels) if label in i]) for i in list(inputs) + [output]]
    search = {"output": sets[-1], "sizes": sizes, "made": [], "best": None, "least": [None] * 2 * count,
              "branches": _BRANCHES.get(optimize)}
    left = list(range(count))
    if optimize in (True, "optimal", "auto-hq") or (optimize not in _BRANCHES and count <= 4):
        _search_all(search, sets[:-1], left, [], 0)
    else:
        _search_branches(search, sets[:-1], left, [], 0, 0)
    return _positions(search["best"][2], count)
