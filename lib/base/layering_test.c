/* SPDX-License-Identifier: Apache-2.0 */
/* The shape of the code: which folder may include which, who allocates, and that nothing mutable is
 * global. Reads the sources and the symbols of the library. */
#include <stdio.h>
#include <stdlib.h>

#include "base/buf.h"
#include "testing/testing.h"

/* Each folder may include the ones before it, and itself. */
static const char *const folders[] = {
    "lib/base",     "lib/release",   "lib/diag",      "lib/hardware", "lib/spec",
    "lib/sharding", "lib/notation",  "lib/program",   "lib/jax",      "lib/torch",
    "lib/op",       "lib/derive",    "lib/trace",     "lib/library",  "lib/check",
    "lib/lower",    "lib/diagnose",  "lib/reshard",   "lib/module",   "lib/stablehlo",
    "lib/hlo",      "lib/propagate", "lib/partition", "lib/plan",     "lib/report",
    "cli"};

/* Rooms of a folder in order: each may include those before it. */
static const struct house {
	const char *folder, *rooms[12];
	/* Of another room only its door is included, ROOM/ROOM.h; but all of the first, on which
	 * the others stand. */
	bool doors;
} houses[] = {
    {"spec", {"yaml", "script", "settings"}, false},
    {"op",
     {"core", "place", "manual", "shape", "elementwise", "random", "index", "reduce", "contract"},
     true},
    {"trace", {"value", "state", "module", "convert", "eval", "repair"}, false},
    {"library",
     {"arguments", "numpy", "lax", "indexing", "linalg", "random", "prelude", "placement",
      "transform", "python"},
     true},
    {"propagate", {"factor", "graph"}, false},
    {"partition", {"slice", "gather", "convolution"}, false},
    {"cli", {"files", "arguments", "check", "completion", "commands"}, false},
};

static bool is_source(struct str name)
{
	bool code = str_ends_with(name, STR(".c")) || str_ends_with(name, STR(".h"));
	return code && !str_ends_with(name, STR("_test.c")) && !str_ends_with(name, STR("_fuzz.c"));
}

/* Place of a folder in the line by the name it is included by, or -1. */
static int layer_of(struct str name)
{
	for (size_t i = 0; i < ROWS(folders); i++) {
		struct str folder = str_of(folders[i]);
		size_t start = str_starts_with(folder, STR("lib/")) ? 4 : 0;
		if (str_equal(str_slice(folder, start, folder.len), name))
			return (int)i;
	}
	return -1;
}

/* What goes through the lines of sources, and how many files it has seen. */
struct walk {
	void (*look)(const char *path, size_t folder, struct str line);
	size_t folder, files;
};

static void walk_file(struct arena *arena, struct walk *walk, const char *path)
{
	struct str text = testing_read(arena, path);
	walk->files++;
	for (size_t at = 0; at < text.len;) {
		size_t end = str_find(text, '\n', at);
		walk->look(path, walk->folder, str_slice(text, at, end));
		at = end + 1;
	}
}

/* Names without a dot are those of rooms inside of a folder; what tests share is in no line. */
static void walk_folder(struct arena *arena, struct walk *walk, const char *folder)
{
	struct testing_names names = testing_list(arena, folder);
	for (size_t i = 0; i < names.count; i++) {
		const char *path = str_format(arena, "%s/%s", folder, names.items[i]).s;
		if (strcmp(names.items[i], "testing") == 0)
			continue;
		if (!strchr(names.items[i], '.'))
			walk_folder(arena, walk, path);
		else if (is_source(str_of(names.items[i])))
			walk_file(arena, walk, path);
	}
}

/* Calls `look` for each line of each source file of the folders; returns how many files there are.
 */
static size_t each_line(void (*look)(const char *path, size_t folder, struct str line))
{
	struct arena arena = {0};
	struct walk walk = {.look = look};
	for (size_t i = 0; i < ROWS(folders); i++) {
		walk.folder = i;
		walk_folder(&arena, &walk, folders[i]);
	}
	arena_drop(&arena);
	return walk.files;
}

static void check_include(const char *path, size_t folder, struct str line)
{
	static const char include[] = "#include \"";
	if (!str_starts_with(line, str_of(include)) || str_ends_with(line, STR(".def\"")))
		return;
	struct str file = str_slice(line, sizeof include - 1, line.len - 1);
	size_t slash = str_find(file, '/', 0);
	int layer = layer_of(str_slice(file, 0, slash));
	cr_expect(layer >= 0, "%s includes a folder that is not in the line: %.*s", path,
	          STR_ARG(line));
	cr_expect(layer <= (int)folder, "%s includes against the line: %.*s", path, STR_ARG(line));
}

Test(layering, includes_point_one_way)
{
	cr_expect_geq(each_line(check_include), 500u);
}

/* The room that a path goes into, from its first slash on: -1 for none. */
static int room_of(const struct house *house, struct str path)
{
	struct str folder = str_of(house->folder);
	if (!str_starts_with(path, folder) || path.len <= folder.len || path.s[folder.len] != '/')
		return -1;
	struct str rest = str_slice(path, folder.len + 1, path.len);
	struct str room = str_until(rest, '/');
	for (size_t i = 0; i < ROWS(house->rooms) && house->rooms[i]; i++)
		if (str_equal(room, str_of(house->rooms[i])))
			return (int)i;
	return -1;
}

