module example.org/nilness

go 1.26
