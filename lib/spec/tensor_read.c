/* SPDX-License-Identifier: Apache-2.0 */
/* Tensors: one entry of `tensors`, as a one-line type or as a map. */
#include "base/checked.h"

#include "spec/reader.h"

/* One range {0..31} of a family's name: how many numbers it has. */
static bool read_range(struct str text, int64_t *count)
{
	size_t dots = str_find(text, '.', 0);
	int64_t first, last;
	if (dots + 1 >= text.len || text.s[dots + 1] != '.')
		return false;
	if (!str_to_int64(str_slice(text, 0, dots), &first) ||
	    !str_to_int64(str_slice(text, dots + 2, text.len), &last))
		return false;
	return first >= 0 && last >= first && checked_add(count, last - first, 1);
}

/* Reports what is no range; {0-31} and {0...31} are plainly meant as one. */
static void report_range(const struct reader *reader, struct span at, struct str text)
{
	size_t mark = 0, end;
	while (mark < text.len && byte_is_digit(text.s[mark]))
		mark++;
	struct str behind = str_slice(text, mark, text.len), dots = STR("...");
	end = mark + (str_starts_with(behind, dots) ? dots.len : str_starts_with(behind, STR("-")));
	struct str meant = str_format(reader->diags->arena, "%.*s..%.*s", (int)mark, text.s,
	                              STR_ARG(str_slice(text, end, text.len)));
	int64_t count;
	struct diag *diag =
	    diag_add(reader->diags, RULE_FAMILY_SYNTAX, at, "this range of names cannot be read");
	if (end == mark || !read_range(meant, &count)) {
		diag_help(diag, "write the first and the last number, as in layers.{0..31}.wq");
		return;
	}
	diag_help(diag, "write {%.*s}", STR_ARG(meant));
	if (at.length == text.len + 2)
		diag_fix(diag, span_part(at, 1 + mark, end - mark), STR(".."));
}

/* The number of tensors that a name with ranges stands for; several ranges multiply. */
static void read_family(const struct reader *reader, const struct node *key, struct tensor *tensor)
{
	struct str name = node_text(key);
	tensor->count = 1;
	for (size_t at = str_find(name, '{', 0); at < name.len; at = str_find(name, '{', at + 1)) {
		size_t close = str_find(name, '}', at);
		int64_t count;
		size_t length = close < name.len ? close + 1 - at : name.len - at;
		struct span span = reader_part(reader, key, at, length);
		if (close == name.len || !read_range(str_slice(name, at + 1, close), &count)) {
			report_range(reader, span,
			             str_slice(name, at + 1, close > at ? close : at + 1));
			tensor->broken = true;
			return;
		}
		if (!checked_multiply(&tensor->count, tensor->count, count)) {
			diag_add(reader->diags, RULE_SIZE_OVERFLOW, span,
			         "this family has more tensors than fit in 64 bits");
			tensor->broken = true;
			return;
		}
	}
}

/* Reports a shape that is no list; sizes without its brackets, or in others, are plainly meant. */
static void report_shape(const struct reader *reader, const struct node *node)
{
	struct span at = node->at;
	struct str text = span_text(reader->source->text, at);
	bool tuple = text.len > 2 && text.s[0] == '(' && text.s[text.len - 1] == ')', plain = true;
	struct str sizes = tuple ? str_slice(text, 1, text.len - 1) : text;
	for (size_t i = 0; i < sizes.len; i++)
		plain &= byte_is_digit(sizes.s[i]) || sizes.s[i] == ' ' || sizes.s[i] == ',';
	reader_wrong_kind(reader, node, "shape",
	                  "a list of sizes; [4096, 128], or [] for a scalar");
	if (node->kind != NODE_SCALAR || node->style != STYLE_PLAIN || !sizes.len || !plain)
		return;
	struct diag *diag = reader->diags->last;
	diag_help(diag, "write [%.*s]", STR_ARG(sizes));
	diag_fix(diag, span_part(at, 0, tuple), STR("["));
	diag_fix(diag, span_part(at, text.len - tuple, tuple), STR("]"));
}

static void read_shape(const struct reader *reader, const struct node *node, struct tensor *tensor)
{
	tensor->shape_at = node->at;
	if (node->kind != NODE_LIST) {
		report_shape(reader, node);
		tensor->broken = true;
		return;
	}
	if (node->count > MAX_RANK) {
		diag_add(reader->diags, RULE_LIMIT_EXCEEDED, node->at,
		         "the tensor has rank %u, and at most %d is read", node->count, MAX_RANK);
		tensor->broken = true;
		return;
	}
	struct dim *dims = arena_new(reader->arena, struct dim, node->count);
	for (uint32_t i = 0; i < node->count; i++) {
		const struct node *item = &node->items[i];
		dims[i].at = item->at;
		if (item->kind != NODE_SCALAR || node_is_null(item)) {
			reader_wrong_kind(reader, item, "an entry of 'shape'", "a size");
			tensor->broken = true;
		} else if (!reader_size(reader, item, 0, item->count, &dims[i].size)) {
			tensor->broken = true;
		}
	}
	tensor->dims = dims;
	tensor->rank = node->count;
	tensor->has_shape = true;
}

