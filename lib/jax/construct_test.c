/* SPDX-License-Identifier: Apache-2.0 */
/* What JAX says to the construction of a NamedSharding, release by release. */
#include "testing/framework_says.h"

static const struct framework_says repeated[] = {
    {"framework: jax==0.4.30\nmesh: {axes: {x: 2, y: 4}, built_by: Mesh}\ntensors: {t: "
     "{shape: [8, 8], spec: \"P('x', 'x')\", applied_by: none}}\n",
     "axis-repeated", "x", "ValueError",
     "A single NamedSharding spec specification can map every mesh axis to at most one "
     "positional dimension, but PartitionSpec('x', 'x') has duplicate entries for `x`"},
    {"framework: jax==0.4.30\nmesh: {axes: {x: 2, y: 4}, built_by: Mesh}\ntensors: {t: "
     "{shape: [8, 8], spec: \"P(('x', 'y'), 'y')\", applied_by: none}}\n",
     "axis-repeated", "y", "ValueError",
     "A single NamedSharding spec specification can map every mesh axis to at most one "
     "positional dimension, but PartitionSpec(('x', 'y'), 'y') has duplicate entries "
     "for `y`"},
    {"framework: jax==0.4.30\nmesh: {axes: {x: 2, y: 4}, built_by: Mesh}\ntensors: {t: "
     "{shape: [8, 8], spec: \"P('x', None, ('y', 'x'))\", applied_by: none}}\n",
     "axis-repeated", "x", "ValueError",
     "A single NamedSharding spec specification can map every mesh axis to at most one "
     "positional dimension, but PartitionSpec('x', None, ('y', 'x')) has duplicate "
     "entries for `x`"},
    {"framework: jax==0.4.30\nmesh: {axes: {x: 2, y: 4}, built_by: Mesh}\ntensors: {t: "
     "{shape: [8, 8], spec: \"P('x', 'y')\", applied_by: none}}\n",
     NULL, NULL, NULL, NULL},
    {"framework: jax==0.5.3\nmesh: {axes: {x: 2, y: 4}, built_by: Mesh}\ntensors: {t: "
     "{shape: [8, 8], spec: \"P('x', 'x')\", applied_by: none}}\n",
     "axis-repeated", "x", "DuplicateSpecError",
     "A single NamedSharding spec specification can map every mesh axis to at most one "
     "positional dimension, but PartitionSpec('x', 'x') has duplicate entries for `x`"},
    {"framework: jax==0.5.3\nmesh: {axes: {x: 2, y: 4}, built_by: Mesh}\ntensors: {t: "
     "{shape: [8, 8], spec: \"P(('x', 'y'), 'y')\", applied_by: none}}\n",
     "axis-repeated", "y", "DuplicateSpecError",
     "A single NamedSharding spec specification can map every mesh axis to at most one "
     "positional dimension, but PartitionSpec(('x', 'y'), 'y') has duplicate entries "
     "for `y`"},
    {"framework: jax==0.5.3\nmesh: {axes: {x: 2, y: 4}, built_by: Mesh}\ntensors: {t: "
     "{shape: [8, 8], spec: \"P('x', None, ('y', 'x'))\", applied_by: none}}\n",
     "axis-repeated", "x", "DuplicateSpecError",
     "A single NamedSharding spec specification can map every mesh axis to at most one "
     "positional dimension, but PartitionSpec('x', None, ('y', 'x')) has duplicate "
     "entries for `x`"},
    {"framework: jax==0.5.3\nmesh: {axes: {x: 2, y: 4}, built_by: Mesh}\ntensors: {t: "
     "{shape: [8, 8], spec: \"P('x', 'y')\", applied_by: none}}\n",
     NULL, NULL, NULL, NULL},
    {"framework: jax==0.9.0\nmesh: {axes: {x: 2, y: 4}, built_by: Mesh}\ntensors: {t: "
     "{shape: [8, 8], spec: \"P('x', 'x')\", applied_by: none}}\n",
     "axis-repeated", "x", "DuplicateSpecError",
     "A single NamedSharding spec specification can map every mesh axis to at most one "
     "positional dimension, but PartitionSpec('x', 'x') has duplicate entries for `x`"},
    {"framework: jax==0.9.0\nmesh: {axes: {x: 2, y: 4}, built_by: Mesh}\ntensors: {t: "
     "{shape: [8, 8], spec: \"P(('x', 'y'), 'y')\", applied_by: none}}\n",
     "axis-repeated", "y", "DuplicateSpecError",
     "A single NamedSharding spec specification can map every mesh axis to at most one "
     "positional dimension, but PartitionSpec(('x', 'y'), 'y') has duplicate entries "
     "for `y`"},
    {"framework: jax==0.9.0\nmesh: {axes: {x: 2, y: 4}, built_by: Mesh}\ntensors: {t: "
     "{shape: [8, 8], spec: \"P('x', None, ('y', 'x'))\", applied_by: none}}\n",
     "axis-repeated", "x", "DuplicateSpecError",
     "A single NamedSharding spec specification can map every mesh axis to at most one "
     "positional dimension, but PartitionSpec('x', None, ('y', 'x')) has duplicate "
     "entries for `x`"},
    {"framework: jax==0.9.0\nmesh: {axes: {x: 2, y: 4}, built_by: Mesh}\ntensors: {t: "
     "{shape: [8, 8], spec: \"P('x', 'y')\", applied_by: none}}\n",
     NULL, NULL, NULL, NULL},
    {"framework: jax==0.12.0.1\nmesh: {axes: {x: 2, y: 4}, built_by: Mesh}\ntensors: "
     "{t: {shape: [8, 8], spec: \"P('x', 'x')\", applied_by: none}}\n",
     "axis-repeated", "x", "DuplicateSpecError",
     "A single NamedSharding spec specification can map every mesh axis to at most one "
     "positional dimension, but P('x', 'x') has duplicate entries for `x`"},
    {"framework: jax==0.12.0.1\nmesh: {axes: {x: 2, y: 4}, built_by: Mesh}\ntensors: "
     "{t: {shape: [8, 8], spec: \"P(('x', 'y'), 'y')\", applied_by: none}}\n",
     "axis-repeated", "y", "DuplicateSpecError",
     "A single NamedSharding spec specification can map every mesh axis to at most one "
     "positional dimension, but P(('x', 'y'), 'y') has duplicate entries for `y`"},
    {"framework: jax==0.12.0.1\nmesh: {axes: {x: 2, y: 4}, built_by: Mesh}\ntensors: "
     "{t: {shape: [8, 8], spec: \"P('x', None, ('y', 'x'))\", applied_by: none}}\n",
     "axis-repeated", "x", "DuplicateSpecError",
     "A single NamedSharding spec specification can map every mesh axis to at most one "
     "positional dimension, but P('x', None, ('y', 'x')) has duplicate entries for `x`"},
    {"framework: jax==0.12.0.1\nmesh: {axes: {x: 2, y: 4}, built_by: Mesh}\ntensors: "
     "{t: {shape: [8, 8], spec: \"P('x', 'y')\", applied_by: none}}\n",
     NULL, NULL, NULL, NULL},
};

