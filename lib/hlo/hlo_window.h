/* SPDX-License-Identifier: Apache-2.0 */
/* Attributes that have a value per dimension. All return false after an error. */
#pragma once

#include "hlo/hlo_reader.h"

/* Reads {size=3x3 pad=1_1x1_1 stride=2x2 lhs_dilate=1x1 rhs_dilate=1x1 rhs_reversal=1x1}. */
bool hlo_window(struct hlo_reader *reader, struct hlo_attributes *attributes);

/* Reads 0_0x1_2_1: low, high and, where there is any, interior padding of each dimension. */
bool hlo_padding(struct hlo_reader *reader, struct hlo_attributes *attributes);

/* Reads {[0:16:1], [0:8]}. */
bool hlo_slice(struct hlo_reader *reader, struct hlo_attributes *attributes);
