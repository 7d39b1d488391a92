/* SPDX-License-Identifier: Apache-2.0 */
/* An index as the gather that it amounts to. JAX: numpy/indexing.py _index_to_gather. */
#include <inttypes.h>
#include <stdlib.h>

#include <assert.h>

#include "base/order.h"
#include "op/core/recording.h"
#include "op/core/batch.h"
#include "op/core/dtype_class.h"
#include "op/index/indexer.h"
#include "op/core/levels.h"
#include "op/elementwise/elementwise.h"
#include "op/shape/shape.h"
#include "op/core/array_message.h"

/* A part of the indices: its array, whose first dimension stands at `dim` of all queries. */
struct index_part {
	const struct array *array;
	uint32_t dim;
};

/* What is known of the gather while components are added one by one. */
struct building {
	struct op *op;
	struct indexer indexer; /* its shape has a dimension of 1 for each bool */
	struct index_gather *out;
	bool *advanced;            /* of each item: it belongs to the advanced indices */
	uint32_t nadvanced, first; /* how many do; the item in whose place they stand */
	struct index_part *parts;
	uint32_t nparts;
	int64_t *queries; /* shape of what is looked up */
	uint32_t nqueries;
	int64_t *offset_dims, *collapsed, *map, *sizes;
	uint32_t noffset, ncollapsed, nmap, nsizes;
	uint32_t axis; /* of the result, without its new dimensions */
};

static const struct dtype *index_dtype(void)
{
	return dtype_named(STR("int32"));
}

/* A mapped array as a function that jax.jit is around takes it: sharded as one example and the
 * mapped dimension say. */
static const struct array *as_argument(struct op *op, const struct array *x)
{
	if (!x || x->level <= op->staged || x->mapped->level)
		return x;
	struct array_type whole = x->mapped->type;
	struct dim_axes *spec = spec_none(op->arena, whole.rank);
	for (uint32_t i = 0; i < whole.rank; i++)
		if (i != x->mapped_dim)
			spec[i] = x->type.spec[i - (i > x->mapped_dim)];
	if (whole.mesh)
		spec[x->mapped_dim] = batch_axes(op, &op->mappings[x->level - 1]);
	whole.spec = spec;
	struct sharding_request request = type_request(&whole);
	if (whole.mesh && !check_request(op, &request))
		return NULL;
	const struct array *argument = array_new(op, &whole);
	recording_same(op, EQUATION_SAME, argument, x->mapped);
	return array_map(op, argument, x->mapped_dim, x->level);
}

const struct array *normalize_index(struct op *op, const struct array *index, bool advanced)
{
	if (!index || dtype_class(index->type.dtype) == DTYPE_UNSIGNED)
		return index;
	if (advanced && !op_has(op, JAX_INDEX_PARSED))
		index = numpy_as_array(op, index);
	const struct array *zero = array_number(op, default_int(op), true, 0);
	const struct array *argument = as_argument(op, index);
	const struct array *negative = numpy_binary(op, &lax_lt, argument, zero, false);
	if (!negative)
		return NULL;
	const struct array *length = array_scalar(op, index->type.dtype, index->type.weak);
	const struct array *cases[] = {index, lax_binary(op, &lax_add, index, length)};
	return lax_select_n(op, negative, cases, 2);
}

/* Whether advanced indices stand side by side, so that their dimensions take their place. */
static bool are_contiguous(const struct op *op, const struct indexer *indexer, bool expanded)
{
	bool bools = !op_has(op, JAX_INDEX_PARSED), seen = false, gap = false;
	for (uint32_t i = 0; i < indexer->count; i++) {
		enum index_kind kind = indexer->items[i].index.kind;
		bool advanced = kind == INDEX_ARRAY || kind == INDEX_INTEGER ||
		                (kind == INDEX_BOOL && (bools || expanded));
		if (advanced && gap)
			return false;
		gap = seen && !advanced;
		seen = seen || advanced;
	}
	return true;
}

