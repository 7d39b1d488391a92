/* SPDX-License-Identifier: Apache-2.0 */
#include "stablehlo/reader.h"

#include "base/utf8.h"

bool scope_bind(struct reader *reader, struct str name, struct instruction *const *items,
                uint32_t count, struct region *region)
{
	struct scope *scope = reader->scope;
	struct cursor *cursor = &reader->cursor;
	bool added;
	struct value value = {arena_copy(scope->arena, items, count, sizeof(*items)), count,
	                      region};
	table_add(scope->arena, &scope->names, name, scope->count, &added);
	if (!added)
		return cursor_fail(cursor, (size_t)(name.s - cursor->text.s), name.len,
		                   "%s is defined twice",
		                   utf8_escaped(cursor->diags->arena, name).s);
	arena_push(scope->arena, scope->values, scope->count, scope->room, value);
	return true;
}

void scope_leave(struct scope *scope, uint32_t count)
{
	table_truncate(&scope->names, count);
	scope->count = count;
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
	const uint32_t *place = table_find(&scope->names, name);
	if (!place)
		return undefined(reader, start, name);
	size_t end = cursor->at; /* without the space behind it, which looking for a # passes */
	if (cursor_takes(cursor, "#")) {
		if (!cursor_integer(cursor, &number))
			return NULL;
		end = cursor->at;
	}
	struct value value = scope->values[*place];
	struct str use = str_slice(cursor->text, start, end);
	if (number < 0 || number >= value.count) {
		cursor_fail(cursor, start, use.len, "%s has %lu result%s",
		            utf8_escaped(cursor->diags->arena, name).s, (unsigned long)value.count,
		            plural(value.count));
		return NULL;
	}
	return scope_capture(reader, region, use, value.items[number], value.region);
}
