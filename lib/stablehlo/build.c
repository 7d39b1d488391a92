/* SPDX-License-Identifier: Apache-2.0 */
#include "stablehlo/build.h"

#include "base/utf8.h"

#define NAME(literal)                          \
	{                                      \
		(literal), sizeof(literal) - 1 \
	}
/* Operations that are more than their operands, dims and one number, or read in their own way. */
static const struct build_row {
	struct str name;
	enum opcode opcode;
	builder *build, *pretty;
} rows[] = {
    {NAME("constant"), OPCODE_CONSTANT, build_constant, pretty_constant},
    {NAME("broadcast_in_dim"), OPCODE_BROADCAST, build_broadcast, NULL},
    {NAME("dot_general"), OPCODE_DOT, build_dot, NULL},
    {NAME("dot"), OPCODE_DOT, build_dot_matrix, NULL},
    {NAME("slice"), OPCODE_SLICE, build_slice, NULL},
    {NAME("dynamic_slice"), OPCODE_DYNAMIC_SLICE, build_dynamic_slice, NULL},
    {NAME("pad"), OPCODE_PAD, build_pad, NULL},
    {NAME("gather"), OPCODE_GATHER, build_gather, NULL},
    {NAME("scatter"), OPCODE_SCATTER, build_scatter, NULL},
    {NAME("reduce"), OPCODE_REDUCE, build_reduce, pretty_reduce},
    {NAME("reduce_window"), OPCODE_REDUCE_WINDOW, build_reduce_window, NULL},
    {NAME("select_and_scatter"), OPCODE_SELECT_AND_SCATTER, build_select_and_scatter, NULL},
    {NAME("convolution"), OPCODE_CONVOLUTION, build_convolution, NULL},
    {NAME("sort"), OPCODE_SORT, build_sort, NULL},
    {NAME("custom_call"), OPCODE_CUSTOM_CALL, build_custom_call, NULL},
    {NAME("call"), OPCODE_CALL, build_call, NULL},
    {NAME("composite"), OPCODE_CALL, build_composite, NULL},
    {NAME("while"), OPCODE_WHILE, build_while, pretty_while},
    {NAME("case"), OPCODE_CONDITIONAL, build_case, NULL},
    {NAME("if"), OPCODE_CONDITIONAL, build_case, NULL},
    {NAME("optimization_barrier"), OPCODE_OPTIMIZATION_BARRIER, build_barrier, NULL},
    {NAME("sharding_constraint"), OPCODE_SHARDING_CONSTRAINT, build_constraint, NULL},
    {NAME("reshard"), OPCODE_SHARDING_CONSTRAINT, build_constraint, NULL},
    {NAME("manual_computation"), OPCODE_MANUAL_COMPUTATION, build_manual, pretty_manual},
    {NAME("all_gather"), OPCODE_ALL_GATHER, build_collective, NULL},
    {NAME("all_reduce"), OPCODE_ALL_REDUCE, build_collective, NULL},
    {NAME("all_to_all"), OPCODE_ALL_TO_ALL, build_collective, NULL},
    {NAME("collective_permute"), OPCODE_COLLECTIVE_PERMUTE, build_collective, NULL},
    {NAME("collective_broadcast"), OPCODE_COLLECTIVE_BROADCAST, build_collective, NULL},
    {NAME("reduce_scatter"), OPCODE_REDUCE_SCATTER, build_collective, NULL},
    {NAME("top_k"), OPCODE_TOPK, build_top_k, NULL},
    {NAME("get_tuple_element"), OPCODE_GET_TUPLE_ELEMENT, build_element, NULL},
    {NAME("return"), OPCODE_UNKNOWN, build_return, NULL},
    {NAME("erf_inv"), OPCODE_ERF, build_function, NULL},
    {NAME("erfc"), OPCODE_ERF, build_function, NULL},
    {NAME("bessel_i1e"), OPCODE_BESSEL_I1E, build_function, NULL},
    {NAME("sinh"), OPCODE_SINH, build_function, NULL},
    {NAME("cosh"), OPCODE_COSH, build_function, NULL},
    {NAME("asin"), OPCODE_ASIN, build_function, NULL},
    {NAME("acos"), OPCODE_ACOS, build_function, NULL},
    {NAME("asinh"), OPCODE_ASINH, build_function, NULL},
    {NAME("acosh"), OPCODE_ACOSH, build_function, NULL},
    {NAME("atanh"), OPCODE_ATANH, build_function, NULL},
    {NAME("lgamma"), OPCODE_LGAMMA, build_function, NULL},
    {NAME("digamma"), OPCODE_DIGAMMA, build_function, NULL},
    {NAME("polygamma"), OPCODE_POLYGAMMA, build_function, NULL},
    {NAME("zeta"), OPCODE_ZETA, build_function, NULL},
    {NAME("next_after"), OPCODE_NEXT_AFTER, build_function, NULL},
    {NAME("exponential"), OPCODE_EXP, build_function, NULL},
    {NAME("log"), OPCODE_LOG, build_function, NULL},
    {NAME("log_plus_one"), OPCODE_LOG1P, build_function, NULL},
    {NAME("sqrt"), OPCODE_SQRT, build_function, NULL},
    {NAME("atan"), OPCODE_ATAN, build_function, NULL},
    {NAME("conj"), OPCODE_CONJ, build_function, NULL},
    {NAME("square"), OPCODE_MULTIPLY, build_function, NULL},
    {NAME("einsum"), OPCODE_DOT, build_einsum, NULL},
    {NAME("broadcast_"), OPCODE_UNKNOWN, build_spreading, NULL},
};
#undef NAME

