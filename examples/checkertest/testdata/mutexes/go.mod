module example.org/mutexes

go 1.26
