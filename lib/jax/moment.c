/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What JAX checks when a constructed NamedSharding meets an array: jax/_src/pjit.py
 * pjit_check_aval_sharding and with_sharding_constraint, core.py get_sharding, sharding.py
 * _common_shard_shape, core.py ShapeDtypeStruct.
 */
#include <assert.h>
#include <inttypes.h>

#include "jax/meeting.h"
#include "jax/python_text.h"

/* check_compatible_aval, in the wrapping of the moment that calls it. */
static void check_rank(struct jax_meeting *meeting)
{
	uint32_t rank = meeting->tensor->rank, entries = meeting->sharding->spec.nentries;
	if (entries <= rank || meeting->rank_reported)
		return;
	struct buf text = jax_text_buf(meeting);
	jax_moment_subject(&text, meeting->sharding->rules, meeting->moment,
	                   meeting->judged->key_path);
	if (text.len) {
		buf_puts(&text, " is incompatible with its sharding annotation ");
		jax_sharding_text(&text, meeting->sharding);
		buf_puts(&text, ": ");
	}
	buf_puts(&text, "Sharding ");
	jax_sharding_text(&text, meeting->sharding);
	buf_printf(
	    &text,
	    " is only valid for values of rank at least %u, but was applied to a value of rank %u.",
	    entries, rank);
	if (rank == 0)
		buf_puts(&text, " For scalars the PartitionSpec should be P()");
	jax_refuse(meeting, jax_add_rank(meeting), "ValueError", &text);
}

/* Shards of each dimension of the tensor as the HLO sharding has them; false when an entry has
 * none. */
static bool tiled_ways(const struct jax_meeting *meeting, uint32_t index, int64_t *ways)
{
	assert(ways);
	const struct partition_spec *spec = &meeting->sharding->spec;
	*ways = 1;
	if (index >= spec->nentries)
		return true;
	return !meeting->judged->entry_bad[index] &&
	       jax_entry_ways(meeting->sharding, &spec->entries[index], ways);
}

static void tiling_text(struct buf *out, const struct jax_meeting *meeting)
{
	bool tuple = jax_has(meeting, JAX_INDIVISIBLE_WRAPPED);
	buf_putc(out, tuple ? '(' : '[');
	for (uint32_t i = 0; i < meeting->tensor->rank; i++) {
		int64_t ways;
		if (!tiled_ways(meeting, i, &ways))
			ways = 1;
		buf_printf(out, "%s%" PRId64, i ? ", " : "", ways);
	}
	if (tuple)
		python_tuple_end(out, meeting->tensor->rank);
	else
		buf_putc(out, ']');
}

/* The text of a dimension that its shards do not divide, in the wording of the release. */
static void indivisible_text(struct buf *text, struct jax_meeting *meeting, uint32_t index,
                             int64_t ways)
{
	const struct jax_rules *rules = meeting->sharding->rules;
	int64_t size = meeting->tensor->dims[index].size;
	if (!rules->has[JAX_INDIVISIBLE_ERROR]) {
		jax_moment_subject(text, rules, meeting->moment, meeting->judged->key_path);
		buf_puts(text, " was given the sharding of ");
		jax_sharding_text(text, meeting->sharding);
		buf_printf(text,
		           ", which implies that the global size of its dimension %u should be "
		           "divisible by %" PRId64 ", but it is equal to %" PRId64 " (full shape: ",
		           index, ways, size);
		jax_shape_text(text, meeting->tensor);
		buf_putc(text, ')');
		return;
	}
	if (rules->has[JAX_INDIVISIBLE_WRAPPED]) {
		jax_moment_subject(text, rules, meeting->moment, meeting->judged->key_path);
		buf_puts(text, " was given the sharding ");
	} else {
		buf_puts(text, "Sharding ");
	}
	jax_sharding_text(text, meeting->sharding);
	buf_printf(text,
	           " implies that array axis %u is partitioned %" PRId64
	           " times, but the dimension size is %" PRId64 " (full shape: ",
	           index, ways, size);
	jax_shape_text(text, meeting->tensor);
	buf_puts(text, ", per-dimension tiling factors: ");
	tiling_text(text, meeting);
	buf_puts(text, " should evenly divide the shape)");
	if (rules->has[JAX_INDIVISIBLE_WRAPPED])
		buf_puts(text, ". This error occurs at source: ");
}

