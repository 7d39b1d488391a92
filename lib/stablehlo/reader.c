/* SPDX-License-Identifier: Apache-2.0 */
#include "stablehlo/reader.h"

#include "base/utf8.h"
#include "module/order.h"

struct region reader_region_of(struct reader *reader, enum region_kind kind, struct region *parent)
{
	struct str name =
	    str_format(reader->arena, "region_%lu", (unsigned long)reader->module->ncomputations);
	return (struct region){
	    .kind = kind, .parent = parent, .computation = module_add(reader->module, name)};
}

struct instruction *reader_add(struct reader *reader, const struct region *region,
                               enum opcode opcode, const struct hlo_shape *shape,
                               struct instruction *const *operands, uint32_t noperands)
{
	struct cursor *cursor = &reader->cursor;
	if (++reader->instructions > MAX_INSTRUCTIONS) {
		cursor_fail(cursor, cursor->at, 0,
		            "more than %d operations, calls written out: functions that call each "
		            "other many times",
		            MAX_INSTRUCTIONS);
		return NULL;
	}
	struct instruction *instruction =
	    computation_add(region->computation, opcode, shape, operands, noperands);
	reader_note(reader, region->computation, instruction)->frame = reader->frame;
	return instruction;
}

uint32_t reader_number_word(struct reader *reader, double number, struct str text)
{
	bool added, known = !isnan(number);
	const double *kept = known ? arena_copy(reader->names, &number, 1, sizeof number) : NULL;
	struct str word =
	    known ? (struct str){(const char *)kept, sizeof *kept} : str_until(text, '>');
	struct table *words = known ? &reader->numbers : &reader->words;
	uint32_t next = reader->numbers.count + reader->words.count + 1;
	return *table_add(reader->names, words, word, next, &added);
}

struct note *reader_new_note(struct reader *reader, const struct computation *computation,
                             const struct instruction *instruction)
{
	while (reader->nnotes <= computation->number)
		arena_push(reader->names, reader->notes, reader->nnotes, reader->notes_room,
		           (struct notes){0});
	struct notes *notes = &reader->notes[computation->number];
	while (notes->count <= instruction->number)
		arena_push(reader->names, notes->items, notes->count, notes->room,
		           (struct note){.number = UNKNOWN_NUMBER});
	return &notes->items[instruction->number];
}

struct instruction *reader_resolved(struct reader *reader, const struct computation *computation,
                                    struct instruction *instruction)
{
	struct instruction *replacement;
	while ((replacement = reader_note(reader, computation, instruction)->replacement))
		instruction = replacement;
	return instruction;
}

void reader_resolve(struct reader *reader, struct computation *computation)
{
	for (uint32_t i = 0; i < computation->count; i++) {
		const struct instruction *at = computation->instructions[i];
		for (uint32_t j = 0; j < at->noperands; j++)
			at->operands[j] = reader_resolved(reader, computation, at->operands[j]);
	}
	if (computation->root)
		computation->root = reader_resolved(reader, computation, computation->root);
}

struct instruction *reader_parameter(struct reader *reader, struct region *region,
                                     const struct hlo_shape *shape)
{
	struct computation *computation = region->computation;
	struct instruction *parameter =
	    reader_add(reader, region, OPCODE_PARAMETER, shape, NULL, 0);
	if (!parameter)
		return NULL;
	parameter->index = computation->nparameters;
	size_t room = computation->nparameters;
	arena_push(reader->arena, computation->parameters, computation->nparameters, room,
	           parameter);
	return parameter;
}

