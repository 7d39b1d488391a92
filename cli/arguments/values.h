/* SPDX-License-Identifier: Apache-2.0 */
/* Values of options and operands that several commands take. Those that return a bool return false
 * after a message on standard error. */
#pragma once

#include "check/check.h"
#include "cli/arguments/options.h"
#include "plan/module/module_layout.h"
#include "plan/step.h"
#include "report/output_format.h"

/* Says that the argument's value is none of those that its option takes; false. */
MUST_USE bool value_refused(struct arena *arena, const struct argument *argument);

/* NAME==VERSION of a framework that is known, into a struct spec_overrides. */
bool value_framework(struct arena *arena, const struct argument *argument, void *field);

/* AXIS=SIZE,… of a mesh, into a struct spec_overrides. */
bool value_mesh(struct arena *arena, const struct argument *argument, void *field);

/* An accelerator type or chip and topology, as hardware_named reads it, into a struct
 * spec_overrides. */
bool value_hardware(struct arena *arena, const struct argument *argument, void *field);

/* PATTERN=SPEC of arguments of a module, into struct asked_layouts. */
bool value_in(struct arena *arena, const struct argument *argument, void *field);

/* PATTERN=SPEC of results of a module, into struct asked_layouts. */
bool value_out(struct arena *arena, const struct argument *argument, void *field);

/* LINE=SPEC of what a module or program computes at a line of its text, into struct
 * asked_layouts. */
bool value_constraint(struct arena *arena, const struct argument *argument, void *field);

/* How many devices there are, into a struct spec_overrides. */
bool value_devices(struct arena *arena, const struct argument *argument, void *field);

/* "calibrated" or "textbook", into an enum cost_setting. */
bool value_cost(struct arena *arena, const struct argument *argument, void *field);

/* "auto", "always" or "never", into a bool. */
bool value_color(struct arena *arena, const struct argument *argument, void *field);

/* One of the formats that the option says it takes, "text|json", into an enum output_format. */
bool value_format(struct arena *arena, const struct argument *argument, void *field);

/* Keeps the only file in a const char *, which is NULL before; false after a message that the
 * command takes one. */
MUST_USE bool value_only_file(const char *command, const char *operand, const char **path);

/* Whether there is a file; false after a message that the command needs one. */
MUST_USE bool value_file_given(const char *command, const char *path);

/* The finding of this name; NULL after a message that says which one was probably meant. */
const struct rule *value_rule(struct arena *arena, struct str name);

/* The names of the tensors of a spec, spec_tensor_count of them, in the arena. */
const struct str *value_tensor_names(struct arena *arena, const struct spec *spec);
