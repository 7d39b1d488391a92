/* SPDX-License-Identifier: Apache-2.0 */
/* A computation while it is being walked. */
#pragma once

#include "partition/partitioner.h"

struct partition_frame {
	struct partition_frame *outer;
	const struct computation *computation;
	const struct instruction *caller; /* NULL: of the entry */
	struct shards **values;           /* by instruction->number: its leaves, or NULL */
	bool *nameless;                   /* by number: whether its sharding lost its names */
	const struct shards
	    *parameters;            /* the leaves of all parameters; NULL: those of the entry */
	const uint32_t *first_leaf; /* of each parameter */
	uint32_t number;            /* in the order in which they are begun */
};