Test(jax_construct, an_axis_stands_once)
{
	framework_says_check(repeated, ROWS(repeated));
}

static const struct framework_says unknown[] = {
    {"framework: jax==0.4.30\nmesh: {axes: {x: 2, y: 4}, built_by: Mesh}\ntensors: {t: "
     "{shape: [8, 8], spec: \"P('q')\", applied_by: none}}\n",
     "axis-unknown", "q", "ValueError", "Resource axis: q of PartitionSpec('q',) is undefined."},
    {"framework: jax==0.4.30\nmesh: {axes: {x: 2, y: 4}, built_by: Mesh}\ntensors: {t: "
     "{shape: [8, 8], spec: \"P(('x', 'q'))\", applied_by: none}}\n",
     "axis-unknown", "q", "ValueError",
     "Resource axis: q of PartitionSpec(('x', 'q'),) is undefined."},
    {"framework: jax==0.4.30\nmesh: {axes: {x: 2, y: 4}, built_by: Mesh}\ntensors: {t: "
     "{shape: [8, 8], spec: \"P(None, 'Y')\", applied_by: none}}\n",
     "axis-unknown", "Y", "ValueError",
     "Resource axis: Y of PartitionSpec(None, 'Y') is undefined."},
    {"framework: jax==0.4.30\nmesh: {axes: {x: 2, y: 4}, built_by: Mesh}\ntensors: {t: "
     "{shape: [8, 8], spec: \"P(('x', None))\", applied_by: none}}\n",
     "axis-unknown", "None", "ValueError",
     "Resource axis: None of PartitionSpec(('x', None),) is undefined."},
    {"framework: jax==0.4.30\nmesh: {axes: {x: 2, y: 4}, built_by: Mesh}\ntensors: {t: "
     "{shape: [8, 8], spec: \"P('')\", applied_by: none}}\n",
     "axis-unknown", "", "ValueError", "Resource axis:  of PartitionSpec('',) is undefined."},
    {"framework: jax==0.4.38\nmesh: {axes: {x: 2, y: 4}, built_by: Mesh}\ntensors: {t: "
     "{shape: [8, 8], spec: \"P('q')\", applied_by: none}}\n",
     "axis-unknown", "q", "ValueError",
     "Resource axis: q of PartitionSpec('q',) is not found in mesh: ('x', 'y')."},
    {"framework: jax==0.4.38\nmesh: {axes: {x: 2, y: 4}, built_by: Mesh}\ntensors: {t: "
     "{shape: [8, 8], spec: \"P(('x', 'q'))\", applied_by: none}}\n",
     "axis-unknown", "q", "ValueError",
     "Resource axis: q of PartitionSpec(('x', 'q'),) is not found in mesh: ('x', 'y')."},
    {"framework: jax==0.4.38\nmesh: {axes: {x: 2, y: 4}, built_by: Mesh}\ntensors: {t: "
     "{shape: [8, 8], spec: \"P(None, 'Y')\", applied_by: none}}\n",
     "axis-unknown", "Y", "ValueError",
     "Resource axis: Y of PartitionSpec(None, 'Y') is not found in mesh: ('x', 'y')."},
    {"framework: jax==0.4.38\nmesh: {axes: {x: 2, y: 4}, built_by: Mesh}\ntensors: {t: "
     "{shape: [8, 8], spec: \"P(('x', None))\", applied_by: none}}\n",
     "axis-unknown", "None", "ValueError",
     "Resource axis: None of PartitionSpec(('x', None),) is not found in mesh: ('x', "
     "'y')."},
    {"framework: jax==0.4.38\nmesh: {axes: {x: 2, y: 4}, built_by: Mesh}\ntensors: {t: "
     "{shape: [8, 8], spec: \"P('')\", applied_by: none}}\n",
     "axis-unknown", "", "ValueError",
     "Resource axis:  of PartitionSpec('',) is not found in mesh: ('x', 'y')."},
    {"framework: jax==0.12.0.1\nmesh: {axes: {x: 2, y: 4}, built_by: Mesh}\ntensors: "
     "{t: {shape: [8, 8], spec: \"P('q')\", applied_by: none}}\n",
     "axis-unknown", "q", "ValueError",
     "Resource axis: q of P('q',) is not found in mesh: ('x', 'y')."},
    {"framework: jax==0.12.0.1\nmesh: {axes: {x: 2, y: 4}, built_by: Mesh}\ntensors: "
     "{t: {shape: [8, 8], spec: \"P(('x', 'q'))\", applied_by: none}}\n",
     "axis-unknown", "q", "ValueError",
     "Resource axis: q of P(('x', 'q'),) is not found in mesh: ('x', 'y')."},
    {"framework: jax==0.12.0.1\nmesh: {axes: {x: 2, y: 4}, built_by: Mesh}\ntensors: "
     "{t: {shape: [8, 8], spec: \"P(None, 'Y')\", applied_by: none}}\n",
     "axis-unknown", "Y", "ValueError",
     "Resource axis: Y of P(None, 'Y') is not found in mesh: ('x', 'y')."},
    {"framework: jax==0.12.0.1\nmesh: {axes: {x: 2, y: 4}, built_by: Mesh}\ntensors: "
     "{t: {shape: [8, 8], spec: \"P(('x', None))\", applied_by: none}}\n",
     "axis-unknown", "None", "ValueError",
     "Resource axis: None of P(('x', None),) is not found in mesh: ('x', 'y')."},
    {"framework: jax==0.12.0.1\nmesh: {axes: {x: 2, y: 4}, built_by: Mesh}\ntensors: "
     "{t: {shape: [8, 8], spec: \"P('')\", applied_by: none}}\n",
     NULL, NULL, NULL, NULL},
};