static void read_tensor_dtype(const struct reader *reader, const struct node *node,
                              struct tensor *tensor)
{
	struct str name;
	if (!reader_text(reader, node, "dtype", &name))
		return;
	tensor->dtype = dtype_named(name);
	if (tensor->dtype)
		return;
	size_t count;
	const struct str *names = dtype_names(reader->diags->arena, &count);
	struct diag *diag = diag_add(reader->diags, RULE_DTYPE_UNKNOWN, node->at,
	                             "no dtype is called '%s'", reader_shown(reader, name).s);
	reader_suggest(reader, diag, name, names, count,
	               "write one such as float32, bfloat16, int32 or bool");
}

/* heads: {1: 32}: dimension 1 packs 32 heads. */
static void read_heads(const struct reader *reader, const struct node *node, struct tensor *tensor)
{
	if (node->kind != NODE_MAP) {
		reader_wrong_kind(reader, node, "heads",
		                  "a map from dimension to number of heads; {1: 32}");
		return;
	}
	struct heads *heads = arena_new(reader->arena, struct heads, node->count);
	for (uint32_t i = 0; i < node->count; i++) {
		const struct node *value = node_value(node, i);
		struct heads *one = &heads[tensor->nheads];
		one->at = value->at;
		if (!reader_integer(reader, node_key(node, i), "a dimension in 'heads'", 0,
		                    &one->dim))
			continue;
		if (tensor->has_shape && one->dim >= tensor->rank) {
			diag_add(reader->diags, RULE_VALUE_INVALID, node_key(node, i)->at,
			         "the tensor has no dimension %lld: its rank is %u",
			         (long long)one->dim, tensor->rank);
			continue;
		}
		if (value->kind != NODE_SCALAR || node_is_null(value))
			reader_wrong_kind(reader, value, "a value of 'heads'", "a number of heads");
		else if (!reader_size(reader, value, 0, value->count, &one->count))
			continue;
		else if (one->count > 0)
			tensor->nheads++;
		else
			diag_add(reader->diags, RULE_VALUE_INVALID, value->at,
			         "'heads' must be at least 1, not 0");
	}
	tensor->heads = heads;
}

/* The mesh a tensor or a layout names; without a name the file's only one. */
static const struct mesh *read_mesh_name(const struct reader *reader, const struct node *node,
                                         struct tensor *tensor)
{
	const struct spec *spec = reader->spec;
	struct str name;
	if (!node)
		return spec->nmeshes ? &spec->meshes[0] : NULL;
	if (!reader_text(reader, node, "mesh", &name)) {
		tensor->broken = true;
		return NULL;
	}
	const struct mesh *mesh = spec_mesh_named(spec, name);
	if (mesh)
		return mesh;
	struct str *names = arena_new(reader->diags->arena, struct str, spec->nmeshes);
	for (uint32_t i = 0; i < spec->nmeshes; i++)
		names[i] = spec->meshes[i].name;
	struct diag *diag = diag_add(reader->diags, RULE_MESH_UNKNOWN, node->at,
	                             "no mesh is called '%s'", reader_shown(reader, name).s);
	reader_suggest(reader, diag, name, names, spec->nmeshes, "give it under 'meshes'");
	tensor->broken = true;
	return NULL;
}

/* reshard_to: a spec, or {mesh, spec}. */
static void read_reshard(const struct reader *reader, const struct node *node,
                         struct tensor *tensor)
{
	const struct node *values[RESHARD_KEY_COUNT] = {[RESHARD_SPEC] = node};
	if (node->kind == NODE_MAP) {
		bool known = reader_keys(reader, node, &reshard_keys, values, NULL);
		if (!values[RESHARD_SPEC] && known)
			diag_help(diag_add(reader->diags, RULE_KEY_MISSING, node->at,
			                   "'reshard_to' has no 'spec'"),
			          "add spec: [...]");
	}
	tensor->reshard_mesh = values[RESHARD_MESH]
	                           ? read_mesh_name(reader, values[RESHARD_MESH], tensor)
	                           : tensor->mesh;
	tensor->reshard_to =
	    values[RESHARD_SPEC] ? reader_layout(reader, values[RESHARD_SPEC], "reshard_to") : NULL;
}

