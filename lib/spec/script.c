/* SPDX-License-Identifier: Apache-2.0 */
#include "spec/script.h"

#include "spec/yaml.h"

static const char marker[] = "shardctl:", byte_order_mark[] = "\xef\xbb\xbf", fence[] = "```";

/* The map that is being made, and the text it comes from. */
struct script {
	struct arena *arena;
	const struct source *source;
	struct node (*pairs)[2]; /* key and value */
	uint32_t count;
	size_t room;
};

bool source_is_fragments(const struct source *source)
{
	return str_ends_with(source->path, STR(".md")) ||
	       str_ends_with(source->path, STR(".markdown"));
}

bool source_is_script(const struct source *source)
{
	return str_ends_with(source->path, STR(".py")) || source_is_fragments(source);
}

static struct node scalar(struct str text, struct span at)
{
	return (struct node){
	    .at = at, .kind = NODE_SCALAR, .count = (uint32_t)text.len, .text = text.s};
}

static void add_pair(struct script *script, struct node key, struct node value)
{
	script->pairs = arena_append(script->arena, script->pairs, script->count, &script->room,
	                             sizeof *script->pairs);
	script->pairs[script->count][0] = key;
	script->pairs[script->count++][1] = value;
}

/* A word of a comment, up to `stop`: KEY=VALUE. One without '=' is a key of nothing. */
static void add_word(struct script *script, size_t start, size_t stop)
{
	struct str text = script->source->text;
	size_t equals = str_find(str_slice(text, 0, stop), '=', start);
	size_t value = equals < stop ? equals + 1 : stop;
	struct span key_at = {(uint32_t)start, (uint32_t)(equals - start)};
	struct span value_at = {(uint32_t)value, (uint32_t)(stop - value)};
	add_pair(script, scalar(span_text(text, key_at), key_at),
	         scalar(span_text(text, value_at), value_at));
}

static bool is_blank(char c)
{
	return c == ' ' || c == '\t' || c == '\r';
}

/* The words of a comment behind its marker, if it has one. Those that ignore findings are not of
 * the spec, nor are hints of what a name holds ("batch: i32[64]"). */
static void read_comment(struct script *script, size_t start, size_t stop)
{
	struct str text = script->source->text;
	size_t at = start;
	while (at < stop && (text.s[at] == '#' || is_blank(text.s[at])))
		at++;
	if (!str_starts_with(str_slice(text, at, stop), str_of(marker)))
		return;
	for (at += sizeof marker - 1; at < stop; at++) {
		size_t end = at;
		while (end < stop && !is_blank(text.s[end]))
			end++;
		if (str_starts_with(str_slice(text, at, stop), STR("ignore")))
			return;
		if (end > at)
			add_word(script, at, end);
		at = end;
	}
}

/* Reads the comments above the first statement. */
static void read_comments(struct script *script, size_t at)
{
	struct str text = script->source->text;
	for (size_t stop; at < text.len; at = stop + 1) {
		stop = str_find(text, '\n', at);
		struct str line = str_trim(str_slice(text, at, stop));
		if (line.len && line.s[0] != '#')
			return;
		if (line.len)
			read_comment(script, at, stop);
	}
}

/* Whether the line opens a block of Python, or closes one. */
static bool is_fence(struct str line, bool inside)
{
	static const char *const languages[] = {"python", "py", "python3", "{code-cell} ipython3"};
	if (!str_starts_with(line, str_of(fence)))
		return false;
	struct str language = str_trim(str_slice(line, sizeof fence - 1, line.len));
	if (inside)
		return language.len == 0;
	for (size_t i = 0; i < sizeof languages / sizeof *languages; i++)
		if (str_equal(language, str_of(languages[i])))
			return true;
	return false;
}

/* Whether a line of a block is for a shell or a notebook, and not Python. */
static bool is_magic(struct str line)
{
	line = str_trim(line);
	return line.len &&
	       (line.s[0] == '!' || line.s[0] == '%' || line.s[0] == '$' || line.s[0] == ':');
}

/* Finds the first block of Python from *at on: the bytes between its fences. Moves *at behind it;
 * false when there is none. */
static bool next_block(struct str text, size_t *at, struct span *block)
{
	bool inside = false;
	for (size_t stop; *at < text.len; *at = stop + 1) {
		stop = str_find(text, '\n', *at);
		bool edge = is_fence(str_slice(text, *at, stop), inside);
		if (edge && inside) {
			block->length = (uint32_t)*at - block->offset;
			*at = stop + 1;
			return true;
		}
		if (edge)
			block->offset = (uint32_t)(stop < text.len ? stop + 1 : stop);
		inside |= edge;
	}
	block->length = (uint32_t)text.len - block->offset;
	return inside;
}

/* The text with blanks in place of all but the blocks of Python, so that what is left stands where
 * it stood. */
static struct str blocks_of_python(struct arena *arena, struct str text)
{
	char *kept = arena_new(arena, char, text.len);
	struct span block;
	for (size_t i = 0; i < text.len; i++)
		kept[i] = text.s[i] == '\n' ? '\n' : ' ';
	for (size_t at = 0; next_block(text, &at, &block);) {
		size_t end = block.offset + block.length;
		for (size_t line = block.offset, stop; line < end; line = stop + 1) {
			stop = str_find(text, '\n', line);
			if (!is_magic(str_slice(text, line, stop)))
				memcpy(kept + line, text.s + line, stop - line);
		}
	}
	return (struct str){kept, text.len};
}

bool script_piece(const struct source *source, uint32_t offset, struct span *piece)
{
	for (size_t at = 0; next_block(source->text, &at, piece);)
		if (offset >= piece->offset && offset - piece->offset <= piece->length)
			return true;
	return false;
}

const struct node *script_read(struct arena *arena, const struct source *source,
                               struct diags *diags)
{
	if (!source_encoding_valid(source, diags))
		return NULL;
	struct script script = {.arena = arena, .source = source};
	struct str text = source->text;
	size_t start = str_starts_with(text, STR(byte_order_mark)) ? sizeof byte_order_mark - 1 : 0;
	struct span whole = {(uint32_t)start, (uint32_t)(text.len - start)};
	struct node program = scalar(span_text(text, whole), whole);
	struct span none = {(uint32_t)start, 0};
	if (source_is_fragments(source)) {
		program = scalar(blocks_of_python(arena, text), (struct span){0, whole.length});
		program.style = STYLE_WHOLE;
	}
	add_pair(&script, scalar(STR("program"), none), program);
	add_pair(&script, scalar(STR("program_mode"), none), scalar(STR("eager"), none));
	read_comments(&script, start);
	struct node *root = arena_new(arena, struct node, 1);
	*root = (struct node){
	    .at = whole, .kind = NODE_MAP, .count = script.count, .items = script.pairs[0]};
	return root;
}
