/* SPDX-License-Identifier: Apache-2.0 */
#include "library/arguments/argument_options.h"

bool option_holds_number(const struct value *option, uint32_t number, uint32_t count)
{
	const struct value_list *items = value_items(option);
	if (option->kind == VALUE_INT)
		return option->integer == number || option->integer == (int64_t)number - count;
	for (uint32_t i = 0; items && i < items->count; i++)
		if (option_holds_number(items->items[i], number, count))
			return true;
	return false;
}

bool option_holds_name(const struct value *option, struct str name)
{
	const struct value_list *items = value_items(option);
	if (option->kind == VALUE_STRING)
		return name.len && str_equal(option->string, name);
	for (uint32_t i = 0; items && i < items->count; i++)
		if (option_holds_name(items->items[i], name))
			return true;
	return false;
}
