package gorun_test

import (
	"bytes"
	"context"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/dataflow"
	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/gorun"
	"github.com/seed38182bad/parallax/envs/gosrc"
	"github.com/seed38182bad/parallax/examples/stale"
)

func TestSmall(t *testing.T) {
	ctx := context.Background()
	dir := "/tmp/gorun/small"
	prog, err := gosrc.Load(ctx, gosrc.Config{Dir: dir, KeepSyntax: true})
	require.NoError(t, err)
	var out bytes.Buffer
	s, err := gorun.Start(ctx, prog, gorun.Config{Dir: dir, Stdout: &out, Stderr: &out})
	require.NoError(t, err)
	r := dataflow.NewReplay(prog, "stale", dataflow.Checker[*stale.State](stale.New(stale.Options{})))
	for ev, err := range s.Events() {
		require.NoError(t, err)
		if testing.Verbose() {
			switch ev.Kind {
			case envs.Enter:
				fmt.Println(ev.Thread, "enter", prog.Func(ev.Func).Name, ev.Direct)
			default:
				fmt.Println(ev)
			}
		}
		require.NoError(t, r.Event(&ev))
	}
	exit, err := s.Wait()
	require.NoError(t, err, out.String())
	require.Zero(t, exit)
	for _, f := range r.Findings() {
		fmt.Println(f)
	}
	fmt.Println(s.Kept(), out.String())
}