static const struct build_row *row_of(struct str name)
{
	for (size_t i = 0; i < COUNT_OF(rows); i++)
		if (str_equal(name, rows[i].name))
			return &rows[i];
	return NULL;
}

/* The dialects whose operations are those of HLO by name, and print the one type of all operands
 * and results once; and those of which only the names are. */
static const char own_dialects[] = "func stablehlo mhlo chlo sdy", alike_dialects[] = "arith math";

const struct operation_kind *build_kind(struct reader *reader, struct str name)
{
	const struct operation_kind *known = cache_find(&reader->kinds, name);
	if (known)
		return known;
	size_t dot = str_find(name, '.', 0);
	struct operation_kind *kind = arena_new(reader->names, struct operation_kind, 1);
	kind->dialect = dot && dot < name.len ? str_slice(name, 0, dot) : STR("func");
	kind->name = str_slice(name, dot && dot < name.len ? dot + 1 : 0, name.len);
	bool spreads =
	    str_equal(kind->dialect, STR("chlo")) && str_starts_with(kind->name, STR("broadcast_"));
	kind->opcode = OPCODE_UNKNOWN;
	kind->own = str_has_word(str_of(own_dialects), kind->dialect);
	if (kind->own || str_has_word(str_of(alike_dialects), kind->dialect)) {
		kind->row = row_of(spreads ? STR("broadcast_") : kind->name);
		kind->opcode = opcode_of_stablehlo(kind->name);
	}
	cache_add(reader->names, &reader->kinds, name, kind);
	return kind;
}

builder *build_pretty(const struct operation *operation)
{
	const struct build_row *row = operation->kind->row;
	return row ? row->pretty : NULL;
}

bool build_refuse(struct reader *reader, const struct operation *operation, const char *why)
{
	return cursor_fail(&reader->cursor, operation->at.offset, operation->at.length, "%s: %s",
	                   utf8_escaped(reader->cursor.diags->arena, operation->kind->name).s, why);
}

bool build_operands(struct reader *reader, const struct operation *operation, uint32_t least,
                    uint32_t most)
{
	if (operation->noperands < least || operation->noperands > most)
		return cursor_fail(
		    &reader->cursor, operation->at.offset, operation->at.length,
		    "%s with %lu operands",
		    utf8_escaped(reader->cursor.diags->arena, operation->kind->name).s,
		    (unsigned long)operation->noperands);
	for (uint32_t i = 0; i < operation->noperands; i++)
		if (!operation->operands[i]->shape->element)
			return build_refuse(reader, operation, "an operand is no array");
	return true;
}

