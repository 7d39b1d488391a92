"""unittest.mock: what stands in the place of something is not known. CPython: unittest/mock.py."""
from prelude.standard.unittest_cases import parameters_of_test

MODULE = "unittest.mock"


class _Default:
    """What stands for an argument that is not given."""


DEFAULT = _Default()
ANY = unknowable("unittest.mock.ANY")
sentinel = unknowable("unittest.mock.sentinel")
call = unknowable("unittest.mock.call")


def MagicMock(*args, **kwargs):
    return unknowable("unittest.mock.MagicMock(…)")


def Mock(*args, **kwargs):
    return unknowable("unittest.mock.Mock(…)")


def AsyncMock(*args, **kwargs):
    return unknowable("unittest.mock.AsyncMock(…)")


def NonCallableMock(*args, **kwargs):
    return unknowable("unittest.mock.NonCallableMock(…)")


def PropertyMock(*args, **kwargs):
    return unknowable("unittest.mock.PropertyMock(…)")


def create_autospec(spec, *args, **kwargs):
    return unknowable("unittest.mock.create_autospec(…)")


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


class _Patch:
    def __init__(self, target, attribute, new):
        self.target, self.attribute, self.new = target, attribute, new

    def __enter__(self):
        new = MagicMock() if self.new is DEFAULT else self.new
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
    def __call__(self, target, new=DEFAULT, *args, **kwargs):
        path, _, attribute = target.rpartition(".")
        return _Patch(_target_of(path), attribute, new)

    def object(self, target, attribute, new=DEFAULT, *args, **kwargs):
        return _Patch(target if is_known(target) else None, attribute, new)

    def dict(self, in_dict, values=(), clear=False, **kwargs):
        changes = {**dict(values), **kwargs}
        return _PatchedDict(in_dict if isinstance(in_dict, dict) else {}, changes, clear)

    def multiple(self, target, **kwargs):
        return unknown("several attributes that are patched at once")

    def stopall(self):
        return None


patch = _Patcher()
