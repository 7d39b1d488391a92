/* SPDX-License-Identifier: Apache-2.0 */
/* What is known of a module once all of it is read: its stage, arguments and results. */
#include "hlo/hlo_reader.h"
#include "module/trip_count.h"

/* What the instructions say of how far the compiler has come. */
struct signs {
	bool sharded;    /* more than parameters have shardings */
	bool collective; /* one across partitions that is not of a manual computation */
	bool
	    replicated; /* one across replicas, which a program may have before it is partitioned */
	bool tiled;     /* a value that more devices than one have shards of */
	bool shardy;    /* an operation of Shardy, which propagation takes away */
	bool marked;    /* a constraint, of which propagation makes a copy */
	int64_t devices; /* of the largest sharding */
};

static void look_at(const struct instruction *instruction, struct signs *signs)
{
	const struct hlo_sharding *sharding = instruction->sharding;
	if (sharding && sharding->kind == HLO_TUPLE && sharding->nelements)
		sharding = &sharding->elements[0];
	if (sharding && instruction->opcode != OPCODE_PARAMETER)
		signs->sharded = true;
	if (sharding && sharding->kind == HLO_TILED && sharding->tiles.count > signs->devices)
		signs->devices = sharding->tiles.count;
	if (instruction->opcode == OPCODE_CUSTOM_CALL &&
	    str_starts_with(instruction->target, STR("xla.sdy.")))
		signs->shardy = true;
	if (instruction->opcode == OPCODE_SHARDING_CONSTRAINT)
		signs->marked = true;
	if (sharding && (sharding->kind == HLO_TILED || sharding->kind == HLO_NAMED))
		signs->tiled = true;
	if (sharding || opcode_class(instruction->opcode) != OPCODE_CLASS_COLLECTIVE)
		return;
	bool across = instruction->collective && instruction->collective->across;
	*(across ? &signs->collective : &signs->replicated) = true;
}

/*
 * Text before propagation says so by Shardy's attributes; after partitioning only parameters keep
 * shardings, collectives have none and run across partitions, and the partitioner named the entry
 * anew. What runs across replicas may stand in any text; where nothing is sharded, all does. XLA
 * writes num_partitions from the first pass on, so that without it shardings of parameters alone
 * are what propagation starts from.
 */
static enum module_stage stage_of(const struct hlo_reader *reader, const struct signs *signs)
{
	if (reader->annotated || signs->shardy || signs->marked)
		return MODULE_UNPARTITIONED;
	if (signs->collective || str_ends_with(reader->module->entry->name, STR("_spmd")) ||
	    (signs->replicated && !signs->tiled))
		return MODULE_PARTITIONED;
	if (reader->module->partitions > 1 || signs->sharded)
		return MODULE_PROPAGATED;
	return MODULE_UNPARTITIONED;
}

/* JAX gives a parameter the path of its argument as the name of its operation. */
static struct str argument_path(const struct instruction *parameter)
{
	struct str path = parameter->origin.op_name;
	return path.len ? path : parameter->name;
}

static void fill_arguments(struct hlo_reader *reader)
{
	struct module *module = reader->module;
	module->narguments = module->entry->nparameters;
	module->arguments = arena_new(reader->arena, struct module_value, module->narguments);
	for (uint32_t i = 0; i < module->narguments; i++) {
		const struct instruction *parameter = module->entry->parameters[i];
		module->arguments[i] = (struct module_value){
		    .path = argument_path(parameter),
		    .shape = parameter->shape,
		    .named = parameter->nnamed == 1 ? parameter->named[0] : NULL,
		    .sharding = parameter->sharding,
		    .alias = -1,
		    .at = parameter->at,
		};
	}
	for (size_t i = 0; i < reader->ndonations; i++) {
		const struct hlo_donation *donation = &reader->donations[i];
		if (donation->argument >= 0 && donation->argument < module->narguments)
			module->arguments[donation->argument].alias = donation->result;
	}
}

