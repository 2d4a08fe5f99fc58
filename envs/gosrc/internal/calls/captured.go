package calls

import (
	"go/token"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/seed38182bad/parallax/envs/gosrc/internal/local"
	"github.com/seed38182bad/parallax/envs/internal/walk"
)

// Captures are what closures have captured, by the names of one frame.
type Captures map[*ssa.Function][]Captured

// Captured is the object that a value of a frame is, or a field that leads from there, as in a path; no value if the
// frame has none.
type Captured struct {
	From  ssa.Value
	Steps string
}

// captureOf is the name of what a value of a frame is, or is stored in variable v for good.
func captureOf(v ssa.Value) Captured {
	from, steps := walk.WayTo(v, func(v ssa.Value) ssa.Value {
		switch x := v.(type) {
		case *ssa.Alloc:
			return local.SoleStore(x)
		case *ssa.UnOp:
			if x.Op != token.MUL {
				return nil
			}
			// What a variable had that is set again is not what it has.
			a := local.CapturedVariable(x.X)
			if _, field := x.X.(*ssa.FieldAddr); field || a != nil && local.SetOnce(a) {
				return x.X
			}
		case *ssa.ChangeType:
			return x.X
		}
		return nil
	})
	return Captured{from, steps}
}

// within is c by the name that another frame has for o, if c is o or a field of it.
func (c Captured) within(o Captured, own ssa.Value) (Captured, bool) {
	rest, ok := strings.CutPrefix(c.Steps, o.Steps)
	if c.From == nil || c.From != o.From || !ok || rest != "" && rest[0] != '.' {
		return Captured{}, false
	}
	r := captureOf(own)
	return Captured{r.From, r.Steps + rest}, r.From != nil
}

// add notes that a closure has captured values; of a closure that is made, or passed, in several ways, what is the
// same in all.
func (c Captures) add(fn *ssa.Function, vals []Captured) {
	old, ok := c[fn]
	if !ok {
		c[fn] = vals
		return
	}
	merged := slices.Clone(old)
	for i, v := range vals {
		if old[i] != v {
			merged[i] = Captured{}
		}
	}
	c[fn] = merged
}

// keep leaves out what starts from values that do not stay.
func (c Captures) keep(stays func(ssa.Value) bool) {
	for fn, vals := range c {
		kept := slices.Clone(vals)
		for i, v := range kept {
			if v.From != nil && !stays(v.From) {
				kept[i] = Captured{}
			}
		}
		c[fn] = kept
	}
}

// capturing finds out what the closures have captured that the values of some frames may be.
type capturing struct {
	g    *Graph
	done map[ssa.Value]Captures // of parameters and phis; nil while it is found out
}

// CapturesOf is what the closures that v may be have captured.
func (g *Graph) CapturesOf(v ssa.Value) Captures {
	all := Captures{}
	s := capturing{g, map[ssa.Value]Captures{}}
	s.value(v, all, 0)
	return all
}

// value adds what the closures that v may be have captured, as far as the frame of v has that, too.
func (s *capturing) value(v ssa.Value, into Captures, depth int) {
	if depth <= maxSources && s.known(v, into, depth) {
		return
	}
	var may alternatives
	s.g.collect(v, &may, depth)
	for _, fn := range may.fns {
		into.add(fn, make([]Captured, len(fn.FreeVars)))
	}
}

