"""Resizing of images. JAX: image/scale.py."""

METHODS = {
    "nearest": "nearest", "linear": "linear", "bilinear": "linear", "trilinear": "linear",
    "triangle": "linear", "lanczos3": "lanczos3", "lanczos5": "lanczos5", "cubic": "cubic",
    "bicubic": "cubic", "tricubic": "cubic", "cubic-pytorch": "cubic-pytorch",
    "bicubic-pytorch": "cubic-pytorch", "area": "area"}


@function("jax.image.ResizeMethod", property=True)
def NEAREST():
    return "nearest"


@function("jax.image.ResizeMethod", property=True)
def LINEAR():
    return "linear"


@function("jax.image.ResizeMethod", property=True)
def LANCZOS3():
    return "lanczos3"


@function("jax.image.ResizeMethod", property=True)
def LANCZOS5():
    return "lanczos5"


@function("jax.image.ResizeMethod", property=True)
def CUBIC():
    return "cubic"


@function("jax.image.ResizeMethod", since="0.10.0", property=True)
def CUBIC_PYTORCH():
    return "cubic-pytorch"


@function("jax.image.ResizeMethod", since="0.10.1", property=True)
def AREA():
    return "area"


def _method(name):
    known = METHODS.get(name)
    if (known == "cubic-pytorch" and release < (0, 10)) or (known == "area" and release < (0, 10, 1)):
        known = None
    if known is None:
        raise ValueError(f'Unknown resize method "{name}"')
    return known


def _check_rank(image, shape):
    if len(shape) != image.ndim:
        refuse(ValueError, "shape must have length equal to the number of dimensions of x;  "
               f"{shape} vs {image.shape}", rule="shape-mismatch")


def _contract(image, shape, dims, precision):
    """The image, with a matrix of weights along each of the dimensions."""
    if not dims:
        return image
    ins, outs, matrices = list(range(image.ndim)), list(range(image.ndim)), []
    for i, dim in enumerate(dims):
        dim = canonical_axis(dim, image.ndim)
        outs[dim] = image.ndim + i
        weights = jnp.arange(shape[dim])[None, :] - jnp.arange(image.shape[dim])[:, None]
        matrices += [weights.astype(image.dtype), [dim, image.ndim + i]]
    return jnp.einsum(image, ins, *matrices, outs, precision=precision)


@function("jax.image", jitted="within")
def resize(image, shape, method, antialias=True, precision="highest"):
    image = jnp.asarray(image)
    shape = sample_shape(shape)
    _check_rank(image, shape)
    dims = [i for i in range(image.ndim) if image.shape[i] != shape[i]]
    if _method(method) == "nearest":
        for dim in dims:
            places = jnp.floor(jnp.arange(shape[dim], dtype=jnp.float32) + 0.5).astype(jnp.int32)
            image = image[(slice(None),) * dim + (places,)]
        return image
    image, = promote_dtypes_inexact(image)
    return _contract(image, shape, dims, precision)


@function("jax.image")
def scale_and_translate(image, shape, spatial_dims, scale, translation, method, antialias=True,
                        precision="highest"):
    image = jnp.asarray(image)
    shape = sample_shape(shape)
    _check_rank(image, shape)
    if _method(method) == "nearest":
        raise ValueError("Nearest neighbor resampling is not currently supported for "
                         "scale_and_translate.")
    image, = promote_dtypes_inexact(image)
    scale, translation = promote_dtypes_inexact(scale, translation)
    for x in (scale, translation):
        if x.ndim == 0:
            refuse(TypeError, "len() of unsized object", rule="shape-mismatch")
        if x.shape[0] != len(spatial_dims):
            refuse(AssertionError, "", rule="shape-mismatch",
                   say="scale and translation have a number for each of spatial_dims")
    return _contract(image, shape, spatial_dims, precision)
