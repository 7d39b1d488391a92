"""unittest.mock: what a mock gives is followed, and of how it was called that which holds. CPython:
unittest/mock.py."""
from prelude.standard.unittest_cases import parameters_of_test

MODULE = "unittest.mock"


class _Default:
    """What stands for an argument that is not given."""


class _Any:
    def __eq__(self, other):
        return True

    def __ne__(self, other):
        return False


DEFAULT = _Default()
ANY = _Any()
sentinel = unknowable("unittest.mock.sentinel")


class _Call:
    """The arguments of a call."""

    def __init__(self, args, kwargs):
        self.args, self.kwargs = args, kwargs

    def __getitem__(self, i):
        return (self.args, self.kwargs)[i]

    def __iter__(self):
        return iter((self.args, self.kwargs))

    def __len__(self):
        return 2

    def __eq__(self, other):
        """Only equal ones are told: what JAX traces once, and what is compared with arrays, may be otherwise."""
        same = isinstance(other, _Call) and len(self.args) == len(other.args)
        if same and list(self.kwargs) == list(other.kwargs):
            pairs = list(zip(self.args, other.args)) + [(x, other.kwargs[name]) for name, x in self.kwargs.items()]
            same = all([_is_alike(x, y) for x, y in pairs])
        return same or unknowable("whether two calls of a mock are alike", like=True)


def _is_alike(x, y):
    if isinstance(x, _Any) or isinstance(y, _Any):
        return True
    return x is y if is_array(x) or is_array(y) else x == y


def call(*args, **kwargs):
    return _Call(args, kwargs)


def _is_error(x):
    return isinstance(x, BaseException) or (isinstance(x, type) and issubclass(x, BaseException))


class NonCallableMock:
    def __init__(self, name=None, wraps=None, **kwargs):
        self.reset_mock()
        self.side_effect, self._wraps = None, wraps
        self.configure_mock(**kwargs)

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        if name.startswith("assert"):
            return unknowable("whether a mock was called so")
        made = self.__dict__[name] = MagicMock()
        return made

    def __setattr__(self, name, value):
        self.__dict__[name] = value
        if name == "side_effect":
            self.__dict__["_taken"] = 0

    def configure_mock(self, **kwargs):
        for path, value in kwargs.items():
            target, parts = self, path.split(".")
            for part in parts[:-1]:
                target = getattr(target, part)
            setattr(target, parts[-1], value)

    def reset_mock(self, *args, **kwargs):
        """What has not been seen to call it may have done so out of sight."""
        self.called = unknowable("whether a mock was called", like=True)
        self.call_count, self.call_args, self.call_args_list = 0, None, []

    def _expected(self, holds):
        return None if is_known(holds) and holds else unknown("whether a mock was called so")

    def assert_called(self):
        return self._expected(self.called)

    def assert_called_once(self):
        return self._expected(self.call_count == 1)

    def assert_not_called(self):
        return self._expected(not self.called)

    def assert_called_with(self, *args, **kwargs):
        return self._expected(self.called and self.call_args == _Call(args, kwargs))

    def assert_called_once_with(self, *args, **kwargs):
        return self._expected(self.call_count == 1 and self.call_args == _Call(args, kwargs))

    def assert_any_call(self, *args, **kwargs):
        return self._expected(any([is_known(c == _Call(args, kwargs)) for c in self.call_args_list]))

    def assert_has_calls(self, calls, any_order=False):
        return unknown("whether a mock was called so")


class Mock(NonCallableMock):
    def __call__(self, *args, **kwargs):
        made = _Call(args, kwargs)
        self.called, self.call_count, self.call_args = True, self.call_count + 1, made
        self.call_args_list.append(made)
        effect = self.side_effect
        if effect is not None and not callable(effect) and not _is_error(effect):
            effects, self.__dict__["_taken"] = list(effect), self._taken + 1
            if self._taken > len(effects):
                raise StopIteration
            given = effects[self._taken - 1]
            if _is_error(given):
                raise given
            return self.return_value if given is DEFAULT else given
        if _is_error(effect):
            raise effect
        given = DEFAULT if effect is None else effect(*args, **kwargs)
        if given is not DEFAULT:
            return given
        if self._wraps is not None and "return_value" not in self.__dict__:
            return self._wraps(*args, **kwargs)
        return self.return_value


