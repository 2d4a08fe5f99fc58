module example.org/nested

go 1.26
