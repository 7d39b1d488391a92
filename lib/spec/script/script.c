/* SPDX-License-Identifier: Apache-2.0 */
#include "spec/script/script.h"

#include "base/utf8.h"
#include "diag/suggest.h"
#include "spec/script/notebook.h"
#include "spec/script/type_comment.h"
#include "spec/yaml/yaml.h"

static const char marker[] = "shardctl:", byte_order_mark[] = "\xef\xbb\xbf", fence[] = "```";

/* The map that is being made, and the text it comes from. */
struct script {
	struct arena *arena;
	const struct source *source;
	struct node (*pairs)[2]; /* key and value */
	uint32_t count;
	size_t room;
	struct node (*libraries)[2]; /* name and release */
	uint32_t nlibraries;
	size_t libraries_room;
};

bool source_is_markdown(const struct source *source)
{
	return str_ends_with(source->path, STR(".md")) ||
	       str_ends_with(source->path, STR(".markdown"));
}

bool source_is_fragments(const struct source *source)
{
	return source_is_markdown(source) || source_is_notebook(source);
}

bool source_is_script(const struct source *source)
{
	return str_ends_with(source->path, STR(".py")) || source_is_fragments(source);
}

/* The modules whose import makes a file a program of a framework; the first of
 * them that is imported says which. */
static const struct {
	const char *module, *framework; /* "": the default of specs */
} frameworks[] = {
    {"jax", ""},
    {"torch_xla", "torch_xla"},
    {"torch.distributed", "dtensor"},
};

/* The words in front of a module that is imported. */
static const char *const import_words[] = {"import ", "from "};

/* Whether the line imports the module, or one inside of it. */
static bool imports(struct str line, const char *module)
{
	for (size_t i = 0; i < COUNT_OF(import_words); i++) {
		struct str word = str_of(import_words[i]);
		struct str rest = str_starts_with(line, word)
		                      ? str_trim(str_slice(line, word.len, line.len))
		                      : STR("");
		size_t end = strlen(module);
		if (str_starts_with(rest, str_of(module)) &&
		    (rest.len == end || rest.s[end] == '.' || byte_is_blank(rest.s[end]) ||
		     rest.s[end] == ','))
			return true;
	}
	return false;
}

struct str script_framework(struct str text)
{
	size_t found = COUNT_OF(frameworks);
	for (size_t at = 0, stop; at < text.len && found; at = stop + 1) {
		stop = str_find(text, '\n', at);
		struct str line = str_trim(str_slice(text, at, stop));
		for (size_t i = 0; i < found; i++)
			if (imports(line, frameworks[i].module))
				found = i;
	}
	return str_of(found < COUNT_OF(frameworks) ? frameworks[found].framework : "");
}

/* Whether a word in front of a module that is imported stands at the end of the text. */
static bool ends_in_import(struct str text)
{
	for (size_t i = 0; i < COUNT_OF(import_words); i++)
		if (str_ends_with(text, str_of(import_words[i])))
			return true;
	return false;
}

