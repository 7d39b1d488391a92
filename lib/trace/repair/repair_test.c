/* SPDX-License-Identifier: Apache-2.0 */
/* What is proposed for a sharding error, and that the program is accepted with it. */
#include "testing/program_cases.h"

/* A program with one mistake. */
struct repair_case {
	const char *release, *mesh, *tensors, *program; /* as of struct program_case */
	const char *repaired; /* what is proposed in the place of an expression; "": nothing */
	const char *import;   /* the import that it needs, or "" */
};

static const struct repair_case gathers[] = {
    {"0.10.2", "x=2", "a f32[8@x,4]; i i32[3]", "y = a[i]",
     "a.at[i].get(out_sharding=P(None, None))", ""},
    {"0.10.2", "x=2", "a f32[8,4@x]; i i32[6@x]", "y = a[i]",
     "a.at[i].get(out_sharding=P('x', None))", ""},
    {"0.10.2", "data=2 model=2", "table f32[32@model,8]; tokens i32[4@data,16]",
     "y = table[tokens] * 2", "table.at[tokens].get(out_sharding=P('data', None, None))", ""},
    {"0.10.2", "x=2", "a f32[8@x,4]; i i32[3]", "y = a.at[i].get(mode='clip')",
     "a.at[i].get(mode='clip', out_sharding=P(None, None))", ""},
    {"0.10.2", "x=2", "a f32[8@x,4]; i i32[3]", "y = jnp.take(a, i, axis=0)",
     "a.at[i].get(out_sharding=P(None, None))", ""},
    {"0.10.2", "x=2", "a f32[8,4@x]; i i32[3]", "y = jnp.take(a + 1, i, axis=1)",
     "(a + 1).at[:, i].get(out_sharding=P(None, None))", ""},
    {"0.6.2", "x=2", "a f32[8@x,4]; i i32[3]", "y = a[:, i]",
     "a.at[:, i].get(out_sharding=P('x', None))", ""},
    {"0.10.2", "x=2", "a f32[4@x,3]; i i32[4@x]", "y = a[(i)]",
     "a.at[(i)].get(out_sharding=P('x', None))", ""},
};

static const struct repair_case scatters[] = {
    {"0.10.2", "x=2", "a f32[8@x,4]; i i32[3]", "y = a.at[i].set(0.0)",
     "a.at[i].set(0.0, out_sharding=P('x', None))", ""},
    {"0.10.2", "x=2", "a f32[8@x,4]; i i32[3]", "y = a.at[i].add(1.0, )",
     "a.at[i].add(1.0, out_sharding=P('x', None))", ""},
    {"0.6.0", "x=2", "a f32[4@x,3]; i i32[4@x]; j i32[4@x]",
     "def f(a, i, j):\n  return a.at[:, i].set(a.at[:, j].get())\ny = f(a, i, j)",
     "auto_axes(lambda a, i, j: a.at[:, i].set(a.at[:, j].get()), "
     "out_shardings=P('x', None))(a, i, j)",
     "from jax.experimental.shard import auto_axes"},
    {"0.6.0", "x=2", "a f32[8@x,4]; i i32[3]", "y = a.at[i].set(0.0)",
     "auto_axes(lambda a, i: a.at[i].set(0.0), out_shardings=P('x', None))(a, i)",
     "from jax.experimental.shard import auto_axes"},
    {"0.6.2", "x=2", "a f32[8@x,4]; i i32[3]", "y = a.at[i].add(1.0)",
     "auto_axes(lambda a, i: a.at[i].add(1.0), out_sharding=P('x', None))(a, i)",
     "from jax.experimental.shard import auto_axes"},
    {"0.6.2", "x=2", "a f32[8@x,4]; i i32[3]",
     "from jax.experimental.shard import auto_axes\ny = a.at[i].add(1.0)",
     "auto_axes(lambda a, i: a.at[i].add(1.0), out_sharding=P('x', None))(a, i)", ""},
    {"0.9.0", "x=2", "a f32[8@x,4]; i i32[3]",
     "y = a.at[:, i].multiply(2.0, out_sharding=P('x', None))",
     "jax.sharding.reshard(a.at[:, i].multiply(2.0), P('x', None))", ""},
};

