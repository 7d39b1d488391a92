/* SPDX-License-Identifier: Apache-2.0 */
#include "plan/module/module_plan.h"

#include <stdlib.h>

#include "base/checked.h"
#include "plan/laid_mesh.h"
#include "plan/module/module_layout.h"
#include "plan/module/module_steps.h"
#include "propagate/propagate.h"
#include "spec/tensor_name.h"

enum { POINTER_BYTES = 8 };

struct work {
	struct arena *arena, *scratch;
	const struct module *module;
	const struct named_mesh *mesh;
	struct plan *plan;
};

const char *module_stage_name(enum module_stage stage)
{
	static const char *const names[] = {
	    [MODULE_UNPARTITIONED] = "unpartitioned",
	    [MODULE_PROPAGATED] = "propagated",
	    [MODULE_PARTITIONED] = "partitioned",
	};
	return names[stage];
}

/* The sharding of a value by name, of StableHLO or of HLO; NULL: it has none, or one for any rank.
 */
static const struct named_sharding *named_of(const struct module_value *value)
{
	const struct hlo_sharding *sharding = value->sharding;
	const struct named_sharding *named = value->named;
	if (!named && sharding && sharding->kind == HLO_NAMED)
		named = sharding->named;
	return named && !named->any_rank ? named : NULL;
}

/* Whether an array is whole on each device, or nothing is said of it, or it is a shard already. */
static bool is_uncut(const struct module_value *value)
{
	const struct hlo_sharding *sharding = value->sharding;
	return !sharding || sharding->kind == HLO_REPLICATED || sharding->kind == HLO_MANUAL ||
	       (sharding->kind == HLO_NAMED && sharding->named->any_rank);
}

/* Into how many parts each dimension of a value is cut; false where its layout is not known. */
static bool ways_of(const struct module_value *value, int64_t *ways)
{
	const struct hlo_sharding *sharding = value->sharding;
	const struct named_sharding *named = named_of(value);
	uint32_t rank = value->shape->rank;
	for (uint32_t i = 0; i < rank; i++)
		ways[i] = 1;
	for (uint32_t i = 0; named && i < rank && i < named->rank; i++)
		ways[i] = axis_parts_ways(&named->dims[i].axes);
	if (named || is_uncut(value))
		return named || sharding;
	if (sharding->kind != HLO_TILED || sharding->tiles.ndims < rank)
		return false;
	bool some = true;
	for (uint32_t i = 0; i < rank; i++) {
		ways[i] = sharding->tiles.dims[i];
		some &= ways[i] > 0;
	}
	return some;
}

/* Bytes of a value on one device: of a module that is partitioned shapes are those of shards. */
static int64_t bytes_per_device(const struct work *work, const struct module_value *value)
{
	const struct hlo_shape *shape = value->shape;
	int64_t ways[MAX_RANK], dims[MAX_RANK];
	if (work->module->stage == MODULE_PARTITIONED || !shape->element || !ways_of(value, ways))
		return hlo_shape_bytes(shape);
	for (uint32_t i = 0; i < shape->rank; i++)
		dims[i] = ceiling_divide(shape->dims[i], ways[i]);
	return hlo_shape_bytes(
	    &(struct hlo_shape){.element = shape->element, .dims = dims, .rank = shape->rank});
}

const char *module_value_axes(struct arena *arena, const struct named_mesh *mesh,
                              const struct module_value *value, struct named_sharding *axes)
{
	struct str error;
	if (!value->shape->element)
		return value->shape->tuple ? "a tuple" : "a token";
	const struct named_sharding *named = named_of(value);
	if (named && named->mesh->naxes && named->mesh != mesh &&
	    !named_mesh_equal(arena, named->mesh, mesh))
		return "it is sharded over another mesh than the module's";
	if (named && named->mesh->naxes) {
		*axes = *named;
		return axes->rank == value->shape->rank ? NULL : "its sharding has another rank";
	}
	if (named || is_uncut(value)) {
		*axes = named_sharding_make(arena, mesh, value->shape->rank);
		return NULL;
	}
	if (!named_of_hlo(arena, value->sharding, mesh, value->shape->rank, axes, &error))
		return "its tiles do not lie along the axes of the mesh";
	return NULL;
}

