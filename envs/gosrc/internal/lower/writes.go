package lower

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/gosrc/internal/memory"
	"github.com/seed38182bad/parallax/envs/internal/shape"
	"github.com/seed38182bad/parallax/envs/internal/ssamap"
)

// wrote notes a store of a value of type t to place p at address addr.
func (l *lowerer) wrote(p *place, addr ssa.Value, t types.Type) {
	if l.initialises(p) {
		return
	}
	parts := shape.HasParts(t)
	if !parts && !p.deep && p.loc.IsWritten() {
		return
	}
	l.mem.Written(p.loc)
	if p.deep {
		l.mem.WrittenAround(addr)
	}
	if parts && !(l.mem.InitialisingHome(p.loc)) {
		l.mem.WrittenWhole(t)
	}
}

// initialises reports whether a store to p initialises an object that this function has made and not yet published. In
// reverse postorder nothing before the store uses the object as a value. No loop begins between its allocation and the
// store, by which control could come back from a later use.
func (l *lowerer) initialises(p *place) bool {
	a, ok := p.root.(*ssa.Alloc)
	return ok && (p.loc.Variable || p.loc.Class != envs.Cell) && p.entry&ssamap.IsPublished == 0 &&
		l.loopRank <= l.rank[a.Block().Index]
}

// A struct or an array lies in several variables. Who loads or stores it accesses them all, and each has the class
// and the address that it has when it is accessed alone.

// A division is an operation that Splits, and the parts of which those after it tell.
type division struct {
	pc    int32
	parts []memory.Part
}

// split has the operation at pc, a Load or Store of a value of type t in memory of class loc. If it accesses several
// variables, it is followed by one operation for each.
func (l *lowerer) split(pc int32, loc *memory.Location, t types.Type) {
	whole := &l.ops[pc]
	if whole.Is(envs.Local) {
		return
	}
	var parts []memory.Part
	if !loc.Apart {
		parts = l.mem.PartsOf(t)
	}
	if len(parts) == 0 {
		l.accessAlone(loc)
		return
	}
	l.accessAlone(parts[0].Loc) // which stands for those that nobody accesses alone
	whole.Flags |= envs.Split
	kind, uses := whole.Kind, whole.Uses
	if kind == envs.Store && whole.Value() != 0 {
		uses = l.uses(len(whole.Uses))
		copy(uses, whole.Uses)
		uses[len(uses)-1] = 0
	}
	for i := range parts {
		op := l.emit(kind)
		op.Uses, op.Loc, op.Flags = uses, &parts[i].Loc.Loc, envs.Part
	}
	l.divisions = append(l.divisions, division{pc, parts})
	l.nested = l.nested || loc.Class == envs.Field
}

// accessAlone notes that memory of a class is accessed otherwise than as a part of something.
func (l *lowerer) accessAlone(loc *memory.Location) {
	if l.caller >= 0 {
		loc.AccessAlone()
	}
}

// settleParts leaves nothing of the parts that are only ever accessed with the first one: what there is to know of
// them is known of that.
func (p *Program) settleParts() {
	for _, f := range p.code {
		for _, d := range f.divisions {
			for i := range d.parts {
				if pc := d.pc + 1 + int32(i); !d.parts[i].Loc.IsAlone() {
					f.ops.Ops[pc] = envs.Op{PC: pc}
				}
			}
		}
	}
}

// part is the part that the operation at pc tells of, nil if it is none.
func (f *lowered) part(pc int32) *memory.Part {
	i, found := slices.BinarySearchFunc(f.divisions, pc, func(d division, pc int32) int { return int(d.pc - pc) })
	if found || i == 0 {
		return nil
	}
	d := &f.divisions[i-1]
	if n := int(pc - d.pc - 1); n < len(d.parts) {
		return &d.parts[n]
	}
	return nil
}
