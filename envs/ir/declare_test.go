package ir_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/ir"
)

const declared = `class Account {
	balance = 0 guarded by this guarded by gate
	volatile limit writes guarded by this
	owner
}

final gate = new Object
var total = 1 guarded by gate

func set(a, n) requires a, gate excludes total2 {
	a.balance = n
}

func take(a) acquires a {
	acquire a
}

func give(a) releases a {
	release a
}

final total2 = new Object

func main() {}
`

func TestDeclared(t *testing.T) {
	p, err := ir.Parse("x.plx", declared)
	require.NoError(t, err)
	again, err := ir.Parse("x.plx", p.String())
	require.NoError(t, err)
	require.Equal(t, p.String(), again.String())
	require.Contains(t, p.String(),
		"\tbalance = 0 guarded by this guarded by gate\n\tvolatile limit writes guarded by this\n\towner\n")
	require.Contains(t, p.String(), "func set(a, n) requires a, gate excludes total2 {\n")

	names := func(gs []envs.Guard) (names []string) {
		for _, g := range gs {
			names = append(names, g.String())
		}
		return names
	}
	set := p.FuncByName("set")
	require.Equal(t, []string{"a", "gate"}, names(set.Contract.Requires))
	require.Equal(t, []string{"total2"}, names(set.Contract.Excludes))
	require.Equal(t, []string{"a"}, names(p.FuncByName("take").Contract.Acquires))
	give := p.FuncByName("give").Contract
	require.Equal(t, []string{"a"}, names(give.Releases))
	require.Equal(t, []string{"a"}, names(give.Held()))
	require.Nil(t, p.FuncByName("main").Contract.Held())

	for i := range set.Ops {
		if op := &set.Ops[i]; op.Kind == envs.Store {
			d := op.Loc.Declared
			require.Equal(t, []string{"this", "gate"}, names(d.Guards))
			require.False(t, d.Atomic)
			a := &envs.Path{Root: envs.AtReg, Reg: 3, Text: "acc"}
			require.True(t, d.Guards[0].In([]*envs.Path{a}).Path.Same(a), "this is the object")
			require.Equal(t, "gate", d.Guards[1].In([]*envs.Path{a}).Path.Global)
			return
		}
	}
	require.Fail(t, "there is no store")
}

func TestDeclaredWrongly(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"class A { x guarded by y }", "1:24: a guard is this or a named object, and not y"},
		{"var x guarded by this", "1:18: a guard is a named object, and not this"},
		{"final x = 1 guarded by x", "1:24: x is final: nothing guards it"},
		{"class A { x guarded this }", `1:21: expected "guarded by" and a lock, found "this"`},
		{"func f(a) requires b { }", "1:20: requires b: want a named object, or a parameter that is not assigned"},
		{"func f(a) requires a { a = nil }", "1:20: requires a: want a named object, or a parameter that is not assigned"},
		{"func f(a) needs a { }",
			`1:11: expected requires, acquires, releases, excludes or the body of the function, found "needs"`},
		{"var x\nfunc f() acquires x { }", "2:19: acquires x: want a named object, or a parameter that is not assigned"},
		{"class A { x writes guarded by 7 }", "1:31: expected a name, found \"7\""},
		{"final g = new Object\nfunc f() requires g,, { }", `2:21: expected a name, found ","`},
	} {
		_, err := ir.Parse("x.plx", c.text+"\nfunc main() {}")
		require.EqualError(t, err, "x.plx:"+c.want, c.text)
	}
}
