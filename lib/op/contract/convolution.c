/* SPDX-License-Identifier: Apache-2.0 */
#include "op/contract/convolution.h"

#include <inttypes.h>

#include "base/checked.h"
#include "jax/python_text.h"
#include "op/contract/contraction.h"
#include "op/core/dtype_class.h"
#include "op/core/shape_rules.h"
#include "op/core/array_message.h"

/* A size with gaps of dilation - 1 put between its elements; false when it does not fit. JAX:
 * core.py dilate_dim. */
static bool dilate_size(int64_t size, int64_t dilation, int64_t *dilated)
{
	*dilated = size;
	if (dilation == 1)
		return true;
	if (!checked_multiply(dilated, size - 1, dilation) || !checked_add(dilated, *dilated, 1))
		return false;
	if (*dilated < 0)
		*dilated = 0;
	return true;
}

/* The sizes of the spatial dimensions of an operand (CONV_LHS or CONV_RHS), in the order of the
 * kernel's. */
static struct dimension_list conv_spatial(struct op *op, const struct array_type *type,
                                          const struct conv_params *params, int which)
{
	uint32_t count = params->rank - 2;
	int64_t *sizes = arena_new(op->arena, int64_t, count);
	for (uint32_t i = 0; i < count; i++)
		sizes[i] = type->shape[params->dimensions.specs[which][i + 2]];
	return (struct dimension_list){sizes, count};
}

/* The size of the dimension that stands first or second in a spec. */
static int64_t size_of(const struct array_type *const *operands, const struct conv_params *params,
                       int which, int position)
{
	return operands[which]->shape[params->dimensions.specs[which][position]];
}

/* Whether there are groups, and as many features or examples in each. */
static bool check_divides(struct op *op, const char *count, int64_t groups, const char *dimension,
                          int64_t size)
{
	if (groups <= 0)
		return refuse(op, RULE_PROGRAM_ERROR, "ValueError",
		              TEXT("conv_general_dilated {} must be a positive integer, got {}.",
		                   count, groups));
	return size % groups == 0 ||
	       refuse(op, RULE_SHAPE_MISMATCH, "ValueError",
	              TEXT("conv_general_dilated {} must divide {} dimension size, but {} does not "
	                   "divide {}.",
	                   count, dimension, groups, size));
}

static bool check_output(struct op *op, const char *count, int64_t groups, int64_t output)
{
	return output % groups == 0 ||
	       refuse(op, RULE_SHAPE_MISMATCH, "ValueError",
	              TEXT("conv_general_dilated rhs output feature dimension size must be a "
	                   "multiple of {}, but {} is not a multiple of {}.",
	                   count, output, groups));
}

static bool check_feature_groups(struct op *op, const struct array_type *const *operands,
                                 const struct conv_params *params)
{
	int64_t groups = params->feature_groups;
	int64_t feature = size_of(operands, params, CONV_LHS, 1);
	int64_t input = size_of(operands, params, CONV_RHS, 1);
	int64_t output = size_of(operands, params, CONV_RHS, 0);
	if (!check_divides(op, "feature_group_count", groups, "lhs feature", feature))
		return false;
	if (feature / groups != input)
		return refuse(
		    op, RULE_SHAPE_MISMATCH, "ValueError",
		    TEXT("conv_general_dilated lhs feature dimension size divided by "
		         "feature_group_count must equal the rhs input feature dimension size, but "
		         "{} // {} != {}.",
		         feature, groups, input),
		    WORDS(
			"the input has {} features in {} group{}, but the kernel takes {} in each",
			feature, groups, groups == 1 ? "" : "s", input));
	return check_output(op, "feature_group_count", groups, output);
}

static bool check_batch_groups(struct op *op, const struct array_type *const *operands,
                               const struct conv_params *params)
{
	int64_t groups = params->batch_groups;
	int64_t batch = size_of(operands, params, CONV_LHS, 0);
	int64_t output = size_of(operands, params, CONV_RHS, 0);
	if (!check_divides(op, "batch_group_count", groups, "lhs batch", batch) ||
	    !check_output(op, "batch_group_count", groups, output))
		return false;
	if (groups > 1 && params->feature_groups > 1)
		return refuse(op, RULE_PROGRAM_ERROR, "ValueError",
		              TEXT("At most one of batch_group_count and feature_group_count may "
		                   "be > 1, got batch_group_count={} and feature_group_count={}",
		                   groups, params->feature_groups));
	return true;
}

