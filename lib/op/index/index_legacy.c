/* SPDX-License-Identifier: Apache-2.0 */
/* Indexing as it was before 0.10.0: through slices for what is made of whole slices and scalars;
 * and the order in which indices were checked before 0.8.2. */
#include <assert.h>

#include "op/elementwise/elementwise.h"
#include "op/place/place.h"
#include "op/shape/shape.h"
#include "op/core/dtype_class.h"
#include "op/index/indexer.h"

/* What an index of as many components as dimensions takes up; the ellipsis what is left. True and
 * False do as well when they have become arrays. */
static uint32_t count_consumed(const struct index_item *items, uint32_t count, bool traced,
                               uint32_t *ellipses)
{
	uint32_t consumed = 0;
	*ellipses = 0;
	for (uint32_t i = 0; i < count; i++) {
		*ellipses += items[i].kind == INDEX_ELLIPSIS;
		consumed += items[i].kind != INDEX_NONE && items[i].kind != INDEX_ELLIPSIS &&
		            (traced || items[i].kind != INDEX_BOOL);
	}
	return consumed;
}

static bool raise_too_many(struct op *op, uint32_t consumed, uint32_t rank)
{
	assert(consumed > rank);
	if (op_has(op, JAX_GATHER_BATCHING_DIMS))
		refuse(op, RULE_SHAPE_MISMATCH, "IndexError",
		       TEXT("Too many indices: {}-dimensional array indexed with {} regular {}.",
		            rank, consumed, consumed == 1 ? "index" : "indices"));
	else
		refuse(op, RULE_SHAPE_MISMATCH, "IndexError",
		       TEXT("Too many indices for array: {} non-None/Ellipsis indices for dim {}.",
		            consumed, rank));
	return explain(op,
	               HELP("this fails without any sharding too: the array has rank {}", rank));
}

static bool raise_ellipses(struct op *op, const struct index *index)
{
	static const char *const classes[] = {
	    [INDEX_ELLIPSIS] = "ellipsis", [INDEX_NONE] = "NoneType", [INDEX_SLICE] = "slice",
	    [INDEX_INTEGER] = "int",       [INDEX_BOOL] = "bool",     [INDEX_NUMBER] = "float",
	    [INDEX_STRING] = "str",        [INDEX_OBJECT] = "object",
	};
	struct buf text = op_buf(op);
	buf_puts(&text, "Multiple ellipses (...) not supported: [");
	for (uint32_t i = 0; i < index->count; i++) {
		const struct index_item *item = &index->items[i];
		bool array = item->kind == INDEX_ARRAY || item->kind == INDEX_MASK;
		buf_printf(&text, "%s<class '%s'>", i ? ", " : "",
		           !array ? classes[item->kind]
		           : item->listed
		               ? "list"
		               : "jax._src.interpreters.partial_eval.DynamicJaxprTracer");
	}
	buf_puts(&text, "].");
	return refuse(op, RULE_PROGRAM_ERROR, "IndexError", TEXT("{}", &text));
}

/* The components with a full slice for each dimension that the ellipsis stands for; false after
 * raising. JAX: _canonicalize_tuple_index. */
static bool without_ellipsis(struct op *op, const struct index *index, uint32_t rank,
                             struct index *out)
{
	uint32_t ellipses, consumed = count_consumed(index->items, index->count, false, &ellipses);
	*out = *index;
	if (!ellipses)
		return true;
	if (consumed > rank)
		return raise_too_many(op, consumed, rank);
	if (ellipses > 1)
		return raise_ellipses(op, index);
	uint32_t left = rank - consumed, count = 0;
	struct index_item *items =
	    arena_new(op->arena, struct index_item, (size_t)index->count + left);
	for (uint32_t i = 0; i < index->count; i++) {
		if (index->items[i].kind != INDEX_ELLIPSIS)
			items[count++] = index->items[i];
		for (uint32_t j = 0; index->items[i].kind == INDEX_ELLIPSIS && j < left; j++)
			items[count++] = full_slice();
	}
	out->items = items;
	out->count = count;
	return true;
}

/* x[::-1] of a dimension. */
static bool is_simple_reverse(const struct index_item *item)
{
	return item->kind == INDEX_SLICE && item->start.kind == BOUND_NONE &&
	       item->stop.kind == BOUND_NONE && item->step.kind == BOUND_INTEGER &&
	       item->step.value == -1;
}

static bool is_contiguous(const struct index_item *item)
{
	return item->kind == INDEX_SLICE && item->start.kind <= BOUND_INTEGER &&
	       item->stop.kind <= BOUND_INTEGER &&
	       (item->step.kind == BOUND_NONE ||
	        (item->step.kind == BOUND_INTEGER && item->step.value == 1));
}

/* JAX: _is_valid_integer_index_for_slice. */
static bool is_slice_scalar(const struct op *op, const struct index_item *item, int64_t size,
                            const struct index_options *options)
{
	if (size == 0)
		return false;
	if (item->kind == INDEX_INTEGER)
		return integer_in_range(item->integer, size, false);
	if (item->kind != INDEX_ARRAY || item->listed || item->array->type.rank ||
	    !dtype_is_integer(item->array->type.dtype))
		return false;
	return options->mode == INDEX_MODE_NONE ||
	       (options->mode == INDEX_MODE_CLIP && options->mode_text.len &&
	        op_has(op, JAX_INDEX_CLIPS_SCALARS)) ||
	       str_equal(options->mode_text, STR("promise_inbounds"));
}

