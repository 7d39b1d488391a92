/* SPDX-License-Identifier: Apache-2.0 */
/* Rows are checked against JAX by testdata/programs/rows.py. */
#include "testing/program_cases.h"

static const struct program_case arrays_put_on_devices[] = {
    {"0.8.2", "x=2 y=2", "a f32[8,4]", "y = jax.device_put(a)", "y f32[8,4]"},
    {"0.10.2", "x=2 y=2", "a f32[8,4]", "y = jax.device_put(a)", "y f32[8,4]"},
    {"0.12.0.1", "x=2 y=2", "a f32[8,4]", "y = jax.device_put(a)", "y f32[8,4]"},
    {"0.8.2", "x=2 y=2", "a f32[8,4]", "y = jax.device_put(a, P('x'))", "y f32[8@x,4]"},
    {"0.10.2", "x=2 y=2", "a f32[8,4]", "y = jax.device_put(a, P('x'))", "y f32[8@x,4]"},
    {"0.12.0.1", "x=2 y=2", "a f32[8,4]", "y = jax.device_put(a, P('x'))", "y f32[8@x,4]"},
    {"0.8.2", "x=2 y=2", "b f32[4@x,6]", "y = jax.device_put(b, P(None, 'y'))", "y f32[4,6@y]"},
    {"0.10.2", "x=2 y=2", "b f32[4@x,6]", "y = jax.device_put(b, P(None, 'y'))", "y f32[4,6@y]"},
    {"0.12.0.1", "x=2 y=2", "b f32[4@x,6]", "y = jax.device_put(b, P(None, 'y'))", "y f32[4,6@y]"},
    {"0.8.2", "x=2 y=2", "a f32[8,4]",
     "y = jax.device_put(a, NamedSharding(jax.sharding.get_abstract_mesh(), P('x')))",
     "y f32[8@x,4]"},
    {"0.10.2", "x=2 y=2", "a f32[8,4]",
     "y = jax.device_put(a, NamedSharding(jax.sharding.get_abstract_mesh(), P('x')))",
     "y f32[8@x,4]"},
    {"0.12.0.1", "x=2 y=2", "a f32[8,4]",
     "y = jax.device_put(a, NamedSharding(jax.sharding.get_abstract_mesh(), P('x')))",
     "y f32[8@x,4]"},
    {"0.8.2", "x=2 y=2", "a f32[8,4]",
     "y = jax.device_put(a, NamedSharding(jax.make_mesh((2, 2), ('x', 'y')), P('y', 'x')))",
     "y f32[8,4]"},
    {"0.10.2", "x=2 y=2", "a f32[8,4]",
     "y = jax.device_put(a, NamedSharding(jax.make_mesh((2, 2), ('x', 'y')), P('y', 'x')))",
     "y f32[8@y,4@x]"},
    {"0.12.0.1", "x=2 y=2", "a f32[8,4]",
     "y = jax.device_put(a, NamedSharding(jax.make_mesh((2, 2), ('x', 'y')), P('y', 'x')))",
     "y f32[8@y,4@x]"},
    {"0.8.2", "x=2 y=2", "a f32[8,4]; b f32[4@x,6]", "y = jax.device_put((a, b), P('x'))",
     "y[0] f32[8@x,4]; y[1] f32[4@x,6]"},
    {"0.10.2", "x=2 y=2", "a f32[8,4]; b f32[4@x,6]", "y = jax.device_put((a, b), P('x'))",
     "y[0] f32[8@x,4]; y[1] f32[4@x,6]"},
    {"0.12.0.1", "x=2 y=2", "a f32[8,4]; b f32[4@x,6]", "y = jax.device_put((a, b), P('x'))",
     "y[0] f32[8@x,4]; y[1] f32[4@x,6]"},
    {"0.8.2", "x=2 y=2", "a f32[8,4]; b f32[4@x,6]",
     "y = jax.device_put({'u': a, 'v': b}, {'u': P('x'), 'v': P('y')})",
     "y['u'] f32[8@x,4]; y['v'] f32[4@y,6]"},
    {"0.10.2", "x=2 y=2", "a f32[8,4]; b f32[4@x,6]",
     "y = jax.device_put({'u': a, 'v': b}, {'u': P('x'), 'v': P('y')})",
     "y['u'] f32[8@x,4]; y['v'] f32[4@y,6]"},
    {"0.12.0.1", "x=2 y=2", "a f32[8,4]; b f32[4@x,6]",
     "y = jax.device_put({'u': a, 'v': b}, {'u': P('x'), 'v': P('y')})",
     "y['u'] f32[8@x,4]; y['v'] f32[4@y,6]"},
    {"0.8.2", "x=2 y=2", "a f32[8,4]", "y = jax.device_put([a, 1.0], [P('x'), None])",
     "y[0] f32[8@x,4]; y[1] f32[]"},
    {"0.10.2", "x=2 y=2", "a f32[8,4]", "y = jax.device_put([a, 1.0], [P('x'), None])",
     "y[0] f32[8@x,4]; y[1] f32[]"},
    {"0.12.0.1", "x=2 y=2", "a f32[8,4]", "y = jax.device_put([a, 1.0], [P('x'), None])",
     "y[0] f32[8@x,4]; y[1] f32[]"},
    {"0.8.2", "x=2 y=2", "a f32[8,4]", "y = jax.device_put(a, jax.devices()[0])", "y f32[8,4]"},
    {"0.10.2", "x=2 y=2", "a f32[8,4]", "y = jax.device_put(a, jax.devices()[0])", "y f32[8,4]"},
    {"0.12.0.1", "x=2 y=2", "a f32[8,4]", "y = jax.device_put(a, jax.devices()[0])", "y f32[8,4]"},
    {"0.8.2", "x=2 y=2", "a f32[8,4]", "y = jax.device_put(a, device=P(None, 'x'))",
     "y f32[8,4@x]"},
    {"0.10.2", "x=2 y=2", "a f32[8,4]", "y = jax.device_put(a, device=P(None, 'x'))",
     "y f32[8,4@x]"},
    {"0.12.0.1", "x=2 y=2", "a f32[8,4]", "y = jax.device_put(a, device=P(None, 'x'))",
     "y f32[8,4@x]"},
    {"0.8.2", "x=2 y=2", "a f32[8,4]", "y = jax.device_put(a, P('x'), donate=False)",
     "y f32[8@x,4]"},
    {"0.10.2", "x=2 y=2", "a f32[8,4]", "y = jax.device_put(a, P('x'), donate=False)",
     "y f32[8@x,4]"},
    {"0.12.0.1", "x=2 y=2", "a f32[8,4]", "y = jax.device_put(a, P('x'), donate=False)",
     "y f32[8@x,4]"},
    {"0.8.2", "x=2 y=2", "", "y = jax.device_put(1.0, P())", "y f32[]"},
    {"0.10.2", "x=2 y=2", "", "y = jax.device_put(1.0, P())", "y f32[]"},
    {"0.12.0.1", "x=2 y=2", "", "y = jax.device_put(1.0, P())", "y f32[]"},
};

