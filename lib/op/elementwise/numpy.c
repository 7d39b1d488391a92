/* SPDX-License-Identifier: Apache-2.0 */
#include "op/core/dtype_class.h"

#include <assert.h>
#include "op/core/unreduced.h"
#include "op/shape/shape.h"

#include "op/elementwise/elementwise.h"
#include "op/core/array_message.h"

/* An operand as errors about promotion name it; strict promotion tells weak ones from others. */
static void name_operand(struct buf *names, const struct op *op, const struct array_type *type,
                         uint32_t i)
{
	const char *separator = i ? ", " : "";
	enum dtype_class class = dtype_class(type->dtype);
	if (op->strict && type->weak && class != DTYPE_BOOL)
		buf_printf(names, "%s\"<class '%s'>\"", separator,
		           class == DTYPE_FLOAT     ? "float"
		           : class == DTYPE_COMPLEX ? "complex"
		                                    : "int");
	else
		buf_printf(names, "%s'%s'", separator, type->dtype->name);
}

const struct dtype *numpy_result_dtype(struct op *op, const struct array *const *arrays,
                                       uint32_t count, bool *weak)
{
	assert(count > 0);
	const struct dtype *dtype = promote_all(op, array_types(op, arrays, count), count, weak);
	if (dtype)
		return dtype;
	struct buf names = op_buf(op);
	for (uint32_t i = 0; i < count; i++)
		name_operand(&names, op, &arrays[i]->type, i);
	if (op->strict)
		return refuse(
		    op, RULE_DTYPE_MISMATCH, "TypePromotionError",
		    TEXT("Input dtypes ({}) have no available implicit dtype promotion path when "
		         "jax_numpy_dtype_promotion=strict. Try explicitly casting inputs to the "
		         "desired output type, or set jax_numpy_dtype_promotion=standard.",
		         &names),
		    HELP("convert one of them: x.astype(…)"));
	return refuse(
	    op, RULE_DTYPE_MISMATCH, "TypePromotionError",
	    TEXT("Input dtypes ({}) have no available implicit dtype promotion path.", &names),
	    HELP("convert one of them: x.astype(…)"));
}

bool numpy_promote_dtypes(struct op *op, const struct array **arrays, uint32_t count, bool inexact)
{
	bool weak;
	for (uint32_t i = 0; i < count; i++)
		if (!arrays[i])
			return false;
	const struct dtype *dtype = numpy_result_dtype(op, arrays, count, &weak);
	if (!dtype)
		return false;
	if (inexact)
		dtype = to_inexact(op, dtype);
	if (op_has(op, JAX_PROMOTES_TO_ENABLED))
		dtype = canonical_dtype(op, dtype);
	for (uint32_t i = 0; i < count; i++) {
		arrays[i] = lax_convert_element_type(op, arrays[i], dtype, weak);
		if (!arrays[i])
			return false;
	}
	return true;
}

/* The array with dimensions of 1 in front. JAX: lax.py broadcast_to_rank. */
static const struct array *pad_rank(struct op *op, const struct array *x, uint32_t rank)
{
	assert(x->type.rank <= rank);
	uint32_t lead = rank - x->type.rank, dims[MAX_RANK];
	int64_t shape[MAX_RANK];
	if (!lead)
		return x;
	for (uint32_t i = 0; i < rank; i++)
		shape[i] = i < lead ? 1 : x->type.shape[i - lead];
	for (uint32_t i = 0; i < x->type.rank; i++)
		dims[i] = i + lead;
	return lax_broadcast_in_dim(op, x, shape_copy(op->arena, shape, rank), rank, dims, NULL);
}

/* The greatest rank; *plain says that lax copes by itself: scalars beside one other rank. */
static uint32_t greatest_rank(const struct array *const *arrays, uint32_t count, bool *plain)
{
	uint32_t rank = 0;
	*plain = true;
	for (uint32_t i = 0; i < count; i++)
		if (arrays[i]->type.rank > rank)
			rank = arrays[i]->type.rank;
	for (uint32_t i = 0; i < count; i++)
		if (arrays[i]->type.rank && arrays[i]->type.rank != rank)
			*plain = false;
	return rank;
}

