package gosrc

import (
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/envs"
)

const defersSource = `
import "sync"

type S struct {
	mu sync.Mutex
	n  int
}

func (s *S) Straight() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.n
}

func (s *S) Conditional(b bool) {
	if b {
		return
	}
	s.mu.Lock()
	if s.n == 0 {
		defer s.mu.Unlock()
	}
}

func (s *S) Loop() {
	for range s.n {
		defer s.mu.Unlock()
	}
}

func (s *S) Bound() {
	u := s.mu.Unlock
	s.mu.Lock()
	defer u()
}

func (s *S) Closure() {
	s.mu.Lock()
	defer func() {
		s.mu.Unlock()
	}()
	work()
}

func (s *S) Recovers() (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = nil
		}
	}()
	work()
	return err
}

func work() { panic("no") }

func (s *S) Iterates(seq func(func(int) bool)) {
	for x := range seq {
		s.mu.Lock()
		defer s.mu.Unlock()
		if x > 3 {
			return
		}
	}
}`

func TestDefers(t *testing.T) {
	if testing.Short() {
		t.Skip("loads Go packages from their source")
	}
	p := source(t, defersSource)
	p.requireOps(t, "(*m.S).Straight", `
		0: r2 = const
		1: acquire r1 (s.mu)
		2: defer r1 ((*Mutex).Unlock) open
		3: r3 = load r1 (m.S.n)
		4: r2 = move r3
		5: release r1 (s.mu)
		6: r4 = move r2
		7: return r4
	`)
	p.requireOps(t, "(*m.S).Conditional", `
		0: branch r2 -> 1 2
		1: return
		2: acquire r1 (s.mu)
		3: r3 = load r1 (m.S.n)
		4: r4 = compute r3, r0
		5: branch r4 -> 6 7
		6: defer r1 ((*Mutex).Unlock) open
		7: branch -> 8 9
		8: release r1 (s.mu)
		9: return
	`)
	p.requireOps(t, "(*m.S).Loop", `
		0: r2 = load r1 (m.S.n)
		1: r3 = compute r0, r2
		2: branch r3 -> 3 10
		3: r4 = const
		4: defer r1 ((*Mutex).Unlock) open
		5: r5 = compute r4, r0
		6: r6 = compute r5, r2
		7: branch r6 -> 8 10
		8: r4 = move r5
		9: jump -> 4
		10: branch -> 11 13
		11: release r1 (s.mu)
		12: jump -> 10
		13: return
	`)
	p.requireOps(t, "(*m.S).Bound", `
		0: r2 = addr r1 (m.S.mu)
		1: r3 = new r2
		2: acquire r1 (s.mu)
		3: defer r1 ((*Mutex).Unlock) open
		4: release r1 (s.mu)
		5: return
	`)
	p.requireOps(t, "(*m.S).Closure", `
		0: r2 = new
		1: store r2, r1 ((*m.S).Closure.s) local
		2: r3 = load r2 ((*m.S).Closure.s) local
		3: acquire r3 (s.mu)
		4: r4 = new r2
		5: defer r2 (Closure$1) with s
		6: call (work) !9
		7: call r2 (Closure$1) with s
		8: return
		9: r5 = catch
		10: call r2 (Closure$1) with s
		11: throw r5
	`)
	p.requireOps(t, "(*m.S).Closure$1", `
		0: r2 = load r1 ((*m.S).Closure.s) local
		1: release r2 (s.mu)
		2: return
	`)
	p.requireOps(t, "(*m.S).Recovers", `
		0: r2 = new
		1: r3 = new r2
		2: defer r2 (Recovers$1) with err
		3: call (work) !9
		4: r4 = load r2 ((*m.S).Recovers.err) local
		5: store r2, r4 ((*m.S).Recovers.err) local
		6: call r2 (Recovers$1) with err
		7: r5 = load r2 ((*m.S).Recovers.err) local
		8: return r5
		9: r6 = catch
		10: call r2 (Recovers$1) with err
		11: branch -> 13 12
		12: throw r6
		13: r7 = load r2 ((*m.S).Recovers.err) local
		14: return r7
	`)
	p.requireOps(t, "(*m.S).Recovers$1", `
		0: r2 = compute
		1: r3 = compute r2, r0
		2: branch r3 -> 3 4
		3: store r1, r0 ((*m.S).Recovers.err) local
		4: return
	`)
	p.requireOps(t, "work", `
		0: r1 = const
		1: throw r1
	`)
	p.requireOps(t, "(*m.S).Iterates", `
		0: r3 = new
		1: store r3, r1 ((*m.S).Iterates.s) local
		2: r4 = const
		3: r5 = new
		4: store r5, r4 ((*m.S).Iterates.defer$stack) local
		5: r6 = new
		6: r7 = new r6, r3, r5
		7: branch -> 8 10
		8: call r0, r6, r3, r5 (Iterates$1) with _ _ s _
		9: jump -> 7
		10: call r2, r7 (seq) open
		11: r8 = load r6 ((*m.S).Iterates.jump$1) local
		12: r9 = compute r8, r0
		13: branch r9 -> 14 16
		14: r10 = const
		15: throw r10
		16: r11 = compute r8, r0
		17: branch r11 -> 18 20
		18: store r6, r0 ((*m.S).Iterates.jump$1) local
		19: jump -> 26
		20: r12 = compute r8, r0
		21: branch r12 -> 22 26
		22: branch -> 23 25
		23: release r0 (s.mu)
		24: jump -> 22
		25: return
		26: branch -> 27 29
		27: release r0 (s.mu)
		28: jump -> 26
		29: return
	`)
	p.requireOps(t, "(*m.S).Iterates$1", `
		0: r5 = load r2 ((*m.S).Iterates.jump$1) local
		1: r6 = compute r5, r0
		2: branch r6 -> 3 15
		3: store r2, r0 ((*m.S).Iterates.jump$1) local
		4: r7 = load r3 ((*m.S).Iterates.s) local
		5: acquire r7 (s.mu)
		6: r8 = load r4 ((*m.S).Iterates.defer$stack) local
		7: r9 = load r3 ((*m.S).Iterates.s) local
		8: defer r9 ((*Mutex).Unlock) open
		9: r10 = compute r1, r0
		10: branch r10 -> 11 13
		11: store r2, r0 ((*m.S).Iterates.jump$1) local
		12: return r0
		13: store r2, r0 ((*m.S).Iterates.jump$1) local
		14: return r0
		15: r11 = const
		16: throw r11
	`)
}

// What a defer writes out carries its number, and says where it may be skipped.
func TestDeferredNumbers(t *testing.T) {
	p := source(t, `
func g(int) {}
func h(int) {}
func f(b bool) {
	defer g(1)
	if b { defer h(2) }
	g(3)
}`)
	f := p.fn(t, "f")
	var got []string
	for i := range f.Ops {
		if op := &f.Ops[i]; op.Deferred != 0 {
			got = append(got, fmt.Sprintf("%d %s %s %v", op.Deferred, op.Kind, op.Callee.Name, op.Is(envs.Skippable)))
		}
	}
	slices.Sort(got)
	// Each runs before the return, and again when a panic unwinds the frame.
	require.Equal(t, []string{
		"1 call g false", "1 call g false", "1 defer g false",
		"2 call h true", "2 call h true", "2 defer h false",
	}, got)
}
