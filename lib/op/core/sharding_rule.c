/* SPDX-License-Identifier: Apache-2.0 */
/* What the sharding rules of all primitives share. JAX: lax/utils.py call_sharding_rule,
 * call_shape_dtype_sharding_rule; core.py check_avals_context_mesh. */
#include "op/core/primitive.h"

#include <assert.h>
#include "op/core/array_message.h"

static bool all_auto(const struct abstract_mesh *mesh)
{
	for (uint32_t i = 0; i < mesh->mesh->naxes; i++)
		if (mesh->types[i] != AXIS_AUTO)
			return false;
	return true;
}

static bool raise_context(struct op *op, const struct array_type *type, const char *primitive)
{
	assert(op->mesh && type->mesh);
	return refuse(op, RULE_CONTEXT_MESH, "ValueError",
	              TEXT("For primitive {}, context mesh {} should match the aval mesh {} for "
	                   "shape {long}. This error occurs at source: ",
	                   primitive, op->mesh, type->mesh, type),
	              WORDS("{array|an operand} is on another mesh than the one in context", type),
	              HELP("place all arrays of the program on one mesh, and set that mesh"));
}

bool check_context(struct op *op, const struct array_type *type, const char *primitive)
{
	if (!op->mesh || !type->mesh || !op_has(op, JAX_AXIS_TYPES) ||
	    (all_auto(type->mesh) && all_auto(op->mesh)) ||
	    abstract_mesh_equal(type->mesh, op->mesh))
		return true;
	return raise_context(op, type, primitive);
}

/* The mesh that the operands share; *mesh is NULL when none has one. */
static bool operands_mesh(struct op *op, const struct application *application,
                          const struct abstract_mesh **mesh)
{
	*mesh = NULL;
	for (uint32_t i = 0; i < application->count; i++) {
		const struct abstract_mesh *next = application->operands[i]->mesh;
		if (!next || next == *mesh)
			continue;
		if (*mesh && !abstract_mesh_equal(*mesh, next)) {
			if (all_auto(*mesh) && all_auto(next)) {
				*mesh = NULL;
				return true;
			}
			return refuse(op, RULE_CONTEXT_MESH, "ValueError",
			              TEXT("Mesh for all inputs should be equal. Got one mesh: {} "
			                   "and another mesh: {}",
			                   *mesh, next),
			              HELP("place all operands of one operation on one mesh"));
		}
		*mesh = next;
	}
	return true;
}

bool rule_mesh(struct op *op, const struct application *application,
               const struct abstract_mesh **mesh, bool *runs)
{
	if (!operands_mesh(op, application, mesh))
		return false;
	*runs = (op->mesh && op->mesh->explicit_axes) || (*mesh && (*mesh)->explicit_axes);
	if (!*mesh)
		*mesh = op->mesh;
	return true;
}

uint64_t spec_repeated_axes(const struct dim_axes *spec, uint32_t rank)
{
	uint64_t seen = 0, repeated = 0;
	for (uint32_t i = 0; i < rank; i++) {
		for (uint32_t j = 0; j < spec[i].count; j++) {
			uint64_t bit = (uint64_t)1 << spec[i].axes[j];
			repeated |= seen & bit;
			seen |= bit;
		}
	}
	return repeated;
}

/* NamedSharding refuses the spec; what the primitive makes of that depends on its results. */
/* Whether a dimension is sharded over one of the axes. */
static bool uses_axes(const struct array_type *type, uint64_t axes)
{
	for (uint32_t i = 0; i < type->rank; i++)
		for (uint32_t j = 0; j < type->spec[i].count; j++)
			if (axes >> type->spec[i].axes[j] & 1)
				return true;
	return false;
}

static bool raise_repeated(struct op *op, const struct application *application,
                           const struct array_type *type, uint64_t repeated)
{
	assert(repeated && type->mesh);
	uint32_t axis = 0;
	while (!(repeated >> axis & 1))
		axis++;
	struct str name = type->mesh->mesh->axes[axis].name;
	if (application->nresults == 1)
		refuse(op, RULE_RESULT_AXIS_REPEATED, "ShardingTypeError",
		       TEXT("{} operation with inputs: {} produces an illegally sharded result: {}",
		            application->primitive->name,
		            type_list_of(application->operands, application->count), type),
		       CLASS_BEFORE(JAX_SHARDING_TYPE_ERROR, "TypeError"));
	else
		refuse_repeated(op, type, repeated);
	struct buf given = op_buf(op);
	const struct array_type *moved = NULL;
	for (uint32_t i = 0; i < application->count; i++) {
		const struct array_type *operand = application->operands[i];
		if (!uses_axes(operand, repeated))
			continue;
		buf_puts(&given, given.len ? " and " : "");
		buf_add(&given, array_shown(op, operand, ""));
		moved = operand;
	}
	return explain(op,
	               WORDS("the result of {} would be {}, with mesh axis '{}' on two dimensions",
	                     &given, type, name),
	               HELP("move one of them first: {reshard}({}, P(…)) without '{}'",
	                    moved ? array_written(op, moved) : STR("…"), name));
}

