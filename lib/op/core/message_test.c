/* SPDX-License-Identifier: Apache-2.0 */
#include <signal.h>

#include "testing/operation.h"
#include "op/core/message.h"

/* Each kind of argument, printed in its ways. */
Test(message, arguments_print_by_type_and_way)
{
	struct arena arena = {0};
	struct op op = testing_op(&arena, "0.12.0.1");
	const struct array_type *x = &testing_array(&op, "f32[8@x,4]")->type;
	struct buf text = op_buf(&op);
	buf_puts(&text, "text");
	int64_t size = -3;
	testing_expect("numbers", phrase(&op, "{} {} {{}}", size, x->rank), "-3 2 {}");
	testing_expect("texts", phrase(&op, "{} {} {repr}", "a", &text, STR("b")), "a text 'b'");
	testing_expect("dtypes", phrase(&op, "{} {repr}", x->dtype, x->dtype),
	               "float32 dtype('float32')");
	testing_expect("types", phrase(&op, "{} {long} {aval} {shape} {spec}", x, x, x, x, x),
	               "f32[8@x,4] float32[8@x,4] ShapedArray(float32[8@x,4]) (8, 4) P('x', None)");
	testing_expect("arrays", phrase(&op, "{array|the array}, {name|it}, {written}", x, x, x),
	               "the array f32[8@x,4], it, …");
	testing_expect("sizes",
	               phrase(&op, "{} {}", sizes_of(x->shape, 1), dims_of(&(uint32_t){7}, 1)),
	               "(8,) (7,)");
	testing_expect("entries",
	               phrase(&op, "{} {P()}", entries_of(x->mesh, x->spec, 2),
	                      entries_of(x->mesh, x->spec, 2)),
	               "('x', None) P('x', None)");
	testing_expect("entry",
	               phrase(&op, "{} {axes} {sharded}", entry_of(x->mesh, x->spec[0]),
	                      entry_of(x->mesh, x->spec[0]), entry_of(x->mesh, x->spec[1])),
	               "'x' x is not sharded");
	testing_expect("dimension", phrase(&op, "{dimension|it}", dimension_of(x, 0)),
	               "dimension 0 of it f32[8@x,4] is sharded over x");
	arena_drop(&arena);
}

/* Names, classes and texts are those of the release. */
Test(message, older_releases_have_other_names_and_classes)
{
	static const struct {
		const char *release, *type, *text, *help;
	} rows[] = {
	    {"0.6.2", "TypeError", "old 1", "use jax.experimental.shard.reshard"},
	    {"0.12.0.1", "ShardingTypeError", "new", "use jax.sharding.reshard"},
	};
	for (size_t i = 0; i < ROWS(rows); i++) {
		struct arena arena = {0};
		struct op op = testing_op(&arena, rows[i].release);
		cr_expect(!refuse(&op, RULE_PROGRAM_ERROR, "ShardingTypeError", TEXT("new"),
		                  BEFORE(JAX_SET_MESH_NAMED, "TypeError", "old {}", 1),
		                  HELP("use {reshard}")));
		cr_expect_str_eq(op.error.type, rows[i].type);
		testing_expect(rows[i].release, op.error.text, rows[i].text);
		testing_expect(rows[i].release, op.error.message, rows[i].text);
		testing_expect(rows[i].release, op.error.help, rows[i].help);
		arena_drop(&arena);
	}
}

/* A place without an argument, an argument without a place, and a way that an argument does not
 * have are mistakes of ours. */
Test(message, places_without_arguments_abort, .signal = SIGABRT)
{
	struct arena arena = {0};
	struct op op = testing_op(&arena, "0.12.0.1");
	(void)phrase(&op, "{} {}", 1);
}

Test(message, arguments_without_places_abort, .signal = SIGABRT)
{
	struct arena arena = {0};
	struct op op = testing_op(&arena, "0.12.0.1");
	(void)phrase(&op, "none", 1);
}

Test(message, unknown_ways_abort, .signal = SIGABRT)
{
	struct arena arena = {0};
	struct op op = testing_op(&arena, "0.12.0.1");
	(void)phrase(&op, "{shape}", 1);
}
