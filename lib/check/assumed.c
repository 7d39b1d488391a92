/* SPDX-License-Identifier: Apache-2.0 */
#include "check/assumed.h"

#include "spec/script/script.h"
#include "trace/trace.h"

enum { ASSUMED_DEVICES = 8, ASSUMED_SIZES = 3 };

/* Numbers to see what a result owes to the one that is assumed; small ones, which programs are
 * written for, last. */
static const int64_t other_counts[] = {4, 64, 1, 2};

static bool is_refused(const struct check_result *result)
{
	return result->verdict == VERDICT_REJECTED || result->verdict == VERDICT_INVALID;
}

static const struct diag *first_error(const struct check_result *result)
{
	for (uint32_t i = 0; i < result->ndiags; i++)
		if (result->diags[i]->severity == SEVERITY_ERROR)
			return result->diags[i];
	return NULL;
}

/* Whether two numbers of devices end in one error. What JAX says of a layout has the sizes of its
 * mesh in it; ours has those that matter. */
static bool same_error(const struct check_result *a, const struct check_result *b)
{
	const struct diag *x = first_error(a), *y = first_error(b);
	return is_refused(a) && is_refused(b) && x && y && x->rule == y->rule &&
	       x->at.offset == y->at.offset && str_equal(x->message, y->message) &&
	       x->framework_error.type.s && y->framework_error.type.s &&
	       (x->rule != rule_of(RULE_PROGRAM_ERROR) ||
	        str_equal(x->framework_error.message, y->framework_error.message));
}

/* Whether an error may be how a program says that it is for another number of devices: by an
 * assertion, an index, an assignment to so many names. */
static bool may_ask_for_devices(const struct diag *error)
{
	static const char *const others[] = {"TypeError", "AttributeError", "ImportError",
	                                     "NameError"};
	for (size_t i = 0; i < COUNT_OF(others); i++)
		if (str_equal(error->framework_error.type, str_of(others[i])))
			return false;
	return error->rule == rule_of(RULE_PROGRAM_ERROR);
}

/* Whether the error that comes of a number of devices has nothing to do with it: others give it
 * too. */
static bool is_independent(struct arena *arena, struct arena *scratch, const struct source *source,
                           const struct check_options *options, const struct check_result *assumed,
                           struct span at)
{
	const struct diag *error = first_error(assumed);
	if (!error || may_ask_for_devices(error))
		return false;
	for (uint32_t i = 0; i < COUNT_OF(other_counts); i++) {
		const struct assumed_devices other = {.count = other_counts[i], .at = at};
		struct check_result result = check_once(arena, scratch, source, options, &other);
		if (!same_error(assumed, &result))
			return false;
	}
	return true;
}

/* The result for as many devices as a mesh of the program has, where that takes all that there are
 * and has the same number whatever there are; else the result for no number that is known. */
static struct check_result check_as_meant(struct arena *arena, struct arena *scratch,
                                          const struct source *source,
                                          const struct check_options *options,
                                          const struct check_result *assumed,
                                          const struct check_result *unknown, struct span at)
{
	struct assumed_devices meant = {.count = assumed->program->devices_meant, .at = at};
	for (uint32_t i = 0; i < COUNT_OF(other_counts) && meant.count; i++) {
		const struct assumed_devices other = {.count = other_counts[i], .at = at};
		struct check_result result = check_once(arena, scratch, source, options, &other);
		if (!result.program || result.program->devices_meant != meant.count)
			return *unknown;
	}
	if (!meant.count)
		return *unknown;
	return meant.count == ASSUMED_DEVICES ? *assumed
	                                      : check_once(arena, scratch, source, options, &meant);
}

/* The result of a source of another kind, for the release that is asked for. */
static struct check_result check_foreign_result(struct arena *arena, const struct source *source,
                                                struct diags *diags,
                                                const struct check_options *options)
{
	struct diags unread = diags_make(arena);
	struct check_result result = check_result_of(arena, source, diags, options);
	result.framework =
	    framework_read(arena, options->overrides.framework, (struct span){0, 0}, &unread).text;
	return result;
}

/*
 * Another mesh for a script takes the place of the one that it builds. There are as many devices as
 * that has; where the script does not run on so many, as many as its own mesh is written for.
 */
