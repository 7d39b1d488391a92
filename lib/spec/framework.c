/* SPDX-License-Identifier: Apache-2.0 */
#include "spec/framework.h"

#include <assert.h>

#include "base/utf8.h"
#include "diag/suggest.h"

/* One framework: its newest version that is known; NULL: the newest release of JAX. */
static const struct {
	const char *name;
	const char *newest;
} families[] = {
    [FRAMEWORK_JAX] = {"jax", NULL},
    [FRAMEWORK_TORCH_XLA] = {"torch_xla", "2.9.0"},
    [FRAMEWORK_DTENSOR] = {"dtensor", "2.15.0"},
};

enum { FAMILY_COUNT = COUNT_OF(families) };

const char *framework_family_name(enum framework_family family)
{
	assert((size_t)family < FAMILY_COUNT);
	return families[family].name;
}

static const char *newest_of(enum framework_family family)
{
	assert((size_t)family < FAMILY_COUNT);
	return families[family].newest ? families[family].newest : jax_newest_release();
}

bool framework_family_named(struct str name, enum framework_family *family)
{
	for (int i = 0; i < FAMILY_COUNT; i++) {
		if (str_equal(str_of(families[i].name), name)) {
			*family = (enum framework_family)i;
			return true;
		}
	}
	return false;
}

static void report_family(struct diags *diags, struct str text, struct str name, struct span at)
{
	struct str names[FAMILY_COUNT];
	for (int i = 0; i < FAMILY_COUNT; i++)
		names[i] = str_of(families[i].name);
	struct str near = suggest(name, names, FAMILY_COUNT);
	struct diag *diag =
	    diag_add(diags, RULE_FRAMEWORK_UNKNOWN, at, "no framework is called '%s'",
	             utf8_escaped(diags->arena, name).s);
	struct str certain = suggest_certain(name, names, FAMILY_COUNT);
	if (certain.s && at.length == text.len) /* it stands there without quotes */
		diag_fix(diag, span_part(at, 0, name.len), certain);
	if (near.s)
		diag_help(diag, "did you mean '%.*s'?", STR_ARG(near));
	else
		diag_help(diag, "write jax, torch_xla or dtensor, with a version as in jax==%s",
		          newest_of(FRAMEWORK_JAX));
}

/* Bytes of the name in front of a version: letters and '_'. */
static size_t name_length(struct str text)
{
	size_t length = 0;
	while (length < text.len &&
	       (text.s[length] == '_' || (text.s[length] >= 'a' && text.s[length] <= 'z') ||
	        (text.s[length] >= 'A' && text.s[length] <= 'Z')))
		length++;
	return length;
}

static bool is_digit_at(struct str text, size_t at)
{
	return at < text.len && byte_is_digit(text.s[at]);
}

/* The digits and dots of a version that has more in it: 0.10.2 of ">=0.10.2rc1". */
static struct str plain_version(struct str version)
{
	size_t start = 0, stop;
	while (start < version.len && !is_digit_at(version, start))
		start++;
	stop = start;
	while (is_digit_at(version, stop) ||
	       (stop < version.len && version.s[stop] == '.' && is_digit_at(version, stop + 1)))
		stop++;
	return str_slice(version, start, stop);
}

static void report_version(struct diags *diags, enum framework_family family, struct str version,
                           struct span at)
{
	struct str plain = plain_version(version), shown = utf8_escaped(diags->arena, version);
	if (!plain.len)
		plain = str_of(newest_of(family));
	diag_help(diag_add(diags, RULE_FRAMEWORK_UNKNOWN, at, "'%.*s' does not name one release",
	                   STR_ARG(shown)),
	          "write %s==%.*s", families[family].name, STR_ARG(plain));
}

struct framework framework_read(struct arena *arena, struct str text, struct span at,
                                struct diags *diags)
{
	struct framework framework = {.family = FRAMEWORK_JAX, .at = at};
	text = str_trim(text);
	struct str name = str_slice(text, 0, name_length(text));
	struct str rest = str_trim(str_slice(text, name.len, text.len));
	if (text.len && !framework_family_named(name, &framework.family)) {
		report_family(diags, text, name.len ? name : text, at);
		framework.broken = true;
	}
	bool exact = str_starts_with(rest, STR("=="));
	struct str version = str_of(newest_of(framework.family));
	if (rest.len)
		version = exact ? str_trim(str_slice(rest, 2, rest.len)) : rest;
	if (!framework.broken &&
	    ((rest.len && !exact) || !version_read(version, &framework.version))) {
		report_version(diags, framework.family, rest, at);
		framework.broken = true;
	}
	if (framework.family == FRAMEWORK_JAX) {
		struct jax_rules *rules = arena_new(arena, struct jax_rules, 1);
		*rules = jax_rules_at(framework.version);
		framework.rules = rules;
	}
	framework.text =
	    str_format(arena, "%s==%.*s", families[framework.family].name, STR_ARG(version));
	return framework;
}
