"""Meshes of processes. torch: torch/distributed/device_mesh.py."""
from prelude.torch.distributed.group import ProcessGroup, _start
from prelude.torch.xla.state import raise_first

MODULE = "torch.distributed.device_mesh torch.distributed torch.distributed.tensor torch.distributed._tensor torch.distributed.tensor.device_mesh torch.distributed._tensor.device_mesh"


def _earlier():
    return framework[1] < (2, 15)


def _flat(ranks, found):
    for x in ranks:
        if isinstance(x, (list, tuple)):
            _flat(x, found)
        else:
            found.append(x)
    return found


def _shape_of(ranks):
    shape = []
    while isinstance(ranks, (list, tuple)):
        shape.append(len(ranks))
        if not ranks:
            break
        ranks = ranks[0]
    return tuple(shape)


def _strides(shape):
    strides, step = [], 1
    for size in reversed(shape):
        strides.insert(0, step)
        step *= size
    return tuple(strides)


def _check_order(names, dims):
    if dims != sorted(set(dims)):
        raise KeyError(
            f"Invalid mesh_dim_names {names} specified. Found mesh dim indices to slice: {_until_descent(dims)}. Mesh dim indices should be in ascending order."
        )


class DeviceMesh:
    def __init__(self, device_type, mesh, *, mesh_dim_names=None, _init_backend=True, _made=None):
        self.device_type = device_type
        self.mesh_dim_names = None if mesh_dim_names is None else tuple(mesh_dim_names)
        if _made is None:
            if hasattr(mesh, "tolist"):
                mesh = mesh.tolist()
            if not isinstance(mesh, (list, tuple)) or not is_known(mesh):
                return unknown("DeviceMesh of an array is not known")
            _made = (_shape_of(mesh), _flat(mesh, []))
            if device_type != "xla":
                _start()
                if math.prod(_made[0]) != len(_made[1]):
                    return unknown("DeviceMesh of lists of several lengths is not known")
                _check(_made[0], None, _made[1], jax.device_count())
        self._sizes, self._ranks = _made
        self._strides = _strides(self._sizes)
        self._root = None
        self._flattened = {}

    @property
    def shape(self):
        return self._sizes

    @property
    def ndim(self):
        return len(self._sizes)

    def size(self, mesh_dim=None):
        return len(self._ranks) if mesh_dim is None else self._sizes[mesh_dim]

    def numel(self):
        return len(self._ranks)

    def _dim(self, mesh_dim):
        if isinstance(mesh_dim, str):
            return self.mesh_dim_names.index(mesh_dim)
        if mesh_dim is None and self.ndim > 1:
            raise RuntimeError(
                f"Found the DeviceMesh have {self.ndim} dimensions",
                "Optional kwarg `mesh_dim` needs to be specified when device_mesh.ndim > 1.",
            )
        return mesh_dim or 0

    def get_coordinate(self):
        if 0 not in self._ranks:
            return None
        at, found = self._ranks.index(0), []
        for size in reversed(self._sizes):
            found.insert(0, at % size)
            at //= size
        return found

    def get_local_rank(self, mesh_dim=None):
        return self.get_coordinate()[self._dim(mesh_dim)]

    def get_rank(self):
        return 0

    def get_group(self, mesh_dim=None):
        if mesh_dim is None and self.ndim > 1:
            raise RuntimeError(
                f"Found the DeviceMesh have {self.ndim} dimensions",
                "Optional kwarg `mesh_dim` needs to be specified when device_mesh.ndim > 1.",
                "If you want to get the list of all the ProcessGroups in the DeviceMesh,please use `get_all_groups()` instead.",
            )
        return ProcessGroup(list(range(self._sizes[self._dim(mesh_dim)])))

    def get_all_groups(self):
        return [self.get_group(i) for i in range(self.ndim)]

    def __getitem__(self, names):
        if self.mesh_dim_names is None:
            raise RuntimeError("Cannot slice a DeviceMesh without mesh_dim_names!")
        names = (names,) if isinstance(names, str) else tuple(names)
        root = self._root or self
        if len(names) == 1 and names[0] in root._flattened:
            return root._flattened[names[0]]
        if names == self.mesh_dim_names:
            return self
        for name in names:
            if name not in self.mesh_dim_names:
                raise KeyError(
                    f"Invalid mesh_dim_names {names} specified. Valid mesh_dim_names are {list(self.mesh_dim_names)}."
                )
        dims = [self.mesh_dim_names.index(name) for name in names]
        (_check_order if _earlier() else self._check_layout)(names, dims)
        return self._part(dims, names)

    def _check_layout(self, names, dims):
        """From torch 2.15 on what counts are dimensions of several ranks."""
        large = [d for d in dims if self._sizes[d] > 1]
        if large != sorted(large):
            raise KeyError(f"Invalid mesh_dim_names {names} specified. Mesh dim indices should be in ascending order.")
        if len(set(large)) < len(large):
            raise RuntimeError(f"Slicing overlapping dim_names {names} is not allowed.")

    def _part(self, dims, names):
        """The mesh of the dimensions that rank 0 is in."""
        ranks = [self._ranks[self._ranks.index(0)]] if 0 in self._ranks else [self._ranks[0]]
        at = self._ranks.index(ranks[0])
        start = at
        for d in dims:
            start -= at // self._strides[d] % self._sizes[d] * self._strides[d]
        places = [start]
        for d in dims:
            places = [p + i * self._strides[d] for p in places for i in range(self._sizes[d])]
        made = DeviceMesh(
            self.device_type, None, mesh_dim_names=names,
            _made=(tuple([self._sizes[d] for d in dims]), [self._ranks[p] for p in places]),
        )
        made._strides = tuple([self._strides[d] for d in dims])
        made._root = self._root or self
        made._dims = dims
        return made

    def _flatten(self, mesh_dim_name=None):
        name = mesh_dim_name or "_".join(self.mesh_dim_names)
        root = self._root or self
        if self.ndim == 1 and name == self.mesh_dim_names[0]:
            return self
        made = DeviceMesh(self.device_type, None, mesh_dim_names=(name,), _made=((len(self._ranks),), self._ranks))
        made._root = root
        made._dims = list(range(self.ndim)) if self is root else self._dims
        root._flattened[name] = made
        return made

    def __eq__(self, other):
        return self is other or (
            isinstance(other, DeviceMesh)
            and self._ranks == other._ranks
            and self._sizes == other._sizes
            and self.mesh_dim_names == other.mesh_dim_names
            and self.device_type == other.device_type
        )

    def __hash__(self):
        return hash((tuple(self._ranks), self._sizes, self.mesh_dim_names))

    def __enter__(self):
        _current.append(self)
        return self

    def __exit__(self, *details):
        _current.pop()

    def __repr__(self):
        if self.mesh_dim_names is None:
            dims = f"{self._sizes}"
        else:
            dims = "(" + ", ".join([f"{n}={s}" for n, s in zip(self.mesh_dim_names, self._sizes)]) + ")"
        if _earlier():
            return f"DeviceMesh({dims}, device: '{self.device_type}', stride: {self._strides})"
        strides = tuple([n if size > 1 else () for n, size in zip(self._strides, self._sizes)])
        return f"DeviceMesh({dims}, '{self.device_type}', stride={strides})"


