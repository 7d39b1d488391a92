/* SPDX-License-Identifier: Apache-2.0 */
#include "values.h"

#include <stdio.h>

#include "base/utf8.h"
#include "files.h"

bool value_refused(struct arena *arena, const struct argument *argument)
{
	struct str shown = utf8_escaped(arena, str_of(argument->value));
	fprintf(stderr, "shardctl: '%.*s' is no value of '--%s': write %s\n", STR_ARG(shown),
	        argument->option->name, argument->option->argument);
	return false;
}

/* An empty value would stand for the newest JAX, as an absent `framework:` does; on the command
 * line it is more likely a variable of a script that is not set. */
bool value_framework(struct arena *arena, const struct argument *argument,
                     struct spec_overrides *overrides)
{
	struct diags diags = diags_make(arena);
	struct framework framework =
	    framework_read(arena, str_of(argument->value), (struct span){0, 0}, &diags);
	overrides->framework = str_of(argument->value);
	if (!framework.broken && *argument->value)
		return true;
	struct str message = diags.first ? diags.first->message : STR("no framework is given"),
		   help = diags.first ? diags.first->help : STR("");
	fprintf(stderr, "shardctl: --framework: %.*s%s%.*s\n", STR_ARG(message),
	        help.len ? "; " : "", STR_ARG(help));
	return false;
}

bool value_mesh(struct arena *arena, const struct argument *argument,
                struct spec_overrides *overrides)
{
	overrides->mesh = str_of(argument->value);
	return spec_mesh_override_valid(overrides->mesh) || value_refused(arena, argument);
}

bool value_hardware(struct arena *arena, const struct argument *argument,
                    struct spec_overrides *overrides)
{
	struct hardware hardware = hardware_named(arena, str_of(argument->value));
	struct str problem = utf8_escaped(arena, hardware.problem),
		   suggestion = utf8_escaped(arena, hardware.suggestion);
	overrides->hardware = str_of(argument->value);
	if (problem.len)
		fprintf(stderr, "shardctl: --hardware: %.*s%s%.*s\n", STR_ARG(problem),
		        suggestion.len ? "; write " : "", STR_ARG(suggestion));
	return !problem.len;
}

bool value_cost(struct arena *arena, const struct argument *argument, enum cost_setting *cost)
{
	struct str word = str_of(argument->value);
	bool textbook = str_equal(word, STR("textbook"));
	*cost = textbook ? COST_TEXTBOOK : COST_CALIBRATED;
	return textbook || str_equal(word, STR("calibrated")) || value_refused(arena, argument);
}

bool value_color(struct arena *arena, const struct argument *argument, bool *color)
{
	return color_wanted(argument->value, color) || value_refused(arena, argument);
}
