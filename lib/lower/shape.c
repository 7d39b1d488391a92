/* SPDX-License-Identifier: Apache-2.0 */
/* Operations on shapes. JAX: lax/lax.py. */
#include "lower/rows.h"
#include "op/core/sharding_request.h"
#include "op/index/index.h"
#include "op/place/place.h"
#include "op/shape/shape.h"

static struct buf attributes_of(struct writing *writing, const char *name)
{
	struct buf text = {.arena = writing->emitter->arena};
	buf_printf(&text, "%s = ", name);
	return text;
}

/* Appends dimension numbers of arrays like this one; those of the words of its keys, which is
 * `words` where they go, behind them. */
static void add_all_dims(struct buf *out, struct arena *arena, const uint32_t *dims,
                         const struct array_type *type, uint32_t words)
{
	uint32_t rank = written_rank(type);
	uint32_t *all = arena_new(arena, uint32_t, rank);
	for (uint32_t i = 0; i < rank; i++)
		all[i] = i < type->rank ? dims[i] : words;
	add_dims(out, all, rank);
}

/* Writes an operation on the first operand with one attribute. */
static bool write_with(struct writing *writing, const char *name, const struct buf *attributes)
{
	return written(writing, emit_placed(writing->emitter, name, writing->operands, 1,
	                                    buf_str(attributes), writing->result));
}

static bool write_broadcast(struct writing *writing)
{
	const struct broadcast_params *params = writing->equation->params;
	struct buf attributes = attributes_of(writing, "broadcast_dimensions");
	add_all_dims(&attributes, writing->emitter->arena, params->dims, &writing->operands[0].type,
	             writing->result->rank);
	return write_with(writing, "stablehlo.broadcast_in_dim", &attributes);
}

static bool write_reshape(struct writing *writing)
{
	return written(writing, emit_placed(writing->emitter, "stablehlo.reshape",
	                                    writing->operands, 1, STR(""), writing->result));
}

static bool write_ordered_reshape(struct writing *writing)
{
	const struct reshape_params *params = writing->equation->params;
	struct term *x = &writing->operands[0];
	if (params->dimensions) {
		struct buf attributes = attributes_of(writing, "permutation");
		struct array_type type = x->type;
		int64_t *shape = shape_copy(writing->emitter->arena, type.shape, type.rank);
		for (uint32_t i = 0; i < type.rank; i++)
			shape[i] = x->type.shape[params->dimensions[i]];
		type.shape = shape;
		add_dims(&attributes, params->dimensions, type.rank);
		*x = emit(writing->emitter, "stablehlo.transpose", x, 1, buf_str(&attributes),
		          &type);
	}
	return write_reshape(writing);
}

static bool write_transpose(struct writing *writing)
{
	struct buf attributes = attributes_of(writing, "permutation");
	add_all_dims(&attributes, writing->emitter->arena, writing->equation->params,
	             writing->result, writing->result->rank);
	return write_with(writing, "stablehlo.transpose", &attributes);
}

static bool write_rev(struct writing *writing)
{
	const struct rev_params *params = writing->equation->params;
	struct buf attributes = attributes_of(writing, "dimensions");
	add_dims(&attributes, params->dims, params->count);
	return write_with(writing, "stablehlo.reverse", &attributes);
}

static bool write_iota(struct writing *writing)
{
	const struct iota_params *params = writing->equation->params;
	struct str attributes =
	    str_format(writing->emitter->arena, "iota_dimension = %u : i64", params->dim);
	return written(writing, emit_placed(writing->emitter, "stablehlo.iota", NULL, 0, attributes,
	                                    writing->result));
}

/* Zeros, as lax.empty gives them. */
static bool write_empty(struct writing *writing)
{
	struct emitter *emitter = writing->emitter;
	struct term zero = emit_number(emitter, writing->result->dtype, 0);
	return written(writing, constrained(emitter, emit_splat(emitter, zero, writing->result),
	                                    writing->result));
}

static struct term joined(struct writing *writing, const struct term *operands, uint32_t count,
                          uint32_t dim)
{
	struct str attributes = str_format(writing->emitter->arena, "dimension = %u : i64", dim);
	return emit_placed(writing->emitter, "stablehlo.concatenate", operands, count, attributes,
	                   writing->result);
}

static bool write_concatenate(struct writing *writing)
{
	const uint32_t *dim = writing->equation->params;
	return written(writing, joined(writing, writing->operands, writing->equation->count, *dim));
}

