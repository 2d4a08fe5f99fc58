module thin

go 1.26
