module copies

go 1.26
