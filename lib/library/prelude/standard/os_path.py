"""os.path: names of files as texts. What asks the disk comes from outside. CPython: Lib/posixpath.py."""
MODULE = "os.path posixpath"

sep = "/"


def _text(path):
    if isinstance(path, str):
        return path
    if hasattr(path, "__fspath__"):
        return path.__fspath__()
    raise TypeError(f"expected str, bytes or os.PathLike object, not {type(path).__name__}")


def join(a, *p):
    if not is_known((a, p)):
        return unknowable()
    path = _text(a)
    for part in p:
        if not isinstance(part, str) and not hasattr(part, "__fspath__"):
            kind = type(part).__name__
            raise TypeError(f"join() argument must be str, bytes, or os.PathLike object, not {kind!r}")
        part = _text(part)
        if part.startswith("/"):
            path = part
        else:
            path = path + part if not path or path.endswith("/") else path + "/" + part
    return path


def split(p):
    if not is_known(p):
        return unknowable(), unknowable()
    p = _text(p)
    at = p.rfind("/") + 1
    head, tail = p[:at], p[at:]
    return head if head == "/" * len(head) else head.rstrip("/"), tail


def basename(p):
    if not is_known(p):
        return unknowable()
    return split(p)[1]


def dirname(p):
    if not is_known(p):
        return unknowable()
    return split(p)[0]


def splitext(p):
    if not is_known(p):
        return unknowable(), unknowable()
    p = _text(p)
    start = p.rfind("/") + 1
    dot = p.rfind(".")
    if p[start:max(dot, start)].strip(".") == "":
        return p, ""
    return p[:dot], p[dot:]


def isabs(s):
    return _text(s).startswith("/") if is_known(s) else unknowable()
