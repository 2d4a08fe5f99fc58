module example.com/speed

go 1.26
