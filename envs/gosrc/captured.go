package gosrc

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/gosrc/internal/library"
	"github.com/seed38182bad/parallax/envs/gosrc/internal/local"
	"github.com/seed38182bad/parallax/envs/gosrc/internal/shape"
)

// A function that is passed a literal often is passed what that has captured, too:
//
//	func (c *C) with(f func()) { c.mu.Lock(); defer c.mu.Unlock(); f() }
//	func (c *C) inc()          { c.with(func() { c.n++ }) }
//
// Then it has a name for the captured value, without which the literal would not know
// that it is the lock of its own c that is held.

// captures are what closures have captured, by the names of one frame.
type captures map[*ssa.Function][]captured

// captured is the object that a value of a frame is, or a field that leads from there; no
// value if the frame has none. As in a path, following a pointer is no step.
type captured struct {
	from   ssa.Value
	fields [4]*types.Var
}

// capture is the name of what a value of a frame is.
func capture(v ssa.Value) captured {
	var c captured
	for range local.MaxSteps {
		v = sameObject(v)
		switch x := v.(type) {
		case *ssa.FieldAddr:
			if s := shape.StructOf(x.X.Type()); s != nil && !library.IsCondLock(x) && c.fields[len(c.fields)-1] == nil {
				copy(c.fields[1:], c.fields[:])
				c.fields[0], v = s.Field(x.Field), x.X
				continue
			}
		case *ssa.UnOp:
			if f, ok := x.X.(*ssa.FieldAddr); ok && x.Op == token.MUL {
				v = f
				continue
			}
		}
		break
	}
	c.from = v
	return c
}

// within is c by the name that another frame has for o, if c is o or a field of it.
func (c captured) within(o captured, own ssa.Value) (captured, bool) {
	n := 0
	for n < len(o.fields) && o.fields[n] != nil && o.fields[n] == c.fields[n] {
		n++
	}
	if c.from == nil || c.from != o.from || n < len(o.fields) && o.fields[n] != nil {
		return captured{}, false
	}
	r := capture(own)
	for _, f := range c.fields[n:] {
		if f == nil {
			break
		}
		i := slices.Index(r.fields[:], nil)
		if i < 0 {
			return captured{}, false
		}
		r.fields[i] = f
	}
	return r, true
}

// add notes that a closure has captured values; of a closure that is made, or passed, in
// several ways, what is the same in all.
func (c captures) add(fn *ssa.Function, vals []captured) {
	old, ok := c[fn]
	if !ok {
		c[fn] = vals
		return
	}
	merged := slices.Clone(old)
	for i, v := range vals {
		if old[i] != v {
			merged[i] = captured{}
		}
	}
	c[fn] = merged
}

// keep leaves out what starts from values that do not stay.
func (c captures) keep(stays func(ssa.Value) bool) {
	for fn, vals := range c {
		kept := slices.Clone(vals)
		for i, v := range kept {
			if v.from != nil && !stays(v.from) {
				kept[i] = captured{}
			}
		}
		c[fn] = kept
	}
}

// capturing finds out what the closures have captured that the values of some frames may
// be.
type capturing struct {
	p    *Program
	done map[ssa.Value]captures // of parameters and phis; nil while it is found out
}

// value adds what the closures that v may be have captured, as far as the frame of v has
// that, too.
func (s *capturing) value(v ssa.Value, into captures, depth int) {
	if depth <= maxSources && s.known(v, into, depth) {
		return
	}
	var may alternatives
	s.p.collect(v, &may, depth)
	for _, fn := range may.fns {
		into.add(fn, make([]captured, len(fn.FreeVars)))
	}
}

