"""Assertions over shapes and types of arrays. chex 0.1.92: _src/asserts.py."""
from prelude.chex.failing import as_list, fail, leaves_by_path, require_collection

MODULE = "chex"


def _matcher_text(shape):
    return f"({', '.join(['...' if d is Ellipsis else str(d) for d in shape])})"


def _all_match(sizes, expected):
    if len(sizes) != len(expected):
        return False
    for size, wanted in zip(sizes, expected):
        if wanted is None:
            continue
        if (size not in wanted) if isinstance(wanted, set) else size != wanted:
            return False
    return True


def _matches(shape, expected):
    expected = tuple(expected)
    gaps = [i for i, d in enumerate(expected) if d is Ellipsis]
    if not gaps:
        return _all_match(shape, expected)
    if len(gaps) > 1:
        raise ValueError(
            f"`expected_shape` may not contain more than one ellipsis, but got {_matcher_text(expected)}"
        )
    before, after = expected[: gaps[0]], expected[gaps[0] + 1 :]
    if len(shape) < len(before) + len(after):
        return False
    return _all_match(shape[: len(before)], before) and _all_match(shape[len(shape) - len(after) :], after)


def assert_shape(inputs, expected_shapes, **options):
    if not isinstance(expected_shapes, (list, tuple)):
        fail("assert_shape", "Error in shape compatibility check: expected shapes should be a list "
             f"or tuple of ints, got {expected_shapes}.", options)
    inputs = as_list(inputs)
    if not expected_shapes or not isinstance(expected_shapes[0], (list, tuple)):
        expected_shapes = [expected_shapes] * len(inputs)
    if len(inputs) != len(expected_shapes):
        fail("assert_shape", "Length of `inputs` and `expected_shapes` must match: "
             f"{len(inputs)} is not equal to {len(expected_shapes)}.", options)
    errors = []
    for i, (x, expected) in enumerate(zip(inputs, expected_shapes)):
        shape = getattr(x, "shape", ())
        if not _matches(shape, expected):
            errors.append(f"input {i} has shape {shape} but expected {_matcher_text(expected)}")
    if errors:
        fail("assert_shape", f"Error in shape compatibility check: {'; '.join(errors)}.", options)


def assert_rank(inputs, expected_ranks, **options):
    if not isinstance(expected_ranks, (int, list, tuple, set, frozenset, dict)):
        raise ValueError(
            "Error in rank compatibility check: expected ranks should be a single integer or a collection of "
            f"integers, got {expected_ranks}."
        )
    inputs = as_list(inputs)
    if not isinstance(expected_ranks, (list, tuple)):
        expected_ranks = [expected_ranks] * len(inputs)
    if len(inputs) != len(expected_ranks):
        fail("assert_rank", "Length of inputs and expected_ranks must match: inputs has length "
             f"{len(inputs)}, expected_ranks has length {len(expected_ranks)}.", options)
    errors = []
    for i, (x, expected) in enumerate(zip(inputs, expected_ranks)):
        shape = x.shape if hasattr(x, "shape") else ()
        if isinstance(expected, (list, tuple)):
            raise ValueError(
                "Error in rank compatibility check: Expected ranks should be integers or sets of integers."
            )
        if len(shape) not in (expected if isinstance(expected, (set, frozenset)) else (expected,)):
            errors.append(f"input {i} has rank {len(shape)} (shape {shape}) but expected {expected}")
    if errors:
        fail("assert_rank", f"Error in rank compatibility check: {'; '.join(errors)}.", options)


def _has_type(dtype, expected):
    if expected is float or expected is jnp.floating:
        return jnp.issubdtype(dtype, jnp.floating)
    if expected is int or expected is jnp.integer:
        return jnp.issubdtype(dtype, jnp.integer)
    return dtype == np.dtype(expected)


def _type_text(expected):
    return expected if expected in (float, int, jnp.floating, jnp.integer) else np.dtype(expected)


