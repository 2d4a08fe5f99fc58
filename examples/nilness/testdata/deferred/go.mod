module deferred

go 1.26
