/* SPDX-License-Identifier: Apache-2.0 */
/* What the parts of the reader share. All functions return false after an error, which the scanner
 * keeps. */
#pragma once

#include "base/cache.h"
#include "hlo/hlo.h"

/* A place of the user's program, of the tables that stand before the computations. */
struct hlo_frame {
	int64_t location; /* number of a row of FileLocations */
};

struct hlo_location {
	int64_t file; /* number of a row of FileNames */
	int64_t line, column;
};

/* The tables FileNames, FileLocations and StackFrames: row i has the number i + 1. */
struct hlo_tables {
	struct str *files;
	struct hlo_location *locations;
	struct hlo_frame *frames;
	size_t nfiles, nlocations, nframes;
	size_t file_room, location_room, frame_room;
};

/* An argument whose memory a result takes: its number, or -2 where it may be any. */
struct hlo_donation {
	int64_t argument, result;
};

/* The index of a custom call that says of its operand that it is in the memory of the device. */
enum { HLO_PLACED = -2 };

struct hlo_reader {
	struct scanner in;
	struct arena *arena;
	const struct jax_rules *rules;
	struct module *module;
	struct table computations;       /* name → number in the module */
	struct table words;              /* numbers of constants as they are written */
	struct computation *computation; /* the one that is being read */
	struct table names;              /* of its instructions → number in it */
	struct cache shapes, shardings, named, groups; /* by their texts */
	struct hlo_tables tables;
	struct shardy_meshes meshes;
	struct hlo_donation *donations;
	size_t ndonations, donation_room;
	bool *free_results; /* whose shardings are the compiler's to choose */
	size_t nfree_results, free_room;
	bool annotated; /* something in the text says that propagation is still to come */
	bool placed;    /* a custom call has the index HLO_PLACED */
};

/* What stands at the places of an instruction's attributes, as far as any is used. */
struct hlo_attributes {
	struct hlo_integers {
		const int64_t *items;
		uint32_t count;
	} dims, lhs_batch, rhs_batch, lhs_contracting, rhs_contracting, offset, collapsed,
	    start_index_map, operand_batching, indices_batching, slice_sizes, dynamic_slice_sizes;
	int64_t index, index_vector, feature_groups, batch_groups, trip_count, batch_dims;
	struct str rule;        /* what Shardy lets through a custom call */
	struct str placement;   /* the memory that a custom call is to be in */
	struct str manual_axes; /* of a shard_map */
	struct str direction, order, dim_labels, target;
	const struct slice_numbers *slice;
	uint32_t slice_rank;
	const struct pad_numbers *pad;
	uint32_t pad_rank;
	const struct window_dim *window;
	uint32_t window_rank;
	struct hlo_computations {
		struct computation **items;
		uint32_t count;
		bool missing; /* the text has not all that it names */
	} called, condition, body, on_true, on_false, select, scatter;
	struct collective_numbers collective;
	bool side_effect, channel;
	struct solve_side solve;
	const struct hlo_sharding *sharding;
	const struct named_sharding *const *named;
	uint32_t nnamed;
	struct instruction_origin origin;
};

/*
 * The element of a tuple that "#2" names behind the tuple's name, which begins at `start`; the
 * tuple itself where nothing like that follows. NULL after an error.
 */
struct instruction *hlo_element(struct hlo_reader *reader, struct instruction *tuple, size_t start);

/* Passes space and returns the name that comes next, without '%'; empty after an error. */
struct str hlo_name(struct hlo_reader *reader);

/* The name that comes next, or nothing; no error. */
struct str hlo_optional_name(struct scanner *in);

/* Passes text up to a comma or closing bracket that no bracket or quotes enclose. */
bool hlo_skip_value(struct scanner *in);

/* Passes the bracket that comes next, up to the one that closes it. */
bool hlo_skip_brackets(struct scanner *in);

/* The text in quotes that comes next, without escapes. */
bool hlo_quoted(struct scanner *in, struct str *value);

