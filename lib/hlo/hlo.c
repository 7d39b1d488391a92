/* SPDX-License-Identifier: Apache-2.0 */
#include "hlo/hlo.h"

#include "hlo/hlo_reader.h"

/* What may stand before the first line, beside comments: a mark of the order of bytes. */
static void skip_beginning(struct scanner *in)
{
	if (str_starts_with(in->text, STR("\xEF\xBB\xBF")))
		in->at = 3;
}

/* How HLO text begins. XLA reads computations without a first line too, and people cut instructions
 * out of dumps. */
enum beginning { NOT_HLO, FIRST_LINE, COMPUTATION, INSTRUCTION };

static enum beginning beginning_of(struct scanner in)
{
	skip_beginning(&in);
	if (hlo_takes_word(&in, "HloModule"))
		return FIRST_LINE;
	bool entry = hlo_takes_word(&in, "ENTRY"), root = !entry && hlo_takes_word(&in, "ROOT");
	bool marked = scanner_sees(&in, "%");
	struct str name = hlo_optional_name(&in);
	if (!name.len || !(entry || marked))
		return NOT_HLO;
	if (!root && (scanner_sees(&in, "(") || scanner_sees(&in, "{")))
		return COMPUTATION;
	return !entry && scanner_sees(&in, "=") ? INSTRUCTION : NOT_HLO;
}

bool hlo_is_module(struct str text)
{
	struct arena arena = {0};
	struct notation_error error;
	return beginning_of(scanner_make(&arena, text, true, &error)) != NOT_HLO;
}

/* (12, {}) or (12, {0}, may-alias): the argument; what is inside of it does not matter. */
static bool read_donated(struct scanner *in, int64_t *argument)
{
	return scanner_expects(in, "(", "expects '(' before a donated argument") &&
	       scanner_integer(in, argument, "expects the number of an argument") &&
	       (!scanner_takes(in, ",") || hlo_skip_brackets(in)) &&
	       (!scanner_takes(in, ",") || hlo_skip_value(in)) &&
	       scanner_expects(in, ")", "expects ')' behind a donated argument");
}

static void add_donation(struct hlo_reader *reader, int64_t argument, int64_t result)
{
	struct hlo_donation donation = {argument, result};
	arena_push(reader->arena, reader->donations, reader->ndonations, reader->donation_room,
	           donation);
}

/* { {1}: (12, {}, may-alias), {}: (0, {}) } */
static bool read_aliases(struct hlo_reader *reader)
{
	struct scanner *in = &reader->in;
	if (!scanner_expects(in, "{", "expects '{' before aliases"))
		return false;
	while (!scanner_takes(in, "}")) {
		struct hlo_integers result;
		int64_t argument;
		if (!hlo_integers(reader, &result) ||
		    !scanner_expects(in, ":", "expects ':' behind a result") ||
		    !read_donated(in, &argument))
			return false;
		add_donation(reader, argument, result.count ? result.items[0] : 0);
		(void)scanner_takes(in, ",");
	}
	return true;
}

/* { (12, {}), (13, {}) } */
static bool read_donors(struct hlo_reader *reader)
{
	struct scanner *in = &reader->in;
	if (!scanner_expects(in, "{", "expects '{' before donated arguments"))
		return false;
	while (!scanner_takes(in, "}")) {
		int64_t argument;
		if (!read_donated(in, &argument))
			return false;
		add_donation(reader, argument, -2);
		(void)scanner_takes(in, ",");
	}
	return true;
}

/* {xla.sdy.meshes={mesh = #sdy.mesh<["x"=2]>}} */
static bool read_module_frontend(struct hlo_reader *reader)
{
	struct scanner *in = &reader->in;
	if (!scanner_expects(in, "{", "expects '{' before attributes"))
		return false;
	while (!scanner_takes(in, "}")) {
		struct str name = hlo_name(reader);
		bool meshes = str_equal(name, STR("xla.sdy.meshes"));
		if (!scanner_expects(in, "=", "expects '=' behind the name of an attribute") ||
		    !(meshes ? hlo_sdy_meshes(reader) : hlo_skip_value(in)))
			return false;
		reader->annotated |= meshes;
		(void)scanner_takes(in, ",");
	}
	return true;
}

/* {false,true}: whether the compiler may choose the sharding of each result. */
static bool read_free_results(struct hlo_reader *reader)
{
	struct scanner *in = &reader->in;
	if (!scanner_takes(in, "{")) /* of all of them */
		return hlo_skip_value(in);
	while (!scanner_takes(in, "}")) {
		struct str word = hlo_name(reader);
		if (!word.len)
			return false;
		arena_push(reader->arena, reader->free_results, reader->nfree_results,
		           reader->free_room, str_equal(word, STR("true")));
		(void)scanner_takes(in, ",");
	}
	return true;
}

static bool read_partitions(struct hlo_reader *reader)
{
	struct scanner *in = &reader->in;
	size_t at = scanner_skip(in);
	if (!scanner_integer(in, &reader->module->partitions, "expects the number of devices"))
		return false;
	return reader->module->partitions > 0 ||
	       scanner_fail(in, at, in->at - at, "a program for no device");
}

