module example.org/papers

go 1.26
