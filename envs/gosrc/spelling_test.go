package gosrc

import (
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/tools/go/ssa"

	"github.com/seed38182bad/parallax/envs"
)

// Registers are named as the source writes what they hold.
func TestNameOf(t *testing.T) {
	p := source(t, `
type T struct{ a, b []int; in struct{ n int }; next *T }
var table [4]int
func f(t *T, s []int, by map[string]int, k string) (r int) {
	for i := 0; i < len(s); i++ {
		r += s[i]
		if i+1 < len(t.a) { r += t.a[i+1] + t.next.b[0] + t.in.n }
	}
	n := by[k]
	r += table[n&3] + int(byte(n))
	func() { r += s[0] }()
	return r + (n+1)*(n+2)*(n+3)
}`)
	f := p.fn(t, "f")
	var got []string
	for r := envs.Reg(1); int(r) < f.Regs; r++ {
		if n := p.Knows().NameOf(f.ID, r); n != "" {
			got = append(got, n)
		}
	}
	for _, want := range []string{"t", "s", "by", "k", "r", "i", "s[i]", "len(s)", "t.a", "len(t.a)", "t.a[i + 1]",
		"t.next", "t.next.b[0]", "t.in.n", "by[k]", "table[by[k] & 3]"} {
		require.Contains(t, got, want)
	}
	p = source(t, "func f(s []int) (n int) {\n\tfor _, x := range s { n += x }\n\treturn n\n}")
	f = p.fn(t, "f")
	m := p.Map(f.ID)
	for _, b := range m.SSA.Blocks {
		for _, in := range b.Instrs {
			if phi, ok := in.(*ssa.Phi); ok && phi.Comment == "rangeindex" {
				require.Empty(t, p.Knows().NameOf(f.ID, m.Reg(phi)), "no name of the source")
			}
		}
	}
	require.Empty(t, p.Knows().NameOf(f.ID, 0))
}

// What people are told of a lock has no names that go/ssa makes up.
func TestNoMadeUpNames(t *testing.T) {
	if testing.Short() {
		t.Skip("loads Go packages from their source")
	}
	p := source(t, `
import "sync"
type T struct { mu sync.Mutex; in []*T; by map[int]*T; few [3]*T }
func f(t *T, e []*T, ch chan int) {
	for i := range e { e[i].mu.Lock(); e[i+1].mu.Lock(); t.by[i].mu.Lock(); e[2*i].mu.Lock() }
	for _, x := range e { x.mu.Lock() }
	for i := range 3 { t.few[i].mu.Lock() }
	for i := range ch { t.in[i].mu.Lock() }
	for i := range t.few { t.few[i].mu.Lock() }
	for i, c := range "abc" { e[i].in[c].mu.Lock() }
	t.few[2].mu.Lock()
	t.by[-1].mu.Lock()
}`)
	f := p.fn(t, "f")
	var got []string
	for i := range f.Ops {
		if op := &f.Ops[i]; op.Kind == envs.Acquire {
			require.NotNil(t, op.Path, "op %d", i)
			got = append(got, op.Path.Text)
		}
	}
	require.NotEmpty(t, got)
	for _, text := range got {
		require.NotRegexp(t, "range|:int|:rune|phi", text)
	}
	require.Subset(t, got, []string{"e[index].mu", "e[index+1].mu", "e[2*index].mu", "t.few[2].mu", "t.by[-1].mu"}, "%q",
		got)
}
