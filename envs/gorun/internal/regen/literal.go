package regen

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// A literal is a variable together with the stores that fill it before anything else sees it. It is written as a
// composite literal, which the compiler builds from static data where it can, instead of one store a statement.
type literal struct {
	alloc *ssa.Alloc
	tree  *litNode
	last  int             // index of the last member store
	user  ssa.Instruction // sole further use, if the literal is written inside it
	slice *ssa.Slice      // the literal is that slice
}

// A litNode is a value or the parts of one.
type litNode struct {
	val   ssa.Value
	keys  []int
	parts map[int]*litNode
}

func (n *litNode) part(k int) *litNode {
	if n.parts == nil {
		n.parts = map[int]*litNode{}
	}
	c := n.parts[k]
	if c == nil {
		c = &litNode{}
		n.parts[k] = c
		n.keys = append(n.keys, k)
	}
	return c
}

func (p *plan) findLiterals(b *ssa.BasicBlock) {
	for i, in := range b.Instrs {
		a, ok := in.(*ssa.Alloc)
		if !ok || p.held(a) || p.skip[a] {
			continue
		}
		if _, isRes := p.res[a]; isRes {
			continue
		}
		if l := p.findLiteral(b, a, i); l != nil {
			p.literals[a] = l
			p.lit[a] = l
		}
	}
}

func (p *plan) findLiteral(b *ssa.BasicBlock, a *ssa.Alloc, from int) *literal {
	l := &literal{alloc: a, tree: &litNode{}, last: from}
	f := &filling{plan: p, l: l, within: map[ssa.Value]bool{a: true}, members: map[ssa.Instruction]bool{}}
	for i := from + 1; i < len(b.Instrs) && f.passes(i, b.Instrs[i]); i++ {
	}
	if user := f.onlyOther(); user != nil && user.Block() == b && p.takesLiteral(user, a) && p.pos[user] > l.last {
		s, sliced := user.(*ssa.Slice)
		if !sliced || (s.High == nil || f.stores == 0) && l.tree.val == nil {
			l.user, l.slice = user, s
		}
	}
	if f.stores == 0 && l.user == nil {
		return nil
	}
	for m := range f.members {
		p.lit[m] = l
	}
	return l
}

// A filling follows the instructions behind the one that makes a variable.
type filling struct {
	*plan
	l       *literal
	within  map[ssa.Value]bool       // addresses in the variable
	members map[ssa.Instruction]bool // stores into it, and what computes their addresses
	stores  int
}

// passes reports whether the variable is still only being filled behind an instruction.
func (f *filling) passes(i int, in ssa.Instruction) bool {
	switch in := in.(type) {
	case *ssa.DebugRef:
		return true
	case *ssa.FieldAddr:
		if f.within[in.X] && f.member(in) && f.namedField(in) {
			f.within[in] = true
			return true
		}
	case *ssa.IndexAddr:
		if f.within[in.X] && f.member(in) && isPlace(in) {
			f.within[in] = true
			return true
		}
	case *ssa.Store:
		if f.within[in.Addr] && !f.within[in.Val] && !f.held(in) {
			return f.store(i, in)
		}
	}
	return !slices.ContainsFunc(in.Operands(nil), func(op *ssa.Value) bool { return f.within[*op] })
}

// store enters a store, and reports whether others may follow: none does that is to the whole.
func (f *filling) store(i int, in *ssa.Store) bool {
	a := f.l.alloc
	if !f.l.tree.add(in.Addr, a, in.Val) {
		return false
	}
	f.stores++
	f.l.last = i
	f.members[in] = true
	for x := in.Addr; x != a; x = addrBase(x) {
		f.members[x.(ssa.Instruction)] = true
	}
	return in.Addr != a
}

// onlyOther is the only instruction that uses the variable besides its members, nil if there is none or are several.
func (f *filling) onlyOther() (user ssa.Instruction) {
	for _, r := range realRefs(f.l.alloc) {
		switch {
		case f.members[r]:
		case user != nil:
			return nil
		default:
			user = r
		}
	}
	return user
}

// member reports whether an address can be that of a part of a literal: nothing but stores and further parts use it.
func (p *plan) member(v ssa.Value) bool {
	refs := realRefs(v)
	if len(refs) == 0 || p.held(v.(ssa.Instruction)) {
		return false
	}
	for _, r := range refs {
		switch r := r.(type) {
		case *ssa.Store:
			if r.Addr != v || r.Val == v || len(refs) != 1 {
				return false
			}
		case *ssa.FieldAddr:
			if !p.member(r) {
				return false
			}
		case *ssa.IndexAddr:
			if r.X != v || !p.member(r) {
				return false
			}
		default:
			return false
		}
		if r.Block() != v.(ssa.Instruction).Block() {
			return false
		}
	}
	return true
}

func (p *plan) namedField(v *ssa.FieldAddr) bool {
	_, ok := p.names.field(structField(deref(v.X.Type()), v.Field))
	return ok
}

// takesLiteral reports whether in may hold the literal itself where it refers to variable a.
func (p *plan) takesLiteral(in ssa.Instruction, a *ssa.Alloc) bool {
	if isMade(a) {
		return true
	}
	if p.held(in) || p.skip[in] {
		return false
	}
	switch in := in.(type) {
	case *ssa.Slice:
		_, array := deref(a.Type()).Underlying().(*types.Array)
		return array && in.Low == nil && in.High == nil && in.Max == nil && len(realRefs(in)) > 0
	case *ssa.UnOp:
		return in.Op == token.MUL && len(realRefs(in)) > 0
	case *ssa.Store:
		return in.Val == a && in.Addr != a
	case *ssa.Return, *ssa.MakeInterface:
		return true
	case *ssa.Call:
		times := 0
		for _, x := range in.Call.Args {
			if x == a {
				times++
			}
		}
		_, builtin := in.Call.Value.(*ssa.Builtin)
		return times == 1 && !builtin
	}
	return false
}

// isMade recognises the array that go/ssa slices for make([]T, n, 10). It stands nowhere else, and is written as that
// call: another expression would panic with another text.
func isMade(a *ssa.Alloc) bool { return a.Comment == "makeslice" }

// add enters a store at an address below root.
func (n *litNode) add(addr ssa.Value, root *ssa.Alloc, val ssa.Value) bool {
	var path []int
	for x := addr; x != root; x = addrBase(x) {
		switch x := x.(type) {
		case *ssa.FieldAddr:
			path = append(path, x.Field)
		case *ssa.IndexAddr:
			path = append(path, int(x.Index.(*ssa.Const).Int64()))
		}
	}
	for i := len(path) - 1; i >= 0; i-- {
		if n.val != nil {
			return false
		}
		n = n.part(path[i])
	}
	if n.val != nil || n.parts != nil {
		return false
	}
	n.val = val
	return true
}

func addrBase(v ssa.Value) ssa.Value {
	switch v := v.(type) {
	case *ssa.FieldAddr:
		return v.X
	case *ssa.IndexAddr:
		return v.X
	}
	return nil
}