def assert_type(inputs, expected_types, **options):
    inputs = as_list(inputs)
    if not isinstance(expected_types, (list, tuple)):
        expected_types = [expected_types] * len(inputs)
    if len(inputs) != len(expected_types):
        fail("assert_type", "Length of `inputs` and `expected_types` must match, "
             f"got {len(inputs)} != {len(expected_types)}.", options)
    errors = []
    for i, (x, expected) in enumerate(zip(inputs, expected_types)):
        dtype = x.dtype if hasattr(x, "dtype") else np.asarray(x).dtype
        if not _has_type(dtype, expected):
            errors.append(f"input {i} has type {dtype} but expected {_type_text(expected)}")
    if errors:
        fail("assert_type", f"Error in type compatibility check: {'; '.join(errors)}.", options)


def assert_size(inputs, expected_sizes, **options):
    inputs = as_list(inputs)
    if isinstance(expected_sizes, int):
        expected_sizes = [expected_sizes] * len(inputs)
    if not isinstance(expected_sizes, (list, tuple)):
        fail("assert_size", "Error in size compatibility check: expected sizes should be an int, "
             f"list, or tuple of ints, got {expected_sizes}.", options)
    if len(inputs) != len(expected_sizes):
        fail("assert_size", "Length of `inputs` and `expected_sizes` must match: "
             f"{len(inputs)} is not equal to {len(expected_sizes)}.", options)
    errors = []
    for i, (x, expected) in enumerate(zip(inputs, expected_sizes)):
        size = getattr(x, "size", 1)
        options_given = expected if isinstance(expected, (set, list, tuple)) else (expected,)
        if expected is not Ellipsis and expected is not None and size not in options_given:
            errors.append(f"input {i} has size {size} but expected {expected}")
    if errors:
        fail("assert_size", f"Error in size compatibility check: {'; '.join(errors)}.", options)


def _dims_of(shape, dims):
    if dims is None:
        return shape
    for d in [dims] if isinstance(dims, int) else dims:
        if not -len(shape) <= d < len(shape):
            raise ValueError(f"Indexing error when trying to extra dim(s) {dims} from array shape {shape}")
    return shape[dims] if isinstance(dims, int) else [shape[d] for d in dims]


def _are_equal(items):
    return all([item == items[0] for item in items])


def assert_equal_shape(inputs, *, dims=None, **options):
    require_collection(inputs)
    shapes = [_dims_of(x.shape, dims) for x in inputs]
    if not _are_equal(shapes):
        fail("assert_equal_shape", f"Arrays have different shapes: {shapes}." if dims is None else
             f"Arrays have different shapes at dims {dims}: {shapes}", options)


def assert_equal_shape_prefix(inputs, prefix_len, **options):
    require_collection(inputs)
    shapes = [x.shape[:prefix_len] for x in inputs]
    if not _are_equal(shapes):
        fail("assert_equal_shape_prefix", f"Arrays have different shape prefixes: {shapes}", options)


def assert_equal_shape_suffix(inputs, suffix_len, **options):
    require_collection(inputs)
    shapes = [x.shape[-suffix_len:] for x in inputs]
    if not _are_equal(shapes):
        fail("assert_equal_shape_suffix", f"Arrays have different shape suffixes: {shapes}", options)


def assert_equal_rank(inputs, **options):
    require_collection(inputs)
    ranks = [len(x.shape) for x in inputs]
    if not _are_equal(ranks):
        fail("assert_equal_rank", f"Arrays have different rank: {ranks}.", options)


def assert_equal_size(inputs, **options):
    require_collection(inputs)
    sizes = [x.size for x in inputs]
    if not _are_equal(sizes):
        fail("assert_equal_size", f"Arrays have different sizes: {sizes}", options)


def assert_is_broadcastable(shape_a, shape_b, **options):
    fits = len(shape_a) <= len(shape_b)
    for i in range(1, len(shape_a) + 1):
        fits = fits and (shape_a[-i] == 1 or shape_a[-i] == shape_b[-i])
    if not fits:
        fail("assert_is_broadcastable", f"Shape {shape_a} is not broadcastable to shape {shape_b}.", options)


