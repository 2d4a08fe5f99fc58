module costs

go 1.26
