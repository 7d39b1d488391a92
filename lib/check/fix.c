/* SPDX-License-Identifier: Apache-2.0 */
#include "check/fix.h"

#include <stdlib.h>

#include "base/table.h"

enum { MAX_ROUNDS = 32, MAX_AHEAD = 4 };
#define NOT_FIXED UINT32_MAX
/* Checks of one file; fewer of a long one. */
enum { MAX_ATTEMPTS = 128, MIN_ATTEMPTS = 8, MAX_BYTES_CHECKED = 64 * 1024 * 1024 };

/* A finding whose repair was tried in vain; by their places. */
struct refused {
	const struct rule *rule;
	uint32_t offset;
};

struct fixer {
	struct arena *arena, *scratch;
	const struct source *source;
	const struct check_options *options;
	struct refused *refused;
	uint32_t nrefused, attempts, most_attempts;
	size_t refused_room;
};

/* Repairs to be made together, and the findings that they are of. */
struct batch {
	const struct diag **diags;
	uint32_t count;
	struct edit_set edits;
};

static int compare_refused(const void *a, const void *b)
{
	const struct refused *x = a, *y = b;
	return (x->offset > y->offset) - (x->offset < y->offset);
}

static void refuse(struct fixer *fixer, const struct diag *diag)
{
	struct refused refused = {diag->rule, diag->at.offset};
	arena_push(fixer->arena, fixer->refused, fixer->nrefused, fixer->refused_room, refused);
}

static bool was_refused(const struct fixer *fixer, const struct diag *diag)
{
	uint32_t low = 0, high = fixer->nrefused;
	while (low < high) { /* the first one that does not stand before it */
		uint32_t middle = low + (high - low) / 2;
		if (fixer->refused[middle].offset < diag->at.offset)
			low = middle + 1;
		else
			high = middle;
	}
	for (; low < fixer->nrefused && fixer->refused[low].offset == diag->at.offset; low++)
		if (fixer->refused[low].rule == diag->rule)
			return true;
	return false;
}

/* How repairs follow each other: those of what kept a part of the file from being judged, then
 * those that change nothing but how something is written, then the others. */
enum turn { TURN_INVALID, TURN_WRITING, TURN_OTHER };

static enum turn turn_of(const struct diag *diag)
{
	if (diag->rule->effect == EFFECT_INVALID)
		return TURN_INVALID;
	bool keyword = diag->rule == rule_of(RULE_PROGRAM_ERROR) && diag->slip.written.s;
	return diag->slip.surplus || keyword ? TURN_WRITING : TURN_OTHER;
}

/* The first `most` findings that have the turn and can be fixed, and of which it is not known that
 * it does not help. */
static struct batch candidates(const struct fixer *fixer, const struct fixed *fixed, uint32_t most)
{
	const struct check_result *result = &fixed->result;
	struct batch batch = {arena_new(fixer->arena, const struct diag *, result->ndiags), 0, {0}};
	enum turn turn = TURN_OTHER;
	for (uint32_t i = 0; i < result->ndiags; i++) {
		const struct diag *diag = result->diags[i];
		if (!check_can_fix(result, diag) || was_refused(fixer, diag) ||
		    turn_of(diag) > turn)
			continue;
		if (turn_of(diag) < turn)
			batch.count = 0;
		turn = turn_of(diag);
		if (batch.count < most)
			batch.diags[batch.count++] = diag;
	}
	return batch;
}

/* Those of them that can be fixed at once. */
static struct batch choose(const struct fixer *fixer, const struct fixed *fixed, uint32_t most)
{
	struct batch batch = candidates(fixer, fixed, most);
	const struct diag_repair **repairs =
	    arena_new(fixer->arena, const struct diag_repair *, batch.count);
	bool *chosen = arena_new(fixer->arena, bool, batch.count);
	uint32_t count = batch.count;
	for (uint32_t i = 0; i < count; i++)
		repairs[i] = &batch.diags[i]->repair;
	batch.edits =
	    edits_together(fixer->arena, repairs, count, (uint32_t)fixed->text.len, chosen);
	batch.count = 0;
	for (uint32_t i = 0; i < count; i++)
		if (chosen[i])
			batch.diags[batch.count++] = batch.diags[i];
	return batch;
}

/* A finding by its rule and place. */
static struct str key_of(struct arena *arena, const struct diag *diag, uint32_t offset)
{
	return str_format(arena, "%s %u", diag->rule->name, offset);
}

