/* SPDX-License-Identifier: Apache-2.0 */
/* Layouts: YAML lists, and text copied from code, by notation. */
#include "base/utf8.h"
#include "spec/yaml/literal.h"
#include "spec/reader.h"

static bool is_none(struct str text)
{
	return str_equal(text, STR("None"));
}

static bool is_unconstrained(struct str text)
{
	return str_equal(text, STR("UNCONSTRAINED")) || str_ends_with(text, STR(".UNCONSTRAINED"));
}

/* Whether axes of a mesh can be given by their numbers. */
static bool takes_numbers(const struct reader *reader)
{
	return reader->spec->framework.family == FRAMEWORK_TORCH_XLA;
}

/* An axis, or a tuple where an axis should be, in a YAML list. */
static struct reference reference_of_node(const struct reader *reader, const struct node *node)
{
	struct reference reference = {.kind = REFERENCE_NAME, .at = node->at};
	if (node->kind != NODE_SCALAR) {
		struct reference *items = arena_new(reader->arena, struct reference, node->count);
		reference.kind = REFERENCE_NESTED;
		reference.items = items;
		for (uint32_t i = 0; node->kind == NODE_LIST && i < node->count; i++)
			items[reference.nitems++] = reference_of_node(reader, &node->items[i]);
		return reference;
	}
	reference.name = node_text(node);
	bool plain = node->style == STYLE_PLAIN;
	reference.numbered =
	    plain && takes_numbers(reader) && str_to_int64(reference.name, &reference.number);
	if (node_is_null(node) || (plain && is_none(reference.name)))
		reference.kind = REFERENCE_NONE;
	else if (plain && is_unconstrained(reference.name))
		reference.kind = REFERENCE_UNCONSTRAINED;
	return reference;
}

/* The entry that a scalar of a spec list is. */
static struct entry entry_of_scalar(struct arena *arena, struct reference reference)
{
	struct entry entry = {.kind = ENTRY_AXES, .at = reference.at};
	if (reference.kind == REFERENCE_UNCONSTRAINED) {
		entry.kind = ENTRY_UNCONSTRAINED;
	} else if (reference.kind == REFERENCE_NONE) {
		entry.kind = ENTRY_NONE;
	} else {
		struct reference *axis = arena_new(arena, struct reference, 1);
		*axis = reference;
		entry.axes = axis;
		entry.naxes = 1;
	}
	return entry;
}

static struct entry entry_of_list(const struct reader *reader, const struct node *list)
{
	struct entry entry = {
	    .kind = list->count ? ENTRY_AXES : ENTRY_NONE, .tuple = true, .at = list->at};
	struct reference *axes = arena_new(reader->arena, struct reference, list->count);
	for (uint32_t i = 0; i < list->count; i++)
		axes[i] = reference_of_node(reader, &list->items[i]);
	entry.axes = axes;
	entry.naxes = list->count;
	return entry;
}

static bool check_lengths(const struct reader *reader, const struct partition_spec *spec)
{
	if (spec->nentries > MAX_RANK)
		return diag_fails(diag_add(reader->diags, RULE_LIMIT_EXCEEDED, spec->at,
		                           "the spec has %u entries, and at most %d are read",
		                           spec->nentries, MAX_RANK));
	uint64_t references = 0;
	for (uint32_t i = 0; i < spec->nentries; i++)
		references += spec->entries[i].naxes;
	if (references > MAX_REFERENCES)
		return diag_fails(diag_add(reader->diags, RULE_LIMIT_EXCEEDED, spec->at,
		                           "the spec names %llu axes, and at most %d are read",
		                           (unsigned long long)references, MAX_REFERENCES));
	return true;
}

/* Whether a list holds DTensor placements, Shard(0) and its kin, rather than axes. */
static bool is_placement_list(const struct node *list)
{
	for (uint32_t i = 0; i < list->count; i++) {
		const struct node *item = &list->items[i];
		if (item->kind == NODE_SCALAR && str_ends_with(node_text(item), STR(")")) &&
		    str_find(node_text(item), '(', 0) < item->count)
			return true;
	}
	return false;
}