/* shard_shape: every dimension is divided by its shards. */
static void check_shard_shape(struct jax_meeting *meeting)
{
	if (meeting->rank_reported && meeting->tensor->rank == 0)
		return;
	if (!jax_check_manual(meeting))
		return;
	for (uint32_t i = 0; i < meeting->tensor->rank; i++) {
		int64_t ways, size = meeting->tensor->dims[i].size;
		if (meeting->dim_reported[i] || !tiled_ways(meeting, i, &ways) || size % ways == 0)
			continue;
		struct buf text = jax_text_buf(meeting);
		indivisible_text(&text, meeting, i, ways);
		struct diag *diag =
		    jax_add_indivisible(meeting, i, &meeting->sharding->spec.entries[i], ways);
		jax_refuse(meeting, diag,
		           jax_has(meeting, JAX_INDIVISIBLE_ERROR) ? "IndivisibleError"
		                                                   : "ValueError",
		           &text);
	}
}

/* device_put of unreduced axes runs through jit and then asks for the shards of the result. */
static void check_unreduced_put(struct jax_meeting *meeting)
{
	const struct partition_spec *spec = &meeting->sharding->spec;
	bool sharded = false;
	int64_t ways;
	for (uint32_t i = 0; i < spec->nentries; i++)
		sharded |= jax_entry_ways(meeting->sharding, &spec->entries[i], &ways) && ways > 1;
	int64_t pending = 1;
	for (uint32_t i = 0; i < spec->nunreduced; i++) {
		uint32_t axis = jax_reference_axis(meeting->sharding->mesh, &spec->unreduced[i]);
		pending = axis < meeting->sharding->mesh->naxes &&
		                  meeting->sharding->mesh->axes[axis].size > 1
		              ? 2
		              : pending;
	}
	bool refused = jax_has(meeting, JAX_UNREDUCED_PUT_REFUSED)
	                   ? jax_all_axes(meeting->sharding, AXIS_EXPLICIT)
	                   : !sharded || jax_has(meeting, JAX_UNREDUCED_PUT_NAMES_RESHARD);
	if (jax_has(meeting, JAX_UNREDUCED_PUT_TAKEN) || !spec->nunreduced || pending == 1 ||
	    !refused || meeting->judged->refused)
		return;
	struct buf text = jax_text_buf(meeting);
	if (jax_has(meeting, JAX_UNREDUCED_PUT_NAMES_RESHARD)) {
		buf_puts(&text, "device_put with unreduced is not implemented. Please use "
		                "`jax.reshard`. Got ");
		jax_sharding_text(&text, meeting->sharding);
	} else {
		buf_puts(&text, "device_indices_map doesn't work with unreduced. Please file a bug "
		                "at https://github.com/jax-ml/jax/issues");
	}
	struct diag *diag =
	    diag_add(meeting->judged->judge->diags, RULE_UNREDUCED_AXIS, spec->unreduced[0].at,
	             "device_put cannot make an array with unreduced axes");
	diag_help(diag,
	          meeting->judged->judge->in_program
	              ? "unreduced values come out of operations: leave 'unreduced' out where an "
	                "array is placed"
	              : "unreduced values come out of operations: write applied_by: none for the "
	                "layout of such a value, or leave 'unreduced' out");
	jax_refuse(meeting, diag, "NotImplementedError", &text);
}

/* prepare_axis_resources: jit takes no unconstrained dimensions in its shardings. */
static void check_no_unconstrained(struct jax_meeting *meeting, const char *argument)
{
	const struct entry *open = jax_first_unconstrained(&meeting->sharding->spec);
	if (!open)
		return;
	struct buf text = jax_text_buf(meeting);
	buf_printf(&text, "Unconstrained dims are not allowed when passed to %s: ", argument);
	jax_sharding_text(&text, meeting->sharding);
	struct diag *diag = diag_add(meeting->judged->judge->diags, RULE_UNCONSTRAINED, open->at,
	                             "%s cannot leave a dimension unconstrained", argument);
	diag_help(diag, "write %s, or use with_sharding_constraint inside the function",
	          meeting->judged->written->in_code ? "None" : "null");
	jax_refuse(meeting, diag, "ValueError", &text);
}

