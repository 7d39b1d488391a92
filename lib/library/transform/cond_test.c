/* SPDX-License-Identifier: Apache-2.0 */
/* Rows are checked against JAX by testdata/programs/rows.py. */
#include "testing/program_cases.h"

static const struct program_case branches_by_a_predicate[] = {
    {"0.10.2", "x=2", "a f32[4@x,3]; p bool[]",
     "y = lax.cond(p, lambda v: v + 1, lambda v: v * 2, a)", "y f32[4@x,3]"},
    {"0.10.2", "x=2", "b f32[3]", "y = lax.cond(True, lambda: b, lambda: b * 2)", "y f32[3]"},
    {"0.10.2", "x=2", "a f32[4@x,3]; b f32[3]; i i32[]",
     "y = lax.cond(i > 0, lambda v, w: v + w, lambda v, w: v - w, a, b)", "y f32[4@x,3]"},
    {"0.10.2", "x=2", "b f32[3]; p bool[]", "y = lax.cond(p, lambda v: v, lambda v: v, operand=b)",
     "y f32[3]"},
    {"0.10.2", "x=2", "b f32[3]; p bool[]",
     "y = lax.cond(p, lambda t: t['u'], lambda t: t['v'], {'u': b, 'v': b})", "y f32[3]"},
    {"0.10.2", "x=2", "b f32[3]; p bool[]",
     "y, z = lax.cond(p, lambda v: (v, v.sum()), lambda v: (v * 2, 0.0), b)", "y f32[3]; z f32[]"},
    {"0.10.2", "x=2", "b f32[3]; f f32[]",
     "y = lax.cond(f > 0, lambda v: 1.0, lambda v: v.sum(), b)", "y f32[]"},
    {"0.10.2", "x=2", "b f32[3]; i i32[]",
     "y = lax.switch(i, [lambda v: v, lambda v: v * 2, jnp.sin], b)", "y f32[3]"},
    {"0.10.2", "x=2", "b f32[3]", "y = lax.switch(0, [lambda: b])", "y f32[3]"},
    {"0.10.2", "x=2", "b f32[3]; i i32[]", "y = lax.switch(i, (jnp.sin, jnp.cos), operand=b)",
     "y f32[3]"},
    {"0.10.2", "x=2", "a f32[4@x,3]; k bool[4]",
     "y = jax.vmap(lambda q, v: lax.cond(q, lambda w: w, lambda w: -w, v))(k, a)",
     "ValueError: Mapped away dimension of inputs passed to vmap should be sharded the "
     "same. Got inconsistent axis specs: None vs x"},
    {"0.10.2", "x=2", "a f32[4@x,3]",
     "y = jax.vmap(lambda v: lax.cond(v.sum() > 0, jnp.sin, jnp.cos, v))(a)", "y f32[4@x,3]"},
    {"0.10.2", "x=2", "",
     "y = jax.vmap(lambda j: lax.switch(j, [lambda: 1.0, lambda: 2.0]))(jnp.arange(4))",
     "y f32[4]"},
    {"0.10.2", "x=2", "b f32[3]; p bool[]", "y = lax.cond(p, lambda v: None, lambda v: None, b)",
     ""},
    {"0.10.2", "x=2", "b f32[3]; i i32[]", "y = lax.cond(i, lambda v: v, lambda v: v, b)",
     "y f32[3]"},
};

/* cond and switch with operands and without. */
Test(cond, branches_by_a_predicate)
{
	testing_programs(branches_by_a_predicate, ROWS(branches_by_a_predicate));
}

