/* SPDX-License-Identifier: Apache-2.0 */
/* jnp.broadcast_to, on which elementwise operations and updates rest. JAX: lax/lax.py broadcast_to,
 * before 0.10.0 numpy/util.py _broadcast_to. */
#include <inttypes.h>

#include "jax/python_text.h"
#include "op/core/lax.h"
#include "op/elementwise/partial.h"
#include "op/core/shape_rules.h"
#include "op/core/words.h"

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
	op_raise(op, RULE_RANK_MISMATCH, "ValueError",
	         "safe_zip() argument 1 has length %" PRIu32 " but argument 0 has length %" PRIu32
	         ". All lengths: (%" PRIu32 ", %" PRIu32 ")",
	         second, first, first, second);
	op_say(op, "out_sharding must have one entry for each dimension of the result");
	return op_help(op, "write P(…) with as many entries as the shape has sizes");
}

static void target_text(struct op *op, struct buf *out, const struct target *target,
                        const struct dtype *dtype, bool long_dtype)
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
	type_text(out, &type, long_dtype);
}

static bool raise_fewer(struct op *op, const struct array_type *x, const struct target *target)
{
	struct buf text = op_buf(op);
	buf_puts(&text, "Cannot broadcast to shape with fewer dimensions: arr_shape=");
	python_shape(&text, x->shape, x->rank);
	buf_puts(&text, " shape=");
	python_shape(&text, target->shape, target->rank);
	op_raise_text(op, RULE_SHAPE_MISMATCH, "ValueError", &text);
	op_say(op, "%.*s cannot be broadcast to fewer dimensions: the shape has %" PRIu32,
	       STR_ARG(array_shown(op, x, "an array")), target->rank);
	return op_help(op, "this fails without any sharding too");
}

static bool raise_incompatible(struct op *op, const struct array_type *x,
                               const struct target *target, enum rule_id rule)
{
	struct buf text = op_buf(op);
	if (op_has(op, JAX_BROADCAST_NAMES_TYPES)) {
		if (target->sharding && target->sharding->count != target->rank)
			return raise_lengths(op, target->rank, target->sharding->count);
		buf_puts(&text, "Incompatible types for broadcasting: input type=");
		type_text(&text, x, true);
		buf_puts(&text, " and requested type=");
		target_text(op, &text, target, x->dtype, true);
	} else {
		buf_puts(&text, "Incompatible shapes for broadcasting: ");
		python_shape(&text, x->shape, x->rank);
		buf_puts(&text, " and requested shape ");
		python_shape(&text, target->shape, target->rank);
	}
	return op_raise_text(op, rule, "ValueError", &text);
}

static bool say_sharded_otherwise(struct op *op, const struct array_type *x,
                                  const struct target *target)
{
	struct buf want = op_buf(op);
	struct dim_axes *spec = spec_none(op->arena, x->rank);
	target_text(op, &want, target, x->dtype, false);
	op_say(op, "%.*s is sharded otherwise than what it is to fill, %.*s",
	       STR_ARG(array_shown(op, x, "an array")), STR_ARG(buf_str(&want)));
	for (uint32_t i = 0; i < x->rank; i++)
		if (x->shape[i] != 1)
			spec[i] = target_entry(target, target->rank - x->rank + i);
	return op_help(op, "move it first: jax.sharding.reshard(%.*s, %.*s)",
	               STR_ARG(array_written(op, x)),
	               STR_ARG(entries_written(op, target->sharding->mesh, spec, x->rank)));
}

static bool refuse_shape(struct op *op, const struct array_type *x, const struct target *target)
{
	struct buf want = op_buf(op);
	raise_incompatible(op, x, target, RULE_SHAPE_MISMATCH);
	python_shape(&want, target->shape, target->rank);
	op_say(op, "%.*s cannot be broadcast to the shape %.*s",
	       STR_ARG(array_shown(op, x, "an array")), STR_ARG(buf_str(&want)));
	return op_help(op, "this fails without any sharding too: counted from the last, each size "
	                   "must be equal or 1");
}

static bool shape_fits(const struct array_type *x, const struct target *target)
{
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
