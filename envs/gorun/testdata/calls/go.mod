module calls

go 1.25