static const struct repair_case contractions[] = {
    {"0.10.2", "x=2", "a f32[8,4@x]; b f32[4@x,6]", "y = (a @ b) * 2",
     "jnp.matmul(a, b, out_sharding=P(None, None))", ""},
    {"0.10.2", "x=2", "a f32[8,4@x]; b f32[4@x,6]", "y = (a + 1) @ (b - 1)",
     "jnp.matmul((a + 1), (b - 1), out_sharding=P(None, None))", ""},
    {"0.10.2", "x=2", "a f32[8@x,4]", "y = a @ a.T",
     "jnp.matmul(a, a.T, out_sharding=P('x', None))", ""},
    {"0.10.2", "x=2 y=2", "a f32[8@y,4@x]; b f32[4@x,6]", "y = jnp.einsum('ij,jk->ki', a, b)",
     "jnp.einsum('ij,jk->ki', a, b, out_sharding=P(None, 'y'))", ""},
    {"0.10.2", "x=2", "a f32[8,4@x]; b f32[4@x,6]",
     "y = lax.dot_general(\n    a, b,\n    (((1,), (0,)), ((), ())))",
     "lax.dot_general(a, b, (((1,), (0,)), ((), ())), out_sharding=P(None, None))", ""},
    {"0.10.2", "x=2", "a f32[4,8,8,2@x]; k f32[3,3,2@x,6]",
     "y = lax.conv_general_dilated(a, k, (1, 1), 'SAME',\n"
     "    dimension_numbers=('NHWC', 'HWIO', 'NHWC'))",
     "lax.conv_general_dilated(a, k, (1, 1), 'SAME', dimension_numbers=('NHWC', 'HWIO', "
     "'NHWC'), out_sharding=P(None, None, None, None))",
     ""},
};

static const struct repair_case shapes[] = {
    {"0.10.2", "x=2", "a f32[8@x,4]", "y = a[:3]", "jax.sharding.reshard(a, P(None, None))[:3]",
     ""},
    {"0.6.2", "x=2", "a f32[8@x,4]", "y = a[:3]", "reshard(a, P(None, None))[:3]",
     "from jax.experimental.shard import reshard"},
    {"0.10.2", "x=2", "a f32[8@x,4]", "y = (a * 2)[:3]",
     "(jax.sharding.reshard(a * 2, P(None, None)))[:3]", ""},
    {"0.10.2", "x=2", "a f32[8@x,4]", "y = a.reshape(4, 8)",
     "a.reshape(4, 8, out_sharding=P('x', None))", ""},
    {"0.10.2", "x=2", "a f32[8@x,4]", "y = jnp.repeat(a, 2, axis=0)",
     "jnp.repeat(a, 2, axis=0, out_sharding=P(None, None))", ""},
    {"0.10.2", "x=2", "a f32[8@x,4]", "y = jnp.roll(a, 3, axis=0)",
     "jnp.roll(jax.sharding.reshard(a, P(None, None)), 3, axis=0)", ""},
    {"0.10.2", "x=2", "a f32[8@x,4@y]; b f32[8,4]", "y = a", "", ""},
    {"0.10.2", "x=2 y=2", "a f32[8@x,4]; b f32[8@y,4]", "y = jnp.concatenate([a, b])",
     "jnp.concatenate([a, jax.sharding.reshard(b, P('x', None))])", ""},
    {"0.10.2", "x=2 y=2", "a f32[8@x,4]; b f32[8@y,4]", "y = jnp.stack((a, b), axis=1)",
     "jnp.stack((a, jax.sharding.reshard(b, P('x', None))), axis=1)", ""},
    {"0.10.2", "x=2", "a f32[8@x,4]", "y = jnp.sort(a, axis=0)",
     "jnp.sort(jax.sharding.reshard(a, P(None, None)), axis=0)", ""},
    {"0.10.2", "x=2", "a f32[8@x,8]", "y = jnp.linalg.inv(a)",
     "jnp.linalg.inv(jax.sharding.reshard(a, P(None, None)))", ""},
};

static const struct repair_case elementwise[] = {
    {"0.10.2", "x=2 y=2", "a f32[8@x,4]; b f32[8@y,4]", "y = a + b",
     "a + jax.sharding.reshard(b, P('x', None))", ""},
    {"0.10.2", "x=2 y=2", "a f32[8@x,4]; b f32[8@y,4]", "y = a < b",
     "a < jax.sharding.reshard(b, P('x', None))", ""},
    {"0.10.2", "x=2 y=2", "a bool[8@x,4]; b f32[8@y,4]", "y = jnp.where(a, b, 0.0)",
     "jnp.where(jax.sharding.reshard(a, P('y', None)), b, 0.0)", ""},
    {"0.10.2", "x=2 y=2", "a f32[8@x,4]; b f32[8@y,4]",
     "y = lax.dynamic_update_slice(a, b, (0, 0))",
     "lax.dynamic_update_slice(a, jax.sharding.reshard(b, P('x', None)), (0, 0))", ""},
};

