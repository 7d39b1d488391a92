/* SPDX-License-Identifier: Apache-2.0 */
/* One-line types: JAX's own notation f32[4@x, 3], and a size list with a spec behind it. */
#include "spec/reader.h"

/* The brackets of a type text and what is between two commas of them. */
struct type_text {
	const struct reader *reader;
	const struct node *scalar;
	struct str text;
	size_t open, close; /* bytes of the brackets */
	bool placed;        /* some size carries an axis */
	bool failed;
};

static void fail(struct type_text *type, size_t at, size_t length, const char *message)
{
	if (!type->failed)
		diag_help(diag_add(type->reader->diags, RULE_TYPE_SYNTAX,
		                   reader_part(type->reader, type->scalar, at, length),
		                   "this type cannot be read: %s", message),
		          "write it as f32[4@data, 3], or as {shape: [4, 3], dtype: f32, spec: "
		          "[data, null]}");
	type->failed = true;
}

/* Where the bracket opened at `open` closes, or the text's length. */
static size_t closing(struct str text, size_t open)
{
	int depth = 0;
	for (size_t i = open; i < text.len; i++) {
		depth += text.s[i] == '[' || text.s[i] == '(';
		depth -= text.s[i] == ']' || text.s[i] == ')';
		if (depth == 0)
			return i;
	}
	return text.len;
}

/* The end of the entry that starts at `at`: the next comma outside parentheses, or `stop`. */
static size_t entry_end(struct str text, size_t at, size_t stop)
{
	int depth = 0;
	while (at < stop && !(text.s[at] == ',' && depth == 0)) {
		depth += text.s[at] == '(';
		depth -= text.s[at] == ')';
		at++;
	}
	return at;
}

static uint32_t count_entries(const struct type_text *type)
{
	if (str_trim(str_slice(type->text, type->open + 1, type->close)).len == 0)
		return 0;
	uint32_t count = 0;
	for (size_t at = type->open + 1; at <= type->close; count++)
		at = entry_end(type->text, at, type->close) + 1;
	return count;
}

/* Trims white space from bytes [*start, *stop) of the text. */
static void trim(struct str text, size_t *start, size_t *stop)
{
	while (*start < *stop && strchr(" \t\r\n", text.s[*start]))
		++*start;
	while (*start < *stop && strchr(" \t\r\n", text.s[*stop - 1]))
		--*stop;
}

static uint32_t count_axes(const struct type_text *type, size_t start, size_t stop)
{
	uint32_t count = 0;
	while (start < stop && count < MAX_AXES) {
		start = entry_end(type->text, start, stop) + 1;
		count++;
	}
	return count;
}

/* The axes behind '@': one name, or several in parentheses. */
static struct entry read_dim_axes(struct type_text *type, size_t start, size_t stop)
{
	trim(type->text, &start, &stop);
	struct entry entry = {.kind = ENTRY_AXES,
	                      .at = reader_part(type->reader, type->scalar, start, stop - start)};
	entry.tuple = start < stop && type->text.s[start] == '(';
	if (entry.tuple && type->text.s[stop - 1] != ')')
		fail(type, start, stop - start, "this parenthesis is not closed");
	if (entry.tuple)
		start++, stop--;
	struct reference *axes =
	    arena_new(type->reader->arena, struct reference, count_axes(type, start, stop));
	while (!type->failed && start < stop) {
		size_t end = entry_end(type->text, start, stop), from = start, to = end;
		trim(type->text, &from, &to);
		if (entry.naxes == MAX_AXES || from == to)
			fail(type, start, end - start, "a mesh axis is missing here");
		else
			axes[entry.naxes++] = (struct reference){
			    .kind = REFERENCE_NAME,
			    .name = str_slice(type->text, from, to),
			    .at = reader_part(type->reader, type->scalar, from, to - from),
			};
		start = end + 1;
	}
	if (!entry.naxes)
		fail(type, start, 1, "a mesh axis is missing after '@'");
	entry.axes = axes;
	return entry;
}

