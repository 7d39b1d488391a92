/* SPDX-License-Identifier: Apache-2.0 */
/* Rows are checked against JAX by testdata/programs/rows.py. */
#include "testing/program_cases.h"

static const struct program_case meshes_in_a_context[] = {
    {"0.6.0", "x=4 y=4", "", "y = jnp.zeros(jax.sharding.get_abstract_mesh().size)", "y f32[16]"},
    {"0.7.0", "x=4 y=4", "", "y = jnp.zeros(jax.sharding.get_abstract_mesh().size)", "y f32[16]"},
    {"0.7.2", "x=4 y=4", "", "y = jnp.zeros(jax.sharding.get_abstract_mesh().size)", "y f32[16]"},
    {"0.9.0", "x=4 y=4", "", "y = jnp.zeros(jax.sharding.get_abstract_mesh().size)", "y f32[16]"},
    {"0.10.2", "x=4 y=4", "", "y = jnp.zeros(jax.sharding.get_abstract_mesh().size)", "y f32[16]"},
    {"0.12.0.1", "x=4 y=4", "", "y = jnp.zeros(jax.sharding.get_abstract_mesh().size)",
     "y f32[16]"},
    {"0.6.0", "x=4 y=4", "", "y = jnp.zeros(len(jax.sharding.get_abstract_mesh().axis_names))",
     "y f32[2]"},
    {"0.7.0", "x=4 y=4", "", "y = jnp.zeros(len(jax.sharding.get_abstract_mesh().axis_names))",
     "y f32[2]"},
    {"0.7.2", "x=4 y=4", "", "y = jnp.zeros(len(jax.sharding.get_abstract_mesh().axis_names))",
     "y f32[2]"},
    {"0.9.0", "x=4 y=4", "", "y = jnp.zeros(len(jax.sharding.get_abstract_mesh().axis_names))",
     "y f32[2]"},
    {"0.10.2", "x=4 y=4", "", "y = jnp.zeros(len(jax.sharding.get_abstract_mesh().axis_names))",
     "y f32[2]"},
    {"0.12.0.1", "x=4 y=4", "", "y = jnp.zeros(len(jax.sharding.get_abstract_mesh().axis_names))",
     "y f32[2]"},
    {"0.6.0", "x=4 y=4", "a f32[8,8]",
     "def f():\n"
     "  with jax.sharding.use_mesh(jax.make_mesh((2,), ('p',))):\n"
     "    return a + 1\n"
     "y = f()",
     "ValueError: `use_mesh` can only be used outside of `jax.jit`"},
    {"0.7.0", "x=4 y=4", "a f32[8,8]",
     "def f():\n"
     "  with jax.sharding.use_mesh(jax.make_mesh((2,), ('p',))):\n"
     "    return a + 1\n"
     "y = f()",
     "ValueError: `use_mesh` can only be used outside of `jax.jit`"},
    {"0.7.2", "x=4 y=4", "a f32[8,8]",
     "def f():\n"
     "  with jax.sharding.use_mesh(jax.make_mesh((2,), ('p',))):\n"
     "    return a + 1\n"
     "y = f()",
     "AttributeError: module 'jax.sharding' has no attribute 'use_mesh'"},
    {"0.9.0", "x=4 y=4", "a f32[8,8]",
     "def f():\n"
     "  with jax.sharding.use_mesh(jax.make_mesh((2,), ('p',))):\n"
     "    return a + 1\n"
     "y = f()",
     "AttributeError: module 'jax.sharding' has no attribute 'use_mesh'"},
    {"0.10.2", "x=4 y=4", "a f32[8,8]",
     "def f():\n"
     "  with jax.sharding.use_mesh(jax.make_mesh((2,), ('p',))):\n"
     "    return a + 1\n"
     "y = f()",
     "AttributeError: module 'jax.sharding' has no attribute 'use_mesh'"},
    {"0.12.0.1", "x=4 y=4", "a f32[8,8]",
     "def f():\n"
     "  with jax.sharding.use_mesh(jax.make_mesh((2,), ('p',))):\n"
     "    return a + 1\n"
     "y = f()",
     "AttributeError: module 'jax.sharding' has no attribute 'use_mesh'"},
    {"0.6.0", "x=4 y=4", "a f32[8,8]",
     "def f():\n"
     "  with jax.set_mesh(jax.make_mesh((2,), ('p',))):\n"
     "    return a + 1\n"
     "y = f()",
     "AttributeError: module 'jax' has no attribute 'set_mesh'"},
    {"0.7.0", "x=4 y=4", "a f32[8,8]",
     "def f():\n"
     "  with jax.set_mesh(jax.make_mesh((2,), ('p',))):\n"
     "    return a + 1\n"
     "y = f()",
     "AttributeError: module 'jax' has no attribute 'set_mesh'"},
    {"0.7.2", "x=4 y=4", "a f32[8,8]",
     "def f():\n"
     "  with jax.set_mesh(jax.make_mesh((2,), ('p',))):\n"
     "    return a + 1\n"
     "y = f()",
     "ValueError: `set_mesh` can only be used outside of `jax.jit`."},
    {"0.9.0", "x=4 y=4", "a f32[8,8]",
     "def f():\n"
     "  with jax.set_mesh(jax.make_mesh((2,), ('p',))):\n"
     "    return a + 1\n"
     "y = f()",
     "ValueError: `set_mesh` can only be used outside of `jax.jit`."},
    {"0.10.2", "x=4 y=4", "a f32[8,8]",
     "def f():\n"
     "  with jax.set_mesh(jax.make_mesh((2,), ('p',))):\n"
     "    return a + 1\n"
     "y = f()",
     "ValueError: `set_mesh` can only be used outside of `jax.jit`."},
    {"0.12.0.1", "x=4 y=4", "a f32[8,8]",
     "def f():\n"
     "  with jax.set_mesh(jax.make_mesh((2,), ('p',))):\n"
     "    return a + 1\n"
     "y = f()",
     "ValueError: `set_mesh` can only be used outside of `jax.jit`."},
    {"0.6.0", "x=4 y=4", "a f32[8,8]",
     "def f():\n"
     "  with jax.sharding.set_mesh(jax.make_mesh((2,), ('p',))):\n"
     "    return a + 1\n"
     "y = f()",
     "ValueError: `set_mesh` can only be used outside of `jax.jit`."},
    {"0.7.0", "x=4 y=4", "a f32[8,8]",
     "def f():\n"
     "  with jax.sharding.set_mesh(jax.make_mesh((2,), ('p',))):\n"
     "    return a + 1\n"
     "y = f()",
     "ValueError: `set_mesh` can only be used outside of `jax.jit`."},
    {"0.7.2", "x=4 y=4", "a f32[8,8]",
     "def f():\n"
     "  with jax.sharding.set_mesh(jax.make_mesh((2,), ('p',))):\n"
     "    return a + 1\n"
     "y = f()",
     "ValueError: `set_mesh` can only be used outside of `jax.jit`."},
    {"0.9.0", "x=4 y=4", "a f32[8,8]",
     "def f():\n"
     "  with jax.sharding.set_mesh(jax.make_mesh((2,), ('p',))):\n"
     "    return a + 1\n"
     "y = f()",
     "ValueError: `set_mesh` can only be used outside of `jax.jit`."},
    {"0.10.2", "x=4 y=4", "a f32[8,8]",
     "def f():\n"
     "  with jax.sharding.set_mesh(jax.make_mesh((2,), ('p',))):\n"
     "    return a + 1\n"
     "y = f()",
     "ValueError: `set_mesh` can only be used outside of `jax.jit`."},
    {"0.12.0.1", "x=4 y=4", "a f32[8,8]",
     "def f():\n"
     "  with jax.sharding.set_mesh(jax.make_mesh((2,), ('p',))):\n"
     "    return a + 1\n"
     "y = f()",
     "ValueError: `set_mesh` can only be used outside of `jax.jit`."},
    {"0.6.0", "x=4 y=4", "a f32[8,8]",
     "def f():\n"
     "  with jax.sharding.use_abstract_mesh(jax.sharding.get_abstract_mesh()):\n"
     "    return a + 1\n"
     "y = f()",
     "AttributeError: module 'jax.sharding' has no attribute 'use_abstract_mesh'"},
    {"0.7.0", "x=4 y=4", "a f32[8,8]",
     "def f():\n"
     "  with jax.sharding.use_abstract_mesh(jax.sharding.get_abstract_mesh()):\n"
     "    return a + 1\n"
     "y = f()",
     "AttributeError: module 'jax.sharding' has no attribute 'use_abstract_mesh'"},
    {"0.7.2", "x=4 y=4", "a f32[8,8]",
     "def f():\n"
     "  with jax.sharding.use_abstract_mesh(jax.sharding.get_abstract_mesh()):\n"
     "    return a + 1\n"
     "y = f()",
     "y f32[8,8]"},
    {"0.9.0", "x=4 y=4", "a f32[8,8]",
     "def f():\n"
     "  with jax.sharding.use_abstract_mesh(jax.sharding.get_abstract_mesh()):\n"
     "    return a + 1\n"
     "y = f()",
     "y f32[8,8]"},
    {"0.10.2", "x=4 y=4", "a f32[8,8]",
     "def f():\n"
     "  with jax.sharding.use_abstract_mesh(jax.sharding.get_abstract_mesh()):\n"
     "    return a + 1\n"
     "y = f()",
     "y f32[8,8]"},
    {"0.12.0.1", "x=4 y=4", "a f32[8,8]",
     "def f():\n"
     "  with jax.sharding.use_abstract_mesh(jax.sharding.get_abstract_mesh()):\n"
     "    return a + 1\n"
     "y = f()",
     "y f32[8,8]"},
    {"0.6.0", "x=4 y=4", "",
     "def f():\n"
     "  with jax.sharding.use_abstract_mesh(jax.sharding.AbstractMesh((2,), ('p',))):\n"
     "    return jnp.zeros(jax.sharding.get_abstract_mesh().size)\n"
     "y = f()",
     "AttributeError: module 'jax.sharding' has no attribute 'use_abstract_mesh'"},
    {"0.7.0", "x=4 y=4", "",
     "def f():\n"
     "  with jax.sharding.use_abstract_mesh(jax.sharding.AbstractMesh((2,), ('p',))):\n"
     "    return jnp.zeros(jax.sharding.get_abstract_mesh().size)\n"
     "y = f()",
     "AttributeError: module 'jax.sharding' has no attribute 'use_abstract_mesh'"},
    {"0.7.2", "x=4 y=4", "",
     "def f():\n"
     "  with jax.sharding.use_abstract_mesh(jax.sharding.AbstractMesh((2,), ('p',))):\n"
     "    return jnp.zeros(jax.sharding.get_abstract_mesh().size)\n"
     "y = f()",
     "ValueError: use_abstract_mesh cannot change the size of the mesh. Got new mesh: "
     "AbstractMesh('p': 2, axis_types=(Auto,)) with size=2 and prev mesh: "
     "AbstractMesh('x': 4, 'y': 4, axis_types=(Explicit, Explicit), device_kind=cpu, "
     "num_cores=None) with size=16"},
    {"0.9.0", "x=4 y=4", "",
     "def f():\n"
     "  with jax.sharding.use_abstract_mesh(jax.sharding.AbstractMesh((2,), ('p',))):\n"
     "    return jnp.zeros(jax.sharding.get_abstract_mesh().size)\n"
     "y = f()",
     "ValueError: use_abstract_mesh cannot change the size of the mesh. Got new mesh: "
     "AbstractMesh('p': 2, axis_types=(Auto,)) with size=2 and prev mesh: "
     "AbstractMesh('x': 4, 'y': 4, axis_types=(Explicit, Explicit), device_kind=cpu, "
     "num_cores=None) with size=16"},
    {"0.10.2", "x=4 y=4", "",
     "def f():\n"
     "  with jax.sharding.use_abstract_mesh(jax.sharding.AbstractMesh((2,), ('p',))):\n"
     "    return jnp.zeros(jax.sharding.get_abstract_mesh().size)\n"
     "y = f()",
     "ValueError: use_abstract_mesh cannot change the size of the mesh. Got new mesh: "
     "AbstractMesh('p': 2, axis_types=(Auto,)) with size=2 and prev mesh: "
     "AbstractMesh('x': 4, 'y': 4, axis_types=(Explicit, Explicit), device_kind=cpu, "
     "num_cores=None, platform=cpu) with size=16"},
    {"0.12.0.1", "x=4 y=4", "",
     "def f():\n"
     "  with jax.sharding.use_abstract_mesh(jax.sharding.AbstractMesh((2,), ('p',))):\n"
     "    return jnp.zeros(jax.sharding.get_abstract_mesh().size)\n"
     "y = f()",
     "ValueError: use_abstract_mesh cannot change the size of the mesh. Got new mesh: "
     "AbstractMesh('p': 2, axis_types=(Explicit,)) with size=2 and prev mesh: "
     "AbstractMesh('x': 4, 'y': 4, axis_types=(Explicit, Explicit), device_kind=cpu, "
     "num_cores=None, platform=cpu) with size=16"},
    {"0.6.0", "x=4 y=4", "a f32[8,8]",
     "def f():\n  with jax.make_mesh((2,), ('p',)):\n    return a + 1\ny = f()", "y f32[8,8]"},
    {"0.7.0", "x=4 y=4", "a f32[8,8]",
     "def f():\n  with jax.make_mesh((2,), ('p',)):\n    return a + 1\ny = f()", "y f32[8,8]"},
    {"0.7.2", "x=4 y=4", "a f32[8,8]",
     "def f():\n  with jax.make_mesh((2,), ('p',)):\n    return a + 1\ny = f()", "y f32[8,8]"},
    {"0.9.0", "x=4 y=4", "a f32[8,8]",
     "def f():\n  with jax.make_mesh((2,), ('p',)):\n    return a + 1\ny = f()", "y f32[8,8]"},
    {"0.10.2", "x=4 y=4", "a f32[8,8]",
     "def f():\n  with jax.make_mesh((2,), ('p',)):\n    return a + 1\ny = f()", "y f32[8,8]"},
    {"0.12.0.1", "x=4 y=4", "a f32[8,8]",
     "def f():\n  with jax.make_mesh((2,), ('p',)):\n    return a + 1\ny = f()", "y f32[8,8]"},
    {"0.6.0", "x=4 y=4", "",
     "def f():\n"
     "  with jax.make_mesh((2,), ('p',)) as mesh:\n"
     "    return jnp.zeros(mesh.size)\n"
     "y = f()",
     "y f32[2]"},
    {"0.7.0", "x=4 y=4", "",
     "def f():\n"
     "  with jax.make_mesh((2,), ('p',)) as mesh:\n"
     "    return jnp.zeros(mesh.size)\n"
     "y = f()",
     "y f32[2]"},
    {"0.7.2", "x=4 y=4", "",
     "def f():\n"
     "  with jax.make_mesh((2,), ('p',)) as mesh:\n"
     "    return jnp.zeros(mesh.size)\n"
     "y = f()",
     "y f32[2]"},
    {"0.9.0", "x=4 y=4", "",
     "def f():\n"
     "  with jax.make_mesh((2,), ('p',)) as mesh:\n"
     "    return jnp.zeros(mesh.size)\n"
     "y = f()",
     "y f32[2]"},
    {"0.10.2", "x=4 y=4", "",
     "def f():\n"
     "  with jax.make_mesh((2,), ('p',)) as mesh:\n"
     "    return jnp.zeros(mesh.size)\n"
     "y = f()",
     "y f32[2]"},
    {"0.12.0.1", "x=4 y=4", "",
     "def f():\n"
     "  with jax.make_mesh((2,), ('p',)) as mesh:\n"
     "    return jnp.zeros(mesh.size)\n"
     "y = f()",
     "y f32[2]"},
    {"0.6.0", "x=4 y=4", "a f32[8,8]",
     "def f():\n"
     "  with jax.set_mesh(jax.sharding.AbstractMesh((2,), ('p',))):\n"
     "    return a\n"
     "y = f()",
     "AttributeError: module 'jax' has no attribute 'set_mesh'"},
    {"0.7.0", "x=4 y=4", "a f32[8,8]",
     "def f():\n"
     "  with jax.set_mesh(jax.sharding.AbstractMesh((2,), ('p',))):\n"
     "    return a\n"
     "y = f()",
     "AttributeError: module 'jax' has no attribute 'set_mesh'"},
    {"0.7.2", "x=4 y=4", "a f32[8,8]",
     "def f():\n"
     "  with jax.set_mesh(jax.sharding.AbstractMesh((2,), ('p',))):\n"
     "    return a\n"
     "y = f()",
     "ValueError: Expected mesh of type `jax.sharding.Mesh`. Got <class "
     "'jax._src.mesh.AbstractMesh'>"},
    {"0.9.0", "x=4 y=4", "a f32[8,8]",
     "def f():\n"
     "  with jax.set_mesh(jax.sharding.AbstractMesh((2,), ('p',))):\n"
     "    return a\n"
     "y = f()",
     "ValueError: Expected mesh of type `jax.sharding.Mesh`. Got <class "
     "'jax._src.mesh.AbstractMesh'>"},
    {"0.10.2", "x=4 y=4", "a f32[8,8]",
     "def f():\n"
     "  with jax.set_mesh(jax.sharding.AbstractMesh((2,), ('p',))):\n"
     "    return a\n"
     "y = f()",
     "ValueError: Expected mesh of type `jax.sharding.Mesh`. Got <class "
     "'jax._src.mesh.AbstractMesh'>"},
    {"0.12.0.1", "x=4 y=4", "a f32[8,8]",
     "def f():\n"
     "  with jax.set_mesh(jax.sharding.AbstractMesh((2,), ('p',))):\n"
     "    return a\n"
     "y = f()",
     "ValueError: Expected mesh of type `jax.sharding.Mesh`. Got <class "
     "'jax._src.mesh.AbstractMesh'>"},
    {"0.6.0", "x=4 y=4", "a f32[8,8]", "def f():\n  with jax.set_mesh(3):\n    return a\ny = f()",
     "AttributeError: module 'jax' has no attribute 'set_mesh'"},
    {"0.7.0", "x=4 y=4", "a f32[8,8]", "def f():\n  with jax.set_mesh(3):\n    return a\ny = f()",
     "AttributeError: module 'jax' has no attribute 'set_mesh'"},
    {"0.7.2", "x=4 y=4", "a f32[8,8]", "def f():\n  with jax.set_mesh(3):\n    return a\ny = f()",
     "ValueError: Expected mesh of type `jax.sharding.Mesh`. Got <class 'int'>"},
    {"0.9.0", "x=4 y=4", "a f32[8,8]", "def f():\n  with jax.set_mesh(3):\n    return a\ny = f()",
     "ValueError: Expected mesh of type `jax.sharding.Mesh`. Got <class 'int'>"},
    {"0.10.2", "x=4 y=4", "a f32[8,8]", "def f():\n  with jax.set_mesh(3):\n    return a\ny = f()",
     "ValueError: Expected mesh of type `jax.sharding.Mesh`. Got <class 'int'>"},
    {"0.12.0.1", "x=4 y=4", "a f32[8,8]",
     "def f():\n  with jax.set_mesh(3):\n    return a\ny = f()",
     "ValueError: Expected mesh of type `jax.sharding.Mesh`. Got <class 'int'>"},
    {"0.6.0", "x=4 y=4", "a f32[8,8]",
     "def f():\n  with jax.sharding.use_mesh(3):\n    return a\ny = f()",
     "ValueError: Expected mesh of type `jax.sharding.Mesh`. Got <class 'int'>"},
    {"0.7.0", "x=4 y=4", "a f32[8,8]",
     "def f():\n  with jax.sharding.use_mesh(3):\n    return a\ny = f()",
     "ValueError: Expected mesh of type `jax.sharding.Mesh`. Got <class 'int'>"},
    {"0.7.2", "x=4 y=4", "a f32[8,8]",
     "def f():\n  with jax.sharding.use_mesh(3):\n    return a\ny = f()",
     "AttributeError: module 'jax.sharding' has no attribute 'use_mesh'"},
    {"0.9.0", "x=4 y=4", "a f32[8,8]",
     "def f():\n  with jax.sharding.use_mesh(3):\n    return a\ny = f()",
     "AttributeError: module 'jax.sharding' has no attribute 'use_mesh'"},
    {"0.10.2", "x=4 y=4", "a f32[8,8]",
     "def f():\n  with jax.sharding.use_mesh(3):\n    return a\ny = f()",
     "AttributeError: module 'jax.sharding' has no attribute 'use_mesh'"},
    {"0.12.0.1", "x=4 y=4", "a f32[8,8]",
     "def f():\n  with jax.sharding.use_mesh(3):\n    return a\ny = f()",
     "AttributeError: module 'jax.sharding' has no attribute 'use_mesh'"},
    {"0.6.0", "x=4 y=4", "a f32[8,8]",
     "def f():\n  with jax.sharding.use_mesh():\n    return a\ny = f()",
     "TypeError: use_mesh() missing 1 required positional argument: 'mesh'"},
    {"0.7.0", "x=4 y=4", "a f32[8,8]",
     "def f():\n  with jax.sharding.use_mesh():\n    return a\ny = f()",
     "TypeError: use_mesh() missing 1 required positional argument: 'mesh'"},
    {"0.7.2", "x=4 y=4", "a f32[8,8]",
     "def f():\n  with jax.sharding.use_mesh():\n    return a\ny = f()",
     "AttributeError: module 'jax.sharding' has no attribute 'use_mesh'"},
    {"0.9.0", "x=4 y=4", "a f32[8,8]",
     "def f():\n  with jax.sharding.use_mesh():\n    return a\ny = f()",
     "AttributeError: module 'jax.sharding' has no attribute 'use_mesh'"},
    {"0.10.2", "x=4 y=4", "a f32[8,8]",
     "def f():\n  with jax.sharding.use_mesh():\n    return a\ny = f()",
     "AttributeError: module 'jax.sharding' has no attribute 'use_mesh'"},
    {"0.12.0.1", "x=4 y=4", "a f32[8,8]",
     "def f():\n  with jax.sharding.use_mesh():\n    return a\ny = f()",
     "AttributeError: module 'jax.sharding' has no attribute 'use_mesh'"},
    {"0.6.0", "x=4 y=4", "a f32[8,8]", "jax.set_mesh(jax.make_mesh((2,), ('p',)))\ny = a",
     "AttributeError: module 'jax' has no attribute 'set_mesh'"},
    {"0.7.0", "x=4 y=4", "a f32[8,8]", "jax.set_mesh(jax.make_mesh((2,), ('p',)))\ny = a",
     "AttributeError: module 'jax' has no attribute 'set_mesh'"},
    {"0.7.2", "x=4 y=4", "a f32[8,8]", "jax.set_mesh(jax.make_mesh((2,), ('p',)))\ny = a",
     "ValueError: `set_mesh` can only be used outside of `jax.jit`."},
    {"0.9.0", "x=4 y=4", "a f32[8,8]", "jax.set_mesh(jax.make_mesh((2,), ('p',)))\ny = a",
     "ValueError: `set_mesh` can only be used outside of `jax.jit`."},
    {"0.10.2", "x=4 y=4", "a f32[8,8]", "jax.set_mesh(jax.make_mesh((2,), ('p',)))\ny = a",
     "ValueError: `set_mesh` can only be used outside of `jax.jit`."},
    {"0.12.0.1", "x=4 y=4", "a f32[8,8]", "jax.set_mesh(jax.make_mesh((2,), ('p',)))\ny = a",
     "ValueError: `set_mesh` can only be used outside of `jax.jit`."},
    {"0.6.0", "x=4 y=4", "", "y = jax.sharding.get_mesh(1)",
     "AttributeError: module 'jax.sharding' has no attribute 'get_mesh'"},
    {"0.7.0", "x=4 y=4", "", "y = jax.sharding.get_mesh(1)",
     "AttributeError: module 'jax.sharding' has no attribute 'get_mesh'"},
    {"0.7.2", "x=4 y=4", "", "y = jax.sharding.get_mesh(1)",
     "AttributeError: module 'jax.sharding' has no attribute 'get_mesh'"},
    {"0.9.0", "x=4 y=4", "", "y = jax.sharding.get_mesh(1)",
     "TypeError: get_mesh() takes 0 positional arguments but 1 was given"},
    {"0.10.2", "x=4 y=4", "", "y = jax.sharding.get_mesh(1)",
     "TypeError: get_mesh() takes 0 positional arguments but 1 was given"},
    {"0.12.0.1", "x=4 y=4", "", "y = jax.sharding.get_mesh(1)",
     "TypeError: get_mesh() takes 0 positional arguments but 1 was given"},
};

/* use_mesh, set_mesh, and the mesh that is there. */
Test(mesh_context, meshes_in_a_context)
{
	testing_programs(meshes_in_a_context, ROWS(meshes_in_a_context));
}
