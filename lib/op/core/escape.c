/* SPDX-License-Identifier: Apache-2.0 */
#include "op/core/escape.h"

#include "base/pointer_table.h"
#include "op/core/watch.h"

/* Those of one kind that stand in no other one, in the order of their numbers. */
struct left_functions {
	struct left_function *items;
	uint32_t count;
	size_t room;
};

struct escapes {
	struct left_functions left[ESCAPING_KINDS];
	/* By the number of a result, which copies of it have too, the number that stands for where
	 * it belongs. */
	struct pointer_table homes;
};

static const void *home_key(const struct array *array)
{
	return (const void *)(uintptr_t)(array->number + 1);
}

static struct escapes *escapes_of(struct op *op)
{
	if (!op->escapes)
		op->escapes = arena_new(op->arena, struct escapes, 1);
	return op->escapes;
}

void escape_left(struct op *op, enum escaping kind, struct left_function function)
{
	struct left_functions *left = &escapes_of(op)->left[kind];
	if (kind != ESCAPING_ALL && !op_has(op, JAX_EVALUATES_NO_TRACER))
		return;
	function.end = op->arrays;
	if (function.watch) {
		struct primitive_watch *kept = arena_new(op->arena, struct primitive_watch, 1);
		*kept = *function.watch;
		function.watch = kept;
	}
	while (left->count && left->items[left->count - 1].first >= function.first)
		left->count--;
	arena_push(op->arena, left->items, left->count, left->room, function);
}

void escape_returned(struct op *op, const struct array *array, uint64_t first)
{
	struct pointer_table *homes = &escapes_of(op)->homes;
	for (; array; array = array->mapped) {
		uint64_t *home = pointer_find(homes, home_key(array));
		if ((home ? *home : array->number) < first)
			continue;
		if (!home) {
			home = arena_new(op->arena, uint64_t, 1);
			pointer_add(op->arena, homes, home_key(array), home);
		}
		*home = op->arrays;
	}
}

/* The function of this kind that has been left and in which the number was given, or NULL. */
static const struct left_function *find_left(const struct left_functions *left, uint64_t number)
{
	uint32_t low = 0, high = left->count;
	while (low < high) {
		uint32_t middle = low + (high - low) / 2;
		if (left->items[middle].first <= number)
			low = middle + 1;
		else
			high = middle;
	}
	const struct left_function *found = low ? &left->items[low - 1] : NULL;
	return found && number < found->end ? found : NULL;
}

const struct array *escape_result(struct op *op, const struct array *array)
{
	if (op->recording || op->watch || array->level)
		return array;
	struct array *result = arena_new(op->arena, struct array, 1);
	*result = *array;
	result->number = op->arrays++;
	return result;
}

/* The function that has been left in which the array is a tracer, of the class *name; or NULL. */
static const struct left_function *left_tracer(const struct op *op, const struct array *array,
                                               const char **name)
{
	const struct escapes *escapes = op->escapes;
	const uint64_t *home = pointer_find(&escapes->homes, home_key(array));
	uint64_t number = home ? *home : array->number;
	const struct left_function *left = find_left(&escapes->left[ESCAPING_MAPPED], number);
	*name = "BatchTracer";
	if (left && array->level >= left->level)
		return left;
	left = find_left(&escapes->left[ESCAPING_DEPENDENT], number);
	*name = op_has(op, JAX_LINEARIZES_DIRECTLY) ? "LinearizeTracer" : "JVPTracer";
	if (left && watch_dependence(left->watch, array) == DEPENDENCE_SOME)
		return left;
	/* A scalar that is a number of the program is a literal wherever it is used. */
	left = find_left(&escapes->left[ESCAPING_ALL], number);
	*name = "DynamicJaxprTracer";
	return left && (array->type.rank || array->computed) ? left : NULL;
}

bool escape_is_tracer(const struct op *op, const struct array *array)
{
	const char *name;
	return op->escapes && !array->host && !op->batching && left_tracer(op, array, &name);
}

bool escape_check(struct op *op, const struct array *array)
{
	const char *name;
	const struct left_function *left =
	    op->escapes && !array->host && !op->batching ? left_tracer(op, array, &name) : NULL;
	if (!left)
		return true;
	if (left->failed)
		return op_unknown(op, "%s", "");
	return refuse(op, RULE_PROGRAM_ERROR, "UnexpectedTracerError",
	              TEXT("Encountered an unexpected tracer. A function transformed by JAX had a "
	                   "side effect, allowing for a reference to an intermediate value with "
	                   "type {long} wrapped in a {} to escape the scope of the transformation.",
	                   &array->type, name),
	              WORDS("an array is used that a function has kept aside which JAX traced: "
	                    "outside of that function it stands for nothing"),
	              HELP("have the function return it"));
}
