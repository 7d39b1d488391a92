/* SPDX-License-Identifier: Apache-2.0 */
/* What JAX says to the constructors of a mesh, release by release. */
#include "testing/framework_says.h"

static const struct framework_says make_mesh_calls[] = {
    {"framework: jax==0.12.0.1\ndevices: 8\nmesh: {axes: {x: 4, y: 2}, built_by: "
     "make_mesh}\n",
     NULL, NULL, NULL, NULL},
    {"framework: jax==0.12.0.1\ndevices: 16\nmesh: {axes: {x: 4, y: 2}, built_by: "
     "make_mesh}\n",
     NULL, NULL, NULL, NULL},
    {"framework: jax==0.12.0.1\ndevices: 8\nmesh: {axes: {x: 4, y: 4}, built_by: "
     "make_mesh}\n",
     "mesh-devices", "x: 4, y: 4", "ValueError",
     "Number of devices 8 must be >= the product of mesh_shape (4, 4)"},
    {"framework: jax==0.4.38\ndevices: 2\nmesh: {axes: {x: 3}, built_by: make_mesh}\n",
     "mesh-devices", "x: 3", "ValueError",
     "Number of devices 2 must be >= the product of mesh_shape (3,)"},
    {"framework: jax==0.12.0.1\ndevices: 1\nmesh: {axes: {x: 1, y: 3}, built_by: "
     "make_mesh}\n",
     "mesh-devices", "x: 1, y: 3", "ValueError",
     "Number of devices 1 must be >= the product of mesh_shape (1, 3)"},
    {"framework: jax==0.4.30\ndevices: 2\nmesh: {axes: {x: 2}, built_by: make_mesh}\n",
     "api-missing", "{axes: {x: 2}, built_by: make_mesh}", "AttributeError",
     "module 'jax' has no attribute 'make_mesh'"},
    {"framework: jax==0.7.0\ndevices: 2\nmesh: {axes: {names: [x, y], sizes: [1, 0]}, "
     "built_by: make_mesh}\n",
     "mesh-size", "1, 0", "IndexError", "list index out of range"},
    {"framework: jax==0.12.0.1\ndevices: 8\nmesh: {axes: {names: [x], sizes: [-1]}, "
     "built_by: make_mesh}\n",
     "mesh-size", "-1", "ValueError",
     "Number of devices 7 must equal the product of mesh_shape (-1,)"},
    {"framework: jax==0.12.0.1\ndevices: 4\nmesh: {axes: {names: [x, y], sizes: [-1, "
     "-1]}, built_by: make_mesh}\n",
     "mesh-size", "-1, -1", "ValueError", "can only specify one unknown dimension"},
    {"framework: jax==0.12.0.1\ndevices: 8\nmesh: {axes: {names: [x], sizes: [-8]}, "
     "built_by: make_mesh}\n",
     "mesh-size", "-8", "IndexError", "list index out of range"},
    {"framework: jax==0.12.0.1\ndevices: 8\nmesh: {axes: {names: [x, y], sizes: [2, "
     "-2]}, built_by: make_mesh}\n",
     "mesh-size", "2, -2", "ValueError",
     "Number of devices 4 must equal the product of mesh_shape (2, -2)"},
    {"framework: jax==0.6.0\ndevices: 4\nmesh: {axes: {names: [x, y, z], sizes: [2, "
     "2]}, built_by: make_mesh}\n",
     "mesh-axes-count", "2, 2", "ValueError",
     "Mesh requires the ndim of its first argument (`devices`) to equal the length of "
     "its second argument (`axis_names`), but got devices.ndim == 2 and len(axis_names) "
     "== 3."},
    {"framework: jax==0.6.0\ndevices: 4\nmesh: {axes: {names: [x], sizes: [2, 2]}, "
     "built_by: make_mesh}\n",
     "mesh-axes-count", "2, 2", "ValueError",
     "Mesh requires the ndim of its first argument (`devices`) to equal the length of "
     "its second argument (`axis_names`), but got devices.ndim == 2 and len(axis_names) "
     "== 1."},
    {"framework: jax==0.12.0.1\ndevices: 4\nmesh: {axes: {names: [x, null], sizes: [2, "
     "2]}, built_by: make_mesh}\n",
     "mesh-axis-name", "null", "ValueError", "Mesh axis names cannot be None. Got: ('x', None)"},
};

