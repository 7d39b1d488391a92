/* SPDX-License-Identifier: Apache-2.0 */
/* Which part of a tensor is drawn, and how its dimensions are cut. */
#include <assert.h>
#include <inttypes.h>

#include "base/utf8.h"
#include "report/show/show.h"

/* Why a tensor cannot be laid out, or NULL when it can. */
static const char *place_drawn(struct arena *arena, const struct tensor *tensor,
                               struct slice_map *slice_map)
{
	const char *reason =
	    slice_map_place(arena, tensor, tensor->layout, tensor->mesh, slice_map);
	if (!reason && slice_map->devices > MAX_DEVICES)
		return "its mesh has more than 2^31 devices";
	return reason;
}

/* A name, escaped; of a long one the first characters. */
static struct str shortened(struct arena *arena, struct str name)
{
	enum { LONGEST = 24 };
	struct str shown = utf8_escaped(arena, name);
	if (utf8_length(shown) <= LONGEST)
		return shown;
	size_t cut = 0;
	for (int count = 0; count + 2 < LONGEST; count++) {
		size_t size;
		bool valid;
		utf8_decode(str_slice(shown, cut, shown.len), &size, &valid);
		cut += size;
	}
	return str_format(arena, "%.*s..", (int)cut, shown.s);
}

static struct side side_make(struct arena *arena, const struct slice_map *slice_map,
                             uint32_t number)
{
	assert(number < slice_map->rank);
	const struct placed_dim *dim = &slice_map->dims[number];
	struct side side = {.dim = dim, .number = number, .shards = dim->shards, .marked = -1};
	struct side_axis *axes = arena_new(arena, struct side_axis, dim->naxes);
	int64_t inner = dim->shards;
	for (uint32_t i = 0; i < dim->naxes; i++) {
		const struct axis *axis = &slice_map->mesh->axes[dim->axes[i]];
		if (axis->size == 1)
			continue;
		inner /= axis->size;
		axes[side.naxes++] =
		    (struct side_axis){shortened(arena, axis->name), axis->size, inner};
	}
	side.axes = axes;
	return side;
}

static bool is_fixed(const struct show_request *request, uint32_t dim)
{
	for (uint32_t i = 0; i < request->nfixed; i++)
		if (request->fixed[i].dim == dim)
			return true;
	return false;
}

/* The dimension that is cut most ways, the first of equal ones, except a fixed one and `taken`; -1
 * when there is no other. */
static int64_t most_cut(const struct slice_map *slice_map, const struct show_request *request,
                        int64_t taken)
{
	int64_t best = -1;
	for (uint32_t i = 0; i < slice_map->rank; i++)
		if (i != taken && !is_fixed(request, i) &&
		    (best < 0 || slice_map->dims[i].shards > slice_map->dims[best].shards))
			best = i;
	return best;
}

/* The dimensions to draw, in ascending order, when the request does not say; returns how many. */
static uint32_t choose_dims(const struct slice_map *slice_map, const struct show_request *request,
                            int64_t dims[2])
{
	int64_t first = most_cut(slice_map, request, -1);
	int64_t second = first < 0 ? -1 : most_cut(slice_map, request, first);
	dims[0] = second >= 0 && second < first ? second : first;
	dims[1] = dims[0] == first ? second : first;
	return first < 0 ? 0 : second < 0 ? 1 : 2;
}

/* Sets rows and columns; false with *why when the request names a dimension that is not there. */
static bool choose_sides(struct arena *arena, const struct show_request *request,
                         struct picture *picture, struct str *why)
{
	const struct slice_map *slice_map = &picture->slice_map;
	int64_t dims[2] = {request->dims[0], request->dims[1]};
	uint32_t count = request->ndims ? request->ndims : choose_dims(slice_map, request, dims);
	picture->rows = picture->columns = (struct side){.shards = 1, .marked = -1};
	for (uint32_t i = 0; i < count; i++) {
		if (dims[i] >= slice_map->rank) {
			*why = str_format(arena, "has rank %u: there is no dimension %" PRId64,
			                  slice_map->rank, dims[i]);
			return false;
		}
	}
	if (count == 2)
		picture->rows = side_make(arena, slice_map, (uint32_t)dims[0]);
	if (count)
		picture->columns = side_make(arena, slice_map, (uint32_t)dims[count - 1]);
	return true;
}

static bool is_drawn(const struct picture *picture, int64_t dim)
{
	return (picture->rows.dim && picture->rows.number == dim) ||
	       (picture->columns.dim && picture->columns.number == dim);
}