/* One %x: T loc(…), which is bound to `argument`, or to a new parameter. */
static bool read_block_argument(struct reader *reader, struct region *region,
                                struct instruction *argument)
{
	struct cursor *cursor = &reader->cursor;
	struct str passed;
	size_t start = cursor_skip(cursor);
	if (cursor_peek(cursor) != '%')
		return cursor_unexpected(cursor, "the name of an argument");
	struct str name = cursor_name(cursor);
	if (!cursor_expects(cursor, ":"))
		return false;
	const struct hlo_shape *shape = types_read(&reader->types, cursor);
	if (!shape)
		return false;
	if ((cursor_peek(cursor) == '{' && !cursor_group(cursor, "{", "}", &passed)) ||
	    !cursor_location(cursor, &passed))
		return false;
	if (argument && !hlo_shape_equal(argument->shape, shape))
		return cursor_fail(cursor, start, name.len,
		                   "%s does not have the type of the value that it stands for",
		                   utf8_escaped(cursor->diags->arena, name).s);
	if (!argument) {
		argument = reader_parameter(reader, region, shape);
		if (!argument)
			return false;
		argument->name = str_slice(name, 1, name.len);
		argument->at = (struct span){(uint32_t)start, (uint32_t)name.len};
	}
	return scope_bind(reader, name, &argument, 1, region);
}

bool reader_block_arguments(struct reader *reader, struct region *region,
                            struct instruction *const *arguments, uint32_t narguments)
{
	struct cursor *cursor = &reader->cursor;
	uint32_t count = 0;
	size_t start = cursor_skip(cursor);
	if (!cursor_expects(cursor, "("))
		return false;
	while (cursor_item(cursor, ")", !count)) {
		if (arguments && count == narguments)
			return cursor_fail(cursor, start, 1, "more than %lu arguments",
			                   (unsigned long)narguments);
		if (!read_block_argument(reader, region, arguments ? arguments[count] : NULL))
			return false;
		count++;
	}
	if (!arguments || count == narguments)
		return !cursor->failed;
	return cursor_fail(cursor, start, 1, "%lu arguments where %lu are needed",
	                   (unsigned long)count, (unsigned long)narguments);
}

/* ^bb0(%x: T): before the operations. */
static bool read_block(struct reader *reader, struct region *region,
                       struct instruction *const *arguments, uint32_t narguments)
{
	struct cursor *cursor = &reader->cursor;
	if (cursor_peek(cursor) != '^')
		return !cursor->failed;
	cursor_name(cursor);
	if (cursor_peek(cursor) == '(' &&
	    !reader_block_arguments(reader, region, arguments, narguments))
		return false;
	return cursor_expects(cursor, ":");
}

bool reader_region(struct reader *reader, struct region *region,
                   struct instruction *const *arguments, uint32_t narguments)
{
	struct cursor *cursor = &reader->cursor;
	if (reader->depth == MAX_NESTING)
		return cursor_fail(cursor, cursor->at, 1, "more than %d regions in each other",
		                   MAX_NESTING);
	reader->depth++;
	if (!cursor_expects(cursor, "{") || !read_block(reader, region, arguments, narguments))
		return false;
	while (!cursor_takes(cursor, "}")) {
		if (region->terminated)
			return cursor_unexpected(cursor, "'}' after the operation that returns");
		if (!operation_read(reader, region))
			return false;
	}
	reader->depth--;
	return region->kind != REGION_COMBINER || reader_close(reader, region);
}

bool reader_close(struct reader *reader, const struct region *region)
{
	struct instruction *root = region->nreturned == 1 ? region->returned[0] : NULL;
	if (!root) {
		struct hlo_shape *shapes =
		    arena_new(reader->scratch, struct hlo_shape, region->nreturned);
		for (uint32_t i = 0; i < region->nreturned; i++)
			shapes[i] = *region->returned[i]->shape;
		root = reader_add(reader, region, OPCODE_TUPLE,
		                  hlo_shape_tuple(reader->arena, shapes, region->nreturned),
		                  region->returned, region->nreturned);
	}
	region->computation->root = root;
	return root;
}

/* The names of a function that is being inlined `depth` calls deep. */
static struct scope *scope_at(struct reader *reader)
{
	if (reader->calls == reader->nscopes) {
		struct scope *scope = arena_new(reader->names, struct scope, 1);
		scope->arena = reader->names;
		arena_push(reader->names, reader->scopes, reader->nscopes, reader->scopes_room,
		           scope);
	}
	struct scope *scope = reader->scopes[reader->calls];
	scope_leave(scope, 0);
	return scope;
}