/* The sharding of one result: that of the root, or its part for this one. */
static const struct hlo_sharding *result_sharding(const struct instruction *root, uint32_t index)
{
	const struct hlo_sharding *sharding = root->sharding;
	if (!sharding || sharding->kind != HLO_TUPLE)
		return sharding;
	return index < sharding->nelements ? &sharding->elements[index] : NULL;
}

static void fill_results(struct hlo_reader *reader)
{
	struct module *module = reader->module;
	const struct instruction *root = module->entry->root;
	bool tuple = root->shape->tuple;
	module->nresults = tuple ? root->shape->nelements : 1;
	module->results = arena_new(reader->arena, struct module_value, module->nresults);
	for (uint32_t i = 0; i < module->nresults; i++) {
		module->results[i] = (struct module_value){
		    .path = STR(""),
		    .shape = tuple ? &root->shape->elements[i] : root->shape,
		    .named = module->stage == MODULE_UNPARTITIONED && !reader->annotated
		                 ? hlo_open_result(reader, i, result_sharding(root, i),
		                                   tuple ? &root->shape->elements[i] : root->shape)
		                 : NULL,
		    .sharding = result_sharding(root, i),
		    .alias = -1,
		    .at = root->at,
		};
	}
}

/* Devices up to the last that a collective names. */
static int64_t devices_of(const struct instruction *instruction)
{
	const struct collective_numbers *numbers = instruction->collective;
	if (opcode_class(instruction->opcode) != OPCODE_CLASS_COLLECTIVE || !numbers)
		return 0;
	int64_t last = -1, count = numbers->groups ? numbers->ngroups * numbers->group_size : 0;
	for (int64_t i = 0; i < count; i++)
		last = numbers->groups[i] > last ? numbers->groups[i] : last;
	for (uint32_t i = 0; i < 2 * numbers->npairs; i++)
		last = numbers->pairs[i] > last ? numbers->pairs[i] : last;
	return last < INT64_MAX ? last + 1 : last;
}

/* Of a text that does not say how many there are: those that its collectives name. */
static int64_t named_devices(const struct module *module)
{
	int64_t devices = 1;
	for (uint32_t i = 0; i < module->ncomputations; i++)
		for (uint32_t k = 0; k < module->computations[i]->count; k++) {
			int64_t of_one = devices_of(module->computations[i]->instructions[k]);
			devices = of_one > devices ? of_one : devices;
		}
	return devices;
}

void hlo_finish(struct hlo_reader *reader)
{
	struct module *module = reader->module;
	struct signs signs = {.devices = 1};
	for (uint32_t i = 0; i < module->ncomputations; i++)
		for (uint32_t k = 0; k < module->computations[i]->count; k++)
			look_at(module->computations[i]->instructions[k], &signs);
	module->stage = stage_of(reader, &signs);
	const struct named_mesh *mesh;
	if (!reader->annotated && module->stage != MODULE_PARTITIONED &&
	    (hlo_is_open(reader->arena, module, signs.shardy, &mesh) ||
	     (mesh && module->stage == MODULE_UNPARTITIONED))) {
		module->stage = MODULE_UNPARTITIONED;
		hlo_take_open(reader, mesh);
	}
	if (module->stage == MODULE_UNPARTITIONED)
		hlo_drop_placed(reader);
	if (module->partitions < signs.devices)
		module->partitions = signs.devices;
	if (module->partitions == 1)
		module->partitions = named_devices(module);
	module->meshes = reader->meshes.items;
	module->nmeshes = reader->meshes.count;
	if (module->nmeshes == 1)
		module->mesh = module->meshes[0].mesh;
	if (module->partitions == 1 && module->mesh)
		module->partitions = module->mesh->count;
	module_count_trips(module);
	fill_arguments(reader);
	fill_results(reader);
	if (module->stage == MODULE_UNPARTITIONED)
		hlo_join_manual(reader);
}
