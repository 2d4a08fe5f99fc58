package gosrc

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/envs"
)

const callsSource = `
import (
	"sort"
	"sync"
	"sync/atomic"
	"time"
)

type S struct {
	mu   sync.Mutex
	q    []int
	once sync.Once
	wg   sync.WaitGroup
	a    atomic.Int64
	raw  int64
}

func (s *S) step() {}

func (s *S) Threads() {
	go s.step()
	s.wg.Go(func() { s.step() })
	s.wg.Wait()
	time.AfterFunc(1, s.step)
}

func (s *S) Once() {
	s.once.Do(func() { s.step() })
}

func (s *S) Sort() {
	sort.Slice(s.q, func(i, j int) bool { return i < j })
}

func (s *S) Atomics() {
	s.a.Add(1)
	s.a.Store(2)
	atomic.AddInt64(&s.raw, 1)
	_ = s.a.Load()
}

func Gen[T any](x T, f func(T) bool) bool { return f(x) }

func UseGen() bool { return Gen(1, nil) }

func Recursive() {
	var f func(int) int
	f = func(n int) int {
		if n == 0 {
			return 0
		}
		return f(n - 1)
	}
	f(3)
}

type I interface {
	M(int)
	private()
}

type A struct{ mu sync.Mutex }

func (a *A) M(int)    {}
func (a *A) private() {}

type B struct{ *A }

func Invoke(i I)     { i.M(1) }
func Boxed(a *A)     { I(a).M(2) }
func Promoted(b B)   { b.M(3) }
func Expr(a *A)      { (*A).M(a, 4) }
func Value(f func()) { f() }

func one(*S) {}
func two(*S) {}

func Phi(s *S, c bool) {
	f := one
	if c {
		f = two
	}
	f(s)
}

func Assigned(s *S, c bool) {
	f := one
	if c {
		f = func(*S) { s.step() }
	}
	func() { f(s) }()
}

type Hook struct {
	run   func(*S)
	other func(*S)
	Any   func(*S)
}

func NewHook(c bool) *Hook {
	h := &Hook{run: one, other: one}
	if c {
		h.run = two
	}
	return h
}

func SetOther(h *Hook, f func(*S)) { h.other = f }

func Field(h *Hook, s *S) {
	h.run(s)
	h.other(s)
	h.Any(s)
}

type Inner struct{ run func(*S) }

type Outer struct{ run func(*S) }

func Convert(in Inner, s *S) {
	out := Outer(in)
	p := &out
	p.run(s)
}

func Fill(o *Outer) { o.run = one }

type J interface {
	N() int
	secret()
}

type List[T any] struct{ x T }

func (l *List[T]) N() T    { return l.x }
func (l *List[T]) secret() {}

func UseList(j J) int { return j.N() }

type K interface{ secret(int) }

type Not[T any] struct{}

func (*Not[T]) secret(string) {}

func UseK(k K) { k.secret(1) }
func Ints() J  { return &List[int]{1} }`

func TestCalls(t *testing.T) {
	p := source(t, callsSource)
	p.requireOps(t, "(*m.S).step", `
		0: return
	`)
	p.requireOps(t, "(*m.S).Threads", `
		0: r2 = new
		1: store r2, r1 ((*m.S).Threads.s)
		2: r3 = load r2 ((*m.S).Threads.s)
		3: fork r3 ((*S).step) with s
		4: r4 = load r2 ((*m.S).Threads.s)
		5: r5 = addr r4 (m.S.wg)
		6: r6 = new r2
		7: fork r2 (Threads$1) with s
		8: r7 = load r2 ((*m.S).Threads.s)
		9: r8 = addr r7 (m.S.wg)
		10: join (m.S.wg) shared
		11: r9 = load r2 ((*m.S).Threads.s)
		12: r10 = new r9
		13: fork r9 ((*S).step) with s
		14: r11 = call r0, r10 (AfterFunc) open
		15: return
	`)
	p.requireOps(t, "(*m.S).Threads$1", `
		0: r2 = load r1 ((*m.S).Threads.s)
		1: call r2 ((*S).step) with s
		2: return
	`)
	p.requireOps(t, "(*m.S).Once", `
		0: r2 = new
		1: store r2, r1 ((*m.S).Once.s)
		2: r3 = load r2 ((*m.S).Once.s)
		3: r4 = addr r3 (m.S.once)
		4: r5 = new r2
		5: branch -> 6 7
		6: call r2 (Once$1) with s
		7: call r4, r5 ((*Once).Do) open
		8: return
	`)
	p.requireOps(t, "(*m.S).Once$1", `
		0: r2 = load r1 ((*m.S).Once.s)
		1: call r2 ((*S).step) with s
		2: return
	`)
	p.requireOps(t, "(*m.S).Sort", `
		0: r2 = load r1 (m.S.q)
		1: r3 = move r2
		2: branch -> 3 5
		3: call r0, r0 (Sort$1)
		4: jump -> 2
		5: call r3, r0 (Slice) open
		6: return
	`)
	p.requireOps(t, "(*m.S).Sort$1", `
		0: r3 = compute r1, r2
		1: return r3
	`)
	p.requireOps(t, "(*m.S).Atomics", `
		0: r2 = atomic r1, r0 (m.S.a) volatile
		1: store r1, r0 (m.S.a) volatile
		2: r3 = atomic r1, r0 (m.S.raw) volatile
		3: r4 = load r1 (m.S.a) volatile
		4: return
	`)
	p.requireOps(t, "Gen", `
		0: r3 = call r2, r1 (f) open
		1: return r3
	`)
	p.requireOps(t, "UseGen", `
		0: r1 = call r0, r0 (Gen[int])
		1: return r1
	`)
	p.requireOps(t, "Recursive", `
		0: r1 = new
		1: r2 = new r1
		2: store r1, r2 (m.Recursive.f)
		3: r3 = load r1 (m.Recursive.f)
		4: r4 = call r0, r1 (Recursive$1)
		5: return
	`)
	p.requireOps(t, "Recursive$1", `
		0: r3 = compute r1, r0
		1: branch r3 -> 2 3
		2: return r0
		3: r4 = load r2 (m.Recursive.f)
		4: r5 = compute r1, r0
		5: r6 = call r5, r0 (Recursive$1)
		6: return r6
	`)
	p.requireOps(t, "(*m.A).M", `
		0: return
	`)
	p.requireOps(t, "(*m.A).private", `
		0: return
	`)
	p.requireOps(t, "Invoke", `
		0: call r1, r0 (I.M) with i _
		1: return
	`)
	p.requireOps(t, "Boxed", `
		0: r2 = move r1
		1: call r1, r0 ((*A).M) with a _
		2: return
	`)
	p.requireOps(t, "Promoted", `
		0: r2 = compute r1
		1: call r2, r0 ((*A).M) with b.A _
		2: return
	`)
	p.requireOps(t, "Expr", `
		0: call r1, r0 ((*A).M) with a _
		1: return
	`)
	p.requireOps(t, "Value", `
		0: call r1 (f) open
		1: return
	`)
}

