/* SPDX-License-Identifier: Apache-2.0 */
#include "op/core/watch.h"

#include <assert.h>

#include "op/core/dtype_class.h"
#include "op/core/recording.h"

void watch_begin(struct op *op, struct primitive_watch *watch)
{
	*watch = (struct primitive_watch){.outer = op->watch,
	                                  .first = op->arrays,
	                                  .mappings = op->nmappings,
	                                  .bodies = op->bodies};
	op->watch = watch;
}

void watch_end(struct op *op, const struct primitive_watch *watch)
{
	assert(op->watch == watch && !watch->muted);
	op->watch = watch->outer;
}

static void doubt(struct primitive_watch *watch, const char *name)
{
	if (!watch->doubt)
		watch->doubt = name;
}

void watch_doubt(struct op *op, const char *name)
{
	for (struct primitive_watch *watch = op->watch; watch; watch = watch->outer)
		doubt(watch, name);
}

/* Whether it is a literal of an operation, or a number of Python. */
static bool is_literal(const struct array *array)
{
	return !array->level && !array->type.rank && !array->type.mesh;
}

enum dependence watch_dependence(const struct primitive_watch *watch, const struct array *array)
{
	if (array->number < watch->first || !dtype_is_inexact(array->type.dtype))
		return DEPENDENCE_NONE;
	uint64_t index = array->number - watch->first;
	enum dependence told = index < watch->told ? watch->dependent[index] : DEPENDENCE_UNTOLD;
	return told == DEPENDENCE_UNTOLD && is_literal(array) ? DEPENDENCE_NONE : told;
}

enum dependence derivative_dependence(const struct op *op, const struct array *array)
{
	enum dependence result = DEPENDENCE_NONE;
	for (const struct primitive_watch *watch = op->watch; watch; watch = watch->outer) {
		if (watch->muted || watch->linear)
			return DEPENDENCE_NONE;
		enum dependence dependence = watch_dependence(watch, array);
		if (dependence != DEPENDENCE_NONE && result != DEPENDENCE_SOME)
			result = dependence;
	}
	return result;
}

static void tell(struct arena *arena, struct primitive_watch *watch, const struct array *array,
                 enum dependence dependence)
{
	if (array->number < watch->first)
		return;
	uint64_t index = array->number - watch->first;
	if (index >= watch->told) {
		size_t told = 2 * (size_t)index + 256;
		uint8_t *grown = arena_new(arena, uint8_t, told);
		if (watch->told)
			memcpy(grown, watch->dependent, watch->told);
		watch->dependent = grown;
		watch->told = told;
	}
	watch->dependent[index] = (uint8_t)dependence;
}

static struct array *copy_of(struct op *op, const struct array *array)
{
	struct array *copy = arena_new(op->arena, struct array, 1);
	*copy = *array;
	copy->number = op->arrays++;
	return copy;
}

const struct array *watch_input(struct op *op, const struct array *array)
{
	assert(op->watch);
	struct array *input = copy_of(op, array);
	input->host = NULL;
	if (op->recording)
		input->elements = NULL;
	watch_inherit(op, input, array, UINT32_MAX);
	tell(op->arena, op->watch, input, DEPENDENCE_SOME);
	return input;
}

const struct array *watch_stop(struct op *op, const struct array *array)
{
	if (!op->watch)
		return array;
	struct array *stopped = copy_of(op, array);
	if (array->level > (op->recording ? op->staged : op->watch->mappings)) {
		stopped->mapped = watch_stop(op, array->mapped);
	} else {
		recording_same(op, EQUATION_STOP, stopped, array);
	}
	for (struct primitive_watch *watch = op->watch; watch; watch = watch->outer)
		tell(op->arena, watch, stopped, DEPENDENCE_NONE);
	return stopped;
}

void watch_inherit(struct op *op, const struct array *array, const struct array *from,
                   uint32_t level)
{
	for (struct primitive_watch *watch = op->watch; watch; watch = watch->outer)
		if (level > watch->mappings)
			tell(op->arena, watch, array, watch_dependence(watch, from));
}

/* Whether a primitive on arrays of this level is applied by what is watched itself, and not by a
 * vmap around it. */
