/* SPDX-License-Identifier: Apache-2.0 */
#include "diag/source_files.h"

#include <assert.h>

/* Ends of lines in the text from byte `from` on. */
static uint32_t count_lines(struct str text, size_t from)
{
	uint32_t count = 0;
	for (size_t at = str_find(text, '\n', from); at < text.len;
	     at = str_find(text, '\n', at + 1))
		count++;
	return count;
}

/* Makes room for `more` bytes behind the text. */
static char *grow(struct arena *arena, struct source_files *files, size_t more)
{
	struct str *text = &files->whole.text;
	if (text->len + more > files->text_room) {
		files->text_room = 2 * (text->len + more);
		char *room = arena_new(arena, char, files->text_room);
		memcpy(room, text->s, text->len);
		text->s = room;
	}
	return (char *)(uintptr_t)text->s;
}

bool source_files_add(struct arena *arena, struct source_files *files, const struct source *added,
                      size_t most)
{
	struct str *text = &files->whole.text, more = added->text;
	if (more.len > most || text->len > most - more.len)
		return false;
	char *room = grow(arena, files, more.len + 2);
	room[text->len] = '\n';
	memcpy(room + text->len + 1, more.s, more.len);
	room[text->len + 1 + more.len] = '\n';
	files->pieces =
	    arena_append(arena, files->pieces, files->count, &files->room, sizeof *files->pieces);
	const struct source_piece *last = files->count ? &files->pieces[files->count - 1] : NULL;
	struct source_piece *piece = &files->pieces[files->count++];
	*piece = (struct source_piece){.path = added->path, .start = (uint32_t)text->len + 1};
	piece->lines_before = (last ? last->lines_before : 0) +
	                      count_lines((struct str){room, piece->start}, last ? last->start : 0);
	text->len += more.len + 2;
	return true;
}

const struct source_piece *source_piece_at(const struct source_files *files, uint32_t offset)
{
	uint32_t low = 0, high = files ? files->count : 0;
	while (low < high) { /* the first piece that starts behind the byte */
		uint32_t middle = low + (high - low) / 2;
		if (files->pieces[middle].start <= offset)
			low = middle + 1;
		else
			high = middle;
	}
	return low ? &files->pieces[low - 1] : NULL;
}

struct str path_last(struct str path)
{
	return str_slice(path, str_behind_last(path, '/'), path.len);
}

struct str path_folder(struct str path)
{
	size_t slash = path.len - path_last(path).len;
	return slash ? str_slice(path, 0, slash > 1 ? slash - 1 : 1) : STR(".");
}

enum file_outcome source_files_read(struct arena *arena, struct source_files *files,
                                    const struct source_finder *finder, struct str name,
                                    struct span *part)
{
	struct source found;
	struct str folder = path_folder(files->whole.path);
	if (!finder)
		return FILE_OUTSIDE;
	bool here = str_equal(folder, STR(".")) && !str_starts_with(files->whole.path, STR("./"));
	struct str path =
	    here ? name : str_format(arena, "%.*s/%.*s", STR_ARG(folder), STR_ARG(name));
	enum file_outcome outcome = finder->read(finder, arena, path, &found);
	if (outcome != FILE_READ)
		return outcome;
	if (!source_files_add(arena, files, &found, MAX_FILE_BYTES))
		return FILE_TOO_LARGE;
	*part = (struct span){files->pieces[files->count - 1].start, (uint32_t)found.text.len};
	return FILE_READ;
}

const char *file_outcome_text(enum file_outcome outcome)
{
	assert(outcome <= FILE_NOT_TEXT);
	static const char *const texts[] = {
	    [FILE_READ] = "it was read",
	    [FILE_MISSING] = "it does not exist",
	    [FILE_OUTSIDE] = "it is outside of the project's folder",
	    [FILE_TOO_LARGE] = "it is larger than 1 MiB",
	    [FILE_UNREADABLE] = "it is not a file that can be read",
	    [FILE_NOT_TEXT] = "it is not UTF-8",
	};
	return texts[outcome];
}
