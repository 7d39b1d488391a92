/* SPDX-License-Identifier: Apache-2.0 */
#include "base/checked.h"

#include "testing/testing.h"

static const struct {
	int64_t a, b;
	bool fits;
	int64_t product;
} products[] = {
    {0, INT64_MAX, true, 0},
    {3, 5, true, 15},
    {-3, 5, true, -15},
    {INT64_MAX, 1, true, INT64_MAX},
    {INT64_MAX, 2, false, 0},
    {INT64_MIN, -1, false, 0},
    {INT64_MIN, 1, true, INT64_MIN},
    {(int64_t)1 << 31, (int64_t)1 << 31, true, (int64_t)1 << 62},
    {(int64_t)1 << 32, (int64_t)1 << 31, false, 0},
};

Test(checked, products_fit_or_are_refused)
{
	for (size_t i = 0; i < ROWS(products); i++) {
		int64_t result = 17; /* stays when the product does not fit */
		bool fits = checked_multiply(&result, products[i].a, products[i].b);
		cr_expect_eq(fits, products[i].fits, "row %zu", i);
		cr_expect_eq(result, fits ? products[i].product : 17, "row %zu", i);
	}
}

static const struct {
	int64_t a, b;
	bool fits;
	int64_t sum;
} sums[] = {
    {1, 2, true, 3},           {INT64_MAX, 0, true, INT64_MAX},  {INT64_MAX, 1, false, 0},
    {INT64_MIN, -1, false, 0}, {INT64_MIN, INT64_MAX, true, -1},
};

Test(checked, sums_fit_or_are_refused)
{
	for (size_t i = 0; i < ROWS(sums); i++) {
		int64_t result = 17;
		bool fits = checked_add(&result, sums[i].a, sums[i].b);
		cr_expect_eq(fits, sums[i].fits, "row %zu", i);
		cr_expect_eq(result, fits ? sums[i].sum : 17, "row %zu", i);
	}
}

static const int64_t quotients[][3] = {
    {0, 4, 0}, {1, 4, 1}, {4, 4, 1}, {5, 4, 2}, {INT64_MAX, 2, INT64_MAX / 2 + 1}, {9, 1, 9},
};

Test(checked, division_rounds_up)
{
	for (size_t i = 0; i < ROWS(quotients); i++)
		cr_expect_eq(ceiling_divide(quotients[i][0], quotients[i][1]), quotients[i][2],
		             "row %zu", i);
}
