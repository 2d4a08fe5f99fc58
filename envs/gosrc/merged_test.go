package gosrc

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/envs"
)

const mergedSource = `
import "sync"
type T struct { mu sync.Mutex; n int; next *T; sub map[string]int }
type S struct { f, g *T; byName map[string]*T; any map[string]any; list []*T; c chan *T }
var G *T
func made() *T { return &T{} }
`

// merging are the names of that whose number is written last in each of the methods called M.
func merging(t *testing.T, methods []string) (names []string) {
	t.Helper()
	text := mergedSource
	for i, m := range methods {
		text += strings.Replace(m, "M(", fmt.Sprintf("M%d(", i), 1) + "\n"
	}
	p := source(t, text)
	for i := range methods {
		fn := p.fn(t, fmt.Sprintf("(*m.S).M%d", i))
		var last *envs.Path
		for pc := range fn.Ops {
			if op := &fn.Ops[pc]; op.Kind == envs.Store && (op.Loc.Name == "m.T.n" || op.Loc.Name == "map[string]int") {
				last = p.Knows().Base(envs.At(fn.ID, int32(pc)))
			}
		}
		require.NotNil(t, last)
		names = append(names, last.String())
	}
	return names
}

// What was put where it was looked for goes by the name of that place.
func TestMergedNames(t *testing.T) {
	if testing.Short() {
		t.Skip("loads Go packages from their source")
	}
	var wants, methods []string
	for want, list := range map[string][]string{
		"s.byName[k]": {
			`func (s *S) M(k string) { x, ok := s.byName[k]; if !ok { x = &T{}; s.byName[k] = x }; x.n = 1 }`,
			`func (s *S) M(k string) { x := s.byName[k]; if x == nil { x = made(); s.byName[k] = x }; x.n = 1 }`,
			`func (s *S) M(k string) { // one of two
				x := s.byName[k]
				if x == nil { if x = made(); x == nil { x = &T{} }; s.byName[k] = x }
				x.n = 1
			}`,
			`func (s *S) M(k string) { // in two places
				x := s.byName[k]
				if x == nil && k == "" { x = made(); s.byName[k] = x } else if x == nil { x = &T{}; s.byName[k] = x }
				x.n = 1
			}`,
			`func (s *S) M(k string) { // some time before
				x := s.byName[k]
				if x == nil { x = made(); s.byName[k] = x; for s.f.n < 10 { s.f.n++ } }
				x.n = 1
			}`,
		},
		"s.byName[ks[index]]": {
			`func (s *S) M(ks []string) { for _, k := range ks { x := s.byName[k]; if x == nil { x = made(); s.byName[k] = x }
				x.n = 1 } }`,
		},
		`s.byName["k"]`: {`func (s *S) M() { x := s.byName["k"]; if x == nil { x = made(); s.byName["k"] = x }; x.n = 1 }`},
		"s.byName[k].sub": {
			`func (s *S) M(k string) { t := s.byName[k]; x := t.sub
				if x == nil { x = map[string]int{}; t.sub = x }; x[k] = 1 }`,
		},
		"s.any[k]": {
			`func (s *S) M(k string) { x, ok := s.any[k].(*T); if !ok { x = &T{}; s.any[k] = x }; x.n = 1 }`,
		},
		"s.list[i]": {`func (s *S) M(i int) { x := s.list[i]; if x == nil { x = &T{}; s.list[i] = x }; x.n = 1 }`},
		"s.f":       {`func (s *S) M() { x := s.f; if x == nil { x = &T{}; s.f = x }; x.n = 1 }`},
		"s.f.next": {`func (s *S) M() { x := s.f; if x == nil { x = &T{}; s.f = x }; if x.next == nil { x.next = &T{} }
			x.next.n = 1 }`},
		"m.G": {`func (s *S) M() { x := G; if x == nil { x = &T{}; G = x }; x.n = 1 }`},
	} {
		for _, m := range list {
			wants, methods = append(wants, want), append(methods, m)
		}
	}
	for i, got := range merging(t, methods) {
		require.Equal(t, wants[i], got, methods[i])
	}
}

