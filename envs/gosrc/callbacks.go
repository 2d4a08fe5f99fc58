package gosrc

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/internal/synthetic"
)

// callbacks writes the calls that a callee makes of functions handed to it, as
// calls that may happen: once, or again and again.
func (l *lowerer) callbacks(m *model, args []ssa.Value, mode callMode) {
	if mode == asDefer || mode == asFork {
		return
	}
	known := m != nil && (m.effect == callsOften || m.effect == callsOnce)
	for i, a := range args {
		if !known && !isYield(a) {
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
		case known && m.effect == callsOften:
		case known && m.effect == callsOnce && m.arg == i:
			loop = false
		case isYield(a):
		default:
			continue
		}
		to := resolveAt(a, 0)
		if to.fn == nil || to.fn.Blocks == nil || isYield(a) && !known && l.p.staysSeen(to.fn) {
			continue // or the iterator calls it
		}
		l.maybe(loop, func() {
			params := make([]ssa.Value, 0, len(to.fn.Params))
			if to.recv != nil {
				params = append(params, to.recv)
			}
			for len(params) < len(to.fn.Params) {
				params = append(params, nil)
			}
			l.callUnknown(to, params)
		})
	}
}

// yields is callbacks for a function without a model.
func (l *lowerer) yields(args []ssa.Value, mode callMode) {
	for _, a := range args {
		if isYield(a) {
			l.callbacks(nil, args, mode)
			return
		}
	}
}

// callUnknown calls a function with arguments of which some are not known.
func (l *lowerer) callUnknown(to callee, args []ssa.Value) {
	all := append(args, to.bindings...)
	if to.bindings == nil {
		all = append(all, make([]ssa.Value, len(to.fn.FreeVars))...)
	}
	uses := l.regsOf(nil, all)
	op := l.operation(asCall, nil, uses)
	op.Callee = l.withPaths(l.target(to.fn), nil, all)
}

// maybe writes operations that are skipped or executed, for no reason that is
// seen; with loop, any number of times.
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

func isYield(v ssa.Value) bool {
	c, ok := v.(*ssa.MakeClosure)
	return ok && synthetic.IsYield(c.Fn.(*ssa.Function))
}
