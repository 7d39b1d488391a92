/* SPDX-License-Identifier: Apache-2.0 */
/* Choosing among arrays element by element. JAX: lax/lax.py select_n, clamp. */
#include <assert.h>

#include "op/core/dtype_class.h"
#include "op/elementwise/elementwise.h"
#include "op/core/array_message.h"
#include "op/core/shape_rules.h"
#include "op/shape/shape.h"

static bool raise_which_shape(struct op *op, const struct array_type *which,
                              const struct array_type *first)
{
	return refuse(op, RULE_SHAPE_MISMATCH, "TypeError",
	              TEXT("select `which` must be scalar or have the same shape as cases, got "
	                   "`which` shape {shape} but case shape {shape}.",
	                   which, first));
}

static bool select_shapes(struct op *op, const struct application *application)
{
	const struct array_type *const *types = application->operands, *first = types[1];
	bool same = true;
	for (uint32_t i = 1; i < application->count; i++)
		same = same && type_same_shape(types[i], first);
	if (!same)
		return refuse(op, RULE_SHAPE_MISMATCH, "TypeError",
		              TEXT("select cases must have the same shapes, got [{shapes}].",
		                   type_list_of(types + 1, application->count - 1)));
	if (types[0]->rank && !type_same_shape(types[0], first))
		return raise_which_shape(op, types[0], first);
	return true;
}

static bool select_dtypes(struct op *op, const struct application *application)
{
	const struct dtype *which = application->operands[0]->dtype;
	if (!check_same_dtypes(op, "select", &application->operands[1], application->count - 1))
		return false;
	if (dtype_class(which) != DTYPE_BOOL && !dtype_is_integer(which))
		return refuse(
		    op, RULE_DTYPE_MISMATCH, "TypeError",
		    TEXT("select `which` must be boolean or integer type, got {}.", which->name));
	if (dtype_class(which) == DTYPE_BOOL && application->count > 3)
		return refuse(op, RULE_DTYPE_MISMATCH, "TypeError",
		              TEXT("select with boolean `which` cannot have > 2 cases."));
	return true;
}

static bool same_partitions(const struct array_type *a, const struct array_type *b)
{
	return abstract_mesh_equal(a->mesh, b->mesh) && spec_equal(a->spec, b->spec, a->rank);
}

static bool same_sharding(const struct array_type *a, const struct array_type *b)
{
	return same_partitions(a, b) && a->unreduced == b->unreduced && a->reduced == b->reduced;
}

static bool raise_cases(struct op *op, const struct application *application)
{
	return refuse(
	    op, RULE_SHARDING_CONFLICT, "ShardingTypeError",
	    TEXT("select cases must have the same shardings, got [{shardings}].",
	         type_list_of(application->operands + 1, application->count - 1)),
	    CLASS_BEFORE(JAX_SHARDING_TYPE_ERROR, "TypeError"),
	    WORDS(
		"the values to choose from must be sharded alike, replication included, but are {}",
		arrays_shown(op, application->operands + 1, application->count - 1)),
	    HELP("move one of them first: {reshard}({written}, {P()})",
	         application->operands[application->count - 1], application->operands[1]));
}

static bool raise_which(struct op *op, const struct application *application,
                        const struct array_type *first)
{
	const struct array_type *which = application->operands[0];
	return refuse(op, RULE_SHARDING_CONFLICT, "ShardingTypeError",
	              TEXT("select `which` must be scalar or have the same sharding as cases, got "
	                   "`which` sharding {sharding} but case sharding {sharding}.",
	                   which, application->operands[1]),
	              CLASS_BEFORE(JAX_SHARDING_TYPE_ERROR, "TypeError"),
	              WORDS("{array|the condition} is sharded differently from the values that it "
	                    "chooses between, {array}",
	                    which, first),
	              HELP("move it first: {reshard}({written}, {P()})", which, first));
}

/* lax.py _select_sharding_rule. The case whose sharding the result has; NULL when all are
 * constants. */
