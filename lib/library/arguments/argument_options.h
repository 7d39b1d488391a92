/* SPDX-License-Identifier: Apache-2.0 */
/* Options that say which arguments are meant, by numbers or names. */
#pragma once

#include "trace/value/value.h"

/* Whether an option such as static_argnums, a number or a sequence of them, gives argument
 * `number` of `count`; negative ones are counted from the back. */
bool option_holds_number(const struct value *option, uint32_t number, uint32_t count);

/* Whether an option such as static_argnames, a text or a sequence of them, gives the argument of
 * this name; an empty name is given by none. */
bool option_holds_name(const struct value *option, struct str name);
