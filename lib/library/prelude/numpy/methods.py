"""Methods of arrays that jax.numpy has under another name, or not at all. JAX: numpy/array_methods.py."""

VALUES = "copy real imag"


@function("ndarray")
def copy(self):
    return jnp.copy(self)


@function("ndarray", since="0.10.0", errors_say="_byteswap")
def byteswap(self):
    return jnp.copy(self)


@function("ndarray", errors_say="_searchsorted", jitted="within")
def searchsorted(self, v, side="left", sorter=None, *, method="scan"):
    return jnp.searchsorted(self, v, side=side, sorter=sorter, method=method)


@function("ndarray", errors_say="_choose")
def choose(self, choices, out=None, mode="raise"):
    return jnp.choose(self, choices, out=out, mode=mode)


@function("ArrayImpl", errors_say="_to_device")
def to_device(self, device, *, stream=None):
    return jax.device_put(self, device)


@function("ndarray", property=True)
def real(self):
    return jnp.real(self)


@function("ndarray", property=True)
def imag(self):
    return jnp.imag(self)


@function("ArrayImpl")
def copy_to_host_async(self):
    return None
