package world

import (
	"strings"

	"github.com/seed38182bad/parallax/domains/lockset"
	"github.com/seed38182bad/parallax/envs"
)

// classNames number the variables and locks of a program, in the order in which they are asked for. Statically a
// variable is a class of memory, and a lock is known by a name.
type classNames struct {
	table *lockset.Table[envs.Lock]
	vars  map[*envs.Loc]envs.Variable
	locs  []*envs.Loc // by variable
	locks map[lockName]envs.Lock
	names []lockName              // by lock
	where map[envs.Lock]*envs.Loc // of single locks: the class of memory, where it is known
}

// A lockName is what is known of a lock.
type lockName struct {
	// text is its name: that of a global, or for people; in sets of locks that must be
	// held also the way to it from what is accessed.
	text string
	loc  *envs.Loc // the class of memory that it lies in, nil if that is not known, or it is one
	one  bool      // it is a single lock
	way  bool      // the text is a way, of wayFrom
	// frame is the number of a variable of functions, which is the lock or leads to it: of the frame that has the
	// accessed object, too. Like a way it means a lock only with the accessed variable.
	frame envs.Reg
}

func newClassNames() *classNames {
	n := &classNames{
		vars: map[*envs.Loc]envs.Variable{}, locs: make([]*envs.Loc, 1),
		locks: map[lockName]envs.Lock{}, names: make([]lockName, 1), where: map[envs.Lock]*envs.Loc{},
	}
	n.table, _ = lockset.NewTable(lockset.Options[envs.Lock]{Name: n.lockName}) // the zero cap is in range
	return n
}

func (n *classNames) variable(loc *envs.Loc) envs.Variable {
	if loc == nil {
		return 0
	}
	v, ok := n.vars[loc]
	if !ok {
		v = envs.Variable(len(n.locs))
		n.locs = append(n.locs, loc)
		n.vars[loc] = v
	}
	return v
}

func (n *classNames) variableName(v envs.Variable) string {
	if v <= 0 || int(v) >= len(n.locs) {
		return "memory"
	}
	return n.locs[v].Name
}

// lock is the class of the lock that a frame calls p, in memory of class loc.
func (n *classNames) lock(p *envs.Path, loc *envs.Loc) envs.Lock {
	switch {
	case p != nil && p.Root == envs.AtGlobal:
		return n.single(p, loc)
	case loc != nil:
		return n.number(lockName{text: loc.Name, loc: loc})
	}
	return 0
}

// single is the lock that is known by the name of a global. Not all that names it knows where it lies.
func (n *classNames) single(p *envs.Path, loc *envs.Loc) envs.Lock {
	l := n.number(lockName{text: p.Global + p.Steps, one: true})
	if loc != nil {
		n.where[l] = loc
	}
	return l
}

func (n *classNames) number(name lockName) envs.Lock {
	l, ok := n.locks[name]
	if !ok {
		l = envs.Lock(len(n.names))
		n.names = append(n.names, name)
		n.locks[name] = l
	}
	return l
}

func (n *classNames) lockName(l envs.Lock) string {
	if l <= 0 || int(l) >= len(n.names) {
		return "a lock"
	}
	if x := n.names[l]; !x.way {
		return x.text
	}
	return sayWay(n.names[l].text)
}

// sayWay says which lock is at the end of a way of wayFrom.
func sayWay(way string) string {
	back, on, _ := strings.Cut(way, "@")
	back, on = strings.TrimPrefix(back, "."), strings.TrimPrefix(on, ".")
	switch {
	case way == "@":
		return "the object itself"
	case back == "":
		return on + " of its object"
	case on == "":
		return "what holds " + back
	}
	return on + " beside " + back
}

// mayBeSame reports whether two classes may have a lock in common.
func (n *classNames) mayBeSame(a, b envs.Lock) bool {
	if a == b || a == 0 || b == 0 {
		return true
	}
	x, y := n.names[a], n.names[b]
	if x.one && y.one {
		return false // two names of globals are taken for two locks
	}
	p, q := n.locOf(a), n.locOf(b)
	return p == nil || q == nil || p == q
}

func (n *classNames) locOf(l envs.Lock) *envs.Loc {
	if x := n.names[l]; !x.one {
		return x.loc
	}
	return n.where[l]
}

// mustBeSame reports whether two classes certainly are the same single lock.
func (n *classNames) mustBeSame(a, b envs.Lock) bool {
	return a == b && a > 0 && int(a) < len(n.names) && n.names[a].one
}

// An accessed is the object that an operation accesses, or the lock that it takes, as the names of locks are about it.
type accessed struct {
	fn       envs.FuncID
	path     *envs.Path // the frame's name for it, nil if it has none
	variable bool       // it is a variable itself, and not what the variable leads to
}

