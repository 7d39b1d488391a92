"""What a view makes of shards from torch 2.15 on. torch 2.15: torch/distributed/tensor/_ops/_view_ops.py."""
from prelude.torch.distributed.placements import Replicate, Shard, _StridedShard
from prelude.torch.distributed.strategies import view_groups

MODULE = "torch.distributed._viewing"

_again = "Please redistribute the tensor before this operation."


class _Part:
    """A dimension of the result: the dimensions that become one, and of which sizes in that it is the one at `at`; `sizes` is
    None where that one is not split."""

    def __init__(self, dims, sizes=None, at=0):
        self.dims, self.sizes, self.at = dims, sizes, at


def _parts(old, new):
    """None in the place of a dimension of size 1 that comes from nothing."""
    made = [None] * len(new)
    for before, behind in view_groups(old, new):
        dims = [d for d in before if old[d] >= 1]
        large = [d for d in behind if new[d] != 1]
        for d in behind if dims else ():
            if len(behind) == 1:
                made[d] = _Part(dims)
            elif new[d] != 1:
                made[d] = _Part(dims, [new[e] for e in large], large.index(d))
    return made


class _View:
    def __init__(self, x, shape):
        self.placements, self.old, self.sizes = x._placements, tuple(x._array.shape), x._mesh.shape
        self.parts = _parts(self.old, shape)
        seen = {d for part in self.parts if part is not None for d in part.dims}
        self.allowed = [[d in seen] * len(self.sizes) for d in range(len(self.old))]
        self.matched, self.whole, self.leads = set(), set(), {}

    def _plain(self, d):
        """The first mesh dimension that cuts a dimension, and not in strides."""
        for i, p in enumerate(self.placements):
            if p.is_shard(d) and not isinstance(p, _StridedShard):
                return i
        return None

    def flatten(self, dims):
        """Those that are cut, else the first."""
        cut = []
        for d in dims:
            i = self._plain(d)
            if i is None:
                continue
            if d != dims[-1] and self.old[d] % self.sizes[i]:
                raise RuntimeError(
                    f"Cannot flatten unevenly sharded tensor: dimension {d} (size {self.old[d]}) is not evenly divisible by mesh dimension {i} (size {self.sizes[i]}). {_again}"
                )
            cut.append(d)
            self.allowed[d] = [True] * len(self.sizes)
        return cut or dims[:1]

    def expected(self, part, d, i):
        """The factor of a strided shard that this part is cut by."""
        factor = math.prod(part.sizes[: part.at])
        for j in range(i):
            if self.placements[j].is_shard(d):
                if factor % self.sizes[j]:
                    return None
                factor //= self.sizes[j]
        return factor

    def _cut_of(self, part, d):
        for i, p in enumerate(self.placements):
            if p.is_shard(d) and i not in self.matched:
                if not isinstance(p, _StridedShard) or self.expected(part, d, i) == p.split_factor:
                    return i
        return None

    def _uneven(self, part, i):
        raise RuntimeError(
            f"Cannot unflatten unevenly sharded tensor: output dimension {part.at} (size {part.sizes[part.at]}) is not evenly divisible by mesh dimension {i} (size {self.sizes[i]}). {_again}"
        )

    def split(self, part):
        d = self.flatten(part.dims)[0] if len(part.dims) > 1 else part.dims[0]
        for e in part.dims[1:]:
            for i, p in enumerate(self.placements):
                if p.is_shard(e) and not isinstance(p, _StridedShard):
                    self.allowed[e][i] = False
                    self.whole.add((e, i))
        size, i = part.sizes[part.at], self._cut_of(part, d)
        if part.at == 0:
            self.allowed[d] = [size % n == 0 for n in self.sizes]
            plain = self._plain(d)
            if plain is not None and not self.allowed[d][plain]:
                self._uneven(part, plain)
        if i is not None and isinstance(self.placements[i], _StridedShard):
            last = part.at == len(part.sizes) - 1
            if not last and size % self.sizes[i]:
                self._uneven(part, i)
            self.matched.add(i)
            self.allowed[d][i] = last or size % self.sizes[i] == 0
        return d

    def _lead(self, d, to):
        self.leads[d] = self.leads.get(d, []) + [to]

    def targets(self):
        """Where the operand is brought to: nowhere, or what no view can keep is made whole."""
        for to, part in enumerate(self.parts):
            if part is None:
                continue
            if part.sizes is None:
                for d in self.flatten(part.dims) if len(part.dims) > 1 else part.dims:
                    self._lead(d, to)
                continue
            d = self.split(part)
            if part.at == 0:
                self._lead(d, to)
            elif part.dims[0] in self.leads:
                self._lead(part.dims[0], to)
        return tuple([self._target(i, p) for i, p in enumerate(self.placements)])

    def _target(self, i, p):
        if not p.is_shard() or self.allowed[p.dim][i]:
            return p
        if (p.dim, i) not in self.whole:
            raise RuntimeError(
                f"This operation would remove or reshape sharded dimension {p.dim}, which requires redistribution. Please redistribute the input first."
            )
        return Replicate()

    def results(self, targets):
        made, local, claimed = [], list(self.old), set()
        for i, p in enumerate(targets):
            if p.is_shard():
                to = [d for d in self.leads[p.dim] if (p.dim, d) not in claimed]
                p_made = self._strided(p, i, to, targets, claimed) if isinstance(p, _StridedShard) else self._shard(p, i, to, targets, local)
                local[p.dim] //= self.sizes[i]
                p = p_made
            made.append(p)
        return tuple(made)

    def _shard(self, p, i, to, targets, local):
        if not to:
            raise AssertionError(
                f"No output dim available for Shard(dim={p.dim}) on mesh dim {i}. All output dims already claimed by earlier mesh dims."
            )
        d = to[0] if len(to) == 1 else [e for e in to if self.parts[e].sizes is not None and self.parts[e].at == 0][0]
        part = self.parts[d]
        if part.sizes is not None or len(part.dims) == 1:
            return Shard(d)
        first = part.dims[0]
        later = [q for q in targets[i + 1 :] if q.is_shard() and p.dim <= q.dim <= part.dims[-1]]
        if local[p.dim] % self.sizes[i] and later:
            raise RuntimeError(
                f"Cannot shard unevenly distributed tensor: dimension {p.dim} (size {local[p.dim]}) is not evenly divisible by mesh dimension {i} (size {self.sizes[i]}). {_again}"
            )
        return Shard(d) if p.dim == first else _StridedShard(d, split_factor=math.prod(local[first : p.dim]))

    def _strided(self, p, i, to, targets, claimed):
        for d in to:
            if self.parts[d].sizes is not None and self.expected(self.parts[d], p.dim, i) == p.split_factor:
                claimed.add((p.dim, d))
                return Shard(d)
        kept = self._keeping(p, i, to)
        if kept is None and any(self.parts[d].sizes is not None for d in to):
            raise RuntimeError(
                f"Cannot unflatten tensor with _StridedShard placement: split_factor={p.split_factor} does not match any output dimension. This typically means the _StridedShard placement was constructed with a split_factor that is incompatible with the unflatten shape. {_again}"
            )
        return _StridedShard(to[0] if kept is None else kept, split_factor=p.split_factor)

    def _keeping(self, p, i, to):
        """A part that a strided shard stays one in."""
        total, size = self.sizes[i] * p.split_factor, self.old[p.dim]
        for d in to if size % total == 0 else ():
            part = self.parts[d]
            if part.sizes is None:
                continue
            inner = math.prod(part.sizes[part.at + 1 :])
            behind = math.prod([self.old[e] for e in part.dims if e > p.dim])
            if size // total * behind >= inner and size // total * behind % inner == 0:
                return d
        return None


def viewed(x, shape):
    """What the operand is brought to, and placements of the view."""
    view = _View(x, tuple(shape))
    targets = view.targets()
    return targets, view.results(targets)
