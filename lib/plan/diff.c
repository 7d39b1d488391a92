/* SPDX-License-Identifier: Apache-2.0 */
#include "plan/diff.h"

#include <assert.h>
#include <inttypes.h>

#include "base/checked.h"
#include "base/table.h"
#include "plan/device_index.h"
#include "plan/mesh_match.h"
#include "plan/program_tensors.h"
#include "plan/module/module_plan.h"
#include "plan/redistribution.h"

enum { MOST_DEVICES = 1 << 20 };

const char *diff_kind_name(enum diff_kind kind)
{
	assert(kind <= DIFF_GONE);
	static const char *const names[] = {
	    [DIFF_SAME] = "same",
	    [DIFF_CHANGED] = "changed",
	    [DIFF_ADDED] = "added",
	    [DIFF_GONE] = "gone",
	};
	return names[kind];
}

const char *diff_move_name(const struct diff_tensor *entry)
{
	assert(entry->move <= MOVE_TRANSFER);
	static const char *const names[] = {
	    [MOVE_NONE] = "none",
	    [MOVE_RESHARD] = "reshard",
	    [MOVE_TRANSFER] = "transfer",
	};
	return entry->reason ? "unknown" : names[entry->move];
}

static bool same_shape(const struct tensor *a, const struct tensor *b)
{
	if (a->rank != b->rank)
		return false;
	for (uint32_t i = 0; i < a->rank; i++)
		if (a->dims[i].size != b->dims[i].size)
			return false;
	return true;
}

/* Whether a dimension is cut by one axis after the other, and that makes other slices than cutting
 * it at once. */
static bool cut_in_turn(const struct placed_dim *dim)
{
	return dim->nest && dim->naxes > 1 && dim->size % dim->shards != 0;
}

static bool cut_at_once(const struct slice_map *slice_map)
{
	for (uint32_t i = 0; i < slice_map->rank; i++)
		if (cut_in_turn(&slice_map->dims[i]))
			return false;
	return true;
}

/* Whether two maps cut every dimension over the same axes of equal meshes. */
static bool same_slices(const struct slice_map *a, const struct slice_map *b)
{
	if (!mesh_equal(a->mesh, b->mesh))
		return false;
	for (uint32_t i = 0; i < a->rank; i++) {
		if (a->dims[i].naxes != b->dims[i].naxes ||
		    cut_in_turn(&a->dims[i]) != cut_in_turn(&b->dims[i]))
			return false;
		for (uint32_t j = 0; j < a->dims[i].naxes; j++)
			if (a->dims[i].axes[j] != b->dims[i].axes[j])
				return false;
	}
	return true;
}

/* Two plans on the way to their difference. */
struct comparison {
	struct arena *arena, *scratch;
	const struct plan *before, *after;
	struct step_setting setting;
};

static bool is_dtensor(const struct plan *plan)
{
	return plan->spec->framework.family == FRAMEWORK_DTENSOR;
}

/* Elements of two boxes that lie in both. */
static int64_t overlap(const struct slice *a, const struct slice *b, uint32_t rank)
{
	assert(rank <= MAX_RANK);
	int64_t elements = 1;
	for (uint32_t i = 0; i < rank; i++) {
		int64_t start = a[i].start > b[i].start ? a[i].start : b[i].start;
		int64_t stop = a[i].stop < b[i].stop ? a[i].stop : b[i].stop;
		elements *= stop > start ? stop - start : 0;
	}
	return elements;
}

/* Adds up what each device of the second mesh must fetch: its slice without what it holds already.
 */