static const struct program_case branches_refused[] = {
    {"0.10.2", "x=2", "b f32[3]; k bool[4]", "y = lax.cond(k, lambda v: v, lambda v: v, b)",
     "TypeError: Pred must be a scalar, got JitTracer(bool[4]) of shape (4,)."},
    {"0.10.2", "x=2", "b f32[3]", "y = lax.cond(b, lambda v: v, lambda v: v, b)",
     "TypeError: Pred must be a scalar, got JitTracer(float32[3]) of shape (3,)."},
    {"0.10.2", "x=2", "b f32[3]", "y = lax.cond(None, lambda v: v, lambda v: v, b)",
     "TypeError: cond predicate is None"},
    {"0.10.2", "x=2", "b f32[3]", "y = lax.cond(1j, lambda v: v, lambda v: v, b)",
     "TypeError: Pred type must be either boolean or number, got complex64."},
    {"0.10.2", "x=2", "b f32[3]; p bool[]", "y = lax.cond(p, 1.0, 2.0, b)",
     "TypeError: lax.cond: true_fun and false_fun arguments should be callable."},
    {"0.10.2", "x=2", "b f32[3]; p bool[]", "y = lax.cond(p, lambda v: v, 2.0, b)",
     "TypeError: lax.cond: true_fun and false_fun arguments should be callable."},
    {"0.10.2", "x=2", "p bool[]", "y = lax.cond(p, lambda v: v, lambda v: v)",
     "TypeError: <lambda>() missing 1 required positional argument: 'v'"},
    {"0.10.2", "x=2", "b f32[3]; p bool[]", "y = lax.cond(p, lambda: b, lambda: b, b)",
     "TypeError: <lambda>() takes 0 positional arguments but 1 was given"},
    {"0.10.2", "x=2", "b f32[3]; p bool[]", "y = lax.cond(p, lambda v: v, lambda v: v.sum(), b)",
     "TypeError: cond branches must have equal output types but they differ."},
    {"0.10.2", "x=2", "b f32[3]; p bool[]",
     "y = lax.cond(p, lambda v: v, lambda v: v.astype(jnp.float16), b)",
     "TypeError: cond branches must have equal output types but they differ."},
    {"0.10.2", "x=2", "b f32[3]; p bool[]", "y = lax.cond(p, lambda v: v, lambda v: (v, v), b)",
     "TypeError: cond branch outputs must have the same pytree structure, but they "
     "differ:"},
    {"0.10.2", "x=2", "b f32[3]; p bool[]",
     "y = lax.cond(p, lambda v: {'u': v}, lambda v: {'w': v}, b)",
     "TypeError: cond branch outputs must have the same pytree structure, but they "
     "differ:"},
    {"0.10.2", "x=2", "b f32[3]; p bool[]", "y = lax.cond(p, lambda v: v, lambda v: None, b)",
     "TypeError: cond branch outputs must have the same pytree structure, but they "
     "differ:"},
    {"0.10.2", "x=2", "a f32[4@x,3]; b f32[3]; c f32[4,3]; p bool[]",
     "y = lax.cond(p, lambda v: a, lambda v: c, b)",
     "TypeError: cond branches must have equal output types but they differ."},
    {"0.10.2", "x=2", "b f32[3]; p bool[]",
     "y = lax.cond(p, lambda v: v @ b, lambda v: v @ jnp.ones(4), b)",
     "TypeError: dot_general requires contracting dimensions to have the same shape, "
     "got (3,) and (4,)."},
    {"0.10.2", "x=2", "b f32[3]; p bool[]",
     "y = lax.cond(p, lambda v: v, lambda v: v, b, operand=b)",
     "TypeError: if 'operand' keyword is passed then no positional operands can be "
     "passed, got operand=JitTracer(float32[3]) and positional operands "
     "(JitTracer(float32[3]),)"},
    {"0.10.2", "x=2", "p bool[]", "y = lax.cond(p)",
     "TypeError: cond() missing 2 required positional arguments: 'true_fun' and "
     "'false_fun'"},
    {"0.10.2", "x=2", "", "y = lax.cond()",
     "TypeError: cond() missing 3 required positional arguments: 'pred', 'true_fun', "
     "and 'false_fun'"},
    {"0.10.2", "x=2", "b f32[3]; f f32[]", "y = lax.switch(f, [jnp.sin, jnp.cos], b)",
     "TypeError: Index type must be an integer, got JitTracer(float32[]) as float32"},
    {"0.10.2", "x=2", "b f32[3]; k bool[4]", "y = lax.switch(k, [jnp.sin, jnp.cos], b)",
     "TypeError: Branch index must be scalar, got JitTracer(bool[4]) of shape (4,)."},
    {"0.10.2", "x=2", "b f32[3]; i i32[]", "y = lax.switch(i, [], b)",
     "ValueError: Empty branch sequence"},
    {"0.10.2", "x=2", "b f32[3]; i i32[]", "y = lax.switch(i, [jnp.sin, 3], b)",
     "TypeError: lax.switch: branches argument should be a sequence of callables."},
    {"0.10.2", "x=2", "b f32[3]; i i32[]", "y = lax.switch(i, [lambda v: v, lambda v: v.sum()], b)",
     "TypeError: switch branches must have equal output types but they differ."},
    {"0.10.2", "x=2", "i i32[]", "y = lax.switch(i, [jnp.sin, jnp.cos])",
     "TypeError: sin() missing 1 required positional argument: 'x'"},
    {"0.10.2", "x=2", "i i32[]", "y = lax.switch(i)",
     "TypeError: switch() missing 1 required positional argument: 'branches'"},
    {"0.6.0", "x=2", "b f32[3]; p bool[]", "y = lax.cond(p, lambda v: v, lambda v: v.sum(), b)",
     "TypeError: cond branches must have equal output types but they differ."},
    {"0.8.2", "x=2", "b f32[3]; p bool[]", "y = lax.cond(p, lambda v: v, lambda v: v.sum(), b)",
     "TypeError: cond branches must have equal output types but they differ."},
    {"0.12.0.1", "x=2", "b f32[3]; p bool[]", "y = lax.cond(p, lambda v: v, lambda v: v.sum(), b)",
     "TypeError: cond branches must have equal output types but they differ."},
    {"0.6.0", "x=2", "b f32[3]; p bool[]", "y = lax.cond(p, lambda v: v, lambda v: (v, v), b)",
     "TypeError: cond branch outputs must have the same pytree structure, but they "
     "differ:"},
    {"0.8.2", "x=2", "b f32[3]; p bool[]", "y = lax.cond(p, lambda v: v, lambda v: (v, v), b)",
     "TypeError: cond branch outputs must have the same pytree structure, but they "
     "differ:"},
    {"0.12.0.1", "x=2", "b f32[3]; p bool[]", "y = lax.cond(p, lambda v: v, lambda v: (v, v), b)",
     "TypeError: cond branch outputs must have the same pytree structure, but they "
     "differ:"},
    {"0.6.0", "x=2", "a f32[4@x,3]; b f32[3]; c f32[4,3]; p bool[]",
     "y = lax.cond(p, lambda v: a, lambda v: c, b)", "y f32[4,3]"},
    {"0.8.2", "x=2", "a f32[4@x,3]; b f32[3]; c f32[4,3]; p bool[]",
     "y = lax.cond(p, lambda v: a, lambda v: c, b)",
     "TypeError: cond branches must have equal output types but they differ."},
    {"0.12.0.1", "x=2", "a f32[4@x,3]; b f32[3]; c f32[4,3]; p bool[]",
     "y = lax.cond(p, lambda v: a, lambda v: c, b)",
     "TypeError: cond branches must have equal output types but they differ."},
    {"0.6.0", "x=2", "b f32[3]; k bool[4]", "y = lax.cond(k, lambda v: v, lambda v: v, b)",
     "TypeError: Pred must be a scalar, got "
     "Traced<ShapedArray(bool[4])>with<DynamicJaxprTrace> of shape (4,)."},
    {"0.8.2", "x=2", "b f32[3]; k bool[4]", "y = lax.cond(k, lambda v: v, lambda v: v, b)",
     "TypeError: Pred must be a scalar, got JitTracer(bool[4]) of shape (4,)."},
    {"0.12.0.1", "x=2", "b f32[3]; k bool[4]", "y = lax.cond(k, lambda v: v, lambda v: v, b)",
     "TypeError: Pred must be a scalar, got JitTracer(bool[4]) of shape (4,)."},
    {"0.6.0", "x=2", "b f32[3]; i i32[]", "y = lax.switch(i, [lambda v: v, lambda v: v.sum()], b)",
     "TypeError: switch branches must have equal output types but they differ."},
    {"0.8.2", "x=2", "b f32[3]; i i32[]", "y = lax.switch(i, [lambda v: v, lambda v: v.sum()], b)",
     "TypeError: switch branches must have equal output types but they differ."},
    {"0.12.0.1", "x=2", "b f32[3]; i i32[]",
     "y = lax.switch(i, [lambda v: v, lambda v: v.sum()], b)",
     "TypeError: switch branches must have equal output types but they differ."},
};

/* Predicates that are none, branches whose results differ, operands of another number. */
Test(cond, branches_refused)
{
	testing_programs(branches_refused, ROWS(branches_refused));
}
