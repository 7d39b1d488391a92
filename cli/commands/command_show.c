/* SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <stdlib.h>

#include "base/utf8.h"
#include "cli/check/checked_spec.h"
#include "cli/arguments/command_line.h"
#include "diag/suggest.h"
#include "cli/files/files.h"
#include "cli/files/output_file.h"
#include "notation/convert.h"
#include "plan/laid_mesh.h"
#include "plan/program_tensors.h"
#include "report/report.h"
#include "report/show/show.h"
#include "spec/tensor_name.h"
#include "cli/arguments/values.h"

/* Columns that can be asked for. */
enum { WIDEST = 100000 };

/* What the command line asks for. */
struct request {
	struct check_options check;
	struct show_request show;
	struct show_style style;
	const char *path, *tensor, *svg;
};

/* The pictures of the tensors that match. */
struct gallery {
	struct picture *pictures;
	size_t room;
	uint32_t count;
	uint32_t matched;   /* tensors, drawn or not */
	bool found, failed; /* there are findings; the request does not fit a tensor */
};

/* A number from 0 to `most`. */
static bool read_number(struct str text, int64_t most, int64_t *number)
{
	return str_to_int64(str_trim(text), number) && *number >= 0 && *number <= most;
}

/* 0,2 or 1 */
static bool parse_dims(struct str text, struct show_request *show)
{
	size_t comma = str_find(text, ',', 0);
	show->ndims = comma < text.len ? 2 : 1;
	if (!read_number(str_slice(text, 0, comma), MAX_RANK, &show->dims[0]))
		return false;
	return show->ndims == 1 ||
	       (read_number(str_slice(text, comma + 1, text.len), MAX_RANK, &show->dims[1]) &&
	        show->dims[0] != show->dims[1]);
}

/* 1=3,2=0; several options add up, the last one of a dimension counts. */
static bool parse_fixed(struct str text, struct show_request *show)
{
	for (size_t at = 0; at <= text.len;) {
		size_t comma = str_find(text, ',', at), equals = str_find(text, '=', at);
		if (show->nfixed == MAX_RANK || equals >= comma)
			return false;
		struct show_fixed *fixed = &show->fixed[show->nfixed++];
		if (!read_number(str_slice(text, at, equals), MAX_RANK, &fixed->dim) ||
		    !read_number(str_slice(text, equals + 1, comma), INT64_MAX, &fixed->shard))
			return false;
		at = comma + 1;
	}
	return true;
}

/* Takes the file, then the tensor; false after a message about a third operand, which most often
 * comes of a pattern that the shell has expanded. */
static bool take_operand(struct arena *arena, const char *operand, void *data)
{
	struct request *request = data;
	if (request->tensor) {
		fputs("shardctl: show takes one file and one tensor; quote a pattern, so that the "
		      "shell leaves it alone\n",
		      stderr);
		return false;
	}
	if (request->path)
		request->tensor = operand;
	else
		request->path = operand;
	return true;
}

/* Columns to draw in: COLUMNS, else those of the terminal, else 80. */
static int64_t drawing_width(void)
{
	enum { USUAL = 80 };
	const char *columns = getenv("COLUMNS");
	int64_t width;
	if (columns && read_number(str_of(columns), WIDEST, &width) && width > 0)
		return width;
	width = terminal_width();
	return width ? width : USUAL;
}

static bool read_dims(struct arena *arena, const struct argument *argument, void *field)
{
	return parse_dims(str_of(argument->value), field) || value_refused(arena, argument);
}

static bool read_fixed(struct arena *arena, const struct argument *argument, void *field)
{
	return parse_fixed(str_of(argument->value), field) || value_refused(arena, argument);
}

static bool read_device(struct arena *arena, const struct argument *argument, void *field)
{
	struct show_request *show = field;
	show->has_device = true;
	return read_number(str_of(argument->value), INT64_MAX, &show->device) ||
	       value_refused(arena, argument);
}

static bool read_width(struct arena *arena, const struct argument *argument, void *field)
{
	int64_t *width = field;
	return (read_number(str_of(argument->value), WIDEST, width) && *width) ||
	       value_refused(arena, argument);
}

