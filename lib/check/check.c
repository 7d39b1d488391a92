/* SPDX-License-Identifier: Apache-2.0 */
#include "check/check.h"

#include <assert.h>
#include <inttypes.h>

#include "base/utf8.h"
#include "check/assumed.h"
#include "check/dtensor_check.h"
#include "check/ignore.h"
#include "check/show.h"
#include "jax/jax.h"
#include "check/lint.h"
#include "check/memo.h"
#include "check/outside.h"
#include "check/torch_xla.h"
#include "check/usable.h"
#include "library/library.h"
#include "notation/convert.h"
#include "spec/script/notebook.h"
#include "spec/yaml/yaml.h"
#include "spec/script/script.h"
#include "trace/trace.h"

enum { MAX_READINGS = 16 }; /* of a program that is made of pieces */

/* What is known of a file while its tensors are judged. */
struct checker {
	struct judge judge;
	const struct jax_rules *rules;   /* of JAX; NULL: it is another framework */
	const struct torch_rules *torch; /* of a dialect of PyTorch; or NULL */
	struct jax_mesh *meshes;
	struct xla_mesh *xla_meshes; /* the same as torch_xla has them */
	struct lint lint;
	struct memo memo;
	bool *device_reported; /* per mesh: its repeated device ids have been reported */
	bool rules_reported;
	const struct converter *converter; /* made for the first layout in another notation */
};

/* Whether the file is one of this dialect of PyTorch. */
static bool is_of(const struct checker *checker, enum framework_family family)
{
	return checker->torch && checker->torch->family == family;
}

const char *verdict_name(enum verdict verdict)
{
	assert(verdict <= VERDICT_INVALID);
	static const char *const names[] = {
	    [VERDICT_ACCEPTED] = "accepted",
	    [VERDICT_UNKNOWN] = "unknown",
	    [VERDICT_REJECTED] = "rejected",
	    [VERDICT_INVALID] = "invalid",
	};
	return names[verdict];
}

/* Says when the version asked for is not one whose behaviour was recorded. */
static void check_version(struct checker *checker, enum version_match match,
                          struct version recorded)
{
	const struct framework *framework = &checker->judge.spec->framework;
	struct diags *diags = checker->judge.diags;
	struct str text = framework->text;
	struct str nearest = version_text(checker->judge.scratch, recorded);
	const char *name =
	    framework->family == FRAMEWORK_JAX ? "JAX" : framework_family_name(framework->family);
	if (match == VERSION_BETWEEN)
		diag_add(diags, RULE_VERSION_NEAREST, framework->at,
		         "%.*s was not recorded; it is judged as %s %.*s, the release before it",
		         STR_ARG(text), name, STR_ARG(nearest));
	else if (match == VERSION_TOO_NEW)
		diag_add(
		    diags, RULE_VERSION_NOT_KNOWN, framework->at,
		    "%.*s is newer than the last release known, %.*s, by whose rules it is judged",
		    STR_ARG(text), STR_ARG(nearest));
	else if (match == VERSION_TOO_OLD)
		diag_add(
		    diags, RULE_VERSION_NOT_KNOWN, framework->at,
		    "%.*s is older than the first release known, %.*s, by whose rules it is judged",
		    STR_ARG(text), STR_ARG(nearest));
}

static void check_framework(struct checker *checker)
{
	const struct framework *framework = &checker->judge.spec->framework;
	if (framework->broken)
		return;
	if (framework->family == FRAMEWORK_JAX) {
		checker->rules = framework->rules;
		check_version(checker, checker->rules->match, checker->rules->version);
		return;
	}
	struct torch_rules *rules = arena_new(checker->judge.diags->arena, struct torch_rules, 1);
	*rules = torch_rules_at(framework->family, framework->version);
	checker->torch = rules;
	check_version(checker, rules->match, rules->version);
}

