/* SPDX-License-Identifier: Apache-2.0 */
/* An index by the dimensions it takes up, as JAX parses it since 0.8.2. */
#include <assert.h>
#include <inttypes.h>

#include "op/core/dtype_class.h"
#include "op/core/elements.h"
#include "op/index/indexer.h"

bool raise_list_index(struct op *op, const struct index *index)
{
	return refuse(op, RULE_PROGRAM_ERROR, "TypeError",
	              TEXT("Using a non-tuple sequence for multidimensional indexing is not "
	                   "allowed; use `arr[{}(seq)]` instead of `arr[seq]`. See "
	                   "https://github.com/{}/jax/issues/4564 for more information.",
	                   index->nested ? "tuple" : "array",
	                   op_has(op, JAX_GATHER_BATCHING_DIMS) ? "jax-ml" : "google"),
	              WORDS("a list is not an index in JAX"),
	              HELP("make it {}: x[{}(…)]", index->nested ? "a tuple" : "an array",
	                   index->nested ? "tuple" : "jnp.array"));
}

static bool raise_dtype(struct op *op, const char *dtype)
{
	return refuse(
	    op, RULE_DTYPE_MISMATCH, "TypeError",
	    TEXT("Indexer must have integer or boolean type, got indexer with type {}", dtype),
	    WORDS("an index of dtype {}", dtype), HELP("convert it: i.astype(jnp.int32)"));
}

/* Whether the item is an index at all. JAX: IndexType.from_index. */
static bool check_item(struct op *op, const struct index_item *item)
{
	switch (item->kind) {
	case INDEX_ARRAY:
		if (item->listed &&
		    !shape_elements(item->array->type.shape, item->array->type.rank))
			return true; /* an empty list is of floats */
		return dtype_is_integer(item->array->type.dtype) ||
		       raise_dtype(op, array_held_dtype(item->array)->name);
	case INDEX_NUMBER:
		return raise_dtype(op, item->dtype);
	case INDEX_STRING:
		return refuse(op, RULE_PROGRAM_ERROR, "TypeError",
		              TEXT("JAX does not support string indexing; got idx={}", item->text));
	case INDEX_OBJECT:
		return refuse(
		    op, RULE_PROGRAM_ERROR, "IndexError",
		    TEXT("only integers, slices (`:`), ellipsis (`...`), newaxis (`None`) and "
		         "integer or boolean arrays are valid indices. Got {}",
		         item->text));
	default:
		return true;
	}
}

static uint32_t dimensions_of(const struct index_item *item)
{
	switch (item->kind) {
	case INDEX_NONE:
	case INDEX_ELLIPSIS:
	case INDEX_BOOL:
		return 0;
	case INDEX_MASK:
		return item->array->type.rank;
	default:
		return 1;
	}
}

/* Gives each component its dimensions, the ellipsis those that are left. */
static void place(struct indexer *indexer, uint32_t left)
{
	uint32_t axis = 0;
	for (uint32_t i = 0; i < indexer->count; i++) {
		struct indexer_item *item = &indexer->items[i];
		item->axis = axis;
		item->naxes =
		    item->index.kind == INDEX_ELLIPSIS ? left : dimensions_of(&item->index);
		axis += item->naxes;
	}
}

bool indexer_parse(struct op *op, const struct array_type *type, const struct index *index,
                   struct indexer *indexer)
{
	uint32_t consumed = 0, ellipses = 0;
	if (index->list)
		return raise_list_index(op, index);
	*indexer = (struct indexer){type, arena_new(op->arena, struct indexer_item, index->count),
	                            index->count};
	for (uint32_t i = 0; i < index->count; i++) {
		if (!check_item(op, &index->items[i]))
			return false;
		indexer->items[i].index = index->items[i];
		ellipses += index->items[i].kind == INDEX_ELLIPSIS;
		consumed += dimensions_of(&index->items[i]);
	}
	if (ellipses > 1)
		return refuse(op, RULE_PROGRAM_ERROR, "IndexError",
		              TEXT("an index can only have a single ellipsis ('...')"));
	if (consumed > type->rank)
		return refuse(
		    op, RULE_SHAPE_MISMATCH, "IndexError",
		    TEXT("Too many indices: array is {}-dimensional, but {} were indexed",
		         type->rank, consumed),
		    HELP("this fails without any sharding too: the array has rank {}", type->rank));
	place(indexer, type->rank - consumed);
	return true;
}

/* The arrays of indices that a mask written as a list stands for: one for each of its dimensions.
 */
static bool expand_listed_mask(struct op *op, const struct indexer_item *item, uint32_t position,
                               const struct array_type *type, struct indexer_item *out)
{
	const struct array_type *mask = &item->index.array->type;
	for (uint32_t i = 0; i < mask->rank; i++)
		if (mask->shape[i] != 0 && mask->shape[i] != type->shape[item->axis + i])
			return refuse(op, RULE_SHAPE_MISMATCH, "IndexError",
			              TEXT("boolean index did not match shape of indexed array in "
			                   "index {}: got {shape}, expected {list}",
			                   position, mask,
			                   sizes_of(type->shape + item->axis, mask->rank)));
	for (uint32_t i = 0; i < mask->rank; i++) {
		int64_t *shape = shape_copy(op->arena, &item->index.trues, 1);
		struct array_type trues = type_plain(op->arena, default_int(op), shape, 1);
		out[i] = (struct indexer_item){
		    .index = {.kind = INDEX_ARRAY, .array = array_new(op, &trues)},
		    .axis = item->axis + i,
		    .naxes = 1};
	}
	return true;
}

