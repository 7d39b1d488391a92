/* SPDX-License-Identifier: Apache-2.0 */
/* Moves between shardings and modes of axes: what each function takes, and what it refuses.
 * Rows are checked against JAX by testdata/programs/rows.py. */
#include "testing/program_cases.h"

static const struct program_case reshards[] = {
    {"0.10.2", "x=2 y=4", "a f32[8,4]; b f32[8@x,4@y]",
     "p = jax.sharding.reshard(a, P('x', 'y'))\n"
     "q = jax.sharding.reshard(b, P('y', 'x'))\n"
     "r = jax.sharding.reshard(b, P(('x', 'y')))\n"
     "t = jax.sharding.reshard(b, P())",
     "p f32[8@x,4@y]; q f32[8@y,4@x]; r f32[8@(x,y),4]; t f32[8,4]"},
    {"0.10.2", "x=2 y=4", "a f32[8,4]", "p = jax.sharding.reshard(a, P('x', 'y', None))",
     "p f32[8@x,4@y]"},
    {"0.12.0.1", "x=2 y=4", "a f32[8,4]", "p = jax.sharding.reshard(a, P('x', 'y', None))",
     "ValueError: Length of sharding.spec (3) must be equal to aval's ndim (2). Got "
     "sharding.spec P('x', 'y', None), aval.ndim 2 and sharding "
     "NamedSharding(mesh=AbstractMesh('x': 2, 'y': 4, axis_types=(Explicit, Explicit), "
     "device_kind=cpu, num_cores=None, platform=cpu), spec=P('x', 'y', None))"},
    {"0.7.2", "x=2 y=4", "a f32[8,4]", "p = jax.sharding.reshard(a, P('x', 'y', None))",
     "p f32[8@x,4@y]"},
    {"0.10.2", "x=2 y=4", "a f32[8,4]", "p = jax.sharding.reshard(a, P('x', 'x'))",
     "DuplicateSpecError: A single NamedSharding spec specification can map every mesh "
     "axis to at most one positional dimension, but P('x', 'x') has duplicate entries "
     "for `x`"},
    {"0.7.2", "x=2 y=4", "a f32[8,4]", "p = jax.sharding.reshard(a, P('x', 'x'))",
     "DuplicateSpecError: A single NamedSharding spec specification can map every mesh "
     "axis to at most one positional dimension, but PartitionSpec('x', 'x') has "
     "duplicate entries for `x`"},
    {"0.10.2", "x=2 y=4", "a f32[8,4]", "p = jax.sharding.reshard(a, P('z'))",
     "ValueError: Resource axis: z of P('z',) is not found in mesh: ('x', 'y')."},
    {"0.7.2", "x=2 y=4", "a f32[8,4]", "p = jax.sharding.reshard(a, P('z'))",
     "ValueError: Resource axis: z of PartitionSpec('z',) is not found in mesh: ('x', "
     "'y')."},
    {"0.10.2", "x=2 y=4", "a f32[8,4]", "p = jax.sharding.reshard(a, P(None, ('x', 'y')))",
     "ValueError: Sharding spec ('x', 'y') implies that array axis 1 is partitioned 8 "
     "times, but does not evenly divide the dimension size 4. Got shape: (8, 4) and "
     "sharding NamedSharding(mesh=AbstractMesh('x': 2, 'y': 4, axis_types=(Explicit, "
     "Explicit), device_kind=cpu, num_cores=None, platform=cpu), spec=P(None, ('x', "
     "'y')))"},
    {"0.7.2", "x=2 y=4", "a f32[8,4]", "p = jax.sharding.reshard(a, P(None, ('x', 'y')))",
     "ValueError: Sharding spec ('x', 'y') implies that array axis 1 is partitioned 8 "
     "times, but does not evenly divide the dimension size 4. Got shape: (8, 4) and "
     "sharding NamedSharding(mesh=AbstractMesh('x': 2, 'y': 4, axis_types=(Explicit, "
     "Explicit), device_kind=cpu, num_cores=None), spec=PartitionSpec(None, ('x', "
     "'y')))"},
    {"0.10.2", "x=2 y=4", "s f32[]; e f32[0,4]; z bool[8]",
     "p = jax.sharding.reshard(s, P())\n"
     "q = jax.sharding.reshard(e, P('x'))\n"
     "r = jax.sharding.reshard(z, P('y'))",
     "p f32[]; q f32[0@x,4]; r bool[8@y]"},
    {"0.10.2", "x=2 y=4", "s f32[]", "p = jax.sharding.reshard(s, P('x'))",
     "AssertionError: (0, P('x',))"},
    {"0.12.0.1", "x=2 y=4", "s f32[]", "p = jax.sharding.reshard(s, P('x'))",
     "ValueError: Length of sharding.spec (1) must be equal to aval's ndim (0). Got "
     "sharding.spec P('x',), aval.ndim 0 and sharding "
     "NamedSharding(mesh=AbstractMesh('x': 2, 'y': 4, axis_types=(Explicit, Explicit), "
     "device_kind=cpu, num_cores=None, platform=cpu), spec=P('x',))"},
    {"0.7.2", "x=2 y=4", "s f32[]", "p = jax.sharding.reshard(s, P('x'))",
     "AssertionError: (0, PartitionSpec('x',))"},
    {"0.10.2", "x=2 y=4", "", "p = jax.sharding.reshard(2.0, P())", "p f32[]"},
    {"0.10.2", "x=2 y=4", "a f32[8,4]; i i32[8@x]", "p = jax.sharding.reshard([a, i], P('x'))",
     "p[0] f32[8@x,4]; p[1] i32[8@x]"},
    {"0.10.2", "x=2 y=4", "a f32[8,4]; i i32[8@x]",
     "p = jax.sharding.reshard((a, i), (P('y'), P()))", "p[0] f32[8@y,4]; p[1] i32[8]"},
    {"0.10.2", "x=2 y=4", "a f32[8,4]; i i32[8@x]", "p = jax.sharding.reshard((a, i), (P('y'),))",
     "ValueError: reshard out_shardings specification must be a tree prefix of the "
     "positional arguments tuple. In particular, reshard out_shardings must either be "
     "a Sharding, a PartitionSpec, or a tuple of length equal to the number of "
     "positional arguments. But reshard out_shardings is the wrong length: got a tuple "
     "or list of length 1 for an args tuple of length 2."},
    {"0.10.2", "x=2 y=4", "a f32[8,4]", "p = jax.sharding.reshard(a, None)",
     "ValueError: Reshard should only be used with out_shardings which are non-None "
     "and have a non-empty mesh. Got sharding None."},
    {"0.7.2", "x=2 y=4", "a f32[8,4]", "p = jax.sharding.reshard(a, None)",
     "ValueError: Reshard should only be used with out_shardings which are non-None "
     "and have a nonempty mesh. Got sharding None."},
    {"0.10.2", "x=2 y=4", "a f32[8,4]", "p = jax.sharding.reshard(a, 'x')",
     "TypeError: `out_sharding` argument of reshard only supports instances of "
     "`NamedSharding` or `PartitionSpec`. Got x of type: <class 'str'>"},
    {"0.10.2", "x=2 y=4", "a f32[8,4]", "p = jax.sharding.reshard(a, P(P.UNCONSTRAINED))",
     "ValueError: P(UNCONSTRAINED,) cannot contain `P.UNCONSTRAINED` when no mesh "
     "axis_types are `Auto`. Got mesh axis_types: (Explicit, Explicit)"},
    {"0.7.2", "x=2 y=4", "a f32[8,4]", "p = jax.sharding.reshard(a, P(P.UNCONSTRAINED))",
     "ValueError: PartitionSpec(UNCONSTRAINED,) cannot contain `P.UNCONSTRAINED` when "
     "no mesh axis_types are `Auto`. Got mesh axis_types: (Explicit, Explicit)"},
    {"0.10.2", "x=2 y=4", "a f32[8,4]", "p = jax.sharding.reshard(a, NamedSharding(mesh, P('x')))",
     "p f32[8@x,4]"},
    {"0.10.2", "x=2 y=4", "", "p = jax.sharding.reshard('a', P())",
     "TypeError: Argument 'a' of type <class 'str'> is not a valid JAX type"},
    {"0.10.2", "x=2 y=4", "b f32[8@x,4@y]",
     "p = jax.vmap(lambda q: jax.sharding.reshard(q, P('y')))(b)", "p f32[8@x,4@y]"},
    {"0.10.2", "x=2 y=4", "b f32[8@x,4@y]",
     "p = jax.vmap(lambda q: jax.sharding.reshard(q, P('x')))(b)",
     "DuplicateSpecError: A single NamedSharding spec specification can map every mesh "
     "axis to at most one positional dimension, but P('x', 'x') has duplicate entries "
     "for `x`"},
    {"0.7.2", "x=2 y=4", "b f32[8@x,4@y]",
     "p = jax.vmap(lambda q: jax.sharding.reshard(q, P('x')))(b)",
     "DuplicateSpecError: A single NamedSharding spec specification can map every mesh "
     "axis to at most one positional dimension, but PartitionSpec('x', 'x') has "
     "duplicate entries for `x`"},
    {"0.10.2", "x=2 y=4", "b f32[8@x,4@y]",
     "p = jax.vmap(lambda q: jax.sharding.reshard(q, P()), in_axes=1, out_axes=1)(b)",
     "p f32[8,4@y]"},
    {"0.10.2", "x=2 y=4", "a f32[8,4]",
     "p = jax.vmap(lambda q: jax.sharding.reshard(q, P('y', None)))(a)", "p f32[8,4@y]"},
    {"0.12.0.1", "x=2 y=4", "a f32[8,4]",
     "p = jax.vmap(lambda q: jax.sharding.reshard(q, P('y', None)))(a)",
     "ValueError: Length of sharding.spec (3) must be equal to aval's ndim (2). Got "
     "sharding.spec P(None, 'y', None), aval.ndim 2 and sharding "
     "NamedSharding(mesh=AbstractMesh('x': 2, 'y': 4, axis_types=(Explicit, Explicit), "
     "device_kind=cpu, num_cores=None, platform=cpu), spec=P(None, 'y', None))"},
    {"0.7.2", "x=2 y=4", "a f32[8,4]",
     "p = jax.vmap(lambda q: jax.sharding.reshard(q, P('y', None)))(a)", "p f32[8,4@y]"},
    {"0.10.2", "x=2 auto y=4", "a f32[8,4]; b f32[8@x,4]",
     "p = jax.sharding.reshard(a, P('x'))\n"
     "q = jax.sharding.reshard(b, P())\n"
     "r = jax.sharding.reshard(b, P(None, 'x'))",
     "p f32[8@x,4]; q f32[8,4]; r f32[8,4@x]"},
    {"0.10.2", "x=2 auto y=4", "a f32[8,4]", "p = jax.sharding.reshard(a, P('x', 'y'))",
     "ValueError: PartitionSpec passed to reshard cannot contain axis names that are "
     "of type Auto or Manual. Got PartitionSpec: P('x', 'y') with axis name: y of "
     "type: AxisType.Auto. This error occurs at source: "},
    {"0.7.2", "x=2 auto y=4", "a f32[8,4]", "p = jax.sharding.reshard(a, P('x', 'y'))",
     "ValueError: PartitionSpec passed to reshard cannot contain axis names that are "
     "of type Auto or Manual. Got PartitionSpec: PartitionSpec('x', 'y') with axis "
     "name: y of type: AxisType.Auto. This error occurs at source: "},
    {"0.10.2", "x=2 auto y=4", "a f32[8,4]", "p = jax.sharding.reshard(a, P(('x', 'y')))",
     "ValueError: PartitionSpec passed to reshard cannot contain axis names that are "
     "of type Auto or Manual. Got PartitionSpec: P(('x', 'y'),) with axis name: y of "
     "type: AxisType.Auto. This error occurs at source: "},
    {"0.7.2", "x=2 auto y=4", "a f32[8,4]", "p = jax.sharding.reshard(a, P(('x', 'y')))",
     "ValueError: PartitionSpec passed to reshard cannot contain axis names that are "
     "of type Auto or Manual. Got PartitionSpec: PartitionSpec(('x', 'y'),) with axis "
     "name: y of type: AxisType.Auto. This error occurs at source: "},
    {"0.10.2", "x=2 auto y=4", "a f32[8,4]", "p = jax.sharding.reshard(a, P('y'))",
     "ValueError: PartitionSpec passed to reshard cannot contain axis names that are "
     "of type Auto or Manual. Got PartitionSpec: P('y',) with axis name: y of type: "
     "AxisType.Auto. This error occurs at source: "},
    {"0.7.2", "x=2 auto y=4", "a f32[8,4]", "p = jax.sharding.reshard(a, P('y'))",
     "ValueError: PartitionSpec passed to reshard cannot contain axis names that are "
     "of type Auto or Manual. Got PartitionSpec: PartitionSpec('y',) with axis name: y "
     "of type: AxisType.Auto. This error occurs at source: "},
    {"0.10.2", "auto x=2 y=4", "a f32[8,4]", "p = jax.sharding.reshard(a, P('x'))",
     "ValueError: PartitionSpec passed to reshard cannot contain axis names that are "
     "of type Auto or Manual. Got PartitionSpec: P('x',) with axis name: x of type: "
     "AxisType.Auto. This error occurs at source: "},
    {"0.7.2", "auto x=2 y=4", "a f32[8,4]", "p = jax.sharding.reshard(a, P('x'))",
     "ValueError: PartitionSpec passed to reshard cannot contain axis names that are "
     "of type Auto or Manual. Got PartitionSpec: PartitionSpec('x',) with axis name: x "
     "of type: AxisType.Auto. This error occurs at source: "},
    {"0.10.2", "auto x=2 y=4", "a f32[8,4]", "p = jax.sharding.reshard(a, P())", "p f32[8,4]"},
};

