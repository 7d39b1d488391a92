width = 4
