/* SPDX-License-Identifier: Apache-2.0 */
/* Replays programs of one operation or few that a jaxlib compiled, recorded in testdata/partition:
 * the prediction must have the same collectives in the same order. */
#include "testing/partitioned.h"

static const char folder[] = "testdata/partition";

ParameterizedTestParameters(operations_replay, inserts_what_jaxlib_inserted)
{
	struct arena arena = {0};
	size_t count = testing_list(&arena, folder).count;
	arena_drop(&arena);
	return testing_indexes(count);
}

ParameterizedTest(int *index, operations_replay, inserts_what_jaxlib_inserted)
{
	struct arena arena = {0};
	const char *name = testing_list(&arena, folder).items[*index];
	struct str text = {0};
	if (str_starts_with(str_of(name), STR("operations-")))
		text = testing_read(&arena, str_format(&arena, "%s/%s", folder, name).s);
	for (size_t at = 0, end; at < text.len; at = end + 1) {
		end = str_find(text, '\n', at);
		testing_replay_partition(str_slice(text, at, end));
	}
	arena_drop(&arena);
}
