module pairs

go 1.26
