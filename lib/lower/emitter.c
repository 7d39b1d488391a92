/* SPDX-License-Identifier: Apache-2.0 */
#include "lower/emitter.h"

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

void emitter_reserve(struct emitter *emitter, uint32_t equations)
{
	size_t most = 2 * (size_t)equations;
	emitter->operations =
	    arena_reserve(emitter->arena, emitter->operations, emitter->noperations,
	                  &emitter->operation_room, sizeof *emitter->operations, most);
	emitter->terms = arena_reserve(emitter->arena, emitter->terms, emitter->nterms,
	                               &emitter->term_room, sizeof *emitter->terms, most);
}

/* ---- Types ---- */

/* What stands for a literal that is not known: nothing is simplified by it. */
enum { ANY_NUMBER = 3 };

struct lowered_type written_type(struct emitter *emitter, const struct array_type *type)
{
	enum dtype_class class = dtype_class(type->dtype);
	if (class == DTYPE_FLOAT && type->dtype->bits < 16)
		lower_fails(emitter, "%s", type->dtype->name);
	if (class != DTYPE_KEY)
		return (struct lowered_type){type->dtype, type->shape, type->rank};
	return (struct lowered_type){dtype_named(STR("uint32")),
	                             written_items(emitter->arena, type->shape, type, KEY_WORDS),
	                             written_rank(type)};
}

