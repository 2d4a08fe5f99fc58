package dbm_test

import (
	"fmt"
	"maps"
	"slices"

	"github.com/seed38182bad/parallax/domains/linear"
	"github.com/seed38182bad/parallax/domains/machine"
	"pgregory.net/rapid"
)

// Small states lie within ±room, and what operations make of them within ±edge, but
// for variables of which nothing is known.
const (
	room = 2
	edge = 20
)

// small draws a state of Vars variables within ±room.
func (s Suite[S]) small(t *rapid.T, label string) S {
	state := s.top(Vars)
	if rapid.IntRange(0, 5).Draw(t, label+": hard") == 0 {
		for x := range Vars {
			mustDo(t, state.Assign(x, linear.Between[int](linear.Interval{Lo: -room, Hi: room})))
		}
		for _, e := range s.hard() {
			mustDo(t, state.Assume(e, machine.Le, linear.Const[int](0)))
		}
		return state
	}
	for x := range Vars {
		lo, hi := int64(-room), int64(room)
		if rapid.IntRange(0, 2).Draw(t, label+": narrow") == 0 {
			lo = rapid.Int64Range(lo, hi).Draw(t, label+": lower bound")
			hi = rapid.Int64Range(lo, hi).Draw(t, label+": upper bound")
		}
		mustDo(t, state.Assign(x, linear.Between[int](linear.Interval{Lo: lo, Hi: hi})))
	}
	for range rapid.IntRange(0, 5).Draw(t, label+": constraints") {
		form := rapid.SampledFrom(s.forms()[Vars:]).Draw(t, label+": form")
		c := rapid.SampledFrom([]machine.Cmp{machine.Le, machine.Le, machine.Ge, machine.Ge, machine.Eq}).Draw(t,
			label+": comparison")
		mustDo(t, state.Assume(form, c, linear.Const[int](rapid.Int64Range(-2, 2).Draw(t, label+": bound"))))
		if state.IsBottom() && rapid.IntRange(0, 9).Draw(t, label+": bottom") > 0 {
			return s.small(t, label)
		}
	}
	return state
}

// hard are constraints under which expressions of all three variables have tighter
// bounds than are found. What is found comes from pairs that do not overlap. Thus x0 +
// x1 + x2 is 1 at most, as half the sum of the three pairs is. And x0 - 2*x1 + 2*x2 is
// -1 at most.
func (s Suite[S]) hard() []linear.Expr[int] {
	x, y, z := linear.Var(0), linear.Var(1), linear.Var(2)
	if s.Sums {
		return []linear.Expr[int]{x.Plus(y).Add(-1), y.Plus(z).Add(-1), x.Plus(z).Add(-1)}
	}
	return []linear.Expr[int]{x, z, x.Minus(y).Add(1), z.Minus(y)}
}

func mustDo(t *rapid.T, err error) {
	if err != nil {
		t.Fatal(err)
	}
}

// forms are what the domain has bounds of: variables first.
func (s Suite[S]) forms() (forms []linear.Expr[int]) {
	for x := range Vars {
		forms = append(forms, linear.Var(x))
	}
	for x := range Vars {
		for y := range x {
			forms = append(forms, linear.Var(x).Minus(linear.Var(y)))
			if s.Sums {
				forms = append(forms, linear.Var(x).Plus(linear.Var(y)))
			}
		}
	}
	return forms
}

// pointsOf enumerates the points that s describes within ±edge, with 0 for the
// variables in free.
func pointsOf[S State[S]](s S, free ...int) map[point]bool {
	points := map[point]bool{}
	if s.IsBottom() {
		return points
	}
	facts := s.Facts()
	var in [Vars]linear.Interval
	for x := range in {
		in[x] = s.Bounds(x)
		in[x] = linear.Interval{Lo: max(in[x].Lo, -edge), Hi: min(in[x].Hi, edge)}
		if slices.Contains(free, x) {
			in[x] = linear.Point(0)
		}
	}
	for a := in[0].Lo; a <= in[0].Hi; a++ {
		for b := in[1].Lo; b <= in[1].Hi; b++ {
			for c := in[2].Lo; c <= in[2].Hi; c++ {
				p := point{a, b, c}
				if !slices.ContainsFunc(facts, func(f linear.Fact[int]) bool { return !f.In.Contains(eval(f.Of, p)) }) {
					points[p] = true
				}
			}
		}
	}
	return points
}

