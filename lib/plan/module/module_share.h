/* SPDX-License-Identifier: Apache-2.0 */
/* What one device has of the instructions of a module. */
#pragma once

#include "partition/partition.h"

struct module_shares {
	const struct module *module;
	bool partitioned; /* by the partitioner; else the text is that of one device */
	/* By number of the computation, then of the instruction; NULL: none is known. */
	const struct partition_share *const *rows;
	/* By number of the computation: the first instruction that gives the same (module_twins.h);
	 * NULL where that is not asked, as of a text that is compiled. */
	const uint32_t *const *twins;
};

/* The shares of all instructions: those that the partitioner noted, or, where `partition` is NULL,
 * what the text has. New rows live in the arena. */
struct module_shares module_shares_of(struct arena *arena, const struct module *module,
                                      const struct partition *partition);

extern const struct partition_share module_share_unknown;

/* The twins of all computations of a module whose steps are known: by number of the computation the
 * enum instruction_steps of each instruction, or NULL. In the arena. */
const uint32_t *const *module_all_twins(struct arena *arena, const struct module_shares *shares,
                                        const uint8_t *const *steps);

/* The share of an instruction; one that the partitioner did not reach is not known. */
static inline const struct partition_share *module_share(const struct module_shares *shares,
                                                         const struct computation *computation,
                                                         const struct instruction *instruction)
{
	const struct partition_share *row = shares->rows[computation->number];
	return row ? &row[instruction->number] : &module_share_unknown;
}

/* The first instruction that gives the same as this one, which computes nothing then. */
static inline const struct instruction *module_twin(const struct module_shares *shares,
                                                    const struct computation *computation,
                                                    const struct instruction *instruction)
{
	const uint32_t *twins = shares->twins ? shares->twins[computation->number] : NULL;
	return twins ? computation->instructions[twins[instruction->number]] : instruction;
}
