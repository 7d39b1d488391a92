/* SPDX-License-Identifier: Apache-2.0 */
#include "op/index/index.h"

#include "op/elementwise/elementwise.h"
#include "op/place/place.h"
#include "op/shape/shape.h"
#include "op/core/dtype_class.h"
#include "op/core/watch.h"
#include "op/index/indexer.h"

enum index_mode index_mode_named(const struct op *op, struct str name)
{
	if (str_equal(name, STR("clip")))
		return INDEX_MODE_CLIP;
	if (str_equal(name, STR("fill")) || str_equal(name, STR("drop")))
		return INDEX_MODE_FILL;
	if (str_equal(name, STR("promise_in_bounds")))
		return INDEX_MODE_PROMISE;
	if (str_equal(name, STR("one_hot")) && op_has(op, JAX_GATHER_ONE_HOT))
		return INDEX_MODE_ONE_HOT;
	return INDEX_MODE_UNKNOWN;
}

static bool check_mode(struct op *op, const struct index_options *options)
{
	if (options->mode != INDEX_MODE_UNKNOWN)
		return true;
	return refuse(op, RULE_PROGRAM_ERROR, "ValueError",
	              TEXT("Unknown gather mode \"{}\"", options->mode_text),
	              HELP("use 'promise_in_bounds', 'clip', 'fill' or 'drop'"));
}

bool check_gather_mode(struct op *op, const struct index_options *options,
                       const struct dtype *dtype)
{
	if (!check_mode(op, options))
		return false;
	if (options->mode != INDEX_MODE_FILL || dtype_class(dtype) != DTYPE_KEY ||
	    op_has(op, JAX_GATHER_FILLS_KEYS))
		return true;
	return refuse(op, RULE_DTYPE_MISMATCH, "ValueError",
	              TEXT("Unsupported dtype for gather fill_value {}", dtype->name));
}

/* The index by the dimensions of the array, as the release brings them together, which may be
 * inside of auto axes. */
static bool make_indexer(struct op *op, const struct array *x, const struct index *index,
                         bool scoped, struct indexer *indexer)
{
	if (x->type.rank + index->count > MAX_RANK)
		return op_unknown(op, "an index of so many components is not judged");
	if (!op_has(op, JAX_INDEX_PARSED))
		return indexer_split(op, &x->type, index, scoped, indexer);
	return indexer_parse(op, &x->type, index, indexer);
}

/* Whether the array exists and lies on several devices, so that slices of it are gathered; what
 * depends on what a derivative is taken by is a tracer. JAX: NDIndexer.is_sharded. */
static bool is_on_devices(const struct op *op, const struct array *x)
{
	const struct abstract_mesh *mesh = x->type.mesh;
	if (!op->eager || x->level || !mesh || derivative_dependence(op, x) == DEPENDENCE_SOME)
		return false;
	if (op_has(op, JAX_INDEX_REPLICATED_SLICES) && type_is_replicated(&x->type))
		return false;
	for (uint32_t i = 0; i < mesh->mesh->naxes; i++)
		if (mesh->mesh->axes[i].size != 1)
			return true;
	return false;
}

static bool check_fill(struct op *op, const struct array *fill)
{
	if (!fill)
		return true;
	if (op->eager && !fill->level) {
		if (!fill->type.rank)
			return true;
		return refuse(op, RULE_SHAPE_MISMATCH, "ValueError",
		              TEXT("fill_value argument to indexed get() must be a scalar"));
	}
	return refuse(op, RULE_PROGRAM_ERROR, "ConcretizationTypeError",
	              TEXT("Abstract tracer value encountered where concrete value is expected: "
	                   "traced array with shape {long}",
	                   &fill->type),
	              WORDS("fill_value must be known while the program is traced"),
	              HELP("give a number, or take jnp.where of the result"));
}

/* What a result without elements is made of. */
static const struct array *make_empty(struct op *op, const struct array *x,
                                      const struct index_gather *gather)
{
	bool sharded = op_has(op, JAX_INDEX_SPEC_EMPTY);
	return lax_full(op, x->type.dtype, x->type.weak, gather->shape, gather->rank,
	                sharded ? gather->sharding : NULL);
}

/* The gather alone, on auto axes in releases that run no more than that on them. */
static const struct array *gather_elements(struct op *op, const struct array *x,
                                           const struct index_gather *gather,
                                           const struct sharding_request *sharding)
{
	const struct array *indices = gather->indices;
	if (!sharding || !op_has(op, JAX_INDEX_AUTO_GATHER))
		return lax_gather(op, x, indices, &gather->dims, gather->slice_sizes);
	struct auto_axes scope;
	if (!auto_axes_enter(op, AUTO_AXES_ALL, sharding, &scope))
		return NULL;
	x = auto_axes_operand(op, &scope, x);
	indices = x ? auto_axes_operand(op, &scope, indices) : NULL;
	x = lax_gather(op, x, indices, &gather->dims, gather->slice_sizes);
	return auto_axes_leave(op, &scope, x, sharding);
}

