/* SPDX-License-Identifier: Apache-2.0 */
#include "partition/partitioner.h"

int64_t shape_element_bytes(const struct hlo_shape *shape)
{
	return shape->element ? ((int64_t)shape->element->bits + 7) / 8 : 0;
}