/* JAX: lax.py _stack_lower: no constraint on what is broadcast. */
static bool write_stack(struct writing *writing)
{
	const uint32_t dim = *(const uint32_t *)writing->equation->params;
	struct emitter *emitter = writing->emitter;
	uint32_t count = writing->equation->count, rank = writing->result->rank;
	struct term *parts = arena_new(emitter->arena, struct term, count);
	uint32_t *dims = arena_new(emitter->arena, uint32_t, rank);
	int64_t *shape = shape_copy(emitter->arena, writing->result->shape, rank);
	struct array_type type = *writing->result;
	struct buf attributes = attributes_of(writing, "broadcast_dimensions");
	shape[dim] = 1;
	type.shape = shape;
	for (uint32_t i = 0; i + 1 < rank; i++)
		dims[i] = i + (i >= dim);
	add_all_dims(&attributes, emitter->arena, dims, &writing->operands[0].type, rank);
	for (uint32_t i = 0; i < count; i++)
		parts[i] = emit(emitter, "stablehlo.broadcast_in_dim", &writing->operands[i], 1,
		                buf_str(&attributes), &type);
	return written(writing, joined(writing, parts, count, dim));
}

struct str slice_attributes(struct arena *arena, const int64_t *start, const int64_t *limit,
                            const int64_t *strides, const struct array_type *type)
{
	struct buf text = {.arena = arena};
	uint32_t rank = written_rank(type);
	buf_puts(&text, "limit_indices = ");
	add_i64s(&text, written_items(arena, limit, type, KEY_WORDS), rank);
	buf_puts(&text, ", start_indices = ");
	add_i64s(&text, written_items(arena, start, type, 0), rank);
	buf_puts(&text, ", strides = ");
	add_i64s(&text, written_items(arena, strides, type, 1), rank);
	return buf_str(&text);
}

static bool write_slice(struct writing *writing)
{
	const struct slice_params *params = writing->equation->params;
	struct str attributes = slice_attributes(writing->emitter->arena, params->start,
	                                         params->limit, params->strides, writing->result);
	return written(writing, emit_placed(writing->emitter, "stablehlo.slice", writing->operands,
	                                    1, attributes, writing->result));
}

/* Pieces along a dimension, one behind the other. With `squeezed` each is one element, whose
 * dimension goes. */
static bool write_pieces(struct writing *writing, uint32_t dim, bool squeezed)
{
	struct emitter *emitter = writing->emitter;
	const struct array_type *whole = &writing->operands[0].type;
	int64_t *start = arena_new(emitter->arena, int64_t, whole->rank);
	int64_t *limit = shape_copy(emitter->arena, whole->shape, whole->rank);
	for (uint32_t i = 0; i < writing->equation->nresults; i++) {
		const struct array_type *type = &writing->equation->results[i]->type;
		struct array_type piece = squeezed ? *whole : *type;
		int64_t *shape = shape_copy(emitter->arena, whole->shape, whole->rank);
		shape[dim] = squeezed ? 1 : type->shape[dim];
		piece.shape = shape;
		limit[dim] = start[dim] + shape[dim];
		struct term term =
		    emit(emitter, "stablehlo.slice", writing->operands, 1,
		         slice_attributes(emitter->arena, start, limit, NULL, whole), &piece);
		term = squeezed ? emit_placed(emitter, "stablehlo.reshape", &term, 1, STR(""), type)
		                : constrained_own(emitter, term);
		writing->results[i] = term;
		start[dim] = limit[dim];
	}
	return true;
}

static bool write_split(struct writing *writing)
{
	const struct split_params *params = writing->equation->params;
	return write_pieces(writing, params->dim, false);
}

static bool write_unstack(struct writing *writing)
{
	return write_pieces(writing, *(const uint32_t *)writing->equation->params, true);
}

/* JAX: lax.py _tile_lower. */
static bool write_tile(struct writing *writing)
{
	const int64_t *reps = writing->equation->params;
	struct emitter *emitter = writing->emitter;
	const struct array_type *type = &writing->operands[0].type;
	struct array_type expanded = *type;
	int64_t *shape = arena_new(emitter->arena, int64_t, 2 * (size_t)type->rank);
	struct dim_axes *spec = spec_none(emitter->arena, 2 * type->rank);
	uint32_t *dims = arena_new(emitter->arena, uint32_t, 2 * (size_t)type->rank);
	if (2 * type->rank > MAX_RANK)
		return lower_fails(emitter, "tiling an array of %u dimensions", type->rank);
	for (uint32_t i = 0; i < type->rank; i++) {
		shape[2 * i] = 1;
		shape[2 * i + 1] = type->shape[i];
		spec[2 * i + 1] = type->spec[i];
	}
	expanded.rank = 2 * type->rank;
	expanded.shape = shape;
	expanded.spec = spec;
	struct term term =
	    emit_placed(emitter, "stablehlo.reshape", writing->operands, 1, STR(""), &expanded);
	struct buf attributes = attributes_of(writing, "broadcast_dimensions");
	shape = shape_copy(emitter->arena, shape, expanded.rank);
	for (uint32_t i = 0; i < expanded.rank; i++)
		dims[i] = i;
	for (uint32_t i = 0; i < type->rank; i++)
		shape[2 * i] = reps[i];
	expanded.shape = shape;
	add_dims(&attributes, dims, expanded.rank);
	term = emit_placed(emitter, "stablehlo.broadcast_in_dim", &term, 1, buf_str(&attributes),
	                   &expanded);
	return written(
	    writing, emit_placed(emitter, "stablehlo.reshape", &term, 1, STR(""), writing->result));
}

