// Package irtest gives tests the programs that the papers use as examples,
// together with what is to be reported about them.
//
// What is expected stands in comments of the program, at the line concerned:
//
//	tmp = tmp + 1 // want stale: tmp
//	shared.field = tmp // also stale: tmp
//	use2(x3, y3) // want stale: x3, y3
//	tmp = tmp + 1 // want stale: tmp // static only
//	fdata = f(value) // want stale: value // not with hand-over
//
// "want" marks a place that must be reported. "also" marks a place to which a
// value comes that was made from one reported before. Whether it shows there
// too is up to how far a checker follows values. Every other line must be
// silent. "static only" marks a false report that no run shows; "not with
// hand-over" one that is gone when values handed over are known.
package irtest

import (
	"embed"
	"fmt"
	"strings"

	"github.com/seed38182bad/parallax/envs/ir"
)

//go:embed testdata/conformance/*.plx
var papers embed.FS

// A Program is one of the papers' programs.
type Program struct {
	ID     string // "T2.10" (Artho's thesis, figure 2.10), "P1" (von Praun and Gross, program 1)
	File   string // "T2.10.plx"
	Source string
	Wants  []Want // by line
}

// A Want is what is expected at one line.
type Want struct {
	Line        int
	Kind        string // "stale"
	Regs        []string
	Also        bool // reported, or not, as the checker follows values
	StaticOnly  bool
	NotHandover bool
}

// Programs are all programs, sorted by ID.
func Programs() ([]Program, error) {
	const dir = "testdata/conformance"
	files, err := papers.ReadDir(dir)
	if err != nil {
		return nil, err
	}
	var all []Program
	for _, f := range files {
		src, err := papers.ReadFile(dir + "/" + f.Name())
		if err != nil {
			return nil, err
		}
		p := Program{ID: strings.TrimSuffix(f.Name(), ".plx"), File: f.Name(), Source: string(src)}
		if p.Wants, err = parseWants(p.File, p.Source); err != nil {
			return nil, err
		}
		all = append(all, p)
	}
	return all, nil
}

// Find gives the program with an ID such as "T2.10".
func Find(id string) (Program, error) {
	all, err := Programs()
	if err != nil {
		return Program{}, err
	}
	for _, p := range all {
		if p.ID == id {
			return p, nil
		}
	}
	return Program{}, fmt.Errorf("irtest: there is no program %s", id)
}

// Parse parses the program.
func (p Program) Parse() (*ir.Program, error) { return ir.Parse(p.File, p.Source) }

// parseWants reads the expectations in the comments of a source. An expectation that
// cannot be read is an error with its place.
func parseWants(file, source string) ([]Want, error) {
	var list []Want
	for i, line := range strings.Split(source, "\n") {
		parts := strings.Split(line, "//")
		if strings.TrimSpace(parts[0]) == "" {
			continue // text about the program
		}
		var w *Want
		for _, c := range parts[1:] {
			c = strings.TrimSpace(c)
			word, rest, _ := strings.Cut(c, " ")
			kind, regs, colon := strings.Cut(rest, ":")
			switch {
			case (word == "want" || word == "also") && colon:
				n := Want{Line: i + 1, Kind: kind, Also: word == "also"}
				for _, r := range strings.Split(regs, ",") {
					n.Regs = append(n.Regs, strings.TrimSpace(r))
				}
				list = append(list, n)
				w = &list[len(list)-1]
			case c == "static only" && w != nil:
				w.StaticOnly = true
			case c == "not with hand-over" && w != nil:
				w.NotHandover = true
			case word == "want" || word == "also" || c == "static only" || c == "not with hand-over":
				return nil, fmt.Errorf(
					"%s:%d: cannot read the expectation %q: write \"want KIND: register, ...\"", file, i+1, c)
			}
		}
	}
	return list, nil
}
