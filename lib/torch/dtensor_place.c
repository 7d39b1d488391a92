/* SPDX-License-Identifier: Apache-2.0 */
#include "torch/dtensor_words.h"

#include <assert.h>
#include <inttypes.h>

#include "base/buf.h"

/* What is at hand while placements are checked. */
struct checking {
	const struct torch_rules *rules;
	const struct dtensor_placing *placing;
	struct placement *placements; /* a copy, which is normalized */
	struct violations *found;
};

static void refuse_dim(const struct checking *checking, uint32_t place, const char *type,
                       const char *format, ...) PRINTF_LIKE(4, 5);

static void refuse_dim(const struct checking *checking, uint32_t place, const char *type,
                       const char *format, ...)
{
	va_list arguments;
	va_start(arguments, format);
	struct str text = str_vformat(checking->found->arena, format, arguments);
	va_end(arguments);
	dtensor_say_dim(
	    checking->placing, place, checking->found,
	    violation_add(checking->found, RULE_PLACEMENT_DIM, type, "%.*s", STR_ARG(text)));
}

static void refuse_count(const struct checking *checking, const char *type, struct str text)
{
	dtensor_say_count(
	    checking->placing, checking->found,
	    violation_add(checking->found, RULE_PLACEMENT_COUNT, type, "%.*s", STR_ARG(text)));
}

static void refuse_partial(const struct checking *checking, uint32_t place, const char *type,
                           struct str text)
{
	dtensor_say_partial(
	    checking->placing, place, checking->found,
	    violation_add(checking->found, RULE_PLACEMENT_PARTIAL, type, "%.*s", STR_ARG(text)));
}

static void refuse_split(const struct checking *checking, uint32_t place, const char *type,
                         const char *text)
{
	int64_t factor = checking->placements[place].split_factor;
	struct violation *refusal =
	    violation_add(checking->found, RULE_PLACEMENT_DIM, type, "%s%" PRId64, text, factor);
	refusal->entry = (int)place;
	violation_say(checking->found, refusal, "a split factor of %" PRId64 " cuts nothing",
	              factor);
	violation_help(checking->found, refusal,
	               "it is the number of shards that later placements make of the dimension");
}

struct str dtensor_placement_text(struct arena *arena, const struct placement *placement,
                                  bool reduction)
{
	switch (placement->kind) {
	case PLACEMENT_SHARD:
		return str_format(arena, "S(%" PRId64 ")", placement->dim);
	case PLACEMENT_STRIDED_SHARD:
		return str_format(arena, "_S(%" PRId64 ", %" PRId64 ")", placement->dim,
		                  placement->split_factor);
	case PLACEMENT_REPLICATE:
		return STR("R");
	case PLACEMENT_PARTIAL:
		break;
	}
	return reduction ? str_format(arena, "P(%.*s)", STR_ARG(placement->reduce_op)) : STR("P");
}

static void add_placement(struct buf *out, const struct placement *placement)
{
	if (placement->kind == PLACEMENT_SHARD)
		buf_printf(out, "Shard(dim=%" PRId64 ")", placement->dim);
	else if (placement->kind == PLACEMENT_STRIDED_SHARD)
		buf_printf(out, "_StridedShard(dim=%" PRId64 ", sf=%" PRId64 ")", placement->dim,
		           placement->split_factor);
	else if (placement->kind == PLACEMENT_PARTIAL)
		buf_printf(out, "Partial(%.*s)", STR_ARG(placement->reduce_op));
	else
		buf_puts(out, "Replicate()");
}

static struct str placements_text(struct arena *arena, const struct placement *placements,
                                  uint32_t count)
{
	struct buf out = {.arena = arena};
	buf_putc(&out, '(');
	for (uint32_t i = 0; i < count; i++) {
		buf_puts(&out, i ? ", " : "");
		add_placement(&out, &placements[i]);
	}
	buf_puts(&out, count == 1 ? ",)" : ")");
	return buf_str(&out);
}

static void check_count(const struct checking *checking)
{
	const struct dtensor_placing *placing = checking->placing;
	uint32_t count = placing->count, axes = placing->mesh.count;
	if (count == axes)
		return;
	if (placing->entrance == DTENSOR_DISTRIBUTE)
		refuse_count(checking, "ValueError",
		             str_format(checking->found->arena,
		                        "`placements` must have the same length as "
		                        "`device_mesh.ndim`! Found placements length: %u, and "
		                        "device_mesh.ndim: %u.",
		                        count, axes));
	else if (placing->entrance == DTENSOR_FACTORY && count)
		refuse_count(checking, "AssertionError",
		             STR("mesh dimension does not match the length of placements"));
}

