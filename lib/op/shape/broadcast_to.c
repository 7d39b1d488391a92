/* SPDX-License-Identifier: Apache-2.0 */
/* jnp.broadcast_to, on which elementwise operations and updates rest. JAX: lax/lax.py broadcast_to,
 * before 0.10.0 numpy/util.py _broadcast_to. */
#include "op/core/unreduced.h"

#include <assert.h>
#include "op/shape/shape.h"
#include "op/core/shape_rules.h"

struct target {
	const int64_t *shape;
	uint32_t rank;
	const struct sharding_request *sharding; /* or NULL */
};

/* The entry that the target asks of its dimension. */
static struct dim_axes target_entry(const struct target *target, uint32_t dim)
{
	const struct sharding_request *sharding = target->sharding;
	return sharding && dim < sharding->count ? sharding->spec[dim] : (struct dim_axes){0};
}

/* safe_zip of two lists of different lengths. */
static bool raise_lengths(struct op *op, uint32_t first, uint32_t second)
{
	return refuse(op, RULE_RANK_MISMATCH, "ValueError",
	              TEXT("safe_zip() argument 1 has length {} but argument 0 has length {}. All "
	                   "lengths: ({}, {})",
	                   second, first, first, second),
	              WORDS("out_sharding must have one entry for each dimension of the result"),
	              HELP("write P(…) with as many entries as the shape has sizes"));
}

static struct array_type target_type(struct op *op, const struct target *target,
                                     const struct dtype *dtype)
{
	struct array_type type = type_plain(op->arena, dtype, target->shape, target->rank);
	if (target->sharding) {
		struct dim_axes *spec = spec_none(op->arena, target->rank);
		for (uint32_t i = 0; i < target->rank; i++)
			spec[i] = target_entry(target, i);
		type.spec = spec;
		type.mesh = target->sharding->mesh;
		type.unreduced = target->sharding->unreduced;
		type.unreduced_kind = target->sharding->unreduced_kind;
		type.reduced = target->sharding->reduced;
	}
	return type;
}

static bool raise_fewer(struct op *op, const struct array_type *x, const struct target *target)
{
	return refuse(
	    op, RULE_SHAPE_MISMATCH, "ValueError",
	    TEXT("Cannot broadcast to shape with fewer dimensions: arr_shape={shape} shape={}", x,
	         sizes_of(target->shape, target->rank)),
	    WORDS("{array|an array} cannot be broadcast to fewer dimensions: the shape has {}", x,
	          target->rank),
	    HELP("this fails without any sharding too"));
}

static bool raise_incompatible(struct op *op, const struct array_type *x,
                               const struct target *target, enum rule_id rule)
{
	if (!op_has(op, JAX_BROADCAST_NAMES_TYPES))
		return refuse(
		    op, rule, "ValueError",
		    TEXT("Incompatible shapes for broadcasting: {shape} and requested shape {}", x,
		         sizes_of(target->shape, target->rank)));
	if (target->sharding && target->sharding->count != target->rank)
		return raise_lengths(op, target->rank, target->sharding->count);
	struct array_type wanted = target_type(op, target, x->dtype);
	return refuse(op, rule, "ValueError",
	              TEXT("Incompatible types for broadcasting: input type={long} and requested "
	                   "type={long}",
	                   x, &wanted));
}

static bool say_sharded_otherwise(struct op *op, const struct array_type *x,
                                  const struct target *target)
{
	assert(target->sharding && x->rank <= target->rank);
	struct array_type wanted = target_type(op, target, x->dtype);
	struct dim_axes *spec = spec_none(op->arena, x->rank);
	for (uint32_t i = 0; i < x->rank; i++)
		if (x->shape[i] != 1)
			spec[i] = target_entry(target, target->rank - x->rank + i);
	return explain(op,
	               WORDS("{array|an array} is sharded differently from what it is to fill, {}",
	                     x, &wanted),
	               HELP("move it first: {reshard}({written}, {P()})", x,
	                    entries_of(target->sharding->mesh, spec, x->rank)));
}

static bool refuse_shape(struct op *op, const struct array_type *x, const struct target *target)
{
	raise_incompatible(op, x, target, RULE_SHAPE_MISMATCH);
	return explain(op,
	               WORDS("{array|an array} cannot be broadcast to the shape {}", x,
	                     sizes_of(target->shape, target->rank)),
	               HELP("this fails without any sharding too: counted from the last, each size "
	                    "must be equal or 1"));
}

static bool shape_fits(const struct array_type *x, const struct target *target)
{
	assert(x->rank <= target->rank);
	uint32_t lead = target->rank - x->rank;
	for (uint32_t i = 0; i < x->rank; i++)
		if (x->shape[i] != 1 && x->shape[i] != target->shape[lead + i])
			return false;
	return true;
}

/* Whether every entry of the operand is None or what the target has there. */
static bool sharding_fits(const struct array_type *x, const struct target *target)
{
	uint32_t lead = target->rank - x->rank;
	for (uint32_t i = 0; i < x->rank && target->sharding; i++)
		if (x->spec[i].count && !dim_axes_equal(x->spec[i], target_entry(target, lead + i)))
			return false;
	return true;
}

/* Whether the specs of target and operand can be gone through to be compared: not in a release
 * where those with unreduced axes refuse it. */
static bool specs_readable(struct op *op, const struct array_type *x, const struct target *target)
{
	const struct sharding_request *sharding = target->sharding;
	if (!sharding || !op_has(op, JAX_BROADCAST_TO_ITERATES))
		return true;
	struct array_type wanted = type_plain(op->arena, x->dtype, target->shape, target->rank);
	wanted.mesh = sharding->mesh;
	wanted.unreduced = sharding->unreduced;
	wanted.unreduced_kind = sharding->unreduced_kind;
	wanted.reduced = sharding->reduced;
	return spec_readable(op, &wanted, "pspec[...]") && spec_readable(op, x, "*pspec");
}

static bool check_target_shape(struct op *op, const struct array_type *x,
                               const struct target *target)
{
	if (target->rank < x->rank)
		return raise_fewer(op, x, target);
	bool names_types = op_has(op, JAX_BROADCAST_NAMES_TYPES);
	if (names_types && target->sharding && target->sharding->count > target->rank)
		return raise_lengths(op, x->rank,
		                     target->sharding->count - (target->rank - x->rank));
	if (!specs_readable(op, x, target))
		return false;
	if (!shape_fits(x, target))
		return refuse_shape(op, x, target);
	if (names_types && !sharding_fits(x, target)) {
		raise_incompatible(op, x, target, RULE_UPDATE_MISMATCH);
		return say_sharded_otherwise(op, x, target);
	}
	return true;
}

const struct array *lax_broadcast_to(struct op *op, const struct array *x, const int64_t *shape,
                                     uint32_t rank, const struct sharding_request *sharding)
{
	struct target target = {shape, rank, sharding};
	struct array_type wanted = {.shape = shape, .rank = rank};
	if (!x)
		return NULL;
	if (type_same_shape(&x->type, &wanted) &&
	    (!sharding || !op_has(op, JAX_BROADCAST_TO_LOOKS_AT_SHARDING) ||
	     request_equals_type(sharding, &x->type)))
		return x;
	if (!check_target_shape(op, &x->type, &target))
		return NULL;
	uint32_t *dims = arena_new(op->arena, uint32_t, x->type.rank);
	for (uint32_t i = 0; i < x->type.rank; i++)
		dims[i] = rank - x->type.rank + i;
	return lax_broadcast_in_dim(op, x, shape, rank, dims, sharding);
}
