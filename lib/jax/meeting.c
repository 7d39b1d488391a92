/* SPDX-License-Identifier: Apache-2.0 */
/* What the checks of all moments say alike. */
#include "jax/meeting.h"

#include <assert.h>
#include <inttypes.h>

#include "base/checked.h"
#include "jax/python_text.h"

void jax_refuse(struct jax_meeting *meeting, struct diag *diag, const char *type,
                const struct buf *text)
{
	meeting->judged->refused = true;
	diag_framework(diag, type, buf_str(text));
}

void jax_shape_text(struct buf *out, const struct tensor *tensor)
{
	python_shape(out, tensor_sizes(out->arena, tensor), tensor->rank);
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
		for (uint32_t j = 0; j < entry_axes(&written->entries[i]); j++)
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

/* Where what parts the entry at byte `at` from the one before it begins: blanks and a comma, or the
 * dash of a list in YAML. */
static uint32_t separator_before(struct str text, uint32_t at)
{
	while (at > 0 && strchr(" \t\r\n-", text.s[at - 1]))
		at--;
	return at > 0 && text.s[at - 1] == ',' ? at - 1 : at;
}

/* Drops the entries behind the rank where they are all None, which is the same as saying nothing.
 */
static void fix_rank(const struct jax_meeting *meeting, struct diag *diag)
{
	const struct partition_spec *written = meeting->judged->written;
	const struct entry *entries = written->entries;
	struct str text = meeting->judged->judge->spec->source->text;
	uint32_t rank = meeting->tensor->rank, last = written->nentries - 1;
	for (uint32_t i = rank; i <= last; i++)
		if (entries[i].kind != ENTRY_NONE)
			return;
	diag->slip = (struct diag_slip){.entries = last + 1, .surplus = last + 1 - rank};
	if (meeting->judged->judge->in_program || !entries[rank].at.length)
		return;
	uint32_t start = entries[rank].at.offset,
		 end = entries[last].at.offset + entries[last].at.length;
	start = rank ? separator_before(text, start) : start;
	bool dashes = rank == 0 && span_text(text, written->at).s[0] == '-';
	if (dashes || end <= start || end > text.len ||
	    str_find(str_slice(text, start, end), '#', 0) < end - start)
		return;
	diag_fix(diag, (struct span){start, end - start}, STR(""));
}

struct diag *jax_add_rank(struct jax_meeting *meeting)
{
	const struct partition_spec *written = meeting->judged->written;
	const struct judge *judge = meeting->judged->judge;
	meeting->rank_reported = true;
	struct diag *diag = diag_add(judge->diags, RULE_RANK_MISMATCH, written->at,
	                             "spec of '%s' has %u entr%s, but the tensor has rank %u",
	                             judge_shown(judge, judge->diags->subject).s, written->nentries,
	                             written->nentries == 1 ? "y" : "ies", meeting->tensor->rank);
	help_rank(meeting, diag);
	fix_rank(meeting, diag);
	return diag;
}

/* The largest number up to `most` that divides the size; looked for up to a bound. */
static int64_t largest_divisor(int64_t size, int64_t most)
{
	enum { BOUND = 4096 };
	int64_t divisor = most < BOUND ? most : BOUND;
	while (divisor > 1 && size % divisor)
		divisor--;
	return divisor;
}

/* The heads that the dimension packs, or 0. */
static int64_t heads_of(const struct tensor *tensor, uint32_t index)
{
	for (uint32_t i = 0; i < tensor->nheads; i++)
		if (tensor->heads[i].dim == index)
			return tensor->heads[i].count;
	return 0;
}

/* A dimension that packs heads is cut between them, so that it is their number which decides. */
static void help_heads(struct diag *diag, int64_t heads, int64_t ways)
{
	int64_t fits = largest_divisor(heads, ways);
	if (fits == ways)
		diag_help(diag, "make the size a multiple of its %" PRId64 " heads", heads);
	else if (fits > 1)
		diag_help(diag,
		          "it packs %" PRId64 " heads: shard it over axes whose product divides "
		          "that, such as %" PRId64 ", or not at all",
		          heads, fits);
	else
		diag_help(diag, "it packs %" PRId64 " head%s: shard another dimension", heads,
		          heads == 1 ? "" : "s");
}

/* Whether the size is a power of two and the number of shards is not: then it is the shards that do
 * not fit, since nobody has 255 experts. */
static bool shards_are_odd(int64_t size, int64_t ways)
{
	enum { LEAST = 4 };
	return size >= LEAST && (size & (size - 1)) == 0 && (ways & (ways - 1)) != 0;
}

void jax_help_divisible(struct diag *diag, int64_t size, int64_t ways)
{
	assert(ways > 0);
	int64_t below = size / ways * ways, above;
	bool has_above = checked_add(&above, below, ways);
	if (has_above && shards_are_odd(size, ways)) {
		diag_help(diag,
		          "shard it over a number of devices that is a power of two, as the size "
		          "is, or not "
		          "at all; or pad it to %" PRId64,
		          above);
		return;
	}
	if (below > 0 && has_above)
		diag_help(diag,
		          "the nearest sizes divisible by %" PRId64 " are %" PRId64 " and %" PRId64
		          "; or shard the dimension over fewer devices, or not at all",
		          ways, below, above);
	else if (has_above)
		diag_help(diag,
		          "the smallest size with %" PRId64 " shards is %" PRId64
		          "; or shard the dimension over fewer devices, or not at all",
		          ways, above);
}

struct diag *jax_add_indivisible(struct jax_meeting *meeting, uint32_t index,
                                 const struct entry *entry, int64_t ways)
{
	assert(index < meeting->tensor->rank);
	const struct judge *judge = meeting->judged->judge;
	const struct dim *dim = &meeting->tensor->dims[index];
	struct str how = judge_ways_text(judge, entry, ways),
		   name = judge_shown(judge, judge->diags->subject);
	struct diag *diag =
	    diag_add(judge->diags, RULE_DIM_INDIVISIBLE, entry->at,
	             "dimension %u of '%.*s' has size %" PRId64 ", which is not divisible by %.*s",
	             index, STR_ARG(name), dim->size, STR_ARG(how));
	bool elsewhere = dim->at.offset > entry->at.offset + entry->at.length ||
	                 dim->at.offset + dim->at.length < entry->at.offset;
	if (elsewhere)
		diag_note(diag, dim->at, "the size is given here");
	if (heads_of(meeting->tensor, index))
		help_heads(diag, heads_of(meeting->tensor, index), ways);
	else
		jax_help_divisible(diag, dim->size, ways);
	meeting->dim_reported[index] = true;
	return diag;
}

const struct entry *jax_first_unconstrained(const struct partition_spec *spec)
{
	for (uint32_t i = 0; i < spec->nentries; i++)
		if (spec->entries[i].kind == ENTRY_UNCONSTRAINED)
			return &spec->entries[i];
	return NULL;
}
