/* SPDX-License-Identifier: Apache-2.0 */
/* Layouts in every notation, read as the `spec` of a tensor. */
#include "testing/spec_text.h"

static const struct {
	const char *written; /* behind "spec: " in a flow map */
	const char *layout;  /* what was read, or "none" */
	const char *covered; /* the bytes of the layout; NULL: those of `written` */
} rows[] = {
    /* lists */
    {"[]", "P()", NULL},
    {"[data]", "P(data)", NULL},
    {"[data, null]", "P(data, None)", NULL},
    {"[~, None, ]", "P(None, None)", NULL},
    {"['None', 'null', \"~\"]", "P(None, null, ~)", NULL},
    {"[[data, model], null]", "P((data, model), None)", NULL},
    {"[[], [data]]", "P((), (data))", NULL},
    {"[[data, null, P.UNCONSTRAINED]]", "P((data, None, *))", NULL},
    {"[[[a, [b]], c]]", "P(((a, (b)), c))", NULL},
    {"[P.UNCONSTRAINED, UNCONSTRAINED, 'UNCONSTRAINED']", "P(*, *, UNCONSTRAINED)", NULL},
    {"[1, yes, no]", "P(1, yes, no)", NULL},
    /* PartitionSpec */
    {"P()", "P()", NULL},
    {"\"P('data', None)\"", "P(data, None)", "P('data', None)"},
    {"'P(\"data\", None)'", "P(data, None)", "P(\"data\", None)"},
    {"\"P(data, None)\"", "P(data, None)", "P(data, None)"},
    {"\"PartitionSpec(('a', 'b'), None)\"", "P((a, b), None)", "PartitionSpec(('a', 'b'), None)"},
    {"\"jax.sharding.PartitionSpec('a')\"", "P(a)", "jax.sharding.PartitionSpec('a')"},
    {"\"P(('a',), ())\"", "P((a), ())", "P(('a',), ())"},
    {"\"P(P.UNCONSTRAINED, jax.P.UNCONSTRAINED)\"", "P(*, *)",
     "P(P.UNCONSTRAINED, jax.P.UNCONSTRAINED)"},
    {"\"P('None', 'UNCONSTRAINED')\"", "P(None, UNCONSTRAINED)", "P('None', 'UNCONSTRAINED')"},
    {"\"P('a', unreduced={'b', 'c'})\"", "P(a|unreduced b, c)", "P('a', unreduced={'b', 'c'})"},
    {"\"P(unreduced=frozenset({'b'}), reduced=set())\"", "P(|unreduced b|reduced )",
     "P(unreduced=frozenset({'b'}), reduced=set())"},
    {"\"  P('a')  \"", "P(a)", "P('a')"},
    {"\"NamedSharding(mesh, P('a'))\"", "P(a)", "P('a')"},
    {"\"NamedSharding(mesh, spec=P('a'))\"", "P(a)", "P('a')"},
    {"\"('a', None)\"", "P(a, None)", "('a', None)"},
    {"\"['a', None]\"", "P(a, None)", "['a', None]"},
    {"\"()\"", "P()", "()"},
    {"None", "P()", NULL},
    /* PositionalSharding */
    {"\"PositionalSharding((8, 1))\"", "S[8, 1]", "PositionalSharding((8, 1))"},
    {"\"PositionalSharding([8, 1])\"", "S[8, 1]", "PositionalSharding([8, 1])"},
    {"\"PositionalSharding(mesh_utils.create_device_mesh((4, 2)))\"", "S[4, 2]",
     "PositionalSharding(mesh_utils.create_device_mesh((4, 2)))"},
    {"\"PositionalSharding(jax.devices())\"", "S[16]", "PositionalSharding(jax.devices())"},
    {"\"PositionalSharding((8,)).reshape(4, 2).replicate(0)\"", "S[8].reshape[4, 2].replicate(0)",
     "PositionalSharding((8,)).reshape(4, 2).replicate(0)"},
    {"\"PositionalSharding((8,)).replicate(axis=-1, keepdims=False)\"",
     "S[8].replicate(-1 squeezed)", "PositionalSharding((8,)).replicate(axis=-1, keepdims=False)"},
    {"\"PositionalSharding((8,)).replicate(None, True)\"", "S[8].replicate()",
     "PositionalSharding((8,)).replicate(None, True)"},
    /* placements */
    {"\"[Shard(0), Replicate()]\"", "shard(0) replicate", "[Shard(0), Replicate()]"},
    {"\"(Shard(-1), Partial())\"", "shard(-1) partial(sum)", "(Shard(-1), Partial())"},
    {"[Shard(0), \"Partial('avg')\"]", "shard(0) partial(avg)", NULL},
    {"[\"_StridedShard(0, split_factor=2)\"]", "strided(0, 2)", NULL},
    /* XLA */
    {"\"{devices=[2,1]<=[2]}\"", "{devices=[2,1]<=[2]}", "{devices=[2,1]<=[2]}"},
    {"' {replicated} '", "{replicated}", "{replicated}"},
    {"'#sdy.sharding<@mesh, [{\"x\"}, {}]>'", "#sdy.sharding<@mesh, [{\"x\"}, {}]>",
     "#sdy.sharding<@mesh, [{\"x\"}, {}]>"},
    /* what is none */
    {"{data: 0}", "none", NULL},
    {"", "none", NULL},
    {"[{data: 0}]", "none", NULL},
    {"data", "none", NULL},
    {"\"P('a'\"", "none", NULL},
    {"\"P(1)\"", "none", NULL},
    {"\"P(('a', 1))\"", "none", NULL},
    {"\"P('a', spec='b')\"", "none", NULL},
    {"\"P(unreduced='b')\"", "none", NULL},
    {"\"P(unreduced={1})\"", "none", NULL},
    {"\"PositionalSharding()\"", "none", NULL},
    {"\"PositionalSharding(('a',))\"", "none", NULL},
    {"\"PositionalSharding((8,)).reshape('a')\"", "none", NULL},
    {"\"PositionalSharding((8,)).replicate(0, 1)\"", "none", NULL},
    {"\"PositionalSharding((8,)).transpose()\"", "none", NULL},
    {"\"[Shard(), Replicate()]\"", "none", NULL},
    {"\"[Shard('0')]\"", "none", NULL},
    {"\"[Replicate(1)]\"", "none", NULL},
    {"\"[Partial(0)]\"", "none", NULL},
    {"[Shard(0), data]", "none", NULL},
};

