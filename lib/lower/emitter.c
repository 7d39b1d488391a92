/* SPDX-License-Identifier: Apache-2.0 */
#include "lower/emitter.h"

#include <inttypes.h>
#include <stdarg.h>

#include "op/core/abstract_mesh.h"
#include "op/core/dtype_class.h"
#include "op/core/elements.h"
#include "op/core/sharding_request.h"

bool lower_fails(struct emitter *emitter, const char *format, ...)
{
	va_list args;
	if (emitter->gap)
		return false;
	struct lowering_gap *gap = arena_new(emitter->arena, struct lowering_gap, 1);
	struct buf text = {.arena = emitter->arena};
	va_start(args, format);
	buf_vprintf(&text, format, args);
	va_end(args);
	gap->place = emitter->place;
	gap->reason = buf_str(&text);
	emitter->gap = gap;
	return false;
}

/* ---- Types ---- */

/* What stands for a literal that is not known: nothing is simplified by it. */
enum { ANY_NUMBER = 3 };

/* Adds the name of an element's type in MLIR, which says the kind and the bits. */
static void add_element_type(struct emitter *emitter, struct buf *out, const struct dtype *dtype)
{
	uint32_t bits = (uint32_t)dtype->bits;
	switch (dtype_class(dtype)) {
	case DTYPE_BOOL:
		buf_puts(out, "i1");
		return;
	case DTYPE_KEY:
		buf_puts(out, "ui32");
		return;
	case DTYPE_COMPLEX:
		buf_printf(out, "complex<f%u>", bits / 2);
		return;
	case DTYPE_FLOAT:
		if (bits < 16) {
			lower_fails(emitter, "%s", dtype->name);
			buf_puts(out, "f8E4M3FN");
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

void add_type(struct emitter *emitter, struct buf *out, const struct array_type *type)
{
	buf_puts(out, "tensor<");
	for (uint32_t i = 0; i < type->rank; i++) {
		buf_integer(out, type->shape[i]);
		buf_putc(out, 'x');
	}
	if (dtype_class(type->dtype) == DTYPE_KEY)
		buf_printf(out, "%dx", KEY_WORDS);
	add_element_type(emitter, out, type->dtype);
	buf_putc(out, '>');
}

uint32_t written_rank(const struct array_type *type)
{
	return type->rank + (dtype_class(type->dtype) == DTYPE_KEY);
}

int64_t *written_items(struct arena *arena, const int64_t *items, const struct array_type *type,
                       int64_t other)
{
	uint32_t rank = written_rank(type);
	int64_t *all = arena_new(arena, int64_t, rank);
	for (uint32_t i = 0; i < rank; i++)
		all[i] = items && i < type->rank ? items[i] : other;
	return all;
}

void add_types(struct emitter *emitter, struct buf *out, const struct term *terms, uint32_t count)
{
	buf_putc(out, '(');
	for (uint32_t i = 0; i < count; i++) {
		buf_puts(out, i ? ", " : "");
		add_type(emitter, out, &terms[i].type);
	}
	buf_putc(out, ')');
}

/* Axes in quotes; all of them that the set has, in the order of the mesh. */
static void add_axis_set(struct buf *out, const struct abstract_mesh *mesh, uint64_t axes)
{
	bool any = false;
	for (uint32_t i = 0; i < mesh->mesh->naxes; i++) {
		if (!(axes >> i & 1))
			continue;
		buf_printf(out, "%s\"%.*s\"", any ? ", " : "", STR_ARG(mesh->mesh->axes[i].name));
		any = true;
	}
}

void add_sharding(struct buf *out, const struct sharding_request *request, uint32_t rank,
                  uint64_t open, uint64_t replicated)
{
	const struct mesh *mesh = request->mesh->mesh;
	buf_puts(out, "#sdy.sharding<@mesh, [");
	for (uint32_t i = 0; i < rank; i++) {
		uint32_t count = i < request->count ? request->spec[i].count : 0;
		buf_puts(out, i ? ", {" : "{");
		for (uint32_t j = 0; j < count; j++)
			buf_printf(out, "%s\"%.*s\"", j ? ", " : "",
			           STR_ARG(mesh->axes[request->spec[i].axes[j]].name));
		if (open >> i & 1)
			buf_puts(out, count ? ", ?" : "?");
		buf_putc(out, '}');
	}
	buf_putc(out, ']');
	if (replicated) {
		buf_puts(out, ", replicated={");
		add_axis_set(out, request->mesh, replicated);
		buf_putc(out, '}');
	}
	if (request->unreduced) {
		buf_puts(out, ", unreduced={");
		add_axis_set(out, request->mesh, request->unreduced);
		buf_putc(out, '}');
	}
	buf_putc(out, '>');
}

void add_i64s(struct buf *out, const int64_t *items, uint32_t count)
{
	buf_puts(out, count ? "array<i64: " : "array<i64");
	for (uint32_t i = 0; i < count; i++) {
		buf_puts(out, i ? ", " : "");
		buf_integer(out, items[i]);
	}
	buf_putc(out, '>');
}

void add_dims(struct buf *out, const uint32_t *items, uint32_t count)
{
	buf_puts(out, count ? "array<i64: " : "array<i64");
	for (uint32_t i = 0; i < count; i++) {
		buf_puts(out, i ? ", " : "");
		buf_integer(out, items[i]);
	}
	buf_putc(out, '>');
}

void add_list(struct buf *out, const char *name, struct dimension_list list, bool *any)
{
	if (!list.count)
		return;
	buf_printf(out, "%s%s = [", *any ? ", " : "", name);
	for (uint32_t i = 0; i < list.count; i++)
		buf_printf(out, "%s%lld", i ? ", " : "", (long long)list.items[i]);
	buf_putc(out, ']');
	*any = true;
}

/* ---- Lines ---- */

void end_line(struct emitter *emitter)
{
	buf_putc(&emitter->out, '\n');
	arena_push(emitter->arena, emitter->lines, emitter->nlines, emitter->line_room,
	           (struct lowered_line){emitter->line_start, emitter->place});
	emitter->line_start = (uint32_t)emitter->out.len;
}

static void add_names(struct buf *out, const struct term *terms, uint32_t count)
{
	for (uint32_t i = 0; i < count; i++) {
		buf_puts(out, i ? ", " : "");
		buf_add(out, terms[i].name);
	}
}

/* The name of a value, or of one of several results: %4, %4#1. */
static struct str value_name(struct arena *arena, uint32_t number, bool single, uint32_t index)
{
	enum { ROOM = sizeof "%4294967295#4294967295" };
	struct buf name = {.arena = arena, .data = arena_new(arena, char, ROOM), .room = ROOM};
	buf_putc(&name, '%');
	buf_integer(&name, number);
	if (!single) {
		buf_putc(&name, '#');
		buf_integer(&name, index);
	}
	return buf_str(&name);
}

/* Names results, and writes what stands before the operation: "%4:2 = ". */
static void begin_operation(struct emitter *emitter, const char *name, const struct term *operands,
                            uint32_t count, struct str attributes, const struct term_list *results)
{
	struct buf *out = &emitter->out;
	uint32_t number = emitter->next++;
	for (uint32_t i = 0; i < results->count; i++)
		results->items[i].name = value_name(emitter->arena, number, results->count == 1, i);
	buf_puts(out, "    ");
	if (results->count) {
		buf_putc(out, '%');
		buf_integer(out, number);
		if (results->count > 1)
			buf_printf(out, ":%u", results->count);
		buf_puts(out, " = ");
	}
	buf_putc(out, '"');
	buf_puts(out, name);
	buf_puts(out, "\"(");
	add_names(out, operands, count);
	buf_putc(out, ')');
	if (attributes.len) {
		buf_puts(out, " <{");
		buf_add(out, attributes);
		buf_puts(out, "}>");
	}
}

static void end_operation(struct emitter *emitter, const struct term *operands, uint32_t count,
                          const struct term_list *results)
{
	struct buf *out = &emitter->out;
	buf_puts(out, " : ");
	add_types(emitter, out, operands, count);
	buf_puts(out, " -> ");
	if (results->count == 1)
		add_type(emitter, out, &results->items[0].type);
	else
		add_types(emitter, out, results->items, results->count);
	end_line(emitter);
}

void emit_many(struct emitter *emitter, const char *name, const struct term *operands,
               uint32_t count, struct str attributes, struct term *results, uint32_t nresults)
{
	const struct term_list list = {results, nresults};
	begin_operation(emitter, name, operands, count, attributes, &list);
	end_operation(emitter, operands, count, &list);
}

struct term emit(struct emitter *emitter, const char *name, const struct term *operands,
                 uint32_t count, struct str attributes, const struct array_type *result)
{
	struct term term = {.type = *result};
	emit_many(emitter, name, operands, count, attributes, &term, 1);
	return term;
}

void emit_open(struct emitter *emitter, const char *name, const struct term *operands,
               uint32_t count, struct str attributes, const struct term_list *results)
{
	begin_operation(emitter, name, operands, count, attributes, results);
	buf_puts(&emitter->out, " ({");
	end_line(emitter);
}

void emit_region(struct emitter *emitter, bool first, const struct term *arguments, uint32_t count)
{
	struct buf *out = &emitter->out;
	if (!first) {
		buf_puts(out, "    }, {");
		end_line(emitter);
	}
	if (!count)
		return;
	buf_puts(out, "    ^bb0(");
	for (uint32_t i = 0; i < count; i++) {
		buf_printf(out, "%s%.*s: ", i ? ", " : "", STR_ARG(arguments[i].name));
		add_type(emitter, out, &arguments[i].type);
	}
	buf_puts(out, "):");
	end_line(emitter);
}

void emit_return(struct emitter *emitter, const struct term *values, uint32_t count)
{
	emit_end(emitter, "stablehlo.return", values, count);
}

void emit_end(struct emitter *emitter, const char *name, const struct term *values, uint32_t count)
{
	const struct term_list none = {NULL, 0};
	struct buf *out = &emitter->out;
	begin_operation(emitter, name, values, count, STR(""), &none);
	buf_puts(out, " : ");
	add_types(emitter, out, values, count);
	buf_puts(out, " -> ()");
	end_line(emitter);
}

void emit_close(struct emitter *emitter, const struct term *operands, uint32_t count,
                const struct term_list *results)
{
	buf_puts(&emitter->out, "    })");
	end_operation(emitter, operands, count, results);
}

struct term new_argument(struct emitter *emitter, const struct array_type *type)
{
	return (struct term){.name = str_format(emitter->arena, "%%r%u", emitter->next++),
	                     .type = *type};
}

void emit_reducer(struct emitter *emitter, bool first, const char *operation,
                  const struct array_type *type)
{
	struct array_type scalar = type_plain(emitter->arena, type->dtype, NULL, 0);
	const struct term arguments[] = {new_argument(emitter, &scalar),
	                                 new_argument(emitter, &scalar)};
	emit_region(emitter, first, arguments, 2);
	const struct term result = emit(emitter, operation, arguments, 2, STR(""), &scalar);
	emit_return(emitter, &result, 1);
}

struct term emit_comparison(struct emitter *emitter, const struct term *operands, const char *kind,
                            const char *direction, const struct array_type *result)
{
	return emit(emitter, "stablehlo.compare", operands, 2,
	            str_format(emitter->arena,
	                       "compare_type = #stablehlo<comparison_type %s>, "
	                       "comparison_direction = #stablehlo<comparison_direction %s>",
	                       kind, direction),
	            result);
}

/* ---- Shardings ---- */

/* Whether a constraint says what the type says: nothing on a mesh without Explicit axes. */
static bool says_sharding(const struct array_type *type)
{
	return type->mesh && !abstract_mesh_all(type->mesh, AXIS_MANUAL) &&
	       !abstract_mesh_all(type->mesh, AXIS_AUTO) && type->mesh->mesh->naxes > 0;
}

struct term constrained(struct emitter *emitter, struct term term, const struct array_type *type)
{
	if (!says_sharding(type))
		return term;
	struct sharding_request request = type_request(type);
	struct buf attributes = {.arena = emitter->arena};
	bool mixed = abstract_mesh_axes(type->mesh, AXIS_AUTO) != 0;
	uint64_t held = spec_axes(type->spec, type->rank) | type->unreduced;
	buf_puts(&attributes, "sharding = ");
	add_sharding(&attributes, &request, written_rank(&term.type), mixed ? ~UINT64_C(0) : 0,
	             mixed ? type->mesh->explicit_axes & ~held : 0);
	struct array_type same = term.type;
	return emit(emitter, "sdy.sharding_constraint", &term, 1, buf_str(&attributes), &same);
}

struct term constrained_own(struct emitter *emitter, struct term term)
{
	struct array_type own = term.type;
	return constrained(emitter, term, &own);
}

struct term emit_placed(struct emitter *emitter, const char *name, const struct term *operands,
                        uint32_t count, struct str attributes, const struct array_type *result)
{
	return constrained_own(emitter, emit(emitter, name, operands, count, attributes, result));
}

/* ---- Constants ---- */

struct term emit_constant(struct emitter *emitter, const struct dtype *dtype, struct str text)
{
	struct array_type type = type_plain(emitter->arena, dtype, NULL, 0);
	struct buf attributes = {.arena = emitter->arena};
	buf_puts(&attributes, "value = dense<");
	buf_add(&attributes, text);
	buf_puts(&attributes, "> : ");
	add_type(emitter, &attributes, &type);
	return emit(emitter, "stablehlo.constant", NULL, 0, buf_str(&attributes), &type);
}

/* A number as a constant of the dtype. */
static struct str number_text(struct arena *arena, const struct dtype *dtype, int64_t number)
{
	switch (dtype_class(dtype)) {
	case DTYPE_BOOL:
		return number ? STR("true") : STR("false");
	case DTYPE_FLOAT:
		return str_format(arena, "%.6e", (double)number);
	case DTYPE_COMPLEX:
		return str_format(arena, "(%.6e,0.000000e+00)", (double)number);
	default:
		return str_format(arena, "%" PRId64, number);
	}
}

struct term emit_number(struct emitter *emitter, const struct dtype *dtype, int64_t number)
{
	return emit_constant(emitter, dtype, number_text(emitter->arena, dtype, number));
}

struct term emit_real(struct emitter *emitter, const struct dtype *dtype, double number)
{
	bool infinite = number - number != 0;
	if (!dtype_holds_reals(dtype) || (infinite && dtype->bits != 32))
		return emit_number(emitter, dtype, infinite ? 0 : (int64_t)number);
	struct str text = number != number ? STR("0x7FC00000")
	                  : !infinite      ? str_format(emitter->arena, "%.9e", number)
	                  : number > 0     ? STR("0x7F800000")
	                                   : STR("0xFF800000");
	return emit_constant(emitter, dtype, text);
}

struct term emit_splat(struct emitter *emitter, struct term scalar, const struct array_type *type)
{
	return emit(emitter, "stablehlo.broadcast_in_dim", &scalar, 1,
	            STR("broadcast_dimensions = array<i64>"), type);
}

/* ---- Arrays ---- */

void bind_term(struct emitter *emitter, const struct array *array, struct term term)
{
	bool added;
	if (!array)
		return;
	term.type = array->type;
	uint32_t *number =
	    table_add(emitter->arena, &emitter->numbers, array_key(array), emitter->nterms, &added);
	if (added)
		arena_push(emitter->arena, emitter->terms, emitter->nterms, emitter->term_room,
		           term);
	else
		emitter->terms[*number] = term;
}

/* An element as a constant. */
static struct str element_shown(struct arena *arena, const struct dtype *dtype,
                                union element element)
{
	if (!dtype_holds_reals(dtype))
		return number_text(arena, dtype, element.integer);
	return element.real - element.real == 0 ? str_format(arena, "%.9e", element.real)
	                                        : number_text(arena, dtype, 0);
}

/* An array that exists before the program runs, by what it holds. */
static bool emit_held(struct emitter *emitter, const struct array *array, struct term *term)
{
	const union element *elements = array_elements(array);
	int64_t count = elements ? held_count(&array->type) : -1;
	struct buf attributes = {.arena = emitter->arena};
	if (count < 0)
		return false;
	buf_puts(&attributes, array->type.rank ? "value = dense<[" : "value = dense<");
	for (int64_t i = 0; i < count; i++) {
		buf_puts(&attributes, i ? ", " : "");
		buf_add(&attributes,
		        element_shown(emitter->arena, array_held_dtype(array), elements[i]));
	}
	buf_puts(&attributes, array->type.rank ? "]> : " : "> : ");
	add_type(emitter, &attributes, &array->type);
	*term = emit(emitter, "stablehlo.constant", NULL, 0, buf_str(&attributes), &array->type);
	return true;
}

struct term emit_array(struct emitter *emitter, const struct array *array)
{
	struct buf text = {.arena = emitter->arena};
	buf_puts(&text, "value = dense_resource<__elided__> : ");
	add_type(emitter, &text, &array->type);
	return emit(emitter, "stablehlo.constant", NULL, 0, buf_str(&text), &array->type);
}

/* Whether the function closes over an array that exists outside: a constant without a sharding.
 * What Explicit axes make of that is not known. JAX: mlir.py ir_constant. */
static bool is_closed_over(const struct emitter *emitter, const struct array *array)
{
	const struct abstract_mesh *mesh = array->type.mesh;
	return array->number < emitter->first && !array->level && !(mesh && mesh->explicit_axes) &&
	       dtype_class(array->type.dtype) != DTYPE_KEY;
}

bool term_of(struct emitter *emitter, const struct array *array, struct term *term)
{
	const uint32_t *number = table_find(&emitter->numbers, array_key(array));
	if (number) {
		*term = emitter->terms[*number];
		return true;
	}
	if (array_elements(array) && array->type.rank <= 1 && emit_held(emitter, array, term))
		return true;
	if (array->type.rank == 0 && !array->type.mesh) {
		const struct dtype *dtype = array->type.dtype;
		bool real = dtype_holds_reals(dtype);
		double literal = !array->literal ? ANY_NUMBER
		                 : real          ? array->literal->real
		                                 : (double)array->literal->integer;
		*term = emit_real(emitter, dtype, literal);
		term->type = array->type;
		term->literal = true;
		term->number = literal;
		return true;
	}
	if (is_closed_over(emitter, array)) {
		*term = emit_array(emitter, array);
		return true;
	}
	struct buf text = {.arena = emitter->arena};
	type_text(&text, &array->type, false);
	return lower_fails(emitter, "what makes an array %s", buf_str(&text).s);
}
