/* SPDX-License-Identifier: Apache-2.0 */
#include <criterion/criterion.h>
#include <criterion/parameterized.h>

#include "notation/convert.h"

/* A file whose first tensor is converted; NULL text: it has the finding `rule` at `at`. */
static const struct {
	const char *file, *target, *text, *rule, *at;
} cases[] = {
    {"mesh: {x: 2, y: 4}\ntensors: {t: {shape: [8, 8], spec: [x, null]}}\n", "hlo",
     "{devices=[2,1,4]<=[8] last_tile_dim_replicate}", NULL, NULL},
    {"mesh: {x: 2, y: 4}\ntensors: {t: {shape: [8, 8], spec: [y]}}\n", "hlo-v1",
     "{devices=[4,1,2]0,4,1,5,2,6,3,7 last_tile_dim_replicate}", NULL, NULL},
    {"mesh: {x: 2, y: 4}\ntensors: {t: {shape: [8, 8], spec: [[y, x]]}}\n", "shardy",
     "#sdy.sharding<mesh<[\"x\"=2, \"y\"=4]>, [{\"y\", \"x\"}, {}]>", NULL, NULL},
    {"mesh: {x: 2, y: 4}\ntensors: {t: {shape: [8, 8], spec: [[y, x]]}}\n", "mark_sharding",
     "(('y', 'x'), None)", NULL, NULL},
    {"mesh: {x: 2}\ntensors: {t: {shape: [8], spec: [x]}}\n", "mark_sharding", "('x',)", NULL,
     NULL},
    {"mesh: {x: 2, y: 4}\ntensors: {t: {shape: [8, 8], spec: [[y, x]]}}\n", "dtensor",
     "[_StridedShard(0, split_factor=4), Shard(0)]", NULL, NULL},
    {"mesh: {x: 2, y: 4}\ntensors: {t: {shape: [9, 8], spec: [[x, y]]}}\n", "dtensor", NULL,
     "notation-no-counterpart", "[[x, y]]"},
    {"mesh: {x: 2, y: 4}\ntensors: {t: {shape: [8, 8], spec: \"[Shard(1), Shard(1)]\"}}\n", "list",
     "[null, [x, y]]", NULL, NULL},
    {"mesh: {x: 2}\ntensors: {t: {shape: [8], spec: \"[Partial()]\"}}\n", "partition-spec",
     "P(None, unreduced={'x'})", NULL, NULL},
    {"mesh: {x: 2}\ntensors: {t: {shape: [8], spec: \"[Partial('avg')]\"}}\n", "partition-spec",
     NULL, "notation-no-counterpart", "Partial('avg')"},
    {"mesh: {x: 2, y: 4}\ntensors: {t: {shape: [8, 8], spec: '{devices=[1,8]0,4,1,5,2,6,3,7}'}}\n",
     "partition-spec", "P(None, ('y', 'x'))", NULL, NULL},
    {"mesh: {x: 2, y: 4}\ntensors: {t: {shape: [8], spec: '{devices=[4,2]<=[8] "
     "last_tile_dim_replicate}'}}\n",
     "shardy", "#sdy.sharding<mesh<[\"x\"=2, \"y\"=4]>, [{\"x\", \"y\":(1)2}]>", NULL, NULL},
    {"mesh: {x: 2, y: 4}\ntensors: {t: {shape: [8], spec: '{devices=[4,2]<=[8] "
     "last_tile_dim_replicate}'}}\n",
     "partition-spec", NULL, "notation-no-counterpart",
     "{devices=[4,2]<=[8] last_tile_dim_replicate}"},
    {"mesh: {x: 2, y: 2}\ntensors: {t: {shape: [8], spec: '{devices=[4]0,1,3,2}'}}\n", "shardy",
     NULL, "notation-no-counterpart", "{devices=[4]0,1,3,2}"},
    {"mesh: {x: 2, y: 2}\ntensors: {t: {shape: [8], spec: '{devices=[2,1]<=[2]}'}}\n", "hlo", NULL,
     "rank-mismatch", "{devices=[2,1]<=[2]}"},
    {"mesh: {x: 2, y: 2}\ntensors: {t: {shape: [8], spec: '{devices=[2]<=[2]}'}}\n", "list", NULL,
     "notation-no-counterpart", "{devices=[2]<=[2]}"},
    {"mesh: {x: 2}\ntensors: {t: {shape: [8], spec: '{devices=[2]0,q}'}}\n", "hlo", NULL,
     "notation-syntax", "q"},
    {"mesh: {x: 2}\ntensors: {t: {shape: [8], spec: \"{devices=[2]\\x30,\\x71}\"}}\n", "hlo", NULL,
     "notation-syntax", "\\x71"},
    {"mesh: {x: 2}\ntensors: {t: {shape: [8], spec: '{foo}'}}\n", "hlo", NULL, "notation-syntax",
     "foo"},
    {"mesh: {x: 4}\ntensors: {t: {shape: [8], spec: '#sdy.sharding<@mesh, [{\"z\"}]>'}}\n", "hlo",
     NULL, "notation-syntax", "\"z\""},
    {"mesh: {x: 4}\ntensors: {t: {shape: [8], spec: '#sdy.sharding<@mesh, [{\"x\":(1)3}]>'}}\n",
     "hlo", NULL, "notation-syntax", "\"x\":(1)3"},
    {"mesh: {x: 4}\ntensors: {t: {shape: [8], spec: '#sdy.sharding<@mesh, [{\"x\"}p1]>'}}\n",
     "partition-spec", NULL, "notation-no-counterpart", "#sdy.sharding<@mesh, [{\"x\"}p1]>"},
    {"mesh: {x: 4}\ntensors: {t: {shape: [8], spec: '#sdy.sharding<@mesh, [{?}]>'}}\n",
     "partition-spec", "P(P.UNCONSTRAINED)", NULL, NULL},
    {"mesh: {x: 4}\ntensors: {t: {shape: [8], spec: '#sdy.sharding<@mesh, [{?}]>'}}\n",
     "mark_sharding", NULL, "notation-no-counterpart", "#sdy.sharding<@mesh, [{?}]>"},
    {"mesh: {x: 4}\ntensors: {t: {shape: [8], spec: '{maximal device=3}'}}\n", "shardy",
     "#sdy.sharding<mesh<[], device_ids=[3]>, []>", NULL, NULL},
    {"mesh: {x: 4}\ntensors: {t: {shape: [8], spec: '#sdy.sharding<mesh<[], device_ids=[3]>, "
     "[]>'}}\n",
     "hlo", "{maximal device=3}", NULL, NULL},
    {"mesh: {x: 4}\ntensors: {t: {shape: [8], spec: '{maximal device=3}'}}\n", "list", NULL,
     "notation-no-counterpart", "{maximal device=3}"},
    {"mesh: {x: 2, y: 4}\ntensors: {t: {shape: [8], spec: \"{mesh['a'=8], [{'a':(1)4}]}\"}}\n",
     "list", NULL, "notation-no-counterpart", "{mesh['a'=8], [{'a':(1)4}]}"},
    {"mesh: {x: 2, y: 4}\ntensors: {t: {shape: [8], spec: \"{mesh['a'=8], [{'a':(1)2}]}\"}}\n",
     "list", "[x]", NULL, NULL},
    {"mesh: {axes: {x: 2}, types: manual}\ntensors: {t: {shape: [8], spec: []}}\n", "hlo",
     "{manual}", NULL, NULL},
    {"framework: torch_xla==2.9.0\nmesh: {axes: {x: 2, y: 2}, devices: [3, 1, 2, 0]}\n"
     "tensors: {t: {shape: [8], spec: [y]}}\n",
     "hlo-v1", "{devices=[2,2]2,3,0,1 last_tile_dim_replicate}", NULL, NULL},
    {"framework: torch_xla==2.9.0\nmesh: {axes: {x: 2, y: 2}, devices: [3, 1, 2, 0]}\n"
     "tensors: {t: {shape: [8], spec: '{devices=[2,2]2,3,0,1 last_tile_dim_replicate}'}}\n",
     "mark_sharding", "('y',)", NULL, NULL},
    {"mesh: {x: 2}\ntensors: {t: {shape: [8], spec: [q]}}\n", "hlo", NULL, "axis-unknown", "q"},
    {"mesh: {x: 2}\ntensors: {t: {shape: [8, 8], spec: [x, x]}}\n", "hlo", NULL, "axis-repeated",
     "x"},
    {"tensors: {t: {shape: [8], spec: '{devices=[2]<=[2]}'}}\n", "shardy", NULL, "mesh-missing",
     "{devices=[2]<=[2]}"},
    {"tensors: {t: {shape: [8], spec: '{devices=[2]<=[2]}'}}\n", "hlo-v1", "{devices=[2]0,1}", NULL,
     NULL},
    {"tensors: {t: {shape: [8], spec: '{devices=[2147483648]<=[2147483648]}'}}\n", "hlo-v1", NULL,
     "notation-no-counterpart", "{devices=[2147483648]<=[2147483648]}"},
    {"tensors: {t: {shape: [8], spec: '{{replicated}, {manual}}'}}\n", "hlo",
     "{{replicated}, {manual}}", NULL, NULL},
    {"mesh: {\"it's\": 2}\ntensors: {t: {shape: [8], spec: [\"it's\"]}}\n", "partition-spec",
     "P(\"it's\")", NULL, NULL},
};

