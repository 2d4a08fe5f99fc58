package fixpoint

import (
	"fmt"
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/envs"
)

// The workload that fixpoint engines are compared on: segments of ten points, a
// diamond and a counting loop, over twenty interval variables, wrapped in one to
// three nested loops.

const numVars = 20

type iv struct{ lo, hi int64 }

// ivs is a dense state of twenty intervals.
type ivs [numVars]iv

func (s *ivs) Clone() *ivs { c := *s; return &c }

func (s *ivs) CloneInto(spare *ivs) *ivs { *spare = *s; return spare }

func (s *ivs) Merge(o *ivs) (*ivs, bool) {
	grew := false
	for i := range s {
		if o[i].lo < s[i].lo {
			s[i].lo, grew = o[i].lo, true
		}
		if o[i].hi > s[i].hi {
			s[i].hi, grew = o[i].hi, true
		}
	}
	return s, grew
}

func (s *ivs) Widen(o *ivs, _ ...int64) (*ivs, bool) {
	grew := false
	for i := range s {
		if o[i].lo < s[i].lo {
			s[i].lo, grew = math.MinInt64, true
		}
		if o[i].hi > s[i].hi {
			s[i].hi, grew = math.MaxInt64, true
		}
	}
	return s, grew
}

func (s *ivs) Narrow(o *ivs) (*ivs, bool) {
	changed := false
	for i := range s {
		if s[i].lo == math.MinInt64 && o[i].lo != s[i].lo {
			s[i].lo, changed = o[i].lo, true
		}
		if s[i].hi == math.MaxInt64 && o[i].hi != s[i].hi {
			s[i].hi, changed = o[i].hi, true
		}
	}
	return s, changed
}

func (s *ivs) String() string { return fmt.Sprint(s[:3]) }

// intervals is the checker: Const sets its variable to [0,0], Compute adds one,
// and a branch on a variable tells whether it is at most 99.
type intervals struct{ last *ivs }

func (c *intervals) analysis() Analysis[*ivs] {
	return Analysis[*ivs]{
		Entry: c.Entry, Step: c.Step, Branch: c.Branch,
	}
}

func (intervals) Entry(envs.Env, *envs.Func) *ivs { return &ivs{} }

func (c *intervals) Step(env envs.Env, op *envs.Op, s *ivs) *ivs {
	switch op.Kind {
	case envs.Const:
		s[op.Dst-1] = iv{}
	case envs.Compute:
		v := &s[op.Dst-1]
		if v.lo != math.MinInt64 {
			v.lo++
		}
		if v.hi != math.MaxInt64 {
			v.hi++
		}
	case envs.Return:
		c.last = s.Clone()
	}
	return s
}

func (*intervals) Branch(_ envs.Env, op *envs.Op, taken int, s *ivs) (*ivs, bool) {
	if len(op.Uses) == 0 {
		return s, true
	}
	v := &s[op.Uses[0]-1]
	if taken == 0 {
		v.hi = min(v.hi, 99)
	} else {
		v.lo = max(v.lo, 100)
	}
	return s, v.lo <= v.hi
}

