"""dtypes as errors name them."""
MODULE = "torch._aten_type_names"


def of(x):
    return member("torch._tensor", "capital")(x.dtype)
