/* SPDX-License-Identifier: Apache-2.0 */
/* Rows are checked against JAX by testdata/programs/rows.py. */
#include "testing/program_cases.h"

static const struct program_case meshes_and_what_they_tell[] = {
    {"0.10.2", "x=4 y=4", "", "y = jnp.zeros(jax.make_mesh((2, 4), ('p', 'q')).size)", "y f32[8]"},
    {"0.10.2", "x=4 y=4", "", "y = jnp.zeros(jax.make_mesh((2, 4), ('p', 'q')).shape['q'])",
     "y f32[4]"},
    {"0.10.2", "x=4 y=4", "", "y = jnp.zeros(len(jax.make_mesh((2, 4), ('p', 'q')).axis_names))",
     "y f32[2]"},
    {"0.10.2", "x=4 y=4", "", "y = jnp.zeros(jax.make_mesh((2, 4), ('p', 'q')).axis_sizes)",
     "y f32[2,4]"},
    {"0.10.2", "x=4 y=4", "", "y = jnp.zeros(jax.make_mesh((2, 4), ('p', 'q')).devices.shape)",
     "y f32[2,4]"},
    {"0.10.2", "x=4 y=4", "", "y = jnp.zeros(jax.make_mesh((2, 4), ('p', 'q')).devices.size)",
     "y f32[8]"},
    {"0.10.2", "x=4 y=4", "", "y = jnp.zeros(3 if jax.make_mesh((2,), ('p',)).empty else 2)",
     "y f32[2]"},
    {"0.10.2", "x=4 y=4", "",
     "y = jnp.zeros(3 if jax.make_mesh((2,), ('p',)).is_multi_process else 2)", "y f32[2]"},
    {"0.10.2", "x=4 y=4", "", "y = jnp.zeros(dict(jax.make_mesh((2, 4), ('p', 'q')).shape)['p'])",
     "y f32[2]"},
    {"0.10.2", "x=4 y=4", "",
     "y = jnp.zeros([n for name, n in jax.make_mesh((2, 4), ('p', 'q')).shape.items()])",
     "y f32[2,4]"},
    {"0.10.2", "x=4 y=4", "", "y = jnp.zeros(jax.make_mesh((2, 4), ('p', 'q')).shape_tuple[1][1])",
     "y f32[4]"},
    {"0.10.2", "x=4 y=4", "", "y = jnp.zeros(jax.make_mesh((2, 4), ('p', 'q')).abstract_mesh.size)",
     "y f32[8]"},
    {"0.10.2", "x=4 y=4", "",
     "y = jnp.zeros(2 if jax.make_mesh((2,), ('p',)).axis_types == (jax.sharding.AxisType.Auto,) "
     "else 3)",
     "y f32[3]"},
    {"0.10.2", "x=4 y=4", "",
     "y = jnp.zeros(2 if jax.make_mesh((2,), ('p',)).axis_types[0] == "
     "jax.sharding.AxisType.Explicit else 3)",
     "y f32[2]"},
    {"0.10.2", "x=4 y=4", "",
     "y = jnp.zeros(len(jax.make_mesh((2, 2), ('p', 'q'), (jax.sharding.AxisType.Auto, "
     "jax.sharding.AxisType.Explicit)).auto_axes))",
     "y f32[1]"},
    {"0.10.2", "x=4 y=4", "",
     "y = jnp.zeros(len(jax.make_mesh((2, 2), ('p', 'q'), (jax.sharding.AxisType.Auto, "
     "jax.sharding.AxisType.Explicit)).explicit_axes))",
     "y f32[1]"},
    {"0.10.2", "x=4 y=4", "",
     "y = jnp.zeros(len(jax.make_mesh((2, 2), ('p', 'q')).manual_axes) + 1)", "y f32[1]"},
    {"0.10.2", "x=4 y=4", "",
     "y = jnp.zeros(2 if jax.make_mesh((2,), ('p',), "
     "(jax.sharding.AxisType.Auto,)).are_all_axes_auto else 3)",
     "y f32[2]"},
    {"0.10.2", "x=4 y=4", "",
     "y = jnp.zeros(2 if jax.make_mesh((2,), ('p',), "
     "(jax.sharding.AxisType.Auto,)).are_all_axes_explicit else 3)",
     "y f32[3]"},
    {"0.10.2", "x=4 y=4", "",
     "y = jnp.zeros(2 if jax.make_mesh((2,), ('p',)).are_all_axes_manual else 3)", "y f32[3]"},
    {"0.10.2", "x=4 y=4", "", "y = jnp.zeros(jax.sharding.AbstractMesh((2, 4), ('p', 'q')).size)",
     "y f32[8]"},
    {"0.10.2", "x=4 y=4", "",
     "y = jnp.zeros(jax.sharding.AbstractMesh((2, 4), ('p', 'q')).shape['p'])", "y f32[2]"},
    {"0.10.2", "x=4 y=4", "",
     "y = jnp.zeros(2 if jax.sharding.AbstractMesh((2,), ('p',)).empty else 3)", "y f32[3]"},
    {"0.10.2", "x=4 y=4", "", "y = jnp.zeros(2 if jax.sharding.AbstractMesh((), ()).empty else 3)",
     "y f32[2]"},
    {"0.10.2", "x=4 y=4", "",
     "y = jnp.zeros(2 if jax.make_mesh((2,), ('p',)) == jax.make_mesh((2,), ('q',)) else 3)",
     "y f32[3]"},
    {"0.10.2", "x=4 y=4", "", "y = jnp.zeros(mesh_utils.create_device_mesh((2, 4)).shape)",
     "ValueError: Number of devices 16 must equal the product of mesh_shape (2, 4)"},
    {"0.10.2", "x=4 y=4", "",
     "y = jnp.zeros(mesh_utils.create_device_mesh((2, 2), jax.devices()[:4]).shape)", "y f32[2,2]"},
    {"0.10.2", "x=4 y=4", "a f32[8,8]",
     "mesh = Mesh(mesh_utils.create_device_mesh((2, 4)), ('p', 'q'))\n"
     "y = jax.device_put(a, NamedSharding(mesh, P('p', 'q')))",
     "ValueError: Number of devices 16 must equal the product of mesh_shape (2, 4)"},
};

