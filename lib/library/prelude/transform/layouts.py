"""How the elements of an array lie in memory, which types do not show. JAX: layout.py, pjit.py."""


def _layout(name, fields, *values):
    text = ", ".join([f"{field}={value}" for field, value in zip(fields.split(), values)])
    return object_of("Layout", fields + " text", *values, f"{name}({text})")


def _tiles(tiling):
    return None if tiling is None else tuple([tuple(tile) for tile in tiling])


@function("jax.experimental.layout", since="0.7.0", until="0.7.1", name="Layout")
def private_layout(major_to_minor, _tiling=None, _sub_byte_element_size_in_bits=0):
    return _layout("Layout", "major_to_minor _tiling _sub_byte_element_size_in_bits",
                   tuple(major_to_minor), _tiles(_tiling), _sub_byte_element_size_in_bits)


@function("jax.experimental.layout", since="0.7.1")
def Layout(major_to_minor, tiling=None, sub_byte_element_size_in_bits=0):
    return _layout("Layout", "major_to_minor tiling sub_byte_element_size_in_bits", tuple(major_to_minor),
                   _tiles(tiling), sub_byte_element_size_in_bits)


@function("jax.experimental.layout", until="0.7.0")
def DeviceLocalLayout(major_to_minor, _tiling=None, _sub_byte_element_size_in_bits=0):
    return _layout("DeviceLocalLayout", "major_to_minor _tiling _sub_byte_element_size_in_bits",
                   tuple(major_to_minor), _tiles(_tiling), _sub_byte_element_size_in_bits)


@function("jax.experimental.layout.Layout", since="0.7.0", property=True)
@function("jax.experimental.layout.DeviceLocalLayout", until="0.7.0", property=True)
def AUTO():
    return object_of("AutoLayout", "text", "AUTO" if release < (0, 11, 1) else "AutoLayout")


def _is(x, name):
    return type(x).__name__ == name


def _format(fields, layout, sharding):
    if sharding is None and _is(layout, "Layout"):
        if release < (0, 8, 2):
            unknown("a layout without a sharding is refused in words that are not known")
        raise ValueError("Sharding has to be concrete when layout is of type <class 'jax._src.layout.Layout'>. "
                         "Please pass a `jax.sharding.NamedSharding` or `jax.sharding.SingleDeviceSharding` to the "
                         "sharding argument. Got sharding None")
    return object_of("Format", fields, layout, sharding)


@function("jax.experimental.layout", since="0.6.2", takes_unknown=True)
@function("jax.experimental.layout", since="0.6.2", until="0.7.0", name="Layout", takes_unknown=True)
def Format(layout=None, sharding=None):
    return _format("layout sharding", layout, sharding)


@function("jax.experimental.layout", until="0.6.2", name="Layout", takes_unknown=True)
def old_layout(device_local_layout=None, sharding=None):
    return _format("device_local_layout sharding", device_local_layout, sharding)


@function("<prelude>", takes_unknown=True)
def format_of(x):
    """The format of an array or of what describes one; its layout is up to the devices."""
    if not isinstance(x, jax.ShapeDtypeStruct):
        sharding = placed_sharding(x) if is_array(x) and not isinstance(x, np.ndarray) else None
    else:
        sharding = x.sharding
    if sharding is None:
        return unknowable()
    return object_of("Format", "layout sharding", object_of("DeviceLayout"), sharding)


@function("DeviceLayout", property=True)
@function("DeviceLayout", name="tiling", property=True)
@function("DeviceLayout", name="sub_byte_element_size_in_bits", property=True)
def major_to_minor(self):
    return unknowable()


@function("DeviceLayout")
def __eq__(self, other):
    return unknowable()


@function("ArrayImpl", since="0.6.2", property=True)
def format(self):
    return format_of(self)


@function("jax.experimental.layout", since="0.6.2")
def with_layout_constraint(x, layouts):
    leaves = jax.tree.leaves(x)
    given = broadcast_prefix("with_layout_constraint layouts", layouts, x, False)
    for leaf, layout in zip(leaves, given):
        if not _is(layout, "Layout"):
            unknown("a constraint by what is not a layout")
        if len(layout.major_to_minor) != leaf_array(leaf).ndim:
            raise ValueError(f"One of with_layout_constraint arguments is incompatible with its layout annotation "
                             f"{layout.text}: Length of major_to_minor and the rank of the value should match. Got "
                             f"major_to_minor={layout.major_to_minor} and shape={leaf_array(leaf).shape}")
    return x
