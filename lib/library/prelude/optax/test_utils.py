"""What tests of optax assert of trees. optax 0.2.8: _src/test_utils.py."""
from prelude.standard.numpy_testing import assert_allclose, assert_array_equal

MODULE = "optax._src.test_utils"


def _require_alike(actual, desired):
    before, after = jax.tree.structure(actual), jax.tree.structure(desired)
    if before != after:
        raise AssertionError(f"Trees have different structures:\n{before}\n{after}")


def _each(compare, actual, desired, **options):
    _require_alike(actual, desired)
    for x, y in zip(jax.tree.leaves(actual), jax.tree.leaves(desired)):
        compare(x, y, **options)


def assert_trees_all_close(actual, desired, rtol=1e-6, atol=0.0, err_msg=None):
    _each(assert_allclose, actual, desired, rtol=rtol, atol=atol)


def assert_trees_all_equal(actual, desired, err_msg=None):
    _each(assert_array_equal, actual, desired)


def assert_trees_all_equal_structs(actual, desired):
    _require_alike(actual, desired)


def assert_tree_all_finite(actual, err_msg=None):
    return None


def assert_trees_all_equal_shapes(actual, desired, err_msg=None):
    _require_alike(actual, desired)
    for x, y in zip(jax.tree.leaves(actual), jax.tree.leaves(desired)):
        if x.shape != y.shape:
            raise AssertionError(f"Shapes are not equal: {x.shape} != {y.shape}. {err_msg}")


def assert_trees_all_equal_dtypes(actual, desired, err_msg=None):
    _require_alike(actual, desired)
    for x, y in zip(jax.tree.leaves(actual), jax.tree.leaves(desired)):
        if x.dtype != y.dtype:
            raise AssertionError(f"Dtypes are not equal: {x.dtype} != {y.dtype}. {err_msg}")
