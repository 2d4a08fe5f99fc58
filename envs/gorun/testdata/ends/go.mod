module ends

go 1.26
