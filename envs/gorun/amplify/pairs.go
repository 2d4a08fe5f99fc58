package amplify

import (
	"cmp"
	"fmt"
	"go/token"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/gosrc"
)

// A Pair is a function, and a second one that another thread calls at the same time.
type Pair struct {
	Func, Second envs.FuncID
	// Why says in words what speaks for the pair, and what speaks against it.
	Why string
	// Doubtful says that the second function may want its caller to hold a lock. What goes wrong then may be no defect.
	Doubtful bool
}

// Pairs are candidates for what to call beside a function, the best first. The first one is the function itself, with
// the same arguments, unless that is Doubtful. The others write what it accesses, and can be called with an object
// that it is passed, or with none. Methods of the function's receiver come first, and of these and of the others
// those that write most of these classes of memory. Those that are Doubtful come last. For a function literal they
// are those of the function around it. If the function cannot be called there is one Pair, of it with itself, which
// Second and Test refuse.
//
// The program has to be loaded with KeepSyntax.
func Pairs(p *gosrc.Program, fn envs.FuncID) []Pair {
	f, why := find(p, fn)
	if f == nil {
		return []Pair{{Func: fn, Second: fn, Why: why}}
	}
	shared := touched(p, f)
	type candidate struct {
		m      *callable
		writes []string
		object bool // it is passed one of f
		method bool // of the type of f's receiver
		late   bool
	}
	var list []candidate
	for m := range siblings(p, f) {
		from, why := match(f, m)
		if why != "" {
			continue
		}
		c := candidate{m: m, object: shares(f, from), writes: shared.writes[m.id]}
		if !c.object {
			c.writes = slices.DeleteFunc(slices.Clone(c.writes), func(name string) bool {
				// It has objects of its own.
				return !shared.globals[m.id] || strings.HasPrefix(name, "elements of ")
			})
		}
		if m.id != f.id && len(c.writes) == 0 {
			continue
		}
		c.method = f.sig.Recv() != nil && m.sig.Recv() != nil && from[0] == 0
		c.late = !m.obj.Exported() && (len(shared.lockers[m.id]) > 0 || shared.gives[m.id])
		list = append(list, c)
	}
	rank := func(ok bool) int {
		if ok {
			return 0
		}
		return 1
	}
	slices.SortStableFunc(list, func(a, b candidate) int {
		return cmp.Or(
			cmp.Compare(rank(!a.late), rank(!b.late)),
			cmp.Compare(rank(a.m.id == f.id), rank(b.m.id == f.id)),
			cmp.Compare(rank(a.method), rank(b.method)),
			cmp.Compare(rank(a.object), rank(b.object)),
			cmp.Compare(len(b.writes), len(a.writes)),
			cmp.Compare(rank(a.m.obj.Exported()), rank(b.m.obj.Exported())),
			cmp.Compare(a.m.id, b.m.id),
		)
	})
	pairs := make([]Pair, 0, len(list))
	for _, c := range list {
		why := reason(f, c.m, c.writes)
		if shared.gives[c.m.id] {
			why += "; it gives back a lock that its caller has to hold"
		} else if c.late {
			why += "; it may want a lock to be held, as " + some(shared.lockers[c.m.id]) + " may do that calls it"
		}
		pairs = append(pairs, Pair{f.id, c.m.id, why, c.late})
	}
	return pairs
}

// reason is what a Pair says of itself.
func reason(f, m *callable, writes []string) string {
	switch {
	case f.id != m.id:
		return fmt.Sprintf("%s writes %s, which %s accesses", m.name(), some(writes), f.name())
	case len(writes) > 0:
		return fmt.Sprintf("the same call at the same time: %s writes %s", f.name(), some(writes))
	}
	return fmt.Sprintf("the same call at the same time: it is not known what %s writes", f.name())
}

// some are the first three of a list, in words.
func some(list []string) string {
	if n := len(list) - 3; n > 0 {
		return fmt.Sprintf("%s and %d more", strings.Join(list[:3], ", "), n)
	}
	if n := len(list); n > 1 {
		return strings.Join(list[:n-1], ", ") + " and " + list[n-1]
	}
	return strings.Join(list, "")
}