/* A PartitionSpec of these axes; NULL when one of them is cut. */
static const struct layout *layout_of(const struct work *work, const struct named_sharding *axes,
                                      struct span at)
{
	struct arena *arena = work->arena;
	struct layout *layout = arena_new(arena, struct layout, 1);
	struct entry *entries = arena_new(arena, struct entry, axes->rank);
	for (uint32_t i = 0; i < axes->rank; i++) {
		const struct axis_parts *parts = &axes->dims[i].axes;
		struct reference *references = arena_new(arena, struct reference, parts->count);
		for (uint32_t k = 0; k < parts->count; k++) {
			if (!axis_part_is_whole(work->mesh, &parts->items[k]))
				return NULL;
			references[k].name = work->mesh->axes[parts->items[k].axis].name;
		}
		entries[i] = (struct entry){.kind = parts->count ? ENTRY_AXES : ENTRY_NONE,
		                            .tuple = parts->count > 1,
		                            .axes = references,
		                            .naxes = parts->count};
	}
	*layout = (struct layout){.notation = NOTATION_PARTITION_SPEC, .at = at};
	layout->spec = (struct partition_spec){.entries = entries, .nentries = axes->rank};
	return layout;
}

/* The whole of a value: of a partitioned module as many shards as its sharding says. */
static const struct dim *whole_dims(const struct work *work, const struct module_value *value,
                                    const struct named_sharding *axes)
{
	struct dim *dims = arena_new(work->arena, struct dim, value->shape->rank);
	for (uint32_t i = 0; i < value->shape->rank; i++) {
		int64_t ways = axes ? axis_parts_ways(&axes->dims[i].axes) : 1;
		dims[i].size = value->shape->dims[i];
		if (work->module->stage == MODULE_PARTITIONED &&
		    !checked_multiply(&dims[i].size, dims[i].size, ways))
			dims[i].size = value->shape->dims[i];
	}
	return dims;
}

/* Whether the bits of a tensor are a number, as those of a spec always are. */
static bool is_countable(const struct tensor *tensor)
{
	int64_t bits = tensor->dtype ? (int64_t)tensor->dtype->bits : 0;
	for (uint32_t i = 0; i < tensor->rank; i++)
		if (!checked_multiply(&bits, bits, tensor->dims[i].size))
			return false;
	return true;
}

static void place_value(const struct work *work, struct str name, const struct module_value *value,
                        struct plan_tensor *planned)
{
	struct tensor *tensor = arena_new(work->arena, struct tensor, 1);
	struct named_sharding axes;
	const struct plan *plan = work->plan;
	planned->tensor = tensor;
	planned->reason = work->mesh ? module_value_axes(work->arena, work->mesh, value, &axes)
	                             : "more devices than are listed";
	*tensor = (struct tensor){.name = name,
	                          .count = 1,
	                          .rank = value->shape->rank,
	                          .dtype = value->shape->element,
	                          .mesh = plan->spec->nmeshes ? plan->spec->meshes : NULL,
	                          .has_shape = !value->shape->tuple,
	                          .at = value->at};
	tensor->dims = whole_dims(work, value, planned->reason ? NULL : &axes);
	if (!planned->reason && !is_countable(tensor))
		planned->reason = "its size does not fit in 64 bits";
	if (planned->reason)
		return;
	tensor->layout = layout_of(work, &axes, value->at);
	planned->reason = !tensor->layout ? "it is sharded over parts of axes"
	                                  : slice_map_place(work->arena, tensor, tensor->layout,
	                                                    plan->meshes, &planned->slice_map);
	planned->placed = !planned->reason;
}

static void add_bytes(struct memory *memory, int64_t *sum, int64_t bytes)
{
	if (bytes == INT64_MAX || !checked_add(sum, *sum, bytes))
		memory->overflow = true;
}

