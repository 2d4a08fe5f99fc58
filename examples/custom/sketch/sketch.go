// Package sketch is an environment of two pages: it reads sketches, which say what threads do with locks and
// variables, and nothing else.
//
//	# a line for each thread; what follows the sign is a comment
//	clerk: lock book; read total; unlock book; lock book; write total; unlock book
//	boss:  lock book; write total; unlock book
//
// The session looks at the paths of a sketch as at those of any program. Its runs are the orders in which threads may
// take their turns, drawn by a seed.
package sketch

import (
	"errors"
	"fmt"
	"strings"

	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/examples/session"
)

// Environment opens files that end in .sketch.
func Environment() session.Environment {
	return session.Files("sketch", ".sketch", "sketches", func(name, text string) (*session.Program, error) {
		p, err := parse(name, text)
		if err != nil {
			return nil, err
		}
		return &session.Program{Code: p, Runner: session.Schedules(name, p.run)}, nil
	})
}

// A program has a function for each thread. It implements envs.Program.
type program struct {
	threads []*envs.Func
	places  [][]envs.Position // by thread and operation
	names   map[string]uint64 // the numbers of locks and variables
}

func (p *program) NumFuncs() int                        { return len(p.threads) }
func (p *program) Func(id envs.FuncID) *envs.Func       { return p.threads[id] }
func (p *program) Detail(envs.Point) *envs.Detail       { return envs.NoDetail }
func (p *program) Knows() *envs.Knowledge               { return &envs.Knowledge{} }
func (p *program) Position(at envs.Point) envs.Position { return p.places[at.Func()][at.PC()] }
func (p *program) Roots() (ids []envs.FuncID) {
	for _, fn := range p.threads {
		ids = append(ids, fn.ID)
	}
	return ids
}

// parse reads a sketch. The error joins all that is wrong with it.
func parse(file, text string) (*program, error) {
	p := &program{names: map[string]uint64{}}
	locs := map[string]*envs.Loc{}
	var errs []error
	line := 0
	for l := range strings.Lines(text) {
		line++
		l, _, _ = strings.Cut(l, "#")
		if l = strings.TrimRight(l, " \t\n"); l == "" {
			continue
		}
		at := envs.Position{File: file, Line: line, Col: 1}
		name, body, ok := strings.Cut(l, ":")
		if !ok {
			errs = append(errs, session.Problem{Pos: at, Message: "want a name, a colon, and what the thread does"})
			continue
		}
		fn := &envs.Func{ID: envs.FuncID(len(p.threads)), Name: name, Regs: 2}
		var places []envs.Position
		end := len(name) + 1 // of what was read of the line
		for _, statement := range strings.Split(body, ";") {
			at.Col = end + 1 + len(statement) - len(strings.TrimLeft(statement, " \t"))
			end += len(statement) + 1
			op, err := operation(strings.Fields(statement), locs)
			if err != nil {
				errs = append(errs, session.Problem{Pos: at, Message: err.Error()})
				continue
			}
			op.PC = int32(len(fn.Ops))
			fn.Ops, places = append(fn.Ops, op), append(places, at)
			if _, known := p.names[nameOf(&op)]; !known {
				p.names[nameOf(&op)] = uint64(len(p.names) + 1)
			}
		}
		fn.Ops = append(fn.Ops, envs.Op{Kind: envs.Return, PC: int32(len(fn.Ops))})
		p.threads, p.places = append(p.threads, fn), append(p.places, append(places, at))
	}
	return p, errors.Join(errs...)
}

// operation is what a statement does.
func operation(words []string, locs map[string]*envs.Loc) (op envs.Op, err error) {
	if len(words) != 2 {
		return op, fmt.Errorf("want lock, unlock, read or write, and a name, not %q", strings.Join(words, " "))
	}
	name := words[1]
	if locs[name] == nil {
		locs[name] = &envs.Loc{Class: envs.Global, Name: name, Variable: true}
	}
	path := &envs.Path{Root: envs.AtGlobal, Global: name, Text: name}
	switch words[0] {
	case "lock":
		return envs.Op{Kind: envs.Acquire, Uses: []envs.Reg{0}, Path: path}, nil
	case "unlock":
		return envs.Op{Kind: envs.Release, Uses: []envs.Reg{0}, Path: path}, nil
	case "read":
		return envs.Op{Kind: envs.Load, Uses: []envs.Reg{0}, Dst: 1, Results: 1, Loc: locs[name]}, nil
	case "write":
		return envs.Op{Kind: envs.Store, Uses: []envs.Reg{0, 0}, Loc: locs[name]}, nil
	}
	return op, fmt.Errorf("a thread cannot %s: want lock, unlock, read or write", words[0])
}

// nameOf is what an operation is about.
func nameOf(op *envs.Op) string {
	switch {
	case op.Path != nil:
		return op.Path.Text
	case op.Loc != nil:
		return op.Loc.Name
	}
	return ""
}