/* Raises that JAX cannot know how many elements the mask takes. */
static bool raise_traced_mask(struct op *op, const struct array_type *mask)
{
	return refuse(
	    op, RULE_PROGRAM_ERROR, "NonConcreteBooleanIndexError",
	    TEXT("Array boolean indices must be concrete; got {str}", mask),
	    WORDS("how many elements the mask takes is not known while the program is traced"),
	    HELP("keep the shape: jnp.where(mask, x, …), or jnp.nonzero(mask, size=…)"));
}

bool indexer_expand_masks(struct op *op, struct indexer *indexer)
{
	uint32_t count = 0, room = indexer->count + indexer->type->rank;
	struct indexer_item *items = arena_new(op->arena, struct indexer_item, room);
	for (uint32_t i = 0; i < indexer->count; i++) {
		const struct indexer_item *item = &indexer->items[i];
		if (item->index.kind != INDEX_MASK) {
			items[count++] = *item;
			continue;
		}
		bool known = item->index.listed && op_has(op, JAX_INDEX_PARSED);
		if (!known && (op->eager || item->index.array->host))
			return op_unknown(op,
			                  "how many elements a mask takes depends on its values");
		if (!known)
			return raise_traced_mask(op, &item->index.array->type);
		if (!expand_listed_mask(op, item, i, indexer->type, items + count))
			return false;
		count += item->naxes;
	}
	assert(count <= room);
	indexer->items = items;
	indexer->count = count;
	return true;
}

void indexer_expand_ellipsis(struct op *op, struct indexer *indexer)
{
	uint32_t count = 0, rank = indexer->type->rank, room = indexer->count + rank;
	struct indexer_item *items = arena_new(op->arena, struct indexer_item, room);
	uint32_t axis = 0;
	for (uint32_t i = 0; i < indexer->count; i++) {
		const struct indexer_item *item = &indexer->items[i];
		axis = item->axis + item->naxes;
		if (item->index.kind != INDEX_ELLIPSIS)
			items[count++] = *item;
		for (uint32_t j = 0; item->index.kind == INDEX_ELLIPSIS && j < item->naxes; j++)
			items[count++] = (struct indexer_item){full_slice(), item->axis + j, 1};
	}
	for (; axis < rank; axis++)
		items[count++] = (struct indexer_item){full_slice(), axis, 1};
	assert(count <= room);
	indexer->items = items;
	indexer->count = count;
}

/* The end of the text about a slice that JAX cannot use. */
static const char *dynamic_slice_advice(const struct op *op)
{
	if (op_has(op, JAX_INDEX_NAMES_DS))
		return ". To index an array at a dynamic position with a static slice size, use "
		       "x[jax.ds(start, size)] or lax.dynamic_slice/dynamic_update_slice instead "
		       "(JAX does not support dynamically sized arrays within traced functions).";
	return ". To index a statically sized array at a dynamic position, try "
	       "lax.dynamic_slice/dynamic_update_slice (JAX does not support dynamically sized "
	       "arrays within JIT compiled functions).";
}

/* What JAX cannot use of an index is the slice at `position`. Always false. */
static bool refuse_slice(struct op *op, struct str slice, uint32_t position)
{
	bool parsed = op_has(op, JAX_INDEX_PARSED);
	bool advises = op_has(op, JAX_INDEX_NAMES_DS) || !parsed;
	const char *static_indices =
	    "Array slice indices must have static start/stop/step to be used with NumPy indexing "
	    "syntax.";
	return refuse(
	    op, RULE_PROGRAM_ERROR, "IndexError",
	    TEXT("{} {} {}{}{}",
	         advises ? static_indices : "Slice entries must be static integers.",
	         parsed ? "Got" : "Found", slice,
	         parsed ? phrase(op, " at position {}", position) : STR(""),
	         advises ? dynamic_slice_advice(op) : ""),
	    WORDS("the size of the slice is not known while the program is traced"),
	    HELP("take a slice of a known size: jax.lax.dynamic_slice_in_dim(x, start, size)"));
}

bool indexer_check_slices(struct op *op, const struct indexer *indexer)
{
	for (uint32_t i = 0; i < indexer->count; i++) {
		const struct index_item *item = &indexer->items[i].index;
		if (item->kind != INDEX_SLICE || slice_is_static(item))
			continue;
		if (op->eager)
			return op_unknown(op, "a slice whose bounds depend on values");
		return refuse_slice(op, item->text, i);
	}
	return true;
}

bool slice_is_static(const struct index_item *item)
{
	return item->start.kind != BOUND_ARRAY && item->stop.kind != BOUND_ARRAY &&
	       item->step.kind != BOUND_ARRAY;
}

struct index_item full_slice(void)
{
	return (struct index_item){.kind = INDEX_SLICE};
}
