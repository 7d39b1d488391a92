/* SPDX-License-Identifier: Apache-2.0 */
#include "stablehlo/simplify.h"

/* A branch that gives back a number is that number, which another conditional may choose by. */
static void put_number(const struct simplifier *simplifier, const struct instruction *number)
{
	simplifier->at->ncalled = 0;
	simplifier_constant(simplifier, number->literal, UNKNOWN_NUMBER);
}

/* Of a conditional whose index is a constant its branch alone stands there: a call of it, which is
 * put in place before propagation (InlineCaseOpWithConstantBranchIndex). */
static bool choose_branch(const struct simplifier *simplifier)
{
	struct instruction *at = simplifier->at;
	const struct instruction *index = simplifier_operand(simplifier, 0, OPCODE_CONSTANT);
	if (!index || !index->literal.splat || !index->literal.known ||
	    index->shape->element->class == DTYPE_BOOL || at->noperands != at->ncalled + 1)
		return false;
	int64_t number = index->literal.values[0];
	uint32_t chosen = number < 0 || number >= at->ncalled ? at->ncalled - 1 : (uint32_t)number;
	at->opcode = OPCODE_CALL;
	at->called += chosen;
	at->ncalled = 1;
	simplifier_set_operands(simplifier, &at->operands[1 + chosen], 1);
	const struct instruction *root = at->called[0]->root;
	if (root && root->opcode == OPCODE_CONSTANT && root->literal.splat && root->literal.known)
		put_number(simplifier, root);
	return true;
}

/* A loop whose condition is false does not run (FoldWhileOpPattern). */
static bool skip_loop(const struct simplifier *simplifier)
{
	const struct instruction *at = simplifier->at;
	const struct instruction *condition = at->ncalled ? at->called[0]->root : NULL;
	bool never = condition && condition->opcode == OPCODE_CONSTANT &&
	             condition->literal.known && !condition->literal.values[0];
	return never && simplifier_replace(simplifier, at->operands[0]);
}

/* Rules by operation, each tried until none changes it any more. */
static const struct simplify_row {
	simplification *rules[3];
} rows[OPCODES] = {
    [OPCODE_ADD] = {{fold_elementwise, simplify_arithmetic}},
    [OPCODE_SUBTRACT] = {{fold_elementwise, simplify_arithmetic}},
    [OPCODE_MULTIPLY] = {{fold_elementwise, simplify_arithmetic}},
    [OPCODE_MAXIMUM] = {{fold_elementwise, simplify_arithmetic}},
    [OPCODE_MINIMUM] = {{fold_elementwise, simplify_arithmetic}},
    [OPCODE_AND] = {{fold_elementwise, simplify_arithmetic}},
    [OPCODE_OR] = {{fold_elementwise, simplify_arithmetic}},
    [OPCODE_XOR] = {{fold_elementwise, simplify_arithmetic}},
    [OPCODE_DIVIDE] = {{fold_elementwise}},
    [OPCODE_REMAINDER] = {{fold_elementwise}},
    [OPCODE_CLAMP] = {{fold_elementwise}},
    [OPCODE_NOT] = {{fold_elementwise}},
    [OPCODE_NEGATE] = {{fold_elementwise}},
    [OPCODE_ABS] = {{fold_elementwise}},
    [OPCODE_COS] = {{fold_elementwise}},
    [OPCODE_SIN] = {{fold_elementwise}},
    [OPCODE_TAN] = {{fold_elementwise}},
    [OPCODE_TANH] = {{fold_elementwise}},
    [OPCODE_ERF] = {{fold_elementwise}},
    [OPCODE_EXP] = {{fold_elementwise}},
    [OPCODE_LOG] = {{fold_elementwise}},
    [OPCODE_LOGISTIC] = {{fold_elementwise}},
    [OPCODE_ROUND_AFZ] = {{fold_elementwise}},
    [OPCODE_ROUND_EVEN] = {{fold_elementwise}},
    [OPCODE_RSQRT] = {{fold_elementwise}},
    [OPCODE_SQRT] = {{fold_elementwise}},
    [OPCODE_SIGN] = {{fold_elementwise}},
    [OPCODE_COMPARE] = {{fold_elementwise, simplify_compare}},
    [OPCODE_SELECT] = {{simplify_select}},
    [OPCODE_CONVERT] = {{simplify_convert}},
    [OPCODE_BROADCAST] = {{simplify_broadcast}},
    [OPCODE_RESHAPE] = {{simplify_reshape}},
    [OPCODE_TRANSPOSE] = {{simplify_transpose}},
    [OPCODE_SLICE] = {{simplify_slice}},
    [OPCODE_DYNAMIC_SLICE] = {{simplify_dynamic_slice}},
    [OPCODE_DYNAMIC_UPDATE_SLICE] = {{simplify_dynamic_update_slice}},
    [OPCODE_PAD] = {{simplify_pad}},
    [OPCODE_CONCATENATE] = {{simplify_concatenate}},
    [OPCODE_IOTA] = {{simplify_iota}},
    [OPCODE_REVERSE] = {{simplify_reverse}},
    [OPCODE_REDUCE] = {{simplify_reduce}},
    [OPCODE_GATHER] = {{simplify_gather}},
    [OPCODE_CONDITIONAL] = {{choose_branch}},
    [OPCODE_WHILE] = {{skip_loop}},
    [OPCODE_REAL] = {{simplify_part_of_complex}},
    [OPCODE_IMAG] = {{simplify_part_of_complex}},
};

