package dataflow

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/envs"
)

// prover reports each load, and from the third on that it is proved.
type prover struct {
	loads int
	told  []int // by which loads a report was completed
}

func (c *prover) analysis() Analysis[Nothing] {
	return Analysis[Nothing]{
		Entry: Nothing{}.Entry, Step: c.Step,
	}
}

func (p *prover) Step(env envs.Env, op *envs.Op, n Nothing) Nothing {
	if op.Kind == envs.Load {
		p.loads++
		env.Report(envs.Report{Kind: "loaded", Subject: "it", Proved: p.loads > 2, Tell: func(e envs.Env, r *envs.Report) {
			p.told = append(p.told, p.loads)
			r.Message = "not proved"
			if r.Proved {
				r.Message = "proved"
			}
			r.Evidence = []envs.Evidence{{At: e.Point(), Text: "here"}}
		}})
	}
	return n
}

// A finding that is proved at one of its places is proved, and says so, wherever its
// first place is. Reports that add nothing are counted and not completed.
func TestProved(t *testing.T) {
	p := program(function("f", op(envs.Load, 1, 0), op(envs.Load, 1, 0), op(envs.Return, 0)))
	ch := &prover{}
	w := NewAnalyzer("prover", "", ch.analysis().Alone).Replay(p)
	event := func(kind envs.EventKind, pc int32) {
		require.NoError(t, w.Event(&envs.Event{Kind: kind, Thread: 1, PC: pc}))
	}
	event(envs.Enter, 0)
	event(envs.Step, 0)
	event(envs.Step, 1)
	require.False(t, w.Findings()[0].Proved)
	require.Equal(t, "not proved", w.Findings()[0].Message)
	for range 3 {
		event(envs.Step, 1)
	}
	fs := w.Findings()
	require.Len(t, fs, 1)
	first, second := p.Position(envs.At(0, 0)), p.Position(envs.At(0, 1))
	require.True(t, fs[0].Proved)
	require.Equal(t, "proved", fs[0].Message)
	require.Equal(t, first, fs[0].Pos)
	require.Equal(t, []envs.Position{second}, fs[0].Also)
	require.Equal(t, int64(1), fs[0].Runs)
	require.Equal(t, second, fs[0].Story[0].Pos)
	require.Equal(t, []int{1, 2, 3}, ch.told)
}
