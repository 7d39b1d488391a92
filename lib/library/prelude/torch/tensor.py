"""Tensors, and the one way that every operation on them goes. torch: torch/_tensor.py."""
from prelude.torch.dtypes import _dtype_of
from prelude.torch.autograd import _backward, _mode
from prelude.torch.devices import _storage_of, device
from prelude.torch.distributed.dispatch import distributed_dispatch
from prelude.torch.strides import of_elementwise
from prelude.torch.xla.dispatch import device_dispatch, device_rule, inplace_dispatch, move_dispatch

MODULE = "torch._tensor"


class Storage:
    """What a tensor shares with its .data, .detach() and the entries of a state_dict."""

    def __init__(self, device, index=None):
        self.device, self.index = device, index
        self.made = xla_place()
        self.annotation = self.mesh = None
        self.state = None
        self.version = 0


class Tensor:
    requires_grad = False
    grad = None
    grad_fn = None
    _is_distributed = False
    _optimized = False
    _root = None
    _rank = None
    _whole = None
    _seen = 0
    _retains = False
    _strides = None
    _wraps = False
    _broken = False
    _grad_mark = None
    names = None

    def __init__(self, *data, device=None, _made=None):
        if _made is None:
            _made = member("torch._creation", "legacy_data")(data, device)
        self._array, self._storage = _made

    @property
    def shape(self):
        return self._array.shape

    @property
    def dtype(self):
        return _dtype_of(self._array)

    @property
    def ndim(self):
        return self._array.ndim

    @property
    def device(self):
        return device(self._storage.device, self._storage.index)

    @property
    def is_leaf(self):
        return self.grad_fn is None

    @property
    def data(self):
        if self._broken:
            raise AttributeError("'XLAShardedTensor' object has no attribute 'global_tensor'")
        return alias(self)

    @data.setter
    def data(self, other):
        member("torch._aliases", "set_data")(self, other)

    def __getattr__(self, name):
        found = member("torch._methods", name)
        if found is None:
            found = member("torch._properties", name)
            if found is not None:
                return found(self)
            if name[-1:] == "_" and member("torch._methods", name[:-1]) is not None:
                return inplace_method(self, name[:-1])
            if lacks("torch.Tensor", name):
                raise AttributeError(f"'{type(self).__name__}' object has no attribute '{name}'")
            return unknown("torch.Tensor." + name + " is not known")
        setattr(Tensor, name, found)
        return functools.partial(found, self)

    def backward(self, gradient=None, retain_graph=None, create_graph=False, inputs=None):
        return _backward(self, gradient, retain_graph, inputs, create_graph)

    def __add__(self, other):
        return dispatch("add", (self, other)) if comparable(other) else refuse_operand("+", self, other)

    def __radd__(self, other):
        return dispatch("add", (self, other))

    def __sub__(self, other):
        return dispatch("sub", (self, other)) if comparable(other) else refuse_operand("-", self, other)

    def __rsub__(self, other):
        return dispatch("rsub", (self, other))

    def __mul__(self, other):
        return dispatch("mul", (self, other)) if comparable(other) else refuse_operand("*", self, other)

    def __rmul__(self, other):
        return dispatch("mul", (self, other))

    def __truediv__(self, other):
        return dispatch("div", (self, other)) if comparable(other) else refuse_operand("/", self, other)

    def __rtruediv__(self, other):
        return dispatch("mul", (dispatch("reciprocal", (self,)), other))

    def __floordiv__(self, other):
        return dispatch("floor_divide", (self, other))

    def __rfloordiv__(self, other):
        return dispatch("floor_divide", (other, self))

    def __mod__(self, other):
        return dispatch("remainder", (self, other))

    def __rmod__(self, other):
        return dispatch("remainder", (other, self))

    def __pow__(self, other):
        return dispatch("pow", (self, other))

    def __rpow__(self, other):
        return dispatch("pow", (other, self))

    def __matmul__(self, other):
        return member("torch", "matmul")(self, other)

    def __rmatmul__(self, other):
        return member("torch", "matmul")(other, self)

    def __neg__(self):
        return dispatch("neg", (self,))

    def __pos__(self):
        return self

    def __invert__(self):
        return dispatch("bitwise_not", (self,))

    def __and__(self, other):
        return dispatch("bitwise_and", (self, other))

    def __rand__(self, other):
        return dispatch("bitwise_and", (self, other))

    def __or__(self, other):
        return dispatch("bitwise_or", (self, other))

    def __ror__(self, other):
        return dispatch("bitwise_or", (self, other))

    def __xor__(self, other):
        return dispatch("bitwise_xor", (self, other))

    def __eq__(self, other):
        return dispatch("eq", (self, other)) if comparable(other) else False

    def __ne__(self, other):
        return dispatch("ne", (self, other)) if comparable(other) else True

    def __lshift__(self, other):
        return dispatch("bitwise_left_shift", (self, other))

    def __rshift__(self, other):
        return dispatch("bitwise_right_shift", (self, other))

    def __lt__(self, other):
        return dispatch("lt", (self, other))

    def __le__(self, other):
        return dispatch("le", (self, other))

    def __gt__(self, other):
        return dispatch("gt", (self, other))

    def __ge__(self, other):
        return dispatch("ge", (self, other))

    __hash__ = identity

    def __iadd__(self, other):
        return inplace("add", self, (other,))

    def __isub__(self, other):
        return inplace("sub", self, (other,))

    def __imul__(self, other):
        return inplace("mul", self, (other,))

    def __itruediv__(self, other):
        return inplace("div", self, (other,))

    def __ifloordiv__(self, other):
        return inplace("floor_divide", self, (other,))

    def __ipow__(self, other):
        return inplace("pow", self, (other,))

    def __iand__(self, other):
        return inplace("bitwise_and", self, (other,))

    def __ior__(self, other):
        return inplace("bitwise_or", self, (other,))

    def __len__(self):
        if not self._array.ndim:
            raise TypeError("len() of a 0-d tensor")
        return self._array.shape[0]

    def __iter__(self):
        if not self._array.ndim:
            raise TypeError("iteration over a 0-d tensor")
        if self._is_distributed:
            return iter(dispatch("unbind", (self, 0)))
        return iter([dispatch("select", (self, 0, i)) for i in range(self._array.shape[0])])

    def __bool__(self):
        return member("torch._reading", "truth")(self)

    def __int__(self):
        return int(member("torch._reading", "number")(self))

    def __float__(self):
        return float(member("torch._reading", "number")(self))

    def __index__(self):
        return member("torch._reading", "index")(self)

    def __contains__(self, element):
        return member("torch._reading", "contains")(self, element)

    def __repr__(self):
        return member("torch._reading", "text")(self)

    def __format__(self, spec):
        return member("torch._reading", "formatted")(self, spec)

    def __getitem__(self, index):
        return member("torch._indexing", "get_item")(self, index)

    def __setitem__(self, index, value):
        return member("torch._indexing", "set_item")(self, index, value)

    def __deepcopy__(self, memo):
        return member("torch._aliases", "deep_copy")(self, memo)


