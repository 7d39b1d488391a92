/* SPDX-License-Identifier: Apache-2.0 */
/* Tables for people: the first column stands left, numbers below each other. */
#pragma once

#include "report/stream.h"

enum { MAX_COLUMNS = 9 };

struct columns_row {
	struct str cells[MAX_COLUMNS];
};

struct columns {
	struct columns_row *rows;
	uint32_t count, columns;
};

/* Writes the rows, two blanks in front of each column. */
void columns_write(struct stream *out, const struct columns *table);
