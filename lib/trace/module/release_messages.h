/* SPDX-License-Identifier: Apache-2.0 */
/* What findings say of names and arguments that the release does not have. */
#pragma once

#include "trace/module/bind.h"

/* Says of a module's name that has just been refused in which releases it is there, and what this
 * one has in its place. Whether there was anything to say. */
bool say_name_released(struct trace *trace, struct str module, struct str name);

/* The same of a module of a package, which makes the error api-missing. */
bool say_module_released(struct trace *trace, struct str package, struct str name);

/* The same of the first keyword that the row has no parameter for. */
bool say_keyword_released(struct trace *trace, const struct function_row *row,
                          const struct formal *formals, uint32_t count, const struct given *given);