Test(jax_construct, an_axis_is_of_the_mesh)
{
	framework_says_check(unknown, ROWS(unknown));
}

static const struct framework_says nested[] = {
    {"framework: jax==0.7.1\nmesh: {axes: {x: 2, y: 4}, built_by: Mesh}\ntensors: {t: "
     "{shape: [8, 8], spec: \"P((('x', 'y'),))\", applied_by: none}}\n",
     NULL, NULL, NULL, NULL},
    {"framework: jax==0.7.1\nmesh: {axes: {x: 2, y: 4}, built_by: Mesh}\ntensors: {t: "
     "{shape: [8, 8], spec: \"P(('x', ('y',)))\", applied_by: none}}\n",
     "axis-unknown", "('y',)", "ValueError",
     "Resource axis: ('y',) of PartitionSpec(('x', ('y',)),) is not found in mesh: "
     "('x', 'y')."},
    {"framework: jax==0.7.2\nmesh: {axes: {x: 2, y: 4}, built_by: Mesh}\ntensors: {t: "
     "{shape: [8, 8], spec: \"P((('x', 'y'),))\", applied_by: none}}\n",
     "spec-nested-tuple", "('x', 'y')", "ValueError",
     "A tuple inside PartitionSpec cannot contain a nested tuple. Got partition: (('x', "
     "'y'),) and the nested tuple: ('x', 'y')"},
    {"framework: jax==0.7.2\nmesh: {axes: {x: 2, y: 4}, built_by: Mesh}\ntensors: {t: "
     "{shape: [8, 8], spec: \"P(('x', ('y',)))\", applied_by: none}}\n",
     "spec-nested-tuple", "('y',)", "ValueError",
     "A tuple inside PartitionSpec cannot contain a nested tuple. Got partition: ('x', "
     "('y',)) and the nested tuple: ('y',)"},
    {"framework: jax==0.12.0.1\nmesh: {axes: {x: 2, y: 4}, built_by: Mesh}\ntensors: "
     "{t: {shape: [8, 8], spec: \"P((('x', 'y'),))\", applied_by: none}}\n",
     "spec-nested-tuple", "('x', 'y')", "ValueError",
     "A tuple inside PartitionSpec cannot contain a nested tuple. Got partition: (('x', "
     "'y'),) and the nested tuple: ('x', 'y')"},
    {"framework: jax==0.12.0.1\nmesh: {axes: {x: 2, y: 4}, built_by: Mesh}\ntensors: "
     "{t: {shape: [8, 8], spec: \"P(('x', ('y',)))\", applied_by: none}}\n",
     "spec-nested-tuple", "('y',)", "ValueError",
     "A tuple inside PartitionSpec cannot contain a nested tuple. Got partition: ('x', "
     "('y',)) and the nested tuple: ('y',)"},
};

Test(jax_construct, tuples_are_flat)
{
	framework_says_check(nested, ROWS(nested));
}

