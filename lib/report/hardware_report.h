/* SPDX-License-Identifier: Apache-2.0 */
/* What is known of hardware, and how a mesh lies on it, in words and as JSON. */
#pragma once

#include "plan/outlook.h"
#include "report/json_writer.h"

struct hardware_report {
	const struct chip *chip;
	const struct hardware *hardware; /* NULL: of the chip alone */
	const struct outlook *outlook;   /* of a mesh that could be read, or NULL */
	struct str framework;            /* "jax==0.12.0.1", which laid the mesh out */
	bool explain;                    /* with the assumptions behind the times */
};

/* Appends the table of all chips; memory comes from `scratch`. */
void hardware_list_text(struct buf *out, struct arena *scratch);

/* Appends all chips as one JSON object. */
void hardware_list_json(struct buf *out, struct arena *scratch);

/* Appends what the report is about, for people. */
void hardware_report_text(struct buf *out, struct arena *scratch,
                          const struct hardware_report *report);

/* Appends the same as one JSON object. */
void hardware_report_json(struct buf *out, struct arena *scratch,
                          const struct hardware_report *report);

/* Appends an amount with a decimal prefix: "197 T" for 1.97e14; the caller adds the unit. */
void hardware_add_amount(struct buf *out, double amount);

/* Appends a number of bytes, in GiB where that comes out even, else in GB. */
void hardware_add_bytes(struct buf *out, double bytes);

/* "core", "torus", "switch" or "network". */
const char *hardware_link_name(enum cost_link link);

/* Writes the axes of the torus that a logical axis has, as [["x", 4], ["y", 2]]; none for a mesh
 * along a ring or a list. */
void hardware_add_assignment(struct json *json, const char *key, const struct device_mesh *built,
                             uint32_t axis);
