module example.org/balance

go 1.26