static const struct framework_says types[] = {
    {"framework: jax==0.5.3\nmesh: {axes: {x: 2, y: 4}, types: [explicit, auto], "
     "built_by: Mesh}\ntensors: {t: {shape: [8, 8], spec: \"P(('x', 'y'))\", "
     "applied_by: none}}\n",
     "tuple-axis-types", "('x', 'y')", "ValueError",
     "AxisTypes should be the same in a tuple subset of PartitionSpec: "
     "PartitionSpec(('x', 'y'),). Got subset ('x', 'y') with axis types: "
     "(AxisType.Explicit, AxisType.Auto)"},
    {"framework: jax==0.5.3\nmesh: {axes: {x: 2, y: 4}, types: [manual, auto], "
     "built_by: Mesh}\ntensors: {t: {shape: [8, 8], spec: \"P(('x', 'y'))\", "
     "applied_by: none}}\n",
     "tuple-axis-types", "('x', 'y')", "ValueError",
     "AxisTypes should be the same in a tuple subset of PartitionSpec: "
     "PartitionSpec(('x', 'y'),). Got subset ('x', 'y') with axis types: "
     "(AxisType.Manual, AxisType.Auto)"},
    {"framework: jax==0.5.3\nmesh: {axes: {x: 2, y: 4}, types: [auto, auto], built_by: "
     "Mesh}\ntensors: {t: {shape: [8, 8], spec: \"P(('x', 'y'))\", applied_by: none}}\n",
     NULL, NULL, NULL, NULL},
    {"framework: jax==0.6.2\nmesh: {axes: {x: 2, y: 4}, types: [explicit, auto], "
     "built_by: Mesh}\ntensors: {t: {shape: [8, 8], spec: \"P(('x', 'y'))\", "
     "applied_by: none}}\n",
     "tuple-axis-types", "('x', 'y')", "ValueError",
     "AxisTypes should be the same in a tuple subset of PartitionSpec: "
     "PartitionSpec(('x', 'y'),). Got subset ('x', 'y') with axis types: "
     "(AxisType.Explicit, AxisType.Auto)"},
    {"framework: jax==0.6.2\nmesh: {axes: {x: 2, y: 4}, types: [manual, auto], "
     "built_by: Mesh}\ntensors: {t: {shape: [8, 8], spec: \"P(('x', 'y'))\", "
     "applied_by: none}}\n",
     "tuple-axis-types", "('x', 'y')", "ValueError",
     "AxisTypes should be the same in a tuple subset of PartitionSpec: "
     "PartitionSpec(('x', 'y'),). Got subset ('x', 'y') with axis types: "
     "(AxisType.Manual, AxisType.Auto)"},
    {"framework: jax==0.6.2\nmesh: {axes: {x: 2, y: 4}, types: [auto, auto], built_by: "
     "Mesh}\ntensors: {t: {shape: [8, 8], spec: \"P(('x', 'y'))\", applied_by: none}}\n",
     NULL, NULL, NULL, NULL},
    {"framework: jax==0.7.0\nmesh: {axes: {x: 2, y: 4}, types: [explicit, auto], "
     "built_by: Mesh}\ntensors: {t: {shape: [8, 8], spec: \"P(('x', 'y'))\", "
     "applied_by: none}}\n",
     NULL, NULL, NULL, NULL},
    {"framework: jax==0.7.0\nmesh: {axes: {x: 2, y: 4}, types: [manual, auto], "
     "built_by: Mesh}\ntensors: {t: {shape: [8, 8], spec: \"P(('x', 'y'))\", "
     "applied_by: none}}\n",
     "tuple-axis-types", "('x', 'y')", "ValueError",
     "Tuple subset of `PartitionSpec` cannot contain `Manual` mixed with `Auto` or "
     "`Explicit`. Got pspec PartitionSpec(('x', 'y'),) and subset ('x', 'y') with axis "
     "types: (AxisType.Manual, AxisType.Auto)"},
    {"framework: jax==0.7.0\nmesh: {axes: {x: 2, y: 4}, types: [auto, auto], built_by: "
     "Mesh}\ntensors: {t: {shape: [8, 8], spec: \"P(('x', 'y'))\", applied_by: none}}\n",
     NULL, NULL, NULL, NULL},
    {"framework: jax==0.8.2\nmesh: {axes: {x: 2, y: 4}, types: [explicit, auto], "
     "built_by: Mesh}\ntensors: {t: {shape: [8, 8], spec: \"P(('x', 'y'))\", "
     "applied_by: none}}\n",
     NULL, NULL, NULL, NULL},
    {"framework: jax==0.8.2\nmesh: {axes: {x: 2, y: 4}, types: [manual, auto], "
     "built_by: Mesh}\ntensors: {t: {shape: [8, 8], spec: \"P(('x', 'y'))\", "
     "applied_by: none}}\n",
     "tuple-axis-types", "('x', 'y')", "ValueError",
     "Tuple subset of `PartitionSpec` cannot contain `Manual` mixed with `Auto` or "
     "`Explicit`. Got pspec PartitionSpec(('x', 'y'),) and subset ('x', 'y') with axis "
     "types: (AxisType.Manual, AxisType.Auto)"},
    {"framework: jax==0.8.2\nmesh: {axes: {x: 2, y: 4}, types: [auto, auto], built_by: "
     "Mesh}\ntensors: {t: {shape: [8, 8], spec: \"P(('x', 'y'))\", applied_by: none}}\n",
     NULL, NULL, NULL, NULL},
    {"framework: jax==0.9.0\nmesh: {axes: {x: 2, y: 4}, types: [explicit, auto], "
     "built_by: Mesh}\ntensors: {t: {shape: [8, 8], spec: \"P(('x', 'y'))\", "
     "applied_by: none}}\n",
     NULL, NULL, NULL, NULL},
    {"framework: jax==0.9.0\nmesh: {axes: {x: 2, y: 4}, types: [manual, auto], "
     "built_by: Mesh}\ntensors: {t: {shape: [8, 8], spec: \"P(('x', 'y'))\", "
     "applied_by: none}}\n",
     NULL, NULL, NULL, NULL},
    {"framework: jax==0.9.0\nmesh: {axes: {x: 2, y: 4}, types: [auto, auto], built_by: "
     "Mesh}\ntensors: {t: {shape: [8, 8], spec: \"P(('x', 'y'))\", applied_by: none}}\n",
     NULL, NULL, NULL, NULL},
    {"framework: jax==0.12.0.1\nmesh: {axes: {x: 2, y: 4}, types: [explicit, auto], "
     "built_by: Mesh}\ntensors: {t: {shape: [8, 8], spec: \"P(('x', 'y'))\", "
     "applied_by: none}}\n",
     NULL, NULL, NULL, NULL},
    {"framework: jax==0.12.0.1\nmesh: {axes: {x: 2, y: 4}, types: [manual, auto], "
     "built_by: Mesh}\ntensors: {t: {shape: [8, 8], spec: \"P(('x', 'y'))\", "
     "applied_by: none}}\n",
     NULL, NULL, NULL, NULL},
    {"framework: jax==0.12.0.1\nmesh: {axes: {x: 2, y: 4}, types: [auto, auto], "
     "built_by: Mesh}\ntensors: {t: {shape: [8, 8], spec: \"P(('x', 'y'))\", "
     "applied_by: none}}\n",
     NULL, NULL, NULL, NULL},
};

