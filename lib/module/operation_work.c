/* SPDX-License-Identifier: Apache-2.0 */
#include "module/operation_work.h"

#include <math.h>

/* Computations within computations; kernels wider than that count as if all of them met elements.
 */
enum { MAX_DEPTH = 64, MAX_KERNEL = 1 << 12, MAX_ORDINARY = 1 << 28 };

/* Operations of elements that XLA counts apart. */
static const bool transcendental[OPCODES] = {
    [OPCODE_ATAN2] = true,   [OPCODE_CBRT] = true,   [OPCODE_COS] = true,
    [OPCODE_ERF] = true,     [OPCODE_EXP] = true,    [OPCODE_EXPM1] = true,
    [OPCODE_LOG] = true,     [OPCODE_LOG1P] = true,  [OPCODE_LOGISTIC] = true,
    [OPCODE_POWER] = true,   [OPCODE_RSQRT] = true,  [OPCODE_SIN] = true,
    [OPCODE_SQRT] = true,    [OPCODE_TAN] = true,    [OPCODE_TANH] = true,
    [OPCODE_RNG] = true,     [OPCODE_ACOS] = true,   [OPCODE_ACOSH] = true,
    [OPCODE_ASIN] = true,    [OPCODE_ASINH] = true,  [OPCODE_ATAN] = true,
    [OPCODE_ATANH] = true,   [OPCODE_COSH] = true,   [OPCODE_SINH] = true,
    [OPCODE_DIGAMMA] = true, [OPCODE_LGAMMA] = true, [OPCODE_RNG_BIT_GENERATOR] = true,
};

void operation_work_add(struct operation_work *sum, struct operation_work more, double times)
{
	sum->flops += more.flops * times;
	sum->transcendentals += more.transcendentals * times;
}

static struct operation_work times(struct operation_work work, double count)
{
	struct operation_work all = {0, 0};
	operation_work_add(&all, work, count);
	return all;
}

/* The first array of a shape. */
static const struct hlo_shape *array_of(const struct hlo_shape *shape)
{
	while (shape->tuple && shape->nelements)
		shape = &shape->elements[0];
	return shape;
}

static double product(const int64_t *sizes, uint32_t count)
{
	double all = 1;
	for (uint32_t i = 0; i < count; i++)
		all *= (double)sizes[i];
	return all;
}

static const int64_t *result_sizes(const struct instruction *instruction,
                                   const struct operation_sizes *sizes)
{
	return sizes->result ? sizes->result : array_of(instruction->shape)->dims;
}

static double results(const struct instruction *instruction, const struct operation_sizes *sizes)
{
	return product(result_sizes(instruction, sizes), array_of(instruction->shape)->rank);
}

static const int64_t *operand_sizes(const struct instruction *instruction,
                                    const struct operation_sizes *sizes, uint32_t operand)
{
	return operand < COUNT_OF(sizes->operands) && sizes->operands[operand]
	           ? sizes->operands[operand]
	           : array_of(instruction->operands[operand]->shape)->dims;
}

static double operands(const struct instruction *instruction, const struct operation_sizes *sizes,
                       uint32_t operand)
{
	if (operand >= instruction->noperands)
		return 0;
	return product(operand_sizes(instruction, sizes, operand),
	               array_of(instruction->operands[operand]->shape)->rank);
}

/* What the computation that is applied to elements computes for one of them. */
static struct operation_work applied(const struct instruction *instruction,
                                     const struct operation_sizes *sizes, uint32_t called)
{
	const struct operation_sizes whole = {.as_lowered = sizes->as_lowered};
	struct operation_work work = {called < instruction->ncalled ? 0 : 1, 0};
	if (called >= instruction->ncalled)
		return work;
	const struct computation *computation = instruction->called[called];
	for (uint32_t i = 0; i < computation->count; i++)
		if (!computation->instructions[i]->ncalled)
			operation_work_add(&work,
			                   operation_work(computation->instructions[i], &whole), 1);
	return work;
}

/* A size of an operand by a number that the text gives; 0 where there is no such dimension. */
static int64_t size_at(const struct instruction *instruction, const struct operation_sizes *sizes,
                       uint32_t operand, int64_t dim)
{
	uint32_t rank = array_of(instruction->operands[operand]->shape)->rank;
	return dim < 0 || dim >= rank ? 0 : operand_sizes(instruction, sizes, operand)[dim];
}

