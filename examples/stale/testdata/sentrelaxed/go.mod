module example.org/stale

go 1.26
