/* SPDX-License-Identifier: Apache-2.0 */
#include "spec/yaml/yaml.h"

#include <yaml.h>

#include "base/table.h"
#include "base/utf8.h"
#include "diag/edit.h"
#include "spec/yaml/yaml_problem.h"
#include "spec/yaml/yaml_slip.h"

/* How often a text is read again with what was meant, and of how many bytes in all. */
enum { MAX_SLIPS = 16, MAX_BYTES_AGAIN = 32 * 1024 * 1024 };

/* An open list or map: where its children start among the pending nodes. */
struct frame {
	size_t first;
	struct span at; /* of the opening event */
	struct str anchor;
	bool flow;
	uint16_t kind;
};

struct yaml_reader {
	struct arena *arena, *scratch;
	const struct source *source;
	struct diags *diags;
	struct str body;      /* the text that is read, after a byte order mark, as it was meant */
	size_t base;          /* where it begins in the source */
	struct edited edited; /* how it was written */
	uint32_t *places;     /* where each piece of that begins in the body */
	struct yaml_slip slips[MAX_SLIPS]; /* in the source */
	uint32_t nslips;
	struct yaml_slip slip;  /* for which reading begins again */
	bool slipped, gives_up; /* gives_up: no slip is looked for any more */
	uint32_t failed_at;     /* where reading ended */
	bool ascii;             /* one code point is one byte */
	size_t mark_index;      /* code points from the body's start to the last start mark */
	size_t mark_offset;     /* the same in bytes */
	struct node *pending;   /* finished children of the open collections, innermost last */
	size_t pending_count, pending_room;
	struct frame frames[MAX_YAML_DEPTH];
	size_t depth;
	struct table anchors; /* name → index into anchored */
	struct node *anchored;
	uint32_t anchored_count;
	size_t anchored_room;
	bool second_document, aliases, alias_unknown;
};

/* Byte offset in the body of a mark, walking from an earlier one. */
static size_t walk_mark(const struct yaml_reader *reader, size_t offset, size_t from, size_t to)
{
	while (from < to && offset < reader->body.len) {
		size_t size;
		bool valid;
		utf8_decode(str_slice(reader->body, offset, reader->body.len), &size, &valid);
		offset += size;
		from++;
	}
	return offset;
}

/* Whether a slip may still be looked for. */
static bool may_slip(const struct yaml_reader *reader)
{
	return !reader->gives_up && reader->nslips < MAX_SLIPS &&
	       reader->body.len < MAX_BYTES_AGAIN / MAX_SLIPS;
}

/* Whether the text that is read is a guess, so that what is wrong with it may not be the author's.
 */
static bool has_guessed(const struct yaml_reader *reader)
{
	bool guessed = false;
	for (uint32_t i = 0; i < reader->nslips; i++)
		guessed |= !reader->slips[i].repair.certain;
	return guessed;
}

/* Where a byte of the body stands in the source; of what was put there, where that is put. */
static uint32_t place_in_source(const struct yaml_reader *reader, size_t offset)
{
	const struct edited_piece *pieces = reader->edited.pieces;
	uint32_t low = 0, high = reader->edited.count;
	while (high - low > 1) { /* the last piece that does not begin after it */
		uint32_t middle = low + (high - low) / 2;
		if (reader->places[middle] <= offset)
			low = middle;
		else
			high = middle;
	}
	while (low && !pieces[low].kept)
		low--;
	if (low >= reader->edited.count || !pieces[low].kept)
		return (uint32_t)reader->base;
	size_t inside = offset - reader->places[low], length = pieces[low].text.len;
	return (uint32_t)(reader->base + pieces[low].offset + (inside < length ? inside : length));
}

static struct span in_source(const struct yaml_reader *reader, size_t from, size_t to)
{
	uint32_t start = place_in_source(reader, from), end = place_in_source(reader, to);
	return (struct span){start, end > start ? end - start : 0};
}

/* A part of the body. */
struct range {
	size_t from, to;
};

/* The part between two marks. libyaml counts code points; the start marks of what it reads never go
 * back, only those of a problem do. */
