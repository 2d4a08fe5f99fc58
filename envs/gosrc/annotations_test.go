package gosrc

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/envs"
)

const annotatedSource = `package a

import (
	"sync"
	"sync/atomic"
)

type wrapped struct {
	name string
	mu   sync.Mutex
}

func (w *wrapped) Lock()   { w.mu.Lock() }
func (w *wrapped) Unlock() { w.mu.Unlock() }

type inner struct {
	sync.RWMutex
	ptr *sync.Mutex
}

type account struct {
	mu sync.Mutex
	in inner
	w  wrapped

	// balance is what there is.
	// +checklocks:mu
	balance int
	// +checklocks:mu
	// +checklocks:gate
	both, too int
	deep int // +checklocks:in.RWMutex
	deeper int // +checklocks:in.ptr
	wide int // +checklocks:w
	count int32 // +checkatomic
	// +checkatomic
	// +checklocks:mu
	mixed atomic.Int32
	free int // +checklocksignore: whatever
	// +checklocks:gates.w
	sub struct {
		mu sync.Mutex
		n  int // +checklocks:mu
	}
}

var gate sync.Mutex

var gates struct{ w wrapped }

// total is guarded.
// +checklocks:gate
var total int

var (
	// +checklocks:gates.w
	one, two int
	three int // +checklocks:gate
)

// set is called with the lock.
//
// +checklocks:a.mu
// +checklocksread:a.in.RWMutex
// +checklocksexclude:gate
// +checklocksexcludewrite:gates.w
// +checklocksalias:b.mu=a.mu
func (a *account) set(b *account, _ int) {
	a.balance = 1
	b.balance = 2 // +checklocksforce: because
	b.balance = 3
	a.both, a.too, a.deep, a.deeper, a.wide, a.count, a.free = 1, 1, 1, 1, 1, 1, 1
	a.sub.n = 1
	total, one, two, three = 1, 1, 1, 1
	a.mixed.Add(1)
}

// +checklocksacquire:a.mu
// +checklocksacquireread:a.in.RWMutex
func lock(a *account) { a.mu.Lock(); a.in.RLock() }

// +checklocksrelease:a.mu
// +checklocksreleaseread:a.in.RWMutex
func unlock[T any](n T, a *account) { a.mu.Unlock(); a.in.RUnlock() }

// +checklocksacquire:a.mu
func open() (a *account) { a = &account{}; a.mu.Lock(); return a }

// +checklocksignore
func fresh() *account { return &account{balance: 1} }

func all() { fresh().set(nil, 1); lock(open()); unlock(1, open()) }
`

func guardsOf(gs []envs.Guard) string {
	var names []string
	for _, g := range gs {
		name := g.String()
		if p := g.Path; p != nil {
			name = fmt.Sprintf("%s%d%s%s", []string{"r", "p", "g"}[p.Root], p.Reg, p.Global, p.Steps)
		}
		if g.Read {
			name += "/r"
		}
		if g.Loc != nil {
			name += " in " + g.Loc.Name
		}
		names = append(names, name)
	}
	return strings.Join(names, ", ")
}

func TestAnnotations(t *testing.T) {
	if testing.Short() {
		t.Skip("loads Go packages from their source")
	}
	p := load(t, map[string]string{"a.go": annotatedSource})
	require.Empty(t, p.Errors)

	memory := map[string]string{}
	leads := []string{}
	for loc := range p.classes.All {
		l := &loc.Loc
		if d := l.Declared; d != nil {
			memory[l.Name] = strings.TrimSpace(fmt.Sprintf("%s; %s; %v", guardsOf(d.Guards), guardsOf(d.WriteGuards), d.Atomic))
		}
		if l.Leads {
			leads = append(leads, l.Name)
		}
	}
	require.Equal(t, map[string]string{
		"m.account.balance": "p0.mu; ; false", "m.account.both": "p0.mu, g0m.gate; ; false",
		"m.account.too":  "p0.mu, g0m.gate; ; false",
		"m.account.deep": "p0.in.RWMutex; ; false", "m.account.deeper": "p0.in.ptr; ; false",
		"m.account.wide":  "p0.w.mu; ; false",
		"m.account.count": "; ; true", "m.account.mixed": "; p0.mu; true", "m.account.sub.n": "p0.mu; ; false",
		"m.account.sub": "g0m.gates.w.mu; ; false",
		"m.total":       "g0m.gate; ; false", "m.one": "g0m.gates.w.mu; ; false", "m.two": "g0m.gates.w.mu; ; false",
		"m.three": "g0m.gate; ; false",
	}, memory)
	for _, name := range []string{"m.account.mu", "m.gate"} {
		require.Contains(t, leads, name)
	}
	require.NotContains(t, leads, "m.account.balance")

	set := p.fn(t, "(*m.account).set")
	c := set.Contract
	require.Equal(t, "p0.mu in m.account.mu, p0.in.RWMutex/r in m.inner.RWMutex", guardsOf(c.Requires))
	require.Equal(t, "g0m.gate in m.gate, g0m.gates.w.mu/r in m.wrapped.mu", guardsOf(c.Excludes))
	require.Len(t, c.Aliases, 1)
	require.Equal(t, "b.mu=a.mu", c.Aliases[0][0].Text+"="+c.Aliases[0][1].Text)
	require.Equal(t, envs.Reg(1), c.Aliases[0][0].Reg)
	require.False(t, c.Ignored)
	require.Equal(t, "p0.mu in m.account.mu, p0.in.RWMutex/r in m.inner.RWMutex", guardsOf(p.fn(t,
		"lock").Contract.Acquires))
	require.Equal(t, "p1.mu in m.account.mu, p1.in.RWMutex/r in m.inner.RWMutex", guardsOf(p.fn(t,
		"unlock").Contract.Releases))
	require.Equal(t, "a lock", guardsOf(p.fn(t, "open").Contract.Acquires), "a result is no name of a frame")
	require.True(t, p.fn(t, "fresh").Contract.Ignored)
	require.Nil(t, p.fn(t, "all").Contract)

	// What the annotations name is what the operations are about.
	var forced []int
	for i := range set.Ops {
		op, pt := &set.Ops[i], envs.At(set.ID, int32(i))
		if p.Knows().Forced(pt) && op.Kind == envs.Store {
			forced = append(forced, p.Position(pt).Line)
		}
		if op.Kind == envs.Atomic {
			require.Equal(t, ".mu", op.Loc.Declared.WriteGuards[0].In([]*envs.Path{p.Knows().Base(pt)}).Path.Steps)
		}
	}
	require.Len(t, slices.Compact(forced), 1)
	require.Contains(t, strings.Split(annotatedSource, "\n")[forced[0]-1], "because")
	taken := p.fn(t, "(*m.wrapped).Lock")
	require.Equal(t, ".mu", taken.Ops[0].Path.Steps, "the lock of a type with a method Lock is the one in it")
}

