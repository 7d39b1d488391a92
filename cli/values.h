/* SPDX-License-Identifier: Apache-2.0 */
/* Values of options and operands that several commands take. Those that return a bool return false
 * after a message on standard error. */
#ifndef CLI_VALUES_H
#define CLI_VALUES_H

#include "check/check.h"
#include "options.h"
#include "plan/step.h"

/* Says that the argument's value is none of those that its option takes; false. */
MUST_USE bool value_refused(struct arena *arena, const struct argument *argument);

/* NAME==VERSION of a framework that is known. */
MUST_USE bool value_framework(struct arena *arena, const struct argument *argument,
                              struct spec_overrides *overrides);

/* AXIS=SIZE,… of a mesh. */
MUST_USE bool value_mesh(struct arena *arena, const struct argument *argument,
                         struct spec_overrides *overrides);

/* An accelerator type or chip and topology, as hardware_named reads it. */
MUST_USE bool value_hardware(struct arena *arena, const struct argument *argument,
                             struct spec_overrides *overrides);

/* "calibrated" or "textbook". */
MUST_USE bool value_cost(struct arena *arena, const struct argument *argument,
                         enum cost_setting *cost);

/* "auto", "always" or "never". */
MUST_USE bool value_color(struct arena *arena, const struct argument *argument, bool *color);

/* The finding of this name; NULL after a message that says which one was probably meant. */
const struct rule *value_rule(struct arena *arena, struct str name);

/* The names of the tensors of a spec, spec_tensor_count of them, in the arena. */
const struct str *value_tensor_names(struct arena *arena, const struct spec *spec);

#endif
