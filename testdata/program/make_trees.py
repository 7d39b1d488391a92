#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Records what Python's own parser makes of programs: run with Python 3.11, in this folder.

    python3 make_trees.py

programs.jsonl   whole programs, whose text is kept and whose tree is written anew
constructs.jsonl the texts of constructs.py, each with its tree and tokens
bindings.jsonl   every pair of operators, and forms nested in forms: how tightly they bind
refused.jsonl    texts that are not Python, with what Python says about them

A tree is written as lib/testing/program_tree.h writes shardctl's: (KIND@START+LENGTH PART …), offsets
in bytes of UTF-8. Tokens are KIND@START+LENGTH, where KIND is a letter.
"""
import ast
import io
import itertools
import json
import sys
import tokenize
import token as tokens

from constructs import CONSTRUCTS, REFUSED

OPERATORS = {
    'Or': 'or', 'And': 'and', 'Not': 'not', 'Eq': '==', 'NotEq': '!=', 'Lt': '<', 'LtE': '<=', 'Gt': '>',
    'GtE': '>=', 'In': 'in', 'NotIn': 'not in', 'Is': 'is', 'IsNot': 'is not', 'BitOr': '|', 'BitXor': '^',
    'BitAnd': '&', 'LShift': '<<', 'RShift': '>>', 'Add': '+', 'Sub': '-', 'Mult': '*', 'MatMult': '@',
    'Div': '/', 'FloorDiv': '//', 'Mod': '%', 'USub': '-', 'UAdd': '+', 'Invert': '~', 'Pow': '**'}
COMPREHENSIONS = {'ListComp': 'list-comp', 'SetComp': 'set-comp', 'DictComp': 'dict-comp',
                  'GeneratorExp': 'generator'}


def escape(data):
    return ''.join(chr(c) if 0x20 <= c < 0x7f and c not in b'"\\' else f'\\x{c:02x}' for c in data)


class Dumper:
    def __init__(self, text):
        self.lines = [0]
        for line in text.encode().splitlines(keepends=True):
            self.lines.append(self.lines[-1] + len(line))

    def at(self, node):
        start = self.lines[node.lineno - 1] + node.col_offset
        return f'@{start}+{self.lines[node.end_lineno - 1] + node.end_col_offset - start}'

    def form(self, name, node, *parts):
        return '(' + ' '.join([name + self.at(node), *parts]) + ')'

    def part(self, node):
        return '_' if node is None else self.expression(node)

    def parts(self, nodes):
        return [self.part(node) for node in nodes]

    def operator(self, node):
        return OPERATORS[type(node).__name__]

    def expression(self, node):
        return getattr(self, 'expression_' + type(node).__name__)(node)

    def expression_Name(self, node):
        return self.form('name', node, node.id)

    def expression_Constant(self, node):
        value = node.value
        if value is None or value is ...:
            return self.form('None' if value is None else '...', node)
        if isinstance(value, bool):
            return self.form('bool', node, str(value))
        if isinstance(value, int):
            return self.form('int', node, str(value) if value < 2**63 else 'big %.17g' % value)
        if isinstance(value, float):
            return self.form('float', node, '%.17g' % value)
        if isinstance(value, complex):
            return self.form('imaginary', node, '%.17g' % value.imag)
        if isinstance(value, bytes):
            return self.form('string', node, f'b"{escape(value)}"')
        return self.form('string', node, f'"{escape(value.encode())}"')

    def expression_JoinedStr(self, node):
        return self.form('string', node, 'f')

    def expression_Tuple(self, node):
        return self.form(type(node).__name__.lower(), node, *self.parts(node.elts))

    expression_List = expression_Set = expression_Tuple

    def expression_Dict(self, node):
        return self.form('dict', node, *self.parts(itertools.chain(*zip(node.keys, node.values))))

    def expression_UnaryOp(self, node):
        return self.form(self.operator(node.op), node, self.part(node.operand))

    def expression_BinOp(self, node):
        return self.form(self.operator(node.op), node, self.part(node.left), self.part(node.right))

    def expression_BoolOp(self, node):
        return self.form(self.operator(node.op), node, *self.parts(node.values))

    def expression_Compare(self, node):
        links = [f'{self.operator(op)} {self.part(right)}' for op, right in zip(node.ops, node.comparators)]
        return self.form('compare', node, self.part(node.left), *links)

    def expression_IfExp(self, node):
        return self.form('if', node, *self.parts([node.body, node.test, node.orelse]))

    def expression_Lambda(self, node):
        return self.form('lambda', node, self.parameters(node.args), self.part(node.body))

    def expression_Call(self, node):
        return self.form('call', node, self.part(node.func), *self.arguments(node.args, node.keywords))

    def expression_Attribute(self, node):
        return self.form('attribute', node, self.part(node.value), node.attr)

    def expression_Subscript(self, node):
        return self.form('index', node, self.part(node.value), self.part(node.slice))

    def expression_Slice(self, node):
        return self.form('slice', node, *self.parts([node.lower, node.upper, node.step]))

    def expression_Starred(self, node):
        return self.form('starred', node, self.part(node.value))

    def expression_NamedExpr(self, node):
        return self.form(':=', node, self.part(node.target), self.part(node.value))

    def expression_Await(self, node):
        return self.form('await', node, self.part(node.value))

    def expression_Yield(self, node):
        return self.form('yield', node, self.part(node.value))

    def expression_YieldFrom(self, node):
        return self.form('yield-from', node, self.part(node.value))

    def expression_ListComp(self, node):
        element = [node.key, node.value] if isinstance(node, ast.DictComp) else [node.elt]
        clauses = ['(' + ' '.join(['async-for' if clause.is_async else 'for',
                                   *self.parts([clause.target, clause.iter, *clause.ifs])]) + ')'
                   for clause in node.generators]
        return self.form(COMPREHENSIONS[type(node).__name__], node, *self.parts(element), *clauses)

    expression_SetComp = expression_DictComp = expression_GeneratorExp = expression_ListComp

    def parameters(self, args):
        plain = args.posonlyargs + args.args
        defaults = [None] * (len(plain) - len(args.defaults)) + args.defaults
        rows = [('/' if i < len(args.posonlyargs) else 'plain', arg, default)
                for i, (arg, default) in enumerate(zip(plain, defaults))]
        rows += [('*', args.vararg, None)] if args.vararg else []
        rows += [('keyword', arg, default) for arg, default in zip(args.kwonlyargs, args.kw_defaults)]
        rows += [('**', args.kwarg, None)] if args.kwarg else []
        return '(' + ' '.join(['parameters'] + [
            f'({kind} {arg.arg} {self.part(arg.annotation)} {self.part(default)})'
            for kind, arg, default in rows]) + ')'

    def arguments(self, args, keywords):
        """In the order of the text, which the tree of Python parts in two lists."""
        rows = [(arg.lineno, arg.col_offset,
                 f'(* {self.part(arg.value)})' if isinstance(arg, ast.Starred) else self.part(arg)) for arg in args]
        rows += [(word.lineno, word.col_offset,
                  f'(= {word.arg} {self.part(word.value)})' if word.arg else f'(** {self.part(word.value)})')
                 for word in keywords]
        return [row[2] for row in sorted(rows, key=lambda row: row[:2])]

    def block(self, body):
        return '[' + ' '.join(self.statement(statement) for statement in body) + ']'

    def statement(self, node):
        return getattr(self, 'statement_' + type(node).__name__)(node)

    def statement_Expr(self, node):
        return self.form('expression', node, self.part(node.value))

    def statement_Assign(self, node):
        return self.form('assign', node, *self.parts([*node.targets, node.value]))

    def statement_AugAssign(self, node):
        return self.form('augmented', node, self.operator(node.op), *self.parts([node.target, node.value]))

    def statement_AnnAssign(self, node):
        return self.form('annotated', node, *self.parts([node.target, node.annotation, node.value]))

    def statement_Return(self, node):
        return self.form('return', node, self.part(node.value))

    def word(self, node):
        return self.form(type(node).__name__.lower(), node)

    statement_Pass = statement_Break = statement_Continue = word

    def statement_Assert(self, node):
        return self.form('assert', node, *self.parts([node.test, node.msg]))

    def statement_Raise(self, node):
        return self.form('raise', node, *self.parts([node.exc, node.cause]))

    def statement_Delete(self, node):
        """Python keeps the targets of `del a, b` apart; shardctl has a tuple of them."""
        targets = node.targets
        if len(targets) == 1:
            return self.form('del', node, self.part(targets[0]))
        start = self.at(targets[0]).split('+')[0]
        first = int(start[1:])
        end = self.lines[targets[-1].end_lineno - 1] + targets[-1].end_col_offset
        return self.form('del', node, f'(tuple{start}+{end - first} {" ".join(self.parts(targets))})')

    def statement_Global(self, node):
        return self.form(type(node).__name__.lower(), node, *node.names)

    statement_Nonlocal = statement_Global

    def names(self, names):
        return [f'({name.name} {name.asname or "_"})' for name in names]

    def statement_Import(self, node):
        return self.form('import', node, *self.names(node.names))

    def statement_ImportFrom(self, node):
        return self.form('from', node, str(node.level), node.module or '_', *self.names(node.names))

    def decorators(self, node):
        return '(' + ' '.join(['decorators', *self.parts(node.decorator_list)]) + ')'

    def statement_FunctionDef(self, node):
        name = 'async-def' if isinstance(node, ast.AsyncFunctionDef) else 'def'
        return self.form(name, node, node.name, self.parameters(node.args), self.part(node.returns),
                         self.decorators(node), self.block(node.body))

    statement_AsyncFunctionDef = statement_FunctionDef

    def statement_ClassDef(self, node):
        arguments = '(' + ' '.join(['arguments', *self.arguments(node.bases, node.keywords)]) + ')'
        return self.form('class', node, node.name, arguments, self.decorators(node), self.block(node.body))

    def statement_If(self, node):
        """shardctl has the branches of `elif` side by side, and no span for an `if` of its own."""
        text = f'(if {self.part(node.test)} {self.block(node.body)}'
        while len(node.orelse) == 1 and isinstance(node.orelse[0], ast.If) and self.is_elif(node):
            node = node.orelse[0]
            text += f' (elif {self.part(node.test)} {self.block(node.body)})'
        return f'{text} {self.block(node.orelse)})'

    def is_elif(self, node):
        return node.orelse[0].col_offset == node.col_offset

    def statement_For(self, node):
        name = 'async-for' if isinstance(node, ast.AsyncFor) else 'for'
        return self.form(name, node, self.part(node.target), self.part(node.iter), self.block(node.body),
                         self.block(node.orelse))

    statement_AsyncFor = statement_For

    def statement_While(self, node):
        return self.form('while', node, self.part(node.test), self.block(node.body), self.block(node.orelse))

    def statement_With(self, node):
        name = 'async-with' if isinstance(node, ast.AsyncWith) else 'with'
        items = itertools.chain(*[(item.context_expr, item.optional_vars) for item in node.items])
        return self.form(name, node, *self.parts(items), self.block(node.body))

    statement_AsyncWith = statement_With

    def statement_Try(self, node):
        word = 'except*' if type(node).__name__ == 'TryStar' else 'except'
        clauses = [f'({word} {self.part(clause.type)} {clause.name or "_"} {self.block(clause.body)})'
                   for clause in node.handlers]
        return self.form('try', node, self.block(node.body), *clauses, self.block(node.orelse),
                         self.block(node.finalbody))

    statement_TryStar = statement_Try


def tree(text):
    return ' ' + Dumper(text).block(ast.parse(text).body)


KINDS = {tokens.NAME: 'n', tokens.NUMBER: 'd', tokens.STRING: 's', tokens.OP: 'o', tokens.NEWLINE: 'e',
         tokens.INDENT: '>', tokens.DEDENT: '<'}


def token_list(text):
    """The tokens of a text; those that no byte stands for have no length."""
    lines = text.splitlines(keepends=True)
    starts = list(itertools.accumulate((len(line.encode()) for line in lines), initial=0))
    rows = []
    for item in tokenize.generate_tokens(io.StringIO(text).readline):
        if item.type not in KINDS:
            continue
        row, column = item.start
        bare = item.type in (tokens.NEWLINE, tokens.INDENT, tokens.DEDENT)
        inside = lines[row - 1][:column] if row <= len(lines) else ''
        place = '' if bare else f'@{starts[row - 1] + len(inside.encode())}+{len(item.string.encode())}'
        rows.append(KINDS[item.type] + place)
    return ' '.join(rows)


BINARY = ['or', 'and', '==', '<', 'in', 'not in', 'is', 'is not', '|', '^', '&', '<<', '>>', '+', '-', '*', '@', '/',
          '//', '%', '**']
UNARY = ['not ', '-', '+', '~', 'await ']
FORMS = ['a if b else c', 'lambda: a', 'lambda x, *y: a', 'a or b', 'not a', 'a < b', 'a | b', '-a', 'a ** b',
         'await a', 'a.b', 'a(b)', 'a[b]', 'a[b:c]', '(a, b)', '[a]', '{a}', '{a: b}', '(yield)', '(a := b)',
         '[a for b in c]', '(a for b in c if d)', '1', '1.5', "'s'", '...', 'None']
HOLES = ['§ + x', 'x ** §', '§ ** x', '-§', 'not §', '§ if x else y', 'x if § else y', 'x if y else §', 'f(§)', 'f(k=§)',
         'f(*§)', 'f(**§)', 'x[§]', 'x[§:§:§]', 'x[§, §]', '(§).real', '(§,)', '[§, *§]', '{§: §}', '{**§}', 'lambda x=§: §',
         '[§ for x in § if §]', 'x < § < y', 'x and § or y', 'x = y = §', 'x += §', 'x: § = §', 'assert §, §', 'x, = §,']


def accepted(text):
    try:
        ast.parse(text)
    except SyntaxError:
        return False
    return True


def bindings():
    texts = [f'a {first} b {second} c' for first in BINARY for second in BINARY]
    texts += [f'{unary}a {binary} b' for unary in UNARY for binary in BINARY]
    texts += [f'a {binary} {unary}b' for unary in UNARY for binary in BINARY]
    texts += [f'{first}{second}a' for first in UNARY for second in UNARY]
    texts += [hole.replace('§', form) for hole in HOLES for form in FORMS]
    texts += [hole.replace('§', f'({form})') for hole in HOLES for form in FORMS]
    return [{'text': text + '\n', 'tree': tree(text) if accepted(text) else None} for text in texts]


def refusal(text):
    try:
        compile(text, 'program', 'exec')
    except SyntaxError as error:
        return error.msg
    raise ValueError(f'Python accepts {text!r}')


def write(path, rows):
    with open(path, 'w', encoding='utf-8') as file:
        for row in rows:
            file.write(json.dumps(row, ensure_ascii=False) + '\n')


def main():
    if sys.version_info[:2] != (3, 11):
        sys.exit('run this with Python 3.11: trees and messages differ in others')
    with open('programs.jsonl', encoding='utf-8') as file:
        programs = [json.loads(line) for line in file]
    write('programs.jsonl', [{'name': row['name'], 'text': row['text'], 'tree': tree(row['text'])} for row in programs])
    write('constructs.jsonl', [{'text': text, 'tree': tree(text), 'tokens': token_list(text)} for text in CONSTRUCTS])
    write('bindings.jsonl', bindings())
    write('refused.jsonl', [{'text': text, 'python': refusal(text)} for text in REFUSED])


if __name__ == '__main__':
    main()