Test(jax_mesh, make_mesh_takes_the_first_devices)
{
	framework_says_check(make_mesh_calls, ROWS(make_mesh_calls));
}

static const struct framework_says create_device_mesh_calls[] = {
    {"framework: jax==0.12.0.1\ndevices: 4\nmesh: {axes: {x: 4}, built_by: "
     "create_device_mesh}\n",
     NULL, NULL, NULL, NULL},
    {"framework: jax==0.12.0.1\ndevices: 8\nmesh: {axes: {x: 4}, built_by: "
     "create_device_mesh}\n",
     "mesh-devices", "x: 4", "ValueError",
     "Number of devices 8 must equal the product of mesh_shape (4,)"},
    {"framework: jax==0.4.30\ndevices: 8\nmesh: {axes: {x: 4, y: 4}, built_by: "
     "create_device_mesh}\n",
     "mesh-devices", "x: 4, y: 4", "ValueError",
     "Number of devices 8 must equal the product of mesh_shape (4, 4)"},
    {"framework: jax==0.9.0\ndevices: 2\nmesh: {axes: {names: [x], sizes: [0]}, "
     "built_by: create_device_mesh}\n",
     "mesh-size", "0", "ValueError",
     "Number of devices 2 must equal the product of mesh_shape (0,)"},
    {"framework: jax==0.9.0\ndevices: 4\nmesh: {axes: {names: [x, y], sizes: [-2, -2]}, "
     "built_by: create_device_mesh}\n",
     "mesh-size", "-2, -2", "ValueError", "can only specify one unknown dimension"},
    {"framework: jax==0.9.0\ndevices: 4\nmesh: {axes: {names: [x, y], sizes: [-2, 2]}, "
     "built_by: create_device_mesh}\n",
     "mesh-size", "-2, 2", "ValueError",
     "Number of devices 4 must equal the product of mesh_shape (-2, 2)"},
    {"framework: jax==0.9.0\ndevices: 4\nmesh: {axes: {names: [x, y, z], sizes: [2, "
     "2]}, built_by: create_device_mesh}\n",
     NULL, NULL, NULL, NULL},
    {"framework: jax==0.12.0.1\ndevices: 8\nmesh: {axes: {x: 2, y: 2}, built_by: "
     "create_hybrid_device_mesh}\n",
     "mesh-devices", "x: 2, y: 2", "ValueError",
     "Number of devices 8 must equal the product of mesh_shape (2, 2)"},
};

Test(jax_mesh, create_device_mesh_takes_all_devices)
{
	framework_says_check(create_device_mesh_calls, ROWS(create_device_mesh_calls));
}

