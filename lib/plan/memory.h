/* SPDX-License-Identifier: Apache-2.0 */
/* What a device's memory holds: the tensors by kind, and what training keeps beside the parameters.
 */
#pragma once

#include "plan/slice_map.h"

/* The parts that memory is counted in. */
enum memory_part {
	MEMORY_PARAM,
	MEMORY_ACTIVATION,
	MEMORY_INPUT,
	MEMORY_STATE,
	MEMORY_OTHER, /* tensors that do not say what they are */
	MEMORY_OPTIMIZER,
	MEMORY_MASTER_WEIGHTS,
	MEMORY_GRADIENTS,
	MEMORY_RESERVE,
	MEMORY_ARGUMENTS, /* of a compiled program */
	MEMORY_RESULTS,   /* of it, those in the memory of donated arguments aside */
	MEMORY_PARTS
};

struct memory {
	int64_t parts[MEMORY_PARTS]; /* bytes on the fullest device */
	int64_t per_device;          /* their sum */
	int64_t replicated;          /* bytes of it in tensors that every device holds whole */
	int64_t padding;  /* bytes by which uneven shards are larger than an even share */
	uint32_t unsized; /* tensors without a dtype: they count as nothing */
	double once;      /* bytes on all devices together, where copies count once */
	bool overflow;    /* the sums do not fit in 64 bits */
};

/* Adds a tensor, of which there are `count`, and for a parameter what training keeps beside it. */
void memory_add(struct memory *memory, const struct memory_settings *settings,
                const struct slice_map *slice_map, enum tensor_kind kind, int64_t count);

/* Adds the reserve and sums up. */
void memory_finish(struct memory *memory, const struct memory_settings *settings);

/* "param", "optimizer" …: the word for a part. */
const char *memory_part_name(enum memory_part part);

/* 134217728 as "128.00 MiB", in the arena. */
struct str bytes_text(struct arena *arena, int64_t bytes);
