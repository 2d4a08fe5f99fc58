package confirm

import (
	"fmt"
	"path/filepath"
	"strings"

	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/gorun/control"
)

// ends tells how the end of an execution, or its races, show a finding; nil if they do not.
func (c *confirmer) ends(s *suspect, x *control.Execution) (story []envs.Note) {
	if s.by&envs.Racing != 0 {
		for i := range x.Races {
			if story = c.race(s, &x.Races[i]); story != nil {
				return story
			}
		}
	}
	at := places(s.of)
	if s.waits {
		at = s.of.Sites()
	}
	waited := map[envs.Position]bool{}
	over := x.End == control.Deadlock || x.End == control.Pass
	for i := range x.Left {
		l := &x.Left[i]
		switch {
		case l.Fails && s.by&envs.Ending != 0:
			if at, ok := c.fails(s, l); ok {
				text := fmt.Sprintf("thread %d ends the execution (%s)", l.Thread, x.End)
				story = append(story, envs.Note{Pos: at, Text: text})
			}
		case !l.Fails && !l.Outside && over && s.by&(envs.Stuck|envs.Circle) != 0:
			for _, f := range l.Stack {
				if at, ok := c.place(at, f); ok {
					text := fmt.Sprintf("thread %d waits, and nothing wakes it", l.Thread)
					story, waited[at] = append(story, envs.Note{Pos: at, Text: text}), true
					break
				}
			}
		}
	}
	if s.by&envs.Circle != 0 {
		for _, p := range s.of.Sites() {
			if !waited[p] {
				return nil
			}
		}
	}
	return story
}

// panics tells that a call in which something came in between has panicked, and ended the execution; nil if none has.
func (c *confirmer) panics(b *between, x *control.Execution) []envs.Note {
	if x.End != control.Panic && x.End != control.Fatal {
		return nil
	}
	for i := range x.Left {
		l := &x.Left[i]
		if !l.Fails {
			continue
		}
		for _, call := range b.cuts() {
			for _, f := range l.Stack {
				if at, ok := c.inside(b.prog, call.fn, f); ok {
					text := fmt.Sprintf("the first thread does not come to its next access: it ends the execution (%s)", x.End)
					return append(b.tell([]access{call.first, call.other}), envs.Note{Pos: at, Text: text})
				}
			}
		}
	}
	return nil
}

// inside is the place in a function at which a frame is.
func (c *confirmer) inside(prog envs.Program, fn envs.FuncID, f control.Frame) (at envs.Position, ok bool) {
	for pc := range prog.Func(fn).Ops {
		at = prog.Position(envs.At(fn, int32(pc)))
		if at.Line == f.Line && c.sameFile(at.File, f.File) {
			return at, true
		}
	}
	return at, false
}

// fails is the place of a finding at which a thread has failed: there itself, not in what it calls there.
func (c *confirmer) fails(s *suspect, l *control.Left) (at envs.Position, ok bool) {
	for _, f := range l.Stack {
		if strings.HasPrefix(f.Func, "runtime.") || strings.HasPrefix(f.Func, "internal/runtime/") || f.Func == "panic" {
			continue
		}
		return c.place(places(s.of), f)
	}
	return at, false
}

// race tells that two places of a finding race, nil if these do not.
func (c *confirmer) race(s *suspect, r *control.Race) (story []envs.Note) {
	for i, f := range [...]control.Frame{r.First, r.Second} {
		at, ok := c.place(places(s.of), f)
		if !ok {
			return nil
		}
		does := "reads"
		if r.Writes[i] {
			does = "writes"
		}
		story = append(story, envs.Note{
			Pos: at, Text: fmt.Sprintf("thread %d %s what another one accesses; nothing orders that", r.Threads[i], does),
		})
	}
	return story
}

// place is the one of some places at which a frame is.
func (c *confirmer) place(of []envs.Position, f control.Frame) (envs.Position, bool) {
	for _, p := range of {
		if p.Line == f.Line && c.sameFile(p.File, f.File) {
			return p, true
		}
	}
	return envs.Position{}, false
}

// sameFile reports whether a position means a file by a name: one below the folder of the program, or one behind the
// name of another folder, as in $GOROOT/src/sync/map.go.
func (c *confirmer) sameFile(named, file string) bool {
	if _, rest, ok := strings.Cut(named, "/"); ok && named[0] == '$' {
		return strings.HasSuffix(filepath.ToSlash(file), "/"+rest)
	}
	if filepath.IsAbs(named) {
		return named == file
	}
	return filepath.Join(c.dir, named) == file
}
