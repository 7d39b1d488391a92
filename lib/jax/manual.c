/* SPDX-License-Identifier: Apache-2.0 */
/* Manual axes outside of shard_map: jax/_src/named_sharding.py named_sharding_to_xla_hlo_sharding,
 * op_shardings.py. */
#include "jax/meeting.h"
#include "notation/framework_notations.h"
#include "notation/hlo_sharding.h"

void jax_manual_unknown(const struct jax_meeting *meeting)
{
	struct str version =
	    version_text(meeting->judged->judge->scratch, meeting->sharding->rules->version);
	diag_help(diag_add(meeting->judged->judge->diags, RULE_MANUAL_AXIS_UNKNOWN,
	                   meeting->judged->written->at,
	                   "what JAX %.*s does with manual axes outside of shard_map is not known",
	                   STR_ARG(version)),
	          "make the axes explicit or auto where tensors are placed");
}

/* The axes of more than one device, by what becomes of them. */
struct axis_counts {
	uint32_t all, unused, unused_manual, manual_used;
};

static bool uses_axis(const struct jax_sharding *sharding, uint32_t axis)
{
	const struct partition_spec *spec = &sharding->spec;
	for (uint32_t i = 0; i < spec->nentries; i++)
		for (uint32_t j = 0; j < entry_axes(&spec->entries[i]); j++)
			if (jax_reference_axis(sharding->mesh, &spec->entries[i].axes[j]) == axis)
				return true;
	return false;
}

/* Axes of size 1 do not reach the HLO sharding. */
static struct axis_counts count_axes(const struct jax_sharding *sharding)
{
	struct axis_counts counts = {0};
	for (uint32_t i = 0; i < sharding->mesh->naxes; i++) {
		bool manual = sharding->types[i] == AXIS_MANUAL, used = uses_axis(sharding, i);
		if (sharding->mesh->axes[i].size == 1)
			continue;
		counts.all++;
		counts.unused += !used;
		counts.unused_manual += !used && manual;
		counts.manual_used += used && manual;
	}
	return counts;
}

/* {devices=[1,2,2]<=[4] last_tile_dims={manual, replicated}} */
static void manual_sharding_text(struct buf *out, const struct jax_meeting *meeting)
{
	const struct jax_sharding *sharding = meeting->sharding;
	struct arena *scratch = meeting->judged->judge->scratch;
	struct diags unread = diags_make(scratch);
	struct mesh_axis *axes = arena_new(scratch, struct mesh_axis, sharding->mesh->naxes);
	struct named_mesh mesh = {.axes = axes, .naxes = sharding->mesh->naxes, .count = 1};
	struct named_sharding named;
	struct hlo_sharding tiles;
	struct str error;
	for (uint32_t i = 0; i < mesh.naxes; i++) {
		const struct axis *axis = &sharding->mesh->axes[i];
		axes[i] =
		    (struct mesh_axis){axis->name, axis->size, sharding->types[i] == AXIS_MANUAL};
		mesh.count *= axis->size;
	}
	/* A spec that no sharding can be made of has been refused before. */
	bool said = named_of_partition_spec(scratch, &sharding->spec, &mesh, meeting->tensor->rank,
	                                    &unread, &named) &&
	            hlo_of_named(scratch, &named, &tiles, &error) &&
	            hlo_sharding_write(scratch, out, &tiles, false);
	(void)said;
}

bool jax_check_manual(struct jax_meeting *meeting)
{
	if (!jax_any_axis(meeting->sharding, AXIS_MANUAL))
		return true;
	if (!jax_has(meeting, JAX_SIZE_ONE_AXES_DROPPED)) {
		jax_manual_unknown(meeting);
		return false;
	}
	struct axis_counts counts = count_axes(meeting->sharding);
	if (!counts.unused || (!counts.unused_manual && !counts.manual_used))
		return true;
	bool assertion = counts.manual_used || counts.unused_manual == counts.all;
	struct buf text = jax_text_buf(meeting);
	if (!assertion) {
		buf_puts(&text, "Unhandled OpSharding type: ");
		manual_sharding_text(&text, meeting);
		buf_puts(&text, ". Please open a bug report!");
	}
	struct diag *diag = diag_add(
	    meeting->judged->judge->diags, RULE_MANUAL_AXIS, meeting->judged->written->at,
	    "JAX cannot place a tensor on a mesh with manual axes that its spec does not use");
	diag_help(diag, "manual axes belong to shard_map: make the axes explicit or auto where "
	                "tensors are placed");
	jax_refuse(meeting, diag, assertion ? "AssertionError" : "NotImplementedError", &text);
	return false;
}
