"""What a NamedSharding says of shards. JAX: sharding.py, named_sharding.py."""


def _ways(sharding, entry):
    """Into how many parts an entry of its spec cuts a dimension."""
    if entry is None or entry is P.UNCONSTRAINED:
        return 1
    return math.prod([sharding.mesh.shape[name] for name in (entry if isinstance(entry, tuple) else (entry,))])


@function("NamedSharding", property=True, since="0.4.38")
def num_devices(self):
    return self.mesh.size


@function("NamedSharding", property=True)
def is_fully_replicated(self):
    if release >= (0, 10, 2) and self.spec.unreduced:
        return self.mesh.size == 1
    return all([_ways(self, entry) == 1 for entry in self.spec])


@function("NamedSharding", errors_say="Sharding.shard_shape")
def shard_shape(self, global_shape):
    shape, wrapped = shape_sizes(global_shape), release >= (0, 11)
    if len(self.spec) > len(shape):
        unknown("shards of a shape that does not fit")
    factors = [_ways(self, entry) for entry in self.spec] + [1] * (len(shape) - len(self.spec))
    for i, (size, ways) in enumerate(zip(shape, factors)):
        if size % ways:
            refuse("IndivisibleError" if release >= (0, 9, 2) else "ValueError",
                   f"{'' if wrapped else 'Sharding '}{self!r} implies that array axis {i} is partitioned {ways} "
                   f"times, but the dimension size is {size} (full shape: {shape}, per-dimension tiling factors: "
                   f"{tuple(factors) if wrapped else factors} should evenly divide the shape)",
                   rule="dim-indivisible",
                   say=f"dimension {i} has {size} elements, which is not divisible by {ways}")
    return tuple([size // ways for size, ways in zip(shape, factors)])
