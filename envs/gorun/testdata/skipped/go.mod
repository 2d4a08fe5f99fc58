module example.org/skipped

go 1.25