static void add_arguments(struct work *work, struct str pattern, struct module_summary *summary)
{
	struct plan *plan = work->plan;
	plan->tensors = arena_new(work->arena, struct plan_tensor, work->module->narguments);
	for (uint32_t i = 0; i < work->module->narguments; i++) {
		const struct module_value *value = &work->module->arguments[i];
		int64_t bytes = bytes_per_device(work, value);
		summary->numbered |= !value->path.len;
		struct plan_tensor *planned = &plan->tensors[plan->ntensors];
		add_bytes(&plan->memory, &summary->arguments, bytes);
		struct str name = module_argument_name(work->module, i);
		if (pattern.len && !tensor_name_matches(pattern, name))
			continue;
		place_value(work, name, value, planned);
		plan->ntensors++;
		if (planned->placed && planned->slice_map.shards == 1 &&
		    planned->slice_map.devices > 1)
			add_bytes(&plan->memory, &plan->memory.replicated, bytes);
	}
}

static int compare_bytes(const void *a, const void *b)
{
	const int64_t *x = a, *y = b;
	return *x < *y ? -1 : *x > *y;
}

/* Bytes that are both among the results and among those of arguments that any result may take. */
static int64_t matched(int64_t *results, size_t nresults, int64_t *donors, size_t ndonors)
{
	int64_t sum = 0;
	qsort(results, nresults, sizeof *results, compare_bytes);
	qsort(donors, ndonors, sizeof *donors, compare_bytes);
	for (size_t i = 0, k = 0; i < nresults && k < ndonors;) {
		bool equal = results[i] == donors[k];
		if (equal && !checked_add(&sum, sum, results[i]))
			return INT64_MAX;
		bool next_donor = donors[k] <= results[i];
		i += results[i] <= donors[k];
		k += next_donor;
	}
	return sum;
}

/* Results, and what of them takes the memory of donated arguments. */
static void add_results(struct work *work, struct module_summary *summary)
{
	const struct module *module = work->module;
	struct memory *memory = &work->plan->memory;
	bool *aliased = arena_new(work->scratch, bool, module->nresults);
	int64_t *results = arena_new(work->scratch, int64_t, module->nresults),
		*donors = arena_new(work->scratch, int64_t, module->narguments);
	size_t nresults = 0, ndonors = 0;
	for (uint32_t i = 0; i < module->narguments; i++) {
		int64_t alias = module->arguments[i].alias;
		if (alias >= 0 && alias < module->nresults)
			aliased[alias] = true;
		if (alias == -2)
			donors[ndonors++] = bytes_per_device(work, &module->arguments[i]);
	}
	/* Several results have a table of where they lie, which XLA counts with them. */
	if (module->entry->root->shape->tuple)
		add_bytes(memory, &summary->results, POINTER_BYTES * (int64_t)module->nresults);
	for (uint32_t i = 0; i < module->nresults; i++) {
		int64_t bytes = bytes_per_device(work, &module->results[i]);
		add_bytes(memory, &summary->results, bytes);
		if (aliased[i])
			add_bytes(memory, &summary->donated, bytes);
		else
			results[nresults++] = bytes;
	}
	add_bytes(memory, &summary->donated, matched(results, nresults, donors, ndonors));
	memory->parts[MEMORY_ARGUMENTS] = summary->arguments;
	memory->parts[MEMORY_RESULTS] = summary->results - summary->donated;
}

/* Whether something in the text is sharded, though not by Shardy's meshes. */
static bool is_sharded_otherwise(const struct module *module)
{
	if (module->nmeshes)
		return false;
	for (uint32_t i = 0; i < module->ncomputations; i++)
		for (uint32_t k = 0; k < module->computations[i]->count; k++)
			if (module->computations[i]->instructions[k]->sharding)
				return true;
	return false;
}

/* Why shardings of a module cannot be propagated; NULL when they can. */
static const char *beyond_shardy(const struct module *module, const struct jax_rules *rules)
{
	if (is_sharded_otherwise(module))
		return "the text is for GSPMD's propagation, which is not predicted: since JAX "
		       "0.7.0 programs are lowered for Shardy";
	if (module->nmeshes && rules && !jax_rules_within(rules, "0.7.0", NULL))
		return "before JAX 0.7.0 shardings are propagated by GSPMD, which is not predicted";
	return NULL;
}