/* True or False has become an array, whose value is not known any more. */
static bool raise_traced_bool(struct op *op)
{
	return refuse(
	    op, RULE_PROGRAM_ERROR, "ConcretizationTypeError",
	    TEXT("Abstract tracer value encountered where concrete value is expected: traced array "
	         "with shape bool[]"),
	    WORDS("True and False are traced together with out_sharding, which JAX cannot do"),
	    HELP("write None instead of True"));
}

/* Replaces True and False by arrays of 1 or 0 indices into a dimension of 1, which stands at the
 * component's own position. JAX: NDIndexer.expand_scalar_bool_indices. */
static bool expand_bools(struct building *b)
{
	struct op *op = b->op;
	const struct array_type *x = b->indexer.type;
	struct array_type *type = arena_new(op->arena, struct array_type, 1);
	uint32_t rank = x->rank, axis = 0, room = rank + b->indexer.count;
	int64_t *shape = arena_new(op->arena, int64_t, room);
	struct dim_axes *spec = spec_none(op->arena, room);
	if (rank) { /* of a scalar there are none to copy */
		memcpy(shape, x->shape, rank * sizeof *shape);
		memcpy(spec, x->spec, rank * sizeof *spec);
	}
	b->out->bools = arena_new(op->arena, uint32_t, b->indexer.count);
	for (uint32_t i = 0; i < b->indexer.count; i++) {
		struct indexer_item *item = &b->indexer.items[i];
		if (item->index.kind == INDEX_BOOL) {
			if (i > rank)
				return op_unknown(op, "True after new dimensions is not judged");
			memmove(shape + i + 1, shape + i, (rank - i) * sizeof *shape);
			memmove(spec + i + 1, spec + i, (rank - i) * sizeof *spec);
			shape[i] = 1;
			spec[i] = (struct dim_axes){0};
			rank++;
			struct array_type one =
			    type_plain(op->arena, index_dtype(),
			               shape_copy(op->arena, &item->index.integer, 1), 1);
			b->out->bools[b->out->nbools++] = i;
			item->index =
			    (struct index_item){.kind = INDEX_ARRAY, .array = array_new(op, &one)};
			item->naxes = 1;
		}
		item->axis = axis;
		axis += item->naxes;
	}
	if (rank > MAX_RANK)
		return op_unknown(op, "a result of rank %" PRIu32 " is not judged", rank);
	*type = *x;
	type->shape = shape;
	type->spec = spec;
	type->rank = rank;
	b->indexer.type = type;
	return true;
}

static const struct array *integer_array(struct op *op)
{
	return array_scalar(op, index_dtype(), true);
}

/* Counts negative indices from the end, and makes arrays of integers. */
static bool normalize_items(struct building *b, bool negative_outside, bool traced)
{
	struct op *op = b->op;
	for (uint32_t i = 0; i < b->indexer.count; i++) {
		struct indexer_item *item = &b->indexer.items[i];
		if (item->index.kind == INDEX_INTEGER) {
			if (traced && !negative_outside && op_has(op, JAX_INDEX_AUTO_INTEGERS))
				return refuse(op, RULE_PROGRAM_ERROR, "TracerBoolConversionError",
				              TEXT("Attempted boolean conversion of traced array "
				                   "with shape bool[]."),
				              WORDS("this release cannot take an integer together "
				                    "with out_sharding"),
				              HELP("make it a slice of one element, or index with "
				                   "an array: jnp.array({})",
				                   item->index.integer));
			item->index.array = integer_array(op);
		} else if (item->index.kind == INDEX_ARRAY && !negative_outside) {
			item->index.array = normalize_index(op, item->index.array, b->nadvanced);
			if (!item->index.array)
				return false;
		}
	}
	return true;
}

/* Finds the advanced indices: all integers and arrays, when one of them is no scalar. */
static void find_advanced(struct building *b, bool contiguous)
{
	bool any = false;
	b->advanced = arena_new(b->op->arena, bool, b->indexer.count);
	for (uint32_t i = 0; i < b->indexer.count; i++) {
		const struct index_item *item = &b->indexer.items[i].index;
		any = any || (item->kind == INDEX_ARRAY && item->array->type.rank);
	}
	for (uint32_t i = b->indexer.count; any && i-- > 0;) {
		enum index_kind kind = b->indexer.items[i].index.kind;
		b->advanced[i] = kind == INDEX_ARRAY || kind == INDEX_INTEGER;
		b->nadvanced += b->advanced[i];
		if (b->advanced[i] && contiguous)
			b->first = i;
	}
}

