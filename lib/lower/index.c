/* SPDX-License-Identifier: Apache-2.0 */
/* Slices that are computed, gather and scatter. JAX: lax/slicing.py. */
#include "lower/rows.h"
#include "op/index/index.h"

/* Of keys all words are taken, from the first on. */
static bool write_dynamic_slice(struct writing *writing)
{
	struct emitter *emitter = writing->emitter;
	const struct array_type *result = writing->result;
	uint32_t rank = written_rank(result), count = writing->equation->count;
	struct buf attributes = {.arena = emitter->arena};
	struct term *operands = arena_new(emitter->arena, struct term, (size_t)count + 1);
	for (uint32_t i = 0; i < count; i++)
		operands[i] = writing->operands[i];
	if (rank > result->rank && count > 1) {
		operands[count] = emit_number(emitter, operands[1].type.dtype, 0);
		count++;
	}
	buf_puts(&attributes, "slice_sizes = ");
	add_i64s(&attributes, written_items(emitter->arena, result->shape, result, KEY_WORDS),
	         rank);
	return written(writing, emit_placed(emitter, "stablehlo.dynamic_slice", operands, count,
	                                    buf_str(&attributes), result));
}

static bool write_dynamic_update_slice(struct writing *writing)
{
	return written(writing, emit_placed(writing->emitter, "stablehlo.dynamic_update_slice",
	                                    writing->operands, writing->equation->count, STR(""),
	                                    writing->result));
}

static struct str gather_attributes(struct writing *writing, uint32_t vector)
{
	const struct gather_params *params = writing->equation->params;
	const struct gather_dimensions *dims = &params->dims;
	struct buf text = {.arena = writing->emitter->arena};
	bool any = false;
	buf_puts(&text, "dimension_numbers = #stablehlo.gather<");
	add_list(&text, "offset_dims", dims->offset_dims, &any);
	add_list(&text, "collapsed_slice_dims", dims->collapsed_slice_dims, &any);
	add_list(&text, "operand_batching_dims", dims->operand_batching_dims, &any);
	add_list(&text, "start_indices_batching_dims", dims->start_indices_batching_dims, &any);
	add_list(&text, "start_index_map", dims->start_index_map, &any);
	buf_printf(&text, "%sindex_vector_dim = %u>, indices_are_sorted = false, slice_sizes = ",
	           any ? ", " : "", vector);
	add_i64s(&text, params->slice_sizes.items, params->slice_sizes.count);
	return buf_str(&text);
}

static struct term gathered(struct writing *writing)
{
	uint32_t vector = writing->operands[1].type.rank - 1;
	return emit_placed(writing->emitter, "stablehlo.gather", writing->operands, 2,
	                   gather_attributes(writing, vector), writing->result);
}

/* The greatest index along each dimension that is looked up, as a constant. */
static struct term upper_bounds(struct writing *writing, const struct gather_params *params)
{
	struct emitter *emitter = writing->emitter;
	const struct array_type *operand = &writing->operands[0].type;
	const struct dimension_list *map = &params->dims.start_index_map;
	struct buf attributes = {.arena = emitter->arena};
	int64_t *shape = arena_new(emitter->arena, int64_t, 1);
	shape[0] = map->count;
	struct array_type type =
	    type_plain(emitter->arena, writing->operands[1].type.dtype, shape, 1);
	buf_puts(&attributes, "value = dense<[");
	for (uint32_t i = 0; i < map->count; i++)
		buf_printf(&attributes, "%s%lld", i ? ", " : "",
		           (long long)(operand->shape[map->items[i]] -
		                       params->slice_sizes.items[map->items[i]]));
	buf_puts(&attributes, "]> : ");
	add_type(emitter, &attributes, &type);
	return emit(emitter, "stablehlo.constant", NULL, 0, buf_str(&attributes), &type);
}

/* A comparison of the indices. */
static struct term compared(struct writing *writing, struct term indices, struct term with,
                            const char *direction)
{
	struct array_type mask = indices.type;
	mask.dtype = dtype_named(STR("bool"));
	const struct term both[] = {indices, with};
	return emit_comparison(writing->emitter, both, "SIGNED", direction, &mask);
}

