/* SPDX-License-Identifier: Apache-2.0 */
#include "stablehlo/reader.h"

#include "base/utf8.h"

/* The number that a name is, as printers write it; SCOPE_NUMBERS: it is none of them. */
static uint32_t number_of(struct str name)
{
	uint32_t number = 0;
	if (name.len < 2 || name.len > 7 || (name.s[1] == '0' && name.len > 2))
		return SCOPE_NUMBERS;
	for (size_t i = 1; i < name.len; i++) {
		if (!byte_is_digit(name.s[i]))
			return SCOPE_NUMBERS;
		number = 10 * number + (uint32_t)(name.s[i] - '0');
	}
	return number < SCOPE_NUMBERS ? number : SCOPE_NUMBERS;
}

static void reserve_numbers(struct scope *scope, uint32_t number)
{
	uint32_t room = scope->nnumbered ? scope->nnumbered : 64;
	while (room <= number)
		room *= 2;
	if (room == scope->nnumbered)
		return;
	scope->numbered =
	    arena_grow(scope->arena, scope->numbered, scope->nnumbered * sizeof(*scope->numbered),
	               room, sizeof(*scope->numbered));
	scope->nnumbered = room;
}

/* Stores which name the next value has; false: another one has it. */
static bool store_name(struct scope *scope, struct str name, uint32_t number)
{
	bool added;
	if (number == SCOPE_NUMBERS) {
		table_add(scope->arena, &scope->names, name, scope->count, &added);
		return added;
	}
	reserve_numbers(scope, number);
	added = !scope->numbered[number];
	if (added)
		scope->numbered[number] = scope->count + 1;
	return added;
}

/* The value of a name, or NULL. */
static const struct value *value_of(const struct scope *scope, struct str name)
{
	uint32_t number = number_of(name);
	if (number < SCOPE_NUMBERS) {
		uint32_t behind = number < scope->nnumbered ? scope->numbered[number] : 0;
		return behind ? &scope->values[behind - 1].value : NULL;
	}
	const uint32_t *place = table_find(&scope->names, name);
	return place ? &scope->values[*place].value : NULL;
}

bool scope_bind(struct reader *reader, struct str name, struct instruction *const *items,
                uint32_t count, struct region *region)
{
	struct scope *scope = reader->scope;
	struct cursor *cursor = &reader->cursor;
	const struct named_value value = {
	    .value = {arena_copy(scope->arena, items, count, sizeof(*items)), count, region},
	    .number = number_of(name),
	};
	if (!store_name(scope, name, value.number))
		return cursor_fail(cursor, (size_t)(name.s - cursor->text.s), name.len,
		                   "%s is defined twice",
		                   utf8_escaped(cursor->diags->arena, name).s);
	arena_push(scope->arena, scope->values, scope->count, scope->room, value);
	return true;
}

void scope_leave(struct scope *scope, uint32_t count)
{
	uint32_t named = 0; /* by no number */
	for (; scope->count > count; scope->count--) {
		uint32_t number = scope->values[scope->count - 1].number;
		if (number < SCOPE_NUMBERS)
			scope->numbered[number] = 0;
		else
			named++;
	}
	table_truncate(&scope->names, scope->names.count - named);
}

struct instruction *region_element(struct reader *reader, struct region *region, uint32_t place)
{
	while (region->nelements <= place)
		arena_push(reader->names, region->elements, region->nelements, region->room, NULL);
	if (region->elements[place])
		return region->elements[place];
	const struct instruction *outside = region->captures->outside[place - region->carried];
	struct instruction *element = computation_add(region->computation, OPCODE_GET_TUPLE_ELEMENT,
	                                              outside->shape, &region->argument, 1);
	element->index = place;
	element->at = outside->at;
	return region->elements[place] = element;
}

/* A constant is not handed in: the region has one of its own. */
static struct instruction *copy_constant(struct reader *reader, struct region *region,
                                         struct str name, const struct instruction *constant)
{
	bool added;
	struct scope *scope = reader->scope;
	uint32_t *place =
	    table_add(scope->arena, &region->constants, name, region->ncopies, &added);
	if (!added)
		return region->copies[*place];
	struct instruction *copy =
	    reader_add(reader, region, OPCODE_CONSTANT, constant->shape, NULL, 0);
	if (!copy)
		return NULL;
	copy->literal = constant->literal;
	copy->name = constant->name;
	copy->at = constant->at;
	arena_push(scope->arena, region->copies, region->ncopies, region->copies_room, copy);
	return copy;
}

struct instruction *scope_capture(struct reader *reader, struct region *region, struct str name,
                                  struct instruction *outer, const struct region *owner)
{
	if (region == owner)
		return outer;
	if (outer->opcode == OPCODE_CONSTANT)
		return copy_constant(reader, region, name, outer);
	if (!region->captures) {
		cursor_unsupported(&reader->cursor, (size_t)(name.s - reader->cursor.text.s),
		                   name.len,
		                   "%s is defined outside of a region that can only use its own "
		                   "arguments",
		                   utf8_escaped(reader->cursor.diags->arena, name).s);
		return NULL;
	}
	outer = scope_capture(reader, region->parent, name, outer, owner);
	if (!outer)
		return NULL;
	bool added;
	struct captures *captures = region->captures;
	uint32_t place = *table_add(reader->names, &captures->names, name, captures->count, &added);
	if (added)
		arena_push(reader->names, captures->outside, captures->count, captures->room,
		           outer);
	return region_element(reader, region, region->carried + place);
}

/* Says that a value is not there, and which one was probably meant: numbers are like each other
 * without being meant. */
static struct instruction *undefined(struct reader *reader, size_t start, struct str name)
{
	struct cursor *cursor = &reader->cursor;
	const struct table *known = &reader->scope->names;
	struct str *names = arena_new(reader->scratch, struct str, known->count);
	for (uint32_t i = 0; i < known->count; i++)
		names[i] = known->entries[i].key;
	cursor_fail(cursor, start, name.len, "%s is not defined here",
	            utf8_escaped(cursor->diags->arena, name).s);
	if (name.len > 1 && !byte_is_digit(name.s[1]))
		cursor_suggest(cursor, name, names, known->count);
	return NULL;
}

struct instruction *scope_use(struct reader *reader, struct region *region)
{
	const struct scope *scope = reader->scope;
	struct cursor *cursor = &reader->cursor;
	size_t start = cursor_skip(cursor);
	struct str name = cursor_name(cursor);
	int64_t number = 0;
	if (!name.len)
		return NULL;
	const struct value *value = value_of(scope, name);
	if (!value)
		return undefined(reader, start, name);
	size_t end = cursor->at; /* without the space behind it, which looking for a # passes */
	if (cursor_takes(cursor, "#")) {
		if (!cursor_integer(cursor, &number))
			return NULL;
		end = cursor->at;
	}
	struct str use = str_slice(cursor->text, start, end);
	if (number < 0 || number >= value->count) {
		cursor_fail(cursor, start, use.len, "%s has %lu result%s",
		            utf8_escaped(cursor->diags->arena, name).s, (unsigned long)value->count,
		            plural(value->count));
		return NULL;
	}
	return scope_capture(reader, region, use, value->items[number], value->region);
}
