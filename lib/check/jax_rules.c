/* SPDX-License-Identifier: Apache-2.0 */
#include "check/jax_rules.h"

#include "base/buf.h"

/* Releases whose placements were recorded (testdata/jax/), oldest first. */
static const struct version recorded[] = {
    {{0, 4, 30}}, {{0, 4, 38}},    {{0, 5, 0}},     {{0, 5, 3}},  {{0, 6, 0}},  {{0, 6, 1}},
    {{0, 6, 2}},  {{0, 7, 0}},     {{0, 7, 1}},     {{0, 7, 2}},  {{0, 8, 0}},  {{0, 8, 1}},
    {{0, 8, 2}},  {{0, 9, 0}},     {{0, 10, 0}},    {{0, 10, 2}}, {{0, 11, 0}}, {{0, 11, 1}},
    {{0, 11, 2}}, {{0, 12, 0, 0}}, {{0, 12, 0, 1}},
};

enum { RECORDED_COUNT = sizeof recorded / sizeof *recorded };

/* A behaviour is had by the recorded releases from `since` on and before `until`. */
#define FIRST                    \
	{                        \
		{                \
			0, 4, 30 \
		}                \
	}
#define LAST                       \
	{                          \
		{                  \
			UINT32_MAX \
		}                  \
	}

static const struct {
	enum jax_behaviour behaviour;
	struct version since, until;
} behaviours[] = {
    {JAX_CANONICAL_ENTRIES, {{0, 5, 3}}, LAST},
    {JAX_NESTED_TUPLE_REFUSED, {{0, 7, 2}}, LAST},
    {JAX_SHORT_SPEC_REPR, {{0, 10, 0}}, LAST},
    {JAX_UNREDUCED_UNKNOWN, FIRST, {{0, 6, 1}}},
    {JAX_UNREDUCED_UNHASHABLE, {{0, 6, 1}}, {{0, 6, 2}}},
    {JAX_UNREDUCED_MANUAL, {{0, 8, 1}}, {{0, 10, 0}}},
    {JAX_UNREDUCED_KIND, {{0, 11, 0}}, LAST},
    {JAX_UNREDUCED_OVERLAP_LAST, {{0, 6, 2}}, {{0, 10, 2}}},
    {JAX_UNREDUCED_NEEDS_SHARDY, {{0, 7, 0}}, {{0, 7, 2}}},
    {JAX_DUPLICATE_SPEC_ERROR, {{0, 5, 3}}, LAST},
    {JAX_UNKNOWN_LISTS_MESH, {{0, 4, 38}}, LAST},
    {JAX_TYPES_BY_KIND, {{0, 5, 3}}, {{0, 7, 1}}},
    {JAX_TUPLE_ONE_AXIS_TYPE, {{0, 5, 3}}, {{0, 7, 0}}},
    {JAX_TUPLE_MANUAL_APART, {{0, 7, 0}}, {{0, 9, 0}}},
    {JAX_MEMORY_KIND_REPR, {{0, 4, 38}}, LAST},
    {JAX_INDIVISIBLE_ERROR, {{0, 10, 0}}, LAST},
    {JAX_INDIVISIBLE_WRAPPED, {{0, 11, 0}}, LAST},
    {JAX_SIZE_ONE_AXES_DROPPED, {{0, 10, 0}}, LAST},
    {JAX_OUTPUT_KEY_PATH, {{0, 5, 3}}, {{0, 8, 2}}},
    {JAX_OUTPUT_KEY_PATH, {{0, 9, 0}}, LAST},
    {JAX_UNCONSTRAINED_IN_REFUSED, {{0, 6, 1}}, LAST},
    {JAX_UNCONSTRAINED_OUT_REFUSED, {{0, 10, 2}}, LAST},
    {JAX_DEVICE_PUT_MAKES_TYPE, {{0, 8, 2}}, LAST},
    {JAX_LENGTH_MUST_MATCH, {{0, 11, 1}}, LAST},
    {JAX_STRUCT_CHECKS_RANK, {{0, 8, 2}}, LAST},
    {JAX_CONSTRAINT_REFUSES_EXPLICIT, {{0, 6, 2}}, {{0, 7, 1}}},
    {JAX_CONSTRAINT_ASSERTS, {{0, 7, 1}}, LAST},
    {JAX_CONSTRAINT_NAMES_RESHARD, {{0, 6, 2}}, LAST},
    {JAX_CONSTRAINT_ITERATES_SPEC, {{0, 10, 2}}, LAST},
    {JAX_SLICING_REDUCED_REFUSED, {{0, 10, 2}}, {{0, 11, 0}}},
    {JAX_UNREDUCED_PUT_REFUSED, {{0, 11, 0}}, LAST},
    {JAX_MAKE_MESH, {{0, 4, 33}}, LAST},
    {JAX_EQUAL_NAMES_REFUSED, {{0, 5, 0}}, {{0, 5, 3}}},
    {JAX_AXIS_TYPES, {{0, 5, 3}}, LAST},
    {JAX_EXPLICIT_DEFAULT, {{0, 9, 0}}, LAST},
    {JAX_CONTEXT_REFUSES_MANUAL, {{0, 7, 1}}, LAST},
    {JAX_ABSTRACT_TPU_CORES, {{0, 7, 1}}, {{0, 7, 2}}},
    {JAX_ABSTRACT_CORES, {{0, 7, 2}}, LAST},
    {JAX_ABSTRACT_PLATFORM, {{0, 10, 2}}, LAST},
    {JAX_POSITIONAL_SHARDING, FIRST, {{0, 7, 0}}},
    {JAX_REPLICATED_POSITIONAL_ANY_RANK, {{0, 4, 38}}, {{0, 7, 0}}},
};

/* Names that came between two recorded releases: whether they are there is asked of the version
 * itself. */
static const enum jax_behaviour exact_names[] = {JAX_MAKE_MESH};

static bool is_exact(enum jax_behaviour behaviour)
{
	for (size_t i = 0; i < sizeof exact_names / sizeof *exact_names; i++)
		if (exact_names[i] == behaviour)
			return true;
	return false;
}

enum version_match jax_rules_at(struct version version, struct jax_rules *rules)
{
	*rules = (struct jax_rules){.version = recorded[0]};
	for (int i = 0; i < RECORDED_COUNT; i++)
		if (version_compare(recorded[i], version) <= 0)
			rules->version = recorded[i];
	for (size_t i = 0; i < sizeof behaviours / sizeof *behaviours; i++) {
		struct version asked = is_exact(behaviours[i].behaviour) ? version : rules->version;
		if (version_compare(behaviours[i].since, asked) <= 0 &&
		    version_compare(asked, behaviours[i].until) < 0)
			rules->has[behaviours[i].behaviour] = true;
	}
	if (version_compare(version, recorded[0]) < 0)
		return VERSION_TOO_OLD;
	if (version_compare(version, recorded[RECORDED_COUNT - 1]) > 0)
		return VERSION_TOO_NEW;
	return version_compare(version, rules->version) == 0 ? VERSION_RECORDED : VERSION_BETWEEN;
}

struct str version_text(struct arena *arena, struct version version)
{
	struct buf out = {.arena = arena};
	for (int i = 0; i < VERSION_PARTS; i++)
		if (i < 3 || version.part[i])
			buf_printf(&out, "%s%u", i ? "." : "", version.part[i]);
	return buf_str(&out);
}
