"""typing: what annotations are made of says nothing about values."""
MODULE = "typing typing_extensions beartype.typing"


class _Form:
    abstract = None

    def __getitem__(self, parameters):
        return self

    def __or__(self, other):
        return self

    def __ror__(self, other):
        return self

    def __call__(self, *args, **kwargs):
        return self


def _abstract(name):
    """One that isinstance takes."""
    form = _Form()
    form.abstract = name
    return form


_form = _Form()
Any = _form
Union = _form
Optional = _form
Callable = _abstract("Callable")
Literal = _form
ClassVar = _form
Final = _form
Annotated = _form
Iterable = _abstract("Iterable")
Iterator = _abstract("Iterator")
Generator = _form
Sequence = _abstract("Sequence")
Mapping = _abstract("Mapping")
MutableSequence = _abstract("MutableSequence")
MutableMapping = _abstract("MutableMapping")
List = _abstract("List")
Dict = _abstract("Dict")
Tuple = _abstract("Tuple")
Set = _abstract("Set")
Type = _form
Self = _form
TypeAlias = _form
Concatenate = _form
NoReturn = _form
AnyStr = _form
Hashable = _abstract("Hashable")
Sized = _abstract("Sized")
Collection = _abstract("Collection")
Container = _abstract("Container")
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