/* A value broadcast to a type, its dimensions the last ones. */
static struct term spread(struct emitter *emitter, struct term x, const struct array_type *type)
{
	struct buf attributes = {.arena = emitter->arena};
	uint32_t *dims = arena_new(emitter->arena, uint32_t, x.type.rank);
	for (uint32_t i = 0; i < x.type.rank; i++)
		dims[i] = i + type->rank - x.type.rank;
	buf_puts(&attributes, "broadcast_dimensions = ");
	add_dims(&attributes, dims, x.type.rank);
	return emit_placed(emitter, "stablehlo.broadcast_in_dim", &x, 1, buf_str(&attributes),
	                   type);
}

/* Whether each index is small enough; the bounds get the rank of the indices first. */
static struct term below_mask(struct writing *writing, struct term indices, struct term bounds)
{
	struct emitter *emitter = writing->emitter;
	struct array_type row = indices.type;
	int64_t *shape = shape_copy(emitter->arena, row.shape, row.rank);
	for (uint32_t i = 0; i + 1 < row.rank; i++)
		shape[i] = 1;
	row.shape = shape;
	row.spec = spec_none(emitter->arena, row.rank);
	if (row.rank > 1)
		bounds = spread(emitter, bounds, &row);
	if (!type_same_shape(&row, &indices.type))
		bounds = spread(emitter, bounds, &indices.type);
	return compared(writing, indices, bounds, "LE");
}

/* Which of what is looked up is inside of the operand. */
static struct term inside_mask(struct writing *writing)
{
	struct emitter *emitter = writing->emitter;
	struct term indices = writing->operands[1];
	struct array_type mask = indices.type, found = mask;
	mask.dtype = found.dtype = dtype_named(STR("bool"));
	struct term bounds = upper_bounds(writing, writing->equation->params);
	struct term zero =
	    spread(emitter, emit_number(emitter, indices.type.dtype, 0), &indices.type);
	struct term above = compared(writing, indices, zero, "GE");
	const struct term both[] = {above, below_mask(writing, indices, bounds)};
	struct term inside = emit_placed(emitter, "stablehlo.and", both, 2, STR(""), &mask);
	const struct term reduced[] = {inside, emit_constant(emitter, mask.dtype, STR("true"))};
	uint32_t last = --found.rank;
	struct term result = {.type = found};
	const struct term_list results = {&result, 1};
	struct buf dims = {.arena = emitter->arena};
	buf_puts(&dims, "dimensions = ");
	add_dims(&dims, &last, 1);
	emit_open(emitter, "stablehlo.reduce", reduced, 2, buf_str(&dims), &results);
	emit_reducer(emitter, "stablehlo.and", &mask);
	emit_close(emitter, reduced, 2, &results);
	return constrained_own(emitter, result);
}

static bool is_listed(struct dimension_list list, int64_t dim)
{
	for (uint32_t i = 0; i < list.count; i++)
		if (list.items[i] == dim)
			return true;
	return false;
}

/* What is looked up outside of the operand is filled: NaN, the least number. JAX: slicing.py
 * _gather_fill. */
static bool write_filled(struct writing *writing)
{
	const struct gather_params *params = writing->equation->params;
	struct emitter *emitter = writing->emitter;
	struct term mask = inside_mask(writing), result = gathered(writing);
	struct array_type whole = *writing->result;
	uint32_t *dims = arena_new(emitter->arena, uint32_t, whole.rank), count = 0;
	struct buf attributes = {.arena = emitter->arena};
	whole.dtype = mask.type.dtype;
	for (uint32_t i = 0; i < whole.rank; i++)
		if (!is_listed(params->dims.offset_dims, i))
			dims[count++] = i;
	buf_puts(&attributes, "broadcast_dimensions = ");
	add_dims(&attributes, dims, count);
	if (!type_same_shape(&mask.type, &whole))
		mask = emit_placed(emitter, "stablehlo.broadcast_in_dim", &mask, 1,
		                   buf_str(&attributes), &whole);
	struct term fill =
	    emit_splat(emitter, emit_number(emitter, writing->result->dtype, 0), writing->result);
	const struct term parts[] = {mask, result, constrained(emitter, fill, writing->result)};
	return written(
	    writing, emit_placed(emitter, "stablehlo.select", parts, 3, STR(""), writing->result));
}

