/* SPDX-License-Identifier: Apache-2.0 */
/* Rows are checked against JAX by testdata/programs/rows.py. */
#include "testing/program_cases.h"

static const struct program_case arrays_moved_to_another_sharding[] = {
    {"0.7.0", "x=2 y=2", "a f32[8,4]", "y = jax.sharding.reshard(a, P('x'))", "y f32[8@x,4]"},
    {"0.9.0", "x=2 y=2", "a f32[8,4]", "y = jax.sharding.reshard(a, P('x'))", "y f32[8@x,4]"},
    {"0.10.2", "x=2 y=2", "a f32[8,4]", "y = jax.sharding.reshard(a, P('x'))", "y f32[8@x,4]"},
    {"0.12.0.1", "x=2 y=2", "a f32[8,4]", "y = jax.sharding.reshard(a, P('x'))", "y f32[8@x,4]"},
    {"0.7.0", "x=2 y=2", "b f32[4@x,6]", "y = jax.sharding.reshard(b, P(None, 'y'))",
     "y f32[4,6@y]"},
    {"0.9.0", "x=2 y=2", "b f32[4@x,6]", "y = jax.sharding.reshard(b, P(None, 'y'))",
     "y f32[4,6@y]"},
    {"0.10.2", "x=2 y=2", "b f32[4@x,6]", "y = jax.sharding.reshard(b, P(None, 'y'))",
     "y f32[4,6@y]"},
    {"0.12.0.1", "x=2 y=2", "b f32[4@x,6]", "y = jax.sharding.reshard(b, P(None, 'y'))",
     "y f32[4,6@y]"},
    {"0.7.0", "x=2 y=2", "b f32[4@x,6]", "y = jax.sharding.reshard(b, P())", "y f32[4,6]"},
    {"0.9.0", "x=2 y=2", "b f32[4@x,6]", "y = jax.sharding.reshard(b, P())", "y f32[4,6]"},
    {"0.10.2", "x=2 y=2", "b f32[4@x,6]", "y = jax.sharding.reshard(b, P())", "y f32[4,6]"},
    {"0.12.0.1", "x=2 y=2", "b f32[4@x,6]", "y = jax.sharding.reshard(b, P())", "y f32[4,6]"},
    {"0.7.0", "x=2 y=2", "a f32[8,4]",
     "y = jax.sharding.reshard(a, NamedSharding(jax.sharding.get_abstract_mesh(), P('y')))",
     "y f32[8@y,4]"},
    {"0.9.0", "x=2 y=2", "a f32[8,4]",
     "y = jax.sharding.reshard(a, NamedSharding(jax.sharding.get_abstract_mesh(), P('y')))",
     "y f32[8@y,4]"},
    {"0.10.2", "x=2 y=2", "a f32[8,4]",
     "y = jax.sharding.reshard(a, NamedSharding(jax.sharding.get_abstract_mesh(), P('y')))",
     "y f32[8@y,4]"},
    {"0.12.0.1", "x=2 y=2", "a f32[8,4]",
     "y = jax.sharding.reshard(a, NamedSharding(jax.sharding.get_abstract_mesh(), P('y')))",
     "y f32[8@y,4]"},
    {"0.7.0", "x=2 y=2", "a f32[8,4]; b f32[4@x,6]", "y = jax.sharding.reshard((a, b), P('x'))",
     "y[0] f32[8@x,4]; y[1] f32[4@x,6]"},
    {"0.9.0", "x=2 y=2", "a f32[8,4]; b f32[4@x,6]", "y = jax.sharding.reshard((a, b), P('x'))",
     "y[0] f32[8@x,4]; y[1] f32[4@x,6]"},
    {"0.10.2", "x=2 y=2", "a f32[8,4]; b f32[4@x,6]", "y = jax.sharding.reshard((a, b), P('x'))",
     "y[0] f32[8@x,4]; y[1] f32[4@x,6]"},
    {"0.12.0.1", "x=2 y=2", "a f32[8,4]; b f32[4@x,6]", "y = jax.sharding.reshard((a, b), P('x'))",
     "y[0] f32[8@x,4]; y[1] f32[4@x,6]"},
    {"0.7.0", "x=2 y=2", "a f32[8,4]; b f32[4@x,6]",
     "y = jax.sharding.reshard((a, b), (P('x'), P('y')))", "y[0] f32[8@x,4]; y[1] f32[4@y,6]"},
    {"0.9.0", "x=2 y=2", "a f32[8,4]; b f32[4@x,6]",
     "y = jax.sharding.reshard((a, b), (P('x'), P('y')))", "y[0] f32[8@x,4]; y[1] f32[4@y,6]"},
    {"0.10.2", "x=2 y=2", "a f32[8,4]; b f32[4@x,6]",
     "y = jax.sharding.reshard((a, b), (P('x'), P('y')))", "y[0] f32[8@x,4]; y[1] f32[4@y,6]"},
    {"0.12.0.1", "x=2 y=2", "a f32[8,4]; b f32[4@x,6]",
     "y = jax.sharding.reshard((a, b), (P('x'), P('y')))", "y[0] f32[8@x,4]; y[1] f32[4@y,6]"},
    {"0.7.0", "x=2 y=2", "a f32[8,4]", "y = jax.sharding.reshard({'u': a}, {'u': P(('x', 'y'))})",
     "y['u'] f32[8@(x,y),4]"},
    {"0.9.0", "x=2 y=2", "a f32[8,4]", "y = jax.sharding.reshard({'u': a}, {'u': P(('x', 'y'))})",
     "y['u'] f32[8@(x,y),4]"},
    {"0.10.2", "x=2 y=2", "a f32[8,4]", "y = jax.sharding.reshard({'u': a}, {'u': P(('x', 'y'))})",
     "y['u'] f32[8@(x,y),4]"},
    {"0.12.0.1", "x=2 y=2", "a f32[8,4]",
     "y = jax.sharding.reshard({'u': a}, {'u': P(('x', 'y'))})", "y['u'] f32[8@(x,y),4]"},
    {"0.7.0", "x=2 y=2", "a f32[8,4]", "y = jax.vmap(lambda r: jax.sharding.reshard(r, P('y')))(a)",
     "y f32[8,4@y]"},
    {"0.9.0", "x=2 y=2", "a f32[8,4]", "y = jax.vmap(lambda r: jax.sharding.reshard(r, P('y')))(a)",
     "y f32[8,4@y]"},
    {"0.10.2", "x=2 y=2", "a f32[8,4]",
     "y = jax.vmap(lambda r: jax.sharding.reshard(r, P('y')))(a)", "y f32[8,4@y]"},
    {"0.12.0.1", "x=2 y=2", "a f32[8,4]",
     "y = jax.vmap(lambda r: jax.sharding.reshard(r, P('y')))(a)", "y f32[8,4@y]"},
    {"0.7.0", "x=2 y=2", "a f32[8,4]", "y = jax.jit(lambda v: jax.sharding.reshard(v, P('x')))(a)",
     "y f32[8@x,4]"},
    {"0.9.0", "x=2 y=2", "a f32[8,4]", "y = jax.jit(lambda v: jax.sharding.reshard(v, P('x')))(a)",
     "y f32[8@x,4]"},
    {"0.10.2", "x=2 y=2", "a f32[8,4]", "y = jax.jit(lambda v: jax.sharding.reshard(v, P('x')))(a)",
     "y f32[8@x,4]"},
    {"0.12.0.1", "x=2 y=2", "a f32[8,4]",
     "y = jax.jit(lambda v: jax.sharding.reshard(v, P('x')))(a)", "y f32[8@x,4]"},
    {"0.7.0", "x=2 y=2", "", "y = jax.sharding.reshard(1.0, P())", "y f32[]"},
    {"0.9.0", "x=2 y=2", "", "y = jax.sharding.reshard(1.0, P())", "y f32[]"},
    {"0.10.2", "x=2 y=2", "", "y = jax.sharding.reshard(1.0, P())", "y f32[]"},
    {"0.12.0.1", "x=2 y=2", "", "y = jax.sharding.reshard(1.0, P())", "y f32[]"},
};

