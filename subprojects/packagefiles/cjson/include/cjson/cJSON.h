/* SPDX-License-Identifier: Apache-2.0 */
/* cJSON keeps its header at its top, and installs it here. */
#include "../../cJSON.h"