static bool read_placement(const struct reader *reader, const struct literal *literal,
                           struct placement *placement);

static struct span literal_span(const struct reader *reader, const struct node *scalar,
                                const struct literal *literal)
{
	return reader_part(reader, scalar, literal->start, literal->length);
}

static void *report_syntax(const struct reader *reader, const struct node *scalar, size_t at,
                           const char *message)
{
	size_t length = scalar->count;
	struct span span = at < length ? reader_part(reader, scalar, at, 1)
	                               : reader_part(reader, scalar, length, 0);
	diag_help(diag_add(reader->diags, RULE_SPEC_SYNTAX, span, "this layout cannot be read: %s",
	                   message),
	          "write it as in code, P('data', None), or as a list, [data, null]");
	return NULL;
}

static struct reference reference_of_literal(const struct reader *reader, const struct node *scalar,
                                             const struct literal *literal)
{
	struct reference reference = {.kind = REFERENCE_NAME, .name = literal->text};
	reference.at = literal_span(reader, scalar, literal);
	if (literal->kind == LITERAL_NAME && is_none(literal->text))
		reference.kind = REFERENCE_NONE;
	else if (literal->kind == LITERAL_NAME && is_unconstrained(literal->text))
		reference.kind = REFERENCE_UNCONSTRAINED;
	else if (literal->kind == LITERAL_TUPLE || literal->kind == LITERAL_LIST)
		reference.kind = REFERENCE_NESTED;
	reference.list = literal->kind == LITERAL_LIST;
	reference.numbered = literal->kind == LITERAL_NUMBER;
	reference.number = literal->number;
	reference.boolean = takes_numbers(reader) && literal->kind == LITERAL_NAME &&
	                    (literal_is_name(literal, "True") || literal_is_name(literal, "False"));
	if (reference.numbered)
		reference.name = str_format(reader->arena, "%lld", (long long)literal->number);
	if (literal->kind == LITERAL_STRING) /* the caret goes under the name, not its quotes */
		reference.at = reader_part(reader, scalar, literal->start + 1, literal->length - 2);
	if (reference.kind == REFERENCE_NESTED) {
		struct reference *items =
		    arena_new(reader->arena, struct reference, literal->count);
		reference.items = items;
		for (const struct literal *item = literal->items; item; item = item->next)
			items[reference.nitems++] = reference_of_literal(reader, scalar, item);
	}
	return reference;
}

static bool can_be_axis(const struct reader *reader, const struct literal *literal)
{
	return literal->kind == LITERAL_NAME || literal->kind == LITERAL_STRING ||
	       (literal->kind == LITERAL_NUMBER && takes_numbers(reader));
}

static bool entry_of_literal(const struct reader *reader, const struct node *scalar,
                             const struct literal *literal, struct entry *entry)
{
	if (can_be_axis(reader, literal)) {
		*entry =
		    entry_of_scalar(reader->arena, reference_of_literal(reader, scalar, literal));
		return true;
	}
	if (literal->kind != LITERAL_TUPLE && literal->kind != LITERAL_LIST)
		return false;
	*entry = (struct entry){.kind = literal->count ? ENTRY_AXES : ENTRY_NONE, .tuple = true};
	entry->list = literal->kind == LITERAL_LIST;
	entry->at = literal_span(reader, scalar, literal);
	struct reference *axes = arena_new(reader->arena, struct reference, literal->count);
	for (const struct literal *item = literal->items; item; item = item->next) {
		if (!can_be_axis(reader, item) && item->kind != LITERAL_TUPLE &&
		    item->kind != LITERAL_LIST)
			return false;
		axes[entry->naxes++] = reference_of_literal(reader, scalar, item);
	}
	entry->axes = axes;
	return true;
}

