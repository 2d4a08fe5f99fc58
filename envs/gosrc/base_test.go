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
			got = append(got, p.Base(envs.At(fn.ID, int32(pc))).String())
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

// Channels go by such names, too, where a thread waits or wakes others; in the cases of a
// select they do not.
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
			if b := p.Base(envs.At(fn.ID, int32(pc))); b != nil {
				got = append(got, b.String())
			} else {
				got = append(got, "none")
			}
		}
	}
	require.Equal(t, []string{"s.c", "s.own.done", "c", "none", "none"}, got)
}
