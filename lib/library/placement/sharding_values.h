/* SPDX-License-Identifier: Apache-2.0 */
/* Specs, meshes and shardings as values: what the functions of placement share. */
#pragma once

#include "trace/convert/convert_sharding.h"

/*
 * PartitionSpec(*entries, unreduced=…, reduced=…) of the values, NULL after raising what that
 * raises. `unreduced` and `reduced` are sets.
 */
const struct value *spec_of_values(struct trace *trace, const struct value_list *entries,
                                   const struct value *unreduced, const struct value *reduced,
                                   enum unreduced_kind kind);

/* NamedSharding(mesh, spec), NULL after raising what that raises. `mesh` is a VALUE_MESH. */
const struct value *named_sharding_of(struct trace *trace, const struct value *mesh,
                                      const struct partition_spec *spec);

/* A PartitionSpec as NamedSharding on the mesh in context, where one is; anything else itself. NULL
 * after raising. */
const struct value *sharding_in_context(struct trace *trace, const struct value *sharding);

/* One of the members of an enumeration: AxisType.Auto. */
const struct value *enumeration_value(struct trace *trace, const char *class_name,
                                      const char *member, int64_t number);

/* The number of a member of the enumeration, or -1. */
int64_t enumeration_number(const struct value *value, const char *class_name);

/* A member of jax.sharding.UnreducedKind. */
const struct value *unreduced_kind_value(struct trace *trace, enum unreduced_kind kind);

/* An array of devices of this shape; the sizes live in the arena. */
const struct value *devices_value(struct trace *trace, const int64_t *sizes, uint32_t count);

/* The shape of what is given as devices: an array of them, or a (nested) list. False after an
 * error. */
MUST_USE bool devices_shape(struct trace *trace, const struct value *value, const int64_t **sizes,
                            uint32_t *count);

/* The ids of the devices that are given so, in their order; NULL when they are not known. */
const int64_t *device_ids(struct trace *trace, const struct value *value, uint32_t *count);

/* The same devices as an array of them, of another shape. */
const struct value *devices_in_shape(struct trace *trace, const struct value *devices,
                                     const int64_t *sizes, uint32_t count);

/* Whether the value is an array of devices, or a list that holds some. */
bool holds_devices(const struct value *value);

/* How many devices there are; 0 when neither the spec nor its mesh says so, nor the program
 * itself. */
int64_t device_count(struct trace *trace);

/* Says, of what has been given up because their number is not known, how to give it. */
void explain_device_count(struct trace *trace);
