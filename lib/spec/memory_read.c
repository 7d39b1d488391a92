/* SPDX-License-Identifier: Apache-2.0 */
/* The `memory` of a spec: what a device keeps beside its tensors. */
#include "spec/reader.h"

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
	const struct node *values[MEMORY_KEY_COUNT];
	size_t optimizer;
	if (!node)
		return;
	if (node->kind != NODE_MAP) {
		reader_wrong_kind(reader, node, "memory", "a map");
		return;
	}
	reader_keys(reader, node, &memory_keys, values, NULL);
	if (values[MEMORY_OPTIMIZER] && reader_word(reader, values[MEMORY_OPTIMIZER], "optimizer",
	                                            &optimizer_words, &optimizer))
		settings->optimizer = (enum optimizer_kind)optimizer;
	read_optimizer_dtype(reader, values[MEMORY_MOMENTS], "moments", &settings->moments);
	read_optimizer_dtype(reader, values[MEMORY_MASTER_WEIGHTS], "master_weights",
	                     &settings->master_weights);
	read_optimizer_dtype(reader, values[MEMORY_GRADIENTS], "gradients", &settings->gradients);
	if (values[MEMORY_RESERVE])
		reader_bytes(reader, values[MEMORY_RESERVE], "reserve", &settings->reserve);
}