static bool check_dilation(struct op *op, struct dimension_list dilation)
{
	for (uint32_t i = 0; i < dilation.count; i++) {
		if (dilation.items[i] > 0)
			continue;
		return refuse(op, RULE_PROGRAM_ERROR, "TypeError",
		              TEXT("All dilations must be positive, got {}.", dilation));
	}
	return true;
}

/* Dilates sizes; factors that are missing are 1, and stand in front. False when one does not fit.
 */
static bool dilate_all(struct op *op, struct dimension_list sizes, struct dimension_list dilation,
                       int64_t *dilated)
{
	uint32_t lead = sizes.count - dilation.count;
	if (dilation.count > sizes.count)
		return op_unknown(op, "a dilation of more dimensions than there are");
	for (uint32_t i = 0; i < sizes.count; i++)
		if (!dilate_size(sizes.items[i], i < lead ? 1 : dilation.items[i - lead],
		                 &dilated[i]))
			return op_unknown(op, "a dilation that makes sizes too large");
	return true;
}

/* The padding removes more than there is. The sizes are printed as NumPy's integers. */
static bool raise_negative(struct op *op, const struct conv_params *params,
                           struct dimension_list sizes)
{
	struct buf text = op_buf(op);
	buf_puts(&text, "Negative padding is larger than the size of the corresponding dimension: "
	                "got padding=(");
	for (uint32_t i = 0; i < params->npadding; i++)
		buf_printf(&text, "%s(%" PRId64 ", %" PRId64 ")", i ? ", " : "",
		           params->padding[i].low, params->padding[i].high);
	python_tuple_end(&text, params->npadding);
	buf_puts(&text, " for lhs_shape[2:]=(");
	for (uint32_t i = 0; i < sizes.count; i++)
		buf_printf(&text, "%snp.int64(%" PRId64 ")", i ? ", " : "", sizes.items[i]);
	python_tuple_end(&text, sizes.count);
	return refuse(op, RULE_SHAPE_MISMATCH, "ValueError", TEXT("{}", &text));
}

static int64_t floor_divide(int64_t a, int64_t b)
{
	return a / b - (a % b != 0 && (a < 0) != (b < 0));
}

/* The spatial sizes of the result. JAX: convolution.py conv_shape_tuple. */
static bool spatial_sizes(struct op *op, const struct array_type *const *operands,
                          const struct conv_params *params, int64_t *sizes)
{
	struct dimension_list lhs = conv_spatial(op, operands[0], params, CONV_LHS);
	struct dimension_list rhs = conv_spatial(op, operands[1], params, CONV_RHS);
	int64_t *space = arena_new(op->arena, int64_t, lhs.count);
	int64_t *window = arena_new(op->arena, int64_t, rhs.count);
	if (!check_dilation(op, params->lhs_dilation) ||
	    !check_dilation(op, params->rhs_dilation) ||
	    !dilate_all(op, lhs, params->lhs_dilation, space) ||
	    !dilate_all(op, rhs, params->rhs_dilation, window))
		return false;
	if (params->npadding != lhs.count)
		return refuse(
		    op, RULE_PROGRAM_ERROR, "TypeError",
		    TEXT("Wrong number of explicit pads for convolution: expected {}, got {}.",
		         lhs.count, params->npadding));
	bool negative = false;
	for (uint32_t i = 0; i < lhs.count; i++) {
		int64_t padded;
		if (!checked_add(&padded, space[i], params->padding[i].low) ||
		    !checked_add(&padded, padded, params->padding[i].high))
			return op_unknown(op, "a padding that makes sizes too large");
		negative = negative || padded < 0;
		if (params->strides.items[i] <= 0)
			return op_unknown(op, "a convolution whose strides are not positive");
		sizes[i] = floor_divide(padded - window[i], params->strides.items[i]) + 1;
		if (sizes[i] < 0)
			sizes[i] = 0;
	}
	return negative ? raise_negative(op, params, (struct dimension_list){space, lhs.count})
	                : true;
}