// accessedBy is the object that op accesses.
func accessedBy(prog envs.Program, fn *envs.Func, op *envs.Op) accessed {
	loc := op.Loc
	return accessed{fn.ID, baseOf(prog, fn, op), op.Accesses() && loc != nil && loc.Variable && loc.Class == envs.Cell}
}

// around is the set of the locks in a stack that are certainly held, by names that mean the same in all frames. These
// are names of globals, and ways from the object that is accessed.
func (n *classNames) around(prog envs.Program, base accessed, held stack) envs.LockSet {
	s := n.table.Must().Empty()
	for i := range held {
		s = n.named(s, prog, base, &held[i])
	}
	return s
}

// named adds a lock to a set of those that are certainly held where an object is accessed.
func (n *classNames) named(s envs.LockSet, prog envs.Program, base accessed, h *hold) envs.LockSet {
	if h.maybe || h.several || h.path == nil {
		return s
	}
	d := n.table.Must()
	side := lockset.Write
	if h.read {
		side = lockset.Read
	}
	if h.path.Root == envs.AtGlobal {
		return n.withWay(d.Acquire(s, n.single(h.path, h.loc), side), prog, base.path, h.path, side)
	}
	s = n.withWay(s, prog, base.path, h.path, side)
	beside := prog.Knows().Beside
	if beside == nil {
		return s
	}
	owner, path := beside(base.fn, base.path, base.variable, h.path)
	switch {
	case path == nil:
	case path.Root == envs.AtGlobal:
		s = d.Acquire(s, n.single(path, h.loc), side)
	case owner != nil:
		s = n.withWay(s, prog, owner, path, side)
	default:
		s = d.Acquire(s, n.number(lockName{text: path.Global + path.Steps, frame: path.Reg}), side)
	}
	return s
}

// withWay adds the way from the object called base to the lock called p, if there is one.
func (n *classNames) withWay(s envs.LockSet, prog envs.Program, base, p *envs.Path, side lockset.Side) envs.LockSet {
	way, up, ok := wayFrom(base, p)
	if !ok || up > 0 && !prog.Knows().Structured {
		return s
	}
	return n.table.Must().Acquire(s, n.number(lockName{text: way, way: true}), side) // with the variable it means a lock
}

// baseOf is the frame's name for the object that op accesses, or for the lock that it is about; nil if it has none.
func baseOf(prog envs.Program, fn *envs.Func, op *envs.Op) *envs.Path {
	if op.Path != nil {
		return op.Path
	}
	if base := prog.Knows().Base; base != nil {
		return base(envs.At(fn.ID, op.PC))
	}
	if len(op.Uses) == 0 || op.Uses[0] == 0 {
		return nil
	}
	for i, r := range fn.Params {
		if r == op.Uses[0] && fn.Strict {
			return &envs.Path{Root: envs.AtParam, Reg: envs.Reg(i)}
		}
	}
	return &envs.Path{Root: envs.AtReg, Reg: op.Uses[0]}
}

// wayFrom is the way from the object called base to the lock called p, through the last object that lies on the ways
// to both. It also says how many steps the way goes back first. Whoever goes the same way from the same object comes
// to the same lock if it goes back by none; otherwise only if no object has two owners.
//
// An element that is known by its index is known to lie in its array, too. Going back it makes
// no difference which one it is.
func wayFrom(base, p *envs.Path) (way string, up int, ok bool) {
	if base == nil {
		return "", 0, false
	}
	if base.Root != p.Root || base.Reg != p.Reg || base.Global != p.Global {
		if base.Within == nil {
			return "", 0, false
		}
		array := *base.Within
		array.Steps += base.Steps
		return wayFrom(&array, p)
	}
	common := 0
	for i := 0; i <= len(base.Steps) && i <= len(p.Steps); i++ {
		if (i == len(base.Steps) || base.Steps[i] == '.' || base.Steps[i] == '[') &&
			(i == len(p.Steps) || p.Steps[i] == '.' || p.Steps[i] == '[') {
			common = i
		}
		if i < len(base.Steps) && i < len(p.Steps) && base.Steps[i] != p.Steps[i] {
			break
		}
	}
	back := anyElement(base.Steps[common:])
	up = strings.Count(back, ".") + strings.Count(back, "[")
	return back + "@" + p.Steps[common:], up, true
}

// anyElement is a way through elements without their indices.
func anyElement(steps string) string {
	way := ""
	for {
		before, after, found := strings.Cut(steps, "[")
		way += before
		if !found {
			return way
		}
		_, steps, _ = strings.Cut(after, "]")
		way += "[]"
	}
}
