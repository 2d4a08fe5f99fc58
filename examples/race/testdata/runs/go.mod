module example.org/runs

go 1.26
