/* SPDX-License-Identifier: Apache-2.0 */
/* A notebook of Jupyter as a program: its code cells one below the other. */
#ifndef SPEC_NOTEBOOK_H
#define SPEC_NOTEBOOK_H

#include "diag/diag.h"
#include "diag/source_files.h"

/* Whether the source is a notebook, by its name. */
bool source_is_notebook(const struct source *source);

/*
 * Puts the code of the cells in place of the JSON in files->whole, each cell a piece. Lines for a
 * shell or for the notebook itself (!pip, %time) become `pass`, so that lines stay where they are;
 * a cell in another language (%%bash) becomes empty. False after a finding when it is no notebook.
 */
MUST_USE bool notebook_read(struct arena *arena, struct source_files *files, struct diags *diags);

#endif