/* What a batch may bring that was not found before. Where a part of the file was not judged, or a
 * program was not followed as it is meant, there may be all the more to find. */
static enum severity most_tolerated(const struct batch *batch)
{
	if (turn_of(batch->diags[0]) != TURN_OTHER)
		return SEVERITY_ERROR;
	for (uint32_t i = 0; i < batch->count; i++)
		if (batch->diags[i]->severity == SEVERITY_ERROR)
			return SEVERITY_WARNING;
	return SEVERITY_NOTE;
}

/* Findings of one rule at one place, which come together where what stood between them is gone. */
struct expected {
	uint32_t count; /* that the batch leaves */
	uint32_t fixed; /* the one in the batch that is fixed here; NOT_FIXED: none */
};

struct expectations {
	struct table places; /* of each its number in `items` */
	struct expected *items;
};

static struct expected *expected_at(const struct fixer *fixer, struct expectations *expectations,
                                    const struct batch *batch, const struct diag *diag)
{
	bool added;
	struct table *places = &expectations->places;
	uint32_t place = edits_move(&batch->edits, diag->at.offset);
	struct str key = key_of(fixer->scratch, diag, place);
	uint32_t index = *table_add(fixer->scratch, places, key, places->count, &added);
	if (added)
		expectations->items[index] = (struct expected){.fixed = NOT_FIXED};
	return &expectations->items[index];
}

/* What was found before, and what the batch was to fix of it, as it would be found again. */
static struct expectations expected(const struct fixer *fixer, const struct batch *batch,
                                    const struct check_result *before)
{
	struct expectations known = {
	    .items = arena_new(fixer->scratch, struct expected, before->ndiags)};
	for (uint32_t i = 0; i < before->ndiags; i++)
		expected_at(fixer, &known, batch, before->diags[i])->count++;
	for (uint32_t i = 0; i < batch->count; i++) {
		struct expected *here = expected_at(fixer, &known, batch, batch->diags[i]);
		here->count--;
		here->fixed = i;
	}
	return known;
}

static struct str group_key(const struct fixer *fixer, uint32_t group)
{
	return str_format(fixer->scratch, "%u", group);
}

/* Blames for something new the repairs of the same thing, of a tensor as it were. A program is one
 * thing with all that is in it. */
static void blame_groups(const struct fixer *fixer, const struct batch *batch,
                         const struct check_result *before, const struct table *groups,
                         bool *blamed)
{
	uint32_t program = before->spec ? before->spec->program_at.offset : 0;
	for (uint32_t i = 0; i < batch->count; i++) {
		uint32_t group = batch->diags[i]->group;
		struct str key = group_key(fixer, edits_move(&batch->edits, group));
		blamed[i] |= group != program && table_find(groups, key);
	}
}

/* Whether all that the batch was to fix is gone, and nothing else has come; else blamed[i] says of
 * those that can be blamed for it that they are. */
static bool is_better(const struct fixer *fixer, const struct batch *batch,
                      const struct check_result *before, const struct check_result *after,
                      bool *blamed)
{
	struct arena_mark mark = arena_mark(fixer->scratch);
	struct expectations known = expected(fixer, batch, before);
	struct table groups = {0};
	bool added, better = after->verdict <= before->verdict;
	enum severity tolerated = most_tolerated(batch);
	for (uint32_t i = 0; i < after->ndiags; i++) {
		const struct diag *diag = after->diags[i];
		uint32_t place = edits_begin(&batch->edits, diag->at.offset);
		const uint32_t *found =
		    table_find(&known.places, key_of(fixer->scratch, diag, place));
		struct expected *here = found ? &known.items[*found] : NULL;
		if (here && here->count) {
			here->count--;
			continue;
		}
		bool fixed = here && here->fixed != NOT_FIXED;
		if (!fixed && diag->severity <= tolerated)
			continue;
		better = false;
		place = edits_begin(&batch->edits, diag->group);
		if (fixed)
			blamed[here->fixed] = true;
		else
			(void)table_add(fixer->scratch, &groups, group_key(fixer, place), 0,
			                &added);
	}
	if (!better)
		blame_groups(fixer, batch, before, &groups, blamed);
	arena_rewind(fixer->scratch, mark);
	return better;
}

