/* SPDX-License-Identifier: Apache-2.0 */
/* PCRE2 is released with its header and its settings under other names, for builds without configure. */
#include "../src/pcre2.h.generic"
