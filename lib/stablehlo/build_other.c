/* SPDX-License-Identifier: Apache-2.0 */
/* Constants, broadcasts, calls, constraints, collectives of the program itself. */
#include <stdlib.h>

#include "stablehlo/build.h"

/* Reads the integers between the angles of dense<…> into a literal. */
static bool read_literal(struct reader *reader, struct str body, int64_t elements,
                         struct hlo_literal *literal)
{
	struct integers integers;
	literal->splat = body.len && body.s[0] != '[' && body.s[0] != '"';
	if (!literal->splat && (elements > MAX_LITERAL_VALUES || body.s[0] == '"'))
		return true;
	if (!attribute_integers(reader->arena, &reader->cursor, body, 1, &integers))
		return false;
	literal->known = integers.count == (literal->splat ? 1 : elements);
	literal->values = integers.items;
	return true;
}

static bool is_whole_number(const struct dtype *dtype)
{
	return dtype->class == DTYPE_BOOL || dtype->class == DTYPE_SIGNED ||
	       dtype->class == DTYPE_UNSIGNED;
}

/* 5.000000e-01 at the start of a text; NAN: 0x7FC00000, or nothing that is known. */
static double read_float(struct str text)
{
	char copy[32], *end;
	size_t len = 0;
	while (len < text.len && len < sizeof copy - 1 && strchr("+-.0123456789eE", text.s[len]))
		len++;
	if (len < text.len && text.s[len] == 'x')
		return UNKNOWN_NUMBER;
	memcpy(copy, text.s, len);
	copy[len] = 0;
	double number = strtod(copy, &end);
	return end == copy + len && len ? number : UNKNOWN_NUMBER;
}

static void note_float(struct reader *reader, const struct region *region,
                       struct instruction *constant, struct str text)
{
	double number = read_float(text);
	reader_note(reader, region->computation, constant)->number = number;
	constant->literal.word = reader_number_word(reader, number, text);
	constant->literal.zero = number == 0;
	constant->literal.one = number == 1;
	constant->literal.real = !isnan(number);
	constant->literal.number = number;
}

bool build_constant(struct reader *reader, struct operation *operation, struct region *region)
{
	const struct hlo_shape *shape = build_shape(reader, operation);
	struct str value = attributes_find(&operation->attributes, "value");
	size_t start = value.s ? str_find(value, '<', 0) : 0;
	int64_t elements;
	if (!shape || !shape->element || !build_operands(reader, operation, 0, 0))
		return shape && build_refuse(reader, operation, "it is an array");
	struct instruction *constant = build_add(reader, operation, region, OPCODE_CONSTANT, shape);
	if (!constant)
		return false;
	/* What dense_resource<…> names is elsewhere. */
	bool written = start < value.len && str_equal(str_slice(value, 0, start), STR("dense"));
	if (value.s && written && hlo_shape_elements(shape, &elements)) {
		struct str body = str_slice(value, start + 1, value.len);
		constant->literal.splat = body.len && body.s[0] != '[' && body.s[0] != '"';
		if (is_whole_number(shape->element) &&
		    !read_literal(reader, body, elements, &constant->literal))
			return false;
		if (constant->literal.splat && shape->element->class == DTYPE_FLOAT)
			note_float(reader, region, constant, body);
		else if (constant->literal.splat && shape->element->class == DTYPE_COMPLEX)
			constant->literal.word = reader_number_word(reader, UNKNOWN_NUMBER, body);
		else if (constant->literal.splat && constant->literal.known) {
			constant->literal.zero = constant->literal.values[0] == 0;
			constant->literal.one = constant->literal.values[0] == 1;
		}
	}
	return build_results(reader, operation, region, constant);
}

/* dense<…> : T, whose type is that of the attribute. */
bool pretty_constant(struct reader *reader, struct operation *operation, struct region *region)
{
	struct cursor *cursor = &reader->cursor;
	(void)region;
	reader->imported = reader->imported || str_equal(operation->kind->dialect, STR("sdy"));
	if (cursor_peek(cursor) == '{' && !attributes_read(&operation->attributes, cursor))
		return false;
	attributes_add(&operation->attributes, STR("value"), cursor_balanced(cursor, ":"));
	return !cursor->failed;
}

bool build_broadcast(struct reader *reader, struct operation *operation, struct region *region)
{
	const int64_t *dims;
	uint32_t ndims;
	const struct hlo_shape *shape = build_shape(reader, operation);
	if (!shape || !build_operands(reader, operation, 1, 1) ||
	    !build_dims(reader, operation, "dims broadcast_dimensions", shape->rank, &dims, &ndims))
		return false;
	const struct hlo_shape *operand = operation->operands[0]->shape;
	uint64_t used = 0;
	bool fits = shape->element && ndims == operand->rank;
	for (uint32_t i = 0; fits && i < ndims; i++) {
		int64_t size = operand->dims[i];
		fits = (size == 1 || size == shape->dims[dims[i]]) && !(used >> dims[i] & 1);
		used |= (uint64_t)1 << dims[i];
	}
	if (!fits)
		return build_refuse(reader, operation, "its dims do not fit the shapes");
	struct instruction *result = build_add(reader, operation, region, OPCODE_BROADCAST, shape);
	if (!result)
		return false;
	result->dims = dims;
	result->ndims = ndims;
	return build_bind(reader, operation, region, &result, 1);
}