static bool check_ranks(struct op *op, const struct array_type *const *operands)
{
	if (operands[0]->rank == operands[1]->rank)
		return true;
	return refuse(op, RULE_SHAPE_MISMATCH, "ValueError",
	              TEXT("conv_general_dilated lhs and rhs must have the same number of "
	                   "dimensions, but got {shape} and {shape}.",
	                   operands[0], operands[1]));
}

bool conv_shape(struct op *op, const struct array_type *const *operands,
                const struct conv_params *params, struct array_type *result)
{
	if (!check_ranks(op, operands))
		return false;
	if (params->rank != operands[0]->rank || params->rank < 2)
		return op_unknown(op, "a convolution of arrays of rank %u", operands[0]->rank);
	if (!check_feature_groups(op, operands, params) ||
	    !check_batch_groups(op, operands, params))
		return false;
	if (params->strides.count != params->rank - 2)
		return refuse(op, RULE_PROGRAM_ERROR, "ValueError",
		              TEXT("conv_general_dilated window and window_strides must have the "
		                   "same number of dimensions, but got {} and {}",
		                   params->rank - 2, params->strides.count));
	int64_t *space = arena_new(op->arena, int64_t, params->rank);
	if (!spatial_sizes(op, operands, params, space))
		return false;
	const uint32_t *spec = params->dimensions.specs[CONV_OUT];
	int64_t *shape = arena_new(op->arena, int64_t, params->rank);
	shape[spec[0]] = size_of(operands, params, CONV_LHS, 0) / params->batch_groups;
	shape[spec[1]] = size_of(operands, params, CONV_RHS, 0);
	for (uint32_t i = 2; i < params->rank; i++)
		shape[spec[i]] = space[i - 2];
	result->shape = shape;
	result->rank = params->rank;
	return true;
}

/* A dtype may be widened, and integers may become floats. JAX: lax.py
 * _validate_preferred_element_type. */
static bool check_preferred(struct op *op, const struct dtype *dtype, const struct dtype *preferred)
{
	enum dtype_class from = dtype_class(dtype), to = dtype_class(preferred);
	bool integer = dtype_is_integer(dtype);
	if (!(integer && to == DTYPE_FLOAT)) {
		if ((integer && !dtype_is_integer(preferred)) ||
		    (from == DTYPE_FLOAT && to != DTYPE_FLOAT) ||
		    (from == DTYPE_COMPLEX && to != DTYPE_COMPLEX))
			return refuse(
			    op, RULE_DTYPE_MISMATCH, "TypeError",
			    TEXT("Input type is incompatible with `preferred_element_type`. The "
			         "compatible combinations of (input_type, preferred_element_type) "
			         "are (integral, integral), (integral, floating), (floating, "
			         "floating), (complex, complex."));
		if (from == DTYPE_SIGNED && to != DTYPE_SIGNED)
			return refuse(op, RULE_DTYPE_MISMATCH, "TypeError",
			              TEXT("`preferred_element_type` must have the same signedness "
			                   "as the original type."));
	}
	uint32_t bytes = (dtype->bits + 7) / 8, wanted = (preferred->bits + 7) / 8;
	if (wanted < bytes)
		return refuse(
		    op, RULE_DTYPE_MISMATCH, "TypeError",
		    TEXT("`preferred_element_type` must not be narrower than the original type."));
	return true;
}