static void check_meshes(struct checker *checker, struct arena *arena)
{
	const struct spec *spec = checker->judge.spec;
	checker->meshes = arena_new(arena, struct jax_mesh, spec->nmeshes);
	checker->xla_meshes = arena_new(arena, struct xla_mesh, spec->nmeshes);
	checker->device_reported = arena_new(arena, bool, spec->nmeshes);
	for (uint32_t i = 0; i < spec->nmeshes; i++) {
		const struct mesh *mesh = &spec->meshes[i];
		diags_about(checker->judge.diags, mesh->name, mesh->name_at.offset);
		if (checker->rules) {
			checker->meshes[i] = jax_check_mesh(&checker->judge, checker->rules, mesh);
			continue;
		}
		bool broken = mesh->broken || mesh->naxes != mesh->nsizes;
		if (is_of(checker, FRAMEWORK_TORCH_XLA))
			broken =
			    !torch_xla_check_mesh(&checker->judge, mesh, &checker->xla_meshes[i]);
		else if (is_of(checker, FRAMEWORK_DTENSOR))
			broken |= !dtensor_check_spec_mesh(&checker->judge, checker->torch, mesh);
		checker->meshes[i] =
		    (struct jax_mesh){mesh, arena_new(arena, enum axis_type, mesh->naxes), broken};
	}
}

/* The meshes as types see them; NULL for those that cannot be built. */
static const struct abstract_mesh *const *abstract_meshes(const struct checker *checker,
                                                          struct arena *arena)
{
	const struct spec *spec = checker->judge.spec;
	const struct abstract_mesh **meshes =
	    arena_new(arena, const struct abstract_mesh *, spec->nmeshes);
	for (uint32_t i = 0; i < spec->nmeshes; i++) {
		const struct jax_mesh *checked = &checker->meshes[i];
		struct abstract_mesh *mesh = arena_new(arena, struct abstract_mesh, 1);
		if (checked->broken || checked->mesh->naxes > MAX_AXES)
			continue;
		mesh->mesh = checked->mesh;
		mesh->types = checked->types;
		for (uint32_t axis = 0; axis < mesh->mesh->naxes; axis++)
			if (mesh->types[axis] == AXIS_EXPLICIT)
				mesh->explicit_axes |= (uint64_t)1 << axis;
		meshes[i] = mesh;
	}
	return meshes;
}

/* The block of a text, or the cell of a notebook, that a byte stands in; false: in none. */
static bool piece_of(const struct checker *checker, uint32_t offset, struct span *piece)
{
	const struct source *source = checker->judge.spec->source;
	const struct source_files *files = checker->judge.spec->files;
	const struct source_piece *cell =
	    source_is_notebook(source) ? source_piece_at(files, offset) : NULL;
	if (!cell)
		return script_piece(source, offset, piece);
	bool last = cell == &files->pieces[files->count - 1];
	uint32_t end = last ? (uint32_t)source->text.len : cell[1].start;
	*piece = (struct span){cell->start, end - cell->start};
	return true;
}

/* Puts blanks in place of the pieces that the findings stand in, each of which is said to be left
 * out; false when one stands in none. */
static bool leave_out(struct checker *checker, struct arena *arena, const struct diags *unread,
                      struct node *program)
{
	const struct source *source = checker->judge.spec->source;
	struct str text = node_text(program);
	char *kept = arena_new(arena, char, text.len);
	struct span piece = {0, 0}, last = {0, 0};
	memcpy(kept, text.s, text.len);
	for (const struct diag *diag = unread->first; diag; diag = diag->next) {
		if (!piece_of(checker, diag->at.offset, &piece))
			return false;
		if (piece.offset == last.offset)
			continue;
		last = piece;
		size_t end = (size_t)piece.offset + piece.length;
		end = end < text.len ? end : text.len; /* behind which a sidecar may stand */
		for (size_t i = piece.offset; i < end; i++)
			kept[i] = kept[i] == '\n' ? '\n' : ' ';
		piece.length = (uint32_t)str_find(source->text, '\n', piece.offset) - piece.offset;
		diag_add(checker->judge.diags, RULE_PROGRAM_NOT_JUDGED, piece,
		         "this block is not Python as it stands, and is left out");
	}
	program->text = kept;
	return true;
}

