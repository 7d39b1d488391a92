/* SPDX-License-Identifier: Apache-2.0 */
/* The sharding of an array's type: jax/_src/core.py get_sharding, since 0.8.2 a part of device_put.
 */
#include <inttypes.h>

#include "jax/meeting.h"
#include "jax/python_text.h"

/* modify_spec_for_auto_manual: the spec an array type keeps, with its Explicit axes only. */
static struct partition_spec explicit_part(const struct jax_meeting *meeting)
{
	const struct jax_sharding *sharding = meeting->sharding;
	struct arena *scratch = meeting->judged->judge->scratch;
	struct partition_spec part = sharding->spec;
	struct entry *entries = arena_new(scratch, struct entry, part.nentries);
	for (uint32_t i = 0; i < part.nentries; i++) {
		struct entry entry = sharding->spec.entries[i];
		struct reference *axes = arena_new(scratch, struct reference, entry.naxes);
		uint32_t kept = 0;
		for (uint32_t j = 0; j < entry_axes(&entry); j++) {
			uint32_t axis = jax_reference_axis(sharding->mesh, &entry.axes[j]);
			if (axis < sharding->mesh->naxes && sharding->types[axis] == AXIS_EXPLICIT)
				axes[kept++] = entry.axes[j];
		}
		if (entry.kind == ENTRY_AXES)
			entry.kind = kept ? ENTRY_AXES : ENTRY_NONE;
		entry.axes = axes;
		entry.naxes = kept;
		entry.tuple = kept > 1;
		entries[i] = entry;
	}
	part.entries = entries;
	return part;
}

static bool is_all_none(const struct partition_spec *spec, uint32_t from)
{
	for (uint32_t i = from; i < spec->nentries; i++)
		if (spec->entries[i].kind != ENTRY_NONE)
			return false;
	return true;
}

/* The sharding of an array type: NamedSharding(mesh=AbstractMesh(…), spec=P(…)). */
static void abstract_sharding_text(struct buf *out, const struct jax_meeting *meeting,
                                   const struct partition_spec *spec)
{
	buf_puts(out, "NamedSharding(mesh=");
	jax_abstract_mesh_text(out, meeting->sharding);
	buf_puts(out, ", spec=");
	jax_spec_text(out, meeting->sharding->rules, spec);
	buf_putc(out, ')');
}

/* core.py get_sharding: the spec of a type is as long as its rank. */
static void check_type_length(struct jax_meeting *meeting, const struct partition_spec *spec)
{
	struct buf text = jax_text_buf(meeting);
	uint32_t rank = meeting->tensor->rank;
	bool explicit = jax_any_axis(meeting->sharding, AXIS_EXPLICIT);
	bool as_written =
	    jax_has(meeting, JAX_LENGTH_AS_WRITTEN) && explicit &&
	    !is_all_none(&meeting->sharding->spec, 0) &&
	    (spec->nentries > rank ||
	     (spec->nentries < rank && !jax_all_axes(meeting->sharding, AXIS_EXPLICIT)));
	if (meeting->rank_reported || (spec->nentries <= rank && !as_written))
		return;
	if (as_written) {
		buf_puts(&text, "Length of sharding.spec must be equal to aval's ndim. Got "
		                "sharding.spec ");
		jax_spec_text(&text, meeting->sharding->rules, spec);
		buf_printf(&text, ", aval.ndim %u and sharding ", rank);
		abstract_sharding_text(&text, meeting, spec);
		jax_refuse(meeting, jax_add_rank(meeting), "ValueError", &text);
	} else if (jax_has(meeting, JAX_LENGTH_MUST_MATCH) && explicit) {
		buf_printf(&text,
		           "Length of sharding.spec (%u) must be equal to aval's ndim (%u). Got "
		           "sharding.spec ",
		           spec->nentries, rank);
		jax_spec_text(&text, meeting->sharding->rules, spec);
		buf_printf(&text, ", aval.ndim %u and sharding ", rank);
		abstract_sharding_text(&text, meeting, spec);
		jax_refuse(meeting, jax_add_rank(meeting), "ValueError", &text);
	} else if (jax_has(meeting, JAX_SLICING_REDUCED_REFUSED) &&
	           (spec->nunreduced || spec->nreduced)) {
		buf_puts(&text, "Using pspec[...] is dangerous when PartitionSpec has non-empty "
		                "unreduced/reduced set. Please use "
		                "spec.partitions[...]");
		jax_refuse(meeting, jax_add_rank(meeting), "ValueError", &text);
	} else if (!is_all_none(spec, rank)) {
		buf_printf(&text, "(%u, ", rank);
		jax_spec_text(&text, meeting->sharding->rules, spec);
		buf_putc(&text, ')');
		jax_refuse(meeting, jax_add_rank(meeting), "AssertionError", &text);
	}
}

/* core.py _check_divisibility of an array type; `spec` holds its Explicit axes and is padded to the
 * rank. */
static void check_type_divides(struct jax_meeting *meeting, const struct partition_spec *spec)
{
	uint32_t rank = meeting->tensor->rank;
	struct arena *scratch = meeting->judged->judge->scratch;
	struct partition_spec padded = *spec;
	struct entry *entries = arena_new(scratch, struct entry, rank);
	for (uint32_t i = 0; i < rank && i < spec->nentries; i++)
		entries[i] = spec->entries[i];
	padded.entries = entries;
	padded.nentries = rank;
	for (uint32_t i = 0; i < rank; i++) {
		int64_t ways, size = meeting->tensor->dims[i].size;
		if (i < spec->nentries && meeting->judged->entry_bad[i])
			continue;
		if (!jax_entry_ways(meeting->sharding, &entries[i], &ways) || size % ways == 0)
			continue;
		struct buf text = jax_text_buf(meeting);
		buf_puts(&text, "Sharding spec ");
		python_reference(&text, &(struct reference){.kind = REFERENCE_NESTED,
		                                            .items = entries[i].axes,
		                                            .nitems = entries[i].naxes});
		buf_printf(&text,
		           " implies that array axis %u is partitioned %" PRId64
		           " times, but does not evenly divide the dimension size %" PRId64
		           ". Got shape: ",
		           i, ways, size);
		jax_shape_text(&text, meeting->tensor);
		buf_puts(&text, " and sharding ");
		abstract_sharding_text(&text, meeting, &padded);
		jax_refuse(meeting, jax_add_indivisible(meeting, i, &entries[i], ways),
		           "ValueError", &text);
	}
}

/* device_put makes the array type of its result first. */
void jax_check_type(struct jax_meeting *meeting)
{
	const struct partition_spec *spec = &meeting->sharding->spec;
	const struct entry *open = jax_first_unconstrained(spec);
	bool as_it_is = is_all_none(spec, 0) || jax_all_axes(meeting->sharding, AXIS_EXPLICIT);
	struct partition_spec part = as_it_is ? *spec : explicit_part(meeting);
	if (open && !as_it_is && meeting->moment != MOMENT_ARGUMENT) {
		struct buf text = jax_text_buf(meeting);
		buf_puts(&text, "UNCONSTRAINED");
		struct diag *diag =
		    diag_add(meeting->judged->judge->diags, RULE_UNCONSTRAINED, open->at,
		             "device_put cannot leave a dimension unconstrained");
		diag_help(diag, "write null where the dimension is not sharded");
		jax_refuse(meeting, diag, "KeyError", &text);
	}
	check_type_length(meeting, &part);
	check_type_divides(meeting, &part);
}
