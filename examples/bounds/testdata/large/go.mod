module large

go 1.26
