/* SPDX-License-Identifier: Apache-2.0 */
/* What reshard, device_put, constraints and jit share: trees of arrays with trees of shardings. */
#pragma once

#include "library/placement/sharding_values.h"
#include "trace/convert/pytree.h"
#include "op/place/place.h"

/* Arrays that a call places, each with what it is placed with. */
struct placing {
	struct pytree arrays;
	const struct value **shardings; /* one for each leaf */
};

/* How errors speak of shardings that are not arranged as their arrays. */
enum placing_form {
	PLACING_TREE,      /* api_util.py flatten_axes */
	PLACING_ARGUMENTS, /* flatten_axis_resources, with tupled_args */
	PLACING_RESULTS,   /* the same, without */
};

/*
 * Takes the call's arrays and shardings apart; `what` is what errors call the shardings. False
 * after an error. JAX: api_util.py flatten_axes, flatten_axis_resources.
 */
MUST_USE bool placing_read(struct trace *trace, const struct value *arrays,
                           const struct value *shardings, const char *what, enum placing_form form,
                           struct placing *placing);

/* Makes arrays of all leaves; false after raising that one cannot be. */
MUST_USE bool placing_make_arrays(struct trace *trace, struct placing *placing);

/* What one array becomes; NULL when that fails. */
typedef const struct array *place_leaf(struct trace *trace, const struct call_arguments *arguments,
                                       const struct array *x, const struct value *sharding);

/* Gives the tree of what `place` makes of each array, which all leaves are. NULL when it fails. */
const struct value *placing_apply(struct trace *trace, const struct call_arguments *arguments,
                                  const struct placing *placing, place_leaf *place);

/* A NamedSharding as the rules of placements take it. */
struct named_placement placement_of(struct trace *trace, const struct value *sharding);

/* The kind of memory that a NamedSharding says: that of the devices unless it says another, NULL
 * without devices. */
const char *sharding_memory(const struct named_placement *placement, const struct value *sharding);

/* The kind of memory of this name, of those that devices of today have; `abstract`: it is said
 * without devices. False after an error, or when a release's own devices decide. JAX:
 * sharding_impls.py, jaxlib's CheckAndCanonicalizeMemoryKind. */
MUST_USE bool memory_kind_named(struct trace *trace, const struct value *name, bool abstract,
                                const char **kind);

/* The same of a device, or of the sharding on a single one; NULL for None. */
const char *device_memory(const struct value *device);

/* Whether it is a layout of jax.experimental.layout, or the one that the compiler chooses. */
bool value_is_layout(const struct value *value);

/* The sharding of a Format, and any other value itself. */
const struct value *format_sharding(const struct value *value);

/* The same for an array of this type; None for a sharding that was refused. NULL after JAX's error
 * that the layout is for another rank. `what` and `path` say where the array stands, as errors put
 * it. JAX: pjit.py check_aval_layout_compatibility. */
const struct value *format_sharding_of(struct trace *trace, const struct value *value,
                                       const struct array_type *type, const char *what,
                                       struct str path);

/* Whether a Format has a layout that is not the usual one, so that devices say who has it. */
bool format_reorders(const struct value *value);

/* Whether it is one of jax.memory.Space. */
bool value_is_memory_space(const struct value *value);

/* Whether the value is a jax.Device, or a SingleDeviceSharding. */
bool value_is_device(const struct value *value);

/* Whether the value is a SingleDeviceSharding. */
bool value_is_single_device(const struct value *value);

/* The sharding of a single device. */
const struct value *single_device_sharding(struct trace *trace, const struct value *device,
                                           const struct value *memory_kind);

/*
 * Notes that the call moves an array, or says how it is to lie. `asked` is the whole sharding, its
 * Auto axes included, or NULL when types cannot say it. Returns the result with that noted; NULL
 * for NULL.
 */
const struct array *placing_note(struct trace *trace, const struct call_arguments *arguments,
                                 const struct array *from, const struct array *to,
                                 const struct sharding_request *asked);

/* The same for a move that is no call: `name` says what it is, and `at` where it stands. */
const struct array *placing_note_as(struct trace *trace, const char *name, struct span at,
                                    const struct array *from, const struct array *to,
                                    const struct sharding_request *asked);
