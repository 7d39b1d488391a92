/* SPDX-License-Identifier: Apache-2.0 */
#include "plan/module/kernel_simplify.h"

#include "base/checked.h"
#include "module/operation_work.h"
#include "plan/module/kernel_constants.h"
#include "plan/module/kernel_dot.h"
#include "plan/module/kernel_moved.h"
#include "plan/module/kernel_rules.h"
#include "plan/module/kernel_running.h"
#include "plan/module/kernel_sort.h"
#include "plan/module/kernel_widen.h"

/* What it multiplies by a constant on its right, or divides by one; else NULL. */
static const struct instruction *scaled(const struct kernel_graph *graph, uint32_t number)
{
	const struct instruction *one = kernel_at(graph, number);
	bool scales = one->opcode == OPCODE_MULTIPLY || one->opcode == OPCODE_DIVIDE;
	return scales && kernel_is_real(one) && kernel_is_constant(graph, one->operands[1])
	           ? kernel_value(graph, one->operands[0])
	           : NULL;
}

/* What it adds a constant to, or takes one from; also what it takes from one where it is `inner`.
 * Else NULL. */
static const struct instruction *shifted(const struct kernel_graph *graph,
                                         const struct instruction *one, bool inner)
{
	if (one->opcode != OPCODE_ADD && one->opcode != OPCODE_SUBTRACT)
		return NULL;
	if (kernel_is_constant(graph, one->operands[1]))
		return kernel_value(graph, one->operands[0]);
	bool first = one->opcode == OPCODE_SUBTRACT ? inner : one->shape->rank == 0;
	return first && kernel_is_constant(graph, one->operands[0])
	           ? kernel_value(graph, one->operands[1])
	           : NULL;
}

/* Whether all that reads a value multiplies it. */
static bool is_multiplied(const struct kernel_graph *graph, uint32_t number)
{
	const struct kernel_node *node = &graph->nodes[number];
	for (uint32_t i = 0; i < node->users.count; i++)
		if (kernel_at(graph, node->users.items[i])->opcode != OPCODE_MULTIPLY)
			return false;
	return node->users.count && !node->result;
}

/* Whether all that reads a value reduces it. */
static bool is_only_reduced(const struct kernel_graph *graph, uint32_t number)
{
	const struct kernel_node *node = &graph->nodes[number];
	for (uint32_t i = 0; i < node->users.count; i++) {
		const struct instruction *user = kernel_at(graph, node->users.items[i]);
		if (user->opcode != OPCODE_REDUCE || user->shape->tuple)
			return false;
	}
	return node->users.count && !node->result;
}

/* What negates a sum for what is added up. */
static double negated_sums(const struct kernel_graph *graph, uint32_t number)
{
	const struct instruction *one = kernel_at(graph, number);
	if (!kernel_reduces_by(one, OPCODE_ADD) || kernel_is_narrow(one))
		return 0;
	const struct instruction *value = kernel_value(graph, one->operands[0]);
	return value->opcode == OPCODE_NEGATE && is_only_reduced(graph, value->number)
	           ? graph->nodes[number].elements
	           : 0;
}

/* Whether only one operation reads it. */
static const struct instruction *only_user(const struct kernel_graph *graph, uint32_t number)
{
	const struct kernel_node *node = &graph->nodes[number];
	return node->users.count == 1 && !node->result ? kernel_at(graph, node->users.items[0])
	                                               : NULL;
}

/* Whether it is a constant bound of what it reads. */
static bool is_bound(const struct kernel_graph *graph, const struct instruction *one,
                     enum opcode opcode)
{
	return one && one->opcode == opcode &&
	       (kernel_is_constant(graph, one->operands[0]) ||
	        kernel_is_constant(graph, one->operands[1]));
}

/* Whether it is one of two bounds, which are a clamp. */
static bool is_clamped(const struct kernel_graph *graph, const struct instruction *one,
                       const struct instruction *user)
{
	return (is_bound(graph, one, OPCODE_MAXIMUM) && is_bound(graph, user, OPCODE_MINIMUM)) ||
	       (is_bound(graph, one, OPCODE_MINIMUM) && is_bound(graph, user, OPCODE_MAXIMUM));
}

/* What a computation that is applied gives, before it is constrained; NULL: nothing. */
static const struct instruction *given_by(const struct computation *applied)
{
	const struct instruction *root = applied->root;
	while (root && (root->opcode == OPCODE_COPY || root->opcode == OPCODE_SHARDING_CONSTRAINT))
		root = root->operands[0];
	return root;
}

