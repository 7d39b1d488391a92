/* SPDX-License-Identifier: Apache-2.0 */
/* Options that say which arguments are meant, by numbers or names. */
#pragma once

#include "trace/value/value.h"

/* Whether an option such as static_argnums, a number or a sequence of them, gives an argument by
 * this number, of so many that are counted from the back; and one such as static_argnames by this
 * name. */
bool option_holds_number(const struct value *option, uint32_t number, uint32_t count);
bool option_holds_name(const struct value *option, struct str name);
