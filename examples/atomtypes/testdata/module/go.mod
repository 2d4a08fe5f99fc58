module example.org/declared

go 1.24
