/* SPDX-License-Identifier: Apache-2.0 */
#include <criterion/criterion.h>

#include "module/trip_count.h"

static const struct hlo_shape *scalar(struct arena *arena)
{
	return hlo_shape_array(arena, dtype_named(STR("s32")), NULL, 0);
}

static struct instruction *constant(struct computation *computation, int64_t value)
{
	struct arena *arena = computation->module->arena;
	struct instruction *made =
	    computation_add(computation, OPCODE_CONSTANT, scalar(arena), NULL, 0);
	made->literal = (struct hlo_literal){
	    .splat = true, .known = true, .values = arena_copy(arena, &value, 1, sizeof value)};
	return made;
}

static struct instruction *element(struct computation *computation, struct instruction *tuple)
{
	struct instruction *made = computation_add(computation, OPCODE_GET_TUPLE_ELEMENT,
	                                           scalar(computation->module->arena), &tuple, 1);
	made->index = 0;
	return made;
}

/* A loop over one counter that goes from `start` by `step` while it is `direction` of `limit`. */
static int64_t trips(int64_t start, int64_t step, const char *direction, int64_t limit)
{
	struct arena arena = {0};
	struct module *module = module_make(&arena);
	const struct hlo_shape *tuple = hlo_shape_tuple(&arena, scalar(&arena), 1);
	struct computation *condition = module_add(module, STR("condition")),
			   *body = module_add(module, STR("body")),
			   *main = module_add(module, STR("main"));
	struct instruction *counter =
	    element(condition, computation_add(condition, OPCODE_PARAMETER, tuple, NULL, 0));
	struct instruction *compared[] = {counter, constant(condition, limit)};
	struct instruction *compare =
	    computation_add(condition, OPCODE_COMPARE, scalar(&arena), compared, 2);
	compare->direction = str_of(direction);
	computation_set_root(condition, compare);
	struct instruction *next[] = {
	    element(body, computation_add(body, OPCODE_PARAMETER, tuple, NULL, 0)),
	    constant(body, step)};
	struct instruction *sum = computation_add(body, OPCODE_ADD, scalar(&arena), next, 2);
	computation_set_root(body, computation_add(body, OPCODE_TUPLE, tuple, &sum, 1));
	struct instruction *first = constant(main, start);
	struct instruction *init = computation_add(main, OPCODE_TUPLE, tuple, &first, 1);
	struct instruction *loop = computation_add(main, OPCODE_WHILE, tuple, &init, 1);
	loop->called = (struct computation *[]){condition, body};
	loop->ncalled = 2;
	computation_set_root(main, loop);
	module_count_trips(module);
	int64_t count = loop->trip_count;
	arena_drop(&arena);
	return count;
}

Test(trip_count, counts_what_jax_writes)
{
	cr_expect_eq(trips(0, 1, "LT", 12), 12);
	cr_expect_eq(trips(3, 2, "LT", 8), 3);
	cr_expect_eq(trips(0, 1, "LE", 3), 4);
	cr_expect_eq(trips(5, 1, "LT", 5), 0);
}

Test(trip_count, leaves_others_open)
{
	cr_expect_eq(trips(0, 0, "LT", 12), -1);
	cr_expect_eq(trips(0, 1, "NE", 12), -1);
	cr_expect_eq(trips(INT64_MIN, 1, "LT", INT64_MAX), -1);
	cr_expect_eq(trips(0, 1, "LE", INT64_MAX), -1);
}
