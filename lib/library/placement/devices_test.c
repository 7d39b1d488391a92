/* SPDX-License-Identifier: Apache-2.0 */
/* Rows are checked against JAX by testdata/programs/rows.py. */
#include "testing/program_cases.h"

static const struct program_case devices_as_lists_and_arrays[] = {
    {"0.10.2", "x=4 y=4", "a f32[8,8]",
     "mesh = Mesh(np.array(jax.devices()[:4]).reshape(2, 2), ('p', 'q'))\n"
     "y = jax.device_put(a, NamedSharding(mesh, P('p', 'q')))",
     "y f32[8,8]"},
    {"0.10.2", "x=4 y=4", "a f32[8,8]",
     "mesh = Mesh(np.array(jax.devices()[:4]).reshape((4, 1)), ('p', 'q'))\n"
     "y = jax.device_put(a, NamedSharding(mesh, P('p', 'q')))",
     "y f32[8,8]"},
    {"0.10.2", "x=4 y=4", "a f32[8,8]",
     "mesh = Mesh(np.array(jax.devices()[:4]).reshape(-1, 2), ('p', 'q'))\n"
     "y = jax.device_put(a, NamedSharding(mesh, P('q', 'p')))",
     "y f32[8,8]"},
    {"0.10.2", "x=4 y=4", "a f32[8,8]",
     "mesh = Mesh(np.array(jax.devices()[:8]).reshape(2, 4).T, ('p', 'q'))\n"
     "y = jax.device_put(a, NamedSharding(mesh, P('p')))",
     "y f32[8,8]"},
    {"0.10.2", "x=4 y=4", "a f32[8,8]",
     "mesh = Mesh(np.array(jax.devices()[:8]).reshape(2, 4).flatten(), ('p',))\n"
     "y = jax.device_put(a, NamedSharding(mesh, P('p')))",
     "y f32[8,8]"},
    {"0.10.2", "x=4 y=4", "",
     "mesh = Mesh(np.array(jax.devices()[:8]).reshape(2, 2, 2).transpose(), ('p', 'q', 'r'))\n"
     "y = jnp.zeros(mesh.shape['q'])",
     "y f32[2]"},
    {"0.10.2", "x=4 y=4", "a f32[8,8]",
     "mesh = Mesh(jax.devices()[:2], ('p',))\n"
     "y = jax.device_put(a, NamedSharding(mesh, P('p')))",
     "y f32[8,8]"},
    {"0.10.2", "x=4 y=4", "a f32[8,8]",
     "mesh = Mesh(jax.local_devices()[:2], 'p')\n"
     "y = jax.device_put(a, NamedSharding(mesh, P('p')))",
     "y f32[8,8]"},
    {"0.10.2", "x=4 y=4", "", "y = jnp.zeros(len(jax.devices()[:3]))", "y f32[3]"},
    {"0.10.2", "x=4 y=4", "", "y = jnp.zeros(np.array(jax.devices()[:6]).size)", "y f32[6]"},
    {"0.10.2", "x=4 y=4", "", "y = jnp.zeros(np.array(jax.devices()[:6]).reshape(2, 3).shape)",
     "y f32[2,3]"},
    {"0.10.2", "x=4 y=4", "", "y = jnp.zeros(np.array(jax.devices()[:6]).reshape(2, 3).ndim)",
     "y f32[2]"},
    {"0.10.2", "x=4 y=4", "",
     "mesh = Mesh(np.array(jax.devices()[:8]).reshape(2, 4)[0], ('p',))\n"
     "y = jnp.zeros(mesh.size)",
     "y f32[4]"},
    {"0.10.2", "x=4 y=4", "",
     "mesh = Mesh(np.array(jax.devices()[:8]).reshape(2, 4)[:, :2], ('p', 'q'))\n"
     "y = jnp.zeros(mesh.size)",
     "y f32[4]"},
    {"0.10.2", "x=4 y=4", "",
     "mesh = Mesh(np.array(jax.devices()[:8])[::2], ('p',))\n"
     "y = jnp.zeros(mesh.size)",
     "y f32[4]"},
    {"0.10.2", "x=4 y=4", "a f32[8,8]", "y = jax.device_put(a, jax.devices()[0])", "y f32[8,8]"},
    {"0.10.2", "x=4 y=4", "a f32[8,8]",
     "y = jax.device_put(a, jax.sharding.SingleDeviceSharding(jax.devices()[0]))", "y f32[8,8]"},
};

/* jax.devices and what numpy makes of it. */
Test(devices, devices_as_lists_and_arrays)
{
	testing_programs(devices_as_lists_and_arrays, ROWS(devices_as_lists_and_arrays));
}

static const struct program_case devices_refused[] = {
    {"0.10.2", "x=4 y=4", "", "mesh = Mesh(np.array(jax.devices()[:4]).reshape(3, 2), ('p', 'q'))",
     "ValueError: cannot reshape array of size 4 into shape (3,2)"},
    {"0.10.2", "x=4 y=4", "", "mesh = Mesh(np.array(jax.devices()[:4]).reshape(2, 2), ('p',))",
     "ValueError: Mesh requires the ndim of its first argument (`devices`) to equal "
     "the length of its second argument (`axis_names`), but got devices.ndim == 2 and "
     "len(axis_names) == 1."},
    {"0.10.2", "x=4 y=4", "", "mesh = Mesh(np.array(jax.devices()[:4]), ('p', 'q'))",
     "ValueError: Mesh requires the ndim of its first argument (`devices`) to equal "
     "the length of its second argument (`axis_names`), but got devices.ndim == 1 and "
     "len(axis_names) == 2."},
    {"0.10.2", "x=4 y=4", "", "mesh = Mesh(np.array(jax.devices()[:4]).reshape(2, 2), ('p', 'p'))",
     ""},
    {"0.10.2", "x=4 y=4", "n i32[]",
     "mesh = Mesh(np.array(jax.devices()[:4]).reshape(n, 2), ('p', 'q'))",
     "TracerIntegerConversionError: The __index__() method was called on traced array "
     "with shape int32[]"},
    {"0.10.2", "x=4 y=4", "",
     "mesh = Mesh(np.array(jax.devices()[:8]).reshape(2, 4)[0, 0, 0], ('p',))",
     "IndexError: too many indices for array: array is 2-dimensional, but 3 were "
     "indexed"},
    {"0.10.2", "x=4 y=4", "", "y = jax.devices().reshape(2, 2)",
     "AttributeError: 'list' object has no attribute 'reshape'"},
    {"0.10.2", "x=4 y=4", "", "y = jax.device_count(1, 2)",
     "TypeError: device_count() takes from 0 to 1 positional arguments but 2 were "
     "given"},
    {"0.10.2", "x=4 y=4", "", "y = jax.devices(kind='cpu')",
     "TypeError: devices() got an unexpected keyword argument 'kind'"},
    {"0.10.2", "x=4 y=4", "", "y = np.array(jax.devices()[:4]).size()",
     "TypeError: 'int' object is not callable"},
};

/* Arrays of devices that do not fit their shape or the mesh. */
Test(devices, devices_refused)
{
	testing_programs(devices_refused, ROWS(devices_refused));
}
