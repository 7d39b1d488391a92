/* SPDX-License-Identifier: Apache-2.0 */
/* Values of a program on the layouts that the command line asks for (spec/asked_layout.h), as if
 * the program had placed them so. */
#pragma once

#include "spec/asked_layout.h"
#include "trace/state/trace.h"

/*
 * An argument of a function that is recorded, or what it gives, with its arrays placed as they are
 * asked for by their paths from `name` on: device_put, of which no event is noted. The value itself
 * where nothing is asked. NULL after an error.
 */
const struct value *asked_value(struct trace *trace, enum asked_place place, struct str function,
                                struct str name, const struct value *value, struct span at);

/* What a statement computes, brought to the layout that its line is asked for: a constraint, or a
 * reshard along explicit axes. Other values as they are. NULL after an error. */
const struct value *asked_on_line(struct trace *trace, struct span at, const struct value *value);

/* What is asked of a result of the program of a spec; NULL: nothing, or it cannot be said so. */
const struct sharding_request *asked_result(struct trace *trace, struct str name,
                                            const struct array *array);
