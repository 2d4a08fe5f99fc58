module order

go 1.26
