/* SPDX-License-Identifier: Apache-2.0 */
#include "diagnose/fact.h"

#include "spec/yaml/literal.h"

enum { MOST_PARTS = 64, MOST_SIZES = 64 };

struct str fact_line(struct arena *arena, struct str text)
{
	struct buf out = {.arena = arena};
	for (size_t i = 0; i < text.len; i++) {
		bool space = strchr(" \n\t\r", text.s[i]) && text.s[i];
		if (!space)
			buf_putc(&out, text.s[i]);
		else if (out.len && out.data[out.len - 1] != ' ')
			buf_putc(&out, ' ');
	}
	return str_trim(buf_str(&out));
}

static bool is_name_byte(char c)
{
	return c && !strchr(" \t\r\n'\"`,()[]{}:=", c);
}

/* The next name of the text from *at on, which is in quotes or not; empty behind the last, or where
 * a full stop may stand. */
static struct str next_name(struct str text, size_t *at)
{
	while (*at < text.len && !is_name_byte(text.s[*at]))
		++*at;
	size_t from = *at;
	while (*at < text.len && is_name_byte(text.s[*at]))
		++*at;
	bool stop = *at == from + 1 && text.s[from] == '.';
	return str_slice(text, from, stop ? from : *at);
}

/* All names of a text: `x`, `y` or ('data', 'model'). */
static const struct str *read_names(struct arena *arena, struct str text, uint32_t *count)
{
	struct str *names = arena_new(arena, struct str, MOST_PARTS);
	*count = 0;
	for (size_t at = 0; *count < MOST_PARTS;) {
		struct str name = next_name(text, &at);
		if (!name.len)
			break;
		names[(*count)++] = name;
	}
	return names;
}

/* The integers of a text, (8, 4) or [8,4]; NULL when something else stands between them. */
static const int64_t *read_sizes(struct arena *arena, struct str text, uint32_t *count)
{
	int64_t *sizes = arena_new(arena, int64_t, MOST_SIZES);
	*count = 0;
	for (size_t at = 0; *count < MOST_SIZES;) {
		struct str word = next_name(text, &at);
		if (!word.len)
			return sizes;
		if (!str_to_int64(word, &sizes[(*count)++]))
			break;
	}
	*count = 0;
	return NULL;
}

/* The text in the brackets that open at byte `open`; false when they do not close. */
static bool in_brackets(struct str text, size_t open, struct str *inside)
{
	int depth = 0;
	for (size_t at = open; at < text.len; at++) {
		depth += text.s[at] == '(' || text.s[at] == '[' || text.s[at] == '{';
		depth -= text.s[at] == ')' || text.s[at] == ']' || text.s[at] == '}';
		if (depth == 0) {
			*inside = str_slice(text, open + 1, at);
			return true;
		}
	}
	return false;
}

/* Whether the name that ends at byte `at` is followed by a size: 'x': 2, or 'x', 2 of a dict that
 * is written as pairs. */
static bool before_size(struct str text, size_t at)
{
	return at + 1 < text.len && (text.s[at] == '\'' || text.s[at] == '"') &&
	       (text.s[at + 1] == ':' || text.s[at + 1] == ',');
}

/* The axes 'x': 2, 'y': 4 of a mesh, up to what is no such pair. */
static void read_mesh_axes(struct arena *arena, struct str text, struct facts *facts)
{
	struct fact_axis *axes = arena_new(arena, struct fact_axis, MOST_PARTS);
	uint32_t count = 0;
	for (size_t at = 0; count < MOST_PARTS && at < text.len;) {
		struct fact_axis axis = {.name = next_name(text, &at)};
		if (!before_size(text, at) || !str_to_int64(next_name(text, &at), &axis.size))
			break;
		axes[count++] = axis;
	}
	if (!count)
		return;
	facts->mesh = axes;
	facts->nmesh = count;
}

/* Mesh('x': 2, axis_types=(Auto,)), AbstractMesh(…), mesh={'data': 4} of a very old one, or an
 * OrderedDict, which Python before 3.12 writes as [('data', 4)]. */