_current = []


def _mesh_in_context():
    if not _current:
        raise RuntimeError("No device mesh is currently active!")
    return _current[-1]


def _check(shape, names, ranks, world):
    """Raises what torch refuses of a mesh."""
    texts = None if names is None else [str(name) for name in names]
    raise_first(dtensor_check_mesh(shape, texts, "" if names is None else repr(names), ranks, world))


def init_device_mesh(device_type, mesh_shape, *more, mesh_dim_names=None, backend_override=None):
    if more:
        raise TypeError(f"init_device_mesh() takes 2 positional arguments but {2 + len(more)} were given")
    if isinstance(mesh_shape, int):
        reason = "'int' object is not iterable" if mesh_dim_names is None else "object of type 'int' has no len()"
        raise TypeError(reason)
    shape = tuple(mesh_shape)
    names = mesh_dim_names
    world = 0 if device_type == "xla" else jax.device_count()
    _check(shape, names, None, world)
    if device_type and not device_type.isalpha():
        raise RuntimeError(
            f"Device type with index is not supported but got {device_type}. ",
            "If you maintained a 'torch.device' object, it's recommended to pass in 'device.type'.",
        )
    if device_type != "xla":
        _start()
    count = math.prod(shape)
    return DeviceMesh(device_type, None, mesh_dim_names=names, _made=(shape, list(range(count))))


def _until_descent(dims):
    """As torch lists dimensions: up to the first that stands too late."""
    made = []
    for d in dims:
        made.append((d,))
        if len(made) > 1 and d <= made[-2][0]:
            return made
    return made
