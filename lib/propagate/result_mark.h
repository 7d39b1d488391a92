/* SPDX-License-Identifier: Apache-2.0 */
/* Shardings of results, which HLO text carries along in custom calls. */
#pragma once

#include "module/module.h"

/*
 * Takes what stands in custom calls xla.sdy.FuncResultSharding as what is asked for of the results
 * that they lead to (handleFuncResultSharding of xla). One that something else uses as well becomes
 * a constraint, whose dims may be sharded further.
 */
void take_result_marks(struct arena *scratch, struct module *module);

/* Whether it is such a custom call, with a sharding. */
bool is_result_mark(const struct instruction *instruction);

/* Makes another instruction the root; the old one stays where it stands, and is no longer
 * kept for its effects. */
void result_mark_move_root(struct computation *computation, struct instruction *to);