bool refuse_repeated(struct op *op, const struct array_type *type, uint64_t repeated)
{
	assert(repeated && type->mesh);
	struct buf names = op_buf(op);
	for (uint32_t i = 0; i < type->mesh->mesh->naxes; i++)
		if (repeated >> i & 1)
			buf_printf(&names, "%s`%.*s`", names.len ? ", " : "",
			           STR_ARG(type->mesh->mesh->axes[i].name));
	return refuse(op, RULE_RESULT_AXIS_REPEATED, "DuplicateSpecError",
	              TEXT("A single NamedSharding spec specification can map every mesh axis to "
	                   "at most one positional dimension, but {spec} has duplicate entries "
	                   "for {}",
	                   type, &names));
}

bool check_request(struct op *op, const struct sharding_request *request)
{
	uint64_t repeated = spec_repeated_axes(request->spec, request->count);
	if (!repeated)
		return true;
	struct array_type type = {
	    .rank = request->count, .spec = request->spec, .mesh = request->mesh};
	refuse_repeated(op, &type, repeated);
	return explain(
	    op,
	    WORDS("the result would be sharded {P()}, with a mesh axis on two dimensions",
	          entries_of(request->mesh, request->spec, request->count)),
	    HELP("reshard an operand first, so that only one dimension has the axis"));
}

bool refuse_unreduced(struct op *op, const struct application *application)
{
	uint64_t unreduced = 0, reduced = 0;
	for (uint32_t i = 0; i < application->count; i++) {
		unreduced |= application->operands[i]->unreduced;
		reduced |= application->operands[i]->reduced;
	}
	if (!unreduced && !reduced)
		return true;
	if (!unreduced && !op_has(op, JAX_REDUCED_RULE))
		return op_unknown(op, "what %s makes of reduced axes is not known",
		                  application->primitive->name);
	uint32_t part = 0;
	while (!application->operands[part]->unreduced && !application->operands[part]->reduced)
		part++;
	const struct array_type *operand = application->operands[part];
	struct array_type whole = *operand;
	whole.unreduced = whole.reduced = 0;
	return refuse(
	    op, RULE_UNREDUCED_AXIS, "NotImplementedError",
	    TEXT("{} rule for {} is not implemented. Please file an issue at "
	         "https://github.com/jax-ml/jax/issues",
	         op_has(op, JAX_UNREDUCED_REDUCED_RULE)    ? "unreduced/reduced"
	         : reduced && op_has(op, JAX_REDUCED_RULE) ? "reduced"
	                                                   : "unreduced",
	         application->primitive->name),
	    WORDS("{} takes no array with {} axes, and {array|an operand} has some",
	          application->primitive->name, unreduced ? "unreduced" : "reduced", operand),
	    HELP("{} first: {reshard}({written}, {P()})",
	         operand->unreduced ? "finish the sum" : "leave 'reduced' out", operand, &whole));
}

bool rule_takes_partial(struct op *op, const struct application *application,
                        const struct abstract_mesh *mesh)
{
	if (!op_has(op, JAX_UNREDUCED_ALL_EXPLICIT) || !mesh ||
	    abstract_mesh_all(mesh, AXIS_EXPLICIT))
		return true;
	for (uint32_t i = 0; i < application->count; i++)
		if (application->operands[i]->unreduced || application->operands[i]->reduced)
			return refuse(
			    op, RULE_PROGRAM_ERROR, "AssertionError", TEXT(""),
			    WORDS("{} of this release takes unreduced and reduced axes only on a "
			          "mesh whose axes are all Explicit",
			          application->primitive->name),
			    HELP("finish the sum first: {reshard}(…, P(…))"));
	return true;
}

bool rule_result(struct op *op, const struct application *application,
                 const struct abstract_mesh *mesh, const struct dim_axes *spec,
                 struct array_type *type)
{
	type->mesh = mesh;
	type->spec = spec ? spec : spec_none(op->arena, type->rank);
	if (!spec) {
		type->unreduced = type->reduced = 0;
		return true;
	}
	uint64_t repeated = spec_repeated_axes(type->spec, type->rank);
	if (repeated)
		return raise_repeated(op, application, type, repeated);
	bool done = application->primitive->unreduced
	                ? rule_takes_partial(op, application, mesh) &&
	                      application->primitive->unreduced(op, application, type)
	                : refuse_unreduced(op, application);
	if (!done)
		return false;
	struct sharding_request request = type_request(type);
	return type_shard(op, type, &request);
}

bool rule_missing(struct op *op, const struct application *application)
{
	struct str version = version_text(op->arena, op->rules->version);
	return refuse(
	    op, RULE_OPERATION_WITHOUT_RULE, "ShardingTypeError",
	    TEXT("sharding rule for {} is not implemented. Please file {} at "
	         "https://github.com/jax-ml/jax/issues. You can work around this error by dropping "
	         "that operation into full auto sharding mode via: `{}.auto_axes(fun, "
	         "out_shardings=...)`",
	         application->primitive->name, op_has(op, JAX_FILE_A_BUG) ? "a bug" : "an issue",
	         op_has(op, JAX_SHARD_EXPERIMENTAL) ? "jax.experimental.shard" : "jax.sharding"),
	    CLASS_BEFORE(JAX_SHARDING_TYPE_ERROR, "ValueError"),
	    WORDS("JAX {} cannot shard {} on explicit axes", version, application->primitive->name),
	    HELP("use a newer release, or leave it to the compiler: {}.auto_axes",
	         op_has(op, JAX_SHARD_EXPERIMENTAL) ? "jax.experimental.shard" : "jax.sharding"));
}
