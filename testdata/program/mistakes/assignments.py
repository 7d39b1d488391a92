f(x) = 4
a + b = c
x = 1 = y
x := 3
a, *b, *c = d
x: int, y
x, y += 1
x = *a
(x, 1) = y
good = 1
