/* SPDX-License-Identifier: Apache-2.0 */
#include "release/libraries.h"

static const struct {
	const char *name, *release, *jax;
} rows[] = {
#define LIBRARY(...) {__VA_ARGS__},
#include "release/libraries.def"
#undef LIBRARY
};

enum library_known library_known_release(struct str name, struct version *newest)
{
	enum library_known known = LIBRARY_NOT_KNOWN;
	for (size_t i = 0; i < COUNT_OF(rows); i++) {
		if (!str_equal(str_of(rows[i].name), name))
			continue;
		known = rows[i].release[0] ? LIBRARY_BY_RELEASE : LIBRARY_BY_NAME;
		if (rows[i].release[0])
			*newest = version_of(rows[i].release);
	}
	return known;
}

struct version library_release_with(struct str name, struct version jax)
{
	const char *release = NULL;
	for (size_t i = 0; i < COUNT_OF(rows); i++)
		if (str_is(name, rows[i].name) && rows[i].release[0] &&
		    version_within(jax, rows[i].jax, NULL))
			release = rows[i].release;
	return release ? version_of(release) : (struct version){{0}};
}

struct version library_oldest_release(struct str name)
{
	for (size_t i = 0; i < COUNT_OF(rows); i++)
		if (str_equal(str_of(rows[i].name), name) && rows[i].release[0])
			return version_of(rows[i].release);
	return (struct version){{0}};
}
