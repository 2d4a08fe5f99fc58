package transactions_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/seed38182bad/parallax/dataflow"
	"github.com/seed38182bad/parallax/dataflow/transactions"
	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/ir"
	"github.com/seed38182bad/parallax/lattice/latticetest"
)

// teller reports what begins and ends, and accesses in transactions and outside.
type teller struct{ open transactions.Follower }

func telling(rules *transactions.Rules) func(*dataflow.Requires) dataflow.Analysis[at] {
	return func(r *dataflow.Requires) dataflow.Analysis[at] {
		return teller{transactions.Follow(r, rules)}.analysis()
	}
}

func (c teller) analysis() dataflow.Analysis[at] {
	return dataflow.Analysis[at]{
		Entry: c.Entry, Step: c.Step,
		Enter: c.Enter, Return: c.Return,
	}
}

type at = transactions.State

func (c teller) Entry(env envs.Env, fn *envs.Func) at { return c.open.Entry(env, fn) }
func (c teller) Enter(env envs.Env, _ *envs.Op, s at, fn *envs.Func) (at, string) {
	return c.open.Enter(env, s, fn), ""
}
func (c teller) Return(env envs.Env, _ *envs.Op, exit, s at) at {
	s, now := c.open.Return(env, s, exit)
	tell(env, now)
	return s
}

func (c teller) Step(env envs.Env, op *envs.Op, s at) at {
	s, now := c.open.Step(env, op, s)
	tell(env, now)
	if op.Accesses() {
		if s.MayBeIn() {
			env.Report(envs.Report{Kind: "in"})
		}
		if s.MayBeOut() {
			env.Report(envs.Report{Kind: "out"})
		}
	}
	return s
}

func tell(env envs.Env, now transactions.Change) {
	if now.Begins {
		env.Report(envs.Report{Kind: "begins"})
	}
	if now.Ends {
		env.Report(envs.Report{Kind: "ends"})
	}
}

// told lists what is reported in the lines of a program, as "LINE KIND".
func told(t *testing.T, text, rules string) (static, dynamic []string) {
	p, err := ir.Parse("x.plx", text)
	require.NoError(t, err)
	r, err := transactions.Parse("rules", []byte(rules))
	require.NoError(t, err)
	result, err := dataflow.NewAnalyzer("teller", "", telling(r)).Fixpoint(context.Background(), p, dataflow.Options{})
	require.NoError(t, err)
	w := dataflow.NewAnalyzer("teller", "", telling(r)).Replay(p)
	require.NoError(t, w.Run(context.Background(), p.Run(1, ir.Options{})))
	return lines(result.Findings), lines(w.Findings())
}

func lines(fs []envs.Finding) []string {
	var list []string
	for _, f := range fs {
		for _, p := range f.Sites() {
			list = append(list, fmt.Sprintf("%02d %s", p.Line, f.Kind))
		}
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// wanted lists what comments say, which are between the bars of "// |begins in|".
func wanted(text string) []string {
	var list []string
	for i, line := range strings.Split(text, "\n") {
		if _, rest, ok := strings.Cut(line, "// |"); ok {
			for _, kind := range strings.Fields(strings.TrimSuffix(rest, "|")) {
				list = append(list, fmt.Sprintf("%02d %s", i+1, kind))
			}
		}
	}
	slices.Sort(list)
	return list
}

const program = `class Object2 { f, g }
final o = new Object2
final p = new Object2
atomic func whole() {
	o.f = 1 // |in|
	sync o {
		inner()
	}
} // |ends|
func inner() {
	o.g = 1 // |in|
}
atomic func part() {
	o.f = 3 // |in|
}
func outer() {
	o.f = 2 // |out|
	acquire o // |begins|
	acquire p
	o.f = 3 // |in|
	part()
	release o
	o.f = 4 // |in|
	release p // |ends|
	o.f = 5 // |out|
}
func take(x) {
	acquire x // |begins|
}
func give(x) {
	release x // |ends|
}
func helped() {
	take(o)
	o.f = 6 // |in|
	give(o)
	o.f = 7 // |out|
}
func waits() {
	sync p { // |begins|
		o.f = 1 // |in|
		while o.g == 0 { // |in|
			wait p // |begins ends|
		}
		o.f = 1 // |in|
	} // |ends|
}
root func offered() { // started: only its blocks count
	o.f = 1 // |out|
}
func main() {
	t = spawn offered()
	join t
	whole()
	outer()
	helped()
	v = spawn helped()
	sync o { // |begins|
		skip
	} // |ends|
	join v
	o.g = 0 // |out|
	u = spawn waits()
	n = 50
	while n > 0 {
		n = n - 1
	}
	sync p { // |begins|
		o.g = 1 // |in|
		notify p
	} // |ends|
	join u
}
`

// What begins and ends is the same over all paths and in a run; only part is looked at over all
// paths as called by others, too.
func TestTransactions(t *testing.T) {
	static, dynamic := told(t, program, "")
	want := wanted(program)
	require.Equal(t, want, dynamic)
	require.Equal(t, want, static)
}

// A file says otherwise.
func TestRules(t *testing.T) {
	const text = `class Object2 { f }
final o = new Object2
atomic func marked() {
	o.f = 1 // |out|
	sync o { // |begins|
		o.f = 1 // |in|
	} // |ends|
}
func plain() {
	o.f = 1 // |in|
} // |ends|
func never() {
	sync o {
		o.f = 1 // |out|
	}
}
func main() {
	marked()
	plain()
	never()
}
`
	_, dynamic := told(t, text, "# comment\n\n  blocks *mark*d # no step\natomic none\natomic p*\nnone  never\t#it\n")
	require.Equal(t, wanted(text), dynamic)
}

func TestRulesThatAreWrong(t *testing.T) {
	_, err := transactions.Parse("my.rules", []byte("atomic\nbig f\natomic f\nnone # f\nnone f g\n"))
	require.EqualError(t, err, `my.rules:1:1: "atomic": want atomic, blocks or none, and the name of a function after it
my.rules:2:1: "big" is no kind of rule: want atomic, blocks or none
my.rules:4:1: "none": want atomic, blocks or none, and the name of a function after it
my.rules:5:1: "g" after the name: want nothing, or a comment, which begins with #; for a space in a name write *`)
}

func TestPatterns(t *testing.T) {
	for pattern, names := range map[string][2]string{
		"f":        {"f", "ff"},
		"*":        {"(*a.T).M", ""},
		"a.*":      {"a.f", "b.a.f"},
		"(*.T).M*": {"(*a.T).Mx", "(*a.T).N"},
		"*a*b*c":   {"xaybc", "xbyac"},
		"aa*a":     {"aaa", "aa"},
		"init#1":   {"init#1", "init"},
		"(*a.T).M": {"(*x.io/y/a.T).M", "(*x.io/a/b.T).M"},
		"x.io/a.*": {"x.io/a.f", "y.io/a.f"},
	} {
		rules, err := transactions.Parse("f", []byte("none "+pattern))
		require.NoError(t, err)
		require.True(t, rules.Excludes(nil, &envs.Func{Name: names[0]}), "%s matches %s", pattern, names[0])
		if names[1] != "" {
			require.False(t, rules.Excludes(nil, &envs.Func{Name: names[1]}), "%s does not match %s", pattern,
				names[1])
		}
	}
}

func TestStateLaws(t *testing.T) {
	latticetest.CheckState(t, rapid.Map(rapid.IntRange(0, 15), func(b int) at { return at(b) }))
}