void add_type(struct emitter *emitter, struct buf *out, const struct array_type *type)
{
	struct lowered_type written = written_type(emitter, type);
	add_lowered_type(out, &written);
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

/* The name of an axis in quotes, behind a comma unless it is the first. */
static void add_axis(struct buf *out, const struct mesh *mesh, uint32_t axis, bool first)
{
	buf_puts(out, first ? "\"" : ", \"");
	buf_add(out, mesh->axes[axis].name);
	buf_putc(out, '"');
}

/* Axes in quotes; all of them that the set has, in the order of the mesh. */
static void add_axis_set(struct buf *out, const struct abstract_mesh *mesh, uint64_t axes)
{
	bool any = false;
	for (uint32_t i = 0; i < mesh->mesh->naxes; i++) {
		if (!(axes >> i & 1))
			continue;
		add_axis(out, mesh->mesh, i, !any);
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
			add_axis(out, mesh, request->spec[i].axes[j], j == 0);
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

static void add_i64(struct buf *out, uint32_t index, int64_t item)
{
	buf_puts(out, index ? ", " : "array<i64: ");
	buf_integer(out, item);
}

void add_i64s(struct buf *out, const int64_t *items, uint32_t count)
{
	for (uint32_t i = 0; i < count; i++)
		add_i64(out, i, items[i]);
	buf_puts(out, count ? ">" : "array<i64>");
}

void add_dims(struct buf *out, const uint32_t *items, uint32_t count)
{
	for (uint32_t i = 0; i < count; i++)
		add_i64(out, i, items[i]);
	buf_puts(out, count ? ">" : "array<i64>");
}

void add_list(struct buf *out, const char *name, struct dimension_list list, bool *any)
{
	if (!list.count)
		return;
	buf_puts(out, *any ? ", " : "");
	buf_puts(out, name);
	buf_puts(out, " = [");
	for (uint32_t i = 0; i < list.count; i++) {
		buf_puts(out, i ? ", " : "");
		buf_integer(out, list.items[i]);
	}
	buf_putc(out, ']');
	*any = true;
}

/* ---- Operations ---- */

static const struct lowered_value *written_values(struct emitter *emitter, const struct term *terms,
                                                  uint32_t count)
{
	struct lowered_value *values = arena_new(emitter->arena, struct lowered_value, count);
	for (uint32_t i = 0; i < count; i++)
		values[i] =
		    (struct lowered_value){terms[i].name, written_type(emitter, &terms[i].type)};
	return values;
}

/* Adds a step of the module, at the place of what is being made. */
static void emit_step(struct emitter *emitter, enum lowered_step step, const char *name,
                      const struct term *operands, uint32_t count, struct str attributes,
                      const struct term_list *results)
{
	const struct lowered_operation operation = {
	    .step = step,
	    .count = count,
	    .nresults = results->count,
	    .name = name,
	    .operands = written_values(emitter, operands, count),
	    .results = written_values(emitter, results->items, results->count),
	    .attributes = attributes,
	    .place = emitter->place,
	    .frame = emitter->frame};
	arena_push(emitter->arena, emitter->operations, emitter->noperations,
	           emitter->operation_room, operation);
}

uint32_t emit_call_begin(struct emitter *emitter)
{
	uint32_t around = emitter->frame;
	emitter->frame = ++emitter->frames;
	return around;
}

uint32_t emit_call_again(struct emitter *emitter, uint64_t call)
{
	uint32_t around = emit_call_begin(emitter);
	if (emitter->call == call)
		emitter->frame = emitter->call_frame;
	emitter->call = call;
	emitter->call_frame = emitter->frame;
	return around;
}

void emit_call_end(struct emitter *emitter, uint32_t around)
{
	emitter->frame = around;
}

/* Gives the results of the next operation their names. */
static void name_results(struct emitter *emitter, const struct term_list *results)
{
	uint32_t number = emitter->next++;
	for (uint32_t i = 0; i < results->count; i++)
		results->items[i].name =
		    (struct lowered_name){LOWERED_RESULT, results->count == 1, number, i};
}

void emit_many(struct emitter *emitter, const char *name, const struct term *operands,
               uint32_t count, struct str attributes, struct term *results, uint32_t nresults)
{
	const struct term_list list = {results, nresults};
	name_results(emitter, &list);
	emit_step(emitter, LOWERED_OPERATION, name, operands, count, attributes, &list);
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
	name_results(emitter, results);
	emit_step(emitter, LOWERED_OPEN, name, operands, count, attributes, results);
}

static const struct term_list no_results = {NULL, 0};

void emit_region(struct emitter *emitter, const struct term *arguments, uint32_t count)
{
	emit_step(emitter, LOWERED_REGION, NULL, arguments, count, STR(""), &no_results);
}

void emit_return(struct emitter *emitter, const struct term *values, uint32_t count)
{
	emit_end(emitter, "stablehlo.return", values, count);
}

void emit_end(struct emitter *emitter, const char *name, const struct term *values, uint32_t count)
{
	emitter->next++;
	emit_step(emitter, LOWERED_END, name, values, count, STR(""), &no_results);
}

void emit_last(struct emitter *emitter, const struct term *values, uint32_t count)
{
	emit_step(emitter, LOWERED_RETURN, NULL, values, count, STR(""), &no_results);
}

void emit_close(struct emitter *emitter, const struct term *operands, uint32_t count,
                const struct term_list *results)
{
	emit_step(emitter, LOWERED_CLOSE, NULL, operands, count, STR(""), results);
}

struct term new_argument(struct emitter *emitter, const struct array_type *type)
{
	return (struct term){.name = {LOWERED_PARAMETER, true, emitter->next++, 0}, .type = *type};
}

void emit_reducer(struct emitter *emitter, const char *operation, const struct array_type *type)
{
	struct array_type scalar = type_plain(emitter->arena, type->dtype, NULL, 0);
	const struct term arguments[] = {new_argument(emitter, &scalar),
	                                 new_argument(emitter, &scalar)};
	emit_region(emitter, arguments, 2);
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

struct term emit_mask(struct emitter *emitter, struct term booleans, const struct array_type *type)
{
	struct array_type mask = *type;
	struct buf text = {.arena = emitter->arena};
	uint32_t *dims = arena_new(emitter->arena, uint32_t, booleans.type.rank);
	for (uint32_t i = 0; i < booleans.type.rank; i++)
		dims[i] = i;
	mask.shape = written_items(emitter->arena, type->shape, type, KEY_WORDS);
	mask.rank = written_rank(type);
	mask.dtype = booleans.type.dtype;
	buf_puts(&text, "broadcast_dimensions = ");
	add_dims(&text, dims, booleans.type.rank);
	return emit(emitter, "stablehlo.broadcast_in_dim", &booleans, 1, buf_str(&text), &mask);
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

static struct str integer_text(struct arena *arena, int64_t number)
{
	char *digits = arena_new(arena, char, INTEGER_DIGITS);
	return (struct str){digits, (size_t)(integer_digits(digits, number) - digits)};
}

/* A number as a constant of the dtype. */
static struct str number_text(struct arena *arena, const struct dtype *dtype, int64_t number)
{
	switch (dtype_class(dtype)) {
	case DTYPE_BOOL:
		return number ? STR("true") : STR("false");
	case DTYPE_FLOAT:
		return number == 0   ? STR("0.000000e+00")
		       : number == 1 ? STR("1.000000e+00")
		                     : str_format(arena, "%.6e", (double)number);
	case DTYPE_COMPLEX:
		return str_format(arena, "(%.6e,0.000000e+00)", (double)number);
	default:
		return integer_text(arena, number);
	}
}

struct term emit_number(struct emitter *emitter, const struct dtype *dtype, int64_t number)
{
	return emit_constant(emitter, dtype, number_text(emitter->arena, dtype, number));
}

/* Whether zero has no sign: the bits of a negative one are what is no number. */
static bool is_unsigned_at_zero(const struct dtype *dtype)
{
	return str_ends_with(str_of(dtype->name), STR("uz"));
}

bool dtype_has_infinity(const struct dtype *dtype)
{
	return dtype_holds_reals(dtype) && !is_unsigned_at_zero(dtype) &&
	       dtype->maxexp == 1 << (dtype->bits - (uint32_t)dtype->nmant - 2);
}

/* An infinity, or what is no number, as the bits of the dtype: 0xFF80. Types without an infinity
 * have the bits of the second for both. */
static struct str special_text(struct arena *arena, const struct dtype *dtype, double number)
{
	uint64_t sign = (uint64_t)1 << (dtype->bits - 1), quiet = (uint64_t)1 << dtype->nmant >> 1;
	uint64_t ones = sign - 1, exponent = ones >> dtype->nmant << dtype->nmant, bits = ones;
	if (is_unsigned_at_zero(dtype))
		bits = sign;
	else if (dtype_has_infinity(dtype))
		bits = number != number ? exponent | quiet : exponent;
	bits |= number < 0 ? sign : 0;
	return str_format(arena, "0x%0*llX", (int)dtype->bits / 4, (unsigned long long)bits);
}

/* A finite number in digits; most programs have few, which they write often. */
static struct str real_text(struct emitter *emitter, double number)
{
	struct str bits = {(const char *)&number, sizeof number};
	const struct str *known = cache_find(&emitter->reals, bits);
	if (known)
		return *known;
	struct str *text = arena_new(emitter->arena, struct str, 1);
	*text = str_format(emitter->arena, "%.9e", number);
	cache_add(emitter->arena, &emitter->reals, str_copy(emitter->arena, bits), text);
	return *text;
}

struct term emit_real(struct emitter *emitter, const struct dtype *dtype, double number)
{
	if (!dtype_holds_reals(dtype))
		return emit_number(emitter, dtype, number - number != 0 ? 0 : (int64_t)number);
	return emit_constant(emitter, dtype,
	                     number - number != 0
	                         ? special_text(emitter->arena, dtype, number)
	                         : real_text(emitter, dtype_nearest(dtype, number)));
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

/* Whether the function closes over an array that exists outside: a constant without a sharding, on
 * Explicit axes too. JAX: mlir.py ir_constant. */
static bool is_closed_over(const struct emitter *emitter, const struct array *array)
{
	return array->number < emitter->first && !array->level &&
	       dtype_class(array->type.dtype) != DTYPE_KEY;
}

/* A scalar constant that is written where it is used, or before the call that it is handed to. */
static struct term emit_literal(struct emitter *emitter, const struct array *array)
{
	const struct dtype *dtype = array->type.dtype;
	double literal = !array->literal            ? ANY_NUMBER
	                 : dtype_holds_reals(dtype) ? array->literal->real
	                                            : (double)array->literal->integer;
	uint32_t frame = emitter->frame;
	if (array->handed)
		emit_call_begin(emitter);
	struct term term = emit_real(emitter, dtype, literal);
	emit_call_end(emitter, frame);
	term.type = array->type;
	term.literal = !array->handed;
	term.number = literal;
	return term;
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
		*term = emit_literal(emitter, array);
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
