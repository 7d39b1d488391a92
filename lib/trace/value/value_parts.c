/* SPDX-License-Identifier: Apache-2.0 */
/* What there is among the parts of a value. */
#include "trace/value/class.h"

typedef bool part_test(const struct value *value);

static const struct value *find_part(const struct value *value, part_test *test);

static const struct value *find_in_list(const struct value_list *list, part_test *test)
{
	const struct value *found = NULL;
	for (uint32_t i = 0; !found && i < list->count; i++)
		found = find_part(list->items[i], test);
	return found;
}

/* The first value that passes the test: this one, or a part of it; NULL: none does. */
static const struct value *find_part(const struct value *value, part_test *test)
{
	const struct value *found = NULL;
	if (test(value))
		return value;
	switch (value->kind) {
	case VALUE_TUPLE:
	case VALUE_LIST:
	case VALUE_SET:
		return find_in_list(&value->list, test);
	case VALUE_SLICE:
		return find_in_list(&(struct value_list){(const struct value *[]){
							     value->slice.start, value->slice.stop,
							     value->slice.step},
		                                         3},
		                    test);
	case VALUE_AT_INDEX:
		return find_part(value->at_index.index, test);
	case VALUE_DICT:
		for (uint32_t i = 0; !found && i < value->dict.count; i++)
			found = find_part(value->dict.pairs[i].value, test);
		return found;
	case VALUE_RECORD:
		return find_in_list(&(struct value_list){value->record.fields, value->record.count},
		                    test);
	default:
		return NULL;
	}
}

static bool is_unknown(const struct value *value)
{
	return value->kind == VALUE_UNKNOWN;
}

static bool is_reported(const struct value *value)
{
	return value->kind == VALUE_UNKNOWN && value->string.len == 0;
}

static bool is_array(const struct value *value)
{
	return value->kind == VALUE_ARRAY;
}

bool value_has_unknown_part(const struct value *value)
{
	bool unknown = false;
	(void)value_weight_looked_at(value, &unknown);
	return unknown && (value_too_large(value) || find_part(value, is_unknown));
}

bool value_has_reported(const struct value *value)
{
	return value_too_large(value) || find_part(value, is_reported);
}

const struct value *value_foreign_part(const struct value *value)
{
	return value_too_large(value) ? NULL : find_part(value, value_is_foreign);
}

static bool is_array_of_jax(const struct value *value)
{
	return value && value->kind == VALUE_ARRAY && !value->array->host;
}

/* Or a tensor or module of torch, but not one of those that load data for JAX. */
static bool is_jax_array(const struct value *value)
{
	const struct value *fields = value->kind == VALUE_OBJECT ? value->object.fields : NULL;
	return is_array_of_jax(value) || (value->kind == VALUE_UNKNOWN && value->arrays) ||
	       (fields && fields->kind == VALUE_DICT &&
	        (is_array_of_jax(dict_get_text(fields, STR("_array"))) ||
	         dict_get_text(fields, STR("_modules"))));
}

bool value_holds_jax_array(const struct value *value)
{
	return value_too_large(value) || find_part(value, is_jax_array);
}

bool value_holds_array(const struct value *value)
{
	return value_too_large(value) || find_part(value, is_array);
}

bool value_arrays_pass(const struct value *value, bool (*test)(const struct array *array))
{
	const struct value_list *items = value_items(value);
	if (value->kind == VALUE_ARRAY)
		return test(value->array);
	for (uint32_t i = 0; items && i < items->count; i++)
		if (!value_arrays_pass(items->items[i], test))
			return false;
	return items || value->kind < VALUE_TUPLE || value->kind == VALUE_DTYPE;
}