/* torch.chunk, which counts negative dimensions once more. */
static void check_chunk(const struct checking *checking, uint32_t place)
{
	const struct placement *placement = &checking->placements[place];
	int64_t rank = checking->placing->shape.count, dim = placement->dim;
	bool later = checking->rules->has[DTENSOR_PLACES_PARTIAL];
	if (dim > rank)
		refuse_dim(checking, place, "AssertionError",
		           "Sharding dim %" PRId64 " greater than tensor ndim %" PRId64, dim, rank);
	else if (!rank)
		refuse_dim(checking, place, later ? "AssertionError" : "RuntimeError", "%s",
		           later ? "Expected tensor.dim() > 0, got 0"
		                 : "chunk expects at least a 1-dimensional tensor");
	else if (dim == rank || dim < -rank)
		refuse_dim(checking, place, "IndexError",
		           "Dimension out of range (expected to be in range of [-%" PRId64
		           ", %" PRId64 "], but got %" PRId64 ")",
		           rank, rank - 1, dim);
	else if (placement->kind == PLACEMENT_STRIDED_SHARD && placement->split_factor < 1)
		refuse_split(checking, place, later ? "AssertionError" : "RuntimeError",
		             later ? "Expected num_chunks > 0, got "
		                   : "chunk expects `chunks` to be greater than 0, got: ");
}

/* Counts a negative dimension from the front, once; torch 2.9 makes a plain shard of it. */
static void normalize(struct checking *checking, struct placement *placement)
{
	if (!placement_shards(placement) || placement->dim >= 0)
		return;
	placement->dim += checking->placing->shape.count;
	if (!checking->rules->has[DTENSOR_PLACES_PARTIAL])
		placement->kind = PLACEMENT_SHARD;
}

static bool reduction_is(const struct placement *placement, const char *name)
{
	return str_equal(placement->reduce_op, str_of(name));
}

static void check_distributed_partial(const struct checking *checking, uint32_t place)
{
	const struct placement *placement = &checking->placements[place];
	struct arena *arena = checking->found->arena;
	if (!checking->rules->has[DTENSOR_PLACES_PARTIAL])
		refuse_partial(checking, place, "RuntimeError",
		               str_format(arena,
		                          "Trying to distribute tensor with unsupported "
		                          "placements P on device mesh dimension %u!",
		                          place));
	else if (!reduction_is(placement, "sum") && !reduction_is(placement, "avg") &&
	         !reduction_is(placement, "max") && !reduction_is(placement, "min"))
		refuse_partial(checking, place, "ValueError",
		               str_format(arena,
		                          "Replicate to Partial(%.*s) conversion is not "
		                          "supported.",
		                          STR_ARG(placement->reduce_op)));
}

/* torch 2.15, once the placements are those of a tensor: negative dimensions are left over from a
 * single normalization. */
static void check_normalized(const struct checking *checking)
{
	for (uint32_t i = 0; i < checking->placing->count; i++) {
		const struct placement *placement = &checking->placements[i];
		if (placement->kind != PLACEMENT_SHARD || placement->dim >= 0)
			continue;
		struct str all = placements_text(checking->found->arena, checking->placements,
		                                 checking->placing->count);
		refuse_dim(checking, i, "AssertionError",
		           "Shard dim %" PRId64 " in placements %.*s must be normalized",
		           placement->dim, STR_ARG(all));
		return;
	}
}

/* torch 2.15: sums and averages may stand together, others not. */
static void check_mixed(const struct checking *checking)
{
	const struct placement *first = NULL;
	for (uint32_t i = 0; i < checking->placing->count; i++) {
		const struct placement *placement = &checking->placements[i];
		if (placement->kind != PLACEMENT_PARTIAL)
			continue;
		bool linear = reduction_is(placement, "sum") || reduction_is(placement, "avg");
		if (!first)
			first = placement;
		else if (!str_equal(first->reduce_op, placement->reduce_op) &&
		         !(linear && (reduction_is(first, "sum") || reduction_is(first, "avg")))) {
			refuse_partial(
			    checking, i, "ValueError",
			    str_format(checking->found->arena,
			               "Mixed Partial reduce types are not supported in the same "
			               "placement list. Found reduce ops: {'%.*s', '%.*s'}. Please "
			               "ensure all Partial placements use the same reduce "
			               "operation.",
			               STR_ARG(first->reduce_op), STR_ARG(placement->reduce_op)));
			return;
		}
	}
}

static void check_distributed(struct checking *checking)
{
	for (uint32_t i = 0; i < checking->placing->count; i++) {
		struct placement *placement = &checking->placements[i];
		normalize(checking, placement);
		if (placement_shards(placement))
			check_chunk(checking, i);
		else if (placement->kind == PLACEMENT_PARTIAL)
			check_distributed_partial(checking, i);
	}
	if (checking->rules->has[DTENSOR_PLACES_PARTIAL] && !checking->found->count) {
		check_mixed(checking);
		check_normalized(checking);
	}
}

