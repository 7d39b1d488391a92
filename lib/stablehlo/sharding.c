/* SPDX-License-Identifier: Apache-2.0 */
/* Shardings and meshes in the text, each read once. */
#include "base/utf8.h"
#include "stablehlo/reader.h"

/* Makes an error in a text that was read apart, between other text, a finding of the file. What
 * stands behind that text can be read on. */
static void refuse_notation(struct reader *reader, struct str text,
                            const struct notation_error *error)
{
	struct cursor *cursor = &reader->cursor;
	size_t start = (size_t)(text.s - cursor->text.s);
	for (; error; error = error->next) {
		size_t at = error->at < text.len ? error->at : text.len;
		size_t length = error->length < text.len - at ? error->length : text.len - at;
		struct diag *diag =
		    diag_add(cursor->diags, RULE_MODULE_SYNTAX,
		             (struct span){(uint32_t)(start + at), (uint32_t)length}, "%.*s",
		             STR_ARG(str_copy(cursor->diags->arena, error->message)));
		notation_error_help(diag, error);
	}
	reader->refused = true;
}

/* Stands for one that was refused, so that the rest of the text is looked at too. */
static const struct named_mesh no_mesh = {.count = 1};
static const struct named_sharding refused_sharding = {.mesh = &no_mesh, .any_rank = true};
static const struct hlo_sharding refused_hlo_sharding = {.kind = HLO_REPLICATED};

static const struct named_sharding *read_sharding(struct reader *reader, struct str text)
{
	struct notation_error error;
	struct shardy_meshes meshes = {reader->meshes, reader->nmeshes};
	const struct named_sharding *sharding =
	    shardy_read_inside(reader->arena, text, &meshes, &error);
	if (sharding)
		return sharding;
	refuse_notation(reader, text, &error);
	return &refused_sharding;
}

/* <@mesh, [{"x"}]>, read once for each text. */
static const struct named_sharding *find_sharding(struct reader *reader, struct str text)
{
	const struct named_sharding *sharding = cache_find(&reader->shardings, text);
	if (sharding)
		return sharding;
	sharding = read_sharding(reader, text);
	cache_add(reader->names, &reader->shardings, text, sharding);
	return sharding;
}

/* <@mesh, …> behind what may stand before it. */
static const struct named_sharding *read_next(struct reader *reader)
{
	struct cursor *cursor = &reader->cursor;
	struct str text;
	(void)cursor_takes(cursor, "#sdy.sharding");
	return cursor_group(cursor, "<", ">", &text) ? find_sharding(reader, text) : NULL;
}

/* One sharding, or several between brackets. */
static bool read_all(struct reader *reader, const struct named_sharding ***items, uint32_t *count)
{
	struct cursor *cursor = &reader->cursor;
	size_t room = 0;
	bool wrapped = cursor_takes(cursor, "#sdy.sharding_per_value<");
	bool listed = cursor_takes(cursor, "[");
	if (listed && cursor_takes(cursor, "]"))
		return true;
	do {
		const struct named_sharding *sharding = read_next(reader);
		if (!sharding)
			return false;
		arena_push(reader->arena, *items, *count, room, sharding);
	} while (listed && cursor_takes(cursor, ","));
	return (!listed || cursor_expects(cursor, "]")) &&
	       (!wrapped || cursor_expects(cursor, ">"));
}

bool reader_shardings(struct reader *reader, struct str text,
                      const struct named_sharding *const **shardings, uint32_t *count)
{
	const struct named_sharding **items = NULL;
	*count = 0;
	size_t back = cursor_jump(&reader->cursor, text);
	bool read = read_all(reader, &items, count);
	reader->cursor.at = back;
	*shardings = items;
	return read;
}

const struct hlo_sharding *reader_hlo_sharding(struct reader *reader, struct str text)
{
	struct notation_error error;
	struct jax_rules rules = jax_newest_rules();
	struct str inside = attribute_text(text);
	const struct hlo_sharding *sharding =
	    hlo_sharding_read(reader->arena, inside, &rules, &error);
	if (sharding)
		return sharding;
	refuse_notation(reader, inside, &error);
	return &refused_hlo_sharding;
}

bool reader_mesh(struct reader *reader, struct str name, struct str text)
{
	struct notation_error error;
	const struct named_mesh *mesh = shardy_read_mesh(reader->arena, text, &error);
	if (!mesh) {
		refuse_notation(reader, text, &error);
		return false;
	}
	for (uint32_t i = 0; i < reader->nmeshes; i++)
		if (str_equal(reader->meshes[i].name, name))
			return cursor_fail(&reader->cursor,
			                   (size_t)(text.s - reader->cursor.text.s), text.len,
			                   "there are two meshes @%s",
			                   utf8_escaped(reader->cursor.diags->arena, name).s);
	arena_push(reader->arena, reader->meshes, reader->nmeshes, reader->meshes_room,
	           (struct shardy_mesh){name, mesh});
	return true;
}

struct str reader_last_word(struct str value)
{
	size_t end = value.len, start;
	while (end && (value.s[end - 1] == '>' || value.s[end - 1] == ' '))
		end--;
	for (start = end; start && value.s[start - 1] != ' ' && value.s[start - 1] != '.' &&
	                  value.s[start - 1] != '<';)
		start--;
	return value.s ? str_slice(value, start, end) : STR("");
}
