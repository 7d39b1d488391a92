/* SPDX-License-Identifier: Apache-2.0 */
/* The halo exchange that packs pieces into few permutes, each with distinct sources and targets. */
#include <string.h>

#include "reshard/halo.h"

/* Where a piece comes from, if not from a shard by its number. */
enum { PADDING = -1 };

/* Of one exchange; thousands of shards that each want something of all others are beyond use. */
enum { MAX_PIECES = 1 << 20 };

/* No permute carries it: padding, or the shard's own elements. */
enum { NO_PERMUTE = -1 };

/* A stretch of one shard's window that comes from one place. */
struct piece {
	int64_t start, limit; /* elements within the shard it comes from */
	int64_t offset;       /* of its first element in the window */
	int64_t from;         /* the shard it comes from, or PADDING */
	int64_t to;           /* the shard whose window it is in */
	int32_t permute;      /* by its number, or NO_PERMUTE */
};

struct pieces {
	struct piece *items;
	uint32_t count, next;
	size_t room;
};

/* What one shard sends: pieces by their places in the windows. */
struct parcel {
	int64_t to;
	uint32_t slot;
};

struct parcels {
	struct parcel *items;
	uint32_t count, next;
	size_t room;
};

/* Elements [start, limit) of the shards that send. */
struct permute {
	int64_t start, limit;
	const struct reshard_pair *pairs; /* in shard numbers */
	uint32_t count;
	bool emitted;
};

struct compact {
	struct resharder *resharder;
	const struct device_groups *lines; /* of the array along the dimension */
	int64_t shards, shard_size, extent;
	struct pieces *wanted;      /* per shard, its window cut at boundaries */
	struct pieces *windows;     /* the same, long padding cut to the size of a shard */
	struct parcels *outgoing;   /* per shard, what it sends */
	struct reshard_pair *pairs; /* room for the permute put together */
	bool *reached;              /* per shard, is it a target of the permute put together */
	struct permute *permutes;
	uint32_t permute_count;
	size_t permute_room;
	uint32_t piece_count;
};

static void add_piece(struct compact *c, struct pieces *pieces, struct piece piece)
{
	if (c->piece_count++ == MAX_PIECES)
		resharder_stop(c->resharder, RESHARD_UNKNOWN,
		               "an exchange of halos has more than 1048576 pieces");
	arena_push(c->resharder->scratch, pieces->items, pieces->count, pieces->room, piece);
}

static struct piece *piece_of(const struct compact *c, struct parcel parcel)
{
	return &c->windows[parcel.to].items[parcel.slot];
}

/* Whether the prediction still goes on. */
static bool is_open(const struct compact *c)
{
	return c->resharder->outcome == RESHARD_PREDICTED;
}

static int64_t position_in_shard(int64_t at, int64_t size)
{
	int64_t rest = at % size;
	return rest < 0 ? rest + size : rest;
}

/* Cuts the window [start, limit) of one shard at the shards' boundaries and at the value's ends. */
static void cut_window(struct compact *c, int64_t shard, int64_t start, int64_t limit)
{
	for (int64_t at = start, size; at < limit && is_open(c); at += size) {
		struct piece piece = {
		    .start = position_in_shard(at, c->shard_size),
		    .offset = at - start,
		    .from = PADDING,
		    .to = shard,
		    .permute = NO_PERMUTE,
		};
		size = limit - at;
		if (at < 0) {
			size = size < -at ? size : -at;
		} else if (at < c->extent) {
			int64_t room = c->shard_size - piece.start;
			size = size < room ? size : room;
			piece.from = at / c->shard_size;
		}
		piece.limit = piece.start + size;
		add_piece(c, &c->wanted[shard], piece);
	}
}

/* Whether all windows that still have a piece have padding next; *any is false at the end. */
static bool next_is_padding(const struct compact *c, bool *any)
{
	bool padding = true;
	*any = false;
	for (int64_t i = 0; i < c->shards; i++) {
		const struct pieces *wanted = &c->wanted[i];
		if (wanted->next >= wanted->count)
			continue;
		*any = true;
		padding = padding && wanted->items[wanted->next].from == PADDING;
	}
	return padding;
}

/* Puts the next piece of shard i's window into place, or the first part of long padding. */
static void place_next(struct compact *c, int64_t i, bool all_padding)
{
	struct pieces *wanted = &c->wanted[i];
	struct piece *piece = &wanted->items[wanted->next], placed = *piece;
	if (!all_padding && piece->from == PADDING && piece->limit > c->shard_size) {
		placed.limit = c->shard_size;
		piece->start = 0;
		piece->limit -= c->shard_size;
	} else {
		wanted->next++;
	}
	if (placed.from != PADDING && placed.from != i) {
		struct parcels *outgoing = &c->outgoing[placed.from];
		arena_push(c->resharder->scratch, outgoing->items, outgoing->count, outgoing->room,
		           (struct parcel){i, c->windows[i].count});
	}
	add_piece(c, &c->windows[i], placed);
}

/*
 * Fills the windows side by side, a piece of each at a time, and lists what each shard sends in
 * that order. Long padding beside data is cut to the size of a shard, which puts off what comes
 * after.
 */
static void fill_windows(struct compact *c)
{
	bool any;
	for (bool padding = next_is_padding(c, &any); any && is_open(c);
	     padding = next_is_padding(c, &any))
		for (int64_t i = 0; i < c->shards; i++)
			if (c->wanted[i].next < c->wanted[i].count)
				place_next(c, i, padding);
}