static void read_mesh(struct arena *arena, struct str text, struct facts *facts)
{
	struct str inside;
	size_t open = str_search(text, STR("Mesh("), 0);
	if (open < text.len)
		open += strlen("Mesh");
	else
		open = str_starts_with(text, STR("OrderedDict([")) ? strlen("OrderedDict(")
		                                                   : str_find(text, '{', 0);
	if (open < text.len && in_brackets(text, open, &inside))
		read_mesh_axes(arena, inside, facts);
}

/* One entry of a spec; false for what leaves the dimension open, or is none. */
static bool read_entry(struct arena *arena, const struct literal *item, struct fact_entry *entry)
{
	*entry =
	    (struct fact_entry){NULL, 0, item->kind == LITERAL_TUPLE || item->kind == LITERAL_LIST};
	if (item->kind == LITERAL_NAME)
		return literal_is_name(item, "None");
	if (item->kind != LITERAL_STRING && !entry->tuple)
		return false;
	struct str *axes = arena_new(arena, struct str, item->count + 1);
	entry->axes = axes;
	if (!entry->tuple)
		axes[entry->count++] = item->text;
	for (const struct literal *axis = entry->tuple ? item->items : NULL; axis;
	     axis = axis->next)
		axes[entry->count++] = axis->text;
	return true;
}

/* P('x', None), PartitionSpec(('x', 'y'),) or a plain tuple of entries. */
static void read_spec(struct arena *arena, struct str text, struct facts *facts)
{
	struct literal_error error = {0};
	const struct literal *literal = literal_read(arena, fact_line(arena, text), 0, &error);
	bool listed = literal && (literal->kind == LITERAL_CALL || literal->kind == LITERAL_TUPLE);
	if (!listed || literal->object)
		return;
	struct fact_entry *entries = arena_new(arena, struct fact_entry, literal->count + 1);
	uint32_t count = 0;
	for (const struct literal *item = literal->items; item; item = item->next)
		if (!item->keyword.s && !read_entry(arena, item, &entries[count++]))
			return;
	facts->spec = entries;
	facts->nspec = count;
}

/* The entries of a spec without what calls it. */
static void read_entries(struct arena *arena, struct str text, struct facts *facts)
{
	read_spec(arena, str_format(arena, "P(%.*s)", STR_ARG(text)), facts);
}

/* NamedSharding(mesh=…, spec=…, memory_kind=…) */
static void read_sharding(struct arena *arena, struct str text, struct facts *facts)
{
	read_mesh(arena, text, facts);
	size_t at = str_search(text, STR("spec="), 0), open = str_find(text, '(', at);
	struct str inside;
	if (at < text.len && open < text.len && in_brackets(text, open, &inside))
		read_spec(arena, str_slice(text, at + strlen("spec="), open + inside.len + 2),
		          facts);
}

/* The axes behind '@' of one size of a type. */
static struct fact_entry read_size_axes(struct arena *arena, struct str text)
{
	struct fact_entry entry = {0};
	size_t sign = str_find(text, '@', 0);
	if (sign == text.len)
		return entry;
	entry.axes = read_names(arena, str_slice(text, sign + 1, text.len), &entry.count);
	entry.tuple = text.s[sign + 1 < text.len ? sign + 1 : sign] == '(';
	return entry;
}

/* The end of the size that starts at `at`: the next comma outside of parentheses. */
static size_t size_end(struct str text, size_t at)
{
	int depth = 0;
	for (; at < text.len && !(depth == 0 && text.s[at] == ','); at++)
		depth += (text.s[at] == '(' || text.s[at] == '{') -
		         (text.s[at] == ')' || text.s[at] == '}');
	return at;
}

/* The sizes of float32[8@x,4]; false when one is no number. */
static bool read_typed_sizes(struct arena *arena, struct str text, struct facts *facts)
{
	int64_t *sizes = arena_new(arena, int64_t, MOST_SIZES);
	struct fact_entry *entries = arena_new(arena, struct fact_entry, MOST_SIZES);
	uint32_t count = 0;
	for (size_t at = 0; at < text.len && count < MOST_SIZES; count++) {
		size_t end = size_end(text, at), digits = at;
		while (digits < end && byte_is_digit(text.s[digits]))
			digits++;
		if (!str_to_int64(str_slice(text, at, digits), &sizes[count]))
			return false;
		entries[count] = read_size_axes(arena, str_slice(text, digits, end));
		at = end + 1;
	}
	facts->shape = sizes;
	facts->spec = entries;
	facts->nshape = facts->nspec = count;
	return true;
}

