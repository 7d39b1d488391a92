/* SPDX-License-Identifier: Apache-2.0 */
#include "library/transform/core_dimensions.h"

#include "jax/python_text.h"

struct signature_reader {
	struct op *op;
	struct str text;
	size_t at;
};

static bool accept(struct signature_reader *reader, const char *text)
{
	struct str rest = str_slice(reader->text, reader->at, reader->text.len);
	if (!str_starts_with(rest, str_of(text)))
		return false;
	reader->at += strlen(text);
	return true;
}

static bool is_word(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
	       c == '_';
}

/* A name; false when there is none. */
static bool read_name(struct signature_reader *reader, struct str *name)
{
	size_t from = reader->at;
	while (reader->at < reader->text.len && is_word(reader->text.s[reader->at]))
		reader->at++;
	*name = str_slice(reader->text, from, reader->at);
	return name->len > 0;
}

/* Names between parentheses. */
static bool read_dimensions(struct signature_reader *reader, struct core_dimensions *dimensions)
{
	struct str *names = NULL, name;
	size_t room = 0;
	dimensions->count = 0;
	if (!accept(reader, "("))
		return false;
	if (!accept(reader, ")")) {
		do {
			if (!read_name(reader, &name))
				return false;
			names = arena_append(reader->op->arena, names, dimensions->count, &room,
			                     sizeof *names);
			names[dimensions->count++] = name;
		} while (accept(reader, ","));
		if (!accept(reader, ")"))
			return false;
	}
	dimensions->names = names;
	return true;
}

/* Such lists with commas between them. */
static bool read_list(struct signature_reader *reader, const struct core_dimensions **list,
                      uint32_t *count)
{
	struct core_dimensions *items = NULL, dimensions;
	size_t room = 0;
	*count = 0;
	do {
		if (!read_dimensions(reader, &dimensions))
			return false;
		items = arena_append(reader->op->arena, items, *count, &room, sizeof *items);
		items[(*count)++] = dimensions;
	} while (accept(reader, ","));
	*list = items;
	return true;
}

bool core_signature_read(struct op *op, struct str text, struct core_signature *signature)
{
	struct signature_reader reader = {.op = op, .text = text};
	*signature = (struct core_signature){0};
	if (read_list(&reader, &signature->inputs, &signature->ninputs) && accept(&reader, "->") &&
	    read_list(&reader, &signature->outputs, &signature->noutputs) && reader.at == text.len)
		return true;
	return refuse(op, RULE_PROGRAM_ERROR, "ValueError",
	              TEXT("not a valid gufunc signature: {}", text),
	              HELP("write it as '(n,m),(m)->(n)'"));
}

static void names_text(struct buf *out, const struct core_dimensions *dimensions)
{
	buf_putc(out, '(');
	for (uint32_t i = 0; i < dimensions->count; i++)
		buf_printf(out, "%s'%.*s'", i ? ", " : "", STR_ARG(dimensions->names[i]));
	buf_puts(out, dimensions->count == 1 ? ",)" : ")");
}

static bool raise_rank(struct op *op, const int64_t *shape, uint32_t rank,
                       const struct core_dimensions *dimensions, struct str context, bool is_input)
{
	struct buf text = op_buf(op);
	buf_puts(&text, is_input ? "input with shape " : "output shape ");
	python_shape(&text, shape, rank);
	buf_puts(&text, is_input ? " does not have enough dimensions for all core dimensions "
	                         : " does not match core dimensions ");
	names_text(&text, dimensions);
	buf_printf(&text, " %.*s", STR_ARG(context));
	return refuse(op, RULE_SHAPE_MISMATCH, "ValueError", TEXT("{}", &text),
	              WORDS("an array of rank {} stands where the signature has {} dimensions",
	                    rank, dimensions->count));
}

/* The size of this name, or NULL. */
static const struct core_size *find_size(const struct core_sizes *sizes, struct str name)
{
	for (uint32_t i = 0; i < sizes->count; i++)
		if (str_equal(sizes->items[i].name, name))
			return &sizes->items[i];
	return NULL;
}

bool core_sizes_update(struct op *op, struct core_sizes *sizes, const int64_t *shape, uint32_t rank,
                       const struct core_dimensions *dimensions, struct str context, bool is_input)
{
	if (is_input ? rank < dimensions->count : rank != dimensions->count)
		return raise_rank(op, shape, rank, dimensions, context, is_input);
	for (uint32_t i = 0; i < dimensions->count; i++) {
		struct str name = dimensions->names[i];
		int64_t size = shape[rank - dimensions->count + i];
		const struct core_size *known = find_size(sizes, name);
		if (!known) {
			sizes->items = arena_append(op->arena, sizes->items, sizes->count,
			                            &sizes->room, sizeof *sizes->items);
			sizes->items[sizes->count++] = (struct core_size){name, size};
		} else if (known->size != size) {
			return refuse(op, RULE_SHAPE_MISMATCH, "ValueError",
			              TEXT("inconsistent size for core dimension '{}': {} vs {} {}",
			                   name, size, known->size, context),
			              WORDS("dimension {} has {} elements here and {} there", name,
			                    size, known->size));
		}
	}
	return true;
}