/* Reads the program. Pieces of a text that are not Python are left out. */
static const struct program *read_program(struct checker *checker, struct arena *arena)
{
	const struct spec *spec = checker->judge.spec;
	struct arena *scratch = checker->judge.scratch;
	struct node rest = *spec->program, *kept = arena_new(arena, struct node, 1);
	for (int left = MAX_READINGS; source_is_fragments(&spec->program_file) && left; left--) {
		struct diags unread = diags_make(arena);
		*kept = rest;
		const struct program *program =
		    program_read(arena, scratch, spec->source, kept, &unread);
		if (!program->broken)
			return program;
		if (!leave_out(checker, arena, &unread, &rest))
			break;
	}
	*kept = rest;
	return program_read(arena, scratch, spec->source, kept, checker->judge.diags);
}

/* The rules of arrays: of the framework, or for torch, whose tensors are made of them, the newest.
 */
static const struct jax_rules *array_rules(const struct checker *checker, struct arena *arena)
{
	struct jax_rules *rules = arena_new(arena, struct jax_rules, 1);
	struct version newest;
	bool read = version_read(str_of(jax_newest_release()), &newest);
	assert(read);
	*rules = jax_rules_at(newest);
	return checker->rules ? checker->rules : rules;
}

/* Reads the program and interprets what of it can be. */
static const struct trace_result *check_program(struct checker *checker, struct arena *arena)
{
	const struct spec *spec = checker->judge.spec;
	struct diags *diags = checker->judge.diags;
	if (!spec->program)
		return NULL;
	diags_about(diags, STR(""), NO_GROUP);
	if (spec->program->kind == NODE_SCALAR) {
		const struct program *program = read_program(checker, arena);
		if (program->broken)
			return NULL;
		if (!spec->framework.broken) {
			struct trace_result *result = arena_new(arena, struct trace_result, 1);
			spec = outside_placed(arena, spec, program, diags);
			*result = trace_program(arena, checker->judge.scratch,
			                        checker->rules ? &jax_library : &torch_library,
			                        array_rules(checker, arena), spec, program,
			                        abstract_meshes(checker, arena), diags);
			return result;
		}
	}
	diag_add(diags, RULE_PROGRAM_NOT_JUDGED, spec->program_at,
	         "programs of %s are not judged: the verdict is unknown",
	         framework_family_name(spec->framework.family));
	return NULL;
}

/* Whether the layout is that of a one-line type without axes, f32[8], which needs no mesh. */
static bool is_bare_type(const struct tensor *tensor, const struct layout *layout)
{
	for (uint32_t i = 0; i < layout->spec.nentries; i++)
		if (layout->spec.entries[i].kind != ENTRY_NONE)
			return false;
	return layout->at.offset == tensor->shape_at.offset;
}

static void mesh_missing(struct checker *checker, const struct tensor *tensor)
{
	diag_help(diag_add(checker->judge.diags, RULE_MESH_MISSING, tensor->layout->at,
	                   "a layout needs a mesh, and the file has none"),
	          "add mesh: {data: 4, model: 2}");
}

/* Judges a PartitionSpec on its mesh, as JAX does or, for other frameworks, as far as lints go. */
static void check_spec(struct checker *checker, const struct tensor *tensor,
                       const struct layout *layout, const struct mesh *mesh, enum moment moment)
{
	if (!mesh) {
		if (!is_bare_type(tensor, layout))
			mesh_missing(checker, tensor);
		return;
	}
	ptrdiff_t which = mesh - checker->judge.spec->meshes;
	const struct jax_mesh *checked = &checker->meshes[which];
	if (checked->broken)
		return;
	struct jax_case *judged = arena_new(checker->judge.scratch, struct jax_case, 1);
	judged->judge = &checker->judge;
	judged->tensor = tensor;
	judged->written = &layout->spec;
	judged->sharding =
	    (struct jax_sharding){checker->rules, mesh, checked->types, layout->spec, false};
	if (checker->rules) {
		jax_check_construct(judged);
		usable_check_axes(judged, moment);
		jax_check_moment(judged, moment);
		usable_check_devices(judged, moment, &checker->device_reported[which]);
	}
	if (is_of(checker, FRAMEWORK_TORCH_XLA))
		judged->refused = torch_xla_check_tensor(&checker->judge, checker->torch, tensor,
		                                         layout, &checker->xla_meshes[which]);
	if (layout == tensor->layout)
		lint_tensor(&checker->lint, &checker->judge, tensor, &judged->sharding, moment,
		            judged->refused);
}

