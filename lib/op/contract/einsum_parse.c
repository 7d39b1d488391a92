/* SPDX-License-Identifier: Apache-2.0 */
#include "base/order.h"
#include "op/contract/einsum.h"

#include <inttypes.h>
#include <stdlib.h>

#include "base/utf8.h"

int32_t label_find(struct einsum_labels labels, uint32_t label)
{
	for (uint32_t i = 0; i < labels.count; i++)
		if (labels.items[i] == label)
			return (int32_t)i;
	return -1;
}

uint32_t label_count(struct einsum_labels labels, uint32_t label)
{
	uint32_t count = 0;
	for (uint32_t i = 0; i < labels.count; i++)
		count += labels.items[i] == label;
	return count;
}

void labels_text(struct buf *out, struct einsum_labels labels)
{
	for (uint32_t i = 0; i < labels.count; i++)
		utf8_encode(out, labels.items[i]);
}

uint32_t einsum_symbol(uint32_t number)
{
	static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
	if (number < sizeof letters - 1)
		return (uint32_t)letters[number];
	return number >= 55296 ? number + 2048 : number + 140;
}

static bool refuse(struct op *op, const char *text)
{
	return op_raise(op, RULE_PROGRAM_ERROR, "ValueError", "%s", text);
}

/* What stands between commas, or behind the arrow, while it is read: code points, '.' for a dot. */
struct reading {
	struct op *op;
	uint32_t *points;      /* of the subscripts, without spaces */
	uint32_t count, arrow; /* arrow: where "->" begins; count when there is none */
	struct einsum_labels terms[MAX_EINSUM_OPERANDS];
	uint32_t nterms;
	struct einsum_labels output;
};

/* Decodes the subscripts without their spaces and finds the arrow. */
static bool read_points(struct reading *reading, struct str text)
{
	uint32_t dashes = 0, heads = 0, arrows = 0;
	reading->points = arena_new(reading->op->arena, uint32_t, text.len);
	while (text.len) {
		size_t size;
		bool valid;
		uint32_t point = utf8_decode(text, &size, &valid);
		text = str_slice(text, size, text.len);
		if (point != ' ')
			reading->points[reading->count++] = point;
	}
	reading->arrow = reading->count;
	for (uint32_t i = 0; i < reading->count; i++) {
		bool arrow = reading->points[i] == '-' && i + 1 < reading->count &&
		             reading->points[i + 1] == '>';
		dashes += reading->points[i] == '-';
		heads += reading->points[i] == '>';
		arrows += arrow;
		if (arrow && arrows == 1)
			reading->arrow = i;
	}
	if ((dashes || heads) && (dashes > 1 || heads > 1 || arrows != 1))
		return refuse(reading->op, "Subscripts can only contain one '->'.");
	return true;
}

static bool split_terms(struct reading *reading)
{
	uint32_t begin = 0;
	for (uint32_t i = 0; i <= reading->arrow; i++) {
		if (i < reading->arrow && reading->points[i] != ',')
			continue;
		if (reading->nterms == MAX_EINSUM_OPERANDS)
			return op_unknown(reading->op, "an einsum of more than %d operands",
			                  MAX_EINSUM_OPERANDS);
		reading->terms[reading->nterms++] =
		    (struct einsum_labels){reading->points + begin, i - begin};
		begin = i + 1;
	}
	if (reading->arrow < reading->count)
		reading->output = (struct einsum_labels){reading->points + reading->arrow + 2,
		                                         reading->count - reading->arrow - 2};
	return true;
}

static bool is_used(const struct reading *reading, uint32_t label)
{
	for (uint32_t i = 0; i < reading->count; i++)
		if (reading->points[i] == label)
			return true;
	return false;
}

/* The position of "..." in a term, or -1; *dots counts all dots. */
static int32_t find_ellipsis(struct einsum_labels term, uint32_t *dots)
{
	int32_t at = -1;
	*dots = label_count(term, '.');
	for (uint32_t i = 0; i + 2 < term.count && at < 0; i++)
		if (term.items[i] == '.' && term.items[i + 1] == '.' && term.items[i + 2] == '.')
			at = (int32_t)i;
	return at;
}

