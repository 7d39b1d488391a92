/* SPDX-License-Identifier: Apache-2.0 */
#include "plan/module/module_work.h"

#include <math.h>

#include "module/operation_work.h"
#include "plan/module/module_lines.h"
#include "plan/module/module_peak.h"
#include "plan/module/module_runs.h"
#include "plan/module/module_transients.h"

struct pricing {
	struct arena *arena, *scratch;
	const struct module_shares *shares;
	const struct hardware *hardware;
	struct module_cost *cost;
	struct module_runs runs;
	struct module_transients transients;
	struct module_values *values; /* by number of the computation */
	size_t room;
};

const char *bound_name(enum bound bound)
{
	static const char *const names[] = {[BOUND_NONE] = "",
	                                    [BOUND_COMPUTE] = "compute",
	                                    [BOUND_MEMORY] = "memory",
	                                    [BOUND_COMMUNICATION] = "communication"};
	return names[bound];
}

enum bound work_bound(const struct work_seconds *seconds)
{
	double most = fmax(seconds->compute, fmax(seconds->memory, seconds->communication));
	if (!seconds->known || most <= 0)
		return BOUND_NONE;
	if (seconds->compute >= most)
		return BOUND_COMPUTE;
	return seconds->memory >= most ? BOUND_MEMORY : BOUND_COMMUNICATION;
}

/* ---- Instructions ---- */

/* The rate of contractions of this element type: what the chip has for it, else that of bf16, at
 * which TPUs multiply float32 by default; GPUs round it to TF32. Of a chip; 0: not known. */
static double contraction_rate(const struct chip *chip, const struct dtype *element)
{
	enum figure figure = FIGURE_BF16_FLOPS;
	bool whole = element->class == DTYPE_SIGNED || element->class == DTYPE_UNSIGNED;
	if (element->bits == 8)
		figure = whole ? FIGURE_INT8_OPS : FIGURE_FP8_FLOPS;
	else if (element->bits == 4)
		figure = whole ? FIGURE_INT4_OPS : FIGURE_FP4_FLOPS;
	else if (element->bits == 32)
		figure = FIGURE_FP32_FLOPS;
	double rate = chip_figure(chip, figure);
	return rate > 0 ? rate : chip_figure(chip, FIGURE_BF16_FLOPS);
}

/* `flops` are those that the chip contracts at its rate, without what collectives add up. */
static void add_times(const struct pricing *pricing, struct work_row *row, double flops)
{
	const struct instruction *instruction = row->instruction;
	if (!pricing->hardware)
		return;
	const struct chip *chip = pricing->hardware->chip;
	double bandwidth = chip_figure(chip, FIGURE_HBM_BANDWIDTH) / chip->devices;
	double rate = operation_contracts(instruction->opcode) && instruction->noperands
	                  ? contraction_rate(chip, instruction->operands[0]->shape->element)
	                  : 0;
	row->seconds.known = bandwidth > 0;
	if (bandwidth > 0)
		row->seconds.memory = row->bytes / bandwidth;
	if (rate > 0)
		row->seconds.compute = flops * chip->devices / rate;
	else if (operation_contracts(instruction->opcode))
		pricing->cost->untimed++;
	row->seconds.roofline = fmax(row->seconds.compute, row->seconds.memory);
}

/* What a contraction does not read of its operands, as they are stored in a narrower type. */
static double narrower_by(const struct module_values *values, const struct instruction *contraction)
{
	double saved = 0;
	for (uint32_t i = 0; i < contraction->noperands; i++) {
		const struct instruction *value =
		    values->names[contraction->operands[i]->number].instruction;
		struct value_read reads[VALUE_READS];
		if (values->forms[value->number] != VALUE_FUSED ||
		    !value_widens_stored(values, value))
			continue;
		saved += (double)module_share(values->shares, values->computation, value)->bytes;
		uint32_t count = value_reads(values, value, reads);
		for (uint32_t k = 0; k < count; k++)
			saved -= (double)reads[k].bytes;
	}
	return saved;
}

/* Bytes that a written value is read and written with. */
static double bytes_of(const struct module_values *values, const struct instruction *instruction,
                       const struct partition_share *share)
{
	struct value_read reads[VALUE_READS];
	double bytes = (double)share->bytes, gathered = 0;
	if (values->forms[instruction->number] != VALUE_WRITTEN ||
	    instruction->opcode == OPCODE_PARAMETER || operation_runs_called(instruction->opcode))
		return 0;
	uint32_t count = value_reads(values, instruction, reads);
	for (uint32_t i = 0; i < count; i++)
		gathered += (double)reads[i].bytes;
	if (operation_contracts(instruction->opcode) && share->operands)
		gathered = (double)share->operands - narrower_by(values, instruction);
	if (value_is_in_place(instruction)) /* the part that is replaced */
		bytes = gathered;
	return bytes + gathered;
}