static const struct option options[] = {
    {"dims", "ROWS,COLUMNS", "dimensions to draw (default: the two that are cut most ways)",
     read_dims, offsetof(struct request, show)},
    {"at", "DIM=SHARD,…", "shards of the other dimensions (default: 0)", read_fixed,
     offsetof(struct request, show)},
    {"device", "N", "mark what this device holds", read_device, offsetof(struct request, show)},
    {"all", NULL, "draw every shard, however many", option_set,
     offsetof(struct request, style.all)},
    {"width", "N", "columns to fit into (default: those of the terminal)", read_width,
     offsetof(struct request, style.width)},
    {"ascii", NULL, "draw with ASCII characters", option_set,
     offsetof(struct request, style.ascii)},
    {"svg", "FILE", "write an SVG document; '-' is standard output", option_word,
     offsetof(struct request, svg)},
    {"framework", "NAME==VERSION", "judge as this release, whatever the file says", value_framework,
     offsetof(struct request, check.overrides)},
    {"mesh", "AXIS=SIZE,…", "try another mesh: data=8,model=4", value_mesh,
     offsetof(struct request, check.overrides)},
    {"hardware", "NAME", "lay meshes out on this: v5e-16, v5e:4x4 or 2xv6e-256", value_hardware,
     offsetof(struct request, check.overrides)},
    {"devices", "N", "how many devices there are, where a program asks", value_devices,
     offsetof(struct request, check.overrides)},
    {"color", "auto|always|never", "colour the drawing (default: auto)", value_color,
     offsetof(struct request, style.color)},
    OPTIONS_END,
};

static void begin(void *data)
{
	struct request *request = data;
	request->style.width = drawing_width();
}

static bool complete(struct arena *arena, void *data)
{
	const struct request *request = data;
	if (!request->tensor)
		fprintf(stderr,
		        "shardctl: show needs %s; 'shardctl show --help' shows the options\n",
		        request->path ? "the name of a tensor after the file, or a pattern: '*'"
		                      : "a file and the name of a tensor");
	return request->tensor != NULL;
}

/* Whether a finding is about a tensor or its mesh; NULL: about the file as a whole. */
static bool is_about(const struct diag *diag, const struct tensor *tensor)
{
	struct str subject = diag->subject;
	return tensor ? str_equal(subject, tensor->name) ||
	                    (tensor->mesh && str_equal(subject, tensor->mesh->name))
	              : !subject.len;
}

/* Writes findings to standard error; true when there are any. */
static bool write_findings(struct arena *scratch, const struct check_result *result)
{
	struct arena_mark mark = arena_mark(scratch);
	struct report_options errors = {.quiet = true};
	struct buf text = {.arena = scratch};
	text_format.file(&text, scratch, result, &errors, &(bool){false});
	bool found = text.len > 0;
	if (found) /* there is no memory for nothing */
		fwrite(text.data, 1, text.len, stderr);
	arena_rewind(scratch, mark);
	return found;
}

/* Writes what has been found wrong with a tensor and its mesh, or with the file as a whole; true
 * when there is something. */
static bool complain(struct arena *scratch, const struct check_result *result,
                     const struct tensor *tensor)
{
	struct arena_mark mark = arena_mark(scratch);
	struct check_result about = *result;
	about.diags = arena_new(scratch, const struct diag *, result->ndiags);
	about.ndiags = 0;
	for (uint32_t i = 0; i < result->ndiags; i++)
		if (is_about(result->diags[i], tensor))
			about.diags[about.ndiags++] = result->diags[i];
	bool found = write_findings(scratch, &about);
	arena_rewind(scratch, mark);
	return found;
}

/* Says why there is no picture of the tensor. */
static void refuse(struct arena *scratch, const struct tensor *tensor, struct str why)
{
	fprintf(stderr, "shardctl: '%s' %.*s\n", utf8_escaped(scratch, tensor->name).s,
	        STR_ARG(why));
}

/* Makes the picture of one tensor, and says what is wrong with it. */
static void add_picture(struct arena *arena, struct arena *scratch, const struct request *request,
                        const struct tensor *tensor, struct gallery *gallery)
{
	struct str why;
	gallery->pictures = arena_append(arena, gallery->pictures, gallery->count, &gallery->room,
	                                 sizeof *gallery->pictures);
	switch (
	    picture_make(arena, tensor, &request->show, &gallery->pictures[gallery->count], &why)) {
	case PICTURE_MADE:
		gallery->count++;
		break;
	case PICTURE_UNPLACED:
		refuse(scratch, tensor, why);
		gallery->found = true;
		break;
	case PICTURE_REFUSED:
		refuse(scratch, tensor, why);
		gallery->failed = true;
		break;
	}
}

/* Makes the pictures of the tensors that match. All are tried even after one is refused, so that
 * one run says everything that is wrong. */