/* Whether one type in the signature is that of all results: elementwise operations print one. */
static const struct hlo_shape *short_result(const struct operation *operation, uint32_t index)
{
	const struct shape_list *types = &operation->operand_types;
	if (!types->count)
		return NULL;
	if (str_equal(operation->kind->name, STR("clamp")) && types->count == 3)
		return types->items[1];
	if (operation->nresults == types->count)
		return types->items[index];
	return types->items[types->count - 1];
}

/* The types of results of which none is written: for dialects that print them so. */
static bool add_short_results(struct reader *reader, struct operation *operation)
{
	struct shape_list *results = &operation->result_types;
	bool guessed = reader->cursor.foreign.length && !operation->kind->own;
	for (uint32_t i = 0; i < operation->nresults; i++) {
		const struct hlo_shape *shape = guessed ? NULL : short_result(operation, i);
		if (!shape)
			return build_refuse(reader, operation, "its types are missing");
		arena_push(reader->scratch, results->items, results->count, results->room, shape);
	}
	return true;
}

const struct hlo_shape *build_shape(struct reader *reader, struct operation *operation)
{
	struct shape_list *results = &operation->result_types;
	struct hlo_shape *elements;
	if (!results->count && !add_short_results(reader, operation))
		return NULL;
	if (operation->nresults && results->count != operation->nresults) {
		build_refuse(reader, operation, "other than as many results as types of results");
		return NULL;
	}
	if (results->count == 1)
		return results->items[0];
	elements = arena_new(reader->arena, struct hlo_shape, results->count);
	for (uint32_t i = 0; i < results->count; i++)
		elements[i] = *results->items[i];
	return hlo_shape_tuple(reader->arena, elements, results->count);
}

/* Whether the operands have the types that the signature says. */
static bool check_operands(struct reader *reader, const struct operation *operation)
{
	const struct shape_list *types = &operation->operand_types;
	if (!operation->result_types.count)
		return true;
	if (types->count != operation->noperands)
		return build_refuse(reader, operation,
		                    "other than as many operands as types of operands");
	for (uint32_t i = 0; i < types->count; i++) {
		const struct hlo_shape *shape = operation->operands[i]->shape;
		if (shape != types->items[i] && !hlo_shape_equal(shape, types->items[i]))
			return cursor_fail(&reader->cursor, operation->at.offset,
			                   operation->at.length,
			                   "operand %lu does not have the type that is written",
			                   (unsigned long)i + 1);
	}
	return true;
}

/* Shardings that stand on the operation itself. */
static bool read_sharding(struct reader *reader, const struct operation *operation,
                          struct instruction *instruction)
{
	if (!operation->attributes.sharded)
		return !reader->cursor.failed;
	struct str named = attributes_find(&operation->attributes, "sdy.sharding");
	struct str text = attributes_find(&operation->attributes, "mhlo.sharding");
	if (named.s && !reader_shardings(reader, named, &instruction->named, &instruction->nnamed))
		return false;
	if (text.s)
		instruction->sharding = reader_hlo_sharding(reader, text);
	return !reader->cursor.failed;
}

struct instruction *build_add_of(struct reader *reader, const struct operation *operation,
                                 const struct region *region, enum opcode opcode,
                                 const struct hlo_shape *shape, struct instruction *const *operands,
                                 uint32_t noperands)
{
	struct instruction *instruction =
	    reader_add(reader, region, opcode, shape, operands, noperands);
	if (!instruction)
		return NULL;
	instruction->at = operation->at;
	if (operation->nnames)
		instruction->name =
		    str_slice(operation->names[0].name, 1, operation->names[0].name.len);
	reader_origin(reader, operation->location, &instruction->origin);
	return instruction;
}

struct instruction *build_add(struct reader *reader, const struct operation *operation,
                              const struct region *region, enum opcode opcode,
                              const struct hlo_shape *shape)
{
	struct instruction *instruction = build_add_of(reader, operation, region, opcode, shape,
	                                               operation->operands, operation->noperands);
	return instruction && read_sharding(reader, operation, instruction) ? instruction : NULL;
}