static void price_instruction(struct pricing *pricing, const struct module_values *values,
                              const struct instruction *instruction)
{
	struct module_cost *cost = pricing->cost;
	uint32_t number = values->computation->number;
	const struct partition_share *share =
	    module_share(pricing->shares, values->computation, instruction);
	struct work_row row = {.instruction = instruction, .times = pricing->runs.times[number]};
	if (!share->known || share->bytes == INT64_MAX) {
		cost->uncounted++;
		return;
	}
	operation_work_add(
	    &row.work,
	    module_work_at(pricing->shares, &pricing->transients, values->computation, instruction),
	    row.times);
	row.bytes = bytes_of(values, instruction, share) * row.times;
	if (row.work.flops <= 0 && row.work.transcendentals <= 0 && row.bytes <= 0)
		return;
	add_times(pricing, &row, share->work.flops * row.times);
	operation_work_add(&cost->work, row.work, 1);
	cost->bytes += row.bytes;
	work_seconds_add(&cost->seconds, &row.seconds);
	arena_push(pricing->arena, cost->rows, cost->nrows, pricing->room, row);
}

static void price_computation(struct pricing *pricing, const struct computation *computation)
{
	for (uint32_t i = 0; i < computation->count; i++)
		price_instruction(pricing, &pricing->values[computation->number],
		                  computation->instructions[i]);
}

/* ---- All of it ---- */

/* Which values are written, of all computations. */
static struct module_values *find_values(const struct pricing *pricing, bool once)
{
	const struct module *module = pricing->shares->module;
	struct module_values *values =
	    arena_new(pricing->scratch, struct module_values, module->ncomputations);
	for (uint32_t i = 0; i < module->ncomputations; i++)
		values[i] =
		    module_values_of(pricing->scratch, pricing->shares, module->computations[i],
		                     pricing->transients.kinds[i], once);
	return values;
}

static void add_communication(struct module_cost *cost, const struct plan_steps *steps)
{
	for (const struct plan_step *step = steps->first; step; step = step->next) {
		cost->seconds.communication += step_times(step) * step->seconds.expected;
		cost->seconds.known |= step->seconds.known;
		cost->untimed += !step->seconds.known;
		cost->scattered += step->collective && step->collective->scatters;
	}
}

static void add_peak(struct pricing *pricing, const struct module_values *values, bool breadth)
{
	struct module_cost *cost = pricing->cost;
	struct module_peak peak =
	    module_peak_of(pricing->scratch, pricing->shares, values, &pricing->transients,
	                   breadth ? SCHEDULE_BREADTH_FIRST : SCHEDULE_PROGRAM);
	cost->breadth_first = breadth;
	cost->temporaries = peak.bytes;
	cost->overflow = peak.overflow;
	cost->nlargest = peak.nlargest;
	memcpy(cost->largest, peak.largest, sizeof(peak.largest));
}

struct module_cost *module_cost_of(struct arena *arena, struct arena *scratch,
                                   const struct module_shares *shares,
                                   const struct plan_steps *steps,
                                   const struct step_setting *setting,
                                   const struct hardware *hardware)
{
	struct arena_mark mark = arena_mark(scratch);
	struct module_cost *cost = arena_new(arena, struct module_cost, 1);
	struct module_shares with_twins = *shares;
	struct pricing pricing = {.arena = arena,
	                          .scratch = scratch,
	                          .shares = &with_twins,
	                          .hardware = hardware,
	                          .cost = cost,
	                          .transients = module_transients_of(scratch, shares, steps)};
	if (shares->partitioned)
		with_twins.twins = module_all_twins(scratch, shares, pricing.transients.kinds);
	shares = &with_twins;
	pricing.runs = module_runs_of(scratch, shares, &pricing.transients);
	cost->work_once = pricing.runs.once;
	cost->open_loops = pricing.runs.open_loops;
	cost->branches = pricing.runs.branches;
	pricing.values = find_values(&pricing, false);
	for (uint32_t i = 0; i < shares->module->ncomputations; i++)
		if (pricing.runs.times[i] > 0)
			price_computation(&pricing, shares->module->computations[i]);
	module_lines(arena, scratch, steps, cost);
	add_communication(cost, steps);
	/* Compilers for accelerators keep memory low; that for CPU, which can be asked, does not.
	 */
	bool breadth = hardware == NULL;
	const struct module_values *values = breadth ? find_values(&pricing, true) : pricing.values;
	cost->has_compiled = setting->compiled;
	if (cost->has_compiled)
		cost->compiled_once =
		    module_compiled_once(scratch, &pricing.transients, values, setting->rules);
	add_peak(&pricing, values, breadth);
	arena_rewind(scratch, mark);
	return cost;
}
