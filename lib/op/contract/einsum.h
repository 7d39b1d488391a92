/* SPDX-License-Identifier: Apache-2.0 */
/* Labels of subscripts. */
#pragma once

#include "op/contract/contract.h"

/* How often the label stands among them. */
uint32_t label_count(struct einsum_labels labels, uint32_t label);

/* The position of a label, or -1. */
int32_t label_find(struct einsum_labels labels, uint32_t label);

/* The labels as text: "bij". */
void labels_text(struct buf *out, struct einsum_labels labels);
