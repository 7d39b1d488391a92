"""jax.typing: what annotations are made of says nothing about values. JAX: typing.py."""
from prelude.standard.typing import Any

MODULE = "jax.typing"

ArrayLike = Any
DTypeLike = Any
