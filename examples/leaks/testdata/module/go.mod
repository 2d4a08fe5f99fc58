module example.org/leaking

go 1.26