static void count_fetched(struct arena *scratch, struct diff_tensor *entry)
{
	assert(entry->before->placed && entry->after->placed);
	const struct slice_map *before = &entry->before->slice_map,
			       *after = &entry->after->slice_map;
	struct device_index index = device_index_make(scratch, before->mesh);
	struct slice held[MAX_RANK], wanted[MAX_RANK];
	for (int64_t position = 0; position < after->devices; position++) {
		int64_t old = device_index_find(&index, mesh_device(after->mesh, position)),
			elements, bytes;
		slice_map_slices(after, position, wanted);
		elements = overlap(wanted, wanted, after->rank);
		if (old >= 0) {
			slice_map_slices(before, old, held);
			elements -= overlap(wanted, held, after->rank);
		}
		bytes = ceiling_divide(elements * after->element_bits, 8);
		if (!checked_multiply(&bytes, bytes, entry->after->tensor->count) ||
		    !checked_add(&entry->fetched_in_all, entry->fetched_in_all, bytes))
			entry->fetched_in_all = INT64_MAX;
		entry->fetched = bytes > entry->fetched ? bytes : entry->fetched;
	}
}

/* The collectives of DTensor.redistribute. */
static void redistribute(const struct comparison *comparison, const struct reshard_task *task,
                         struct diff_tensor *entry)
{
	struct arena *arena = comparison->arena;
	const struct tensor *before = entry->before->written, *after = entry->after->written;
	const struct redistribution move = {
	    .rules = torch_rules_at(FRAMEWORK_DTENSOR, comparison->after->spec->framework.version),
	    .tensor = after,
	    .from = redistribution_layout(arena, before->layout, before->mesh),
	    .to = redistribution_layout(arena, after->layout, after->mesh),
	};
	entry->move = MOVE_RESHARD;
	plan_redistribution(arena, comparison->scratch, &comparison->setting, task, &move,
	                    &entry->steps);
}

/* How long the busiest device fetches through its part of the network. */
static struct seconds transfer_seconds(const struct comparison *comparison, int64_t bytes)
{
	const struct hardware *hardware = comparison->setting.hardware;
	const struct chip *chip = hardware ? hardware->chip : NULL;
	double bandwidth = chip ? chip_figure(chip, FIGURE_NETWORK_BANDWIDTH) / chip->devices : 0;
	if (bandwidth <= 0)
		return (struct seconds){0};
	double least = (double)bytes / bandwidth;
	double usual = comparison->setting.cost == COST_TEXTBOOK
	                   ? least
	                   : least / chip_figure(chip, FIGURE_NETWORK_EFFICIENCY);
	return (struct seconds){true, least, usual, usual * (1 + chip_figure(chip, FIGURE_MARGIN))};
}

static void find_move(const struct comparison *comparison, struct diff_tensor *entry)
{
	const struct slice_map *before = &entry->before->slice_map,
			       *after = &entry->after->slice_map;
	const struct mesh *from = before->mesh, *to = after->mesh;
	const struct tensor *tensor = entry->after->tensor;
	const struct reshard_task task = {
	    .name = tensor->name,
	    .at = tensor->layout->at,
	    .count = tensor->count,
	    .from = before,
	    .to = after,
	};
	struct arena *scratch = comparison->scratch;
	bool one_mesh = mesh_equal(from, to);
	bool compiled = !is_dtensor(comparison->after) && cut_at_once(before) && cut_at_once(after);
	entry->within = one_mesh || mesh_match(scratch, from, to, MOST_DEVICES);
	if (one_mesh && is_dtensor(comparison->before) && is_dtensor(comparison->after)) {
		redistribute(comparison, &task, entry);
	} else if (before->partial || after->partial) {
		entry->reason = "devices hold parts of sums, which nothing adds up on the way";
	} else if (entry->within && compiled) {
		entry->move = MOVE_RESHARD;
		plan_reshard(comparison->arena, scratch, &comparison->setting, &task,
		             &entry->steps);
	} else if (after->devices > MOST_DEVICES || before->devices > MOST_DEVICES) {
		entry->reason = "the meshes have too many devices to compare one by one";
	} else {
		entry->move = MOVE_TRANSFER;
		count_fetched(scratch, entry);
		entry->transfer = transfer_seconds(comparison, entry->fetched);
	}
}