static bool write_gather(struct writing *writing)
{
	const struct gather_params *params = writing->equation->params;
	if (params->dims.fills)
		return write_filled(writing);
	return written(writing, gathered(writing));
}

static struct str scatter_attributes(struct writing *writing, uint32_t vector)
{
	const struct scatter_params *params = writing->equation->params;
	const struct scatter_dimensions *dims = &params->dims;
	struct buf text = {.arena = writing->emitter->arena};
	bool any = false;
	buf_puts(&text, "indices_are_sorted = false, scatter_dimension_numbers = "
	                "#stablehlo.scatter<");
	add_list(&text, "update_window_dims", dims->update_window_dims, &any);
	add_list(&text, "inserted_window_dims", dims->inserted_window_dims, &any);
	add_list(&text, "input_batching_dims", dims->operand_batching_dims, &any);
	add_list(&text, "scatter_indices_batching_dims", dims->scatter_indices_batching_dims, &any);
	add_list(&text, "scatter_dims_to_operand_dims", dims->scatter_dims_to_operand_dims, &any);
	buf_printf(&text, "%sindex_vector_dim = %u>, unique_indices = %s", any ? ", " : "", vector,
	           dims->unique ? "true" : "false");
	return buf_str(&text);
}

/* The region that joins two elements, as a function of the program is written: where types say
 * shardings, with a constraint for each value. */
static void emit_combiner(struct emitter *emitter, const char *operation,
                          const struct array_type *scalar)
{
	const struct term arguments[] = {new_argument(emitter, scalar),
	                                 new_argument(emitter, scalar)};
	emit_region(emitter, arguments, 2);
	const struct term operands[] = {constrained_own(emitter, arguments[0]),
	                                constrained_own(emitter, arguments[1])};
	const struct term result = emit_placed(emitter, operation, operands, 2, STR(""), scalar);
	emit_return(emitter, &result, 1);
}

/* JAX: slicing.py _scatter_lower. Of one that sets, the region gives the update. */
static bool write_scatter(struct writing *writing)
{
	struct emitter *emitter = writing->emitter;
	uint32_t vector = writing->operands[1].type.rank - 1;
	struct term result = {.type = *writing->result};
	const struct term_list results = {&result, 1};
	emit_open(emitter, "stablehlo.scatter", writing->operands, 3,
	          scatter_attributes(writing, vector), &results);
	struct array_type scalar = type_plain(emitter->arena, writing->result->dtype, NULL, 0);
	scalar.mesh = writing->equation->mesh;
	if (writing->row->operation) {
		emit_combiner(emitter, writing->row->operation, &scalar);
	} else {
		const struct term arguments[] = {new_argument(emitter, &scalar),
		                                 new_argument(emitter, &scalar)};
		emit_region(emitter, arguments, 2);
		emit_return(emitter, &arguments[1], 1);
	}
	emit_close(emitter, writing->operands, 3, &results);
	return written(writing, constrained_own(emitter, result));
}

const struct lowering_row lower_index_rows[] = {
    {"dynamic_slice", write_dynamic_slice, NULL, NULL},
    {"dynamic_update_slice", write_dynamic_update_slice, NULL, NULL},
    {"gather", write_gather, NULL, NULL},
    {"scatter", write_scatter, NULL, NULL},
    {"scatter-add", write_scatter, "stablehlo.add", NULL},
    {"scatter_add", write_scatter, "stablehlo.add", NULL},
    {"scatter_sub", write_scatter, "stablehlo.subtract", NULL},
    {"scatter-sub", write_scatter, "stablehlo.subtract", NULL},
    {"scatter-mul", write_scatter, "stablehlo.multiply", NULL},
    {"scatter_mul", write_scatter, "stablehlo.multiply", NULL},
    {"scatter-min", write_scatter, "stablehlo.minimum", NULL},
    {"scatter_min", write_scatter, "stablehlo.minimum", NULL},
    {"scatter-max", write_scatter, "stablehlo.maximum", NULL},
    {"scatter_max", write_scatter, "stablehlo.maximum", NULL},
    {NULL, NULL, NULL, NULL},
};
