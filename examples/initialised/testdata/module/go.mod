module example.org/initialised

go 1.26
