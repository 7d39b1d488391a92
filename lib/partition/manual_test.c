/* SPDX-License-Identifier: Apache-2.0 */
#include "testing/partitioned.h"

/* What is inside a shard_map over the axis of two, of a mesh of two by four. */
#define MANUAL "last_tile_dims={manual, replicated}}"

static const char module_text[] =
    "HloModule m, num_partitions=8\n"
    "%body {\n"
    "  %a = f32[8,32] parameter(0), sharding={devices=[1,4,2]<=[2,4]T(1,0) "
    "last_tile_dims={manual}}\n"
    "  %w = f32[32,64] parameter(1), sharding={devices=[4,1,2]<=[2,4]T(1,0) "
    "last_tile_dims={manual}}\n"
    "  %d = f32[8,64] dot(%a, %w), lhs_contracting_dims={1}, rhs_contracting_dims={0}, "
    "sharding={devices=[1,1,2,4]<=[8] " MANUAL "\n"
    "  ROOT %s = f32[8,64] all-reduce(%d), channel_id=1, "
    "replica_groups={{0,4},{1,5},{2,6},{3,7}}, use_global_device_ids=true, to_apply=%add, "
    "sharding={devices=[1,1,2,4]<=[8] " MANUAL "\n"
    "}\n"
    "ENTRY %main {\n"
    "  %x = f32[16,32] parameter(0), sharding={devices=[2,4]<=[8]}\n"
    "  %y = f32[32,64] parameter(1), sharding={devices=[4,1,2]<=[2,4]T(1,0) "
    "last_tile_dim_replicate}\n"
    "  %p = f32[8,32] custom-call(%x), custom_call_target=\"SPMDFullToShardShape\", "
    "sharding={devices=[1,4,2]<=[2,4]T(1,0) last_tile_dims={manual}}\n"
    "  %q = f32[32,64] custom-call(%y), custom_call_target=\"SPMDFullToShardShape\", "
    "sharding={devices=[4,1,2]<=[2,4]T(1,0) last_tile_dims={manual}}\n"
    "  %c = f32[8,64] call(%p, %q), to_apply=%body, "
    "sharding={devices=[1,1,2,4]<=[8] " MANUAL "\n"
    "  ROOT %r = f32[8,64] custom-call(%c), custom_call_target=\"SPMDShardToFullShape\", "
    "sharding={replicated}\n"
    "}\n";

Test(manual, values_are_partitioned_among_devices_that_agree_in_the_manual_axes)
{
	struct arena arena = {0};
	struct str text = testing_partitioned(&arena, str_of(module_text), "0.10.2");
	testing_expect("two kinds of axes", text,
	               "all-reduce 2048>2048 [0,1,2,3],[4,5,6,7]\n"
	               "all-reduce 2048>2048 [0,4],[1,5],[2,6],[3,7]\n");
	arena_drop(&arena);
}

Test(manual, a_collective_of_the_program_outside_is_unknown)
{
	struct arena arena = {0};
	struct str text = testing_partitioned_entry(
	    &arena, 4,
	    "%x = f32[16] parameter(0), sharding={devices=[4]<=[4]}\n"
	    "ROOT %r = f32[16] all-reduce(%x), replica_groups={{0,1,2,3}}, to_apply=%add, "
	    "sharding={devices=[4]<=[4]}");
	cr_expect(str_starts_with(text, STR("unknown: ")), "%.*s", STR_ARG(text));
	arena_drop(&arena);
}