static bool add_part(struct building *b, const struct array *array)
{
	assert(b->nparts < b->indexer.count);
	array = lax_convert_element_type(b->op, array, index_dtype(), false);
	b->parts[b->nparts++] = (struct index_part){array, b->nqueries};
	return array != NULL;
}

static void add_result(struct building *b, int64_t size, struct dim_axes entry)
{
	b->out->shape[b->out->rank] = size;
	b->out->spec[b->out->rank++] = entry;
}

/* Broadcasts the arrays against each other in a function that jax.jit is around, which hands those
 * on that it leaves as they are. JAX: numpy/util.py _broadcast_arrays. */
static bool broadcast_together(struct op *op, const struct array **arrays, uint32_t count)
{
	const struct array **inside = arena_new(op->arena, const struct array *, count),
			   **given = arena_new(op->arena, const struct array *, count);
	for (uint32_t i = 0; i < count; i++) {
		given[i] = inside[i] = as_argument(op, arrays[i]);
		if (!given[i])
			return false;
	}
	if (!numpy_broadcast_arrays(op, inside, count))
		return false;
	for (uint32_t i = 0; i < count; i++)
		arrays[i] = inside[i] == given[i] ? arrays[i] : inside[i];
	return true;
}

/* Adds the advanced indices, broadcast against each other, where they stand in the result. */
static bool add_advanced(struct building *b)
{
	const struct array **arrays = arena_new(b->op->arena, const struct array *, b->nadvanced);
	uint32_t count = 0;
	for (uint32_t i = 0; i < b->indexer.count; i++) {
		if (!b->advanced[i])
			continue;
		uint32_t axis = b->indexer.items[i].axis;
		arrays[count] = b->indexer.items[i].index.array;
		if (op_has(b->op, JAX_INDEX_PARSED))
			arrays[count] = numpy_as_array(b->op, arrays[count]);
		if (!arrays[count++])
			return false;
		b->map[b->nmap++] = axis;
		b->collapsed[b->ncollapsed++] = axis;
	}
	if (!broadcast_together(b->op, arrays, count))
		return false;
	const struct array_type *type = &arrays[0]->type;
	if (type->rank + b->indexer.type->rank + b->indexer.count > MAX_RANK)
		return op_unknown(b->op, "a result of so many dimensions is not judged");
	for (uint32_t i = 0; i < count; i++)
		if (!add_part(b, arrays[i]))
			return false;
	for (uint32_t i = 0; i < type->rank; i++) {
		b->queries[b->nqueries++] = type->shape[i];
		add_result(b, type->shape[i], type->spec[i]);
	}
	b->axis += type->rank;
	return true;
}

static bool add_scalar(struct building *b, const struct indexer_item *item)
{
	assert(item->axis < b->indexer.type->rank);
	if (b->indexer.type->shape[item->axis] == 0)
		return refuse(b->op, RULE_SHAPE_MISMATCH, "IndexError",
		              TEXT("index is out of bounds for axis {} with size 0", item->axis));
	b->collapsed[b->ncollapsed++] = item->axis;
	b->sizes[b->nsizes++] = 1;
	b->map[b->nmap++] = item->axis;
	return add_part(b, item->index.array);
}

/* A slice with a step other than one: its elements are looked up one by one. */
static bool add_strided(struct building *b, const struct indexer_item *item,
                        const struct slice_range *range)
{
	const struct array *indices =
	    lax_iota(b->op, index_dtype(), shape_copy(b->op->arena, &range->size, 1), 1, 0, NULL);
	if (range->step < 0)
		b->out->reversed[b->out->nreversed++] = b->axis;
	b->sizes[b->nsizes++] = 1;
	b->map[b->nmap++] = item->axis;
	b->collapsed[b->ncollapsed++] = item->axis;
	if (!indices || !add_part(b, indices))
		return false;
	b->queries[b->nqueries++] = range->size;
	return true;
}