/* The axes of unreduced={'y'} or reduced={'y'}. */
static const struct reference *read_axis_set(const struct reader *reader, const struct node *scalar,
                                             const struct literal *set, uint32_t *count)
{
	const struct literal *holder = set;
	if (set->kind == LITERAL_CALL && set->count == 1) /* frozenset({'y'}) */
		holder = set->items;
	*count = 0;
	if ((set->kind != LITERAL_SET && set->kind != LITERAL_CALL) || holder->count > MAX_AXES)
		return NULL;
	struct reference *axes = arena_new(reader->arena, struct reference, holder->count);
	for (const struct literal *item = holder->items; item; item = item->next) {
		if (!can_be_axis(reader, item))
			return NULL;
		axes[(*count)++] = reference_of_literal(reader, scalar, item);
	}
	return axes;
}

/* A keyword argument of PartitionSpec; false when it has none of that name or value. */
static bool read_keyword(const struct reader *reader, const struct node *scalar,
                         const struct literal *argument, struct partition_spec *spec)
{
	if (str_equal(argument->keyword, STR("unreduced"))) {
		spec->has_unreduced = true;
		spec->unreduced = read_axis_set(reader, scalar, argument, &spec->nunreduced);
		return spec->unreduced != NULL;
	}
	if (str_equal(argument->keyword, STR("reduced"))) {
		spec->has_reduced = true;
		spec->reduced = read_axis_set(reader, scalar, argument, &spec->nreduced);
		return spec->reduced != NULL;
	}
	return false;
}

/* P('x', None, unreduced={'y'}), or a bare tuple or list of entries. */
static struct layout *read_partition_spec(const struct reader *reader, const struct node *scalar,
                                          const struct literal *literal)
{
	struct layout *layout = arena_new(reader->arena, struct layout, 1);
	struct partition_spec *spec = &layout->spec;
	layout->at = spec->at = literal_span(reader, scalar, literal);
	struct entry *entries = arena_new(reader->arena, struct entry, literal->count);
	spec->entries = entries;
	spec->in_code = true;
	spec->list = literal->kind == LITERAL_LIST;
	for (const struct literal *item = literal->items; item; item = item->next) {
		bool read = item->keyword.s
		                ? read_keyword(reader, scalar, item, spec)
		                : entry_of_literal(reader, scalar, item, &entries[spec->nentries]);
		if (!read)
			return report_syntax(
			    reader, scalar, item->start,
			    item->keyword.s
				? "PartitionSpec takes no such keyword argument"
				: "an entry is None, an axis name or a tuple of axis names");
		spec->nentries += !item->keyword.s;
	}
	return check_lengths(reader, spec) ? layout : NULL;
}

/* Integers of a tuple, a list or the arguments of a call; NULL when something else stands among
 * them. */
static const int64_t *read_integers(struct arena *arena, const struct literal *items,
                                    uint32_t count)
{
	int64_t *values = arena_new(arena, int64_t, count);
	uint32_t i = 0;
	for (const struct literal *item = items; item; item = item->next) {
		if (item->kind != LITERAL_NUMBER || item->keyword.s)
			return NULL;
		values[i++] = item->number;
	}
	return values;
}

/* Sizes given as one tuple, as a bare number or as several arguments; NULL when they are something
 * else. */
static const int64_t *read_sizes(struct arena *arena, const struct literal *call, uint32_t *count)
{
	const struct literal *first = call->items;
	bool wrapped =
	    call->count == 1 && (first->kind == LITERAL_TUPLE || first->kind == LITERAL_LIST);
	const struct literal *holder = wrapped ? first : call;
	*count = holder->count;
	return holder->count <= MAX_AXES ? read_integers(arena, holder->items, holder->count)
	                                 : NULL;
}

static bool read_replicate(const struct literal *call, struct positional_call *out)
{
	out->keepdims = true;
	uint32_t place = 0;
	for (const struct literal *item = call->items; item; item = item->next, place++) {
		bool axis = item->keyword.s ? str_equal(item->keyword, STR("axis")) : place == 0;
		bool keepdims =
		    item->keyword.s ? str_equal(item->keyword, STR("keepdims")) : place == 1;
		if (axis && item->kind == LITERAL_NUMBER) {
			out->has_axis = true;
			out->axis = item->number;
		} else if (keepdims && literal_is_name(item, "False")) {
			out->keepdims = false;
		} else if (!(keepdims && literal_is_name(item, "True")) &&
		           !(axis && literal_is_name(item, "None"))) {
			return false;
		}
	}
	return true;
}

