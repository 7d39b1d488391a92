"""Assertions that trees are alike, and those over values. chex 0.1.92: _src/asserts.py."""
from prelude.chex.chexified import are_chexified
from prelude.chex.failing import fail, leaves_by_path

MODULE = "chex"


def _judge_structures(name, trees, options, inside=0):
    """`inside` so many other assertions, each of which leaves a blank in the text."""
    if len(trees) < 2:
        raise ValueError(
            "assert_trees_all_equal_structs on a single tree does not make sense. Maybe you wrote "
            "`assert_trees_all_equal_structs([a, b])` instead of `assert_trees_all_equal_structs(a, b)` ?"
        )
    first = jax.tree.structure(trees[0])
    for i in range(1, len(trees)):
        other = jax.tree.structure(trees[i])
        if first != other:
            fail(name, f"{' ' * inside}Error in tree structs equality check: trees 0 and {i} do not match,"
                 f"\n tree 0: {structure_text(trees[0])}\n tree {i}: {structure_text(trees[i])}", options)


def _judge_trees(name, trees, alike, difference, options, inside=1):
    if len(trees) < 2:
        raise ValueError(
            "Assertions over only one tree does not make sense. Maybe you wrote `assert_trees_xxx([a, b])` instead "
            "of `assert_trees_xxx(a, b)`, or forgot the `error_msg_fn` arg to `assert_trees_all_equal_comparator`?"
        )
    _judge_structures(name, trees, options, inside + 1)
    leaves = [jax.tree.leaves(tree) for tree in trees]
    for at, (path, first) in enumerate(leaves_by_path(trees[0])):
        for i in range(1, len(trees)):
            other = leaves[i][at]
            if not alike(first, other):
                place = f"Trees 0 and {i} differ in leaves '{path}'" if path else f"Trees (arrays) 0 and {i} differ"
                fail(name, f"{' ' * inside}{place}: {difference(first, other)}.", options)


def assert_trees_all_equal_structs(*trees, **options):
    _judge_structures("assert_trees_all_equal_structs", trees, options)


assert_tree_all_equal_structs = assert_trees_all_equal_structs


def assert_trees_all_equal_shapes(*trees, **options):
    _judge_trees("assert_trees_all_equal_shapes", trees, lambda a, b: a.shape == b.shape,
                 lambda a, b: f"shapes: {a.shape} != {b.shape}", options)


def assert_trees_all_equal_sizes(*trees, **options):
    _judge_trees("assert_trees_all_equal_sizes", trees, lambda a, b: a.size == b.size,
                 lambda a, b: f"sizes: {a.size} != {b.size}", options)


def _difference_of_types(a, b):
    for x in (a, b):
        if not hasattr(x, "dtype"):
            return f"{type(x)} is not a (j-)np array (has no `dtype` property)"
    return f"types: {a.dtype} != {b.dtype}"


def _have_one_type(a, b):
    return hasattr(a, "dtype") and hasattr(b, "dtype") and a.dtype == b.dtype


def assert_trees_all_equal_dtypes(*trees, **options):
    _judge_trees("assert_trees_all_equal_dtypes", trees, _have_one_type, _difference_of_types, options)


def assert_trees_all_equal_shapes_and_dtypes(*trees, **options):
    name = "assert_trees_all_equal_shapes_and_dtypes"
    _judge_trees(name, trees, lambda a, b: a.shape == b.shape, lambda a, b: f"shapes: {a.shape} != {b.shape}", options, 2)
    _judge_trees(name, trees, _have_one_type, _difference_of_types, options, 2)


def _are_comparable(a, b, strict):
    """Whether NumPy compares what these hold. NumPy: testing/_private/utils.py assert_array_compare."""
    a, b = jnp.shape(a), jnp.shape(b)
    return a == b or not strict and () in (a, b)


def _believe_values(trees, options):
    """Values are believed to be alike; of arrays that are traced nobody may ask."""
    if not are_chexified() and any([is_tracer(leaf) for leaf in jax.tree.leaves(trees)]):
        raise RuntimeError(
            "Value assertions can only be called from functions wrapped with `@chex.chexify`. See the docs."
        )


def _compare_values(name, trees, options, inside=1, strict=False):
    """Only the values of arrays that have one shape are believed to be alike."""
    _believe_values(trees, options)
    if len(trees) > 1:
        _judge_trees(name, trees, lambda a, b: _are_comparable(a, b, strict), lambda a, b: "\n", options, inside)


def assert_trees_all_close(*trees, rtol=1e-06, atol=0.0, **options):
    _compare_values("assert_trees_all_close", trees, options)


def assert_trees_all_equal(*trees, strict=False, **options):
    _compare_values("assert_trees_all_equal", trees, options, 2, strict)


def assert_trees_all_close_ulp(*trees, maxulp=1, **options):
    _believe_values(trees, options)
    if len(trees) > 1:
        _judge_structures("assert_trees_all_close_ulp", trees, options, 2)
    leaves = [jax.tree.leaves(tree) for tree in trees]
    for first, others in zip(leaves[0], zip(*leaves[1:])):
        for other in others:
            if jnp.shape(first) != jnp.shape(other):
                shapes = [(1,) + jnp.shape(x) for x in (first, other)]
                raise ValueError(f"Arrays do not have the same shape: {shapes[0]} - {shapes[1]}")


def assert_trees_all_equal_comparator(equality_comparator, error_msg_fn, *trees, **options):
    """What the comparator says of values is believed."""
    _judge_structures("assert_trees_all_equal_comparator", trees, options)


def assert_tree_all_finite(tree_like, **options):
    _believe_values(tree_like, options)


def assert_tree_is_on_device(tree, **options):
    return None


def assert_tree_is_on_host(tree, **options):
    return None


def assert_tree_is_sharded(tree, **options):
    return None
