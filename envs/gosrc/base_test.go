package gosrc

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/envs"
)

// What is accessed goes by the same names as locks.
func TestBases(t *testing.T) {
	p := source(t, `
type Conn struct { n int; peer *Conn }
type S struct { conn *Conn; own Conn; byName map[string]*Conn; list []int }
var G S
var N int
func (s *S) M(key string) (n int) {
	defer func() { recover() }()
	s.conn.n = 1
	s.own.n = 2
	s.conn.peer.n = 3
	G.conn.n = N
	s.byName[key].n = 4
	s.list[0] = 5
	delete(s.byName, key)
	s.list = append(s.list, 6)
	s.list = append(s.list, G.list...)
	copy(s.list, G.list)
	clear(s.byName)
	for range s.byName {
	}
	return n
}
`)
	fn := p.fn(t, "(*m.S).M")
	var got []string
	for pc := range fn.Ops {
		if fn.Ops[pc].Accesses() {
			got = append(got, p.Knows().Base(envs.At(fn.ID, int32(pc))).String())
		}
	}
	require.Equal(t, []string{
		"s", "s.conn", "s.own", "s", "s.conn", "s.conn.peer", "m.G", "m.N", "m.G.conn",
		"s", "s.byName", "s.byName[key]", "s", "s.list",
		"s", "s.byName", // delete
		"s", "r14", "s.list", "s", // r14 is the array of what is appended
		"s", "m.G", "m.G.list", "s.list", "s",
		"s", "m.G", "m.G.list", "s.list", // copy
		"s", "s.byName", // clear
		"s", "s.byName",
	}, got)
}

// Channels go by such names, too, where a thread waits or wakes others; in the cases of a select they do not.
func TestBasesOfChannels(t *testing.T) {
	p := source(t, `
type S struct { c chan int; own struct { done chan bool } }
func (s *S) M(c chan int) {
	s.c <- 1
	<-s.own.done
	close(c)
	select {
	case s.c <- 2:
	case <-c:
	}
}
`)
	fn := p.fn(t, "(*m.S).M")
	var got []string
	for pc := range fn.Ops {
		switch op := &fn.Ops[pc]; op.Kind {
		case envs.Send, envs.Receive, envs.Close:
			if b := p.Knows().Base(envs.At(fn.ID, int32(pc))); b != nil {
				got = append(got, b.String())
			} else {
				got = append(got, "none")
			}
		}
	}
	require.Equal(t, []string{"s.c", "s.own.done", "c", "none", "none"}, got)
}

// A field of a field is known by what is around it, too, whether it is accessed alone or with the whole.
func TestArounds(t *testing.T) {
	p := source(t, `
type State struct { n, last int; deep struct{ x int } }
type S struct { state State; far *State; list [2]State }
func (s *S) M(o *State) int {
	s.state.n = 1
	s.state.deep.x = 2
	s.far.n = 3
	o.n = 4
	s.list[1].n = 5
	s.state = *o
	return s.state.last
}
func (s *S) None() int { return s.far.n }
`)
	fn := p.fn(t, "(*m.S).M")
	got := map[string]int{}
	for pc := range fn.Ops {
		if op := &fn.Ops[pc]; op.Accesses() {
			if l := p.Knows().Around(envs.At(fn.ID, int32(pc))); l != nil {
				got[op.Kind.String()+" "+op.Loc.Name+" in "+l.Name]++
			}
		}
	}
	require.Equal(t, map[string]int{
		"store m.State.n in m.S.state":         2, // alone, and with all of the state
		"store m.State.last in m.S.state":      1,
		"store m.State.deep.x in m.State.deep": 1,
		"load m.State.last in m.S.state":       1,
	}, got)
	none := p.fn(t, "(*m.S).None")
	for pc := range none.Ops {
		require.Nil(t, p.Knows().Around(envs.At(none.ID, int32(pc))))
	}
}
