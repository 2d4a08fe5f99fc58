package views

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/dataflow"
	"github.com/seed38182bad/parallax/dataflow/blocks"
	"github.com/seed38182bad/parallax/domains/view"
	"github.com/seed38182bad/parallax/envs"
)

// A conflict is about variables: when one of them is no more, so is it, and what takes its
// number is not told of.
func TestConflictsAreForgotten(t *testing.T) {
	c := newChecker(dataflow.AnsweredBy(numbered{fakes: &fakes{}}), options{Least: 2})
	const v, w = 3, 4
	c.writes[v], c.writes[w] = true, true
	var places []*place
	for i := range 3 {
		p := &place{content: &content{}, Block: blocks.Block{From: envs.At(0, int32(i)), Lock: 1}}
		c.came(nil, p)
		places = append(places, p)
	}
	c.found(tear{Whole: places[0], Parts: [2]part{
		{places[1], view.Of[envs.Variable](v)}, {places[2], view.Of[envs.Variable](w)},
	}}, 0)
	x := places[2].Of.conflicts[0]
	require.Equal(t, map[envs.Variable]map[*conflict]bool{v: {x: true}, w: {x: true}}, c.about)
	require.Same(t, x, places[0].Of.split)

	c.gone(places[1])
	require.Nil(t, x.example.Whole)
	require.Empty(t, x.split)
	require.Empty(t, c.about)
	require.Empty(t, c.reportsAt(namedEnv{}, places[2]))
	require.Len(t, c.conflicts, 2)

	c.Forget(dataflow.Gone{Variable: v})
	require.False(t, c.writes[v])
	c.Forget(dataflow.Gone{Run: true})
	require.Empty(t, c.writes)
	require.Empty(t, c.conflicts)
}

// namedEnv has functions of a few operations each.
type namedEnv struct{ envs.Env }

func (namedEnv) Program() envs.Program { return oneOp{} }

// numbered names variables by their numbers.
type numbered struct {
	*fakes
	memory
}

type memory struct{ envs.Memory }

func (numbered) VariableName(v envs.Variable) string { return fmt.Sprint(v) }

type oneOp struct{ envs.Program }

func (oneOp) Func(envs.FuncID) *envs.Func { return &envs.Func{Name: "f", Ops: make([]envs.Op, 8)} }

// A conflict that was forgotten, and has become as large again between two looks, is reported as
// it is now.
func TestReportIsOfNow(t *testing.T) {
	c := newChecker(dataflow.AnsweredBy(numbered{fakes: &fakes{}}), options{Least: 2})
	var places []*place
	for i := range 4 {
		at := envs.At(0, int32(i))
		p := &place{content: &content{}, Block: blocks.Block{From: at, Taken: at, Lock: 1}}
		c.came(nil, p)
		places = append(places, p)
	}
	found := func(a, b *place, v, w envs.Variable) {
		c.writes[v], c.writes[w] = true, true
		c.found(tear{Whole: places[0], Parts: [2]part{{place: a, Common: view.Of(v)}, {place: b, Common: view.Of(w)}}}, 0)
	}
	found(places[1], places[2], 3, 4)
	reports := c.reportsAt(namedEnv{}, places[2])
	require.Len(t, reports, 1)
	require.Contains(t, reports[0].Message, "{3, 4}")

	c.gone(places[1])
	found(places[3], places[2], 5, 6)
	reports = c.reportsAt(namedEnv{}, places[2])
	require.Len(t, reports, 1)
	require.Contains(t, reports[0].Message, "{5, 6}")
}
