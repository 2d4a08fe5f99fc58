module example.org/typestate

go 1.26