static struct range range_of(struct yaml_reader *reader, const yaml_mark_t *start,
                             const yaml_mark_t *end)
{
	size_t from = start->index, to = end->index;
	if (!reader->ascii) {
		if (from < reader->mark_index)
			reader->mark_index = reader->mark_offset = 0;
		reader->mark_offset =
		    walk_mark(reader, reader->mark_offset, reader->mark_index, from);
		reader->mark_index = from;
		from = reader->mark_offset;
		to = walk_mark(reader, from, reader->mark_index, to);
	}
	from = from < reader->body.len ? from : reader->body.len;
	to = to < reader->body.len ? to : reader->body.len;
	return (struct range){from, to > from ? to : from};
}

static struct span span_of(struct yaml_reader *reader, const yaml_mark_t *start,
                           const yaml_mark_t *end)
{
	struct range range = range_of(reader, start, end);
	return in_source(reader, range.from, range.to);
}

/* The span without the anchor and the tag that libyaml counts as part of a value. */
static struct span without_properties(const struct yaml_reader *reader, struct span at)
{
	struct str text = reader->source->text;
	size_t start = at.offset, end = at.offset + at.length;
	while (start < end && (text.s[start] == '&' || text.s[start] == '!')) {
		while (start < end && !strchr(" \t\r\n", text.s[start]))
			start++;
		while (start < end && strchr(" \t\r\n", text.s[start]))
			start++;
	}
	return (struct span){(uint32_t)start, (uint32_t)(end - start)};
}

static void add_pending(struct yaml_reader *reader, struct node node)
{
	arena_push(reader->scratch, reader->pending, reader->pending_count, reader->pending_room,
	           node);
}

static void remember_anchor(struct yaml_reader *reader, struct str name, struct node node)
{
	if (!name.s)
		return;
	reader->anchored = arena_append(reader->scratch, reader->anchored, reader->anchored_count,
	                                &reader->anchored_room, sizeof node);
	bool added;
	*table_add(reader->scratch, &reader->anchors, name, 0, &added) = reader->anchored_count;
	reader->anchored[reader->anchored_count++] = node;
}

static struct str anchor_name(struct yaml_reader *reader, const yaml_char_t *anchor)
{
	return anchor ? str_copy(reader->scratch, str_of((const char *)anchor))
	              : (struct str){NULL, 0};
}

static void refuse_tag(struct yaml_reader *reader, const yaml_char_t *tag, struct span at)
{
	if (!tag)
		return;
	struct str text = reader->source->text;
	struct diag *diag = diag_add(reader->diags, RULE_YAML_UNSUPPORTED, span_part(at, 0, 1),
	                             "YAML tags are not used in a spec");
	size_t end = at.offset;
	diag_help(diag, "leave the tag out, or put a value that begins with '!' in quotes");
	while (end < text.len && !strchr(" \t\r\n", text.s[end]))
		end++;
	if (end < text.len && text.s[end] == ' ' && text.s[at.offset] == '!')
		diag_fix(diag, (struct span){at.offset, (uint32_t)(end + 1 - at.offset)}, STR(""));
}

/* Whether the part of the body stands in the source byte for byte. */
static bool is_as_written(const struct yaml_reader *reader, struct range range, struct span at)
{
	return reader->edited.count == 1 || str_equal(str_slice(reader->body, range.from, range.to),
	                                              span_text(reader->source->text, at));
}

/* Gives a scalar its text: a view of the source where it stands there byte for byte, else a copy.
 */
static void set_text(struct yaml_reader *reader, struct node *node, const yaml_event_t *event,
                     bool as_written)
{
	struct str text = {(const char *)event->data.scalar.value, event->data.scalar.length};
	struct str written = span_text(reader->source->text, node->at);
	bool quoted = node->style == STYLE_SINGLE_QUOTED || node->style == STYLE_DOUBLE_QUOTED;
	if (!as_written) {
		bool plain = node->style == STYLE_PLAIN || str_equal(written, text);
		node->style = plain ? STYLE_PLAIN : STYLE_MEANT;
		quoted = false;
	}
	if (written.len == text.len + 2 * quoted)
		written = str_slice(written, quoted, written.len - quoted);
	node->text = str_equal(written, text) ? written.s : str_copy(reader->arena, text).s;
}