static void check_factory(struct checking *checking)
{
	int64_t rank = checking->placing->shape.count;
	bool later = checking->rules->has[DTENSOR_PLACES_PARTIAL];
	for (uint32_t i = 0; i < checking->placing->count; i++) {
		const struct placement *placement = &checking->placements[i];
		bool strided = placement->kind == PLACEMENT_STRIDED_SHARD;
		if (!placement_shards(placement) || (strided && !later))
			continue;
		if (placement->dim >= rank && !later)
			refuse_dim(checking, i, "AssertionError",
			           "Sharding dim %" PRId64 " greater than tensor ndim %" PRId64,
			           placement->dim, rank);
		else if (placement->dim >= rank || placement->dim < -rank)
			refuse_dim(checking, i, "IndexError", "%s index out of range",
			           later ? "tuple" : "list");
		else if (strided && placement->split_factor < 1)
			refuse_split(checking, i, "AssertionError",
			             "Expected num_chunks > 0, got ");
	}
	if (later && !checking->found->count)
		check_normalized(checking);
}

/* A placement behind those that the mesh has dimensions for. */
static void refuse_beyond(const struct checking *checking, uint32_t place)
{
	int64_t axes = checking->placing->mesh.count;
	struct str text = STR("tuple index out of range");
	if (!checking->rules->has[DTENSOR_PLACES_PARTIAL])
		text = str_format(checking->found->arena,
		                  "Dimension out of range (expected to be in range of [-%" PRId64
		                  ", %" PRId64 "], but got %u)",
		                  axes, axes - 1, place);
	refuse_count(checking, "IndexError", text);
}

static void check_from_shaped(struct checking *checking)
{
	if (checking->rules->has[DTENSOR_PLACES_PARTIAL])
		check_mixed(checking);
	for (uint32_t i = 0; i < checking->placing->count; i++)
		normalize(checking, &checking->placements[i]);
}

static void check_from_local(struct checking *checking)
{
	int64_t rank = checking->placing->shape.count;
	bool later = checking->rules->has[DTENSOR_PLACES_PARTIAL];
	const char *type = later ? "RuntimeError" : "AssertionError";
	if (later)
		check_mixed(checking);
	for (uint32_t i = 0; i < checking->placing->count; i++) {
		struct placement *placement = &checking->placements[i];
		normalize(checking, placement);
		if (i >= checking->placing->mesh.count && (placement_shards(placement) || !later)) {
			refuse_beyond(checking, i);
			return;
		}
		if (!placement_shards(placement))
			continue;
		struct str text = dtensor_placement_text(checking->found->arena, placement, false);
		if (placement->dim < 0)
			refuse_dim(checking, i, type,
			           "Shard placements should have negative dims normalized in the "
			           "user-facing APIs: %.*s",
			           STR_ARG(text));
		else if (placement->dim >= rank)
			refuse_dim(checking, i, type,
			           "Sharding dim %" PRId64 " greater than tensor ndim %" PRId64
			           " for placement number %u%s",
			           placement->dim, rank, i, later ? "" : ".");
	}
}

/* What stands before any step; the steps themselves refuse more. */
static void check_redistributed(struct checking *checking)
{
	for (uint32_t i = 0; i < checking->placing->count; i++) {
		struct placement *placement = &checking->placements[i];
		if (placement->kind == PLACEMENT_PARTIAL &&
		    !checking->rules->has[DTENSOR_PLACES_PARTIAL])
			refuse_partial(checking, i, "RuntimeError",
			               STR("Can not redistribute to Partial, redistributing to "
			                   "Partial is for internal use only!"));
		normalize(checking, placement);
	}
	if (checking->rules->has[DTENSOR_PLACES_PARTIAL]) {
		check_normalized(checking);
		check_mixed(checking);
	}
}

const struct placement *dtensor_check_placements(const struct torch_rules *rules,
                                                 const struct dtensor_placing *placing,
                                                 struct violations *found)
{
	static void (*const checks[])(struct checking * checking) = {
	    [DTENSOR_DISTRIBUTE] = check_distributed,     [DTENSOR_FACTORY] = check_factory,
	    [DTENSOR_FROM_LOCAL] = check_from_local,      [DTENSOR_FROM_SHAPED] = check_from_shaped,
	    [DTENSOR_REDISTRIBUTE] = check_redistributed,
	};
	assert(placing->entrance < COUNT_OF(checks));
	struct checking checking = {rules, placing, NULL, found};
	checking.placements = arena_copy(found->arena, placing->placements, placing->count,
	                                 sizeof *placing->placements);
	check_count(&checking);
	if (!found->count)
		checks[placing->entrance](&checking);
	return checking.placements;
}