/* JAX: numpy/indexing.py _gather. */
static const struct array *take_gather(struct op *op, const struct array *x,
                                       const struct indexer *indexer,
                                       const struct index_options *options, bool traced)
{
	struct index_gather gather;
	if (!index_to_gather(op, indexer, options, traced, &gather) ||
	    !check_fill(op, options->fill))
		return NULL;
	gather.dims.fills = options->mode == INDEX_MODE_FILL;
	if (gather.nbools)
		x = lax_expand_dims(op, x, gather.bools, gather.nbools);
	if (!x || shape_elements(gather.shape, gather.rank) == 0)
		return x ? make_empty(op, x, &gather) : NULL;
	const struct array_type *indices = &gather.indices->type;
	if (shape_elements(indices->shape, indices->rank) != 0) {
		if (!check_gather_mode(op, options, x->type.dtype))
			return NULL;
		x = gather_elements(op, x, &gather, options->sharding);
	}
	if (gather.nreversed)
		x = lax_rev(op, x, gather.reversed, gather.nreversed);
	if (gather.ninserted)
		x = lax_expand_dims(op, x, gather.inserted, gather.ninserted);
	return x;
}

/* The arrays among the components as they are inside of auto axes. */
static bool enter_items(struct op *op, const struct auto_axes *scope, struct indexer *indexer)
{
	for (uint32_t i = 0; i < indexer->count; i++) {
		struct index_item *item = &indexer->items[i].index;
		if (item->kind != INDEX_ARRAY)
			continue;
		item->array = auto_axes_operand(op, scope, item->array);
		if (!item->array)
			return false;
	}
	return true;
}

/* The gather, on auto axes when a sharding is asked for. */
static const struct array *take_gather_scoped(struct op *op, const struct array *x,
                                              struct indexer *indexer,
                                              const struct index_options *options)
{
	struct auto_axes scope;
	if (!indexer_expand_masks(op, indexer))
		return NULL;
	if (!options->sharding || op_has(op, JAX_INDEX_AUTO_GATHER))
		return take_gather(op, x, indexer, options, false);
	if (!auto_axes_enter(op, AUTO_AXES_EXPLICIT, options->sharding, &scope))
		return NULL;
	x = auto_axes_operand(op, &scope, x);
	if (x && enter_items(op, &scope, indexer)) {
		indexer->type = &x->type;
		x = take_gather(op, x, indexer, options, scope.entered);
	} else {
		x = NULL;
	}
	return auto_axes_leave(op, &scope, x, options->sharding);
}

static bool cut_into_slices(struct op *op, const struct indexer *indexer,
                            const struct index_options *options, bool sharded,
                            struct index_slices *slices)
{
	return index_static_slice(op, indexer, options, sharded, slices) ||
	       index_dynamic_slice(op, indexer, options, sharded, slices);
}

/* Indexing by slices since 0.10.0; *taken says whether it was possible. */
static const struct array *take_sliced(struct op *op, const struct array *x,
                                       const struct indexer *indexer,
                                       const struct index_options *options, bool *taken)
{
	struct index_slices slices;
	bool sharded = is_on_devices(op, x);
	*taken = cut_into_slices(op, indexer, options, sharded, &slices);
	if (*taken)
		return take_slices(op, x, &slices);
	*taken = sharded && derivative_dependence(op, x) == DEPENDENCE_UNTOLD &&
	         cut_into_slices(op, indexer, options, false, &slices);
	return *taken
	           ? op_unknown(op, "whether a derivative is taken by what is indexed is not known")
	           : NULL;
}

/* x[index], of which the elements are not known. */
static const struct array *take(struct op *op, const struct array *x, const struct index *index,
                                const struct index_options *options)
{
	struct indexer indexer;
	bool taken = false, slices = op_has(op, JAX_INDEX_STATIC_SLICES);
	bool parsed = op_has(op, JAX_INDEX_PARSED);
	bool scoped = options->sharding && !op_has(op, JAX_INDEX_AUTO_GATHER);
	if (parsed && !make_indexer(op, x, index, false, &indexer))
		return NULL;
	const struct array *result = NULL;
	if (slices && !options->gather_only)
		result = take_sliced(op, x, &indexer, options, &taken);
	else if (!slices && !options->negative_outside)
		result = take_via_slice(op, x, index, options, is_on_devices(op, x), &taken);
	if (taken)
		return result;
	if (!parsed && !make_indexer(op, x, index, scoped, &indexer))
		return NULL;
	return take_gather_scoped(op, x, &indexer, options);
}

const struct array *numpy_index_get(struct op *op, const struct array *x, const struct index *index,
                                    const struct index_options *options)
{
	if (!x)
		return NULL;
	index = index_without_masks(op, &x->type, index);
	const struct array *result = take(op, x, index, options);
	index_hold_taken(op, x, index, options, result);
	return result;
}

/* The update in the shape of what the index takes, and then of the scatter's updates. */
static const struct array *spread_update(struct op *op, const struct array *y,
                                         const struct index_gather *gather)
{
	y = lax_broadcast_to(op, y, gather->shape, gather->rank, gather->sharding);
	if (gather->ninserted)
		y = lax_squeeze(op, y, gather->inserted, gather->ninserted);
	if (gather->nreversed)
		y = lax_rev(op, y, gather->reversed, gather->nreversed);
	return y;
}

