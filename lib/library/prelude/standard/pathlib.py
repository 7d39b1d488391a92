"""pathlib: what paths say of themselves; what asks the disk is not known. CPython: Lib/pathlib.py."""
MODULE = "pathlib"


def _text(segment):
    return segment._text if isinstance(segment, PurePath) else segment


class PurePath:
    def __new__(cls, *args):
        if not is_known(args):
            return unknowable("pathlib.Path(…)")
        if cls is PurePath:
            return object.__new__(PurePosixPath)
        return object.__new__(PosixPath if cls is Path else cls)

    def __init__(self, *args):
        root, parts = "", []
        for segment in args:
            text = _text(segment)
            if not isinstance(text, str):
                raise TypeError("argument should be a str or an os.PathLike object where __fspath__ "
                                f"returns a str, not '{type(text).__name__}'")
            if text.startswith("/"):
                root, parts = "//" if text.startswith("//") and not text.startswith("///") else "/", []
            parts = parts + [part for part in text.split("/") if part and part != "."]
        self.root = self.anchor = root
        self.drive = ""
        self._tail = parts
        self._text = root + "/".join(parts) or "."

    def _with(self, tail):
        return type(self)(self.root + "/".join(tail))

    @property
    def parts(self):
        return tuple(([self.root] if self.root else []) + self._tail)

    @property
    def name(self):
        return self._tail[-1] if self._tail else ""

    @property
    def suffix(self):
        at = self.name.rfind(".")
        return self.name[at:] if 0 < at < len(self.name) - 1 else ""

    @property
    def suffixes(self):
        if self.name.endswith("."):
            return []
        return ["." + part for part in self.name.lstrip(".").split(".")[1:]]

    @property
    def stem(self):
        return self.name[:len(self.name) - len(self.suffix)]

    @property
    def parent(self):
        return self._with(self._tail[:-1]) if self._tail else self

    @property
    def parents(self):
        return tuple([self._with(self._tail[:i]) for i in range(len(self._tail) - 1, -1, -1)])

    def joinpath(self, *others):
        return type(self)(self, *others)

    def __truediv__(self, other):
        return type(self)(self, other) if isinstance(_text(other), str) else NotImplemented

    def __rtruediv__(self, other):
        return type(self)(other, self) if isinstance(other, str) else NotImplemented

    def with_name(self, name):
        if not self.name:
            raise ValueError(f"{self!r} has an empty name")
        return self._with(self._tail[:-1] + [name])

    def with_stem(self, stem):
        return self.with_name(stem + self.suffix)

    def with_suffix(self, suffix):
        if suffix and not suffix.startswith(".") or suffix == ".":
            raise ValueError(f"Invalid suffix {suffix!r}")
        return self.with_name(self.stem + suffix)

    def is_absolute(self):
        return self.root != ""

    def is_relative_to(self, other, *more):
        start = type(self)(other, *more).parts
        return self.parts[:len(start)] == start

    def relative_to(self, other, *more, walk_up=False):
        base = type(self)(other, *more)
        if walk_up:
            return unknowable()
        if not self.is_relative_to(base):
            raise ValueError(f"{str(self)!r} is not in the subpath of {str(base)!r}")
        return type(self)("/".join(self.parts[len(base.parts):]))

    def as_posix(self):
        return self._text

    def __fspath__(self):
        return self._text

    def __str__(self):
        return self._text

    def __repr__(self):
        return f"{type(self).__name__}({self._text!r})"

    def __hash__(self):
        return hash(self._text)

    def __eq__(self, other):
        return self._text == other._text if isinstance(other, PurePath) else NotImplemented

    def __lt__(self, other):
        return self.parts < other.parts if isinstance(other, PurePath) else NotImplemented

    def __le__(self, other):
        return self.parts <= other.parts if isinstance(other, PurePath) else NotImplemented

    def __gt__(self, other):
        return self.parts > other.parts if isinstance(other, PurePath) else NotImplemented

    def __ge__(self, other):
        return self.parts >= other.parts if isinstance(other, PurePath) else NotImplemented


class PurePosixPath(PurePath):
    pass


class Path(PurePath):
    @classmethod
    def cwd(cls):
        return unknowable("pathlib.Path.cwd()")

    @classmethod
    def home(cls):
        return unknowable("pathlib.Path.home()")

    def mkdir(self, mode=511, parents=False, exist_ok=False):
        return None

    def touch(self, mode=438, exist_ok=True):
        return None


class PosixPath(Path, PurePosixPath):
    pass