static bool select_sharding(struct op *op, const struct application *application,
                            const struct array_type **first)
{
	const struct array_type *const *types = application->operands, *which = types[0];
	*first = NULL;
	for (uint32_t i = 1; i < application->count; i++) {
		if (!types[i]->mesh)
			continue;
		if (*first && !same_sharding(types[i], *first))
			return raise_cases(op, application);
		*first = *first ? *first : types[i];
	}
	if (*first && which->rank && which->mesh &&
	    !(op_has(op, JAX_SELECT_PARTIAL) ? same_partitions(which, *first)
	                                     : same_sharding(which, *first)))
		return raise_which(op, application, *first);
	return true;
}

static bool infer_select(struct op *op, const struct application *application,
                         struct array_type *result)
{
	assert(application->count > 1);
	const struct array_type *first = application->operands[1], *sharded = NULL;
	const struct abstract_mesh *mesh;
	bool runs;
	*result = type_plain(op->arena, first->dtype, first->shape, first->rank);
	result->weak = true;
	for (uint32_t i = 1; i < application->count; i++)
		result->weak = result->weak && application->operands[i]->weak;
	if (!select_shapes(op, application) || !select_dtypes(op, application) ||
	    !rule_mesh(op, application, &mesh, &runs))
		return false;
	if (runs && !select_sharding(op, application, &sharded))
		return false;
	const struct dim_axes *spec = sharded ? sharded->spec : result->spec;
	return rule_result(op, application, mesh, runs ? spec : NULL, result);
}

/* A vmapped `which` of a scalar, in the shape of the case along its dimension `dim`. */
static const struct array *spread_which(struct op *op, const struct array *which,
                                        const struct array *like, uint32_t dim)
{
	assert(dim < like->type.rank);
	struct sharding_request request = type_request(&like->type);
	bool sharded = like->type.mesh && op_has(op, JAX_SELECT_MAPPED_SHARDED);
	if (which->type.rank != 1)
		return refuse(
		    op, RULE_SHAPE_MISMATCH, "AssertionError", TEXT(""),
		    WORDS("what chooses and what is chosen have different shapes under vmap"));
	return lax_broadcast_in_dim(op, which, like->type.shape, like->type.rank, &dim,
	                            sharded ? &request : NULL);
}

/* Whether all cases are mapped along the same dimension as the first one. */
static bool cases_alike(const struct batching *batching)
{
	for (uint32_t i = 2; i < batching->count; i++)
		if (batching->dims[i] != batching->dims[1])
			return false;
	return true;
}

/* Whether all cases are mapped, and as large as each other. */
static bool cases_mapped(const struct batching *batching)
{
	for (uint32_t i = 1; i < batching->count; i++)
		if (batching->dims[i] < 0 ||
		    !type_same_shape(&batching->operands[1]->type, &batching->operands[i]->type))
			return false;
	return true;
}

static const struct array *select_front(struct op *op, const struct batching *batching, uint32_t i)
{
	assert(i < batching->count);
	const struct array *operand = batching->operands[i];
	if (op_has(op, JAX_SELECT_MAPPED_SHARDED))
		return batch_materialise(op, batching->mapping, operand, batching->dims[i], 0);
	return batch_front_unsharded(op, batching->mapping, operand, batching->dims[i]);
}

/* Scalar cases in the shape of what chooses among them. */
static bool spread_cases(struct op *op, const struct array **operands, uint32_t count)
{
	const struct array_type *which = &operands[0]->type;
	struct sharding_request request = type_request(which);
	bool sharded = which->mesh && op_has(op, JAX_SELECT_SPREADS_SHARDED);
	for (uint32_t i = 1; i < count; i++) {
		if (!sharded && !spec_is_none(which) && !operands[i]->type.mesh)
			return op_unknown(op, "a choice of constants by a condition that is mapped "
			                      "and sharded");
		operands[i] = lax_broadcast_in_dim(op, operands[i], which->shape, which->rank, NULL,
		                                   sharded ? &request : NULL);
		if (!operands[i])
			return false;
	}
	return true;
}

