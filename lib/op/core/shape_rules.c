/* SPDX-License-Identifier: Apache-2.0 */
#include "op/core/shape_rules.h"

#include <assert.h>

#include <inttypes.h>

#include "jax/python_text.h"

static bool rule_for_sets_missing(struct op *op, const struct application *application,
                                  const char *sets)
{
	const char *name = application->primitive->name;
	return refuse(
	    op, RULE_UNREDUCED_AXIS, "NotImplementedError",
	    TEXT("{} rule for {} is not implemented. Please file an issue at "
	         "https://github.com/jax-ml/jax/issues",
	         sets, name),
	    WORDS("{} takes no array with {} axes in this release, and {array|this one} has some",
	          name, sets, application->operands[0]),
	    HELP("complete its sums first: {reshard}({written}, P(…))", application->operands[0]));
}

bool keep_partial(struct op *op, const struct application *application, struct array_type *result)
{
	const struct partial_rules *rules = application->primitive->data;
	const struct array_type *operand = application->operands[0];
	result->unreduced = operand->unreduced;
	result->reduced = operand->reduced;
	result->unreduced_kind = operand->unreduced_kind;
	bool unreduced = operand->unreduced && !op_has(op, rules->unreduced);
	bool reduced = operand->reduced && !op_has(op, rules->reduced);
	if (op_has(op, JAX_UNREDUCED_REDUCED_RULE))
		return (!unreduced && !reduced) ||
		       rule_for_sets_missing(op, application, "unreduced/reduced");
	if (reduced && op_has(op, JAX_REDUCED_NEEDS_RULE))
		return rule_for_sets_missing(op, application, "reduced");
	return !unreduced || rule_for_sets_missing(op, application, "unreduced");
}

bool rule_of_operand(struct op *op, const struct application *application,
                     const struct dim_axes *spec, struct array_type *result)
{
	assert(application->count > 0);
	const struct abstract_mesh *mesh;
	bool runs;
	if (!rule_mesh(op, application, &mesh, &runs))
		return false;
	if (!runs)
		return rule_result(op, application, mesh, NULL, result);
	mesh = application->operands[0]->mesh;
	return rule_result(op, application, mesh, mesh ? spec : NULL, result);
}

static bool all_ones(const struct array_type *type)
{
	for (uint32_t i = 0; i < type->rank; i++)
		if (type->shape[i] != 1)
			return false;
	return true;
}

/* The shape as a tuple, in which some sizes are numpy's: (8, np.int64(1)). */
static struct str numpy_shape(const struct op *op, const struct array_type *type,
                              uint64_t numpy_dims)
{
	struct buf out = op_buf(op);
	buf_putc(&out, '(');
	for (uint32_t i = 0; i < type->rank; i++)
		buf_printf(&out, numpy_dims >> i & 1 ? "%snp.int64(%" PRId64 ")" : "%s%" PRId64,
		           i ? ", " : "", type->shape[i]);
	python_tuple_end(&out, type->rank);
	return buf_str(&out);
}

