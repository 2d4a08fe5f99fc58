package calls

import (
	"sync"

	"golang.org/x/tools/go/ssa"

	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/gosrc/internal/local"
	"github.com/seed38182bad/parallax/envs/gosrc/internal/naming"
	"github.com/seed38182bad/parallax/envs/internal/shape"
)

// A lock and what it protects often lie in two variables of one frame. Other frames reach both by what they have
// captured, or by parameters:
//
//	var mu sync.Mutex
//	n := 0
//	wg.Go(func() { mu.Lock(); n++; mu.Unlock() })
//	add(&mu, &n)
//
// Both names are followed together: out of a closure to where it is made, and out of a function to all its calls.
// They end in one frame, since one frame makes the closure, or calls. If the object belongs to that frame, the lock
// is known by its variable there. Then each access of the object is under the same lock. The exception is a variable
// that may be another one while the object stays the same.

// maxBeside is how many frames names are followed through.
const maxBeside = 4

// besides are the answers of Program.Beside, and the numbers of variables that they have.
type besides struct {
	mu      sync.Mutex
	answers map[besideQuestion]besideAnswer
	numbers map[ssa.Value]envs.Reg
}

// Of the paths in a question and an answer only what makes two paths the same is set, and Text in an answer.
type besideQuestion struct {
	fn         envs.FuncID
	base, lock envs.Path
	variable   bool
}

// A besideAnswer is where a lock is: a package variable, beside an owner, or in a variable of a frame.
type besideAnswer struct {
	owner, is envs.Path
	known     bool
	owned     bool
}

func bare(p *envs.Path) envs.Path {
	if p == nil {
		return envs.Path{Reg: -1}
	}
	return envs.Path{Root: p.Root, Reg: p.Reg, Global: p.Global, Steps: p.Steps}
}

// Beside tells of a lock where it is, wherever the object called base is accessed; see envs.Knowledge. What the frame
// calls an object is reached as it says.
func (g *Graph) Beside(
	fn envs.FuncID, base *envs.Path, variable bool, lock *envs.Path, object func(*envs.Path, bool) local.Reached,
) (owner, is *envs.Path) {
	if lock.Root == envs.AtGlobal || lock.Within != nil {
		return nil, nil
	}
	if base != nil && base.Root == lock.Root && base.Reg == lock.Reg && base.Global == lock.Global {
		return nil, nil // the frame's names tell
	}
	q := besideQuestion{fn, bare(base), bare(lock), variable}
	g.besides.mu.Lock()
	defer g.besides.mu.Unlock()
	a, ok := g.besides.answers[q]
	if !ok {
		a = g.beside(object(base, variable), object(lock, false), 0)
		if g.besides.answers == nil {
			g.besides.answers = map[besideQuestion]besideAnswer{}
		}
		g.besides.answers[q] = a
	}
	if !a.known {
		return nil, nil
	}
	if a.owned {
		owner = &a.owner
	}
	return owner, &a.is
}

// beside finds where a lock is if an object is accessed.
func (g *Graph) beside(object, lock local.Reached, depth int) besideAnswer {
	switch {
	case lock.Root == nil || depth > maxBeside:
		return besideAnswer{}
	case object.Root == lock.Root:
		return besideAnswer{known: true, owned: true, owner: envs.Path{Steps: object.Steps}, is: envs.Path{Steps: lock.Steps}}
	}
	if g, ok := lock.Root.(*ssa.Global); ok {
		name := g.Pkg.Pkg.Path() + "." + g.Name()
		return besideAnswer{known: true, is: envs.Path{Root: envs.AtGlobal, Global: name, Steps: lock.Steps}}
	}
	if at := object.Belongs(); at != nil {
		return g.inFrame(at, lock)
	}
	switch x := lock.Root.(type) {
	case *ssa.FreeVar:
		if !local.IsFixed(x) {
			return besideAnswer{}
		}
		return g.beside(object.Outside(), lock.Outside(), depth+1)
	case *ssa.Parameter:
		return g.besideParam(x, object, lock, depth)
	}
	return besideAnswer{}
}

// inFrame is beside for an object that belongs to a frame since the instruction.
func (g *Graph) inFrame(at ssa.Instruction, lock local.Reached) besideAnswer {
	var name string
	switch x := lock.Root.(type) {
	case *ssa.Parameter:
		name = x.Name()
	case *ssa.FreeVar:
		if !local.IsFixed(x) {
			return besideAnswer{}
		}
		name = x.Name()
	case *ssa.Alloc:
		if shape.LeadsOn(shape.Deref(x.Type())) {
			return besideAnswer{} // it may lead to another lock each time
		}
		if name = x.Comment; !local.IsName(name) {
			name = "lock"
		}
	case *ssa.Call:
		name = "lock"
	default:
		return besideAnswer{}
	}
	if lock.Root.Parent() != at.Parent() || !local.Stays(lock.Root, at.Block()) {
		return besideAnswer{}
	}
	name = naming.Func(at.Parent()) + "." + name
	return besideAnswer{known: true, is: envs.Path{
		Root: envs.AtReg, Reg: g.numberOf(lock.Root), Global: name, Steps: lock.Steps, Text: name + lock.Steps,
	}}
}

// numberOf is a number for a value.
func (g *Graph) numberOf(v ssa.Value) envs.Reg {
	n, ok := g.besides.numbers[v]
	if !ok {
		if g.besides.numbers == nil {
			g.besides.numbers = map[ssa.Value]envs.Reg{}
		}
		n = envs.Reg(len(g.besides.numbers) + 1)
		g.besides.numbers[v] = n
	}
	return n
}

// besideParam is beside for a lock that is a parameter, or leads from one: all calls have to agree.
func (g *Graph) besideParam(x *ssa.Parameter, object, lock local.Reached, depth int) (a besideAnswer) {
	calls, all := g.CallsOf(x.Parent())
	if !all || len(calls) > maxPassed {
		return a
	}
	for _, args := range calls {
		to, of := lock.Passed(args), object.Passed(args)
		if to.Root == lock.Root && to.Steps == lock.Steps && of == object {
			continue // it calls itself
		}
		one := g.beside(of, to, depth+1)
		if !one.known || a.known && one != a {
			return besideAnswer{}
		}
		a = one
	}
	return a
}
