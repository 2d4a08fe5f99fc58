module example.org/callees

go 1.26