static bool raise_indivisible(struct op *op, const struct array_type *operand, const char *words,
                              uint64_t numpy_dims, const struct array_type *result, uint32_t dim)
{
	assert(dim < operand->rank && dim < result->rank);
	struct message_argument entry = entry_of(operand->mesh, operand->spec[dim]);
	int64_t ways = dim_axes_ways(operand->mesh, operand->spec[dim]);
	struct str axes =
	    operand->spec[dim].count == 1 ? phrase(op, "{axes}", entry) : phrase(op, "{}", entry);
	struct str got = op_has(op, JAX_SLICING_NAMES_TYPES)
	                     ? phrase(op, " Got input type={} and output shape={}", operand,
	                              numpy_shape(op, result, numpy_dims))
	                     : STR("");
	struct array_type whole = *operand;
	struct dim_axes *spec = spec_copy(op->arena, operand->spec, operand->rank);
	spec[dim] = (struct dim_axes){0};
	whole.spec = spec;
	return refuse(op, RULE_SLICE_INDIVISIBLE, "ShardingTypeError",
	              TEXT("{} on sharded dims where out dim ({}) is not {} by mesh axes ({}) with "
	                   "spec ({}) is not implemented.{}",
	                   words, result->shape[dim],
	                   op_has(op, JAX_SPELLS_DIVISIBLE) ? "divisible" : "divisble", ways, axes,
	                   got),
	              CLASS_BEFORE(JAX_SHARDING_TYPE_ERROR, "NotImplementedError"),
	              WORDS("dimension {} of {array|the array} is cut into {} shards over {axes}, "
	                    "and its new size {} is not divisible by that",
	                    dim, operand, ways, entry, result->shape[dim]),
	              HELP("gather that dimension first, {reshard}({written}, {P()}), or make the "
	                   "new size a multiple of {}",
	                   operand, &whole, ways));
}

bool rule_varying_numpy(struct op *op, const struct application *application, const char *words,
                        uint64_t numpy_dims, struct array_type *result)
{
	assert(application->operands[0]->rank == result->rank);
	const struct array_type *operand = application->operands[0];
	const struct abstract_mesh *mesh;
	bool runs;
	if (!rule_mesh(op, application, &mesh, &runs))
		return false;
	if (op_has(op, JAX_ALL_ONES_REPLICATED) && all_ones(result))
		return rule_of_operand(op, application, spec_none(op->arena, result->rank), result);
	for (uint32_t i = 0; runs && i < result->rank; i++)
		if (operand->spec[i].count && operand->shape[i] != result->shape[i] &&
		    result->shape[i] % dim_axes_ways(operand->mesh, operand->spec[i]) != 0)
			return raise_indivisible(op, operand, words, numpy_dims, result, i);
	return rule_of_operand(op, application, operand->spec, result);
}

bool rule_varying_shape(struct op *op, const struct application *application, const char *words,
                        struct array_type *result)
{
	return rule_varying_numpy(op, application, words, 0, result);
}

bool sharding_equal(const struct array_type *a, const struct array_type *b)
{
	return a->rank == b->rank && abstract_mesh_equal(a->mesh, b->mesh) &&
	       spec_equal(a->spec, b->spec, a->rank) && a->unreduced == b->unreduced &&
	       a->reduced == b->reduced &&
	       (!a->unreduced || a->unreduced_kind == b->unreduced_kind);
}

bool type_equal(const struct array_type *a, const struct array_type *b)
{
	const char *kind = a->memory_kind, *other = b->memory_kind;
	return a->dtype == b->dtype && a->weak == b->weak && type_same_shape(a, b) &&
	       a->varying == b->varying && sharding_equal(a, b) &&
	       (kind && other ? strcmp(kind, other) == 0 : kind == other);
}

bool request_equals_type(const struct sharding_request *request, const struct array_type *type)
{
	return request->count == type->rank && abstract_mesh_equal(request->mesh, type->mesh) &&
	       spec_equal(request->spec, type->spec, type->rank) &&
	       request->unreduced == type->unreduced && request->reduced == type->reduced &&
	       (!type->unreduced || request->unreduced_kind == type->unreduced_kind);
}

int64_t *sizes_insert(struct arena *arena, const int64_t *sizes, uint32_t count, uint32_t at,
                      int64_t size)
{
	assert(at <= count);
	int64_t *all = arena_new(arena, int64_t, (size_t)count + 1);
	for (uint32_t i = 0; i < count; i++)
		all[i < at ? i : i + 1] = sizes[i];
	all[at] = size;
	return all;
}

void result_like(struct array_type *result, const struct array_type *operand, const int64_t *shape,
                 uint32_t rank)
{
	assert(operand->dtype && (shape || !rank));
	result->dtype = operand->dtype;
	result->weak = operand->weak;
	result->shape = shape;
	result->rank = rank;
}
