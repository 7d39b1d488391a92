/* SPDX-License-Identifier: Apache-2.0 */
/* Pretty forms with regions, or with what only looks like operands. */
#include "stablehlo/build.h"

/* The computation of `reduce … applies stablehlo.add`, made once for each element type. */
static struct computation *combiner(struct reader *reader, const struct region *parent,
                                    struct str name, const struct hlo_shape *shape)
{
	bool added;
	struct str key = str_format(reader->names, "%.*s %s", STR_ARG(name),
	                            shape->element ? shape->element->name : "");
	uint32_t *place = table_add(reader->names, &reader->combiners, key,
	                            reader->module->ncomputations, &added);
	if (!added)
		return reader->module->computations[*place];
	struct region region =
	    reader_region_of(reader, REGION_COMBINER, (struct region *)(uintptr_t)parent);
	struct hlo_shape scalar = {.element = shape->element};
	const struct hlo_shape *kept = arena_copy(reader->arena, &scalar, 1, sizeof scalar);
	struct instruction *operands[2];
	for (int i = 0; i < 2; i++)
		operands[i] = reader_parameter(reader, &region, kept);
	struct instruction *root =
	    reader_add(reader, &region, opcode_of_stablehlo(name), kept, operands, 2);
	region.computation->root = root;
	return region.computation;
}

/* (%x init: %y), (%z init: %w) */
static bool read_inputs(struct reader *reader, struct operation *operation, struct region *region)
{
	struct cursor *cursor = &reader->cursor;
	struct instruction **starts = NULL;
	uint32_t count = 0;
	size_t room = 0;
	do {
		if (!cursor_expects(cursor, "(") || !operation_operand(reader, operation, region))
			return false;
		if (!cursor_takes_word(cursor, "init") || !cursor_expects(cursor, ":"))
			return cursor_unexpected(cursor, "init: and a value");
		struct instruction *start = scope_use(reader, region);
		if (!start || !cursor_expects(cursor, ")"))
			return false;
		arena_push(reader->scratch, starts, count, room, start);
	} while (cursor_takes(cursor, ","));
	for (uint32_t i = 0; i < count; i++)
		arena_push(reader->scratch, operation->operands, operation->noperands,
		           operation->operands_room, starts[i]);
	return true;
}

/* across dimensions = [0] {…} */
static bool read_across(struct reader *reader, struct operation *operation)
{
	struct cursor *cursor = &reader->cursor;
	if (!cursor_takes_word(cursor, "across") || !cursor_takes_word(cursor, "dimensions") ||
	    !cursor_expects(cursor, "="))
		return cursor_unexpected(cursor, "across dimensions = […]");
	attributes_add(&operation->attributes, STR("dimensions"), cursor_balanced(cursor, ":{"));
	return cursor_peek(cursor) != '{' || attributes_read(&operation->attributes, cursor);
}

/* reducer(%a: T, %b: T) (%c: T, %d: T) {…}: a pair of names for each reduced value, while the
 * region's parameters are first all that were so far. */
static bool read_reducer(struct reader *reader, struct operation *operation, struct region *region)
{
	struct cursor *cursor = &reader->cursor;
	struct region body = reader_region_of(reader, REGION_COMBINER, region);
	uint32_t names = reader->scope->count, pairs = operation->noperands / 2;
	struct instruction **parameters =
	    arena_new(reader->scratch, struct instruction *, operation->noperands);
	for (uint32_t i = 0; i < operation->noperands; i++) {
		const struct hlo_shape *value = operation->operands[pairs + i % pairs]->shape;
		parameters[i] = reader_parameter(reader, &body, value);
		if (!parameters[i])
			return false;
	}
	for (uint32_t i = 0; i < pairs; i++) {
		struct instruction *pair[] = {parameters[i], parameters[pairs + i]};
		if (!reader_block_arguments(reader, &body, pair, 2))
			return false;
	}
	if (!cursor_sees(cursor, "{"))
		return cursor_unexpected(cursor, "'{'");
	if (!reader_region(reader, &body, NULL, 0))
		return false;
	scope_leave(reader->scope, names);
	return operation_add_region(reader, operation, &body);
}

