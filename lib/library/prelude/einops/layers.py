"""Layers of Linen that einops has. einops 0.8.2: layers/flax.py, layers/__init__.py, layers/_einmix.py."""
from prelude.einops.errors import EinopsError
from prelude.einops.patterns import names_of, read_side
from prelude.einops.rearrangement import check_lengths, find_lengths, read_pattern, set_text, transformed_array
from prelude.flax.modules import Module

MODULE = "einops.layers.flax"


def _refuse(why):
    refuse(EinopsError, why, rule="shape-mismatch")


class _Recipe:
    """A pattern as it is read before there is an array."""

    def __init__(self, kind, pattern, operation, sizes):
        shown = "".join([f", {name}={length}" for name, length in sizes.items()])
        reduction = "" if operation == "rearrange" else f", '{operation}'"

        def fail(why):
            refuse(EinopsError, f" Error while preparing {kind}('{pattern}'{reduction}{shown})\n "
                   f' Error while processing {operation}-reduction pattern "{pattern}".\n {why}',
                   rule="shape-mismatch", say=f"the pattern of the layer does not fit: {why}")

        self.pattern = pattern
        self.operation = operation
        self.sizes = sizes
        groups, _ = read_side(pattern.split("->")[0], "left", fail)
        self.rank = None if "." in groups else len(groups)
        left, right, numbers = read_pattern(pattern, operation, len(groups), sizes, fail)
        check_lengths(left, right, sizes, numbers, fail)

    def apply(self, x):
        if self.rank is not None and self.rank != x.ndim:
            raise KeyError(x.ndim)
        left, right, numbers = read_pattern(self.pattern, self.operation, x.ndim, self.sizes, _refuse)
        known = find_lengths(left, right, x.shape, numbers, self.sizes, _refuse)
        return transformed_array(x, left, right, known, self.operation)


class Reduce(Module):
    pattern: str
    reduction: str
    sizes: object = dataclass_field(default_factory=dict)

    def setup(self):
        self.reducer = _Recipe("ReduceMixin", self.pattern, self.reduction, self.sizes)

    def __call__(self, input):
        return self.reducer.apply(input)


class Rearrange(Module):
    pattern: str
    sizes: object = dataclass_field(default_factory=dict)

    def setup(self):
        self.rearranger = _Recipe("RearrangeMixin", self.pattern, "rearrange", self.sizes)

    def __call__(self, input):
        return self.rearranger.apply(input)


def _shown(groups):
    return " ".join(["..." if name == "." else name for name in names_of(groups)])


def _is_split(groups):
    return any([group != "." and len(group) != 1 for group in groups])


def _report(names, text):
    if names:
        _refuse(text.format(set_text(sorted(names))))


def _check_sides(pattern, left, right, weight, weight_shape, numbers):
    before, after, mixed = names_of(left), names_of(right), names_of(weight)
    _report(set(after) - set(before + mixed), "Unrecognized identifiers on the right side of EinMix {}")
    if "." in mixed:
        _refuse("Ellipsis is not supported in weight, as its shape should be fully specified")
    if ("." in before) != ("." in after):
        _refuse(f"Ellipsis in EinMix should be on both sides, {pattern}")
    if "." in before and "." not in left:
        _refuse(f"Ellipsis on left side can't be in parenthesis, got {pattern}")
    if numbers:
        _refuse("Anonymous axes (numbers) are not allowed in EinMix")
    if "(" in weight_shape or ")" in weight_shape:
        _refuse(f"Parenthesis is not allowed in weight shape: {weight_shape}")


def _check_weight(left, right, weight, sizes):
    before, after, mixed = names_of(left), names_of(right), names_of(weight)
    for axis in mixed:
        if axis not in sizes:
            _refuse(f"Dimension {axis} of weight should be specified")
    _report(set(sizes) - set(before + mixed), "Axes {} are not used in pattern")
    _report(set(mixed) - set(before + after), "Weight axes {} are redundant")


def _bias_sizes(right, bias_shape, sizes):
    if not isinstance(bias_shape, str):
        _refuse("bias shape should be string specifying which axes bias depends on")
    names = names_of(read_side(bias_shape, "left", _refuse)[0])
    _report(set(names) - set(names_of(right)), "Bias axes {} not present in output")
    _report(set(names) - set(sizes), "Sizes not provided for bias axes {}")
    found = []
    for axis in names_of(right):
        if axis != ".":
            found.append(sizes[axis] if axis in names else 1)
        elif any([name in names for name in names_of(right)[: names_of(right).index(".")]]):
            _refuse("all bias dimensions should go after ellipsis in the output")
        else:
            found = []
    return found


class EinMix(Module):
    pattern: str
    weight_shape: str
    bias_shape: object = None
    sizes: object = dataclass_field(default_factory=dict)

    def setup(self):
        left_pattern, right_pattern = self.pattern.split("->")
        left, numbers = read_side(left_pattern, "left", _refuse)
        right, more = read_side(right_pattern, "right", _refuse)
        weight, others = read_side(self.weight_shape, "left", _refuse)
        _check_sides(self.pattern, left, right, weight, self.weight_shape, {**numbers, **more, **others})
        self.pre_rearrange = None
        if _is_split(left):
            lengths = {name: length for name, length in self.sizes.items() if name in names_of(left)}
            self.pre_rearrange = Rearrange(f"{left_pattern}-> {_shown(left)}", sizes=lengths)
        self.post_rearrange = None
        if _is_split(right):
            self.post_rearrange = Rearrange(f"{_shown(right)} ->{right_pattern}", sizes={})
        _check_weight(left, right, weight, self.sizes)
        sizes = [self.sizes[name] for name in names_of(weight)]
        bias_sizes = None if self.bias_shape is None else _bias_sizes(right, self.bias_shape, self.sizes)
        fan_in = math.prod([self.sizes[name] for name in names_of(weight) if name not in names_of(right)])
        self.weight = self.param("weight", jax.nn.initializers.uniform((3 / fan_in) ** 0.5), sizes)
        self.bias = None
        if bias_sizes is not None:
            self.bias = self.param("bias", jax.nn.initializers.uniform((1 / fan_in) ** 0.5), bias_sizes)
        names = sorted(set(names_of(left) + names_of(right) + names_of(weight)) - {"."})
        letters = {name: letter for letter, name in zip("abcdefghijklmnopqrstuvwxyz", names)}
        letters["."] = "..."
        flat = ["".join([letters[name] for name in names_of(groups)]) for groups in (left, weight, right)]
        self.einsum_pattern = f"{flat[0]},{flat[1]}->{flat[2]}"

    def __call__(self, input):
        if self.pre_rearrange is not None:
            input = self.pre_rearrange(input)
        result = jnp.einsum(self.einsum_pattern, input, self.weight)
        if self.bias is not None:
            result += self.bias
        return result if self.post_rearrange is None else self.post_rearrange(result)