static uint16_t style_of(yaml_scalar_style_t style)
{
	switch (style) {
	case YAML_SINGLE_QUOTED_SCALAR_STYLE:
		return STYLE_SINGLE_QUOTED;
	case YAML_DOUBLE_QUOTED_SCALAR_STYLE:
		return STYLE_DOUBLE_QUOTED;
	case YAML_LITERAL_SCALAR_STYLE:
		return STYLE_LITERAL;
	case YAML_FOLDED_SCALAR_STYLE:
		return STYLE_FOLDED;
	case YAML_ANY_SCALAR_STYLE:
	case YAML_PLAIN_SCALAR_STYLE:
		break;
	}
	return STYLE_PLAIN;
}

/* Whether the text begins with a bracket that it does not close. */
static bool is_cut(struct str text)
{
	return str_starts_with(text, STR("(")) && str_find(text, ')', 0) == text.len;
}

/* Whether a key and its value are in it, with no blank between them: shape:[8]. */
static bool is_pair(struct str text)
{
	size_t colon = str_find(text, ':', 0);
	return colon && colon + 1 < text.len && strchr("[{\"'", text.s[colon + 1]) &&
	       str_find(text, ' ', 0) > colon && str_find(text, '[', 0) > colon;
}

/* Looks for a slip in the line of a scalar that is read otherwise than it is meant: [(data, model)]
 * or ‘data’. */
static void look_at_scalar(struct yaml_reader *reader, struct range range, struct str text)
{
	const struct frame *frame = reader->depth ? &reader->frames[reader->depth - 1] : NULL;
	bool in_list = frame && frame->flow && frame->kind == NODE_LIST;
	bool key = frame && frame->kind == NODE_MAP &&
	           (reader->pending_count - frame->first) % 2 == 0 &&
	           (str_contains(text, STR(" {")) || str_contains(text, STR(" [")));
	if (reader->slipped || !may_slip(reader))
		return;
	reader->failed_at = place_in_source(reader, range.from);
	if ((in_list && is_cut(text)) || key || is_pair(text) ||
	    (!reader->ascii && yaml_has_lookalike(text)))
		reader->slipped =
		    yaml_slip_find_read(reader->scratch, reader->body, range.from, &reader->slip);
}

static void read_scalar(struct yaml_reader *reader, const yaml_event_t *event)
{
	struct range range = range_of(reader, &event->start_mark, &event->end_mark);
	struct span at = in_source(reader, range.from, range.to);
	bool as_written = is_as_written(reader, range, at);
	refuse_tag(reader, event->data.scalar.tag, at);
	if (event->data.scalar.anchor || event->data.scalar.tag)
		at = without_properties(reader, at);
	struct node node = {
	    .at = at, .kind = NODE_SCALAR, .count = (uint32_t)event->data.scalar.length};
	node.style = style_of(event->data.scalar.style);
	set_text(reader, &node, event, as_written);
	if (node.style == STYLE_PLAIN)
		look_at_scalar(reader, range, node_text(&node));
	remember_anchor(reader, anchor_name(reader, event->data.scalar.anchor), node);
	add_pending(reader, node);
}

static void read_alias(struct yaml_reader *reader, const yaml_event_t *event)
{
	struct span at = span_of(reader, &event->start_mark, &event->end_mark);
	struct str name = str_of((const char *)event->data.alias.anchor);
	const uint32_t *index = table_find(&reader->anchors, name);
	reader->aliases = true;
	if (index) {
		add_pending(reader, reader->anchored[*index]);
		return;
	}
	struct str shown = utf8_escaped(reader->diags->arena, name);
	diag_help(diag_add(reader->diags, RULE_ALIAS_UNKNOWN, at,
	                   "alias '*%.*s' has no anchor before it", STR_ARG(shown)),
	          "put the value in quotes; or, if it is to repeat another, put '&%.*s' before "
	          "that one, earlier in the file",
	          STR_ARG(shown));
	reader->alias_unknown = true;
	add_pending(reader, (struct node){.at = at, .kind = NODE_SCALAR, .text = ""});
}