// callees lists what the calls of a function may reach, call by call.
func (p *Program) callees(t *testing.T, name string) []string {
	t.Helper()
	var all []string
	f := p.fn(t, name)
	for i := range f.Ops {
		c := f.Ops[i].Callee
		if c == nil {
			continue
		}
		var names []string
		for _, id := range c.Funcs {
			names = append(names, strings.ReplaceAll(p.Func(id).Name, "m.", ""))
		}
		if c.Open {
			names = append(names, "...")
		}
		all = append(all, strings.Join(names, " "))
	}
	return all
}

func TestCallees(t *testing.T) {
	if testing.Short() {
		t.Skip("loads Go packages from their source")
	}
	p := source(t, callsSource)
	for name, want := range map[string][]string{
		"Phi":        {"one two"},
		"Assigned$2": {"one Assigned$1"},
		"Field":      {"one two", "one ...", "..."},
		"Convert":    {"one ..."},
		"Value":      {"..."},
		"UseList":    {"(*List[T]).N"},
		"UseK":       {"..."},
		"Invoke":     {"(*A).M"},
	} {
		require.Equal(t, want, p.callees(t, name), name)
	}
	// A function value stands before its arguments, and what the closures among its callees have captured is behind
	// them.
	call := opOf(p.fn(t, "Assigned$2"), envs.Call)
	require.Equal(t, 1, call.Callee.FirstArg)
	require.Len(t, call.Uses, 1+1+1)
	require.Len(t, call.Callee.Args, 2)
	require.Equal(t, "s", call.Callee.Args[0].String())
}

func opOf(f *envs.Func, kind envs.Kind) *envs.Op {
	for i := range f.Ops {
		if f.Ops[i].Kind == kind {
			return &f.Ops[i]
		}
	}
	return nil
}

// Callees say their names in full, known or not, called directly or not.
func TestFullNames(t *testing.T) {
	if testing.Short() {
		t.Skip("loads Go packages from their source")
	}
	p := source(t, `
		import (
			"io"
			"net/http"
			"os"
			"slices"
		)
		type T struct{ *http.Request; r io.ReadCloser }
		func (T) Value() {}
		func (*T) Pointer() {}
		func gen[X any](x X) {}
		func Calls(t *T, f func(), w http.ResponseWriter, s []int) {
			os.Getenv("x")
			t.FormValue("x")
			t.r.Close()
			w.Header().Get("x")
			t.Value()
			t.Pointer()
			gen(1)
			slices.Sort(s)
			get := os.Getenv
			get("y")
			f()
			func() {}()
			defer w.WriteHeader(1)
			defer http.Error(w, "", 1)
			go f()
		}
		func Loop(seq func(func(int) bool), w http.ResponseWriter, f func()) {
			for range seq {
				defer w.WriteHeader(1)
				defer f()
			}
		}`)
	names := func(fn string) (names []string) {
		f := p.fn(t, fn)
		for i := range f.Ops {
			if c := f.Ops[i].Callee; c != nil && f.Ops[i].Kind != envs.Defer {
				names = append(names, c.FullName())
			}
		}
		return names
	}
	require.Equal(t, []string{
		"os.Getenv", "(*net/http.Request).FormValue", "(io.Closer).Close", "(net/http.ResponseWriter).Header",
		"(net/http.Header).Get",
		"(m.T).Value", "(*m.T).Pointer", "m.gen", "slices.Sort", "os.Getenv", "", "m.Calls$1", "",
		"net/http.Error", "(net/http.ResponseWriter).WriteHeader", // at the return
		"(net/http.ResponseWriter).WriteHeader", // where http.Error panics
	}, names("m.Calls"))
	require.Equal(t, []string{
		"m.Loop$1",                                      // by seq
		"", "", "(net/http.ResponseWriter).WriteHeader", // at the return
		"", "(net/http.ResponseWriter).WriteHeader", // in a panic
	}, names("m.Loop"))
}