static struct gallery collect(struct arena *arena, struct arena *scratch,
                              const struct request *request, const struct check_result *result,
                              const struct spec *spec)
{
	struct gallery gallery = {.count = 0};
	struct diags unread = diags_make(arena); /* what the check has said already */
	const struct mesh *meshes = laid_meshes(arena, spec);
	const struct converter *converter = converter_make(arena, spec, &unread);
	for (uint32_t i = 0; i < spec_tensor_count(spec); i++) {
		if (!tensor_name_matches(str_of(request->tensor), spec_tensor_name(spec, i)))
			continue;
		struct tensor *tensor = arena_new(arena, struct tensor, 1);
		*tensor = *convert_tensor(arena, converter, spec_tensor(arena, spec, i, &unread));
		if (tensor->repeats)
			continue;
		if (tensor->mesh)
			tensor->mesh = &meshes[tensor->mesh - spec->meshes];
		if (!gallery.matched++)
			gallery.found |= complain(scratch, result, NULL);
		gallery.found |= complain(scratch, result, tensor);
		add_picture(arena, scratch, request, tensor, &gallery);
	}
	return gallery;
}

/* Says that no tensor has this name, and which one was probably meant, else the first few. */
static void complain_unknown(struct arena *scratch, const struct request *request,
                             const struct spec *spec)
{
	uint32_t count = spec_tensor_count(spec);
	struct str wanted = str_of(request->tensor);
	const struct str *names = value_tensor_names(scratch, spec);
	struct str path = utf8_escaped(scratch, str_of(request->path)),
		   shown = utf8_escaped(scratch, wanted), near = suggest(wanted, names, count);
	fprintf(stderr, "shardctl: no tensor of '%.*s' is called '%.*s'", STR_ARG(path),
	        STR_ARG(shown));
	if (near.s) {
		near = utf8_escaped(scratch, near);
		fprintf(stderr, "; did you mean '%.*s'?\n", STR_ARG(near));
		return;
	}
	for (uint32_t i = 0; i < count && i < 8; i++) {
		struct str name = utf8_escaped(scratch, names[i]);
		fprintf(stderr, "%s%.*s", i ? ", " : "; it has ", STR_ARG(name));
	}
	fputs(count > 8 ? " and more\n" : "\n", stderr);
}

/* Writes the pictures, as one SVG document or one text behind the other; false after a message.
 * The file of --svg is opened only now, so that a run that fails before leaves it alone. */
static bool draw(struct arena *scratch, const struct request *request,
                 const struct gallery *gallery)
{
	struct arena output = {0};
	struct stream out = output_stream(&output);
	struct output_file file;
	if (!output_file_begin(scratch, request->svg, &request->path, 1, &file))
		return false;
	if (request->svg)
		show_svg_write(&out, scratch, gallery->pictures, gallery->count, &request->style);
	for (uint32_t i = 0; i < gallery->count && !request->svg && !out.failed; i++) {
		struct arena_mark mark = arena_mark(scratch);
		buf_puts(&out.buf, i ? "\n" : "");
		show_text_write(&out, scratch, &gallery->pictures[i], &request->style);
		arena_rewind(scratch, mark);
	}
	return output_file_end(&file, output_stream_end(&out));
}

/* Checks the file and draws what is asked for; the exit status. A file with errors is drawn as far
 * as it goes: the picture helps to see what is wrong. */
static int run(struct arena *arena, struct arena *scratch, void *data)
{
	const struct request *request = data;
	struct check_result result;
	struct source source;
	if (!file_read(arena, request->path, &source))
		return STATUS_FAILED;
	checked_source(arena, scratch, &source, request->path, &request->check, &result);
	if (!result.spec) {
		write_findings(scratch, &result);
		return STATUS_FINDINGS;
	}
	const struct spec *spec = program_spec(arena, &result);
	struct gallery gallery = collect(arena, scratch, request, &result, spec);
	if (!gallery.matched && result.verdict == VERDICT_INVALID) {
		write_findings(scratch, &result);
		return STATUS_FINDINGS;
	}
	if (!gallery.matched) {
		complain_unknown(scratch, request, spec);
		return STATUS_FAILED;
	}
	if (gallery.failed || (gallery.count && !draw(scratch, request, &gallery)))
		return STATUS_FAILED;
	return gallery.found ? STATUS_FINDINGS : STATUS_CLEAN;
}

const struct command_line command_show = {
    .about =
	"Usage: shardctl show [OPTIONS] FILE TENSOR\n"
	"\n"
	"Draws how a tensor is cut into shards, and which devices hold each. TENSOR is a name; "
	"* and ?\n"
	"match as in file names, and a member of a family means the family. '-' reads "
	"standard input.\n",
    .notes = "\n"
	     "Exit status: 0 drawn, 1 a tensor has errors or cannot be drawn, 2 the run failed.\n"
	     "\n"
	     "Example:\n"
	     "  shardctl show --device 5 --svg wq.svg layout.yaml 'layers.*.wq'\n",
    .options = options,
    .request_size = sizeof(struct request),
    .color = offsetof(struct request, style.color),
    .begin = begin,
    .operand = take_operand,
    .complete = complete,
    .run = run,
};