/* The shape that several arrays broadcast to; NULL after raising. JAX: lax.py broadcast_shapes. */
static const int64_t *common_shape(struct op *op, const struct array *const *arrays, uint32_t count,
                                   uint32_t rank)
{
	int64_t *shape = arena_new(op->arena, int64_t, rank);
	for (uint32_t d = 0; d < rank; d++) {
		shape[d] = 1;
		for (uint32_t i = 0; i < count; i++) {
			const struct array_type *type = &arrays[i]->type;
			uint32_t lead = rank - type->rank;
			int64_t size = d < lead ? 1 : type->shape[d - lead];
			if (size == 1 || size == shape[d])
				continue;
			if (shape[d] != 1) {
				const struct array_type *const *types =
				    array_types(op, arrays, count);
				return refuse(
				    op, RULE_SHAPE_MISMATCH, "ValueError",
				    TEXT("Incompatible shapes for broadcasting: shapes=[{shapes}]",
				         type_list_of(types, count)),
				    WORDS("the shapes of {} do not fit together",
				          arrays_shown(op, types, count)),
				    HELP("this fails without any sharding too: two sizes must be "
				         "equal, or one of them 1"));
			}
			shape[d] = size;
		}
	}
	return shape;
}

bool numpy_promote_ranks(struct op *op, const struct array **arrays, uint32_t count)
{
	bool plain;
	for (uint32_t i = 0; i < count; i++)
		if (!arrays[i])
			return false;
	uint32_t rank = greatest_rank(arrays, count, &plain);
	if (plain)
		return true;
	if (op->same_ranks && !op->numpy)
		return op_unknown(op, "operands of other ranks, which are not promoted here");
	if (!common_shape(op, arrays, count, rank))
		return false;
	for (uint32_t i = 0; i < count; i++) {
		arrays[i] = pad_rank(op, arrays[i], rank);
		if (!arrays[i])
			return false;
	}
	return true;
}

/* The types as the elementwise rule compares them: all of one rank, by dimensions of 1 in front. */
static const struct array_type *const *
padded_types(struct op *op, const struct array *const *arrays, uint32_t count, uint32_t rank)
{
	const struct array_type **padded = arena_new(op->arena, const struct array_type *, count);
	for (uint32_t i = 0; i < count; i++) {
		struct array_type *type = arena_new(op->arena, struct array_type, 1);
		*type = arrays[i]->type;
		uint32_t lead = rank - type->rank;
		int64_t *shape = arena_new(op->arena, int64_t, rank);
		struct dim_axes *spec = spec_none(op->arena, rank);
		for (uint32_t d = 0; d < rank; d++) {
			shape[d] = d < lead ? 1 : type->shape[d - lead];
			if (d >= lead)
				spec[d] = type->spec[d - lead];
		}
		type->rank = rank;
		type->shape = shape;
		type->spec = spec;
		padded[i] = type;
	}
	return padded;
}

/* Whether all arrays have the entries that the one of greatest rank ends with: *same. Without any
 * dimension they do. */
static bool agree_at_end(struct op *op, const struct array *const *arrays, uint32_t count,
                         const struct array_type *longest, bool *same)
{
	*same = true;
	for (uint32_t i = 0; longest->rank && *same && i < count; i++) {
		const struct array_type *type = &arrays[i]->type;
		if (!spec_readable(op, longest, "pspec[...]"))
			return false;
		*same = spec_equal(longest->spec + (longest->rank - type->rank), type->spec,
		                   type->rank) &&
		        !type->unreduced && !type->reduced;
	}
	return true;
}

/* False after raising that None cannot be put in front of a spec with unreduced or reduced axes.
 * JAX: partition_spec.py __radd__. */