static void read_words(const struct reader *reader, const struct node *const *values,
                       struct tensor *tensor)
{
	size_t index;
	tensor->applied_by_given = values[TENSOR_APPLIED_BY] != NULL;
	if (values[TENSOR_APPLIED_BY]) {
		bool known = reader_word(reader, values[TENSOR_APPLIED_BY], "applied_by",
		                         &moment_words, &index);
		tensor->applied_by = known ? (enum moment)index : MOMENT_CONSTRUCT;
		tensor->broken |= !known;
	}
	if (values[TENSOR_KIND] &&
	    reader_word(reader, values[TENSOR_KIND], "kind", &tensor_kind_words, &index))
		tensor->kind = (enum tensor_kind)(index + 1);
	if (!values[TENSOR_DEVICE])
		return;
	tensor->device_at = values[TENSOR_DEVICE]->at;
	if (reader_word(reader, values[TENSOR_DEVICE], "device", &device_words, &index))
		tensor->device = (enum torch_device)index;
	else
		tensor->broken = true;
}

/* The parts that only some tensors have. */
static void read_extras(const struct reader *reader, const struct node *const *values,
                        struct tensor *tensor)
{
	int64_t count;
	read_words(reader, values, tensor);
	if (values[TENSOR_COUNT] &&
	    reader_integer(reader, values[TENSOR_COUNT], "count", 1, &count) &&
	    !checked_multiply(&tensor->count, tensor->count, count))
		diag_add(reader->diags, RULE_SIZE_OVERFLOW, values[TENSOR_COUNT]->at,
		         "this family has more tensors than fit in 64 bits");
	if (values[TENSOR_HEADS])
		read_heads(reader, values[TENSOR_HEADS], tensor);
	if (values[TENSOR_RESHARD_TO])
		read_reshard(reader, values[TENSOR_RESHARD_TO], tensor);
	tensor->logical = values[TENSOR_LOGICAL];
	if (tensor->logical && tensor->logical->kind != NODE_LIST)
		reader_wrong_kind(reader, tensor->logical, "logical",
		                  "a list of logical axis names");
}

static void read_type(const struct reader *reader, const struct node *node, struct tensor *tensor)
{
	struct str text;
	if (!reader_text(reader, node, "type", &text))
		tensor->broken = true;
	else
		reader_type_text(reader, node, tensor);
}

static void read_map(const struct reader *reader, const struct node *map, struct tensor *tensor)
{
	const struct node *values[TENSOR_KEY_COUNT];
	bool known = reader_keys(reader, map, &tensor_keys, values, NULL);
	if (values[TENSOR_TYPE])
		read_type(reader, values[TENSOR_TYPE], tensor);
	if (values[TENSOR_SHAPE])
		read_shape(reader, values[TENSOR_SHAPE], tensor);
	if (values[TENSOR_DTYPE])
		read_tensor_dtype(reader, values[TENSOR_DTYPE], tensor);
	tensor->mesh = read_mesh_name(reader, values[TENSOR_MESH], tensor);
	if (values[TENSOR_SPEC]) {
		tensor->layout = reader_layout(reader, values[TENSOR_SPEC], "spec");
		tensor->broken |= !tensor->layout;
	}
	read_extras(reader, values, tensor);
	tensor->broken |= !tensor->has_shape && !known; /* the shape is behind a misspelt key */
	if (!tensor->has_shape && !tensor->broken) {
		diag_help(diag_add(reader->diags, RULE_KEY_MISSING, tensor->at,
		                   "the tensor has no 'shape'"),
		          "add shape: [...], or [] for a scalar");
		tensor->broken = true;
	}
}

/* Adds up a shape once, so that sizes computed from it later cannot overflow. */
static void check_bytes(const struct reader *reader, struct tensor *tensor)
{
	int64_t elements = tensor->count, bits;
	for (uint32_t i = 0; i < tensor->rank; i++) {
		if (tensor->dims[i].size == 0)
			return;
		if (!checked_multiply(&elements, elements, tensor->dims[i].size)) {
			diag_add(reader->diags, RULE_SIZE_OVERFLOW, tensor->dims[i].at,
			         "the elements of the tensor do not fit in 64 bits from this "
			         "dimension on");
			tensor->broken = true;
			return;
		}
	}
	if (!checked_multiply(&bits, elements, tensor->dtype ? (int64_t)tensor->dtype->bits : 1)) {
		diag_add(reader->diags, RULE_SIZE_OVERFLOW, tensor->shape_at,
		         "the bits of the tensor do not fit in 64 bits");
		tensor->broken = true;
	}
}

/* The references with the names of axes that are given by number. */
static const struct reference *name_references(struct arena *arena, const struct mesh *mesh,
                                               const struct reference *references, uint32_t count)
{
	struct reference *named = arena_copy(arena, references, count, sizeof *references);
	for (uint32_t i = 0; i < count; i++)
		if (named[i].numbered && named[i].number >= 0 && named[i].number < mesh->naxes &&
		    !mesh->unnamed)
			named[i].name = mesh->axes[named[i].number].name;
	return named;
}