/* float32[8@x,4], ShapedArray(float32[8]), or the shape alone that old releases give. */
static void read_type(struct arena *arena, struct str text, struct facts *facts)
{
	struct str inside, line = fact_line(arena, text);
	size_t open = str_find(line, '[', 0);
	if (str_starts_with(line, STR("(")))
		facts->shape = read_sizes(arena, line, &facts->nshape);
	else if (open < line.len && in_brackets(line, open, &inside))
		read_typed_sizes(arena, inside, facts);
}

static void read_shape(struct arena *arena, struct str text, struct facts *facts)
{
	facts->shape = read_sizes(arena, text, &facts->nshape);
}

static void read_axis(struct arena *arena, struct str text, struct facts *facts)
{
	facts->axes = read_names(arena, text, &facts->naxes);
}

static void read_mesh_names(struct arena *arena, struct str text, struct facts *facts)
{
	facts->mesh_names = read_names(arena, text, &facts->nmesh_names);
}

static void read_mesh_shape(struct arena *arena, struct str text, struct facts *facts)
{
	facts->mesh_shape = read_sizes(arena, text, &facts->nmesh_shape);
}

static void read_argument(struct arena *arena, struct str text, struct facts *facts)
{
	struct str line = fact_line(arena, text);
	bool quoted = line.len > 1 && line.s[0] == '`' && line.s[line.len - 1] == '`';
	facts->argument = quoted ? str_slice(line, 1, line.len - 1) : line;
}

/* Sizes and names that stand apart are one mesh. */
static void join_mesh(struct arena *arena, struct facts *facts)
{
	if (facts->mesh || !facts->mesh_shape || facts->nmesh_shape != facts->nmesh_names)
		return;
	struct fact_axis *axes = arena_new(arena, struct fact_axis, facts->nmesh_names);
	for (uint32_t i = 0; i < facts->nmesh_names; i++)
		axes[i] = (struct fact_axis){facts->mesh_names[i], facts->mesh_shape[i]};
	facts->mesh = axes;
	facts->nmesh = facts->nmesh_names;
}

static bool in_mesh(const struct facts *facts, struct str name)
{
	for (uint32_t i = 0; i < facts->nmesh_names; i++)
		if (str_equal(facts->mesh_names[i], name))
			return true;
	return false;
}

/* Of axes among which one is not in the mesh those that are not: others are not wrong. */
static void keep_missing(struct arena *arena, struct facts *facts)
{
	struct str *missing = arena_new(arena, struct str, facts->naxes);
	uint32_t count = 0;
	for (uint32_t i = 0; i < facts->naxes; i++)
		if (!in_mesh(facts, facts->axes[i]))
			missing[count++] = facts->axes[i];
	if (!count)
		return;
	facts->axes = missing;
	facts->naxes = count;
}

struct facts facts_read(struct arena *arena, const struct pattern_match *match)
{
	static const char *const integers[FACT_INTEGERS] = {"rank", "dim", "size", "axis_size",
	                                                    "entries"};
	static const struct {
		const char *name;
		void (*read)(struct arena *arena, struct str text, struct facts *facts);
	} readers[] = {
	    {"type", read_type},
	    {"shape", read_shape},
	    {"mesh", read_mesh},
	    {"sharding", read_sharding},
	    {"spec", read_spec},
	    {"entries_text", read_entries},
	    {"axis", read_axis},
	    {"argument", read_argument},
	    {"mesh_names", read_mesh_names},
	    {"mesh_shape", read_mesh_shape},
	};
	struct facts facts = {0};
	for (size_t i = 0; i < COUNT_OF(readers); i++) {
		struct str value = pattern_hole(match, str_of(readers[i].name));
		if (value.s)
			readers[i].read(arena, value, &facts);
	}
	for (size_t i = 0; i < FACT_INTEGERS; i++) {
		struct str value = pattern_hole(match, str_of(integers[i]));
		facts.integers[i].known = value.s && str_to_int64(value, &facts.integers[i].value);
	}
	join_mesh(arena, &facts);
	keep_missing(arena, &facts);
	return facts;
}