/* Specs, shardings, and trees of them. */
Test(reshard, arrays_moved_to_another_sharding)
{
	testing_programs(arrays_moved_to_another_sharding, ROWS(arrays_moved_to_another_sharding));
}

static const struct program_case reshard_refuses[] = {
    {"0.7.0", "x=2 y=2", "a f32[8,4]", "y = jax.sharding.reshard(a, None)",
     "ValueError: Reshard should only be used with out_shardings which are non-None "
     "and have a nonempty mesh. Got sharding None."},
    {"0.9.0", "x=2 y=2", "a f32[8,4]", "y = jax.sharding.reshard(a, None)",
     "ValueError: Reshard should only be used with out_shardings which are non-None "
     "and have a nonempty mesh. Got sharding None."},
    {"0.10.2", "x=2 y=2", "a f32[8,4]", "y = jax.sharding.reshard(a, None)",
     "ValueError: Reshard should only be used with out_shardings which are non-None "
     "and have a non-empty mesh. Got sharding None."},
    {"0.12.0.1", "x=2 y=2", "a f32[8,4]", "y = jax.sharding.reshard(a, None)",
     "ValueError: Reshard should only be used with out_shardings which are non-None "
     "and have a non-empty mesh. Got sharding None."},
    {"0.7.0", "x=2 y=2", "a f32[8,4]", "y = jax.sharding.reshard(a, 'x')",
     "TypeError: `out_sharding` argument of reshard only supports instances of "
     "`NamedSharding` or `PartitionSpec`. Got x of type: <class 'str'>"},
    {"0.9.0", "x=2 y=2", "a f32[8,4]", "y = jax.sharding.reshard(a, 'x')",
     "TypeError: `out_sharding` argument of reshard only supports instances of "
     "`NamedSharding` or `PartitionSpec`. Got x of type: <class 'str'>"},
    {"0.10.2", "x=2 y=2", "a f32[8,4]", "y = jax.sharding.reshard(a, 'x')",
     "TypeError: `out_sharding` argument of reshard only supports instances of "
     "`NamedSharding` or `PartitionSpec`. Got x of type: <class 'str'>"},
    {"0.12.0.1", "x=2 y=2", "a f32[8,4]", "y = jax.sharding.reshard(a, 'x')",
     "TypeError: `out_sharding` argument of reshard only supports instances of "
     "`NamedSharding` or `PartitionSpec`. Got x of type: <class 'str'>"},
    {"0.7.0", "x=2 y=2", "a f32[8,4]", "y = jax.sharding.reshard(a, ('x',))",
     "ValueError: reshard shardings specification must be a tree prefix of the "
     "corresponding value, got specification ('x',) for value tree PyTreeDef(*)."},
    {"0.9.0", "x=2 y=2", "a f32[8,4]", "y = jax.sharding.reshard(a, ('x',))",
     "ValueError: reshard out_shardings specification must be a tree prefix of the "
     "positional arguments tuple. In particular, reshard out_shardings must either be "
     "a Sharding, a PartitionSpec, or a tuple of length equal to the number of "
     "positional arguments. But reshard out_shardings is the wrong length: got a tuple "
     "or list of length 1 for an args tuple of length 0."},
    {"0.10.2", "x=2 y=2", "a f32[8,4]", "y = jax.sharding.reshard(a, ('x',))",
     "ValueError: reshard out_shardings specification must be a tree prefix of the "
     "positional arguments tuple. In particular, reshard out_shardings must either be "
     "a Sharding, a PartitionSpec, or a tuple of length equal to the number of "
     "positional arguments. But reshard out_shardings is the wrong length: got a tuple "
     "or list of length 1 for an args tuple of length 0."},
    {"0.12.0.1", "x=2 y=2", "a f32[8,4]", "y = jax.sharding.reshard(a, ('x',))",
     "ValueError: reshard out_shardings specification must be a tree prefix of the "
     "positional arguments tuple. In particular, reshard out_shardings must either be "
     "a Sharding, a PartitionSpec, or a tuple of length equal to the number of "
     "positional arguments. But reshard out_shardings is the wrong length: got a tuple "
     "or list of length 1 for an args tuple of length 0."},
    {"0.7.0", "x=2 y=2", "a f32[8,4]", "y = jax.sharding.reshard(a, P('z'))",
     "ValueError: Resource axis: z of PartitionSpec('z',) is not found in mesh: ('x', "
     "'y')."},
    {"0.9.0", "x=2 y=2", "a f32[8,4]", "y = jax.sharding.reshard(a, P('z'))",
     "ValueError: Resource axis: z of PartitionSpec('z',) is not found in mesh: ('x', "
     "'y')."},
    {"0.10.2", "x=2 y=2", "a f32[8,4]", "y = jax.sharding.reshard(a, P('z'))",
     "ValueError: Resource axis: z of P('z',) is not found in mesh: ('x', 'y')."},
    {"0.12.0.1", "x=2 y=2", "a f32[8,4]", "y = jax.sharding.reshard(a, P('z'))",
     "ValueError: Resource axis: z of P('z',) is not found in mesh: ('x', 'y')."},
    {"0.7.0", "x=2 y=2", "b f32[3]", "y = jax.sharding.reshard(b, P('x'))",
     "ValueError: Sharding spec ('x',) implies that array axis 0 is partitioned 2 "
     "times, but does not evenly divide the dimension size 3. Got shape: (3,) and "
     "sharding NamedSharding(mesh=AbstractMesh('x': 2, 'y': 2, axis_types=(Explicit, "
     "Explicit)), spec=PartitionSpec('x',))"},
    {"0.9.0", "x=2 y=2", "b f32[3]", "y = jax.sharding.reshard(b, P('x'))",
     "ValueError: Sharding spec ('x',) implies that array axis 0 is partitioned 2 "
     "times, but does not evenly divide the dimension size 3. Got shape: (3,) and "
     "sharding NamedSharding(mesh=AbstractMesh('x': 2, 'y': 2, axis_types=(Explicit, "
     "Explicit), device_kind=cpu, num_cores=None), spec=PartitionSpec('x',))"},
    {"0.10.2", "x=2 y=2", "b f32[3]", "y = jax.sharding.reshard(b, P('x'))",
     "ValueError: Sharding spec ('x',) implies that array axis 0 is partitioned 2 "
     "times, but does not evenly divide the dimension size 3. Got shape: (3,) and "
     "sharding NamedSharding(mesh=AbstractMesh('x': 2, 'y': 2, axis_types=(Explicit, "
     "Explicit), device_kind=cpu, num_cores=None, platform=cpu), spec=P('x',))"},
    {"0.12.0.1", "x=2 y=2", "b f32[3]", "y = jax.sharding.reshard(b, P('x'))",
     "ValueError: Sharding spec ('x',) implies that array axis 0 is partitioned 2 "
     "times, but does not evenly divide the dimension size 3. Got shape: (3,) and "
     "sharding NamedSharding(mesh=AbstractMesh('x': 2, 'y': 2, axis_types=(Explicit, "
     "Explicit), device_kind=cpu, num_cores=None, platform=cpu), spec=P('x',))"},
    {"0.7.0", "x=2 y=2", "s f32[]", "y = jax.sharding.reshard(s, P('x'))",
     "AssertionError: (0, PartitionSpec('x',))"},
    {"0.9.0", "x=2 y=2", "s f32[]", "y = jax.sharding.reshard(s, P('x'))",
     "AssertionError: (0, PartitionSpec('x',))"},
    {"0.10.2", "x=2 y=2", "s f32[]", "y = jax.sharding.reshard(s, P('x'))",
     "AssertionError: (0, P('x',))"},
    {"0.12.0.1", "x=2 y=2", "s f32[]", "y = jax.sharding.reshard(s, P('x'))",
     "ValueError: Length of sharding.spec (1) must be equal to aval's ndim (0). Got "
     "sharding.spec P('x',), aval.ndim 0 and sharding "
     "NamedSharding(mesh=AbstractMesh('x': 2, 'y': 2, axis_types=(Explicit, Explicit), "
     "device_kind=cpu, num_cores=None, platform=cpu), spec=P('x',))"},
    {"0.7.0", "x=2 y=2", "a f32[8,4]", "y = jax.sharding.reshard(a, P(None, None, 'x'))",
     "AssertionError: (2, PartitionSpec(None, None, 'x'))"},
    {"0.9.0", "x=2 y=2", "a f32[8,4]", "y = jax.sharding.reshard(a, P(None, None, 'x'))",
     "AssertionError: (2, PartitionSpec(None, None, 'x'))"},
    {"0.10.2", "x=2 y=2", "a f32[8,4]", "y = jax.sharding.reshard(a, P(None, None, 'x'))",
     "AssertionError: (2, P(None, None, 'x'))"},
    {"0.12.0.1", "x=2 y=2", "a f32[8,4]", "y = jax.sharding.reshard(a, P(None, None, 'x'))",
     "ValueError: Length of sharding.spec (3) must be equal to aval's ndim (2). Got "
     "sharding.spec P(None, None, 'x'), aval.ndim 2 and sharding "
     "NamedSharding(mesh=AbstractMesh('x': 2, 'y': 2, axis_types=(Explicit, Explicit), "
     "device_kind=cpu, num_cores=None, platform=cpu), spec=P(None, None, 'x'))"},
    {"0.7.0", "x=2 y=2", "a f32[8,4]", "y = jax.sharding.reshard(a, P(P.UNCONSTRAINED))",
     "ValueError: PartitionSpec(UNCONSTRAINED,) cannot contain `P.UNCONSTRAINED` when "
     "no mesh axis_types are `Auto`. Got mesh axis_types: {Explicit: ('x', 'y')}"},
    {"0.9.0", "x=2 y=2", "a f32[8,4]", "y = jax.sharding.reshard(a, P(P.UNCONSTRAINED))",
     "ValueError: PartitionSpec(UNCONSTRAINED,) cannot contain `P.UNCONSTRAINED` when "
     "no mesh axis_types are `Auto`. Got mesh axis_types: (Explicit, Explicit)"},
    {"0.10.2", "x=2 y=2", "a f32[8,4]", "y = jax.sharding.reshard(a, P(P.UNCONSTRAINED))",
     "ValueError: P(UNCONSTRAINED,) cannot contain `P.UNCONSTRAINED` when no mesh "
     "axis_types are `Auto`. Got mesh axis_types: (Explicit, Explicit)"},
    {"0.12.0.1", "x=2 y=2", "a f32[8,4]", "y = jax.sharding.reshard(a, P(P.UNCONSTRAINED))",
     "ValueError: P(UNCONSTRAINED,) cannot contain `P.UNCONSTRAINED` when no mesh "
     "axis_types are `Auto`. Got mesh axis_types: (Explicit, Explicit)"},
    {"0.7.0", "x=2 y=2", "a f32[8,4]; b f32[3]", "y = jax.sharding.reshard((a, b), (P('x'),))",
     "ValueError: reshard shardings specification must be a tree prefix of the "
     "corresponding value, got specification (PartitionSpec('x',),) for value tree "
     "PyTreeDef((*, *))."},
    {"0.9.0", "x=2 y=2", "a f32[8,4]; b f32[3]", "y = jax.sharding.reshard((a, b), (P('x'),))",
     "ValueError: reshard out_shardings specification must be a tree prefix of the "
     "positional arguments tuple. In particular, reshard out_shardings must either be "
     "a Sharding, a PartitionSpec, or a tuple of length equal to the number of "
     "positional arguments. But reshard out_shardings is the wrong length: got a tuple "
     "or list of length 1 for an args tuple of length 2."},
    {"0.10.2", "x=2 y=2", "a f32[8,4]; b f32[3]", "y = jax.sharding.reshard((a, b), (P('x'),))",
     "ValueError: reshard out_shardings specification must be a tree prefix of the "
     "positional arguments tuple. In particular, reshard out_shardings must either be "
     "a Sharding, a PartitionSpec, or a tuple of length equal to the number of "
     "positional arguments. But reshard out_shardings is the wrong length: got a tuple "
     "or list of length 1 for an args tuple of length 2."},
    {"0.12.0.1", "x=2 y=2", "a f32[8,4]; b f32[3]", "y = jax.sharding.reshard((a, b), (P('x'),))",
     "ValueError: reshard out_shardings specification must be a tree prefix of the "
     "positional arguments tuple. In particular, reshard out_shardings must either be "
     "a Sharding, a PartitionSpec, or a tuple of length equal to the number of "
     "positional arguments. But reshard out_shardings is the wrong length: got a tuple "
     "or list of length 1 for an args tuple of length 2."},
    {"0.7.0", "x=2 y=2", "a f32[8,4]", "y = jax.sharding.reshard('a', P())",
     "TypeError: Argument 'a' of type <class 'str'> is not a valid JAX type"},
    {"0.9.0", "x=2 y=2", "a f32[8,4]", "y = jax.sharding.reshard('a', P())",
     "TypeError: Argument 'a' of type <class 'str'> is not a valid JAX type"},
    {"0.10.2", "x=2 y=2", "a f32[8,4]", "y = jax.sharding.reshard('a', P())",
     "TypeError: Argument 'a' of type <class 'str'> is not a valid JAX type"},
    {"0.12.0.1", "x=2 y=2", "a f32[8,4]", "y = jax.sharding.reshard('a', P())",
     "TypeError: Argument 'a' of type <class 'str'> is not a valid JAX type"},
    {"0.7.0", "x=2 y=2", "a f32[8,4]", "y = jax.sharding.reshard(a)",
     "TypeError: reshard() missing 1 required positional argument: 'out_shardings'"},
    {"0.9.0", "x=2 y=2", "a f32[8,4]", "y = jax.sharding.reshard(a)",
     "TypeError: reshard() missing 1 required positional argument: 'out_shardings'"},
    {"0.10.2", "x=2 y=2", "a f32[8,4]", "y = jax.sharding.reshard(a)",
     "TypeError: reshard() missing 1 required positional argument: 'out_shardings'"},
    {"0.12.0.1", "x=2 y=2", "a f32[8,4]", "y = jax.sharding.reshard(a)",
     "TypeError: reshard() missing 1 required positional argument: 'out_shardings'"},
    {"0.7.0", "x=2 y=2", "a f32[8,4]", "y = jax.sharding.reshard(a, out_sharding=P('x'))",
     "TypeError: reshard() got an unexpected keyword argument 'out_sharding'"},
    {"0.9.0", "x=2 y=2", "a f32[8,4]", "y = jax.sharding.reshard(a, out_sharding=P('x'))",
     "TypeError: reshard() got an unexpected keyword argument 'out_sharding'"},
    {"0.10.2", "x=2 y=2", "a f32[8,4]", "y = jax.sharding.reshard(a, out_sharding=P('x'))",
     "TypeError: reshard() got an unexpected keyword argument 'out_sharding'"},
    {"0.7.0", "x=2 y=2", "a f32[8,4]",
     "y = jax.vmap(lambda r: jax.sharding.reshard(r, P('x', 'y')))(a)",
     "AssertionError: (2, PartitionSpec(None, 'x', 'y'))"},
    {"0.9.0", "x=2 y=2", "a f32[8,4]",
     "y = jax.vmap(lambda r: jax.sharding.reshard(r, P('x', 'y')))(a)",
     "AssertionError: (2, PartitionSpec(None, 'x', 'y'))"},
    {"0.10.2", "x=2 y=2", "a f32[8,4]",
     "y = jax.vmap(lambda r: jax.sharding.reshard(r, P('x', 'y')))(a)",
     "AssertionError: (2, P(None, 'x', 'y'))"},
    {"0.12.0.1", "x=2 y=2", "a f32[8,4]",
     "y = jax.vmap(lambda r: jax.sharding.reshard(r, P('x', 'y')))(a)",
     "ValueError: Length of sharding.spec (3) must be equal to aval's ndim (2). Got "
     "sharding.spec P(None, 'x', 'y'), aval.ndim 2 and sharding "
     "NamedSharding(mesh=AbstractMesh('x': 2, 'y': 2, axis_types=(Explicit, Explicit), "
     "device_kind=cpu, num_cores=None, platform=cpu), spec=P(None, 'x', 'y'))"},
    {"0.7.0", "x=2 y=2", "a f32[8,4]",
     "y = jax.vmap(lambda r: jax.sharding.reshard(r, P('x')), spmd_axis_name='x')(a)",
     "y f32[8,4@x]"},
    {"0.9.0", "x=2 y=2", "a f32[8,4]",
     "y = jax.vmap(lambda r: jax.sharding.reshard(r, P('x')), spmd_axis_name='x')(a)",
     "y f32[8,4@x]"},
    {"0.10.2", "x=2 y=2", "a f32[8,4]",
     "y = jax.vmap(lambda r: jax.sharding.reshard(r, P('x')), spmd_axis_name='x')(a)",
     "y f32[8,4@x]"},
    {"0.12.0.1", "x=2 y=2", "a f32[8,4]",
     "y = jax.vmap(lambda r: jax.sharding.reshard(r, P('x')), spmd_axis_name='x')(a)",
     "y f32[8,4@x]"},
    {"0.7.0", "x=2 auto y=2", "a f32[8,4]", "y = jax.sharding.reshard(a, P('x'))", "y f32[8@x,4]"},
    {"0.9.0", "x=2 auto y=2", "a f32[8,4]", "y = jax.sharding.reshard(a, P('x'))", "y f32[8@x,4]"},
    {"0.10.2", "x=2 auto y=2", "a f32[8,4]", "y = jax.sharding.reshard(a, P('x'))", "y f32[8@x,4]"},
    {"0.12.0.1", "x=2 auto y=2", "a f32[8,4]", "y = jax.sharding.reshard(a, P('x'))",
     "y f32[8@x,4]"},
};

