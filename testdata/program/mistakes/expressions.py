x = = 2
y = a +
z = a b
w = f(a,,b)
v = a if b
u = a && b
t = !a
s = x[1:2:3:4]
r = {a: b, c}
q = a not b
p = lambda x: 
good = 1