/* Opens a list or map; false when the nesting is too deep to go on. */
static bool open_collection(struct yaml_reader *reader, const yaml_event_t *event, uint16_t kind)
{
	struct span at = span_of(reader, &event->start_mark, &event->end_mark);
	if (reader->depth == MAX_YAML_DEPTH)
		return diag_fails(diag_add(reader->diags, RULE_LIMIT_EXCEEDED, at,
		                           "the file is nested deeper than %d levels",
		                           MAX_YAML_DEPTH));
	bool map = kind == NODE_MAP;
	const yaml_char_t *tag =
	    map ? event->data.mapping_start.tag : event->data.sequence_start.tag;
	const yaml_char_t *anchor =
	    map ? event->data.mapping_start.anchor : event->data.sequence_start.anchor;
	refuse_tag(reader, tag, at);
	struct frame *frame = &reader->frames[reader->depth++];
	*frame = (struct frame){
	    .first = reader->pending_count, .kind = kind, .anchor = anchor_name(reader, anchor)};
	frame->at = tag || anchor ? without_properties(reader, at) : at;
	frame->flow = map ? event->data.mapping_start.style == YAML_FLOW_MAPPING_STYLE
	                  : event->data.sequence_start.style == YAML_FLOW_SEQUENCE_STYLE;
	return true;
}

/* Takes a pair out of its map, which stands in it again with the same value. */
static void fix_repeated(const struct yaml_reader *reader, struct diag *diag,
                         const struct node *map, uint32_t pair)
{
	struct span before = node_value(map, pair - 1)->at, last = node_value(map, pair)->at;
	uint32_t start = before.offset + before.length, end = last.offset + last.length;
	struct str text = reader->source->text;
	if (start >= node_key(map, pair)->at.offset || end <= start)
		return; /* an alias stands elsewhere */
	struct str removed = str_slice(text, start, end);
	if (str_find(removed, '#', 0) == removed.len)
		diag_fix(diag, (struct span){start, end - start}, STR(""));
}

static void report_repeated(struct yaml_reader *reader, const struct node *map, uint32_t first,
                            uint32_t again)
{
	struct str text = reader->source->text;
	const struct node *key = node_key(map, first);
	struct diag *diag = diag_add(reader->diags, RULE_KEY_REPEATED, node_key(map, again)->at,
	                             "key '%s' is given twice",
	                             utf8_escaped(reader->diags->arena, node_text(key)).s);
	diag_note(diag, key->at, "first given here");
	bool equal = str_equal(str_trim(span_text(text, node_value(map, first)->at)),
	                       str_trim(span_text(text, node_value(map, again)->at)));
	diag_help(diag,
	          equal ? "remove one of the two, which say the same" : "remove one of the two");
	if (equal)
		fix_repeated(reader, diag, map, again);
}

/* Keys of a map: text, each once. Merge keys are refused rather than misread. */
static void check_keys(struct yaml_reader *reader, const struct node *map)
{
	struct arena_mark mark = arena_mark(reader->scratch);
	struct table seen = {0};
	table_reserve(reader->scratch, &seen, map->count);
	for (uint32_t i = 0; i < map->count; i++) {
		const struct node *key = node_key(map, i);
		if (key->kind != NODE_SCALAR) {
			diag_add(reader->diags, RULE_YAML_UNSUPPORTED, key->at,
			         "a key must be text, not %s", node_kind_name(key));
			continue;
		}
		if (key->style == STYLE_PLAIN && str_equal(node_text(key), STR("<<")))
			diag_help(diag_add(reader->diags, RULE_YAML_UNSUPPORTED, key->at,
			                   "merge keys are not supported"),
			          "write the keys out, or repeat a whole value with an alias");
		bool added;
		uint32_t first = *table_add(reader->scratch, &seen, node_text(key), i, &added);
		if (!added)
			report_repeated(reader, map, first, i);
	}
	arena_rewind(reader->scratch, mark);
}