/* Stable, by offset in the target's window: pieces of one permute are then alike. */
static void sort_parcels(const struct compact *c, struct parcels *parcels)
{
	for (uint32_t i = 1; i < parcels->count; i++) {
		struct parcel parcel = parcels->items[i];
		int64_t offset = piece_of(c, parcel)->offset;
		uint32_t k = i;
		for (; k > 0 && piece_of(c, parcels->items[k - 1])->offset > offset; k--)
			parcels->items[k] = parcels->items[k - 1];
		parcels->items[k] = parcel;
	}
}

/* True when the permute so far and the piece are a small halo each from opposite ends of a shard,
 * so that one range would cover nearly all of it. */
static bool spans_too_much(const struct permute *permute, const struct piece *piece,
                           int64_t shard_size)
{
	return (permute->start > piece->limit && permute->limit == shard_size &&
	        piece->start == 0) ||
	       (permute->limit < piece->start && permute->start == 0 && piece->limit == shard_size);
}

/* Puts together the next permute: from every shard the next piece, unless its target has one. */
static struct permute next_permute(struct compact *c)
{
	struct permute permute = {.start = c->shard_size};
	memset(c->reached, 0, (size_t)c->shards * sizeof(*c->reached));
	for (int64_t i = 0; i < c->shards; i++) {
		struct parcels *outgoing = &c->outgoing[i];
		if (outgoing->next >= outgoing->count)
			continue;
		struct piece *piece = piece_of(c, outgoing->items[outgoing->next]);
		if (permute.count &&
		    (c->reached[piece->to] || spans_too_much(&permute, piece, c->shard_size)))
			continue;
		c->reached[piece->to] = true;
		c->pairs[permute.count++] = (struct reshard_pair){(int32_t)i, (int32_t)piece->to};
		permute.start = piece->start < permute.start ? piece->start : permute.start;
		permute.limit = piece->limit > permute.limit ? piece->limit : permute.limit;
		piece->permute = (int32_t)c->permute_count;
		outgoing->next++;
	}
	struct reshard_pair *pairs =
	    arena_new(c->resharder->scratch, struct reshard_pair, permute.count);
	memcpy(pairs, c->pairs, permute.count * sizeof(*pairs));
	permute.pairs = pairs;
	return permute;
}

static void make_permutes(struct compact *c)
{
	for (struct permute permute; (permute = next_permute(c)).count != 0;)
		arena_push(c->resharder->scratch, c->permutes, c->permute_count, c->permute_room,
		           permute);
}

/* The permute in every line of the array along the dimension. */
static void emit_permute(struct compact *c, struct shards value, uint32_t dim,
                         struct permute *permute)
{
	struct resharder *resharder = c->resharder;
	uint32_t total = permute->count;
	const struct reshard_pair *pairs =
	    reshard_pairs_in(resharder->scratch, c->lines, permute->pairs, &total);
	permute->emitted = true;
	resharder_permute_part(resharder, pairs, total, value, dim,
	                       permute->limit - permute->start);
}

/*
 * The permutes of one place in the windows are operands of a chain of selects, in which the one
 * that the first shards use stands last; the chains are concatenated. HLO lists operands first, so
 * this is the order in which the program has the permutes.
 */
static bool emit_place(struct compact *c, struct shards value, uint32_t dim, uint32_t place)
{
	uint32_t *used = arena_new(c->resharder->scratch, uint32_t, c->permute_count);
	bool *seen = arena_new(c->resharder->scratch, bool, c->permute_count);
	uint32_t count = 0;
	bool any = false;
	for (int64_t i = 0; i < c->shards; i++) {
		if (place >= c->windows[i].count)
			continue;
		int32_t permute = c->windows[i].items[place].permute;
		any = true;
		if (permute == NO_PERMUTE || seen[permute])
			continue;
		seen[permute] = true;
		used[count++] = (uint32_t)permute;
	}
	while (count-- > 0)
		if (!c->permutes[used[count]].emitted)
			emit_permute(c, value, dim, &c->permutes[used[count]]);
	return any;
}

int64_t halo_exchange_compact(struct resharder *resharder, struct shards value, uint32_t dim,
                              struct halo halo)
{
	size_t shards = (size_t)value.tiling->tiles[dim];
	struct compact c = {
	    .resharder = resharder,
	    .lines = device_groups_along(resharder->scratch, value.tiling, dim),
	    .shards = (int64_t)shards,
	    .shard_size = value.local[dim],
	    .extent = value.extents[dim],
	    .wanted = arena_new(resharder->scratch, struct pieces, shards),
	    .windows = arena_new(resharder->scratch, struct pieces, shards),
	    .outgoing = arena_new(resharder->scratch, struct parcels, shards),
	    .pairs = arena_new(resharder->scratch, struct reshard_pair, shards),
	    .reached = arena_new(resharder->scratch, bool, shards),
	};
	int64_t widest = 0;
	for (int64_t i = 0; i < c.shards; i++) {
		int64_t start = i * c.shard_size - halo.left(i, halo.context);
		int64_t limit = (i + 1) * c.shard_size + halo.right(i, halo.context);
		widest = limit - start > widest ? limit - start : widest;
		cut_window(&c, i, start, limit);
	}
	fill_windows(&c);
	if (!is_open(&c))
		return widest;
	for (int64_t i = 0; i < c.shards; i++)
		sort_parcels(&c, &c.outgoing[i]);
	make_permutes(&c);
	value.source = resharder->source;
	for (uint32_t place = 0; emit_place(&c, value, dim, place); place++)
		if (resharder->outcome != RESHARD_PREDICTED)
			break;
	resharder->source = resharder->place; /* where they are put together */
	return widest;
}
