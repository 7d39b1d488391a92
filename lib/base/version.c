/* SPDX-License-Identifier: Apache-2.0 */
#include "base/version.h"

int version_compare(struct version a, struct version b)
{
	for (int i = 0; i < VERSION_PARTS; i++)
		if (a.part[i] != b.part[i])
			return a.part[i] < b.part[i] ? -1 : 1;
	return 0;
}

bool version_read(struct str text, struct version *version)
{
	*version = (struct version){0};
	size_t start = 0;
	for (int i = 0; i < VERSION_PARTS; i++) {
		size_t dot = str_find(text, '.', start);
		int64_t number;
		struct str part = str_slice(text, start, dot);
		if (!str_to_int64(part, &number) || number < 0 || number > INT32_MAX)
			return false;
		version->part[i] = (uint32_t)number;
		if (dot == text.len)
			return true;
		start = dot + 1;
	}
	return false;
}