/* Whether it adds what is scattered up, beginning with zeros. */
static bool scatters_sums(const struct kernel_graph *graph, const struct instruction *one)
{
	const struct instruction *applied =
	    one->opcode == OPCODE_SCATTER && one->ncalled ? given_by(one->called[0]) : NULL;
	return applied && applied->opcode == OPCODE_ADD && !one->shape->tuple &&
	       kernel_is_zero(graph, one->operands[0]) &&
	       kernel_steps(graph, one->number) == STEPS_NONE;
}

/* Whether what is scattered is added to it: it is scattered into the other operand. */
static bool adds_scattered(const struct kernel_graph *graph, const struct instruction *one)
{
	for (uint32_t i = 0; one->opcode == OPCODE_ADD && i < one->noperands; i++) {
		const struct instruction *value = kernel_value(graph, one->operands[i]);
		if ((value->opcode == OPCODE_SELECT_AND_SCATTER || scatters_sums(graph, value)) &&
		    only_user(graph, value->number))
			return true;
	}
	return false;
}

/* Additions in a row that are looked at. */
enum { MAX_ADDED = 16 };

/* Whether it is the sum of what is scattered with others, each for this alone. */
static bool sums_scattered(const struct kernel_graph *graph, const struct instruction *one,
                           int depth)
{
	if (one->opcode != OPCODE_ADD || kernel_steps(graph, one->number) != STEPS_NONE ||
	    depth > MAX_ADDED)
		return false;
	bool sums = adds_scattered(graph, one);
	for (uint32_t i = 0; i < one->noperands && !sums; i++) {
		const struct instruction *value = kernel_value(graph, one->operands[i]);
		sums = only_user(graph, value->number) == one &&
		       sums_scattered(graph, value, depth + 1);
	}
	return sums;
}

bool kernel_scatters_into(const struct kernel_graph *graph, const struct instruction *one)
{
	if (!sums_scattered(graph, one, 0))
		return false;
	const struct instruction *user = only_user(graph, one->number);
	return !user || user->opcode != OPCODE_ADD ||
	       kernel_steps(graph, user->number) != STEPS_NONE;
}

/* Comparing, negating and choosing for what is negative, besides shifting. */
enum { SHIFT_OPERATIONS = 6 };

/* Of what is left when something is divided by 1, which is 0 whether it is negative or not. */
enum { REST_OF_WHOLE = 2 };

/* What shifting computes of each number. */
static double shifting(const struct kernel_graph *graph, const struct instruction *one)
{
	if (one->opcode == OPCODE_REMAINDER && kernel_power_of_two(graph, one->operands[1]) == 1)
		return kernel_is_never_negative(graph, one->operands[0]) ? 0 : REST_OF_WHOLE;
	return kernel_is_never_negative(graph, one->operands[0]) ? 1 : SHIFT_OPERATIONS;
}

/* Whether the sum of products with one power of two is multiplied by it instead: it is one of the
 * products, the first. */
static bool is_distributed(const struct kernel_graph *graph, const struct instruction *one,
                           const struct instruction *user)
{
	if (one->opcode != OPCODE_MULTIPLY || !user || user->opcode != OPCODE_ADD ||
	    !kernel_is_real(one))
		return false;
	const struct instruction *first = kernel_value(graph, user->operands[0]);
	const struct instruction *other = kernel_value(graph, user->operands[1]);
	if (first != one || other == one || other->opcode != OPCODE_MULTIPLY ||
	    only_user(graph, other->number) != user)
		return false;
	for (uint32_t i = 0; i < 4; i++) {
		const struct instruction *a = one->operands[i / 2], *b = other->operands[i % 2];
		if (kernel_value(graph, a) == kernel_value(graph, b) &&
		    kernel_power_of_two(graph, a) != 0)
			return true;
	}
	return false;
}

/* Whether a part of another operation does its work: a choice instead of a product with a truth
 * value of a narrow type, one product with constants instead of two, a sum of what is negated. */