/* One method of a PositionalSharding; false when it has no such method or argument. */
static bool read_method(const struct reader *reader, const struct literal *call,
                        struct positional_call *out)
{
	if (literal_calls(call, "replicate", true))
		return read_replicate(call, out);
	out->reshape = literal_calls(call, "reshape", true);
	out->sizes = out->reshape ? read_sizes(reader->arena, call, &out->nsizes) : NULL;
	return out->sizes != NULL;
}

/* The shape of the devices a PositionalSharding is made of: (8, 1), create_device_mesh((8, 1)), or
 * all of them. */
static bool read_device_shape(const struct reader *reader, const struct literal *call,
                              struct positional *positional)
{
	const struct literal *argument = call->items;
	if (call->count == 1 && literal_calls(argument, "create_device_mesh", false))
		call = argument;
	else if (call->count == 1 &&
	         (argument->kind == LITERAL_NAME || argument->kind == LITERAL_CALL)) {
		int64_t *all = arena_new(reader->arena, int64_t, 1);
		*all = reader->spec->devices; /* jax.devices(): as many as there are */
		positional->sizes = all;
		positional->nsizes = 1;
		return *all > 0;
	}
	positional->sizes = read_sizes(reader->arena, call, &positional->nsizes);
	return positional->sizes && positional->nsizes;
}

static struct layout *read_positional(const struct reader *reader, const struct node *scalar,
                                      const struct literal *literal)
{
	uint32_t calls = 0;
	const struct literal *innermost = literal;
	for (; innermost->object; innermost = innermost->object)
		calls++;
	struct layout *layout = arena_new(reader->arena, struct layout, 1);
	layout->notation = NOTATION_POSITIONAL;
	layout->at = literal_span(reader, scalar, literal);
	if (!read_device_shape(reader, innermost, &layout->positional))
		return report_syntax(
		    reader, scalar, innermost->start,
		    "the shape of the devices is not known: write PositionalSharding((8, 1)), or "
		    "add 'devices: 8' at the top level");
	struct positional_call *list = arena_new(reader->arena, struct positional_call, calls);
	layout->positional.calls = list;
	layout->positional.ncalls = calls;
	for (const struct literal *call = literal; call->object; call = call->object) {
		struct positional_call *out = &list[--calls];
		size_t start = call->object->start + call->object->length;
		out->at = reader_part(reader, scalar, start, call->start + call->length - start);
		if (!read_method(reader, call, out))
			return report_syntax(reader, scalar, start + 1,
			                     "a PositionalSharding has replicate(axis, keepdims) "
			                     "and reshape(sizes)");
	}
	return layout;
}

static bool read_placement(const struct reader *reader, const struct literal *literal,
                           struct placement *placement)
{
	const struct literal *argument = literal->items;
	if (literal_calls(literal, "Replicate", false)) {
		placement->kind = PLACEMENT_REPLICATE;
		return literal->count == 0;
	}
	if (literal_calls(literal, "Partial", false)) {
		placement->kind = PLACEMENT_PARTIAL;
		placement->reduce_op = literal->count ? argument->text : STR("sum");
		return literal->count <= 1 && (!argument || argument->kind == LITERAL_STRING);
	}
	bool strided = literal_calls(literal, "_StridedShard", false);
	if (!strided && !literal_calls(literal, "Shard", false))
		return false;
	placement->kind = strided ? PLACEMENT_STRIDED_SHARD : PLACEMENT_SHARD;
	if (!argument || argument->kind != LITERAL_NUMBER || literal->count > (strided ? 2u : 1u))
		return false;
	placement->dim = argument->number;
	placement->split_factor = argument->next ? argument->next->number : 1;
	return true;
}

