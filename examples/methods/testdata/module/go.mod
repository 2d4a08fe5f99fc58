module example.org/methods

go 1.26
