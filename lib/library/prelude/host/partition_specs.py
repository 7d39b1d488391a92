"""A PartitionSpec as a sequence. JAX: partition_spec.py PartitionSpec."""


@function("PartitionSpec")
def index(self, value):
    for i, entry in enumerate(tuple(self)):
        if entry == value:
            return i
    raise ValueError("tuple.index(x): x not in tuple")


@function("PartitionSpec")
def count(self, value):
    return len([entry for entry in tuple(self) if entry == value])


def _sum(spec, other, left, right):
    """Up to 0.6.0 a tuple, then a spec."""
    kind = type(other).__name__
    summed = release >= (0, 6, 2) and (spec.unreduced or spec.reduced)
    if kind not in ("PartitionSpec", "tuple") or summed:
        unknown(f"the sum of a PartitionSpec and a {kind}")
    entries = tuple(left) + tuple(right)
    return entries if release < (0, 6, 1) else P(*entries)


@function("PartitionSpec")
def __add__(self, other):
    return _sum(self, other, self, other)


@function("PartitionSpec")
def __radd__(self, other):
    return _sum(self, other, other, self)
