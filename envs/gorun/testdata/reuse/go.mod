module reuse

go 1.26
