/* SPDX-License-Identifier: Apache-2.0 */
/* What differs between releases of torch_xla, and of torch for DTensor: releases.def and
 * behaviours.def. */
#pragma once

#include "release/rules.h"
#include "spec/framework.h"

enum torch_behaviour {
#define BEHAVIOUR(name, since, until, sentence) name,
#include "torch/behaviours.def"
#undef BEHAVIOUR
	TORCH_BEHAVIOUR_COUNT
};

/* One release of a dialect as it behaves. */
struct torch_rules {
	enum framework_family family; /* FRAMEWORK_TORCH_XLA or FRAMEWORK_DTENSOR */
	struct version asked;
	struct version version; /* the recorded release by which it is judged */
	enum version_match match;
	bool has[TORCH_BEHAVIOUR_COUNT];
};

/*
 * The rules of a version of a dialect of PyTorch: those of the newest recorded release that is not
 * newer, or of the first one when it is too old.
 */
struct torch_rules torch_rules_at(enum framework_family family, struct version version);
