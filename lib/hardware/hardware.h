/* SPDX-License-Identifier: Apache-2.0 */
/* The hardware of a run: which chip, in slices of which shape, closed into rings or not. */
#pragma once

#include "hardware/chip.h"

struct hardware {
	struct str problem;    /* not empty: why there is no such hardware; of the rest only the
	                          suggestion and a chip that is known are set */
	struct str suggestion; /* what to write instead, or empty */
	const struct chip *chip;
	int64_t extent[3]; /* chips of a slice along x, y, z; a GPU node is {n, 1, 1} */
	bool wraps[3];     /* the axis is a ring */
	bool twisted;
	int64_t slices;  /* on GPU, nodes */
	int64_t devices; /* in all slices, as the framework counts them */
};

/*
 * Reads an accelerator type: a chip's name, '-', and how many cores or chips there are, whichever
 * the name counts: "v5e-16", "v5p-128" (64 chips), "h100-64". TPU types are one slice of the most
 * cubic shape (AI-Hypercomputer/maxtext, accelerator_to_spec_map.py). The arena owns the texts.
 */
struct hardware hardware_of_type(struct arena *arena, struct str type);

/*
 * Hardware of `slices` slices of the shape `topology`: "4x4", "4x4x8", "4x4x8_twisted"; on GPU the
 * number of chips in a node. `chip` is a name or a framework device kind.
 */
struct hardware hardware_of_topology(struct arena *arena, struct str chip, struct str topology,
                                     int64_t slices);

/* The same slices, or nodes, so many times over. */
struct hardware hardware_times(struct arena *arena, struct hardware hardware, int64_t times);

/*
 * Reads hardware written in one word: an accelerator type, a chip and a topology as in "v5e:4x4",
 * or one of them several times, "2xv6e-256".
 */
struct hardware hardware_named(struct arena *arena, struct str name);

/* Appends what the hardware is, for people: "v6e 16x16, 2 slices" or "h100, 2 nodes of 8". */
void hardware_add_name(struct buf *out, const struct hardware *hardware);

/* Appends the shape of a slice, "4x4x8", with the axes that the chip's torus has. */
void hardware_add_shape(struct buf *out, const struct chip *chip, const int64_t *extent);

/* The slices as the framework lists their devices. */
struct topology hardware_topology(const struct hardware *hardware);