/* Makes ready for layouts of other notations, once. */
static const struct converter *converter_of(struct checker *checker)
{
	struct diags unread = diags_make(checker->memo.arena); /* of the meshes, which are judged */
	if (!checker->converter)
		checker->converter =
		    converter_make(checker->memo.arena, checker->judge.spec, &unread);
	return checker->converter;
}

/* Frameworks take layouts from programs in their own notations, but a text of HloSharding or Shardy
 * that is neither is a mistake. */
static void check_notation(struct checker *checker, const struct tensor *tensor,
                           const struct layout *layout)
{
	static const struct {
		const char *who, *instead;
	} takers[] = {
	    [FRAMEWORK_JAX] = {"JAX", "a PartitionSpec"},
	    [FRAMEWORK_TORCH_XLA] = {"mark_sharding", "a partition spec, as ('data', None),"},
	    [FRAMEWORK_DTENSOR] = {"DTensor", "placements, as [Shard(0), Replicate()],"},
	};
	struct judge *judge = &checker->judge;
	enum framework_family family = checker->torch ? checker->torch->family : FRAMEWORK_JAX;
	if (!convert_readable(judge->scratch, converter_of(checker), tensor, layout, judge->diags))
		return;
	checker->lint.incomplete = true;
	diag_help(diag_add(judge->diags, RULE_NOTATION_NOT_JUDGED, layout->at,
	                   "%s takes no layout in this notation from a program: it is not judged",
	                   takers[family].who),
	          "write it as %s to have it judged", takers[family].instead);
}

/* The axes that placements use are those of the PartitionSpec that lays the tensor out alike. */
static void lint_placements(struct checker *checker, const struct tensor *tensor,
                            const struct mesh *mesh, enum moment moment, bool refused)
{
	const struct jax_mesh *checked = &checker->meshes[mesh - checker->judge.spec->meshes];
	const struct tensor *alike =
	    convert_tensor(checker->judge.scratch, converter_of(checker), tensor);
	if (refused || alike->layout->notation != NOTATION_PARTITION_SPEC) {
		checker->lint.incomplete = true;
		return;
	}
	const struct jax_sharding sharding = {checker->rules, mesh, checked->types,
	                                      alike->layout->spec, false};
	lint_tensor(&checker->lint, &checker->judge, alike, &sharding, moment, refused);
}

/* Judges a layout as DTensor would: placements, or a PartitionSpec through those it stands for. */
static void check_placed(struct checker *checker, const struct tensor *tensor,
                         const struct layout *layout, const struct mesh *mesh, enum moment moment)
{
	if (!mesh) {
		if (layout->notation == NOTATION_PLACEMENTS || !is_bare_type(tensor, layout))
			mesh_missing(checker, tensor);
		return;
	}
	if (checker->meshes[mesh - checker->judge.spec->meshes].broken)
		return;
	const struct layout *placed = layout;
	if (layout->notation == NOTATION_PARTITION_SPEC)
		placed = dtensor_placements_of_spec(checker->judge.scratch, layout, mesh);
	if (!placed) {
		checker->lint.incomplete = true;
		diag_help(diag_add(checker->judge.diags, RULE_NOTATION_NOT_JUDGED, layout->at,
		                   "no plain placements stand for this layout: it is not judged"),
		          "write placements, one for each dimension of the mesh: [Shard(0), "
		          "Replicate()]");
		return;
	}
	bool taken =
	    dtensor_check_spec_layout(&checker->judge, checker->torch, tensor, placed, mesh);
	if (layout == tensor->layout)
		lint_placements(checker, tensor, mesh, moment, !taken);
}

static void check_layout(struct checker *checker, const struct tensor *tensor,
                         const struct layout *layout, const struct mesh *mesh, enum moment moment)
{
	if (is_of(checker, FRAMEWORK_DTENSOR) && (layout->notation == NOTATION_PARTITION_SPEC ||
	                                          layout->notation == NOTATION_PLACEMENTS)) {
		check_placed(checker, tensor, layout, mesh, moment);
		return;
	}
	switch (layout->notation) {
	case NOTATION_PARTITION_SPEC:
		check_spec(checker, tensor, layout, mesh, moment);
		break;
	case NOTATION_POSITIONAL:
		if (checker->rules)
			jax_check_positional(&checker->judge, checker->rules, tensor, layout,
			                     moment, NULL);
		else
			check_notation(checker, tensor, layout);
		break;
	case NOTATION_PLACEMENTS:
	case NOTATION_HLO_SHARDING:
	case NOTATION_SHARDY:
		check_notation(checker, tensor, layout);
		break;
	}
}