enum { CASES = COUNT_OF(cases) };

ParameterizedTestParameters(convert, layout_or_finding)
{
	static int indices[CASES];
	for (int i = 0; i < CASES; i++)
		indices[i] = i;
	return cr_make_param_array(int, indices, CASES);
}

static void expect_finding(int index, const struct source *source, const struct diags *diags)
{
	cr_assert_not_null(diags->first, "%s", cases[index].file);
	struct str at = span_text(source->text, diags->first->at);
	cr_expect_str_eq(diags->first->rule->name, cases[index].rule, "%s: %.*s", cases[index].file,
	                 STR_ARG(diags->first->message));
	cr_expect(str_equal(at, str_of(cases[index].at)), "%s: at '%.*s'", cases[index].file,
	          STR_ARG(at));
}

ParameterizedTest(int *index, convert, layout_or_finding)
{
	struct arena arena = {0}, scratch = {0};
	struct diags diags = diags_make(&arena);
	struct source source = {STR("test.yaml"), str_of(cases[*index].file)};
	struct spec_overrides overrides = {0};
	enum notation_target target;
	const struct spec *spec = spec_read(&arena, &scratch, &source, &overrides, &diags);
	cr_assert_not_null(spec);
	cr_assert(notation_target_named(str_of(cases[*index].target), &target));
	struct str text = convert_layout(&arena, converter_make(&arena, spec, &diags),
	                                 spec_tensor(&arena, spec, 0, &diags), target, &diags);
	if (cases[*index].text) {
		cr_expect(text.s && str_equal(text, str_of(cases[*index].text)), "%s: %.*s, %.*s",
		          cases[*index].file, STR_ARG(text),
		          diags.first ? (int)diags.first->message.len : 0,
		          diags.first ? diags.first->message.s : "");
	} else {
		cr_expect_null(text.s, "%.*s", STR_ARG(text));
		expect_finding(*index, &source, &diags);
	}
	arena_drop(&scratch);
	arena_drop(&arena);
}
