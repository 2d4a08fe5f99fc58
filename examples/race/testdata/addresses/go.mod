module example.org/addresses

go 1.26