def assert_is_divisible(numerator, denominator, **options):
    if numerator % denominator != 0:
        fail("assert_is_divisible", f"{numerator} is not divisible by {denominator}.", options)


def _judge_dimension(name, tensor, axis, holds, relation, options):
    shape = jnp.shape(tensor)
    if axis >= len(shape) or axis < -len(shape):
        fail(name, f" Expected tensor to have dim {relation} on axis '{axis}' but axis '{axis}' not available: "
             f"tensor rank is '{len(shape)}'.", options)
    if not holds(shape[axis]):
        fail(name, f" Expected tensor to have dimension {relation} on axis '{axis}' but got '{shape[axis]}' "
             "instead.", options)


def assert_axis_dimension(tensor, axis, expected, **options):
    _judge_dimension("assert_axis_dimension", tensor, axis, lambda d: d == expected, f"equal to '{expected}'", options)


def assert_axis_dimension_gt(tensor, axis, val, **options):
    _judge_dimension("assert_axis_dimension_gt", tensor, axis, lambda d: d > val, f"greater than '{val}'", options)


def assert_axis_dimension_gteq(tensor, axis, val, **options):
    _judge_dimension("assert_axis_dimension_gteq", tensor, axis, lambda d: d >= val,
                     f"greater than or equal to '{val}'", options)


def assert_axis_dimension_lt(tensor, axis, val, **options):
    _judge_dimension("assert_axis_dimension_lt", tensor, axis, lambda d: d < val, f"less than '{val}'", options)


def assert_axis_dimension_lteq(tensor, axis, val, **options):
    _judge_dimension("assert_axis_dimension_lteq", tensor, axis, lambda d: d <= val,
                     f"less than or equal to '{val}'", options)


def assert_axis_dimension_comparator(tensor, axis, pass_fn, error_string, **options):
    _judge_dimension("assert_axis_dimension_comparator", tensor, axis, pass_fn, error_string, options)


def _judge_leaves(name, tree, error, options):
    errors = [error(path, leaf) for path, leaf in leaves_by_path(tree)]
    errors = [text for text in errors if text]
    if errors:
        fail(name, "\n".join(errors), options)


def assert_tree_shape(tree, expected_shape, **options):
    def error(path, leaf):
        if not _matches(leaf.shape, expected_shape):
            return f"Tree leaf '{path}' has shape {leaf.shape} but expected {_matcher_text(expected_shape)}."

    _judge_leaves("assert_tree_shape", tree, error, options)


def _judge_part(name, kind, tree, part, taken, options):
    def error(path, leaf):
        if len(part) > len(leaf.shape):
            return (f"Tree leaf '{path}' has a shape of length {len(leaf.shape)} (shape={leaf.shape}) which is "
                    f"smaller than the expected {kind} of length {len(part)} ({kind}={part}).")
        if taken(leaf.shape) != part:
            return f"Tree leaf '{path}' has a shape {kind} different from expected: {taken(leaf.shape)} != {part}."

    if part:
        _judge_leaves(name, tree, error, options)


def assert_tree_shape_prefix(tree, shape_prefix, **options):
    part = tuple(shape_prefix)
    _judge_part("assert_tree_shape_prefix", "prefix", tree, part, lambda shape: shape[: len(part)], options)


def assert_tree_shape_suffix(tree, shape_suffix, **options):
    part = tuple(shape_suffix)
    _judge_part("assert_tree_shape_suffix", "suffix", tree, part, lambda shape: shape[-len(part) :], options)


def assert_tree_has_only_ndarrays(tree, **options):
    def error(path, leaf):
        if not is_array(leaf):
            return f"Tree leaf '{path}' is not an ndarray (type={type(leaf)})."

    _judge_leaves("assert_tree_has_only_ndarrays", tree, error, options)


def assert_tree_no_nones(tree, **options):
    leaves = jax.tree.leaves(tree, is_leaf=lambda x: x is None)
    if any([leaf is None for leaf in leaves]):
        fail("assert_tree_no_nones", f"Tree contains `None`(s): {structure_text(tree)}.", options)