/* Whether the text of a tensor's value says all there is to it: no range in its name, no alias in
 * the file. */
static bool is_plain(const struct checker *checker, uint32_t index)
{
	const struct node *key = node_key(checker->judge.spec->tensors, index);
	return !checker->judge.spec->aliases && key->kind == NODE_SCALAR &&
	       str_find(node_text(key), '{', 0) == key->count;
}

static struct str written_value(const struct spec *spec, uint32_t index)
{
	return span_text(spec->source->text, node_value(spec->tensors, index)->at);
}

/* Passes a tensor that is written as one with which nothing was found; false when there is none. */
static bool check_repeated(struct checker *checker, uint32_t index)
{
	const struct spec *spec = checker->judge.spec;
	const struct memo_entry *entry =
	    is_plain(checker, index) ? memo_find(&checker->memo, written_value(spec, index)) : NULL;
	if (!entry)
		return false;
	const struct node *key = node_key(spec->tensors, index),
			  *value = node_value(spec->tensors, index);
	struct family_member member = {
	    .name = node_text(key),
	    .shape = entry->shape,
	    .layout = entry->layout,
	    .at = {value->at.offset + entry->layout_at.offset, entry->layout_at.length},
	    .group = key->at.offset,
	    .count = 1,
	};
	families_add(&checker->lint.families, &member);
	return true;
}

static void remember(struct checker *checker, const struct tensor *tensor, uint32_t index)
{
	const struct spec *spec = checker->judge.spec;
	if (!tensor->layout || tensor->layout->notation != NOTATION_PARTITION_SPEC ||
	    !is_plain(checker, index))
		return;
	struct span at = tensor->layout->at;
	at.offset -= node_value(spec->tensors, index)->at.offset;
	struct memo_entry entry = {lint_shape_hash(tensor), lint_layout_hash(&tensor->layout->spec),
	                           at};
	memo_add(&checker->memo, written_value(spec, index), entry);
}

/* When the layout is met: a program that is traced takes the tensors as arguments, where the spec
 * does not say otherwise. */
static enum moment moment_of(const struct checker *checker, const struct tensor *tensor)
{
	const struct spec *spec = checker->judge.spec;
	bool argument =
	    spec->program && checker->rules && !spec->program_eager && !tensor->applied_by_given;
	return argument ? MOMENT_ARGUMENT : tensor->applied_by;
}

static void check_tensor(struct checker *checker, uint32_t index)
{
	const struct judge *judge = &checker->judge;
	uint32_t found = judge->diags->count;
	if (check_repeated(checker, index))
		return;
	const struct tensor *tensor = spec_tensor(judge->scratch, judge->spec, index, judge->diags);
	if (tensor->broken) {
		checker->lint.incomplete = true;
		return;
	}
	if (!tensor->layout && judge->spec->rules && !checker->rules_reported) {
		diag_add(judge->diags, RULE_RULES_NOT_JUDGED, judge->spec->rules_at,
		         "'rules' is not judged yet, so the layout of '%.*s' is unknown",
		         STR_ARG(judge_shown(judge, tensor->name)));
		checker->rules_reported = true;
	}
	if (tensor->layout)
		check_layout(checker, tensor, tensor->layout, tensor->mesh,
		             moment_of(checker, tensor));
	if (tensor->reshard_to)
		check_layout(checker, tensor, tensor->reshard_to, tensor->reshard_mesh,
		             MOMENT_DEVICE_PUT);
	if (judge->diags->count == found)
		remember(checker, tensor, index);
}

/* Whether something found makes the verdict another one than accepted. */
static bool anything_wrong(const struct diags *diags)
{
	for (const struct diag *diag = diags->first; diag; diag = diag->next)
		if (diag->rule->effect != EFFECT_NONE)
			return true;
	return false;
}