static int64_t result_size_at(const struct instruction *instruction,
                              const struct operation_sizes *sizes, int64_t dim)
{
	uint32_t rank = array_of(instruction->shape)->rank;
	return dim < 0 || dim >= rank ? 0 : result_sizes(instruction, sizes)[dim];
}

static double dot_flops(const struct instruction *instruction, const struct operation_sizes *sizes)
{
	const struct dot_numbers *n = instruction->dot;
	if (!n || instruction->noperands < 2)
		return 0;
	double width = 1;
	for (uint32_t i = 0; i < n->ncontracting; i++)
		width *= (double)size_at(instruction, sizes, 0, n->lhs_contracting[i]);
	return 2 * results(instruction, sizes) * width;
}

/* Places of the window along one dimension at which this element of the kernel meets an element and
 * no padding or hole: o in [0, out) with o * stride - low + at on one of the dilated input. */
static double meetings(const struct window_dim *w, int64_t at, int64_t input, int64_t out)
{
	int64_t offset = at * w->window_dilation - w->low;
	int64_t last = (input - 1) * w->base_dilation;
	int64_t period = w->base_dilation, first = -1, step = 0;
	for (int64_t o = 0; o < 2 * period && step == 0; o++) {
		if ((o * w->stride + offset) % period)
			continue;
		if (first < 0)
			first = o;
		else
			step = o - first;
	}
	if (first < 0 || step == 0)
		return 0;
	/* Of o = first + k * step those within the input. */
	double low =
	    ceil(((double)-offset - (double)(first * w->stride)) / (double)(step * w->stride));
	double high = floor(((double)(last - offset) - (double)(first * w->stride)) /
	                    (double)(step * w->stride));
	double most = floor((double)(out - 1 - first) / (double)step);
	low = fmax(low, 0);
	high = fmin(high, most);
	return high < low ? 0 : high - low + 1;
}

/* Whether sums and products of a window's numbers can be counted with. */
static bool is_ordinary(const struct window_dim *w)
{
	return w->stride > 0 && w->stride < MAX_ORDINARY && w->base_dilation > 0 &&
	       w->base_dilation <= MAX_KERNEL && w->window_dilation > 0 &&
	       w->window_dilation < MAX_ORDINARY && w->low > -MAX_ORDINARY && w->low < MAX_ORDINARY;
}

static double spatial_flops(const struct window_dim *w, int64_t input, int64_t kernel, int64_t out)
{
	double sum = 0;
	if (input < 1 || out < 1)
		return 0;
	if (kernel > MAX_KERNEL || !is_ordinary(w) || input > MAX_ORDINARY || out > MAX_ORDINARY)
		return (double)kernel * (double)out;
	for (int64_t at = 0; at < kernel; at++)
		sum += meetings(w, at, input, out);
	return sum;
}

static double convolution_flops(const struct instruction *instruction,
                                const struct operation_sizes *sizes)
{
	const struct convolution_numbers *n = instruction->convolution;
	if (!n || instruction->noperands < 2)
		return 0;
	double flops = 2 * (double)size_at(instruction, sizes, 1, n->kernel_input) *
	               (double)result_size_at(instruction, sizes, n->output_feature) *
	               (double)result_size_at(instruction, sizes, n->output_batch);
	for (uint32_t i = 0; i < n->nspatial; i++) {
		struct window_dim window = n->window[i];
		if (sizes->padded && sizes->padded[i])
			window.low = 0;
		flops *= spatial_flops(&window, size_at(instruction, sizes, 0, n->input_spatial[i]),
		                       size_at(instruction, sizes, 1, n->kernel_spatial[i]),
		                       result_size_at(instruction, sizes, n->output_spatial[i]));
	}
	return flops;
}

static double window_size(const struct instruction *instruction)
{
	double size = 1;
	for (uint32_t i = 0; instruction->window && i < array_of(instruction->shape)->rank; i++)
		size *= (double)instruction->window[i].size;
	return size;
}

static double sort_flops(const struct instruction *instruction, const struct operation_sizes *sizes)
{
	double elements = operands(instruction, sizes, 0);
	return elements > 1 ? elements * ceil(log2(elements)) : 0;
}

