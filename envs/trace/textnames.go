package trace

import (
	"slices"
	"strconv"
	"strings"

	"github.com/seed38182bad/parallax/envs"
)

// textNames are the names and places of a text that is written.
type textNames struct {
	prog      envs.Program
	text      *Program    // prog, if it is of this package
	named     threadNamer // nil if threads have no names
	variables nameSpace[variableKey]
	accessed  map[uint64][]*envs.Loc // by object, those of its variables
	locks     nameSpace[uint64]
	threads   nameSpace[envs.Thread]
	places    map[envs.Position]int32
	positions []envs.Position
}

type variableKey struct {
	loc *envs.Loc
	obj uint64
}

// nameSpace gives each thing a name of its own.
type nameSpace[K comparable] struct {
	names map[K]string
	taken map[string]bool
}

// name gives the name of k: the one that is wanted, or one like it.
func (s *nameSpace[K]) name(k K, want func() string) string {
	name, ok := s.names[k]
	if ok {
		return name
	}
	if s.names == nil {
		s.names, s.taken = map[K]string{}, map[string]bool{}
	}
	base := want()
	name = base
	for i := 2; s.taken[name]; i++ {
		name = base + "~" + strconv.Itoa(i)
	}
	s.names[k], s.taken[name] = name, true
	return name
}

func (n *textNames) init(prog envs.Program) {
	n.prog, n.places, n.accessed = prog, map[envs.Position]int32{}, map[uint64][]*envs.Loc{}
	n.text, _ = prog.(*Program)
	n.named, _ = prog.(threadNamer)
}

// root reports whether a function is the one in which all threads of a text start.
func (n *textNames) root(id envs.FuncID) bool {
	return n.text != nil && n.text.function(id) != nil && n.text.funcs[id].at.col == 0 && slices.Contains(n.text.roots, id)
}

func (n *textNames) place(at envs.Point) int32 {
	if n.text != nil {
		if p := n.text.place(at); p.col == 0 {
			return p.line
		}
	}
	if at.PC() < 0 {
		at = envs.At(at.Func(), 0)
	}
	pos := n.prog.Position(at)
	i, ok := n.places[pos]
	if !ok {
		n.positions = append(n.positions, pos)
		i = int32(len(n.positions))
		n.places[pos] = i
	}
	return i
}

func (n *textNames) thread(id envs.Thread) string {
	return n.threads.name(id, func() string {
		name := ""
		if n.named != nil {
			name = n.named.ThreadName(id)
		}
		if name == "" {
			name = "T" + strconv.FormatInt(int64(id), 10)
		}
		return without(name, "|\n")
	})
}

func (n *textNames) variable(loc *envs.Loc, obj uint64) string {
	return n.variables.name(variableKey{loc, obj}, func() string {
		n.accessed[obj] = append(n.accessed[obj], loc)
		if loc == nil {
			return withNumber("object", obj)
		}
		if loc.Variable {
			return plain(loc.Name)
		}
		return withNumber(loc.Name, obj)
	})
}

func (n *textNames) lock(p *envs.Path, obj uint64) string {
	return n.locks.name(obj, func() string {
		if p == nil {
			return withNumber("lock", obj)
		}
		if p.Root == envs.AtGlobal {
			return plain(p.Text)
		}
		return withNumber(p.Text, obj)
	})
}

// forget gives what has the number of an object from now on names of its own.
func (n *textNames) forget(obj uint64) {
	delete(n.locks.names, obj)
	for _, loc := range n.accessed[obj] {
		delete(n.variables.names, variableKey{loc, obj})
	}
	delete(n.accessed, obj)
}

func withNumber(name string, obj uint64) string {
	return plain(name + "#" + strconv.FormatUint(obj, 10))
}

// plain is a name without what a name in a text cannot have.
func plain(name string) string {
	if name == "" {
		return "_"
	}
	return without(name, " \t\n\v\f\r|")
}

// without replaces ASCII characters by underscores.
func without(s, chars string) string {
	if !strings.ContainsAny(s, chars) {
		return s
	}
	b := []byte(s)
	for i, c := range b {
		if strings.IndexByte(chars, c) >= 0 {
			b[i] = '_'
		}
	}
	return string(b)
}
