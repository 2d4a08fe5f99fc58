module example.org/checked

go 1.26
