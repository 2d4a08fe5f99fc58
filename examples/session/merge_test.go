package session

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/envs"
)

func TestMerge(t *testing.T) {
	at := func(line int) envs.Position { return envs.Position{File: "f.go", Line: line, Col: 1} }
	place := func(p envs.Point) envs.Position { return at(int(p.PC())) }
	points := func(pcs ...int32) (list []envs.Point) {
		for _, pc := range pcs {
			list = append(list, envs.At(0, pc))
		}
		return list
	}
	got := merge([]envs.Finding{
		{Kind: "k", Func: "f", Cause: at(1), Pos: at(7), Runs: 2},
		{Kind: "k", Func: "g", Cause: at(1), Pos: at(3), Runs: 5},
		{Kind: "k", Func: "f", Cause: at(1), Pos: at(5), Also: []envs.Position{at(7)}, Runs: 3, Points: points(5, 7)},
		{Kind: "k", Func: "f", Cause: at(1), Pos: at(5), Also: []envs.Position{at(9)}, Runs: 4, Points: points(5, 9, 6)},
	}, place)
	require.Equal(t, []envs.Finding{
		{Kind: "k", Func: "g", Cause: at(1), Pos: at(3), Runs: 5},
		{
			Kind: "k", Func: "f", Cause: at(1), Pos: at(5), Also: []envs.Position{at(7), at(9)}, Runs: 7,
			Points: points(5, 6, 7, 9),
		},
	}, got)
}
