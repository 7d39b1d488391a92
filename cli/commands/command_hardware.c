/* SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>

#include "base/utf8.h"
#include "cli/arguments/command_line.h"
#include "diag/suggest.h"
#include "cli/files/files.h"
#include "cli/arguments/values.h"
#include "report/hardware_report.h"

/* What the command line asks for. */
struct request {
	const char *name; /* NULL: the table */
	struct outlook_request outlook;
	struct str framework;
	enum output_format format;
	bool mesh, built_by, explain;
};

/* Says that no constructor has this name, and which one was probably meant; false. */
static bool bad_builder(struct arena *arena, const struct argument *argument)
{
	enum { BUILDERS = BUILT_BY_MESH + 1 };
	struct str names[BUILDERS], shown = utf8_escaped(arena, str_of(argument->value));
	for (int i = 0; i < BUILDERS; i++)
		names[i] = str_of(mesh_builder_name((enum mesh_builder)i));
	struct str near = suggest(str_of(argument->value), names, BUILDERS);
	fprintf(stderr, "shardctl: no constructor of meshes is called '%.*s'", STR_ARG(shown));
	if (near.s)
		fprintf(stderr, "; did you mean '%.*s'?\n", STR_ARG(near));
	else
		fputs("; 'shardctl hardware --help' lists them\n", stderr);
	return false;
}

/* Takes the name of the hardware, in several words where a device kind has them: TPU v5 lite. False
 * after a message when there is a name already. */
static bool take_operand(struct arena *arena, const char *operand, void *data)
{
	struct request *request = data;
	struct str joined =
	    request->name ? str_format(arena, "%s %s", request->name, operand) : str_of(operand);
	if (request->name && !chip_kind_begins(joined)) {
		fprintf(stderr, "shardctl: one hardware at a time: '%s' is too many\n",
		        utf8_escaped(arena, str_of(operand)).s);
		return false;
	}
	request->name = joined.s;
	return true;
}

static bool read_mesh(struct arena *arena, const struct argument *argument, void *data)
{
	struct request *request = data;
	struct str value = str_of(argument->value);
	request->mesh = true;
	request->outlook.mesh = value;
	return (spec_mesh_override_valid(value) && str_find(value, ':', 0) == value.len) ||
	       value_refused(arena, argument);
}

static bool read_builder(struct arena *arena, const struct argument *argument, void *data)
{
	struct request *request = data;
	request->built_by = true;
	return mesh_builder_named(str_of(argument->value), &request->outlook.builder) ||
	       bad_builder(arena, argument);
}

static const struct option options[] = {
    {"mesh", "AXIS=SIZE,…", "show how this mesh is laid out on the hardware", read_mesh, 0},
    {"built-by", "NAME",
     "the constructor: make_mesh, create_device_mesh, create_hybrid_device_mesh, Mesh",
     read_builder, 0},
    {"dcn", "AXIS=PARTS,…", "parts of axes across slices, for a hybrid mesh", option_text,
     offsetof(struct request, outlook.dcn)},
    {"allow-split-physical-axes", NULL, "let axes of the torus be split", option_set,
     offsetof(struct request, outlook.options.allow_split_physical_axes)},
    {"framework", "jax==VERSION", "lay it out as this release does", option_text,
     offsetof(struct request, framework)},
    {"explain", NULL, "say what the times assume", option_set, offsetof(struct request, explain)},
    {"format", "text|json", "how to write it (default: text)", value_format,
     offsetof(struct request, format)},
    OPTIONS_END,
};

static void begin(void *data)
{
	struct request *request = data;
	request->framework = STR("");
	request->outlook.dcn = STR("");
}

/* Reads --framework, or takes the newest JAX. */
static bool read_framework(struct arena *arena, struct request *request)
{
	struct diags diags = diags_make(arena);
	struct framework framework =
	    framework_read(arena, request->framework, (struct span){0, 0}, &diags);
	request->outlook.framework = framework;
	if (!framework.broken && framework.family == FRAMEWORK_JAX)
		return true;
	struct str message = diags.first
	                         ? diags.first->message
	                         : STR("how meshes are laid out on hardware is known for JAX only"),
		   help = diags.first ? diags.first->help : STR("");
	fprintf(stderr, "shardctl: --framework: %.*s%s%.*s\n", STR_ARG(message),
	        help.len ? "; " : "", STR_ARG(help));
	return false;
}

/* Takes the constructor that has the options, unless one is named; false after a message. */
static bool choose_builder(struct request *request)
{
	struct outlook_request *outlook = &request->outlook;
	bool splits = outlook->options.allow_split_physical_axes;
	if (!request->built_by && outlook->dcn.len)
		outlook->builder = BUILT_BY_CREATE_HYBRID_DEVICE_MESH;
	else if (!request->built_by && splits)
		outlook->builder = BUILT_BY_CREATE_DEVICE_MESH;
	bool hybrid = outlook->builder == BUILT_BY_CREATE_HYBRID_DEVICE_MESH;
	bool splitting = hybrid || outlook->builder == BUILT_BY_CREATE_DEVICE_MESH;
	bool fits = (!outlook->dcn.len || hybrid) && (!splits || splitting);
	if (!fits)
		fprintf(stderr, "shardctl: %s has no argument for --%s\n",
		        mesh_builder_name(outlook->builder),
		        outlook->dcn.len ? "dcn" : "allow-split-physical-axes");
	return fits;
}

