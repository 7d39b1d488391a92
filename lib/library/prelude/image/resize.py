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


def _triangle(x):
    return jnp.maximum(0, 1 - jnp.abs(x))


def _cubic(x):
    near = ((1.5 * x - 2.5) * x) * x + 1.0
    far = ((-0.5 * x + 2.5) * x - 4.0) * x + 2.0
    return jnp.where(x >= 2.0, 0.0, jnp.where(x >= 1.0, far, near))


def _lanczos(radius, x):
    pi = 3.141592653589793
    y = radius * jnp.sin(pi * x) * jnp.sin(pi * x / radius)
    out = jnp.where(x > 1e-3, jnp.divide(y, jnp.where(x != 0, pi ** 2 * x ** 2, 1)), 1)
    return jnp.where(x > radius, 0.0, out)


def _kernel(method, x):
    if method in ("lanczos3", "lanczos5"):
        return _lanczos(float(method[-1]), x)
    return _cubic(x) if method in ("cubic", "cubic-pytorch") else _triangle(x)


def _weights(ins, outs, scale, translation, method, antialias):
    """JAX: image/scale.py compute_weight_mat."""
    inverse = 1.0 / scale
    width = jnp.maximum(inverse, 1.0) if antialias else 1.0
    places = (jnp.arange(outs, dtype=jnp.float32) + 0.5) * inverse - translation * inverse - 0.5
    x = jnp.abs(places[None, :] - jnp.arange(ins, dtype=jnp.float32)[:, None]) / width
    weights = _kernel(method, x)
    total = jnp.sum(weights, axis=0, keepdims=True)
    weights = jnp.where(jnp.abs(total) > 1.1920929e-4, jnp.divide(weights, jnp.where(total != 0, total, 1)), 0)
    inside = jnp.logical_and(places >= -0.5, places <= ins - 0.5)
    return jnp.where(inside[None, :], weights, 0)


def _contract(image, shape, dims, scale, translation, method, antialias, precision):
    """The image, with a matrix of weights along each of the dimensions."""
    if not dims:
        return image
    ins, outs, matrices = list(range(image.ndim)), list(range(image.ndim)), []
    for i, dim in enumerate(dims):
        dim = canonical_axis(dim, image.ndim)
        outs[dim] = image.ndim + i
        weights = _weights(image.shape[dim], shape[dim], scale[i], translation[i], method, antialias)
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
            places = (jnp.arange(shape[dim], dtype=jnp.float32) + 0.5) * image.shape[dim] / shape[dim]
            image = image[(slice(None),) * dim + (jnp.floor(places).astype(jnp.int32),)]
        return image
    image, = promote_dtypes_inexact(image)
    scale = [shape[i] / image.shape[i] if shape[i] and image.shape[i] else 1.0 for i in dims]
    return _contract(image, shape, dims, scale, [0.0] * len(dims), _method(method), antialias, precision)


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
    return _contract(image, shape, spatial_dims, scale, translation, _method(method), antialias, precision)