/* An out_sharding that fits: that of the input where the sizes allow it. */
static bool help_sharding(struct op *op, const struct application *application,
                          const struct conv_params *params, const struct array_type *result)
{
	const struct array_type *lhs = application->operands[0], *rhs = application->operands[1];
	const struct abstract_mesh *mesh = lhs->mesh ? lhs->mesh : rhs->mesh;
	const uint32_t *in = params->dimensions.specs[CONV_LHS];
	const uint32_t *spec = params->dimensions.specs[CONV_OUT];
	struct dim_axes *entries = spec_none(op->arena, params->rank);
	for (uint32_t i = 0; i < params->rank; i++)
		if (i != 1 && result->shape[spec[i]] % dim_axes_ways(mesh, lhs->spec[in[i]]) == 0)
			entries[spec[i]] = lhs->spec[in[i]];
	struct buf text = op_buf(op);
	for (uint32_t i = 0; i < params->rank; i++) {
		buf_puts(&text, i ? ", " : "");
		dim_axes_text(&text, mesh, entries[i]);
	}
	explain(op, WORDS("{}{} {} sharded, and nothing says how the result is sharded",
	                  lhs->spec[in[1]].count ? "the features of " : "",
	                  lhs->spec[in[1]].count ? array_shown(op, lhs, "the input")
	                                         : array_shown(op, rhs, "the kernel"),
	                  lhs->spec[in[1]].count ? "are" : "is"));
	if (!op_has(op, JAX_CONV_OUT_SHARDING))
		return explain(op, HELP("reshard the operand: only the batch and spatial "
		                        "dimensions of the input can be sharded"));
	return explain(
	    op,
	    HELP("say how the result is sharded: lax.conv_general_dilated(…, out_sharding=P({}))",
	         &text));
}

static bool infer_convolution(struct op *op, const struct application *application,
                              struct array_type *result)
{
	const struct conv_params *params = application->params;
	const struct array_type *lhs = application->operands[0], *rhs = application->operands[1];
	const struct abstract_mesh *mesh;
	bool runs;
	*result = (struct array_type){.weak = lhs->weak && rhs->weak, .dtype = lhs->dtype};
	if (!conv_shape(op, application->operands, params, result) ||
	    !check_same_dtypes(op, "conv_general_dilated", application->operands, 2))
		return false;
	if (params->preferred && !check_preferred(op, lhs->dtype, params->preferred))
		return false;
	if (params->preferred)
		result->dtype = params->preferred;
	if (!rule_mesh(op, application, &mesh, &runs))
		return false;
	if (!runs)
		return rule_result(op, application, mesh, NULL, result);
	if (!op_has(op, JAX_CONV_RULE))
		return rule_missing(op, application);
	if (params->sharding)
		return plain_out_sharding(op, application, params->sharding, result);
	if (type_is_whole(rhs) && !lhs->spec[params->dimensions.specs[CONV_LHS][1]].count)
		return rule_varying_numpy(op, application, "conv_general_dilated", NUMPY_SIZES,
		                          result);
	refuse(
	    op, RULE_SHARDING_CONFLICT, "ShardingTypeError",
	    TEXT("{}", op_has(op, JAX_CONV_OUT_SHARDING)
	                   ? "Please specify the output sharding via `out_sharding` parameter of "
	                     "`conv_general_dilated`"
	                   : "Please file an issue at https://github.com/jax-ml/jax/issues"));
	return help_sharding(op, application, params, result);
}

/* A convolution is one backward too, for which JAX asks for the sharding of the operand; the
 * dimensions of groups are cut out of others and put together again. JAX: convolution.py
 * _conv_general_dilated_transpose_lhs, _conv_general_dilated_transpose_rhs. */
static bool transpose_convolution(struct op *op, const struct tape_entry *entry, uint32_t operand)
{
	const struct conv_params *params = entry->params;
	bool sharded = !type_is_replicated(&entry->operands[0]->type) ||
	               !type_is_replicated(&entry->operands[1]->type);
	bool alone = params->batch_groups == 1 &&
	             (params->feature_groups == 1 || type_is_replicated(&entry->operands[1]->type));
	if (!sharded || (alone && !entry->mapped))
		return true;
	return op_unknown(op, "%s", "");
}

static const struct primitive conv_general_dilated = {.name = "conv_general_dilated",
                                                      .transpose = transpose_convolution,
                                                      .infer = infer_convolution,
                                                      .batch = conv_batch,
                                                      .derivative = DERIVATIVE_KEEPS_SHARDINGS};

const struct array *lax_convolution(struct op *op, const struct array *lhs, const struct array *rhs,
                                    const struct conv_params *params)
{
	const struct array *operands[] = {lhs, rhs};
	struct conv_params *kept = arena_new(op->arena, struct conv_params, 1);
	*kept = *params;
	return primitive_apply_one(op, &conv_general_dilated, kept, operands, 2);
}
