/* SPDX-License-Identifier: Apache-2.0 */
#include <criterion/criterion.h>
#include <criterion/parameterized.h>

#include "reshard/all_to_all.h"
#include "testing/layout_reshard.h"

/* Tile counts on both sides and the moves between them, "source>target" each. */
struct moves_example {
	int32_t from[4], to[4];
	const char *moves; /* NULL: none will do */
};

static const struct moves_example examples[] = {
    {{4, 1, 1, 1}, {1, 4, 1, 1}, "0>1"},     {{1, 4, 1, 1}, {4, 1, 1, 1}, "1>0"},
    {{2, 4, 1, 1}, {4, 2, 1, 1}, "1>0"},     {{2, 3, 1, 1}, {3, 2, 1, 1}, NULL},
    {{4, 2, 1, 1}, {2, 2, 2, 1}, NULL},      {{4, 1, 1, 1}, {4, 1, 1, 1}, NULL},
    {{2, 2, 1, 1}, {1, 1, 2, 2}, "1>3 0>2"}, {{4, 2, 1, 1}, {1, 4, 2, 1}, "1>2 0>1"},
    {{8, 2, 4, 1}, {2, 4, 8, 1}, "2>1 0>2"}, {{2, 4, 1, 2}, {4, 1, 2, 2}, "0>2 1>0"},
};

enum { EXAMPLES = COUNT_OF(examples) };

ParameterizedTestParameters(all_to_all, finds_the_moves_between_tile_counts)
{
	static int index[EXAMPLES];
	for (int i = 0; i < EXAMPLES; i++)
		index[i] = i;
	return cr_make_param_array(int, index, EXAMPLES);
}

ParameterizedTest(int *index, all_to_all, finds_the_moves_between_tile_counts)
{
	const struct moves_example *e = &examples[*index];
	struct arena arena = {0};
	struct dim_moves moves;
	const struct tiling *from = tiling_iota(&arena, 4, e->from, 1);
	const struct tiling *to = tiling_iota(&arena, 4, e->to, 1);
	bool found = all_to_all_moves(from, to, &moves);
	cr_expect_eq(found, e->moves != NULL);
	struct str text = {"", 0};
	for (uint32_t i = 0; found && i < moves.count; i++)
		text = str_format(&arena, "%.*s%s%u>%u", STR_ARG(text), i ? " " : "",
		                  moves.moves[i].source, moves.moves[i].target);
	if (found && e->moves)
		cr_expect(str_equal(text, str_of(e->moves)), "%.*s, not %s", STR_ARG(text),
		          e->moves);
	arena_drop(&arena);
}

Test(all_to_all, makes_no_moves_between_different_numbers_of_replicas)
{
	struct arena arena = {0};
	struct dim_moves moves;
	const struct tiling *from = tiling_iota(&arena, 2, (int32_t[]){4, 2}, 1);
	const struct tiling *to = tiling_iota(&arena, 2, (int32_t[]){2, 2}, 2);
	cr_expect_not(all_to_all_moves(from, to, &moves));
	arena_drop(&arena);
}

Test(all_to_all, makes_no_moves_from_or_to_replicated)
{
	struct arena arena = {0};
	struct dim_moves moves;
	const struct tiling *all = tiling_replicated(&arena, 2, 4);
	cr_expect_not(all_to_all_moves(all, all, &moves));
	arena_drop(&arena);
}