static void compare_tensor(const struct comparison *comparison, struct diff_tensor *entry)
{
	const struct plan_tensor *before = entry->before, *after = entry->after;
	entry->shape_changed = !same_shape(before->tensor, after->tensor);
	entry->dtype_changed = before->tensor->dtype != after->tensor->dtype;
	bool neither =
	    (!before->tensor->layout && !after->tensor->layout) ||
	    (program_on_one_device(before->tensor) && program_on_one_device(after->tensor));
	if (neither && !entry->shape_changed && !entry->dtype_changed) {
		entry->kind = DIFF_SAME;
		return;
	}
	if (!before->placed || !after->placed) {
		entry->kind = DIFF_CHANGED;
		entry->reason = before->placed ? after->reason : before->reason;
		return;
	}
	entry->layout_changed = before->tensor->rank != after->tensor->rank ||
	                        before->slice_map.partial != after->slice_map.partial ||
	                        !same_slices(&before->slice_map, &after->slice_map);
	bool counts_differ = before->tensor->count != after->tensor->count;
	bool changed =
	    counts_differ || entry->shape_changed || entry->dtype_changed || entry->layout_changed;
	entry->kind = changed ? DIFF_CHANGED : DIFF_SAME;
	if (entry->shape_changed || entry->dtype_changed)
		entry->reason = "shape or dtype differ: it is another tensor";
	else if (counts_differ)
		entry->reason = "the family has another number of tensors";
	else if (entry->layout_changed)
		find_move(comparison, entry);
}

static void add_seconds(struct seconds *sum, const struct seconds *more)
{
	sum->known &= more->known;
	sum->low += more->low;
	sum->expected += more->expected;
	sum->high += more->high;
}

static void add_up(struct diff *diff, const struct diff_tensor *entry)
{
	assert(entry->before || entry->after);
	int64_t bytes = entry->move == MOVE_TRANSFER ? entry->fetched : 0, read;
	diff->counts[entry->kind]++;
	bool both = entry->before && entry->after && entry->after->placed &&
	            !entry->shape_changed && !entry->dtype_changed;
	if (both && (!checked_multiply(&read, entry->after->slice_map.bytes_per_device,
	                               entry->after->tensor->count) ||
	             !checked_add(&diff->bytes_read, diff->bytes_read, read)))
		diff->bytes_read = INT64_MAX;
	bool other = entry->shape_changed || entry->dtype_changed;
	diff->others += other;
	diff->seconds.known &= !entry->reason || other;
	if (entry->move == MOVE_RESHARD) {
		bytes = entry->steps.overflow ? INT64_MAX : entry->steps.bytes_moved;
		if (entry->steps.count)
			add_seconds(&diff->seconds, &entry->steps.seconds);
		diff->unpredicted += entry->steps.unpredicted;
	} else if (entry->move == MOVE_TRANSFER) {
		add_seconds(&diff->seconds, &entry->transfer);
	}
	if (!checked_add(&diff->bytes_moved, diff->bytes_moved, bytes))
		diff->bytes_moved = INT64_MAX;
}

/* The name of a family without what its braces list: w.{} of w.{0..3}; empty for a plain name. */
static struct str family_stem(struct arena *arena, struct str name)
{
	struct buf stem = {.arena = arena};
	size_t open = str_find(name, '{', 0);
	if (open == name.len)
		return STR("");
	for (size_t at = 0, close; at < name.len; at = close, open = str_find(name, '{', at)) {
		close = str_find(name, '}', open);
		buf_add(&stem, str_slice(name, at, open));
		buf_puts(&stem, open < name.len ? "{" : "");
	}
	return buf_str(&stem);
}

/* The tensor of the second layout that one of the first is compared with: of its name, or else the
 * family that lists other members. */
static const uint32_t *partner(struct arena *arena, const struct table *names,
                               const struct table *stems, struct str name)
{
	const uint32_t *index = table_find(names, name);
	struct str stem = index ? STR("") : family_stem(arena, name);
	return stem.len ? table_find(stems, stem) : index;
}

