/* SPDX-License-Identifier: Apache-2.0 */
#include "library/transform/donation.h"

#include <assert.h>

#include "base/checked.h"
#include "library/library.h"
#include "op/core/abstract_mesh.h"
#include "trace/convert/iterate.h"
#include "trace/convert/pytree.h"

/* An array that may be donated, as the function gets it. */
static const struct value *usable(struct trace *trace, const struct value *leaf, void *data)
{
	struct donation **donations = data;
	if (leaf->kind != VALUE_ARRAY || leaf->array->host)
		return leaf;
	struct donation *donation = arena_new(trace->op.arena, struct donation, 1);
	struct array *copy = arena_new(trace->op.arena, struct array, 1);
	*donation = (struct donation){.given = leaf, .before = *donations};
	*donations = donation;
	*copy = *leaf->array;
	copy->used = &donation->used;
	return value_array(trace->op.arena, copy);
}

const struct value *donate(struct trace *trace, const struct value *argument,
                           struct donation **donations)
{
	trace->gives_up = true;
	return pytree_map(trace, argument, usable, donations);
}

static bool is_donated(const struct donation *donations, const struct value *leaf)
{
	while (donations && donations->given != leaf)
		donations = donations->before;
	return donations;
}

static const struct value *usable_again(struct trace *trace, const struct value *leaf, void *data)
{
	struct donation **donations = data;
	if (!is_donated(*donations, leaf))
		return leaf;
	const struct value *result = usable(trace, leaf, data);
	(*donations)->kept = result != leaf;
	return result;
}

const struct value *donated_again(struct trace *trace, const struct value *argument,
                                  struct donation **donations)
{
	struct pytree tree;
	bool found = false;
	if (!value_holds_array(argument) || !pytree_flatten(trace, argument, &tree))
		return trace->op.error.raised ? NULL : argument;
	for (uint32_t i = 0; i < tree.count && !found; i++)
		found = is_donated(*donations, tree.leaves[i]);
	return found ? pytree_map(trace, argument, usable_again, donations) : argument;
}

/* Whether both are on one device, or known to be sharded alike. */
static bool same_placing(const struct array *x, const struct array *result)
{
	const struct sharding_request *from = x->placed, *to = result->placed;
	if (from && !to && abstract_mesh_all(result->type.mesh, AXIS_EXPLICIT))
		return from->count == x->type.rank &&
		       spec_equal(from->spec, result->type.spec, from->count);
	if (from && to)
		return from->count == to->count && abstract_mesh_equal(from->mesh, to->mesh) &&
		       spec_equal(from->spec, to->spec, to->count);
	return !from && !to && !x->type.mesh == !result->type.mesh &&
	       (!x->type.mesh || (abstract_mesh_equal(x->type.mesh, result->type.mesh) &&
	                          spec_equal(x->type.spec, result->type.spec, x->type.rank)));
}

/* Whether the compiler alone says how the result is sharded, of an array that is placed: it may be
 * as that is. */
static bool may_be_placed_so(const struct array *x, const struct array *result)
{
	return x->placed && !result->placed && !abstract_mesh_all(result->type.mesh, AXIS_EXPLICIT);
}

static bool on_several_devices(const struct array *x)
{
	const struct abstract_mesh *mesh = x->placed ? x->placed->mesh : NULL;
	for (uint32_t i = 0; mesh && i < mesh->mesh->naxes; i++)
		if (mesh->mesh->axes[i].size > 1)
			return true;
	return false;
}

/* Whether nobody but the compiler says how some result lies on the several devices of an array: it
 * may take all memory then that is donated. JAX: mlir.py lower_jaxpr_to_module. */
static bool compiler_gets_all(const struct array *x, const struct array *const *results,
                              uint32_t count)
{
	for (uint32_t i = 0; i < count && on_several_devices(x); i++)
		if (!results[i] || !abstract_mesh_all(results[i]->type.mesh, AXIS_EXPLICIT))
			return true;
	return false;
}

enum taking { MEMORY_KEPT, MEMORY_PERHAPS_TAKEN, MEMORY_TAKEN };