static const struct repair_case loops[] = {
    {"0.10.2", "x=2", "a f32[8]; b f32[4,8@x]", "y, _ = lax.scan(lambda c, t: (c + t, None), a, b)",
     "lax.scan(lambda c, t: (c + t, None), jax.sharding.reshard(a, P('x')), b)", ""},
    {"0.10.2", "x=2", "a f32[8@x,4]", "y = lax.scan(lambda c, t: (c, t), 0.0, a)",
     "lax.scan(lambda c, t: (c, t), 0.0, jax.sharding.reshard(a, P(None, None)))", ""},
    {"0.10.2", "x=2", "a f32[8]; b f32[8@x]", "y = lax.fori_loop(0, 3, lambda i, c: c + b, a)",
     "lax.fori_loop(0, 3, lambda i, c: c + b, jax.sharding.reshard(a, P('x')))", ""},
    {"0.10.2", "x=2", "a f32[8@x]; p bool[]",
     "y = lax.cond(p, lambda a: a, lambda a: jax.sharding.reshard(a, P(None)), a)",
     "lax.cond(p, lambda a: a, lambda a: jax.sharding.reshard(jax.sharding.reshard(a, "
     "P(None)), P('x')), a)",
     ""},
    {"0.10.2", "x=2", "a f32[4@x,3]; i i32[4@x,4]",
     "y = jax.vmap(lambda a, i: a[i], in_axes=(None, 0))(a, i)",
     "jax.vmap(lambda a, i: a[i], in_axes=(None, 0))(jax.sharding.reshard(a, P(None, None)), "
     "jax.sharding.reshard(i, P(None, None)))",
     ""},
};

static const struct repair_case given[] = {
    {"0.10.2", "x=2", "a f32[8@x,4]; i i32[3]", "y = a.at[i].get(out_sharding=P('x', 'x'))",
     "a.at[i].get(out_sharding=P(None, 'x'))", ""},
    {"0.10.2", "data=2", "a f32[8,4]", "y = jax.sharding.reshard(a, P('dat', None))",
     "jax.sharding.reshard(a, P('data', None))", ""},
    {"0.10.2", "x=2", "a f32[7,4]", "y = jax.sharding.reshard(a, P('x', None))",
     "jax.sharding.reshard(a, P(None, None))", ""},
    {"0.10.2", "x=2", "a f32[8,4]", "y = jax.sharding.reshard(a, P('x', 'x'))",
     "jax.sharding.reshard(a, P('x', None))", ""},
    {"0.10.2", "x=2", "a f32[8]", "y = jax.device_put(a, NamedSharding(mesh, P('x', None)))",
     "jax.device_put(a, NamedSharding(mesh, P('x')))", ""},
    {"0.10.2", "x=2", "a f32[8,4]; b f32[4,6]", "y = jnp.matmul(a, b, out_sharding=P('x', 'x'))",
     "jnp.matmul(a, b, out_sharding=P('x', None))", ""},
    {"0.10.2", "x=2", "a f32[8@x,4]", "y = lax.with_sharding_constraint(a, P(None, 'x'))",
     "jax.sharding.reshard(a, P(None, 'x'))", ""},
    {"0.6.2", "x=2 y=2", "a f32[8@x,4]", "y = jnp.sum(a, axis=1, out_sharding=P('y'))",
     "reshard(jnp.sum(a, axis=1), P('y'))", "from jax.experimental.shard import reshard"},
};

/* Errors about something else, or in text that is not looked into, are left alone. */
static const struct repair_case without[] = {
    {"0.10.2", "x=2", "a f32[8@x,4]; b f32[3]", "y = a + b", "", ""},
    {"0.10.2", "x=2", "a f32[8@x,4]", "y = b", "", ""},
    {"0.10.2", "x=2", "a f32[8@x,4]; i i32[3]", "y = a[  # rows\n  i]", "", ""},
    {"0.10.2", "x=2", "a f32[8@x,4]; i i32[3]", "P = 3\ny = a[i]", "", ""},
};

static const struct diag *first_error(const struct check_result *result)
{
	for (uint32_t i = 0; i < result->ndiags; i++)
		if (result->diags[i]->severity == SEVERITY_ERROR)
			return result->diags[i];
	cr_assert_fail("no error: %.*s", STR_ARG(result->source->text));
	return result->diags[0];
}

/* The spec with the repair in it, and the import in front of the program. */
static struct str repaired_spec(struct arena *arena, struct str spec,
                                const struct diag_repair *repair, const char *import)
{
	struct str before = str_slice(spec, 0, repair->at.offset),
		   after = str_slice(spec, repair->at.offset + repair->at.length, spec.len);
	struct str start = STR("program: |\n");
	size_t program = 0;
	while (!str_starts_with(str_slice(spec, program, spec.len), start))
		program++;
	program += start.len;
	return str_format(arena, "%.*s%s%s%s%.*s%.*s%.*s", (int)program, spec.s,
	                  *import ? "  " : "", import, *import ? "\n" : "",
	                  STR_ARG(str_slice(before, program, before.len)), STR_ARG(repair->text),
	                  STR_ARG(after));
}

