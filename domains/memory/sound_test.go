package memory_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/seed38182bad/parallax/domains/accesspath"
	"github.com/seed38182bad/parallax/domains/domaintest"
	"github.com/seed38182bad/parallax/domains/pointer"
)

func TestGamma(t *testing.T) { meaning().Check(t) }

// Each operation from any memory, reached or not.
func TestOperationsAreSound(t *testing.T) {
	for _, op := range operations {
		t.Run(op.name, func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) {
				m := memories().Draw(t, "memory")
				for range 10 {
					w, ok := pick(t, m)
					if !ok {
						continue
					}
					before := w.String()
					w = w.clone()
					if !op.concrete(&w, func(n int) int { return rapid.IntRange(0, n-1).Draw(t, "way") }) {
						continue
					}
					if after := op.abstract(m); !contains(after, w) {
						t.Fatalf("%s makes of %s\n%v, which is not in\n%v, made of\n%v", op.name, before, w, after, m)
					}
				}
			})
		})
	}
}

// program is a small program: an operation, or a sequence, a choice or a loop of
// programs.
type program struct {
	op     *operation
	kind   string
	parts  []*program
	before mem // the memory in which it starts, joined over all paths
}

func genProgram(depth int) *rapid.Generator[*program] {
	return rapid.Custom(func(t *rapid.T) *program {
		kinds := []string{"seq", "op", "op", "if", "loop"}
		if depth == 0 {
			kinds = kinds[1:2]
		}
		p := &program{kind: rapid.SampledFrom(kinds).Draw(t, "kind")}
		n := map[string]int{"seq": 5, "if": 2, "loop": 1}[p.kind]
		for range n {
			p.parts = append(p.parts, genProgram(depth-1).Draw(t, "part"))
		}
		if p.kind == "op" {
			op := genOperation().Draw(t, "operation")
			p.op = &op
		}
		return p
	})
}

func (p *program) String() string {
	if p.op != nil {
		return p.op.name
	}
	var parts []string
	for _, part := range p.parts {
		parts = append(parts, part.String())
	}
	return p.kind + "(" + strings.Join(parts, "; ") + ")"
}

// analyse returns the memory after p. What it notes is that of the last visit,
// in which all loops are stable.
func (p *program) analyse(m mem) mem {
	p.before = m
	switch p.kind {
	case "op":
		return p.op.abstract(m)
	case "seq":
		for _, part := range p.parts {
			m = part.analyse(m)
		}
		return m
	case "if":
		return domain.Join(p.parts[0].analyse(m), p.parts[1].analyse(m))
	}
	for {
		next := p.parts[0].analyse(m)
		if domain.Leq(next, m) {
			p.before = m
			return m
		}
		m = domain.Widen(m, next)
	}
}

// run goes one way through p; false if the program stops on it.
func (p *program) run(t *rapid.T, w *world) bool {
	if p.kind != "loop" && !contains(p.before, *w) {
		t.Fatalf("before %v comes\n%v, which is not in\n%v", p, w, p.before)
	}
	choose := func(n int) int { return rapid.IntRange(0, n-1).Draw(t, "way") }
	switch p.kind {
	case "op":
		return p.op.concrete(w, choose)
	case "seq":
		for _, part := range p.parts {
			if !part.run(t, w) {
				return false
			}
		}
		return true
	case "if":
		return p.parts[choose(2)].run(t, w)
	}
	for range choose(4) {
		if !p.parts[0].run(t, w) {
			return false
		}
	}
	return true
}

// The states of whole programs, with branches and loops, cover those of their
// runs, at every point; and what is said of aliases is true of the runs.
func TestProgramsAreSound(t *testing.T) {
	finished := 0
	rapid.Check(t, func(t *rapid.T) {
		var w world
		m := domain.Empty()
		for x := range w.vars {
			w.vars[x] = null
			m = domain.Assign(m, pointer.Var(x), address(pointers.Nil()))
		}
		p := &program{kind: "seq"}
		for x := range pointer.Var(domaintest.Vars) { // so that pointers can be followed
			op := allocate(x, pointer.Site(x%domaintest.Sites))
			p.parts = append(p.parts, &program{op: &op, kind: "op"})
		}
		p.parts = append(p.parts, rapid.SliceOfN(genProgram(2), 5, 8).Draw(t, "program")...)
		after := p.analyse(m)
		for range 8 {
			end := w.clone()
			if !p.run(t, &end) {
				continue
			}
			finished++
			if !contains(after, end) {
				t.Fatalf("after %v comes\n%v, which is not in\n%v", p, end, after)
			}
			aliasesAreTrue(t, after, end)
		}
	})
	if !testing.Short() { // which draws a fifth
		require.Positive(t, finished, "no run has come to its end")
	}
}

func aliasesAreTrue(t *rapid.T, m mem, w world) {
	paths := accesspath.Domain{Limit: 2}
	var ps []accesspath.Path
	for x := range pointer.Var(domaintest.Vars) {
		ps = append(ps, paths.Of(x))
		for f := range pointer.Field(drawnFields) {
			ps = append(ps, paths.Of(x, f), paths.Of(x, f, f))
		}
	}
	for _, p := range ps {
		x := w.follow(p)
		if x == nil {
			continue
		}
		root, _ := p.Root()
		if !w.in(domain.Resolve(m, p), *x) || !w.in(domain.Resolve(m, paths.From(root)), *x) {
			t.Fatalf("%v leads to %v, which is not in %v: %v", p, *x, domain.Resolve(m, p), m)
		}
		for _, q := range ps {
			y := w.follow(q)
			if y == nil || x.isNumber || y.isNumber || x.object < 0 || y.object < 0 {
				continue
			}
			if x.object == y.object && !domain.MayAlias(m, p, q) || x.object != y.object && domain.MustAlias(m, p, q) {
				t.Fatalf("%v leads to %d and %v to %d, but may they alias: %v, must they: %v\n%v",
					p, x.object, q, y.object, domain.MayAlias(m, p, q), domain.MustAlias(m, p, q), m)
			}
		}
	}
}

// follow is what p leads to, nil if nothing.
func (w world) follow(p accesspath.Path) *thing {
	x, _ := p.Root()
	v := w.vars[x]
	for f := range p.Fields() {
		if v.isNumber || v.object < 0 {
			return nil
		}
		v = w.objects[v.object].fields[f]
	}
	return &v
}

// What comes from memories above is above, also where two of the arguments grow.
func TestAliasesAreMonotone(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := memories().Draw(t, "memory")
		larger := domain.Join(m, memories().Draw(t, "other"))
		paths := accesspath.Domain{Limit: 2}
		p, q := domaintest.AccessPaths(paths).Draw(t, "p"), domaintest.AccessPaths(paths).Draw(t, "q")
		wider := paths.Join(p, domaintest.AccessPaths(paths).Draw(t, "r"))
		if !values.Leq(domain.Resolve(m, p), domain.Resolve(larger, wider)) {
			t.Fatalf("resolving is not monotone: %v, %v", p, wider)
		}
		if domain.MayAlias(m, p, q) && !domain.MayAlias(larger, wider, q) {
			t.Fatalf("may alias, but not in a larger memory")
		}
		if domain.MustAlias(larger, p, q) && !domain.MustAlias(m, p, q) {
			t.Fatalf("must alias, but not in a smaller memory")
		}
	})
}
