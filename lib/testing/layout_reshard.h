/* SPDX-License-Identifier: Apache-2.0 */
/* Reshards in short for tests, between layouts as testing/layout.h writes them. */
#pragma once

#include "reshard/reshard.h"
#include "testing/layout.h"

/* Plans the reshard of an f32 tensor. */
static inline struct reshard test_layout_reshard(struct test_layout *layout, const char *from,
                                                 const char *to, const int64_t *extents,
                                                 bool keeps_names)
{
	uint32_t rank;
	struct reshard_request request = {
	    .mesh = &layout->mesh,
	    .extents = extents,
	    .element_bytes = 4,
	    .keeps_names = keeps_names,
	    .from_axes = test_layout_axes(layout, from, &rank),
	    .to_axes = test_layout_axes(layout, to, &rank),
	};
	request.rank = rank;
	return reshard_plan(&layout->arena, &layout->scratch, &request);
}

/* Collectives and local steps as text: "all-gather 0 x 16>32; slice 32>8". */
static inline const char *test_layout_steps(struct test_layout *layout,
                                            const struct reshard *reshard)
{
	struct str text = {"", 0};
	for (uint32_t i = 0; i < reshard->step_count; i++) {
		const struct reshard_step *step = &reshard->steps[i];
		text = str_format(&layout->arena, "%.*s%s%s", STR_ARG(text), i ? "; " : "",
		                  reshard_kind_name(step->kind));
		if (step->dim >= 0)
			text = str_format(&layout->arena, "%.*s %d", STR_ARG(text), step->dim);
		for (uint32_t k = 0; k < step->axes.count; k++) {
			struct str axis = test_layout_part(layout, &step->axes.items[k]);
			text =
			    str_format(&layout->arena, "%.*s %.*s", STR_ARG(text), STR_ARG(axis));
		}
		if (step->groups && !step->axes_known)
			text = str_format(&layout->arena, "%.*s ?", STR_ARG(text));
		text = str_format(&layout->arena, "%.*s %lld>%lld", STR_ARG(text),
		                  (long long)step->operand_bytes, (long long)step->result_bytes);
	}
	return text.s;
}
