"""Tensors of tensorflow where data is prepared. tensorflow 2.20: python/framework/ops.py, dtypes.py, tensor_shape.py,
ops/image_ops_impl.py."""
from prelude.loading.tensors import Loaded


class TensorShape:
    def __init__(self, sizes):
        self._sizes = sizes

    def __getitem__(self, index):
        return self._sizes[index]

    def __len__(self):
        return len(self._sizes)

    def __iter__(self):
        return iter(self._sizes)

    def as_list(self):
        return list(self._sizes)

    @property
    def rank(self):
        return len(self._sizes)

    ndims = rank


class EagerTensor(Loaded):
    @property
    def shape(self):
        return TensorShape(self._array.shape)

    def _numpy(self):
        return self._array

    def get_shape(self):
        return self.shape


class DType:
    def __init__(self, name):
        self.name, self._own = name, np.dtype(jnp.bfloat16) if name == "bfloat16" else np.dtype(name)

    @property
    def as_numpy_dtype(self):
        return self._own.type


def _is_plain(x):
    return isinstance(x, (np.ndarray, jax.Array, int, float, EagerTensor)) or is_of_numpy(x)


def _array(x):
    """What a function of tensorflow is given as an array, or None: that is not known."""
    if isinstance(x, EagerTensor):
        return x._array
    return np.asarray(x) if _is_plain(x) else None


def _made(x, shape, dtype=None):
    """A tensor of this shape, and of the dtype of x unless another one is given."""
    array = _array(x)
    return unknowable("a tensor") if array is None or shape is None else EagerTensor(np.empty(shape(array.shape), dtype or array.dtype))


@function("tensorflow")
def cast(x, dtype, name=None):
    if not isinstance(dtype, (DType, str)) and dtype not in (bool, int, float):
        return unknowable("a tensor")
    own = dtype._own if isinstance(dtype, DType) else {int: np.dtype("int32"), float: np.dtype("float32")}.get(dtype) or np.dtype(dtype)
    return _made(x, lambda shape: shape, own)


@function("tensorflow")
def convert_to_tensor(value, dtype=None, dtype_hint=None, name=None):
    array = _array(value)
    if array is None or not (dtype is None or isinstance(dtype, DType)):
        return unknowable("a tensor")
    return EagerTensor(array if dtype is None else array.astype(dtype._own))


@function("tensorflow")
def reshape(tensor, shape, name=None):
    array = _array(tensor)
    if array is None or not all([isinstance(n, int) for n in shape]):
        return unknowable("a tensor")
    return EagerTensor(array.reshape(tuple(shape)))


@function("tensorflow")
def expand_dims(input, axis, name=None):
    array = _array(input)
    return unknowable("a tensor") if array is None else EagerTensor(np.expand_dims(array, axis))


@function("tensorflow")
def squeeze(input, axis=None, name=None):
    array = _array(input)
    return unknowable("a tensor") if array is None else EagerTensor(np.squeeze(array, axis))


@function("tensorflow")
def transpose(a, perm=None, conjugate=False, name="transpose"):
    array = _array(a)
    return unknowable("a tensor") if array is None else EagerTensor(np.transpose(array, perm))


@function("tensorflow")
def one_hot(indices, depth, on_value=None, off_value=None, axis=None, dtype=None, name=None):
    if axis not in (None, -1) or not isinstance(depth, int) or on_value is not None:
        return unknowable("a tensor")
    return _made(indices, lambda shape: shape + (depth,), dtype._own if isinstance(dtype, DType) else "float32")


# ---- Images ----


def _resized(size):
    return lambda shape: shape[:-3] + (int(size[0]), int(size[1])) + shape[-1:]


@function("tensorflow.image")
def resize(images, size, method="bilinear", preserve_aspect_ratio=False, antialias=False, name=None):
    if preserve_aspect_ratio or not isinstance(method, str):
        return unknowable("an image")
    return _made(images, _resized(size), None if method == "nearest" else "float32")


@function("tensorflow.image")
def resize_with_crop_or_pad(image, target_height, target_width):
    return _made(image, _resized((target_height, target_width)))


@function("tensorflow.image")
def random_crop(value, size, seed=None, name=None):
    return _made(value, lambda shape: tuple(size) if all([isinstance(n, int) for n in size]) else shape)


@function("tensorflow.image")
def rgb_to_grayscale(images, name=None):
    return _made(images, lambda shape: shape[:-1] + (1,))


@function("tensorflow.image")
def grayscale_to_rgb(images, name=None):
    return _made(images, lambda shape: shape[:-1] + (3,))


@function("tensorflow.image")
def convert_image_dtype(image, dtype, saturate=False, name=None):
    return _made(image, lambda shape: shape, dtype._own) if isinstance(dtype, DType) else unknowable("an image")


@function("tensorflow.image")
def per_image_standardization(image):
    return _made(image, lambda shape: shape, "float32")


@function("tensorflow.image", name="random_flip_left_right")
@function("tensorflow.image", name="random_flip_up_down")
def flipped_at_random(image, seed=None):
    return _made(image, lambda shape: shape)


@function("tensorflow.image", name="flip_left_right")
@function("tensorflow.image", name="flip_up_down")
def flipped(image):
    return _made(image, lambda shape: shape)


@function("tensorflow.image", name="random_brightness")
@function("tensorflow.image", name="random_hue")
def shifted_at_random(image, max_delta, seed=None):
    return _made(image, lambda shape: shape)


@function("tensorflow.image", name="random_contrast")
@function("tensorflow.image", name="random_saturation")
def scaled_at_random(image, lower, upper, seed=None):
    return _made(image, lambda shape: shape)
