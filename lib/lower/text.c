/* SPDX-License-Identifier: Apache-2.0 */
/* What was lowered as text, and whether two texts would be the same. */
#include "lower/text.h"

#include "op/core/dtype_class.h"

/* Adds the name in MLIR of a float of less than 16 bits: f8E4M3FN of float8_e4m3fn. */
static void add_small_float(struct buf *out, const struct dtype *dtype)
{
	const char *format = strchr(dtype->name, '_');
	buf_printf(out, "f%u", dtype->bits);
	for (const char *c = format ? format + 1 : ""; *c; c++)
		buf_putc(out, *c >= 'a' && *c <= 'z' ? (char)(*c - 'a' + 'A') : *c);
}

/* Adds the name of an element's type in MLIR, which says the kind and the bits. */
static void add_element_type(struct buf *out, const struct dtype *dtype)
{
	uint32_t bits = (uint32_t)dtype->bits;
	switch (dtype_class(dtype)) {
	case DTYPE_BOOL:
		buf_puts(out, "i1");
		return;
	case DTYPE_COMPLEX:
		buf_printf(out, "complex<f%u>", bits / 2);
		return;
	case DTYPE_FLOAT:
		if (bits < 16) {
			add_small_float(out, dtype);
			return;
		}
		buf_puts(out, strcmp(dtype->name, "bfloat16") == 0 ? "bf" : "f");
		buf_integer(out, bits);
		return;
	default:
		buf_puts(out, dtype->name[0] == 'u' ? "ui" : "i");
		buf_integer(out, bits);
	}
}

void add_lowered_type(struct buf *out, const struct lowered_type *type)
{
	buf_puts(out, "tensor<");
	for (uint32_t i = 0; i < type->rank; i++) {
		buf_integer(out, type->shape[i]);
		buf_putc(out, 'x');
	}
	add_element_type(out, type->dtype);
	buf_putc(out, '>');
}

static void add_types(struct buf *out, const struct lowered_value *values, uint32_t count)
{
	for (uint32_t i = 0; i < count; i++) {
		buf_puts(out, i ? ", " : "");
		add_lowered_type(out, &values[i].type);
	}
}

void add_lowered_name(struct buf *out, struct lowered_name name)
{
	static const char *const stems[] = {"", "%", "%r", "%arg"};
	buf_puts(out, stems[name.kind]);
	buf_integer(out, name.number);
	if (name.kind != LOWERED_RESULT || name.single)
		return;
	buf_putc(out, '#');
	buf_integer(out, name.index);
}

struct str lowered_name_text(struct arena *arena, struct lowered_name name)
{
	enum { ROOM = sizeof "%4294967295#4294967295" };
	struct buf text = {.arena = arena, .data = arena_new(arena, char, ROOM), .room = ROOM};
	add_lowered_name(&text, name);
	return buf_str(&text);
}

static void add_names(struct buf *out, const struct lowered_value *values, uint32_t count)
{
	for (uint32_t i = 0; i < count; i++) {
		buf_puts(out, i ? ", " : "");
		add_lowered_name(out, values[i].name);
	}
}

/* %4:2 = "stablehlo.while"(%0, %1) <{…}> */
static void add_beginning(struct buf *out, const struct lowered_operation *operation)
{
	buf_puts(out, "    ");
	if (operation->nresults) {
		struct lowered_name first = operation->results[0].name;
		first.single = true;
		add_lowered_name(out, first);
		if (operation->nresults > 1)
			buf_printf(out, ":%u", operation->nresults);
		buf_puts(out, " = ");
	}
	buf_putc(out, '"');
	buf_puts(out, operation->name);
	buf_puts(out, "\"(");
	add_names(out, operation->operands, operation->count);
	buf_putc(out, ')');
	if (operation->attributes.len) {
		buf_puts(out, " <{");
		buf_add(out, operation->attributes);
		buf_puts(out, "}>");
	}
}