// attained are the values of e at points.
func attained(points map[point]bool, e linear.Expr[int]) map[int64]bool {
	values := map[int64]bool{}
	for p := range points {
		for d := range e.Rest().Hi - e.Rest().Lo + 1 {
			values[eval(e, p)+d] = true
		}
	}
	return values
}

// bounds reports whether in is the least interval of values; these are all if nil.
func bounds(in linear.Interval, values map[int64]bool) bool {
	switch {
	case values == nil:
		return in == linear.Full()
	case len(values) == 0:
		return in.IsEmpty()
	}
	all := slices.Collect(maps.Keys(values))
	return in == linear.Interval{Lo: slices.Min(all), Hi: slices.Max(all)}
}

// after are the points that a step leads to from points.
func after(points map[point]bool, step func(p point, yield func(point))) map[point]bool {
	next := map[point]bool{}
	for p := range points {
		step(p, func(q point) { next[q] = true })
	}
	return next
}

func variable(t *rapid.T) int { return rapid.IntRange(0, Vars-1).Draw(t, "variable") }

// two draws two different variables.
func two(t *rapid.T) (x, y int) {
	x = variable(t)
	return x, (x + rapid.IntRange(1, Vars-1).Draw(t, "other")) % Vars
}

func number(t *rapid.T) linear.Expr[int] {
	c := rapid.Int64Range(-3, 3).Draw(t, "c")
	return linear.Between[int](linear.Interval{Lo: c, Hi: c + rapid.Int64Range(0, 1).Draw(t, "width")})
}

// other draws a linear expression that is none of the domains' forms: of three
// variables, or of two with different coefficients.
func other(t *rapid.T) linear.Expr[int] {
	e := number(t)
	one, any := rapid.SampledFrom([]int64{1, -1}), rapid.SampledFrom([]int64{1, -1, 2, -2})
	x, y := two(t)
	if rapid.Bool().Draw(t, "of two") {
		return e.Plus(linear.Var(x).Times(2 * one.Draw(t, "a"))).Plus(linear.Var(y).Times(one.Draw(t, "b")))
	}
	for x := range Vars {
		e = e.Plus(linear.Var(x).Times(any.Draw(t, "coefficient")))
	}
	return e
}

func (s Suite[S]) assign(t *rapid.T, x int, e linear.Expr[int]) (Claim, string) {
	a := s.small(t, "a")
	result := a.Clone()
	mustDo(t, result.Assign(x, e))
	want := after(pointsOf(a), func(p point, yield func(point)) {
		for d := range e.Rest().Hi - e.Rest().Lo + 1 {
			q := p
			q[x] = eval(e, p) + d
			yield(q)
		}
	})
	return s.judge(result, want), fmt.Sprintf("x%d := %v in %v gives %v", x, e, a, result)
}

func (s Suite[S]) assignNumber(t *rapid.T) (Claim, string) {
	return s.assign(t, variable(t), number(t))
}

func (s Suite[S]) assignShift(t *rapid.T) (Claim, string) {
	x := variable(t)
	return s.assign(t, x, linear.Var(x).Plus(number(t)))
}

func (s Suite[S]) assignCopy(t *rapid.T) (Claim, string) {
	x, y := two(t)
	return s.assign(t, x, linear.Var(y).Plus(number(t)))
}

func (s Suite[S]) assignNegated(t *rapid.T) (Claim, string) {
	return s.assign(t, variable(t), linear.Var(variable(t)).Times(-1).Plus(number(t)))
}

func (s Suite[S]) assignLinear(t *rapid.T) (Claim, string) {
	return s.assign(t, variable(t), other(t))
}

// assume keeps the points at which some value of e compares with 0.
func (s Suite[S]) assume(t *rapid.T, e linear.Expr[int], c machine.Cmp) (Claim, string) {
	a := s.small(t, "a")
	result := a.Clone()
	mustDo(t, result.Assume(e, c, linear.Const[int](0)))
	want := after(pointsOf(a), func(p point, yield func(point)) {
		for d := range e.Rest().Hi - e.Rest().Lo + 1 {
			if c.Holds(machine.Int64.Of(eval(e, p)+d), machine.Int64.Of(0)) {
				yield(p)
			}
		}
	})
	return s.judge(result, want), fmt.Sprintf("assume %v %v 0 in %v gives %v", e, c, a, result)
}

