/* SPDX-License-Identifier: Apache-2.0 */
#include "plan/module/module_plan.h"
#include "testing/planning.h"

enum { DEVICES = 2 };

/* A script of so many functions, each of which is called. */
static struct str script(struct arena *arena, int functions)
{
	struct buf text = {.arena = arena};
	buf_puts(&text, "import jax, jax.numpy as jnp\n"
	                "from jax.sharding import NamedSharding, PartitionSpec as P\n"
	                "mesh = jax.make_mesh((2,), ('x',))\n"
	                "x = jax.device_put(jnp.ones((8,)), NamedSharding(mesh, P()))\n");
	for (int i = 0; i < functions; i++)
		buf_printf(&text, "f%d = jax.jit(lambda a: a + %d.5)\nf%d(x)\n", i, i, i);
	return buf_str(&text);
}

static const struct plan *plan_of(struct arena *arena, struct arena *scratch, struct str text)
{
	const struct check_options recording = {.overrides = {.records = true,
	                                                      .script_devices = DEVICES,
	                                                      .devices = DEVICES,
	                                                      .framework = STR("jax==0.10.2")}};
	const struct plan_options options = {0};
	struct source *source = arena_new(arena, struct source, 1);
	struct check_result *checked = arena_new(arena, struct check_result, 1);
	*source = (struct source){STR("train.py"), text};
	*checked = check_source(arena, scratch, source, &recording);
	cr_assert_not_null(checked->spec);
	return plan_make(arena, scratch, checked, &options);
}

static int count_functions(const struct plan *plan)
{
	int count = 0;
	for (const struct plan_function *function = plan->functions; function;
	     function = function->next)
		count++;
	return count;
}

/* Why steps are not known, a line each. */
static struct str unknown_of(struct arena *arena, const struct plan *plan)
{
	struct buf text = {.arena = arena};
	for (const struct plan_step *step = plan->steps.first; step; step = step->next)
		if (str_is(step->kind, "unknown"))
			buf_printf(&text, "%.*s\n", STR_ARG(step->why));
	return buf_str(&text);
}

Test(program_functions, says_which_calls_are_too_many_to_be_planned)
{
	struct arena arena = {0}, scratch = {0};
	const struct plan *plan = plan_of(&arena, &scratch, script(&arena, 259));
	cr_expect_eq(count_functions(plan), 256);
	testing_expect("beyond", unknown_of(&arena, plan),
	               "3 calls of functions, from here on, are beyond those that are planned\n");
	plan = plan_of(&arena, &scratch, script(&arena, 256));
	cr_expect_eq(count_functions(plan), 256);
	testing_expect("all", unknown_of(&arena, plan), "");
	arena_drop(&scratch);
	arena_drop(&arena);
}

/* Under vmap only the type of what an array is made like is seen, and axes that are not explicit
 * are none of it. */
Test(program_functions, arrays_made_alike_under_vmap_are_on_one_device)
{
	struct arena arena = {0}, scratch = {0};
	const struct plan *plan =
	    plan_of(&arena, &scratch,
	            STR("import jax, jax.numpy as jnp\n"
	                "from jax.sharding import AxisType, NamedSharding, PartitionSpec as P\n"
	                "mesh = jax.make_mesh((2,), ('x',), axis_types=(AxisType.Auto,))\n"
	                "x = jax.device_put(jnp.ones((8, 4)), NamedSharding(mesh, P('x')))\n"
	                "z = jax.vmap(jnp.zeros_like)(x)\n"
	                "f = jax.jit(lambda x, z: x + z)\n"
	                "f(x, z)\n"));
	cr_assert_not_null(plan->functions);
	/* The compiler lays such an argument out as what it is added to. */
	cr_expect_eq(plan->functions->plan->module->arguments, 2 * 4 * 4 * 4);
	arena_drop(&scratch);
	arena_drop(&arena);
}
