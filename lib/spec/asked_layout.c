/* SPDX-License-Identifier: Apache-2.0 */
#include "spec/asked_layout.h"

#include "base/buf.h"
#include "spec/tensor_name.h"

struct str asked_path(struct arena *arena, struct str name)
{
	struct buf out = {.arena = arena};
	for (size_t i = 0; i < name.len; i++) {
		char c = name.s[i];
		if (c == '[' || c == '.')
			buf_putc(&out, '/');
		else if (c != ']' && c != '\'' && c != '"')
			buf_putc(&out, c);
	}
	return buf_str(&out);
}

bool asked_layout_matches(struct arena *arena, const struct asked_layout *layout,
                          struct str function, struct str name)
{
	struct str pattern = layout->pattern;
	size_t colon = str_find(pattern, ':', 0);
	if (function.len && colon < pattern.len) {
		if (!str_equal(str_slice(pattern, 0, colon), function))
			return false;
		pattern = str_slice(pattern, colon + 1, pattern.len);
	}
	return tensor_name_matches(pattern, name) ||
	       tensor_name_matches(pattern, asked_path(arena, name));
}

size_t asked_layout_of(struct arena *arena, const struct asked_layouts *layouts,
                       enum asked_place place, struct str function, struct str name)
{
	for (size_t i = layouts->count; i-- > 0;)
		if (layouts->items[i].place == place &&
		    asked_layout_matches(arena, &layouts->items[i], function, name))
			return i;
	return layouts->count;
}
