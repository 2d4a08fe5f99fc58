module locker

go 1.26
