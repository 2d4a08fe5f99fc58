module bubble

go 1.26