/* : (T, T) -> T */
static void add_signature(struct buf *out, const struct lowered_operation *operation)
{
	bool single = operation->nresults == 1;
	buf_puts(out, " : (");
	add_types(out, operation->operands, operation->count);
	buf_puts(out, single ? ") -> " : ") -> (");
	add_types(out, operation->results, operation->nresults);
	buf_puts(out, single ? "\n" : ")\n");
}

/* ^bb0(%r1: T, %r2: T): */
static void add_parameters(struct buf *out, const struct lowered_operation *region)
{
	if (!region->count)
		return;
	buf_puts(out, "    ^bb0(");
	for (uint32_t i = 0; i < region->count; i++) {
		buf_puts(out, i ? ", " : "");
		add_lowered_name(out, region->operands[i].name);
		buf_puts(out, ": ");
		add_lowered_type(out, &region->operands[i].type);
	}
	buf_puts(out, "):\n");
}

static void add_return(struct buf *out, const struct lowered_operation *operation)
{
	buf_puts(out, operation->count ? "    return " : "    return");
	add_names(out, operation->operands, operation->count);
	buf_puts(out, operation->count ? " : " : "");
	add_types(out, operation->operands, operation->count);
	buf_puts(out, "\n  }\n}\n");
}

static void add_operation(struct buf *out, const struct lowered_operation *operation)
{
	switch (operation->step) {
	case LOWERED_OPEN:
		add_beginning(out, operation);
		buf_puts(out, " ({\n");
		return;
	case LOWERED_REGION:
		if (operation[-1].step != LOWERED_OPEN)
			buf_puts(out, "    }, {\n");
		add_parameters(out, operation);
		return;
	case LOWERED_CLOSE:
		buf_puts(out, "    })");
		add_signature(out, operation);
		return;
	case LOWERED_RETURN:
		add_return(out, operation);
		return;
	case LOWERED_OPERATION:
	case LOWERED_END:
		add_beginning(out, operation);
		add_signature(out, operation);
		return;
	}
}

struct str lowering_text(struct arena *arena, const struct lowering *lowering)
{
	struct buf out = {.arena = arena};
	buf_add(&out, lowering->head);
	buf_puts(&out, " {\n");
	for (uint32_t i = 0; i < lowering->count; i++)
		add_operation(&out, &lowering->operations[i]);
	return buf_str(&out);
}

/* ---- Comparing ---- */

static bool same_values(const struct lowered_value *a, const struct lowered_value *b,
                        uint32_t count)
{
	for (uint32_t i = 0; i < count; i++) {
		const struct lowered_name *x = &a[i].name, *y = &b[i].name;
		const struct lowered_type *s = &a[i].type, *t = &b[i].type;
		if (x->kind != y->kind || x->number != y->number || x->index != y->index ||
		    s->dtype != t->dtype || s->rank != t->rank ||
		    (s->rank && memcmp(s->shape, t->shape, s->rank * sizeof *s->shape) != 0))
			return false;
	}
	return true;
}

static bool same_operation(const struct lowered_operation *a, const struct lowered_operation *b)
{
	return a->step == b->step && a->count == b->count && a->nresults == b->nresults &&
	       a->frame == b->frame && (a->name == b->name || strcmp(a->name, b->name) == 0) &&
	       str_equal(a->attributes, b->attributes) &&
	       same_values(a->operands, b->operands, a->count) &&
	       same_values(a->results, b->results, a->nresults);
}

bool lowering_equal(const struct lowering *a, const struct lowering *b)
{
	if (a->count != b->count || !str_equal(a->head, b->head))
		return false;
	for (uint32_t i = 0; i < a->count; i++)
		if (!same_operation(&a->operations[i], &b->operations[i]))
			return false;
	return true;
}

static bool says_sharding(struct str text)
{
	return str_contains(text, STR("#sdy."));
}

bool lowering_is_sharded(const struct lowering *lowering)
{
	bool sharded = says_sharding(lowering->head);
	for (uint32_t i = 0; !sharded && i < lowering->count; i++)
		sharded = says_sharding(lowering->operations[i].attributes);
	return sharded;
}
