/* SPDX-License-Identifier: Apache-2.0 */
#include "spec/yaml.h"

#include <yaml.h>

#include "base/table.h"
#include "base/utf8.h"
#include "spec/yaml_problem.h"

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
	struct str body;      /* the text that is read, behind a byte order mark */
	size_t base;          /* where it begins in the source */
	bool ascii;           /* one code point is one byte */
	size_t mark_index;    /* code points from the body's start to the last start mark */
	size_t mark_offset;   /* the same in bytes */
	struct node *pending; /* finished children of the open collections, innermost last */
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

/* The span between two marks; start marks never go back. libyaml counts code points. */
static struct span span_of(struct yaml_reader *reader, const yaml_mark_t *start,
                           const yaml_mark_t *end)
{
	size_t from = start->index, to = end->index;
	if (!reader->ascii) {
		if (from >= reader->mark_index) {
			reader->mark_offset =
			    walk_mark(reader, reader->mark_offset, reader->mark_index, from);
			reader->mark_index = from;
		}
		from = reader->mark_offset;
		to = walk_mark(reader, from, reader->mark_index, to);
	}
	from = from < reader->body.len ? from : reader->body.len;
	to = to < reader->body.len ? to : reader->body.len;
	return (struct span){(uint32_t)(reader->base + from),
	                     (uint32_t)(to > from ? to - from : 0)};
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

/* The text of a scalar: a view of the source where it stands there byte for byte, else a copy. */
static const char *scalar_text(struct yaml_reader *reader, struct span at,
                               const yaml_event_t *event)
{
	size_t length = event->data.scalar.length, quote = 0;
	yaml_scalar_style_t style = event->data.scalar.style;
	if (style == YAML_SINGLE_QUOTED_SCALAR_STYLE || style == YAML_DOUBLE_QUOTED_SCALAR_STYLE)
		quote = 1;
	struct str text = {(const char *)event->data.scalar.value, length};
	if (at.length == length + 2 * quote) {
		struct str written = span_text(reader->source->text, span_part(at, quote, length));
		if (str_equal(written, text))
			return written.s;
	}
	return str_copy(reader->arena, text).s;
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

static void read_scalar(struct yaml_reader *reader, const yaml_event_t *event)
{
	struct span at = span_of(reader, &event->start_mark, &event->end_mark);
	refuse_tag(reader, event->data.scalar.tag, at);
	if (event->data.scalar.anchor || event->data.scalar.tag)
		at = without_properties(reader, at);
	struct node node = {
	    .at = at, .kind = NODE_SCALAR, .count = (uint32_t)event->data.scalar.length};
	node.style = style_of(event->data.scalar.style);
	node.text = scalar_text(reader, at, event);
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
	if (frame.flow)
		node.at =
		    span_join(frame.at, span_of(reader, &event->start_mark, &event->end_mark));
	else if (children)
		node.at = span_join(items[0].at, items[children - 1].at);
	enum { FEW_KEYS = 12 };
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
	struct str text = str_slice(reader->source->text, 0, reader->base + reader->body.len);
	size_t size = 0;
	bool valid;
	if (offset < text.len)
		utf8_decode(str_slice(text, offset, text.len), &size, &valid);
	else
		offset = text.len;
	return (struct span){(uint32_t)offset, (uint32_t)size};
}

static void report_parser_error(struct yaml_reader *reader, const yaml_parser_t *parser)
{
	if (parser->error == YAML_MEMORY_ERROR)
		arena_out_of_memory();
	if (parser->error == YAML_READER_ERROR) {
		struct span at = one_character(reader, reader->base + parser->problem_offset);
		diag_add(reader->diags, RULE_YAML_SYNTAX, at, "this is not YAML: %s",
		         parser->problem);
		return;
	}
	struct span context = span_of(reader, &parser->context_mark, &parser->context_mark);
	struct span at = span_of(reader, &parser->problem_mark, &parser->problem_mark);
	const struct yaml_problem problem = {parser->problem, parser->context,
	                                     one_character(reader, at.offset),
	                                     one_character(reader, context.offset)};
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
		more = read_event(reader, &event);
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
	reader->body = str_slice(text, mark_bytes, text.len);
	reader->ascii = utf8_ascii_length(reader->body) == reader->body.len;
	/* What an unknown alias stands for is not guessed: they are reported, and no more. */
	bool ok = read_events(reader) && !reader->alias_unknown;
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
