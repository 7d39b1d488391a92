/* SPDX-License-Identifier: Apache-2.0 */
/* Rows are checked against JAX by testdata/programs/rows.py. */
#include "testing/program_cases.h"

static const struct program_case contractions_by_subscripts[] = {
    {"0.10.2", "x=2", "a f32[4@x,3]; b f32[3,5]", "y = jnp.einsum('ij,jk->ik', a, b)",
     "y f32[4@x,5]"},
    {"0.10.2", "x=2", "b f32[3,5]; m f32[3,4]", "y = jnp.einsum('ij,jk', m.T, b)", "y f32[4,5]"},
    {"0.10.2", "x=2", "", "y = jnp.einsum('ii', jnp.ones((3, 3)))", "y f32[]"},
    {"0.10.2", "x=2", "i i8[3,5]", "y = jnp.einsum('ii->i', jnp.ones((3, 3)))", "y f32[3]"},
    {"0.10.2", "x=2", "m f32[3,4]", "y = jnp.einsum('ij->', m)", "y f32[]"},
    {"0.10.2", "x=2", "m f32[3,4]", "y = jnp.einsum('ij->ji', m)", "y f32[4,3]"},
    {"0.10.2", "x=2", "v f32[3]; i i8[3,5]", "y = jnp.einsum('i,i', v, v)", "y f32[]"},
    {"0.10.2", "x=2", "v f32[3]; i i8[3,5]", "y = jnp.einsum('i,j->ij', v, v)", "y f32[3,3]"},
    {"0.10.2", "x=2", "b f32[3,5]; t f32[2,3,4]",
     "y = jnp.einsum('...ij,jk->...ik', t.swapaxes(1, 2), b)", "y f32[2,4,5]"},
    {"0.10.2", "x=2", "b f32[3,5]; t f32[2,3,4]", "y = jnp.einsum('b...->...', t)", "y f32[3,4]"},
    {"0.10.2", "x=2", "b f32[3,5]; m f32[3,4]", "y = jnp.einsum('ij,jk,kl->il', m.T, b, b.T)",
     "y f32[4,3]"},
    {"0.10.2", "x=2", "i i8[3,5]",
     "y = jnp.einsum('ij,jk->ik', i.T, i, preferred_element_type=jnp.int32)", "y i32[5,5]"},
    {"0.10.2", "x=2", "m f32[3,4]", "y = jnp.einsum(m, [0, 1], m, [0, 2], [1, 2])", "y f32[4,4]"},
    {"0.10.2", "x=2", "m f32[3,4]", "y = jnp.einsum(m, [0, 1], [1, 0])", "y f32[4,3]"},
    {"0.10.2", "x=2", "b f32[3,5]; m f32[3,4]",
     "y = jnp.einsum('ij,jk->ik', m.T, b, optimize='greedy')", "y f32[4,5]"},
    {"0.10.2", "x=2", "b f32[3,5]; m f32[3,4]",
     "y = jnp.einsum('ij,jk->ik', m.T, b, optimize=False)", "y f32[4,5]"},
    {"0.10.2", "x=2", "b f32[3,5]; m f32[3,4]",
     "y = jnp.einsum('ij,jk,kl->il', m.T, b, b.T, optimize=[(0, 1), (0, 1)])", "y f32[4,3]"},
    {"0.10.2", "x=2", "b f32[3,5]; m f32[3,4]",
     "y = jnp.einsum('ij,jk->ik', m.T, b, precision='highest')", "y f32[4,5]"},
    {"0.10.2", "x=2", "v f32[3]; i i8[3,5]; s f32[]", "y = jnp.einsum(',i->i', s, v)", "y f32[3]"},
    {"0.10.2", "x=2", "b f32[3,5]; m f32[3,4]; i i8[3,5]",
     "y = jnp.einsum(' i j , j k -> i k ', m.T, b)", "y f32[4,5]"},
    {"0.7.2", "x=2", "a f32[4@x,3]; b f32[3,5]",
     "y = jnp.einsum('ij,jk->ik', a, b, out_sharding=P('x', None))", "y f32[4@x,5]"},
    {"0.10.2", "x=2", "a f32[4@x,3]; b f32[3,5]",
     "y = jnp.einsum('ij,jk->ik', a, b, out_sharding=P('x', None))", "y f32[4@x,5]"},
    {"0.12.0.1", "x=2", "a f32[4@x,3]; b f32[3,5]",
     "y = jnp.einsum('ij,jk->ik', a, b, out_sharding=P('x', None))", "y f32[4@x,5]"},
};

/* Letters, lists of numbers, paths, and results left out. */
Test(numpy_einsum, contractions_by_subscripts)
{
	testing_programs(contractions_by_subscripts, ROWS(contractions_by_subscripts));
}

