module awaits

go 1.26
