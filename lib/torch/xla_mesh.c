/* SPDX-License-Identifier: Apache-2.0 */
#include "torch/xla_mesh.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/checked.h"
#include "base/order.h"
#include "jax/python_text.h"

static int64_t product_of(const int64_t *sizes, uint32_t count)
{
	int64_t product = 1;
	for (uint32_t i = 0; i < count; i++)
		if (!checked_multiply(&product, product, sizes[i]))
			return INT64_MAX;
	return product;
}

int64_t xla_mesh_size(const struct xla_mesh *mesh)
{
	return product_of(mesh->sizes, mesh->nsizes);
}

bool xla_mesh_axis(const struct xla_mesh *mesh, struct str name, uint32_t *axis)
{
	for (*axis = 0; mesh->names && *axis < mesh->nnames; ++*axis)
		if (mesh->names[*axis].kind == MARK_NAME &&
		    str_equal(mesh->names[*axis].text, name))
			return true;
	return false;
}

static bool same_name(const struct mark *a, const struct mark *b)
{
	return a->kind == b->kind &&
	       (a->kind == MARK_INDEX ? a->index == b->index
	                              : a->kind == MARK_NONE || str_equal(a->text, b->text));
}

static const struct mark *repeated_name(const struct xla_mesh *mesh, int *entry)
{
	for (uint32_t i = 1; i < mesh->nnames; i++) {
		for (uint32_t j = 0; j < i; j++) {
			*entry = (int)i;
			if (same_name(&mesh->names[i], &mesh->names[j]))
				return &mesh->names[i];
		}
	}
	return NULL;
}

static void check_names(const struct xla_mesh *mesh, struct violations *found)
{
	int entry;
	if (mesh->nnames != mesh->nsizes)
		violation_help(
		    found,
		    violation_say(found,
		                  violation_add(found, RULE_MESH_AXES_COUNT, "AssertionError",
		                                "Number of axis names (%u) must match mesh "
		                                "dimensions (%u)",
		                                mesh->nnames, mesh->nsizes),
		                  "the mesh has %u sizes but %u axis names", mesh->nsizes,
		                  mesh->nnames),
		    "give one name for each size");
	if (!repeated_name(mesh, &entry))
		return;
	struct buf names = {.arena = found->arena};
	if (mesh->names_text.len)
		buf_add(&names, mesh->names_text);
	else
		mark_tuple_text(&names, mesh->names, mesh->nnames);
	struct violation *violation =
	    violation_add(found, RULE_MESH_AXIS_REPEATED, "AssertionError",
	                  "Axis names must be unique, got: %.*s", STR_ARG(buf_str(&names)));
	violation->entry = entry;
	violation_say(found, violation, "two axes of the mesh have the same name");
	violation_help(found, violation, "give the axes of the mesh different names");
}

enum { NUMPY_LINE = 74, NUMPY_SUMMARY = 1000, NUMPY_EDGE = 3 };

static int digits_of(int64_t number)
{
	return snprintf(NULL, 0, "%" PRId64, number);
}

static int64_t id_at(const struct xla_mesh *mesh, int64_t place)
{
	return mesh->ids ? mesh->ids[place] : place;
}

/* str() of the array of ids as NumPy breaks it into lines, the middle of long ones left out. */
static struct str ids_text(struct arena *arena, const struct xla_mesh *mesh)
{
	struct buf out = {.arena = arena};
	bool summary = mesh->nids > NUMPY_SUMMARY;
	int width = 1;
	size_t line = 0; /* where the line begins */
	for (int64_t i = 0; i < mesh->nids; i++)
		if (!summary || i < NUMPY_EDGE || i >= mesh->nids - NUMPY_EDGE)
			width =
			    digits_of(id_at(mesh, i)) > width ? digits_of(id_at(mesh, i)) : width;
	buf_putc(&out, '[');
	for (int64_t i = 0; i < mesh->nids; i++) {
		if (summary && i == NUMPY_EDGE) {
			buf_puts(&out, "... ");
			i = mesh->nids - NUMPY_EDGE;
		}
		if (out.len - line + (size_t)width > NUMPY_LINE) {
			out.len--; /* the blank */
			buf_puts(&out, "\n ");
			line = out.len - 1;
		}
		buf_printf(&out, "%*" PRId64 "%s", width, id_at(mesh, i),
		           i + 1 < mesh->nids ? " " : "");
	}
	buf_putc(&out, ']');
	return buf_str(&out);
}