/* The term with its ellipsis, if there is one, replaced by the last `count` of the labels. */
static struct einsum_labels replace_ellipsis(struct op *op, struct einsum_labels term,
                                             struct einsum_labels ellipsis, uint32_t count)
{
	uint32_t dots;
	int32_t at = find_ellipsis(term, &dots);
	if (at < 0)
		return term;
	uint32_t *items = arena_new(op->arena, uint32_t, term.count + count), next = 0;
	for (uint32_t i = 0; i < (uint32_t)at; i++)
		items[next++] = term.items[i];
	for (uint32_t i = ellipsis.count - count; i < ellipsis.count; i++)
		items[next++] = ellipsis.items[i];
	for (uint32_t i = (uint32_t)at + 3; i < term.count; i++)
		items[next++] = term.items[i];
	return (struct einsum_labels){items, next};
}

/* Letters that the subscripts do not use, one for each dimension that an ellipsis can stand for. */
static struct einsum_labels unused_labels(struct reading *reading, uint32_t count)
{
	uint32_t *items = arena_new(reading->op->arena, uint32_t, count);
	for (uint32_t number = 0, i = 0; i < count; number++)
		if (!is_used(reading, einsum_symbol(number)))
			items[i++] = einsum_symbol(number);
	return (struct einsum_labels){items, count};
}

/* How many dimensions the ellipsis of a term stands for; false after raising. */
static bool ellipsis_count(struct op *op, struct einsum_labels term, const struct array_type *type,
                           uint32_t *count)
{
	uint32_t dots;
	if (find_ellipsis(term, &dots) < 0 || dots != 3)
		return refuse(op, "Invalid Ellipses.");
	if (type->rank && type->rank < term.count - 3) {
		refuse(op, "Ellipses lengths do not match.");
		return op_say(op,
		              "a term names %u dimensions beside its '...', but the operand has "
		              "rank %u",
		              term.count - 3, type->rank);
	}
	*count = type->rank ? type->rank - (term.count - 3) : 0;
	return true;
}

/* Replaces ellipses in the terms; *longest are the labels of the longest. */
static bool expand_terms(struct reading *reading, const struct array_type *const *operands,
                         uint32_t noperands, struct einsum_labels *longest)
{
	uint32_t rank = 0, greatest = 0;
	for (uint32_t i = 0; i < noperands; i++)
		if (operands[i]->rank > rank)
			rank = operands[i]->rank;
	struct einsum_labels all = unused_labels(reading, rank);
	for (uint32_t i = 0; i < reading->nterms; i++) {
		uint32_t count = 0;
		if (label_find(reading->terms[i], '.') < 0)
			continue;
		if (i >= noperands)
			return op_raise(reading->op, RULE_PROGRAM_ERROR, "IndexError",
			                "list index out of range");
		if (!ellipsis_count(reading->op, reading->terms[i], operands[i], &count))
			return false;
		if (count > greatest)
			greatest = count;
		reading->terms[i] = replace_ellipsis(reading->op, reading->terms[i], all, count);
	}
	*longest = (struct einsum_labels){all.items + (rank - greatest), greatest};
	return true;
}

/* The output that nobody wrote: the ellipsis, then the labels that stand once, in order. JAX:
 * opt_einsum parser.py find_output_str. */
static struct einsum_labels implicit_output(struct reading *reading, struct einsum_labels ellipsis)
{
	uint32_t total = ellipsis.count, count = 0;
	for (uint32_t i = 0; i < reading->nterms; i++)
		total += reading->terms[i].count;
	uint32_t *items = arena_new(reading->op->arena, uint32_t, total);
	for (uint32_t i = 0; i < ellipsis.count; i++)
		items[count++] = ellipsis.items[i];
	for (uint32_t i = 0; i < reading->nterms; i++) {
		for (uint32_t j = 0; j < reading->terms[i].count; j++) {
			uint32_t label = reading->terms[i].items[j], times = 0;
			for (uint32_t k = 0; k < reading->nterms; k++)
				times += label_count(reading->terms[k], label);
			if (times == 1 && label_find(ellipsis, label) < 0)
				items[count++] = label;
		}
	}
	qsort(items + ellipsis.count, count - ellipsis.count, sizeof *items, compare_uint32);
	return (struct einsum_labels){items, count};
}