/* What is no sharding, sizes that do not divide, axes that are auto. */
Test(reshard, reshard_refuses)
{
	testing_programs(reshard_refuses, ROWS(reshard_refuses));
}

static const struct program_case names_of_reshard[] = {
    {"0.6.0", "x=2", "a f32[8,4]", "y = jax.reshard(a, P('x'))",
     "AttributeError: module 'jax' has no attribute 'reshard'"},
    {"0.7.0", "x=2", "a f32[8,4]", "y = jax.reshard(a, P('x'))",
     "AttributeError: module 'jax' has no attribute 'reshard'"},
    {"0.8.2", "x=2", "a f32[8,4]", "y = jax.reshard(a, P('x'))", "y f32[8@x,4]"},
    {"0.9.0", "x=2", "a f32[8,4]", "y = jax.reshard(a, P('x'))", "y f32[8@x,4]"},
    {"0.12.0.1", "x=2", "a f32[8,4]", "y = jax.reshard(a, P('x'))", "y f32[8@x,4]"},
    {"0.6.0", "x=2", "a f32[8,4]", "y = jax.sharding.reshard(a, P('x'))",
     "AttributeError: module 'jax.sharding' has no attribute 'reshard'"},
    {"0.7.0", "x=2", "a f32[8,4]", "y = jax.sharding.reshard(a, P('x'))", "y f32[8@x,4]"},
    {"0.8.2", "x=2", "a f32[8,4]", "y = jax.sharding.reshard(a, P('x'))", "y f32[8@x,4]"},
    {"0.9.0", "x=2", "a f32[8,4]", "y = jax.sharding.reshard(a, P('x'))", "y f32[8@x,4]"},
    {"0.12.0.1", "x=2", "a f32[8,4]", "y = jax.sharding.reshard(a, P('x'))", "y f32[8@x,4]"},
};

/* Where releases have it. */
Test(reshard, names_of_reshard)
{
	testing_programs(names_of_reshard, ROWS(names_of_reshard));
}