/* reshard takes a spec or sharding over explicit axes that suits the array. */
Test(placement, judge_reshards)
{
	testing_programs(reshards, ROWS(reshards));
}

static const struct program_case constraints[] = {
    {"0.10.2", "x=2 y=4", "b f32[8@x,4@y]", "p = lax.with_sharding_constraint(b, P('x', 'y'))",
     "p f32[8@x,4@y]"},
    {"0.6.0", "x=2 y=4", "b f32[8@x,4@y]", "p = lax.with_sharding_constraint(b, P('x', 'y'))",
     "ValueError: The spec of NamedSharding passed to with_sharding_constraint can "
     "only refer to Auto axes of the mesh. Got spec=PartitionSpec('x', 'y') and "
     "mesh=AbstractMesh('x': 2, 'y': 4, axis_types=(Explicit, Explicit))"},
    {"0.10.2", "x=2 y=4", "b f32[8@x,4@y]", "p = lax.with_sharding_constraint(b, P('x'))",
     "AssertionError: `with_sharding_constraint` acts as an assert when all axes of "
     "mesh are of type `Explicit`. The array sharding: P('x', 'y') did not match the "
     "sharding provided: P('x', None). Please use `jax.sharding.reshard` to shard your "
     "input to the sharding you want."},
    {"0.6.0", "x=2 y=4", "b f32[8@x,4@y]", "p = lax.with_sharding_constraint(b, P('x'))",
     "ValueError: The spec of NamedSharding passed to with_sharding_constraint can "
     "only refer to Auto axes of the mesh. Got spec=PartitionSpec('x',) and "
     "mesh=AbstractMesh('x': 2, 'y': 4, axis_types=(Explicit, Explicit))"},
    {"0.10.2", "x=2 y=4", "a f32[8,4]", "p = lax.with_sharding_constraint(a, P('x'))",
     "AssertionError: `with_sharding_constraint` acts as an assert when all axes of "
     "mesh are of type `Explicit`. The array sharding: P(None, None) did not match the "
     "sharding provided: P('x', None). Please use `jax.sharding.reshard` to shard your "
     "input to the sharding you want."},
    {"0.6.0", "x=2 y=4", "a f32[8,4]", "p = lax.with_sharding_constraint(a, P('x'))",
     "ValueError: The spec of NamedSharding passed to with_sharding_constraint can "
     "only refer to Auto axes of the mesh. Got spec=PartitionSpec('x',) and "
     "mesh=AbstractMesh('x': 2, 'y': 4, axis_types=(Explicit, Explicit))"},
    {"0.10.2", "x=2 y=4", "a f32[8,4]", "p = lax.with_sharding_constraint(a, P(None, None))",
     "p f32[8,4]"},
    {"0.10.2", "x=2 y=4", "b f32[8@x,4@y]",
     "p = lax.with_sharding_constraint(b, P(P.UNCONSTRAINED, 'y'))",
     "ValueError: P(UNCONSTRAINED, 'y') cannot contain `P.UNCONSTRAINED` when no mesh "
     "axis_types are `Auto`. Got mesh axis_types: (Explicit, Explicit)"},
    {"0.6.0", "x=2 y=4", "b f32[8@x,4@y]",
     "p = lax.with_sharding_constraint(b, P(P.UNCONSTRAINED, 'y'))",
     "ValueError: PartitionSpec(UNCONSTRAINED, 'y') cannot contain `P.UNCONSTRAINED` "
     "when no mesh axis_types are `Auto`. Got mesh axis_types: {Explicit: ('x', 'y')}"},
    {"0.10.2", "x=2 y=4", "b f32[8@x,4@y]",
     "p = lax.with_sharding_constraint(b, P('x', 'y', None))",
     "ValueError: One of with_sharding_constraint arguments is incompatible with its "
     "sharding annotation NamedSharding(mesh=AbstractMesh('x': 2, 'y': 4, "
     "axis_types=(Explicit, Explicit), device_kind=cpu, num_cores=None, platform=cpu), "
     "spec=P('x', 'y', None)): Sharding NamedSharding(mesh=AbstractMesh('x': 2, 'y': "
     "4, axis_types=(Explicit, Explicit), device_kind=cpu, num_cores=None, "
     "platform=cpu), spec=P('x', 'y', None)) is only valid for values of rank at least "
     "3, but was applied to a value of rank 2."},
    {"0.6.0", "x=2 y=4", "b f32[8@x,4@y]", "p = lax.with_sharding_constraint(b, P('x', 'y', None))",
     "ValueError: One of with_sharding_constraint arguments is incompatible with its "
     "sharding annotation NamedSharding(mesh=AbstractMesh('x': 2, 'y': 4, "
     "axis_types=(Explicit, Explicit)), spec=PartitionSpec('x', 'y', None)): Sharding "
     "NamedSharding(mesh=AbstractMesh('x': 2, 'y': 4, axis_types=(Explicit, "
     "Explicit)), spec=PartitionSpec('x', 'y', None)) is only valid for values of rank "
     "at least 3, but was applied to a value of rank 2."},
    {"0.10.2", "x=2 y=4", "s f32[]", "p = lax.with_sharding_constraint(s, P())", "p f32[]"},
    {"0.10.2", "x=2 y=4", "s f32[]", "p = lax.with_sharding_constraint(s, P('x'))",
     "ValueError: One of with_sharding_constraint arguments is incompatible with its "
     "sharding annotation NamedSharding(mesh=AbstractMesh('x': 2, 'y': 4, "
     "axis_types=(Explicit, Explicit), device_kind=cpu, num_cores=None, platform=cpu), "
     "spec=P('x',)): Sharding NamedSharding(mesh=AbstractMesh('x': 2, 'y': 4, "
     "axis_types=(Explicit, Explicit), device_kind=cpu, num_cores=None, platform=cpu), "
     "spec=P('x',)) is only valid for values of rank at least 1, but was applied to a "
     "value of rank 0. For scalars the PartitionSpec should be P()"},
    {"0.6.0", "x=2 y=4", "s f32[]", "p = lax.with_sharding_constraint(s, P('x'))",
     "ValueError: One of with_sharding_constraint arguments is incompatible with its "
     "sharding annotation NamedSharding(mesh=AbstractMesh('x': 2, 'y': 4, "
     "axis_types=(Explicit, Explicit)), spec=PartitionSpec('x',)): Sharding "
     "NamedSharding(mesh=AbstractMesh('x': 2, 'y': 4, axis_types=(Explicit, "
     "Explicit)), spec=PartitionSpec('x',)) is only valid for values of rank at least "
     "1, but was applied to a value of rank 0. For scalars the PartitionSpec should be "
     "P()"},
    {"0.6.0", "x=2 y=4", "", "p = lax.with_sharding_constraint(1.0, P())",
     "AttributeError: 'float' object has no attribute 'shape'"},
    {"0.10.2", "x=2 y=4", "a f32[8,4]", "p = lax.with_sharding_constraint(a, P('z'))",
     "ValueError: Resource axis: z of P('z',) is not found in mesh: ('x', 'y')."},
    {"0.6.0", "x=2 y=4", "a f32[8,4]", "p = lax.with_sharding_constraint(a, P('z'))",
     "ValueError: Resource axis: z of PartitionSpec('z',) is not found in mesh: ('x', "
     "'y')."},
    {"0.10.2", "x=2 y=4", "a f32[8,4]; b f32[8@x,4@y]",
     "p = lax.with_sharding_constraint([a, b], P(None))",
     "AssertionError: `with_sharding_constraint` acts as an assert when all axes of "
     "mesh are of type `Explicit`. The array sharding: P('x', 'y') did not match the "
     "sharding provided: P(None, None). Please use `jax.sharding.reshard` to shard "
     "your input to the sharding you want."},
    {"0.6.0", "x=2 y=4", "a f32[8,4]; b f32[8@x,4@y]",
     "p = lax.with_sharding_constraint([a, b], P(None))", "p[0] f32[8,4]; p[1] f32[8@x,4@y]"},
    {"0.10.2", "x=2 y=4", "a f32[8,4]; b f32[8@x,4@y]",
     "p, q = lax.with_sharding_constraint((a, b), (P(), P('x', 'y')))",
     "p f32[8,4]; q f32[8@x,4@y]"},
    {"0.6.0", "x=2 y=4", "a f32[8,4]; b f32[8@x,4@y]",
     "p, q = lax.with_sharding_constraint((a, b), (P(), P('x', 'y')))",
     "ValueError: The spec of NamedSharding passed to with_sharding_constraint can "
     "only refer to Auto axes of the mesh. Got spec=PartitionSpec('x', 'y') and "
     "mesh=AbstractMesh('x': 2, 'y': 4, axis_types=(Explicit, Explicit))"},
    {"0.10.2", "x=2 y=4", "a f32[8,4]", "p = lax.with_sharding_constraint(a, None)", "p f32[8,4]"},
    {"0.10.2", "x=2 y=4", "b f32[8@x,4@y]",
     "p = jax.vmap(lambda q: lax.with_sharding_constraint(q, P('y')))(b)", "p f32[8@x,4@y]"},
    {"0.6.0", "x=2 y=4", "b f32[8@x,4@y]",
     "p = jax.vmap(lambda q: lax.with_sharding_constraint(q, P('y')))(b)",
     "ValueError: The spec of NamedSharding passed to with_sharding_constraint can "
     "only refer to Auto axes of the mesh. Got spec=PartitionSpec('y',) and "
     "mesh=AbstractMesh('x': 2, 'y': 4, axis_types=(Explicit, Explicit))"},
    {"0.10.2", "x=2 y=4", "a f32[8,4]",
     "p = jax.vmap(lambda q: lax.with_sharding_constraint(q, P()))(a)", "p f32[8,4]"},
    {"0.6.0", "x=2 y=4", "a f32[8,4]",
     "p = jax.vmap(lambda q: lax.with_sharding_constraint(q, P()))(a)",
     "ValueError: PartitionSpec(UNCONSTRAINED, None) cannot contain `P.UNCONSTRAINED` "
     "when no mesh axis_types are `Auto`. Got mesh axis_types: {Explicit: ('x', 'y')}"},
    {"0.10.2", "x=2 y=4", "a f32[8,4]",
     "p = jax.vmap(lambda q: lax.with_sharding_constraint(q, P()), spmd_axis_name='x')(a)",
     "p f32[8,4]"},
    {"0.10.2", "x=2 auto y=4", "a f32[8,4]", "p = lax.with_sharding_constraint(a, P(None, 'y'))",
     "p f32[8,4]"},
    {"0.10.2", "x=2 auto y=4", "b f32[8@x,4]", "p = lax.with_sharding_constraint(b, P('x', 'y'))",
     "ValueError: The spec of NamedSharding passed to with_sharding_constraint can "
     "only refer to Auto axes of the mesh. Got spec=P('x', 'y') and "
     "mesh=AbstractMesh('x': 2, 'y': 4, axis_types=(Explicit, Auto), device_kind=cpu, "
     "num_cores=None, platform=cpu). You probably meant to use `reshard` API?"},
    {"0.6.0", "x=2 auto y=4", "b f32[8@x,4]", "p = lax.with_sharding_constraint(b, P('x', 'y'))",
     "ValueError: The spec of NamedSharding passed to with_sharding_constraint can "
     "only refer to Auto axes of the mesh. Got spec=PartitionSpec('x', 'y') and "
     "mesh=AbstractMesh('x': 2, 'y': 4, axis_types=(Explicit, Auto))"},
    {"0.10.2", "x=2 auto y=4", "b f32[8@x,4]", "p = lax.with_sharding_constraint(b, P(None, 'y'))",
     "p f32[8@x,4]"},
    {"0.10.2", "x=2 auto y=4", "b f32[8@x,4]", "p = lax.with_sharding_constraint(b, P('x'))",
     "ValueError: The spec of NamedSharding passed to with_sharding_constraint can "
     "only refer to Auto axes of the mesh. Got spec=P('x',) and mesh=AbstractMesh('x': "
     "2, 'y': 4, axis_types=(Explicit, Auto), device_kind=cpu, num_cores=None, "
     "platform=cpu). You probably meant to use `reshard` API?"},
    {"0.6.0", "x=2 auto y=4", "b f32[8@x,4]", "p = lax.with_sharding_constraint(b, P('x'))",
     "ValueError: The spec of NamedSharding passed to with_sharding_constraint can "
     "only refer to Auto axes of the mesh. Got spec=PartitionSpec('x',) and "
     "mesh=AbstractMesh('x': 2, 'y': 4, axis_types=(Explicit, Auto))"},
    {"0.10.2", "x=2 auto y=4", "a f32[8,4]",
     "p = jax.vmap(lambda q: lax.with_sharding_constraint(q, P('y')))(a)", "p f32[8,4]"},
    {"0.10.2", "x=2 auto y=4", "b f32[8@x,4]",
     "p = jax.vmap(lambda q: lax.with_sharding_constraint(q, P('y')))(b)", "p f32[8@x,4]"},
    {"0.10.2", "x=2 auto y=4", "a f32[8,4]",
     "p = jax.vmap(lambda q: lax.with_sharding_constraint(q, P('y')), spmd_axis_name='x')(a)",
     "p f32[8,4]"},
    {"0.10.2", "auto x=2 y=4", "a f32[8,4]; e f32[0,4]",
     "p = lax.with_sharding_constraint(a, P('x', 'y'))\n"
     "q = lax.with_sharding_constraint(a, P(('x', 'y')))\n"
     "r = lax.with_sharding_constraint(e, P('x'))",
     "p f32[8,4]; q f32[8,4]; r f32[0,4]"},
    {"0.10.2", "auto x=2 y=4", "b f32[6]", "p = lax.with_sharding_constraint(b, P('y'))",
     "p f32[6]"},
    {"0.10.2", "auto x=2 y=4", "a f32[8,4]", "p = lax.with_sharding_constraint(a, P('x', 'x'))",
     "DuplicateSpecError: A single shardings specification can map every mesh axis to "
     "at most one positional dimension, but P('x', 'x') has duplicate entries for `x`"},
    {"0.6.0", "auto x=2 y=4", "a f32[8,4]", "p = lax.with_sharding_constraint(a, P('x', 'x'))",
     "DuplicateSpecError: A single shardings specification can map every mesh axis to "
     "at most one positional dimension, but PartitionSpec('x', 'x') has duplicate "
     "entries for `x`"},
    {"0.10.2", "auto x=2 y=4", "a f32[8,4]",
     "p = lax.with_sharding_constraint(a, P(P.UNCONSTRAINED, 'x'))", "p f32[8,4]"},
    {"0.10.2", "auto x=2 y=4", "a f32[8,4]",
     "p = jax.vmap(lambda q: lax.with_sharding_constraint(q, P('x')))(a)", "p f32[8,4]"},
    {"0.10.2", "auto x=2 y=4", "a f32[8,4]",
     "p = jax.vmap(lambda q: lax.with_sharding_constraint(q, P('x')), in_axes=1, out_axes=1)(a)",
     "p f32[8,4]"},
    {"0.10.2", "auto x=2 y=4", "a f32[8,4]",
     "p = jax.vmap(lambda q: lax.with_sharding_constraint(q, P('x')), spmd_axis_name='y')(a)",
     "p f32[8,4]"},
    {"0.10.2", "auto x=2 y=4", "a f32[8,4]",
     "p = jax.vmap(lambda q: lax.with_sharding_constraint(q, P('x')), spmd_axis_name='x')(a)",
     "ValueError: vmap spmd_axis_name ('x',) cannot appear in with_sharding_constraint "
     "spec, but got spec P('x',)"},
    {"0.6.0", "auto x=2 y=4", "a f32[8,4]",
     "p = jax.vmap(lambda q: lax.with_sharding_constraint(q, P('x')), spmd_axis_name='x')(a)",
     "ValueError: vmap spmd_axis_name ('x',) cannot appear in with_sharding_constraint "
     "spec, but got spec PartitionSpec('x',)"},
    {"0.10.2", "auto x=2 y=4", "a f32[8,4]",
     "p = jax.vmap(jax.vmap(lambda q: lax.with_sharding_constraint(q, P()), spmd_axis_name='x'), "
     "spmd_axis_name='y')(a)",
     "p f32[8,4]"},
    {"0.10.2", "auto x=2 y=4", "a f32[8,4]",
     "p = jax.vmap(lambda q: lax.with_sharding_constraint(q, NamedSharding(mesh, P('x', 'y'))))(a)",
     "ValueError: One of with_sharding_constraint arguments is incompatible with its "
     "sharding annotation NamedSharding(mesh=Mesh('x': 2, 'y': 4, axis_types=(Auto, "
     "Auto)), spec=P('x', 'y'), memory_kind=device): Sharding "
     "NamedSharding(mesh=Mesh('x': 2, 'y': 4, axis_types=(Auto, Auto)), spec=P('x', "
     "'y'), memory_kind=device) is only valid for values of rank at least 2, but was "
     "applied to a value of rank 1."},
};

