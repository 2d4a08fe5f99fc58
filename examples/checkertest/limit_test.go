package checkertest

import (
	"context"
	"errors"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/dataflow"
	"github.com/seed38182bad/parallax/envs"
)

type silent struct{}

func (c silent) analysis() dataflow.Analysis[silent] {
	return dataflow.Analysis[silent]{
		Entry: c.Entry, Step: c.Step,
	}
}

func (silent) Clone() silent                          { return silent{} }
func (silent) Merge(silent) (silent, bool)            { return silent{}, false }
func (silent) Entry(envs.Env, *envs.Func) silent      { return silent{} }
func (silent) Step(envs.Env, *envs.Op, silent) silent { return silent{} }

// A module that takes too long says so.
func TestLimit(t *testing.T) {
	c := Checker{Analyzer: func() *dataflow.Analyzer {
		return dataflow.NewAnalyzer("silent", "", silent{}.analysis().Alone)
	}}
	why := errors.New("it takes too long")
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(why)
	require.ErrorIs(t, c.module(ctx, "testdata/module"), why)
}
