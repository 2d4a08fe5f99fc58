module example.org/created

go 1.26