static const struct program_case contractions_refused[] = {
    {"0.10.2", "x=2", "b f32[3,5]; m f32[3,4]", "y = jnp.einsum('ij,jk->ik', m, b)",
     "ValueError: Size of label 'j' for operand 1 (4) does not match previous terms "
     "(3)."},
    {"0.10.2", "x=2", "v f32[3]", "y = jnp.einsum('ij->i', v)",
     "ValueError: Einstein sum subscript 'ij' does not contain the correct number of "
     "indices for operand 0."},
    {"0.10.2", "x=2", "m f32[3,4]", "y = jnp.einsum('i->i', m)",
     "ValueError: Einstein sum subscript 'i' does not contain the correct number of "
     "indices for operand 0."},
    {"0.10.2", "x=2", "v f32[3]; w f32[4]", "y = jnp.einsum('i,i', v, w)",
     "ValueError: Size of label 'i' for operand 1 (3) does not match previous terms "
     "(4)."},
    {"0.10.2", "x=2", "m f32[3,4]", "y = jnp.einsum('ii', m)",
     "ValueError: Size of label 'i' for operand 0 (3) does not match previous terms "
     "(4)."},
    {"0.10.2", "x=2", "m f32[3,4]", "y = jnp.einsum('ij,jk->ik', m)",
     "ValueError: Number of einsum subscripts, 2, must be equal to the number of "
     "operands, 1."},
    {"0.10.2", "x=2", "m f32[3,4]", "y = jnp.einsum('ij->ik', m)",
     "ValueError: Output character 'k' did not appear in the input"},
    {"0.10.2", "x=2", "m f32[3,4]", "y = jnp.einsum('ij->ii', m)",
     "ValueError: Output character 'i' appeared more than once in the output."},
    {"0.10.2", "x=2", "m f32[3,4]", "y = jnp.einsum('ij->i->j', m)",
     "ValueError: Subscripts can only contain one '->'."},
    {"0.10.2", "x=2", "m f32[3,4]", "y = jnp.einsum('i$->i', m)", "y f32[3]"},
    {"0.10.2", "x=2", "m f32[3,4]", "y = jnp.einsum('i..j->ij', m)",
     "ValueError: Invalid Ellipses."},
    {"0.10.2", "x=2", "", "y = jnp.einsum('ij', [[1.0]])",
     "TypeError: einsum requires ndarray or scalar arguments, got <class 'list'> at "
     "position 0."},
    {"0.10.2", "x=2", "", "y = jnp.einsum('ij')",
     "ValueError: Number of einsum subscripts, 1, must be equal to the number of "
     "operands, 0."},
    {"0.10.2", "x=2", "", "y = jnp.einsum()",
     "TypeError: einsum() missing 1 required positional argument: 'subscripts'"},
    {"0.10.2", "x=2", "m f32[3,4]", "y = jnp.einsum(m)",
     "TypeError: unhashable type: 'DynamicJaxprTracer'"},
    {"0.10.2", "x=2", "b f32[3,5]; m f32[3,4]",
     "y = jnp.einsum('ij,jk->ik', m.T, b, precision='most')",
     "ValueError: Precision argument must be one of:"},
    {"0.10.2", "x=2", "m f32[3,4]", "y = jnp.einsum('ij->ij', m, out=m)",
     "NotImplementedError: The 'out' argument to jnp.einsum is not supported."},
    {"0.10.2", "x=2", "m f32[3,4]", "y = jnp.einsum('ij->ij', m, dtype=jnp.int32)",
     "TypeError: einsum() got an unexpected keyword argument 'dtype'"},
    {"0.10.2", "x=2", "m f32[3,4]", "y = jnp.einsum(m, [0, 1, 2], [0])",
     "ValueError: Einstein sum subscript 'abc' does not contain the correct number of "
     "indices for operand 0."},
    {"0.10.2", "x=2", "m f32[3,4]", "y = jnp.einsum(m, [0, 1], [0, 5])", "KeyError: 5"},
    {"0.10.2", "x=2", "a f32[4@x,3]; b f32[3,5]",
     "y = jnp.einsum('ij,jk->ik', a, b, out_sharding=P('z'))",
     "ValueError: Resource axis: z of P('z',) is not found in mesh: ('x',)."},
    {"0.6.0", "x=2", "b f32[3,5]; m f32[3,4]", "y = jnp.einsum('ij,jk->ik', m, b)",
     "ValueError: Size of label 'j' for operand 1 (4) does not match previous terms "
     "(3)."},
    {"0.9.0", "x=2", "b f32[3,5]; m f32[3,4]", "y = jnp.einsum('ij,jk->ik', m, b)",
     "ValueError: Size of label 'j' for operand 1 (4) does not match previous terms "
     "(3)."},
    {"0.12.0.1", "x=2", "b f32[3,5]; m f32[3,4]", "y = jnp.einsum('ij,jk->ik', m, b)",
     "ValueError: Size of label 'j' for operand 1 (4) does not match previous terms "
     "(3)."},
    {"0.6.0", "x=2", "m f32[3,4]", "y = jnp.einsum('i->i', m)",
     "ValueError: Einstein sum subscript 'i' does not contain the correct number of "
     "indices for operand 0."},
    {"0.9.0", "x=2", "m f32[3,4]", "y = jnp.einsum('i->i', m)",
     "ValueError: Einstein sum subscript 'i' does not contain the correct number of "
     "indices for operand 0."},
    {"0.12.0.1", "x=2", "m f32[3,4]", "y = jnp.einsum('i->i', m)",
     "ValueError: Einstein sum subscript 'i' does not contain the correct number of "
     "indices for operand 0."},
};

/* Subscripts that do not fit the operands, letters that are nowhere. */
Test(numpy_einsum, contractions_refused)
{
	testing_programs(contractions_refused, ROWS(contractions_refused));
}
