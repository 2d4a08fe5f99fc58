package gosrc

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/envs"
)

// What is handed to a function that does nothing with it but to start a goroutine which calls it.
func TestStarts(t *testing.T) {
	if testing.Short() {
		t.Skip("loads Go packages from their source")
	}
	p := source(t, `
import "sync"
type S struct { running sync.WaitGroup; n int; on bool }
func (s *S) start(f func()) bool {
	if f == nil || !s.on { return false }
	s.running.Add(1)
	go func() {
		defer s.running.Done()
		f()
	}()
	return true
}
func direct(f func(int)) { go f(1) }
func twice(f func()) { for range 2 { go f() } }
func often(f func()) { go func() { for { f() } }() }
func here(f func()) { go f(); f() }
var kept func()
func keep(f func()) { kept = f; go f() }
func perhaps(f func()) { g := func() { f() }; go g(); g() }

func (s *S) run() { s.n++ }
func (s *S) with(n int) { s.n = n }
func plain() {}
func M(o *S) {
	s := &S{}
	s.start(s.run)
	s.start(func() { s.n++ })
	s.start(plain)
	direct(o.with)
	s.start(kept)
	twice(plain)
	often(plain)
	here(plain)
	keep(plain)
	perhaps(plain)
	func() { s = nil }()
}
`)
	fn := p.fn(t, "m.M")
	var got []string
	for pc := range fn.Ops {
		if to := p.Knows().Starts(envs.At(fn.ID, int32(pc))); to != nil {
			require.Len(t, to.Funcs, 1)
			f := p.Func(to.Funcs[0])
			require.Equal(t, len(f.Params), len(to.Args))
			got = append(got, fmt.Sprint(f.Name, " ", to.Args))
		}
	}
	require.Equal(t, []string{"(*m.S).run [s]", "m.M$1 [s]", "m.plain []", "(*m.S).with [o a lock]"}, got)
}