static bool is_simplified(const struct kernel_graph *graph, uint32_t number)
{
	const struct instruction *one = kernel_at(graph, number), *user = only_user(graph, number);
	if (operation_changes_nothing(one) || kernel_is_known(graph, one) ||
	    adds_scattered(graph, one) || is_distributed(graph, one, user) ||
	    (kernel_is_narrow(one) && is_clamped(graph, one, user)))
		return true;
	if (one->opcode == OPCODE_CONVERT)
		return kernel_is_wide_already(graph, one) ||
		       (one->operands[0]->shape->element->class == DTYPE_BOOL &&
		        kernel_is_narrow(one) && is_multiplied(graph, number));
	if (one->opcode == OPCODE_NEGATE)
		return is_only_reduced(graph, number) || (user && user->opcode == OPCODE_NEGATE) ||
		       kernel_value(graph, one->operands[0])->opcode == OPCODE_NEGATE;
	return user && !graph->keeps_constants_apart &&
	       ((scaled(graph, number) && scaled(graph, user->number) == one) ||
	        (shifted(graph, one, true) && shifted(graph, user, false) == one));
}

/* A window of places besides their values, from which is scattered (SelectAndScatterExpander): so
 * many operations for each comparison, and one for each dimension. */
enum { PLACE_OPERATIONS = 7 };

static double chosen_work(const struct kernel_graph *graph, const struct instruction *one)
{
	double sources = graph->nodes[kernel_value(graph, one->operands[1])->number].elements;
	double window = 1;
	for (uint32_t i = 0; one->window && i < one->shape->rank; i++)
		window *= (double)one->window[i].size;
	return sources * ((window - 1) * (PLACE_OPERATIONS + one->shape->rank) + 1);
}

/* Inverses of what narrow numbers are divided by; others are operations of their own. */
static double inverses(const struct kernel_graph *graph, const struct instruction *instruction)
{
	if (!kernel_is_narrow(instruction))
		return 0;
	const struct instruction *divisor = kernel_divisor(graph, instruction);
	return !divisor || divisor->opcode == OPCODE_CONSTANT
	           ? 0
	           : graph->nodes[divisor->number].elements;
}

/* Values that are looked at behind an operation. */
enum { MAX_REPEATED = 64 };

/* What repeats numbers along dimensions. */
struct repeating {
	const struct kernel_graph *graph;
	const struct instruction *broadcast; /* NULL: none is found yet */
	uint32_t rank, budget;
};

static bool same_dims(const struct instruction *a, const struct instruction *b)
{
	return a->ndims == b->ndims &&
	       (a->ndims == 0 || memcmp(a->dims, b->dims, a->ndims * sizeof(*a->dims)) == 0);
}

static bool is_single(const struct instruction *value)
{
	return value->opcode == OPCODE_CONSTANT ||
	       (value->opcode == OPCODE_BROADCAST && !value->operands[0]->shape->rank);
}

/* Whether what is read is constrained, as on explicit axes, and repeats places: when XLA sees that,
 * it has made places of all dimensions of it. */
static bool copies_places(const struct kernel_graph *graph, const struct instruction *operand)
{
	const struct instruction *value = kernel_value(graph, operand);
	bool copied =
	    operand->opcode == OPCODE_COPY || operand->opcode == OPCODE_SHARDING_CONSTRAINT;
	return copied && value->opcode == OPCODE_BROADCAST &&
	       kernel_value(graph, value->operands[0])->opcode == OPCODE_IOTA;
}

/* Whether a value is made of what is repeated along the same dimensions, and of single numbers, by
 * slices and operations of elements: XLA repeats the result of these instead. */
static bool is_repeated(struct repeating *r, const struct instruction *value)
{
	if (is_single(value))
		return true;
	if (value->opcode == OPCODE_BROADCAST) {
		if (!r->broadcast)
			r->broadcast = value;
		return value->shape->rank == r->rank && same_dims(value, r->broadcast);
	}
	bool followed = value->opcode == OPCODE_SLICE ||
	                opcode_class(value->opcode) == OPCODE_CLASS_ELEMENTWISE;
	if (!followed || !r->budget || kernel_steps(r->graph, value->number) != STEPS_NONE)
		return false;
	r->budget--;
	for (uint32_t i = 0; i < value->noperands; i++)
		if (copies_places(r->graph, value->operands[i]) ||
		    !is_repeated(r, kernel_value(r->graph, value->operands[i])))
			return false;
	return true;
}

/* Whether all that an operation reads is single numbers, each repeated: XLA computes one. */
static bool reads_singles(const struct kernel_graph *graph, const struct instruction *one)
{
	bool constant = true;
	for (uint32_t i = 0; i < one->noperands; i++) {
		const struct instruction *value = kernel_value(graph, one->operands[i]);
		bool known = kernel_is_constant(graph, value);
		if (!known && value->opcode != OPCODE_BROADCAST)
			return false;
		constant &= known;
	}
	return !constant;
}