bool script_may_import(struct str text)
{
	for (size_t i = 0; i < COUNT_OF(frameworks); i++) {
		struct str module = str_of(frameworks[i].module);
		for (size_t at = str_search(text, module, 0); at < text.len;
		     at = str_search(text, module, at + module.len))
			if (ends_in_import(str_slice(text, 0, at)))
				return true;
	}
	return false;
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

/* Whether the key is one that can be said of a script, and has not been said before. */
static bool key_usable(const struct script *script, struct str key, struct span at,
                       struct diags *diags)
{
	struct str shown = utf8_escaped(diags->arena, key);
	if (str_equal(key, STR("program")) || str_equal(key, STR("program_mode")))
		return diag_fails(
		    diag_help(diag_add(diags, RULE_KEY_UNKNOWN, at,
		                       "a file of Python cannot have '%.*s'", STR_ARG(shown)),
		              "the file itself is the program"));
	for (uint32_t i = 0; i < script->count; i++) {
		const struct node *before = &script->pairs[i][0];
		if (!str_equal(node_text(before), key))
			continue;
		return diag_fails(diag_note(
		    diag_add(diags, RULE_KEY_REPEATED, at, "'%.*s' is given twice", STR_ARG(shown)),
		    before->at, "first given here"));
	}
	return true;
}

/* The release of a library, as in flax==0.10.4. */
static void add_library(struct script *script, struct span name, struct span release,
                        struct diags *diags)
{
	struct str text = script->source->text;
	for (uint32_t i = 0; i < script->nlibraries; i++)
		if (str_equal(node_text(&script->libraries[i][0]), span_text(text, name))) {
			diag_note(diag_add(diags, RULE_KEY_REPEATED, name, "'%s' is given twice",
			                   utf8_escaped(diags->arena, span_text(text, name)).s),
			          script->libraries[i][0].at, "first given here");
			return;
		}
	script->libraries = arena_append(script->arena, script->libraries, script->nlibraries,
	                                 &script->libraries_room, sizeof *script->libraries);
	script->libraries[script->nlibraries][0] = scalar(span_text(text, name), name);
	script->libraries[script->nlibraries++][1] = scalar(span_text(text, release), release);
}

/* A word of a comment, up to `stop`: KEY=VALUE, or LIBRARY==RELEASE. One without '=' is a key of
 * nothing. */
static void add_word(struct script *script, size_t start, size_t stop, struct diags *diags)
{
	struct str text = script->source->text;
	size_t equals = str_find(str_slice(text, 0, stop), '=', start);
	size_t value = equals < stop ? equals + 1 : stop;
	struct span key_at = {(uint32_t)start, (uint32_t)(equals - start)};
	struct span value_at = {(uint32_t)value, (uint32_t)(stop - value)};
	if (value < stop && text.s[value] == '=') {
		add_library(script, key_at, span_part(value_at, 1, value_at.length - 1), diags);
		return;
	}
	if (key_usable(script, span_text(text, key_at), key_at, diags))
		add_pair(script, scalar(span_text(text, key_at), key_at),
		         scalar(span_text(text, value_at), value_at));
}

bool script_comment(struct str text, size_t start, size_t stop, struct span *words, bool *alone)
{
	struct str line = str_slice(text, 0, stop);
	*alone = true;
	for (size_t at = start; at < stop; at++) {
		size_t from = at + 1;
		if (text.s[at] != '#') {
			*alone = *alone && byte_is_blank(text.s[at]);
			continue;
		}
		while (from < stop && (byte_is_blank(text.s[from]) || text.s[from] == '#'))
			from++;
		if (!str_starts_with(str_slice(line, from, stop), str_of(marker)))
			continue;
		from += sizeof marker - 1;
		while (from < stop && byte_is_blank(text.s[from]))
			from++;
		while (stop > from && byte_is_blank(text.s[stop - 1]))
			stop--;
		*words = (struct span){(uint32_t)from, (uint32_t)(stop - from)};
		return true;
	}
	return false;
}

bool script_comment_ignores(struct str words, struct str *word)
{
	const struct str known[] = {STR("ignore"), STR("ignore-file")};
	size_t end = 0;
	while (end < words.len &&
	       ((words.s[end] >= 'a' && words.s[end] <= 'z') || words.s[end] == '-'))
		end++;
	*word = str_slice(words, 0, end);
	return str_equal(*word, known[0]) || str_equal(*word, known[1]) ||
	       (end < words.len && words.s[end] == '[' && suggest(*word, known, COUNT_OF(known)).s);
}

/* The keys that the words of a comment say. */
static void read_words(struct script *script, struct span words, struct diags *diags)
{
	struct str text = script->source->text;
	size_t stop = words.offset + words.length;
	for (size_t at = words.offset, end; at < stop; at = end + 1) {
		end = at;
		while (end < stop && !byte_is_blank(text.s[end]))
			end++;
		if (end > at)
			add_word(script, at, end, diags);
	}
}

/* The byte behind a text in three quotes, which a file may begin with, that starts at `at`; `at`
 * when there is none. */
static size_t docstring_end(struct str text, size_t at)
{
	static const char *const quotes[] = {"\"\"\"", "'''"};
	for (size_t i = 0; i < COUNT_OF(quotes); i++)
		if (str_starts_with(str_slice(text, at, text.len), str_of(quotes[i]))) {
			size_t end = str_search(text, str_of(quotes[i]), at + 3);
			return end < text.len ? end + 3 : text.len;
		}
	return at;
}

/* Says that a comment is none of those that stand anywhere. */
static void not_above(struct diags *diags, struct str text, struct span words)
{
	diag_help(diag_add(diags, RULE_COMMENT_UNUSED, words,
	                   "'%s' is read above the first statement only",
	                   utf8_escaped(diags->arena, span_text(text, words)).s),
	          "move it to the top of the file; what a name holds is said as # shardctl: "
	          "batch: i32[64@data, 128]");
}

/* Reads the comments above the first statement, around the docstring; of those below it says that
 * they are not. Those that ignore findings, or say what a name holds, stand anywhere. */
static void read_comments(struct script *script, size_t at, struct diags *diags)
{
	struct str text = script->source->text;
	bool above = true, alone;
	struct span words;
	struct str word;
	for (size_t stop; at < text.len; at = stop + 1) {
		stop = str_find(text, '\n', at);
		struct str line = str_trim(str_slice(text, at, stop));
		size_t first = (size_t)(line.s - text.s);
		if (above && docstring_end(text, first) > first) {
			stop = str_find(text, '\n', docstring_end(text, first));
			continue;
		}
		above = above && (!line.len || line.s[0] == '#');
		if (!script_comment(text, at, stop, &words, &alone) ||
		    script_comment_ignores(span_text(text, words), &word) ||
		    is_type_comment(span_text(text, words)))
			continue;
		if (above)
			read_words(script, words, diags);
		else
			not_above(diags, text, words);
	}
}

/* Whether cells are what runs of the text: MyST-NB shows its other blocks and does not run them. */
static bool has_cells(struct str text)
{
	return str_contains(text, STR("\n```{code-cell}"));
}

/* Whether the line opens a block of Python, a cell when `cells`, or closes one. */
static bool is_fence(struct str line, bool cells, bool inside)
{
	static const char *const languages[] = {"python", "py", "python3"};
	if (!str_starts_with(line, str_of(fence)))
		return false;
	struct str language = str_trim(str_slice(line, sizeof fence - 1, line.len));
	if (inside)
		return language.len == 0;
	return cells ? str_starts_with(language, STR("{code-cell}"))
	             : str_place(language, languages, COUNT_OF(languages)) < COUNT_OF(languages);
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
static bool next_block(struct str text, bool cells, size_t *at, struct span *block)
{
	bool inside = false;
	for (size_t stop; *at < text.len; *at = stop + 1) {
		stop = str_find(text, '\n', *at);
		bool edge = is_fence(str_slice(text, *at, stop), cells, inside);
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
	bool cells = has_cells(text);
	for (size_t i = 0; i < text.len; i++)
		kept[i] = text.s[i] == '\n' ? '\n' : ' ';
	for (size_t at = 0; next_block(text, cells, &at, &block);) {
		size_t end = block.offset + block.length;
		for (size_t line = block.offset, stop; line < end; line = stop + 1) {
			stop = str_find(text, '\n', line);
			if (!is_magic(str_slice(text, line, stop)))
				memcpy(kept + line, text.s + line, stop - line);
		}
	}
	return (struct str){kept, text.len};
}

struct script_pieces script_pieces_of(const struct source *source)
{
	return (struct script_pieces){source->text, has_cells(source->text), 0};
}

bool script_pieces_next(struct script_pieces *pieces, struct span *piece)
{
	return next_block(pieces->text, pieces->cells, &pieces->at, piece);
}

bool script_piece(const struct source *source, uint32_t offset, struct span *piece)
{
	struct script_pieces pieces = script_pieces_of(source);
	while (script_pieces_next(&pieces, piece))
		if (offset >= piece->offset && offset - piece->offset <= piece->length)
			return true;
	return false;
}

bool script_piece_raises(const struct source *source, uint32_t offset)
{
	struct span piece;
	if (source_is_notebook(source) || !source_is_fragments(source) ||
	    !script_piece(source, offset, &piece))
		return false;
	struct str code = span_text(source->text, piece);
	for (size_t at = 0, stop; at < code.len && code.s[at] == ':'; at = stop + 1) {
		stop = str_find(code, '\n', at);
		struct str option = str_slice(code, at, stop);
		if (str_contains(option, STR("raises-exception")))
			return true;
	}
	return false;
}

/* Adds the keys of the sidecar. */
static void read_beside(struct script *script, const struct node *root, struct diags *diags)
{
	for (uint32_t i = 0; i < root->count; i++) {
		const struct node *key = node_key(root, i);
		if (key->kind == NODE_SCALAR && key_usable(script, node_text(key), key->at, diags))
			add_pair(script, *key, *node_value(root, i));
	}
}

const struct node *script_read(struct arena *arena, const struct source *source, size_t length,
                               const struct node *beside, struct diags *diags)
{
	if (!source_encoding_valid(source, diags))
		return NULL;
	struct source *file = arena_new(arena, struct source, 1);
	*file = (struct source){source->path, str_slice(source->text, 0, length)};
	source = file;
	struct script script = {.arena = arena, .source = source};
	struct str text = source->text;
	size_t start = str_starts_with(text, STR(byte_order_mark)) ? sizeof byte_order_mark - 1 : 0;
	struct span whole = {(uint32_t)start, (uint32_t)(text.len - start)};
	struct node program = scalar(span_text(text, whole), whole);
	struct span none = {(uint32_t)start, 0};
	if (source_is_fragments(source)) {
		program = scalar(source_is_notebook(source) ? text : blocks_of_python(arena, text),
		                 (struct span){0, whole.length});
		program.style = STYLE_WHOLE;
	}
	add_pair(&script, scalar(STR("program"), none), program);
	add_pair(&script, scalar(STR("program_mode"), none), scalar(STR("eager"), none));
	read_comments(&script, start, diags);
	if (script.nlibraries) {
		struct span first = script.libraries[0][0].at;
		struct node releases = {.at = first,
		                        .kind = NODE_MAP,
		                        .count = script.nlibraries,
		                        .items = script.libraries[0]};
		add_pair(&script, scalar(STR("libraries"), first), releases);
	}
	if (beside)
		read_beside(&script, beside, diags);
	struct node *root = arena_new(arena, struct node, 1);
	*root = (struct node){
	    .at = whole, .kind = NODE_MAP, .count = script.count, .items = script.pairs[0]};
	return root;
}
