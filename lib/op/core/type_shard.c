/* SPDX-License-Identifier: Apache-2.0 */
/* Making types sharded as somebody asks for, with the checks of JAX. */

#include "op/core/abstract_mesh.h"
#include "op/core/array_message.h"

#include <assert.h>

static void raise_length(struct op *op, const struct array_type *type,
                         const struct sharding_request *kept, struct str numbers)
{
	refuse(op, RULE_RANK_MISMATCH, "ValueError",
	       TEXT("Length of sharding.spec{}. Got sharding.spec {spec}, aval.ndim {} and "
	            "sharding {sharding}",
	            numbers, kept, type->rank, kept));
}

static bool say_length(struct op *op, const struct array_type *type,
                       const struct sharding_request *kept)
{
	bool tail = false;
	for (uint32_t i = type->rank; i < kept->count; i++)
		tail |= kept->spec[i].count > 0;
	if (!tail && kept->count > type->rank)
		op->error.slip =
		    (struct diag_slip){.entries = kept->count, .surplus = kept->count - type->rank};
	explain(op, WORDS("the sharding {P()} has {} entr{}, but the array has rank {}",
	                  entries_of(kept->mesh, kept->spec, kept->count), kept->count,
	                  kept->count == 1 ? "y" : "ies", type->rank));
	if (kept->count < type->rank)
		return explain(op, HELP("write an entry for every dimension"));
	if (!type->rank)
		return explain(op, HELP("a scalar cannot be sharded: write P()"));
	return explain(op, HELP("keep the first entr{}: {P()}", type->rank == 1 ? "y" : "ies",
	                        entries_of(kept->mesh, kept->spec, type->rank)));
}

/* A spec that is longer than the rank; false when the release refuses it. */
static bool check_longer(struct op *op, const struct array_type *type,
                         const struct sharding_request *kept)
{
	bool tail = false;
	for (uint32_t i = type->rank; i < kept->count; i++)
		tail = tail || kept->spec[i].count;
	if (op_has(op, JAX_LENGTH_MUST_MATCH) && kept->mesh->explicit_axes) {
		raise_length(op, type, kept,
		             str_format(op->arena, " (%u) must be equal to aval's ndim (%u)",
		                        kept->count, type->rank));
	} else if (op_has(op, JAX_SLICING_REDUCED_REFUSED) && (kept->unreduced | kept->reduced)) {
		refuse(op, RULE_RANK_MISMATCH, "ValueError",
		       TEXT("Using pspec[...] is dangerous when PartitionSpec has non-empty "
		            "unreduced/reduced set. Please use spec.partitions[...]"));
	} else if (tail) {
		refuse(op, RULE_RANK_MISMATCH, "AssertionError",
		       TEXT("({}, {spec})", type->rank, kept));
	} else {
		return true;
	}
	return say_length(op, type, kept);
}

/* core.py get_sharding on a spec whose length is not the rank. `sharded`: some entry names an axis.
 */
static bool check_length(struct op *op, const struct array_type *type,
                         const struct sharding_request *kept, bool sharded)
{
	bool as_written =
	    op_has(op, JAX_LENGTH_AS_WRITTEN) && sharded && kept->mesh->explicit_axes &&
	    (kept->count > type->rank ||
	     (kept->count < type->rank && !abstract_mesh_all(kept->mesh, AXIS_EXPLICIT)));
	if (as_written) {
		raise_length(op, type, kept, STR(" must be equal to aval's ndim"));
		return say_length(op, type, kept);
	}
	return kept->count <= type->rank || check_longer(op, type, kept);
}

/* core.py _check_divisibility. */
static bool check_divisible(struct op *op, const struct array_type *type)
{
	for (uint32_t i = 0; i < type->rank; i++) {
		int64_t ways = dim_axes_ways(type->mesh, type->spec[i]);
		if (ways <= 0 || type->shape[i] % ways == 0)
			continue;
		struct sharding_request request = type_request(type);
		struct dim_axes entry = type->spec[i];
		struct dim_axes *spec = spec_copy(op->arena, type->spec, type->rank);
		spec[i] = (struct dim_axes){NULL, 0};
		return refuse(
		    op, RULE_DIM_INDIVISIBLE, "ValueError",
		    TEXT("Sharding spec {} implies that array axis {} is partitioned {} "
		         "times, but does not evenly divide the dimension size {}. Got "
		         "shape: {shape} and sharding {sharding}",
		         entry.count > 1 ? entry_of(type->mesh, entry)
		                         : entries_of(type->mesh, &entry, 1),
		         i, ways, type->shape[i], type, &request),
		    WORDS("dimension {} of the result has size {}, which is not divisible "
		          "by {} shards over {axes}",
		          i, type->shape[i], ways, entry_of(type->mesh, entry)),
		    HELP("do not shard it, {P()}, or shard another dimension",
		         entries_of(type->mesh, spec, type->rank)));
	}
	return true;
}

bool type_shard(struct op *op, struct array_type *type, const struct sharding_request *request)
{
	assert(type->dtype && (type->shape || !type->rank));
	struct dim_axes *spec =
	    spec_none(op->arena, type->rank > request->count ? type->rank : request->count);
	bool sharded = false;
	for (uint32_t i = 0; request->mesh && i < request->count; i++) {
		spec[i] = dim_axes_explicit(op->arena, request->mesh, request->spec[i]);
		sharded = sharded || request->spec[i].count;
	}
	struct sharding_request kept = *request;
	kept.spec = spec;
	type->spec = spec;
	type->mesh = request->mesh;
	if (!request->mesh) {
		type->spec = spec_none(op->arena, type->rank);
		return true;
	}
	type->unreduced = request->unreduced & request->mesh->explicit_axes;
	type->reduced = request->reduced & request->mesh->explicit_axes;
	type->unreduced_kind = request->unreduced_kind;
	return check_length(op, type, &kept, sharded) && check_divisible(op, type);
}