/* Of each element of the operand, of which a device has the part that it has of the result. */
static double fft_flops(const struct instruction *instruction, const struct operation_sizes *sizes)
{
	static const struct operation_sizes whole;
	double levels = 1, all = results(instruction, &whole);
	for (uint32_t i = 0; i < instruction->ndims; i++)
		levels *= instruction->dims[i] > 1 ? floor(log2((double)instruction->dims[i])) : 0;
	double part = all > 0 ? results(instruction, sizes) / all : 0;
	return 8 * levels * operands(instruction, &whole, 0) * part;
}

/* The last size of the first operand, a matrix. */
static double matrix_size(const struct instruction *instruction,
                          const struct operation_sizes *sizes)
{
	const struct hlo_shape *shape = array_of(instruction->operands[0]->shape);
	return shape->rank ? (double)operand_sizes(instruction, sizes, 0)[shape->rank - 1] : 0;
}

static struct operation_work select_and_scatter_work(const struct instruction *instruction,
                                                     const struct operation_sizes *sizes)
{
	double sources = operands(instruction, sizes, 1);
	struct operation_work work =
	    times(applied(instruction, sizes, 0), sources * (window_size(instruction) - 1));
	operation_work_add(&work, applied(instruction, sizes, 1), sources);
	return work;
}

static struct operation_work flops(double count)
{
	return (struct operation_work){count, 0};
}

/* Updates of a scatter stand behind its operands and its indices. */
static struct operation_work scatter_work(const struct instruction *instruction,
                                          const struct operation_sizes *sizes)
{
	uint32_t updates = instruction->noperands - instruction->noperands / 2;
	return times(applied(instruction, sizes, 0), operands(instruction, sizes, updates));
}

static bool converts_to_same(const struct instruction *instruction)
{
	return instruction->opcode == OPCODE_CONVERT && instruction->noperands == 1 &&
	       instruction->operands[0]->shape->element == instruction->shape->element;
}

static const struct hlo_literal *splat_of(const struct instruction *value)
{
	while (value->noperands == 1 &&
	       (value->opcode == OPCODE_BROADCAST || converts_to_same(value)))
		value = value->operands[0];
	return value->opcode == OPCODE_CONSTANT && value->literal.splat ? &value->literal : NULL;
}

bool operation_changes_nothing(const struct instruction *instruction)
{
	if (converts_to_same(instruction))
		return true;
	if (instruction->noperands != 2)
		return false;
	const struct hlo_literal *left = splat_of(instruction->operands[0]),
				 *right = splat_of(instruction->operands[1]);
	switch (instruction->opcode) {
	case OPCODE_ADD:
		return (left && left->zero) || (right && right->zero);
	case OPCODE_SUBTRACT:
		return right && right->zero;
	case OPCODE_MULTIPLY:
		return (left && left->one) || (right && right->one);
	default:
		return false;
	}
}

struct operation_work operation_work(const struct instruction *instruction,
                                     const struct operation_sizes *sizes)
{
	double count;
	switch (instruction->opcode) {
	case OPCODE_DOT:
		return flops(dot_flops(instruction, sizes));
	case OPCODE_CONVOLUTION:
		return flops(convolution_flops(instruction, sizes));
	case OPCODE_REDUCE:
		count = operands(instruction, sizes, 0) - results(instruction, sizes);
		return times(applied(instruction, sizes, 0), fmax(0, count));
	case OPCODE_REDUCE_WINDOW:
		count = results(instruction, sizes) * (window_size(instruction) - 1);
		return times(applied(instruction, sizes, 0), count);
	case OPCODE_SELECT_AND_SCATTER:
		return select_and_scatter_work(instruction, sizes);
	case OPCODE_SCATTER:
		return scatter_work(instruction, sizes);
	case OPCODE_MAP:
		return times(applied(instruction, sizes, 0), results(instruction, sizes));
	case OPCODE_SORT:
		return flops(sort_flops(instruction, sizes));
	case OPCODE_FFT:
		return flops(fft_flops(instruction, sizes));
	case OPCODE_CHOLESKY:
		count = operands(instruction, sizes, 0);
		return flops(count * matrix_size(instruction, sizes) / 3);
	case OPCODE_TRIANGULAR_SOLVE:
		count = operands(instruction, sizes, 1);
		return flops(count * matrix_size(instruction, sizes));
	case OPCODE_ALL_REDUCE:
		return flops(results(instruction, sizes));
	case OPCODE_CUSTOM_CALL:
	case OPCODE_SHARDING_CONSTRAINT:
		return flops(sizes->as_lowered ? -1 : 0);
	default:
		break;
	}
	if (transcendental[instruction->opcode])
		return (struct operation_work){0, results(instruction, sizes)};
	if (sizes->as_lowered && operation_changes_nothing(instruction))
		return flops(0);
	bool counts = opcode_class(instruction->opcode) == OPCODE_CLASS_ELEMENTWISE ||
	              instruction->opcode == OPCODE_BITCAST_CONVERT;
	return flops(counts && instruction->opcode != OPCODE_COPY ? results(instruction, sizes)
	                                                          : 0);
}