/* Whether a header, which is of this room, may be included by others. */
static bool is_open(const struct house *house, size_t room, struct str header)
{
	char door[64];
	const char *name = house->rooms[room];
	struct str behind = str_slice(header, strlen(house->folder) + 1, header.len);
	snprintf(door, sizeof door, "%s/%s.h", name, name);
	return !house->doors || room == 0 || str_equal(behind, str_of(door));
}

static void check_rooms(const char *path, size_t folder, struct str line)
{
	static const char include[] = "#include \"";
	if (!str_starts_with(line, str_of(include)) || str_ends_with(line, STR(".def\"")))
		return;
	struct str header = str_slice(line, sizeof include - 1, line.len - 1);
	struct str file = str_of(path);
	if (str_starts_with(file, STR("lib/")))
		file = str_slice(file, 4, file.len);
	for (size_t i = 0; i < ROWS(houses); i++) {
		int from = room_of(&houses[i], file), to = room_of(&houses[i], header);
		if (to < 0 || from == to)
			continue;
		cr_expect(from < 0 || to < from, "%s includes a later room: %.*s", path,
		          STR_ARG(line));
		cr_expect(is_open(&houses[i], (size_t)to, header),
		          "%s includes what is not the door of the room: %.*s", path,
		          STR_ARG(line));
	}
}

Test(layering, rooms_are_entered_by_their_doors)
{
	cr_expect_geq(each_line(check_rooms), 500u);
}

static bool is_word(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
	       c == '_';
}

/* malloc, calloc, realloc, free and the like are for the arena; libraries' own are others. */
static void check_allocation(const char *path, size_t folder, struct str line)
{
	static const char *const names[] = {"malloc", "calloc", "realloc", "free", "strdup"};
	if (strcmp(path, "lib/base/arena.c") == 0)
		return;
	for (size_t i = 0; i < ROWS(names); i++) {
		struct str name = str_of(names[i]);
		for (size_t at = 0; at + name.len < line.len; at++) {
			bool called = line.s[at + name.len] == '(' &&
			              str_starts_with(str_slice(line, at, line.len), name) &&
			              (at == 0 || !is_word(line.s[at - 1]));
			cr_expect(!called, "%s allocates by itself: %.*s", path, STR_ARG(line));
		}
	}
}

Test(layering, only_the_arena_allocates)
{
	cr_expect_geq(each_line(check_allocation), 500u);
}

/* The output of nm on the library, in the arena. */
static struct str symbols(struct arena *arena)
{
	struct buf out = {.arena = arena};
	FILE *nm = popen("nm --defined-only --format=sysv " SHARDCTL_LIBRARY, "r");
	cr_assert_not_null(nm);
	char piece[4096];
	for (size_t got; (got = fread(piece, 1, sizeof piece, nm)) > 0;)
		buf_add(&out, (struct str){piece, got});
	cr_assert_eq(pclose(nm), 0, "nm failed on " SHARDCTL_LIBRARY);
	return buf_str(&out);
}

/* What a sanitizer, a fuzzer or the measuring of coverage puts into a library. */
static bool is_instrumentation(struct str name)
{
	static const char *const parts[] = {"__", ".L", "_sub_", ".str"};
	for (size_t i = 0; i < ROWS(parts); i++)
		if (str_starts_with(name, str_of(parts[i])))
			return true;
	return false;
}

/* Whether what stands in the section can be changed while the program runs. */
static bool is_mutable(struct str section)
{
	static const char *const parts[] = {".data", ".bss", ".tdata", ".tbss", "*COM*"};
	if (str_starts_with(section, STR(".data.rel.ro")))
		return false; /* constants that hold addresses */
	for (size_t i = 0; i < ROWS(parts); i++)
		if (str_starts_with(section, str_of(parts[i])))
			return true;
	return false;
}

/* Lines are NAME|VALUE|CLASS|TYPE|SIZE|LINE|SECTION. */
Test(layering, the_library_has_no_mutable_globals)
{
	enum { FIELDS = 7 };
	struct arena arena = {0};
	struct str text = symbols(&arena);
	size_t listed = 0;
	for (size_t at = 0, end; at < text.len; at = end + 1) {
		struct str fields[FIELDS];
		size_t count = 0;
		end = str_find(text, '\n', at);
		for (size_t from = at; count < FIELDS && from <= end; count++) {
			size_t bar = str_find(str_slice(text, 0, end), '|', from);
			fields[count] = str_trim(str_slice(text, from, bar));
			from = bar + 1;
		}
		if (count < FIELDS)
			continue;
		listed++;
		cr_expect(!is_mutable(fields[FIELDS - 1]) || is_instrumentation(fields[0]),
		          "mutable: %.*s in %.*s", STR_ARG(fields[0]), STR_ARG(fields[FIELDS - 1]));
	}
	cr_expect_geq(listed, 300u, "nm listed %zu symbols", listed);
	arena_drop(&arena);
}