/* How the components of an index are sliced. */
struct plain_slices {
	uint32_t reversed[MAX_RANK], nreversed, scalars[MAX_RANK], nscalars;
	bool partial, fixed; /* a slice is not whole; all starts are known and not negative */
	const struct array *starts[MAX_RANK];
	int64_t start[MAX_RANK], limit[MAX_RANK], sizes[MAX_RANK];
};

/* A start that Python knows. One that is counted from the end is computed, in the mesh in context.
 */
static const struct array *constant_start(struct op *op, bool computed)
{
	struct array_type type = type_plain(op->arena, dtype_named(STR("int32")), NULL, 0);
	type.mesh = computed ? op->mesh : NULL;
	return array_new(op, &type);
}

/* Adds the component of dimension `i`; false when it cannot be sliced. */
static bool add_component(struct op *op, const struct index_item *item, uint32_t i, int64_t size,
                          const struct index_options *options, struct plain_slices *slices)
{
	assert(i < MAX_RANK);
	struct slice_range range = {0, size, 1, size};
	slices->starts[i] = constant_start(op, item->kind == INDEX_INTEGER && item->integer < 0);
	slices->sizes[i] = 1;
	if (is_slice_scalar(op, item, size, options)) {
		slices->scalars[slices->nscalars++] = i;
		if (item->array)
			slices->starts[i] = item->array;
		slices->start[i] = item->integer;
		slices->limit[i] = item->integer + 1;
		slices->fixed = slices->fixed && !item->array && item->integer >= 0;
		return true;
	}
	if (is_simple_reverse(item))
		slices->reversed[slices->nreversed++] = i;
	else if (!is_contiguous(item) || !slice_range_of(op, item, size, &range))
		return false;
	slices->partial =
	    slices->partial || range.start != 0 || range.stop != size || range.step != 1;
	slices->sizes[i] = range.size;
	slices->start[i] = range.start;
	slices->limit[i] = range.start + range.size;
	return true;
}

static const struct array *dynamic_slice(struct op *op, const struct array *x,
                                         const struct plain_slices *slices,
                                         const struct sharding_request *sharding)
{
	uint32_t rank = x->type.rank;
	const struct array **starts = arena_new(op->arena, const struct array *, rank);
	memcpy(starts, slices->starts, rank * sizeof *starts);
	if (rank > 1 && !numpy_promote_dtypes(op, starts, rank, false))
		return NULL;
	if (!sharding || !op_has(op, JAX_INDEX_AUTO_SLICES))
		return lax_dynamic_slice(op, x, starts, slices->sizes);
	struct auto_axes scope;
	if (!auto_axes_enter(op, AUTO_AXES_EXPLICIT, sharding, &scope))
		return NULL;
	x = auto_axes_operand(op, &scope, x);
	for (uint32_t i = 0; x && i < rank; i++) {
		starts[i] = auto_axes_operand(op, &scope, starts[i]);
		x = starts[i] ? x : NULL;
	}
	x = lax_dynamic_slice(op, x, starts, slices->sizes);
	return auto_axes_leave(op, &scope, x, sharding);
}

static const struct array *cut(struct op *op, const struct array *x, struct plain_slices *slices,
                               const struct sharding_request *sharding)
{
	assert(x->type.rank <= MAX_RANK);
	uint32_t rank = x->type.rank;
	if (slices->nreversed)
		x = lax_rev(op, x, slices->reversed, slices->nreversed);
	if (!x || (!slices->nscalars && !slices->partial))
		return x;
	if (slices->fixed)
		x = lax_slice(op, x, shape_copy(op->arena, slices->start, rank),
		              shape_copy(op->arena, slices->limit, rank), NULL);
	else
		x = dynamic_slice(op, x, slices, sharding);
	return slices->nscalars ? lax_squeeze(op, x, slices->scalars, slices->nscalars) : x;
}

const struct array *take_via_slice(struct op *op, const struct array *x, const struct index *index,
                                   const struct index_options *options, bool sharded, bool *taken)
{
	struct plain_slices slices = {.fixed = true};
	struct index plain;
	uint32_t rank = x->type.rank;
	*taken = false;
	if (!op_has(op, JAX_INDEX_SLICE_LATE_COUNT) && index->count > rank)
		return NULL;
	for (uint32_t i = 0; i < index->count; i++)
		if (index->items[i].kind == INDEX_NONE)
			return NULL;
	if (!without_ellipsis(op, index, rank, &plain)) {
		*taken = true;
		return NULL;
	}
	if (index->list || plain.count > rank)
		return NULL;
	struct index_item full = full_slice();
	for (uint32_t i = 0; i < rank; i++)
		if (!add_component(op, i < plain.count ? &plain.items[i] : &full, i,
		                   x->type.shape[i], options, &slices))
			return NULL;
	if (sharded && (slices.nscalars || slices.partial))
		return NULL;
	*taken = true;
	return cut(op, x, &slices, options->sharding);
}