func TestAnnotationsThatAreWrong(t *testing.T) {
	if testing.Short() {
		t.Skip("loads Go packages from their source")
	}
	p := load(t, map[string]string{"a.go": `package a

import "sync"

type t struct {
	mu sync.Mutex
	// +checklocks:nu
	a int
	b int // +checklocks:a
	// +checklocks
	c int
	// +checklocksread:mu
	d int
	// +checklockz:mu
	e int
	f int // +checklocks:mu.x
	g int // +checklocks:mu[0]
	h int // +checkatomically
}

// +checklocks:mu
// +checklocksacquire:x.a
// +checkatomic
// +checklocksalias:x.mu
// +checklocksalias:x.mu=y.mu
// +checklocks:x.mu
func (x *t) f1() {
	// +checklocks:x.mu
	x.a = 1 // +checklocksforce
	_ = 2 // +checklocksforced
}

var (
	// +checklocks:a.mu
	v int
)
`})
	var got []string
	for _, e := range p.Errors {
		got = append(got, e.Error())
	}
	require.Equal(t, []string{
		`a.go:7:5: +checklocks: there is no nu here: want a field of the struct or a package variable`,
		`a.go:9:11: +checklocks: a is of type int, which is no lock: want one with a method Lock`,
		`a.go:10:5: +checklocks: want a lock after it, as in +checklocks:mu`,
		`a.go:12:5: +checklocksread is for functions, and this is memory: want +checklocks:LOCK or +checkatomic`,
		"a.go:14:5: +checklockz is no annotation: " +
			`want +checklocks, read, acquire, release, exclude, alias, ignore or force after it, or +checkatomic`,
		`a.go:16:11: +checklocks: sync.Mutex has no field x`,
		`a.go:17:11: +checklocks: "mu[0]" is no way to a lock: want names with points between them`,
		`a.go:21:4: +checklocks: there is no mu here: want the receiver, a parameter, a result or a package variable`,
		`a.go:22:4: +checklocksacquire: x.a is of type int, which is no lock: want one with a method Lock`,
		`a.go:23:4: +checkatomic is not for functions`,
		`a.go:24:4: +checklocksalias: want two locks, as in +checklocksalias:a.mu=b.mu`,
		`a.go:25:4: +checklocksalias: there is no y here: want the receiver, a parameter, a result or a package variable`,
		`a.go:28:5: +checklocks stands beside no field, package variable or declaration of a function`,
		"a.go:30:11: +checklocksforced is no annotation: " +
			`want +checklocks, read, acquire, release, exclude, alias, ignore or force after it, or +checkatomic`,
		`a.go:34:5: +checklocks: there is no a here: want a package variable`,
	}, got)
	require.Len(t, p.fn(t, "(*m.t).f1").Contract.Requires, 1, "the rest goes on")
}

// A mark that marks nothing is an error.
func TestMarks(t *testing.T) {
	p := load(t, map[string]string{"a.go": `package m

//parallax:atomic
func f() {
	//parallax:atomic
	func() {}()
}

// g is one step.
//
//parallax:atomic because it has to be
func g() {}

//parallax:atomc
func h() {}

//parallax:atomic
var v int

// It is said by //parallax:atomic, or so.
// parallax:atomic
func i() {}
`})
	var got []string
	for _, e := range p.Errors {
		got = append(got, e.Error())
	}
	require.Equal(t, []string{
		`a.go:5:2: //parallax:atomic stands beside no declaration of a function`,
		`a.go:14:1: //parallax:atomc is no mark: want //parallax:atomic`,
		`a.go:17:1: //parallax:atomic stands beside no declaration of a function`,
	}, got)
	for name, want := range map[string]bool{"f": true, "g": true, "h": false, "i": false} {
		require.Equal(t, want, p.fn(t, name).Atomic, name)
	}
}