/* A rule makes another possible, but not for ever. */
enum { MAX_CHANGES = 32 };

static struct note *note_of(const struct simplifier *simplifier,
                            const struct instruction *instruction)
{
	return reader_note(simplifier->reader, simplifier->computation, instruction);
}

struct instruction *simplifier_operand(const struct simplifier *simplifier, uint32_t operand,
                                       enum opcode opcode)
{
	struct instruction *made = simplifier->at->operands[operand];
	if (made->opcode != opcode || made->named)
		return NULL;
	return note_of(simplifier, made)->frame == note_of(simplifier, simplifier->at)->frame
	           ? made
	           : NULL;
}

bool simplifier_same_operands(const struct simplifier *simplifier, uint32_t a, uint32_t b)
{
	const struct instruction *at = simplifier->at, *made = at->operands[a];
	return made == at->operands[b] &&
	       note_of(simplifier, made)->frame == note_of(simplifier, at)->frame;
}

bool simplifier_number(const struct simplifier *simplifier, const struct instruction *constant,
                       double *number)
{
	const struct hlo_literal *literal = &constant->literal;
	if (literal->splat && literal->known)
		*number = (double)literal->values[0];
	else
		*number = note_of(simplifier, constant)->number;
	return literal->splat && !isnan(*number);
}

/* What used the operation uses the value, which some rules take only where one thing does. */
bool simplifier_replace(const struct simplifier *simplifier, struct instruction *value)
{
	const struct instruction *at = simplifier->at;
	bool used = false;
	for (uint32_t i = 0; i < at->noperands; i++)
		used = used || at->operands[i] == value;
	value->users += at->users;
	value->users -= used && value->users;
	note_of(simplifier, at)->replacement = value;
	return true;
}

bool simplifier_constant(const struct simplifier *simplifier, struct hlo_literal literal,
                         double number)
{
	struct instruction *at = simplifier->at;
	at->opcode = OPCODE_CONSTANT;
	at->noperands = 0;
	at->dims = NULL;
	at->ndims = 0;
	at->literal = literal;
	at->literal.real = literal.splat && !literal.known && !isnan(number);
	at->literal.number = number;
	if (at->literal.real)
		at->literal.word = reader_number_word(simplifier->reader, number, STR(""));
	note_of(simplifier, at)->number = number;
	return true;
}

void simplifier_set_operands(const struct simplifier *simplifier,
                             struct instruction *const *operands, uint32_t noperands)
{
	struct instruction *at = simplifier->at;
	at->operands =
	    arena_copy(simplifier->reader->arena, operands, noperands, sizeof(*operands));
	at->noperands = noperands;
}