/* Takes the first result that can have the memory of the array. */
static enum taking take_result(const struct array *x, const struct array **results, uint32_t count)
{
	enum taking taking = MEMORY_KEPT;
	for (uint32_t i = 0; i < count; i++) {
		if (!results[i] || results[i]->type.dtype != x->type.dtype ||
		    !type_same_shape(&results[i]->type, &x->type))
			continue;
		if (same_placing(x, results[i])) {
			results[i] = NULL;
			return MEMORY_TAKEN;
		}
		if (may_be_placed_so(x, results[i]))
			taking = MEMORY_PERHAPS_TAKEN;
	}
	return taking;
}

/* The bytes of an array on a device that has most of it: between both. */
struct byte_range {
	int64_t least, most;
};

static int64_t whole_bytes(const struct array_type *type)
{
	int64_t bytes;
	if (!checked_multiply(&bytes, shape_elements(type->shape, type->rank), type->dtype->bits))
		return INT64_MAX;
	return bytes / 8;
}

/* Of an array over a mesh; that of one that lies as the compiler likes may be cut in all ways. */
static struct byte_range bytes_on_device(const struct array *x, const struct abstract_mesh *mesh)
{
	struct array_type shard = x->type;
	bool typed = abstract_mesh_all(shard.mesh, AXIS_EXPLICIT);
	const struct sharding_request own = type_request(&x->type);
	const struct sharding_request *placed = x->placed ? x->placed : typed ? &own : NULL;
	int64_t devices = 1, bytes = whole_bytes(&shard);
	for (uint32_t i = 0; i < mesh->mesh->naxes; i++)
		devices *= mesh->mesh->axes[i].size;
	if (shape_elements(shard.shape, shard.rank) == 1)
		return (struct byte_range){bytes, bytes};
	if (!placed || placed->open)
		return (struct byte_range){bytes / devices, bytes};
	int64_t shape[MAX_RANK] = {0};
	for (uint32_t i = 0; i < shard.rank; i++) {
		int64_t ways = i < placed->count ? dim_axes_ways(placed->mesh, placed->spec[i]) : 1;
		shape[i] = shard.shape[i] / ways + (shard.shape[i] % ways != 0);
	}
	shard.shape = shape;
	bytes = whole_bytes(&shard);
	return (struct byte_range){bytes, bytes};
}

/* What the compiler takes the memory of the array for: a result with as many bytes on a device.
 * XLA: optimize_input_output_buffer_alias.cc. */
static enum taking take_by_bytes(const struct array *x, const struct array **results,
                                 uint32_t count)
{
	enum taking taking = take_result(x, results, count);
	const struct byte_range given = bytes_on_device(x, x->placed->mesh);
	for (uint32_t i = 0; i < count && taking != MEMORY_TAKEN; i++) {
		if (!results[i])
			continue;
		const struct byte_range made = bytes_on_device(results[i], x->placed->mesh);
		if (given.least > made.most || given.most < made.least)
			continue;
		taking = given.least == made.most && given.most == made.least
		             ? MEMORY_TAKEN
		             : MEMORY_PERHAPS_TAKEN;
		if (taking == MEMORY_TAKEN)
			results[i] = NULL;
	}
	return taking;
}

static const struct value *deleted(struct trace *trace, const struct value *x, bool perhaps)
{
	assert(x->kind == VALUE_ARRAY);
	struct array *copy = arena_new(trace->op.arena, struct array, 1);
	*copy = *x->array;
	copy->deleted = true;
	copy->perhaps = perhaps;
	trace->gives_up = true;
	value_changed(trace, x)->array = copy;
	return &value_none;
}

/* The number of the argument among those given up, and that of the first that is the same array. */
static void find_places(const struct donation *donation, uint32_t *place, uint32_t *first)
{
	*place = *first = 0;
	for (const struct donation *other = donation->before; other; other = other->before) {
		++*place;
		*first = other->given == donation->given ? 0 : *first + 1;
	}
}

static bool refuse_twice(struct trace *trace, const struct donation *donation, bool is_kept)
{
	uint32_t place, first;
	find_places(donation, &place, &first);
	struct str place_text = str_format(trace->op.arena, "%u", (unsigned)place);
	struct str first_text = str_format(trace->op.arena, "%u", (unsigned)first);
	const char *kept = is_kept ? "use a buffer that was previously donated in the same call to"
	                           : "donate the same buffer twice in";
	return refuse(
	    &trace->op, RULE_PROGRAM_ERROR, "JaxRuntimeError",
	    TEXT("INVALID_ARGUMENT: Attempt to {} Execute() (flattened argument {}, replica "
	         "0, partition 0, first use: {}). Toy example for this bug: `f(donate(a), {})`.",
	         kept, place_text, first_text, is_kept ? "a" : "donate(a)"),
	    WORDS("an array that is donated to the jitted function is {} it a second time",
	          is_kept ? "given to" : "donated to"),
	    HELP("give it a copy, or do not donate the array"));
}