/* What takes the place of the updates of x.at[…].apply, which are not used. */
static const struct array *unused_update(struct op *op, const struct index_update *update,
                                         const struct array *x, const struct array *y)
{
	const struct array_type *type = &y->type;
	const struct array *element = array_scalar(op, x->type.dtype, x->type.weak);
	y = lax_full(op, x->type.dtype, false, type->shape, type->rank, NULL);
	return y && update->apply(op, element, update->data) ? y : NULL;
}

static const struct array *scatter_elements(struct op *op, const struct index_update *update,
                                            const struct array *x, const struct array *y,
                                            const struct index_gather *gather, bool drops)
{
	struct scatter_dimensions dims = {
	    .update_window_dims = gather->dims.offset_dims,
	    .inserted_window_dims = gather->dims.collapsed_slice_dims,
	    .scatter_dims_to_operand_dims = gather->dims.start_index_map,
	    .unique = gather->unique,
	    .drops = drops,
	};
	if (gather->nbools)
		x = lax_expand_dims(op, x, gather->bools, gather->nbools);
	if (x && update->apply)
		y = unused_update(op, update, x, y);
	if (!x || !y)
		return NULL;
	x = lax_scatter(op, update->scatter, x, gather->indices, y, &dims);
	return gather->nbools ? lax_squeeze(op, x, gather->bools, gather->nbools) : x;
}

/* JAX: ops/scatter.py _scatter_impl. */
static const struct array *scatter_update(struct op *op, const struct index_update *update,
                                          const struct array *x, const struct array *y,
                                          const struct indexer *indexer,
                                          const struct index_options *options, bool traced)
{
	struct index_gather gather;
	const struct dtype *dtype = x->type.dtype;
	bool weak = x->type.weak;
	if (!index_to_gather(op, indexer, options, traced, &gather))
		return NULL;
	if (shape_elements(gather.shape, gather.rank) == 0)
		return x;
	const struct array *both[] = {x, y};
	if (!numpy_promote_dtypes(op, both, 2, false))
		return NULL;
	gather.unique = gather.unique || options->unique;
	y = spread_update(op, both[1], &gather);
	if (!y || !check_mode(op, options))
		return NULL;
	x = scatter_elements(op, update, both[0], y, &gather, index_mode_fills(options->mode));
	return lax_convert_element_type(op, x, dtype, weak);
}

/* The sharding that the update runs on auto axes for; NULL: it runs as it is. */
static const struct sharding_request *update_sharding(struct op *op,
                                                      const struct index_update *update,
                                                      const struct array *x,
                                                      const struct index_options *options)
{
	bool set = update->scatter == &lax_scatter_set && !update->apply,
	     add = update->scatter == &lax_scatter_add;
	if (options->sharding)
		return options->sharding;
	if (!(set && op_has(op, JAX_AT_SET_AUTO)) && !(add && op_has(op, JAX_AT_ADD_AUTO)))
		return NULL;
	struct sharding_request *request = arena_new(op->arena, struct sharding_request, 1);
	*request = type_request(&x->type);
	if (!x->type.mesh && abstract_mesh_all(op->mesh, AXIS_EXPLICIT) &&
	    op_has(op, JAX_AT_AUTO_IN_CONTEXT)) {
		request->mesh = op->mesh;
		return request;
	}
	return x->type.mesh && x->type.mesh->explicit_axes ? request : NULL;
}

/* x.at[index].set(y), of which the elements are not known. */
static const struct array *put(struct op *op, const struct index_update *update,
                               const struct array *x, const struct index *index,
                               const struct array *y, const struct index_options *options)
{
	struct indexer indexer;
	struct auto_axes scope;
	const struct sharding_request *sharding = update_sharding(op, update, x, options);
	x = numpy_as_array(op, x);
	y = x ? numpy_as_array(op, y) : NULL;
	if (!y || !make_indexer(op, x, index, sharding != NULL, &indexer) ||
	    !indexer_expand_masks(op, &indexer))
		return NULL;
	if (!sharding)
		return scatter_update(op, update, x, y, &indexer, options, false);
	if (!auto_axes_enter(op, AUTO_AXES_EXPLICIT, sharding, &scope))
		return NULL;
	x = auto_axes_operand(op, &scope, x);
	y = x ? auto_axes_operand(op, &scope, y) : NULL;
	if (y && enter_items(op, &scope, &indexer)) {
		indexer.type = &x->type;
		x = scatter_update(op, update, x, y, &indexer, options, scope.entered);
	} else {
		x = NULL;
	}
	return auto_axes_leave(op, &scope, x, sharding);
}

const struct array *numpy_index_update(struct op *op, const struct index_update *update,
                                       const struct array *x, const struct index *index,
                                       const struct array *y, const struct index_options *options)
{
	if (!x)
		return NULL;
	index = index_without_masks(op, &x->type, index);
	const struct array *result = put(op, update, x, index, y, options);
	if (y && !options->negative_outside)
		index_hold_updated(op, update, x, index, y, result);
	return result;
}