static bool add_slice(struct building *b, const struct indexer_item *item)
{
	assert(item->axis < b->indexer.type->rank);
	const struct array_type *x = b->indexer.type;
	struct slice_range range;
	if (!slice_range_of(b->op, &item->index, x->shape[item->axis], &range))
		return false;
	add_result(b, range.size, x->spec[item->axis]);
	if (range.step != 1) {
		if (!add_strided(b, item, &range))
			return false;
	} else {
		if (range.size != x->shape[item->axis]) {
			b->map[b->nmap++] = item->axis;
			if (!add_part(b, integer_array(b->op)))
				return false;
		}
		b->sizes[b->nsizes++] = range.size;
		b->offset_dims[b->noffset++] = b->axis;
	}
	b->axis++;
	return true;
}

static bool add_item(struct building *b, uint32_t i)
{
	assert(i < b->indexer.count);
	const struct indexer_item *item = &b->indexer.items[i];
	if (b->advanced[i]) {
		b->sizes[b->nsizes++] = 1;
		return true;
	}
	switch (item->index.kind) {
	case INDEX_NONE:
		b->out->inserted[b->out->ninserted++] = b->out->rank;
		add_result(b, 1, (struct dim_axes){0});
		return true;
	case INDEX_SLICE:
		return add_slice(b, item);
	default:
		return add_scalar(b, item);
	}
}

/* All parts as one array, whose last dimension counts them. */
static const struct array *join_parts(struct building *b)
{
	struct op *op = b->op;
	if (b->nparts == 0) {
		struct array_type none =
		    type_plain(op->arena, index_dtype(), arena_new(op->arena, int64_t, 1), 1);
		return array_new(op, &none);
	}
	uint32_t rank = b->parts[0].array->type.rank;
	if (b->nparts == 1)
		return lax_expand_dims(op, b->parts[0].array, &rank, 1);
	const struct array **joined = arena_new(op->arena, const struct array *, b->nparts);
	b->queries[b->nqueries] = 1;
	for (uint32_t i = 0; i < b->nparts; i++) {
		uint32_t dims[MAX_RANK];
		for (uint32_t j = 0; j < b->parts[i].array->type.rank; j++)
			dims[j] = b->parts[i].dim + j;
		joined[i] = lax_broadcast_in_dim(op, b->parts[i].array, b->queries, b->nqueries + 1,
		                                 dims, NULL);
		if (!joined[i])
			return NULL;
	}
	const struct array *indices = lax_concatenate(op, joined, b->nparts, b->nqueries);
	if (!indices && op->error.rule == RULE_SHARDING_CONFLICT) {
		struct buf words = op_buf(op);
		for (uint32_t i = 0; i < b->nparts; i++) {
			const struct array *part = joined[i]->like ? joined[i]->like : joined[i];
			buf_puts(&words, !i ? "" : i + 1 < b->nparts ? ", " : " and ");
			buf_add(&words, array_shown(op, &part->type, ""));
		}
		explain(op, WORDS("the indices of one lookup are sharded differently: {}", &words),
		        HELP("reshard them alike first, by {reshard}; or index one row at a time "
		             "under jax.vmap"));
	}
	return indices;
}

/* The sharding that the result is to have: checked as a NamedSharding. */
static bool result_sharding(struct building *b)
{
	struct op *op = b->op;
	const struct array_type *x = b->indexer.type;
	if (!op_has(op, JAX_INDEX_SPEC) || !x->mesh)
		return true;
	struct array_type result = *x;
	result.shape = b->out->shape;
	result.spec = b->out->spec;
	result.rank = b->out->rank;
	if (!op_has(op, JAX_INDEX_SPEC_UNREDUCED))
		result.unreduced = result.reduced = 0;
	struct sharding_request *request = arena_new(op->arena, struct sharding_request, 1);
	*request = type_request(&result);
	b->out->sharding = request;
	if (check_request(op, request))
		return true;
	uint64_t repeated = spec_repeated_axes(result.spec, result.rank);
	uint32_t axis = 0;
	while (!(repeated >> axis & 1))
		axis++;
	return explain(op,
	               WORDS("what the index takes would be {}: the index and a dimension that is "
	                     "kept are both sharded over {}",
	                     &result, result.mesh->mesh->axes[axis].name),
	               HELP("replicate the index first: {reshard}(i, P())"));
}