bool operation_runs_called(enum opcode opcode)
{
	return opcode == OPCODE_WHILE || opcode == OPCODE_CONDITIONAL || opcode == OPCODE_CALL ||
	       opcode == OPCODE_MANUAL_COMPUTATION || opcode == OPCODE_FUSION ||
	       opcode == OPCODE_ASYNC_START;
}

bool operation_contracts(enum opcode opcode)
{
	return opcode == OPCODE_DOT || opcode == OPCODE_CONVOLUTION;
}

/* What was counted of the computations of a module. */
struct counted {
	struct arena *scratch;
	struct operation_work *work; /* by number */
	bool *done;
};

static struct operation_work work_of(struct counted *counted, const struct computation *computation,
                                     int depth);

struct operation_work operation_work_most(struct operation_work a, struct operation_work b)
{
	return (struct operation_work){fmax(a.flops, b.flops),
	                               fmax(a.transcendentals, b.transcendentals)};
}

static struct operation_work called_work(struct counted *counted,
                                         const struct instruction *instruction, int depth)
{
	struct operation_work sum = {0, 0};
	for (uint32_t i = 0; i < instruction->ncalled; i++) {
		struct operation_work one = work_of(counted, instruction->called[i], depth + 1);
		if (instruction->opcode != OPCODE_CONDITIONAL)
			operation_work_add(&sum, one, 1);
		else
			sum = i ? operation_work_most(sum, one) : one;
	}
	return sum;
}

/* By number, what the result is made of, and what has effects: the rest is gone before a lowered
 * program is counted. */
static const bool *used_in(struct arena *scratch, const struct computation *computation)
{
	bool *used = arena_new(scratch, bool, computation->count);
	for (uint32_t i = computation->count; i-- > 0;) {
		const struct instruction *one = computation->instructions[i];
		used[i] |= !computation->root || one == computation->root || one->has_side_effect;
		for (uint32_t k = 0; used[i] && k < one->noperands; k++)
			used[one->operands[k]->number] = true;
	}
	return used;
}

static struct operation_work work_of(struct counted *counted, const struct computation *computation,
                                     int depth)
{
	static const struct operation_sizes whole = {.as_lowered = true};
	struct operation_work *sum = &counted->work[computation->number];
	if (counted->done[computation->number] || depth > MAX_DEPTH)
		return *sum;
	counted->done[computation->number] = true;
	const bool *used = used_in(counted->scratch, computation);
	for (uint32_t i = 0; i < computation->count; i++) {
		const struct instruction *instruction = computation->instructions[i];
		if (!used[i])
			continue;
		operation_work_add(sum,
		                   operation_runs_called(instruction->opcode)
		                       ? called_work(counted, instruction, depth)
		                       : operation_work(instruction, &whole),
		                   1);
	}
	return *sum;
}

struct operation_work module_work(struct arena *scratch, const struct module *module)
{
	struct arena_mark mark = arena_mark(scratch);
	struct counted counted = {
	    .scratch = scratch,
	    .work = arena_new(scratch, struct operation_work, module->ncomputations),
	    .done = arena_new(scratch, bool, module->ncomputations),
	};
	struct operation_work work = work_of(&counted, module->entry, 0);
	for (uint32_t i = 0; i < module->nresults; i++) /* a custom call each */
		work.flops -= module->results[i].named != NULL;
	arena_rewind(scratch, mark);
	return work;
}
