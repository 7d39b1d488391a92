"""Assertions over values in functions that are traced. chex 0.1.92: _src/asserts_chexify.py."""
from prelude.transform.checkify import (
    all_checks,
    automatic_checks,
    checkify,
    div_checks,
    float_checks,
    index_checks,
    nan_checks,
    user_checks,
)

MODULE = "chex"

_around = {"level": 0}


class _Checks:
    """The sets of checks by the names that chexify takes them under."""

    def __init__(self):
        self.user, self.nan, self.index, self.div = user_checks, nan_checks, index_checks, div_checks
        self.float, self.automatic, self.all = float_checks, automatic_checks, all_checks


ChexifyChecks = _Checks()


def are_chexified():
    """Whether the assertions over values are checked when the function around runs."""
    return _around["level"] > 0


class _Chexified:
    """A function whose assertions are believed: what they find is known when it has run."""

    def __init__(self, fn, errors):
        self.__wrapped__, self.__name__ = fn, function_name(fn)
        self._checked = checkify(fn, errors)

    def __call__(self, *args, **kwargs):
        if _around["level"]:
            raise RuntimeError(
                "Nested @chexify wrapping is disallowed. "
                "Make sure that you only wrap the function at the outermost level."
            )
        if any([is_tracer(leaf) for leaf in jax.tree.leaves((args, kwargs))]):
            raise RuntimeError(
                "@chexify must be applied on top of all (p)jit/pmap transformations"
                " (otherwise it will result in `UnexpectedTracerError`). If you have"
                " functions that use value assertions, do not wrap them"
                " individually -- just wrap the outermost function after"
                " applying all your JAX transformations. See the example at "
                "https://github.com/google-deepmind/chex#static-and-value-aka-runtime-assertions"
            )
        _around["level"] += 1
        try:
            return self._checked(*args, **kwargs)[1]
        finally:
            _around["level"] -= 1

    def wait_checks(self):
        return None


def chexify(fn, async_check=True, errors=user_checks):
    return _Chexified(fn, errors)


def with_jittable_assertions(fn, async_check=True):
    return chexify(fn, async_check)
