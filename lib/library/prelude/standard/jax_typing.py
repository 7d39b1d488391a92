"""jax.typing: what annotations are made of says nothing about values. JAX: typing.py."""
MODULE = "jax.typing"


class _Form:
    def __getitem__(self, parameters):
        return self

    def __or__(self, other):
        return self

    def __ror__(self, other):
        return self


ArrayLike = _Form()
DTypeLike = _Form()
