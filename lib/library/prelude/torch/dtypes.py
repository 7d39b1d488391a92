"""dtypes and how they promote. torch: c10/core/ScalarType.h, torch/csrc/Dtype.cpp."""
MODULE = "torch"


class dtype:
    def __init__(self, name, kind, bits, array):
        self.name, self.kind, self.itemsize, self._array = name, kind, bits // 8, array

    def __repr__(self):
        return "torch." + self.name

    @property
    def is_floating_point(self):
        return self.kind == 2

    @property
    def is_complex(self):
        return self.kind == 3

    @property
    def is_signed(self):
        return self.kind > 0 and self.name[0] != "u"

    def to_complex(self):
        return complex128 if self.name == "float64" else complex64

    def to_real(self):
        return {"complex64": float32, "complex128": float64}.get(self.name, self)


bool = dtype("bool", 0, 8, jnp.bool_)
uint8 = dtype("uint8", 1, 8, jnp.uint8)
int8 = dtype("int8", 1, 8, jnp.int8)
int16 = dtype("int16", 1, 16, jnp.int16)
uint16 = dtype("uint16", 1, 16, jnp.uint16)
int32 = dtype("int32", 1, 32, jnp.int32)
uint32 = dtype("uint32", 1, 32, jnp.uint32)
int64 = dtype("int64", 1, 64, jnp.int64)
uint64 = dtype("uint64", 1, 64, jnp.uint64)
float16 = dtype("float16", 2, 16, jnp.float16)
bfloat16 = dtype("bfloat16", 2, 16, jnp.bfloat16)
float32 = dtype("float32", 2, 32, jnp.float32)
float64 = dtype("float64", 2, 64, jnp.float64)
float8_e4m3fn = dtype("float8_e4m3fn", 2, 8, jnp.float8_e4m3fn)
float8_e5m2 = dtype("float8_e5m2", 2, 8, jnp.float8_e5m2)
complex64 = dtype("complex64", 3, 64, jnp.complex64)
complex128 = dtype("complex128", 3, 128, jnp.complex128)
short = int16
int = int32
long = int64
half = float16
float = float32
double = float64
cfloat = complex64
cdouble = complex128
_bool = bool
_by_name = {
    "bool": bool, "uint8": uint8, "int8": int8, "int16": int16, "uint16": uint16, "int32": int32,
    "uint32": uint32, "int64": int64, "uint64": uint64, "float16": float16, "bfloat16": bfloat16,
    "float32": float32, "float64": float64, "float8_e4m3fn": float8_e4m3fn,
    "float8_e5m2": float8_e5m2, "complex64": complex64, "complex128": complex128,
}
_defaults = {"dtype": float32}


def _dtype_of(array):
    """That of an array."""
    return _by_name[str(array.dtype)]


def get_default_dtype():
    return _defaults["dtype"]


def set_default_dtype(d):
    if not d.is_floating_point:
        raise TypeError(
            "only floating-point types are supported as the default type"
        )
    _defaults["dtype"] = d


def promote_types(type1, type2):
    if type1 is type2:
        return type1
    if type1.kind != type2.kind:
        high, low = (type1, type2) if type1.kind > type2.kind else (type2, type1)
        if high.kind == 3 and low.name == "float64":
            return complex128
        return high
    if type1.kind == 2 and type1.itemsize == type2.itemsize:
        return float32
    if type1.kind == 1 and "uint8" in (type1.name, type2.name):
        other = type2 if type1 is uint8 else type1
        return int16 if other is int8 else other
    return type1 if type1.itemsize > type2.itemsize else type2