static bool raise_refused(struct op *op, const struct index_item *item, uint32_t position)
{
	if (item->kind == INDEX_OBJECT)
		return refuse(op, RULE_PROGRAM_ERROR, "IndexError",
		              TEXT("Indexing mode not yet supported. Got unsupported indexer at "
		                   "position {}: {}",
		                   position, item->text));
	const char *dtype = item->kind == INDEX_ARRAY             ? item->array->type.dtype->name
	                    : strcmp(item->dtype, "float64") == 0 ? "float32"
	                                                          : "complex64";
	return refuse(op, RULE_DTYPE_MISMATCH, "TypeError",
	              TEXT("Indexer must have integer or boolean type, got indexer with type {} at "
	                   "position {}, indexer value {}",
	                   dtype, position, item->text),
	              WORDS("an index of dtype {}", dtype),
	              HELP("convert it: i.astype(jnp.int32)"));
}

/* Whether the item cannot be an index. An empty list is one of integers. */
static bool is_refused(const struct index_item *item)
{
	if (item->kind == INDEX_ARRAY)
		return !dtype_is_integer(item->array->type.dtype) &&
		       !(item->listed &&
		         !shape_elements(item->array->type.shape, item->array->type.rank));
	return item->kind == INDEX_NUMBER || item->kind == INDEX_OBJECT;
}

static bool check_items(struct op *op, const struct index *index)
{
	uint32_t ellipses;
	(void)count_consumed(index->items, index->count, false, &ellipses);
	for (uint32_t i = 0; i < index->count; i++)
		if (index->items[i].kind == INDEX_STRING)
			return refuse(
			    op, RULE_PROGRAM_ERROR, "TypeError",
			    TEXT("JAX does not support string indexing; got idx={}", index->text));
	return ellipses <= 1 || refuse(op, RULE_PROGRAM_ERROR, "IndexError",
	                               TEXT("an index can only have a single ellipsis ('...')"));
}

bool indexer_split(struct op *op, const struct array_type *type, const struct index *index,
                   bool traced, struct indexer *indexer)
{
	uint32_t axis = 0, ellipses;
	if (index->list)
		return raise_list_index(op, index);
	if (!check_items(op, index))
		return false;
	*indexer = (struct indexer){type, arena_new(op->arena, struct indexer_item, index->count),
	                            index->count};
	for (uint32_t i = 0; i < index->count; i++)
		indexer->items[i].index = index->items[i];
	if (!indexer_expand_masks(op, indexer))
		return false;
	struct index_item *items = arena_new(op->arena, struct index_item, indexer->count);
	for (uint32_t i = 0; i < indexer->count; i++) {
		items[i] = indexer->items[i].index;
		if (is_refused(&items[i]))
			return raise_refused(op, &items[i], i);
	}
	uint32_t consumed = count_consumed(items, indexer->count, traced, &ellipses);
	if (consumed > type->rank)
		return raise_too_many(op, consumed, type->rank);
	for (uint32_t i = 0; i < indexer->count; i++) {
		struct indexer_item *item = &indexer->items[i];
		enum index_kind kind = item->index.kind;
		item->axis = axis;
		item->naxes = kind == INDEX_ELLIPSIS ? type->rank - consumed
		                                     : kind != INDEX_NONE && kind != INDEX_BOOL;
		axis += item->naxes;
	}
	return true;
}

static bool raise_unsupported(struct op *op, uint32_t position, const struct array_type *type)
{
	bool named = op_has(op, JAX_TRACER_NAMED);
	return refuse(
	    op, RULE_PROGRAM_ERROR, "IndexError",
	    TEXT("Indexing mode not yet supported. Got unsupported indexer at position {}: "
	         "{}<{str}{}",
	         position, named ? "JitTracer" : "Traced", type,
	         named ? ">" : ">with<DynamicJaxprTrace>"),
	    WORDS("True and False are traced together with out_sharding, which JAX cannot do"),
	    HELP("write None instead of True"));
}

bool indexer_refuse_bools(struct op *op, const struct indexer *indexer)
{
	uint32_t position = 0, left = indexer->type->rank;
	struct array_type scalar = type_plain(op->arena, dtype_named(STR("bool")), NULL, 0);
	for (uint32_t i = 0; i < indexer->count; i++) {
		const struct indexer_item *item = &indexer->items[i];
		bool ellipsis = item->index.kind == INDEX_ELLIPSIS;
		left -= item->index.kind == INDEX_BOOL || (!ellipsis && item->naxes);
	}
	for (uint32_t i = 0; i < indexer->count; i++) {
		const struct index_item *item = &indexer->items[i].index;
		if (item->kind == INDEX_BOOL)
			return raise_unsupported(op, position, &scalar);
		if (item->kind == INDEX_ARRAY && item->array->type.rank)
			return raise_unsupported(op, position, &item->array->type);
		position += item->kind == INDEX_ELLIPSIS ? left : 1;
	}
	return op_unknown(op, "what such an index does is not known");
}
