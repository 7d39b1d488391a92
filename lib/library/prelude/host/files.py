"""Arrays of files, of which the dtype is known and perhaps the shape. NumPy: numpy/_core/memmap.py, multiarray.fromfile."""


def _of_size(dtype, name, help):
    n = assumed_size()
    if n is None:
        return unknowable(f"numpy.{name}(…)")
    lint("size-assumed", f"nothing says how many items this file has: {n} are assumed", help)
    return np.empty((n,), dtype)


_HELP = "say it in a comment after the assignment: # shardctl: data: u16[1000000]"


@function("numpy", takes_unknown=True)
def memmap(filename, dtype="uint8", mode="r+", offset=0, shape=None, order="C"):
    if not is_known((dtype, shape)):
        return unknowable("numpy.memmap(…)")
    return _of_size(dtype, "memmap", _HELP) if shape is None else np.empty(shape, dtype)


@function("numpy", takes_unknown=True)
def fromfile(file, dtype="float64", count=-1, sep="", offset=0, *, like=None):
    if not is_known((dtype, count)):
        return unknowable("numpy.fromfile(…)")
    return _of_size(dtype, "fromfile", _HELP) if count < 0 else np.empty((count,), dtype)


def _of_bytes(name, buffer, dtype, count):
    if not is_known((dtype, count)) or is_known(buffer):
        return unknowable(f"numpy.{name}(…)")
    return _of_size(dtype, name, _HELP) if count < 0 else np.empty((count,), dtype)


@function("numpy", takes_unknown=True)
def frombuffer(buffer, dtype="float64", count=-1, offset=0, *, like=None):
    return _of_bytes("frombuffer", buffer, dtype, count)


@function("numpy", takes_unknown=True)
def fromstring(string, dtype="float64", count=-1, *, sep="", like=None):
    return _of_bytes("fromstring", string, dtype, count)
