"""What makes tensors. torch: torch/_torch_docs.py, aten/src/ATen/native/TensorFactories.cpp."""
from prelude.torch.devices import _place
from prelude.torch.dtypes import _bool, _defaults, _dtype_of, complex64, int64
from prelude.torch.tensor import Tensor

MODULE = "torch"


def _sizes(size, name=None):
    """The sizes of a shape: of (2, 3) and of ((2, 3),)."""
    if len(size) == 1 and isinstance(size[0], (tuple, list)):
        size = size[0]
    sizes = []
    for n in size:
        if isinstance(n, Tensor):
            n = int(n)
        if not is_known(n):
            return of_unknown(n)
        if isinstance(n, float):
            raise TypeError(
                f"empty(): argument 'size' failed to unpack the object at pos {len(sizes) + 1} with error \"type must be tuple of ints,but got float\""
            )
        if n < 0 and name:
            raise RuntimeError(f"{name}: Dimension size must be non-negative.")
        if n < 0:
            raise RuntimeError(f"Trying to create tensor with negative dimension {n}: {list(size)}")
        sizes.append(n)
    return tuple(sizes)


def _new(array, dtype, device, requires_grad=False, uploaded=False):
    """A new tensor. On xla it is the result of an operation, unless what it holds is of the host."""
    judged("new")
    made = Tensor(_made=(array if dtype is None else array.astype(dtype._array), _place(device)))
    if made._storage.device == "xla" and not uploaded:
        made._storage.state = member("torch_xla._state", "lazy")()
    if requires_grad:
        if made.dtype.kind < 2:
            raise RuntimeError("Only Tensors of floating point and complex dtype can require gradients")
        made.requires_grad = True
    return made


def _blank(size, dtype, device, requires_grad):
    dtype = _defaults["dtype"] if dtype is None else dtype
    dims = size[0] if len(size) == 1 and isinstance(size[0], (tuple, list)) else size
    if framework[0] == "torch_xla" and len(dims) > 1 and not is_known(dims):
        return _unsized(len(dims), dtype, device)
    return _new(array_of(_sizes(size), dtype._array), None, device, requires_grad)


def _unsized(rank, dtype, device):
    """A tensor of which only the rank is known, and where it is."""
    made = Tensor(_made=(unknowable("the sizes of a tensor"), _place(device)))
    made._rank = (rank, dtype._array)
    return made


def empty(*size, out=None, dtype=None, layout=None, device=None, requires_grad=False, pin_memory=False, memory_format=None, names=None):
    return _blank(size, dtype, device, requires_grad)


def randn(*size, generator=None, out=None, dtype=None, layout=None, device=None, requires_grad=False, pin_memory=False, names=None):
    return _blank(size, dtype, device, requires_grad)


def rand(*size, generator=None, out=None, dtype=None, layout=None, device=None, requires_grad=False, pin_memory=False, names=None):
    return _blank(size, dtype, device, requires_grad)


def zeros(*size, out=None, dtype=None, layout=None, device=None, requires_grad=False, pin_memory=False, names=None):
    dtype = _defaults["dtype"] if dtype is None else dtype
    return _new(jnp.zeros(_sizes(size, "zeros"), dtype._array), None, device, requires_grad)


def ones(*size, out=None, dtype=None, layout=None, device=None, requires_grad=False, pin_memory=False, names=None):
    dtype = _defaults["dtype"] if dtype is None else dtype
    return _new(jnp.ones(_sizes(size), dtype._array), None, device, requires_grad)


def full(size, fill_value, *, out=None, dtype=None, layout=None, device=None, requires_grad=False, pin_memory=False, names=None):
    if dtype is None:
        kinds = {bool: _bool, int: int64, complex: complex64}
        dtype = kinds.get(type(fill_value), _defaults["dtype"])
    return _new(jnp.full(_sizes((size,)), fill_value, dtype._array), None, device, requires_grad)


def randint(low, high=None, size=None, *, generator=None, out=None, dtype=None, layout=None, device=None, requires_grad=False, pin_memory=False):
    if isinstance(high, (tuple, list)):
        low, high, size = 0, low, high
    if high is None:
        low, high = 0, low
    if is_known((low, high)) and low >= high:
        raise RuntimeError(f"random_ expects 'from' to be less than 'to', but got from={low} >= to={high}")
    return _blank((size,), int64 if dtype is None else dtype, device, requires_grad)


def randperm(n, *, generator=None, out=None, dtype=None, layout=None, device=None, requires_grad=False, pin_memory=False):
    return _blank((n,), int64 if dtype is None else dtype, device, requires_grad)