static bool can_be_padded(struct op *op, const struct array *const *arrays, uint32_t count,
                          uint32_t rank)
{
	for (uint32_t i = 0; i < count; i++) {
		const struct array_type *type = &arrays[i]->type;
		if (!type->unreduced && !type->reduced)
			continue;
		const char *set = type->unreduced ? "unreduced" : "reduced";
		return refuse(op, RULE_UNREDUCED_AXIS, "TypeError",
		              TEXT("other {} cannot be of instance `tuple` when self {spec} has {} "
		                   "in `__radd__` of PartitionSpec.",
		                   entries_of(NULL, spec_none(op->arena, rank), rank - type->rank),
		                   type, set),
		              WORDS("JAX broadcasts no array with {} axes against others", set),
		              HELP("give all of them one shape first"));
	}
	return true;
}

/* The sharding that arrays broadcast to is made before anything is broadcast. */
static bool check_repeated(struct op *op, const struct abstract_mesh *mesh,
                           const struct dim_axes *spec, uint32_t rank)
{
	uint64_t repeated = spec_repeated_axes(spec, rank);
	if (!repeated)
		return true;
	struct array_type type = {.mesh = mesh, .spec = spec, .rank = rank};
	refuse_repeated(op, &type, repeated);
	return explain(
	    op,
	    WORDS("the operands would be broadcast to {spec}, with a mesh axis on two dimensions",
	          &type),
	    HELP("reshard one of them, so that they share no axis on different dimensions"));
}

/* lax.py broadcast_shardings: that of the array of greatest rank when the others have the same
 * trailing entries, else what the elementwise rule gives. */
static bool common_spec(struct op *op, const struct array *const *arrays, uint32_t count,
                        uint32_t rank, struct sharding_request *request, struct dim_axes *spec)
{
	static const struct primitive named = {.name = "broadcast_shardings"};
	struct application application = {.primitive = &named,
	                                  .operands = padded_types(op, arrays, count, rank),
	                                  .count = count,
	                                  .nresults = 1};
	for (uint32_t i = 0; i < count; i++)
		if (arrays[i]->type.mesh)
			request->mesh = arrays[i]->type.mesh;
	const struct array_type *longest = &arrays[0]->type;
	bool same;
	for (uint32_t i = 1; i < count; i++)
		if (arrays[i]->type.rank > longest->rank)
			longest = &arrays[i]->type;
	if (!agree_at_end(op, arrays, count, longest, &same) ||
	    (!same && !can_be_padded(op, arrays, count, rank)))
		return false;
	request->count = rank;
	request->spec = same ? longest->spec : spec;
	request->unreduced = same ? longest->unreduced : 0;
	request->reduced = same ? longest->reduced : 0;
	request->unreduced_kind = longest->unreduced_kind;
	return same || (broadcasting_spec(op, &application, spec) &&
	                check_repeated(op, request->mesh, spec, rank));
}

bool numpy_broadcast_arrays(struct op *op, const struct array **arrays, uint32_t count)
{
	bool plain, same = true;
	for (uint32_t i = 0; i < count; i++)
		if (!arrays[i])
			return false;
	for (uint32_t i = 1; i < count; i++)
		same = same && type_same_shape(&arrays[i]->type, &arrays[0]->type);
	if (same)
		return true;
	uint32_t rank = greatest_rank(arrays, count, &plain);
	const int64_t *shape = common_shape(op, arrays, count, rank);
	struct sharding_request request = {0};
	if (!shape || !common_spec(op, arrays, count, rank, &request, spec_none(op->arena, rank)))
		return false;
	for (uint32_t i = 0; i < count; i++) {
		arrays[i] =
		    lax_broadcast_to(op, arrays[i], shape, rank, request.mesh ? &request : NULL);
		if (!arrays[i])
			return false;
	}
	return true;
}

static bool is_ordering(const struct primitive *primitive)
{
	return primitive == &lax_lt || primitive == &lax_le || primitive == &lax_gt ||
	       primitive == &lax_ge;
}