/* Whether XLA keeps a call, because it is for the host or says so: its operands and results have
 * shardings of their own (isInlineableCallOp of the import for Shardy). */
static bool is_kept(const struct operation *operation)
{
	struct str attributes = attributes_find(&operation->attributes, "mhlo.frontend_attributes");
	return str_contains(attributes, STR("DEVICE_TYPE_HOST")) ||
	       str_contains(attributes, STR("inlineable = \"false\""));
}

/* A function's instructions take the place of its call. */
bool build_call(struct reader *reader, struct operation *operation, struct region *region)
{
	if (is_kept(operation))
		return cursor_unsupported(&reader->cursor, operation->at.offset,
		                          operation->at.length,
		                          "a call that the compiler does not inline");
	struct instruction **results;
	uint32_t nresults;
	struct str name = attributes_find(&operation->attributes, "decomposition callee");
	if (!name.s)
		name = attributes_find(&operation->attributes, ATTRIBUTE_SYMBOL);
	if (!name.len)
		return build_refuse(reader, operation, "it names no function");
	if (name.s[0] == '@')
		name = attribute_text(str_slice(name, 1, name.len));
	return reader_call(reader, name, operation->at, region, operation->operands,
	                   operation->noperands, &results, &nresults) &&
	       build_bind(reader, operation, region, results, nresults);
}

/*
 * What jax.export writes of an operation of CHLO, "chlo.top_k" with composite_attributes = {k = 4},
 * is that operation again (ChloRecomposeOps); of others the decomposition is called.
 */
bool build_composite(struct reader *reader, struct operation *operation, struct region *region)
{
	static const struct str prefix = {"chlo.", 5};
	struct cursor *cursor = &reader->cursor;
	struct str name = attributes_find(&operation->attributes, "name");
	if (!name.s)
		name = attributes_find(&operation->attributes, ATTRIBUTE_WORD);
	name = attribute_text(name.s ? name : STR(""));
	struct str numbers = attributes_find(&operation->attributes, "composite_attributes");
	if (!str_starts_with(name, prefix))
		return build_call(reader, operation, region);
	const struct operation_kind *kind = build_kind(reader, name);
	if (kind->opcode == OPCODE_UNKNOWN)
		return build_call(reader, operation, region);
	if (numbers.len) {
		size_t back = cursor_jump(cursor, numbers);
		if (!attributes_read(&operation->attributes, cursor))
			return false;
		cursor->at = back;
	}
	operation->kind = kind;
	return build_operation(reader, operation, region);
}

/* Several values are a tuple in HLO. */
bool build_barrier(struct reader *reader, struct operation *operation, struct region *region)
{
	uint32_t count = operation->noperands;
	struct hlo_shape *shapes = arena_new(reader->scratch, struct hlo_shape, count);
	for (uint32_t i = 0; i < count; i++)
		shapes[i] = *operation->operands[i]->shape;
	if (count < 2) {
		struct instruction *barrier =
		    count ? build_add(reader, operation, region, OPCODE_OPTIMIZATION_BARRIER,
		                      operation->operands[0]->shape)
			  : NULL;
		return !count || (barrier && build_bind(reader, operation, region, &barrier, 1));
	}
	const struct hlo_shape *shape = hlo_shape_tuple(reader->arena, shapes, count);
	struct instruction *tuple = build_add_of(reader, operation, region, OPCODE_TUPLE, shape,
	                                         operation->operands, count);
	struct instruction *barrier =
	    tuple ? build_add_of(reader, operation, region, OPCODE_OPTIMIZATION_BARRIER, shape,
	                         &tuple, 1)
		  : NULL;
	return barrier && build_results(reader, operation, region, barrier);
}

/* <@mesh, …> behind the operand, or sharding = #sdy.sharding<@mesh, …>. */
bool build_constraint(struct reader *reader, struct operation *operation, struct region *region)
{
	if (operation->noperands == 1 && !operation->operands[0]->shape->element &&
	    !operation->operands[0]->shape->tuple) /* of a token it says nothing */
		return build_bind(reader, operation, region, operation->operands, 1);
	if (!build_operands(reader, operation, 1, 1))
		return false;
	struct str text = attributes_find(&operation->attributes, "sharding");
	if (!text.s)
		text = attributes_find(&operation->attributes, ATTRIBUTE_ANGLE);
	if (!text.s)
		return build_refuse(reader, operation, "its sharding is missing");
	struct instruction *constraint = build_add(
	    reader, operation, region, OPCODE_SHARDING_CONSTRAINT, operation->operands[0]->shape);
	return constraint &&
	       reader_shardings(reader, text, &constraint->named, &constraint->nnamed) &&
	       build_bind(reader, operation, region, &constraint, 1);
}

