package driver

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/envs"
)

func TestShortNames(t *testing.T) {
	in := &invocation{names: envs.PackageNames{"e.io/bank/v3": "bank", "e.io/lost": "main"}}
	for text, want := range map[string]string{
		"{example.com/a/b.T.x, example.com/a.y} and/or 1/2, std/c.z":   "{b.T.x, a.y} and/or 1/2, c.z",
		"(*example.com/a/b.T).f calls a/b.(*T).g":                      "(*b.T).f calls b.(*T).g",
		"map[string]*gopkg.in/yaml.v3.Node is read and/or written. So": "map[string]*yaml.v3.Node is read and/or written. So",
		"a/b.T.x as at server/accounts.go:39:9":                        "b.T.x as at server/accounts.go:39:9",
		"after deep/r.sketch:2:13, not a/b.C":                          "after deep/r.sketch:2:13, not b.C",
		"at /tmp/race.thr:5:10 and /r.std:7:1":                         "at /tmp/race.thr:5:10 and /r.std:7:1",
		"(at a b/v1.0+x/e.io/Sketch:3) in a/b.C":                       "(at a b/v1.0+x/e.io/Sketch:3) in b.C",
		"e.io/bank/v3.T.x of (*e.io/lost.U).f$1":                       "bank.T.x of (*main.U).f$1",
		"ten km/h. Or a/b c.d":                                         "ten km/h. Or a/b c.d",
	} {
		require.Equal(t, want, in.short(text))
	}
}

// People read names without folders in all parts of a finding, programs read them whole.
func TestNamesOfFindingsAreShort(t *testing.T) {
	const long, short = "example.com/a/b.T", " b.T"
	say := toy("say", func(env envs.Env, op *envs.Op) {
		if op.Kind == envs.Store {
			env.Report(envs.Report{
				Kind: "written", Message: "here is " + long, Cause: env.Point(), Rank: 1,
				Why: []string{"for " + long}, Fix: "leave " + long,
				Evidence: []envs.Evidence{{At: env.Point(), Text: "see " + long}},
			})
		}
	})
	for _, verb := range []string{"check", "compare"} {
		o := doWith(context.Background(), []string{verb, "testdata/stale.plx"}, say)
		require.NotContains(t, o.out, long, verb)
		require.Contains(t, o.out, "here is"+short, verb)
	}
	o := doWith(context.Background(), []string{"check", "testdata/stale.plx"}, say)
	for _, part := range []string{"see", "rank 1: for", "fix: leave"} {
		require.Contains(t, o.out, part+short)
	}
	o = doWith(context.Background(), []string{"check", "-json", "testdata/stale.plx"}, say)
	require.Contains(t, o.out, "here is "+long)
}