def arange(start, end=None, step=1, *, out=None, dtype=None, layout=None, device=None, requires_grad=False, pin_memory=False):
    if end is None:
        start, end = 0, start
    start, end, step = _item(start), _item(end), _item(step)
    if not is_known((start, end, step)):
        return of_unknown((start, end, step))
    if dtype is None:
        whole = isinstance(start, int) and isinstance(end, int) and isinstance(step, int)
        dtype = int64 if whole else _defaults["dtype"]
    if step == 0:
        raise RuntimeError("step must be nonzero")
    if (end - start) * step < 0:
        raise RuntimeError("upper bound and lower bound inconsistent with step sign")
    return _new(jnp.arange(start, end, step, dtype._array), None, device, requires_grad)


def _item(x):
    return x.item() if isinstance(x, Tensor) else x


def linspace(start, end, steps, *, out=None, dtype=None, layout=None, device=None, requires_grad=False, pin_memory=False):
    return _blank((steps,), dtype, device, requires_grad)


logspace = linspace


def eye(n, m=None, *, out=None, dtype=None, layout=None, device=None, requires_grad=False, pin_memory=False):
    dtype = _defaults["dtype"] if dtype is None else dtype
    return _new(jnp.eye(n, n if m is None else m, dtype=dtype._array), None, device, requires_grad)


def tensor(data, *, dtype=None, device=None, requires_grad=False, pin_memory=False):
    if isinstance(data, Tensor):
        made = _new(data._array, dtype, data.device if device is None else device, requires_grad)
        return made
    plain = is_of_numpy(data)
    data = data if plain else _plain(data)
    if not is_known(data):
        return of_unknown(data)
    array = jnp.asarray(data)
    if dtype is None and not plain:
        dtype = _data_dtype(array)
    return _new(array, dtype, device, requires_grad, uploaded=True)


def _plain(data):
    """Nested lists with tensors of one element as numbers."""
    if isinstance(data, Tensor):
        return data.item() if data.numel() == 1 else data.tolist()
    return [_plain(x) for x in data] if isinstance(data, (list, tuple)) else data


def _data_dtype(array):
    """Of numbers of Python, which jax.numpy makes float64 where 64 bits are enabled."""
    dtype = _dtype_of(array)
    return _defaults["dtype"] if dtype.kind == 2 else complex64 if dtype.kind == 3 else dtype


def as_tensor(data, dtype=None, device=None):
    if isinstance(data, Tensor):
        return data if dtype is None and device is None else data.to(device, dtype)
    return tensor(data, dtype=dtype, device=device)


asarray = as_tensor


def from_numpy(ndarray):
    return _new(jnp.asarray(ndarray), None, "cpu")


def empty_like(input, *, dtype=None, layout=None, device=None, requires_grad=False, memory_format=None):
    return _like("empty_like", input, dtype, device, requires_grad)


def randn_like(input, *, dtype=None, layout=None, device=None, requires_grad=False, memory_format=None):
    return _like("randn_like", input, dtype, device, requires_grad)


def rand_like(input, *, dtype=None, layout=None, device=None, requires_grad=False, memory_format=None):
    return _like("rand_like", input, dtype, device, requires_grad)


def zeros_like(input, *, dtype=None, layout=None, device=None, requires_grad=False, memory_format=None):
    return _like("zeros_like", input, dtype, device, requires_grad)


def ones_like(input, *, dtype=None, layout=None, device=None, requires_grad=False, memory_format=None):
    return _like("ones_like", input, dtype, device, requires_grad)


def full_like(input, fill_value, *, dtype=None, layout=None, device=None, requires_grad=False, memory_format=None):
    return _like("full_like", input, dtype, device, requires_grad, (fill_value,))


def randint_like(input, low, high=None, *, dtype=None, layout=None, device=None, requires_grad=False, memory_format=None):
    return _like("rand_like", input, dtype, device, requires_grad)


def _like(name, input, dtype, device, requires_grad, more=()):
    if device is not None and input._storage.device == "meta" and not input._is_distributed:
        return _blank(tuple(input.shape), input.dtype if dtype is None else dtype, device, requires_grad)
    from_dispatch = member("torch._tensor", "dispatch")
    with member("torch", "no_grad")():
        made = from_dispatch(name, (input, *more), {} if dtype is None else {"dtype": dtype})
    if device is not None:
        made = made.to(device)
    if requires_grad:
        made.requires_grad = True
    return made


def manual_seed(seed):
    return None


def seed():
    return unknowable()


def get_rng_state():
    return unknowable()


def set_rng_state(new_state):
    return None


def set_float32_matmul_precision(precision):
    return None


def use_deterministic_algorithms(mode, *, warn_only=False):
    return None


def set_printoptions(**options):
    return None


def set_num_threads(number):
    return None


def is_tensor(obj):
    return isinstance(obj, Tensor)


def is_floating_point(input):
    return input.dtype.is_floating_point


def is_complex(input):
    return input.dtype.is_complex


def numel(input):
    return input.numel()


def typename(obj):
    return "torch." + type(obj).__name__ if isinstance(obj, Tensor) else type(obj).__name__