static bool complete(struct arena *arena, void *data)
{
	struct request *request = data;
	if (!choose_builder(request))
		return false;
	if (request->mesh && !request->name) {
		fputs("shardctl: --mesh needs the hardware it is laid out on: shardctl hardware "
		      "v5e-16 --mesh data=4,model=4\n",
		      stderr);
		return false;
	}
	return read_framework(arena, request);
}

/* Says what is wrong with the name of the hardware and what to write; the status of a failed run.
 */
static int complain(struct arena *arena, struct str problem, struct str suggestion)
{
	struct str shown = utf8_escaped(arena, problem), help = utf8_escaped(arena, suggestion);
	fprintf(stderr, "shardctl: %.*s", STR_ARG(shown));
	if (help.len)
		fprintf(stderr, "; write %.*s\n", STR_ARG(help));
	else
		fputs("; 'shardctl hardware' lists the chips\n", stderr);
	return STATUS_FAILED;
}

/* Says why the mesh of the command line is none. */
static int complain_mesh(const struct diag *diag)
{
	fprintf(stderr, "shardctl: %.*s%s%.*s\n", STR_ARG(diag->message),
	        diag->help.len ? "; " : "", STR_ARG(diag->help));
	return STATUS_FAILED;
}

/* Whether the framework refuses to lay the mesh on the hardware. */
static bool is_refused(const struct outlook *outlook)
{
	for (const struct diag *diag = outlook->diags->first; diag; diag = diag->next)
		if (diag->severity == SEVERITY_ERROR)
			return true;
	return false;
}

/* Shows what is named; memory comes from the arena. */
static int show(struct arena *arena, struct arena *scratch, struct request *request)
{
	struct str name = str_of(request->name);
	struct buf out = {.arena = arena};
	struct hardware hardware = {0};
	struct outlook outlook = {0};
	struct hardware_report report = {.chip = chip_named(name),
	                                 .framework = request->outlook.framework.text,
	                                 .explain = request->explain};
	int status = STATUS_CLEAN;
	/* The bare name of a chip has no number of devices, so no mesh lies on it. */
	if (!report.chip) {
		hardware = hardware_named(arena, name);
		if (hardware.problem.len)
			return complain(arena, hardware.problem, hardware.suggestion);
		report.chip = hardware.chip;
		report.hardware = &hardware;
	} else if (request->mesh) {
		return complain(
		    arena,
		    str_format(arena, "a mesh is not laid out on '%s', but on a number of them",
		               report.chip->names[0]),
		    str_format(arena, "a type such as %s-16", report.chip->names[0]));
	}
	if (request->mesh) {
		request->outlook.hardware = &hardware;
		outlook = outlook_of(arena, scratch, &request->outlook);
		report.outlook = &outlook;
		/* A mesh that is none is a mistake of the command line, one that is refused a
		 * finding. */
		if (!outlook.mesh)
			return complain_mesh(outlook.diags->first);
		status = is_refused(&outlook) ? STATUS_FINDINGS : STATUS_CLEAN;
	}
	(request->format == FORMAT_JSON ? hardware_report_json
	                                : hardware_report_text)(&out, scratch, &report);
	return output_end(&out) ? status : STATUS_FAILED;
}

static int run(struct arena *arena, struct arena *scratch, void *data)
{
	struct request *request = data;
	struct buf out = {.arena = arena};
	if (request->name)
		return show(arena, scratch, request);
	(request->format == FORMAT_JSON ? hardware_list_json : hardware_list_text)(&out, scratch);
	return output_end(&out) ? STATUS_CLEAN : STATUS_FAILED;
}

const struct command_line command_hardware = {
    .about =
	"Usage: shardctl hardware [OPTIONS] [NAME]\n"
	"\n"
	"Shows what is known of a chip (v5e), an accelerator type (v5e-16), a chip with a "
	"topology\n"
	"(v5e:4x4) or several of them (2xv6e-256), with sources, and how a mesh is laid out on it. "
	"Without a\n"
	"name it lists the chips.\n",
    .notes = "\n"
	     "Exit status: 0 shown, 1 the mesh does not fit the hardware, 2 the run failed.\n"
	     "\n"
	     "Example:\n"
	     "  shardctl hardware v5e-16 --mesh data=4,model=4\n",
    .options = options,
    .request_size = sizeof(struct request),
    .begin = begin,
    .operand = take_operand,
    .complete = complete,
    .run = run,
};