/* A program whose values are not all known is not accepted, whoever was silent about it. */
static void check_values_known(struct checker *checker, const struct trace_result *program)
{
	for (uint32_t i = 0; i < program->count && !anything_wrong(checker->judge.diags); i++) {
		const struct named_value *value = &program->values[i];
		if (value_has_reported(value->value))
			diag_add(checker->judge.diags, RULE_PROGRAM_NOT_JUDGED,
			         program_span(program->program, value->at),
			         "what '%.*s' is cannot be told", STR_ARG(value->name));
	}
}

/* The function of the file to name as an example: the first one that others may use; "": none. */
static struct str public_function(const struct program *program)
{
	struct str found = STR("");
	for (uint32_t i = 0; i < program->body.count && !found.len; i++) {
		const struct statement *statement = &program->body.items[i];
		if (statement->kind == STATEMENT_FUNCTION && statement->function->name.s[0] != '_')
			found = statement->function->name;
	}
	return found;
}

/* A file whose functions nobody calls is not accepted: nothing in it was judged. */
static void check_something_judged(struct checker *checker, const struct trace_result *program)
{
	const struct coverage *coverage = &program->coverage;
	const struct source *file = &checker->judge.spec->program_file;
	struct arena *arena = checker->judge.diags->arena;
	if (!source_is_script(file) || coverage_operations(coverage) ||
	    anything_wrong(checker->judge.diags))
		return;
	struct str function = public_function(program->program);
	struct diag *diag = diag_add(checker->judge.diags, RULE_NOTHING_JUDGED, (struct span){0, 0},
	                             "nothing is judged: the file runs no operation on an array");
	if (function.len)
		diag_help(diag,
		          "check the file that calls its functions, or name one of them: "
		          "--entry %.*s:%.*s",
		          STR_ARG(utf8_escaped(arena, file->path)),
		          STR_ARG(utf8_escaped(arena, function)));
	else
		diag_help(diag, "check the file that uses it");
}

/* Says which settings of the command line nothing has asked for. */
static void check_settings_used(struct checker *checker)
{
	const struct spec *spec = checker->judge.spec;
	for (uint32_t i = 0; i < spec->nsettings; i++) {
		struct str name = utf8_escaped(checker->judge.diags->arena, spec->settings[i].name);
		if (!spec->settings[i].used)
			diag_help(diag_add(checker->judge.diags, RULE_SETTING_UNUSED,
			                   (struct span){0, 0},
			                   "the program defines no option '%.*s'", STR_ARG(name)),
			          "write the name that its value has: --set batch_size=64");
		spec->settings[i].used = false;
	}
}

static const struct trace_result *check_spec_file(struct checker *checker, struct arena *arena)
{
	const struct spec *spec = checker->judge.spec;
	check_framework(checker);
	check_meshes(checker, arena);
	checker->lint = lint_make(arena, spec);
	checker->memo.arena = arena;
	for (uint32_t i = 0; i < spec_tensor_count(spec); i++) {
		struct arena_mark mark = arena_mark(checker->judge.scratch);
		check_tensor(checker, i);
		arena_rewind(checker->judge.scratch, mark);
	}
	const struct trace_result *program = check_program(checker, arena);
	lint_finish(&checker->lint, &checker->judge);
	if (spec->rules && !checker->rules_reported)
		diag_add(checker->judge.diags, RULE_RULES_NOT_NEEDED, spec->rules_at,
		         "'rules' is not judged yet; every tensor has a layout of its own");
	if (program && checker->torch && !anything_wrong(checker->judge.diags))
		torch_xla_check_program(&checker->judge, program);
	if (program)
		check_values_known(checker, program);
	if (program)
		check_something_judged(checker, program);
	check_settings_used(checker);
	return program;
}

static enum verdict verdict_of(const struct diags *diags)
{
	static const enum verdict verdicts[] = {
	    [EFFECT_NONE] = VERDICT_ACCEPTED,
	    [EFFECT_UNKNOWN] = VERDICT_UNKNOWN,
	    [EFFECT_REJECTED] = VERDICT_REJECTED,
	    [EFFECT_INVALID] = VERDICT_INVALID,
	};
	enum effect strongest = EFFECT_NONE;
	for (const struct diag *diag = diags->first; diag; diag = diag->next)
		if (diag->rule->effect > strongest)
			strongest = diag->rule->effect;
	return verdicts[strongest];
}

