package lower

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/gosrc/internal/naming"
)

// callValue lowers the call of a function value that may be one of several functions, or others that are not known.
func (l *lowerer) callValue(c *ssa.CallCommon, args []ssa.Value, v ssa.Value, mode callMode) {
	l.callbacks(nil, args, mode)
	callee := &envs.Callee{Name: l.names.ValueName(c.Value), Full: naming.None{}, FirstArg: 1}
	fns, open := l.p.calls.MayBe(c.Value)
	callee.Open = open
	params := len(args)
	for _, fn := range fns {
		params = max(params, len(args)+len(fn.FreeVars))
	}
	uses := l.uses(1 + params)
	clear(uses) // what a closure has captured is not known here
	uses[0] = l.reg(c.Value)
	for i, a := range args {
		uses[1+i] = l.reg(a)
	}
	if len(fns) > 0 {
		for i, a := range args {
			if !l.names.CanLead(a) {
				continue
			}
			if path := l.names.Path(a); path != nil {
				if callee.Args == nil {
					callee.Args = l.newArgs(params)
				}
				callee.Args[i] = path
			}
		}
		free, own := l.names.CapturedPaths(c.Value, fns, open)
		if free != nil && callee.Args == nil {
			callee.Args = l.newArgs(params)
		}
		for _, fn := range fns {
			x := listing{callee: callee}
			if paths, ok := own[fn]; ok {
				x.hasOwn = true
				if callee.Args != nil || paths != nil {
					x.own = l.newArgs(len(args) + len(paths))
					copy(x.own, callee.Args[:min(len(args), len(callee.Args))])
					copy(x.own[len(args):], paths)
				}
			}
			l.addTo(fn, x)
		}
		if free != nil {
			copy(callee.Args[len(args):], free)
		}
	}
	l.operation(mode, v, uses).Callee = callee
}

// addTo adds a function to those that a call lists, at once or when it gets a number.
func (c *callees) addTo(fn *ssa.Function, x listing) {
	if t := c.target(fn); t.found != nil {
		t.found.callees = append(t.found.callees, x)
	} else {
		x.add(t.known.ID)
	}
}

// add adds the function that has a number to those that the callee lists.
func (x listing) add(id envs.FuncID) {
	c := x.callee
	if i, found := slices.BinarySearch(c.Funcs, id); !found {
		c.Funcs = slices.Insert(c.Funcs, i, id)
	}
	if !x.hasOwn {
		return
	}
	if c.Own == nil {
		c.Own = map[envs.FuncID][]*envs.Path{}
	}
	c.Own[id] = x.own
}