/* Gives the memory of the arrays to results, the one given first before the others. */
static bool settle(struct trace *trace, const struct donation *donation,
                   const struct array **results, uint32_t count)
{
	if (!donation)
		return true;
	if (!settle(trace, donation->before, results, count))
		return false;
	if (!donation->used)
		return true;
	const struct array *given = donation->given->array;
	enum taking taking = donation->kept          ? MEMORY_KEPT
	                     : donation->by_compiler ? take_by_bytes(given, results, count)
	                                             : take_result(given, results, count);
	if (given->deleted && !given->perhaps)
		return refuse_twice(trace, donation, taking == MEMORY_KEPT);
	if (taking != MEMORY_KEPT)
		(void)deleted(trace, donation->given, taking == MEMORY_PERHAPS_TAKEN);
	return true;
}

bool donations_settle(struct trace *trace, struct donation *donations, const struct value *result,
                      bool placed)
{
	struct pytree tree;
	if (!donations || !pytree_flatten(trace, result, &tree))
		return !trace->op.error.raised;
	const struct array **results = arena_new(trace->op.arena, const struct array *, tree.count);
	for (uint32_t i = 0; i < tree.count; i++) {
		bool made = tree.leaves[i]->kind == VALUE_ARRAY;
		results[i] = made ? tree.leaves[i]->array : NULL;
		if (made && results[i]->used)
			*results[i]->used = true;
		for (const struct donation *donation = donations; donation;
		     donation = donation->before)
			if (tree.leaves[i] == donation->given)
				return true;
	}
	for (struct donation *donation = donations; donation; donation = donation->before)
		donation->by_compiler =
		    !placed && compiler_gets_all(donation->given->array, results, tree.count);
	return settle(trace, donations, results, tree.count);
}

bool check_alive(struct trace *trace, const struct value *value)
{
	struct pytree tree;
	if (value->kind == VALUE_ARRAY)
		return !value->array->deleted || refuse_deleted(&trace->op, value->array);
	if (!trace->gives_up || !value_holds_array(value) || !pytree_flatten(trace, value, &tree))
		return true;
	for (uint32_t i = 0; i < tree.count; i++)
		if (tree.leaves[i]->kind == VALUE_ARRAY && tree.leaves[i]->array->deleted)
			return refuse_deleted(&trace->op, tree.leaves[i]->array);
	return true;
}

static const struct value *delete_array(struct trace *trace, const struct call_arguments *arguments)
{
	return deleted(trace, argument(arguments, 0), false);
}

static const struct value *is_deleted(struct trace *trace, const struct call_arguments *arguments)
{
	const struct value *x = argument(arguments, 0);
	if (trace->gives_up && !x->array->deleted)
		return value_foreign(trace->op.arena, STR("whether an array has been deleted"));
	return value_bool(x->array->deleted);
}

static const struct value *check_if_deleted(struct trace *trace,
                                            const struct call_arguments *arguments)
{
	return check_alive(trace, argument(arguments, 0)) ? &value_none : NULL;
}

static const struct value *wait_for(struct trace *trace, const struct call_arguments *arguments)
{
	const struct value *x = argument(arguments, 0);
	if (x->array->deleted)
		return trace_refuse(trace, RULE_PROGRAM_ERROR, "JaxRuntimeError",
		                    TEXT("INVALID_ARGUMENT: BlockHostUntilReady() called on "
		                         "deleted or donated buffer"),
		                    WORDS("the array has been deleted or donated before"));
	return x;
}

const struct function_row library_deletion[] = {
    MODULE("ArrayImpl"),
    FUNCTION("delete", "self", delete_array),
    FUNCTION("is_deleted", "self", is_deleted),
    FUNCTION("_check_if_deleted", "self", check_if_deleted),
    FUNCTION("block_until_ready", "self", wait_for),
    TABLE_END,
};
