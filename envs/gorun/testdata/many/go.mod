module many

go 1.26
