/* SPDX-License-Identifier: Apache-2.0 */
/* with_sharding_constraint: jax/_src/pjit.py check_shardings_are_auto, assert_shardings_equal. */
#include "jax/meeting.h"

/* The name that the release has for reshard. */
static const char *reshard_name(const struct jax_meeting *meeting)
{
	return jax_has(meeting, JAX_SHARD_EXPERIMENTAL) ? "jax.experimental.shard.reshard"
	                                                : "jax.sharding.reshard";
}

/* A constraint on an axis that the compiler does not decide about; `axis` is its number, or that of
 * none. */
static void constraint_error(struct jax_meeting *meeting, struct span at, uint32_t axis,
                             const struct buf *text)
{
	const struct jax_sharding *sharding = meeting->sharding;
	const struct judge *judge = meeting->judged->judge;
	struct str which = STR("all of its axes are explicit");
	if (axis < sharding->mesh->naxes)
		which = str_format(judge->diags->arena, "'%.*s' is %s",
		                   STR_ARG(judge_shown(judge, sharding->mesh->axes[axis].name)),
		                   axis_type_name(sharding->types[axis]));
	struct diag *diag =
	    diag_add(judge->diags, RULE_CONSTRAINT_AXIS_TYPE, at,
	             "with_sharding_constraint can only use auto axes of the mesh, and %.*s",
	             STR_ARG(which));
	diag_help(diag, "use %s to move an array on explicit axes, or make the axes auto",
	          reshard_name(meeting));
	jax_refuse(meeting, diag, "ValueError", text);
}

/* check_shardings_are_auto: true when they are. */
static bool check_constraint_auto(struct jax_meeting *meeting)
{
	const struct jax_sharding *sharding = meeting->sharding;
	for (uint32_t i = 0; i < sharding->spec.nentries; i++) {
		const struct entry *entry = &sharding->spec.entries[i];
		for (uint32_t j = 0; j < entry_axes(entry); j++) {
			uint32_t axis = jax_reference_axis(sharding->mesh, &entry->axes[j]);
			if (axis == sharding->mesh->naxes || sharding->types[axis] == AXIS_AUTO)
				continue;
			struct buf text = jax_text_buf(meeting);
			buf_puts(&text,
			         "The spec of NamedSharding passed to with_sharding_constraint can "
			         "only refer to Auto axes of the mesh. Got spec=");
			jax_spec_text(&text, sharding->rules, &sharding->spec);
			buf_puts(&text, " and mesh=");
			jax_abstract_mesh_text(&text, sharding);
			if (jax_has(meeting, JAX_CONSTRAINT_NAMES_RESHARD))
				buf_puts(&text, ". You probably meant to use `reshard` API?");
			constraint_error(meeting, entry->axes[j].at, axis, &text);
			return false;
		}
	}
	return true;
}

static bool same_entry(const struct entry *a, const struct entry *b)
{
	uint32_t count = entry_axes(a);
	if (count != entry_axes(b))
		return false;
	for (uint32_t i = 0; i < count; i++)
		if (!str_equal(a->axes[i].name, b->axes[i].name))
			return false;
	return true;
}

/* The spec as long as the rank, with None where it leaves a dimension unconstrained. */
static struct partition_spec normalized(struct jax_meeting *meeting,
                                        const struct partition_spec *spec)
{
	uint32_t rank = meeting->tensor->rank;
	struct entry *padded = arena_new(meeting->judged->judge->scratch, struct entry, rank);
	for (uint32_t i = 0; i < rank && spec && i < spec->nentries; i++) {
		padded[i] = spec->entries[i];
		if (padded[i].kind == ENTRY_UNCONSTRAINED)
			padded[i].kind = ENTRY_NONE;
	}
	struct partition_spec whole = spec ? *spec : (struct partition_spec){0};
	whole.entries = padded;
	whole.nentries = rank;
	return whole;
}

/* Whether a PartitionSpec cannot be gone through, as one with unreduced or reduced axes: then that
 * is what fails. */
static bool refuse_sets(struct jax_meeting *meeting, const struct partition_spec *spec,
                        const char *what)
{
	if (!jax_has(meeting, JAX_CONSTRAINT_ITERATES_SPEC) || !spec ||
	    (!spec->nunreduced && !spec->nreduced))
		return false;
	struct buf text = jax_text_buf(meeting);
	buf_puts(
	    &text,
	    "Using *pspec is dangerous when PartitionSpec has non-empty unreduced/reduced set. "
	    "Please use *spec.partitions");
	struct diag *diag = diag_add(meeting->judged->judge->diags, RULE_UNREDUCED_AXIS,
	                             meeting->sharding->spec.at, "%s", what);
	jax_refuse(meeting, diag_help(diag, "use %s", reshard_name(meeting)), "ValueError", &text);
	return true;
}