// comparison draws one other than !=.
func comparison(t *rapid.T) machine.Cmp {
	return rapid.SampledFrom([]machine.Cmp{machine.Le, machine.Lt, machine.Eq, machine.Gt, machine.Ge}).Draw(t,
		"comparison")
}

func scaled(t *rapid.T, e linear.Expr[int]) linear.Expr[int] {
	return e.Times(rapid.SampledFrom([]int64{1, -1, 2}).Draw(t, "factor"))
}

func (s Suite[S]) assumeBound(t *rapid.T) (Claim, string) {
	return s.assume(t, scaled(t, linear.Var(variable(t))).Plus(number(t)), comparison(t))
}

func (s Suite[S]) assumeDifference(t *rapid.T) (Claim, string) {
	x, y := two(t)
	return s.assume(t, scaled(t, linear.Var(x).Minus(linear.Var(y))).Plus(number(t)), comparison(t))
}

func (s Suite[S]) assumeSum(t *rapid.T) (Claim, string) {
	x, y := two(t)
	return s.assume(t, scaled(t, linear.Var(x).Plus(linear.Var(y))).Plus(number(t)), comparison(t))
}

func (s Suite[S]) assumeLinear(t *rapid.T) (Claim, string) {
	return s.assume(t, other(t), comparison(t))
}

func (s Suite[S]) assumeUnequal(t *rapid.T) (Claim, string) {
	x, y := two(t)
	e := rapid.SampledFrom([]linear.Expr[int]{
		linear.Var(x), linear.Var(x).Minus(linear.Var(y)), linear.Var(x).Plus(linear.Var(y)), other(t),
	}).Draw(t, "e")
	return s.assume(t, e.Plus(number(t)), machine.Ne)
}

func (s Suite[S]) forget(t *rapid.T) (Claim, string) {
	a := s.small(t, "a")
	xs := rapid.SliceOfN(rapid.IntRange(0, Vars-1), 0, Vars).Draw(t, "xs")
	result := a.Clone()
	mustDo(t, result.Forget(xs...))
	want := after(pointsOf(a), func(p point, yield func(point)) {
		for _, x := range xs {
			p[x] = 0
		}
		yield(p)
	})
	return s.judge(result, want, xs...), fmt.Sprintf("forgetting %v in %v gives %v", xs, a, result)
}

func (s Suite[S]) selectVariables(t *rapid.T) (Claim, string) {
	a := s.small(t, "a")
	xs := rapid.Permutation([]int{0, 1, 2}).Draw(t, "xs")
	var free []int
	for i := range xs {
		if rapid.IntRange(0, 3).Draw(t, "none") == 0 {
			xs[i] = -1
			free = append(free, i)
		}
	}
	result, err := a.Select(xs...)
	mustDo(t, err)
	want := after(pointsOf(a), func(p point, yield func(point)) {
		var q point
		for i, x := range xs {
			if x >= 0 {
				q[i] = p[x]
			}
		}
		yield(q)
	})
	return s.judge(result, want, free...), fmt.Sprintf("selecting %v of %v gives %v", xs, a, result)
}

// closeFacts builds a state again, from what it says and in any order: all that
// follows is found.
func (s Suite[S]) closeFacts(t *rapid.T) (Claim, string) {
	a := s.small(t, "a")
	result := s.top(Vars)
	if a.IsBottom() {
		result.SetBottom()
	}
	facts := a.Facts()
	if len(facts) > 0 {
		facts = rapid.Permutation(facts).Draw(t, "facts")
	}
	for _, f := range facts {
		mustDo(t, result.Assume(f.Of, machine.Ge, linear.Const[int](max(f.In.Lo, -edge))))
		mustDo(t, result.Assume(f.Of, machine.Le, linear.Const[int](min(f.In.Hi, edge))))
	}
	return s.judge(result, pointsOf(a)), fmt.Sprintf("the facts %v of %v give %v", facts, a, result)
}

