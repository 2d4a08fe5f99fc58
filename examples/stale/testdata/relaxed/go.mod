module example.org/relaxed

go 1.26
