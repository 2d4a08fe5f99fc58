module example.org/claims

go 1.26