/* The tensors of a plan that are compared: without the arrays of a program that have the name of a
 * tensor of the file. `partners` are their places in the other plan, or NONE. */
enum { NONE = -1 };

struct side {
	const struct plan_tensor **tensors;
	int64_t *partners;
	uint32_t count;
};

static struct side side_of(struct arena *arena, const struct plan *plan)
{
	uint32_t count = plan->ntensors + plan->nvalues;
	struct side side = {arena_new(arena, const struct plan_tensor *, count),
	                    arena_new(arena, int64_t, count), 0};
	for (uint32_t i = 0; i < count; i++)
		if (!plan_tensor_at(plan, i)->tensor->repeats) {
			side.partners[side.count] = NONE;
			side.tensors[side.count++] = plan_tensor_at(plan, i);
		}
	return side;
}

static void pair(struct side *before, uint32_t old, struct side *after, uint32_t new)
{
	before->partners[old] = new;
	after->partners[new] = old;
}

/* Pairs tensors by name: those of the same, and families that list other members. */
static void pair_by_name(struct arena *arena, struct side *before, struct side *after)
{
	struct table names = {0}, stems = {0}, taken = {0};
	bool added;
	table_reserve(arena, &names, after->count);
	for (uint32_t i = 0; i < before->count; i++)
		table_add(arena, &taken, before->tensors[i]->tensor->name, i, &added);
	for (uint32_t i = 0; i < after->count; i++) {
		struct str name = after->tensors[i]->tensor->name, stem = family_stem(arena, name);
		if (after->partners[i] != NONE)
			continue;
		table_add(arena, &names, name, i, &added);
		if (stem.len && !table_find(&taken, name))
			table_add(arena, &stems, stem, i, &added);
	}
	for (uint32_t i = 0; i < before->count; i++) {
		const uint32_t *index =
		    before->partners[i] != NONE
			? NULL
			: partner(arena, &names, &stems, before->tensors[i]->tensor->name);
		if (index && after->partners[*index] == NONE)
			pair(before, i, after, *index);
	}
}

/* What an argument of a module is known by: its type, its number among those of it, and its name or
 * layout. */
enum likeness { LIKE_NAMED, LIKE_LAID_OUT, LIKE_TYPED, LIKENESSES };

static struct str type_key(struct arena *arena, struct table *seen, const struct tensor *tensor,
                           const struct plan_tensor *planned, enum likeness likeness)
{
	struct buf key = {.arena = arena};
	bool added;
	buf_puts(&key, tensor->dtype ? tensor->dtype->name : "");
	for (uint32_t i = 0; i < tensor->rank; i++)
		buf_printf(&key, " %" PRId64, tensor->dims[i].size);
	for (uint32_t i = 0; likeness == LIKE_LAID_OUT && planned->placed && i < tensor->rank; i++)
		buf_printf(&key, "/%" PRId64, planned->slice_map.dims[i].shard);
	if (likeness == LIKE_NAMED) {
		buf_putc(&key, '\n');
		buf_add(&key, tensor->name);
	}
	uint32_t *number = table_add(arena, seen, buf_str(&key), 0, &added);
	return str_format(arena, "%.*s\n%u", STR_ARG(buf_str(&key)), ++*number);
}

/* Pairs arguments of two modules whose texts have no names for them but numbers, by what they are.
 */
static void pair_by_type(struct arena *arena, struct side *before, struct side *after,
                         enum likeness likeness)
{
	struct table keys = {0}, seen_before = {0}, seen_after = {0};
	bool added;
	for (uint32_t i = 0; i < after->count; i++)
		if (after->partners[i] == NONE)
			table_add(arena, &keys,
			          type_key(arena, &seen_after, after->tensors[i]->tensor,
			                   after->tensors[i], likeness),
			          i, &added);
	for (uint32_t i = 0; i < before->count; i++) {
		if (before->partners[i] != NONE)
			continue;
		const uint32_t *place =
		    table_find(&keys, type_key(arena, &seen_before, before->tensors[i]->tensor,
		                               before->tensors[i], likeness));
		if (place)
			pair(before, i, after, *place);
	}
}

