module example.org/forms

go 1.26