/* HloModule NAME, key=value, … where the text has it. */
static bool read_first_line(struct hlo_reader *reader)
{
	static const struct {
		const char *key;
		bool (*read)(struct hlo_reader *reader);
	} rows[] = {
	    {"num_partitions", read_partitions},
	    {"allow_spmd_sharding_propagation_to_output", read_free_results},
	    {"input_output_alias", read_aliases},
	    {"buffer_donor", read_donors},
	    {"frontend_attributes", read_module_frontend},
	};
	struct scanner *in = &reader->in;
	skip_beginning(in);
	if (beginning_of(*in) > FIRST_LINE)
		return true;
	if (!hlo_takes_word(in, "HloModule"))
		return scanner_unexpected(in, "expects 'HloModule'");
	reader->module->name = hlo_name(reader);
	(void)scanner_takes(in, ":");
	while (scanner_takes(in, ",")) {
		struct str key = hlo_name(reader);
		bool (*read)(struct hlo_reader * reader) = NULL;
		if (!scanner_expects(in, "=", "expects '=' behind the name of an attribute"))
			return false;
		for (size_t i = 0; i < COUNT_OF(rows); i++)
			if (str_equal(key, str_of(rows[i].key)))
				read = rows[i].read;
		if (!(read ? read(reader) : hlo_skip_value(in)))
			return false;
	}
	return !in->failed;
}

/* (x: f32[8]) -> f32[8], which the instructions say again; empty in some texts. */
static bool skip_signature(struct hlo_reader *reader)
{
	struct scanner *in = &reader->in;
	if (scanner_sees(in, "(") && !hlo_skip_brackets(in))
		return false;
	return !scanner_takes(in, "->") || hlo_shape(reader);
}

/* Puts the parameters into their places; every number up to theirs has one. */
static bool collect_parameters(struct hlo_reader *reader)
{
	struct computation *computation = reader->computation;
	for (uint32_t i = 0; i < computation->count; i++)
		computation->nparameters +=
		    computation->instructions[i]->opcode == OPCODE_PARAMETER;
	computation->parameters =
	    arena_new(reader->arena, struct instruction *, computation->nparameters);
	for (uint32_t i = 0; i < computation->count; i++) {
		struct instruction *parameter = computation->instructions[i];
		if (parameter->opcode != OPCODE_PARAMETER)
			continue;
		if (parameter->index < 0 || parameter->index >= computation->nparameters ||
		    computation->parameters[parameter->index])
			return scanner_fail(&reader->in, parameter->at.offset, parameter->at.length,
			                    "the numbers of parameters are not 0, 1, 2 …");
		computation->parameters[parameter->index] = parameter;
	}
	return true;
}

/* The instructions up to what closes their computation, or up to the end of the text. */
static bool read_instructions(struct hlo_reader *reader, size_t start, bool closed)
{
	struct scanner *in = &reader->in;
	struct computation *computation = reader->computation;
	reader->names = (struct table){0};
	while (closed ? !scanner_takes(in, "}") : scanner_skip(in) < in->text.len)
		if (!hlo_instruction(reader))
			return false;
	if (!computation->count)
		return scanner_fail(in, start, in->at - start,
		                    "a computation without instructions");
	if (!computation->root)
		computation_set_root(computation,
		                     computation->instructions[computation->count - 1]);
	return collect_parameters(reader);
}

static bool read_body(struct hlo_reader *reader, size_t start)
{
	return scanner_expects(&reader->in, "{", "expects '{' before instructions") &&
	       read_instructions(reader, start, true);
}

/* , execution_thread="main" */
static bool skip_trailer(struct hlo_reader *reader)
{
	while (scanner_takes(&reader->in, ",")) {
		(void)hlo_name(reader);
		if (!scanner_expects(&reader->in, "=", "expects '='") ||
		    !hlo_skip_value(&reader->in))
			return false;
	}
	return !reader->in.failed;
}

static bool read_computation(struct hlo_reader *reader)
{
	struct scanner *in = &reader->in;
	struct module *module = reader->module;
	bool entry = hlo_takes_word(in, "ENTRY"), added;
	size_t start = scanner_skip(in);
	struct str name = hlo_name(reader);
	if (!name.len || !skip_signature(reader))
		return false;
	if (entry && module->entry)
		return scanner_fail(in, start, name.len, "the module has an ENTRY already");
	reader->computation = module_add(module, name);
	if (!read_body(reader, start) || !skip_trailer(reader))
		return false;
	if (entry)
		module->entry = reader->computation;
	(void)table_add(reader->arena, &reader->computations, name, module->ncomputations - 1,
	                &added);
	return added || scanner_fail(in, start, name.len, "another computation has this name");
}

struct module *hlo_read(struct arena *arena, struct str text, const struct jax_rules *rules,
                        struct notation_error *error)
{
	struct hlo_reader reader = {.in = scanner_make(arena, text, true, error),
	                            .arena = arena,
	                            .rules = rules,
	                            .module = module_make(arena)};
	struct scanner *in = &reader.in;
	bool bare = beginning_of(*in) == INSTRUCTION;
	if (!read_first_line(&reader) || !hlo_tables_read(&reader))
		return NULL;
	if (bare) {
		reader.computation = module_add(reader.module, STR("main"));
		if (!read_instructions(&reader, 0, false))
			return NULL;
	}
	while (scanner_skip(in) < text.len)
		if (!read_computation(&reader))
			return NULL;
	struct module *module = reader.module;
	if (!module->ncomputations) {
		(void)scanner_fail(in, text.len, 0, "the module has no computation");
		return NULL;
	}
	/* Where none is called so, XLA takes the last. */
	if (!module->entry)
		module->entry = module->computations[module->ncomputations - 1];
	hlo_finish(&reader);
	return module;
}
