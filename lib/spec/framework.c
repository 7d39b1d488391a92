/* SPDX-License-Identifier: Apache-2.0 */
#include "spec/framework.h"

#include "base/utf8.h"
#include "diag/suggest.h"

/* One framework: its newest version whose behaviour has been recorded. */
static const struct {
	const char *name;
	const char *newest;
} families[] = {
    [FRAMEWORK_JAX] = {"jax", "0.12.0.1"},
    [FRAMEWORK_TORCH_XLA] = {"torch_xla", "2.9.0"},
    [FRAMEWORK_DTENSOR] = {"dtensor", "2.9.0"},
};

enum { FAMILY_COUNT = sizeof families / sizeof *families };

const char *framework_family_name(enum framework_family family)
{
	return families[family].name;
}

static bool family_named(struct str name, enum framework_family *family)
{
	for (int i = 0; i < FAMILY_COUNT; i++) {
		if (str_equal(str_of(families[i].name), name)) {
			*family = (enum framework_family)i;
			return true;
		}
	}
	return false;
}

static void report_family(struct diags *diags, struct str name, struct span at)
{
	struct str names[FAMILY_COUNT];
	for (int i = 0; i < FAMILY_COUNT; i++)
		names[i] = str_of(families[i].name);
	struct str near = suggest(name, names, FAMILY_COUNT);
	struct str shown = utf8_escaped(diags->arena, name);
	struct diag *diag = diag_add(diags, RULE_FRAMEWORK_UNKNOWN, at,
	                             "no framework is called '%.*s'", STR_ARG(shown));
	if (near.s)
		diag_help(diag, "did you mean '%.*s'?", STR_ARG(near));
	else
		diag_help(diag, "write jax, torch_xla or dtensor, with a version as in jax==%s",
		          families[FRAMEWORK_JAX].newest);
}

struct framework framework_read(struct arena *arena, struct str text, struct span at,
                                struct diags *diags)
{
	struct framework framework = {.family = FRAMEWORK_JAX, .at = at};
	size_t equals = str_find(text, '=', 0);
	struct str name = str_trim(str_slice(text, 0, equals));
	if (name.len && !family_named(name, &framework.family)) {
		report_family(diags, name, at);
		framework.broken = true;
	}
	struct str version = str_of(families[framework.family].newest);
	if (equals < text.len) {
		struct str rest = str_slice(text, equals, text.len);
		version =
		    str_trim(str_slice(rest, str_starts_with(rest, STR("==")) ? 2 : 1, rest.len));
	}
	if (!version_read(version, &framework.version) && !framework.broken) {
		struct str shown = utf8_escaped(arena, version);
		diag_help(diag_add(diags, RULE_FRAMEWORK_UNKNOWN, at, "'%.*s' is no version",
		                   STR_ARG(shown)),
		          "write it as in jax==%s", families[FRAMEWORK_JAX].newest);
		framework.broken = true;
	}
	framework.text =
	    str_format(arena, "%s==%.*s", families[framework.family].name, STR_ARG(version));
	return framework;
}
