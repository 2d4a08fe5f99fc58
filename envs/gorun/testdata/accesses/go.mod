module accesses

go 1.26