static bool is_direct(const struct primitive_watch *watch, uint32_t level)
{
	return level <= watch->mappings && !watch->muted;
}

void watch_mute(struct op *op, uint32_t level)
{
	for (struct primitive_watch *watch = op->watch; watch; watch = watch->outer)
		if (level <= watch->mappings)
			watch->muted++;
}

void watch_unmute(struct op *op, uint32_t level)
{
	for (struct primitive_watch *watch = op->watch; watch; watch = watch->outer)
		if (level <= watch->mappings)
			watch->muted--;
}

/* What the results of a primitive depend on. */
static enum dependence depends(struct primitive_watch *watch, const struct application *application,
                               const struct array *const *operands)
{
	enum dependence all = DEPENDENCE_NONE;
	if (application->primitive->constant)
		return DEPENDENCE_NONE;
	for (uint32_t i = 0; i < application->count; i++) {
		enum dependence one = watch_dependence(watch, operands[i]);
		watch->blurred = watch->blurred || one == DEPENDENCE_UNTOLD;
		if (one == DEPENDENCE_SOME || (one == DEPENDENCE_UNTOLD && all == DEPENDENCE_NONE))
			all = one;
	}
	return all;
}

static void record_operation(struct op *op, struct primitive_watch *watch,
                             const struct application *application,
                             const struct array *const *operands,
                             const struct array *const *results)
{
	struct arena *arena = op->arena;
	const struct array **kept = arena_new(arena, const struct array *, application->count);
	const struct array **given = arena_new(arena, const struct array *, application->nresults);
	for (uint32_t i = 0; i < application->count; i++)
		kept[i] = operands[i];
	for (uint32_t i = 0; i < application->nresults; i++)
		given[i] = results[i];
	watch->entries = arena_append(arena, watch->entries, watch->nentries, &watch->entry_room,
	                              sizeof *watch->entries);
	watch->entries[watch->nentries++] = (struct tape_entry){.primitive = application->primitive,
	                                                        .params = application->params,
	                                                        .operands = kept,
	                                                        .results = given,
	                                                        .count = application->count,
	                                                        .nresults = application->nresults,
	                                                        .mesh = op->mesh,
	                                                        .mapped = watch->mappings > 0,
	                                                        .linear = watch->linear};
}

/* Mutes a watch and those inside of it, which have taken the primitive's derivative already. */
static void mute_inner(struct op *op, const struct primitive_watch *watch, bool muted)
{
	assert(muted || watch->muted);
	for (struct primitive_watch *inner = op->watch; inner; inner = inner->outer) {
		inner->muted = muted ? inner->muted + 1 : inner->muted - 1;
		if (inner == watch)
			return;
	}
}

/*
 * Takes the derivative of a primitive by those of its operands that depend on what the watch's is
 * taken by. False when JAX raises; *certain is cleared when that hangs on an operand of which it is
 * not told whether it depends on it.
 */
static bool forward_derivative(struct op *op, const struct primitive_watch *watch,
                               const struct tape_entry *entry, bool *certain)
{
	if (!entry->primitive->forward)
		return true;
	for (uint32_t i = 0; i < entry->count; i++) {
		enum dependence dependence = watch_dependence(watch, entry->operands[i]);
		if (dependence == DEPENDENCE_NONE || entry->primitive->forward(op, entry, i))
			continue;
		*certain = *certain && dependence == DEPENDENCE_SOME;
		return false;
	}
	return true;
}

/* Takes the derivative forward; one that fails where it need not be taken is left open. */
static bool go_forward(struct op *op, struct primitive_watch *watch, const struct tape_entry *entry)
{
	struct recording *recording = op->recording;
	mute_inner(op, watch, true);
	op->recording = NULL;
	bool certain = op->bodies == watch->bodies;
	bool done = forward_derivative(op, watch, entry, &certain);
	op->recording = recording;
	mute_inner(op, watch, false);
	if (done || (certain && op->error.raised))
		return done;
	op->error = (struct op_error){0};
	doubt(watch, entry->primitive->name);
	return true;
}

