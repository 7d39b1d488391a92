/* SPDX-License-Identifier: Apache-2.0 */
/* The rules of torch_xla (lib/torch) for the files of the prelude that are torch_xla. They are
 * described for authors in lib/library/prelude/README.md. */
#include "torch/mark_sharding.h"

#include <assert.h>

#include "base/utf8.h"
#include "library/library.h"
#include "library/prelude/violations.h"
#include "spec/script/script.h"
#include "trace/convert/convert_value.h"
#include "trace/eval/prelude.h"

/* type(x) as Python prints it, without "<class '…'>": bool, numpy.int64. */
static struct str class_text(const struct trace *trace, const struct value *value)
{
	struct arena *arena = trace->op.arena;
	bool host = value->kind == VALUE_ARRAY && value->array->host;
	const char *name = value_class_name(value);
	if (!host)
		return dtype_named(str_of(name)) && value->kind > VALUE_STRING
		           ? str_format(arena, "numpy.%s", name)
		           : str_of(name);
	const struct array_type *type = &value->array->type;
	if (type->rank)
		return STR("numpy.ndarray");
	return str_format(arena, "numpy.%s", type->dtype->name);
}

/* A partition spec, or a part of one. */
static struct mark mark_of(struct trace *trace, const struct value *value)
{
	const struct value_list *items = value_items(value);
	struct mark mark = {.kind = MARK_OTHER};
	if (value->kind == VALUE_NONE)
		mark.kind = MARK_NONE;
	else if (value->kind == VALUE_INT)
		return (struct mark){.kind = MARK_INDEX, .index = value->integer};
	else if (value->kind == VALUE_STRING)
		return (struct mark){.kind = MARK_NAME, .text = value->string};
	mark.text = class_text(trace, value);
	if (value->kind == VALUE_DICT)
		mark.kind = MARK_LIST;
	if (!items ||
	    (value->kind != VALUE_TUPLE && value->kind != VALUE_LIST && value->kind != VALUE_SET))
		return mark;
	struct mark *parts = arena_new(trace->op.arena, struct mark, items->count);
	for (uint32_t i = 0; i < items->count; i++)
		parts[i] = mark_of(trace, items->items[i]);
	bool plain = value->kind == VALUE_TUPLE;
	mark.kind = plain && !value->named ? MARK_TUPLE : plain ? MARK_OTHER : MARK_LIST;
	mark.items = parts;
	mark.nitems = items->count;
	return mark;
}

/* The whole spec, whose entries alone torch_xla looks at: a named tuple is one too. */
static struct mark partition_spec_of(struct trace *trace, const struct value *value)
{
	struct mark mark = mark_of(trace, value);
	if (value->kind == VALUE_TUPLE)
		mark.kind = MARK_TUPLE;
	return mark;
}

static const struct value *text_value(struct trace *trace, struct str text)
{
	return value_string(trace->op.arena, text);
}

static const struct value *tuple_of(struct trace *trace, const struct value *const *items,
                                    uint32_t count)
{
	const struct value **kept = arena_copy(trace->op.arena, items, count, sizeof *items);
	return value_sequence(trace->op.arena, VALUE_TUPLE, kept, count);
}

static MUST_USE bool read_ints(struct trace *trace, const struct value *value,
                               const int64_t **items, uint32_t *count)
{
	*items = NULL;
	*count = 0;
	return value->kind == VALUE_NONE || value_to_ints(trace, value, items, count);
}

/* (sizes, names, names as Python prints them, ids, devices) */
static bool read_mesh(struct trace *trace, const struct value *value, struct xla_mesh *mesh)
{
	const struct value *const *parts = value->list.items;
	uint32_t nids;
	*mesh = (struct xla_mesh){.names_text = parts[2]->string, .devices = parts[4]->integer};
	if (!read_ints(trace, parts[0], &mesh->sizes, &mesh->nsizes) ||
	    !read_ints(trace, parts[3], &mesh->ids, &nids))
		return false;
	mesh->nids = nids;
	if (parts[1]->kind != VALUE_NONE) {
		struct mark names = mark_of(trace, parts[1]);
		if (!mark_entries(trace->op.arena, &names, &mesh->names, &mesh->nnames))
			return trace_refuse(
			    trace, RULE_PROGRAM_ERROR, "TypeError",
			    TEXT("object of type '{}' has no len()", mark_class(&names)));
		if (!mesh->names)
			mesh->names = arena_new(trace->op.arena, struct mark, 1);
	}
	return true;
}

/* A mesh as a tuple: what Mesh refuses. */
static const struct value *check_mesh(struct trace *trace, const struct call_arguments *arguments)
{
	struct violations found = violations_make(trace->op.arena);
	struct xla_mesh mesh;
	if (!read_mesh(trace, argument(arguments, 0), &mesh))
		return NULL;
	xla_check_mesh(&mesh, &found);
	return prelude_violations(trace, &found);
}

