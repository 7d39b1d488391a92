"""Interpolation at places of an image. JAX: scipy/ndimage.py."""


def _mirrored(index, size):
    """A wave of triangles."""
    half = size - 1
    return jnp.abs((index + half) % (2 * half) - half)


def _inside(index, size, mode):
    """The index, brought back into the array."""
    if mode == "nearest":
        return jnp.clip(index, 0, size - 1)
    if mode == "wrap":
        return index % size
    if mode == "mirror":
        return _mirrored(index, size)
    if mode == "reflect":
        return jnp.floor_divide(_mirrored(2 * index + 1, 2 * size + 1) - 1, 2)
    return index


def _rounded(x):
    return x if jnp.issubdtype(x.dtype, jnp.integer) else lax.round(x)


def _nodes(coordinate, order):
    """The indices beside a coordinate, with their weights."""
    if order == 0:
        return [(_rounded(coordinate).astype(jnp.int32), scalar_of(coordinate.dtype, 1))]
    lower = jnp.floor(coordinate)
    upper_weight = coordinate - lower
    lower_weight = 1 - upper_weight
    index = lower.astype(jnp.int32)
    return [(index, lower_weight), (index + 1, upper_weight)]


def _nodes_inside(coordinate, size, order, mode):
    """Of each node the index inside, whether it was there, which None says is known, and its weight."""
    return [(_inside(index, size, mode),
             (0 <= index) & (index < size) if mode == "constant" else None, weight)
            for index, weight in _nodes(coordinate, order)]


def _contribution(image, nodes, cval):
    """What one node of each dimension gives."""
    taken = image[tuple([index for index, _, _ in nodes])]
    weight, valid = nodes[0][2], nodes[0][1]
    for _, is_valid, factor in nodes[1:]:
        weight = weight * factor
        valid = None if is_valid is None else valid & is_valid
    return weight * (taken if valid is None else jnp.where(valid, taken, cval))


@function("jax.scipy.ndimage", jitted="itself")
def map_coordinates(input, coordinates, order, mode="constant", cval=0.0):
    image = jnp.asarray(input)
    places = [jnp.asarray(c) for c in coordinates]
    cval = jnp.asarray(cval, image.dtype)
    if len(places) != image.ndim:
        raise ValueError("coordinates must be a sequence of length input.ndim, but "
                         f"{len(places)} != {image.ndim}")
    if mode not in ("constant", "nearest", "wrap", "mirror", "reflect"):
        raise NotImplementedError(f"jax.scipy.ndimage.map_coordinates does not yet support mode {mode}. ")
    if order not in (0, 1):
        raise NotImplementedError("jax.scipy.ndimage.map_coordinates currently requires order<=1")
    if image.ndim == 0:
        unknown("an image of no dimensions")
    choices = [[]]
    for place, size in zip(places, image.shape):
        nodes = _nodes_inside(place, size, order, mode)
        choices = [chosen + [node] for chosen in choices for node in nodes]
    result = None
    for chosen in choices:
        part = _contribution(image, chosen, cval)
        result = part if result is None else result + part
    if jnp.issubdtype(image.dtype, jnp.integer):
        result = _rounded(result)
    return result.astype(image.dtype)
