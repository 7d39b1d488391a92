if x = 1:
    a = 2
else:
    b = 3
while x
    y = 1 1
if a b:
    c = (
elif d:
    e = 1
good = 1