/* The same for a map of few keys, where comparing each pair is quicker than a table. */
static bool few_keys_differ(const struct node *map)
{
	for (uint32_t i = 0; i < map->count; i++) {
		const struct node *key = node_key(map, i);
		if (key->kind != NODE_SCALAR || (key->count == 2 && key->text[0] == '<'))
			return false;
		for (uint32_t j = 0; j < i; j++)
			if (str_equal(node_text(key), node_text(node_key(map, j))))
				return false;
	}
	return true;
}

/* Looks for {data:4} or {data=4}, which is a key without a value. */
static void look_at_pairs(struct yaml_reader *reader, const struct node *map, struct range end)
{
	bool found = false;
	for (uint32_t i = 0; i < map->count && !found; i++) {
		const struct node *key = node_key(map, i);
		struct str text = key->kind == NODE_SCALAR ? node_text(key) : STR("");
		bool joined =
		    str_find(text, ':', 0) < text.len || str_find(text, '=', 0) < text.len;
		found = joined && key->style == STYLE_PLAIN && node_is_null(node_value(map, i));
	}
	if (!found || reader->slipped || !may_slip(reader))
		return;
	reader->failed_at = place_in_source(reader, end.from);
	reader->slipped =
	    yaml_slip_find_read(reader->scratch, reader->body, end.from, &reader->slip);
}

static void close_collection(struct yaml_reader *reader, const yaml_event_t *event)
{
	struct frame frame = reader->frames[--reader->depth];
	size_t children = reader->pending_count - frame.first;
	struct node node = {.at = frame.at, .kind = frame.kind};
	node.count = (uint32_t)(frame.kind == NODE_MAP ? children / 2 : children);
	const struct node *pending = children ? reader->pending + frame.first : NULL;
	struct node *items = arena_copy(reader->arena, pending, children, sizeof *items);
	node.items = items;
	reader->pending_count = frame.first;
	struct range end = range_of(reader, &event->start_mark, &event->end_mark);
	if (frame.flow)
		node.at = span_join(frame.at, in_source(reader, end.from, end.to));
	else if (children)
		node.at = nodes_at(frame.at, items, children);
	enum { FEW_KEYS = 12 };
	if (frame.flow && frame.kind == NODE_MAP)
		look_at_pairs(reader, &node, end);
	if (frame.kind == NODE_MAP && (node.count > FEW_KEYS || !few_keys_differ(&node)))
		check_keys(reader, &node);
	remember_anchor(reader, frame.anchor, node);
	add_pending(reader, node);
}

static void read_document_start(struct yaml_reader *reader, const yaml_event_t *event)
{
	if (reader->pending_count && !reader->second_document) {
		reader->second_document = true;
		struct span at = span_of(reader, &event->start_mark, &event->end_mark);
		diag_help(diag_add(reader->diags, RULE_YAML_UNSUPPORTED, at,
		                   "a spec is one YAML document, and a second one starts here"),
		          "put it in a file of its own");
	}
}

/* Takes one event; false when reading must stop. */
static bool read_event(struct yaml_reader *reader, const yaml_event_t *event)
{
	switch (event->type) {
	case YAML_SCALAR_EVENT:
		read_scalar(reader, event);
		return true;
	case YAML_ALIAS_EVENT:
		read_alias(reader, event);
		return true;
	case YAML_SEQUENCE_START_EVENT:
		return open_collection(reader, event, NODE_LIST);
	case YAML_MAPPING_START_EVENT:
		return open_collection(reader, event, NODE_MAP);
	case YAML_SEQUENCE_END_EVENT:
	case YAML_MAPPING_END_EVENT:
		close_collection(reader, event);
		return true;
	case YAML_DOCUMENT_START_EVENT:
		read_document_start(reader, event);
		return !reader->second_document;
	case YAML_NO_EVENT:
	case YAML_STREAM_START_EVENT:
	case YAML_STREAM_END_EVENT:
	case YAML_DOCUMENT_END_EVENT:
		break;
	}
	return event->type != YAML_STREAM_END_EVENT;
}

/* The character at an offset of the source, or its end. */
static struct span one_character(const struct yaml_reader *reader, size_t offset)
{
	struct str text = reader->source->text;
	size_t size = 0;
	bool valid;
	if (offset < text.len)
		utf8_decode(str_slice(text, offset, text.len), &size, &valid);
	else
		offset = text.len;
	return (struct span){(uint32_t)offset, (uint32_t)size};
}

