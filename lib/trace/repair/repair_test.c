/* SPDX-License-Identifier: Apache-2.0 */
/* What is proposed is tested by testdata/programs/words/repairs.txt. */
#include "base/buf.h"
#include "testing/testing.h"

/* A program with very many errors is not looked at for ever. */
Test(repair, is_bounded)
{
	struct arena arena = {0};
	struct buf spec = {.arena = &arena};
	buf_puts(&spec, "framework: jax==0.10.2\n"
	                "mesh: {axes: {x: 2}, types: explicit}\n"
	                "tensors: {a: \"f32[8@x,4]\", i: \"i32[3]\"}\n"
	                "program: |\n");
	for (int i = 0; i < 3000; i++)
		buf_printf(&spec, "  y%d = a[i] + sum([a, a, a, a])\n", i);
	cr_expect_eq(testing_check(&arena, buf_str(&spec)).errors, 3000u);
	arena_drop(&arena);
}