static const struct value *check_hybrid_mesh(struct trace *trace,
                                             const struct call_arguments *arguments)
{
	struct violations found = violations_make(trace->op.arena);
	const int64_t *ici, *dcn;
	uint32_t nici, ndcn;
	if (!read_ints(trace, argument(arguments, 0), &ici, &nici) ||
	    !read_ints(trace, argument(arguments, 1), &dcn, &ndcn))
		return NULL;
	bool given = argument(arguments, 1)->kind != VALUE_NONE;
	xla_check_hybrid_mesh(ici, nici, given ? dcn : NULL, ndcn, argument(arguments, 2)->integer,
	                      &found);
	return prelude_violations(trace, &found);
}

static enum torch_device device_of(const struct value *name)
{
	if (str_equal(name->string, STR("xla")))
		return DEVICE_XLA;
	return str_equal(name->string, STR("meta")) ? DEVICE_META : DEVICE_CPU;
}

/* (array, device, state, annotation); the state is "host", "data" or "ir". */
static bool read_tensor(struct trace *trace, const struct value *value, struct xla_tensor *tensor)
{
	const struct value *const *parts = value->list.items;
	int64_t *sizes;
	if (parts[0]->kind != VALUE_ARRAY)
		return false;
	const struct array_type *type = &parts[0]->array->type;
	sizes = arena_new(trace->op.arena, int64_t, type->rank);
	for (uint32_t i = 0; i < type->rank; i++)
		sizes[i] = type->shape[i];
	*tensor = (struct xla_tensor){.sizes = sizes, .rank = type->rank, .dtype = type->dtype};
	tensor->device = device_of(parts[1]);
	tensor->state = str_equal(parts[2]->string, STR("ir"))     ? XLA_STATE_IR
	                : str_equal(parts[2]->string, STR("data")) ? XLA_STATE_DATA
	                                                           : XLA_STATE_HOST;
	tensor->sharding = parts[3]->kind == VALUE_STRING ? parts[3]->string : STR("");
	return true;
}

static enum mark_call call_of(struct str name)
{
	return str_equal(name, STR("annotate")) ? MARK_ANNOTATE
	       : str_equal(name, STR("spec"))   ? MARK_SPEC
	       : str_equal(name, STR("send"))   ? MARK_SEND
	                                        : MARK_SHARDING;
}

static struct torch_rules rules_of(const struct trace *trace)
{
	return torch_rules_at(FRAMEWORK_TORCH_XLA, trace->spec->framework.version);
}

/* mesh, spec, tensor or None, which function, whether SPMD is on: what is refused, the sharding as
 * text, or None, and the ways that it cuts each dimension. */
static const struct value *check_mark(struct trace *trace, const struct call_arguments *arguments)
{
	struct torch_rules rules = rules_of(trace);
	struct violations found = violations_make(trace->op.arena);
	struct mark spec = partition_spec_of(trace, argument(arguments, 1));
	struct xla_tensor tensor;
	struct xla_mesh mesh;
	const struct value *given = argument(arguments, 2);
	if (!read_mesh(trace, argument(arguments, 0), &mesh))
		return NULL;
	if (given->kind != VALUE_NONE && !read_tensor(trace, given, &tensor))
		return trace_unknown(trace, "the tensor is not known");
	const struct mark_case mark = {.rules = &rules,
	                               .mesh = &mesh,
	                               .spec = &spec,
	                               .tensor = given->kind == VALUE_NONE ? NULL : &tensor,
	                               .call = call_of(argument(arguments, 3)->string),
	                               .spmd = argument(arguments, 4)->boolean,
	                               .wants_text = true};
	const struct xla_sharding *sharding = xla_check_mark(&mark, &found);
	const struct value *parts[] = {prelude_violations(trace, &found), &value_none, &value_none};
	if (sharding) {
		parts[1] = text_value(trace, sharding->text);
		parts[2] = value_shape(trace->op.arena, sharding->ways, sharding->rank);
	}
	return tuple_of(trace, parts, COUNT_OF(parts));
}

/* An array, its device and whether an operation complains: the text of the error. */
static const struct value *device_error(struct trace *trace, const struct call_arguments *arguments)
{
	struct torch_rules rules = rules_of(trace);
	const struct value *array = argument(arguments, 0);
	if (array->kind != VALUE_ARRAY)
		return trace_unknown(trace, "the tensor is not known");
	return text_value(trace, xla_device_error(trace->op.arena, &rules, array->array->type.dtype,
	                                          device_of(argument(arguments, 1)),
	                                          argument(arguments, 2)->boolean));
}

/* Where the program stands, in the file. */
static struct span place_of(const struct trace *trace)
{
	struct span at = trace->derived_at ? *trace->derived_at : (struct span){0, 0};
	return program_span(trace->program, at);
}

static bool is_tried(const struct trace *trace)
{
	return trace->op.replays || trace->trial.running;
}

