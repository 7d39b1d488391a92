/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/arguments/values.h"

#include <assert.h>
#include <stdio.h>

#include "base/utf8.h"
#include "diag/suggest.h"
#include "cli/files/files.h"

bool value_refused(struct arena *arena, const struct argument *argument)
{
	assert(argument->option && argument->option->argument);
	const char *form = argument->option->argument;
	bool number = form[0] == 'N' && (form[1] == '\0' || form[1] == '|');
	fprintf(stderr, "shardctl: '%s' is not a value of '--%s': write %s%s\n",
	        utf8_escaped(arena, str_of(argument->value)).s, argument->option->name, form,
	        number ? ", such as 8" : "");
	return false;
}

/* An empty value would stand for the newest JAX, as an absent `framework:` does; on the command
 * line it is more likely a variable of a script that is not set. */
bool value_framework(struct arena *arena, const struct argument *argument, void *field)
{
	struct spec_overrides *overrides = field;
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

bool value_mesh(struct arena *arena, const struct argument *argument, void *field)
{
	struct spec_overrides *overrides = field;
	overrides->mesh = str_of(argument->value);
	return spec_mesh_override_valid(overrides->mesh) || value_refused(arena, argument);
}

bool value_hardware(struct arena *arena, const struct argument *argument, void *field)
{
	struct spec_overrides *overrides = field;
	struct hardware hardware = hardware_named(arena, str_of(argument->value));
	struct str problem = utf8_escaped(arena, hardware.problem),
		   suggestion = utf8_escaped(arena, hardware.suggestion);
	overrides->hardware = str_of(argument->value);
	if (problem.len)
		fprintf(stderr, "shardctl: --hardware: %.*s%s%.*s\n", STR_ARG(problem),
		        suggestion.len ? "; write " : "", STR_ARG(suggestion));
	return !problem.len;
}

bool value_devices(struct arena *arena, const struct argument *argument, void *field)
{
	struct spec_overrides *overrides = field;
	bool read = str_to_int64(str_of(argument->value), &overrides->devices);
	return (read && overrides->devices > 0 && overrides->devices <= MAX_DEVICES) ||
	       value_refused(arena, argument);
}

bool value_cost(struct arena *arena, const struct argument *argument, void *field)
{
	enum cost_setting *cost = field;
	struct str word = str_of(argument->value);
	bool textbook = str_equal(word, STR("textbook"));
	*cost = textbook ? COST_TEXTBOOK : COST_CALIBRATED;
	return textbook || str_equal(word, STR("calibrated")) || value_refused(arena, argument);
}

bool value_color(struct arena *arena, const struct argument *argument, void *field)
{
	return color_wanted(argument->value, field) || value_refused(arena, argument);
}

bool value_format(struct arena *arena, const struct argument *argument, void *field)
{
	return (output_format_named(argument->value, field) &&
	        strstr(argument->option->argument, argument->value)) ||
	       value_refused(arena, argument);
}

bool value_only_file(const char *command, const char *operand, const char **path)
{
	if (*path)
		fprintf(stderr, "shardctl: %s takes one file\n", command);
	bool first = !*path;
	*path = operand;
	return first;
}

bool value_file_given(const char *command, const char *path)
{
	if (!path)
		fprintf(stderr,
		        "shardctl: %s needs a file; '-' is standard input, 'shardctl %s --help' "
		        "shows the options\n",
		        command, command);
	return path != NULL;
}

const struct rule *value_rule(struct arena *arena, struct str name)
{
	const struct rule *rule = rule_named(name);
	if (rule)
		return rule;
	struct str names[RULE_COUNT], shown = utf8_escaped(arena, name);
	for (int i = 0; i < RULE_COUNT; i++)
		names[i] = str_of(rule_name((enum rule_id)i));
	struct str near = suggest(name, names, RULE_COUNT);
	fprintf(stderr, "shardctl: no finding is called '%.*s'", STR_ARG(shown));
	if (near.s)
		fprintf(stderr, "; did you mean '%.*s'?\n", STR_ARG(near));
	else
		fputs("; 'shardctl explain' lists them\n", stderr);
	return NULL;
}

const struct str *value_tensor_names(struct arena *arena, const struct spec *spec)
{
	uint32_t count = spec_tensor_count(spec);
	struct str *names = arena_new(arena, struct str, count);
	for (uint32_t i = 0; i < count; i++)
		names[i] = spec_tensor_name(spec, i);
	return names;
}

/* Keeps NAME=SPEC of a value of a module; false after a message. */
static bool keep_layout(struct arena *arena, const struct argument *argument,
                        struct asked_layouts *layouts, enum asked_place place)
{
	struct str text = str_of(argument->value);
	size_t equals = str_find(text, '=', 0);
	struct asked_layout layout = {.place = place, .pattern = str_slice(text, 0, equals)};
	if (!equals || equals + 1 >= text.len ||
	    (place == ASKED_LINE && !str_to_int64(layout.pattern, &layout.line)))
		return value_refused(arena, argument);
	layout.spec = str_slice(text, equals + 1, text.len);
	arena_push(arena, layouts->items, layouts->count, layouts->room, layout);
	return true;
}

bool value_in(struct arena *arena, const struct argument *argument, void *field)
{
	return keep_layout(arena, argument, field, ASKED_ARGUMENT);
}

bool value_out(struct arena *arena, const struct argument *argument, void *field)
{
	return keep_layout(arena, argument, field, ASKED_RESULT);
}

bool value_constraint(struct arena *arena, const struct argument *argument, void *field)
{
	return keep_layout(arena, argument, field, ASKED_LINE);
}