/* The layout with the names of axes that are given by number, for all that looks for names. */
static const struct layout *name_axes(struct arena *arena, const struct layout *layout,
                                      const struct mesh *mesh)
{
	if (!layout || !mesh || mesh->broken || layout->notation != NOTATION_PARTITION_SPEC)
		return layout;
	struct layout *named = arena_new(arena, struct layout, 1);
	struct entry *entries = arena_copy(arena, layout->spec.entries, layout->spec.nentries,
	                                   sizeof *layout->spec.entries);
	*named = *layout;
	named->spec.entries = entries;
	for (uint32_t i = 0; i < named->spec.nentries; i++)
		entries[i].axes = name_references(arena, mesh, entries[i].axes, entries[i].naxes);
	return named;
}

/* How many tensors the file has. */
static uint32_t written_count(const struct spec *spec)
{
	return spec->tensors ? spec->tensors->count : 0;
}

uint32_t spec_tensor_count(const struct spec *spec)
{
	return written_count(spec) + spec->nmade;
}

struct str spec_tensor_name(const struct spec *spec, uint32_t index)
{
	uint32_t written = written_count(spec);
	if (index >= written)
		return spec->made[index - written].name;
	const struct node *key = node_key(spec->tensors, index);
	return key->kind == NODE_SCALAR ? node_text(key) : STR("");
}

/* Gives a tensor without a layout the one that the program gave it. */
static void complete(const struct spec *spec, struct tensor *tensor)
{
	const uint32_t *place = tensor->layout || tensor->broken || !spec->nmade
	                            ? NULL
	                            : table_find(&spec->made_names, tensor->name);
	const struct tensor *made = place ? &spec->made[*place] : NULL;
	if (!made || !tensor->has_shape || made->rank != tensor->rank)
		return;
	for (uint32_t i = 0; i < made->rank; i++)
		if (made->dims[i].size != tensor->dims[i].size)
			return;
	tensor->layout = made->layout;
	tensor->mesh = made->mesh;
	tensor->open = made->open;
}

/* Gives a tensor the layout that the command line asks for; what is wrong with it stands there. */
static void ask(const struct reader *reader, struct tensor *tensor)
{
	const struct spec *spec = reader->spec;
	const struct asked_layouts *asked = spec->asked;
	size_t number =
	    asked && !tensor->broken
		? asked_layout_of(reader->arena, asked, ASKED_ARGUMENT, STR(""), tensor->name)
		: 0;
	if (!asked || tensor->broken || number == asked->count)
		return;
	const struct str text = asked->items[number].spec;
	const struct node node = {
	    .kind = NODE_SCALAR, .count = (uint32_t)text.len, .text = text.s, .at = tensor->at};
	tensor->layout = spec->asked_specs[number] ? reader_layout(reader, &node, "spec") : NULL;
	tensor->broken |= !tensor->layout;
	if (!tensor->mesh && spec->nmeshes)
		tensor->mesh = &spec->meshes[0];
}

const struct tensor *spec_tensor(struct arena *arena, const struct spec *spec, uint32_t index,
                                 struct diags *diags)
{
	if (index >= written_count(spec))
		return &spec->made[index - written_count(spec)];
	const struct reader reader = {arena, diags, spec->source, spec};
	const struct node *key = node_key(spec->tensors, index),
			  *value = node_value(spec->tensors, index);
	struct tensor *tensor = arena_new(arena, struct tensor, 1);
	tensor->at = key->at;
	tensor->count = 1;
	tensor->device = DEVICE_XLA;
	if (key->kind != NODE_SCALAR) {
		tensor->name = STR("");
		tensor->broken = true;
		return tensor;
	}
	tensor->name = node_text(key);
	diags_about(diags, tensor->name, tensor->at.offset);
	read_family(&reader, key, tensor);
	if (value->kind == NODE_MAP) {
		read_map(&reader, value, tensor);
	} else if (value->kind == NODE_SCALAR && !node_is_null(value)) {
		tensor->mesh = read_mesh_name(&reader, NULL, tensor);
		reader_type_text(&reader, value, tensor);
	} else {
		const char *what =
		    str_format(diags->arena, "tensor '%s'", reader_shown(&reader, tensor->name).s)
			.s;
		reader_wrong_kind(&reader, value, what, "a type or a map; f32[4@data, 3]");
		tensor->broken = true;
	}
	if (!tensor->broken)
		check_bytes(&reader, tensor);
	if (!tensor->broken && spec->framework.family == FRAMEWORK_TORCH_XLA) {
		tensor->layout = name_axes(arena, tensor->layout, tensor->mesh);
		tensor->reshard_to = name_axes(arena, tensor->reshard_to, tensor->reshard_mesh);
	}
	complete(spec, tensor);
	ask(&reader, tensor);
	return tensor;
}