static struct layout *placements_layout(const struct reader *reader, struct span at, uint32_t count,
                                        struct placement **items)
{
	struct layout *layout = arena_new(reader->arena, struct layout, 1);
	layout->notation = NOTATION_PLACEMENTS;
	layout->at = at;
	*items = arena_new(reader->arena, struct placement, count);
	layout->placements.items = *items;
	layout->placements.count = count;
	return layout;
}

/* [Shard(0), Replicate()] in one text. */
static struct layout *read_placements(const struct reader *reader, const struct node *scalar,
                                      const struct literal *literal)
{
	struct placement *items;
	struct layout *layout = placements_layout(reader, literal_span(reader, scalar, literal),
	                                          literal->count, &items);
	uint32_t i = 0;
	for (const struct literal *item = literal->items; item; item = item->next, i++) {
		items[i].at = literal_span(reader, scalar, item);
		if (!read_placement(reader, item, &items[i]))
			return report_syntax(reader, scalar, item->start,
			                     "a placement is Shard(dim), Replicate() or Partial()");
	}
	return layout;
}

/* [Shard(0), Replicate()] as a YAML list of texts. */
static struct layout *read_placement_list(const struct reader *reader, const struct node *list)
{
	struct placement *items;
	struct layout *layout = placements_layout(reader, list->at, list->count, &items);
	for (uint32_t i = 0; i < list->count; i++) {
		const struct node *item = &list->items[i];
		struct literal_error error;
		const struct literal *literal =
		    item->kind == NODE_SCALAR
			? literal_read(reader->arena, node_text(item), 0, &error)
			: NULL;
		items[i].at = item->at;
		if (!literal || !read_placement(reader, literal, &items[i])) {
			diag_help(diag_add(reader->diags, RULE_SPEC_SYNTAX, item->at,
			                   "this placement cannot be read"),
			          "a placement is Shard(dim), Replicate() or Partial()");
			return NULL;
		}
	}
	return layout;
}

static struct layout *verbatim(const struct reader *reader, const struct node *scalar, size_t start,
                               enum notation notation)
{
	struct layout *layout = arena_new(reader->arena, struct layout, 1);
	layout->notation = notation;
	layout->scalar = scalar;
	layout->text = str_trim(str_slice(node_text(scalar), start, scalar->count));
	layout->at =
	    reader_part(reader, scalar, (size_t)(layout->text.s - scalar->text), layout->text.len);
	return layout;
}

/* A string, which torch_xla takes as a sequence of the names that its letters are. */
static struct layout *read_letters(const struct reader *reader, const struct node *scalar,
                                   const struct literal *literal)
{
	struct layout *layout = arena_new(reader->arena, struct layout, 1);
	struct partition_spec *spec = &layout->spec;
	struct entry *entries = arena_new(reader->arena, struct entry, literal->text.len);
	layout->at = spec->at = literal_span(reader, scalar, literal);
	*spec = (struct partition_spec){.entries = entries, .in_code = true};
	spec->at = layout->at;
	for (size_t at = 0, size; at < literal->text.len; at += size) {
		bool valid;
		utf8_decode(str_slice(literal->text, at, literal->text.len), &size, &valid);
		struct reference letter = {.kind = REFERENCE_NAME,
		                           .name = str_slice(literal->text, at, at + size),
		                           .at = layout->at};
		entries[spec->nentries++] = entry_of_scalar(reader->arena, letter);
	}
	return check_lengths(reader, spec) ? layout : NULL;
}

