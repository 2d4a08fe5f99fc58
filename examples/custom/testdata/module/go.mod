module example.org/regrab

go 1.26