/* Counts the text of a body that was read; false after a finding when calls go on forever. */
static bool count_body(struct reader *reader, const struct function *function, size_t start)
{
	struct cursor *cursor = &reader->cursor;
	uint64_t most = MAX_CALLED_BYTES + MAX_CALLED_TIMES * (uint64_t)cursor->text.len;
	reader->called_bytes += cursor->at - start;
	return reader->called_bytes <= most ||
	       cursor_fail(cursor, function->at.offset, function->at.length,
	                   "calls of functions that call others make more than %llu bytes of "
	                   "program",
	                   (unsigned long long)most);
}

bool reader_body(struct reader *reader, struct function *function, struct region *region,
                 const struct signature *signature, struct instruction *const *arguments)
{
	uint32_t frame = reader->frame;
	struct scope *outer = reader->scope;
	struct cursor *cursor = &reader->cursor;
	size_t start = cursor->at;
	reader->scope = scope_at(reader);
	reader->calls++;
	reader->frame = reader->frames++;
	function->active = true;
	for (uint32_t i = 0; i < signature->narguments; i++)
		if (signature->arguments[i].name.len &&
		    !scope_bind(reader, signature->arguments[i].name, &arguments[i], 1, region))
			return false;
	bool read = reader_region(reader, region, arguments, signature->narguments) &&
	            count_body(reader, function, start);
	function->active = false;
	reader->calls--;
	reader->frame = frame;
	reader->scope = outer;
	if (read && (!region->terminated || region->nreturned != signature->nresults))
		return cursor_fail(cursor, function->at.offset, function->at.length,
		                   "%s does not return its %lu results",
		                   utf8_escaped(cursor->diags->arena, function->name).s,
		                   (unsigned long)signature->nresults);
	return read;
}

/* Whether the arguments of a call have the function's types. */
static bool arguments_fit(struct reader *reader, struct span at, const struct signature *signature,
                          struct instruction *const *arguments, uint32_t narguments)
{
	bool fit = signature->narguments == narguments;
	for (uint32_t i = 0; fit && i < narguments; i++)
		fit = hlo_shape_equal(arguments[i]->shape, signature->arguments[i].shape);
	return fit || cursor_fail(&reader->cursor, at.offset, at.length,
	                          "the arguments are not those of the function");
}

/* What JAX asks of a function's result goes to HLO as a custom call on it, which
 * take_result_marks() finds where the call was. */
static bool mark_result(struct reader *reader, struct region *region, struct str text,
                        struct instruction **result)
{
	struct attributes attributes = {.arena = reader->scratch};
	struct cursor *cursor = &reader->cursor;
	size_t back = cursor_jump(cursor, text);
	if (!attributes_read(&attributes, cursor))
		return false;
	cursor->at = back;
	struct str sharding = attributes_find(&attributes, "sdy.sharding");
	if (!sharding.s)
		return true;
	struct instruction *mark =
	    reader_add(reader, region, OPCODE_SHARDING_CONSTRAINT, (*result)->shape, result, 1);
	if (!mark)
		return false;
	mark->target = STR("xla.sdy.FuncResultSharding");
	*result = mark;
	return reader_shardings(reader, sharding, &mark->named, &mark->nnamed);
}

static bool mark_results(struct reader *reader, struct region *region,
                         const struct signature *signature)
{
	for (uint32_t i = 0; i < signature->nresults; i++)
		if (signature->results[i].attributes.len &&
		    !mark_result(reader, region, signature->results[i].attributes,
		                 &region->returned[i]))
			return false;
	return true;
}