/* The layout that an expression of code says. */
static const struct layout *layout_of_literal(const struct reader *reader,
                                              const struct node *scalar,
                                              const struct literal *literal)
{
	const struct literal *innermost = literal;
	while (innermost->object)
		innermost = innermost->object;
	if (literal_calls(innermost, "PositionalSharding", false))
		return read_positional(reader, scalar, literal);
	if (literal_calls(literal, "NamedSharding", false) && literal->count >= 2)
		literal = literal->items->next;
	bool sequence = literal->kind == LITERAL_TUPLE || literal->kind == LITERAL_LIST;
	if (sequence && literal->items && literal->items->kind == LITERAL_CALL)
		return read_placements(reader, scalar, literal);
	if (sequence || literal_calls(literal, "P", false) ||
	    literal_calls(literal, "PartitionSpec", false))
		return read_partition_spec(reader, scalar, literal);
	if (literal_is_name(literal, "None")) {
		struct literal empty = {.start = literal->start, .length = literal->length};
		struct layout *layout = read_partition_spec(reader, scalar, &empty);
		layout->spec.none = true;
		return layout;
	}
	if (literal->kind == LITERAL_STRING && takes_numbers(reader))
		return read_letters(reader, scalar, literal);
	if (can_be_axis(reader, literal)) {
		static const char *const nothing[] = {"none", "null", "replicated", "replicate"};
		bool all = str_place(literal->text, nothing, COUNT_OF(nothing)) < COUNT_OF(nothing);
		struct str name = reader_shown(reader, literal->text);
		struct diag *diag =
		    diag_add(reader->diags, RULE_SPEC_SYNTAX, literal_span(reader, scalar, literal),
		             "one name is not a layout: an entry for each dimension is expected");
		if (all)
			diag_help(diag, "write [] or P() for a tensor that is replicated");
		else
			diag_help(diag, "write [%.*s] or P('%.*s')", STR_ARG(name), STR_ARG(name));
		return NULL;
	}
	return report_syntax(reader, scalar, literal->start,
	                     "it is neither PartitionSpec, a tuple, a sharding nor placements");
}

const struct layout *reader_layout_text(const struct reader *reader, const struct node *scalar,
                                        size_t start)
{
	struct str text = str_trim(str_slice(node_text(scalar), start, scalar->count));
	if (str_starts_with(text, STR("#sdy.sharding")))
		return verbatim(reader, scalar, start, NOTATION_SHARDY);
	if (str_starts_with(text, STR("{")))
		return verbatim(reader, scalar, start, NOTATION_HLO_SHARDING);
	struct literal_error error;
	const struct literal *literal =
	    literal_read(reader->arena, node_text(scalar), start, &error);
	if (!literal)
		return report_syntax(reader, scalar, error.at, error.message);
	return layout_of_literal(reader, scalar, literal);
}

/* None in the place of a spec, which torch_xla refuses. */
static const struct layout *no_spec(const struct reader *reader, const struct node *node)
{
	struct layout *layout = arena_new(reader->arena, struct layout, 1);
	layout->at = layout->spec.at = node->at;
	layout->spec.none = true;
	return layout;
}

const struct layout *reader_layout(const struct reader *reader, const struct node *node,
                                   const char *what)
{
	if (node_is_null(node) && takes_numbers(reader))
		return no_spec(reader, node);
	if (node->kind == NODE_MAP || node_is_null(node)) {
		reader_wrong_kind(reader, node, what,
		                  "a list or text; [data, null] or P('data', None)");
		return NULL;
	}
	if (node->kind == NODE_SCALAR)
		return reader_layout_text(reader, node, 0);
	if (is_placement_list(node))
		return read_placement_list(reader, node);
	struct layout *layout = arena_new(reader->arena, struct layout, 1);
	struct entry *entries = arena_new(reader->arena, struct entry, node->count);
	for (uint32_t i = 0; i < node->count; i++) {
		const struct node *item = &node->items[i];
		if (item->kind == NODE_MAP) {
			reader_wrong_kind(
			    reader, item, str_format(reader->arena, "an entry of '%s'", what).s,
			    "null, an axis or a list of axes; [data, [fsdp, model], null]");
			return NULL;
		}
		entries[i] = item->kind == NODE_LIST
		                 ? entry_of_list(reader, item)
		                 : entry_of_scalar(reader->arena, reference_of_node(reader, item));
	}
	layout->at = node->at;
	layout->spec =
	    (struct partition_spec){.entries = entries, .nentries = node->count, .at = node->at};
	return check_lengths(reader, &layout->spec) ? layout : NULL;
}
