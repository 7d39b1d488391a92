x = 1
y = """
all of this
is a string
