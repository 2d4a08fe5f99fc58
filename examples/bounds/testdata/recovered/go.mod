module example.org/bounds

go 1.26
