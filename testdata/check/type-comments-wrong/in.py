# shardctl: devices=8 program=train devices=4
from pipeline import load

x = load()  # shardctl: x: f32[8
y = load()  # shardctl: y: fp31[8]
z = load()  # shardctl: z: f32[8] u: f32[4]
a = load()  # shardctl: a: {k f32[8]}
b = load()  # shardctl: b: (f32[8], f32[4]
c = load()  # shardctl: c: 3x
d = load()  # shardctl: d: 'text
e = load()  # shardctl: e:
f = load()  # shardctl: .f