static void check_unique(const struct xla_mesh *mesh, struct violations *found)
{
	if (!mesh->ids)
		return;
	int64_t *sorted =
	    arena_copy(found->arena, mesh->ids, (size_t)mesh->nids, sizeof *mesh->ids);
	qsort(sorted, (size_t)mesh->nids, sizeof *sorted, compare_int64);
	for (int64_t i = 1; i < mesh->nids; i++) {
		if (sorted[i] != sorted[i - 1])
			continue;
		struct violation *violation = violation_add(
		    found, RULE_MESH_DEVICE_REPEATED, "AssertionError",
		    "Device IDs must be unique, got: %.*s", STR_ARG(ids_text(found->arena, mesh)));
		violation_say(found, violation, "device %" PRId64 " stands twice in the mesh",
		              sorted[i]);
		violation_help(found, violation, "list each device once");
		return;
	}
}

static void check_range(const struct xla_mesh *mesh, int64_t size, struct violations *found)
{
	for (int64_t i = 0; mesh->ids && i < mesh->nids; i++) {
		if (mesh->ids[i] < size)
			continue;
		struct violation *violation =
		    violation_add(found, RULE_MESH_DEVICES, "AssertionError",
		                  "Device IDs must be less than mesh size (%" PRId64 "), got: %.*s",
		                  size, STR_ARG(ids_text(found->arena, mesh)));
		violation->entry = i < INT32_MAX ? (int)i : NO_ENTRY;
		violation_say(found, violation,
		              "there is no device %" PRId64 " in a mesh of %" PRId64 " devices",
		              mesh->ids[i], size);
		violation_help(found, violation, "device ids go from 0 to %" PRId64, size - 1);
		return;
	}
}

void xla_check_mesh(const struct xla_mesh *mesh, struct violations *found)
{
	int64_t size = xla_mesh_size(mesh);
	if (mesh->devices < 1)
		violation_say(found,
		              violation_add(found, RULE_MESH_DEVICES, "AssertionError",
		                            "This requires XLA supported device(s)."),
		              "there is no device");
	if (mesh->nids != mesh->devices)
		violation_help(
		    found,
		    violation_say(
			found,
			violation_add(found, RULE_MESH_DEVICES, "AssertionError",
		                      "Number of device IDs (%" PRId64
		                      ") must match the global number of devices (%" PRId64 ")",
		                      mesh->nids, mesh->devices),
			"the mesh takes %" PRId64 " devices, but there are %" PRId64, mesh->nids,
			mesh->devices),
		    "a mesh of torch_xla has all devices: make its sizes multiply to %" PRId64,
		    mesh->devices);
	if (mesh->names)
		check_names(mesh, found);
	if (mesh->nids != size)
		violation_help(
		    found,
		    violation_say(found,
		                  violation_add(found, RULE_MESH_DEVICES, "AssertionError",
		                                "Number of device IDs (%" PRId64
		                                ") must match mesh size (%" PRId64 "%s)",
		                                mesh->nids, size, mesh->nsizes ? "" : ".0"),
		                  "%" PRId64 " devices do not make a mesh of %" PRId64, mesh->nids,
		                  size),
		    "make the sizes multiply to %" PRId64, mesh->nids);
	check_unique(mesh, found);
	check_range(mesh, size, found);
}

static void check_hybrid_count(const int64_t *ici, uint32_t nici, int64_t devices,
                               struct violations *found)
{
	struct buf shape = {.arena = found->arena};
	python_shape(&shape, ici, nici);
	if (product_of(ici, nici) == devices)
		return;
	struct violation *violation =
	    violation_add(found, RULE_MESH_DEVICES, "ValueError",
	                  "Number of devices %" PRId64 " must equal the product of mesh_shape %.*s",
	                  devices, STR_ARG(buf_str(&shape)));
	violation_say(found, violation, "a mesh of %.*s does not have the %" PRId64 " devices",
	              STR_ARG(buf_str(&shape)), devices);
	violation_help(found, violation, "make the sizes multiply to %" PRId64, devices);
}

void xla_check_hybrid_mesh(const int64_t *ici, uint32_t nici, const int64_t *dcn, uint32_t ndcn,
                           int64_t devices, struct violations *found)
{
	struct violation *violation;
	if (dcn && ndcn != nici)
		violation_say(
		    found, violation_add(found, RULE_MESH_AXES_COUNT, "AssertionError", "%s", ""),
		    "ici_mesh_shape has %u sizes and dcn_mesh_shape %u", nici, ndcn);
	if (dcn && product_of(dcn, ndcn) > 1) {
		violation = violation_add(found, RULE_MESH_SLICES, "ValueError",
		                          "Invalid dcn_mesh_shape for single slice mesh");
		violation_say(found, violation,
		              "dcn_mesh_shape goes over several slices, but there is one");
		violation_help(found, violation,
		               "leave dcn_mesh_shape out, or run on several slices of TPUs");
	}
	check_hybrid_count(ici, nici, devices, found);
	violation = violation_add(found, RULE_MESH_UNMAPPABLE, "AssertionError", "%s", "");
	violation_say(found, violation, "HybridMesh needs TPUs: it asks where they are");
	violation_help(found, violation, "use xs.Mesh where there are none");
}
