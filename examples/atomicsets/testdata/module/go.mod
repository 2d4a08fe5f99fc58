module figures

go 1.26
