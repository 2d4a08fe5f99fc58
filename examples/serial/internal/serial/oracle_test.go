package serial_test

import (
	"slices"
	"strings"
)

// An oracle is the graph of the transactions of a trace in the STD format, edge by edge, and searches it for a
// path each time that one is added.
type oracle struct {
	full    bool // all pairs of operations that conflict, or of each the last before only
	after   [][]int
	threads map[string]*oracleThread
	vars    map[string][]oracleAccess
	locks   map[string]int // the node of the last release
	closes  bool
}

type oracleThread struct {
	depth int
	node  int // the last, -1 if it has done nothing
	inTx  bool
	fork  int // the node that has started it, or -1
}

type oracleAccess struct {
	node   int
	thread string
	write  bool
}

func newOracle(full bool) *oracle {
	return &oracle{full: full, threads: map[string]*oracleThread{}, vars: map[string][]oracleAccess{},
		locks: map[string]int{}}
}

func (o *oracle) thread(name string) *oracleThread {
	t := o.threads[name]
	if t == nil {
		t = &oracleThread{node: -1, fork: -1}
		o.threads[name] = t
	}
	return t
}

func (o *oracle) reaches(from, to int) bool {
	seen := make([]bool, len(o.after))
	todo := []int{from}
	for len(todo) > 0 {
		n := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if n == to {
			return true
		}
		for _, m := range o.after[n] {
			if !seen[m] {
				seen[m] = true
				todo = append(todo, m)
			}
		}
	}
	return false
}

// edge adds an edge unless it closes a cycle.
func (o *oracle) edge(from, to int) {
	switch {
	case from == to || from < 0:
	case o.reaches(to, from):
		o.closes = true
	case !slices.Contains(o.after[from], to):
		o.after[from] = append(o.after[from], to)
	}
}

// line takes a line in, and reports whether the event closes a cycle.
func (o *oracle) line(line string) bool {
	fields := strings.Split(line, "|")
	name, op := fields[0], fields[1]
	t := o.thread(name)
	o.closes = false
	switch {
	case strings.HasPrefix(op, "begin"):
		if t.depth++; t.depth > 1 || t.inTx {
			return false
		}
	case strings.HasPrefix(op, "end"):
		if t.depth--; t.depth == 0 {
			t.inTx = false
		}
		return false
	}
	if !t.inTx {
		o.after = append(o.after, nil)
		n := len(o.after) - 1
		o.edge(t.node, n)
		if t.node < 0 {
			o.edge(t.fork, n)
		}
		t.node, t.inTx = n, t.depth > 0
	}
	verb, arg, _ := strings.Cut(strings.TrimSuffix(op, ")"), "(")
	switch verb {
	case "r", "w":
		o.access(t.node, name, arg, verb == "w")
	case "acq":
		if n, ok := o.locks[arg]; ok {
			o.edge(n, t.node)
		}
	case "rel":
		o.locks[arg] = t.node
	case "fork":
		o.thread(arg).fork = t.node
	case "join":
		o.edge(o.thread(arg).node, t.node)
	}
	return o.closes
}

func (o *oracle) access(n int, thread, v string, write bool) {
	list := o.vars[v]
	for _, a := range list {
		if a.write || write {
			o.edge(a.node, n)
		}
	}
	if !o.full {
		list = slices.DeleteFunc(list, func(a oracleAccess) bool { return write || !a.write && a.thread == thread })
	}
	o.vars[v] = append(list, oracleAccess{n, thread, write})
}
