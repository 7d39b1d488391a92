#!/usr/bin/env python3
"""Writes StableHLO of a transformer whose layers are written out: large.py LAYERS [DATA MODEL] > FILE, for a mesh of these axes
(2 and 4). 5500 layers are 21 MB."""
import sys

layers, data, model = map(int, sys.argv[1:4] if len(sys.argv) > 2 else [sys.argv[1], 2, 4])
B, T, D, H, F = max(16, data), 256, 512, max(8, model), max(2048, model)
X = f'tensor<{B}x{T}x{D}xf32>'
out = [f'module @jit_step attributes {{mhlo.num_partitions = {data * model} : i32, mhlo.num_replicas = 1 : i32}} {{',
       f'  sdy.mesh @mesh = <["data"={data}, "model"={model}]>']
WEIGHTS = [(f'{D}xf32', '{}'), (f'{D}x{H}x64xf32', '{}, {"model"}, {}'), (f'{D}x{H}x64xf32', '{}, {"model"}, {}'),
           (f'{D}x{H}x64xf32', '{}, {"model"}, {}'), (f'{H}x64x{D}xf32', '{"model"}, {}, {}'), (f'{D}x{F}xf32', '{}, {"model"}'),
           (f'{F}x{D}xf32', '{"model"}, {}')]
arguments = [f'%arg0: {X} {{sdy.sharding = #sdy.sharding<@mesh, [{{"data"}}, {{}}, {{}}]>}}']
for i in range(layers):
    for j, (shape, spec) in enumerate(WEIGHTS):
        arguments.append(f'%arg{1 + 7 * i + j}: tensor<{shape}> {{sdy.sharding = #sdy.sharding<@mesh, [{spec}]>}}')
out.append(f'  func.func public @main({", ".join(arguments)}) -> ({X} {{jax.result_info = "result"}}) {{')
number = 0


def emit(text):
    global number
    out.append(f'    %{number} = stablehlo.{text}')
    number += 1
    return f'%{number - 1}'


def layer(x, w):
    heads, scores = f'tensor<{B}x{T}x{H}x64xf32>', f'tensor<{B}x{H}x{T}x{T}xf32>'
    rows = f'tensor<{B}x{T}xf32>'
    zero = emit('constant dense<0.000000e+00> : tensor<f32>')
    square = emit(f'multiply {x}, {x} : {X}')
    total = emit(f'reduce({square} init: {zero}) applies stablehlo.add across dimensions = [2] : ({X}, tensor<f32>) -> {rows}')
    wide = emit(f'broadcast_in_dim {total}, dims = [0, 1] : ({rows}) -> tensor<{B}x{T}x1xf32>')
    root = emit(f'rsqrt {wide} : tensor<{B}x{T}x1xf32>')
    root = emit(f'broadcast_in_dim {root}, dims = [0, 1, 2] : (tensor<{B}x{T}x1xf32>) -> {X}')
    normal = emit(f'multiply {x}, {root} : {X}')
    scale = emit(f'broadcast_in_dim {w[0]}, dims = [2] : (tensor<{D}xf32>) -> {X}')
    normal = emit(f'multiply {normal}, {scale} : {X}')
    q, k, v = (emit(f'dot_general {normal}, {w[i]}, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : '
                    f'({X}, tensor<{D}x{H}x64xf32>) -> {heads}') for i in (1, 2, 3))
    s = emit(f'dot_general {q}, {k}, batching_dims = [0, 2] x [0, 2], contracting_dims = [3] x [3], precision = [DEFAULT, DEFAULT] : '
             f'({heads}, {heads}) -> {scores}')
    top = emit(f'reduce({s} init: {zero}) applies stablehlo.maximum across dimensions = [3] : ({scores}, tensor<f32>) -> tensor<{B}x{H}x{T}xf32>')
    top = emit(f'broadcast_in_dim {top}, dims = [0, 1, 2] : (tensor<{B}x{H}x{T}xf32>) -> {scores}')
    s = emit(f'subtract {s}, {top} : {scores}')
    s = emit(f'exponential {s} : {scores}')
    o = emit(f'dot_general {s}, {v}, batching_dims = [0, 1] x [0, 2], contracting_dims = [3] x [1], precision = [DEFAULT, DEFAULT] : '
             f'({scores}, {heads}) -> tensor<{B}x{H}x{T}x64xf32>')
    o = emit(f'transpose {o}, dims = [0, 2, 1, 3] : (tensor<{B}x{H}x{T}x64xf32>) -> {heads}')
    o = emit(f'dot_general {o}, {w[4]}, contracting_dims = [2, 3] x [0, 1], precision = [DEFAULT, DEFAULT] : '
             f'({heads}, tensor<{H}x64x{D}xf32>) -> {X}')
    x = emit(f'add {x}, {o} : {X}')
    h = emit(f'dot_general {x}, {w[5]}, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : '
             f'({X}, tensor<{D}x{F}xf32>) -> tensor<{B}x{T}x{F}xf32>')
    floor = emit(f'broadcast_in_dim {zero}, dims = [] : (tensor<f32>) -> tensor<{B}x{T}x{F}xf32>')
    h = emit(f'maximum {h}, {floor} : tensor<{B}x{T}x{F}xf32>')
    h = emit(f'dot_general {h}, {w[6]}, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : '
             f'(tensor<{B}x{T}x{F}xf32>, tensor<{F}x{D}xf32>) -> {X}')
    return emit(f'add {x}, {h} : {X}')


x = '%arg0'
for i in range(layers):
    x = layer(x, [f'%arg{1 + 7 * i + j}' for j in range(7)])
out += [f'    return {x} : {X}', '  }', '}']
print('\n'.join(out))
