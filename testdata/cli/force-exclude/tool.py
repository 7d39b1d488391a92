print("no arrays here")