// related draws two states, one of which may be made of the other.
func (s Suite[S]) related(t *rapid.T) (a, b S) {
	a, b = s.small(t, "a"), s.small(t, "b")
	switch rapid.IntRange(0, 3).Draw(t, "related") {
	case 2:
		b.Meet(a)
	case 3:
		b, _ = b.Merge(a)
	}
	return a, b
}

func (s Suite[S]) order(t *rapid.T) (Claim, string) {
	a, b := s.related(t)
	of := pointsOf(b)
	included := true
	for p := range pointsOf(a) {
		included = included && of[p]
	}
	did := fmt.Sprintf("%v below %v: %v", a, b, a.Leq(b))
	switch {
	case a.Leq(b) == included && a.Equal(b) == (included && len(of) == len(pointsOf(a))):
		return Exact, did
	case a.Leq(b) && !included:
		return Unsound, did
	}
	return Sound, did
}

func (s Suite[S]) join(t *rapid.T) (Claim, string) {
	a, b := s.related(t)
	result, _ := a.Clone().Merge(b)
	want := pointsOf(a)
	maps.Copy(want, pointsOf(b))
	return s.judge(result, want), fmt.Sprintf("joining %v with %v gives %v", a, b, result)
}

func (s Suite[S]) meetOfTwo(t *rapid.T) (Claim, string) {
	a, b := s.related(t)
	result := a.Clone()
	result.Meet(b)
	want, of := pointsOf(a), pointsOf(b)
	maps.DeleteFunc(want, func(p point, _ bool) bool { return !of[p] })
	return s.judge(result, want), fmt.Sprintf("%v met with %v gives %v", a, b, result)
}

func (s Suite[S]) widenOnce(t *rapid.T) (Claim, string) {
	a, b := s.related(t)
	thresholds := rapid.SampledFrom([][]int64{nil, {1}, {-2, 0, 3}}).Draw(t, "thresholds")
	result, _ := a.Clone().Widen(b, thresholds...)
	want := pointsOf(a)
	maps.Copy(want, pointsOf(b))
	return s.judge(result, want), fmt.Sprintf("widening %v by %v gives %v", a, b, result)
}

// narrowOnce narrows what was widened, down to the next state at most.
func (s Suite[S]) narrowOnce(t *rapid.T) (Claim, string) {
	a, b := s.related(t)
	wide, _ := a.Clone().Widen(b)
	result, _ := wide.Clone().Narrow(b)
	did := fmt.Sprintf("narrowing %v by %v gives %v", wide, b, result)
	if !result.Leq(wide) {
		return Unsound, did
	}
	return s.judge(result, pointsOf(b)), did
}

func (s Suite[S]) eval(t *rapid.T, e linear.Expr[int], others ...func(S) linear.Interval) (Claim, string) {
	a := s.small(t, "a")
	in, values := a.Eval(e), attained(pointsOf(a), e)
	did := fmt.Sprintf("%v in %v lies in %v", e, a, in)
	for _, other := range others {
		if alike := other(a); alike != in && !(alike.IsEmpty() && in.IsEmpty()) {
			return Unsound, did + ", and also in " + alike.String()
		}
	}
	for v := range values {
		if !in.Contains(v) {
			return Unsound, did
		}
	}
	switch {
	case !bounds(in, values):
		return Sound, did
	case len(values) > 0 && in.Hi-in.Lo >= int64(len(values)):
		return Best, did
	}
	return Exact, did
}

func (s Suite[S]) evalVariable(t *rapid.T) (Claim, string) {
	x := variable(t)
	return s.eval(t, linear.Var(x), func(a S) linear.Interval { return a.Bounds(x) })
}

func (s Suite[S]) evalDifference(t *rapid.T) (Claim, string) {
	x, y := two(t)
	return s.eval(t, linear.Var(x).Minus(linear.Var(y)), func(a S) linear.Interval { return a.Difference(x, y) })
}

func (s Suite[S]) evalSum(t *rapid.T) (Claim, string) {
	x, y := two(t)
	return s.eval(t, linear.Var(x).Plus(linear.Var(y)), func(a S) linear.Interval { return a.Sum(x, y) })
}

func (s Suite[S]) evalLinear(t *rapid.T) (Claim, string) { return s.eval(t, other(t)) }