// Otherwise it has its own name.
func TestMergedNamesApart(t *testing.T) {
	if testing.Short() {
		t.Skip("loads Go packages from their source")
	}
	var whats, methods []string
	for what, m := range map[string]string{
		"another key": `func (s *S) M(k, l string) { x := s.byName[k]; if x == nil { x = made(); s.byName[l] = x }
			x.n = 1 }`,
		"another constant": `func (s *S) M() { x := s.byName["k"]; if x == nil { x = made(); s.byName["l"] = x }
			x.n = 1 }`,
		"a changed key": `func (s *S) M(k string) { x := s.byName[k]
			if x == nil { k += "'"; x = made(); s.byName[k] = x }; x.n = 1 }`,
		"another map": `func (s *S) M(o *S, k string) { x := s.byName[k]
			if x == nil { x = made(); o.byName[k] = x }; x.n = 1 }`,
		"another field":  `func (s *S) M() { x := s.f; if x == nil { x = &T{}; s.g = x }; x.n = 1 }`,
		"put nowhere":    `func (s *S) M() { x := s.f; if x == nil { x = &T{} }; x.n = 1 }`,
		"put afterwards": `func (s *S) M() { x := s.f; if x == nil { x = &T{} }; x.n = 1; s.f = x; x.n = 2 }`,
		"put on one way": `func (s *S) M(b bool) { x := s.f; if x == nil { x = &T{}; if b { s.f = x } }; x.n = 1 }`,
		"another is put": `func (s *S) M() { x := s.f; if x == nil { x = &T{}; s.f = &T{} }; x.n = 1 }`,
		"one of two is put": `func (s *S) M(b bool) { x := s.f
			if x == nil && b { x = &T{}; s.f = x } else if x == nil { x = &T{} }; x.n = 1 }`,
		"sent":                `func (s *S) M() { x := s.f; if x == nil { x = &T{}; s.c <- x }; x.n = 1 }`,
		"found in two places": `func (s *S) M() { x := s.f; if x == nil { x = s.g }; x.n = 1 }`,
		"it has a name":       `func (s *S) M(y *T) { x := s.f; if x == nil { x = y; s.f = x }; x.n = 1 }`,
		"of the round before": `func (s *S) M(ks []string) { x := s.f; for _, k := range ks { x.n = 1; x = s.byName[k]
			if x == nil { x = made(); s.byName[k] = x } } }`,
		"the list goes on": `func (s *S) M() { for x := s.f; x != nil; x = x.next { x.n = 1 } }`,
	} {
		whats, methods = append(whats, what), append(methods, m)
	}
	for i, got := range merging(t, methods) {
		require.Equal(t, "x", got, whats[i])
	}
}

// Two calls with what has one name pass one object, and the name leads to the lock beside.
func TestMergedArguments(t *testing.T) {
	if testing.Short() {
		t.Skip("loads Go packages from their source")
	}
	p := source(t, mergedSource+`
func set(x *T) { x.n = 1 }
func (s *S) M(k string) {
	x, ok := s.byName[k]
	if !ok {
		x = &T{}
		s.byName[k] = x
	}
	set(x)
	set(s.byName[k])
}`)
	fn := p.fn(t, "(*m.S).M")
	var args []*envs.Path
	for pc := range fn.Ops {
		if op := &fn.Ops[pc]; op.Kind == envs.Call {
			require.Len(t, op.Callee.Args, 1)
			args = append(args, op.Callee.Args[0])
		}
	}
	require.Len(t, args, 2)
	require.True(t, args[0].Same(args[1]))
	require.Equal(t, "s.byName[]", args[0].Within.String())
}

// What a loop over a map comes to has the name of the element at its key, and so the name of what the map lies in.
func TestRangedArguments(t *testing.T) {
	if testing.Short() {
		t.Skip("loads Go packages from their source")
	}
	p := source(t, mergedSource+`
func set(x *T) { x.n = 1 }
func (s *S) copied() map[string]*T { return nil }
func (s *S) M(name string) {
	for k, x := range s.byName {
		set(x)
		set(s.byName[k])
	}
	for _, x := range s.byName {
		set(x)
	}
	for _, x := range s.copied() {
		set(x)
	}
	for range name {
		set(s.f)
	}
}`)
	fn := p.fn(t, "(*m.S).M")
	var args []*envs.Path
	for pc := range fn.Ops {
		if op := &fn.Ops[pc]; op.Kind == envs.Call && len(op.Callee.Args) == 1 && op.Callee.Name == "set" {
			args = append(args, op.Callee.Args[0])
		}
	}
	require.Len(t, args, 5)
	require.True(t, args[0].Same(args[1]), "the element at the key")
	require.False(t, args[0].Same(args[2]), "a loop of its own")
	require.Equal(t, "s.byName[]", args[0].Within.String())
	require.Equal(t, "s.byName[]", args[2].Within.String())
	require.Equal(t, "s.byName[]", args[2].String())
	require.Equal(t, "copied()[]", args[3].Within.String(), "what a function returns lies in nothing of s")
	require.Nil(t, args[4].Within)
}
