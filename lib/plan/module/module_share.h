/* SPDX-License-Identifier: Apache-2.0 */
/* What one device has of the instructions of a module. */
#pragma once

#include "partition/partition.h"

struct module_shares {
	const struct module *module;
	/* NULL: the text is that of one device. Its shares may be NULL: none is known. */
	const struct partition *partition;
};

/* The share of an instruction; one that the partitioner did not reach is not known. */
struct partition_share module_share(const struct module_shares *shares,
                                    const struct computation *computation,
                                    const struct instruction *instruction);