/* Releases 0.7.0 and 0.7.1 lower to GSPMD, which knows no unreduced axes. */
static void check_shardy(struct jax_meeting *meeting)
{
	const struct partition_spec *spec = &meeting->sharding->spec;
	if (!jax_has(meeting, JAX_UNREDUCED_NEEDS_SHARDY) ||
	    (!spec->nunreduced && !spec->nreduced) || meeting->judged->refused)
		return;
	struct buf text = jax_text_buf(meeting);
	buf_puts(&text, "unreduced/reduced only works with the shardy partitioner. Please use "
	                "`jax.config.update('jax_use_shardy_partitioner', "
	                "True)` to switch shardy on.");
	struct diag *diag = diag_add(meeting->judged->judge->diags, RULE_UNREDUCED_AXIS, spec->at,
	                             "unreduced axes need the Shardy partitioner in this release");
	diag_help(diag,
	          "call jax.config.update('jax_use_shardy_partitioner', True), or use JAX %s or "
	          "later",
	          jax_behaviour_until(JAX_UNREDUCED_NEEDS_SHARDY));
	jax_refuse(meeting, diag, "ValueError", &text);
}

/* A constraint stands inside a function that runs under jax.set_mesh(mesh). */
static void check_constraint(struct jax_meeting *meeting)
{
	enum constraint_part part = meeting->judged->part;
	if (part != CONSTRAINT_AXES) {
		if (!meeting->judged->explicit_context && !jax_check_context(meeting))
			return;
		jax_check_constraint_sets(meeting);
		check_rank(meeting);
		check_shardy(meeting);
	}
	if (part != CONSTRAINT_RANK)
		jax_check_constraint_axes(meeting);
}

void jax_check_moment(struct jax_case *judged, enum moment moment)
{
	assert(judged->sharding.rules);
	struct jax_meeting *meeting = arena_new(judged->judge->scratch, struct jax_meeting, 1);
	meeting->judged = judged;
	meeting->moment = moment;
	meeting->sharding = &judged->sharding;
	meeting->tensor = judged->tensor;
	switch (moment) {
	case MOMENT_DEVICE_PUT:
		if (jax_has(meeting, JAX_DEVICE_PUT_MAKES_TYPE))
			jax_check_type(meeting);
		check_rank(meeting);
		check_shardy(meeting);
		check_shard_shape(meeting);
		check_unreduced_put(meeting);
		break;
	case MOMENT_IN_SHARDINGS:
	case MOMENT_OUT_SHARDINGS:
		if (moment == MOMENT_IN_SHARDINGS && jax_has(meeting, JAX_UNCONSTRAINED_IN_REFUSED))
			check_no_unconstrained(meeting, "in_shardings");
		if (moment == MOMENT_OUT_SHARDINGS &&
		    jax_has(meeting, JAX_UNCONSTRAINED_OUT_REFUSED))
			check_no_unconstrained(meeting, "out_shardings");
		check_rank(meeting);
		check_shardy(meeting);
		check_shard_shape(meeting);
		break;
	case MOMENT_CONSTRAINT:
		check_constraint(meeting);
		break;
	case MOMENT_SHAPE_DTYPE_STRUCT:
		if (jax_has(meeting, JAX_STRUCT_CHECKS_RANK))
			check_rank(meeting);
		break;
	case MOMENT_ARGUMENT:
		if (jax_has(meeting, JAX_STRUCT_CHECKS_RANK))
			check_rank(meeting);
		if (jax_has(meeting, JAX_AXIS_TYPES))
			jax_check_type(meeting);
		break;
	case MOMENT_CONSTRUCT:
		break;
	}
}
