/* SPDX-License-Identifier: Apache-2.0 */
/* Rows are checked against JAX by testdata/programs/rows.py. */
#include "testing/program_cases.h"

static const struct program_case auto_axes_within_a_function[] = {
    {"0.6.2", "x=2 y=2", "a f32[8@x,4]; b f32[4,6@y]",
     "y = jax.sharding.auto_axes(lambda v, w: v @ w, out_sharding=P('x', 'y'))(a, b)",
     "AttributeError: module 'jax.sharding' has no attribute 'auto_axes'"},
    {"0.7.0", "x=2 y=2", "a f32[8@x,4]; b f32[4,6@y]",
     "y = jax.sharding.auto_axes(lambda v, w: v @ w, out_sharding=P('x', 'y'))(a, b)",
     "y f32[8@x,6@y]"},
    {"0.9.0", "x=2 y=2", "a f32[8@x,4]; b f32[4,6@y]",
     "y = jax.sharding.auto_axes(lambda v, w: v @ w, out_sharding=P('x', 'y'))(a, b)",
     "y f32[8@x,6@y]"},
    {"0.10.2", "x=2 y=2", "a f32[8@x,4]; b f32[4,6@y]",
     "y = jax.sharding.auto_axes(lambda v, w: v @ w, out_sharding=P('x', 'y'))(a, b)",
     "y f32[8@x,6@y]"},
    {"0.12.0.1", "x=2 y=2", "a f32[8@x,4]; b f32[4,6@y]",
     "y = jax.sharding.auto_axes(lambda v, w: v @ w, out_sharding=P('x', 'y'))(a, b)",
     "y f32[8@x,6@y]"},
    {"0.6.2", "x=2 y=2", "a f32[8@x,4]",
     "y = jax.sharding.auto_axes(lambda v: v.T, out_sharding=P(None, 'x'))(a)",
     "AttributeError: module 'jax.sharding' has no attribute 'auto_axes'"},
    {"0.7.0", "x=2 y=2", "a f32[8@x,4]",
     "y = jax.sharding.auto_axes(lambda v: v.T, out_sharding=P(None, 'x'))(a)", "y f32[4,8@x]"},
    {"0.9.0", "x=2 y=2", "a f32[8@x,4]",
     "y = jax.sharding.auto_axes(lambda v: v.T, out_sharding=P(None, 'x'))(a)", "y f32[4,8@x]"},
    {"0.10.2", "x=2 y=2", "a f32[8@x,4]",
     "y = jax.sharding.auto_axes(lambda v: v.T, out_sharding=P(None, 'x'))(a)", "y f32[4,8@x]"},
    {"0.12.0.1", "x=2 y=2", "a f32[8@x,4]",
     "y = jax.sharding.auto_axes(lambda v: v.T, out_sharding=P(None, 'x'))(a)", "y f32[4,8@x]"},
    {"0.6.2", "x=2 y=2", "a f32[8@x,4]",
     "y = jax.sharding.auto_axes(lambda v: v.T, axes='x', out_sharding=P(None, 'x'))(a)",
     "AttributeError: module 'jax.sharding' has no attribute 'auto_axes'"},
    {"0.7.0", "x=2 y=2", "a f32[8@x,4]",
     "y = jax.sharding.auto_axes(lambda v: v.T, axes='x', out_sharding=P(None, 'x'))(a)",
     "y f32[4,8@x]"},
    {"0.9.0", "x=2 y=2", "a f32[8@x,4]",
     "y = jax.sharding.auto_axes(lambda v: v.T, axes='x', out_sharding=P(None, 'x'))(a)",
     "y f32[4,8@x]"},
    {"0.10.2", "x=2 y=2", "a f32[8@x,4]",
     "y = jax.sharding.auto_axes(lambda v: v.T, axes='x', out_sharding=P(None, 'x'))(a)",
     "y f32[4,8@x]"},
    {"0.12.0.1", "x=2 y=2", "a f32[8@x,4]",
     "y = jax.sharding.auto_axes(lambda v: v.T, axes='x', out_sharding=P(None, 'x'))(a)",
     "y f32[4,8@x]"},
    {"0.6.2", "x=2 y=2", "a f32[8@x,4]",
     "y = jax.sharding.auto_axes(lambda v: (v, v.sum()), out_sharding=(P('x'), P()))(a)",
     "AttributeError: module 'jax.sharding' has no attribute 'auto_axes'"},
    {"0.7.0", "x=2 y=2", "a f32[8@x,4]",
     "y = jax.sharding.auto_axes(lambda v: (v, v.sum()), out_sharding=(P('x'), P()))(a)",
     "y[0] f32[8@x,4]; y[1] f32[]"},
    {"0.9.0", "x=2 y=2", "a f32[8@x,4]",
     "y = jax.sharding.auto_axes(lambda v: (v, v.sum()), out_sharding=(P('x'), P()))(a)",
     "y[0] f32[8@x,4]; y[1] f32[]"},
    {"0.10.2", "x=2 y=2", "a f32[8@x,4]",
     "y = jax.sharding.auto_axes(lambda v: (v, v.sum()), out_sharding=(P('x'), P()))(a)",
     "y[0] f32[8@x,4]; y[1] f32[]"},
    {"0.12.0.1", "x=2 y=2", "a f32[8@x,4]",
     "y = jax.sharding.auto_axes(lambda v: (v, v.sum()), out_sharding=(P('x'), P()))(a)",
     "y[0] f32[8@x,4]; y[1] f32[]"},
    {"0.6.2", "x=2 y=2", "a f32[8@x,4]",
     "y = jax.sharding.auto_axes(lambda v: v, axes=('x', 'y'))(a, out_sharding=P('y'))",
     "AttributeError: module 'jax.sharding' has no attribute 'auto_axes'"},
    {"0.7.0", "x=2 y=2", "a f32[8@x,4]",
     "y = jax.sharding.auto_axes(lambda v: v, axes=('x', 'y'))(a, out_sharding=P('y'))",
     "y f32[8@y,4]"},
    {"0.9.0", "x=2 y=2", "a f32[8@x,4]",
     "y = jax.sharding.auto_axes(lambda v: v, axes=('x', 'y'))(a, out_sharding=P('y'))",
     "y f32[8@y,4]"},
    {"0.10.2", "x=2 y=2", "a f32[8@x,4]",
     "y = jax.sharding.auto_axes(lambda v: v, axes=('x', 'y'))(a, out_sharding=P('y'))",
     "y f32[8@y,4]"},
    {"0.12.0.1", "x=2 y=2", "a f32[8@x,4]",
     "y = jax.sharding.auto_axes(lambda v: v, axes=('x', 'y'))(a, out_sharding=P('y'))",
     "y f32[8@y,4]"},
    {"0.6.2", "x=2 y=2", "a f32[8@x,4]",
     "@partial(jax.sharding.auto_axes, out_sharding=P())\n"
     "def f(v):\n"
     "  return v.sum(axis=0)\n"
     "y = f(a)",
     "AttributeError: module 'jax.sharding' has no attribute 'auto_axes'"},
    {"0.7.0", "x=2 y=2", "a f32[8@x,4]",
     "@partial(jax.sharding.auto_axes, out_sharding=P())\n"
     "def f(v):\n"
     "  return v.sum(axis=0)\n"
     "y = f(a)",
     "y f32[4]"},
    {"0.9.0", "x=2 y=2", "a f32[8@x,4]",
     "@partial(jax.sharding.auto_axes, out_sharding=P())\n"
     "def f(v):\n"
     "  return v.sum(axis=0)\n"
     "y = f(a)",
     "y f32[4]"},
    {"0.10.2", "x=2 y=2", "a f32[8@x,4]",
     "@partial(jax.sharding.auto_axes, out_sharding=P())\n"
     "def f(v):\n"
     "  return v.sum(axis=0)\n"
     "y = f(a)",
     "y f32[4]"},
    {"0.12.0.1", "x=2 y=2", "a f32[8@x,4]",
     "@partial(jax.sharding.auto_axes, out_sharding=P())\n"
     "def f(v):\n"
     "  return v.sum(axis=0)\n"
     "y = f(a)",
     "y f32[4]"},
    {"0.6.2", "x=2 y=2", "a f32[8@x,4]",
     "@jax.sharding.auto_axes(out_sharding=P())\n"
     "def f(v):\n"
     "  return v.sum(axis=0)\n"
     "y = f(a)",
     "AttributeError: module 'jax.sharding' has no attribute 'auto_axes'"},
    {"0.7.0", "x=2 y=2", "a f32[8@x,4]",
     "@jax.sharding.auto_axes(out_sharding=P())\n"
     "def f(v):\n"
     "  return v.sum(axis=0)\n"
     "y = f(a)",
     "y f32[4]"},
    {"0.9.0", "x=2 y=2", "a f32[8@x,4]",
     "@jax.sharding.auto_axes(out_sharding=P())\n"
     "def f(v):\n"
     "  return v.sum(axis=0)\n"
     "y = f(a)",
     "y f32[4]"},
    {"0.10.2", "x=2 y=2", "a f32[8@x,4]",
     "@jax.sharding.auto_axes(out_sharding=P())\n"
     "def f(v):\n"
     "  return v.sum(axis=0)\n"
     "y = f(a)",
     "y f32[4]"},
    {"0.12.0.1", "x=2 y=2", "a f32[8@x,4]",
     "@jax.sharding.auto_axes(out_sharding=P())\n"
     "def f(v):\n"
     "  return v.sum(axis=0)\n"
     "y = f(a)",
     "y f32[4]"},
    {"0.6.2", "x=2 y=2", "a f32[8@x,4]",
     "y = jax.sharding.auto_axes(lambda v: jax.lax.with_sharding_constraint(v, P('y')), "
     "out_sharding=P())(a)",
     "AttributeError: module 'jax.sharding' has no attribute 'auto_axes'"},
    {"0.7.0", "x=2 y=2", "a f32[8@x,4]",
     "y = jax.sharding.auto_axes(lambda v: jax.lax.with_sharding_constraint(v, P('y')), "
     "out_sharding=P())(a)",
     "y f32[8,4]"},
    {"0.9.0", "x=2 y=2", "a f32[8@x,4]",
     "y = jax.sharding.auto_axes(lambda v: jax.lax.with_sharding_constraint(v, P('y')), "
     "out_sharding=P())(a)",
     "y f32[8,4]"},
    {"0.10.2", "x=2 y=2", "a f32[8@x,4]",
     "y = jax.sharding.auto_axes(lambda v: jax.lax.with_sharding_constraint(v, P('y')), "
     "out_sharding=P())(a)",
     "y f32[8,4]"},
    {"0.12.0.1", "x=2 y=2", "a f32[8@x,4]",
     "y = jax.sharding.auto_axes(lambda v: jax.lax.with_sharding_constraint(v, P('y')), "
     "out_sharding=P())(a)",
     "y f32[8,4]"},
};

