/* SPDX-License-Identifier: Apache-2.0 */
#include "testing/partitioned.h"

#define MESH "sharding={mesh['x'=4,'y'=2], device_ids=(7,5,0,3,2,1,4,6), "

Test(contraction, operands_lose_names_before_they_are_gathered)
{
	struct arena arena = {0};
	struct str text = testing_partitioned(
	    &arena,
	    STR("HloModule m, num_partitions=8\n"
	        "ENTRY %main {\n"
	        "  %a = bf16[4,3] parameter(0), " MESH "[{'y', 'x':(1)2}, {}]}\n"
	        "  %b = bf16[3,6] parameter(1), " MESH "[{}, {'x':(1)2}]}\n"
	        "  ROOT %c = bf16[4,6] dot(%a, %b), lhs_contracting_dims={1}, "
	        "rhs_contracting_dims={0}, " MESH "[{}, {}]}\n"
	        "}\n"),
	    "0.12.0.1");
	testing_expect("a mesh with an order of its own", text,
	               "all-gather 6>24 [0,2,3,1],[7,4,5,6]\n"
	               "all-gather 18>36 [0,1],[3,2],[5,4],[7,6]\n");
	arena_drop(&arena);
}