/* The general case of lax.py _select_batch_rule: everything gets the mapped dimension in front. */
static bool select_in_front(struct op *op, const struct batching *batching,
                            const struct array **operands)
{
	bool scalars = true, alike = true;
	for (uint32_t i = 1; i < batching->count; i++)
		scalars = scalars && !batching->operands[i]->type.rank;
	for (uint32_t i = 0; i < batching->count; i++) {
		bool moved = i ? !scalars : batching->operands[0]->type.rank > 0;
		operands[i] = moved ? select_front(op, batching, i) : batching->operands[i];
		if (!operands[i])
			return false;
		alike = alike && (i < 2 || type_same_shape(&operands[1]->type, &operands[i]->type));
	}
	uint32_t rank = operands[1]->type.rank;
	if (!alike || (operands[0]->type.rank > rank && rank))
		return refuse(op, RULE_SHAPE_MISMATCH, "AssertionError", TEXT(""),
		              WORDS("what is chosen from has different shapes under vmap"));
	if (operands[0]->type.rank && operands[0]->type.rank < rank)
		operands[0] = spread_which(op, operands[0], operands[1], 0);
	if (!operands[0] || operands[0]->type.rank <= rank)
		return operands[0] != NULL;
	return spread_cases(op, operands, batching->count);
}

static bool batch_select(struct op *op, const struct batching *batching, const struct batched *out)
{
	const struct array **operands = arena_new(op->arena, const struct array *, batching->count);
	memcpy(operands, batching->operands, batching->count * sizeof(*operands));
	const struct array *which = operands[0];
	uint32_t dim = (uint32_t)batching->dims[1];
	out->dims[0] = batching->dims[1];
	if (cases_alike(batching) && batching->dims[0] == batching->dims[1]) {
		if (!type_same_shape(&which->type, &operands[1]->type))
			operands[0] = spread_which(op, which, operands[1], dim);
	} else if (!which->type.rank && batching->dims[1] >= 0 &&
	           (cases_alike(batching) || cases_mapped(batching))) {
		/* a scalar chooses between whole arrays */
		for (uint32_t i = 2; i < batching->count; i++)
			operands[i] = batch_move(op, operands[i], batching->dims[i], dim);
	} else {
		out->dims[0] = 0;
		if (!select_in_front(op, batching, operands))
			return false;
	}
	out->results[0] = lax_select_n(op, operands[0], operands + 1, batching->count - 1);
	return out->results[0] != NULL;
}

static bool select_elements(struct op *op, const struct application *application,
                            const union element *const *operands, const struct array_type *results,
                            union element *const *items)
{
	bool scalar = !application->operands[0]->rank;
	int64_t count = held_count(results), cases = application->count - 1;
	(void)op;
	for (int64_t i = 0; i < count; i++) {
		int64_t which = operands[0][scalar ? 0 : i].integer;
		if (which < 0 || which >= cases)
			return false;
		items[0][i] = operands[which + 1][i];
	}
	return true;
}

static const struct primitive select_n = {.name = "select_n",
                                          .infer = infer_select,
                                          .unreduced = select_partial,
                                          .batch = batch_select,
                                          .elements = select_elements,
                                          .linear = LINEAR,
                                          .derivative = DERIVATIVE_KEEPS_SHARDINGS};

const struct array *lax_select_n(struct op *op, const struct array *which,
                                 const struct array *const *cases, uint32_t count)
{
	if (!count)
		return refuse(op, RULE_PROGRAM_ERROR, "ValueError",
		              TEXT("select_n() must have at least one case"));
	const struct array **operands = arena_new(op->arena, const struct array *, count + 1);
	operands[0] = which;
	memcpy(operands + 1, cases, count * sizeof *cases);
	return primitive_apply_one(op, &select_n, NULL, operands, count + 1);
}

static bool raise_bound(struct op *op, const char *name, const struct array_type *bound,
                        const struct array_type *x)
{
	return refuse(op, RULE_SHAPE_MISMATCH, "TypeError",
	              TEXT("clamp requires {}.shape == operand.shape or {}.shape == (), got "
	                   "{}.shape={shape}, operand.shape={shape}.",
	                   name, name, name, bound, x));
}

static bool infer_clamp(struct op *op, const struct application *application,
                        struct array_type *result)
{
	assert(application->count == 3);
	const struct array_type *const *types = application->operands, *x = types[1];
	const struct abstract_mesh *mesh;
	bool runs;
	if (types[0]->rank && !type_same_shape(types[0], x))
		return raise_bound(op, "min", types[0], x);
	if (types[2]->rank && !type_same_shape(types[2], x))
		return raise_bound(op, "max", types[2], x);
	*result = type_plain(op->arena, x->dtype, x->shape, x->rank);
	result->weak = types[0]->weak && x->weak && types[2]->weak;
	return check_same_dtypes(op, "clamp", types, 3) &&
	       rule_mesh(op, application, &mesh, &runs) &&
	       rule_result(op, application, runs && x->mesh ? x->mesh : mesh, runs ? x->spec : NULL,
	                   result);
}