/* Axes, sizes, types, and devices of a mesh. */
Test(meshes, meshes_and_what_they_tell)
{
	testing_programs(meshes_and_what_they_tell, ROWS(meshes_and_what_they_tell));
}

static const struct program_case meshes_refused[] = {
    {"0.10.2", "x=4 y=4", "", "y = jax.make_mesh((2, 4), ('p',))",
     "ValueError: Mesh requires the ndim of its first argument (`devices`) to equal "
     "the length of its second argument (`axis_names`), but got devices.ndim == 2 and "
     "len(axis_names) == 1."},
    {"0.10.2", "x=4 y=4", "", "y = jax.make_mesh((2,), ('p', 'q'))",
     "ValueError: Mesh requires the ndim of its first argument (`devices`) to equal "
     "the length of its second argument (`axis_names`), but got devices.ndim == 1 and "
     "len(axis_names) == 2."},
    {"0.10.2", "x=4 y=4", "", "y = jax.make_mesh((2, 2), ('p', 'p'))", ""},
    {"0.10.2", "x=4 y=4", "", "y = jax.make_mesh((3, 5), ('p', 'q')).size", ""},
    {"0.10.2", "x=4 y=4", "", "y = jax.make_mesh(2, ('p',))",
     "TypeError: 'int' object is not iterable"},
    {"0.10.2", "x=4 y=4", "", "y = jax.make_mesh((2,), 'p').size", ""},
    {"0.10.2", "x=4 y=4", "", "y = jax.make_mesh((2, 4), 'pq').size",
     "ValueError: Mesh requires the ndim of its first argument (`devices`) to equal "
     "the length of its second argument (`axis_names`), but got devices.ndim == 2 and "
     "len(axis_names) == 1."},
    {"0.10.2", "x=4 y=4", "", "y = jax.make_mesh((0,), ('p',))",
     "IndexError: list index out of range"},
    {"0.10.2", "x=4 y=4", "", "y = jax.make_mesh((-2,), ('p',))",
     "ValueError: Number of devices 14 must equal the product of mesh_shape (-2,)"},
    {"0.10.2", "x=4 y=4", "", "y = jax.make_mesh((2,), ('p',), jax.sharding.AxisType.Auto)", ""},
    {"0.10.2", "x=4 y=4", "", "y = jax.make_mesh((2,), ('p',), ('auto',))",
     "TypeError: axis_types passed to Mesh must be of type `jax.sharding.AxisType`. "
     "Got ('auto',) of type (<class 'str'>,)"},
    {"0.10.2", "x=4 y=4", "",
     "y = jax.make_mesh((2,), ('p',), (jax.sharding.AxisType.Auto, jax.sharding.AxisType.Auto))",
     "ValueError: Number of axis names should match the number of axis_types. Got "
     "axis_names=('p',) and axis_types=(Auto, Auto)"},
    {"0.10.2", "x=4 y=4", "",
     "y = jax.make_mesh((2,), ('p',), axis_types=(jax.sharding.AxisType.Manual,)).size", ""},
    {"0.10.2", "x=4 y=4", "", "y = jax.make_mesh((2,))",
     "TypeError: make_mesh() missing 1 required positional argument: 'axis_names'"},
    {"0.10.2", "x=4 y=4", "", "y = jax.make_mesh()",
     "TypeError: make_mesh() missing 2 required positional arguments: 'axis_shapes' "
     "and 'axis_names'"},
    {"0.10.2", "x=4 y=4", "", "y = jax.make_mesh((2,), ('p',), kind='auto')",
     "TypeError: make_mesh() got an unexpected keyword argument 'kind'"},
    {"0.10.2", "x=4 y=4", "", "y = jax.make_mesh((2,), ('p',), devices=jax.devices()[:1])",
     "ValueError: Number of devices 1 must be >= the product of mesh_shape (2,)"},
    {"0.10.2", "x=4 y=4", "", "y = Mesh(jax.devices()[:2], ('p', 'q'))",
     "ValueError: Mesh requires the ndim of its first argument (`devices`) to equal "
     "the length of its second argument (`axis_names`), but got devices.ndim == 1 and "
     "len(axis_names) == 2."},
    {"0.10.2", "x=4 y=4", "",
     "y = Mesh(jax.devices()[:2], ('p',), axis_types=jax.sharding.AxisType.Auto)", ""},
    {"0.10.2", "x=4 y=4", "",
     "y = Mesh(jax.devices()[:2], ('p',), axis_types=(jax.sharding.AxisType.Auto, "
     "jax.sharding.AxisType.Auto))",
     "ValueError: Number of axis names should match the number of axis_types. Got "
     "axis_names=('p',) and axis_types=(Auto, Auto)"},
    {"0.10.2", "x=4 y=4", "", "y = Mesh(jax.devices()[:2])",
     "TypeError: Mesh.__new__() missing 1 required positional argument: 'axis_names'"},
    {"0.10.2", "x=4 y=4", "", "y = jax.sharding.AbstractMesh((2, 2), ('p', 'p'))", ""},
    {"0.10.2", "x=4 y=4", "", "y = jax.sharding.AbstractMesh((('p', 2),))",
     "TypeError: AbstractMesh.__new__() missing 1 required positional argument: "
     "'axis_names'"},
    {"0.10.2", "x=4 y=4", "", "y = jax.sharding.AxisType('auto')",
     "ValueError: 'auto' is not a valid AxisType"},
    {"0.10.2", "x=4 y=4", "", "y = mesh_utils.create_device_mesh((3, 5))",
     "ValueError: Number of devices 16 must equal the product of mesh_shape (3, 5)"},
    {"0.10.2", "x=4 y=4", "", "y = mesh_utils.create_device_mesh((2, 2), jax.devices()[:3])",
     "ValueError: Number of devices 3 must equal the product of mesh_shape (2, 2)"},
    {"0.10.2", "x=4 y=4", "", "y = jax.make_mesh((2,), ('p',)).shape['q']", "KeyError: 'q'"},
    {"0.10.2", "x=4 y=4", "", "y = jax.make_mesh((2,), ('p',)).axis_size",
     "AttributeError: 'Mesh' object has no attribute 'axis_size'"},
    {"0.6.0", "x=4 y=4", "", "y = jax.make_mesh((2, 4), ('p',))",
     "ValueError: Mesh requires the ndim of its first argument (`devices`) to equal "
     "the length of its second argument (`axis_names`), but got devices.ndim == 2 and "
     "len(axis_names) == 1."},
    {"0.7.2", "x=4 y=4", "", "y = jax.make_mesh((2, 4), ('p',))",
     "ValueError: Mesh requires the ndim of its first argument (`devices`) to equal "
     "the length of its second argument (`axis_names`), but got devices.ndim == 2 and "
     "len(axis_names) == 1."},
    {"0.9.0", "x=4 y=4", "", "y = jax.make_mesh((2, 4), ('p',))",
     "ValueError: Mesh requires the ndim of its first argument (`devices`) to equal "
     "the length of its second argument (`axis_names`), but got devices.ndim == 2 and "
     "len(axis_names) == 1."},
    {"0.12.0.1", "x=4 y=4", "", "y = jax.make_mesh((2, 4), ('p',))",
     "ValueError: Mesh requires the ndim of its first argument (`devices`) to equal "
     "the length of its second argument (`axis_names`), but got devices.ndim == 2 and "
     "len(axis_names) == 1."},
    {"0.6.0", "x=4 y=4", "", "y = jax.make_mesh((2,), ('p',), (jax.sharding.AxisType.Auto,)).size",
     "TypeError: make_mesh() takes 2 positional arguments but 3 were given"},
    {"0.7.2", "x=4 y=4", "", "y = jax.make_mesh((2,), ('p',), (jax.sharding.AxisType.Auto,)).size",
     ""},
    {"0.9.0", "x=4 y=4", "", "y = jax.make_mesh((2,), ('p',), (jax.sharding.AxisType.Auto,)).size",
     ""},
    {"0.12.0.1", "x=4 y=4", "",
     "y = jax.make_mesh((2,), ('p',), (jax.sharding.AxisType.Auto,)).size", ""},
    {"0.6.0", "x=4 y=4", "", "y = jax.sharding.AbstractMesh((2, 2), ('p', 'p'))", ""},
    {"0.7.2", "x=4 y=4", "", "y = jax.sharding.AbstractMesh((2, 2), ('p', 'p'))", ""},
    {"0.9.0", "x=4 y=4", "", "y = jax.sharding.AbstractMesh((2, 2), ('p', 'p'))", ""},
    {"0.12.0.1", "x=4 y=4", "", "y = jax.sharding.AbstractMesh((2, 2), ('p', 'p'))", ""},
    {"0.6.0", "x=4 y=4", "",
     "y = jnp.zeros(2 if jax.make_mesh((2,), ('p',)).axis_types[0] == "
     "jax.sharding.AxisType.Explicit else 3)",
     "y f32[3]"},
    {"0.7.2", "x=4 y=4", "",
     "y = jnp.zeros(2 if jax.make_mesh((2,), ('p',)).axis_types[0] == "
     "jax.sharding.AxisType.Explicit else 3)",
     "y f32[3]"},
    {"0.9.0", "x=4 y=4", "",
     "y = jnp.zeros(2 if jax.make_mesh((2,), ('p',)).axis_types[0] == "
     "jax.sharding.AxisType.Explicit else 3)",
     "y f32[2]"},
    {"0.12.0.1", "x=4 y=4", "",
     "y = jnp.zeros(2 if jax.make_mesh((2,), ('p',)).axis_types[0] == "
     "jax.sharding.AxisType.Explicit else 3)",
     "y f32[2]"},
    {"0.6.0", "x=4 y=4", "",
     "y = jnp.zeros(2 if jax.make_mesh((2,), ('p',)).are_all_axes_auto else 3)",
     "AttributeError: 'Mesh' object has no attribute 'are_all_axes_auto'"},
    {"0.7.2", "x=4 y=4", "",
     "y = jnp.zeros(2 if jax.make_mesh((2,), ('p',)).are_all_axes_auto else 3)", "y f32[2]"},
    {"0.9.0", "x=4 y=4", "",
     "y = jnp.zeros(2 if jax.make_mesh((2,), ('p',)).are_all_axes_auto else 3)", "y f32[3]"},
    {"0.12.0.1", "x=4 y=4", "",
     "y = jnp.zeros(2 if jax.make_mesh((2,), ('p',)).are_all_axes_auto else 3)", "y f32[3]"},
    {"0.6.0", "x=4 y=4", "", "y = jax.make_mesh(axis_shapes=(2,), axis_names=('p',)).size", ""},
    {"0.7.2", "x=4 y=4", "", "y = jax.make_mesh(axis_shapes=(2,), axis_names=('p',)).size", ""},
    {"0.9.0", "x=4 y=4", "", "y = jax.make_mesh(axis_shapes=(2,), axis_names=('p',)).size", ""},
};

/* Sizes and names of unequal lengths, types that are none, too few devices. */
Test(meshes, meshes_refused)
{
	testing_programs(meshes_refused, ROWS(meshes_refused));
}