/* Asks the gate, if there is one and nothing is wrong. */
static void pass_gate(check_gate *gate, struct arena *scratch, const struct check_result *result,
                      struct diags *diags)
{
	for (const struct diag *diag = diags->first; diag; diag = diag->next)
		if (diag->severity == SEVERITY_ERROR)
			return;
	if (gate)
		gate(scratch, result, diags);
}

/* Says that the number of devices was assumed, at the place where it first matters. */
static void note_assumed(struct diags *diags, const struct source *source,
                         const struct assumed_devices *assumed)
{
	const char *place = source_is_script(source)
	                        ? "a comment at the top of the file: # shardctl: devices="
	                        : "in the spec devices: ";
	diag_help(diag_add(diags, RULE_DEVICES_ASSUMED, assumed->at,
	                   "nothing says how many devices there are: %" PRId64 " are assumed",
	                   assumed->count),
	          "say how many: --devices %" PRId64 ", or %s%" PRId64, assumed->count, place,
	          assumed->count);
}

/* Says that the kind of devices was assumed, at the place where the program first asks for it. */
static void note_platform(struct diags *diags, const struct spec_overrides *overrides)
{
	bool gpu = str_equal(overrides->platform, STR("gpu"));
	diag_help(diag_add(diags, RULE_DEVICES_ASSUMED, overrides->platform_at,
	                   "nothing says what kind of devices there are: %s are assumed, for this "
	                   "does not run on the CPU",
	                   gpu ? "GPUs" : "TPUs"),
	          "say which: --hardware %s, or a comment at the top of the file: # shardctl: "
	          "hardware=%s",
	          gpu ? "h100-8" : "v5e-8", gpu ? "h100-8" : "v5e-8");
}

struct check_result check_once(struct arena *arena, struct arena *scratch,
                               const struct source *source, const struct check_options *options,
                               const struct assumed_devices *assumed)
{
	struct source_files *files = arena_new(arena, struct source_files, 1);
	struct spec_overrides overrides = options->overrides;
	files->whole = *source;
	overrides.files = files;
	if (assumed && assumed->script)
		overrides.script_devices = assumed->count;
	else if (assumed)
		overrides.devices = assumed->count;
	struct check_result result = {
	    .source = &files->whole, .files = files, .framework = STR("")};
	struct diags *diags = arena_new(arena, struct diags, 1);
	*diags = diags_make(arena);
	if (assumed && !assumed->script)
		note_assumed(diags, source, assumed);
	if (overrides.platform.s)
		note_platform(diags, &overrides);
	bool readable = !source_is_notebook(source) || (source_encoding_valid(source, diags) &&
	                                                notebook_read(arena, files, diags));
	const struct spec *spec =
	    readable ? spec_read(arena, scratch, result.source, &overrides, diags) : NULL;
	result.spec = spec;
	if (spec) {
		struct checker *checker = arena_new(arena, struct checker, 1);
		checker->judge = (struct judge){scratch, diags, spec, false};
		result.framework = spec->framework.broken ? STR("") : spec->framework.text;
		result.program = check_spec_file(checker, arena);
		pass_gate(options->gate, scratch, &result, diags);
	}
	result.ignored = drop_shown(result.source, files, diags);
	result.verdict = verdict_of(diags);
	show_findings(arena, diags, spec ? &spec->checks : NULL, options, &result);
	return result;
}

struct check_result check_configuration(struct arena *arena,
                                        const struct configuration *configuration,
                                        const struct check_options *options)
{
	struct check_result result = {.source = &configuration->source,
	                              .framework = STR(""),
	                              .configuration = configuration,
	                              .verdict = verdict_of(configuration->diags)};
	show_findings(arena, configuration->diags, NULL, options, &result);
	return result;
}

struct check_result check_result_of(struct arena *arena, const struct source *source,
                                    struct diags *diags, const struct check_options *options)
{
	struct check_result result = {
	    .source = source, .framework = STR(""), .verdict = verdict_of(diags)};
	show_findings(arena, diags, NULL, options, &result);
	return result;
}