class Parameter(Tensor):
    requires_grad = True

    def __new__(cls, data=None, requires_grad=True, **named):
        if isinstance(data, Tensor) and data._is_distributed:
            return member("torch.distributed.tensor", "distributed_parameter")(data, requires_grad)
        return object.__new__(cls)

    def __init__(self, data=None, requires_grad=True):
        if data is None:
            data = member("torch", "empty")(0)
        self._array, self._storage = data._array, data._storage
        self._rank, self._wraps, self._broken = data._rank, data._wraps, data._broken
        self.requires_grad = requires_grad

    def __repr__(self):
        return "Parameter containing:\n" + member("torch._reading", "text")(self)


def comparable(x):
    return isinstance(x, (Tensor, int, float, complex)) or not is_known(x)


def refuse_operand(symbol, x, other):
    """Python's error for what is neither a tensor nor a number; arrays of NumPy are taken."""
    if other is None or isinstance(other, (list, tuple, dict, str)):
        raise TypeError(
            f"unsupported operand type(s) for {symbol}: '{type(x).__name__}' and '{type(other).__name__}'"
        )
    return unknown("a tensor and a " + type(other).__name__ + " are not known together")


def make(array, storage):
    """A tensor of an array: what every operation gives."""
    return Tensor(_made=(array, storage))


def alias(x):
    """The tensor without its history: it shares the storage."""
    made = copied_object(x)
    for name in ("grad_fn", "grad", "requires_grad", "_whole"):
        made.__dict__.pop(name, None)
    made.requires_grad = False
    if x._is_distributed:
        return member("torch.distributed.tensor", "plain_dtensor")(x)
    if isinstance(x, Parameter):
        plain = Tensor(_made=(x._array, x._storage))
        plain._root, plain._rank = x, x._rank
        return plain
    return made


def tensors_in(args, found):
    for x in args:
        if isinstance(x, Tensor):
            found.append(x)
        elif isinstance(x, (list, tuple)):
            tensors_in(x, found)
    return found


def run_rule(name, args, kwargs):
    """The array, or several, that the operation gives by its rule; or torch's error."""
    rule = member("torch._aten", "aten_" + name)
    if rule is None:
        return unknown("torch." + name + " is not known")
    return rule(*args, **kwargs)