/* assert_shardings_equal: an array of which no sharding is known is taken as not sharded. */
static void check_constraint_equal(struct jax_meeting *meeting)
{
	const struct jax_sharding *sharding = meeting->sharding;
	if (refuse_sets(meeting, meeting->judged->held,
	                "with_sharding_constraint cannot take an array with unreduced or reduced "
	                "axes"))
		return;
	struct partition_spec held = normalized(meeting, meeting->judged->held),
			      wanted = normalized(meeting, &sharding->spec);
	uint32_t rank = meeting->tensor->rank, different = 0;
	while (different < rank && same_entry(&held.entries[different], &wanted.entries[different]))
		different++;
	if (different == rank)
		return;
	struct span at = different < sharding->spec.nentries ? sharding->spec.entries[different].at
	                                                     : sharding->spec.at;
	struct buf text = jax_text_buf(meeting);
	buf_puts(&text, "`with_sharding_constraint` acts as an assert when all axes of mesh are of "
	                "type `Explicit`. The array sharding: ");
	jax_spec_text(&text, sharding->rules, &held);
	buf_puts(&text, " did not match the sharding provided: ");
	jax_spec_text(&text, sharding->rules, &wanted);
	buf_puts(
	    &text,
	    ". Please use `jax.sharding.reshard` to shard your input to the sharding you want.");
	const struct judge *judge = meeting->judged->judge;
	struct diag *diag = diag_add(
	    judge->diags, RULE_CONSTRAINT_AXIS_TYPE, at,
	    "on explicit axes a constraint moves nothing, and the array is sharded %.*s, not %.*s",
	    STR_ARG(judge_spec_text(judge, meeting->judged->written, held.entries, rank)),
	    STR_ARG(judge_spec_text(judge, meeting->judged->written, wanted.entries, rank)));
	diag_help(diag, "use %s to move the array, or make the axes auto", reshard_name(meeting));
	jax_refuse(meeting, diag, "AssertionError", &text);
}

void jax_check_constraint_sets(struct jax_meeting *meeting)
{
	(void)refuse_sets(meeting, &meeting->sharding->spec,
	                  "with_sharding_constraint cannot take unreduced or reduced axes");
}

void jax_check_constraint_axes(struct jax_meeting *meeting)
{
	const struct partition_spec *spec = &meeting->sharding->spec;
	bool all_explicit = meeting->judged->explicit_context
	                        ? *meeting->judged->explicit_context
	                        : jax_all_axes(meeting->sharding, AXIS_EXPLICIT);
	if (!jax_has(meeting, JAX_AXIS_TYPES))
		return;
	if (all_explicit && jax_has(meeting, JAX_CONSTRAINT_ASSERTS)) {
		check_constraint_equal(meeting);
	} else if (check_constraint_auto(meeting) && all_explicit &&
	           jax_has(meeting, JAX_CONSTRAINT_REFUSES_EXPLICIT)) {
		struct buf text = jax_text_buf(meeting);
		buf_puts(
		    &text,
		    "with_sharding_constraint cannot be used when all axes of the mesh are of type "
		    "`Explicit`. Please use the `reshard` API.");
		constraint_error(meeting, spec->at, meeting->sharding->mesh->naxes, &text);
	}
}

bool jax_check_context(struct jax_meeting *meeting)
{
	if (!jax_any_axis(meeting->sharding, AXIS_MANUAL))
		return true;
	if (!jax_has(meeting, JAX_CONTEXT_REFUSES_MANUAL)) {
		jax_manual_unknown(meeting);
		return false;
	}
	struct buf text = jax_text_buf(meeting);
	buf_puts(&text, "mesh ");
	jax_mesh_text(&text, meeting->sharding);
	buf_puts(&text, " contains manual axes which is not allowed when using `jax.set_mesh`. "
	                "Please use `jax.shard_map` to enter into "
	                "`Manual` mode instead.");
	struct diag *diag =
	    diag_add(meeting->judged->judge->diags, RULE_MANUAL_AXIS, meeting->judged->written->at,
	             "a mesh with manual axes cannot be the context of a constraint");
	diag_help(diag, "manual axes belong to shard_map: make the axes explicit or auto");
	jax_refuse(meeting, diag, "ValueError", &text);
	return false;
}
