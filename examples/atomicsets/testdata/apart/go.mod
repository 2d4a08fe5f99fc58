module apart

go 1.26