bool build_bind(struct reader *reader, const struct operation *operation, struct region *region,
                struct instruction *const *values, uint32_t count)
{
	uint32_t at = 0;
	if (count < operation->nresults)
		return build_refuse(reader, operation, "fewer results than names");
	if (count == 1 && !values[0]->nnamed && values[0]->at.offset == operation->at.offset &&
	    !read_sharding(reader, operation, values[0]))
		return false;
	if (reader->numbered) {
		if (operation->nnames)
			reader->numbered[operation->number] = (struct value){
			    arena_copy(reader->names, values, operation->nresults, sizeof(*values)),
			    operation->nresults, region};
		return true;
	}
	for (uint32_t i = 0; i < operation->nnames; i++) {
		const struct result_name *name = &operation->names[i];
		if (!scope_bind(reader, name->name, values + at, name->count, region))
			return false;
		at += name->count;
	}
	return true;
}

bool build_results(struct reader *reader, const struct operation *operation, struct region *region,
                   struct instruction *instruction)
{
	const struct hlo_shape *shape = instruction->shape;
	const struct shape_list *types = &operation->result_types;
	if (!shape->tuple || (types->count == 1 && types->items[0]->tuple))
		return build_bind(reader, operation, region, &instruction, 1);
	struct instruction **elements =
	    arena_new(reader->scratch, struct instruction *, shape->nelements);
	if (!instruction->nnamed && !read_sharding(reader, operation, instruction))
		return false;
	for (uint32_t i = 0; i < shape->nelements; i++) {
		elements[i] = build_add_of(reader, operation, region, OPCODE_GET_TUPLE_ELEMENT,
		                           &shape->elements[i], &instruction, 1);
		if (!elements[i])
			return false;
		elements[i]->index = i;
	}
	return build_bind(reader, operation, region, elements, shape->nelements);
}

struct computation **build_called(struct reader *reader, const struct operation *operation,
                                  uint32_t *count)
{
	struct computation **called =
	    arena_new(reader->arena, struct computation *, operation->nregions);
	for (uint32_t i = 0; i < operation->nregions; i++)
		called[i] = operation->regions[i].computation;
	*count = operation->nregions;
	return called;
}

bool build_dims(struct reader *reader, const struct operation *operation, const char *keys,
                int64_t limit, const int64_t **dims, uint32_t *count)
{
	struct integers integers;
	struct str value = attributes_find(&operation->attributes, keys);
	if (!attribute_integers(reader->arena, &reader->cursor, value, 1, &integers))
		return false;
	for (uint32_t i = 0; i < integers.count; i++)
		if (integers.items[i] < 0 || integers.items[i] >= limit)
			return build_refuse(reader, operation,
			                    "a dim that the array does not have");
	*dims = integers.items;
	*count = integers.count;
	return true;
}

bool build_numbers(struct reader *reader, const struct operation *operation, const char *keys,
                   uint32_t count, int64_t otherwise, int64_t **numbers)
{
	struct integers integers;
	struct str value = attributes_find(&operation->attributes, keys);
	if (!attribute_integers(reader->scratch, &reader->cursor, value, count, &integers))
		return false;
	if (integers.count && integers.count != count)
		return build_refuse(reader, operation, "a list of the wrong length");
	*numbers = arena_new(reader->arena, int64_t, count);
	for (uint32_t i = 0; i < count; i++)
		(*numbers)[i] = integers.count ? integers.items[i] : otherwise;
	return true;
}

/* Rank of what the dims of an operation are dims of. */
static int64_t rank_of_dims(const struct operation *operation, const struct hlo_shape *shape)
{
	int64_t rank = shape->tuple && shape->nelements ? shape->elements[0].rank : shape->rank;
	return operation->noperands && operation->operands[0]->shape->rank > rank
	           ? operation->operands[0]->shape->rank
	           : rank;
}