struct instruction *simplifier_add(const struct simplifier *simplifier, enum opcode opcode,
                                   const struct hlo_shape *shape,
                                   struct instruction *const *operands, uint32_t noperands)
{
	struct reader *reader = simplifier->reader;
	struct region region = {.computation = simplifier->computation};
	reader->frame = note_of(simplifier, simplifier->at)->frame;
	struct instruction *added = reader_add(reader, &region, opcode, shape, operands, noperands);
	if (!added)
		return NULL;
	added->at = simplifier->at->at;
	added->origin = simplifier->at->origin;
	added->name = simplifier->at->name;
	return added;
}

/* Whether an array has no elements; an argument that nobody uses has no shape. */
static bool is_empty(const struct hlo_shape *shape)
{
	for (uint32_t i = 0; shape && shape->element && i < shape->rank; i++)
		if (!shape->dims[i])
			return true;
	return false;
}

/* Operations of StableHLO that do nothing but make their result. */
static bool only_computes(enum opcode opcode)
{
	switch (opcode) {
	case OPCODE_BITCAST_CONVERT:
	case OPCODE_CHOLESKY:
	case OPCODE_CONVOLUTION:
	case OPCODE_DOT:
	case OPCODE_FFT:
	case OPCODE_REDUCE_WINDOW:
	case OPCODE_SCATTER:
	case OPCODE_TRIANGULAR_SOLVE:
		return true;
	default:
		return rows[opcode].rules[0] || opcode_class(opcode) == OPCODE_CLASS_ELEMENTWISE;
	}
}

/* What has no elements is a constant, whatever made it. */
static bool change_empty(const struct simplifier *simplifier)
{
	struct instruction *at = simplifier->at;
	if (!is_empty(at->shape) || at->opcode == OPCODE_CONSTANT || at->named ||
	    !only_computes(at->opcode))
		return false;
	at->ncalled = 0;
	return simplifier_constant(simplifier, (struct hlo_literal){0}, UNKNOWN_NUMBER);
}

/* A pad or a reduction of no elements is its value everywhere; an update by none changes nothing.
 */
static bool change_of_empty(const struct simplifier *simplifier)
{
	struct instruction *at = simplifier->at;
	if (at->opcode == OPCODE_DYNAMIC_UPDATE_SLICE && at->noperands > 1 &&
	    is_empty(at->operands[1]->shape))
		return simplifier_replace(simplifier, at->operands[0]);
	bool fills = at->noperands == 2 && is_empty(at->operands[0]->shape) &&
	             (at->opcode == OPCODE_PAD || at->opcode == OPCODE_REDUCE);
	if (!fills)
		return false;
	simplifier_set_operands(simplifier, &at->operands[1], 1);
	at->opcode = OPCODE_BROADCAST;
	at->ncalled = 0;
	at->dims = NULL;
	at->ndims = 0;
	return true;
}

static bool change(const struct simplifier *simplifier)
{
	if (change_empty(simplifier) || change_of_empty(simplifier))
		return true;
	const struct simplify_row *row = &rows[simplifier->at->opcode];
	for (size_t i = 0; i < COUNT_OF(row->rules) && row->rules[i]; i++)
		if (row->rules[i](simplifier))
			return true;
	return false;
}

static void simplify_at(struct reader *reader, struct computation *computation, uint32_t place)
{
	struct instruction *at = computation->instructions[place];
	for (uint32_t i = 0; i < at->noperands; i++)
		at->operands[i] = reader_resolved(reader, computation, at->operands[i]);
	struct simplifier simplifier = {reader, computation, at};
	for (int i = 0; i < MAX_CHANGES; i++)
		if (note_of(&simplifier, at)->replacement || !change(&simplifier))
			break;
}

bool reader_simplify(struct reader *reader)
{
	for (uint32_t i = 0; i < reader->module->ncomputations; i++) {
		struct computation *computation = reader->module->computations[i];
		for (uint32_t j = 0; j < computation->count; j++)
			simplify_at(reader, computation, j);
		reader_resolve(reader, computation);
	}
	return !reader->cursor.failed;
}