static struct check_result check_on_mesh(struct arena *arena, struct arena *scratch,
                                         const struct source *source,
                                         const struct check_options *options)
{
	struct check_result result = check_once(arena, scratch, source, options, NULL);
	struct check_options written = *options;
	written.overrides.mesh = (struct str){0};
	bool script = source_is_script(source) && !options->overrides.devices;
	if (!script || result.verdict == VERDICT_ACCEPTED)
		return result;
	struct check_result own = check_source(arena, scratch, source, &written);
	const struct assumed_devices devices = {
	    .count = own.program ? own.program->devices_built : 0, .script = true};
	if (own.verdict != VERDICT_ACCEPTED || !devices.count)
		return result;
	struct check_result again = check_once(arena, scratch, source, options, &devices);
	bool further = again.program && again.program->mesh_replaced &&
	               !(result.program && result.program->mesh_replaced);
	return again.verdict == VERDICT_ACCEPTED || further ? again : result;
}

/* How many devices there are matters to some files, though they do not say it. They are judged for
 * as many as their mesh has, which takes no other number; or for the number that examples are
 * written for, unless that leads to an error which other numbers do not give. */
static struct check_result check_counted(struct arena *arena, struct arena *scratch,
                                         const struct source *source,
                                         const struct check_options *options)
{
	struct diags foreign = diags_make(arena);
	if (options->foreign && options->foreign(scratch, source, options, &foreign))
		return check_foreign_result(arena, source, &foreign, options);
	if (source_is_configuration(source))
		return check_configuration(arena, configuration_read(arena, scratch, source),
		                           options);
	if (options->overrides.mesh.s)
		return check_on_mesh(arena, scratch, source, options);
	struct check_result result = check_once(arena, scratch, source, options, NULL);
	const struct trace_result *program = result.program;
	if (result.verdict != VERDICT_UNKNOWN || !program ||
	    !source_is_script(&result.spec->program_file) || !program->devices_wanted.length)
		return result;
	const struct assumed_devices devices = {
	    .count = program->devices_meant ? program->devices_meant : ASSUMED_DEVICES,
	    .at = program->devices_wanted};
	struct check_result assumed = check_once(arena, scratch, source, options, &devices);
	const struct asked_layouts *layouts = options->overrides.layouts;
	if (program->devices_meant || (layouts && layouts->count))
		return assumed;
	if (is_refused(&assumed) &&
	    is_independent(arena, scratch, source, options, &assumed, devices.at))
		return assumed;
	if (is_refused(&assumed) && result.spec->framework.family != FRAMEWORK_JAX)
		return result;
	bool ends = assumed.program && assumed.program->ended && !program->ended;
	return !is_refused(&assumed) && !ends
	           ? assumed
	           : check_as_meant(arena, scratch, source, options, &assumed, &result, devices.at);
}

/* Whether the program asks what kind of devices there are, which nothing says, and then fails or
 * ends. */
static bool fails_on_host(const struct check_result *result)
{
	const struct trace_result *program = result->program;
	return program && program->kind_asked.length &&
	       (result->verdict == VERDICT_REJECTED || program->ended);
}

/* Some files run on accelerators alone, and say it by what they raise on any other host. They are
 * judged on the kind of devices that they run on; what fails on all kinds fails on a host. */
static struct check_result check_on_hosts(struct arena *arena, struct arena *scratch,
                                          const struct source *source,
                                          const struct check_options *options)
{
	static const char *const platforms[] = {"gpu", "tpu"};
	struct check_result result = check_counted(arena, scratch, source, options);
	for (uint32_t i = 0; i < COUNT_OF(platforms) && fails_on_host(&result); i++) {
		struct check_options other = *options;
		other.overrides.platform = str_of(platforms[i]);
		other.overrides.platform_at = result.program->kind_asked;
		struct check_result there = check_counted(arena, scratch, source, &other);
		if (!is_refused(&there) && !(there.program && there.program->ended))
			return there;
	}
	return result;
}

/* How much there is in files is assumed where nothing says it. An error that not all numbers give
 * comes of the number; one that follows a text that is assumed may come of the text. */
struct check_result check_source(struct arena *arena, struct arena *scratch,
                                 const struct source *source, const struct check_options *options)
{
	struct check_options sized = *options;
	sized.overrides.sizes = 1;
	struct check_result result = check_on_hosts(arena, scratch, source, &sized);
	if (!result.program || !result.program->sizes_taken || !is_refused(&result))
		return result;
	bool alike = !result.program->texts_taken;
	while (alike && ++sized.overrides.sizes <= ASSUMED_SIZES) {
		struct check_result other = check_on_hosts(arena, scratch, source, &sized);
		alike = same_error(&result, &other);
	}
	return alike ? result : check_on_hosts(arena, scratch, source, options);
}
