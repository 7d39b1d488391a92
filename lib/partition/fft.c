/* SPDX-License-Identifier: Apache-2.0 */
/* Fourier transforms. All of jaxlib 0.10.2, but where a later release is named. */
#include "partition/partitioner.h"

/* Whether a transform runs along dimensions, the last ones, that no devices share. */
static bool transforms_whole(const struct tiling *tiling, uint32_t ndims)
{
	for (uint32_t i = ndims < tiling->rank ? tiling->rank - ndims : 0; i < tiling->rank; i++)
		if (tiling->tiles[i] > 1)
			return false;
	return true;
}

/* Since jaxlib 0.12 transforms along whole dimensions are made where their values are. Along a last
 * dimension that all devices share, XLA transforms the parts and sends them round in a loop; any
 * other transform is of whole values. */
void partition_fft(struct partitioner *p, const struct instruction *instruction)
{
	const struct tiling *tiling = result_tiling(p, instruction);
	bool in_parts = p->options->rules && p->options->rules->has[XLA_TRANSFORMS_IN_PARTS];
	if (in_parts && !tiling_is_replicated(tiling) &&
	    transforms_whole(tiling, instruction->ndims)) {
		struct shards value = reshard(p, operand_value(p, instruction, 0), tiling);
		set_result(p, instruction, computed_leaf(p, instruction, 0, tiling, &value, 1));
		return;
	}
	uint32_t rank = instruction->shape->rank;
	bool round = rank >= 3 && str_equal(instruction->direction, STR("FFT")) &&
	             !tiling_is_replicated(tiling) && tiling->tiles[rank - 1] == p->devices &&
	             instruction->shape->dims[rank - 1] % p->devices == 0;
	if (round)
		set_unknown(p, instruction,
		            "a Fourier transform along a dimension that all devices share");
	else
		partition_default(p, instruction);
}