const struct instruction *kernel_repeated_as(const struct kernel_graph *graph,
                                             const struct instruction *one)
{
	struct repeating r = {.graph = graph, .rank = one->shape->rank, .budget = MAX_REPEATED};
	bool repeated =
	    opcode_class(one->opcode) == OPCODE_CLASS_ELEMENTWISE && is_repeated(&r, one);
	return repeated ? r.broadcast : NULL;
}

double kernel_repeated_numbers(const struct kernel_graph *graph, const struct instruction *one)
{
	struct repeating r = {.graph = graph, .rank = one->shape->rank, .budget = MAX_REPEATED};
	if (opcode_class(one->opcode) != OPCODE_CLASS_ELEMENTWISE || !is_repeated(&r, one))
		return -1;
	if (!r.broadcast)
		return reads_singles(graph, one) ? 1 : -1;
	double elements = 1;
	for (uint32_t i = 0; i < r.broadcast->ndims; i++)
		elements *= (double)kernel_local_size(graph, one, (uint32_t)r.broadcast->dims[i]);
	return elements;
}

/* The numbers of a part that is put into a value or not, as one truth value says: XLA chooses what
 * is put there. Negative: it chooses something else. */
static double put_or_not(const struct kernel_graph *graph, const struct instruction *one)
{
	if (one->opcode != OPCODE_SELECT)
		return -1;
	const struct instruction *truth = kernel_unshaped(graph, one->operands[0]);
	while (truth->opcode == OPCODE_BROADCAST)
		truth = kernel_unshaped(graph, truth->operands[0]);
	for (uint32_t i = 1; i < 3 && graph->nodes[truth->number].elements == 1; i++) {
		const struct instruction *put = kernel_value(graph, one->operands[i]);
		if (put->opcode == OPCODE_DYNAMIC_UPDATE_SLICE &&
		    only_user(graph, put->number) == one &&
		    kernel_value(graph, put->operands[0]) ==
		        kernel_value(graph, one->operands[3 - i]))
			return graph->nodes[kernel_value(graph, put->operands[1])->number].elements;
	}
	return -1;
}

/* Whether the parts of a scatter are added up over devices into the same constant: of the
 * partitioner only one device has that, which makes no difference to what an addition begins with.
 */
static bool scatters_parts(const struct kernel_graph *graph, const struct instruction *one)
{
	return one->opcode == OPCODE_SCATTER && !one->shape->tuple &&
	       kernel_adding_step(graph, one->number) &&
	       kernel_is_constant(graph, one->operands[0]);
}

/* Whether it computes something of each element, and copies none, as what is constrained. */
static bool applies_work(const struct instruction *one)
{
	return opcode_class(one->opcode) == OPCODE_CLASS_ELEMENTWISE &&
	       one->opcode != OPCODE_COPY && one->opcode != OPCODE_SHARDING_CONSTRAINT;
}

/* How often an operation applies what it calls. */
static double times_applied(const struct kernel_graph *graph, const struct instruction *one)
{
	const struct partition_share *share =
	    module_share(graph->values->shares, graph->values->computation, one);
	double each = 0;
	double running = kernel_running_times(graph, one->number);
	if (running >= 0)
		return running;
	if (one->opcode == OPCODE_SCATTER)
		return graph->nodes[kernel_value(graph, one->operands[2])->number].elements;
	for (uint32_t i = 0; one->ncalled && i < one->called[0]->count; i++)
		each += applies_work(one->called[0]->instructions[i]);
	return each > 0 ? share->work.flops / each : 0;
}

/* What a convolution computes whose batch is in groups: XLA convolves each group with all of them,
 * chooses what is of the same group and adds that up (ConvolutionGroupConverter). Negative: it has
 * no groups. */
static double grouped_work(const struct kernel_graph *graph, const struct instruction *one)
{
	const struct convolution_numbers *n = one->convolution;
	if (one->opcode != OPCODE_CONVOLUTION || !n || n->batch_groups <= 1 ||
	    graph->nodes[one->number].elements == 0)
		return -1;
	const struct partition_share *share =
	    module_share(graph->values->shares, graph->values->computation, one);
	uint32_t feature = (uint32_t)n->output_feature;
	int64_t features = kernel_local_size(graph, one, feature);
	int64_t groups;
	if (!checked_multiply(&groups, n->batch_groups, features))
		return -1;
	groups /= one->shape->dims[feature];
	double elements = graph->nodes[one->number].elements;
	double convolved = share->work.flops * (double)groups, added = (double)groups - 1;
	return groups > 1 ? convolved + elements * (2 * (double)groups + added) : -1;
}