const struct primitive *numpy_primitive(const struct primitive *primitive,
                                        const struct dtype *dtype)
{
	if (dtype_class(dtype) != DTYPE_BOOL)
		return primitive;
	return primitive == &lax_add ? &lax_or : primitive == &lax_mul ? &lax_and : primitive;
}

const struct array *numpy_compare(struct op *op, const struct primitive *primitive,
                                  const struct array *x, const struct array *y)
{
	if (!x || !is_ordering(primitive) || dtype_class(x->type.dtype) != DTYPE_COMPLEX)
		return lax_binary(op, primitive, x, y);
	static const struct primitive *const parts[] = {&lax_real, &lax_imag, &lax_real};
	const struct array *compared[3]; /* whether real parts are equal, then both answers */
	for (uint32_t i = 0; i < 3; i++) {
		const struct array *a = lax_unary(op, parts[i], x),
				   *b = a ? lax_unary(op, parts[i], y) : NULL;
		compared[i] = lax_binary(op, i ? primitive : &lax_eq, a, b);
		if (!compared[i])
			return NULL;
	}
	const struct array *cases[] = {compared[2], compared[1]};
	return lax_select_n(op, compared[0], cases, 2);
}

bool numpy_promote_numeric(struct op *op, const struct array **arrays, uint32_t count)
{
	if (!numpy_promote_dtypes(op, arrays, count, false))
		return false;
	for (uint32_t i = 0; i < count; i++) {
		if (dtype_class(arrays[i]->type.dtype) != DTYPE_BOOL)
			continue;
		enum dtype_id integer = op->numpy ? DTYPE_ID_INT8 : DTYPE_ID_INT32;
		arrays[i] = lax_convert_element_type(op, arrays[i], dtype_of(integer),
		                                     arrays[i]->type.weak);
		if (!arrays[i])
			return false;
	}
	return true;
}

const struct array *numpy_binary(struct op *op, const struct primitive *primitive,
                                 const struct array *x, const struct array *y, bool inexact)
{
	const struct array *arrays[] = {x, y};
	if (!numpy_promote_dtypes(op, arrays, 2, inexact) || !numpy_promote_ranks(op, arrays, 2))
		return NULL;
	return numpy_compare(op, numpy_primitive(primitive, arrays[0]->type.dtype), arrays[0],
	                     arrays[1]);
}

const struct array *numpy_where(struct op *op, const struct array *condition, const struct array *x,
                                const struct array *y)
{
	const struct array *arrays[] = {condition, x, y};
	if (!condition || !numpy_promote_dtypes(op, arrays + 1, 2, false))
		return NULL;
	if (dtype_class(condition->type.dtype) != DTYPE_BOOL)
		arrays[0] =
		    lax_binary(op, &lax_ne, condition,
		               array_number(op, condition->type.dtype, condition->type.weak, 0));
	bool scalar = arrays[0] && !arrays[0]->type.rank;
	if (!arrays[0] || !numpy_broadcast_arrays(op, scalar ? arrays + 1 : arrays, scalar ? 2 : 3))
		return NULL;
	for (uint32_t i = 0; i < arrays[1]->type.rank; i++)
		if (arrays[1]->type.shape[i] == 0)
			return arrays[1];
	const struct array *cases[] = {arrays[2], arrays[1]};
	return lax_select_n(op, arrays[0], cases, 2);
}

const struct array *numpy_astype(struct op *op, const struct array *x, const struct dtype *dtype)
{
	return lax_convert_element_type(op, x, dtype, false);
}

bool numpy_axis(struct op *op, int64_t axis, uint32_t rank, uint32_t *result)
{
	if (axis < -(int64_t)rank || axis >= (int64_t)rank)
		return refuse(
		    op, RULE_SHAPE_MISMATCH, "ValueError",
		    TEXT("axis {} is out of bounds for array of dimension {}", axis, rank),
		    WORDS("axis {} does not exist: the array has rank {}", axis, rank));
	*result = (uint32_t)(axis < 0 ? axis + rank : axis);
	return true;
}
