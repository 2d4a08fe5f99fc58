package lockset_test

import (
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/seed38182bad/parallax/domains/lockset"
)

// A program is a random one of a thread: it takes and gives back locks in all the
// ways that operations has, in branches and loops.
type program struct {
	op   int         // an index of operations, if there are no parts
	kind string      // "do", "one of", "loop"
	body [][]program // the alternatives, or the body of the loop
}

func drawProgram(depth, numOps int) *rapid.Generator[[]program] {
	statement := rapid.Custom(func(t *rapid.T) program {
		kinds := []string{"do", "do", "do", "one of", "loop"}
		if depth == 0 {
			kinds = kinds[:1]
		}
		switch kind := rapid.SampledFrom(kinds).Draw(t, "kind"); kind {
		case "one of":
			return program{kind: kind, body: rapid.SliceOfN(drawProgram(depth-1, numOps), 2, 2).Draw(t, "alternatives")}
		case "loop":
			return program{kind: kind, body: rapid.SliceOfN(drawProgram(depth-1, numOps), 1, 1).Draw(t, "body")}
		}
		return program{kind: "do", op: rapid.IntRange(0, numOps-1).Draw(t, "operation")}
	})
	return rapid.SliceOfN(statement, 1, 4)
}

// held is what the analysis knows at a point.
type held = lockset.Must[int]

type analysis struct {
	must  lockset.MustDomain[int]
	ops   []operation
	after map[*program]held // what holds behind each statement
}

func (a *analysis) solve(stmts []program, h held) held {
	for i := range stmts {
		p := &stmts[i]
		switch p.kind {
		case "do":
			h = a.ops[p.op].must(h)
		case "one of":
			h = a.must.Join(a.solve(p.body[0], h), a.solve(p.body[1], h))
		case "loop":
			for {
				next := a.must.Join(h, a.solve(p.body[0], h))
				if next == h {
					break
				}
				h = next
			}
		}
		a.after[p] = h
	}
	return h
}

func (a *analysis) run(t *rapid.T, stmts []program, c concrete) concrete {
	for i := range stmts {
		p := &stmts[i]
		switch p.kind {
		case "do":
			c = a.ops[p.op].run(c)
		case "one of":
			c = a.run(t, p.body[rapid.IntRange(0, 1).Draw(t, "branch")], c)
		case "loop":
			for range rapid.IntRange(0, 4).Draw(t, "rounds") {
				c = a.run(t, p.body[0], c)
			}
		}
		if h := a.after[p]; !mustContains(h, c) {
			t.Fatalf("locks are held %v, which is less than %v, behind %s", c, h, a.describe(*p))
		}
	}
	return c
}

func (a *analysis) describe(p program) string {
	if p.kind == "do" {
		return a.ops[p.op].name
	}
	var parts []string
	for _, b := range p.body {
		for _, q := range b {
			parts = append(parts, a.describe(q))
		}
	}
	return fmt.Sprintf("%s(%s)", p.kind, strings.Join(parts, "; "))
}

// At every point of a program a run holds at least what the set there says.
func TestProgramsHoldNoLess(t *testing.T) {
	table := newTable(t, 3)
	a := &analysis{must: table.Must(), ops: operations(table)}
	rapid.Check(t, func(t *rapid.T) {
		stmts := drawProgram(2, len(a.ops)).Draw(t, "program")
		a.after = map[*program]held{}
		a.solve(stmts, a.must.Empty())
		for range 3 {
			a.run(t, stmts, concrete{})
		}
	})
}