Test(jax_construct, axes_of_a_tuple_are_of_a_type)
{
	framework_says_check(types, ROWS(types));
}

static const struct framework_says unconstrained[] = {
    {"framework: jax==0.5.3\nmesh: {axes: {x: 2, y: 4}, types: explicit, built_by: "
     "Mesh}\ntensors: {t: {shape: [8, 8], spec: \"P(P.UNCONSTRAINED, 'x')\", "
     "applied_by: none}}\n",
     "unconstrained-refused", "P.UNCONSTRAINED", "ValueError",
     "PartitionSpec(UNCONSTRAINED, 'x') cannot contain `P.UNCONSTRAINED` when no mesh "
     "axis_types are `Auto`. Got mesh axis_types: {Explicit: ('x', 'y')}"},
    {"framework: jax==0.5.3\nmesh: {axes: {x: 2, y: 4}, types: [explicit, auto], "
     "built_by: Mesh}\ntensors: {t: {shape: [8, 8], spec: \"P(P.UNCONSTRAINED, 'x')\", "
     "applied_by: none}}\n",
     NULL, NULL, NULL, NULL},
    {"framework: jax==0.5.3\nmesh: {axes: {x: 2, y: 4}, types: auto, built_by: "
     "Mesh}\ntensors: {t: {shape: [8, 8], spec: \"P(P.UNCONSTRAINED, 'x')\", "
     "applied_by: none}}\n",
     NULL, NULL, NULL, NULL},
    {"framework: jax==0.7.0\nmesh: {axes: {x: 2, y: 4}, types: explicit, built_by: "
     "Mesh}\ntensors: {t: {shape: [8, 8], spec: \"P(P.UNCONSTRAINED, 'x')\", "
     "applied_by: none}}\n",
     "unconstrained-refused", "P.UNCONSTRAINED", "ValueError",
     "PartitionSpec(UNCONSTRAINED, 'x') cannot contain `P.UNCONSTRAINED` when no mesh "
     "axis_types are `Auto`. Got mesh axis_types: {Explicit: ('x', 'y')}"},
    {"framework: jax==0.7.0\nmesh: {axes: {x: 2, y: 4}, types: [explicit, auto], "
     "built_by: Mesh}\ntensors: {t: {shape: [8, 8], spec: \"P(P.UNCONSTRAINED, 'x')\", "
     "applied_by: none}}\n",
     NULL, NULL, NULL, NULL},
    {"framework: jax==0.7.0\nmesh: {axes: {x: 2, y: 4}, types: auto, built_by: "
     "Mesh}\ntensors: {t: {shape: [8, 8], spec: \"P(P.UNCONSTRAINED, 'x')\", "
     "applied_by: none}}\n",
     NULL, NULL, NULL, NULL},
    {"framework: jax==0.7.1\nmesh: {axes: {x: 2, y: 4}, types: explicit, built_by: "
     "Mesh}\ntensors: {t: {shape: [8, 8], spec: \"P(P.UNCONSTRAINED, 'x')\", "
     "applied_by: none}}\n",
     "unconstrained-refused", "P.UNCONSTRAINED", "ValueError",
     "PartitionSpec(UNCONSTRAINED, 'x') cannot contain `P.UNCONSTRAINED` when no mesh "
     "axis_types are `Auto`. Got mesh axis_types: (Explicit, Explicit)"},
    {"framework: jax==0.7.1\nmesh: {axes: {x: 2, y: 4}, types: [explicit, auto], "
     "built_by: Mesh}\ntensors: {t: {shape: [8, 8], spec: \"P(P.UNCONSTRAINED, 'x')\", "
     "applied_by: none}}\n",
     NULL, NULL, NULL, NULL},
    {"framework: jax==0.7.1\nmesh: {axes: {x: 2, y: 4}, types: auto, built_by: "
     "Mesh}\ntensors: {t: {shape: [8, 8], spec: \"P(P.UNCONSTRAINED, 'x')\", "
     "applied_by: none}}\n",
     NULL, NULL, NULL, NULL},
    {"framework: jax==0.12.0.1\nmesh: {axes: {x: 2, y: 4}, types: explicit, built_by: "
     "Mesh}\ntensors: {t: {shape: [8, 8], spec: \"P(P.UNCONSTRAINED, 'x')\", "
     "applied_by: none}}\n",
     "unconstrained-refused", "P.UNCONSTRAINED", "ValueError",
     "P(UNCONSTRAINED, 'x') cannot contain `P.UNCONSTRAINED` when no mesh axis_types "
     "are `Auto`. Got mesh axis_types: (Explicit, Explicit)"},
    {"framework: jax==0.12.0.1\nmesh: {axes: {x: 2, y: 4}, types: [explicit, auto], "
     "built_by: Mesh}\ntensors: {t: {shape: [8, 8], spec: \"P(P.UNCONSTRAINED, 'x')\", "
     "applied_by: none}}\n",
     NULL, NULL, NULL, NULL},
    {"framework: jax==0.12.0.1\nmesh: {axes: {x: 2, y: 4}, types: auto, built_by: "
     "Mesh}\ntensors: {t: {shape: [8, 8], spec: \"P(P.UNCONSTRAINED, 'x')\", "
     "applied_by: none}}\n",
     NULL, NULL, NULL, NULL},
};

Test(jax_construct, unconstrained_needs_an_auto_axis)
{
	framework_says_check(unconstrained, ROWS(unconstrained));
}

