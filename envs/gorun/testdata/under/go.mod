module example.org/under

go 1.26