/* The file with the batch made in it, checked. */
static struct fixed make(struct fixer *fixer, const struct fixed *fixed, const struct batch *batch)
{
	struct source *source = arena_new(fixer->arena, struct source, 1);
	struct fixed after;
	fixer->attempts++;
	after.edited = edited_with(fixer->arena, &fixed->edited, &batch->edits);
	after.text = edited_text(fixer->arena, &after.edited);
	*source = (struct source){fixer->source->path, after.text};
	after.result = check_source(fixer->arena, fixer->scratch, source, fixer->options);
	after.result.fixed = fixed->result.fixed + batch->count;
	return after;
}

/* Goes on with the file as it is after the batch. */
static void keep(struct fixer *fixer, struct fixed *fixed, const struct batch *batch,
                 const struct fixed *after)
{
	for (uint32_t i = 0; i < fixer->nrefused; i++)
		fixer->refused[i].offset = edits_move(&batch->edits, fixer->refused[i].offset);
	*fixed = *after;
}

/* Takes back the repairs that are to blame, or when there are none tries the first half of them,
 * down to one; how many findings to try next. */
static uint32_t try_fewer(struct fixer *fixer, const struct batch *batch, const bool *blamed)
{
	uint32_t before = fixer->nrefused;
	for (uint32_t i = 0; i < batch->count; i++)
		if (blamed[i] || batch->count == 1)
			refuse(fixer, batch->diags[i]);
	if (fixer->nrefused == before)
		return batch->count / 2;
	qsort(fixer->refused, fixer->nrefused, sizeof *fixer->refused, compare_refused);
	return UINT32_MAX;
}

/* Fixes what can be fixed at once, or as much of it as helps; false when there is nothing. */
static bool fix_round(struct fixer *fixer, struct fixed *fixed)
{
	uint32_t most = UINT32_MAX;
	while (fixer->attempts < fixer->most_attempts) {
		struct batch batch = choose(fixer, fixed, most);
		if (!batch.count)
			return false;
		bool *blamed = arena_new(fixer->arena, bool, batch.count);
		struct fixed after = make(fixer, fixed, &batch);
		if (is_better(fixer, &batch, &fixed->result, &after.result, blamed)) {
			keep(fixer, fixed, &batch, &after);
			return true;
		}
		most = try_fewer(fixer, &batch, blamed);
	}
	return false;
}

/* Makes a repair that brings other errors, and fixes those: true when in the end there are fewer,
 * as where each operand of a line is to be moved. */
static bool look_ahead(struct fixer *fixer, struct fixed *fixed, uint32_t index)
{
	struct arena_mark mark = arena_mark(fixer->arena);
	struct fixer ahead = *fixer;
	ahead.refused =
	    arena_copy(fixer->arena, fixer->refused, fixer->nrefused, sizeof *fixer->refused);
	ahead.refused_room = fixer->nrefused;
	ahead.refused[index].rule = NULL;
	struct batch batch = choose(&ahead, fixed, 1);
	if (batch.count) {
		struct fixed after = make(&ahead, fixed, &batch), last = after;
		keep(&ahead, &last, &batch, &after);
		for (int i = 0; i < MAX_AHEAD && last.result.errors >= fixed->result.errors; i++)
			if (!fix_round(&ahead, &last))
				break;
		fixer->attempts = ahead.attempts;
		if (last.result.errors < fixed->result.errors &&
		    last.result.verdict <= fixed->result.verdict) {
			*fixer = ahead;
			*fixed = last;
			return true;
		}
	}
	arena_rewind(fixer->arena, mark);
	return false;
}

static void fix_rounds(struct fixer *fixer, struct fixed *fixed)
{
	for (uint32_t i = 0; i < MAX_ROUNDS && fix_round(fixer, fixed); i++)
		;
}

struct fixed fix_source(struct arena *arena, struct arena *scratch, const struct source *source,
                        const struct check_options *options, const struct check_result *result)
{
	size_t attempts = MAX_BYTES_CHECKED / (source->text.len + 1);
	attempts = attempts < MIN_ATTEMPTS ? MIN_ATTEMPTS : attempts;
	struct fixer fixer = {.arena = arena,
	                      .scratch = scratch,
	                      .source = source,
	                      .options = options,
	                      .most_attempts =
	                          attempts < MAX_ATTEMPTS ? (uint32_t)attempts : MAX_ATTEMPTS};
	struct fixed fixed = {edited_begin(arena, source->text), source->text, *result};
	fix_rounds(&fixer, &fixed);
	for (uint32_t i = 0; i < fixer.nrefused && fixer.attempts < fixer.most_attempts; i++)
		if (look_ahead(&fixer, &fixed, i))
			fix_rounds(&fixer, &fixed);
	fixed.result.fixable = 0; /* what could be is */
	return fixed;
}
