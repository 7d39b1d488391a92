"""Meshes made of others. JAX: mesh.py Mesh.update, AbstractMesh.update."""


def _updated_abstract(mesh, axis_sizes=None, axis_names=None, axis_types=None, **kwargs):
    if len(kwargs):
        unknown("an abstract mesh of a device")
    return AbstractMesh(
        mesh.axis_sizes if axis_sizes is None else axis_sizes,
        mesh.axis_names if axis_names is None else axis_names,
        mesh.axis_types if axis_types is None else axis_types)


def _updated(mesh, devices=None, axis_names=None, axis_types=None):
    return Mesh(
        mesh.devices if devices is None else devices,
        mesh.axis_names if axis_names is None else axis_names,
        mesh.axis_types if axis_types is None else axis_types)


@function("Mesh", since="0.7.1")
def update(self, *args, **kwargs):
    change = _updated_abstract if isinstance(self, AbstractMesh) else _updated
    return change(self, *args, **kwargs)


@function("AbstractMesh", since="0.6.0")
def update_axis_types(self, name_to_type):
    kinds = tuple([name_to_type[name] if name in name_to_type else kind
                   for name, kind in zip(self.axis_names, self.axis_types)])
    return AbstractMesh(self.axis_sizes, self.axis_names, axis_types=kinds)


@function("Mesh", property=True, since="0.4.38")
def axis_sizes(self):
    return tuple(self.shape.values())


@function("Mesh", property=True, since="0.4.38")
def shape_tuple(self):
    return tuple(self.shape.items())


@function("Mesh", property=True)
def size(self):
    return math.prod(self.shape.values()) if self.shape else 0


@function("Mesh", property=True)
def empty(self):
    return not self.shape


@function("Mesh", name="is_multi_process", property=True)
def _is_multi_process(self):
    return False


def _axes(mesh, kind):
    return tuple([name for name, own in zip(mesh.axis_names, mesh.axis_types) if own == kind])


@function("Mesh", property=True, since="0.6.0")
def auto_axes(self):
    return _axes(self, jax.sharding.AxisType.Auto)


@function("Mesh", property=True, since="0.6.0")
def explicit_axes(self):
    return _axes(self, jax.sharding.AxisType.Explicit)


@function("Mesh", property=True, since="0.6.0")
def manual_axes(self):
    return _axes(self, jax.sharding.AxisType.Manual)


def _are_all(mesh, kind):
    return len(mesh.axis_types) > 0 and all([own == kind for own in mesh.axis_types])


@function("Mesh", property=True, since="0.7.1")
def are_all_axes_auto(self):
    return _are_all(self, jax.sharding.AxisType.Auto)


@function("Mesh", property=True, since="0.7.1")
def are_all_axes_explicit(self):
    return _are_all(self, jax.sharding.AxisType.Explicit)


@function("Mesh", property=True, since="0.7.1")
def are_all_axes_manual(self):
    return _are_all(self, jax.sharding.AxisType.Manual)


def _not_of_abstract(name):
    if release < (0, 6):
        unknown("." + name + " of an abstract mesh")
    raise ValueError("AbstractMesh does not implement " + name)


@function("AbstractMesh", property=True)
def devices(self):
    _not_of_abstract("devices")


@function("AbstractMesh", property=True)
def device_ids(self):
    _not_of_abstract("device_ids")


@function("AbstractMesh", property=True)
def is_multi_process(self):
    _not_of_abstract("is_multi_process")


@function("AbstractMesh", property=True)
def local_devices(self):
    _not_of_abstract("local_devices")


@function("AbstractMesh", property=True)
def local_mesh(self):
    _not_of_abstract("local_mesh")


@function("AbstractMesh")
def __enter__(self):
    _not_of_abstract("__enter__")


@function("Mesh", name="local_devices", property=True)
def _local_devices(self):
    return list(self.devices.flat)


@function("Mesh", name="local_mesh", property=True)
def _local_mesh(self):
    return self


@function("Mesh", property=True, since="0.10.0")
def is_scalar(self):
    return self.size == 1 and len(self.axis_names) == 0


@function("Mesh", name="device_ids", property=True)
def _device_ids(self):
    return np.zeros(self.devices.shape, dtype=int)
