/* SPDX-License-Identifier: Apache-2.0 */
#include <criterion/criterion.h>

#include "module/sharding_check.h"

/* A program of one argument of so many elements, sharded over x=4 in as many dims as it says. */
static struct module *program_of(struct arena *arena, int64_t elements, uint32_t rank)
{
	static const struct mesh_axis axes[] = {{{"x", 1}, 4, false}};
	static const struct named_mesh mesh = {.axes = axes, .naxes = 1, .count = 4};
	struct module *module = module_make(arena);
	struct computation *main = module_add(module, STR("main"));
	const struct hlo_shape *shape =
	    hlo_shape_array(arena, dtype_named(STR("f32")), &elements, 1);
	struct named_sharding *sharding = arena_new(arena, struct named_sharding, 1);
	*sharding = named_sharding_make(arena, &mesh, rank);
	axis_parts_add(arena, &sharding->dims[0].axes, axis_whole(&mesh, 0));
	computation_set_root(main, computation_add(main, OPCODE_PARAMETER, shape, NULL, 0));
	module->entry = main;
	module->arguments = arena_new(arena, struct module_value, 1);
	module->arguments[0] =
	    (struct module_value){.path = STR("w"), .shape = shape, .named = sharding};
	module->narguments = 1;
	return module;
}

static void check_finding(int64_t elements, uint32_t rank, const char *message)
{
	struct arena arena = {0};
	struct diags diags = diags_make(&arena);
	const struct module *module = program_of(&arena, elements, rank);
	if (module_ranks_fit(module, &diags))
		module_check_divisible(module, &diags);
	cr_assert_eq(diags.count, message != NULL);
	if (message)
		cr_expect_str_eq(diags.first->message.s, message);
	arena_drop(&arena);
}

Test(sharding_check, compares_shardings_with_shapes)
{
	check_finding(8, 1, NULL);
	check_finding(8, 2, "a sharding of 2 dims on argument w, which has 1");
	check_finding(10, 1,
	              "dim 0 of argument w has 10 elements, which its axes do not divide into 4 "
	              "equal shards");
}
