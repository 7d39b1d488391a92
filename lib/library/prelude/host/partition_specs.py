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


def _has_sets(spec):
    if release < (0, 6, 2) and "unreduced=" in repr(spec):
        unknown("the sum of specs with unreduced axes in this release")
    return release >= (0, 6, 2) and (len(spec.unreduced) > 0 or len(spec.reduced) > 0)


def _with_sets(entries, unreduced, reduced, kind):
    if release < (0, 11) or kind is None or not unreduced:
        return P(*entries, unreduced=unreduced, reduced=reduced)
    return P(*entries, unreduced=unreduced, reduced=reduced, unreduced_kind=kind)


def _kind(spec):
    return spec.unreduced_kind if release >= (0, 11) else None


@function("PartitionSpec", since="0.6.2")
def update(self, partitions=..., unreduced=..., reduced=...):
    entries = tuple(self) if partitions is ... else partitions
    if not isinstance(entries, (tuple, list)):
        unknown(f"the partitions of a spec given as a {type(entries).__name__}")
    return _with_sets(entries, self.unreduced if unreduced is ... else unreduced,
                      self.reduced if reduced is ... else reduced, _kind(self))


def _add_tuple(spec, other, left, right, method):
    if not isinstance(other, tuple):
        unknown(f"the sum of a PartitionSpec and a {type(other).__name__}")
    entries = tuple(left) + tuple(right)
    if _has_sets(spec):
        which = "unreduced" if spec.unreduced else "reduced"
        refuse(TypeError, f"other {other!s} cannot be of instance `tuple` when self {spec!s} has {which} in "
               f"`{method}` of PartitionSpec.", rule="unreduced-axis")
    return entries if release < (0, 6, 1) else P(*entries)


@function("PartitionSpec")
def __add__(self, other):
    """Up to 0.6.0 a tuple, then a spec."""
    if not isinstance(other, P):
        return _add_tuple(self, other, self, other, "__add__")
    if _kind(self) != _kind(other):
        refuse(TypeError, "PartitionSpec can't be added if the unreduced_kind differs in self and other. "
               f"Got self={self!r} and other={other!r}", rule="unreduced-axis")
    entries = tuple(self) + tuple(other)
    if not _has_sets(self) and not _has_sets(other):
        return entries if release < (0, 6, 1) else P(*entries)
    return _with_sets(entries, self.unreduced | other.unreduced, self.reduced | other.reduced, _kind(self))


@function("PartitionSpec")
def __radd__(self, other):
    return _add_tuple(self, other, other, self, "__radd__")
