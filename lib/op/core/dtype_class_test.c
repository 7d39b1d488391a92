/* SPDX-License-Identifier: Apache-2.0 */
#include "op/core/dtype_class.h"

#include "testing/testing.h"

/* A type as the recording writes its dtype: with * when it is weak. */
static struct array_type read_type(struct str text)
{
	bool weak = str_ends_with(text, STR("*"));
	return (struct array_type){.dtype = dtype_named(str_slice(text, 0, text.len - weak)),
	                           .weak = weak};
}

static struct str field(struct str line, size_t *at)
{
	size_t start = *at, end = str_find(line, '\t', start);
	*at = end + 1;
	return str_slice(line, start, end);
}

static void expect_common(struct arena *arena, struct str line)
{
	size_t at = 0;
	struct array_type a = read_type(field(line, &at)), b = read_type(field(line, &at));
	bool weak, swapped_weak;
	const struct op op = {0};
	const struct dtype *dtype = promote(&op, &a, &b, &weak),
			   *swapped = promote(&op, &b, &a, &swapped_weak);
	struct str text =
	    dtype ? str_format(arena, "%s%s", dtype->name, weak ? "*" : "") : STR("none");
	testing_expect(str_copy(arena, line).s, text, str_copy(arena, field(line, &at)).s);
	cr_expect(dtype == swapped && (!dtype || weak == swapped_weak), "%.*s: the order counts",
	          STR_ARG(line));
}

/* Every pair of dtypes has in common what JAX was recorded to give, in both orders. */
Test(dtype_class, two_dtypes_have_what_jax_says_in_common)
{
	struct arena arena = {0};
	struct str text = testing_read(&arena, "testdata/dtypes/promotion.tsv");
	size_t lines = 0;
	for (size_t at = 0; at < text.len; lines++) {
		size_t end = str_find(text, '\n', at);
		expect_common(&arena, str_slice(text, at, end));
		at = end + 1;
	}
	cr_expect_gt(lines, 100);
	arena_drop(&arena);
}