/* Types inside have no axes, and results those asked for. */
Test(axis_modes, auto_axes_within_a_function)
{
	testing_programs(auto_axes_within_a_function, ROWS(auto_axes_within_a_function));
}

static const struct program_case auto_axes_refuses[] = {
    {"0.7.0", "x=2 y=2", "a f32[8@x,4]", "y = jax.sharding.auto_axes(lambda v: v)(a)",
     "TypeError: Missing required keyword argument: 'out_sharding'"},
    {"0.9.0", "x=2 y=2", "a f32[8@x,4]", "y = jax.sharding.auto_axes(lambda v: v)(a)",
     "TypeError: Missing required keyword argument: 'out_sharding'"},
    {"0.10.2", "x=2 y=2", "a f32[8@x,4]", "y = jax.sharding.auto_axes(lambda v: v)(a)",
     "TypeError: Missing required keyword argument: 'out_sharding'"},
    {"0.12.0.1", "x=2 y=2", "a f32[8@x,4]", "y = jax.sharding.auto_axes(lambda v: v)(a)",
     "TypeError: Missing required keyword argument: 'out_sharding'"},
    {"0.7.0", "x=2 y=2", "a f32[8@x,4]",
     "y = jax.sharding.auto_axes(lambda v: v, axes='z', out_sharding=P())(a)", "KeyError: 'z'"},
    {"0.9.0", "x=2 y=2", "a f32[8@x,4]",
     "y = jax.sharding.auto_axes(lambda v: v, axes='z', out_sharding=P())(a)", "KeyError: 'z'"},
    {"0.10.2", "x=2 y=2", "a f32[8@x,4]",
     "y = jax.sharding.auto_axes(lambda v: v, axes='z', out_sharding=P())(a)", "KeyError: 'z'"},
    {"0.12.0.1", "x=2 y=2", "a f32[8@x,4]",
     "y = jax.sharding.auto_axes(lambda v: v, axes='z', out_sharding=P())(a)", "KeyError: 'z'"},
    {"0.7.0", "x=2 y=2", "a f32[8@x,4]",
     "y = jax.sharding.auto_axes(lambda v: v, out_sharding=P('z'))(a)",
     "ValueError: Resource axis: z of PartitionSpec('z',) is not found in mesh: ('x', "
     "'y')."},
    {"0.9.0", "x=2 y=2", "a f32[8@x,4]",
     "y = jax.sharding.auto_axes(lambda v: v, out_sharding=P('z'))(a)",
     "ValueError: Resource axis: z of PartitionSpec('z',) is not found in mesh: ('x', "
     "'y')."},
    {"0.10.2", "x=2 y=2", "a f32[8@x,4]",
     "y = jax.sharding.auto_axes(lambda v: v, out_sharding=P('z'))(a)",
     "ValueError: Resource axis: z of P('z',) is not found in mesh: ('x', 'y')."},
    {"0.12.0.1", "x=2 y=2", "a f32[8@x,4]",
     "y = jax.sharding.auto_axes(lambda v: v, out_sharding=P('z'))(a)",
     "ValueError: Resource axis: z of P('z',) is not found in mesh: ('x', 'y')."},
    {"0.7.0", "x=2 y=2", "a f32[8@x,4]",
     "y = jax.sharding.auto_axes(lambda v: v, out_sharding=P('x', 'y', None))(a)",
     "y f32[8@x,4@y]"},
    {"0.9.0", "x=2 y=2", "a f32[8@x,4]",
     "y = jax.sharding.auto_axes(lambda v: v, out_sharding=P('x', 'y', None))(a)",
     "y f32[8@x,4@y]"},
    {"0.10.2", "x=2 y=2", "a f32[8@x,4]",
     "y = jax.sharding.auto_axes(lambda v: v, out_sharding=P('x', 'y', None))(a)",
     "y f32[8@x,4@y]"},
    {"0.12.0.1", "x=2 y=2", "a f32[8@x,4]",
     "y = jax.sharding.auto_axes(lambda v: v, out_sharding=P('x', 'y', None))(a)",
     "ValueError: Length of sharding.spec (3) must be equal to aval's ndim (2). Got "
     "sharding.spec P('x', 'y', None), aval.ndim 2 and sharding "
     "NamedSharding(mesh=AbstractMesh('x': 2, 'y': 2, axis_types=(Explicit, Explicit), "
     "device_kind=cpu, num_cores=None, platform=cpu), spec=P('x', 'y', None))"},
    {"0.7.0", "x=2 y=2", "a f32[8@x,4]",
     "y = jax.sharding.auto_axes(lambda v: v, out_sharding=P(None, 'x', 'y'))(a)",
     "AssertionError: (2, PartitionSpec(None, 'x', 'y'))"},
    {"0.9.0", "x=2 y=2", "a f32[8@x,4]",
     "y = jax.sharding.auto_axes(lambda v: v, out_sharding=P(None, 'x', 'y'))(a)",
     "AssertionError: (2, PartitionSpec(None, 'x', 'y'))"},
    {"0.10.2", "x=2 y=2", "a f32[8@x,4]",
     "y = jax.sharding.auto_axes(lambda v: v, out_sharding=P(None, 'x', 'y'))(a)",
     "AssertionError: (2, P(None, 'x', 'y'))"},
    {"0.12.0.1", "x=2 y=2", "a f32[8@x,4]",
     "y = jax.sharding.auto_axes(lambda v: v, out_sharding=P(None, 'x', 'y'))(a)",
     "ValueError: Length of sharding.spec (3) must be equal to aval's ndim (2). Got "
     "sharding.spec P(None, 'x', 'y'), aval.ndim 2 and sharding "
     "NamedSharding(mesh=AbstractMesh('x': 2, 'y': 2, axis_types=(Explicit, Explicit), "
     "device_kind=cpu, num_cores=None, platform=cpu), spec=P(None, 'x', 'y'))"},
    {"0.7.0", "x=2 y=2", "a f32[8@x,4]",
     "y = jax.sharding.auto_axes(lambda v: (v, v), out_sharding=(P(),))(a)",
     "ValueError: mesh_cast shardings specification must be a tree prefix of the "
     "corresponding value, got specification (PartitionSpec(),) for value tree "
     "PyTreeDef((*, *))."},
    {"0.9.0", "x=2 y=2", "a f32[8@x,4]",
     "y = jax.sharding.auto_axes(lambda v: (v, v), out_sharding=(P(),))(a)",
     "ValueError: reshard out_shardings specification must be a tree prefix of the "
     "positional arguments tuple. In particular, reshard out_shardings must either be "
     "a Sharding, a PartitionSpec, or a tuple of length equal to the number of "
     "positional arguments. But reshard out_shardings is the wrong length: got a tuple "
     "or list of length 1 for an args tuple of length 2."},
    {"0.10.2", "x=2 y=2", "a f32[8@x,4]",
     "y = jax.sharding.auto_axes(lambda v: (v, v), out_sharding=(P(),))(a)",
     "ValueError: reshard out_shardings specification must be a tree prefix of the "
     "positional arguments tuple. In particular, reshard out_shardings must either be "
     "a Sharding, a PartitionSpec, or a tuple of length equal to the number of "
     "positional arguments. But reshard out_shardings is the wrong length: got a tuple "
     "or list of length 1 for an args tuple of length 2."},
    {"0.12.0.1", "x=2 y=2", "a f32[8@x,4]",
     "y = jax.sharding.auto_axes(lambda v: (v, v), out_sharding=(P(),))(a)",
     "ValueError: reshard out_shardings specification must be a tree prefix of the "
     "positional arguments tuple. In particular, reshard out_shardings must either be "
     "a Sharding, a PartitionSpec, or a tuple of length equal to the number of "
     "positional arguments. But reshard out_shardings is the wrong length: got a tuple "
     "or list of length 1 for an args tuple of length 2."},
    {"0.7.0", "x=2 y=2", "a f32[8@x,4]",
     "y = jax.sharding.auto_axes(lambda v: v, out_sharding=('x',))(a)",
     "ValueError: mesh_cast shardings specification must be a tree prefix of the "
     "corresponding value, got specification ('x',) for value tree PyTreeDef(*)."},
    {"0.9.0", "x=2 y=2", "a f32[8@x,4]",
     "y = jax.sharding.auto_axes(lambda v: v, out_sharding=('x',))(a)",
     "ValueError: reshard out_shardings specification must be a tree prefix of the "
     "positional arguments tuple. In particular, reshard out_shardings must either be "
     "a Sharding, a PartitionSpec, or a tuple of length equal to the number of "
     "positional arguments. But reshard out_shardings is the wrong length: got a tuple "
     "or list of length 1 for an args tuple of length 0."},
    {"0.10.2", "x=2 y=2", "a f32[8@x,4]",
     "y = jax.sharding.auto_axes(lambda v: v, out_sharding=('x',))(a)",
     "ValueError: reshard out_shardings specification must be a tree prefix of the "
     "positional arguments tuple. In particular, reshard out_shardings must either be "
     "a Sharding, a PartitionSpec, or a tuple of length equal to the number of "
     "positional arguments. But reshard out_shardings is the wrong length: got a tuple "
     "or list of length 1 for an args tuple of length 0."},
    {"0.12.0.1", "x=2 y=2", "a f32[8@x,4]",
     "y = jax.sharding.auto_axes(lambda v: v, out_sharding=('x',))(a)",
     "ValueError: reshard out_shardings specification must be a tree prefix of the "
     "positional arguments tuple. In particular, reshard out_shardings must either be "
     "a Sharding, a PartitionSpec, or a tuple of length equal to the number of "
     "positional arguments. But reshard out_shardings is the wrong length: got a tuple "
     "or list of length 1 for an args tuple of length 0."},
    {"0.7.0", "x=2 y=2", "a f32[8@x,4]",
     "y = jax.sharding.auto_axes(lambda v: v @ v, out_sharding=P())(a)",
     "TypeError: dot_general requires contracting dimensions to have the same shape, "
     "got (4,) and (8,)."},
    {"0.9.0", "x=2 y=2", "a f32[8@x,4]",
     "y = jax.sharding.auto_axes(lambda v: v @ v, out_sharding=P())(a)",
     "TypeError: dot_general requires contracting dimensions to have the same shape, "
     "got (4,) and (8,)."},
    {"0.10.2", "x=2 y=2", "a f32[8@x,4]",
     "y = jax.sharding.auto_axes(lambda v: v @ v, out_sharding=P())(a)",
     "TypeError: dot_general requires contracting dimensions to have the same shape, "
     "got (4,) and (8,)."},
    {"0.12.0.1", "x=2 y=2", "a f32[8@x,4]",
     "y = jax.sharding.auto_axes(lambda v: v @ v, out_sharding=P())(a)",
     "TypeError: dot_general requires contracting dimensions to have the same shape, "
     "got (4,) and (8,)."},
    {"0.7.0", "x=2 y=2", "a f32[8@x,4]",
     "y = jax.sharding.auto_axes(lambda v: v, out_shardings=P())(a)",
     "TypeError: auto_axes() got an unexpected keyword argument 'out_shardings'"},
    {"0.9.0", "x=2 y=2", "a f32[8@x,4]",
     "y = jax.sharding.auto_axes(lambda v: v, out_shardings=P())(a)",
     "TypeError: auto_axes() got an unexpected keyword argument 'out_shardings'"},
    {"0.10.2", "x=2 y=2", "a f32[8@x,4]",
     "y = jax.sharding.auto_axes(lambda v: v, out_shardings=P())(a)",
     "TypeError: auto_axes() got an unexpected keyword argument 'out_shardings'"},
    {"0.7.0", "x=2 y=2", "a f32[8@x,4]", "y = jax.sharding.auto_axes(3, out_sharding=P())(a)",
     "TypeError: 'int' object is not callable"},
    {"0.9.0", "x=2 y=2", "a f32[8@x,4]", "y = jax.sharding.auto_axes(3, out_sharding=P())(a)",
     "TypeError: 'int' object is not callable"},
    {"0.10.2", "x=2 y=2", "a f32[8@x,4]", "y = jax.sharding.auto_axes(3, out_sharding=P())(a)",
     "TypeError: 'int' object is not callable"},
    {"0.12.0.1", "x=2 y=2", "a f32[8@x,4]", "y = jax.sharding.auto_axes(3, out_sharding=P())(a)",
     "TypeError: 'int' object is not callable"},
    {"0.7.0", "x=2 y=2", "a f32[8@x,4]",
     "y = jax.sharding.auto_axes(lambda v, w: v, out_sharding=P())(a)",
     "TypeError: <lambda>() missing 1 required positional argument: 'w'"},
    {"0.9.0", "x=2 y=2", "a f32[8@x,4]",
     "y = jax.sharding.auto_axes(lambda v, w: v, out_sharding=P())(a)",
     "TypeError: <lambda>() missing 1 required positional argument: 'w'"},
    {"0.10.2", "x=2 y=2", "a f32[8@x,4]",
     "y = jax.sharding.auto_axes(lambda v, w: v, out_sharding=P())(a)",
     "TypeError: <lambda>() missing 1 required positional argument: 'w'"},
    {"0.12.0.1", "x=2 y=2", "a f32[8@x,4]",
     "y = jax.sharding.auto_axes(lambda v, w: v, out_sharding=P())(a)",
     "TypeError: <lambda>() missing 1 required positional argument: 'w'"},
};

