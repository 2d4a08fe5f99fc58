module example.org/shares

go 1.26
