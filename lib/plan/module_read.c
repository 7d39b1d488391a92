/* SPDX-License-Identifier: Apache-2.0 */
#include "plan/module_read.h"

#include "hlo/hlo.h"
#include "module/trip_count.h"
#include "stablehlo/stablehlo.h"

bool source_is_module(const struct source *source)
{
	return hlo_is_module(source->text) || stablehlo_detect(source->text);
}

struct jax_rules module_rules(struct arena *scratch, const struct check_options *options)
{
	struct diags ignored = diags_make(scratch);
	struct framework framework =
	    framework_read(scratch, options->overrides.framework, (struct span){0, 0}, &ignored);
	return framework.rules ? *framework.rules : jax_newest_rules();
}

static struct module *read_stablehlo(struct arena *arena, const struct source *source,
                                     struct diags *diags)
{
	struct module *module = stablehlo_read(arena, source->text, diags);
	if (module)
		module_count_trips(module);
	return module;
}

struct module *module_read(struct arena *arena, const struct source *source,
                           const struct jax_rules *rules, struct diags *diags)
{
	struct notation_error error;
	if (source->text.len > MAX_FILE_BYTES) {
		(void)diag_add(diags, RULE_LIMIT_EXCEEDED, (struct span){0, 0},
		               "the file is larger than %d MiB", MAX_FILE_BYTES >> 20);
		return NULL;
	}
	if (!hlo_is_module(source->text))
		return read_stablehlo(arena, source, diags);
	struct module *module = hlo_read(arena, source->text, rules, &error);
	if (!module)
		(void)diag_add(diags, RULE_MODULE_SYNTAX,
		               (struct span){(uint32_t)error.at, (uint32_t)error.length}, "%.*s",
		               STR_ARG(error.message));
	return module;
}

bool module_check(struct arena *scratch, const struct source *source,
                  const struct check_options *options, struct diags *diags)
{
	struct arena_mark mark = arena_mark(scratch);
	if (!source_is_module(source))
		return false;
	struct jax_rules rules = module_rules(scratch, options);
	(void)module_read(scratch, source, &rules, diags);
	arena_rewind(scratch, mark);
	return true;
}
