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
		if n := p.NameOf(f.ID, r); n != "" {
			got = append(got, n)
		}
	}
	for _, want := range []string{"t", "s", "by", "k", "r", "i", "s[i]", "len(s)", "t.a", "len(t.a)", "t.a[i + 1]", "t.next", "t.next.b[0]", "t.in.n", "by[k]", "table[by[k] & 3]"} {
		require.Contains(t, got, want)
	}
	p = source(t, "func f(s []int) (n int) {\n\tfor _, x := range s { n += x }\n\treturn n\n}")
	f = p.fn(t, "f")
	m := p.Map(f.ID)
	for _, b := range m.SSA.Blocks {
		for _, in := range b.Instrs {
			if phi, ok := in.(*ssa.Phi); ok && phi.Comment == "rangeindex" {
				require.Empty(t, p.NameOf(f.ID, m.Reg(phi)), "no name of the source")
			}
		}
	}
	require.Empty(t, p.NameOf(f.ID, 0))
}