/* Operations on real numbers that the absolute value of a complex one is made of, but for a root.
 */
enum { ABS_OPERATIONS = 25 };

static bool expands_abs(const struct kernel_graph *graph, const struct instruction *one)
{
	return graph->expands_abs && one->opcode == OPCODE_ABS &&
	       one->operands[0]->shape->element &&
	       one->operands[0]->shape->element->class == DTYPE_COMPLEX;
}

/* Conversions of what is applied to each element. */
static double converted(const struct kernel_graph *graph, uint32_t number)
{
	const struct instruction *one = kernel_at(graph, number);
	bool several = one->opcode == OPCODE_REDUCE && one->shape->tuple;
	if (!kernel_is_narrow(several ? one->operands[0] : one))
		return 0;
	switch (one->opcode) {
	case OPCODE_REDUCE:
	case OPCODE_REDUCE_WINDOW:
	case OPCODE_SCATTER:
	case OPCODE_SELECT_AND_SCATTER:
		return times_applied(graph, one) * kernel_applied_conversions(graph, one);
	default:
		return 0;
	}
}

/* Operations of integers that order a real number among all: its bits, whether they are below 0,
 * those turned around, and the choice of one (ComparisonExpander). */
enum { ORDER_OPERATIONS = 4 };

/* What is computed to compare real numbers in their total order: of what is the same in each round
 * of a loop, before that. */
static void order_all(const struct kernel_graph *graph, uint32_t number)
{
	const struct kernel_node *node = &graph->nodes[number];
	const struct instruction *one = node->instruction;
	if (one->opcode != OPCODE_COMPARE || !one->total_order || !kernel_is_real(one->operands[0]))
		return;
	struct kernel_work *work = &graph->work[number];
	work->each = node->elements;
	for (uint32_t i = 0; i < one->noperands; i++) {
		uint32_t value = kernel_value(graph, one->operands[i])->number;
		bool before = node->varies && !graph->nodes[value].varies;
		if (!kernel_is_constant(graph, one->operands[i]))
			*(before ? &work->once : &work->each) += ORDER_OPERATIONS * node->elements;
	}
}

void kernel_simplify(const struct kernel_graph *graph, uint32_t number)
{
	struct kernel_work *work = &graph->work[number];
	double before = kernel_repeated_numbers(graph, kernel_at(graph, number));
	double put = put_or_not(graph, kernel_at(graph, number));
	if (is_simplified(graph, number))
		work->each = 0;
	else if (before >= 0 && module_share(graph->values->shares, graph->values->computation,
	                                     kernel_at(graph, number))
	                                ->work.flops > 0)
		work->each = before;
	else if (put >= 0)
		work->each = put;
	else if (kernel_shifts(graph, kernel_at(graph, number)))
		work->each =
		    graph->nodes[number].elements * shifting(graph, kernel_at(graph, number));
	else if (kernel_is_outer_product(graph, kernel_at(graph, number)))
		work->each = graph->nodes[number].elements; /* a multiplication */
	else if (kernel_at(graph, number)->opcode == OPCODE_REDUCE_WINDOW)
		work->each = kernel_running_sums(graph, number);
	else if (scatters_parts(graph, kernel_at(graph, number)))
		work->each = times_applied(graph, kernel_at(graph, number));
	else if (expands_abs(graph, kernel_at(graph, number)))
		work->each = graph->nodes[number].elements * ABS_OPERATIONS;
	else if (kernel_at(graph, number)->opcode == OPCODE_CONVOLUTION)
		work->each = grouped_work(graph, kernel_at(graph, number));
	else if (kernel_at(graph, number)->opcode == OPCODE_TOPK)
		work->each = kernel_sorted_for_largest(graph, number);
	else if (kernel_at(graph, number)->opcode == OPCODE_SELECT_AND_SCATTER)
		work->each = chosen_work(graph, kernel_at(graph, number));
	order_all(graph, number);
	work->once += inverses(graph, kernel_at(graph, number));
	work->once += negated_sums(graph, number);
	work->once += work->copies * converted(graph, number);
}
