/* SPDX-License-Identifier: Apache-2.0 */
/* Subscripts, as the package opt_einsum completes them. */
#include "op/contract/contract.h"
#include "op/contract/einsum.h"

#include <inttypes.h>

#include "testing/operation.h"

enum { OPERANDS = 6 };

/* The types of operands written with blanks between them: "f32[2,3] f32[3,4]". */
static uint32_t read_operands(struct op *op, const char *text, const struct array_type **types)
{
	uint32_t count = 0;
	for (struct str rest = str_of(text); rest.len && count < OPERANDS; count++) {
		size_t end = str_find(rest, ' ', 0);
		struct str one = str_copy(op->arena, str_slice(rest, 0, end));
		types[count] = &testing_array(op, one.s)->type;
		rest = str_trim(str_slice(rest, end, rest.len));
	}
	return count;
}

/* "ij,jk->ik", or what einsum_parse raises. */
static struct str parsed(struct op *op, const char *subscripts, const char *operands)
{
	const struct array_type *types[OPERANDS];
	struct einsum einsum;
	struct buf text = op_buf(op);
	uint32_t count = read_operands(op, operands, types);
	if (!einsum_parse(op, str_of(subscripts), types, count, &einsum))
		return str_format(op->arena, "%s: %.*s", op->error.type, STR_ARG(op->error.text));
	for (uint32_t i = 0; i < einsum.ninputs; i++) {
		buf_puts(&text, i ? "," : "");
		labels_text(&text, einsum.inputs[i]);
	}
	buf_puts(&text, "->");
	labels_text(&text, einsum.output);
	return buf_str(&text);
}

/* What opt_einsum 3.4 makes of subscripts: parser.py parse_einsum_input. */
Test(einsum_parse, subscripts_are_completed)
{
	static const struct {
		const char *subscripts, *operands, *complete;
	} rows[] = {
	    {"ij,jk", "f32[2,3] f32[3,4]", "ij,jk->ik"},
	    {"ij,jk->ki", "f32[2,3] f32[3,4]", "ij,jk->ki"},
	    {"ba", "f32[2,3]", "ba->ab"},
	    {"ii", "f32[3,3]", "ii->"},
	    {"i,i", "f32[2] f32[2]", "i,i->"},
	    {"aB,Bb", "f32[2,3] f32[3,4]", "aB,Bb->ab"},
	    {"z,a->za", "f32[2] f32[3]", "z,a->za"},
	    {" i j , j k -> i k ", "f32[2,3] f32[3,4]", "ij,jk->ik"},
	    {"...ij,jk", "f32[5,2,3] f32[3,4]", "cij,jk->cik"},
	    {"i...,i...", "f32[2,3] f32[2,3]", "ib,ib->b"},
	    {"...", "f32[2,3]", "ab->ab"},
	    {"...a,a...->...", "f32[2,3] f32[3,2]", "ca,ac->c"},
	};
	for (size_t i = 0; i < ROWS(rows); i++) {
		struct arena arena = {0};
		struct op op = testing_op(&arena, "0.10.2");
		testing_expect(rows[i].subscripts,
		               parsed(&op, rows[i].subscripts, rows[i].operands), rows[i].complete);
		arena_drop(&arena);
	}
}

/* Letters first, then what stands behind them in Unicode. */
Test(einsum_parse, symbols_are_letters_first)
{
	static const struct {
		uint32_t number, symbol;
	} rows[] = {{0, 'a'},   {25, 'z'},    {26, 'A'},    {51, 'Z'},
	            {52, 0xc0}, {140, 0x118}, {141, 0x119}, {200, 0x154}};
	for (size_t i = 0; i < ROWS(rows); i++)
		cr_expect_eq(einsum_symbol(rows[i].number), rows[i].symbol, "%" PRIu32,
		             rows[i].number);
}