// siblings are the functions of the package that can be called beside f, in the order of their numbers. Those of test
// files are for functions of test files only, and tests are never called.
func siblings(p *gosrc.Program, f *callable) func(yield func(*callable) bool) {
	return func(yield func(*callable) bool) {
		for _, id := range p.Roots() {
			if fn := p.SSA(id); fn.Parent() != nil || fn.Pkg != f.pkg.SSA {
				continue
			}
			m, _ := find(p, id)
			if m == nil || m.inTest() && (!f.inTest() || m.sig.Recv() == nil && strings.HasPrefix(m.obj.Name(), "Test")) {
				continue
			}
			if !yield(m) {
				return
			}
		}
	}
}

// shares reports whether the second function is passed something through which threads may share memory.
func shares(f *callable, from []int) bool {
	have := f.inputs()
	return slices.ContainsFunc(from, func(i int) bool {
		if i == own {
			return false
		}
		path := have[i].Type().String()
		return path != "context.Context" && path != "error" && leads(have[i].Type())
	})
}

// A sharing is what the functions of a package have to do with what one of them accesses, by their numbers.
type sharing struct {
	writes  map[envs.FuncID][]string // what they write of that, sorted
	globals map[envs.FuncID]bool     // they access a package variable
	lockers map[envs.FuncID][]string // functions that may hold locks and call them
	gives   map[envs.FuncID]bool     // they give back a lock before they take one
}

// touched follows calls within f's package.
func touched(p *gosrc.Program, f *callable) sharing {
	s := sharing{
		map[envs.FuncID][]string{}, map[envs.FuncID]bool{}, map[envs.FuncID][]string{}, map[envs.FuncID]bool{},
	}
	writes := map[envs.FuncID]map[string]bool{}
	accessed := map[string]bool{}
	callers := map[envs.FuncID][]envs.FuncID{}
	callees := map[envs.FuncID][]envs.FuncID{}
	var all []envs.FuncID
	for _, id := range p.Roots() {
		fn := p.SSA(id)
		if fn.Pkg != f.pkg.SSA {
			continue
		}
		all = append(all, id)
		for _, to := range called(p, id) {
			callers[to] = append(callers[to], id)
			callees[id] = append(callees[id], to)
		}
	}
	for todo, seen := []envs.FuncID{f.id}, map[envs.FuncID]bool{f.id: true}; len(todo) > 0; todo = todo[1:] {
		each(p, todo[0], func(name string, _, _ bool) { accessed[name] = true })
		for _, to := range callees[todo[0]] {
			if !seen[to] {
				seen[to], todo = true, append(todo, to)
			}
		}
	}
	for _, id := range all {
		writes[id] = map[string]bool{}
		each(p, id, func(name string, write, global bool) {
			s.globals[id] = s.globals[id] || global
			if write && accessed[name] {
				writes[id][name] = true
			}
		})
	}
	for todo := slices.Clone(all); len(todo) > 0; todo = todo[1:] {
		id := todo[0]
		for _, by := range callers[id] {
			before, global := len(writes[by]), s.globals[by]
			for name := range writes[id] {
				writes[by][name] = true
			}
			s.globals[by] = global || s.globals[id]
			if len(writes[by]) > before || s.globals[by] != global {
				todo = append(todo, by)
			}
		}
	}
	for _, id := range all {
		s.writes[id] = sorted(writes[id])
	}
	s.findLockers(p, all, callers)
	return s
}

// findLockers finds the functions that may hold a lock where they call another one, which nothing exports and which
// takes none itself, or gives one back first. They take one, or may be called with one.
func (s *sharing) findLockers(p *gosrc.Program, all []envs.FuncID, callers map[envs.FuncID][]envs.FuncID) {
	holds := map[envs.FuncID]bool{}
	for _, id := range all {
		holds[id] = p.Func(id).Locking()
	}
	for changed := true; changed; {
		changed = false
		for _, id := range all {
			fn := p.SSA(id)
			if holds[id] || fn.Parent() == nil && token.IsExported(fn.Name()) {
				continue
			}
			if slices.ContainsFunc(callers[id], func(by envs.FuncID) bool { return holds[by] }) {
				holds[id], changed = true, true
			}
		}
	}
	for _, id := range all {
		if s.gives[id] = givesFirst(p.Func(id)); p.Func(id).Locking() && !s.gives[id] {
			continue
		}
		names := map[string]bool{}
		for _, by := range callers[id] {
			if by != id && holds[by] {
				names[p.Knows().Packages.Short(p.Func(by).Name)] = true
			}
		}
		s.lockers[id] = sorted(names)
	}
}

