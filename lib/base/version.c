/* SPDX-License-Identifier: Apache-2.0 */
#include "base/version.h"

#include <assert.h>

int version_compare(struct version a, struct version b)
{
	for (int i = 0; i < VERSION_PARTS; i++)
		if (a.part[i] != b.part[i])
			return a.part[i] < b.part[i] ? -1 : 1;
	return 0;
}

/* Digits from *at on, at least one, as a number; leaves *at behind them. */
static bool read_number(struct str text, size_t *at, uint32_t *number)
{
	size_t start = *at;
	uint64_t sum = 0;
	for (; *at < text.len && text.s[*at] >= '0' && text.s[*at] <= '9'; ++*at) {
		sum = sum * 10 + (uint64_t)(text.s[*at] - '0');
		if (sum > INT32_MAX)
			return false;
	}
	*number = (uint32_t)sum;
	return *at > start;
}

bool version_read(struct str text, struct version *version)
{
	size_t at = 0;
	*version = (struct version){0};
	for (int i = 0; i < VERSION_PARTS; i++) {
		if (!read_number(text, &at, &version->part[i]))
			return false;
		if (at == text.len)
			return true;
		if (text.s[at++] != '.')
			return false;
	}
	return false;
}

struct str version_text(struct arena *arena, struct version version)
{
	assert(arena);
	const uint32_t *part = version.part;
	if (part[3])
		return str_format(arena, "%u.%u.%u.%u", part[0], part[1], part[2], part[3]);
	return str_format(arena, "%u.%u.%u", part[0], part[1], part[2]);
}
