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

struct version version_of(const char *text)
{
	struct version version;
	bool read = version_read(str_of(text), &version);
	assert(read);
	return version;
}

enum version_match version_match(const char *const *versions, size_t count, struct version asked,
                                 struct version *recorded)
{
	assert(count);
	*recorded = version_of(versions[0]);
	if (version_compare(asked, *recorded) < 0)
		return VERSION_TOO_OLD;
	for (size_t i = 1; i < count && version_compare(version_of(versions[i]), asked) <= 0; i++)
		*recorded = version_of(versions[i]);
	if (version_compare(asked, version_of(versions[count - 1])) > 0)
		return VERSION_TOO_NEW;
	return version_compare(asked, *recorded) == 0 ? VERSION_RECORDED : VERSION_BETWEEN;
}

bool version_within(struct version version, const char *since, const char *until)
{
	return (!since || !*since || version_compare(version_of(since), version) <= 0) &&
	       (!until || !*until || version_compare(version, version_of(until)) < 0);
}
