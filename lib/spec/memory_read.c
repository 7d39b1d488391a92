/* SPDX-License-Identifier: Apache-2.0 */
/* The `memory` of a spec: what a device keeps beside its tensors. */
#include "spec/reader.h"

static const char *const optimizer_names[] = {
    [OPTIMIZER_NONE] = "none", [OPTIMIZER_SGD] = "sgd",     [OPTIMIZER_MOMENTUM] = "momentum",
    [OPTIMIZER_ADAM] = "adam", [OPTIMIZER_ADAMW] = "adamw", [OPTIMIZER_ADAFACTOR] = "adafactor",
};

static void read_optimizer_dtype(const struct reader *reader, const struct node *node,
                                 const char *what, const struct dtype **dtype)
{
	struct str name;
	if (node && reader_text(reader, node, what, &name)) {
		*dtype = dtype_named(name);
		if (*dtype)
			return;
		size_t count;
		const struct str *names = dtype_names(reader->diags->arena, &count);
		struct diag *diag =
		    diag_add(reader->diags, RULE_DTYPE_UNKNOWN, node->at,
		             "'%s': no dtype is called '%s'", what, reader_shown(reader, name).s);
		reader_suggest(reader, diag, name, names, count,
		               "write one such as float32 or bfloat16");
	}
}

void reader_memory(const struct reader *reader, const struct node *node,
                   struct memory_settings *settings)
{
	enum { OPTIMIZER, MOMENTS, MASTER, GRADIENTS, RESERVE, KEYS };
	static const char *const keys[] = {"optimizer", "moments", "master_weights", "gradients",
	                                   "reserve"};
	const struct node *values[KEYS];
	size_t optimizer;
	if (!node)
		return;
	if (node->kind != NODE_MAP) {
		reader_wrong_kind(reader, node, "memory", "a map");
		return;
	}
	reader_keys(reader, node, keys, KEYS, values, NULL, "'memory'");
	if (values[OPTIMIZER] &&
	    reader_word(reader, values[OPTIMIZER], "optimizer", optimizer_names,
	                COUNT_OF(optimizer_names), &optimizer))
		settings->optimizer = (enum optimizer_kind)optimizer;
	read_optimizer_dtype(reader, values[MOMENTS], "moments", &settings->moments);
	read_optimizer_dtype(reader, values[MASTER], "master_weights", &settings->master_weights);
	read_optimizer_dtype(reader, values[GRADIENTS], "gradients", &settings->gradients);
	if (values[RESERVE])
		reader_bytes(reader, values[RESERVE], "reserve", &settings->reserve);
}