bool watch_follow(struct op *op, const struct application *application,
                  const struct array *const *operands, uint32_t level,
                  const struct array *const *results)
{
	for (struct primitive_watch *watch = op->watch; watch; watch = watch->outer) {
		if (!is_direct(watch, level))
			continue;
		enum dependence dependence = depends(watch, application, operands);
		for (uint32_t i = 0; i < application->nresults; i++)
			tell(op->arena, watch, results[i], dependence);
		if (dependence == DEPENDENCE_NONE)
			continue;
		record_operation(op, watch, application, operands, results);
		if (!go_forward(op, watch, &watch->entries[watch->nentries - 1]))
			return false;
	}
	return true;
}

static bool transpose_loop(struct op *op, const struct tape_entry *entry, uint32_t operand)
{
	return refuse(op, RULE_PROGRAM_ERROR, "ValueError",
	              TEXT("Reverse-mode differentiation does not work for lax.while_loop or "
	                   "lax.fori_loop with dynamic start/stop values. Try using lax.scan, or "
	                   "using fori_loop with static start/stop."),
	              HELP("use lax.scan, or lax.fori_loop with bounds that Python knows"));
}

void watch_loop(struct op *op, const struct array *const *inits, const struct array *const *results,
                uint32_t count)
{
	static const struct primitive loop = {
	    .name = "while", .transpose = transpose_loop, .derivative = DERIVATIVE_KEEPS_SHARDINGS};
	struct application application = {.primitive = &loop, .count = 1, .nresults = 1};
	for (uint32_t i = 0; i < count; i++) {
		for (struct primitive_watch *watch = op->watch; watch; watch = watch->outer) {
			if (watch_dependence(watch, inits[i]) == DEPENDENCE_NONE ||
			    inits[i] == results[i])
				continue;
			tell(op->arena, watch, results[i], watch_dependence(watch, inits[i]));
			record_operation(op, watch, &application, &inits[i], &results[i]);
		}
	}
}

/* What takes the derivative of a rule of the program back. */
struct custom_back {
	bool (*back)(struct op *op, void *data);
	void *data;
};

static bool transpose_custom(struct op *op, const struct tape_entry *entry, uint32_t operand)
{
	const struct custom_back *custom = entry->params;
	return !custom->back || custom->back(op, custom->data);
}

/* What is watched sees of an array: the vmaps within it are not there. */
static const struct array *outside_vmaps(const struct primitive_watch *watch,
                                         const struct array *array)
{
	while (array->level > watch->mappings)
		array = array->mapped;
	return array;
}

/* The same array, which depends so, with all that vmaps map. */
static const struct array *copy_of_all(struct op *op, const struct array *array,
                                       enum dependence dependence)
{
	struct array *copy = copy_of(op, array);
	if (array->level > op->watch->mappings)
		copy->mapped = copy_of_all(op, array->mapped, dependence);
	tell(op->arena, op->watch, copy, dependence);
	return copy;
}

void watch_custom(struct op *op, const struct array *const *operands, uint32_t count,
                  const struct array **results, uint32_t nresults,
                  bool (*back)(struct op *op, void *data), void *data)
{
	assert(op->watch);
	static const struct primitive custom = {.name = "custom",
	                                        .transpose = transpose_custom,
	                                        .linear = LINEAR,
	                                        .derivative = DERIVATIVE_KEEPS_SHARDINGS};
	struct custom_back *params = arena_new(op->arena, struct custom_back, 1);
	*params = (struct custom_back){back, data};
	struct application application = {
	    .primitive = &custom, .params = params, .count = count, .nresults = nresults};
	enum dependence dependence = depends(op->watch, &application, operands);
	const struct array **given = arena_new(op->arena, const struct array *, count);
	const struct array **made = arena_new(op->arena, const struct array *, nresults);
	for (uint32_t i = 0; i < count; i++)
		given[i] = outside_vmaps(op->watch, operands[i]);
	for (uint32_t i = 0; i < nresults; i++) {
		results[i] = copy_of_all(op, results[i], dependence);
		made[i] = outside_vmaps(op->watch, results[i]);
	}
	if (dependence != DEPENDENCE_NONE)
		record_operation(op, op->watch, &application, given, made);
}

const struct array *array_example(struct op *op, const struct array *array)
{
	return array_new(op, &array->type);
}

