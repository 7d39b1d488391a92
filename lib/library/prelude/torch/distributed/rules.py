"""Rules of operations for one mesh dimension, from torch 2.15 on: placements of the result and of each operand. torch 2.15:
torch/distributed/tensor/_ops/_pointwise_ops.py, _matrix_ops.py, _math_ops.py, _embedding_ops.py."""
from prelude.torch.distributed.choosing import Rule
from prelude.torch.distributed.further import _NormPartial
from prelude.torch.distributed.placements import Partial, Replicate, Shard, _StridedShard

MODULE = "torch.distributed._rules"

_R = Replicate()
_linear = (Partial("sum"), Partial("avg"))
_max = Partial("max")
_min = Partial("min")
_scaling = [(p, p) for p in _linear]
_shifting = [(_linear[1], _linear[1], _R), (_max, _max, _R), (_min, _min, _R), (_linear[1], _R, _linear[1])]
_adding = [(p, p, p) for p in _linear] + _shifting
_divided = _scaling + [(p, p, _R) for p in _linear]
_multiplied = _divided + [(p, _R, p) for p in _linear]
_rising = [(_max, _max), (_min, _min)]
_of_both = [(_max, _max, _R), (_max, _R, _max), (_min, _min, _R), (_min, _R, _min)]
_partials = {
    "add": _adding, "sub": _adding, "mul": _multiplied, "div": _divided, "neg": [*_scaling, (_min, _max), (_max, _min)],
    "maximum": [*_of_both, (_max, _max, _max)], "minimum": [*_of_both, (_min, _min, _min)],
    "erfc": [(_min, _max), (_max, _min)], "copy": [(p, p, p) for p in (*_linear, _max, _min)],
}
_rising_names = ("asinh", "atan", "ceil", "deg2rad", "erf", "exp", "exp2", "expm1", "floor", "rad2deg", "relu", "round", "sgn", "sigmoid", "sign", "sinh", "tanh", "trunc", "threshold")


def pointwise(name, inputs, kwargs, shape):
    rows = []
    for i, n in enumerate(shape):
        row = [Shard(i)]
        for x in inputs:
            d = i - len(shape) + x._array.ndim
            row.append(Shard(d) if d >= 0 and x._array.shape[d] == n else _R)
        rows.append(tuple(row))
    partial = _rising if name in _rising_names else _partials.get(name, [])
    if kwargs.get("rounding_mode") is not None:
        partial = []
    return Rule(rows + [row for row in partial if len(row) == 1 + len(inputs)], uneven=True)


def _products(batch, bias=None):
    """Of matrices behind so many dimensions that both have; a bias is cut as the result is."""
    m, n = Shard(batch), Shard(batch + 1)
    rows = [(Shard(d), Shard(d), Shard(d)) for d in range(batch)]
    rows += [(_linear[0], n, m), (m, m, _R), (n, _R, n)]
    for p in _linear:
        rows += [(p, p, _R), (p, _R, p)]
    if bias is None:
        return Rule(rows)
    return Rule([(row[0], _bias_row(row[0], bias, batch + 2), *row[1:]) for row in rows])


def _bias_row(out, bias, ndim):
    if not out.is_shard():
        return out
    d = out.dim - ndim + len(bias)
    return Shard(d) if d >= 0 and bias[d] != 1 else _R


def rule_mm(inputs, args, kwargs, shape):
    return _products(0)


def rule_addmm(inputs, args, kwargs, shape):
    return _products(0, inputs[0]._array.shape)


def rule_bmm(inputs, args, kwargs, shape):
    return _products(1)


def rule_dot(inputs, args, kwargs, shape):
    rows = [(_linear[0], Shard(0), Shard(0))]
    for p in _linear:
        rows += [(p, p, _R), (p, _R, p)]
    return Rule(rows)


def rule_embedding(inputs, args, kwargs, shape):
    """`mask` stands for what is partial by a mask."""
    last, mask = inputs[1]._array.ndim, Partial("mask")
    rows = [(Shard(last), Shard(1), _R), (mask, Shard(0), mask)]
    return Rule(rows + [(Shard(d), _R, Shard(d)) for d in range(last)], literal=True)


def _dims(x, dims):
    given = range(x._array.ndim) if dims is None or dims == () else dims if isinstance(dims, (list, tuple)) else [dims]
    return [d % (x._array.ndim or 1) for d in given]


