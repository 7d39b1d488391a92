"""What NumPy writes into arrays, and how it shows them. NumPy: numpy/_core, numpy/lib."""
from prelude.standard.contextlib import nullcontext


@function("numpy")
def fill_diagonal(a, val, wrap=False):
    if a.ndim < 2:
        raise ValueError("array must be at least 2-d")
    forget(a)


@function("numpy")
def put(a, ind, v, mode="raise"):
    forget(a)


@function("numpy")
def place(arr, mask, vals):
    forget(arr)


@function("numpy")
def put_along_axis(arr, indices, values, axis=-1):
    forget(arr)


@function("numpy")
def putmask(a, mask, values):
    forget(a)


@function("numpy")
def copyto(dst, src, casting="same_kind", where=True):
    np.broadcast_to(np.asarray(src), dst.shape)
    forget(dst)


@function("numpy.ndarray")
def partition(self, kth, axis=-1, kind="introselect", order=None):
    forget(self)


@function("numpy")
@function("numpy", name="array_repr")
@function("numpy", name="array2string")
def array_str(a, *args, **kwargs):
    return unknowable("text of an array", like="")


@function("numpy", name="set_printoptions")
@function("numpy", name="save")
@function("numpy", name="savez")
@function("numpy", name="savez_compressed")
@function("numpy", name="savetxt")
@function("jax.numpy", name="savez")
def nothing(*args, **kwargs):
    return None


@function("numpy")
@function("jax.numpy")
def printoptions(*args, **kwargs):
    return nullcontext()


@function("numpy")
def errstate(*, call=None, all=None, divide=None, over=None, under=None, invalid=None):
    return nullcontext()


@function("numpy")
def seterr(all=None, divide=None, over=None, under=None, invalid=None):
    return {name: "warn" for name in ("divide", "over", "under", "invalid")}