static void check_repair(const struct repair_case *row)
{
	struct arena arena = {0};
	const struct program_case program = {row->release, row->mesh, row->tensors, row->program,
	                                     ""};
	struct str spec = testing_program_spec(&arena, &program);
	struct check_result result = testing_check(&arena, spec);
	const struct diag *error = first_error(&result);
	struct str text = error->repair.text.s ? error->repair.text : STR("");
	cr_expect(str_equal(text, str_of(row->repaired)), "%s\n  want %s\n  got  %.*s",
	          row->program, row->repaired, STR_ARG(text));
	if (text.len) {
		spec = repaired_spec(&arena, spec, &error->repair, row->import);
		cr_expect_eq(testing_check(&arena, spec).verdict, VERDICT_ACCEPTED,
		             "not accepted:\n%.*s", STR_ARG(spec));
	}
	arena_drop(&arena);
}

static void check_repairs(const struct repair_case *rows, size_t count)
{
	for (size_t i = 0; i < count; i++)
		check_repair(&rows[i]);
}

Test(repair, lookups)
{
	check_repairs(gathers, ROWS(gathers));
}

Test(repair, updates)
{
	check_repairs(scatters, ROWS(scatters));
}

Test(repair, contractions)
{
	check_repairs(contractions, ROWS(contractions));
}

Test(repair, shapes)
{
	check_repairs(shapes, ROWS(shapes));
}

Test(repair, operands_that_meet)
{
	check_repairs(elementwise, ROWS(elementwise));
}

Test(repair, loops_and_branches)
{
	check_repairs(loops, ROWS(loops));
}

Test(repair, shardings_given)
{
	check_repairs(given, ROWS(given));
}

Test(repair, nothing_to_propose)
{
	check_repairs(without, ROWS(without));
}

/* The line of the finding's help, as the user reads it. */
Test(repair, help_shows_the_line)
{
	struct arena arena = {0};
	const struct program_case row = {"0.10.2", "x=2", "a f32[8@x,4]; i i32[3]",
	                                 "def f(a):\n  return a[i] * 2  # twice\ny = f(a)", ""};
	struct check_result result = testing_check(&arena, testing_program_spec(&arena, &row));
	struct str want = STR("say how the result is sharded: "
	                      "return a.at[i].get(out_sharding=P(None, None)) * 2");
	cr_expect(str_equal(first_error(&result)->help, want), "%.*s",
	          STR_ARG(first_error(&result)->help));
	arena_drop(&arena);
}

/* What is tried leaves no trace in the lists and dicts of the program. */
Test(repair, changes_nothing)
{
	struct arena arena = {0};
	const struct program_case row = {"0.10.2", "x=2", "a f32[8@x,4]; i i32[3]",
	                                 "log, seen = [], {}\n"
	                                 "def f(a):\n"
	                                 "  log.append(a)\n"
	                                 "  seen[len(log)] = a\n"
	                                 "  return a\n"
	                                 "y = f(a)[i]\n"
	                                 "assert (len(log), list(seen)) == (1, [1])",
	                                 ""};
	struct check_result result = testing_check(&arena, testing_program_spec(&arena, &row));
	cr_expect_eq(result.errors, 1u);
	cr_expect_eq(first_error(&result)->rule, rule_of(RULE_GATHER_AMBIGUOUS));
	arena_drop(&arena);
}

/* What repairs of the first error have called is known when those of the second one call it again.
 */
Test(repair, can_be_sought_again)
{
	struct arena arena = {0};
	const struct program_case row = {
	    "0.10.2", "r=2 m=2", "x f32[4@r,8@m]; w f32[8,2@m]",
	    "@jax.custom_vjp\n"
	    "def f(v): return v * 2\n"
	    "f.defvjp(lambda v: (v * 2, v), lambda res, c: (c.sum(),))\n"
	    "r0 = jax.grad(lambda v: f(v).sum())(x)\n"
	    "r2 = jax.grad(lambda v: jax.lax.scan(lambda c, t: (c + t @ w, None), "
	    "jnp.zeros((2,)), v)[0].sum())(x)",
	    ""};
	struct check_result result = testing_check(&arena, testing_program_spec(&arena, &row));
	cr_expect_eq(result.errors, 2u);
	arena_drop(&arena);
}

/* A program with very many errors is not looked at for ever. */
Test(repair, is_bounded)
{
	struct arena arena = {0};
	struct buf program = {.arena = &arena};
	for (int i = 0; i < 3000; i++)
		buf_printf(&program, "y%d = a[i] + sum([a, a, a, a])\n", i);
	const struct program_case row = {"0.10.2", "x=2", "a f32[8@x,4]; i i32[3]",
	                                 buf_str(&program).s, ""};
	struct check_result result = testing_check(&arena, testing_program_spec(&arena, &row));
	cr_expect_eq(result.errors, 3000u);
	arena_drop(&arena);
}
