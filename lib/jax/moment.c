/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What JAX checks when a constructed NamedSharding meets an array: jax/_src/pjit.py
 * pjit_check_aval_sharding and with_sharding_constraint, core.py get_sharding, sharding.py
 * _common_shard_shape, core.py ShapeDtypeStruct.
 */
#include <inttypes.h>

#include "base/checked.h"
#include "jax/meeting.h"
#include "jax/python_text.h"

void jax_refuse(struct jax_meeting *meeting, struct diag *diag, const char *type,
                const struct buf *text)
{
	meeting->judged->refused = true;
	diag_framework(diag, type, buf_str(text));
}

void jax_shape_text(struct buf *out, const struct tensor *tensor)
{
	int64_t sizes[MAX_RANK];
	for (uint32_t i = 0; i < tensor->rank; i++)
		sizes[i] = tensor->dims[i].size;
	python_shape(out, sizes, tensor->rank);
}

/* JAX: the names of pjit_check_aval_sharding. */
static void key_path_text(struct buf *out, struct str path)
{
	if (path.len)
		buf_printf(out, " with pytree key path %.*s", STR_ARG(path));
}

void jax_moment_subject(struct buf *out, const struct jax_rules *rules, enum moment moment,
                        const struct str *key_path)
{
	switch (moment) {
	case MOMENT_DEVICE_PUT:
		buf_puts(out, "One of device_put args");
		break;
	case MOMENT_IN_SHARDINGS:
		buf_puts(out, "One of pjit arguments");
		key_path_text(out, key_path ? *key_path : STR("x"));
		break;
	case MOMENT_OUT_SHARDINGS:
		buf_puts(out, "One of pjit outputs");
		if (key_path)
			key_path_text(out, *key_path);
		else if (rules->has[JAX_OUTPUT_KEY_PATH])
			key_path_text(out, STR("result"));
		break;
	case MOMENT_CONSTRAINT:
		buf_puts(out, "One of with_sharding_constraint arguments");
		break;
	case MOMENT_SHAPE_DTYPE_STRUCT:
	case MOMENT_CONSTRUCT:
	case MOMENT_ARGUMENT:
		break;
	}
}

/* The spec that fits the rank, and what else may have been meant by one that is too long. */
static void help_rank(struct jax_meeting *meeting, struct diag *diag)
{
	const struct partition_spec *written = meeting->judged->written;
	const struct judge *judge = meeting->judged->judge;
	uint32_t rank = meeting->tensor->rank, axes = 0;
	struct reference *all = arena_new(judge->scratch, struct reference, MAX_REFERENCES);
	for (uint32_t i = 0; i < written->nentries; i++)
		for (uint32_t j = 0;
		     written->entries[i].kind == ENTRY_AXES && j < written->entries[i].naxes; j++)
			all[axes++] = written->entries[i].axes[j];
	struct str cut = judge_spec_text(judge, written, written->entries, rank);
	struct entry merged = {.kind = ENTRY_AXES, .tuple = true, .axes = all, .naxes = axes};
	int64_t ways;
	bool one_dimension = rank == 1 && axes >= 2 && !meeting->judged->refused &&
	                     jax_entry_ways(meeting->sharding, &merged, &ways) && ways > 0 &&
	                     meeting->tensor->dims[0].size % ways == 0;
	if (one_dimension) {
		struct str tuple = judge_spec_text(judge, written, &merged, 1);
		diag_help(diag,
		          "to shard the one dimension over all of them write %.*s; else keep what "
		          "fits the rank: %.*s",
		          STR_ARG(tuple), STR_ARG(cut));
	} else if (rank == 0) {
		diag_help(diag, "a scalar cannot be sharded: write %s",
		          written->in_code ? "P()" : "[]");
	} else {
		uint32_t extra = written->nentries - rank;
		diag_help(diag, "drop the last %sentr%s: %.*s",
		          extra == 1 ? "" : str_format(judge->scratch, "%u ", extra).s,
		          extra == 1 ? "y" : "ies", STR_ARG(cut));
	}
}

struct diag *jax_add_rank(struct jax_meeting *meeting)
{
	const struct partition_spec *written = meeting->judged->written;
	const struct judge *judge = meeting->judged->judge;
	struct str name = judge_shown(judge, judge->diags->subject);
	meeting->rank_reported = true;
	struct diag *diag = diag_add(judge->diags, RULE_RANK_MISMATCH, written->at,
	                             "spec of '%.*s' has %u entr%s, but the tensor has rank %u",
	                             STR_ARG(name), written->nentries,
	                             written->nentries == 1 ? "y" : "ies", meeting->tensor->rank);
	help_rank(meeting, diag);
	return diag;
}

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

void jax_help_divisible(struct diag *diag, int64_t size, int64_t ways)
{
	int64_t below = size / ways * ways, above;
	bool has_above = checked_add(&above, below, ways);
	if (below > 0 && has_above)
		diag_help(diag,
		          "the nearest sizes that %" PRId64 " divides are %" PRId64 " and %" PRId64
		          "; or shard the dimension over fewer devices, or not at all",
		          ways, below, above);
	else if (has_above)
		diag_help(diag,
		          "the smallest size that %" PRId64 " shards fit is %" PRId64
		          "; or shard the dimension over fewer devices, or not at all",
		          ways, above);
}

struct diag *jax_add_indivisible(struct jax_meeting *meeting, uint32_t index,
                                 const struct entry *entry, int64_t ways)
{
	const struct judge *judge = meeting->judged->judge;
	const struct dim *dim = &meeting->tensor->dims[index];
	struct str how = judge_ways_text(judge, entry, ways),
		   name = judge_shown(judge, judge->diags->subject);
	struct diag *diag =
	    diag_add(judge->diags, RULE_DIM_INDIVISIBLE, entry->at,
	             "dimension %u of '%.*s' has size %" PRId64 ", which %.*s does not divide",
	             index, STR_ARG(name), dim->size, STR_ARG(how));
	bool elsewhere = dim->at.offset > entry->at.offset + entry->at.length ||
	                 dim->at.offset + dim->at.length < entry->at.offset;
	if (elsewhere)
		diag_note(diag, dim->at, "the size is given here");
	jax_help_divisible(diag, dim->size, ways);
	meeting->dim_reported[index] = true;
	return diag;
}

/* Shards of each dimension of the tensor as the HLO sharding has them; false when an entry has
 * none. */
static bool tiled_ways(const struct jax_meeting *meeting, uint32_t index, int64_t *ways)
{
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

const struct entry *jax_first_unconstrained(const struct partition_spec *spec)
{
	for (uint32_t i = 0; i < spec->nentries; i++)
		if (spec->entries[i].kind == ENTRY_UNCONSTRAINED)
			return &spec->entries[i];
	return NULL;
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
	                   : !sharded;
	if (!spec->nunreduced || pending == 1 || !refused || meeting->judged->refused)
		return;
	struct buf text = jax_text_buf(meeting);
	buf_puts(&text, "device_indices_map doesn't work with unreduced. Please file a bug at "
	                "https://github.com/jax-ml/jax/issues");
	struct diag *diag =
	    diag_add(meeting->judged->judge->diags, RULE_UNREDUCED_AXIS, spec->unreduced[0].at,
	             "device_put cannot make an array with unreduced axes");
	diag_help(diag, "unreduced values come out of operations: leave 'unreduced' out where an "
	                "array is placed");
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
		if (!jax_check_context(meeting))
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