def dispatch(name, args, kwargs={}):
    """Runs the operation of aten of this name."""
    if not is_known((args, kwargs)):
        return of_unknown((args, kwargs))
    tensors = tensors_in(args, [])
    if kwargs:
        tensors_in(kwargs.values(), tensors)
    if not tensors and name not in ("cat", "stack"):
        return refuse_argument(name, args)
    judged(name)
    for x in tensors:
        if x._is_distributed:
            return distributed_dispatch(name, args, kwargs)
    return plain_dispatch(name, args, kwargs, tensors)


def refuse_argument(name, args):
    """torch's error for an operand that is no tensor."""
    if not args or isinstance(args[0], np.ndarray):
        return unknown("torch." + name + " of no tensor is not known")
    public = {"native_layer_norm": "layer_norm", "_log_softmax": "log_softmax", "_softmax": "softmax"}.get(name, name)
    raise TypeError(
        f"{public}(): argument 'input' (position 1) must be Tensor, not {type(args[0]).__name__}"
    )


def plain_dispatch(name, args, kwargs, tensors):
    """The same of tensors none of which is a DTensor."""
    refresh(tensors)
    mode = _mode["autocast"]
    if mode is not None and any([x._storage.device == mode[0] for x in tensors]):
        args = autocast_args(name, args, mode[1])
    storage = result_storage(name, args, kwargs, tensors)
    if storage.device != "xla":
        return wrap(name, run_rule(name, args, kwargs), storage, tensors)
    result = wrap(name, device_rule(name, args, kwargs), storage, tensors)
    for x in tensors:
        if x._wraps:
            return member("torch_xla._wrappers", "wrapped_results")(name, result, tensors)
    return result


_low = ("mm", "bmm", "mv", "addmm", "matmul", "linear", "convolution", "scaled_dot_product_attention", "einsum", "rnn")
_high = ("mse_loss", "nll_loss", "cross_entropy_loss", "l1_loss", "smooth_l1_loss", "huber_loss", "kl_div", "cdist", "prod")


def autocast_args(name, args, low):
    """The operands in the dtype that autocast gives them."""
    if name in _low:
        dtype = low
    elif name in _high:
        dtype = member("torch", "float32")
    else:
        return args
    return tuple([cast_operand(x, dtype) for x in args])


def cast_operand(x, dtype):
    if isinstance(x, list):
        return [cast_operand(y, dtype) for y in x]
    if not isinstance(x, Tensor) or x.dtype.kind != 2 or x.dtype is dtype or x.dtype.name == "float64":
        return x
    made = Tensor(_made=(x._array.astype(dtype._array), x._storage))
    made._strides = x._strides
    return made


def refresh(tensors):
    """What a tensor holds is no more known once another view of it has been written to."""
    for x in tensors:
        if x._root is not None and x._root._storage.version != x._seen:
            x._array = unheld(x._array)


def result_storage(name, args, kwargs, tensors):
    """Where the result lies, or the error of operands on several devices."""
    for x in tensors:
        if x._storage.device == "xla":
            return device_dispatch(name, args, kwargs, tensors)
    return _storage_of(name, tensors)


def wrap(name, result, storage, tensors):
    """Tensors of the arrays that an operation has given, with their history."""
    tracked = _mode["grad"] and any(x.requires_grad for x in tensors)
    if is_array(result):
        return tracked_tensor(name, result, storage, tensors, tracked)
    if not isinstance(result, (tuple, list)):
        return result
    items = [wrap(name, x, storage, tensors) for x in result]
    return tuple(items) if isinstance(result, tuple) else items


def tracked_tensor(name, array, storage, tensors, tracked):
    made = Tensor(_made=(array, Storage(storage.device, storage.index)))
    made._storage.state, made._storage.annotation = storage.state, storage.annotation
    for x in tensors:
        if x._strides is not None:
            made._strides = kept_strides(name, array.shape, tensors)
            break
    if tracked and _dtype_of(array).kind > 1:
        made.requires_grad = True
        made.grad_fn = Node(name, [x for x in tensors if x.requires_grad])
    return made


def of_operation(made, args):
    """A result with the history of the arguments that it is made of."""
    tensors = tensors_in(args if isinstance(args, tuple) else (args,), [])
    if _mode["grad"] and any(x.requires_grad for x in tensors) and made.dtype.kind > 1:
        made.requires_grad = True
        made.grad_fn = Node("distributed", [x for x in tensors if x.requires_grad])
    return made


