module example.org/views

go 1.26