/* Integers in braces. */
bool hlo_integers(struct hlo_reader *reader, struct hlo_integers *integers);

/* Reads a shape; layouts are passed. NULL after an error. */
const struct hlo_shape *hlo_shape(struct hlo_reader *reader);

/* Whether a shape comes next, rather than a name. */
bool hlo_sees_shape(struct scanner *in);

/* Whether a module is as jaxlib prints it from 0.11.2 on before propagation, as one with operations
 * of Shardy is, and its mesh. */
bool hlo_is_open(struct arena *arena, const struct module *module, bool shardy,
                 const struct named_mesh **mesh);

/* Takes what says that arrays are in the memory of the device out of text before propagation, as
 * XLA does there. */
void hlo_drop_placed(struct hlo_reader *reader);

/* Makes what such a module asks of arguments and constraints what propagation starts from. */
void hlo_take_open(struct hlo_reader *reader, const struct named_mesh *mesh);

/* A sharding by name, or none, as propagation takes it: on the module's mesh, of the array's rank;
 * NULL: it is another. */
const struct named_sharding *hlo_open_asked(struct hlo_reader *reader,
                                            const struct hlo_sharding *sharding,
                                            const struct hlo_shape *shape);

/* What such a module asks of a result whose sharding it says; NULL: nothing. */
const struct named_sharding *hlo_open_result(struct hlo_reader *reader, uint32_t result,
                                             const struct hlo_sharding *sharding,
                                             const struct hlo_shape *shape);

/* Reads the brackets behind the word constant and what stands in them. */
bool hlo_literal(struct hlo_reader *reader, const struct hlo_shape *shape,
                 struct hlo_literal *literal);

/* Reads the groups of a collective in any of three notations: {{0,1},{2,3}}, [2,2]<=[4] and
 * mesh['x'=2,'y'=2] {'y'}. */
bool hlo_replica_groups(struct hlo_reader *reader, struct collective_numbers *numbers);

/* Reads {{0,1},{1,2}}. */
bool hlo_source_target_pairs(struct hlo_reader *reader, struct collective_numbers *numbers);

/* Reads what follows an instruction's operands, `, key=value` each. */
bool hlo_attributes_read(struct hlo_reader *reader, struct hlo_attributes *attributes);

/* Reads the tables between the first line and the first computation. */
bool hlo_tables_read(struct hlo_reader *reader);

/* Fills in what the tables know of a stack frame. */
void hlo_origin_of_frame(const struct hlo_tables *tables, int64_t frame,
                         struct instruction_origin *origin);

/* Reads the text of a frontend attribute, which stands at byte `at`: "#sdy.sharding<…>" or
 * "#sdy.sharding_per_value<[…]>". */
bool hlo_sdy_sharding(struct hlo_reader *reader, struct str text, size_t at,
                      struct hlo_attributes *attributes);

/* Reads {mesh = #sdy.mesh<["x"=2]>, …}. */
bool hlo_sdy_meshes(struct hlo_reader *reader);

/* Stores what a custom call where a shard_map begins or ends says of it; other instructions stay as
 * they are. False after an error at byte `at`. */
bool hlo_manual_border(struct hlo_reader *reader, struct instruction *instruction,
                       const struct hlo_attributes *attributes, size_t at);

/* Makes each shard_map of the module, which text has as three instructions, one. */
void hlo_join_manual(struct hlo_reader *reader);

/* Passes a word when it comes next. */
bool hlo_takes_word(struct scanner *in, const char *word);

/* The numbers of a convolution out of dim_labels and window; NULL after an error at byte `start`.
 */
const struct convolution_numbers *
hlo_convolution(struct hlo_reader *reader, const struct hlo_attributes *attributes, size_t start);

/* Says of a module that is read what follows from all of it. */
void hlo_finish(struct hlo_reader *reader);

/* Reads an instruction and adds it to the computation. */
bool hlo_instruction(struct hlo_reader *reader);
