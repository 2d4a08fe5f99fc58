package exchange

import (
	"fmt"
	"slices"
	"strings"

	"github.com/seed38182bad/parallax/envs"
)

// Does is what an operation does with a channel or group, and the class of memory in which that is found, nil if it has
// no name.
func (t *Table) Does(fn *envs.Func, op *envs.Op) (role Role, of *envs.Loc, does bool) {
	switch op.Kind {
	case envs.Send, envs.Receive, envs.Close, envs.Notify:
		return roleOf[op.Kind], op.Loc, true
	case envs.Join:
		return Waits, op.Loc, op.Is(envs.Group)
	case envs.Call:
		if of := t.prog.Knows().Group; of != nil && op.Callee.Open {
			if r, _ := of(envs.At(fn.ID, op.PC)); r != 0 {
				if from := t.Origin(fn, r); from != nil {
					return Adds, from.Loc, true
				}
				return Adds, nil, true
			}
		}
	}
	return 0, nil, false
}

// HandsOn reports whether what an operation loads, or takes the address of, is used for something else than what Does
// tells of.
func (t *Table) HandsOn(fn *envs.Func, op *envs.Op) bool {
	return op.Results == 1 && slices.ContainsFunc(t.indexOf(fn)[op.Dst], func(pc int32) bool {
		by := &fn.Ops[pc]
		if by.Kind == envs.Defer || by.Kind == envs.Compute || by.Kind == envs.Load {
			return false
		}
		_, _, does := t.Does(fn, by)
		return !does
	})
}

// AsksForParams reports whether a branch of a function depends on one of its parameters alone.
func (t *Table) AsksForParams(fn *envs.Func) bool {
	return slices.ContainsFunc(fn.Ops, func(op envs.Op) bool {
		return op.Kind == envs.Branch && slices.ContainsFunc(t.prog.Detail(envs.At(fn.ID, op.PC)).On,
			func(on []envs.Condition) bool {
				return slices.ContainsFunc(on, func(c envs.Condition) bool {
					return slices.Contains(fn.Params, c.X.Reg) && c.Y.Reg == 0 || slices.Contains(fn.Params, c.Y.Reg) && c.X.Reg == 0
				})
			})
	})
}

// Way names what is in a register by the way to it from a parameter, or from what a single operation defines: "r1.T.f."
// is found in field f of what parameter r1 leads to.
func (t *Table) Way(fn *envs.Func, r envs.Reg) string {
	steps := ""
	for range len(fn.Ops) {
		from := t.Origin(fn, r)
		if from == nil || len(from.Uses) != 1 || from.Results != 1 {
			break
		}
		if from.Loc == nil && (from.Kind == envs.Load || from.Kind == envs.Addr) {
			break
		}
		switch from.Kind {
		case envs.Load:
			if from.Loc.Class == envs.Cell && from.Loc.Variable {
				if r = t.Held(fn, from.Uses[0]); r == from.Uses[0] {
					return fmt.Sprint("r", r, ".*.", steps)
				}
				continue
			}
			steps = fmt.Sprint(from.Loc.Name, ".", steps)
		case envs.Addr:
			steps = fmt.Sprint(from.Loc.Name, ".", steps)
		case envs.Move:
		default:
			return fmt.Sprint("r", r, ".", steps)
		}
		r = from.Uses[0]
	}
	return fmt.Sprint("r", r, ".", steps)
}

// Into is a Way of a caller in the names of what it calls; empty if the callee does not find what is there. Variables
// that it has captured are among its parameters.
func (t *Table) Into(caller *envs.Func, call *envs.Op, callee *envs.Func, way string) string {
	if strings.HasPrefix(way, "r0.") { // of a package
		return way
	}
	for i, p := range callee.Params {
		if at := call.Callee.FirstArg + i; at < len(call.Uses) && call.Uses[at] != 0 {
			r := call.Uses[at]
			if rest, found := strings.CutPrefix(way, t.Way(caller, r)); found {
				return fmt.Sprint("r", p, ".", rest)
			}
			if v := t.Held(caller, r); v != r {
				if rest, found := strings.CutPrefix(way, t.Way(caller, v)); found {
					return fmt.Sprint("r", p, ".*.", rest)
				}
			}
		}
	}
	return ""
}

// Held is the register whose value is stored into a variable in which nothing else is, if that is what a register leads
// to; otherwise the register itself.
func (t *Table) Held(fn *envs.Func, r envs.Reg) envs.Reg {
	in := t.indexOf(fn)
	if variable := t.Origin(fn, r); variable != nil && variable.Kind == envs.New {
		for _, pc := range in[r] {
			if op := &fn.Ops[pc]; op.Kind == envs.Store && op.Uses[0] == r && op.Value() != 0 && in.onlyStore(fn, op) {
				return op.Value()
			}
		}
	}
	return r
}