/* Finds the slip behind a problem of the body, for which reading begins again. */
static bool find_slip(struct yaml_reader *reader, const struct yaml_problem *problem)
{
	bool flow = problem->context && strstr(problem->context, "flow");
	uint32_t from = problem->context ? problem->context_at.offset : problem->at.offset;
	reader->failed_at = place_in_source(reader, problem->at.offset);
	reader->slipped =
	    may_slip(reader) &&
	    (yaml_slip_find(reader->scratch, reader->body, problem->at.offset, from, flow,
	                    &reader->slip) ||
	     yaml_problem_indentation(reader->scratch, reader->body, problem, &reader->slip));
	return reader->slipped;
}

static void report_parser_error(struct yaml_reader *reader, const yaml_parser_t *parser)
{
	if (parser->error == YAML_MEMORY_ERROR)
		arena_out_of_memory();
	if (parser->error == YAML_READER_ERROR) {
		struct span at =
		    one_character(reader, place_in_source(reader, parser->problem_offset));
		diag_add(reader->diags, RULE_YAML_SYNTAX, at, "this is not YAML: %s",
		         parser->problem);
		return;
	}
	struct range at = range_of(reader, &parser->problem_mark, &parser->problem_mark);
	struct range context = range_of(reader, &parser->context_mark, &parser->context_mark);
	struct yaml_problem problem = {
	    parser->problem, parser->context, {(uint32_t)at.from, 0}, {(uint32_t)context.from, 0}};
	if (find_slip(reader, &problem) || has_guessed(reader))
		return;
	problem.at = one_character(reader, place_in_source(reader, at.from));
	problem.context_at = one_character(reader, place_in_source(reader, context.from));
	yaml_problem_report(reader->diags, reader->source->text, &problem);
}

static bool read_events(struct yaml_reader *reader)
{
	yaml_parser_t parser;
	if (!yaml_parser_initialize(&parser))
		arena_out_of_memory();
	yaml_parser_set_encoding(&parser, YAML_UTF8_ENCODING);
	yaml_parser_set_input_string(&parser, (const unsigned char *)reader->body.s,
	                             reader->body.len);
	bool more = true, ok = true;
	while (more) {
		yaml_event_t event;
		if (!yaml_parser_parse(&parser, &event)) {
			report_parser_error(reader, &parser);
			ok = more = false;
			break;
		}
		more = read_event(reader, &event) && !reader->slipped;
		ok = more || event.type == YAML_STREAM_END_EVENT || reader->second_document;
		yaml_event_delete(&event);
	}
	yaml_parser_delete(&parser);
	return ok;
}

bool source_encoding_valid(const struct source *source, struct diags *diags)
{
	size_t bad = utf8_first_invalid(source->text);
	if (bad == source->text.len)
		return true;
	unsigned byte = (unsigned char)source->text.s[bad];
	return diag_fails(
	    diag_help(diag_add(diags, RULE_ENCODING_INVALID, (struct span){(uint32_t)bad, 1},
	                       "byte 0x%02x is not UTF-8", byte),
	              "save the file as UTF-8"));
}

/* Reads from this text on, as it is after edits. */
static void take_text(struct yaml_reader *reader, struct edited edited)
{
	uint32_t place = 0;
	reader->edited = edited;
	reader->places = arena_new(reader->scratch, uint32_t, edited.count);
	for (uint32_t i = 0; i < edited.count; i++) {
		reader->places[i] = place;
		place += (uint32_t)edited.pieces[i].text.len;
	}
	reader->body =
	    edited.count == 1 ? edited.pieces[0].text : edited_text(reader->scratch, &edited);
	reader->ascii = utf8_ascii_length(reader->body) == reader->body.len;
	reader->pending_count = reader->depth = reader->mark_index = reader->mark_offset = 0;
	reader->anchors = (struct table){0};
	reader->anchored_count = 0;
	reader->second_document = reader->aliases = reader->alias_unknown = reader->slipped = false;
}

/* The slip with places of the source. It is not certain any more where it is of what was put there
 * for another one. */
