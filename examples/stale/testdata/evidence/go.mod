module example.org/evidence

go 1.26
