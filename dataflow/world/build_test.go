package world

import "github.com/seed38182bad/parallax/envs/envstest"

var (
	program  = envstest.ProgramOf
	function = envstest.Function
	op       = envstest.Op
	jump     = envstest.Jump
	calling  = envstest.Calling
)
