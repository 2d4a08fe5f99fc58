package lower

import (
	"cmp"
	"context"
	"fmt"
	"runtime"
	"runtime/debug"
	"slices"
	"sync"
	"sync/atomic"

	"golang.org/x/tools/go/ssa"

	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/gosrc/internal/calls"
	"github.com/seed38182bad/parallax/envs/gosrc/internal/declared"
	"github.com/seed38182bad/parallax/envs/gosrc/internal/library"
	"github.com/seed38182bad/parallax/envs/gosrc/internal/loading"
	"github.com/seed38182bad/parallax/envs/gosrc/internal/memory"
	"github.com/seed38182bad/parallax/envs/gosrc/internal/paths"
	"github.com/seed38182bad/parallax/envs/internal/ssamap"
	"github.com/seed38182bad/parallax/envs/internal/walk"
)

// Program lowers the functions of a program.
type Program struct {
	src      *loading.Program
	declared *declared.Annotations
	calls    *calls.Graph
	classes  *memory.Classes
	names    *paths.Names
	locked   library.LockedTypes

	code  []lowered // by FuncID
	spare sync.Pool // of *lowerer, to lower a function once more
}

// New is for functions that are numbered, which All lowers.
func New(src *loading.Program, d *declared.Annotations, calls *calls.Graph, classes *memory.Classes) *Program {
	return &Program{src: src, declared: d, calls: calls, classes: classes, names: paths.New(classes, calls)}
}

// lowered is a function as operations.
type lowered struct {
	ops       *envs.Func
	divisions []division
	nested    bool // it accesses fields of fields
}

// Func is a function as operations.
func (p *Program) Func(id envs.FuncID) *envs.Func { return p.code[id].ops }

// IsNested reports whether a function accesses fields of fields.
func (p *Program) IsNested(id envs.FuncID) bool { return p.code[id].nested }

// Part is the part that an operation tells of, nil if it is none.
func (p *Program) Part(id envs.FuncID, pc int32) *memory.Part { return p.code[id].part(pc) }

// Again lowers a function once more, for what is known when that is done. Known then are how its SSA relates to its
// operations and, unless look is nil, the names of objects. Without spans the map does not tell what instructions were
// lowered to.
func (p *Program) Again(id envs.FuncID, spans bool, look func(*paths.Namer, *ssamap.Map)) *ssamap.Map {
	f := p.src.Funcs[id]
	l, _ := p.spare.Get().(*lowerer)
	if l == nil {
		l = newLowerer(p)
	}
	l.rec = ssamap.NewRecorder(f.SSA, p.Func(id), spans)
	l.lower(f)
	m := l.rec.Finish(l.blockPC, l.regs, l.hidden)
	if look != nil {
		look(l.names, m)
	}
	l.rec = nil
	p.spare.Put(l)
	return m
}

// All lowers the functions of the source, then those that their calls have led to, and so on.
func (p *Program) All(ctx context.Context) error {
	p.noteSource()
	workers := make([]*lowerer, runtime.GOMAXPROCS(0))
	for i := range workers {
		workers[i] = newLowerer(p)
	}
	for from := 0; from < len(p.src.Funcs); {
		to := len(p.src.Funcs)
		p.code = append(p.code, make([]lowered, to-from)...)
		if err := each(ctx, workers, p.src.Funcs[from:to], (*lowerer).keep); err != nil {
			return err
		}
		p.admit(workers)
		from = to
	}
	if err := p.scanRest(ctx, workers); err != nil {
		return err
	}
	p.classes.SettleFinal()
	p.settleParts()
	return nil
}

// noteSource tells of the instructions in the source those that ask about all of it. Of packages of which there are
// copies only those are looked at that are shown.
func (p *Program) noteSource() {
	p.src.WrittenAll(func(fn *ssa.Function) {
		if p.src.ShownFunc(fn) != fn {
			return
		}
		for i := range walk.Instrs(fn) {
			p.calls.Note(i)
			p.classes.Note(i)
		}
	})
	p.classes.Noted()
}

// keep lowers a function of the program.
func (l *lowerer) keep(f *loading.Function) {
	ops := l.lower(f)
	l.p.code[f.ID] = lowered{ops, l.divisions, l.nested}
}

// scanRest lowers what is written in other packages and no call has led to, for what it says of memory; the
// operations are not kept. Such functions are executed all the same, being called through values and interfaces.
func (p *Program) scanRest(ctx context.Context, workers []*lowerer) error {
	seen := make(map[*ssa.Function]bool)
	work := p.src.Rest
	for len(work) > 0 {
		var list []*loading.Function
		for _, fn := range work {
			if fn.Blocks != nil && p.src.IDs[fn] == nil && !seen[fn] {
				seen[fn] = true
				list = append(list, &loading.Function{ID: -1, SSA: fn})
			}
		}
		if err := each(ctx, workers, list, (*lowerer).scan); err != nil {
			return err
		}
		work = nil
		for _, l := range workers {
			for _, d := range l.found {
				work = append(work, d.fn)
			}
			l.found = nil
		}
	}
	return nil
}

func (l *lowerer) scan(f *loading.Function) {
	free := l.chunk
	if l.lower(f); len(l.ops) <= cap(free) {
		clear(l.ops)
		l.chunk = free[:0]
	}
}

const batch = 32

// each has the workers do something with every function.
func each(
	ctx context.Context, workers []*lowerer, list []*loading.Function, do func(*lowerer, *loading.Function),
) error {
	var next atomic.Int64
	var wg sync.WaitGroup
	errs := make([]error, len(workers))
	for i, l := range workers {
		wg.Go(func() {
			at := 0
			defer func() {
				if r := recover(); r != nil {
					errs[i] = fmt.Errorf("gosrc: lower %s: %v\n%s", list[at].SSA, r, debug.Stack())
				}
			}()
			for ctx.Err() == nil {
				start := int(next.Add(batch)) - batch
				if start >= len(list) {
					return
				}
				for at = start; at < min(start+batch, len(list)); at++ {
					do(l, list[at])
				}
			}
		})
	}
	wg.Wait()
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	if ctx.Err() != nil {
		return fmt.Errorf("gosrc: lower: %w", context.Cause(ctx))
	}
	return nil
}

// admit numbers what the workers have found, in the order of the first call that leads there, and completes the
// calls.
func (p *Program) admit(workers []*lowerer) {
	first := make(map[*ssa.Function]*discovery)
	var all []*discovery
	for _, l := range workers {
		for _, d := range l.found {
			f := first[d.fn]
			if f == nil {
				first[d.fn] = d
				all = append(all, d)
				continue
			}
			if cmp.Or(cmp.Compare(d.caller, f.caller), cmp.Compare(d.pc, f.pc)) < 0 {
				f.caller, f.pc = d.caller, d.pc
			}
			f.callees = append(f.callees, d.callees...)
		}
		l.found = nil
	}
	slices.SortFunc(all, func(a, b *discovery) int {
		return cmp.Or(cmp.Compare(a.caller, b.caller), cmp.Compare(a.pc, b.pc), cmp.Compare(a.fn.String(), b.fn.String()))
	})
	for _, d := range all {
		p.src.Admit(d.fn)
	}
	for _, d := range all {
		for _, c := range d.callees {
			c.add(p.src.IDs[d.fn].ID)
		}
	}
	for _, l := range workers {
		for t := range l.targets.Values {
			if t.found != nil {
				t.known, t.found = p.src.IDs[t.found.fn], nil
			}
		}
	}
}
