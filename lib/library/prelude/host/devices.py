"""Methods of NumPy's arrays of devices. NumPy: numpy.ndarray."""


def _completed(sizes, count):
    """The sizes with a -1 filled in, or None when so many devices do not have them."""
    rest = [size for size in sizes if size != -1]
    product = math.prod(rest)
    if len(rest) + 1 < len(sizes) or any([size < 0 for size in rest]):
        return None
    if len(rest) == len(sizes):
        return sizes if product == count else None
    if product == 0 or count % product:
        return None
    return [count // product if size == -1 else size for size in sizes]


@function("devices")
def reshape(self, *shape):
    asked = static_ints(shape[0] if len(shape) == 1 else shape)
    sizes, count = _completed(asked, self.size), self.size
    if all([size > 0 for size in asked]):
        means_devices(math.prod(asked), count)
    if sizes is not None:
        return devices_in_shape(self, sizes)
    written = ",".join([str(size) for size in asked]) + ("," if len(asked) == 1 else "")
    refuse(ValueError, f"cannot reshape array of size {count} into shape ({written})", rule="mesh-devices",
           say=f"the {count} devices do not fit this shape", help=f"make the sizes multiply to exactly {count}")


@function("devices")
@function("devices", name="ravel")
@function("devices", name="flat", property=True)
def flatten(self):
    return devices_in_shape(self, (self.size,))


@function("devices", property=True)
def size(self):
    return math.prod(self.shape)


@function("devices", property=True)
def ndim(self):
    return len(self.shape)


@function("devices", name="T", property=True)
@function("devices")
def transpose(self):
    return devices_in_shape(None, self.shape[::-1])


@function("devices")
def __len__(self):
    if not self.shape:
        raise TypeError("len() of unsized object")
    return self.shape[0]


@function("devices")
def __iter__(self):
    """The devices, or the rows of them."""
    if not self.shape or self.shape[0] > 1024:
        unknown("going through this array of devices")
    return [self[i] for i in range(self.shape[0])]
