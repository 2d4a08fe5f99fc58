module example.org/structs

go 1.26