static void make_room(struct building *b)
{
	struct arena *arena = b->op->arena;
	uint32_t rank = b->indexer.type->rank, count = b->indexer.count;
	b->parts = arena_new(arena, struct index_part, count);
	b->queries = arena_new(arena, int64_t, MAX_RANK + 1);
	b->offset_dims = arena_new(arena, int64_t, count);
	b->collapsed = arena_new(arena, int64_t, rank);
	b->map = arena_new(arena, int64_t, rank);
	b->sizes = arena_new(arena, int64_t, rank);
	b->out->shape = arena_new(arena, int64_t, MAX_RANK + (size_t)count);
	b->out->spec = spec_none(arena, MAX_RANK + count);
	b->out->reversed = arena_new(arena, uint32_t, count);
	b->out->inserted = arena_new(arena, uint32_t, count);
}

static bool add_all(struct building *b)
{
	for (uint32_t i = 0; i < b->indexer.count; i++)
		if ((b->nadvanced && i == b->first && !add_advanced(b)) || !add_item(b, i))
			return false;
	b->out->indices = join_parts(b);
	return b->out->indices != NULL;
}

/* Whether the operand's spec cannot be gone through, since it has unreduced axes. */
static bool check_partial(struct op *op, const struct array_type *x)
{
	if (!op_has(op, JAX_INDEX_ITERATES_SPEC) || (!x->unreduced && !x->reduced))
		return true;
	return refuse(
	    op, RULE_UNREDUCED_AXIS, "ValueError",
	    TEXT("Using *pspec is dangerous when PartitionSpec has non-empty unreduced/reduced "
	         "set. Please use *spec.partitions"),
	    WORDS("an array with unreduced or reduced axes cannot be indexed in this release"),
	    HELP("reshard it first: {reshard}(x, P(…)) without them"));
}

bool index_to_gather(struct op *op, const struct indexer *indexer,
                     const struct index_options *options, bool traced, struct index_gather *gather)
{
	struct building b = {.op = op, .indexer = *indexer, .out = gather};
	*gather = (struct index_gather){0};
	if (!indexer_check_slices(op, indexer))
		return false;
	for (uint32_t i = 0; traced && i < indexer->count; i++)
		if (indexer->items[i].index.kind == INDEX_BOOL)
			return op_has(op, JAX_INDEX_PARSED) ? raise_traced_bool(op)
			                                    : indexer_refuse_bools(op, indexer);
	bool contiguous = are_contiguous(op, indexer, false);
	indexer_expand_ellipsis(op, &b.indexer);
	if (!op_has(op, JAX_INDEX_CONTIGUOUS_EARLY))
		contiguous = are_contiguous(op, &b.indexer, true);
	if (!check_partial(op, indexer->type) || !expand_bools(&b))
		return false;
	find_advanced(&b, contiguous);
	if (!normalize_items(&b, options->negative_outside, traced))
		return false;
	make_room(&b);
	if (!add_all(&b))
		return false;
	qsort(b.collapsed, b.ncollapsed, sizeof *b.collapsed, compare_int64);
	assert(b.nsizes + gather->ninserted >= b.noffset && b.ncollapsed + b.noffset == b.nsizes);
	gather->dims =
	    (struct gather_dimensions){.offset_dims = {b.offset_dims, b.noffset},
	                               .collapsed_slice_dims = {b.collapsed, b.ncollapsed},
	                               .start_index_map = {b.map, b.nmap}};
	gather->slice_sizes = (struct dimension_list){b.sizes, b.nsizes};
	gather->unique = !b.nadvanced;
	return result_sharding(&b);
}
