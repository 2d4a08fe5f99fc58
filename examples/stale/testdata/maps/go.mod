module tables

go 1.26