const struct array *cotangent_example(struct op *op, const struct array *array)
{
	struct array_type type = array->type;
	type.unreduced = array->type.reduced;
	type.reduced = array->type.unreduced;
	return array_new(op, &type);
}

bool check_cotangent(struct op *op, const struct array *operand, const struct array *cotangent)
{
	if (!cotangent)
		return false;
	if (type_same_shape(&operand->type, &cotangent->type) &&
	    spec_equal(operand->type.spec, cotangent->type.spec, operand->type.rank))
		return true;
	if (!op_has(op, JAX_CHECKS_COTANGENTS))
		return op_unknown(op, "%s", "");
	struct str primal = phrase(op, "{long}", &operand->type);
	bool explains = op_has(op, JAX_COTANGENT_EXPLAINED);
	bool names = op_has(op, JAX_COTANGENT_NAMES_PRIMAL);
	return refuse(
	    op, RULE_SHARDING_CONFLICT, "ValueError",
	    TEXT("{}{}{} cotangent type {}{}{}{} but got {long}",
	         explains ? "Input primal JAX type to VJP function is " : "",
	         explains ? primal : STR(""), explains ? ". Hence the expected" : "Expected",
	         explains ? "is " : "", primal, names ? " for primal type " : "",
	         names ? phrase(op, "{},", primal) : STR(""), &cotangent->type),
	    WORDS("the derivative by an operand is sharded as the operand is not"),
	    HELP("bring operand and indices to the same sharding with {reshard} before the "
	         "indexing"));
}

/* Whether what is part of a derivative forward has a way back by this operand alone. */
static bool is_linear(const struct primitive_watch *watch, const struct tape_entry *entry,
                      uint32_t operand)
{
	uint32_t dependent = 0;
	for (uint32_t i = 0; i < entry->count; i++)
		dependent += watch_dependence(watch, entry->operands[i]) != DEPENDENCE_NONE;
	switch (entry->primitive->linear) {
	case LINEAR:
		return true;
	case LINEAR_IN_EACH:
		return dependent == 1;
	case LINEAR_IN_FIRST:
		return dependent == 1 && operand == 0;
	case NOT_LINEAR:
		break;
	}
	return false;
}

/* Takes the derivative of one operand back through an entry. */
static bool go_back(struct op *op, struct primitive_watch *watch, const struct tape_entry *entry,
                    uint32_t operand, bool certain)
{
	const struct abstract_mesh *context = op->mesh;
	struct recording *recording = op->recording;
	op->mesh = entry->mesh;
	op->recording = NULL;
	bool linear = !entry->linear || is_linear(watch, entry, operand);
	bool (*transpose)(struct op *, const struct tape_entry *, uint32_t) =
	    entry->primitive->transpose;
	bool done =
	    linear ? !transpose || transpose(op, entry, operand) : (bool)op_unknown(op, "%s", "");
	op->mesh = context;
	op->recording = recording;
	if (done)
		return true;
	if (certain && op->error.raised && (!watch->mappings || !entry->params))
		return false;
	op->error = (struct op_error){0};
	doubt(watch, entry->primitive->name);
	return true;
}

bool watch_transpose(struct op *op, struct primitive_watch *watch,
                     const struct array *const *outputs, uint32_t count)
{
	assert(op->watch != watch);
	uint8_t *reached = arena_new(op->arena, uint8_t, op->arrays - watch->first + 1);
	for (uint32_t i = 0; i < count; i++)
		if (outputs[i]->number >= watch->first)
			reached[outputs[i]->number - watch->first] = 1;
	for (uint32_t i = watch->nentries; i--;) {
		const struct tape_entry *entry = &watch->entries[i];
		bool used = false;
		for (uint32_t j = 0; j < entry->nresults; j++)
			used = used || reached[entry->results[j]->number - watch->first];
		if (!used && !watch->blurred)
			continue;
		for (uint32_t j = 0; j < entry->count; j++) {
			enum dependence dependence = watch_dependence(watch, entry->operands[j]);
			if (dependence == DEPENDENCE_NONE)
				continue;
			if (!go_back(op, watch, entry, j, used && dependence == DEPENDENCE_SOME))
				return false;
			if (used)
				reached[entry->operands[j]->number - watch->first] = 1;
		}
	}
	return true;
}