/* @Sharding of mhlo is a constraint; other targets are what they are. */
/* How many dims of JAX's linear algebra are a batch: {num_batch_dims = "1"}; else 0. */
static int64_t batch_dims_of(struct str attributes)
{
	static const struct str key = {"num_batch_dims = \"", sizeof("num_batch_dims = \"") - 1};
	int64_t number = 0;
	size_t at = str_search(attributes, key, 0);
	if (at == attributes.len)
		return 0;
	struct str rest = str_slice(attributes, at + key.len, attributes.len);
	return str_to_int64(str_slice(rest, 0, str_search(rest, STR("\""), 0)), &number) ? number
	                                                                                 : 0;
}

/* Whether it says in which memory its operand is to be, as JAX writes it: XLA makes a move to the
 * host of it, or nothing where it is the device's (measured). */
static bool is_placed(const struct operation *operation, struct str target,
                      const struct hlo_shape *shape)
{
	return str_equal(target, STR("annotate_device_placement")) && operation->noperands == 1 &&
	       hlo_shape_equal(operation->operands[0]->shape, shape);
}

static bool is_on_device(const struct operation *operation)
{
	struct str attributes = attributes_find(&operation->attributes, "mhlo.frontend_attributes");
	return str_contains(attributes, STR("_xla_buffer_placement = \"device\""));
}

bool build_custom_call(struct reader *reader, struct operation *operation, struct region *region)
{
	int64_t side_effect;
	struct str target = attributes_find(&operation->attributes, "call_target_name");
	if (!target.s)
		target = attributes_find(&operation->attributes, ATTRIBUTE_SYMBOL);
	const struct hlo_shape *shape = build_shape(reader, operation);
	if (!shape || !target.s)
		return shape && build_refuse(reader, operation, "it names no target");
	target = attribute_text(target);
	bool built = false;
	if (str_equal(target, STR("ApproxTopK"))) {
		bool read = build_approximate_top_k(reader, operation, region, &built);
		if (!read || built)
			return read;
	}
	bool placed = is_placed(operation, target, shape);
	if (placed && is_on_device(operation))
		return build_bind(reader, operation, region, operation->operands, 1);
	bool constraint = str_equal(target, STR("Sharding")) && operation->noperands == 1 &&
	                  hlo_shape_equal(operation->operands[0]->shape, shape);
	enum opcode opcode = constraint ? OPCODE_SHARDING_CONSTRAINT : OPCODE_CUSTOM_CALL;
	if (str_equal(target, STR("mhlo.erf")) && operation->noperands == 1 &&
	    hlo_shape_equal(operation->operands[0]->shape, shape))
		opcode = OPCODE_ERF;
	struct instruction *call = build_add(reader, operation, region, opcode, shape);
	if (!call || !attribute_integer(&operation->attributes, &reader->cursor, "has_side_effect",
	                                0, &side_effect))
		return false;
	if (opcode == OPCODE_CUSTOM_CALL) {
		call->target = placed ? STR("MoveToHost") : target;
		reader->side_effects |= call->has_side_effect = side_effect && !placed;
		call->rule = attributes_find(&operation->attributes, "sdy.sharding_rule");
		call->batch_dims = batch_dims_of(
		    attributes_find(&operation->attributes, "mhlo.frontend_attributes"));
	}
	return build_results(reader, operation, region, call);
}

/* %x[1] of a tuple. */
bool build_element(struct reader *reader, struct operation *operation, struct region *region)
{
	struct integers integers;
	struct str value = attributes_find(&operation->attributes, "index");
	if (!value.s)
		value = attributes_find(&operation->attributes, ATTRIBUTE_BRACKET);
	if (!value.s || operation->noperands != 1 ||
	    !attribute_integers(reader->scratch, &reader->cursor, value, 1, &integers))
		return build_refuse(reader, operation, "it takes a tuple and an index");
	const struct hlo_shape *tuple = operation->operands[0]->shape;
	if (integers.count < 1 || integers.items[0] < 0 ||
	    integers.items[0] >= (int64_t)tuple->nelements)
		return build_refuse(reader, operation, "the tuple has no such element");
	struct instruction *element = build_add(reader, operation, region, OPCODE_GET_TUPLE_ELEMENT,
	                                        &tuple->elements[integers.items[0]]);
	if (element)
		element->index = integers.items[0];
	return element && build_bind(reader, operation, region, &element, 1);
}
