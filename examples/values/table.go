package main

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/seed38182bad/parallax/dataflow"
	"github.com/seed38182bad/parallax/domains/bits"
	"github.com/seed38182bad/parallax/domains/congruence"
	"github.com/seed38182bad/parallax/domains/integer"
	"github.com/seed38182bad/parallax/domains/interval"
	"github.com/seed38182bad/parallax/domains/intset"
	"github.com/seed38182bad/parallax/domains/octagon"
	"github.com/seed38182bad/parallax/domains/sign"
	"github.com/seed38182bad/parallax/domains/strided"
	"github.com/seed38182bad/parallax/domains/zone"
	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/lattice"
)

// A column is an analysis of the table.
type column struct {
	name  string
	solve func(context.Context, envs.Program) ([]envs.Finding, error)
}

func with[S lattice.Mergeable[S]](name string, v Values[S]) column {
	return column{name, func(ctx context.Context, p envs.Program) ([]envs.Finding, error) {
		r, err := dataflow.NewAnalyzer(name, "", v.analysis().Alone).Fixpoint(ctx, p, dataflow.Options{})
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		return r.Findings, nil
	}}
}

// sets are the sets of at most so many integers.
func sets(limit int) intset.Domain {
	d, err := intset.New(limit)
	if err != nil {
		panic(err) // the limit is constant
	}
	return d
}

// columns are the analyses, the cheaper ones first.
func columns() []column {
	return []column{
		with("constant", alone(sets(1))),
		with("sign", alone(sign.Domain{})),
		with("interval", alone(interval.Domain{})),
		with("congruence", alone(congruence.Domain{})),
		with("strided", alone(strided.Domain{})),
		with("bits", alone(bits.Domain{})),
		with("intset", alone(sets(maxCases))),
		with("integer", alone(integer.Domain{})),
		with("zone", related(zone.New)),
		with("octagon", related(octagon.New)),
		with("karr", equations()),
		with("disjunction", cases(interval.Domain{})),
		with("partition", apart(alone(interval.Domain{}))),
		with("lookahead", ahead(alone(interval.Domain{}))),
	}
}

// A table says what each analysis knows of one program.
type table struct {
	columns []string
	heads   []envs.Position // the loop heads
	checks  []envs.Position // what one of the analyses did not prove
	known   map[cell]string // the invariants
	open    map[cell]bool   // what is not proved
	what    map[envs.Position]string
}

type cell struct {
	column string
	at     envs.Position
}

// tableOf runs all analyses on a program.
func tableOf(ctx context.Context, p envs.Program) (*table, error) {
	t := &table{known: map[cell]string{}, open: map[cell]bool{}, what: map[envs.Position]string{}}
	for _, c := range columns() {
		found, err := c.solve(ctx, p)
		if err != nil {
			return nil, err
		}
		t.columns = append(t.columns, c.name)
		for _, f := range found {
			switch at := (cell{c.name, f.Pos}); f.Kind {
			case invariant:
				t.heads, t.known[at] = append(t.heads, f.Pos), f.Message
			case unproved:
				t.checks, t.open[at], t.what[f.Pos] = append(t.checks, f.Pos), true, f.Message
			}
		}
	}
	t.heads, t.checks = places(t.heads), places(t.checks)
	return t, nil
}

// places sorts positions, each once.
func places(all []envs.Position) []envs.Position {
	slices.SortFunc(all, envs.Position.Compare)
	return slices.Compact(all)
}

// provedBy are the analyses that prove the check at a place.
func (t *table) provedBy(at envs.Position) (names []string) {
	for _, name := range t.columns {
		if !t.open[cell{name, at}] {
			names = append(names, name)
		}
	}
	return names
}

// write prints the table: for each loop what each analysis knows at its head, and for
// each check and throw who proves that it does no harm.
func (t *table) write(w io.Writer) error {
	tw := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	for _, at := range t.heads {
		fmt.Fprintf(tw, "%s: at the head of the loop\n", at)
		for _, name := range t.columns {
			if known, ok := t.known[cell{name, at}]; ok {
				fmt.Fprintf(tw, "  %s\t%s\n", name, known)
			}
		}
	}
	for _, at := range t.checks {
		names := t.provedBy(at)
		if len(names) == 0 {
			names = []string{"none"}
		}
		fmt.Fprintf(tw, "%s: %s\n  harmless by\t%s\n", at, t.what[at], strings.Join(names, " "))
	}
	return tw.Flush()
}