/* One entry of the brackets, size or size@axes. */
static void read_entry(struct type_text *type, size_t start, size_t stop, struct dim *dim,
                       struct entry *entry)
{
	trim(type->text, &start, &stop);
	size_t sign = str_find(type->text, '@', start);
	size_t size_stop = sign < stop ? sign : stop;
	size_t from = start, to = size_stop;
	trim(type->text, &from, &to);
	dim->at = reader_part(type->reader, type->scalar, start, stop - start);
	*entry = (struct entry){.kind = ENTRY_NONE, .at = dim->at};
	if (from == to)
		fail(type, start, 1, "a size is missing here");
	else if (!reader_size(type->reader, type->scalar, from, to - from, &dim->size))
		type->failed = true;
	if (sign < stop && !type->failed) {
		*entry = read_dim_axes(type, sign + 1, stop);
		type->placed = true;
	}
}

static void read_dtype_of_type(struct type_text *type, struct tensor *tensor)
{
	struct str name = str_trim(str_slice(type->text, 0, type->open));
	struct span at = reader_part(type->reader, type->scalar, 0, name.len ? type->open : 1);
	tensor->dtype = dtype_named(name);
	if (tensor->dtype)
		return;
	size_t count;
	const struct str *names = dtype_names(type->reader->diags->arena, &count);
	struct diag *diag = diag_add(type->reader->diags, RULE_DTYPE_UNKNOWN, at,
	                             "no dtype is called '%s'", reader_shown(type->reader, name).s);
	reader_suggest(type->reader, diag, name, names, count,
	               "write one such as f32, bf16, i32 or bool before the bracket");
}

/* The layout that the axes in the brackets make. */
static const struct layout *layout_of_entries(const struct type_text *type,
                                              const struct entry *entries, uint32_t count)
{
	struct layout *layout = arena_new(type->reader->arena, struct layout, 1);
	layout->at =
	    reader_part(type->reader, type->scalar, type->open, type->close + 1 - type->open);
	layout->spec =
	    (struct partition_spec){.entries = entries, .nentries = count, .at = layout->at};
	return layout;
}

static void read_entries(struct type_text *type, struct tensor *tensor)
{
	tensor->rank = count_entries(type);
	if (tensor->rank > MAX_RANK) {
		diag_add(type->reader->diags, RULE_LIMIT_EXCEEDED, tensor->shape_at,
		         "the tensor has rank %u, and at most %d is read", tensor->rank, MAX_RANK);
		type->failed = true;
		return;
	}
	struct dim *dims = arena_new(type->reader->arena, struct dim, tensor->rank);
	struct entry *entries = arena_new(type->reader->arena, struct entry, tensor->rank);
	size_t at = type->open + 1;
	for (uint32_t i = 0; i < tensor->rank && !type->failed; i++) {
		size_t end = entry_end(type->text, at, type->close);
		read_entry(type, at, end, &dims[i], &entries[i]);
		at = end + 1;
	}
	tensor->dims = dims;
	tensor->has_shape = true;
	tensor->layout = layout_of_entries(type, entries, tensor->rank);
}

void reader_type_text(const struct reader *reader, const struct node *scalar, struct tensor *tensor)
{
	struct type_text type = {.reader = reader, .scalar = scalar, .text = node_text(scalar)};
	type.open = str_find(type.text, '[', 0);
	type.close = type.open < type.text.len ? closing(type.text, type.open) : type.text.len;
	bool broken = tensor->broken;
	tensor->broken = true;
	if (type.open == type.text.len) {
		fail(&type, 0, type.text.len, "there is no list of sizes");
		return;
	}
	if (type.close == type.text.len) {
		fail(&type, type.open, 1, "this bracket is not closed");
		return;
	}
	tensor->shape_at = reader_part(reader, scalar, type.open, type.close + 1 - type.open);
	read_dtype_of_type(&type, tensor);
	read_entries(&type, tensor);
	size_t rest = type.close + 1, stop = type.text.len;
	trim(type.text, &rest, &stop);
	if (!type.failed && rest < stop) {
		if (type.placed)
			fail(&type, rest, stop - rest,
			     "the sizes carry axes already, and a second layout follows");
		else
			tensor->layout = reader_layout_text(reader, scalar, rest);
	}
	tensor->broken = broken || type.failed || !tensor->layout;
}