/* Fixes what is not drawn where the request says; false with *why when it cannot be there. */
static bool fix_dims(struct arena *arena, const struct show_request *request,
                     const struct picture *picture, int64_t *indices, struct str *why)
{
	const struct slice_map *slice_map = &picture->slice_map;
	for (uint32_t i = 0; i < request->nfixed; i++) {
		struct show_fixed fixed = request->fixed[i];
		if (fixed.dim >= slice_map->rank)
			*why = str_format(arena, "has rank %u: there is no dimension %" PRId64,
			                  slice_map->rank, fixed.dim);
		else if (is_drawn(picture, fixed.dim))
			*why = str_format(arena,
			                  "is drawn with all shards of dimension %" PRId64
			                  "; '--dims' chooses what is drawn",
			                  fixed.dim);
		else if (fixed.shard >= slice_map->dims[fixed.dim].shards)
			*why = str_format(arena,
			                  "has %" PRId64 " shard%s along dimension %" PRId64
			                  ", counted from 0: there is no shard %" PRId64,
			                  slice_map->dims[fixed.dim].shards,
			                  slice_map->dims[fixed.dim].shards == 1 ? "" : "s",
			                  fixed.dim, fixed.shard);
		else
			indices[fixed.dim] = fixed.shard;
		if (why->s)
			return false;
	}
	return true;
}

/* Finds the device; what is not drawn is fixed where the device holds it. */
static bool find_device(struct arena *arena, const struct show_request *request,
                        struct picture *picture, int64_t *held, struct str *why)
{
	const struct slice_map *slice_map = &picture->slice_map;
	picture->has_device = true;
	picture->device = request->device;
	picture->position = mesh_position(slice_map->mesh, request->device);
	if (picture->position < 0) {
		*why = str_format(
		    arena, "is on %" PRId64 " device%s; device %" PRId64 " is none of them",
		    slice_map->devices, slice_map->devices == 1 ? "" : "s", request->device);
		return false;
	}
	slice_map_indices(slice_map, picture->position, held);
	return true;
}

static void mark_device(struct picture *picture, const int64_t *held)
{
	picture->marked = true;
	for (uint32_t i = 0; i < picture->slice_map.rank; i++)
		picture->marked &= is_drawn(picture, i) || held[i] == picture->indices[i];
	if (!picture->marked)
		return;
	picture->rows.marked = picture->rows.dim ? held[picture->rows.number] : 0;
	picture->columns.marked = picture->columns.dim ? held[picture->columns.number] : 0;
}

enum picture_status picture_make(struct arena *arena, const struct tensor *tensor,
                                 const struct show_request *request, struct picture *picture,
                                 struct str *why)
{
	*picture = (struct picture){.tensor = tensor};
	*why = (struct str){NULL, 0};
	const char *reason = place_drawn(arena, tensor, &picture->slice_map);
	if (reason) {
		*why = str_format(arena, "cannot be drawn: %s", reason);
		return PICTURE_UNPLACED;
	}
	int64_t held[MAX_RANK] = {0};
	int64_t *indices = arena_new(arena, int64_t, tensor->rank);
	if (!choose_sides(arena, request, picture, why) ||
	    (request->has_device && !find_device(arena, request, picture, held, why)))
		return PICTURE_REFUSED;
	for (uint32_t i = 0; i < tensor->rank; i++)
		indices[i] = is_drawn(picture, i) ? 0 : held[i];
	if (!fix_dims(arena, request, picture, indices, why))
		return PICTURE_REFUSED;
	picture->indices = indices;
	for (uint32_t i = 0; i < tensor->rank; i++) {
		struct slice slice = placed_dim_slice(&picture->slice_map.dims[i], indices[i]);
		picture->empty |= !is_drawn(picture, i) && slice.start == slice.stop;
	}
	if (request->has_device)
		mark_device(picture, held);
	return PICTURE_MADE;
}

void picture_cell(const struct picture *picture, int64_t row, int64_t column, int64_t *indices)
{
	assert(row >= 0 && row < picture->rows.shards && column >= 0 &&
	       column < picture->columns.shards);
	if (picture->slice_map.rank)
		memcpy(indices, picture->indices, picture->slice_map.rank * sizeof *indices);
	if (picture->rows.dim)
		indices[picture->rows.number] = row;
	if (picture->columns.dim)
		indices[picture->columns.number] = column;
}