// givesFirst reports whether on some path a function gives back a lock before it takes one: its caller has to hold it.
func givesFirst(fn *envs.Func) bool {
	seen := make([]bool, len(fn.Ops))
	for todo := []int32{0}; len(todo) > 0; {
		pc := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if int(pc) >= len(fn.Ops) || seen[pc] {
			continue
		}
		seen[pc] = true
		switch op := &fn.Ops[pc]; op.Kind {
		case envs.Release:
			return true
		case envs.Acquire, envs.TryAcquire, envs.Return, envs.Throw:
		case envs.Jump, envs.Branch, envs.Switch:
			todo = append(todo, fn.Targets(op)...)
		default:
			todo = append(todo, pc+1)
		}
	}
	return false
}

func sorted(set map[string]bool) (list []string) {
	for name := range set {
		list = append(list, name)
	}
	slices.Sort(list)
	return list
}

// called are the functions of the same package that a function certainly calls or starts, and those that it writes
// within itself.
func called(p *gosrc.Program, id envs.FuncID) (list []envs.FuncID) {
	fn := p.SSA(id)
	for _, lit := range fn.AnonFuncs {
		if to, ok := p.FuncOf(lit); ok {
			list = append(list, to)
		}
	}
	ops := p.Func(id).Ops
	for i := range ops {
		c := ops[i].Callee
		if c != nil && len(c.Funcs) == 1 && p.SSA(c.Funcs[0]).Pkg == fn.Pkg {
			list = append(list, c.Funcs[0])
		}
	}
	return list
}

// each tells what a function accesses by itself: classes of memory that threads may share, channels, and maps of
// package sync. The name is that of the class.
func each(p *gosrc.Program, id envs.FuncID, tell func(name string, write, global bool)) {
	ops := p.Func(id).Ops
	for i := range ops {
		op := &ops[i]
		if op.Loc == nil || op.Loc.Class == envs.Cell || op.Is(envs.Local) && op.Accesses() {
			continue
		}
		// The address of a package variable, or of a field of it, is in no register.
		global := op.Loc.Class == envs.Global || op.Accesses() && len(op.Uses) > 0 && op.Uses[0] == 0
		name := p.Knows().Packages.Short(op.Loc.Name)
		if op.Loc.Class == envs.Elem {
			if strings.HasPrefix(name, "[]") && !strings.Contains(name, ".") {
				continue // everything has a []byte; who writes one that is shared mostly writes the field, too
			}
			name = "elements of " + name
		}
		switch op.Kind {
		case envs.Load:
			if !op.Loc.Final || global {
				tell(name, false, global)
			}
		case envs.Store, envs.Atomic, envs.Send, envs.Receive, envs.Close:
			tell(name, true, global)
		}
	}
	for _, b := range p.SSA(id).Blocks {
		for _, instr := range b.Instrs {
			call, ok := instr.(ssa.CallInstruction)
			if !ok {
				continue
			}
			if name, write, global := syncMap(call.Common()); name != "" {
				tell(name, write, global)
			}
		}
	}
}

// syncMap tells of a call of a method of sync.Map, or of sync.Once, in which field or variable that lies.
func syncMap(call *ssa.CallCommon) (name string, write, global bool) {
	fn := call.StaticCallee()
	if fn == nil || fn.Pkg == nil || fn.Pkg.Pkg.Path() != "sync" || fn.Signature.Recv() == nil {
		return "", false, false
	}
	if of := fn.Signature.Recv().Type().String(); of != "*sync.Map" && of != "*sync.Once" {
		return "", false, false
	}
	switch at := call.Args[0].(type) {
	case *ssa.FieldAddr:
		name = fieldName(at)
		_, global = at.X.(*ssa.Global)
	case *ssa.Global:
		name, global = at.Pkg.Pkg.Name()+"."+at.Name(), true
	}
	return name, fn.Name() != "Load" && fn.Name() != "Range", global
}