// segments makes a function of n points with loops nested as deep as depth: each
// of the outer loops holds a part of the segments.
func segments(n, depth int) *envs.Func {
	fn := &envs.Func{Name: "segments", Regs: numVars + 1}
	emit := func(o envs.Op) int {
		o.PC = int32(len(fn.Ops))
		fn.Ops = append(fn.Ops, o)
		return int(o.PC)
	}
	split := func(uses []envs.Reg, a, b int) {
		fn.Lists = append(fn.Lists, []int32{int32(a), int32(b)})
		emit(envs.Op{Kind: envs.Branch, Uses: uses, To: int32(len(fn.Lists) - 1)})
	}
	add := func(v int) {
		emit(envs.Op{Kind: envs.Compute, Results: 1, Dst: envs.Reg(v), Uses: []envs.Reg{envs.Reg(v)}})
	}
	set := func(v int) { emit(envs.Op{Kind: envs.Const, Results: 1, Dst: envs.Reg(v)}) }
	k := 0
	segment := func() {
		at, i, j := len(fn.Ops), k%17+1, (k+1)%17+1
		k++
		split(nil, at+1, at+3) // the diamond
		set(i)
		emit(envs.Op{Kind: envs.Jump, To: int32(at + 4)})
		add(j)
		set(i)                                     // at+4: where it meets
		split([]envs.Reg{envs.Reg(i)}, at+6, at+9) // at+5: the loop's head
		add(i)
		emit(envs.Op{Kind: envs.Nop})
		emit(envs.Op{Kind: envs.Jump, To: int32(at + 5)})
		emit(envs.Op{Kind: envs.Nop}) // at+9
	}
	var nest func(count, level int)
	nest = func(count, level int) {
		if level == 0 {
			for range count {
				segment()
			}
			return
		}
		const parts = 10
		for range parts {
			v := numVars - level + 1
			set(v)
			head := len(fn.Ops)
			fn.Lists = append(fn.Lists, nil)
			list := len(fn.Lists) - 1
			emit(envs.Op{Kind: envs.Branch, Uses: []envs.Reg{envs.Reg(v)}, To: int32(list)})
			nest(max(1, count/parts), level-1)
			add(v)
			emit(envs.Op{Kind: envs.Jump, To: int32(head)})
			fn.Lists[list] = []int32{int32(head + 1), int32(len(fn.Ops))}
		}
	}
	nest(n/10, depth-1)
	emit(envs.Op{Kind: envs.Return})
	return fn
}

func TestIntervalsOfSegments(t *testing.T) {
	for depth := 1; depth <= 3; depth++ {
		c := &intervals{}
		solved(t, program(segments(2000, depth)), c.analysis(), Options{})
		if depth == 1 { // otherwise the domain cannot know that the outer loop is entered at all
			for v := range 17 {
				require.Equal(t, int64(100), c.last[v].lo, "variable %d after its loop", v+1)
			}
		}
		if depth > 1 {
			require.Equal(t, iv{100, 100}, c.last[numVars-depth+1], "the counter of the outermost loop is exact after narrowing")
		}
	}
}

func BenchmarkSegments(b *testing.B) {
	for _, n := range []int{10_000, 1_000_000} {
		for depth := 1; depth <= 3; depth++ {
			p := program(segments(n, depth))
			points := len(p.Fns[0].Ops)
			b.Run(fmt.Sprintf("points=%d/nesting=%d", n, depth), func(b *testing.B) {
				var visits int64
				for b.Loop() {
					visits = solved(b, p, (&intervals{}).analysis(), Options{}).Stats().Visits
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(points), "ns/point")
				b.ReportMetric(float64(visits)/float64(points), "visits/point")
			})
		}
	}
}

// bounded tells callees apart by how large the first variable may be.
type bounded struct{ intervals }

func (c *bounded) analysis() Analysis[*ivs] {
	return Analysis[*ivs]{Entry: c.Entry, Step: c.Step, Branch: c.Branch, Enter: c.Enter}
}

func (*bounded) Enter(_ envs.Env, _ *envs.Op, s *ivs, _ *envs.Func) (*ivs, string) {
	if s[0].hi == math.MaxInt64 {
		return &ivs{}, "unbounded"
	}
	return &ivs{}, "bounded"
}

func (c *bounded) Step(env envs.Env, op *envs.Op, s *ivs) *ivs {
	if op.Kind == envs.Nop {
		env.Report(envs.Report{Kind: "after", Message: "after the call"})
	}
	return c.intervals.Step(env, op, s)
}

// Narrower states might call in contexts that no state had before.
func TestContextsAreNotNarrowed(t *testing.T) {
	f := function("f", op(envs.Const, 1), op(envs.Branch, 0, 1), op(envs.Compute, 1), jump(1),
		calling(0, 1), op(envs.Nop, 0), op(envs.Return, 0))
	targets(f, 1, 2, 4)
	for _, descend := range []int{-1, 1, 2} {
		e := solved(t, program(f, function("g", op(envs.Return, 0))), (&bounded{}).analysis(), Options{Descend: descend})
		require.Len(t, reports(t, e), 1, "descend: %d", descend)
	}
}