/* Results that are not asked for, axes that there are not. */
Test(axis_modes, auto_axes_refuses)
{
	testing_programs(auto_axes_refuses, ROWS(auto_axes_refuses));
}

static const struct program_case explicit_axes_within_a_function[] = {
    {"0.7.0", "auto x=2 y=2", "a f32[8,4]",
     "y = jax.sharding.explicit_axes(lambda v: v * 2, in_sharding=P('x'))(a)", "y f32[8,4]"},
    {"0.9.0", "auto x=2 y=2", "a f32[8,4]",
     "y = jax.sharding.explicit_axes(lambda v: v * 2, in_sharding=P('x'))(a)", "y f32[8,4]"},
    {"0.10.2", "auto x=2 y=2", "a f32[8,4]",
     "y = jax.sharding.explicit_axes(lambda v: v * 2, in_sharding=P('x'))(a)", "y f32[8,4]"},
    {"0.12.0.1", "auto x=2 y=2", "a f32[8,4]",
     "y = jax.sharding.explicit_axes(lambda v: v * 2, in_sharding=P('x'))(a)", "y f32[8,4]"},
    {"0.7.0", "auto x=2 y=2", "a f32[8,4]; b f32[4,6]",
     "y = jax.sharding.explicit_axes(lambda v, w: v @ w, in_sharding=(P('x'), P()))(a, b)",
     "y f32[8,6]"},
    {"0.9.0", "auto x=2 y=2", "a f32[8,4]; b f32[4,6]",
     "y = jax.sharding.explicit_axes(lambda v, w: v @ w, in_sharding=(P('x'), P()))(a, b)",
     "y f32[8,6]"},
    {"0.10.2", "auto x=2 y=2", "a f32[8,4]; b f32[4,6]",
     "y = jax.sharding.explicit_axes(lambda v, w: v @ w, in_sharding=(P('x'), P()))(a, b)",
     "y f32[8,6]"},
    {"0.12.0.1", "auto x=2 y=2", "a f32[8,4]; b f32[4,6]",
     "y = jax.sharding.explicit_axes(lambda v, w: v @ w, in_sharding=(P('x'), P()))(a, b)",
     "y f32[8,6]"},
    {"0.7.0", "auto x=2 y=2", "a f32[8,4]; b f32[4,6]",
     "y = jax.sharding.explicit_axes(lambda v, w: v @ w, in_sharding=(P(None, 'x'), P('x')))(a, b)",
     "ShardingTypeError: Contracting dimensions are sharded and it is ambiguous how "
     "the output should be sharded. Please specify the output sharding via the "
     "`out_sharding` parameter. Got lhs_contracting_spec=('x',) and "
     "rhs_contracting_spec=('x',)"},
    {"0.9.0", "auto x=2 y=2", "a f32[8,4]; b f32[4,6]",
     "y = jax.sharding.explicit_axes(lambda v, w: v @ w, in_sharding=(P(None, 'x'), P('x')))(a, b)",
     "ShardingTypeError: Contracting dimensions are sharded and it is ambiguous how "
     "the output should be sharded. Please specify the output sharding via the "
     "`out_sharding` parameter. Got lhs_contracting_spec=('x',) and "
     "rhs_contracting_spec=('x',)"},
    {"0.10.2", "auto x=2 y=2", "a f32[8,4]; b f32[4,6]",
     "y = jax.sharding.explicit_axes(lambda v, w: v @ w, in_sharding=(P(None, 'x'), P('x')))(a, b)",
     "ShardingTypeError: Contracting dimensions are sharded and it is ambiguous how "
     "the output should be sharded. Please specify the output sharding via the "
     "`out_sharding` parameter. Got lhs_contracting_spec=('x',) and "
     "rhs_contracting_spec=('x',)"},
    {"0.12.0.1", "auto x=2 y=2", "a f32[8,4]; b f32[4,6]",
     "y = jax.sharding.explicit_axes(lambda v, w: v @ w, in_sharding=(P(None, 'x'), P('x')))(a, b)",
     "ShardingTypeError: Contracting dimensions are sharded and it is ambiguous how "
     "the output should be sharded. Please specify the output sharding via the "
     "`out_sharding` parameter. Got lhs_contracting_spec=('x',) and "
     "rhs_contracting_spec=('x',)"},
    {"0.7.0", "auto x=2 y=2", "a f32[8,4]",
     "y = jax.sharding.explicit_axes(lambda v: v.T, axes='x', in_sharding=P('x'))(a)",
     "y f32[4,8]"},
    {"0.9.0", "auto x=2 y=2", "a f32[8,4]",
     "y = jax.sharding.explicit_axes(lambda v: v.T, axes='x', in_sharding=P('x'))(a)",
     "y f32[4,8]"},
    {"0.10.2", "auto x=2 y=2", "a f32[8,4]",
     "y = jax.sharding.explicit_axes(lambda v: v.T, axes='x', in_sharding=P('x'))(a)",
     "y f32[4,8]"},
    {"0.12.0.1", "auto x=2 y=2", "a f32[8,4]",
     "y = jax.sharding.explicit_axes(lambda v: v.T, axes='x', in_sharding=P('x'))(a)",
     "y f32[4,8]"},
    {"0.7.0", "auto x=2 y=2", "a f32[8,4]",
     "y = jax.sharding.explicit_axes(lambda v: jax.sharding.reshard(v, P('y')), "
     "in_sharding=P('x'))(a)",
     "y f32[8,4]"},
    {"0.9.0", "auto x=2 y=2", "a f32[8,4]",
     "y = jax.sharding.explicit_axes(lambda v: jax.sharding.reshard(v, P('y')), "
     "in_sharding=P('x'))(a)",
     "y f32[8,4]"},
    {"0.10.2", "auto x=2 y=2", "a f32[8,4]",
     "y = jax.sharding.explicit_axes(lambda v: jax.sharding.reshard(v, P('y')), "
     "in_sharding=P('x'))(a)",
     "y f32[8,4]"},
    {"0.12.0.1", "auto x=2 y=2", "a f32[8,4]",
     "y = jax.sharding.explicit_axes(lambda v: jax.sharding.reshard(v, P('y')), "
     "in_sharding=P('x'))(a)",
     "y f32[8,4]"},
    {"0.7.0", "auto x=2 y=2", "a f32[8,4]",
     "y = jax.sharding.explicit_axes(lambda v: v)(a, in_sharding=P('x'))", "y f32[8,4]"},
    {"0.9.0", "auto x=2 y=2", "a f32[8,4]",
     "y = jax.sharding.explicit_axes(lambda v: v)(a, in_sharding=P('x'))", "y f32[8,4]"},
    {"0.10.2", "auto x=2 y=2", "a f32[8,4]",
     "y = jax.sharding.explicit_axes(lambda v: v)(a, in_sharding=P('x'))", "y f32[8,4]"},
    {"0.12.0.1", "auto x=2 y=2", "a f32[8,4]",
     "y = jax.sharding.explicit_axes(lambda v: v)(a, in_sharding=P('x'))", "y f32[8,4]"},
    {"0.7.0", "auto x=2 y=2", "a f32[8,4]", "y = jax.sharding.explicit_axes(lambda v: v)(a)",
     "TypeError: Missing required keyword argument: 'in_sharding'"},
    {"0.9.0", "auto x=2 y=2", "a f32[8,4]", "y = jax.sharding.explicit_axes(lambda v: v)(a)",
     "TypeError: Missing required keyword argument: 'in_sharding'"},
    {"0.10.2", "auto x=2 y=2", "a f32[8,4]", "y = jax.sharding.explicit_axes(lambda v: v)(a)",
     "TypeError: Missing required keyword argument: 'in_sharding'"},
    {"0.12.0.1", "auto x=2 y=2", "a f32[8,4]", "y = jax.sharding.explicit_axes(lambda v: v)(a)",
     "TypeError: Missing required keyword argument: 'in_sharding'"},
    {"0.7.0", "auto x=2 y=2", "a f32[8,4]",
     "y = jax.sharding.explicit_axes(lambda v: v, axes='z', in_sharding=P('x'))(a)",
     "KeyError: 'z'"},
    {"0.9.0", "auto x=2 y=2", "a f32[8,4]",
     "y = jax.sharding.explicit_axes(lambda v: v, axes='z', in_sharding=P('x'))(a)",
     "KeyError: 'z'"},
    {"0.10.2", "auto x=2 y=2", "a f32[8,4]",
     "y = jax.sharding.explicit_axes(lambda v: v, axes='z', in_sharding=P('x'))(a)",
     "KeyError: 'z'"},
    {"0.12.0.1", "auto x=2 y=2", "a f32[8,4]",
     "y = jax.sharding.explicit_axes(lambda v: v, axes='z', in_sharding=P('x'))(a)",
     "KeyError: 'z'"},
    {"0.7.0", "auto x=2 y=2", "a f32[8,4]",
     "y = jax.sharding.explicit_axes(lambda v: v, in_sharding=P('z'))(a)",
     "ValueError: Resource axis: z of PartitionSpec('z',) is not found in mesh: ('x', "
     "'y')."},
    {"0.9.0", "auto x=2 y=2", "a f32[8,4]",
     "y = jax.sharding.explicit_axes(lambda v: v, in_sharding=P('z'))(a)",
     "ValueError: Resource axis: z of PartitionSpec('z',) is not found in mesh: ('x', "
     "'y')."},
    {"0.10.2", "auto x=2 y=2", "a f32[8,4]",
     "y = jax.sharding.explicit_axes(lambda v: v, in_sharding=P('z'))(a)",
     "ValueError: Resource axis: z of P('z',) is not found in mesh: ('x', 'y')."},
    {"0.12.0.1", "auto x=2 y=2", "a f32[8,4]",
     "y = jax.sharding.explicit_axes(lambda v: v, in_sharding=P('z'))(a)",
     "ValueError: Resource axis: z of P('z',) is not found in mesh: ('x', 'y')."},
    {"0.7.0", "auto x=2 y=2", "a f32[8,4]",
     "y = jax.sharding.explicit_axes(lambda v: v, in_sharding=(P(), P()))(a)",
     "ValueError: mesh_cast shardings specification must be a tree prefix of the "
     "corresponding value, got specification (PartitionSpec(), PartitionSpec()) for "
     "value tree PyTreeDef((*,))."},
    {"0.9.0", "auto x=2 y=2", "a f32[8,4]",
     "y = jax.sharding.explicit_axes(lambda v: v, in_sharding=(P(), P()))(a)",
     "ValueError: reshard out_shardings specification must be a tree prefix of the "
     "positional arguments tuple. In particular, reshard out_shardings must either be "
     "a Sharding, a PartitionSpec, or a tuple of length equal to the number of "
     "positional arguments. But reshard out_shardings is the wrong length: got a tuple "
     "or list of length 2 for an args tuple of length 1."},
    {"0.10.2", "auto x=2 y=2", "a f32[8,4]",
     "y = jax.sharding.explicit_axes(lambda v: v, in_sharding=(P(), P()))(a)",
     "ValueError: reshard out_shardings specification must be a tree prefix of the "
     "positional arguments tuple. In particular, reshard out_shardings must either be "
     "a Sharding, a PartitionSpec, or a tuple of length equal to the number of "
     "positional arguments. But reshard out_shardings is the wrong length: got a tuple "
     "or list of length 2 for an args tuple of length 1."},
    {"0.12.0.1", "auto x=2 y=2", "a f32[8,4]",
     "y = jax.sharding.explicit_axes(lambda v: v, in_sharding=(P(), P()))(a)",
     "ValueError: reshard out_shardings specification must be a tree prefix of the "
     "positional arguments tuple. In particular, reshard out_shardings must either be "
     "a Sharding, a PartitionSpec, or a tuple of length equal to the number of "
     "positional arguments. But reshard out_shardings is the wrong length: got a tuple "
     "or list of length 2 for an args tuple of length 1."},
    {"0.7.0", "auto x=2 y=2", "a f32[8,4]",
     "y = jax.sharding.explicit_axes(lambda v: v, in_sharding=P('x', None, None))(a)",
     "y f32[8,4]"},
    {"0.9.0", "auto x=2 y=2", "a f32[8,4]",
     "y = jax.sharding.explicit_axes(lambda v: v, in_sharding=P('x', None, None))(a)",
     "y f32[8,4]"},
    {"0.10.2", "auto x=2 y=2", "a f32[8,4]",
     "y = jax.sharding.explicit_axes(lambda v: v, in_sharding=P('x', None, None))(a)",
     "y f32[8,4]"},
    {"0.12.0.1", "auto x=2 y=2", "a f32[8,4]",
     "y = jax.sharding.explicit_axes(lambda v: v, in_sharding=P('x', None, None))(a)",
     "ValueError: Length of sharding.spec (3) must be equal to aval's ndim (2). Got "
     "sharding.spec P('x', None, None), aval.ndim 2 and sharding "
     "NamedSharding(mesh=AbstractMesh('x': 2, 'y': 2, axis_types=(Explicit, Explicit), "
     "device_kind=cpu, num_cores=None, platform=cpu), spec=P('x', None, None))"},
    {"0.7.0", "auto x=2 y=2", "a f32[8,4]",
     "y = jax.sharding.explicit_axes(lambda v: v, in_shardings=P('x'))(a)",
     "TypeError: explicit_axes() got an unexpected keyword argument 'in_shardings'"},
    {"0.9.0", "auto x=2 y=2", "a f32[8,4]",
     "y = jax.sharding.explicit_axes(lambda v: v, in_shardings=P('x'))(a)",
     "TypeError: explicit_axes() got an unexpected keyword argument 'in_shardings'"},
    {"0.10.2", "auto x=2 y=2", "a f32[8,4]",
     "y = jax.sharding.explicit_axes(lambda v: v, in_shardings=P('x'))(a)",
     "TypeError: explicit_axes() got an unexpected keyword argument 'in_shardings'"},
    {"0.7.0", "auto x=2 y=2", "a f32[8,4]",
     "@partial(jax.sharding.explicit_axes, in_sharding=P('x'))\n"
     "def f(v):\n"
     "  return v.sum(axis=1)\n"
     "y = f(a)",
     "y f32[8]"},
    {"0.9.0", "auto x=2 y=2", "a f32[8,4]",
     "@partial(jax.sharding.explicit_axes, in_sharding=P('x'))\n"
     "def f(v):\n"
     "  return v.sum(axis=1)\n"
     "y = f(a)",
     "y f32[8]"},
    {"0.10.2", "auto x=2 y=2", "a f32[8,4]",
     "@partial(jax.sharding.explicit_axes, in_sharding=P('x'))\n"
     "def f(v):\n"
     "  return v.sum(axis=1)\n"
     "y = f(a)",
     "y f32[8]"},
    {"0.12.0.1", "auto x=2 y=2", "a f32[8,4]",
     "@partial(jax.sharding.explicit_axes, in_sharding=P('x'))\n"
     "def f(v):\n"
     "  return v.sum(axis=1)\n"
     "y = f(a)",
     "y f32[8]"},
};

/* Types inside have the axes that the arguments are given. */
Test(axis_modes, explicit_axes_within_a_function)
{
	testing_programs(explicit_axes_within_a_function, ROWS(explicit_axes_within_a_function));
}
