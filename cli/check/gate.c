/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/check/gate.h"

#include "cli/arguments/values.h"

bool gate_fails(const struct gate *gate, const struct check_result *result)
{
	bool unknown = result->verdict == VERDICT_UNKNOWN;
	return !gate->nothing && (result->errors || (gate->warnings && result->warnings) ||
	                          (gate->unknown && unknown));
}

bool gate_read(struct arena *arena, const struct argument *argument, void *field)
{
	struct gate *gate = field;
	struct str list = str_of(argument->value);
	gate->said = true;
	for (size_t at = 0; at <= list.len;) {
		size_t comma = str_find(list, ',', at);
		struct str word = str_trim(str_slice(list, at, comma));
		if (str_equal(word, STR("warning")))
			gate->warnings = true;
		else if (str_equal(word, STR("unknown")))
			gate->unknown = true;
		else if (!str_equal(word, STR("error")))
			return value_refused(arena, argument);
		at = comma + 1;
	}
	return true;
}

bool gate_read_strict(struct arena *arena, const struct argument *argument, void *field)
{
	struct gate *gate = field;
	gate->said = gate->warnings = gate->unknown = true;
	return true;
}

bool gate_read_most(struct arena *arena, const struct argument *argument, void *field)
{
	struct report_options *report = field;
	struct str text = str_of(argument->value);
	int64_t most = UINT32_MAX;
	bool read = str_equal(text, STR("all")) || (str_to_int64(text, &most) && most >= 0);
	report->limited = true;
	report->most = most < UINT32_MAX ? (uint32_t)most : UINT32_MAX;
	return read || value_refused(arena, argument);
}
