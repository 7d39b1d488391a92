/* SPDX-License-Identifier: Apache-2.0 */
/* The mesh in context when one was set of which nothing is known: it has no axes, and what fails
 * on it may not fail in reality (raise_refusal). */
#pragma once

#include "op/core/type.h"

extern const struct abstract_mesh unseen_mesh;
