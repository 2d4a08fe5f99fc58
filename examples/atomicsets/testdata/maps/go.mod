module counts

go 1.26
