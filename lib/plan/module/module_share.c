/* SPDX-License-Identifier: Apache-2.0 */
#include "plan/module/module_share.h"

#include "module/operation_work.h"
#include "plan/module/module_twins.h"

const struct partition_share module_share_unknown;

/* What fused instructions compute: they are applied whole, and are in no loop of their own. */
static struct operation_work fused_work(const struct instruction *fusion)
{
	static const struct operation_sizes whole;
	struct operation_work work = {0, 0};
	for (uint32_t i = 0; i < fusion->ncalled; i++)
		for (uint32_t k = 0; k < fusion->called[i]->count; k++)
			operation_work_add(
			    &work, operation_work(fusion->called[i]->instructions[k], &whole), 1);
	return work;
}

/* Of an instruction whose shape is that of one device. */
static struct partition_share share_of_text(const struct instruction *instruction)
{
	static const struct operation_sizes whole;
	return (struct partition_share){
	    .known = true,
	    .bytes = hlo_shape_bytes(instruction->shape),
	    .work = instruction->opcode == OPCODE_FUSION ? fused_work(instruction)
	                                                 : operation_work(instruction, &whole),
	};
}

/* The rows of a text whose shapes are those of one device. */
static const struct partition_share *const *rows_of_text(struct arena *arena,
                                                         const struct module *module)
{
	const struct partition_share **rows =
	    arena_new(arena, const struct partition_share *, module->ncomputations);
	for (uint32_t i = 0; i < module->ncomputations; i++) {
		const struct computation *computation = module->computations[i];
		struct partition_share *row =
		    arena_new(arena, struct partition_share, computation->count);
		for (uint32_t k = 0; k < computation->count; k++)
			row[k] = share_of_text(computation->instructions[k]);
		rows[i] = row;
	}
	return rows;
}

/* Twins have the same part of a device: else they are laid out otherwise. */
static const uint32_t *alike_twins(struct arena *arena, const struct module_shares *shares,
                                   const struct computation *computation, const uint8_t *steps)
{
	uint32_t *twins = arena_new(arena, uint32_t, computation->count);
	const uint32_t *first = module_twins(arena, computation, steps);
	for (uint32_t i = 0; i < computation->count; i++) {
		const struct instruction *one = computation->instructions[i],
					 *other = computation->instructions[first[i]];
		twins[i] = module_share(shares, computation, one)->bytes ==
		                   module_share(shares, computation, other)->bytes
		               ? first[i]
		               : i;
	}
	return twins;
}

const uint32_t *const *module_all_twins(struct arena *arena, const struct module_shares *shares,
                                        const uint8_t *const *steps)
{
	const struct module *module = shares->module;
	const uint32_t **rows = arena_new(arena, const uint32_t *, module->ncomputations);
	for (uint32_t i = 0; i < module->ncomputations; i++)
		rows[i] = alike_twins(arena, shares, module->computations[i], steps[i]);
	return rows;
}

struct module_shares module_shares_of(struct arena *arena, const struct module *module,
                                      const struct partition *partition)
{
	struct module_shares shares = {.module = module, .partitioned = partition != NULL};
	if (!partition)
		shares.rows = rows_of_text(arena, module);
	else if (partition->shares)
		shares.rows = (const struct partition_share *const *)partition->shares;
	else
		shares.rows =
		    arena_new(arena, const struct partition_share *, module->ncomputations);
	return shares;
}