static const struct framework_says sets[] = {
    {"framework: jax==0.6.2\nmesh: {axes: {x: 2, y: 4}, types: explicit, built_by: "
     "Mesh}\ntensors: {t: {shape: [8, 8], spec: \"P('x', unreduced={'y'})\", "
     "applied_by: none}}\n",
     NULL, NULL, NULL, NULL},
    {"framework: jax==0.6.2\nmesh: {axes: {x: 2, y: 4}, types: explicit, built_by: "
     "Mesh}\ntensors: {t: {shape: [8, 8], spec: \"P('x', unreduced={'x'})\", "
     "applied_by: none}}\n",
     "unreduced-axis", "x", "ValueError",
     "partitions cannot overlap with unreduced axes passed to PartitionSpec. Got "
     "partitions: ('x',) and unreduced axes: frozenset({'x'})"},
    {"framework: jax==0.6.2\nmesh: {axes: {x: 2, y: 4}, types: explicit, built_by: "
     "Mesh}\ntensors: {t: {shape: [8, 8], spec: \"P(unreduced={'x'}, reduced={'x'})\", "
     "applied_by: none}}\n",
     "unreduced-axis", "x", "ValueError",
     "`unreduced` and `reduced` argument to PartitionSpec cannot overlap. Got "
     "unreduced: frozenset({'x'}) and reduced: frozenset({'x'})"},
    {"framework: jax==0.6.2\nmesh: {axes: {x: 2, y: 4}, types: explicit, built_by: "
     "Mesh}\ntensors: {t: {shape: [8, 8], spec: \"P(unreduced={'q'})\", applied_by: "
     "none}}\n",
     "axis-unknown", "q", "ValueError",
     "Unreduced axes q is not found in mesh.axis_names=('x', 'y'). Got "
     "pspec=PartitionSpec(unreduced={'q'})"},
    {"framework: jax==0.6.2\nmesh: {axes: {x: 2, y: 4}, types: auto, built_by: "
     "Mesh}\ntensors: {t: {shape: [8, 8], spec: \"P(unreduced={'x'})\", applied_by: "
     "none}}\n",
     "unreduced-axis", "x", "ValueError",
     "Unreduced axes can only refer to mesh axes that is of type `Explicit`. Got "
     "unreduced axes: frozenset({'x'}) and mesh: Mesh('x': 2, 'y': 4, axis_types=(Auto, "
     "Auto))"},
    {"framework: jax==0.6.2\nmesh: {axes: {x: 2, y: 4}, types: explicit, built_by: "
     "Mesh}\ntensors: {t: {shape: [8, 8], spec: \"P(unreduced={None})\", applied_by: "
     "none}}\n",
     "unreduced-axis", "None", "ValueError",
     "unreduced cannot contain None. All elements in unreduced should refer to the mesh "
     "axes."},
    {"framework: jax==0.6.2\nmesh: {axes: {x: 2, y: 4}, types: explicit, built_by: "
     "Mesh}\ntensors: {t: {shape: [8, 8], spec: \"P('x', reduced={'x'})\", applied_by: "
     "none}}\n",
     "unreduced-axis", "x", "ValueError",
     "partitions cannot overlap with reduced axes passed to PartitionSpec. Got "
     "partitions: ('x',) and reduced axes: frozenset({'x'})"},
    {"framework: jax==0.6.2\nmesh: {axes: {x: 2, y: 4}, types: [explicit, manual], "
     "built_by: Mesh}\ntensors: {t: {shape: [8, 8], spec: \"P('x', unreduced={'y'})\", "
     "applied_by: none}}\n",
     "unreduced-axis", "y", "ValueError",
     "Unreduced axes can only refer to mesh axes that is of type `Explicit`. Got "
     "unreduced axes: frozenset({'y'}) and mesh: Mesh('x': 2, 'y': 4, "
     "axis_types=(Explicit, Manual))"},
    {"framework: jax==0.8.2\nmesh: {axes: {x: 2, y: 4}, types: explicit, built_by: "
     "Mesh}\ntensors: {t: {shape: [8, 8], spec: \"P('x', unreduced={'y'})\", "
     "applied_by: none}}\n",
     NULL, NULL, NULL, NULL},
    {"framework: jax==0.8.2\nmesh: {axes: {x: 2, y: 4}, types: explicit, built_by: "
     "Mesh}\ntensors: {t: {shape: [8, 8], spec: \"P('x', unreduced={'x'})\", "
     "applied_by: none}}\n",
     "unreduced-axis", "x", "ValueError",
     "partitions cannot overlap with unreduced axes passed to PartitionSpec. Got "
     "partitions: ('x',) and unreduced axes: frozenset({'x'})"},
    {"framework: jax==0.8.2\nmesh: {axes: {x: 2, y: 4}, types: explicit, built_by: "
     "Mesh}\ntensors: {t: {shape: [8, 8], spec: \"P(unreduced={'x'}, reduced={'x'})\", "
     "applied_by: none}}\n",
     "unreduced-axis", "x", "ValueError",
     "`unreduced` and `reduced` argument to PartitionSpec cannot overlap. Got "
     "unreduced: frozenset({'x'}) and reduced: frozenset({'x'})"},
    {"framework: jax==0.8.2\nmesh: {axes: {x: 2, y: 4}, types: explicit, built_by: "
     "Mesh}\ntensors: {t: {shape: [8, 8], spec: \"P(unreduced={'q'})\", applied_by: "
     "none}}\n",
     "axis-unknown", "q", "ValueError",
     "Unreduced axes q is not found in mesh.axis_names=('x', 'y'). Got "
     "pspec=PartitionSpec(unreduced={'q'})"},
    {"framework: jax==0.8.2\nmesh: {axes: {x: 2, y: 4}, types: auto, built_by: "
     "Mesh}\ntensors: {t: {shape: [8, 8], spec: \"P(unreduced={'x'})\", applied_by: "
     "none}}\n",
     "unreduced-axis", "x", "ValueError",
     "Unreduced axes can only refer to mesh axes that are of type `Explicit` or "
     "`Manual`. Got unreduced axes: frozenset({'x'}) and mesh: Mesh('x': 2, 'y': 4, "
     "axis_types=(Auto, Auto))"},
    {"framework: jax==0.8.2\nmesh: {axes: {x: 2, y: 4}, types: explicit, built_by: "
     "Mesh}\ntensors: {t: {shape: [8, 8], spec: \"P(unreduced={None})\", applied_by: "
     "none}}\n",
     "unreduced-axis", "None", "ValueError",
     "unreduced cannot contain None. All elements in unreduced should refer to the mesh "
     "axes."},
    {"framework: jax==0.8.2\nmesh: {axes: {x: 2, y: 4}, types: explicit, built_by: "
     "Mesh}\ntensors: {t: {shape: [8, 8], spec: \"P('x', reduced={'x'})\", applied_by: "
     "none}}\n",
     "unreduced-axis", "x", "ValueError",
     "partitions cannot overlap with reduced axes passed to PartitionSpec. Got "
     "partitions: ('x',) and reduced axes: frozenset({'x'})"},
    {"framework: jax==0.8.2\nmesh: {axes: {x: 2, y: 4}, types: [explicit, manual], "
     "built_by: Mesh}\ntensors: {t: {shape: [8, 8], spec: \"P('x', unreduced={'y'})\", "
     "applied_by: none}}\n",
     NULL, NULL, NULL, NULL},
    {"framework: jax==0.10.2\nmesh: {axes: {x: 2, y: 4}, types: explicit, built_by: "
     "Mesh}\ntensors: {t: {shape: [8, 8], spec: \"P('x', unreduced={'y'})\", "
     "applied_by: none}}\n",
     NULL, NULL, NULL, NULL},
    {"framework: jax==0.10.2\nmesh: {axes: {x: 2, y: 4}, types: explicit, built_by: "
     "Mesh}\ntensors: {t: {shape: [8, 8], spec: \"P('x', unreduced={'x'})\", "
     "applied_by: none}}\n",
     "unreduced-axis", "x", "ValueError",
     "partitions cannot overlap with unreduced axes passed to PartitionSpec. Got "
     "partitions: ('x',) and unreduced axes: frozenset({'x'})"},
    {"framework: jax==0.10.2\nmesh: {axes: {x: 2, y: 4}, types: explicit, built_by: "
     "Mesh}\ntensors: {t: {shape: [8, 8], spec: \"P(unreduced={'x'}, reduced={'x'})\", "
     "applied_by: none}}\n",
     "unreduced-axis", "x", "ValueError",
     "`unreduced` and `reduced` argument to PartitionSpec cannot overlap. Got "
     "unreduced: frozenset({'x'}) and reduced: frozenset({'x'})"},
    {"framework: jax==0.10.2\nmesh: {axes: {x: 2, y: 4}, types: explicit, built_by: "
     "Mesh}\ntensors: {t: {shape: [8, 8], spec: \"P(unreduced={'q'})\", applied_by: "
     "none}}\n",
     "axis-unknown", "q", "ValueError",
     "Unreduced axes q is not found in mesh.axis_names=('x', 'y'). Got "
     "pspec=P(unreduced={'q'})"},
    {"framework: jax==0.10.2\nmesh: {axes: {x: 2, y: 4}, types: auto, built_by: "
     "Mesh}\ntensors: {t: {shape: [8, 8], spec: \"P(unreduced={'x'})\", applied_by: "
     "none}}\n",
     "unreduced-axis", "x", "ValueError",
     "Unreduced axes can only refer to mesh axes that is of type `Explicit`. Got "
     "unreduced axes: frozenset({'x'}) and mesh: Mesh('x': 2, 'y': 4, axis_types=(Auto, "
     "Auto))"},
    {"framework: jax==0.10.2\nmesh: {axes: {x: 2, y: 4}, types: explicit, built_by: "
     "Mesh}\ntensors: {t: {shape: [8, 8], spec: \"P(unreduced={None})\", applied_by: "
     "none}}\n",
     "unreduced-axis", "None", "ValueError",
     "unreduced cannot contain None. All elements in unreduced should refer to the mesh "
     "axes."},
    {"framework: jax==0.10.2\nmesh: {axes: {x: 2, y: 4}, types: explicit, built_by: "
     "Mesh}\ntensors: {t: {shape: [8, 8], spec: \"P('x', reduced={'x'})\", applied_by: "
     "none}}\n",
     "unreduced-axis", "x", "ValueError",
     "partitions cannot overlap with reduced axes passed to PartitionSpec. Got "
     "partitions: ('x',) and reduced axes: frozenset({'x'})"},
    {"framework: jax==0.10.2\nmesh: {axes: {x: 2, y: 4}, types: [explicit, manual], "
     "built_by: Mesh}\ntensors: {t: {shape: [8, 8], spec: \"P('x', unreduced={'y'})\", "
     "applied_by: none}}\n",
     "unreduced-axis", "y", "ValueError",
     "Unreduced axes can only refer to mesh axes that is of type `Explicit`. Got "
     "unreduced axes: frozenset({'y'}) and mesh: Mesh('x': 2, 'y': 4, "
     "axis_types=(Explicit, Manual))"},
    {"framework: jax==0.12.0.1\nmesh: {axes: {x: 2, y: 4}, types: explicit, built_by: "
     "Mesh}\ntensors: {t: {shape: [8, 8], spec: \"P('x', unreduced={'y'})\", "
     "applied_by: none}}\n",
     NULL, NULL, NULL, NULL},
    {"framework: jax==0.12.0.1\nmesh: {axes: {x: 2, y: 4}, types: explicit, built_by: "
     "Mesh}\ntensors: {t: {shape: [8, 8], spec: \"P('x', unreduced={'x'})\", "
     "applied_by: none}}\n",
     "unreduced-axis", "x", "ValueError",
     "partitions cannot overlap with unreduced axes passed to PartitionSpec. Got "
     "partitions: ('x',) and unreduced axes: frozenset({'x'})"},
    {"framework: jax==0.12.0.1\nmesh: {axes: {x: 2, y: 4}, types: explicit, built_by: "
     "Mesh}\ntensors: {t: {shape: [8, 8], spec: \"P(unreduced={'x'}, reduced={'x'})\", "
     "applied_by: none}}\n",
     "unreduced-axis", "x", "ValueError",
     "`unreduced` and `reduced` argument to PartitionSpec cannot overlap. Got "
     "unreduced: frozenset({'x'}) and reduced: frozenset({'x'})"},
    {"framework: jax==0.12.0.1\nmesh: {axes: {x: 2, y: 4}, types: explicit, built_by: "
     "Mesh}\ntensors: {t: {shape: [8, 8], spec: \"P(unreduced={'q'})\", applied_by: "
     "none}}\n",
     "axis-unknown", "q", "ValueError",
     "Unreduced axes q is not found in mesh.axis_names=('x', 'y'). Got "
     "pspec=P(unreduced={'q'}, unreduced_kind=sum)"},
    {"framework: jax==0.12.0.1\nmesh: {axes: {x: 2, y: 4}, types: auto, built_by: "
     "Mesh}\ntensors: {t: {shape: [8, 8], spec: \"P(unreduced={'x'})\", applied_by: "
     "none}}\n",
     "unreduced-axis", "x", "ValueError",
     "Unreduced axes can only refer to mesh axes that is of type `Explicit`. Got "
     "unreduced axes: frozenset({'x'}) and mesh: Mesh('x': 2, 'y': 4, axis_types=(Auto, "
     "Auto))"},
    {"framework: jax==0.12.0.1\nmesh: {axes: {x: 2, y: 4}, types: explicit, built_by: "
     "Mesh}\ntensors: {t: {shape: [8, 8], spec: \"P(unreduced={None})\", applied_by: "
     "none}}\n",
     "unreduced-axis", "None", "ValueError",
     "unreduced cannot contain None. All elements in unreduced should refer to the mesh "
     "axes."},
    {"framework: jax==0.12.0.1\nmesh: {axes: {x: 2, y: 4}, types: explicit, built_by: "
     "Mesh}\ntensors: {t: {shape: [8, 8], spec: \"P('x', reduced={'x'})\", applied_by: "
     "none}}\n",
     "unreduced-axis", "x", "ValueError",
     "partitions cannot overlap with reduced axes passed to PartitionSpec. Got "
     "partitions: ('x',) and reduced axes: frozenset({'x'})"},
    {"framework: jax==0.12.0.1\nmesh: {axes: {x: 2, y: 4}, types: [explicit, manual], "
     "built_by: Mesh}\ntensors: {t: {shape: [8, 8], spec: \"P('x', unreduced={'y'})\", "
     "applied_by: none}}\n",
     "unreduced-axis", "y", "ValueError",
     "Unreduced axes can only refer to mesh axes that is of type `Explicit`. Got "
     "unreduced axes: frozenset({'y'}) and mesh: Mesh('x': 2, 'y': 4, "
     "axis_types=(Explicit, Manual))"},
};

