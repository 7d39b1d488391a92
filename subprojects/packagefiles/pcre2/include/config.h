/* SPDX-License-Identifier: Apache-2.0 */
/* The settings that PCRE2 is released with. */
#include "../src/config.h.generic"