/* What a transform, a solve or a normalisation says besides its dims. */
static bool read_numbers(struct reader *reader, const struct operation *operation,
                         struct instruction *instruction)
{
	const struct attributes *attributes = &operation->attributes;
	struct integers lengths;
	int64_t left;
	switch (instruction->opcode) {
	case OPCODE_FFT:
		instruction->direction =
		    reader_last_word(attributes_find(attributes, "type fft_type"));
		if (!attribute_integers(reader->arena, &reader->cursor,
		                        attributes_find(attributes, "length fft_length"), 1,
		                        &lengths))
			return build_refuse(reader, operation, "expected the lengths");
		instruction->dims = lengths.items;
		instruction->ndims = (uint32_t)lengths.count;
		return true;
	case OPCODE_TRIANGULAR_SOLVE:
		if (!attribute_integer(attributes, &reader->cursor, "left_side", 1, &left))
			return false;
		struct str word = reader_last_word(attributes_find(attributes, "transpose_a"));
		instruction->solve.left = left;
		instruction->solve.transposed =
		    str_equal(word, STR("TRANSPOSE")) || str_equal(word, STR("ADJOINT"));
		return true;
	case OPCODE_BATCH_NORM_INFERENCE:
		return attribute_integer(attributes, &reader->cursor, "feature_index", 0,
		                         &instruction->index);
	default:
		return true;
	}
}

/* A word that has a key, or stands in its place where the text has none. */
static struct str word_or_item(const struct attributes *attributes, const char *key, size_t place)
{
	struct str word = attributes_find(attributes, key);
	return !word.s && attributes->count > place ? attributes->items[place].value
	                                            : reader_last_word(word);
}

bool build_simple(struct reader *reader, struct operation *operation, struct region *region)
{
	enum opcode opcode = operation->kind->opcode;
	const struct hlo_shape *shape = build_shape(reader, operation);
	struct instruction *instruction =
	    shape ? build_add(reader, operation, region, opcode, shape) : NULL;
	if (!instruction)
		return false;
	if (opcode == OPCODE_UNKNOWN) {
		instruction->target = operation->kind->name;
		/* A group has no result, and says that its operands are sharded alike. */
		instruction->has_side_effect =
		    str_equal(operation->kind->name, STR("sharding_group")) ||
		    opcode_moves_to_host(operation->kind->name);
		reader->side_effects |= instruction->has_side_effect;
		if (!attribute_integer(&operation->attributes, &reader->cursor, "group_id", 0,
		                       &instruction->index))
			return false;
	}
	if (opcode_class(opcode) != OPCODE_CLASS_ELEMENTWISE &&
	    !build_dims(reader, operation,
	                "dims dimensions permutation dim dimension iota_dimension",
	                rank_of_dims(operation, shape), &instruction->dims, &instruction->ndims))
		return false;
	if (opcode == OPCODE_COMPARE) {
		const struct attributes *attributes = &operation->attributes;
		instruction->direction = word_or_item(attributes, "comparison_direction", 0);
		instruction->total_order =
		    str_equal(word_or_item(attributes, "compare_type", 1), STR("TOTALORDER"));
	}
	return build_check(reader, operation, instruction) &&
	       read_numbers(reader, operation, instruction) &&
	       build_results(reader, operation, region, instruction);
}

bool build_return(struct reader *reader, struct operation *operation, struct region *region)
{
	region->returned = operation->operands;
	region->nreturned = operation->noperands;
	region->terminated = true;
	return !operation->nnames || build_refuse(reader, operation, "it has no result");
}

/* Whether all that was built of an operation is as it must be. */
static bool check_built(struct reader *reader, const struct operation *operation,
                        const struct computation *computation, uint32_t before)
{
	for (uint32_t i = before; i < computation->count; i++)
		if (!build_check(reader, operation, computation->instructions[i]))
			return false;
	return true;
}

bool build_operation(struct reader *reader, struct operation *operation, struct region *region)
{
	const struct build_row *row = operation->kind->row;
	if (!check_operands(reader, operation))
		return false;
	if (!row)
		return build_simple(reader, operation, region);
	uint32_t before = region->computation->count;
	return row->build(reader, operation, region) &&
	       check_built(reader, operation, region->computation, before);
}