def _reduced(x, dims, keepdim, made):
    """`made` is what a shard of a dimension that goes becomes, or None."""
    rows = []
    for d in range(x._array.ndim):
        if d in dims:
            rows += [(made, Shard(d))] if made is not None else []
        else:
            rows.append((Shard(d if keepdim else d - len([e for e in dims if e < d])), Shard(d)))
    return rows


def _reduction(inputs, args, kwargs, made=None, partials=()):
    x = inputs[0]
    dims = _dims(x, args[1] if len(args) > 1 else None)
    return _reduced(x, dims, bool(kwargs.get("keepdim", False)), made) + [(p, p) for p in partials]


def _linear_reduction(op):
    made = Partial(op)
    return lambda inputs, args, kwargs, shape: Rule(_reduction(inputs, args, kwargs, made, [made]), uneven=True)


rule_sum = _linear_reduction("sum")
rule_prod = _linear_reduction("product")
rule_max_all = _linear_reduction("max")
rule_amax = _linear_reduction("max")
rule_min_all = _linear_reduction("min")
rule_amin = _linear_reduction("min")


def _nonlinear_reduction(inputs, args, kwargs, shape):
    return Rule(_reduction(inputs, args, kwargs), uneven=True)


rule_min = _nonlinear_reduction
rule_any = rule_min
rule_all = rule_min
rule_var = rule_min
rule_std = rule_min
rule_logsumexp = rule_min
rule_max = rule_min


def rule_mean(inputs, args, kwargs, shape):
    x, average = inputs[0], _linear[1]
    dims = _dims(x, args[1] if len(args) > 1 else None)

    def keeps(operands, targets):
        for d in dims:
            parts = 1
            for i, p in enumerate(targets[0]):
                if p.is_shard(d):
                    parts *= x._mesh.size(i) * (p.split_factor if isinstance(p, _StridedShard) else 1)
            if x._array.shape[d] % parts:
                return False
        return True

    return Rule(_reduction(inputs, args, kwargs, average, [average]), keeps=keeps)


def rule_argmax(inputs, args, kwargs, shape):
    dims = _dims(inputs[0], args[1] if len(args) > 1 else None)

    def keeps(operands, targets):
        pairs = zip(operands[0]._placements, targets[0])
        return all(q.is_replicate() for p, q in pairs if p.is_partial() or (p.is_shard() and p.dim in dims))

    return Rule(_reduction(inputs, args, kwargs), uneven=True, keeps=keeps)


rule_argmin = rule_argmax


def rule_linalg_vector_norm(inputs, args, kwargs, shape):
    order = args[1] if len(args) > 1 else 2
    plain = {math.inf: _max, -math.inf: _min, 0: _linear[0]}.get(order)
    made = plain or _NormPartial("sum")
    given = (args[0], args[2] if len(args) > 2 else None)
    return Rule(_reduction(inputs, given, kwargs, made, [plain] if order in (math.inf, -math.inf) else []), uneven=True)


def _except(x, dims, inputs=1):
    """A shard of a dimension that nothing is done along stays one."""
    return [(Shard(d),) * (1 + inputs) for d in range(x._array.ndim) if d not in dims]


def _along(at, default):
    def rule(inputs, args, kwargs, shape):
        return Rule(_except(inputs[0], _dims(inputs[0], args[at] if len(args) > at else default)), uneven=True)

    return rule


rule__log_softmax = _along(1, -1)
rule__softmax = rule__log_softmax
rule_cummin = _along(1, -1)
rule_sort = rule_cummin
rule_argsort = rule_cummin
rule_cumprod = rule_cummin
rule_logcumsumexp = rule_cummin
rule_cummax = rule_cummin
rule_topk = _along(2, -1)


def rule_cumsum(inputs, args, kwargs, shape):
    return Rule(_except(inputs[0], _dims(inputs[0], args[1])) + _scaling, uneven=True)


def rule_native_layer_norm(inputs, args, kwargs, shape):
    front = inputs[0]._array.ndim - len(args[1])
    return Rule([(Shard(d), Shard(d)) + (_R,) * (len(inputs) - 1) for d in range(front)], uneven=True)


def rule_nll_loss(inputs, args, kwargs, shape):
    x, reduction = inputs[0], args[3] if len(args) > 3 else "mean"
    classes, rows = 1 if x._array.ndim > 1 else 0, []
    for d in range(x._array.ndim):
        target = Shard(d if d < classes else d - 1)
        if d != classes and reduction != "mean":
            rows.append((target if reduction == "none" else _linear[0], Shard(d), target) + (_R,) * (len(inputs) - 2))
    return Rule(rows)
