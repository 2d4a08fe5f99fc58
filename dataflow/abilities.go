package dataflow

import (
	"fmt"
	"reflect"

	"github.com/seed38182bad/parallax/dataflow/fixpoint"
	"github.com/seed38182bad/parallax/dataflow/internal/ground"
	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/lattice"
)

// check is a *ContractError if something is wrong with an analysis.
func (a *Analysis[S]) check(of string) error { return contract(a.wrong(of)) }

// wrong tells what is wrong with an analysis: parts that are missing, and methods of states that nobody would call.
func (a *Analysis[S]) wrong(of string) (wrong []error) {
	missing := func(part string, is bool) {
		if is {
			wrong = append(wrong, fmt.Errorf("%s: %s", of, part))
		}
	}
	missing("Entry is nil; it gives the state in which a frame starts", a.Entry == nil)
	missing("Step is nil; it is the effect of an operation", a.Step == nil)
	missing("there are Tuning.Decided and Enter, which a run calls", a.Tuning.Decided != nil && a.Enter != nil)
	missing("there is Tuning.Retains, and nothing is gathered", a.Tuning.Retains != nil && len(a.requires.tables) == 0)
	for _, err := range wrongMethods[S]() {
		wrong = append(wrong, fmt.Errorf("%s: %w", of, err))
	}
	return wrong
}

// wrongMethods tells of methods of states that have the name of one that the drivers call, and another signature.
func wrongMethods[S lattice.Mergeable[S]]() (wrong []error) {
	state := reflect.TypeFor[S]()
	if state.Kind() == reflect.Interface {
		return []error{
			fmt.Errorf("its state %v is an interface, whose methods cannot be known; use a concrete type", state)}
	}
	asked := []reflect.Type{
		reflect.TypeFor[BlockHolder[S]](), reflect.TypeFor[RegisterHolder[S]](), reflect.TypeFor[lattice.Differ[S]](),
		reflect.TypeFor[lattice.Widener[S]](), reflect.TypeFor[lattice.Narrower[S]](), reflect.TypeFor[lattice.Recycler[S]](),
		reflect.TypeFor[lattice.Equaler[S]](),
	}
	for _, asked := range asked {
		m := asked.Method(0)
		has, ok := state.MethodByName(m.Name)
		pointer := ""
		if !ok && state.Kind() != reflect.Pointer {
			has, ok = reflect.PointerTo(state).MethodByName(m.Name)
			pointer = " of its pointer"
		}
		if ok && !state.Implements(asked) {
			wrong = append(wrong, fmt.Errorf("its state %v has a method %s%s, %v, which nobody calls: it has to be %v",
				state, m.Name, pointer, withoutReceiver(has.Type), m.Type))
		}
	}
	if len(wrong) == 0 && lattice.View[S, BlockHolder[S]]() == nil {
		if way := wayTo(reflect.TypeFor[envs.Block](), state, map[reflect.Type]bool{}); way != "" {
			wrong = append(wrong, fmt.Errorf("its state %v holds block tokens (%s), and has no method MapBlocks, %v, "+
				"by which the engine renames them; without it tokens of different blocks are taken for one",
				state, way, reflect.TypeFor[BlockHolder[S]]().Method(0).Type))
		}
	}
	return wrong
}

// wayTo is how values of a type hold one of another, as far as types tell: not through interfaces and functions. It is
// empty if they do not.
func wayTo(sought, in reflect.Type, seen map[reflect.Type]bool) string {
	if in == sought {
		return in.String()
	}
	if seen[in] {
		return ""
	}
	seen[in] = true
	switch in.Kind() {
	case reflect.Struct:
		for i := range in.NumField() {
			if way := wayTo(sought, in.Field(i).Type, seen); way != "" {
				return in.Field(i).Name + "." + way
			}
		}
	case reflect.Map:
		if way := wayTo(sought, in.Key(), seen); way != "" {
			return way
		}
		return wayTo(sought, in.Elem(), seen)
	case reflect.Pointer, reflect.Slice, reflect.Array, reflect.Chan:
		return wayTo(sought, in.Elem(), seen)
	}
	return ""
}

// withoutReceiver is the type of a method as an interface has it.
func withoutReceiver(t reflect.Type) reflect.Type {
	var in, out []reflect.Type
	for i := 1; i < t.NumIn(); i++ {
		in = append(in, t.In(i))
	}
	for i := range t.NumOut() {
		out = append(out, t.Out(i))
	}
	return reflect.FuncOf(in, out, t.IsVariadic())
}

// abilities are an analysis and what its states can do, looked for once.
type abilities[S lattice.Mergeable[S]] struct {
	Analysis[S]
	drop      func(S, func(envs.Reg) bool) S
	mapBlocks func(S, func(envs.Block) envs.Block) S
}

func abilitiesOf[S lattice.Mergeable[S]](an Analysis[S]) (a abilities[S]) {
	a.Analysis = an
	if as := lattice.View[S, RegisterHolder[S]](); as != nil {
		a.drop = func(s S, dead func(envs.Reg) bool) S { return as(s).DropRegisters(dead) }
	}
	if as := lattice.View[S, BlockHolder[S]](); as != nil {
		a.mapBlocks = func(s S, f func(envs.Block) envs.Block) S { return as(s).MapBlocks(f) }
	}
	return a
}

// overPaths is the analysis as the engine sees it, above a ground.
func (a *abilities[S]) overPaths(g *ground.Ground, prog envs.Program) fixpoint.Analysis[S] {
	an := fixpoint.Analysis[S]{
		Entry: a.Entry, Step: a.Step, Branch: a.Branch, Enter: a.Enter, Return: a.Return, Thrown: a.Thrown,
		Retains: a.Tuning.Retains, Drop: a.drop,
	}
	if prog.Knows().Structured {
		an.Thrown = nil
	}
	if a.mapBlocks != nil && g.Aged != nil {
		an.Rename = func(s S) S { return a.mapBlocks(s, g.Aged) }
		an.Import = func(exit S) S { return a.mapBlocks(exit, g.Imported) }
	}
	if skip := a.Tuning.Skip; skip != nil {
		an.Skip = func(env envs.Env, fn *envs.Func, exits []S) (S, bool) {
			return skip(env, fn, g.Steady(), exits)
		}
	}
	return an
}
