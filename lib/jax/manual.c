/* SPDX-License-Identifier: Apache-2.0 */
/* Manual axes outside of shard_map: jax/_src/named_sharding.py named_sharding_to_xla_hlo_sharding,
 * op_shardings.py. */
#include <assert.h>
#include <inttypes.h>

#include "jax/meeting.h"

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

/* The axes of a mesh in the order in which the HLO sharding has them: by dimension, then manual,
 * then replicated ones. */
struct axis_order {
	uint32_t axes[MAX_AXES];
	uint32_t count;
	int64_t manual, replicated; /* devices along the unused axes of either kind */
	uint32_t manual_used, unused_manual, unused;
};

/* Axes of size 1 do not reach the HLO sharding. */
static bool drops(const struct jax_meeting *meeting, uint32_t axis)
{
	assert(axis < meeting->sharding->mesh->naxes);
	return meeting->sharding->mesh->axes[axis].size == 1;
}

static void add_used(const struct jax_meeting *meeting, struct axis_order *order, bool *used)
{
	const struct partition_spec *spec = &meeting->sharding->spec;
	for (uint32_t i = 0; i < spec->nentries; i++) {
		for (uint32_t j = 0; j < entry_axes(&spec->entries[i]); j++) {
			uint32_t axis =
			    jax_reference_axis(meeting->sharding->mesh, &spec->entries[i].axes[j]);
			if (axis == meeting->sharding->mesh->naxes || used[axis] ||
			    drops(meeting, axis))
				continue;
			used[axis] = true;
			order->manual_used += meeting->sharding->types[axis] == AXIS_MANUAL;
			order->axes[order->count++] = axis;
		}
	}
}

static void add_unused(const struct jax_meeting *meeting, struct axis_order *order,
                       const bool *used, bool manual)
{
	int64_t *devices = manual ? &order->manual : &order->replicated;
	for (uint32_t i = 0; i < meeting->sharding->mesh->naxes; i++) {
		if (used[i] || drops(meeting, i) ||
		    (meeting->sharding->types[i] == AXIS_MANUAL) != manual)
			continue;
		*devices *= meeting->sharding->mesh->axes[i].size;
		order->axes[order->count++] = i;
		order->unused++;
		order->unused_manual += manual;
	}
}

/* <=[2,2]T(1,0): the mesh without axes of size 1 and with axes that stay side by side merged, and
 * its permutation. */
static void iota_text(struct buf *out, const struct jax_meeting *meeting,
                      const struct axis_order *order)
{
	const struct mesh *mesh = meeting->sharding->mesh;
	int64_t sizes[MAX_AXES];
	uint32_t group_of[MAX_AXES], place[MAX_AXES], groups = 0;
	bool joined[MAX_AXES] = {false};
	for (uint32_t i = 1; i < order->count; i++) {
		uint32_t next = order->axes[i - 1] + 1;
		while (next < mesh->naxes && mesh->axes[next].size == 1)
			next++;
		joined[order->axes[i]] = next == order->axes[i];
	}
	for (uint32_t i = 0; i < mesh->naxes; i++) {
		if (mesh->axes[i].size == 1)
			continue;
		if (joined[i] && groups)
			sizes[groups - 1] *= mesh->axes[i].size;
		else
			sizes[groups++] = mesh->axes[i].size;
		group_of[i] = groups - 1;
	}
	uint32_t placed = 0;
	for (uint32_t i = 0; i < order->count; i++)
		if (mesh->axes[order->axes[i]].size > 1 && !joined[order->axes[i]])
			place[placed++] = group_of[order->axes[i]];
	buf_puts(out, "<=[");
	for (uint32_t i = 0; i < groups; i++)
		buf_printf(out, "%s%" PRId64, i ? "," : "", sizes[i]);
	buf_puts(out, groups > 1 ? "]T(" : "]");
	for (uint32_t i = 0; groups > 1 && i < placed; i++)
		buf_printf(out, "%s%u", i ? "," : "", place[i]);
	buf_puts(out, groups > 1 ? ")" : "");
}

/* {devices=[1,2,2]<=[4] last_tile_dims={manual, replicated}} */
static void manual_sharding_text(struct buf *out, const struct jax_meeting *meeting,
                                 const struct axis_order *order)
{
	const struct partition_spec *spec = &meeting->sharding->spec;
	buf_puts(out, "{devices=[");
	for (uint32_t i = 0; i < meeting->tensor->rank; i++) {
		int64_t ways = 1;
		if (i < spec->nentries &&
		    !jax_entry_ways(meeting->sharding, &spec->entries[i], &ways))
			ways = 1;
		buf_printf(out, "%" PRId64 ",", ways);
	}
	buf_printf(out, "%" PRId64, order->manual);
	if (order->replicated > 1)
		buf_printf(out, ",%" PRId64, order->replicated);
	buf_putc(out, ']');
	iota_text(out, meeting, order);
	buf_puts(out, order->replicated > 1 ? " last_tile_dims={manual, replicated}}"
	                                    : " last_tile_dims={manual}}");
}

bool jax_check_manual(struct jax_meeting *meeting)
{
	struct axis_order order = {.manual = 1, .replicated = 1};
	bool used[MAX_AXES] = {false};
	if (!jax_any_axis(meeting->sharding, AXIS_MANUAL))
		return true;
	if (!jax_has(meeting, JAX_SIZE_ONE_AXES_DROPPED)) {
		jax_manual_unknown(meeting);
		return false;
	}
	add_used(meeting, &order, used);
	add_unused(meeting, &order, used, true);
	add_unused(meeting, &order, used, false);
	if (!order.unused || (!order.unused_manual && !order.manual_used))
		return true;
	bool all_manual = order.unused_manual == order.count && !order.manual_used;
	bool assertion = order.manual_used || all_manual;
	struct buf text = jax_text_buf(meeting);
	if (!assertion) {
		buf_puts(&text, "Unhandled OpSharding type: ");
		manual_sharding_text(&text, meeting, &order);
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