class _MagicMock(Mock):
    def __len__(self):
        return 0

    def __iter__(self):
        return iter([])

    def __bool__(self):
        return True

    def __contains__(self, item):
        return False

    def __getitem__(self, item):
        return MagicMock()

    def __setitem__(self, item, value):
        return None

    def __enter__(self):
        return MagicMock()

    def __exit__(self, *details):
        return False

    def __int__(self):
        return 1

    def __index__(self):
        return 1

    def __float__(self):
        return 1.0

    def _operated(self, *others):
        return MagicMock()

    __add__ = _operated
    __radd__ = _operated
    __sub__ = _operated
    __rsub__ = _operated
    __mul__ = _operated
    __rmul__ = _operated
    __matmul__ = _operated
    __rmatmul__ = _operated
    __truediv__ = _operated
    __rtruediv__ = _operated
    __floordiv__ = _operated
    __rfloordiv__ = _operated
    __mod__ = _operated
    __rmod__ = _operated
    __divmod__ = _operated
    __lshift__ = _operated
    __rshift__ = _operated
    __and__ = _operated
    __rand__ = _operated
    __xor__ = _operated
    __or__ = _operated
    __ror__ = _operated
    __pow__ = _operated
    __rpow__ = _operated
    __neg__ = _operated
    __pos__ = _operated
    __invert__ = _operated
    __abs__ = _operated
    __round__ = _operated


def MagicMock(spec=None, **kwargs):
    """A mock; one of a class is an instance of that too, which is not followed."""
    spec = kwargs.pop("spec_set", spec)
    if not is_known(spec) or (spec is not None and not callable(spec)) or isinstance(spec, type):
        return unknowable("unittest.mock.MagicMock(…)")
    return _MagicMock(**kwargs)


def AsyncMock(*args, **kwargs):
    return unknowable("unittest.mock.AsyncMock(…)")


def PropertyMock(*args, **kwargs):
    return unknowable("unittest.mock.PropertyMock(…)")


def create_autospec(spec, spec_set=False, instance=False, **kwargs):
    return MagicMock(spec, **kwargs)


def mock_open(mock=None, read_data=""):
    return unknowable("unittest.mock.mock_open(…)")


def _target_of(path):
    """The module or class that a dotted name says, or None where that is not the program's."""
    parts = path.split(".")
    for end in range(len(parts), 0, -1):
        target = project_module(".".join(parts[:end]))
        if target is not None:
            for part in parts[end:]:
                target = getattr(target, part)
            return target
    return None


# Modules of which more is known than of what the program could put there.
_FOLLOWED = ("__main__", "builtins", "einops", "equinox", "flax", "jax", "numpy", "optax")


class _Patch:
    def __init__(self, target, attribute, new, options, module=""):
        self.target, self.attribute, self.new, self.options = target, attribute, new, options
        self.module = module

    def _made(self):
        """What is put there when nothing is said."""
        options = {name: x for name, x in self.options.items() if name not in ("autospec", "create", "new_callable")}
        make = self.options.get("new_callable") or MagicMock
        return make(**options)

    def __enter__(self):
        new = self._made() if self.new is DEFAULT else self.new
        if self.target is None and self.module in _FOLLOWED:
            unknown("what is put in the place of a function here")
        if self.target is not None:
            self.old = getattr(self.target, self.attribute, None)
            setattr(self.target, self.attribute, new)
        return new

    def __exit__(self, *details):
        if self.target is not None:
            setattr(self.target, self.attribute, self.old)
        return False

    def start(self):
        return self.__enter__()

    def stop(self):
        return self.__exit__()

    def __call__(self, function):
        if isinstance(function, type):
            for name, member in own_members(function).items():
                if name.startswith("test"):
                    setattr(function, name, self(member))
            return function

        def patched(*args, **kwargs):
            with self as new:
                given = (new,) if self.new is DEFAULT else ()
                return function(*args, *given, **kwargs)

        setattr(patched, "_prelude_parameters", parameters_of_test(function))
        return patched


class _PatchedDict:
    def __init__(self, in_dict, values, clear):
        self.in_dict, self.values, self.clear = in_dict, values, clear

    def __enter__(self):
        self.old = dict(self.in_dict)
        if self.clear:
            self.in_dict.clear()
        self.in_dict.update(self.values)
        return self.in_dict

    def __exit__(self, *details):
        self.in_dict.clear()
        self.in_dict.update(self.old)
        return False

    def __call__(self, function):
        def patched(*args, **kwargs):
            with self:
                return function(*args, **kwargs)

        setattr(patched, "_prelude_parameters", parameters_of_test(function))
        return patched


class _Patcher:
    def __call__(self, target, new=DEFAULT, **kwargs):
        path, _, attribute = target.rpartition(".")
        return _Patch(_target_of(path), attribute, new, kwargs, path.split(".")[0])

    def object(self, target, attribute, new=DEFAULT, **kwargs):
        return _Patch(target if is_known(target) else None, attribute, new, kwargs)

    def dict(self, in_dict, values=(), clear=False, **kwargs):
        changes = {**dict(values), **kwargs}
        return _PatchedDict(in_dict if isinstance(in_dict, dict) else {}, changes, clear)

    def multiple(self, target, **kwargs):
        return unknown("several attributes that are patched at once")

    def stopall(self):
        return None


patch = _Patcher()