/* A constraint asserts on explicit axes and asks on automatic ones. */
Test(placement, judge_constraints)
{
	testing_programs(constraints, ROWS(constraints));
}

static const struct program_case modes[] = {
    {"0.10.2", "x=2 y=4", "b f32[8@x,4@y]",
     "p = jax.sharding.auto_axes(lambda q: q * 2, out_sharding=P('x'))(b)", "p f32[8@x,4]"},
    {"0.10.2", "x=2 y=4", "b f32[8@x,4@y]; c f32[4@y,8]",
     "p = jax.sharding.auto_axes(lambda q, r: q @ r, out_sharding=P('x', None))(b, c)",
     "p f32[8@x,8]"},
    {"0.10.2", "x=2 y=4", "b f32[8@x,4@y]", "p = jax.sharding.auto_axes(lambda q: q * 2)(b)",
     "TypeError: Missing required keyword argument: 'out_sharding'"},
    {"0.10.2", "x=2 y=4", "b f32[8@x,4@y]",
     "p = jax.sharding.auto_axes(lambda q: q * 2, out_sharding=P('z'))(b)",
     "ValueError: Resource axis: z of P('z',) is not found in mesh: ('x', 'y')."},
    {"0.7.2", "x=2 y=4", "b f32[8@x,4@y]",
     "p = jax.sharding.auto_axes(lambda q: q * 2, out_sharding=P('z'))(b)",
     "ValueError: Resource axis: z of PartitionSpec('z',) is not found in mesh: ('x', "
     "'y')."},
    {"0.10.2", "x=2 y=4", "b f32[8@x,4@y]",
     "p = jax.sharding.auto_axes(lambda q: q * 2, out_sharding=P('x', 'y', None))(b)",
     "p f32[8@x,4@y]"},
    {"0.12.0.1", "x=2 y=4", "b f32[8@x,4@y]",
     "p = jax.sharding.auto_axes(lambda q: q * 2, out_sharding=P('x', 'y', None))(b)",
     "ValueError: Length of sharding.spec (3) must be equal to aval's ndim (2). Got "
     "sharding.spec P('x', 'y', None), aval.ndim 2 and sharding "
     "NamedSharding(mesh=AbstractMesh('x': 2, 'y': 4, axis_types=(Explicit, Explicit), "
     "device_kind=cpu, num_cores=None, platform=cpu), spec=P('x', 'y', None))"},
    {"0.7.2", "x=2 y=4", "b f32[8@x,4@y]",
     "p = jax.sharding.auto_axes(lambda q: q * 2, out_sharding=P('x', 'y', None))(b)",
     "p f32[8@x,4@y]"},
    {"0.10.2", "x=2 y=4", "b f32[8@x,4@y]",
     "p = jax.sharding.auto_axes(lambda q: (q, q.sum()), out_sharding=(P('x'), P()))(b)",
     "p[0] f32[8@x,4]; p[1] f32[]"},
    {"0.10.2", "x=2 y=4", "b f32[8@x,4@y]",
     "p = jax.sharding.auto_axes(lambda q: (q, q.sum()), out_sharding=P())(b)",
     "p[0] f32[8,4]; p[1] f32[]"},
    {"0.10.2", "x=2 y=4", "b f32[8@x,4@y]",
     "p = jax.sharding.auto_axes(lambda q: (q, q.sum()), out_sharding=(P(),))(b)",
     "ValueError: reshard out_shardings specification must be a tree prefix of the "
     "positional arguments tuple. In particular, reshard out_shardings must either be "
     "a Sharding, a PartitionSpec, or a tuple of length equal to the number of "
     "positional arguments. But reshard out_shardings is the wrong length: got a tuple "
     "or list of length 1 for an args tuple of length 2."},
    {"0.10.2", "x=2 y=4", "b f32[8@x,4@y]",
     "p = jax.sharding.auto_axes(lambda q: q * 2, axes='x', out_sharding=P('x', 'y'))(b)",
     "p f32[8@x,4@y]"},
    {"0.10.2", "x=2 y=4", "b f32[8@x,4@y]",
     "p = jax.sharding.auto_axes(lambda q: q * 2, axes=('x', 'y'), out_sharding=P())(b)",
     "p f32[8,4]"},
    {"0.10.2", "x=2 y=4", "b f32[8@x,4@y]",
     "p = jax.sharding.auto_axes(lambda q: q * 2, axes='z', out_sharding=P())(b)", "KeyError: 'z'"},
    {"0.10.2", "x=2 y=4", "b f32[8@x,4@y]",
     "p = jax.sharding.auto_axes(lambda q: q.sum(axis=0), out_sharding=P('x'))(b)", "p f32[4@x]"},
    {"0.10.2", "x=2 y=4", "b f32[8@x,4@y]",
     "p = jax.sharding.auto_axes(lambda q: q.sum(axis=0), out_sharding=P('y', 'x'))(b)",
     "AssertionError: (1, P('y', 'x'))"},
    {"0.12.0.1", "x=2 y=4", "b f32[8@x,4@y]",
     "p = jax.sharding.auto_axes(lambda q: q.sum(axis=0), out_sharding=P('y', 'x'))(b)",
     "ValueError: Length of sharding.spec (2) must be equal to aval's ndim (1). Got "
     "sharding.spec P('y', 'x'), aval.ndim 1 and sharding "
     "NamedSharding(mesh=AbstractMesh('x': 2, 'y': 4, axis_types=(Explicit, Explicit), "
     "device_kind=cpu, num_cores=None, platform=cpu), spec=P('y', 'x'))"},
    {"0.7.2", "x=2 y=4", "b f32[8@x,4@y]",
     "p = jax.sharding.auto_axes(lambda q: q.sum(axis=0), out_sharding=P('y', 'x'))(b)",
     "AssertionError: (1, PartitionSpec('y', 'x'))"},
    {"0.10.2", "x=2 y=4", "b f32[8@x,4@y]",
     "p = jax.sharding.auto_axes(lambda q: lax.with_sharding_constraint(q, P('y')), "
     "out_sharding=P())(b)",
     "p f32[8,4]"},
    {"0.10.2", "x=2 y=4", "b f32[8@x,4@y]",
     "p = jax.sharding.auto_axes(lambda q: jax.sharding.reshard(q, P('y')), out_sharding=P())(b)",
     "ValueError: PartitionSpec passed to reshard cannot contain axis names that are "
     "of type Auto or Manual. Got PartitionSpec: P('y',) with axis name: y of type: "
     "AxisType.Auto. This error occurs at source: "},
    {"0.7.2", "x=2 y=4", "b f32[8@x,4@y]",
     "p = jax.sharding.auto_axes(lambda q: jax.sharding.reshard(q, P('y')), out_sharding=P())(b)",
     "ValueError: PartitionSpec passed to reshard cannot contain axis names that are "
     "of type Auto or Manual. Got PartitionSpec: PartitionSpec('y',) with axis name: y "
     "of type: AxisType.Auto. This error occurs at source: "},
    {"0.10.2", "x=2 y=4", "b f32[8@x,4@y]",
     "p = jax.sharding.auto_axes(lambda q: jax.sharding.reshard(q, P(None, 'y')), axes='x', "
     "out_sharding=P())(b)",
     "p f32[8,4]"},
    {"0.10.2", "x=2 y=4", "a f32[8,4]",
     "p = jax.sharding.explicit_axes(lambda q: q * 2, axes=('x', 'y'), in_sharding=P('x'))(a)",
     "p f32[8@x,4]"},
    {"0.10.2", "x=2 y=4", "a f32[8,4]",
     "p = jax.sharding.explicit_axes(lambda q: q * 2, axes='z', in_sharding=P('x'))(a)",
     "KeyError: 'z'"},
    {"0.10.2", "x=2 y=4", "b f32[8@x,4@y]",
     "p = jax.vmap(jax.sharding.auto_axes(lambda q: q * 2, out_sharding=P('y')))(b)",
     "p f32[8@x,4@y]"},
    {"0.10.2", "auto x=2 y=4", "a f32[8,4]",
     "p = jax.sharding.explicit_axes(lambda q: q * 2, axes=('x', 'y'), in_sharding=P('x'))(a)",
     "p f32[8,4]"},
    {"0.10.2", "auto x=2 y=4", "a f32[8,4]",
     "p = jax.sharding.explicit_axes(lambda q: q.sum(axis=0), axes=('x', 'y'), in_sharding=P('x', "
     "'y'))(a)",
     "p f32[4]"},
    {"0.10.2", "auto x=2 y=4", "a f32[8,4]",
     "p = jax.sharding.explicit_axes(lambda q: q @ q.T, axes=('x', 'y'), in_sharding=P('x', "
     "'y'))(a)",
     "ShardingTypeError: Contracting dimensions are sharded and it is ambiguous how "
     "the output should be sharded. Please specify the output sharding via the "
     "`out_sharding` parameter. Got lhs_contracting_spec=('y',) and "
     "rhs_contracting_spec=('y',)"},
    {"0.10.2", "auto x=2 y=4", "a f32[8,4]",
     "p = jax.sharding.explicit_axes(lambda q: q * 2, axes='x', in_sharding=P('x'))(a)",
     "p f32[8,4]"},
    {"0.10.2", "auto x=2 y=4", "a f32[8,4]",
     "p = jax.sharding.explicit_axes(lambda q: q * 2, axes='x', in_sharding=P('y'))(a)",
     "ValueError: PartitionSpec passed to reshard cannot contain axis names that are "
     "of type Auto or Manual. Got PartitionSpec: P('y',) with axis name: y of type: "
     "AxisType.Auto. This error occurs at source: "},
    {"0.7.2", "auto x=2 y=4", "a f32[8,4]",
     "p = jax.sharding.explicit_axes(lambda q: q * 2, axes='x', in_sharding=P('y'))(a)",
     "ValueError: PartitionSpec passed to reshard cannot contain axis names that are "
     "of type Auto or Manual. Got PartitionSpec: PartitionSpec('y',) with axis name: y "
     "of type: AxisType.Auto. This error occurs at source: "},
    {"0.10.2", "auto x=2 y=4", "a f32[8,4]",
     "p = jax.sharding.explicit_axes(lambda q: q * 2, in_sharding=P('x', 'y'))(a)", "p f32[8,4]"},
    {"0.10.2", "auto x=2 y=4", "a f32[8,4]",
     "p = jax.sharding.auto_axes(lambda q: q * 2, out_sharding=P('x'))(a)", "p f32[8,4]"},
    {"0.10.2", "auto x=2 y=4", "a f32[8,4]", "p = jax.sharding.auto_axes(lambda q: q * 2)(a)",
     "TypeError: Missing required keyword argument: 'out_sharding'"},
    {"0.10.2", "x=2 auto y=4", "a f32[8@x,4]",
     "p = jax.sharding.auto_axes(lambda q: q * 2, out_sharding=P('x'))(a)", "p f32[8@x,4]"},
    {"0.10.2", "x=2 auto y=4", "a f32[8@x,4]",
     "p = jax.sharding.explicit_axes(lambda q: q * 2, axes='y', in_sharding=P('x', 'y'))(a)",
     "p f32[8@x,4]"},
    {"0.10.2", "x=2 auto y=4", "a f32[8@x,4]",
     "p = jax.sharding.explicit_axes(lambda q: q * 2, axes=('x', 'y'), in_sharding=P('x', 'y'))(a)",
     "p f32[8@x,4]"},
};

/* Functions whose axes are automatic or explicit inside. */
Test(placement, judge_modes)
{
	testing_programs(modes, ROWS(modes));
}