Test(layout_read, every_notation_is_read_with_its_place)
{
	for (size_t i = 0; i < ROWS(rows); i++) {
		struct arena arena = {0};
		struct diags diags;
		const char *written = rows[i].written;
		struct str text = str_format(
		    &arena, "devices: 16\ntensors: {x: {shape: [8, 8], spec: %s}}\n", written);
		const struct spec *spec = testing_spec(&arena, text.s, NULL, &diags);
		cr_assert_not_null(spec, "%s", written);
		const struct tensor *tensor = spec_tensor(&arena, spec, 0, &diags);
		testing_expect(written, testing_layout_text(&arena, tensor->layout),
		               rows[i].layout);
		cr_expect_eq(tensor->layout != NULL, diags.count == 0, "%s", written);
		cr_expect_eq(tensor->broken, diags.count > 0, "%s", written);
		if (tensor->layout)
			testing_expect(written, span_text(text, tensor->layout->at),
			               rows[i].covered ? rows[i].covered : written);
		arena_drop(&arena);
	}
}

/* The place of each axis is that of its name, without quotes. */
static const struct {
	const char *written, *places;
} places[] = {
    {"[data, [model, \"seq\"]]", "data model \"seq\""},
    {"\"P('data', ('model', seq))\"", "data model seq"},
    {"\"P('da\\x74a')\"", "da\\x74a"},
};

Test(layout_read, each_axis_knows_its_place)
{
	for (size_t i = 0; i < ROWS(places); i++) {
		struct arena arena = {0};
		struct diags diags;
		struct buf out = {.arena = &arena};
		struct str text = str_format(&arena, "tensors: {x: {shape: [8, 8], spec: %s}}\n",
		                             places[i].written);
		const struct spec *spec = testing_spec(&arena, text.s, NULL, &diags);
		const struct partition_spec *read =
		    &spec_tensor(&arena, spec, 0, &diags)->layout->spec;
		for (uint32_t j = 0; j < read->nentries; j++)
			for (uint32_t k = 0; k < read->entries[j].naxes; k++)
				buf_printf(&out, "%s%.*s", out.len ? " " : "",
				           STR_ARG(span_text(text, read->entries[j].axes[k].at)));
		testing_expect(places[i].written, buf_str(&out), places[i].places);
		arena_drop(&arena);
	}
}