_ordered = ("mm", "bmm", "matmul", "linear", "addmm", "cat", "stack", "_softmax", "_log_softmax", "native_layer_norm", "rms_norm", "embedding", "index", "repeat", "roll", "cumsum", "cumprod", "sort", "topk", "argsort", "convolution", "einsum", "one_hot", "gather", "index_select", "flip", "constant_pad_nd", "batch_norm", "group_norm", "pool")


def kept_strides(name, shape, tensors):
    """An operation on each element keeps the order in which they lie."""
    if name in _ordered:
        return None
    return of_elementwise(shape, tensors)


class Node:
    """How a tensor was made, for backward."""

    def __init__(self, operation, inputs):
        self.operation, self.inputs = operation, inputs
        self.freed = self.refused = False

    def name(self):
        parts = self.operation.split("_")
        return "".join([p[:1].upper() + p[1:] for p in parts]) + "Backward0"

    def __repr__(self):
        return "<" + self.name() + " object>"


def judged_move(x, storage):
    """The tensor on another device."""
    judged("_to_copy")
    if "xla" in (x._storage.device, storage.device):
        storage = move_dispatch(x, storage)
    made = wrap("_to_copy", x._array, storage, [x])
    return member("torch_xla._wrappers", "wrapped_results")("to_device", made, [x]) if x._wraps else made


def check_writable(x, part=False):
    whole = x if part and x._whole is None else x._whole
    if _mode["grad"] and whole is not None:
        if whole.requires_grad and whole.grad_fn is None:
            raise RuntimeError(
                "a view of a leaf Variable that requires grad is being used in an in-place operation."
            )
    if x.requires_grad and _mode["grad"] and x.grad_fn is None:
        raise RuntimeError("a leaf Variable that requires grad is being used in an in-place operation.")


def inplace(name, x, args, kwargs={}):
    """x.name_(…): what the operation gives is written into the tensor."""
    if not is_known((args, kwargs)):
        return of_unknown((args, kwargs))
    check_writable(x)
    tensors = tensors_in(args, [x])
    for y in tensors:
        if y._is_distributed:
            return distributed_dispatch(name + "_", (x, *args), kwargs)
    judged(name)
    refresh(tensors)
    result_storage(name + "_", (x, *args), kwargs, tensors)
    result = run_rule(name, (x, *args), kwargs)
    return write(name, x, result, tensors)


def write(name, x, array, tensors):
    """Gives the tensor what an array holds; its shape and dtype stay."""
    if array.shape != x._array.shape and x._storage.device == "xla" and framework[1] >= (2, 9):
        raise RuntimeError(
            f"output with shape torch.Size({list(x.shape)}) doesn't match the broadcast shape {tuple(array.shape)}"
        )
    if array.shape != x._array.shape:
        raise RuntimeError(
            f"output with shape {list(x.shape)} doesn't match the broadcast shape {list(array.shape)}"
        )
    new, old = _dtype_of(array), x.dtype
    if new.kind > old.kind and x._storage.device == "xla" and name in ("add", "sub"):
        raise RuntimeError("Promotion of int.add/sub_(float) in in-place ops are not possible due to element size change.")
    if new.kind > old.kind and x._storage.device != "xla":
        raise RuntimeError(
            f"result type {capital(new)} can't be cast to the desired output type {capital(old)}"
        )
    x._array = array if new is old else array.astype(x._array.dtype)
    x._storage.version += 1
    root = x._root
    if root is not None:
        root._array = unheld(root._array)
        root._storage.version += 1
    inplace_dispatch(name, x)
    if _mode["grad"] and any(t.requires_grad for t in tensors):
        x.requires_grad = True
        x.grad_fn = Node(name, [copied_object(t) if t is x else t for t in tensors if t.requires_grad])
    return x


def inplace_method(x, name):
    """x.name_: the method of this name with its result written into x."""

    def method(*args, **kwargs):
        check_writable(x)
        if x._is_distributed:
            return distributed_dispatch(name + "_", (x, *args), kwargs)
        result = member("torch._methods", name)(x, *args, **kwargs)
        return write(name, x, result._array, [result] if result.requires_grad else [])

    return method


def capital(dtype):
    """The name of a dtype in C++: Float."""
    names = {"bool": "Bool", "uint8": "Byte", "int8": "Char", "int16": "Short", "int32": "Int",
             "int64": "Long", "float16": "Half", "bfloat16": "BFloat16", "float32": "Float",
             "float64": "Double", "complex64": "ComplexFloat", "complex128": "ComplexDouble",
             "uint16": "UInt16", "uint32": "UInt32", "uint64": "UInt64",
             "float8_e4m3fn": "Float8_e4m3fn", "float8_e5m2": "Float8_e5m2"}
    return names[dtype.name]
