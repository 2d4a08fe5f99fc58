module example.org/faults

go 1.26