// known is value if it can be told how v comes to be a closure.
func (s *capturing) known(v ssa.Value, into Captures, depth int) bool {
	switch x := v.(type) {
	case *ssa.Const, *ssa.Function:
		return true // nothing is captured
	case *ssa.MakeClosure:
		vals := make([]Captured, len(x.Bindings))
		for i, b := range x.Bindings {
			vals[i] = captureOf(b)
		}
		into.add(s.g.src.ShownFunc(x.Fn.(*ssa.Function)), vals)
		return true
	case *ssa.ChangeType:
		s.value(x.X, into, depth+1)
		return true
	case *ssa.Phi:
		return s.once(x, into, func(found Captures) {
			for _, e := range x.Edges {
				s.value(e, found, depth+1)
			}
			found.keep(func(v ssa.Value) bool { return local.StaysFrom(v, x) })
		}) || true // what it is by way of itself it is otherwise, too
	case *ssa.Parameter:
		return s.once(x, into, func(found Captures) {
			fn := x.Parent()
			i := slices.Index(fn.Params, x)
			calls, _ := s.g.passing(fn, false)
			for _, args := range calls {
				if i < len(args) {
					there := Captures{}
					s.value(args[i], there, depth+1)
					addTranslated(found, there, args, fn.Params)
				}
			}
		})
	case *ssa.Call:
		return s.returned(&x.Call, 0, into, depth)
	case *ssa.Extract:
		c, ok := x.Tuple.(*ssa.Call)
		return ok && s.returned(&c.Call, x.Index, into, depth)
	case *ssa.UnOp:
		return x.Op == token.MUL && s.variable(x.X, into, depth)
	}
	return false
}

// once adds what find finds for v, which is asked once; it fails while that is asked.
func (s *capturing) once(v ssa.Value, into Captures, find func(Captures)) bool {
	found, seen := s.done[v]
	if !seen {
		s.done[v] = nil
		found = Captures{}
		find(found)
		s.done[v] = found
	}
	for fn, vals := range found {
		into.add(fn, vals)
	}
	return found != nil
}

// returned is value for a result of a call.
func (s *capturing) returned(c *ssa.CallCommon, i int, into Captures, depth int) bool {
	fn := c.StaticCallee()
	if fn == nil || fn.Blocks == nil || len(fn.Params) != len(c.Args) {
		return false
	}
	params := make([]ssa.Value, len(fn.Params))
	for i, v := range fn.Params {
		params[i] = v
	}
	for r := range walk.Returns(fn) {
		there := Captures{}
		s.value(r.Results[i], there, depth+1)
		for f, vals := range there {
			into.add(f, translate(vals, params, c.Args))
		}
	}
	return true
}

// variable is value for what is loaded from a variable; it fails unless all is known that is stored there, in the
// frame or in that around it.
func (s *capturing) variable(addr ssa.Value, into Captures, depth int) bool {
	a := local.CapturedVariable(addr)
	if a == nil {
		return false
	}
	stored, ok := local.Stores(a)
	if !ok {
		return false
	}
	there := Captures{}
	for _, by := range stored {
		switch by.Val.(type) {
		case *ssa.Const, *ssa.Function:
			continue // nothing is captured
		}
		if by.Parent() != a.Parent() {
			return false
		}
		s.value(by.Val, there, depth+1)
	}
	there.keep(func(v ssa.Value) bool { return local.StaysFor(v, a) })
	if _, ok := addr.(*ssa.Alloc); ok {
		for fn, vals := range there {
			into.add(fn, vals)
		}
		return true
	}
	fn := addr.Parent()
	made := local.Maker(fn)
	if made == nil || a.Parent() != fn.Parent() {
		return false
	}
	addTranslated(into, there, made.Bindings, fn.FreeVars)
	return true
}

// addTranslated adds to what is known in one frame what is known in another one that hands it arguments.
func addTranslated[V ssa.Value](into, there Captures, args []ssa.Value, params []V) {
	for fn, vals := range there {
		into.add(fn, translate(vals, args, params))
	}
}

// translate gives the names of one frame by those that another one has, which it hands arguments.
func translate[V ssa.Value](vals []Captured, args []ssa.Value, params []V) []Captured {
	own := make([]Captured, len(vals))
	for i, v := range vals {
		for j, a := range args {
			if a == nil || j >= len(params) {
				continue
			}
			if c, ok := v.within(captureOf(a), params[j]); ok {
				own[i] = c
				break
			}
		}
	}
	return own
}
