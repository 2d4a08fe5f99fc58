module example.org/handed

go 1.26
