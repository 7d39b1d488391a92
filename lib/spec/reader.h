/* SPDX-License-Identifier: Apache-2.0 */
/* What the readers of the parts of a spec share: keys of a map, numbers, words, and their findings.
 */
#pragma once

#include "spec/keys.h"
#include "spec/spec.h"

struct reader {
	struct arena *arena; /* owns what is read */
	struct diags *diags;
	const struct source *source;
	const struct spec
	    *spec; /* as far as it is read: framework, dims and meshes before tensors */
};

/* Finds the values of a map's keys: values[i] is the value of row i of the table, or NULL, and
 * keys[i] the key (`keys` may be NULL). A key that is not in the table is a finding; its value is
 * that of the row whose name is certainly meant, where that has none. Returns whether all keys are
 * in the table.
 */
bool reader_keys(const struct reader *reader, const struct node *map, const struct keys *table,
                 const struct node **values, const struct node **keys);

/* Reports that a value is not of the kind it should be: "'devices' must be a number, not a list".
 * `what`, here and below, is a key, or in several words what the value is: "the size of axis 'x'".
 */
void reader_wrong_kind(const struct reader *reader, const struct node *node, const char *what,
                       const char *expected);

/* The node's text when it is a scalar with text; else false after a finding. */
MUST_USE bool reader_text(const struct reader *reader, const struct node *node, const char *what,
                          struct str *text);

/* An integer from `least` on; else false after a finding. */
MUST_USE bool reader_integer(const struct reader *reader, const struct node *node, const char *what,
                             int64_t least, int64_t *value);

/* One of the words: its index; else false after a finding with a suggestion. */
MUST_USE bool reader_word(const struct reader *reader, const struct node *node, const char *what,
                          const struct words *words, size_t *index);

/* A number of bytes with an optional binary unit, 1048576 or 64MiB; else a finding, and the value
 * stays as it is. */
void reader_bytes(const struct reader *reader, const struct node *node, const char *what,
                  int64_t *bytes);

/* True or false as YAML 1.2 writes it; else false after a finding. */
MUST_USE bool reader_boolean(const struct reader *reader, const struct node *node, const char *what,
                             bool *value);

/* Adds "did you mean" for a name near to a candidate, and the fix when that is beyond doubt; else
 * `otherwise`, when it is not NULL, as the help. */
void reader_suggest(const struct reader *reader, struct diag *diag, struct str name,
                    const struct str *candidates, size_t count, const char *otherwise);

/* Text of a file made safe to print, in the arena of the findings. */
struct str reader_shown(const struct reader *reader, struct str text);

/* The bytes of the file behind part of a scalar's text. */
struct span reader_part(const struct reader *reader, const struct node *scalar, size_t start,
                        size_t length);

/*
 * One entry of a shape, `length` bytes from byte `start` of a scalar's text on: a number, a name of
 * `dims`, or a product of both such as B*T. False after a finding.
 */
MUST_USE bool reader_size(const struct reader *reader, const struct node *scalar, size_t start,
                          size_t length, int64_t *size);

/* The layout that a `spec` value says, as a YAML list or as text; NULL after a finding. `what`
 * names the key. */
const struct layout *reader_layout(const struct reader *reader, const struct node *node,
                                   const char *what);

/* The layout written in a scalar's text from byte `start` on; NULL after a finding. */
const struct layout *reader_layout_text(const struct reader *reader, const struct node *scalar,
                                        size_t start);

/* Reads a one-line type such as f32[4@x, 3] into the tensor; marks it broken after a finding. */
void reader_type_text(const struct reader *reader, const struct node *scalar,
                      struct tensor *tensor);

/* What the values of the keys of `checks`, each of which may be NULL, say of findings. */
void reader_checks(const struct reader *reader, const struct node *const *values,
                   struct check_settings *checks);

/* The number of devices of the `devices` value (NULL: none), or the command line's, 0 for none,
 * into the spec, whose hardware is read. */
void reader_devices(const struct reader *reader, const struct node *node, int64_t override,
                    struct spec *spec);

/* The hardware of the `hardware` value (NULL: none), or the command line's, into the spec. */
void reader_hardware(const struct reader *reader, const struct node *node, struct str override,
                     struct spec *spec);

/* The constructor that `built_by` names; else false after a finding. */
MUST_USE bool reader_mesh_builder(const struct reader *reader, const struct node *node,
                                  enum mesh_builder *builder);

/* The options of the mesh's constructor, from the map that the mesh is written as. */
void reader_mesh_options(const struct reader *reader, const struct node *map, struct mesh *mesh);

/* The parts of the mesh's axes across slices, from its dcn_node; sizes must be known. */
void reader_mesh_dcn(const struct reader *reader, struct mesh *mesh);

/* The meshes of `mesh` or `meshes` (each may be NULL) into the spec, the command line's included.
 */
void reader_meshes(const struct reader *reader, const struct node *mesh,
                   const struct node *mesh_key, const struct node *meshes, struct str override,
                   struct spec *spec);

/* The mesh of this name, or NULL. */
const struct mesh *spec_mesh_named(const struct spec *spec, struct str name);

/* Reads the `memory` of a spec into *settings; a NULL node leaves them as they are. */
void reader_memory(const struct reader *reader, const struct node *node,
                   struct memory_settings *settings);

/* Reports a key that should be an axis of the mesh, and the axis that was probably meant. */
void reader_no_mesh_axis(const struct reader *reader, const struct mesh *mesh,
                         const struct node *key);
