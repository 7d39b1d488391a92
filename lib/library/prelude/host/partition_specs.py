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
