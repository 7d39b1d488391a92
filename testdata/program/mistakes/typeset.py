x = “data”
y = a − b
z = a × b
w = f（a）
v = a ≤ b
u = 1
t = $a
s = a ? b : c