/* Every label of the output stands there once, and in some input. */
static bool check_output(const struct reading *reading)
{
	for (uint32_t i = 0; i < reading->output.count; i++) {
		uint32_t label = reading->output.items[i];
		bool found = false, repeated = label_count(reading->output, label) != 1;
		struct buf name = op_buf(reading->op);
		utf8_encode(&name, label);
		for (uint32_t j = 0; j < reading->nterms; j++)
			found = found || label_find(reading->terms[j], label) >= 0;
		if (repeated)
			return op_raise(reading->op, RULE_PROGRAM_ERROR, "ValueError",
			                "Output character '%.*s' appeared more than once in the "
			                "output.",
			                STR_ARG(buf_str(&name)));
		if (!found)
			return op_raise(reading->op, RULE_PROGRAM_ERROR, "ValueError",
			                "Output character '%.*s' did not appear in the input",
			                STR_ARG(buf_str(&name)));
	}
	return true;
}

/* Each operand has as many dimensions as its term has labels. */
static bool check_ranks(struct op *op, const struct einsum *einsum,
                        const struct array_type *const *operands, uint32_t operand)
{
	struct einsum_labels labels = einsum->inputs[operand];
	struct buf text = op_buf(op);
	if (labels.count == operands[operand]->rank)
		return true;
	labels_text(&text, labels);
	op_raise(op, RULE_SHAPE_MISMATCH, "ValueError",
	         "Einstein sum subscript '%.*s' does not contain the correct number of indices for "
	         "operand %u.",
	         STR_ARG(buf_str(&text)), operand);
	return op_say(op, "the term '%.*s' names %u dimensions, but operand %u has rank %u",
	              STR_ARG(buf_str(&text)), labels.count, operand, operands[operand]->rank);
}

/* A label has one size wherever it stands, but for sizes of 1. */
static bool check_sizes(struct op *op, const struct einsum *einsum,
                        const struct array_type *const *operands)
{
	uint32_t total = 0, known = 0;
	for (uint32_t i = 0; i < einsum->ninputs; i++)
		total += einsum->inputs[i].count;
	uint32_t *labels = arena_new(op->arena, uint32_t, total);
	int64_t *sizes = arena_new(op->arena, int64_t, total);
	for (uint32_t i = 0; i < einsum->ninputs; i++) {
		if (!check_ranks(op, einsum, operands, i))
			return false;
		for (uint32_t j = 0; j < einsum->inputs[i].count; j++) {
			uint32_t label = einsum->inputs[i].items[j];
			int64_t size = operands[i]->shape[j];
			int32_t at = label_find((struct einsum_labels){labels, known}, label);
			if (at < 0) {
				labels[known] = label;
				sizes[known++] = size;
			} else if (sizes[at] == 1) {
				sizes[at] = size;
			} else if (size != 1 && size != sizes[at]) {
				struct buf name = op_buf(op);
				utf8_encode(&name, label);
				op_raise(op, RULE_SHAPE_MISMATCH, "ValueError",
				         "Size of label '%.*s' for operand %u (%" PRId64
				         ") does not match previous terms (%" PRId64 ").",
				         STR_ARG(buf_str(&name)), i, sizes[at], size);
				return op_say(op,
				              "label '%.*s' is a dimension of size %" PRId64
				              " in operand %u, and of size %" PRId64
				              " in one before it",
				              STR_ARG(buf_str(&name)), size, i, sizes[at]);
			}
		}
	}
	return true;
}

bool einsum_parse(struct op *op, struct str subscripts, const struct array_type *const *operands,
                  uint32_t count, struct einsum *einsum)
{
	struct reading reading = {.op = op};
	struct einsum_labels ellipsis = {NULL, 0};
	if (!read_points(&reading, subscripts) || !split_terms(&reading))
		return false;
	if (is_used(&reading, '.') && !expand_terms(&reading, operands, count, &ellipsis))
		return false;
	reading.output = reading.arrow < reading.count
	                     ? replace_ellipsis(op, reading.output, ellipsis, ellipsis.count)
	                     : implicit_output(&reading, ellipsis);
	if (!check_output(&reading))
		return false;
	if (reading.nterms != count)
		return op_raise(op, RULE_PROGRAM_ERROR, "ValueError",
		                "Number of einsum subscripts, %u, must be equal to the number of "
		                "operands, %u.",
		                reading.nterms, count);
	einsum->inputs = arena_new(op->arena, struct einsum_labels, count);
	memcpy(einsum->inputs, reading.terms, count * sizeof *einsum->inputs);
	einsum->ninputs = count;
	einsum->output = reading.output;
	return check_sizes(op, einsum, operands);
}
