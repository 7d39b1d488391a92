/* SPDX-License-Identifier: Apache-2.0 */
/* Pieces of the text of a plan. */
#pragma once

#include "plan/step.h"
#include "report/stream.h"

/* ", 1.2 ms (1 ms to 1.5 ms)", or nothing when the time is not known. */
void plan_text_seconds(struct buf *out, struct arena *scratch, const struct seconds *seconds);

/* A step in one line: "  w: all-gather over data, 2.00 KiB to 8.00 KiB a device". */
void plan_text_step_line(struct stream *out, struct arena *scratch, const struct plan_step *step);

/* A step of a reshard, in two lines or three. */
void plan_text_step(struct stream *out, struct arena *scratch, const struct plan_step *step);

/* Whether a step brings an array to the devices. */
bool plan_step_is_transfer(const struct plan_step *step);

/* The steps that do, those of one call and one name in a row; nothing when there are none. */
void plan_text_transfers(struct stream *out, struct arena *scratch, const struct plan_steps *steps);
