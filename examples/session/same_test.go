package session_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/dataflow"
	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/examples/session"
)

// What two checkers find of one defect is told once, from either side. What one of them finds alone is told.
func TestSame(t *testing.T) {
	at := func(name, kind string, kinds ...envs.Kind) *dataflow.Analyzer {
		a := dataflow.NewAnalyzer(name, "", dataflow.Analysis[dataflow.Nothing]{
			Entry: dataflow.Nothing{}.Entry,
			Step: func(env envs.Env, op *envs.Op, s dataflow.Nothing) dataflow.Nothing {
				for _, k := range kinds {
					if op.Kind == k {
						env.Report(envs.Report{Kind: kind})
					}
				}
				return s
			},
		}.Alone)
		a.Everywhere = true
		return a
	}
	s, p := counter(t, at("one", "written", envs.Store, envs.Fork), at("other", "stored", envs.Store))
	written, stored := session.Sort{Checker: "one", Kind: "written"}, session.Sort{Checker: "other", Kind: "stored"}
	for _, look := range []func() (*session.Result, error){
		func() (*session.Result, error) { return p.Check(t.Context()) },
		func() (*session.Result, error) { return p.Watch(t.Context(), session.RunConfig{Schedules: 1}) },
	} {
		found := func() (all []string) {
			r, err := look()
			require.NoError(t, err)
			for _, f := range r.Findings {
				all = append(all, f.Kind)
			}
			return all
		}
		s.Same = nil
		require.Contains(t, found(), "written")
		both := len(found())
		s.Same = map[session.Sort]session.Sort{written: stored}
		require.Less(t, len(found()), both)
		require.Contains(t, found(), "stored")
		s.Same = map[session.Sort]session.Sort{stored: written}
		require.NotContains(t, found(), "stored")
		require.Contains(t, found(), "written")
		s.Same = map[session.Sort]session.Sort{written: {"other", "lost"}}
		require.Len(t, found(), both)
	}
}
