package gosrc

import (
	"cmp"
	"context"
	"fmt"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"

	"golang.org/x/tools/go/ssa"

	"github.com/seed38182bad/parallax/envs"
)

// lowerAll lowers the functions of the source, then those that their calls have
// led to, and so on.
func (p *Program) lowerAll(ctx context.Context) error {
	workers := make([]*lowerer, runtime.GOMAXPROCS(0))
	for i := range workers {
		workers[i] = newLowerer(p)
	}
	for from := 0; from < len(p.funcs); {
		to := len(p.funcs)
		if err := p.lowerRange(ctx, workers, from, to); err != nil {
			return err
		}
		p.admit(workers)
		from = to
	}
	p.settleFinal()
	return nil
}

const batch = 32

func (p *Program) lowerRange(ctx context.Context, workers []*lowerer, from, to int) error {
	var next atomic.Int64
	next.Store(int64(from))
	var wg sync.WaitGroup
	errs := make([]error, len(workers))
	for i, l := range workers {
		wg.Go(func() {
			at := from
			defer func() {
				if r := recover(); r != nil {
					errs[i] = fmt.Errorf("gosrc: lower %s: %v\n%s", p.funcs[at].ssa, r, stack())
				}
			}()
			for ctx.Err() == nil {
				start := int(next.Add(batch)) - batch
				if start >= to {
					return
				}
				for at = start; at < min(start+batch, to); at++ {
					p.funcs[at].ops = l.lower(p.funcs[at])
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

func stack() []byte {
	buf := make([]byte, 4096)
	return buf[:runtime.Stack(buf, false)]
}

// admit numbers what the workers have found, in the order of the first call that
// leads there, and completes the calls.
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
	start := len(p.funcs)
	var add func(fn *ssa.Function)
	add = func(fn *ssa.Function) {
		if fn.Blocks == nil || p.ids[fn] != nil {
			return
		}
		f := &function{ssa: fn}
		p.ids[fn] = f
		p.funcs = append(p.funcs, f)
		for _, a := range fn.AnonFuncs {
			add(a)
		}
	}
	for _, d := range all {
		add(d.fn)
	}
	p.assign(start)
	for _, d := range all {
		ids := []envs.FuncID{p.ids[d.fn].id}
		for _, c := range d.callees {
			c.Funcs = ids
		}
	}
	for _, l := range workers {
		for _, e := range l.targets.entries {
			if t := e.val; t != nil && t.found != nil {
				t.known, t.found = p.ids[t.found.fn], nil
			}
		}
	}
}