// known is value if it can be told how v comes to be a closure.
func (s *capturing) known(v ssa.Value, into captures, depth int) bool {
	switch x := v.(type) {
	case *ssa.Const, *ssa.Function:
		return true // nothing is captured
	case *ssa.MakeClosure:
		vals := make([]captured, len(x.Bindings))
		for i, b := range x.Bindings {
			vals[i] = capture(b)
		}
		into.add(s.p.src.ShownFunc(x.Fn.(*ssa.Function)), vals)
		return true
	case *ssa.ChangeType:
		s.value(x.X, into, depth+1)
		return true
	case *ssa.Phi:
		return s.once(x, into, func(found captures) {
			for _, e := range x.Edges {
				s.value(e, found, depth+1)
			}
			found.keep(func(v ssa.Value) bool { return local.StaysFrom(v, x) })
		}) || true // what it is by way of itself it is otherwise, too
	case *ssa.Parameter:
		return s.once(x, into, func(found captures) {
			fn := x.Parent()
			i := slices.Index(fn.Params, x)
			calls, _ := s.p.passing(fn, false)
			for _, args := range calls {
				if i < len(args) {
					there := captures{}
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
func (s *capturing) once(v ssa.Value, into captures, find func(captures)) bool {
	found, seen := s.done[v]
	if !seen {
		s.done[v] = nil
		found = captures{}
		find(found)
		s.done[v] = found
	}
	for fn, vals := range found {
		into.add(fn, vals)
	}
	return found != nil
}

// returned is value for a result of a call.
func (s *capturing) returned(c *ssa.CallCommon, i int, into captures, depth int) bool {
	fn := c.StaticCallee()
	if fn == nil || fn.Blocks == nil || len(fn.Params) != len(c.Args) {
		return false
	}
	params := make([]ssa.Value, len(fn.Params))
	for i, v := range fn.Params {
		params[i] = v
	}
	for _, b := range fn.Blocks {
		if r, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return); ok {
			there := captures{}
			s.value(r.Results[i], there, depth+1)
			for f, vals := range there {
				into.add(f, translate(vals, params, c.Args))
			}
		}
	}
	return true
}

// variable is value for what is loaded from a variable; it fails unless all is known that
// is stored there, in the frame or in that around it.
func (s *capturing) variable(addr ssa.Value, into captures, depth int) bool {
	a := local.CapturedVariable(addr)
	if a == nil {
		return false
	}
	stored, ok := local.Stores(a)
	if !ok {
		return false
	}
	there := captures{}
	for _, v := range stored {
		switch v.(type) {
		case *ssa.Const, *ssa.Function:
			continue // nothing is captured
		}
		if v.Parent() != a.Parent() {
			return false
		}
		s.value(v, there, depth+1)
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

// addTranslated adds to what is known in one frame what is known in another one that
// hands it arguments.
func addTranslated[V ssa.Value](into, there captures, args []ssa.Value, params []V) {
	for fn, vals := range there {
		into.add(fn, translate(vals, args, params))
	}
}

// translate gives the names of one frame by those that another one has, which it hands arguments.
func translate[V ssa.Value](vals []captured, args []ssa.Value, params []V) []captured {
	own := make([]captured, len(vals))
	for i, v := range vals {
		for j, a := range args {
			if a == nil || j >= len(params) {
				continue
			}
			if c, ok := v.within(capture(a), params[j]); ok {
				own[i] = c
				break
			}
		}
	}
	return own
}

// sameObject is the value that v is, or is stored in variable v for good. As in a path,
// following a pointer to a variable is no step.
func sameObject(v ssa.Value) ssa.Value {
	for range local.MaxSteps {
		switch x := v.(type) {
		case *ssa.Alloc:
			s := local.SoleStore(x)
			if s == nil {
				return v
			}
			v = s
		case *ssa.UnOp:
			if x.Op != token.MUL {
				return v
			}
			// What a variable had that is set again is not what it has.
			if a := local.CapturedVariable(x.X); a == nil || !local.SetOnce(a) {
				return v
			}
			v = x.X
		case *ssa.ChangeType:
			v = x.X
		default:
			return v
		}
	}
	return v
}

// capturedPath is the path of what was captured, nil if the frame has none.
func (l *lowerer) capturedPath(c captured) *envs.Path {
	if c.from == nil {
		return nil
	}
	p := l.path(c.from)
	for _, f := range c.fields {
		if p == nil || f == nil {
			break
		}
		p = l.stepTo(p, f)
	}
	return p
}

// capturedPaths gives the paths of what the callees of a call of v have captured, if all
// that may lead to a lock have the same one at a place; nil if there is none. Of callees
// that have others it gives what they have, too. If the call is open, a literal counts only
// if no other way leads it there.
func (l *lowerer) capturedPaths(v ssa.Value, fns []*ssa.Function, open bool) (paths []*envs.Path, own map[*ssa.Function][]*envs.Path) {
	var all captures
	var agreed [maxCaptured]*envs.Path // nil if it is not known
	var differ [maxCaptured]bool
	each := make([][]*envs.Path, len(fns))
	last := -1
	for n, fn := range fns {
		known := true
		for i, free := range fn.FreeVars {
			if i >= maxCaptured || !l.typeLeads(free.Type()) {
				continue
			}
			if all == nil {
				all = captures{}
				s := capturing{l.p, map[ssa.Value]captures{}}
				s.value(v, all, 0)
			}
			known = known && all[fn] != nil && (!open || l.p.staysSeen(fn))
			var path *envs.Path
			if known {
				path = l.capturedPath(all[fn][i])
			}
			if path == nil {
				differ[i] = true
				continue
			}
			if each[n] == nil {
				each[n] = make([]*envs.Path, min(len(fn.FreeVars), maxCaptured))
			}
			each[n][i] = path
			if differ[i] = differ[i] || agreed[i] != nil && !agreed[i].Same(path); !differ[i] {
				agreed[i], last = path, max(last, i)
			}
		}
	}
	for i := range last + 1 {
		if differ[i] {
			agreed[i] = nil
		}
	}
	for ; last >= 0 && agreed[last] == nil; last-- {
	}
	if last >= 0 {
		paths = agreed[:last+1]
	}
	for n, fn := range fns {
		if !samePaths(each[n], paths) {
			if own == nil {
				own = map[*ssa.Function][]*envs.Path{}
			}
			own[fn] = each[n]
		}
	}
	return paths, own
}

// maxCaptured is how many variables that a function has captured are looked at.
const maxCaptured = 64

// samePaths reports whether two lists have the same paths at the same places.
func samePaths(a, b []*envs.Path) bool {
	for i := range max(len(a), len(b)) {
		var p, q *envs.Path
		if i < len(a) {
			p = a[i]
		}
		if i < len(b) {
			q = b[i]
		}
		if !p.Same(q) {
			return false
		}
	}
	return true
}
