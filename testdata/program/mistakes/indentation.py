x = 1
  y = 2
if x:
    a
  b
if x:
	c
        d
else:
z
try:
  e
good = 1
else:
  f