static const struct framework_says mesh_calls[] = {
    {"framework: jax==0.12.0.1\ndevices: 4\nmesh: {axes: {x: 4}, built_by: Mesh}\n", NULL, NULL,
     NULL, NULL},
    {"framework: jax==0.12.0.1\ndevices: 8\nmesh: {axes: {x: 4}, built_by: Mesh}\n", "mesh-devices",
     "x: 4", "ValueError", "cannot reshape array of size 8 into shape (4,)"},
    {"framework: jax==0.12.0.1\ndevices: 4\nmesh: {axes: {x: 2, y: 4}, built_by: Mesh}\n",
     "mesh-devices", "x: 2, y: 4", "ValueError", "cannot reshape array of size 4 into shape (2,4)"},
    {"framework: jax==0.12.0.1\ndevices: 4\nmesh: {axes: {names: [x, y], sizes: [-2, "
     "-2]}, built_by: Mesh}\n",
     "mesh-size", "-2, -2", "ValueError", "cannot reshape array of size 4 into shape (-2,-2)"},
    {"framework: jax==0.12.0.1\ndevices: 4\nmesh: {axes: {names: [x], sizes: [0]}, "
     "built_by: Mesh}\n",
     "mesh-size", "0", "ValueError", "cannot reshape array of size 4 into shape (0,)"},
    {"framework: jax==0.12.0.1\nmesh: {axes: {x: 4}, devices: [0, 1, 2]}\n", "mesh-devices", "x: 4",
     "ValueError", "cannot reshape array of size 3 into shape (4,)"},
    {"framework: jax==0.12.0.1\nmesh: {axes: {x: 4}, devices: [3, 2, 1, 0]}\n", NULL, NULL, NULL,
     NULL},
    {"framework: jax==0.5.0\nmesh: {axes: {names: [x, x], sizes: [2, 2]}, built_by: "
     "Mesh}\n",
     "mesh-axis-repeated", "x", "ValueError",
     "Number of axis names in axis_types should match the number of axis_names. Got "
     "axis_names=('x', 'x') and axis_types={Hidden: ('x', 'x')}"},
    {"framework: jax==0.4.38\nmesh: {axes: {names: [x, x], sizes: [2, 2]}, built_by: "
     "Mesh}\n",
     NULL, NULL, NULL, NULL},
    {"framework: jax==0.5.3\nmesh: {axes: {names: [x, x], sizes: [2, 2]}, built_by: "
     "Mesh}\n",
     NULL, NULL, NULL, NULL},
};

Test(jax_mesh, mesh_reshapes_its_devices)
{
	framework_says_check(mesh_calls, ROWS(mesh_calls));
}

static const struct framework_says axis_types[] = {
    {"framework: jax==0.5.0\nmesh: {axes: {x: 2}, types: auto}\n", NULL, NULL, NULL, NULL},
    {"framework: jax==0.5.0\nmesh: {axes: {x: 2}, types: explicit}\n", "api-missing", "explicit",
     "AttributeError", "module 'jax.sharding' has no attribute 'AxisType'"},
    {"framework: jax==0.4.30\nmesh: {axes: {x: 2, y: 2}, types: {y: manual}}\n", "api-missing",
     "{y: manual}", "AttributeError", "module 'jax.sharding' has no attribute 'AxisType'"},
    {"framework: jax==0.5.3\nmesh: {axes: {x: 2}, types: explicit}\n", NULL, NULL, NULL, NULL},
    {"framework: jax==0.12.0.1\nmesh: {axes: {x: 2, y: 2}, types: [auto]}\n", "mesh-types-count",
     "[auto]", "ValueError",
     "Number of axis names should match the number of axis_types. Got axis_names=('x', "
     "'y') and axis_types=(Auto,)"},
    {"framework: jax==0.12.0.1\nmesh: {axes: {x: 2}, types: [auto, manual]}\n", "mesh-types-count",
     "[auto, manual]", "ValueError",
     "Number of axis names should match the number of axis_types. Got axis_names=('x',) "
     "and axis_types=(Auto, Manual)"},
    {"framework: jax==0.6.0\nmesh: {axes: {x: 2}, types: []}\n", "mesh-types-count", "[]",
     "ValueError",
     "Number of axis names should match the number of axis_types. Got axis_names=('x',) "
     "and axis_types=()"},
    {"framework: jax==0.12.0.1\nmesh: {axes: {x: 2, y: 2}, types: [explicit, manual]}\n", NULL,
     NULL, NULL, NULL},
};

Test(jax_mesh, axis_types_are_as_many_as_axes)
{
	framework_says_check(axis_types, ROWS(axis_types));
}