/* Says that a function is not there, where it is named, and which one was probably meant. */
static bool no_function(struct reader *reader, struct str name, struct span at)
{
	struct cursor *cursor = &reader->cursor;
	bool written =
	    name.s >= cursor->text.s && name.s + name.len <= cursor->text.s + cursor->text.len;
	struct str *names = arena_new(reader->scratch, struct str, reader->nfunctions);
	for (uint32_t i = 0; i < reader->nfunctions; i++)
		names[i] = str_format(reader->scratch, "@%.*s", STR_ARG(reader->functions[i].name));
	if (written) /* with escapes it is a copy */
		at = (struct span){(uint32_t)(name.s - cursor->text.s), (uint32_t)name.len};
	cursor_fail(cursor, at.offset, at.length, "there is no function @%s",
	            utf8_escaped(cursor->diags->arena, name).s);
	return cursor_suggest(cursor, str_format(reader->scratch, "@%.*s", STR_ARG(name)), names,
	                      reader->nfunctions);
}

bool reader_call(struct reader *reader, struct str name, struct span at, struct region *region,
                 struct instruction *const *arguments, uint32_t narguments,
                 struct instruction ***results, uint32_t *nresults)
{
	struct signature signature = {0};
	struct cursor *cursor = &reader->cursor;
	struct function *function = reader_function(reader, name);
	if (!function)
		return no_function(reader, name, at);
	if (function->active)
		return cursor_fail(cursor, at.offset, at.length, "@%s calls itself",
		                   utf8_escaped(cursor->diags->arena, name).s);
	size_t back = cursor->at;
	if (!reader_signature(reader, function, &signature) ||
	    !arguments_fit(reader, at, &signature, arguments, narguments) ||
	    !reader_body(reader, function, region, &signature, arguments) ||
	    !mark_results(reader, region, &signature))
		return false;
	cursor->at = back;
	*results = region->returned;
	*nresults = region->nreturned;
	region->returned = NULL;
	region->nreturned = 0;
	region->terminated = false;
	return true;
}

void reader_order_one(struct reader *reader, struct computation *computation)
{
	computation_order(reader->scratch, computation);
	if (computation->number < reader->nnotes) /* they went by number */
		reader->notes[computation->number].count = 0;
}

/* Marks what gives several results of which nobody uses one. */
static void mark_half_used(struct reader *reader, const struct computation *computation)
{
	struct arena_mark mark = arena_mark(reader->scratch);
	bool *used = arena_new(reader->scratch, bool, computation->count);
	for (uint32_t i = 0; i < computation->count; i++)
		for (uint32_t k = 0; k < computation->instructions[i]->noperands; k++)
			used[computation->instructions[i]->operands[k]->number] = true;
	for (uint32_t i = 0; i < computation->count; i++) {
		const struct instruction *element = computation->instructions[i];
		if (element->opcode == OPCODE_GET_TUPLE_ELEMENT && !used[i] &&
		    element != computation->root &&
		    element->operands[0]->opcode != OPCODE_PARAMETER)
			element->operands[0]->half_used = true;
	}
	arena_rewind(reader->scratch, mark);
}

static void hide_handed(struct reader *reader, const struct computation *computation)
{
	for (uint32_t i = 0; i < computation->count; i++) {
		const struct instruction *at = computation->instructions[i];
		uint32_t frame = reader_note(reader, computation, at)->frame;
		for (uint32_t k = 0; k < at->noperands; k++) {
			struct instruction *operand = at->operands[k];
			if (operand->opcode == OPCODE_CONSTANT &&
			    reader_note(reader, computation, operand)->frame != frame)
				operand->literal.zero = operand->literal.one = false;
		}
	}
}

void reader_hide_handed(struct reader *reader)
{
	for (uint32_t i = 0; i < reader->module->ncomputations && reader->frames > 1; i++)
		hide_handed(reader, reader->module->computations[i]);
}

void reader_mark_half_used(struct reader *reader)
{
	bool calls = reader->frames > 1; /* the entry is one */
	for (uint32_t i = 0; i < reader->module->ncomputations && !calls; i++)
		mark_half_used(reader, reader->module->computations[i]);
}

void reader_order(struct reader *reader)
{
	for (uint32_t i = 0; i < reader->module->ncomputations; i++)
		reader_order_one(reader, reader->module->computations[i]);
}