static struct yaml_slip slip_in_source(const struct yaml_reader *reader)
{
	struct yaml_slip slip = reader->slip;
	struct diag_edit **link = &slip.repair.edits;
	slip.at = in_source(reader, slip.at.offset, slip.at.offset + slip.at.length);
	for (const struct diag_edit *edit = reader->slip.repair.edits; edit; edit = edit->next) {
		*link = arena_new(reader->scratch, struct diag_edit, 1);
		**link = *edit;
		(*link)->at = in_source(reader, edit->at.offset, edit->at.offset + edit->at.length);
		slip.repair.certain &= (*link)->at.length == edit->at.length;
		link = &(*link)->next;
	}
	*link = NULL;
	return slip;
}

/* Reads on with what was meant. */
static void mend(struct yaml_reader *reader)
{
	const struct diag_repair *repair = &reader->slip.repair;
	bool chosen;
	reader->slips[reader->nslips++] = slip_in_source(reader);
	struct edit_set edits =
	    edits_together(reader->scratch, &repair, 1, (uint32_t)reader->body.len, &chosen);
	take_text(reader, edited_with(reader->scratch, &reader->edited, &edits));
}

/* Takes back the last slip: with it reading comes no further than where it stands. */
static void take_back(struct yaml_reader *reader, struct edited before)
{
	reader->nslips--;
	reader->gives_up = true;
	take_text(reader, before);
}

/* Reads the text, again and again while there is a slip in it that keeps it from being read. */
static bool read_as_meant(struct yaml_reader *reader)
{
	struct diags found = *reader->diags;
	struct edited before = reader->edited;
	while (true) {
		bool ok = read_events(reader);
		bool in_vain = !ok && reader->nslips && !reader->gives_up &&
		               reader->failed_at <= reader->slips[reader->nslips - 1].at.offset;
		if (!in_vain && !reader->slipped)
			return ok;
		*reader->diags = found;
		if (found.last)
			found.last->next = NULL;
		if (in_vain) {
			take_back(reader, before);
		} else {
			before = reader->edited;
			mend(reader);
		}
	}
}

static void report_slips(struct yaml_reader *reader)
{
	for (uint32_t i = 0; i < reader->nslips; i++) {
		const struct yaml_slip *slip = &reader->slips[i];
		struct diag *diag =
		    diag_add(reader->diags, slip->rule, slip->at, "%.*s", STR_ARG(slip->message));
		diag_help(diag, "%.*s", STR_ARG(slip->help));

		for (const struct diag_edit *edit = slip->repair.edits; edit; edit = edit->next)
			diag_fix(diag, edit->at, str_copy(reader->diags->arena, edit->text));
		diag->repair.certain = slip->repair.certain;
	}
}

const struct node *yaml_read(struct arena *arena, struct arena *scratch,
                             const struct source *source, struct span part, struct diags *diags,
                             bool *aliases)
{
	struct str text = span_text(source->text, part);
	if (!source_encoding_valid(source, diags))
		return NULL;
	struct arena_mark mark = arena_mark(scratch);
	struct yaml_reader *reader = arena_new(scratch, struct yaml_reader, 1);
	reader->arena = arena;
	reader->scratch = scratch;
	reader->source = source;
	reader->diags = diags;
	size_t mark_bytes = str_starts_with(text, STR("\xef\xbb\xbf")) ? 3 : 0;
	reader->base = part.offset + mark_bytes;
	take_text(reader, edited_begin(scratch, str_slice(text, mark_bytes, text.len)));
	/* What an unknown alias stands for is not guessed: they are reported, and no more. */
	bool ok = read_as_meant(reader) && !reader->alias_unknown;
	report_slips(reader);
	*aliases = reader->aliases;
	struct node *root = NULL;
	if (ok && reader->pending_count) {
		root = arena_new(arena, struct node, 1);
		*root = reader->pending[0];
	} else if (ok) {
		diag_help(diag_add(diags, RULE_FILE_EMPTY, (struct span){part.offset, 0},
		                   "the file holds no spec"),
		          "a spec starts with 'mesh:' and 'tensors:'; see shardctl-spec(5)");
	}
	arena_rewind(scratch, mark);
	return root;
}