/* A bound in the shape of the operand: mapped scalars stand along the mapped dimension. */
static const struct array *spread_bound(struct op *op, const struct array *bound,
                                        const struct array *x, uint32_t dim)
{
	if (!bound || !x || !x->type.rank || bound->type.rank == x->type.rank)
		return bound;
	return lax_broadcast_in_dim(op, bound, x->type.shape, x->type.rank, &dim, NULL);
}

static bool batch_clamp(struct op *op, const struct batching *batching, const struct batched *out)
{
	const struct array *operands[3];
	const int32_t *dims = batching->dims;
	memcpy(operands, batching->operands, sizeof operands);
	bool alike = dims[0] == dims[1] && dims[1] == dims[2];
	bool scalars = !operands[0]->type.rank && !operands[2]->type.rank;
	uint32_t dim = alike || (scalars && dims[1] >= 0) ? (uint32_t)dims[1] : 0;
	for (uint32_t i = 0; !alike && !(scalars && dims[1] >= 0) && i < 3; i++) {
		if (operands[i]->type.rank)
			operands[i] =
			    batch_front_unsharded(op, batching->mapping, operands[i], dims[i]);
		if (!operands[i])
			return false;
	}
	if (!operands[1]->type.rank) {
		const struct array *like = operands[0]->type.rank ? operands[0] : operands[2];
		operands[1] = lax_broadcast_in_dim(op, operands[1], like->type.shape,
		                                   like->type.rank, NULL, NULL);
	}
	bool bare = scalars && dims[1] >= 0;
	for (uint32_t i = 0; !bare && i < 3; i += 2)
		operands[i] = spread_bound(op, operands[i], operands[1], dim);
	return batched_result(out, lax_clamp(op, operands[0], operands[1], operands[2]),
	                      (int32_t)dim);
}

/* a > b and c < d */
static const struct array *between(struct op *op, const struct array *a, const struct array *b,
                                   const struct array *c, const struct array *d)
{
	const struct array *above = lax_binary(op, &lax_gt, a, b);
	const struct array *below = above ? lax_binary(op, &lax_lt, c, d) : NULL;
	return lax_binary(op, &lax_and, above, below);
}

/* A tangent has the type of what it is one of, which stands for it. JAX: lax.py clamp_p. */
static bool forward_clamp(struct op *op, const struct tape_entry *entry, uint32_t operand)
{
	const struct array *low = entry->operands[0], *x = entry->operands[1],
			   *high = entry->operands[2];
	const struct array *condition = operand == 0   ? between(op, low, x, low, high)
	                                : operand == 1 ? between(op, x, low, x, high)
	                                               : lax_binary(op, &lax_lt, high, x);
	const struct array *cases[] = {x, entry->operands[operand]};
	return lax_select_n(op, condition, cases, 2) != NULL;
}

static bool clamp_elements(struct op *op, const struct application *application,
                           const union element *const *operands, const struct array_type *results,
                           union element *const *items)
{
	const struct array_type *const *types = application->operands;
	int64_t count = held_count(results);
	for (int64_t i = 0; i < count; i++) {
		union element low = operands[0][types[0]->rank ? i : 0],
			      high = operands[2][types[2]->rank ? i : 0];
		if (!element_joined(op, &lax_max, results->dtype, operands[1][i], low, &low) ||
		    !element_joined(op, &lax_min, results->dtype, low, high, &items[0][i]))
			return false;
	}
	return true;
}

static const struct primitive clamp = {.name = "clamp",
                                       .forward = forward_clamp,
                                       .infer = infer_clamp,
                                       .batch = batch_clamp,
                                       .elements = clamp_elements,
                                       .derivative = DERIVATIVE_KEEPS_SHARDINGS};

const struct array *lax_clamp(struct op *op, const struct array *low, const struct array *x,
                              const struct array *high)
{
	const struct array *operands[] = {low, x, high};
	return primitive_apply_one(op, &clamp, NULL, operands, 3);
}
