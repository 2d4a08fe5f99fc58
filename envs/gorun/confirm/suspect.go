package confirm

import (
	"github.com/seed38182bad/parallax/envs"
)

// A suspect is a finding in terms of a program.
type suspect struct {
	of     *envs.Finding
	by     envs.Witness
	points map[envs.Point]bool // accesses at these places
	shows  map[envs.Point]bool // operations where it shows
	funcs  map[envs.FuncID]bool
	waits  bool // a thread may wait where it shows
}

// needed are the functions of which events tell whether a finding is shown: those that it names, those that write what
// is accessed there, and those that start threads.
func needed(prog envs.Program, list []*suspect) map[envs.FuncID]bool {
	ids := map[envs.FuncID]bool{}
	locs := map[*envs.Loc]bool{}
	maps := false
	for _, s := range list {
		for id := range s.funcs {
			ids[id] = true
		}
		for p := range s.shows {
			ids[p.Func()] = true
		}
		for p := range s.points {
			ids[p.Func()] = true
			op := &prog.Func(p.Func()).Ops[p.PC()]
			locs[op.Loc] = true
			maps = maps || ofMap(op) != ""
		}
	}
	for id := range envs.FuncID(prog.NumFuncs()) {
		fn := prog.Func(id)
		for pc := 0; fn != nil && pc < len(fn.Ops) && !ids[id]; pc++ {
			op := &fn.Ops[pc]
			if op.Kind == envs.Fork || op.Writes() && locs[op.Loc] || maps && ofMap(op) != "" {
				ids[id] = true
			}
		}
	}
	return ids
}

// places are all that a finding names.
func places(f *envs.Finding) (all []envs.Position) {
	all = append(all, f.Pos, f.Cause)
	all = append(all, f.Also...)
	for _, n := range f.Story {
		all = append(all, n.Pos)
	}
	return all
}

// suspects finds the operations of findings in a program. It need not be the one that they are of: places tell. A place
// without a column is a line.
func suspects(prog envs.Program, found []envs.Finding, by func(string) envs.Witness) []*suspect {
	list := make([]*suspect, len(found))
	type here struct{ shows, place []*suspect }
	at := map[envs.Position]*here{}
	placed := func(p envs.Position) *here {
		if at[p] == nil {
			at[p] = &here{}
		}
		return at[p]
	}
	funcs := map[string][]*suspect{}
	for i := range found {
		f := &found[i]
		s := &suspect{
			of: f, by: by(f.Checker), points: map[envs.Point]bool{}, shows: map[envs.Point]bool{},
			funcs: map[envs.FuncID]bool{},
		}
		list[i] = s
		for _, p := range places(f) {
			placed(p).place = append(placed(p).place, s)
		}
		for _, p := range f.Sites() {
			placed(p).shows = append(placed(p).shows, s)
		}
		funcs[f.Func] = append(funcs[f.Func], s)
	}
	for id := range envs.FuncID(prog.NumFuncs()) {
		fn := prog.Func(id)
		if fn == nil {
			continue
		}
		for _, s := range funcs[fn.Name] {
			s.funcs[id] = true
		}
		for pc := range fn.Ops {
			p := envs.At(id, int32(pc))
			pos := prog.Position(p)
			line := envs.Position{File: pos.File, Line: pos.Line}
			for _, n := range []*here{at[pos], at[line]} {
				if n == nil {
					continue
				}
				for _, s := range n.shows {
					s.shows[p] = true
					s.waits = s.waits || fn.Ops[pc].Waits()
				}
				if accesses(&fn.Ops[pc]) {
					for _, s := range n.place {
						s.points[p] = true
					}
				}
			}
		}
	}
	return list
}
