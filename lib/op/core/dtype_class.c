/* SPDX-License-Identifier: Apache-2.0 */
#include "op/core/dtype_class.h"

#include "op/core/message.h"

enum dtype_class dtype_class(const struct dtype *dtype)
{
	static const struct {
		const char *prefix;
		enum dtype_class class;
	} prefixes[] = {
	    {"float", DTYPE_FLOAT},   {"bfloat", DTYPE_FLOAT},    {"int", DTYPE_SIGNED},
	    {"uint", DTYPE_UNSIGNED}, {"complex", DTYPE_COMPLEX}, {"bool", DTYPE_BOOL},
	};
	struct str name = str_of(dtype->name);
	for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++)
		if (str_starts_with(name, str_of(prefixes[i].prefix)))
			return prefixes[i].class;
	return DTYPE_KEY;
}

const struct dtype *to_inexact(const struct dtype *dtype)
{
	enum dtype_class class = dtype_class(dtype);
	return class == DTYPE_BOOL || class == DTYPE_SIGNED || class == DTYPE_UNSIGNED
	           ? dtype_named(STR("float32"))
	           : dtype;
}

const struct dtype *real_dtype(const struct dtype *dtype)
{
	if (dtype_class(dtype) != DTYPE_COMPLEX)
		return dtype;
	return dtype_named(dtype->bits == 64 ? STR("float32") : STR("float64"));
}

/*
 * The type-promotion lattice: each node with the nodes right above it. A weak node is that of a
 * Python number; dtypes that promote to nothing else than themselves have no row.
 */
enum { MAX_ABOVE = 4, NO_NODE = -1 };
static const struct {
	const char *name;
	const char *above[MAX_ABOVE];
} lattice[] = {
    {"bool", {"int*"}},
    {"int*", {"uint8", "int8", "narrow"}},
    {"uint8", {"int16", "uint16"}},
    {"uint16", {"int32", "uint32"}},
    {"uint32", {"int32", "uint64"}},
    {"uint64", {"float*"}},
    {"int8", {"int16"}},
    {"int16", {"int32"}},
    {"int32", {"int64"}},
    {"int64", {"float*"}},
    {"float*", {"bfloat16", "float16", "complex*", "small"}},
    {"bfloat16", {"float32"}},
    {"float16", {"float32"}},
    {"float32", {"float64", "complex64"}},
    {"float64", {"complex128"}},
    {"complex*", {"complex64"}},
    {"complex64", {"complex128"}},
    {"complex128", {0}},
    {"narrow", {0}}, /* int2, int4, uint2, uint4: each alone above int* */
    {"small", {0}},  /* floats of 8 bits and less: each alone above float* */
};

enum { NODE_COUNT = sizeof lattice / sizeof *lattice };

static int node_named(const char *name)
{
	for (int i = 0; i < NODE_COUNT; i++)
		if (strcmp(lattice[i].name, name) == 0)
			return i;
	return NO_NODE;
}

/* The node of a dtype. */
static int node_of(const struct dtype *dtype, bool weak)
{
	enum dtype_class class = dtype_class(dtype);
	if (weak && class != DTYPE_BOOL)
		return node_named(class == DTYPE_FLOAT     ? "float*"
		                  : class == DTYPE_COMPLEX ? "complex*"
		                                           : "int*");
	int node = node_named(dtype->name);
	if (node != NO_NODE)
		return node;
	return class == DTYPE_KEY ? NO_NODE : node_named(class == DTYPE_FLOAT ? "small" : "narrow");
}

/* The node and all above it, as a set. The lattice has no circle. */
static uint32_t upper_bounds(int node)
{
	uint32_t set = (uint32_t)1 << node;
	for (int i = 0; i < MAX_ABOVE && lattice[node].above[i]; i++)
		set |= upper_bounds(node_named(lattice[node].above[i]));
	return set;
}

/* The least node of the common upper bounds, which has them all above it; or NO_NODE. */
static int least_upper_bound(uint32_t nodes)
{
	uint32_t common = UINT32_MAX;
	for (int i = 0; i < NODE_COUNT; i++)
		if (nodes >> i & 1)
			common &= upper_bounds(i);
	for (int i = 0; i < NODE_COUNT; i++)
		if (common >> i & 1 && (common & ~upper_bounds(i)) == 0)
			return i;
	return NO_NODE;
}

/* The dtype of a node as an array has it with 64-bit types disabled; that of `like` for a node that
 * stands for several. */
static const struct dtype *node_dtype(int node, const struct dtype *like)
{
	static const struct {
		const char *node, *dtype;
	} arrays[] = {
	    {"int*", "int32"},           {"float*", "float32"}, {"complex*", "complex64"},
	    {"int64", "int32"},          {"uint64", "uint32"},  {"float64", "float32"},
	    {"complex128", "complex64"},
	};
	for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++)
		if (node == node_named(arrays[i].node))
			return dtype_named(str_of(arrays[i].dtype));
	const struct dtype *dtype = dtype_named(str_of(lattice[node].name));
	return dtype ? dtype : like;
}

const struct dtype *promote_all(const struct array_type *const *types, uint32_t count, bool *weak)
{
	bool same = true, all_weak = true;
	for (uint32_t i = 0; i < count; i++) {
		same = same && types[i]->dtype == types[0]->dtype;
		all_weak = all_weak && types[i]->weak;
	}
	*weak = all_weak;
	if (same)
		return types[0]->dtype;
	uint32_t nodes = 0;
	const struct dtype *alone = NULL; /* of a node that stands for several dtypes */
	for (uint32_t i = 0; i < count; i++) {
		int node = node_of(types[i]->dtype, types[i]->weak && !all_weak);
		if (node == NO_NODE)
			return NULL;
		nodes |= (uint32_t)1 << node;
		if (node != node_named("narrow") && node != node_named("small"))
			continue;
		if (alone && alone != types[i]->dtype)
			return NULL;
		alone = types[i]->dtype;
	}
	int least = least_upper_bound(nodes);
	if (least == NO_NODE)
		return NULL;
	*weak = all_weak || strchr(lattice[least].name, '*') != NULL;
	return node_dtype(least, alone);
}
