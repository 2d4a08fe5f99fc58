package lower

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/gosrc/internal/library"
	"github.com/seed38182bad/parallax/envs/gosrc/internal/local"
)

// callbacks writes the calls that a callee makes of functions handed to it, as calls that may happen: once, or again
// and again.
func (l *lowerer) callbacks(m *library.Model, args []ssa.Value, mode callMode) {
	if mode == asDefer || mode == asFork {
		return
	}
	known := m != nil && (m.Effect == library.CallsOften || m.Effect == library.CallsOnce)
	for i, a := range args {
		if !known && !local.IsYield(a) {
			continue
		}
		switch a.(type) {
		case *ssa.MakeClosure, *ssa.Function, *ssa.ChangeType, *ssa.UnOp:
		default:
			continue
		}
		if _, ok := a.Type().Underlying().(*types.Signature); !ok {
			continue
		}
		loop := true
		switch {
		case known && m.Effect == library.CallsOften:
		case known && m.Effect == library.CallsOnce && m.Arg == i:
			loop = false
		case local.IsYield(a):
		default:
			continue
		}
		to := local.ResolveAt(a, 0)
		if to.Fn == nil || to.Fn.Blocks == nil || local.IsYield(a) && !known && l.p.calls.StaysSeen(to.Fn) {
			continue // or the iterator calls it
		}
		l.maybe(loop, func() {
			params := make([]ssa.Value, 0, len(to.Fn.Params))
			if to.Recv != nil {
				params = append(params, to.Recv)
			}
			for len(params) < len(to.Fn.Params) {
				params = append(params, nil)
			}
			l.callUnknown(to, params)
		})
	}
}

// yields is callbacks for a function without a model.
func (l *lowerer) yields(args []ssa.Value, mode callMode) {
	if slices.ContainsFunc(args, local.IsYield) {
		l.callbacks(nil, args, mode)
	}
}

// callUnknown calls a function with arguments of which some are not known.
func (l *lowerer) callUnknown(to local.Callee, args []ssa.Value) {
	all := append(args, to.Bindings...)
	if to.Bindings == nil {
		all = append(all, make([]ssa.Value, len(to.Fn.FreeVars))...)
	}
	uses := l.regsOf(nil, all)
	op := l.operation(asCall, nil, uses)
	op.Callee = l.withPaths(l.target(to.Fn), nil, all)
}

// maybe writes operations that are skipped or executed, for no reason that is seen; with loop, any number of times.
func (l *lowerer) maybe(loop bool, body func()) {
	at := len(l.ops)
	op := l.emit(envs.Branch)
	list := l.list(int32(at+1), 0)
	op.To = list
	body()
	if loop {
		l.emit(envs.Jump).To = int32(at)
	}
	l.lists[list][1] = int32(len(l.ops))
}