/* Completes the shardings where the text does not have them all, and partitions. */
static struct partition partition_of(const struct work *work, struct module *module,
                                     const struct step_setting *setting)
{
	struct partition_options options = {
	    .rules = setting->rules, .mesh = work->mesh, .layouts = setting->layouts};
	struct partition failed = {.outcome = RESHARD_UNKNOWN};
	if (module->stage == MODULE_UNPARTITIONED) {
		failed.reason = beyond_shardy(module, setting->rules);
		if (failed.reason)
			return failed;
		struct propagation propagation = propagate(module, setting->rules);
		failed.reason = propagation.failure;
		failed.at = propagation.at;
		if (failed.reason)
			return failed;
	}
	return partition_module(work->arena, work->scratch, module, &options);
}

static void add_cost(struct work *work, const struct partition *partition,
                     const struct plan_options *options, struct module_summary *summary)
{
	if (options->steps_only)
		return;
	struct module_shares shares = module_shares_of(work->scratch, work->module, partition);
	struct step_setting setting = options->setting;
	setting.rules = work->plan->spec->framework.rules;
	summary->cost = module_cost_of(work->arena, work->scratch, &shares, &work->plan->steps,
	                               &setting, work->plan->spec->hardware);
}

static void add_steps(struct work *work, struct module *module, const struct plan_options *options,
                      struct module_summary *summary)
{
	struct plan *plan = work->plan;
	struct module_steps_request request = {.module = module,
	                                       .named = work->mesh,
	                                       .mesh = plan->meshes,
	                                       .setting = options->setting};
	request.setting.hardware = plan->spec->hardware;
	request.setting.rules = plan->spec->framework.rules;
	if (module->stage == MODULE_PARTITIONED) {
		plan_written_steps(work->arena, work->scratch, &request, &plan->steps);
		add_cost(work, NULL, options, summary);
		return;
	}
	struct partition partition = partition_of(work, module, &request.setting);
	if (partition.outcome == RESHARD_PREDICTED)
		summary->partitioner = "Shardy";
	else
		summary->hint = PLAN_PARTITIONED_HINT;
	plan_partition_steps(work->arena, work->scratch, &request, &partition, &plan->steps);
	add_cost(work, &partition, options, summary);
}

int64_t plan_peak(const struct plan *plan)
{
	const struct module_cost *cost = plan->module ? plan->module->cost : NULL;
	int64_t peak;
	if (!cost)
		return -1;
	bool counted = !cost->overflow && !plan->memory.overflow &&
	               checked_add(&peak, plan->memory.per_device, cost->temporaries);
	return counted ? peak : INT64_MAX;
}

const struct plan *plan_module(struct arena *arena, struct arena *scratch, struct module *module,
                               const struct named_mesh *mesh, const struct source *source,
                               const struct check_result *checked,
                               const struct plan_options *options)
{
	struct plan *plan = arena_new(arena, struct plan, 1);
	struct spec *spec = arena_copy(arena, checked->spec, 1, sizeof *spec);
	struct module_summary *summary = arena_new(arena, struct module_summary, 1);
	struct work work = {arena, scratch, module, mesh, plan};
	struct arena_mark mark = arena_mark(scratch);
	spec->source = source;
	spec->files = NULL; /* those of the text that says the mesh */
	plan->spec = spec;
	plan->meshes = laid_meshes(arena, spec);
	plan->steps.seconds.known = true;
	plan->module = summary;
	summary->stage = module->stage;
	summary->written = module->written;
	for (uint32_t i = 0; i < module->ncomputations; i++)
		summary->instructions += module->computations[i]->count;
	add_steps(&work, module, options, summary);
	add_arguments(&work, options->pattern, summary);
	add_results(&work, summary);
	memory_finish(&plan->memory, &spec->memory);
	if (spec->hardware)
		plan->limit = chip_device_memory(spec->hardware->chip);
	arena_rewind(scratch, mark);
	return plan;
}
