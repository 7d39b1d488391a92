/* SPDX-License-Identifier: Apache-2.0 */
/* jax.reshard, jax.sharding.reshard. JAX: pjit.py reshard. */
#include "op/core/sharding_request.h"
#include "library/library.h"
#include "library/placement/placement.h"
#include "trace/module/committed.h"

static const struct array *refuse_none(struct trace *trace, const struct value *sharding)
{
	struct op *op = &trace->op;
	if (op_has(op, JAX_RESHARD_REFUSES_NONE))
		refuse(op, RULE_PROGRAM_ERROR, "ValueError",
		       TEXT("Reshard should only be used with out_shardings which are non-None and "
		            "have a {} mesh. Got sharding {}.",
		            op_has(op, JAX_SHORT_SPEC_REPR) ? "non-empty" : "nonempty",
		            value_repr(sharding)));
	else
		refuse(op, RULE_PROGRAM_ERROR, "AttributeError",
		       TEXT("'NoneType' object has no attribute 'with_spec'"));
	return explain(op, WORDS("reshard needs a sharding to move the array to"),
	               HELP("write P() to replicate it"));
}

/* Some releases have device_put do it outside of jit, which checks the spec first. */
static bool check_put(struct trace *trace, const struct array *x,
                      const struct sharding_request *request)
{
	struct partition_spec spec = request_partition_spec(trace->op.arena, request);
	struct named_placement placement = {
	    .mesh = trace->op.mesh, .spec = &spec, .file = trace->spec};
	return !trace->op.mesh ||
	       placement_meet(&trace->op, &placement, &x->type, MOMENT_DEVICE_PUT);
}

static const struct array *reshard_leaf(struct trace *trace, const struct call_arguments *arguments,
                                        const struct array *x, const struct value *sharding)
{
	const struct sharding_request *request;
	if (!value_to_sharding_on(trace, sharding, "reshard",
	                          op_has(&trace->op, JAX_RESHARD_KEEPS_MESH), &request))
		return NULL;
	if (!request)
		return refuse_none(trace, sharding);
	if (trace->op.eager && op_has(&trace->op, JAX_RESHARD_PUTS) &&
	    !check_put(trace, x, request))
		return NULL;
	const struct array *result =
	    placing_note(trace, arguments, x, lax_reshard(&trace->op, x, request), request);
	/* What is moved step by step is on the devices of the mesh from then on, but not what a
	 * derivative is taken of. */
	return trace->op.eager && !trace->op.watch ? array_assigned(trace, result) : result;
}

static const struct value *reshard(struct trace *trace, const struct call_arguments *arguments)
{
	struct placing placing;
	bool as_arguments = op_has(&trace->op, JAX_RESHARD_AS_ARGUMENTS);
	if (!placing_read(trace, argument(arguments, 0), argument(arguments, 1),
	                  as_arguments ? "reshard out_shardings" : "reshard shardings",
	                  as_arguments ? PLACING_ARGUMENTS : PLACING_TREE, &placing) ||
	    !placing_make_arrays(trace, &placing))
		return NULL;
	return placing_apply(trace, arguments, &placing, reshard_leaf);
}

const struct function_row library_reshard[] = {
    MODULE("jax"),
    FUNCTION("reshard", "xs, out_shardings", reshard, .since = "0.8.2"),
    MODULE("jax.sharding"),
    FUNCTION("reshard", "xs, out_shardings", reshard, .since = "0.7.0"),
    MODULE("jax.experimental.shard"),
    FUNCTION("reshard", "xs, out_shardings", reshard, .since = "0.5.3", .until = "0.7.0"),
    TABLE_END,
};