struct str pad_attributes(struct arena *arena, const struct padding *paddings, uint32_t rank)
{
	struct buf text = {.arena = arena};
	int64_t *low = arena_new(arena, int64_t, rank), *high = arena_new(arena, int64_t, rank),
		*interior = arena_new(arena, int64_t, rank);
	for (uint32_t i = 0; i < rank; i++) {
		low[i] = paddings[i].low;
		high[i] = paddings[i].high;
		interior[i] = paddings[i].interior;
	}
	buf_puts(&text, "edge_padding_high = ");
	add_i64s(&text, high, rank);
	buf_puts(&text, ", edge_padding_low = ");
	add_i64s(&text, low, rank);
	buf_puts(&text, ", interior_padding = ");
	add_i64s(&text, interior, rank);
	return buf_str(&text);
}

static bool write_pad(struct writing *writing)
{
	const struct pad_params *params = writing->equation->params;
	struct str attributes =
	    pad_attributes(writing->emitter->arena, params->paddings, writing->result->rank);
	return written(writing, emit_placed(writing->emitter, "stablehlo.pad", writing->operands, 2,
	                                    attributes, writing->result));
}

/* reshard, mesh_cast: a constraint to the type of the result. JAX: pjit.py _reshard_hlo_lowering.
 */
static bool write_reshard(struct writing *writing)
{
	struct term term = writing->operands[0];
	term.type.mesh = writing->result->mesh;
	return written(writing, constrained(writing->emitter, term, writing->result));
}

/* The request with the axes that the type shows in front, where some of them are Explicit. JAX:
 * pjit.py _sharding_constraint_hlo_lowering. */
static struct sharding_request with_axes_of_type(struct arena *arena,
                                                 const struct sharding_request *request,
                                                 const struct array_type *type)
{
	struct sharding_request padded = request_padded(arena, request, type->rank);
	struct dim_axes *spec = spec_none(arena, type->rank);
	for (uint32_t i = 0; i < type->rank; i++) {
		uint32_t held = type->spec[i].count, asked = padded.spec[i].count;
		uint8_t *axes = arena_new(arena, uint8_t, held + asked);
		for (uint32_t j = 0; j < held + asked; j++)
			axes[j] = j < held ? type->spec[i].axes[j] : padded.spec[i].axes[j - held];
		spec[i] = (struct dim_axes){axes, held + asked};
	}
	padded.spec = spec;
	return padded;
}

/* with_sharding_constraint: over axes that are Auto what was asked for. */
static bool write_constraint(struct writing *writing)
{
	const struct placed_params *params = writing->equation->params;
	struct buf attributes = attributes_of(writing, "sharding");
	struct sharding_request request =
	    with_axes_of_type(writing->emitter->arena, &params->sharding, writing->result);
	if (params->with != PLACED_WITH_NAMED && params->with != PLACED_BY_JIT)
		return lower_fails(writing->emitter, "a constraint that names no mesh");
	add_sharding(&attributes, &request, written_rank(writing->result), request.open, 0);
	return written(writing, emit(writing->emitter, "sdy.sharding_constraint", writing->operands,
	                             1, buf_str(&attributes), writing->result));
}

const struct lowering_row lower_shape_rows[] = {
    {"broadcast_in_dim", write_broadcast, NULL, NULL},
    {"reshape", write_ordered_reshape, NULL, NULL},
    {"squeeze", write_reshape, NULL, NULL},
    {"transpose", write_transpose, NULL, NULL},
    {"rev", write_rev, NULL, NULL},
    {"iota", write_iota, NULL, NULL},
    {"empty", write_empty, NULL, NULL},
    {"concatenate", write_concatenate, NULL, NULL},
    {"stack", write_stack, NULL, NULL},
    {"slice", write_slice, NULL, NULL},
    {"split", write_split, NULL, NULL},
    {"unstack", write_unstack, NULL, NULL},
    {"tile", write_tile, NULL, NULL},
    {"pad", write_pad, NULL, NULL},
    {"reshard", write_reshard, NULL, NULL},
    {"mesh_cast", write_reshard, NULL, NULL},
    {"sharding_constraint", write_constraint, NULL, NULL},
    {NULL, NULL, NULL, NULL},
};
