/* SPDX-License-Identifier: Apache-2.0 */
/* The tables of the C locale that PCRE2 is released with, under another name. */
#include "src/pcre2_chartables.c.dist"
