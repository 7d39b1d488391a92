"""typing: what annotations are made of says nothing about values."""
MODULE = "typing"


class _Form:
    def __init__(self, abstract=None):
        self._abstract = abstract

    def __getitem__(self, parameters):
        return self

    def __or__(self, other):
        return self

    def __ror__(self, other):
        return self

    def __call__(self, *args, **kwargs):
        return self


_form = _Form()
Any = _form
Union = _form
Optional = _form
Callable = _Form("collections.abc.Callable")
Literal = _form
ClassVar = _form
Final = _form
Annotated = _form
Iterable = _Form("collections.abc.Iterable")
Iterator = _Form("collections.abc.Iterator")
Generator = _form
Sequence = _Form("collections.abc.Sequence")
Mapping = _Form("collections.abc.Mapping")
MutableMapping = _Form("collections.abc.MutableMapping")
List = _form
Dict = _form
Tuple = _form
Set = _form
Type = _form
Self = _form
TypeAlias = _form
Concatenate = _form
NoReturn = _form
AnyStr = _form
Hashable = _form
Sized = _Form("collections.abc.Sized")
Required = _form
NotRequired = _form
TYPE_CHECKING = False


def TypeVar(name, *constraints, **options):
    return _form


def ParamSpec(name, **options):
    return _form


def TypeVarTuple(name, **options):
    return _form


def NewType(name, tp):
    return lambda x: x


def cast(typ, val):
    return val


def overload(func):
    return func


def final(f):
    return f


def override(f):
    return f


def no_type_check(arg):
    return arg


def runtime_checkable(cls):
    return cls


def dataclass_transform(**options):
    return lambda cls: cls


def assert_never(arg):
    raise AssertionError("Expected code to be unreachable")