bool pretty_reduce(struct reader *reader, struct operation *operation, struct region *region)
{
	struct cursor *cursor = &reader->cursor;
	if (!read_inputs(reader, operation, region))
		return false;
	if (cursor_takes_word(cursor, "applies")) {
		struct str name = cursor_word(cursor);
		size_t dot = str_find(name, '.', 0);
		name = str_slice(name, dot < name.len ? dot + 1 : 0, name.len);
		struct region body = {
		    .computation = combiner(reader, region, name, operation->operands[0]->shape)};
		return body.computation->root && operation_add_region(reader, operation, &body) &&
		       read_across(reader, operation);
	}
	if (!read_across(reader, operation) || !operation_signature(reader, operation))
		return false;
	if (!cursor_takes_word(cursor, "reducer"))
		return cursor_unexpected(cursor, "applies or reducer");
	return read_reducer(reader, operation, region);
}

/* The names of a loop's values, in `names`: (%a = %x, %b = %y) */
static bool read_carried(struct reader *reader, struct operation *operation, struct region *region,
                         struct str **names)
{
	struct cursor *cursor = &reader->cursor;
	uint32_t count = 0;
	size_t room = 0;
	if (!cursor_expects(cursor, "("))
		return false;
	while (cursor_item(cursor, ")", !count)) {
		if (cursor_peek(cursor) != '%')
			return cursor_unexpected(cursor, "the name of a value");
		struct str name = cursor_name(cursor);
		if (!cursor_expects(cursor, "=") || !operation_operand(reader, operation, region))
			return false;
		arena_push(reader->scratch, *names, count, room, name);
	}
	return !cursor->failed;
}

/* One of a loop's regions, in which these names stand for its elements. */
static bool read_loop_region(struct reader *reader, struct operation *operation,
                             struct region *region, const char *word, const struct str *names)
{
	if (!cursor_takes_word(&reader->cursor, word))
		return cursor_unexpected(&reader->cursor, word);
	return build_loop_region(reader, operation, region, names);
}

bool pretty_while(struct reader *reader, struct operation *operation, struct region *region)
{
	struct cursor *cursor = &reader->cursor;
	struct str *names = NULL;
	if (!read_carried(reader, operation, region, &names) ||
	    !operation_signature(reader, operation))
		return false;
	if (cursor_takes_word(cursor, "attributes") &&
	    !attributes_read(&operation->attributes, cursor))
		return false;
	return read_loop_region(reader, operation, region, "cond", names) &&
	       read_loop_region(reader, operation, region, "do", names);
}

/* (%x) in_shardings=[…] out_shardings=[…] manual_axes={…} (%a: T) {…}, and attributes behind. */
bool pretty_manual(struct reader *reader, struct operation *operation, struct region *region)
{
	struct cursor *cursor = &reader->cursor;
	struct region body = reader_region_of(reader, REGION_MANUAL, region);
	uint32_t names = reader->scope->count;
	if (!operation_operands(reader, operation, region))
		return false;
	while (cursor_peek(cursor) != '(') {
		struct str key = cursor_word(cursor);
		if (!key.len || !cursor_expects(cursor, "="))
			return cursor_unexpected(cursor, "in_shardings=, out_shardings= or "
			                                 "manual_axes=");
		attributes_add(&operation->attributes, key, cursor_balanced(cursor, " \n("));
	}
	if (!reader_block_arguments(reader, &body, NULL, 0) ||
	    !reader_region(reader, &body, NULL, 0))
		return false;
	scope_leave(reader->scope, names);
	return operation_add_region(reader, operation, &body) &&
	       (cursor_peek(cursor) != '{' || attributes_read(&operation->attributes, cursor));
}
