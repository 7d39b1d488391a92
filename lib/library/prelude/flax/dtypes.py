"""The dtype in which a layer computes, for programs. flax 0.12.8: linen/dtypes.py, nnx/nn/dtypes.py."""
from prelude.flax.promotion import canonical, promote

MODULE = "flax.linen.dtypes flax.nnx.nn.dtypes"


def canonicalize_dtype(*args, dtype=None, inexact=True):
    return canonical(args, dtype, inexact)


def promote_dtype(*args, dtype=None, inexact=True):
    return promote(*args, dtype=dtype, inexact=inexact)