Test(jax_construct, unreduced_axes_are_explicit_and_apart)
{
	framework_says_check(sets, ROWS(sets));
}

static const struct framework_says old_sets[] = {
    {"framework: jax==0.4.30\nmesh: {axes: {x: 2, y: 4}, built_by: Mesh}\ntensors: {t: "
     "{shape: [8, 8], spec: \"P('x', unreduced={'y'})\", applied_by: none}}\n",
     "api-missing", "P('x', unreduced={'y'})", "TypeError",
     "PartitionSpec.__new__() got an unexpected keyword argument 'unreduced'"},
    {"framework: jax==0.4.30\nmesh: {axes: {x: 2, y: 4}, built_by: Mesh}\ntensors: {t: "
     "{shape: [8, 8], spec: \"P(unreduced=set())\", applied_by: none}}\n",
     "api-missing", "P(unreduced=set())", "TypeError",
     "PartitionSpec.__new__() got an unexpected keyword argument 'unreduced'"},
    {"framework: jax==0.6.0\nmesh: {axes: {x: 2, y: 4}, built_by: Mesh}\ntensors: {t: "
     "{shape: [8, 8], spec: \"P('x', unreduced={'y'})\", applied_by: none}}\n",
     "api-missing", "P('x', unreduced={'y'})", "TypeError",
     "PartitionSpec.__new__() got an unexpected keyword argument 'unreduced'"},
    {"framework: jax==0.6.0\nmesh: {axes: {x: 2, y: 4}, built_by: Mesh}\ntensors: {t: "
     "{shape: [8, 8], spec: \"P(unreduced=set())\", applied_by: none}}\n",
     "api-missing", "P(unreduced=set())", "TypeError",
     "PartitionSpec.__new__() got an unexpected keyword argument 'unreduced'"},
    {"framework: jax==0.6.1\nmesh: {axes: {x: 2, y: 4}, built_by: Mesh}\ntensors: {t: "
     "{shape: [8, 8], spec: \"P('x', unreduced={'y'})\", applied_by: none}}\n",
     "api-missing", "P('x', unreduced={'y'})", "TypeError", "unhashable type: 'set'"},
    {"framework: jax==0.6.1\nmesh: {axes: {x: 2, y: 4}, built_by: Mesh}\ntensors: {t: "
     "{shape: [8, 8], spec: \"P(unreduced=set())\", applied_by: none}}\n",
     "api-missing", "P(unreduced=set())", "TypeError", "unhashable type: 'set'"},
};

Test(jax_construct, early_releases_take_no_unreduced_axes)
{
	framework_says_check(old_sets, ROWS(old_sets));
}
