module wander

go 1.25