/* By a sharding, a spec, a device, and trees of them. */
Test(device_put, arrays_put_on_devices)
{
	testing_programs(arrays_put_on_devices, ROWS(arrays_put_on_devices));
}

static const struct program_case device_put_refuses[] = {
    {"0.8.2", "x=2 y=2", "a f32[8,4]", "y = jax.device_put(a, 'x')",
     "ValueError: `jax.device_put` only accepts `None`, `jax.sharding.Sharding`, "
     "`jax.Device`, `Format`, `jax.memory.Space` or a pytree of these values. Received "
     "invalid value: x"},
    {"0.10.2", "x=2 y=2", "a f32[8,4]", "y = jax.device_put(a, 'x')",
     "ValueError: `jax.device_put` only accepts `None`, `jax.sharding.Sharding`, "
     "`jax.Device`, `Format`, `jax.memory.Space` or a pytree of these values. Received "
     "invalid value: x"},
    {"0.12.0.1", "x=2 y=2", "a f32[8,4]", "y = jax.device_put(a, 'x')",
     "ValueError: `jax.device_put` only accepts `None`, `jax.sharding.Sharding`, "
     "`jax.Device`, `Format`, `jax.memory.Space` or a pytree of these values. Received "
     "invalid value: x"},
    {"0.8.2", "x=2 y=2", "a f32[8,4]", "y = jax.device_put(a, ('x',))",
     "ValueError: device_put device specification must be a tree prefix of the "
     "corresponding value, got specification ('x',) for value tree PyTreeDef(*)."},
    {"0.10.2", "x=2 y=2", "a f32[8,4]", "y = jax.device_put(a, ('x',))",
     "ValueError: device_put device specification must be a tree prefix of the "
     "corresponding value; "},
    {"0.12.0.1", "x=2 y=2", "a f32[8,4]", "y = jax.device_put(a, ('x',))",
     "ValueError: device_put device specification must be a tree prefix of the "
     "corresponding value; "},
    {"0.8.2", "x=2 y=2", "a f32[8,4]", "y = jax.device_put(a, 3)",
     "ValueError: `jax.device_put` only accepts `None`, `jax.sharding.Sharding`, "
     "`jax.Device`, `Format`, `jax.memory.Space` or a pytree of these values. Received "
     "invalid value: 3"},
    {"0.10.2", "x=2 y=2", "a f32[8,4]", "y = jax.device_put(a, 3)",
     "ValueError: `jax.device_put` only accepts `None`, `jax.sharding.Sharding`, "
     "`jax.Device`, `Format`, `jax.memory.Space` or a pytree of these values. Received "
     "invalid value: 3"},
    {"0.12.0.1", "x=2 y=2", "a f32[8,4]", "y = jax.device_put(a, 3)",
     "ValueError: `jax.device_put` only accepts `None`, `jax.sharding.Sharding`, "
     "`jax.Device`, `Format`, `jax.memory.Space` or a pytree of these values. Received "
     "invalid value: 3"},
    {"0.8.2", "x=2 y=2", "a f32[8,4]", "y = jax.device_put(a, P('z'))",
     "ValueError: Resource axis: z of PartitionSpec('z',) is not found in mesh: ('x', "
     "'y')."},
    {"0.10.2", "x=2 y=2", "a f32[8,4]", "y = jax.device_put(a, P('z'))",
     "ValueError: Resource axis: z of P('z',) is not found in mesh: ('x', 'y')."},
    {"0.12.0.1", "x=2 y=2", "a f32[8,4]", "y = jax.device_put(a, P('z'))",
     "ValueError: Resource axis: z of P('z',) is not found in mesh: ('x', 'y')."},
    {"0.8.2", "x=2 y=2", "a f32[8,4]", "y = jax.device_put(a, P('x', 'x'))",
     "DuplicateSpecError: A single NamedSharding spec specification can map every mesh "
     "axis to at most one positional dimension, but PartitionSpec('x', 'x') has "
     "duplicate entries for `x`"},
    {"0.10.2", "x=2 y=2", "a f32[8,4]", "y = jax.device_put(a, P('x', 'x'))",
     "DuplicateSpecError: A single NamedSharding spec specification can map every mesh "
     "axis to at most one positional dimension, but P('x', 'x') has duplicate entries "
     "for `x`"},
    {"0.12.0.1", "x=2 y=2", "a f32[8,4]", "y = jax.device_put(a, P('x', 'x'))",
     "DuplicateSpecError: A single NamedSharding spec specification can map every mesh "
     "axis to at most one positional dimension, but P('x', 'x') has duplicate entries "
     "for `x`"},
    {"0.8.2", "x=2 y=2", "b f32[3]", "y = jax.device_put(b, P('x'))",
     "ValueError: Sharding spec ('x',) implies that array axis 0 is partitioned 2 "
     "times, but does not evenly divide the dimension size 3. Got shape: (3,) and "
     "sharding NamedSharding(mesh=AbstractMesh('x': 2, 'y': 2, axis_types=(Explicit, "
     "Explicit), device_kind=cpu, num_cores=None), spec=PartitionSpec('x',))"},
    {"0.10.2", "x=2 y=2", "b f32[3]", "y = jax.device_put(b, P('x'))",
     "ValueError: Sharding spec ('x',) implies that array axis 0 is partitioned 2 "
     "times, but does not evenly divide the dimension size 3. Got shape: (3,) and "
     "sharding NamedSharding(mesh=AbstractMesh('x': 2, 'y': 2, axis_types=(Explicit, "
     "Explicit), device_kind=cpu, num_cores=None, platform=cpu), spec=P('x',))"},
    {"0.12.0.1", "x=2 y=2", "b f32[3]", "y = jax.device_put(b, P('x'))",
     "ValueError: Sharding spec ('x',) implies that array axis 0 is partitioned 2 "
     "times, but does not evenly divide the dimension size 3. Got shape: (3,) and "
     "sharding NamedSharding(mesh=AbstractMesh('x': 2, 'y': 2, axis_types=(Explicit, "
     "Explicit), device_kind=cpu, num_cores=None, platform=cpu), spec=P('x',))"},
    {"0.8.2", "x=2 y=2", "s f32[]", "y = jax.device_put(s, P('x'))",
     "AssertionError: (0, PartitionSpec('x',))"},
    {"0.10.2", "x=2 y=2", "s f32[]", "y = jax.device_put(s, P('x'))",
     "AssertionError: (0, P('x',))"},
    {"0.12.0.1", "x=2 y=2", "s f32[]", "y = jax.device_put(s, P('x'))",
     "ValueError: Length of sharding.spec (1) must be equal to aval's ndim (0). Got "
     "sharding.spec P('x',), aval.ndim 0 and sharding "
     "NamedSharding(mesh=AbstractMesh('x': 2, 'y': 2, axis_types=(Explicit, Explicit), "
     "device_kind=cpu, num_cores=None, platform=cpu), spec=P('x',))"},
    {"0.8.2", "x=2 y=2", "a f32[8,4]", "y = jax.device_put(a, P('x', None, None))",
     "ValueError: One of device_put args is incompatible with its sharding annotation "
     "NamedSharding(mesh=Mesh('x': 2, 'y': 2, axis_types=(Explicit, Explicit)), "
     "spec=PartitionSpec('x', None, None), memory_kind=device): Sharding "
     "NamedSharding(mesh=Mesh('x': 2, 'y': 2, axis_types=(Explicit, Explicit)), "
     "spec=PartitionSpec('x', None, None), memory_kind=device) is only valid for "
     "values of rank at least 3, but was applied to a value of rank 2."},
    {"0.10.2", "x=2 y=2", "a f32[8,4]", "y = jax.device_put(a, P('x', None, None))",
     "ValueError: One of device_put args is incompatible with its sharding annotation "
     "NamedSharding(mesh=Mesh('x': 2, 'y': 2, axis_types=(Explicit, Explicit)), "
     "spec=P('x', None, None), memory_kind=device): Sharding "
     "NamedSharding(mesh=Mesh('x': 2, 'y': 2, axis_types=(Explicit, Explicit)), "
     "spec=P('x', None, None), memory_kind=device) is only valid for values of rank at "
     "least 3, but was applied to a value of rank 2."},
    {"0.12.0.1", "x=2 y=2", "a f32[8,4]", "y = jax.device_put(a, P('x', None, None))",
     "ValueError: Length of sharding.spec (3) must be equal to aval's ndim (2). Got "
     "sharding.spec P('x', None, None), aval.ndim 2 and sharding "
     "NamedSharding(mesh=AbstractMesh('x': 2, 'y': 2, axis_types=(Explicit, Explicit), "
     "device_kind=cpu, num_cores=None, platform=cpu), spec=P('x', None, None))"},
    {"0.8.2", "x=2 y=2", "a f32[8,4]", "y = jax.device_put(a, P(P.UNCONSTRAINED))",
     "ValueError: PartitionSpec(UNCONSTRAINED,) cannot contain `P.UNCONSTRAINED` when "
     "no mesh axis_types are `Auto`. Got mesh axis_types: (Explicit, Explicit)"},
    {"0.10.2", "x=2 y=2", "a f32[8,4]", "y = jax.device_put(a, P(P.UNCONSTRAINED))",
     "ValueError: P(UNCONSTRAINED,) cannot contain `P.UNCONSTRAINED` when no mesh "
     "axis_types are `Auto`. Got mesh axis_types: (Explicit, Explicit)"},
    {"0.12.0.1", "x=2 y=2", "a f32[8,4]", "y = jax.device_put(a, P(P.UNCONSTRAINED))",
     "ValueError: P(UNCONSTRAINED,) cannot contain `P.UNCONSTRAINED` when no mesh "
     "axis_types are `Auto`. Got mesh axis_types: (Explicit, Explicit)"},
    {"0.8.2", "x=2 y=2", "a f32[8,4]; b f32[3]", "y = jax.device_put((a, b), (P('x'),))",
     "ValueError: device_put device specification must be a tree prefix of the "
     "corresponding value, got specification (PartitionSpec('x',),) for value tree "
     "PyTreeDef((*, *))."},
    {"0.10.2", "x=2 y=2", "a f32[8,4]; b f32[3]", "y = jax.device_put((a, b), (P('x'),))",
     "ValueError: device_put device specification must be a tree prefix of the "
     "corresponding value; "},
    {"0.12.0.1", "x=2 y=2", "a f32[8,4]; b f32[3]", "y = jax.device_put((a, b), (P('x'),))",
     "ValueError: device_put device specification must be a tree prefix of the "
     "corresponding value; "},
    {"0.8.2", "x=2 y=2", "a f32[8,4]", "y = jax.device_put({'u': a}, {'v': P('x')})",
     "ValueError: device_put device specification must be a tree prefix of the "
     "corresponding value, got specification {'v': PartitionSpec('x',)} for value tree "
     "PyTreeDef({'u': *})."},
    {"0.10.2", "x=2 y=2", "a f32[8,4]", "y = jax.device_put({'u': a}, {'v': P('x')})",
     "ValueError: device_put device specification must be a tree prefix of the "
     "corresponding value; "},
    {"0.12.0.1", "x=2 y=2", "a f32[8,4]", "y = jax.device_put({'u': a}, {'v': P('x')})",
     "ValueError: device_put device specification must be a tree prefix of the "
     "corresponding value; "},
    {"0.8.2", "x=2 y=2", "a f32[8,4]", "y = jax.device_put('a', P())",
     "TypeError: Argument 'a' of type <class 'str'> is not a valid JAX type"},
    {"0.10.2", "x=2 y=2", "a f32[8,4]", "y = jax.device_put('a', P())",
     "TypeError: Argument 'a' of type <class 'str'> is not a valid JAX type"},
    {"0.12.0.1", "x=2 y=2", "a f32[8,4]", "y = jax.device_put('a', P())",
     "TypeError: Argument 'a' of type <class 'str'> is not a valid JAX type"},
    {"0.8.2", "x=2 y=2", "a f32[8,4]", "y = jax.device_put(a, P('x'), donate=True, may_alias=True)",
     "ValueError: may_alias and donate cannot be True at the same time."},
    {"0.10.2", "x=2 y=2", "a f32[8,4]",
     "y = jax.device_put(a, P('x'), donate=True, may_alias=True)",
     "ValueError: may_alias and donate cannot be True at the same time."},
    {"0.12.0.1", "x=2 y=2", "a f32[8,4]",
     "y = jax.device_put(a, P('x'), donate=True, may_alias=True)",
     "ValueError: may_alias and donate cannot be True at the same time."},
    {"0.8.2", "x=2 y=2", "", "y = jax.device_put()",
     "TypeError: device_put() missing 1 required positional argument: 'x'"},
    {"0.10.2", "x=2 y=2", "", "y = jax.device_put()",
     "TypeError: device_put() missing 1 required positional argument: 'x'"},
    {"0.12.0.1", "x=2 y=2", "", "y = jax.device_put()",
     "TypeError: device_put() missing 1 required positional argument: 'x'"},
    {"0.8.2", "x=2 y=2", "a f32[8,4]", "y = jax.device_put(a, sharding=P('x'))",
     "TypeError: device_put() got an unexpected keyword argument 'sharding'"},
    {"0.10.2", "x=2 y=2", "a f32[8,4]", "y = jax.device_put(a, sharding=P('x'))",
     "TypeError: device_put() got an unexpected keyword argument 'sharding'"},
    {"0.12.0.1", "x=2 y=2", "a f32[8,4]", "y = jax.device_put(a, sharding=P('x'))",
     "TypeError: device_put() got an unexpected keyword argument 'sharding'"},
    {"0.8.2", "x=2 y=2", "a f32[8,4]", "y = jax.device_put(a, P('x'), None, P())",
     "TypeError: device_put() takes from 1 to 2 positional arguments but 4 were given"},
    {"0.10.2", "x=2 y=2", "a f32[8,4]", "y = jax.device_put(a, P('x'), None, P())",
     "TypeError: device_put() takes from 1 to 2 positional arguments but 4 were given"},
    {"0.12.0.1", "x=2 y=2", "a f32[8,4]", "y = jax.device_put(a, P('x'), None, P())",
     "TypeError: device_put() takes from 1 to 2 positional arguments but 4 were given"},
};

/* What is no sharding, axes that there are not, sizes that do not divide. */
Test(device_put, device_put_refuses)
{
	testing_programs(device_put_refuses, ROWS(device_put_refuses));
}