/* A warning at the program's call: rule, our words, help. Each place has it once. */
static const struct value *lint(struct trace *trace, const struct call_arguments *arguments)
{
	const struct rule *rule = rule_named(argument(arguments, 0)->string);
	struct span at = place_of(trace);
	assert(rule);
	for (const struct diag *diag = trace->diags->first; diag; diag = diag->next)
		if (diag->rule == rule && diag->at.offset == at.offset)
			return &value_none;
	if (is_tried(trace))
		return &value_none;
	struct str say = argument(arguments, 1)->string, help = argument(arguments, 2)->string;
	struct diag *diag = diag_add(trace->diags, (enum rule_id)(rule - rule_of(0)), at, "%.*s",
	                             STR_ARG(utf8_escaped(trace->diags->arena, say)));
	if (help.len)
		diag_help(diag, "%.*s", STR_ARG(utf8_escaped(trace->diags->arena, help)));
	return &value_none;
}

/* A number for the place of the program's call. */
static const struct value *place(struct trace *trace, const struct call_arguments *arguments)
{
	return value_int(trace->op.arena, place_of(trace).offset);
}

/* Whether nothing but blanks and a comment stands on these bytes of a line. */
static bool is_blank(struct str part)
{
	struct str left = str_trim(part);
	return !left.len || left.s[0] == '#' || left.s[0] == ';';
}

/* Whether the program's call is a statement of its own, and what was made at this place is made in
 * it: nothing keeps it. */
static const struct value *drops(struct trace *trace, const struct call_arguments *arguments)
{
	struct str text = trace->program->text;
	int64_t made = argument(arguments, 0)->integer;
	if (!trace->derived_at)
		return value_bool(false);
	size_t start = trace->derived_at->offset, end = start + trace->derived_at->length, line;
	struct span at = program_span(trace->program, *trace->derived_at);
	for (line = start; line && text.s[line - 1] != '\n';)
		line--;
	bool alone = is_blank(str_slice(text, line, start)) &&
	             is_blank(str_slice(text, end, str_find(text, '\n', end)));
	return value_bool(alone && made > (int64_t)at.offset &&
	                  made < (int64_t)(at.offset + at.length));
}

/* The line of the file that a byte stands in, without the blanks around it, and its number. */
static struct str line_at(struct str text, size_t at, uint32_t *number)
{
	size_t start = at, end = str_find(text, '\n', at);
	*number = 1;
	while (start && text.s[start - 1] != '\n')
		start--;
	for (size_t i = 0; i < start; i++)
		*number += text.s[i] == '\n';
	return str_trim(str_slice(text, start, end));
}

/* Notes at the mark of a tensor of the CPU that the tensor is moved here, too late. */
static const struct value *note_move(struct trace *trace, const struct call_arguments *arguments)
{
	struct diag *diag = trace->diags->first;
	while (diag && !(diag->rule == rule_of(RULE_TENSOR_DEVICE) && diag->framework_error.type.s))
		diag = diag->next;
	struct span at = place_of(trace), mark;
	if (!diag || is_tried(trace) || at.offset <= diag->at.offset)
		return &value_none;
	mark = diag->at;
	for (const struct diag_note *note = diag->notes; note; note = note->next)
		mark = note->at; /* of the outermost call */
	if (mark.offset >= at.offset)
		return &value_none;
	uint32_t first, second;
	struct str text =
	    trace->spec->files ? trace->spec->files->whole.text : trace->spec->source->text;
	struct str marking = utf8_escaped(trace->diags->arena, line_at(text, mark.offset, &first)),
		   moving = utf8_escaped(trace->diags->arena, line_at(text, at.offset, &second));
	diag_note(diag, at, "it is moved here, after the mark");
	diag_help(diag, "first '%.*s', then '%.*s'", STR_ARG(moving), STR_ARG(marking));
	return &value_none;
}

/* Whether SPMD is on from the start: by os.environ["XLA_USE_SPMD"], or as a spec says. torch_xla:
 * runtime.py is_spmd. */
static const struct value *starts_spmd(struct trace *trace, const struct call_arguments *arguments)
{
	const struct value *kept = trace->host.spmd;
	bool file = source_is_script(&trace->spec->program_file);
	if (!file && !trace->spec->no_spmd)
		return value_bool(true);
	return value_bool(kept && kept->kind == VALUE_STRING && str_equal(kept->string, STR("1")));
}

const struct function_row library_prelude_torch_xla[] = {
    MODULE(PRELUDE_INTRINSICS),
    FUNCTION("xla_check_mesh", "mesh", check_mesh),
    FUNCTION("xla_check_hybrid_mesh", "ici, dcn, devices", check_hybrid_mesh),
    FUNCTION("xla_check_mark", "mesh, spec, tensor, call, spmd", check_mark),
    FUNCTION("lint", "rule, say, help", lint),
    FUNCTION("xla_place", "", place),
    FUNCTION("xla_drops", "place", drops),
    FUNCTION("xla_note_move", "", note_move),
    FUNCTION("xla_starts_spmd", "", starts_spmd),
    FUNCTION("xla_device_error", "array, device, operation", device_error),
    TABLE_END,
};