/* Whether a plan is of a module whose arguments have no paths. */
static bool has_numbers(const struct plan *plan)
{
	return plan->module && plan->module->numbered;
}

/* Adds a function with the next one of its name in the other program. */
static void add_function(struct diff *diff, const struct plan_function *function, bool before)
{
	struct diff_function added = {.name = function->name};
	for (uint32_t i = 0; !before && i < diff->nfunctions; i++) {
		struct diff_function *known = &diff->functions[i];
		if (known->after || !known->before || !str_equal(known->name, function->name))
			continue;
		known->after = function->plan;
		return;
	}
	if (before)
		added.before = function->plan;
	else
		added.after = function->plan;
	if (function->plan)
		diff->functions[diff->nfunctions++] = added;
}

/* Compares what two modules, or all functions of two programs, communicate. */
static void compare_steps(struct arena *arena, struct diff *diff)
{
	const struct plan *before = diff->before, *after = diff->after;
	const struct plan_function *const sides[] = {before->functions, after->functions};
	uint32_t count = 0;
	diff->compares_steps = (before->module && after->module) || (sides[0] && sides[1]);
	if (!diff->compares_steps)
		return;
	diff->collectives = diff_steps_make(arena, &before->steps, &after->steps);
	for (int side = 0; side < 2; side++)
		for (const struct plan_function *one = sides[side]; one; one = one->next)
			count++;
	diff->functions = arena_new(arena, struct diff_function, count);
	for (int side = 0; side < 2; side++)
		for (const struct plan_function *one = sides[side]; one; one = one->next)
			add_function(diff, one, side == 0);
}

const struct diff *diff_make(struct arena *arena, struct arena *scratch, const struct plan *before,
                             const struct plan *after, const struct step_setting *setting)
{
	struct comparison comparison = {arena, scratch, before, after, *setting};
	/* What moves is compiled by the framework that the layout moves to. */
	comparison.setting.hardware = after->spec->hardware;
	comparison.setting.rules = after->spec->framework.rules;
	bool numbered = has_numbers(before) && has_numbers(after);
	struct diff *diff = arena_new(arena, struct diff, 1);
	struct side old = side_of(arena, before), new = side_of(arena, after);
	*diff = (struct diff){.before = before,
	                      .after = after,
	                      .seconds.known = true,
	                      .by_checkpoint =
	                          before->spec->framework.family != after->spec->framework.family};
	diff->tensors = arena_new(arena, struct diff_tensor, (size_t)old.count + new.count);
	for (int likeness = LIKE_NAMED; numbered && likeness < LIKENESSES; likeness++)
		pair_by_type(arena, &old, &new, (enum likeness)likeness);
	pair_by_name(arena, &old, &new);
	for (uint32_t i = 0; i < old.count; i++) {
		struct arena_mark mark = arena_mark(scratch);
		struct diff_tensor *entry = &diff->tensors[diff->ntensors++];
		entry->before = old.tensors[i];
		entry->kind = DIFF_GONE;
		if (old.partners[i] != NONE) {
			entry->after = new.tensors[old.partners[i]];
			compare_tensor(&comparison, entry);
		}
		add_up(diff, entry);
		arena_rewind(scratch, mark);
	}
	for (uint32_t i = 0; i < new.count; i++) {
		if (new.partners[i] != NONE)
			continue;
		diff->tensors[diff->ntensors] =
		    (struct diff_tensor){.kind = DIFF_ADDED, .after = new.tensors[i]};
		add_up(diff, &diff->tensors[diff->ntensors++]);
	}
	compare_steps(arena, diff);
	return diff;
}
